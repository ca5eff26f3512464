"""Journal files left beside a database by a killed process never mix with a copy that replaces it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scoresheets.errors import DATABASE, FINE
from scoresheets.keeping import backups, database
from tests.evening import again, referee, reports_of, told_to
from tests.faults.test_copies import small

LEFT = ("-wal", "-shm", "-journal")
KILLED = """
import os, signal
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
with open_journal() as kept:
    session = kept.open_session()
    kept.link.execute("PRAGMA cache_size = 1")  # so that pages are written before the commit
    with database.writing(kept.link, kept.path):
        for i in range(9):
            session.say(f"adjust Ann +1 {i}")
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A file that was moved away when its writer had been killed; what SQLite needs to put it right stays."""
    db = told_to(tmp_path / "nights.db")
    small(db)
    assert referee(db, "backup").code == FINE
    child = subprocess.run([sys.executable, "-c", KILLED], env=os.environ | {"REFEREE_DB": str(db)}, check=False)
    assert child.returncode == -signal.SIGKILL
    assert db.with_name("nights.db-journal").read_bytes().startswith(database.MAGIC)
    db.rename(tmp_path / "elsewhere.db")
    return db


def left_on(shelf: Path) -> list[bytes]:
    """The contents of every journal file on the shelf."""
    return [path.read_bytes() for path in sorted(shelf.glob("*-journal"))]


def test_a_file_that_was_moved_without_it_is_said_to_be_damaged(moved: Path) -> None:
    assert referee(moved.with_name("elsewhere.db"), "doctor").code == DATABASE
    moved.with_name("elsewhere.db").rename(moved)
    with again(moved) as session:
        assert reports_of(session) == []
    assert referee(moved, "doctor").code == FINE


def test_a_restored_copy_is_what_was_copied(moved: Path) -> None:
    journal = moved.with_name("nights.db-journal").read_bytes()
    result = referee(moved, "restore", "latest", "--yes")
    assert result.code == FINE
    with again(moved) as session:
        assert reports_of(session) == []
        assert session.say("note and on it goes").line == 1
    aside = Path(result.err.removeprefix("The old file is now ").rstrip().removesuffix("."))
    assert aside.name.endswith("-journal") and aside.read_bytes() == journal


def test_a_new_file_takes_nothing_away(moved: Path) -> None:
    journal = moved.with_name("nights.db-journal").read_bytes()
    assert referee(moved, "new", "oh-hell", "Dan", "Eve", "Fay").code == FINE
    with again(moved) as session:
        assert list(session.players) == ["Dan", "Eve", "Fay"] and reports_of(session) == []
    assert left_on(backups.shelf(moved)) == [journal]


@pytest.mark.parametrize("left", LEFT)
def test_a_backup_to_a_name_beside_which_something_lies(tmp_path: Path, left: str) -> None:
    db, copy = told_to(tmp_path / "nights.db", "note one"), tmp_path / "copy.db"
    beside = copy.with_name(copy.name + left)
    beside.write_bytes(b"of another file")
    assert referee(db, "backup", str(copy)).code == FINE
    assert not beside.exists()
    with again(copy) as session:
        assert reports_of(session) == ["note one"]
    assert [path.read_bytes() for path in backups.shelf(copy).glob(f"*{left}")] == [b"of another file"]
