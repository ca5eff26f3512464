"""The tables of the database. Nothing else defines them.

The journal (`Entry`) is only appended to. What follows from it (`Result`, the columns of `Session` that hold its state)
is written in the same transaction, so that statistics never have to replay a session. `scoresheets.keeping.proof`
describes chains and seals.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Integer, Numeric, String, Table
from sqlalchemy.dialects import registry
from sqlalchemy.schema import CreateIndex, CreateTable
from sqlmodel import AutoString, Field, Index, SQLModel

from scoresheets.keeping.digests import blank_book


def _blank(*, index: bool = False) -> Any:
    """A text column, "" also in rows older than the column."""
    return Field(default="", index=index, sa_column_kwargs={"server_default": ""})


def table(model: type[SQLModel]) -> Table:
    """The table of a model, for queries that need columns but no objects. Nothing has to be mapped for that."""
    sql_table: Table = model.__table__  # type: ignore[attr-defined]
    return sql_table


DECIMALS = "decimals"  # marks a column of points, which may have decimals in totals from paper


def _points(default: Any = ..., **more: Any) -> Any:
    return Field(default=default, sa_column_kwargs={"info": {DECIMALS: True}, **more})


def _number() -> Any:
    """A key that the writing process assigns: the last one plus 1."""
    return Field(default=None, primary_key=True, sa_column_kwargs={"autoincrement": False})


class Player(SQLModel, table=True):
    """Somebody who has played; ``folded`` is the name in the form used for comparing.

    ``same_as`` is the player that this one was merged into. Results stay with the row they were played under, and count
    for ``coalesce(same_as, id)``. A player who was merged is never the target of another merge.
    """

    id: int | None = _number()
    name: str
    folded: str = Field(unique=True)
    same_as: int | None = Field(default=None, foreign_key="player.id")
    seal: str = _blank()


class Group(SQLModel, table=True):
    """Players who often sit down together; ``folded`` is the name in the form used for comparing."""

    __tablename__ = "player_group"

    id: int | None = _number()
    name: str
    folded: str = Field(unique=True)
    seal: str = _blank()  # of the row and its members


class Member(SQLModel, table=True):
    """A player of a group; ``place`` gives the order of seats."""

    __tablename__ = "group_member"

    group_id: int = Field(foreign_key="player_group.id", primary_key=True)
    place: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)


class Session(SQLModel, table=True):
    """One game at one table. Its id is the number that people see.

    The session in play is the one resumed last among those that haven't ended.
    """

    __table_args__ = (Index("session_in_play", "ended", "taken_up"),)

    id: int | None = _number()
    game: str = Field(index=True)
    edition: int
    title: str = ""
    place: str = ""
    dealer: str = ""  # the first dealer, "" if nobody was named
    seed: int | None = None  # of the draw for seats
    opened: datetime
    ended: datetime | None = None
    taken_up: int = Field(index=True)  # numbered as sessions are opened and resumed
    over: bool = False  # the game is finished, whether or not the session is closed
    hands: int = 0  # finished
    profile: str = _blank()  # the house it was opened with
    imported: str = _blank(index=True)  # digest of the imported record
    root: str = _blank()  # the start of the chain of its lines
    chain: str = _blank()  # the digest of its last line
    seal: str = _blank()  # of the row and its seats
    tally: str = _blank()  # the seal of its results
    aside: datetime | None = None  # when the table set it aside: it is saved but doesn't count
    sheet: str = _blank()  # the declared sheet of its game, "" for a game of the package
    only_totals: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})  # only its totals are known
    accounts: str = _blank()  # the chips in each account, "" if none are moved or it hasn't been found yet


class HouseRule(SQLModel, table=True):
    """An option in force when the session was opened, and whether the table chose it."""

    __tablename__ = "house_rule"

    session_id: int = Field(foreign_key="session.id", primary_key=True)
    name: str = Field(primary_key=True)
    value: str | None = None
    chosen: bool = False


class SeatRow(SQLModel, table=True):
    """A player's seat, clockwise from 1, and the name used that night. Players who joined later come last."""

    __tablename__ = "seat"

    session_id: int = Field(foreign_key="session.id", primary_key=True)
    place: int = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    name: str
    joined: bool = Field(default=False, sa_column_kwargs={"server_default": "0"})


