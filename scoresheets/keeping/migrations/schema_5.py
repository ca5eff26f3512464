"""The chips of a session beside its results, and the identity of the book.

Earlier sessions have no chips there. `settle` finds them once and saves them.
"""

from __future__ import annotations

from alembic.operations import Operations
from sqlalchemy import Column

from scoresheets.keeping import digests
from scoresheets.keeping.migrations.schema_2 import TEXT
from scoresheets.keeping.migrations.schema_3 import link_of


def upgrade(op: Operations) -> None:
    op.add_column("session", Column("accounts", TEXT, server_default="", nullable=False))
    op.add_column("book", Column("identity", TEXT, server_default="", nullable=False))
    link = link_of(op)
    counts = "sessions, players, rulings, in_play, latest, groups"
    for *book, seal in link.execute(f"SELECT {counts}, seal FROM book").fetchall():
        if digests.digest(*book) == seal:  # a damaged book stays damaged
            mine = digests.new_identity()
            link.execute("UPDATE book SET identity = ?, seal = ?", (mine, digests.digest(*book, mine)))
