"""Shell completion: commands, options, and values for GAME, PLAYER, SESSION and so on.

The scripts that `--install-completion` writes for bash, zsh and fish pass on the line so far. Only the modules that the
answer needs are imported: completing the first word imports no command at all. Errors give no completions and no
message.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from scoresheets.cli.commands import COMMANDS

if TYPE_CHECKING:
    from referee.rules.custom import OwnRule
    from scoresheets.keeping.database import Link

LINES = 30  # lines of a journal, and sessions, to offer


class Completion(NamedTuple):
    text: str
    note: str = ""


class Typed(NamedTuple):
    """The words before, the word being typed, and the part of it that the shell keeps."""

    words: list[str]
    word: str
    kept: str = ""


class Asked(NamedTuple):
    """The word to complete: its command, the name of its argument or option, and the words typed so far."""

    command: str
    name: str
    word: str
    told: Mapping[str, list[str]]


def answer(shell: str) -> int:
    """Answers the shell, which has set the environment. Returns the exit code."""
    try:
        typed = SHELLS[shell][0]()
        offered = [offer for offer in offers(typed.words, typed.word) if begins(offer.text, typed.word)]
    except Exception:
        offered = []
    if os.environ.get("_TYPER_COMPLETE_FISH_ACTION") == "is-args":
        return 0 if offered else 1
    print(SHELLS[shell][1](offered, typed if offered else Typed([], "")))
    return 0


def begins(text: str, word: str) -> bool:
    """Whether a word is a prefix of a text. Names are compared without case and accents."""
    if text.isascii() and word.isascii():
        return text.lower().startswith(word.lower())
    from referee.language.words import folded

    return folded(text).startswith(folded(word))


# The line so far


def offers(words: list[str], word: str) -> Iterable[Completion]:
    """Completions for the last word of a command line."""
    at = 0
    while at < len(words) and words[at].startswith("-"):
        if words[at] == "--db":
            if at + 1 == len(words):
                return ()
            at += 1
            os.environ["REFEREE_DB"] = words[at]
        at += 1
    if at < len(words):
        name, *rest = words[at:]
        if name not in COMMANDS:
            return ()
        from scoresheets.cli.dispatch import written

        return of_command(name, written(name), rest, word)
    if word.startswith("-"):
        return [Completion(option, note) for option, note in FIRST]
    return [Completion(name, command.help) for name, command in COMMANDS.items()]


FIRST = (
    ("--db", "save games in this file"),
    ("--plain", "no boxes and no colors"),
    ("--version", "print the version"),
    ("--help", "all commands"),
    ("--install-completion", "install completion for this shell"),
    ("--show-completion", "print the script for completion"),
)


HELP = Completion("--help", "how it is used")


def of_command(path: str, command: Any, words: list[str], word: str) -> Iterable[Completion]:
    """Completions in a command, from its parameters."""
    if hasattr(command, "commands"):
        if not words and word.startswith("-"):
            return [HELP]
        if not words:
            return [
                Completion(name, subcommand.get_short_help_str(200)) for name, subcommand in command.commands.items()
            ]
        inner = command.commands.get(words[0])
        return of_command(f"{path} {words[0]}", inner, words[1:], word) if inner else ()
    options = {
        text: param for param in command.params for text in (*param.opts, *param.secondary_opts) if text[:1] == "-"
    }
    places = [param for param in command.params if param.param_type_name == "argument"]
    entered: dict[str, list[str]] = {}
    wanted: Any = None
    ended = False
    for text in words:
        if wanted:
            entered.setdefault(wanted.name, []).append(text)
            wanted = None
        elif text == "--" and not ended:
            ended = True
        elif text in options and not ended:
            param = options[text]
            entered.setdefault(param.name, [])
            wanted = None if param.is_flag else param
            if param.name == "db" and wanted is None:
                return ()
        else:
            if place := place_of(places, entered):
                entered.setdefault(place.name, []).append(text)
    if entered.get("db"):
        os.environ["REFEREE_DB"] = entered["db"][-1]
    if wanted:
        return values(path, wanted, word, entered)
    if word.startswith("--") and "=" in word and (param := options.get(word.partition("=")[0])):
        front = word.partition("=")[0] + "="
        return [Completion(front + text, note) for text, note in values(path, param, word[len(front) :], entered)]
    free = [
        Completion(text, param.help or "")
        for text, param in options.items()
        if param.multiple or param.name not in entered
    ]
    if word.startswith("-") and not ended:
        return [*free, HELP]
    place = place_of(places, entered)
    if place is None:
        return [] if ended else free
    return values(path, place, word, entered)


def place_of(places: list[Any], entered: Mapping[str, list[str]]) -> Any:
    """The argument for the next word."""
    return next(
        (param for param in places if param.nargs == -1 or len(entered.get(param.name, ())) < param.nargs), None
    )


def values(path: str, parameter: Any, word: str, entered: Mapping[str, list[str]]) -> Iterable[Completion]:
    """Completions for an argument or for the value of an option."""
    metavar = (parameter.metavar or "").strip("[]…")
    source = (
        SOURCES.get((path, parameter.name)) or SOURCES.get((path.split()[0], parameter.name)) or BY_FORM.get(metavar)
    )
    return source(Asked(path, parameter.name, word, entered)) if source else ()


# Sources


@contextmanager
def database_link() -> Iterator[Link]:
    """The database, for reading only. Completion never migrates an older file."""
    from pathlib import Path

    from scoresheets.keeping import database
    from scoresheets.keeping.places import SCHEMA

    place = database.place()
    if not isinstance(place, Path):
        from scoresheets.keeping.postgres import Wire

        with closing(Wire(place, patience=2)) as wire:
            if wire.schema() != SCHEMA:
                raise LookupError
            yield wire
        return
    with closing(database.open_file(place, "ro")) as link:
        if database.recognize(link, place) != SCHEMA:
            raise LookupError
        yield link


def in_play(link: Link) -> int | None:
    from scoresheets.keeping import proof

    return proof.in_play(link)


def some_games(asked: Asked) -> Iterable[Completion]:
    from referee.games import games

    return [Completion(slug) for slug in games()]


def known_players(asked: Asked) -> Iterable[Completion]:
    """Everybody who has played, the latest first, except the players already named."""
    from referee.language.words import folded

    named = {folded(name) for name in asked.told.get(asked.name, ())}
    order = (
        "SELECT player.name, folded, coalesce(max(session_id), 0) FROM player"
        " LEFT JOIN seat ON seat.player_id = player.id GROUP BY player.id ORDER BY 3 DESC, folded"
    )
    with database_link() as link:
        return [Completion(name) for name, fold, _ in link.execute(order) if fold not in named]


def remembered_groups(asked: Asked) -> Iterable[Completion]:
    """The saved groups with their players."""
    order = (
        "SELECT player_group.name, player.name FROM player_group JOIN group_member ON group_id = player_group.id"
        " JOIN player ON player.id = player_id ORDER BY player_group.folded, place"
    )
    with database_link() as link:
        rows = groupby(link.execute(order), lambda row: row[0])
        return [Completion(group, ", ".join(name for _, name in members)) for group, members in rows]


def groups_or_players(asked: Asked) -> Iterable[Completion]:
    return [*remembered_groups(asked), *known_players(asked)]


def seated(asked: Asked) -> Iterable[Completion]:
    """The players named in the line."""
    return [Completion(name) for name in asked.told.get("players", ())]


def last_sessions(asked: Asked) -> Iterable[Completion]:
    order = (
        "SELECT session.id, game, opened, name FROM session JOIN seat ON session_id = session.id"
        " WHERE session.id > (SELECT max(id) FROM session) - ? ORDER BY session.id DESC, seat.place"
    )
    with database_link() as link:
        rows = groupby(link.execute(order, (LINES,)), lambda row: row[:3])
        return [Completion(str(number), f"{game} {opened[:10]} {', '.join(row[3] for row in seats)}")
                for (number, game, opened), seats in rows]  # fmt: skip


def last_lines(asked: Asked) -> Iterable[Completion]:
    """The latest reports of the open session."""
    order = (
        "SELECT number, text FROM entry WHERE session_id = ? AND kind = 'report' AND verdict = 'accepted'"
        " ORDER BY number DESC LIMIT ?"
    )
    with database_link() as link:
        return [Completion(str(number), text) for number, text in link.execute(order, (in_play(link), LINES))]


def who_or_line(asked: Asked) -> Iterable[Completion]:
    if asked.told.get(asked.name):
        return ()
    with database_link() as link:
        order = "SELECT name FROM seat WHERE session_id = ? ORDER BY place"
        seats = [Completion(name) for (name,) in link.execute(order, (in_play(link),))]
    return [*seats, Completion("hand", "hand N"), *last_lines(asked)]


def game_in_play() -> str:
    with database_link() as link:
        row = link.execute("SELECT game FROM session WHERE id = ?", (in_play(link),)).fetchone()
    return row[0] if row else ""


def house_rules(asked: Asked) -> Iterable[Completion]:
    """OPTION=VALUE for the game that is named or in play."""
    from referee.games import find_game
    from scoresheets.display.ranges import house_values

    named = asked.told.get("game")
    game = find_game(named[-1] if named else game_in_play())
    players = len(asked.told.get("players", ()))
    players = players if players in game.players else game.players[0]
    values = (house_values(game, option, players, asked.word) for option in game.options)
    return [Completion(text, note) for pairs in values for text, note in pairs]


def variants(asked: Asked) -> Iterable[Completion]:
    """The variants of the games that are named, or of the one in play."""
    from referee.games import find_game, is_game

    named = [name for name in asked.told.get("game") or asked.told.get("name") or () if is_game(name)]
    played = [find_game(name) for name in named or [game_in_play()]]
    return [Completion(variant.name, variant.text) for game in played for variant in game.variants]


def rules(asked: Asked) -> Iterable[Completion]:
    """The rules of the game that is named or in play."""
    from referee.games import find_game

    named = asked.told.get("game")
    game = find_game(named[-1] if named else game_in_play())
    return [
        *(Completion(name, rule.text) for name, rule in (() if named else own_in_play())),
        *(Completion(name, rule.text) for name, rule in game.rules.items()),
    ]


def own_in_play() -> Iterable[tuple[str, OwnRule]]:
    """The rules in words of the session in play."""
    from referee.rules.custom import own_rules

    with database_link() as link:
        asked = "SELECT name, value FROM house_rule WHERE session_id = ? ORDER BY name"
        return own_rules(dict(link.execute(asked, (in_play(link),)).fetchall())).items()


def reports(asked: Asked) -> Iterable[Completion]:
    """The possible reports, word by word."""
    from scoresheets.cli.completer import Completer
    from scoresheets.keeping import database
    from scoresheets.keeping.journal import Journal

    with database_link() as link:
        completer = Completer(Journal(link, database.place()).open_session())
        completer.think()
        lines = [f'"{text}"' if " " in text else text for text in asked.told.get(asked.name, ())]
        line = " ".join([*lines, asked.word])
        begin = len(line) - len(asked.word)
        return [
            Completion(line[begin : offered.start] + offered.text.strip('"'), offered.note)
            for offered in completer.words(line)
            if offered.start >= begin
        ]


def penalties(asked: Asked) -> Iterable[Completion]:
    """The player for a penalty, then the house's own rule."""
    return reports(asked._replace(told={asked.name: ["penalty", *asked.told.get(asked.name, ())]}))


