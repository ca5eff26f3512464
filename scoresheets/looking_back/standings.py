"""Who has played how much and won how often, game by game, from the results that are kept with the sessions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from referee.notation import folded
from scoresheets.looking_back.finished import Chosen, Finished, finished

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

FEW = 5  # games played; with fewer a share says little


@dataclass
class Row:
    """One player's record in one game.

    A win that is shared counts by its part in ``share``.  ``streak`` is the run of wins up to the last game,
    below nought of games not won.  Of ``only_totals`` games only the end is known.
    """

    game: str
    player: str
    played: int = 0
    won: int = 0
    points: int = 0
    streak: int = 0
    parts: float = 0
    places: int = 0
    only_totals: int = 0
    rating: float | None = None

    def take(self, game: Finished) -> None:
        """Adds the next game, in the order they were played."""
        self.played += 1
        self.points += game.score
        self.places += game.place
        self.only_totals += bool(game.only_totals)
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


def standings(
    path: Place | None = None,
    *,
    game: str = "",
    since: datetime | None = None,
    until: datetime | None = None,
    group: Sequence[str] = (),
    rated: bool = False,
) -> list[Row]:
    """Everybody's record, game by game, the best share first; with ``rated`` a rating beside it."""
    return tallied(finished(path, Chosen(game, since, until, tuple(group))), rated=rated)


def tallied(results: Iterable[Finished], *, rated: bool = False) -> list[Row]:
    """Everybody's record in these games, which come in the order they were played."""
    rows: dict[tuple[str, str], Row] = {}
    every: list[Finished] = []
    for result in results:
        if (row := rows.get(key := (result.game, result.player))) is None:
            row = rows[key] = Row(*key)
        row.take(result)
        if rated:
            every.append(result)
    if rated:
        from scoresheets.looking_back.ratings import ratings

        for key, rating in ratings(every).items():
            rows[key].rating = rating
    return sorted(rows.values(), key=lambda row: (row.game, -row.share, row.place, folded(row.player)))
