"""Dropped rules, in cases that only some games have. `referee.testing.struck` tries every game."""

from __future__ import annotations

import pytest

from referee import Referee, Verdict, find_game
from referee.game.ruleset import WITHOUT
from referee.testing.struck import offered

# In mid-session, while no report is due


def test_a_rule_is_struck_out_from_the_next_deal_on_and_comes_back() -> None:
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": "3"})

    def tell(*reports: str) -> None:
        for report in reports:
            assert referee.hear(report).accepted, report

    tell("deal Ann", "house without=dealer-must-overbid+bid-range", "Ben bids 1", "Cat bids 1")
    assert referee.hear("Ann bids 0").rules == ("dealer-must-overbid",)
    tell("Ann bids 2", "Ann takes 3", "deal Ben", "Cat bids 0", "Ann bids 0", "house without=none", "Ben bids 0")
    assert referee.amendments() == [
        (2, {WITHOUT: (None, "bid-range+dealer-must-overbid")}),
        (3, {WITHOUT: ("bid-range+dealer-must-overbid", None)}),
    ]
    tell("Ann takes 2", "deal Cat", "Ann bids 0", "Ben bids 0")
    assert referee.hear("Cat bids 0").rules == ("dealer-must-overbid",)


@pytest.mark.parametrize(
    ("slug", "report", "without", "cited"),
    [
        ("oh-hell", "Ben plays QS", "none", "lead-order"),
        ("oh-hell", "Ben plays QS", "lead-order", "one-pack"),
        ("oh-hell", "Ben bids 2", "none", "bid-order"),
        ("oh-hell", "Ben bids 2", "bid-order", "bid-range"),
        ("oh-hell", "Ben bids 2", "bid-order+bid-range+dealer-must-overbid", "order"),
        ("faro", "Ann calls 1 on A A A", "none", "call-time"),
        ("faro", "Ann calls 1 on A A A", "call-time", "bet-limits"),
    ],
)
def test_what_has_no_place_breaks_the_first_rule_in_force(slug: str, report: str, without: str, cited: str) -> None:
    refused = Referee(find_game(slug), ["Ann", "Ben", "Cat"], {WITHOUT: without}).hear(report)
    assert (refused.verdict, refused.rules) == (Verdict.ILLEGAL, (cited,))


def test_the_rule_that_ends_a_hand_and_one_by_which_nothing_is_refused_stay() -> None:
    assert "hand-end" not in offered(find_game("tonk"))
    assert "game-over" not in offered(find_game("concentration"))
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    assert referee.hear("house without=trick-count").verdict is Verdict.UNCLEAR


@pytest.mark.parametrize(("without", "chips"), [("none", -6), ("must-play", -3)])
def test_what_a_breach_costs_goes_with_its_rule(without: str, chips: int) -> None:
    referee = Referee(find_game("fan-tan"), ["Ann", "Ben", "Cat"], {WITHOUT: without})
    for report in ("deal Ann", "Ben plays 7H", "Cat passes", "Ann plays 6H", "Ben plays 8H", "Cat plays 7S"):
        assert referee.hear(report).accepted, report
    assert referee.accounts["Cat"] == chips
