"""Hands, a stock and a pile, as plain as they can be: what everybody has shown, and how many cards nobody named."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Cards:
    """``stocks`` has the cards of each stock that nobody has seen since it was shuffled, the present one last;
    ``blind`` says how many of each of them everybody holds."""

    held: tuple[frozenset[str], ...]
    stocks: tuple[frozenset[str], ...]
    blind: tuple[tuple[int, ...], ...]
    left: int  # cards in the stock
    pile: tuple[str, ...]  # the upcard is last

    def count(self, place: int) -> int:
        return len(self.held[place]) + sum(self.blind[place])

    def may_play(self, place: int) -> list[str]:
        """Every card that somebody may have."""
        unnamed = [card for some, n in zip(self.stocks, self.blind[place], strict=True) if n for card in some]
        return [*self.held[place], *unnamed]

    def play(self, place: int, card: str) -> Cards:
        pile = (*self.pile, card)
        if card in self.held[place]:
            return replace(self, held=put(self.held, place, self.held[place] - {card}), pile=pile)
        i = next(i for i, some in enumerate(self.stocks) if card in some)
        own = put(self.blind[place], i, self.blind[place][i] - 1)
        return replace(
            self, blind=put(self.blind, place, own), stocks=put(self.stocks, i, self.stocks[i] - {card}), pile=pile
        )

    def draw(self, place: int, number: int = 1, card: str = "") -> Cards:
        """Draws so many, or one that is named; an empty stock is shuffled anew."""
        cards = self
        for _ in range(number):
            cards = cards.restocked()
            if not cards.left:
                return cards
            if card:
                held, stocks = (
                    put(cards.held, place, cards.held[place] | {card}),
                    (*cards.stocks[:-1], cards.stocks[-1] - {card}),
                )
                cards = replace(cards, held=held, stocks=stocks, left=cards.left - 1)
            else:
                *before, last = cards.blind[place]
                cards = replace(cards, blind=put(cards.blind, place, (*before, last + 1)), left=cards.left - 1)
        return cards.restocked()

    def restocked(self) -> Cards:
        if self.left or len(self.pile) < 2:
            return self
        stocks, blind = (*self.stocks, frozenset(self.pile[:-1])), tuple((*some, 0) for some in self.blind)
        return replace(self, stocks=stocks, blind=blind, left=len(self.pile) - 1, pile=self.pile[-1:])

    def to_draw(self) -> int:
        """How many cards there are to draw, with those of the pile."""
        return self.left + max(0, len(self.pile) - 1)


def put(some: tuple[T, ...], place: int, one: T) -> tuple[T, ...]:
    return (*some[:place], one, *some[place + 1 :])
