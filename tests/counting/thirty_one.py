"""Thirty-One: the turns at tables of many, where the stock is short, and the counts at the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.counting import Count, dealt, pack

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea", "Max", "Ned", "Oli", "Pam")
BLITZES = [
    (f"A{suit}", f"{one}{suit}", f"{two}{suit}")
    for suit in "SHDC"
    for one, two in combinations(("K", "Q", "J", "10"), 2)
]


def value(card: str) -> int:
    return {"A": 11, "K": 10, "Q": 10, "J": 10}.get(card[:-1]) or int(card[:-1])


def counted(cards: tuple[str, ...], best: bool) -> int:
    suits = [[value(card) for card in cards if card[-1] == suit] for suit in "SHDC"]
    most = max(len(some) for some in suits)
    return max(sum(some) for some in suits if best or len(some) == most)


@dataclass(frozen=True)
class Table:
    """Hands with every card known but those that were drawn untold."""

    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    unseen: frozenset[str]  # the stock, and what was drawn untold
    top: str
    best: bool = False
    blind: tuple[int, ...] = ()  # who holds a card that nobody named
    turn: int = 0
    drawn: bool = False
    begun: bool = False
    knocker: int | None = None
    blitzes: tuple[int, ...] = ()
    over: bool = False
    told: tuple[int, ...] = ()

    def moves(self) -> Iterator[tuple[str, Table]]:
        if self.over and len({*self.told, *self.blitzes}) == len(self.seats):
            return
        seat = self.seats[self.turn]
        if not self.begun or (self.drawn and not self.over):
            yield from self.showing()
        if self.over:
            yield from self.counts()
        elif self.drawn:
            for card in (*self.held[self.turn], *(sorted(self.unseen) if self.turn in self.blind else ())):
                left = tuple(one for one in self.held[self.turn] if one != card)
                blind = self.blind
                if card in self.unseen:
                    blind = tuple(one for one in blind if one != self.turn)
                passed = replace(self.holding(left), unseen=self.unseen - {card}, blind=blind, top=card, drawn=False)
                turn = (self.turn + 1) % len(self.seats)
                yield f"{seat} discards {card}", replace(passed, turn=turn, over=turn == self.knocker)
        else:
            drawn = replace(self, drawn=True, begun=True)
            yield from (
                (f"{seat} {line}", replace(drawn, blind=(*self.blind, self.turn))) for line in ("draws", "draws 1")
            )
            for card in self.unseen:
                yield (
                    f"{seat} draws {card}",
                    replace(drawn.holding((*self.held[self.turn], card)), unseen=self.unseen - {card}),
                )
            taken = drawn.holding((*self.held[self.turn], self.top))
            yield from ((f"{seat} {line}", taken) for line in ("takes", f"takes {self.top}"))
            if self.knocker is None:
                yield (
                    f"{seat} knocks",
                    replace(self, begun=True, knocker=self.turn, turn=(self.turn + 1) % len(self.seats)),
                )

    def holding(self, cards: tuple[str, ...]) -> Table:
        return replace(self, held=(*self.held[: self.turn], cards, *self.held[self.turn + 1 :]))

    def showing(self) -> Iterator[tuple[str, Table]]:
        """A blitz on the deal by anybody, later by who has just drawn; it may be told again, with its cards."""
        for i, seat in enumerate(self.seats):
            if self.begun and i != self.turn:
                continue
            some = [
                blitz
                for blitz in BLITZES
                if sum(card not in self.held[i] for card in blitz) <= (i in self.blind)
                and all(card in self.held[i] or card in self.unseen for card in blitz)
            ]
            after = replace(self, over=True, blitzes=tuple({*self.blitzes, i}))
            yield from ((f"{seat} declares blitz {' '.join(cards)}", after) for cards in some)
            if some:
                yield f"{seat} declares blitz", after

    def counts(self) -> Iterator[tuple[str, Table]]:
        for i, seat in enumerate(self.seats):
            if i not in self.told and i not in self.blitzes:
                after = replace(self, told=(*self.told, i))
                wholes = [(*self.held[i], card) for card in self.unseen] if i in self.blind else [self.held[i]]
                yield from (
                    (f"{seat} holds {count}", after) for count in {counted(cards, self.best) for cards in wholes}
                )
                if i not in self.blind:
                    yield f"{seat} holds {' '.join(self.held[i])}", after


VERBS = frozenset({"draws", "takes", "discards", "knocks", "declares blitz", "holds"})


def table(held: str, upcard: str, verbs: str, depth: int, floor: int, what: str, house: str = "suit") -> Count:
    """Hands from the dealer's left, what lies open, and the VERBS that come before what is counted."""
    cards = [tuple(some.split()) for some in held.split(", ")]
    seats = NAMES[: len(cards)]
    around = (*seats[1:], seats[0])
    opening = [f"deal {seats[0]}", *dealt(around, cards), f"upcard {upcard}"]
    start = Table(
        around, tuple(cards), frozenset(pack()) - {upcard, *held.replace(",", "").split()}, upcard, house == "best"
    )
    for verb in verbs.split():
        line, start = next(move for move in start.moves() if move[0].split()[1] == verb)
        opening.append(line)
    return Count("thirty-one", seats, tuple(opening), start, depth, VERBS, floor, what, {"count": house})


COUNTS = (
    table("5S 9S 4C, QS 5H 2D", "KD", "", 2, 300, "the first turn of two"),
    table("5S 9S 4C, QS 5H 2D, JH 10H 2C", "KH", "knocks takes", 2, 150, "after a knock"),
    table(
        "5S 9S 4C, QS 5H 2D, JH 10H 2C", "KH", "knocks takes discards takes", 3, 100, "the last discard and the counts"
    ),
    table("5S 9S 4C, QS 5H 2H", "KD", "draws discards knocks takes", 2, 100, "a hand that isn't wholly known"),
    table("4S 5S KC, QS 5H 2D", "KH", "knocks takes discards", 3, 5, "the best suit counts", "best"),
    table("AS KS JS, QS 5H 2D, AH QH 10H", "4C", "", 1, 50, "two blitzes on the deal"),
    table("AS KS JS, QS 5H 2D, AH QH 10H", "4C", "declares", 2, 20, "what is told after a blitz"),
    table("AS KS 3D, QS 5H 2D", "JS", "takes", 2, 50, "a blitz after the draw"),
)
