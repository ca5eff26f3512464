"""Fünfzehnern: a lead taken from somebody goes on in its suit, and fifteen card points are worth nothing."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.testing.models import SUITS, Cards, Dealt, ModelTable, Move, pack, shuffled, without

PLAYERS = range(3, 5)
BOOK = {"goal": 15, "values": (5, 4, 3, 2, 1), "hands": None, "lead": "free", "out": None}
STRIKES = ("follow-suit", "lead-suit", "zwang", "zwang-answer")
LISTED = ("plays", "declares zwang")
REACHES = (
    "plays", "declares zwang", "plays of follow-suit", "plays of lead-suit", "plays of zwang", "plays of zwang-answer",
    "declares zwang of zwang", "plays of lead-order", "plays of one-pack",
)  # fmt: skip
RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7")


@dataclass(frozen=True)
class Position(Dealt):
    turn: str
    out: str  # the suit that three players leave out
    trick: Cards = ()
    bound: str = ""  # the suit in which the leader has taken the lead
    zwang: bool = False
    takers: Cards = ()
    tricks: tuple[Cards, ...] = ()

    @property
    def gone(self) -> set[str]:
        return {card for trick in self.tricks for card in trick}

    @property
    def duty(self) -> str:
        """The required suit of the next lead."""
        leader = self.table.left(self.turn, -len(self.trick))
        return self.bound if any(card[-1] == self.bound for card in self.held[leader]) else ""

    @property
    def called(self) -> str:
        """The ace that a led queen calls for."""
        if not self.zwang or not self.trick or self.trick[0][0] != "Q":
            return ""
        return "A" + self.trick[0][-1]

    def points(self) -> dict[str, int]:
        points, worth = dict.fromkeys(self.table.seats, 0), dict(zip(RANKS, self.table.house["values"], strict=False))
        for taker, trick in zip(self.takers, self.tricks, strict=True):
            points[taker] += sum(worth[card[:-1]] for card in trick if card[:-1] in worth)
        return points


def deal(table: ModelTable, chance: random.Random) -> Position:
    """All the cards are dealt, eight each."""
    out = (table.house["out"] or chance.choice(SUITS)) if len(table.seats) == 3 else ""
    cards = shuffled((card for card in pack(RANKS) if card[-1] != out), chance)
    held = {seat: tuple(cards.pop() for _ in range(8)) for seat in table.seats}
    return Position(table, held, held, table.left(table.dealer), out)


def opening(position: Position) -> Iterator[Move]:
    dealer = position.table.dealer
    yield Move(dealer, "deals", less=("deal", f"deal {dealer} 8"))


def moves(p: Position) -> Iterator[Move]:
    turn, hand, other = p.turn, p.held[p.turn], p.table.left(p.turn)
    early = len(p.tricks) < 2
    for card in hand:
        wrong = wrong_answer(p, card) if p.trick else wrong_lead(p, card)
        yield Move(turn, "plays", card, breaks=wrong, hidden=early and "zwang" not in wrong)
    if hand and not p.trick and not p.zwang:
        can = any(forces(p, card) for card in hand)
        yield Move(turn, "declares zwang", breaks=() if can else ("zwang",))
    if hand and not p.trick:
        yield Move(other, "declares zwang", breaks=("zwang", "lead-order"))
    for card in p.held[other]:
        yield Move(other, "plays", card, breaks=("lead-order",))
        yield Move(turn, "plays", card, breaks=("one-pack",))
    if hand and p.out:
        yield Move(turn, "plays", "7" + p.out, breaks=("one-pack",))


def forces(p: Position, card: str) -> bool:
    """Whether a queen may be led as a zwang: with its king, while another player has the ace."""
    king, ace = "K" + card[-1], "A" + card[-1]
    return card[0] == "Q" and king in p.held[p.turn] and ace not in {*p.gone, *p.held[p.turn]}


def wrong_lead(p: Position, card: str) -> tuple[str, ...]:
    """A lead must be in the suit in which it was taken, except for unbeatable cards."""
    rules = ["lead-suit"] if p.duty not in ("", card[-1]) and beatable(p, card) else []
    if p.zwang and not forces(p, card):
        queen, (king, ace) = card[0] == "Q", (rank + card[-1] for rank in "KA")
        rules += ["zwang-answer"] * (queen and ace in p.held[p.turn])
        rules += ["zwang"] * (not queen or ace in p.gone or king not in p.held[p.turn])
    return tuple(rules)


def beatable(p: Position, card: str) -> bool:
    return not {rank + card[-1] for rank in RANKS[: RANKS.index(card[:-1])]} <= p.gone


def wrong_answer(p: Position, card: str) -> tuple[str, ...]:
    """A player who can follow suit must, and must give the ace to a zwang."""
    hand, led = p.held[p.turn], p.trick[0][-1]
    revokes = card[-1] != led and any(mine[-1] == led for mine in hand)
    ignores = p.called in hand and card != p.called
    return ("follow-suit",) * revokes + ("zwang-answer",) * ignores


def likely(p: Position, move: Move) -> float:
    """Nobody calls with a queen that may not be led."""
    if move.verb == "declares zwang":
        queens = [card for card in p.held[p.turn] if forces(p, card)]
        can = any("lead-suit" in p.table.struck or not wrong_lead(p, card) for card in queens)
        return 9 if can or "zwang" in p.table.struck else 0
    return 1


def after(p: Position, move: Move) -> Position:
    """A player who takes the lead from another must continue in the same suit."""
    if move.verb == "declares zwang":
        return replace(p, zwang=True)
    table, who, trick = p.table, move.who, (*p.trick, move.words)
    if not p.trick and p.bound and not p.duty and table.house["lead"] == "strict" and beatable(p, move.words):
        p = replace(p, bound=move.words[-1])
    p = replace(p, held={**p.held, who: without(p.held[who], [move.words])}, trick=trick)
    if len(trick) < len(table.seats):
        return replace(p, turn=table.left(who))
    best = min((card for card in trick if card[-1] == trick[0][-1]), key=lambda card: RANKS.index(card[:-1]))
    taker = table.left(who, 1 + trick.index(best))
    bound = trick[0][-1] if best != trick[0] and "lead-suit" not in table.struck else p.bound
    takers, tricks = (*p.takers, taker), (*p.tricks, trick)
    return replace(p, turn=taker, trick=(), bound=bound, zwang=False, takers=takers, tricks=tricks)


def score(p: Position) -> dict[str, int]:
    """Points above the goal are won from the pool, missing ones are paid to it."""
    won = {seat: points - p.table.house["goal"] for seat, points in p.points().items()}
    return {**won, "pool": -sum(won.values())}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """Card points, sometimes after the tricks still to be taken."""
    if start.trick or start.zwang:
        return
    if end.takers[-1] == end.table.seats[0]:
        yield from (f"{taker} takes" for taker in end.takers[len(start.takers) :])
    held = end.points()
    yield {f"{seat} holds {points}" for seat, points in held.items() if points or not any(held.values())}


def facts(p: Position) -> dict[str, object]:
    duty = {"duty": p.duty or None} if len(p.tricks) < 8 else {}  # unless it was entered in numbers
    return {"points": p.points(), "hand": p.table.hand, **duty}


def winners(table: ModelTable) -> set[str]:
    """After the last hand, the players with the most points."""
    best = max(table.scores[seat] for seat in table.seats)
    ahead = {seat for seat in table.seats if table.scores[seat] == best}
    hands = table.house["hands"]
    return ahead if hands and table.hand > hands else set()
