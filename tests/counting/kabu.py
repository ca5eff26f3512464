"""Kabu: draws and passes, and the hands shown at the end, by rank alone where nobody named a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product

from tests.counting import Count, dealt, hands, pack

RANKS = ("10", "9", "8", "7", "6", "5", "4", "3", "2", "A")
PACK = pack(" ".join(RANKS))


def score(ranks: tuple[str, ...]) -> int:
    return sum(1 if rank == "A" else int(rank) for rank in ranks) % 10


@dataclass(frozen=True)
class Table:
    """``held`` has the cards that are known, ``blind`` how many more, ``told`` the ranks or the score told of those."""

    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    blind: tuple[int, ...]
    passed: tuple[bool, ...]
    turn: int = 0
    told: tuple[tuple[str, ...] | int | None, ...] = ()

    def moves(self) -> Iterator[tuple[str, Table]]:
        if all(self.stopped(i) for i in range(len(self.seats))):
            yield from self.counting()
            return
        i, seat = self.turn, self.seats[self.turn]
        yield f"{seat} passes", self.next(replace(self, passed=put(self.passed, i, True)))
        yield f"{seat} draws", self.next(replace(self, blind=put(self.blind, i, self.blind[i] + 1)))
        for card in self.unseen():
            yield f"{seat} draws {card}", self.next(replace(self, held=put(self.held, i, (*self.held[i], card))))

    def stopped(self, i: int) -> bool:
        return self.passed[i] or len(self.held[i]) + self.blind[i] == 4

    def next(self, after: Table) -> Table:
        around = [(self.turn + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
        return replace(after, turn=next((i for i in around if not after.stopped(i)), 0))

    def unseen(self) -> list[str]:
        return [card for card in PACK if not any(card in some for some in self.held)]

    def counting(self) -> Iterator[tuple[str, Table]]:
        left = Counter(card[:-1] for card in self.unseen())
        for i, seat in enumerate(self.seats):
            if self.blind[i] and self.told[i] is None:
                known = tuple(card[:-1] for card in self.held[i])
                scores = set()
                for rest in combinations_with_replacement(RANKS, self.blind[i]):
                    after = replace(self, told=put(self.told, i, rest))
                    if after.agrees(left):
                        scores.add(score((*known, *rest)))
                        yield f"{seat} shows {' '.join((*self.held[i], *rest))}", after
                for total in sorted(scores):
                    yield f"{seat} holds {total}", replace(self, told=put(self.told, i, total))

    def agrees(self, left: Counter[str]) -> bool:
        """Whether the cards that weren't named can be told so: there is a way to lay them."""
        ways = []
        for cards, number, told in zip(self.held, self.blind, self.told, strict=True):
            known = tuple(card[:-1] for card in cards)
            some = combinations_with_replacement(RANKS, number)
            ways.append([told] if isinstance(told, tuple) else [w for w in some if told in (None, score((*known, *w)))])
        return any(sum(map(Counter, way), Counter()) <= left for way in product(*ways))


def put(some: tuple, at: int, one: object) -> tuple:  # type: ignore[type-arg]
    return (*some[:at], one, *some[at + 1 :])


def table(players: str, told: str, seed: int, depth: int, floor: int, what: str, known: int = 9) -> Count:
    """TOLD are the turns that come first; of so many players it is known what they were dealt."""
    seats = tuple(players.split())
    around = (*seats[1:], seats[0])
    held = [*hands(PACK, [2] * len(seats), seed)][:-1]
    held = [tuple(sorted(cards, key=PACK.index)) if i < known else () for i, cards in enumerate(held)]
    blind = tuple(2 - len(cards) for cards in held)
    start = Table(around, tuple(held), blind, (False,) * len(seats), told=(None,) * len(seats))
    opening = [f"deal {seats[0]}", *dealt(around[:known], held[:known])]
    for verb in told.split():
        number = {"passes": 0, "draws": 1, "names": 2, "shows": 0}[verb]
        line, start = [*start.moves()][number]
        opening.append(line)
    verbs = frozenset({"draws", "passes", "shows", "holds"})
    return Count("kabu", seats, tuple(opening), start, depth, verbs, floor, what)


COUNTS = (
    table("Ann Ben Cat", "names passes names names", 1, 2, 50, "the last draws"),
    table("Ann Ben", "passes", 2, 1, 30, "nobody draws twice"),
    table("Ann Ben", "draws passes passes", 3, 1, 10, "one card that nobody named"),
    table("Ann Ben Cat", "draws draws passes passes passes", 4, 1, 30, "two cards that nobody named"),
    table(
        "Ann Ben Cat Dan",
        "draws draws draws draws passes passes passes passes shows shows",
        4,
        2,
        200,
        "the last two show",
    ),
    table("Ann Ben Cat Dan", "passes passes names draws draws", 5, 1, 30, "a hand of four", known=4),
    table("Ann Ben", "passes passes", 6, 1, 50, "a hand that wasn't told", known=1),
)
