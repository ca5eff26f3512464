"""Samba: the melds, lay-offs and discard of one turn.

One report has one new meld here, and of several cards of a rank those are named that came first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.counting import Count, dealt

LADDER = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
FIVES, WILD = ("3", "4", "5", "6", "7"), ("JK", "2S", "2H", "2D", "2C")


def worth(card: str) -> int:
    return 50 if card == "JK" else 20 if card[:-1] in ("2", "A") else 5 if card[:-1] in FIVES else 10


def shape(cards: tuple[str, ...]) -> str:
    """A rank where the cards make a set, a suit where they make an escalera, of seven at most."""
    natural = [card for card in cards if card not in WILD]
    ranks, suits = {card[:-1] for card in natural}, {card[-1] for card in natural}
    if not 3 <= len(cards) <= 7 or not natural or not ranks <= {*LADDER}:
        return ""
    if len(ranks) == 1 and len(cards) - len(natural) <= 2:
        return min(ranks)
    places = sorted(LADDER.index(card[:-1]) for card in natural)
    run = len(suits) == 1 and places == [*range(places[0], places[0] + len(cards))]
    return min(suits) if run else ""


@dataclass(frozen=True)
class Turn:
    """Ben's turn; ``due`` is the top of the pile that he has taken."""

    hand: tuple[str, ...]
    pile: tuple[str, ...] = ()  # where he may still take it
    melds: tuple[tuple[str, ...], ...] = ()  # joined away: empty
    minimum: int = 50
    due: str = ""
    top: str = ""  # Ben's discard: the turn is over

    def moves(self) -> Iterator[tuple[str, Turn]]:
        if not self.hand:
            return
        if self.top:  # nobody knows what Cat holds
            if self.top not in (*WILD, "3S", "3C"):
                yield "Cat takes pile", self
            return
        if self.pile:
            taken = Turn((*self.hand, *self.pile), melds=self.melds, minimum=self.minimum, due=self.pile[-1])
            if any(taken.melding()):
                yield "Ben takes pile", taken
            return
        yield from ((line, after) for line, after in self.melding() if after.may_end() or len(after.hand) > 1)
        if not self.due:
            for card in dict.fromkeys(self.hand):
                if card not in ("3H", "3D") and (self.may_end() or len(self.hand) > 1):
                    yield f"Ben discards {card}", replace(self, top=card)
            for one, other in combinations(range(len(self.melds)), 2):
                both = (*self.melds[one], *self.melds[other])
                if self.melds[one] and self.melds[other] and shape(both) in LADDER:
                    for kept, gone in ((one, other), (other, one)):
                        melds = [both if i == kept else () if i == gone else meld for i, meld in enumerate(self.melds)]
                        yield f"Ben joins {kept + 1} {gone + 1}", replace(self, melds=tuple(melds))

    def may_end(self) -> bool:
        """The last card goes only when there are two melds of seven, and so does the last but one before a discard."""
        return sum(len(meld) == 7 for meld in self.melds) > 1

    def melding(self) -> Iterator[tuple[str, Turn]]:
        """With the top card of the pile a new set has three natural cards at least."""
        for cards in self.choices(7):
            set_due = shape(cards) in LADDER and sum(card not in WILD for card in cards) > 2
            if (
                shape(cards)
                and sum(map(worth, cards)) >= self.minimum
                and (not self.due or (self.due in cards and set_due))
            ):
                after = replace(self.without(cards), melds=(*self.melds, cards), minimum=0, due="")
                yield f"Ben melds {' '.join(cards)}", after
        for at, meld in enumerate(self.melds):
            for cards in self.choices(7 - len(meld)) if meld else ():
                if shape((*meld, *cards)) == shape(meld) and (not self.due or self.due in cards):
                    melds = (*self.melds[:at], (*meld, *cards), *self.melds[at + 1 :])
                    yield f"Ben lays {' '.join(cards)} on {at + 1}", replace(self.without(cards), melds=melds, due="")

    def choices(self, most: int) -> set[tuple[str, ...]]:
        """Cards of one rank, those first that came first, with up to two wild ones; or cards of a suit."""
        found = set()
        wild = [card for card in self.hand if card in WILD]
        plain = [card for card in dict.fromkeys(self.hand) if card not in WILD]
        for rank in LADDER:
            alike = [card for card in plain if card[:-1] == rank for _ in range(self.hand.count(card))]
            for natural in range(len(alike) + 1):
                found |= {(*alike[:natural], *some) for number in range(3) for some in combinations(wild, number)}
        for suit in "SHDC":
            of_suit = [rank + suit for rank in LADDER if rank + suit in self.hand]
            found |= {some for size in range(1, most + 1) for some in combinations(of_suit, size)}
        return {some for some in found if 0 < len(some) <= most}

    def without(self, cards: tuple[str, ...]) -> Turn:
        left = list(self.hand)
        for card in cards:
            left.remove(card)
        return replace(self, hand=tuple(left))


def turn(held: str, upcard: str, told: str, depth: int, floor: int, what: str) -> Count:
    """After what Ben has told, the card drawn first."""
    hand = tuple(held.split())
    opening = ["deal Ann", *dealt(("Ben",), [hand]), f"upcard {upcard}"]
    start = Turn(hand, pile=(upcard,))
    for said in filter(None, told.split("; ")):
        if said.startswith("draws"):
            line, start = f"Ben {said}", Turn((*hand, said.split()[1]))
        else:
            line, start = next(move for move in start.moves() if move[0] == f"Ben {said}")
        opening.append(line)
    verbs = frozenset({"takes pile", "melds", "lays", "joins", "discards"})
    return Count("samba", ("Ann", "Ben", "Cat", "Dan"), tuple(opening), start, depth, verbs, floor, what)


RICH = "KS KS KS 9H 9H 9H JK JK 4C 5C 6C 7C 8C 3S 3S"
MANY = "KS KS KS KH KH KD JK 2S 4C 5C 6C QD QD 3S 3S"
LAST = "KS KS KS KH KH KD JK 4C 5C 6C 7C 8C 9C 10C AD"
COUNTS = (
    turn(RICH, "4H", "draws AD", 1, 20, "the opening"),
    turn(RICH, "4H", "draws 3H", 2, 200, "a red three"),
    turn(RICH.replace("KS KS KS", "KS KS KH"), "KS", "", 3, 50, "the pile taken"),
    turn(MANY, "4H", "draws QS; melds KS KS KS JK; melds KH KH KD", 2, 80, "two sets of a rank"),
    turn(LAST, "4H", "draws 3S; melds KS KS KS KH KH KD; melds 4C 5C 6C 7C 8C 9C", 2, 10, "the last cards"),
    turn(LAST, "4H", "draws KC; melds KS KS KS KH KH KD JK; melds 4C 5C 6C 7C 8C 9C", 2, 7, "one meld of seven"),
)
