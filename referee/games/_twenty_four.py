"""The sums of Twenty-Four, read, reckoned without rounding and found; and what is known of a stack's order."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import chain, permutations
from math import gcd
from typing import Any, ClassVar, NamedTuple

from referee.cards import SUITS, Card, Cards
from referee.notation import Reader, Word, Words

VALUES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}
NAMES = {value: rank for rank, value in VALUES.items()}

_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
_RECKONED = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
_SPELT = {"×": "*", "X": "*", "÷": "/", "−": "-", "–": "-", "**": "^", "T": "10"}
_TOKEN = re.compile(r"\*\*|[0-9]+|\S")
_OPERAND = re.compile(r"[0-9]+|A")


# What is stated


@dataclass(frozen=True)
class Expression:
    """A sum as it was stated, operands before their operators in ``steps``.

    ``fault`` is what makes it no sum of cards: a sign, a power, a number that is no card.
    """

    text: str
    cards: tuple[str, ...] = field(compare=False)
    steps: tuple[str, ...] = field(compare=False)
    fault: str = field(default="", compare=False)

    metavar: ClassVar[str] = "EXPRESSION"

    def __str__(self) -> str:
        return self.text

    @staticmethod
    def read(words: Words, reader: Reader) -> Expression:
        """Reads the words to the end of the report, each sign once; raises ParseError where they make no expression."""
        first = words.next
        if first is None or first.quoted:
            raise words.unread("an expression is missing here")
        text: list[str] = []
        cards: list[str] = []
        steps: list[str] = []
        waiting: list[str] = []  # operators and parentheses that aren't done with
        fault = unread = ""
        due = True  # a card or a parenthesis, not an operator
        for found in _TOKEN.finditer(words.source, first.column - words.column):
            token = _SPELT.get(found[0].upper(), found[0].upper())
            text.append(token)
            if due and _OPERAND.fullmatch(token):
                cards.append("A" if token == "1" else token)
                steps.append(cards[-1])
                fault = fault if cards[-1] in VALUES else f"{token[:9]} is no card, and digits aren't joined"
                due = False
            elif due and token in "+-":
                fault = f"the sign {token} has nothing in front of it"
            elif due and token == "(":
                waiting.append(token)
            elif not due and token == ")":
                while waiting and waiting[-1] != "(":
                    steps.append(waiting.pop())
                unread = "" if waiting else "this parenthesis was never opened"
                waiting[-1:] = []
            elif not due and token in _STRENGTH:
                while waiting and _STRENGTH.get(waiting[-1], 0) >= _STRENGTH[token]:
                    steps.append(waiting.pop())
                waiting.append(token)
                fault = "powers don't count" if token == "^" else fault
                due = True
            else:
                unread = f"{'a card' if due else '+, -, * or /'} belongs here, not {found[0]}"
            if unread:
                raise words.unread(unread, word=Word(found[0], words.column + found.start()))
        words.at = len(words.list)
        if due:
            raise words.unread("the expression breaks off")
        if "(" in waiting:
            raise words.unread("a parenthesis isn't closed")
        return Expression("".join(text), tuple(cards), (*steps, *reversed(waiting)), fault)

    def value(self) -> Fraction | None:
        """What four cards come to; None for a division by nought."""
        numbers: list[Fraction] = []
        for step in self.steps:
            if step in VALUES:
                numbers.append(Fraction(VALUES[step]))
                continue
            right, left = numbers.pop(), numbers.pop()
            if step == "/" and not right:
                return None
            numbers.append(_RECKONED[step](left, right))
        return numbers.pop()


def wrong(stated: Expression, ranks: Iterable[str], target: int) -> str | None:
    """Why an expression doesn't make the target of these four cards."""
    if stated.fault:
        return stated.fault
    used, there = Counter(stated.cards), Counter(ranks)
    if missing := [*(there - used).elements()]:
        return f"{missing[0]} is left out"
    if more := [*(used - there).elements()]:
        return f"there is no {more[0]} left for it"
    value = stated.value()
    if value is None:
        return "it divides by nought"
    return None if value == target else f"it makes {value}"


# What can be found

Number = tuple[int, int]
"""A fraction in its lowest terms, nought or more: no sum to a number above nought needs less on its way."""


@cache
def sum_to(target: int, values: tuple[int, ...]) -> str | None:
    """A sum of four values, in rising order, that makes the target, if there is one."""
    for left, right in _parts(values):
        others = _reach(right)
        for n, d in _reach(left):
            wanted = [("+", (target * d - n, d)), ("~", (target * d + n, d)), ("-", (n - target * d, d))]
            if n:
                wanted += [("*", (target * d, n)), ("\\", (target * n, d)), ("/", (n, target * d))]
            for sign, number in wanted:
                if (other := _lowest(*number)) in others:
                    return _spell(sign, left, (n, d), right, other)[0]
    return None


