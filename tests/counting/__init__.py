"""Legal reports are counted twice: by the referee, and on a plain model of the table written from the rulebook.

A module of this folder is one game.  It has the game's model, a `Position` with every card known, and ``COUNTS``:
small positions of real tables.  From each the referee's list of legal reports and the model's must be the same
after every way of going on, down to a depth.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

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

    ``opening`` has the lines that lead there, ``verbs`` the reports that are counted (as their classes have them:
    ``plays``, ``takes pile``), ``what`` says which part of the game that is.  More than ``floor`` ways must be
    found, so that an empty walk doesn't pass.
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
    referee = Referee(find_game(count.game), count.players, count.house)
    told: list[str] = []
    for line in count.opening:
        told.append(line)
        ruling = referee.hear(line)
        if not ruling.accepted:
            raise Differs(_way(count, told, f"the opening is {ruling.verdict}: {ruling.message}"))
    return _walk(count, referee, count.position, count.depth, told)


def _walk(count: Count, referee: Referee, position: Position, depth: int, told: list[str]) -> list[int]:
    found = [0] * depth
    if not depth:
        return found
    moves = [*position.moves()]
    model, listed = {line for line, _ in moves}, allowed(referee, count.verbs)
    if len(model) < len(moves):
        raise Differs(_way(count, told, "the model has a line twice"))
    if model != listed:
        only = f"only the model: {sorted(model - listed)}\nonly the referee: {sorted(listed - model)}"
        raise Differs(_way(count, told, only))
    for line, after in moves:
        told.append(line)
        ruling = referee.hear(line)
        if not ruling.accepted:
            raise Differs(_way(count, told, f"listed as legal, and {ruling.verdict}: {ruling.message}"))
        found[0] += 1
        for i, ways in enumerate(_walk(count, referee, after, depth - 1, told), 1):
            found[i] += ways
        referee.undo()
        told.pop()
    return found


def allowed(referee: Referee, verbs: frozenset[str]) -> set[str]:
    """What the referee lists as legal now, of some verbs."""
    return {
        report.text
        for kinds in legal(referee, MANY).values()
        for kind, reports in kinds.items()
        if kind.verb in verbs
        for report in reports
    }


def _way(count: Count, told: Sequence[str], what: str) -> str:
    house = "".join(f"\nhouse: {name}={value}" for name, value in count.house.items())
    lines = "\n    ".join(told)
    return f"{what}\ngame: {count.game}\nplayers: {', '.join(count.players)}{house}\n    {lines}"


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


def onward(position: P, steps: int, seed: int) -> tuple[list[str], P]:
    """The lines of so many moves made at random, and the table after them: early tricks that aren't counted."""
    dice, lines = random.Random(seed), []
    for _ in range(steps):
        line, position = dice.choice([*position.moves()])  # type: ignore[assignment]
        lines.append(line)
    return lines, position
