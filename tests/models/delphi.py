"""Delphi: a player who guesses what the oracle says about a card wins a token."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from referee.testing.models import ModelTable, Move, pack, shuffled, without

PLAYERS = range(3, 8)
BOOK = {"first-token": 1, "guesses": 51, "right": 1, "wrong": 1, "rounds": 1, "debts": "none"}
STRIKES = ("all-decide", "one-decision", "oracle-judges", "oracle-silent")
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
    table: ModelTable
    stock: tuple[str, ...]
    tokens: dict[str, int]
    line: tuple[str, ...] = ()
    card: str = ""  # that lies open
    said: tuple[tuple[str, str], ...] = ()
    turned: int = 0  # cards that were judged

    @property
    def left(self) -> int:
        """Cards that are still to be turned up."""
        return len(self.stock) - 51 + int(self.table.house["guesses"])

    @property
    def begun(self) -> bool:
        return len(self.stock) < 51


def deal(table: ModelTable, chance: random.Random) -> Position:
    tokens = {seat: table.house["first-token"] for seat in table.seats if seat != table.dealer}
    return Position(table, tuple(shuffled(pack(), chance)), tokens)


def moves(p: Position) -> Iterator[Move]:
    """A card is turned up, everybody guesses, and the oracle answers; or all of it in one line."""
    oracle, guesser, said = p.table.dealer, p.table.left(p.table.dealer), dict(p.said)
    for seat, tokens in p.tokens.items() if p.begun else ():
        yield Move(seat, "holds", str(tokens), aside=True)
        yield Move(seat, "holds", str(tokens + 1), breaks=("token-count",))
    yield Move(oracle, "holds", "5", breaks=("oracle-silent", "token-count"))
    if p.card:
        for seat in p.tokens:
            for guess in ("yes", "no"):
                again = seat in said
                yield Move(seat, "declares", guess, breaks=("one-decision",) * again, aside=again, listed=not again)
        early = ("all-decide",) * (len(said) < len(p.tokens))
        for words, guess in MEANS.items():
            yield Move(oracle, "declares", words, (f"declares {words}",), early, listed=not early, aside=bool(early))
            yield Move(guesser, "declares", words, breaks=("oracle-judges", *early), aside=True, listed=False)
            yield Move(oracle, "declares", guess, breaks=("oracle-silent",), aside=True, listed=False)
        for card in p.stock[: None if "all-decide" in p.table.struck else 1] if p.left > 0 else ():
            yield Move("", "upcard", card, breaks=("all-decide",), aside=True, listed=False)
        if p.left == 0:
            yield Move("", "upcard", (*p.stock, p.card)[0], breaks=("one-pack",))
    elif p.left > 0:
        yield from (Move("", "upcard", card) for card in p.stock)
        yield from whole_turns(p)
        yield from (Move("", "upcard", card, breaks=("one-pack",)) for card in p.line[-1:])
        yield Move(guesser, "declares", "yes", breaks=("one-decision", "illegal"))
        yield Move(oracle, "declares", "correct", breaks=("all-decide", "illegal"))


def whole_turns(p: Position) -> Iterator[Move]:
    for judged in MEANS:
        for guess in ("yes", "no"):
            early, turn = ("all-decide", "illegal") * (not p.line), f"{p.stock[0]} {judged} {guess}"
            yield Move("", "upcard", f"{turn} all", breaks=early, listed=False)
            for guessers in combinations(p.tokens, 1 + len(p.stock) % len(p.tokens)):
                yield Move(
                    "",
                    "upcard",
                    f"{turn} {' '.join(guessers)}",
                    (f"upcard {turn} {'+'.join(guessers)}",),
                    early,
                    listed=False,
                )
            yield Move("", "upcard", f"{turn} {p.table.dealer}", breaks=(*early, "oracle-silent"), listed=False)


def likely(p: Position, move: Move) -> float:
    return 0.01 if move.verb == "holds" else 0.02 if move.aside else 2 if " " in move.words else 1


def after(p: Position, move: Move) -> Position:
    card, *turn = move.words.split()
    if move.verb == "holds":
        return p
    if move.verb == "declares" and card in ("yes", "no"):
        said = {**dict(p.said), move.who: card} if move.who in p.tokens else dict(p.said)
        return replace(p, said=tuple(said.items()))
    if move.verb == "declares":
        return judged(p, card)
    p = replace(p, stock=without(p.stock, [card]), said=())  # a card that was left open is out of the game
    if not p.line:
        return replace(p, line=(card,))
    p = replace(p, card=card)
    if not turn:
        return p
    word, guess, *guessers = turn
    opposite = {"yes": "no", "no": "yes"}[guess]
    said = tuple((seat, guess if seat in guessers or guessers == ["all"] else opposite) for seat in p.tokens)
    return judged(replace(p, said=said), word)


def judged(p: Position, word: str) -> Position:
    house, tokens = p.table.house, dict(p.tokens)
    for seat, guess in p.said:
        tokens[seat] += house["right"] if guess == MEANS[word] else -house["wrong"]
        if house["debts"] == "none":
            tokens[seat] = max(0, tokens[seat])
    line = p.line + (p.card,) * (word == "correct")
    return replace(p, tokens=tokens, line=line, card="", said=(), turned=p.turned + 1)


def score(p: Position) -> dict[str, int]:
    """The differences to all others; the oracle gets what was subtracted."""
    brought = {seat: sum(own - other for other in p.tokens.values()) for seat, own in p.tokens.items()}
    subtracted = sum(abs(own - other) for own, other in combinations(p.tokens.values(), 2))
    return {**brought, p.table.dealer: subtracted}


def short(start: Position, end: Position) -> Iterator[str | set[str]]:
    if start.begun:
        yield "rest"
    yield {f"{seat} holds {tokens}" for seat, tokens in end.tokens.items()}


def contrary(start: Position, end: Position) -> Iterator[str]:
    """More than that many guesses can bring, or fewer than they leave."""
    to_come = start.left + bool(start.card)
    for seat, tokens in start.tokens.items() if start.begun and (start.left or start.card) else ():
        yield f"rest; {seat} holds {tokens + to_come * start.table.house['right'] + 1}"
        if tokens > to_come * start.table.house["wrong"]:
            yield f"rest; {seat} holds {tokens - to_come * start.table.house['wrong'] - 1}"


def winners(table: ModelTable) -> set[str]:
    """Everybody was the oracle as often as is played."""
    best = {seat for seat, points in table.scores.items() if points == max(table.scores.values())}
    return best if table.hand > table.house["rounds"] * len(table.seats) else set()


def facts(p: Position) -> dict[str, object]:
    known: dict[str, object] = {"tokens": p.tokens, "left": p.left}
    last = p.line[-1] if p.line else None
    more = {"oracle": p.table.dealer, "line": len(p.line), "last": last, "turned": p.turned}
    return {**known, **more} if p.left or p.card else known
