"""What a hand of Crates can count: threes cover other cards, so that counts don't add up one by one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from referee.cards import Card

COUNTS = {
    "A": 1, "2": 20, "3": 0, "4": 15, "5": 30, "6": 30, "7": 20, "8": 50, "9": 30, "10": 25, "J": 10, "Q": 10, "K": 10,
}  # fmt: skip
KINDS = (30, 25, 20, 15, 10, 1, 50)  # what cards other than threes count, the dearest to be covered first
TO_COVER = KINDS[:5]
THREE = "3"

Numbers = tuple[int, ...]  # of threes, and of each of KINDS


class Threes(NamedTuple):
    """What each three counts in a hand of threes alone, and what a card counts that one covers."""

    alone: int
    covered: int


def count(cards: Iterable[Card], three: Threes) -> int:
    """What a hand counts; its threes cover the dearest cards that they can."""
    every = [COUNTS.get(card.rank, 0) for card in cards]
    counts = sorted(filter(None, every), reverse=True)
    threes = len(every) - len(counts)
    if not counts:
        return three.alone * threes
    covered = [points for points in counts if points in TO_COVER][:threes]
    return sum(counts) - sum(covered) + three.covered * len(covered)


def by_kind(cards: Counter[Card]) -> Numbers:
    """How many threes there are, and how many cards of each of KINDS."""
    numbers = Counter[int]()
    for card, number in cards.items():
        numbers[COUNTS.get(card.rank, 0)] += number
    return tuple(numbers[kind] for kind in (0, *KINDS))


@lru_cache(4096)
def totals(least: Numbers, most: Numbers, sizes: range, covered: int) -> tuple[int, ...]:
    """What hands with other cards than threes can count, as bits, by how many threes they have beyond the least.

    ``least`` and ``most`` bound the cards of each kind, ``sizes`` the cards in all; a covered card counts ``covered``.
    """
    by_threes = []
    for threes in range(least[0], most[0] + 1):
        ways = {(threes, threes): 1}  # totals by the number of cards, and of threes that can still cover one
        for kind, low, high in zip(KINDS, least[1:], most[1:], strict=True):
            more: defaultdict[tuple[int, int], int] = defaultdict(int)
            for (cards, covers), bits in ways.items():
                for number in range(low, min(high, sizes[-1] - cards) + 1):
                    under = min(number, covers) if kind in TO_COVER else 0
                    more[cards + number, covers - under] |= bits << covered * under + kind * (number - under)
            ways = more
        every = 0
        for (cards, _), bits in ways.items():
            every |= bits if cards in sizes and cards > threes else 0
        by_threes.append(every)
    return tuple(by_threes)


def least_threes(points: int, least: Numbers, most: Numbers, sizes: range, three: Threes) -> int | None:
    """The fewest threes in a hand that counts so much; None where there is no such hand."""
    if points < 0:
        threes, rest = divmod(points, three.alone)
        all_threes = least[0] <= threes <= most[0] and threes in sizes and not rest and not any(least[1:])
        return threes if all_threes else None
    by_threes = enumerate(totals(least, most, sizes, three.covered), least[0])
    return next((threes for threes, bits in by_threes if bits >> points & 1), None)
