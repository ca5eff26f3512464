"""Page One: cards played to tricks, cards drawn until one follows, and the call for a last card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack
from tests.counting._stock import Cards

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
FIVE = 5  # cards at once that are listed; more may be told


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    cards: Cards
    free: bool = False  # the joker may be played by who can follow
    leader: int = 0
    trick: tuple[str, ...] = ()
    drawn: str = ""  # the last card drawn in this turn

    def moves(self) -> Iterator[tuple[str, Table]]:
        place = (self.leader + len(self.trick)) % len(self.seats)
        seat, known = self.seats[place], self.cards.held[place]
        led = self.trick[0][-1] if self.trick and self.trick[0] != "JK" else ""
        bound = any(card[-1] == led and card != "JK" for card in known)
        for card in self.last_drawn(place) if self.drawn else self.cards.may_play(place):
            if led and (bound and not self.free if card == "JK" else card[-1] != led):
                continue
            after = replace(self, cards=self.cards.play(place, card), trick=(*self.trick, card), drawn="")
            yield f"{seat} plays {card}", after.won()
        if led and not bound:
            yield f"{seat} draws", replace(self, cards=self.cards.draw(place), drawn="?")
            for number in range(2, FIVE + 1):
                yield f"{seat} draws {number}", replace(self, cards=self.cards.draw(place, number), drawn="?")
            for card in self.cards.stocks[-1]:
                yield f"{seat} draws {card}", replace(self, cards=self.cards.draw(place, card=card), drawn=card)

    def last_drawn(self, place: int) -> Iterable[str]:
        """Drawing ends with a card of the suit, or with the joker when it comes up."""
        return self.cards.stocks[-1] if self.drawn == "?" else [self.drawn]

    def won(self) -> Table:
        if len(self.trick) < len(self.seats):
            return self

        def strength(card: str) -> tuple[bool, bool, int]:
            return card == "JK", card[-1] == self.trick[0][-1], RANKS.index(card[:-1]) if card != "JK" else 0

        taken = self.trick.index(max(self.trick, key=strength))
        return replace(self, leader=(self.leader + taken) % len(self.seats), trick=())


def table(what: str, players: int, early: int, seed: int, depth: int, floor: int, joker: str = "void") -> Count:
    """Positions in which nobody is near the last card, for which there is a call."""
    seats = ("Ann", "Ben", "Cat", "Dan")[:players]
    around = (*seats[1:], seats[0])
    *held, stock = hands(pack(jokers=1), [4] * players, seed)
    cards = Cards(tuple(map(frozenset, held)), (frozenset(stock),), ((0,),) * players, len(stock), ())
    lines, position = onward(Table(around, cards, joker == "any"), early, seed)
    opening = ("deal " + seats[0], *dealt(around, held), *lines)
    # `out` and `stuck` are the short form
    return Count(
        "page-one", seats, opening, position, depth, frozenset({"plays", "draws"}), floor, what, {"joker": joker}
    )


COUNTS = (
    table("the first trick of two", 2, 0, 1, 3, 1500),
    table("the first trick of four", 4, 0, 2, 2, 50),
    table("a joker at any time", 4, 3, 3, 1, 40, "any"),
    table("the second trick", 3, 7, 5, 2, 50),
)
