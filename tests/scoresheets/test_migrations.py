"""A file of an older referee is migrated automatically after a backup, and then has the schema of a new one."""

from __future__ import annotations

import hashlib
import importlib
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import NullPool, create_engine
from sqlmodel import SQLModel

from scoresheets.errors import DATABASE, Damaged, Unwritable
from scoresheets.keeping import backups, database, migrations, models, opening, proof
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.places import SCHEMA
from scoresheets.looking_back.finished import unfinished
from scoresheets.looking_back.standings import standings
from tests.evening import referee, reports_of

OLD = Path(__file__).with_name("schema_1.sql").read_text(encoding="utf-8")
SEALED = Path(__file__).with_name("schema_3.sql").read_text(encoding="utf-8")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """Two evenings in the first schema."""
    return written(tmp_path / "nights.db", OLD)


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """The same evenings in a schema with seals but without declared sheets."""
    return written(tmp_path / "sealed.db", SEALED)


def written(path: Path, script: str) -> Path:
    with closing(sqlite3.connect(path)) as link:
        link.execute("PRAGMA journal_mode = WAL")
        link.executescript(script)
    return path


@contextmanager
def looked_into(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as link:
        yield link


def mode(path: Path) -> str:
    with looked_into(path) as link:
        return str(link.execute("PRAGMA journal_mode").fetchone()[0])


def layout(path: Path) -> dict[str, Any]:
    """Everything that defines the schema of a file, independent of its spelling."""
    with looked_into(path) as link:

        def rows(asked: str) -> list[tuple[Any, ...]]:
            return link.execute(asked).fetchall()

        layout_of_file: dict[str, Any] = {
            f"PRAGMA {name}": rows(f"PRAGMA {name}")
            for name in ("application_id", "user_version", "encoding", "page_size")
        }
        tables = [name for (name,) in rows("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            indexes = rows(f"PRAGMA index_list({table})")
            layout_of_file[table] = {
                "columns": rows(f"PRAGMA table_xinfo({table})"),
                "kind": [row[2:] for row in rows(f"PRAGMA table_list({table})")],
                "foreign keys": sorted(row[2:] for row in rows(f"PRAGMA foreign_key_list({table})")),
                "indexes": {name: (rest, rows(f"PRAGMA index_xinfo({name})")) for _, name, *rest in indexes},
            }
        return layout_of_file | {"triggers": dict(rows("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"))}


def content(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    with looked_into(path) as link:
        tables = [name for (name,) in link.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: link.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in tables}


def test_a_file_brought_up_to_date_is_laid_out_like_a_new_one(old: Path, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.db"
    with open_journal(fresh, create=True):
        pass
    assert layout(old) != layout(fresh)
    with open_journal(old):
        pass
    assert layout(old) == layout(fresh)
    assert [mode(path) for path in (old, fresh)] == ["delete", "delete"]  # as those have it who know nothing of ours
    assert set(layout(old)["triggers"]) == {trigger.split()[2] for trigger in models.TRIGGERS}


def test_alembic_finds_nothing_left_to_do(old: Path) -> None:
    with open_journal(old):
        pass
    engine = create_engine(f"sqlite:///{old}", poolclass=NullPool)
    with engine.connect() as link:
        assert compare_metadata(MigrationContext.configure(link), SQLModel.metadata) == []


def test_nothing_that_was_kept_is_lost_or_changed(old: Path) -> None:
    before = content(old)
    with open_journal(old) as journal:
        assert journal.session(1).referee.scores == {"Ann": -10, "Ben": 10, "Zoë": -10}
        assert journal.open_session().number == 2
    after = content(old)
    session, _ = before["session"]
    before["session"][0] = (*session[:10], 0, *session[11:])  # the table broke it off, which counts as no win any more
    before["result"][:3] = [(*row[:5], 0, 0) for row in before["result"][:3]]
    assert {name: [row[: len(before[name][0])] for row in after[name]] for name in before} == before
    assert [row[-10:-8] for row in after["session"]] == [("", ""), ("", "")]
    assert [row[-3:] for row in after["session"]] == [("", 0, "")] * 2
    assert [row[-2] for row in after["player"]] == [None] * 4


def test_chains_and_seals_of_what_was_kept_stay_as_they_are(sealed: Path, old: Path) -> None:
    before = content(sealed)
    with open_journal(sealed) as journal:
        assert journal.session(1).referee.scores == {"Ann": -10, "Ben": 10, "Zoë": -10}
        assert (journal.session(1).sheet, journal.session(1).only_totals) == ("", False)
        proof.examine_all(journal.link)
    after = content(sealed)
    assert before.pop("book") != after["book"], "groups are counted from now on"
    assert {name: [row[: len(before[name][0])] for row in after[name]] for name in before if before[name]} == {
        name: rows for name, rows in before.items() if rows
    }
    with open_journal(old):
        pass
    other = content(old)
    (mine,), (theirs,) = after.pop("book"), other.pop("book")
    *counts, seal, groups, identity = mine
    assert theirs[:-3] == tuple(counts) and theirs[-2] == groups
    assert len(identity) == 16 and theirs[-1] != identity and theirs[-3] != seal, "each book has an identity"
    assert layout(old) == layout(sealed) and other == after


def test_what_was_changed_before_is_still_found_after(sealed: Path) -> None:
    for statement, what in (
        ("UPDATE book SET players = 3", "the count of saved lines"),
        ("UPDATE session SET title = 'Ours' WHERE id = 1", "session 1"),
    ):
        copy = written(sealed.with_name(f"{len(what)}.db"), SEALED)
        with looked_into(copy) as link:
            link.execute(statement)
            link.commit()
        with (
            open_journal(copy) as journal,
            pytest.raises(Damaged),
        ):
            proof.examine_all(journal.link, copy)


@pytest.mark.parametrize(("column", "value"), [("sheet", "name = 'Ours'"), ("only_totals", 1)])
def test_a_sheet_put_under_a_session_later_on_is_noticed(sealed: Path, column: str, value: str | int) -> None:
    with open_journal(sealed):
        pass
    with looked_into(sealed) as link:
        link.execute(f"UPDATE session SET {column} = ? WHERE id = 2", (value,))
        link.commit()
    damaged = referee(sealed, "score")
    assert damaged.code == DATABASE and "session 2" in damaged.err
    with looked_into(sealed) as link:  # sealed again, but what the chain begins with is another thing
        proof.seal_session(link, 2)
        link.commit()
    damaged = referee(sealed, "score")
    assert damaged.code == DATABASE and "house rules of session 2" in damaged.err


def test_an_act_of_play_that_was_told_again_under_an_older_edition_stays_as_a_remark(old: Path) -> None:
    with looked_into(old) as link:
        link.executescript(f"""
            DROP TRIGGER entry_is_never_changed;
            UPDATE entry SET text = 'Ben bids 1' WHERE session_id = 1 AND number = 8;
            {models.TRIGGERS[0]};
        """)
    with open_journal(old) as journal:
        session = journal.session(1)
        assert session.referee.scores == {"Ann": -10, "Ben": 10, "Zoë": -10}
        assert [entry.ruling.text for entry in session.referee.entries][7] == "note Ben bids 1"
    report = referee(old, "doctor").out
    assert "line 8, Ben bids 1: " in report and "[bid-order, trick-count]" in report


def test_the_evening_goes_on_in_it(old: Path) -> None:
    done = referee(old, "say", "note back again")
    assert (done.code, done.err) == (0, "")
    with open_journal(old) as journal:
        assert reports_of(journal.session(2))[-1] == "note back again"
        journal.new("put-and-take", ["Ann", "Zoe"])
    assert standings(old) == [] and unfinished(old) == {"oh-hell": 1}


def test_a_backup_is_made_before(old: Path) -> None:
    before = content(old), layout(old)["PRAGMA user_version"]
    with open_journal(old):
        pass
    (copy,) = backups.copies(old)
    assert "schema-1" in copy.name
    assert copy.parent == old.parent / "backups"
    assert (content(copy), layout(copy)["PRAGMA user_version"]) == before
    assert [path.name for path in copy.parent.iterdir()] == [copy.name]
    with open_journal(old):
        pass
    assert backups.copies(old) == [copy]


def test_nothing_happens_where_no_backup_can_be_made(old: Path) -> None:
    (old.parent / "backups").write_text("in the way")
    before = content(old), layout(old)
    with pytest.raises(Unwritable):
        opening.connect(old)
    assert (content(old), layout(old)) == before


def test_a_step_that_fails_leaves_the_old_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    step = importlib.import_module("scoresheets.keeping.migrations.schema_2")
    whole = step.upgrade

    def half(op: Any) -> None:
        whole(op)
        raise RuntimeError

    before = content(old), layout(old)
    with monkeypatch.context() as broken:
        broken.setattr(step, "upgrade", half)
        with pytest.raises(RuntimeError):
            opening.connect(old)
    assert (content(old), layout(old)) == before
    opening.connect(old).close()
    assert layout(old)["PRAGMA user_version"] == [(SCHEMA,)]


def test_rows_that_refer_to_none_are_found_before_anything_is_changed(old: Path) -> None:
    with looked_into(old) as link:
        link.execute("UPDATE seat SET player_id = 99 WHERE name = 'Annie'")
        link.commit()
    for _ in range(2):
        with pytest.raises(Damaged):
            opening.connect(old)
    assert not backups.copies(old)  # a copy of it would take the place of a good one
    assert layout(old)["PRAGMA user_version"] == [(1,)]


def test_whoever_comes_second_finds_it_done(old: Path) -> None:
    with open_journal(old):
        pass
    migrations.bring_up_to_date(old)
    assert len(backups.copies(old)) == 1


def test_somebody_who_writes_is_waited_for_and_then_it_is_said(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    before = layout(old)
    with looked_into(old) as other:
        other.execute("BEGIN IMMEDIATE")
        done = referee(old, "score")
        assert (done.code, done.out) == (5, "") and done.err
        other.rollback()
    assert layout(old) == before
    assert referee(old, "score").code == 0


def test_a_file_that_may_only_be_read_is_left_alone(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = old.read_bytes()
    monkeypatch.setattr(
        database, "open_file", lambda path, mode="ro": sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    )
    with pytest.raises(Unwritable):
        migrations.bring_up_to_date(old)
    assert old.read_bytes() == before


def test_several_at_once_bring_it_up_to_date_once(old: Path) -> None:
    code = "import sys; from scoresheets.cli import main; main()"
    told = [
        subprocess.Popen(
            [sys.executable, "-c", code, "--db", str(old), "say", f"note {i}"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for i in range(4)
    ]
    assert [(child.communicate()[1], child.returncode) for child in told] == [(b"", 0)] * 4
    assert len(backups.copies(old)) == 1
    with open_journal(old) as journal:
        assert sorted(reports_of(journal.session(2))[-4:]) == [f"note {i}" for i in range(4)]


def test_alembic_is_imported_only_when_it_is_due(old: Path) -> None:
    code = (
        "import sys; from scoresheets.keeping.journal import open_journal\n"
        "with open_journal(): pass\n"
        "print('alembic' in sys.modules, 'sqlmodel' in sys.modules)"
    )

    def opened() -> str:
        child = subprocess.run(
            [sys.executable, "-c", code], env={"REFEREE_DB": str(old)}, capture_output=True, text=True, check=True
        )
        return child.stdout

    assert opened().split()[0] == "True"
    assert opened().split() == ["False", "False"]


def test_there_is_a_step_to_every_schema() -> None:
    steps = {path.stem for path in Path(migrations.__file__).parent.glob("schema_*.py")}
    assert steps == {f"schema_{number}" for number in range(2, SCHEMA + 1)}


# Schemas and their numbers

FINGERPRINTS = {
    4: {"sqlite": "9fa6761b517647d1", "postgresql": "817c440c90c9098f"},
    5: {"sqlite": "58022f705b529621", "postgresql": "46d1f9671dce3892"},
    6: {"sqlite": "58022f705b529621", "postgresql": "f1d9e88cc8d61d29"},
}
"""Digests of the statements for each schema. A published schema never changes: every change gets a new number."""

SHAPES = {
    "first": ("ALTER TABLE result DROP COLUMN behind", "ALTER TABLE seat DROP COLUMN joined", *(
        f"DROP TRIGGER {name}" for name in ("precedent_is_never_deleted", "precedent_is_only_adopted"))),
    "with how far behind": ("ALTER TABLE seat DROP COLUMN joined", *(
        f"DROP TRIGGER {name}" for name in ("precedent_is_never_deleted", "precedent_is_only_adopted"))),
    "with guarded rulings": ("ALTER TABLE seat DROP COLUMN joined",),
    "last": (),
}  # fmt: skip
"""Earlier forms of schema 2: what each of them lacks."""


def shaped(old: Path, shape: str) -> None:
    """Turns the file into an older schema 2."""
    migrations.bring_up_to_date(old, 2)
    for copy in backups.copies(old):
        copy.unlink()
    with looked_into(old) as link:
        for statement in SHAPES[shape]:
            link.execute(statement)


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_schema_2_is_brought_up_to_date(old: Path, tmp_path: Path, shape: str) -> None:
    shaped(old, shape)
    done = referee(old, "score")
    assert (done.code, done.err) == (0, "")
    with open_journal(tmp_path / "fresh.db", create=True):
        pass
    assert layout(old) == layout(tmp_path / "fresh.db")
    assert referee(old, "doctor").code == 0
    assert len(backups.copies(old)) == 1


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_changed_schema_has_a_new_number(kind: str) -> None:
    laid_out = " ".join("; ".join(models.layout(kind)).split())
    fingerprint = hashlib.sha256(laid_out.encode()).hexdigest()[:16]
    assert fingerprint == FINGERPRINTS[SCHEMA][kind], (
        "a schema that has left this machine has a number: give this the next"
    )


@pytest.mark.parametrize("number", [-1, 0, 1, 2, -(2**31)])
def test_a_number_that_the_file_has_not_is_said_and_nothing_done(old: Path, number: int) -> None:
    with open_journal(old):
        pass
    before = [copy.name for copy in backups.copies(old)]
    with looked_into(old) as link:
        link.execute(f"PRAGMA user_version = {number}")
    kept = content(old)
    for words in (["score"], ["say", "note x"], ["backup"], ["standings"], ["doctor"]) * 2:
        done = referee(old, *words)
        assert done.code == DATABASE, words
        assert "is damaged: " in done.out + done.err
    assert [copy.name for copy in backups.copies(old)] == before
    assert content(old) == kept


@pytest.mark.parametrize("number", [-1, 0, 2, 3])
def test_an_old_file_with_a_number_that_it_has_not(old: Path, number: int) -> None:
    with looked_into(old) as link:
        link.execute(f"PRAGMA user_version = {number}")
    for words in (["score"], ["say", "note x"], ["standings"], ["doctor"]):
        done = referee(old, *words)
        assert done.code == DATABASE, words
    assert not backups.copies(old)
