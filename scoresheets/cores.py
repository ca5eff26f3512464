"""Several cores for work that has no order of its own: what comes of it is given in order all the same."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Follow = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Gives what it is given, so many of them, and shows somebody how far that is."""


def unfollowed(items: Iterable[Any], count: int, what: str) -> Iterable[Any]:
    """Shows nobody how far it is."""
    return items


AHEAD = 4  # portions for each core that are under way or wait to be asked for


def cores() -> int:
    """How many may work at once: as many as there are for this program, or as REFEREE_CORES says."""
    wished = os.environ.get("REFEREE_CORES", "")
    if wished.isdigit() and int(wished):
        return int(wished)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def in_order(work: Callable[[T], R], items: Iterable[T], *, worth_it: bool, portion: int = 1) -> Iterator[R]:
    """What ``work`` gives for each item, in the order of the items; on several cores where that is ``worth_it``.

    ``work`` is a function of a module, for another process has to find it, and what it raises is raised here in its
    place.  So many items go to a core as a ``portion``; no more of them are begun than can be given soon.
    """
    count = cores()
    if not worth_it or count < 2:
        yield from _one_by_one(work, items, portion)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(count, get_context("spawn"), initializer=_begin, initargs=(sys.path,))
    coming = (pool.submit(_worked, work, some) for some in _portions(items, portion))
    try:
        with _uninterrupted():
            under_way = deque(islice(coming, count * AHEAD))
        while under_way:
            for result in under_way.popleft().result():
                if isinstance(result, _Raised):
                    raise result.error
                yield result
            under_way.extend(islice(coming, 1))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _one_by_one(work: Callable[[T], R], items: Iterable[T], portion: int) -> Iterator[R]:
    """The same in this process.  What was heard goes in circles, and a command looks for garbage but seldom."""
    gc.freeze()  # what is there already stays
    try:
        for number, item in enumerate(items, 1):
            yield work(item)
            if number % portion == 0:
                gc.collect()
    finally:
        gc.unfreeze()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that begin meanwhile are interrupted only when they know what to do then."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _portions(items: Iterable[T], size: int) -> Iterator[list[T]]:
    left = iter(items)
    while some := list(islice(left, size)):
        yield some


class _Raised:
    """What was raised in place of a result."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _worked(work: Callable[[T], R], items: Sequence[T]) -> list[R | _Raised]:
    """What comes of a portion; afterwards its garbage is gone, and what stays isn't looked at again."""
    results: list[R | _Raised] = []
    for item in items:
        try:
            results.append(work(item))
        except Exception as error:  # given to whoever asked, in its place
            results.append(_Raised(error))
            break
    gc.collect()
    gc.freeze()
    return results


def _begin(path: list[str]) -> None:
    """A process that is gone at once when somebody interrupts, and leaves it to the one that began it to say so.

    It looks for garbage when a portion is done.
    """
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    sys.path[:] = path
