"""Backups of the file, made and restored whole while others write. Some are stored on the shelf beside the file.

A database has an identity that its copies share: copies of two databases in one folder are never confused, whatever the
names of the files.
"""

from __future__ import annotations

import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from scoresheets.errors import DATABASE, NOTHING, USAGE, Busy, CommandError, Damaged, Unwritable
from scoresheets.keeping import database, proof
from scoresheets.keeping.places import SCHEMA

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

NEWEST = 5  # newest copies that always stay
EACH = (("%Y-%m-%d", 7), ("%G-%V", 5), ("%Y-%m", 12))
"""Besides these, the newest copy of each of the last seven days, five weeks and twelve months that have one."""

UNSOUND = "-damaged"
"""The ending of a copy of a damaged file, which never replaces a sound one."""

BEGUN = ".part"  # ending of an incomplete copy
LEFT = 60  # seconds without a change after which a partial copy counts as left over from a killed backup
BEFORE = "before-restore"


def the_file(path: Place) -> Path:
    """The path of a database file. Raises CommandError for a server, which only its own tools can copy whole."""
    if isinstance(path, Path):
        return path
    raise CommandError(f"{path} is a server, so `pg_dump` copies it and `pg_restore` puts it back; "
                  "`referee export --all` writes every session out", DATABASE)  # fmt: skip


def shelf(path: Path) -> Path:
    """The folder for the copies of a file."""
    return path.absolute().parent / "backups"


def copies(path: Path) -> list[Path]:
    """The copies of a database, newest first.

    If the file is missing or damaged, so that its identity isn't known, all copies with its name.
    """
    mine = identity(path)
    named = re.compile(rf"{re.escape(path.stem)}\.\d{{4}}-\d\d-\d\d-\d{{6}}\b[^.]*\.db")
    copies = [copy for copy in shelf(path).glob("*.db") if _is_copy_of(copy, mine, bool(named.fullmatch(copy.name)))]
    return sorted(copies, key=_age, reverse=True)


def _is_copy_of(copy: Path, book: str, named_like_it: bool) -> bool:
    theirs = identity(copy)
    return theirs == book if theirs and book else named_like_it


def identity(path: Path) -> str:
    """The identity of the database in a file. "" if it has none yet or can't be read."""
    try:
        with closing(database.open_file(path, "ro")) as link:
            return proof.book(link, path).identity
    except (CommandError, sqlite3.Error, UnicodeDecodeError, OSError):
        return ""


def _age(copy: Path) -> tuple[int, str]:
    return copy.stat().st_mtime_ns, copy.name


def back_up(path: Path, why: str = "") -> Path:
    """Puts a copy on the shelf; ``why`` is a word for its name.

    A sound copy replaces older ones: see `_rotate`. A copy of a damaged file has that in its name and replaces none.
    """
    try:
        shelf(path).mkdir(exist_ok=True)
    except OSError as error:
        raise Unwritable(f"no backup can be made in {shelf(path)}: {error.strerror}") from error
    _clear(path)
    chosen = _free(path, why)
    copy(path, chosen)
    if fault(chosen):
        return chosen.rename(chosen.with_name(f"{chosen.stem}{UNSOUND}{chosen.suffix}"))
    _rotate(path, chosen)
    return chosen


def _rotate(path: Path, newest: Path) -> None:
    """Removes the copies that are neither among the newest nor the last of their day, week or month."""
    sound = [newest, *(copy for copy in copies(path) if copy != newest and UNSOUND not in copy.stem)]
    staying = {*sound[:NEWEST]}
    for period, number in EACH:
        last: dict[str, Path] = {}
        for copy in sound:
            last.setdefault(datetime.fromtimestamp(copy.stat().st_mtime).astimezone().strftime(period), copy)
        staying |= {*[*last.values()][:number]}
    for copy in sound:
        if copy not in staying:
            copy.unlink(missing_ok=True)