class Entry(SQLModel, table=True):
    """One line of a session's journal.

    ``kind`` is report, undo, redo, fix, void, end, aside, resume or confirm. ``text`` is the report in notation,
    ``typed`` as it was typed. Only accepted lines affect the game.
    """

    __table_args__ = {"sqlite_with_rowid": False}

    session_id: int = Field(foreign_key="session.id", primary_key=True)
    number: int = Field(primary_key=True)
    at: datetime
    kind: str
    text: str = ""
    typed: str = ""
    verdict: str = "accepted"
    overrule: bool = False  # entered with ~
    rules: str = "[]"  # JSON: the rules broken; for an accepted report, those the table overruled
    findings: str = "[]"  # JSON: name, who, message, lines
    message: str = ""  # why it was refused
    why: str = ""  # the reason for a correction; for a confirmation, whether it is contested or accepted
    target: int = 0  # the line that a fix or a void corrects
    moved: int = 0  # how many reports an undo or redo affects
    digest: str = _blank()  # of this line and the one before


class Result(SQLModel, table=True):
    """A player's result in a session. Partners have the score of their side.

    ``place`` is 1 for the winners, and ``sharing`` the number of sides that share the win. ``behind`` is the most that
    a winner was behind after a hand.
    """

    session_id: int = Field(foreign_key="session.id", primary_key=True)
    player_id: int = Field(foreign_key="player.id", primary_key=True, index=True)
    side: str
    score: int = _points()
    place: int
    winner: bool = False
    sharing: int = 0
    behind: int = _points(0, server_default="0")


class Precedent(SQLModel, table=True):
    """A decision of the table in a dispute, with the facts it was based on.

    It is saved even if no session was open. ``line`` is 0 if it wasn't about a line of the journal.
    """

    id: int | None = _number()
    at: datetime
    session_id: int | None = Field(default=None, foreign_key="session.id", index=True)
    line: int = 0
    game: str = Field(index=True)
    question: str  # in the words of the question
    facts: str = "{}"  # JSON
    rule: str = ""
    options: str = "{}"  # JSON: the house rules in force
    verdict: str = ""
    certainty: str = ""
    effect: str = ""
    agreed: str = ""  # who agreed
    note: str = ""
    adopted: datetime | None = None  # when it became a house rule
    adopted_as: str = ""  # that house rule
    seal: str = _blank()


class Book(SQLModel, table=True):
    """One row: the number of rows of each kind, the session in play, the one resumed last, and the identity."""

    id: int = _number()
    sessions: int = 0
    players: int = 0
    rulings: int = 0
    in_play: int = 0
    latest: int = 0
    seal: str = ""
    groups: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    identity: str = _blank()  # 16 random digits shared by all copies of this database


TRIGGERS = (
    "CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'a line of the journal is never changed'); END",
    "CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry "
    "BEGIN SELECT RAISE(ABORT, 'a line of the journal is never deleted'); END",
    "CREATE TRIGGER entry_is_the_next BEFORE INSERT ON entry WHEN NEW.number IS NOT "
    "(SELECT coalesce(max(number), 0) + 1 FROM entry WHERE session_id = NEW.session_id) "
    "BEGIN SELECT RAISE(ABORT, 'a line of the journal has the number after the last'); END",
    "CREATE TRIGGER entry_ends_the_chain AFTER INSERT ON entry "
    "BEGIN UPDATE session SET chain = NEW.digest WHERE id = NEW.session_id; END",
    "CREATE TRIGGER precedent_is_never_deleted BEFORE DELETE ON precedent "
    "BEGIN SELECT RAISE(ABORT, 'a ruling is never deleted'); END",
    "CREATE TRIGGER precedent_is_only_adopted BEFORE UPDATE OF id, at, session_id, line, game, question, facts, rule, "
    "options, verdict, certainty, effect, agreed, note ON precedent "
    "BEGIN SELECT RAISE(ABORT, 'a ruling is never changed'); END",
)


