"""Thirty-One: collect one suit in three cards. The lowest hand loses a marker, and the last player in wins."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from referee.testing.models import SUITS, Cards, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(2, 17)
BOOK = {
    "loss": 1, "knocker-loss": 2, "markers": 4, "stake": 1, "count": "suit", "three-of-a-kind": "no",
    "blitz-pays": "lowest", "tied-knocker": "loses", "rounds": 0,
}  # fmt: skip
STRIKES = ("knock-first", "knock-once", "knock-early")
LISTED = ("takes", "discards", "knocks", "declares blitz", "holds")
REACHES = (
    "draws", "takes", "discards", "knocks", "declares blitz", "holds", "knocks of knock-first", "knocks of knock-once",
    "declares blitz of blitz", "draws of turn-order", "knocks of turn-order", "holds of hand-count",
    "knocker lost", "tie", "blitz after a knock", "somebody is out", "a new stock",
)  # fmt: skip
HANDS = 5


@dataclass(frozen=True)
class Position:
    table: ModelTable
    dealt: dict[str, Cards]  # of the players who are in
    held: dict[str, Cards]
    upcard: str
    stock: Cards
    turn: str
    patience: float  # how rarely they knock
    pile: Cards = ()
    begun: bool = False
    turns: dict[str, int] = field(default_factory=dict)  # that everybody has had
    drawn: bool = False
    knocker: str = ""
    loose: bool = False  # before a first turn somebody knocked or had a blitz
    blitzes: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    over: bool = False
    again: bool = False  # the stock was shuffled anew

    @property
    def done(self) -> bool:
        paid = bool(self.blitzes and self.begun and self.table.house["blitz-pays"] == "all")
        return self.over and (paid or {*self.told, *self.blitzes} == {*self.held})


def value(card: str) -> int:
    return 11 if card[0] == "A" else 10 if card[0] in "KQJ1" else int(card[0])


def count(cards: Cards, house: Mapping[str, Any]) -> float:
    if house["three-of-a-kind"] != "no" and len({card[:-1] for card in cards}) == 1:
        return float(house["three-of-a-kind"])
    suits = [[value(card) for card in cards if card[-1] == suit] for suit in SUITS]
    return max(sum(suit) for suit in suits if house["count"] == "best" or len(suit) == max(map(len, suits)))


def figures(number: float) -> str:
    return f"{number:g}"


def markers(table: ModelTable) -> dict[str, int]:
    return {**dict.fromkeys(table.seats, table.house["markers"]), **table.scores}


def next_in(table: ModelTable, left: dict[str, int], seat: str) -> str:
    return next(player for player in table.around(table.left(seat)) if left[player] >= 0)


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Three each, often high ones of a suit."""
    noise, left = chance.choice([2, 60, 60, 60]), markers(table)
    cards = sorted(pack(), key=lambda card: SUITS.index(card[-1]) * 9 - value(card) + chance.random() * noise)
    held = {seat: tuple(cards.pop(0) for _ in range(3)) for seat in table.seats if left[seat] >= 0}
    upcard, *stock = shuffled(cards, chance)
    first = next_in(table, left, table.dealer)
    return Position(table, held, held, upcard, tuple(stock), first, chance.choice([0.1, 1, 12]))


