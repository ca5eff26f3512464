"""The showdown: hands that are shown at the end, reported card by card or only by their count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Self

from referee.cards import Card, Cards
from referee.kit.counted import CountedHand
from referee.language.reports import Report
from referee.language.words import Seat

TENS: Mapping[str, int] = {"K": 10, "Q": 10, "J": 10} | {str(pips): pips for pips in range(2, 11)}
"""What cards count by their pips, with ten for face cards. Each game decides about the ace itself."""


class Counted(Report, labels={"what": "points left in hand", "what cards": "cards left in hand"}):
    """what a hand counts, or its cards"""

    what: int | Cards

    @cached_property
    def cards(self) -> Cards:
        """The cards, if they were named with suits. Bare ranks can only be counted."""
        named = () if isinstance(self.what, int) else self.what
        return () if any(card.is_bare for card in named) else tuple([card.face for card in named])

    def counted(self, count: Callable[[Cards], int]) -> int:
        """The reported count, or the count of the reported cards."""
        return self.what if isinstance(self.what, int) else count(self.what)

    @classmethod
    def each(cls, hand: CountedHand, seat: Seat, points: Iterable[int]) -> list[Self]:
        """A report for every number of points, and one with the cards if the hand is known."""
        holding = hand.holding(seat)
        reports = [cls(number, who=seat) for number in points]
        if holding.whole and holding:
            reports.append(cls(tuple(holding.known.elements()), who=seat))
        return reports


def worth_of_pack(hand: Any) -> int:
    """The points of all cards, for a hand with ``values`` by rank."""
    return sum(hand.values.get(card.rank, 0) * copies for card, copies in hand.pack.copies.items())


def by_value(cards: Mapping[Card, int], values: Mapping[str, int]) -> Counter[int]:
    """How many cards there are of each value."""
    numbers: Counter[int] = Counter()
    for card, number in cards.items():
        value = values[card.rank]
        numbers[value] = numbers.get(value, 0) + number
    return numbers
