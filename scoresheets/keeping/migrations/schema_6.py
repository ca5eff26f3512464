"""Totals with decimals, as 13.5.

In a file nothing changes: SQLite keeps them in a column of whole numbers. An older referee can't read them, though.
"""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Numeric


def upgrade(op: Operations) -> None:
    if op.get_bind().dialect.name == "postgresql":
        for column in ("score", "behind"):
            op.alter_column("result", column, type_=Numeric())
        op.alter_column("result", "behind", server_default="0")
