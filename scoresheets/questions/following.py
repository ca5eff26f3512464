"""A question that follows another: ``and Ben?``, ``and last hand?``, ``why?``, ``what did he bid?``.

It takes from the question before what it doesn't say itself. Players, cards, suits, numbers and hands take the place of
those that were named before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.cards import RANK_NAMES, SUIT_NAMES
from referee.language.words import NOBODY, Seat
from referee.table.referee import Referee
from scoresheets.questions.parse import FIRST_PERSON, NUMBERS, ORDINALS, RANKS, WHEN, Question, parse

_AGAIN = re.compile(
    r"^\W*(?:(?:and|so|but|or|ok|okay|then|same|what|how|about|for|with|of|in|on|the|is|was|did|has|does) )*"
    r"(?:not )?",
    re.IGNORECASE,
)
_BEFORE = re.compile(r"\b(?:the )?(?:one|hand|round|time|trick|deal)s? before(?: (?:that|it|this|then))?(?: one)?\b")
_WHICH = re.compile(
    rf"^\W*(?:and |what about )?the ({'|'.join(ORDINALS)}|last|previous|next)(?: one)?\W*$", re.IGNORECASE
)
_OF_WHAT = re.compile(
    r"^\W*(?:and |what about |how about |or )(for|in|with|of|on) (?:the )?([\w' -]+?)\W*$", re.IGNORECASE
)
_IT = re.compile(
    r"\b(?:it|that)\b(?= (?:worth|count|gone|played|been|beat|a trump|trump|score))|\bit\b\W*$", re.IGNORECASE
)
_MANY = re.compile(r"\bhow many (?=(?:do|does|did|has|have)\b)", re.IGNORECASE)
_MANY_WHAT = re.compile(r"\bhow many (?:more )?(?!(?:do|does|did|has|have|is|are|was|were|more)\b)(\w+)", re.IGNORECASE)
_WHY = re.compile(
    r"^\W*(?:and |but |so )?(?:why(?: (?:not|is that|was that|so))?|how come|how so|because of what"
    r"|(?:with|by|to|on) (?:what|whom?|which))\W*$",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(he|she|him|her|his|hers|they|them|their|theirs)\b(?!')", re.IGNORECASE)
_SOMEBODY = re.compile(
    r"\b(?:dealer|declarer|bidder|partner|opponents?|players?|somebody|someone|anybody|anyone|nobody|you)\b.*"
    r"\b(?:he|she|him|her|his|hers|they|them|their)\b",
    re.IGNORECASE,
)
"""A pronoun for somebody whom the question names itself."""
_RANK = rf"(?:{'|'.join(RANKS)}|10|[2-9])"
_SUIT = rf"(?:{'|'.join(SUIT_NAMES.values())})"
_CARD = re.compile(rf"\b{_RANK}s? of {_SUIT}s?\b|\b(?:10|[akqj2-9])[shdc]\b", re.IGNORECASE)
_RANKS = re.compile(rf"\b{_RANK}(?:e?s)?\b", re.IGNORECASE)
_SUITS = re.compile(rf"\b{_SUIT[:-1]}|heart|spade|diamond|club)\b", re.IGNORECASE)
_NUMBER = re.compile(rf"\b(?:\d+|{'|'.join(NUMBERS)})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Before:
    """The question before, in full, and the players that its answer names."""

    text: str
    players: tuple[Seat, ...] = ()


def asks_why(text: str) -> bool:
    """Whether it asks only for what is behind the answer before: why, by whom, with what."""
    return bool(_WHY.match(text))


def in_full(text: str, before: Before, referee: Referee, speaker: Seat = NOBODY) -> str:
    """A question with what it leaves out. The same text if it leaves nothing out."""
    question = parse(text, referee)
    match = _OF_WHAT.match(text)
    if match and not (_time_of(text) or question.seats or _NUMBER.fullmatch(match[2])):
        tail = list(re.finditer(rf" {match[1]} ", before.text))
        return f"{before.text[: tail[-1].start()]} {match[1]} {match[2]}?" if tail else text
    if (noun := _MANY_WHAT.search(before.text)) and _MANY.search(text):
        text = _MANY.sub(f"how many {noun[1]} ", text, count=1)
    if _IT.search(text) and not question.cards and not question.ranks and (card := _CARD.search(before.text)):
        return _IT.sub(f"the {card[0]}", text, count=1)
    if not question.seats and _PRONOUN.search(text) and not _SOMEBODY.search(text):
        named = with_names(text, before, referee)
        when = _time_of(before.text) if question.past and not question.hand.which and named != text else ""
        return f"{_without_mark(named)} {when}?" if when else named
    full = _without_mark(before.text)
    earlier = parse(full, referee)
    if found := _WHICH.match(text):
        return f"{_timeless(full)} in the {found[1]} {'trick' if earlier.trick.which else 'hand'}?"
    if not _leaves_out(text, question):
        return text
    if question.seats or question.mine:
        whom = " and ".join(question.seats) or str(speaker) or "I"
        full = _named(full, earlier, whom, referee)
    for there, pattern in ((question.cards, _CARD), (question.ranks, _RANKS), (question.suits, _SUITS)):
        if there and (found := pattern.search(text)):
            full = _put(full, pattern, found[0], question, earlier)
            break
    else:
        if question.numbers and not question.hand.which and (found := _NUMBER.search(text)):
            full = _NUMBER.sub(found[0], full, count=1)
    if _BEFORE.search(text.lower()):
        return _one_before(full, earlier, referee)
    if question.hand.which or question.trick.which:
        full = f"{_timeless(full)} {_time_of(text)}"
    return f"{full}?"


def _without_mark(text: str) -> str:
    return text.strip().rstrip("?!. ")


def _leaves_out(text: str, question: Question) -> bool:
    """Whether a question only names players, cards, a number or a hand."""
    rest = _BEFORE.sub(" ", _AGAIN.sub("", f"{_without_mark(text)} ").lower())
    for pattern, _ in WHEN:
        rest = re.sub(pattern, " ", rest)
    for seat in question.seats:
        rest = re.sub(rf"\b{re.escape(seat.lower())}(?:'s)?(?!\w)", " ", rest)
    for pattern_ in (_CARD, _RANKS, _SUITS, _NUMBER):
        rest = pattern_.sub(" ", rest)
    filling = {"and", "or", "the", "a", "an", "now", "then", "too", "of", "in", "is", "with", "for", *FIRST_PERSON}
    left = {*re.findall(r"[\w']+", rest)} - filling
    says = question.seats or question.mine or question.cards or question.ranks or question.suits or question.numbers
    return not left and bool(says or question.hand.which or question.trick.which or _BEFORE.search(text.lower()))


def _named(text: str, earlier: Question, whom: str, referee: Referee) -> str:
    """The text about other players."""
    if earlier.seats:
        names = "|".join(re.escape(seat) for seat in sorted({*earlier.seats}, key=len, reverse=True))
        every = rf"\b(?:{names})\b(?:,? (?:and )?\b(?:{names})\b)*"
        return re.sub(every, whom, text, count=1, flags=re.IGNORECASE)
    return (
        re.sub(r"\b(?:I|we|you|he|she|they|everyone|everybody|each of us)\b", whom, text, count=1, flags=re.IGNORECASE)
        if earlier.mine or earlier.theirs
        else f"{text} {whom}"
    )


def _put(text: str, pattern: re.Pattern[str], said: str, question: Question, earlier: Question) -> str:
    """The text about another card, rank or suit."""
    if pattern.search(text):
        return pattern.sub(said, text, count=1)
    if question.ranks and earlier.cards:
        card = earlier.cards[0]
        rank = question.ranks[0]
        return _CARD.sub(f"{RANK_NAMES.get(rank, 'two')} of {SUIT_NAMES[card.suit]}", text, count=1)
    return _SUITS.sub(said, text, count=1)


def _timeless(text: str) -> str:
    for pattern, _ in WHEN:
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    return re.sub(r"\s+", " ", text).strip()


def _time_of(text: str) -> str:
    found = (re.search(pattern, text.lower()) for pattern, _ in WHEN)
    return next((match[0] for match in found if match), "")


def _one_before(text: str, earlier: Question, referee: Referee) -> str:
    """The text about the hand or the trick before the one that was asked about."""
    from scoresheets.questions.position import Position

    at = Position(referee, earlier)
    if earlier.trick.which and (trick := at.trick):
        return f"{_timeless(text)} on trick {trick.number - 1}?"
    return f"{_timeless(text)} in hand {at.number - 1}?"


def with_names(text: str, before: Before, referee: Referee) -> str:
    """The text with the player of the question before for *he*, *she* or *they*."""
    asked = tuple(dict.fromkeys(parse(before.text, referee).seats))
    found = before.players or asked
    one = len(found) == 1

    def name(match: re.Match[str]) -> str:
        word = match[1].lower()
        if not found or (word.startswith("th") and one and not asked) or (not one and not word.startswith("th")):
            return match[0]
        who = " and ".join(found)
        behind = match.string[match.end() :]
        own = word in ("his", "their", "hers", "theirs") or (word == "her" and re.match(r" [a-z]", behind))
        return f"{who}'s" if own else who

    return _PRONOUN.sub(name, text)
