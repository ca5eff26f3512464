"""Razz: stud poker for the lowest hand; seven cards, and a round of bets on every street."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

from referee.testing.models import RANKS, SUITS, Cards, ModelTable, Move, pack, shuffled, without

PLAYERS = range(2, 9)
BOOK = {
    "ante": 1, "bet": 4, "big-bet": 2, "cap": None, "burn": "no", "down": 2, "cards": 7, "bring-ins": 2,
    "double-from": 5, "opener": "high", "limit": "fixed", "two-left": "capped", "low": "ace-to-five",
    "bring-in": None, "stack": None, "rake": 0, "rake-cap": None,
}  # fmt: skip
STRIKES = ("bring-in", "lowest-leads", "betting", "bet-size", "raise-cap", "best-low")
LISTED = ("bets", "calls", "raises", "checks", "folds")
REACHES = ("checks of community-card", "takes pot", "takes pot of best-low", "one is left", "several share")
HANDS = 4


@dataclass(frozen=True)
class Position:
    table: ModelTable
    stock: Cards
    down: dict[str, Cards]
    up: dict[str, Cards]
    staying: Cards  # from the dealer's left
    paid: dict[str, int]  # besides the ante
    antes: dict[str, int]
    chips: dict[str, int]  # that each had at first, if that is known
    street: int
    to_act: Cards = ()
    order: str = ""  # the rule that says whose turn it is
    before: dict[str, int] = field(default_factory=dict)  # what everybody had paid when the round began
    raised: int = 0  # by how much, at last
    raises: int = 0
    uncapped: bool = False
    acted: bool = False  # somebody has, in this round
    full: int = 0  # the stake after the last full bet or raise
    short: bool = False  # the last bet or raise was all-in for less
    closed: Cards = ()  # who has acted since the last raise that lets them raise again
    back: dict[str, int] = field(default_factory=dict)  # what nobody has called
    shown: Cards = ()
    took: tuple[Cards, ...] = ()

    @property
    def small(self) -> int:
        """The bring-in."""
        house = self.table.house
        return (house["bring-in"] or max(1, house["bet"] // house["bring-ins"])) if house["opener"] == "high" else 0

    @property
    def first(self) -> bool:
        """Whether only the door cards have been dealt."""
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

    def left(self, seat: str) -> int:
        """The chips that a player has left; a million if unknown."""
        return self.chips.get(seat, 1_000_000) - self.antes[seat] - self.paid[seat]

    @property
    def live(self) -> Cards:
        """Players who are in and not all-in."""
        return tuple(seat for seat in self.staying if self.left(seat) > 0)

    @property
    def incomplete(self) -> bool:
        return self.stake < self.bet if self.first and self.small else not self.stake

    @property
    def due(self) -> int:
        """The smallest stake after a bet or raise. The first one completes a bring-in."""
        fixed = self.table.house["limit"] == "fixed"
        if self.incomplete:
            return self.bet
        if fixed and self.short and self.stake - self.full < self.bet / 2:
            return self.full + self.bet
        return self.stake + (self.bet if fixed else max(self.bet, self.raised))

    def most(self, who: str) -> int:
        """The largest stake: a fixed step above the present one, or the pot after a call."""
        limit, house = self.table.house["limit"], self.table.house
        room = {
            "fixed": 0,
            "spread": house["bet"] * house["big-bet"],
            "pot": self.pot + self.stake - self.in_round(who),
        }
        return max(self.due, self.stake + room[limit])

    @property
    def coming(self) -> Cards:
        """The next cards: one each, or a common one if there are too few on the last street."""
        burn = self.street > 2 and bool(self.up[self.staying[0]]) and self.table.house["burn"] == "yes"
        cards = self.stock[burn and len(self.stock) > 1 :]
        return cards[: len(self.staying)] if len(cards) >= len(self.staying) else cards[:1]

    @property
    def over(self) -> bool:
        return len(self.staying) == 1 or self.contested <= {*self.shown}

    @property
    def contested(self) -> set[str]:
        """Players who can still win a contested pot."""
        return {seat for seats in self.open_pots if len(seats) > 1 for seat in seats}

    @property
    def last(self) -> bool:
        return self.street == self.table.house["cards"]

    @property
    def pot(self) -> int:
        return sum(self.antes.values()) + sum(self.paid.values()) - sum(self.back.values())

    @cached_property
    def pots(self) -> list[tuple[int, Cards]]:
        """The main pot and the side pots, by levels of everybody's stakes."""
        net = {seat: self.antes[seat] + chips - self.back.get(seat, 0) for seat, chips in self.paid.items()}
        most = max(net.values())
        pots: list[tuple[int, Cards]] = []
        for number in range(1, most + 1):
            chips = sum(put >= number for put in net.values())
            seats = tuple(seat for seat in self.staying if net[seat] >= number or self.left(seat) > 0)
            if pots and seats in ((), pots[-1][1]):
                pots[-1] = (pots[-1][0] + chips, pots[-1][1])
            else:
                pots.append((chips, seats))
        return pots or [(0, self.staying)]

    def lowest_of(self, seats: Cards) -> Cards:
        """The last one in, or all with the lowest hand."""
        if len(seats) == 1:
            return seats
        lows = [min(map(self.worth, combinations(self.down[seat] + self.up[seat], 5))) for seat in seats]
        return tuple(seat for seat, low in zip(seats, lows, strict=True) if low == min(lows))

    def takers(self, seats: Cards) -> Cards:
        """The players who have taken a pot that these are in."""
        return next((both for took in self.took if (both := tuple(seat for seat in seats if seat in took))), ())

    @property
    def open_pots(self) -> list[Cards]:
        return [seats for _, seats in self.pots if not self.takers(seats)]

    def worth(self, cards: Iterable[str]) -> tuple[int, list[int]]:
        return worth(cards, self.table.house["low"])

    @cached_property
    def best(self) -> Cards:
        """The winners of the first pot that is left."""
        return self.lowest_of(self.open_pots[0])


