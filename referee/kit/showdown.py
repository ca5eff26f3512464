"""The showdown: hands that are told when all is over, card by card or only by what they count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Self

from referee.cards import Card, Cards
from referee.kit.counted import CountedHand
from referee.language.reports import Report
from referee.language.words import Seat

TENS: Mapping[str, int] = {"K": 10, "Q": 10, "J": 10} | {str(pips): pips for pips in range(2, 11)}
"""What cards count by their pips, and court cards as tens; what an ace does is each game's own affair."""


class Counted(Report):
    """what a hand counts, or its cards"""

    what: int | Cards

    @cached_property
    def cards(self) -> Cards:
        """The cards, where they were told and have suits: ranks alone only count."""
        named = () if isinstance(self.what, int) else self.what
        return () if any(card.is_bare for card in named) else tuple([card.face for card in named])

    def counted(self, count: Callable[[Cards], int]) -> int:
        """What the hand was said to count, or what its cards do."""
        return self.what if isinstance(self.what, int) else count(self.what)

    @classmethod
    def each(cls, hand: CountedHand, seat: Seat, points: Iterable[int]) -> list[Self]:
        """A report for every number of points, and one with the cards of a hand that is known."""
        holding = hand.holding(seat)
        reports = [cls(number, who=seat) for number in points]
        if holding.whole and holding:
            reports.append(cls(tuple(holding.known.elements()), who=seat))
        return reports


def by_value(cards: Mapping[Card, int], values: Mapping[str, int]) -> Counter[int]:
    """How many cards there are of each value, by the values of their ranks."""
    numbers: Counter[int] = Counter()
    for card, number in cards.items():
        value = values[card.rank]
        numbers[value] = numbers.get(value, 0) + number
    return numbers
