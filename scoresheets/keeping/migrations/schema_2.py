"""Merged players and players who joined later, the house and origin of a session, and precedents."""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import BigInteger, Boolean, Column, DateTime, ForeignKey, Integer, String

NUMBER = Integer().with_variant(BigInteger(), "postgresql")
TEXT = String().with_variant(String(collation="C"), "postgresql")
MOMENT = DateTime(timezone=True)


def upgrade(op: Operations) -> None:
    op.add_column("player", Column("same_as", NUMBER, ForeignKey("player.id")), inline_references=True)
    for name in ("profile", "imported"):
        op.add_column("session", Column(name, TEXT, server_default="", nullable=False))
    op.add_column("result", Column("behind", NUMBER, server_default="0", nullable=False))
    op.add_column("seat", Column("joined", Boolean, server_default="0", nullable=False))
    op.create_index("ix_session_imported", "session", ["imported"])
    op.create_table(
        "precedent",
        Column("id", NUMBER, primary_key=True, autoincrement=False),
        Column("at", MOMENT, nullable=False),
        Column("session_id", NUMBER, ForeignKey("session.id")),
        Column("line", NUMBER, nullable=False),
        Column("game", TEXT, nullable=False),
        *(
            Column(name, TEXT, nullable=False)
            for name in ("question", "facts", "rule", "options", "verdict", "certainty", "effect", "agreed", "note")
        ),
        Column("adopted", MOMENT),
        Column("adopted_as", TEXT, nullable=False),
    )
    op.create_index("ix_precedent_game", "precedent", ["game"])
    op.create_index("ix_precedent_session_id", "precedent", ["session_id"])
    for statement in GUARDS[op.get_bind().dialect.name]:
        op.execute(statement)


GUARDS = {
    "sqlite": (
        "CREATE TRIGGER precedent_is_never_deleted BEFORE DELETE ON precedent "
        "BEGIN SELECT RAISE(ABORT, 'a ruling is never deleted'); END",
        "CREATE TRIGGER precedent_is_only_adopted BEFORE UPDATE OF id, at, session_id, line, game, question, facts, "
        "rule, options, verdict, certainty, effect, agreed, note ON precedent "
        "BEGIN SELECT RAISE(ABORT, 'a ruling is never changed'); END",
    ),
    "postgresql": (
        "CREATE TRIGGER precedent_is_never_deleted BEFORE DELETE ON precedent "
        "FOR EACH ROW EXECUTE FUNCTION referee_refuses('a ruling is never deleted')",
        "CREATE TRIGGER precedent_is_never_emptied BEFORE TRUNCATE ON precedent "
        "FOR EACH STATEMENT EXECUTE FUNCTION referee_refuses('a ruling is never deleted')",
        "CREATE TRIGGER precedent_is_only_adopted BEFORE UPDATE OF id, at, session_id, line, game, question, facts, "
        "rule, options, verdict, certainty, effect, agreed, note ON precedent "
        "FOR EACH ROW EXECUTE FUNCTION referee_refuses('a ruling is never changed')",
    ),
}
