"""Going out: whoever is first without cards has won the game, and so many games won decide the match."""

from __future__ import annotations

from typing import Any

from referee.core import Category, Option, Reason, Report, Rule, check, never

WINS = Option("wins", 1, "games won that decide the match", ("empty-hand",))
WON = {"won": Category("1", "empty-hand")}


class Out(Report, also=("outs",)):
    """the game won, its cards untold"""


def score_won(hand: Any, last: Report, rule: Rule | None = None) -> None:
    why = f"{hand.winner} is out of cards"
    if rule:
        hand.book(hand.winner, rule, 1, why, last)
    else:
        hand.score(hand.winner, 1, "won", "empty-hand", why, last)


@check("empty-hand", when="again")
def has_won(hand: Any, out: Out) -> Reason | None:
    """Who won is told again."""
    return None if out.who == hand.winner else never(f"{hand.winner} has won this game")
