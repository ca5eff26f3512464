"""Tonk: the spreads, hits and discards of turns that begin with the discard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt
from tests.counting._rummy import longer, melds


@dataclass(frozen=True)
class Table:
    """``barred`` are those whose spread another has hit since their last turn."""

    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    pile: tuple[str, ...]
    spreads: tuple[tuple[str, ...], ...] = ()
    owners: tuple[int, ...] = ()
    barred: frozenset[int] = frozenset()
    turn: int = 0
    drawn: bool = False

    def moves(self) -> Iterator[tuple[str, Table]]:
        i, seat, hand = self.turn, self.seats[self.turn], self.held[self.turn]
        if not all(self.held):
            return
        if not self.drawn:
            after = replace(self.holding((*hand, self.pile[-1])), pile=self.pile[:-1], drawn=True)
            yield f"{seat} takes", after
            yield f"{seat} takes {self.pile[-1]}", after
            return
        for card in hand:
            left = self.holding(tuple(one for one in hand if one != card))
            passed = replace(left, turn=(i + 1) % len(self.seats), drawn=False, barred=self.barred - {i})
            yield f"{seat} discards {card}", replace(passed, pile=(*self.pile, card))
        if i in self.barred:
            return
        for meld in melds(hand):
            left = self.holding(tuple(one for one in hand if one not in meld))
            spread = replace(left, spreads=(*self.spreads, meld), owners=(*self.owners, i))
            yield f"{seat} melds {' '.join(meld)}", spread
        for at, spread_there in enumerate(self.spreads):
            for more in longer(spread_there, hand):
                left = self.holding(tuple(one for one in hand if one not in more))
                spreads = (*self.spreads[:at], more, *self.spreads[at + 1 :])
                barred = self.barred | {self.owners[at]} - {i}
                hit = [card for card in more if card not in spread_there]
                yield f"{seat} lays {' '.join(hit)} on {at + 1}", replace(left, spreads=spreads, barred=barred)

    def holding(self, cards: tuple[str, ...]) -> Table:
        return replace(self, held=(*self.held[: self.turn], cards, *self.held[self.turn + 1 :]))


def table(held: str, upcard: str, told: str, depth: int, floor: int, what: str) -> Count:
    """TOLD are the reports that come first, WHO left out."""
    cards = [tuple(some.split()) for some in held.split(", ")]
    around = (*("Ben", "Cat")[: len(cards) - 1], "Ann")
    start = Table(around, tuple(cards), (upcard,))
    opening = ["deal Ann", *dealt(around, cards), f"upcard {upcard}"]
    for said in told.split("; "):
        line, start = next(move for move in start.moves() if move[0].partition(" ")[2] == said)
        opening.append(line)
    verbs = frozenset({"takes", "melds", "lays", "discards"})  # not the stock, slaps, drops and tonks
    return Count("tonk", ("Ann", *around[:-1]), tuple(opening), start, depth, verbs, floor, what)


SPREAD = "takes; melds 5S 6S 7S; discards 9D; takes"
COUNTS = (
    table("5S 5H 6S 7S 5D, 8S 4S 5C 9H JD", "8H", "takes", 3, 100, "sets and runs"),
    table("5S 6S 7S KD QD, 8S 4S 9S 9H JD", "9D", SPREAD, 3, 50, "hits from both ends"),
    table(
        "5S 6S 7S 10S QD, 8S 4S 9S 3H JD", "9D", f"{SPREAD}; lays 8S on 1; discards JD; takes", 2, 5, "a spread was hit"
    ),
    table("AS KS QS 2S 3S, AH AD 4S JS 7D", "AC", "takes; discards AC; takes", 3, 50, "the ace high and low"),
    table(
        "AS KS QS 2S 3S, AH AD 4S JS 7D, JC 9C 3D 4D 5D",
        "AC",
        "takes; melds QS KS AS; discards AC; takes; melds AH AD AC",
        3,
        20,
        "three players",
    ),
)
