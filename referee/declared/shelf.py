"""Where to find declared sheets: those that are part of referee, those in a folder, and a file given by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from errno import ESPIPE
from functools import cache, partial
from pathlib import Path
from typing import Any

from referee.declared.sheet import LONGEST, BadSheet, Mistake
from referee.game.game import Game
from referee.game.sources import DECLARED, BrokenGame, GameSource, Origin

SHEETS = Path(__file__).parent / "sheets"
SHIPPED = Origin(DECLARED)
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
COLUMN = re.compile(r"^\s*\[\s*column\b", re.MULTILINE)
TALLY = "tally"


def shipped() -> tuple[GameSource, ...]:
    """The sheets that are part of referee, and the tally for any game."""
    return (GameSource(TALLY, SHIPPED, _tally), *_shipped())


@cache
def _shipped() -> tuple[GameSource, ...]:
    return tuple(GameSource(path.stem, SHIPPED, partial(_sound, path)) for path in sorted(SHEETS.glob("*.toml")))


def cash() -> GameSource:
    """The table for an evening at which chips are bought and cashed out."""
    return GameSource("cash", SHIPPED, _cash)


def _cash() -> Game[Any]:
    from referee.declared.cash import GAME

    return GAME


def _tally() -> Game[Any]:
    from referee.declared.tally import GAME

    return GAME


def _sound(path: Path) -> Game[Any]:
    from referee.declared.game import game_in

    return game_in(path.read_text(encoding="utf-8"), path.stem, sound=True)


def lying_in(folder: Path) -> Iterator[GameSource]:
    """Yields the sheets in a folder, each named after its file. A file without columns isn't a sheet."""
    try:
        paths = sorted(folder.glob("*.toml"))
    except OSError:
        return
    for path in paths:
        if is_sheet(path):
            origin = Origin("file", str(path))
            yield GameSource(slug_of(path), origin, partial(_tried, path, origin))


def is_sheet(path: Path) -> bool:
    """Whether a file seems to have columns, without parsing it."""
    try:
        return bool(COLUMN.search(text_of(path)))
    except (BadSheet, OSError):
        return False


def slug_of(path: Path) -> str:
    """The name of the game in a file."""
    return path.stem.strip().lower().replace("_", "-").replace(" ", "-")


def _tried(path: Path, origin: Origin) -> Game[Any]:
    try:
        return game_of_file(path)
    except (BadSheet, OSError) as error:
        raise BrokenGame(slug_of(path), origin, why(error)) from error


def why(error: BadSheet | OSError) -> str:
    return str(error) if isinstance(error, BadSheet) else f"it can't be read: {error.strerror or error}"


def text_of(path: Path) -> str:
    """The text of a file. Raises BadSheet if it isn't text, or OSError."""
    if path.is_fifo():
        raise OSError(ESPIPE, "it is a pipe")
    with path.open("rb") as file:
        raw = file.read(4 * LONGEST + 1)
    try:
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise BadSheet([Mistake(1, "this isn't UTF-8 text")]) from None


def game_of_file(path: Path) -> Game[Any]:
    """The game that a file declares; raises BadSheet or OSError."""
    from referee.declared.game import game_in

    slug = slug_of(path)
    if not SLUG.fullmatch(slug):
        text = f"a game has the name of its file: lowercase letters, digits and dashes, not {path.stem!r}"
        raise BadSheet([Mistake(1, text)])
    return game_in(text_of(path), slug)


def beside(name: str, folder: Path) -> Game[Any] | None:
    """The game whose sheet is in a folder, by the name of the game or of its file; raises BadSheet or OSError."""
    slug = name.strip().removesuffix(".toml").lower()
    path = folder / f"{slug}.toml"
    return game_of_file(path) if SLUG.fullmatch(slug) and path.is_file() and is_sheet(path) else None
