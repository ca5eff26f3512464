"""What lies beside the name of a file, left by somebody who was killed, belongs to no copy that is put there."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scoresheets.errors import FINE
from scoresheets.keeping import backups
from tests.evening import again, referee, stands, told_to

LEFT = ("-wal", "-shm", "-journal")


@pytest.fixture
def moved(tmp_path: Path) -> Path:
    """A file that was moved away when its writer had been killed; its log, with thirty reports, stays."""
    db = told_to(tmp_path / "nights.db")
    assert referee(db, "backup").code == FINE
    told = "".join(f"adjust Ann +1 {i}\n" for i in range(90))
    code = (
        "import os, signal, sys\nfrom scoresheets.keeping import journal\n"
        "with journal.opened() as kept:\n"
        "    session = kept.open_session()\n"
        "    for number, line in enumerate(sys.stdin, 1):\n"
        "        session.say(line.strip())\n"
        "        if number == 60: kept.link.execute('PRAGMA wal_checkpoint(TRUNCATE)')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    child = subprocess.run(
        [sys.executable, "-c", code], input=told.encode(), env=os.environ | {"REFEREE_DB": str(db)}, check=False
    )
    assert child.returncode == -signal.SIGKILL
    assert db.with_name("nights.db-wal").stat().st_size > 0
    db.rename(tmp_path / "elsewhere.db")
    return db


def log_of(folder: Path) -> list[bytes]:
    """The contents of every log that is kept in a folder or below."""
    return [path.read_bytes() for path in sorted(folder.rglob("*-wal"))]


def test_a_restored_copy_is_what_was_copied(moved: Path) -> None:
    log = moved.with_name("nights.db-wal").read_bytes()
    said = referee(moved, "restore", "latest", "--yes")
    assert said.code == FINE
    with again(moved) as session:
        assert stands(session) == []
        assert session.say("note and on it goes").line == 1
    aside = Path(said.err.removeprefix("what was there is kept as ").rstrip())
    assert aside.name.endswith("-wal") and aside.read_bytes() == log


def test_a_new_file_takes_no_log_away(moved: Path) -> None:
    log = moved.with_name("nights.db-wal").read_bytes()
    assert referee(moved, "new", "oh-hell", "Dan", "Eve", "Fay").code == FINE
    with again(moved) as session:
        assert list(session.players) == ["Dan", "Eve", "Fay"] and stands(session) == []
    assert log in log_of(backups.shelf(moved))


@pytest.mark.parametrize("left", LEFT)
def test_a_backup_to_a_name_beside_which_something_lies(moved: Path, left: str) -> None:
    db, copy = moved.with_name("elsewhere.db"), moved.with_name("copy.db")
    beside = copy.with_name(copy.name + left)
    shutil.copy(moved.with_name("nights.db-wal"), beside)
    log = beside.read_bytes()
    assert referee(db, "backup", str(copy)).code == FINE
    assert not beside.exists()
    with again(copy) as session:
        assert len(stands(session)) == 60
    assert log in [path.read_bytes() for path in backups.shelf(copy).iterdir() if path.name.endswith(left)]
