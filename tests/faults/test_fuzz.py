"""Random records: every one gets its verdicts, and the work grows linearly with its length.

TIMES=10 tries ten times as many records of each game.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.games import find_game, ours
from referee.language.words import ParseError, Words, pieces
from referee.records.record import BadRecord, Judge, numbered, record_object
from referee.testing.often import times
from referee.testing.walker import NAMES
from tests.evening import referee, told_to
from tests.share import few

RECORDS = Path(__file__).parents[1] / "records"
EXAMPLES = few(times(6), least=2)
LINES = 45  # of a record; the content of the first hand is the most likely to be reached

NASTY = (
    "", " ", "#", '"', '""', "~", "!", "=", "! [", "! []", "= =", "~ ~", ";", "; ;", ",", "+", "-", "…", "*",
    "/", "(", ")", "0", "-1", "+1", "007", "1e9", "1.5", "٣", "²", "½", "9" * 400, "-" * 400, "A" * 400,
    "AS" * 200, "?" * 200, "\\", "%s", "{}", "10", "XX", "ASAS", "A♠", "🂡", "🃏", "JOKER", "joker joker",
    "ace of spades", "a\u0301", "\u202e", "\ufeff", "\u200b", "\u00a0", "\u2028", "ß", "İ", "ﬁ", "Ａnn", "Ann",
    "Ben", "Ann Ann", "everybody", "nobody", "deal", "end", "misdeal", "deal Ann", "deal 0", "dealt",
    "Ann dealt", "Ben pays Ann -3", "Ann pays Ann 3", "adjust Ann", "adjust Ann +" + "9" * 30, "house",
    "house =", "house x=y", "note", "note \x7f", "concedes", "= hand 0", "= hand 99999999999999999999 Ann 1",
    "= finding", "= over over", "= next", "= winner", "= Ann+Ben 3", "= Ann 9" + "9" * 60, "! [unclear]",
    "! [impossible] end",
)  # fmt: skip
"""A small collection of what was trouble somewhere."""


def example(slug: str, luck: random.Random) -> list[str]:
    paths = sorted((RECORDS / slug).glob("*.record"))
    return luck.choice(paths).read_text(encoding="utf-8").splitlines()[:LINES]


def spoilt(lines: list[str], luck: random.Random, odd: str) -> list[str]:
    """A record with some lines dropped, doubled, swapped or changed."""
    head = next((i for i, line in enumerate(lines) if line.startswith("deal") or not line.strip()), 3)
    for _ in range(luck.choice((1, 2, 5, 15))):
        first = 0 if luck.random() < 0.1 else head
        if first >= len(lines):
            break
        at = luck.randrange(first, len(lines))
        words = lines[at].split(" ")
        i = luck.randrange(len(words))
        match luck.randrange(9):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[at])
            case 2:
                other = luck.randrange(first, len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                words[i] = luck.choice((odd, luck.choice(NASTY)))
                lines[at] = " ".join(words)
            case 4:
                words.insert(i, luck.choice((odd, luck.choice(NASTY))))
                lines[at] = " ".join(words)
            case 5:
                words[i] = luck.choice(" ".join(lines).split() or [""])
                lines[at] = " ".join(words)
            case 6:
                del words[i]
                lines[at] = " ".join(words)
            case 7:
                lines[at] = luck.choice(("~ ", "! ", "= ", "~", '"')) + lines[at]
            case _:
                lines.insert(at, luck.choice((odd, luck.choice(NASTY))))
    return lines


def judged(lines: list[str]) -> Judge | None:
    """A record judged to the end, with what would be printed of it; None where its header can't be used."""
    try:
        judge = Judge().judge(lines)
    except BadRecord as bad:
        assert bad.message and 1 <= bad.line <= max(len(lines), 1)
        return None
    record = record_object(judge, "odd.record")
    assert record["ok"] == (not judge.failures)
    for failure in judge.failures:
        assert failure.actual and 1 <= failure.line <= len(lines)
        assert 1 <= failure.column <= len(lines[failure.line - 1]) + 2, failure
    assert judge.referee
    assert sum(judge.referee.accounts.values()) == 0
    return judge


@pytest.mark.parametrize("slug", ours())
@settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True,
          suppress_health_check=list(HealthCheck))  # fmt: skip
@given(seed=st.integers(0, 2**32), odd=st.text(max_size=30))
def test_a_spoilt_record_is_judged_to_the_end(slug: str, seed: int, odd: str) -> None:
    luck = random.Random(seed)
    judged(spoilt(example(slug, luck), luck, odd))


@pytest.mark.parametrize("slug", ours())
def test_every_nasty_line_in_every_game(slug: str) -> None:
    luck = random.Random(20261122)
    lines = example(slug, luck)
    for way in range(2):
        judge = Judge()
        for i, line in enumerate(lines):
            judge.feed(line)
            if judge.referee is None:
                continue
            for odd in luck.sample(NASTY, 4):
                odd_line = odd if way else f"{luck.choice(judge.referee.seats)} {' '.join(line.split()[1:2])} {odd}"
                try:
                    judge.feed(odd_line)
                except BadRecord:
                    assert not odd_line.isprintable() or "\ufeff" in odd_line, (slug, i, odd_line)
        assert judge.referee


