"""Jack Change It: cards played with what they do, penalties, and cards drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack
from tests.counting._stock import Cards


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    cards: Cards
    sequence: bool = False  # neighbouring ranks match too
    turn: int = 0
    way: int = 1
    named: str = ""  # the suit that a jack called
    penalty: int = 0
    parts: frozenset[str] = frozenset()  # of the penalty: 2, A
    drawn: bool = False  # a penalty was drawn, and a card may be played after it
    after_penalty: str = "pass"

    def moves(self) -> Iterator[tuple[str, Table]]:
        if any(self.cards.count(place) == 0 for place in range(len(self.seats))):
            return
        seat = self.seats[self.turn]
        yield from self.plays()
        if self.drawn:
            yield f"{seat} passes", self.passed(self.cards)
        elif self.penalty:
            number = min(self.penalty, self.cards.to_draw())
            yield from self.draws(number)
        elif not any(self.playable(card) for card in self.cards.held[self.turn]):
            if self.cards.to_draw():
                yield from self.draws(1)
            else:
                yield f"{seat} passes", self.passed(self.cards)

    def draws(self, number: int) -> Iterator[tuple[str, Table]]:
        seat = self.seats[self.turn]
        for words in {"", f" {number}"} if number else ():
            yield f"{seat} draws{words}", self.passed(self.cards.draw(self.turn, number))
        if number == 1:
            for card in self.cards.stocks[-1]:
                yield f"{seat} draws {card}", self.passed(self.cards.draw(self.turn, card=card))

    def passed(self, cards: Cards) -> Table:
        if self.penalty and self.after_penalty == "play":
            return replace(self, cards=cards, penalty=0, parts=frozenset(), drawn=True)
        turn = (self.turn + self.way) % len(self.seats)
        return replace(self, cards=cards, penalty=0, parts=frozenset(), drawn=False, turn=turn)

    def plays(self) -> Iterator[tuple[str, Table]]:
        for card in self.cards.may_play(self.turn):
            if not self.playable(card):
                continue
            if card[0] == "J":
                for suit in {"S", "H", "D", "C"} - {card[-1]}:
                    yield self.line(f"{card}={suit}"), self.then([card], suit)
            else:
                yield self.line(card), self.then([card])
            for other in self.cards.may_play(self.turn) if card == "AH" or card[0] == "2" else ():
                if {card[:-1], other[:-1]} == {"A", "2"} and "AH" in (card, other) and self.cards.count(self.turn) > 2:
                    yield self.line(f"{card} {other}"), self.then([card, other])

    def line(self, cards: str) -> str:
        return f"{self.seats[self.turn]} plays {cards}"

    def playable(self, card: str) -> bool:
        if self.penalty:
            return (card[0] == "2" and "2" in self.parts) or (card == "5H" and "A" in self.parts)
        last = self.cards.count(self.turn) == 1
        if last and (card == "AH" or card[0] in "28J" or (card[0] == "Q" and len(self.seats) > 2)):
            return False
        if self.named:
            return card[-1] == self.named
        top = self.cards.pile[-1]
        apart = abs(RANKS.index(card[:-1]) - RANKS.index(top[:-1])) if self.sequence else 0
        return card[-1] == top[-1] or card[:-1] == top[:-1] or apart in (1, 12)

    def then(self, played: list[str], named: str = "") -> Table:
        cards, penalty, parts, way, steps = self.cards, self.penalty, self.parts, self.way, 1
        for card in played:
            cards = cards.play(self.turn, card)
            if card[0] == "2":
                penalty, parts = penalty + 2, parts | {"2"}
            elif card == "AH":
                penalty, parts = penalty + 5, parts | {"A"}
            elif card == "5H":
                penalty, parts = 0, frozenset()
            elif card[0] == "8":
                steps = 2
            elif card[0] == "Q" and len(self.seats) > 2:
                way = -way
        turn = (self.turn + way * steps) % len(self.seats)
        return replace(self, cards=cards, penalty=penalty, parts=parts, way=way, turn=turn, named=named, drawn=False)


RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def table(
    what: str, players: int, early: int, seed: int, depth: int, floor: int, match: str = "rank", after: str = "pass"
) -> Count:
    seats = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")[:players]
    around = (*seats[1:], seats[0])
    *held, stock = hands(pack(), [7] * players, seed)
    cards = Cards(tuple(map(frozenset, held)), (frozenset(stock[1:]),), ((0,),) * players, len(stock) - 1, stock[:1])
    lines, position = onward(Table(around, cards, match == "sequence", after_penalty=after), early, seed, "plays")
    opening = ("deal " + seats[0], *dealt(around, held), "upcard " + stock[0], *lines)
    house = {"match": match, "after-penalty": after}
    verbs = frozenset({"plays", "draws", "passes"})  # `out` is the short form
    return Count("jack-change-it", seats, opening, position, depth, verbs, floor, what, house)


COUNTS = (
    table("the first turns", 6, 0, 1, 5, 100),
    table("the first turns of two", 2, 0, 2, 3, 70),
    table("sequences match", 4, 6, 3, 3, 30, "sequence"),
    table("cards played after a penalty", 3, 7, 4, 1, 25, "rank", "play"),
    table("the last cards", 4, 18, 5, 3, 80),
    table("penalties on penalties", 4, 9, 6, 4, 100),
)