def _clear(path: Path) -> None:
    """Removes incomplete copies."""
    for begun in shelf(path).glob(f"*.db{BEGUN}*"):
        with suppress(FileNotFoundError):
            if begun.stat().st_mtime < time.time() - LEFT:
                begun.unlink()


def _free(path: Path, why: str, ending: str = ".db") -> Path:
    """An unused name on the shelf."""
    stamped = f"{path.stem}.{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    name = f"{stamped}-{why}" if why else stamped
    names = (shelf(path) / f"{name}{f'-{more}' if more > 1 else ''}{ending}" for more in count(1))
    return next(
        name
        for name in names
        if not any(name.with_name(name.name + beside).exists() for beside in ("", *database.BESIDE))
    )


def copy(path: Path, chosen: Path) -> Path | None:
    """Makes a copy of the whole file. It appears under its name complete or not at all.

    Files with that name or beside it are set aside and returned.
    """
    begun = chosen.with_name(f"{chosen.name}{BEGUN}")
    try:
        begun.unlink(missing_ok=True)
        begun.touch(mode=database.PRIVATE)
        with database.in_a_sentence(path):
            source = database.open_file(path)
        try:
            with database.in_a_sentence(chosen):
                _pour(source, begun)
        finally:
            source.close()
        _to_disk(begun)
        aside = set_aside(chosen)
        begun.replace(chosen)
        _to_disk(chosen.parent)
        return aside
    except OSError as error:
        raise Unwritable(f"{chosen} can't be written: {error.strerror or error}") from error
    finally:
        begun.unlink(missing_ok=True)


def _pour(source: sqlite3.Connection, begun: Path) -> None:
    """Copies through memory, so that nobody waits for a slow disk."""
    with closing(database.snapshot(source, _patience(begun))) as whole, closing(sqlite3.connect(begun)) as target:
        whole.backup(target)


# The content of a copy


class Copy(NamedTuple):
    """A copy with its number of sessions and reports and the time of its last report, or with the ``fault`` it has."""

    file: Path
    sessions: int | None = None
    reports: int | None = None
    last: datetime | None = None
    fault: str = ""

    def __str__(self) -> str:
        contents = f"{_some(self.sessions or 0, 'session')}, {_some(self.reports or 0, 'report')}"
        return f"{contents}, the last on {database.here(self.last):%Y-%m-%d at %H:%M}" if self.last else contents


