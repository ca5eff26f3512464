"""The database file: where it is, how it is opened, and the messages if it can't be used.

A server can take its place (`scoresheets.keeping.postgres`). `scoresheets.keeping.opening` opens either.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from scoresheets.errors import NOTHING, USAGE, Busy, CommandError, Damaged, Disconnected, StorageError, Unwritable
from scoresheets.keeping.places import NOTHING_KEPT, OURS, SCHEMA, called, known

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place
    from scoresheets.keeping.postgres import Wire

    Link: TypeAlias = sqlite3.Connection | Wire

PRIVATE = 0o600  # readable by the owner only
SMALLEST = 512  # bytes of a page; SQLite takes a shorter file for an empty database
PATIENCE = 5.0  # seconds to wait for another process
GAP = 0.003  # seconds between two tries to write, shorter than the pauses of a process that writes in portions
STEP = 1000  # pages that a snapshot copies at once, blocking commits
BESIDE = ("-wal", "-shm", "-journal")  # endings of SQLite's files beside the database


def place() -> Place:
    """The file or server: REFEREE_DB or REFEREE_DATABASE, else the setting ``database``, else the user's file."""
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
    """A moment as stored in the tables, in UTC."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def here(when: datetime) -> datetime:
    """A moment in local time. Unchanged if local time can't express it."""
    try:
        return when.astimezone()
    except OverflowError:
        return when


def on_the_clock(day: date, hour: int = 0) -> datetime:
    """An hour of a day in local time. In UTC if local time can't express it."""
    then = datetime(day.year, day.month, day.day, hour)
    try:
        return then.astimezone()
    except (OverflowError, ValueError):
        return then.replace(tzinfo=UTC)


def moment(stamped: str) -> datetime:
    try:
        return datetime.fromisoformat(stamped).replace(tzinfo=UTC)
    except (TypeError, ValueError) as error:
        raise Damaged(f"{place()} is damaged: {stamped!r} isn't a time") from error


# Opening


def connect(path: Path, *, create: bool = False, patience: float | None = None) -> sqlite3.Connection | None:
    """Opens the file. With ``create``, sets it up if it is new. None if an older version of referee made it.

    Waits ``patience`` seconds for other processes, by default `PATIENCE`.

    Raises CommandError if there is no file, or if it can't be used.
    """
    try:
        if not create and not path.exists():
            raise CommandError(NOTHING_KEPT, NOTHING)
        if create and not os.environ.get("REFEREE_DB"):
            path.parent.mkdir(parents=True, exist_ok=True)
        if create and not path.exists() and path.parent.is_dir():
            path.touch(mode=PRIVATE)  # SQLite gives its files beside it the same mode
    except OSError as error:
        raise StorageError(f"{path} can't be used: {error.strerror or error}") from error
    with in_a_sentence(path):
        link = open_file(path, "rwc" if create else "rw", patience)
        try:
            if create and is_blank(link):
                _lay_out(link, path)
            elif is_blank(link):
                raise CommandError(NOTHING_KEPT, NOTHING)
            if recognize(link, path) == SCHEMA:
                return link
        except BaseException:
            link.close()
            raise
        link.close()
    return None


class File(sqlite3.Connection):
    """A connection that knows which file it opened, even after the file is renamed."""

    opened: tuple[int, int] | None = None


