"""What three cards count in Thirty-One, and which hands are possible together. Hands are bit masks."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.cards import Card, Pack
from referee.kit.showdown import TENS

HAND = 3
VALUES = {**TENS, "A": 11}
BITS = {card: 1 << place for place, card in enumerate(Pack())}
PATIENCE = 1_600_000  # limit on hands tried together, shared among the counts given


def mask(cards: Iterable[Card]) -> int:
    return sum({BITS.get(card, 0) for card in cards})


class Counting(NamedTuple):
    """How a table counts: the ``best`` suit or the one with most cards, and the value of three of a kind."""

    best: bool = False
    alike: float = 0  # three of a kind score nothing extra


BY_THE_BOOK = Counting()


@functools.cache
def counts(how: Counting = BY_THE_BOOK) -> dict[int, float]:
    """What every three cards count."""
    values: dict[int, float] = {}
    every = [(bit, card.suit, VALUES[card.rank], card.rank) for card, bit in BITS.items()]  # one suit at a time
    for (a, s, v, rank), (b, t, w, second), (c, u, x, third) in itertools.combinations(every, HAND):
        count = v + w + x if s == u else v + w if s == t else w + x if t == u else max(v, w, x)
        value = max(count, v, w, x) if how.best else count
        values[a | b | c] = how.alike if how.alike and rank == second == third else value
    return values


@functools.cache
def threes(how: Counting = BY_THE_BOOK) -> dict[float, list[int]]:
    """All sets of three cards by their count, ascending."""
    by_count: dict[float, list[int]] = {}
    for three, count in counts(how).items():
        by_count.setdefault(count, []).append(three)
    return dict(sorted(by_count.items()))


@functools.lru_cache(1024)
def lots(total: float, how: Counting, known: int, unknown: int, blind: int, spare: int) -> list[int]:
    """The hands with all ``known`` cards except ``spare`` ones, and up to ``blind`` others."""
    free = known | unknown
    return [
        three
        for three in threes(how).get(total, ())
        if not three & ~free and (known & ~three).bit_count() <= spare and (three & ~known).bit_count() <= blind
    ]


def count(cards: Iterable[Card], how: Counting = BY_THE_BOOK) -> float:
    return counts(how).get(mask(cards), 0)


def can_lie(choices: Sequence[Sequence[int]]) -> bool:
    """Whether one hand of each choice can be there, with no card twice. Also true if the search takes too long."""
    return _laid_out(choices, iter(range(PATIENCE // (1 + len(choices) * sum(map(len, choices))))))


def _laid_out(choices: Sequence[Sequence[int]], tries: Iterator[int]) -> bool:
    sure = [hands[0] for hands in choices if len(hands) == 1]
    while sure:
        taken = functools.reduce(operator.or_, sure)
        if taken.bit_count() < HAND * len(sure):
            return False
        choices = [[hand for hand in hands if not hand & taken] for hands in choices if len(hands) != 1]
        sure = [hands[0] for hands in choices if len(hands) == 1]
    if not choices:
        return True
    first, *rest = sorted(choices, key=len)
    for place, hand in enumerate(first, 1):  # among equal choices, hands are taken in order
        left = [[other for other in (hands[place:] if hands == first else hands) if not other & hand] for hands in rest]
        if next(tries, None) is None or _laid_out(left, tries):
            return True
    return False
