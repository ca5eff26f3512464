"""Carioca: each hand has a contract of trios and escaleras. A player who has met it melds more and goes out."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, islice, product
from typing import Any, NamedTuple

from referee.testing.models import SUITS, Cards, Dealt, ModelTable, Move, pack, shuffled, without

PLAYERS = range(2, 6)
BOOK = {
    "hands": "1-7", "packs": 2, "pack-jokers": 2, "hand-size": 11, "last-hand": 12, "jokers": 1, "new-melds": "yes",
    "round-the-corner": "no", "joker-swaps": "yes", "joker": 50, "ace": 20, "court": 10, "low-cards": "pips",
    "direction": "right",
}  # fmt: skip
STRIKES = ("contract", "one-joker", "later-turns")
LISTED = ("takes", "melds", "lays", "discards")
REACHES = (
    "draws", "melds", "lays", "holds", "melds of contract", "lays of contract", "melds of meld-shape",
    "lays of later-turns", "lays of extension", "takes of draw-first", "melds of one-joker", "discards of hand-count",
)  # fmt: skip
CONTRACTS = {
    "two trios": "TT", "trio and escalera": "TE", "two escaleras": "EE", "three trios": "TTT",
    "two trios and an escalera": "TTE", "a trio and two escaleras": "TEE", "three escaleras": "EEE",
    "four trios": "TTTT",
}  # fmt: skip
LADDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
ROWS = {(suit, low): [rank + suit for rank in (LADDER * 2)[low : low + 4]] for suit in SUITS for low in range(11)}
ROUND = {(suit, low): [rank + suit for rank in (LADDER[:13] * 2)[low : low + 4]] for suit in SUITS for low in range(13)}


class Meld(NamedTuple):
    cards: Cards
    suit: str = ""  # of an escalera
    low: int = 0  # the step of the ladder on which it begins


@dataclass(frozen=True)
class Position(Dealt):
    stock: Cards
    pile: Cards
    turn: str
    slow: bool  # nobody melds while there are cards to draw
    melds: tuple[Meld, ...] = ()
    down: tuple[str, ...] = ()
    early: bool = False  # the contract was met in this turn
    drawn: bool = False
    again: bool = False  # the stock was shuffled anew
    told: tuple[str, ...] = ()

    @property
    def step(self) -> int:
        return 1 if self.table.house["direction"] == "left" else -1

    @property
    def corner(self) -> bool:
        return bool(self.table.house["round-the-corner"] == "yes")

    @property
    def contract(self) -> str:
        return list(CONTRACTS)[int(self.table.house["hands"][0]) + self.table.hand - 2]


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Eleven cards each, twelve for the last contract. Many hands can meet it, at least one."""
    p = Position(table, {}, {}, (), (), "", chance.random() < 0.1)
    p, house = replace(p, turn=table.left(table.dealer, p.step)), table.house
    size = house["last-hand" if p.contract in ("three escaleras", "four trios") else "hand-size"]
    cards, star = shuffled(pack(packs=house["packs"], jokers=house["pack-jokers"]), chance), chance.choice(table.seats)
    for seat in (star, *without(table.seats, [star])):
        melds = zip(CONTRACTS[p.contract], chance.sample(SUITS, 4), chance.sample(range(10), 4), strict=False)
        wanted, more = Counter[str](), Counter[str]()
        for kind, suit, low in melds if seat == star or chance.random() < 0.5 else ():
            row = [rank + suit for rank in LADDER[low : low + 8]] if kind == "E" else [LADDER[low] + s for s in SUITS]
            wanted += Counter(row[: 3 + (kind == "E")]) - Counter(row[: seat != star and chance.random() < 0.2])
            more += Counter(row * 2)
        lucky = [*(wanted & Counter(cards)).elements()]
        lucky += (more & (Counter(cards) - Counter(lucky))).elements()
        p.dealt[seat] = (*lucky, *without(cards, lucky))[:size]
        cards = [*without(cards, p.dealt[seat])]
    return replace(p, held=p.dealt, stock=tuple(cards[1:]), pile=(cards[0],))


def opening(p: Position) -> Iterator[Move]:
    yield Move(p.table.dealer, "deals", str(len(p.dealt[p.turn])), less=("deal",))
    yield Move("", "upcard", p.pile[0], less=("",))


@cache
def shapes(hand: Cards, corner: bool) -> list[Meld]:
    """Every trio and every escalera in a hand, with jokers for other cards."""
    held, melds = Counter(hand), []
    for rank in LADDER[1:]:
        alike = sorted(card for card in hand if card[:-1] == rank and card != "JK")
        for wild in range(min(held["JK"], 2) + 1):
            melds += [Meld((*cards, *["JK"] * wild)) for cards in dict.fromkeys(combinations(alike, 3 - wild))]
    for (suit, low), row in (ROUND if corner else ROWS).items():
        enough = len(held.keys() & row) + held["JK"] > 3
        for cards in product(*(sorted({card, "JK"} & {*hand}) for card in row)) if enough else ():
            if cards.count("JK") <= min(held["JK"], 3):
                melds.append(Meld(cards, suit, low))
    return melds


