"""Concentration: two cards of the layout are turned up at a time, and kept if they match."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from referee.testing.models import Cards, ModelTable, Move, pack, rank, shuffled, without

PLAYERS = range(2, 53)
BOOK = {"packs": 1, "jokers": 0, "pair": 1, "match": "rank", "after-pair": "again"}
STRIKES = ("match-rule", "two-cards")
LISTED = ("flips", "takes")
REACHES = (
    "flips", "takes", "flips of two-cards", "flips of one-pack", "takes of match-rule", "flips of last-must-match",
    "takes of one-pack", "takes of pair-count", "takes of game-over", "flips of turn-order",
)  # fmt: skip
HANDS = 1


@dataclass(frozen=True)
class Position:
    table: ModelTable
    layout: Cards
    turn: str
    pairs: dict[str, int]
    kept: Cards = ()
    turns: int = 0


def deal(table: ModelTable, chance: random.Random) -> Position:
    layout = tuple(shuffled(pack(packs=table.house["packs"], jokers=table.house["jokers"]), chance))
    return Position(table, layout, table.left(table.dealer), dict.fromkeys(table.seats, 0))


def match(p: Position, first: str, other: str) -> bool:
    alike = (first[-1] in "HD") == (other[-1] in "HD")
    fits = {"rank": True, "color": alike, "opposite": not alike}[p.table.house["match"]]
    return rank(first) == rank(other) and (fits or first == "JK")


def moves(p: Position) -> Iterator[Move]:
    if p.layout:
        yield from turns(p)
        yield from mistakes(p)
        return
    for seat, pairs in p.pairs.items():
        yield Move(seat, "takes", str(pairs), listed=False, aside=True)
        yield Move(seat, "takes", str(pairs + 1), breaks=("game-over",))
        yield Move(seat, "flips", "2S 2C", breaks=("game-over",))


def turns(p: Position) -> Iterator[Move]:
    """Two cards of the layout, or pairs without their turns. For a large layout, only part of it."""
    who, whole, by_rank = p.turn, len(p.layout) < 21 or p.turns % 2 == 1, p.table.house["match"] == "rank"
    offered = (
        p.layout if whole else [card for card in p.layout if any(rank(card) == rank(lying) for lying in p.layout[:3])]
    )
    for two in sorted({tuple(sorted(two)) for two in combinations(offered, 2)}):
        words, ranks = " ".join(two), " ".join(map(rank, two))
        if match(p, *two):
            yield Move(who, "flips", words, (f"{who} takes {words}", *[f"{who} flips {ranks}"] * by_rank), listed=whole)
            yield from (Move(seat, "takes", words, listed=whole, aside=seat != who) for seat in p.table.seats)
        else:
            less = (f"{who} flips {two[0]} ?", "flips ? ?", *[f"{who} flips {ranks}"] * (rank(two[0]) != rank(two[1])))
            yield Move(who, "flips", words, less, listed=whole)
            yield Move(who, "takes", words, breaks=("match-rule",), listed=False)
    stuck = all(match(p, first, other) for first, other in combinations(p.layout, 2))
    for card in {*offered, "?"}:
        yield Move(who, "flips", f"{card} ?", breaks=("last-must-match",) * stuck, listed=whole)
    for seat in p.table.seats if whole else ():
        yield from (Move(seat, "takes", str(n) * (n > 1), aside=True) for n in range(1, len(p.layout) // 2 + 1))


def mistakes(p: Position) -> Iterator[Move]:
    who, first, second = p.turn, p.layout[0], p.layout[1]
    yield Move(who, "deals", breaks=("one-layout",))
    yield Move(who, "takes", str(len(p.layout) // 2 + 1), breaks=("pair-count",))
    yield Move(p.table.left(who), "flips", f"{first} {second}", breaks=("turn-order",))
    yield Move(who, "flips", first, breaks=("two-cards",), listed=False)
    if p.layout.count(first) == 1:
        yield Move(who, "flips", f"{first} {first}", breaks=("two-cards", "one-pack"))
    for card in {*p.kept[-4:]} - {*p.layout}:
        yield Move(who, "flips", f"{card} ?", breaks=("one-pack",))
        yield Move(who, "takes", f"{card} {first}", breaks=("one-pack",))
    outcomes = {match(p, *two) for two in combinations([card for card in p.layout if rank(card) == rank(first)], 2)}
    if len(outcomes) == 2:
        yield Move(who, "flips", f"{rank(first)} {rank(first)}", breaks=("unclear",))


def likely(p: Position, move: Move) -> float:
    cards = move.words.split()
    if move.aside and len(cards) < 2 and p.layout:
        return 0  # which cards those were nobody would know
    return 0.1 if move.aside else 5 if len(cards) == 2 and p.layout and match(p, *cards) else 1


def after(p: Position, move: Move) -> Position:
    cards, turned = move.words.split(), p.turns + (move.verb == "flips")
    if not p.layout:
        return p
    if "?" in cards or len(cards) < 2 or (move.verb == "flips" and not match(p, *cards)):
        return replace(p, turn=p.table.left(p.turn), turns=turned)
    turn = move.who if p.table.house["after-pair"] == "again" else p.table.left(move.who)
    pairs = {**p.pairs, move.who: p.pairs[move.who] + 1}
    left, kept = without(p.layout, cards), (*p.kept, *cards)
    return replace(p, layout=left, turn=turn, pairs=pairs, kept=kept, turns=turned)


def score(p: Position) -> dict[str, int]:
    return {seat: pairs * p.table.house["pair"] for seat, pairs in p.pairs.items()}


def short(start: Position, end: Position) -> list[set[str]]:
    """The number of pairs for everybody."""
    more = {seat: pairs - start.pairs[seat] for seat, pairs in end.pairs.items()}
    return [{f"{seat} takes {pairs}" for seat, pairs in more.items() if pairs}]


def winners(table: ModelTable) -> set[str]:
    return {seat for seat, pairs in table.scores.items() if pairs == max(table.scores.values())}


def facts(p: Position) -> dict[str, object]:
    known: dict[str, object] = {"left": len(p.layout), "pairs": sum(p.pairs.values())}
    return {**known, "turns": p.turns} if p.layout else known
