"""Farmer: draw to sixteen. Exactly sixteen wins the farm, the closest is paid, players over it pay the farmer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.testing.models import Cards, ModelTable, Move, pack, shuffled, without

PLAYERS = range(2, 9)
BOOK = {
    "ante": 1, "goal": 16, "least-drawn": 1, "ace": 1, "court": 10, "lower": 1, "bust": 1, "busts-to": "farmer",
    "tie": "six",
}  # fmt: skip
STRIKES = ("must-hit", "bust-stays", "silent-bust", "farm-tie")
LISTED = ("hits", "stays")
DECIDES = ("farm-tie",)  # without it the table says who takes the farm
REACHES = ("hits of bust-stays", "busts of silent-bust", "takes farm of farm-tie", "it is tied", "a side pot")
HANDS = 4


@dataclass(frozen=True)
class Position:
    table: ModelTable
    hands: dict[str, Cards]  # from the farmer's left, the card face down first
    stock: Cards
    turned: Cards  # face up, to find the first farmer
    stayed: Cards = ()
    shown: Cards = ()
    claimed: str = ""  # the player who was reported to take the farm

    def total(self, seat: str) -> int:
        return sum(map(self.worth, self.hands[seat]))

    def worth(self, card: str) -> int:
        ace, court = self.table.house["ace"], self.table.house["court"]
        return int({"A": ace, "K": court, "Q": court, "J": court}.get(card[:-1]) or card[:-1])

    @property
    def at_goal(self) -> list[str]:
        return [seat for seat in self.hands if self.total(seat) == self.table.house["goal"]]

    @property
    def winner(self) -> str:
        """Among several, the one with the six of hearts, then the fewest cards, then the farmer, then the first."""

        def behind(seat: str) -> tuple[bool, int, bool]:
            return "6H" not in self.hands[seat], len(self.hands[seat]), seat != self.table.dealer

        free = len(self.at_goal) > 1 and "farm-tie" in self.table.struck
        return self.claimed if free else min(self.at_goal, key=behind, default="")


def deal(table: ModelTable, chance: random.Random) -> Position:
    cards = shuffled([card for card in pack() if card == "6H" or card[0] not in "68"], chance)
    turned = shuffled(cards, chance)
    hands: dict[str, Cards] = {seat: (cards.pop(),) for seat in table.around(table.left(table.dealer))}
    return Position(table, hands, tuple(cards), tuple(turned[: turned.index("6H") + 1]))


def opening(p: Position) -> Iterator[Move]:
    """The six of hearts makes the first farmer."""
    if p.table.hand == 1:
        turner = p.table.left(p.table.dealer, -len(p.turned))
        yield Move(turner, "turns", " ".join(p.turned), less=("",))
    yield Move(p.table.dealer, "deals")


def dealt(p: Position) -> dict[str, Cards]:
    return {seat: cards[:1] for seat, cards in p.hands.items()}


def moves(p: Position) -> Iterator[Move]:
    if len(p.stayed) < len(p.hands):
        yield from drawing(p, *[*p.hands][len(p.stayed) :][:2])
        return
    for seat in p.hands:
        yield from showdown(p, seat)
    if len(p.at_goal) > 1 and len(p.shown) >= len(p.hands) and not p.claimed:
        for seat in [p.winner] if p.winner else p.at_goal:
            yield Move(seat, "takes farm")


def drawing(p: Position, who: str, after_that: str = "") -> Iterator[Move]:
    """At least one card. A player who is over stays silently."""
    hand, goal = p.hands[who], p.table.house["goal"]
    over = ("bust-stays",) * (p.total(who) > goal)
    yield Move(who, "stays", breaks=("must-hit",) * (len(hand) <= p.table.house["least-drawn"]))
    yield Move(who, "hits", breaks=over, hidden=len(hand) < 5)
    for card in p.stock:
        yield Move(who, "hits", card, less=(f"{who} hits",), breaks=over)
    first, second = p.stock[:2]
    late = ("bust-stays",) * (p.total(who) + p.worth(first) > goal)
    yield Move(who, "hits", f"{first} {second}", less=(f"{who} hits {first}; {who} hits",), breaks=late, listed=False)
    for card in (hand[0], "8S", "6D"):
        yield Move(who, "hits", card, breaks=("one-pack",))
    if after_that:
        yield Move(after_that, "hits", breaks=("draw-order",))
        yield Move(after_that, "stays", breaks=("draw-order",))
    if any(len(cards) > 1 for cards in p.hands.values()):
        yield Move(who, "busts", breaks=("silent-bust",) if p.total(who) > goal else ("total-range",), listed=False)
    if p.stayed:
        yield Move(p.stayed[0], "holds", str(p.total(p.stayed[0])), breaks=("draw-order",))


def showdown(p: Position, seat: str) -> Iterator[Move]:
    total, cards, goal = p.total(seat), p.hands[seat], p.table.house["goal"]
    if seat not in p.shown:
        text = f"{seat} busts" if total > goal else f"{seat} holds {total}"
        yield Move(seat, "shows", " ".join(cards), less=(text, f"{seat} shows {cards[0]}; {seat} holds {total}"))
    yield Move(seat, "holds", str(total + 1), breaks=("total-range",))
    yield Move(seat, "shows", p.hands[p.table.left(seat)][0], breaks=("one-pack",))
    if seat != p.winner and (total != goal or "farm-tie" not in p.table.struck):
        yield Move(seat, "takes farm", breaks=("farm-tie" if total == goal else "farm-won",))


def likely(p: Position, move: Move) -> float:
    """Everybody draws toward sixteen."""
    short_by = p.table.house["goal"] - p.total(move.who) - sum(map(p.worth, move.words.split()))
    if move.verb == "stays":
        return 1 if short_by > 3 else 20 if short_by else 99
    return 1 if move.verb != "hits" else 0 if not move.words else 0.5 if short_by else 9


def after(p: Position, move: Move) -> Position:
    who, cards = move.who, tuple(move.words.split())
    if move.verb == "hits":
        return replace(p, hands={**p.hands, who: p.hands[who] + cards}, stock=without(p.stock, cards))
    if move.verb == "stays" or len(p.stayed) < len(p.hands):
        return replace(p, stayed=(*p.stayed, who), shown=p.shown + (who,) * (move.verb == "busts"))
    return replace(p, shown=(*p.shown, who), claimed=who if move.verb == "takes farm" else "")


def score(p: Position) -> dict[str, int]:
    """Everybody antes, and players over the limit pay the farmer. The farm is won, or lower hands pay the closest."""
    ante, goal = p.table.house["ante"], p.table.house["goal"]
    chips = Counter(dict.fromkeys(p.hands, -ante))
    alive = {seat: p.total(seat) for seat in p.hands if p.total(seat) <= goal}
    house = p.table.house
    for seat in p.hands.keys() - alive.keys():
        chips[seat] -= ante * house["bust"]
        chips[p.table.dealer if house["busts-to"] == "farmer" else "bust"] += ante * house["bust"]
    chips.pop("bust", None)
    closest = [seat for seat in alive if alive[seat] == max(alive.values())]
    if p.winner:
        farm, winners = p.table.scores.get("farm", 0) + ante * len(p.hands), [p.winner]
        winners = p.at_goal if house["tie"] == "shared" else [p.winner]
        chips.update({seat: farm // len(winners) for seat in winners})
        return {**chips, "farm": -chips.total()}
    for seat in alive:
        each = ante * house["lower"]
        chips[seat] += each * (len(alive) - len(closest)) // len(closest) if seat in closest else -each
    return {**chips, "farm": -chips.total()}


def onward(p: Position) -> ModelTable:
    return p.table.onward(score(p), dealer=p.winner or p.table.dealer)


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    if len(start.stayed) == len(start.hands):
        return
    if start.stayed or any(len(cards) > 1 for cards in start.hands.values()):
        yield "rest"
    goal, totals = end.table.house["goal"], {seat: end.total(seat) for seat in end.hands}
    yield {f"{seat} busts" if n > goal + len(seat) % 3 else f"{seat} holds {n}" for seat, n in totals.items()}
    yield from [f"{end.winner} takes farm"] * (len(end.at_goal) > 1)


def contrary(start: Position, end: Position) -> Iterator[str]:
    """Less than that many cards count."""
    if any(len(cards) > 1 for cards in start.hands.values()) and len(start.stayed) < len(start.hands):
        yield from (f"rest; {seat} holds {len(cards) - 1}" for seat, cards in start.hands.items())


def facts(p: Position) -> dict[str, object]:
    return {"deal": p.table.hand, "ante": p.table.house["ante"]}


def came_to(p: Position) -> Iterator[str]:
    alive = sorted(p.total(seat) for seat in p.hands if p.total(seat) <= p.table.house["goal"])
    yield ["nobody has it", "it is won", "it is tied"][min(2, len(p.at_goal))]
    yield "a side pot" if not p.winner and alive[-1:] == alive[-2:-1] else "no side pot"
