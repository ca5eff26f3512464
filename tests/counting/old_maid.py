"""Old Maid: pairs thrown after the deal, cards drawn, named or not, and the pairs they make."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.counting import Count, dealt, hands, pack

RANKS = [card[:-1] for card in pack(suits="S")]

World = tuple[frozenset[str], ...]  # what everybody may hold, in the order of the seats


def pairs(cards: frozenset[str]) -> list[str]:
    """The ranks of which there is a pair, as often as there is one."""
    ranks = [card[:-1] for card in cards]
    return [
        rank
        for rank in ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]
        for _ in range(ranks.count(rank) // 2)
    ]


def without(cards: frozenset[str], ranks: list[str]) -> Iterator[frozenset[str]]:
    """What is left of a hand when pairs of these ranks go, in every way."""
    if not ranks:
        yield cards
        return
    for two in combinations([card for card in cards if card[:-1] == ranks[0]], 2):
        yield from without(cards - frozenset(two), ranks[1:])


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    worlds: frozenset[World]
    to_discard: frozenset[int]  # who hasn't yet, after the deal
    turn: int = 0  # the seat that draws next
    drawn: int = -1  # the seat that has drawn, and may throw a pair

    def moves(self) -> Iterator[tuple[str, Table]]:
        if self.to_discard:
            for place in self.to_discard:
                after = replace(self, to_discard=self.to_discard - {place})
                for line, worlds in self.thrown(place, lambda cards: [pairs(cards)]).items():
                    yield line, replace(after, worlds=worlds).with_turn(0)
            return
        fair = {world for world in self.worlds if self.drawn < 0 or not pairs(world[self.drawn])}
        if self.drawn >= 0:
            if fair:
                yield f"{self.seats[self.drawn]} discards 0", self  # says no more than the next draw does
            for line, worlds in self.thrown(self.drawn, lambda cards: [[rank] for rank in set(pairs(cards))]).items():
                yield line, replace(self, worlds=worlds, drawn=-1).with_turn(self.drawn + 1)
        if fair and sum(map(len, next(iter(fair)))) > 1:
            yield from self.drawing(fair)

    def drawing(self, fair: set[World]) -> Iterator[tuple[str, Table]]:
        table = self.with_turn(self.turn)
        seat, giver = table.turn, table.giver()
        ways: dict[str, set[World]] = {}
        for world in self.worlds:
            for card in world[giver]:
                after = list(world)
                after[giver], after[seat] = world[giver] - {card}, world[seat] | {card}
                ways.setdefault(f"{self.seats[seat]} draws {card}", set()).add(tuple(after))
                if world in fair:
                    ways.setdefault(f"{self.seats[seat]} draws", set()).add(tuple(after))
        for line, worlds in ways.items():
            yield line, replace(table, worlds=frozenset(worlds), drawn=seat, turn=(seat + 1) % len(self.seats))

    def thrown(self, place: int, choices: Callable[[frozenset[str]], list[list[str]]]) -> dict[str, frozenset[World]]:
        """What somebody may throw, by the line that tells it: which ranks of pairs is left to choose."""
        ways: dict[str, set[World]] = {}
        for world in self.worlds:
            for ranks in choices(world[place]):
                for left in without(world[place], ranks):
                    after = (*world[:place], left, *world[place + 1 :])
                    ways.setdefault(f"{self.seats[place]} discards {2 * len(ranks)}", set()).add(after)
                    if ranks:
                        named = " ".join(f"{rank} {rank}" for rank in ranks)
                        ways.setdefault(f"{self.seats[place]} discards {named}", set()).add(after)
        return {line: frozenset(worlds) for line, worlds in ways.items()}

    def with_turn(self, place: int) -> Table:
        """The turn with whoever is next and has cards: how many everybody has is the same in every world."""
        world = next(iter(self.worlds))
        around = [(place + i) % len(self.seats) for i in range(len(self.seats))]
        return replace(self, turn=next((one for one in around if world[one]), place))

    def giver(self) -> int:
        world = next(iter(self.worlds))
        around = [(self.turn - i) % len(self.seats) for i in range(1, len(self.seats))]
        return next(one for one in around if world[one])


def with_suits(position: Table, steps: int, seed: int) -> tuple[list[str], Table]:
    """Moves made at random and told card by card, so that everybody's cards stay known."""
    dice, lines = random.Random(seed), []
    for _ in range(steps):
        before, moves = next(iter(position.worlds)), dict(position.moves())
        line = dice.choice(sorted(one for one in moves if not one.endswith("draws")))
        worlds = sorted(moves[line].worlds, key=lambda world: sorted(map(sorted, world)))
        position = replace(moves[line], worlds=frozenset([worlds[0]]))
        if "discards" in line:
            gone = frozenset().union(*before) - frozenset().union(*worlds[0])
            line = f"{line.split()[0]} discards {' '.join(sorted(gone)) or 0}"
        lines.append(line)
    return lines, position


def table(what: str, players: int, early: int, seed: int, depth: int, floor: int) -> Count:
    seats = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")[:players]
    around = (*seats[1:], seats[0])
    sizes = [51 // players + (i < 51 % players) for i in range(players)]
    *held, _ = hands([card for card in pack() if card != "QC"], sizes, seed)
    position = Table(around, frozenset([tuple(map(frozenset, held))]), frozenset(range(players)))
    lines, position = with_suits(position, early, seed)
    opening = (f"deal {seats[0]}", *dealt(around, held), *lines)
    verbs = frozenset({"discards", "draws"})  # `holds` is the short form, and `shows` is never allowed
    return Count("old-maid", seats, opening, position, depth, verbs, floor, what, {"removed": "QC"})


COUNTS = (
    table("the pairs after the deal", 4, 1, 1, 2, 20),
    table("the first draws", 3, 3, 2, 2, 40),
    table("in the middle", 3, 10, 3, 2, 20),
    table("two players", 2, 6, 4, 2, 20),
    table("the last draws", 2, 13, 4, 2, 5),
)