GUARDS = (
    "CREATE FUNCTION referee_refuses() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation'; END $$",
    "CREATE FUNCTION referee_counts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN "
    "IF NEW.number IS DISTINCT FROM "
    "(SELECT coalesce(max(number), 0) + 1 FROM entry WHERE session_id = NEW.session_id) "
    "THEN RAISE EXCEPTION USING MESSAGE = TG_ARGV[0], ERRCODE = 'integrity_constraint_violation'; END IF; "
    "RETURN NEW; END $$",
    "CREATE FUNCTION referee_chains() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN "
    "UPDATE session SET chain = NEW.digest WHERE id = NEW.session_id; RETURN NULL; END $$",
    "CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry "
    "FOR EACH ROW EXECUTE FUNCTION referee_refuses('a line of the journal is never changed')",
    "CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry "
    "FOR EACH ROW EXECUTE FUNCTION referee_refuses('a line of the journal is never deleted')",
    "CREATE TRIGGER entry_is_never_emptied BEFORE TRUNCATE ON entry "
    "FOR EACH STATEMENT EXECUTE FUNCTION referee_refuses('a line of the journal is never deleted')",
    "CREATE TRIGGER entry_is_the_next BEFORE INSERT ON entry "
    "FOR EACH ROW EXECUTE FUNCTION referee_counts('a line of the journal has the number after the last')",
    "CREATE TRIGGER entry_ends_the_chain AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION referee_chains()",
    "CREATE TRIGGER precedent_is_never_deleted BEFORE DELETE ON precedent "
    "FOR EACH ROW EXECUTE FUNCTION referee_refuses('a ruling is never deleted')",
    "CREATE TRIGGER precedent_is_never_emptied BEFORE TRUNCATE ON precedent "
    "FOR EACH STATEMENT EXECUTE FUNCTION referee_refuses('a ruling is never deleted')",
    "CREATE TRIGGER precedent_is_only_adopted BEFORE UPDATE OF id, at, session_id, line, game, question, facts, rule, "
    "options, verdict, certainty, effect, agreed, note ON precedent "
    "FOR EACH ROW EXECUTE FUNCTION referee_refuses('a ruling is never changed')",
)
"""The triggers for a server, where a table can also be emptied with one statement."""

VERSION = "CREATE TABLE referee (schema INTEGER NOT NULL)"
"""One row with what a file has in its header. Writers lock it."""

for _table in SQLModel.metadata.tables.values():
    for _column in _table.columns:  # on a server, numbers have the same size and texts are compared as in a file
        if _column.info.get(DECIMALS):  # SQLite also stores 13.5 in an integer column
            _column.type = Integer().with_variant(Numeric(), "postgresql")
        elif isinstance(_column.type, Integer):
            _column.type = Integer().with_variant(BigInteger(), "postgresql")
        elif isinstance(_column.type, AutoString):
            _column.type = String().with_variant(String(collation="C"), "postgresql")


def layout(kind: str = "sqlite", identity: str = "") -> Iterator[str]:
    """The statements that set up an empty database, sqlite or postgresql, with an identity."""
    dialect = registry.load(kind)()
    for table in SQLModel.metadata.sorted_tables:
        yield str(CreateTable(table).compile(dialect=dialect))
        for index in sorted(table.indexes, key=lambda index: str(index.name)):
            yield str(CreateIndex(index).compile(dialect=dialect))
    if kind == "sqlite":
        yield from TRIGGERS
    else:
        yield VERSION
        yield from GUARDS
    yield blank_book(identity)
