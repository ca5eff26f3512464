"""The possible reports: on one screen in every game, every verb once, and none that is refused."""

from __future__ import annotations

import itertools
import random
import re
from math import comb
from pathlib import Path

import pytest
from rich.cells import cell_len

from referee import Referee, find_game
from referee.cards import SUITS, Card, read_cards
from referee.game.asks import Macro
from referee.game.common_reports import ANY_TIME, Replaces, SitsOut
from referee.games import ours
from referee.language.reports import Report, forms, shape
from referee.language.words import quoted
from referee.table.legal import at_any_time, coming
from referee.table.next_report import COUNTED, OF_ANYBODY, done
from referee.testing.often import times
from scoresheets.cli.can import doubts_of, may_come
from scoresheets.cli.legal_screen import HEIGHT, Choice, Screen, wrapped
from scoresheets.display import phrases
from scoresheets.display.ranges import boxes, by_suit, numbered, shortened, ways
from tests.share import EVERY
from tests.tables import AtPlay, entered_at
from tests.test_repairs import moments

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*/*.record"))
STEPS = 25
AT_ANY_TIME = {kind.verb for kind in ANY_TIME}


def screen(referee: Referee, choices: list[Choice]) -> Screen:
    listed = {kind.verb for _, kind, _ in choices}
    always = [shape(kind).usage for kind in at_any_time(referee, listed)]
    return Screen(referee, choices, doubts_of(referee, choices), always)


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", ours())
def test_somebody_may_take_over_a_seat_wherever_it_is_listed(slug: str) -> None:
    walker = AtPlay(find_game(slug), 4100)
    for step in range(4):
        referee = walker.referee
        takes_over = f"Zoe for {quoted(referee.seats[-1])}"
        assert referee.can(takes_over).accepted == (Replaces in at_any_time(referee)), walker.mismatch(takes_over)
        if not step:
            assert "WHO replaces WHOM" in " ".join(screen(referee, list(may_come(referee))).lines(80))
        walker.step(step)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(times(2)))
@pytest.mark.parametrize("slug", ours())
def test_what_may_come_fits_a_screen_at_every_step(slug: str, seed: int) -> None:
    walker = AtPlay(find_game(slug), 700 + seed)
    for step in range(STEPS):
        referee = walker.referee
        if referee.standing.ended or referee.over:
            break
        if step % EVERY:
            walker.step(step)
            continue
        choices = list(may_come(referee))
        drawn = screen(referee, choices)
        lines = drawn.lines(80)
        verbs = [row.verb for row in drawn.rows]
        assert len(lines) <= HEIGHT, walker.mismatch("\n".join(lines))
        assert all(cell_len(line) <= 80 for line in lines), walker.mismatch("\n".join(lines))
        assert len(set(verbs)) == len(verbs) and set(verbs) == {kind.verb for _, kind, _ in choices}
        assert_next(referee, verbs, walker)
        for _, _, reports in choices:
            if reports:
                assert_exact(reports)
        walker.step(step)


def assert_next(referee: Referee, verbs: list[str], walker: AtPlay) -> None:
    """The verbs after "Next" are possible, the likeliest first. If there are many others, it says how to list them."""
    text = phrases.awaits(referee)
    named = re.split(r"[,.]| or | Or ", text.removeprefix("Next: "))
    words_for: dict[str, set[str]] = {}
    for _, ask in referee.asks():
        words_for.setdefault(ask.verb.verb, set()).update(worded(done(ask)))
    allowed = {form for verb in verbs for phrase in words_for[verb] for form in (phrase, phrase.split()[0])}
    others = {phrase for verb, texts in words_for.items() if verb not in verbs for phrase in texts}
    for words in named:
        said = words.strip()
        assert not any(said == other or said.endswith(f" {other}") for other in others - allowed), walker.mismatch(text)
    if verbs and "type `legal`" not in text:
        first = tuple(form for phrase in words_for[verbs[0]] for form in (phrase, phrase.split()[0]))
        assert any(form in words for form in first for words in named), walker.mismatch(text)
        for verb in (verb for verb in verbs if verb != SitsOut.verb):  # everybody knows that it is possible
            assert any(phrase.split()[0] in text for phrase in words_for[verb]), walker.mismatch(text)


def worded(does: str) -> set[str]:
    """How "Next" may name a verb: as it is, of a team, or by what is entered."""
    if how := COUNTED.get(does):
        return {*forms(how.split()[-1])}
    first, _, rest = does.partition(" ")
    if first == "has":
        return {rest}
    entered = {"wins": "won or lost", "loses": "lost"} | {verb: noun.split()[-1] for verb, noun in OF_ANYBODY.items()}
    return {f"{form} {rest}".strip() for form in forms(first)} | ({entered[does]} if does in entered else set())


def assert_exact(reports: list[Report]) -> None:
    """What goes with what is all of the reports and no other."""
    names = [argument.field for argument in shape(type(reports[0])).arguments]
    told = list(dict.fromkeys(tuple(getattr(report, name) for name in names) for report in reports))
    if names:
        product = [values for box in boxes(told) for values in itertools.product(*box)]
        assert sorted(map(repr, product)) == sorted(map(repr, told))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_what_was_reported_had_been_named(path: Path) -> None:
    """Before each report in a record, "next" has named its verb, except for one of many optional verbs."""
    for referee, piece in moments(path):
        asks = referee.asks()
        verbs = {group.ask.verb.verb for group in coming(asks)}
        ruling = referee.hear(piece.text)
        if not ruling.accepted or ruling.report is None:
            continue
        referee.undo()
        report = ruling.report
        kind = report.stands_for if isinstance(report, Macro) else type(report)
        waiting = any(
            ask.verb is kind and (not ask.aside or (not kind.sampled and kind.options(hand, report.who)))
            for hand, ask in asks
        )
        if not waiting or kind.verb in AT_ANY_TIME or entered_before(referee, report) or ruling.text.endswith("puts 0"):
            continue  # no chips, so nothing has to be reported
        assert kind.verb in verbs or ruling.broken, f"{ruling.text}: {sorted(verbs)}"


def entered_before(referee: Referee, report: Report) -> bool:
    """Whether a report only repeats one from the hand just finished."""
    return not referee.hand.dealer and any(entry.report == report for entry in referee.entries)


# In words


@pytest.mark.parametrize(
    ("game", "players", "reports", "text"),
    [
        (
            "farmer",
            3,
            ("deal Ann",),
            "Next: Ben hits. To see what else you can enter, type `legal`.",
        ),
        (
            "farmer",
            3,
            ("deal Ann", "Ben hits KS"),
            "Next: Ben hits or stays. You can also enter the rest of the hand as totals.",
        ),
        (
            "samba",
            4,
            ("deal Ann",),
            "Next: enter the upcard. Or Ben draws or declares. You can also enter the points or a penalty.",
        ),
        ("hasenpfeffer", 4, ("deal Ann",), "Next: Ben bids or passes."),
        (
            "razz",
            3,
            ("deal Ann", "upcard AS 2H KD"),
            "Next: Ann bets or completes. You can also enter the rest of the hand as totals.",
        ),
        (
            "razz",
            3,
            ("deal Ann", "upcard AS 2H KD", "Ann bets"),
            "Next: Ben calls, raises or folds. You can also enter the rest of the hand as totals.",
        ),
        ("backhand", 3, (), "Next: Ann deals."),
    ],
)
def test_next_names_what_would_be_allowed(game: str, players: int, reports: tuple[str, ...], text: str) -> None:
    referee = entered_at(game, *reports, players=("Ann", "Ben", "Cat", "Dan")[:players])
    assert phrases.awaits(referee) == text


def test_next_names_the_exchange_of_piquet_first_and_its_short_form() -> None:
    text = phrases.awaits(entered_at("piquet", "Ann cuts AS", "Ben cuts 7S", "deal", players=("Ann", "Ben")))
    assert text.startswith("Next: Ben discards") and "or plays" in text


@pytest.mark.parametrize(
    ("game", "reports", "lines"),
    [
        (
            "oh-hell",
            ("deal Ann",),
            ["Ben bids          0–10", "upcard            any card", "trump             S/H/D/C"],
        ),
        ("farmer", ("deal Ann",), ["Ben hits          [any card]", "everybody holds   2–26", "everybody busts"]),
        ("crazy-eights", ("deal", "upcard 9H"), ["Ben plays         9S AKQJ10765432H 9D 9C 8S/8H/8D/8C=S/H/D/C"]),
    ],
)
def test_the_screen_in_words(game: str, reports: tuple[str, ...], lines: list[str]) -> None:
    referee = entered_at(game, *reports)
    shown = screen(referee, list(may_come(referee))).lines(80)
    assert [line for line in lines if line not in shown] == [], shown


def test_a_narrow_screen_loses_nothing() -> None:
    referee = entered_at("farmer", "deal Ann")
    for width in range(40, 100, 7):
        drawn = screen(referee, list(may_come(referee)))
        text = "".join("".join(drawn.lines(width)).split())
        assert "everybodyshowsany2cards" in text and all(cell_len(line) <= width for line in drawn.lines(width))


def test_a_word_is_broken_only_where_no_line_could_hold_it() -> None:
    assert wrapped("Ann plays AKQJS and more", 12) == ["Ann plays", "  AKQJS and", "  more"]
    assert wrapped("x" * 25, 10) == ["x" * 10, "  " + "x" * 8, "  " + "x" * 7]


# Ranges


def numbers_of(text: str) -> set[int]:
    """The numbers that a text names."""
    if match := re.fullmatch(r"(-?\d+)(?:–| to )(-?\d+) by (\d+)", text):
        return {*range(int(match[1]), int(match[2]) + 1, int(match[3]))}
    ranges = re.findall(r"(-?\d+)(?:(?:–| to )(-?\d+))?", text)
    return {number for first, last in ranges for number in range(int(first), int(last or first) + 1)}


@pytest.mark.parametrize("seed", range(times(60)))
def test_numbers_come_back_from_their_ranges(seed: int) -> None:
    luck = random.Random(seed)
    numbers = {luck.randint(-5, 30) for _ in range(luck.randint(1, 30))}
    if seed % 3 == 0:
        start, step = luck.randint(0, 9), luck.randint(2, 10)
        numbers = {start + step * i for i in range(luck.randint(4, 9))}
    assert numbers_of(numbered(numbers)) == numbers, numbered(numbers)


@pytest.mark.parametrize("seed", range(times(60)))
def test_cards_come_back_from_their_suits(seed: int) -> None:
    luck = random.Random(seed)
    game = find_game(luck.choice(["oh-hell", "piquet", "funfzehnern"]))
    pack = game.pack_for(4, game.house(4, {}))
    drawn = luck.sample([*pack], luck.randint(1, len([*pack])))
    text = by_suit(drawn, pack)
    first, _, rest = text.partition("any card")
    left_out = {card for word in rest.split()[1:] for card in read_cards(word) or ()}
    back = (
        {*pack} - left_out
        if text.startswith("any card")
        else {c for word in first.split() for c in read_cards(word) or ()}
    )
    assert back == set(drawn), text


def test_cards_that_call_a_suit_stand_together() -> None:
    game = find_game("oh-hell")
    pack = game.pack_for(3, game.house(3, {}))
    eights = [Card("8", suit, says) for suit in "SH" for says in SUITS]
    assert by_suit(eights, pack) == "8S/8H=S/H/D/C"


def test_several_cards_are_counted() -> None:
    assert [ways(5, 2, 1), ways(5, 2, 2), ways(13, 3, 1)] == [10, 15, comb(13, 3)]


def test_what_cannot_be_put_shortly_has_its_form_and_an_example() -> None:
    referee = entered_at("fifty-one", "deal Ann")
    upcards = next(reports for _, kind, reports in may_come(referee) if kind.verb == "upcard")
    assert upcards and shortened(upcards, referee.pack).text == "CARDS, such as AS KS QS JS 9S"


def test_a_joker_stands_for_any_card() -> None:
    pack = find_game("last-one").pack
    assert not callable(pack)
    jokers = [Card("JK", "", card.text) for card in pack if not card.is_joker]
    assert by_suit(jokers, pack) == "JK=any card"
    assert by_suit(jokers[:8], pack) == "JK=(AKQJ10987S)"


def test_any_two_cards_are_said_only_where_all_pairs_are_there() -> None:
    referee = entered_at("farmer", "deal Ann")
    shows = next(reports for _, kind, reports in may_come(referee) if kind.verb == "shows")
    assert shows and shortened(shows, referee.pack).text == "any 2 cards"
    assert "any 2 cards" not in shortened(shows[1:], referee.pack).text
