"""Poker hands: which of some cards count, and what beats what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from enum import IntEnum
from typing import NamedTuple

from referee.cards import PIPS, RANKS, UPWARD, Card

_BIT = {rank: 1 << (pips - 1) for rank, pips in PIPS.items()}


class Low(NamedTuple):
    """What cards are worth ace to five: the lower one wins; straights and flushes are nothing.

    ``matches`` says how many of a rank there are, the most first (``(2, 1, 1, 1)`` is a pair), and ``ranks``
    the pips of each, matched cards before single ones, from the top down.
    """

    matches: tuple[int, ...]
    ranks: tuple[int, ...]

    def __str__(self) -> str:
        """The hand as players name it: ``7-6-5-3-2``."""
        return "-".join(
            UPWARD[pips - 1] for pips, count in zip(self.ranks, self.matches, strict=True) for _ in range(count)
        )


_unmatched: dict[int, Low] = {}  # by the ranks, five at most


def low(cards: Collection[Card]) -> Low:
    """The lowest five of some cards, or all of them where they are fewer."""
    there = 0
    for card in cards:
        there |= _BIT[card.rank]
    ranks = there.bit_count()
    if ranks < 5 and ranks < len(cards):
        return _lowest(sorted([PIPS[card.rank] for card in cards]))
    while ranks > 5:
        there ^= 1 << (there.bit_length() - 1)
        ranks -= 1
    if (found := _unmatched.get(there)) is None:
        found = _unmatched[there] = _lowest([pips for pips in PIPS.values() if there & 1 << (pips - 1)])
    return found


def _lowest(pips: list[int]) -> Low:
    """The lowest five: one of every rank from the lowest up, then the second of each, the third, the fourth."""
    five = sorted((pips[:place].count(one), one) for place, one in enumerate(pips))[:5]
    taken = [one for _, one in five]
    counts = sorted(((taken.count(one), one) for one in set(taken)), reverse=True)
    return Low(tuple(count for count, _ in counts), tuple(one for _, one in counts))


class High(IntEnum):
    """What five cards are, from the least up; five of a kind takes two packs."""

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
        """The hand as players name it: ``full house``."""
        return self.name.lower().replace("_", " ")


_MATCHED = {
    (1, 1, 1, 1, 1): High.HIGH_CARD,
    (2, 1, 1, 1): High.PAIR,
    (2, 2, 1): High.TWO_PAIR,
    (3, 1, 1): High.THREE_OF_A_KIND,
    (3, 2): High.FULL_HOUSE,
    (4, 1): High.FOUR_OF_A_KIND,
    (5,): High.FIVE_OF_A_KIND,
}
_AROUND = (*RANKS, RANKS[0])  # an ace is high or low
_STRAIGHTS = {frozenset(_AROUND[top : top + 5]) for top in range(10)}


def high(five: Collection[Card]) -> High:
    """The best that five cards are."""
    ranks = Counter(card.rank for card in five)
    matched = _MATCHED[tuple(sorted(ranks.values(), reverse=True))]
    flush, straight = len({card.suit for card in five}) == 1, frozenset(ranks) in _STRAIGHTS
    if flush and straight:
        return High.STRAIGHT_FLUSH
    return max(matched, High.FLUSH if flush else matched, High.STRAIGHT if straight else matched)
