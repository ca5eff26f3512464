"""Files found by fuzzing (tests/faults/fuzz_records.py): all are judged to the end, in time."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from referee.games import ours
from referee.records.record import Judge, numbered, record_object
from tests.faults.fuzz_records import CORPUS, MOST, RECORDS, judged

KEPT = sorted(CORPUS.glob("*.record"))


class Counted:
    """How many functions are called meanwhile, Python's own among them."""

    calls = 0

    def __enter__(self) -> Counted:
        self.before = sys.getprofile()
        sys.setprofile(self.one_more)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(self.before)

    def one_more(self, frame: FrameType, event: str, value: Any) -> None:
        self.calls += event in CALLS


CALLS = ("call", "c_call")


def repeated(content: bytes, times: int) -> bytes:
    """A record repeated, each time as a new hand. An undo replays its hand from the deal."""
    lines = content.splitlines(keepends=True)
    head = next((i for i, line in enumerate(lines) if line.strip() and b":" not in line.split(b"#")[0]), len(lines))
    return b"".join(lines[:head]) + (b"".join(lines[head:]).rstrip() + b"\nmisdeal\n") * times


def grows_with_its_length(content: bytes, times: int) -> None:
    """Twice as many repetitions take twice the work, apart from a fixed amount."""
    if judged(content) is None:  # what is remembered for good is known now
        return
    once, twice, four_times = work(content, times)
    assert once < times * 2_000_000
    first, second = twice - once, four_times - twice
    assert second <= 2.2 * first + 3_000, f"so many times more are {first} calls more, twice as many {second}"


def work(content: bytes, times: int) -> list[int]:
    """The calls it takes to judge and print a record repeated that many times, twice and four times as many.

    It is judged once, and the counts are taken on the way.
    """
    ends = [len(repeated(content, n * times).splitlines()) for n in (1, 2, 4)]
    judge, printed, works = Judge(), 0, []
    with Counted() as counted:
        for at, line in enumerate(numbered(repeated(content, 4 * times).splitlines(keepends=True)), 1):
            judge.feed(line)
            if at in ends:
                before = counted.calls
                assert record_object(judge, "some.record")
                printed += (last := counted.calls - before)
                works.append(before - (printed - last) + last)
    return works


def example(slug: str) -> bytes:
    """The beginning of a game's first record."""
    lines = sorted((RECORDS / slug).glob("*.record"))[0].read_text(encoding="utf-8").splitlines()
    return "\n".join(lines[:40]).encode()


@pytest.mark.parametrize("tens", range(len(KEPT) // 10))
def test_a_file_that_was_come_upon_is_judged_to_the_end(tens: int) -> None:
    for path in KEPT[tens * 10 : tens * 10 + 10]:
        judged(path.read_bytes())


@pytest.mark.parametrize("seed", range(len(KEPT)))
def test_the_work_grows_with_such_a_file_and_no_faster(seed: int) -> None:
    grows_with_its_length(KEPT[seed].read_bytes(), 3)


@pytest.mark.parametrize("slug", ours())
def test_the_work_grows_with_a_record_and_no_faster(slug: str) -> None:
    grows_with_its_length(example(slug), 2)


def test_something_was_come_upon() -> None:
    assert 40 <= len(KEPT) <= MOST and sum(path.stat().st_size for path in KEPT) < 300_000
