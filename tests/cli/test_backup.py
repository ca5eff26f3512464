"""`referee backup` and `restore`: a copy of all sessions, and the way back to it."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from scoresheets.errors import DATABASE, NOTHING, REFUSED, USAGE
from scoresheets.keeping import backups, database, opening
from scoresheets.keeping.places import SCHEMA
from tests.cli.conftest import Command, Ended
from tests.evening import FIRST_HAND, again, reports_of, told_to


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return told_to(tmp_path / "evening.db", *FIRST_HAND)


def refused(ended: Ended, code: int, text: str) -> None:
    assert ended.code == code
    assert text in ended.err and ended.err.count("\n") == 1
    assert not ended.out


def reports_in(db: Path) -> list[str]:
    with again(db) as session:
        return reports_of(session)


def kept_as(ended: Ended) -> Path:
    """The file that a restore has kept what was there before as."""
    match = re.fullmatch(r"The old file is now (.+)\.\n", ended.err)
    assert match, ended
    return Path(match[1])


def journal_mode(db: Path) -> str:
    with closing(sqlite3.connect(db)) as link:
        return str(link.execute("PRAGMA journal_mode").fetchone()[0])


def test_a_backup_is_a_copy_in_one_file(db: Path, referee: Command) -> None:
    ended = referee("backup")
    assert (ended.code, ended.err) == (0, "")
    (copy,) = (db.parent / "backups").iterdir()
    assert str(copy) in ended.out
    assert re.fullmatch(r"evening\.\d{4}-\d\d-\d\d-\d{6}\.db", copy.name)
    assert reports_in(copy) == list(FIRST_HAND)
    copy.chmod(0o444)
    assert journal_mode(copy) == journal_mode(db) == "delete"


def test_a_backup_where_it_is_wanted(db: Path, referee: Command, tmp_path: Path) -> None:
    wanted = tmp_path / "stick"
    wanted.mkdir()
    assert referee("backup", str(wanted)).code == 0
    assert reports_in(wanted / "evening.db") == list(FIRST_HAND)
    refused(referee("backup", str(wanted)), REFUSED, f"{wanted / 'evening.db'} already exists")
    refused(referee("backup", str(tmp_path / "nowhere" / "a.db")), DATABASE, "a.db can't be written")
    assert json.loads(referee("backup", str(tmp_path / "b.db"), "--json").out)["reports"] == 7
    assert not backups.copies(db)


def test_a_backup_has_what_is_told_while_others_write(db: Path, referee: Command) -> None:
    with closing(opening.connect(db)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE session SET title = 'half said'")
        assert referee("backup").code == 0
        other.execute("ROLLBACK")
    with closing(sqlite3.connect(backups.copies(db)[0])) as link:
        assert link.execute("SELECT title FROM session").fetchall() == [("",)]


def test_nothing_to_back_up(referee: Command, tmp_path: Path) -> None:
    refused(referee("backup"), NOTHING, "No games saved yet.")
    refused(referee("restore"), NOTHING, "There are no backups in ")
    refused(referee("restore", "latest"), NOTHING, "There are no backups in ")
    refused(referee("restore", "nowhere.db"), NOTHING, "there is no file nowhere.db")
    assert [*tmp_path.iterdir()] == []


# Putting one back


def test_the_way_back_and_the_way_back_from_there(db: Path, referee: Command) -> None:
    referee("backup")
    (copy,) = backups.copies(db)
    assert referee("say", "note too much wine").code == 0
    ended = referee("restore", "latest", "--yes")
    assert ended.out.startswith(f"Restored {copy.name} (1 session, 7 reports, ")
    assert reports_in(db) == list(FIRST_HAND)
    replaced = kept_as(ended)
    assert reports_in(replaced)[-1] == "note too much wine"
    assert journal_mode(db) == "delete"
    assert referee("restore", replaced.name, "--yes").code == 0
    assert reports_in(db)[-1] == "note too much wine"
    assert referee("restore", "latest", "--yes").code == 0
    assert reports_in(db) == list(FIRST_HAND)
    assert referee("say", "note and on it goes").code == 0


def test_the_copies_there_are(db: Path, referee: Command) -> None:
    referee("backup")
    (good,) = backups.copies(db)
    (bad := good.with_name("evening.2026-01-01-000000.db")).write_bytes(b"x" * 5000)
    os.utime(bad, (1, 1))
    lines = [line.split() for line in referee("restore").out.splitlines()]
    assert [good.name, "1", "7"] in [line[:3] for line in lines]
    assert [line[0] for line in lines if line and line[0].endswith(".db")] == [good.name, bad.name]
    assert bad.name in referee("restore", "--plain").err
    rows = json.loads(referee("restore", "--json").out)["rows"]
    assert [(row["reports"], bool(row["fault"])) for row in rows] == [(7, False), (None, True)]


def test_nothing_is_replaced_that_nobody_agreed_to(db: Path, referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    referee("backup")
    referee("say", "note stays")
    refused(referee("restore", "latest"), USAGE, f"That would replace {db} (")
    assert reports_in(db)[-1] == "note stays"
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    for answer, code in (("n\n", REFUSED), ("y\n", 0)):
        monkeypatch.setattr("typer.confirm", lambda text, err, answer=answer: answer == "y\n")
        assert referee("restore", "latest").code == code
        assert (reports_in(db)[-1] == "note stays") == bool(code)


@pytest.mark.parametrize("damage", ["no database", "cut", "a page", "newer", "not ours"])
def test_a_copy_is_looked_at_before_anything_is_done(db: Path, referee: Command, tmp_path: Path, damage: str) -> None:
    copy = tmp_path / "copy.db"
    backups.copy(db, copy)
    whole = copy.read_bytes()
    if damage == "no database":
        copy.write_bytes(b"Dear diary" * 1000)
    elif damage == "cut":
        copy.write_bytes(whole[: len(whole) // 2])
    elif damage == "a page":
        copy.write_bytes(whole[:8192] + b"\xff" * 4096 + whole[12288:])
    else:
        with closing(sqlite3.connect(copy)) as link:
            link.execute("PRAGMA user_version = 99" if damage == "newer" else "PRAGMA application_id = 7")
    before = db.read_bytes(), reports_in(db)
    ended = referee("restore", str(copy), "--yes")
    assert (ended.code, ended.out) == (DATABASE, "")
    assert str(copy) in ended.err and ended.err.count("\n") == 1
    assert (db.read_bytes(), reports_in(db)) == before
    assert not backups.copies(db)


def test_a_copy_without_all_that_belongs_to_it(db: Path, referee: Command, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    backups.copy(db, copy)
    with closing(sqlite3.connect(copy)) as link:
        link.execute("DELETE FROM player WHERE name = 'Cat'")
        link.commit()
    refused(referee("restore", str(copy), "--yes"), DATABASE, "is damaged: 2 rows")


def test_the_file_itself_is_no_copy(db: Path, referee: Command) -> None:
    refused(referee("restore", str(db), "--yes"), USAGE, "is the file itself")


def test_a_lost_file_comes_back(db: Path, referee: Command) -> None:
    referee("backup")
    for file in db.parent.glob("evening.db*"):
        file.unlink()
    ended = referee("restore", "latest")
    assert (ended.code, ended.err) == (0, "")
    assert reports_in(db) == list(FIRST_HAND)
    assert journal_mode(db) == "delete"


@pytest.mark.parametrize("damage", ["no database", "cut", "a page", "empty"])
def test_a_damaged_file_is_replaced_and_kept(db: Path, referee: Command, damage: str) -> None:
    referee("backup")
    whole = db.read_bytes()
    broken = {
        "no database": b"Dear diary" * 1000,
        "cut": whole[: len(whole) // 2],
        "a page": whole[:8192] + b"\xff" * 4096 + whole[12288:],
        "empty": b"",
    }[damage]
    db.write_bytes(broken)
    ended = referee("restore", "latest", "--yes")
    assert ended.code == 0, ended
    assert reports_in(db) == list(FIRST_HAND)
    assert journal_mode(db) == "delete"
    assert referee("say", "note on it goes").code == 0
    aside = kept_as(ended)
    assert aside.exists() and (damage == "empty" or aside.read_bytes()[4096:] == broken[4096:])


def test_an_older_copy_is_brought_up_to_date(referee: Command, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as link:
        link.executescript((Path(__file__).parents[1] / "scoresheets" / "schema_1.sql").read_text(encoding="utf-8"))
    assert referee("restore", str(old)).code == 0
    assert referee("score").code == 0
    with closing(sqlite3.connect(old)) as link:
        assert link.execute("PRAGMA user_version").fetchone() == (1,)
    with closing(sqlite3.connect(tmp_path / "evening.db")) as link:
        assert link.execute("PRAGMA user_version").fetchone() == (SCHEMA,)


def test_somebody_who_writes_is_not_overwritten(db: Path, referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    referee("backup")
    referee("say", "note stays")
    with closing(opening.connect(db)) as other:
        other.execute("BEGIN IMMEDIATE")
        refused(referee("restore", "latest", "--yes"), DATABASE, "is busy: another program is writing to it")
        other.execute("ROLLBACK")
    assert reports_in(db)[-1] == "note stays"
    assert len(backups.copies(db)) == 1


def test_what_is_told_between_the_backup_and_the_way_back_is_not_lost(
    db: Path, referee: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee("backup")
    back_up = backups.back_up

    def and_somebody_tells(path: Path, why: str = "") -> Path:
        made = back_up(path, why)
        with again(db) as session:
            session.say("note just now")
        return made

    with monkeypatch.context() as quick:
        quick.setattr(backups, "back_up", and_somebody_tells)
        refused(referee("restore", "latest", "--yes"), DATABASE, "something was written meanwhile; try again")
    assert reports_in(db)[-1] == "note just now"
    assert referee("restore", "latest", "--yes").code == 0
    assert reports_in(db) == list(FIRST_HAND)


def test_who_has_the_file_open_goes_on_with_what_came_back(db: Path, referee: Command) -> None:
    referee("backup")
    with again(db) as session:
        session.say("note gone")
        assert referee("restore", "latest", "--yes").code == 0
        assert len(session.journal.link.execute("SELECT * FROM entry").fetchall()) == len(FIRST_HAND)
        assert session.journal.session(1).say("note new").line == len(FIRST_HAND) + 1
    assert reports_in(db)[-1] == "note new"
