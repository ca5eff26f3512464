"""One-Eyed Jack: markers on the board, kills, and dead cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, pack

CORNERS = ("a1", "j1", "a10", "j10")
SQUARES = [f"{column}{row}" for row in range(1, 11) for column in "abcdefghij"]
PLAIN = dict(
    zip((one for one in SQUARES if one not in CORNERS), pack("A 2 3 4 5 6 7 8 9 10 Q K") * 2, strict=True)
)  # the board that is meant where a table tells none
LINES = [
    [f"{'abcdefghij'[x + i * dx]}{y + i * dy}" for i in range(5)]
    for x in range(10)
    for y in range(1, 11)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if x + 4 * dx < 10 and 1 <= y + 4 * dy <= 10
]


@dataclass(frozen=True)
class Board:
    """One row wins; ``blind`` has who drew a card that nobody named."""

    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    markers: tuple[tuple[str, int], ...] = ()  # by square, the side
    gone: tuple[str, ...] = ()
    blind: frozenset[int] = frozenset()
    turn: int = 0

    def moves(self) -> Iterator[tuple[str, Board]]:
        taken, seat = dict(self.markers), self.seats[self.turn]
        free = [one for one in SQUARES if one not in taken and one not in CORNERS]
        if self.won():
            return
        for card in self.cards():
            after = self.without(card)
            spots = [one for one in SQUARES if PLAIN.get(one) == card]
            if card in ("JS", "JH"):
                yield f"{seat} plays {card}", replace(after, turn=self.after())
                for square in taken:
                    left = tuple(one for one in self.markers if one[0] != square)
                    yield f"{seat} plays {card} on {square}", replace(after, markers=left, turn=self.after())
                continue
            for square in free if card[0] == "J" else spots:
                if square not in taken:
                    markers = (*self.markers, (square, self.side()))
                    yield f"{seat} plays {card} on {square}", replace(after, markers=markers, turn=self.after())
            if spots and all(square in taken for square in spots):
                yield f"{seat} discards {card}", after

    def cards(self) -> list[str]:
        """What may be in the hand on turn; whoever has drawn may hold any card of which not both were seen."""
        seen = [*self.gone, *(card for some in self.held for card in some)]
        if self.turn not in self.blind:
            return [*dict.fromkeys(self.held[self.turn])]
        return [card for card in pack() if card in self.held[self.turn] or seen.count(card) < 2]

    def without(self, card: str) -> Board:
        held = list(self.held[self.turn])
        if card in held:
            held.remove(card)
        hands = (*self.held[: self.turn], tuple(held), *self.held[self.turn + 1 :])
        return replace(self, held=hands, gone=(*self.gone, card), blind=self.blind | {self.turn})

    def side(self) -> int:
        return self.turn % 2 if len(self.seats) == 4 else self.turn

    def after(self) -> int:
        return (self.turn + 1) % len(self.seats)

    def won(self) -> bool:
        taken = dict(self.markers)
        sides = [{taken.get(one) for one in line if one not in CORNERS} for line in LINES]
        return any(len(some) == 1 and None not in some for some in sides)


VERBS = frozenset({"plays", "discards"})  # what was drawn may be told, but isn't counted


def drawing(start: Board, line: str, after: Board, drawn: str) -> tuple[list[str], Board]:
    """A play, and its player says what came instead of the card."""
    i = start.turn
    held = (*after.held[:i], (*after.held[i], drawn), *after.held[i + 1 :])
    return [line, f"{start.seats[i]} draws {drawn}"], replace(after, held=held, blind=frozenset())


def board(players: str, seed: int, steps: int, depth: int, floor: int, what: str) -> Count:
    """After so many plays of a real deal."""
    seats = tuple(players.split())
    around = (*seats[1:], seats[0])
    *held, stock = hands(pack(packs=2), [{2: 7, 3: 6, 4: 5}[len(seats)]] * len(seats), seed)
    start, dice = Board(around, tuple(held)), random.Random(seed)
    opening = [f"deal {seats[0]}", *dealt(around, held)]
    for drawn in stock[:steps]:
        lines, start = drawing(start, *dice.choice([*start.moves()]), drawn)
        opening += lines
    return Count("one-eyed-jack", seats, tuple(opening), start, depth, VERBS, floor, what, {"rows": "1"})


def told(held: str, plays: str, depth: int, floor: int, what: str) -> Count:
    """After these plays, each with the card drawn after it."""
    cards = [tuple(some.split()) for some in held.split(", ")]
    start, opening = Board(("Ben", "Ann"), tuple(cards)), ["deal Ann", *dealt(("Ben", "Ann"), cards)]
    for said in plays.split(", "):
        *play, drawn = said.split()
        wanted = f"{start.seats[start.turn]} plays {' on '.join(play)}"
        lines, start = drawing(start, *next(move for move in start.moves() if move[0].startswith(wanted)), drawn)
        opening += lines
    return Count("one-eyed-jack", ("Ann", "Ben"), tuple(opening), start, depth, VERBS, floor, what, {"rows": "1"})


HELD = "AS 2S 3S 4S 5S 6S JD, JC JS AH 2H 3H 4H 5H"
COUNTS = (
    board("Ann Ben", 1, 0, 2, 100, "the first cards"),
    board("Ann Ben Cat", 2, 8, 2, 100, "three players"),
    board("Ann Ben Cat Dan", 3, 8, 2, 50, "partners"),
    told(HELD, "JD b1 KD, JC a6 KC", 1, 10, "a dead card"),
    told(HELD, "JD b1 KD, JC a6 KC, 2S c1 9D, AH 9C, 3S d1 9H, 2H 8C", 1, 10, "one square is lacking for a row"),
    told(HELD, "JD b1 KD, AH KC, 2S c1 9D, 2H KH, 3S d1 9H, JS b1 8C, AS b1 8D", 1, 10, "a killed marker"),
)
