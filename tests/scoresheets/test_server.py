"""Sessions on a PostgreSQL server: many tables at once, all failures of a server, and the data there."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlmodel import SQLModel

from scoresheets.cli import run
from scoresheets.cli.completion import Asked, known_players, last_sessions
from scoresheets.cli.prompt_lines import Sitting
from scoresheets.errors import DATABASE, NOTHING, USAGE, CommandError, Disconnected, StorageError, Unconfirmed
from scoresheets.keeping import database, doctor, migrations, opening, places, postgres
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.places import SCHEMA, Server
from scoresheets.keeping.postgres import Wire
from scoresheets.keeping.session import Correction
from scoresheets.looking_back.finished import unfinished
from scoresheets.looking_back.overview import sessions
from scoresheets.looking_back.standings import standings
from scoresheets.web.watch import Watch
from tests.evening import FIRST_HAND, address, again, fails, oh_hell, referee, reports_of, told_to
from tests.faults.test_moments import amiss
from tests.postgres_server import free_port, programs
from tests.shelf import Corner, housekeeper, schema_of, whole

needs_a_server = pytest.mark.postgres

TABLES = 10
REPORTS = 8
READING = (["score"], ["log"], ["why"], ["legal"], ["show", "1"], ["sessions"], ["standings"], ["can", "deal"])
WRITING = (["say", "deal"], ["undo"], ["void", "1", "--why", "x"], ["end"], ["new", "oh-hell", "Ann", "Ben", "Cat"])


@pytest.fixture
def db(corner: Corner) -> Server:
    """An evening on the server."""
    return told_to(corner / "nights.db", *FIRST_HAND)


def refused(db: Server, words: list[str], text: str, code: int = DATABASE) -> None:
    done = referee(db, *words)
    assert (done.code, done.out) == (code, ""), (words, done)
    assert text in done.err
    assert len(done.err.splitlines()) == 1
    assert "Traceback" not in done.err
    for secret in (whole().password, quote(whole().password, safe="")):
        assert secret not in done.err


@contextmanager
def asking(db: Server) -> Iterator[Wire]:
    with closing(Wire(db)) as wire:
        yield wire


# Many tables


@needs_a_server
def test_ten_tables_write_at_once_and_nothing_is_lost(db: Server) -> None:
    ready, go = os.pipe()
    tables = [(who, os.fork() or at_a_table(db, who, ready)) for who in range(TABLES)]
    os.write(go, b"!" * TABLES)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for _, child in tables]
    os.close(ready)
    os.close(go)
    assert codes == [0] * TABLES
    with open_journal(db) as journal:
        first = journal.session(1)
        lines = [text for text in reports_of(first) if text.startswith("note table")]
        for who in range(TABLES):
            mine = [f"note table {who} tells {turn}" for turn in range(REPORTS)]
            assert [text for text in lines if text.startswith(f"note table {who} ")] == mine
        assert len(first.entries) == len(FIRST_HAND) + TABLES * REPORTS
        own = [journal.session(number) for number in range(2, TABLES + 2)]
        assert journal.latest() in range(2, TABLES + 2)
        assert {next(iter(session.players)) for session in own} == {f"Player {who}" for who in range(TABLES)}
        for session in own:
            assert [entry.number for entry in session.entries] == [*range(1, REPORTS + 1)]
            assert session.referee.scores["Ben"] == REPORTS
        (players,) = journal.link.execute("SELECT count(*) FROM player").fetchone()
        assert players == 3 + TABLES
    assert amiss(db) == []


def at_a_table(db: Server, who: int, ready: int) -> int:
    """One table in its own process: reports to the shared session and to its own."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        with open_journal(db) as journal:
            os.read(ready, 1)
            own = journal.new("oh-hell", [f"Player {who}", "Ben", "Cat"], {"first-hand": "2"})
            with open_journal(db) as too:
                everybody = too.session(1)
                for turn in range(REPORTS):
                    assert everybody.say(f"note table {who} tells {turn}").ruling.accepted
                    assert own.say(f"adjust Ben +1 {turn}").ruling.accepted
        os._exit(0)
    finally:
        os._exit(1)


