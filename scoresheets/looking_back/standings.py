"""Standings: how much each player has played and won, by game and over all games, from saved results.

Wins in different games are made comparable by the even chance: with n sides, each has 1/n of a win by chance. The
winner has a whole win, or a share if the win is shared. The excess over chance is summed over all games. So a win
against five counts more than a win against one, and points don't matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from referee.language.words import folded
from scoresheets.looking_back.finished import Chosen, Finished, finished, tables

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

FEW = 5  # games; with fewer, a share is marked


@dataclass
class Run:
    """Consecutive games, and how many were won.

    A shared win counts as its share. ``streak`` is the number of wins up to the last game, negative for games not won.
    ``longest`` is the longest run of wins.
    """

    played: int = 0
    won: int = 0
    streak: int = 0
    longest: int = 0
    parts: float = 0

    def add(self, game: Finished) -> None:
        """Adds the next game, in the order they were played."""
        self.played += 1
        if game.winner:
            self.won += 1
            self.parts += 1 / game.sharing
        self.streak = after(self.streak, bool(game.winner))
        self.longest = max(self.longest, self.streak)

    @property
    def share(self) -> float:
        return self.parts / self.played

    @property
    def few(self) -> bool:
        return self.played < FEW


@dataclass(kw_only=True)
class PlayerRecord(Run):
    """One player's record in one game, with the number of ``only_totals`` games."""

    game: str
    player: str
    points: int = 0
    places: int = 0
    only_totals: int = 0
    rating: float | None = None

    def take(self, game: Finished) -> None:
        """Adds the next game, in the order they were played."""
        self.add(game)
        self.points += game.score
        self.places += game.place
        self.only_totals += bool(game.only_totals)

    @property
    def place(self) -> float:
        return self.places / self.played

    @property
    def average(self) -> float:
        """Points per game."""
        return self.points / self.played


def after(streak: int, won: bool) -> int:
    """The streak after another game: positive for wins, negative for games not won."""
    if won:
        return max(streak, 0) + 1
    return min(streak, 0) - 1


@dataclass(kw_only=True)
class Overall(Run):
    """One player's record in all games won against others.

    ``chances`` is the expected number of wins by chance, and ``parts`` the actual number.
    """

    player: str
    games: set[str] = field(default_factory=set)
    chances: float = 0

    def take(self, game: Finished, chance: float) -> None:
        """Adds the next game, in the order they were played."""
        self.add(game)
        self.games.add(game.game)
        self.chances += chance

    @property
    def chance(self) -> float:
        return self.chances / self.played

    @property
    def above(self) -> float:
        """The number of wins above chance."""
        return self.parts - self.chances

    @property
    def above_each(self) -> float:
        """``above`` for each game played."""
        return self.above / self.played


def even_chance(table: Iterable[Finished]) -> float:
    """The share of the win that a side has by chance. 0 if nobody won, or if there were no opponents."""
    sides = {result.side: result.winner for result in table}
    return 1 / len(sides) if len(sides) > 1 and any(sides.values()) else 0


def overall(results: Iterable[Finished]) -> list[Overall]:
    """Everybody's record over all games together, the most above an even chance first."""
    rows: dict[str, Overall] = {}
    for table in tables(results):
        if chance := even_chance(table):
            for result in table:
                if (row := rows.get(result.player)) is None:
                    row = rows[result.player] = Overall(player=result.player)
                row.take(result, chance)
    return sorted(rows.values(), key=lambda row: (-round(row.above, 9), -row.played, folded(row.player)))


def standings(
    path: Place | None = None,
    *,
    game: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    group: Sequence[str] = (),
    rated: bool = False,
) -> list[PlayerRecord]:
    """Everybody's record by game, the best share first. With ``rated``, including ratings."""
    return tallied(finished(path, Chosen(game, since, until, tuple(group))), rated=rated)


def tallied(results: Iterable[Finished], *, rated: bool = False) -> list[PlayerRecord]:
    """Everybody's record in these games, which must be in the order of play."""
    rows: dict[tuple[str, str], PlayerRecord] = {}
    every: list[Finished] = []
    for result in results:
        if (row := rows.get(key := (result.game, result.player))) is None:
            row = rows[key] = PlayerRecord(game=key[0], player=key[1])
        row.take(result)
        if rated:
            every.append(result)
    if rated:
        from scoresheets.looking_back.ratings import ratings

        for key, rating in ratings(every).items():
            rows[key].rating = rating
    return sorted(rows.values(), key=lambda row: (row.game, -row.share, row.place, folded(row.player)))
