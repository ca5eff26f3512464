"""The rest of a hand in numbers: the report that goes on from the full form to the short one.

It is for games in which a number says in the middle of a hand how it stands, so that how it ends must be told apart.
"""

from __future__ import annotations

from referee.game.asks import Asks
from referee.game.game import Hand
from referee.language.reports import Report


class Rest(Report, speaker="none", behind=True, as_said="the rest in numbers"):
    """from here on the hand is told in numbers"""


def the_rest(hand: Hand) -> Asks[Rest]:
    """The ask for it, beside what the table waits for."""
    return hand.ask(None, Rest, aside=True)


TOLD_SO = "the rest of the hand is told in numbers"

IN_NUMBERS = "in mid-hand, before the numbers that it ends with"
"""When it may come, as a game's page says."""
