"""One-Eyed Jack: a card marks a square that shows it, jacks mark any or clear one; rows of five win."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from referee.testing.models import SUITS, Cards, ModelTable, Move, pack, shuffled, without

PLAYERS = range(2, 5)
BOOK = {
    "hand-size": lambda players: {2: 7, 3: 6, 4: 5}[players],
    "row-length": 5,
    "rows": lambda players: 1 if players == 3 else 2,
    "finished-rows": "open",
    "dead-cards": "any",
}
STRIKES = ("spot-match", "occupied", "corner", "kill-marker", "dead-card", "finished-row")
LISTED = ("plays", "discards")
REACHES = (
    "plays", "discards", "draws", "end", "plays of spot-match", "plays of occupied", "plays of corner",
    "plays of kill-marker", "plays of own-hand", "plays of two-packs", "discards of dead-card", "won", "two rows",
    "partners",
)  # fmt: skip
HANDS = 1
COLUMNS, NUMBERS = "abcdefghij", range(1, 11)
CORNERS = {"a1", "j1", "a10", "j10"}
SQUARES = [f"{column}{row}" for row in NUMBERS for column in COLUMNS if f"{column}{row}" not in CORNERS]
CARDS = [rank + suit for suit in SUITS for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Q", "K")] * 2
ACROSS = [[(x, y) for x in range(10)] for y in range(10)]
ASLANT = [[(x, x + n) for x in range(10) if 0 <= x + n < 10] for n in range(-9, 10)]
TURNED = [[(9 - y, x) for x, y in line] for line in ACROSS + ASLANT]
LINES = [[f"{COLUMNS[x]}{y + 1}" for x, y in line] for line in ACROSS + ASLANT + TURNED]
FIVES = [line[i : i + 5] for line in LINES for i in range(len(line) - 4)]
THROUGH = {square: [five for five in FIVES if square in five] for square in SQUARES}


@dataclass(frozen=True)
class Position:
    table: ModelTable
    shown: dict[str, str]  # by square
    order: tuple[int, ...]  # of a board of the table's own
    dealt: dict[str, Cards]
    held: dict[str, Cards]
    stock: Cards
    turn: str
    markers: dict[str, str]  # whose, by square
    gone: Cards = ()
    drawn: tuple[str, ...] = ()  # who drew a last card that nobody told
    blind: tuple[str, ...] = ()  # who has kept one
    eager: bool = True
    replaced: bool = False  # a dead card in this turn
    over: bool = False


def side(table: ModelTable, seat: str) -> str:
    return table.team(seat) if len(table.seats) == 4 else seat


def deal(table: ModelTable, chance: random.Random) -> Position:
    """The plain board, or one of the table's own."""
    own, size, cards = chance.random() < 0.5, table.house["hand-size"], shuffled(pack(packs=2), chance)
    shown = dict(zip(SQUARES, shuffled(CARDS, chance) if own else CARDS, strict=True))
    held = {seat: tuple(cards.pop() for _ in range(size)) for seat in table.seats}
    order = tuple(chance.sample(NUMBERS, 10 * own))
    return Position(
        table, shown, order, held, held, tuple(cards), table.left(table.dealer), {}, eager=chance.random() < 0.7
    )


def opening(p: Position) -> Iterator[Move]:
    for row in p.order:
        yield Move("", "row", f"{row} {' '.join(p.shown.get(f'{column}{row}', 'JK') for column in COLUMNS)}")
    yield Move(p.table.dealer, "deals")


def moves(p: Position) -> Iterator[Move]:
    """The player in turn plays a card, after replacing dead ones. The card drawn last may be entered."""
    if p.over:
        return
    who, known = p.turn, p.turn not in p.drawn + p.blind
    yield Move("", "end", aside=True)
    for seat in p.table.seats:
        if seat in p.drawn:
            yield Move(seat, "draws", p.held[seat][-1], ("",), aside=True)
        elif seat != who and p.held[seat]:
            yield Move(seat, "plays", f"{p.held[seat][0]} on e5", breaks=("turn-order",))
            yield Move(seat, "draws", p.held[seat][0], breaks=("two-packs",))
    for card in dict.fromkeys(p.held[who]):
        yield from uses(p, card, known)
    for card in p.stock[:5] if known else ():
        for square in spots(p, card) if card[0] != "J" and card not in p.held[who] else ():
            if square not in p.markers:
                yield Move(who, "plays", f"{card} on {square}", breaks=("own-hand",), hidden=True)
    for card in p.gone[-4:]:
        if p.gone.count(card) == 2:
            yield Move(who, "plays", f"{card} on e5", breaks=("two-packs",))
    if p.gone:
        yield Move(who, "takes", breaks=("row-count",))


def spots(p: Position, card: str) -> list[str]:
    return [square for square in SQUARES if p.shown[square] == card or card in ("JD", "JC")]


