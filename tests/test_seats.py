"""Players who join and leave between hands, if the game allows it."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from referee import Referee, Verdict
from referee.cards import Pack
from referee.game.common_reports import Joins, Leaves
from referee.games import find_game, ours
from referee.language.reports import shape
from referee.language.words import LONGEST_NAME, NOBODY, quoted
from referee.records.record import Judge
from referee.rules.options import Option
from referee.rules.rule import Kind
from referee.table.objects import table_object
from referee.testing.walker import Walker, state
from tests.tables import seated

RECORDS = Path(__file__).parent / "records"
OPEN = [slug for slug in ours() if find_game(slug).open_table]
A_HAND = ("deal Ann", "Ben holds 12", "Cat holds 16", "Ann holds 15")  # the farm is Cat's, who deals next


def farmer(*reports: str, players: str = "Ann Ben Cat", **words: Any) -> Referee:
    return seated("farmer", players, *reports, **words)


# Sitting down


def test_whoever_joins_has_the_last_seat_or_the_one_asked_for() -> None:
    assert farmer("Dan joins").seats == ("Ann", "Ben", "Cat", "Dan")
    assert farmer("Dan joins after Ann", "Eve join after c").seats == ("Ann", "Dan", "Ben", "Cat", "Eve")
    referee = farmer("Dan joins after Ann", "deal Ann")
    assert (referee.next(), referee.fact("farm"), referee.first_seats) == (["Dan"], 4, ("Ann", "Ben", "Cat"))


def test_whoever_joins_begins_with_nought() -> None:
    referee = farmer(*A_HAND, "Dan joins")
    assert referee.scores == {"Ann": -1, "Ben": -1, "Cat": 2, "Dan": 0}
    assert referee.hands[0].seats == ("Ann", "Ben", "Cat")
    assert referee.accounts == {**referee.scores, "farm": 0}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('"Mary Ann" joins after Cat', "Mary Ann"), ("Be joins", "Be"), ("Zoë joins", "Zoë"), ('" Dan " joins', "Dan"),
        ('"Deal" joins', "Deal"), ('"Joins" joins', "Joins"),
    ],
)  # fmt: skip
def test_a_name_is_told_whole(text: str, name: str) -> None:
    assert farmer(text).seats[-1] == name


def test_a_report_is_kept_as_it_reads_back() -> None:
    referee = farmer('"Mary Ann" join after b', "a leave")
    assert [entry.report.text for entry in referee.entries] == ['"Mary Ann" joins after Ben', "Ann leaves"]
    reports = [entry.report for entry in referee.entries]
    assert reports == [Joins(who=reports[0].who, after=referee.seats[0]), Leaves(who=reports[1].who)]
    again = farmer(*(report.text for report in reports))
    assert state(again) == state(referee)


@pytest.mark.parametrize(
    ("text", "kind", "column"),
    [
        ("Ann joins", Kind.UNREAD, 1),
        ("ann joins after Ben", Kind.UNREAD, 1),
        ("joins", Kind.AMBIGUOUS, 1),
        ("Mary Ann joins", Kind.UNREAD, 1),
        ("Dan joins after Eve", Kind.UNREAD, 17),
        ("Dan joins after", Kind.UNREAD, 16),
        ("Dan joins before Ann", Kind.UNREAD, 1),
        ("12 joins", Kind.UNREAD, 1),
        ("Dan+Eve joins", Kind.UNREAD, 1),
        ('"" joins', Kind.UNREAD, 1),
        ("farm joins", Kind.UNREAD, 1),
        ("Table joins", Kind.UNREAD, 1),
        ("x" * (LONGEST_NAME + 1) + " joins", Kind.UNREAD, 1),
        ("deal joins", Kind.UNREAD, 6),
        ("Dan leaves", Kind.UNREAD, 1),
        ("leaves", Kind.AMBIGUOUS, 1),
    ],
)
def test_what_can_not_be_read(text: str, kind: Kind, column: int) -> None:
    referee = farmer()
    before = state(referee)
    ruling = referee.hear(text)
    assert (ruling.verdict, ruling.kind, ruling.column) == (Verdict.UNCLEAR, kind, column)
    assert state(referee) == before


# Getting up


def test_whoever_leaves_keeps_the_score_and_is_passed_over() -> None:
    referee = farmer(*A_HAND, "Ben leaves", "deal")
    assert (referee.seats, referee.next()) == (("Ann", "Cat"), ["Ann"])
    assert referee.scores == {"Ann": -2, "Cat": 1, "Ben": -1}
    for text in ("Ben holds 9", "why not", "be holds 9"):
        assert referee.hear(text).verdict is Verdict.UNCLEAR, text


def test_a_dealer_who_leaves_hands_the_deal_to_the_left() -> None:
    referee = farmer(*A_HAND, "Cat leaves")
    assert (referee.dealer, referee.hear("deal Ben").rules) == ("Ann", ("farm-passes",))
    assert farmer(*A_HAND, "Dan joins", "Cat leaves").dealer == "Dan"
    assert farmer(*A_HAND, "Dan joins", "Cat leaves", "Dan leaves").dealer == "Ann"
    assert farmer(*A_HAND, "Cat leaves", "Cat joins").dealer == "Ann"
    assert farmer("Ben leaves", dealer="Ben").dealer == "Cat"
    assert farmer("deal Ben", "misdeal", "Ben leaves").next() == ["Cat"]


def test_whoever_comes_back_has_what_was_left() -> None:
    referee = farmer(*A_HAND, "Ben leaves", "ben joins after Cat")
    assert (referee.seats, referee.scores["Ben"]) == (("Ann", "Cat", "Ben"), -1)
    assert referee.players == referee.seats
    assert referee.hear("deal").accepted
    assert referee.hear("Ben holds 15").accepted


def test_the_score_of_one_who_left_can_be_put_right_and_paid() -> None:
    referee = farmer(*A_HAND, "Ben leaves", "adjust ben +5 forgotten", "Ben pays Ann 3", "Ann pays Ben 1")
    assert (referee.scores["Ben"], sum(referee.accounts.values())) == (2, 0)
    assert referee.hear("adjust Dan +1").verdict is Verdict.UNCLEAR
    judged = "game: farmer; players: Ann, Ben, Cat; deal Ann; Ben holds 12; Cat holds 16; Ann holds 15; Ben leaves"
    lines = [*judged.split("; "), "= Ben -1, Ann -1, Cat 2", "= hand Ben -1", "= dealer Cat", "= Ben 7"]
    assert [failure.actual for failure in Judge().judge(lines).failures] == ["Ben -1"]


def test_whoever_left_may_have_won() -> None:
    referee = farmer(*A_HAND, "Cat leaves", "end")
    assert (referee.winners(), table_object(referee)["players"]) == (["Cat"], ["Ann", "Ben", "Cat"])
    assert farmer(*A_HAND, "Cat concedes", "Cat leaves", "end").winners() == ["Ann", "Ben"]


def test_a_farm_is_shared_by_those_who_stay() -> None:
    referee = farmer("deal Ann", "Ben holds 12", "Cat holds 13", "Ann holds 15", "Ben leaves", "Dan joins", "end")
    assert [line.who for line in referee.lines if line.category == "farm-shared" and line.points > 0] == [
        "Cat", "Dan", "Ann",
    ]  # fmt: skip


# Refusals


@pytest.mark.parametrize(
    ("told", "report"),
    [
        ((*A_HAND, "deal"), "Dan joins"),
        (("deal Ann",), "Ben leaves"),
        (("Ann turns 2S 6H",), "Dan joins"),
        (("Ann leaves",), "Ben leaves"),
        (tuple(f"{name} joins" for name in "DEFGH"), "I joins"),
    ],
)
def test_what_the_table_can_not_let_stand(told: tuple[str, ...], report: str) -> None:
    referee = farmer(*told)
    before = state(referee)
    for overrule in (False, True):
        ruling = referee.hear(report, overrule=overrule)
        assert (ruling.verdict, ruling.rules) == (Verdict.ILLEGAL, ("seats-settled",))
        assert state(referee) == before


def test_who_sits_out_is_told_how_it_is_written() -> None:
    text = farmer().hear("Ben sits out").message
    assert f"`{shape(Leaves).usage}`" in text and f"`{shape(Joins).usage}`" in text


def test_nobody_comes_or_goes_when_all_is_over() -> None:
    assert farmer("end").hear("Dan joins").rules == ("game-over",)


@pytest.mark.parametrize("slug", [slug for slug in ours() if slug not in OPEN])
def test_elsewhere_the_seats_are_settled(slug: str) -> None:
    referee = Walker(find_game(slug), 5).referee
    before = state(referee)
    for report in ("Zed joins", f"Zed joins after {referee.seats[0]}", f"{referee.seats[-1]} leaves"):
        ruling = referee.hear(report)
        assert (ruling.verdict, ruling.rules) == (Verdict.ILLEGAL, ("seats-settled",)), report
    assert state(referee) == before


def test_the_verb_of_a_game_stays_its_own() -> None:
    referee = seated("samba", "Ann Ben Cat Dan")
    ruling = referee.hear("Ann joins")
    assert ruling.kind is Kind.UNREAD and ruling.column == len("Ann joins ")


# Effects of the number of players


def test_pack_and_house_are_found_again() -> None:
    def pack(players: int, house: Any) -> Pack:
        return Pack("A K Q J 10 9 7 6 5 4 3 2", without="6S 6D 6C" if players < 4 else "", ace="low")

    farm = find_game("farmer")
    ante = Option("ante", lambda players: players, "the ante", ("ante",), most=lambda players: 8 - players)
    game = copy.copy(farm)
    for name, value in (
        ("options", (ante, *(option for option in farm.options if option.name != "ante"))),
        ("pack", pack),
    ):
        object.__setattr__(game, name, value)
    referee = farmer(game=game)
    assert (referee.in_force["ante"], len(referee.hand.pack)) == (3, 45)
    assert referee.hear("Dan joins").accepted
    assert (referee.in_force["ante"], len(referee.hand.pack), referee.house["ante"]) == (4, 48, 3)
    assert referee.amendments() == [(1, {"ante": (3, 4)})]
    assert referee.hear("house ante=4").accepted
    assert not referee.hear("Eve joins").accepted
    assert referee.hear("Dan leaves").accepted
    assert (referee.in_force["ante"], len(referee.hand.pack)) == (4, 45)
    chosen = farmer(game=game, house={"ante": "5"})
    assert (chosen.hear("Dan joins").rules, chosen.hear("Ben leaves").accepted) == (("seats-settled",), True)
    assert chosen.in_force["ante"] == 5


# Undone and redone


def test_everything_is_taken_back_as_it_came() -> None:
    referee = farmer(*A_HAND)
    stood = [state(referee)]
    lines = (
        "Cat leaves",
        "Dan joins after Ann",
        "house ante=3",
        "deal",
        "Ben dealt 4C",
        "misdeal",
        "Ben leaves",
        "deal",
    )
    for report in lines:
        assert referee.hear(report).accepted, report
        stood.append(state(referee))
    assert (referee.seats, referee.scores["Dan"]) == (("Ann", "Dan"), -3)
    for before in stood[-2::-1]:
        referee.undo()
        assert state(referee) == before
    assert state(seated("farmer", "Ann Ben Cat", *A_HAND, *lines)) == stood[-1]


def test_a_hand_that_is_whole_is_closed_by_it() -> None:
    referee = seated("put-and-take", "Ann Ben Cat", "deal Ann", "Ben puts 5", "Cat takes 3")
    before = state(referee)
    ruling = referee.hear("Dan joins")
    assert [(line.who, line.points) for line in ruling.lines] == [("pot", -2), ("Ann", 2)]
    assert (referee.standing.hands, referee.next()) == (1, ["Ben"])
    referee.undo()
    assert state(referee) == before
    assert referee.hear("Ann joins").verdict is Verdict.UNCLEAR
    for name in ("D", "E", "F", "G", "H", "I"):
        assert referee.hear(f"{name} joins").accepted
    full = seated("put-and-take", "A B C D E F G H I", "deal A", "B puts 5")
    before = state(full)
    assert full.hear("J joins").rules == ("seats-settled",)
    assert state(full) == before


def test_what_is_told_late_is_of_those_who_sat_there() -> None:
    referee = farmer(*A_HAND, "Dan joins")
    assert referee.hear("Ben holds 12").accepted
    for report in ("Dan holds 12", "Dan dealt 4C"):
        ruling = referee.hear(report)
        assert ruling.rules == ("seats-settled",)
    assert referee.hear("Ben dealt 4C").accepted
    assert referee.hear("deal").accepted
    assert referee.hear("Dan dealt 4C").accepted


# Taking over a seat


def test_a_substitute_has_the_cards_the_bid_and_the_score() -> None:
    referee = seated("oh-hell", "Ann Ben Cat", "deal", "Ben bids 1", house={"first-hand": "2"})
    assert referee.hear("Eve for Ben").text == "Eve replaces Ben"
    assert (referee.seats, referee.next()) == (("Ann", "Eve", "Cat"), ["Cat"])
    for report in ("Cat bids 0", "Ann bids 2", "Ben takes 1", "Ann takes 1"):  # Ben's name still means that seat
        assert referee.hear(report).accepted, report
    assert referee.scores == {"Ann": -10, "Eve": 10, "Cat": 10}
    assert referee.handed_over == [(1, "Eve", "Ben")]
    assert referee.hear("Ben for Eve").accepted
    assert referee.scores == {"Ann": -10, "Ben": 10, "Cat": 10}
    assert referee.hear("be takes 1").accepted and not referee.hear("ev takes 1").accepted


def test_partners_stay_partners() -> None:
    referee = seated("samba", "Ann Ben Cat Dan", "deal Dan", "Cat scores 90 red 1 held 20", "Ben scores 50")
    before = referee.scores["Ann+Cat"]
    assert referee.hear("Eve replaces Cat").accepted
    assert referee.scores == {"Ann+Eve": before, "Ben+Dan": 50}


@pytest.mark.parametrize(
    ("told", "report", "kind", "column"),
    [
        ((), "Cat for Ben", Kind.UNREAD, 1),
        ((), "for Ben", Kind.UNREAD, 1),
        ((), "Eve for", Kind.UNREAD, 8),
        ((), "Eve for Zed", Kind.UNREAD, 9),
        ((), "farm for Ben", Kind.UNREAD, 1),
        ((), "12 for Ben", Kind.UNREAD, 1),
        (("Cat leaves",), "Cat for Ben", Kind.BROKEN_RULE, 0),
        (("Eve for Ben",), "Ben joins", Kind.BROKEN_RULE, 0),
        (("end",), "Eve for Ben", Kind.BROKEN_RULE, 0),
    ],
)
def test_who_can_take_over_no_seat(told: tuple[str, ...], report: str, kind: Kind, column: int) -> None:
    referee = farmer(*told)
    before = state(referee)
    ruling = referee.hear(report)
    assert (ruling.kind, ruling.column) == (kind, column)
    assert state(referee) == before


def test_whoever_joined_later_may_be_replaced_too() -> None:
    referee = farmer(*A_HAND, "Dan joins after Ann", "Eve for Dan", "Fay for Ann", "deal")
    assert (referee.seats, referee.scores["Fay"]) == (("Fay", "Eve", "Ben", "Cat"), -2)
    assert referee.handed_over == [(2, "Eve", "Dan"), (2, "Fay", "Ann")]


def by_name(value: Any, seat: str) -> Any:
    """The same with Zed in place of a player."""
    if isinstance(value, dict):
        return {by_name(key, seat): by_name(part, seat) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [by_name(part, seat) for part in value]
    return "+".join("Zed" if name == seat else name for name in value.split("+")) if isinstance(value, str) else value


@pytest.mark.parametrize("slug", ours())
def test_in_every_game_a_seat_can_be_taken_over(slug: str) -> None:
    """In the middle of a record, which then continues with either name and has the same result."""
    path = max((RECORDS / slug).glob("*.record"), key=lambda path: path.stat().st_size)
    judge = Judge()
    judge.judge(path.read_text(encoding="utf-8").splitlines())
    told = judge.referee
    assert told
    seat, half = told.first_seats[-1], len(told.entries) // 2
    referee, first = (Referee(told.game, told.first_seats, told.chosen, told.first_dealer) for _ in range(2))
    for number, entry in enumerate(told.entries):
        if number == half:
            before = state(referee)
            assert referee.hear(f"Zed for {quoted(seat)}").accepted
        assert referee.hear(entry.ruling.text, line=entry.report.line, overrule=entry.overrule).accepted
    for name in ("scores", "accounts", "winners", "next", "hand_scores"):
        mine, theirs = (getattr(table, name) for table in (referee, told))
        mine, theirs = (value() if callable(value) else value for value in (mine, theirs))
        assert by_name(mine, "") == by_name(theirs, seat), name
    assert [(by_name(line.who, seat), line.points, line.rule) for line in told.lines] == [
        (line.who, line.points, line.rule) for line in referee.lines
    ]
    referee.undo(len(told.entries) + 1 - half)
    assert state(referee) == before
    referee.undo(half)
    assert state(referee) == state(first)


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("slug", OPEN)
def test_tables_walk_on_with_others(slug: str, seed: int) -> None:
    walker = Walker(find_game(slug), 4001 + seed)
    walker.walk(140)
    reports = [entry.report for entry in walker.referee.entries]
    moved = [report.who for report in reports if isinstance(report, (Joins, Leaves))]
    again = Referee(walker.referee.game, walker.referee.first_seats, walker.referee.chosen)
    for entry in walker.referee.entries:
        assert again.hear(entry.ruling.text, line=entry.report.line, overrule=entry.overrule).accepted
    assert state(again) == state(walker.referee)
    assert set(again.scores) >= {*moved}
    assert seed or moved, f"{slug}: nobody came or went"


# Who deals next


@pytest.mark.parametrize("slug", ours())
def test_whoever_is_said_to_deal_next_does(slug: str) -> None:
    for path in sorted((RECORDS / slug).glob("*.record"))[:3]:
        judge, text = Judge(), NOBODY
        number = 0
        for line in path.read_text(encoding="utf-8").splitlines():
            judge.feed(line)
            if not judge.referee:
                continue
            hand = judge.referee.hand
            if hand.number == number + 1 and not hand.dealer and text:
                assert judge.referee.dealer == text, f"{path.name}: {line}"
            text, number = hand.deals_next, hand.number


def test_who_deals_next_isnt_said_where_the_hand_decides_it() -> None:
    assert seated("oh-hell", "Ann Ben Cat", "deal Ann").hand.deals_next == "Ben"
    assert seated("carioca", "Ann Ben Cat", "deal Ann").hand.deals_next == "Cat"  # to the right
    assert not farmer("deal Ann").hand.deals_next
    assert not seated("oh-hell", "Ann Ben Cat", "deal Ann", house={"hands": "1"}).hand.deals_next
