"""The value given for a bid or a declaration is the score once it has ended that way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee import find_game
from referee.cards import UPWARD
from referee.table.referee import Referee
from referee.table.value import Pot, pots, value
from scoresheets.errors import FINE, REFUSED, USAGE
from tests.evening import referee, told_to


def table(slug: str, players: str, told: str, **house: str) -> Referee:
    """A table after some reports; names of options have underscores for dashes."""
    options = {name.replace("_", "-"): text for name, text in house.items()}
    referee = Referee(find_game(slug), players.split(), options)
    hear(referee, told)
    return referee


def hear(referee: Referee, told: str) -> None:
    for report in filter(None, map(str.strip, told.split(";"))):
        ruling = referee.hear(report)
        assert ruling.accepted, f"{report}: {ruling.message}"


OH_HELL: list[dict[str, str]] = [
    {},
    {"made": "10", "trick": "1", "nought": "0", "missed": "0"},
    {"taken": "1", "missed": "3"},
    {"nought": "5", "trick": "7", "missed": "2", "taken": "4"},
]


@pytest.mark.parametrize("house", OH_HELL)
@pytest.mark.parametrize("bid", range(4))
def test_a_bid_of_oh_hell_brings_what_it_says(bid: int, house: dict[str, str]) -> None:
    text = "deal Ann"
    outcomes = value(table("oh-hell", "Ann Ben Cat", text, first_hand="3", **house), f"Ben bids {bid}").outcomes
    assert outcomes[0].when == f"takes {bid}" and len(outcomes) == 4
    for outcome in outcomes:
        took = int(outcome.when.split()[1])
        ended = table("oh-hell", "Ann Ben Cat", text, first_hand="3", without="dealer-must-overbid", **house)
        hear(ended, f"Ben bids {bid}; Cat bids 0; Ann bids 0; Cat takes {3 - took}; Ben takes {took}")
        assert outcome.points == {"Ben": ended.scores["Ben"]}
        assert {rule.name for rule in outcome.rules} == {line.rule for line in ended.lines if line.who == "Ben"}


DECLARED = [
    ("skat", "Ann Ben Cat", "Ann declares grand", {}, 48, 8),
    ("skat", "Ann Ben Cat", "Ben declares diamonds hand", {"game-win": "50", "game-others": "40"}, 27, 8),
    ("skat", "Ann Ben Cat Dan", "Cat declares null", {}, 23, 8),
    ("schafkopf", "Ann Ben Cat Dan", "Ann declares wenz", {}, 50, 8),
    ("schafkopf", "Ann Ben Cat Dan", "Cat declares call", {"game-call": "20"}, 20, 8),
]


@pytest.mark.parametrize(("slug", "players", "told", "house", "least", "count"), DECLARED)
def test_a_declared_game_brings_what_it_says(
    slug: str, players: str, told: str, house: dict[str, str], least: int, count: int
) -> None:
    who = told.split()[0]
    outcomes = value(table(slug, players, "", **house), told).outcomes
    assert len(outcomes) == count
    for outcome in outcomes:
        verb, _, game = outcome.when.partition(",")[0].partition(" ")
        party = f"{who}+Ben" if told.endswith("call") else who
        ended = table(slug, players, f"{told}; {party} {verb} {game}", **house)
        assert outcome.points[who] == ended.scores[who]
        assert outcome.points == {seat: ended.scores[seat] for seat in outcome.points}
        assert {rule.name for rule in outcome.rules} == {"game"}
    assert outcomes[0].points[who] >= least


@pytest.mark.parametrize("house", [{}, {"trick": "2", "lost": "3"}])
@pytest.mark.parametrize("bid", range(1, 7))
def test_a_bid_of_hasenpfeffer_brings_both_sides_what_it_says(bid: int, house: dict[str, str]) -> None:
    for outcome in value(table("hasenpfeffer", "Ann Ben Cat Dan", "deal Ann", **house), f"Ben bids {bid}").outcomes:
        took = int(outcome.when.split()[1])
        ended = table("hasenpfeffer", "Ann Ben Cat Dan", f"deal Ann; Ben bids {bid}", **house)
        hear(ended, f"Ben+Dan takes {took}; Ann+Cat takes {6 - took}" if took < 6 else "Ben+Dan takes 6")
        assert outcome.points == ended.scores


FALLS = {  # the turn by which a bet ends so, loser first
    "4 on K": {"wins": "5 K", "loses": "K 5", "split": "K K"},
    "5 on K coppered": {"wins": "K 5", "loses": "5 K", "split": "K K"},
    "4 on 2 3": {"wins": "9 3", "loses": "2 9", "split": "2 2"},
    "4 on even": {"wins": "9 10", "loses": "10 9"},
    "5 on high": {"wins": "9 10", "loses": "10 9", "split": "9 9"},
}


@pytest.mark.parametrize("house", [{}, {"split": "all", "high_split": "half"}, {"split": "nothing"}])
@pytest.mark.parametrize("bet", FALLS)
def test_a_bet_of_faro_brings_what_it_says(bet: str, house: dict[str, str]) -> None:
    outcomes = value(table("faro", "Ann Ben", "deal", **house), f"Ben bets {bet}").outcomes
    assert [outcome.when for outcome in outcomes] == [*FALLS[bet]]
    for outcome in outcomes:
        ended = table("faro", "Ann Ben", f"deal; Ben bets {bet}; turn {FALLS[bet][outcome.when]}", **house)
        assert outcome.points == {name: ended.accounts[name] for name in ("Ben", "bank")}
        assert {rule.name for rule in outcome.rules} >= {line.rule for line in ended.lines}


@pytest.mark.parametrize("last", ["5 Q K", "5 Q Q"])
def test_a_call_of_faro_brings_what_it_says(last: str) -> None:
    ranks = [rank for rank in UPWARD for _ in range(4)]
    for rank in ("3", *last.split()):
        ranks.remove(rank)
    text = "deal; upcard 3; " + "; ".join(f"turn {a} {b}" for a, b in zip(ranks[::2], ranks[1::2], strict=True))
    right, wrong = value(table("faro", "Ann Ben", text), f"Ben calls 5 on {last}").outcomes
    for outcome, fell in ((right, last.split()), (wrong, last.split()[::-1])):
        ended = table("faro", "Ann Ben", f"{text}; Ben calls 5 on {last}; turn {fell[0]} {fell[1]}")
        assert outcome.points == {name: ended.accounts[name] for name in ("Ben", "bank")}
    assert value(table("faro", "Ann Ben", text), "Ben calls 0 on 5 Q Q").outcomes == ()


@pytest.mark.parametrize("house", [{}, {"vole": "alone"}, {"hand_size": "7", "vulnerable": "3"}])
@pytest.mark.parametrize(
    ("told", "choice"),
    [
        ("", "Ben stays"), ("", "Ann refuses"), ("Ben proposes", "Ben stays"), ("Ben proposes", "Ann refuses"),
        ("Ben proposes; Ann accepts; Ben discards 1; Ann discards 1", "Ben stays"), ("Ann refuses", "Ben stays"),
        ("Ben proposes; Ben discards 1; Ann discards 0", "Ann refuses"),
    ],
)  # fmt: skip
def test_a_hand_of_ecarte_that_is_played_brings_what_it_says(told: str, choice: str, house: dict[str, str]) -> None:
    told = f"deal; {told}"
    outcomes = value(table("ecarte", "Ann Ben", told, **house), choice).outcomes
    assert len(outcomes) == 4
    for outcome in outcomes:
        who, _, *_, took = outcome.when.split()
        size = int(house.get("hand_size", "5"))
        ended = table("ecarte", "Ann Ben", f"{told}; {choice}; {who} takes {took}", **house)
        hear(ended, f"{'Ann' if who == 'Ben' else 'Ben'} takes {size - int(took)}" if int(took) < size else "")
        assert outcome.points == {who: ended.scores[who]}
        assert [rule.name for rule in outcome.rules] == [line.rule for line in ended.lines]


@pytest.mark.parametrize("bid", ["1C", "3NT", "4H", "6S", "7NT doubled", "2D redoubled"])
def test_a_contract_of_bridge_solitaire_brings_what_it_says(bid: str) -> None:
    asked = table("bridge-solitaire", "Ann", "deal; house passes")
    outcomes = value(asked, f"Ann bids {bid}").outcomes
    assert len(outcomes) == 14
    for outcome in outcomes:
        took = int(outcome.when.split()[1])
        ended = table("bridge-solitaire", "Ann", f"deal; house passes; Ann bids {bid}")
        hear(ended, f"Ann takes {took}" + (f"; house takes {13 - took}" if took < 13 else ""))
        booked = {side: sum(line.points for line in ended.lines if line.who == side and line.rule != "rubber")
                  for side in outcome.points}  # fmt: skip
        assert outcome.points == booked, outcome.when


def test_a_declaration_of_piquet_good_equal_and_with_the_repique() -> None:
    asked = table("piquet", "Ann Ben", "deal Ann; Ben declares point 6; Ann good")
    good, other = value(asked, "Ben declares quint A").outcomes
    assert (good.points, other.points) == ({"Ben": 15}, {"Ben": 0})
    hear(asked, "Ben declares quint A; Ann good")
    assert asked.scores["Ben"] == 6 + 15
    good, alone, _ = value(asked, "Ben declares quatorze A").outcomes
    assert (good.points, alone.points) == ({"Ben": 14}, {"Ben": 74})
    hear(asked, "Ben declares quatorze A; Ann good; Ben plays 7C")
    assert asked.scores["Ben"] == 6 + 15 + 74 + 1
    assert value(asked, "Ben declares trio 7").outcomes == ()  # no such set is declared


def test_a_prize_of_gops_with_those_that_wait_for_it() -> None:
    asked = table("gops", "Ann Ben", "upcard 9; Ann plays 5; Ben plays 5; upcard K", ties="carried")
    highest, tied, beaten = value(asked, "Ann plays 8").outcomes
    assert (highest.points, tied.points, beaten.points) == ({"Ann": 9 + 13}, {"Ann": 0}, {"Ann": 0})
    hear(asked, "Ann plays 8; Ben plays 7")
    assert asked.scores["Ann"] == 22


def test_what_is_booked_at_once_is_what_a_report_brings() -> None:
    asked = table("oh-hell", "Ann Ben Cat", "deal Ann")
    (once,) = value(asked, "adjust Ann 20").outcomes
    assert (once.when, once.points) == ("at once", {"Ann": 20})
    assert asked.scores["Ann"] == 0  # nothing was recorded


def test_the_pot_of_razz_and_who_is_in_it() -> None:
    asked = table("razz", "Ann Ben Cat", "deal Ann", ante="2")
    assert pots(asked) == [Pot("pot", 6, ("Ben", "Cat", "Ann"))]
    hear(asked, "upcard JH 6H KD; Ann bets 2; Ben folds")
    assert pots(asked) == [Pot("pot", 8, ("Cat", "Ann"))]


def test_the_command(shelf: Path) -> None:
    db = told_to(shelf / "nights.db", "deal Ann")
    result = referee(db, "value", "Ben", "bids", "2", "--plain")
    assert result.code == FINE and result.out.splitlines()[2].split() == ["takes", "2", "+20", "made-bid"]
    early = referee(db, "value", "Cat bids 0", "--plain")
    assert early.code == REFUSED and "made-bid" in early.out
    assert referee(db, "value", "Ben bdis 2").code == USAGE
    assert referee(db, "value").code == FINE
    shown = json.loads(referee(db, "value", "Ben", "bids", "0", "--json").out)
    assert shown["rows"][0] == {"when": "takes 0", "points": {"Ben": 10}, "rules": ["made-bid"]}
    assert referee(db, "table", stdin=b"value 1\nscore\n").out.count("takes 1   +10   made-bid") == 1
    assert json.loads(referee(db, "log", "--json").out)["rows"][-1]["text"] == "deal Ann"
