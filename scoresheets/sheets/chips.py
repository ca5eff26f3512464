"""Chips: what each hand brought every player, and what then lay in the pots."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.notation import Seat
from scoresheets.sheets.paper import Paper, Row, beside

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text


def draw(paper: Paper) -> RenderableType:
    table = paper.table()
    paper.column(table, "deal" if "deal" in paper.game.facts else "hand")
    for side in paper.sides:
        paper.column(table, side, least=5)
    pots = [name for name in dict.fromkeys(line.who for line in paper.referee.lines) if name not in paper.sides]
    for pot in pots:
        paper.column(table, pot)
    inside = dict.fromkeys(pots, 0)
    for row in paper.rows:
        for pot in pots:
            inside[pot] += row.points(pot)
        chips = [cell(paper, row, side) for side in paper.sides]
        table.add_row(paper.text(paper.label(row)), *chips, *(paper.number(inside[pot] or None) for pot in pots))
    for category, amounts in paper.apart_from_hands():
        table.add_row(paper.text(category), *(paper.number(amounts.get(name)) for name in (*paper.sides, *pots)))
    table.add_section()
    balances = [paper.number(paper.referee.accounts.get(pot), "bold") for pot in pots]
    table.add_row(paper.text("total", "bold"), *(paper.total(side) for side in paper.sides), *balances)
    return table


def cell(paper: Paper, row: Row, side: Seat) -> Text:
    """``● 16  +36``: who dealt is marked, what was held, chips won or lost."""
    found = paper.text("")
    if row.hand and row.hand.dealer == side:
        found.append(f"{paper.mark} ")
    if row.hand:
        found.append(beside(row.hand, side))
    chips = row.points(side)
    shown = paper.text(f"{chips:+d}" if chips else "0", "red" if chips < 0 else "")
    found.append(" " * max(1, 5 - len(shown)))
    return found.append_text(shown)
