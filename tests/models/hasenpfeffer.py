"""Hasenpfeffer: bid for the right to name trumps and take the widow; who holds the joker may have to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.testing.models import RANKS, SUITS, Cards, Dealt, ModelTable, Move, added, pack, shuffled, without

PLAYERS = range(4, 6)
BOOK = {
    "least-bid": 1, "forced": 3, "trick": 1, "lost": 1, "target": 10, "defenders": "any", "forced-on": "joker",
    "bowers": "yes",
}  # fmt: skip
STRIKES = ("follow-suit", "bid-range", "higher-bid")
LISTED = ("bids", "passes", "trump", "discards", "plays")
REACHES = (
    "bids of bid-range", "bids of higher-bid", "bids of bid-order", "shows", "shows of forced-bid", "void",
    "discards of one-pack", "trump of widow", "plays of follow-suit", "plays of lead-order", "made", "set",
)  # fmt: skip
HANDS = 5
COLOR = dict(zip("SCHD", "CSDH", strict=True))  # the other suit of the same


@dataclass(frozen=True)
class Position(Dealt):
    widow: str
    turn: str
    took: dict[str, int]  # by team
    calls: tuple[tuple[str, int], ...] = ()  # 0 is a pass
    stage: str = "bids"
    contract: int = 0
    bidder: str = ""
    shown: bool = False
    trump: str = ""
    trick: Cards = ()

    @property
    def four(self) -> ModelTable:
        """The table without a dealer who sits out."""
        return of_four(self.table)

    @property
    def best(self) -> Cards:
        """The joker, and the jacks that are trumps above the ace."""
        bowers = ("J" + self.trump, "J" + COLOR[self.trump])
        return ("JK", *bowers) if self.table.house["bowers"] == "yes" else ("JK",)

    def suit(self, card: str) -> str:
        return self.trump if card in self.best else card[-1]

    def strength(self, card: str) -> tuple[bool, bool, int]:
        own, best = self.suit(card), self.best
        rank = 9 - best.index(card) if card in best else -RANKS.index(card[:-1])
        return own == self.trump, own == self.suit(self.trick[0]), rank


def of_four(table: ModelTable) -> ModelTable:
    seats = table.seats if len(table.seats) == 4 else tuple(seat for seat in table.seats if seat != table.dealer)
    return replace(table, seats=seats)


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Six cards each, and often the joker is left over."""
    cards = shuffled(pack(RANKS[:6], jokers=1), chance)
    cards.sort(key=lambda card: card == "JK" and chance.random() < 0.3)
    widow = cards.pop()
    four = of_four(table)
    held = {seat: tuple(cards.pop() for _ in range(6)) for seat in four.seats}
    took = dict.fromkeys(map(four.team, four.seats), 0)
    return Position(table, held, held, widow, table.left(table.dealer), took)


# Legal moves


def moves(p: Position) -> Iterator[Move]:
    match p.stage:
        case "bids":
            yield from bids(p)
            for suit in SUITS if p.bidder else ():
                yield Move(p.bidder, "trump", suit, aside=True)
                yield Move(p.four.left(p.bidder), "trump", suit, breaks=("widow",))
        case "joker":
            for seat, cards in p.held.items():
                yield Move(seat, "shows", "JK", breaks=("one-pack",) * ("JK" not in cards))
                yield Move(seat, "shows", next(card for card in cards if card != "JK"), breaks=("forced-bid",))
                yield Move(seat, "trump", "H", breaks=("forced-bid",))
            yield Move("", "widow", p.widow, breaks=("forced-bid",) * (p.widow != "JK"))
        case "widow":
            yield Move("", "widow", p.widow, less=("",))
            yield Move("", "widow", p.held[p.turn][0], breaks=("one-pack",))
        case "trump":
            for suit in SUITS:
                yield Move(p.turn, "trump", suit)
                yield Move(p.four.left(p.turn), "trump", suit, breaks=("widow",))
        case "discards":
            yield from (Move(p.turn, "plays", card, aside=True) for card in p.held[p.turn])
            yield from (Move(p.turn, "discards", card, ("", f"{p.turn} discards")) for card in p.held[p.turn])
            yield Move(p.turn, "discards", aside=True)
            yield Move(p.turn, "discards", p.held[p.four.left(p.turn)][0], breaks=("one-pack",))
            yield Move(p.four.left(p.turn), "discards", breaks=("widow",))
        case "play" if any(p.held.values()):
            yield from plays(p)


def bids(p: Position) -> Iterator[Move]:
    """Everybody once, from the dealer's left, and higher than before."""
    house, least = p.table.house, p.table.house["least-bid"]
    stuck = house["forced-on"] == "dealer" and len(p.calls) == 3 and not p.contract
    for bid in range(1, 9):
        low, odd = ("higher-bid",) * (p.contract >= bid), ("bid-range",) * (not least <= bid <= 6)
        few = ("forced-bid",) * (stuck and bid < house["forced"])
        yield Move(p.turn, "bids", str(bid), breaks=low * bool(p.contract) + odd + few, listed=not odd)
    yield Move(p.turn, "bids", "0", breaks=("impossible",))
    yield Move(p.turn, "passes", breaks=("forced-bid",) * stuck)
    yield Move(p.four.left(p.turn), "passes", breaks=("bid-order",))
    yield Move(p.four.left(p.turn), "bids", str(least), breaks=("bid-order", "higher-bid"))
    if not p.contract:
        yield Move(p.turn, "takes", "1", breaks=("trick-count", "bid-order"))


