"""Delphi: cards turned, guesses, and what the oracle says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, onward, pack


@dataclass(frozen=True)
class Table:
    oracle: str
    guessers: tuple[str, ...]
    stock: frozenset[str]
    waiting: frozenset[str] = frozenset()  # who hasn't guessed yet
    judging: bool = False

    def moves(self) -> Iterator[tuple[str, Table]]:
        for seat in self.waiting:
            for word in ("yes", "no"):
                waiting = self.waiting - {seat}
                yield f"{seat} declares {word}", replace(self, waiting=waiting, judging=not waiting)
        if self.judging:
            for word in ("correct", "incorrect"):
                yield f"{self.oracle} declares {word}", replace(self, judging=False)
        if not self.waiting and not self.judging:
            for card in self.stock:
                starter = len(self.stock) == 52
                waiting = frozenset() if starter else frozenset(self.guessers)
                yield f"upcard {card}", replace(self, stock=self.stock - {card}, waiting=waiting)


def table(what: str, players: int, cards: int, more: int, seed: int, depth: int, floor: int) -> Count:
    """So many cards that were judged, and so many reports more."""
    seats = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")[:players]
    start = Table(seats[0], seats[1:], frozenset(pack()))
    lines, position = onward(start, 1 + cards * (players + 1) + more, seed)
    # a whole turn told in one report stands for these, and `holds` is the short form
    verbs = frozenset({"Upcard", "declares"})
    return Count("delphi", seats, (f"deal {seats[0]}", *lines), position, depth, verbs, floor, what)


COUNTS = (
    table("the starter", 3, 0, -1, 1, 1, 50),
    table("the first cards", 3, 1, 1, 1, 4, 300),
    table("guesses of four", 5, 1, 1, 2, 4, 300),
    table("the last cards", 3, 49, 0, 3, 4, 30),
)
