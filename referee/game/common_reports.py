"""Reports that every game takes: the deal, and those that can be entered at any time."""

from __future__ import annotations

from referee.language.reports import Blind, Report, Signed, Text, field
from referee.language.words import NOBODY, Seat
from referee.rules.custom import Habit
from referee.rules.options import Amendment


class Deal(Report, speaker="after", also=("deals",)):
    """a new hand begins"""

    size: int | None = None


class Dealt(Report, also=("had",)):
    """the cards a player was dealt"""

    cards: Blind


class Misdeal(Report, speaker="none"):
    """the hand in progress is void; the same dealer deals again"""


class Adjust(Report, speaker="none", absent=True):
    """the table agrees on a correction"""

    whom: Seat
    points: Signed
    reason: Text = Text("")


class Note(Report, speaker="none", also=("notes",)):
    """a remark kept with the record"""

    remark: Text


class Pays(Report, accounts=True):
    """chips that change hands outside the rules of a chip game"""

    whom: Seat
    chips: int


class Concedes(Report):
    """a player gives up"""


class Penalty(Report, speaker="none"):
    """a player breaks a rule of the house's own, and pays what it costs"""

    whom: Seat
    rule: Habit


class House(Report, speaker="none"):
    """the table changes rules of the house, from the next deal on"""

    amendment: Amendment


class Joins(Report, new=True):
    """somebody sits down, before the next deal: in the last seat, or clockwise after another"""

    after: Seat = field(default=NOBODY, kw_only=True)


class Leaves(Report):
    """a player gets up, before the next deal, and keeps the score made so far"""


class Replaces(Report, new=True, also=("for",)):
    """somebody who hasn't sat there takes over a seat, with its cards and its score"""

    whom: Seat


class End(Report, speaker="none", also=("ends",)):
    """the table stops here"""


ANY_TIME: tuple[type[Report], ...] = (
    Dealt, Misdeal, Adjust, Penalty, Note, Pays, Concedes, House, Joins, Leaves, Replaces, End
)  # fmt: skip
