"""Reversis: keep clear of aces and court cards, or take every trick; the knave of hearts moves the pots."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from referee.testing.models import RANKS, Cards, Dealt, ModelTable, Move, pack, shuffled, without

PLAYERS = range(4, 5)
BOOK = {
    "ante": 5, "dealer-antes": 2, "ace": 1, "ace-of-diamonds": 2, "quinola": 5, "quinola-player": 10, "party": 4,
    "face-to-face": 2, "reversis": 16, "across": 32, "broken": 64, "broken-by-quinola": 54, "returned": 2,
    "points": (4, 3, 2, 1), "espagnolette": "played", "first-tricks": 9, "hands": None,
}  # fmt: skip
STRIKES = ("follow-suit",)
LISTED = ("Plays",)
FINDINGS = ("espagnolette", "unclaimed")
REACHES = (
    "discards", "draws", "passes", "plays", "claims", "plays of follow-suit", "plays of espagnolette-end",
    "plays of lead-order", "claims of claim-by-winner", "discards of exchange", "reversis made", "reversis broken",
    "espagnolette made", "espagnolette lost", "several pots",
)  # fmt: skip
HANDS = 4
LOW = [rank for rank in RANKS[::-1] if rank != "10"]  # from the two up
HONORS = ("AS", "AH", "AD", "AC", "JH")
Trick = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Position(Dealt):
    before: dict[str, str]  # the card laid before each player but the dealer
    turn: str
    star: str  # wants every trick, nine of them, or none
    wish: str
    changed: tuple[str, ...] = ()  # who has changed a card or kept the hand
    draws: bool = False
    free: tuple[str, ...] = ()  # with four of the honours, so that nobody asks for suit
    tricks: tuple[Trick, ...] = ((),)
    refused: str = ""  # who didn't follow suit, being free
    claimed: Cards = ()

    @property
    def first(self) -> int:
        """Tricks at the start that count for a reversis or free an espagnolette."""
        return int(self.table.house["first-tricks"])

    @property
    def played(self) -> tuple[Trick, ...]:
        return tuple(trick for trick in self.tricks if len(trick) == 4)

    @cached_property
    def payments(self) -> Payments:
        return Payments(self)


def height(card: str) -> int:
    return LOW.index(card[:-1])


def points(table: ModelTable, cards: tuple[str, ...]) -> int:
    return sum(table.house["points"]["AKQJ".index(card[0])] for card in cards if card[0] in "AKQJ")


def winner(trick: Trick) -> str:
    return max((height(card), seat) for seat, card in trick if card[-1] == trick[0][1][-1])[1]


# Deal and exchange


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Eleven each, one more for the dealer and one before each other player. Often one hand could take everything."""
    cards, star = shuffled(pack(LOW), chance), chance.choice(table.seats)
    wish = chance.choice(["", "all", "nine", "none", "none"])
    if wish == "none":
        cards.sort(key=lambda card: (card in HONORS[chance.randrange(2) :], -height(card)))
    elif wish:
        cards.sort(key=lambda card: height(card) + chance.random() * (1.5 if wish == "all" else 4))
    mine, rest = cards[-11:], shuffled(cards[:-11], chance)
    dealt = {seat: tuple(mine if seat == star else [rest.pop() for _ in range(11)]) for seat in table.seats}
    dealt[table.dealer] = (*dealt[table.dealer], rest.pop())
    before = {seat: rest.pop() for seat in table.seats if seat != table.dealer}
    return Position(table, dealt, dealt, before, table.dealer, star, wish)


def moves(p: Position) -> Iterator[Move]:
    who, hand, dealer = p.turn, p.held[p.turn], p.table.dealer
    if p.draws:
        yield Move(who, "draws", p.before[who], (f"{who} draws", ""))
        yield Move(who, "discards", hand[0], breaks=("exchange", "one-pack"))
    elif len(p.changed) < 4:
        for card in hand:
            yield Move(who, "discards", card, (f"{who} discards", ""))
        yield Move(who, "discards", " ".join(hand[:2]), breaks=("exchange",))
        yield Move(who, "passes", less=("",), breaks=("exchange",) if who == dealer else ())
        yield Move(dealer, "draws", p.before[p.table.left(dealer)], breaks=("exchange", "one-pack"))
    elif hand:
        yield from plays(p)
    elif p.payments.winner:
        yield from claims(p)


