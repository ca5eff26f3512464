"""A progress bar on the terminal for slow work."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

MANY = 20  # items that take a while
_SHOWN: list[object] = []  # the bar on the terminal


def followed(items: Iterable[T], count: int, what: str) -> Iterator[T]:
    """Yields the items. If there are many, shows a progress bar on the terminal until they are done.

    Only one bar is shown at a time.
    """
    if count < MANY or _SHOWN or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import Progress

    entered_above = sys.stdout.isatty()  # otherwise stdout may be redirected, and only stderr is on the terminal
    with Progress(console=Console(stderr=True), transient=True, redirect_stdout=entered_above) as bar:
        _SHOWN.append(bar)
        try:
            yield from bar.track(items, count, description=what)
        finally:
            _SHOWN.remove(bar)
