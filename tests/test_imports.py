"""Imports have no cycles and never point upward: from judging to storage, or from a package of the kit to a game.

Imports inside functions and for types count too.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from referee.games import ours

pytestmark = pytest.mark.no_cover

GAMES = sorted((slug.replace("-", "_") for slug in ours()), key=len, reverse=True)
ROOT = Path(__file__).parents[1]
PACKAGES = (
    "referee", "referee.declared", "referee.games", "referee.kit", "referee.testing", "scoresheets", "scoresheets.book",
    "scoresheets.cli", "scoresheets.display", "scoresheets.disputes", "scoresheets.keeping",
    "scoresheets.keeping.migrations", "scoresheets.looking_back", "scoresheets.questions",
    "scoresheets.questions.about", "scoresheets.web",
)  # fmt: skip


def imports(tree: ast.AST) -> Iterator[str]:
    """Everything that a module imports, by full name."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.expr):
            continue  # nothing in these is imported
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        yield from imports(node)


@cache
def modules() -> dict[str, set[str]]:
    """Every module with its imports from this project."""
    files = [path for package in ("referee", "scoresheets") for path in sorted((ROOT / package).rglob("*.py"))]
    names = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in files}
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in names.items()}
    return {
        name: {other for other in imports(tree) if other in names and other != name} for name, tree in trees.items()
    }


def test_no_import_goes_in_a_circle() -> None:
    known = modules()
    assert len(known) > 100
    # a package named for its content isn't a module of its own
    inner = {name: {other for other in others if other not in PACKAGES} for name, others in known.items()}
    try:
        TopologicalSorter(inner).prepare()
    except CycleError as error:
        raise AssertionError(" -> ".join(error.args[1])) from None


def test_no_import_runs_upward() -> None:
    """Judging doesn't import storage, the kit doesn't import games, and only the command imports the command."""
    upward = [
        f"{name} imports {other}"
        for name, others in modules().items()
        for other in others
        if (name.startswith("referee") and other.startswith("scoresheets"))
        or (name.startswith("referee.kit") and other.startswith("referee.games"))
        or (not name.startswith("scoresheets.cli") and other.startswith("scoresheets.cli"))
        or (name.startswith("scoresheets.cli.") and other == "scoresheets.keeping.models")
    ]
    assert not upward, upward


def test_a_game_imports_no_other_game() -> None:
    """Shared code of games is in the kit. A large game may have several modules with its name."""
    others = []
    for name, imported in modules().items():
        for other in imported:
            if name.startswith("referee.games.") and other.startswith("referee.games."):
                game = next(slug for slug in GAMES if name.split(".")[-1].lstrip("_").startswith(slug))
                if not other.startswith(f"referee.games._{game}"):
                    others.append(f"{name} imports {other}")
    assert not others, others


def test_nothing_imports_the_tests_of_games() -> None:
    """`referee.testing` needs pytest, which isn't installed for players. No other module may need it."""
    upward = [
        f"{name} imports {other}"
        for name, others in modules().items()
        for other in others
        if other.startswith("referee.testing") and not name.startswith("referee.testing")
    ]
    assert not upward, upward
    files = [path for package in ("referee", "scoresheets") for path in sorted((ROOT / package).rglob("*.py"))]
    trees = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in files}
    testing = {"pytest", "hypothesis", "_pytest"}
    bound = {path for path, tree in trees.items() if testing & {name.partition(".")[0] for name in imports(tree)}}
    assert bound == {"referee/testing/__init__.py"}


def test_no_code_looks_into_a_message() -> None:
    """A message is for people, and may be reworded. What happened is in the fields of a ruling or an error."""
    searches = {"startswith", "endswith", "find", "index", "partition", "rpartition", "split", "count"}
    found = []
    for path in sorted(path for package in ("referee", "scoresheets") for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            looked_into: list[ast.expr] = []
            if isinstance(node, ast.Compare) and any(isinstance(how, ast.In | ast.NotIn) for how in node.ops):
                looked_into = node.comparators
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in searches:
                looked_into = [node.func.value]
            if any(isinstance(text, ast.Attribute) and text.attr in ("message", "why") for text in looked_into):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not found, found


def test_no_error_is_known_by_its_words() -> None:
    """Tests expect an error by its class, and find names and numbers in it, but no words in a row."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.raises"):
                continue
            texts = [part.value for word in node.keywords for part in ast.walk(word) if isinstance(part, ast.Constant)]
            if any(re.search("[a-z] [a-z]", str(text)) for text in texts):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    assert not found, found
