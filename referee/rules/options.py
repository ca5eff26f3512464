"""House rules: what a game lets the table choose, and how a table changes it mid-game."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from referee.language.words import Word, Words, either, nearest, span
from referee.rules.custom import PREFIX, OwnRule, as_written, bare_name, is_own


class Scale(tuple[int, ...]):
    """Numbers that belong together, as the value of one option, from the first step to the last.

    >>> from referee import Scale
    >>> str(Scale([15, 50, 90, 120]))
    '15/50/90/120'
    """

    __slots__ = ()

    def __str__(self) -> str:
        return "/".join(map(str, self))


class ByPlayers(list[Any]):
    """The values of an option, one for each number of players.

    >>> from referee.rules.options import ByPlayers
    >>> ByPlayers((3, 4, 5), (10, 10, 8)).spans
    {10: '3–4', 8: '5'}
    """

    def __init__(self, players: Iterable[int], values: Iterable[Any]) -> None:
        super().__init__(values)
        self.players = tuple(players)

    @property
    def spans(self) -> dict[Any, str]:
        """Each value once, with the numbers of players that it is for."""
        by_value: dict[Any, list[int]] = {}
        for number, value in zip(self.players, self, strict=True):
            by_value.setdefault(value, []).append(number)
        return {value: span(numbers) for value, numbers in by_value.items()}


@dataclass(frozen=True)
class Option:
    """Something a table may choose: its name, its standard value, what it means, and the rules it changes.

    `value` is the standard value for a number of players, None if there is none, and `numbers` has all the numbers
    allowed. If the values are words, ``choices`` has them; if there are ``several``, they may be joined by +. ``fixed``
    says why it can't be changed mid-game, "" if it can.

    >>> from referee import find_game
    >>> game = find_game("oh-hell")
    >>> game.option("first-hand").value(3), game.option("first-hand").numbers(4)
    (10, range(1, 27))
    >>> game.option("hook").choices
    ('above', 'uneven')

    A default that depends on the number of players is a function of it. Several numbers make a scale, and each of them
    must be between ``least`` and ``most``.
    """

    name: str
    default: int | str | Scale | Callable[[int], int | str | None] | None
    text: str = ""
    rules: tuple[Any, ...] = ()
    choices: tuple[str, ...] = ()
    least: int | Callable[[int], int] = 1
    most: int | Callable[[int], int] = 1_000_000
    step: int = 1
    fixed: str = ""
    several: bool = False
    in_words: bool = True  # it has a description of its own, and isn't just a number in the sentence of a rule
    or_none: bool = False  # a table may set a number to ``none``
    words: Mapping[str, str] | None = None  # what its rules say if it is a number, and if it is ``none``
    also: tuple[str, ...] = ()  # its former names, which saved sessions may still use
    renamed: Mapping[str, str] | None = None  # former names of its choices, each with the new name

    def with_(self, **other: Any) -> Option:
        """A copy with some fields changed."""
        kept = {name: getattr(self, name) for name in FIELDS}
        return type(self)(**{**kept, **other})

    def named(self, name: str) -> Option:
        """A copy with another name."""
        return self.with_(name=name, default=Scale(self.default) if isinstance(self.default, tuple) else self.default)

    def explained_by(self, rules: Mapping[str, Any]) -> Option:
        """A copy in which a number without a description is described by its rule."""
        if self.text or not self.rules:
            return self
        return self.with_(text=rules[self.rules[0]].text.removesuffix("."), in_words=False)

    @property
    def meaning(self) -> str:
        """What it means, and the words it can be set to."""
        return f"{self.text}: {either(self.choices)}" if self.choices and not self.several else self.text

    @property
    def is_scale(self) -> bool:
        return isinstance(self.default, Scale)

    def value(self, players: int) -> int | str | Scale | None:
        """The standard value for that many players."""
        return self.default(players) if callable(self.default) else self.default

    def chosen(self, text: str, players: int) -> int | str | Scale | None:
        """Parses a value for that many players.

        ``none`` is allowed if the option can do without a number. Raises ValueError.
        """
        return None if text == "none" and (self.or_none or self.value(players) is None) else self.read(text, players)

    def read(self, text: str, players: int) -> int | str | Scale:
        """Parses a value other than ``none``; raises ValueError."""
        if isinstance(self.default, Scale):
            steps = text.split("/")
            if len(steps) != len(self.default):
                raise ValueError(
                    f"{self.name} takes {len(self.default)} numbers, for example {self.default}, not {text!r}"
                )
            return Scale(self._number(step, players) for step in steps)
        if self.several:
            names = [(self.renamed or {}).get(name, name) for name in text.split("+")]
            if unknown := [name for name in names if name not in self.choices]:
                raise ValueError(f"{self.name} takes rules, not {unknown[0]!r}. The rules: {', '.join(self.choices)}")
            return "+".join(name for name in self.choices if name in names)
        if self.choices:
            if text in self.choices:
                return text
            raise ValueError(f"{self.name} can be {either(self.choices)}, not {text!r}")
        return self._number(text, players)

    def _number(self, text: str, players: int) -> int:
        numbers = self.numbers(players)
        if not _is_number(text, numbers):
            raise ValueError(f"{self.name} must be a whole number, not {text!r}")
        if not numbers[0] <= int(text) <= numbers[-1]:
            raise ValueError(f"{self.name} can be {numbers[0]} to {numbers[-1]}, not {text}")
        if int(text) not in numbers:
            values = f"{numbers[0]} or {numbers[1]}" if len(numbers) == 2 else f"{numbers[0]}, {numbers[1]} and so on"
            raise ValueError(f"{self.name} can be {values}, not {text}")
        return int(text)

    def spelt(self, text: str) -> str:
        """A choice in its standard spelling, whatever case it was typed in."""
        if self.several:
            return text.lower()
        return next((choice for choice in (*self.choices, "none") if choice.lower() == text.lower()), text)

    def close(self, text: str, players: int) -> list[str]:
        """Possible values that may have been meant by an impossible one."""
        if self.several:
            meant = [
                name if name in self.choices else "".join(nearest(name, self.choices, 1)) for name in text.split("+")
            ]
            return ["+".join(meant)] if all(meant) else [*self.choices[:3]]
        if self.choices:
            return nearest(text.lower(), self.choices, 3) or [*self.choices[:3]]
        if self.is_scale:
            return [str(self.default)]
        numbers = self.numbers(players)
        wanted = int(text) if _is_number(text, numbers) else max(numbers[0], 0)
        below = min(max(wanted - (wanted - numbers[0]) % self.step, numbers[0]), numbers[-1])
        return [str(value) for value in dict.fromkeys((below, min(below + self.step, numbers[-1])))]

    @property
    def metavar(self) -> str:
        """The form of its values: ``share|two-more``, ``N``, ``N/N/N``."""
        if self.several:
            return "RULE+RULE"
        return "|".join(self.choices) or "/".join("N" * (len(self.default) if isinstance(self.default, Scale) else 1))

    def some(self, players: int) -> list[str]:
        """A few of its possible values: the lowest, and some near the standard one."""
        if self.several:
            return ["none", *self.choices, "+".join(self.choices)]
        if self.choices:
            return [*self.choices]
        numbers, book = self.numbers(players), self.value(players)
        if isinstance(book, Scale):
            ways = (book, [step + self.step for step in book], [2 * step for step in book], [numbers[0]] * len(book))
            scales = [Scale(min(max(step, numbers[0]), numbers[-1]) for step in way) for way in ways]
            return [*dict.fromkeys(map(str, scales))]
        near = [*numbers[:4]]
        if isinstance(book, int):
            near += [book // 2, book - self.step, book, book + self.step, 2 * book]
        return [*(["none"] if self.or_none else []), *(str(value) for value in dict.fromkeys(near) if value in numbers)]

    def numbers(self, players: int) -> range:
        """The numbers it can have for that many players."""
        least = self.least(players) if callable(self.least) else self.least
        most = self.most(players) if callable(self.most) else self.most
        return range(least, most + 1, self.step)


def _is_number(text: str, numbers: range) -> bool:
    """Whether a text is a whole number. A minus sign is allowed only if ``numbers`` go below zero."""
    digits = text.removeprefix("-") if numbers[0] < 0 else text
    return digits.isascii() and digits.isdigit() and len(digits) <= 7


class Variant(NamedTuple):
    """A common way to play a game: its name, a sentence about it, and its options.

    ``house`` is text, as in the header of a record; `read_house` turns it into a dictionary. ``players`` says how many
    players it is for, None for any number.

    >>> from referee import find_game
    >>> variants = {variant.name: variant.house for variant in find_game("oh-hell").variants}
    >>> variants["no-hook"]
    'without=dealer-must-overbid'
    """

    name: str
    text: str
    house: str
    players: range | None = None

    def fault(self, players: int) -> str:
        """Why that many players can't play the variant, in words; "" if they can."""
        if self.players is None or players in self.players:
            return ""
        few, most = self.players[0], self.players[-1]
        return f"{self.name} is for {few if few == most else f'{few} to {most}'} players, not {players}"