@needs_a_server
def test_a_new_place_may_be_opened_by_several_at_once(corner: Corner) -> None:
    db = corner / "nights.db"
    assert all_at_once(db, [("new", "oh-hell", f"Ann {i}", "Ben", "Cat") for i in range(6)]) == [0] * 6
    with open_journal(db) as journal:
        assert [journal.session(number).number for number in range(1, 7)] == [*range(1, 7)]
        assert journal.link.execute("SELECT count(*) FROM player").fetchone() == (8,)
        assert journal.link.execute("SELECT schema FROM referee").fetchall() == [(SCHEMA,)]


@needs_a_server
def test_what_somebody_lays_out_between_two_looks_is_ours(corner: Corner, monkeypatch: pytest.MonkeyPatch) -> None:
    where = corner / "nights.db"
    wire, other = Wire(where), Wire(where)
    execute = wire._execute

    def too_late(asked: str, values: Sequence[Any] = ()) -> Any:
        if asked == postgres.THEIRS:
            postgres.lay_out(other)
        return execute(asked, values)

    monkeypatch.setattr(wire, "_execute", too_late)
    assert wire.schema() == SCHEMA
    wire.close()
    other.close()


@needs_a_server
def test_each_table_has_its_own_session(db: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    assert referee(db, "new", "gops", "Dan", "Eve").code == 0  # somebody at another table
    monkeypatch.setenv("REFEREE_SESSION", "1")
    assert referee(db, "say", "adjust Ann +5").code == 0
    warned = referee(db, "new", "gops", "Fay", "Gil").err
    assert "REFEREE_SESSION" in warned and "session 1" in warned
    assert "Oh Hell" in referee(db, "score").out
    assert referee(db, "end").code == 0
    refused(db, ["say", "deal"], "session 1 isn't open, and REFEREE_SESSION names it", NOTHING)
    for wrong in ("one", "0", "-1", "9" * 30):
        monkeypatch.setenv("REFEREE_SESSION", wrong)
        refused(db, ["score"], "REFEREE_SESSION must be a session's number, not", USAGE)
    monkeypatch.delenv("REFEREE_SESSION")
    with again(db, 2) as session:
        sitting = Sitting(session)
        assert referee(db, "new", "gops", "Kay", "Lou").code == 0
        monkeypatch.setenv("REFEREE_DATABASE", address(db))
        told = []
        sitting.obey = lambda words: told.append((words, os.environ["REFEREE_SESSION"])) or 0
        sitting.hear("settle")
        assert told == [(["settle"], "2")]
        assert "REFEREE_SESSION" not in os.environ


def all_at_once(db: Server, commands: list[tuple[str, ...]]) -> list[int]:
    """Runs each command in its own process. Returns the exit codes."""
    ready, go = os.pipe()
    children = []
    for words in commands:
        if (child := os.fork()) == 0:
            try:
                os.read(ready, 1)
                ended = referee(db, *words)
                os.write(2, ended.err.encode())
                os._exit(ended.code)
            finally:
                os._exit(99)
        children.append(child)
    os.write(go, b"!" * len(commands))
    os.close(ready)
    os.close(go)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


@needs_a_server
def test_a_table_that_goes_silent_while_it_writes_keeps_nobody_waiting(
    db: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(postgres, "MANNERS", postgres.MANNERS.replace(f"'{postgres.SILENT}s'", "'50ms'"))
        silent = Wire(db)
    silent.execute(postgres.BEGIN)
    silent.execute("UPDATE session SET title = 'half done'")
    with again(db) as session:
        session.say("note nobody waits")  # which waits until the other one is given up
        assert session.journal.link.execute("SELECT title FROM session").fetchall() == [("",)]
    with pytest.raises(Unconfirmed):
        silent.execute("COMMIT")
    silent.execute("ROLLBACK")
    assert silent.execute("SELECT 1").fetchone() == (1,)
    silent.close()


@needs_a_server
def test_a_place_that_somebody_else_writes_to(db: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "MANNERS", postgres.MANNERS.replace(f"'{postgres.PATIENCE}s'", "'50ms'"))
    with asking(db) as other:
        other.execute(postgres.BEGIN)
        for words in WRITING:
            refused(db, words, "is busy: another program is writing to it; try again")
        for words in READING:
            assert referee(db, *words).code != DATABASE, words
        other.execute("ROLLBACK")
    assert referee(db, "say", "deal").code == 0


# Killed


EVENING = (
    ("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=2"),
    ("say", "deal Ann 2"),
    ("say", "upcard 7H"),
    ("say", "Ben bids 1"),
    ("say", "Cat bids 1"),
    ("say", "Ann bids 0"),
    ("say", "~ Ann bids 0"),
    ("undo",),
    ("say", "Ann bids 1"),
    ("say", "trick QS 3S KS"),
    ("say", "trick AD 2H 4D"),
    ("undo", "2"),
    ("redo",),
    ("fix", "3", "Ben", "bids", "2", "--why", "misheard"),
    ("say", "note all told"),
    ("void", "14", "--why", "said twice"),
    ("players", "add", "Kate", "Zoë"),
    ("players", "merge", "Kate", "Cat"),
    ("dispute", "how", "many", "cards", "to", "begin", "with?", "--decide", "three"),
    ("rulings", "adopt", "1", "--as-words", "Three it is.", "--costs", "5", "--id", "three", "--house", "club.toml"),
    ("end",),
    ("new", "put-and-take", "Ann", "Zoë"),
    ("say", "deal Ann"),
    ("import", "one.record"),
    ("resume", "1"),
    ("say", "deal Ben"),
)
RECORD = "game: oh-hell\nplayers: Ann, Dan, Eve\nhouse: first-hand=2\ndate: 2026-11-20\n\ndeal Ann 2\nDan bids 1\n"
TABLES_KEPT = ("player", "session", "house_rule", "seat", "entry", "result", "precedent")
TIMES = ("at", "opened", "ended", "adopted", "digest", "root", "chain", "seal")
ROUNDS = 2


def table_of(place: database.Place) -> dict[str, list[tuple[Any, ...]]]:
    """All data except for times of day, in the same form for a file and for a server."""
    if isinstance(place, Path) and not place.exists():
        return {}
    by_table = {}
    try:
        with open_journal(place) as journal:
            for name in TABLES_KEPT:
                columns = list(SQLModel.metadata.tables[name].columns.keys())
                shown = ", ".join(f"{column} IS NULL" if column in TIMES else column for column in columns)
                rows = journal.link.execute(f"SELECT {shown} FROM {name} ORDER BY 1, 2").fetchall()
                by_table[name] = [
                    tuple(int(value) if isinstance(value, bool) else value for value in row) for row in rows
                ]
    except CommandError as trouble:
        assert trouble.code == NOTHING
    return by_table if any(by_table.values()) else {}


@needs_a_server
@pytest.mark.parametrize("turn", range(ROUNDS))
def test_killed_at_any_moment_and_the_same_is_kept_as_in_a_file(
    corner: Corner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    """Each command of an evening is killed somewhere. The data is that of a file before it, or after it."""
    seed = 20261122 + turn
    luck = random.Random(seed)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "one.record").write_text(RECORD, encoding="utf-8")
    (tmp_path / "club.toml").touch()
    name = f"referee {os.getpid()}"
    db = corner / "nights.db"
    db = db._replace(options=(*db.options, ("application_name", name)))
    file = tmp_path / "nights.db"
    died = 0
    for number, words in enumerate(EVENING):
        where = f"seed {seed}, command {number}, {' '.join(words)}"
        before = table_of(file)
        code = referee(file, *words).code
        assert code == (1 if words == ("say", "Ann bids 0") else 0), where
        after = table_of(file)
        acknowledged, dead = killed(db, words, luck)
        died += dead
        asked = "SELECT count(*) FROM pg_stat_activity WHERE application_name = ?"
        while housekeeper().execute(asked, (name,)).fetchone() != (0,):
            time.sleep(0.002)  # the server hasn't noticed yet
        left = table_of(db)
        assert left in (before, after), where
        if acknowledged:
            assert left == after, where
        if left:
            assert amiss(db) == [], where
        if left == before != after:
            assert referee(db, *words).code == code, where
            assert table_of(db) == after, where
    assert died >= len(EVENING) // 3, f"seed {seed}: only {died} died"


def killed(db: Server, words: tuple[str, ...], luck: random.Random) -> tuple[bool, bool]:
    """Runs a command in a child that dies near a statement, or soon. Returns whether it finished and whether it
    died.
    """
    mine, theirs = os.pipe()
    step, late = luck.randint(1, 16) if luck.random() < 0.8 else 0, luck.random() < 0.5
    if (child := os.fork()) == 0:
        try:
            os.close(mine)
            os.write(theirs, b"begun\n")
            execute = Wire._execute
            left = step

            def counted(wire: Wire, asked: str, values: Any = ()) -> Any:
                nonlocal left
                left -= 1
                if not left and not late:
                    os.kill(os.getpid(), signal.SIGKILL)
                done = execute(wire, asked, values)
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)
                return done

            Wire._execute = counted  # type: ignore[method-assign]
            referee(db, *words)
            os.write(theirs, b"done")
            os._exit(0)
        finally:
            os._exit(99)
    os.close(theirs)
    with open(mine, "rb") as said:
        assert said.readline() == b"begun\n"
        if not step:
            time.sleep(luck.uniform(0, 0.05))
            os.kill(child, signal.SIGKILL)
        acknowledged = said.read() == b"done"
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL), (words, status)
    return acknowledged, status != 0


