"""What docs/any-game.md says that a sheet can't hold, tried on one."""

from __future__ import annotations

from typing import Any

import pytest

from referee import Referee
from referee.declared.game import game_in
from referee.declared.sheet import BadSheet

SHARE = """
name = "Share"
players = 4
target = 50

[column.game]
kind = "share"
party = [1, 2]
"""
CONTRACTS = """
name = "Contracts"
players = 4

[contract.no-tricks]
columns = ["tricks"]

[column.tricks]
kind = "count"
total = 13
counts = "against"
"""
LOW = """
name = "Low"
players = 4
wins = "low"
target = 50

[column.points]
kind = "points"
"""


@pytest.mark.parametrize(
    ("sheet", "before", "after"),
    [
        (CONTRACTS, 'columns = ["tricks"]', 'columns = ["tricks"]\nin-all = 2'),
        (CONTRACTS, "[column.tricks]", "[play]\n\n[column.tricks]"),
        (CONTRACTS, "[contract.no-tricks]", "[match]\n\n[contract.no-tricks]"),
        (SHARE, "[column.game]", '[play]\nranks = "XXI XX XIX"\n\n[column.game]'),
        (SHARE, "[column.game]", '[play]\nranks = "A K Q J JK"\n\n[column.game]'),
        (SHARE, "players = 4\n", "players = 4\npartners = true\n"),
        (SHARE, "party = [1, 2]", "party = [1, 2]\nleast = 0.5"),
        (LOW, "[column.points]", "[match]\n\n[column.points]"),
        (LOW, 'kind = "points"', 'kind = "points"\ntotal = 0.5'),
    ],
)  # fmt: skip
def test_a_sheet_says_that_it_cannot_hold_this(sheet: str, before: str, after: str) -> None:
    assert game_in(sheet, "limits") and before in sheet
    with pytest.raises(BadSheet):
        game_in(sheet.replace(before, after, 1), "limits")


def test_bock_rounds_are_of_one_share_column() -> None:
    two = SHARE.replace("party = [1, 2]", "times = { bock = 2 }").replace("[column.game]", "[column.game]")
    bock = '[bock]\nword = "bock"\n[bock.after]\nlost = { text = "a game lost", lost = true }\n\n'
    more = '\n[column.more]\nkind = "share"\nverb = "gets"\nloses = "gives"\n'
    assert game_in(two.replace("[column.game]", f"{bock}[column.game]"), "limits")
    with pytest.raises(BadSheet):
        game_in(two.replace("[column.game]", f"{bock}[column.game]") + more, "limits")


def scored(sheet: str, *reports: str) -> Any:
    referee = Referee(game_in(sheet, "limits"), ["Ann", "Ben", "Cat", "Dan"])
    for report in reports:
        assert referee.hear(report).accepted
    return referee


def test_all_losers_of_a_game_pay_the_same() -> None:
    assert [*scored(SHARE, "Ann wins 2").scores.values()] == [6, -2, -2, -2]


def test_a_score_beyond_the_target_stays() -> None:
    """No key makes it fall back, as in games that must end exactly there."""
    high = LOW.replace('wins = "low"\n', "")
    referee = scored(high, "points 60 0 0 0")
    assert referee.over and referee.scores["Ann"] == 60
    assert referee.hear("adjust Ann -25").accepted and not referee.over and referee.scores["Ann"] == 35


def test_contracts_may_end_after_some_rounds() -> None:
    sheet = CONTRACTS.replace("players = 4", "players = 4\nrounds = 3").replace('"]\n', '"]\ntimes = 9\n', 1)
    referee = scored(sheet, *(f"{who} {what}".strip() for dealer in ("Ann", "Ben", "Cat") for who, what in (
        (dealer, "declares no-tricks"), ("", "tricks 4 3 3 3"))))  # fmt: skip
    assert referee.over and referee.scores["Ann"] == -12
