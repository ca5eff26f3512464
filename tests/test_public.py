"""The names that a game may import are listed, documented and tested. Nothing else is promised."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from referee import play, testing
from tests.public import broken_promises, promised, public

pytestmark = pytest.mark.no_cover

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FIELDS = {"Seats", "Text"}
"""Types of fields in reports that no game of referee's happens to import."""


def used() -> set[tuple[str, str]]:
    """Everything that the games and the kit import from the core, by module."""
    return {
        (node.module, alias.name)
        for folder in ("games", "kit")
        for path in sorted((ROOT / "referee" / folder).glob("*.py"))
        if path.name != "__init__.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("referee.")
        if node.module.split(".")[1] not in ("kit", "games")
        for alias in node.names
    }


def test_it_has_what_games_and_the_kit_use_and_nothing_more() -> None:
    kit = {path.stem for path in (ROOT / "referee" / "kit").glob("*.py")} - {"__init__"}
    assert kit == play.KIT
    assert len(used()) > 80
    wanted = {name for _, name in used()} | kit | FIELDS
    assert not (missing := wanted - {*play.__all__}), f"referee.play and the page want {missing}, which a game uses"
    assert not (more := {*play.__all__} - wanted), f"{more}: no game uses it, and referee.play promises it"
    assert sorted({*play.__all__}) == sorted(play.__all__)


def test_they_are_the_same_objects() -> None:
    for room, name in used():
        assert getattr(play, name) is getattr(importlib.import_module(room), name), name
    for room in play.KIT:
        assert getattr(play, room) is importlib.import_module(f"referee.kit.{room}")
    with pytest.raises(AttributeError):
        play.nothing  # noqa: B018


def test_what_was_promised_is_kept() -> None:
    gone = broken_promises(promised(), public())
    assert not gone, f"published games may use {gone}, which stay as they are until the next major version"
    named = [line.partition("(")[0] for line in promised()]
    new = sorted({*play.__all__, *(f"testing.{name}" for name in testing.__all__)} - {*named})
    assert not new, f"{new}: python -m tests.public --write promises what is new"


@pytest.mark.parametrize(
    ("kept", "broken"),
    [
        (["f(a, b=…)", "g"], []),
        (["f(a, b=…, c=…)", "g", "h"], []),
        (["f(a, *more, b=…, **named)", "g"], []),
        (["f(a, c, b=…)", "g"], ["f(a, b=…)"]),
        (["f(a, b)", "g"], ["f(a, b=…)"]),
        (["f(b=…, a=…)", "g"], ["f(a, b=…)"]),
        (["f(a)", "g"], ["f(a, b=…)"]),
        (["f", "g"], ["f(a, b=…)"]),
        (["f(a, b=…)"], ["g"]),
    ],
)
def test_a_promise_is_broken_by_what_would_break_a_game(kept: list[str], broken: list[str]) -> None:
    assert broken_promises(["f(a, b=…)", "g"], kept) == broken


def test_the_page_names_every_module_of_the_kit() -> None:
    table = PAGE[PAGE.index("| in `referee/kit/` | contents |") :].split("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines()[2:]]
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(play.KIT)


def test_a_room_of_the_kit_is_imported_when_it_is_named() -> None:
    code = (
        "import sys; from referee.play import Game, tricks;"
        "sys.exit(not any('kit.tricks' in name for name in sys.modules) or 'referee.kit.melds' in sys.modules)"
    )
    assert not subprocess.run([sys.executable, "-c", code]).returncode