# Lost connections


def hang_up(wire: Wire) -> None:
    """Closes a connection from the server, as a restart does."""
    (number,) = wire.execute("SELECT pg_backend_pid()").fetchone()
    housekeeper().execute("SELECT pg_terminate_backend(?, 5000)", (number,))


@needs_a_server
def test_a_connection_lost_between_two_reports_is_made_again(db: Server) -> None:
    with again(db) as session:
        hang_up(session.journal.link)
        assert session.say("note back again").line == len(FIRST_HAND) + 1
        hang_up(session.journal.link)
        assert session.catch_up() == []
    assert amiss(db) == []


@needs_a_server
def test_a_connection_lost_while_something_is_written(db: Server) -> None:
    with again(db) as session:
        link: Any = session.journal.link

        def gone() -> datetime:  # when the line is written, its time is asked for
            number = link._link.info.backend_pid
            housekeeper().execute("SELECT pg_terminate_backend(?, 5000)", (number,))
            return database.now()

        session.journal.clock = gone
        with pytest.raises(Disconnected):
            session.undo()
        session.journal.clock = database.now
        assert session.catch_up() == []
        assert reports_of(session) == list(FIRST_HAND)
        assert [report.text for report in session.undo()] == [FIRST_HAND[-1]]
    assert amiss(db) == []


