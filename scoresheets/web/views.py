"""What stands on the pages of a scorekeeper and of a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.candidates import choices as reports_now
from referee.table import Referee
from scoresheets.display.board import board
from scoresheets.display.reasons import clock, remark, said
from scoresheets.keeping.replay import Entry
from scoresheets.keeping.session import Session
from scoresheets.web.addresses import Role
from scoresheets.web.telling import Outcome, seen

if TYPE_CHECKING:
    from scoresheets.web.table import Table

LAST = 6  # lines of the journal that are shown
FEW = 40  # reports of a kind that have a button each


class View(NamedTuple):
    """A template and what is filled in."""

    template: str
    content: dict[str, Any]


@dataclass
class Line:
    """A line of the journal as a page shows it."""

    number: int
    at: str
    said: str
    counts: bool
    remark: str
    broken: list[str] = field(default_factory=list)


def view(
    table: Table, role: Role, session: Session | None, what: str, query: Mapping[str, str], outcome: Outcome | None
) -> View | None:
    """What a page shows; None where there is no such page."""
    if what in ("", "now"):
        return at_the_table(table, role, session, outcome)
    return None


def at_the_table(table: Table, role: Role, session: Session | None, outcome: Outcome | None) -> View:
    content: dict[str, Any] = {"seen": seen(session), "outcome": current(session, outcome), "session": session}
    if session is None:
        return View("nobody.html", content | {"games": games()})
    referee = session.referee
    seat = next((seat for seat in referee.seats if seat == role.seat), None) if role.seat else None
    told = referee.entries[-1].report if referee.entries else None
    content |= {
        "board": board(session),
        "buttons": buttons(referee, role.seat),
        "last": [line_of(session, entry) for entry in reversed(session.entries[-LAST:])],
        "may_undo": told is not None and (not role.seat or told.who == role.seat),
        "may_redo": bool(session.course.gone) and not role.seat,
        "sits": seat is not None or not role.seat,
        "awaited": not role.seat or role.seat in referee.next(),
    }
    return View("table.html", content)


def current(session: Session | None, outcome: Outcome | None) -> Outcome | None:
    """What came of the last form, unless it was taken and something else has been told since."""
    gone_on = session and outcome and outcome.kind == "taken" and outcome.chain != session.chain
    return None if gone_on else outcome


def buttons(referee: Referee, seat: str) -> dict[str, list[str]]:
    """The likely reports by their verbs."""
    kinds: dict[str, list[str]] = {}
    for (who, kind), reports in reports_now(referee.asks()).items():
        if reports and len(reports) <= FEW and (not seat or who == seat):
            kinds.setdefault(kind.verb, []).extend(report.text for report in reports)
    return kinds


def line_of(session: Session, entry: Entry) -> Line:
    at = session.course.find(entry.number)
    counts = at is not None and not session.course.told[at].void
    return Line(entry.number, clock(entry.moment, session.opened), said(entry), counts, remark(session, entry),
                [breach["rule"] for breach in entry.breaches])  # fmt: skip


def games() -> list[str]:
    from referee.games import games

    return sorted(games())
