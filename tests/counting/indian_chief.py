"""Indian Chief: the melds of a turn, and what Thieves steal after it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.counting import Count, dealt, hands, pack

MELDS = ("thief", "beggar", "poor", "lawyer", "rich", "doctor", "chief")
POINTS = (1, 0, 0, 0, -20, 0, 10)  # a score that each may have
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@dataclass(frozen=True)
class Turn:
    """Melds told in cards; hands are known, what is drawn for the next turn isn't."""

    seats: tuple[str, ...]
    held: tuple[tuple[str, ...], ...]
    free: tuple[tuple[int, ...], ...]  # the sizes of the melds that each has still to make
    melded: tuple[tuple[str, ...], ...]

    def moves(self) -> Iterator[tuple[str, Turn]]:
        for i, seat in enumerate(self.seats):
            if not self.melded[i]:
                for size in self.free[i]:
                    for cards in dict.fromkeys(combinations(self.held[i], size)):
                        melded = (*self.melded[:i], cards, *self.melded[i + 1 :])
                        yield f"{seat} melds {' '.join(cards)}", replace(self, melded=melded)


@dataclass(frozen=True)
class Stealing:
    """After the turn: from the lowest Thief up each takes a card that somebody else melded, or waives."""

    seats: tuple[str, ...]
    melded: tuple[tuple[str, ...], ...]
    lying: tuple[tuple[str, str], ...]  # the cards still there, and who melded them
    stolen: tuple[str, ...] = ()  # by whom

    def moves(self) -> Iterator[tuple[str, Stealing]]:
        thieves = {
            seat: RANKS.index(some[0][:-1])
            for seat, some in zip(self.seats, self.melded, strict=True)
            if len(some) == 1
        }
        for seat, rank in thieves.items():
            if seat not in self.stolen and all(rank >= thieves[other] for other in self.stolen):
                for lies in sorted(set(self.lying)):
                    if lies[1] != seat:
                        left = list(self.lying)
                        left.remove(lies)
                        after = replace(self, lying=tuple(left), stolen=(*self.stolen, seat))
                        yield f"{seat} takes {lies[0]} from {lies[1]}", after


def points_told(seats: tuple[str, ...], free: tuple[tuple[int, ...], ...]) -> list[str]:
    """The turns in which all other melds were made, told in points."""
    lines = [f"deal {seats[0]}"]
    for at in range(7 - len(free[0])):
        for seat, left in zip(seats, free, strict=True):
            made = [size for size in range(1, 8) if size not in left][at]
            lines.append(f"{seat} scores {POINTS[made - 1]} {MELDS[made - 1]}")
    return lines


def turn(players: str, sizes: str, seed: int, depth: int, floor: int, what: str) -> Count:
    """A late turn: all melds but those of these sizes were made."""
    seats = tuple(players.split())
    free = tuple(tuple(map(int, some)) for some in sizes.split())
    cards = pack(packs=1 if len(seats) < 4 else 2)
    held = [tuple(sorted(some, key=cards.index)) for some in [*hands(cards, [8] * len(seats), seed)][:-1]]
    opening = (*points_told(seats, free), *dealt(seats, held))
    start = Turn(seats, tuple(held), free, ((),) * len(seats))
    # `scores` tells a meld in points, and isn't counted; nor are the Doctor's suit and the Chief's split
    return Count("indian-chief", seats, opening, start, depth, frozenset({"melds"}), floor, what)


def stealing(players: str, melds: str, depth: int, floor: int, what: str) -> Count:
    """The last turn but one, where everybody made a Thief or a Beggar Man."""
    seats = tuple(players.split())
    melded = tuple(tuple(some.split()) for some in melds.split(", "))
    told = (f"{seat} melds {' '.join(some)}" for seat, some in zip(seats, melded, strict=True))
    lying = tuple((card, seat) for seat, some in zip(seats, melded, strict=True) for card in some)
    opening, start = (*points_told(seats, ((1, 2),) * len(seats)), *told), Stealing(seats, melded, lying)
    return Count("indian-chief", seats, opening, start, depth, frozenset({"takes"}), floor, what)


COUNTS = (
    turn("Ann Ben", "7 1", 1, 2, 100, "the last turn"),
    turn("Ann Ben", "26 37", 4, 1, 100, "two melds are left to each"),
    turn("Ann Ben Cat Dan", "1 1 1 7", 3, 1, 30, "two packs"),
    stealing("Ann Ben Cat", "9C, 2H, KS QH", 3, 10, "two Thieves"),
    stealing("Ann Ben Cat Dan", "9C, 2H, 9S, KS QH", 3, 100, "three Thieves, two of them alike"),
    stealing("Ann Ben Cat Dan", "9C, 9C, KS, KS 7S", 2, 50, "equal cards of two packs"),
)
