"""Chains and seals, which prove that saved data is whole.

There have been three shapes of schema 2 before the last one, without all of its columns and triggers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from alembic.operations import Operations
from sqlalchemy import Boolean, Column, inspect

from scoresheets.keeping import digests, proof
from scoresheets.keeping.migrations.schema_2 import GUARDS, MOMENT, NUMBER, TEXT
from scoresheets.keeping.replay import JournalLine, chained

if TYPE_CHECKING:
    from scoresheets.keeping.database import Link

COLUMNS = {
    "player": ("seal",),
    "session": ("root", "chain", "seal", "tally"),
    "entry": ("digest",),
    "precedent": ("seal",),
}


def upgrade(op: Operations) -> None:
    kind = op.get_bind().dialect.name
    _complete(op)
    for table, names in COLUMNS.items():
        for name in names:
            op.add_column(table, Column(name, TEXT, server_default="", nullable=False))
    op.add_column("session", Column("aside", MOMENT))
    op.create_table(
        "book",
        Column("id", NUMBER, primary_key=True, autoincrement=False),
        *(Column(name, NUMBER, nullable=False) for name in ("sessions", "players", "rulings", "in_play", "latest")),
        Column("seal", TEXT, nullable=False),
    )
    op.execute(f"INSERT INTO book VALUES (1, 0, 0, 0, 0, 0, '{digests.digest(0, 0, 0, 0, 0)}')")
    for statement in OPEN[kind]:
        op.execute(statement)
    for statement in BROKEN_OFF:
        op.execute(statement)
    _begin(link_of(op))
    for statement in GUARD[kind]:
        op.execute(statement)


def _complete(op: Operations) -> None:
    """Adds what an early schema 2 lacks: winners' deficits, players who joined, triggers for rulings."""
    bind = op.get_bind()
    known = {table: {column["name"] for column in inspect(bind).get_columns(table)} for table in ("result", "seat")}
    if "behind" not in known["result"]:
        op.add_column("result", Column("behind", NUMBER, server_default="0", nullable=False))
    if "joined" not in known["seat"]:
        op.add_column("seat", Column("joined", Boolean, server_default="0", nullable=False))
    if bind.dialect.name == "sqlite":
        triggers = bind.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'trigger'").scalars().all()
        for statement in GUARDS["sqlite"]:
            if statement.split()[2] not in triggers:
                op.execute(statement)


def link_of(op: Operations) -> Link:
    """The connection in the journal's form."""
    raw = op.get_bind().connection.dbapi_connection
    if op.get_bind().dialect.name == "sqlite":
        return raw  # type: ignore[return-value]
    from scoresheets.keeping.places import Server
    from scoresheets.keeping.postgres import Wire

    return Wire.over(raw, Server())  # type: ignore[arg-type]


OPENING = "id, game, edition, title, place, dealer, seed, opened, ended, taken_up, profile, imported, root, aside"
SEAT = "session_id, place, player_id, name, joined"
RESULT = "session_id, player_id, side, score, place, winner, sharing, behind"
LINE = "number, at, kind, text, typed, verdict, overrule, rules, findings, message, why, target, moved, digest"
ROWS = {
    "player": "id, name, folded, same_as",
    "precedent": "id, at, session_id, line, game, question, facts, rule, options, verdict, certainty, effect, agreed,"
    " note, adopted, adopted_as",
}


def _begin(link: Link) -> None:
    """Makes the chains and seals of earlier data."""
    numbers = [number for (number,) in link.execute("SELECT id FROM session ORDER BY id").fetchall()]
    for number in numbers:
        _chain(link, number)
    counts: list[int] = []
    for table, columns in ROWS.items():
        rows = link.execute(f"SELECT {columns} FROM {table} ORDER BY id").fetchall()
        link.executemany(f"UPDATE {table} SET seal = ? WHERE id = ?", [(digests.sealed(row), row[0]) for row in rows])
        counts.append(len(rows))
    book = len(numbers), *counts, proof.next_in_play(link), proof.next_latest(link)
    asked = "UPDATE book SET sessions = ?, players = ?, rulings = ?, in_play = ?, latest = ?, seal = ?"
    link.execute(asked, (*book, digests.digest(*book)))


