"""Files that somebody names to be read."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from errno import ESPIPE
from pathlib import Path
from typing import BinaryIO


@contextmanager
def opened(name: str) -> Iterator[BinaryIO]:
    """A file to be read, stdin for ``-``.

    Raises OSError, also for a named pipe: nobody may ever write to it.  What a shell passes on, as in `<(…)`, is read.
    """
    if name == "-":
        yield sys.stdin.buffer
        return
    path = Path(name)
    if path.is_fifo() and not os.path.realpath(path).startswith(("/dev/", "/proc/")):
        raise OSError(ESPIPE, f"it is a pipe. Use `cat {name} |` before the command, and `-` instead of the name")
    with path.open("rb") as stream:
        yield stream
