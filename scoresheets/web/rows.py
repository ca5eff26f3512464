"""A whole hand in the short form as one page form: a row for each player and verb."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from referee.cards import Card
from referee.game.asks import Ask, Macro, does
from referee.game.common_reports import ANY_TIME, Deal, SitsOut
from referee.game.game import Hand
from referee.language.reports import Report, shape
from referee.language.words import NOBODY, Seat
from referee.table.legal import SEVERAL, candidates, standing, trials
from referee.table.referee import Referee
from scoresheets.web.controls import (
    LISTED,
    SHORT,
    Supply,
    Verb,
    Way,
    Ways,
    by_type,
    by_values,
    parts_of,
    supply_of,
    who_says,
)
from scoresheets.web.forms import HAND, SAID, Field, Flag, Form, Group, Line, Pick, Pieces, Several, Tap, key_of

WHOLE = "the whole hand"
MUCH = 2  # verbs with several fields for one player, from which the rows are grouped by player


def whole_hand(referee: Referee) -> list[Form]:
    """The short form of a hand, if it can be used now. It includes the deal if the cards haven't been dealt."""
    kinds = short_verbs(referee.game)
    asked = {ask.verb: (hand, ask) for hand, ask in referee.asks()}
    due = {kind for kind, (_, ask) in asked.items() if kind.verb == Deal.verb and not ask.aside}
    dealing = next((asked[kind] for kind in referee.game.reports if kind in due), None)
    reports = [] if dealing else [entry.report for entry in referee.records[-1].entries]
    if referee.over or not (dealing or asked.keys() & {*kinds}):
        return []
    if dealing is None:
        rows = [*_rows(referee, kinds, reports)]
        begun = any(not isinstance(report, (Deal, *ANY_TIME)) for report in reports)
        title = "the rest of the hand" if begun else WHOLE
        return [Form(HAND, title, "hand", tuple(rows), question=_question(rows, kinds, title))] if rows else []
    hand, ask = dealing
    seats = (NOBODY,) if ask.verb.speaker == "none" else ask.seats() or hand.seats
    deal = next(standing(hand, ask, candidates(ask.verb, hand, seats[0])), None)
    with referee.trial():
        if deal is None or not referee.judge(deal).accepted:
            return []
        rows = [*_rows(referee, kinds, reports)]
    fields, hidden = _dealing(Verb(ask.verb, hand, seats, hand.all_but(seats), "hand", "deals", ask), deal)
    return [Form(HAND, WHOLE, "hand", (Group("deal", tuple(fields)), *rows), hidden)] if rows else []


def rows_due(referee: Referee) -> list[Form]:
    """A row for each player for what a sheet waits for now, in any order: bids, tricks, points."""
    if not referee.game.of_a_sheet or referee.over:
        return []
    kinds = short_verbs(referee.game)
    due = [(hand, ask) for hand, ask in referee.asks() if not ask.aside]
    for hand, ask in due[:1]:
        kind, seats = ask.verb, (ask.seats() or ()) if ask.verb in kinds and ask.verb.of_all else ()
        rows = [Row(kind, seat, row[:1]) for seat in seats if (row := _row(kind, hand, seat, ask))]
        if len(rows) > 1:
            key, title = f"{HAND}:{key_of(kind)}", does(kind)
            return [Form(key, title, "now", tuple(_by_verb(rows)), question=kind.of_all)]
    return []


def _dealing(verb: Verb, deal: Any) -> tuple[list[Field], tuple[tuple[str, str], ...]]:
    """Fields for the dealer, and for the number of cards if it must be entered."""
    key = key_of(verb.kind)
    fields, hidden = who_says(verb, key)
    sizes = supply_of(verb).likely["size"]
    if None not in sizes:
        taps = tuple(Tap(str(size), str(size)) for size in sizes)
        fields.append(Pick(name=f"{key}/size", label="cards each", taps=taps, given=str(deal.size)))
    return fields, hidden or ((f"{key}/{SAID}", "on"),)


def _question(rows: Sequence[Group], kinds: Sequence[type[Report]], title: str) -> str:
    """The question if there is only one thing to fill in for everybody. Otherwise that numbers are expected."""
    (verb, *others) = dict.fromkeys(group.legend for group in rows)
    of_all = next((kind.of_all for kind in kinds if does(kind) == verb), "") if not others else ""
    return of_all or f"{title[:1].upper()}{title[1:]}, in numbers"


def by_numbers(referee: Referee) -> bool:
    """Whether this table reports hands in numbers: as in its last hand, otherwise as usual for the game."""
    short = {*short_verbs(referee.game)}
    for at, record in enumerate(reversed(referee.records)):
        reports = [entry.report for entry in record.entries if not isinstance(entry.report, (Deal, *ANY_TIME))]
        if any(isinstance(report, Macro) or (report.who and type(report) not in short) for report in reports):
            return False
        if reports and at:
            return True
    return referee.game.family == "trick-taking"


