"""A report that is refused for one slip is returned with a repair."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from referee import find_game
from referee.cards import SUITS, read_cards
from referee.entry.repairs import BIDS, repairs
from referee.game.common_reports import ANY_TIME, Deal
from referee.games import games
from referee.language.reports import shape
from referee.language.words import Piece, pieces, quoted
from referee.records.record import Judge
from referee.table.legal import legal
from referee.table.referee import Referee
from referee.testing.often import times
from scoresheets.catalogue import game_called
from tests.share import few
from tests.tables import AtPlay, entered_at

RECORDS = sorted((Path(__file__).parent / "records").glob("*/*.record"))
SLIPS = times(300)
SHARE = 0.8


def slipped(text: str, referee: Referee, luck: random.Random) -> str:
    """A report with a typo in one word: a card or a name. Unchanged if it has neither."""
    words = re.findall(r'"[^"]*"|\S+', text)
    seats = [quoted(seat) for seat in referee.seats]
    places = [i for i, word in enumerate(words) if (read_cards(word) and not word.isdigit()) or word in seats]
    if not places:
        return text
    i = luck.choice(places)
    word = words[i]
    if word in seats:
        words[i] = luck.choice([seat for seat in seats if seat != word] or [word])
    else:
        words[i] = mistaken(word, referee, luck)
    return " ".join(words)


def mistaken(word: str, referee: Referee, luck: random.Random) -> str:
    """The next rank, or another suit."""
    ranks = referee.pack.ranks
    match = re.fullmatch(r"(10|[AKQJT2-9])([SHDC]?)((?![AKQJT2-9]).*)", word, re.IGNORECASE)
    if not match or match[1].upper().replace("T", "10") not in ranks:
        return word
    rank, suit, rest = match[1].upper().replace("T", "10"), match[2].upper(), match[3]
    if suit and luck.random() < 0.5:
        return rank + luck.choice([other for other in SUITS if other != suit]) + rest
    at = ranks.index(rank) + luck.choice((-1, 1))
    return ranks[at % len(ranks)] + suit + rest


def reports(path: Path) -> Iterator[Piece]:
    """The reports of a record, without header and checks."""
    header = True
    for line in path.read_text(encoding="utf-8").splitlines():
        header = header and (not line.strip() or bool(re.match(r"[a-z]+:|#", line)))
        yield from (piece for piece in pieces(line) if not header and not piece.mark and not piece.overrule)


def moments(path: Path) -> Iterator[tuple[Referee, Piece]]:
    """The accepted reports of a record, each with the table before it."""
    judge = Judge()
    for line in path.read_text(encoding="utf-8").splitlines():
        if judge.referee is None:
            judge.feed(line)
            continue
        for piece in pieces(line):
            if not piece.mark and not piece.overrule:
                yield judge.referee, piece
            judge._hear(piece)


def saved_text(referee: Referee, text: str) -> str:
    """The report as it would be saved, "" if it is refused."""
    ruling = referee.hear(text)
    if ruling.accepted:
        referee.undo()
    return ruling.text if ruling.accepted else ""


PARTS = 4


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(PARTS))
def test_most_slips_come_back_mended(seed: int) -> None:
    """In some records of nearly every game."""
    luck = random.Random(seed)
    refused = mended = tried = 0
    missed: list[str] = []
    each = -(-SLIPS // len(RECORDS)) + 1
    for path in RECORDS[seed::PARTS]:
        count = len(list(reports(path)))
        chosen = set(luck.sample(range(count), min(each, count)))
        for i, (referee, piece) in enumerate(islice(moments(path), max(chosen, default=-1) + 1)):
            if i not in chosen or not (meant := saved_text(referee, piece.text)):
                continue
            typed = slipped(meant, referee, luck)
            ruling = referee.hear(typed)
            tried += typed != meant
            if ruling.accepted:
                referee.undo()
            elif typed != meant:
                refused += 1
                back = repairs(referee, ruling, typed)
                held = any(saved_text(referee, text) == meant for text in back)
                mended += held
                if not held:
                    missed.append(f"{path.parent.name}: {typed} for {meant}: {back} ({ruling.message})")
    words = f"seed {seed}: {mended} of {refused} refused slips came back mended, of {tried} tried"
    assert tried >= SLIPS / PARTS, words
    print(words)
    assert mended >= SHARE * refused, "\n".join([words, *missed])


def test_a_report_of_thousands_of_words_has_no_repair() -> None:
    referee = Judge().judge(["game: oh-hell", "players: Ann, Ben, Cat"]).referee
    assert referee
    text = "Ben dealt " + "AS " * 30_000
    assert repairs(referee, referee.hear(text), text) == []


def test_no_card_is_guessed_for_an_upcard_that_cannot_be() -> None:
    judge = Judge().judge(["game: ecarte", "players: Ann, Ben", "deal Ann"])
    assert judge.referee
    assert repairs(judge.referee, judge.referee.hear("upcard 3H"), "upcard 3H") == []


# The same card with its announcement, and table talk


@pytest.mark.parametrize(
    ("game", "reports", "typed", "back"),
    [
        ("jack-change-it", ("deal", "upcard 9H"), "Ben plays JH", ["JH=S", "JH=D", "JH=C"]),
        ("crazy-eights", ("deal", "upcard 9H"), "Ben plays 8C", ["8C=S", "8C=H", "8C=D"]),
        ("last-one", ("deal 6", "upcard 9H"), "Ben plays JK", ["JK=AS", "JK=KS", "JK=QS"]),
        ("last-one", ("deal 6", "upcard 9H"), "Ben plays joker", ["JK=AS", "JK=KS", "JK=QS"]),
    ],
)
def test_the_same_card_is_tried_with_what_it_may_call(
    game: str, reports: tuple[str, ...], typed: str, back: list[str]
) -> None:
    referee = entered_at(game, *reports)
    assert repairs(referee, referee.hear(typed), typed) == [f"Ben plays {card}" for card in back]


PAIR = ("Ann", "Ben")
PIQUET = ("Ann cuts AS", "Ben cuts 7S", "deal", "Ben discards 3", "Ann discards 3")


@pytest.mark.parametrize(
    ("game", "players", "reports", "typed", "message", "back"),
    [
        ("scopa", PAIR, ("deal", "upcard 6C 5S QD QC"), "Ben takes 6C with 6D",
         "I don't know 'takes'. Type `WHO captures CARDS with CARD`", "Ben captures 6C with 6D"),
        ("piquet", PAIR, PIQUET, "Ben point 5", "`WHO declares point N [N]`", "Ben declares point 5"),
        ("piquet", PAIR, PIQUET, "Ben quatorze kings", "`WHO declares trio|quatorze RANK`", "Ben declares quatorze K"),
        ("twenty-four", PAIR, ("deal", "upcard 8 5 7 9", "Ben slaps"), "Ben claims 8*5-(7+9)=24", "",
         "Ben claims 8*5-(7+9)"),
        ("oh-hell", (*PAIR, "Cat"), ("deal Ann",), "Ben bids zero", "'zero' isn't a whole number. Did you mean 0?",
         "Ben bids 0"),
        ("crazy-eights", (*PAIR, "Cat"), ("deal", "upcard 9H"), "Ben plays ace of hearts",
         "'ace' isn't a card. Did you mean A, as in AS?", "Ben plays AH"),
        ("crazy-eights", (*PAIR, "Cat"), ("deal", "upcard 9H"), "Ben plays ace", "Did you mean A", "Ben plays AH"),
        ("crazy-eights", (*PAIR, "Cat"), ("deal", "upcard 9H"), "Ben leads 9C", "`WHO plays CARDS`", "Ben plays 9C"),
        ("farmer", (*PAIR, "Cat"), ("deal Ann", "Ben hits KS"), "Ben sticks", "`WHO stays`", "Ben stays"),
    ],
)  # fmt: skip
def test_the_tables_talk_is_answered_with_how_it_is_written(
    game: str, players: tuple[str, ...], reports: tuple[str, ...], typed: str, message: str, back: str
) -> None:
    referee = entered_at(game, *reports, players=players)
    ruling = referee.hear(typed)
    assert not ruling.accepted and message in ruling.message
    assert repairs(referee, ruling, typed) == [back]


def test_a_deal_is_no_repair_of_another_verb_nor_another_verb_of_a_deal() -> None:
    referee = entered_at("hearts", players=("Ann", "Ben", "Cat", "Dan"))
    tried = repairs(referee, referee.hear("Dan hearts 90"), "Dan hearts 90")
    assert tried == ["Dan hearts 13"]  # what is missing from the total
    referee = entered_at("backhand")
    assert repairs(referee, referee.hear("Cat hits"), "Cat hits") == []
    referee = entered_at("kabu", "deal")
    assert repairs(referee, referee.hear("deal"), "deal") == []


def test_who_is_said_behind_the_verb_is_put_before_it() -> None:
    referee = entered_at("oh-hell", "deal Ann", "Ben bids 1", players=("Ann", "Ben", "Mary Ann"))
    typed, meant = 'bids "Mary Ann" 2', '"Mary Ann" bids 2'
    ruling = referee.hear(typed)
    assert ruling.report is None
    assert repairs(referee, ruling, typed) == [meant]


def test_digits_the_wrong_way_round_are_nobodys_guess() -> None:
    referee = entered_at("samba", "deal Ann", players=("Ann", "Ben", "Cat", "Dan"))
    typed = "Ann scores 2000 natural 2 mixed 1 red 1 held 210"
    assert repairs(referee, referee.hear(typed), typed) == []


@pytest.mark.parametrize(
    ("game", "reports", "typed"),
    [
        ("oh-hell", ("deal Ann", "Ben bids 9", "Cat bids 9", "Ann bids 9"), "Ben leaves"),
        ("cassino", ("deal", "Ann holds most cards spades aces 3 2S", "Ben holds 10D"), "Ben sweeps"),
    ],
)
def test_nobody_means_another_hand_or_another_act_by_getting_up(
    game: str, reports: tuple[str, ...], typed: str
) -> None:
    players = ("Ann", "Ben", "Cat")[: 2 if game == "cassino" else 3]
    referee = entered_at(game, *reports, players=players)
    assert repairs(referee, referee.hear(typed), typed) == []


def test_nought_has_no_sign() -> None:
    referee = entered_at("delphi", "deal")
    assert repairs(referee, referee.hear("Ben holds -5"), "Ben holds -5") == ["Ben holds 5"]


def test_nobody_has_minus_nought() -> None:
    referee = entered_at("oh-hell", "deal")
    assert repairs(referee, referee.hear("Ben bids -1"), "Ben bids -1") == ["Ben bids 1", "Ben bids 0", "Ben bids 2"]


def test_a_player_called_jack_is_no_card() -> None:
    referee = entered_at("oh-hell", "deal Ann", players=("Ann", "Jack", "Ace"))
    ruling = referee.hear("Jack bids two")
    assert repairs(referee, ruling, "Jack bids two")[:1] == ["Jack bids 2"]


def test_a_scopa_hand_that_lacks_the_seven_of_diamonds_says_so() -> None:
    referee = entered_at("scopa", "deal Ann", "Ann holds 20 cards 5 diamonds primiera 70", "Ben holds primiera 70",
                      players=PAIR)  # fmt: skip
    (missing,) = referee.game.now(referee.hand)  # type: ignore[misc]
    assert "7♦" in missing


def test_what_a_sum_comes_to_is_not_looked_for_between_quotation_marks() -> None:
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    typed = '999 reconcile "Ann=2"'
    assert repairs(referee, referee.hear(typed), typed, 1) == []


# What a repair may change


def mutated(text: str, referee: Referee, luck: random.Random) -> str:
    """A report with another number, another verb, a word missing, or a word typed twice."""
    words = re.findall(r'"[^"]*"|\S+', text)
    i = luck.randrange(len(words))
    verbs = [*referee.vocabulary.shapes]
    at = [place for place, word in enumerate(words) if word.lower() in referee.vocabulary.shapes]
    numbers = [place for place, word in enumerate(words) if re.fullmatch(r"\d+", word)]
    match luck.randrange(4):
        case 0 if numbers:
            words[luck.choice(numbers)] = str(luck.randrange(250))
        case 1 if at:
            words[at[0]] = luck.choice(verbs)
        case 2:
            del words[i]
        case _:
            words.insert(i, words[i])
    return " ".join(words)


def verbs_of(referee: Referee, text: str) -> set[str]:
    """The verbs that a text may have been typed with. Empty if the game knows none of them."""
    words = [word.lower() for word in text.split()[:3]]
    return {form.kind.verb for word in words for form in referee.vocabulary.shapes.get(word, ())}


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", games())
def test_no_repair_has_another_verb_or_a_number_that_nobody_typed(slug: str) -> None:
    """Except for a legal bid, and for the number missing from a total."""
    luck = random.Random(slug)
    walker = AtPlay(game_called(slug), luck.randrange(10_000))
    for step in range(few(times(60), least=24)):
        if walker.referee.standing.ended:
            return
        referee, before = walker.referee, len(walker.referee.entries)
        walker.step(step)
        if len(referee.entries) <= before or isinstance(referee.entries[-1].report, (Deal, *ANY_TIME)):
            continue
        meant = referee.entries[-1].ruling.text
        referee.undo(len(referee.entries) - before)
        typed = mutated(meant, referee, luck)
        ruling = referee.hear(typed) if typed else None
        if ruling is None or ruling.accepted:
            continue
        for text in repairs(referee, ruling, typed):
            report = referee.vocabulary.read(text, referee.hand)
            texts = verbs_of(referee, typed)
            assert not texts or report.verb in texts, f"{typed} → {text}"
            numbers = {int(number) for number in re.findall(r"(?<!\w)-?\d+|\d+", typed)}
            values = [getattr(report, part.field) for part in shape(type(report)).arguments if not part.optional]
            new = {value for value in values if type(value) is int} - numbers
            assert report.verb in BIDS or len(new) <= 1, f"{typed} → {text}"
            if new and report.verb not in BIDS:
                left, hand = referee.hand.left_of(type(report)), referee.hand
                alike = [each for hands in legal(referee).values() for each in hands.get(type(report), ())]
                numbers = {other.amount(hand) for other in alike if other.who == report.who}
                assert new == ({left[0]} if left else numbers), f"{typed} → {text}"


@pytest.mark.parametrize(
    ("game", "reports", "typed", "back"),
    [
        ("samba", ("deal Ann",), "Ann scores 200 held 90 out", []),
        ("piquet", ("deal Ann", "Ben scores 20"), "Ann scores 555", []),
        ("oh-hell", ("deal Ann", "Ben bids 1", "Cat bids 2", "Dan bids 8", "Ann bids 0", "Ben takes 3"),
         "Cat takes 9", ["Cat takes 7"]),
        ("oh-hell", ("deal Ann",), "Ben bids 11", ["Ben bids 10", "Ben bids 1", "Ben bids 9"]),
    ],
)  # fmt: skip
def test_a_number_is_a_legal_bid_or_what_is_missing(
    game: str, reports: tuple[str, ...], typed: str, back: list[str]
) -> None:
    players = ("Ann", "Ben", "Cat", "Dan")[: 2 if game == "piquet" else 4]
    referee = entered_at(game, *reports, players=players)
    assert repairs(referee, referee.hear(typed), typed) == back
