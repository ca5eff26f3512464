"""What stands beside a refusal: the facts that prove it, what could be told instead, whether it may be let stand."""

from __future__ import annotations

import re
from dataclasses import replace

from referee.core import Macro
from referee.notation import NOBODY, Report, Seat
from referee.rules import Verdict
from referee.rulings import Ruling
from referee.table import Referee

REPORT = re.compile(r"""(?:"[^"\n]*"|[^";#]|(?<=[^\s;])\#)*""")


def facts(ruling: Ruling, referee: Referee) -> list[str]:
    """The reports that prove a refusal, with their lines."""
    wanted = dict.fromkeys(line for breach in ruling.broken for line in breach.proof)
    return [f"line {line}: {text}" for line in sorted(wanted) if (text := told_in(referee, line))]


def told_in(referee: Referee, line: int) -> str:
    """What was accepted in a line."""
    told: list[str] = []
    for record in reversed(referee.records):
        told = [entry.ruling.text for entry in record.entries if entry.report.line == line] + told
        if record.entries and record.entries[0].report.line < line:
            break
    return "; ".join(told)


def repairs(ruling: Ruling, referee: Referee, line: str = "", column: int = 1) -> list[str]:
    """Up to three reports that could stand in its place, best first."""
    from referee.repairs import repairs

    typed = REPORT.match(line, column - 1) if line else None
    return repairs(referee, ruling, typed[0] if typed else ruling.text, column)


def overrulable(ruling: Ruling, referee: Referee) -> str:
    """The refused report as the table may let it stand, nothing where it can't."""
    report = ruling.report
    if report is None or any(breach.verdict is not Verdict.ILLEGAL for breach in ruling.broken):
        return ""
    named = _named(report, referee)
    if not referee.hear(named.text, overrule=True).accepted:
        return ""
    referee.undo()
    return named.text


def _named(report: Report, referee: Referee) -> Report:
    """A report with its player, where only one can be meant."""
    if report.who or report.speaker == "none" or isinstance(report, Macro):
        return report
    seats: set[Seat] = {seat for _, ask in referee.asks() if isinstance(report, ask.verb) for seat in ask.seats() or ()}
    return replace(report, who=seats.pop() if len(seats) == 1 else NOBODY)
