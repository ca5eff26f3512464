"""Sheets with refereed tricks: random hands compared with a plain model, cards and numbers mixed, and invalid files."""

from __future__ import annotations

import pytest

from referee import Referee, find_game
from referee.declared.game import game_in
from referee.declared.sheet import BadSheet
from referee.declared.shelf import SHEETS
from referee.records.record import Judge
from referee.testing.breaches import BREACHES, broken_record, broken_records
from referee.testing.often import times
from referee.testing.sheets import Evening, Mismatch
from tests.tables import WholeHand, seated

PLAYED = [path.stem for path in sorted(SHEETS.glob("*.toml")) if "[play]" in path.read_text(encoding="utf-8")]

NO_QUEENS = """\
name = "No queens"
summary = "The hand of Barbu in which every queen you take costs six."
family = "trick-taking"
players = 4
wins = "low"
rounds = 4
told = "`queens` with everybody's queens in the order of the seats."

[play]
ranks = "A K Q J 10 9 8 7 6 5 4 3 2"

[column.queens]
kind = "count"
each = 6
total = 4
cards = "QS QH QD QC"
"""
"""Written by following docs/any-game.md alone."""

DOUBLED = (
    NO_QUEENS
    + """
[column.doubles]
kind = "double"
"""
)

SKAT_DECK = """\
name = "Blind trump"
players = "3-4"
rounds = 8

[play]
ranks = "A K Q J 10 9 8 7"
without = { 3 = "7C 7D", 4 = "" }
trump = "clubs"
bowers = true
clean = ["AC"]

[column.tricks]
kind = "count"
cards = "tricks"
total = { 3 = 10, 4 = 8 }
"""


@pytest.mark.parametrize("seed", range(times(6)))
@pytest.mark.parametrize("slug", PLAYED)
def test_the_referee_finds_what_a_plain_player_knows(slug: str, seed: int) -> None:
    assert Evening(find_game(slug), seed).counts["hands"]


TEN_OF_HEARTS = """\
name = "Ten of hearts"
players = 4

[play]
ranks = "A 10 K Q J 9"
trump = "declarer"
tops = "10H QC QS QH QD"
points = { A = 11, 10 = 10, K = 4, Q = 3, J = 2 }
needs = 61

[play.names]
queens = { tops = "QC QS QH QD" }
none = { tops = "" }
few = { tops = "", ranks = "A K Q J 10 9", tricks = 1 }

[column.game]
kind = "share"
least = 1
"""


@pytest.mark.parametrize("seed", range(times(6)))
@pytest.mark.parametrize("text", [NO_QUEENS, SKAT_DECK, TEN_OF_HEARTS])
def test_a_sheet_of_ones_own_is_refereed_too(text: str, seed: int) -> None:
    assert Evening(game_in(text, "of-ones-own"), seed).counts["hands"]


@pytest.mark.parametrize("name", BREACHES)
@pytest.mark.parametrize("slug", PLAYED)
def test_each_check_of_a_shipped_sheet_is_broken_in_a_record(slug: str, name: str) -> None:
    game = find_game(slug)
    if BREACHES[name].applies(game):
        judge = Judge().judge(broken_record(game, name))
        assert judge.header and judge.header.game == slug
        assert not judge.failures and not judge.warnings, judge.failures


@pytest.mark.parametrize("text", [NO_QUEENS, SKAT_DECK, TEN_OF_HEARTS, *(find_game(slug).sheet for slug in PLAYED)])
def test_every_rule_of_play_is_broken_in_some_record(text: str) -> None:
    game = game_in(text, "of-ones-own")
    records = broken_records(game)
    broken = {line[3 : line.index("]")] for record in records.values() for line in record if line.startswith("! ")}
    assert game.at_play
    assert {name for name, rule in game.at_play.rules.items() if rule.checks or rule.place} <= broken
    assert len(records) >= 8


def test_a_breach_that_the_referee_lets_pass_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """With follow-suit dropped, nobody is refused or found."""
    game = game_in(NO_QUEENS, "lenient")
    monkeypatch.setattr(game.rules["follow-suit"], "checks", ())
    with pytest.raises(Mismatch):
        broken_record(game, "a revoke")


# Cards and numbers


@pytest.mark.parametrize("slug", PLAYED)
@pytest.mark.parametrize("seed", range(times(3)))
def test_no_number_of_a_hand_that_was_entered_by_cards_begins_another_hand(slug: str, seed: int) -> None:
    hand = WholeHand(slug, seed)
    referee = seated(slug, hand.seats, *hand.lines)
    scores = dict(referee.scores)
    for text in hand.numbers_again * 2:
        ruling = referee.hear(text)
        assert ruling.accepted and ruling.message, text
    for text in hand.others:
        ruling = referee.hear(text)
        assert (ruling.verdict, bool(ruling.rules)) == ("unclear", True), (text, ruling)
    assert (len(referee.hands), referee.scores) == (1, scores)


