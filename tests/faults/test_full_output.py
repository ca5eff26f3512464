"""If the output device is full, what was entered is saved, and the exit code says so."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scoresheets.errors import FINE, REFUSED
from tests.evening import again, reports_of, told_to

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")


def run_with_full_output(db: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """The command run by a shell, with its output going to a full device."""
    with FULL.open("w") as full:
        return subprocess.run(
            [str(Path(sys.executable).with_name("referee")), *words], env={**os.environ, "REFEREE_DB": str(db)},
            input=stdin, stdout=full, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip


@pytest.mark.parametrize("how", [(), ("--json",), ("--plain",)])
def test_what_was_saved_exits_0(tmp_path: Path, how: tuple[str, ...]) -> None:
    db = told_to(tmp_path / "evening.db")
    done = run_with_full_output(db, "say", *how, "deal Ann 2; note w")
    assert done.returncode == FINE and "No space left" in done.stderr
    with again(db) as session:
        assert reports_of(session) == ["deal Ann 2", "note w"]


def test_so_is_every_line_of_stdin(tmp_path: Path) -> None:
    db = told_to(tmp_path / "evening.db")
    assert run_with_full_output(db, "say", "-", stdin="deal Ann 2\nnote w\n").returncode == FINE
    with again(db) as session:
        assert reports_of(session) == ["deal Ann 2", "note w"]


def test_what_was_refused_doesnt(tmp_path: Path) -> None:
    db = told_to(tmp_path / "evening.db")
    assert run_with_full_output(db, "say", "deal Ann 2; Ben plays 7H").returncode == REFUSED
    with again(db) as session:
        assert reports_of(session) == ["deal Ann 2"]


NIGHT = "game: scopa\nplayers: Eve, Flo\ndeal Eve\n"
YEARS = "date,Ann,Ben\n2020-01-01,10,20\n"
COMMANDS = [
    ("undo",), ("fix", "1", "deal Ben 2", "--why", "misheard"), ("void", "2", "--why", "misheard"),
    ("void", "session", "1", "--why", "a trial"), ("end", "--yes"), ("new", "scopa", "Ann", "Ben"), ("resume", "1"),
    ("backup",), ("backup", "--json"), ("players", "add", "Zoe"), ("players", "rename", "Ann", "Anna"),
    ("players", "group", "Fridays", "Ann", "Ben"), ("import", "night.record"),
    ("import", "night.record", "--json"), ("import", "years.csv", "--game", "oh-hell"),
    ("house", "init", "mine", "oh-hell"), ("config", "set", "plain", "on"),
]  # fmt: skip


@pytest.mark.parametrize("words", COMMANDS, ids=[" ".join(words) for words in COMMANDS])
def test_so_does_every_command_that_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    (tmp_path / "night.record").write_text(NIGHT, encoding="utf-8")
    (tmp_path / "years.csv").write_text(YEARS, encoding="utf-8")
    before = told_to(tmp_path / "evening.db", "deal Ann 2", "note w").read_bytes()
    done = run_with_full_output(tmp_path / "evening.db", *words)
    assert done.returncode == FINE and "No space left" in done.stderr
    if words[0] not in ("backup", "house", "config", "resume"):  # these write elsewhere, or nothing
        assert (tmp_path / "evening.db").read_bytes() != before


@pytest.mark.parametrize(
    "words", [("log",), ("score",), ("export",), ("fix", "1", "deal Ben 2", "--why", "w", "--dry-run")]
)
def test_where_nothing_is_saved_the_answer_is_all_there_is(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert run_with_full_output(told_to(tmp_path / "evening.db", "deal Ann 2"), *words).returncode == REFUSED
