"""Going out: whoever is first without cards has won the game, and so many games won decide the match."""

from __future__ import annotations

from typing import Any

from referee.core import Category, Option, Reason, Report, check, never

WINS = Option("wins", 1, "games won that decide the match", ("empty-hand",))
WON = {"won": Category("1", "empty-hand")}


class Out(Report, also=("outs",)):
    """the game won, its cards untold"""


def score_won(hand: Any, last: Report) -> None:
    hand.score(hand.winner, 1, "won", "empty-hand", f"{hand.winner} is out of cards", last)


@check("empty-hand")
def has_won(hand: Any, out: Report) -> Reason | None:
    """Who won is told again."""
    return None if out.who == hand.winner else never(f"{hand.winner} has won this game")
