"""Score sheets in the layouts used on paper. There is a module for each layout, not for each game."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

from referee.table.referee import Referee
from scoresheets.display.sheets.paper import Paper
from scoresheets.keeping.digests import in_groups

if TYPE_CHECKING:
    from rich.console import RenderableType

    from scoresheets.display.fitting import Fitted

OTHERWISE: dict[str, str] = {
    "referee.games.indian_chief": "boxes",
    "referee.games.bridge_solitaire": "quadrants",
}
"""Games whose sheet has another layout than `shape_of` would choose: the module of the game to that of the sheet."""


def shape_of(referee: Referee) -> str:
    """The module that draws this table's sheet."""
    game = referee.game
    if shape := OTHERWISE.get(game.play.__module__):
        return shape
    if getattr(game, "has_boxes", False):
        return "boxes"
    if referee.chips is True:
        return "chips"
    if referee.names.teams:
        return "teams"
    return "duel" if len(referee.players) == 2 else "columns"


def sheet(referee: Referee, *, title: str = "", chain: str = "", plain: bool = False) -> RenderableType:
    """The whole sheet: house rules that differ, every hand, totals, what is next, and remarks.

    With ``chain``, the digest of the session's last line, also the checks for two people to compare. They are equal if
    both have the same rules and the same log.
    """
    from rich.console import Group

    from scoresheets.book.house import digest

    paper = Paper(referee, plain)
    proof = []
    if chain:
        rules = digest(referee.game, len(referee.seats), referee.in_force)
        proof = [paper.text(f"rule set {in_groups(rules)} · log check {in_groups(chain)}", "dim")]
    return Group(*paper.head(title), *paper.board(), drawn(paper), *paper.foot(), *proof)


def drawn(paper: Paper) -> Fitted:
    """The columns of a sheet with all cells."""
    draw: Callable[[Paper], Fitted] = import_module(f"scoresheets.display.sheets.{shape_of(paper.referee)}").draw
    return draw(paper)
