"""What hands of Tonk leave beside their spreads, and whether all that was told of them can be so at once."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from referee.cards import RANKS, SUITS, Card, Cards
from referee.kit.melds import LADDER, least_left

VALUES = {"A": 1, "K": 10, "Q": 10, "J": 10} | {str(pips): pips for pips in range(2, 11)}
SPREADS: tuple[Cards, ...] = tuple(
    some for rank in RANKS for size in (3, 4) for some in itertools.combinations([Card(rank, s) for s in SUITS], size)
) + tuple(
    tuple(Card(rank, suit) for rank in LADDER[low : low + size])
    for size, suit in itertools.product(range(3, len(RANKS) + 1), SUITS)
    for low in range(len(LADDER) - size + 1)
)
PATIENCE = 500


def value(card: Card) -> int:
    return VALUES.get(card.rank, 0)


def total(cards: Iterable[Card]) -> int:
    return sum(map(value, cards))


def left_of(cards: Sequence[Card]) -> int:
    """What a hand counts when whatever forms spreads is taken out."""
    return _left_of(tuple(sorted(cards, key=lambda card: card.text)))


@lru_cache(8192)  # one question tries the same few hands for every total that may be told
def _left_of(cards: Cards) -> int:
    return least_left(cards, value).points


class Want(NamedTuple):
    """A hand of five cards at most of which only the count was told: cards known, how many others, what is left."""

    known: frozenset[Card]
    blind: range
    left: int

    def fillings(self, pool: Sequence[Card]) -> Iterator[Cards]:
        """Every choice of cards from the pool that may leave the count: those missing to a spread, and the others."""
        may = self.known.union(pool)
        for blind, spread in itertools.product(self.blind, [(), *filter(may.issuperset, SPREADS)]):
            missing = [card for card in spread if card not in self.known]
            if len(missing) <= blind:
                points = self.left - total(self.known.difference(spread))
                others = [card for card in pool if card not in missing]
                for some in counting(others, blind - len(missing), points):
                    yield (*missing, *some)


def counting(pool: Sequence[Card], number: int, points: int) -> Iterator[Cards]:
    """Every choice of so many cards that count so many, from a pool that lies from the dearest card down."""
    if not number:
        yield from [()] * (not points)
        return
    for place, card in enumerate(pool):
        if value(card) * number < points:
            return
        if value(card) + number - 1 <= points:
            for others in counting(pool[place + 1 :], number - 1, points - value(card)):
                yield (card, *others)


def can_lie(wants: Iterable[Want], pool: Iterable[Card]) -> bool:
    """Whether the cards of the pool make up every hand to its count; true also where that is hard to tell."""
    hardest = sorted(wants, key=lambda want: (want.blind[-1], -want.left))
    dearest = sorted(pool, key=dearest_apart)
    alone = all(laid_out([want], dearest) for want in hardest)
    return alone and enough(hardest, dearest) and laid_out(hardest, dearest)


def dearest_apart(card: Card) -> tuple[int, int, str]:
    """The order of a pool in which neighbours seldom form spreads."""
    return -value(card), (RANKS.index(card.rank) + SUITS.index(card.suit)) % len(SUITS), card.text


def laid_out(wants: Sequence[Want], pool: Sequence[Card], tries: Iterator[int] | None = None) -> bool:
    """Whether every hand can be made up, cards tried one by one; true also where that takes too long."""
    if not wants:
        return True
    first, *others = wants
    tries = tries or iter(range(PATIENCE))
    for cards in first.fillings(pool):
        if next(tries, None) is None:
            return True
        left = [card for card in pool if card not in cards]
        if left_of((*first.known, *cards)) == first.left and laid_out(others, left, tries):
            return True
    return False


def enough(wants: Sequence[Want], pool: Sequence[Card]) -> bool:
    """Whether there are cards as dear as that for all hands together, no three of a rank left in one of them."""
    copies = Counter(map(value, pool))

    @cache
    def suffice(dearest: int, left: tuple[tuple[int, int], ...]) -> bool:
        """Whether cards of this value and below do for so many cards and points each."""
        if not dearest or any(points > dearest * number for number, points in left):
            return all(points <= 0 for _, points in left)
        most = 2 * sum(one == dearest for one in VALUES.values())
        for share in itertools.product(*(range(min(number, most), -1, -1) for number, _ in left)):
            rest = [(n - taken, points - taken * dearest) for taken, (n, points) in zip(share, left, strict=True)]
            if sum(share) <= copies[dearest] and suffice(dearest - 1, tuple(sorted(rest))):
                return True
        return False

    return suffice(max(VALUES.values()), tuple((want.blind[-1], want.left - total(want.known)) for want in wants))