def read_house(text: str) -> dict[str, str]:
    """Parses options into a dictionary by name; raises ValueError.

    >>> from referee import read_house
    >>> read_house("ante=5, hands=4")
    {'ante': '5', 'hands': '4'}
    """
    import re

    house: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"([a-z][a-z0-9-]*)\s*=\s*(\S.*)", part, re.IGNORECASE)
        if not match:
            raise ValueError(f"write an option as name=value, not {part!r}")
        name = match[1].lower()
        if name in house:
            raise ValueError(f"{name} is given twice")
        house[name] = match[2].strip()
    return house


# What a house can't have together

Clash = Callable[[int, Mapping[str, Any]], str]
"""A check of a house for a number of players. It returns which options contradict each other, in words, or ""."""


def in_order(*pairs: tuple[str, str]) -> Clash:
    """Finds a house whose first option of a pair is above the second, if both are numbers."""

    def clash(players: int, house: Mapping[str, Any]) -> str:
        both = [(low, high) for low, high in pairs if None not in (house[low], house[high])]
        wrong = (
            f"{low}={house[low]} can't be above {high}={house[high]}" for low, high in both if house[low] > house[high]
        )
        return next(wrong, "")

    return clash


def rising(name: str) -> Clash:
    """Finds a house in which the numbers of a scale don't rise."""

    def clash(players: int, house: Mapping[str, Any]) -> str:
        falls = ((low, high) for low, high in itertools.pairwise(house[name]) if low >= high)
        return next((f"{name}={house[name]} must rise, and {high} comes after {low}" for low, high in falls), "")

    return clash


