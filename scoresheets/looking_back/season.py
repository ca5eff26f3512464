"""Scores all finished games again under other house rules, and shows who would have won the year."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.game.game import Game
from referee.table.referee import Referee
from scoresheets.catalogue import NoGame, game_called
from scoresheets.cores import Follow, in_order, unfollowed
from scoresheets.errors import CommandError
from scoresheets.keeping.database import moment
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.replay_cache import MANY, PORTION, SessionResult
from scoresheets.keeping.replay_cache import of_all as of_sessions
from scoresheets.keeping.results import PlayerResult
from scoresheets.keeping.results import results as summed_up
from scoresheets.keeping.session import Session
from scoresheets.looking_back.finished import Chosen, Finished, finished, tables
from scoresheets.looking_back.standings import PlayerRecord, tallied
from scoresheets.looking_back.whatif import first_refused, under

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place


class Rescored(NamedTuple):
    """A finished game scored again: who won, and who would have. ``why`` is set if it can't be scored."""

    session: int
    game: str
    opened: datetime
    before: list[str]
    after: list[str]
    why: str = ""

    @property
    def changes(self) -> bool:
        return not self.why and self.before != self.after


class Season(NamedTuple):
    """The standings as they are and as they would be, with every game that was scored again.

    A game that can't be scored again counts unchanged in both.
    """

    before: list[PlayerRecord]
    after: list[PlayerRecord]
    games: list[Rescored]


def of_all(
    journal: Journal,
    chosen: Chosen,
    wanted: Callable[[Game[Any]], Mapping[str, str]],
    follow: Follow = unfollowed,
) -> Season:
    """Scores every finished game again by the rules ``wanted`` for it. Games without any are left out.

    Only games that used one of these rules are replayed. Raises CommandError.
    """
    known = (results for results in tables([*finished(journal.path, chosen)]) if not results[0].only_totals)
    tables_by_session = {results[0].session: results for results in known}
    others = {number: other for number, (first, *_) in tables_by_session.items() if (other := _other(first, wanted))}
    opened = {
        number: moment(text) for number, text in journal.link.execute("SELECT id, opened FROM session").fetchall()
    }
    games: dict[int, Rescored] = {}
    due: list[int] = []
    can_be: dict[tuple[Any, ...], str] = {}
    for came, number in zip(follow(of_sessions(journal, list(others)), len(others), "hearing"), others, strict=True):
        if isinstance(came, CommandError):
            raise came
        slug, other = tables_by_session[number][0].game, others[number]
        games[number] = again = Rescored(number, slug, opened[number], list(came.winners), list(came.winners))
        kept_as = tables_by_session[number][0].slug
        house = kept_as, len(came.players), *{**came.house, **other}.items()
        if came.depends_on(other):
            due.append(number)
        elif why := can_be[house] if house in can_be else can_be.setdefault(house, _cannot_be(kept_as, came, other)):
            games[number] = again._replace(why=why, after=[])
    then = dict(tables_by_session)
    portions = [
        (journal.path, [(number, others[number]) for number in due[i : i + PORTION]])
        for i in range(0, len(due), PORTION)
    ]
    coming = chain.from_iterable(in_order(_portion_again, portions, worth_it=len(due) >= MANY))
    for (after, standings, why), number in zip(follow(coming, len(due), "scoring again"), due, strict=True):
        games[number] = games[number]._replace(after=after, why=why)
        if not why:
            players = counted_as(journal, number)
            slug = games[number].game
            then[number] = [Finished(number, slug, players[stands.seat], *stands[1:]) for stands in standings]
    return Season(
        tallied(chain.from_iterable(tables_by_session[number] for number in others)),
        tallied(chain.from_iterable(then[number] for number in others)),
        list(games.values()),
    )


def _other(result: Finished, wanted: Callable[[Game[Any]], Mapping[str, str]]) -> Mapping[str, str]:
    """The rules wanted for the game of a result. Empty if it can't be played any more."""
    try:
        return wanted(game_called(result.slug))
    except NoGame:
        return {}


def _cannot_be(slug: str, heard: SessionResult, other: Mapping[str, str]) -> str:
    """Why a game can't be played by other rules, in words. "" if it can."""
    try:
        under(game_called(slug), heard.players, heard.house, other)
    except ValueError as error:
        return str(error)
    return ""


Scored = tuple[list[str], Sequence[PlayerResult], str]
"""The winners and results under other rules, or why they can't be found."""


def _portion_again(portion: tuple[Place, list[tuple[int, Mapping[str, str]]]]) -> list[Scored]:
    place, sessions = portion
    with open_journal(place) as journal:
        return [_scored_again(journal.session(number, heard=False), other) for number, other in sessions]


def _scored_again(session: Session, other: Mapping[str, str]) -> Scored:
    """Replays a game under other rules."""
    try:
        after = under(session.game, list(session.players), session.house, other, session.dealer)
    except ValueError as error:
        return [], (), str(error)
    clash, _ = first_refused(after, session.course.standing)
    if clash:
        report, ruling = clash
        return [], (), f"line {report.line}, {report.text}, would be refused: {ruling.message}"
    over, hands, standings, _ = summed_up(after)
    if not over or not hands:
        return [], (), "the game wouldn't be over"
    return _winners(after), standings, ""


def _winners(referee: Referee) -> list[str]:
    return [str(side) for side in referee.winners()]


def counted_as(journal: Journal, session: int) -> dict[str, str]:
    """Maps names of a night to the names of the players they count for."""
    asked = (
        "SELECT seat.name, counted.name FROM seat JOIN player ON player.id = seat.player_id"
        " JOIN player AS counted ON counted.id = coalesce(player.same_as, player.id) WHERE session_id = ?"
    )
    return dict(journal.link.execute(asked, (session,)).fetchall())
