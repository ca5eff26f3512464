"""What a report would score before it is made, and what is in the pots: from the rules and numbers of the house."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from referee.game.findings import Line
from referee.game.game import Outcome
from referee.language.words import Seat
from referee.rules.rule import Rule, Verdict
from referee.table.referee import Referee
from referee.table.rulings import Ruling


class Value(NamedTuple):
    """A report's ruling as things are now, and the ways it can end. Empty if it can't be made."""

    ruling: Ruling
    outcomes: tuple[Outcome, ...]


class Pot(NamedTuple):
    """An account that isn't a player's: the chips in it, and who can win them."""

    name: str
    chips: int
    contenders: tuple[Seat, ...]


def value(referee: Referee, text: str) -> Value:
    """What a report would score; nothing is saved.

    It can be asked before the player's turn, and about illegal reports: the ruling says so.
    """
    with referee.trial():
        ruling = referee.hear(text)
    hand, report = referee.hand, ruling.report
    if report is None or ruling.verdict in (Verdict.IMPOSSIBLE, Verdict.UNCLEAR):
        return Value(ruling, ())
    if not report.who and report.speaker != "none":
        seats = {seat for _, ask in referee.asks() if isinstance(report, ask.verb) for seat in ask.seats() or ()}
        report = replace(report, who=min(seats, key=hand.seats.index)) if seats <= {*hand.seats} and seats else report
    if brings := referee.game.brings.get(type(report)):
        return Value(ruling, tuple(brings(hand, report)))
    return Value(ruling, tuple(_at_once(ruling.lines, referee.game.rules)))


def _at_once(lines: Iterable[Line], rules: Mapping[str, Rule]) -> Iterator[Outcome]:
    """Yields what is booked as soon as the report is made."""
    points: dict[Seat, int] = {}
    for line in lines:
        points[Seat(line.who)] = points.get(Seat(line.who), 0) + line.points
    if points:
        yield Outcome(
            "at once", points, tuple(rules[name] for name in dict.fromkeys(line.rule for line in lines if line.rule))
        )


def pots(referee: Referee) -> list[Pot]:
    """The chips on the table that are nobody's yet, and who can win them."""
    game, hand = referee.game, referee.hand
    contenders = tuple(game.contenders(hand) if game.contenders and hand.dealer else hand.seats)
    names = [name for name in game.accounts if name != game.banker and referee.accounts.get(name)]
    return [Pot(name, referee.accounts[name], contenders) for name in names]


__all__ = ["Pot", "Value", "pots", "value"]
