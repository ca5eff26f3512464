"""What may be reported now: every report that the asks admit and the checks let pass.

There is no second path to legality here: candidates come from a report's ``options`` or from the types of
its fields, and the referee's own checks sort them out.
"""

from __future__ import annotations

import itertools
import types
import typing
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from referee.cards import RANKS, SUITS, Card, Cards, Rank, Suit
from referee.core import Ask, Hand, Macro
from referee.notation import NOBODY, Report, Seat, shape
from referee.rulings import foreign, objections
from referee.table import Referee

FEW = range(0, 14)  # what is tried for a number that says nothing of its range


def values(kind: Any, hand: Hand, seat: Seat) -> Iterable[Any]:
    """What a field of this type may be, as far as its type and the table tell."""
    origin = typing.get_origin(kind)
    if origin is Annotated:
        base, *more = typing.get_args(kind)
        return next((one for one in more if isinstance(one, range)), None) or values(base, hand, seat)
    if origin is Literal:
        return typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        some = (values(one, hand, seat) for one in typing.get_args(kind) if one is not types.NoneType)
        return itertools.chain.from_iterable(some)
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
    if (some := kind.options(hand, seat)) is not None:
        yield from some
        return
    choices = []
    for one in shape(kind).arguments:
        several = list(dict.fromkeys(values(one.kind, hand, seat)))
        choices.append(
            [one.default, *(value for value in several if value != one.default)] if one.optional else several
        )
    names = [one.field for one in shape(kind).arguments]
    for chosen in itertools.product(*choices):
        yield kind(who=seat, **dict(zip(names, chosen, strict=True)))


def speakers(ask: Ask, hand: Hand, *, others: bool = False) -> tuple[Seat, ...]:
    """Who may make the report an ask waits for; with ``others`` also who may not."""
    if ask.verb.speaker == "none":
        return (NOBODY,)
    sides = hand.sides if ask.verb.team else hand.seats
    seats = ask.seats()
    return sides if others or seats is None else tuple(dict.fromkeys(seats))


def standing(hand: Hand, ask: Ask, tried: Iterable[Report]) -> Iterator[Report]:
    """Those reports that break no rule; what refused the last is asked first of the next."""
    checks = list(ask.checks)
    for report in tried:
        if foreign(hand, report):
            continue
        if refused := next(objections(hand, report, checks), None):
            checks.remove(refused[0])
            checks.insert(0, refused[0])
        else:
            yield report


def legal(referee: Referee, limit: int = 2000) -> dict[Seat, dict[type[Report], list[Report]]]:
    """Everything that may be reported now by player and verb, what is awaited first.

    Of each verb at most ``limit`` candidates are tried.  A whole trick is told card by card here.
    """
    found: dict[Seat, dict[type[Report], list[Report]]] = {}
    for hand, ask in referee.asks():
        if issubclass(ask.verb, Macro):
            continue
        for seat in speakers(ask, hand):
            if ask.turn and not ask.admits(seat):
                continue
            tried = itertools.islice(candidates(ask.verb, hand, seat), limit)
            if some := list(standing(hand, ask, tried)):
                listed = found.setdefault(seat, {}).setdefault(ask.verb, [])
                listed += [report for report in some if report not in listed]
    return found
