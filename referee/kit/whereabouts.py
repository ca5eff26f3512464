"""Evidence where cards are handed on and thrown unseen: the places each may be in, and how many each place has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from referee.cards import UNKNOWN, Card


@dataclass
class Whereabouts:
    """Every place a card may be in, as a mask, and how many cards each place has.

    The seats are the first places, cards thrown unseen lie in the last; cards played or thrown openly are gone.
    """

    places: dict[Card, int]
    room: list[int]

    def copy(self) -> Whereabouts:
        return Whereabouts(self.places.copy(), self.room.copy())

    def allows(self, place: int, *cards: Card) -> bool:
        """Whether these cards may all be in a place, with every other card somewhere too: Hall's condition."""
        if not all(self.places.get(card, 0) & place for card in cards):
            return False
        lots = Counter(place if card in cards else some for card, some in self.places.items())
        for choice in range(1 << len(self.room)):
            inside = sum(count for some, count in lots.items() if not some & ~choice)
            if inside > sum(n for i, n in enumerate(self.room) if choice >> i & 1):
                return False
        return True

    def throw(self, seat: int, card: Card) -> None:
        self.room[seat] -= 1
        if card is not UNKNOWN:
            self.places.pop(card, None)
            return
        self.room[-1] += 1
        self.spread(1 << seat, 1 << len(self.room) - 1)

    def give(self, seat: int, to: int, card: Card) -> None:
        self.room[seat] -= 1
        self.room[to] += 1
        if card is UNKNOWN:
            self.spread(1 << seat, 1 << to)
        else:
            self.places[card] = 1 << to

    def spread(self, place: int, further: int) -> None:
        self.places = {card: some | further if some & place else some for card, some in self.places.items()}
