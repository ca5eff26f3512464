"""Killed at any moment: no acknowledged report is lost, and nothing is broken."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.evening import again, referee, reports_of, told_to

ROUNDS = 12
TOO_MANY = 2000  # reports: however late they are killed, nobody is through with them
SAY = [sys.executable, "-c", "from scoresheets.cli import main; main()"]


def start(db: Path, *words: str, lines: list[str]) -> subprocess.Popen[bytes]:
    """`say -` in a process of its own, its reports on the way."""
    child = subprocess.Popen(
        [*SAY, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=os.environ | {"REFEREE_DB": str(db)}
    )
    assert child.stdin
    child.stdin.write("".join(f"{line}\n" for line in lines).encode())
    child.stdin.close()
    return child


def accepted(heard: bytes) -> list[str]:
    """The reports that were answered in full lines: each is repeated, and what it does is indented below."""
    return [line.decode() for line in heard.split(b"\n")[:-1] if line and not line.startswith(b" ")]


def acknowledged(child: subprocess.Popen[bytes], heard: bytes = b"") -> list[str]:
    """The reports answered as accepted in all of the output, including what was read before."""
    assert child.stdout
    with child.stdout as stream:
        heard += stream.read()
    child.wait()
    return accepted(heard)


def killed(child: subprocess.Popen[bytes], luck: random.Random, reports: int) -> list[str]:
    """The reports acknowledged by a process that is killed soon after some answers, or while it starts."""
    assert child.stdout
    heard = b""
    answers = luck.randint(0, reports)
    while len(accepted(heard)) < answers and (line := child.stdout.readline()):
        heard += line
    time.sleep(luck.uniform(0, 0.01) if answers else luck.uniform(0.05, 0.4))
    child.send_signal(signal.SIGKILL)
    return acknowledged(child, heard)


def is_whole(db: Path) -> bool:
    with sqlite3.connect(db) as link:
        integrity = link.execute("PRAGMA integrity_check").fetchall()
        dangling = link.execute("PRAGMA foreign_key_check").fetchall()
    link.close()
    return integrity == [("ok",)] and not dangling


def test_no_acknowledged_report_is_lost_when_say_is_killed(tmp_path: Path) -> None:
    db = tmp_path / "nights.db"
    luck = random.Random(20261120)
    told_to(db)
    expected: list[str] = []
    died_talking = 0
    for turn in range(ROUNDS):
        lines = [f"adjust Ann +1 {turn}.{i}" for i in range(TOO_MANY)]
        child = start(db, "say", "-", lines=lines)
        answered = killed(child, luck, 35)
        died_talking += child.returncode == -signal.SIGKILL and bool(answered)
        with again(db) as session:
            kept = reports_of(session)
            new = kept[len(expected) :]
            assert kept[: len(expected)] == expected
            assert new in (lines[: len(answered)], lines[: len(answered) + 1])
            assert session.referee.scores["Ann"] == len(kept)
            rows = session.journal.link.execute("SELECT score FROM result ORDER BY player_id").fetchall()
            assert rows == [(len(kept),), (0,), (0,)]
        assert is_whole(db)
        expected = kept
    assert died_talking >= ROUNDS // 6, "the moments were badly chosen: hardly anybody died in the middle of telling"


@pytest.mark.parametrize("delay", [0.0, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5])
def test_a_database_killed_at_its_birth_is_laid_out_whole_or_not_at_all(tmp_path: Path, delay: float) -> None:
    db = tmp_path / "nights.db"
    child = start(db, "new", "oh-hell", "Ann", "Ben", "Cat", lines=[])
    killer = threading.Timer(delay, child.send_signal, [signal.SIGKILL])
    killer.start()
    acknowledged(child)
    killer.cancel()
    assert referee(db, "new", "oh-hell", "Dan", "Eve", "Fay").code == 0
    assert referee(db, "say", "deal Dan").code == 0
    assert is_whole(db)


def test_two_writers_at_once_lose_and_double_nothing(tmp_path: Path) -> None:
    db = told_to(tmp_path / "nights.db")
    tellers = {
        who: start(db, "say", "-", lines=[f"adjust {who} +1 {i}" for i in range(60)]) for who in ("Ann", "Ben", "Cat")
    }
    for who, child in tellers.items():
        assert acknowledged(child) == [f"adjust {who} +1 {i}" for i in range(60)]
        assert child.returncode == 0
    with again(db) as session:
        assert [entry.number for entry in session.entries] == [*range(1, 181)]
        assert session.referee.scores == {"Ann": 60, "Ben": 60, "Cat": 60}
        for who in tellers:
            assert [text for text in reports_of(session) if who in text] == [f"adjust {who} +1 {i}" for i in range(60)]


def test_a_new_database_may_be_opened_by_several_at_once(tmp_path: Path) -> None:
    db = tmp_path / "nights.db"
    children = [start(db, "new", "oh-hell", f"Ann{i}", "Ben", "Cat", lines=[]) for i in range(4)]
    for child in children:
        acknowledged(child)
        assert child.returncode == 0
    with again(db, 4) as session:
        assert session.journal.link.execute("SELECT count(*) FROM player").fetchone() == (6,)
    assert is_whole(db)
