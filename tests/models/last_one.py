"""Last One: match the upcard with cards that attack, skip and call. Cards left count, and too many points are out."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from referee.testing.models import RANKS, SUITS, ModelTable, Move, added, pack, shuffled, without
from tests.models._shedding import Cards, Shedding, dealt_out, draws, other_draws, rank, strangers, untold

PLAYERS = range(2, 7)
EFFECTS = {"draw-two": "2", "stack": "3", "melee": "4", "wild": "8", "skip": "J", "reverse": "A"}
BOOK = {
    "limit": 250, "fewest": 4, "most": 8, "agreed": 9, "draw": 1, "draw-two-cards": 2, "missed-call": 2,
    "court-pips": 10, "free-cards": 1, "joker": 40, "eight": 25, "ace": 15, "court": 10, **EFFECTS,
}  # fmt: skip
LISTED = ("plays", "Draws")
STRIKES = ("match", "eight-wild", "draw-one", "last-one-call")
STEERS = ("last-one-call",)
REACHES = (
    "plays", "draws", "draw", "forgets", "holds", "plays of match", "plays of melee", "plays of joker", "a melee",
    "plays of eight-wild", "plays of turn-order", "plays of three", "plays of one-pack", "draws of draw-one",
    "draws of melee", "draws of two", "passes of draw-one", "forgets of last-one-call",
    "draws of hand-over", "holds of hand-over", "holds of held-total", "restocked",
)  # fmt: skip
HANDS = 4
LONGEST = 120
UPWARD = ("A", *RANKS[:0:-1])


@dataclass(frozen=True)
class Position(Shedding):
    upcard: str = ""
    stands: str = ""  # the card that the joker on top stands for
    attacker: str = ""
    stacking: str = ""  # who may lay another card on their stack card
    due: tuple[tuple[str, Cards], ...] = ()  # cards drawn out of turn, that may be named
    alone: str = ""  # who came down to one card, and may still say so
    silent: frozenset[str] = frozenset()  # who didn't
    told: Cards = ()  # players who have entered theirs
    happened: frozenset[str] = frozenset()

    @property
    def top(self) -> str:
        return self.stands or self.lying.pile[-1]

    @property
    def answer(self) -> str:
        place = UPWARD.index(rank(self.top)) + 1
        return UPWARD[place] + self.top[-1] if place < len(UPWARD) else ""

    @property
    def number(self) -> int:
        """The number of cards that the player in turn draws."""
        if not self.attacker:
            return int(self.table.house["draw"])
        return self.table.house["court-pips"] if rank(self.top) in "KQJ" else 1 + UPWARD.index(rank(self.top))

    def names(self, card: str) -> Any:
        if card == "JK":
            return pack()
        return SUITS if self.is_rank(card, "wild") else ""

    def fits(self, card: str) -> bool:
        if card == "JK" or self.is_rank(card, "wild"):
            return True
        return card[-1] == (self.called or self.top[-1]) or (not self.called and rank(card) == rank(self.top))


def still_in(table: ModelTable) -> tuple[str, ...]:
    return tuple(seat for seat in table.seats if table.scores.get(seat, 0) < table.house["limit"])


def deal(table: ModelTable, chance: random.Random) -> Position:
    """The dealer chooses the number of cards. The card turned up acts as if the dealer had played it."""
    house, playing = table.house, still_in(table)
    sizes = [*range(house["fewest"], max(house["fewest"], house["most"]) + 1), house["agreed"]]
    size = chance.choice([size for size in sizes if size * len(playing) < 54])
    p = Position(**dealt_out(table, shuffled([*pack(), "JK", "JK"], chance), size, playing))
    card = p.lying.pile[0]
    says = chance.choice(p.names(card)) if p.names(card) else ""
    return act(replace(p, upcard=f"{card}={says}" if says else card), table.dealer, card, says)


def opening(p: Position) -> Iterator[Move]:
    house, size = p.table.house, len(next(iter(p.dealt.values())))
    agreed = size == house["agreed"] and not house["fewest"] <= size <= max(house["fewest"], house["most"])
    yield Move(p.table.dealer, "deals", f"{size} agreed" if agreed else str(size))
    plain = "=" not in p.upcard and not any(p.is_rank(p.upcard, effect) for effect in EFFECTS)
    yield Move("", "upcard", p.upcard, less=("",) * plain)


def moves(p: Position) -> Iterator[Move]:
    who = p.turn
    if p.due:
        yield from named(p, *p.due[0])
    elif p.winner:
        yield Move(who, "draws", breaks=("hand-over",))
        for seat, cards in p.held.items():
            if len(cards) > p.table.house["free-cards"] and seat not in p.told:
                points = count(p.table.house, cards)
                yield Move(seat, "holds", " ".join(cards), less=(f"{seat} holds {points}",))
                yield Move(seat, "holds", str(points + 1), breaks=("held-total",))
    else:
        yield from melee(p) if p.attacker else turn(p)
        yield from (Move(seat, "draws", breaks=("dropped-out",)) for seat in p.table.seats if seat not in p.held)
        yield Move(who, "holds", "20", breaks=("hand-over",))
        for seat in p.held:
            if seat != who or p.table.house["missed-call"] != p.number:  # else these look like the cards of a turn
                yield Move(seat, "forgets", breaks=() if seat in p.silent else ("last-one-call",), aside=True)
            if p.begun:
                yield Move(seat, "out", breaks=("hand-over",))


def named(p: Position, seat: str, cards: Cards) -> Iterator[Move]:
    """Cards drawn out of turn may be entered."""
    number, in_turn = len(cards), seat == p.turn
    as_many = (f"{seat} draws {number}",) if not in_turn else ()
    yield Move(seat, "draw", " ".join(cards), less=("", *as_many))
    if not in_turn:
        yield Move(seat, "draws", str(number + 1), breaks=("two", "last-one-call", "draw-one"))


def turn(p: Position) -> Iterator[Move]:
    who, hand = p.turn, p.held[p.turn]
    for seat in dict.fromkeys(filter(None, (who, p.stacking))):
        for card in sorted({*p.held[seat]}):
            yield from plays(p, seat, (card,))
    for first in sorted({*hand}):
        if p.is_rank(first, "stack") and not p.is_rank(first, "melee"):
            for second in sorted({*without(hand, [first])}):
                yield from plays(p, who, (first, second))
        elif len(hand) > 1:
            other = without(hand, [first])[0]
            yield Move(who, "plays", f"{first} {other}", breaks=("turn-order", "three"))
    if p.left(who) != p.stacking:
        yield from strangers(p, hidden="restocked" not in p.happened and p.stacking != who)
    yield from draws_or_passes(p, "draw-one")


def plays(p: Position, who: str, cards: Cards) -> Iterator[Move]:
    """A card, or a stack card with one on it. The top card calls a suit if it can."""
    amiss = () if p.fits(cards[0]) or who == p.stacking else ("match",)
    goes_on, single = len(p.held[who]) > len(cards), len(cards) == 1
    for words in product(*([card, *(f"{card}={says}" for says in p.names(card))] for card in cards)):
        mute = ("joker" if words[-1] == "JK" else "eight-wild",) if goes_on and p.names(words[-1]) else ()
        yield Move(who, "plays", " ".join(words), breaks=amiss + mute, listed=single, aside=who != p.turn)
    if single and not p.names(cards[0]):
        wrong = (*amiss, "eight-wild")
        yield Move(who, "plays", f"{cards[0]}=D", breaks=wrong, listed=False, aside=who != p.turn)


def melee(p: Position) -> Iterator[Move]:
    """Anybody except the attacker answers with the next card, or the defender draws."""
    who = p.turn
    for seat, cards in p.held.items():
        for card in dict.fromkeys((*cards, p.answer or "5S")):
            not_held = () if card in cards else ("one-pack",)
            wrong = ("melee",) if seat == p.attacker or card != p.answer else not_held
            yield Move(seat, "plays", card, breaks=wrong, aside=True)
        if seat != who:
            yield Move(seat, "draws", breaks=("melee", "turn-order"))
    yield from draws_or_passes(p, "melee")


def draws_or_passes(p: Position, rule: str) -> Iterator[Move]:
    who, ahead = p.turn, p.lying.ahead
    if ahead:
        yield from draws(who, p.lying, p.number)
    yield from other_draws(who, p.lying, p.number, rule)
    yield Move(who, "passes", breaks=("draw-one",) if ahead else ())


def likely(p: Position, move: Move) -> float:
    if untold(move):
        return 0
    if move.verb == "draws":
        return 0.3 / len(p.lying.ahead)
    if move.verb == "forgets":
        return 0.1 if move.who in p.silent else 0
    return 1 / 52 if "JK=" in move.words else 1


def after(p: Position, move: Move) -> Position:
    who, words = move.who, move.words.split()
    match move.verb:
        case "draw":
            return replace(p, due=p.due[1:])
        case "holds":
            return replace(p, told=(*p.told, who))
        case "forgets":
            pays = "last-one-call" not in p.table.struck
            return aside(replace(p, silent=p.silent - {who}), who, p.table.house["missed-call"]) if pays else p
    melee, silent = p.attacker, p.silent | {p.alone} if p.alone else p.silent
    p = replace(p, begun=True, silent=silent - {who}, alone="", attacker="", stacking="")
    if move.verb != "plays":
        return replace(take(p, who, words), turn=p.left(who))
    for word in words:
        card, _, says = word.partition("=")
        p = replace(p, held={**p.held, who: without(p.held[who], [card])}, lying=p.lying.on([card]))
        if p.winner:
            return replace(p, due=())
        if melee:
            p = replace(p, attacker=who, turn=melee, called="", stands="", happened=p.happened | {"a melee"})
        else:
            p = act(p, who, card, says)
    if p.is_rank(card, "stack") and not p.attacker:
        p = replace(p, stacking=who)
    return replace(p, alone=who) if len(p.held[who]) == 1 else p


def act(p: Position, seat: str, card: str, says: str) -> Position:
    """The effect of a card."""
    turned = p.is_rank(card, "reverse") and len(p.held) > 2
    called = (says or card[-1]) if p.is_rank(card, "wild") else ""
    p = replace(p, called=called, stands=says if card == "JK" else "", way=-p.way if turned else p.way)
    victim = p.left(seat)
    if p.is_rank(card, "melee"):
        return replace(p, attacker=seat, turn=victim)
    p = replace(p, turn=p.left(seat, 1 + any(p.is_rank(card, effect) for effect in ("skip", "draw-two"))))
    return aside(p, victim, p.table.house["draw-two-cards"]) if p.is_rank(card, "draw-two") else p


def aside(p: Position, seat: str, number: int) -> Position:
    """Cards drawn without using a turn. The player isn't down to one card any more."""
    had = len(p.held[seat])
    p = take(p, seat, p.lying.ahead[:number])
    cards = p.held[seat][had:]
    due = (*p.due, (seat, cards)) if cards else p.due
    return replace(p, due=due, silent=p.silent - {seat}, alone=p.alone.replace(seat, "")) if cards else p


