"""Fifty-One: exchanges, stops and the counts at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, pack


def value(card: str) -> int:
    return {"A": 11, "K": 10, "Q": 10, "J": 10}.get(card[:-1]) or int(card[:-1])


def counted(cards: tuple[str, ...]) -> int:
    suits = [[value(card) for card in cards if card[-1] == suit] for suit in "SHDC"]
    longest = max(len(some) for some in suits)
    return max(2 * sum(some) for some in suits if len(some) == longest) - sum(map(sum, suits))


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    board: tuple[str, ...]
    turn: int = 0
    last: int | None = None  # who has just exchanged
    stopper: int | None = None
    left: int = 0  # turns after the stop
    told: frozenset[int] = frozenset()

    def moves(self) -> Iterator[tuple[str, Table]]:
        if self.stopper is not None and not self.left:
            for i, seat in enumerate(self.seats):
                if i not in self.told:
                    after = replace(self, told=self.told | {i})
                    yield f"{seat} holds {counted(self.held[i])}", after
                    yield f"{seat} holds {' '.join(self.held[i])}", after
            return
        i, turn = self.turn, (self.turn + 1) % len(self.seats)
        for given in self.held[i]:
            for taken in self.board:
                held = (*self.held[:i], (*(card for card in self.held[i] if card != given), taken), *self.held[i + 1 :])
                board = (*(card for card in self.board if card != taken), given)
                passed = replace(self, held=held, board=board, turn=turn, last=i, left=self.left - 1)
                yield f"{self.seats[i]} exchanges {given} for {taken}", passed
        if self.stopper is None:
            stopped = replace(self, stopper=i, turn=turn, left=len(self.seats) - 1)
            yield f"{self.seats[i]} stops", stopped
            if self.last is not None:
                yield f"{self.seats[self.last]} stops", replace(self, stopper=self.last, left=len(self.seats) - 1)


def table(players: str, seed: int, told: str, depth: int, floor: int, what: str) -> Count:
    """TOLD are the turns that come first, each the first of its kind."""
    seats = tuple(players.split())
    around = (*seats[1:], seats[0])
    cards = pack()
    *held, board, _ = hands(cards, [5] * (len(seats) + 1), seed)
    held = [tuple(sorted(some, key=cards.index)) for some in held]
    start = Table(around, tuple(held), board)
    opening = [f"deal {seats[0]}", f"upcard {' '.join(board)}", *dealt(around, held)]
    for said in told.split(", ") if told else []:
        line, start = next(move for move in start.moves() if move[0].startswith(said))
        opening.append(line)
    verbs = frozenset({"exchanges", "stops", "holds"})  # five cards for a cleared board are anybody's guess
    return Count("fifty-one", seats, tuple(opening), start, depth, verbs, floor, what)


COUNTS = (
    table("Ann Ben Cat", 1, "", 1, 25, "the first turn"),
    table("Ann Ben Cat", 1, "Ben ex, Cat ex", 1, 26, "a stop after one's own turn"),
    table("Ann Ben Cat", 2, "Ben ex, Cat stops", 1, 20, "after a stop in place of a turn"),
    table("Ann Ben", 3, "Ben ex, Ann ex, Ben ex, Ben stops", 2, 50, "the last turn after a stop, and a count"),
    table("Ann Ben Cat", 4, "Ben stops, Cat ex, Ann ex", 2, 20, "the counts"),
)
