"""Pirate: two players build ships up from the ace and down from the king. Joining the halves wins the ship."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from referee.testing.models import SUITS, ModelTable, Move

PLAYERS = range(2, 3)
BOOK = {"ships": 5, "after-a-sinking": 4}
STRIKES = ("claim-when-out", "own-ship")
LISTED = ("plays",)
REACHES = (
    "cuts", "declares", "plays", "claims", "out", "sinks", "plays of cut-first", "plays of own-deck", "plays of keel",
    "plays of sequence", "plays of own-ship", "plays of out", "claims of claim-when-out", "claims of claim",
    "sinks of sink-needs-gap", "captures of two-ships", "out of still-holds", "cuts of cut",
)  # fmt: skip
HANDS = 1
LADDER = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True)
class Position:
    table: ModelTable
    cuts: tuple[dict[str, str], ...]  # the last of them settles who is low
    cut: int = 0  # the number of cuts entered
    settled: bool = False
    ships: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # afloat: cards up from the ace, from the king
    went: tuple[tuple[str, str], ...] = ()  # the suits of ships gone, and who captured them, nobody a sunk one
    laid: frozenset[tuple[str, str]] = frozenset()  # owner and pack of cards laid
    lost: tuple[str, ...] = ()  # cards that went down, nobody knows whose
    outs: frozenset[str] = frozenset()  # who has told it
    sinking: bool = False

    @property
    def low(self) -> str:
        return min(self.table.seats, key=lambda seat: LADDER.index(self.cuts[-1][seat][:-1]))

    @property
    def needed(self) -> int:
        return int(self.table.house["after-a-sinking" if self.lost else "ships"])

    @property
    def ended(self) -> str:
        if max(score(self).values()) >= self.needed:
            return "four-ships" if self.lost else "five-ships"
        return "eight-ships" * (len(self.went) == 8)

    def gone(self, suit: str) -> int:
        return [ship for ship, _ in self.went].count(suit)

    def copies(self, card: str) -> int:
        return sum((seat, card) in self.laid for seat in self.table.seats) + self.lost.count(card)

    def may_lay(self, seat: str, card: str) -> bool:
        """From this player's own pack."""
        return (seat, card) not in self.laid and self.copies(card) < 2 and not self.out(seat)

    def holds(self, seat: str, card: str) -> bool:
        """For certain."""
        other = self.table.left(seat)
        theirs = card not in self.lost or (self.out(other) and (other, card) not in self.laid)
        return (seat, card) not in self.laid and theirs and self.copies(card) < 2

    def out(self, seat: str) -> bool:
        return seat in self.outs or all((seat, card) in self.laid or self.copies(card) > 1 for card in PACK)

    def builds_up(self, seat: str, suit: str) -> bool:
        """The low player builds the first ship from the ace, the other the next one."""
        return (seat == self.low) == (not self.gone(suit))

    def due(self, seat: str, suit: str) -> str:
        """The next card for a player's half of a ship still in play."""
        up, down = self.ships.get(suit, (0, 0))
        return (LADDER[up] if self.builds_up(seat, suit) else LADDER[12 - down]) + suit if self.gone(suit) < 2 else ""


PACK = [rank + suit for suit in SUITS for rank in LADDER]


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Equal cuts are repeated."""
    cuts = [dict(zip(table.seats, chance.sample(PACK, 2), strict=True))]
    while len({card[:-1] for card in cuts[-1].values()}) == 1:
        cuts.append(dict(zip(table.seats, chance.sample(PACK, 2), strict=True)))
    return Position(table, tuple(cuts), sinking=chance.random() < 0.4)


def opening(p: Position) -> tuple[Move, ...]:
    return ()


def moves(p: Position) -> Iterator[Move]:
    if p.ended:
        for seat, ships in score(p).items():
            yield Move(seat, "captures", str(ships), aside=True)
            for verb, words in (("captures", str(ships + 1)), ("captures", "S"), ("plays", "7S"), ("claims", "7S")):
                yield Move(seat, verb, words, breaks=(p.ended,))
        return
    for seat in p.table.seats:
        if p.settled:
            yield from plays(p, seat)
            continue
        yield Move(seat, "declares", "low" if seat == p.low else "high")
        yield Move(seat, "plays", "AS", breaks=("cut-first",))
        card, turn = p.cuts[p.cut // 2][seat], p.table.seats[p.cut % 2] == seat
        if turn or p.cut % 2:
            yield Move(seat, "cuts", card, (f"{seat} cuts {card[:-1]}",), ("cut",) * (not turn))
    yield from going(p)


def misfits(p: Position, seat: str, card: str) -> tuple[str, ...]:
    """The rules that a card breaks on this player's half."""
    suit = card[-1]
    up, down = p.ships.get(suit, (0, 0))
    begun = up if p.builds_up(seat, suit) else down
    if p.due(seat, suit) == card:
        return ()
    if on_the_other(p, seat, card):
        return () if "own-ship" in p.table.struck else ("own-ship",)
    return ("sequence" if begun else "keel",)


def on_the_other(p: Position, seat: str, card: str) -> bool:
    """Whether a card fits only the other's half."""
    other, halves = p.table.left(seat), p.ships.get(card[-1], (0, 0))
    begun = halves[not p.builds_up(other, card[-1])] > 0
    return begun and card == p.due(other, card[-1]) != p.due(seat, card[-1])


