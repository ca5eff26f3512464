"""Games by name, including those whose sheet is a file or was saved with a session."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.game.game import Game
from referee.games import add_source, find_game, is_game
from referee.language.words import folded
from scoresheets.errors import NOTHING, USAGE, CommandError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.game.sources import GameSource


def own_sheets() -> Iterable[GameSource]:
    """The sheets in the user's folder of houses."""
    from referee.declared.shelf import lying_in
    from scoresheets.book.house import folder

    return lying_in(folder())


add_source(own_sheets)


class NoGame(CommandError):
    """There is no game of that name, or, if ``broken``, it can't be played."""

    def __init__(self, message: str, code: int = NOTHING, *, broken: bool = False) -> None:
        super().__init__(message, code)
        self.broken = broken


def game_called(name: str) -> Game[Any]:
    """The game of that name or of a sheet's file. Raises NoGame if there is none that can be played."""
    if name.lower().endswith(".toml"):
        return game_of_file(name)
    try:
        return find_game(name)
    except KeyError as error:
        from referee.game.sources import BrokenGame

        if isinstance(error, BrokenGame) and error.origin.kind == "file":
            return game_of_file(error.origin.name)  # it reports the errors line by line
        text = str(error.args[0])
        broken = isinstance(error, BrokenGame)
        if not broken and not getattr(error, "close", ()):
            text += ". To list all games, run `referee games`"
        raise NoGame(text, broken=broken) from error


def whole_name(game: str, players: Sequence[str]) -> tuple[str, list[str]]:
    """A game's name that was typed in several words, ``oh hell``, and the players after it."""
    for count in (2, 1):
        name = "-".join((game, *players[:count])).lower()
        if len(players) >= count and not is_game(game) and is_game(name):
            return name, [*players[count:]]
    return game, [*players]


def game_of_file(name: str) -> Game[Any]:
    """The game that a file declares. Raises CommandError with all of its errors."""
    from referee.declared import shelf
    from referee.declared.sheet import BadSheet

    path = Path(name)
    try:
        return shelf.game_of_file(path)
    except FileNotFoundError:
        raise CommandError(f"there is no file {name}", NOTHING) from None
    except BadSheet as error:
        lines = [f"{name}:{mistake.line}: {mistake.text}" for mistake in error.mistakes]
        raise CommandError("; ".join(lines), USAGE, lines) from None
    except OSError as error:
        raise CommandError(f"{name} can't be read: {error.strerror or error}", USAGE) from None


def game_of(slug: str, sheet: str = "", only_totals: bool = False) -> Game[Any]:
    """The game of a session, by its slug and its sheet. Raises NoGame if there is none."""
    if not only_totals:
        return _declared(slug, sheet) if sheet else game_called(slug)
    from referee.game import totals

    said = declared_in(sheet)
    name, lowest_wins = said.get("name"), said.get("low-wins", False)
    if name is None:
        known = game_called(slug)
        name, lowest_wins = known.name, low_by_the_book(known)
    partners, chips = said.get("partners", False), said.get("chips", False)
    return totals.game_of(slug, name, lowest_wins=lowest_wins, partners=partners, chips=chips)


def slug_in(name: str) -> str:
    """The name of a game in short, as a file or an option has it; "" for what is no name.

    >>> slug_in("6 nimmt!")
    '6-nimmt'
    """
    return re.sub(r"[^\w]+", "-", folded(name)).strip("-_").replace("_", "-")


# A tally

TALLY = "tally"


def titled(name: str, title: str = "") -> str:
    """The title of a tally of a game: its name, then what the evening is called."""
    return ": ".join(filter(None, (name.replace(": ", " – "), title)))


def name_in(title: str) -> str:
    """What a tally of that title is of.

    >>> name_in("Hearts: Friday")
    'Hearts'
    """
    return title.partition(": ")[0]


def counts_as(slug: str, title: str) -> str:
    """The game that a session counts as in statistics. A tally counts as its game."""
    return slug_in(name_in(title)) or slug if slug == TALLY else slug


def low_by_the_book(game: Game[Any]) -> bool:
    """Whether the fewest points win a game by its standard rules."""
    return game.low_wins(game.house(game.players[0], {}))


def known_game(slug: str) -> Game[Any] | None:
    """The game of that name that can be played, if there is one."""
    try:
        return find_game(slug) if is_game(slug) else None
    except KeyError:
        return None


def declared_in(sheet: str) -> Mapping[str, Any]:
    """What a sheet declares."""
    if not sheet:
        return {}
    import tomllib

    return tomllib.loads(sheet)


def _declared(slug: str, sheet: str) -> Game[Any]:
    """The game of a sheet that was saved with a session."""
    from referee.declared.game import game_in
    from referee.declared.sheet import BadSheet

    try:
        return game_in(sheet, slug, sound=True)
    except BadSheet as error:
        raise NoGame(f"the sheet of {slug} can no longer be read: {error}", USAGE) from None
