"""Checks the output shown in the README and docs/*.md; `--write` updates it.

A block marked ``console`` is a shell: a command after ``$ ``, then its output; ``$ python NAME.py`` runs one of
docs/examples. One marked ``pycon`` is Python's prompt, and all of a page share their names. One marked ``table`` is the
live table: the typed line after a prompt like ``3> ``, then the answer. All blocks of a page share one scratch
database, in order. A block marked ``toml`` or ``record`` that begins with a file name in a comment is the content of
that file. A line ``<!-- shows: referee score -->`` above a picture names the command it shows in color, ``<!-- shows:
screen NAME -->`` the screen of the evening in `tests/cli/screens`. Tables between ``<!-- games -->`` and similar marks
are generated.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
import textwrap
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest.mock import patch

from referee import find_game
from referee.declared.shelf import shipped
from referee.games import ours
from scoresheets.book.game_page import code, paired, tables
from scoresheets.cli import prompt, run
from scoresheets.cli.library import span
from scoresheets.cli.prompt_lines import Sitting
from tests.library import public_names

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "docs" / "examples"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), EXAMPLES / "README.md"]

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHOWS = re.compile(r"^<!-- shows: ([^\n]+?) -->\n!\[[^\]]*\]\(((?:docs/)?pictures/[\w-]+\.svg)\)$", re.MULTILINE)
_PART = re.compile(f"{_SHOWS.pattern}|{_BLOCK.pattern}", re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^<!-- (\w+) -->\n.*?^<!-- /\1 -->$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    kind: str
    text: str
    line: int  # line of the page with the beginning of the text


def blocks(page: Path, kind: str = "") -> list[Block]:
    """The fenced blocks of a page."""
    text = page.read_text(encoding="utf-8")
    fenced = [Block(match[1], match[2], text.count("\n", 0, match.start()) + 2) for match in _BLOCK.finditer(text)]
    return [block for block in fenced if kind in ("", block.kind)]


# Shells


class Shell:
    """Runs commands as a page shows them, in this process and with its own database."""

    def __init__(self, folder: Path) -> None:
        self.code = 0
        self.folder = str(folder)
        self.settings = {"REFEREE_DB": str(folder / "evening.db"), "COLUMNS": "80", "NO_COLOR": "1"}
        self.settings["REFEREE_CONFIG"] = str(folder / "config.toml")
        self.settings["REFEREE_CACHE"] = os.environ.get("REFEREE_CACHE", str(folder / "cache"))

    def shown(self, text: str) -> str:
        """A block with the present output of its commands."""
        return "".join(f"{typed}\n{timeless(self.prints(typed))}" for typed in commands(text))

    def prints(self, typed: str) -> str:
        """The output of a command; ``typed`` begins with ``$ `` and may continue with lines for its stdin."""
        first, *more = (line[2:] for line in typed.split("\n"))
        words = shlex.split(first, comments=True)
        if words == ["echo", "$?"]:
            return f"{self.code}\n"
        if more:
            assert words.pop() == f"<<{more.pop()}", f"no end to what {first} is told"
        if words[:1] == ["python"]:
            return run_example(words[1])
        assert words[:1] == ["referee"], f"a page shows the command `referee` only, not {first!r}"
        before, stdin = dict(os.environ), sys.stdin
        os.environ.update(self.settings)
        text = "".join(f"{line}\n" for line in more)
        sys.stdin = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
        printed = io.StringIO()
        try:
            streams = contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed)
            with contextlib.chdir(self.folder), streams[0], streams[1]:
                self.code = run(words[1:])
        finally:
            sys.stdin = stdin
            os.environ.clear()
            os.environ.update(before)
        return printed.getvalue().replace(self.folder, "~")


def run_example(name: str) -> str:
    """The output of an example, run alone in its folder as a reader does."""
    environ = os.environ | {"PYTHONUTF8": "1"}
    run = subprocess.run([sys.executable, name], cwd=EXAMPLES, env=environ, capture_output=True, encoding="utf-8")
    assert not run.returncode, run.stderr
    return run.stdout


def at_pythons_prompt(shell: Shell, names: dict[str, Any], text: str) -> str:
    """A block of Python's prompt with the present answers; ``names`` are those of the page."""
    shown = ""
    for part in doctest.DocTestParser().parse(text):
        if isinstance(part, str):
            shown += part
            continue
        first, *more = part.source.splitlines()
        shown += "".join(f"{line}\n" for line in (f">>> {first}", *(f"... {line}".rstrip() for line in more)))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.chdir(shell.folder):
            try:
                exec(compile(part.source, "<page>", "single"), names)
            except Exception as error:
                words = traceback.format_exception_only(error)[-1]
                print(f"Traceback (most recent call last):\n    ...\n{words}", end="")
        shown += printed.getvalue()
    return shown


