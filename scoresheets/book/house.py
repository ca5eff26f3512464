"""Houses: sets of house rules for each game, in a file written by hand or by `referee house`.

    [oh-hell]
    first-hand = 7

    [razz]
    ante = 2
    cap = 3

    [rule.exposed-card]
    text = "An exposed card stays on the table."
    costs = 5

A rule in words is played in every game, or in a single one under ``[razz.rule.exposed-card]``.
A house is a file of that name in the user's folder, or any file given by its path. Errors are reported with their
line. Changing a rule changes only its own lines: comments and the order stay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from errno import ESPIPE
from pathlib import Path
from typing import Any

from referee.declared.lines import Lines
from referee.declared.shelf import COLUMN, is_sheet
from referee.game.game import Game
from referee.games import find_game, is_game
from referee.language.words import nearest
from referee.rules.custom import PREFIX, OwnRule, is_own, own_rule, own_rules
from referee.rules.options import Option, read_house
from scoresheets import files
from scoresheets.errors import NOTHING, USAGE, CommandError

STANDARD = "standard"
"""The standard rules, as a house or as the value of an option; ``book`` means the same."""

ABOUT = "about"
"""The key in a file for a description of the house, in a sentence."""

RULE = PREFIX.rstrip(".")
"""The table in a file, or in one of its games, for rules in words."""

LONGEST_FILE = 1_000_000  # bytes

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}", re.IGNORECASE)


def is_standard(name: str) -> bool:
    """Whether this means the standard rules, or the standard value of an option."""
    return name.lower() in (STANDARD, "book")


def folder() -> Path:
    """The folder of the houses, beside the config file."""
    from scoresheets.keeping.config import file

    return file().parent / "houses"


def place(name: str) -> Path:
    """The file of a house. A name that ends in ``.toml`` is a path."""
    if name.lower().endswith(".toml"):
        return Path(name)
    if not _NAME.fullmatch(name) or is_standard(name):
        text = "name a house with letters, digits and dashes, or give a .toml file"
        raise CommandError(f"{text}, not {name!r}", USAGE)
    return folder() / f"{name}.toml"


def names() -> list[str]:
    """The houses in the user's folder."""
    try:
        paths = [path for path in folder().glob("*.toml") if _NAME.fullmatch(path.stem)]
        return sorted(path.stem for path in paths if not is_sheet(path))
    except OSError:
        return []


@dataclass
class House:
    """A house from its file: the options chosen, by game, in the form of `--set`, and their lines.

    ``rules`` are its rules in words for every game. Those for one game are among its options.
    """

    name: str
    path: Path
    about: str = ""
    games: dict[str, dict[str, str]] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)
    lines: dict[tuple[str, str], int] = field(default_factory=dict)

    def plays(self, game: Game[Any]) -> bool:
        """Whether it sets any rule for a game."""
        return game.slug in self.games or bool(self.rules)

    def of(self, game: Game[Any], players: int = 0) -> dict[str, str]:
        """The rules for a game, checked for that number of players. Raises CommandError for an invalid one."""
        chosen = self.rules | self.games.get(game.slug, {})
        for name, value in chosen.items():
            line = self.lines.get((game.slug, name)) or self.lines.get(("", name), 1)
            try:
                if is_own(name):
                    own_rule(name.removeprefix(PREFIX), OwnRule(value).text, taken=game.rules)
                elif players and (option := game.option(name)):
                    option.chosen(value, players)
            except ValueError as error:
                raise CommandError(f"{self.path}:{line}: {error}", USAGE) from None
        try:
            if players in game.players:
                game.house(players, chosen)
        except ValueError as error:
            raise CommandError(f"{self.path}:{self.line_of(game, str(error)) or 1}: {error}", USAGE) from None
        return chosen

    def line_of(self, game: Game[Any], fault: str) -> int:
        """The last line that sets an option named in a fault, 0 if there is none."""
        return max((self.lines.get((game.slug, option), 0) for option in re.findall(r"([\w-]+)=", fault)), default=0)


# Reading


def read(name: str) -> House:
    """A house. Raises CommandError if there is none, or if its file is invalid, with the line."""
    path = place(name)
    return understood(name, path, _text(name, path))


def _text(name: str, path: Path) -> str:
    try:
        if path.is_fifo():
            raise OSError(ESPIPE, "it is a pipe")
        with path.open("rb") as file:
            raw = file.read(LONGEST_FILE + 1)
        if len(raw) > LONGEST_FILE:
            raise CommandError(f"{path} is too long for a house", USAGE)
        return raw.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        known = ", ".join(names())
        others = f", only {known}" if known else ""
        raise CommandError(
            f"there are no house rules called {name}{others}. To create them, run `referee house init {name}`.", NOTHING
        ) from None
    except UnicodeDecodeError:
        raise CommandError(f"{path} can't be read: it isn't UTF-8 text", USAGE) from None
    except OSError as error:
        raise CommandError(f"{path} can't be read: {error.strerror or error}", USAGE) from None


