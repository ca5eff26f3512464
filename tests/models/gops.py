"""Gops: players bid for prizes, one after another, with equal sets of cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from referee.testing.models import ModelTable, Move, added, shuffled

PLAYERS = range(2, 31)
BOOK = {"honours": (1, 11, 12, 13), "prizes": 13, "ties": "lost", "order": "shuffled", "prize-suit": "D"}
STRIKES = ("prize-order", "one-bid", "set-order")
LISTED = ("upcard", "plays")
REACHES = (
    "upcard", "plays", "upcard of prize-order", "plays of prize-order", "plays of one-bid", "plays of own-suit",
    "plays of spent-card", "upcard of one-prize", "upcard of all-prizes", "holds of won-total", "a tie",
)  # fmt: skip
HANDS = 1
UPWARD = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True)
class Position:
    table: ModelTable
    hands: dict[str, tuple[str, ...]]  # ranks
    stock: tuple[str, ...]
    alike: bool  # players who bid the same ranks, so that there are ties
    prize: str = ""
    bids: dict[str, str] = field(default_factory=dict)
    suits: dict[str, str] = field(default_factory=dict)  # of players who have bid
    piles: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tied: tuple[str, ...] = ()
    shared: dict[str, int] = field(default_factory=dict)
    odd: int = 0

    @property
    def missing(self) -> list[str]:
        return [seat for seat in self.table.seats if self.prize and seat not in self.bids]

    @property
    def over(self) -> bool:
        return not self.stock and not self.prize


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Everybody has the same ranks. The prizes are in random order."""
    ranks = UPWARD[: table.house["prizes"]]
    order = table.house["order"]
    mixed = order == "shuffled" or "set-order" in table.struck
    stock = tuple(shuffled(ranks, chance)) if mixed else ranks[::-1] if order == "downward" else ranks
    return Position(table, dict.fromkeys(table.seats, ranks), stock, chance.random() < 0.5)


def opening(p: Position) -> list[Move]:
    return []


def moves(p: Position) -> Iterator[Move]:
    suit = p.table.house["prize-suit"]
    if p.over:
        yield from the_end(p)
        return
    ordered = {"upward": UPWARD, "downward": UPWARD[::-1]}.get(p.table.house["order"], p.stock)
    for rank in p.stock:
        early = ("prize-order",) * bool(p.prize)
        odd = ("set-order",) * (next(other for other in ordered if other in p.stock) != rank and not mixed(p))
        yield Move("", "upcard", rank + suit, (f"upcard {rank}",), early + odd, aside=bool(p.prize))
    for seat in p.table.seats:
        yield from bids(p, seat)
    gone = (
        [rank for rank in UPWARD if rank not in (*p.stock, p.prize)][:1]
        if len(p.stock) < p.table.house["prizes"]
        else []
    )
    yield from (Move("", "upcard", rank + suit, breaks=("one-prize", "own-suit")) for rank in gone)
    yield Move("", "upcard", f"2{'H' if suit == 'S' else 'S'}", breaks=("one-prize",))
    yield Move(p.table.seats[0], "holds", str(points(p, UPWARD) + 1), breaks=("won-total",))


def mixed(p: Position) -> bool:
    return p.table.house["order"] == "shuffled"


