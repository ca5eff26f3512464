"""What hands of Tonk leave beside their spreads, and whether all that was told of them can be so at once."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import cache, lru_cache
from typing import NamedTuple

from referee.cards import RANKS, SUITS, Card, Cards
from referee.kit.melds import every_meld, least_left
from referee.kit.showdown import TENS

MOST = 10
VALUES = {**TENS, "A": 1}
SPREADS = every_meld()
PATIENCE = 500
EASY = 4000  # choices of cards for a hand that are all looked at
FEW = 5  # cards among which there is one spread at most


RANKS_WORTH = Counter(VALUES.values())  # how many ranks count so much
WORTH = {Card(rank, suit): VALUES[rank] for rank in RANKS for suit in SUITS}


@cache
def value(card: Card) -> int:
    return WORTH.get(card, VALUES.get(card.rank, 0))


def total(cards: Iterable[Card]) -> int:
    return sum(map(value, cards))


def counts(size: int) -> range:
    """What so many cards can count."""
    worth = sorted(WORTH.values())
    return range(sum(worth[:size]), sum(worth[-size:]) + 1)


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

    def is_easy(self, pool: Sequence[Card]) -> bool:
        return sum(math.comb(len(pool), max(0, number)) for number in self.blind) <= EASY

    def choices(self, pool: Cards) -> Set[int]:
        """Every choice of cards from the pool that leaves the count, as bits by their place there."""
        return leaving(self.known, self.blind, pool).get(self.left, frozenset())

    def fillings(self, pool: Cards) -> Iterator[Cards]:
        """Every choice of cards from the pool that may leave the count: those missing to a spread, and the others."""
        for blind, (missing, outside) in itertools.product(self.blind, spreads(self.known, pool)):
            number, points = blind - len(missing), self.left - outside
            if 0 <= number <= points <= number * MOST:
                others = [card for card in pool if card not in missing]
                for rest in counting(others, number, points):
                    yield (*missing, *rest)


@lru_cache(64)
def spreads(known: frozenset[Card], pool: Cards) -> list[tuple[Cards, int]]:
    """No spread and each that a hand may have: the cards missing to it, and what the known ones outside count."""
    return [
        (tuple([card for card in spread if card not in known]), total(known.difference(spread)))
        for spread in ((), *filter(known.union(pool).issuperset, SPREADS))
    ]


def counting(pool: Sequence[Card], number: int, points: int) -> Iterator[Cards]:
    """Every choice of so many cards that count so many, from a pool that lies from the dearest card down."""
    if not number:
        yield from [()] * (not points)
        return
    if number == 1:
        yield from ((card,) for card in pool if value(card) == points)
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
    dearest = tuple(sorted(pool, key=dearest_apart))
    if hardest and all(want.is_easy(dearest) for want in hardest):
        return beside_each_other(hardest, dearest)
    return all(can_be(want, dearest) for want in hardest) and enough(hardest, dearest) and laid_out(hardest, dearest)


@lru_cache(64)  # each count that is told is tried beside all those told before
def can_be(want: Want, pool: Cards) -> bool:
    return laid_out([want], pool)


@lru_cache(16)
def leaving(known: frozenset[Card], blind: range, pool: Cards) -> Mapping[int, Set[int]]:
    """Every choice of so many cards from the pool, as bits by their place there, by what a hand leaves with them.

    A hand of five cards has one spread at most.  While they are added up, cards have what they count above the bits.
    """
    size = len(pool)
    cards = {card: 1 << place | value(card) << size for place, card in enumerate(pool)}
    least: dict[int, int] = {}
    for missing, outside in spreads(known, pool):
        others = [cards[card] for card in pool if card not in missing]
        bits = sum(cards[card] for card in missing) % (1 << size)
        for number in blind:
            for added in itertools.combinations(others, number - len(missing)) if number >= len(missing) else ():
                points, choice = divmod(sum(added), 1 << size)
                least[choice | bits] = min(outside + points, least.get(choice | bits, outside + points))
    choices: dict[int, set[int]] = {}
    for choice, left in least.items():
        choices.setdefault(left, set()).add(choice)
    return choices


def beside_each_other(wants: Sequence[Want], pool: Cards) -> bool:
    """Whether every hand can be made up, all choices looked at."""
    *others, last = sorted(wants, key=lambda want: len(want.choices(pool)))
    taken = together(tuple(others), pool)
    if sum(want.blind[-1] for want in wants) == len(pool) and all(len(want.blind) == 1 for want in wants):
        return not last.choices(pool).isdisjoint((1 << len(pool)) - 1 ^ choice for choice in taken)
    return any(not own & choice for choice in taken for own in last.choices(pool))


@lru_cache(64)
def together(wants: tuple[Want, ...], pool: Cards) -> Set[int]:
    """Every choice of cards that makes up all these hands."""
    if not wants:
        return {0}
    *others, last = wants
    return {own | choice for choice in together(tuple(others), pool) for own in last.choices(pool) if not own & choice}


@cache
def dearest_apart(card: Card) -> tuple[int, int, str]:
    """The order of a pool in which neighbours seldom form spreads."""
    return -value(card), (RANKS.index(card.rank) + SUITS.index(card.suit)) % len(SUITS), card.text


def laid_out(wants: Sequence[Want], pool: Cards, tries: Iterator[int] | None = None) -> bool:
    """Whether every hand can be made up, cards tried one by one; true also where that takes too long."""
    if not wants:
        return True
    first, *others = wants
    tries = tries or iter(range(PATIENCE))
    for cards in first.fillings(pool):
        if next(tries, None) is None:
            return True
        left = tuple([card for card in pool if card not in cards])
        if left_of((*first.known, *cards)) == first.left and laid_out(others, left, tries):
            return True
    return False


def enough(wants: Sequence[Want], pool: Sequence[Card]) -> bool:
    """Whether there are cards as dear as that for all hands together, no three of a rank left in one of them."""
    copies = Counter(map(value, pool))

    @cache
    def suffice(dearest: int, left: tuple[tuple[int, int], ...]) -> bool:
        """Whether cards of this value and below do for so many cards and points each."""
        too_much = [points for number, points in left if points > dearest * number]
        if not dearest or too_much:
            return all(points <= 0 for _, points in left)
        most = 2 * RANKS_WORTH[dearest]
        for share in itertools.product(*(range(min(number, most), -1, -1) for number, _ in left)):
            rest = [(n - taken, points - taken * dearest) for taken, (n, points) in zip(share, left, strict=True)]
            if sum(share) <= copies[dearest] and suffice(dearest - 1, tuple(sorted(rest))):
                return True
        return False

    return suffice(max(VALUES.values()), tuple((want.blind[-1], want.left - total(want.known)) for want in wants))