def understood(name: str, path: Path, text: str) -> House:
    """Parses the text of a house."""
    import tomllib

    try:
        content = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        words = str(error)
        at = re.search(r"\s*\(at line (\d+), column \d+\)", words)
        where = f":{at[1]}" if at else ""
        words = words.replace(at[0], "") if at else words
        raise CommandError(f"{path}{where}: {words[:1].lower()}{words[1:]}", USAGE) from None
    if COLUMN.search(text):
        raise CommandError(
            f"{path} is the sheet of a game, not a house. To play it, run `referee new {path} PLAYER…`", USAGE
        )
    house, lines = House(name, path), Lines(text)
    for slug, chosen in content.items():
        if slug == ABOUT and isinstance(chosen, str):
            house.about = chosen
            continue
        if slug == RULE:
            house.rules = _own_rules(house, lines, chosen, RULE)
            continue
        where = f"{path}:{lines.of(slug)}"
        if not isinstance(chosen, dict):
            raise CommandError(f"{where}: {slug!r} belongs to no game; name one first, as in [oh-hell]", USAGE)
        try:
            game = find_game(slug)
        except KeyError as error:
            if is_game(slug):
                continue  # the game is broken, so the house is used without it; `referee doctor` reports it
            raise CommandError(f"{where}: {error.args[0]}", USAGE) from None
        options = house.games.setdefault(game.slug, {})
        for option, value in chosen.items():
            if option == RULE:
                options |= _own_rules(house, lines, value, slug, RULE, game=game)
                continue
            line = lines.of(slug, option)
            options[option] = _value(game, option, value, f"{path}:{line}")
            house.lines[game.slug, option] = line
        if fault := fault_together(game, options):
            raise CommandError(f"{path}:{house.line_of(game, fault) or lines.of(slug)}: {fault}", USAGE)
    return house


def _own_rules(house: House, lines: Lines, content: Any, *names: str, game: Game[Any] | None = None) -> dict[str, str]:
    """The rules in words under a heading, as options. Raises CommandError."""
    rules: dict[str, str] = {}
    for name, rule in content.items() if isinstance(content, dict) else [("", content)]:
        line = lines.of(*names, name)
        try:
            if not isinstance(rule, dict):
                form = f'[{".".join(names)}.exposed-card] and, below it, text = "An exposed card …" and costs = 5'
                raise ValueError(f"write your own rule as {form}")
            for key, value in rule.items():
                if fault := _fault_in_words(key, value):
                    line = lines.of(*names, name, key)
                    raise ValueError(fault)
            rules[PREFIX + name] = own_rule(
                name, rule.get("text", ""), rule.get("costs", 0), game.rules if game else ()
            )
        except ValueError as error:
            raise CommandError(f"{house.path}:{line}: {error}", USAGE) from None
        house.lines[game.slug if game else "", PREFIX + name] = line
    return rules


def _fault_in_words(key: str, value: Any) -> str:
    """The error in a line of a rule in words."""
    if key == "text":
        return "" if isinstance(value, str) else f"text must be a sentence, not {value!r}"
    if key == "costs":
        return "" if type(value) is int else f"costs must be a whole number, not {value!r}"
    return f"your own rule has only text and costs, not {key!r}"


def _value(game: Game[Any], name: str, value: Any, where: str) -> str:
    """A value in the form of `--set`, if any table can have it."""
    option = game.option(name)
    if option is None or option.name != name:
        raise CommandError(f"{where}: {game.no_option(name)}", USAGE)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if not isinstance(value, (int, str)):
        raise CommandError(f"{where}: {name} must be a number or a word, not {value!r}", USAGE)
    text = option.spelt(str(value))
    if fault := fault_everywhere(game, option, text):
        raise CommandError(f"{where}: {fault}", USAGE)
    return text


def fault_everywhere(game: Game[Any], option: Option, text: str) -> str:
    """Why a value isn't possible for any number of players."""
    faults = [_fault(option, text, players) for players in game.players]
    return "" if "" in faults else faults[0]


def fault_together(game: Game[Any], chosen: Mapping[str, str]) -> str:
    """Why these values aren't possible together for any number of players."""
    faults = []
    for players in game.players:
        try:
            game.house(players, chosen)
        except ValueError as error:
            faults.append(str(error))
        else:
            return ""
    return faults[0]


def _fault(option: Option, text: str, players: int) -> str:
    try:
        option.chosen(text, players)
    except ValueError as error:
        return str(error)
    return ""


# Writing


def begin(name: str, games: list[Game[Any]], like: Sequence[str] = ()) -> Path:
    """Creates a house with the options of the variants it is ``like``, and all other options in comments.

    Raises CommandError.
    """
    path = place(name)
    if like and not games:
        raise CommandError(
            f"which game is {like[0]} a variant of? Run `referee house init {name} GAME --like {like[0]}`", USAGE
        )
    chosen = variants(games, like)
    text = "\n".join(_blank(name, games, chosen)) + "\n"
    if path.exists():
        raise CommandError(f"{path} already exists. To change a rule in it, run `referee house set`", USAGE)
    files.write(path, text, new=True, folder=True)
    return path


