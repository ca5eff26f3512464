"""Fan Tan: rows grow from the sevens. Players who can't play pay, and the first one out takes the pot."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.testing.models import SUITS, Cards, ModelTable, Move, pack, shuffled

PLAYERS = range(3, 9)
BOOK = {
    "ante": 1, "card-short": 1, "pass": 1, "wrong-pass": 3, "held-seven": 5, "card-left": 1, "start": "7",
    "opener": "eldest", "grows": "both",
}  # fmt: skip
STRIKES = ("turn-order", "in-sequence", "must-play")
LISTED = ("Plays", "Passes")
FINDINGS = ("held-back", "unpaid-seven")
REACHES = ("plays of in-sequence", "passes of must-play", "shows", "holds", "a seven kept back", "the king of a suit")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True)
class Position:
    table: ModelTable
    hands: dict[str, Cards]  # as they were dealt
    careless: bool  # a hand in which some pass though they could play, and no cards are known
    turn: str
    laid: Cards = ()
    passes: tuple[tuple[str, Cards], ...] = ()  # by whom, and what fitted then

    def held(self, seat: str) -> Cards:
        return tuple(card for card in self.hands[seat] if card not in self.laid)

    @property
    def over(self) -> bool:
        return not all(map(self.held, self.hands))

    @property
    def start(self) -> str:
        """The rank that starts rows, "" if the first card decides."""
        rank = str(self.table.house["start"])
        return rank if rank != "first" else self.laid[0][:-1] if self.laid else ""

    @property
    def opening(self) -> str:
        """The card that must be played first."""
        house = self.table.house
        return (
            "" if house["start"] == "first" or house["opener"] == "eldest" else self.start + house["opener"][0].upper()
        )

    def row(self, suit: str) -> list[str]:
        """The ranks in a row with the seven."""
        lie = [rank if rank + suit in self.laid else "" for rank in RANKS]
        place = RANKS.index(self.start) if self.start else 0
        if not lie[place]:
            return []
        low, high = ["", *lie[:place]][::-1].index(""), [*lie[place:], ""].index("")
        return [*RANKS[place - low : place + high]]

    @property
    def fitting(self) -> Cards:
        """Sevens, and the cards next to the rows. For the first turn, the required card or any."""
        if not self.laid and (self.opening or not self.start):
            return (self.opening,) if self.opening else tuple(pack())
        fit: list[str] = []
        for suit in SUITS:
            if not (row := self.row(suit)):
                fit.append(self.start + suit)
                continue
            low, high = RANKS.index(row[0]), RANKS.index(row[-1])
            down, up = [*RANKS[:low][-1:]], [*RANKS[high + 1 :][:1]]
            if len(row) == 1 and self.table.house["grows"] != "both":
                down, up = ([], up) if up and (self.table.house["grows"] == "up-first" or not down) else (down, [])
            fit += [rank + suit for rank in down + up]
        return tuple(fit)

    @property
    def first(self) -> str:
        """The player of the first turn."""
        return next(iter(seat for seat in self.hands if not self.opening or self.opening in self.hands[seat]))


def deal(table: ModelTable, chance: random.Random) -> Position:
    cards, seats = shuffled(pack(), chance), table.around(table.left(table.dealer))
    hands = {seat: tuple(cards[place :: len(seats)]) for place, seat in enumerate(seats)}
    p = Position(table, hands, table.hand % 2 == 0, "")
    return replace(p, turn=p.first)


def dealt(p: Position) -> dict[str, Cards]:
    return {} if p.careless else p.hands


def moves(p: Position) -> Iterator[Move]:
    """Players who can play must do so, with any fitting card."""
    if p.over:
        return
    who, hand, fitting, open_hands = p.turn, p.held(p.turn), p.fitting, not p.careless
    begins = bool(p.opening) and not p.laid
    for card in hand:
        yield Move(who, "plays", card, breaks=("in-sequence",) * (card not in fitting), listed=open_hands)
    others = len([card for cards in p.hands.values() for card in cards if card not in (*p.laid, *fitting)])
    sure = len(hand) > others  # whatever anybody has
    must = sure or (open_hands and any(card in fitting for card in hand))
    wrong = ("turn-order",) * begins + ("must-play",) * must
    yield Move(who, "passes", breaks=wrong, hidden=not begins and not sure, listed=open_hands)
    for card in p.laid[:1]:
        yield Move(who, "plays", card, breaks=("one-pack",))
    for other in p.hands if begins and p.careless else ():  # for all that anybody knows
        yield Move(other, "plays", p.opening, listed=False)
    other = p.table.left(who)
    must = len(p.held(other)) > others or (open_hands and any(card in fitting for card in p.held(other)))
    wrong = ("turn-order",) + ("must-play",) * must
    yield Move(other, "passes", breaks=wrong, listed=False, aside=True)
    for card in p.held(other)[:2] if open_hands else ():
        yield Move(who, "plays", card, breaks=("one-pack",))
        wrong = ("turn-order",) + ("in-sequence",) * (card not in fitting)
        yield Move(other, "plays", card, breaks=wrong, listed=False, aside=True)
        yield Move(other, "shows", card, less=("",), aside=True)
        yield Move(who, "shows", card, breaks=("one-pack",))
    if p.laid:
        left = len(p.held(other))
        yield Move(other, "holds", str(left), less=("",), aside=True)
        yield Move(other, "holds", str(left + 1), breaks=("deal-out",))
        yield Move(other, "out", breaks=("deal-out",))
        yield Move(other, "passes", "3", breaks=("turn-count",))
        if other not in dict(p.passes):
            yield Move(other, "fails", breaks=("turn-count",))
        if p.opening:
            yield Move(other, "begins", breaks=("turn-count",))


def likely(p: Position, move: Move) -> float:
    if move.verb == "passes":
        return 0.3
    if move.verb == "plays":
        return int(move.words in p.hands[move.who])
    return 0.02


def after(p: Position, move: Move) -> Position:
    if move.verb in ("shows", "holds"):
        return p
    p = replace(p, turn=p.table.left(move.who))
    if move.verb == "plays":
        return replace(p, laid=(*p.laid, move.words))
    return replace(p, passes=(*p.passes, (move.who, p.fitting)))


def kept_back(p: Position) -> Iterator[tuple[str, Cards]]:
    """Passes that later cards prove wrong: by whom, and which cards fitted."""
    for who, fitting in p.passes if "must-play" not in p.table.struck else ():
        if proof := tuple(card for card in fitting if card in p.laid and card in p.hands[who]):
            yield who, proof


def beside(card: str) -> list[str]:
    place = RANKS.index(card[:-1])
    return [rank + card[-1] for rank in (*RANKS[:place][-1:], *RANKS[place + 1 :][:1])]


def payments(p: Position) -> Counter[str]:
    """The chips that have moved. The pot goes to the player who is out."""
    chips, house = Counter[str](), p.table.house
    owner = {card: seat for seat, cards in p.hands.items() for card in cards if card in p.laid}
    most = max(map(len, p.hands.values()))
    for seat, cards in p.hands.items():
        chips[seat] -= house["ante"] + house["card-short"] * (len(cards) < most)
        chips[seat] -= house["card-left"] * len(p.held(seat)) if p.over else 0
    for who, _ in p.passes:
        chips[who] -= house["pass"]
    for who, _ in kept_back(p):
        chips[who] -= house["wrong-pass"]
    chips["pot"] = -chips.total()
    for who, proof in kept_back(p):
        for card in [card for seven in proof if seven[:-1] == p.start for card in beside(seven)]:
            if card in owner:
                chips[who] -= house["held-seven"]
                chips[owner[card]] += house["held-seven"]
    for winner in [seat for seat in p.hands if not p.held(seat)]:
        chips[winner] += chips["pot"]
        chips["pot"] = 0
    return chips


def score(p: Position) -> dict[str, int]:
    return payments(p)


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    """Who is out, the cards left in other hands, and the number of passes."""
    if any(kept_back(end)):
        return
    begun = bool(start.laid or start.passes)
    if begun and start.opening and start.opening not in start.laid:
        return  # the starter follows from that card
    if begun:
        yield "rest"
    seat, lines = end.turn, set[str]()
    for who, left in ((who, end.held(who)) for who in end.hands):
        lines.add(f"{who} holds {' '.join(left) if len(left) % 2 else len(left)}" if left else f"{who} out")
    free = "turn-order" in end.table.struck
    passes = {seat: [who for who, _ in end.passes].count(seat) for seat in end.hands}
    lines |= {f"{end.first} begins"} if end.opening and not free and not begun else set()
    yield lines | {f"{seat} passes {passes[seat]}" for seat in (end.hands if free else [seat])}


def contrary(start: Position, end: Position) -> Iterator[str]:
    """More cards than were left, or fewer passes than were entered."""
    if start.laid or start.passes:
        for seat in start.hands:
            yield f"rest; {seat} holds {len(start.held(seat)) + 1}"
            if passes := [who for who, _ in start.passes].count(seat):
                yield f"rest; {seat} passes {passes - 1}"
        yield f"rest; {end.turn} holds {start.laid[-1]}" if start.laid else "rest; rest"


def facts(p: Position) -> dict[str, object]:
    if not p.laid and not p.passes:
        return {"hand": p.table.hand}
    lie = {suit: p.row(suit) for suit in SUITS}
    rows = {f"row-{suit}": "-".join(dict.fromkeys([row[0], row[-1]])) if row else None for suit, row in lie.items()}
    passes = [who for who, _ in p.passes]
    counts = {"left": {seat: len(p.held(seat)) for seat in p.hands}, "passes": {s: passes.count(s) for s in p.hands}}
    return {"pot": payments(p)["pot"], "size": {seat: len(cards) for seat, cards in p.hands.items()}, **counts} | rows


def came_to(p: Position) -> Iterator[str]:
    if any(card[:-1] == p.start for _, proof in kept_back(p) for card in proof):
        yield "a seven kept back"
    if any(card[0] == "K" for card in p.laid):
        yield "the king of a suit"
