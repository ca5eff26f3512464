"""Ratings of players by `openskill`, from who finished ahead of whom.

Partners are rated together; a shared place is a draw. The extra ``ratings`` installs the library.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoresheets.errors import USAGE, CommandError
from scoresheets.looking_back.finished import Finished, tables


def ratings(results: Iterable[Finished]) -> dict[tuple[str, str], float]:
    """A conservative rating (mu - 3 sigma) by game and player, from results in the order they were played.

    Everybody starts at 0. Raises CommandError if openskill isn't installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise CommandError("a rating needs openskill: pip install 'card-referee[ratings]'", USAGE) from None
    model = PlackettLuce()
    by_player: dict[tuple[str, str], Any] = {}
    for table in tables(results):
        sides: dict[str, list[Finished]] = {}
        for result in table:
            sides.setdefault(result.side, []).append(result)
        if len(sides) < 2:
            continue  # no opponent
        keys = [[(result.game, result.player) for result in side] for side in sides.values()]
        before = [[by_player.get(key) or model.rating() for key in side] for side in keys]
        after = model.rate(before, ranks=[side[0].place for side in sides.values()])
        for side, rated in zip(keys, after, strict=True):
            by_player.update(zip(side, rated, strict=True))
    return {key: round(rating.ordinal(), 2) for key, rating in by_player.items()}
