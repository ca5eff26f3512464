"""Trash: fill a layout from ace to ten with the cards turned up, each in its own spot."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.testing.models import ModelTable, Move, pack, rank, shuffled, without

PLAYERS = range(2, 31)
BOOK = {"layout": 10, "shorter": 1, "players-a-pack": 2, "jokers": 0, "wild": "jacks"}
STRIKES = ("take-discard", "turn-end", "jack-freed")
LISTED = ("draws", "takes", "plays")
REACHES = (
    "draws", "takes", "plays", "draws of turn-order", "plays of turn-order", "plays of turn-end",
    "draws of take-discard", "takes of take-discard", "draws of placement", "plays of placement", "plays of packs",
    "draws of jack-freed", "plays of jack-freed", "draws of packs", "a wild card is freed",
)  # fmt: skip
HANDS = 5
SPOTS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
WILD = {"jacks": ("J",), "kings": ("K",), "jacks-and-kings": ("J", "K"), "none": ()}


@dataclass(frozen=True)
class Position:
    table: ModelTable
    layouts: dict[str, dict[str, str]]  # by player and spot, the card face up there, "" if none
    unseen: tuple[str, ...]  # face down, in the stock or in layouts
    stock: int
    turn: str
    open: bool = False  # the card placed last has turned up another
    discards: tuple[str, ...] = ()
    freed: bool = False
    winner: str = ""

    @property
    def free(self) -> list[str]:
        """The spots of the player in turn that show no card."""
        return [spot for spot, shown in self.layouts[self.turn].items() if not shown]

    def is_wild(self, card: str) -> bool:
        return rank(card) == "JK" or rank(card) in WILD[self.table.house["wild"]]

    def fits(self, card: str) -> bool:
        return bool(self.free) if self.is_wild(card) else rank(card) in self.free

    def frees(self, card: str) -> str:
        """The wild card in the spot of a natural one."""
        shown = self.layouts[self.turn].get(rank(card), "")
        return shown if shown and not self.is_wild(card) and self.is_wild(shown) else ""


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Ten spots each, fewer for every hand won. The rest is the stock, which may be very small."""
    house = table.house
    won = {seat: max(0, table.scores.get(seat, 0)) for seat in table.seats}
    size = {seat: max(1, house["layout"] - house["shorter"] * won[seat]) for seat in table.seats}
    packs = -(-len(table.seats) // house["players-a-pack"])
    cards = shuffled(pack(packs=packs, jokers=house["jokers"]), chance)
    layouts = {seat: dict.fromkeys(SPOTS[: size[seat]], "") for seat in table.seats}
    return Position(table, layouts, tuple(cards), len(cards) - sum(size.values()), table.left(table.dealer))


def moves(p: Position) -> Iterator[Move]:
    """A card turned up, or a natural card with the wild one that it frees."""
    if p.winner:
        return
    top = p.discards[-1] if p.discards else ""
    hidden = p.unseen if p.stock or p.open else (*p.unseen, *p.discards[:-1])
    cards = [*{rank(card): card for card in reversed(hidden)}.values()]
    due = ("take-discard",) if top and p.fits(top) and not p.open else ()
    for card in cards:
        yield from turned(p, "plays" if p.open else "draws", card, due)
    if top and not p.open:
        unfit = ("take-discard",) if not p.fits(top) else ()
        yield from turned(p, "takes", top, unfit, ("take-discard",) * (not p.fits(top)))
    yield from (Move(seat, "out", aside=True) for seat in p.table.seats)
    if cards:
        yield from mistakes(p, cards[0], top)


def turned(p: Position, verb: str, card: str, breaks: tuple[str, ...], bare: tuple[str, ...] = ()) -> Iterator[Move]:
    """A card from somewhere: its destination, and the rules that breaks."""
    word, freed = rank(card), p.frees(card)
    if p.is_wild(card):
        for spot in p.layouts[p.turn]:
            covered = ("placement",) if spot not in p.free else ()
            yield by_rank(p, verb, f"{word}={spot}", f"{card}={spot}", breaks + covered)
        yield Move(p.turn, verb, word, breaks=(*breaks, "placement"))
        return
    yield by_rank(p, verb, word, card, breaks)
    if freed:
        only = () if verb == "takes" else breaks
        for spot in p.layouts[p.turn]:
            covered = ("placement", "jack-freed") if spot not in p.free else ()
            yield by_rank(p, verb, f"{word} {rank(freed)}={spot}", f"{card} {freed}={spot}", only + covered)
        if other := another(p, card):
            yield Move(p.turn, verb, f"{word} {rank(other)}", breaks=(*only, "jack-freed"), listed=False)
    elif not p.fits(card) and (other := another(p, card)):
        yield Move(p.turn, verb, f"{word} {rank(other)}", breaks=(*breaks, "turn-end"), listed=False)


def another(p: Position, card: str) -> str:
    """A natural card that may be turned up next."""
    left = without(p.unseen, [card] if card in p.unseen else [])
    return next((other for other in left if not p.is_wild(other)), "")


def by_rank(p: Position, verb: str, words: str, suited: str, breaks: tuple[str, ...]) -> Move:
    """A move by rank. The suit may be added, and the card under the last spot, or only the winner named."""
    less = [f"{p.turn} {verb} {suited}", f"{verb} {words}"]
    if not breaks and (end := after(p, Move(p.turn, verb, words))).winner:
        less += [f"{p.turn} out", *(f"{p.turn} {verb} {words} {rank(under)}" for under in end.unseen[:1])]
    return Move(p.turn, verb, words, tuple(less), breaks)


def mistakes(p: Position, card: str, top: str) -> Iterator[Move]:
    other, word = p.table.left(p.turn), rank(card)
    yield Move(other, "draws", word, breaks=("turn-order",))
    yield Move(other, "plays", word, breaks=("turn-order", "turn-end"))
    if p.open:
        yield Move(p.turn, "draws", word, breaks=("turn-order",))
    elif "5" not in top:
        yield Move(p.turn, "takes", "5", breaks=("take-discard", "packs"))
    shown = [card for layout in p.layouts.values() for card in layout.values() if card]
    shown += p.discards if p.stock or p.open else p.discards[-1:]
    for card in shown:
        if rank(card) not in map(rank, p.unseen) and not p.is_wild(card) and (p.stock or p.open):
            yield Move(p.turn, "plays" if p.open else "draws", rank(card), breaks=("packs",))
    for card in "JKQ":
        if not p.is_wild(f"{card}S"):
            yield Move(p.turn, "plays" if p.open else "draws", f"{card}=A", breaks=("packs",))


def likely(p: Position, move: Move) -> float:
    return 0.001 if move.verb == "out" else 5 if "=" in move.words else 1


def after(p: Position, move: Move) -> Position:
    """Each card goes to its spot, or to the discards, which ends the turn."""
    if move.verb == "out":
        return replace(p, winner=move.who)
    words, freed = move.words.split(), ""
    if move.verb == "draws":
        p = drawn(p)
    for place, word in enumerate(words):
        natural, _, spot = word.partition("=")
        if not place and move.verb == "takes":
            card, p = p.discards[-1], replace(p, discards=p.discards[:-1])
        elif freed and natural == rank(freed):
            card = freed
        else:
            card = next(card for card in p.unseen if rank(card) == natural)
            p = replace(p, unseen=without(p.unseen, [card]), discards=(*p.discards, *([freed] if freed else [])))
        freed = p.frees(card) if place + 1 < len(words) else ""
        if freed or p.fits(card):
            p = placed(replace(p, freed=p.freed or bool(freed)), {**p.layouts[p.turn], spot or natural: card})
        else:
            p = replace(p, discards=(*p.discards, card), open=False)
    return p if p.open or p.winner else replace(p, turn=p.table.left(p.turn))


def drawn(p: Position) -> Position:
    """When the stock is empty, the discards except the last become the new stock."""
    if p.stock:
        return replace(p, stock=p.stock - 1)
    back = p.discards[:-1]
    return replace(p, unseen=p.unseen + back, discards=p.discards[-1:], stock=len(back) - 1)


def placed(p: Position, layout: dict[str, str]) -> Position:
    return replace(p, layouts={**p.layouts, p.turn: layout}, open=True, winner="" if "" in layout.values() else p.turn)


def score(p: Position) -> dict[str, int]:
    return {p.winner: 1}


def short(start: Position, end: Position) -> list[str]:
    return [f"{end.winner} out"]


def winners(table: ModelTable) -> set[str]:
    """A player with no spot left to fill. If there are several, the one who has won most."""
    best = max(table.scores.values())
    over = best * table.house["shorter"] >= table.house["layout"]
    return {seat for seat, won in table.scores.items() if won == best} if over else set()


def facts(p: Position) -> dict[str, object]:
    if p.winner:
        won = p.table.onward(score(p)).scores
        shorter = {seat: p.table.house["shorter"] * won.get(seat, 0) for seat in p.table.seats}
        most = p.table.house["layout"]
        return {"layout": {seat: max(0, min(most, most - off)) for seat, off in shorter.items()}}
    sizes = {seat: len(layout) for seat, layout in p.layouts.items()}
    uncovered = {seat: [*layout.values()].count("") for seat, layout in p.layouts.items()}
    top = rank(p.discards[-1]) if p.discards else None
    return {"layout": sizes, "open": uncovered, "top": top, "stock": p.stock}


def came_to(p: Position) -> Iterator[str]:
    if p.freed:
        yield "a wild card is freed"
