"""Guesses at a line with words that nobody declared, for a question: ``ben's gotta take 4``.

A guess is a report that is possible now and says everything that the line says in names, numbers, cards and words of
the game. It is never entered before somebody has chosen it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import dropwhile, islice

from referee.cards import read_suit
from referee.entry.shorthand import DRASTIC, Several, read, tiers
from referee.entry.spoken.phrases import fits
from referee.entry.spoken.tidied import spellings, tidied
from referee.entry.spoken.words import (
    A_NUMBER,
    LIGHT,
    LONGEST,
    QUESTION,
    SMALL,
    UNITS,
    SpokenWord,
    is_value,
    own_word,
    says_something,
)
from referee.game.asks import Macro
from referee.game.common_reports import Deal
from referee.language.reports import Report, shape
from referee.language.synonyms import SUITS, stems
from referee.language.words import ParseError, UnknownWord, Words, nearest, quoted
from referee.rules.rule import Verdict
from referee.table.referee import Referee
from referee.table.rulings import Ruling

TRIED = 40  # the most reports to try
MOST_UNKNOWN = 6  # the most words to leave out

SAYS_OTHERWISE = re.compile(
    r"\b(?:not?|never|nobody|none|nothing|without|except|unless|if|or|off|minus|less|than|instead|wrong|should|but|fix"
    r"|before|behind|ahead|ago|earlier|previous(?:ly)?|yesterday|needs?|needed|owe[sd]?|almost|nearly|might|could"
    r"|would|wish(?:es|ed)?|leads?|led|beats?|beaten|gives?|gave|pays?|paid|undo"
    r"|every(?:one|body)|all|both|each|rest|others?|los[te]s?|fail(?:s|ed)?|miss(?:es|ed)?|cross(?:es|ed)?|same"
    r"|\w+n['\u2019]t|(?:did|does|do|has|have|had|was|were|is|are|ca|could|wo|would|should)nt)\b",
    re.IGNORECASE,
)
"""Words that turn round what a line says, so that the rest of it is no guess."""


def guesses(text: str, referee: Referee, most: int = 3) -> list[str]:
    """Up to ``most`` reports that a line which can't be parsed may mean, what is due first. Each would be accepted."""
    if len(text.split()) > LONGEST or SAYS_OTHERWISE.search(text) or QUESTION.match(text):
        return []
    if _names_a_stranger(text, referee) or _counts_something_else(text, referee):
        return []
    found: dict[str, str] = {}  # the verb of each
    for report in islice(_readings(text, referee), TRIED):
        ruling = referee.can(report)
        if not ruling.accepted or not (made := ruling.report) or not _wins(made, text):
            continue
        is_row = made.speaker == "none" and len(made.amounts(referee.hand)) > 1  # of whom is each number?
        are_apart = "+" in made.who and made.who not in referee.hand.sides  # *Ann beat Ben*
        if not is_row and not are_apart and says_all(ruling.text, text, referee):
            found.setdefault(ruling.text, made.verb)
    unknown = [word for word in re.findall(r"[^\W\d]+", text) if _is_unknown(word, referee)]
    slips = {verb for word in unknown for verb in nearest(word.lower(), {*found.values()}, 3, ALIKE)}
    return [report for report, verb in found.items() if not slips or verb in slips][:most]


def _readings(text: str, referee: Referee) -> Iterator[str]:
    """Yields what a line may mean, the closest to its words first."""
    yield from _without_unknown(text, referee)
    for each in with_one(text):
        yield from possible(each, referee)


def with_one(text: str) -> list[str]:
    """A line, and the line with a number for each article if it has any: ``a red three``."""
    return [*dict.fromkeys((text, re.sub(r"\ban? (?=[^\W\d])", "1 ", text)))]


def not_understood(text: str, referee: Referee) -> Ruling | None:
    """The refusal of a sentence, at a word that stands in the way. None if it is short, or a report with a slip."""
    try:
        referee.vocabulary.read(text, referee.hand)
    except UnknownWord as fault:
        first = fault
    except ParseError:
        return None
    else:
        return None
    words = [word for word in Words(text).list if word.text[0].isalpha()]
    at = next((word for word in words if word.column == first.column), None)
    if at is None or at.quoted or (len(words) < SENTENCE and at.text.lower() not in SMALL and at.text.isalpha()):
        return None
    dull = SMALL | UNITS | _PARTICLES
    unknown = [word for word in words if word.text.isalpha() and word.text.lower() not in dull]
    unknown = [word for word in unknown if not says_something(word.text, referee)]
    message, word = "I don't understand that", at
    if at in unknown and at.text.istitle() and not any(referee.names.whole(word.text) for word in words):
        message, word = f"nobody here is called {at.text}", at
    elif unknown:
        word = max(unknown, key=lambda word: word.width)
        message = f"I don't know '{word.text}'"
    near = nearest(at.text, first.instead, 3, ALIKE) if at in unknown and word is at else ()
    return Ruling(Verdict.UNCLEAR, text, message=message, column=word.column, width=word.width, instead=tuple(near))


SENTENCE = 4  # words
ALIKE = 0.75  # a word of a sentence and the one that it is a slip for


def _is_unknown(word: str, referee: Referee) -> bool:
    """Whether a word says nothing, or means a report that must be typed in full: *ended*."""
    in_full = {verb for kind in DRASTIC for verb in stems(kind.verb)}
    return word.lower() not in SMALL and (not says_something(word, referee) or not in_full.isdisjoint(stems(word)))


def _names_a_stranger(text: str, referee: Referee) -> bool:
    """Whether a line has an unknown word that is capitalized like a name. The first one may be if it names a player."""
    words = re.findall(r"(?:^|(?<=\s))[^\W\d]\w+", text)
    named = any(map(referee.names.whole, words))
    return any(
        word[0].isupper() and not word.isupper() and word.lower() not in SMALL and not says_something(word, referee)
        for word in words[named:]
    )


def _counts_something_else(text: str, referee: Referee) -> bool:
    """Whether a number counts what the game doesn't know: *2 glasses*."""
    counted = re.findall(rf"\b(?:{A_NUMBER}) ([^\W\d]+s)\b", text, re.IGNORECASE)
    return any(word.lower() not in UNITS and _is_unknown(word, referee) for word in counted)


def _wins(report: Report, text: str) -> bool:
    """Whether a line says who wins or loses, if a report does: *Ben ate 31* is no win."""
    words = {stem for word in text.split() for stem in stems(word.strip(",.;:!"))}
    return report.verb not in _OUTCOMES or not words.isdisjoint(_OUTCOMES[report.verb])


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
    words = re.findall(r"[^\s,.;:!]+|[,.;:!]+", tidied(text, referee))
    unknown = [word for word in words if word[0].isalpha() and _is_unknown(word, referee)]
    if not 0 < len(unknown) <= MOST_UNKNOWN:
        return
    known = [word for word in words if word == unknown[0] or word not in unknown]
    at = known.index(unknown[0])
    behind = known[at + 1 :]
    apart = [*dropwhile(_PARTICLES.__contains__, behind)]
    for said in (behind, ["has", *apart], ["takes", *apart]):
        with suppress(Several):
            if (meant := read(" ".join((*known[:at], *said)), referee)) and len(meant.entered) == 1:
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
