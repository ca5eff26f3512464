"""The chips of sessions, from the data beside their journals. Only sessions without it are replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, Select, select

from scoresheets.catalogue import counts_as
from scoresheets.errors import NOTHING, CommandError
from scoresheets.keeping import database, proof
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.results import accounts, read
from scoresheets.keeping.unreplayable import UnreplayableSession
from scoresheets.looking_back.finished import (
    COUNTED,
    COUNTS,
    PLAYERS,
    SEATS,
    SESSIONS,
    chosen_in,
    game_of,
    house_of,
    looking,
)
from scoresheets.looking_back.settle import Played, evening_of

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place


def played(
    path: Place | None = None, *, session: int = 0, since: datetime | None = None
) -> tuple[list[Played], list[str]]:
    """The sessions with chips, and why others can't be settled: one session, those since a time, or the latest night's.

    Sessions that were set aside are only included if named.
    """
    path = path or database.place()
    known = cache(game_of)
    with looking(path) as link:
        houses = cache(partial(chosen_in, link))

        def for_chips(row: Row[Any]) -> bool:
            game = known(row.game, row.sheet, row.only_totals)
            if game is None or not callable(game.chips):
                return game is None or bool(game.chips)
            return bool(game.moves_chips(house_of(game, houses(row.game).get(row.id, {}))))

        numbers = link.execute(_asked(session, since or _latest_evening(link))).scalars().all()
        rows: list[Row[Any]] = []
        people: dict[int, dict[str, str]] = {}
        for some in proof.portions(numbers):
            rows += link.execute(select(SESSIONS).where(SESSIONS.c.id.in_(some)).order_by(SESSIONS.c.id))
            people |= _people(link, some)
        missing = [row.id for row in rows if not row.accounts and for_chips(row)]
    if session and not rows:
        raise CommandError(f"there is no session {session}. To list them, run `referee sessions`", NOTHING)
    found, troubles = _replayed(path, missing)
    chips = {row.id: read(row.accounts) for row in rows if row.accounts} | found
    return [
        Played(row.id, counts_as(row.game, row.title), row.title, _utc(row.opened),
               bool(row.ended or row.over), chips[row.id], people[row.id],
               getattr(known(row.game, row.sheet, row.only_totals), "banker", ""))
        for row in rows if row.id in chips
    ], troubles  # fmt: skip


def _asked(session: int, since: datetime) -> Select[Any]:
    numbers = select(SESSIONS.c.id).order_by(SESSIONS.c.id)
    if session:
        return numbers.where(SESSIONS.c.id == session)
    return numbers.where(SESSIONS.c.aside.is_(None), SESSIONS.c.opened >= since)


def _latest_evening(link: Connection) -> datetime:
    """The beginning of the night of the session resumed last."""
    asked = select(SESSIONS.c.opened).order_by(SESSIONS.c.taken_up.desc(), SESSIONS.c.id.desc()).limit(1)
    opened = link.execute(asked).scalar()
    return evening_of(_utc(opened)) if opened else database.now()


def _people(link: Connection, sessions: Sequence[int]) -> dict[int, dict[str, str]]:
    """The present names of all players, by session."""
    asked = select(SEATS.c.session_id, SEATS.c.name, COUNTED.c.name).join_from(SEATS, PLAYERS).join(COUNTED, COUNTS)
    people: dict[int, dict[str, str]] = {}
    for session, name, now in link.execute(asked.where(SEATS.c.session_id.in_(sessions))):
        people.setdefault(session, {})[name] = now
    return people


def _replayed(path: Place, numbers: Sequence[int]) -> tuple[dict[int, Mapping[str, int]], list[str]]:
    """Replays old sessions without saved chips, and saves them. Also why others can't be replayed."""
    found: dict[int, Mapping[str, int]] = {}
    troubles: list[str] = []
    if numbers:
        with open_journal(path) as journal:
            for number in numbers:
                session = journal.readable(number)
                if isinstance(session, UnreplayableSession):
                    troubles.append(session.why)
                    continue
                found[number] = accounts(session.referee)
                with suppress(CommandError), session.alone():  # without write access, they are found again next time
                    journal.sum_up(session)
    return found, troubles


def _utc(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
