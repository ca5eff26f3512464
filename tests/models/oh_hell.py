"""Oh Hell!: bid the number of tricks you will take, and take exactly that many."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.models import RANKS, Move, Table, pack, shuffled, without

PLAYERS = range(3, 8)
BOOK = {"first-hand": lambda players: {6: 8, 7: 7}.get(players, 10), "trick": 10, "nought": 10, "missed": 10}
STRIKES = ("follow-suit", "dealer-must-overbid")
LISTED = ("bids", "plays")
REACHES = ("bids", "plays", "plays of follow-suit", "bids of dealer-must-overbid", "plays of lead-order")
HANDS = 3


@dataclass(frozen=True)
class Position:
    table: Table
    dealt: dict[str, tuple[str, ...]]
    upcard: str
    held: dict[str, tuple[str, ...]]
    bids: dict[str, int]
    took: dict[str, int]
    turn: str
    trick: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return len(self.dealt[self.turn])


def deal(table: Table, chance: random.Random) -> Position:
    """One card less each hand, down to a single one and up again; then single cards until one player leads."""
    first = table.house["first-hand"]
    size = abs(first - table.hand) + 1 if table.hand < 2 * first else 1
    cards = shuffled(pack(), chance)
    held = {seat: tuple(cards.pop() for _ in range(size)) for seat in table.seats}
    nothing = dict.fromkeys(table.seats, 0)
    return Position(table, held, cards.pop(), held, {}, nothing, table.left(table.dealer))


def dealt(position: Position) -> dict[str, tuple[str, ...]]:
    return position.dealt


def opening(position: Position) -> Iterator[Move]:
    dealer = position.table.dealer
    yield Move(dealer, "deals", str(position.size), less=("deal", f"deal {dealer}"))
    yield Move("", "upcard", position.upcard, less=(f"trump {position.upcard[-1]}",))


def moves(position: Position) -> Iterator[Move]:
    if len(position.bids) < len(position.table.seats):
        yield from bids(position)
    elif any(position.held.values()):
        yield from plays(position)


def bids(position: Position) -> Iterator[Move]:
    """The dealer's bid, the last, takes the total above the tricks; nobody else bids more than there are."""
    size, turn = position.size, position.turn
    least = max(0, size + 1 - sum(position.bids.values())) if turn == position.table.dealer else 0
    for bid in range(max(size, least) + 3):
        few = ("dealer-must-overbid",) if bid < least else ()
        many = ("bid-range",) if bid > max(size, least) else ()
        yield Move(turn, "bids", str(bid), breaks=few + many)
    yield Move(position.table.left(turn), "bids", "1", breaks=("bid-order", "bid-range"))


def plays(position: Position) -> Iterator[Move]:
    """A player who can follow suit does."""
    turn, led = position.turn, position.trick[0][-1] if position.trick else ""
    hand = position.held[turn]
    must = any(card[-1] == led for card in hand)
    for card in hand:
        revoke = ("follow-suit",) if must and card[-1] != led else ()
        yield Move(turn, "plays", card, breaks=revoke, hidden=len(hand) > position.size // 2)
    for card in position.held[position.table.left(turn)]:
        yield Move(position.table.left(turn), "plays", card, breaks=("lead-order",))
        yield Move(turn, "plays", card, breaks=("one-pack",))
    yield Move(turn, "plays", position.upcard, breaks=("one-pack",))


def after(position: Position, move: Move) -> Position:
    table, who, trick = position.table, move.who, (*position.trick, move.words)
    if move.verb == "bids":
        return replace(position, bids={**position.bids, who: int(move.words)}, turn=table.left(who))
    held = {**position.held, who: without(position.held[who], [move.words])}
    if len(trick) < len(table.seats):
        return replace(position, held=held, trick=trick, turn=table.left(who))
    strength = [(card[-1] == position.upcard[-1], card[-1] == trick[0][-1], -RANKS.index(card[:-1])) for card in trick]
    winner = table.left(who, 1 + strength.index(max(strength)))
    took = {**position.took, winner: position.took[winner] + 1}
    return replace(position, held=held, trick=(), turn=winner, took=took)


def score(position: Position) -> dict[str, int]:
    house = position.table.house
    amiss = {seat: abs(bid - position.took[seat]) for seat, bid in position.bids.items()}
    made = {seat: house["trick"] * bid or house["nought"] for seat, bid in position.bids.items()}
    return {seat: -house["missed"] * amiss[seat] if amiss[seat] else made[seat] for seat in made}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The bids that are still to come, and who took the tricks that are."""
    if not start.trick:
        yield from (f"{seat} bids {bid}" for seat, bid in end.bids.items() if seat not in start.bids)
        more = {seat: end.took[seat] - start.took[seat] for seat in end.took}
        yield {f"{seat} takes {number}" for seat, number in more.items() if number}


def facts(position: Position) -> dict[str, object]:
    return {"size": position.size, "bids": sum(position.bids.values()), "hand": position.table.hand}


def winners(table: Table) -> set[str]:
    """After the last hand whoever leads alone."""
    best = {seat for seat, points in table.scores.items() if points == max(table.scores.values())}
    return best if table.hand >= 2 * table.house["first-hand"] and len(best) == 1 else set()
