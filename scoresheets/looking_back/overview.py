"""The list of sessions: who played, and how they ended."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, exists, select

from referee.language.amounts import amount
from scoresheets.catalogue import TALLY, counts_as
from scoresheets.keeping import database, proof
from scoresheets.looking_back.finished import ENTRIES, RESULTS, SEATS, SESSIONS, called, looking

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place


class SessionRow(NamedTuple):
    """A row in the list of sessions; ``results`` are name, score and winner by seat."""

    number: int
    game: str
    title: str
    place: str
    opened: datetime
    ended: datetime | None
    aside: datetime | None
    over: bool
    to_confirm: bool
    hands: int
    players: tuple[str, ...]
    winners: tuple[str, ...]
    scores: dict[str, int]
    only_totals: bool = False

    @property
    def state(self) -> str:
        if self.aside:
            return "set aside"
        if self.ended:
            return "ended" if self.over else "not confirmed" if self.to_confirm else "stopped early"
        return "over" if self.over else "open"


def sessions(
    path: Place | None = None,
    *,
    game: str = "",
    player: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[SessionRow]:
    """The saved sessions, the latest last."""
    path = path or database.place()
    confirmed = exists().where(ENTRIES.c.session_id == SESSIONS.c.id, ENTRIES.c.kind == "confirm")
    to_confirm = (SESSIONS.c.ended.is_not(None) & ~SESSIONS.c.over & confirmed).label("to_confirm")
    wanted = select(SESSIONS.c.id)
    if game:
        wanted = wanted.where(SESSIONS.c.game.in_((game, TALLY)))
    if since:
        wanted = wanted.where(SESSIONS.c.opened >= since)
    if until:
        wanted = wanted.where(SESSIONS.c.opened < until)
    with looking(path) as link:
        if player:
            sat = select(SEATS.c.session_id).where(SEATS.c.player_id.in_(called(link, [player])))
            wanted = wanted.where(SESSIONS.c.id.in_(sat))
        numbers = sorted(link.execute(wanted).scalars())
        rows: list[Any] = []
        seats: dict[int, list[Seated]] = {}
        for some in proof.portions(numbers):
            rows += link.execute(select(SESSIONS, to_confirm).where(SESSIONS.c.id.in_(some)).order_by(SESSIONS.c.id))
            seats |= _seats(link, some)
        rows = [row for row in rows if game in ("", counts_as(row.game, row.title))]
    unconfirmed = _unconfirmed(path, [row.id for row in rows if row.to_confirm])
    return [
        SessionRow(
            row.id, counts_as(row.game, row.title), row.title, row.place,
            row.opened, row.ended, row.aside, row.over, row.id in unconfirmed,
            0 if row.only_totals else row.hands,
            tuple(seat.name for seat in seats[row.id]),
            tuple(dict.fromkeys(seat.side for seat in seats[row.id] if seat.winner)),
            {seat.side: seat.score for seat in seats[row.id]},
            row.only_totals,
        )
        for row in rows
    ]  # fmt: skip


def _unconfirmed(path: Place, numbers: list[int]) -> set[int]:
    """The sessions in which a hand still has to be confirmed. They are replayed, since there are few."""
    if not numbers:
        return set()
    from scoresheets.keeping.journal import open_journal

    with open_journal(path) as journal:
        return {number for number in numbers if journal.session(number).unconfirmed}


class Seated(NamedTuple):
    name: str
    side: str
    score: int
    winner: bool


def _seats(link: Connection, numbers: Sequence[int]) -> dict[int, list[Seated]]:
    seats: dict[int, list[Seated]] = {number: [] for number in numbers}
    wanted = (
        select(SEATS.c.session_id, SEATS.c.name, RESULTS.c.side, RESULTS.c.score, RESULTS.c.winner)
        .join_from(
            SEATS,
            RESULTS,
            (RESULTS.c.session_id == SEATS.c.session_id) & (RESULTS.c.player_id == SEATS.c.player_id),
        )
        .where(SEATS.c.session_id.in_(numbers))
        .order_by(SEATS.c.session_id, SEATS.c.place)
    )
    for session, *seat in link.execute(wanted).all():
        seats[session].append(Seated._make(seat)._replace(score=amount(seat[2])))
    return seats