def plays(p: Position) -> Iterator[Move]:
    """Players follow suit, except at first a player with four of the honors."""
    who, hand, trick, other = p.turn, p.held[p.turn], p.tricks[-1], p.table.left(p.turn)
    follow = [card for card in hand if trick and card[-1] == trick[0][1][-1]]
    must = follow and (who not in p.free or len(p.played) >= p.first)
    for card in hand:
        rule = "espagnolette-end" if who == p.refused else "follow-suit"
        wrong = (rule,) if must and card not in follow else ()
        yield Move(who, "plays", card, breaks=wrong, hidden=len(p.played) < 3)
    for card in p.held[other]:
        yield Move(who, "plays", card, breaks=("one-pack",))
        yield Move(other, "plays", card, breaks=("lead-order", "one-pack"))


def claims(p: Position) -> Iterator[Move]:
    """The winner of the party asks for what was led, once."""
    for card, leader in p.payments.led.items():
        own, again = leader == p.payments.winner, card in p.claimed
        yield Move(p.payments.winner, "claims", card, breaks=("claim-by-winner",) * (own or again), aside=True)
        yield Move(p.table.left(p.payments.winner), "claims", card, breaks=("claim-by-winner",))


def likely(p: Position, move: Move) -> float:
    """The holder of the star plays for it, and nobody hinders a player who wants everything."""
    hand, card, star = p.held[p.turn], move.words, move.who == p.star
    off = bool(p.tricks[-1]) and card[-1:] != p.tricks[-1][0][1][-1]
    if move.verb == "discards":
        return 300 if star and card == min((c for c in hand if c not in HONORS), key=height, default="") else 0.1
    if move.verb != "plays" or not p.wish:
        return 1
    if p.wish == "none":
        return 100 if card in HONORS and off else 9 if star and off else 1
    high, low = (card == pick(hand, key=height) for pick in (max, min))
    return 1e4 if (star and high) or (p.wish == "all" and not star and low) else 1


def after(p: Position, move: Move) -> Position:
    who, card, hand = move.who, move.words, p.held[move.who]
    match move.verb:
        case "claims":
            return replace(p, claimed=(*p.claimed, card))
        case "discards" if who != p.table.dealer:
            return replace(p, held={**p.held, who: without(hand, [card])}, draws=True)
        case "discards":
            p = replace(p, held={**p.held, who: without(hand, [card])})
        case "draws":
            p = replace(p, held={**p.held, who: (*hand, card)}, draws=False)
        case "plays":
            trick = (*p.tricks[-1], (who, card))
            refuses = card[-1] != trick[0][1][-1] and any(other[-1] == trick[0][1][-1] for other in hand)
            turn = p.table.left(who) if len(trick) < 4 else winner(trick)
            tricks = (*p.tricks[:-1], trick, *[()] * (len(trick) == 4))
            held = {**p.held, who: without(hand, [card])}
            refuses = refuses and who in p.free and len(p.played) < p.first
            return replace(p, held=held, tricks=tricks, turn=turn, refused=who if refuses else p.refused)
    p = replace(p, changed=(*p.changed, who), turn=p.table.left(who))
    played = p.table.house["espagnolette"] == "played"
    free = [seat for seat, cards in p.held.items() if played and len({*cards} & {*HONORS}) > 3]
    return replace(p, free=tuple(free), turn=p.table.left(p.table.dealer) if len(p.changed) == 4 else p.turn)


# Scoring


