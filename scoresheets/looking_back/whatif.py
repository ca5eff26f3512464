"""Scores a session again under other house rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.game.game import Game
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from scoresheets.keeping.replay import JournalReport
from scoresheets.keeping.results import by_hand


@dataclass(frozen=True)
class Moved:
    """The points of a hand for each side, as they were and as they would be. 0 stands for points outside of hands."""

    hand: int
    before: dict[str, int]
    after: dict[str, int]

    @property
    def parts(self) -> bool:
        return self.before != self.after


@dataclass
class Otherwise:
    """The table as it was and as it would be; ``clash`` is the first report that wouldn't be accepted.

    ``unheard`` counts the reports after the end of the game, which may come earlier.
    """

    before: Referee
    after: Referee
    clash: tuple[JournalReport, Ruling] | None = None
    unheard: int = 0
    hands: list[Moved] = field(default_factory=list)

    @property
    def winner_changes(self) -> bool:
        return self.before.winners() != self.after.winners()


def whatif(
    game: Game[Any],
    players: Sequence[str],
    house: Mapping[str, str],
    told: Iterable[JournalReport],
    *,
    other: Mapping[str, str],
    dealer: str = "",
) -> Otherwise:
    """The same reports replayed under the present house rules, and with ``other`` ones from the first hand.

    Raises ValueError if those aren't possible.
    """
    after, reports = under(game, players, house, other, dealer), list(told)
    result = Otherwise(Referee(game, players, house, dealer), after)
    for report in reports:
        result.before.hear_again(report.text, line=report.line, overrule=report.overrule)
    result.clash, result.unheard = first_refused(after, reports)
    result.hands = moved(result.before, result.after)
    return result


def under(
    game: Game[Any], players: Sequence[str], house: Mapping[str, str], other: Mapping[str, str], dealer: str = ""
) -> Referee:
    """A referee with ``other`` rules from the first hand. Raises ValueError if those aren't possible."""
    then = {**house, **other}
    wanted = game.house(len(players), then)
    return Referee(game, players, then, dealer, {name: wanted.get(name) for name in other})


def first_refused(
    referee: Referee, reports: Sequence[JournalReport]
) -> tuple[tuple[JournalReport, Ruling] | None, int]:
    """The first report that isn't accepted, and the number of reports after an earlier end of the game."""
    for at, report in enumerate(reports):
        ruling = referee.hear_again(report.text, line=report.line, overrule=report.overrule)
        if not ruling.accepted:
            return (None, len(reports) - at) if referee.over else ((report, ruling), 0)
    return None, 0


def moved(before: Referee, after: Referee) -> list[Moved]:
    """The points of each side by hand."""
    was, now = by_hand(before.lines), by_hand(after.lines)
    return [Moved(hand, was.get(hand, {}), now.get(hand, {})) for hand in sorted(was.keys() | now.keys())]
