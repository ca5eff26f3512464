"""Cassino: capture cards of the same rank or adding up to it, and build sets to capture later."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

from referee.testing.models import ModelTable, Move, pack, shuffled, without
from tests.models import _fishing
from tests.models._fishing import Build, Cards, Position, beside, put

PLAYERS = range(2, 3)
BOOK = {
    "hand-size": 4, "board": 4, "courts": (0, 0, 0), "high-ace": 1, "sweep": 1, "ace": 1, "spades": 1, "spade": 0,
    "jack-of-spades": 0, "little-cassino": 1, "big-cassino": 2, "cards": 3, "tied-cards": 0, "target": 11,
}  # fmt: skip
STRIKES = (
    "capture-match", "pair-takes-all", "build-unit", "build-as-declared", "trail-only-if-no-capture", "build-sum",
    "build-one-manner", "raise-single", "one-build", "build-backed",
)  # fmt: skip
LISTED = ("captures", "builds", "trails")
REACHES = (
    "captures", "builds", "trails", "dealt", "captures of capture-match", "captures of pair-takes-all",
    "captures of build-unit", "captures of build-as-declared", "trails of trail-only-if-no-capture",
    "builds of build-sum", "builds of build-one-manner", "builds of raise-single", "builds of one-build",
    "builds of build-backed", "swept",
)  # fmt: skip
Builds = tuple[Build, ...]
UPWARD = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def value(table: ModelTable, rank: str) -> int:
    """The value of a card in a set; 0 if it only pairs."""
    return (*range(1, 11), *table.house["courts"])[UPWARD.index(rank)]


def takes(table: ModelTable, rank: str) -> int:
    """The total of the sets that a card takes."""
    return table.house["high-ace"] if rank == "A" else value(table, rank)


def values(table: ModelTable, cards: Iterable[str]) -> list[int]:
    return [value(table, card[:-1]) for card in cards]


def in_sets(numbers: Iterable[int], total: int) -> bool:
    """Whether numbers can be divided into sets of two or more that each add up to the total."""
    return fill(tuple(sorted(numbers)), total)


@cache
def fill(numbers: tuple[int, ...], total: int) -> bool:
    """Whether the first number can be combined with others."""
    if not numbers or 0 in numbers or not total or sum(numbers) % total:
        return not numbers
    places = range(1, len(numbers))
    sets = [
        (0, *chosen)
        for n in places
        for chosen in combinations(places, n)
        if numbers[0] + sum(numbers[i] for i in chosen) == total
    ]
    return any(fill(tuple(n for i, n in enumerate(numbers) if i not in chosen), total) for chosen in sets)


def subsets(things: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    return [chosen for n in range(len(things) + 1) for chosen in combinations(things, n)]


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Equal ranks are often close together, so that there are more pairs and builds."""
    late = {rank: chance.random() for rank in UPWARD}
    share = chance.choice([0, 1, 3])
    cards = sorted(shuffled(pack(), chance), key=lambda card: chance.random() + share * late[card[:-1]])
    return _fishing.deal(table, cards)


def moves(p: Position) -> Iterator[Move]:
    yield from beside(p, {seat: counts(pile) for seat, pile in p.piles.items()})
    for card in p.held[p.turn] if p.open else ():
        yield from plays(p, card)


def of_rank(p: Position, rank: str) -> Cards:
    """Everything that a card captures by rank."""
    built = (card for build in p.builds if build.rank == rank for card in build.cards)
    return (*(card for card in p.loose if card[:-1] == rank), *built)


