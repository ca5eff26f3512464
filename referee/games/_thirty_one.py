"""What three cards count in Thirty-One, and which hands can lie there together; cards are the bits of a mask."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Iterator, Sequence

from referee.cards import Card, Pack
from referee.kit.showdown import TENS

HAND = 3
VALUES = {**TENS, "A": 11}
BITS = {card: 1 << place for place, card in enumerate(Pack())}
PATIENCE = 1_600_000  # hands looked at where several were told as numbers, fewer the more there are


def mask(cards: Iterable[Card]) -> int:
    return sum({BITS.get(card, 0) for card in cards})


@functools.cache
def counts(best: bool) -> dict[int, int]:
    """What every three cards count: those of one suit together, else the highest; or the ``best`` of any suit."""
    found = {}
    every = [(bit, card.suit, VALUES[card.rank]) for card, bit in BITS.items()]  # suit by suit
    for (a, s, v), (b, t, w), (c, u, x) in itertools.combinations(every, HAND):
        count = v + w + x if s == u else v + w if s == t else w + x if t == u else max(v, w, x)
        found[a | b | c] = max(count, v, w, x) if best else count
    return found


@functools.cache
def threes(best: bool) -> dict[int, list[int]]:
    """Every three cards by what they count."""
    found: dict[int, list[int]] = {}
    for three, count in counts(best).items():
        found.setdefault(count, []).append(three)
    return found


@functools.lru_cache(1024)
def lots(total: int, best: bool, known: int, unknown: int, blind: int, spare: int) -> list[int]:
    """Those of a hand that has the ``known`` cards but for ``spare`` ones, and so many ``blind`` ones of the others."""
    free = known | unknown
    return [
        three
        for three in threes(best).get(total, ())
        if not three & ~free and (known & ~three).bit_count() <= spare and (three & ~known).bit_count() <= blind
    ]


def count(cards: Iterable[Card], best: bool) -> int:
    return counts(best).get(mask(cards), 0)


def can_lie(choices: Sequence[Sequence[int]]) -> bool:
    """Whether one hand of each choice can lie there, no card twice; true also where it takes too long to tell."""
    return _laid_out(choices, iter(range(PATIENCE // (1 + len(choices) * sum(map(len, choices))))))


def _laid_out(choices: Sequence[Sequence[int]], tries: Iterator[int]) -> bool:
    sure = [some[0] for some in choices if len(some) == 1]
    while sure:
        taken = functools.reduce(operator.or_, sure)
        if taken.bit_count() < HAND * len(sure):
            return False
        choices = [[one for one in some if not one & taken] for some in choices if len(some) != 1]
        sure = [some[0] for some in choices if len(some) == 1]
    if not choices:
        return True
    first, *rest = sorted(choices, key=len)
    for place, hand in enumerate(first, 1):  # of equal choices the later one takes a later hand
        left = [[one for one in (some[place:] if some == first else some) if not one & hand] for some in rest]
        if next(tries, None) is None or _laid_out(left, tries):
            return True
    return False
