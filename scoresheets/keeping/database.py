"""The file that keeps the nights: where it is, how it is opened, and what is said when it can't be used.

In its place there may be a server (`scoresheets.keeping.postgres`); `scoresheets.keeping.opening` opens either.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from scoresheets.errors import DATABASE, NOTHING, USAGE, CommandError
from scoresheets.keeping.places import NOTHING_KEPT, OURS, SCHEMA, called, known

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place
    from scoresheets.keeping.postgres import Wire

    Link: TypeAlias = sqlite3.Connection | Wire

PRIVATE = 0o600  # for its owner alone
SMALLEST = 512  # bytes of a page; SQLite takes what is less for a file where nothing is kept yet
PATIENCE = 5.0  # seconds to wait for another process
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)  # before anything was kept


def place() -> Place:
    """The file or server: REFEREE_DB or REFEREE_DATABASE, else what somebody wishes for good, else the user's file."""
    if chosen := os.environ.get("REFEREE_DB") or os.environ.get("REFEREE_DATABASE"):
        return called(chosen)
    from scoresheets.keeping.config import wished

    if chosen := wished("database"):
        return called(chosen)
    from platformdirs import user_data_path

    return user_data_path("referee", appauthor=False) / "referee.db"


Clock = Callable[[], datetime]


def now() -> datetime:
    return datetime.now(UTC)


def stamp(moment: datetime) -> str:
    """A moment as the tables hold it, in UTC."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def here(when: datetime) -> datetime:
    """A moment by the clock of this place; as it is where no clock of this place goes so far."""
    try:
        return when.astimezone()
    except OverflowError:
        return when


def moment(stamped: str) -> datetime:
    try:
        return datetime.fromisoformat(stamped).replace(tzinfo=UTC)
    except (TypeError, ValueError) as error:
        raise CommandError(f"{place()} is damaged: {stamped!r} isn't a time", DATABASE) from error


# Opening


def connect(path: Path, *, create: bool = False, patience: float | None = None) -> sqlite3.Connection | None:
    """Opens the file, and lays it out where it is new and ``create`` is set; None where it is an older referee's.

    Waits ``patience`` seconds for another process, `PATIENCE` where nothing is said of it.
    Raises CommandError where there is none, or where it can't be used.
    """
    try:
        if not create and not path.exists():
            raise CommandError(NOTHING_KEPT, NOTHING)
        if create and not os.environ.get("REFEREE_DB"):
            path.parent.mkdir(parents=True, exist_ok=True)
        if create and not path.exists() and path.parent.is_dir():
            path.touch(mode=PRIVATE)  # what SQLite puts beside it is as private
    except OSError as error:
        raise CommandError(f"{path} can't be used: {error.strerror or error}", DATABASE) from error
    with in_a_sentence(path):
        link = open_file(path, "rwc" if create else "rw", patience)
        try:
            if create and is_blank(link):
                _lay_out(link, path)
            elif is_blank(link):
                raise CommandError(NOTHING_KEPT, NOTHING)
            if recognise(link, path) == SCHEMA:
                return link
        except BaseException:
            link.close()
            raise
        link.close()
    return None


def open_file(path: Path, mode: str = "rw", patience: float | None = None) -> sqlite3.Connection:
    """A connection to the file, whatever it is; one that only reads where nobody can write, or the disk is full."""
    try:
        return _linked(path, mode, patience=patience)
    except sqlite3.OperationalError as error:
        code = error.sqlite_errorcode & 0xFF
        if "immutable" in mode or code not in (*SHUT_OUT, *NO_ROOM):
            raise
        if code in SHUT_OUT and _is_logged(path):
            raise
        try:
            if _is_logged(path):
                return _linked(path, mode, alone=True)  # so that the log is read without a file beside it
            return _linked(path, "ro&immutable=1")  # nobody writes where even a reader can't leave its mark
        except sqlite3.Error:
            raise error from None


SHUT_OUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
NO_ROOM = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)


def _linked(path: Path, mode: str, *, alone: bool = False, patience: float | None = None) -> sqlite3.Connection:
    address, wait = f"{path.absolute().as_uri()}?mode={mode}", PATIENCE if patience is None else patience
    link = sqlite3.connect(address, uri=True, isolation_level=None, timeout=wait, check_same_thread=False)
    try:
        if alone:
            link.execute("PRAGMA locking_mode = EXCLUSIVE")
        link.execute("PRAGMA foreign_keys = ON")
        link.execute("PRAGMA synchronous = FULL")
        link.execute("PRAGMA schema_version").fetchone()
        _measure(link, path)
    except BaseException:
        link.close()
        raise
    return link


def _measure(link: sqlite3.Connection, path: Path) -> None:
    """Raises CommandError where the file is shorter than its header says; with a log beside it, SQLite sees to that.

    The file itself isn't opened for that: when it was closed again, the locks that SQLite holds on it would be gone.
    """
    for _ in range(3):  # somebody may write it anew just now
        if _is_logged(path):
            return
        (pages,), (size,) = link.execute("PRAGMA page_count").fetchone(), link.execute("PRAGMA page_size").fetchone()
        length = path.stat().st_size
        short = (pages if length >= SMALLEST else 1 if length else 0) * size - length
        if short <= 0:
            return
    if not _is_logged(path):
        raise CommandError(f"{path} is damaged: it ends {short} bytes too soon", DATABASE)


def _is_logged(path: Path) -> bool:
    try:
        return path.with_name(path.name + "-wal").stat().st_size > 0
    except OSError:
        return False


def is_blank(link: sqlite3.Connection) -> bool:
    """Whether nothing has been laid out in the file."""
    (tables,) = link.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (schema,) = link.execute("PRAGMA user_version").fetchone()
    return (tables, schema) == (0, 0)


def _lay_out(link: sqlite3.Connection, path: Path) -> None:
    from scoresheets.keeping.models import layout

    link.execute("PRAGMA journal_mode = WAL")
    with writing(link, path):
        if not is_blank(link):
            return  # somebody else was faster
        for statement in layout():
            link.execute(statement)
        link.execute(f"PRAGMA application_id = {OURS}")
        link.execute(f"PRAGMA user_version = {SCHEMA}")


def recognise(link: sqlite3.Connection, path: Path) -> int:
    """The schema that the file has; raises CommandError where it isn't ours, or is newer."""
    (owner,) = link.execute("PRAGMA application_id").fetchone()
    (schema,) = link.execute("PRAGMA user_version").fetchone()
    if owner != OURS:
        raise CommandError(f"{path} is a database of another program", DATABASE)
    return known(schema, path)


