"""Expressions for Twenty-Four: parsed, evaluated exactly, and found; and the possible order of a stack."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from itertools import chain, permutations
from math import gcd
from typing import Any, ClassVar, NamedTuple

from referee.cards import SUITS, Card, Cards
from referee.language.reports import Reader
from referee.language.words import Word, Words

VALUES = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10}
NAMES = {value: rank for rank, value in VALUES.items()}

OPERATIONS = {"plus-minus": "+-", "no-division": "+-*", "four": "+-*/", "powers": "+-*/^"}
"The signs each table may allow."

COURTS: dict[str, dict[str, int]] = {
    "out": {},
    "eleven-up": {"J": 11, "Q": 12, "K": 13},
    "ten": {"J": 10, "Q": 10, "K": 10},
}
"What jacks, queens and kings count, if they are in the deck."

LARGEST = 512
"Powers with more binary digits than this are never needed and aren't computed."

_STRENGTH = {"+": 1, "-": 1, "*": 2, "/": 2, "^": 3}
_RECKONED = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}
_SPELT = {"×": "*", "X": "*", "÷": "/", "−": "-", "–": "-", "**": "^", "T": "10"}
_TOKEN = re.compile(r"\*\*|[0-9]+|\S")
_OPERAND = re.compile(r"[0-9]+|[AJQK]")


# Expressions


@dataclass(frozen=True)
class Expression:
    """An expression as stated, in postfix order in ``steps``.

    ``fault`` says why it isn't a valid expression, such as a sign with nothing before it.
    """

    text: str
    cards: tuple[str, ...] = field(compare=False)
    steps: tuple[str, ...] = field(compare=False)
    fault: str = field(default="", compare=False)

    metavar: ClassVar[str] = "EXPRESSION"

    def __str__(self) -> str:
        return self.text

    @staticmethod
    def pieces(hand: Any) -> tuple[str, ...]:
        """Words to offer: cards by rank or number, those on the table first, and signs."""
        values = VALUES | COURTS[hand.house["courts"]]
        here = [card.rank for cards in hand.board.values() for card in cards]
        others = [rank for rank in hand.pack.ranks if rank not in here]
        cards, more = ([(rank, str(values.get(rank, rank))) for rank in ranks] for ranks in (here, others))
        return tuple(dict.fromkeys(chain(*cards, OPERATIONS["powers"], "()", *more)))

    @staticmethod
    def read(words: Words, reader: Reader) -> Expression:
        """Parses the words to the end of the report. Raises ParseError if they make no expression."""
        first = words.next
        if first is None or first.quoted:
            raise words.unread("type an expression, such as `8*3*(5-4)`")
        # Dijkstra's shunting yard: what was read goes to the steps in postfix order, an operator waits for its operands
        text: list[str] = []
        cards: list[str] = []
        steps: list[str] = []
        waiting: list[str] = []  # operators and parentheses still open
        fault = unread = ""
        due = True  # a card or a parenthesis, not an operator
        for match in _TOKEN.finditer(words.source, first.column - words.column):
            token = _SPELT.get(match[0].upper(), match[0].upper())
            text.append(token)
            if due and _OPERAND.fullmatch(token) and (token.isdigit() or token in reader.pack.ranks):
                cards.append("A" if token == "1" else token)
                steps.append(cards[-1])
                due = False
            elif due and token in "+-":
                fault = f"there is nothing before the sign {token}"
            elif due and token == "(":
                waiting.append(token)
            elif not due and token == ")":
                while waiting and waiting[-1] != "(":
                    steps.append(waiting.pop())
                unread = "" if waiting else "this parenthesis was never opened"
                waiting[-1:] = []
            elif not due and token in _STRENGTH:
                while waiting and _STRENGTH.get(waiting[-1], 0) >= _STRENGTH[token] + (token == "^"):
                    steps.append(waiting.pop())
                waiting.append(token)
                due = True
            else:
                unread = f"expected {'a card' if due else '+, -, * or /'}, not {match[0]}"
            if unread:
                raise words.unread(unread, word=Word(match[0], words.column + match.start()))
        words.at = len(words.list)
        if due:
            raise words.unread("the expression isn't finished")
        if "(" in waiting:
            raise words.unread("a parenthesis isn't closed")
        return Expression("".join(text), tuple(cards), (*steps, *reversed(waiting)), fault)

    def value(self, values: Mapping[str, int]) -> Fraction | None:
        """The value of the expression. None if it divides by zero or has a power that can't be computed."""
        numbers: list[Fraction] = []
        for step in self.steps:
            if step in values:
                numbers.append(Fraction(values[step]))
                continue
            right, left = numbers.pop(), numbers.pop()
            if step == "^":
                if (raised := power((left.numerator, left.denominator), (right.numerator, right.denominator))) is None:
                    return None
                numbers.append(Fraction(*raised))
            elif step == "/" and not right:
                return None
            else:
                numbers.append(_RECKONED[step](left, right))
        return numbers.pop()


