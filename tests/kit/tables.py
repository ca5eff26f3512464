"""A hand of any kind at a table of four, to be asked and told directly."""

from __future__ import annotations

import copy
from typing import Any, TypeVar

from referee import find_game
from referee.cards import Pack
from referee.core import Hand, Seat, Standing
from referee.notation import Names

H = TypeVar("H", bound=Hand)

ANN, BEN, CAT, DAN = SEATS = tuple(Seat(name) for name in ("Ann", "Ben", "Cat", "Dan"))


def sit_down(kind: type[H], pack: Pack | None = None, seats: tuple[Seat, ...] = SEATS, **changes: Any) -> H:
    """A hand that Dan deals; ``changes`` are of the game, which has no rules of its own."""
    game = copy.copy(find_game("gops"))
    for name, value in changes.items():
        object.__setattr__(game, name, value)
    return kind(
        game=game, seats=seats, house={}, standing=Standing(),
        names=Names(list(seats), (), False), pack=pack or Pack(), number=4, dealer=seats[-1],
    )  # fmt: skip
