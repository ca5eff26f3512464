"""Cards left when somebody goes out: reported as cards or points, and checked against what they can count."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from referee.cards import Card, listed
from referee.game.game import Glance, Table
from referee.game.quick_reference import by_points
from referee.kit import stock
from referee.kit.counted import CountedHolding
from referee.kit.going_out import Out
from referee.kit.messages import cards_of
from referee.kit.shedding import SheddingHand
from referee.kit.showdown import Counted, by_value, worth_of_pack
from referee.kit.worlds import can_count, numbers_in, sums_of
from referee.language.words import NOBODY, Seat, so_many
from referee.rules.rule import Reason, Rule, cannot_happen

PATIENCE = 100  # choices of sizes to try for several hands
LISTED = 500  # the most totals to list, the lowest first


class Holds(Counted, limits={"what": lambda hand, seat: worth_of_pack(hand)}):
    """what is left in a hand at the end, in points or cards"""

    @classmethod
    def options(cls, hand: LeftOver, seat: Seat) -> list[Holds]:
        known, sums = counts_now(hand, seat)
        every = functools.reduce(operator.or_, sums.values(), 0)
        nothing = (0,) if hand.free_cards else ()
        return cls.each(hand, seat, (*nothing, *(known + more for more in numbers_in(every)[:LISTED])))


@dataclass
class LeftOver(SheddingHand):
    """A hand of a game in which the cards left at the end count."""

    winner: Seat = NOBODY  # the player who is out of cards
    loose: bool = False  # only that was reported, so hand sizes are unknown
    held: dict[Seat, Holds] = field(default_factory=dict)

    @property
    def values(self) -> Mapping[str, int]:
        """The value of each rank."""
        raise NotImplementedError

    @property
    def free_cards(self) -> int:
        """This many cards left cost nothing."""
        return 0

    def count(self, cards: Iterable[Card]) -> int:
        values = [self.values.get(card.rank, 0) for card in cards]
        return sum(values) if len(values) > self.free_cards else 0

    def entered_points(self, holds: Holds) -> int:
        """What a reported hand counts."""
        return holds.counted(self.count)

    def run_out(self, seat: Seat) -> None:
        """Ends the hand because a player is out. If no turn was reported, nothing is known about the others' cards."""
        self.winner, self.loose = seat, not self.begun
        if self.loose:
            self.holdings = {seat: CountedHolding(blind=len(self.pack)) for seat in self.seats}
            self.seen, self.pile, self.shuffles = {}, [], []

    def to_hold(self) -> tuple[Seat, ...]:
        """The next player whose cards are needed when the hand is over."""
        around = self.around(self.after(self.winner))
        return tuple(seat for seat in around if seat in self.playing and self.points(seat) is None)[:1]

    def hear(self, holds: Holds) -> None:
        self.held.setdefault(holds.who, holds)
        if holds.cards and not self.holding(holds.who).whole:
            self.show(holds.who, holds, holds.cards)

    def points(self, seat: Seat) -> int | None:
        """The points that ``seat`` has left at the end, None if unknown."""
        holding = self.holding(seat)
        if seat == self.winner or (len(holding) <= self.free_cards and not self.loose):
            return 0
        if shown := self.held.get(seat):
            return self.entered_points(shown)
        return self.count(holding.known.elements()) if holding.whole else None

    def said(self, seat: Seat) -> str:
        """What ``seat`` has left, for the score."""
        holding = self.holding(seat)
        return listed(holding.known.elements()) if holding.whole else so_many(self.points(seat) or 0, "point")

    def totals_entered(self) -> dict[Seat, int]:
        """The points reported for hands that aren't fully known."""
        entered = {
            seat: self.entered_points(holds)
            for seat, holds in self.sound(self.held).items()
            if not self.holding(seat).whole
        }
        return {seat: points for seat, points in entered.items() if points or not self.free_cards}


def out_once(hand: LeftOver, out: Out) -> Reason | None:
    """Checks that only one player is out."""
    return cannot_happen(f"{hand.winner} is out of cards, not {out.who}") if hand.winner not in ("", out.who) else None


def is_entered_rightly(hand: LeftOver, holds: Holds) -> tuple[str | Reason | None, Reason | None]:
    """Checks what is reported of a hand: it fits the number of cards, the known cards and the other reports.

    By a second rule, none of its cards is elsewhere.
    """
    who, holding, known, points = holds.who, hand.holding(holds.who), hand.points(holds.who), hand.entered_points(holds)
    why: str | Reason | None = None
    if holds.cards and who == hand.winner:
        why = cannot_happen(f"{who} is out of cards")
    elif holds.cards and len(holds.cards) != len(holding) and (holding.whole or not hand.loose):
        why = f"{who} has {cards_of(len(holding))}, not {len(holds.cards)}"
    elif known is not None and points != known:
        why = f"{who} has {so_many(known, 'point')} left, not {points}"
    elif known is None and not can_be_left(hand, holds):
        number = "cards" if hand.loose else cards_of(len(holding))
        why = f"the {number} {who} has left can't add up to {points}, given the other entries"
    return why, stock.can_part(hand, who, holds.cards, sized=who == hand.winner)


def can_be_left(hand: LeftOver, holds: Holds) -> bool:
    """Whether everything reported of hands can be true together. Also true if finding out takes too long."""
    pool = hand.unnamed - hand.holding(holds.who).unnamed(holds.cards)
    entered, points = hand.totals_entered(), hand.entered_points(holds)
    if not holds.cards and (points or not (hand.loose and hand.free_cards)):
        entered[holds.who] = points
    hands = []
    for seat, total in entered.items():
        known, sums = counts_now(hand, seat)
        more = total - known
        hands.append([(size, more) for size, totals in sums.items() if more >= 0 and totals >> more & 1])
    values = by_value(pool, hand.values)
    untold = sum(not hand.holding(seat).whole for seat in hand.playing) - len(entered) - bool(holds.cards)
    spare = sum(sorted(values.elements())[:untold]) if hand.loose else 0  # a card for each, and one on the pile
    if not all(hands) or sum(ways[0][1] for ways in hands) > sum(values.elements()) - spare:
        return False
    choices = [*itertools.islice(itertools.product(*hands), PATIENCE)]
    return len(choices) == PATIENCE or any(can_count(values, *choice) for choice in choices)


def counts_now(hand: LeftOver, seat: Seat) -> tuple[int, dict[int, int]]:
    """The value of the known cards of ``seat``, and, by number of its other cards, their possible totals as bits."""
    holding = hand.holding(seat)
    cards = hand.unnamed if hand.totals_entered() else hand.may_hold(seat) - holding.known
    values = tuple(by_value(cards, hand.values).elements())
    sums = sums_of(values, len(values))
    sizes = range(hand.free_cards + 1, len(sums)) if hand.loose else range(holding.blind, holding.blind + 1)
    known = sum(by_value(holding.known, hand.values).elements())
    return known, {size: sums[size] for size in sizes if size < len(sums)}


def card_values(rule: Rule) -> Glance:
    """What cards that are left count at a table, for the rules page."""

    def values(table: Table) -> dict[str, int]:
        left: LeftOver = table.hand()
        return {card.text: left.values[card.rank] for card in table.pack}

    return Glance("card values", values, rule, show=by_points)
