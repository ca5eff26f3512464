"""Fünfzehnern: leads, the suit that must be led, zwang, and the play of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack

RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[frozenset[str], ...]
    played: frozenset[str] = frozenset()
    leader: int = 0
    trick: tuple[str, ...] = ()
    duty: str = ""  # the suit in which the lead was taken
    zwang: bool = False

    def moves(self) -> Iterator[tuple[str, Table]]:
        turn = (self.leader + len(self.trick)) % len(self.seats)
        seat, cards = self.seats[turn], self.held[turn]
        leads = not self.trick
        some = self.leads(cards) if leads else self.follows(cards)
        if leads and not self.zwang and any(self.forces(card) for card in cards):
            yield f"{seat} declares zwang", replace(self, zwang=True)
        for card in some:
            if leads and self.zwang and not self.forces(card):
                continue
            held = tuple(hand - {card} for hand in self.held)
            after = replace(self, held=held, trick=(*self.trick, card), played=self.played | {card})
            yield f"{seat} plays {card}", after.gathered()

    def forces(self, card: str) -> bool:
        suit = card[-1]
        return card[0] == "Q" and "K" + suit in self.held[self.leader] and "A" + suit not in self.played

    def leads(self, cards: frozenset[str]) -> list[str]:
        bound = any(card[-1] == self.duty for card in cards)
        return [card for card in cards if not bound or card[-1] == self.duty or self.unbeatable(card)]

    def unbeatable(self, card: str) -> bool:
        return all(rank + card[-1] in self.played for rank in RANKS[RANKS.index(card[:-1]) + 1 :])

    def follows(self, cards: frozenset[str]) -> frozenset[str]:
        suit = self.trick[0][-1]
        if self.zwang and "A" + suit in cards:
            return frozenset({"A" + suit})
        return frozenset(card for card in cards if card[-1] == suit) or cards

    def gathered(self) -> Table:
        if len(self.trick) < len(self.seats):
            return self
        suit = self.trick[0][-1]
        followed = [i for i, card in enumerate(self.trick) if card[-1] == suit]
        won = max(followed, key=lambda i: RANKS.index(self.trick[i][:-1]))
        leader = (self.leader + won) % len(self.seats)
        duty = suit if won else self.duty
        if not any(card[-1] == duty for card in self.held[leader]):
            duty = ""  # free until the lead changes hands
        return replace(self, leader=leader, trick=(), duty=duty, zwang=False)


def table(what: str, players: int, early: int, seed: int, depth: int, floor: int, rather: str = "") -> Count:
    seats = ("Ann", "Ben", "Cat", "Dan")[:players]
    around = (*seats[1:], seats[0])
    *held, _ = hands(pack("A K Q J 10 9 8 7", "SHDC"[:players]), [8] * players, seed)
    lines, position = onward(Table(around, tuple(map(frozenset, held))), early, seed, rather)
    opening = ("deal " + seats[0], *dealt(around, held), *lines)
    verbs = frozenset({"plays", "declares zwang"})  # `takes` and `holds` are the short form
    return Count("funfzehnern", seats, opening, position, depth, verbs, floor, what)


COUNTS = (
    table("the first trick", 4, 0, 1, 5, 100),
    table("three players", 3, 7, 15, 4, 200),
    table("zwang", 4, 1, 3, 5, 35, "zwang"),
    table("the last tricks", 4, 22, 4, 8, 100),
)
