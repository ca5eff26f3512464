"""Guesses at a line with words that nobody declared, for a question: ``ben's gotta take 4``.

A guess is a report that is possible now and says everything that the line says in names, numbers, cards and words of
the game. It is never entered before somebody has chosen it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice, takewhile

from referee.cards import read_suit
from referee.entry.shorthand import DRASTIC, Several, read, tiers
from referee.entry.spoken.phrases import fits
from referee.entry.spoken.tidied import spellings
from referee.entry.spoken.words import LIGHT, LONGEST, QUESTION, SMALL, SpokenWord, is_value, own_word, says_something
from referee.game.asks import Macro
from referee.game.common_reports import Deal
from referee.language.reports import Report, shape
from referee.language.synonyms import SUITS, stems
from referee.language.words import quoted
from referee.table.referee import Referee
from referee.table.rulings import Ruling

TRIED = 40  # the most reports to try

SAYS_OTHERWISE = re.compile(
    r"\b(?:not?|never|nobody|none|nothing|without|except|unless|if|or|off|minus|less|than|instead|wrong|should|but|fix"
    r"|before|behind|ahead|ago|earlier|previous(?:ly)?|yesterday|needs?|needed|owe[sd]?|almost|nearly|undo|every(?:one|body)|all|both|each|rest|others?|los[te]s?|fail(?:s|ed)?|miss(?:es|ed)?|cross(?:es|ed)?|same|\w+n['\u2019]?t)\b",
    re.IGNORECASE,
)
"""Words that turn round what a line says, so that the rest of it is no guess."""


def guesses(text: str, referee: Referee, most: int = 3) -> list[str]:
    """Up to ``most`` reports that a line which can't be parsed may mean, what is due first. Each would be accepted."""
    if (
        len(text.split()) > LONGEST
        or SAYS_OTHERWISE.search(text)
        or QUESTION.match(text)
        or _names_a_stranger(text, referee)
    ):
        return []
    found: dict[str, None] = {}
    for report in islice(chain(*(_readings(each, referee) for each in with_one(text))), TRIED):
        ruling = referee.can(report)
        if ruling.accepted and len(found) < most and says_all(ruling.text, text, referee) and _wins(ruling, text):
            found.setdefault(ruling.text)
    return [*found]


def _readings(text: str, referee: Referee) -> Iterator[str]:
    yield from _without_unknown(text, referee)
    yield from possible(text, referee)


def with_one(text: str) -> tuple[str, str]:
    """A line, and the line with a number for each article: ``a red three``."""
    return text, re.sub(r"\ban? (?=\w)", "1 ", text)


def _names_a_stranger(text: str, referee: Referee) -> bool:
    """Whether a line has an unknown word that is capitalized like a name. The first one may be if it names a player."""
    words = re.findall(r"(?:^|(?<=\s))[^\W\d]\w+", text)
    named = any(map(referee.names.whole, words))
    return any(
        word[0].isupper() and not word.isupper() and word.lower() not in SMALL and not says_something(word, referee)
        for word in words[named:]
    )


def _wins(ruling: Ruling, text: str) -> bool:
    """Whether a line says who wins or loses, if a report does: *Ben ate 31* is no win."""
    verb = ruling.report.verb if ruling.report else ""
    words = {stem for word in text.split() for stem in stems(word.strip(",.;:!"))}
    return verb not in _OUTCOMES or not words.isdisjoint(_OUTCOMES[verb])


_OUTCOMES = {
    "wins": ("win", "score", "make", "earn", "take", "collect", "pick", "come", "get", "gin", "knock", "undercut"),
    "loses": ("lose", "fail", "miss", "pay", "down"),
}


def says_all(report: str, text: str, referee: Referee) -> bool:
    """Whether a report has every player and every number of a line."""
    words = next(iter(spellings(text, referee)), [])
    said = {word.seat or word.text for word in words if word.seat or word.text.lstrip("+-").isdecimal()}
    return said <= {*re.findall(r"[+-]?\d+|[^\s+\d]+", report.replace('"', " "))} | {*re.findall(r"\d+", report)}


def _without_unknown(text: str, referee: Referee) -> Iterator[str]:
    """Yields what the line means without the words that are unknown, or with a plain verb in their place."""
    words = re.findall(r"[^\s,.;:!]+|[,.;:!]+", text)
    in_full = {verb for kind in DRASTIC for verb in stems(kind.verb)}
    unknown = [
        word
        for word in words
        if word[0].isalpha()
        and word.lower() not in SMALL
        and (not says_something(word, referee) or not in_full.isdisjoint(stems(word)))
    ]
    if not unknown:
        return
    behind = words[words.index(unknown[0]) + 1 :]
    particles = [*takewhile(_PARTICLES.__contains__, behind)]
    known = [word for word in words if word == unknown[0] or word not in unknown]
    at = known.index(unknown[0])
    for instead in ("", "has", "takes"):
        for then in (at + 1, at + 1 + len(particles)) if particles else (at + 1,):
            plain = " ".join((*known[:at], *filter(None, (instead,)), *known[then:]))
            with suppress(Several):
                if (meant := read(plain, referee)) and len(meant.entered) == 1:
                    yield meant.text


_PARTICLES = frozenset(("up", "down", "on", "out", "away", "over", "back", "together", "with", "at", "in", "for"))
"""Words behind a verb that belong to it: *wound up with*."""


def possible(text: str, referee: Referee) -> Iterator[str]:
    """Yields a report of each kind that is possible now with the names and values of the line."""
    asked = dict.fromkeys(ask.verb for tier in tiers(referee) for _, ask in tier)
    kinds = [kind for kind in asked if not issubclass(kind, (Macro, Deal, *DRASTIC)) and fits(text, kind)]
    lines = spellings(text, referee)
    named = [kind for kind in kinds if any(_says_verb(words, kind) for words in lines)]
    for words in lines:
        who = "+".join(dict.fromkeys(quoted(word.seat) for word in words if word.seat))
        for kind in [kind for kind in named if _says_verb(words, kind)] if named else kinds:
            values = _values(words, kind)
            if (values or named) and not (who and kind.speaker == "none"):
                yield " ".join(filter(None, (who, kind.verb, *values)))


def _values(words: list[SpokenWord], kind: type[Report]) -> list[str]:
    form = shape(kind)
    return [
        own_word(word.low, form) or SUITS.get(word.low, "") or word.text
        for word in words
        if not word.seat
        and word.low not in SMALL
        and not (word.low in SUITS and {*stems(kind.verb)} & {*stems(word.low)})
        and (is_value(word.low) or own_word(word.low, form) or word.low in SUITS or read_suit(word.text))
    ]


def _says_verb(words: list[SpokenWord], kind: type[Report]) -> bool:
    return any(not {*stems(kind.verb)}.isdisjoint(stems(word.low)) for word in words if word.low not in LIGHT)


__all__ = ["guesses"]
