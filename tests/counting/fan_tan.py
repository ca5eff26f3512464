"""Fan Tan: cards played and passes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[frozenset[str], ...]
    laid: frozenset[str] = frozenset()
    turn: int = 0

    def moves(self) -> Iterator[tuple[str, Table]]:
        if not all(self.held):
            return
        seat, after = self.seats[self.turn], (self.turn + 1) % len(self.seats)
        fitting = [card for card in self.held[self.turn] if self.fits(card)]
        for card in fitting:
            held = tuple(cards - {card} for cards in self.held)
            yield f"{seat} plays {card}", replace(self, held=held, laid=self.laid | {card}, turn=after)
        if not fitting:
            yield f"{seat} passes", replace(self, turn=after)

    def fits(self, card: str) -> bool:
        place, suit = RANKS.index(card[:-1]), card[-1]
        toward_seven = RANKS[place + (place < 6) - (place > 6)] + suit
        return card[:-1] == "7" or toward_seven in self.laid


def table(what: str, players: int, early: int, seed: int, depth: int, floor: int) -> Count:
    seats = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")[:players]
    around = (*seats[1:], seats[0])
    *held, _ = hands(pack(), [52 // players + (i < 52 % players) for i in range(players)], seed)
    lines, position = onward(Table(around, tuple(map(frozenset, held))), early, seed)
    opening = ("deal " + seats[0], *dealt(around, held), *lines)
    # `shows`, `fails`, `holds`, `out` and the passes in all are told of the whole hand
    return Count("fan-tan", seats, opening, position, depth, frozenset({"Plays", "Passes"}), floor, what)


COUNTS = (
    table("the first turns", 4, 0, 1, 7, 20),
    table("in the middle", 3, 25, 2, 5, 200),
    table("the last cards", 4, 42, 5, 10, 50),
    table("eight players", 8, 20, 6, 8, 50),
)
