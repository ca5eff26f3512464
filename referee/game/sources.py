"""Where games come from besides the modules of `referee.games`: installed packages, and sources that are added.

A source is a function that returns an `Offer` for each of its games. No source is called until somebody asks for all
games, or for one that isn't ours. Then all are called, and each caches what is slow to find out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, NamedTuple

from referee.game.game import Game

GROUP = "referee.games"
"""The entry point group for games of an installed package: ``slug = "module:GAME"``."""


class Origin(NamedTuple):
    """Where a game comes from: `OURS`, the distribution that contains it, or whatever another source calls it."""

    kind: str
    name: str = ""
    version: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip() or self.kind


OURS = Origin("ours")
DECLARED = "declared"
"""The kind of origin of the sheets that are part of referee."""


class GameSource(NamedTuple):
    """The name of a game, where it comes from, and a function that loads it. That may raise BrokenGame."""

    slug: str
    origin: Origin
    fetch: Callable[[], Game[Any]]


class Clash(NamedTuple):
    """A name that two sources use for a game, and whose game is played."""

    slug: str
    played: Origin
    left_out: Origin

    def __str__(self) -> str:
        whose = "ours" if self.played == OURS else f"that of {self.played}"
        return f"{self.left_out} has a game called {self.slug} too; {whose} is played"


class BrokenGame(KeyError):
    """Raised by `find_game` for a game that is installed but can't be played; ``why`` says why.

    >>> from referee import BrokenGame, find_game
    >>> try:
    ...     game = find_game("gops")
    ... except BrokenGame as broken:
    ...     print(broken.slug, broken.origin, broken.why)
    """

    slug: str
    origin: Origin
    why: str

    def __init__(self, slug: str, origin: Origin, why: str) -> None:
        super().__init__(f"{slug} can't be played: {why}; it comes with {origin}")
        self.slug = slug
        self.origin = origin
        self.why = why


@cache
def published() -> tuple[GameSource, ...]:
    """The games of installed packages, sorted by package; read once."""
    from importlib.metadata import entry_points

    offers = []
    for entry in entry_points(group=GROUP):
        origin = (
            Origin("package", entry.dist.name, entry.dist.version) if entry.dist else Origin("package", entry.value)
        )
        slug = entry.name.strip().lower().replace("_", "-").replace(" ", "-")
        offers.append(GameSource(slug, origin, partial(_fetched, slug, origin, entry)))
    return tuple(sorted(offers, key=lambda offer: (offer.origin.name.lower(), offer.slug)))


def _fetched(slug: str, origin: Origin, entry: Any) -> Game[Any]:
    """The game of an entry point. Anything that goes wrong while loading it is raised as BrokenGame."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise BrokenGame(slug, origin, "a game's name has lowercase letters, digits and single dashes only")
    try:
        game = entry.load()
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())
        why = f"importing {entry.value} ends in {type(error).__name__}{': ' if text else ''}{text}"
        raise BrokenGame(slug, origin, why) from error
    if not isinstance(game, Game):
        raise BrokenGame(slug, origin, f"{entry.value} isn't a Game")
    if game.slug != slug:
        raise BrokenGame(slug, origin, f"{entry.value} is a game called {game.slug}, and its entry point says {slug}")
    return game


def unlike(offers: Iterable[GameSource], taken: Iterable[str]) -> tuple[dict[str, GameSource], list[Clash]]:
    """The offers by name, the first of each name, and a `Clash` for every one that is left out."""
    known: dict[str, GameSource] = {}
    ours, clashes = {*taken}, []
    for offer in offers:
        if offer.slug in ours:
            clashes.append(Clash(offer.slug, OURS, offer.origin))
        elif offer.slug in known and offer.origin.kind == DECLARED:
            continue  # a sheet of the user's own replaces the one that is part of referee
        elif offer.slug in known:
            clashes.append(Clash(offer.slug, known[offer.slug].origin, offer.origin))
        else:
            known[offer.slug] = offer
    return known, clashes
