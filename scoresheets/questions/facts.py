"""The facts that can be asked for, with the questions for each, in the order in which they are tried.

A question is written as the words it must have, with ``/`` between alternatives, and optional words in brackets. A
question fits if it has no other word that counts. WHO is a player, CARD, SUIT and RANK are cards, N is a number, VERB
is a verb of the game. The words are those of ``lexicon.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple, TypeVar

Answer = Callable[[Any], Any]
F = TypeVar("F", bound=Answer)


class Form(NamedTuple):
    """One way to ask: groups of required words, one from each group, and optional words."""

    needed: tuple[frozenset[str], ...]
    besides: frozenset[str]

    def fits(self, words: Sequence[str]) -> bool:
        """Whether all of these words fit this way to ask."""
        left = list(words)
        for group in self.needed:
            found = next((word for word in left if word in group), None)
            if found is None:
                return False
            left.remove(found)
        known = self.besides.union(*self.needed)
        return all(word in known for word in left)


def form(text: str) -> Form:
    """Parses a way to ask: ``who/WHO deal [next]``."""
    besides = frozenset(" ".join(re.findall(r"\[(.*?)\]", text)).split())
    needed = tuple(frozenset(word.split("/")) for word in re.sub(r"\[.*?\]", " ", text).split())
    return Form(needed, besides)


class Asked(NamedTuple):
    """A fact: the ways to ask for it, and the function that answers. It returns None if there is no answer."""

    forms: tuple[Form, ...]
    answer: Answer


FACTS: list[Asked] = []
"""Every fact that can be asked for in any game."""


def asked(*texts: str) -> Callable[[F], F]:
    """Registers the questions that a function answers."""

    def declare(answer: F) -> F:
        FACTS.append(Asked(tuple(map(form, texts)), answer))
        return answer

    return declare


@cache
def vocabulary() -> frozenset[str]:
    """Every word of every way to ask."""
    ways = [way for declared in FACTS for way in declared.forms]
    return frozenset(word for way in ways for word in way.besides.union(*way.needed))


QUESTION_WORDS = frozenset(["who", "what", "many", "far", "often", "when", "where", "why", "how"])
FILLING = frozenset(["up", "away", "back"])
"""Words that a question may have or not, if it asks for nothing else with them. So has *total* of one player."""


def readings(words: Sequence[str], polar: bool) -> list[list[str]]:
    """The words of a question, and others that it may stand for.

    In a yes-or-no question, what it names may stand for a question word. In a short one the question word may be left
    out, and a few words may be left out of any.
    """
    every = [list(words)]
    if polar:
        asks = {"WHO": "who", "N": "many", "SUIT": "what", "CARD": "what"}
        for named, word in asks.items():
            if named in words and len(words) > 1:
                once = list(words)
                once[once.index(named)] = word
                every.append(once)
        if words.count("WHO") > 1:
            every.append(["who", *(word for word in words if word != "WHO")])
    elif not QUESTION_WORDS & {*words} and 0 < len(words) <= 3:
        every += [[word, *words] for word in ("what", "many", "who")]
    filling = FILLING | ({"total"} if {"many", "WHO"} <= {*words} else frozenset())
    if filling & {*words}:
        every += [[word for word in reading if word not in filling] for reading in list(every)]
    return every


__all__ = ["FACTS", "Asked", "Form", "asked", "form", "readings", "vocabulary"]
