"""How far something is that takes a while, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

MANY = 20  # things that take a while
_SHOWN: list[object] = []  # the bar on the terminal


def followed(items: Iterable[T], count: int, what: str) -> Iterator[T]:
    """The items, with a bar on the terminal where there are many; it is gone when they are done.

    Where one is there already, that will do.
    """
    if count < MANY or _SHOWN or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    told_above = sys.stdout.isatty()  # else what is told goes where it is wanted
    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=told_above) as bar:
        _SHOWN.append(bar)
        try:
            yield from bar.track(items, count, description=what)
        finally:
            _SHOWN.remove(bar)