def wrong(
    stated: Expression, ranks: Iterable[str], target: int, courts: str = "out", operations: str = "four"
) -> str | None:
    """Why an expression doesn't make the target from these four cards, or None."""
    if stated.fault:
        return stated.fault
    values = {**VALUES, **COURTS[courts]}
    values |= {str(value): value for value in values.values()}
    if strange := [card for card in stated.cards if card not in values]:
        return f"{strange[0][:9]} isn't a card, and you can't join digits"
    if barred := [sign for sign in stated.steps if sign in _STRENGTH and sign not in OPERATIONS[operations]]:
        return {"^": "you can't use powers", "/": "you can't divide at this table"}.get(
            barred[0], "you can use only + and −"
        )
    used, given = Counter(values[card] for card in stated.cards), Counter(values[rank] for rank in ranks)
    if missing := [*(given - used).elements()]:
        return f"{named(missing[0])} is left out"
    if more := [*(used - given).elements()]:
        return f"there is no other {named(more[0])}"
    value = stated.value(values)
    if value is None:
        return "it divides by zero" if "^" not in stated.steps else "it makes no number"
    return None if value == target else f"it makes {value}"


def named(value: int) -> str:
    return NAMES.get(value, str(value))


# Finding a solution

Values = tuple[int, ...]
Number = tuple[int, int]
"A nonnegative fraction in lowest terms. Without powers, no solution needs a negative number on the way."


@cache
def sum_to(target: int, values: Values, operations: str = "four") -> str | None:
    """An expression of four values, ascending, that makes the target, or None."""
    if operations == "powers":
        return _with_powers(target, values)
    signs = OPERATIONS[operations]
    reach = partial(_reach, signs=signs)
    for left, right in _parts(values):
        others = reach(right)
        for n, d in reach(left):
            wanted = [("+", (target * d - n, d)), ("~", (target * d + n, d)), ("-", (n - target * d, d))]
            if n and "*" in signs:
                wanted.append(("*", (target * d, n)))
            if n and "/" in signs:
                wanted += [("\\", (target * n, d)), ("/", (n, target * d))]
            for sign, number in wanted:
                if (other := _lowest(*number)) in others:
                    return _spell(reach, sign, left, (n, d), right, other)[0]
    return None


@cache
def _reach(values: Values, signs: str) -> dict[Number, Any]:
    """All numbers the values can make, each once, and the two numbers and sign that make it."""
    if len(values) == 1:
        return {(values[0], 1): None}
    ways: dict[Number, Any] = {}
    for left, right in _parts(values):
        for number in _reach(left, signs=signs):
            for other in _reach(right, signs=signs):
                (a, b), (c, d) = number, other
                ad, bc, bd = a * d, b * c, b * d
                made = [("+", ad + bc, bd), ("-", ad - bc, bd) if ad > bc else ("~", bc - ad, bd)]
                if "*" in signs:
                    made.append(("*", a * c, bd))
                if c and "/" in signs:
                    made.append(("/", ad, bc))
                if a and "/" in signs:
                    made.append(("\\", bc, ad))
                for sign, n, m in made:
                    ways.setdefault(_lowest(n, m), (sign, left, number, right, other))
    return ways


def _with_powers(target: int, values: Values) -> str | None:
    """An expression with powers that makes the target, or None."""
    for left, right in _in_order(values):
        for number in _raised(left):
            for other in _raised(right):
                for sign, result in _results(number, other):
                    if result == (target, 1):
                        return _spell(_raised, sign, left, number, right, other)[0]
    return None


@cache
def _raised(values: Values) -> dict[Number, Any]:
    """All numbers the values can make with powers, negative ones too, and how."""
    if len(values) == 1:
        return {(values[0], 1): None}
    ways: dict[Number, Any] = {}
    for left, right in _in_order(values):
        for number in _raised(left):
            for other in _raised(right):
                for sign, result in _results(number, other):
                    ways.setdefault(result, (sign, left, number, right, other))
    return ways


def _in_order(values: Values) -> Iterator[tuple[Values, Values]]:
    for left, right in _parts(values):
        yield left, right
        yield right, left


def _results(number: Number, other: Number) -> Iterator[tuple[str, Number]]:
    (a, b), (c, d) = number, other
    yield "+", _lowest(a * d + b * c, b * d)
    yield "-", _lowest(a * d - b * c, b * d)
    yield "*", _lowest(a * c, b * d)
    if c:
        yield "/", _lowest(a * d, b * c) if c > 0 else _lowest(-a * d, -b * c)
    if (raised := power(number, other)) is not None:
        yield "^", raised


