"""What is allowed: whether a question asks for it, and whether a sentence of a rule answers yes or no."""

from __future__ import annotations

import re
from typing import NamedTuple

from scoresheets.book.tabletalk import NUMBERS, RANKS, SMALL, forms_of
from scoresheets.book.wording import says
from scoresheets.questions.parse import words_of

_SUBJECT = (
    r"(?:i|we|you|he|she|they|one|it|WHO|elder|younger|(?:some|any|every|no)(?:one|body)"
    r"|(?:a|an|the|my|your|his|her|our|their|each|every|another) \w+)"
)
_ASKED = (
    (r"\bkeep (?:on )?(?=\w+ing\b)", ""),
    (
        r"\bis it (?:ok|okay|allowed|legal|fine|alright|all right|permitted|possible)"
        rf"(?: for {_SUBJECT})?(?: to| if (?:i|we|you))\b",
        "may i",
    ),
    (r"\bis it (?:against the rules|cheating|illegal|forbidden)(?: to| if (?:i|we|you))\b", "may not i"),
    (r"\bis it (?:compulsory|mandatory|required|obligatory) to\b", "must i"),
    (rf"\b(?:am|are|is) ({_SUBJECT}) (?:allowed|permitted|able|free) to\b", r"may \1"),
    (rf"\b(?:am|are|is) ({_SUBJECT}) (?:forced|obliged|required|made|bound|supposed) to\b", r"must \1"),
    (rf"(?<!what )\b(?:do|does) ({_SUBJECT}) (?:always |really |still )?(?:need|have)(?: to)?\b", r"must \1"),
    (rf"\b(?:can|could|might)(?=(?: not)? {_SUBJECT}\b)", "may"),
    (rf"\bshould(?=(?: not)? {_SUBJECT}\b)", "must"),
    (r"\b(may|must)( not)? (?:i|we|you|he|she|they|one|WHO)\b", r"\1\2"),
)
"""Ways to ask for leave, in the words *may* and *must*."""

LEAVE = r"may not|can't|cannot|mustn't|needn't|don't have to|doesn't have to|may|can|must"
_GIVEN = re.compile(rf"(?P<who>[\w']+) (?P<leave>{LEAVE})\b(?P<what>(?: \w+){{1,3}})")
_ALLOWS = re.compile(rf"\b(?:{LEAVE}|only|not|need|allowed|never|always|sits? out)\b|n't\b")
_ORDER = re.compile(r"(?:^|[,:;] |\bthen )(\w+)")
"""Where the verb of an order is: *draw one card, then discard one*."""

_UNDER = re.compile(
    r"\b(?:if|when|unless|only|until|before|but|except|after|without|while|on|during|with|than|to|from|other|another|most)\b"
)
"""Words that make a sentence depend on something."""

NEUTRAL = words_of(
    "i you we he she they it a an the my your his her our their do does is are am be to of in on at for may must can "
    "and so then just really still also ever please any some that this with have has had got if someone somebody"
)
"""Words of a question that a sentence needn't have."""


class Asks(NamedTuple):
    """A question for leave: ``may`` or ``must`` and what for, both "" if it asks for something else.

    ``named`` is set if it is about somebody else than the players who ask, such as the dealer.
    """

    leave: str
    verb: str
    polar: bool
    named: bool = False


def asked_leave(plain: str) -> str:
    """A question in the words *may* and *must*, without pronouns behind them."""
    if re.match(r" many .*\bneed\b", plain):
        return plain
    for pattern, instead in _ASKED:
        plain = re.sub(pattern, instead, plain)
    return plain


def asks(text: str) -> Asks:
    """What a question asks leave for."""
    match = re.search(
        rf"\b(may|must) (?:not )?(?P<named>{_SUBJECT} )?(?:also |only |even |just |still )?(?P<verb>\w+)", text
    )
    if not match or match["verb"] in {*NUMBERS, *RANKS, "a", "an", "the", "more"}:  # it needs a thing
        return Asks("", "", False)
    verb = "" if match["verb"] in SMALL else match["verb"]
    return Asks(match[1], verb, not text[: match.start()].strip(), bool(match["named"]))


def decides(sentence: str, asked: Asks) -> bool:
    """Whether a sentence answers a question for leave."""
    if not asked.verb:
        return bool(_ALLOWS.search(sentence))
    if found := _given(sentence, asked.verb):
        return not (asked.leave == "must" and found["leave"] in ("can't", "may not"))
    if asked.leave == "must" and "don't want to" in sentence and says(sentence, asked.verb):
        return True
    orders = (order for order in _ORDER.findall(sentence) if not re.search(r"[^s]s$", order))
    return any(says(order, asked.verb) for order in orders)


def _given(sentence: str, verb: str) -> re.Match[str] | None:
    return next((found for found in _GIVEN.finditer(sentence) if says(found["what"], verb)), None)


def _has(sentence: str, word: str) -> bool:
    """Whether a sentence has a word, small ones as they are."""
    return word in re.findall(r"[\w']+", sentence) if word in SMALL else says(sentence, word)


def yes_or_no(text: str, asked: Asks, question: str) -> str:
    """``Yes`` or ``No`` if one sentence of a rule decides a question, otherwise ""."""
    if not asked.polar or not asked.verb or " not " in question:
        return ""
    words = [word for word in re.findall(r"[^\W_]+", question) if word not in NEUTRAL]
    for sentence in re.split(r"(?<=[.:;])\s", re.sub(r" \(standard: [^)]*\)|-", "", text.lower())):
        found = _given(sentence, asked.verb)
        if not found or not (found["who"] == "you" or found["who"] in words):
            continue
        if not any(re.search(rf"\b{form}", found["what"]) for form in forms_of(asked.verb)):  # only a synonym
            continue
        rest = re.sub(r"\bif you (?:can|like)\b", "", sentence.replace(found[0], found["what"]))
        if re.search(r"n't\b|\bnot\b", rest) or not all(_has(sentence, word) for word in words):
            continue
        if {*_UNDER.findall(rest)} - {*_UNDER.findall(question)}:
            continue
        if asked.leave == "may":
            return "No" if found["leave"] in ("can't", "cannot", "mustn't", "may not") else "Yes"
        if found["leave"] == "must":
            return "Yes"
        if found["leave"] in ("needn't", "don't have to", "doesn't have to") or "even if" in sentence:
            return "No"
    return ""
