"""Kabu: draw toward nine. Only the last digit of a hand counts, and every lower hand pays the higher ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from referee.testing.models import Cards, ModelTable, Move, pack, shuffled

PLAYERS = range(2, 7)
BOOK = {
    "hand-size": 2, "draws": 2, "ace": 1, "stack": lambda players: 10 + 15 * players, "point": 1, "hands": None,
    "courts": "out", "pays": "difference", "paid": "higher",
}  # fmt: skip
STRIKES = ("draw-order", "pass-final", "draw-limit")
STEERS = ("draw-limit",)
DECIDES = ("draw-limit",)  # without it the drawing goes on
LISTED = ("draws", "passes")
FINDINGS = ("cannot-pay",)
REACHES = ("draws of pass-final", "draws of draw-limit", "holds of draw-order", "holds of hand-score")
HANDS = 5


@dataclass(frozen=True)
class Position:
    table: ModelTable
    dealt: dict[str, Cards]
    stock: Cards
    turn: str
    drew: dict[str, Cards] = field(default_factory=dict)
    blind: Cards = ()  # cards drawn that nobody named
    passed: Cards = ()
    shown: Cards = ()

    def cards(self, seat: str) -> Cards:
        return self.dealt[seat] + self.drew.get(seat, ())

    @property
    def most(self) -> int:
        """The number of cards that a player may draw."""
        return 52 if "draw-limit" in self.table.struck else int(self.table.house["draws"])

    def done(self, seat: str) -> bool:
        return seat in self.passed or len(self.drew.get(seat, ())) >= self.most or not self.stock

    @property
    def points(self) -> dict[str, int]:
        return {seat: sum(map(self.pips, self.cards(seat))) % 10 for seat in self.dealt}

    def pips(self, card: str) -> int:
        return int(self.table.house["ace"]) if card[0] == "A" else 10 if card[0] in "KQJ" else int(card[:-1])

    def chips(self, seat: str) -> int:
        return int(self.table.house["stack"]) + self.table.scores.get(seat, 0)

    def pays(self, payer: str, payee: str) -> int:
        """The payment of a lower hand to a higher one."""
        points, house = self.points, self.table.house
        lower = points[payee] - points[payer]
        if lower <= 0 or (house["paid"] == "highest" and points[payee] < max(points.values())):
            return 0
        return int(house["point"] * (lower if house["pays"] == "difference" else 1))

    @property
    def payable(self) -> bool:
        """Whether everybody can pay all higher hands."""
        return all(sum(self.pays(seat, other) for other in self.dealt) <= self.chips(seat) for seat in self.dealt)


def deal(table: ModelTable, chance: random.Random) -> Position:
    out = "KQJ" if table.house["courts"] == "out" else "-"
    cards = shuffled([card for card in pack() if card[0] not in out], chance)
    seats = table.around(table.left(table.dealer))
    dealt = {seat: tuple(cards.pop() for _ in range(table.house["hand-size"])) for seat in seats}
    return Position(table, dealt, tuple(cards), seats[0])


def moves(p: Position) -> Iterator[Move]:
    """A card or a pass each, until everybody has passed or drawn enough. Then the hands are shown."""
    if all(map(p.done, p.dealt)):
        for seat in p.dealt:
            yield from showdown(p, seat)
        return
    who = p.turn
    yield Move(who, "passes")
    yield Move(who, "draws", breaks=("one-pack",) * (not p.stock))
    for card in p.stock:
        yield Move(who, "draws", card, less=(f"{who} draws", f"{who} draws {card[:-1]}"))
    for card in p.blind:  # for all that anybody else knows
        yield Move(who, "draws", card, listed=False)
    for card in (p.dealt[p.table.left(who)][0], *["KS"] * (p.table.house["courts"] == "out")):
        yield Move(who, "draws", card, breaks=("one-pack",))
    for seat in p.dealt:
        if seat != who:
            enough = len(p.drew.get(seat, ())) >= p.most
            over = ("pass-final",) * (seat in p.passed) + ("draw-limit",) * enough + ("one-pack",) * (not p.stock)
            yield Move(seat, "draws", breaks=over or ("draw-order",), aside=True, listed=False)
            yield Move(seat, "passes", breaks=("draw-order",), aside=True, listed=False)
    if p.drew or p.passed:
        yield Move(who, "holds", str(p.points[who]), breaks=("draw-order", "illegal"))
    for two in [" ".join(p.stock[:2])] if len(p.stock) > 1 else ():
        many = ("draw-limit",) * (len(p.drew.get(who, ())) + 2 > p.most)
        yield Move(who, "draws", two, breaks=("draw-order", *many), listed=False)


def showdown(p: Position, seat: str) -> Iterator[Move]:
    cards, points, other = p.cards(seat), p.points[seat], p.cards(p.table.left(seat))
    if seat not in p.shown:
        yield Move(seat, "shows", " ".join(cards), less=(f"{seat} holds {points}",))
        yield Move(seat, "shows", " ".join(cards[1:]), breaks=("two-cards", "unclear"))
        yield Move(seat, "shows", " ".join([*cards[1:], other[0]]), breaks=("one-pack",))
    yield Move(seat, "holds", "10", breaks=("hand-score",))
    if seat in p.shown or not {*cards} & {*p.blind}:
        yield Move(seat, "holds", str((points + 1) % 10), breaks=("hand-score",))


def likely(p: Position, move: Move) -> float:
    return 0 if move.words in p.blind else 1 if move.words else 8


def after(p: Position, move: Move) -> Position:
    who = move.who
    if move.verb == "shows":
        return replace(p, shown=(*p.shown, who))
    if move.verb == "passes":
        p = replace(p, passed=(*p.passed, who))
    else:
        cards = tuple(move.words.split()) or p.stock[:1]
        blind = p.blind if move.words else (*p.blind, *cards)
        stock = tuple(card for card in p.stock if card not in cards)
        p = replace(p, drew={**p.drew, who: (*p.drew.get(who, ()), *cards)}, stock=stock, blind=blind)
    return replace(p, turn=next((seat for seat in (*p.table.around(who)[1:], who) if not p.done(seat)), ""))


def score(p: Position) -> dict[str, int]:
    """Each player pays every higher hand the difference, unless somebody can't."""
    won = {seat: sum(p.pays(other, seat) - p.pays(seat, other) for other in p.dealt) for seat in p.dealt}
    return won if p.payable else dict.fromkeys(won, 0)


def onward(p: Position) -> ModelTable:
    return p.table.onward(score(p), kept=p.payable)


def winners(table: ModelTable) -> set[str]:
    """The game ends when somebody can't pay, or after a number of hands."""
    hands = table.house["hands"]
    last = hands is not None and table.hand > hands
    best = {seat for seat in table.seats if table.scores[seat] == max(table.scores[other] for other in table.seats)}
    return best if last or not table.kept else set()


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    if all(map(start.done, start.dealt)):
        return
    if start.drew or start.passed:
        yield "rest"
    yield {f"{seat} holds {points}" for seat, points in end.points.items()}


def contrary(start: Position, end: Position) -> Iterator[str]:
    """A wrong score for a player who has passed, if the cards are known."""
    if not all(map(start.done, start.dealt)) and (start.drew or start.passed):
        yield from (f"rest; {seat} holds 10" for seat in start.dealt)


def facts(p: Position) -> dict[str, object]:
    if len(p.shown) == len(p.dealt):
        return {"chips": {seat: p.chips(seat) + brought for seat, brought in score(p).items()}}
    return {"stack": p.table.house["stack"], "hand": p.table.hand}
