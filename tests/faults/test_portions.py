"""Long reads are done in portions, so that a line entered meanwhile doesn't wait for them.

The wait is counted in instructions of SQLite between two moments at which a line can be saved.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scoresheets.errors import FINE, REFUSED
from scoresheets.keeping import database, journal, proof
from scoresheets.keeping.journal import open_journal
from tests.evening import again, referee, reports_of
from tests.faults.test_kill import acknowledged, start
from tests.scoresheets.test_season import ANN_WINS, BEN_WINS

FINE_STEPS = 10  # instructions of SQLite that are counted as one
AS_A_WHOLE = tuple(f"PRAGMA integrity_check({table})" for table in ("session", "seat", "player", "result"))
"""What SQLite can't do in portions: of a row a session and player, and not of every line."""
READING = (
    ("doctor",),
    ("export", "--all", "--format", "json"),
    ("whatif", "--all", "--set", "nought=50"),
    ("standings",),
    ("standings", "--group", "Ann,Ben,Cat"),
    ("records",),
    ("player", "Ann"),
    ("sessions",),
    ("backup",),
)  # fmt: skip


def book(path: Path, count: int) -> Path:
    """A number of games with two hands each and some more lines, and an open one."""
    start = datetime(2026, 1, 1, 20, tzinfo=UTC)
    clock = iter(start + timedelta(minutes=minute) for minute in range(1_000_000))
    with open_journal(path, create=True, clock=lambda: next(clock)) as kept:
        for number in range(count):
            session = kept.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"})
            for report in "; ".join(BEN_WINS if number % 2 else ANN_WINS).split(";"):
                assert session.say(report.strip()).ruling.accepted, report
            for i in range(10):
                session.say(f"note {i}")
            session.end()
        kept.new("oh-hell", ["Ann", "Ben", "Cat"])
    return path


@pytest.fixture(autouse=True)
def _small_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof, "PORTION", 4)
    monkeypatch.setattr(database, "STEP", 4)
    monkeypatch.setenv("REFEREE_CORES", "1")


class Waits:
    """How long somebody would wait who wants to keep a line, while something else is done."""

    def __init__(self, db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.longest = self.now = self.chances = 0
        self.asked = self.what = ""
        self.teller = sqlite3.connect(db, isolation_level=None, timeout=0)
        open_file = database.open_file

        def opened(path: Path, *how: Any, **more: Any) -> sqlite3.Connection:
            link = open_file(path, *how, **more)
            if path == db:
                link.set_trace_callback(self.begun)
                link.set_progress_handler(self.goes_on, FINE_STEPS)
            return link

        monkeypatch.setattr(database, "open_file", opened)

    def begun(self, statement: str) -> None:
        """Called before a statement. If a line can be saved now, nobody has waited."""
        self.asked = statement
        try:
            self.teller.execute("BEGIN EXCLUSIVE")
            self.teller.execute("ROLLBACK")
        except sqlite3.OperationalError:
            return
        self.now = 0
        self.chances += 1

    def goes_on(self) -> None:
        if self.asked.startswith(AS_A_WHOLE):
            return
        self.now += 1
        if self.now > self.longest:
            self.longest, self.what = self.now, self.asked


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    room = tmp_path_factory.mktemp("books")
    yield book(room / "few.db", 8), book(room / "many.db", 32)


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_nobody_waits_longer_because_there_are_more_sessions(
    books: tuple[Path, Path], words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    longest, chances, what = [], [], ""
    for db in books:
        with monkeypatch.context() as patch:
            waits = Waits(db, patch)
            assert referee(db, *words).code in (FINE, REFUSED)
            with closing(waits.teller):
                longest.append(waits.longest)
                chances.append(waits.chances)
                what = waits.what
    few, many = longest
    assert few > 0 or words == ("backup",)
    assert chances[1] >= chances[0] > 0
    assert many - few <= 24, f"{few} → {many}: {what}"  # the numbers of all sessions may be read as a whole


def test_every_line_is_kept_beside_all_of_them(tmp_path: Path) -> None:
    db = book(tmp_path / "nights.db", 12)
    out = tmp_path / "out"
    assert referee(db, "export", "--all", "--format", "json", "--out", str(out)).code == FINE
    files = [str(path) for path in sorted(out.iterdir())]
    lines = [f"adjust Ann +1 {i}" for i in range(150)]
    child = start(db, "say", "-", lines=lines)
    turns = 0
    while child.poll() is None or turns < len(READING) + 1:
        words = [*READING, ("import", "--again", *files)][turns % (len(READING) + 1)]
        assert referee(db, *words).code in (FINE, REFUSED), words
        turns += 1
    assert acknowledged(child) == lines and child.returncode == FINE
    with again(db, 13) as session:
        assert reports_of(session) == lines
    assert referee(db, "doctor", "--quick").code == FINE


def test_a_snapshot_is_taken_even_if_somebody_writes_all_the_time(tmp_path: Path) -> None:
    db = book(tmp_path / "nights.db", 2)
    written = 0

    def and_somebody_writes(status: int, remaining: int, total: int) -> None:
        nonlocal written
        if remaining:
            with again(db, 3) as session:
                assert session.say(f"note {written}").ruling.accepted
            written += 1

    with closing(database.open_file(db)) as link, closing(database.snapshot(link, and_somebody_writes)) as still:
        assert [*still.execute("PRAGMA integrity_check")] == [("ok",)]
        kept = reports_of(journal.Journal(still, db).session(3))
    assert kept == [f"note {i}" for i in range(len(kept))] and len(kept) <= written
    with again(db, 3) as session:
        assert len(reports_of(session)) == written > 3
