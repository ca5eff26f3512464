"""A session scored again under other house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.core import Game
from referee.table import Referee, Ruling
from scoresheets.keeping.replay import Told
from scoresheets.keeping.results import by_hand


@dataclass(frozen=True)
class Moved:
    """What a hand brought each side, as it was and as it would be; 0 is for what belongs to no hand."""

    hand: int
    before: dict[str, int]
    after: dict[str, int]

    @property
    def parts(self) -> bool:
        return self.before != self.after


@dataclass
class Otherwise:
    """The table as it was, and as it would be; ``clash`` is the first report that couldn't stand.

    ``unheard`` counts the reports that come after the end of the game, which may be an earlier one.
    """

    before: Referee
    after: Referee
    clash: tuple[Told, Ruling] | None = None
    unheard: int = 0
    hands: list[Moved] = field(default_factory=list)

    @property
    def winner_changes(self) -> bool:
        return self.before.winners() != self.after.winners()


def whatif(
    game: Game[Any],
    players: Sequence[str],
    house: Mapping[str, str],
    told: Iterable[Told],
    *,
    other: Mapping[str, str],
    dealer: str = "",
) -> Otherwise:
    """The same reports heard under the house rules as they are, and with ``other`` ones from the first hand on.

    Raises ValueError where those can't be.
    """
    then = {**house, **other}
    wanted = game.house(len(players), then)
    after = Referee(game, players, then, dealer, {name: wanted.get(name) for name in other})
    result = Otherwise(Referee(game, players, house, dealer), after)
    reports = list(told)
    for report in reports:
        result.before.hear(report.text, line=report.line, overrule=report.overrule)
    for at, report in enumerate(reports):
        ruling = result.after.hear(report.text, line=report.line, overrule=report.overrule)
        if ruling.accepted:
            continue
        if result.after.over:
            result.unheard = len(reports) - at
        else:
            result.clash = report, ruling
        break
    result.hands = moved(result.before, result.after)
    return result


def moved(before: Referee, after: Referee) -> list[Moved]:
    """Hand by hand what each side got."""
    was, now = by_hand(before.lines), by_hand(after.lines)
    return [Moved(hand, was.get(hand, {}), now.get(hand, {})) for hand in sorted(was.keys() | now.keys())]
