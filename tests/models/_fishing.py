"""Shared by Scopa and Cassino: a board, hands dealt in packets, piles, and the last capture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.testing.models import Cards, ModelTable, Move, without


@dataclass(frozen=True)
class Build:
    rank: str
    cards: Cards
    sets: int  # that add up; 0 if it is made by pairing


@dataclass(frozen=True)
class Position:
    table: ModelTable
    turn: str
    given: dict[str, Cards]  # in this packet
    held: dict[str, Cards]
    loose: Cards
    stock: Cards
    piles: dict[str, Cards]
    open: bool = False
    told: Cards = ()  # players whose cards of this packet are known
    builds: tuple[Build, ...] = ()
    packet: int = 0
    sweeps: Cards = ()
    last: str = ""
    again: Position | None = None  # the hand dealt if the board voids this one

    @property
    def untouched(self) -> bool:
        """Whether nothing has been played."""
        return self.packet == 1 and self.held == self.given and not (self.open and self.again)


def deal(table: ModelTable, cards: list[str]) -> Position:
    """The board and the first packet."""
    piles: dict[str, Cards] = dict.fromkeys(table.seats, ())
    board, stock = tuple(cards[: table.house["board"]]), tuple(cards[table.house["board"] :])
    return deal_packet(Position(table, table.left(table.dealer), {}, {}, board, stock, piles))


def deal_packet(p: Position) -> Position:
    size = min(p.table.house["hand-size"], len(p.stock) // 2)
    held = {seat: p.stock[size * n : size * n + size] for n, seat in enumerate(p.table.seats)}
    return replace(p, held=held, given=held, told=(), stock=p.stock[2 * size :], packet=p.packet + 1)


def beside(p: Position, counts: Mapping[str, Mapping[str, int]]) -> Iterator[Move]:
    """Reports besides plays: the board, hands, and the piles again, and invalid ones."""
    who, other = p.turn, p.table.left(p.turn)
    if not p.open:
        yield Move("", "upcard", " ".join(p.loose))
        yield Move("", "upcard", " ".join(p.loose[1:]), breaks=("one-pack",))
        yield Move(who, "holds", "53 cards", breaks=("all-accounted",))
        return
    if not any(p.held.values()):
        for seat, count in counts.items():
            number = p.sweeps.count(seat)
            for more in (0, 1):
                wrong = ("all-accounted",) * more
                yield Move(seat, "holds", f"{count['cards'] + more} cards", breaks=wrong, aside=True)
                yield Move(seat, "sweeps", str(number + 7 * more), breaks=("sweep",) * more, aside=True)
        return
    yield Move(p.table.dealer, "deals", breaks=("deal-when-done",))
    for seat in p.table.seats:
        if seat not in p.told:
            yield Move(seat, "dealt", " ".join(p.given[seat]), ("",), aside=True)
    for card in p.held[other]:
        yield Move(other, "trails", card, breaks=("turn-order",))
        yield from [Move(who, "trails", card, breaks=("own-hand", "one-pack"))] * (who in p.told)
    for card in (*p.loose[:1], *p.piles[who][:1]):
        yield Move(who, "trails", card, breaks=("one-pack",))
    yield Move(who, "captures", f"{(*p.stock, *p.held[who])[0]} with {p.held[who][0]}", breaks=("on-board",))
    if p.packet > 1:
        yield Move(who, "holds", "12 cards", breaks=("all-accounted",))
        yield Move(who, "sweeps", breaks=("sweep",))


def put(p: Position, card: str, taken: Cards, build: Build | None = None, *, sweeps: bool = True) -> Position:
    """Plays a card: it captures, goes into a build, or stays on the table. Then another packet may follow."""
    who, held = p.turn, {**p.held, p.turn: without(p.held[p.turn], [card])}
    torn = (card for build in p.builds if {*build.cards} & {*taken} for card in build.cards)
    loose = tuple(lying for lying in (*p.loose, *torn) if lying not in taken)
    builds = tuple(standing for standing in p.builds if not {*standing.cards} & {*taken})
    over = not p.stock and not any(held.values())
    p = replace(p, turn=p.table.left(who), held=held, loose=loose, builds=builds)
    if build:
        p = replace(p, builds=(*builds, build))
    elif taken:
        swept = (who,) * (not loose and not builds and sweeps)
        p = replace(p, piles=added(p, who, (card, *taken)), last=who, sweeps=p.sweeps + swept)
    else:
        p = replace(p, loose=(*loose, card))
    if over and p.last:
        left = p.loose + tuple(lying for build in p.builds for lying in build.cards)
        return replace(p, piles=added(p, p.last, left), loose=(), builds=())
    return p if over or any(held.values()) else deal_packet(p)


def added(p: Position, seat: str, cards: Cards) -> dict[str, Cards]:
    return {**p.piles, seat: p.piles[seat] + cards}


def likely(p: Position, move: Move) -> float:
    return 9 if move.verb == "dealt" else 1


def after(p: Position, move: Move) -> Position:
    """The position after anything except a play."""
    if move.verb == "dealt":
        return replace(p, told=(*p.told, move.who))
    if move.verb == "deals" and p.again:
        return p.again
    return replace(p, open=True)


def facts(p: Position) -> dict[str, Any]:
    lying = len(p.loose) + sum(len(build.cards) for build in p.builds)
    return {"board": lying, "stock": len(p.stock), "packet": p.packet, "sweeps": len(p.sweeps)}
