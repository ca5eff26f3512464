"""Totals for the rest of a hand: the report that switches from card by card to totals only.

Games need it if a number can also mean something in the middle of a hand, so that final numbers must be marked.
"""

from __future__ import annotations

from referee.game.asks import Asks
from referee.game.game import Hand
from referee.language.reports import Report


class Rest(Report, speaker="none", behind=True, as_said="the rest of the hand as totals"):
    """you stop entering plays, and enter only how the hand ends"""


def the_rest(hand: Hand) -> Asks[Rest]:
    """The ask for that report, in addition to what the table waits for."""
    return hand.ask(None, Rest, aside=True)


TOLD_SO = "the rest of this hand is entered as totals"

IN_NUMBERS = "in the middle of a hand, before its results"
"""When it is possible, as stated on a game's page."""