def bids(p: Position, seat: str) -> Iterator[Move]:
    """A card for the prize on the table. A player whose suit isn't known may name one that is still available."""
    prize_suit, own = p.table.house["prize-suit"], p.suits.get(seat, "")
    taken = [*p.suits.values()]
    free = [suit for suit in "SHDC" if suit != prize_suit and taken.count(suit) < -(-len(p.table.seats) // 3)]
    early = () if p.prize else ("prize-order", "illegal")
    again = ("one-bid",) if seat in p.bids else ()
    for rank in UPWARD[: p.table.house["prizes"]]:
        spent = ("spent-card",) if rank not in p.hands[seat] else ()
        breaks, aside = early + again + spent, seat != (*p.missing, "")[0]
        for suit in [own] if own else free:
            yield Move(seat, "plays", rank + suit, (f"{seat} plays {rank}",), breaks, listed=not again, aside=aside)
        if not own:
            yield Move(seat, "plays", rank, breaks=breaks, listed=not again, aside=aside)
    if p.prize and seat not in p.bids:
        others = [suit for suit in "SHDC" if suit not in ([own] if own else free)]
        yield from (Move(seat, "plays", p.hands[seat][0] + suit, breaks=("own-suit",)) for suit in others)
        yield from (Move(seat, "plays", rank, breaks=("own-suit",)) for rank in UPWARD[p.table.house["prizes"] :])


def the_end(p: Position) -> Iterator[Move]:
    for seat, brought in score(p).items():
        yield Move(seat, "holds", str(brought), aside=True)
        yield Move(seat, "holds", str(brought + 1), breaks=("won-total",))
        yield Move(seat, "plays", "A", breaks=("all-prizes",))
    yield Move("", "upcard", f"A{p.table.house['prize-suit']}", breaks=("all-prizes",))


def likely(p: Position, move: Move) -> float:
    if move.verb == "upcard":
        if p.prize:
            return 0.05 if p.bids else 0
        return 1 if move.words[:-1] == p.stock[0] else 0
    if move.verb == "plays" and move.who in p.bids:
        return 0.05
    alike = p.alike and p.bids and move.words.rstrip("SHDC") == next(iter(p.bids.values()))
    return (0.1 if move.aside else 1) * (20 if alike else 1)


def after(p: Position, move: Move) -> Position:
    if move.verb == "holds":
        return p
    if move.verb == "upcard":
        p, rank = awarded(p) if p.prize else p, move.words[:-1]
        return replace(p, prize=rank, stock=tuple(other for other in p.stock if other != rank))
    rank, suit = move.words.rstrip("SHDC"), move.words.lstrip("AKQJ1234567890")
    hand = p.hands[move.who] + ((p.bids[move.who],) if move.who in p.bids else ())  # the first bid is taken back
    hands = {**p.hands, move.who: tuple(other for other in hand if other != rank)}
    suits = {**p.suits, move.who: suit} if suit else p.suits
    p = replace(p, hands=hands, suits=suits, bids={**p.bids, move.who: rank})
    return p if p.missing else awarded(p)


def awarded(p: Position) -> Position:
    """The prize goes to the highest bid. For a tie the house decides."""
    best = max((UPWARD.index(rank) for rank in p.bids.values()), default=-1)
    winners = [seat for seat, rank in p.bids.items() if UPWARD.index(rank) == best]
    done, ties = replace(p, prize="", bids={}), p.table.house["ties"]
    if len(winners) == 1:
        more = (p.prize, *(p.tied if ties == "carried" else ()))
        pile = (*p.piles.get(winners[0], ()), *more)
        return replace(done, piles={**p.piles, winners[0]: pile}, tied=() if ties == "carried" else p.tied)
    if winners and ties == "split":
        share, odd = divmod(points(p, [p.prize]), len(winners))
        return replace(done, shared=added(p.shared, dict.fromkeys(winners, share)), odd=p.odd + odd)
    return replace(done, tied=(*p.tied, p.prize))


def points(p: Position, ranks: tuple[str, ...] | list[str]) -> int:
    values = dict(zip(UPWARD, range(1, 14), strict=True)) | dict(zip("AJQK", p.table.house["honours"], strict=True))
    return sum(values[rank] for rank in ranks if rank in UPWARD[: p.table.house["prizes"]])


def score(p: Position) -> dict[str, int]:
    return {seat: points(p, p.piles.get(seat, ())) + p.shared.get(seat, 0) for seat in p.table.seats}


def short(start: Position, end: Position) -> list[set[str]]:
    """Everybody's winnings, as points or as prizes."""
    if start.over:
        return []
    piles = {seat: [rank + end.table.house["prize-suit"] for rank in end.piles.get(seat, ())] for seat in end.hands}
    named = end.table.house["ties"] != "split" and len(end.hands) % 2
    return [
        {f"{seat} holds {' '.join(piles[seat]) if named and piles[seat] else won}" for seat, won in score(end).items()}
    ]


def winners(table: ModelTable) -> set[str]:
    return {seat for seat, points in table.scores.items() if points == max(table.scores.values())}


def facts(p: Position) -> dict[str, object]:
    tied = points(p, p.tied) + p.odd
    return {"prize": p.prize or None, "left": len(p.stock), "tied": tied, "packs": -(-len(p.table.seats) // 3)}


def came_to(p: Position) -> Iterator[str]:
    if p.tied or p.shared:
        yield "a tie"
