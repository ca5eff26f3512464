"""What hunts of Dingo can bring: points to all score piles together, and against them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache

from referee.cards import RANKS, Card, Cards, Rank

ACE = RANKS[0]
UPWARD = RANKS[:0:-1] + RANKS[:1]  # the ranks in the order they are hunted
RABBIT = Card(ACE, "D")

Brought = tuple[int, int]
"""Points scored, and points against."""


def value(rank: Rank) -> int:
    return 3 if rank == ACE else 2 if rank in ("K", "Q", "J", "10") else 1


def pile_value(card: Card) -> int:
    """What a card is worth in a score pile."""
    return 10 if card is RABBIT else value(card.rank)


def dingo_of(rank: Rank) -> Card:
    return Card(rank, "H")


def wolves_of(rank: Rank) -> Cards:
    return Card(rank, "S"), Card(rank, "C")


def hunt_brings(rank: Rank, no_dingo: bool, no_rabbit: bool) -> frozenset[Brought]:
    """All that a hunt can bring where it isn't known how it went; of A♦ it may be that it can't be played."""
    if rank == ACE:
        if no_dingo:
            return frozenset({(0, 3)})
        return frozenset({(0, 6), (6, 3), (9, 3)} | (set() if no_rabbit else {(19, 0)}))
    if no_dingo:
        return frozenset({(0, 0)})
    worth = value(rank)
    return frozenset({(0, 0), (3 * worth, 0), (4 * worth, 0), (0, worth)})


def can_bring(hunts: Iterable[Collection[Brought]], scored: int, against: int, no_more: bool, no_worse: bool) -> bool:
    """Whether hunts can bring so much together, or more where some piles are untold."""
    return any(
        (most == scored if no_more else most >= scored) and (cost == against if no_worse else cost >= against)
        for most, cost in together(tuple(map(frozenset, hunts)))
    )


@lru_cache(maxsize=64)
def together(hunts: tuple[frozenset[Brought], ...]) -> frozenset[Brought]:
    """Everything that hunts can bring together."""
    totals = {(0, 0)}
    for one in hunts:
        totals = {(scored + more, against + cost) for scored, against in totals for more, cost in one}
    return frozenset(totals)
