"""Houses: the rules that somebody plays by, game by game, in a file that is written by hand or by `referee house`.

    [oh-hell]
    first-hand = 7

    [razz]
    ante = 2
    cap = 3

A house is a file of that name in the user's folder, or any file that is named.  What is wrong in it is said with its
line, and only its own lines are touched where a rule is changed: remarks and their order stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.core import Game
from referee.games import find_game
from referee.options import Option
from scoresheets.errors import NOTHING, USAGE, CommandError

BOOK = "book"
"""The house of nobody: every rule as the book has it."""

ABOUT = "about"
"""The one word in a file that is no game: what the house is, in a sentence."""

LONGEST_FILE = 1_000_000  # bytes

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}", re.IGNORECASE)


def folder() -> Path:
    """Where the houses are kept: beside what somebody wishes for good."""
    from scoresheets.keeping.config import file

    return file().parent / "houses"


def place(name: str) -> Path:
    """The file of a house; a name that ends in ``.toml`` is a file itself."""
    if name.lower().endswith(".toml"):
        return Path(name)
    if not _NAME.fullmatch(name) or name.lower() == BOOK:
        said = "a house is called by letters, digits and dashes, or it is a file that ends in .toml"
        raise CommandError(f"{said}, not {name!r}", USAGE)
    return folder() / f"{name}.toml"


def names() -> list[str]:
    """The houses in the user's folder."""
    try:
        return sorted(path.stem for path in folder().glob("*.toml") if _NAME.fullmatch(path.stem))
    except OSError:
        return []


@dataclass
class House:
    """A house as its file has it: the options chosen, by game, as `--set` would take them, and their lines."""

    name: str
    path: Path
    about: str = ""
    games: dict[str, dict[str, str]] = field(default_factory=dict)
    lines: dict[tuple[str, str], int] = field(default_factory=dict)

    def of(self, game: Game[Any], players: int = 0) -> dict[str, str]:
        """What it plays a game by, held against so many players; raises CommandError for what can't be there."""
        chosen = dict(self.games.get(game.slug, {}))
        for name, value in chosen.items() if players else ():
            option = game.option(name)
            assert option
            try:
                option.chosen(value, players)
            except ValueError as error:
                raise CommandError(f"{self.path}:{self.lines[game.slug, name]}: {error}", USAGE) from None
        return chosen


# Reading


def read(name: str) -> House:
    """A house; raises CommandError where there is none, or where its file says what can't be, with the line."""
    path = place(name)
    return understood(name, path, _text(name, path))


def _text(name: str, path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(LONGEST_FILE + 1)
        if len(raw) > LONGEST_FILE:
            raise CommandError(f"{path} is too long for a house", USAGE)
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        known = ", ".join(names())
        others = f" beside {known}" if known else ""
        raise CommandError(
            f"there is no house {name}{others}; `referee house init {name}` begins one", NOTHING
        ) from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} can't be read: it is no text in UTF-8", USAGE) from None
    except OSError as error:
        raise CommandError(f"{path} can't be read: {error.strerror or error}", USAGE) from None


def understood(name: str, path: Path, text: str) -> House:
    """The house that a text describes."""
    import tomllib

    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        said = str(error)
        at = re.search(r"\s*\(at line (\d+), column \d+\)", said)
        where = f":{at[1]}" if at else ""
        said = said.replace(at[0], "") if at else said
        raise CommandError(f"{path}{where}: {said[:1].lower()}{said[1:]}", USAGE) from None
    house = House(name, path)
    for slug, chosen in found.items():
        if slug == ABOUT and isinstance(chosen, str):
            house.about = chosen
            continue
        where = f"{path}:{line_of(text, slug)}"
        if not isinstance(chosen, dict):
            raise CommandError(f"{where}: {slug!r} stands in no game; a game begins with its name, as [oh-hell]", USAGE)
        try:
            game = find_game(slug)
        except KeyError as error:
            raise CommandError(f"{where}: {error.args[0]}", USAGE) from None
        for option, value in chosen.items():
            line = line_of(text, slug, option)
            house.games.setdefault(game.slug, {})[option] = _value(game, option, value, f"{path}:{line}")
            house.lines[game.slug, option] = line
        house.games.setdefault(game.slug, {})
    return house


def _value(game: Game[Any], name: str, value: Any, where: str) -> str:
    """A value as `--set` takes it, if it can be one at any table."""
    option = game.option(name)
    if option is None or option.name != name:
        raise CommandError(f"{where}: {game.no_option(name)}", USAGE)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if not isinstance(value, (int, str)):
        raise CommandError(f"{where}: {name} takes a number or a word, not {value!r}", USAGE)
    text = option.spelt(str(value))
    if fault := fault_everywhere(game, option, text):
        raise CommandError(f"{where}: {fault}", USAGE)
    return text


