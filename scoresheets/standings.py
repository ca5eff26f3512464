"""Who has played how much and won how often, game by game, from the results that are kept with the sessions.

Only finished games count, and of those only such as had a hand finished.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, NullPool, create_engine, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import aliased
from sqlmodel import col

from referee.notation import folded
from scoresheets import database
from scoresheets.models import Player, Result, SeatRow, Session
from scoresheets.trouble import DATABASE, Trouble

if TYPE_CHECKING:
    from scoresheets.database import Place

FEW = 5  # games played; with fewer a share says little


@dataclass
class Row:
    """One player's record in one game.

    A win that is shared counts by its part in ``share``.  ``streak`` is the run of wins up to the last game,
    below nought of games not won.
    """

    game: str
    player: str
    played: int = 0
    won: int = 0
    points: int = 0
    streak: int = 0
    parts: float = 0
    places: int = 0
    rating: float | None = None

    def take(self, game: Finished) -> None:
        """Adds the next game, in the order they were played."""
        self.played += 1
        self.points += game.score
        self.places += game.place
        if game.winner:
            self.won += 1
            self.parts += 1 / game.sharing
            self.streak = self.streak + 1 if self.streak > 0 else 1
        else:
            self.streak = self.streak - 1 if self.streak < 0 else -1

    @property
    def share(self) -> float:
        return self.parts / self.played

    @property
    def place(self) -> float:
        return self.places / self.played

    @property
    def few(self) -> bool:
        return self.played < FEW


class Finished(NamedTuple):
    """One player's result of a finished game."""

    session: int
    game: str
    player: str
    side: str
    score: int
    place: int
    winner: int  # 0 or 1, False or True
    sharing: int
    behind: int


class Kept(NamedTuple):
    """A session as the list of sessions has it; ``results`` are name, score and winner by seat."""

    number: int
    game: str
    title: str
    place: str
    opened: datetime
    ended: datetime | None
    over: bool
    hands: int
    players: tuple[str, ...]
    winners: tuple[str, ...]
    scores: dict[str, int]

    @property
    def state(self) -> str:
        return "ended" if self.ended else "over" if self.over else "open"


@contextmanager
def looking(path: Place) -> Iterator[Connection]:
    """The journal for looking back; raises Trouble where it can't be used."""
    if not isinstance(path, Path):
        from scoresheets import postgres

        with postgres.looking(path) as link:
            yield link
        return
    engine = create_engine("sqlite://", creator=lambda: database.connect(path), poolclass=NullPool)
    try:
        with database.in_a_sentence(path), engine.connect() as link:
            yield link
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise Trouble(database.said(error.orig, path), DATABASE) from error
        raise
    except ValueError as error:
        raise Trouble(f"{path} is damaged: {error}", DATABASE) from error


Counted = aliased(Player)
COUNTS = func.coalesce(col(Player.same_as), col(Player.id)) == col(Counted.id)
"""The player whom a player counts for: the one merged into, else the same."""


def _called(link: Connection, names: Iterable[str]) -> set[int]:
    """The players of these names, with everybody who counts for the same ones."""
    folds = {folded(name) for name in names}
    players = link.execute(select(col(Player.id), col(Player.same_as), col(Player.folded))).all()
    meant = {same_as or player for player, same_as, name in players if name in folds}
    return {player for player, same_as, _ in players if player and (same_as or player) in meant}


def known_as(name: str, path: Place | None = None) -> str | None:
    """The name of the player that somebody of this name counts for."""
    with looking(path or database.place()) as link:
        asked = select(col(Counted.name)).join_from(Player, Counted, COUNTS).where(col(Player.folded) == folded(name))
        return link.execute(asked).scalar()


# Standings


@dataclass(frozen=True)
class Chosen:
    """Which games are looked at: those of a game, of a time, of nobody but a group of players."""

    game: str = ""
    since: datetime | None = None
    until: datetime | None = None
    group: tuple[str, ...] = ()


ALL = Chosen()


