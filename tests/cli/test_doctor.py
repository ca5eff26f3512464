"""`referee doctor`: each line says ok, or what to do."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from referee import find_game
from scoresheets.errors import DATABASE, FINE, REFUSED
from scoresheets.keeping import backups, doctor, models, proof
from scoresheets.keeping.places import SCHEMA
from scoresheets.keeping.session import Correction
from tests.cli.conftest import Command
from tests.evening import FIRST_HAND, again, oh_hell
from tests.scoresheets.test_standings import evening


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """An evening with a refusal, an overrule, undo and corrections, and a second one."""
    path = tmp_path / "evening.db"
    with oh_hell(path, *FIRST_HAND[:4]) as session:
        session.say("Ann bids 0")
        session.say("Cat bids 5")
        session.say("Ann bids 0", overrule=True)
        session.undo(2)
        session.redo()
        session.say("trick QS 3S KS")
        session.correct([Correction(7, "Ann bids 1")], "misheard")
        session.end()
        session.resume()
        evening(session.journal, 1, "Ann Ben Dan", 1, 1, 1)
    backups.back_up(path)
    return path


class Said(NamedTuple):
    code: int
    states: dict[str, str]
    text: str


def looked(referee: Command, *words: str) -> Said:
    """What the doctor says of everything, the worst of each kind."""
    ended = referee("doctor", *words, "--json")
    assert not ended.err
    findings = json.loads(ended.out)
    assert findings["schema"] == 1 and findings["ok"] == (ended.code == FINE)
    states: dict[str, str] = {}
    order = [doctor.OK, doctor.NOTE, doctor.WRONG, doctor.BROKEN]
    for row in findings["rows"]:
        assert row["to_do"] or row["state"] == doctor.OK, row
        states[row["what"]] = max(states.get(row["what"], doctor.OK), row["state"], key=order.index)
    return Said(ended.code, states, ended.out)


def change(db: Path, *statements: str) -> None:
    with closing(sqlite3.connect(db, isolation_level=None)) as link:
        for statement in statements:
            link.execute(statement)


def unguarded(db: Path, *statements: str) -> None:
    """Changes what the triggers guard as if it had always been so, and puts them back."""
    names = [trigger.split()[2] for trigger in models.TRIGGERS]
    change(db, *(f"DROP TRIGGER {name}" for name in names), *statements)
    with closing(sqlite3.connect(db, isolation_level=None)) as link:
        proof.begin(link)
    change(db, *models.TRIGGERS)


def test_all_is_well(db: Path, referee: Command) -> None:
    before = db.read_bytes()
    result = looked(referee)
    assert result.code == FINE
    assert set(result.states.values()) == {doctor.OK}
    assert list(result.states) == [
        "config", "file", "disk", "backups", "schema", "integrity", "references", "tables", "numbering", "chains",
        "sessions", "summaries", "players", "games", "python", "libraries", "terminal",
    ]  # fmt: skip
    assert db.read_bytes() == before
    lines = referee("doctor").out.splitlines()
    assert all(line.startswith("ok ") for line in lines)
    assert any(line.split()[:3] == ["ok", "numbering", str(13 + 6)] for line in lines)
    assert looked(referee, "--fix").states == result.states
    assert len(backups.copies(db)) == 1


def test_nothing_has_been_kept_yet(referee: Command, tmp_path: Path) -> None:
    result = looked(referee)
    assert (result.code, result.states["file"]) == (FINE, doctor.OK)
    assert [*tmp_path.iterdir()] == []


def test_a_file_that_has_gone_is_missed_where_there_is_a_backup(db: Path, referee: Command) -> None:
    for file in db.parent.glob("evening.db*"):
        file.unlink()
    result = looked(referee)
    assert (result.code, result.states["file"]) == (REFUSED, doctor.WRONG)
    assert "`referee restore latest` restores" in result.text


def test_no_backup_is_worth_knowing(db: Path, referee: Command) -> None:
    shutil.rmtree(backups.shelf(db))
    result = looked(referee)
    assert (result.code, result.states["backups"]) == (FINE, doctor.NOTE)


def test_a_backup_that_is_damaged(db: Path, referee: Command) -> None:
    backups.copies(db)[0].write_bytes(b"x" * 9000)
    assert looked(referee).states["backups"] == doctor.WRONG


@pytest.mark.parametrize(
    ("statements", "text"),
    [
        (["PRAGMA user_version = 99"], "was written by a newer referee"),
        (["PRAGMA application_id = 7"], "is a database of another program"),
    ],
)
def test_a_file_that_is_not_for_this_referee(db: Path, referee: Command, statements: list[str], text: str) -> None:
    change(db, *statements)
    report = looked(referee)
    assert (report.code, report.states["file"]) == (DATABASE, doctor.BROKEN)
    assert text in report.text


@pytest.mark.parametrize("damage", ["no database", "cut", "a page", "directory"])
def test_a_damaged_file(db: Path, referee: Command, damage: str) -> None:
    whole = db.read_bytes()
    if damage == "directory":
        db.unlink()
        db.mkdir()
    else:
        db.write_bytes(
            {
                "no database": b"Dear diary" * 1000,
                "cut": whole[: len(whole) // 2],
                "a page": whole[:8192] + b"\xff" * 4096 + whole[12288:],
            }[damage]
        )
    report = looked(referee)
    assert report.code == DATABASE
    assert doctor.BROKEN in report.states.values()
    assert "terminal" in report.states
    if damage != "directory":
        assert "`referee restore latest`" in report.text
        shutil.rmtree(backups.shelf(db))
        assert "`referee restore latest`" not in looked(referee).text


def test_rows_that_refer_to_nothing(db: Path, referee: Command) -> None:
    change(db, "DELETE FROM player WHERE name = 'Dan'")
    report = looked(referee)
    assert (report.code, report.states["references"]) == (DATABASE, doctor.BROKEN)
    assert "(result, seat)" in report.text


@pytest.mark.parametrize(
    "statements",
    [
        ["DROP TRIGGER entry_is_never_deleted"],
        ["DROP INDEX session_in_play"],
        [
            "DROP TRIGGER entry_is_the_next",
            "CREATE TRIGGER entry_is_the_next BEFORE INSERT ON entry BEGIN SELECT 1; END",
        ],
    ],
)
def test_triggers_and_indexes_are_made_anew(db: Path, referee: Command, statements: list[str]) -> None:
    change(db, *statements)
    report = looked(referee)
    assert (report.code, report.states["tables"]) == (REFUSED, doctor.WRONG)
    assert looked(referee).code == REFUSED
    assert referee("doctor", "--fix").code == FINE
    assert looked(referee).code == FINE
    assert "before-fix" in backups.copies(db)[0].name
    with again(db) as session, pytest.raises(sqlite3.IntegrityError):
        session.journal.link.execute("DELETE FROM entry")


def test_a_table_that_is_gone(db: Path, referee: Command) -> None:
    change(db, "DROP TABLE precedent")
    report = looked(referee)
    assert (report.code, report.states["tables"]) == (DATABASE, doctor.BROKEN)


def test_a_gap_in_the_journal(db: Path, referee: Command) -> None:
    unguarded(db, "DELETE FROM entry WHERE session_id = 1 AND number = 6")
    report = looked(referee)
    assert (report.code, report.states["numbering"], report.states["chains"]) == (DATABASE, doctor.WRONG, doctor.BROKEN)
    assert all(text in report.text for text in ("session 1 ", " 12 ", " 13"))


@pytest.mark.parametrize(
    ("statement", "text"),
    [
        (
            "UPDATE entry SET verdict = 'unclear', rules = '[]' WHERE session_id = 1 AND number = 5",
            "line 5, Ann bids 0: was unclear, would be illegal [dealer-must-overbid]",
        ),
        (
            "UPDATE entry SET verdict = 'unclear', rules = '[]' WHERE session_id = 1 AND number = 6",
            "line 6, Cat bids 5: was unclear, would be illegal [bid-order]",
        ),
        (
            "UPDATE entry SET text = 'Ann bids 1' WHERE session_id = 1 AND number = 5",
            "line 5, Ann bids 1: was illegal [dealer-must-overbid], would be accepted",
        ),
        (
            "UPDATE entry SET rules = '[]' WHERE session_id = 1 AND number = 7",
            "line 7, Ann bids 0: was accepted, would be accepted [dealer-must-overbid]",
        ),
        (
            """UPDATE entry SET findings = '[{"name": "revoke"}]' WHERE session_id = 1 AND number = 4""",
            "line 4, Cat bids 1: was accepted with revoke, would be accepted",
        ),
    ],
)
def test_verdicts_that_would_be_others_now(db: Path, referee: Command, statement: str, text: str) -> None:
    unguarded(db, statement)
    report = looked(referee)
    assert (report.code, report.states["session"]) == (REFUSED, doctor.WRONG)
    assert f"session 1: {text}" in report.text
    assert "sessions" not in report.states
    assert looked(referee, "--quick").code == FINE
    assert looked(referee, "--fix").code == REFUSED  # what was decided is never changed


def test_a_session_that_can_not_be_heard_again(db: Path, referee: Command) -> None:
    unguarded(db, "UPDATE entry SET text = 'Ben bids 77' WHERE session_id = 1 AND number = 3")
    report = looked(referee)
    assert report.code == REFUSED
    assert "line 3, Ben bids 77" in report.text


def test_lines_that_were_corrected_together_are_heard_together(referee: Command) -> None:
    """One alone couldn't stand: the tricks wouldn't add up."""
    referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=3")
    referee("say", "deal; Ben bids 1; Cat bids 1; Ann bids 2; Ben takes 1; Ann takes 2; deal")
    assert referee("fix", "5", "Ben takes 0; 6 Ann takes 3", "--why", "Ann had them all").code == FINE
    assert looked(referee).code == FINE


def test_a_game_that_has_changed_since_is_named(db: Path, referee: Command) -> None:
    unguarded(
        db,
        "UPDATE session SET edition = 0",
        "UPDATE entry SET verdict = 'unclear', rules = '[]' WHERE session_id = 1 AND number = 5",
    )
    text = looked(referee).text
    assert "edition 0 " in text and str(find_game("oh-hell").edition) in text


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE result SET score = score + 1 WHERE session_id = 2 AND place = 1",
        "UPDATE session SET over = 0 WHERE id = 2",
        "UPDATE session SET hands = 7 WHERE id = 2",
        "DELETE FROM result WHERE session_id = 2 AND place = 1",
        "INSERT INTO result VALUES (2, 3, 'Cat', 5, 1, 1, 1, 0)",
    ],
)
def test_summaries_are_told_from_the_journal_again(db: Path, referee: Command, statement: str) -> None:
    with closing(sqlite3.connect(db)) as link:
        before = link.execute("SELECT * FROM result ORDER BY 1, 2").fetchall()
    change(db, statement)
    report = looked(referee)
    assert (report.code, report.states["summaries"]) == (REFUSED, doctor.WRONG)
    assert "session 2" in report.text
    assert looked(referee, "--fix").code == FINE
    assert looked(referee).code == FINE
    with closing(sqlite3.connect(db)) as link:
        assert link.execute("SELECT * FROM result ORDER BY 1, 2").fetchall() == before


def test_a_chain_of_merged_players(db: Path, referee: Command) -> None:
    unguarded(db, "UPDATE player SET same_as = 2 WHERE id = 1", "UPDATE player SET same_as = 1 WHERE id = 4")
    assert looked(referee).states["players"] == doctor.WRONG


def test_a_file_that_may_only_be_read(db: Path, referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: mode != os.W_OK)
    report = looked(referee)
    assert (report.code, report.states["file"], report.states["sessions"]) == (FINE, doctor.NOTE, doctor.OK)
    assert "is read-only" in report.text
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert looked(referee).states["file"] == doctor.BROKEN


def test_a_disk_that_is_nearly_full(db: Path, referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(db)._replace(free=3_000_000)
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
    report = looked(referee)
    assert (report.code, report.states["disk"]) == (REFUSED, doctor.WRONG)
    assert "3 MB free" in report.text


def test_a_config_file_that_makes_no_sense(db: Path, referee: Command) -> None:
    file = Path(os.environ["REFEREE_CONFIG"])
    file.parent.mkdir(exist_ok=True)
    file.write_text("plain = maybe")
    report = looked(referee, "--plain")
    assert (report.code, report.states["config"], report.states["sessions"]) == (REFUSED, doctor.WRONG, doctor.OK)


def test_a_narrow_terminal_and_one_without_suits(db: Path, referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert looked(referee).states["terminal"] == doctor.NOTE
    monkeypatch.setenv("COLUMNS", "80")

    class Ascii:
        encoding = "ascii"

        def isatty(self) -> bool:
            return True

    with monkeypatch.context() as other:
        other.setattr(sys, "stdout", Ascii())
        assert doctor._terminal().state == doctor.NOTE


WANTED = ["typer>=0.29", "no-such-thing>=1", "x; extra == 'y'"]


def test_a_library_that_is_missing(monkeypatch: pytest.MonkeyPatch, db: Path, referee: Command) -> None:
    monkeypatch.setattr(
        "importlib.metadata.requires", lambda name: ["typer>=0.29", "no-such-thing>=1", "x; extra == 'y'"]
    )
    report = looked(referee)
    assert (report.code, report.states["libraries"]) == (REFUSED, doctor.WRONG)
    assert "no-such-thing>=1" in report.text


def test_an_older_file_is_brought_up_to_date_on_the_way(referee: Command, tmp_path: Path) -> None:
    old = Path(__file__).parents[1] / "scoresheets" / "schema_1.sql"
    with closing(sqlite3.connect(tmp_path / "evening.db")) as link:
        link.executescript(old.read_text(encoding="utf-8"))
    report = looked(referee)
    assert (report.code, report.states["schema"], report.states["sessions"]) == (FINE, doctor.OK, doctor.OK)
    assert str(SCHEMA) in report.text


def test_a_long_line_goes_on_below_itself_in_a_terminal(
    db: Path, referee: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    lines = referee("doctor").out.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith(" " * 20) and line[20] != " " for line in lines)
    assert all(line[:20].strip() for line in referee("doctor", "--plain").out.splitlines())
