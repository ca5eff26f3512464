"""Two players, hand by hand: the points of each, in words, and the partie at the bottom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.language.words import Seat
from scoresheets.display.phrases import components
from scoresheets.display.sheets.paper import Paper, SheetRow

if TYPE_CHECKING:
    from scoresheets.display.fitting import Fitted


def draw(paper: Paper) -> Fitted:
    table = paper.table()
    for name in ("hand", "player", "made", "points", "so far"):
        words = name in ("player", "made")
        table.column(paper.text(name), right=not words, flows=words)
    for row in paper.rows:
        if row.apart:
            apart(paper, table, row)
            continue
        for i, side in enumerate(order(paper, row)):
            points = row.points(side)
            table.row(
                paper.text("" if i else paper.label(row)),
                paper.listed(called(paper, row, side)),
                paper.listed(made(paper, row, side)),
                paper.number(points if row.finished or points else None),
                paper.number(None if row.blank else row.so_far.get(side, 0)),
            )
        table.section()
    for i, side in enumerate(paper.sides):
        name = "" if i else "partie" if "elder" in paper.game.facts else "total"
        table.row(paper.text(name, "bold"), paper.text(paper.name(side), "bold"), "", "", paper.total(side))
    return table


def apart(paper: Paper, table: Fitted, row: SheetRow) -> None:
    """Points outside of hands, and whose they are."""
    for who in dict.fromkeys(line.who for line in row.lines):
        so_far = paper.number(row.so_far[who] if who in paper.sides else None)
        table.row("", paper.text(who), paper.text(row.apart), paper.number(row.points(who)), so_far)
    table.section()


def order(paper: Paper, row: SheetRow) -> tuple[Seat, ...]:
    """The sides of a row: elder hand first, if the hand has one."""
    return row.hand.around(row.hand.eldest) if row.hand else paper.sides


def made(paper: Paper, row: SheetRow, side: Seat) -> list[str]:
    """The kinds of points a player made, in the order of the rulebook."""
    kinds = [*paper.game.score_lines]
    lines = [line for line in row.lines if line.who == side]
    return components(sorted(lines, key=lambda line: kinds.index(line.category) if line.category in kinds else -1))


def called(paper: Paper, row: SheetRow, side: Seat) -> list[str]:
    """A player's name with the part taken in the hand."""
    if row.hand is None and paper.nameless and "elder" in paper.game.facts:
        return [("elder", "younger")[paper.sides.index(side)]]
    if row.hand is None:
        return [paper.name(side)]
    if "elder" in paper.game.facts:
        return [side, "younger" if side == row.hand.dealer else "elder"]
    return [f"{paper.dealt(row, side)} {side}".strip()]
