"""Oh Hell!: bid the number of tricks you will take, and take exactly that many."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.testing.models import RANKS, ModelTable, Move, pack, shuffled, without

PLAYERS = range(3, 11)
BOOK = {
    "first-hand": lambda players: {6: 8, 7: 7, 8: 6, 9: 5, 10: 5}.get(players, 10),
    "sizes": "down-up", "hands": None, "playoff": 1, "trump": "upcard", "hook": "above",
    "trick": 10, "nought": 10, "made": 0, "missed": 10, "taken": 0,
    "square": 0, "by-size": 0, "flat": 0, "packs": "1", "equal": "first",
}  # fmt: skip
DECIDES = ("dealer-must-overbid",)
STRIKES = ("follow-suit", "dealer-must-overbid", "bid-range")
LISTED = ("bids", "plays")
REACHES = ("bids", "plays", "plays of follow-suit", "bids of dealer-must-overbid", "plays of lead-order")
HANDS = 3


@dataclass(frozen=True)
class Position:
    table: ModelTable
    dealt: dict[str, tuple[str, ...]]
    upcard: str  # none if the house sets trump, or no card is left
    trump: str
    held: dict[str, tuple[str, ...]]
    bids: dict[str, int]
    took: dict[str, int]
    turn: str
    trick: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        return len(self.dealt[self.turn])


def size(table: ModelTable) -> int:
    """Cards in a hand: down to a single one and up, or the house's way; then playoffs until one player leads."""
    first = table.house["first-hand"]
    if table.hand > hands(table):
        return int(table.house["playoff"])
    place = (table.hand - 1) % length(table)
    down = first - place if place < first else place - first + 2
    up = place + 1 if place < first else 2 * first - place - 1
    return int({"up": up, "up-down": up, "same": first}.get(table.house["sizes"], down))


def length(table: ModelTable) -> int:
    """The number of hands until the sizes repeat."""
    first = table.house["first-hand"]
    return int({"up": first, "down": first, "same": len(table.seats)}.get(table.house["sizes"], 2 * first - 1))


def hands(table: ModelTable) -> int:
    return table.house["hands"] or length(table)


def deal(table: ModelTable, chance: random.Random) -> Position:
    """The next card is turned up as trump."""
    cards = shuffled(pack() * int(table.house["packs"]), chance)
    held = {seat: tuple(cards.pop() for _ in range(size(table))) for seat in table.seats}
    upcard = cards.pop() if table.house["trump"] == "upcard" and cards else ""
    suits = {"spades": "S", "in-turn": ["H", "C", "D", "S", ""][(table.hand - 1) % 5]}
    trump = upcard[-1:] or suits.get(table.house["trump"], "")
    nothing = dict.fromkeys(table.seats, 0)
    return Position(table, held, upcard, trump, held, {}, nothing, table.left(table.dealer))


def dealt(position: Position) -> dict[str, tuple[str, ...]]:
    return position.dealt


def opening(position: Position) -> Iterator[Move]:
    dealer = position.table.dealer
    yield Move(dealer, "deals", str(position.size), less=("deal", f"deal {dealer}"))
    if position.upcard:
        yield Move("", "upcard", position.upcard, less=(f"trump {position.trump}",))


def moves(position: Position) -> Iterator[Move]:
    if len(position.bids) < len(position.table.seats):
        yield from bids(position)
    elif any(position.held.values()):
        yield from plays(position)


def bids(position: Position) -> Iterator[Move]:
    """The dealer's bid, the last, must bring the total above the tricks, or only not make it even."""
    table, size, turn = position.table, position.size, position.turn
    even = size - sum(position.bids.values()) if turn == table.dealer else -1
    above = table.house["hook"] == "above"
    most = max(size, even + 1) if above and "dealer-must-overbid" not in table.struck else size
    for bid in range(most + 3):
        few = ("dealer-must-overbid",) if bid == even or (bid < even and above) else ()
        many = ("bid-range",) if bid > most else ()
        yield Move(turn, "bids", str(bid), breaks=few + many, listed=not many)
    yield Move(turn, "bids", "-1", breaks=("impossible",))
    yield Move(table.left(turn), "bids", "1", breaks=("bid-order", "bid-range"))


def plays(position: Position) -> Iterator[Move]:
    """A player who can follow suit does."""
    turn, led = position.turn, position.trick[0][-1] if position.trick else ""
    hand = position.held[turn]
    must = any(card[-1] == led for card in hand)
    for card in dict.fromkeys(hand):
        revoke = ("follow-suit",) if must and card[-1] != led else ()
        yield Move(turn, "plays", card, breaks=revoke, hidden=len(hand) > position.size // 2)
    for card in dict.fromkeys(position.held[position.table.left(turn)]):
        yield Move(position.table.left(turn), "plays", card, breaks=("lead-order",))
        if card not in hand:
            yield Move(turn, "plays", card, breaks=("one-pack",))
    if position.upcard and position.upcard not in hand:
        yield Move(turn, "plays", position.upcard, breaks=("one-pack",))


def after(position: Position, move: Move) -> Position:
    table, who, trick = position.table, move.who, (*position.trick, move.words)
    if move.verb == "bids":
        return replace(position, bids={**position.bids, who: int(move.words)}, turn=table.left(who))
    held = {**position.held, who: without(position.held[who], [move.words])}
    if len(trick) < len(table.seats):
        return replace(position, held=held, trick=trick, turn=table.left(who))
    strength = [(card[-1] == position.trump, card[-1] == trick[0][-1], -RANKS.index(card[:-1])) for card in trick]
    best = max(strength)
    last = len(strength) - 1 - strength[::-1].index(best)
    winner = table.left(who, 1 + (last if table.house["equal"] == "second" else strength.index(best)))
    took = {**position.took, winner: position.took[winner] + 1}
    return replace(position, held=held, trick=(), turn=winner, took=took)


def score(position: Position) -> dict[str, int]:
    house, points = position.table.house, {}
    for seat, bid in position.bids.items():
        took = position.took[seat]
        missed = house["taken"] * took - house["missed"] * abs(bid - took) - house["flat"]
        zero = house["nought"] + house["by-size"] * sum(position.took.values())
        made = house["made"] + (house["trick"] * bid + house["square"] * bid**2 if bid else zero)
        points[seat] = made if bid == took else missed
    return points


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The remaining bids and the tricks."""
    if not start.trick:
        yield from (f"{seat} bids {bid}" for seat, bid in end.bids.items() if seat not in start.bids)
        more = {seat: end.took[seat] - start.took[seat] for seat in end.took}
        yield {f"{seat} takes {number}" for seat, number in more.items() if number}


def facts(position: Position) -> dict[str, object]:
    total = sum(position.bids.values())
    return {"size": position.size, "bids": total, "hand": position.table.hand, "trump": position.trump or None}


def winners(table: ModelTable) -> set[str]:
    """After the last hand, a sole leader."""
    best = {seat for seat, points in table.scores.items() if points == max(table.scores.values())}
    return best if table.hand > hands(table) and len(best) == 1 else set()
