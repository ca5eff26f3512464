"""Écarté: change cards as often as both like, then take three tricks of five."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.testing.models import Cards, Dealt, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(2, 3)
BOOK = {
    "hand-size": 5, "turned-king": 1, "king": 1, "majority": 1, "all-tricks": 1, "vulnerable": 1, "target": 5,
    "exchanges": None, "vole": "adds",
}  # fmt: skip
STRIKES = ("follow-suit", "head-trick", "must-trump", "king-time")
LISTED = ("proposes", "stays", "plays", "shows")
REACHES = (
    "stays", "refuses", "shows", "proposes of stock-empty", "discards of stock-limit", "draws of exchange-order",
    "shows of king-time", "plays of follow-suit", "plays of head-trick", "plays of must-trump", "won by a king",
)  # fmt: skip
HANDS = 6
ORDER = ("K", "Q", "J", "A", "10", "9", "8", "7")


@dataclass(frozen=True)
class Position(Dealt):
    stock: Cards
    upcard: str
    points: dict[str, int]
    took: dict[str, int]
    turn: str = ""  # in the exchange and in the play
    stage: str = "upcard"
    draws: int = 0
    exchanges: int = 0
    vulnerable: str = ""
    shown: str = ""
    led: str = ""
    declined: bool = False

    @property
    def won(self) -> bool:
        scores = added(self.table.scores, self.points)
        return bool(max(scores.values()) >= self.table.house["target"])


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Sometimes a king is turned up, but the first hand is played."""
    cards, size = shuffled(pack(ORDER), chance), table.house["hand-size"]
    if chance.random() < 0.2:
        cards.sort(key=lambda card: card[0] != "K")
    while table.hand == 1 and cards[0][0] == "K":
        cards = shuffled(cards, chance)
    held = {seat: tuple(cards.pop() for _ in range(size)) for seat in table.seats}
    nothing = dict.fromkeys(table.seats, 0)
    return Position(table, held, held, tuple(cards[1:]), cards[0], nothing, nothing)


# Legal moves


def moves(p: Position) -> Iterator[Move]:
    dealer, elder, other = p.table.dealer, p.table.left(p.table.dealer), p.table.left(p.turn or p.table.dealer)
    kings = ("shows", "K"), ("shows", "K" + p.upcard[-1])
    if p.stage == "upcard":
        yield Move("", "upcard", p.upcard)
        yield Move("", "upcard", p.held[elder][0] if p.table.hand % 2 else "5H", breaks=("one-pack",))
    elif p.won:
        return
    elif p.stage == "change":
        yield from exchange(p)
    elif p.stage == "answer":
        yield Move(dealer, "accepts", less=("",))
        yield Move(dealer, "refuses")
        yield Move(elder, "accepts", breaks=("proposal",))
        yield Move(elder, "stays", aside=True, listed=False)  # cards were changed, and nobody told which
    elif p.held[p.turn]:
        yield from plays(p)
        for who, (verb, words) in [(who, king) for who in p.held if p.upcard[:-1] != "K" for king in kings]:
            late, holds = len(p.held[who]) < len(p.dealt[who]), "K" + p.upcard[-1] in p.held[who]
            wrong = ("king-time",) * late + ("king-shown",) * (not holds or bool(p.shown))
            yield Move(who, verb, words, breaks=wrong, hidden=wrong == ("king-shown",) and not p.shown, aside=True)
        yield Move(p.turn, "shows", f"Q{p.upcard[-1]}", breaks=("king-shown",))
        if p.stage == "choice":
            most = p.table.house["exchanges"]
            often = ("proposal",) * (most is not None and p.exchanges >= most)
            yield Move(elder, "proposes", breaks=often)
            yield Move(elder, "stays", less=("",))
            yield Move(dealer, "refuses", breaks=often, aside=True)
            yield Move(dealer, "proposes", breaks=("proposal",))
        elif p.declined:
            yield Move(elder, "stays", less=("",), aside=True)
        elif not p.stock and sum(map(len, p.held.values())) == 2 * len(p.dealt[elder]):
            yield Move(elder, "proposes", breaks=("stock-empty",))
            yield Move(elder, "stays", less=("",), aside=True)
    if p.turn and p.stage != "change":
        yield Move(
            other, "discards", "1", breaks=("exchange-order", "stock-empty", "proposal", "one-pack", "stock-limit")
        )


def exchange(p: Position) -> Iterator[Move]:
    """Elder discards any number and draws as many, then the dealer, as long as the stock lasts."""
    who, hand, other = p.turn, p.held[p.turn], p.table.left(p.turn)
    if p.draws:
        yield Move(who, "draws", " ".join(p.stock[: p.draws]), ("", f"{who} draws {p.draws}"))
        yield Move(who, "draws", str(p.draws + 1), breaks=("exchange-order",))
        yield Move(who, "draws", p.upcard, breaks=("one-pack",))
        return
    for number in range(len(hand) + 1):
        wrong = ("stock-limit",) * (number > len(p.stock))
        yield Move(who, "discards", " ".join(hand[:number]) or "0", (f"{who} discards {number}",), wrong)
    yield Move(other, "discards", "0", breaks=("exchange-order",))
    yield Move(who, "discards", p.held[other][0], breaks=("one-pack",))