def plays(p: Position) -> Iterator[Move]:
    turn, other, hand = p.turn, p.four.left(p.turn), p.held[p.turn]
    follow = [card for card in hand if p.trick and p.suit(card) == p.suit(p.trick[0])]
    for card in hand:
        wrong = ("follow-suit",) * bool(follow and card not in follow)
        yield Move(turn, "plays", card, breaks=wrong, hidden=len(hand) > 3 and not p.shown)
    for card in p.held[other]:
        yield Move(turn, "plays", card, breaks=("one-pack",))
        yield Move(other, "plays", card, breaks=("lead-order", "one-pack"))


def likely(p: Position, move: Move) -> float:
    """Most players pass, and bids are low. The discard is entered completely."""
    if p.stage == "discards":
        return move.verb == "discards" and move.words != ""
    if p.stage == "bids" and move.verb == "trump":
        return 0.3
    return 2 / (1 + int(move.words)) if move.verb == "bids" else 9


def after(p: Position, move: Move) -> Position:
    who, table = move.who, p.four
    match move.verb:
        case "bids" | "passes":
            bid = int(move.words or 0)
            calls = (*p.calls, (who, bid))
            p = replace(p, calls=calls, turn=table.left(who))
            p = replace(p, contract=bid, bidder=who) if bid and bid >= p.contract else p
            unbid = "joker" if table.house["forced-on"] == "joker" else "void"
            return p if len(calls) < 4 else taken_up(p) if p.bidder else replace(p, stage=unbid)
        case "shows":
            return taken_up(replace(p, contract=table.house["forced"], bidder=who, shown=True))
        case "widow":
            return replace(p, stage="trump" if p.bidder else "void")
        case "trump":
            p = taken_up(p) if p.stage == "bids" else p  # the others have passed
            return replace(p, stage="discards", trump=move.words)
        case "discards":
            return replace(p, stage="play", held={**p.held, who: without(p.held[who], [move.words])})
    p = replace(p, held={**p.held, who: without(p.held[who], [move.words])}, trick=(*p.trick, move.words))
    if len(p.trick) < 4:
        return replace(p, turn=table.left(who))
    best = max(range(4), key=lambda place: p.strength(p.trick[place]))
    winner = table.left(who, best + 1)
    return replace(p, trick=(), turn=winner, took=added(p.took, {table.team(winner): 1}))


def taken_up(p: Position) -> Position:
    """The high bidder takes the widow."""
    held = {**p.held, p.bidder: (*p.held[p.bidder], p.widow)}
    return replace(p, stage="widow", turn=p.bidder, held=held)


# Scoring


def made(p: Position) -> bool:
    return p.took[p.four.team(p.bidder)] >= p.contract


def score(p: Position) -> dict[str, int]:
    brought = {team: p.table.house["trick"] * took for team, took in p.took.items()}
    if p.bidder and not made(p):
        brought[p.four.team(p.bidder)] = -p.table.house["lost"] * p.contract
    if len(p.table.seats) == 4:
        return brought
    return {seat: points for team, points in brought.items() for seat in team.split("+")}


def onward(p: Position) -> ModelTable:
    return p.table.onward(score(p), kept=(p.four.team(p.bidder), made(p)) if p.bidder else None)


def winners(table: ModelTable) -> set[str]:
    """A side with enough points: declarers first. In some houses, defenders only after setting the contract."""
    reached = {team for team, points in table.scores.items() if points >= table.house["target"]}
    declarers, kept_it = table.kept or ("", True)
    if declaring := reached & {declarers, *declarers.split("+")}:
        return {side for side in declaring if table.scores[side] == max(table.scores[other] for other in declaring)}
    ahead = {team for team in reached if table.scores[team] == max(table.scores.values())}
    alone = len(ahead) == 1 or len(table.seats) == 5
    return set() if not ahead or not alone or (kept_it and table.house["defenders"] == "set") else ahead


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """The bids up to the last, the joker shown, and the tricks of both sides."""
    if start.trick or start.stage == "joker":
        return
    if start.stage == "bids":
        last = max((place for place, (_, bid) in enumerate(end.calls) if bid), default=3)
        for who, bid in end.calls[len(start.calls) : last + 1]:
            yield f"{who} bids {bid}" if bid else f"{who} passes"
        void = end.stage == "void" and end.table.house["forced-on"] == "joker"
        yield from [f"{end.bidder} shows JK"] * end.shown + ["widow JK"] * void
    more = {team: took - start.took[team] for team, took in end.took.items()}
    yield {f"{team} takes {number}" for team, number in more.items() if number}


def facts(p: Position) -> dict[str, object]:
    if p.stage == "void":
        return {}
    declarers = p.four.team(p.bidder) if p.bidder else None
    return {"contract": p.contract or None, "bidder": p.bidder or None, "declarers": declarers,
            "trump": p.trump or None, "tricks": p.took}  # fmt: skip


def came_to(p: Position) -> Iterator[str]:
    yield "void" if p.stage == "void" else "made" if made(p) else "set"
