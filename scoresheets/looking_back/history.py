"""What the finished games tell of one player, and of the table: head to head, rivals, partners, records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from referee.notation import folded
from scoresheets.looking_back.finished import ALL, Chosen, Finished, finished, tables
from scoresheets.looking_back.standings import Row

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place


@dataclass
class Against:
    """How often somebody came before another, behind, and level; as partners how often they won together."""

    name: str
    ahead: int = 0
    behind: int = 0
    level: int = 0
    together: int = 0
    won_together: int = 0

    @property
    def games(self) -> int:
        """Played against each other."""
        return self.ahead + self.behind + self.level


class Score(NamedTuple):
    """A final score, and the session it was made in."""

    session: int
    points: int


@dataclass
class Career:
    """One player's games: the record in each, best and worst score, and everybody else who sat there."""

    name: str
    rows: dict[str, Row] = field(default_factory=dict)
    best: dict[str, Score] = field(default_factory=dict)
    worst: dict[str, Score] = field(default_factory=dict)
    others: dict[str, Against] = field(default_factory=dict)

    @property
    def rival(self) -> Against | None:
        """Who came in ahead the oftenest."""
        some = [one for one in self.others.values() if one.behind]
        return max(some, key=lambda one: (one.behind, one.behind - one.ahead, one.games), default=None)

    @property
    def partner(self) -> Against | None:
        """The partner of most wins."""
        some = [one for one in self.others.values() if one.together]
        return max(some, key=lambda one: (one.won_together, -one.together), default=None)


LowestWins = Callable[[str], bool]


def career(
    name: str, lowest_wins: LowestWins, path: Place | None = None, chosen: Chosen = ALL, vs: str = ""
) -> Career | None:
    """What is kept of a player, only of games with ``vs`` where that is given; None where nothing is."""
    found: Career | None = None
    for table in tables(finished(path, chosen)):
        mine = next((one for one in table if folded(one.player) == folded(name)), None)
        if mine is None or (vs and not any(folded(one.player) == folded(vs) for one in table)):
            continue
        found = found or Career(mine.player)
        found.rows.setdefault(mine.game, Row(mine.game, mine.player)).take(mine)
        score = Score(mine.session, mine.score)
        high, low = (found.worst, found.best) if lowest_wins(mine.game) else (found.best, found.worst)
        if mine.game not in high or score.points > high[mine.game].points:
            high[mine.game] = score
        if mine.game not in low or score.points < low[mine.game].points:
            low[mine.game] = score
        for other in table:
            if other is not mine:
                _meet(found.others.setdefault(other.player, Against(other.player)), mine, other)
    return found


def _meet(against: Against, mine: Finished, other: Finished) -> None:
    if mine.side == other.side:
        against.together += 1
        against.won_together += mine.winner
    elif mine.place == other.place:
        against.level += 1
    elif mine.place < other.place:
        against.ahead += 1
    else:
        against.behind += 1


# The records of the table


class Feat(NamedTuple):
    """Something nobody has done better: who, how much, in which session."""

    game: str
    what: str
    who: str
    points: int
    session: int


def feats(lowest_wins: LowestWins, path: Place | None = None, chosen: Chosen = ALL) -> list[Feat]:
    """The records of each game: highest and lowest score, closest and widest win, biggest comeback, longest streak."""
    best: dict[tuple[str, str], Feat] = {}

    def claim(feat: Feat, *, least: bool = False) -> None:
        held = best.get((feat.game, feat.what))
        if held is None or (feat.points < held.points if least else feat.points > held.points):
            best[feat.game, feat.what] = feat

    runs: dict[tuple[str, str], int] = {}
    for table in tables(finished(path, chosen)):
        game, session = table[0].game, table[0].session
        for one in table:
            claim(Feat(game, "highest", one.side, one.score, session))
            claim(Feat(game, "lowest", one.side, one.score, session), least=True)
            run = runs[game, one.player] = runs.get((game, one.player), 0) + 1 if one.winner else 0
            if run > 1:
                claim(Feat(game, "streak", one.player, run, session))
            if one.behind:
                claim(Feat(game, "comeback", one.side, one.behind, session))
        for feat in _margins(table, lowest_wins(game)):
            claim(feat, least=feat.what == "closest")
    order = ("highest", "lowest", "closest", "widest", "comeback", "streak")
    return sorted(best.values(), key=lambda one: (one.game, order.index(one.what)))


def _margins(table: Iterable[Finished], lowest: bool) -> Iterator[Feat]:
    """By how much a game was won, where one side won it alone and by its score."""
    sides = {one.side: one for one in table}
    winners = [one for one in sides.values() if one.winner]
    others = [one.score for one in sides.values() if not one.winner]
    if len(winners) != 1 or not others:
        return
    (won,) = winners
    margin = min(others) - won.score if lowest else won.score - max(others)
    if margin >= 0:
        yield Feat(won.game, "closest", won.side, margin, won.session)
        yield Feat(won.game, "widest", won.side, margin, won.session)
