"""Piquet: how many cards are exchanged, what may be declared as point, and the play of the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.counting import Count, dealt, hands, onward, pack

RANKS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
SEATS = ("Ben", "Ann")  # elder, younger
PLAYERS = ("Ann", "Ben")


@dataclass(frozen=True)
class Exchange:
    """One to five cards each, and no more than the talon has."""

    talon: int = 8
    turn: int = 0

    def moves(self) -> Iterator[tuple[str, Exchange]]:
        for number in range(1, min(5, self.talon) + 1) if self.turn < 2 else ():
            yield f"{SEATS[self.turn]} discards {number}", Exchange(self.talon - number, self.turn + 1)


@dataclass(frozen=True)
class Point:
    """Elder's point: what there is, or less, whatever cards of a suit are worth; what follows isn't counted."""

    held: frozenset[str]

    def moves(self) -> Iterator[tuple[str, Point]]:
        for number in range(1, 9):
            most = max(
                (worth(some) for some in combinations(self.held, number) if len({*map(suit, some)}) == 1), default=0
            )
            if most:
                yield f"Ben declares point {number}", self
            for value in {worth(some) for some in combinations(pack("A K Q J 10 9 8 7", "S"), number)}:
                if value <= most:
                    yield f"Ben declares point {number} {value}", self


def suit(card: str) -> str:
    return card[-1]


def worth(cards: Iterable[str]) -> int:
    return sum(11 if card[0] == "A" else 10 if card[0] in "KQJ1" else int(card[0]) for card in cards)


@dataclass(frozen=True)
class Play:
    held: tuple[frozenset[str], ...]
    leader: int = 0
    led: str = ""

    def moves(self) -> Iterator[tuple[str, Play]]:
        turn = 1 - self.leader if self.led else self.leader
        follow = {card for card in self.held[turn] if self.led and card[-1] == self.led[-1]}
        for card in follow or self.held[turn]:
            held = tuple(cards - {card} for cards in self.held)
            higher = card in follow and RANKS.index(card[:-1]) > RANKS.index(self.led[:-1])
            leader = turn if higher else self.leader
            yield f"{SEATS[turn]} plays {card}", replace(self, held=held, leader=leader, led="" if self.led else card)


def opening(seed: int) -> tuple[tuple[str, ...], list[frozenset[str]]]:
    """A hand whose exchange is told card by card, and the cards held after it."""
    *held, talon = hands(pack("A K Q J 10 9 8 7"), [12, 12], seed)
    lines = ["deal Ann", *dealt(SEATS, held)]
    for seat, cards, new in zip(SEATS, held, (talon[:5], talon[5:]), strict=True):
        lines += [f"{seat} discards {' '.join(cards[: len(new)])}", f"{seat} draws {' '.join(new)}"]
    return tuple(lines), [frozenset(held[0][5:] + talon[:5]), frozenset(held[1][3:] + talon[5:])]


def exchange(seed: int, floor: int) -> Count:
    *held, _ = hands(pack("A K Q J 10 9 8 7"), [12, 12], seed)
    lines = ("deal Ann", *dealt(SEATS, held))
    return Count("piquet", PLAYERS, lines, Exchange(), 3, frozenset({"discards"}), floor, "cards exchanged")


def point(seed: int, floor: int) -> Count:
    lines, held = opening(seed)
    verbs = frozenset({"DeclaresPoint"})
    return Count("piquet", PLAYERS, lines, Point(held[0]), 1, verbs, floor, f"elder's point in deal {seed}")


def play(what: str, early: int, seed: int, depth: int, floor: int) -> Count:
    lines, held = opening(seed)
    more, position = onward(Play(tuple(held)), early, seed)
    # declarations before elder's lead are left out, and `takes` and `scores` are the short form
    return Count("piquet", PLAYERS, (*lines, *more), position, depth, frozenset({"plays"}), floor, what)


COUNTS = (
    exchange(1, 25),
    point(2, 20),
    point(3, 20),
    play("the first tricks", 0, 4, 3, 100),
    play("the last tricks", 18, 5, 7, 50),
)
