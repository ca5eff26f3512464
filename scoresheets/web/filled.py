"""Parses a filled-in form into reports in notation."""

from __future__ import annotations

import re
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from referee.cards import Card, Cards
from referee.game.common_reports import ANY_TIME, Deal
from referee.language.reports import Blind, Groups, Report, Signed, Text, reader_of, shape
from referee.language.words import NOBODY, ParseError, Seat, Words, pieces, quoted
from referee.table.referee import Referee
from scoresheets.web.controls import parts_of
from scoresheets.web.forms import ADD, DROP, HAND, TELL, Unfinished, key_of
from scoresheets.web.rows import short_verbs


def texts(given: Iterable[tuple[str, str]], referee: Referee, seat: Seat | None = None) -> list[str]:
    """The reports in a filled-in form, in notation. Raises Unfinished if something is missing.

    For a ``seat``, only reports of that player are accepted.
    """
    pairs = _put_together(given)
    key = dict(pairs).get(TELL, "")
    read = Reading(pairs, referee)
    reports = read.hand() if key.partition(":")[0] == HAND else [read.report(key)]
    for report in reports if seat else ():
        if seat and report.who != (referee.hand.side(seat) if report.team else seat):
            raise Unfinished(f"{seat} can't enter {report.text}", pairs)
    for report in reports:
        if not _is_one(report.text):
            raise Unfinished(f"enter one thing at a time, not {report.text}", pairs)
    return [report.text for report in reports]


def _is_one(text: str) -> bool:
    """Whether a text is a single report, whatever was typed into its fields."""
    try:
        return [piece.text for piece in pieces(text)] == [text]
    except ParseError:
        return False