def height(card: str, way: str) -> int:
    order = (*RANKS[:0:-1], "A") if way == "deuce-to-seven" else ("A", *RANKS[:0:-1])
    return order.index(card[:-1])


def worth(cards: Iterable[str], way: str) -> tuple[int, list[int]]:
    """The strength of a hand, the lower the better: fewer pairs, then ranks with matched cards first.

    Straights and flushes may count above three of a rank.
    """
    cards = [*cards]
    alike = sorted(((n, rank) for rank, n in Counter(height(card, way) for card in cards).items()), reverse=True)
    ranks = [rank for _, rank in alike]
    pattern = [n for n, _ in alike if n > 1]
    kind = [[], [2], [2, 2], [3], ["straight"], ["flush"], [3, 2], [4]].index(pattern)
    if way != "ace-to-five" and len(ranks) == 5:
        straight, flush = ranks[0] - ranks[4] == 4, len({card[-1] for card in cards}) == 1
        kind = 8 if straight and flush else 5 if flush else 4 if straight else 0
    return kind, ranks


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Deals some cards face down. Sometimes the pack is stacked so that players who stay have equal ranks."""
    stack, stock = table.house["stack"], shuffled(pack(), chance)
    chips = {seat: stack + table.scores.get(seat, 0) for seat in table.seats} if stack else {}
    around = tuple(seat for seat in table.around(table.left(table.dealer)) if chips.get(seat, 1) > 0)
    if chance.random() < 0.5:
        ranks = shuffled(RANKS, chance)
        stock.sort(key=lambda card: (SUITS.index(card[-1]) >= len(around), ranks.index(card[:-1])))
    number = table.house["down"]
    first = [(stock.pop(0), stock.pop(len(around) - 1 - i), stock.pop()) for i in range(len(around))]
    down = {seat: cards[:number] for seat, cards in zip(around, first, strict=True)}
    stock += [card for cards in first for card in cards[number:]]
    nothing, ante = dict.fromkeys(around, 0), table.house["ante"]
    antes = {seat: min(ante, chips.get(seat, ante)) for seat in around}
    return Position(table, tuple(stock), down, dict.fromkeys(around, ()), around, nothing, antes, chips, number)


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
        free = p.live if last and len(p.live) > 1 else ()
        yield Move(leader, "checks", breaks=("community-card",) if free else ("betting", "illegal", "impossible"))


def acts(p: Position) -> Iterator[Move]:
    """The first bet is half or full. Without a bet, players check or bet; against one, they call, raise or fold."""
    who, first, cap = p.to_act[0], p.order == "bring-in", p.table.house["cap"]
    must = ("bring-in",) * (first and not p.acted)
    owes, has = p.stake - p.in_round(who), p.in_round(who) + p.left(who)
    answers, free = ("betting",) * (owes <= 0), ("betting",) * (owes > 0)
    yield Move(who, "folds", breaks=must)
    yield Move(who, "checks", breaks=must + free)
    yield Move(who, "calls", breaks=must + answers)
    capped = ("raise-cap",) * (cap is not None and p.raises >= cap and not p.incomplete and not p.uncapped)
    closed = ("betting",) * (len(p.live) == 1 or (p.short and p.full > 0 and who in p.closed))
    most, step = p.most(who), (p.first and p.small) or p.bet
    small = (min(p.small, has),) if must else ()
    full = {*range(p.due, most + 1)}
    after_short = {p.full + p.bet, p.stake + p.bet} if p.short and p.table.house["limit"] == "fixed" else set()
    short = {has} if p.stake < has < p.due else set()
    only_calls = ("table-stakes",) * (has <= p.stake)
    if must and p.small < p.bet:
        yield Move(who, "bets", str(small[0]), breaks=closed)
    for verb, wrong in (("bets", ("betting",) * (not p.incomplete)), ("raises", must + answers + capped)):
        wrong += closed
        yield Move(who, verb, breaks=wrong + only_calls)
        for stake in sorted({*range(p.due, min(most, p.due + 100) + 1), most, *short}):
            poor = ("table-stakes",) * (stake > has) + only_calls
            yield Move(who, verb, str(stake), breaks=wrong + poor, listed=has >= p.due or bool(short))
        for stake in after_short - full - short:
            poor = ("table-stakes",) * (stake > has) + only_calls
            yield Move(who, verb, str(stake), breaks=wrong + poor, listed=False)
        for stake in {most + 1, *range(step, 12 * step, step)} - full - after_short - short - {*small}:
            if stake > p.stake:
                poor = ("table-stakes",) * (stake > has) + only_calls
                yield Move(who, verb, str(stake), breaks=(*wrong, "bet-size", *poor), listed=False)
        yield Move(who, verb, str(p.stake), breaks=("impossible",))
    for other in without(p.table.seats, [who]):
        turn = (p.order,) if other in p.live else ("impossible", p.order)
        yield Move(other, "folds", breaks=turn, listed=False, aside=True)


def showdown(p: Position) -> Iterator[Move]:
    """Hands are shown or given up. The winner of the pot may be entered instead."""
    for seat, down in p.down.items():
        if seat not in p.staying:
            yield Move(seat, "takes pot", breaks=("put-in", "best-low"))
        elif seat not in p.shown and seat in p.contested:
            neighbor = next(other for other in p.table.around(seat)[1:] if other in p.up)
            yield Move(seat, "shows", " ".join(down), less=(f"{seat} shows {' '.join(p.up[seat] + down)}",))
            yield Move(seat, "shows", " ".join(down[1:]), breaks=("streets", "unclear"))
            yield Move(seat, "shows", " ".join([*down[1:], p.up[neighbor][0]]), breaks=("one-pack",))
            yield Move(seat, "folds", aside=True)
        elif any(
            seat in seats and len(seats) > 1 and {*best} <= {*p.shown} and best != (seat,)
            for seats in p.open_pots
            if (best := p.lowest_of(seats))
        ):
            yield Move(seat, "takes pot", breaks=("best-low",), aside=True)
    yield Move("+".join(p.best), "takes pot", aside=True)


def likely(p: Position, move: Move) -> float:
    if move.verb == "folds":
        return 0.03 if move.who in p.to_act[:1] else 0.003
    if move.verb in ("raises", "bets"):
        return 0.2 / (1 + p.most(move.who) - p.due) if move.words else 0.1
    return 0.1 if move.verb == "takes pot" else 1


def street(p: Position) -> Position:
    """Deals the next street. The highest door card opens, later the lowest hand showing."""
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
    uncapped = house["two-left"] == "uncapped" and len(p.staying) == 2
    to_act = tuple(seat for seat in p.table.around(first) if seat in p.live) if len(p.live) > 1 else ()
    order = "bring-in" if p.first and p.small else "lowest-leads"
    p = replace(p, to_act=to_act, order=order, before=p.paid, raises=0, raised=0, acted=False)
    return settled(replace(p, uncapped=uncapped, full=0, short=False, closed=()))


def settled(p: Position) -> Position:
    """After a round: uncalled chips are returned, and the last card may be dealt."""
    owes = [seat for seat in p.to_act if p.in_round(seat) < p.stake]
    if len(p.staying) == 1 or (len(p.live) < 2 and not owes):
        p = replace(p, to_act=())
    if p.to_act:
        return p
    if len(p.live) < 2 and not p.back:
        net = {seat: p.antes[seat] + chips for seat, chips in p.paid.items()}
        most = max(p.staying, key=lambda seat: net[seat])
        above = net[most] - max(chips for seat, chips in net.items() if seat != most)
        p = replace(p, back={most: above} if above > 0 else {})
    if len(p.staying) == 1 or p.street != p.table.house["cards"] - 1 or len(p.coming) < len(p.staying):
        return p
    return street(p)


def after(p: Position, move: Move) -> Position:
    who = move.who
    match move.verb:
        case "upcard":
            return street(p)
        case "shows":
            return replace(p, shown=(*p.shown, who))
        case "takes pot":
            return replace(p, took=(*p.took, tuple(who.split("+"))))
        case "folds":
            p = replace(p, staying=without(p.staying, [who]))
        case "calls":
            stake = min(p.stake, p.in_round(who) + p.left(who))
            p = replace(p, paid={**p.paid, who: p.before.get(who, 0) + stake})
        case "bets" | "raises":
            p = raised(p, who, min(int(move.words or p.most(who)), p.in_round(who) + p.left(who)))
    behind = tuple(seat for seat in p.table.around(who)[1:] if seat in p.to_act)
    return settled(replace(p, order="betting", acted=True, to_act=behind, closed=(*p.closed, who)))


def raised(p: Position, who: str, stake: int) -> Position:
    """A bet or raise to a stake. Less than half a full bet doesn't reopen the betting."""
    incomplete, brings_in = p.incomplete, not p.stake and stake <= p.small and p.first
    all_in = stake == p.in_round(who) + p.left(who)
    after_short = p.short and p.table.house["limit"] == "fixed" and stake in (p.full + p.bet, p.stake + p.bet)
    short = all_in and stake < p.due and not brings_in and not after_short
    full = p.full if short else 0 if brings_in else stake
    size = p.raised if short else stake - p.stake
    closed = p.closed if short and stake - full < p.bet / 2 else ()
    p = replace(p, paid={**p.paid, who: p.before.get(who, 0) + stake}, raised=size, full=full, short=short)
    others = tuple(seat for seat in p.table.around(who)[1:] if seat in p.live)
    return replace(p, to_act=others, raises=p.raises + (not incomplete), closed=closed)


