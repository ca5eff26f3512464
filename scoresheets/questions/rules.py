"""The rule that answers a question: the one that has the most of its words, where a rare word counts more.

No rule is named here, and no word of a game: idioms and synonyms are in ``tabletalk.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from referee.cards import RANK_NAMES, SUIT_NAMES, read_cards
from scoresheets.book.rulebook import Found, Spoken, spoken
from scoresheets.book.tabletalk import COMMON, said_alike
from scoresheets.questions.parse import NUMBERS, ORDINALS, Question, words_of

ALSO = 2  # rules to quote at most
SURE = 0.6  # of the weight of a question, for a rule that answers it
NEAR = 0.3  # of it, for a rule that may
BESIDE = 0.9  # of the best rule's weight, for another that answers too
APART = 0.5  # of a word's weight, if it isn't in the same sentence as the others
FITS = 1.2  # times the weight, for a rule whose whole name is asked for, or that scores if a value is asked for
LACKS = 0.7  # times the weight, for a rule without what is asked for: a permission, a number, the card
OTHERWISE = 0.95  # times the weight, for a ruling where the rules don't say
ELSEWHERE = 0.6  # times the weight, for a rule of every game

EMPTY = words_of(
    "use put something nothing another extra many far get got when how what who why where often long big way kind sort "
    "mean means called really ever yet more much total tonight today pls ok okay even else ones one's want like per rn "
    "straight away happens happen possible try own day until til think thing against"
)
"""Words that say nothing of a rule."""


@dataclass
class Looked:
    """The result: the rules that answer, otherwise the nearest, and the words that no rule has.

    ``perhaps`` is set if the nearest rule may answer.
    """

    rules: list[Found] = field(default_factory=list)
    nearest: list[Found] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    perhaps: bool = False


def look_up(question: Question, game: str, own: Sequence[Found] = ()) -> Looked:
    """The rules of a game that answer a question, or the nearest."""
    asked = spoken(_in_words(question.plain), game, own, EMPTY)
    ranked = sorted(
        ((_fits(one, game, question, asked.weight), one.rule) for one in asked.rules if one.said),
        key=lambda fit: (-round(fit[0], 2), len(fit[1].text)),
    )
    nearest = [rule for _, rule in ranked if rule.game][:ALSO]
    said = {word for one in asked.rules for word in one.said}
    if not ranked or not nearest:
        return Looked([], nearest, asked.strange)
    best, whole = ranked[0][0], asked.weight
    if best < SURE * whole or (asked.strange and best < SURE) or said <= COMMON | NUMBERS.keys() | ORDINALS.keys():
        return Looked([], nearest, asked.strange, best >= NEAR * whole and _gives(nearest[0].text.lower(), question))
    return Looked([rule for fit, rule in ranked if fit >= BESIDE * best][:ALSO], nearest)


def _in_words(plain: str) -> str:
    """A question without players, and with cards in words."""
    text = re.sub(r"\bmany (?=\w+s\b)", "how many ", re.sub(r"\bWHO(?:'s)?\b", " ", plain))
    return re.sub(r"[\w♠♥♦♣]+", lambda said: _card(said[0]), text)


def _card(word: str) -> str:
    if re.fullmatch(r"[2-9]|10", word):
        return "two" if word == "2" else RANK_NAMES[word]
    cards = read_cards(word) if re.fullmatch(r"(?:10|[akqj2-9])[shdc♠♥♦♣]", word) else ()
    return " ".join(f"{RANK_NAMES.get(card.rank, 'two')} of {SUIT_NAMES[card.suit]}" for card in cards or ()) or word


def _fits(one: Spoken, game: str, question: Question, whole: float) -> float:
    """How much of a question a rule has: what is in its name or one sentence in full, what is elsewhere in part."""
    together = max(sum(one.said[word] for word in words) for words in _places(one))
    fit = together + APART * (sum(one.said.values()) - together)
    if one.whole or (asks_worth(question) and one.rule.scores):
        fit *= FITS
    if one.whole and "-" in one.rule.name:
        fit = max(fit, SURE * whole)
    if not _gives(one.rule.text.lower(), question):
        fit *= LACKS
    return fit * (OTHERWISE if one.rule.silent else 1) * (1 if one.rule.game == game else ELSEWHERE)


def _places(one: Spoken) -> Iterator[list[str]]:
    """The words of a question in each sentence of a rule, with those of its name."""
    for sentence in re.split(r"(?<=[.:;])\s", one.rule.text.lower()):
        yield [word for word in one.said if word in one.named or said_alike(word, sentence)]


_ASKS_LEAVE = re.compile(r" (?:can|may|must|should|could|am|do (?:i|you|we) need|does \w+ need)\b")
_LEAVE = re.compile(r"\b(?:may|can|must|only|not|need|allowed|never|always)\b|n't\b")
_FIGURE = re.compile(rf"\d|\b(?:{'|'.join((*NUMBERS, *RANK_NAMES.values(), *ORDINALS, 'all', 'half', 'no limit'))})\b")


def _gives(text: str, question: Question) -> bool:
    """Whether a rule has what is asked for: what is allowed, a number, the cards that are named."""
    if _ASKS_LEAVE.match(question.plain) and not _LEAVE.search(text):
        return False
    if question.plain.startswith(" many") and not _FIGURE.search(text):
        return False
    return all(card.rank.lower() in text or RANK_NAMES.get(card.rank, "two") in text for card in question.cards)


def asks_worth(question: Question) -> bool:
    """Whether it asks for a number of points."""
    return bool(
        re.search(
            r"\bworth\b| many (?:points? )?(?:is|are|do|does|for)\b|\bpoints? for\b|\bmany points?\b"
            r"|^ what .*\b(?:pay|pays|cost|costs|score|scores|get for)\b",
            question.plain,
        )
    )