def plays(p: Position, card: str) -> Iterator[Move]:
    """A card captures, builds, or is trailed if it can't capture. Illegal moves are only tried with few cards."""
    table, who, rank, known, captures = p.table, p.turn, card[:-1], {*p.table.seats} == {*p.told}, False
    hand, away = without(p.held[who], [card]), (*p.stock, *p.held[p.table.left(who)])
    for builds, loose in product(subsets(p.builds), subsets(p.loose)[0 if p.builds else 1 :]):
        cards, few = (*(lying for build in builds for lying in build.cards), *loose), len(loose) + len(builds) < 3
        counted = values(table, loose)
        if not cards or (not few and 0 in counted and value(table, rank)):
            continue  # court cards don't add up
        total = sum(counted) + sum(takes(table, build.rank) for build in builds) + value(table, rank)
        breaks = broken_capture(p, card, loose, builds)
        if not breaks or few:
            captures |= not breaks
            by_name = " ".join([*(f"build {build.rank}" for build in builds), *loose])
            less = (f"captures {by_name} with {card}",) * (len({build.rank for build in p.builds}) == len(p.builds))
            words = "" if {*cards} == {*of_rank(p, rank)} else " ".join((*cards, ""))
            yield Move(who, "captures", f"{words}with {card}", less, breaks, listed=known and not breaks)
        for other in UPWARD:
            number = takes(table, other)
            if other != rank and not (number and value(table, rank) and (not total % number or (few and number > 9))):
                continue
            wrong, words = broken_build(table, card, loose, builds, other), f"{other} on {' '.join(cards)} with {card}"
            unbacked = ("build-backed",) * all(held[:-1] != other for held in hand)
            if (few or not {*wrong} - {*table.struck}) and (not unbacked or who in p.told or not hand):
                may_be = bool(unbacked and hand) and not wrong and any(held[:-1] == other for held in away)
                breaks = wrong + unbacked
                yield Move(who, "builds", words, breaks=breaks, hidden=may_be, listed=known and not breaks)
    yield Move(who, "trails", card, (f"trails {card}",), ("trail-only-if-no-capture",) * captures, listed=known)
    for build in p.builds:
        breaks = ("build-unit", *broken_capture(p, card, build.cards[:1], ()))
        yield Move(who, "captures", f"{build.cards[0]} with {card}", breaks=breaks, listed=False)


def broken_capture(p: Position, card: str, loose: Cards, builds: Builds) -> Cards:
    """All loose cards of the rank or none, sets that add up, and builds of the rank. A high ace takes aces in sets."""
    table, rank = p.table, card[:-1]
    same = [lying for lying in loose if lying[:-1] == rank]
    others = values(table, without(loose, same))
    left = any(lying[:-1] == rank and lying not in loose for lying in p.loose)
    ways = [
        ("pair-takes-all",) * (left and len(same) > aces)
        + ("capture-match",) * (not in_sets([*others, *[1] * aces], takes(table, rank)))
        for aces in range(1 + len(same) * (others != [] and takes(table, rank) > value(table, rank)))
    ]
    best = min(ways, key=lambda breaks: len({*breaks} - {*table.struck}))
    return ("build-as-declared",) * any(build.rank != rank for build in builds) + best


def broken_build(table: ModelTable, card: str, loose: Cards, builds: Builds, rank: str) -> Cards:
    """Cards of one rank, or sets that add up. A build never changes, except that a single set may be raised."""
    base, same = builds[0] if builds else Build(rank, (), 0), [held for held in (*loose, card) if held[:-1] == rank]
    if takes(table, rank) > value(table, rank) and (len(same) <= len(loose) or base.sets):
        same = []  # aces in the sets of a high one
    sums = values(table, without((*loose, card), same))
    raised = base.rank != rank
    mixed = bool(same and (sums or base.sets)) or (builds != () and not base.sets and bool(raised or sums))
    sums += [takes(table, base.rank)] * raised
    lower = takes(table, rank) < takes(table, base.rank)
    return (
        *["one-build"] * (len(builds) > 1),
        *["build-one-manner"] * mixed,
        *["raise-single"] * (raised and base.sets > 0 and (base.sets > 1 or lower)),
        *["build-sum"] * (not in_sets(sums, takes(table, rank))),
    )


def likely(p: Position, move: Move) -> float:
    """Hands are entered early, builds are frequent, and a crowded board is cleared."""
    crowded = len(p.loose) + sum(len(build.cards) for build in p.builds) > 7
    more = {"dealt": 999, "captures": 99} if crowded else {"dealt": 9, "builds": 3}
    return more.get(move.verb, 1) * len(move.words.split())