def commands(text: str) -> Iterator[str]:
    """Every command of a block, with the lines for its stdin."""
    for match in re.finditer(r"^\$ .*(?:\n> .*)*", text, re.MULTILINE):
        yield match[0]


def timeless(printed: str) -> str:
    """Output with its dates, times and digests replaced by those of the docs."""
    printed = re.sub(r"\b\d{4}-\d\d-\d\d\b", "2026-11-20", printed)
    printed = re.sub(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b", "7d20 c5e1 04b9 3f6a", printed)  # digests of those times
    printed = re.sub(r"(\d\d-\d\d)-\d{6}\b", r"\1-201500", printed)  # in the names of copies
    return re.sub(r"\b\d\d:\d\d\b", "20:15", printed)


class Seated(NamedTuple):
    """Lines typed at the live table, each at its own prompt, without a terminal."""

    lines: list[str]
    printed: io.StringIO

    def typed(self, prompt: str) -> str | None:
        """The next line. Raises Risen after the last, and later output isn't shown on the page."""
        if not self.lines:
            raise Risen
        print(f"{prompt}{self.lines[0]}".rstrip())
        return self.lines.pop(0)

    def prompt(self, sitting: Sitting) -> Any:
        """Replaces the input line of a sitting."""

        def lines() -> Iterator[str]:
            while not sitting.left:
                yield self.typed(f"{sitting.session.next_line}> ") or ""

        return SimpleNamespace(lines=lines, ask=lambda question: self.typed(question))


class Risen(BaseException):
    """Everything on a page has been typed."""


def seated(shell: Shell, text: str) -> str:
    """A block of the live table with the present answers."""
    typed = re.findall(r"^(?:game|players|\d+)> ?(.*)$|^why\?.*?\) (.*)$", text, re.MULTILINE)
    table = Seated([line or answer for line, answer in typed], io.StringIO())
    first = text.split("\n", 1)[0]
    before = dict(os.environ)
    os.environ.update(shell.settings)
    try:
        with (
            patch.object(prompt, "questioned", lambda question: table.typed(question.prompt)),
            patch.object(prompt, "Prompt", table.prompt),
            contextlib.redirect_stdout(table.printed),
            contextlib.redirect_stderr(table.printed),
            contextlib.suppress(Risen),
        ):
            prompt.evening()
    finally:
        os.environ.clear()
        os.environ.update(before)
    printed = timeless(table.printed.getvalue().replace(shell.folder, "~"))
    if first.startswith("$ "):
        return f"{first}\n{printed}"
    return printed[re.search(r"^(?:game|players|\d+)> ", printed, re.MULTILINE).start() :]  # type: ignore[union-attr]


# Tables


def library() -> str:
    """A table of all games."""
    rows = ["| game | players | kind |", "| --- | --- | --- |"]
    for game in map(find_game, ours()):
        partners = ", partners" if game.partners is True else ""
        kind = f"{game.family}, {'chips' if game.chips else 'points'}"
        rows.append(f"| [{game.name}](games/{game.slug}.md) | {span(game)}{partners} | {kind} |")
    return "\n".join(rows)


def sheets() -> str:
    """The declared games that come with referee, and how many can play them."""
    games = [offer.fetch() for offer in shipped()]
    partners = [paired(tables(game)) for game in games]
    sides = [
        f", partners at {' or '.join(map(str, few))}" if few and few != [*game.players] else ", partners" * bool(few)
        for game, few in zip(games, partners, strict=True)
    ]
    text = ", ".join(f"{code(game.slug)} ({span(game)}{beside})" for game, beside in zip(games, sides, strict=True))
    return textwrap.fill(f"{text}.", 120)


class Typing(NamedTuple):
    """A hand typed at the live table."""

    game: str
    players: int
    lines: list[str]

    @property
    def keys(self) -> int:
        """The number of keys, including Enter."""
        return sum(len(line) + 1 for line in self.lines)


def hands_typed() -> list[Typing]:
    """The hands of the evening in docs/keys.md."""
    hands: list[Typing] = []
    text = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
    for title, said in re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL):
        who = re.search(r"^game> \S+ (.*)$", said, re.MULTILINE)
        seats = re.findall(r"\b[A-Z]\w+", who[1]) if who else []
        for line in re.findall(r"^\d+> (.*)$", said, re.MULTILINE):
            if line in ("end", "quit"):
                continue
            if line[0] == "d":
                hands.append(Typing(title, len(seats), []))
            hands[-1].lines.append(line)
    return hands


