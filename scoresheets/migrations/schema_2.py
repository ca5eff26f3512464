"""Who turned out to be one player, or joined later on; whose house a session has and whence it came; precedents."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Boolean, Column, DateTime, ForeignKey, Integer, String


def upgrade(op: Operations) -> None:
    op.add_column("player", Column("same_as", Integer, ForeignKey("player.id")), inline_references=True)
    for name in ("profile", "imported"):
        op.add_column("session", Column(name, String, server_default="", nullable=False))
    op.add_column("result", Column("behind", Integer, server_default="0", nullable=False))
    op.add_column("seat", Column("joined", Boolean, server_default="0", nullable=False))
    op.create_index("ix_session_imported", "session", ["imported"])
    op.create_table(
        "precedent",
        Column("id", Integer, primary_key=True),
        Column("at", DateTime, nullable=False),
        Column("session_id", Integer, ForeignKey("session.id")),
        Column("line", Integer, nullable=False),
        Column("game", String, nullable=False),
        *(
            Column(name, String, nullable=False)
            for name in ("question", "facts", "rule", "options", "verdict", "certainty", "effect", "agreed", "note")
        ),
        Column("adopted", DateTime),
        Column("adopted_as", String, nullable=False),
    )
    op.create_index("ix_precedent_game", "precedent", ["game"])
    op.create_index("ix_precedent_session_id", "precedent", ["session_id"])
    op.execute(
        "CREATE TRIGGER precedent_is_never_deleted BEFORE DELETE ON precedent "
        "BEGIN SELECT RAISE(ABORT, 'a ruling is never deleted'); END"
    )
    op.execute(
        "CREATE TRIGGER precedent_is_only_adopted BEFORE UPDATE OF id, at, session_id, line, game, question, facts, "
        "rule, options, verdict, certainty, effect, agreed, note ON precedent "
        "BEGIN SELECT RAISE(ABORT, 'a ruling is never changed'); END"
    )
