"""Odd arguments: one message and the right exit code for each, and no password in any of them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from scoresheets.errors import DATABASE, FINE, NOTHING, USAGE
from scoresheets.keeping import backups
from scoresheets.keeping.journal import open_journal
from tests.evening import Said, referee, told_to

HUGE = "9" * 20
BYTES = "\udcff"  # as Python hands on a byte that is no UTF-8


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return told_to(tmp_path / "nights.db", "deal Ann")


def sentence(result: Said) -> str:
    """The single line that a command prints for an error."""
    assert not result.out
    line, *rest = result.err.splitlines()
    assert not rest and len(line) < 200
    return line


# Numbers and texts


@pytest.mark.parametrize(
    "words",
    ["show {}", "log {}", "score {}", "undo {}", "why --session {}", "rulings show {}", "rulings adopt {}", "resume {}",
     "export {}", "chart {}", "print oh-hell --hands {}", "games --players {}",
     "whatif --session {} --set first-hand=2"],
)  # fmt: skip
@pytest.mark.parametrize("number", [HUGE, "-" + HUGE, "9" * 5000], ids=["huge", "negative", "endless"])
def test_a_number_that_nothing_has(db: Path, words: str, number: str) -> None:
    result = referee(db, *words.format(number).split())
    assert result.code == USAGE
    assert "whole number" in sentence(result) or "no option" in result.err


@pytest.mark.parametrize("words", ["why {}", "fix {} note --why so", "void {} --why so", "say adjust Ann {} so"])
def test_a_line_or_total_that_nothing_has(db: Path, words: str) -> None:
    assert referee(db, *words.format(HUGE).split()).code in (USAGE, NOTHING)


@pytest.mark.parametrize(
    ("words", "code"),
    [("player {}", USAGE), ("players merge {} Ann", USAGE), ("players merge Ann {}", USAGE),
     ("players rename Ann {}", USAGE), ("players add {}", USAGE), ("new oh-hell {} Ben Cat", USAGE),
     ("sessions --player {}", FINE), ("rules {}", NOTHING),
     ("standings --group {}", FINE), ("house show {}", USAGE), ("config set profile {}", USAGE),
     ("check {}", NOTHING), ("import {}", NOTHING), ("reconcile {}", USAGE), ("dispute {}", USAGE)],
)  # fmt: skip
def test_bytes_that_are_no_text(db: Path, words: str, code: int) -> None:
    result = referee(db, *words.format(BYTES).split())
    assert result.code == code
    assert "damaged" not in result.err


@pytest.mark.parametrize(
    "name", ["\u115f", "\u1160", "\u3164", "\uffa0", "\u2800", "Ann\u3164", "\u200b", "\ufe0f", "\u0301"]
)
def test_a_name_that_shows_nothing(db: Path, name: str) -> None:
    for words in (("new", "oh-hell", name, "Ben", "Cat"), ("players", "add", name), ("players", "rename", "Ann", name)):
        result = referee(db, *words)
        assert result.code == USAGE
        assert "a name" in sentence(result)


# The config file


def test_a_config_file_without_an_end(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", "/dev/zero")
    result = referee(db, "config", "show")
    assert result.code == USAGE
    assert "/dev/zero" in sentence(result)


# Files


def test_a_file_without_a_byte_is_nobodys(tmp_path: Path) -> None:
    empty = tmp_path / "empty.db"
    empty.touch()
    assert referee(empty, "score").code == NOTHING
    result = referee(empty, "doctor")
    assert "nothing saved yet" in result.out + result.err
    assert "another program" not in result.out + result.err
    assert result.code == FINE


def test_only_its_owner_reads_what_is_kept(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        db = tmp_path / "nights.db"
        assert referee(db, "new", "oh-hell", "Ann", "Ben", "Cat").code == FINE
        assert referee(db, "backup").code == FINE
        assert referee(db, "backup", str(tmp_path / "copy.db")).code == FINE
        with open_journal(db) as journal:
            journal.open_session().say("deal Ann")
            files = [path for path in tmp_path.rglob("*.db*") if path.is_file()]
            assert len(files) >= 4
            for path in files:
                assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    finally:
        os.umask(before)


def test_what_a_killed_backup_left_is_taken_away(db: Path) -> None:
    assert referee(db, "backup").code == FINE
    left = backups.shelf(db) / "nights.2026-11-20-210000.db.part"
    at_work = backups.shelf(db) / "nights.2026-11-20-220000.db.part"
    for path in (left, at_work):
        path.write_bytes(b"half of it")
    os.utime(left, (1, 1))
    assert referee(db, "backup").code == FINE
    assert not left.exists()
    assert at_work.exists()


# Passwords


SECRET = "hunter2"


@pytest.mark.parametrize(
    "address",
    ["postgresql://ann:hunter2@127.0.0.1:1/club", "postgresql:/ann:hunter2@127.0.0.1/club",
     "postgresql//ann:hunter2@host/club",
     "ann:hunter2@127.0.0.1/club", "postgresq://ann:hunter2@127.0.0.1/club", "ann:hunter2@postgresql://127.0.0.1/club",
     "postgresql://ann:hunter2/x@127.0.0.1:1/club", "postgresql://ann:12/hunter2@127.0.0.1:1/club",
     "postgresql://ann:12?hunter2@127.0.0.1:1/club", "postgresql://ann:12#hunter2@127.0.0.1:1/club",
     "postgresql://127.0.0.1:1/club?password=hunter2", "postgresql://127.0.0.1:1/club?sslmode=hunter2",
     "postgresql://127.0.0.1:1/club?connect_timeout=hunter2",
     "postgresql://ann:hunter2@[127.0.0.1/club", "postgresql://ann:hunter2@127.0.0.1:port/club", "hunter2://127.0.0.1/club",
     "postgresql+psycopg://ann:hunter2@127.0.0.1:1/club?sslrootcert=/no/hunter2"],
)  # fmt: skip
def test_no_sentence_has_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    from scoresheets.cli import run

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_TRACEBACK", "1")
    for words in (
        ["score"],
        ["doctor"],
        ["new", "oh-hell", "Ann", "Ben", "Cat"],
        ["config", "set", "database", address],
    ):
        monkeypatch.setenv("REFEREE_DB", address)
        code = run(words)
        said = capsys.readouterr()
        assert SECRET not in said.out + said.err, words
        assert code in (USAGE, DATABASE, 1) or words[0] == "config"
    assert not [*tmp_path.iterdir()]
