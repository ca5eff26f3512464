"""Écarté: proposals, cards thrown, and the play of the cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.counting import Count, dealt, hands, pack

RANKS = ["7", "8", "9", "10", "A", "J", "Q", "K"]
SEATS = ("Ben", "Ann")  # elder, dealer


@dataclass(frozen=True)
class Proposals:
    """Elder speaks, the dealer answers; an exchange that is agreed on may be left untold."""

    step: str = "elder"

    def moves(self) -> Iterator[tuple[str, Proposals]]:
        if self.step in ("elder", "again"):
            yield "Ben proposes", Proposals("dealer")
            yield "Ben stays", Proposals("play")
        yield from [("Ann refuses", Proposals("play"))] if self.step != "play" else []  # and so Ben had proposed
        yield from [("Ann accepts", Proposals("again"))] if self.step == "dealer" else []


@dataclass(frozen=True)
class Exchange:
    """Elder throws any number, then the dealer, as long as the stock has as many."""

    held: tuple[tuple[str, ...], ...]
    stock: int
    turn: int = 0

    def moves(self) -> Iterator[tuple[str, Exchange]]:
        for number in range(min(5, self.stock) + 1) if self.turn < 2 else ():
            after = replace(self, turn=self.turn + 1, stock=self.stock - number)
            yield f"{SEATS[self.turn]} discards {number}", after
            for cards in combinations(self.held[self.turn], number) if number else ():
                yield f"{SEATS[self.turn]} discards {' '.join(cards)}", after


@dataclass(frozen=True)
class Play:
    held: tuple[frozenset[str], ...]
    trump: str
    leader: int = 0
    led: str = ""
    may_show: frozenset[int] = frozenset({0, 1})  # who hasn't played a card

    def moves(self) -> Iterator[tuple[str, Play]]:
        turn = 1 - self.leader if self.led else self.leader
        for card in self.allowed(self.held[turn]):
            held = tuple(cards - {card} for cards in self.held)
            after = replace(self, held=held, led="" if self.led else card, may_show=self.may_show - {turn})
            won = self.led and (card[-1] == self.led[-1] or card[-1] == self.trump) and self.beats(card)
            yield f"{SEATS[turn]} plays {card}", replace(after, leader=turn if won else self.leader)
        for place in self.may_show:
            if "K" + self.trump in self.held[place]:
                for card in ("K", "K" + self.trump):
                    yield f"{SEATS[place]} shows {card}", replace(self, may_show=frozenset())

    def allowed(self, cards: frozenset[str]) -> frozenset[str]:
        follow = frozenset(card for card in cards if self.led and card[-1] == self.led[-1])
        higher = frozenset(card for card in follow if self.beats(card))
        trumps = frozenset(card for card in cards if self.led and card[-1] == self.trump)
        return higher or follow or trumps or cards

    def beats(self, card: str) -> bool:
        if card[-1] != self.led[-1]:
            return card[-1] == self.trump
        return RANKS.index(card[:-1]) > RANKS.index(self.led[:-1])


ORDER = pack("K Q J A 10 9 8 7")


def deal(seed: int) -> tuple[list[tuple[str, ...]], tuple[str, ...], tuple[str, ...]]:
    """The hands, the stock with the upcard first, and the lines that open the hand."""
    *held, stock = hands(ORDER, [5, 5], seed)
    held = [tuple(sorted(cards, key=ORDER.index)) for cards in held]
    return held, stock, ("deal Ann", *dealt(SEATS, held), f"upcard {stock[0]}")


def proposals(what: str, seed: int, depth: int, floor: int) -> Count:
    verbs = frozenset({"proposes", "stays", "accepts", "refuses"})
    return Count("ecarte", ("Ann", "Ben"), deal(seed)[2], Proposals(), depth, verbs, floor, what)


def exchange(what: str, seed: int, before: int, floor: int) -> Count:
    """The exchange after so many in which both threw every card."""
    held, stock, opening = deal(seed)
    left = list(stock[1:])
    told = [*opening, "Ben proposes", "Ann accepts"]
    for _ in range(before):
        for place, seat in enumerate(SEATS):
            new = tuple(sorted(left[:5], key=ORDER.index))
            told += [f"{seat} discards {' '.join(held[place])}", f"{seat} draws {' '.join(new)}"]
            held[place] = new
            del left[:5]
        told += ["Ben proposes", "Ann accepts"]
    # what is drawn follows from what was thrown
    position = Exchange(tuple(held), len(left))
    return Count("ecarte", ("Ann", "Ben"), tuple(told), position, 2, frozenset({"discards"}), floor, what)


def play(what: str, seed: int, depth: int, floor: int) -> Count:
    held, stock, opening = deal(seed)
    position = Play(tuple(map(frozenset, held)), stock[0][-1])
    if stock[0][0] == "K":
        position = replace(position, may_show=frozenset())
    verbs = frozenset({"plays", "shows"})  # `takes` is the short form
    return Count("ecarte", ("Ann", "Ben"), (*opening, "Ben stays"), position, depth, verbs, floor, what)


COUNTS = (
    proposals("proposals", 1, 8, 15),
    exchange("the first exchange", 2, 0, 1000),
    exchange("one card in the stock", 3, 2, 10),
    play("the first tricks", 4, 4, 100),
    play("a king to show", 13, 3, 80),
)
