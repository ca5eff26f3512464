"""Judging stays as quick as it is, and what is read at a glance is read word by word to the same report."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from unittest.mock import patch

from referee.games import ours
from referee.notation import Report, Vocabulary, Words
from referee.record import Judge
from tests.calls import calls_a_report, records

MEDIAN, WORST = 193, 440
"""Of forty games, each by its longest record, five in a hundred above what it was when it was measured last."""


def longest(slug: str) -> list[str]:
    return max(records(slug), key=len)


def test_a_report_takes_no_more_calls_than_it_did() -> None:
    calls = {slug: calls_a_report([longest(slug)]) for slug in ours()}
    worst = max(calls, key=lambda slug: calls[slug])
    assert statistics.median(calls.values()) <= MEDIAN
    assert calls[worst] <= WORST, worst


def test_what_is_read_at_a_glance_is_read_word_by_word_to_the_same_report() -> None:
    at_a_glance = Vocabulary._in_full
    seen: list[Report] = []

    def read(self: Vocabulary, text: str, reader: object, line: int) -> Report | None:
        report = at_a_glance(self, text, reader, line)  # type: ignore[arg-type]
        if report is not None:
            by_word: Iterator[Report] = self._readings(Words(text), reader, line, [])  # type: ignore[arg-type]
            assert repr(next(by_word)) == repr(report), text
            seen.append(report)
        return report

    with patch.object(Vocabulary, "_in_full", read):
        for slug in ours():
            Judge().judge(longest(slug))
    assert len(seen) > 1000
