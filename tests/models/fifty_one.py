"""Fifty-One: a card a turn exchanged with the board, for many cards of one suit, and the others little."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from referee.testing.models import RANKS, SUITS, Cards, Dealt, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(2, 6)
BOOK = {
    "joker": "no", "hands": 1, "board": 5, "won": 1, "failed-stop": 0, "rounds": 0, "clears": 1, "score": "wins",
}  # fmt: skip
LISTED = ("exchanges", "stops", "holds")
STRIKES = ("exchange", "first-turn", "clear-once", "early-stop")
REACHES = (
    "exchanges", "clears", "stops", "holds", "exchanges of board", "exchanges of one-pack", "exchanges of exchange",
    "exchanges of turn-order", "clears of first-turn", "clears of clear-once", "clears of one-pack", "stops of stop",
    "stops of clear-once", "stops of turn-order", "holds of hand-count", "holds of one-pack", "a tie", "a new stock",
)  # fmt: skip
HANDS = 4


@dataclass(frozen=True)
class Position(Dealt):
    board: Cards
    stock: Cards
    turn: str
    patience: float  # how rarely they say Stop
    laid: bool = False  # the board is known
    discards: Cards = ()
    turns: dict[str, int] = field(default_factory=dict)  # that everybody has had
    cleared: int = 0  # times in this turn
    given: str = ""  # who has just exchanged
    stopper: str = ""
    seen: frozenset[str] = frozenset()  # what lay on the board once
    counts: dict[str, int] = field(default_factory=dict)
    again: bool = False  # the discards were shuffled

    @property
    def over(self) -> bool:
        """Whether the turn is back at the player who said Stop."""
        return self.turn == self.stopper


def value(card: str) -> int:
    return 11 if card[0] == "A" else 10 if card[0] in "KQJ1" else int(card[0])


def count(hand: Cards) -> int:
    """The score of a hand. The joker is tried as every card that isn't in it."""
    if "JK" in hand:
        rest = without(hand, ["JK"])
        return max(count((*rest, card)) for card in pack(RANKS) if card not in rest)
    suits = [[value(card) for card in hand if card[-1] == suit] for suit in SUITS]
    longest = max(map(len, suits))
    return max(2 * sum(suit) for suit in suits if len(suit) == longest) - sum(map(value, hand))


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Five each, sometimes all high and similar."""
    noise = chance.choice([0, 0, 60, 60])
    cards = pack(jokers=int(table.house["joker"] == "yes"))
    cards.sort(key=lambda card: RANKS.index(card[:-1]) + chance.random() * noise if card != "JK" else 0)
    held = {seat: tuple(cards[place :: len(table.seats)][:5]) for place, seat in enumerate(table.seats)}
    cards = shuffled(without(cards, sum(held.values(), ())), chance)
    board = tuple(cards.pop() for _ in range(table.house["board"]))
    return Position(table, held, held, board, tuple(cards), table.left(table.dealer), chance.choice([0.02, 0.5, 3, 40]))


def moves(p: Position) -> Iterator[Move]:
    who, other = p.turn, p.table.left(p.turn)
    if not p.laid:
        yield Move("", "upcard", " ".join(p.board))
        return
    if p.over:
        yield from shows(p)
        return
    for given in p.held[who]:
        yield from (Move(who, "exchanges", f"{given} for {taken}") for taken in p.board)
        yield Move(other, "exchanges", f"{p.held[other][0]} for {given}", breaks=("turn-order", "board", "one-pack"))
        yield Move(who, "exchanges", f"{given} for {p.held[other][0]}", breaks=("board",))
    yield from exchanges_of_others(p)
    for cards, breaks in boards(p):
        breaks += ("first-turn",) * (who not in p.turns) + ("clear-once",) * (p.cleared >= p.table.house["clears"])
        yield Move(who, "clears", " ".join(cards), breaks=breaks)
    for seat in p.table.seats:
        turn = ("turn-order",) * (seat not in (who, p.given))
        breaks = turn + ("stop",) * bool(p.stopper) + ("clear-once",) * bool(p.cleared and seat == who)
        breaks += ("early-stop",) * (p.turns.get(seat, 0) < p.table.house["rounds"])
        yield Move(seat, "stops", breaks=breaks, aside=seat != who)
        yield Move(seat, "holds", str(count(p.held[seat])), breaks=("hand-count",))


def exchanges_of_others(p: Position) -> Iterator[Move]:
    """The cards given must be in the hand, and can't be those taken."""
    for card in p.board:
        yield Move(p.turn, "exchanges", f"{card} for {card}", breaks=("exchange",), listed=False)
    for card in (p.board[0], p.held[p.table.left(p.turn)][0], *p.stock[:1]):
        unseen = bool({*p.held[p.turn]} - p.seen) and card in p.stock and card not in p.seen
        for taken in p.board[-1:]:
            if card != taken:
                yield Move(p.turn, "exchanges", f"{card} for {taken}", breaks=("one-pack",), hidden=unseen)


