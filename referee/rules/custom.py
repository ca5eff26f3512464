"""A house's own rules: habits that no game defines, described in words, and what breaking them costs.

Among the options of a house they are named ``rule.NAME``. A record has them in its header, the table enters them in a
report:

    rule: exposed-card = 5 An exposed card stays on the table.
    house rule exposed-card = 5 An exposed card stays on the table.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from referee.language.words import Words, nearest

PREFIX = "rule."
LONGEST = 300  # characters of a sentence
LONGEST_NAME = 40
MOST = 1_000_000

_NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_SAID = r"(?:(\d+)\s+)?(\S.*)"


class OwnRule(str):
    """A rule in words, as it is written: ``5 An exposed card stays on the table.`` Without a number it is free."""

    __slots__ = ()

    @property
    def costs(self) -> int:
        match = re.fullmatch(_SAID, self)
        return int(match[1] or 0) if match else 0

    @property
    def text(self) -> str:
        """The sentence, without the price."""
        match = re.fullmatch(_SAID, self)
        return match[2] if match else str(self)

    @property
    def priced(self) -> str:
        """The sentence with its price."""
        said = re.search(rf"\bcosts {self.costs}\b", self.text)
        return f"{self.text} (costs {self.costs})" if self.costs and not said else self.text


def own_rule(name: str, text: str, costs: int = 0, taken: Container[str] = ()) -> OwnRule:
    """Validates a rule in words; raises ValueError. ``taken`` are the names of the game's own rules."""
    text = " ".join(text.split())
    if not re.fullmatch(_NAME, name) or len(name) > LONGEST_NAME:
        raise ValueError(f"name a house rule with lowercase letters, digits and dashes, not {name!r}")
    if name in taken:
        raise ValueError(f"the game already has a rule {name}: choose another name")
    if not text or text.isdigit():
        raise ValueError(f"describe the rule {name} in a sentence")
    if len(text) > LONGEST:
        raise ValueError(f"the rule {name} is too long: {LONGEST} characters at most")
    if bad := next((letter for letter in text if letter in '"#' or not letter.isprintable()), ""):
        raise ValueError(f"the rule {name} can't contain {bad!r}")
    if not 0 <= costs <= MOST:
        raise ValueError(f"the rule {name} can cost 0 to {MOST}, not {costs}")
    return OwnRule(f"{costs} {text}" if costs or text[0].isdigit() else text)


def as_written(name: str, text: str, taken: Container[str] = ()) -> OwnRule:
    """Parses a rule in words from a header: an optional price and a sentence. Raises ValueError."""
    match = re.fullmatch(_SAID, " ".join(text.split()))
    return own_rule(name, match[2] if match else "", int((match[1] or "0")[:9]) if match else 0, taken)


def is_own(name: str) -> bool:
    """Whether an option of a house is a rule in words, by its name."""
    return name.startswith(PREFIX)


def bare_name(name: str) -> str:
    """The name of a rule in words, without the prefix that marks it."""
    return name.removeprefix(PREFIX)


def own_rules(house: Mapping[str, Any]) -> dict[str, OwnRule]:
    """The rules in words among the options of a house, by name."""
    return {
        bare_name(name): OwnRule(rule) for name, rule in house.items() if is_own(name) and rule not in (None, "none")
    }


def in_words(house: Mapping[str, Any]) -> Iterator[str]:
    """The rules in words, one per line: ``rule exposed-card: An exposed card stays on the table. (costs 5)``."""
    return (f"rule {name}: {rule.priced}" for name, rule in own_rules(house).items())


class Heading(NamedTuple):
    """A rule in words, as in a header: ``exposed-card = 5 An exposed card stays on the table.``"""

    name: str
    rule: OwnRule

    def __str__(self) -> str:
        return f"{self.name} = {self.rule}"

    @staticmethod
    def read(text: str, taken: Container[str] = ()) -> Heading:
        """Parses a line of a header; raises ValueError. ``taken`` are the names of the game's own rules."""
        name, equals, rest = (part.strip() for part in text.partition("="))
        if not equals:
            raise ValueError(f"write a house rule as NAME = POINTS DESCRIPTION, not {text.strip()!r}")
        return Heading(name.lower(), as_written(name.lower(), rest.replace('"', ""), taken))


@dataclass(frozen=True)
class Habit:
    """A rule of the house's own, named by a report."""

    name: str
    rule: OwnRule

    metavar: ClassVar[str] = "RULE"

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def read(words: Words, hand: Any) -> Habit:
        """Parses the name of a rule in words that is in force in this hand.

        Raises ParseError, which lists those that are.
        """
        known = own_rules(hand.house)
        word = words.next
        if word is None:
            raise words.unread("the rule is missing here", list(known))
        if (name := word.text.lower()) not in known:
            if hand.standing.amended.get(PREFIX + name):
                text = f"the house rule {name} takes effect with hand {hand.dealt_next}"
            elif not known:
                example = "`house rule late = 5 Being late costs 5`"
                text = f"there is no house rule {name!r}. To add one, type its name, points and description: {example}"
            elif name in hand.game.rules:
                text = f"{name} is a rule of the game and has no price. Your house rules: {', '.join(known)}"
            else:
                text = f"no house rule is called {word.text!r}. Your house rules: {', '.join(known)}"
            raise words.unread(text, nearest(name, known, 2))
        words.take()
        return Habit(name, known[name])
