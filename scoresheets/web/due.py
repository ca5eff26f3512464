"""Forms for the next reports, for tapping, made from the asks and the shapes of the reports.

Legality is decided in one place: `referee.table.legal` finds what is likely, and a form gives a report in notation,
which the referee judges like any other. `scoresheets.web.filled` reads what was filled in. The macro in
``templates/choices.html`` renders the forms; they work without JavaScript.
"""

from __future__ import annotations

import itertools
import typing
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.game.asks import Ask, Macro
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Hand
from referee.language.reports import Report, shape
from referee.language.words import NOBODY, Seat
from referee.table.legal import SEVERAL, at_any_time, likeliest_first, speakers
from referee.table.referee import Referee
from scoresheets.display.reasons import rule_text
from scoresheets.web.controls import Supply, Verb, Ways, accounts, parts_of, supply_of, who_says
from scoresheets.web.forms import TELL, Field, Flag, Form, Given, Group, Pick, Pieces, Place, Tap, key_of
from scoresheets.web.rows import by_numbers, rows_due, short_verbs, whole_hand
from scoresheets.web.telling import TURNING

HOW = {"number": "how many", "other": "another number", "card": "a card", "cards": "cards", "pieces": "put together",
       "text": "in words"}  # fmt: skip


def choices(referee: Referee, seat: Seat | None = None, given: Given = (), topic: str = "") -> list[Form]:
    """Forms for the reports that are possible now, the likeliest first. With a seat, only those of this player.

    ``given`` is what was filled in before, which is put back into its form, unless that form had another ``topic``
    then.
    """
    table = Tables(referee, seat)
    forms = [*table.awaited()]
    if seat is None:
        short = [replace(form, topic=table.topic(form.title)) for form in whole_hand(referee)]
        rows = [replace(form, topic=table.topic(form.title)) for form in rows_due(referee)]
        whole = [form.names for form in rows] == [form.names for form in short]
        first = table.numbers_first(forms) or (whole and bool(rows))
        rows = [] if whole else rows
        forms = [*rows, *([*short, *forms] if first else _behind_now(forms, short))]
        forms += table.at_any_time()
    return [_filled(form, given) if topic in ("", form.topic) else form for form in _with_remarks(forms)]


def _behind_now(forms: list[Form], short: list[Form]) -> list[Form]:
    """Puts the short form of the hand after the reports that are due, before all others."""
    return [*(form for form in forms if form.place == "now"), *short, *(form for form in forms if form.place != "now")]


def _alike(report: Report, verb: Verb) -> bool:
    """Whether a report is one that a form was waiting for."""
    kind = typing.cast(Any, verb.kind).stands_for if issubclass(verb.kind, Macro) else verb.kind
    return key_of(type(report)) == key_of(kind) and (verb.kind.speaker == "none" or [report.who] == [*verb.seats])


def _with_remarks(forms: list[Form]) -> Iterator[Form]:
    """Yields the forms; those that share a title get a remark to tell them apart."""
    kinds: dict[str, set[str]] = {}
    for form in forms:
        kinds.setdefault(form.title, set()).add(form.key.partition(":")[0])
    for form in forms:
        how = " – ".join(filter(None, (form.remark, form.how)))
        yield replace(form, how=how) if len(kinds[form.title]) > 1 else form


class Tables:
    """The forms of one table, for everybody or for a seat."""

    def __init__(self, referee: Referee, seat: Seat | None) -> None:
        self.referee = referee
        self.seat = seat

    def awaited(self) -> Iterator[Form]:
        """The reports that are due or allowed."""
        now, later = list[Form](), list[Form]()
        for verb in self.verbs():
            supply = supply_of(verb)
            if not supply.stands and (speaking := tuple(seat for seat in verb.others if verb.speaks(seat))):
                supply = supply_of(verb._replace(seats=speaking))
            if not supply.stands and supply.sure:
                continue
            for form in forms_of(verb, supply):
                hint = (
                    rule_text(self.referee, supply.broken)
                    if supply.broken and verb.kind.verb != Deal.verb and _dims(form)
                    else ""
                )
                due = form.place == "now" and supply.stands
                topic = self.topic(form.title, verb)
                form = replace(form, topic=topic, hint=hint, place=form.place if due else "more")
                (now if due else later).append(form)
        yield from (*now, *later)

    def numbers_first(self, forms: Sequence[Form]) -> bool:
        """Whether this table reports the next step in numbers, in a form other than the one that is due."""
        first = next((form.key.partition(":")[0] for form in forms), "")
        lines = {key_of(kind) for kind in (*short_verbs(self.referee.game), Deal)}
        return bool(first) and first not in lines and by_numbers(self.referee)

    def topic(self, title: str, verb: Verb | None = None) -> str:
        """What a form is about: its text changes when the situation does, or after a similar report of this player.

        If several players may make the report, the form names its player.
        """
        referee = self.referee
        last = 0
        for entry in referee.entries:
            report = entry.report
            if isinstance(report, TURNING) or (verb and _alike(report, verb)):
                last = report.line
        return f"{referee.hand.number} {last} {title}"

    def verbs(self) -> Iterator[Verb]:
        """Each verb once, with all who may use it. A whole trick comes after single plays."""
        every = self.referee.asks()
        macros = [pair for pair in every if issubclass(pair[1].verb, Macro)]
        pairs: list[tuple[Hand, Ask]] = []
        for pair in likeliest_first(every):
            whole = [other for other in macros if typing.cast(Any, other[1].verb).stands_for is pair[1].verb]
            pairs += [pair, *whole]
        by_kind: dict[type[Report], Verb] = {}
        for hand, ask in pairs:
            verb = self.verb(hand, ask)
            if verb is None:
                continue
            if before := by_kind.get(ask.verb):
                seats = tuple(dict.fromkeys((*before.seats, *verb.seats)))
                others = tuple(other for other in before.others if other not in seats)
                verb = before._replace(seats=seats, others=others)
            by_kind[ask.verb] = verb
        by_key: dict[str, Verb] = {}
        for kind, verb in by_kind.items():
            by_key.setdefault(key_of(kind), verb)
        return iter(by_key.values())

    def verb(self, hand: Hand, ask: Ask) -> Verb | None:
        kind = ask.verb
        place: Place = "more" if ask.aside else "now"
        everybody = speakers(ask, hand, others=True)
        if kind.speaker != "none":
            everybody = (*everybody, *hand.game.others)
        if self.seat is not None:
            who = hand.side(self.seat) if kind.team else self.seat
            speaks = kind.speaker != "none" and who in (everybody := (*everybody, *(ask.seats() or ())))
            if not speaks or not hand.lets_speak(ask, who):
                return None
            return Verb(kind, hand, (who,), (), place, ask.does, ask)
        seats = tuple(seat for seat in speakers(ask, hand) if not ask.turn or hand.lets_speak(ask, seat))
        return Verb(kind, hand, seats, tuple(seat for seat in everybody if seat not in seats), place, ask.does, ask)

    def at_any_time(self) -> Iterator[Form]:
        """Forms for reports that are possible at any time."""
        referee = self.referee
        asked = [ask.verb for _, ask in referee.asks() if ask.verb.verb == Dealt.verb]
        dealt = any(
            part in SEVERAL for kind in asked for argument in shape(kind).arguments for part in parts_of(argument.kind)
        )
        for kind in at_any_time(referee, {Dealt.verb} if dealt else ()):
            seats = (NOBODY,) if kind.speaker == "none" else referee.seats
            if kind.accounts:
                seats = (*seats, *accounts(referee.hand))
            verb = Verb(kind, referee.hand, (), seats, "other", kind.verb)
            if kind.speaker == "none":
                verb = verb._replace(seats=seats, others=())
            yield from forms_of(verb, supply_of(verb))