def one_of(*words: str) -> Callable[[Asked], Iterable[Completion]]:
    return lambda asked: [Completion(word) for word in words]


def formats(asked: Asked) -> Iterable[Completion]:
    """The last of several formats separated by commas."""
    front = asked.word.rpartition(",")[0]
    given = set(front.split(","))
    front = f"{front}," if front else ""
    from scoresheets.keeping.exports import FORMATS

    return [Completion(front + name) for name in FORMATS if name not in given]


def wishes(asked: Asked) -> Iterable[Completion]:
    from scoresheets.keeping.config import WISHES

    return [Completion(name, wish.text) for name, wish in WISHES.items()]


def wish_values(asked: Asked) -> Iterable[Completion]:
    name = asked.told.get("name", [""])[-1]
    return [Completion("true"), Completion("false")] if name == "plain" else houses(asked) if name == "profile" else ()


def houses(asked: Asked) -> Iterable[Completion]:
    from scoresheets.book import house

    return [Completion(name) for name in house.names()]


def copies(asked: Asked) -> Iterable[Completion]:
    from scoresheets.keeping import backups, database

    copies = backups.copies(backups.the_file(database.place()))
    return [Completion("latest", copies[0].name), *(Completion(made.name) for made in copies)] if copies else ()


def chips(asked: Asked) -> Iterable[Completion]:
    return [Completion(f"{known.text}=") for known in some_games(asked)]


