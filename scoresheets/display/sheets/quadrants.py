"""Two sides and a line across, as in Bridge: points toward game are below it, everything else above."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.language.words import Seat
from scoresheets.display.sheets.paper import Paper, SheetRow

if TYPE_CHECKING:
    from scoresheets.display.fitting import Fitted

BELOW = "contract"  # the kind of score line that counts toward game
GAME = 100
LEAST = (10, 3)  # blank rows above the line, and in each of three games below it


def draw(paper: Paper) -> Fitted:
    table = paper.table()
    table.column(paper.text("hand"), right=True)
    table.column(paper.text("line"), flows=True)
    paper.players(table, least=6)
    above, below = LEAST if paper.blank else (0, 0)
    _part(paper, table, "above")
    over = dict.fromkeys(paper.sides, 0)
    for row in paper.hands:
        _lines(paper, table, row, [kind for kind in paper.game.score_lines if kind != BELOW], over)
    for _ in range(above):
        table.row()
    table.section()
    _part(paper, table, "below")
    game = dict.fromkeys(paper.sides, 0)
    for row in paper.hands:
        _lines(paper, table, row, [BELOW], game)
        if max(game.values()) >= GAME:  # both start again at 0
            game = dict.fromkeys(paper.sides, 0)
            table.section()
    for i in range(3 * below):
        table.row()
        if (i + 1) % below == 0:
            table.section()
    for row in paper.apart:
        amounts = (paper.number(row.points(side) or None) for side in paper.sides)
        table.row("", paper.text(row.apart), *amounts)
    table.section()
    table.row("", paper.text("total", "bold"), *(paper.total(side) for side in paper.sides))
    return table


def _part(paper: Paper, table: Fitted, name: str) -> None:
    table.row("", paper.text(f"{name} the line", "bold"))


def _lines(paper: Paper, table: Fitted, row: SheetRow, kinds: list[str], so_far: dict[Seat, int]) -> None:
    """Score lines of these kinds in a hand, and their total in this part of the sheet."""
    if row.blank:
        return
    for kind in kinds:
        lines = [line for line in row.lines if line.category == kind]
        if lines:
            amounts = {side: sum(line.points for line in lines if line.who == side) for side in paper.sides}
            for side, points in amounts.items():
                so_far[side] += points
            scores = (paper.score(points or None, so_far[side]) for side, points in amounts.items())
            table.row(paper.text(paper.label(row)), paper.text(kind), *scores)