def standings(
    path: Place | None = None,
    *,
    game: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    group: Sequence[str] = (),
    rated: bool = False,
) -> list[Row]:
    """Everybody's record, game by game, the best share first; with ``rated`` what `scoresheets.ratings` makes of it."""
    chosen = Chosen(game, since, until, tuple(group))
    rows: dict[tuple[str, str], Row] = {}
    every: list[Finished] = []
    for one in finished(path, chosen):
        if (row := rows.get(key := (one.game, one.player))) is None:
            row = rows[key] = Row(*key)
        row.take(one)
        if rated:
            every.append(one)
    if rated:
        from scoresheets.ratings import ratings

        for key, rating in ratings(every).items():
            rows[key].rating = rating
    return sorted(rows.values(), key=lambda row: (row.game, -row.share, row.place, folded(row.player)))


def finished(path: Place | None = None, chosen: Chosen = ALL) -> Iterator[Finished]:
    """The results of finished games in the order they were opened, game after game."""
    with looking(path or database.place()) as link:
        allowed = _sessions_of(link, chosen.group) if chosen.group else None
        for one in _finished(link, chosen):
            if allowed is None or one.session in allowed:
                yield one


def _finished(link: Connection, chosen: Chosen) -> Iterator[Finished]:
    wanted = (
        select(
            col(Session.id),
            col(Session.game),
            col(Counted.name),
            col(Result.side),
            col(Result.score),
            col(Result.place),
            col(Result.winner),
            col(Result.sharing),
            col(Result.behind),
        )
        .join_from(Session, Result)
        .join_from(Result, Player)
        .join(Counted, COUNTS)
        .where(col(Session.over), col(Session.hands) > 0)
        .order_by(col(Session.opened), col(Session.id))
    )
    if chosen.game:
        wanted = wanted.where(col(Session.game) == chosen.game)
    if chosen.since:
        wanted = wanted.where(col(Session.opened) >= chosen.since)
    if chosen.until:
        wanted = wanted.where(col(Session.opened) < chosen.until)
    rows: Any = link.execute(wanted).cursor  # as the database gives them: many times as quick
    return map(Finished._make, rows)


def tables(results: Iterable[Finished]) -> Iterator[list[Finished]]:
    """The results of each game together."""
    for _, one in groupby(results, lambda result: result.session):
        yield list(one)


def _sessions_of(link: Connection, group: Sequence[str]) -> set[int]:
    """The sessions at which nobody else sat."""
    among = _called(link, group)
    seats = link.execute(select(col(SeatRow.session_id), col(SeatRow.player_id)))
    found: dict[int, bool] = {}
    for session, player in seats:
        found[session] = found.get(session, True) and player in among
    return {session for session, among in found.items() if among}


# Sessions


def sessions(
    path: Place | None = None,
    *,
    game: str = "",
    player: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[Kept]:
    """The sessions kept, the latest last."""
    path = path or database.place()
    wanted = select(Session).order_by(col(Session.id))
    if game:
        wanted = wanted.where(col(Session.game) == game)
    if since:
        wanted = wanted.where(col(Session.opened) >= since)
    if until:
        wanted = wanted.where(col(Session.opened) < until)
    with looking(path) as link:
        if player:
            sat = select(col(SeatRow.session_id)).where(col(SeatRow.player_id).in_(_called(link, [player])))
            wanted = wanted.where(col(Session.id).in_(sat))
        rows = link.execute(wanted).all()
        seats = _seats(link, [row.id for row in rows])
    return [
        Kept(
            row.id, row.game, row.title, row.place, row.opened, row.ended, row.over, row.hands,
            tuple(seat.name for seat in seats[row.id]),
            tuple(dict.fromkeys(seat.side for seat in seats[row.id] if seat.winner)),
            {seat.side: seat.score for seat in seats[row.id]},
        )
        for row in rows
    ]  # fmt: skip


class Seated(NamedTuple):
    name: str
    side: str
    score: int
    winner: bool


def _seats(link: Connection, numbers: Iterable[int]) -> dict[int, list[Seated]]:
    found: dict[int, list[Seated]] = {number: [] for number in numbers}
    wanted = (
        select(col(SeatRow.session_id), col(SeatRow.name), col(Result.side), col(Result.score), col(Result.winner))
        .join_from(
            SeatRow,
            Result,
            (col(Result.session_id) == col(SeatRow.session_id)) & (col(Result.player_id) == col(SeatRow.player_id)),
        )
        .order_by(col(SeatRow.session_id), col(SeatRow.place))
    )
    for session, *seat in link.execute(wanted):
        if session in found:
            found[session].append(Seated._make(seat))
    return found
