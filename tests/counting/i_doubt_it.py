"""I Doubt It: declarations, doubts, and who takes the pile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, onward

SEATS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kit", "Leo", "Max")


@dataclass(frozen=True)
class Table:
    """How many cards everybody has; which they are is nobody's business."""

    seats: tuple[str, ...]  # from the dealer's left
    counts: tuple[int, ...]
    turn: int = 0  # whose declaration comes next
    pile: int = 0
    last: int = -1  # who declared last, as long as that can be doubted
    doubter: int = -1
    taker: int = -1  # of the latest pile, until the next declaration
    over: bool = False

    def moves(self) -> Iterator[tuple[str, Table]]:
        if self.over:
            return
        if self.doubter >= 0:
            for place in (self.last, self.doubter):
                yield f"{self.seats[place]} takes pile", self.taken_by(place)
            return
        if self.taker >= 0:
            yield f"{self.seats[self.taker]} takes pile", self  # told again, and agreed
        won = self.last >= 0 and self.counts[self.last] == 0
        for number in range(1, min(self.counts[self.turn], 4) + 1):
            counts = self.but(self.turn, self.counts[self.turn] - number)
            after = replace(self, counts=counts, pile=self.pile + number, last=self.turn, taker=-1)
            after = replace(after, turn=self.after(self.turn))
            # undoubted last cards have won, and this declaration comes too late
            yield f"{self.seats[self.turn]} declares {number}", replace(self, over=True) if won else after
        for place, seat in enumerate(self.seats):
            if self.last >= 0 and place != self.last:
                yield f"{seat} doubts", replace(self, doubter=place)

    def taken_by(self, place: int) -> Table:
        after = replace(
            self, counts=self.but(place, self.counts[place] + self.pile), pile=0, last=-1, doubter=-1, taker=place
        )
        return replace(after, over=place != self.last and self.counts[self.last] == 0)

    def but(self, place: int, count: int) -> tuple[int, ...]:
        return (*self.counts[:place], count, *self.counts[place + 1 :])

    def after(self, place: int) -> int:
        return (place + 1) % len(self.seats)


def table(what: str, players: int, early: int, seed: int, depth: int, floor: int, rather: str = "") -> Count:
    seats = SEATS[:players]
    counts = tuple(52 // players + (place < 52 % players) for place in range(players))
    lines, position = onward(Table((*seats[1:], seats[0]), counts), early, seed, rather)
    # `shows` turns up cards of which any may lie there, and `out` is the short form: neither is counted
    verbs = frozenset({"declares", "doubts", "takes pile"})
    return Count("i-doubt-it", seats, (f"deal {seats[0]}", *lines), position, depth, verbs, floor, what)


COUNTS = (
    table("the first turns", 3, 0, 1, 3, 100),
    table("five players", 5, 20, 2, 3, 100),
    table("the last cards", 13, 38, 3, 2, 30, "declares 1"),
    table("no cards left", 13, 1, 4, 2, 30, "declares 4"),
)
