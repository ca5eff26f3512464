"""Rulings and tables as objects for programs: what `--json` prints; docs/schemas describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.game.findings import Breach, Finding, Line
from referee.game.game import Game, Hand
from referee.language.words import Seat
from referee.rules.options import Scale
from referee.table.referee import Referee


def line_object(line: Line) -> dict[str, Any]:
    return {
        "who": line.who,
        "points": line.points,
        "category": line.category,
        "rule": line.rule,
        "because": line.because,
        "lines": list(line.proof),
    }


def finding_object(finding: Finding, line: int) -> dict[str, Any]:
    as_object = {"line": line, "name": finding.name, "who": finding.who, "suspects": list(finding.suspects)}
    return as_object | {"message": finding.why, "lines": list(finding.proof)}


def breach_object(breach: Breach) -> dict[str, Any]:
    return {"rule": breach.rule, "message": breach.why, "lines": list(breach.proof)}


def table_object(referee: Referee) -> dict[str, Any]:
    """The table as plain dictionaries and lists, as ``--json`` prints it; docs/notation.md explains each key.

    >>> from referee import Referee, find_game, table_object
    >>> table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
    >>> facts = table_object(table)
    >>> facts["scores"], facts["next"], facts["over"]
    ({'Ann': 0, 'Ben': 0, 'Cat': 0}, ['Ann'], False)
    """
    game: Game[Any] = referee.game
    return {
        "game": game.slug,
        "players": list(referee.first_seats),
        "house": {name: _plainly(value) for name, value in referee.house.items() if value is not None},
        "amended": [
            {"hand": number, "house": {name: _plainly(now) for name, (_, now) in changed.items()}}
            for number, changed in referee.amendments()
        ],
        "reports": len(referee.entries),
        "scores": dict(referee.scores),
        "accounts": referee.accounts,
        "hands": [_hand_object(referee, hand) for hand in referee.hands],
        "adjustments": [line_object(line) for line in referee.lines if line.hand == 0],
        "facts": facts_object(referee),
        "dealer": referee.dealer,
        "over": referee.over,
        "broken_off": referee.broken_off,
        "winners": list(referee.winners()),
        "next": list(referee.next()),
        "findings": [finding_object(finding, line) for line, finding in referee.findings],
        "overruled": [
            {"line": entry.report.line, "text": entry.ruling.text, "rules": list(dict.fromkeys(entry.ruling.rules))}
            for entry in referee.entries
            if entry.overrule
        ],
    }


def _hand_object(referee: Referee, hand: Hand) -> dict[str, Any]:
    lines = [line for line in referee.lines if line.hand == hand.number]
    scores = dict.fromkeys(hand.sides, 0)
    for line in lines:
        if line.who in scores:
            scores[Seat(line.who)] += line.points
    return {
        "hand": hand.number,
        "dealer": hand.dealer,
        "finished": hand.finished,
        "scores": scores,
        "lines": [line_object(line) for line in lines],
    }


def facts_object(referee: Referee) -> dict[str, Any]:
    """Every fact that has a value now."""
    values = ((name, referee.fact(name)) for name in referee.game.facts)
    return {name: _json(value) for name, value in values if value is not None}


def _json(value: Any) -> Any:
    if isinstance(value, (int, str, bool)):
        return value
    if isinstance(value, Mapping):
        return {str(name): _json(item) for name, item in value.items()}
    return [_json(item) for item in value] if isinstance(value, (list, tuple)) else str(value)


def _plainly(value: int | str | Scale | None) -> int | str | None:
    """The value of an option as plain data. A scale is text: ``3/4/15``."""
    return value if value is None or isinstance(value, int) else str(value)
