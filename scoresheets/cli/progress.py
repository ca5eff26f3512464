"""How far something is that takes a while, on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

MANY = 20  # things that take a while


def followed(items: Iterable[T], count: int, what: str) -> Iterator[T]:
    """The items, with a bar on the terminal where there are many; it is gone when they are done."""
    if count < MANY or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    told_above = sys.stdout.isatty()  # else what is told goes where it is wanted
    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=told_above) as bar:
        yield from bar.track(items, count, description=what)
