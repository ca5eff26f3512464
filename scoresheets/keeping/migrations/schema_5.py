"""The chips of a session beside its results, so that nobody replays it to settle up.

What was played before has none yet: `settle` finds them once, and keeps them.
"""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column

from scoresheets.keeping.migrations.schema_2 import TEXT


def upgrade(op: Operations) -> None:
    op.add_column("session", Column("accounts", TEXT, server_default="", nullable=False))