def moves(p: Position) -> Iterator[Move]:
    who, house, untold = p.turn, p.table.house, without(p.held, {*p.told, *p.blitzes})
    other = next_in(p.table, markers(p.table), who)
    if not p.pile and not p.begun:
        yield Move("", "upcard", p.upcard, less=("",))
        return
    for seat in p.table.seats if not p.done else ():
        if seat not in p.held:
            wrong = ("turn-order", *["hand-count"] * (not p.over))
            yield from (Move(seat, verb, breaks=wrong) for verb in ("knocks", "draws", "holds 20"))
    for seat, hand in p.held.items() if not p.over or not p.begun else ():
        threes = [" ".join(three) for three in combinations(hand, 3) if count(three, house) == 31]
        on_time = not p.begun or (p.drawn and seat == who)
        for words in ("", *threes):
            wrong = ("blitz",) if not threes or not on_time else ()
            yield Move(
                seat,
                "declares blitz",
                words,
                breaks=wrong,
                hidden=not p.begun and not p.over,
                listed=not p.done,
                aside=True,
            )
    if p.over:
        for seat in without(p.held, p.blitzes):
            counts = {" ".join(three): count(three, house) for three in combinations(p.held[seat], 3)}
            for words in (*counts, *map(figures, counts.values())):
                yield Move(seat, "holds", words, aside=seat in p.told, listed=seat in untold and len(counts) == 1)
            for number in {33, int(max(counts.values())) + 32, int(min(counts.values())) % 29 + 2, 30.5}:
                if number not in counts.values():
                    yield Move(seat, "holds", figures(number), breaks=("hand-count",))
        return
    yield Move(who, "draws", (p.stock or p.pile[:-1])[-1], (f"{who} draws",), ("draw-discard",) * p.drawn)
    yield Move(other, "draws", breaks=("turn-order",))
    for card in ("", *p.pile[::-1]):
        deep = ("draw-discard", "one-pack") * (card not in ("", *p.pile[-1:]))
        yield Move(who, "takes", card, (f"{who} takes",), ("draw-discard",) * p.drawn + deep)
    early = ("knock-early",) * (p.turns.get(who, 0) < house["rounds"])
    yield Move(who, "knocks", breaks=early + ("knock-first",) * p.drawn + ("knock-once",) * bool(p.knocker))
    yield Move(other, "knocks", breaks=("turn-order", "knock-first"))
    for card in p.held[who]:
        yield Move(who, "discards", card, breaks=("draw-discard",) * (not p.drawn))
    for card in p.stock[:1]:
        yield Move(who, "discards", card, breaks=("one-pack", "draw-discard"))


def likely(p: Position, move: Move) -> float:
    if move.verb == "discards":
        return float(1.3 ** count(without(p.held[p.turn], [move.words]), p.table.house))
    return {"knocks": 1 / p.patience, "draws": 4, "declares blitz": 9}.get(move.verb, 1)


def after(p: Position, move: Move) -> Position:
    who, hand, verb = move.who, p.held.get(move.who, ()), move.verb
    match verb:
        case "upcard":
            return replace(p, pile=(p.upcard,))
        case "declares blitz":
            shown = {**p.held, who: tuple(move.words.split()) or hand}
            blitzes = p.blitzes if who in p.blitzes else (*p.blitzes, who)
            return replace(p, held=shown, blitzes=blitzes, over=True, loose=p.loose or not p.begun)
        case "holds":
            ways = [three for three in combinations(hand, 3) if " ".join(three) == move.words]
            ways += [three for three in combinations(hand, 3) if figures(count(three, p.table.house)) == move.words]
            return replace(p, told=(*p.told, who), held={**p.held, who: ways[0]})
        case "takes":
            return replace(p, held={**p.held, who: (*hand, p.pile[-1])}, pile=p.pile[:-1], drawn=True, begun=True)
        case "draws":
            p = p if p.stock else replace(p, stock=p.pile[:-1], pile=p.pile[-1:], again=True)
            held = {**p.held, who: (*hand, p.stock[-1])}
            return replace(p, held=held, stock=p.stock[:-1], drawn=True, begun=True)
        case "knocks":
            p = replace(p, knocker=p.knocker or who, loose=p.loose or not p.begun, drawn=False)
        case _:
            p = replace(p, held={**p.held, who: without(hand, [move.words])}, pile=(*p.pile, move.words), drawn=False)
    turn = next_in(p.table, markers(p.table), who)
    return replace(p, turn=turn, over=turn == p.knocker, turns=added(p.turns, {who: 1}))


