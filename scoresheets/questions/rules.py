"""The rule that answers a question: one with all of its words that count, as far as the game's rules have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.cards import RANK_NAMES
from scoresheets.book.rulebook import Found, Spoken, spoken
from scoresheets.book.tabletalk import RANKS as IN_WORDS
from scoresheets.book.tabletalk import WORTH
from scoresheets.questions.parse import NUMBERS, ORDINALS, Question, words_of

ALSO = 2  # rules to quote at most

GENERAL = words_of(
    "need use put anything something nothing another extra many far cost costs get got when how what who why where "
    "often long big way kind sort mean means called really ever yet left more most much total less least lowest "
    "tonight today pls allowed legal ok okay just still even else too also ones one's make makes made able want like "
    "going goes gone went happens happen possible try own day go never back shoot shoots shot until til"
)
"""Words that no rule needs to have."""

MANY = 2  # rules that fit equally well by a single word; with more, none of them is the answer

EVERYWHERE = words_of(
    "the and are you can may must does did what when where who why how many much for from with that this has have had "
    "get gets got her his him she they them our your not will would was were its one any use there"
)
"""Words that too many rules have for a match to mean anything."""

COMMON = WORTH | words_of("hand hands card cards game turn play plays played take takes player table point points deal")
"""Words that aren't enough to find a rule."""

FIGURES = frozenset((*NUMBERS, *ORDINALS, *IN_WORDS, *(f"{name}s" for name in IN_WORDS))) | {str(n) for n in range(200)}
"""Numbers and ranks, which many rules have."""

_FIGURE = re.compile(rf"\d|\b(?:{'|'.join((*NUMBERS, *IN_WORDS, *ORDINALS, 'all', 'half', 'no limit'))})\b")
_MAY = re.compile(r" (?:can|may|must|should|could|am|do (?:i|you|we) need|does \w+ need)\b")
_MODAL = re.compile(r"\b(?:may|can|must|only|not|need|allowed|never|no|always)\b|n't\b")
_A_RANK = re.compile(r"\b(a|an|the|on|of) ([2-9]|10)s?\b")


@dataclass
class Looked:
    """The result: the rules that answer, otherwise the nearest, and the words that no rule has."""

    rules: list[Found] = field(default_factory=list)
    nearest: list[Found] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)


def look_up(question: Question, game: str, own: Sequence[Found] = ()) -> Looked:
    """The rules of a game that answer a question.

    A rule answers if it has all the words that count, or all but one of three or more, and if the words say more than
    the subject of every rule. A question for a number needs a rule with a number. Words that no rule has aren't
    understood. Rules with the most of the words come first, then those whose names have the most, then the shortest.
    """
    words = _A_RANK.sub(lambda said: f"{said[1]} {_rank(said[2])}", re.sub(r"\bWHO(?:'s)?\b", " ", question.plain))
    units, every = spoken(words, game, own)
    units = [unit for unit in units if unit not in GENERAL]
    every = [one._replace(covers=one.covers - GENERAL) for one in every]
    known = {unit for one in every for unit in one.covers}
    strange = [unit for unit in units if unit not in known]
    said, worth = _literal(words), _asks_worth(question)
    ranked = sorted((one for one in every if one.covers), key=lambda one: _place(one, game, said, worth))
    if not ranked:
        return Looked([], [], strange)
    near = [one.rule for one in ranked if one.rule.game][:ALSO]
    answers = [one for one in ranked if _answers(one, units, question)]
    if strange or not answers:
        return Looked([], near, strange)
    most = len(answers[0].covers)
    alike = [
        one for one in answers if _place(one, game, said, worth)[:-1] == _place(answers[0], game, said, worth)[:-1]
    ]
    if len(alike) > MANY and most < MANY:
        return Looked([], [one.rule for one in alike][:ALSO], strange)
    return Looked([one.rule for one in alike][:ALSO], near, [])