def fault_everywhere(game: Game[Any], option: Option, text: str) -> str:
    """Why a value can be played by at no table, however many sit there."""
    faults = [_fault(option, text, players) for players in game.players]
    return "" if "" in faults else faults[0]


def _fault(option: Option, text: str, players: int) -> str:
    try:
        option.chosen(text, players)
    except ValueError as error:
        return str(error)
    return ""


_KEY = r"""(?:"{0}"|'{0}'|{0})"""


def line_of(text: str, table: str, key: str = "") -> int:
    """The line where a table begins, or where a key stands in it; the nearest that can be found."""
    here = _KEY.format(re.escape(table))
    name = _KEY.format(re.escape(key))
    heading = re.compile(rf"\s*\[\s*{here}\s*\]")
    alone = re.compile(rf"\s*{here}\s*(?:=|\.\s*{name}\s*=)" if key else rf"\s*{here}\s*[.=]")
    inside = False
    best = 0
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("["):
            inside = bool(heading.match(line))
            best = best or (number if inside else 0)
        elif (key and inside and re.match(rf"\s*{name}\s*=", line)) or alone.match(line):
            return number
    return best or 1


# Writing


def begin(name: str, games: list[Game[Any]]) -> Path:
    """Begins a house: every option of these games as a remark, for whoever edits the file."""
    path = place(name)
    text = "\n".join(_blank(name, games)) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise CommandError(f"{path} is there already; `referee house set` changes a rule in it", USAGE) from None
    except OSError as error:
        raise CommandError(f"{path} can't be written: {error.strerror or error}", USAGE) from None
    return path


def _blank(name: str, games: list[Game[Any]]) -> Iterator[str]:
    yield f"# House rules of {Path(name).stem}. A rule is as the book has it until the # before it goes:"
    yield f"# edit it here, or say `referee house set {name} GAME OPTION=VALUE`."
    for game in games:
        yield ""
        yield f"[{game.slug}]"
        for option in game.options:
            yield from (f"# {one}" for one in _described(game, option))


def _described(game: Game[Any], option: Option) -> Iterator[str]:
    players = game.players[0]
    value = option.value(players)
    choices = f": {', '.join(option.choices)}" if option.choices else ""
    yield f"{option.text}{choices}"
    word = "none" if value is None else value
    yield f"{option.name} = {word}" if isinstance(value, int) else f'{option.name} = "{word}"'


def change(house: str, game: Game[Any], wanted: Mapping[str, str]) -> tuple[House, House]:
    """Writes other values into a house, and gives it as it was and as it is; ``book`` takes a rule out of it.

    Everything else in the file stays as it is.
    """
    import tomlkit

    path = place(house)
    before = _text(house, path)
    was = understood(house, path, before)
    document = tomlkit.parse(before)
    if game.slug not in document:
        if document.body and not before.endswith("\n\n"):
            document.add(tomlkit.nl())
        document[game.slug] = tomlkit.table()
    table: Any = document[game.slug]
    for name, value in wanted.items():
        if (option := game.option(name)) is None:
            raise CommandError(game.no_option(name), USAGE)
        if value.lower() == BOOK:
            table.pop(option.name, None)
            continue
        text = option.spelt(value)
        if fault := fault_everywhere(game, option, text):
            raise CommandError(fault, USAGE)
        table[option.name] = text if option.choices or not text.isdigit() else int(text)
    written = tomlkit.dumps(document)
    now = understood(house, path, written)
    _replace(path, written)
    return was, now


def _replace(path: Path, text: str) -> None:
    """All of the file or nothing."""
    beside = path.with_name(path.name + ".new")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise CommandError(f"{path} can't be written: {error.strerror or error}", USAGE) from None


# Comparing


def digest(game: Game[Any], players: int, house: Mapping[str, Any]) -> str:
    """Eight letters and digits that are the same wherever a game is played by the same rules."""
    from hashlib import sha256

    other = [f"{one.name}={house[one.name]}" for one in game.options if house[one.name] != one.value(players)]
    return sha256("\n".join([game.slug, str(game.edition), *sorted(other)]).encode()).hexdigest()[:8]


def digests(game: Game[Any], chosen: Mapping[str, str]) -> dict[str, list[int]]:
    """The digest of a house's rules by the number of players, wherever they can be played so."""
    found: dict[str, list[int]] = {}
    for players in game.players:
        try:
            found.setdefault(digest(game, players, game.house(players, chosen)), []).append(players)
        except ValueError:
            continue
    return found
