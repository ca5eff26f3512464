"""A write-ahead log that was cut or has a bit turned over brings back the journal up to some report, and no other.

TIMES=64 cuts at every byte.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee.testing.often import TIMES
from tests.evening import FIRST_HAND, again, oh_hell, stands, told_to
from tests.faults.test_moments import faults

STRIDE = max(1, 64 // TIMES)
HEADER, FRAME_HEADER = 32, 24
FLIPS = 300
ASKED = (
    "SELECT number, kind, text, verdict FROM entry ORDER BY number",
    "SELECT player_id, score, place FROM result ORDER BY player_id",
    "SELECT over, hands, ended FROM session",
)


class Logged(NamedTuple):
    """A file and its log as they were while reports were told, the length of the log and what was kept after each."""

    room: Path
    file: bytes
    log: bytes
    frame: int  # bytes
    left: list[tuple[int, Any]]


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Logged]:
    room = tmp_path_factory.mktemp("log")
    db = room / "nights.db"
    log = room / "nights.db-wal"
    told_to(db)
    file = db.read_bytes()
    with again(db) as session:
        left = []
        for report in FIRST_HAND[:5]:
            session.say(report)
            left.append((log.stat().st_size, kept(session.kept.link)))
        session.undo()
        left.append((log.stat().st_size, kept(session.kept.link)))
        session.say("note all told")
        left.append((log.stat().st_size, kept(session.kept.link)))
        (page,) = session.kept.link.execute("PRAGMA page_size").fetchone()
        content = log.read_bytes()
        assert db.read_bytes() == file, "all of it is in the log"
    (room / "cut").mkdir()
    with oh_hell(room / "blank.db") as session:
        left.insert(0, (0, kept(session.kept.link)))
    yield Logged(room / "cut", file, content, page + FRAME_HEADER, left)


def kept(link: sqlite3.Connection) -> Any:
    return [link.execute(asked).fetchall() for asked in ASKED]


def come_back(logged: Logged, log: bytes) -> Any:
    """What is kept in the file once it is opened with such a log."""
    db = logged.room / "nights.db"
    for beside in ("-shm", "-wal"):
        db.with_name(db.name + beside).unlink(missing_ok=True)
    db.write_bytes(logged.file)
    db.with_name(db.name + "-wal").write_bytes(log)
    with closing(sqlite3.connect(db, isolation_level=None)) as link:
        link.execute("PRAGMA synchronous = OFF")
        brought_back = kept(link)
        assert link.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    return brought_back


def upto(logged: Logged, good: int) -> Any:
    """What the reports left that stand whole in so many good bytes of the log."""
    return [state for size, state in logged.left if size <= good][-1]


def test_a_log_that_was_cut_brings_back_every_report_that_stands_in_it_whole(logged: Logged) -> None:
    whole = len(logged.log)
    edges = {edge + by for edge, _ in logged.left for by in (-1, 0, 1) if 0 <= edge + by <= whole}
    for cut in sorted({*range(0, whole, STRIDE), *edges}):
        assert come_back(logged, logged.log[:cut]) == upto(logged, cut), f"cut at {cut} of {whole}"


def test_a_log_with_a_bit_turned_over_brings_back_what_stands_before_it(logged: Logged) -> None:
    seed = 20261122
    luck = random.Random(seed)
    for _ in range(FLIPS):
        at, bit = luck.randrange(len(logged.log)), luck.randrange(8)
        log = bytearray(logged.log)
        log[at] ^= 1 << bit
        good = 0 if at < HEADER else at - (at - HEADER) % logged.frame
        assert come_back(logged, bytes(log)) == upto(logged, good), f"seed {seed}: bit {bit} of byte {at}"


def test_the_evening_goes_on_with_what_came_back(logged: Logged, tmp_path: Path) -> None:
    seed = 20261122
    luck = random.Random(seed)
    for turn in range(20):
        log = bytearray(logged.log[: luck.randrange(len(logged.log))])
        if log and turn % 2:
            log[luck.randrange(len(log))] ^= 1 << luck.randrange(8)
        folder = tmp_path / str(turn)
        folder.mkdir()
        (folder / "nights.db").write_bytes(logged.file)
        (folder / "nights.db-wal").write_bytes(log)
        with again(folder / "nights.db") as session:
            before = stands(session)
            assert session.say("note still here").ruling.accepted
        with again(folder / "nights.db") as session:
            assert stands(session) == [*before, "note still here"], f"seed {seed}, turn {turn}"
        assert not faults(folder)
        shutil.rmtree(folder)
