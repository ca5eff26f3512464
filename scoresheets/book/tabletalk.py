"""Table talk: idioms of card players, and the rules that each of them means.

Rules are given by id or by the name of a breach. Games use the same names for similar rules.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
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


class Talk(NamedTuple):
    """An idiom, and the ids or findings of the rules that it means, or a synonym."""

    said: re.Pattern[str]
    ids: re.Pattern[str] | None
    like: str
    hint: bool


TALK = [
    Talk(
        re.compile(rf"\b(?:{'|'.join(phrase['said'])})"),
        re.compile("|".join(phrase["ids"])) if "ids" in phrase else None,
        phrase.get("like", ""),
        phrase.get("hint", False),
    )
    for phrase in _KNOWN["phrase"]
]


_IDIOMS = " ".join(said for phrase in _KNOWN["phrase"] for said in phrase["said"])

WORDS = frozenset((
    *SMALL, *COMMON, *WORTH, *SAME, *VERBS, *RANKS, *SUITS, *NUMBERS, *ORDINALS,
    *re.findall(r"(?<![a-z\\])[a-z]{3,}(?![a-z(\\\[?*])", _IDIOMS),
))  # fmt: skip
"""Every word of table talk, as far as idioms have it in full."""

BEGUN = tuple(re.findall(r"(?<![a-z\\])[a-z]{4,}(?=\\w|[(\[])", _IDIOMS))
"""How other words of idioms begin."""


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
    """A phrase, as a word or as the rules that it means.

    An ``optional`` one is ignored if no rule has it. One said in ``passing`` counts half.
    """

    word: str
    meant: re.Pattern[str] | None = None
    optional: bool = False
    passing: bool = False


def forms_of(word: str) -> list[str]:
    """A word in every form that a rule may have, as far as endings tell."""
    stems = (word, re.sub(r"(?:s|ing|ning|ting)$", "", word), re.sub(r"ing$", "e", word))
    return next((VERBS[stem] for stem in stems if stem in VERBS), [word])


def alike(word: str) -> list[str]:
    """The words that tables use for a word, in one form."""
    return [same for form in {word, word.removesuffix("s"), forms_of(word)[0]} for same in SAME.get(form, ())]


def said_alike(phrase: str, text: str) -> bool:
    """Whether a text has every word of a phrase, in any form or as a synonym."""
    there = {_begun(word) for word in re.findall(r"[^\W_]+", text)}
    return all(
        any(_begun(form) in there for said in (word, *alike(word)) for form in forms_of(said))
        for word in re.findall(r"[^\W_]+", phrase)
        if word not in SMALL
    )


def _begun(word: str) -> str:
    if len(word) < 5:
        return word.removesuffix("s")
    return (
        re.sub(r"([bdgmnprt])\1(?:ing|ed)$", r"\1", re.sub(r"(?:es|s)$", "", word))
        .removesuffix("ing")
        .removesuffix("ed")[:5]
    )


def phrases(text: str, passing: bool = False) -> Iterator[Phrase]:
    """The phrases of a question: idioms first, then its words except for the small ones.

    Ranks are said in ``passing`` if they are only the card that somebody played.
    """
    rest = re.sub(r"\s+", " ", text.lower().replace("’", "'")).strip()
    for talk in TALK:
        if match := talk.said.search(rest):
            yield Phrase(talk.like or match[0], talk.ids, optional=talk.hint, passing=talk.hint)
            rest = rest if talk.hint else f"{rest[: match.start()]} {rest[match.end() :]}"
    for word in dict.fromkeys(re.findall(r"[^\W_]+", rest)):
        if word in SMALL:
            continue
        number = word in NUMBERS or word in ORDINALS or word.isdigit()
        if number or {word, word.removesuffix("s")} & {*RANKS, *SUITS} - {"joker"}:
            yield Phrase(word, optional=True, passing=passing or (number and word not in RANKS))
        else:
            yield Phrase(word)
