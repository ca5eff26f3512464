"""Backhand: hits, backhands and pushes; a hand may be in one of several states where a card wasn't named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product

from tests.counting import Count, pack

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
State = tuple[int, int]  # what the cards count and how many they are; (0, 0) is lost, (0, 1) is won
LOST, WON = (0, 0), (0, 1)


def value(card: str) -> int:
    rank = card.rstrip("SHDC")
    return 1 if rank == "A" else 10 if rank in ("J", "Q", "K") else int(rank)


def hit(state: State, more: int) -> State:
    total, cards = state[0] + more, state[1] + 1
    if total > 21:
        return LOST
    return WON if cards == 5 or is_push(state) else (total, cards)


def is_push(state: State) -> bool:
    return state[1] == 2 and 17 <= state[0] <= 20


def first_two(cards: list[str]) -> State:
    """Aces among the first two go, and what came for them stays."""
    kept = [card for card in cards[:2] if card[0] != "A"] + cards[2:]
    return sum(map(value, kept)), 2


@dataclass(frozen=True)
class Table:
    seats: tuple[str, ...]  # from the dealer's left
    states: tuple[frozenset[State], ...]
    seen: tuple[str, ...]
    packs: int

    def moves(self) -> Iterator[tuple[str, Table]]:
        turn = next((i for i, some in enumerate(self.states) if len(some) > 1 or some.isdisjoint([LOST, WON])), None)
        if turn is None:
            return
        seat, going = self.seats[turn], self.states[turn] - {LOST, WON}
        unseen = [card for card in pack() if self.seen.count(card) < self.packs]
        values = {value(card) for card in unseen}
        if going:
            yield f"{seat} hits", self.now(turn, {hit(state, more) for state in going for more in values})
            for card in unseen:
                yield f"{seat} hits {card}", self.now(turn, {hit(state, value(card)) for state in going}, card)
        if may_call := {state for state in going if state[0] > 11 and not is_push(state)}:
            for card in unseen:
                called = {WON if state[0] + value(card) > 21 else LOST for state in may_call}
                yield f"{seat} backhands {card}", self.now(turn, called, card)
        if any(map(is_push, going)):
            yield f"{seat} pushes", self.now(turn, {(sum(two), 2) for two in product(values, repeat=2)})
            for two in combinations_with_replacement(RANKS, 2):
                for more in product(RANKS, repeat=two.count("A")):
                    cards = [*two, *more]
                    if all(self.left(rank) >= cards.count(rank) for rank in cards):
                        yield f"{seat} pushes {' '.join(cards)}", self.now(turn, {first_two(cards)}, *cards)
        yield f"{seat} wins", self.now(turn, {WON})
        yield f"{seat} loses", self.now(turn, {LOST})

    def left(self, rank: str) -> int:
        return 4 * self.packs - sum(card.rstrip("SHDC") == rank for card in self.seen)

    def now(self, turn: int, states: set[State], *seen: str) -> Table:
        after = (*self.states[:turn], frozenset(states), *self.states[turn + 1 :])
        return replace(self, states=after, seen=(*self.seen, *seen))


def table(dealt: str, told: str, depth: int, floor: int, what: str) -> Count:
    """The first cards from the dealer's left, and what was told since."""
    cards = [some.split() for some in dealt.split(", ")]
    around = (*("Ben", "Cat", "Dan")[: len(cards) - 1], "Ann")
    seen = tuple(card for some in cards for card in some)
    start = Table(around, tuple(frozenset([first_two(some)]) for some in cards), seen, (len(cards) + 1) // 2)
    opening = ["deal Ann", *(f"{seat} dealt {' '.join(some)}" for seat, some in zip(around, cards, strict=True))]
    for said in filter(None, told.split("; ")):
        start = next(after for line, after in start.moves() if line == said)
        opening.append(said)
    seats = ("Ann", *around[:-1])
    verbs = frozenset({"hits", "backhands", "pushes", "wins", "loses"})
    return Count("backhand", seats, tuple(opening), start, depth, verbs, floor, what)


COUNTS = (
    table("7H 4C, KS 8C", "", 1, 40, "eleven must be hit"),
    table("7H 5C, KS 8C", "", 1, 90, "twelve"),
    table("KS 8C, 7H 4C", "", 1, 400, "a push hand"),
    table("7H AC 4D, KS 8C", "", 1, 40, "an ace was replaced"),
    table("7H 5C, KS 8C", "Ben hits 2D; Ben hits 3D", 1, 90, "the fifth card decides"),
    table("7H 5C", "Ann hits 2D; Ann hits 3D", 2, 95, "alone, with four cards"),
    table("KS 8C", "Ann hits", 2, 1, "alone, a push played untold"),
    table("7H 5C, KS 8C, 9H 9C", "", 1, 100, "three players, two packs"),
    table("7H 5C, KS 8C", "Ben hits", 1, 90, "a card that nobody named"),
    table("7H 5C, KS 8C", "Ben hits KD", 1, 400, "a bust: the next player"),
    table("2H 3H, 2S 3C", "Ben hits 4S", 1, 40, "nine in three cards"),
)
