"""No room left, eight writers at once, a damaged page, a clock set back: a message, and nothing is lost."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scoresheets.cli import run
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from tests.evening import FIRST_HAND, again, referee, reports_of, told_to
from tests.faults.test_moments import faults

FULL = "the disk is full, so nothing can be saved in"
LIMITED = "can't be read or written: the disk reports an error"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return told_to(tmp_path / "nights.db", *FIRST_HAND)


def in_a_child(work: Callable[[], int]) -> tuple[int, str]:
    """What is done in a process of its own: its exit code, and what it said on stderr."""
    mine, theirs = os.pipe()
    if (child := os.fork()) == 0:
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os.dup2(theirs, 2)
            with pytest.MonkeyPatch.context() as patch:
                for number, name in ((1, "stdout"), (2, "stderr")):
                    patch.setattr(f"sys.{name}", os.fdopen(os.dup(number), "w", 1, "utf-8"))
                os._exit(work())
        finally:
            os._exit(99)
    os.close(theirs)
    with open(mine, encoding="utf-8") as said:
        text = said.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text


# Eight at once


def test_eight_who_write_at_once_lose_nothing_and_see_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "nights.db"
    monkeypatch.setenv("REFEREE_DB", str(db))
    told_to(db)
    each = 20
    children = {}
    start, started = os.pipe()
    for writer in range(8):
        if (child := os.fork()) == 0:
            code = 99
            try:
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
                os.close(started)
                os.read(start, 1)  # all of them begin when the other end is closed
                with open(tmp_path / f"{writer}.err", "w", 1, encoding="utf-8") as said, monkeypatch.context() as patch:
                    patch.setattr("sys.stdout", open(os.devnull, "w"))  # noqa: SIM115
                    patch.setattr("sys.stderr", said)
                    codes = [run(words(writer, i)) for i in range(each)]
                    code = max(codes)
            finally:
                os._exit(code)
        children[child] = writer
    os.close(start)
    os.close(started)
    for child, writer in children.items():
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status == 0, (tmp_path / f"{writer}.err").read_text(encoding="utf-8")
    assert not faults(tmp_path)
    with open_journal(db) as journal:
        sessions = [journal.session(number) for number in (1, *range(2, 2 + each))]
        assert journal.link.execute("SELECT count(*) FROM session").fetchone() == (1 + each,)
        lines = [text for session in sessions for text in reports_of(session)]
        for writer in range(6):
            mine = [text for text in lines if text.startswith(f"adjust Ann +1 by {writer}")]
            assert sorted(mine) == sorted(f"adjust Ann +1 by {writer}, {i}" for i in range(each))
        assert journal.link.execute("SELECT count(*) FROM player").fetchone() == (3 + each,)


def words(writer: int, i: int) -> list[str]:
    """Six tell, one writes players down and one opens sessions."""
    if writer == 6:
        return ["players", "add", f"Kay{i}"]
    if writer == 7:
        return ["new", "oh-hell", "Ann", "Ben", "Cat"]
    return ["say", f"adjust Ann 1 by {writer}, {i}"]


# No room


def test_no_file_may_grow_any_more(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_DB", str(db))
    referee(db, "say", "note so that all is imported")
    told, refused = [], 0
    for room in range(0, 60_000, 1_500):

        def limited(room: int = room) -> int:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
            return run(["say", f"note with {room} bytes"])

        code, phrase = in_a_child(limited)
        if code == 0:
            told.append(f"note with {room} bytes")
        else:
            refused += 1
            assert (code, phrase.count("\n")) == (5, 1), (room, phrase)
            assert LIMITED in phrase or FULL in phrase or "can't be" in phrase, (room, phrase)
        with again(db) as session:
            assert [text for text in reports_of(session) if text.startswith("note with")] == told, room
        assert not faults(db.parent)
    assert told and refused


def test_a_file_that_has_all_the_pages_it_may_have(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_file = database.open_file

    def full(*words: Any) -> sqlite3.Connection:
        link = open_file(*words)
        link.execute("PRAGMA max_page_count = 1")  # that is, no more than there are
        return link

    with monkeypatch.context() as patch:
        patch.setattr(database, "open_file", full)
        done = [referee(db, "say", f"note {'x' * 3000}") for _ in range(3)]
        sessions = referee(db, "new", "gops", *("A" * 50 + str(i) for i in range(2)), "--title", "x" * 150)
    assert [command.code for command in done] == [5, 5, 5]
    assert all(FULL in command.err and not command.out for command in done)
    assert sessions.code in (0, 5)
    with again(db) as session:
        assert reports_of(session) == list(FIRST_HAND)
    assert not faults(db.parent)
    assert referee(db, "say", "note there is room again").code == 0


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A folder on a tiny disk if one can be mounted, otherwise a normal one."""
    place = tmp_path / "small"
    place.mkdir()
    mounted = shutil.which("mount") and os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=480k", "tmpfs", place], capture_output=True, check=False
    ).returncode == 0  # fmt: skip
    yield place
    if mounted:
        subprocess.run(["umount", "-l", place], check=True)