@needs_a_server
@pytest.mark.parametrize("arrived", [True, False])
def test_a_connection_lost_at_the_last_moment(db: Server, arrived: bool) -> None:
    """Whether the report was saved isn't known then. The next one is applied correctly in both cases."""
    import psycopg

    with again(db) as session:
        link: Any = session.journal.link
        whole = link._link

        class Torn:
            """A connection that breaks with its last message."""

            def __getattr__(self, name: str) -> Any:
                return getattr(whole, name)

            def execute(self, asked: str, values: object = None) -> Any:
                if asked != "COMMIT":
                    return whole.execute(asked, values)
                if arrived:
                    whole.execute(asked)
                whole.close()
                raise psycopg.OperationalError("server closed the connection unexpectedly")

        link._link = Torn()
        with pytest.raises(Unconfirmed):
            session.say("note torn")
        assert session.say("note and on").line == len(FIRST_HAND) + 1 + arrived
        assert ("note torn" in reports_of(session)) == arrived
    assert amiss(db) == []


# Failures


def test_no_server_there() -> None:
    away = Server("127.0.0.1", free_port(), "ann", "open:se/same?%", "club")
    for words in (*READING, *WRITING):
        done = referee(away, *words)
        assert (done.code, done.out) == (DATABASE, ""), words
        assert (
            done.err == f"referee: postgresql://ann@127.0.0.1:{away.port}/club can't be reached: Connection refused\n"
        )
    nowhere = referee(away._replace(host="nowhere.invalid"), "score")
    assert nowhere.code == DATABASE and "/club can't be reached: " in nowhere.err and "same" not in nowhere.err