def apart(*pairs: tuple[str, str]) -> Clash:
    """Finds a house that has the same rank for both options of a pair. ``none`` isn't a rank."""

    def clash(players: int, house: Mapping[str, Any]) -> str:
        same = ((one, other) for one, other in pairs if house[one] == house[other] != "none")
        return next(
            (f"{one}={house[one]} and {other}={house[other]} can't be the same card" for one, other in same), ""
        )

    return clash


FIELDS = (
    "name", "default", "text", "rules", "choices", "least", "most", "step", "fixed", "several", "in_words", "or_none",
    "words", "also", "renamed",
)  # fmt: skip


FROM_START = "--from-start"


@dataclass(frozen=True)
class Amendment:
    """New values for house rules: ``ante=2, cap=none``. They count from the next deal, or from the first if
    ``from_start``.
    """

    values: tuple[tuple[str, int | str | Scale | None], ...]
    from_start: bool = False

    metavar: ClassVar[str] = "OPTION=VALUE, …"

    def __str__(self) -> str:
        text = ", ".join(_amended(name, "none" if value is None else str(value)) for name, value in self.values)
        return f"{text} {FROM_START}" if self.from_start else text

    def over(self, values: Mapping[str, Any]) -> Amendment:
        """A copy in which these values replace its own, for the rules it names."""
        return Amendment(tuple((name, values.get(name, value)) for name, value in self.values), self.from_start)

    @staticmethod
    def read(words: Words, hand: Any) -> Amendment:
        """Parses options of the game, or rules in words. Raises ParseError, which says what is possible."""
        values: dict[str, int | str | Scale | None] = {}
        while True:
            said = words.next
            name, value = _rule_in_words(words, hand) if _begins_rule(words) else _option(words, hand)
            if name in values:
                raise words.unread(f"{bare_name(name)} is given twice", word=said)
            values[name] = value
            if from_start := _is_flag(words.next):
                words.take()
            if not words or from_start:
                return Amendment(tuple(values.items()), from_start)
            if words.list[words.at].text == ",":
                words.take()


def _amended(name: str, value: str) -> str:
    if not is_own(name):
        return f"{name}={value}"
    if ";" in value:
        rule = OwnRule(value)
        value = f'{rule.costs} "{rule.text}"'
    return f"rule {bare_name(name)} = {value}"


def _is_flag(word: Word | None) -> bool:
    """Whether a word says that the change counts from the first hand on."""
    return word is not None and word.text.lower() in (FROM_START, FROM_START.lstrip("-"))


def _option(words: Words, hand: Any) -> tuple[str, int | str | Scale | None]:
    """Parses the next option and its value; raises ParseError."""
    game, players = hand.game, len(hand.seats)
    said, text = words.next, ""
    while (word := words.next) and word.text != "," and not _is_flag(word):
        if "=" in text[:-1]:
            break  # the next option, without a comma
        text += words.take().text
    if not text:
        raise words.unread("an option is missing here")
    name, equals, value = text.partition("=")
    if not equals:
        raise words.unread(f"write a change as OPTION=VALUE, not {text!r}", word=said)
    option: Option | None = game.option(name)
    if option is None:
        near = nearest(name, [known.name for known in game.options], 2)
        raise words.unread(game.no_option(name), [f"{name}={value}" for name in near], said)
    try:
        return option.name, option.chosen(option.spelt(value), players)
    except ValueError as error:
        near = [f"{option.name}={close}" for close in option.close(value, players)]
        raise words.unread(str(error), near, said) from None


def _begins_rule(words: Words) -> bool:
    texts = [word.text.lower() for word in words.list[words.at : words.at + 2]]
    return len(texts) == 2 and texts[0] == "rule" and not texts[1].startswith("=")


def _rule_in_words(words: Words, hand: Any) -> tuple[str, OwnRule | None]:
    """Parses a rule in words to the end of the report: ``rule exposed-card = 5 An exposed card …``, or ``none``."""
    words.take()
    name = words.take()
    text = words.source[name.column - words.column :]
    last = words.list[-1]
    if flagged := _is_flag(last) and last is not name:
        text = words.source[name.column - words.column : last.column - words.column]
    words.at = len(words.list) - flagged
    called, equals, phrase = (part.strip() for part in text.partition("="))
    if not equals:
        raise words.unread(f"type a house rule as `house rule NAME = POINTS DESCRIPTION`, not {text!r}", word=name)
    if phrase.lower() == "none":
        return PREFIX + called.lower(), None
    try:
        return PREFIX + called.lower(), as_written(called.lower(), phrase.replace('"', ""), hand.game.rules)
    except ValueError as error:
        raise words.unread(str(error), word=name) from None
