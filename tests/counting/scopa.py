"""Scopa: captures and trails of one packet."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.counting import Count, dealt, pack

PACK = pack("K Q J 7 6 5 4 3 2 A")
VALUES = {"A": 1, "J": 8, "Q": 9, "K": 10}


def value(card: str) -> int:
    return VALUES.get(card[:-1]) or int(card[:-1])


@dataclass(frozen=True)
class Packet:
    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    board: tuple[str, ...]
    turn: int = 0

    def moves(self) -> Iterator[tuple[str, Packet]]:
        seat = self.seats[self.turn]
        for card in self.held[self.turn]:
            held = (
                *self.held[: self.turn],
                tuple(one for one in self.held[self.turn] if one != card),
                *self.held[self.turn + 1 :],
            )
            after = replace(self, held=held, turn=1 - self.turn)
            some = self.captures(card)
            for taken in some:
                left = replace(after, board=tuple(one for one in self.board if one not in taken))
                yield f"{seat} captures {' '.join(taken)} with {card}", left
            if not some:
                left = replace(after, board=(*self.board, card))
                yield f"{seat} trails {card}", left
            if len(some) < 2:
                yield f"{seat} plays {card}", left

    def captures(self, card: str) -> list[tuple[str, ...]]:
        """One card of its rank; only where there is none, two or more that add up, named from the highest down."""
        pairs: list[tuple[str, ...]] = [(one,) for one in self.board if one[:-1] == card[:-1]]
        board = sorted(self.board, key=lambda one: -value(one))
        sizes = range(2, len(board) + 1)
        return pairs or [some for n in sizes for some in combinations(board, n) if sum(map(value, some)) == value(card)]


def packet(board: int, seed: int, depth: int, floor: int, what: str, ranks: str = "K Q J 7 6 5 4 3 2 A") -> Count:
    """So many cards lie on the board: cards that take nothing are trailed to it, until each has three left."""
    dice = random.Random(seed)
    while True:
        cards = [card for card in PACK if card[:-1] in ranks.split()]
        dice.shuffle(cards)
        start = Packet(("Ben", "Ann"), (tuple(cards[4:7]), tuple(cards[7:10])), tuple(cards[:4]))
        opening = ["deal Ann", f"upcard {' '.join(start.board)}", *dealt(start.seats, start.held)]
        while len(start.board) < board:
            trails = [move for move in start.moves() if " trails " in move[0]]
            if not trails or len(start.held[start.turn]) == 1:
                break
            line, start = dice.choice(trails)
            opening.append(line)
        if len(start.board) == board and sum("K" in card for card in cards[:4]) < 3:
            break
    verbs = frozenset({"captures", "trails", "plays"})  # a hand told in short isn't counted
    return Count("scopa", ("Ann", "Ben"), tuple(opening), start, depth, verbs, floor, what)


COUNTS = (
    packet(4, 1, 3, 150, "the first plays of a packet"),
    packet(4, 143, 3, 300, "many sums", "K Q J 5 3 2 A"),
    packet(5, 88, 3, 100, "high cards to low ones", "K Q 2 A 3"),
    packet(7, 43, 3, 100, "seven cards on the board", "K Q 2 A 3"),
)
