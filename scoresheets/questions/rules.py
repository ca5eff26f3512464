"""The rule that answers a question: the one that has the most of its words, where a rare word counts more.

No rule is named here, and no word of a game: idioms and synonyms are in ``tabletalk.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from referee.cards import RANK_NAMES, SUIT_NAMES, read_cards
from scoresheets.book.rulebook import Found, Spoken, spoken
from scoresheets.book.tabletalk import COMMON, said_alike
from scoresheets.questions.leave import LEAVE, Asks, asked_leave, asks, decides, yes_or_no
from scoresheets.questions.parse import NUMBERS, ORDINALS, Question, words_of

ALSO = 2  # rules to quote at most
SURE = 0.6  # of the weight of a question, for a rule that answers it
NEAR = 0.3  # of it, for a rule that may
BESIDE = 0.9  # of the best rule's weight, for another that answers too
APART = 0.5  # of a word's weight, if it isn't in the same sentence as the others
ALLOWS = 1.2  # times the weight, for a sentence that says whether what is asked for is allowed
IF = 1.15  # times the weight, for a sentence that says what happens if something does
THEN = 0.9  # times the weight, for a sentence about a first or last time that isn't asked for
WHEN = 1.25  # times the weight, for a sentence with the same word of time or order
FITS = 1.2  # times the weight, for a rule whose whole name is asked for, or that scores if a value is asked for
OTHER = 0.8  # times the weight, for a rule without the verb of what may or must be done
LACKS = 0.7  # times the weight, for a rule without what is asked for: a permission, a number
WITHOUT = 0.3  # times the weight, for a rule without the card that is named
OTHERWISE = 0.9  # times the weight, for a ruling where the rules don't say
ELSEWHERE = 0.6  # times the weight, for a rule of every game

EMPTY = words_of(
    "put something another extra many far get got when how what who why where often long big way kind sort "
    "mean means called really ever yet more much total tonight today pls ok okay even else ones one's want like per rn "
    "straight away happens happen possible try own day until til think thing against elses "
    "else's peoples someone's instead anywhere whole wrongly find none"
)
"""Words that say nothing of a rule."""

HINTS = COMMON | words_of("must may play")
"""Words that add to others."""

ALONE = HINTS | NUMBERS.keys() | ORDINALS.keys()
"""Words that name no rule if they are all that it has of a question."""

_LIKE = {"after": "before", "every": "all", "not": "can't", "twice": "once"}
_TIMES = re.compile(r"\b(?:first|last|before|after|again|once|twice|next|all|every|not|can't|don't)\b")


def times(text: str) -> set[str]:
    """The words of a text for when, how often, how many and not, which say nothing of a rule by themselves."""
    return {_LIKE.get(word, word) for word in _TIMES.findall(text)}


@dataclass
class Looked:
    """The result: the rules that answer, otherwise the nearest, and the words that no rule has.

    ``perhaps`` is set if the nearest rule may answer.
    """

    rules: list[Found] = field(default_factory=list)
    nearest: list[Found] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    perhaps: bool = False


def look_up(
    question: Question,
    game: str,
    own: Sequence[Found] = (),
    played: Callable[[Iterable[Found]], list[Found]] = list,
) -> Looked:
    """The rules of a game that answer a question, or the nearest. ``played`` gives rules as the table plays them."""
    plain = asked_leave(question.plain)
    leave = asks(plain)
    asked = spoken(_in_words(plain), game, own, EMPTY)
    some = [one for one in asked.rules if one.said]
    some = [one._replace(rule=rule) for one, rule in zip(some, played(one.rule for one in some), strict=True)]
    ranked = sorted(
        ((_fits(one, game, question, leave, asked.weight), one) for one in some),
        key=lambda fit: (-round(fit[0], 2), len(fit[1].rule.text)),
    )
    nearest = [one.rule for _, one in ranked if one.rule.game][:ALSO]
    if not ranked or not nearest or not any(_names_cards(one.rule.text.lower(), question) for one in asked.rules):
        return Looked([], nearest, asked.strange)
    (best, first), whole = ranked[0], asked.weight
    decided = _decides(first.rule.text.lower(), leave)
    alone = first.said.keys() <= ALONE or _alone(first) < NEAR * whole
    if best < SURE * whole or (asked.strange and best < SURE) or (alone and not decided):
        gives = [
            one.rule
            for fit, one in ranked[:ALSO]
            if one.rule in nearest and fit >= NEAR * whole and _gives(one.rule.text.lower(), question, leave)
        ]
        return Looked([], sorted(nearest, key=lambda rule: rule not in gives), asked.strange, bool(gives))
    if not first.named and not _gives(first.rule.text.lower(), question, leave):
        return Looked([], nearest, asked.strange, True)
    return Looked([one.rule for fit, one in ranked if fit >= BESIDE * best][:ALSO], nearest)


def begun(text: str, question: Question) -> str:
    """A rule with what it answers first, if one sentence has that: yes, no, or a number."""
    plain = asked_leave(question.plain)
    first = yes_or_no(text, asks(plain), plain) or (_points(text, _in_words(plain)) if asks_worth(question) else "")
    return f"{first}: {text}" if first else text


_POINTS = re.compile(
    r"\b(?:scores?|scoring|loses?|costs?|pays?|counts?|worth|antes?)(?: you| them| it| another player)* "
    r"(?P<points>(?:[\d,]*\d½?|nothing)\b(?:(?: chips?)? (?:for each|per) [a-z ]+)?)"
)


def _points(text: str, asked: str) -> str:
    """The only number of points in the sentence of a rule that has most of a question, otherwise ""."""
    words = [word for word in re.findall(r"[^\W_]+", asked) if word not in EMPTY]
    sentences = re.split(r"(?<=[.:;])\s", re.sub(r" \(standard: [^)]*\)", "", text))
    best = max(sentences, key=lambda sentence: sum(said_alike(word, sentence.lower()) for word in words))
    found = _POINTS.search(best)
    if found is None or len({*re.findall(r"\d[\d,]*½?|nothing", best)}) > 1:
        return ""
    return found["points"].capitalize()


def _in_words(plain: str) -> str:
    """A question without players, and with cards in words."""
    plain = re.sub(r"\b(bid\w*) (?:nothing|none)\b", r"\1 zero", plain)
    text = re.sub(r"\bmany (?=\w+s\b)", "how many ", re.sub(r"\bWHO(?:'s)?\b", " ", plain))
    return re.sub(r"[\w♠♥♦♣]+", lambda said: _card(said[0]), text)


def _card(word: str) -> str:
    if re.fullmatch(r"[2-9]|10|[kqj]", word):
        word = word.upper()
        return "two" if word == "2" else RANK_NAMES[word]
    cards = read_cards(word) if re.fullmatch(r"(?:10|[akqj2-9])[shdc♠♥♦♣]", word) else ()
    return " ".join(f"{RANK_NAMES.get(card.rank, 'two')} of {SUIT_NAMES[card.suit]}" for card in cards or ()) or word


_IF_NOT = re.compile(r"\bif you (?:can't|don't)\b")


def _alone(one: Spoken) -> float:
    """The weight of the words that name a rule."""
    return sum(weight for word, weight in one.said.items() if word not in HINTS)


def _fits(one: Spoken, game: str, question: Question, leave: Asks, whole: float) -> float:
    """How much of a question a rule has: what is in its name or one sentence in full, what is elsewhere in part."""
    when = times(question.plain)
    together = max(
        sum(one.said[word] for word in words)
        * float(ALLOWS ** decides(sentence, leave))
        * (WHEN if when & times(sentence) else 1)
        * (THEN if leave.leave and {"first", "last"} & times(sentence) - when else 1)
        * (IF if question.plain.startswith((" what if", " what happens")) and "if " in sentence else 1)
        * (OTHER if "if " in question.plain and "can't" not in when and _IF_NOT.search(sentence) else 1)
        for sentence, words in _places(one)
    )
    fit = together + APART * max(sum(one.said.values()) - together, 0)
    if one.whole or (asks_worth(question) and one.rule.scores):
        fit *= FITS
    if one.whole and "-" in one.rule.name:
        fit = max(fit, SURE * whole)
    if leave.verb and not any(said_alike(leave.verb, word) for word in one.said):
        fit *= OTHER
    if not _gives(one.rule.text.lower(), question, leave):
        fit *= LACKS
    if not _names_cards(one.rule.text.lower(), question):
        fit *= WITHOUT
    return fit * (OTHERWISE if one.rule.silent else 1) * (1 if one.rule.game == game else ELSEWHERE)


def _places(one: Spoken) -> Iterator[tuple[str, list[str]]]:
    """Each sentence of a rule, with the words of a question that are in it or in the rule's name."""
    for sentence in re.split(r"(?<=[.:;])\s", one.rule.text.lower().replace("discard pile", "pile")):
        yield sentence, [word for word in one.said if word in one.named or said_alike(word, sentence)]


