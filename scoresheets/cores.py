"""Runs independent pieces of work on several cores and yields the results in order."""

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
"""Yields its items unchanged and shows progress: the items, their number, what they are."""


def unfollowed(items: Iterable[Any], count: int, what: str) -> Iterable[Any]:
    """Shows no progress."""
    return items


AHEAD = 4  # portions for each core that are running or waiting


def cores() -> int:
    """The number of cores to use: those available to this process, or REFEREE_CORES."""
    wished = os.environ.get("REFEREE_CORES", "")
    if wished.isdigit() and int(wished):
        return int(wished)
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


def in_order(work: Callable[[T], R], items: Iterable[T], *, worth_it: bool, portion: int = 1) -> Iterator[R]:
    """The results of ``work`` for each item, in order. Uses several cores if it is ``worth_it``.

    ``work`` must be a module-level function, so that other processes can import it. Its exceptions are raised here, in
    order. A core gets ``portion`` items at a time, and only as many portions are started as are needed soon.
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
    """Does the same in this process. Replayed sessions contain cycles, and commands rarely collect garbage."""
    gc.freeze()  # existing objects stay
    try:
        for number, item in enumerate(items, 1):
            yield work(item)
            if number % portion == 0:
                gc.collect()
    finally:
        gc.unfreeze()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Blocks interrupts until new processes have set their handlers."""
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
    """An exception in place of a result."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _worked(work: Callable[[T], R], items: Sequence[T]) -> list[R | _Raised]:
    """The results of a portion. Its garbage is collected, and what remains is frozen."""
    results: list[R | _Raised] = []
    for item in items:
        try:
            results.append(work(item))
        except Exception as error:  # raised in its place by the caller
            results.append(_Raised(error))
            break
    gc.collect()
    gc.freeze()
    return results


def _begin(path: list[str]) -> None:
    """Sets up a worker process: it exits at once on an interrupt, and the parent reports it.

    It collects garbage after each portion.
    """
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT,))
    sys.path[:] = path
