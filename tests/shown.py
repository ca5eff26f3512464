"""Every text that people can see, each with its place: strings, sheets, help, docs, and the phone's pages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

from scoresheets.cli.commands import COMMANDS
from scoresheets.cli.dispatch import Commands, app, written

ROOT = Path(__file__).parents[1]
PRODUCT = ("referee", "scoresheets")
TYPED = ("referee/testing/", "referee/language/synonyms.py", "referee/entry/spoken/")
"""Strings for developers, and words that people may type, which aren't shown."""

CODE = re.compile(r"```(?!console|text|record).*?^```|`[^`\n]*`|\]\([^)]*\)|\b[\w-]+=\S+", re.S | re.M)
MARKUP = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<(?:style|script).*?</(?:style|script)>|<[^>]*>", re.S)
SQL = re.compile(r"(?:SELECT|CREATE|INSERT|DELETE|UPDATE|PRAGMA) ")
WORD = re.compile(r"[A-Za-z]{2,}")

Shown = Iterator[tuple[str, str]]


def strings() -> Shown:
    """The string literals of the product with two words or more, except docstrings and SQL."""
    for package in PRODUCT:
        for path in sorted((ROOT / package).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if not name.startswith(TYPED):
                yield from _strings(name, ast.parse(path.read_text(encoding="utf-8")))


def _strings(name: str, tree: ast.Module) -> Shown:
    ignored: set[int] = set()
    patterns = name.startswith("scoresheets/questions/")
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            ignored.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            ignored.update(id(part) for part in ast.walk(node) if part is not node)
        elif patterns and isinstance(node, ast.FunctionDef):
            ignored.update(id(part) for decorator in node.decorator_list for part in ast.walk(decorator))
    for node in ast.walk(tree):
        text = "" if id(node) in ignored else _text(node)
        if len(WORD.findall(text)) > 1 and " " in text and not SQL.match(text):
            yield f"{name}:{node.lineno}", text  # type: ignore[attr-defined]


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def sheets() -> Shown:
    """The lines of the declared games."""
    for path in sorted((ROOT / "referee").rglob("*.toml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            key, _, text = line.partition(" = ")
            if not key.startswith("["):
                yield f"{path.relative_to(ROOT)}:{number}", text or key


def helps() -> Shown:
    """What `--help` says about every command, its arguments and options."""
    yield from _helps("referee", typer.main.get_command(app))
    for name, command in COMMANDS.items():
        yield f"referee --help, {name}", command.help
        yield from _helps(f"referee {name}", written(name))


def _helps(name: str, command: Any) -> Shown:
    yield f"{name} --help", f"{command.help or ''} {command.short_help or ''} {command.epilog or ''}"
    for option in command.params:
        yield f"{name} --help, {option.name}", getattr(option, "help", "") or ""
    if not isinstance(command, Commands):
        for word, inner in getattr(command, "commands", {}).items():
            yield from _helps(f"{name} {word}", inner)


def docs() -> Shown:
    """The README and the pages in docs, output included, code and examples of input not."""
    for path in (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = CODE.sub(lambda found: "\n" * found[0].count("\n"), path.read_text(encoding="utf-8"))
        yield from _lines(path, text)


def pages() -> Shown:
    """The phone's templates and scripts."""
    for path in sorted((ROOT / "scoresheets").rglob("*.html")):
        yield from _lines(path, MARKUP.sub(lambda found: " " + "\n" * found[0].count("\n"), path.read_text("utf-8")))
    for path in sorted((ROOT / "scoresheets").rglob("*.js")):
        yield from _lines(path, re.sub(r"(?<!:)//.*", "", path.read_text(encoding="utf-8")))


def _lines(path: Path, text: str) -> Shown:
    """The paragraphs of a text, in one line each."""
    number = 1
    for paragraph in re.split(r"\n[^\S\n]*\n", text):
        yield f"{path.relative_to(ROOT)}:{number}", " ".join(paragraph.split())
        number += paragraph.count("\n") + 2
