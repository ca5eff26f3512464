"""The words of rules and questions: their stems, what tables say for one another, and the phrases of a rule.

A phrase is the words that a question must have, in any order, with ``/`` between alternatives: ``stock/deck empty``.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from functools import cache
from typing import NamedTuple

from scoresheets.book.tabletalk import ALIKE, SMALL, VERBS

_STEMS: dict[str, str] = {}


def stems(words: Iterable[str]) -> list[str]:
    """The stem of each word, as SQLite's Porter stemmer finds it. Irregular verbs are in their first form."""
    words = list(words)
    if new := list({word for word in words if word not in _STEMS}):
        with closing(sqlite3.connect(":memory:")) as link:
            link.execute("CREATE VIRTUAL TABLE word USING fts5(said, tokenize = 'porter unicode61')")
            link.execute("CREATE VIRTUAL TABLE stem USING fts5vocab(word, instance)")
            plain = ((VERBS[word][0] if word in VERBS else word,) for word in new)
            link.executemany("INSERT INTO word (said) VALUES (?)", plain)
            found = dict(link.execute("SELECT doc, term FROM stem"))
        _STEMS.update({word: found.get(row, word) for row, word in enumerate(new, 1)})
    return [_STEMS[word] for word in words]


def stem(word: str) -> str:
    return stems([word])[0]


def words_in(text: str) -> list[str]:
    """The words of a text, without capitals."""
    text = re.sub(
        r"n['’]t\b", " not", re.sub(r"['’]s\b|(?<=ca)n(?=n['’]t)", "", text.lower().replace("can't", "can not"))
    )
    return re.findall(r"[^\W_]+", text)


@cache
def stems_in(text: str) -> frozenset[str]:
    """The stems of a text."""
    return frozenset(stems(words_in(text)))


@cache
def _alike() -> Mapping[str, frozenset[str]]:
    """For each stem, the stems that tables use for it."""
    alike: dict[str, set[str]] = {}
    for group in ALIKE:
        same = stems(group)
        for one in same:
            alike.setdefault(one, set()).update(same)
    return {one: frozenset(same) for one, same in alike.items()}


def meanings(word: str) -> frozenset[str]:
    """The stems of a word and of its synonyms. A small word has none."""
    own = stem(word)
    return frozenset((own,)) if word in SMALL else _alike().get(own, frozenset()) | {own}


def says(text: str, word: str) -> bool:
    """Whether a text has a word, in any form or as a synonym."""
    return not stems_in(text).isdisjoint(meanings(word))


def sentences(text: str) -> list[str]:
    """The sentences of a rule, without standard values."""
    return re.split(r"(?<=[.:;?])\s", re.sub(r" \((?:standard: [^)]*|not standard)\)", "", text))


class Group(NamedTuple):
    """Alternative words of a phrase, by stem. Those that are ``small`` have no synonyms."""

    stems: frozenset[str]
    small: frozenset[str]


@cache
def groups_of(phrase: str) -> tuple[Group, ...]:
    """The groups of words that a phrase needs."""
    groups = [group.split("/") for group in phrase.lower().split()]
    return tuple(
        Group(frozenset(stems(group)), frozenset(stems(word for word in group if word in SMALL))) for group in groups
    )


class Named(NamedTuple):
    """What a phrase has of a question: the number of its telling words, of those as they are, and all its words."""

    telling: int = 0
    exact: int = 0
    words: frozenset[str] = frozenset()


class Saying:
    """The words of a question, to be compared with phrases; ``empty`` ones don't count."""

    def __init__(self, words: Iterable[str], empty: Collection[str] = ()) -> None:
        self.empty = empty
        self.by_stem: dict[str, set[str]] = {}
        self.by_meaning: dict[str, set[str]] = {}
        for word in words:
            self.by_stem.setdefault(stem(word), set()).add(word)
            for meaning in meanings(word):
                self.by_meaning.setdefault(meaning, set()).add(word)

    def named(self, phrase: str) -> Named:
        """How much of the question a phrase has; nothing unless the question has every word of the phrase."""
        hit: set[str] = set()
        exact = 0
        for group in groups_of(phrase):
            there = set().union(*(self.by_stem.get(one, ()) for one in group.stems))
            like = set().union(*(self.by_meaning.get(one, ()) for one in group.stems - group.small))
            if not there | like:
                return Named()
            hit |= there | like
            exact += bool(there.difference(self.empty))
        return Named(len(hit.difference(self.empty)), exact, frozenset(hit))

    def best(self, phrases: Iterable[str]) -> Named:
        """What the phrase has that has most of the question."""
        return max(map(self.named, phrases), key=lambda named: (*named[:2], len(named.words)), default=Named())
