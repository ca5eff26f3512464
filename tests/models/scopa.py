"""Scopa: a card takes one of its rank, or else several that add up to it; clearing the board is a sweep."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from tests.models import SUITS, Move, Table, _fishing, pack, shuffled
from tests.models._fishing import Cards, Position, beside, facts, likely, put

__all__ = ["facts", "likely"]

PLAYERS = range(2, 3)
BOOK = {
    "hand-size": 3, "kings": 3, "three-kings": "redeal", "cards": 1, "diamonds": 1, "sette-bello": 1, "primiera": 1,
    "sweep": 1, "target": 11,
}  # fmt: skip
LISTED = ("captures", "trails", "plays")
REACHES = (
    "captures", "trails", "plays", "dealt", "deals", "plays of unclear", "trails of trail-only-if-no-capture",
    "captures of pair-takes-one", "captures of pair-first", "trails of three-kings", "trails of own-hand",
)  # fmt: skip
HANDS = 3
RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}


def value(*cards: str) -> int:
    return sum(RANKS.index(card[:-1]) + 1 for card in cards)


def deal(table: Table, chance: random.Random) -> Position:
    """A board with too many kings is thrown in, if the house likes."""
    cards = shuffled(pack(RANKS), chance)
    if chance.random() < 0.3:
        cards.sort(key=lambda card: chance.random() - (card[0] == "K"))
    void = table.house["three-kings"] == "redeal" and "".join(cards[:4]).count("K") >= table.house["kings"]
    return replace(_fishing.deal(table, cards), again=deal(table, chance) if void else None)


def moves(p: Position) -> Iterator[Move]:
    if not p.open:
        yield Move(p.turn, "holds", "primiera 83", breaks=("primiera-count",))
    if p.open and p.again:
        yield Move(p.table.dealer, "deals")
        yield Move(p.turn, "deals", breaks=("three-kings", "dealer-rotation"))
        yield Move(p.turn, "trails", p.held[p.turn][0], breaks=("three-kings",))
        return
    yield from beside(p, {seat: counts(pile) for seat, pile in p.piles.items()})
    if p.open:
        yield from plays(p)


def takings(p: Position, card: str) -> list[Cards]:
    pairs: list[Cards] = [(lying,) for lying in p.loose if lying[0] == card[0]]
    return pairs or [some for n in range(2, 11) for some in combinations(p.loose, n) if value(*some) == value(card)]


def plays(p: Position) -> Iterator[Move]:
    """A pair comes first, then sums; only what takes nothing is trailed, and a card that can do one thing does it."""
    who, known = p.turn, {*p.table.seats} == {*p.told}
    for card in p.held[who]:
        some = takings(p, card)
        yield Move(who, "trails", card, (f"trails {card}",), ("trail-only-if-no-capture",) * bool(some), listed=known)
        yield Move(who, "plays", card, (f"plays {card}",), ("unclear",) * (len(some) > 1), listed=known)
        for taken in (taken for n in range(1, 5) for taken in combinations(p.loose, n)):
            same = [lying for lying in taken if lying[0] == card[0]]
            breaks = ("pair-takes-one",) * (bool(same) and len(taken) > 1)
            breaks += ("pair-first",) * (not same and some != [] and len(some[0]) == 1)
            breaks += ("capture-match",) * (value(*taken) != value(card))
            alone = len({lying[0] for lying in p.loose}) == len(p.loose)
            less = (f"captures {' '.join(lying[:-1] for lying in taken)} with {card}",) * alone
            yield Move(who, "captures", f"{' '.join(taken)} with {card}", less, breaks, listed=known)
    for card in p.held[p.table.left(who)] if who in p.told else ():
        if len(takings(p, card)) < 2:
            yield Move(who, "plays", card, breaks=("own-hand", "one-pack"), hidden=True)


def after(p: Position, move: Move) -> Position:
    *words, card = move.words.split() or [""]
    if move.verb in ("holds", "sweeps"):
        return p
    if move.verb not in LISTED:
        return _fishing.after(p, move)
    taken = tuple(words[:-1]) if move.verb == "captures" else next(iter(takings(p, card)), ())
    return put(p, card, taken)


def counts(pile: Cards) -> dict[str, int]:
    suits = [[PRIMIERA[card[:-1]] for card in pile if card[-1] == suit] for suit in SUITS]
    primiera = sum(map(max, suits)) if all(suits) else 0
    return {"cards": len(pile), "diamonds": len(suits[2]), "sette-bello": "7D" in pile, "primiera": primiera}


def score(p: Position) -> dict[str, int]:
    """Whoever has more of each in its order, then the sweeps, until somebody has reached the target."""
    house, brought = p.table.house, Counter(dict.fromkeys(p.table.seats, 0))
    (one, mine), (other, theirs) = ((seat, counts(pile)) for seat, pile in p.piles.items())
    order = [(what, one if mine[what] > theirs[what] else other) for what in mine if mine[what] != theirs[what]]
    for what, seat in (*order, *(("sweep", seat) for seat in p.sweeps)):
        if all(p.table.scores.get(name, 0) + points < house["target"] for name, points in brought.items()):
            brought[seat] += house[what]
    return brought


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The sweeps in order, and what the piles have, or one of them card by card."""
    if not start.untouched:
        return
    yield from (f"{seat} sweeps" for seat in end.sweeps)
    (one, mine), (other, theirs) = ((seat, counts(pile)) for seat, pile in end.piles.items())
    if end.table.hand == 2:
        yield f"{one} holds {' '.join(end.piles[one])}"
        return
    seven, cards, diamonds = one if mine["sette-bello"] else other, mine["cards"], theirs["diamonds"]
    yield {f"{one} holds {cards} cards primiera {mine['primiera']}", f"{other} holds {diamonds} diamonds"} | {
        f"{seven} holds 7D", f"{other} holds primiera {theirs['primiera']}",
    }  # fmt: skip


def winners(table: Table) -> set[str]:
    return {seat for seat, points in table.scores.items() if points >= table.house["target"]}
