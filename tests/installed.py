"""Fake packages with games, as if they were installed."""

from __future__ import annotations

import copy
import importlib.metadata
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import referee.games
from referee import find_game
from referee.game.sources import GROUP, published


class Installed:
    """Fake installed packages with games."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.entries: list[EntryPoint] = []
        self.monkeypatch = monkeypatch
        everywhere = importlib.metadata.entry_points
        monkeypatch.setattr(
            "importlib.metadata.entry_points",
            lambda **asked: EntryPoints(self.entries) if asked == {"group": GROUP} else everywhere(**asked),
        )
        monkeypatch.setattr(referee.games, "SOURCES", [referee.games._published])

    def add(self, package: str, name: str, game: Any = None, module: str = "") -> None:
        """A package of version 1.2 with one game, in a module of that name."""
        if not module:
            module = name.replace("-", "_").replace(" ", "_")
            self.monkeypatch.setitem(sys.modules, module, ModuleType(module))
            sys.modules[module].GAME = game  # type: ignore[attr-defined]
        entry = EntryPoint(name, f"{module}:GAME", "referee.games")
        vars(entry).update(dist=SimpleNamespace(name=package, version="1.2"))
        self.entries.append(entry)
        published.cache_clear()

    def forget(self, name: str) -> None:
        """Removes the package of a game."""
        self.entries = [entry for entry in self.entries if entry.name != name]
        published.cache_clear()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Installed]:
    published.cache_clear()
    yield Installed(monkeypatch)
    published.cache_clear()


def called(slug: str) -> Any:
    """A copy of Oh Hell! with another slug."""
    game = copy.copy(find_game("oh-hell"))
    object.__setattr__(game, "slug", slug)
    return game
