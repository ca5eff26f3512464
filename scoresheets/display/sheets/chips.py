"""Chips: the result of each hand for every player, the pots after it, and transfers outside of hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoresheets.display.sheets.paper import Paper

if TYPE_CHECKING:
    from scoresheets.display.fitting import Fitted


def draw(paper: Paper) -> Fitted:
    pots = [name for name in dict.fromkeys(line.who for line in paper.referee.lines) if name not in paper.sides]
    if paper.blank:
        pots = [name for name in paper.game.accounts if not name[-1].isdigit()]
    table = paper.table()
    table.column(paper.text("deal" if "deal" in paper.game.facts else "hand"), right=True)
    paper.players(table, pots)
    for row in paper.rows:
        table.row(
            paper.text(paper.label(row)),
            *(paper.cell(row, side) for side in paper.sides),
            *(paper.number((row.points(pot) if row.apart else row.so_far.get(pot)) or None) for pot in pots),
        )
    table.section()
    balances = [paper.number(None if paper.blank else paper.referee.accounts.get(pot), "bold") for pot in pots]
    table.row(paper.text("total", "bold"), *(paper.total(side) for side in paper.sides), *balances)
    return table
