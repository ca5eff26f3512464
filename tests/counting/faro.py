"""Faro: where a chip may lie, what may come out of the box, and calls of the last turn."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, permutations, product

from tests.counting import Count, pack

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ROWS = (("K", "Q", "J", "10", "9", "8"), ("A", "2", "3", "4", "5", "6"))


def chips_lie() -> set[frozenset[str]]:
    """The ranks that one chip can cover."""
    at = {rank: (x, y) for y, row in enumerate(ROWS) for x, rank in enumerate(row)}
    found = {frozenset([rank]) for rank in RANKS}
    for one, other in combinations(at, 2):
        (x, y), (u, v) = at[one], at[other]
        if abs(x - u) <= 1 or (y == v and abs(x - u) == 2):  # neighbours, a diagonal, or one skipped
            found.add(frozenset([one, other]))
    for x in range(5):
        square = [row[i] for row in ROWS for i in (x, x + 1)]
        found |= {frozenset(some) for size in (3, 4) for some in combinations(square, size)}
    return found | {frozenset(some) for some in ("78", "67", "79", "57", "678")}


SPOTS = [" ".join(sorted(some, key=RANKS.index)) for some in chips_lie()] + ["odd", "even", "high"]


@dataclass(frozen=True)
class Box:
    """``seen`` are the ranks that came, ``blind`` the cards that nobody named."""

    seats: tuple[str, ...]
    limits: tuple[int, int]
    seen: tuple[str, ...]
    blind: int = 0
    up: tuple[str, ...] = ()  # bets and calls, without their chips
    verbs: frozenset[str] = frozenset()
    last: str = ""  # turn

    def moves(self) -> Iterator[tuple[str, Box]]:
        gone = Counter(self.seen)
        left, size = {rank: 4 - gone[rank] for rank in RANKS}, 52 - len(self.seen) - self.blind
        if size < 3:  # the last turn may be told again
            if "turn" in self.verbs:
                yield self.last, self
            return
        three = [rank for rank in RANKS for _ in range(left[rank])]
        triple = size == 3 and not self.blind and len(set(three)) == 1
        for seat in self.seats if "bets" in self.verbs and not triple else ():
            for chips, spot, coppered in product(self.limits, SPOTS, ("", " coppered")):
                yield self.set(f"{seat} bets # on {spot}{coppered}", chips)
        for seat in self.seats if "calls" in self.verbs and size == 3 and not self.blind and not triple else ():
            for order in set(permutations(three)):
                yield self.set(f"{seat} calls # on {' '.join(order)}", self.limits[0])
        yield from (self.set(bet, 0) for bet in self.up if bet.split()[1] in self.verbs)
        if "turn" in self.verbs:
            for two in product((*RANKS, "?"), repeat=2):
                named = tuple(rank for rank in two if rank != "?")
                if all(named.count(rank) <= left[rank] for rank in named) and not (self.up and len(named) < 2):
                    line, blind = f"turn {' '.join(two)}", self.blind + 2 - len(named)
                    yield line, replace(self, seen=(*self.seen, *named), blind=blind, last=line)

    def set(self, bet: str, chips: int) -> tuple[str, Box]:
        up = {*self.up, bet} if chips else {*self.up} - {bet}
        return bet.replace("#", str(chips)), replace(self, up=tuple(up))


def box(
    players: str, seed: int, turns: int, verbs: str, depth: int, floor: int, what: str, told: str = "", last: str = ""
) -> Count:
    """After so many turns of a real pack, with the ranks LAST at its end."""
    seats = tuple(players.split())
    ranks = [card[:-1] for card in pack()]
    for rank in last.split():
        ranks.remove(rank)
    random.Random(seed).shuffle(ranks)
    ranks += last.split()
    seen = ranks[: 1 + 2 * turns]
    opening = ["deal", f"upcard {ranks[0]}", *(f"turn {' '.join(seen[i : i + 2])}" for i in range(1, len(seen), 2))]
    start = Box(seats, (2, 6), tuple(seen), up=tuple(filter(None, [told])), verbs=frozenset(verbs.split()))
    opening += [told.replace("#", "2")] if told else []
    return Count("faro", seats, tuple(opening), start, depth, start.verbs, floor, what, {"min": "2", "max": "6"})


COUNTS = (
    box("Ann", 1, 0, "bets", 1, 100, "the layout"),
    box("Ann", 1, 22, "turn", 1, 30, "seven cards are left"),
    box("Ann Ben", 2, 23, "turn", 1, 10, "bets stand", "Ann bets # on 9"),
    box("Ann", 2, 23, "bets", 1, 300, "a bet may be taken down", "Ann bets # on 9"),
    box("Ann Ben", 2, 24, "turn calls", 1, 20, "the last turn", last="J 3 A"),
    box("Ann Ben", 2, 24, "turn calls", 2, 30, "a cat-hop", last="J 3 J"),
    box("Ann Ben", 2, 24, "turn calls bets", 1, 3, "three of a kind are left", last="J J J"),
)
