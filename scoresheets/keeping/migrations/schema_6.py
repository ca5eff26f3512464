"""Totals with decimals, like 13.5.

A file doesn't change, since SQLite stores them in integer columns. But older versions of referee can't read them.
"""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Numeric


def upgrade(op: Operations) -> None:
    if op.get_bind().dialect.name == "postgresql":
        for column in ("score", "behind"):
            op.alter_column("result", column, type_=Numeric())
        op.alter_column("result", "behind", server_default="0")
