"""Concentration near its end: every layout that may still be there, card by card."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.counting import Count, pack

PACK = pack()


def place(card: str) -> tuple[int, int]:
    """Cards are named by rank, then by suit."""
    return PACK.index(card[:-1] + "S"), PACK.index(card)


def match(one: str, other: str, color: bool) -> bool:
    return one[:-1] == other[:-1] and (not color or (one[-1] in "HD") == (other[-1] in "HD"))


@dataclass(frozen=True)
class Layout:
    """What may lie on the table: several layouts where pairs were taken untold.  Then a miss isn't judged."""

    seats: tuple[str, ...]
    turn: str  # nobody where turns weren't told
    color: bool
    may_lie: frozenset[frozenset[str]]
    untold: bool = False
    counted: frozenset[str] = frozenset()

    def moves(self) -> Iterator[tuple[str, Layout]]:
        seen = sorted(frozenset().union(*self.may_lie), key=place)
        pairs = [two for two in combinations(seen, 2) if match(*two, self.color)]
        for seat in [self.turn] if self.turn else self.seats if seen else ():
            missed = replace(self, turn=self.seats[(self.seats.index(seat) + 1) % len(self.seats)])
            for two in combinations(seen, 2):
                if two not in pairs:
                    yield f"{seat} flips {' '.join(two)}", missed
                elif left := self.without(two):
                    yield f"{seat} flips {' '.join(two)}", replace(self, turn=seat, may_lie=left)
            some = [one for one in seen if self.untold or not all(match(one, other, self.color) for other in seen)]
            yield from ((f"{seat} flips {one} ?", missed) for one in [*some, "?"] if some)
        for seat in self.seats if "takes" in self.counted else ():
            for two in pairs:
                if left := self.without(two):
                    yield f"{seat} takes {' '.join(two)}", replace(self, turn=seat, may_lie=left)
            left = self.may_lie
            for number in range(1, len(min(self.may_lie)) // 2 + 1):
                left = frozenset(cards - set(two) for cards in left for two in pairs if cards.issuperset(two))
                taken = f"{seat} takes {number}" if number > 1 else f"{seat} takes"
                yield taken, replace(self, turn="", may_lie=left, untold=True)

    def without(self, two: tuple[str, ...]) -> frozenset[frozenset[str]]:
        return frozenset(cards - set(two) for cards in self.may_lie if cards.issuperset(two))


def late(players: str, left: str, depth: int, verbs: str, floor: int, what: str, color: bool = False) -> Count:
    """All the other pairs are taken."""
    seats, lie = tuple(players.split()), frozenset(left.split())
    taken, opening = set(lie), [f"deal {seats[-1]}"]
    for two in combinations(PACK, 2):
        if match(*two, color) and not taken.intersection(two):
            taken.update(two)
            opening.append(f"{seats[0]} takes {' '.join(two)}")
    house = {"match": "color"} if color else {}
    start = Layout(seats, seats[0], color, frozenset([lie]), counted=frozenset(verbs.split()))
    return Count("concentration", seats, tuple(opening), start, depth, start.counted, floor, what, house)


COUNTS = (
    late("Ann Ben Cat", "7S 7H 7D 7C", 2, "flips takes", 150, "one rank is left, pairs may be told without turns"),
    late("Ann Ben", "KS KD 7S 7H 7D 7C", 2, "flips", 300, "turns with six cards left"),
    late("Ann Ben Cat", "9S 9C 2H 2D", 2, "flips", 80, "the last turns where colors must match", color=True),
    late("Ann Ben Cat Dan", "9S 9C 9H 9D 2H 2D", 1, "flips takes", 30, "six cards where colors must match", color=True),
)
