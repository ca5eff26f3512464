"""Jack Change It: match the upcard, and make the next player draw, wait or follow another suit; first out wins."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import Any

from referee.testing.models import RANKS, SUITS, ModelTable, Move, pack, shuffled, without
from tests.models import _shedding
from tests.models._shedding import Cards, Shedding, dealt_out, draws, other_draws, strangers, untold

PLAYERS = range(2, 7)
EFFECTS = {"draw-two": "2", "draw-five": "A", "block": "5", "skip": "8", "change-suit": "J", "reverse": "Q"}
PENALTIES = ("draw-two", "draw-five")
BOOK = {
    "hand-size": 7, "packs": 1, "draw-two-cards": 2, "draw-five-cards": 5, "draw": 1, "wins": 1, "match": "rank",
    "jack": "other", "together": "pair", "after-penalty": "pass", **EFFECTS,
}  # fmt: skip
LISTED = ("plays", "draws", "passes")
STRIKES = ("match", "one-card", "change-suit", "no-trick-finish", "must-play", "draw-one", "pay-penalty")
REACHES = (
    "plays of match", "plays of pay-penalty", "plays of change-suit", "plays of no-trick-finish", "plays of one-card",
    "draws of must-play", "draws of pay-penalty", "passes of draw-one", "restocked",
)  # fmt: skip
HANDS = 4
LONGEST = 150
score, short, winners = _shedding.score, _shedding.short, _shedding.winners


@dataclass(frozen=True)
class Position(Shedding):
    owed: int = 0
    owing: frozenset[str] = frozenset()  # the effects that made a penalty
    paid: bool = False  # and may now play a card
    restocked: bool = False

    def has(self, card: str, effect: str) -> bool:
        if (effect in ("draw-five", "block") and card[-1] != "H") or (effect == "reverse" and len(self.held) == 2):
            return False
        return self.is_rank(card, effect)

    def names(self, card: str) -> str:
        own = "" if self.table.house["jack"] == "any" else card[-1]
        return SUITS.replace(own, "") if self.has(card, "change-suit") else ""

    def fits(self, card: str) -> bool:
        step = abs(RANKS.index(card[:-1]) - RANKS.index(self.lying.pile[-1][:-1]))
        beside = self.table.house["match"] == "sequence" and step in (1, 12)
        return super().fits(card) or (beside and not self.called)

    def answers(self, card: str) -> bool:
        pairs = (("draw-two", "draw-two"), ("draw-five", "block"))
        return any(owing in self.owing and self.has(card, effect) for owing, effect in pairs)

    def breaks(self, cards: Cards) -> set[str]:
        """What it breaks to play these, whatever suit they name."""
        first, last, hand = cards[0], cards[-1], self.held[self.turn]
        pairs = [cards, cards[::-1]] if len(cards) == 2 else []
        broken = set() if self.fits(first) or self.answers(first) else {"match"}
        if self.owed and not self.answers(first):
            broken.add("pay-penalty")
        alike = self.table.house["together"] == "rank" and len({card[:-1] for card in cards}) == 1
        pair = any(self.has(a, "draw-five") and self.has(b, "draw-two") for a, b in pairs)
        if len(cards) > 1 and not (alike or pair):
            broken.add("one-card")
        if len(hand) == len(cards) and any(self.has(last, effect) for effect in EFFECTS if effect != "block"):
            broken.add("no-trick-finish")
        return broken


def deal(table: ModelTable, chance: random.Random) -> Position:
    return Position(**dealt_out(table, shuffled(pack(packs=table.house["packs"]), chance), table.house["hand-size"]))


def opening(p: Position) -> Iterator[Move]:
    yield Move(p.table.dealer, "deals")
    yield Move("", "upcard", p.lying.pile[0], less=("",))


def moves(p: Position) -> Iterator[Move]:
    if p.winner:
        return
    who, hand, ahead = p.turn, p.held[p.turn], len(p.lying.ahead)
    penalties = [card for card in hand if any(p.has(card, effect) for effect in PENALTIES)]
    for cards in dict.fromkeys([*((card,) for card in hand), *permutations(penalties, 2), hand[:2], *sets(p)]):
        broken, alike = p.breaks(cards), len(cards) > 1 and len({card[:-1] for card in cards}) == 1
        named = [[card, *(f"{card}={suit}" for suit in p.names(card))] for card in cards]
        for words in product(*([[card] for card in cards[:-1]] if alike else named[:-1]), named[-1]):
            mute = {"change-suit"} if p.names(words[-1]) else set()
            wrong = tuple(sorted(broken | mute))
            yield Move(who, "plays", " ".join(words), breaks=wrong, listed="one-card" not in broken)
        wrong = (*sorted(p.breaks(cards[:1])), "change-suit")
        if cards[0][-1] not in p.names(cards[0]):
            yield Move(who, "plays", f"{cards[0]}={cards[0][-1]}", breaks=wrong, listed=False)
    yield from strangers(p, hidden=not p.restocked and not p.owed and len(hand) > 1)
    free = {"no-trick-finish"} & {*p.table.struck}
    could = not p.owed and any(not p.breaks((card,)) - free for card in hand)
    due = p.owed or p.table.house["draw"]
    lazy = ("draw-one",) if p.paid else ("must-play",) * could
    for move in draws(who, p.lying, due):
        yield move._replace(breaks=lazy, hidden=not p.paid and not p.restocked)
    yield from other_draws(who, p.lying, due, *lazy, "pay-penalty" if p.owed else "draw-one")
    wrong = ("draw-one", *("pay-penalty",) * bool(p.owed)) if ahead else ("draw-one", "must-play") * could
    yield Move(who, "passes", breaks=() if p.paid else wrong)


def sets(p: Position) -> Iterator[Cards]:
    """Cards of one rank that may be played together, in every order."""
    hand = p.held[p.turn]
    for rank in RANKS if p.table.house["together"] == "rank" else ():
        alike = [card for card in hand if card[:-1] == rank]
        for size in range(2, min(len(alike), 4) + 1):
            yield from permutations(alike, size)


def likely(p: Position, move: Move) -> float:
    return 0 if untold(move) else 1 if move.verb == "plays" else 0.5 / (1 + len(p.lying.ahead))


def after(p: Position, move: Move) -> Position:
    who, table, words = move.who, p.table, move.words.split()
    p = replace(p, paid=False)
    if move.verb == "plays":
        return played(p, who, words)
    again = bool(p.owed) and table.house["after-penalty"] == "play" and move.verb == "draws"
    lying, held = p.lying.without(words), {**p.held, who: (*p.held[who], *words)}
    return replace(
        p, lying=lying, held=held, owed=0, owing=frozenset(), paid=again, turn=who if again else p.left(who),
        restocked=p.restocked or len(lying.pile) < len(p.lying.pile),
    )  # fmt: skip


def played(p: Position, who: str, words: list[str]) -> Position:
    cards, house = [word.partition("=")[0] for word in words], p.table.house
    effects = [effect for card in cards for effect in EFFECTS if p.has(card, effect)]
    added = [effect for effect in effects if effect in PENALTIES]
    if not added or ("block" in effects and "draw-five" in p.owing):
        p = replace(p, owed=0, owing=frozenset())
    called = (words[-1].partition("=")[2] or cards[-1][-1]) if p.names(cards[-1]) else ""
    p = replace(
        p, held={**p.held, who: without(p.held[who], cards)}, lying=p.lying.on(cards), begun=True,
        called=called, way=p.way * (-1) ** effects.count("reverse"),
        owed=p.owed + sum(house[f"{effect}-cards"] for effect in added), owing=p.owing | {*added},
    )  # fmt: skip
    return replace(p, turn=p.left(who, 1 + effects.count("skip")))


def came_to(end: Position) -> Iterator[str]:
    if end.restocked:
        yield "restocked"


def facts(p: Position) -> dict[str, Any]:
    return ({} if p.winner else {"penalty": p.owed, **p.counts()}) | {"game": p.table.hand}
