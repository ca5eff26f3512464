"""What comes of reports: a breach of a rule, a finding, and a line of the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from referee.cards import Card
from referee.notation import Seat, Seats
from referee.rules import Kind, Verdict


@dataclass(frozen=True)
class Breach:
    """A rule that a report breaks, why, and the numbers of the lines that prove it.

    ``about`` is the card, the number or the player of the report that is at fault, where that is known; ``due`` has
    the players whose turn it is instead.
    """

    rule: str
    why: str
    verdict: Verdict
    proof: tuple[int, ...] = ()
    kind: Kind = Kind.BROKEN_RULE
    about: Card | int | Seat | None = None
    due: Seats = ()


class Offence(NamedTuple):
    """What a player may have done, under the name that a finding has for it, and the line of the report."""

    who: Seat
    name: str
    line: int


@dataclass(frozen=True)
class Finding:
    """Something the table should know: what evidence now proves, or what somebody let pass.

    Where it is proven that a rule was broken, but not by whom or when, ``offences`` has all that it may have been.
    """

    name: str
    suspects: Seats
    why: str
    proof: tuple[int, ...] = ()
    offences: tuple[Offence, ...] = ()

    @property
    def who(self) -> str:
        """Whoever did it, or one of whom did."""
        return " or ".join(self.suspects)

    @property
    def open(self) -> bool:
        """Whether it may have been one report or another."""
        return len(self.offences) > 1

    @property
    def proven(self) -> tuple[Offence, ...]:
        """What was done wrong beyond doubt."""
        return () if self.open else tuple(Offence(self.suspects[0], self.name, line) for line in self.proof[:1])


class Line(NamedTuple):
    """A line of the score: points or chips to WHO (negative: from WHO), and the rule that gives them."""

    who: str
    points: int
    category: str
    rule: str
    because: str
    hand: int  # the number of the hand it belongs to, 0 for none
    proof: tuple[int, ...] = ()
