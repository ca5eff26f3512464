"""Betting between limits: the reports, the state of a betting round, and the stakes allowed.

The checks are for the rules ``betting``, ``bet-size``, ``table-stakes`` and ``raise-cap`` of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from referee.game.asks import Asks, at
from referee.game.game import Hand
from referee.language.reports import Report, one_for_each
from referee.language.words import Seat, so_many
from referee.rules.rule import Check, Reason, cannot_happen, unclear

REACH = {"chips": lambda hand, seat: hand.betting.reach(seat)}
"""A player can't put in more chips than are left."""


class Antes(Report, limits=REACH):
    """antes all the chips left, if that is less than the ante"""

    chips: int
    all_in: bool = field(default=False, kw_only=True)

    @classmethod
    def options(cls, hand: BettingHand, seat: Seat) -> Iterable[Antes]:
        return ()


class Bets(Report, limits=REACH):
    """bets; without a number, the full bet"""

    chips: int | None = None
    all_in: bool = field(default=False, kw_only=True)

    @classmethod
    def options(cls, hand: BettingHand, seat: Seat) -> Iterable[Bets]:
        betting = hand.betting
        step = betting.bring_in or betting.bet
        stakes = dict.fromkeys((*range(step, 12 * step, step), *betting.stakes_due(seat)))
        return [cls(chips, who=seat) for chips in (None, *stakes)]


class Completes(Report, limits=REACH):
    """takes the bring-in to a full bet"""

    chips: int | None = None
    all_in: bool = field(default=False, kw_only=True)
    options = one_for_each(lambda hand, seat: (None,))


class Calls(Report, limits=REACH):
    """puts in what is missing; a number says how many chips that takes"""

    chips: int | None = None
    all_in: bool = field(default=False, kw_only=True)
    options = one_for_each(lambda hand, seat: (None,))


class Raises(Report, limits=REACH):
    """raises by a full bet; a number is all that the player has put in this round"""

    chips: int | None = None
    all_in: bool = field(default=False, kw_only=True)
    options = one_for_each(lambda hand, seat: (None, *hand.betting.stakes_due(seat), hand.betting.most(seat) + 1))


class Checks(Report):
    """doesn't bet, if there is no bet to answer"""


class Folds(Report):
    """gives up the hand"""


MANY = 100  # the most stakes to list
MOST_BETS = 1000  # the most bets that anyone puts in at once, under any house rules

Act = Bets | Completes | Calls | Raises | Checks | Folds
Wager = Bets | Completes | Raises


