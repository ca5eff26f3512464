"""What three cards count in Thirty-One, and which hands can lie there together; cards are the bits of a mask."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from referee.cards import Card, Pack

HAND = 3
VALUES = {"A": 11, "K": 10, "Q": 10, "J": 10} | {str(pips): pips for pips in range(2, 11)}
BITS = {card: 1 << place for place, card in enumerate(Pack())}
PATIENCE = 500_000  # hands looked at where several were told as numbers


def mask(cards: Iterable[Card]) -> int:
    return sum(BITS.get(card, 0) for card in set(cards))


@cache
def counts(best: bool) -> dict[int, int]:
    """What every three cards count: those of one suit together, else the highest; or the ``best`` of any suit."""
    found = {}
    every = [(bit, card.suit, VALUES[card.rank]) for card, bit in BITS.items()]  # suit by suit
    for (a, s, v), (b, t, w), (c, u, x) in itertools.combinations(every, HAND):
        count = v + w + x if s == u else v + w if s == t else w + x if t == u else max(v, w, x)
        found[a | b | c] = max(count, v, w, x) if best else count
    return found


@cache
def threes(total: int, best: bool) -> list[int]:
    """Every three cards that count so many."""
    return [three for three, count in counts(best).items() if count == total]


def count(cards: Iterable[Card], best: bool) -> int:
    return counts(best).get(mask(cards), 0)


def can_lie(choices: Sequence[Sequence[int]]) -> bool:
    """Whether one hand of each choice can lie there, no card twice; true also where it takes too long to tell."""
    return _laid_out(choices, iter(range(PATIENCE // (1 + sum(map(len, choices))))))


def _laid_out(choices: Sequence[Sequence[int]], tries: Iterator[int]) -> bool:
    if not choices:
        return True
    first, *rest = sorted(choices, key=len)
    for place, hand in enumerate(first, 1):  # of equal choices the later one takes a later hand
        left = [[one for one in (some[place:] if some == first else some) if not one & hand] for some in rest]
        if next(tries, None) is None or _laid_out(left, tries):
            return True
    return False
