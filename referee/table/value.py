"""What a report would bring before it is made, and what lies in the pots: from the rules and numbers of the house."""

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
    """A report with the ruling on it as things are now, and how it may end; nothing where it can't have been made."""

    ruling: Ruling
    outcomes: tuple[Outcome, ...]


class Pot(NamedTuple):
    """An account that is no player's: what lies there, and who may win it."""

    name: str
    chips: int
    contenders: tuple[Seat, ...]


def value(referee: Referee, text: str) -> Value:
    """What a report would bring; nothing is recorded.

    It may be asked before it is somebody's turn, and of what isn't allowed: the ruling says so.
    """
    ruling = referee.hear(text)
    if ruling.accepted:
        referee.undo()
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
    """What is booked as soon as the report is made."""
    points: dict[Seat, int] = {}
    for line in lines:
        points[Seat(line.who)] = points.get(Seat(line.who), 0) + line.points
    if points:
        yield Outcome(
            "at once", points, tuple(rules[name] for name in dict.fromkeys(line.rule for line in lines if line.rule))
        )


def pots(referee: Referee) -> list[Pot]:
    """What lies on the table and is nobody's yet, with who may win it."""
    game, hand = referee.game, referee.hand
    contenders = tuple(game.contenders(hand) if game.contenders and hand.dealer else hand.seats)
    names = [name for name in game.accounts if name != game.banker and referee.accounts.get(name)]
    return [Pot(name, referee.accounts[name], contenders) for name in names]


__all__ = ["Pot", "Value", "pots", "value"]