def power(base: Number, exponent: Number) -> Number | None:
    """A number to an integer power. None if the exponent isn't whole, zero has no such power, or it grows too large."""
    (n, d), (times, parts) = base, exponent
    if parts != 1 or (not n and times <= 0):
        return None
    if abs(n) == d == 1:
        return (-1 if n < 0 and times % 2 else 1), 1
    if not n:
        return 0, 1
    if abs(times) * max(n.bit_length(), d.bit_length()) > LARGEST:
        return None
    up, down = n ** abs(times), d ** abs(times)
    if times < 0:
        up, down = (down, up) if up > 0 else (-down, -up)
    return up, down


def _lowest(n: int, d: int) -> Number:
    common = gcd(n, d)
    return n // common, d // common


@cache
def _parts(values: Values) -> tuple[tuple[Values, Values], ...]:
    """All ways to divide values into two groups."""

    def ways() -> Iterator[tuple[Values, Values]]:
        for chosen in range(1, 1 << len(values) - 1):
            left = tuple(value for i, value in enumerate(values) if chosen >> i & 1)
            yield left, tuple(value for i, value in enumerate(values) if not chosen >> i & 1)

    return tuple(dict.fromkeys(ways()))


Reach = Callable[[Values], dict[Number, Any]]


def _spell(reach: Reach, sign: str, left: Values, number: Number, right: Values, other: Number) -> tuple[str, int]:
    """An expression with the parentheses it needs, and its precedence. ``~`` and ``\\`` swap the operands."""
    if sign in "~\\":
        return _spell(reach, "-" if sign == "~" else "/", right, other, left, number)
    (first, holds), (second, held) = _spelled(reach, left, number), _spelled(reach, right, other)
    strength = _STRENGTH[sign]
    first = first if holds >= strength + (sign == "^") else f"({first})"
    second = second if held > strength or (held == strength and sign in "+*^") else f"({second})"
    return f"{first}{sign}{second}", strength


def _spelled(reach: Reach, values: Values, number: Number) -> tuple[str, int]:
    way = reach(values)[number]
    return _spell(reach, *way) if way else (named(values[0]), 9)


# The order of a stack


class Layer(NamedTuple):
    """Adjacent cards of a stack in unknown order: how many, and which of them are known."""

    size: int
    known: frozenset[Card] = frozenset()


Stack = tuple[Layer, ...]
"A stack from top to bottom."


def known(stack: Stack) -> Iterator[Card]:
    return chain.from_iterable([layer.known for layer in stack])


def size(stack: Stack) -> int:
    return sum(layer.size for layer in stack)


def under(stack: Stack, cards: Iterable[Card]) -> Stack:
    """A stack with cards put under it. Cards without a suit may be any of their rank."""
    cards = tuple(cards)
    return (*stack, Layer(len(cards), frozenset(card for card in cards if card.suit)))


def top(stack: Stack, card: Card, located: Iterable[Card]) -> Iterator[Stack]:
    """Yields what is left of a stack after this card is turned up. ``located`` are cards known to be elsewhere."""
    if not stack:
        return
    (count, known_here), below = stack[0], stack[1:]
    for sure in known_here:
        if alike(sure, card):
            yield (Layer(count - 1, known_here - {sure}), *below) if count > 1 else below
    elsewhere = {*located, *known(stack)}
    unlocated = [suit for suit in card.suit or SUITS if Card(card.rank, suit) not in elsewhere]
    if count > len(known_here) and unlocated:
        yield (Layer(count - 1, known_here), *below) if count > 1 else below


def turn_over(stack: Stack, cards: Cards, located: Iterable[Card]) -> set[Stack]:
    """Every possible rest of a stack after these cards are turned up, in any order."""
    left: set[Stack] = set()
    for order in permutations(cards):
        stacks = {stack}
        for card in order:
            stacks = {after for before in stacks for after in top(before, card, located)}
        left |= stacks
    return left


def exchange(stack: Stack, old: Cards, new: Cards, count: int, located: Iterable[Card]) -> set[Stack]:
    """Every possible rest of a stack after ``count`` cards from the table go under it and others come up."""
    left: set[Stack] = set()
    for back in permutations(old):
        for fresh in permutations(new):
            if all(map(alike, back[count:], fresh[count:])):
                before = under(stack, back[:count]) if count else stack
                left |= turn_over(before, fresh[:count], {*located, *back[count:]})
    return left


def alike(card: Card, other: Card) -> bool:
    """Whether two cards may be the same, if a suit is missing."""
    return card.rank == other.rank and (card.suit == other.suit or not card.suit or not other.suit)


def agreed(stacks: Iterable[Stack]) -> Stack:
    """The facts that all of these possible stacks have in common."""
    every = list(stacks)
    layers = [[layer.size for layer in stack] for stack in every]
    if all(sizes == layers[0] for sizes in layers):
        return tuple(
            Layer(same[0].size, frozenset.intersection(*(layer.known for layer in same)))
            for same in zip(*every, strict=True)
        )
    return (Layer(sum(layers[0]), frozenset.intersection(*(frozenset(known(stack)) for stack in every))),)