def test_a_disk_that_fills_up_and_has_room_again(small: Path) -> None:
    """If no tiny disk can be mounted, little is written and nothing is refused."""
    db = small / "nights.db"
    told_to(db, *FIRST_HAND)
    ballast = small / "photographs"
    left = shutil.disk_usage(small).free
    tiny = left < 1_000_000
    ballast.write_bytes(b"x" * (max(left - 12_000, 0) if tiny else 1_000))
    lines, refused = list(FIRST_HAND), 0
    for i in range(12):
        done = referee(db, "say", f"note {i} {'x' * 2000}")
        if done.code == 0:
            lines.append(f"note {i} {'x' * 2000}")
        else:
            refused += 1
            assert done.code == 5 and not done.out
            assert FULL in done.err or LIMITED in done.err or "can't be opened" in done.err, done.err
    assert bool(refused) == tiny
    ballast.unlink()
    with again(db) as session:
        assert reports_of(session) == lines
    assert referee(db, "say", "note there is room again").code == 0
    assert not faults(small)


# A page gone bad


def test_a_page_gone_bad_is_said_and_a_backup_puts_it_right(db: Path) -> None:
    assert referee(db, "backup").code == 0
    with closing(sqlite3.connect(db)) as link:
        (size,) = link.execute("PRAGMA page_size").fetchone()
        roots = dict(link.execute("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"))
    whole = db.read_bytes()
    for name in ("entry", "session", "seat", "player", "session_in_play", "result"):
        start = (roots[name] - 1) * size
        for damage in (b"\0" * size, bytes(range(256)) * (size // 256), whole[:size]):
            db.write_bytes(whole[:start] + damage + whole[start + size :])
            done = referee(db, "say", "note is it still there?")
            if name in ("entry", "session", "seat"):
                assert done.code == 5, (name, done)
                assert done.err == f"referee: {db} is damaged\n", name
            looked = referee(db, "doctor")
            assert looked.code == 5, (name, looked)
            assert "referee restore latest" in looked.out, (name, looked.out)
            assert referee(db, "restore", "latest", "--yes").code == 0, name
            well = json.loads(referee(db, "doctor", "--json").out)["rows"]
            assert not [row for row in well if row["state"] in ("wrong", "broken") and row["what"] != "backups"], name
            with again(db) as session:
                assert reports_of(session) == list(FIRST_HAND), name
            for beside in db.parent.glob("backups/*before-restore*"):
                beside.unlink()


# The clock


def test_the_clock_may_go_back(tmp_path: Path) -> None:
    db = tmp_path / "nights.db"
    start = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
    times = [start + timedelta(minutes=minute) for minute in (0, 1, 2, 3, 4, -60, -59, -58, -57, -56)]
    clock = iter(times)
    with open_journal(db, create=True, clock=lambda: next(clock)) as journal:
        session = journal.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"})
        for report in FIRST_HAND[:4]:
            session.say(report)
        session.undo(2)
        session.say("note winter time")
        session.end()
        session.resume()
    with again(db) as session:
        assert reports_of(session) == [*FIRST_HAND[:2], "note winter time"]
        assert [entry.number for entry in session.entries] == [*range(1, 9)]
        stood = [[entry.report.line for entry in session.then(moment).entries] for moment in times]
        assert stood == [[1, 2, 6]] * 5 + [[1, 2], [1, 2, 6], [1, 2, 6, 7], [1, 2, 6, 7], [1, 2, 6]]
    assert not faults(tmp_path)
    for words in (["show", "1", "--at", "20:02"], ["log"], ["sessions"], ["score"], ["standings"], ["doctor"]):
        assert referee(db, *words).code == 0, words
    assert referee(db, "say", "note on").code == 0