def table(slug: str, *reports: str, players: str = "Ann Ben Cat Dan") -> Referee:
    referee = Referee(find_game(slug), players.split())
    for report in reports:
        ruling = referee.hear(report)
        assert ruling.accepted, ruling
    return referee


def test_numbers_of_a_hand_that_was_entered_by_cards_are_never_the_next_hand() -> None:
    referee = table("euchre", "Cat calls spades", "trick 10S QS KS JC", "trick KD AD JD QD", "trick 10H 9C KH JH")
    assert not referee.last
    for report in ("trick AS 10C JS 9S", "trick AH 9D 10D AC", "tricks 1 4"):
        assert referee.hear(report).accepted
    assert len(referee.hands) == 1
    ruling = referee.hear("tricks 3 2")
    assert (ruling.verdict, ruling.rules) == ("unclear", ("tricks",))
    assert len(referee.hands) == 1


def test_a_hand_in_numbers_follows_another_one_as_ever() -> None:
    referee = table("whist", "tricks 8 5", "tricks 8 5")
    assert referee.scores == {"Ann+Cat": 4, "Ben+Dan": 0}


def test_what_the_tricks_have_filled_in_may_be_entered_again_and_play_goes_on() -> None:
    referee = table("hearts", "Ben plays 2C", "Cat plays 5C", "Dan plays 9C", "Ann plays AC", "trick AS QS 3S 2S")
    for report, accepted, says in (("Ben queen", False, True), ("Ann queen", True, True), ("note a", True, False)):
        ruling = referee.hear(report)
        assert (ruling.accepted, bool(ruling.message)) == (accepted, says), ruling
    assert referee.hear("Ann plays KS").accepted


def test_cards_may_be_entered_late_though_nobody_reported_the_deal() -> None:
    cards = ("trick 9C JC AC 10C", "Dan plays 5C", "Ann plays 8C", "Ben plays 7C", "Cat plays 2D")
    referee = table("spades", "bids 2 4 4 3", *cards)
    ruling = referee.hear("Cat dealt JC QC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD")
    assert [(finding.name, finding.suspects) for finding in ruling.findings] == [("revoke", ("Cat",))]
    assert referee.hear("Ben dealt 5C 9C 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH").rules == ("pack",)
    referee.undo()
    assert not referee.findings
    assert referee.hear("Ann plays KS").accepted


def test_a_partner_sits_out_if_a_player_plays_alone() -> None:
    referee = table("euchre", "Cat calls hearts alone", "trick 9C 10C JC")
    assert referee.hear("Ann plays 9H").rules == ("lead-order",)
    assert referee.hear("Dan plays 9H").accepted


def test_what_a_declarer_has_in_the_tricks_decides_what_can_be_won() -> None:
    referee = table(
        "skat", "Ben declares null", "trick 7C AC 8C", "Cat plays 7D", "Ann plays AD", players="Ann Ben Cat"
    )
    assert referee.hear("Ben plays 10D").accepted
    assert referee.fact("tricks") == {"Ann": 1, "Ben": 0, "Cat": 1}
    assert referee.hear("Cat wins 23").rules == ("card-points",)
    assert referee.hear("Ben wins 23").accepted
    referee.undo()
    assert table("skat", "Ben loses 23", players="Ann Ben Cat").scores == {"Ann": 0, "Ben": -46, "Cat": 0}


def test_a_dealer_who_sits_out_has_no_cards() -> None:
    referee = table("skat", "deal Cat", "Dan declares grand", "Dan plays JC")
    assert referee.next() == ["Ann"]
    assert referee.hear("Cat dealt 7C 8C 9C 10C QC KC AC 7S 8S 9S").rules == ("pack",)
    assert [len(referee.hand.holdings[seat]) for seat in ("Ann", "Ben", "Cat", "Dan")] == [10, 10, 0, 9]


def test_two_equal_cards_are_told_apart_only_by_who_has_them() -> None:
    hand = "AC AC 10C KC 9C 10H 10H QC QC JC JC 9D"
    referee = table("doppelkopf", "deal Ann", f"Ann dealt {hand}", "Ben plays KC", "Cat plays 9C", "Dan plays KS")
    assert referee.hear("Ann plays KS").rules == ("pack", "follow-suit")
    assert referee.hear("Ann plays AC").accepted and referee.next() == ["Ann"]
    assert referee.hear("Ann plays 10H").accepted
    for text, rule in (("Ben plays 10H", "pack"), ("Ben plays AC", "pack"), ("Ben plays KS", "")):
        ruling = referee.hear(text)
        assert (ruling.accepted, rule in ruling.rules) == (not rule, bool(rule)), ruling
    assert referee.hear("Cat plays KS").rules == ("pack",)


