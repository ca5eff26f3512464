"""Judging doesn't get slower."""

from __future__ import annotations

import statistics

from referee.games import ours
from tests.calls import calls_a_report, records

MEDIAN, WORST = 260, 650
"""Limits for forty games, each for its longest record: five percent above the last measurement."""


def longest(slug: str) -> list[str]:
    return max(records(slug), key=len)


def test_a_report_takes_no_more_calls_than_it_did() -> None:
    calls = {slug: calls_a_report([longest(slug)]) for slug in ours()}
    worst = max(calls, key=lambda slug: calls[slug])
    assert statistics.median(calls.values()) <= MEDIAN
    assert calls[worst] <= WORST, worst
