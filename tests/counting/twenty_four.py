"""Twenty-Four: who slaps, who picks, who states, and the stacks told after sets that weren't.

A claim is told without its expression here: right, or none at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tests.counting import Count


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]
    owned: tuple[int, ...]
    board: bool = False
    slapped: tuple[int, ...] = ()
    picked: int | None = None
    counted: tuple[tuple[int, int], ...] = ()  # who told a stack, and what it has

    def moves(self) -> Iterator[tuple[str, Table]]:
        if not self.counted and not all(self.owned):
            return  # somebody is out of cards
        two, everybody = len(self.seats) == 2, range(len(self.seats))
        for i, seat in enumerate(self.seats):
            if not self.counted:
                yield f"{seat} takes pile", self.decided([i])
            if not self.board:
                yield from self.counting(i)
                continue
            if i not in self.slapped and len(self.slapped) < len(self.seats) - 1 and self.picked is None:
                yield f"{seat} slaps", replace(self, slapped=(*self.slapped, i))
            if two and self.slapped in ((), (i,)):
                yield f"{seat} claims", self.decided([1 - i])
                yield f"{seat} claims none", self.decided([i])
            if not two and i not in self.slapped and self.picked is None:
                for j in everybody:
                    if j != i:
                        slapped = tuple(k for k in everybody if k != i)
                        yield f"{seat} doubts {self.seats[j]}", replace(self, slapped=slapped, picked=j)
            if not two and self.picked == i:
                odd = [k for k in everybody if k not in self.slapped]
                yield f"{seat} claims", self.decided(odd)
                yield f"{seat} claims none", self.decided([i])

    def decided(self, losers: list[int]) -> Table:
        each = 4 // len(self.seats)
        owned = tuple(n + 4 - each if i in losers else n - each for i, n in enumerate(self.owned))
        return Table(self.seats, owned)

    def counting(self, i: int) -> Iterator[tuple[str, Table]]:
        """Stacks that all leave the same remainder by four, even ones of two, and forty cards in all."""
        if i in dict(self.counted):
            return
        by = 4 if len(self.seats) == 4 else 2
        for number in range(41):
            told = {**dict(self.counted), i: number}
            ways = product(*([told[j]] if j in told else range(number % by, 41, by) for j in range(len(self.seats))))
            found = [way for way in ways if sum(way) == 40 and len({n % by for n in way}) == 1]
            if found and (by == 4 or number % 2 == 0):
                line = f"{self.seats[i]} holds {number}"
                if by == 2 or len(told) == 4:
                    yield line, Table(self.seats, found[0])
                elif not self.counted and number == self.owned[i]:
                    yield line, self
                else:
                    yield line, replace(self, counted=tuple(told.items()))


def table(players: str, told: str, depth: int, floor: int, what: str) -> Count:
    seats = tuple(players.split())
    start = Table(seats, (40 // len(seats),) * len(seats))
    opening = [f"deal {seats[0]}"]
    for said in filter(None, told.split("; ")):
        if said.startswith("upcard"):
            start = replace(start, board=True)
        else:
            start = next(after for line, after in start.moves() if line == said)
        opening.append(said)
    verbs = frozenset({"slaps", "doubts", "claims", "takes pile", "holds"})
    return Count("twenty-four", seats, tuple(opening), start, depth, verbs, floor, what)


TWO, FOUR = "Ann Ben", "Ann Ben Cat Dan"
COUNTED = "upcard 4 6 9 10; Ann takes pile; Ann holds 30"
COUNTS = (
    table(TWO, "upcard 5 7 8 9", 2, 50, "a set of two players"),
    table(TWO, "upcard 5 7 8 9; Ben claims", 1, 40, "two stacks are told"),
    table(FOUR, "upcard 4 6 9 10", 2, 100, "a set of four players"),
    table(FOUR, "upcard 4 6 9 10; Ann slaps; Dan slaps", 2, 50, "three slap, and the fourth picks"),
    table(FOUR, COUNTED, 1, 5, "the second stack is told"),
    table(FOUR, f"{COUNTED}; Ben holds 2", 2, 5, "four stacks are told"),
)