_LEAVE = re.compile(rf"\b(?:{LEAVE}|only|not|need|allowed|never|always|sits? out)\b|n't\b")
_FIGURE = re.compile(rf"\d|\b(?:{'|'.join((*NUMBERS, *RANK_NAMES.values(), *ORDINALS, 'all', 'half', 'no limit'))})\b")


def _decides(text: str, leave: Asks) -> bool:
    """Whether a sentence of a rule says if something may or must be done."""
    return any(decides(sentence, leave) >= 1 for sentence in re.split(r"(?<=[.:;])\s", text))


def _gives(text: str, question: Question, leave: Asks) -> bool:
    """Whether a rule has what is asked for: what is allowed, or a number."""
    if (
        leave.leave
        and not (leave.leave == "must" and leave.named)
        and not (_decides(text, leave) or _LEAVE.search(text))
    ):
        return False
    return not question.plain.startswith(" many") or bool(_FIGURE.search(text))


def _names_cards(text: str, question: Question) -> bool:
    """Whether a rule speaks of the cards that a question names, by rank or as a court card."""
    return all(
        RANK_NAMES.get(card.rank, "two") in text
        or card.pretty.lower() in text
        or (card.rank in "KQJ" and re.search(r"\b(?:face|court|any) cards?\b", text))
        for card in question.cards
    )


def asks_worth(question: Question) -> bool:
    """Whether it asks for a number of points."""
    return bool(
        re.search(
            r"\bworth\b| many (?:points? )?(?:is|are|do|does|for)\b|\bpoints? for\b|\bmany points?\b"
            r"|\bget (?:for|if|when)\b|^ what .*\b(?:pay|pays|cost|costs|score|scores|lose|loses)\b",
            question.plain,
        )
    )
