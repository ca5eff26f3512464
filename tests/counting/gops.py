"""Gops: prizes turned and bid for, with the suits told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.counting import Count, onward

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]
    suits: str  # of each seat
    prizes: frozenset[str] = frozenset(RANKS)  # not turned yet
    held: tuple[frozenset[str], ...] = ()
    waiting: frozenset[str] = field(default_factory=frozenset)  # whose bid for the prize is missing

    def moves(self) -> Iterator[tuple[str, Table]]:
        for prize in () if self.waiting else self.prizes:
            yield f"upcard {prize}D", replace(self, prizes=self.prizes - {prize}, waiting=frozenset(self.seats))
        for place, seat in enumerate(self.seats):
            for rank in self.held[place] if seat in self.waiting else ():
                held = tuple(some - {rank} if i == place else some for i, some in enumerate(self.held))
                yield f"{seat} plays {rank}{self.suits[place]}", replace(self, held=held, waiting=self.waiting - {seat})


def table(
    what: str, seats: tuple[str, ...], suits: str, left: int, more: int, seed: int, depth: int, floor: int
) -> Count:
    start = Table(seats, suits, held=(frozenset(RANKS),) * len(seats))
    early, position = onward(start, (13 - left) * (len(seats) + 1) + more, seed)
    # `holds` may be told at any time, and isn't counted
    return Count("gops", seats, tuple(early), position, depth, frozenset({"upcard", "plays"}), floor, what)


TWO, THREE, FOUR = ("Ann", "Ben"), ("Ann", "Ben", "Cat"), ("Ann", "Ben", "Cat", "Dan")

COUNTS = (
    table("the second prize", TWO, "CS", 12, 0, 1, 2, 250),
    table("two prizes left", TWO, "HS", 2, 0, 2, 6, 100),
    table("the bids of three", THREE, "CSH", 6, 2, 3, 3, 400),
    table("two packs", FOUR, "CSHC", 8, 2, 4, 2, 250),
)