def score(p: Position) -> dict[str, int]:
    """The pots in equal shares, with odd chips from the dealer's left."""
    net = {seat: p.back.get(seat, 0) - p.antes[seat] - chips for seat, chips in p.paid.items()}
    raked, percent, cap = 0, p.table.house["rake"], p.table.house["rake-cap"]
    for chips, seats in p.pots:
        winners = p.takers(seats) or p.lowest_of(seats)
        rake = percent * chips // 100
        rake = rake if cap is None else min(rake, cap - raked)
        raked += rake
        each, odd = divmod(chips - rake, len(winners))
        for place, seat in enumerate(winners):
            net[seat] += each + (place < odd)
    return net | {"kitty": raked}


def winners(table: ModelTable) -> Cards:
    """The game is over when one player has all the chips."""
    stack = table.house["stack"]
    scores = {seat: table.scores.get(seat, 0) for seat in table.seats}
    if not stack or sum(stack + points > 0 for points in scores.values()) > 1:
        return ()
    return tuple(seat for seat, points in scores.items() if points == max(scores.values()))


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """Everybody's payments, and the winners."""
    if start.street == start.table.house["cards"] and not start.to_act:
        return  # nothing is left but the showdown
    before = start.paid if start.before or start.acted else {}
    if before:
        yield "rest"
    back = start.back
    yield {
        f"{seat} bets {chips - back.get(seat, 0)}" for seat, chips in end.paid.items() if chips != before.get(seat, 0)
    }
    took = [*end.took]
    for _, seats in end.pots:
        if not any({*seats} & {*takers} for takers in took):
            took.append(end.lowest_of(seats))
    for takers in took:
        yield f"{'+'.join(takers)} takes pot"


def contrary(start: Position, end: Position) -> Iterator[str]:
    """Less than a player has put in, or more from a player who has folded."""
    if start.before or start.acted:
        unit, net = start.table.house["bet"], {seat: put - start.back.get(seat, 0) for seat, put in start.paid.items()}
        yield from (f"rest; {seat} bets {chips - unit}" for seat, chips in net.items() if chips >= unit)
        folded = [seat for seat in start.paid if seat not in start.staying]
        yield from (f"rest; {seat} bets {net[seat] + unit}" for seat in folded)


def facts(p: Position) -> dict[str, object]:
    entered = {} if p.over or not p.before else {"street": p.street, "bet": p.bet, "left": len(p.stock)}
    return {"pot": 0 if p.over else p.pot, "hand": p.table.hand, **entered}


def came_to(p: Position) -> Iterator[str]:
    if len(p.pots) > 1:
        yield "a side pot"
    if any(not p.left(seat) for seat in p.staying):
        yield "calls all-in"
    yield "one is left" if len(p.staying) == 1 else "several share" if len(p.lowest_of(p.pots[0][1])) > 1 else "best"
