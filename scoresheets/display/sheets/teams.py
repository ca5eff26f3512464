"""A column for each team. Under each hand a line for each kind of bonus, its sum, and the score so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoresheets.display.sheets.paper import Paper, SheetRow

if TYPE_CHECKING:
    from scoresheets.display.fitting import Fitted


def draw(paper: Paper) -> Fitted:
    table = paper.table()
    table.column(paper.text("hand"), flows=True)
    paper.players(table, least=6)
    for row in paper.rows:
        if row.apart:
            table.row(paper.text(row.apart), *(paper.number(row.points(side) or None) for side in paper.sides))
        else:
            hand(paper, table, row)
        if row is not paper.rows[-1]:
            so_far = (None if row.blank else row.so_far.get(side, 0) for side in paper.sides)
            table.row(paper.text("so far"), *map(paper.number, so_far))
        table.section()
    table.row(paper.text("total", "bold"), *(paper.total(side) for side in paper.sides))
    return table


def hand(paper: Paper, table: Fitted, row: SheetRow) -> None:
    """One hand: the dealer, the kinds of points, and the sum."""
    deals = [f"{row.hand.dealer} deals"] if row.hand else ["______ deals"] if row.blank else []
    table.row(paper.listed([paper.label(row), *deals], " · ", "bold"))
    kinds = [*paper.game.score_lines, *(line.category for line in row.lines)]
    for kind in dict.fromkeys(kinds):
        lines = [line for line in row.lines if line.category == kind]
        if lines or row.blank:
            amounts = [sum(line.points for line in lines if line.who == side) or None for side in paper.sides]
            table.row(paper.text(f"  {kind}"), *map(paper.number, amounts))
    if row.lines or row.finished or row.blank:
        table.row(
            paper.text("  hand"),
            *(
                paper.number(None if row.blank or paper.away(row, side) else row.points(side), "bold")
                for side in paper.sides
            ),
        )
