"""The results of replaying sessions, found on several cores and cached beside the index of rules.

A result depends only on the session's lines and on the code that replays them. So it is stored under the last digest of
the session's chain and the digest of the code. Another line or another rule changes the digest.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import referee
from referee.game.common_reports import House, Joins, Leaves, Penalty, Replaces
from referee.game.game import Game
from referee.games import ours
from referee.language.words import Seat
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from scoresheets.cached import folder
from scoresheets.cores import in_order
from scoresheets.errors import CommandError
from scoresheets.keeping import digests
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.replay import JournalLine
from scoresheets.keeping.results import PlayerResult, Results, by_hand
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

PORTION = 20  # sessions that a core replays at a time
MANY = 40  # sessions from which several processes are worth it
EVERY = "*"
"""One of the options looked at: any option may have mattered."""


class Peak(NamedTuple):
    """A side's best or worst points in a hand."""

    side: str
    points: int
    hand: int


class SessionResult(NamedTuple):
    """The result of a session: scores, winners, and lines whose verdict would differ now.

    ``looked_at`` are the house rules that took part. With another value of any other rule, every ruling and every score
    would be the same.
    """

    stands: Results
    winners: tuple[str, ...]
    differences: tuple[str, ...]
    looked_at: frozenset[str]
    players: tuple[str, ...]
    house: Mapping[str, str]
    best: Peak | None = None
    worst: Peak | None = None

    def depends_on(self, options: Iterable[str]) -> bool:
        """Whether other values of these options could change the result."""
        return EVERY in self.looked_at or not self.looked_at.isdisjoint(options)

    def text(self) -> str:
        return json.dumps([*self[:3], sorted(self.looked_at), *self[4:]])

    @classmethod
    def read(cls, text: str) -> SessionResult:
        (over, hands, standings, accounts), winners, differences, looked_at, players, house, *peaks = json.loads(text)
        everybody = tuple(PlayerResult(Seat(seat), Seat(side), *rest) for seat, side, *rest in standings)
        best, worst = (Peak(*peak) if peak else None for peak in peaks)
        stands = Results(over, hands, everybody, accounts)
        found = tuple(winners), tuple(differences), frozenset(looked_at)
        return cls(stands, *found, tuple(players), house, best, worst)


# Which options matter


class Watched(dict[str, Any]):
    """House rules that note which of them are looked up."""

    def __init__(self, house: Mapping[str, Any], looked_at: set[str]) -> None:
        super().__init__(house)
        self.looked_at = looked_at

    def __getitem__(self, name: str) -> Any:
        self.looked_at.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.looked_at.add(name)
        return super().get(name, default)

    def __contains__(self, name: object) -> bool:
        self.looked_at.add(str(name))
        return super().__contains__(name)

    def _all(self) -> dict[str, Any]:
        self.looked_at.add(EVERY)
        return dict(super().items())

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return self._all() == other

    def __ne__(self, other: object) -> bool:
        return self._all() != other

    def __or__(self, other: Any) -> Any:
        return self._all() | other

    def __ror__(self, other: Any) -> Any:
        return other | self._all()

    def keys(self) -> Any:
        return self._all().keys()

    def values(self) -> Any:
        return self._all().values()

    def items(self) -> Any:
        return self._all().items()

    def copy(self) -> dict[str, Any]:
        return self._all()

    __hash__ = None


class Watching(Game[Any]):
    """A game that notes which of its options are looked up."""

    looked_at: set[str]

    @classmethod
    def of(cls, game: Game[Any]) -> Watching:
        watching: Watching = object.__new__(type(cls.__name__, (cls, type(game)), {}))
        watching.__dict__.update(game.__dict__, looked_at=set())
        return watching

    def house(self, players: int, chosen: Mapping[str, str]) -> dict[str, Any]:
        return Watched(super().house(players, chosen), self.looked_at)


ELSEWHERE = (House, Joins, Leaves, Penalty, Replaces)
"""Reports that change the house rules or the table. After them, any option may matter."""


# Hearing


def hear(session: Session) -> SessionResult:
    """Replays a session that hasn't been replayed. Raises CommandError if that fails."""
    game = session.game = Watching.of(session.game)
    differences = tuple(_differences(session))
    heard = session.referee
    if any(entry.kind not in ("report", "end") or not entry.accepted for entry in session.entries):
        session.as_it_is()  # the replay without refused or undone lines may look up more
    winners, players = (tuple(map(str, seats)) for seats in (heard.winners(), session.players))
    stands, peaks = session.results, _peaks(heard)
    looked_at = frozenset(game.looked_at)
    outgrown = session.edition != game.edition  # what differed there counts, and wouldn't by other rules
    if outgrown or any(isinstance(entry.report, ELSEWHERE) for entry in heard.entries):
        looked_at = frozenset((EVERY,))
    return SessionResult(stands, winners, differences, looked_at, players, session.house, *peaks)


def _peaks(referee: Referee) -> tuple[Peak | None, Peak | None]:
    """Each side's best and worst points in a finished hand."""
    over = referee.standing.hands
    peaks = [
        Peak(side, points.get(side, 0), hand)
        for hand, points in by_hand(referee.lines).items()
        if 0 < hand <= over
        for side in map(str, referee.scores)
    ]
    high, low = max, min
    if referee.game.low_wins(referee.house):
        high, low = min, max
    points = [peak.points for peak in peaks]
    return (
        next((peak for peak in peaks if peak.points == high(points)), None),
        next((peak for peak in peaks if peak.points == low(points)), None),
    )


