"""Hands at a table of four, which tests call directly."""

from __future__ import annotations

import copy
from typing import Any, TypeVar

from referee import find_game
from referee.cards import Card, Pack
from referee.game.game import Hand
from referee.game.standing import Standing
from referee.language.words import Names, Seat
from referee.rules.rule import Reason

H = TypeVar("H", bound=Hand)

Grounds = tuple[str | int | None, list[int]]

ANN, BEN, CAT, DAN = SEATS = tuple(Seat(name) for name in ("Ann", "Ben", "Cat", "Dan"))


def sit_down(kind: type[H], pack: Pack | None = None, seats: tuple[Seat, ...] = SEATS, **changes: Any) -> H:
    """A hand dealt by Dan; ``changes`` are for the game, which has no rules of its own."""
    game = copy.copy(find_game("gops"))
    for name, value in changes.items():
        object.__setattr__(game, name, value)
    return kind(
        game=game, seats=seats, house={}, standing=Standing(),
        names=Names(list(seats), (), False), pack=pack or Pack(), number=4, dealer=seats[-1],
    )  # fmt: skip


def grounds(why: str | None) -> Grounds | None:
    """The facts of a refusal without its words: the card, number or player, and the lines that prove it."""
    if why is None:
        return None
    if not isinstance(why, Reason):
        return None, []
    return why.about.text if isinstance(why.about, Card) else why.about, [report.line for report in why.reports]
