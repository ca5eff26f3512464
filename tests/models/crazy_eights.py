"""Crazy Eights: match the upcard in suit or rank, or play an eight and name a suit; the first without cards wins."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.models import SUITS, Move, Table, pack, shuffled, without
from tests.models._shedding import Cards, Lying, draws, rank, untold

PLAYERS = range(2, 11)
BOOK = {"hand-size": 8, "packs": lambda players: 1 if players < 6 else 2, "jokers": 0, "wins": 1, "wild": "8"}
LISTED = ("plays", "draws", "passes")
REACHES = (
    "plays", "draws", "passes", "plays of match", "plays of eight-wild", "plays of one-card", "plays of one-pack",
    "passes of draw-until-play", "draws of stock-count", "restocked",
)  # fmt: skip


@dataclass(frozen=True)
class Position:
    table: Table
    dealt: dict[str, Cards]
    held: dict[str, Cards]
    lying: Lying
    turn: str
    lazy: bool  # players draw though they could play, until nothing is left
    called: str = ""
    begun: bool = False
    restocked: bool = False

    def fits(self, card: str) -> bool:
        top = self.lying.pile[-1]
        if "JK" in (card, top) or rank(card) == self.table.house["wild"]:
            return True
        return card[-1] == (self.called or top[-1]) or (not self.called and card[:-1] == top[:-1])


def deal(table: Table, chance: random.Random) -> Position:
    cards = shuffled(pack(packs=table.house["packs"]) + ["JK"] * table.house["jokers"], chance)
    held = {seat: tuple(cards.pop() for _ in range(table.house["hand-size"])) for seat in table.seats}
    lazy = chance.random() < 0.3 and table.house["packs"] == 1
    return Position(table, held, held, Lying(tuple(cards[1:]), (cards[0],)), table.left(table.dealer), lazy)


def dealt(position: Position) -> dict[str, Cards]:
    return position.dealt


def opening(position: Position) -> Iterator[Move]:
    yield Move(position.table.dealer, "deals")
    yield Move("", "upcard", position.lying.pile[0], less=("",))


def moves(p: Position) -> Iterator[Move]:
    if not all(p.held.values()):
        return
    who, hand, ahead, other = p.turn, p.held[p.turn], len(p.lying.ahead), p.table.left(p.turn)
    for card in sorted({*hand}):
        amiss = () if p.fits(card) else ("match",)
        if rank(card) == p.table.house["wild"]:
            last = len(hand) == 1
            yield from (Move(who, "plays", f"{card}={suit}", (f"{who} plays {card}",) * last) for suit in SUITS)
            yield Move(who, "plays", card, breaks=() if last else ("eight-wild",))
        else:
            yield Move(who, "plays", card, breaks=amiss)
            yield Move(who, "plays", f"{card}=D", breaks=("eight-wild",))
    for card in sorted({*p.held[other]}):
        wild = "=S" * (rank(card) == p.table.house["wild"])
        yield Move(other, "plays", card + wild, breaks=("turn-order",))
        if card not in hand:
            hidden = p.fits(card) and not p.restocked
            yield Move(who, "plays", card + wild, breaks=("one-pack",), hidden=hidden)
    yield Move(who, "plays", " ".join([*hand, *p.held[other]][:2]), breaks=("one-card",))
    yield from draws(who, p.lying, 1)
    for number in range(2, min(ahead, 5) + 1):
        cards = " ".join(p.lying.ahead[:number])
        yield Move(who, "draws", cards, (f"{who} draws {number}", f"{who} draws ?{number}"), listed=False)
        yield Move(who, "draws", str(number))
    yield Move(who, "draws", str(ahead + 1), breaks=("stock-count",))
    yield Move(other, "draws", breaks=("turn-order",))
    could = any(p.fits(card) for card in hand)
    yield Move(who, "passes", breaks=("draw-until-play",) if ahead or could else (), hidden=not ahead)


def likely(p: Position, move: Move) -> float:
    if untold(move):
        return 0
    return 1 if move.verb == "plays" or p.lazy else 0.01


def after(p: Position, move: Move) -> Position:
    who, lying = move.who, p.lying
    if move.verb == "passes":
        return replace(p, turn=p.table.left(who))
    if move.verb == "draws":
        drawn = move.words.split()
        held, lying, turn, called = (*p.held[who], *drawn), lying.without(drawn), who, p.called
    else:
        card, _, suit = move.words.partition("=")
        wild = rank(card) == p.table.house["wild"]
        held, lying, turn = without(p.held[who], [card]), lying.on([card]).renewed(), p.table.left(who)
        called = (suit or card[-1]) if wild else ""
    restocked = p.restocked or len(lying.stock) > len(p.lying.stock)
    return replace(
        p, held={**p.held, who: held}, lying=lying, turn=turn, called=called, restocked=restocked,
        begun=p.begun or move.verb == "plays", lazy=p.lazy and bool(lying.ahead),
    )  # fmt: skip


def winner(p: Position) -> str:
    return next(seat for seat, cards in p.held.items() if not cards)


def score(p: Position) -> dict[str, int]:
    return {winner(p): 1}


def short(start: Position, end: Position) -> Iterator[str]:
    if not start.begun:
        yield f"{winner(end)} out"


def winners(table: Table) -> set[str]:
    return {seat for seat, won in table.scores.items() if won >= table.house["wins"]}


def came_to(end: Position) -> Iterator[str]:
    if end.restocked:
        yield "restocked"


def facts(p: Position) -> dict[str, object]:
    if not all(p.held.values()):
        return {"game": p.table.hand}
    stock, pile = map(len, p.lying)
    top = p.lying.pile[-1]
    suit = p.called or ("any" if top == "JK" else top[-1])
    cards = {seat: len(held) for seat, held in p.held.items()}
    return {"suit": suit, "stock": stock, "pile": pile, "cards": cards, "game": p.table.hand}
