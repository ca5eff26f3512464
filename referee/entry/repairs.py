"""What a refused report may have meant: the smallest changes that would get it accepted.

People mistype one word: a neighboring rank or another suit, somebody else's name, a count off by one. So every change
of one word is tried, the likeliest first, and judged like any report.
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from referee.cards import SUITS, Card, read_cards, read_suit
from referee.game.asks import Macro
from referee.game.common_reports import ANY_TIME, Deal
from referee.language.reports import Report, is_value, shape
from referee.language.synonyms import written
from referee.language.words import ParseError, Seat, Word, Words, quoted
from referee.table.legal import candidates, speakers
from referee.table.referee import Referee
from referee.table.rulings import Ruling, breaches, cards_of, only_speaker, with_suits

TRIED = 300  # the most changes to try
DEARLY = 60  # the most of these that are tried by entering them
LONGEST = 1000  # characters; longer reports aren't repaired

SAYS, NEAR, SAME_RANK, FAR, LEFT_OUT = 0.5, 1.0, 1.1, 2.0, 3.0
"""The cost of a change: what a card calls, the neighboring rank or number, the suit, and so on."""

BIDS = ("bids", "bets", "raises")
"""Verbs for which another legal number is offered."""

NAMED = 0.6  # the discount for the word that the refusal is about


class Change(NamedTuple):
    """Another word for the one that was typed, and how far it is from it."""

    cost: float
    word: int
    text: str


def repairs(referee: Referee, ruling: Ruling, typed: str, column: int = 1, most: int = 3) -> list[str]:
    """Up to ``most`` texts that would be accepted in place of a refused one, best first.

    ``typed`` is what was typed, and ``column`` where it begins, counted as in the ruling.
    """
    if len(typed) > LONGEST:
        return []
    try:
        words = Words(typed, column).list
    except ParseError:
        return []
    whole = [text for text in ruling.instead if " " in text and ruling.width == len(typed) and not ruling.report]
    if told := [text for breach in ruling.broken for text in breach.instead if referee.can(text).accepted]:
        return told[:most]
    plain = [*whole, *_written_out(referee, words)]
    trial = Trial(referee, ruling, words)
    fixes: dict[str, str] = {}
    for text in plain:
        if len(fixes) < most and (meant := trial.as_saved(text)):
            fixes.setdefault(meant, text)
    if fixes:
        return list(fixes.values())  # only the wording was different
    changed = (_changed(referee, ruling, Words(text).list) for text in plain[:2])
    for text in islice(chain(*changed, _changed(referee, ruling, words)), TRIED):
        if (meant := trial.as_saved(text)) and meant not in fixes:
            fixes[meant] = _without_ones(text, meant, ruling)
            if len(fixes) == most:
                return list(fixes.values())
    if ruling.report:
        for report in filter(trial.keeps, _legal_ones(referee, ruling.report)):
            fixes.setdefault(report.text, report.text)
    return list(fixes.values())[:most]


def _without_ones(text: str, meant: str, ruling: Ruling) -> str:
    """``Ann wins 5 gin`` for ``Ann wins 5 gin 1``, where a word that counts once has a number."""
    verb = re.escape(ruling.report.verb) if ruling.report else ""
    return meant if verb and re.sub(rf"(?<!{verb}) 1(?= |$)", "", text) == meant else text


# Table talk, and words from other games


def _written_out(referee: Referee, words: list[Word]) -> Iterator[str]:
    """Yields the text in the game's notation, if it isn't already."""
    typed = " ".join(_written(word) for word in words)
    names = {word.text for word in words if _meant(referee, word)}
    plain = written(typed, names)
    if "=" in plain and '"' not in plain and not referee.game.says:
        plain = plain.partition("=")[0].rstrip()  # drop the result of a sum
    if plain != typed:
        yield from _named_cards(referee, plain)
    words = Words(plain).list
    at = 1 if words and _meant(referee, words[0]) else 0
    if len(words) <= at or words[at].quoted or words[at].text.lower() in referee.vocabulary.shapes:
        return
    parts = [_written(word) for word in words]
    asked = [ask.verb for _, ask in referee.asks()]
    for form in sorted(referee.vocabulary.meant(words[at].text), key=lambda form: form.kind not in asked):
        belongs = words[at].text.lower() in form.vocabulary
        yield " ".join((*parts[:at], *(form.words[:1] if belongs else form.words), *parts[at + (not belongs) :]))


def _named_cards(referee: Referee, text: str) -> Iterator[str]:
    """Yields the text, then the text with each card that a bare rank in it could be."""
    yield text
    ruling = referee.can(text)
    if ruling.accepted:
        return
    for word in Words(text).list:
        for card in ruling.instead:
            if _is_suited(word.text, card):
                yield f"{text[: word.column - 1]}{card}{text[word.column - 1 + len(word.text) :]}"


# What may have been meant


def _changed(referee: Referee, ruling: Ruling, words: list[Word]) -> Iterator[str]:
    """Yields the text with one word changed, the closest first."""
    every = [change for at in range(len(words)) for change in _changes(referee, ruling, words, at)]
    for _, at, text in heapq.nsmallest(TRIED, every, key=lambda change: change.cost):
        parts = [_written(word) for word in words]
        parts[at] = text
        yield re.sub(r"\s+,", ",", " ".join(part for part in parts if part))


def _written(word: Word) -> str:
    return f'"{word.text}"' if word.quoted else word.text


def _changes(referee: Referee, ruling: Ruling, words: list[Word], at: int) -> Iterator[Change]:
    word = words[at]
    blamed = bool(ruling.column) and word.column <= ruling.column < word.column + word.width
    suited = [near for near in ruling.instead if _is_suited(word.text, near)]
    yield from (Change(NEAR - NAMED, at, _quoted(near)) for near in (ruling.instead if blamed else suited))
    named = [seat for seat in referee.names.everybody if seat in _meant(referee, word)]
    if named or at == 0:
        yield from _other_names(referee, ruling, words, at, named)
    if word.quoted:
        return
    for cost, text in (*_other_cards(referee, word.text), *_other_numbers(word.text), *_other_suits(word.text)):
        yield Change(cost - NAMED * _at_fault(word.text, text, ruling), at, text)


def _is_suited(word: str, card: str) -> bool:
    """Whether a card is one that a bare rank may have meant."""
    bare, named = read_cards(word) or (), read_cards(card) or ()
    return len(bare) == len(named) == 1 and bare[0].is_bare and bare[0].rank == named[0].rank


def _meant(referee: Referee, word: Word) -> list[Seat]:
    if whole := referee.names.whole(word.text):
        return [whole]
    names = [] if word.quoted else referee.names.begins(word.text)
    return names if len(names) == 1 and word.text.isalpha() else []


def _other_names(referee: Referee, ruling: Ruling, words: list[Word], at: int, named: list[Seat]) -> Iterator[Change]:
    """Yields somebody else's name, at a lower cost for the player whose turn is next."""
    following = referee.next()
    verbs = referee.vocabulary.shapes
    missing = at == 0 and not named and not words[0].quoted and words[0].text.lower() in verbs
    for seat in (*referee.seats, *dict.fromkeys(referee.names.teams.values())):
        if seat not in named:
            cost = NEAR - NAMED * (seat in following) - NAMED * (missing and bool(ruling.instead))
            text = quoted(seat) if named else f"{quoted(seat)} {_written(words[at])}"
            if named or missing:
                yield Change(cost, at, text)


