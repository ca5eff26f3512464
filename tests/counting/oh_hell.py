"""Oh Hell!: bids, and the play of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, pack

RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    trump: str
    bids: tuple[int, ...] = ()
    leader: int = 0
    trick: tuple[str, ...] = ()
    size: int = 0

    def moves(self) -> Iterator[tuple[str, Table]]:
        if len(self.bids) < len(self.seats):
            yield from self.bidding()
            return
        turn = (self.leader + len(self.trick)) % len(self.seats)
        follow = [card for card in self.held[turn] if self.trick and card[-1] == self.trick[0][-1]]
        for card in follow or self.held[turn]:
            held = tuple(tuple(one for one in some if one != card) for some in self.held)
            yield f"{self.seats[turn]} plays {card}", replace(self, held=held, trick=(*self.trick, card)).gathered()

    def bidding(self) -> Iterator[tuple[str, Table]]:
        turn = len(self.bids)
        some = list(range(self.size + 1))
        if turn == len(self.seats) - 1:
            enough = self.size + 1 - sum(self.bids)
            some = [bid for bid in some if bid >= enough] or [enough]  # forced above the tricks there are
        for bid in some:
            yield f"{self.seats[turn]} bids {bid}", replace(self, bids=(*self.bids, bid))

    def gathered(self) -> Table:
        if len(self.trick) < len(self.seats):
            return self
        led = self.trick[0][-1]

        def strength(card: str) -> tuple[bool, bool, int]:
            return card[-1] == self.trump, card[-1] == led, -RANKS.index(card[:-1])

        won = self.trick.index(max(self.trick, key=strength))
        return replace(self, leader=(self.leader + won) % len(self.seats), trick=())


def table(what: str, seats: tuple[str, ...], size: int, seed: int, depth: int, floor: int, bids: str = "") -> Count:
    *held, stub = hands(pack(), [size] * len(seats), seed)
    around = (*seats[1:], seats[0])
    told = tuple(int(bid) for bid in bids.split())
    opening = (
        f"deal {seats[0]} {size}",
        f"upcard {stub[0]}",
        *dealt(around, held),
        *(f"{seat} bids {bid}" for seat, bid in zip(around, told, strict=False)),
    )
    start = Table(around, tuple(held), stub[0][-1], told, size=size)
    verbs = frozenset({"bids", "plays"})  # `takes` may end a hand that is told card by card, and isn't counted
    return Count("oh-hell", seats, opening, start, depth, verbs, floor, what, {"first-hand": str(size)})


THREE, FOUR = ("Ann", "Ben", "Cat"), ("Ann", "Ben", "Cat", "Dan")

COUNTS = (
    table("the bids of three", THREE, 4, 1, 3, 100),
    table("one card, dealer forced", FOUR, 1, 2, 8, 60),
    table("two cards from the bids on", THREE, 2, 3, 9, 500),
    table("three cards each", THREE, 3, 4, 9, 200, "1 1 2"),
)