@needs_a_server
@pytest.mark.parametrize(
    "change, text",
    [
        ({"password": "wrong"}, 'refuses: password authentication failed for user "referee"'),
        ({"password": ""}, "can't be reached: fe_sendauth: no password supplied"),
        ({"user": "nobody at all"}, "refuses: password authentication failed"),
        ({"name": "no such club"}, 'refuses: database "no such club" does not exist'),
        ({"options": (("sesame", "1"),)}, 'invalid connection option "sesame"'),
        ({"options": (("sslmode", "require"),)}, "server does not support SSL"),
    ],
)
def test_a_server_that_lets_nobody_in(change: dict[str, Any], text: str) -> None:
    refused(whole()._replace(**change), ["score"], text)


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://ann:sesame@host:port/club",
        "postgresql://ann:sesame@[::1/club",
        "mysql://ann:sesame@host/club",
        "sqlite:///nights.db",
    ],
)
def test_an_address_that_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wrong: str) -> None:
    done = referee(tmp_path, "score", "--db", wrong)
    assert done.code == USAGE and "sesame" not in done.err
    monkeypatch.setenv("REFEREE_DATABASE", wrong)
    with fails(USAGE):
        database.place()


def test_without_its_library_a_server_is_said_to_need_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    done = referee(Server("127.0.0.1", 5432, "ann", "sesame", "club"), "score")
    assert (done.code, done.out) == (DATABASE, "")
    assert "pip install 'card-referee[postgres]'" in done.err and len(done.err.splitlines()) == 1


def test_a_report_to_a_file_needs_none_of_it(tmp_path: Path) -> None:
    told_to(tmp_path / "nights.db")
    code = (
        "import sys; from scoresheets.cli import run; assert run(['say', 'deal Ann 2']) == 0\n"
        "print(*sorted({'psycopg', 'sqlalchemy', 'sqlmodel', 'scoresheets.keeping.postgres'} & set(sys.modules)))"
    )
    environment = {"REFEREE_DB": str(tmp_path / "nights.db"), "REFEREE_CONFIG": str(tmp_path / "none.toml")}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == ""


@needs_a_server
def test_a_newer_referee_was_there(db: Server) -> None:
    with again(db) as session:
        with asking(db) as other:
            other.execute("UPDATE referee SET schema = 99")
        text = f"{db} was written by a newer referee (its schema is 99; this one knows {SCHEMA})"
        with pytest.raises(CommandError) as newer:  # even in the middle of an evening
            session.say("note on")
        assert newer.value.message == text
    for words in (*READING, *WRITING):
        refused(db, words, text)
    with asking(db) as other:
        assert other.execute("SELECT count(*) FROM entry").fetchone() == (len(FIRST_HAND),)


@needs_a_server
@pytest.mark.parametrize("theirs", ["CREATE TABLE recipe (name TEXT)", "CREATE TABLE referee (whistle TEXT)"])
def test_the_tables_of_another_program_are_left_alone(corner: Corner, theirs: str) -> None:
    db = corner / "nights.db"
    with asking(db) as wire:
        wire.execute(theirs)
    for words in (*READING, *WRITING):
        refused(db, words, "is a database of another program")


@needs_a_server
def test_a_place_where_nothing_was_kept_yet(corner: Corner) -> None:
    db = corner / "nights.db"
    assert referee(db, "score").code == NOTHING
    assert referee(db, "sessions").code == 0
    assert referee(db, "standings").code == 0
    assert referee(db, "doctor", "--json").code in (0, 1)
    with asking(db) as wire:
        assert wire.schema() is None


@needs_a_server
def test_somebody_who_may_only_read(db: Server) -> None:
    reader = db._replace(options=(("options", f"{dict(db.options)['options']} -cdefault_transaction_read_only=on"),))
    assert referee(reader, "score").code == 0
    role = f"reader_{schema_of(db)[-8:]}"
    keeper = housekeeper()
    keeper.execute(f"CREATE ROLE {role} LOGIN PASSWORD 'sesame'")
    try:
        keeper.execute(f"GRANT USAGE ON SCHEMA {schema_of(db)} TO {role}")
        keeper.execute(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema_of(db)} TO {role}")
        guest = db._replace(user=role, password="sesame")
        assert referee(guest, "score").code == 0
        for words in WRITING:
            refused(guest, words, "doesn't allow that: permission denied for table referee")
    finally:
        keeper.execute(f"DROP OWNED BY {role}")
        keeper.execute(f"DROP ROLE {role}")


