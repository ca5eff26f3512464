"""Page One: follow suit or draw until you can, and say so when one card is left; the first without cards wins."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from referee.testing.models import RANKS, Cards, Dealt, ModelTable, Move, pack, shuffled, without

PLAYERS = range(2, 5)
BOOK = {
    "hand-size": 4, "missed-call": 5, "games": 1, "points": "games", "goal": 20, "each-card": 1, "jokers": 1,
    "joker": "void", "joker-led": "free",
}  # fmt: skip
LISTED = ("plays", "draws")
DECIDES = ("page-one-penalty",)  # without it nobody draws who forgot to call
FINDINGS = ("page-one-missed",)
STRIKES = ("follow-suit", "joker-void", "draw-until-suit", "no-need-to-draw", "page-one", "page-one-penalty")
STEERS = ("page-one", "page-one-penalty")
REACHES = (
    "plays of follow-suit", "plays of joker-void", "plays of draw-until-suit", "plays of page-one", "draws",
    "plays of page-one-penalty", "draws of no-need-to-draw", "draws of draw-until-suit", "draws of page-one-penalty",
    "plays of lead-order", "plays of one-pack", "declares page-one of page-one", "restocked", "stuck", "a penalty",
)  # fmt: skip
HANDS = 3
LONGEST = 150


@dataclass(frozen=True)
class Position(Dealt):
    stock: Cards
    turn: str
    discards: Cards = ()
    trick: Cards = ()
    looked: Cards = ()  # what came up in this turn
    alone: str = ""  # who came down to one card, and may still call
    owing: frozenset[str] = frozenset()  # who didn't
    stuck: bool = False
    happened: frozenset[str] = frozenset()

    @property
    def led(self) -> str:
        """The suit to follow. None when leading, and on a led joker unless the next card decides."""
        counting = self.trick[: 2 if self.table.house["joker-led"] == "second" else 1]
        return next((card[-1] for card in counting if card != "JK"), "")

    @property
    def ahead(self) -> Cards:
        return self.stock + self.discards

    @property
    def winner(self) -> str:
        return next((seat for seat, cards in self.held.items() if not cards), "")

    def owes(self, seat: str) -> bool:
        late = seat == self.alone == self.turn and not self.trick and "page-one-penalty" not in self.table.struck
        return seat in self.owing or late


def deal(table: ModelTable, chance: random.Random) -> Position:
    cards = shuffled(pack(jokers=table.house["jokers"]), chance)
    held = {seat: tuple(cards.pop() for _ in range(table.house["hand-size"])) for seat in table.seats}
    return Position(table, held, held, tuple(cards), table.left(table.dealer))


def moves(p: Position) -> Iterator[Move]:
    if p.winner or p.stuck:
        return
    acts = [*plays(p), *draws(p), *penalties(p)]
    yield from acts
    for seat in p.held:
        yield Move(seat, "declares page-one", breaks=() if seat == p.alone else ("page-one",), aside=True)
    if all(set(move.breaks) - {*p.table.struck} for move in acts):
        yield Move(p.turn, "stuck")


def plays(p: Position) -> Iterator[Move]:
    who, hand, led, free = p.turn, p.held[p.turn], p.led, p.table.house["joker"] == "any"
    can, ahead = any(card[-1] == led for card in hand), len(p.ahead)
    for card in sorted(hand):
        joker, broken = card == "JK", set()
        if led and not joker and card[-1] != led:
            broken.add("follow-suit")
        if led and joker and can and not free:
            broken.add("joker-void")
        came = any(other[-1] == led for other in p.looked)
        if led and p.looked and p.looked[-1] != card and not (joker and free) and (came or ahead):
            broken.add("draw-until-suit")
        if who == p.alone:
            broken |= {"page-one", "page-one-penalty"}
        if who in p.owing and ahead:
            broken.add("page-one-penalty")
        hidden = broken == {"joker-void"} and len(p.stock) > 20 and "restocked" not in p.happened
        yield Move(who, "plays", card, breaks=tuple(sorted(broken)), hidden=hidden)
    other = p.table.left(who)
    for card in p.held[other][:2]:
        hidden = not broken and len(p.stock) > 20 and "restocked" not in p.happened and card[-1] == led
        yield Move(who, "plays", card, breaks=("one-pack",), hidden=hidden)
        yield Move(other, "plays", card, breaks=("lead-order",))


def draws(p: Position) -> Iterator[Move]:
    """Draws one by one or together, until a card of the suit comes."""
    who, led = p.turn, p.led
    if p.owes(who):
        return
    can, came = (any(card[-1] == led for card in cards) for cards in (p.held[who], p.looked))
    wrong = ("draw-until-suit",) if led and came else ("no-need-to-draw",) if led and can and not p.looked else ()
    wrong = wrong if led else ("draw-until-suit", "no-need-to-draw")
    hidden = wrong == ("no-need-to-draw",) and len(p.stock) > 20 and "restocked" not in p.happened
    for card in p.stock or p.discards:
        yield Move(who, "draws", card, (f"{who} draws", f"{who} draws 1"), wrong, hidden)
    for number in range(2, min(4, len(p.ahead)) + 1):
        cards = p.ahead[:number]
        amiss = wrong + ("draw-until-suit",) * any(card[-1] == led for card in cards[:-1])
        less = (f"{who} draws {number}", f"{who} draws ?{number}")
        yield Move(who, "draws", " ".join(cards), less, amiss, listed=False)
    for number in range(1, min(p.table.house["missed-call"], len(p.ahead)) + 1):
        yield Move(who, "draws", str(number) if number > 1 else "", breaks=wrong, hidden=hidden)
    yield Move(who, "draws", str(len(p.ahead) + 1), breaks=("no-cards-left", *wrong))


def penalties(p: Position) -> Iterator[Move]:
    """A player who forgot the call draws at any time, at the latest before the next card."""
    due = min(p.table.house["missed-call"], len(p.ahead))
    for seat in filter(p.owes, p.held) if due else ():
        aside, words = seat != p.turn, " ".join(p.ahead[:due])
        less = (f"{seat} draws {due}", f"{seat} draws ?{due}")
        for card in (p.stock or p.discards) if due == 1 else [words]:
            yield Move(seat, "draws", card, less, listed=due == 1, aside=aside)
        yield Move(seat, "draws", str(due) if due > 1 else "", aside=aside)
        yield Move(seat, "draws", str(due + 1), breaks=("page-one-penalty", "no-cards-left"), aside=aside)


def likely(p: Position, move: Move) -> float:
    if move.verb == "draws":
        return 0 if not move.words.rstrip("0123456789") else 1 / (1 + len(p.stock or p.discards))
    return 0.5 if move.verb == "declares page-one" else 1


def after(p: Position, move: Move) -> Position:
    who, words = move.who, move.words.split()
    if move.verb == "declares page-one":
        return replace(p, alone="", owing=p.owing - {who})
    if move.verb == "stuck":
        return replace(p, stuck=True, happened=p.happened | {"stuck"})
    owes = p.owes(who)
    if move.verb == "draws" and owes:
        p = replace(p, owing=p.owing - {who}, alone=p.alone.replace(who, ""), happened=p.happened | {"a penalty"})
        return drawn(p, who, words)
    if p.alone and p.alone != who and "page-one-penalty" not in p.table.struck:
        p = replace(p, owing=p.owing | {p.alone})
    p = replace(p, alone="")
    if move.verb == "draws":
        return drawn(replace(p, looked=(*p.looked, *words)), who, words)
    card, hand = words[0], without(p.held[who], words)
    alone = who if len(hand) == 1 and "page-one" not in p.table.struck else ""
    p = replace(p, held={**p.held, who: hand}, looked=(), owing=p.owing - {who}, alone=alone)
    trick = (*p.trick, card)
    p = replace(p, trick=trick, turn=p.table.left(who))
    if len(trick) < len(p.held):
        return p
    strength = [(card == "JK", card[-1] == trick[0][-1], card != "JK" and -RANKS.index(card[:-1])) for card in trick]
    taker = p.table.left(who, 1 + strength.index(max(strength)))
    return replace(p, discards=(*p.discards, *trick), trick=(), turn=taker)


def drawn(p: Position, who: str, cards: list[str]) -> Position:
    """Draws from the stock, and when it is empty from the finished tricks."""
    stock, discards, happened = p.stock, p.discards, p.happened
    for card in cards:
        if not stock:
            stock, discards, happened = discards, (), happened | {"restocked"}
        stock = without(stock, [card])
    return replace(p, stock=stock, discards=discards, held={**p.held, who: (*p.held[who], *cards)}, happened=happened)


def score(p: Position) -> dict[str, int]:
    """A game won, or the points left to the others."""
    if not p.winner or p.table.house["points"] == "games":
        return {p.winner: 1} if p.winner else {}
    return {p.winner: p.table.house["each-card"] * sum(map(len, p.held.values()))}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    if end.winner:
        yield f"{end.winner} out"
        if end.table.house["points"] == "cards":
            yield {f"{seat} holds {len(cards)}" for seat, cards in end.held.items() if cards}


def winners(table: ModelTable) -> set[str]:
    """After the last game, or at the goal, the players with the most points. Everybody if nobody has won any."""
    scores = {seat: table.scores.get(seat, 0) for seat in table.seats}
    best = {seat for seat, won in scores.items() if won == max(scores.values())}
    if table.house["points"] == "cards":
        return best if max(scores.values()) >= table.house["goal"] else set()
    return best if table.hand > table.house["games"] else set()


def came_to(end: Position) -> frozenset[str]:
    return end.happened


def facts(p: Position) -> dict[str, Any]:
    least = min(map(len, p.held.values()))
    now = {"stock": len(p.stock), "discards": len(p.discards), "least": least} if not (p.winner or p.stuck) else {}
    return now | {"game": p.table.hand}
