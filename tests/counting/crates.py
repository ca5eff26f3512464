"""Crates: cards played with what they do, 2-sequences, and cards drawn, while the stock lasts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack
from tests.counting._stock import Cards


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    cards: Cards
    turn: int = 0
    way: int = 1
    named: str = ""  # the suit that an 8 or 9 called
    sequence: int = 0  # pips of the 2-sequence
    six: bool = False  # a second card must follow

    def moves(self) -> Iterator[tuple[str, Table]]:
        if not self.sequence and any(self.cards.count(place) == 0 for place in range(len(self.seats))):
            return
        seat = self.seats[self.turn]
        for words, after in self.plays():
            yield f"{seat} plays {words}", after
            if after.six and after.turn == self.turn:
                for more, then in after.plays():
                    yield f"{seat} plays {words} {more}", then
        if any(self.fits(card) for card in self.cards.held[self.turn]):
            return
        number = self.sequence if self.sequence and not self.six else 1
        done = replace(self, sequence=0, six=False)
        for told in ("", f" {number}"):
            yield f"{seat} draws{told}", replace(done, cards=self.cards.draw(self.turn, number)).to(1)
        for card in self.cards.stocks[-1] if number == 1 else ():
            yield f"{seat} draws {card}", replace(done, cards=self.cards.draw(self.turn, card=card)).to(1)

    def plays(self) -> Iterator[tuple[str, Table]]:
        """One card, in every way that it may be called."""
        for card in self.cards.may_play(self.turn):
            if self.fits(card):
                after = replace(self, cards=self.cards.play(self.turn, card), named="", six=False)
                colour = {"8": "SHDC", "9": "HD" if card[-1] in "HD" else "SC"}.get(card[0], "")
                if self.sequence:
                    yield card, replace(after, sequence=self.sequence + (2 if card[0] == "2" else 1)).to(1)
                elif colour:
                    for suit in colour:
                        yield f"{card}={suit}", replace(after, named=suit).to(1)
                else:
                    yield card, after.effect(card)

    def fits(self, card: str) -> bool:
        top = self.cards.pile[-1]
        if self.sequence:
            return card[0] in "2A"
        if self.named:
            return card[-1] == self.named or card[:-1] == top[:-1]
        return card[-1] == top[-1] or card[:-1] == top[:-1]

    def to(self, steps: int) -> Table:
        return replace(self, turn=self.place(steps))

    def place(self, steps: int) -> int:
        return (self.turn + steps * self.way) % len(self.seats)

    def forced(self, steps: int) -> Table:
        return replace(self, cards=self.cards.draw(self.place(steps), 1))

    def effect(self, card: str) -> Table:
        players = len(self.seats)
        match card[:-1]:
            case "2":
                return replace(self, sequence=2).to(1)
            case "4":
                return self.to(2)
            case "5":
                after = self
                for steps in range(1, players):
                    after = after.forced(steps)
                return after.to(1)
            case "6":
                if self.cards.count(self.turn):
                    return replace(self, six=True)
                return self.forced(0).to(1)
            case "7":
                return self.forced(1 if players < 4 else 2).to(1)
            case "10":
                return replace(self, way=-self.way if players > 2 else self.way).to(1)
            case "J":
                return (self.forced(1) if players == 2 else self.forced(-1) if players == 3 else self).to(1)
        return self.to(1)


def table(what: str, players: int, early: int, seed: int, depth: int, floor: int, rather: str = "plays") -> Count:
    seats = ("Ann", "Ben", "Cat", "Dan", "Eve")[:players]
    around = (*seats[1:], seats[0])
    *held, left = hands(pack(), [8] * players, seed)
    upcard = next(card for card in left if card[0] not in "89")
    stock = frozenset(left) - {upcard}
    cards = Cards(tuple(map(frozenset, held)), (stock,), ((0,),) * players, len(stock), (upcard,))
    lines, position = onward(Table(around, cards), early, seed, rather)
    opening = (f"deal {seats[0]}", *dealt(around, held), "upcard " + upcard, *lines)
    # forced draws, `forgets` and `pressures` are told besides; `out` and `holds` are the short form
    verbs = frozenset({"plays", "Draws", "passes"})
    return Count("crates", seats, opening, position, depth, verbs, floor, what)


COUNTS = (
    table("the first turns", 4, 0, 1, 3, 100),
    table("three players", 3, 3, 2, 2, 150),
    table("two players", 2, 3, 3, 2, 300),
    table("a 2-sequence", 4, 5, 4, 4, 60, "plays 2"),
    table("a six", 4, 5, 5, 4, 100, "plays 6"),
)
