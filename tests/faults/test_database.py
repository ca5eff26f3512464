"""A database that can't be used gives one clear sentence and exit code 5."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoresheets.keeping import database
from scoresheets.keeping.places import SCHEMA
from tests.evening import FIRST_HAND, again, referee, reports_of, told_to

READING = (["score"], ["log"], ["why"], ["legal"], ["show", "1"], ["sessions"], ["standings"], ["can", "deal"])
WRITING = (["say", "deal"], ["undo"], ["void", "1", "--why", "x"], ["end"], ["new", "oh-hell", "Ann", "Ben", "Cat"])
NOBODY = 65534


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return told_to(tmp_path / "nights.db", *FIRST_HAND)


def change(db: Path, *statements: str) -> None:
    link = sqlite3.connect(db, isolation_level=None)
    for statement in statements:
        link.execute(statement)
    link.close()


def refused(db: Path, words: list[str], text: str) -> None:
    done = referee(db, *words)
    assert done.code == 5, words
    assert done.out == ""
    assert text in done.err
    assert len(done.err.splitlines()) == 1


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=lambda words: words[0])
def test_a_newer_database_is_left_alone(db: Path, words: list[str]) -> None:
    change(db, "PRAGMA user_version = 99")
    before = db.read_bytes()
    refused(db, words, f"was written by a newer referee (its schema is 99; this one knows {SCHEMA})")
    assert db.read_bytes() == before


def test_the_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    db = tmp_path / "other.db"
    change(db, "CREATE TABLE recipe (name TEXT)")
    for words in (*READING, *WRITING):
        refused(db, words, "is a database of another program")


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=lambda words: words[0])
def test_a_file_that_is_no_database(tmp_path: Path, words: list[str]) -> None:
    db = tmp_path / "nights.db"
    db.write_bytes(b"Dear diary, tonight we played cards. " * 200)
    refused(db, words, "isn't a database, or it is damaged")


@pytest.mark.parametrize("words", [*READING, *WRITING], ids=lambda words: words[0])
def test_a_database_cut_in_two(db: Path, words: list[str]) -> None:
    whole = db.read_bytes()
    db.write_bytes(whole[: len(whole) // 2])
    done = referee(db, *words)
    assert done.code == 5
    assert "damaged" in done.err


def test_bytes_gone_wrong_never_end_in_a_traceback(db: Path, tmp_path: Path) -> None:
    luck = random.Random(3)
    whole = db.read_bytes()
    broken = tmp_path / "broken.db"
    sentences = set()
    for _ in range(60):
        damaged = bytearray(whole)
        for _ in range(luck.choice([1, 8, 200])):
            damaged[luck.randrange(len(damaged))] = luck.randrange(256)
        for name in tmp_path.glob("broken.db*"):
            name.unlink()
        broken.write_bytes(damaged)
        for words in luck.sample([*READING, *WRITING], 3):
            done = referee(broken, *words)
            assert done.code in range(6)
            if done.code == 5:
                sentences.add(done.err.replace(str(broken), "FILE"))
    assert sentences


def test_a_place_that_can_not_be(tmp_path: Path) -> None:
    refused(tmp_path, ["score"], "can't be opened")
    refused(tmp_path / "nowhere" / "nights.db", ["new", "oh-hell", "Ann", "Ben", "Cat"], "can't be opened")
    assert referee(tmp_path / "nowhere" / "nights.db", "score").code == 4


def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    db = tmp_path / "nights.db"
    db.touch()
    assert referee(db, "score").code == 4
    assert referee(db, "sessions").code in (0, 4)
    assert referee(db, "new", "oh-hell", "Ann", "Ben", "Cat").code == 0


def test_a_name_with_signs_that_sqlite_reads_is_only_a_name(tmp_path: Path) -> None:
    db = tmp_path / "a?mode=memory&b#c%20.db"
    assert referee(db, "new", "oh-hell", "Ann", "Ben", "Cat").code == 0
    assert db.exists()
    assert referee(db, "say", "deal").code == 0


def test_a_database_that_somebody_else_writes_to(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    other = sqlite3.connect(db, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        for words in WRITING:
            refused(db, words, "is busy: another program is writing to it")
        for words in READING:
            assert referee(db, *words).code != 5, words
    finally:
        other.close()
    assert referee(db, "say", "deal").code == 0


def test_every_connection_is_set_up_to_keep_what_it_acknowledges(db: Path) -> None:
    with again(db) as session:
        link = session.journal.link
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        assert [link.execute(f"PRAGMA {name}").fetchone()[0] for name in names] == ["truncate", 2, 1, 5000]
        with pytest.raises(sqlite3.IntegrityError) as refused:
            link.execute("INSERT INTO seat VALUES (1, 9, 99, 'Eve', 0)")
        assert refused.value.sqlite_errorname == "SQLITE_CONSTRAINT_FOREIGNKEY"


# Read-only: root may write everywhere, so this is tried as nobody


@pytest.fixture
def shut() -> Iterator[Path]:
    """A database in a read-only directory."""
    room = Path(tempfile.mkdtemp())
    db = room / "nights.db"
    told_to(db, *FIRST_HAND)
    db.chmod(0o444)
    room.chmod(0o555)
    yield db
    room.chmod(0o755)
    shutil.rmtree(room)


def as_nobody(db: Path, *words: str) -> tuple[int, str, bool]:
    """A command by somebody without any rights: its exit code, what went wrong, and whether anything else was said."""
    reading, writing = os.pipe()
    if (child := os.fork()) == 0:
        try:
            if os.geteuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            done = referee(db, *words)
            os.write(writing, f"{'+' if done.out else '-'}{done.err}".encode())
            os._exit(done.code)
        finally:
            os._exit(99)
    os.close(writing)
    with open(reading, encoding="utf-8") as stream:
        text = stream.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text[1:], text[:1] == "+"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no such permissions")
def test_a_read_only_database_can_be_looked_at_but_not_written_to(shut: Path, db: Path) -> None:
    for words in (*READING, *WRITING):
        referee(db, *words)  # so that the child needs no module that it may not read
    for words in READING:
        code, text, _ = as_nobody(shut, *words)
        assert code in (0, 1), (words, text)
    for words in WRITING:
        sentence = f"referee: {shut} is read-only, so nothing can be saved\n"
        assert as_nobody(shut, *words) == (5, sentence, False), words  # what is announced has been kept
    with again(shut) as session:
        assert reports_of(session) == list(FIRST_HAND)