def _literal(words: str) -> frozenset[str]:
    """Prefixes of the words in a question, except for words that every question has."""
    return frozenset(_begun(word) for word in re.findall(r"[a-z]{3,}|\d+", words.lower()) if word not in EVERYWHERE)


def _begun(word: str) -> str:
    return re.sub(r"(?:ing|ed|es|s)$", "", word)[:5] if len(word) > 4 else word.removesuffix("s")


def _in_one_sentence(one: Spoken, said: frozenset[str]) -> int:
    """How many of the words of a question stand together in one sentence of a rule."""
    sentences = re.split(r"(?<=[.:;])\s", one.rule.text.lower())
    return max(len(said & {_begun(word) for word in re.findall(r"[a-z]{3,}|\d+", text)}) for text in sentences)


def _answers(one: Spoken, units: Sequence[str], question: Question) -> bool:
    """Whether a rule matches enough of the question."""
    text = one.rule.text.lower()
    if any(not {card.rank.lower(), _rank_name(card.rank)} & {*re.findall(r"\w+", text)} for card in question.cards):
        return False
    missing = len([unit for unit in units if unit not in FIGURES or unit in one.covers]) - len(one.covers)
    if missing > 1 or (missing and len(one.covers) < 2):
        return False
    plain = one.covers <= COMMON | FIGURES and not any(unit in _parts(one) for unit in one.covers - COMMON)
    if _MAY.match(question.plain) and not _MODAL.search(text):
        return False
    if _asks_worth(question) and not _tells_worth(one):
        return False
    if plain and not (_asks_worth(question) and one.rule.scores and one.covers - WORTH):
        return False
    if not one.rule.game and len(one.covers) < 2:
        return False
    if len(one.covers) == 1 and not _in_name(one) and not any(" " in unit for unit in one.covers) and len(units) > 1:
        return False
    return not question.plain.startswith(" many") or bool(_FIGURE.search(text))


def _asks_worth(question: Question) -> bool:
    """Whether it asks for a number of points."""
    plain = question.plain
    return bool(
        re.search(
            r"\bworth\b| many (?:points? )?(?:is|are|do|does|for)\b|\bpoints? for\b|\bmany points?\b"
            r"|^ what .*\b(?:pay|pays|cost|costs)\b",
            plain,
        )
    )


def _tells_worth(one: Spoken) -> bool:
    """Whether one sentence of a rule, or the next, has a figure beside what is asked for."""
    named = {_begun(word) for unit in one.covers - WORTH for word in unit.split()} - {"worth"}
    text = one.rule.text.lower()
    return bool(_FIGURE.search(text)) and (not named or any(name in text for name in named) or bool(_in_name(one)))


def _parts(one: Spoken) -> list[str]:
    """The words of a rule's name; none of a ruling, which is only numbered."""
    return [] if one.rule.silent else one.rule.name.split("-")


def _is_named(one: Spoken) -> bool:
    """Whether the question has the whole name of a rule: *remise*, *most cards*."""
    parts = {_begun(part) for part in _parts(one)}
    return bool(parts) and parts <= {_begun(word) for unit in one.covers for word in unit.split()}


def _rank_name(rank: str) -> str:
    return RANK_NAMES.get(rank, rank)


def _rank(pips: str) -> str:
    return "two" if pips == "2" else RANK_NAMES[pips]


def _in_name(one: Spoken) -> int:
    """The number of words that appear in the name of a rule."""
    return sum(
        any(word[: max(4, len(word) - 2)] in one.rule.name for word in re.findall(r"[a-z]{3,}", unit))
        for unit in one.covers
    )


def _place(
    one: Spoken, game: str, said: frozenset[str], worth: bool
) -> tuple[int, bool, bool, bool, bool, int, int, int]:
    together = _in_one_sentence(one, said)
    return (
        -len(one.covers) - one.meant,
        one.rule.game != game,
        not _is_named(one),
        worth and not one.rule.scores,
        one.rule.silent,
        -together,
        -_in_name(one),
        len(one.rule.text),
    )