def contracts(hand: Cards, due: str, jokers: int, corner: bool) -> Iterator[tuple[Meld, ...]]:
    if not due:
        yield ()
    for meld in shapes(hand, corner) if due else ():
        if (due[0] == "E") == bool(meld.suit) and meld.cards.count("JK") <= jokers:
            yield from ((meld, *others) for others in contracts(without(hand, meld.cards), due[1:], jokers, corner))


def laid(p: Position, meld: Meld, card: str, end: str = "") -> Meld | str:
    """A meld with one more card, or the rule that forbids it. A freed joker goes to an end, preferably the high one."""
    cards, suit, low = meld
    if not suit:
        fits = card == "JK" or card[:-1] in [other[:-1] for other in cards if other != "JK"]
        return Meld((*cards, card)) if fits and not end else "extension"
    circle = 13 if p.corner else 99
    place = [(LADDER[:13] * 3 if p.corner else LADDER)[at] + suit for at in range(39 if p.corner else 14)]
    swap = [at for at, other in enumerate(cards) if other == "JK" and card == place[low + at]]
    if swap and p.table.house["joker-swaps"] == "no":
        return "joker-swap"
    for at in swap:
        cards, card = (*cards[:at], card, *cards[at + 1 :]), "JK"
    low += 13 * p.corner * (low == 0)
    high = low + len(cards)
    if end != "low" and high < len(place) and len(cards) < circle and card in ("JK", place[high]):
        return Meld((*cards, card), suit, low)
    if end != "high" and low and len(cards) < circle and card in ("JK", place[low - 1]):
        return Meld((card, *cards), suit, low - 1)
    return "joker-swap" if swap else "extension"


def moves(p: Position) -> Iterator[Move]:
    who, hand, other = p.turn, p.held[p.turn], p.table.left(p.turn, p.step)
    if not hand:
        for seat, points in score(p).items():
            if seat == who:
                yield Move(seat, "out", aside=True)
                continue
            yield Move(seat, "holds", " ".join(p.held[seat]), (f"{seat} holds {points}",), aside=seat in p.told)
            yield Move(seat, "holds", str(points + 1), breaks=("hand-count", "deadwood", "packs"))
            yield Move(seat, "out", breaks=("hand-end",))
            yield Move(seat, "draws", breaks=("hand-end",))
        return
    again, first = ("draw-first",) * p.drawn, ("draw-first",) * (not p.drawn)
    for card in dict.fromkeys(("", *p.pile[::-1])) if p.pile else ():
        yield Move(who, "takes", card, breaks=(*again, *["draw-first"] * (card not in ("", p.pile[-1]))))
    if stock := p.stock or p.pile[:-1]:
        yield Move(who, "draws", stock[-1], (f"{who} draws",), breaks=again)
        yield Move(who, "draws", "2", breaks=("draw-first",))
        yield Move(other, "draws", breaks=("turn-order",))
    for card in p.stock[: bool(p.stock) and p.stock[0] not in hand]:
        unseen = p.drawn and not p.melds and not p.again
        yield Move(who, "discards", card, breaks=("hand-count",), hidden=unseen)
    if p.drawn:
        yield Move(who, "out", breaks=("hand-end",))
        yield Move(who, "holds", "20", breaks=("hand-count",))
    yield from (Move(who, "discards", card, breaks=first) for card in dict.fromkeys(hand))
    yield from melding(p, hand, first)
    first += ("contract",) * (who not in p.down) + ("later-turns",) * p.early
    for on, card, end in product(range(1, 1 + len(p.melds)), dict.fromkeys(hand), ("", "low", "high")):
        longer = laid(p, p.melds[on - 1], card, end)
        wrong = (*first, longer) if isinstance(longer, str) else first
        yield Move(who, "lays", f"{card} on {on} {end}".strip(), breaks=wrong)
        for more in without(hand, [card]) if not wrong and not end else ():
            if isinstance(longer, Meld) and isinstance(laid(p, longer, more), Meld):
                yield Move(who, "lays", f"{card} {more} on {on}", listed=False)