def identity(path: Path) -> tuple[int, int] | None:
    """The device and the number of the file at a path; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def open_file(path: Path, mode: str = "rw", patience: float | None = None) -> sqlite3.Connection:
    """A connection to the file, whatever its content. If it is read-only and SQLite can't open it, to a copy in memory.

    After every commit, everything acknowledged is in the file itself. A file with a write-ahead log, from older
    versions of referee, is converted first.
    """
    if path.exists() and not path.is_file():
        raise StorageError(f"{path} can't be opened: it isn't a file")
    _hold_together(path)
    until = time.monotonic() + (PATIENCE if patience is None else patience)
    while True:
        try:
            return _linked(path, mode, patience=patience)
        except sqlite3.OperationalError as error:
            code = error.sqlite_errorcode & 0xFF
            if code == sqlite3.SQLITE_BUSY and time.monotonic() < until:
                time.sleep(0.01 + os.getpid() % 8 * GAP)  # two processes that convert it at once can block each other
                continue
            if code not in (*SHUT_OUT, *NO_ROOM):
                raise
            try:
                return _in_memory(path)
            except (sqlite3.Error, OSError):
                raise error from None


SHUT_OUT = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY)
NO_ROOM = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)


def _linked(path: Path, mode: str, *, alone: bool = False, patience: float | None = None) -> File:
    address, wait = f"{path.absolute().as_uri()}?mode={mode}", PATIENCE if patience is None else patience
    opened = identity(path)  # if the file is replaced before SQLite opens it, neither is written to
    link = sqlite3.connect(address, uri=True, isolation_level=None, timeout=wait, check_same_thread=False, factory=File)
    link.opened = opened
    try:
        if alone:
            link.execute("PRAGMA locking_mode = EXCLUSIVE")
        link.execute("PRAGMA foreign_keys = ON")
        link.execute("PRAGMA synchronous = FULL")
        link.execute("PRAGMA journal_mode = TRUNCATE")
        link.execute("PRAGMA schema_version").fetchone()
        _measure(link, path)
    except BaseException:
        link.close()
        raise
    return link


def _in_memory(path: Path) -> sqlite3.Connection:
    """A read-only copy in memory, after SQLite has applied the journal files beside the file."""
    import shutil
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="referee-") as room:
        copy = Path(room, "copy.db")
        for _ in range(3):
            before = _state(path)
            for ending in ("", "-wal", "-journal"):
                if ending in before or not ending:
                    shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
            if _state(path) == before:
                break
        with closing(_linked(copy, "rw", alone=True)) as whole:
            memory = snapshot(whole)
    memory.execute("PRAGMA query_only = ON")
    return memory


def _state(path: Path) -> dict[str, tuple[int, int]]:
    """Size and time of the file and of its nonempty files beside it."""
    state = {}
    for ending in ("", *BESIDE):
        with suppress(OSError):
            status = os.stat(f"{path}{ending}")
            if status.st_size:
                state[ending] = status.st_size, status.st_mtime_ns
    return state


def beside(path: Path) -> list[str]:
    """The endings of the journal files beside a file that aren't empty."""
    return [ending for ending in _state(path) if ending]