def _chain(link: Link, number: int) -> None:
    def rows(columns: str, table: str, order: str) -> list[tuple[object, ...]]:
        asked = f"SELECT {columns} FROM {table} WHERE session_id = ? ORDER BY {order}"
        return link.execute(asked, (number,)).fetchall()

    asked = "SELECT game, edition, title, place, dealer, seed, profile, opened, over, hands FROM session WHERE id = ?"
    game, edition, *more, over, hands = link.execute(asked, (number,)).fetchone()
    players = [str(name) for name, joined in rows("name, joined", "seat", "place") if not joined]
    house = rows("name, value, chosen", "house_rule", "name")
    root = digests.root(game, edition, players, house, *more)  # type: ignore[arg-type]
    lines = [*chained(root, [JournalLine(*row) for row in rows(LINE, "entry", "number")])]  # type: ignore[arg-type]
    digested = [(line.digest, number, line.number) for line in lines]
    link.executemany("UPDATE entry SET digest = ? WHERE session_id = ? AND number = ?", digested)
    last = lines[-1].digest if lines else root
    text = digests.tally(over, hands, rows(RESULT, "result", "player_id"))
    link.execute("UPDATE session SET root = ?, chain = ?, tally = ? WHERE id = ?", (root, last, text, number))
    row = link.execute(f"SELECT {OPENING} FROM session WHERE id = ?", (number,)).fetchone()
    seal = digests.sealed(row, rows(SEAT, "seat", "place"))
    link.execute("UPDATE session SET seal = ? WHERE id = ?", (seal, number))


STOPPED = """
    SELECT session.id FROM session JOIN entry ON entry.session_id = session.id
    WHERE entry.kind = 'end' AND entry.text <> '' AND session.ended IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM entry AS later
        WHERE later.session_id = session.id AND later.number > entry.number AND later.kind IN ('end', 'resume')
    ) AND (session.hands = 0 OR session.game NOT IN (
        'fan-tan', 'farmer', 'faro', 'put-and-take', 'razz', 'tonk', 'backhand', 'funfzehnern', 'reversis'
    ) OR EXISTS (
        SELECT 1 FROM house_rule
        WHERE house_rule.session_id = session.id AND name IN ('hands', 'first-to') AND value IS NOT NULL
    ))
"""
"""Sessions stopped early by the table, which used to count as won."""

BROKEN_OFF = (
    f"UPDATE result SET winner = FALSE, sharing = 0, behind = 0 WHERE session_id IN ({STOPPED})",
    f"UPDATE session SET over = FALSE WHERE id IN ({STOPPED})",
)

OPEN = {
    "sqlite": ("DROP TRIGGER entry_is_never_changed",),
    "postgresql": ("ALTER TABLE entry DISABLE TRIGGER entry_is_never_changed",),
}
GUARD = {
    "sqlite": (
        "CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry "
        "BEGIN SELECT RAISE(ABORT, 'a line of the journal is never changed'); END",
        "CREATE TRIGGER entry_ends_the_chain AFTER INSERT ON entry "
        "BEGIN UPDATE session SET chain = NEW.digest WHERE id = NEW.session_id; END",
    ),
    "postgresql": (
        "ALTER TABLE entry ENABLE TRIGGER entry_is_never_changed",
        "CREATE FUNCTION referee_chains() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN "
        "UPDATE session SET chain = NEW.digest WHERE id = NEW.session_id; RETURN NULL; END $$",
        "CREATE TRIGGER entry_ends_the_chain AFTER INSERT ON entry FOR EACH ROW EXECUTE FUNCTION referee_chains()",
    ),
}
