"""Faro: bets on ranks against the bank; of the two cards of a turn the first loses and the second wins."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, permutations, product

from referee.testing.models import SUITS, ModelTable, Move, added, without

PLAYERS = range(1, 11)
BOOK = {"min": None, "max": None, "call": 4, "cat-hop": 2, "split": "half", "high-split": "returned"}
STRIKES = ("bet-limits", "bet-position", "call-time", "call-ranks", "call-triple")
LISTED = ("turn", "calls")
REACHES = ("limits", "calls of call-triple", "turn of unclear", "a cat-hop is called", "a card is unknown")
HANDS = 1
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ROWS = (("K", "Q", "J", "10", "9", "8"), RANKS[:6])
PLACES = {rank: (x, y) for y, row in enumerate(ROWS) for x, rank in enumerate(row)}
COPPERED = ("", "", " coppered")
GROUPS = [ranks for size in range(1, 5) for ranks in combinations(RANKS, size)]


def covered(ranks: tuple[str, ...]) -> bool:
    """Whether one chip can cover these ranks. The 7 is beyond the end of both rows."""
    if len(ranks) == 1 or "7" in ranks:
        return len(ranks) == 1 or {*ranks} in ({*"78"}, {*"67"}, {*"79"}, {*"57"}, {*"678"})
    columns, rows = zip(*(PLACES[rank] for rank in ranks), strict=True)
    wide = max(columns) - min(columns)
    return wide <= 1 or (wide == 2 and len(ranks) == 2 and rows[0] == rows[1])


@dataclass(frozen=True)
class Position:
    table: ModelTable
    limits: tuple[int, int]
    wishes: tuple[tuple[str, str, int], ...]  # what may be bet at each step: who, on which spot, how many chips
    last: str  # a rank of which three are kept for the end, if possible
    seen: tuple[str, ...] = ()  # ranks of named cards
    soda: bool = False
    turns: int = 0
    step: int = 0
    up: dict[str, int] = field(default_factory=dict)  # chips by bet, as in "Ann bets # on K"
    won: dict[str, int] = field(default_factory=dict)
    bet: bool = False

    @property
    def left(self) -> int:
        return 51 - 2 * self.turns

    @cached_property
    def box(self) -> Counter[str]:
        return Counter({rank: 4 - self.seen.count(rank) for rank in RANKS if self.seen.count(rank) < 4})

    @property
    def full(self) -> bool:
        """Whether every card that fell is known."""
        return self.box.total() == self.left

    @property
    def triple(self) -> bool:
        return self.left == 3 and len(self.box) == 1


def deal(table: ModelTable, chance: random.Random) -> Position:
    house, good = table.house, [*map(" ".join, filter(covered, GROUPS)), *["odd", "even", "high"] * 9] * 9
    spots = chance.choices([spot + more for spot in [*good, *map(" ".join, GROUPS)] for more in COPPERED], k=99)
    wishes = tuple((chance.choice(table.seats), spot, chance.randint(0, 30)) for spot in spots)
    limits = table.kept or (house["min"] or 1, house["max"] or 1000)
    return Position(table, limits, wishes, chance.choice(["", *RANKS]))


def opening(p: Position) -> Iterator[Move]:
    yield Move("", "deal")


def moves(p: Position) -> Iterator[Move]:
    if p.left == 1:
        return
    box = p.box
    for two in product((*box, "?"), repeat=2):
        if all(two.count(rank) <= box[rank] for rank in two if rank != "?"):
            blank = two[0] == two[1] and box[two[0]] > 2 and p.left == 3 and not p.full and not p.triple
            suits = [SUITS[4 - box[rank] + two[:i].count(rank)] if rank in box else "" for i, rank in enumerate(two)]
            exactly = f"turn {two[0]}{suits[0]} {two[1]}{suits[1]}"
            unclear = ("unclear",) * bool(p.up and (blank or "?" in two))
            yield Move("", "turn", " ".join(two), less=(exactly,), breaks=unclear)
    for rank in box:
        again = ("one-pack",) * p.soda
        yield Move("", "upcard", rank, (f"upcard {rank}{SUITS[4 - box[rank]]}",), again, aside=True)
    for rank in without(RANKS, box):
        yield Move("", "turn", f"{rank} {rank}", breaks=("one-pack",))
    yield Move("", "limits", "2 20", aside=True)
    if p.bet:
        yield Move(p.table.seats[0], "scores", "5", breaks=("told-once",))
        yield Move("", "deal", breaks=("box-out",))
    yield from bets(p)
    yield from calls(p)


def wrong(p: Position, chips: int) -> tuple[str, ...]:
    """The rules that a bet or call of that many chips breaks."""
    beyond = chips and not p.limits[0] <= chips <= p.limits[1]
    return ("bet-limits",) * bool(beyond) + ("call-triple",) * (p.triple and chips > 0)


def bets(p: Position) -> Iterator[Move]:
    """The bets that players want, and each bet taken down."""
    who, spot, chips = p.wishes[p.step % len(p.wishes)]
    ranks = tuple(spot.removesuffix(" coppered").split())
    open_to_bets = ranks[0] not in RANKS or covered(ranks)
    turned = f"{who} bets {chips} {'coppered ' * ('coppered' in spot)}on {' '.join(ranks[::-1])}"
    breaks = wrong(p, chips) + ("bet-position",) * (not open_to_bets)
    yield Move(who, "bets", f"{chips} on {spot}", (turned,), breaks, aside=True)
    for bet in p.up:
        who, verb, _, words = bet.split(maxsplit=3)
        yield Move(who, verb, f"0 {words}", aside=True)


def calls(p: Position) -> Iterator[Move]:
    least, three = p.limits[0], sorted(p.box.elements())[:3]
    if p.left > 3:
        early = ("call-time",)
        for seat, order in product(p.table.seats, sorted({*permutations([*p.box.elements()][:4], 3)})):
            yield Move(seat, "calls", f"{least} on {' '.join(order)}", breaks=early, aside=True)
        return
    breaks = wrong(p, least) if p.full or p.triple else ("unclear",)
    for seat, order in product(p.table.seats, sorted({*permutations(three)})):
        yield Move(seat, "calls", f"{least} on {' '.join(order)}", breaks=breaks, aside=True)
    other = next(rank for rank in RANKS if rank not in three)
    strange = breaks or ("call-ranks",)
    yield Move(seat, "calls", f"{least} on {other} {' '.join(three[1:])}", breaks=strange, aside=True, listed=False)


def likely(p: Position, move: Move) -> float:
    if move.verb == "turn":
        kept = p.last in move.words.split() and p.left > 3 and p.box[p.last] < 5 - p.step % 2
        return 1e-5 if kept else (0.02 if "?" in move.words else 1) * (30 if p.left == 3 else 1)
    calls = 3 if p.left == 3 else 0.02
    return 2 if move.words[0] == "0" else {"bets": 100, "calls": calls, "upcard": 5, "limits": 1}[move.verb]


def brought(p: Position, bet: str, chips: int, loser: str, winner: str) -> tuple[int, int]:
    """The result of a turn for a bet, and what stays up."""
    _, verb, _, _, *spot = bet.split()
    house, low, high = p.table.house, RANKS.index(loser), RANKS.index(winner)
    if verb == "calls":
        three = [loser, winner, *(p.box - Counter((loser, winner))).elements()]
        if p.left > 3 or len({*three}) == 1:
            return 0, chips
        times = house["cat-hop"] if len({*three}) == 2 else house["call"]
        return (times * chips if spot == three else -chips), 0
    sign = (winner in spot) - (loser in spot)
    if spot[0] in ("odd", "even"):
        sign = 1 if (high % 2 == 0) == (spot[0] == "odd") else -1
    elif spot[0] == "high":
        sign = (high > low) - (high < low)
        if not sign and house["high-split"] == "half":
            return -(chips // 2), 0
    elif loser == winner and loser in spot:
        taken = {"half": chips // 2, "all": chips, "nothing": 0}[house["split"]]
        return -taken, chips - taken
    elif not sign:
        return 0, chips
    return (-sign if "coppered" in spot else sign) * chips, 0


def after(p: Position, move: Move) -> Position:
    chips, _, spot = move.words.partition(" ")
    p = replace(p, step=p.step + 1)
    if move.verb == "limits":
        return replace(p, limits=(int(chips), int(spot)))
    if move.verb in ("bets", "calls"):
        up = {**p.up, f"{move.who} {move.verb} # {spot}": int(chips)}
        return replace(p, up={bet: chips for bet, chips in up.items() if chips}, bet=p.bet or chips != "0")
    two = move.words.split()
    up, won = dict(p.up), dict(p.won)
    for bet in p.up if move.verb == "turn" else ():
        gain, up[bet] = brought(p, bet, up[bet], *two)
        won = added(won, {bet.split()[0]: gain, "bank": -gain})
    seen = (*p.seen, *(rank for rank in two if rank in RANKS))
    p = replace(p, seen=seen, won=won, turns=p.turns + (move.verb == "turn"), soda=p.soda or move.verb == "upcard")
    triple = p.triple and "call-triple" not in p.table.struck
    return replace(p, up={} if triple or p.left == 1 else {bet: chips for bet, chips in up.items() if chips})


def score(p: Position) -> dict[str, int]:
    return p.won


def onward(p: Position) -> ModelTable:
    return p.table.onward(p.won, dealer=p.table.dealer, kept=p.limits)


def facts(p: Position) -> dict[str, object]:
    up = {seat: sum(chips for bet, chips in p.up.items() if bet.split()[0] == seat) for seat in p.table.seats}
    case = {f"case-{rank}": p.box[rank] for rank in RANKS}
    return {"turns": p.turns, "left": p.left, "up": up, "deal": p.table.hand, **case}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The result of the deal for everybody, and the cards that fell without a bet."""
    if end.full and start.soda and start.left > 1:
        yield from ["rest"] * bool(start.bet)
        yield from [f"limits {end.limits[0]} {end.limits[1]}"] * (end.limits != start.limits)
        lines = {who for who, chips in end.won.items() if chips != start.won.get(who, 0)} - {"bank"}
        yield {f"{who} scores {end.won[who]:+}" for who in lines}
        fell = [*end.seen[len(start.seen) :]]
        yield from (f"turn {loser} {winner}" for loser, winner in zip(fell[::2], fell[1::2], strict=True))


def came_to(p: Position) -> Iterator[str]:
    pair = len({*p.seen[-2:], *p.box}) == 2
    yield "a card is unknown" if not p.full else "a cat-hop is called" if pair and p.bet else "the rest"
