"""Killed during a migration or a restore: the file is the old one or the new one."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from scoresheets.keeping import backups, database, migrations, opening
from tests.evening import FIRST_HAND, again, oh_hell, reports_of
from tests.faults.test_kill import is_whole
from tests.scoresheets.test_migrations import OLD, content, layout
from tests.share import EVERY

FIRST = 15
"""So many steps are tried one by one."""

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody can be killed in the middle")


def killed_at(step: int, work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> bool:
    """Does the work in a child process that dies at one of its steps. False if it finished before.

    A step is a statement that SQLite executes, a page that is copied, a file that is flushed or renamed.
    """
    if (child := os.fork()) == 0:
        steps = 0

        def one_more(*_: object) -> None:
            nonlocal steps
            steps += 1
            if steps == step:
                os.kill(os.getpid(), signal.SIGKILL)

        def traced(open_file: Callable[..., sqlite3.Connection]) -> Callable[..., sqlite3.Connection]:
            def opened(*words: Any) -> sqlite3.Connection:
                link = open_file(*words)
                link.set_trace_callback(one_more)
                return link

            return opened

        def before(act: Callable[..., Any]) -> Callable[..., Any]:
            def acted(*words: Any) -> Any:
                one_more()
                return act(*words)

            return acted

        monkeypatch.setattr(database, "open_file", traced(database.open_file))
        monkeypatch.setattr(backups, "_patience", lambda path: one_more)
        monkeypatch.setattr(os, "fsync", before(os.fsync))
        monkeypatch.setattr(Path, "replace", before(Path.replace))
        try:
            work()
            os._exit(0)
        finally:
            os._exit(99)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL), status
    return status != 0


def steps(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch, afresh: Callable[[], None]) -> int:
    """Kills at one step after the other, looking each time at what ``afresh`` finds; the number of steps.

    The first steps are all tried, and of the later ones one in three, unless SHARE=1.
    """
    step = 1
    while killed_at(step, work, monkeypatch):
        afresh()
        step += 1 if step < FIRST else EVERY
    return step - 1


def but_for_identity(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What a file keeps, without the identity of its book, which is drawn at random, and the seal over that."""
    kept = content(path)
    return kept | ({"book": [row[:6] for row in kept["book"]]} if "book" in kept else {})


def test_an_old_file_is_brought_up_to_date_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = tmp_path / "first.db"
    with closing(sqlite3.connect(first)) as link:
        link.execute("PRAGMA journal_mode = WAL")
        link.executescript(OLD)
    room = tmp_path / "room"
    db = room / "nights.db"

    def lay_out() -> None:
        shutil.rmtree(room, ignore_errors=True)
        room.mkdir()
        shutil.copy(first, db)

    old = but_for_identity(first), layout(first)
    lay_out()
    opening.connect(db).close()
    new = but_for_identity(db), layout(db)
    assert old != new
    seen = []

    def look() -> None:
        now = but_for_identity(db), layout(db)
        assert now in (old, new)
        seen.append(now == new)
        assert is_whole(db)
        for copy in backups.copies(db):
            assert (but_for_identity(copy), layout(copy)["PRAGMA user_version"]) == (old[0], [(1,)])
        assert now == old or backups.copies(db)
        opening.connect(db).close()
        assert (but_for_identity(db), layout(db)) == new
        lay_out()

    lay_out()
    assert steps(lambda: migrations.bring_up_to_date(db), monkeypatch, look) >= 15
    assert not any(seen[:15])


def test_a_backup_is_put_back_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db, copy = tmp_path / "nights.db", tmp_path / "copy.db"
    with oh_hell(db, *FIRST_HAND[:3]) as session:
        backups.copy(db, copy)
        for report in FIRST_HAND[3:]:
            session.say(report)
    seen = set()

    def look() -> None:
        with again(db) as session:
            reports = reports_of(session)
            assert reports in (list(FIRST_HAND), list(FIRST_HAND[:3]))
            seen.add(len(reports))
        assert is_whole(db)
        for backup in backups.copies(db):
            backups.examine(backup)
        put_back = reports != list(FIRST_HAND)
        if put_back:
            with again(max(backups.copies(db))) as before:
                assert reports_of(before) == list(FIRST_HAND)
        shutil.rmtree(backups.shelf(db), ignore_errors=True)  # or every try would have more to look through
        if put_back:
            with again(db) as session:
                for report in FIRST_HAND[3:]:
                    session.say(report)

    assert steps(lambda: backups.restore(db, copy), monkeypatch, look) >= 20
    with again(db) as session:
        assert reports_of(session) == list(FIRST_HAND[:3])
    assert len(FIRST_HAND) in seen


def test_a_file_that_is_lost_comes_back_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db, copy = tmp_path / "nights.db", tmp_path / "copy.db"
    with oh_hell(tmp_path / "other.db", *FIRST_HAND):
        backups.copy(tmp_path / "other.db", copy)

    def look() -> None:
        if db.exists():
            backups.examine(db)
            db.unlink()

    assert steps(lambda: backups.restore(db, copy), monkeypatch, look) >= 5
    with again(db) as session:
        assert reports_of(session) == list(FIRST_HAND)
    assert not list(tmp_path.glob("*.part"))
