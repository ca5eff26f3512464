"""Trash: turns told card by card.

A report here is one card, or a natural card and the jack that it frees, as a turn may be typed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count

SPOTS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
RANKS = [*SPOTS, "J", "Q", "K"]


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]
    layouts: tuple[tuple[str, ...], ...]  # by spot what lies face up there, "" where nothing does
    packs: int
    turn: int
    open: bool = False  # the card placed last turned up another
    top: str = ""  # of the discards
    shown: tuple[str, ...] = ()  # every card that was turned up
    over: bool = False

    def moves(self) -> Iterator[tuple[str, Table]]:
        if self.over:
            return
        layout, seat = self.layouts[self.turn], self.seats[self.turn]
        fits = self.top and self.placed(self.top, layout)
        if self.open or not fits:
            verb = "plays" if self.open else "draws"
            for rank in RANKS:
                if self.shown.count(rank) < 4 * self.packs:
                    seen = replace(self, shown=(*self.shown, rank))
                    yield from seen.turned(f"{seat} {verb}", rank)
                    yield from seen.freeing(f"{seat} {verb}", rank)
        if self.top and not self.open:
            if fits:
                yield from self.turned(f"{seat} takes", self.top)
            yield from self.freeing(f"{seat} takes", self.top)
        yield from ((f"{seat} out", replace(self, over=True)) for seat in self.seats)

    def turned(self, said: str, rank: str) -> Iterator[tuple[str, Table]]:
        """One card that is placed, or else discarded."""
        placed = [*self.placed(rank, self.layouts[self.turn])]
        for spot, layout in placed:
            yield f"{said} {rank}={spot}" if rank == "J" else f"{said} {rank}", self.after(layout)
        if not placed:
            turn = (self.turn + 1) % len(self.seats)
            yield f"{said} {rank}", replace(self, turn=turn, open=False, top=rank)

    def freeing(self, said: str, rank: str) -> Iterator[tuple[str, Table]]:
        """A natural card where a jack lies, which goes to another spot."""
        layout = self.layouts[self.turn]
        if rank in SPOTS[: len(layout)] and layout[SPOTS.index(rank)] == "J":
            freed = list(layout)
            freed[SPOTS.index(rank)] = rank
            for spot, after in self.placed("J", tuple(freed)):
                yield f"{said} {rank} J={spot}", self.after(after)

    def placed(self, rank: str, layout: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
        """The empty spots that a card may go to, with the layout after it."""
        return [
            (spot, (*layout[:i], rank, *layout[i + 1 :]))
            for i, spot in enumerate(SPOTS[: len(layout)])
            if not layout[i] and rank in ("J", spot)
        ]

    def after(self, layout: tuple[str, ...]) -> Table:
        layouts = (*self.layouts[: self.turn], layout, *self.layouts[self.turn + 1 :])
        return replace(self, layouts=layouts, open=True, over="" not in layout)


def table(players: str, layout: int, steps: int, seed: int, depth: int, floor: int, what: str) -> Count:
    seats = tuple(players.split())
    start = Table(seats, (("",) * layout,) * len(seats), (len(seats) + 1) // 2, 1)
    dice, opening = random.Random(seed), [f"deal {seats[0]}"]
    for _ in range(steps):
        line, start = dice.choice([move for move in start.moves() if not move[1].over])
        opening.append(line)
    verbs = frozenset({"draws", "takes", "plays", "out"})
    return Count("trash", seats, tuple(opening), start, depth, verbs, floor, what, {"layout": str(layout)})


COUNTS = (
    table("Ann Ben", 3, 4, 1, 2, 100, "two players"),
    table("Ann Ben", 4, 7, 61, 2, 100, "a discard that frees a jack"),
    table("Ann Ben Cat", 4, 9, 3, 2, 100, "three players, two packs"),
    table("Ann Ben", 2, 3, 5, 2, 100, "two spots"),
)