def _some(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def inside(path: Path) -> Copy:
    """Counts what is in a file. Raises CommandError if the file can't be read."""
    with _looking(path) as link:
        database.recognize(link, path)
        (sessions,) = link.execute("SELECT count(*) FROM session").fetchone()
        reports, last = link.execute(
            "SELECT count(*), max(at) FROM entry WHERE kind = 'report' AND verdict = 'accepted'"
        ).fetchone()
    return Copy(path, sessions, reports, database.moment(last) if last else None)


def looked_into(path: Path) -> Copy:
    """The contents of a copy, or what is wrong with it."""
    why = fault(path)
    return Copy(path, fault=why) if why else inside(path)


def digest(path: Path) -> str:
    """The digest of all data in a file: see `proof.whole`."""
    with _looking(path) as link:
        return proof.whole(link, path)


def examine(path: Path) -> None:
    """Raises CommandError if a file isn't a database of referee, or is damaged."""
    with _looking(path) as link:
        schema = database.recognize(link, path)
        if faults := [said for (said,) in link.execute("PRAGMA integrity_check(1)") if said != "ok"]:
            raise Damaged(f"{path} is damaged: {faults[0]}")
        if dangling := link.execute("PRAGMA foreign_key_check").fetchall():
            raise Damaged(
                f"{path} is damaged: {_some(len(dangling), 'row')} without the session or player that belongs to it"
            )
        if schema == SCHEMA:
            proof.examine_all(link, path)


def fault(path: Path) -> str:
    """Describes what is wrong with a copy. "" if it is sound."""
    try:
        examine(path)
    except CommandError as trouble:
        return trouble.message
    return ""


@contextmanager
def _looking(path: Path) -> Iterator[sqlite3.Connection]:
    if not path.is_file():
        raise CommandError(f"there is no file {path}", NOTHING)
    with database.in_a_sentence(path), closing(database.open_file(path, "ro")) as link:
        yield link


def find(path: Path, name: str) -> Path:
    """A copy by name: the ``latest`` sound one, the name of one on the shelf, or any file.

    A file replaced by a restore is never the latest.
    """
    if name == "latest":
        made = [copy for copy in copies(path) if BEFORE not in copy.name]
        if not made:
            raise CommandError(f"There are no backups in {shelf(path)}. To make one, run `referee backup`.", NOTHING)
        if len(books := {identity(copy) for copy in made} - {""}) > 1:
            text = f"{shelf(path)} has copies of {len(books)} files. Which one do you mean?"
            raise CommandError(f"{text} To list them, run `referee restore`", USAGE)
        if not (sound := next((copy for copy in made if not fault(copy)), None)):
            raise Damaged(f"no copy in {shelf(path)} is sound: {fault(made[0])}")
        return sound
    on_the_shelf = shelf(path) / name
    return on_the_shelf if Path(name).name == name and on_the_shelf.is_file() else Path(name)


# Restoring


def restore(path: Path, chosen: Path) -> Path | None:
    """Replaces the database file by a copy and returns where the old file was saved, on the shelf of backups.

    Raises CommandError and changes nothing if the copy is damaged or another process is writing to the file.
    """
    examine(chosen)
    if path.exists() and path.samefile(chosen):
        raise CommandError(f"{chosen} is the file itself", USAGE)
    with suppress(Damaged):  # SQLite can't or mustn't write to the file, so it is replaced
        if path.exists():
            with database.in_a_sentence(path):
                return _pour_back(path, chosen)
    return copy(chosen, path)


def _pour_back(path: Path, chosen: Path) -> Path:
    """Overwrites the file in one transaction, so that processes that have it open continue with the new content."""
    with closing(database.open_file(path)) as target:
        target.execute("BEGIN IMMEDIATE")  # reports a busy or read-only file before anything is done
        target.execute("ROLLBACK")
        before: int | None = database.writes(path)
        aside = back_up(path, BEFORE)
        wait = _patience(path)

        def watch(status: int, remaining: int, total: int) -> None:
            nonlocal before
            wait(status, remaining, total)
            if status == sqlite3.SQLITE_OK and before is not None:  # from here on nobody can write
                if database.writes(path) != before:
                    raise Busy(f"{path} is busy: something was written meanwhile; try again")
                before = None

        with closing(database.open_file(chosen, "ro")) as source:
            source.backup(target, pages=1, progress=watch)
    return aside


def set_aside(path: Path) -> Path | None:
    """Moves a file and SQLite's files beside it to the shelf. Returns the first one moved, if any."""
    endings = [*[""] * path.exists(), *database.beside(path)]
    if not endings:
        return None
    try:
        shelf(path).mkdir(exist_ok=True)
        aside = _free(path, "set-aside", "")
        for ending in reversed(endings):
            path.with_name(path.name + ending).replace(aside.with_name(aside.name + ending))
    except OSError as error:
        raise Unwritable(f"{path} can't be renamed: {error.strerror or error}") from error
    return aside.with_name(aside.name + endings[0])


# Writing


def _patience(path: Path) -> Callable[[int, int, int], None]:
    """A callback that stops a copy that waits too long for a writer."""
    until = time.monotonic() + database.PATIENCE

    def wait(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            raise Busy(f"{path} is busy: another program is writing to it; try again")

    return wait


def _to_disk(path: Path) -> None:
    """Flushes a file to the disk."""
    if os.name == "nt" and path.is_dir():
        return  # a folder can't be opened on this system
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
