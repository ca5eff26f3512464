"""What may be reported now: every report that the asks admit and the checks let pass.

There is no second path to legality here: candidates come from a report's ``options`` or from the types of
its fields, and the referee's own checks sort them out.
"""

from __future__ import annotations

import itertools
import types
import typing
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple, Protocol

from referee.cards import RANKS, SUITS, Card, Cards, Rank, Suit
from referee.game.asks import Ask, Macro
from referee.game.common_reports import (
    Adjust,
    Concedes,
    Deal,
    Dealt,
    End,
    House,
    Joins,
    Leaves,
    Misdeal,
    Note,
    Pays,
    Penalty,
    Replaces,
)
from referee.game.game import Hand
from referee.language.reports import Blind, Groups, Report, shape
from referee.language.words import NOBODY, Seat
from referee.rules.custom import own_rules
from referee.table.rulings import foreign, refusing

FEW = range(0, 14)  # what is tried for a number that says nothing of its range
MOST = 20_000  # candidates of one verb and player that are tried
GLANCED_AT = 32  # of them, where it only matters for a message

SEVERAL: tuple[Any, ...] = (Cards, Blind, Groups)
"""Types of fields that hold more cards than can be listed one by one."""


def values(kind: Any, hand: Hand, seat: Seat) -> Iterable[Any]:
    """What a field of this type may be, as far as its type and the table tell."""
    origin = typing.get_origin(kind)
    if origin is Annotated:
        base, *more = typing.get_args(kind)
        return next((part for part in more if isinstance(part, range)), None) or values(base, hand, seat)
    if origin is Literal:
        return typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        ranges = (values(part, hand, seat) for part in typing.get_args(kind) if part is not types.NoneType)
        return itertools.chain.from_iterable(ranges)
    if kind is bool:
        return (False, True)
    if kind is int:
        return FEW
    if kind is Card:
        return sorted(hand.unseen(), key=lambda card: card.text)
    if kind is Rank:
        return RANKS
    if kind is Suit:
        return SUITS
    if kind is Seat:
        return hand.seats
    if kind == Cards:
        return [(card,) for card in sorted(hand.unseen(), key=lambda card: card.text)]
    return ()


def candidates(kind: type[Report], hand: Hand, seat: Seat) -> Iterator[Report]:
    """Reports of a kind that SEAT might make, legal or not."""
    reports = kind.options(hand, seat)
    return iter(reports) if reports is not None else _built(kind, seat, lambda field: values(field, hand, seat))


def samples(kind: type[Report], hand: Hand, seat: Seat) -> Iterator[Report]:
    """Reports of a kind whose cards can't all be listed: hands of every size, of cards known and unseen."""
    known, unseen = [*hand.known(seat)], [*hand.unseen()]
    by_rank = sorted(unseen, key=lambda card: -RANKS.index(card.rank) if card.rank in RANKS else 0)
    orders = [
        known,
        unseen,
        known + unseen,
        by_rank,
        *([card for card in known if card.suit == suit] for suit in SUITS),
    ]
    hands = [*dict.fromkeys(tuple(cards[:size]) for cards in orders for size in range(1, len(cards) + 1))]

    def tried(field: Any) -> Iterable[Any]:
        if field == Groups:
            return [(cards,) for cards in hands]
        return hands if _is_several(field) else values(field, hand, seat)

    yield from candidates(kind, hand, seat)
    yield from _built(kind, seat, tried)


def _built(kind: type[Report], seat: Seat, tried: Callable[[Any], Iterable[Any]]) -> Iterator[Report]:
    """Every report of a kind with these values in its fields, what may be left out left out first."""
    choices = []
    for argument in shape(kind).arguments:
        several = list(dict.fromkeys(tried(argument.kind)))
        choices.append(
            [argument.default, *(value for value in several if value != argument.default)]
            if argument.optional
            else several
        )
    names = [argument.field for argument in shape(kind).arguments]
    for chosen in itertools.product(*choices):
        yield kind(who=seat, **dict(zip(names, chosen, strict=True)))


def is_listed(kind: type[Report], hand: Hand, seat: Seat) -> bool:
    """Whether the candidates of a kind are all there are; else only its form can be given."""
    if kind.sampled or kind.options(hand, seat) is not None:
        return not kind.sampled
    return not any(_is_several(argument.kind) for argument in shape(kind).arguments)


def _is_several(field: Any) -> bool:
    return field in SEVERAL or any(part in SEVERAL for part in typing.get_args(field))


def speakers(ask: Ask, hand: Hand, *, others: bool = False) -> tuple[Seat, ...]:
    """Who may make the report an ask waits for; with ``others`` also who may not."""
    if ask.verb.speaker == "none":
        return (NOBODY,)
    sides = hand.sides if ask.verb.team else hand.seats
    seats = ask.seats()
    return sides if others or seats is None else tuple(dict.fromkeys(seats))


def standing(hand: Hand, ask: Ask, tried: Iterable[Report]) -> Iterator[Report]:
    """Those reports that break no rule; what refused the last is asked first of the next."""
    checks, hand = list(ask.checks), hand.judging(ask)
    for report in tried:
        if foreign(hand, report):
            continue
        if check := next(refusing(hand, report, checks), None):
            checks.remove(check)
            checks.insert(0, check)
        else:
            yield report


class Table(Protocol):
    """Where something may be reported: a `Referee`."""

    def asks(self) -> list[tuple[Hand, Ask]]: ...


