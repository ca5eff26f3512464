"""The games by their names."""

from __future__ import annotations

from typing import Any

from referee.core import Game
from referee.games import find_game
from scoresheets.errors import NOTHING, CommandError


def game_called(slug: str) -> Game[Any]:
    """The game of that name; raises CommandError where there is none."""
    try:
        return find_game(slug)
    except KeyError as error:
        raise CommandError(str(error.args[0]), NOTHING) from error
