"""A column for each player and a row for each hand: the bid and the tricks beside the points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.notation import Seat
from scoresheets.sheets.paper import Paper, Row, beside, told_once

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

ONCE = {"size": "cards", "trump": "trump"}
"""Facts that have a column of their own, and its title."""


def draw(paper: Paper) -> RenderableType:
    table = paper.table()
    paper.column(table, "hand")
    facts = [name for name in ONCE if name in paper.game.facts]
    for name in facts:
        paper.column(table, ONCE[name])
    for side in paper.sides:
        paper.column(table, side, least=4)
    for row in paper.rows:
        once = [told_once(row.hand, name) if row.hand else "" for name in facts]
        table.add_row(paper.text(paper.label(row)), *map(paper.text, once), *(cell(paper, row, s) for s in paper.sides))
    empty = [""] * len(facts)
    for category, amounts in paper.apart_from_hands():
        table.add_row(paper.text(category), *empty, *(paper.number(amounts.get(side)) for side in paper.sides))
    table.add_section()
    table.add_row(paper.text("total", "bold"), *empty, *(paper.total(side) for side in paper.sides))
    return table


def cell(paper: Paper, row: Row, side: Seat) -> Text:
    """``● 3/4 -10``: who dealt is marked, the bid and the tricks taken, the points."""
    found = paper.text("")
    if row.hand and row.hand.dealer == side:
        found.append(f"{paper.mark} ")
    if row.hand:
        found.append(beside(row.hand, side))
    points = row.points(side) if row.finished or row.points(side) else None
    shown = paper.number(points)
    found.append(" " * max(1, 5 - len(shown)))
    return found.append_text(shown)