def test_the_first_of_two_equal_cards_takes_the_trick_and_a_third_is_refused() -> None:
    referee = table("doppelkopf", "trick 10H 10H QC QC")
    assert referee.fact("tricks") == {"Ann": 0, "Ben": 1, "Cat": 0, "Dan": 0}
    assert referee.hear("Ben plays 10H").rules == ("pack",)


def test_a_card_of_which_one_was_played_shows_a_revoke_with_the_other() -> None:
    referee = table("doppelkopf", "trick AC KC 9C 10S", "trick AS 9S AS 10S")
    ruling = referee.hear("Ben plays KC")
    assert ruling.accepted and not ruling.findings
    assert referee.hear("Cat plays 9C").accepted and referee.hear("Dan plays 9H").accepted
    assert [(finding.name, finding.suspects) for finding in referee.hear("Ann plays 10C").findings] == [
        ("revoke", ("Ann",))
    ]


# Files


RANKS = 'ranks = "A K Q J 10 9 8 7 6 5 4 3 2"'

WRONG = [
    (RANKS, 'ranks = "A K K"'),
    (RANKS, 'leads = "2X"'),
    (RANKS, "cards = 14"),
    (RANKS, 'without = "2C"'),
    (RANKS, 'trump = "maker"'),
    (RANKS, 'trump = "upcard"'),
    (RANKS, "bowers = true"),
    (RANKS, 'breaks = ["red"]'),
    (RANKS, "passes = -1"),
    ('cards = "QS QH QD QC"', 'cards = "queens"'),
    ("total = 4", "total = 5"),
    ("[column.queens]", "[column.pack]"),
    ("[column.queens]", "[column.plays]"),
]


WRONGLY_DECLARED = [
    ('trump = "declarer"', 'trump = "upcard"\nupcard = true'),
    ('trump = "declarer"', 'trump = "clubs"\ncopies = 3'),
    ('trump = "declarer"', 'trump = "clubs"\ncopies = 2\nleads = "9C"'),
    ('trump = "declarer"', 'trump = ""'),
    ('tops = "10H QC QS QH QD"', 'tops = "2H"'),
    ('tops = "10H QC QS QH QD"', 'tops = "10H"\nbowers = true'),
    ("points = { A = 11, 10 = 10, K = 4, Q = 3, J = 2 }", "points = { 2 = 5 }"),
    ("points = { A = 11, 10 = 10, K = 4, Q = 3, J = 2 }", "points = {}"),
    ('queens = { tops = "QC QS QH QD" }', 'hearts = { tops = "" }'),
    ('queens = { tops = "QC QS QH QD" }', 'queens = { tops = "queens" }'),
    ('queens = { tops = "QC QS QH QD" }', 'queens = { trump = "red" }'),
    ('queens = { tops = "QC QS QH QD" }', 'queens = { ranks = "A K" }'),
    ('queens = { tops = "QC QS QH QD" }', "queens = 4"),
    ('kind = "share"', 'kind = "points"'),
    ("needs = 61", "needs = 61\nworth = { null = 23 }"),
    ("needs = 61", 'needs = 61\nworth = { queens = "solo" }'),
]


@pytest.mark.parametrize(("right", "wrong"), WRONGLY_DECLARED)
def test_what_is_wrong_with_games_to_declare_is_said(right: str, wrong: str) -> None:
    assert game_in(TEN_OF_HEARTS, "right")
    with pytest.raises(BadSheet) as error:
        game_in(TEN_OF_HEARTS.replace(right, wrong), "wrong")
    assert all(mistake.line for mistake in error.value.mistakes)


@pytest.mark.parametrize(("right", "wrong"), WRONG)
def test_what_is_wrong_with_the_play_of_a_sheet_is_said_with_its_line(right: str, wrong: str) -> None:
    text = NO_QUEENS.replace(right, wrong)
    lines = text.split("\n")
    at = lines.index(wrong) + 1
    header = max(number for number, line in enumerate(lines[:at], 1) if line.startswith("["))
    assert game_in(NO_QUEENS, "right")
    with pytest.raises(BadSheet) as error:
        game_in(text, "wrong")
    assert {mistake.line for mistake in error.value.mistakes} <= {*range(header, at + 1)}


def test_doubling_ends_with_the_first_card() -> None:
    referee = seated("no-queens", "Ann Ben Cat Dan", "Ben doubles Ann", game=game_in(DOUBLED, "no-queens"))
    assert referee.hear("Ann redoubles Ben").accepted
    assert referee.hear("Ben plays 2C").accepted
    assert [breach.rule for breach in referee.hear("Cat doubles Ann").broken] == ["doubles"]
