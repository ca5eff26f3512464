"""Table talk: small words, synonyms and irregular verbs of card players.

The phrases by which they ask for a rule are declared by the rule: see `referee.rules.rule.Rule`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from referee.cards import RANK_NAMES, SUIT_NAMES

_KNOWN = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

SMALL = frozenset(_KNOWN["small"].split())
"""Words that don't help to find a rule."""

COMMON = frozenset(_KNOWN["common"].split())
"""Words that aren't strange, even if no rule of a game has them."""

WORTH = frozenset(_KNOWN["worth"])
"""Words that ask for a value."""

ALIKE = [group.split() for group in _KNOWN["alike"]]
"""Words that tables use for one another, in groups."""

SAME: dict[str, list[str]] = {}
"""Synonyms at the table."""

for _words in ALIKE:
    for _word in _words:
        SAME.setdefault(_word, []).extend(other for other in _words if other != _word)

VERBS = {form: verb.split() for verb in _KNOWN["verbs"] for form in verb.split()}
"""Irregular forms of verbs."""

RANKS = {name: rank for rank, name in RANK_NAMES.items()} | {"two": "2"}
"""Ranks in words. They can mean a rule, or only the card that somebody played."""

SUITS = {name.removesuffix("s"): suit for suit, name in SUIT_NAMES.items()}

NUMBERS = {"nought": 0, "zero": 0, "nil": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
           "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}  # fmt: skip

ORDINALS = frozenset(("first", "second", "third", "fourth", "fifth"))


WORDS = frozenset((*SMALL, *COMMON, *WORTH, *SAME, *VERBS, *RANKS, *SUITS, *NUMBERS, *ORDINALS))
"""Every word of table talk."""


def slips(word: str) -> Iterator[str]:
    """The words that a word may be a slip of: one letter left out, added or wrong, or two exchanged."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    for at in range(1, len(word) + 1):
        head, tail = word[:at], word[at:]
        yield from (head + letter + tail for letter in letters)
        if tail:
            yield head[:-1] + tail[0] + head[-1] + tail[1:]
            if len(word) > 3:
                yield head + tail[1:]
        if tail and len(word) > 5:
            yield from (head + letter + tail[1:] for letter in letters)


class Phrase(NamedTuple):
    """A word of a question. An ``optional`` one is ignored if no rule has it. One said in ``passing`` counts half."""

    word: str
    optional: bool = False
    passing: bool = False


def forms_of(word: str) -> list[str]:
    """A word in every form that a rule may have, as far as endings tell."""
    stems = (word, re.sub(r"(?:s|ing|ning|ting)$", "", word), re.sub(r"ing$", "e", word))
    return next((VERBS[stem] for stem in stems if stem in VERBS), [word])


def alike(word: str) -> list[str]:
    """The words that tables use for a word, in one form."""
    return [same for form in {word, word.removesuffix("s"), forms_of(word)[0]} for same in SAME.get(form, ())]


def phrases(words: Iterable[str], passing: bool = False) -> Iterator[Phrase]:
    """The words of a question except for the small ones.

    Ranks are said in ``passing`` if they are only the card that somebody played.
    """
    for word in dict.fromkeys(words):
        if word in SMALL:
            continue
        number = word in NUMBERS or word in ORDINALS or word.isdigit()
        if number or {word, word.removesuffix("s")} & {*RANKS, *SUITS} - {"joker"}:
            yield Phrase(word, optional=True, passing=passing or (number and word not in RANKS))
        else:
            yield Phrase(word)