def _put_together(given: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The values of a form. Raises Unfinished if its button only added or removed a piece."""
    pairs = [(name, value) for name, value in given]
    for name, value in pairs:
        for sign in (ADD, DROP):
            if name.startswith(sign):
                field = name.removeprefix(sign)
                before = next((old for other, old in pairs if other == field), "").split()
                gone = int(value) if re.fullmatch("[1-9]", value) else 1  # words of the last piece
                words = [*before, value] if sign == ADD else before[:-gone]
                rest = [pair for pair in pairs if pair[0] not in (name, field)]
                raise Unfinished("", [*rest, (field, " ".join(words))])
    return pairs


class Reading:
    """A form that was sent, parsed for a table."""

    def __init__(self, pairs: Iterable[tuple[str, str]], referee: Referee) -> None:
        self.pairs = list(pairs)
        self.referee = referee
        self.said: dict[str, str] = {}
        for name, value in self.pairs:
            text = value.strip()
            if name.endswith("/who") and text and self.said.get(name):
                text = f"{self.said[name]}+{text}"
            if text or name not in self.said:
                self.said[name] = text

    def report(self, key: str) -> Report:
        """The one report of a form."""
        name, *tags = key.split(":")
        kind = next((kind for kind in (*self.referee.game.reports, *ANY_TIME) if key_of(kind) == name), None)
        if kind is None:
            raise self.unfinished("choose what happened")
        who = self._who(kind, self.said.get(f"{name}/who", ""))
        entered = {field: text for base, _, field in (words.partition("/") for words in self.said) if base == name
                for text in (self.said[f"{name}/{field}"],)}  # fmt: skip
        fields = [argument.field for argument in shape(kind).arguments]
        by_field = dict.fromkeys(fields, "") | dict(zip(fields, tags, strict=False))
        return kind(who=who, **self._values(kind, entered, by_field))

    def hand(self) -> list[Report]:
        """Every report of the whole hand, in order."""
        rows: dict[tuple[str, str], tuple[dict[str, str], dict[str, str]]] = {}
        for name, text in self.said.items():
            key, _, rest = name.partition("/")
            seat, slash, field = rest.rpartition("/")
            if slash and text:
                base, _, tag = key.partition(":")
                entered, tags = rows.setdefault((base, seat), ({}, {}))
                entered[field], tags[field.partition(".")[0]] = text, tag
        reports: list[Report] = []
        for kind in short_verbs(self.referee.game):
            if kind.several and (who := self.said.get(f"{key_of(kind)}/who")):
                shared = rows.get((key_of(kind), NOBODY), ({}, {}))
                reports.append(kind(who=self._somebody(who), **self._values(kind, *shared)))
                continue
            for seat in self._in_order():
                if row := rows.get((key_of(kind), seat)):
                    reports.append(kind(who=seat, **self._values(kind, *row)))
        if not reports:
            raise self.unfinished("fill in the hand first")
        deals = [key_of(kind) for kind in self.referee.game.reports if kind.verb == Deal.verb]
        deal = next((key for key in deals if any(name.startswith(f"{key}/") for name in self.said)), "")
        return self._as_they_fit([self.report(deal), *reports] if deal else reports)

    def _as_they_fit(self, reports: list[Report]) -> list[Report]:
        """Reports in an order in which the table accepts them. Those that it refuses come last."""
        waiting, heard = list(reports), []
        with self.referee.trial():
            while fits := next((report for report in waiting if self.referee.judge(report).accepted), None):
                waiting.remove(fits)
                heard.append(fits)
        return [*heard, *waiting]

    def _in_order(self) -> Iterable[Seat]:
        """All speakers of a hand, in order: nobody, sides, players from the dealer's left, and others."""
        hand = self.referee.hand
        dealer = self.said.get(f"{key_of(Deal)}/who", "") or hand.dealer
        around = hand.around(hand.after(Seat(dealer))) if dealer in hand.seats else hand.seats
        return dict.fromkeys((NOBODY, *(hand.side(seat) for seat in around), *around, *hand.game.others))

    def _values(self, kind: type[Report], entered: Mapping[str, str], tags: Mapping[str, str]) -> dict[str, Any]:
        """The arguments of a report from its fields."""
        values = {}
        for argument in shape(kind).arguments:
            text = entered.get(argument.field, "") or counted(entered, argument.field)
            if text:
                values[argument.field] = self._value(argument, tags.get(argument.field, ""), text)
            elif not argument.optional:
                raise self.unfinished(f"{kind.verb}: fill in {argument.name}")
        return values

    def _who(self, kind: type[Report], who: str) -> Seat:
        if kind.speaker == "none":
            return NOBODY
        if not who.strip('" '):
            raise self.unfinished(f"who {kind.verb}?")
        if "+" in who and not kind.several and who not in self.referee.hand.parties:
            raise self.unfinished(f"nobody here is called {who}")
        if not kind.new:
            return self._somebody(who)
        words = Words(quoted(who.replace('"', "")))
        try:
            return self.referee.names.new(words, words.take())
        except ParseError as error:
            raise self.unfinished(error.message) from None

    def _value(self, argument: Any, tag: str, text: str) -> Any:
        """The value of one argument."""
        part = _part(argument.kind, tag)
        if part is bool:
            return True
        if part is Seat:
            return self._somebody(text)
        if part is Text:
            return Text(" ".join(text.split()))
        try:
            words = Words(re.sub(r"\s*=\s*", "=", text) if tag in ("card", "cards") else text)
            value = reader_of(part)(words, self.referee.hand)
            if words:
                raise words.unread(f"{words.list[words.at].text} can't go there")
        except ParseError as error:
            raise self.unfinished(error.message) from None
        return value

    def _somebody(self, name: str) -> Seat:
        """A player, an owner that the game knows, or several of them. For some verbs also an account."""
        strangers = [part for part in name.split("+") if Seat(part) not in self.referee.names.owners]
        if strangers:
            raise self.unfinished(f"nobody here is called {strangers[0] or 'that'}")
        return Seat(name)

    def unfinished(self, sentence: str) -> Unfinished:
        return Unfinished(sentence, self.pairs)


def counted(entered: Mapping[str, str], field: str) -> str:
    """The numbers of the things that count, in notation: ``24 cards 6 diamonds 7D``."""
    by_name = {name.removeprefix(f"{field}."): text for name, text in entered.items() if name.startswith(f"{field}.")}
    bare_first = sorted(by_name.items(), key=lambda pair: pair[0] != "{}")
    return " ".join(what.replace("{}", text) for what, text in bare_first if text)


def _part(kind: Any, tag: str) -> Any:
    """The type that parses an argument entered in the way ``tag``."""
    numbers, cards = (int, Signed), (Card, Cards, Blind, Groups)
    families: dict[str, tuple[Any, ...]] = {"number": numbers, "other": numbers, "card": cards, "cards": cards}
    parts = parts_of(kind)
    bases = [typing.get_args(part)[0] if typing.get_origin(part) is typing.Annotated else part for part in parts]
    if tag in families:
        return next((base for base in bases if base in families[tag]), bases[-1])
    rest = [base for base in bases if not any(base in family for family in families.values())] or bases
    named = [base for base in rest if hasattr(base, "read")]
    return (named or rest)[0] if tag == "pieces" else rest[-1]
