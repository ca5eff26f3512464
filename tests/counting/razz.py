"""Razz: the betting of one street."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.counting import Count

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True)
class Street:
    """``staked`` is None for who has folded; ``bet`` is what one bet is."""

    seats: tuple[str, ...]
    staked: tuple[int | None, ...]
    turn: int
    bet: int
    third: bool  # who opens must bet, half a bet at least
    cap: int | None
    raises: int = 0
    acted: frozenset[int] = frozenset()

    def moves(self) -> Iterator[tuple[str, Street]]:
        seat = self.seats[self.turn]
        inside = [j for j, stake in enumerate(self.staked) if stake is not None]
        most = max(stake for stake in self.staked if stake is not None)
        if len(inside) == 1 or (self.acted.issuperset(inside) and len({self.staked[j] for j in inside}) == 1):
            return
        if not most:
            for line, stake in (("", self.bet), (f" {self.bet}", self.bet)):
                yield f"{seat} bets{line}", self.after(stake)
            if self.third:
                yield f"{seat} bets {self.bet // 2}", self.after(self.bet // 2)
                return
            yield f"{seat} checks", self.after(0)
        else:
            yield f"{seat} calls", self.after(most)
            completes = most < self.bet
            if completes or self.cap is None or self.raises < self.cap:
                stake = self.bet if completes else most + self.bet
                raised = replace(self.after(stake), raises=self.raises + (not completes))
                for verb in ("raises", "bets") if completes else ("raises",):
                    yield f"{seat} {verb}", raised
                    yield f"{seat} {verb} {stake}", raised
        yield f"{seat} folds", self.after(None)

    def after(self, stake: int | None) -> Street:
        staked = (*self.staked[: self.turn], stake, *self.staked[self.turn + 1 :])
        turn = self.turn
        while any(one is not None for one in staked):
            turn = (turn + 1) % len(self.seats)
            if staked[turn] is not None:
                break
        return replace(self, staked=staked, turn=turn, acted=self.acted | {self.turn})


def showing(cards: list[str]) -> list[tuple[int, int]]:
    """Matched cards before single ones, from the top down: the smaller, the lower."""
    alike = Counter(RANKS.index(card[:-1]) for card in cards)
    return sorted(((number, rank) for rank, number in alike.items()), reverse=True)


def street(players: str, told: str, depth: int, floor: int, what: str, house: str = "") -> Count:
    """After these reports; the cards that lie up, what a bet is and who begins come of them."""
    around = tuple(players.split())
    options = dict(one.split("=") for one in house.split())
    inside, up = list(around), {seat: list[str]() for seat in around}
    for line in told.split("; "):
        if line.startswith("upcard"):
            for seat, card in zip(inside, line.split()[1:], strict=True):
                up[seat].append(card)
        elif line.endswith("folds"):
            inside.remove(line.split()[0])
    number = len(up[inside[0]]) + 2
    first = min(inside, key=lambda seat: showing(up[seat]))
    if number == 3:
        first = max(inside, key=lambda seat: (RANKS.index(up[seat][0][:-1]), "CDHS".index(up[seat][0][-1])))
    bet = int(options.get("bet", "4")) * (1 if number < 5 else 2)
    cap = int(options["cap"]) if "cap" in options else None
    staked = tuple(0 if seat in inside else None for seat in around)
    start = Street(around, staked, around.index(first), bet, number == 3, cap)
    seats = (around[-1], *around[:-1])
    opening = (f"deal {seats[0]}", *told.split("; "))
    verbs = frozenset({"bets", "calls", "raises", "checks", "folds"})
    return Count("razz", seats, opening, start, depth, verbs, floor, what, options)


COUNTS = (
    street("Ben Cat Ann", "upcard KH 4S KS", 4, 250, "third street"),
    street("Ben Cat Dan Ann", "upcard AS QC 2C QD", 3, 70, "third street, two raises at most", "cap=2 bet=6"),
    street("Ben Ann", "upcard 2C AH", 6, 50, "two players, an ace is low", "cap=1"),
    street("Ben Cat Ann", "upcard KH 4S KS; Ann bets; Ben calls; Cat calls; upcard 5D 4C KC", 4, 100, "fourth street"),
    street(
        "Ben Cat Ann",
        "upcard KH 4S KS; Ann bets 2; Ben folds; Cat calls; upcard 7D 7C; Cat checks; Ann checks; upcard 7H 2D",
        5,
        100,
        "fifth street",
    ),
    street(
        "Ben Cat Ann",
        "upcard 3H 8S KS; Ann bets; calls; calls; upcard 5D 5C KC; Ben bets; Cat calls; Ann folds; upcard 8C 3C",
        6,
        80,
        "of equal hands the dealer's left leads",
        "cap=2",
    ),
)