@cache
def _reach(values: tuple[int, ...]) -> dict[Number, Any]:
    """All that some values can make, each once, and from which two numbers with which sign."""
    if len(values) == 1:
        return {(values[0], 1): None}
    found: dict[Number, Any] = {}
    for left, right in _parts(values):
        for one in _reach(left):
            for other in _reach(right):
                (a, b), (c, d) = one, other
                ad, bc, bd = a * d, b * c, b * d
                made = [("+", ad + bc, bd), ("-", ad - bc, bd) if ad > bc else ("~", bc - ad, bd), ("*", a * c, bd)]
                if c:
                    made.append(("/", ad, bc))
                if a:
                    made.append(("\\", bc, ad))
                for sign, n, m in made:
                    found.setdefault(_lowest(n, m), (sign, left, one, right, other))
    return found


def _lowest(n: int, d: int) -> Number:
    common = gcd(n, d)
    return n // common, d // common


@cache
def _parts(values: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Every way to divide values into two."""

    def ways() -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        for chosen in range(1, 1 << len(values) - 1):
            left = tuple(value for i, value in enumerate(values) if chosen >> i & 1)
            yield left, tuple(value for i, value in enumerate(values) if not chosen >> i & 1)

    return tuple(dict.fromkeys(ways()))


def _spell(sign: str, left: tuple[int, ...], one: Number, right: tuple[int, ...], other: Number) -> tuple[str, int]:
    """A sum with the parentheses it needs, and how strongly it holds together; ``~`` and ``\\`` turn it round."""
    if sign in "~\\":
        return _spell("-" if sign == "~" else "/", right, other, left, one)
    (first, holds), (second, held) = _spelled(left, one), _spelled(right, other)
    strength = _STRENGTH[sign]
    first = first if holds >= strength else f"({first})"
    second = second if held > strength or (held == strength and sign in "+*") else f"({second})"
    return f"{first}{sign}{second}", strength


def _spelled(values: tuple[int, ...], number: Number) -> tuple[str, int]:
    way = _reach(values)[number]
    return _spell(*way) if way else (NAMES[values[0]], 9)


# What is known of a stack


class Layer(NamedTuple):
    """Cards that lie together in a stack, in any order: how many, and which of them are known."""

    size: int
    known: frozenset[Card] = frozenset()


Stack = tuple[Layer, ...]
"""A stack from its top down."""


def known(stack: Stack) -> Iterator[Card]:
    return chain.from_iterable(layer.known for layer in stack)


def size(stack: Stack) -> int:
    return sum(layer.size for layer in stack)


def under(stack: Stack, cards: Iterable[Card]) -> Stack:
    """A stack with cards put under it, of which those without a suit may be any of their rank."""
    cards = tuple(cards)
    return (*stack, Layer(len(cards), frozenset(card for card in cards if card.suit)))


def top(stack: Stack, card: Card, located: Iterable[Card]) -> Iterator[Stack]:
    """What may be left of a stack when this card is turned up from it; ``located`` are cards that lie elsewhere."""
    if not stack:
        return
    (count, some), below = stack[0], stack[1:]
    for one in some:
        if alike(one, card):
            yield (Layer(count - 1, some - {one}), *below) if count > 1 else below
    found = {*located, *known(stack)}
    suits = [suit for suit in SUITS if card.suit in ("", suit) and Card(card.rank, suit) not in found]
    if count > len(some) and suits:
        yield (Layer(count - 1, some), *below) if count > 1 else below


def turn_over(stack: Stack, cards: Cards, located: Iterable[Card]) -> set[Stack]:
    """What may be left of a stack when these cards are turned up, in any order."""
    found: set[Stack] = set()
    for order in permutations(cards):
        left = {stack}
        for card in order:
            left = {after for one in left for after in top(one, card, located)}
        found |= left
    return found


def exchange(stack: Stack, old: Cards, new: Cards, count: int, located: Iterable[Card]) -> set[Stack]:
    """What may be left of a stack when so many cards on the table went under it and others came up."""
    found: set[Stack] = set()
    for back in permutations(old):
        for fresh in permutations(new):
            if all(map(alike, back[count:], fresh[count:])):
                found |= turn_over(
                    under(stack, back[:count]) if count else stack, fresh[:count], {*located, *back[count:]}
                )
    return found


def alike(one: Card, other: Card) -> bool:
    """Two cards told may be the same, where a suit may be left out."""
    return one.rank == other.rank and (one.suit == other.suit or not one.suit or not other.suit)


def agreed(some: Iterable[Stack]) -> Stack:
    """What is known of a stack that may be any of these."""
    every = list(some)
    layers = [[layer.size for layer in one] for one in every]
    if all(sizes == layers[0] for sizes in layers):
        return tuple(
            Layer(same[0].size, frozenset.intersection(*(one.known for one in same)))
            for same in zip(*every, strict=True)
        )
    return (Layer(sum(layers[0]), frozenset.intersection(*(frozenset(known(one)) for one in every))),)
