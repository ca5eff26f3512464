"""The games by their names."""

from __future__ import annotations

from typing import Any

from referee.core import Game
from referee.games import find_game
from scoresheets.errors import NOTHING, CommandError


class NoGame(CommandError):
    """There is no game of that name, or it can't be played."""


def game_called(slug: str) -> Game[Any]:
    """The game of that name; raises NoGame where there is none that can be played."""
    try:
        return find_game(slug)
    except KeyError as error:
        raise NoGame(str(error.args[0]), NOTHING) from error
