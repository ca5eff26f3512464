"""Shared by shedding games: hands, a stock and a pile, draws with or without named cards, and going out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from referee.testing.models import Cards, Dealt, ModelTable, Move, rank, without


class Lying(NamedTuple):
    """A stock in unknown order, and a pile with the upcard last."""

    stock: Cards
    pile: Cards

    @property
    def ahead(self) -> Cards:
        """All cards that can be drawn."""
        return (*self.stock, *self.pile[:-1])

    def renewed(self) -> Lying:
        """If the stock is empty, the pile under the upcard becomes the stock."""
        return self if self.stock or len(self.pile) < 2 else Lying(self.pile[:-1], self.pile[-1:])

    def without(self, cards: Iterable[str]) -> Lying:
        """The stock without these cards, shuffled as soon as it is empty."""
        lying = self
        for card in cards:
            stock, pile = lying.renewed()
            lying = Lying(without(stock, [card]), pile).renewed()
        return lying

    def on(self, cards: Iterable[str]) -> Lying:
        return Lying(self.stock, (*self.pile, *cards))


@dataclass(frozen=True)
class Shedding(Dealt):
    """A position of a shedding game."""

    lying: Lying
    turn: str
    called: str = ""
    way: int = 1
    begun: bool = False  # whether a card was played

    def left(self, seat: str, steps: int = 1) -> str:
        """The seat that many places on in the direction of play."""
        seats = tuple(self.held)
        return seats[(seats.index(seat) + steps * self.way) % len(seats)]

    def is_rank(self, card: str, effect: str) -> bool:
        return bool(rank(card) == self.table.house[effect])

    def names(self, card: str) -> str:
        """The suits that can be named with a card."""
        return ""

    def fits(self, card: str) -> bool:
        """Whether a card may be played by its suit or rank."""
        top = self.lying.pile[-1]
        return card[-1] == (self.called or top[-1]) or (not self.called and rank(card) == rank(top))

    @property
    def winner(self) -> str:
        return next((seat for seat, cards in self.held.items() if not cards), "")

    def counts(self) -> dict[str, Any]:
        """Facts shared by most of these games."""
        stock, pile = map(len, self.lying)
        cards = {seat: len(held) for seat, held in self.held.items()}
        suit = self.called or self.lying.pile[-1][-1]
        way = "left" if self.way == 1 else "right"
        return {"suit": suit, "direction": way, "stock": stock, "pile": pile, "cards": cards}


def dealt_out(table: ModelTable, cards: list[str], each: int, seats: tuple[str, ...] = ()) -> dict[str, Any]:
    """The beginning of a position: the upcard is under the stock."""
    held = {seat: tuple(cards.pop() for _ in range(each)) for seat in seats or table.seats}
    turn = next(seat for seat in table.around(table.left(table.dealer)) if seat in held)
    return {"table": table, "dealt": held, "held": held, "lying": Lying(tuple(cards[1:]), (cards[0],)), "turn": turn}


def draws(who: str, lying: Lying, due: int) -> Iterator[Move]:
    """All ways to report a number of drawn cards. Without cards, listed but never made."""
    due = min(due, len(lying.ahead))
    less = (f"{who} draws", f"{who} draws {due}", f"{who} draws ?{due}") if due else ()
    single = sorted({*(lying.stock or lying.pile[:-1])})
    for words in single if due == 1 else [" ".join(lying.ahead[:due])] if due else []:
        yield Move(who, "draws", words, less, listed=due == 1)
    yield from (Move(who, "draws", words) for words in ("", str(due)) if due)


def other_draws(who: str, lying: Lying, due: int, *breaks: str) -> Iterator[Move]:
    """Draws of a number of cards other than the one due."""
    ahead = lying.ahead
    for number in {*range(1, min(5, len(ahead)) + 1)} - {min(due, len(ahead))}:
        single = lying.stock or lying.pile[:-1] if number == 1 else ()
        for words in (str(number), " ".join(ahead[:number]), *single):
            yield Move(who, "draws", words, (f"{who} draws {number}",), breaks, listed=False)
    yield Move(who, "draws", str(len(ahead) + 1), breaks=("impossible",))


def untold(move: Move) -> bool:
    """A draw without named cards."""
    return move.verb == "draws" and not move.words.rstrip("0123456789")


def strangers(p: Shedding, hidden: bool) -> Iterator[Move]:
    """Cards of the next player, played out of turn or by the player in turn."""
    other = p.left(p.turn)
    for card in sorted({*p.held[other]} - {*p.held[p.turn]}):
        words = f"{card}={p.names(card)[0]}" if p.names(card) else card
        yield Move(other, "plays", words, breaks=("turn-order",))
        yield Move(p.turn, "plays", words, breaks=("one-pack",), hidden=hidden and p.fits(card))
    if other != p.turn:
        yield Move(other, "draws", breaks=("turn-order",))


# Games won by going out


def score(p: Shedding) -> dict[str, int]:
    return {p.winner: 1}


def short(start: Shedding, end: Shedding) -> list[str]:
    return ["rest"] * start.begun + [f"{end.winner} out"]


def winners(table: ModelTable) -> set[str]:
    best = max(table.scores.values())
    return {seat for seat, won in table.scores.items() if won == best >= table.house["wins"]}
