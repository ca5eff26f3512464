"""Crazy Eights: match the upcard in suit or rank, or play an eight and name a suit; the first without cards wins."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests.models import SUITS, Move, Table, _shedding, pack, shuffled, without
from tests.models._shedding import Shedding, dealt_out, draws, strangers, untold

PLAYERS = range(2, 11)
BOOK = {"hand-size": 8, "packs": lambda players: 1 if players < 6 else 2, "jokers": 0, "wins": 1, "wild": "8"}
LISTED = ("plays", "draws", "passes")
REACHES = (
    "plays", "draws", "passes", "plays of match", "plays of eight-wild", "plays of one-card", "plays of one-pack",
    "passes of draw-until-play", "draws of stock-count", "restocked",
)  # fmt: skip
dealt, score, short, winners = _shedding.dealt, _shedding.score, _shedding.short, _shedding.winners


@dataclass(frozen=True)
class Position(Shedding):
    lazy: bool = False  # players draw though they could play, until nothing is left
    restocked: bool = False

    def names(self, card: str) -> str:
        return SUITS if self.is_rank(card, "wild") else ""

    def fits(self, card: str) -> bool:
        return "JK" in (card, self.lying.pile[-1]) or self.is_rank(card, "wild") or super().fits(card)


def deal(table: Table, chance: random.Random) -> Position:
    cards = shuffled(pack(packs=table.house["packs"]) + ["JK"] * table.house["jokers"], chance)
    lazy = chance.random() < 0.3 and table.house["packs"] == 1
    return Position(**dealt_out(table, cards, table.house["hand-size"]), lazy=lazy)


def opening(p: Position) -> Iterator[Move]:
    yield Move(p.table.dealer, "deals")
    yield Move("", "upcard", p.lying.pile[0], less=("",))


def moves(p: Position) -> Iterator[Move]:
    if p.winner:
        return
    who, hand, ahead = p.turn, p.held[p.turn], len(p.lying.ahead)
    for card in sorted({*hand}):
        mute, wrong = ("eight-wild",) * (len(hand) > 1), () if p.fits(card) else ("match",)
        yield from (Move(who, "plays", f"{card}={s}", (f"{who} plays {card}",) * (not mute)) for s in p.names(card))
        yield Move(who, "plays", card, breaks=mute if p.names(card) else wrong)
        if not p.names(card):
            yield Move(who, "plays", f"{card}=D", breaks=("eight-wild",))
    yield Move(who, "plays", " ".join([*hand, *p.held[p.left(who)]][:2]), breaks=("one-card",))
    yield from strangers(p, hidden=not p.restocked)
    yield from draws(who, p.lying, 1)
    for number in range(2, min(ahead, 5) + 1):
        cards = " ".join(p.lying.ahead[:number])
        yield Move(who, "draws", cards, (f"{who} draws {number}", f"{who} draws ?{number}"), listed=False)
        yield Move(who, "draws", str(number))
    yield Move(who, "draws", str(ahead + 1), breaks=("stock-count",))
    wrong = ("draw-until-play",) if ahead or any(map(p.fits, hand)) else ()
    yield Move(who, "passes", breaks=wrong, hidden=not ahead)


def likely(p: Position, move: Move) -> float:
    return 0 if untold(move) else 1 if move.verb == "plays" or p.lazy else 0.01


def after(p: Position, move: Move) -> Position:
    who, words = move.who, move.words.split()
    if move.verb == "passes":
        return replace(p, turn=p.left(who))
    if move.verb == "draws":
        held, lying, turn, called = (*p.held[who], *words), p.lying.without(words), who, p.called
    else:
        card, _, suit = move.words.partition("=")
        held, lying, turn = without(p.held[who], [card]), p.lying.on([card]).renewed(), p.left(who)
        called = suit or (card[-1] if p.names(card) else "")
    return replace(
        p, held={**p.held, who: held}, lying=lying, turn=turn, called=called, lazy=p.lazy and bool(lying.ahead),
        begun=p.begun or turn != who, restocked=p.restocked or len(lying.stock) > len(p.lying.stock),
    )  # fmt: skip


def came_to(end: Position) -> Iterator[str]:
    if end.restocked:
        yield "restocked"


def facts(p: Position) -> dict[str, Any]:
    if p.winner:
        return {"game": p.table.hand}
    joker = {"suit": "any"} if p.lying.pile[-1] == "JK" else {}
    return {name: fact for name, fact in p.counts().items() if name != "direction"} | joker | {"game": p.table.hand}
