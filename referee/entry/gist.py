"""The gist of a sentence with words that nobody declared, for a question: each fact in it as a report.

``Hand's over: Ann took 5, Ben, poor guy, got stuck with one`` is ``Ann takes 5; Ben takes 1``. A part without a
player, value or word of the game is talk. The gist is never entered before somebody has chosen it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from typing import NamedTuple

from referee.entry.guesses import SAYS_OTHERWISE, guesses, possible, says_all, with_one
from referee.entry.shorthand import Several, read
from referee.entry.spoken.second_thoughts import HESITATES, MEANS, REGRETS
from referee.entry.spoken.tidied import spellings
from referee.entry.spoken.words import (
    MOST_WORDS,
    ORDINALS,
    QUESTION,
    SMALL,
    is_light,
    is_verb,
    says_something,
    says_value,
)
from referee.game.common_reports import Deal
from referee.language.synonyms import counted, stems
from referee.language.words import ParseError, Seat, Words, quoted
from referee.table.referee import Referee
from referee.table.rulings import Ruling

MOST_PARTS = 12
MOST_READINGS = 16  # of a part

_AND = r"(?:and|then|but|so|while|plus|because)"
_BREAK = re.compile(
    rf"\s*(?:[,;:!\u2026]|\.(?=\s|$)|\s-+(?=\s))+\s*(?:{_AND}\s+)*|\s+{_AND}\s+(?:{_AND}\s+)*", re.IGNORECASE
)
_INNER_BREAK = re.compile(r"\s+with\s+", re.IGNORECASE)

_TAKES_BACK = re.compile(
    r"(?:^|[,.;:!\u2026]\s*)(?:(?:oh|and|but),? )?(?:no(?:[,.]| (?:wait|sorry|not|it|that)\b)|nope|not"
    rf"|(?!oh\b)(?:{HESITATES})\b|{REGRETS}|{MEANS}|wrong|scratch|forget|undo|swap|delete|remove|take back)",
    re.IGNORECASE,
)
_FAILS = re.compile(r"\b(?:fail|miss|cross|los[et])(?:s|es|ed)?\b", re.IGNORECASE)

_NAMED = re.compile(r"[\w+-]+(?:['\u2019][^\W\d]{2,})?")
_OWNED = re.compile(r"['\u2019]s$|\W+$")
_PRONOUN = re.compile(r"^(?:he|she|they)(?:['\u2019]s)?\b\s*", re.IGNORECASE)
_SAID = re.compile(r"\w{2,}|\d")

_HANDS = frozenset(("hand", "round", "deal", "game", "cards", "last", "next"))
_WHICH = ORDINALS | {"over", "done", "finished", "time", "each", "more", "one"}
"""Words that only say which hand a sentence is about."""


class Gist(NamedTuple):
    """The reports of a sentence, all accepted one after the other, and the parts that say more than is understood."""

    reports: list[str]
    left_out: list[str]

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out that is about a player or has a value."""
        return bool(self.reports) and not self.left_out


class _Part(NamedTuple):
    """A part of a sentence, the same without the players, and the players whom it names or who were named before."""

    said: str
    text: str
    who: list[Seat]
    names_them: bool


def meanings(text: str, referee: Referee) -> list[list[str]]:
    """What a sentence may mean, each time as its reports: all of its facts, or several readings of its only one."""
    found = gist(text, referee)
    if found.is_whole:
        return [found.reports]
    return [] if _TAKES_BACK.search(text) else [[report] for report in guesses(text, referee)]


def gist(text: str, referee: Referee) -> Gist:
    """The facts of a sentence, after a deal if one is due. Empty if it asks, or corrects something."""
    if len(text.split()) > MOST_WORDS or QUESTION.match(text) or _TAKES_BACK.search(text):
        return Gist([], [])
    whole = _together(text, referee)
    found = _gist(whole, referee, [])
    if found.is_whole or referee.hand.dealer or not referee.can(Deal.verb).accepted:
        return found
    dealt = _gist(whole, referee, [Deal.verb])
    return dealt if len(dealt.left_out) < len(found.left_out) else found


def _gist(text: str, referee: Referee, first: list[str]) -> Gist:
    """The facts of a sentence after the reports that come first. Nothing of the next hand is among them.

    Empty if the sentence has more than MOST_PARTS parts, for the rest of it would be lost.
    """
    parts = [*islice(_parts(text, referee), MOST_PARTS + 1)]
    if not 1 < len(parts) <= MOST_PARTS or not any(part.names_them for part in parts):
        return Gist([], [])
    label, left_out = _label(text, referee), list[str]()
    with referee.trial():
        reports = [referee.hear(report).text for report in first]
        number = referee.hand.number
        for part in parts:
            ended = referee.hand.number != number or referee.over
            said = [] if ended else _facts(part, reports, referee)
            if not all(label in report.split() for report in said if label):
                return Gist([], [])
            reports += said
            if not said and (part.names_them or has_value(part.said) or _FAILS.search(part.said)):
                left_out.append(part.said)
    return Gist(reports if len(reports) > len(first) else [], left_out)


def _label(text: str, referee: Referee) -> str:
    """The verb with which a line begins for everything that follows: ``upcards: …``. Empty if there is none."""
    match = re.match(r"([^\W\d]+):", text)
    verbs = {stem: verb for verb in referee.vocabulary.shapes for stem in stems(verb)}
    return next((verbs[stem] for stem in stems(match[1]) if stem in verbs), "") if match else ""