def take(p: Position, seat: str, cards: Iterable[str]) -> Position:
    cards = tuple(cards)
    lying = p.lying.without(cards)
    happened = p.happened | {"restocked"} if len(lying.pile) < len(p.lying.pile) else p.happened
    return replace(p, lying=lying, held={**p.held, seat: (*p.held[seat], *cards)}, happened=happened)


def count(house: Mapping[str, Any], cards: Cards) -> int:
    """The points of a hand. A few cards are free."""
    names = {"JK": "joker", "8": "eight", "A": "ace", "K": "court", "Q": "court", "J": "court"}
    worth = [house[names[rank(card)]] if rank(card) in names else int(rank(card)) for card in cards]
    return sum(worth) if len(cards) > house["free-cards"] else 0


def score(p: Position) -> dict[str, int]:
    return {seat: count(p.table.house, cards) for seat, cards in p.held.items()}


def onward(p: Position) -> ModelTable:
    """The deal skips players who are out."""
    return passed_on(p.table.onward(score(p), kept=p.table.left(p.table.dealer)))


def passed_on(table: ModelTable) -> ModelTable:
    """The deal goes to the first player still in, from the one kept."""
    left = still_in(table)
    return replace(table, dealer=next((seat for seat in table.around(table.kept) if seat in left), ""))


def corrected(table: ModelTable, more: dict[str, int]) -> ModelTable:
    return passed_on(replace(table, scores=added(table.scores, more)))


def winners(table: ModelTable) -> set[str]:
    """The last one left. If the last few drop out together, the lowest of all."""
    left = still_in(table)
    lowest = {seat for seat in table.seats if table.scores[seat] == min(table.scores.values())}
    return {*left} or lowest if len(left) < 2 else set()


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    if start.winner:
        return
    if start.begun:
        yield "rest"
    yield f"{end.winner} out"
    yield {f"{seat} holds {count(end.table.house, cards)}" for seat, cards in end.held.items() if cards}


def came_to(end: Position) -> frozenset[str]:
    return end.happened


def facts(p: Position) -> dict[str, Any]:
    always = {"hand": p.table.hand, "size": len(next(iter(p.dealt.values())))}
    if p.winner:
        return always
    melee = {"attacker": p.attacker or None, "defender": p.turn if p.attacker else None}
    return always | p.counts() | melee | {"suit": p.called or p.top[-1], "in": [*p.held]}