def snapshot(link: sqlite3.Connection, follow: Callable[[int, int, int], None] | None = None) -> sqlite3.Connection:
    """A copy in memory of the whole database at one moment. Reading it doesn't block other processes.

    Copies step by step, and starts again if another process writes in between. The third try copies in one step.
    """
    memory = sqlite3.connect(":memory:", isolation_level=None)
    steps = 0

    def step(status: int, remaining: int, total: int) -> None:
        nonlocal steps
        steps += 1
        if follow:
            follow(status, remaining, total)
        if steps > 3 * (total // STEP + 1):
            raise InterruptedError

    try:
        try:
            link.backup(memory, pages=STEP, progress=step)
        except InterruptedError:
            link.backup(memory, progress=follow)
    except BaseException:
        memory.close()
        raise
    return memory


# The files beside it

MAGIC = bytes.fromhex("d9d505f920a163d7")  # the first bytes of a journal that SQLite would roll back
UNCOUNTED = 2**32 - 1  # pages, in a journal without a synced count
_headers: dict[tuple[int, int], int] = {}


def header(path: Path) -> bytes:
    """The first hundred bytes of the file.

    On POSIX the file is left open, once for each file: closing it would release the locks that SQLite holds on it.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0)) if os.name == "nt" else _kept_open(path)
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        return os.read(handle, 100)
    finally:
        if os.name == "nt":
            os.close(handle)


def _kept_open(path: Path) -> int:
    which = identity(path)
    if which is None or which not in _headers:
        _close_removed()
        handle = os.open(path, os.O_RDONLY)
        status = os.fstat(handle)
        which = status.st_dev, status.st_ino
        if (other := _headers.setdefault(which, handle)) != handle:
            os.close(handle)
        return other
    return _headers[which]


def _close_removed() -> None:
    """Closes files that have been removed. Nobody can open them again, so no lock is lost."""
    for which, handle in [*_headers.items()]:
        with suppress(OSError):  # another thread was quicker
            if not os.fstat(handle).st_nlink and _headers.pop(which, None) is not None:
                os.close(handle)


def writes(path: Path) -> int:
    """The number of writes to the file, from its header."""
    return int.from_bytes(header(path)[24:28], "big")


def _hold_together(path: Path) -> None:
    """Raises Damaged if a journal file beside the database doesn't belong to its current state.

    SQLite doesn't check: it would write the stray pages into the file, and later changes would be lost. Files that
    change meanwhile are being written, so they are left to SQLite.
    """
    seen: tuple[object, ...] = ()
    while (left := beside(path)) and (ending := _amiss(path, left)):
        if (now := (ending, _state(path))) == seen:
            stray = path.with_name(path.name + ending)
            raise Damaged(
                f"{stray} doesn't belong to {path}, or one of them is damaged. Move {stray.name} away to open the file"
                " without it, or run `referee restore latest`."
            )
        seen = now
        time.sleep(10 * GAP)


def _amiss(path: Path, left: list[str]) -> str:
    """The ending of the journal file that doesn't belong to the database. "" if all do."""
    try:
        head = header(path)
        if "-wal" in left and head[18:20] == b"\1\1":  # a file without a write-ahead log
            return "-wal"
        if "-journal" in left and len(head) == 100 and not _fits(path.with_name(path.name + "-journal"), head):
            return "-journal"
    except OSError:
        pass  # opening the file reports it
    return ""


def _fits(journal: Path, head: bytes) -> bool:
    """Whether a rollback journal is whole and its first page belongs to the file with this header, or to its last
    write.

    A journal is a sector with a header, then pages: the number, the previous content and a checksum. More sectors like
    that may follow.
    """
    with journal.open("rb") as stream:
        length, at = os.fstat(stream.fileno()).st_size, 0
        while at < length:
            stream.seek(at)
            start = stream.read(28)
            magic, count = start[:8], int.from_bytes(start[8:12], "big")
            pages, sector, size = (int.from_bytes(start[at : at + 4], "big") for at in (16, 20, 24))
            if not any(magic):
                return True  # nothing more was written to the file
            if magic != MAGIC or not (sector and size):
                return False
            if count == UNCOUNTED:
                count = (length - at - sector) // (size + 8)
            end = at + sector + count * (size + 8)
            if length < end:
                return False
            for record in range(at + sector, end, size + 8):
                stream.seek(record)
                if int.from_bytes(stream.read(4), "big") == 1:
                    first = stream.read(100)
                    then, now = (int.from_bytes(page[24:28], "big") for page in (first, head))
                    counted = first[24:28] != first[92:96] or int.from_bytes(first[28:32], "big") == pages
                    return now in (then, (then + 1) % 2**32) and counted
            at = -(-end // sector) * sector
    return True


def _measure(link: sqlite3.Connection, path: Path) -> None:
    """Raises Damaged if the file is shorter than its header says.

    The file itself isn't opened for that, because closing it would release the locks that SQLite holds on it.
    """
    short = 0
    for _ in range(3):  # another process may be rewriting it
        (pages,), (size,) = link.execute("PRAGMA page_count").fetchone(), link.execute("PRAGMA page_size").fetchone()
        length = path.stat().st_size
        short = (pages if length >= SMALLEST else 1 if length else 0) * size - length
        if short <= 0:
            return
    raise Damaged(f"{path} is damaged: it ends {short} bytes too soon")


def is_blank(link: sqlite3.Connection) -> bool:
    """Whether a file has no tables yet."""
    (tables,) = link.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    (schema,) = link.execute("PRAGMA user_version").fetchone()
    return (tables, schema) == (0, 0)


def _lay_out(link: sqlite3.Connection, path: Path) -> None:
    from scoresheets.keeping.digests import new_identity
    from scoresheets.keeping.models import layout

    with writing(link, path):
        if not is_blank(link):
            return  # somebody else was faster
        for statement in layout(identity=new_identity()):
            link.execute(statement)
        link.execute(f"PRAGMA application_id = {OURS}")
        link.execute(f"PRAGMA user_version = {SCHEMA}")


def recognize(link: sqlite3.Connection, path: Path) -> int:
    """The schema version of the file. Raises CommandError if another program or a newer version of referee made it."""
    (owner,) = link.execute("PRAGMA application_id").fetchone()
    (schema,) = link.execute("PRAGMA user_version").fetchone()
    if owner != OURS:
        raise StorageError(f"{path} is a database of another program")
    return known(schema, path)


@contextmanager
def writing(link: Link, path: Place) -> Iterator[None]:
    """A write transaction that blocks other writers. It is committed to the disk when the outermost block ends.

    Raises CommandError if the file isn't at its path any more.
    """
    if link.in_transaction:
        yield
        return
    with in_a_sentence(path):
        _begin(link)
        try:
            yield
            _is_there(link, path)
            link.execute("COMMIT")
        except BaseException:
            if link.in_transaction:
                link.execute("ROLLBACK")
            raise
        _is_there(link, path)  # otherwise it was moved at the last moment, and isn't acknowledged


def _begin(link: Link) -> None:
    """Begins a write transaction. Waits for other writers, and tries more often than SQLite does."""
    if not isinstance(link, sqlite3.Connection):
        link.execute("BEGIN IMMEDIATE")
        return
    (patience,) = link.execute("PRAGMA busy_timeout").fetchone()
    until = time.monotonic() + patience / 1000
    link.execute("PRAGMA busy_timeout = 0")
    try:
        while True:
            try:
                link.execute("BEGIN IMMEDIATE")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
            time.sleep(GAP)
    finally:
        link.execute(f"PRAGMA busy_timeout = {patience}")


def _is_there(link: Link, path: Place) -> None:
    """Raises CommandError if the open file isn't at its path any more."""
    if isinstance(link, File) and isinstance(path, Path) and link.opened and identity(path) != link.opened:
        raise Disconnected(
            f"{path} was moved, removed or replaced while it was open. Put it back and look at the log, or leave and"
            " start again."
        )


@contextmanager
def reading(link: Link) -> Iterator[None]:
    """A read transaction: everything read in it is of one moment."""
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
    """The session of this table on a shared server, from REFEREE_SESSION. 0 if that isn't set."""
    text = os.environ.get("REFEREE_SESSION", "")
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text)):
        raise CommandError(f"REFEREE_SESSION must be a session's number, not {text!r}", USAGE)
    return int(text)


