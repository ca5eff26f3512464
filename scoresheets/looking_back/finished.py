"""Results of finished games, in the order of play.

Only finished games with at least one finished hand count.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Select, StaticPool, create_engine, exists, func, select
from sqlalchemy.exc import DBAPIError

from referee.game.game import Game
from referee.language.amounts import amount
from referee.language.words import folded
from scoresheets import catalogue
from scoresheets.errors import CommandError, Damaged
from scoresheets.keeping import database, opening, proof
from scoresheets.keeping.models import Entry, HouseRule, Player, Result, SeatRow, Session, table

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

# The tables themselves, because only rows are needed, not objects.
ENTRIES, PLAYERS, RESULTS = table(Entry), table(Player), table(Result)
HOUSE_RULES, SEATS, SESSIONS = table(HouseRule), table(SeatRow), table(Session)

COUNTED = PLAYERS.alias()
COUNTS = func.coalesce(PLAYERS.c.same_as, PLAYERS.c.id) == COUNTED.c.id
"""The player that a player counts for: the target of a merge, otherwise the same."""


class Finished(NamedTuple):
    """One player's result of a finished game.

    ``game`` is what it counts as, which for a tally is its name. ``slug`` is the game it is saved as.
    """

    session: int
    game: str
    player: str
    side: str
    score: int
    place: int
    winner: int  # 0 or 1, False or True
    sharing: int
    behind: int
    only_totals: int = 0
    slug: str = ""


@contextmanager
def looking(path: Place) -> Iterator[Connection]:
    """The journal for statistics. Raises CommandError if it can't be used."""
    if not isinstance(path, Path):
        from scoresheets.keeping import postgres

        with closing(opening.connect(path)) as wire:
            proof.examine(wire, path)
        with postgres.looking(path) as link:
            yield link
        return
    try:
        with database.in_a_sentence(path), closing(opening.connect(path)) as file:
            proof.examine(file, path)
            engine = create_engine("sqlite://", creator=lambda: file, poolclass=StaticPool)
            with engine.connect() as link:
                yield link
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise database.error_for(error.orig, path) from error
        raise
    except UnicodeEncodeError:
        raise  # the query has an invalid text; the file is fine
    except ValueError as error:
        raise Damaged(f"{path} is damaged: {error}") from error


def called(link: Connection, names: Iterable[str]) -> set[int]:
    """The players with these names, including everybody merged into them."""
    folds = {folded(name) for name in names}
    players = link.execute(select(PLAYERS.c.id, PLAYERS.c.same_as, PLAYERS.c.folded)).all()
    meant = {same_as or player for player, same_as, name in players if name in folds}
    return {player for player, same_as, _ in players if player and (same_as or player) in meant}


def known_as(name: str, path: Place | None = None) -> str | None:
    """The name of the player that this name counts for."""
    with looking(path or database.place()) as link:
        asked = select(COUNTED.c.name).join_from(PLAYERS, COUNTED, COUNTS).where(PLAYERS.c.folded == folded(name))
        return link.execute(asked).scalar()


LowestWins = Callable[[Finished], bool]
"""Whether the fewest points won the game of a result."""


def lowest_wins(path: Place | None = None) -> LowestWins:
    """Decides that by the sheet and the house rules of each game."""
    place = path or database.place()
    of_a_sheet = select(SESSIONS.c.id, SESSIONS.c.sheet, SESSIONS.c.only_totals)
    with looking(place) as link:
        kept = link.execute(of_a_sheet.where((SESSIONS.c.sheet != "") | SESSIONS.c.only_totals))
        sheets = {session: (sheet, bool(only_totals)) for session, sheet, only_totals in kept}

    @cache
    def houses(slug: str) -> dict[int, dict[str, str]]:
        with looking(place) as link:
            return chosen_in(link, slug)

    known = cache(game_of)

    def lowest(result: Finished) -> bool:
        game = known(result.slug, *sheets.get(result.session, ("", False)))
        if game is None or not callable(game.lowest_wins):
            return bool(game and game.lowest_wins)
        return game.low_wins(house_of(game, houses(result.slug).get(result.session, {})))

    return lowest


def game_of(slug: str, sheet: str, only_totals: bool) -> Game[Any] | None:
    """The game of a session. None if it isn't installed."""
    try:
        return catalogue.game_of(slug, sheet, only_totals)
    except CommandError:
        return None


def chosen_in(link: Connection, slug: str) -> dict[int, dict[str, str]]:
    """The options chosen when the sessions of a game were opened, by number."""
    asked = select(HOUSE_RULES.c.session_id, HOUSE_RULES.c.name, HOUSE_RULES.c.value)
    asked = asked.join(SESSIONS, SESSIONS.c.id == HOUSE_RULES.c.session_id)
    chosen: dict[int, dict[str, str]] = {}
    for session, name, value in link.execute(asked.where(SESSIONS.c.game == slug, HOUSE_RULES.c.chosen)):
        chosen.setdefault(session, {})[name] = value
    return chosen


def house_of(game: Game[Any], chosen: Mapping[str, str]) -> Mapping[str, Any]:
    """The options that a table chose, independent of the number of players. Invalid ones are left out."""
    house = game.house(game.players[0], {})
    for option in game.options:
        if option.name in chosen:
            with suppress(ValueError):
                house[option.name] = option.chosen(chosen[option.name], game.players[0])
    return house


