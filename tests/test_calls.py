"""Judging, and making a page for a phone, doesn't get slower."""

from __future__ import annotations

import statistics

import pytest

from referee.games import ours
from tests.calls import calls_a_page, calls_a_report, records

MEDIAN, WORST = 260, 650
"""Limits for forty games, each for its longest record: five percent above the last measurement."""

PAGE = {"crazy-eights": 45_600, "samba": 92_700, "piquet": 117_400, "oh-hell": 39_100}
"""Limits for the phone's page with the whole pack: five percent above the last measurement."""


def longest(slug: str) -> list[str]:
    return max(records(slug), key=len)


def test_a_report_takes_no_more_calls_than_it_did() -> None:
    calls = {slug: calls_a_report([longest(slug)]) for slug in ours()}
    worst = max(calls, key=lambda slug: calls[slug])
    assert statistics.median(calls.values()) <= MEDIAN
    assert calls[worst] <= WORST, worst


@pytest.mark.parametrize("slug", PAGE)
def test_a_page_takes_no_more_calls_than_it_did(slug: str) -> None:
    assert calls_a_page(slug) <= PAGE[slug]