def boards(p: Position) -> Iterator[tuple[Cards, tuple[str, ...]]]:
    """The next board, from the stock and then the discards, and impossible ones."""
    size = len(p.board)
    stock = p.stock if len(p.stock) >= size else (*p.discards, *p.board, *p.stock)
    if len(stock) >= size:
        cards = stock[len(stock) - size :]
        yield cards, ()
        yield (*cards[1:], p.held[p.turn][0]), ("one-pack",)
        yield (*cards, p.held[p.turn][0]), ("one-pack",)


def shows(p: Position) -> Iterator[Move]:
    """Everybody's cards or scores, entered any number of times."""
    for seat, hand in p.held.items():
        cards, number, entered = " ".join(hand), count(hand), seat in p.counts
        for words in (cards, str(number)):
            less = (f"{seat} holds {number}",) if words == cards else ()
            yield Move(seat, "holds", words, less, aside=entered, listed=not entered)
        for wrong in (number - 1, number + 1, 52, -29):
            yield Move(seat, "holds", str(wrong), breaks=("hand-count",))
        yield Move(seat, "holds", " ".join((*hand[1:], p.board[0])), breaks=("one-pack",))
        yield Move(seat, "holds", " ".join(hand[1:]), breaks=("hand-count", "one-pack"))


def likely(p: Position, move: Move) -> float:
    if move.verb == "exchanges":
        given, _, taken = move.words.split()
        hand = p.held[move.who]
        better = count((*without(hand, [given]), taken)) - count(hand) if given != taken else -20
        return float(1.1 ** min(better, 60))
    return {"stops": 1 / p.patience, "clears": 6}.get(move.verb, 1)


def after(p: Position, move: Move) -> Position:
    who, words = move.who, move.words.split()
    if move.verb == "upcard":
        return replace(p, laid=True, seen=frozenset(p.board))
    if move.verb == "holds":
        return replace(p, counts={**p.counts, who: count(p.held[who])})
    if move.verb == "clears":
        size, stock, discards = len(p.board), p.stock, (*p.discards, *p.board)
        again = len(stock) < size
        if again:
            stock, discards = (*discards, *stock), ()
        left = stock[: len(stock) - size]
        p = replace(p, board=tuple(words), stock=left, discards=discards, seen=p.seen | {*words})
        return replace(p, cleared=p.cleared + 1, given="", again=p.again or again)
    passed = replace(p, turn=p.table.left(who), turns=added(p.turns, {who: 1}), cleared=0, given="")
    if move.verb == "stops":
        return replace(passed, stopper=p.stopper or who)
    given, taken = words[0], words[-1]
    held = {**p.held, who: (*without(p.held[who], [given]), taken)} if given != taken else p.held
    board = tuple(given if card == taken else card for card in p.board)
    return replace(passed, held=held, board=board, given=who, seen=p.seen | {given})


def score(p: Position) -> dict[str, int]:
    """The best hand wins. The player who said Stop loses a tie."""
    counts = {seat: count(hand) for seat, hand in p.held.items()}
    best = [seat for seat, number in counts.items() if number == max(counts.values())]
    won, house = [seat for seat in best if len(best) == 1 or seat != p.stopper], p.table.house
    off = {p.stopper: -house["failed-stop"]} if p.stopper not in won else {}
    return added(counts if house["score"] == "counts" else dict.fromkeys(won, house["won"]), off)


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """Who said Stop, and everybody's score. In the middle of the turns, after `rest`."""
    if start.laid and not start.over:
        yield "rest"
    if not start.stopper:
        yield f"{end.stopper} stops"
    if len(start.counts) < len(start.table.seats):
        yield {f"{seat} holds {count(hand)}" for seat, hand in end.held.items() if seat not in start.counts}


def winners(table: ModelTable) -> list[str]:
    if table.hand <= table.house["hands"]:
        return []
    points = {seat: table.scores.get(seat, 0) for seat in table.seats}
    return [seat for seat in table.seats if points[seat] == max(points.values())]


def facts(p: Position) -> dict[str, object]:
    known = {"stopper": p.stopper or None, "counts": p.counts, "hand": p.table.hand}
    return known if p.over else known | ({"board": " ".join(p.board), "stock": len(p.stock)} if p.laid else {})


def came_to(end: Position) -> Iterator[str]:
    counts = sorted(count(hand) for hand in end.held.values())
    yield from ["a tie"] * (counts[-1] == counts[-2])
    yield from ["a new stock"] * end.again
