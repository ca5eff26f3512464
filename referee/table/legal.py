"""What can be reported now: every report that the asks admit and the checks accept.

Legality isn't defined a second time here. Candidates come from a report's ``options`` or from the types of its fields,
and the referee's own checks filter them.
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
    SitsOut,
)
from referee.game.game import Hand
from referee.language.reports import Blind, Groups, Report, shape
from referee.language.words import NOBODY, Seat
from referee.rules.custom import own_rules
from referee.table.rulings import foreign, refusing

FEW = range(0, 14)  # values to try for a number without a range
MOST = 20_000  # the most candidates to try for one verb and player
GLANCED_AT = 32  # of those, if it only matters for a message

SEVERAL: tuple[Any, ...] = (Cards, Blind, Groups)
"""Types of fields that hold too many combinations of cards to list."""


def values(kind: Any, hand: Hand, seat: Seat) -> Iterable[Any]:
    """The values a field of this type can have, as far as its type and the table determine them."""
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


class Trials(NamedTuple):
    """The reports of a kind to try for a player."""

    reports: Iterator[Report]
    listed: bool  # they are all there are. If not, only the form of the report can be shown
    given: bool  # the report lists its values


def trials(kind: type[Report], hand: Hand, seat: Seat) -> Trials:
    """The reports of a kind that ``seat`` might make, legal or not."""
    reports = kind.options(hand, seat)
    if reports is not None:
        return Trials(iter(reports), not kind.sampled, True)
    several = any(_is_several(argument.kind) for argument in shape(kind).arguments)
    built = _built(kind, seat, lambda field: values(field, hand, seat))
    return Trials(built, not (kind.sampled or several), False)


def candidates(kind: type[Report], hand: Hand, seat: Seat) -> Iterator[Report]:
    """Yields reports of a kind that ``seat`` might make, legal or not."""
    return trials(kind, hand, seat).reports


def samples(kind: type[Report], hand: Hand, seat: Seat) -> Iterator[Report]:
    """Yields some reports of a kind with too many combinations of cards: hands of all sizes, known and unseen cards."""
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
    """Yields every report of a kind with these values in its fields. Optional fields are left out first."""
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


def _is_several(field: Any) -> bool:
    return field in SEVERAL or any(part in SEVERAL for part in typing.get_args(field))


def speakers(ask: Ask, hand: Hand, *, others: bool = False) -> tuple[Seat, ...]:
    """Who may make the report that an ask waits for; with ``others`` everybody else as well."""
    if ask.verb.speaker == "none":
        return (NOBODY,)
    everybody = hand.seats if ask.verb in (Deal, SitsOut) else hand.players
    sides = hand.parties if ask.verb.team else everybody
    seats = ask.seats()
    return sides if others or seats is None else tuple(dict.fromkeys(seats))


def standing(hand: Hand, ask: Ask, tried: Iterable[Report]) -> Iterator[Report]:
    """Yields the reports that break no rule. The check that refused the last one is tried first on the next."""
    checks, hand = list(ask.checks), hand.judging(ask)
    for report in tried:
        if foreign(hand, report):
            continue
        if check := next(refusing(hand, report, checks), None):
            checks.remove(check)
            checks.insert(0, check)
        else:
            yield report


class HasAsks(Protocol):
    """Something with asks, such as a `Referee`."""

    def asks(self) -> list[tuple[Hand, Ask]]: ...


class Coming(NamedTuple):
    """A verb that is possible now, the players who may report it, and whether the table waits for it."""

    hand: Hand
    ask: Ask
    seats: tuple[Seat, ...]
    awaited: bool


def coming(asks: Iterable[tuple[Hand, Ask]]) -> Iterator[Coming]:
    """Yields the verbs with at least one legal report, likeliest first. Optional ones are listed for one player only.

    What is in order comes before optional reports, and the deal before additions to the last hand. Here a whole trick
    is reported card by card.
    """
    for hand, ask in likeliest_first(asks):
        for awaited, speaking in _rounds(hand, ask):
            waited_for = awaited and not ask.aside
            seats = (seat for seat in speaking if may_say(hand, ask, seat))
            if speakers := tuple(itertools.islice(seats, None if waited_for else 1)):
                yield Coming(hand, ask, speakers, waited_for)
                break


def expected(asks: Iterable[tuple[Hand, Ask]]) -> Iterator[Coming]:
    """Yields the verbs that are asked for, likeliest first.

    If there are several, only those legal for a player who is due.
    """
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
    """Whether ``seat`` has a legal report for an ask.

    Also true if the first ``most`` candidates are illegal but there are more.
    """
    kind = ask.verb
    trial = trials(kind, hand, seat)
    tried = trial.reports if trial.listed else samples(kind, hand, seat)
    if next(standing(hand, ask, itertools.islice(tried, most)), None) is not None:
        return True
    return most < MOST and next(tried, None) is not None


def _rounds(hand: Hand, ask: Ask) -> Iterator[tuple[bool, tuple[Seat, ...]]]:
    """Yields the players an ask waits for, then the others it admits in their place."""
    awaited = tuple(seat for seat in speakers(ask, hand) if not ask.turn or ask.admits(seat))
    yield True, awaited
    yield False, tuple(seat for seat in speakers(ask, hand, others=True) if seat not in awaited and ask.admits(seat))


def choices(asks: Iterable[tuple[Hand, Ask]]) -> dict[tuple[Seat, type[Report]], list[Report] | None]:
    """The possible reports by player and verb, likeliest first. None if only the form can be shown."""
    by_verb: dict[tuple[Seat, type[Report]], dict[Report, None] | None] = {}
    for hand, ask in likeliest_first(asks):
        for _, speaking in _rounds(hand, ask):
            entered = False
            for seat in speaking:
                key = seat, ask.verb
                trial = trials(ask.verb, hand, seat)
                if not trial.listed:
                    if may_say(hand, ask, seat):
                        by_verb[key], entered = None, True
                    continue
                tried = itertools.islice(trial.reports, MOST)
                if reports := dict.fromkeys(standing(hand, ask, tried)):
                    entered = True
                    if (before := by_verb.setdefault(key, {})) is not None:
                        before.update(reports)
            if entered:
                break
    return {key: None if reports is None else [*reports] for key, reports in by_verb.items()}


def legal(table: HasAsks, limit: int = MOST) -> dict[Seat, dict[type[Report], list[Report]]]:
    """Every legal report by player and verb, for the players whose turn it is, likeliest first.

    At most ``limit`` candidates of each verb are tried. Here a whole trick is reported card by card.
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
    """Yields the verbs that are possible at any time, without those in ``listed``."""
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