@dataclass
class Payments:
    """The chips for a finished hand."""

    p: Position
    chips: Counter[str] = field(default_factory=Counter)
    paid: list[tuple[str, str, int]] = field(default_factory=list)
    winner: str = ""
    loser: str = ""
    led: dict[str, str] = field(default_factory=dict)  # aces and J♥, and who led them

    def __post_init__(self) -> None:
        p, self.house = self.p, self.p.table.house
        kept: tuple[tuple[int, ...], int, int] = p.table.kept or ((), 0, 0)
        self.pots, self.formed, self.remises = [*kept[0]], kept[1], kept[2]
        self.takers = [winner(trick) for trick in p.played]
        self.reversis = self.takers[0] if len({*self.takers[: p.first]}) == 1 else ""
        captured = {seat: tuple(c for t in p.played if winner(t) == seat for _, c in t) for seat in p.table.seats}
        self.points = {seat: points(p.table, cards) for seat, cards in captured.items()}
        self.talon = [card for card in pack(LOW) if all(card not in cards for cards in captured.values())]
        self.ante()
        if self.reversis:
            self.settle_reversis(self.reversis)
        else:
            self.settle_party()
        for card in p.claimed:
            if card == "JH":
                self.pay_quinola(self.winner, self.led[card])
            else:
                self.pay(self.led[card], self.winner, self.fee(card))

    def pay(self, payer: str, payee: str, chips: int) -> None:
        self.chips[payer] -= chips
        self.chips[payee] += chips
        self.paid.append((payer, payee, chips))

    def pot(self) -> tuple[str, int]:
        """The newest pot, and its chips."""
        name = f"pot{self.pots[-1]}"
        return name, self.p.table.scores.get(name, 0) + self.chips[name]

    def fee(self, ace: str) -> int:
        return int(self.house["ace-of-diamonds" if ace == "AD" else "ace"])

    def ante(self) -> None:
        """Everybody pays into a new pot. Later only the dealer pays into the last one."""
        ante, dealer = self.house["ante"], self.p.table.dealer
        new = not self.pots
        if new:
            self.pots, self.formed, self.remises = [1], 1, 0
        for seat in self.p.table.seats if new else (dealer,):
            self.pay(seat, self.pot()[0], ante * (self.house["dealer-antes"] if new and seat == dealer else 1))

    def remise(self, seat: str) -> None:
        """As much as the last pot holds: into it the first time, later into another."""
        chips = self.pot()[1]
        self.remises += 1
        if self.remises > 1:
            self.formed += 1
            self.pots.append(self.formed)
        self.pay(seat, self.pot()[0], chips)

    def win_pot(self, seat: str) -> None:
        self.pay(self.pot()[0], seat, self.pot()[1])
        self.pots.pop()

    def settle_reversis(self, taker: str) -> None:
        """For eleven tricks, all others pay. The player pays anyone who takes one of the last two."""
        p, house = self.p, self.house
        quinola = any((taker, "JH") in trick for trick in p.played[: p.first])
        for trick, seat in zip(p.played[p.first :], self.takers[p.first :], strict=True):
            if seat != taker:
                self.pay(taker, seat, house["broken-by-quinola" if (seat, "JH") in trick else "broken"])
                if quinola:
                    self.remise(taker)
                return
        for seat in without(p.table.seats, [taker]):
            self.pay(p.refused or seat, taker, house["across" if seat == p.table.left(taker, 2) else "reversis"])
        if quinola:
            self.win_pot(taker)

    def pay_quinola(self, payee: str, player: str) -> None:
        for seat in without(self.p.table.seats, [payee]):
            self.pay(seat, payee, self.house["quinola-player" if seat == player else "quinola"])

    def settle_party(self) -> None:
        """Aces and J♥ are paid for when they fall. Then the loser pays the winner, and returns an espagnolette."""
        p, house, opening = self.p, self.house, [*self.pots]
        for trick, taker in zip(p.played, self.takers, strict=True):
            leader, first = trick[0]
            if first in HONORS:
                self.led[first] = leader
            for seat, card in trick[1:]:
                forced = card[-1] == first[-1]
                if card == "JH" and forced:
                    self.pay_quinola(leader, seat)
                    self.remise(seat)
                elif card in HONORS:
                    fee = house["quinola"] if card == "JH" else self.fee(card)
                    self.pay(*((seat, leader) if forced else (taker, seat)), fee)
                    if card == "JH":
                        self.win_pot(seat)
        got = [(payer, chips) for payer, payee, chips in self.paid if payee == p.refused]
        order = p.table.around(p.table.dealer)
        rank = sorted(order, key=lambda seat: (self.points[seat], self.takers.count(seat), order.index(seat)))
        lost = p.refused in self.takers
        if p.refused:
            rank.remove(p.refused)
            rank = [*rank, p.refused] if lost else [p.refused, *rank]
        self.winner, self.loser = rank[0], rank[-1]
        opposite = self.loser == p.table.left(self.winner, 2)
        chips = (house["party"] + points(p.table, tuple(self.talon))) * (house["face-to-face"] if opposite else 1)
        self.pay(self.loser, self.winner, chips)
        for payer, chips in got if lost else ():
            if payer in p.table.seats:
                self.pay(self.loser, payer, house["returned"] * chips)
            else:
                self.pots = opening
                self.pay(self.loser, payer, chips)
                self.remise(self.loser)