# Messages


@contextmanager
def in_a_sentence(path: Place) -> Iterator[None]:
    """Turns errors of SQLite into CommandError with a message for people."""
    try:
        yield
    except sqlite3.Error as error:
        raise error_for(error, path) from error
    except UnicodeDecodeError as error:  # from SQLite, for a name in a damaged file
        raise Damaged(f"{path} is damaged") from error


def is_damaged(link: Link) -> bool:
    """Whether SQLite finds a fault anywhere in the file. Called when something in it was invalid."""
    if not isinstance(link, sqlite3.Connection):
        return False  # a server checks its pages itself
    try:
        return [*link.execute("PRAGMA integrity_check(1)")] != [("ok",)]
    except (sqlite3.Error, UnicodeDecodeError):
        return True


def fault_in(link: Link, *tables: str) -> str:
    """The first fault that SQLite finds in the pages and indexes of these tables. "" if there is none."""
    if isinstance(link, sqlite3.Connection):
        for table in tables:
            for (fault,) in link.execute(f"PRAGMA integrity_check({table})"):
                if fault != "ok":
                    return str(fault)
    return ""


def _may_be_written(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)


def error_for(error: sqlite3.Error, path: Place) -> StorageError:
    """The error to raise for one of SQLite."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_READONLY_DBMOVED:
        return Disconnected(
            f"{path} was moved, removed or replaced while it was open. Put it back, or leave and start again."
        )
    if code == sqlite3.SQLITE_READONLY and isinstance(path, Path) and _may_be_written(path):
        code = sqlite3.SQLITE_FULL  # else it had been opened for writing
    kind, message = {
        sqlite3.SQLITE_BUSY: (Busy, f"{path} is busy: another program is writing to it. Try again."),
        sqlite3.SQLITE_LOCKED: (Busy, f"{path} is busy: another program is writing to it. Try again."),
        sqlite3.SQLITE_READONLY: (Unwritable, f"{path} is read-only, so nothing can be saved"),
        sqlite3.SQLITE_CANTOPEN: (StorageError, f"{path} can't be opened"),
        sqlite3.SQLITE_PERM: (StorageError, f"{path} may not be opened"),
        sqlite3.SQLITE_NOTADB: (Damaged, f"{path} isn't a database, or it is damaged"),
        sqlite3.SQLITE_CORRUPT: (Damaged, f"{path} is damaged"),
        sqlite3.SQLITE_FULL: (Unwritable, f"the disk is full, so nothing can be saved in {path}"),
        sqlite3.SQLITE_IOERR: (StorageError, f"{path} can't be read or written: the disk reports an error"),
        sqlite3.SQLITE_TOOBIG: (StorageError, "that is too long to save"),
    }.get(code, (StorageError, f"{path} can't be used: {error}"))
    return kind(message)