@needs_a_server
def test_texts_of_another_alphabet_are_refused_before_anything_is_laid_out() -> None:
    name = f"referee_latin_{os.getpid()}"
    keeper = housekeeper()
    keeper.execute(f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    try:
        refused(whole()._replace(name=name), ["new", "gops", "Ann", "Ben"], "stores text as LATIN1, which has no ♠")
    finally:
        keeper.execute(f"DROP DATABASE {name} WITH (FORCE)")


# Data


@needs_a_server
def test_what_is_typed_is_never_part_of_a_statement(corner: Corner) -> None:
    names = ["Robert') DROP TABLE entry --", "%s ? %(x)s", "Zoë $1 \\"]
    with open_journal(corner / "nights.db", create=True) as journal:
        session = journal.new("oh-hell", names, {"first-hand": "2"}, title="'; DELETE FROM session; --", place="50 % ?")
        for text in ("note ' OR 1=1; --", "note %s ? {} $1 \\' ♠", "deal Nobody'; --"):
            session.say(text)
    with open_journal(corner / "nights.db") as journal:
        session = journal.session(1)
        assert [str(name) for name in session.players] == names
        assert (session.title, session.place) == ("'; DELETE FROM session; --", "50 % ?")
        assert [entry.typed for entry in session.entries][:2] == ["note ' OR 1=1; --", "note %s ? {} $1 \\' ♠"]
    assert sessions(corner / "nights.db", player="%s ? %(x)s")[0].players == tuple(names)


@needs_a_server
def test_what_is_acknowledged_is_on_the_disk(db: Server) -> None:
    careless = db._replace(options=(("options", f"{dict(db.options)['options']} -csynchronous_commit=off"),))
    with asking(careless) as wire:
        assert wire.execute("SHOW synchronous_commit").fetchone() == ("on",)


@needs_a_server
def test_half_a_transaction_is_never_taken_for_a_whole_one(db: Server) -> None:
    with asking(db) as wire:
        wire.execute(postgres.BEGIN)
        wire.execute("UPDATE session SET title = 'half'")
        with pytest.raises(CommandError):
            wire.execute("SELECT nonsense")
        with pytest.raises(StorageError):
            wire.execute("COMMIT")
        assert wire.execute("SELECT title FROM session").fetchall() == [("",)]


@needs_a_server
def test_file_to_server_and_back(corner: Corner, tmp_path: Path) -> None:
    file, db, back = tmp_path / "nights.db", corner / "nights.db", tmp_path / "back.db"
    with oh_hell(file, *FIRST_HAND) as session:
        session.correct([Correction(4, "Cat bids 2")], "misheard")
        session.end()
    for source, other, out in ((file, db, tmp_path / "one"), (db, back, tmp_path / "two")):
        assert referee(source, "export", "--all", "--format", "json", "--out", str(out)).code == 0
        (written,) = out.iterdir()
        assert referee(other, "import", str(written)).code == 0
        assert referee(source, "show", "1").out == referee(other, "show", "1").out
    assert (tmp_path / "one" / "0001-oh-hell.json").read_text() == (tmp_path / "two" / "0001-oh-hell.json").read_text()


@needs_a_server
def test_pg_dump_copies_it_and_what_comes_back_is_sound(db: Server, corner: Corner) -> None:
    folder = programs()
    assert folder
    other = corner / "other.db"
    environment = os.environ | {"PGPASSWORD": db.password}
    where = ["-h", db.host, "-p", str(db.port), "-U", db.user, "-d", db.name]
    dump = subprocess.run([folder / "pg_dump", *where, "-n", schema_of(db)], env=environment, capture_output=True,
                          text=True, check=True).stdout  # fmt: skip
    text = dump.replace(f"CREATE SCHEMA {schema_of(db)};", "").replace(schema_of(db), schema_of(other))
    subprocess.run([folder / "psql", *where, "-q", "-v", "ON_ERROR_STOP=1"], input=text, env=environment, text=True,
                   check=True, stdout=subprocess.DEVNULL)  # fmt: skip
    assert table_of(other) == table_of(db)
    assert layout(other) == layout(db)
    assert referee(other, "say", "note on").code == 0


# Upkeep


def states(db: Server, **options: bool) -> dict[str, str]:
    return {finding.what: finding.state for finding in doctor.examination(db, **options)}


@needs_a_server
def test_the_doctor(db: Server) -> None:
    found_states = states(db)
    well = ("server", "schema", "tables", "numbering", "sessions", "summaries", "players")
    assert [found_states[what] for what in well] == [doctor.OK] * len(well)
    with asking(db) as wire:
        wire.execute("DROP TRIGGER entry_is_the_next ON entry")
        wire.execute("ALTER TABLE entry DISABLE TRIGGER entry_is_never_deleted")
        wire.execute("DROP INDEX ix_session_game")
        wire.execute("UPDATE result SET score = 99")
        replaced = "CREATE OR REPLACE FUNCTION referee_refuses() RETURNS trigger LANGUAGE plpgsql AS"
        wire.execute(f"{replaced} 'BEGIN RETURN NEW; END'")
    done = referee(db, "doctor")
    assert done.code == 1
    for name in ("entry_is_the_next", "entry_is_never_deleted", "ix_session_game", "referee_refuses"):
        assert name in done.out
    assert {what: state for what, state in states(db, fix=True).items() if what in well} == dict.fromkeys(
        well, doctor.OK
    )
    assert [states(db)[what] for what in well] == [doctor.OK] * len(well)
    with again(db) as session, pytest.raises(StorageError):
        session.journal.link.execute("DELETE FROM entry")
    with asking(db) as wire:
        wire.execute("DROP TABLE result")
    lost = referee(db, "doctor")
    assert lost.code == DATABASE and "missing: result" in lost.out
    refused(db, ["say", "adjust Ann 5"], "is damaged")


@needs_a_server
def test_copies_are_the_servers_own_business(db: Server) -> None:
    for words in (["backup"], ["restore"], ["restore", "latest", "--yes"]):
        refused(db, words, "is a server, so `pg_dump` copies it and `pg_restore` puts it back")


@needs_a_server
def test_the_board_follows_and_says_when_the_server_is_gone(db: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch(db)
    first = watch.look()
    assert "Ann" in first
    with again(db) as session:
        session.say("adjust Ann +777")
    assert "777" in watch.look()
    with monkeypatch.context() as patch:
        patch.setattr(postgres, "reach", away)
        hang_up(watch._link)  # type: ignore[arg-type]
        gone = watch.look()
    assert 'class="trouble"' in gone and "777" in gone and db.host not in gone
    assert 'class="trouble"' not in watch.look()
    watch.close()


def away(where: Server, patience: int = 0) -> Any:
    raise CommandError(f"{where} can't be reached: Connection refused", DATABASE)


@needs_a_server
def test_the_tab_key_asks_the_server(db: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_DATABASE", address(db))
    assert [word.text for word in known_players(Asked("player", "name", "", {}))] == ["Ann", "Ben", "Cat"]
    (offer,) = last_sessions(Asked("show", "session", "", {}))
    assert offer.text == "1" and "Ann, Ben, Cat" in str(offer)


@needs_a_server
def test_the_wish_for_a_server_is_kept_without_showing_its_password(
    db: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    secret = quote(db.password, safe="")
    assert run(["config", "set", "database", address(db)]) == 0
    assert secret in (tmp_path / "config.toml").read_text()
    assert (tmp_path / "config.toml").stat().st_mode & 0o077 == 0
    assert database.place() == db
    for words in (["config", "show", "--json"], ["config", "show"], ["doctor"], ["doctor", "--json"], ["score"]):
        assert run(words) in (0, 1)
    monkeypatch.setenv("REFEREE_DATABASE", address(db))
    assert run(["config", "show", "--json"]) == 0
    assert run(["config", "set", "database", address(db)]) == 0
    text = "".join(capsys.readouterr())
    assert str(db) in text and "REFEREE_DATABASE" in text
    assert secret not in text and db.password not in text
    assert referee(db, "config", "set", "database", "postgresql://a:sesame@host:port/x").code == USAGE


# Schemas


OLD = Path(__file__).with_name("schema_1.sql").read_text(encoding="utf-8")
OLD_SERVER = Path(__file__).with_name("schema_1_server.sql").read_text(encoding="utf-8")
TRUE_OR_FALSE = ("over", "chosen", "winner", "overrule")


@pytest.fixture
def old(corner: Corner) -> Server:
    """The two evenings of schema 1, on a server."""
    place = corner / "old.db"
    with closing(sqlite3.connect(":memory:")) as file, asking(place) as wire:
        file.executescript(OLD)
        wire.execute(OLD_SERVER)
        for name in ("player", "session", "entry", "house_rule", "seat", "result"):
            rows = file.execute(f"SELECT * FROM {name} ORDER BY 1, 2")
            columns = [column[0] for column in rows.description]
            values = [
                [bool(value) if column in TRUE_OR_FALSE else value for column, value in zip(columns, row, strict=True)]
                for row in rows
            ]
            wire.executemany(
                f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})", values
            )
    return place


def layout(db: Server) -> dict[str, Any]:
    """Everything that defines the schema, from the server's catalog."""
    here = "current_schema()::regnamespace"
    with asking(db) as wire:
        queries = {
            "columns": wire.execute(
                "SELECT table_name, ordinal_position, column_name, data_type, collation_name, is_nullable,"
                " column_default FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1, 2"
            ),
            "indexes": wire.execute("SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema() ORDER BY 1"),
            "constraints": wire.execute(
                "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
                f" WHERE connamespace = {here} ORDER BY 1, 2"
            ),
            "triggers": wire.execute(
                "SELECT tgname, pg_get_triggerdef(pg_trigger.oid), tgenabled FROM pg_trigger JOIN pg_class"
                f" ON tgrelid = pg_class.oid WHERE relnamespace = {here} AND NOT tgisinternal ORDER BY 1"
            ),
            "functions": wire.execute(f"SELECT proname, prosrc FROM pg_proc WHERE pronamespace = {here} ORDER BY 1"),
            "schema": wire.execute("SELECT schema FROM referee"),
        }
        return json.loads(
            json.dumps({name: rows.fetchall() for name, rows in queries.items()}).replace(schema_of(db), "")
        )


@needs_a_server
def test_a_server_brought_up_to_date_is_laid_out_like_a_new_one(old: Server, db: Server) -> None:
    assert layout(old) != layout(db)
    with open_journal(old) as journal:
        assert journal.session(1).referee.scores == {"Ann": -10, "Ben": 10, "Zoë": -10}
        assert journal.open_session().number == 2
    assert layout(old) == layout(db)
    with postgres.alchemy(old) as engine, engine.connect() as link:
        left = compare_metadata(MigrationContext.configure(link), SQLModel.metadata)
    assert [change for change in left if getattr(change[1], "name", "") != "referee"] == []
    assert standings(old) == [] and unfinished(old) == {"oh-hell": 1}
    with open_journal(old) as journal:
        journal.new("put-and-take", ["Ann", "Zoe"])
    migrations.bring_up_to_date(old)
    assert amiss(old) == []


@needs_a_server
def test_a_step_that_fails_leaves_the_old_tables(old: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from scoresheets.keeping.migrations import schema_2

    step = schema_2.upgrade

    def half(op: Any) -> None:
        step(op)
        raise RuntimeError

    before = layout(old)
    with monkeypatch.context() as broken:
        broken.setattr(schema_2, "upgrade", half)
        with pytest.raises(RuntimeError):
            opening.connect(old)
    assert layout(old) == before
    opening.connect(old).close()
    assert layout(old)["schema"] == [[SCHEMA]]


@needs_a_server
def test_several_at_once_bring_it_up_to_date_once(old: Server) -> None:
    assert all_at_once(old, [("say", f"note {i}") for i in range(6)]) == [0] * 6
    with open_journal(old) as journal:
        assert sorted(reports_of(journal.session(2))[-6:]) == [f"note {i}" for i in range(6)]


def test_the_address_of_a_server() -> None:
    place = places.server("postgresql+psycopg://ann%40home:p%2Fw@cards.example:5433/the%20club?sslmode=require")
    assert place == Server("cards.example", 5433, "ann@home", "p/w", "the club", (("sslmode", "require"),))
    assert str(place) == "postgresql://ann@home@cards.example:5433/the club"
    assert "p/w" not in repr(place)
    assert str(places.server("postgres://[::1]/club")) == "postgresql://[::1]/club"
    assert places.server("postgresql:///club?host=/run/postgresql").options == (("host", "/run/postgresql"),)
