"""Confirmations: a player agrees with the result of a hand, or with a report about them.

A confirmation is an entry of the journal of the kind ``confirm``. It doesn't change the game. ``typed`` is the player
who confirms, ``message`` what is confirmed, ``moved`` the number of the hand; for a report, ``target`` is its line. An
entry without a player turns confirmation on for every hand from there. A correction makes a new result, which has to be
confirmed again.

If ``why`` is `NOT_SO`, the player contests the result. That ends when the player confirms it after all, when it is
corrected, or when the table decides that it `STANDS`. A player's last entry on a hand or line counts.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from referee.language.words import Seat
from referee.table.referee import Referee
from scoresheets.errors import CommandError
from scoresheets.keeping.replay import Course, JournalLine


class Session(Protocol):
    """The part of a session used here: see `scoresheets.keeping.session.Session`."""

    entries: list[JournalLine]
    course: Course
    referee: Referee

    def alone(self) -> AbstractContextManager[None]: ...
    def confirm(self, *, message: str, typed: str = "", target: int = 0, moved: int = 0, why: str = "") -> None: ...


CONFIRM = "confirm"
NOT_SO, STANDS = "not so", "stands"


def result(session: Session, hand: int) -> str:
    """The points of a hand for each side, in words: ``Ann +10, Ben −10``."""
    sums = dict.fromkeys(session.referee.sides, 0)
    for line in session.referee.lines:
        if line.hand == hand and line.who in sums:
            sums[Seat(line.who)] += line.points
    return ", ".join(f"{side} {points:+d}" for side, points in sums.items()).replace("-", "−")


def ask_for(session: Session) -> None:
    """Turns confirmation on for all hands from here. Does nothing the second time."""
    with session.alone():
        if asked(session) is None:
            session.confirm(message="results are to be confirmed", moved=session.referee.standing.hands)


def asked(session: Session) -> int | None:
    """How many hands were finished when confirmation was turned on. None if it is off."""
    return next((entry.moved for entry in session.entries if entry.kind == CONFIRM and not entry.typed), None)


def unconfirmed(session: Session) -> list[int]:
    """The finished hands that another player must still confirm."""
    since = asked(session)
    if since is None:
        return []
    said = {(entry.moved, entry.message) for entry in _last_entries(session) if not entry.target and not entry.why}
    said.difference_update((word.hand, word.text) for word in contested(session))
    hands = (hand.number for hand in session.referee.hands if hand.finished and hand.number > since)
    return [number for number in hands if (number, result(session, number)) not in said]


def _last_entries(session: Session) -> list[JournalLine]:
    """Each player's last entry on each hand or line."""
    by_players = (entry for entry in session.entries if entry.kind == CONFIRM and entry.typed)
    return [*{(entry.typed, entry.target, entry.moved): entry for entry in by_players}.values()]


class Contested(NamedTuple):
    """An objection by a player to a hand's result, or to a report by its line."""

    seat: str
    text: str
    hand: int = 0
    line: int = 0


def contested(session: Session) -> list[Contested]:
    """The objections to results that still count unchanged, oldest first."""
    against = [entry for entry in session.entries if entry.kind == CONFIRM and entry.why == NOT_SO]
    if not against:
        return []
    last = _last_entries(session)
    return [
        Contested(entry.typed, entry.message, entry.moved, entry.target)
        for entry in against
        if entry in last and entry.message == _now(session, entry.moved, entry.target)
    ]


def _now(session: Session, hand: int, line: int) -> str:
    """The result of a finished hand, or a report that counts. Otherwise ""."""
    if line:
        return next((report.text for report in session.course.standing if report.line == line), "")
    finished = any(other.number == hand and other.finished for other in session.referee.hands)
    return result(session, hand) if finished else ""


def may_confirm(session: Session, hand: int, seat: str) -> bool:
    """Whether this player isn't the one who entered the end of the hand."""
    record = next((record for record in reversed(session.referee.records) if record.number == hand), None)
    if record is None or seat not in session.referee.seats or not record.entries:
        return False
    who = next((entry.report.who for entry in reversed(record.entries) if entry.report.who), "")
    return who not in (seat, session.referee.hand.side(Seat(seat)))


def confirm_hand(session: Session, hand: int, seat: str, shown: str) -> None:
    """Confirms a hand's result for a player. Raises CommandError if the result is no longer the one ``shown``."""
    with session.alone():
        if hand not in unconfirmed(session):
            raise CommandError(f"Hand {hand} doesn't need to be confirmed.")
        if not may_confirm(session, hand, seat):
            raise CommandError(f"{seat} can't confirm hand {hand}: another player must.")
        if (now := result(session, hand)) != shown:
            raise CommandError(f"hand {hand} is {now} now")
        session.confirm(typed=seat, message=now, moved=hand)


def confirm_line(session: Session, line: int, seat: str) -> None:
    """Confirms a report for a player. Raises CommandError if the report no longer counts."""
    with session.alone():
        session.confirm(typed=seat, message=_counting(session, line), target=line)


def _counting(session: Session, line: int) -> str:
    if text := _now(session, 0, line):
        return text
    raise CommandError(f"Line {line} no longer counts.")


def contest(session: Session, seat: str, *, hand: int = 0, line: int = 0, shown: str = "") -> None:
    """Contests a report or a hand's result. Raises CommandError if the result is no longer the one ``shown``."""
    with session.alone():
        text = _now(session, hand, 0) if hand else _counting(session, line)
        heard = (heard.report for heard in session.referee.entries)
        told = next((report.who for report in heard if line and report.line == line), Seat(seat))
        if told not in (seat, session.referee.hand.side(Seat(seat))):
            raise CommandError(f"Line {line} isn't about {seat}.")
        if hand and text != shown:
            raise CommandError(f"hand {hand} is {text} now" if text else f"hand {hand} isn't over")
        session.confirm(typed=seat, message=text, target=line, moved=hand, why=NOT_SO)


def let_stand(session: Session, seat: str, hand: int, line: int) -> None:
    """Accepts a result in spite of a player's objection. Raises CommandError if the player doesn't contest it."""
    with session.alone():
        words = [word.text for word in contested(session) if (word.seat, word.hand, word.line) == (seat, hand, line)]
        if not words:
            raise CommandError(f"{seat} no longer contests that.")
        session.confirm(typed=seat, message=words[0], target=line, moved=hand, why=STANDS)


def is_so(session: Session, line: int, seat: str) -> bool:
    """Whether a player has confirmed or accepted a report in its present form."""
    text = _now(session, 0, line)
    return any((entry.target, entry.typed, entry.message) == (line, seat, text) for entry in _last_entries(session))
