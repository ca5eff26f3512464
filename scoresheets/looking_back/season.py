"""All finished games scored again under other house rules, and who would have won the year."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from referee.core import Game
from referee.table import Referee
from scoresheets.catalogue import NoGame, game_called
from scoresheets.keeping.journal import Journal
from scoresheets.keeping.results import results as summed_up
from scoresheets.looking_back.finished import Chosen, Finished, finished, tables
from scoresheets.looking_back.standings import Row, tallied
from scoresheets.looking_back.whatif import whatif


class Again(NamedTuple):
    """A finished game scored again: who won it, and who would have; ``why`` it can't be, where it can't."""

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
    """The standings as they are, and as they would be, with every game that was scored again.

    A game that can't be scored so counts in both as it was.
    """

    before: list[Row]
    after: list[Row]
    games: list[Again]


def of_all(kept: Journal, chosen: Chosen, wanted: Callable[[Game[Any]], Mapping[str, str]]) -> Season:
    """Every finished game scored again with the rules that are ``wanted`` in it; those without any are left out.

    Raises CommandError.
    """
    before: list[Finished] = []
    after: list[Finished] = []
    games: list[Again] = []
    for results in tables([*finished(kept.path, chosen)]):
        try:
            other = wanted(game_called(results[0].game))
        except NoGame:
            continue  # nobody can score it again
        if not other:
            continue
        again, then = _scored_again(kept, results, other)
        games.append(again)
        before += results
        after += then
    return Season(tallied(before), tallied(after), games)


def _scored_again(kept: Journal, results: list[Finished], other: Mapping[str, str]) -> tuple[Again, list[Finished]]:
    """One game scored again, and everybody's result in it."""
    session = kept.session(results[0].session)
    told = session.course.standing
    again = Again(session.number, session.slug, session.opened, _winners(session.referee), [])
    try:
        result = whatif(session.game, [*session.players], session.house, told, other=other, dealer=session.dealer)
    except ValueError as error:
        return again._replace(why=str(error)), results
    if result.clash:
        report, ruling = result.clash
        return again._replace(why=f"line {report.line}, {report.text}, couldn't stand: {ruling.message}"), results
    over, hands, standings = summed_up(result.after)
    if not over or not hands:
        return again._replace(why="the game wouldn't be over"), results
    players = counted_as(kept, session.number)
    then = [Finished(session.number, session.slug, players[standing.seat], *standing[1:]) for standing in standings]
    return again._replace(after=_winners(result.after)), then


def _winners(referee: Referee) -> list[str]:
    return [str(side) for side in referee.winners()]


def counted_as(kept: Journal, session: int) -> dict[str, str]:
    """The names of the players that everybody at a table counts for, by the names of that night."""
    asked = (
        "SELECT seat.name, counted.name FROM seat JOIN player ON player.id = seat.player_id"
        " JOIN player AS counted ON counted.id = coalesce(player.same_as, player.id) WHERE session_id = ?"
    )
    return dict(kept.link.execute(asked, (session,)).fetchall())