def after(p: Position, move: Move) -> Position:
    *words, card = move.words.split() or [""]
    if move.verb in ("holds", "sweeps"):
        return p
    if move.verb not in LISTED:
        return _fishing.after(p, move)
    if move.verb == "trails":
        return put(p, card, ())
    taken = tuple(words[:-1] if move.verb == "captures" else words[2:-1])
    if move.verb == "captures":
        return put(p, card, taken or of_rank(p, card[:-1]))
    rank, cards = words[0], (*taken, card)
    total = sum(values(p.table, cards)) // (takes(p.table, rank) or 99)
    sets = 0 if all(built[:-1] == rank for built in cards) else max(1, total)
    return put(p, card, taken, Build(rank, cards, sets))


def counts(pile: Cards) -> dict[str, int]:
    spades, aces = (sum(what in (card[:-1], card[-1]) for card in pile) for what in ("S", "A"))
    singles = {card: pile.count(card) for card in ("2S", "10D", "JS")}
    return {"cards": len(pile), "spades": spades, "aces": aces, **singles}


def score(p: Position) -> dict[str, int]:
    house, brought = p.table.house, {}
    for seat, pile in p.piles.items():
        has = counts(pile)
        brought[seat] = p.sweeps.count(seat) * house["sweep"] + has["aces"] * house["ace"]
        brought[seat] += house["spades"] * (has["spades"] > 6) + house["cards"] * (has["cards"] > 26)
        brought[seat] += house["little-cassino"] * has["2S"] + house["big-cassino"] * has["10D"]
        brought[seat] += house["spade"] * has["spades"] + house["jack-of-spades"] * has["JS"]
        brought[seat] += house["tied-cards"] * (has["cards"] == 26)
    return brought


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The sweeps, with the contents of the piles, or one pile card by card, or who has more of each."""
    if not start.untouched:
        yield "rest"
    sweeps = end.sweeps[len(start.sweeps) :]
    yield from (f"{seat} sweeps {sweeps.count(seat)}" for seat in sorted({*sweeps}))
    (first, mine), (other, theirs) = ((seat, counts(pile)) for seat, pile in end.piles.items())
    if end.table.hand == 2:
        yield f"{first} holds {' '.join(end.piles[first])}"
        return
    lines = {
        f"{first} holds {mine['cards']} cards {mine['aces']} aces", f"{other} holds {theirs['spades']} spades",
        f"{first if mine['2S'] else other} holds 2S", f"{first if mine['10D'] else other} holds 10D",
        *[f"{first if mine['JS'] else other} holds JS"] * (end.table.house["jack-of-spades"] > 0),
    }  # fmt: skip
    if end.table.hand == 3 and not end.table.house["spade"]:
        more = {
            f"{first if mine['spades'] > theirs['spades'] else other} holds most spades",
            f"{first} holds {mine['aces']} aces",
        }
        more |= {"tied cards" if mine["cards"] == 26 else f"{first if mine['cards'] > 26 else other} holds most cards"}
        lines = more | {line for line in lines if mine["cards"] % 3 == 0 or not {"cards", "spades"} & {*line.split()}}
    yield lines


def contrary(start: Position, end: Position) -> Iterator[str]:
    """Fewer than a player has captured, or more than are left."""
    for seat, pile in start.piles.items():
        yield from [f"rest; {start.table.left(seat)} holds most cards"] * (len(pile) >= 26)
        yield from [f"rest; {start.table.left(seat)} holds most spades"] * (counts(pile)["spades"] > 6)
        yield from ["rest; tied cards"] * (len(pile) > 26)
        if pile:
            yield f"rest; {seat} holds {len(pile) - 1} cards"
            yield f"rest; {seat} holds {' '.join(without(pack(), pile[:1]))}"


def winners(table: ModelTable) -> set[str]:
    best = {seat for seat, points in table.scores.items() if points == max(table.scores.values())}
    return best if len(best) == 1 and max(table.scores.values()) >= table.house["target"] else set()


def came_to(p: Position) -> list[str]:
    return ["swept"] * bool(p.sweeps)


def facts(p: Position) -> dict[str, object]:
    return {**_fishing.facts(p), "builds": len(p.builds)}
