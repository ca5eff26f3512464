"""A column for each player and a box for each category, as on the sheet of a dice game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scoresheets.display.sheets.paper import Paper

if TYPE_CHECKING:
    from scoresheets.display.fitting import Fitted


def draw(paper: Paper) -> Fitted:
    made: dict[tuple[str, str], int] = {}
    for line in paper.referee.lines:
        if line.hand:
            made[line.category, line.who] = made.get((line.category, line.who), 0) + line.points
    table = paper.table()
    table.column(paper.text("box"), flows=True)
    paper.players(table, least=4)
    for number, box in enumerate(paper.game.score_lines, 1):
        table.row(paper.text(f"{number} {box}"), *(paper.number(made.get((box, side))) for side in paper.sides))
    for row in paper.apart:
        table.row(paper.text(row.apart), *(paper.number(row.points(side) or None) for side in paper.sides))
    table.section()
    table.row(paper.text("total", "bold"), *(paper.total(side) for side in paper.sides))
    return table
