"""Betting between limits: the reports, a round as it stands, and what may be put in.

The checks guard the rules ``betting``, ``bet-size`` and ``raise-cap`` of a game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from referee.game.asks import Asks, at
from referee.game.game import Hand
from referee.language.reports import Report, one_for_each
from referee.language.words import Seat, so_many
from referee.rules.rule import Check, Reason, cannot_happen


class Bets(Report):
    """a bet, the full one where no number is told"""

    chips: int | None = None

    @classmethod
    def options(cls, hand: BettingHand, seat: Seat) -> Iterable[Bets]:
        betting = hand.betting
        step = betting.bring_in or betting.bet
        stakes = dict.fromkeys((*range(step, 12 * step, step), *betting.stakes_due(seat)))
        return [cls(chips, who=seat) for chips in (None, *stakes)]


class Calls(Report):
    """puts in what is missing to the stake"""


class Raises(Report):
    """a full bet more; the number, if told, is what the player has put in this round then"""

    chips: int | None = None
    options = one_for_each(lambda hand, seat: (None, *hand.betting.stakes_due(seat), hand.betting.most(seat) + 1))


class Checks(Report):
    """no bet, where there is none to answer"""


class Folds(Report):
    """gives the hand up"""


MANY = 100  # stakes to choose from
MOST_BETS = 1000  # that somebody puts in at once, whatever the house plays by

Act = Bets | Calls | Raises | Checks | Folds


@dataclass
class Betting:
    """One round of betting, in which every bet and every raise is of one size, or between a least and a most.

    A full bet is as large as it may be: ``spread`` chips where that is told, or where ``pot`` says what lay there at
    first, as much as is in the pot when the raiser has called.

    The round is over when nobody is left ``to_act`` (the next stands first): everyone has had a turn, and all
    who stay have put in the same.  A ``bring_in`` is what may open a round in place of a bet, and the first
    raise completes it to one; that is no raise yet.  Nothing is refused here: what the table lets stand goes in
    as it was told, and play goes on to the left of whoever acted.
    """

    seats: tuple[Seat, ...]  # who is in, clockwise from whoever opens
    bet: int
    bring_in: int = 0
    cap: int | None = None  # raises allowed
    spread: int | None = None
    pot: int | None = None
    stake: int = 0  # what everyone must have put in to stay
    stakes: dict[Seat, int] = field(default_factory=dict)  # what each has put in
    raised: int = 0  # by how much, at last
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
    def fixed(self) -> bool:
        return self.pot is None and self.spread is None

    @property
    def due(self) -> int:
        """The least stake after the next bet or raise, which goes no less far up than the one before."""
        if self.incomplete:
            return self.bet
        return self.stake + (self.bet if self.fixed else max(self.bet, self.raised))

    def most(self, seat: Seat) -> int:
        """The highest stake after the next bet or raise, where SEAT makes it."""
        if self.fixed:
            return self.due
        in_pot = (self.pot or 0) + sum(self.stakes.values()) + self.owes(seat)
        return max(self.due, self.stake + (in_pot if self.spread is None else self.spread))

    def stakes_due(self, seat: Seat) -> list[int]:
        """Every stake that SEAT may bet or raise to, of very many the first and the highest."""
        most = self.most(seat)
        return [*range(self.due, min(most, self.due + MANY) + 1), *([most] if most > self.due + MANY else ())]

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
            self.raised = stake - self.stake
            self.stake, self.last = stake, told
            self.to_act = self._others(seat)
        else:
            self.stay(seat)
        return added

    def stay(self, seat: Seat) -> None:
        """SEAT has had a turn, and the stake is what it was."""
        self.to_act = tuple(other for other in self._others(seat) if other in self.to_act)

    def fold(self, seat: Seat) -> None:
        self.stay(seat)
        self.seats = tuple(other for other in self.seats if other != seat)

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        """The others who are in, from the left of SEAT."""
        place = self.seats.index(seat)
        return self.seats[place + 1 :] + self.seats[:place]


@dataclass
class BettingHand(Hand):
    """A hand in which bets are made."""

    betting: Betting = field(default_factory=lambda: Betting((), 1))  # the round in progress, or the last
    staying: tuple[Seat, ...] = ()  # who is still in, from the dealer's left
    folded: dict[Seat, Folds] = field(default_factory=dict)

    def to_act(self) -> tuple[Seat, ...]:
        return self.betting.to_act[:1]

    def give_up(self, folds: Folds) -> None:
        self.folded[folds.who] = folds
        self.staying = tuple(seat for seat in self.staying if seat != folds.who)
        self.betting.fold(folds.who)


def acts(hand: BettingHand, turn: Any, *first: Check[Any]) -> Asks[Act]:
    """What may be done in turn; anybody else breaks the rule ``turn``."""
    return hand.ask(hand.to_act, Bets, Calls, Raises, Checks, Folds, *first, turn=turn)  # type: ignore[return-value]


def answers_the_bet(hand: BettingHand, act: Act) -> Reason | str | None:
    betting = hand.betting
    if folded := hand.folded.get(act.who):
        return cannot_happen(f"{act.who} folded ({at(folded)})", folded)
    if isinstance(act, Folds):
        return None
    if isinstance(act, Calls | Raises):
        return None if betting.owes(act.who) > 0 else "there is no bet to answer"
    free = betting.owes(act.who) <= 0 if isinstance(act, Checks) else betting.incomplete
    if free or not betting.last:
        return None
    put_in = f"{betting.last.who} has put in {betting.stake} ({at(betting.last)})"
    return Reason(f"{put_in}, so {act.who} calls, raises or folds", betting.last)


def one_bet(hand: BettingHand, act: Bets | Raises) -> Reason | None:
    """Why so many chips can't be bet, or raised to; what isn't above the stake is no bet at all."""
    betting, chips = hand.betting, act.chips
    due, most = betting.due, betting.most(act.who)
    if chips is None or due <= chips <= most or (betting.unopened and chips == (betting.bring_in or due)):
        return None
    if chips <= betting.stake or chips > max(most, MOST_BETS * betting.bet):
        raised = f": {betting.stake} is the stake" if 0 < chips <= betting.stake else ""
        return cannot_happen(f"nobody puts in {chips}{raised}", about=chips)
    if betting.fixed:
        return Reason(f"a bet is {betting.bet} in this round, which makes {due} and not {chips}", about=chips)
    few_to_many = due if due == most else f"{due} to {most}"
    return Reason(f"{act.who} may put in {few_to_many} in this round, not {chips}", about=chips)


def under_the_cap(hand: BettingHand, raises: Raises) -> str | None:
    if not hand.betting.capped:
        return None
    raised = hand.betting.raises
    there_were = f"there {'was' if raised == 1 else 'were'} {so_many(raised, 'raise')}"
    return f"{there_were}, and the house caps them at {hand.betting.cap}"
