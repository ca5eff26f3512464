"""The games: one module each, named as its slug, found by being there and imported on use."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from referee.core import Game
from referee.notation import nearest


def games() -> list[str]:
    """The slugs of all games, in alphabetical order."""
    return [*_slugs()]


@cache
def _slugs() -> tuple[str, ...]:
    modules = (path for path in Path(__file__).parent.iterdir() if path.suffix == ".py")
    return tuple(sorted(path.stem.replace("_", "-") for path in modules if not path.stem.startswith("_")))


def find_game(slug: str) -> Game[Any]:
    """The game of that name; raises KeyError, with the closest names in its text."""
    slug = slug.strip().lower().replace("_", "-").replace(" ", "-")
    known = games()
    if slug not in known:
        close = nearest(slug, known, 3)
        hint = f"; did you mean {' or '.join(close)}?" if close else f"; there are {', '.join(known)}"
        raise KeyError(f"no game is called {slug!r}{hint}")
    game: Game[Any] = import_module(f"referee.games.{slug.replace('-', '_')}").GAME
    return game