def melding(p: Position, hand: Cards, first: Cards) -> Iterator[Move]:
    """The contract exactly; new melds from the next turn on."""
    down, due, most, every = p.turn in p.down, CONTRACTS[p.contract], p.table.house["jokers"], shapes(hand, p.corner)
    later = ("later-turns",) * p.early + ("contract",) * (p.table.house["new-melds"] == "no")
    for groups in [
        *((meld,) for meld in every),
        *(islice(contracts(hand, due, most, p.corner), 20) if not down else ()),
        *(islice(contracts(hand, due, 4, p.corner), 5) if not down else ()),
        *(islice(contracts(hand, due + "T", most, p.corner), 2) if not down else ()),
    ]:
        kinds = "".join("E" if meld.suit else "T" for meld in groups)
        jokers = max(meld.cards.count("JK") for meld in groups) > most
        wrong = later if down else ("contract",) * (kinds != due) + ("one-joker",) * jokers
        words = ", ".join(" ".join(meld.cards) for meld in groups)
        single = len(groups) == 1 and (down or "contract" in p.table.struck)
        yield Move(
            p.turn,
            "melds",
            words,
            breaks=first + wrong,
            listed=single and len(every) < 100,
        )
    if not shapes(hand[-4:], p.corner):
        yield Move(p.turn, "melds", " ".join(hand[-4:]), breaks=("meld-shape", "draw-first"))


def likely(p: Position, move: Move) -> float:
    """Useless cards are discarded."""
    if move.verb == "takes":
        return 0.5 * (bool(move.words) or len(p.pile) > 1)
    if move.verb == "discards":
        return 3 if move.words == p.held[p.turn][-1] else 0.002
    return {"melds": 0.001 if p.slow and not p.again else 40, "lays": 10, "draws": 2}.get(move.verb, 1)


def after(p: Position, move: Move) -> Position:
    words, hand, melds, down, early = move.words.split(), p.held[p.turn], [*p.melds], p.down, p.early
    match move.verb:
        case "holds" | "out":
            return replace(p, told=(*p.told, move.who))
        case "takes":
            return replace(p, held={**p.held, p.turn: (*hand, p.pile[-1])}, pile=p.pile[:-1], drawn=True)
        case "draws":
            p = p if p.stock else replace(p, stock=p.pile[:-1], pile=p.pile[-1:], again=True)
            return replace(p, held={**p.held, p.turn: (*hand, p.stock[-1])}, stock=p.stock[:-1], drawn=True)
        case "discards":
            left = without(hand, words)
            p = replace(p, held={**p.held, p.turn: left}, pile=(*p.pile, *words), drawn=False, early=False)
            return replace(p, turn=p.table.left(p.turn, p.step)) if left else p
        case "melds":
            for cards in move.words.split(", "):
                melds += [meld for meld in shapes(hand, p.corner) if " ".join(meld.cards) == cards][:1]
            down, early, words = (*down, p.turn), p.turn not in down, move.words.replace(",", "").split()
        case _:
            place, end = words.index("on"), words[-1] if words[-1] in ("low", "high") else ""
            on, words = int(words[place + 1]) - 1, words[:place]
            for card in words:
                longer = laid(p, melds[on], card, end)
                melds[on] = longer if isinstance(longer, Meld) else melds[on]
    held = {**p.held, p.turn: without(hand, words)}
    return replace(p, held=held, melds=tuple(melds), down=down, early=early)


def value(card: str, house: Mapping[str, Any]) -> int:
    special = {"JK": "joker", "K": "court", "Q": "court", "J": "court", "A": "ace"}
    rank = card if card == "JK" else card[:-1]
    if rank in special:
        return int(house[special[rank]])
    return int(rank) if house["low-cards"] == "pips" else 5 if int(rank) < 8 else 10


def score(p: Position) -> dict[str, int]:
    return {seat: sum(value(card, p.table.house) for card in hand) for seat, hand in p.held.items()}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The cards left in all hands except the winner's."""
    first = len(start.pile) == 1 and start.turn == start.table.left(start.table.dealer, start.step) and not start.drawn
    if not all(start.held.values()):
        return
    if not first:
        yield "rest"
    yield from [f"{end.turn} out"] * (end.table.hand % 2)
    yield {f"{seat} holds {points}" for seat, points in score(end).items() if seat != end.turn}


def contrary(start: Position, end: Position) -> Iterator[str]:
    """More cards than a player had left."""
    if start.drawn:
        yield from (f"rest; {seat} holds {' '.join(['8'] * (len(hand) + 1))}" for seat, hand in start.held.items())


def facts(p: Position) -> dict[str, object]:
    cards, top = {seat: len(hand) for seat, hand in p.held.items()}, {"top": p.pile[-1]} if len(p.pile) > 1 else {}
    known = {"stock": len(p.stock), "melds": len(p.melds), "cards": cards, **top}
    return {"contract": p.contract, "hand": p.table.hand, **known}


def onward(p: Position) -> ModelTable:
    return p.table.onward(score(p), dealer=p.table.left(p.table.dealer, p.step))


def winners(table: ModelTable) -> set[str]:
    first, last = map(int, table.house["hands"].split("-"))
    least = min(table.scores.values())
    return (
        {seat for seat, points in table.scores.items() if points == least} if table.hand > last - first + 1 else set()
    )
