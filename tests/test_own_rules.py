"""House rules in words, with a price that a penalty charges, and where they can be written."""

from __future__ import annotations

from typing import Any

import pytest

from referee import Referee, Verdict
from referee.game.game import Game
from referee.games import find_game, ours
from referee.records.record import BadRecord, Judge, record_object
from referee.rules.custom import Heading, OwnRule, own_rule, own_rules
from referee.testing.walker import Walker
from tests.evening import FIRST_HAND
from tests.tables import seated

WORDS = "An exposed card stays on the table."
EXPOSED = {"rule.exposed-card": f"5 {WORDS}"}
FREE = {"rule.no-phones": "No phones at the table."}
OH_HELL = {"first-hand": "2"}
HEAD = ["game: oh-hell", "players: Ann, Ben, Cat", "house: first-hand=2"]


def booked(referee: Referee) -> list[tuple[str, int, str, str, str]]:
    lines = [line for line in referee.lines if line.category == "penalty"]
    return [(line.who, line.points, line.rule, line.because, str(line.hand)) for line in lines]


def test_a_penalty_takes_what_the_rule_costs_and_says_why() -> None:
    ida = seated("oh-hell", "Ann Ben Cat", *FIRST_HAND, "penalty ben exposed-card", house=OH_HELL | EXPOSED)
    assert booked(ida) == [("Ben", -5, "exposed-card", WORDS, "0")]
    assert ida.scores == {"Ann": 10, "Ben": 5, "Cat": -10}
    assert ida.entries[-1].ruling.text == "penalty Ben exposed-card"
    ida.undo()
    assert not booked(ida) and ida.scores["Ben"] == 10


def test_where_the_fewest_win_it_adds() -> None:
    ida = seated("tetka", "Ann Ben Cat Dan", "penalty Cat exposed-card", house=EXPOSED)
    assert ida.scores == {"Ann": 0, "Ben": 0, "Cat": 5, "Dan": 0}


def test_for_chips_it_goes_to_the_table() -> None:
    ida = seated("farmer", "Ann Ben Cat", "penalty Cat exposed-card", house=EXPOSED)
    assert ida.accounts["Cat"] == -5 and ida.accounts["table"] == 5 and not sum(ida.accounts.values())


def test_partners_pay_together_and_what_a_game_says_by_the_same_word_stays() -> None:
    ida = seated("samba", "Ann Ben Cat Dan", "penalty Ann exposed-card", "deal", "Ann penalty upcard", house=EXPOSED)
    assert [(line.who, line.points, line.rule) for line in ida.lines] == [
        ("Ann+Cat", -5, "exposed-card"),
        ("Ann+Cat", -50, "pile-penalty"),
    ]


def test_a_rule_without_a_price_is_only_noted() -> None:
    ida = seated("oh-hell", "Ann Ben Cat", "penalty Cat no-phones", house=FREE)
    assert not ida.lines and ida.entries[-1].ruling.accepted


@pytest.mark.parametrize(
    ("report", "column", "instead"),
    [
        ("penalty Ben exposed", 13, ("exposed-card",)),
        ("penalty Ben follow-suit", 13, ()),
        ("penalty Ben", 12, ("exposed-card",)),
        ("penalty Zoe exposed-card", 9, ()),
    ],
)
def test_only_what_the_house_has_written_down(report: str, column: int, instead: tuple[str, ...]) -> None:
    ruling = seated("oh-hell", "Ann Ben Cat", house=EXPOSED).hear(report)
    assert ruling.verdict is Verdict.UNCLEAR
    assert ruling.column == column
    assert instead == tuple(ruling.instead) or not instead


def test_a_table_without_rules_of_its_own_has_no_penalties() -> None:
    assert seated("oh-hell", "Ann Ben Cat").hear("penalty Ben exposed-card").verdict is Verdict.UNCLEAR


def test_a_misdeal_and_the_end_leave_it() -> None:
    reports = ("deal Ann 2", "Ben bids 1", "penalty Ben exposed-card", "misdeal", "end", "penalty Cat exposed-card")
    ida = seated("oh-hell", "Ann Ben Cat", *reports, house=OH_HELL | EXPOSED)
    assert ida.scores == {"Ann": 0, "Ben": -5, "Cat": -5}
    ida.undo(2)
    assert ida.scores["Ben"] == -5 and not ida.over


