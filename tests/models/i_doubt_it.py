"""I Doubt It: lay cards face down and say what they are; a doubt turns them up, and the pile goes to who was wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from referee.testing.models import RANKS, Cards, Dealt, ModelTable, Move, pack, shuffled, without

PLAYERS = range(3, 14)
UPWARD = ("A", *RANKS[:0:-1])
BOOK = {"packs": 1, "wins": 1, "most": None, "jokers": 0, "order": "up", "penalty": "pile", "leads": "left"}
LISTED = ("declares", "doubts", "shows")
FINDINGS = ("sure-lie",)
STRIKES = ("one-or-more", "rank-in-turn", "doubt-own", "doubt-first")
REACHES = (
    "declares of turn-order", "declares of card-count", "declares of one-or-more", "declares of rank-in-turn",
    "declares of doubt-first", "doubts of doubt-own", "doubts of doubt-in-time", "shows of one-pack", "a lie", "truth",
    "another number",
)  # fmt: skip
HANDS = 3
LONGEST = 300


@dataclass(frozen=True)
class Position(Dealt):
    turn: str
    honest: tuple[bool, ...]  # whether each turn is honest if possible
    turns: int = 0
    pile: Cards = ()
    last: str = ""  # who may be doubted
    laid: Cards = ()  # their cards
    said: str = ""  # the rank last named
    number: int = 0  # and how many
    doubter: str = ""
    winner: str = ""
    happened: frozenset[str] = frozenset()

    @property
    def due(self) -> tuple[str, ...]:
        """The ranks that may be declared."""
        order = self.table.house["order"]
        if order != "near":
            return (UPWARD[(self.turns if order == "up" else -self.turns) % 13],)
        place = UPWARD.index(self.said) if self.said else 0
        return tuple(UPWARD[(place + step) % 13] for step in (-1, 0, 1)) if self.said else UPWARD

    @property
    def true(self) -> bool:
        return len(self.laid) == self.number and all(is_of(card, self.said) for card in self.laid)

    @property
    def gone_out(self) -> bool:
        return bool(self.last) and not self.held[self.last]


def is_of(card: str, rank: str) -> bool:
    """Jokers are of any rank."""
    return card == "JK" or card[:-1] == rank


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Deals all cards. If they don't divide evenly, the first players get one more, or others do."""
    cards = shuffled(pack(packs=table.house["packs"]) + ["JK"] * table.house["jokers"], chance)
    around = table.around(table.left(table.dealer))
    each, extra = divmod(len(cards), len(around))
    lucky = around[:extra] if chance.random() < 0.7 else chance.sample(around, extra)
    held = {seat: tuple(cards.pop() for _ in range(each + (seat in lucky))) for seat in around}
    return Position(table, held, held, around[0], tuple(chance.random() < 0.7 for _ in range(LONGEST)))


def opening(p: Position) -> Iterator[Move]:
    yield Move(p.table.dealer, "deals")
    yield from (Move(seat, "dealt", str(len(cards))) for seat, cards in p.held.items())


def moves(p: Position) -> Iterator[Move]:
    """While a doubt is open, the cards are due and can be any."""
    for move in every_move(p) if not p.winner else ():
        yield move._replace(listed=False, aside=move.verb != "shows") if p.doubter else move


def every_move(p: Position) -> Iterator[Move]:
    who, pending = p.turn, ("doubt-first",) if p.doubter else ()
    if p.doubter:
        yield from shown(p)
    house, left, free = p.table.house, len(p.held[who]), p.table.house["order"] == "near"
    most = 4 * house["packs"] + house["jokers"]
    for number in range(1, min(left, most + 1) + 1):
        wrong = pending + ("one-or-more",) * bool(house["most"] and number > house["most"])
        yield Move(who, "declares", str(number), breaks=("unclear",) if free else wrong, listed=number <= most)
        for rank in p.due:
            yield Move(who, "declares", f"{number} {rank}", breaks=wrong, listed=free and number <= most)
    if not p.gone_out:
        yield Move(who, "declares", f"{left + 1} {p.due[0]}", breaks=("card-count",))
    other = UPWARD[(UPWARD.index(p.due[-1]) + 5) % 13]
    if other not in p.due:
        yield Move(who, "declares", f"1 {other}", breaks=(*pending, "rank-in-turn"), listed=False)
    yield Move(who, "declares", f"0 {p.due[0]}", breaks=(*pending, "one-or-more"), listed=False)
    yield Move(who, "passes", breaks=(*pending, "one-or-more"), aside=True)
    yield Move(p.table.left(who), "declares", f"1 {p.due[0]}", breaks=("turn-order",))
    for seat in p.table.seats:
        own = ("doubt-own",) * (seat == p.last)
        wrong = pending if p.last else ("doubt-in-time",)
        by_name = (f"{seat} doubts {p.last}",) * (not own)
        yield Move(seat, "doubts", less=by_name, breaks=wrong + own, aside=True)
        if p.turns:
            yield Move(seat, "out", breaks=("empty-hand",) * bool(p.held[seat] or p.doubter), aside=True)
    if p.last:
        yield Move(p.table.left(p.last), "doubts", who, breaks=("doubt-in-time", "doubt-own", "doubt-first"))


