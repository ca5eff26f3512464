"""Chips: what each hand brought every player, and what then lay in the pots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoresheets.sheets.paper import Paper

if TYPE_CHECKING:
    from rich.table import Table


def draw(paper: Paper) -> Table:
    cells = [[paper.cell(row, side) for side in paper.sides] for row in paper.rows]
    pots = [name for name in dict.fromkeys(line.who for line in paper.referee.lines) if name not in paper.sides]
    if paper.blank:
        pots = [name for name in paper.game.accounts if not name[-1].isdigit()]
    table = paper.table()
    paper.column(table, "deal" if "deal" in paper.game.facts else "hand")
    for i, side in enumerate(paper.sides):
        paper.column(table, paper.name(side), least=max((len(row[i]) for row in cells), default=4))
    for pot in pots:
        paper.column(table, pot)
    inside = dict.fromkeys(pots, 0)
    for row, chips in zip(paper.rows, cells, strict=True):
        for pot in pots:
            inside[pot] += row.points(pot)
        table.add_row(
            paper.text(paper.label(row)),
            *chips,
            *(paper.number((not row.blank and inside[pot]) or None) for pot in pots),
        )
    for category, amounts in paper.apart_from_hands():
        table.add_row(paper.text(category), *(paper.number(amounts.get(name)) for name in (*paper.sides, *pots)))
    table.add_section()
    balances = [paper.number(None if paper.blank else paper.referee.accounts.get(pot), "bold") for pot in pots]
    table.add_row(paper.text("total", "bold"), *(paper.total(side) for side in paper.sides), *balances)
    return table