def forms_of(verb: Verb, supply: Supply) -> Iterator[Form]:
    """The forms of a verb: one for each combination of ways to enter its arguments."""
    key, kind = key_of(verb.kind), verb.kind
    ways = [list(Ways(verb, supply, argument)) for argument in shape(kind).arguments]
    who, hidden = who_says(verb, key)
    alone = verb.seats[0] if len(verb.seats) == 1 and kind.speaker != "none" else NOBODY
    title = f"{alone} {verb.does}".strip()
    first: Form | None = None
    for chosen in itertools.product(*ways):
        tags = [way.tag for way in chosen]
        second = [way.tag for way, several in zip(chosen, ways, strict=True) if way is not several[0]]
        place = "more" if verb.place == "now" and {*HOW} & {*second} and second != ["other"] else verb.place
        if any(isinstance(field, Pieces) and not field.taps for way in chosen for field in way.fields):
            continue  # no pieces to collect
        fields = _telling([*who, *(field for way in chosen for field in way.fields)], title)
        form = Form(
            ":".join([key, *tags]),
            title,
            place,
            (Group("", tuple(fields)),),
            hidden,
            how=" ".join(HOW.get(tag, "") for tag in second),
            remark=kind.__doc__ or "",
            question=kind.question.format(who=alone) if alone else f"Who {verb.does}?" if who and not ways else "",
        )
        first = first or form
        yield _beside(form) if second == ["other"] and form.shown == 1 and not first.alone else form


def _beside(form: Form) -> Form:
    """A form for another number, without what the form before it has already: the choice of the player."""
    folded = [field for field in form.fields if isinstance(field, Pick) and field.folded]
    rest = tuple(field for field in form.fields if field not in folded)
    hidden = (*form.hidden, *((field.name, field.given) for field in folded))
    return replace(form, beside=True, groups=(Group("", rest),), hidden=hidden)


def _telling(fields: list[Field], title: str) -> list[Field]:
    """The fields of a form. If a single tap completes the form, that tap sends it."""
    fields = [field for field in fields if not isinstance(field, Pick) or field.taps or field.more]
    open_fields = [field for field in fields if not (isinstance(field, Pick) and field.given)]
    if not all(isinstance(field, (Pick, Flag)) for field in open_fields):
        return fields
    picks = [field for field in open_fields if isinstance(field, Pick)]
    behind = [field for field in picks if not field.name.endswith("/who")]
    last = next((field for field in reversed(picks) if field.needed), None)
    if len(behind) == 1 and (len(open_fields) == len(picks) or last is None):
        last = behind[0]
    if last is None or last.listed:
        return fields
    taps = last.taps if last.needed else (Tap("", title), *last.taps)
    rest = [field for field in fields if field is not last]
    folded = [field for field in rest if isinstance(field, Pick) and field.folded]
    return [*(field for field in rest if field not in folded), replace(last, tells=True, taps=taps), *folded]


def _dims(form: Form) -> bool:
    """Whether some of its choices are dimmed, because they would be refused."""
    picks = [field for field in form.fields if isinstance(field, Pick)]
    return any(not tap.likely and not tap.out for field in picks for tap in field.taps)


def _filled(form: Form, given: Given) -> Form:
    """A form with its earlier values."""
    if dict(given).get(TELL) != form.key:
        return form
    reading: dict[str, str] = {}
    for name, value in given:
        reading[name] = f"{reading[name]}+{value}" if name in reading and name.endswith("/who") else value

    def filled(group: Group) -> Group:
        fields = tuple(replace(field, given=reading.get(field.name, "")) for field in group.fields)
        return replace(group, fields=fields, groups=tuple(map(filled, group.groups)))

    return replace(form, groups=tuple(map(filled, form.groups)), given=True)