def losses(p: Position) -> dict[str, int]:
    """The losses of the lowest. If that would put everybody out, nobody loses."""
    house = p.table.house
    counts = {seat: count(hand, house) for seat, hand in p.held.items() if seat not in p.blitzes}
    if p.blitzes and house["blitz-pays"] == "all":
        counts = dict.fromkeys(counts, 0)
    counts = counts or dict.fromkeys(p.blitzes, 31)
    double = "" if p.blitzes else p.knocker
    low = [seat for seat, number in counts.items() if number == min(counts.values())]
    if house["tied-knocker"] == "saved" and len(low) > 1:
        low = [seat for seat in low if seat != double]
    lost = {seat: house["knocker-loss" if seat == double else "loss"] for seat in low}
    return lost if any(markers(p.table)[seat] >= lost.get(seat, 0) for seat in p.held) else {}


def score(p: Position) -> dict[str, int]:
    """The markers left."""
    return {seat: -min(lost, markers(p.table)[seat] + 1) for seat, lost in losses(p).items()}


def onward(p: Position) -> ModelTable:
    table, lost = p.table, losses(p)
    left = added(markers(table), score(p))
    due = table.left(table.dealer) if lost else table.dealer
    _, stakes = table.kept or ("", {})
    return settled(table.onward({}, scores=left, kept=(due, stakes)))


def settled(table: ModelTable) -> ModelTable:
    """Players who are out have paid the stake, the last one in gets the pot, and the deal skips players who are out.

    ``kept`` has the next dealer if nobody were out, and the stake paid by each player who is out.
    """
    due, stakes = table.kept
    left = [seat for seat in table.seats if table.scores[seat] >= 0]
    stakes = {seat: stakes.get(seat, table.house["stake"]) for seat in table.seats if seat not in left}
    paid = {seat: -stakes.get(seat, 0) for seat in table.seats}
    chips = added(paid, {left[0] if len(left) == 1 else "pot": sum(stakes.values())})
    dealer = next((seat for seat in table.around(due) if seat in left), due)
    return replace(table, chips=chips, dealer=dealer, kept=(due, stakes))


def corrected(table: ModelTable, more: dict[str, int]) -> ModelTable:
    return settled(replace(table, scores=added(table.scores, more)))


def winners(table: ModelTable) -> list[str]:
    left = [seat for seat in table.seats if table.scores[seat] >= 0]
    return left if len(left) == 1 else []


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The player who knocked or had a blitz, and all other hands. Or the markers lost, unless that ends it too soon."""
    if start.over:
        return
    if start.pile or start.begun:
        yield "rest"
    lost, house = losses(end), end.table.house
    in_before_last = {*end.held} - {seat for seat in [*lost][:-1] if markers(end.table)[seat] < lost[seat]}
    if end.table.hand % 2 and lost and len(in_before_last) > 1:
        yield from [f"{end.knocker} knocks"] * (end.knocker in lost and not end.blitzes and not start.knocker)
        yield from (f"{seat} scores -{number}" for seat, number in lost.items())
        return
    yield from [f"{end.knocker} knocks"] * bool(end.knocker and not start.knocker)
    yield from (f"{seat} declares blitz" for seat in end.blitzes)
    yield {f"{seat} holds {figures(count(hand, house))}" for seat, hand in end.held.items() if seat not in end.blitzes}


def facts(p: Position) -> dict[str, object]:
    table = onward(p) if p.done else p.table
    number = sum(left >= 0 for left in markers(table).values())
    lying = {"stock": len(p.stock)} | ({"top": p.pile[-1]} if len(p.pile) > 1 else {})
    known: dict[str, object] = {"pot": table.chips.get("pot", 0), "in": number, "knocker": p.knocker or None}
    return known | {"hand": p.table.hand} | ({} if p.loose else lying)


def came_to(end: Position) -> Iterator[str]:
    lost = losses(end)
    for happened, what in (
        (end.knocker in lost and not end.blitzes, "knocker lost"),
        (len(lost) > 1, "tie"),
        (end.knocker and end.blitzes, "blitz after a knock"),
        (min(onward(end).scores.values()) < 0, "somebody is out"),
        (end.again, "a new stock"),
    ):
        yield from [what] * bool(happened)