@dataclass
class Betting:
    """One round of betting, in which every bet and raise has a fixed size, or is between a minimum and a maximum.

    A full bet is as large as allowed: ``spread`` chips if that is given, or with ``pot`` (the chips in it at the start
    of the round) as much as is in the pot after the raiser has called.

    The round is over when nobody is left ``to_act`` (the first of them is next): everyone has had a turn, and all who
    stay have put in the same or are ``all_in``. A ``bring_in`` may open a round in place of a bet, and the first raise
    completes it to a full bet; that doesn't count as a raise. Nothing is refused here: whatever the table keeps as
    played is applied, and play continues to the left of the player who acted.
    """

    seats: tuple[Seat, ...]  # who is in, clockwise from the opener
    bet: int
    bring_in: int = 0
    cap: int | None = None  # raises allowed
    spread: int | None = None
    pot: int | None = None
    stacks: Mapping[Seat, int] = field(default_factory=dict)  # chips at the start of the round, if known
    all_in: set[Seat] = field(default_factory=set)  # players who stay and have no chips left to bet
    stake: int = 0  # what everyone must have put in to stay
    stakes: dict[Seat, int] = field(default_factory=dict)  # what each player has put in
    raised: int = 0  # the size of the last raise
    raises: int = 0
    full: int = 0  # the stake after the last full bet or raise
    short: bool = False  # the last bet or raise was all-in and less than a full one
    acted: set[Seat] = field(default_factory=set)  # since the last bet or raise that lets all raise again
    last: Report | None = None  # the bet or raise that must be answered
    to_act: tuple[Seat, ...] = ()

    def __post_init__(self) -> None:
        self.to_act = tuple(seat for seat in self.seats if seat not in self.all_in)

    # The state of the round

    @property
    def over(self) -> bool:
        if not self.to_act or len(self.seats) == 1:
            return True
        return not self.callers(self.to_act[0]) and self.owes(self.to_act[0]) <= 0

    @property
    def unopened(self) -> bool:
        """Whether nobody has acted yet."""
        return not self.last and self.to_act == tuple(seat for seat in self.seats if seat not in self.all_in)

    @property
    def incomplete(self) -> bool:
        """Whether nothing has been put in, except perhaps the bring-in."""
        return self.stake < self.bet if self.bring_in else not self.stake

    @property
    def fixed(self) -> bool:
        return self.pot is None and self.spread is None

    @property
    def due(self) -> int:
        """The lowest stake after the next full bet or raise, which is at least as large as the one before."""
        if self.incomplete:
            return self.bet
        if self.fixed and self.short and 2 * (self.stake - self.full) < self.bet:
            return self.full + self.bet
        return self.stake + (self.bet if self.fixed else max(self.bet, self.raised))

    def reach(self, seat: Seat) -> int | None:
        """The highest stake that the chips of ``seat`` allow in this round, None if they aren't known."""
        left = self.left(seat)
        return None if left is None else self.stakes.get(seat, 0) + left

    def most(self, seat: Seat) -> int:
        """The highest stake after the next bet or raise, if ``seat`` makes it."""
        if self.fixed:
            return self.due
        in_pot = (self.pot or 0) + sum(self.stakes.values()) + self.owes(seat)
        return max(self.due, self.stake + (in_pot if self.spread is None else self.spread))

    def is_full(self, seat: Seat, stake: int) -> bool:
        """Whether a bet or raise to that stake is a full one, and no more than that."""
        after_short = self.short and self.fixed and stake in (self.full + self.bet, self.stake + self.bet)
        return after_short or self.due <= stake <= self.most(seat)

    def stakes_due(self, seat: Seat) -> list[int]:
        """Every stake that ``seat`` may bet or raise to. If there are very many: the first ones and the highest."""
        most, due, has = self.most(seat), self.due, self.stacks.get(seat)
        if has is not None and (has < due or (self.short and self.fixed and due < has < self.stake + self.bet)):
            return [] if has <= self.stake else [has] if has < due else [due, has]
        most = most if has is None else min(most, has)
        return [*range(due, min(most, due + MANY) + 1), *([most] if most > due + MANY else ())]

    @property
    def capped(self) -> bool:
        return self.cap is not None and self.raises >= self.cap and not self.incomplete

    def owes(self, seat: Seat) -> int:
        """The chips that ``seat`` must put in to stay."""
        return self.stake - self.stakes.get(seat, 0)

    def left(self, seat: Seat) -> int | None:
        """The chips that ``seat`` has left, None if unknown."""
        return self.stacks[seat] - self.stakes.get(seat, 0) if seat in self.stacks else None

    def callers(self, seat: Seat) -> list[Seat]:
        """The others who can still bet or call."""
        return [other for other in self.seats if other != seat and other not in self.all_in]

    def wagered(self, act: Act) -> int:
        """The stake of a player after a bet, call or raise."""
        left, before = self.left(act.who), self.stakes.get(act.who, 0)
        if isinstance(act, Calls):
            stake = before + (self.owes(act.who) if act.chips is None else act.chips)
        elif isinstance(act, Wager) and act.chips is not None:
            return act.chips
        else:
            stake = self.due if isinstance(act, Completes) else self.most(act.who)
        return stake if left is None else min(stake, before + left)

    # Acting

    def put(self, seat: Seat, stake: int, report: Report, all_in: bool = False) -> int:
        """Raises the stake of ``seat`` in this round to ``stake``. Returns the number of chips added."""
        added = stake - self.stakes.get(seat, 0)
        left = self.left(seat)
        if all_in or (left is not None and added >= left):
            self.all_in.add(seat)
        if stake > self.stake:
            brings_in = not self.last and stake <= self.bring_in
            self.short = seat in self.all_in and not brings_in and not self.is_full(seat, stake) and stake < self.due
            self.raises += not self.incomplete
            if not self.short:
                self.raised, self.full = stake - self.stake, 0 if brings_in else stake
            if not self.short or 2 * (stake - self.full) >= self.bet:
                self.acted = set()
            self.stakes[seat], self.stake, self.last = stake, stake, report
            self.to_act = tuple(other for other in self._others(seat) if other not in self.all_in)
            self.acted.add(seat)
        else:
            self.stakes[seat] = stake
            self.stay(seat)
        return added

    def stay(self, seat: Seat) -> None:
        """Ends the turn of ``seat`` without a change of the stake."""
        self.acted.add(seat)
        self.to_act = tuple(other for other in self._others(seat) if other in self.to_act)

    def fold(self, seat: Seat) -> None:
        self.stay(seat)
        self.seats = tuple(other for other in self.seats if other != seat)

    def _others(self, seat: Seat) -> tuple[Seat, ...]:
        """The others who are in, from the left of ``seat``."""
        place = self.seats.index(seat)
        return self.seats[place + 1 :] + self.seats[:place]


@dataclass
class BettingHand(Hand):
    """A hand with betting."""

    betting: Betting = field(default_factory=lambda: Betting((), 1))  # players who are still in, from the dealer's left
    staying: tuple[Seat, ...] = ()  # who is still in, from the dealer's left
    folded: dict[Seat, Folds] = field(default_factory=dict)
    all_in: dict[Seat, Report] = field(default_factory=dict)  # with the last report before that

    def to_act(self) -> tuple[Seat, ...]:
        return self.betting.to_act[:1]

    def give_up(self, folds: Folds) -> None:
        self.folded[folds.who] = folds
        self.staying = tuple(seat for seat in self.staying if seat != folds.who)
        self.betting.fold(folds.who)


