"""Input files named by the user."""

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
    """A file open for reading, stdin for ``-``.

    Raises OSError, also for a named pipe, which may never get a writer. A pipe of the shell, as in `<(…)`, is read.
    """
    if name == "-":
        yield sys.stdin.buffer
        return
    path = Path(name)
    if path.is_fifo() and not os.path.realpath(path).startswith(("/dev/", "/proc/")):
        raise OSError(ESPIPE, f"it is a pipe. Use `cat {name} |` before the command, and `-` instead of the name")
    with path.open("rb") as stream:
        yield stream