Source = Callable[[Asked], Iterable[Completion]]

BY_FORM: dict[str, Source] = {
    "GAME": some_games,
    "G": some_games,
    "PLAYER": known_players,
    "OLD": known_players,
    "INTO": known_players,
    "NAMES": groups_or_players,
    "GROUP": remembered_groups,
    "WHO": seated,
    "SESSION": last_sessions,
    "LINE": last_lines,
    "LINE or WHO or hand N": who_or_line,
    "OPTION=VALUE": house_rules,
    "REPORT": reports,
    "ID or WORDS": rules,
    "FORMAT": formats,
    "FILE or latest": copies,
    "HOUSE": houses,
    "OTHER": houses,
    "LINE or REPORT or WORDS": last_lines,
    "GAME=AMOUNT": chips,
    "VARIANT": variants,
}
"""By its placeholder in the help."""

SOURCES: dict[tuple[str, str], Source] = {
    ("players merge", "name"): known_players,
    ("players unmerge", "name"): known_players,
    ("sessions", "player"): known_players,
    ("player", "name"): known_players,
    ("player", "vs"): known_players,
    ("why", "session"): last_sessions,
    ("whatif", "session"): last_sessions,
    ("reconcile", "session"): last_sessions,
    ("show", "session"): last_sessions,
    ("chart", "session"): last_sessions,
    ("config", "name"): wishes,
    ("config", "value"): wish_values,
    ("new", "house"): houses,
    ("penalty", "words"): penalties,
    ("import", "dates"): one_of("dmy", "mdy"),
    ("import", "decimal"): one_of("point", "comma"),
    ("rulings", "house"): houses,
    ("house", "name"): houses,
    ("house", "profile"): houses,
}
"""Sources by command and name, if the form doesn't determine one."""