def shown(p: Position) -> Iterator[Move]:
    """The doubted cards: those laid, one more than was said, or one fewer. They needn't be entered."""
    taker = p.doubter if p.true else p.last
    by_name = (f"{taker} takes pile",) if p.doubter != p.last else ()
    if p.laid:
        yield Move(p.last, "shows", " ".join(p.laid), by_name, listed=False)
    else:
        yield Move(p.doubter, "takes pile")
    for cards in ((*p.laid, *p.held[p.last][:1]), p.laid[1:]):
        if cards and cards != p.laid:
            yield Move(p.last, "shows", " ".join(cards), listed=False)
    for seat in p.table.seats:
        if seat not in (p.last, p.doubter):
            yield Move(seat, "takes pile", breaks=("liar-takes",))
        strange = {*p.held[seat]} - {*p.held[p.last], *p.laid} if p.held[seat] == p.dealt[seat] else ()
        if strange and not p.table.house["packs"] - 1 and not p.table.house["jokers"]:
            cards = (*p.laid[1:], min(strange))
            yield Move(
                p.last, "shows", " ".join(cards), breaks=("one-pack",), hidden="another number" not in p.happened
            )


def likely(p: Position, move: Move) -> float:
    if move.verb == "shows":
        return 1 if move.words == " ".join(p.laid) else 0.1
    if move.verb == "declares":
        number, _, rank = move.words.partition(" ")
        return 9 if int(number) == sum(is_of(card, rank or p.due[0]) for card in p.held[p.turn]) else 1
    return {"doubts": 2 / len(p.held), "out": 1}.get(move.verb, 0.05)


def after(p: Position, move: Move) -> Position:
    who, left = move.who, p.table.left
    match move.verb:
        case "declares" | "passes" if p.gone_out:
            return replace(p, winner=p.last)
        case "out":
            return replace(p, winner=who)
        case "declares":
            number, _, rank = move.words.partition(" ")
            text, hand = rank or p.due[0], p.held[who]
            if p.honest[p.turns % LONGEST]:
                hand = tuple(sorted(hand, key=lambda card: not is_of(card, text)))
            laid = hand[: int(number)]
            held, pile = {**p.held, who: without(p.held[who], laid)}, (*p.pile, *p.laid)
            return replace(
                p, held=held, pile=pile, last=who, laid=laid, said=text, number=int(number), doubter="", turn=left(who),
                turns=p.turns + 1,
            )  # fmt: skip
        case "passes":
            return replace(p, pile=(*p.pile, *p.laid), last="", laid=(), doubter="", turn=left(who), turns=p.turns + 1)
        case "doubts":
            return replace(p, doubter=who)
    if move.verb == "shows":
        laid = tuple(move.words.split())
        happened = {"another number"} if len(laid) != len(p.laid) else set()
        p = replace(p, held={**p.held, p.last: without((*p.held[p.last], *p.laid), laid)}, laid=laid)
        p = replace(p, happened=p.happened | happened)
    taker = p.doubter if p.true else p.last
    pile, taken = (), (*p.pile, *p.laid)
    if p.table.house["penalty"] == "cards":
        pile, taken = p.pile, p.laid
    held = {**p.held, taker: (*p.held[taker], *taken)}
    won = p.true and p.gone_out and (p.table.house["penalty"] == "pile" or taker != p.last)
    return replace(
        p, held=held, pile=pile, laid=(), last="", doubter="", winner=p.last if won else "",
        turn=taker if p.table.house["leads"] == "taker" else p.turn,
        happened=p.happened | {"truth" if p.true else "a lie"},
    )  # fmt: skip


def score(p: Position) -> dict[str, int]:
    return {p.winner: 1}


def short(start: Position, end: Position) -> list[str]:
    return ["rest"] * (start.turns > 0) + [f"{end.winner} out"]


def winners(table: ModelTable) -> set[str]:
    best = max(table.scores.values())
    return {seat for seat, won in table.scores.items() if won == best >= table.house["wins"]}


def came_to(end: Position) -> frozenset[str]:
    return end.happened


def facts(p: Position) -> dict[str, Any]:
    cards = {seat: len(cards) for seat, cards in p.held.items()}
    rank = (p.said or None) if p.table.house["order"] == "near" else p.due[0]
    now = {"pile": len(p.pile) + len(p.laid), "rank": rank, "cards": cards} if not p.winner else {}
    return now | {"game": p.table.hand}
