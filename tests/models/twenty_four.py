"""Twenty-Four: make twenty-four of four cards before the others, and get rid of your stack."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import chain, combinations

from referee.testing.models import SUITS, Cards, ModelTable, Move, added, shuffled

PLAYERS = range(2, 5, 2)
BOOK = {"target": 24, "courts": "out", "operations": "four"}
DECIDES = ("solution",)
STRIKES = ("swap-one", "swap-all", "set-open", "slap-order", "solution")
FINDINGS = ("wrong-solution", "missed-solution")
LISTED = ("slaps", "doubts", "claims")
REACHES = (
    "upcard", "slaps", "doubts", "claims", "takes", "holds", "upcard of four-cards", "upcard of one-pack",
    "upcard of stack-order", "upcard of set-open", "upcard of swap-one", "upcard of swap-all",
    "slaps of slap-once", "slaps of slap-order", "claims of slapper-claims", "claims of odd-player-calls",
    "doubts of odd-player-calls", "holds of stack-count", "a right solution", "a wrong solution", "no cards left",
)  # fmt: skip
HANDS = 12
VALUES = {"A": 1} | {str(value): value for value in range(2, 11)}
COURTS = {"out": {}, "eleven-up": {"J": 11, "Q": 12, "K": 13}, "ten": {"J": 10, "Q": 10, "K": 10}}
SIGNS = {"plus-minus": "+-", "no-division": "+-*", "four": "+-*/", "powers": "+-*/^"}


# Sums, by the obvious search


@cache
def makes(values: tuple[int, ...], signs: str) -> dict[Fraction, str]:
    """Everything that some cards make when all are used, and how."""
    if len(values) == 1:
        return {Fraction(values[0]): str(values[0])}
    sums: dict[Fraction, str] = {}
    for part, other in parted(values):
        for a, first in makes(part, signs).items():
            for b, second in makes(other, signs).items():
                for sign in signs:
                    if (made := result(a, sign, b)) is not None:
                        sums.setdefault(made, f"({first}{sign}{second})")
    return sums


def parted(values: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Every division of cards in two parts."""
    for size in range(1, len(values)):
        for chosen in combinations(range(len(values)), size):
            yield tuple(values[i] for i in chosen), tuple(v for i, v in enumerate(values) if i not in chosen)


def result(a: Fraction, sign: str, b: Fraction) -> Fraction | None:
    """None for division by zero, and for powers that are fractions or too large."""
    if sign == "^":
        small = b.denominator == 1 and abs(b) < 14 and max(abs(a.numerator), a.denominator) < 1e12
        return Fraction(a**b) if small and (a or b > 0) else None
    if sign == "/":
        return a / b if b else None
    return a + b if sign == "+" else a - b if sign == "-" else a * b


@cache
def solve(values: tuple[int, ...], target: int, signs: str) -> str:
    """An expression that makes the target, "" if there is none."""
    for part, other in parted(values):
        for a, first in makes(part, signs).items():
            for b, second in makes(other, signs).items():
                for sign in signs:
                    if result(a, sign, b) == target:
                        return f"{first}{sign}{second}"
    return ""


# The game


@dataclass(frozen=True)
class Position:
    table: ModelTable
    stacks: dict[str, Cards]
    favourite: str  # loses most sets, so that somebody gets rid of all cards
    buried: Cards = ()  # the cards that went under a stack last,
    below: str = ""  # and whose that is
    sets: int = 0
    board: dict[str, Cards] = field(default_factory=dict)
    slaps: Cards = ()  # by whom
    picked: str = ""
    odd: str = ""  # who picked
    loser: str = ""
    right: bool = False

    @property
    def each(self) -> int:
        return 4 // len(self.table.seats)

    @property
    def signs(self) -> str:
        return SIGNS[self.table.house["operations"]]

    @property
    def solution(self) -> str:
        counts = VALUES | COURTS[self.table.house["courts"]]
        values = tuple(sorted(counts[card[:-1]] for cards in self.board.values() for card in cards))
        return solve(values, self.table.house["target"], self.signs)

    @property
    def solved(self) -> bool:
        """Whether enough players claim to have a solution."""
        return bool(self.picked) or len(self.slaps) > len(self.table.seats) - 2


def deal(table: ModelTable, chance: random.Random) -> Position:
    """Deals the whole pack in equal stacks, once. Stacks are carried over to the next set."""
    if table.kept:
        return Position(table, *table.kept)
    ranks = (*VALUES, *COURTS[table.house["courts"]])
    pack = shuffled([rank + suit for rank in ranks for suit in SUITS], chance)
    stacks = {seat: tuple(pack[i :: len(table.seats)]) for i, seat in enumerate(table.seats)}
    return Position(table, stacks, chance.choice((*table.seats, "")))


