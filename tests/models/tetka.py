"""Tëtka: the dealer's last card, shown to all, determines which cards and tricks to avoid. The fewest points win."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.testing.models import RANKS, Cards, Dealt, ModelTable, Move, pack, shuffled, without

PLAYERS = range(4, 5)
BOOK = {
    "orbits": 1, "bum": 1, "tetka": 2, "queen": 1, "rank-trick": 1, "last-trick": 1, "most-tricks": 1, "level": "suit",
}  # fmt: skip
STRIKES = ("follow-suit",)
LISTED = ("plays",)
REACHES = (
    "plays", "plays of follow-suit", "plays of lead-order", "plays of bum-dealer", "most by cards of the suit",
    "most by the highest card", "a king", "a queen",
)  # fmt: skip
HANDS = 4
COUNTED = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True)
class Position(Dealt):
    bum: str
    turn: str
    trick: Cards = ()
    takers: Cards = ()
    tricks: tuple[Cards, ...] = ()

    @property
    def tetka(self) -> str:
        return "Q" + self.bum[-1]

    @property
    def rank_trick(self) -> int:
        return COUNTED.index(self.bum[:-1]) + 1

    def captured(self, seat: str) -> Cards:
        return sum((trick for who, trick in zip(self.takers, self.tricks, strict=True) if who == seat), ())


def deal(table: ModelTable, chance: random.Random) -> Position:
    cards = shuffled(pack(), chance)
    held = {seat: tuple(cards[13 * place : 13 * place + 13]) for place, seat in enumerate(table.seats)}
    return Position(table, held, held, chance.choice(held[table.dealer]), table.left(table.dealer))


def opening(position: Position) -> Iterator[Move]:
    dealer = position.table.dealer
    yield Move(dealer, "deals", less=("deal", f"deal {dealer} 13"))
    yield Move("", "upcard", position.bum)


def moves(position: Position) -> Iterator[Move]:
    """A player who can follow suit does. Everybody knows who has the bum card."""
    turn, led = position.turn, position.trick[0][-1] if position.trick else ""
    hand, other = position.held[turn], position.table.left(turn)
    must = any(card[-1] == led for card in hand)
    shown = position.bum in hand and position.bum[-1] == led
    for card in hand:
        revoke = ("follow-suit",) if must and card[-1] != led else ()
        sure = shown and card != position.bum
        yield Move(turn, "plays", card, breaks=revoke, hidden=len(hand) > 6 and not sure)
    for card in position.held[other]:
        yield Move(other, "plays", card, breaks=("lead-order",))
        yield Move(turn, "plays", card, breaks=("bum-dealer",) if card == position.bum else ("one-pack",))


def after(position: Position, move: Move) -> Position:
    """The highest card of the suit led takes the trick."""
    table, who, trick = position.table, move.who, (*position.trick, move.words)
    held = {**position.held, who: without(position.held[who], [move.words])}
    if len(trick) < len(table.seats):
        return replace(position, held=held, trick=trick, turn=table.left(who))
    best = min((card for card in trick if card[-1] == trick[0][-1]), key=height)
    taker = table.left(who, 1 + trick.index(best))
    takers, tricks = (*position.takers, taker), (*position.tricks, trick)
    return replace(position, held=held, trick=(), turn=taker, takers=takers, tricks=tricks)


def height(card: str) -> int:
    return RANKS.index(card[:-1])


def level(position: Position) -> list[str]:
    """The players with the most tricks."""
    took = Counter(position.takers)
    return [seat for seat in position.table.seats if took[seat] == max(took.values())]


def most(position: Position) -> str:
    """The player with the most tricks. If level, the one with most cards of the suit, then with the highest."""
    suit = {seat: [c for c in position.captured(seat) if c[-1] == position.bum[-1]] for seat in level(position)}
    if len(suit) == 1:
        return next(iter(suit))
    if position.table.house["level"] == "nobody":
        return ""
    best = max((len(cards), -min(map(height, cards), default=0), seat) for seat, cards in suit.items())
    return best[2] if best[0] else ""


def words(position: Position, number: int) -> Iterator[str]:
    """What counts in a trick. A queen turned up is entered as Tëtka, and the trick of a king as the last."""
    cards = position.tricks[number - 1]
    for card in cards:
        names = {position.bum: "bum", position.tetka: "tetka"}
        if card in names or card[0] == "Q":
            yield names.get(card, card)
    if number in (13, position.rank_trick):
        yield "last" if number == 13 else "rank"


def score(position: Position) -> dict[str, int]:
    house, points = position.table.house, dict.fromkeys(position.table.seats, 0)
    for number, taker in enumerate(position.takers, 1):
        for card in position.tricks[number - 1]:
            points[taker] += house["bum"] * (card == position.bum) + house["tetka"] * (card == position.tetka)
            points[taker] += house["queen"] * (card[0] == "Q" and card != position.tetka)
        points[taker] += house["rank-trick"] * (number == position.rank_trick) + house["last-trick"] * (number == 13)
    if leader := most(position):
        points[leader] += house["most-tricks"]
    return points


def short(start: Position, end: Position) -> Iterator[set[str]]:
    """The tricks still to come with what counts in them, or everybody's points.

    Not if nobody gets the point for most: a hand like that continues until the table ends it.
    """
    count, leader, alone = len(start.tricks), most(end), len(level(end)) == 1
    if start.trick or (not leader and (end.table.house["level"] == "suit" or height(end.bum) % 3 == 0)):
        return
    if height(end.bum) % 3 == 0:
        yield {f"{seat} scores {points}" for seat, points in score(end).items()}
        return
    lines = {seat: [str(n)] if (n := end.takers[count:].count(seat)) else [] for seat in end.table.seats}
    for number in range(count + 1, 14):
        lines[end.takers[number - 1]] += words(end, number)
    if leader and not alone:
        lines[leader].append("most")
    yield {f"{seat} takes {' '.join(texts)}" for seat, texts in lines.items() if texts}


def facts(position: Position) -> dict[str, object]:
    always = {"hand": position.table.hand}
    if len(position.tricks) == 13:
        return always  # it may have been entered in points
    tricks = {seat: position.takers.count(seat) for seat in position.table.seats}
    return always | {
        "bum": position.bum, "tetka": position.tetka, "rank-trick": position.rank_trick, "tricks": tricks
    }  # fmt: skip


def winners(table: ModelTable) -> set[str]:
    """When everybody has dealt as often as agreed, the player with the fewest points."""
    fewest = {seat for seat, points in table.scores.items() if points == min(table.scores.values())}
    return fewest if table.hand > 4 * table.house["orbits"] else set()


def came_to(end: Position) -> Iterator[str]:
    suit = [[c for c in end.captured(seat) if c[-1] == end.bum[-1]] for seat in level(end)]
    if len(suit) > 1:
        *_, second, first = sorted(map(len, suit))
        yield "most by the highest card" if first == second else "most by cards of the suit"
    yield {"K": "a king", "Q": "a queen"}.get(end.bum[0], "another card")
