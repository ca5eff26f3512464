"""Razz: stud poker for the lowest hand; seven cards, and a round of bets on every street."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from tests.models import RANKS, SUITS, Move, Table, pack, shuffled, without

PLAYERS = range(2, 9)
BOOK = {"ante": 1, "bet": 4, "big-bet": 2, "cap": None, "burn": "no"}
LISTED = ("bets", "calls", "raises", "checks", "folds")
REACHES = ("checks of community-card", "takes pot", "takes pot of best-low", "one is left", "several share")
HANDS = 4
Cards = tuple[str, ...]


@dataclass(frozen=True)
class Position:
    table: Table
    stock: Cards
    down: dict[str, Cards]
    up: dict[str, Cards]
    staying: Cards  # from the dealer's left
    paid: dict[str, int]
    street: int = 2
    to_act: Cards = ()
    order: str = ""  # the rule that says whose turn it is
    level: int = 0  # what everybody still in had paid before this round
    raises: int = 0
    shown: Cards = ()

    @property
    def bet(self) -> int:
        return int(self.table.house["bet"] * (self.table.house["big-bet"] if self.street > 4 else 1))

    @property
    def stake(self) -> int:
        return max(self.paid.values()) - self.level

    @property
    def due(self) -> int:
        """The stake after a bet or raise, the first of which completes a bring-in."""
        return self.stake + self.bet if self.stake >= self.bet else self.bet

    @property
    def coming(self) -> Cards:
        """What is dealt next: one card each, or a common one where the last street has too few."""
        cards = self.stock[self.street > 2 and self.table.house["burn"] == "yes" and len(self.stock) > 1 :]
        return cards[: len(self.staying)] if len(cards) >= len(self.staying) else cards[:1]

    @property
    def over(self) -> bool:
        return len(self.staying) == 1 or {*self.staying} <= {*self.shown}

    @property
    def pot(self) -> int:
        return int(self.table.house["ante"]) * len(self.paid) + sum(self.paid.values())

    @cached_property
    def best(self) -> list[str]:
        """The last one in, or all with the lowest hand."""
        if len(self.staying) == 1:
            return [*self.staying]
        lows = [min(map(worth, combinations(self.down[seat] + self.up[seat], 5))) for seat in self.staying]
        return [seat for seat, low in zip(self.staying, lows, strict=True) if low == min(lows)]


def height(card: str) -> int:
    return ("A", *RANKS[:0:-1]).index(card[:-1])


def worth(cards: Iterable[str]) -> tuple[list[int], list[int]]:
    """The less the lower: fewer alike, then rank by rank, matched cards first."""
    alike = sorted(((number, rank) for rank, number in Counter(map(height, cards)).items()), reverse=True)
    return [number for number, _ in alike], [rank for _, rank in alike]


def deal(table: Table, chance: random.Random) -> Position:
    """Two cards down; now and then the pack lies so that players who all stay get the same ranks."""
    around, stock = table.around(table.left(table.dealer)), shuffled(pack(), chance)
    if chance.random() < 0.5:
        ranks = shuffled(RANKS, chance)
        stock.sort(key=lambda card: (SUITS.index(card[-1]) >= len(around), ranks.index(card[:-1])))
    down: dict[str, Cards] = {seat: (stock.pop(0), stock.pop(len(around) - 1 - i)) for i, seat in enumerate(around)}
    return Position(table, tuple(stock), down, dict.fromkeys(around, ()), around, dict.fromkeys(around, 0))


def dealt(p: Position) -> dict[str, Cards]:
    return p.down


def moves(p: Position) -> Iterator[Move]:
    if p.over:
        return
    if p.street == 7 and not p.to_act:
        yield from showdown(p)
        return
    if p.to_act:
        yield from acts(p)
    cards = p.coming or ("AS",)
    yield Move("", "upcard", " ".join(cards), breaks=("streets", "community-card") if p.to_act else ())
    if not p.to_act:
        leader, other = min(p.staying, key=lambda seat: worth(p.up[seat])), (*p.up[p.staying[0]], cards[0])[0]
        yield Move("", "upcard", " ".join([*cards, p.stock[-1]]), breaks=("streets",))
        yield Move("", "upcard", " ".join([other, *cards[:-1]]), breaks=("one-pack",))
        yield Move(leader, "checks", breaks=("community-card" if p.street == 6 else "betting",))


def acts(p: Position) -> Iterator[Move]:
    """The first must bet half or whole; then without a bet one checks or bets, against one calls, raises or folds."""
    who, first, cap = p.to_act[0], p.order == "bring-in", p.table.house["cap"]
    incomplete, must = p.street == 3 and p.stake < p.bet, ("bring-in",) * first
    answers, free = ("betting",) * (not p.stake), ("betting",) * (p.stake > 0)
    yield Move(who, "folds", breaks=must)
    yield Move(who, "checks", breaks=must or free)
    yield Move(who, "calls", breaks=answers)
    if first:
        yield Move(who, "bets", str(p.bet // 2))
    capped = ("raise-cap",) * (cap is not None and p.raises >= cap and not incomplete)
    for verb, wrong in (("bets", () if incomplete else free), ("raises", answers + capped)):
        yield Move(who, verb, breaks=wrong)
        yield Move(who, verb, str(p.due), breaks=wrong)
        yield Move(who, verb, str(p.due + 1), breaks=(*wrong, *(must or ["bet-size"])))
    for other in without(p.table.seats, [who]):
        yield Move(other, "calls" if p.stake else "checks", breaks=(p.order, "betting")[: 1 + (other not in p.staying)])


def showdown(p: Position) -> Iterator[Move]:
    """Hands are shown or given up; who takes the pot may be told in place of it."""
    for seat, down in p.down.items():
        if seat not in p.staying:
            yield Move(seat, "takes pot", breaks=("put-in", "best-low"))
        elif seat not in p.shown:
            yield Move(seat, "shows", " ".join(down), less=(f"{seat} shows {' '.join(p.up[seat] + down)}",))
            yield Move(seat, "shows", " ".join(down[1:]), breaks=("streets",))
            yield Move(seat, "shows", " ".join([*down[1:], p.up[p.table.left(seat)][0]]), breaks=("one-pack",))
            yield Move(seat, "folds", aside=True)
        elif {*p.best} <= {*p.shown} and p.best != [seat]:
            yield Move(seat, "takes pot", breaks=("best-low",))
    yield Move("+".join(p.best), "takes pot", aside=True)


def likely(p: Position, move: Move) -> float:
    return 0.03 if move.verb == "folds" else 0.1 if move.verb in ("raises", "bets", "takes pot") else 1


def street(p: Position) -> Position:
    """The next street is dealt; the highest door card opens, later the lowest hand showing."""
    cards, number = p.coming, p.street + 1
    side, stock = "up" if number < 7 or len(cards) == 1 else "down", p.stock[p.stock.index(cards[-1]) + 1 :]
    dealt_now = zip(p.staying, cards * len(p.staying), strict=False)
    p = replace(p, **{side: getattr(p, side) | {seat: (*getattr(p, side)[seat], card) for seat, card in dealt_now}})
    if number == 3:
        first = max(p.staying, key=lambda seat: (height(p.up[seat][0]), -SUITS.index(p.up[seat][0][-1])))
    else:
        first = min(p.staying, key=lambda seat: worth(p.up[seat][:4]))
    to_act = tuple(seat for seat in p.table.around(first) if seat in p.staying)
    order, level = "bring-in" if number == 3 else "lowest-leads", max(p.paid.values())
    return replace(p, stock=stock, street=number, to_act=to_act, order=order, level=level, raises=0)


def after(p: Position, move: Move) -> Position:
    who = move.who
    match move.verb:
        case "upcard":
            return street(p)
        case "shows":
            return replace(p, shown=(*p.shown, who))
        case "takes pot":
            return replace(p, shown=p.staying)
        case "folds":
            p = replace(p, staying=without(p.staying, [who]), to_act=p.to_act[1:])
        case "checks" | "calls":
            p = replace(p, paid={**p.paid, who: p.level + p.stake}, to_act=p.to_act[1:])
        case _:
            others = tuple(seat for seat in p.table.around(who)[1:] if seat in p.staying)
            paid = {**p.paid, who: p.level + int(move.words or p.due)}
            p = replace(p, paid=paid, to_act=others, raises=p.raises + (p.stake >= p.bet))
    p = replace(p, order="betting")
    dealt_down = p.street == 6 and not p.to_act and len(p.coming) == len(p.staying) > 1
    return street(p) if dealt_down else p


def score(p: Position) -> dict[str, int]:
    """The pot, in equal shares, odd chips from the dealer's left."""
    each, odd = divmod(p.pot, len(p.best))
    share = {seat: each + (place < odd) for place, seat in enumerate(p.best)}
    return {seat: share.get(seat, 0) - p.table.house["ante"] - chips for seat, chips in p.paid.items()}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """What each put in, and who took it."""
    if start.street == 2:
        yield {f"{seat} bets {chips}" for seat, chips in end.paid.items() if chips}
        yield f"{'+'.join(end.best)} takes pot"


def facts(p: Position) -> dict[str, object]:
    told = {} if p.over or p.street < 3 else {"street": p.street, "bet": p.bet, "left": len(p.stock)}
    return {"pot": 0 if p.over else p.pot, "hand": p.table.hand, **told}


def came_to(p: Position) -> Iterator[str]:
    yield "one is left" if len(p.staying) == 1 else "several share" if len(p.best) > 1 else "a hand is best"
