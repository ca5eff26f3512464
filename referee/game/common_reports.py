"""Reports that every game takes: the deal, and those that can be entered at any time."""

from __future__ import annotations

from typing import Literal

from referee.language.reports import Blind, Report, Signed, Text, field
from referee.language.words import NOBODY, Seat
from referee.rules.custom import Habit
from referee.rules.options import Amendment


class Deal(
    Report,
    speaker="after",
    also=("deals",),
    labels={"size": "cards each"},
    limits={"size": lambda hand, seat: len(hand.pack)},
):
    """a new hand begins"""

    size: int | None = None


class Dealt(Report, also=("had",)):
    """the cards a player was dealt"""

    cards: Blind


class Misdeal(Report, speaker="none"):
    """this hand is void, and begins again"""


class Adjust(Report, speaker="none", absent=True, labels={"whom": "player"}):
    """a correction that everyone agrees on"""

    whom: Seat
    points: Signed
    reason: Text = Text("")


class Note(Report, speaker="none", also=("notes",), labels={"remark": "note"}):
    """a remark kept with the record"""

    remark: Text


class Pays(Report, accounts=True, labels={"whom": "paid to"}):
    """chips that one player gives another, apart from what the rules say"""

    whom: Seat
    chips: int


class Concedes(Report):
    """a player gives up"""


class Penalty(Report, speaker="none", labels={"whom": "player", "rule": "house rule"}):
    """a player breaks a rule of the house's own, and pays what it costs"""

    whom: Seat
    rule: Habit


class House(Report, speaker="none", labels={"amendment": "house rule"}):
    """change house rules, starting with the next hand"""

    amendment: Amendment


class Joins(Report, new=True, labels={"after": "sits after", "at": "begins at"}):
    """someone joins between hands, in the last seat or on another player's left, and starts with 0 points, a number
    you agree on, the average score, or the score of the player in last place. For example,
    `Eve joins after Ben at 20`"""

    after: Seat = field(default=NOBODY, kw_only=True)
    at: int | Literal["average", "last"] | None = field(default=None, kw_only=True)


class Leaves(Report):
    """a player leaves between hands; that player's score doesn't change"""


class Replaces(Report, new=True, also=("for",), labels={"whom": "takes the seat of"}):
    """someone new takes over a seat, with its cards and score"""

    whom: Seat


class SitsOut(Report, verb="sits out"):
    """someone doesn't play in this hand"""


class End(Report, speaker="none", also=("ends",)):
    """the game stops here"""


ANY_TIME: tuple[type[Report], ...] = (
    Dealt, Misdeal, Adjust, Penalty, Note, Pays, Concedes, House, Joins, Leaves, Replaces, End
)  # fmt: skip