def uses(p: Position, card: str, known: bool) -> Iterator[Move]:
    who, empty = p.turn, [square for square in SQUARES if square not in p.markers]
    if card in ("JS", "JH"):
        yield Move(who, "plays", card, listed=known)
        for square in p.markers:
            yield Move(who, "plays", f"{card} on {square}", breaks=("finished-row",) * is_safe(p, square), listed=known)
        yield Move(who, "plays", f"{card} on {empty[0]}", breaks=("kill-marker",), listed=False)
        yield Move(who, "discards", card, breaks=("dead-card",), listed=known)
        return
    free = [square for square in spots(p, card) if square not in p.markers]
    for square in spots(p, card):
        less, taken = (f"{who} plays {card}",) * (free == [square]), ("occupied",) * (square in p.markers)
        if known and not (taken and card[0] == "J"):
            yield Move(who, "plays", f"{card} on {square}", less, taken)
        else:
            yield Move(who, "plays", f"{card} on {square}", less, taken, listed=False)
    for square in {"a1", empty[0], empty[-1], *[*p.markers][:1]} - {*spots(p, card)}:
        wrong = ("corner",) * (square == "a1") + ("spot-match",) * (card not in ("JD", "JC"))
        wrong += ("occupied",) * (square in p.markers)
        yield Move(who, "plays", f"{card} on {square}", breaks=wrong, listed=False)
    if len(free) != 1:
        yield Move(who, "plays", card, breaks=("unclear", "occupied"))
    dead = not free and card[0] != "J" and not (p.replaced and p.table.house["dead-cards"] == "one")
    yield Move(who, "discards", card, breaks=() if dead else ("dead-card",), listed=known)


def is_safe(p: Position, square: str) -> bool:
    """Whether a finished row needs the marker there, if the house protects finished rows."""
    if p.table.house["finished-rows"] == "open" or not any(score(p).values()):
        return False
    left = {other: owner for other, owner in p.markers.items() if other != square}
    return score(replace(p, markers=left)) != score(p)


def likely(p: Position, move: Move) -> float:
    """Players build rows and block those of others, or avoid both."""
    if move.verb != "plays":
        return {"end": 0.002, "draws": 1e5, "discards": 50 if "dead-card" not in p.table.struck else 1}[move.verb]
    square = move.words.partition(" on ")[2]
    owner, own = p.markers.get(square), side(p.table, move.who)
    if not square or owner == own or square in CORNERS:
        return 0.1
    whose = owner or own
    fives = [five for five in THROUGH[square] if all(p.markers.get(spot, whose) == whose for spot in five)]
    nearest = max((sum(spot in CORNERS or spot in p.markers for spot in five) for five in fives), default=0)
    return 5.0 ** (nearest if p.eager else -nearest)


def after(p: Position, move: Move) -> Position:
    who, (card, *_, square) = move.who, (*move.words.split(" on "), "")[:2]
    if move.verb == "end":
        return replace(p, over=True)
    if move.verb == "draws":
        return replace(p, drawn=without(p.drawn, [who]))
    held, drawn, blind = {**p.held, who: without(p.held[who], [card])}, p.drawn, p.blind
    if who in drawn:
        drawn, blind = without(drawn, [who]), (*blind, who)
    if p.stock:
        held[who], drawn = (*held[who], p.stock[-1]), (*drawn, who)
    markers = p.markers
    if move.verb == "plays" and square and square not in CORNERS:
        markers = {marked: owner for marked, owner in markers.items() if marked != square}
        markers |= {} if card in ("JS", "JH") else {square: side(p.table, who)}
    p = replace(p, held=held, stock=p.stock[:-1], gone=(*p.gone, card), drawn=drawn, blind=blind, markers=markers)
    over = not any(held.values()) or any(n == p.table.house["rows"] for n in score(p).values())
    if move.verb == "discards" and held[who]:
        return replace(p, replaced=True)
    turn = next((seat for seat in p.table.around(p.table.left(who)) if held[seat]), who)
    return replace(p, turn=turn, replaced=False, over=over)


def score(p: Position) -> dict[str, int]:
    """Rows on the board: those in one line may share one square at most, up to the number that wins."""
    rows, further = {side(p.table, seat): 0 for seat in p.table.seats}, p.table.house["row-length"] - 1
    for owner in rows:
        own = {square for square, whose in p.markers.items() if whose == owner} | CORNERS
        runs = (len([*run]) for line in LINES for mine, run in groupby(line, own.__contains__) if mine)
        rows[owner] = min(sum((length - 1) // further for length in runs), p.table.house["rows"])
    return rows


def short(start: Position, end: Position) -> Iterator[str]:
    """The rows of each side, the winner's last."""
    rows, before = sorted(score(end).items(), key=lambda row: row[1]), score(start)
    if any(number < before[owner] for owner, number in rows) or not (start.gone or rows[-1][1]):
        return  # a row was broken, or there is nothing to tell
    if start.gone or start.markers:
        yield "rest"
    yield from (f"{owner} takes {number - before[owner]}" for owner, number in rows if number > before[owner])
    if rows[-1][1] < end.table.house["rows"]:
        yield "end"


def contrary(start: Position, end: Position) -> Iterator[str]:
    """More rows than win."""
    if start.gone:
        most = start.table.house["rows"]
        yield from (f"rest; {owner} takes {most - number + 1}" for owner, number in score(start).items())


def winners(table: ModelTable) -> set[str]:
    return {owner for owner, rows in table.scores.items() if rows == max(table.scores.values())}


def came_to(p: Position) -> Iterator[str]:
    most = max(score(p).values())
    yield from ["partners"] * (len(p.table.seats) == 4) + ["two rows"] * (most == 2)
    yield from ["won"] * (most == p.table.house["rows"])


def facts(p: Position) -> dict[str, object]:
    at = {f"{column}{row}": p.markers.get(f"{column}{row}", "nobody") for row in NUMBERS for column in COLUMNS}
    return {"stock": len(p.stock), "markers": len(p.markers), "at": at}
