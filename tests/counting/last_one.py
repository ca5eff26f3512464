"""Last One: cards played with what they do, melees, and cards drawn; 3s, with a second card, lie in the stock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, onward, pack
from tests.counting._stock import Cards

LADDER = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
NATURAL = pack()
JOKERS = ("JK", "JK again")


def said(card: str) -> str:
    return card.removesuffix(" again")


def once(cards: Iterable[str]) -> list[str]:
    """One joker of two, since they are alike."""
    found = list(cards)
    return [card for card in found if card != JOKERS[1] or JOKERS[0] not in found]


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    cards: Cards
    turn: int = 0
    way: int = 1
    named: str = ""  # the suit that an 8 called
    top: str = ""  # the upcard, or what a joker stands for
    victim: int = -1  # who draws two for a 2, told or not
    attacker: int = -1
    defender: int = -1

    def moves(self) -> Iterator[tuple[str, Table]]:
        if self.attacker >= 0:
            yield from self.melee()
            return
        if self.victim >= 0:
            for words in ("", " 2"):
                yield f"{self.seats[self.victim]} draws{words}", replace(self, victim=-1)
        seat = self.seats[self.turn]
        for card in once(self.cards.may_play(self.turn)):
            after = replace(self, cards=self.cards.play(self.turn, card), named="", top=card, victim=-1)
            if card in JOKERS:
                for natural in NATURAL:
                    yield f"{seat} plays JK={natural}", replace(after, top=natural).to(1)
            elif card[0] == "8":
                for suit in "SHDC":
                    yield f"{seat} plays {card}={suit}", replace(after, named=suit).to(1)
            elif self.fits(card):
                yield f"{seat} plays {card}", after.effect(card)
        for words in ("", " 1"):
            yield f"{seat} draws{words}", replace(self, cards=self.cards.draw(self.turn), victim=-1).to(1)
        for card in once(self.cards.stocks[-1]):
            after = replace(self, cards=self.cards.draw(self.turn, card=card), victim=-1)
            yield f"{seat} draws {said(card)}", after.to(1)

    def fits(self, card: str) -> bool:
        if self.named:
            return card[-1] == self.named
        return card[-1] == self.top[-1] or card[:-1] == self.top[:-1]

    def to(self, steps: int) -> Table:
        return replace(self, turn=self.place(self.turn, steps))

    def place(self, place: int, steps: int) -> int:
        return (place + steps * self.way) % len(self.seats)

    def effect(self, card: str) -> Table:
        if card[0] == "A":
            return replace(self, way=-self.way).to(1)
        if card[0] == "2":
            victim = self.place(self.turn, 1)
            return replace(self, victim=victim, cards=self.cards.draw(victim, 2)).to(2)
        if card[0] == "4":
            return replace(self, attacker=self.turn, defender=self.place(self.turn, 1))
        return self.to(2 if card[0] == "J" else 1)

    def melee(self) -> Iterator[tuple[str, Table]]:
        step = LADDER.index(self.top[:-1])
        answer = LADDER[step + 1] + self.top[-1] if step + 1 < len(LADDER) else ""
        for place, seat in enumerate(self.seats):
            if place != self.attacker and answer in self.cards.may_play(place):
                cards = self.cards.play(place, answer)
                yield (
                    f"{seat} plays {answer}",
                    replace(self, cards=cards, top=answer, attacker=place, defender=self.attacker),
                )
        pips = min(10, step + 4)
        after = replace(self, cards=self.cards.draw(self.defender, pips), attacker=-1, defender=-1)
        for words in ("", f" {pips}"):
            yield f"{self.seats[self.defender]} draws{words}", replace(after, turn=self.place(self.defender, 1))


def table(
    what: str, players: int, early: int, seed: int, depth: int, floor: int, without: str = "", rather: str = ""
) -> Count:
    seats = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")[:players]
    around = (*seats[1:], seats[0])
    everything = [*NATURAL, *JOKERS]
    small = [card for card in everything if card[0] != "3" and not (without and card in JOKERS)]
    *held, left = hands(small, [6] * players, seed)
    upcard = next(card for card in left if card[0] in "569K")
    stock = [card for card in everything if card != upcard and not any(card in cards for cards in held)]
    cards = Cards(tuple(map(frozenset, held)), (frozenset(stock),), ((0,),) * players, len(stock), (upcard,))
    lines, position = onward(Table(around, cards, top=upcard), early, seed, rather)
    opening = (f"deal {seats[0]} 6", *dealt(around, (map(said, cards) for cards in held)), "upcard " + upcard, *lines)
    # `forgets` may be told at any time, `out` and `holds` are the short form
    verbs = frozenset({"plays", "draws", "passes"})
    return Count("last-one", seats, opening, position, depth, verbs, floor, what)


COUNTS = (
    table("the first turn", 6, 0, 1, 2, 300, "JK"),
    table("a joker", 6, 0, 2, 1, 50),
    table("a melee", 5, 1, 5, 2, 30, "JK", "plays 4"),
    table("a two", 5, 3, 8, 2, 300, "JK", "plays 2"),
)