def plays(p: Position, seat: str) -> Iterator[Move]:
    """Both build at any time. A player who is out may claim the other's cards."""
    out, other = p.out(seat), p.table.left(seat)
    yield Move(seat, "cuts", "7S", breaks=("cut",))
    yield Move(seat, "out", breaks=("still-holds",) * (not out and any(p.holds(seat, card) for card in PACK)))
    for card in PACK:
        if p.gone(card[-1]) < 2:
            wrong = misfits(p, seat, card)
            broken = ("own-deck",) * ((seat, card) in p.laid) + ("out",) * out + wrong
            if broken:
                yield Move(seat, "plays", card, breaks=broken)
            if p.may_lay(other, card):
                claimed = () if out else ("claim-when-out",)
                yield Move(seat, "claims", card, breaks=claimed + ("claim",) * bool(wrong))
    if not out:
        either = p.table.seats if "own-ship" in p.table.struck else (seat,)
        due = {p.due(who, suit) for who in either for suit in SUITS} - {""}
        lines = {words for card in due for step in (1, -1) for words in runs(p, seat, card, step)}
        for words in sorted(lines):
            suits = " ".join(card[-1] for card in words.split())
            yield Move(seat, "plays", words, (f"{seat} plays {suits}",) * (bool(p.laid) and all_due(p, seat, words)))


def all_due(p: Position, seat: str, words: str) -> bool:
    """Whether each of these cards is next on the player's own half."""
    for card in words.split():
        if card != p.due(seat, card[-1]):
            return False
        p = lay(p, seat, card, seat)
    return True


def runs(p: Position, seat: str, words: str, step: int) -> Iterator[str]:
    """Cards that can be laid in a row in one direction of a suit, beginning with one."""
    card = words.split()[-1]
    if p.ended or p.gone(card[-1]) > 1 or not p.may_lay(seat, card) or misfits(p, seat, card):
        return
    yield words
    place = LADDER.index(card[:-1]) + step
    if 0 <= place < 13:
        yield from runs(lay(p, seat, card, seat), seat, f"{words} {LADDER[place]}{card[-1]}", step)


def going(p: Position) -> Iterator[Move]:
    """If both have the missing card of a ship, or one is out and both claim it, the ship may sink."""
    who, lacking = (
        p.table.seats[0],
        {suit: LADDER[up] + suit for suit, (up, down) in p.ships.items() if up + down == 12},
    )
    for suit in p.ships.keys() - lacking:
        yield Move("", "sinks", suit, breaks=("sink-needs-gap",))
    for suit in SUITS:
        if p.gone(suit) > 1:
            yield Move("", "sinks", suit, breaks=("two-ships",))
            yield Move(who, "captures", suit, breaks=("two-ships",))
    for suit, card in lacking.items():
        both = not p.copies(card) and all(p.may_lay(seat, card) for seat in p.table.seats)
        for seat in p.table.seats:
            both |= p.may_lay(p.table.left(seat), card) and not any(p.holds(seat, held) for held in PACK)
        if both:
            yield Move("", "sinks", suit, ("sinks",) * (len(lacking) == 1))
    words, rule = ("", "unclear") if p.ships else (str(9 - len(p.went)), "eight-ships")
    yield Move(who, "captures", words, breaks=(rule,))


def lay(p: Position, seat: str, card: str, owner: str) -> Position:
    """Lays a card on a player's half, from its owner's pack."""
    aside = on_the_other(p, seat, card)
    suit, p = card[-1], replace(p, laid=p.laid | {(owner, card)})
    up, down = p.ships.get(suit, (0, 0))
    up, down = (up + 1, down) if p.builds_up(seat, suit) != aside else (up, down + 1)
    return leave(p, suit, seat) if up + down == 13 else replace(p, ships={**p.ships, suit: (up, down)})


def leave(p: Position, suit: str, captor: str) -> Position:
    ships = {other: ship for other, ship in p.ships.items() if other != suit}
    return replace(p, ships=ships, went=(*p.went, (suit, captor)))


def likely(p: Position, move: Move) -> float:
    if move.verb == "sinks":
        return 20 if p.sinking else 0
    return {"out": 0.3, "plays": 0.2 if " " in move.words else 1, "claims": 3}.get(move.verb, 1)


def after(p: Position, move: Move) -> Position:
    words = move.words.split()
    match move.verb:
        case "cuts":
            return replace(p, cut=p.cut + 1, settled=p.cut + 1 == 2 * len(p.cuts))
        case "declares":
            return replace(p, settled=True)
        case "out":
            return replace(p, outs=p.outs | {move.who})
        case "claims":
            return lay(p, move.who, words[0], p.table.left(move.who))
        case "sinks":
            return leave(replace(p, lost=(*p.lost, LADDER[p.ships[words[0]][0]] + words[0])), words[0], "")
        case "plays":
            for card in words:
                p = lay(p, move.who, card, move.who)
    return p


def score(p: Position) -> dict[str, int]:
    return {seat: [who for _, who in p.went].count(seat) for seat in p.table.seats}


def short(start: Position, end: Position) -> Iterator[str]:
    """The ships as they are won. After some cards, a sinking needs the cards that made it possible."""
    went = end.went[len(start.went) :]
    if start.laid and not all(who for _, who in went):
        return
    for suit, who in went:
        yield f"{who} captures {'1' if not start.ships and suit in 'SH' else suit}" if who else f"sinks {suit}"


def winners(table: ModelTable) -> set[str]:
    return {seat for seat, ships in table.scores.items() if ships == max(table.scores.values())}


def facts(p: Position) -> dict[str, object]:
    known: dict[str, object] = {"sunk": len(p.lost), "needed": p.needed, "gone": len(p.went)}
    return known if p.ended else {**known, "low": p.low if p.settled else None, "afloat": len(p.ships)}
