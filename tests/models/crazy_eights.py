"""Crazy Eights: match the upcard in suit or rank, or play an eight and name a suit; the first without cards wins."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from referee.testing.models import SUITS, ModelTable, Move, pack, shuffled, without
from tests.models._shedding import Shedding, dealt_out, rank, strangers, untold

PLAYERS = range(2, 11)
EFFECTS = {"wild": "8", "draw-two": "none", "skip": "none", "reverse": "none"}
BOOK = {
    "hand-size": 8, "packs": lambda players: 1 if players < 6 else 2, "jokers": 0, "wins": 1, "draw-limit": None,
    "draw-two-cards": 2, "points": "games", "drawing": "free", "wild-card": 50, "joker": 50, "court": 10, "ace": 1,
    "goal": 100, **EFFECTS,
}  # fmt: skip
LISTED = ("plays", "draws", "passes")
STRIKES = ("match", "one-card", "eight-wild", "draw-until-play", "must-play", "draw-two")
REACHES = (
    "plays", "draws", "passes", "plays of match", "plays of eight-wild", "plays of one-card", "plays of one-pack",
    "passes of draw-until-play", "draws of stock-count", "restocked",
)  # fmt: skip
HANDS = 3
LONGEST = 500


@dataclass(frozen=True)
class Position(Shedding):
    owed: int = 0
    drawn: int = 0  # cards in this turn
    told: tuple[str, ...] = ()  # players who have entered theirs
    lazy: bool = False  # players draw though they could play, until nothing is left
    restocked: bool = False

    @property
    def must(self) -> bool:
        """Whether a player who can play must do so."""
        return self.table.house["drawing"] == "forced" and not self.owed

    def names(self, card: str) -> str:
        return SUITS if self.is_rank(card, "wild") else ""

    def fits(self, card: str) -> bool:
        return "JK" in (card, self.lying.pile[-1]) or self.is_rank(card, "wild") or super().fits(card)


def deal(table: ModelTable, chance: random.Random) -> Position:
    cards = shuffled(pack(packs=table.house["packs"]) + ["JK"] * table.house["jokers"], chance)
    lazy = chance.random() < 0.3 and table.house["packs"] == 1
    return Position(**dealt_out(table, cards, table.house["hand-size"]), lazy=lazy)


def opening(p: Position) -> Iterator[Move]:
    yield Move(p.table.dealer, "deals")
    yield Move("", "upcard", p.lying.pile[0], less=("",))


def moves(p: Position) -> Iterator[Move]:
    if p.winner:
        yield from left(p)
        return
    who, hand, ahead = p.turn, p.held[p.turn], len(p.lying.ahead)
    for card in sorted({*hand}):
        mute, wrong = ("eight-wild",) * (len(hand) > 1), breaks(p, card)
        for suit in p.names(card):
            yield Move(who, "plays", f"{card}={suit}", (f"{who} plays {card}",) * (not mute), wrong)
        yield Move(who, "plays", card, breaks=wrong + mute * bool(p.names(card)))
        if not p.names(card):
            wrong += ("joker-wild" if card == "JK" else "eight-wild",)
            yield Move(who, "plays", f"{card}=D", breaks=wrong, listed=False)
    if len(hand) > 1:
        mute = ("eight-wild",) * (len(hand) > 2 and any(map(p.names, hand[:2])))
        wrong = (*breaks(p, hand[0]), *breaks(p, hand[1]), *mute, "one-card")
        yield Move(who, "plays", " ".join(hand[:2]), breaks=wrong, listed=False)
    yield from strangers(p, hidden=not p.restocked and not p.owed)
    yield from draws(p)
    tired = p.table.house["draw-limit"] and p.drawn >= p.table.house["draw-limit"]
    if p.owed:
        yield Move(who, "passes", breaks=("draw-two",) * bool(ahead))
    else:
        could = any(map(p.fits, hand))
        wrong = ("draw-until-play",) * (not tired if ahead else could) + ("must-play",) * (p.must and could)
        yield Move(who, "passes", breaks=wrong, hidden=could and (not ahead or tired) and not p.restocked)


def breaks(p: Position, card: str) -> tuple[str, ...]:
    return ("match",) * (not p.fits(card)) + ("draw-two",) * (p.owed > 0 and not p.is_rank(card, "draw-two"))


def draws(p: Position) -> Iterator[Move]:
    """As many cards as are owed. Otherwise any number that the house allows."""
    who, ahead, limit = p.turn, p.lying.ahead, p.table.house["draw-limit"]
    due = min(p.owed, len(ahead))
    for number in sorted({*range(1, min(len(ahead), 5) + 1), due} - {0}):
        much = limit is not None and p.drawn + number > limit
        wrong = ("draw-two",) * (number != due) if p.owed else ("draw-until-play",) * much
        lines = (f"{who} draws {number}", f"{who} draws ?{number}")
        ways = {*(p.lying.stock or p.lying.pile[:-1])} if number == 1 else [" ".join(ahead[:number])]
        held = ("must-play",) * (p.must and any(map(p.fits, p.held[who])))
        unseen = not wrong and not p.restocked
        for cards in sorted(ways):
            came = ("must-play",) * (p.must and any(map(p.fits, cards.split()[:-1])))
            hidden = bool(held) and not came and unseen
            yield Move(who, "draws", cards, lines, wrong + (held or came), hidden, listed=number == 1)
        yield Move(who, "draws", str(number), breaks=wrong + held, hidden=bool(held) and unseen)
        if number == (due or 1):
            yield Move(who, "draws", breaks=wrong + held)
    yield Move(who, "draws", str(len(ahead) + 1), breaks=("stock-count",))


def left(p: Position) -> Iterator[Move]:
    """The cards left are entered if they count."""
    yield Move(p.turn, "draws", breaks=("empty-hand",))
    for seat, cards in p.held.items() if p.table.house["points"] != "games" else ():
        if cards and seat not in p.told:
            points = count(p.table.house, cards)
            yield Move(seat, "holds", " ".join(cards), less=(f"{seat} holds {points}",))
            yield Move(seat, "holds", str(points + 1), breaks=("held-total",))


def likely(p: Position, move: Move) -> float:
    return 0 if untold(move) else 1 if move.verb == "plays" or p.lazy else 0.01


def after(p: Position, move: Move) -> Position:
    who, words, house = move.who, move.words.split(), p.table.house
    if move.verb == "holds":
        return replace(p, told=(*p.told, who))
    if move.verb == "passes":
        return replace(p, turn=p.left(who), drawn=0, owed=0)
    if move.verb == "draws":
        lying, held = p.lying.without(words), {**p.held, who: (*p.held[who], *words)}
        drawn = {"turn": p.left(who), "owed": 0} if p.owed else {"drawn": p.drawn + len(words)}
        renewed = len(lying.stock) > len(p.lying.stock)
        return replace(
            p, held=held, lying=lying, lazy=p.lazy and bool(lying.ahead), restocked=p.restocked or renewed, **drawn
        )
    cards, suit = [word.partition("=")[0] for word in words], words[-1].partition("=")[2]
    held, lying = {**p.held, who: without(p.held[who], cards)}, p.lying.on(cards).renewed()
    effects = {effect: sum(p.is_rank(card, effect) for card in cards) for effect in EFFECTS}
    owed = (p.owed + house["draw-two-cards"] * effects["draw-two"]) * (effects["draw-two"] > 0)
    called = (suit or cards[-1][-1]) if p.names(cards[-1]) else ""
    way = p.way * (-1) ** (effects["reverse"] if len(held) > 2 else 0)
    p = replace(p, held=held, lying=lying, called=called, way=way, owed=owed, drawn=0, begun=True)
    return replace(p, turn=p.left(who, 1 + effects["skip"]), restocked=p.restocked or len(lying.pile) == 1)


def count(house: Mapping[str, Any], cards: tuple[str, ...]) -> int:
    worth = {"K": house["court"], "Q": house["court"], "J": house["court"], "A": house["ace"], "JK": house["joker"]}
    worth[house["wild"]] = house["wild-card"]
    return sum(worth[rank(card)] if rank(card) in worth else int(rank(card)) for card in cards)


def score(p: Position) -> dict[str, int]:
    """A game won, or the points left: for the winner, or against the players who have them."""
    left = {seat: count(p.table.house, cards) for seat, cards in p.held.items()}
    match p.table.house["points"]:
        case "games":
            return {p.winner: 1}
        case "winner":
            return {p.winner: sum(left.values())}
    return {seat: -points for seat, points in left.items()}


def winners(table: ModelTable) -> set[str]:
    goal = table.house["wins" if table.house["points"] == "games" else "goal"]
    best = {seat for seat in table.seats if table.scores.get(seat, 0) == max(table.scores.values(), default=0)}
    sign = -1 if table.house["points"] == "holders" else 1
    return best if any(sign * points >= goal for points in table.scores.values()) else set()


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    if start.begun and not start.winner:
        yield "rest"
    house = end.table.house
    yield from [f"{end.winner} out"] * (not start.winner)
    if house["points"] != "games" and not start.winner:
        yield {f"{seat} holds {count(house, cards)}" for seat, cards in end.held.items() if cards}


def came_to(end: Position) -> Iterator[str]:
    if end.restocked:
        yield "restocked"


def facts(p: Position) -> dict[str, Any]:
    if p.winner:
        return {"game": p.table.hand}
    joker = {"suit": "any"} if p.lying.pile[-1] == "JK" else {}
    return p.counts() | joker | {"penalty": p.owed, "game": p.table.hand}