def acts(hand: BettingHand, turn: Any, *first: Check[Any]) -> Asks[Act]:
    """Asks for what a player may do on their turn. Anybody else breaks the rule ``turn``."""
    verbs = (Bets, Completes, Calls, Raises, Checks, Folds)
    return hand.ask(hand.to_act, *verbs, *first, turn=turn)  # type: ignore[return-value]


def answers_the_bet(hand: BettingHand, act: Act) -> Reason | str | None:
    betting, who = hand.betting, act.who
    if folded := hand.folded.get(who):
        return cannot_happen(f"{who} folded ({at(folded)})", folded)
    if who not in betting.seats:
        return cannot_happen(f"{who} isn't in this hand")
    if who in hand.all_in:
        return cannot_happen(f"{who} is all-in ({at(hand.all_in[who])})", hand.all_in[who])
    if isinstance(act, Folds):
        return None
    if isinstance(act, Wager):
        if betting.owes(who) >= 0 and not betting.callers(who) and len(betting.seats) > 1:
            return f"everybody else is all-in, so {who} can only call or fold"
        if betting.short and betting.full and who in betting.acted:
            return f"{who} has acted, and the last raise was all-in for less than half a bet: {who} calls or folds"
    if isinstance(act, Completes):
        return None if betting.bring_in and betting.incomplete else "there is no bring-in to complete"
    if isinstance(act, Calls | Raises):
        return None if betting.owes(who) > 0 else "there is no bet to call or raise"
    free = betting.owes(who) <= 0 if isinstance(act, Checks) else betting.incomplete
    if free or not betting.last:
        return None
    put_in = f"{betting.last.who} has put in {betting.stake} ({at(betting.last)})"
    return Reason(f"{put_in}, so {who} must call, raise or fold", betting.last)


def one_bet(hand: BettingHand, act: Wager | Calls) -> Reason | None:
    """Why that many chips can't be bet, called or raised to. An amount that isn't above the stake is no bet at all."""
    betting, who, chips = hand.betting, act.who, act.chips
    if isinstance(act, Calls):
        return _one_call(betting, act)
    due, most = betting.due, betting.most(who)
    if chips is None or betting.is_full(who, chips) or (betting.unopened and chips == (betting.bring_in or due)):
        return None
    if chips <= betting.stake or chips > max(most, MOST_BETS * betting.bet):
        why = f"the bet is already {betting.stake}, so {who} can't bet {chips}" if 0 < chips <= betting.stake else ""
        return cannot_happen(why or f"{who} can't put in {chips}", about=chips)
    below = betting.stake + betting.bet if betting.short and betting.fixed else most
    if chips < below and (act.all_in or betting.stacks.get(who) == chips):
        return None  # all-in for less than a full raise
    if betting.fixed:
        return Reason(f"bets are {betting.bet} in this round, so the bet is now {due}, not {chips}", about=chips)
    few_to_many = due if due == most else f"{due} to {most}"
    return Reason(f"{who} may bet {few_to_many} here, not {chips}", about=chips)


def _one_call(betting: Betting, calls: Calls) -> Reason | None:
    chips, owes, left = calls.chips, betting.owes(calls.who), betting.left(calls.who)
    if chips is None or chips == owes or owes <= 0:
        return None
    if chips < 1:
        return cannot_happen(f"nobody calls {chips}", about=chips)
    if chips < owes and (calls.all_in or left == chips):
        return None
    return Reason(f"it takes {owes} to call, not {chips}", about=chips)


def out_of_stack(hand: BettingHand, act: Act) -> Reason | None:
    """Why a player can't put in that many chips, or be all-in with them, given the chips left."""
    betting, who = hand.betting, act.who
    if not isinstance(act, Wager | Calls):
        return None
    left, before = betting.left(who), betting.stakes.get(who, 0)
    if left is None:
        if act.all_in and act.chips is None:
            return unclear(f"how many chips has {who}?")
        return None
    added = betting.wagered(act) - before
    if isinstance(act, Wager) and before + left <= betting.stake:
        return Reason(f"{who} has {so_many(left, 'chip')} left, and can only call all-in or fold", about=act.chips)
    if added > left:
        return Reason(f"{who} has {so_many(left, 'chip')} left, not {added}", about=act.chips)
    if act.all_in and added < left:
        return Reason(f"{who} isn't all-in with {added}: {so_many(left, 'chip')} are left", about=act.chips)
    return None


def under_the_cap(hand: BettingHand, raises: Raises) -> str | None:
    if not hand.betting.capped:
        return None
    raised = hand.betting.raises
    there_were = f"there {'was' if raised == 1 else 'were'} {so_many(raised, 'raise')}"
    return f"{there_were}, and the house rules cap them at {hand.betting.cap}"
