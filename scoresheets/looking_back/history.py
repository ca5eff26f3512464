"""The history of a player and of the table: head to head, rivals, partners, records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from referee.language.words import folded
from scoresheets.cores import Follow, unfollowed
from scoresheets.looking_back.finished import ALL, Chosen, Finished, LowestWins, finished, tables
from scoresheets.looking_back.standings import FEW, Overall, PlayerRecord, after, even_chance

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place
    from scoresheets.keeping.replay_cache import Peak


@dataclass
class Against:
    """How often somebody finished ahead of another, behind, and level; and how often they won as partners."""

    name: str
    ahead: int = 0
    behind: int = 0
    level: int = 0
    together: int = 0
    won_together: int = 0

    @property
    def games(self) -> int:
        """Games as opponents."""
        return self.ahead + self.behind + self.level


class Score(NamedTuple):
    """A final score and its session."""

    points: int
    session: int


@dataclass
class Career:
    """One player's games: the record in all and in each, best and worst score, and everybody else who played."""

    name: str
    overall: Overall
    rows: dict[str, PlayerRecord] = field(default_factory=dict)
    best: dict[str, Score] = field(default_factory=dict)
    worst: dict[str, Score] = field(default_factory=dict)
    others: dict[str, Against] = field(default_factory=dict)

    @property
    def rival(self) -> Against | None:
        """The opponent who finished ahead most often."""
        rivals = [other for other in self.others.values() if other.behind]
        return max(rivals, key=lambda other: (other.behind, other.behind - other.ahead, other.games), default=None)

    @property
    def nemesis(self) -> Against | None:
        """The opponent, of those met often enough, who finished ahead in the largest share of games, above one half."""
        met = [other for other in self.others.values() if other.games >= FEW and other.behind > other.ahead]
        return max(met, key=lambda other: (other.behind / other.games, other.games), default=None)

    @property
    def favourite(self) -> PlayerRecord:
        """The game played most; if level, the one won most."""
        return max(self.rows.values(), key=lambda row: (row.played, row.share))

    @property
    def partner(self) -> Against | None:
        """The partner with most wins."""
        partners = [other for other in self.others.values() if other.together]
        return max(partners, key=lambda other: (other.won_together, -other.together), default=None)


def career(
    name: str, lowest_wins: LowestWins, path: Place | None = None, chosen: Chosen = ALL, vs: str = ""
) -> Career | None:
    """The record of a player, with ``vs`` only of games with that player. None if there is none.

    If a game is won by the fewest points in one house and by the most in another, the best and the worst score are for
    the way it was played last.
    """
    kept: Career | None = None
    ways: dict[str, bool] = {}
    for table in tables(finished(path, chosen)):
        mine = next((result for result in table if folded(result.player) == folded(name)), None)
        if mine is None or (vs and not any(folded(result.player) == folded(vs) for result in table)):
            continue
        kept = kept or Career(mine.player, Overall(player=mine.player))
        if chance := even_chance(table):
            kept.overall.take(mine, chance)
        kept.rows.setdefault(mine.game, PlayerRecord(game=mine.game, player=mine.player)).take(mine)
        score = Score(mine.score, mine.session)
        fewest = lowest_wins(mine)
        if ways.setdefault(mine.game, fewest) != fewest:
            ways[mine.game] = fewest
            del kept.best[mine.game], kept.worst[mine.game]
        high, low = (kept.worst, kept.best) if fewest else (kept.best, kept.worst)
        if mine.game not in high or score.points > high[mine.game].points:
            high[mine.game] = score
        if mine.game not in low or score.points < low[mine.game].points:
            low[mine.game] = score
        for other in table:
            if other is not mine:
                _meet(kept.others.setdefault(other.player, Against(other.player)), mine, other)
    return kept


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
    """A record: who, how much, in which session."""

    game: str
    what: str
    who: str
    points: int
    session: int
    only_totals: bool = False
    hand: int | None = None


ORDER = ("highest", "lowest", "best-hand", "worst-hand", "closest", "widest", "comeback", "streak", "drought")

Ends = tuple[int, "Peak | None", "Peak | None"]
Peaks = Callable[[list[int]], Iterable[Ends]]
"""Returns the best and the worst hand for each session number, in the same order."""


def feats(
    lowest_wins: LowestWins, path: Place | None = None, chosen: Chosen = ALL, peaks: Peaks | None = None
) -> list[Feat]:
    """The records of each game: highest and lowest score, closest and widest win, biggest comeback, longest streaks;
    with ``peaks`` the best and the worst hand too."""
    best: dict[tuple[str, str], Feat] = {}

    def claim(feat: Feat, *, least: bool = False) -> None:
        held = best.get((feat.game, feat.what))
        if held is None or (feat.points < held.points if least else feat.points > held.points):
            best[feat.game, feat.what] = feat

    runs: dict[tuple[str, str], int] = {}
    heard: dict[int, Finished] = {}
    for table in tables(finished(path, chosen)):
        if not table[0].only_totals:
            heard[table[0].session] = table[0]
        game, session, only_totals = table[0].game, table[0].session, bool(table[0].only_totals)
        for result in table:
            claim(Feat(game, "highest", result.side, result.score, session, only_totals))
            claim(Feat(game, "lowest", result.side, result.score, session, only_totals), least=True)
            run = runs[game, result.player] = after(runs.get((game, result.player), 0), bool(result.winner))
            if abs(run) > 1:
                claim(Feat(game, "streak" if run > 0 else "drought", result.player, abs(run), session, only_totals))
            if result.behind:
                claim(Feat(game, "comeback", result.side, result.behind, session))
        for feat in _margins(table, lowest_wins(table[0])):
            claim(feat, least=feat.what == "closest")
    ways: dict[str, bool] = {}
    for session, *ends in peaks([*heard]) if peaks else ():
        low, game = lowest_wins(heard[session]), heard[session].game
        if ways.setdefault(game, low) != low:
            ways[game] = low
            best.pop((game, "best-hand"), None)
            best.pop((game, "worst-hand"), None)
        for what, peak, least in zip(("best-hand", "worst-hand"), ends, (low, not low), strict=True):
            if peak:
                claim(Feat(game, what, peak.side, peak.points, session, hand=peak.hand), least=least)
    return sorted(best.values(), key=lambda feat: (feat.game, ORDER.index(feat.what)))


def peaks(numbers: Sequence[int], follow: Follow = unfollowed) -> Iterator[Ends]:
    """The best and the worst hand of sessions. Replays those that aren't cached; leaves out those it can't replay."""
    from scoresheets.keeping import replay_cache
    from scoresheets.keeping.journal import open_journal

    with open_journal() as journal:
        for came, number in zip(
            follow(replay_cache.of_all(journal, numbers), len(numbers), "hearing"), numbers, strict=True
        ):
            if isinstance(came, replay_cache.SessionResult):
                yield number, came.best, came.worst


def _margins(table: Iterable[Finished], lowest: bool) -> Iterator[Feat]:
    """The margin of a game, if one side alone won it by its score."""
    sides = {result.side: result for result in table}
    winners = [result for result in sides.values() if result.winner]
    others = [result.score for result in sides.values() if not result.winner]
    if len(winners) != 1 or not others:
        return
    (won,) = winners
    margin = min(others) - won.score if lowest else won.score - max(others)
    if margin >= 0:
        yield Feat(won.game, "closest", won.side, margin, won.session, bool(won.only_totals))
        yield Feat(won.game, "widest", won.side, margin, won.session, bool(won.only_totals))