def plays(p: Position) -> Iterator[Move]:
    """The second player follows suit with a higher card if possible, otherwise trumps."""
    hand, other, trump = p.held[p.turn], p.table.left(p.turn), p.upcard[-1]
    follow = [card for card in hand if p.led and card[-1] == p.led[-1]]
    higher, trumps = [card for card in follow if beats(p, card)], [card for card in hand if card[-1] == trump]
    for card in hand:
        wrong: tuple[str, ...] = ()
        if follow:
            wrong = ("follow-suit",) * (card not in follow) or ("head-trick",) * bool(higher and card not in higher)
        elif p.led and trumps:
            wrong = ("must-trump",) * (card not in trumps)
        yield Move(p.turn, "plays", card, breaks=wrong, hidden=len(hand) > 3 and not p.shown)
    for card in p.held[other]:
        yield Move(other, "plays", card, breaks=("lead-order", "one-pack"))
        yield Move(p.turn, "plays", card, breaks=("one-pack",))


def beats(p: Position, card: str) -> bool:
    if card[-1] != p.led[-1]:
        return card[-1] == p.upcard[-1]
    return ORDER.index(card[:-1]) < ORDER.index(p.led[:-1])


def likely(p: Position, move: Move) -> float:
    if move.verb == "discards":
        return 1 + len(move.words) ** 2
    if move.verb == "shows":  # nobody wins that way in mid-trick, since tricks are entered whole
        return 0 if p.led and after(p, move).won else 5
    if move.verb == "stays" and p.stage == "answer":
        return 0
    return {"proposes": 30, "accepts": 9, "stays": 5, "refuses": 3}.get(move.verb, 1)


def after(p: Position, move: Move) -> Position:
    who, words, house, elder = move.who, tuple(move.words.split()), p.table.house, p.table.left(p.table.dealer)
    match move.verb:
        case "upcard":
            king = house["turned-king"] * (p.upcard[:-1] == "K")
            return replace(p, stage="choice", turn=elder, points=added(p.points, {p.table.dealer: king}))
        case "proposes":
            return replace(p, stage="answer")
        case "accepts":
            return replace(p, stage="change")
        case "stays" if p.declined:
            return replace(p, declined=False)
        case "stays" | "refuses":
            return replace(p, stage="play", declined=move.verb == "refuses", vulnerable="" if p.exchanges else who)
        case "discards" if words != ("0",):
            return replace(p, held={**p.held, who: without(p.held[who], words)}, draws=len(words))
        case "discards":
            return changed(p)
        case "draws":
            held = {**p.held, who: (*p.held[who], *words)}
            return changed(replace(p, held=held, stock=p.stock[p.draws :], draws=0))
    if p.stage == "choice":  # elder plays without exchange
        p = replace(p, stage="play", vulnerable="" if p.exchanges else elder)
    p = replace(p, declined=False)
    if move.verb == "shows":
        return replace(p, shown=who, points=added(p.points, {who: house["king"]}))
    p = replace(p, held={**p.held, who: without(p.held[who], words)})
    if not p.led:
        return replace(p, led=move.words, turn=p.table.left(who))
    taker = who if beats(p, move.words) else p.table.left(who)
    return replace(p, led="", turn=taker, took=added(p.took, {taker: 1}))


def changed(p: Position) -> Position:
    """A player has changed cards. If the stock is empty, the exchange ends."""
    dealer = p.table.dealer
    if p.turn != dealer and p.stock:
        return replace(p, turn=dealer)
    stage = "choice" if p.stock else "play"
    return replace(p, turn=p.table.left(dealer), exchanges=p.exchanges + 1, stage=stage)


# Scoring


def score(p: Position) -> dict[str, int]:
    house = p.table.house
    if p.won:
        return p.points
    winner = max(p.took, key=lambda seat: p.took[seat])
    every = p.took[winner] == house["hand-size"]
    vulnerable = p.vulnerable == p.table.left(winner) and not (every and house["vole"] == "alone")
    points = house["majority"] + house["all-tricks"] * every + house["vulnerable"] * vulnerable
    return added(p.points, {winner: points})


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """A king turned up, whether cards were changed, a king shown, and the tricks."""
    if start.led or start.stage not in ("upcard", "play"):
        return
    if start.stage == "upcard":
        yield from ["upcard K"] * (end.upcard[:-1] == "K")
        if end.stage == "play" and end.exchanges:
            elder = end.table.left(end.table.dealer)
            yield f"{elder} proposes"
            yield from [f"{elder} stays"] * (len(end.stock) % 2)
        elif end.vulnerable == end.table.dealer:
            yield f"{end.table.dealer} refuses"
    yield from [f"{end.shown} shows K"] * (end.shown != start.shown)
    yield {f"{seat} takes {n - start.took[seat]}" for seat, n in end.took.items() if n > start.took[seat]}


def facts(p: Position) -> dict[str, object]:
    known: dict[str, object] = {"elder": p.table.left(p.table.dealer), "vulnerable": p.vulnerable or "nobody"}
    if p.stage in ("upcard", "change") or p.won or not p.held[p.turn]:
        return known
    return known | {"trump": p.upcard[-1], "stock": len(p.stock), "exchanges": p.exchanges}


def winners(table: ModelTable) -> set[str]:
    best = max(table.scores.values())
    return {seat for seat, points in table.scores.items() if points == best >= table.house["target"]}


def came_to(p: Position) -> Iterator[str]:
    yield from ["won by a king"] * p.won
