"""Crazy Eights: cards played, cards drawn, and a stock that runs out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack
from tests.counting._stock import Cards

FIVE = 5  # cards at once that are listed; more may be told


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    cards: Cards
    turn: int = 0
    named: str = ""  # the suit that an 8 called, or "any" after a joker

    def moves(self) -> Iterator[tuple[str, Table]]:
        if any(self.cards.count(place) == 0 for place in range(len(self.seats))):
            return
        seat = self.seats[self.turn]
        playable = [card for card in self.cards.may_play(self.turn) if self.fits(card)]
        for card in playable:
            after = replace(self, cards=self.cards.play(self.turn, card), turn=(self.turn + 1) % len(self.seats))
            after = replace(after, cards=after.cards.restocked(), named="any" if card == "JK" else "")
            for suit in "SHDC" if card[0] == "8" else "":
                yield f"{seat} plays {card}={suit}", replace(after, named=suit)
            if card[0] != "8" or self.cards.count(self.turn) == 1:
                yield f"{seat} plays {card}", after
        if not self.cards.to_draw():
            if not any(self.fits(card) for card in self.cards.held[self.turn]):
                yield f"{seat} passes", replace(self, turn=(self.turn + 1) % len(self.seats))
            return
        yield f"{seat} draws", replace(self, cards=self.cards.draw(self.turn))
        for number in range(1, min(FIVE, self.cards.to_draw()) + 1):
            yield f"{seat} draws {number}", replace(self, cards=self.cards.draw(self.turn, number))
        for card in self.cards.stocks[-1]:
            yield f"{seat} draws {card}", replace(self, cards=self.cards.draw(self.turn, card=card))

    def fits(self, card: str) -> bool:
        top = self.cards.pile[-1]
        if card[0] == "8" or card == "JK" or self.named == "any":
            return True
        return card[-1] == self.named if self.named else card[-1] == top[-1] or card[:-1] == top[:-1]


def table(
    what: str,
    players: int,
    drawn: int,
    early: int,
    seed: int,
    depth: int,
    floor: int,
    jokers: int = 0,
    rather: str = "",
) -> Count:
    """So many cards of the stock are drawn, named, before so many moves at random."""
    seats = ("Ann", "Ben", "Cat", "Dan", "Eve")[:players]
    around = (*seats[1:], seats[0])
    *held, stock = hands(pack(jokers=jokers), [8] * players, seed)
    cards = Cards(tuple(map(frozenset, held)), (frozenset(stock[1:]),), ((0,),) * players, len(stock) - 1, stock[:1])
    position = Table(around, cards)
    lines = [f"{around[0]} draws {card}" for card in stock[1 : drawn + 1]]
    for line in lines:
        position = dict(position.moves())[line]
    more, position = onward(position, early, seed, rather)
    opening = ("deal " + seats[0], *dealt(around, held), "upcard " + stock[0], *lines, *more)
    verbs = frozenset({"plays", "draws", "passes"})  # `out` is the short form
    return Count("crazy-eights", seats, opening, position, depth, verbs, floor, what, {"jokers": str(jokers)})


COUNTS = (
    table("the first turn", 5, 0, 0, 1, 2, 300),
    table("with a joker", 5, 8, 4, 3, 2, 100, 1),
    table("nothing to draw", 5, 11, 0, 2, 2, 80),
    table("the pile shuffled", 5, 10, 25, 12, 2, 100),
    table("the last cards", 5, 9, 34, 6, 1, 15, rather="plays"),
)
