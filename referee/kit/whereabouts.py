"""Evidence when cards are handed on and thrown unseen: the places where each may be, and the size of each place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from referee.cards import UNKNOWN, Card
from referee.kit.layout import Layout


@dataclass
class Whereabouts:
    """Every place a card may be in, as a bit mask, and the number of cards in each place.

    The seats are the first places, and cards thrown unseen are in the last. Cards played or thrown openly are gone. For
    a card with duplicates, each copy has a key of the game's own.
    """

    places: dict[Any, int]
    room: list[int]

    @property
    def heap(self) -> int:
        """The last place, as a bit mask."""
        return 1 << len(self.room) - 1

    def copy(self) -> Whereabouts:
        return Whereabouts(self.places.copy(), self.room.copy())

    def allows(self, place: int, *cards: Any) -> bool:
        """Whether these cards may all be in a place, with every other card somewhere too."""
        for card in cards:
            if not self.places.get(card, 0) & place:
                return False
        layout = Layout()
        spots = [1 << i for i in range(len(self.room))]
        for spot, room in zip(spots, self.room, strict=True):
            layout.place(("place", spot), 0, room)
        lots = Counter([place if card in cards else places for card, places in self.places.items()])
        for places, number in lots.items():
            layout.put(("cards", places), number, {("place", spot): number for spot in spots if places & spot})
        return layout.is_possible()

    def throw(self, seat: int, card: Card) -> None:
        self.room[seat] -= 1
        if card is not UNKNOWN:
            self.places.pop(card, None)
            return
        self.room[-1] += 1
        self.spread(1 << seat, self.heap)

    def give(self, seat: int, to: int, card: Any) -> None:
        self.room[seat] -= 1
        self.room[to] += 1
        if card is UNKNOWN:
            self.spread(1 << seat, 1 << to)
        else:
            self.places[card] = 1 << to

    def take_heap(self, seat: int) -> None:
        """Moves everything that was thrown unseen into one hand."""
        self.room[seat] += self.room[-1]
        self.room[-1] = 0
        self.places = {
            card: places & ~self.heap | 1 << seat if places & self.heap else places
            for card, places in self.places.items()
        }

    def spread(self, place: int, further: int) -> None:
        self.places = {card: places | further if places & place else places for card, places in self.places.items()}
