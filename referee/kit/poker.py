"""Poker hands: which of some cards count, and what beats what."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from referee.cards import RANKS, Card

ACE_LOW = RANKS[1:] + RANKS[:1]  # from the king down
PIPS = {rank: place for place, rank in enumerate(reversed(ACE_LOW), 1)}  # 1 for the ace, 13 for the king
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
            ACE_LOW[-pips] for pips, count in zip(self.ranks, self.matches, strict=True) for _ in range(count)
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