def _other_cards(referee: Referee, word: str) -> Iterator[tuple[float, str]]:
    """Yields a word of cards with one of them changed, and the cost: neighboring ranks, other suits, then any rank."""
    cards = read_cards(word, referee.pack) or ()
    ranks = referee.pack.ranks
    for i, card in enumerate(cards):
        if referee.game.says and not card.is_bare:
            yield from ((SAYS, _with(cards, i, called)) for called in _calls(referee, card))
        if card.rank not in ranks:
            continue
        place = ranks.index(card.rank)
        for suit in SUITS if card.suit else ():
            if suit != card.suit:
                yield SAME_RANK, _with(cards, i, Card(card.rank, suit, card.says))
        for other, rank in enumerate(ranks):
            if other != place:
                apart = min(abs(other - place), len(ranks) - abs(other - place))  # an ace is next to king and deuce
                yield (NEAR if apart == 1 else FAR + apart / 10), _with(cards, i, Card(rank, card.suit, card.says))
        if len(cards) > 1:
            yield LEFT_OUT, _with(cards, i)


def _calls(referee: Referee, card: Card) -> Iterator[Card]:
    """Yields the same card with each suit that it may call, or each card that it may stand for."""
    says = [other.text for other in referee.pack if not other.is_joker] if card.is_joker else SUITS
    return (Card(card.rank, card.suit, text) for text in says if text != card.says)


