"""A column for each player and a row for each hand, with the bid and the tricks beside the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoresheets.display.sheets.paper import Paper, entered_once

if TYPE_CHECKING:
    from scoresheets.display.fitting import Fitted

ONCE = {"size": "cards", "trump": "trump"}
"""Facts with a column of their own, and its title."""


def draw(paper: Paper) -> Fitted:
    facts = [name for name in ONCE if name in paper.game.facts]
    table = paper.table()
    table.column(paper.text("hand"), right=True)
    for name in facts:
        table.column(paper.text(ONCE[name]), right=True, apart=True)
    paper.players(table, least=4)
    for row in paper.rows:
        once = [entered_once(row.hand, name) if row.hand else "" for name in facts]
        cells = (paper.cell(row, side) for side in paper.sides)
        table.row(paper.text(paper.label(row)), *map(paper.text, once), *cells)
    empty = [""] * len(facts)
    table.section()
    table.row(paper.text("total", "bold"), *empty, *(paper.total(side) for side in paper.sides))
    return table
