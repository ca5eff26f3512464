"""A column for each player and a row for each hand: the bid and the tricks beside the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoresheets.sheets.paper import Paper, told_once

if TYPE_CHECKING:
    from rich.table import Table

ONCE = {"size": "cards", "trump": "trump"}
"""Facts that have a column of their own, and its title."""


def draw(paper: Paper) -> Table:
    facts = [name for name in ONCE if name in paper.game.facts]
    cells = [[paper.cell(row, side) for side in paper.sides] for row in paper.rows]
    table = paper.table()
    paper.column(table, "hand")
    for name in facts:
        paper.column(table, ONCE[name])
    for i, side in enumerate(paper.sides):
        paper.column(table, paper.name(side), least=max((len(row[i]) for row in cells), default=4))
    for row, amounts in zip(paper.rows, cells, strict=True):
        once = [told_once(row.hand, name) if row.hand else "" for name in facts]
        table.add_row(paper.text(paper.label(row)), *map(paper.text, once), *amounts)
    empty = [""] * len(facts)
    for category, apart in paper.apart_from_hands():
        table.add_row(paper.text(category), *empty, *(paper.number(apart.get(side)) for side in paper.sides))
    table.add_section()
    table.add_row(paper.text("total", "bold"), *empty, *(paper.total(side) for side in paper.sides))
    return table