@dataclass(frozen=True)
class Chosen:
    """A selection of games: of one game, of a time, of only the players of a group."""

    game: str = ""
    since: datetime | None = None
    until: datetime | None = None
    group: tuple[str, ...] = ()


ALL = Chosen()


def finished(path: Place | None = None, chosen: Chosen = ALL) -> Iterator[Finished]:
    """The results of finished games, in the order they were opened."""
    with looking(path or database.place()) as link:
        allowed = _sessions_of(link, chosen.group) if chosen.group else None
        for result in _finished(link, chosen):
            if allowed is None or result.session in allowed:
                yield result


def unfinished(path: Place | None = None, chosen: Chosen = ALL) -> dict[str, int]:
    """The number of games stopped early, by game. Games without any report don't count."""
    told = exists().where(
        ENTRIES.c.session_id == SESSIONS.c.id, ENTRIES.c.kind == "report", ENTRIES.c.verdict == "accepted"
    )
    wanted = _chosen(select(SESSIONS.c.id, SESSIONS.c.game), chosen).where(
        SESSIONS.c.ended.is_not(None), ~SESSIONS.c.over, told
    )
    with looking(path or database.place()) as link:
        allowed = _sessions_of(link, chosen.group) if chosen.group else None
        named = tallies(link)
        games = [(session, named.get(session, game)) for session, game in link.execute(wanted)]
    broken_off = [
        game for session, game in games if (allowed is None or session in allowed) and chosen.game in ("", game)
    ]
    return dict(sorted(Counter(broken_off).items()))


def _finished(link: Connection, chosen: Chosen) -> Iterator[Finished]:
    over = SESSIONS.c.over, SESSIONS.c.hands > 0
    order = SESSIONS.c.opened, SESSIONS.c.id
    numbers = link.execute(_chosen(select(SESSIONS.c.id), chosen).where(*over).order_by(*order)).scalars().all()
    wanted = (
        select(
            SESSIONS.c.id,
            SESSIONS.c.game,
            COUNTED.c.name,
            RESULTS.c.side,
            RESULTS.c.score,
            RESULTS.c.place,
            RESULTS.c.winner,
            RESULTS.c.sharing,
            RESULTS.c.behind,
            SESSIONS.c.only_totals,
            SESSIONS.c.game,
        )
        .join_from(SESSIONS, RESULTS)
        .join_from(RESULTS, PLAYERS)
        .join(COUNTED, COUNTS)
        .where(*over)
        .order_by(*order)
    )
    named = tallies(link)
    for some in proof.portions(numbers):
        rows: Any = link.execute(wanted.where(SESSIONS.c.id.in_(some))).cursor
        results = map(_as_points, rows.fetchall())  # raw rows, which are many times as fast
        yield from _named(results, named, chosen.game) if named else results


def _as_points(row: Sequence[Any]) -> Finished:
    """A row as a result. SQLite returns decimals as floats."""
    result = Finished._make(row)
    if isinstance(result.score, int) and isinstance(result.behind, int):
        return result
    return result._replace(score=amount(result.score), behind=amount(result.behind))


def _named(results: Iterable[Finished], named: Mapping[int, str], game: str) -> Iterator[Finished]:
    """The results with the names of tallied games, optionally of a single game."""
    for result in results:
        counts_as = named.get(result.session, result.game)
        if game in ("", counts_as):
            yield result._replace(game=counts_as)


def tallies(link: Connection) -> dict[int, str]:
    """The game that each tally session counts as: the tally's name."""
    asked = select(SESSIONS.c.id, SESSIONS.c.title).where(SESSIONS.c.game == catalogue.TALLY)
    return {session: catalogue.counts_as(catalogue.TALLY, title) for session, title in link.execute(asked)}


def _chosen(wanted: Select[Any], chosen: Chosen) -> Select[Any]:
    """Restricts a query to sessions of that game or tally and of that time. None that was set aside."""
    wanted = wanted.where(SESSIONS.c.aside.is_(None))
    if chosen.game:
        wanted = wanted.where(SESSIONS.c.game.in_((chosen.game, catalogue.TALLY)))
    if chosen.since:
        wanted = wanted.where(SESSIONS.c.opened >= chosen.since)
    if chosen.until:
        wanted = wanted.where(SESSIONS.c.opened < chosen.until)
    return wanted


def tables(results: Iterable[Finished]) -> Iterator[list[Finished]]:
    """The results grouped by session."""
    for _, of_session in groupby(results, itemgetter(0)):
        yield list(of_session)


def _sessions_of(link: Connection, group: Sequence[str]) -> set[int]:
    """The sessions without other players."""
    among = called(link, group)
    by_session: dict[int, bool] = {}
    for some in proof.portions(link.execute(select(SESSIONS.c.id)).scalars().all()):
        seats = select(SEATS.c.session_id, SEATS.c.player_id).where(SEATS.c.session_id.in_(some))
        for session, player in link.execute(seats).all():
            by_session[session] = by_session.get(session, True) and player in among
    return {session for session, among in by_session.items() if among}