def variants(games: Sequence[Game[Any]], like: Sequence[str], players: int = 0) -> dict[str, dict[str, str]]:
    """The options of variants, by game. If two variants differ, the later one counts.

    Raises CommandError for a variant that none of the games has, or that isn't for that number of ``players``.
    """
    chosen: dict[str, dict[str, str]] = {game.slug: {} for game in games}
    for wanted in like:
        known = [(game.slug, variant) for game in games for variant in game.variants]
        meant = [(slug, variant) for slug, variant in known if variant.name == wanted.lower()]
        if not meant:
            raise CommandError(
                _no_variant(wanted, games, list(dict.fromkeys(variant.name for _, variant in known))), USAGE
            )
        for slug, variant in meant:
            if players and (fault := variant.fault(players)):
                raise CommandError(fault, USAGE)
            for name, value in read_house(variant.house).items():
                before = chosen[slug].get(name, "none")
                both = name == "without" and "none" not in (before, value)
                chosen[slug][name] = f"{before}+{value}" if both else value
    return chosen


def _no_variant(wanted: str, games: Sequence[Game[Any]], names: Sequence[str]) -> str:
    close = nearest(wanted.lower(), names, 1)
    which = " or ".join(game.slug for game in games)
    hint = f"Did you mean {close[0]}? " if close else ""
    return f"{which} has no variant {wanted!r}. {hint}Its variants: {', '.join(names) or 'none'}"


def _blank(name: str, games: list[Game[Any]], chosen: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    yield f"# House rules of {Path(name).stem}. Lines with # show the standard rules. To change a rule, remove the #"
    yield f"# and edit the value, or run `referee house set {name} GAME OPTION=VALUE`."
    yield '# To add your own rule, write [rule.NAME], and below it text = "…" and costs = 5.'
    for game in games:
        yield ""
        yield f"[{game.slug}]"
        for option in game.options:
            text, book = _described(game, option)
            yield f"# {text}"
            if option.name in chosen[game.slug]:
                yield _assigned(option.name, chosen[game.slug][option.name])
            else:
                yield f"# {_assigned(option.name, book)}"


def _described(game: Game[Any], option: Option) -> tuple[str, str]:
    """The meaning of an option, and its standard value."""
    value = option.value(game.players[0])
    choices = f": {', '.join(option.choices)}" if option.choices else ""
    return f"{option.text}{choices}", "none" if value is None else str(value)


def _assigned(name: str, value: str) -> str:
    return f"{name} = {value}" if value.isdigit() else f'{name} = "{value}"'


def change(house: str, game: Game[Any], wanted: Mapping[str, str]) -> tuple[House, House]:
    """Changes values in the file of a house and returns the house before and after. ``book`` removes a rule.

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
        if is_standard(value):
            table.pop(option.name, None)
            continue
        text = option.spelt(value)
        if fault := fault_everywhere(game, option, text):
            raise CommandError(fault, USAGE)
        table[option.name] = text if option.choices or not text.isdigit() else int(text)
    written = tomlkit.dumps(document)
    now = understood(house, path, written)
    files.write(path, written)
    return was, now


def write_down(house: str, game: Game[Any], name: str, rule: OwnRule) -> None:
    """Adds a rule in words to the file of a house, for one game. Everything else in the file stays as it is."""
    import tomlkit

    path = place(house)
    document = tomlkit.parse(_text(house, path))
    if game.slug not in document:
        document[game.slug] = tomlkit.table(is_super_table=True)
    table: Any = document[game.slug]
    if RULE not in table:
        table[RULE] = tomlkit.table(is_super_table=True)
    written = tomlkit.table()
    written["text"] = rule.text
    if rule.costs:
        written["costs"] = rule.costs
    table[RULE][name] = written
    text = tomlkit.dumps(document)
    understood(house, path, text)
    files.write(path, text)


# Comparing


def digest(game: Game[Any], players: int, house: Mapping[str, Any]) -> str:
    """Eight characters that are equal wherever a game is played by the same rules."""
    from hashlib import sha256

    other = [
        f"{option.name}={house[option.name]}" for option in game.options if house[option.name] != option.value(players)
    ]
    other += [f"{PREFIX}{name}={rule}" for name, rule in own_rules(house).items()]
    declared = [game.sheet] if game.sheet else []
    return sha256("\n".join([game.slug, str(game.edition), *sorted(other), *declared]).encode()).hexdigest()[:8]


def digests(game: Game[Any], chosen: Mapping[str, str]) -> dict[str, list[int]]:
    """The digest of a house's rules for each possible number of players."""
    by_digest: dict[str, list[int]] = {}
    for players in game.players:
        try:
            by_digest.setdefault(digest(game, players, game.house(players, chosen)), []).append(players)
        except ValueError:
            continue
    return by_digest
