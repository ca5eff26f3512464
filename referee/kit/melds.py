"""Melds: sets and runs, what cards count, and hands of cards that exist several times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from referee.cards import UNKNOWN, Card, Rank
from referee.core import Report

# Shapes


def one_rank(cards: Iterable[Card]) -> Rank | None:
    """The rank that all these cards share; None where there are two ranks, or no card."""
    ranks = {card.rank for card in cards}
    return ranks.pop() if len(ranks) == 1 else None


def gaps(cards: Iterable[Card], ladder: Sequence[Rank]) -> int | None:
    """How many ranks these cards lack to be a run, which is how many wild cards would fill it.

    ``ladder`` has the ranks in their order.  None where the cards are no run at all: of two suits, with a rank
    twice, or with one that isn't on the ladder.
    """
    some = list(cards)
    if len({card.suit for card in some}) != 1 or any(card.rank not in ladder for card in some):
        return None
    places = {ladder.index(card.rank) for card in some}
    return max(places) - min(places) + 1 - len(some) if len(places) == len(some) else None


# Counts


def totals(pool: Mapping[int, int], size: int) -> tuple[int, int] | None:
    """The least and the most that so many cards can count; ``pool`` has how many cards there are of each value."""
    rising = [value for value in sorted(pool) for _ in range(pool[value])]
    if not 0 <= size <= len(rising):
        return None
    return sum(rising[:size]), sum(rising[len(rising) - size :])


def can_count(pool: Mapping[int, int], *hands: tuple[int, int]) -> bool:
    """Whether hands of so many cards each can count so many points each, all of them from one pool of values."""
    values = sorted(pool, reverse=True)
    spent = {(0,) * len(values)}
    for size, points in hands:
        ways = list(_ways(pool, values, size, points))
        spent = {tuple(a + b for a, b in zip(one, way, strict=True)) for one in spent for way in ways}
        spent = {one for one in spent if all(n <= pool[value] for n, value in zip(one, values, strict=True))}
    return bool(spent)


def _ways(pool: Mapping[int, int], values: Sequence[int], size: int, points: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many cards for so many points: how many of each value, highest first."""
    if not values:
        if size == 0 and points == 0:
            yield ()
        return
    if not values[-1] * size <= points <= values[0] * size:
        return
    for count in range(min(pool[values[0]], size) + 1):
        for rest in _ways(pool, values[1:], size - count, points - count * values[0]):
            yield (count, *rest)


# Hands


@dataclass
class Fan:
    """A hand of cards of which there are several alike: those that are known, and how many nobody named.

    ``told`` has the report that told each known card last.
    """

    known: Counter[Card] = field(default_factory=Counter)
    blind: int = 0
    told: dict[Card, Report] = field(default_factory=dict)

    def __len__(self) -> int:
        return self.known.total() + self.blind

    @property
    def whole(self) -> bool:
        """Every card of the hand is known."""
        return self.blind == 0

    def gain(self, report: Report, *cards: Card, blind: int = 0) -> None:
        """Takes up cards, and so many nobody named."""
        for card in cards:
            if card is UNKNOWN:
                blind += 1
            else:
                self.known[card] += 1
                self.told[card] = report
        self.blind += blind

    def lose(self, *cards: Card) -> list[Card]:
        """Cards leave the hand; those among them that nobody had named."""
        fresh = []
        for card in cards:
            if self.known[card]:
                self.known[card] -= 1
            else:
                self.blind -= 1
                fresh.append(card)
        self.known += Counter()
        return fresh

    def unnamed(self, cards: Iterable[Card]) -> Counter[Card]:
        """Those of these cards that must be among the blind ones."""
        return Counter(cards) - self.known