# The shells


def from_bash() -> Typed:
    """Bash splits ``a=b`` into three words, and replaces only the last one."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    at = int(os.environ.get("COMP_CWORD", "0"))
    raw = [*words, ""][: at + 1]
    joined: list[str] = []
    kept = ""
    for i, text in enumerate(raw):
        glued = i > 1 and (text in ("=", ":") or raw[i - 1] in ("=", ":"))
        if glued and i == at:
            kept = joined[-1] + (text if text in ("=", ":") else "")
        if glued:
            joined[-1] += text
        else:
            joined.append(text)
    return Typed([bare(text) for text in joined[1:-1]], bare(joined[-1]), bare(kept))


def to_bash(offered: list[Completion], typed: Typed) -> str:
    raw = os.environ.get("COMP_WORDS", "").split("\n")[-1:]
    quoted = bool(raw) and raw[0][:1] in ("'", '"')
    texts = dict.fromkeys(offer.text[len(typed.kept) :] for offer in offered)
    return "\n".join(text if quoted else escaped(text) for text in texts)


def escaped(text: str) -> str:
    return re.sub(r"""([\s"'\\$`!&;|<>(){}*?\[\]#~])""", r"\\\1", text)


def from_others() -> Typed:
    line = os.environ.get("_TYPER_COMPLETE_ARGS", "")
    words = split(line)
    if not line or (line[-1].isspace() and not unfinished(line)):
        return Typed(words[1:], "")
    return Typed(words[1:-1], words[-1])


def to_zsh(offered: list[Completion], typed: Typed) -> str:
    def written(text: str) -> str:
        for sign, instead in (('"', '""'), ("'", "''"), ("$", "\\$"), ("`", "\\`"), (":", r"\\:")):
            text = text.replace(sign, instead)
        return f'"{text}"'

    if not offered:
        return "_files"
    rows = (
        f"{written(offer.text)}:{written(line(offer.note))}" if offer.note else written(offer.text) for offer in offered
    )
    return "_arguments '*: :((" + "\n".join(rows) + "))'"


def to_fish(offered: list[Completion], typed: Typed) -> str:
    return "\n".join(f"{line(offer.text)}\t{line(offer.note)}" if offer.note else line(offer.text) for offer in offered)


def line(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def bare(word: str) -> str:
    """A word without the shell's quotes, even if they aren't closed yet."""
    return "".join(split(word)) if word else ""


def split(text: str) -> list[str]:
    for ending in ("", '"', "'"):
        try:
            return shlex.split(text + ending)
        except ValueError:
            continue
    return text.split()


def unfinished(text: str) -> bool:
    try:
        shlex.split(text)
    except ValueError:
        return True
    return False


SHELLS: dict[str, tuple[Callable[[], Typed], Callable[[list[Completion], Typed], str]]] = {
    "bash": (from_bash, to_bash),
    "zsh": (from_others, to_zsh),
    "fish": (from_others, to_fish),
}
