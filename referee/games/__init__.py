"""All games: first ours, one module each, named after its slug and imported on use; then those of other sources.

No other source is called to find a game of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.game.game import Game
from referee.language.words import either, nearest

if TYPE_CHECKING:
    from referee.game.sources import BrokenGame, Clash, GameSource, Origin


def _published() -> Iterable[GameSource]:
    from referee.game.sources import published

    return published()


def _declared() -> Iterable[GameSource]:
    from referee.declared.shelf import shipped

    return shipped()


def _for_chips() -> Iterable[GameSource]:
    from referee.declared.shelf import cash

    return (cash(),)


SOURCES: list[Callable[[], Iterable[GameSource]]] = [_declared, _for_chips, _published]
"""Other sources of games, in the order they are called. If two have a game of the same name, the first is used."""


def add_source(source: Callable[[], Iterable[GameSource]]) -> None:
    """Adds a source of games, which is called before the others."""
    if source not in SOURCES:
        SOURCES.insert(0, source)


def ours() -> list[str]:
    """The slugs of the games that are part of referee, in alphabetical order."""
    return [*_slugs()]


def games() -> list[str]:
    """The slugs of all games, in alphabetical order, whether or not they can be played."""
    return sorted({*_slugs(), *_others()[0]})


def is_game(slug: str) -> bool:
    """Whether a game has this slug. No other source is called if it is one of ours."""
    return slug in _slugs() or slug in _others()[0]


@cache
def _slugs() -> tuple[str, ...]:
    modules = (path for path in Path(__file__).parent.iterdir() if path.suffix == ".py")
    return tuple(sorted(path.stem.replace("_", "-") for path in modules if not path.stem.startswith("_")))


def _others() -> tuple[dict[str, GameSource], list[Clash]]:
    """The games of all other sources by slug, and those left out because their name is taken."""
    from referee.game.sources import unlike

    return unlike((offer for source in SOURCES for offer in source()), _slugs())


class UnknownGame(KeyError):
    """Raised by `find_game` if no game has that name; ``close`` has the closest names, the nearest first.

    >>> from referee import UnknownGame, find_game
    >>> try:
    ...     game = find_game("razzz")
    ... except UnknownGame as unknown:
    ...     print(unknown.close[0])
    razz
    """

    close: tuple[str, ...]

    def __init__(self, slug: str, close: tuple[str, ...]) -> None:
        hint = f"; did you mean {either(close)}?" if close else ""
        super().__init__(f"there is no game called {slug!r}{hint}")
        self.close = close


def find_game(slug: str) -> Game[Any]:
    """The game with that name; raises UnknownGame, a KeyError with the closest names, if there is none.

    Case, spaces and underscores don't matter.  A game that is installed but can't be imported raises BrokenGame.

    >>> from referee import find_game
    >>> find_game("Crazy Eights").slug
    'crazy-eights'
    """
    slug = slug.strip().lower().replace("_", "-").replace(" ", "-")
    if slug in _slugs():
        game: Game[Any] = import_module(f"referee.games.{slug.replace('-', '_')}").GAME
        return game
    if offer := next((offer for source in SOURCES for offer in source() if offer.slug == slug), None):
        return offer.fetch()
    raise UnknownGame(slug, tuple(nearest(slug, games(), 3)))


def origin(slug: str) -> Origin:
    """Where the game with that name comes from; raises KeyError if there is none."""
    from referee.game.sources import OURS

    return OURS if slug in _slugs() else _others()[0][slug].origin


def clashes() -> list[Clash]:
    """Games that aren't played because another has the same name."""
    return _others()[1]


def playable() -> list[Game[Any]]:
    """All games that can be played, in alphabetical order of their slugs; importing them takes a moment.

    >>> from referee import playable
    >>> [game.slug for game in playable() if game.players == range(2, 31)]
    ['gops', 'trash']
    """
    return [game for game in map(_tried, games()) if isinstance(game, Game)]


def broken() -> list[BrokenGame]:
    """Why each of the other games can't be played."""
    return [game for game in map(_tried, sorted(_others()[0])) if not isinstance(game, Game)]


def _tried(slug: str) -> Game[Any] | BrokenGame:
    from referee.game.sources import BrokenGame

    try:
        return find_game(slug)
    except BrokenGame as error:
        return error
