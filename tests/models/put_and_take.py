"""Put and Take: a match with one of the first five cards turned up pays into the pot. The next five pay out."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from referee.testing.models import Cards, ModelTable, Move, added, pack, shuffled

PLAYERS = range(2, 10)
BOOK = {
    "hand-size": 5, "rising": (1, 2, 3, 4, 5), "double": (1, 2, 4, 8, 16), "rates": "rising", "turned": 5, "ante": 0,
    "empty-pot": "dealer", "rest": "dealer",
}  # fmt: skip
STRIKES = ("right-round", "right-amount")
LISTED = ("upcard",)  # if every hand is known; otherwise payments depend on hidden cards
REACHES = ("puts", "takes", "stop", "dealt", "puts of most-credits", "takes of right-amount", "the dealer covers")
HANDS = 4


@dataclass(frozen=True)
class Position:
    table: ModelTable
    hands: dict[str, Cards]
    stock: Cards
    open: bool  # whether the hands are entered at once
    told: Cards = ()  # by whom
    turned: Cards = ()
    paid: Cards = ()  # by whom, for the card turned up last
    won: dict[str, int] = field(default_factory=dict)
    wanted: dict[str, int] = field(default_factory=dict)  # of a pot that nobody fills, for the card turned up last
    got: dict[str, int] = field(default_factory=dict)  # of that
    odd: bool = False  # something was paid that another table wouldn't let pass, or that whole rounds don't tell
    over: bool = False

    @property
    def rate(self) -> int:
        house = self.table.house
        return int(house[house["rates"]][(len(self.turned) - 1) % self.half])

    @property
    def half(self) -> int:
        return int(self.table.house["turned"])

    @property
    def verb(self) -> str:
        return "puts" if len(self.turned) <= self.half else "takes"

    def due(self, seat: str) -> int:
        """A player's payment or winnings for the card turned up."""
        return self.rate * sum(card[:-1] == self.turned[-1][:-1] for card in self.hands[seat])

    @property
    def pot(self) -> int:
        return self.table.scores.get("pot", 0) + self.won["pot"]

    @property
    def owing(self) -> list[str]:
        """The players whose payment for the open card is still due."""
        seats = [seat for seat in self.hands if seat not in (*self.told, *self.paid)] if self.turned else []
        return [seat for seat in seats if self.due(seat)]


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Deals to everybody except the dealer."""
    cards = shuffled(pack(), chance)
    seats = table.around(table.left(table.dealer))[:-1]
    hands = {seat: tuple(cards.pop() for _ in range(table.house["hand-size"])) for seat in seats}
    antes = dict.fromkeys(table.seats, -table.house["ante"])
    pot = {"pot": table.house["ante"] * len(antes)}
    return Position(table, hands, tuple(cards), table.hand % 2 == 1, won=antes | pot)


def moves(p: Position) -> Iterator[Move]:
    if p.over:
        return
    everybody = len(p.told) == len(p.hands)
    for card in p.stock if len(p.turned) < 2 * p.half and not p.owing else ():
        yield Move("", "upcard", card, less=(f"upcard {card[:-1]}",), listed=everybody)
    early = len(p.turned) not in (0, 2 * p.half)
    if early or not p.owing:
        yield Move("", "stop", breaks=("take-round",) * early)
    if early:
        yield Move("", "deal", breaks=("take-round",))
    yield from hands(p)
    yield from payments(p)


def hands(p: Position) -> Iterator[Move]:
    """A hand may be entered at any time. From then on, its payments are automatic."""
    for seat, cards in p.hands.items():
        entered = ("five-cards",) if seat in p.told else ()
        yield Move(seat, "dealt", " ".join(cards), breaks=entered, aside=True)
        yield Move(seat, "dealt", " ".join(cards[1:] + cards[:1] * 2), breaks=("five-cards", "one-pack"))
        yield Move(p.table.dealer, "dealt", " ".join(cards), breaks=("no-dealer-hand", *entered))
        for card in p.turned[-1:] if not entered else ():
            yield Move(seat, "dealt", " ".join((*cards[1:], card)), breaks=("one-pack",))


def payments(p: Position) -> Iterator[Move]:
    """Each match costs or wins the rate, separately for each hand."""
    seat = next(iter(p.hands))
    if not p.turned:
        yield Move(seat, "puts", "1000", breaks=("most-credits",))
        yield Move(p.table.dealer, "puts", "1", breaks=("no-dealer-hand",))
        return
    yield Move("", "upcard", p.turned[0], breaks=("one-pack",))
    yield Move(p.table.dealer, p.verb, str(p.rate), breaks=("no-dealer-hand",))
    most = p.table.house["hand-size"] * max(p.table.house[p.table.house["rates"]][: p.half])
    yield Move(seat, p.verb, str(most + 1), breaks=("right-amount",))
    if p.rate > 1 and p.rate < most:
        yield Move(seat, p.verb, str(p.rate + 1), breaks=("right-amount",), aside=True)
    for who in p.told:
        yield Move(who, p.verb, str(p.rate), breaks=("right-amount",), aside=True)
    for who in p.owing:
        due = p.due(who)
        yield Move(who, "takes" if p.verb == "puts" else "puts", str(due), breaks=("right-round",))
        yield Move(who, p.verb, str(due), less=("; ".join([f"{who} {p.verb} {p.rate}"] * (due // p.rate)),))


def likely(p: Position, move: Move) -> float:
    if move.verb == "dealt":
        return 1000 if p.open else 0.1
    if move.verb in ("puts", "takes") and int(move.words) != p.due(move.who):
        return 0.1
    return 0.05 if move.verb == "stop" and not p.turned else 1


def pay(p: Position, seat: str, verb: str = "", credits: int = 0) -> Position:
    """Pays the amount due or entered: into the pot, or out of the pot and then from the dealer."""
    verb, due, dealer = verb or p.verb, credits or p.due(seat), p.table.dealer
    to_pot = due if verb == "puts" else -min(due, p.pot)
    covered = 0 if verb == "puts" or p.table.house["empty-pot"] == "nobody" else -due - to_pot
    won = added(p.won, {seat: -to_pot - covered, "pot": to_pot})
    odd = p.odd or (verb, due) != (p.verb, p.due(seat)) or seat in p.paid
    if p.table.house["empty-pot"] == "nobody" and verb == "takes":
        return replace(paid_in_order(p, seat, due), paid=(*p.paid, seat), odd=odd or due > p.pot)
    return replace(p, won=added(won, {dealer: covered}), paid=(*p.paid, seat), odd=odd)


def paid_in_order(p: Position, seat: str, credits: int) -> Position:
    """Divides the pot among all who match the open card from the dealer's left, in whatever order they are entered."""
    wanted, left, got = added(p.wanted, {seat: credits}), p.pot + sum(p.got.values()), {}
    for other in p.table.around(p.table.left(p.table.dealer)):
        got[other] = min(wanted.get(other, 0), left)
        left -= got[other]
    more = {other: chips - p.got.get(other, 0) for other, chips in got.items()}
    return replace(p, wanted=wanted, got=got, won=added(p.won, more | {"pot": -sum(more.values())}))


