"""The points that a hand of Crates can have. Threes cover other cards, so card values can't simply be added up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from referee.cards import Card, Pack

THREE = "3"

Numbers = tuple[int, ...]  # number of threes, and of cards of each kind


class Kind(NamedTuple):
    """Cards of the same value, and whether a three can cover them."""

    points: int
    covers: bool


class Counts(NamedTuple):
    """Card values at a table: by rank, for each three of a hand with only threes, and for a covered card."""

    ranks: tuple[tuple[str, int], ...]
    alone: int
    covered: int


@lru_cache(64)
def kinds(counts: Counts) -> dict[str, Kind]:
    """The kind of each rank except three. The dearest are covered first."""
    every = {rank: Kind(points, rank != "8" and points > counts.covered) for rank, points in counts.ranks}
    return dict(sorted(every.items(), key=lambda item: (not item[1].covers, -item[1].points)))


def worth_of_pack(pack: Pack, counts: Counts) -> int:
    """The points of all cards, each three as if it were alone."""
    worth = dict(counts.ranks) | {THREE: counts.alone}
    return sum(worth[card.rank] * copies for card, copies in pack.copies.items())


def count(cards: Iterable[Card], counts: Counts) -> int:
    """The points of a hand. Its threes cover the dearest cards they can. Cards of other decks are ignored."""
    ranks, worth = [card.rank for card in cards], kinds(counts)
    others = sorted((worth[rank] for rank in ranks if rank in worth), reverse=True)
    threes = sum(rank == THREE for rank in ranks)
    if not others:
        return counts.alone * threes
    saved = [kind.points - counts.covered for kind in others if kind.covers][:threes]
    return sum(kind.points for kind in others) - sum(saved)


def by_kind(cards: Counter[Card], counts: Counts) -> Numbers:
    """The number of threes, and of cards of each kind."""
    by_rank = Counter[str]()
    for card, number in cards.items():
        by_rank[card.rank] = by_rank.get(card.rank, 0) + number
    of_kind = dict.fromkeys(kinds(counts).values(), 0)
    for rank, kind in kinds(counts).items():
        of_kind[kind] += by_rank[rank]
    return (by_rank[THREE], *of_kind.values())


@lru_cache(4096)
def totals(least: Numbers, most: Numbers, sizes: range, counts: Counts) -> tuple[int, ...]:
    """The points that hands with other cards than threes can have, as bits, by the threes beyond the fewest.

    ``least`` and ``most`` bound the cards of each kind, ``sizes`` all cards.
    """
    by_threes, every_kind = [], dict.fromkeys(kinds(counts).values())
    for threes in range(least[0], most[0] + 1):
        ways = {(threes, threes): 1}  # totals by the number of cards, and of threes that can still cover one
        for kind, low, high in zip(every_kind, least[1:], most[1:], strict=True):
            more: defaultdict[tuple[int, int], int] = defaultdict(int)
            for (cards, covers), bits in ways.items():
                for number in range(low, min(high, sizes[-1] - cards) + 1):
                    under = min(number, covers) if kind.covers else 0
                    points = counts.covered * under + kind.points * (number - under)
                    more[cards + number, covers - under] |= bits << points
            ways = more
        every = 0
        for (cards, _), bits in ways.items():
            every |= bits if cards in sizes and cards > threes else 0
        by_threes.append(every)
    return tuple(by_threes)


def least_threes(points: int, least: Numbers, most: Numbers, sizes: range, counts: Counts) -> int | None:
    """The fewest threes in a hand with these points, or None if there is no such hand."""
    if points < 0:
        threes, rest = divmod(points, counts.alone)
        all_threes = least[0] <= threes <= most[0] and threes in sizes and not rest and not any(least[1:])
        return threes if all_threes else None
    by_threes = enumerate(totals(least, most, sizes, counts), least[0])
    return next((threes for threes, bits in by_threes if bits >> points & 1), None)