def _together(text: str, referee: Referee) -> str:
    """A line with a sign between names that belong together: ``Ann+Cat 620``."""
    names = referee.names.whole

    def joined(match: re.Match[str]) -> str:
        return f"{match[1]}+" if names(match[1]) and names(match[2]) else match[0]

    return re.sub(r"(\w+)\s+and\s+(?=(\w+))", joined, text)


def _facts(part: _Part, before: list[str], referee: Referee) -> list[str]:
    """The reports of a part: as it is said, of each player or piece of it, or with words left out. Empty if unknown."""
    if SAYS_OTHERWISE.search(part.text):
        return []
    if said := _fact(_as_said(part, before, referee), part, before, referee):
        return [said]
    partners = len({referee.hand.side(seat) for seat in part.who}) < 2
    each = [] if partners else [_Part(part.text, part.text, [seat], False) for seat in part.who]
    inner = [_Part(text, text, part.who, False) for text in _INNER_BREAK.split(part.text)]
    for pieces in (each, inner):
        if len(pieces) > 1 and (entered := _all_facts(pieces, before, referee)):
            return entered
    said = _fact(_loosely(part, referee), part, before, referee)
    return [said] if said else []


def _all_facts(pieces: list[_Part], before: list[str], referee: Referee) -> list[str]:
    """The reports of the pieces of a part. Empty, and nothing stays applied, unless each is a report."""
    entered: list[str] = []
    for piece in pieces:
        said = _fact(chain(_as_said(piece, before, referee), _loosely(piece, referee)), piece, before, referee)
        if not said:
            if entered:
                referee.undo(len(entered))
            return []
        entered.append(said)
    return entered


def _parts(text: str, referee: Referee) -> Iterator[_Part]:
    """Yields the parts of a sentence that say something. A name alone belongs to the part behind it."""
    who: list[Seat] = []
    for words in _BREAK.split(text.strip(" .!")):
        named = {word: [*map(referee.names.whole, word.split("+"))] for word in _NAMED.findall(words)}
        seats = [seat for each in named.values() if all(each) for seat in each if seat]
        rest = [word for word in words.split() if not all(named.get(_OWNED.sub("", word), [None]))]
        who = [*dict.fromkeys(seats)] or who
        said = _PRONOUN.sub("", " ".join(rest))
        if _FAILS.search(said) or (_says_something(said, referee) and (seats or not _is_label(said))):
            yield _Part(words.strip(), said, who, bool(seats))


def _says_something(words: str, referee: Referee) -> bool:
    """Whether words have a value or a word of the game."""
    said = [word for word in _SAID.findall(words) if word.lower() not in SMALL]
    return any(says_value(word) or says_something(word, referee) for word in said)


def _is_label(words: str) -> bool:
    """Whether words only say which hand it is: *third hand*, *round two*, *last one*."""
    said = [word.lower() for word in _SAID.findall(words) if word.lower() not in SMALL]
    return not _HANDS.isdisjoint(said) and all(word in _HANDS | _WHICH or says_value(word) for word in said)


def has_value(words: str) -> bool:
    """Whether words have a number or a card."""
    return any(says_value(word) or counted([word]) for word in _SAID.findall(words) if word.lower() not in SMALL)


def _fact(readings: Iterator[str], part: _Part, before: list[str], referee: Referee) -> str:
    """The first reading of a part that is accepted after those before it, and stays applied. Empty if none is."""
    for reading in islice(readings, MOST_READINGS):
        with suppress(ParseError, Several):
            meant = read(reading, referee)
            if meant and len(meant.entered) > 1:
                continue
            ruling = referee.can(meant.text if meant else reading)
            if ruling.accepted and _says_all(ruling, part, referee) and not _counted_twice(ruling, before, referee):
                referee.hear(ruling.text)
                return ruling.text
    return ""


def _says_all(ruling: Ruling, part: _Part, referee: Referee) -> bool:
    """Whether a report has every player and every number of a part. A 1 needn't be written."""
    numbers = " ".join(str(number) for number in ruling.report.amounts(referee.hand).values()) if ruling.report else ""
    return says_all(f"{ruling.text} {numbers}", f"{' '.join(map(quoted, part.who))} {part.text}", referee)


def _counted_twice(ruling: Ruling, before: list[str], referee: Referee) -> bool:
    """Whether a report counts something for a player for whom the same sentence has counted it already."""
    report = ruling.report
    counts = report and not report.adds and report.amounts(referee.hand)
    beginning = f"{quoted(report.who)} {report.verb} " if report and counts else ""
    return bool(beginning) and any(text.startswith(beginning) for text in before)


def _as_said(part: _Part, before: list[str], referee: Referee) -> Iterator[str]:
    """Yields what a part may mean: the report before with another number, or what is said."""
    who = "+".join(map(quoted, part.who))
    last = [word.text for word in Words(before[-1]).list[1:]] if before else []
    counts = [word for word in last if word.isdecimal()]
    for words in islice(spellings(part.text, referee), 1):
        values = [word.text for word in words if says_value(word.text) and word.low not in SMALL]
        acts = [word for word in words if is_verb(word, referee) and not is_light(word)]
        if who and len(values) == len(counts) == 1 and values[0].isdecimal() and not acts:
            yield " ".join((who, *(values[0] if word == counts[0] else word for word in last)))
    if part.names_them:
        yield part.said
    yield f"{who} {part.text}".strip()


def _loosely(part: _Part, referee: Referee) -> Iterator[str]:
    """Yields every report that is possible with the players and values of a part. An article may count one."""
    who = " and ".join(map(quoted, part.who))
    for text in with_one(part.text):
        yield from possible(f"{who} {text}", referee)
