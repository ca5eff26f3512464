"""Scopa: a card takes one of its rank, or else several that add up to it; clearing the board is a sweep."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from referee.testing.models import SUITS, ModelTable, Move, pack, shuffled, without
from tests.models import _fishing
from tests.models._fishing import Cards, Position, beside, facts, likely, put

__all__ = ["facts", "likely"]

PLAYERS = range(2, 3)
BOOK = {
    "hand-size": 3, "board": 4, "kings": 3, "three-kings": "redeal", "courts": (8, 9, 10), "aces": "match",
    "cards": 1, "diamonds": 1, "sette-bello": 1, "re-bello": 0, "primiera": 1, "napola": 0, "napola-run": 3,
    "primiera-values": (21, 18, 16, 15, 14, 13, 12, 10), "sweep": 1, "target": 11, "counting": "in-order",
}  # fmt: skip
STRIKES = (
    "capture-match", "pair-takes-one", "pair-first", "ace-takes-all", "trail-only-if-no-capture", "three-kings",
)  # fmt: skip
LISTED = ("captures", "trails", "plays")
REACHES = (
    "captures", "trails", "plays", "dealt", "deals", "plays of unclear", "trails of trail-only-if-no-capture",
    "captures of pair-takes-one", "captures of pair-first", "trails of three-kings", "trails of own-hand",
)  # fmt: skip
HANDS = 3
RANKS = ("A", "2", "3", "4", "5", "6", "7", "J", "Q", "K")
IN_ORDER = ("cards", "diamonds", "sette-bello", "re-bello", "primiera", "napola")


def value(house: Mapping[str, Any], *cards: str) -> int:
    counts = (*range(1, 8), *house["courts"])
    return sum(counts[RANKS.index(card[:-1])] for card in cards)


def deal(table: ModelTable, chance: random.Random) -> Position:
    """A board with too many kings is dealt again, in some houses."""
    cards = shuffled(pack(RANKS), chance)
    if chance.random() < 0.3:
        cards.sort(key=lambda card: chance.random() - (card[0] == "K"))
    redeals = table.house["three-kings"] == "redeal" and "three-kings" not in table.struck
    void = redeals and "".join(cards[: table.house["board"]]).count("K") >= table.house["kings"]
    return replace(_fishing.deal(table, cards), again=deal(table, chance) if void else None)


def moves(p: Position) -> Iterator[Move]:
    if not p.open:
        yield Move(p.turn, "holds", "primiera 3", breaks=("primiera-count",))
    if p.open and p.again:
        yield Move(p.table.dealer, "deals")
        yield Move(p.turn, "deals", breaks=("three-kings", "dealer-rotation"))
        yield Move(p.turn, "trails", p.held[p.turn][0], breaks=("three-kings",))
        return
    yield from beside(p, {seat: counts(p, seat) for seat in p.piles})
    if p.open:
        yield from plays(p)


def takings(p: Position, card: str) -> list[Cards]:
    """What a card can take by standard rules."""
    if takes_all(p, card):
        return [p.loose] * (p.loose != ())
    choices = [taken for n in range(1, len(p.loose) + 1) for taken in combinations(p.loose, n)]
    return [taken for taken in choices if not broken(p, card, taken)]


def takes_all(p: Position, card: str) -> bool:
    return card[0] == "A" and p.table.house["aces"] == "take-all"


def broken(p: Position, card: str, taken: Cards) -> Cards:
    """One card of the rank, or if there is none several that add up. An ace may have to take everything."""
    if takes_all(p, card):
        return ("ace-takes-all",) * (len(taken) < len(p.loose))
    house, same = p.table.house, [lying for lying in taken if lying[0] == card[0]]
    others = without(taken, same)
    return (
        *["pair-takes-one"] * (same != [] and len(taken) > 1),
        *["pair-first"] * (same == [] and any(lying[0] == card[0] for lying in p.loose)),
        *["capture-match"] * (len(others) == 1 or (others != () and value(house, *others) != value(house, card))),
    )


def plays(p: Position) -> Iterator[Move]:
    """A pair comes before a sum. A card is trailed only if it can't take, and a single choice is automatic."""
    who, known = p.turn, {*p.table.seats} == {*p.told}
    for card in p.held[who]:
        ways = takings(p, card)
        yield Move(who, "trails", card, (f"trails {card}",), ("trail-only-if-no-capture",) * bool(ways), listed=known)
        yield Move(who, "plays", card, (f"plays {card}",), ("unclear",) * (len(ways) > 1), listed=known)
        alone = len({lying[0] for lying in p.loose}) == len(p.loose)
        for taken in (taken for n in range(1, len(p.loose) + 1) for taken in combinations(p.loose, n)):
            breaks, words = broken(p, card, taken), f"{' '.join(taken)} with {card}"
            less = (f"captures {' '.join(lying[:-1] for lying in taken)} with {card}",) * alone
            if len(taken) < 5 or {*breaks} <= {"pair-first"}:
                listed = known and {*breaks} <= {"pair-first"}
                yield Move(who, "captures", words, less, breaks, listed=listed)
    for card in p.held[p.table.left(who)] if who in p.told else ():
        if len(takings(p, card)) < 2:
            yield Move(who, "plays", card, breaks=("own-hand", "one-pack"), hidden=True)


