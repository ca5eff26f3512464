"""Parties that share unequally: in French Tarot for five, the taker gets twice what the called partner gets."""

from __future__ import annotations

import pytest

from referee import Referee
from referee.declared.game import game_in
from referee.declared.sheet import BadSheet

TAROT = """
name = "Tarot"
players = "3-5"

[column.game]
kind = "share"
party = [1, 2]
weights = [2, 1]
"""
FIVE = ["Ann", "Ben", "Cat", "Dan", "Eve"]


@pytest.mark.parametrize(
    ("players", "report", "scores"),
    [
        (5, "Ann wins 56 with Ben", [112, 56, -56, -56, -56]),
        (5, "Dan loses 30 with Ann", [-30, 30, 30, -60, 30]),
        (5, "Cat wins 25", [-25, -25, 100, -25, -25]),
        (4, "Cat loses 25", [25, 25, -75, 25]),
        (3, "Ben wins 40", [-40, 80, -40]),
    ],
)
def test_the_others_pay_and_the_taker_gets_two_parts(players: int, report: str, scores: list[int]) -> None:
    referee = Referee(game_in(TAROT, "tarot"), FIVE[:players])
    assert referee.hear(report).accepted and [*referee.scores.values()] == scores and not sum(scores)
    referee.undo()
    assert referee.hear(report).accepted and [*referee.scores.values()] == scores


@pytest.mark.parametrize("report", ["Ann+Ben wins 56", "Ann wins 56 with Ann", "Ann wins 56 with Fay"])
def test_the_taker_is_named_first(report: str) -> None:
    assert not Referee(game_in(TAROT, "tarot"), FIVE).hear(report).accepted


def test_two_of_four_cannot_share_two_to_one() -> None:
    ruling = Referee(game_in(TAROT, "tarot"), FIVE[:4]).hear("Ann wins 56 with Ben")
    assert ruling.rules == ("game",)


def test_weights_that_never_come_out_even() -> None:
    with pytest.raises(BadSheet):
        game_in(TAROT.replace("[2, 1]", "[5, 2]").replace("[1, 2]", "[2]"), "tarot")
    with pytest.raises(BadSheet):
        game_in(TAROT.replace("[2, 1]", "[2]"), "tarot")


def test_the_same_game_entered_again() -> None:
    referee = Referee(game_in(TAROT, "tarot"), FIVE)
    assert referee.hear("Ann wins 56 with Ben").accepted
    scores = referee.scores
    assert referee.hear("Ann wins 56 with Ben").accepted
    assert referee.scores in (scores, {who: 2 * points for who, points in scores.items()})
