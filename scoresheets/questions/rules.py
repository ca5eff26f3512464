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
    "happens happen try own day go never back shoot shoots shot until til"
)
"""Words that no rule needs to have."""

COMMON = WORTH | words_of("hand hands card cards game turn play plays played take takes player table point points deal")
"""Words that aren't enough to find a rule."""

FIGURES = frozenset((*NUMBERS, *ORDINALS, *IN_WORDS, *(f"{name}s" for name in IN_WORDS))) | {str(n) for n in range(200)}
"""Numbers and ranks, which many rules have."""

_FIGURE = re.compile(
    rf"\d|\b(?:{'|'.join((*NUMBERS, *IN_WORDS, *ORDINALS, 'once', 'twice', 'single', 'all', 'half'))})\b"
)
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
    ranked = sorted((one for one in every if one.covers), key=lambda one: _place(one, game))
    if not ranked:
        return Looked([], [], strange)
    near = [one.rule for one in ranked if one.rule.game][:ALSO]
    answers = [one for one in ranked if _answers(one, units, question)]
    if strange or not answers:
        return Looked([], near, strange)
    most = len(answers[0].covers)
    return Looked([one.rule for one in answers if len(one.covers) == most][:ALSO], near, [])


def _answers(one: Spoken, units: Sequence[str], question: Question) -> bool:
    """Whether a rule matches enough of the question."""
    text = one.rule.text.lower()
    if any(not {card.rank.lower(), _rank_name(card.rank)} & {*re.findall(r"\w+", text)} for card in question.cards):
        return False
    missing = len(units) - len(one.covers)
    if missing > 1 or (missing and len(one.covers) < 2):
        return False
    plain = one.covers <= COMMON | FIGURES and not any(unit in one.rule.name.split("-") for unit in one.covers - COMMON)
    if plain or (not one.rule.game and len(one.covers) < 2):
        return False
    if len(one.covers) == 1 and not _in_name(one) and not any(" " in unit for unit in one.covers) and len(units) > 1:
        return False
    return not question.plain.startswith(" many") or bool(_FIGURE.search(one.rule.text.lower()))


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


def _place(one: Spoken, game: str) -> tuple[int, bool, bool, int, int]:
    return -len(one.covers), one.rule.game != game, one.rule.silent, -_in_name(one), len(one.rule.text)