class Row(NamedTuple):
    """The fields of one verb for one player."""

    kind: type[Report]
    seat: Seat
    fields: list[Field]

    @property
    def does(self) -> str:
        return does(self.kind)


def _rows(referee: Referee, kinds: Sequence[type[Report]], reports: Sequence[Report]) -> Iterator[Group]:
    """The rows of the whole hand: by verb, or by player if there is much to fill in for each."""
    rows = [*_every_row(referee, kinds, reports)]
    much = Counter(row.seat for row in rows if len(row.fields) > 1 and row.seat)
    if max(much.values(), default=0) < MUCH:
        yield from _by_verb(rows)
        return
    yield from _by_verb([row for row in rows if not row.seat])
    rare = rare_verbs(referee.game)
    verbs = Counter(row.does for row in {row.kind: row for row in rows}.values())
    for seat in dict.fromkeys(row.seat for row in rows if row.seat):
        usual, rarely = list[Group](), list[Group]()
        for row in rows:
            if row.seat == seat:
                remark = (row.kind.__doc__ or "") if verbs[row.does] > 1 else ""
                legend = row.does if shape(row.kind).arguments else ""
                (rarely if row.kind in rare else usual).append(Group(legend, tuple(row.fields), remark))
        more = (Group("rarely", groups=tuple(rarely)),) if rarely else ()
        yield Group(str(seat), groups=(*usual, *more))


def _every_row(referee: Referee, kinds: Sequence[type[Report]], reports: Sequence[Report]) -> Iterator[Row]:
    hand = referee.hand
    asks = {ask.verb: ask for _, ask in referee.asks()}
    bids = _bids(referee)
    for kind in kinds:
        ask = asks.get(kind)
        if kind.several:
            taps = tuple(Tap(seat, seat) for seat in hand.players)
            who = Several(name=f"{key_of(kind)}/who", label="which players", taps=taps, needed=False)
            rest = _row(kind, hand, NOBODY, ask) if shape(kind).arguments else []
            if rest is not None:
                yield Row(kind, NOBODY, [who, *rest])
            continue
        for seat in _sayers(kind, hand):
            if any(type(report) is kind and report.who == seat for report in reports) and not (
                ask and ask.admits(seat)
            ):
                continue
            if (fields := _row(kind, hand, seat, ask)) is None:
                break
            if fields:
                yield Row(kind, seat, _beside_bid(fields, bids.get(seat)) if kind.verb == "takes" else fields)


def _bids(referee: Referee) -> Mapping[Any, Any]:
    """Everybody's bids, if the game has them by player."""
    known = [referee.fact(name) for name in ("bid", "bidding") if name in referee.game.facts and referee.playing]
    return next((entered for entered in known if isinstance(entered, Mapping)), {})


def _beside_bid(fields: list[Field], bid: Any) -> list[Field]:
    """The fields of a row with the player's bid marked."""
    if not isinstance(bid, int):
        return fields
    return [
        replace(field, beside=f"bid {bid}", taps=tuple(tap._replace(mark=tap.value == str(bid)) for tap in field.taps))
        if isinstance(field, Pick) else field
        for field in fields
    ]  # fmt: skip


def _by_verb(rows: Sequence[Row]) -> Iterator[Group]:
    """Groups the rows of a verb. Rows with several fields stay separate."""
    for _, alike in itertools.groupby(rows, lambda row: row.kind):
        single: list[Field] = []
        for row in alike:
            if len(row.fields) > 1 or row.kind.several:
                yield Group(f"{row.seat} {row.does}".strip(), tuple(row.fields))
            else:
                single.append(replace(row.fields[0], label=str(row.seat) or row.fields[0].label))
        if single:
            yield Group(row.does, tuple(single))


def _sayers(kind: type[Report], hand: Hand) -> tuple[Seat, ...]:
    """The players who may use a verb in this hand, in the order of play."""
    if kind.speaker == "none":
        return (NOBODY,)
    around = hand.around(hand.eldest) if hand.dealer else hand.seats
    around = tuple(seat for seat in around if kind is SitsOut or seat in hand.players)
    if kind.team:
        return tuple(dict.fromkeys(hand.side(seat) for seat in around))
    return (*around, *hand.game.others)


