"""Crates: go out in hands of eight cards down to one and up again. Cards left in hand count against you."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product, takewhile
from typing import Any

from referee.testing.models import SUITS, ModelTable, Move, added, pack, shuffled, without
from tests.models._shedding import Cards, Lying, Shedding, dealt_out, draws, other_draws, strangers, untold

PLAYERS = range(2, 6)
EFFECTS = {
    "sequence": "2", "answer": "A", "skip": "4", "all-draw": "5", "again": "6", "one-draws": "7", "change-suit": "8",
    "own-colour": "9", "reverse": "10", "few-draw": "J",
}  # fmt: skip
BOOK = {
    "first-hand": 8, "draw": 1, "sequence-cards": 2, "answer-cards": 1, "all-draw-cards": 1, "cooper": 1,
    "one-draws-cards": 1, "few-draw-cards": 1, "pressure": 5, "growth": 2, "missed-call": 2, "ace": 1, "two": 20,
    "four": 15, "five": 30, "six": 30, "seven": 20, "eight": 50, "nine": 30, "ten": 25, "court": 10, "all-threes": 50,
    "covered": 3, "partners": lambda players: "yes" if players == 4 else "no", "eights": "match", "pack": "full",
    **EFFECTS,
}  # fmt: skip
DECIDES = ("one-card-call",)  # without it nobody draws who forgot to call
LISTED = ("plays", "Draws")
REACHES = (
    "draws", "draw", "forgets", "holds", "plays of match", "plays of six-again", "plays of two-sequence",
    "plays of eight-suit", "plays of nine-colour", "draws of must-play", "draws of draw-one", "draws of two-sequence",
    "plays of turn-order", "forgets of one-card-call", "pressure",
)  # fmt: skip
HANDS = 4
LONGEST = 150
NAMES = {
    "A": "ace", "2": "two", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten",
    "J": "court", "Q": "court", "K": "court",
}  # fmt: skip
STRIKES = (
    "match", "eight-suit", "nine-colour", "six-again", "two-sequence", "must-play", "draw-one", "one-card-call",
)  # fmt: skip


@dataclass(frozen=True)
class Position(Shedding):
    owed: int = 0  # a sequence
    cover: str = ""  # an again card that its player must cover
    skipped: int = 0
    alone: frozenset[str] = frozenset()  # came down to one card, and hasn't had a turn since
    silent: frozenset[str] = frozenset()  # didn't say so
    forced: tuple[tuple[str, str], ...] = ()  # automatic draws, and by whom
    pressed: Cards = ()
    ran_out: bool = False  # somebody has
    over: bool = False
    told: Cards = ()  # players who have entered theirs

    def side(self, seat: str) -> str:
        return self.table.team(seat) if self.table.house["partners"] == "yes" and len(self.held) == 4 else seat

    def has(self, card: str, effect: str) -> bool:
        return self.is_rank(card, effect) and (effect != "reverse" or len(self.held) > 2)

    def names(self, card: str) -> str:
        if self.has(card, "own-colour"):
            return "HD" if card[-1] in "HD" else "SC"
        return SUITS if self.has(card, "change-suit") else ""

    def is_wild(self, card: str) -> bool:
        return self.table.house["eights"] == "wild" and self.has(card, "change-suit") and not self.owed

    def covers(self, card: str, under: str) -> bool:
        return card[-1] == under[-1] or self.has(card, "again") or self.is_wild(card)

    def fits(self, card: str) -> bool:
        if self.cover:
            return self.covers(card, self.cover)
        if self.owed:
            return self.has(card, "sequence") or self.has(card, "answer")
        return card[:-1] == self.lying.pile[-1][:-1] or super().fits(card) or self.is_wild(card)

    @property
    def due(self) -> int:
        return int((not self.cover and self.owed) or self.table.house["draw"])


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Twos, threes and aces sometimes go to the players, so that somebody is out when a sequence ends."""
    used = [card for card in pack() if table.house["pack"] == "full" or card[0] not in "KQ"]
    cards = shuffled(used, chance)
    each = min(abs(table.house["first-hand"] - table.hand) + 1, (len(cards) - 1) // len(table.seats))
    if ranks := chance.choice(["A2", "3", ""]):
        cards.sort(key=lambda card: card[0] in ranks)
        cards[-each * len(table.seats) :] = shuffled(cards[-each * len(table.seats) :], chance)
    p = Position(**dealt_out(table, cards, each))
    return replace(p, called=chance.choice(p.names(cards[0]) or [""]))


def opening(p: Position) -> Iterator[Move]:
    dealer, size = p.table.dealer, len(p.dealt[p.turn])
    yield Move(dealer, "deals", less=(f"{dealer} deals {size}", f"deal {dealer}"))
    yield Move("", "upcard", p.lying.pile[0] + f"={p.called}" * bool(p.called), less=("",))


def moves(p: Position) -> Iterator[Move]:
    who, hand = p.turn, p.held[p.turn]
    if p.forced:
        seat = p.forced[0][0]
        drawn = " ".join(card for _, card in takewhile(lambda drawn: drawn[0] == seat, p.forced))
        yield Move(seat, "draw", f"{drawn} forced", less=("",))
        yield Move(seat, "draw", f"{p.lying.pile[-1]} forced", breaks=("one-pack",))
    elif p.over:
        for seat in without(p.table.seats, p.told):
            if cards := p.held[seat]:
                count = points(p.table.house, cards)
                yield Move(seat, "holds", " ".join(cards), less=(f"{seat} holds {count}",))
                yield Move(seat, "holds", str(count + 1), breaks=("held-total",))
        yield Move(who, "draws", breaks=("hand-over",))
    else:
        yield from turn(p, who, hand)
        for seat in p.table.seats:
            yield Move(seat, "forgets", breaks=() if seat in p.alone else ("one-card-call",), aside=True)
        if p.begun and hand:
            yield from (Move(who, verb, words, breaks=("hand-over",)) for verb, words in (("holds", "20"), ("out", "")))


def turn(p: Position, who: str, hand: Cards) -> Iterator[Move]:
    bound = ("six-again",) if p.cover else ("two-sequence",) if p.owed else ()
    pairs = [(a, b) for a in hand for b in hand if a != b and p.has(a, "again") and p.covers(b, a)]
    for cards in (*((card,) for card in hand), *pairs):
        named = (naming(p, p.lying.pile[-1]),) * bool(p.called)
        amiss = () if p.fits(cards[0]) else bound or ("match", *named)
        for words in product(*([card, *(f"{card}={suit}" for suit in p.names(card))] for card in cards)):
            mute = [naming(p, word) for word in (words[:-1] if len(words) == len(hand) else words) if p.names(word)]
            yield Move(who, "plays", " ".join(words), breaks=(*amiss, *mute))
        for suit in [suit for suit in SUITS if suit not in p.names(cards[0])][:1]:
            yield Move(who, "plays", f"{cards[0]}={suit}", breaks=(*amiss, naming(p, cards[0])), listed=False)
    yield from strangers(p, hidden=bool(hand) and not p.pressed)
    could = any(map(p.fits, hand))
    lazy = ("must-play", *bound) if could else ()
    for move in draws(who, p.lying, p.due) if p.lying.ahead else [Move(who, "draws")]:
        yield move._replace(breaks=lazy, hidden=could and not p.pressed and len(hand) < 7)
    yield from other_draws(who, p.lying, p.due, *lazy, *(bound if p.owed and not p.cover else (*bound, "draw-one")))


def naming(p: Position, card: str) -> str:
    """The rule that lets a card name a suit."""
    return "nine-colour" if p.has(card, "own-colour") else "eight-suit"


def likely(p: Position, move: Move) -> float:
    if move.verb == "draws":
        return 0 if untold(move) and p.lying.ahead else 0.3 / (1 + len(p.lying.ahead))
    return 0.1 * (move.who in p.alone) if move.verb == "forgets" else 1


def after(p: Position, move: Move) -> Position:
    who, words = move.who, move.words.split()
    match move.verb:
        case "draw":
            return replace(p, forced=p.forced[len(words) - 1 :])
        case "holds":
            return replace(p, told=(*p.told, who))
        case "forgets":
            if "one-card-call" in p.table.struck:
                return p
            p = replace(p, alone=p.alone - {who}, silent=p.silent | {who})
            return begin(p, who) if who == p.turn and not p.cover else p
    p = replace(p, begun=True, alone=p.alone if p.cover else p.alone - {who})
    if move.verb == "draws":
        number = len(words) if 0 < len(words) < len(p.lying.ahead) else max(len(words), p.due)
        return end(replace(take(p, who, number, words), owed=p.owed if p.cover else 0), who)
    for word in words:
        p = played(p, who, *word.partition("=")[::2])
    if p.cover and not p.held[who]:
        p = replace(force(p, who, "cooper"), cover="")
    return p if p.cover else end(p, who)


def played(p: Position, who: str, card: str, suit: str) -> Position:
    held, few = without(p.held[who], [card]), len(p.held) < 4
    more = "sequence" if p.has(card, "sequence") else "answer" if p.owed and p.has(card, "answer") else ""
    p = replace(
        p, held={**p.held, who: held}, lying=p.lying.on([card]), way=-p.way if p.has(card, "reverse") else p.way,
        called=(suit or card[-1]) if p.names(card) else "", cover=card if p.has(card, "again") else "",
        owed=p.owed + (p.table.house[f"{more}-cards"] if more else 0), skipped=p.skipped + p.has(card, "skip"),
        alone=p.alone | ({who} if len(held) == 1 else set()),
    )  # fmt: skip
    drawers = {"all-draw": range(1, len(p.held)), "one-draws": [1 if few else 2], "few-draw": [-1] if few else []}
    for effect, places in drawers.items():
        for steps in places if p.has(card, effect) else ():
            p = force(p, p.left(who, steps), f"{effect}-cards")
    return p


def end(p: Position, who: str) -> Position:
    """Ends the turn, and the hand if somebody is out and no sequence is open."""
    p = replace(p, ran_out=p.ran_out or not p.held[who])
    return begin(p, p.left(who, 1 + p.skipped)) if p.owed or not p.ran_out else replace(p, over=True)


def begin(p: Position, who: str) -> Position:
    """A player who forgot to announce one card pays first."""
    pays, p = who in p.silent, replace(p, turn=who, cover="", skipped=0, silent=p.silent - {who})
    return force(p, who, "missed-call") if pays else p


def force(p: Position, who: str, number: str) -> Position:
    more = take(p, who, p.table.house[number])
    return replace(more, forced=(*p.forced, *((who, card) for card in more.held[who][len(p.held[who]) :])))


def take(p: Position, who: str, number: int, cards: Iterable[str] = ()) -> Position:
    """Takes cards from the stock, with a pressure if it is empty, and then from under the upcard."""
    named = [*cards]
    for _ in range(number):
        if not p.lying.stock:
            p = replace(p, lying=p.lying.renewed(), pressed=(*p.pressed, who))
        if not p.lying.stock:
            break
        card = named.pop(0) if named else p.lying.stock[0]
        lying = Lying(without(p.lying.stock, [card]), p.lying.pile)
        p = replace(p, lying=lying, held={**p.held, who: (*p.held[who], card)})
    return p


def points(house: Mapping[str, Any], cards: Iterable[str]) -> int:
    """Threes alone are good. Among others, each covers the dearest card except an eight, if that saves points."""
    others = [card[:-1] for card in cards if card[0] != "3"]
    threes = sum(card[0] == "3" for card in cards)
    worth = {rank: int(house[name]) for rank, name in NAMES.items()}
    saved = sorted((max(worth[rank] - house["covered"], 0) for rank in others if rank != "8"), reverse=True)
    return sum(worth[rank] for rank in others) - (sum(saved[:threes]) if others else threes * int(house["all-threes"]))


def pressures(p: Position) -> dict[str, int]:
    """The number of pressures of each side in this game."""
    had = p.table.kept or {}
    return {side: had.get(side, 0) + [*map(p.side, p.pressed)].count(side) for side in map(p.side, p.held)}


def score(p: Position) -> dict[str, int]:
    """A pressure costs twice as much as the side's last one."""
    brought, had, house = dict[str, int](), p.table.kept or {}, p.table.house
    for seat, cards in p.held.items():
        brought = added(brought, {p.side(seat): points(house, cards)})
    for side, number in pressures(p).items():
        brought[side] += sum(house["pressure"] * house["growth"] ** nth for nth in range(had.get(side, 0), number))
    return brought


def onward(p: Position) -> ModelTable:
    return p.table.onward(score(p), kept=pressures(p))


def winners(table: ModelTable) -> set[str]:
    best = {side for side, points in table.scores.items() if points == min(table.scores.values())}
    return best if table.hand > 2 * table.house["first-hand"] - 1 else set()


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    if start.over:
        return
    if start.begun:
        yield "rest"
    yield from (f"{seat} pressures" for seat in end.pressed[len(start.pressed) :])
    yield {
        f"{seat} holds {points(end.table.house, cards)}" if cards else f"{seat} out" for seat, cards in end.held.items()
    }


def came_to(end: Position) -> list[str]:
    return ["pressure"] if end.pressed else []


def facts(p: Position) -> dict[str, Any]:
    always = {"size": len(p.dealt[p.turn]), "hand": p.table.hand, "pressures": pressures(p)}
    return always | ({} if p.over else {"sequence": p.owed, **p.counts()})
