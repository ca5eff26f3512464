"""Reversis: the play of the cards, without an espagnolette."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "J", "Q", "K", "A"]
SEATS = ("Ann", "Ben", "Cat", "Dan")  # Ann deals
HONOURS = frozenset({"AS", "AH", "AD", "AC", "JH"})


@dataclass(frozen=True)
class Table:
    held: tuple[frozenset[str], ...]
    free: frozenset[int]  # who was dealt into an espagnolette, and needn't follow
    tricks: int = 0
    leader: int = 1
    trick: tuple[str, ...] = ()

    def moves(self) -> Iterator[tuple[str, Table]]:
        turn = (self.leader + len(self.trick)) % 4
        follow = {card for card in self.held[turn] if self.trick and card[-1] == self.trick[0][-1]}
        if turn in self.free and self.tricks < 9:
            follow = set()
        for card in follow or self.held[turn]:
            held = tuple(cards - {card} for cards in self.held)
            yield f"{SEATS[turn]} plays {card}", replace(self, held=held, trick=(*self.trick, card)).gathered()

    def gathered(self) -> Table:
        if len(self.trick) < 4:
            return self
        followed = [i for i, card in enumerate(self.trick) if card[-1] == self.trick[0][-1]]
        won = max(followed, key=lambda i: RANKS.index(self.trick[i][:-1]))
        return replace(self, leader=(self.leader + won) % 4, trick=(), tricks=self.tricks + 1)


def table(what: str, early: int, seed: int, depth: int, floor: int) -> Count:
    cards = pack("A K Q J 9 8 7 6 5 4 3 2")
    *held, _ = hands(cards, [12, 11, 11, 11], seed)
    position = Table((frozenset(held[0][1:]), *map(frozenset, held[1:])), espagnolettes(held))
    lines, position = onward(position, early, seed)
    exchange = (f"Ann discards {held[0][0]}", "Ben passes", "Cat passes", "Dan passes")
    opening = ("deal Ann", *dealt(SEATS, held), *exchange, *lines)
    # other `plays`, with `to` and `on`, are the short form, as are `leads`, `holds`, `takes` and the like
    return Count("reversis", SEATS, opening, position, depth, frozenset({"Plays"}), floor, what)


def espagnolettes(held: list[tuple[str, ...]]) -> frozenset[int]:
    aces = [{card for card in cards if card in HONOURS} for cards in held]
    return frozenset(i for i, some in enumerate(aces) if len(some) > 3)


COUNTS = (
    table("the first trick", 0, 1, 3, 100),
    table("the last tricks", 34, 2, 10, 100),
)
