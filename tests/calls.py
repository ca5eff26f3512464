"""Counts the Python functions called to judge a report: a measure of speed that is the same on every machine."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import FrameType

from referee.records.record import Judge

RECORDS = Path(__file__).parent / "records"


def records(slug: str) -> list[list[str]]:
    """The lines of each of a game's records."""
    return [path.read_text(encoding="utf-8").splitlines() for path in sorted((RECORDS / slug).glob("*.record"))]


def calls_a_report(records: Iterable[Sequence[str]]) -> float:
    """The number of calls for each report of these records, including refused ones and checks.

    They are judged once before, so that the setup for a game and its words isn't counted.
    """
    reports = calls = 0

    def count(frame: FrameType, event: str, what: object) -> None:
        nonlocal calls
        calls += event == "call"

    for lines in records:
        judge = Judge().judge(lines)
        reports += len(judge.referee.entries if judge.referee else ()) + len(judge.refused)
        before = sys.getprofile()
        sys.setprofile(count)
        try:
            Judge().judge(lines)
        finally:
            sys.setprofile(before)
    return calls / reports