def _with(cards: tuple[Card, ...], at: int, *instead: Card) -> str:
    return " ".join(card.text for card in (*cards[:at], *instead, *cards[at + 1 :]))


def _other_suits(word: str) -> Iterator[tuple[float, str]]:
    if suit := read_suit(word):
        yield from ((NEAR, other) for other in SUITS if other != suit)


_NUMBER = re.compile(r"([+-]?)(\d{1,9})")


def _other_numbers(word: str) -> Iterator[tuple[float, str]]:
    """Yields other numbers with their costs: one off, a wrong sign, wrong digits, then nearby ones."""
    if not (match := _NUMBER.fullmatch(word)):
        return
    sign, digits = match.groups()
    number = int(digits)
    turned = [digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :] for i in range(len(digits) - 1)]
    dropped = [digits[:i] + digits[i + 1 :] for i in range(len(digits)) if len(digits) > 1]
    step = 10 ** (len(digits) - len(digits.rstrip("0"))) if number else 1  # chips and points often come in tens
    nearest = [number - 1, number + 1, number - step, number + step]
    wanted = [(NEAR, str(other)) for other in nearest]
    wanted += [(NEAR + 0.3, other) for other in (*turned, *dropped, digits + digits[-1], digits + "0")]
    wanted += [(FAR + abs(other - number) / 10, str(other)) for other in range(max(0, number - 9), number + 10)]
    if sign:
        yield NEAR, digits if sign == "-" else f"-{digits}"
    for cost, text in wanted:
        if text != digits and int(text) >= 0:
            yield cost, f"{sign if int(text) else ''}{int(text)}"


def _at_fault(word: str, text: str, ruling: Ruling) -> bool:
    """Whether a change replaces what the refusal is about: a number, or a single card that is different now."""
    about = [breach.about for breach in ruling.broken]
    if word.isdigit():
        return int(word) in about
    gone = Counter(read_cards(word) or ()) - Counter(card for part in text.split() for card in read_cards(part) or ())
    return any(card in about for card in gone)


def _quoted(word: str) -> str:
    return f'"{word}"' if " " in word and not word.startswith('"') else word


# What would be accepted


