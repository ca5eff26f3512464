"""A file changed by another program is reported, or shows exactly the same as before.

TIMES=20 flips 10,000 bits, TIMES=1000 every one, and cuts at every byte.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from referee.testing.often import TIMES, times
from scoresheets.cli.look import log_of
from scoresheets.disputes import precedents
from scoresheets.disputes.precedents import Precedent
from scoresheets.errors import DATABASE, FINE, USAGE, CommandError
from scoresheets.keeping import backups, journal, models, players
from scoresheets.keeping.digests import in_groups
from scoresheets.keeping.exports import FORMATS
from scoresheets.keeping.journal import open_journal
from scoresheets.looking_back import finished, overview
from tests.evening import FIRST_HAND, again, oh_hell, referee
from tests.share import few

SEED = 20261123
FLIPS = few(times(500), least=150)
STRIDE = max(1, 512 // TIMES)
LINE = "UPDATE entry SET {} WHERE session_id = 1 AND number = 5"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Two sessions, one of them ended, a player who turned out to be another, and a ruling; all in the one file."""
    path = tmp_path / "nights.db"
    with oh_hell(path, *FIRST_HAND) as session:
        session.say("Ben bids 7")
        session.undo()
        session.end()
        kept = session.journal
        precedents.keep(kept, Precedent(kept.clock(), "oh-hell", "who deals?", session=1, line=1, verdict="Ann"))
        precedents.adopt(kept, 1)
        second = kept.new("gops", ["Anny", "Dan"], title="Friday")
        second.say("prize 7")
        players.merge(kept, "Anny", "Ann")
        kept.new("oh-hell", ["Dan", "Eve", "Fay"]).say("note nobody came")
        second.resume()
    with closing(sqlite3.connect(path)) as link:  # small pages: hardly a bit is of no account
        for statement in ("journal_mode = DELETE", "page_size = 512", "journal_mode = DELETE"):
            link.execute(f"PRAGMA {statement}")
        link.execute("VACUUM")
    return path


def shown(db: Path) -> Any:
    """All output about a file. Raises CommandError if the file is reported as damaged."""
    with open_journal(db) as kept:
        sessions = [kept.session(number) for number in kept.numbers()]
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            for session in sessions:
                log_of(session).out(session.entries, plain=True)
        return (
            kept.in_play(),
            kept.latest(),
            FORMATS["json"](sessions),
            [session.referee.scores for session in sessions],
            text.getvalue(),
            players.everybody(kept),
            precedents.listed(kept),
            overview.sessions(db),
            [*finished.finished(db)],
        )


def said_of(db: Path) -> Any:
    try:
        return shown(db)
    except CommandError as trouble:
        return trouble.code