def opening(p: Position) -> Iterator[Move]:
    if not p.table.kept:
        yield Move(p.table.dealer, "deals")


def moves(p: Position) -> Iterator[Move]:
    seats = p.table.seats
    if not p.loser:
        yield Move(seats[0], "deals", breaks=("player-count",))
        yield from ((Move(seat, "takes", "pile", aside=True)) for seat in seats)
        if p.board:
            yield from slaps(p)
            yield from claims(p)
            yield from swaps(p)
        else:
            yield from turned_up(p)
            yield from counts(p)


def upcard(p: Position, board: dict[str, Cards], breaks: Cards = ()) -> Move:
    """A board in the order of the players. Suits may be left out."""
    cards = [*chain(*board.values())]
    ranks = [card[:-1] for card in cards]
    less = (f"upcard {' '.join(ranks)}", f"upcard {' '.join((*cards[:2], *ranks[2:]))}")
    return Move("", "upcard", " ".join(cards), less, breaks, aside=bool(p.board))


def turned_up(p: Position) -> Iterator[Move]:
    board = {seat: stack[: p.each] for seat, stack in p.stacks.items()}
    yield upcard(p, board)
    cards = [*chain(*board.values())]
    yield Move("", "upcard", " ".join(cards[:3]), breaks=("four-cards",))
    yield Move("", "upcard", " ".join((*cards[:3], cards[0])), breaks=("one-pack",))
    if p.table.house["courts"] == "out":
        yield Move("", "upcard", " ".join((*cards[:3], "JS")), breaks=("one-pack",))
    if p.buried and len(p.stacks[p.below]) > 4 + p.each:
        for seat in board:
            wrong = {**board, seat: (p.buried[0], *board[seat][1:])}
            yield upcard(p, wrong, ("stack-order",))


def counts(p: Position) -> Iterator[Move]:
    """Counts a stack as a check."""
    for seat, stack in p.stacks.items():
        yield Move(seat, "holds", str(len(stack)), aside=True)
        if p.each == 2:
            yield Move(seat, "holds", str(len(stack) + 1), breaks=("stack-count",))
        yield Move(seat, "holds", "53", breaks=("stack-count",))


def swaps(p: Position) -> Iterator[Move]:
    """Nobody finds a solution: with two players each may put back a card, with four all must."""
    early = ("set-open",) * p.solved
    able = [seat for seat, stack in p.stacks.items() if stack]
    for count in {len(able)} if p.each == 1 else range(len(able) + 1):
        for seats in combinations(able, count):
            yield upcard(p, swapped(p, dict.fromkeys(seats, 1)).board, early)
    if able and p.each == 1 and (new := swapped(p, dict.fromkeys(able[1:], 1)).board) != p.board:
        yield upcard(p, new, ("swap-all", *early))
    for seat in able if p.each == 2 else ():
        if len(p.stacks[seat]) > 1:
            yield upcard(p, swapped(p, {seat: 2}).board, ("swap-one", *early))
    for seat in p.stacks:
        if seat not in able:
            new = {**p.board, seat: (*p.board[seat][1:], next(iter(p.stacks[able[0]])))}
            yield upcard(p, new, ("empty-stack", "stack-order", *early))


def swapped(p: Position, seats: dict[str, int]) -> Position:
    """Some cards of each player go under the player's stack, and others come up."""
    board, stacks = dict(p.board), dict(p.stacks)
    for seat, count in seats.items():
        stacks[seat] += board[seat][:count]
        board[seat] = board[seat][count:] + stacks[seat][:count]
        stacks[seat] = stacks[seat][count:]
    return replace(p, board=board, stacks=stacks, slaps=(), picked="", odd="")


def slaps(p: Position) -> Iterator[Move]:
    for seat in p.table.seats:
        twice, late = ("slap-once",) * (seat in p.slaps), ("slap-order",) * p.solved
        yield Move(seat, "slaps", breaks=twice + late, aside=True)
        for whom in p.table.seats if p.each == 1 else ():
            wrong = seat in p.slaps or seat == whom or bool(p.picked)
            yield Move(seat, "doubts", whom, breaks=("odd-player-calls",) * wrong)