def test_the_table_writes_one_down_in_mid_game() -> None:
    ida = seated("oh-hell", "Ann Ben Cat", "deal Ann 2", "house rule Late = 3 Who comes late; pays.", house=OH_HELL)
    assert ida.entries[-1].ruling.text == 'house rule late = 3 "Who comes late; pays."'
    assert ida.hear("penalty Ben late").verdict is Verdict.UNCLEAR  # from the next deal on
    for report in ("misdeal", "deal", "penalty Ben late", "house rule late = 7 Later.", "penalty Cat late"):
        assert ida.hear(report).accepted, report
    assert [line[:2] for line in booked(ida)] == [("Ben", -3), ("Cat", -3)]
    for report in ("misdeal", "penalty Cat late", "house rule late = none", "misdeal", "deal"):
        ida.hear(report)
    assert [line[:2] for line in booked(ida)] == [("Ben", -3), ("Cat", -3), ("Cat", -7)]  # the cost at that time
    assert not own_rules(ida.in_force)


@pytest.mark.parametrize(
    ("report", "column", "width"),
    [
        ("house rule late", 12, 4),
        ("house rule late =", 12, 4),
        ("house rule late = 5", 12, 4),
        ("house rule follow-suit = 5 Follow suit.", 12, 11),
        ("house rule Löss = 5 Words.", 12, 4),
        ("house rule late = 2000000 Words.", 12, 4),
        (f"house rule late = {'so ' * 101}", 12, 4),
        ("house rule = 5", 7, 4),
        ("house trick=5, trick=6", 16, 7),
    ],
)
def test_what_is_no_rule_in_words(report: str, column: int, width: int) -> None:
    ruling = seated("oh-hell", "Ann Ben Cat").hear(report)
    assert ruling.verdict is Verdict.UNCLEAR
    assert (ruling.column, ruling.width) == (column, width)


def test_a_rule_is_read_as_it_is_written() -> None:
    for text, costs in (
        ("An exposed card stays.", 5),
        ("No phones.", 0),
        ("7 is the most.", 0),
        ("7 is the most.", 12),
    ):
        rule = own_rule("habit", text, costs)
        assert (rule.text, rule.costs) == (text, costs)
        assert Heading.read(f"habit = {rule}") == Heading("habit", rule)
    assert OwnRule("5 Words.").priced == "Words. (costs 5)"
    assert OwnRule("5 Being late costs 5.").priced == "Being late costs 5.", "the price is said once"


def test_a_record_has_them_in_its_header() -> None:
    lines = [
        *HEAD,
        f"rule: exposed-card = 5 {WORDS}  # since May",
        "rule: no-phones = No phones.",
    ]
    judge = Judge().judge([*lines, "penalty Ben exposed-card", "! penalty Ben late", "= Ben -5"])
    assert not judge.failures
    assert judge.header
    assert judge.header.house == OH_HELL | EXPOSED | {"rule.no-phones": "No phones."}
    text = judge.header.text()
    assert text.splitlines() == [*HEAD, f"rule: exposed-card = 5 {WORDS}",
                                 "rule: no-phones = No phones."]  # fmt: skip
    again = Judge().judge(text.splitlines())
    assert again.header and again.header.house == judge.header.house
    assert record_object(judge, "it")["house"]["rule.exposed-card"] == f"5 {WORDS}"


@pytest.mark.parametrize(
    "line",
    ["rule: exposed-card", "rule: follow-suit = 5 Follow suit.", "rule: first = 5", "rule: late = 5 Again."],
)
def test_a_header_that_will_not_do_is_named_by_its_line(line: str) -> None:
    with pytest.raises(BadRecord) as caught:
        Judge().judge([*HEAD, "rule: late = 3 Who comes late pays.", line, "deal Ann"])
    assert caught.value.line == 5


# From the first hand on


def test_the_table_scores_all_anew_and_takes_it_back() -> None:
    ida = seated("oh-hell", "Ann Ben Cat", *FIRST_HAND, "penalty Ben exposed-card", house=OH_HELL | EXPOSED)
    ruling = ida.hear("house trick=5, nought=1 --from-start")
    assert ruling.accepted and ruling.text == "house trick=5, nought=1 --from-start"
    assert ida.scores == {"Ann": 5, "Ben": 0, "Cat": -10}
    assert (ida.house["trick"], ida.in_force["trick"], ida.amendments()) == (5, 5, [])
    assert ida.hear("deal Ben").accepted
    ida.undo(2)
    assert ida.scores == {"Ann": 10, "Ben": 5, "Cat": -10}
    assert (ida.house["trick"], ida.in_force["trick"]) == (10, 10)
    ida.undo(2)
    assert ida.hear("trick AD 2H 4D").accepted and ida.scores["Ann"] == 10


