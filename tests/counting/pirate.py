"""Pirate: the cards and runs that go on with a half of some ship, while ships are captured."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SHDC"


@dataclass(frozen=True)
class Fleet:
    """By suit: ships that are gone, and how far the one that is built goes up from the ace, down from the king."""

    gone: tuple[int, ...] = (0, 0, 0, 0)
    up: tuple[int, ...] = (0, 0, 0, 0)
    down: tuple[int, ...] = (0, 0, 0, 0)
    laid: frozenset[tuple[int, str]] = frozenset()
    won: tuple[int, int] = (0, 0)

    def moves(self) -> Iterator[tuple[str, Fleet]]:
        """Player 0 is low: the ace of the first ship is hers."""
        for who, seat in enumerate(("Ann", "Ben")):
            found: dict[str, Fleet] = {}
            for suit in SUITS:
                for step in (1, -1):
                    self.run(who, suit, step, (), found)
            yield from ((f"{seat} plays {line}", after) for line, after in found.items())

    def run(self, who: int, suit: str, step: int, cards: tuple[str, ...], found: dict[str, Fleet]) -> None:
        """Every card that may be laid next, one way along the suit."""
        for rank in RANKS:
            goes_on = not cards or RANKS.index(rank) == RANKS.index(cards[-1][:-1]) + step
            if goes_on and (after := self.lay(who, rank, suit)):
                found[" ".join((*cards, rank + suit))] = after
                after.run(who, suit, step, (*cards, rank + suit), found)

    def lay(self, who: int, rank: str, suit: str) -> Fleet | None:
        s, value = SUITS.index(suit), RANKS.index(rank) + 1
        if max(self.won) == 5 or self.gone[s] == 2 or (who, rank + suit) in self.laid:
            return None
        rising = (who == 0) == (self.gone[s] == 0)
        if value != (self.up[s] + 1 if rising else 13 - self.down[s]):
            return None
        up, down = self.up[s] + rising, self.down[s] + (not rising)
        after = replace(self, laid=self.laid | {(who, rank + suit)})
        if up + down == 13:
            after = replace(after, won=(self.won[0] + (who == 0), self.won[1] + (who == 1)))
            return replace(
                after, gone=put(self.gone, s, self.gone[s] + 1), up=put(self.up, s, 0), down=put(self.down, s, 0)
            )
        return replace(after, up=put(self.up, s, up), down=put(self.down, s, down))


def put(some: tuple[int, ...], at: int, one: int) -> tuple[int, ...]:
    return (*some[:at], one, *some[at + 1 :])


def cards(run: str) -> list[str]:
    """``KS-10S``, one after the other."""
    first, _, last = run.partition("-")
    one, other = RANKS.index(first[:-1]), RANKS.index((last or first)[:-1])
    ranks = RANKS[one : other + 1] if one <= other else RANKS[other : one + 1][::-1]
    return [rank + first[-1] for rank in ranks]


def fleet(told: str, depth: int, floor: int, what: str) -> Count:
    """After these cards; Ann is low."""
    start, opening = Fleet(), ["Ann declares low"]
    for line in told.split("; "):
        seat, _, *runs = line.split()
        for one in (card for run in runs for card in cards(run)):
            after = start.lay(("Ann", "Ben").index(seat), one[:-1], one[-1])
            assert after, f"{one} doesn't go on"
            start = after
        opening.append(line)
    verbs = frozenset({"plays"})  # `claims` needs somebody who is out; `captures` and `sinks` may be told at any time
    return Count("pirate", ("Ann", "Ben"), tuple(opening), start, depth, verbs, floor, what)


HALF = "Ann plays AH-6H AD-5D AC-9C; Ben plays KH-9H KD-7D KC-QC"
COUNTS = (
    fleet("Ann plays AS-6S AH-4H; Ben plays KS-9S", 1, 30, "the first ships"),
    fleet(f"Ann plays AS-6S; Ben plays KS-8S; {HALF}", 2, 100, "four ships afloat"),
    fleet(f"Ann plays AS-6S; Ben plays KS-7S; Ben plays AS-6S; Ann plays KS-9S; {HALF}", 2, 100, "keels exchanged"),
    fleet(
        f"Ann plays AS-QS; Ben plays KS; Ben plays AS-JS; {HALF}",
        2,
        100,
        "a second ship with the cards that are left",
    ),
)
