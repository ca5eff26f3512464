"""Declared sheets, sessions with totals only, and groups of players."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Boolean, Column, ForeignKey

from scoresheets.keeping import digests
from scoresheets.keeping.migrations.schema_2 import NUMBER, TEXT
from scoresheets.keeping.migrations.schema_3 import link_of


def upgrade(op: Operations) -> None:
    op.add_column("session", Column("sheet", TEXT, server_default="", nullable=False))
    op.add_column("session", Column("only_totals", Boolean, server_default="0", nullable=False))
    op.create_table(
        "player_group",
        Column("id", NUMBER, primary_key=True, autoincrement=False),
        Column("name", TEXT, nullable=False),
        Column("folded", TEXT, nullable=False, unique=True),
        Column("seal", TEXT, server_default="", nullable=False),
    )
    op.create_table(
        "group_member",
        Column("group_id", NUMBER, ForeignKey("player_group.id"), primary_key=True),
        Column("place", NUMBER, primary_key=True),
        Column("player_id", NUMBER, ForeignKey("player.id"), nullable=False),
    )
    op.create_index("ix_group_member_player_id", "group_member", ["player_id"])
    _count_groups(op)


def _count_groups(op: Operations) -> None:
    """Adds the count of groups to the book. A book that was damaged stays damaged."""
    op.add_column("book", Column("groups", NUMBER, server_default="0", nullable=False))
    link = link_of(op)
    for *book, seal in link.execute("SELECT sessions, players, rulings, in_play, latest, seal FROM book").fetchall():
        if digests.digest(*book) == seal:
            link.execute("UPDATE book SET seal = ?", (digests.digest(*book, 0),))
