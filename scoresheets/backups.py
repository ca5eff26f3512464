"""Copies of the file, made whole while others may write: ten are kept beside it."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from scoresheets import database
from scoresheets.trouble import DATABASE, Trouble

KEPT = 10


def shelf(path: Path) -> Path:
    """The folder for the copies of a file."""
    return path.absolute().parent / "backups"


def kept(path: Path) -> list[Path]:
    """The copies of a file, the newest first."""
    return sorted(shelf(path).glob(f"{_literally(path.stem)}.2*.db"), key=_age, reverse=True)


def _age(copy: Path) -> tuple[int, str]:
    return copy.stat().st_mtime_ns, copy.name


def _literally(name: str) -> str:
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in name)


def back_up(path: Path, why: str = "") -> Path:
    """Puts a copy on the shelf, and takes the oldest away; ``why`` is a word for its name."""
    stamped = f"{path.stem}.{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    name = f"{stamped}-{why}" if why else stamped
    chosen = shelf(path) / f"{name}.db"
    more = 2
    while chosen.exists():
        chosen = shelf(path) / f"{name}-{more}.db"
        more += 1
    try:
        chosen.parent.mkdir(exist_ok=True)
    except OSError as error:
        raise Trouble(f"no backup can be made in {chosen.parent}: {error.strerror}", DATABASE) from error
    copy(path, chosen)
    for old in [one for one in kept(path) if one != chosen][KEPT - 1 :]:
        old.unlink(missing_ok=True)
    return chosen


def copy(path: Path, chosen: Path) -> None:
    """Makes a copy of the whole file, in one file; under its name it is there whole, or not at all."""
    begun = chosen.with_name(f"{chosen.name}.part")
    try:
        begun.unlink(missing_ok=True)
        with database.in_a_sentence(path):
            source = database.open_file(path)
        try:
            with database.in_a_sentence(chosen):
                _pour(source, begun)
        finally:
            source.close()
        _to_disk(begun)
        begun.replace(chosen)
        _to_disk(chosen.parent)
    except OSError as error:
        raise Trouble(f"{chosen} can't be written: {error.strerror or error}", DATABASE) from error
    finally:
        begun.unlink(missing_ok=True)


def _pour(source: sqlite3.Connection, begun: Path) -> None:
    target = sqlite3.connect(begun, isolation_level=None)
    try:
        source.backup(target, progress=_patience(begun))
        target.execute("PRAGMA journal_mode = DELETE")  # so that all of it is in the one file
    finally:
        target.close()


def _patience(path: Path) -> Callable[[int, int, int], None]:
    """What stops a copy that waits too long for somebody who writes."""
    until = time.monotonic() + database.PATIENCE

    def wait(status: int, remaining: int, total: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            raise Trouble(f"{path} is busy: another program is writing to it; try again", DATABASE)

    return wait


def _to_disk(path: Path) -> None:
    """Nothing of it is left to the system's leisure."""
    if os.name == "nt" and path.is_dir():
        return  # a folder can't be opened there
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
