"""On a full disk everything that reads still reads, and a copy can be made elsewhere.

The disk is full for a child that may make no file as large as what SQLite puts beside the file, by which readers and
writers find each other.
"""

from __future__ import annotations

import os
import resource
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scoresheets.errors import DATABASE, FINE
from scoresheets.keeping import database, journal
from tests.evening import FIRST_HAND, Said, again, referee, stands, told_to

ROOM = 30_000  # bytes
READING = (["score"], ["log"], ["show", "1"], ["sessions"], ["standings"], ["players", "list"], ["rulings", "list"],
           ["export", "1"], ["legal"], ["why"])  # fmt: skip
MAIN = "from scoresheets.cli import main; main()"
TELL = """
import os, signal
from scoresheets.keeping import journal
with journal.opened() as kept:
    kept.open_session().say("note in the log")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = told_to(tmp_path / "nights.db", *FIRST_HAND)
    with closing(sqlite3.connect(path)) as link:  # smaller than what there is room for
        for statement in (
            "PRAGMA journal_mode = DELETE",
            "PRAGMA page_size = 512",
            "VACUUM",
            "PRAGMA journal_mode = WAL",
        ):
            link.execute(statement)
    assert path.stat().st_size < ROOM
    return path


def full(db: Path, *words: str) -> Said:
    """A command where no room is left."""

    def shut() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, resource.RLIM_INFINITY))

    done = subprocess.run(
        [sys.executable, "-c", MAIN, *words], env=os.environ | {"REFEREE_DB": str(db), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, preexec_fn=shut, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)


def test_the_trick_is_one(db: Path) -> None:
    done = full(db, "score")
    assert not db.with_name("nights.db-shm").exists() or db.with_name("nights.db-shm").stat().st_size < ROOM
    assert done.code == FINE


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_what_reads_still_reads(db: Path, words: list[str]) -> None:
    said = full(db, *words)
    assert said.code == FINE, said
    assert (said.out, said.err) == referee(db, *words)[1:]


def test_what_is_in_the_log_is_read_too(db: Path) -> None:
    child = subprocess.run([sys.executable, "-c", TELL], env=os.environ | {"REFEREE_DB": str(db)}, check=False)
    assert child.returncode == -signal.SIGKILL
    db.with_name("nights.db-shm").unlink()
    said = full(db, "log")
    assert said.code == FINE, said
    assert "note in the log" in said.out


def test_a_copy_is_made_elsewhere(db: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    copy = stick / "nights.db"
    db.with_name("nights.db-shm").mkdir()  # in the way of what SQLite would put there; on the stick there is room
    assert referee(db, "backup", str(copy)).code == FINE
    with again(copy) as session:
        assert stands(session) == list(FIRST_HAND)


@pytest.mark.parametrize("words", [["say", "note x"], ["undo"], ["end"], ["new", "gops", "Ann", "Ben"]], ids=" ".join)
def test_what_writes_says_that_the_disk_is_full(db: Path, words: list[str]) -> None:
    said = full(db, *words)
    assert (said.code, said.out) == (DATABASE, "")
    assert said.err == f"referee: the disk is full, so nothing can be kept in {db}\n"
    with again(db) as session:
        assert stands(session) == list(FIRST_HAND)


def test_once_there_is_room_the_evening_goes_on(db: Path) -> None:
    assert full(db, "say", "note x").code == DATABASE
    assert referee(db, "say", "note x").code == FINE
    with journal.opened(db) as kept:
        assert kept.link.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.fault_in(kept.link, "entry") == ""
