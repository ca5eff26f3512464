"""The rest of a hand as totals: the report that switches from card by card to totals only.

Games need it if a number can also describe the middle of a hand, so the final numbers must be marked as such.
"""

from __future__ import annotations

from referee.game.asks import Asks
from referee.game.game import Hand
from referee.language.reports import Report


class Rest(Report, speaker="none", behind=True, as_said="the rest as totals"):
    """the rest of the hand is entered as totals"""


def the_rest(hand: Hand) -> Asks[Rest]:
    """The ask for it, beside what the table waits for."""
    return hand.ask(None, Rest, aside=True)


TOLD_SO = "the rest of this hand is entered as totals"

IN_NUMBERS = "in the middle of a hand, before its final totals"
"""When it may come, as a game's page says."""
