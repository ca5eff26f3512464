"""What Tonk hands leave without their spreads, and whether several such counts are possible together."""

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
EASY = 4000  # choices of cards per hand that can all be tried
FEW = 5  # a hand of this size has at most one spread


RANKS_WORTH = Counter(VALUES.values())  # number of ranks with each value
WORTH = {Card(rank, suit): VALUES[rank] for rank in RANKS for suit in SUITS}


@cache
def value(card: Card) -> int:
    return WORTH.get(card, VALUES.get(card.rank, 0))


def total(cards: Iterable[Card]) -> int:
    return sum(map(value, cards))


def counts(size: int) -> range:
    """The counts that hands of this size can have."""
    worth = sorted(WORTH.values())
    return range(sum(worth[:size]), sum(worth[-size:]) + 1)


def left_of(cards: Sequence[Card]) -> int:
    """What a hand counts without its spreads."""
    return _left_of(tuple(sorted(cards, key=lambda card: card.text)))


@lru_cache(8192)  # one question tries the same few hands for each possible count
def _left_of(cards: Cards) -> int:
    return least_left(cards, value).points


class Want(NamedTuple):
    """A hand of at most five cards whose count is known: known cards, number of unknown cards, count."""

    known: frozenset[Card]
    blind: range
    left: int

    def is_easy(self, pool: Sequence[Card]) -> bool:
        return sum(math.comb(len(pool), max(0, number)) for number in self.blind) <= EASY

    def choices(self, pool: Cards) -> Set[int]:
        """All choices of cards from the pool that leave the count, as bit masks over the pool."""
        return leaving(self.known, self.blind, pool).get(self.left, frozenset())

    def fillings(self, pool: Cards) -> Iterator[Cards]:
        """All choices of cards from the pool that may leave the count. Choices that complete a spread come first."""
        for blind, (missing, outside) in itertools.product(self.blind, spreads(self.known, pool)):
            number, points = blind - len(missing), self.left - outside
            if 0 <= number <= points <= number * MOST:
                others = [card for card in pool if card not in missing]
                for rest in counting(others, number, points):
                    yield (*missing, *rest)


@lru_cache(64)
def spreads(known: frozenset[Card], pool: Cards) -> list[tuple[Cards, int]]:
    """The spreads a hand may have, and none: cards needed, and the count of known cards outside it."""
    return [
        (tuple([card for card in spread if card not in known]), total(known.difference(spread)))
        for spread in ((), *filter(known.union(pool).issuperset, SPREADS))
    ]


def counting(pool: Sequence[Card], number: int, points: int) -> Iterator[Cards]:
    """All choices of this many cards with this count. The pool is sorted from the highest value down."""
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
    """Whether the pool can fill every hand to its count. Also true if the search takes too long."""
    hardest = sorted(wants, key=lambda want: (want.blind[-1], -want.left))
    dearest = tuple(sorted(pool, key=dearest_apart))
    if hardest and all(want.is_easy(dearest) for want in hardest):
        return beside_each_other(hardest, dearest)
    return all(can_be(want, dearest) for want in hardest) and enough(hardest, dearest) and laid_out(hardest, dearest)


@lru_cache(64)  # each new count is tried together with those before it
def can_be(want: Want, pool: Cards) -> bool:
    return laid_out([want], pool)


@lru_cache(16)
def leaving(known: frozenset[Card], blind: range, pool: Cards) -> Mapping[int, Set[int]]:
    """All choices of this many cards from the pool, as bit masks over the pool, grouped by what the hand leaves.

    A hand of five cards has at most one spread. Sums carry the card values in the bits above the mask.
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
    """Whether every hand can be filled. Tries all choices."""
    *others, last = sorted(wants, key=lambda want: len(want.choices(pool)))
    taken = together(tuple(others), pool)
    if sum(want.blind[-1] for want in wants) == len(pool) and all(len(want.blind) == 1 for want in wants):
        return not last.choices(pool).isdisjoint((1 << len(pool)) - 1 ^ choice for choice in taken)
    return any(not own & choice for choice in taken for own in last.choices(pool))


@lru_cache(64)
def together(wants: tuple[Want, ...], pool: Cards) -> Set[int]:
    """All choices of cards that fill all these hands."""
    if not wants:
        return {0}
    *others, last = wants
    return {own | choice for choice in together(tuple(others), pool) for own in last.choices(pool) if not own & choice}


@cache
def dearest_apart(card: Card) -> tuple[int, int, str]:
    """Sort key for a pool: values descending, with neighbors that seldom form spreads."""
    return -value(card), (RANKS.index(card.rank) + SUITS.index(card.suit)) % len(SUITS), card.text


def laid_out(wants: Sequence[Want], pool: Cards, tries: Iterator[int] | None = None) -> bool:
    """Whether every hand can be filled, by search. Also true if the search takes too long."""
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
    """Whether the values suffice for all hands together, with no three of a rank left in one hand."""
    copies = Counter(map(value, pool))

    @cache
    def suffice(dearest: int, left: tuple[tuple[int, int], ...]) -> bool:
        """Whether cards of this value and below fill the remaining numbers and counts."""
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
