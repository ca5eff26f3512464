"""Counts the functions called to judge a report or to make a page: a measure of speed that is the same everywhere."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from unittest.mock import patch

from referee.records.record import Judge
from scoresheets.keeping.journal import open_journal
from scoresheets.web import controls
from scoresheets.web.addresses import SCOREKEEPER, Addresses
from scoresheets.web.table import LiveTable
from scoresheets.web.watch import Watch

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


WITH_CARDS = {
    "crazy-eights": ("Ann Ben Cat Dan", ["deal Ann", "upcard 9S", "Ben plays 9H"]),
    "samba": ("Ann Ben Cat Dan", ["deal Ann", "upcard 7C", "Ben draws"]),
    "piquet": ("Ann Ben", ["deal Ann", "Ben discards 5"]),
    "oh-hell": ("Ann Ben Cat", ["deal Ann", "upcard 7H", "Ben bids 2", "Cat bids 2", "Ann bids 8", "Ben plays QS"]),
}
"""Moments with the whole pack on the scorekeeper's page, most of them more than once."""


def calls_a_page(slug: str) -> int:
    """The number of calls for the scorekeeper's page with the whole pack, including built-in functions.

    It is made once before, so that the setup for the game and the templates isn't counted.
    """
    calls = 0

    def count(frame: FrameType, event: str, what: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    players, lines = WITH_CARDS[slug]
    with TemporaryDirectory() as folder, patch.object(controls, "A_WHILE", 60.0):
        db = Path(folder) / "evening.db"
        with open_journal(db, create=True) as journal:
            session = journal.new(slug, players.split())
            assert all(session.say(text).ruling.accepted for text in lines)
            addresses = Addresses(True, b"s" * 32)
            table = LiveTable(Watch(db), addresses)
            key = addresses.key(SCOREKEEPER)
            assert table.page(key, "", {})
            before = sys.getprofile()
            sys.setprofile(count)
            try:
                table.page(key, "", {})
            finally:
                sys.setprofile(before)
            table.watch.leave()
    return calls
