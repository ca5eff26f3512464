"""The effect of a correction, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.table.rulings import Ruling
from scoresheets.display.phrases import breach_by
from scoresheets.keeping.results import by_hand
from scoresheets.keeping.session import Change


def changes(made: Change) -> Iterator[str]:
    """Old → new for the lines themselves, every later ruling, the hands and the totals."""
    for old, new in made.lines:
        yield f"line {new.line}: {'(void)' if old.void else old.text} → {'(void)' if new.void else new.text}"
    for before, after in made.rulings:
        was, now = weighed(before), weighed(after)
        if was != now:
            yield f"  line {after.report.line if after.report else 0}, {after.text}: {was} → {now}"
    was_, now_ = by_hand(made.before.lines), by_hand(made.after.lines)
    for hand in sorted(was_.keys() | now_.keys()):
        if hand and (moved := differing(was_.get(hand, {}), now_.get(hand, {}))):
            yield f"  hand {hand}: {moved}"
    yield f"  total: {differing(made.before.scores, made.after.scores) or 'as before'}"


def weighed(ruling: Ruling) -> str:
    """A ruling in a few words."""
    texts = [f"let stand [{rule}]" for rule in dict.fromkeys(ruling.rules)]
    texts += [breach_by(finding.name, finding.who) for finding in ruling.findings]
    sums: dict[str, int] = {}
    for line in ruling.lines:
        sums[line.who] = sums.get(line.who, 0) + line.points
    texts += [f"{who} {points:+d}" for who, points in sums.items()]
    return ", ".join(texts) or "accepted"


def differing(before: dict[Any, int], after: dict[Any, int]) -> str:
    names = dict.fromkeys((*before, *after))
    moved = [(name, before.get(name, 0), after.get(name, 0)) for name in names]
    return ", ".join(f"{name} {was} → {now}" for name, was, now in moved if was != now)
