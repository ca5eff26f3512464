"""Files that a search for odd records came upon (tests/faults/fuzz_records.py): all are judged to the end, in time."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from referee.games import games
from tests.faults.fuzz_records import CORPUS, MOST, RECORDS, judged

KEPT = sorted(CORPUS.glob("*.record"))


def calls(content: bytes) -> int:
    """How many functions are called to judge a file, Python's own among them."""
    count = 0

    def profile(frame: FrameType, event: str, value: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        judged(content)
    finally:
        sys.setprofile(before)
    return count


def repeated(content: bytes, times: int) -> bytes:
    """A record told again and again, each time as a new hand: what is undone is heard again from its deal."""
    lines = content.splitlines(keepends=True)
    head = next((i for i, line in enumerate(lines) if line.strip() and b":" not in line.split(b"#")[0]), len(lines))
    return b"".join(lines[:head]) + (b"".join(lines[head:]).rstrip() + b"\nmisdeal\n") * times


def grows_with_its_length(content: bytes, times: int) -> None:
    """Told twice as often a record takes twice the work, but for what the first times spare or cost besides."""
    judged(repeated(content, times))  # what is remembered for good is known now
    some, twice, four_times = (calls(repeated(content, n * times)) for n in (1, 2, 4))
    first, second = twice - some, four_times - twice
    assert second <= 2.2 * first + 3_000, f"so many times more are {first} calls more, twice as many {second}"


def example(slug: str) -> bytes:
    """The beginning of a game's first record."""
    lines = sorted((RECORDS / slug).glob("*.record"))[0].read_text(encoding="utf-8").splitlines()
    return "\n".join(lines[:40]).encode()


@pytest.mark.parametrize("tens", range(len(KEPT) // 10))
def test_a_file_that_was_come_upon_is_judged_to_the_end(tens: int) -> None:
    for path in KEPT[tens * 10 : tens * 10 + 10]:
        assert calls(path.read_bytes()) < 2_000_000, path.name


@pytest.mark.parametrize("slug", games())
def test_the_work_grows_with_such_a_file_and_no_faster(slug: str) -> None:
    of_game = [content for content in map(Path.read_bytes, KEPT) if slug.encode() in content.partition(b"\n")[0]]
    grows_with_its_length(max(of_game, key=len), 3)


@pytest.mark.parametrize("slug", games())
def test_the_work_grows_with_a_record_and_no_faster(slug: str) -> None:
    grows_with_its_length(example(slug), 2)


def test_something_was_come_upon() -> None:
    assert 40 <= len(KEPT) <= MOST and sum(path.stat().st_size for path in KEPT) < 300_000
