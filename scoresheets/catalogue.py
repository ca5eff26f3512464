"""The games by their names."""

from __future__ import annotations

from collections.abc import Mapping
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


def game_of(slug: str, sheet: str = "", only_totals: bool = False) -> Game[Any]:
    """The game that a session is kept as, by its slug and its sheet; raises CommandError where there is none."""
    if not only_totals:
        return game_called(slug)
    from referee import totals

    declared = declared_in(sheet)
    try:
        known = find_game(slug)
        name, lowest_wins = known.name, known.lowest_wins
    except KeyError:
        name, lowest_wins = slug, False
    return totals.game_of(
        slug,
        declared.get("name", name),
        lowest_wins=declared.get("low-wins", lowest_wins),
        partners=declared.get("partners", False),
    )


def declared_in(sheet: str) -> Mapping[str, Any]:
    """What a sheet says of its game."""
    if not sheet:
        return {}
    import tomllib

    return tomllib.loads(sheet)
