"""Königrufen: the declarer plays with a partner who changes from hand to hand, or alone, and everybody settles at once.

The hands are the sixteen worked examples of Upper Austria's tournament rules of 2023 for money, as a public program for
them (`tarock::settle`) has them, then its nine results of Trischaken, in which everybody plays alone. What is won
beside the game, by either side, is a word of its own, and what counts more often is a number beside it.
"""

from __future__ import annotations

from typing import Any

import pytest

from referee import Referee
from referee.declared.game import game_in
from referee.declared.sheet import BadSheet

FOUR = ["Ann", "Ben", "Cat", "Dan"]
SHEET = """
name = "Königrufen"
players = "4-5"
playing = 4
unit = "hand"

[column.game]
kind = "share"
party = [1, 2]
least = 0
times = { kontra = 2 }
passed = "passed"

[column.game.named]
rufer = 1
besserrufer = 1
solorufer = 2
dreier = 4
sechserdreier = 4
farbensolo = 6
trull = 1
kings = 1
pagat = 1
uhu = 1
king-ultimo = 1
valat = 1
besserrufer-lost = -1
solorufer-lost = -2
trull-lost = -1
pagat-lost = -1
uhu-lost = -1

[column.each]
kind = "points"
title = "everybody's points"
total = 0
told = "any"
instead-of = ["game"]
"""
HANDS: list[tuple[str, list[int]]] = [
    ("Ann+Ben wins rufer kings trull-lost", [1, 1, -1, -1]),
    ("Ann+Ben wins besserrufer pagat 4", [5, 5, -5, -5]),  # announced, with kontra
    ("each 8 -4 -2 -2", [8, -4, -2, -2]),  # a piccolo: one of the three said kontra
    ("Ann wins dreier trull pagat-lost", [12, -4, -4, -4]),
    ("Ann loses sechserdreier 2 uhu-lost 4", [-12, 4, 4, 4]),  # lost, it counts twice
    ("Ann loses sechserdreier 2 kontra", [-48, 16, 16, 16]),
    ("Ann+Ben wins king-ultimo 4 solorufer-lost", [2, 2, -2, -2]),
    ("Ann wins solorufer", [6, -2, -2, -2]),  # the called king lay in the talon
    ("Ann+Ben loses uhu 8 besserrufer-lost", [-7, -7, 7, 7]),
    ("Ann wins valat 16 trull 2", [54, -18, -18, -18]),
    ("Ann loses valat 32 pagat-lost 2", [-90, 30, 30, 30]),
    ("Ann loses valat 32 kontra", [-192, 64, 64, 64]),
    ("Ann+Ben wins valat 8 kontra", [16, 16, -16, -16]),
    ("Ann wins farbensolo kings 2", [24, -8, -8, -8]),
    ("each -49 14 28 7", [-49, 14, 28, 7]),  # a bettel ouvert: kontra by one, kontra and rekontra with another
    ("Ann loses besserrufer uhu 4", [-15, 5, 5, 5]),
]
TRISCHAKEN = [
    [0, -3, 0, 3], [-12, 4, 4, 4], [2, -2, -2, 2], [2, -4, 0, 2], [3, -6, 0, 3], [3, -1, -1, -1], [-6, 2, 2, 2],
    [2, -6, 2, 2], [2, -2, -2, 2],
]  # fmt: skip


def evening() -> list[tuple[str, list[int]]]:
    return [*HANDS, *((f"each {' '.join(map(str, row))}", row) for row in TRISCHAKEN)]


def turned(text: str, by: int) -> str:
    """A report with every player moved some seats to the left, and a row with its numbers."""
    first, *row = text.split()
    if first == "each":
        return " ".join([first, *(row[(i - by) % 4] for i in range(4))])
    return " ".join("+".join(FOUR[(FOUR.index(who) + by) % 4] for who in first.split("+")).split() + row)


@pytest.mark.parametrize("weights", ["", "weights = [1, 1]\n"])
def test_an_evening(weights: str) -> None:
    """Another player declares each hand, so everybody plays with everybody."""
    sheet = SHEET.replace("least = 0\n", f"least = 0\n{weights}", 1)
    referee = Referee(game_in(sheet, "koenigrufen"), FOUR)
    sums = dict.fromkeys(FOUR, 0)
    for by, (text, points) in enumerate(evening()):
        report = turned(text, by)
        if weights and "+" in report:
            (taker, partner), *rest = report.split()[0].split("+"), *report.split()[1:]
            report = f"{taker} {' '.join(rest)} with {partner}"
        ruling = referee.hear(report)
        assert ruling.accepted, f"{report}: {ruling.message}"
        sums = {who: sums[who] + points[(i - by) % 4] for i, who in enumerate(FOUR)}
        assert referee.scores == sums and not sum(sums.values())
    assert referee.standing.hands == 25


@pytest.mark.parametrize("seat", range(4))
def test_the_same_evening_in_a_tally(seat: int) -> None:
    """A tally needs only the sums, which come to nothing in every hand."""
    from referee import find_game

    tally = Referee(find_game("tally"), FOUR, {"round-total": "0"})
    totals = [0, 0, 0, 0]
    for _, points in evening():
        points = points[seat:] + points[:seat]
        assert tally.hear(f"scores {' '.join(map(str, points))}").accepted
        totals = [total + more for total, more in zip(totals, points, strict=True)]
    assert [*tally.scores.values()] == totals


def test_the_dealer_of_five_sits_out() -> None:
    referee = Referee(game_in(SHEET, "koenigrufen"), [*FOUR, "Eve"], dealer="Eve")
    assert referee.hear("Ann wins dreier").accepted
    assert [*referee.scores.values()] == [12, -4, -4, -4, 0]
    assert referee.hear("Ben+Eve wins rufer").accepted  # Ann deals and sits out
    assert [*referee.scores.values()] == [12, -3, -5, -5, 1]
    assert referee.hear("each -3 0 3 0").accepted  # Ann, Cat, Dan and Eve, while Ben sits out
    assert [*referee.scores.values()] == [9, -3, -5, -2, 1]


@pytest.mark.parametrize(
    ("before", "wrong"),
    [
        (None, "each 8 -4 -2 -1"),
        (None, "Ann+Ben+Cat wins rufer"),
        (None, "Ann+Ann wins rufer"),
        (None, "Ann+Ben wins trull-lost"),
        ("Ann each 3", "Ann wins rufer"),
    ],
)
def test_what_cannot_be(before: Any, wrong: str) -> None:
    referee = Referee(game_in(SHEET, "koenigrufen"), FOUR)
    assert before is None or referee.hear(before).accepted
    assert not referee.hear(wrong).accepted


def test_everybodys_points_one_by_one() -> None:
    referee = Referee(game_in(SHEET, "koenigrufen"), FOUR)
    for report in ("Ann each 8", "Dan each -2", "Cat each -2"):
        assert referee.hear(report).accepted and not referee.standing.hands
    assert not referee.hear("Ben each -5").accepted
    assert referee.hear("Ben each -4").accepted and referee.standing.hands == 1
    assert [*referee.scores.values()] == [8, -4, -2, -2]


def test_a_share_can_be_replaced_only_by_columns_that_are_entered() -> None:
    with pytest.raises(BadSheet):
        game_in(SHEET.replace('instead-of = ["game"]', 'instead-of = ["games"]'), "koenigrufen")
