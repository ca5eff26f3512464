"""Poker hands: which cards count, and what beats what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from enum import IntEnum
from itertools import combinations
from typing import NamedTuple

from referee.cards import PIPS, RANKS, UPWARD, Card, Rank

_BIT = {rank: 1 << (pips - 1) for rank, pips in PIPS.items()}
ACE_HIGH = len(PIPS) + 1


class High(IntEnum):
    """The kinds of hands, from the lowest up. Five of a kind needs two packs."""

    HIGH_CARD = 1
    PAIR = 2
    TWO_PAIR = 3
    THREE_OF_A_KIND = 4
    STRAIGHT = 5
    FLUSH = 6
    FULL_HOUSE = 7
    FOUR_OF_A_KIND = 8
    STRAIGHT_FLUSH = 9
    FIVE_OF_A_KIND = 10

    def __str__(self) -> str:
        """The name that players use: ``full house``."""
        return self.name.lower().replace("_", " ")


_MATCHED = {
    (2, 2): High.TWO_PAIR,
    (2, 2, 1): High.TWO_PAIR,
    (3, 2): High.FULL_HOUSE,
    (5,): High.FIVE_OF_A_KIND,
    **{(1,) * cards: High.HIGH_CARD for cards in range(6)},
    **{(2, *(1,) * others): High.PAIR for others in range(4)},
    **{(3, *(1,) * others): High.THREE_OF_A_KIND for others in range(3)},
    **{(4, *(1,) * others): High.FOUR_OF_A_KIND for others in range(2)},
}
"""The kind of a hand by how many cards it has of each rank, the most first. Straights and flushes aren't covered."""


# Low hands


class Low(NamedTuple):
    """The value of cards if the lower hand wins: the kind, then the ranks from the top down.

    ``ranks`` has the pips of each rank, pairs and more before single cards. ``matches`` has how many there are of each.
    """

    kind: High
    ranks: tuple[int, ...]
    matches: tuple[int, ...]

    def __str__(self) -> str:
        """The name that players use: ``7-6-5-3-2``, or ``6-5-4-3-2-straight`` if that spoils it."""
        names = [
            UPWARD[(pips - 1) % len(UPWARD)]
            for pips, count in zip(self.ranks, self.matches, strict=True)
            for _ in range(count)
        ]
        spoilt = self.kind in (High.STRAIGHT, High.FLUSH, High.STRAIGHT_FLUSH)
        return "-".join([*names, *(str(self.kind).split() if spoilt else ())])


LOWBALL = {"ace-to-five": 1, "ace-to-six": 1, "deuce-to-seven": ACE_HIGH}
"""The pips of an ace, by the way low hands are compared. Straights and flushes count, except in ace-to-five."""


def height(rank: Rank, way: str = "ace-to-five") -> int:
    """The pips of a rank, for the table's way of comparing low hands."""
    return LOWBALL[way] if rank == "A" else PIPS[rank]


_unmatched: dict[int, Low] = {}  # by rank bits, for up to five ranks


def lowest(cards: Collection[Card], way: str = "ace-to-five") -> Low:
    """The lowest five of these cards, or all if there are fewer, by the table's way of comparing low hands."""
    if way == "ace-to-five":
        return low(cards)
    return min(_counted(five, way) for five in combinations(cards, min(5, len(cards))))


def low(cards: Collection[Card]) -> Low:
    """The lowest five of these cards, or all if there are fewer, by ace-to-five."""
    bits = 0
    for card in cards:
        bits |= _BIT[card.rank]
    ranks = bits.bit_count()
    if ranks < 5 and ranks < len(cards):
        return _lowest(sorted([PIPS[card.rank] for card in cards]))
    while ranks > 5:
        bits ^= 1 << (bits.bit_length() - 1)
        ranks -= 1
    if (known := _unmatched.get(bits)) is None:
        known = _unmatched[bits] = _lowest([pips for pips in PIPS.values() if bits & 1 << (pips - 1)])
    return known


def _lowest(pips: list[int]) -> Low:
    """The lowest five: one of every rank from the lowest up, then second, third and fourth cards of the same ranks."""
    five = sorted((pips[:place].count(height), height) for place, height in enumerate(pips))[:5]
    return _matched([height for _, height in five])


def _matched(pips: list[int]) -> Low:
    counts = sorted(((pips.count(height), height) for height in set(pips)), reverse=True)
    matches = tuple(count for count, _ in counts)
    return Low(_MATCHED[matches], tuple(height for _, height in counts), matches)


def _counted(cards: Collection[Card], way: str) -> Low:
    """The value of cards if straights and flushes count."""
    worth = _matched([height(card.rank, way) for card in cards])
    if len(worth.ranks) < 5:
        return worth
    flush, straight = len({card.suit for card in cards}) == 1, worth.ranks[0] - worth.ranks[-1] == 4
    made = {(True, True): High.STRAIGHT_FLUSH, (True, False): High.FLUSH, (False, True): High.STRAIGHT}
    return worth._replace(kind=made.get((flush, straight), worth.kind))


# High hands

_AROUND = (*RANKS, RANKS[0])  # an ace is high or low
_STRAIGHTS = {frozenset(_AROUND[top : top + 5]) for top in range(10)}


def high(five: Collection[Card]) -> High:
    """The best kind of hand that five cards make."""
    ranks = Counter(card.rank for card in five)
    matched = _MATCHED[tuple(sorted(ranks.values(), reverse=True))]
    flush, straight = len({card.suit for card in five}) == 1, frozenset(ranks) in _STRAIGHTS
    if flush and straight:
        return High.STRAIGHT_FLUSH
    return max(matched, High.FLUSH if flush else matched, High.STRAIGHT if straight else matched)
