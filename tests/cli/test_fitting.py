"""Nothing is cut: every figure, name and rule stands whole in what is shown, however narrow the terminal."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from referee import Referee, find_game
from referee.games import games
from referee.objects import table_object
from scoresheets.sheets import sheet
from tests.walker import Walker

NAMES = ("Uma", "Bartholomew-Alexand", "Maria Theresia", "李小龍と仲間たち", "🎲🎲 Dicey", "Zoë Q̈uo", "Gwendolyn", "Jo")
"""Long ones, short ones, with a blank, and some whose letters are twice as wide as others, or take no room at all."""
NARROWEST, WIDEST = 40, 200
SHAPES = ("oh-hell", "piquet", "samba", "indian-chief", "bridge-solitaire", "farmer", "one-eyed-jack")
"""A game of each shape of sheet, and one with a board."""


def names(count: int) -> list[str]:
    return [f"{name}{i // len(NAMES) or ''}" for i in range(count) for name in [NAMES[i % len(NAMES)]]]


def sizes(slug: str) -> list[int]:
    """The numbers of players that a game seats: all of them up to eight, of more the one in the middle and the most."""
    game = find_game(slug)
    seated = [n for n in game.players if Referee(game, names(n)).asks()]
    return [n for n in seated if n <= 8 or n in (seated[-1], seated[len(seated) // 2])]


@cache
def table(slug: str, players: int) -> Referee:
    """A table after some play, at which everybody's total is another, and some are large."""
    walker = Walker(find_game(slug), players, names(players))
    walker.walk(45)
    referee = walker.referee
    for i, seat in enumerate(referee.seats[:: players // 8 + 1]):
        referee.hear(f'adjust "{seat}" {"+-"[i % 2]}{i * i * 37 + 1} so that it is large')
    return referee


def drawn(shown: Any, width: int) -> list[str]:
    console = Console(width=width, markup=False, emoji=False, highlight=False, color_system=None)
    with console.capture() as caught:
        console.print(shown)
    return [line.rstrip() for line in caught.get().splitlines()]


def words(lines: list[str]) -> Counter[str]:
    """What stands there between blanks; the dealer's mark may stand close to what follows it."""
    return Counter(re.sub(r"[*●] ?|─+", "", " ".join(lines)).split())


def figures(referee: Referee) -> Counter[str]:
    """The totals and corrections that ``--json`` prints."""
    told = table_object(referee)
    totals = [*told["scores"].values(), *(line["points"] for line in told["adjustments"])]
    return Counter(str(points) for points in totals if points)


@cache
def everything(slug: str, players: int) -> Counter[str]:
    """All that a sheet says, as it stands where there is room for it."""
    return words(drawn(sheet(table(slug, players), plain=True), 5000))


def whole(slug: str, players: int, width: int, plain: bool) -> None:
    referee = table(slug, players)
    lines = drawn(sheet(referee, plain=plain), width)
    assert max(map(cell_len, lines)) <= width
    assert not everything(slug, players) - words(lines)
    assert not figures(referee) - words(lines)
    for name in referee.seats:
        assert any(name in line for line in lines), name


@pytest.mark.parametrize("slug", SHAPES)
def test_every_shape_of_sheet_is_whole_at_all_widths(slug: str) -> None:
    for width in range(NARROWEST, WIDEST + 1, 3):
        whole(slug, sizes(slug)[-1], width, plain=width % 2 == 0)


@pytest.mark.parametrize("slug", games())
def test_every_sheet_is_whole_however_many_play(slug: str) -> None:
    luck = random.Random(slug)
    for players in sizes(slug):
        for width in (NARROWEST, luck.randint(NARROWEST, WIDEST)):
            whole(slug, players, width, plain=luck.random() < 0.5)
