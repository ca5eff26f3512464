"""What players confirm: that the result of a hand, or a report about them, is so.

A confirmation is a line of the journal of the kind ``confirm``.  It tells nothing, so it changes nothing in the game:
``typed`` is who confirms, ``message`` what, ``moved`` the number of the hand; of a report ``target`` is its line.  One
by nobody asks that from here on every hand be confirmed.  What is put right since is another result, and isn't
confirmed by what was said before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.notation import Seat
from scoresheets.errors import CommandError
from scoresheets.keeping.replay import Entry

if TYPE_CHECKING:
    from scoresheets.keeping.session import Session

CONFIRM = "confirm"


def result(session: Session, hand: int) -> str:
    """What a hand brought each side, in words: ``Ann +10, Ben −10``."""
    sums = dict.fromkeys(session.referee.sides, 0)
    for line in session.referee.lines:
        if line.hand == hand and line.who in sums:
            sums[Seat(line.who)] += line.points
    return ", ".join(f"{side} {points:+d}" for side, points in sums.items()).replace("-", "−")


def ask_for(session: Session) -> None:
    """Asks that from here on the result of every hand be confirmed; once is enough."""
    with session.alone():
        if asked(session) is None:
            session.confirm(message="results are to be confirmed", moved=session.referee.standing.hands)


def asked(session: Session) -> int | None:
    """How many hands were finished when confirmation was asked for; None where it wasn't."""
    return next((entry.moved for entry in session.entries if entry.kind == CONFIRM and not entry.typed), None)


def unconfirmed(session: Session) -> list[int]:
    """The finished hands that somebody else must still confirm."""
    since = asked(session)
    if since is None:
        return []
    said = {(entry.moved, entry.message) for entry in _by_players(session) if not entry.target}
    hands = (hand.number for hand in session.referee.hands if hand.finished and hand.number > since)
    return [number for number in hands if (number, result(session, number)) not in said]


def _by_players(session: Session) -> list[Entry]:
    return [entry for entry in session.entries if entry.kind == CONFIRM and entry.typed]


def may_confirm(session: Session, hand: int, seat: str) -> bool:
    """Whether this player is another one than who told what ended the hand."""
    record = next((record for record in reversed(session.referee.records) if record.number == hand), None)
    if record is None or seat not in session.referee.seats or not record.entries:
        return False
    told = next((entry.report.who for entry in reversed(record.entries) if entry.report.who), "")
    return told not in (seat, session.referee.hand.side(Seat(seat)))


def confirm_hand(session: Session, hand: int, seat: str, shown: str) -> None:
    """A player says that a hand's result is so, as it was ``shown``; raises CommandError."""
    with session.alone():
        if hand not in unconfirmed(session):
            raise CommandError(f"hand {hand} needs no confirmation")
        if not may_confirm(session, hand, seat):
            raise CommandError(f"another player than {seat} confirms hand {hand}")
        if (now := result(session, hand)) != shown:
            raise CommandError(f"hand {hand} is {now} now")
        session.confirm(typed=seat, message=now, moved=hand)


def confirm_line(session: Session, line: int, seat: str) -> None:
    """A player says that a report is so; raises CommandError where it doesn't count."""
    with session.alone():
        told = next((told for told in session.course.standing if told.line == line), None)
        if told is None:
            raise CommandError(f"line {line} doesn't count any more")
        session.confirm(typed=seat, message=told.text, target=line)


def is_so(session: Session, line: int, seat: str) -> bool:
    """Whether a player has said that a report is so, as it counts now."""
    told = next((told.text for told in session.course.standing if told.line == line), "")
    return any((entry.target, entry.typed, entry.message) == (line, seat, told) for entry in _by_players(session))
