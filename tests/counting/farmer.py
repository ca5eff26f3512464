"""Farmer: cards drawn, and the totals told of hands whose first card nobody saw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack

CARDS = [card for card in pack() if card == "6H" or card[0] not in "68"]
WORTH = {card: 1 if card[0] == "A" else 10 if card[0] in "KQJ1" else int(card[0]) for card in CARDS}
UNTOLD = "?"


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the farmer's left
    held: tuple[tuple[str, ...], ...]  # the card face down is first
    turn: int = 0

    def moves(self) -> Iterator[tuple[str, Table]]:
        if self.turn == len(self.seats):
            return
        seat, cards = self.seats[self.turn], self.held[self.turn]
        if len(cards) > 1:
            yield f"{seat} stays", replace(self, turn=self.turn + 1)
        if self.least(cards) <= 16:
            yield f"{seat} hits", self.with_card(UNTOLD)
            for card in self.unseen():
                yield f"{seat} hits {card}", self.with_card(card)

    def unseen(self) -> list[str]:
        return [card for card in CARDS if not any(card in cards for cards in self.held)]

    def least(self, cards: tuple[str, ...]) -> int:
        """The least that a hand can be worth: what is untold is as little as cards that nobody has seen can be."""
        low = sorted(WORTH[card] for card in self.unseen())
        return sum(WORTH[card] for card in cards if card != UNTOLD) + sum(low[: cards.count(UNTOLD)])

    def with_card(self, card: str) -> Table:
        held = tuple((*cards, card) if i == self.turn else cards for i, cards in enumerate(self.held))
        return replace(self, held=held)


@dataclass(frozen=True)
class Totals:
    """All have stayed; of every hand one card is untold."""

    seats: tuple[str, ...]
    up: tuple[tuple[str, ...], ...]
    told: tuple[str, ...] = ()  # the seats whose totals are told
    spent: tuple[tuple[int, ...], ...] = ((),)  # every way to say what the cards told of by now are worth

    def moves(self) -> Iterator[tuple[str, Totals]]:
        for seat, up in zip(self.seats, self.up, strict=True):
            if seat in self.told or sum(WORTH[card] for card in up) >= 16:  # over sixteen, as everybody sees
                continue
            ways: dict[str, set[tuple[int, ...]]] = {}
            for spent in self.spent:
                for worth in set(self.left(spent)):
                    total, way = sum(WORTH[card] for card in up) + worth, tuple(sorted((*spent, worth)))
                    ways.setdefault(f"{seat} holds {total}", set()).add(way)
                    if total > 16:
                        ways.setdefault(f"{seat} busts", set()).add(way)
            for line, after in ways.items():
                yield line, replace(self, told=(*self.told, seat), spent=tuple(sorted(after)))

    def left(self, spent: tuple[int, ...]) -> list[int]:
        """What cards that lie face down may be worth."""
        some = [WORTH[card] for card in CARDS if not any(card in cards for cards in self.up)]
        for worth in spent:
            some.remove(worth)
        return some


def drawing(what: str, seats: tuple[str, ...], early: int, seed: int, depth: int, floor: int) -> Count:
    around = (*seats[1:], seats[0])
    *held, _ = hands(CARDS, [1] * len(seats), seed)
    lines, position = onward(Table(around, tuple(held)), early, seed)
    opening = (f"deal {seats[0]}", *dealt(around, held), *lines)
    return Count("farmer", seats, opening, position, depth, frozenset({"hits", "stays"}), floor, what)


def totals(what: str, seats: tuple[str, ...], up: str, floor: int) -> Count:
    around = (*seats[1:], seats[0])
    drawn = tuple(tuple(cards.split()) for cards in up.split(", "))
    told = [
        line
        for seat, cards in zip(around, drawn, strict=True)
        for line in (f"{seat} hits {' '.join(cards)}", f"{seat} stays")
    ]
    # `shows` tells the same by the card, and isn't counted
    verbs = frozenset({"holds", "busts"})
    return Count("farmer", seats, (f"deal {seats[0]}", *told), Totals(around, drawn), len(seats), verbs, floor, what)


EIGHT = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")

COUNTS = (
    drawing("two who draw", EIGHT[:2], 4, 1, 2, 900),
    drawing("eight who have drawn", EIGHT, 16, 18, 1, 25),
    totals("totals of three, one over", EIGHT[:3], "KC 4D 2H, AS AH AD AC, 9C 3D", 150),
)
