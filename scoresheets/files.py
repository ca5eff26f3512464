"""Files written completely or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from scoresheets.errors import REFUSED, CommandError, Unwritable

BEGUN = ".part"
"""The ending of a file that isn't complete yet."""


def write(path: Path, content: str | bytes, *, new: bool = False, folder: bool = False, private: bool = False) -> None:
    """Writes a file. Its old content stays until all of the new content is on the disk.

    With ``new``, an existing file is left alone. ``folder`` creates missing folders. ``private`` lets nobody else read
    the file.

    Raises CommandError: with exit code 5 if it can't be written, 1 if it exists already.
    """
    raw = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():  # a device or a pipe has no content to lose
            path.write_bytes(raw)
            return
        if new and path.exists():
            raise FileExistsError
        target = path.resolve()
        if folder:
            target.parent.mkdir(parents=True, exist_ok=True)
        _by_way_of(target.with_name(f"{target.name}.{os.getpid()}{BEGUN}"), target, raw, new, private)
    except FileExistsError:
        raise CommandError(f"{path} already exists and wasn't changed", REFUSED) from None
    except OSError as error:
        raise Unwritable(f"{path} can't be written: {error.strerror or error}") from None


def _by_way_of(begun: Path, target: Path, raw: bytes, new: bool, private: bool) -> None:
    """Writes ``begun`` and renames it to ``target``. It is always removed, whatever happens."""
    mode = 0o600 if private else target.stat().st_mode & 0o777 if target.exists() else 0o666
    try:
        with open(begun, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
        if new:
            os.link(begun, target)  # unlike a rename, this fails if the file exists by now
        else:
            begun.replace(target)
    finally:
        with suppress(OSError):
            begun.unlink(missing_ok=True)
