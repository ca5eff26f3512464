"""Spider: a patience of two packs; runs from king down to ace in one suit leave the ten columns."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from referee.testing.models import RANKS, SUITS, Cards, ModelTable, Move, shuffled

PLAYERS = range(1, 2)
BOOK = {
    "columns": 10, "deals": 5, "packs": 2, "start": 0, "move": 0, "sequence": 1, "suits": "four",
}  # fmt: skip
STRIKES = ("no-empty-space", "one-suit-unit", "one-higher")
SUITED = {"four": "SHDC", "two": "SH", "one": "S"}
LISTED = ("lays",)
REACHES = (
    "draws", "concedes", "lays of one-higher", "lays of one-suit-unit", "lays of face-up", "lays of turn-up",
    "lays of unclear", "draws of no-empty-space", "draws of stock", "takes of eight-sequences", "some", "won",
)  # fmt: skip
HANDS = 1


@dataclass(frozen=True)
class Position:
    table: ModelTable
    columns: tuple[tuple[Cards, Cards], ...]  # face down, and the open ones
    stock: Cards
    bare: tuple[int, ...]  # columns whose new card isn't known
    removed: int = 0
    laid: int = 0
    over: bool = False


def runs(cards: Cards) -> bool:
    """Whether cards go down by ones in one suit."""
    return all(low[-1] == high[-1] and goes_on(low, high) for high, low in pairwise(cards))


def goes_on(low: str, high: str) -> bool:
    return low[0] + high[0] in "A234567891JQK"


def deal(table: ModelTable, chance: random.Random) -> Position:
    """A standard deal whose first column empties soon, or one with open kings and a helpful stock."""
    house, suits = table.house, SUITED[table.house["suits"]]
    whole = [rank + suit for rank in RANKS for suit in suits] * (4 // len(suits)) * house["packs"]
    cards, columns = shuffled(whole, chance), house["columns"]
    if (columns, house["packs"], house["deals"], suits) == (10, 2, 5, SUITS):
        cards = stacked(cards, chance)
    deals = min(house["deals"], len(cards) // columns - 1)
    size, longer = divmod(len(cards) - deals * columns, columns)
    down = [tuple(cards.pop() for _ in range(size if column < longer else size - 1))[::-1] for column in range(columns)]
    stock, bare = tuple(cards[: deals * columns]), tuple(range(columns))
    return Position(table, tuple((down[n], (cards[len(stock) + n],)) for n in range(columns)), stock, bare)


def stacked(cards: list[str], chance: random.Random) -> list[str]:
    for number, rank in enumerate(RANKS[1:8]):  # the first column goes on the last
        i, j = cards.index(f"{rank}S"), (59, 50, 103, 102, 101, 100, 99)[number]
        cards[i], cards[j] = cards[j], cards[i]
    if chance.random() < 0.5:
        low = [f"{rank}{suit}" for suit in SUITS * 2 for rank in "765432A"]
        rows = [[*(rank + suit for suit in SUITS * 2), low[14 - n], low[4 - n]] for n, rank in enumerate(RANKS[2:7])]
        rows.append([*(f"K{suit}" for suit in SUITS * 2), low[15], low[5]])
        cards = [card for row in rows for card in row] + [*low[20:], *low[16:20], *low[6:10]][::-1]
        for _ in range(chance.choice([0, 0, 1, 2])):
            i, j = chance.sample(range(104), 2)
            cards[i], cards[j] = cards[j], cards[i]
    return cards


def opening(p: Position) -> Iterator[Move]:
    yield Move("", "deal", less=("Ann deals",))


def moves(p: Position) -> Iterator[Move]:
    if p.over:
        return
    yield Move("Ann", "concedes", less=("end",))
    yield Move("Ann", "takes", str(every(p) + 1 - p.removed), breaks=("eight-sequences",))
    bare = [p.columns[column][1][0] for column in p.bare]
    for number in range(1, len(bare) + 1):
        yield Move("", "upcard", " ".join(bare[:number]), breaks=("layout",) * (number < len(bare) == len(p.columns)))
    yield Move("", "upcard", " ".join([*bare, "AS"]), breaks=("layout", "turn-up", "two-packs"))
    yield from lays(p)
    wait = ("turn-up",) * bool(p.bare)
    row = p.stock[: len(p.columns)] or ("AS",) * len(p.columns)
    empty = ("no-empty-space",) * any(not up for _, up in p.columns)
    yield Move("Ann", "draws", " ".join(row), breaks=wait + empty + ("stock",) * (not p.stock))
    yield Move("Ann", "draws", " ".join(row[1:]), breaks=("ten-cards", *wait))
    if (copies := 4 * p.table.house["packs"] // len(SUITED[p.table.house["suits"]])) < len(row):
        yield Move("Ann", "draws", " ".join(row[:1] * (copies + 1) + row[copies + 1 :]), breaks=("two-packs", *wait))


def lays(p: Position) -> Iterator[Move]:
    """A card with the run of one suit on it, moved to a card one rank higher or to an empty column."""
    wait = ("turn-up",) * bool(p.bare)
    lying = [card for _, up in p.columns for card in up]
    free = "one-suit-unit" in p.table.struck
    loose = [{card for depth, card in enumerate(up) if free or runs(up[depth:])} for _, up in p.columns]
    for source, (_, up) in enumerate(p.columns, 1):
        for depth, card in enumerate(up):
            if card in up[depth + 1 :]:
                continue
            start = f" from {source}" * (lying.count(card) > 1)
            unit = wait or ("one-suit-unit",) * (not runs(up[depth:]))
            for target, (_, onto) in enumerate(p.columns, 1):
                breaks = unit + ("one-higher",) * (bool(onto) and not goes_on(card, onto[-1]))
                if target == source or (breaks and target != source % len(p.columns) + 1 and not p.table.struck):
                    continue
                less = [f"lay {' '.join(up[depth:])} on {target}{start}", f"a lays {card} on {target} from {source}"]
                if not breaks and [*fitting(p, up, onto)] == [card]:
                    less += [f"{source} to {target}", f"a {source} {target}"]
                yield Move("Ann", "lays", f"{card} on {target}{start}", tuple(less), breaks)
                if not breaks and sum(card in cards for cards in loose) > 1:
                    yield Move("Ann", "lays", f"{card} on {target}", breaks=("unclear",))
    for card in lying[:1]:
        yield Move("Ann", "lays", f"{card} on {len(p.columns) + 1}", breaks=("layout", *wait))
    for card in {*p.stock[:3]} - {*lying}:
        yield Move("Ann", "lays", f"{card} on 1", breaks=("face-up", *wait))


def fitting(p: Position, up: Cards, onto: Cards) -> Iterator[str]:
    """Cards at the end of a column that can move to another."""
    for depth, card in enumerate(up):
        unit = runs(up[depth:]) or "one-suit-unit" in p.table.struck
        if unit and (not onto or goes_on(card, onto[-1]) or "one-higher" in p.table.struck):
            yield card


def likely(p: Position, move: Move) -> float:
    """Kings get their cards from the stock. Then runs grow, and whole columns move to empty ones."""
    if move.verb == "concedes":
        if p.laid > (60 if p.table.struck or p.table.house["packs"] > 2 else 300):
            return 1e5
        return 1 if p.removed or p.laid > 150 else 1e-6
    if move.verb != "lays":
        return (
            100
            if move.verb == "upcard" or {up[0][0] for _, up in (p.columns[0], p.columns[-3]) if up} == {"K"}
            else 0.02
        )
    source, depth, target = place(p, move.words.split())
    (_, up), (_, onto) = p.columns[source], p.columns[target]
    if onto and onto[-1][-1] == up[depth][-1]:
        return 500 if not depth or not runs(up[depth - 1 :]) else 1
    return 20 if onto and not depth else 1 if onto or p.removed else 0.01


def place(p: Position, words: list[str]) -> tuple[int, int, int]:
    """The column and depth of a card, and its target column."""
    source = int(words[4]) - 1 if len(words) > 4 else [words[0] in up for _, up in p.columns].index(True)
    up = p.columns[source][1]
    return source, len(up) - 1 - up[::-1].index(words[0]), int(words[2]) - 1


def after(p: Position, move: Move) -> Position:
    """Complete sequences leave, and uncovered cards are turned up: first in the column the move came from."""
    words, columns, stock, bare, removed = move.words.split(), [*p.columns], p.stock, [*p.bare], p.removed
    changed: tuple[int, ...] = ()
    match move.verb:
        case "concedes":
            return replace(p, over=True)
        case "upcard":
            del bare[: len(words)]
        case "draws":
            columns = [(down, (*up, card)) for (down, up), card in zip(columns, words, strict=True)]
            changed, stock = tuple(range(len(columns))), p.stock[len(columns) :]
        case "lays":
            source, depth, target = place(p, words)
            changed, (down, up), (under, onto) = (source, target), columns[source], columns[target]
            columns[source], columns[target] = (down, up[:depth]), (under, onto + up[depth:])
    for column in changed:
        down, up = columns[column]
        if len(up) > 12 and runs(up[-13:]):
            up, removed = up[:-13], removed + 1
        if down and not up:
            down, up = down[:-1], down[-1:]
            bare.append(column)
        columns[column] = down, up
    laid = p.laid + (move.verb == "lays")
    return Position(p.table, tuple(columns), stock, tuple(bare), removed, laid, removed == every(p))


def every(p: Position) -> int:
    """The number of sequences that all cards make."""
    return 4 * int(p.table.house["packs"])


def score(p: Position) -> dict[str, int]:
    house = p.table.house
    return {"Ann": house["start"] + p.removed * house["sequence"] - p.laid * house["move"]}


def short(start: Position, end: Position) -> list[str]:
    """The number of sequences, and the end. If moves cost points, each move is entered."""
    if end.table.house["move"]:
        return []
    more = end.removed - start.removed
    return [f"takes {more}"] * (more > 0) + ["end"] * (end.removed < every(end))


def onward(p: Position) -> ModelTable:
    return p.table.onward(score(p), kept=p.removed)


def winners(table: ModelTable) -> set[str]:
    return {"Ann"} if table.kept == 4 * table.house["packs"] else set()


def came_to(p: Position) -> tuple[str, ...]:
    return ("won",) if p.removed == every(p) else ("some",) * bool(p.removed)


def facts(p: Position) -> dict[str, object]:
    known: dict[str, object] = {"sequences": p.removed, "won": "yes" if p.removed == 8 else "no"}
    down, empty = sum(len(down) for down, _ in p.columns), sum(not up for _, up in p.columns)
    return known if p.over else {**known, "stock": len(p.stock), "empty": empty, "down": down, "moves": p.laid}
