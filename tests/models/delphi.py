"""Delphi: whoever guesses what the oracle says of a card wins a token."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.models import Move, Table, pack, shuffled, without

PLAYERS = range(3, 8)
BOOK = {"first-token": 1, "right": 1, "wrong": 1}
LISTED = ("Upcard", "declares")
REACHES = (
    "upcard", "declares", "holds", "upcard of all-decide", "upcard of one-pack", "upcard of oracle-silent",
    "declares of oracle-silent", "declares of one-decision", "declares of all-decide", "declares of oracle-judges",
    "holds of token-count", "holds of oracle-silent",
)  # fmt: skip
HANDS = 4
MEANS = {"correct": "yes", "incorrect": "no"}


@dataclass(frozen=True)
class Position:
    table: Table
    stock: tuple[str, ...]
    tokens: dict[str, int]
    line: tuple[str, ...] = ()
    card: str = ""  # that lies open
    said: tuple[tuple[str, str], ...] = ()

    @property
    def begun(self) -> bool:
        return len(self.stock) < 51


def deal(table: Table, chance: random.Random) -> Position:
    tokens = {seat: table.house["first-token"] for seat in table.seats if seat != table.dealer}
    return Position(table, tuple(shuffled(pack(), chance)), tokens)


def moves(p: Position) -> Iterator[Move]:
    """A card is turned up, everybody guesses, the oracle says what it is; or all that is told at once."""
    oracle, guesser, said = p.table.dealer, p.table.left(p.table.dealer), dict(p.said)
    for seat, tokens in p.tokens.items() if p.begun else ():
        yield Move(seat, "holds", str(tokens), aside=True)
        yield Move(seat, "holds", str(tokens + 1), breaks=("token-count",))
    yield Move(oracle, "holds", "5", breaks=("oracle-silent",))
    if p.card:
        for seat in p.tokens:
            for guess in ("yes", "no"):
                yield Move(seat, "declares", guess, breaks=("one-decision",) * (seat in said))
        for words, guess in MEANS.items():
            early = ("all-decide",) * (len(said) < len(p.tokens))
            yield Move(oracle, "declares", words, (f"declares {words}",), early)
            yield Move(guesser, "declares", words, breaks=("oracle-judges",))
            yield Move(oracle, "declares", guess, breaks=("oracle-silent",))
        yield Move("", "upcard", (*p.stock, p.card)[0], breaks=("all-decide",))
    elif p.stock:
        yield from (Move("", "upcard", card) for card in p.stock)
        yield from whole_turns(p)
        yield from (Move("", "upcard", card, breaks=("one-pack",)) for card in p.line[-1:])
        yield Move(guesser, "declares", "yes", breaks=("one-decision",))
        yield Move(oracle, "declares", "correct", breaks=("all-decide",))


def whole_turns(p: Position) -> Iterator[Move]:
    for judged in MEANS:
        for guess in ("yes", "no"):
            early, turn = ("all-decide",) * (not p.line), f"{p.stock[0]} {judged} {guess}"
            yield Move("", "upcard", f"{turn} all", breaks=early, listed=False)
            for some in combinations(p.tokens, 1 + len(p.stock) % len(p.tokens)):
                yield Move(
                    "", "upcard", f"{turn} {' '.join(some)}", (f"upcard {turn} {'+'.join(some)}",), early, listed=False
                )
            yield Move("", "upcard", f"{turn} {p.table.dealer}", breaks=(*early, "oracle-silent"))


def likely(p: Position, move: Move) -> float:
    return 0.01 if move.verb == "holds" else 2 if " " in move.words else 1


def after(p: Position, move: Move) -> Position:
    card, *turn = move.words.split()
    if move.verb == "holds":
        return p
    if move.verb == "declares" and card in ("yes", "no"):
        return replace(p, said=(*p.said, (move.who, card)))
    if move.verb == "declares":
        return judged(p, card)
    p = replace(p, stock=without(p.stock, [card]))
    if not p.line:
        return replace(p, line=(card,))
    p = replace(p, card=card)
    if not turn:
        return p
    word, guess, *some = turn
    opposite = {"yes": "no", "no": "yes"}[guess]
    said = tuple((seat, guess if seat in some or some == ["all"] else opposite) for seat in p.tokens)
    return judged(replace(p, said=said), word)


def judged(p: Position, word: str) -> Position:
    house, tokens = p.table.house, dict(p.tokens)
    for seat, guess in p.said:
        tokens[seat] = tokens[seat] + house["right"] if guess == MEANS[word] else max(0, tokens[seat] - house["wrong"])
    return replace(p, tokens=tokens, line=p.line + (p.card,) * (word == "correct"), card="", said=())


def score(p: Position) -> dict[str, int]:
    """The differences to all others; the oracle gets what was subtracted."""
    brought = {seat: sum(own - other for other in p.tokens.values()) for seat, own in p.tokens.items()}
    subtracted = sum(abs(one - other) for one, other in combinations(p.tokens.values(), 2))
    return {**brought, p.table.dealer: subtracted}


def short(start: Position, end: Position) -> list[set[str]]:
    return [] if start.begun else [{f"{seat} holds {tokens}" for seat, tokens in end.tokens.items()}]


def winners(table: Table) -> set[str]:
    """Everybody was the oracle once."""
    best = {seat for seat, points in table.scores.items() if points == max(table.scores.values())}
    return best if table.hand > len(table.seats) else set()


def facts(p: Position) -> dict[str, object]:
    turned = max(0, 51 - len(p.stock) - bool(p.card))
    so: dict[str, object] = {"tokens": p.tokens, "turned": turned, "left": len(p.stock)}
    last = p.line[-1] if p.line else None
    return {**so, "oracle": p.table.dealer, "line": len(p.line), "last": last} if p.stock or p.card else so