def test_it_holds_whatever_was_agreed_on_the_way_and_what_is_agreed_later_holds_from_then_on() -> None:
    ida = seated("oh-hell", "Ann Ben Cat", "house trick=3", *FIRST_HAND, "house trick=2", house=OH_HELL)
    assert ida.scores["Ann"] == 3
    assert ida.hear("house trick=7 from-start").accepted
    assert ida.scores["Ann"] == 7 and ida.in_force["trick"] == 7 and not ida.amendments()
    assert ida.hear("house trick=10 --from-start").accepted  # the standard value, but not the one played
    assert ida.scores["Ann"] == 10 and ida.in_force["trick"] == 10
    assert ida.hear("house trick=4").accepted
    assert ida.in_force["trick"] == 4 and ida.scores["Ann"] == 10
    ida.undo()
    ida.undo()
    assert ida.scores["Ann"] == 7
    ida.undo()
    assert ida.scores["Ann"] == 3 and ida.in_force["trick"] == 2


def test_a_report_that_could_not_stand_is_named_and_nothing_changes() -> None:
    ida = seated("oh-hell", "Ann Ben Cat", *FIRST_HAND, house=OH_HELL)
    ruling = ida.hear("house first-hand=3 --from-start")
    assert ruling.verdict is Verdict.ILLEGAL and ruling.rules == ("house-settled",)
    assert ruling.broken[0].proof == (1,)
    assert ida.house["first-hand"] == 2 and len(ida.entries) == len(FIRST_HAND)
    let_go = seated("oh-hell", "Ann Ben Cat", "deal Ann 2", "Ben bids 1", "Cat bids 1", "Ann bids 1", house=OH_HELL)
    assert let_go.hear("house without=dealer-must-overbid --from-start").accepted
    assert let_go.hear("house first-hand=2 --from-start").accepted  # already so


def test_a_price_that_holds_from_the_first_hand_on() -> None:
    ida = seated("oh-hell", "Ann Ben Cat", "penalty Ben exposed-card", house=EXPOSED)
    assert ida.hear("house rule exposed-card = 8 An exposed card stays. --from-start").accepted
    assert ida.scores["Ben"] == -8
    ruling = ida.hear("house rule exposed-card = none --from-start")
    assert ruling.rules == ("house-settled",) and ruling.broken[0].proof == (1,)
    ida.undo()
    assert ida.scores["Ben"] == -5


def test_what_was_settled_when_they_sat_down_stays() -> None:
    ruling = seated("old-maid", "Ann Ben Cat").hear("house stake=1 --from-start")
    assert not ruling.accepted


def test_it_may_stand_in_a_record() -> None:
    lines = [*HEAD, *FIRST_HAND, "= Ann 10", "house trick=5 --from-start", "= Ann 5"]
    assert not Judge().judge(lines).failures


# Everywhere


class Habits(Walker):
    """A table with its own rules, which it changes after every game."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        super().__init__(game, seed)
        self.chosen = dict(self.referee.chosen)
        self.anew = self.charged = 0

    def _house(self, game: Game[Any], players: int) -> dict[str, str]:
        return super()._house(game, players) | EXPOSED | FREE

    def any_time(self) -> None:
        seat = self.random.choice(self.referee.seats)
        texts = [
            f"penalty {seat} exposed-card",
            f"penalty {seat} no-phones",
            f"house {self.amendment()} --from-start",
            f"house {self.amendment()} --from-start",
            f"house rule exposed-card = {self.random.randint(0, 9)} It stays; so we play. --from-start",
            "house rule no-phones = 3 Phones are off.",
        ]
        text = self.random.choice(texts)
        before = len(self.referee.entries), dict(self.referee.scores)
        if self.hear(text).accepted:
            self.anew += text.endswith("--from-start")
            self.charged += text.endswith("exposed-card")
            self.referee.undo()
            if (len(self.referee.entries), dict(self.referee.scores)) != before:
                raise self.mismatch(f"{text} isn't undone")
            self.hear(text)

    def step(self, step: int) -> None:
        if self.random.random() < 0.15:
            Habits.any_time(self)
        super().step(step)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", ours())
def test_every_game_goes_on_among_habits_and_starts_anew(slug: str, seed: int) -> None:
    walker = Habits(find_game(slug), 9300 + seed)
    for _ in range(4):
        walker.any_time()
    walker.walk(60)
    lines = [entry.ruling.text for entry in walker.referee.entries]
    again = Referee(walker.referee.game, walker.referee.first_seats, walker.chosen)
    for entry in walker.referee.entries:
        assert again.hear(entry.ruling.text, overrule=entry.marked).accepted, walker.mismatch(entry.ruling.text)
    assert again.scores == walker.referee.scores and len(lines) == len(again.entries), walker.mismatch("told again")
