"""What shedding games share: a stock and a pile, and a draw as it is told with cards or without."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tests.models import Move, without

Cards = tuple[str, ...]


class Lying(NamedTuple):
    """A stock, of which any card may be the next, and a pile with the upcard last."""

    stock: Cards
    pile: Cards

    @property
    def ahead(self) -> Cards:
        """All that there is to draw."""
        return (*self.stock, *self.pile[:-1])

    @property
    def next(self) -> Cards:
        """The cards of which one is drawn next."""
        return self.stock or self.pile[:-1]

    def renewed(self) -> Lying:
        """An empty stock is what lies under the upcard."""
        return self if self.stock or len(self.pile) < 2 else Lying(self.pile[:-1], self.pile[-1:])

    def without(self, cards: Iterable[str]) -> Lying:
        """The same when these are drawn."""
        lying = self
        for card in cards:
            stock, pile = lying.renewed()
            lying = Lying(without(stock, [card]), pile).renewed()
        return lying

    def on(self, cards: Iterable[str]) -> Lying:
        return Lying(self.stock, (*self.pile, *cards))


def draws(who: str, lying: Lying, due: int) -> Iterator[Move]:
    """All ways to tell that so many cards are drawn; one without cards is never made, but listed."""
    due = min(due, len(lying.ahead))
    less = (f"{who} draws", f"{who} draws {due}", f"{who} draws ?{due}") if due else ()
    for cards in [[card] for card in sorted({*lying.next})] if due == 1 else [lying.ahead[:due]] if due else []:
        yield Move(who, "draws", " ".join(cards), less, listed=due == 1)
    yield from (Move(who, "draws", words) for words in ("", str(due)) if due)


def untold(move: Move) -> bool:
    """A draw whose cards aren't named."""
    return move.verb == "draws" and not move.words.rstrip("0123456789")


def rank(card: str) -> str:
    return card if card == "JK" else card[:-1]