def score(p: Position) -> dict[str, int]:
    return p.payments.chips


def onward(p: Position) -> ModelTable:
    paid = p.payments
    return p.table.onward(score(p), kept=(tuple(paid.pots), paid.formed, paid.remises))


def winners(table: ModelTable) -> set[str]:
    best = max(table.scores[seat] for seat in table.seats)
    ahead = {seat for seat in table.seats if table.scores[seat] == best}
    hands = table.house["hands"]
    return ahead if hands and table.hand > hands else set()


def came_to(p: Position) -> Iterator[str]:
    paid = p.payments
    if paid.reversis:
        yield "reversis made" if {*paid.takers} == {paid.reversis} else "reversis broken"
    elif p.refused:
        yield f"espagnolette {'lost' if p.refused in paid.takers else 'made'}"
    if len(paid.pots) > 1:
        yield "several pots"


def facts(p: Position) -> dict[str, object]:
    if len(p.played) < 11:
        return {"hand": p.table.hand}
    paid = p.payments
    party = {"party-winner": paid.winner or None, "party-loser": paid.loser or None}
    return {"pots": len(paid.pots), "remises": paid.remises, "pot": paid.pot()[1] if paid.pots else 0, **party}


# In numbers


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """How aces and J♥ fell in unreported tricks, with points, tricks and talon. Or the result of a reversis."""
    paid, number = end.payments, len(start.played)
    if start.tricks[-1] or number >= end.first or (len(start.changed) not in (0, 4)) or start.draws:
        return
    if end.refused:
        yield f"{end.refused} declares espagnolette"
    for trick in end.played[number : end.first if paid.reversis else 11]:
        (leader, first), taker = trick[0], winner(trick)
        for seat, card in trick:
            if card in HONORS and seat == leader:
                yield f"{seat} leads {card}"
            elif card in HONORS:
                yield f"{seat} plays {card} " + (f"on {leader}" if card[-1] == first[-1] else f"to {taker}")
    if who := paid.reversis:
        quinola = any((who, "JH") in trick for trick in end.played[: end.first])
        yield f"{who} declares reversis" + " with JH" * quinola
        breaks = [trick for trick in end.played[end.first :] if winner(trick) != who]
        with_it = breaks and (winner(breaks[0]), "JH") in breaks[0]
        yield f"{winner(breaks[0])} breaks" + " with JH" * bool(with_it) if breaks else f"{who} takes 11"
        return
    level = {seat for seat, n in paid.points.items() if [*paid.points.values()].count(n) > 1} | {end.refused}
    tricks = {seat: f" in {paid.takers.count(seat)}" if seat in level else "" for seat in end.table.seats}
    lines = {f"{seat} holds {n}{tricks[seat]}" for seat, n in paid.points.items() if n or tricks[seat]}
    yield {
        *lines,
        "talon " + (" ".join(paid.talon) if end.table.hand % 2 else str(points(end.table, tuple(paid.talon)))),
    }
    yield from (f"{paid.winner} claims {card}" for card in end.claimed)