def after(p: Position, move: Move) -> Position:
    *words, card = move.words.split() or [""]
    if move.verb in ("holds", "sweeps"):
        return p
    if move.verb not in LISTED:
        return _fishing.after(p, move)
    taken = (
        tuple(words[:-1])
        if move.verb == "captures"
        else ()
        if move.verb == "trails"
        else next(iter(takings(p, card)), ())
    )
    last = not p.stock and sum(map(len, p.held.values())) == 1
    return put(p, card, taken, sweeps=not last and not takes_all(p, card))


def counts(p: Position, seat: str) -> dict[str, int]:
    """The counts of a pile for everything that scores, including a long enough run of diamonds from the ace."""
    pile, house = p.piles[seat], p.table.house
    worth = dict(zip("76A5432JQK", (*house["primiera-values"], *house["primiera-values"][-1:] * 2), strict=True))
    suits = [[worth[card[0]] for card in pile if card[-1] == suit] for suit in SUITS]
    primiera = sum(map(max, suits)) if all(suits) else 0
    run = next((n for n, rank in enumerate(RANKS) if rank + "D" not in pile), 10)
    numbers = (len(pile), len(suits[2]), "7D" in pile, "KD" in pile, primiera, run * (run >= house["napola-run"]))
    return dict(zip(IN_ORDER, numbers, strict=True))


def score(p: Position) -> dict[str, int]:
    """The player with more of each in its order, then the sweeps, until somebody reaches the target."""
    house, brought = p.table.house, Counter(dict.fromkeys(p.table.seats, 0))
    (first, mine), (other, theirs) = ((seat, counts(p, seat)) for seat in p.piles)
    order = [(what, first if mine[what] > theirs[what] else other) for what in mine if mine[what] != theirs[what]]
    for what, seat in (*order, *(("sweep", seat) for seat in p.sweeps)):
        open_yet = all(p.table.scores.get(name, 0) + points < house["target"] for name, points in brought.items())
        if open_yet or house["counting"] == "whole-hand":
            brought[seat] += house[what] * (max(mine[what], theirs[what]) if what == "napola" else 1)
    return brought


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The sweeps in order, with the contents of the piles, or one card by card, or who has more of each."""
    if start.again:
        return
    if not start.untouched:
        yield "rest"
    yield from (f"{seat} sweeps" for seat in end.sweeps[len(start.sweeps) :])
    house, ((first, mine), (other, theirs)) = end.table.house, ((seat, counts(end, seat)) for seat in end.piles)
    if end.table.hand == 2:
        yield f"{first} holds {' '.join(end.piles[first])}"
        return
    entered = {
        "cards": {f"{first} holds {mine['cards']} cards"},
        "diamonds": {f"{other} holds {theirs['diamonds']} diamonds"},
        "sette-bello": {f"{first if mine['sette-bello'] else other} holds 7D"},
        "re-bello": {f"{first if mine['re-bello'] else other} holds KD"},
        "primiera": {f"{seat} holds primiera {has['primiera']}" for seat, has in ((first, mine), (other, theirs))},
        "napola": {f"{seat} holds napola {has['napola']}" for seat, has in ((first, mine), (other, theirs))},
    }
    if end.table.hand == 3:
        names = {"cards": "most cards", "diamonds": "most diamonds", "primiera": "best primiera"}
        for what, most in names.items():
            ahead = first if mine[what] > theirs[what] else other
            more = {f"{ahead} holds {most}" if mine[what] != theirs[what] else f"tied {what}"}
            entered[what] = more | entered[what] if mine["cards"] % 3 == 0 else more
    yield {line for what, lines in entered.items() if house[what] or what == "cards" for line in lines}


def contrary(start: Position, end: Position) -> Iterator[str]:
    """Fewer than a player has captured, or more than are left."""
    for seat, pile in start.piles.items():
        if pile and not start.again:
            yield f"rest; {seat} holds {len(pile) - 1} cards"
            yield from [f"rest; {start.table.left(seat)} holds most cards"] * (len(pile) >= 20)
            yield from ["rest; tied cards"] * (len(pile) > 20)
            yield from ["rest; tied diamonds"] * (sum(card[-1] == "D" for card in pile) > 5)


def winners(table: ModelTable) -> set[str]:
    best = {seat for seat, points in table.scores.items() if points == max(table.scores.values())}
    alone = len(best) == 1 or table.house["counting"] == "in-order"
    return best if alone and max(table.scores.values()) >= table.house["target"] else set()
