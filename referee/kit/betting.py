"""Betting between fixed limits: a round as it stands, whose turn it is, and what may be put in."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.core import Report, Seat


@dataclass
class Betting:
    """One round of betting, in which every bet and every raise is of one size.

    The round is over when nobody is left ``to_act`` (the next stands first): everyone has had a turn, and all
    who stay have put in the same.  A ``bring_in`` is what may open a round in place of a bet, and the first
    raise completes it to one; that is no raise yet.  Nothing is refused here: what the table lets stand goes in
    as it was told, and play goes on to the left of whoever acted.
    """

    seats: tuple[Seat, ...]  # who is in, clockwise from whoever opens
    bet: int
    bring_in: int = 0
    cap: int | None = None  # raises allowed
    stake: int = 0  # what everyone must have put in to stay
    stakes: dict[Seat, int] = field(default_factory=dict)  # what each has put in
    raises: int = 0
    last: Report | None = None  # the bet or the raise that must be answered
    to_act: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        self.to_act = self.seats

    # Where it stands

    @property
    def over(self) -> bool:
        return not self.to_act or len(self.seats) == 1

    @property
    def unopened(self) -> bool:
        """Nobody has acted yet."""
        return self.to_act == self.seats and not self.last

    @property
    def incomplete(self) -> bool:
        """Nothing has been put in but the bring-in, if that."""
        return self.stake < self.bet if self.bring_in else not self.stake

    @property
    def due(self) -> int:
        """The stake after the next bet or raise."""
        return self.bet if self.incomplete else self.stake + self.bet

    @property
    def capped(self) -> bool:
        return self.cap is not None and self.raises >= self.cap and not self.incomplete

    def owes(self, seat: Seat) -> int:
        """What SEAT must put in to stay."""
        return self.stake - self.stakes.get(seat, 0)

    # What is done

    def put(self, seat: Seat, stake: int, told: Report) -> int:
        """Takes what SEAT has put in to so much, and tells how many chips that adds."""
        added = stake - self.stakes.get(seat, 0)
        self.stakes[seat] = stake
        if stake > self.stake:
            self.raises += not self.incomplete
            self.stake, self.last = stake, told
            self.to_act = self._others(seat)
        else:
            self.stay(seat)
        return added

    def stay(self, seat: Seat) -> None:
        """SEAT has had a turn, and the stake is what it was."""
        self.to_act = tuple(one for one in self._others(seat) if one in self.to_act)

    def fold(self, seat: Seat) -> None:
        self.stay(seat)
        self.seats = tuple(one for one in self.seats if one != seat)

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        """The others who are in, from the left of SEAT."""
        place = self.seats.index(seat)
        return self.seats[place + 1 :] + self.seats[:place]