def _row(kind: type[Report], hand: Hand, seat: Seat, ask: Ask | None) -> list[Field] | None:
    """The fields of a verb for one player. None if they don't fit in a row."""
    arguments = shape(kind).arguments
    said = Flag(name=f"{key_of(kind)}/{seat}/{SAID}", label=does(kind), needed=False)
    if not arguments:
        return [said]
    trial = trials(kind, hand, seat)
    if not trial.given:
        tried = by_type(kind, hand, (seat,))
    else:
        tried = by_values(kind, itertools.islice(trial.reports, LISTED))
    verb = Verb(kind, hand, (seat,), (), "hand", kind.verb, ask)
    supply = Supply(tried, {name: {} for name in tried}, trial.listed, False, True, trial.given)
    fields: list[Field] = []
    for argument in arguments:
        way = _in_row(
            Ways(verb, supply, argument),
            argument is arguments[0] and _goes_on(kind, hand, seat, ask, argument.field, tried),
        )
        if way is None:
            if argument.optional:
                continue
            return None
        for field in way.fields:
            name = field.name.partition("/")[2]
            if not isinstance(field, Pick) or field.taps:
                fields.append(_for_row(field, f"{key_of(kind)}:{way.tag}/{seat}/{name}"))
    counts = fields and (type(arguments[0].default) is int or int in parts_of(arguments[0].kind))
    return fields if counts or not all(argument.optional for argument in arguments) else [said, *fields]


def _goes_on(
    kind: type[Report], hand: Hand, seat: Seat, ask: Ask | None, name: str, tried: Mapping[str, Mapping[Any, None]]
) -> bool:
    """Whether a verb takes numbers beyond those it lists: some in between, a higher or a lower one."""
    numbers = sorted([value for value in tried[name] if isinstance(value, int)])
    if any(after - before > 1 for before, after in pairwise(numbers)):
        return True
    if not numbers or ask is None or len(tried) > 1:
        return False
    beyond = (kind(who=seat, **{name: number}) for number in (numbers[-1] + 1, numbers[0] - 1))
    return next(standing(hand, ask, beyond), None) is not None


def _in_row(ways: Iterable[Way], goes_on: bool) -> Way | None:
    """The shortest way to enter an argument. None if each takes up too much room."""
    few = None
    for way in ways:
        if way.tag == "number" and goes_on:
            few = way
            continue
        if all(
            len(field.taps) <= SHORT if isinstance(field, Pieces) else not isinstance(field, Line)
            for field in way.fields
        ):
            return way
    return few


def _for_row(field: Field, name: str) -> Field:
    """An optional copy of a field, for a row of the whole hand."""
    if isinstance(field, Pick):
        return replace(field, name=name, needed=False, columns=0, listed=len(field.taps) > SHORT, tells=False)
    return replace(field, name=name, needed=False)


@cache
def short_verbs(game: Any) -> tuple[type[Report], ...]:
    """The verbs of a game's short form, in order."""
    kinds = {*_named(game), *_declared_alike(game)}
    if not any(part in (Card, *SEVERAL) for kind in game.reports for part in _types(kind)):
        kinds.update(game.reports)  # the game is never reported in cards
    single = {kind.verb for kind in kinds if kind.speaker == "before" and not kind.several}
    kinds = {kind for kind in kinds if kind.verb not in single or (kind.speaker == "before" and not kind.several)}
    kept = (kind for kind in game.reports if kind in kinds and not issubclass(kind, (Deal, Macro, *ANY_TIME)))
    return tuple({key_of(kind): kind for kind in kept}.values())


@cache
def rare_verbs(game: Any) -> frozenset[type[Report]]:
    """Verbs of the short form that neither its text nor the example mentions."""
    return frozenset(kind for kind in _declared_alike(game) - _named(game) if len(shape(kind).words) > 1)


@cache
def _named(game: Any) -> frozenset[type[Report]]:
    """The reports in the text on the short form, or in its example."""
    kinds: set[type[Report]] = set()
    for text in re.findall(r"`([^`]+)`", game.short_form):
        said = text.split()
        fits = [kind for kind in game.reports if shape(kind).words == said[: len(shape(kind).words)]]
        most = max((len(shape(kind).words) for kind in fits), default=0)
        kinds.update(kind for kind in fits if len(shape(kind).words) == most)
    if example := game.example:
        house = dict(part.split("=", 1) for part in example.house.replace(",", " ").split())
        referee = Referee(game, example.players.split(), house)
        for text in example.lines:
            for part in text.split(";"):
                referee.hear(part.strip())
        kinds.update(type(entry.report) for entry in referee.entries)
    return frozenset(kinds)


def _declared_alike(game: Any) -> frozenset[type[Report]]:
    """A declaration brings the others with the same first word."""
    heads = {shape(kind).words[0] for kind in _named(game) if len(shape(kind).words) > 1}
    return frozenset(kind for kind in game.reports if shape(kind).words[0] in heads)


def _types(kind: type[Report]) -> Iterator[Any]:
    """The types that the arguments of a report may have."""
    for argument in shape(kind).arguments:
        yield from parts_of(argument.kind)