class Trial:
    """Tries texts at the table, and compares them with what was typed. The table doesn't change."""

    def __init__(self, referee: Referee, refused: Ruling, words: list[Word]) -> None:
        self.referee = referee
        self.refused = refused.report
        self.words = words
        self.asks = referee.asks()
        self.left = DEARLY

    def keeps(self, report: Report) -> bool:
        """Whether a report says no more than was typed: its verb is the same, and no number is a guess."""
        return report.verb in self.verbs and not self._invented(report)

    @cached_property
    def verbs(self) -> set[str]:
        """The verbs that may have been typed: the closest for a misspelled one, and those it means elsewhere."""
        if self.refused:
            return {self.refused.verb}
        vocabulary, names = self.referee.vocabulary, self.referee.names
        every = {form.kind.verb for shapes in vocabulary.shapes.values() for form in shapes}
        is_named = bool(self.words) and (self.words[0].quoted or bool(names.begins(self.words[0].text)))
        behind = [word for word in self.words[1:2] if is_named or word.text.lower() in vocabulary.shapes]
        for word in (*behind, *self.words[:1]):
            if shapes := vocabulary.shapes.get(word.text.lower()):
                return {form.kind.verb for form in shapes}
            near = {form.kind.verb for verb in vocabulary.close(word.text) for form in vocabulary.shapes[verb]}
            if meant := near | {form.kind.verb for form in vocabulary.meant(word.text)}:
                return meant
        return every if all(is_value(word.text) for word in self.words) else set()

    def _invented(self, report: Report) -> bool:
        """Whether it has a number that nobody typed. A legal bid and what is missing from a total don't count."""
        typed = Counter(number for word in self.words for number in _numbers(word.text))
        before = _values(self.refused) if self.refused else {}
        values = _values(report).items()
        new = [number for field, number in values if number != before.get(field, _default(report, field))]
        if not (guessed := Counter(new) - typed):
            return False
        if guessed.total() > 1 or report.verb in BIDS:
            return report.verb not in BIDS
        (number,) = guessed
        left = self.referee.hand.left_of(type(report))
        return number != report.amount(self.referee.hand) or number not in (left[:1] if left else self.only)

    @cached_property
    def only(self) -> tuple[int | None, ...]:
        """The only number possible for the same player, given all reports so far. Empty if there are several."""
        legal = _legal_ones(self.referee, self.refused) if self.refused and self.refused.who else []
        numbers = {report.amount(self.referee.hand) for report in legal}
        return (*numbers,) if len(numbers) == 1 else ()

    def as_saved(self, text: str) -> str:
        """The report as it would be saved, "" if it would be refused."""
        referee = self.referee
        try:
            report = referee.vocabulary.read(text, referee.hand)
            if not self.keeps(report):
                return ""
            if not isinstance(report, (Macro, Deal, *ANY_TIME)) and not self._may_be(report):
                return ""
        except ParseError:
            return ""
        if not self.left:
            return ""
        self.left -= 1
        with referee.trial():
            ruling = referee.hear(text)
        if ruling.accepted:
            self.asks = referee.asks()  # of the replayed hand
        return ruling.text if ruling.accepted else ""

    def _may_be(self, report: Report) -> bool:
        """Whether an ask of now would accept it. If nothing asks for it, whether it may repeat a result."""
        asks = [(hand, ask) for hand, ask in self.asks if isinstance(report, ask.verb)]
        for hand, ask in asks:
            filled = report
            if not report.who and report.speaker != "none":
                filled = replace(report, who=only_speaker(hand, report, ask.seats()))
            if not report.bare:
                filled = with_suits(hand, filled)
            if hand.lets_speak(ask, filled.who) and not breaches(hand, ask, filled):
                return True
        return not asks and bool(self.referee.game.ruleset.checks_again(type(report)))


def _numbers(word: str) -> list[int]:
    """The number that a word is, or the terms of a sum and its result."""
    if not re.fullmatch(r"[+-]?\d{1,9}([+-]\d{1,9})*", word):
        return []
    terms = [int(term) for term in re.findall(r"[+-]?\d+", word)]
    return list({*terms, *map(abs, terms), sum(terms)})


def _values(report: Report) -> dict[str, int]:
    """The numbers in a report, by field."""
    values = {argument.field: getattr(report, argument.field) for argument in shape(type(report)).arguments}
    return {name: value for name, value in values.items() if isinstance(value, int) and not isinstance(value, bool)}


def _default(report: Report, field: str) -> object:
    """The default of a field."""
    return next(argument.default for argument in shape(type(report)).arguments if argument.field == field)


def _legal_ones(referee: Referee, refused: Report) -> list[Report]:
    """Other legal reports of the same kind, the closest first. Cards that nobody has named aren't offered."""
    if isinstance(refused, Macro):
        return []
    reports: list[Report] = []
    for hand, ask in referee.asks():
        if not isinstance(refused, ask.verb):
            continue
        for seat in speakers(ask, hand):
            if seat == refused.who or not refused.who:
                known = Counter(hand.known(seat) if seat else ()) | Counter(cards_of(refused))
                tried = islice(candidates(type(refused), hand, seat), TRIED)
                sound = (report for report in tried if Counter(cards_of(report)) <= known)
                reports += [report for report in sound if not breaches(hand, ask, report)]
    return sorted(dict.fromkeys(reports), key=lambda report: _distance(report, refused))


def _distance(report: Report, other: Report) -> tuple[int, float]:
    """How far apart two reports of the same kind are: first by number, then in spelling."""
    pairs: Iterable[tuple[object, object]] = (
        (getattr(report, each.field), getattr(other, each.field)) for each in shape(type(report)).arguments
    )
    apart = sum(abs(a - b) for a, b in pairs if isinstance(a, int) and isinstance(b, int))
    return apart, -SequenceMatcher(None, report.text, other.text).ratio()
