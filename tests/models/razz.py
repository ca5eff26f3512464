"""Razz: stud poker for the lowest hand; seven cards, and a round of bets on every street."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from referee.testing.models import RANKS, SUITS, Cards, Move, Table, pack, shuffled, without

PLAYERS = range(2, 9)
BOOK = {
    "ante": 1, "bet": 4, "big-bet": 2, "cap": None, "burn": "no", "down": 2, "cards": 7, "bring-ins": 2,
    "double-from": 5, "opener": "high", "limit": "fixed", "two-left": "capped", "low": "ace-to-five",
}  # fmt: skip
STRIKES = ("bring-in", "lowest-leads", "betting", "bet-size", "raise-cap", "best-low")
LISTED = ("bets", "calls", "raises", "checks", "folds")
REACHES = ("checks of community-card", "takes pot", "takes pot of best-low", "one is left", "several share")
HANDS = 4


@dataclass(frozen=True)
class Position:
    table: Table
    stock: Cards
    down: dict[str, Cards]
    up: dict[str, Cards]
    staying: Cards  # from the dealer's left
    paid: dict[str, int]
    street: int
    to_act: Cards = ()
    order: str = ""  # the rule that says whose turn it is
    before: dict[str, int] = field(default_factory=dict)  # what everybody had paid when the round began
    raised: int = 0  # by how much, at last
    raises: int = 0
    uncapped: bool = False
    acted: bool = False  # somebody has, in this round
    shown: Cards = ()
    took: Cards = ()

    @property
    def small(self) -> int:
        """The bring-in."""
        house = self.table.house
        return max(1, house["bet"] // house["bring-ins"]) if house["opener"] == "high" else 0

    @property
    def first(self) -> bool:
        """The door cards have been dealt, and no more."""
        return self.street == self.table.house["down"] + 1

    @property
    def bet(self) -> int:
        house = self.table.house
        late = self.street >= house["double-from"] and house["limit"] != "spread"
        return int(house["bet"] * (house["big-bet"] if late else 1))

    def in_round(self, seat: str) -> int:
        return self.paid[seat] - self.before.get(seat, 0)

    @property
    def stake(self) -> int:
        return max(map(self.in_round, self.paid))

    @property
    def incomplete(self) -> bool:
        return self.stake < self.bet if self.first and self.small else not self.stake

    @property
    def due(self) -> int:
        """The least stake after a bet or raise, the first of which completes a bring-in."""
        raised = self.bet if self.table.house["limit"] == "fixed" else max(self.bet, self.raised)
        return self.bet if self.incomplete else self.stake + raised

    def most(self, who: str) -> int:
        """The highest: so much more than the stake, or as much as is in the pot when that is paid."""
        limit, house = self.table.house["limit"], self.table.house
        room = {
            "fixed": 0,
            "spread": house["bet"] * house["big-bet"],
            "pot": self.pot + self.stake - self.in_round(who),
        }
        return max(self.due, self.stake + room[limit])

    @property
    def coming(self) -> Cards:
        """What is dealt next: one card each, or a common one where the last street has too few."""
        burn = self.street > 2 and bool(self.up[self.staying[0]]) and self.table.house["burn"] == "yes"
        cards = self.stock[burn and len(self.stock) > 1 :]
        return cards[: len(self.staying)] if len(cards) >= len(self.staying) else cards[:1]

    @property
    def over(self) -> bool:
        return len(self.staying) == 1 or {*self.staying} <= {*self.shown}

    @property
    def last(self) -> bool:
        return self.street == self.table.house["cards"]

    @property
    def pot(self) -> int:
        return int(self.table.house["ante"]) * len(self.paid) + sum(self.paid.values())

    def worth(self, cards: Iterable[str]) -> tuple[int, list[int]]:
        return worth(cards, self.table.house["low"])

    @cached_property
    def best(self) -> list[str]:
        """The last one in, or all with the lowest hand."""
        if len(self.staying) == 1:
            return [*self.staying]
        lows = [min(map(self.worth, combinations(self.down[seat] + self.up[seat], 5))) for seat in self.staying]
        return [seat for seat, low in zip(self.staying, lows, strict=True) if low == min(lows)]


def height(card: str, way: str) -> int:
    order = (*RANKS[:0:-1], "A") if way == "deuce-to-seven" else ("A", *RANKS[:0:-1])
    return order.index(card[:-1])


def worth(cards: Iterable[str], way: str) -> tuple[int, list[int]]:
    """The less the lower: fewer alike, then rank by rank, matched cards first; straights and flushes may be above
    three alike."""
    cards = [*cards]
    alike = sorted(((n, rank) for rank, n in Counter(height(card, way) for card in cards).items()), reverse=True)
    ranks = [rank for _, rank in alike]
    pattern = [n for n, _ in alike if n > 1]
    kind = [[], [2], [2, 2], [3], ["straight"], ["flush"], [3, 2], [4]].index(pattern)
    if way != "ace-to-five" and len(ranks) == 5:
        straight, flush = ranks[0] - ranks[4] == 4, len({card[-1] for card in cards}) == 1
        kind = 8 if straight and flush else 5 if flush else 4 if straight else 0
    return kind, ranks


def deal(table: Table, chance: random.Random) -> Position:
    """Some cards down; now and then the pack lies so that players who all stay get the same ranks."""
    around, stock = table.around(table.left(table.dealer)), shuffled(pack(), chance)
    if chance.random() < 0.5:
        ranks = shuffled(RANKS, chance)
        stock.sort(key=lambda card: (SUITS.index(card[-1]) >= len(around), ranks.index(card[:-1])))
    number = table.house["down"]
    first = [(stock.pop(0), stock.pop(len(around) - 1 - i), stock.pop()) for i in range(len(around))]
    down = {seat: cards[:number] for seat, cards in zip(around, first, strict=True)}
    stock += [card for cards in first for card in cards[number:]]
    nothing = dict.fromkeys(around, 0)
    return Position(table, tuple(stock), down, dict.fromkeys(around, ()), around, nothing, number)


def dealt(p: Position) -> dict[str, Cards]:
    return p.down


def moves(p: Position) -> Iterator[Move]:
    if p.over:
        return
    if p.last and not p.to_act:
        yield from showdown(p)
        return
    if p.to_act:
        yield from acts(p)
    cards = p.coming or ("AS",)
    yield Move("", "upcard", " ".join(cards), breaks=("streets", "community-card") if p.to_act else ())
    if not p.to_act:
        other = (*p.up[p.staying[0]], cards[0])[0]
        yield Move("", "upcard", " ".join([*cards, p.stock[-1]]), breaks=("streets",))
        yield Move("", "upcard", " ".join([other, *cards[:-1]]), breaks=("one-pack",))
        last = p.street == p.table.house["cards"] - 1
        leader = min(p.staying, key=lambda seat: p.worth(p.up[seat]))
        yield Move(leader, "checks", breaks=("community-card",) if last else ("betting", "illegal"))


def acts(p: Position) -> Iterator[Move]:
    """The first must bet half or whole; then without a bet one checks or bets, against one calls, raises or folds."""
    who, first, cap = p.to_act[0], p.order == "bring-in", p.table.house["cap"]
    must = ("bring-in",) * (first and not p.acted)
    answers, free = ("betting",) * (p.stake <= p.in_round(who)), ("betting",) * (p.stake > p.in_round(who))
    yield Move(who, "folds", breaks=must)
    yield Move(who, "checks", breaks=must + free)
    yield Move(who, "calls", breaks=must + answers)
    if must and p.small < p.bet:
        yield Move(who, "bets", str(p.small))
    capped = ("raise-cap",) * (cap is not None and p.raises >= cap and not p.incomplete and not p.uncapped)
    stakes, most, step = range(p.due, p.most(who) + 1), p.most(who), (p.first and p.small) or p.bet
    for verb, wrong in (("bets", ("betting",) * (not p.incomplete)), ("raises", must + answers + capped)):
        yield Move(who, verb, breaks=wrong)
        for stake in sorted({*stakes[:101], most}):
            yield Move(who, verb, str(stake), breaks=wrong)
        for stake in {most + 1, *range(step, 12 * step, step)} - {*stakes, p.small * bool(must)}:
            if stake > p.stake:
                yield Move(who, verb, str(stake), breaks=(*wrong, "bet-size"), listed=False)
        yield Move(who, verb, str(p.stake), breaks=("impossible",))
    for other in without(p.table.seats, [who]):
        turn = p.order if other in p.staying else "impossible"
        yield Move(other, "folds", breaks=(turn,), listed=False, aside=True)


def showdown(p: Position) -> Iterator[Move]:
    """Hands are shown or given up; who takes the pot may be told in place of it."""
    for seat, down in p.down.items():
        if seat not in p.staying:
            yield Move(seat, "takes pot", breaks=("put-in", "best-low"))
        elif seat not in p.shown:
            yield Move(seat, "shows", " ".join(down), less=(f"{seat} shows {' '.join(p.up[seat] + down)}",))
            yield Move(seat, "shows", " ".join(down[1:]), breaks=("streets", "unclear"))
            yield Move(seat, "shows", " ".join([*down[1:], p.up[p.table.left(seat)][0]]), breaks=("one-pack",))
            yield Move(seat, "folds", aside=True)
        elif {*p.best} <= {*p.shown} and p.best != [seat]:
            yield Move(seat, "takes pot", breaks=("best-low",), aside=True)
    yield Move("+".join(p.best), "takes pot", aside=True)


def likely(p: Position, move: Move) -> float:
    if move.verb == "folds":
        return 0.03 if move.who in p.to_act[:1] else 0.003
    if move.verb in ("raises", "bets"):
        return 0.2 / (1 + p.most(move.who) - p.due) if move.words else 0.1
    return 0.1 if move.verb == "takes pot" else 1


def street(p: Position) -> Position:
    """The next street is dealt; the highest door card opens, later the lowest hand showing."""
    cards, number, house = p.coming, p.street + 1, p.table.house
    side, stock = (
        "up" if number < house["cards"] or len(cards) == 1 else "down",
        p.stock[p.stock.index(cards[-1]) + 1 :],
    )
    dealt_now = zip(p.staying, cards * len(p.staying), strict=False)
    showing = p.up
    p = replace(p, **{side: getattr(p, side) | {seat: (*getattr(p, side)[seat], card) for seat, card in dealt_now}})
    p = replace(p, stock=stock, street=number)
    if p.first and p.small:
        door = {seat: p.up[seat][0] for seat in p.staying}
        first = max(door, key=lambda seat: (height(door[seat], house["low"]), -SUITS.index(door[seat][-1])))
    else:
        showing = showing if p.last else p.up
        first = min(p.staying, key=lambda seat: p.worth(showing[seat]))
    to_act = tuple(seat for seat in p.table.around(first) if seat in p.staying)
    order, uncapped = "bring-in" if p.first and p.small else "lowest-leads", house["two-left"] == "uncapped"
    p = replace(p, to_act=to_act, order=order, before=p.paid, raises=0, raised=0, acted=False)
    return replace(p, uncapped=uncapped and len(to_act) == 2)


def after(p: Position, move: Move) -> Position:
    who = move.who
    match move.verb:
        case "upcard":
            return street(p)
        case "shows":
            return replace(p, shown=(*p.shown, who))
        case "takes pot":
            return replace(p, shown=p.staying, took=tuple(who.split("+")))
        case "folds":
            p = replace(p, staying=without(p.staying, [who]))
        case "calls":
            p = replace(p, paid={**p.paid, who: p.before.get(who, 0) + p.stake})
        case "bets" | "raises":
            stake, incomplete = int(move.words or p.most(who)), p.incomplete
            p = replace(p, raised=stake - p.stake, paid={**p.paid, who: p.before.get(who, 0) + stake})
            others = tuple(seat for seat in p.table.around(who)[1:] if seat in p.staying)
            p = replace(p, to_act=others, raises=p.raises + (not incomplete))
    behind = tuple(seat for seat in p.table.around(who)[1:] if seat in p.to_act)
    p = replace(p, order="betting", acted=True, to_act=behind if len(p.staying) > 1 else ())
    last = p.street == p.table.house["cards"] - 1
    return street(p) if last and not p.to_act and len(p.coming) == len(p.staying) > 1 else p


def score(p: Position) -> dict[str, int]:
    """The pot, in equal shares, odd chips from the dealer's left."""
    winners = [seat for seat in p.paid if seat in p.took] or p.best
    each, odd = divmod(p.pot, len(winners))
    share = {seat: each + (place < odd) for place, seat in enumerate(winners)}
    return {seat: share.get(seat, 0) - p.table.house["ante"] - chips for seat, chips in p.paid.items()}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """What each put in, and who took it."""
    if start.street == start.table.house["cards"] and not start.to_act:
        return  # nothing is left but the showdown
    before = start.paid if start.before or start.acted else {}
    if before:
        yield "rest"
    yield {f"{seat} bets {chips}" for seat, chips in end.paid.items() if chips != before.get(seat, 0)}
    yield f"{'+'.join(end.took or end.best)} takes pot"


def contrary(start: Position, end: Position) -> Iterator[str]:
    """Less than somebody has put in, or more from somebody who has folded."""
    if start.before or start.acted:
        unit = start.table.house["bet"]
        yield from (f"rest; {seat} bets {chips - unit}" for seat, chips in start.paid.items() if chips >= unit)
        folded = [seat for seat in start.paid if seat not in start.staying]
        yield from (f"rest; {seat} bets {start.paid[seat] + unit}" for seat in folded)


def facts(p: Position) -> dict[str, object]:
    told = {} if p.over or not p.before else {"street": p.street, "bet": p.bet, "left": len(p.stock)}
    return {"pot": 0 if p.over else p.pot, "hand": p.table.hand, **told}


def came_to(p: Position) -> Iterator[str]:
    yield "one is left" if len(p.staying) == 1 else "several share" if len(p.best) > 1 else "a hand is best"
