"""Legal reports are counted twice: by the referee, and on a plain model of the table written from the rulebook.

A module of this folder is one game.  It has the game's model, a `Position` with every card known, and ``COUNTS``:
small positions of real tables.  From each the referee's list of legal reports and the model's must be the same
after every way of going on, down to a depth.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType, SimpleNamespace
from typing import NamedTuple, Protocol, TypeVar, cast

from referee import Referee, find_game
from referee.candidates import legal

MANY = 100_000  # candidates of one verb that are tried: all of them
SUITS = "SHDC"


class Position(Protocol):
    """A table as plain as it can be written."""

    def moves(self) -> Iterable[tuple[str, Position]]:
        """Each report that may be made now, as the notation writes it, and the table after it."""
        ...


class Count(NamedTuple):
    """A position of a game, and how a table comes to it.

    ``opening`` has the lines that lead there.  ``verbs`` are the reports that are counted, as their classes have
    them (``plays``, ``takes pile``), or by the name of a class where others share its verb (``Plays``); ``what``
    says which part of the game that is.  More than ``floor`` ways must be found, so that an empty walk doesn't pass.
    """

    game: str
    players: tuple[str, ...]
    opening: tuple[str, ...]
    position: Position
    depth: int
    verbs: frozenset[str]
    floor: int
    what: str
    house: Mapping[str, str] = MappingProxyType({})


P = TypeVar("P", bound=Position)


class Differs(AssertionError):
    """The referee and the model don't allow the same."""


def plain(position: Position, depth: int) -> list[int]:
    """How many ways the model has to go on by one report, by two, up to DEPTH of them."""
    found = [0] * depth
    if depth:
        for _, after in position.moves():
            found[0] += 1
            for i, ways in enumerate(plain(after, depth - 1), 1):
                found[i] += ways
    return found


def judged(count: Count) -> list[int]:
    """The same by the referee, who hears every report; raises Differs where his list isn't the model's."""
    return Walk(count).on(count.position, count.depth)


class Walk:
    """A table that goes every way from the opening; what was told of one way is taken back before the next."""

    def __init__(self, count: Count) -> None:
        self.count = count
        self.referee = Referee(find_game(count.game), count.players, count.house)
        self.told: list[str] = []
        self.stale = 0  # reports of the last way that are still to be taken back
        for line in count.opening:
            self.hear(line)

    def on(self, position: Position, depth: int) -> list[int]:
        found = [0] * depth
        if not depth:
            return found
        moves = [*position.moves()]
        model, listed = {line for line, _ in moves}, allowed(self.referee, self.count.verbs)
        if len(model) < len(moves):
            raise self.differs("the model has a line twice")
        if model != listed:
            raise self.differs(f"only the model: {sorted(model - listed)}\nonly the referee: {sorted(listed - model)}")
        for line, after in moves:
            self.hear(line)
            found[0] += 1
            for i, ways in enumerate(self.on(after, depth - 1), 1):
                found[i] += ways
            self.told.pop()
            self.stale += 1
        return found

    def hear(self, line: str) -> None:
        if self.stale:
            self.referee.undo(self.stale)
            self.stale = 0
        self.told.append(line)
        ruling = self.referee.hear(line)
        if not ruling.accepted:
            raise self.differs(f"{line} is {ruling.verdict}: {ruling.message}")

    def differs(self, what: str) -> Differs:
        house = "".join(f"\nhouse: {name}={value}" for name, value in self.count.house.items())
        way = "\n    ".join(self.told)
        return Differs(f"{what}\ngame: {self.count.game}\nplayers: {', '.join(self.count.players)}{house}\n    {way}")


def allowed(referee: Referee, verbs: frozenset[str]) -> set[str]:
    """What the referee lists as legal now, of some verbs; no other is asked for, since there may be thousands."""
    asks = [(hand, ask) for hand, ask in referee.asks() if verbs & {ask.verb.verb, ask.verb.__name__}]
    listed = legal(cast(Referee, SimpleNamespace(asks=lambda: asks)), MANY)
    return {report.text for kinds in listed.values() for reports in kinds.values() for report in reports}


# What the models share: cards as text, dealt at random from a seed


def pack(ranks: str = "A K Q J 10 9 8 7 6 5 4 3 2", suits: str = SUITS, jokers: int = 0, packs: int = 1) -> list[str]:
    """The cards of a pack."""
    return [*(rank + suit for suit in suits for rank in ranks.split()), *["JK"] * jokers] * packs


def hands(cards: Iterable[str], sizes: Iterable[int], seed: int) -> Iterator[tuple[str, ...]]:
    """Hands of these sizes dealt at random, and last what is left."""
    left = list(cards)
    random.Random(seed).shuffle(left)
    for size in sizes:
        yield tuple(left[:size])
        del left[:size]
    yield tuple(left)


def dealt(seats: Sequence[str], held: Iterable[Iterable[str]]) -> list[str]:
    """The lines that tell hands as dealt."""
    return [f"{seat} dealt {' '.join(cards)}" for seat, cards in zip(seats, held, strict=True)]


def onward(position: P, steps: int, seed: int, rather: str = "") -> tuple[list[str], P]:
    """The lines of so many moves made at random, with a word in them where there are such, and the table after them."""
    dice, lines = random.Random(seed), []
    for _ in range(steps):
        moves = dict(position.moves())
        lines.append(line := dice.choice(sorted(one for one in moves if rather in one) or sorted(moves)))
        position = cast(P, moves[line])
    return lines, position
