"""Going out: whoever is first without cards has won the game, and so many games won decide the match."""

from __future__ import annotations

from typing import Any

from referee.core import Reason, Report, Rule, cannot_happen, check


class Out(Report, also=("outs",)):
    """the game won, its cards untold"""


def score_won(hand: Any, last: Report, rule: Rule) -> None:
    hand.book(hand.winner, rule, 1, f"{hand.winner} is out of cards", last)


@check(when="again")
def has_won(hand: Any, out: Out) -> Reason | None:
    """Who won is told again."""
    return None if out.who == hand.winner else cannot_happen(f"{hand.winner} has won this game")
