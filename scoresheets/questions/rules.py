"""Which rule answers a question.

Rules declare the phrases by which players ask for them. `look_up` puts the rules of a game in the order of `Fit`. The
first of them answers if no other is as good, it has every word that tells anything, and it is asked for by a phrase or
by its whole name. Otherwise it is only the closest. No rule is named here, and no word of a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from referee.cards import RANK_NAMES, SUIT_NAMES, read_cards
from scoresheets.book.rulebook import Found, words_of_rules
from scoresheets.book.tabletalk import COMMON, RANKS, SMALL, SUITS, WORDS, slips
from scoresheets.book.wording import Saying, meanings, says, sentences, stem, stems, stems_in, words_in
from scoresheets.questions.leave import Asks, asked_leave, asks, decides, yes_or_no
from scoresheets.questions.parse import NUMBERS, ORDINALS, Question, words_of

ALSO = 2  # rules to name at most

EMPTY = words_of(
    "put something another extra many far get got when how what who why where often long big way kind sort "
    "mean means called really ever yet more much total tonight today pls ok okay even else ones one's want like per rn "
    "straight away happens happen possible try own day until til think thing against elses nobody whenever "
    "else's peoples someone's instead anywhere whole wrongly find none "
    "like likes come comes coming good really usually normally hang tell middle normal ones enough simply case "
    "line lines plain "
    "guy bloke fella dude chap altogether together nowadays days give gives gave exactly exact bad alright em"
)
"""Words that say nothing of a rule, unless a phrase has them."""

KINDS = words_of("who what which when where why how many may must can need do does is are to of the a an")
"""Words for the kind of answer."""

WORTH = words_of(
    "worth score scores scored scoring point points count counts value pay pays paid bring brings cost costs bonus"
)
"""Words that ask for points."""

_LIKE = {"after": "before", "every": "all", "not": "can't", "twice": "once"}
_TIMES = re.compile(r"\b(?:first|last|before|after|again|once|twice|next|all|every|not|can't|don't)\b")


def times(text: str) -> set[str]:
    """The words of a text for when, how often, how many and not, which say nothing of a rule by themselves."""
    return {_LIKE.get(word, word) for word in _TIMES.findall(text)}


@dataclass
class Looked:
    """The result: the rules that answer, otherwise the nearest, and the words that no rule of the game has.

    ``idle`` are those that no rule of any game has. ``perhaps`` is set if the nearest rule may answer.
    """

    rules: list[Found] = field(default_factory=list)
    nearest: list[Found] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)
    idle: list[str] = field(default_factory=list)
    perhaps: bool = False


class Fit(NamedTuple):
    """How well a rule fits a question. Rules are compared by these, in this order; less is better."""

    missing: int  # telling words that the rule doesn't have
    named: tuple[int, ...]  # telling words in one of its phrases, below zero
    gives_not: bool  # the kind of answer
    times_not: bool  # the question's words of time and number
    whole: bool  # its whole name isn't asked for
    in_name: int  # telling words in its name, below zero
    silent: bool
    everywhere: bool  # a rule of every game
    rest: tuple[int, ...]  # for rules that fit alike

    @property
    def sure(self) -> bool:
        """Whether it has and gives all that is asked for, and was asked for itself."""
        asked_for = self.named[0] < 0 or not self.whole or self.silent
        return not (self.missing or self.gives_not) and asked_for


class Telling(NamedTuple):
    """A question as it is compared with rules: its words, those that tell something, those that a rule needs."""

    question: Question
    leave: Asks
    words: list[str]
    telling: list[str]
    needed: list[str]
    saying: Saying


_NAME = re.compile(r"(?<=\w )[A-Z][a-z]+\b")
"""A word that may be a name: with a capital, but not the first of a sentence."""


def look_up(question: Question, rules: Sequence[Found]) -> Looked:
    """The rule that answers a question, or the nearest.

    Words that no rule of any game has are left out if a rule answers without them.
    """
    looked = best_of(question, rules)
    if looked.rules or not looked.strange:
        return looked
    names = {word.lower() for word in _NAME.findall(question.text)}
    known = words_of_rules(word for word in looked.strange if word not in names)
    looked.idle = [word for word in looked.strange if word not in known]
    if looked.idle and not known:
        again = best_of(question, rules, frozenset(looked.idle))
        if again.rules:
            return replace(again, strange=looked.strange)
    return looked


def best_of(question: Question, rules: Sequence[Found], idle: frozenset[str] = frozenset()) -> Looked:
    """The rule that answers a question without its ``idle`` words, or the nearest."""
    told = _telling(question, rules, idle)
    has = [_has(rule, told) for rule in rules]
    unknown = [word for word in told.needed if not any(word in words for words in has)]
    strange = [word for word in unknown if word not in WORTH and not _is_card(word)]
    fits = sorted(
        ((_fit(rule, told, words), rule) for rule, words in zip(rules, has, strict=True) if words),
        key=lambda fit: fit[0],
    )
    nearest = [rule for _, rule in fits if rule.game][:ALSO]
    if not nearest:
        return Looked([], nearest, strange)
    (best, first), *others = fits
    if best.sure and not any(fit[:-1] == best[:-1] for fit, _ in others[:1]):
        return Looked([first], nearest)
    near = best.missing <= 1 and not best.gives_not and not unknown
    return Looked([], nearest, strange, perhaps=near or (bool(best.named[0]) and not best.missing))


def _telling(question: Question, rules: Sequence[Found], idle: frozenset[str]) -> Telling:
    """The words of a question without the ``idle`` ones, with slips of the finger put right."""
    plain = asked_leave(question.plain)
    words = _spelt(words_in(_in_words(plain, question)), rules)
    empty = EMPTY | idle | (WORTH if asks_worth(question) else frozenset())
    telling = [word for word in dict.fromkeys(words) if word not in SMALL and word not in empty]
    needed = [word for word in telling if word not in COMMON and not _is_number(word)]
    saying = Saying(words, KINDS | (WORTH if asks_worth(question) else frozenset()))
    return Telling(question, asks(plain), words, telling, needed, saying)


def _is_number(word: str) -> bool:
    return word in NUMBERS or word in ORDINALS or word.isdigit()


def _is_card(word: str) -> bool:
    return word.removesuffix("s") in {*RANKS, *SUITS}


def _name(rule: Found) -> frozenset[str]:
    return frozenset() if rule.silent else stems_in(rule.name.replace("-", " "))


def _has(rule: Found, told: Telling) -> frozenset[str]:
    """The telling words that a rule has in its name, its text or its phrases."""
    there = _name(rule) | stems_in(rule.text) | stems_in(" ".join(rule.asked))
    return frozenset(word for word in told.telling if meanings(word) & there) | told.saying.best(rule.asked).words


def _fit(rule: Found, told: Telling, has: frozenset[str]) -> Fit:
    """How well a rule fits: by one of its phrases, its name and its best sentence."""
    name = _name(rule)
    named = told.saying.best(rule.asked)
    when = times(told.question.plain)
    text = [sentence.lower() for sentence in sentences(rule.text)]
    if named.telling:
        missing = sum(word not in has for word in told.needed)
        gives_not = not (told.leave.polar or any(_gives(one, rule, told) for one in text))
        times_not = not any(when & times(one) for one in text)
    else:
        missing, gives_not, times_not = min(
            (
                sum(not meanings(word) & (stems_in(one) | name) for word in told.needed),
                not _gives(one, rule, told),
                not when & times(one),
            )
            for one in text
        )
    return Fit(
        missing,
        (-named.telling, -named.exact, -len(named.words)),
        gives_not,
        times_not,
        not name or not all(any(part in meanings(word) for word in told.telling) for part in name),
        -sum(bool(meanings(word) & name) for word in told.needed),
        rule.silent,
        not rule.game,
        (-sum(stem(word) in stems_in(rule.text) for word in told.telling), len(rule.text)),
    )


_FIGURES = (*NUMBERS, *RANK_NAMES.values(), *ORDINALS, "all", "half", "no limit", "nothing", "as many")
_FIGURE = re.compile(rf"\d|\b(?:{'|'.join(_FIGURES)})\b")
_PAYS = re.compile(r"\b(?:scor(?:es?|ing)|los(?:es?|ing)|costs?|pays?|counts?|worth|antes?|adds|points?|chips?)\b")
_PLAYER = re.compile(r"\b(?:players?|partners?|teams?|you|everybody|everyone|nobody|\w+(?:er|or))\b")


def _gives(sentence: str, rule: Found, told: Telling) -> bool:
    """Whether a sentence gives the kind of answer that is asked for: leave, points, a number, a player."""
    if told.leave.polar:
        return decides(sentence, told.leave)
    if asks_worth(told.question):
        return bool(rule.scores) or bool(_PAYS.search(sentence) and _FIGURE.search(sentence))
    if told.question.plain.startswith(" many"):
        return bool(_FIGURE.search(sentence))
    return not told.question.plain.startswith(" who") or bool(_PLAYER.search(sentence))


def _spelt(words: Iterable[str], rules: Iterable[Found]) -> list[str]:
    """Words with slips of the finger put right, if one word is meant that a rule or a question has."""
    there = {*SMALL, *EMPTY, *WORDS}
    for rule in rules:
        there |= {*words_in(" ".join((rule.name, rule.text, *rule.asked)))}
    begun = {*stems(there)}

    def right(word: str) -> str:
        if len(word) < 3 or word.isdigit() or stem(word) in begun:
            return word
        return min(
            (other for other in slips(word) if other in there), key=lambda other: other not in SMALL, default=word
        )

    return [right(word) for word in words]


def begun(text: str, question: Question) -> str:
    """A rule with what it answers first, if one sentence has that: yes, no, or a number."""
    plain = asked_leave(question.plain)
    first = (
        yes_or_no(text, asks(plain), plain)
        or _counts(text, question)
        or (_points(text, _in_words(plain, question)) if asks_worth(question) else "")
    )
    return f"{first}: {text}" if first else text


_COUNTS = re.compile(
    r" (?:do|does|is|are) (?!(?:i|we|you|he|she|they|it|WHO|there)\b).* (?:counts?|scores?|matters?|wins?)\b"
)
_DEPENDS = re.compile(r"\b(?:if|unless|only|except|but|when|until|after|before|with)\b")
_NOT = re.compile(r"\b(?:don't|doesn't|no|not|nothing|never|without)\b")


def _counts(text: str, question: Question) -> str:
    """``Yes`` or ``No`` if a short sentence of a rule says whether something counts, otherwise ""."""
    if not question.polar or question.negated or question.numbers or not _COUNTS.match(question.plain):
        return ""
    words = [word for word in words_in(question.plain) if word not in SMALL | EMPTY]
    for sentence in sentences(text):
        if all(says(sentence, word) for word in words) and not _DEPENDS.search(sentence.lower()):
            return "No" if _NOT.search(sentence.lower()) else "Yes"
    return ""


PLAYED = re.compile(
    r" (?:are|do) (?:we|you|they) (?:play|playing|use|using|count|counting) (?:with |by )?(?:the )?(\w+)\s*$"
)
"""A question whether something is played at the table."""


def in_force(question: Question, rules: Iterable[Found]) -> Found | None:
    """The rule that begins with what a question asks to be played at the table."""
    if not (match := PLAYED.match(question.plain)):
        return None
    return next((rule for rule in rules if rule.text.lower().startswith(match[1]) or match[1] in rule.asked), None)


_NOT_PLAYED = re.compile(r"(?:No|There (?:is|are) no|You play without)\b")


def is_played(rule: Found) -> bool:
    """Whether the text of a rule says that there is something."""
    return not _NOT_PLAYED.match(rule.text)


_POINTS = re.compile(
    r"\b(?:scores?|scoring|loses?|costs?|pays?|counts?|worth|antes?|adds)(?: you| them| it| another player)* "
    r"(?P<points>(?:[\d,]*\d½?|nothing)\b(?:(?: chips?)? (?:for each|per) [a-z ]+)?)"
)


def _points(text: str, asked: str) -> str:
    """The only number of points in the sentence of a rule that has most of a question, otherwise "".

    Of several that have as much of it, the first with points.
    """
    words = [word for word in re.findall(r"[^\W_]+", asked) if word not in EMPTY | WORTH and word not in SMALL]
    sentences = re.split(r"(?<=[.:;])\s", re.sub(r" \((?:standard: [^)]*|not standard)\)", "", text))
    said = {sentence: sum(says(sentence, word) for word in words) for sentence in sentences}
    alike = [sentence for sentence in sentences if said[sentence] == max(said.values())]
    best = next((sentence for sentence in alike if _POINTS.search(sentence)), alike[0])
    found = _POINTS.search(best)
    if found is None or " also " in best or len({*re.findall(r"\d[\d,]*½?|nothing", best)}) > 1:
        return ""
    return found["points"].capitalize()


def _in_words(plain: str, question: Question) -> str:
    """A question without players, and with cards in words."""
    plain = re.sub(r"\b(bid\w*) (?:nothing|none)\b", r"\1 zero", plain)
    plain = re.sub(r"\b(could|should|would)'?ve\b", r"\1 have", plain)
    text = re.sub(r"\bmany (?=\w+s\b)", "how many ", re.sub(r"\bWHO(?:'s)?\b", " ", plain))
    for number in re.findall(r"\b(?:[2-9]|10)s\b", question.text):
        text = re.sub(rf"\b{number}\b", f"{_card(number[:-1])}s", text)
    return re.sub(r"[\w♠♥♦♣]+", lambda match: _card(match[0]), text)


def _card(word: str) -> str:
    if word in SMALL:
        return word
    if re.fullmatch(r"[2-9]|10|[kqj]", word):
        word = word.upper()
        return "two" if word == "2" else RANK_NAMES[word]
    cards = read_cards(word) if re.fullmatch(r"(?:10|[akqj2-9])[shdc♠♥♦♣]", word) else ()
    return " ".join(f"{RANK_NAMES.get(card.rank, 'two')} of {SUIT_NAMES[card.suit]}" for card in cards or ()) or word


def asks_worth(question: Question) -> bool:
    """Whether it asks for a number of points."""
    return bool(
        re.search(
            r"\bworth\b| many (?:points? )?(?:is|are|for)\b|\bpoints? for\b|\bmany points?\b"
            r"| many (?:do|does|would|will) .*\b(?:get|gets|score|lose|pay|count|cost|win|make|owe|bring|earn)\b"
            r"|\bbonus for\b|\bget (?:for|if|when)\b|^ what .*\b(?:pay|pays|cost|costs|score|scores|lose|loses)\b",
            question.plain,
        )
    )
