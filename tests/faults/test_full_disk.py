"""With a full disk every reading command still works, and a copy can be made elsewhere.

The disk is full for a child that can't write beyond some bytes of a file, or not at all.
"""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scoresheets.errors import DATABASE, FINE
from scoresheets.keeping import database, journal
from scoresheets.keeping.journal import open_journal
from tests.evening import FIRST_HAND, Said, again, referee, reports_of, told_to
from tests.faults.test_copies import small

READING = (["score"], ["log"], ["show", "1"], ["sessions"], ["standings"], ["players", "list"], ["rulings", "list"],
           ["export", "1"], ["legal"], ["why"])  # fmt: skip
MAIN = "from scoresheets.cli import main; main()"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = told_to(tmp_path / "nights.db", *FIRST_HAND)
    small(path)
    return path


@pytest.fixture
def logged(db: Path) -> Path:
    """The same as an older referee left it when it was killed: with a log, for which more room is needed."""
    left = db.parent / "left"
    left.mkdir()
    with closing(sqlite3.connect(db, isolation_level=None)) as link:
        link.execute("PRAGMA journal_mode = WAL")
        journal.Journal(link, db).session(1).say("note logged")
        for ending in ("", "-wal"):
            shutil.copy(f"{db}{ending}", left / f"nights.db{ending}")
    return left / "nights.db"


def full(db: Path, *words: str, room: int = 0) -> Said:
    """A command where no room is left, or hardly any."""

    def shut() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))

    done = subprocess.run(
        [sys.executable, "-c", MAIN, *words], env=os.environ | {"REFEREE_DB": str(db), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, preexec_fn=shut, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_what_reads_still_reads(db: Path, words: list[str]) -> None:
    result = full(db, *words)
    assert result.code == FINE, result
    assert (result.out, result.err) == referee(db, *words)[1:]


def test_what_is_in_the_log_is_read_too(logged: Path) -> None:
    room = 32_767  # for copies elsewhere, but not for what SQLite needs
    assert logged.stat().st_size + logged.with_name("nights.db-wal").stat().st_size < room
    result = full(logged, "log", room=room)
    assert result.code == FINE, result
    assert "note logged" in result.out
    result = full(logged, "say", "note x", room=room)
    assert (result.code, result.out) == (DATABASE, "")
    assert str(logged) in result.err
    with again(logged) as session:
        assert reports_of(session) == [*FIRST_HAND, "note logged"]


def test_a_copy_is_made_elsewhere(db: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    copy = stick / "nights.db"
    assert full(db, "backup", str(copy), room=db.stat().st_size).code == FINE
    with again(copy) as session:
        assert reports_of(session) == list(FIRST_HAND)


@pytest.mark.parametrize("words", [["say", "note x"], ["undo"], ["end"], ["new", "gops", "Ann", "Ben"]], ids=" ".join)
def test_what_writes_says_that_the_disk_is_full(db: Path, words: list[str]) -> None:
    result = full(db, *words)
    assert (result.code, result.out) == (DATABASE, "")
    assert str(db) in result.err
    with again(db) as session:
        assert reports_of(session) == list(FIRST_HAND)


def test_once_there_is_room_the_evening_goes_on(db: Path) -> None:
    assert full(db, "say", "note x").code == DATABASE
    assert referee(db, "say", "note x").code == FINE
    with open_journal(db) as kept:
        assert database.fault_in(kept.link, "entry") == ""