def claims(p: Position) -> Iterator[Move]:
    """Claims: a solution in figures, right or wrong, one that isn't written down, or none."""
    values = [card[:-1] for cards in p.board.values() for card in cards]
    for seat in p.table.seats:
        if p.each == 2:
            breaks = ("slapper-claims",) * (bool(p.slaps) and seat not in p.slaps)
        else:
            breaks = ("odd-player-calls",) * (seat != p.picked)
        aside = p.each == 2 and bool(breaks)
        best = p.solution
        for words in ("", "none", "+".join(values), values[0], *([best] if best else [])):
            less = (f"claims {words}",) if p.picked == seat or seat in p.slaps else ()
            yield Move(seat, "claims", words, less, breaks, listed=words in ("", "none"), aside=aside)


def likely(p: Position, move: Move) -> float:
    if move.verb in ("takes", "holds"):
        return 20 if move.who == p.favourite and move.verb == "takes" and p.board else 0.1
    return {"slaps": 3, "doubts": 3, "claims": 0.3 if len(move.words) < 5 else 2}.get(move.verb, 3)


def after(p: Position, move: Move) -> Position:
    match move.verb:
        case "upcard" if not p.board:
            board = {seat: stack[: p.each] for seat, stack in p.stacks.items()}
            return replace(p, board=board, stacks={seat: stack[p.each :] for seat, stack in p.stacks.items()})
        case "upcard":
            cards = move.words.split()
            new = {seat: cards[i * p.each : (i + 1) * p.each] for i, seat in enumerate(p.stacks)}
            return swapped(p, {seat: len({*p.board[seat]} - {*new[seat]}) for seat in new})
        case "holds":
            return p
        case "slaps":
            return replace(p, slaps=(*p.slaps, move.who)[1 - len(p.table.seats) :])
        case "doubts":
            return replace(p, picked=move.words, odd=move.who)
        case "takes":
            if p.board:
                return decided(p, move.who)
            return replace(decided(after(p, Move("", "upcard")), move.who), buried=())  # nobody knows which cards
    return claimed(p, move)


def claimed(p: Position, move: Move) -> Position:
    """A right solution makes the other player take the cards, of four the one who picked; a wrong one the speaker."""
    right = bool(p.solution) if not move.words else move.words != "none" and is_right(p, move.words)
    if "solution" in p.table.struck:
        right = move.words != "none"
    loser = (p.table.left(move.who) if p.each == 2 else p.odd) if right else move.who
    return replace(decided(p, loser), right=right)


def is_right(p: Position, words: str) -> bool:
    """Whether a claim is the wanted sum, or another with the same result."""
    if words == p.solution:
        return True
    values = [(VALUES | COURTS[p.table.house["courts"]])[rank] for rank in words.split("+")]
    return len(values) == 4 and sum(values) == p.table.house["target"]


def decided(p: Position, loser: str) -> Position:
    pile = tuple(chain(*p.board.values()))
    stacks = {**p.stacks, loser: p.stacks[loser] + pile}
    return replace(p, stacks=stacks, loser=loser, buried=pile, below=loser, sets=p.sets + 1)


def score(p: Position) -> dict[str, int]:
    """The cards gained and lost. In the first set, also the cards dealt."""
    brought = dict.fromkeys(p.table.seats, -p.each)
    began = {} if p.table.kept else dict.fromkeys(p.table.seats, sum(map(len, p.stacks.values())) // len(p.stacks))
    return added(began, {**brought, p.loser: 4 - p.each})


def onward(p: Position) -> ModelTable:
    kept = (p.stacks, p.favourite, p.buried, p.below, p.sets)
    return p.table.onward(score(p), dealer=p.table.dealer, kept=kept)


def short(start: Position, end: Position) -> list[str]:
    """The player who takes the cards. A board that was swapped since isn't taken."""
    return [f"{end.loser} takes pile"] if end.loser and start.board in ({}, end.board) else []


def winners(table: ModelTable) -> set[str]:
    """The players with no cards left when a set is decided."""
    best = {seat for seat, left in table.scores.items() if left == min(table.scores.values())}
    return best if not all(table.kept[0].values()) else set()


def facts(p: Position) -> dict[str, object]:
    known: dict[str, object] = {"sets": p.sets, "table": 4 if p.board and not p.loser else 0}
    return {**known, "solvable": "yes" if p.solution else "no"} if p.board and not p.loser else known


def came_to(p: Position) -> Iterator[str]:
    if p.right:
        yield "a right solution"
    elif p.board:
        yield "a wrong solution"
    if not all(p.stacks.values()):
        yield "no cards left"
