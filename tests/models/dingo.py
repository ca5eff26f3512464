"""Dingo: hearts start the hunt for a diamond, and the last black card of the rank catches it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

from referee.testing.models import RANKS, Cards, Dealt, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(4, 5)
BOOK: Mapping[str, Any] = {"rounds": 4, "values": (10, 3, 2, 1), "kept": 3}
DECIDES = ("red-card-forfeit",)
STRIKES = ("not-own-wolf", "one-wolf", "rabbit-last", "no-ace-discard")
LISTED = ("plays", "passes", "discards")
REACHES = (
    "discards of no-ace-discard", "exchanges of exchange-order", "discards of discard-order", "passes",
    "plays of dingo-first", "passes of dingo-compulsory", "plays of hunt-order", "plays of one-wolf",
    "plays of not-own-wolf", "plays of rabbit-last", "AD played", "AD kept", "a lone dingo",
)  # fmt: skip
HANDS = 1
UPWARD = RANKS[:0:-1] + RANKS[:1]


@dataclass(frozen=True)
class Position(Dealt):
    scored: dict[str, int]
    against: dict[str, int]
    moved: int = 0  # cards thrown and handed on
    hunt: int = 0
    dingo: str = ""
    turns: Cards = ()  # who may still play wolves in this hunt
    wolves: Cards = ()  # who has
    gone: Cards = ()  # cards thrown openly or played
    best: Mapping[str, int] = field(default_factory=dict)  # the highest rabbit that each has caught
    shown: bool = False

    @property
    def changing(self) -> bool:
        return self.moved < 8 * int(self.table.house["rounds"]) - 4

    @property
    def rank(self) -> str:
        return UPWARD[self.hunt]

    def holder(self, card: str) -> str:
        return next(seat for seat, cards in self.held.items() if card in cards)


def deal(table: ModelTable, chance: random.Random) -> Position:
    cards = shuffled(["AD", *(card for card in pack() if card[-1] != "D")], chance)
    held = {seat: tuple(cards.pop() for _ in range(10)) for seat in table.seats}
    return Position(table, held, held, dict.fromkeys(held, 0), dict.fromkeys(held, 0))


def worth(p: Position) -> int:
    """The value of a card of the hunted rank."""
    _, ace, court, low = p.table.house["values"]
    return int(ace if p.rank == "A" else court if p.rank in ("K", "Q", "J", "10") else low)


# Legal moves


def moves(p: Position) -> Iterator[Move]:
    """Rounds of discards, each except the last followed by an exchange; then the hunts."""
    if p.changing:
        yield from changes(p)
    elif p.hunt < 13:
        yield from hunting(p)
    elif "AD" not in p.gone and not p.shown:
        yield Move(p.holder("AD"), "shows", "AD")
        yield Move(p.table.left(p.holder("AD")), "shows", "AD", breaks=("one-pack", "ace-rabbit"))


def changes(p: Position) -> Iterator[Move]:
    verb, order = ("discards", "exchanges")[p.moved // 4 % 2], p.table.around(p.table.dealer)
    who, other = order[p.moved % 4], order[(p.moved + 1) % 4]
    for card in p.held[who]:
        less = (f"{who} {verb} ?",) * (verb == "exchanges" or (card[-1] != "H" and card != "AD"))
        wrong = ("no-ace-discard",) * (verb == "discards" and card[0] == "A")
        yield Move(who, verb, card, less, wrong, listed=p.moved > 0)
    yield from [Move(who, "discards", "?")] * (verb == "discards" and p.moved > 0)
    yield Move(other, verb, p.held[other][0], breaks=("discard-order", "exchange-order", "no-ace-discard"))
    yield Move(who, verb, p.held[other][0], breaks=("one-pack", "no-ace-discard"))


def hunting(p: Position) -> Iterator[Move]:
    """The dingo first. Then the others in turn add wolves or pass; the next dingo also passes for the rest."""
    rank, black = p.rank, [card for card in pack([p.rank]) if card[-1] in "SC"]
    if not p.dingo:
        who = p.holder(rank + "H")
        yield Move(who, "plays", rank + "H")
        yield Move("", "passes", breaks=("dingo-compulsory",))
        yield Move(who, "passes", breaks=("hunt-order", "dingo-compulsory"))
        for seat, cards in p.held.items():
            yield from (Move(seat, "plays", card, breaks=("dingo-first",)) for card in cards if card != rank + "H")
        return
    who, last, following = p.turns[0], p.hunt == 12, over(p)
    yield Move(who, "passes", less=("",) * (following.hunt < 13))
    yield Move("", "passes", aside=True)
    if following.hunt < 13:
        card = following.rank + "H"
        yield Move(following.holder(card), "plays", card, listed=following.holder(card) == who, aside=True)
    mine = [card for card in (*black, *["AD"] * last) if card in p.held[who]]
    for cards in [cards for n in (1, 2, 3) for cards in permutations(mine, n)]:
        early = "AD" in cards and len(p.wolves) + cards.index("AD") < 2
        late = "AD" in cards[:-1]
        wrong = ("one-wolf",) * (len(cards) > 1 and not last) + ("rabbit-last",) * early
        if not late or wrong:
            yield Move(who, "plays", " ".join(cards), breaks=wrong)
    for seat in [seat for seat in p.held if seat not in p.turns]:
        yield Move(seat, "passes", breaks=("hunt-order",))
        for card in {*black} & {*p.held[seat]}:
            yield Move(seat, "plays", card, breaks=("hunt-order", "not-own-wolf"))


def likely(p: Position, move: Move) -> float:
    if move.words == "?" or (not move.who and p.hunt < 12) or (move.aside and move.who):
        return 0.03 if move.words != "?" else 0
    return 1 + 9 * move.words.count(" ") + 3 * (p.hunt == 12 and move.verb == "plays")


def after(p: Position, move: Move) -> Position:
    who, cards = move.who, tuple(move.words.split())
    if move.verb == "shows":
        return replace(p, shown=True)
    if p.dingo and (not who or (cards and cards[0][-1] == "H")):
        p = over(p)  # players without a report have passed
    held = {**p.held, who: without(p.held[who], cards)} if who else p.held
    if move.verb == "exchanges":
        getter = p.table.left(who, (p.moved + 4) // 8)
        return replace(p, held={**held, getter: held[getter] + cards}, moved=p.moved + 1)
    p = replace(p, held=held, gone=p.gone + cards)
    if move.verb == "discards":
        return skipped(replace(p, moved=p.moved + 1))
    if cards and cards[0][-1] == "H":
        turns = p.table.around(p.table.left(who))
        everybody = p.hunt == 12 or "not-own-wolf" in p.table.struck
        p = replace(p, dingo=who, turns=turns if everybody else turns[:-1])
    elif who:
        if "AD" in cards:
            p = replace(p, scored=added(p.scored, {who: p.table.house["values"][0]}), best={**p.best, who: 12})
        p = replace(p, turns=p.turns[1:], wolves=p.wolves + (who,) * sum(card != "AD" for card in cards))
    if not p.dingo:
        return p
    out = p.rank != "A" and all(wolf in p.gone for wolf in (p.rank + "S", p.rank + "C"))
    return over(p) if not p.turns or out or "AD" in cards else p


def over(p: Position) -> Position:
    """The result of the hunt: rabbit and last wolf for the last wolf's player, dingo and first wolf for the dingo's."""
    points, rank, last = worth(p), p.rank, p.wolves[-1:]
    if not last:
        p = replace(p, against=added(p.against, {p.dingo: points}))
    for who in (p.dingo, *p.wolves) if rank == "A" and last else (*[p.dingo] * len(p.wolves), *last * 2):
        p = replace(p, scored=added(p.scored, {who: points}))
    if rank != "A":
        p = replace(p, best={**p.best, **dict.fromkeys(last, p.hunt)})
    elif "AD" not in p.gone:
        p = replace(p, against=added(p.against, {p.holder("AD"): p.table.house["kept"]}))
    return skipped(replace(p, hunt=p.hunt + 1, dingo="", turns=(), wolves=()))


def skipped(p: Position) -> Position:
    """A rabbit whose dingo was discarded counts nothing, except A♦ against the player who holds it."""
    while not p.changing and p.hunt < 13 and p.rank + "H" in p.gone:
        kept = {p.holder("AD"): p.table.house["kept"]} if p.rank == "A" and "AD" not in p.gone else {}
        p = replace(p, hunt=p.hunt + 1, against=added(p.against, kept))
    return p


def score(p: Position) -> dict[str, int]:
    return {seat: p.scored[seat] - p.against[seat] for seat in p.held}


def onward(p: Position) -> ModelTable:
    return p.table.onward(score(p), kept=p.best)


corrected = None  # nobody tells the rabbits of players who weren't level before


def winners(table: ModelTable) -> set[str]:
    """The most points; between equals the highest rabbit decides."""
    return ahead(ahead({*table.seats}, table.scores), table.kept)


def ahead(seats: set[str], count: Mapping[str, int]) -> set[str]:
    return {seat for seat in seats if count.get(seat, -1) == max(count.get(other, -1) for other in seats)}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The piles, and if leaders are level, the highest rabbit of each."""
    if (start.moved and start.changing) or start.dingo or start.hunt == 13:
        return
    yield {f"{seat} scores {points} penalty" for seat, points in end.against.items() if points}
    yield {f"{seat} scores {points}" for seat, points in end.scored.items()}
    level = ahead({*end.held}, score(end))
    best = {seat: UPWARD[end.best[seat]] + "D" if seat in end.best else "0" for seat in level}
    yield {f"{seat} holds {card}" for seat, card in best.items() if len(level) > 1}


def facts(p: Position) -> dict[str, object]:
    if p.changing:
        return {"round": (p.moved + 4) // 8 + 1}
    return {"hunt": p.rank, "wolves": len(p.wolves), "rabbits": 13 - p.hunt} if p.hunt < 13 else {}


def came_to(p: Position) -> Iterator[str]:
    yield "AD played" if "AD" in p.gone else "AD kept"
    yield from ["a lone dingo"] * any(points not in (0, 3) for points in p.against.values())