class Coming(NamedTuple):
    """A verb that may come now, with those who may say it, and whether the table waits for them."""

    hand: Hand
    ask: Ask
    seats: tuple[Seat, ...]
    awaited: bool


def coming(asks: Iterable[tuple[Hand, Ask]]) -> Iterator[Coming]:
    """The verbs of which a report at least would stand, the likeliest first; of those said aside any one speaker.

    What comes in its order stands before what may be said aside, and the deal before what may be added to the last
    hand.  A whole trick is told card by card here.
    """
    for hand, ask in likeliest_first(asks):
        for awaited, speaking in _rounds(hand, ask):
            waited_for = awaited and not ask.aside
            seats = (seat for seat in speaking if may_say(hand, ask, seat))
            if speakers := tuple(itertools.islice(seats, None if waited_for else 1)):
                yield Coming(hand, ask, speakers, waited_for)
                break


def expected(asks: Iterable[tuple[Hand, Ask]]) -> Iterator[Coming]:
    """The verbs that are asked for, the likeliest first; of several those that would stand for anybody awaited."""
    single = likeliest_first(asks)
    choice = len({ask.verb for _, ask in single}) > 1
    for hand, ask in single:
        seats = speakers(ask, hand)
        if not choice or any(may_say(hand, ask, seat, GLANCED_AT) for seat in seats):
            yield Coming(hand, ask, seats, True)


def likeliest_first(asks: Iterable[tuple[Hand, Ask]]) -> Sequence[tuple[Hand, Ask]]:
    """The asks for single reports, in the order in which they are likely to be met."""
    single = [(hand, ask) for hand, ask in asks if not issubclass(ask.verb, Macro)]
    return sorted(single, key=lambda pair: (pair[1].aside, pair[1].verb.behind, pair[1].verb is not Deal))


def may_say(hand: Hand, ask: Ask, seat: Seat, most: int = MOST) -> bool:
    """Whether a report that an ask waits for would stand if SEAT made it, or might, behind so many that don't."""
    kind = ask.verb
    tried = iter(candidates(kind, hand, seat) if is_listed(kind, hand, seat) else samples(kind, hand, seat))
    if next(standing(hand, ask, itertools.islice(tried, most)), None) is not None:
        return True
    return most < MOST and next(tried, None) is not None


def _rounds(hand: Hand, ask: Ask) -> Iterator[tuple[bool, tuple[Seat, ...]]]:
    """Those for whom an ask waits, then the others whom it admits in their place."""
    awaited = tuple(seat for seat in speakers(ask, hand) if not ask.turn or ask.admits(seat))
    yield True, awaited
    yield False, tuple(seat for seat in speakers(ask, hand, others=True) if seat not in awaited and ask.admits(seat))


def choices(asks: Iterable[tuple[Hand, Ask]]) -> dict[tuple[Seat, type[Report]], list[Report] | None]:
    """What may come by player and verb, the likeliest first: the reports, None where only their form can be given."""
    by_verb: dict[tuple[Seat, type[Report]], dict[Report, None] | None] = {}
    for hand, ask in likeliest_first(asks):
        for _, speaking in _rounds(hand, ask):
            told = False
            for seat in speaking:
                key = seat, ask.verb
                if not is_listed(ask.verb, hand, seat):
                    if may_say(hand, ask, seat):
                        by_verb[key], told = None, True
                    continue
                tried = itertools.islice(candidates(ask.verb, hand, seat), MOST)
                if reports := dict.fromkeys(standing(hand, ask, tried)):
                    told = True
                    if (before := by_verb.setdefault(key, {})) is not None:
                        before.update(reports)
            if told:
                break
    return {key: None if reports is None else [*reports] for key, reports in by_verb.items()}


def legal(table: Table, limit: int = MOST) -> dict[Seat, dict[type[Report], list[Report]]]:
    """Everything that may be reported now by verb and player of those it is asked of, the likeliest first.

    Of each verb at most ``limit`` candidates are tried.  A whole trick is told card by card here.
    """
    by_seat: dict[Seat, dict[type[Report], dict[Report, None]]] = {}
    for hand, ask in likeliest_first(table.asks()):
        for seat in speakers(ask, hand):
            if ask.turn and not ask.admits(seat):
                continue
            tried = itertools.islice(candidates(ask.verb, hand, seat), limit)
            if reports := dict.fromkeys(standing(hand, ask, tried)):
                by_seat.setdefault(seat, {}).setdefault(ask.verb, {}).update(reports)
    return {seat: {verb: [*reports] for verb, reports in verbs.items()} for seat, verbs in by_seat.items()}


def at_any_time(referee: Any, listed: Container[str] = ()) -> Iterator[type[Report]]:
    """What may be reported whatever else is awaited, but for verbs that are listed already."""
    begun = bool(referee.hand.dealer)
    yield from (Note, Adjust)
    if own_rules(referee.hand.house):
        yield Penalty
    if referee.chips:
        yield Pays
    if not referee.standing.ended:
        if (begun or referee.last) and Dealt.verb not in listed and not referee.game.of_a_sheet:
            yield Dealt
        if referee.playing:
            yield Misdeal
        if not referee.over:
            yield Concedes
            if referee.game.options:
                yield House
            if referee.game.open_table and not referee.playing:
                yield from (Joins, Leaves)
            yield Replaces
        yield End
