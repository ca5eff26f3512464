"""Going out: the first player without cards wins the game, and a number of games decides the match."""

from __future__ import annotations

from typing import Any

from referee.kit.claims import claims_to_be
from referee.language.reports import Report
from referee.rules.rule import Rule


class Out(Report, also=("outs",)):
    """the player who won the game"""


def score_won(hand: Any, last: Report, rule: Rule) -> None:
    hand.book(hand.winner, rule, 1, f"{hand.winner} is out of cards", last)


has_won = claims_to_be(Out, lambda hand, out: hand.winner, "has won this game")
"""Checks a winner who is entered again."""