@contextmanager
def writing(link: Link, path: Place) -> Iterator[None]:
    """All or nothing, and nobody else writes meanwhile; committed to the disk when the outermost is left."""
    if link.in_transaction:
        yield
        return
    with in_a_sentence(path):
        link.execute("BEGIN IMMEDIATE")
        try:
            yield
            link.execute("COMMIT")
        except BaseException:
            if link.in_transaction:
                link.execute("ROLLBACK")
            raise


@contextmanager
def reading(link: Link) -> Iterator[None]:
    """All that is read meanwhile is of one moment."""
    if link.in_transaction:
        yield
        return
    link.execute("BEGIN DEFERRED")
    try:
        yield
    finally:
        if link.in_transaction:
            link.execute("ROLLBACK")


def own_session() -> int:
    """The session that this table plays, whatever others do on the same server; 0 where nobody says."""
    said = os.environ.get("REFEREE_SESSION", "")
    if not said:
        return 0
    if not (said.isascii() and said.isdecimal() and len(said) < 10 and int(said)):
        raise CommandError(f"REFEREE_SESSION is the number of a session, not {said!r}", USAGE)
    return int(said)


# What is said


@contextmanager
def in_a_sentence(path: Place) -> Iterator[None]:
    """Says what is wrong with the file in place of SQLite."""
    try:
        yield
    except sqlite3.Error as error:
        raise CommandError(said(error, path), DATABASE) from error
    except UnicodeDecodeError as error:  # from SQLite, of a name in a broken file
        raise CommandError(f"{path} is damaged", DATABASE) from error


def is_damaged(link: Link) -> bool:
    """Whether SQLite finds a fault in the whole file; for when something in it made no sense."""
    if not isinstance(link, sqlite3.Connection):
        return False  # a server looks after its pages itself
    try:
        return [*link.execute("PRAGMA integrity_check(1)")] != [("ok",)]
    except (sqlite3.Error, UnicodeDecodeError):
        return True


def fault_in(link: Link, *tables: str) -> str:
    """What SQLite finds wrong with the pages and indexes of these tables, "" where nothing is."""
    if isinstance(link, sqlite3.Connection):
        for table in tables:
            for (fault,) in link.execute(f"PRAGMA integrity_check({table})"):
                if fault != "ok":
                    return str(fault)
    return ""


def _may_be_written(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)


def said(error: sqlite3.Error, path: Place) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_READONLY and isinstance(path, Path) and _may_be_written(path):
        code = sqlite3.SQLITE_FULL  # else it had been opened for writing
    return {
        sqlite3.SQLITE_BUSY: f"{path} is busy: another program is writing to it; try again",
        sqlite3.SQLITE_LOCKED: f"{path} is busy: another program is writing to it; try again",
        sqlite3.SQLITE_READONLY: f"{path} is read-only, so nothing can be kept",
        sqlite3.SQLITE_CANTOPEN: f"{path} can't be opened",
        sqlite3.SQLITE_PERM: f"{path} may not be opened",
        sqlite3.SQLITE_NOTADB: f"{path} isn't a database, or it is damaged",
        sqlite3.SQLITE_CORRUPT: f"{path} is damaged",
        sqlite3.SQLITE_FULL: f"the disk is full, so nothing can be kept in {path}",
        sqlite3.SQLITE_IOERR: f"{path} can't be read or written: the disk reports an error",
        sqlite3.SQLITE_TOOBIG: "that is too long to be kept",
    }.get(code, f"{path} can't be used: {error}")
