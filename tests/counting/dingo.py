"""Dingo: cards thrown and passed on, and the hunts below the ace."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count, dealt, hands, pack

SEATS = ("Ann", "Ben", "Cat", "Dan")  # from the dealer
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@dataclass(frozen=True)
class Discards:
    """The first round of discards; a card may stay untold."""

    held: tuple[frozenset[str], ...]
    turn: int = 0

    def moves(self) -> Iterator[tuple[str, Discards]]:
        if self.turn < 4:
            for card in ("?", *self.held[self.turn]):
                if card[0] != "A":
                    yield f"{SEATS[self.turn]} discards {card}", replace(self, turn=self.turn + 1)


@dataclass(frozen=True)
class Hunts:
    held: tuple[frozenset[str], ...]
    rank: int = 0  # of the rabbit on top
    turns: tuple[int, ...] = ()  # who may still chase it, in order
    wolves: int = 0  # of this rank that are still to come

    def moves(self) -> Iterator[tuple[str, Hunts]]:
        if not self.turns:
            yield from self.dingo()
            return
        place, *others = self.turns  # passes may be left out, but the list is that of the turn
        for suit in "SC":
            if (card := RANKS[self.rank] + suit) in self.held[place]:
                after = replace(self.lost(card), turns=tuple(others), wolves=self.wolves - 1)
                yield f"{SEATS[place]} plays {card}", after.settled()
        yield f"{SEATS[place]} passes", replace(self, turns=tuple(others)).settled()
        over = replace(self, turns=()).settled()
        yield "passes", over
        for line, after in over.dingo():
            if line.startswith(SEATS[place]):  # and so everybody passes
                yield line, after

    def dingo(self) -> Iterator[tuple[str, Hunts]]:
        """Who holds it must play it; a hunt whose dingo was thrown is passed over."""
        if self.rank == len(RANKS):
            return
        card = RANKS[self.rank] + "H"
        place = next(i for i, cards in enumerate(self.held) if card in cards)
        turns = tuple((place + i) % 4 for i in (1, 2, 3))
        wolves = sum(RANKS[self.rank] + suit in cards for suit in "SC" for cards in self.held)
        after = replace(self.lost(card), turns=turns, wolves=wolves)
        yield f"{SEATS[place]} plays {card}", after.settled() if not wolves else after

    def lost(self, card: str) -> Hunts:
        return replace(self, held=tuple(cards - {card} for cards in self.held))

    def settled(self) -> Hunts:
        """The next hunt, when all have had their turn or both wolves have been seen."""
        if self.turns and self.wolves:
            return self
        return replace(self, turns=(), rank=self.rank + 1).skipped()

    def skipped(self) -> Hunts:
        rank = self.rank
        while rank < len(RANKS) and not any(RANKS[rank] + "H" in cards for cards in self.held):
            rank += 1
        return replace(self, rank=rank)


def deal(seed: int) -> tuple[list[tuple[str, ...]], list[str]]:
    *held, _ = hands([card for card in pack() if card[-1] != "D" or card == "AD"], [10] * 4, seed)
    return held, ["deal Ann", *dealt(SEATS, held)]


def discards(what: str, seed: int, depth: int, floor: int) -> Count:
    held, lines = deal(seed)
    position = Discards(tuple(map(frozenset, held)))
    return Count("dingo", SEATS, tuple(lines), position, depth, frozenset({"discards"}), floor, what)


def hunts(what: str, seed: int, depth: int, floor: int) -> Count:
    """Discards and exchanges at random, told card by card, and then the hunts."""
    dealt_hands, lines = deal(seed)
    held, dice = [set(cards) for cards in dealt_hands], random.Random(seed)
    for step in (1, 2, 3, 0):
        for place, seat in enumerate(SEATS):
            card = dice.choice(sorted(one for one in held[place] if one[0] != "A"))
            held[place].remove(card)
            lines.append(f"{seat} discards {card}")
        for place, seat in enumerate(SEATS) if step else ():
            card = dice.choice(sorted(held[place]))
            held[place].remove(card)
            held[(place + step) % 4].add(card)
            lines.append(f"{seat} exchanges {card}")
    position = Hunts(tuple(map(frozenset, held))).skipped()
    return Count("dingo", SEATS, tuple(lines), position, depth, frozenset({"plays", "passes"}), floor, what)


COUNTS = (
    discards("the first discards", 1, 2, 50),
    hunts("the first hunts", 2, 9, 100),
    hunts("hunts", 3, 8, 60),
)
