"""Put and Take: cards turned up, what hands that nobody told can pay for them, and whole rounds in the short form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tests.counting import Count, dealt, hands, pack

NINE = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")
RATES = {"rising": (1, 2, 3, 4, 5), "double": (1, 2, 4, 8, 16)}


@dataclass(frozen=True)
class Turning:
    """All hands are told: nothing is left to tell but the cards."""

    unseen: frozenset[str]
    turned: int

    def moves(self) -> Iterator[tuple[str, Turning]]:
        if self.turned < 10:
            for card in self.unseen:
                yield f"upcard {card}", Turning(self.unseen - {card}, self.turned + 1)


@dataclass(frozen=True)
class Paying:
    """A card lies open: who matches it, of hands that weren't told, pays so many times its rate."""

    untold: tuple[str, ...]
    verb: str
    rate: int
    free: int  # cards of its rank that nobody showed
    room: tuple[int, ...]  # cards of each hand that may still match

    def moves(self) -> Iterator[tuple[str, Paying]]:
        for i, seat in enumerate(self.untold):
            for matches in range(1, min(self.free, self.room[i]) + 1):
                room = (*self.room[:i], self.room[i] - matches, *self.room[i + 1 :])
                yield f"{seat} {self.verb} {matches * self.rate}", replace(self, free=self.free - matches, room=room)


def totals(rates: tuple[int, ...]) -> set[int]:
    """All that five cards can pay in a round, each rate going with one rank of five, which may come up again."""
    found = set()
    for ranks in product(range(5), repeat=5):
        if all(rank <= max(ranks[:i], default=-1) + 1 for i, rank in enumerate(ranks)):
            worth = [sum(rate for rate, one in zip(rates, ranks, strict=True) if one == rank) for rank in set(ranks)]
            most = [4 - ranks.count(rank) for rank in set(ranks)]
            for held in product(*(range(number + 1) for number in most)):
                if sum(held) <= 5:
                    found.add(sum(map(int.__mul__, held, worth)))
    return found


@dataclass(frozen=True)
class Rounds:
    """The short form: what each put, then what each took; each sum is one that five cards can pay."""

    seats: tuple[str, ...]
    possible: frozenset[int]
    put: tuple[int, ...]
    taken: tuple[int, ...]
    over: bool = False

    def moves(self) -> Iterator[tuple[str, Rounds]]:
        if self.over:
            return
        for i, seat in enumerate(self.seats):
            for credits in range(1, 81):
                if not any(self.taken) and self.put[i] + credits in self.possible:
                    put = (*self.put[:i], self.put[i] + credits, *self.put[i + 1 :])
                    yield f"{seat} puts {credits}", replace(self, put=put)
                if self.taken[i] + credits in self.possible:
                    taken = (*self.taken[:i], self.taken[i] + credits, *self.taken[i + 1 :])
                    yield f"{seat} takes {credits}", replace(self, taken=taken)
        yield "stop", replace(self, over=True)


def turning(turned: int, seed: int, depth: int, floor: int, what: str) -> Count:
    """Nine players, so that the stock is short."""
    *held, stock = hands(pack(), [5] * 8, seed)
    opening = ["deal Ann", *dealt(NINE[1:], held), *(f"upcard {card}" for card in stock[:turned])]
    verbs = frozenset({"upcard", "puts", "takes", "stop"})
    return Count(
        "put-and-take", NINE, tuple(opening), Turning(frozenset(stock[turned:]), turned), depth, verbs, floor, what
    )


def paying(players: str, told: str, start: Paying, depth: int, floor: int, what: str, rates: str = "rising") -> Count:
    verbs, house = frozenset({"puts", "takes"}), {"rates": rates}
    return Count(
        "put-and-take", tuple(players.split()), tuple(told.split("; ")), start, depth, verbs, floor, what, house
    )


def rounds(players: str, told: str, put: tuple[int, ...], taken: tuple[int, ...], rates: str, what: str) -> Count:
    seats = tuple(players.split())
    opening = ("deal " + seats[0], *filter(None, told.split("; ")))
    start = Rounds(seats[1:], frozenset(totals(RATES[rates])), put, taken)
    verbs = frozenset({"puts", "takes", "stop"})
    return Count("put-and-take", seats, opening, start, 1, verbs, 30, what, {"rates": rates})


PUTS = "deal Ann; upcard 7S; Ben puts 3; upcard QD; Cat puts 2; upcard 2H; Ben puts 3; upcard KS; Ben puts 4; upcard AD"
COUNTS = (
    turning(3, 1, 2, 70, "every hand told"),
    turning(8, 2, 3, 10, "the last two cards of the take round"),
    paying("Ann Ben Cat", "deal Ann; upcard 7S", Paying(("Ben", "Cat"), "puts", 1, 3, (5, 5)), 3, 15, "the first card"),
    paying(
        "Ann Ben Cat Dan",
        "deal Ann; Ben dealt 7H QC QS 4D 2C; upcard 7S; upcard QH",
        Paying(("Cat", "Dan"), "puts", 2, 1, (5, 5)),
        2,
        1,
        "one card is left of the rank",
    ),
    paying(
        "Ann Ben Cat",
        PUTS,
        Paying(("Ben", "Cat"), "puts", 5, 3, (0, 4)),
        3,
        3,
        "a hand of which every card was paid for",
    ),
    paying(
        "Ann Ben Cat",
        "deal Ann; upcard 7S; upcard QD; upcard 2H; upcard KS; upcard AD; upcard 9C; upcard 8C",
        Paying(("Ben", "Cat"), "takes", 2, 3, (5, 5)),
        3,
        15,
        "the take round",
        "double",
    ),
    rounds("Ann Ben Cat", "", (0, 0), (0, 0), "rising", "whole rounds"),
    rounds("Ann Ben Cat", "Ben puts 27; Cat puts 3", (27, 3), (0, 0), "rising", "much was put"),
    rounds("Ann Ben Cat", "Ben puts 50; Ben takes 40", (50, 0), (40, 0), "double", "rounds with doubled rates"),
)