def after(p: Position, move: Move) -> Position:
    match move.verb:
        case "dealt":
            p = replace(p, told=(*p.told, move.who))
            if p.turned and move.who not in p.paid:
                p = pay(p, move.who)
        case "upcard":
            stock = tuple(card for card in p.stock if card != move.words)
            p = replace(p, stock=stock, turned=(*p.turned, move.words), paid=(), wanted={}, got={})
            for seat in [seat for seat in p.hands if seat in p.told]:
                p = pay(p, seat)
        case "stop":
            p = replace(p, over=True)
        case _:
            p = pay(p, move.who, move.verb, int(move.words))
    return replace(p, over=p.over or (len(p.turned) == 2 * p.half and len(p.told) == len(p.hands)))


def score(p: Position) -> dict[str, int]:
    """The rest of the pot is the dealer's, unless it stays."""
    rest = p.pot if p.table.house["rest"] == "dealer" else 0
    return added(p.won, {p.table.dealer: rest, "pot": -rest})


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """Everybody's payments in the first round and winnings in the second."""
    if not start.turned and len(end.turned) == 2 * end.half and not end.odd:
        for verb, cards in (("puts", end.turned[: end.half]), ("takes", end.turned[end.half :])):
            entered = dict.fromkeys(end.hands, 0)
            for number, card in enumerate(cards, 1):
                open_card = replace(end, turned=(card,) * number)
                entered = added(entered, {seat: open_card.due(seat) for seat in end.hands})
            yield {f"{seat} {verb} {credits}" for seat, credits in entered.items() if credits}
        yield "stop"


def facts(p: Position) -> dict[str, object]:
    if p.over or not p.turned:
        return {"hand": p.table.hand}
    taking = len(p.turned) > p.half or (len(p.turned) == p.half and len(p.told) == len(p.hands))
    return {"pot": p.pot, "round": "take" if taking else "put", "turned": len(p.turned), "rate": p.rate}


def came_to(p: Position) -> Iterator[str]:
    yield "the dealer covers" if score(p)[p.table.dealer] < 0 else "the dealer keeps"
