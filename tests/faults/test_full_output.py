"""Where the answer goes is full: what was told is saved, and that is what the exit code says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoresheets.errors import FINE, REFUSED
from tests.evening import again, stands, told_to

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")


def told(db: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command as the shell runs it, with its answer going where there is no room."""
    with FULL.open("w") as full:
        return subprocess.run(
            [str(Path(sys.executable).with_name("referee")), *words], env={**os.environ, "REFEREE_DB": str(db)},
            input=stdin, stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip


@pytest.mark.parametrize("how", [(), ("--json",), ("--plain",)])
def test_what_was_saved_exits_0(tmp_path: Path, how: tuple[str, ...]) -> None:
    db = told_to(tmp_path / "evening.db")
    done = told(db, "say", *how, "deal Ann 2; note w")
    assert done.returncode == FINE and "No space left" in done.stderr
    with again(db) as session:
        assert stands(session) == ["deal Ann 2", "note w"]


def test_so_is_every_line_of_stdin(tmp_path: Path) -> None:
    db = told_to(tmp_path / "evening.db")
    assert told(db, "say", "-", stdin="deal Ann 2\nnote w\n").returncode == FINE
    with again(db) as session:
        assert stands(session) == ["deal Ann 2", "note w"]


def test_what_was_refused_doesnt(tmp_path: Path) -> None:
    db = told_to(tmp_path / "evening.db")
    assert told(db, "say", "deal Ann 2; Ben plays 7H").returncode == REFUSED
    with again(db) as session:
        assert stands(session) == ["deal Ann 2"]
