"""Everyday lines at the live table: accepted, asked about once, or refused and not saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoresheets.cli.corrections import corrections
from scoresheets.cli.prompt_lines import Sitting
from scoresheets.errors import FINE, CommandError
from scoresheets.keeping import journal
from scoresheets.keeping.journal import open_journal
from tests.evening import at_table, oh_hell


def sits(session: journal.Session) -> Sitting:
    return Sitting(session, brief=True)


def entered(sitting: Sitting) -> list[str]:
    return [report.text for report in sitting.session.course.standing]


POINTS = [
    ("hearts", "Ann Bob Cat Dan", ["12 0 14 0"], ["hearts 12 0 1 0", "Cat queen"]),
    ("hearts", "Ann Bob Cat Dan", ["26 26 0 26"], ["Cat moon"]),
    ("hearts", "Ann Bob Cat Dan", ["0 0 26 0"], ["Cat moon"]),
    ("hearts", "Ann Bob Cat Dan", ["13 13 0 0"], []),
    ("hearts", "Ann Bob Cat Dan", ["13 13 0 0", "2"], ["hearts 13 0 0 0", "Bob queen"]),
    ("hearts", "Ann Bob Cat Dan", ["12 0 13 0"], []),
    ("euchre", "Ann Ben Cat Dan", ["Ann calls", "2 0"], ["Ann calls", "tricks 5 0"]),
    ("euchre", "Ann Ben Cat Dan", ["Ann calls", "1 0", "2"], ["Ann calls", "tricks 3 2"]),
    ("whist", "Ann Ben Cat Dan", ["2 0"], ["tricks 8 5"]),
]


@pytest.mark.parametrize(("slug", "players", "lines", "told"), POINTS)
def test_a_row_of_points_says_what_was_counted(
    slug: str, players: str, lines: list[str], told: list[str], tmp_path: Path
) -> None:
    assert at_table(tmp_path, slug, players, *lines) == told


DEALS = [
    (["1"], []),
    (["1", "1"], ["deal Ann", "Ben bids 1"]),
    (["Ben bids 3", "1"], ["deal Ann", "Ben bids 3"]),
    (["2 2 8", "1"], ["deal Ann", "Ben bids 2", "Cat bids 2", "Ann bids 8"]),
    (["2 2 3", "1"], ["deal Ann"]),
    (["d"], ["deal Ann"]),
]


@pytest.mark.parametrize(("lines", "told"), DEALS)
def test_a_hand_that_is_not_dealt_yet_is_asked_about(lines: list[str], told: list[str], tmp_path: Path) -> None:
    assert at_table(tmp_path, "oh-hell", "Ann Ben Cat", *lines) == told


BACK = [
    "oops", "undo that", "take that back", "Undo that!", "whoops", "scratch that", "no, take that back", "please undo",
    "can you undo that?", "that was by mistake", "I typed that by mistake", "that never happened",
    "delete the last one",
]  # fmt: skip


@pytest.mark.parametrize("text", BACK)
def test_the_last_line_is_taken_back_in_words(text: str, tmp_path: Path) -> None:
    with oh_hell(tmp_path / "table.db", "deal Ann") as session:
        sitting = sits(session)
        sitting.hear("1 1 1")
        sitting.hear(text)
        assert entered(sitting) == ["deal Ann"] and sitting.restored == ""


@pytest.mark.parametrize("text", ["oops I meant 3", "no, i meant Ben bids 3", "I mean 3", "sorry, I meant to say 3"])
def test_what_was_meant_replaces_the_last_line(text: str, tmp_path: Path) -> None:
    assert at_table(tmp_path, "oh-hell", "Ann Ben Cat", "d", "2", text) == ["deal Ann", "Ben bids 3"]


def test_the_numbers_that_ended_a_hand_are_the_next_hand_only_if_the_table_says_so(tmp_path: Path) -> None:
    hand = ["Ben calls H", "Ann+Cat tricks 3", "Ben+Dan tricks 2"]
    assert at_table(tmp_path / "a", "euchre", "Ann Ben Cat Dan", "Ben calls hearts", "3 2", "3 2") == hand
    twice = at_table(tmp_path / "b", "euchre", "Ann Ben Cat Dan", "Ben calls hearts", "3 2", "3 2", "1")
    assert twice == [*hand, *hand[1:]]


def test_several_players_in_one_sentence(tmp_path: Path) -> None:
    lines = "d", "Ben says 3, Cat passes and Ann 8", "Ben took three, Cat took two"
    texts = ["deal Ann", "Ben bids 3", "Cat bids 0", "Ann bids 8", "Ben takes 3", "Cat takes 2"]
    assert at_table(tmp_path, "oh-hell", "Ann Ben Cat", *lines) == texts


BIDS = ["Ann bids 3", "Bob bids 3", "Cat bids 3", "Dan bids 4"]
TRICKS = ["Ann tricks 3", "Bob tricks 3", "Cat tricks 3", "Dan tricks 4"]
TOGETHER = [
    ("hearts", "Ann Ben Cat Dan", ["Ann 13", "everybody else none"],
     ["Ann hearts 13", "Ben hearts 0", "Cat hearts 0", "Dan hearts 0"]),
    ("spades", "Ann Bob Cat Dan", ["bids 3 4 nil 2"], ["bids 3 4 0 2"]),
    ("spades", "Ann Bob Cat Dan", ["3 3 3 4", "everyone made it"], [*BIDS, *TRICKS]),
    ("spades", "Ann Bob Cat Dan", ["three each", "everyone made it"], [*BIDS[:3], "Dan bids 3"]),
    ("spades", "Ann Bob Cat Dan", ["3 3 3 4", "Ann and Cat took 8"], BIDS),
    ("euchre", "Ann Ben Cat Dan", ["Ann calls", "Ann and Cat took 3"], ["Ann calls", "Ann+Cat tricks 3"]),
    ("samba", "Ann Ben Cat Dan", ["d", "Ann's team 900"], ["deal Ann", "Ann+Cat scores 900"]),
    (
        "samba", "Ann Ben Cat Dan", ["d", "Ann and Cat score 900, 1 natural, 2 red"],
        ["deal Ann", "Ann+Cat scores 900 natural 1 red 2"],
    ),
    ("crazy-eights", "Ann Ben", ["d", "Ben draws and plays 7S"], ["deal Ann", "Ben draws", "Ben plays 7S"]),
    ("razz", "Ann Ben Cat", ["d", "KS 4D 7C", "Ben brings it in"], ["deal Ann", "upcard KS 4D 7C", "Ben bets 2"]),
    ("piquet", "Ann Ben", ["d", "Ben changes 5", "Ann takes three"], ["deal Ann", "Ben discards 5"]),
    ("cribbage", "Ann Ben", ["Ben got nineteen"], []),
    ("cribbage", "Ann Ben", ["Ben pegs fifteen for two"], ["Ben pegs 2"]),
    ("cribbage", "Ann Ben", ["Ben has eight", "Ben has ten"], ["Ben shows 8"]),
    ("spades", "Ann Bob Cat Dan", ["four for Ann", "Bob will take two", "1"], ["Ann bids 4", "Bob bids 2"]),
    ("500-rummy", "Ann Ben", ["d", "Ben draws", "Ben throws away 4C"], ["deal Ann", "Ben draws", "Ben discards 4C"]),
    ("spades", "Ann Bob Cat Dan", ["3 3 3 4", "Ann says four"], BIDS),
    ("spades", "Ann Bob Cat Dan", ["3 3 3 4", "Ann says four", "1"], ["Ann bids 4", *BIDS[1:]]),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "players", "lines", "told"), TOGETHER)
def test_a_line_about_several_or_in_the_words_of_the_game(
    slug: str, players: str, lines: list[str], told: list[str], tmp_path: Path
) -> None:
    assert at_table(tmp_path, slug, players, *lines) == told


MEANT = [
    # who is meant
    ("oh-hell", "Ann Ben Cat", ["d", "trump H", "1 1 9", "trick AD 4D 7D", "then he leads the king of diamonds"],
     ["deal Ann", "trump H", "Ben bids 1", "Cat bids 1", "Ann bids 9", "trick AD 4D 7D", "Ben plays KD"]),
    ("razz", "Ann Ben Cat", ["d", "Ann bets 12", "ben too"], ["deal Ann", "Ann bets 12", "Ben bets 12"]),
    ("razz", "Ann Ben Cat", ["d", "Ann bets 12, ben too"], ["deal Ann", "Ann bets 12", "Ben bets 12"]),
    ("euchre", "Ann Ben Cat Dan", ["Ben calls", "we got 3 they got 2"], ["Ben calls"]),
    ("euchre", "Ann Ben Cat Dan", ["Ben calls", "we got 3 they got 2", "2"],
     ["Ben calls", "Ben+Dan tricks 3", "Ann+Cat tricks 2"]),
    # order
    ("razz", "Ann Ben Cat", ["d", "bets: ben 14, ann 14, cat 4"],
     ["deal Ann", "Ben bets 14", "Ann bets 14", "Cat bets 4"]),
    ("euchre", "Ann Ben Cat Dan", ["Ben calls", "3 tricks for ben and dan"], ["Ben calls", "Ben+Dan tricks 3"]),
    ("cribbage", "Tom Jane", ["d", "jane shows 6", "tom shows 10 and 4 crib"],
     ["deal Tom", "Jane shows 6", "Tom shows 10", "Tom crib 4"]),
    # what isn't entered is left out
    ("euchre", "Ann Ben Cat Dan", ["ben passes, cat passes, dan orders it up"], ["Dan calls"]),
    ("euchre", "Ann Ben Cat Dan", ["everybody passes"], []),
    # a row with names is taken whole or not at all
    ("spades", "Ann Ben Cat Dan", ["3 3 3 4", "cat made 9, ann 5, ben 2, dan 1"],
     ["Ann bids 3", "Ben bids 3", "Cat bids 3", "Dan bids 4"]),
    ("spades", "Ann Ben Cat Dan", ["3 3 3 4", "cat made 9, ann 1, ben 2, dan 1"],
     ["Ann bids 3", "Ben bids 3", "Cat bids 3", "Dan bids 4", "Cat tricks 9", "Ann tricks 1", "Ben tricks 2",
      "Dan tricks 1"]),
    ("spades", "Ann Ben Cat Dan", ["3 3 3 4", "ann took 4 and everybody else took three"],
     ["Ann bids 3", "Ben bids 3", "Cat bids 3", "Dan bids 4", "Ann tricks 4", "Ben tricks 3", "Cat tricks 3",
      "Dan tricks 3"]),
    ("pinochle", "Ann Ben Cat Dan", ["ann bids 300", "ann and cat meld 40, ben and dan 60"],
     ["Ann bids 300", "Ann+Cat melds 40", "Ben+Dan melds 60"]),
    # what is left is part of another report
    ("samba", "Ann Ben Cat Dan", ["d", "ann's team 400 minus 120", "the others 600, one mixed, caught with 85"],
     ["deal Ann", "Ann+Cat scores 400 held 120", "Ben+Dan scores 600 mixed 1 held 85"]),
    ("500-rummy", "Ann Ben Cat", ["d", "ann 105", "ben got 60 and had 25 left", "cat 45, 20 in hand"],
     ["deal Ann", "Ann scores 105", "Ben scores 60 held 25", "Cat scores 45 held 20"]),
    # words of a column, and numbers before and behind them
    ("yahtzee", "Ann Ben Cat", ["ann full house 25", "ben puts 12 in fours", "cat 4 fives, 20"],
     ["Ann full-house 25", "Ben fours 12", "Cat fives 20"]),
    ("yahtzee", "Ann Ben", ["ann scratches the large straight", "ben small straight, 30"],
     ["Ann large-straight 0", "Ben small-straight 30"]),
    ("cassino", "Rose Hank", ["d", "hank swept", "rose has 30 cards", "big casino rose"],
     ["deal Rose", "Hank sweeps", "Rose holds 30 cards", "Rose holds 10D"]),
    ("doppelkopf", "Uli Kai Eva Jan", ["uli und eva won 3", "jan won his solo, 4"], ["Uli+Eva wins 3", "Jan wins 4"]),
    ("gin-rummy", "Pat Lou", ["lou knocks with 4", "pat has 17", "lou wins 13"], ["Lou wins 13"]),
    ("wizard", "Ann Ben Cat", ["five cards now", "trump's hearts", "cat passes"], ["deal Ann", "Cat bids 0"]),
    ("scopa", "Gina Paul", ["d", "gina got 23 cards, 5 diamonds", "paul 17 cards, 5 diamonds"],
     ["deal Gina", "Gina holds 23 cards 5 diamonds", "Paul holds 17 cards 5 diamonds"]),
    ("scopa", "Gina Paul", ["d", "table: ace of coins, 5 of cups, 7 of clubs, king of swords", "paul takes 7C with 7D"],
     ["deal Gina", "upcard AD 5H 7C KS", "Paul captures 7C with 7D"]),
    ("skat", "Uwe Karl Inge", ["uwe won hearts with 2", "karl says 18"], ["Uwe wins hearts with 2"]),
    ("crazy-eights", "Ann Ben Cat", ["d", "upcard 9C", "ben plays 8S and calls diamonds", "cat 4D", "ann QS"],
     ["deal Ann", "upcard 9C", "Ben plays 8S=D", "Cat plays 4D"]),
    # what one player did is no row, and columns of a sheet come one by one
    ("canasta", "Ann Ben Cat Dan", ["ben and dan only 200 minus 60"], ["Ben+Dan counts 140"]),
    ("canasta", "Ann Ben Cat Dan", ["d", "ann's side 0, in hand 85"], ["deal Ann"]),
    ("canasta", "Ann Ben Cat Dan", ["d", "ben's team 720, two mixed and they went out"],
     ["deal Ann", "Ben+Dan counts 720", "Ben+Dan mixed 2", "Ben+Dan out"]),
    ("canasta", "Ann Ben Cat Dan", ["d", "ann and cat: 500, one natural, 2 red threes"],
     ["deal Ann", "Ann+Cat counts 500", "Ann+Cat naturals", "Ann+Cat threes 2"]),
    ("gin-rummy", "Pat Lou", ["pat knocked, won by 9", "dead hand"], ["Pat wins 9", "misdeal"]),
    ("hearts", "Ann Ben Cat Dan", ["d", "dan took all the hearts and the queen"], ["deal Ann", "Dan moon"]),
    ("hearts", "Ann Ben Cat Dan", ["d", "ben ate the black lady"], ["deal Ann", "Ben queen"]),
    ("euchre", "Ann Ben Cat Dan", ["d", "ben picks it up, going alone"], ["deal Ann", "Ben calls alone"]),
    ("euchre", "Ann Ben Cat Dan", ["d", "ben orders ann up"], ["deal Ann", "Ben calls"]),
    ("euchre", "Ann Ben Cat Dan", ["d", "ben orders it up alone"], ["deal Ann", "Ben calls alone"]),
    # a score of both sides, and a subtraction
    ("whist", "Ann Ben Cat Dan", ["d", "9-4"], ["deal Ann", "Ann+Cat tricks 9", "Ben+Dan tricks 4"]),
    ("canasta", "Ann Ben Cat Dan", ["d", "ann and cat 900 - 120"], ["deal Ann", "Ann+Cat counts 780"]),
    ("canasta", "Ann Ben Cat Dan", ["d", "ben and dan got caught with 85"], ["deal Ann"]),
    ("hand-and-foot", "Ann Ben Cat Dan", ["d", "two red threes for ann", "ben was left with 230"],
     ["deal Ann", "Ann+Cat redthrees 2"]),
    ("skat", "Ann Ben Cat", ["d", "ben took 90 points", "cat holds", "ben grand"], ["deal Ann", "Ben declares grand"]),
    ("schafkopf", "Ann Ben Cat Dan", ["d", "ann calls the ace of spades"], ["deal Ann", "Ann declares call"]),
    ("doppelkopf", "Ann Ben Cat Dan", ["d", "cat says no 90", "ann queen solo"], ["deal Ann", "Ann declares queens"]),
    ("spades", "Ann Ben Cat Dan", ["3 3 3 4", "ann took 5, so she's set"],
     ["Ann bids 3", "Ben bids 3", "Cat bids 3", "Dan bids 4", "Ann tricks 5"]),
    # thought better
    ("oh-hell", "Ann Ben Cat", ["d", "she bid 2... no, ben bid 4"], ["deal Ann", "Ben bids 4"]),
    ("oh-hell", "Ann Ben Cat", ["d", "ben goes 3... no, 4"], ["deal Ann", "Ben bids 4"]),
    ("oh-hell", "Ann Ben Cat", ["d", "ben goes 3, cat 1... no, 2"], ["deal Ann", "Ben bids 3", "Cat bids 2"]),
    ("tally", "Ann Ben Cat", ["ann had 4, the rest 10 each... no wait, cat had 11"], []),
    # a number in a trick is a card
    ("whist", "Ann Ben Cat Dan", ["trump H", "ben leads KH", "cat 5"], ["trump H", "Ben plays KH"]),
    ("whist", "Ann Ben Cat Dan", ["trump H", "ben leads KH", "cat puts the 5 of hearts on"],
     ["trump H", "Ben plays KH", "Cat plays 5H"]),
    ("tonk", "Ann Ben Cat", ["d", "ben draws", "ben drops the king of spades"],
     ["deal Ann", "Ben draws", "Ben discards KS"]),
    # said again
    ("euchre", "Ann Ben Cat Dan", ["Ann calls", "ann and cat took 3", "2 for ben and dan", "ben and dan 2"],
     ["Ann calls", "Ann+Cat tricks 3", "Ben+Dan tricks 2"]),
    ("spades", "Ann Ben Cat Dan", ["3 3 3 4", "ann 5, ben 4", "cat 4", "dan zero"],
     ["Ann bids 3", "Ben bids 3", "Cat bids 3", "Dan bids 4", "Ann tricks 5", "Ben tricks 4", "Cat tricks 4"]),
    ("oh-hell", "Ann Ben Cat", ["next hand", "ann deals"], ["deal Ann"]),
    # an everyday word isn't a newcomer's name
    ("cribbage", "Tom Jane", ["d", "go for tom"], ["deal Tom", "Tom pegs 1"]),
    ("cribbage", "Tom Jane", ["d", "31 for jane"], ["deal Tom", "Jane pegs 2"]),
    ("cribbage", "Tom Jane", ["d", "fred for tom"], ["deal Tom"]),
    ("cribbage", "Tom Jane", ["d", "Fred for Tom"], ["deal Tom", "Fred replaces Tom"]),
    # a verb with several meanings goes on from what the player has just done
    ("piquet", "Mike Sue", ["d", "sue discards five", "sue takes five"], ["deal Mike", "Sue discards 5"]),
    ("piquet", "Mike Sue", ["d", "sue discards five", "sue takes 5", "1"],
     ["deal Mike", "Sue discards 5", "Sue draws 5"]),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "players", "lines", "told"), MEANT)
def test_a_line_as_people_type_it(slug: str, players: str, lines: list[str], told: list[str], tmp_path: Path) -> None:
    assert at_table(tmp_path, slug, players, *lines) == told


DEALT_AND_MORE = [
    ("ann dealt, 7 of hearts is face up", ["deal Ann", "upcard 7H"]),
    ("ann deals and hearts are trumps", ["deal Ann", "trump H"]),
    ("new hand, cat deals", ["deal Cat"]),
    ("ann and ben 3", []),
]


@pytest.mark.parametrize(("line", "told"), DEALT_AND_MORE)
def test_a_deal_and_what_is_said_with_it(line: str, told: list[str], tmp_path: Path) -> None:
    assert at_table(tmp_path, "oh-hell", "Ann Ben Cat", line) == told


CORRECTED = [
    ("cribbage", "Tom Jane", ["Tom shows 7; Tom crib 3", "he had 8 not 7"], ["Tom shows 8", "Tom crib 3"]),
    ("oh-hell", "Ann Ben Cat", ["d", "Ben bids 3", "no, i meant cat"], ["deal Ann", "Ben bids 3"]),
    ("oh-hell", "Ann Ben Cat", ["d", "Cat bids 3", "i meant ben"], ["deal Ann", "Ben bids 3"]),
    (
        "oh-hell",
        "Ann Ben Cat",
        ["d", "2 2", "Ann bids 6", "make that 7"],
        ["deal Ann", "Ben bids 2", "Cat bids 2", "Ann bids 7"],
    ),
    (
        "hearts",
        "Ann Ben Cat Dan",
        ["hearts 5 5 3 0", "ben got the queen", "no the queen went to cat"],
        ["hearts 5 5 3 0", "Cat queen"],
    ),
    ("hearts", "Ann Ben Cat Dan", ["dan shot the moon", "oh wait it was cat"], ["Cat moon"]),
    (
        "oh-hell",
        "Ann Ben Cat",
        ["d", "Ben bids 3", "Cat bids 4", "sorry, cat 2"],
        ["deal Ann", "Ben bids 3", "Cat bids 2"],
    ),
    ("euchre", "Ann Ben Cat Dan", ["cat calls clubs", "cat goes alone", "1"], ["Cat calls C alone"]),
]


@pytest.mark.parametrize(("slug", "players", "lines", "told"), CORRECTED)
def test_a_correction_as_people_type_it(
    slug: str, players: str, lines: list[str], told: list[str], tmp_path: Path
) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        sitting = Sitting(kept.new(slug, players.split()), brief=True, ask=lambda text: "")
        for line in lines:
            sitting.hear(line)
        assert entered(sitting) == told


TRICK = ["d", "trump H", "1 1 9", "ben leads the ace of spades", "cat 3S", "ann 4S"]


@pytest.mark.parametrize("line", ["ben took it", "ben takes the trick", "trick to ben", "cat took that one"])
def test_a_trick_in_cards_is_not_counted_again(line: str, tmp_path: Path) -> None:
    told = at_table(tmp_path, "oh-hell", "Ann Ben Cat", *TRICK, line)
    assert told[-3:] == ["Ben plays AS", "Cat plays 3S", "Ann plays 4S"]


ASIDE = [
    "hi", "thanks", "that's it", "no trump this time", "nobody else", "just the totals now", "ann wins", "score please",
    "so what's the score", "wait, who deals?", "how do i enter a hand",
]  # fmt: skip


@pytest.mark.parametrize("slug", ["oh-hell", "hearts", "razz"])
@pytest.mark.parametrize("line", ASIDE)
def test_what_says_nothing_about_the_play_is_not_saved(slug: str, line: str, tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        sitting = sits(kept.new(slug, ["Ann", "Ben", "Cat"]))
        sitting.hear(line)
        assert not sitting.session.entries and not sitting.session.ended


@pytest.mark.parametrize(
    "line", ["that's it for tonight", "thats it for tonight", "we quit", "bye", "done for today", "game over, we quit"]
)
def test_the_game_stops_in_words(line: str, tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        session = kept.new("oh-hell", ["Ann", "Ben", "Cat"])
        sits(session).hear(line)
        assert session.ended


def test_numbers_of_a_sheet_are_not_passed_cards(tmp_path: Path) -> None:
    lines = ["hearts 3 4 5 1", "Ben 5", "12 0 14 0"]
    assert at_table(tmp_path, "hearts", "Ann Ben Cat Dan", *lines) == ["hearts 3 4 5 1"]


@pytest.mark.parametrize("text", ["Sue took one", "Sue 1", "Sue takes 1"])
def test_a_number_that_adds_is_asked_about_in_words_too(text: str, tmp_path: Path) -> None:
    lines = ["d", "trump H", "3 3 3 3", "Sue took 1", text]
    texts = at_table(tmp_path, "oh-hell", "Linda Dave Sue Bob", *lines)
    assert len(texts) == 7 and texts[-1].startswith("Sue takes")


@pytest.mark.parametrize(
    ("answer", "is_next"),
    [("fix last 2", True), ("who deals?", True), ("standings", True), ("we counted again", False)],
)
def test_a_reason_is_never_the_next_line(answer: str, is_next: bool, tmp_path: Path) -> None:
    with oh_hell(tmp_path / "table.db", "deal Ann") as session:
        assert sits(session)._is_a_report(answer) is is_next


NOT_UNDERSTOOD = ["Ben bidz 3", "bananas", "7 of", '"', "Ben took the biscuit", "not good", "2 2", "Zoe bids 1", "bids"]


@pytest.mark.parametrize("line", NOT_UNDERSTOOD)
def test_what_is_not_understood_is_not_saved(line: str, tmp_path: Path) -> None:
    with oh_hell(tmp_path / "table.db", "deal Ann") as session:
        before = [*session.entries]
        sitting = sits(session)
        if sitting.hear(line):
            assert session.entries == before and session.next_line == 2


def test_offers_are_numbered_from_one_or_by_the_number_they_stand_for(tmp_path: Path) -> None:
    with oh_hell(tmp_path / "table.db", "deal Ann") as session:
        sitting = sits(session)
        for line in ("Bem bids 2", "Eve bids 1", "2 2 7 7", "plays", "2 2 6"):
            sitting.hear(line)
            keys = [offer.key for offer in sitting.offers if offer.key != "~"]
            own = [offer.text.split()[-1] for offer in sitting.offers if offer.key != "~"]
            assert keys in ([str(i) for i in range(1, len(keys) + 1)], own)


FIXES = [
    ("fix sue 2; bob 4", {"Sue takes 2", "Bob takes 4"}),
    ("fix hand 1 sue 2; hand 1 bob 4", {"Sue takes 2", "Bob takes 4"}),
    ("fix sue took 2; last 5", {"Sue takes 2", "Dave takes 5"}),
    ("fix hand 1 sue bids 1", {"Sue bids 1"}),
    ("fix sue says one", {"Sue bids 1"}),
]


@pytest.mark.parametrize(("line", "now"), FIXES)
def test_a_line_is_corrected_by_its_player_and_hand(line: str, now: set[str], tmp_path: Path) -> None:
    lines = "d", "2 2 8", "3 3 4", f"{line} --why misheard"
    texts = at_table(tmp_path, "oh-hell", "Dave Sue Bob", *lines)
    before = ["deal Dave", "Sue bids 2", "Bob bids 2", "Dave bids 8", "Sue takes 3", "Bob takes 3", "Dave takes 4"]
    assert set(texts) - set(before) == now and len(texts) == len(before)


def test_two_numbers_of_one_row_are_corrected_together(tmp_path: Path) -> None:
    lines = at_table(tmp_path, "hearts", "Ann Bob Cat Dan", "12 0 14 0", "fix bob 1; ann 11 --why misheard")
    assert lines == ["hearts 11 1 1 0", "Cat queen"]


def test_the_last_line_is_struck(tmp_path: Path) -> None:
    assert at_table(tmp_path, "oh-hell", "Dave Sue Bob", "d", "2 2", "void last --why x") == ["deal Dave", "Sue bids 2"]


HOUSE = [
    (["house no-hook"], ["house without=dealer-must-overbid"]),
    (["house dealer may bid anything", "1"], ["house without=dealer-must-overbid"]),
    (["house spades are always trumps", "1"], ["house trump=spades"]),
    (["house trump=spades"], ["house trump=spades"]),
    (["house"], []),
    (["house zebra"], []),
]


@pytest.mark.parametrize(("lines", "told"), HOUSE)
def test_a_house_rule_is_changed_by_name_or_in_words(lines: list[str], told: list[str], tmp_path: Path) -> None:
    assert at_table(tmp_path, "oh-hell", "Ann Ben Cat", *lines) == told


@pytest.mark.parametrize(("line", "won"), [("end", []), ("end --count", ["Ben", "Cat"]), ("end count", ["Ben", "Cat"])])
def test_a_game_that_stops_early_counts_only_if_the_table_says_so(line: str, won: list[str], tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        session = kept.new("oh-hell", ["Ann", "Ben", "Cat"])
        sitting = sits(session)
        for typed in ("d", "3 3 8", "3 3 4", line):
            sitting.hear(typed)
    with open_journal(tmp_path / "table.db") as kept:
        over, _, standings, _ = kept.session(1).results
        assert over is bool(won) and [row.seat for row in standings if row.winner] == won
        kept.session(1).resume()
        assert not kept.session(1).counted


@pytest.mark.parametrize("line", ["end", "end --count"])
def test_without_a_finished_hand_there_is_nothing_to_count(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        session = kept.new("oh-hell", ["Ann", "Ben", "Cat"])
        sitting = sits(session)
        for typed in ("d", "3 3", line, "y"):
            sitting.hear(typed)
    with open_journal(tmp_path / "table.db") as kept:
        over, *_ = kept.session(1).results
        assert not over and not kept.session(1).counted
    assert "would win" not in capsys.readouterr().out


def test_the_last_row_is_corrected_whole(tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        session = kept.new("spades", ["Ann", "Ben", "Cat", "Dan"])
        sitting = sits(session)
        sitting.hear("3 4 2 3")
        wanted = [(each.line, each.text) for each in corrections("last 4 4 3 2", session)]
        assert wanted == [(1, "Ann bids 4"), (3, "Cat bids 3"), (4, "Dan bids 2")]
        with pytest.raises(CommandError):
            [*corrections("last 3 4 2 3", session)]


CORRECTED = [
    ("Linda changes to 3", ["Linda bids 3"]),
    ("Linda bid 3, not 2", ["Linda bids 3"]),
    ("correct Linda to 3", ["Linda bids 3"]),
    ("3 tricks", []),
]


@pytest.mark.parametrize(("line", "then"), CORRECTED)
def test_a_line_that_corrects_is_a_correction(line: str, then: list[str], tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        sitting = sits(kept.new("spades", ["Dave", "Bob", "Linda", "Sue"]))
        sitting.ask = lambda text: ""
        sitting.hear("3 4 2 nil")
        sitting.hear(line)
        assert [text for text in entered(sitting) if text.startswith("Linda")] == (then or ["Linda bids 2"])


def test_numbers_of_several_players_are_corrected_together(tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        sitting = sits(kept.new("spades", ["Dave", "Bob", "Linda", "Sue"]))
        sitting.ask = lambda text: ""
        for line in ("3 4 2 nil", "Dave 4, Bob 3 Linda 3 and the rest Sue", "sorry, Sue had 4 and Dave 3"):
            sitting.hear(line)
        assert entered(sitting)[4:] == ["Dave tricks 3", "Bob tricks 3", "Linda tricks 3", "Sue tricks 4"]


@pytest.mark.parametrize(("line", "says"), [("Sue's nil was broken", "Yes"), ("Linda made her bid", "Yes")])
def test_a_sentence_that_is_no_report_is_checked(
    line: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        sitting = sits(kept.new("spades", ["Dave", "Bob", "Linda", "Sue"]))
        for text in ("3 4 2 nil", "tricks 4 4 2 3"):
            sitting.hear(text)
        capsys.readouterr()
        sitting.hear(line)
        assert capsys.readouterr().out.startswith(says) and len(entered(sitting)) == 5


def test_what_the_others_have_ends_with_the_hand(tmp_path: Path) -> None:
    lines = at_table(tmp_path, "wizard", "Ann Ben Cat", "0 1 0", "Ann got one, nobody else any", "no, that was Ben")
    assert lines == ["Ann bids 0", "Ben bids 1", "Cat bids 0", "Ben tricks 1"]


MISSED = [
    ("oh-hell", "Ann Ben Cat", ["d", "upcard 7H", "4 4 4", "ann went down by one"], "Ann takes 3"),
    ("oh-hell", "Ann Ben Cat", ["d", "upcard 7H", "4 4 4", "ann was down one"], "Ann takes 3"),
    ("oh-hell", "Ann Ben Cat", ["d", "upcard 7H", "4 4 4", "ann got set by two"], "Ann takes 2"),
    ("oh-hell", "Ann Ben Cat", ["d", "upcard 7H", "4 4 4", "ben took one too many"], "Ben takes 5"),
    ("wizard", "Ann Ben Cat", ["d", "0 1 0", "ben was one short"], "Ben tricks 0"),
    ("spades", "Ann Ben Cat Dan", ["3 3 3 4", "ann went down one"], "Dan bids 4"),
    ("euchre", "Ann Ben Cat Dan", ["d", "ben calls hearts", "ben went down by one"], "Ben calls H"),
]


@pytest.mark.parametrize(("slug", "players", "lines", "last"), MISSED)
def test_a_missed_bid_is_never_so_many_tricks(
    slug: str, players: str, lines: list[str], last: str, tmp_path: Path
) -> None:
    assert at_table(tmp_path, slug, players, *lines)[-1] == last


CORRECTED = [
    ("wizard", "Ann Ben Cat", ["d", "bids 0 1 1", "oops ann said 1"], "bids 1 1 1"),
    ("wizard", "Ann Ben Cat", ["d", "bids 0 1 1", "oops ann said 0"], "bids 0 1 1"),
    ("wizard", "Ann Ben Cat", ["d", "bids 0 1 1", "i meant ann bids 1"], "bids 1 1 1"),
    ("cribbage", "Tom Jane", ["deal Tom", "Jane shows 8", "no wait jane only had 6"], "Jane shows 6"),
    ("rummy", "Ann Ben Cat", ["d", "ann out", "ben had 12"], "Ben holds 12"),
    ("wizard", "Ann Ben Cat", ["d", "0 1 1", "ben tricks 1", "Cat tricks 0"], "Ben tricks 1"),
]


@pytest.mark.parametrize(("slug", "players", "lines", "last"), CORRECTED)
def test_a_number_said_again_corrects_its_own_line(
    slug: str, players: str, lines: list[str], last: str, tmp_path: Path
) -> None:
    assert at_table(tmp_path, slug, players, *lines)[-1] == last


SAID_AGAIN = [
    (["tricks 9 4", "no hang on, it was 8"], ["tricks 9 4"]),
    (["Sue and Una made eight", "no hang on, nine"], ["Sue+Una tricks 9"]),
]
GIN = (["Ann undercut Ben by 3", "make that 4"], ["Ann wins 4 undercut"])


@pytest.mark.parametrize(
    ("slug", "players", "lines", "told"),
    [*(("whist", "Sue Tom Una Vic", *each) for each in SAID_AGAIN), ("gin-rummy", "Ann Ben", *GIN)],
)
def test_a_number_alone_corrects_the_last_line(
    slug: str, players: str, lines: list[str], told: list[str], tmp_path: Path
) -> None:
    assert at_table(tmp_path, slug, players, *lines) == told


def test_let_us_stop_closes_the_session(tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as kept:
        session = kept.new("whist", ["Sue", "Tom", "Una", "Vic"])
        sitting = sits(session)
        sitting.hear("tricks 9 4")
        sitting.hear("that's enough, let's stop")
        assert session.ended


@pytest.mark.parametrize(
    ("which", "lines"),
    [
        ("hand 1", ("1  hearts 5 5 3 0", "2  Ann queen")),
        ("the first hand.", ("1  hearts 5 5 3 0", "2  Ann queen")),
        ("last hand", ("1  hearts 5 5 3 0", "2  Ann queen")),
        ("this hand", ("3  deal Bob", "4  Cat queen")),
        ("round 2", ("3  deal Bob", "4  Cat queen")),
    ],
)
def test_a_hand_to_fix_is_shown_with_its_lines(
    which: str, lines: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_journal(tmp_path / "table.db", create=True) as journal_:
        sitting = sits(journal_.new("hearts", ["Ann", "Bob", "Cat", "Dan"]))
        for line in ("hearts 5 5 3 0", "Ann queen", "d", "Cat queen"):
            sitting.hear(line)
        before = entered(sitting)
        capsys.readouterr()
        assert sitting.hear(f"fix {which}") == FINE
        shown = capsys.readouterr().out
        assert [line for line in lines if f"line {line}\n" in shown] == [*lines]
        assert shown.count("  line ") == len(lines) and entered(sitting) == before


@pytest.mark.parametrize("which", ["hand 7", "the sixth hand"])
def test_a_hand_that_was_not_played_cant_be_fixed(which: str, tmp_path: Path) -> None:
    with oh_hell(tmp_path / "table.db", "deal Ann") as session:
        assert sits(session).hear(f"fix {which}") != FINE


@pytest.mark.parametrize("starter", ["the cut is 9H", "starter JD"])
def test_a_card_that_is_not_entered_is_left_out_aloud(
    starter: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert at_table(tmp_path, "cribbage", "Kay Lex", f"Kay deals, {starter}") == ["deal Kay"]
    assert starter in capsys.readouterr().err


@pytest.mark.parametrize("line", ["undo 2", "undo the last two", "undo the last 2 lines please"])
def test_several_lines_are_undone_in_words(line: str, tmp_path: Path) -> None:
    assert at_table(tmp_path, "tally", "Ann Ben Cat", "Ann 3", "Ben 4", "Cat 5", line) == ["Ann scores 3"]


def test_a_line_about_everybody_before_the_deal_asks_whether_to_deal(tmp_path: Path) -> None:
    line = "Cat bids nil, and everyone made it except Ben, she got none"
    assert at_table(tmp_path, "oh-hell", "Ann Ben Cat", line) == []


@pytest.mark.parametrize("line", ["Ann has 9 in threes, Ben 12 for fours", "Ann takes 9 in threes and Ben 12 in fours"])
def test_each_player_has_a_box_of_their_own(line: str, tmp_path: Path) -> None:
    assert at_table(tmp_path, "yahtzee", "Ann Ben", line) == ["Ann threes 9", "Ben fours 12"]