@pytest.mark.parametrize("slug", ours())
def test_a_record_that_is_only_a_header(slug: str) -> None:
    game = find_game(slug)
    for number in [n for n in game.players if n <= len(NAMES)]:
        players = ", ".join(NAMES[:number])
        judge = judged([f"game: {slug}", f"players: {players}", *(f"= {fact} xyzzy" for fact in game.facts)])
        assert judge and len(judge.failures) == len(game.facts)


@settings(max_examples=200, deadline=None, database=None, derandomize=True)
@given(st.lists(st.one_of(st.text(), st.sampled_from(NASTY), st.sampled_from(["game: oh-hell", "players: A, B, C"]))))
def test_anything_may_stand_in_a_record(lines: list[str]) -> None:
    judged([part for line in lines for part in line.split("\n")])


@settings(max_examples=200, deadline=None, database=None, derandomize=True)
@given(st.binary(max_size=300))
def test_any_bytes_may_be_a_record(content: bytes) -> None:
    for before in (b"", b"game: oh-hell\nplayers: A, B, C\n"):
        judged([*numbered((before + content).splitlines(keepends=True))])


@settings(max_examples=300, deadline=None, database=None, derandomize=True)
@given(st.one_of(st.text(), st.lists(st.sampled_from(NASTY)).map(" ".join)))
def test_any_line_is_taken_apart_or_says_where_not(line: str) -> None:
    for read in (lambda: list(pieces(line)), lambda: Words(line)):
        try:
            read()
        except ParseError as fault:
            assert fault.message and 1 <= fault.column <= len(line) + 2


# The work


def work(act: Callable[[], Any]) -> int:
    """How many lines of Python are gone through, and how many functions called, whatever they are written in."""
    count = 0

    def trace(frame: FrameType, event: str, value: Any) -> Any:
        nonlocal count
        count += 1
        return trace

    def profile(frame: FrameType, event: str, value: Any) -> None:
        nonlocal count
        count += event == "c_call"

    before, known = sys.gettrace(), sys.getprofile()
    sys.settrace(trace)
    sys.setprofile(profile)
    try:
        act()
    finally:
        sys.settrace(before)
        sys.setprofile(known)
    return count


TABLE = ["game: oh-hell", "players: Ann, Ben, Cat", "house: first-hand=2"]

LONG: dict[str, Callable[[int], list[str]]] = {
    "notes": lambda n: [*TABLE, *["note x"] * n],
    "what is refused": lambda n: [*TABLE, "deal Ann", *["Cat bids 1"] * n],
    "what must be refused": lambda n: [*TABLE, "deal Ann", *["! Cat bids 1"] * n],
    "nonsense": lambda n: [*TABLE, *["xyzzy"] * n],
    "checks": lambda n: [*TABLE, *["= Ann 0"] * n],
    "one line of many": lambda n: [*TABLE, "; ".join(["note x"] * n)],
    "a line of words": lambda n: [*TABLE, "Ann bids " + "x " * n],
    "a line of cards": lambda n: [*TABLE, "deal Ann", "Ann dealt " + "AS " * n],
    "cards without blanks": lambda n: [*TABLE, "deal Ann", "Ann dealt " + "AS" * n],
    "a line of names": lambda n: [*TABLE, "Ann " * n],
    "quotation marks": lambda n: [*TABLE, '"" ' * n],
    "a check of many": lambda n: [*TABLE, "= " + "Ann 0, " * n],
    "marks": lambda n: [*TABLE, "~ ! = " * n],
    "players": lambda n: [TABLE[0], "players: " + ", ".join(f"P{i}" for i in range(n))],
    "options": lambda n: [*TABLE[:2], "house: " + ", ".join(f"o{i}=1" for i in range(n))],
    "blank lines": lambda n: [*[""] * n, *TABLE],
    "misdeals": lambda n: [*TABLE, *["deal Ann", "misdeal"] * (n // 10)],  # each looks back past those before it
    "adjustments": lambda n: [*TABLE, *["adjust Ann 1"] * n],
}


@pytest.mark.parametrize("what", LONG)
def test_the_work_of_judging_grows_with_the_length_and_no_faster(what: str) -> None:
    judged(LONG[what](3))
    less, more = (work(lambda n=n: judged(LONG[what](n))) for n in (150, 600))
    assert more <= 4.4 * less + 3_000, f"4 times as long is {more / less:.1f} times the work"


@pytest.mark.parametrize("what", ["x ", "AS ", "AS", "Ann ", '"" ', "9", "; ", "= Ann 0, "])
def test_the_work_of_a_report_grows_with_its_length_and_no_faster(what: str, tmp_path: Path) -> None:
    told_to(tmp_path / "nights.db", "deal Ann 2")

    def say(n: int) -> None:
        assert referee(tmp_path / "nights.db", "say", "Ben bids " + what * n).code in (1, 2)

    say(10)
    less, more = (work(lambda n=n: say(n)) for n in (1_500, 6_000))
    assert more <= 4.4 * less + 3_000, f"4 times as long is {more / less:.1f} times the work"


def test_every_game_is_tried() -> None:
    assert {find_game(slug).slug for slug in ours()} == {path.name for path in RECORDS.iterdir()}
