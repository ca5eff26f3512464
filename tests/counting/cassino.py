"""Cassino: captures, builds and trails of one packet; cards are named from the highest down, a build first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.counting import Count, dealt

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


def value(card: str) -> int:
    """Court cards have none."""
    return RANKS.index(card[:-1]) + 1 if card[:-1] in RANKS else 0


def subsets(cards: Iterable[str]) -> Iterator[tuple[str, ...]]:
    some = tuple(cards)
    for size in range(len(some) + 1):
        yield from combinations(some, size)


def falls_apart(numbers: tuple[int, ...], total: int) -> bool:
    """Whether numbers go into sets of two or more that each add up to the total: the first with some of the others."""
    if not numbers:
        return True
    first, rest = numbers[0], numbers[1:]
    for size in range(1, len(rest) + 1):
        for places in combinations(range(len(rest)), size):
            left = tuple(n for i, n in enumerate(rest) if i not in places)
            if first + sum(rest[i] for i in places) == total and falls_apart(left, total):
                return True
    return False


@dataclass(frozen=True)
class Build:
    rank: str
    cards: tuple[str, ...]
    sets: int  # that add up; none where it is made by pairing


@dataclass(frozen=True)
class Packet:
    seats: tuple[str, ...]  # from the dealer's left
    held: tuple[tuple[str, ...], ...]
    board: tuple[str, ...]  # in the order in which the cards came to lie there
    builds: tuple[Build, ...] = ()
    turn: int = 0

    @property
    def loose(self) -> tuple[str, ...]:
        return tuple(card for card in self.board if not any(card in build.cards for build in self.builds))

    def moves(self) -> Iterator[tuple[str, Packet]]:
        seat = self.seats[self.turn]
        for card in self.held[self.turn]:
            hand = tuple(one for one in self.held[self.turn] if one != card)
            held = (*self.held[: self.turn], hand, *self.held[self.turn + 1 :])
            after = replace(self, held=held, turn=1 - self.turn)
            taken = [*self.captures(card)]
            for loose, builds, named in taken:
                gone = {*loose, *(one for build in builds for one in build.cards)}
                left = tuple(one for one in self.board if one not in gone)
                rest = tuple(one for one in self.builds if one not in builds)
                yield f"{seat} captures {named}with {card}", replace(after, board=left, builds=rest)
            if not taken:
                yield f"{seat} trails {card}", replace(after, board=(*self.board, card))
            for base, build in self.building(card):
                if any(one[:-1] == build.rank for one in hand):
                    line = f"{seat} builds {build.rank} on {' '.join(build.cards[:-1])} with {card}"
                    lies = (*(one for one in self.board if one in build.cards), card)
                    board = (*(one for one in self.board if one not in lies), *lies)
                    builds = (*(one for one in self.builds if one is not base), replace(build, cards=lies))
                    yield line, replace(after, board=board, builds=builds)

    def captures(self, card: str) -> Iterator[tuple[tuple[str, ...], tuple[Build, ...], str]]:
        pairs = tuple(one for one in self.loose if one[:-1] == card[:-1])
        whole = tuple(one for one in self.builds if one.rank == card[:-1])
        for loose in subsets(self.loose):
            paired = tuple(one for one in loose if one in pairs)
            added = tuple(sorted((one for one in loose if one not in pairs), key=lambda one: -value(one)))
            numbers = tuple(map(value, added))
            if not (all(numbers) and falls_apart(numbers, value(card))) or paired not in ((), pairs):
                continue
            for size in range(len(whole) + 1):
                for builds in combinations(whole, size):
                    cards = (*paired, *added, *(one for build in builds for one in build.cards))
                    everything = {*cards} == {*pairs, *(one for build in whole for one in build.cards)}
                    if cards:
                        yield loose, builds, "" if everything else " ".join((*cards, ""))

    def building(self, card: str) -> Iterator[tuple[Build | None, Build]]:
        """On loose cards alone or on a build too, by pairing or by addition."""
        for base in (None, *self.builds):
            on = base.cards if base else ()
            for loose in subsets(self.loose):
                pairs = all(one[:-1] == card[:-1] for one in (*loose, *([base.rank + "S"] if base else [])))
                if pairs and (loose or base) and not (base and base.sets):
                    yield base, Build(card[:-1], (*on, *loose, card), 0)
                if not value(card) or not all(map(value, loose)) or (base and not base.sets):
                    continue
                ordered = tuple(sorted(loose, key=lambda one: -value(one)))
                for rank in RANKS[value(card) :]:
                    total, raised = RANKS.index(rank) + 1, tuple[int, ...]()
                    if base and base.rank != rank:
                        if base.sets > 1 or RANKS.index(base.rank) + 1 > total:
                            continue
                        raised = (RANKS.index(base.rank) + 1,)
                    numbers = (value(card), *raised, *map(value, loose))
                    if len(numbers) > 1 and falls_apart(numbers, total):
                        sets = sum(numbers) // total + (base.sets if base and not raised else 0)
                        yield base, Build(rank, (*on, *ordered, card), sets)


def packet(board: str, ben: str, ann: str, told: str, depth: int, floor: int, what: str) -> Count:
    held = (tuple(ben.split()), tuple(ann.split()))
    start = Packet(("Ben", "Ann"), held, tuple(board.split()))
    opening = ["deal Ann", f"upcard {board}", *dealt(("Ben", "Ann"), held)]
    for said in filter(None, told.split("; ")):
        start = next(after for line, after in start.moves() if line == said)
        opening.append(said)
    verbs = frozenset({"captures", "builds", "trails"})  # a hand told in short isn't counted
    return Count("cassino", ("Ann", "Ben"), tuple(opening), start, depth, verbs, floor, what)


EIGHTS, TENS = "8H 8D 5S 3C", "10H 9H AC 10C"
COUNTS = (
    packet("2S 3H 5D 6C", EIGHTS, TENS, "", 2, 50, "new builds"),
    packet("2S 3H 5D 6C", EIGHTS, TENS, "Ben builds 8 on 5D with 3C", 2, 30, "a build is raised"),
    packet(
        "2S 3H 5D 6C", EIGHTS, TENS, "Ben builds 8 on 6C 5D 2S with 3C; Ann trails 10C", 3, 50, "a build of two sets"
    ),
    packet("8S JH 3H JD", "8H 8D JS JC", "8C AC 5S 4H", "", 2, 50, "builds of pairs"),
    packet("AS 2H 3D 4C", "5H 6H 7D AD", "4S 3S 10C 7C", "", 2, 150, "low cards"),
)