def keys() -> str:
    """The number of keys for each hand of that evening."""
    rows = ["| game | lines | keys | keys a player |", "| --- | --- | --- | --- |"]
    for hand in hands_typed():
        rows.append(f"| {hand.game} | {len(hand.lines)} | {hand.keys} | {hand.keys / hand.players:.1f} |")
    return "\n".join(rows)


TABLES = {
    "games": library,
    "keys": keys,
    "public": public_names,
    "sheets": sheets,
}


# Pages


class Current(NamedTuple):
    """A page as it should be, and its pictures."""

    text: str
    pictures: dict[Path, str]


def current(page: Path) -> Current:
    pictures: dict[Path, str] = {}
    names: dict[str, Any] = {"__name__": page.stem}

    def part(match: re.Match[str]) -> str:
        shows, name, kind, text = match.groups()
        if shows:
            pictures[page.parent / name] = picture(shell, shows)
        if kind in ("toml", "record") and (name := re.match(r"# ([\w-]+\.(?:toml|record))\n", text)):
            Path(shell.folder, name[1]).write_text(text, encoding="utf-8")
        if kind == "pycon":
            return f"```pycon\n{at_pythons_prompt(shell, names, text)}```"
        if kind == "table":
            return f"```table\n{seated(shell, text)}```"
        return f"```console\n{shell.shown(text)}```" if kind == "console" else match[0]

    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(Path(folder))
        text = _PART.sub(part, page.read_text(encoding="utf-8"))
    text = _TABLE.sub(lambda match: f"<!-- {match[1]} -->\n\n{TABLES[match[1]]()}\n\n<!-- /{match[1]} -->", text)
    return Current(text, pictures)


# Pictures

SCREENS = ROOT / "tests" / "cli" / "screens" / "evening-80-color.txt"


def picture(shell: Shell, shows: str) -> str:
    """The output of a command in color, or a screen of the evening, as SVG."""
    from rich.console import Console
    from rich.text import Text

    if shows.startswith("screen "):
        title, text = "referee table", screen(shows.removeprefix("screen "))
    else:
        shell.settings |= {"FORCE_COLOR": "1", "NO_COLOR": "", "TERM": "xterm-256color"}
        title, text = shows, Text.from_ansi(timeless(shell.prints(f"$ {shows}")))
        shell.settings |= {"FORCE_COLOR": "", "NO_COLOR": "1"}
    console = Console(record=True, width=80, file=io.StringIO(), legacy_windows=False)
    console.print(text)
    return console.export_svg(title=title, unique_id="picture") + "\n"


def screen(name: str) -> Any:
    """A saved screen. Its colors are marked by angle brackets."""
    from rich.text import Text

    kept = dict(entry.partition("\n")[::2] for entry in SCREENS.read_text(encoding="utf-8").split("\n=== "))
    lines = re.sub(r"\n{3,}", "\n\n", kept[name].rstrip()).split("\n")
    styled = Text()
    for part in re.split(r"(<[\w ]*>.*?</>)", "\n".join(lines), flags=re.DOTALL):
        style, _, text = part[1:-3].partition(">") if part.endswith("</>") else ("", "", part)
        styles = [f"#{word}" if re.fullmatch("[0-9a-f]{6}", word) else word for word in style.split()]
        styled.append(text, style=" ".join(styles))
    return styled


if __name__ == "__main__":
    stale = {}
    for page in PAGES:
        now = current(page)
        wanted = {page: now.text, **now.pictures}
        stale |= {path: text for path, text in wanted.items() if not path.exists() or path.read_text("utf-8") != text}
    for path, text in stale.items():
        if "--write" in sys.argv[1:]:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        else:
            print(f"{path} isn't current; make docs writes it", file=sys.stderr)
    sys.exit(1 if stale and "--write" not in sys.argv[1:] else 0)
