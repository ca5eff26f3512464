"""Reversis: which points and tricks are possible together, and who can have won the party."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from referee.cards import Card, Rank
from referee.language.words import Seat

ELEVEN = 11  # tricks of a hand
COUNTING = tuple(map(Rank, "AKQJ"))
Values = tuple[int, ...]
"""The points of an ace, a king, a queen and a jack."""


@lru_cache(maxsize=4096)
def points_of(values: Values, cards: tuple[Card, ...]) -> int:
    return sum([values[COUNTING.index(card.rank)] for card in cards if card.rank in COUNTING])


# Piles


class Counts(NamedTuple):
    """How many cards of each rank that has points."""

    aces: int
    kings: int
    queens: int
    jacks: int

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Counts:
        ranks = [card.rank for card in cards]
        return cls(*map(ranks.count, COUNTING))

    def without(self, gone: Counts) -> Counts:
        return Counts(*(all_of - gone_of for all_of, gone_of in zip(self, gone, strict=True)))

    def making(self, points: int, values: Values) -> Iterator[Counts]:
        """Every choice among these cards that is worth POINTS."""
        ace, king, queen, jack = values
        for aces, kings, queens in product(*(range(number + 1) for number in self[:3])):
            jacks, over = divmod(points - ace * aces - king * kings - queen * queens, jack)
            if not over and 0 <= jacks <= self.jacks:
                yield Counts(aces, kings, queens, jacks)


class Pile(NamedTuple):
    """What is known about the tricks a player takes."""

    lack: int | None  # points not placed yet, if the player's points are known
    has: int  # cards known to be in the pile
    least: int  # the fewest tricks
    tricks: int | None  # the number of tricks, if known

    def needs(self, cards: int) -> int | None:
        """How many tricks of unknown owner the pile needs for CARDS more; None if there is no room."""
        if self.tricks is None:
            return max(self.least, (self.has + cards + 3) // 4)
        return 0 if self.least <= self.tricks and self.has + cards <= 4 * self.tricks else None


@lru_cache(maxsize=4096)
def can_lie(
    values: Values, piles: tuple[Pile, ...], free: Counts, may_be_left: Counts, room: int, lack: int | None
) -> bool:
    """Whether the free cards can be placed so that everything known of the piles and the talon is true.

    The talon has ``room`` for more cards, from ``may_be_left``; ``lack`` is the points it still needs, if known.
    """
    tricks = [pile.tricks for pile in piles if pile.tricks is not None]
    spare = ELEVEN - sum(tricks)
    if spare < 0 or (spare and len(tricks) == len(piles)) or None in [pile.needs(0) for pile in piles]:
        return False
    told = tuple([pile for pile in piles if pile.lack is not None])
    rest = tuple([pile for pile in piles if pile.lack is None])
    if lack is None:
        return fill(values, told, rest, free, spare, min(room, sum(may_be_left)))
    outs = (left for left in may_be_left.making(lack, values) if sum(left) <= room)
    return any(fill(values, told, rest, free.without(left), spare, 0) for left in outs)


@lru_cache(maxsize=4096)
def fill(values: Values, told: tuple[Pile, ...], rest: tuple[Pile, ...], free: Counts, spare: int, room: int) -> bool:
    """Whether the free cards can make up the known points, with room for the rest.

    ``spare`` tricks have no known owner, and the talon has ``room`` for more cards.
    """
    if told:
        first, *others = told
        return any(
            fill(values, tuple(others), rest, free.without(taken), spare - tricks, room)
            for taken in free.making(first.lack or 0, values)
            if (tricks := first.needs(sum(taken))) is not None and tricks <= spare
        )
    for pile in rest:
        needed = pile.needs(0) or 0
        room += 4 * (needed if pile.tricks is None else pile.tricks) - pile.has
        spare -= needed
    return spare >= 0 and sum(free) <= room + (4 * spare if any(pile.tricks is None for pile in rest) else 0)


# The party


class Party(NamedTuple):
    winner: Seat
    loser: Seat
    lost: bool = False  # an espagnolette was lost


def party(around: Sequence[Seat], points: Mapping[Seat, int], tricks: Mapping[Seat, int], alone: Seat) -> Party:
    """The winner and loser of the party.  ``around`` is clockwise from the dealer; ALONE has an espagnolette."""
    rank = sorted(around, key=lambda seat: (points[seat], tricks[seat], around.index(seat)))
    if not alone:
        return Party(rank[0], rank[-1])
    rank.remove(alone)
    return Party(rank[0], alone, True) if tricks[alone] else Party(alone, rank[-1])


def deciding(points: Mapping[Seat, int], alone: Seat) -> list[Seat]:
    """The players whose tricks decide the party: those tied for it, and an espagnolette player."""
    others = [points[seat] for seat in points if seat != alone]
    level = [n for n in others if others.count(n) > 1 and n in (min(others), max(others))]
    return [seat for seat in points if seat == alone or points[seat] in level]


def outcomes(
    values: Values,
    around: Sequence[Seat],
    points: Mapping[Seat, int],
    tricks: Mapping[Seat, int],
    least: Mapping[Seat, int],
    alone: Seat,
) -> set[Party]:
    """Every possible outcome of the party.  ``tricks`` are known numbers, ``least`` the fewest of the others."""
    level = [seat for seat in deciding(points, alone) if seat not in tricks]
    most = 4 * max(values)  # in a trick
    untold = {seat: max(least[seat], -(-points[seat] // most)) for seat in around if seat not in tricks}
    spare, others = ELEVEN - sum(tricks.values()), sum(untold[seat] for seat in untold if seat not in level)
    ways = set()
    for numbers in product(*(range(untold[seat], spare + 1) for seat in level)):
        left = spare - sum(numbers)
        if left >= others and (left == 0 or len(level) < len(untold)):
            took = {**untold, **tricks, **dict(zip(level, numbers, strict=True))}
            ways.add(party(around, points, took, alone))
    return ways
