"""Corrections in plain words, as a changed report: *it was spades*, *42, not 40*, *should be without 3*, *just gin*."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.cards import read_cards, read_suit
from referee.entry.spoken import LIGHT, SMALL, UNITS, hyphened, own_word, with_names_apart
from referee.game.common_reports import ANY_TIME
from referee.game.game import Hand
from referee.language.reports import Report, shape
from referee.language.synonyms import SUITS, stems, written
from referee.language.words import ParseError, Seat, quoted
from referee.table.referee import Referee

_CORRECTS = re.compile(
    r"^(?:(?:(?:no|nope|wait|sorry|w?h?oops|actually|correction|hang on|hold on|my mistake|scratch that|i mean(?:t)?"
    r"|(?:fix|change|correct) (?:that|it|this|the last one)(?: to)?|make (?:that|it)"
    r"|(?:that|it|this|(?:the )?last(?: one)?) (?:was|is|should|ought))\b|(?:that|it)['\u2019]?s\b)[\s,.!:;]*)+"
    r"|\b(?:should(?:['\u2019]ve| have| be| read| say)|(?:was|is) wrong|means?t?|not|instead|rather than|too|also)\b",
    re.IGNORECASE,
)
"""What says that a line corrects another."""

_OF_LAST = re.compile(r"(?:no|wait|sorry|oops|[\s,])*(?:that|it) (?:was|is|should)\b", re.IGNORECASE)
_WAS = re.compile(r"(?:no|wait|sorry|oops|[\s,])*(?:that|it) (?:was|should)\b.*\d", re.IGNORECASE)
_ADDS = re.compile(r"\b(?:too|also|as well)\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|instead of|rather than)\s+(?P<was>[^,.;]+?)(?=,|\s+but\b|$)", re.IGNORECASE)
_DULL = frozenset((
    "no", "nope", "wait", "sorry", "oops", "actually", "correction", "mistake", "wrong", "should", "instead", "but",
    "really", "last", "number", "who", "mean", "meant", "fix", "change", "correct", "scratch", "hang", "hold", "'s",
    "ought", "side", "team", "game", "score", "bid", "number", "only", "had", "did",
))  # fmt: skip
_OPPOSITE = {"with": "without", "without": "with"}


class Said(NamedTuple):
    """What a correction says: players, values in order, verbs, and the values that were wrong."""

    who: list[Seat]
    values: list[str]
    verbs: list[str]
    was: list[str]


def reworded(text: str, referee: Referee) -> Iterator[str]:
    """Yields what a line may correct, the latest report that it fits, each as ``LINE REPORT``."""
    if not _CORRECTS.search(text) or not (said := _said(text, referee)):
        return
    adds = bool(_ADDS.search(text))
    hand = referee.hand if referee.hand.dealer else referee.last or referee.hand
    entries = [entry.report for entry in reversed(referee.entries_now) if not isinstance(entry.report, ANY_TIME)]
    of_last = adds or (_OF_LAST.match(text) and not said.verbs and not said.who)
    for report in entries[:1] if of_last else entries:
        if found := [f"{report.line} {now}" for now in _changed(report, said, hand, referee, adds)]:
            yield from found
            return


def about_last(text: str, referee: Referee) -> bool:
    """Whether a line is about what is in, or says the verb of the last report: ``that was 430 for Ben``."""
    if _WAS.match(text):
        return True
    last = referee.entries_now[-1].report if referee.entries_now else None
    words = {stem for word in re.findall(r"\w+", text.lower()) for stem in stems(word)}
    return bool(last and _OF_LAST.match(text) and not {*stems(last.verb.split()[0])}.isdisjoint(words))


def _said(text: str, referee: Referee) -> Said | None:
    """What a correction says. None if a word has no meaning here."""
    tidy = re.sub(r"\b(last|that|this|the) one\b", r"\1", text, flags=re.IGNORECASE)
    tidy = hyphened(with_names_apart(tidy, referee), referee)
    was = " ".join(match["was"] for match in _NOT.finditer(tidy))
    said = Said([], [], [], [word for word in _words(was, referee) if not referee.names.whole(word)])
    for word in _words(_NOT.sub(" ", tidy), referee):
        low = word.lower()
        if seat := referee.names.whole(word):
            said.who.append(seat)
        elif _is_value(word) or _own(low, referee):
            said.values.append(word if _is_value(word) else low)
        elif low in SMALL | UNITS | _DULL:
            continue
        elif any(form for stem in stems(low) for form in (stem, f"{stem}s") if form in referee.vocabulary.shapes):
            said.verbs.append(low)
        elif LIGHT.isdisjoint(stems(low)):
            return None
    return said if said.who or said.values or said.verbs else None


def _words(text: str, referee: Referee) -> Iterator[str]:
    kept = {word for _, ask in referee.asks() for word in shape(ask.verb).own} | SUITS.keys()
    plain = re.sub(r"['\u2019]s\b|[,.!;:]+(?=\s|$)", " ", text)
    yield from written(plain, kept).split()


def _is_value(word: str) -> bool:
    low = word.lower()
    return low.lstrip("+-").isdecimal() or low in SUITS or (len(word) > 1 and word.isupper() and bool(read_cards(word)))


def _own(word: str, referee: Referee) -> bool:
    """Whether a word belongs to a report of the game, beside its verb."""
    forms = (form for shapes in referee.vocabulary.shapes.values() for form in shapes)
    return any(own_word(word, form) for form in forms)


def _changed(report: Report, said: Said, hand: Hand, referee: Referee, adds: bool) -> Iterator[str]:
    """Yields the report with what a correction says in place of what it said, if that is a report too."""
    sides = {report.who, *(seat for seat in referee.players if referee.names.teams.get(seat) == report.who)}
    who, others = report.who, [seat for seat in said.who if seat not in sides]
    told = report.text.removeprefix(quoted(report.who)).split() if report.who else report.text.split()
    verbs = {stem for word in (*report.verb.split(), *report.as_said.split()) for stem in stems(word)}
    spoken = {stem for word in said.verbs for stem in stems(word)}
    if not report.who and len(said.who) == 1 and len(said.values) == 1:
        seat, number = referee.names.teams.get(said.who[0], said.who[0]), said.values[0]
        seat = said.who[0] if said.who[0] in report.amounts(hand) else seat
        was = report.amounts(hand).get(seat)
        if number.lstrip("-").isdecimal() and was is not None and was != int(number):
            yield report.with_amount(hand, seat, int(number)).text
        return
    team = "+" in report.who and len(said.who) == 2
    if others and (said.values or not report.who or not (team or (len(others) == 1 and verbs & spoken))):
        return
    if others:
        who = Seat("+".join(said.who)) if team else others[0]
    numbers = [word for word in told if word.lstrip("+-").isdecimal()]
    if any(word not in told for word in said.was if word.isdecimal()) and numbers:
        return
    named = "+".join(map(quoted, who.split("+"))) if team else quoted(who)
    for now in _swapped(told, said.values, said.was, report, adds):
        for verb in said.verbs:
            forms = [form for stem in stems(verb) for form in (stem, f"{stem}s") if form in referee.vocabulary.shapes]
            if now[0] not in forms and not verbs & {*stems(verb)}:
                now[0] = forms[0]
        try:
            fits = referee.vocabulary.read(" ".join((*((named,) if who else ()), *now)), hand).text
        except ParseError:
            continue
        if fits != report.text:
            yield fits


def _swapped(
    now: list[str], values: Sequence[str], was: Sequence[str], report: Report, adds: bool
) -> Iterator[list[str]]:
    """Yields the words of a report with each value in place of one of its kind, or behind them."""
    if not values:
        yield [*now]
        return
    value, *rest = values
    form = shape(type(report))
    own = own_word(value, form)
    if own and rest and rest[0].isdecimal() and form.own[own]:
        name = next((each for each in (own, _OPPOSITE.get(own, "")) if each in now), "")
        at = now.index(name) if name else len(now)
        yield from _swapped([*now[:at], own, rest[0], *now[at + 2 :]], rest[1:], was, report, adds)
        return
    if own and own in now:
        yield from _swapped(now, rest, was, report, adds)
        return
    suit = read_suit(value) or SUITS.get(value, "")
    if value.lstrip("+-").isdecimal():
        places = [at for at, word in enumerate(now) if word.lstrip("+-").isdecimal()]
        places = [at for at in places if now[at] in was] or places
    elif suit:
        places = [at for at, word in enumerate(now) if at and (read_suit(word) or word in SUITS)]
    elif own:
        places = [at for at, word in enumerate(now) if {*word.split("-")} & {*own.split("-")}]
    else:
        places = [at for at, word in enumerate(now) if read_cards(word) and at]
    if len(places) > 1:
        return
    if not places and own and not adds and now[1:] and now[1] in form.own:
        places = [1]  # another game
    if places and not adds:
        yield from _swapped([*now[: places[0]], own or suit or value, *now[places[0] + 1 :]], rest, was, report, adds)
    if own and not suit:
        yield from _swapped([*now, own], rest, was, report, adds)


__all__ = ["about_last", "reworded"]
