"""Tëtka: the play of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    leader: int = 0
    trick: tuple[str, ...] = ()

    def moves(self) -> Iterator[tuple[str, Table]]:
        turn = (self.leader + len(self.trick)) % 4
        follow = [card for card in self.held[turn] if self.trick and card[-1] == self.trick[0][-1]]
        for card in follow or self.held[turn]:
            held = tuple(tuple(one for one in some if one != card) for some in self.held)
            yield f"{self.seats[turn]} plays {card}", replace(self, held=held, trick=(*self.trick, card)).gathered()

    def gathered(self) -> Table:
        if len(self.trick) < 4:
            return self
        followed = [i for i, card in enumerate(self.trick) if card[-1] == self.trick[0][-1]]
        won = max(followed, key=lambda i: RANKS.index(self.trick[i][:-1]))
        return replace(self, leader=(self.leader + won) % 4, trick=())


def table(what: str, early: int, seed: int, depth: int, floor: int) -> Count:
    around = ("Ben", "Cat", "Dan", "Ann")
    *held, _ = hands(pack(), [13] * 4, seed)
    lines, position = onward(Table(around, tuple(held)), early, seed)
    opening = ("deal Ann", f"upcard {held[3][-1]}", *dealt(around, held), *lines)
    # `takes` and `scores` tell the same hand in short, and aren't counted
    return Count("tetka", ("Ann", "Ben", "Cat", "Dan"), opening, position, depth, frozenset({"plays"}), floor, what)


COUNTS = (
    table("the first trick", 0, 1, 3, 150),
    table("from the middle of a trick", 30, 2, 3, 50),
    table("the last two tricks", 43, 3, 9, 100),
)