def test_a_bit_turned_over_is_said_or_changes_nothing(db: Path) -> None:
    luck = random.Random(SEED)
    whole, before = db.read_bytes(), shown(db)
    bits = len(whole) * 8
    for bit in range(bits) if bits <= FLIPS else luck.sample(range(bits), FLIPS):
        turned = bytearray(whole)
        turned[bit // 8] ^= 1 << bit % 8
        db.write_bytes(turned)
        assert said_of(db) in (DATABASE, before), f"seed {SEED}: bit {bit}"


def test_a_file_that_was_cut_is_said_at_every_length(db: Path) -> None:
    whole, before = db.read_bytes(), shown(db)
    for length in {*range(1, len(whole), STRIDE), len(whole) - 1, len(whole) - 2000}:
        db.write_bytes(whole[:length])
        assert said_of(db) == DATABASE, length
    db.write_bytes(whole + b"\0" * 700)
    assert said_of(db) in (DATABASE, before)


# Lines


def unguarded(db: Path, *statements: str) -> None:
    """Changes lines as somebody might who knows how to get past the triggers."""
    with closing(sqlite3.connect(db, isolation_level=None)) as link:
        for trigger in models.TRIGGERS:
            link.execute(f"DROP TRIGGER {trigger.split()[2]}")
        for statement in statements:
            link.execute(statement)
        for trigger in models.TRIGGERS:
            link.execute(trigger)


COPIED = ", ".join(name for name in journal.JournalLine._fields if name != "number")
TAMPERED = {
    "edited": ([LINE.format("text = 'Ann bids 0'")], "line 5"),
    "typed": ([LINE.format("typed = 'something else'")], "line 5"),
    "told at another time": ([LINE.format("at = '2026-11-20 20:00:00.000000'")], "line 5"),
    "a cell of another type": ([LINE.format("text = CAST(text AS BLOB)")], "line 5"),
    "a reason": ([LINE.format("why = 'misheard'")], "line 5"),
    "dropped": (["DELETE FROM entry WHERE session_id = 1 AND number = 5"], "line 5"),
    "dropped at the end": (["DELETE FROM entry WHERE session_id = 1 AND number = 9"], "line 8"),
    "all dropped": (["DELETE FROM entry WHERE session_id = 1"], "line 1"),
    "doubled": (
        [f"INSERT INTO entry (session_id, number, {COPIED.replace('session_id, ', '')})"
         f" SELECT session_id, 10, {COPIED} FROM entry WHERE session_id = 1 AND number = 9"],
        "line 10",
    ),
    "swapped": (
        ["UPDATE entry SET number = 99 WHERE session_id = 1 AND number = 5",
         "UPDATE entry SET number = 5 WHERE session_id = 1 AND number = 6",
         "UPDATE entry SET number = 6 WHERE session_id = 1 AND number = 99"],
        "line 5",
    ),
    "of another session": (
        ["DELETE FROM entry WHERE session_id = 1 AND number = 1",
         "UPDATE entry SET session_id = 1 WHERE session_id = 2"],
        "line 1",
    ),
    "the title": (["UPDATE session SET title = 'Saturday' WHERE id = 1"], "session 1"),
    "who sat there": (["UPDATE seat SET name = 'Eve' WHERE session_id = 1 AND place = 2"], "session 1"),
    "a house rule": (["UPDATE house_rule SET value = '3' WHERE session_id = 1 AND name = 'first-hand'"], "session 1"),
    "when it ended": (["UPDATE session SET ended = NULL WHERE id = 1"], "session 1"),
}  # fmt: skip


@pytest.mark.parametrize("how", TAMPERED)
def test_a_line_that_was_tampered_with_is_named(db: Path, how: str) -> None:
    statements, where = TAMPERED[how]
    unguarded(db, *statements)
    for words in (["show", "1"], ["log", "1"], ["export", "1", "--format", "json"], ["resume", "1"], ["doctor"],
                  ["doctor", "--quick"]):  # fmt: skip
        result = referee(db, *words)
        assert result.code == DATABASE, words
        assert f"is damaged: {where}" in result.out + result.err or "session 1 " in result.out + result.err, (
            words,
            result,
        )
    assert referee(db, "show", "3").code == FINE


@pytest.mark.parametrize(
    ("statement", "words", "where"),
    [
        ("UPDATE player SET name = 'Eve' WHERE id = 1", ["players", "list"], "player 1"),
        ("DELETE FROM player WHERE id = 7", ["standings"], "the list of players"),
        ("UPDATE precedent SET verdict = 'Ben'", ["rulings", "list"], "ruling 1"),
        ("DELETE FROM precedent", ["rulings", "list"], "the list of rulings"),
        ("UPDATE result SET score = 99 WHERE session_id = 1", ["standings"], "the result of session 1"),
        ("UPDATE session SET hands = 7 WHERE id = 1", ["sessions"], "the result of session 1"),
        ("UPDATE session SET opened = '2020-01-01 00:00:00.000000' WHERE id = 2", ["sessions"], "session 2"),
        ("UPDATE book SET in_play = 3", ["score"], "the count of saved lines"),
        ("DELETE FROM book", ["score"], "the count of saved lines"),
    ],
)
def test_what_is_no_line_is_sealed(db: Path, statement: str, words: list[str], where: str) -> None:
    unguarded(db, "PRAGMA foreign_keys = OFF", statement)
    result = referee(db, *words)
    assert result.code == DATABASE
    assert where in result.err
    assert len(result.err.splitlines()) == 1


def test_a_copy_that_was_tampered_with_is_put_nowhere(db: Path) -> None:
    assert referee(db, "backup").code == FINE
    (copy,) = backups.copies(db)
    unguarded(copy, LINE.format("typed = 'something else'"))
    before = db.read_bytes()
    result = referee(db, "restore", "latest", "--yes")
    assert result.code == DATABASE
    assert str(copy) in result.err and "line 5 of session 1" in result.err
    assert db.read_bytes() == before


def test_two_people_compare_two_numbers(db: Path, tmp_path: Path) -> None:
    with again(db) as session:
        last = session.entries[-1].digest
    foot = f"log check {in_groups(last)}"
    assert foot in referee(db, "show", "1", "--verify").out
    assert referee(db, "print", "1", "--html", str(tmp_path / "sheet.html")).code == FINE
    assert foot in (tmp_path / "sheet.html").read_text(encoding="utf-8")
    (tmp_path / "one.json").write_text(referee(db, "export", "1", "--format", "json").out, encoding="utf-8")
    other = tmp_path / "other.db"
    assert referee(other, "import", str(tmp_path / "one.json")).code == FINE
    assert foot in referee(other, "show", "1", "--verify").out
    assert foot not in referee(db, "show", "2", "--verify").out


# What is written out, and read again


@pytest.mark.parametrize("kind", ["json", "csv"])
@pytest.mark.parametrize("how", ["edited", "dropped", "dropped at the end", "doubled", "swapped", "nothing", "older"])
def test_an_import_holds_the_lines_against_their_chain(db: Path, tmp_path: Path, kind: str, how: str) -> None:
    with again(db) as session:
        text = FORMATS[kind]([session])
        lines = [entry.digest for entry in session.entries]
    if kind == "json":
        whole = json.loads(text)
        head = whole["sessions"][0]
        rows = head["entries"]
    else:
        rows = list(csv.DictReader(io.StringIO(text)))
        head = rows[0]
    if how == "edited":
        rows[3]["typed"] = "never said"
    elif how == "dropped":
        del rows[3]
    elif how == "dropped at the end":
        del rows[-1]
    elif how == "doubled":
        rows.append(rows[-1])
    elif how == "swapped":
        rows[3], rows[4] = rows[4], rows[3]
    elif how == "older":
        for row in (head, *rows):
            row.pop("chain", None)
            row.pop("digest", None)
    if kind == "json":
        text = json.dumps(whole)
    else:
        told = io.StringIO()
        writer = csv.DictWriter(told, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
        text = told.getvalue()
    file, other = tmp_path / f"it.{kind}", tmp_path / "other.db"
    file.write_text(text, encoding="utf-8")
    result = referee(other, "import", str(file))
    if how in ("nothing", "older"):
        assert result.code == FINE
        with again(other) as session:
            assert [entry.digest for entry in session.entries] == lines
    else:
        assert result.code == USAGE
        assert str(file) in result.err and len(result.err.splitlines()) == 1
        assert referee(other, "show", "1").code != FINE
