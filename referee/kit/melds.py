"""Melds: sets and runs, and what cards count."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.cards import SUITS, Card, Cards, Rank

# Shapes


def one_rank(cards: Iterable[Card]) -> Rank | None:
    """The rank that all these cards share; None where there are two ranks, or no card."""
    ranks = {card.rank for card in cards}
    return ranks.pop() if len(ranks) == 1 else None


def gaps(cards: Iterable[Card], ladder: Sequence[Rank]) -> int | None:
    """How many ranks these cards lack to be a run, which is how many wild cards would fill it.

    ``ladder`` has the ranks in their order.  None where the cards are no run at all: of two suits, with a rank
    twice, or with one that isn't on the ladder.
    """
    some = list(cards)
    if len({card.suit for card in some}) != 1 or any(card.rank not in ladder for card in some):
        return None
    places = {ladder.index(card.rank) for card in some}
    return max(places) - min(places) + 1 - len(some) if len(places) == len(some) else None


# What could be melded


def alike(some: Sequence[Card], wild: Sequence[Cards], sizes: range) -> Iterator[Cards]:
    """Cards of one rank with wild ones, in all ``sizes``: so many of the first, and every choice of wild cards."""
    for plain, more in itertools.product(range(len(some) + 1), wild):
        if plain + len(more) in sizes:
            yield (*some[:plain], *more)


def runs(may: Mapping[Card, int], ladder: Sequence[Rank], sizes: range) -> Iterator[Cards]:
    """Every run of cards that a player may hold."""
    for size, first, suit in itertools.product(sizes, range(len(ladder)), SUITS):
        run = tuple(Card(rank, suit) for rank in ladder[first : first + size])
        if len(run) == size and all(may.get(card) for card in run):
            yield run


def longer(run: Iterable[Card], may: Mapping[Card, int], ladder: Sequence[Rank], room: int) -> Iterator[Cards]:
    """Every choice of cards a player may hold that makes a run longer, below and above, by ``room`` at most."""
    some = [card for card in run if card.rank in ladder]
    low = min((ladder.index(card.rank) for card in some), default=0)
    high = max((ladder.index(card.rank) for card in some), default=0)
    for down, up in itertools.product(range(low + 1), range(len(ladder) - high)):
        cards = tuple(Card(rank, some[0].suit) for rank in (*ladder[low - down : low], *ladder[high + 1 :][:up]))
        if 0 < len(cards) <= room and all(may.get(card) for card in cards):
            yield cards


# Counts


def can_count(pool: Mapping[int, int], *hands: tuple[int, int]) -> bool:
    """Whether hands of so many cards each can count so many points each.

    All of them come from one ``pool``, which has how many cards there are of each value.
    """
    values = sorted(pool, reverse=True)
    spent = {(0,) * len(values)}
    for size, points in hands:
        ways = list(_ways(pool, values, size, points))
        spent = {tuple(a + b for a, b in zip(one, way, strict=True)) for one in spent for way in ways}
        spent = {one for one in spent if all(n <= pool[value] for n, value in zip(one, values, strict=True))}
    return bool(spent)


def _ways(pool: Mapping[int, int], values: Sequence[int], size: int, points: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many cards for so many points: how many of each value, highest first."""
    if not values:
        if size == 0 and points == 0:
            yield ()
        return
    if not values[-1] * size <= points <= values[0] * size:
        return
    for count in range(min(pool[values[0]], size) + 1):
        for rest in _ways(pool, values[1:], size - count, points - count * values[0]):
            yield (count, *rest)


def span(pool: Mapping[int, int], size: int, *hands: tuple[int, int]) -> tuple[int, int] | None:
    """The least and the most that so many cards can count beside hands that were told; None where they can't."""
    rising = [value for value in sorted(pool) for _ in range(pool[value])]
    if not 0 <= size <= len(rising):
        return None
    low, high, step = sum(rising[:size]), sum(rising[len(rising) - size :]), math.gcd(*pool) or 1
    least = next((n for n in range(low, high + 1, step) if can_count(pool, *hands, (size, n))), None)
    most = next((n for n in range(high, low - 1, -step) if can_count(pool, *hands, (size, n))), None)
    return None if least is None or most is None else (least, most)
