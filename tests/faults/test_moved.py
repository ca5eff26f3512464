"""A table whose file is moved, removed or replaced while it is open: nothing more is acknowledged."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from scoresheets.errors import DATABASE, FINE, Disconnected
from scoresheets.keeping import backups, database
from scoresheets.web.addresses import SCOREKEEPER
from tests.cli.test_live import ENTER, sit
from tests.evening import again, referee, reports_of, told_to
from tests.faults.test_streams import answer, listening
from tests.scoresheets.test_phone import Phone, client, table

__all__ = ["client"]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a file that is open can't be moved there")


def moved(db: Path) -> Path:
    return db.rename(db.with_name("elsewhere.db"))


def with_its_folder(db: Path) -> Path:
    return db.parent.rename(db.parent.with_name("elsewhere")) / db.name


def removed(db: Path) -> Path:
    path = db.with_name("elsewhere.db")
    os.link(db, path)  # for us to look into; the table can't tell
    db.unlink()
    return path


def replaced(db: Path) -> Path:
    path = moved(db)
    shutil.copy(path, db)
    return path


def synced(db: Path) -> Path:
    """As a service does that copies files between machines: written beside it, and renamed."""
    path = db.with_name("elsewhere.db")
    os.link(db, path)
    (coming := db.with_name("coming")).write_bytes(db.read_bytes())
    coming.replace(db)
    return path


GONE = (moved, with_its_folder, removed, replaced, synced)


@pytest.fixture
def db(tmp_path: Path) -> Path:
    (tmp_path / "room").mkdir()
    return told_to(tmp_path / "room" / "nights.db", "note before")


def lines(db: Path) -> list[str]:
    with again(db) as session:
        return reports_of(session)


@pytest.mark.parametrize("gone", GONE)
@pytest.mark.parametrize("what", ["say", "undo", "end"])
def test_nothing_is_acknowledged_that_is_not_in_the_file(db: Path, gone: Callable[[Path], Path], what: str) -> None:
    with again(db) as session:
        path = gone(db)
        for _ in range(2):
            with pytest.raises(Disconnected):
                {"say": lambda: session.say("note lost"), "undo": session.undo, "end": session.end}[what]()
        assert lines(path) == ["note before"]
        path.parent.rename(db.parent) if gone is with_its_folder else path.replace(db)
        assert session.say("note after").ruling.accepted
    assert lines(db) == ["note before", "note after"]


@pytest.mark.parametrize("gone", GONE)
def test_it_is_noticed_when_it_happens_while_a_line_is_kept(
    db: Path, gone: Callable[[Path], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    is_there, seen = database._is_there, []

    def and_then(*words: object) -> None:
        is_there(*words)  # type: ignore[arg-type]
        if not seen:
            seen.append(gone(db))

    with again(db) as session:
        monkeypatch.setattr(database, "_is_there", and_then)
        with pytest.raises(Disconnected):
            session.say("note at the last moment")
    assert seen


@pytest.mark.parametrize("gone", GONE)
@pytest.mark.parametrize("words", ["say -", "table"])
def test_lines_from_a_pipe(db: Path, gone: Callable[[Path], Path], words: str) -> None:
    with listening(db, *words.split()) as child:
        answer(child, "note one\n", "note one\n")
        path = gone(db)
        assert "note two\n" not in answer(child, "note two\n", "moved, removed or replaced")
        assert child.stdin
        with suppress(BrokenPipeError):
            child.stdin.close()
        assert child.wait() == DATABASE
    assert lines(path) == ["note before", "note one"]


def test_the_live_table(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, kept = database._begin, []

    def and_then(link: object) -> None:
        begin(link)  # type: ignore[arg-type]
        if not kept:
            kept.append(moved(db))

    monkeypatch.setattr(database, "_begin", and_then)
    sat = sit(db, f"note one{ENTER}note two{ENTER}")
    assert "note two" not in sat.out and len(sat.err.splitlines()) >= 2
    assert lines(kept[0]) == ["note before"]


@pytest.mark.parametrize("gone", GONE)
def test_the_phone_and_the_board(db: Path, gone: Callable[[Path], Path]) -> None:
    with table(db) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.tell("note one")
        assert lines(db) == ["note before", "note one"]
        path = gone(db)
        if db.exists():
            phone.tell("note two")
            assert lines(path) == ["note before", "note one"]
            assert "note two" in lines(db)  # this is now the current file for everybody
        else:
            phone.tell("note two")
            assert lines(path) == ["note before", "note one"]


def test_the_phone_when_it_happens_while_a_line_is_told(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, kept = database._begin, []

    def and_then(link: object) -> None:
        begin(link)  # type: ignore[arg-type]
        if not kept:
            kept.append(moved(db))

    with table(db) as server:
        phone = Phone(server, SCOREKEEPER)
        monkeypatch.setattr(database, "_begin", and_then)
        phone.tell("note one")
        assert lines(kept[0]) == ["note before"]


def test_a_backup_that_is_put_back_is_where_an_open_table_goes_on(db: Path) -> None:
    with again(db) as session:
        assert referee(db, "backup").code == FINE
        assert session.say("note too late").ruling.accepted
        assert session.say("note later still").ruling.accepted
        assert referee(db, "restore", "latest", "--yes").code == FINE
        with pytest.raises(Disconnected):
            session.say("note after")
        assert session.say("note after").ruling.accepted
    assert lines(db) == ["note before", "note after"]
    assert backups.copies(db)