def _differences(session: Session) -> Iterator[str]:
    """Lines with another verdict, other broken rules or other findings than when they were entered."""
    for entry, ruling in session.replayed_reports():
        if (then := _then(entry)) != (now := _now(ruling)):
            yield f"line {entry.number}, {entry.text or entry.typed}: was {then}, would be {now}"


def _then(entry: JournalLine) -> str:
    return _in_words(entry.verdict, {each["rule"] for each in entry.breaches}, {each["name"] for each in entry.found})


def _now(ruling: Ruling) -> str:
    return _in_words(
        str(ruling.verdict), {each.rule for each in ruling.broken}, {each.name for each in ruling.findings}
    )


def _in_words(verdict: str, rules: set[str], findings: set[str]) -> str:
    cited = f" [{', '.join(sorted(rules))}]" if rules else ""
    return f"{verdict}{cited}" + (f" with {', '.join(sorted(findings))}" if findings else "")


# Many sessions


def of_all(journal: Journal, numbers: Sequence[int]) -> Iterator[SessionResult | CommandError]:
    """The result of each session, or why it can't be replayed. Cached results aren't replayed."""
    asked = "SELECT id, chain, game, sheet, only_totals FROM session"
    chains = {number: (ends, slug if _is_ours(slug, sheet, totals) else "")
              for number, ends, slug, sheet, totals in journal.link.execute(asked).fetchall()}  # fmt: skip
    with Proofs() as proofs:
        found = proofs.found()
        known = {number for number in numbers if chains[number] in found}
        unknown = [number for number in numbers if number not in known]
        portions = [(journal.path, unknown[i : i + PORTION]) for i in range(0, len(unknown), PORTION)]
        coming = chain.from_iterable(in_order(_replay_portion, portions, worth_it=len(unknown) >= MANY))
        for number in numbers:
            if number in known and (heard := proofs.find(*chains[number])):
                yield heard
                continue
            came = _hear(journal, number) if number in known else next(coming)
            if isinstance(came, CommandError):
                yield came
                continue
            proofs.keep(came[0], chains[number][1], came[1])
            yield came[1]


def _is_ours(slug: str, sheet: str, only_totals: bool) -> bool:
    """Whether all of the code that replays it is referee's own."""
    return slug in ours() and not sheet and not only_totals


Came = tuple[str, SessionResult] | CommandError
"""A result, with the digest of the session's last line at that time."""


def _replay_portion(portion: tuple[Place, list[int]]) -> list[Came]:
    place, numbers = portion
    with open_journal(place) as journal:
        return [_hear(journal, number) for number in numbers]


def _hear(journal: Journal, number: int) -> Came:
    try:
        session = journal.session(number, heard=False)
        return session.chain, hear(session)
    except CommandError as trouble:
        return trouble


# Cached results


class Proofs:
    """The cache of results, by the digests of the chain and of the code. Empty if it can't be stored."""

    def __init__(self) -> None:
        self._link: sqlite3.Connection | None = None
        with suppress(OSError, sqlite3.Error):
            folder().mkdir(parents=True, exist_ok=True)
            self._link = sqlite3.connect(folder() / "heard.db", timeout=1)
            self._link.execute(
                "CREATE TABLE IF NOT EXISTS heard"
                " (chain TEXT PRIMARY KEY, game TEXT, code TEXT, told TEXT, seal TEXT) WITHOUT ROWID"
            )
        self._outdated: set[str] = set()

    def __enter__(self) -> Proofs:
        return self

    def __exit__(self, *_: object) -> None:
        if self._link:
            with suppress(sqlite3.Error), closing(self._link):
                self._link.commit()

    def found(self) -> set[tuple[str, str]]:
        """The chain and game of each result that was found with the present code."""
        if not self._link:
            return set()
        with suppress(sqlite3.Error):
            rows = self._link.execute("SELECT chain, game, code FROM heard").fetchall()
            return {(chain, slug) for chain, slug, code in rows if slug in ours() and code == code_of(slug)}
        return set()

    def find(self, chain: str, slug: str) -> SessionResult | None:
        """The result of a session whose chain ends with a digest. None if it has changed since."""
        if not self._link or not slug:
            return None
        try:
            asked = "SELECT told, seal FROM heard WHERE chain = ? AND code = ?"
            row = self._link.execute(asked, (chain, code_of(slug))).fetchone()
            if row and row[1] == digests.digest(chain, code_of(slug), row[0]):
                return SessionResult.read(row[0])
        except (sqlite3.Error, ValueError, TypeError):
            pass
        return None

    def keep(self, chain: str, slug: str, heard: SessionResult) -> None:
        if not self._link or not slug:
            return
        code, text = code_of(slug), heard.text()
        with suppress(sqlite3.Error):
            if slug not in self._outdated:
                self._outdated.add(slug)
                self._link.execute("DELETE FROM heard WHERE game = ? AND code <> ?", (slug, code))
            row = (chain, slug, code, text, digests.digest(chain, code, text))
            self._link.execute("INSERT OR REPLACE INTO heard VALUES (?, ?, ?, ?, ?)", row)


@cache
def code_of(slug: str) -> str:
    """The digest of the code that replays a game of referee: the game's own files and the shared ones."""
    house, here = Path(referee.__file__).parent, Path(__file__).parent
    name = slug.replace("-", "_")
    files = [path for path in house.rglob("*.py") if path.parent.name != "games"]
    files += [house / f"games/{name}.py", *house.glob(f"games/_{name}*.py")]
    files += [here / f"{module}.py" for module in ("replay_cache", "session", "replay", "results", "confirmations")]
    texts = [(path.name, path.read_bytes()) for path in sorted(files)]
    return digests.digest(sys.version, texts)
