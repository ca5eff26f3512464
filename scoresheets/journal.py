"""The journal: the book of all sessions.  Nothing is written during a game in any other way.

A session is its seats, the house rules it was opened with, and a journal that is only ever added to; how it goes on is
in `scoresheets.session`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from referee import lazily
from referee.notation import Seat, folded
from referee.table import Referee
from scoresheets import database, opening
from scoresheets.catalogue import game_called
from scoresheets.course import Entry
from scoresheets.database import Clock, now, place, stamp, writing
from scoresheets.results import results
from scoresheets.session import APPEND, Session, unreadable
from scoresheets.trouble import DATABASE, NOTHING, USAGE, Trouble

if TYPE_CHECKING:
    from scoresheets.database import Link
    from scoresheets.places import Place

LONGEST_NAME = 60
LONGEST_TITLE = 200

_NEXT_SESSION = "(SELECT coalesce(max(id), 0) + 1 FROM session)"
_STANDING = ("side", "score", "place", "winner", "sharing", "behind")
_RESULT = (
    f"INSERT INTO result (session_id, player_id, {', '.join(_STANDING)}) VALUES (?, ?{', ?' * len(_STANDING)})"
    f" ON CONFLICT (session_id, player_id) DO UPDATE SET {', '.join(f'{one} = excluded.{one}' for one in _STANDING)}"
)
DAY = timedelta(days=1)
FIRST, LAST = datetime.min.replace(tzinfo=UTC) + DAY, datetime.max.replace(tzinfo=UTC) - DAY


@lazily.dataclass()
class Bundle:
    """A session that was kept elsewhere: what it was opened with, and its journal line by line.

    ``house`` has every option with its value and whether it was chosen; ``where`` is what messages call it.
    """

    game: str
    players: list[str]
    house: list[tuple[str, str | None, bool]]
    opened: datetime
    edition: int
    ended: datetime | None = None
    title: str = ""
    place: str = ""
    dealer: str = ""
    seed: int | None = None
    profile: str = ""
    entries: list[Entry] = field(default_factory=list)
    where: str = ""


class Journal:
    """All the sessions of one file, or of one server."""

    def __init__(self, link: Link, path: Place, clock: Clock = now) -> None:
        self.link = link
        self.path = path
        self.clock = clock

    def session(self, number: int) -> Session:
        """A session by its number; raises Trouble where there is none."""
        return Session(self, number)

    def in_play(self) -> int | None:
        """The number of the session that reports go to."""
        return database.in_play(self.link)

    def latest(self) -> int | None:
        """The number of the session that was taken up last, ended or not."""
        row = self.link.execute("SELECT id FROM session ORDER BY taken_up DESC LIMIT 1").fetchone()
        return int(row[0]) if row else None

    def numbers_since(self, moment: datetime) -> list[int]:
        """The numbers of the sessions opened from a moment on."""
        asked = "SELECT id FROM session WHERE opened >= ? ORDER BY id"
        return [int(row[0]) for row in self.link.execute(asked, (database.stamp(moment),))]

    def open_session(self) -> Session:
        """The session in play; raises Trouble where none is."""
        if (number := self.in_play()) is None:
            if mine := database.own_session():
                said = f"session {mine} isn't open, and REFEREE_SESSION names it"
                raise Trouble(f"{said}; `referee resume {mine}` opens it again", NOTHING)
            last = self.latest()
            again = f"; `referee resume {last}` opens the last one again" if last else ""
            raise Trouble(f"no session is open: `referee new GAME PLAYER…` opens one{again}", NOTHING)
        return self.session(number)

    def new(
        self,
        slug: str,
        players: Sequence[str],
        house: dict[str, str] | None = None,
        *,
        dealer: str = "",
        title: str = "",
        place: str = "",
        seed: int | None = None,
        profile: str = "",
    ) -> Session:
        """Opens a session, its house rules frozen with it; raises Trouble where the game can't be played so."""
        game = game_called(slug)
        chosen = dict(house or {})
        try:
            for text in (*players, *chosen.values(), dealer):
                _fit(text, LONGEST_NAME)
            for text in (title, place):
                _fit_title(text)
            referee = Referee(game, [name.strip() for name in players], chosen, dealer)
        except ValueError as error:
            raise Trouble(str(error), USAGE) from error
        with writing(self.link, self.path):
            number = self._open(referee, dealer, title, place, seed, profile)
            self._seat(number, referee.seats)
            self._settle(
                number,
                (
                    (name, None if value is None else str(value), name in chosen)
                    for name, value in referee.house.items()
                ),
            )
            session = self.session(number)
            self.sum_up(session)
        return session

    def _open(self, referee: Referee, dealer: str, title: str, place: str, seed: int | None, profile: str) -> int:
        opened = self.link.execute(
            "INSERT INTO session"
            " (id, game, edition, title, place, dealer, seed, profile, opened, taken_up, over, hands)"
            f" VALUES ({_NEXT_SESSION}, ?, ?, ?, ?, ?, ?, ?, ?,"
            " (SELECT coalesce(max(taken_up), 0) + 1 FROM session), FALSE, 0) RETURNING id",
            (referee.game.slug, referee.game.edition, title, place, referee.names.whole(dealer) if dealer else "",
             seed, profile, stamp(self.clock())),
        )  # fmt: skip
        return int(opened.fetchone()[0])

    def _settle(self, number: int, house: Iterable[tuple[str, str | None, bool]]) -> None:
        self.link.executemany(
            "INSERT INTO house_rule (session_id, name, value, chosen) VALUES (?, ?, ?, ?)",
            [(number, *rule) for rule in house],
        )

    def take_in(self, bundles: Iterable[Bundle], digest: Callable[[Session], str], *, again: bool = False) -> list[int]:
        """Keeps sessions as they were kept elsewhere, all or none; those that aren't over don't come into play.

        ``digest`` is the same for two sessions that tell the same; such a one is refused unless ``again`` is set.
        """
        with writing(self.link, self.path):
            return [self._take_in(one, digest, again) for one in bundles]

    def _take_in(self, one: Bundle, digest: Callable[[Session], str], again: bool) -> int:
        game = game_called(one.game)
        try:
            house = {name: value for name, value, chosen in one.house if chosen and value is not None}
            referee = Referee(game, one.players, house, one.dealer)
            for text in (one.title, one.place, one.profile):
                _fit_title(text)
        except ValueError as error:
            raise Trouble(f"{one.where}: {error}", USAGE) from error
        opened = self.link.execute(
            "INSERT INTO session"
            " (id, game, edition, title, place, dealer, seed, profile, opened, ended, taken_up, over, hands)"
            f" VALUES ({_NEXT_SESSION}, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, FALSE, 0) RETURNING id",
            (game.slug, one.edition, one.title, one.place, one.dealer, one.seed, one.profile, stamp(one.opened),
             stamp(one.ended) if one.ended else None),
        )  # fmt: skip
        number = int(opened.fetchone()[0])
        self._seat(number, referee.seats)
        self._settle(number, one.house)
        self.link.executemany(APPEND, [(number, *entry) for entry in one.entries])
        try:
            session = self.session(number)
        except Trouble as trouble:
            raise Trouble(f"{one.where}: {trouble.message}", trouble.code) from None
        self.sum_up(session)
        self._once(session, digest, again)
        return number

    def _once(self, session: Session, digest: Callable[[Session], str], again: bool) -> None:
        """Notes what an imported session tells; raises Trouble for one that is kept already."""
        tells = digest(session)
        asked = (
            "SELECT id, imported FROM session WHERE id <> ? AND game = ? AND (imported = ? OR opened BETWEEN ? AND ?)"
        )
        about = stamp(max(session.opened, FIRST) - DAY), stamp(min(session.opened, LAST) + DAY)
        rows = self.link.execute(asked, (session.number, session.slug, tells, *about)).fetchall()
        for number, imported in () if again else rows:
            if imported == tells or digest(self.session(number)) == tells:
                raise Trouble(f"that is kept as session {number} already; --again keeps it once more")
        self.link.execute("UPDATE session SET imported = ? WHERE id = ?", (tells, session.number))

    def _seat(self, number: int, seats: Iterable[Seat], *, first: int = 1, joined: bool = False) -> None:
        for place_, name in enumerate(seats, first):
            self.link.execute(
                "INSERT INTO player (id, name, folded) VALUES ((SELECT coalesce(max(id), 0) + 1 FROM player), ?, ?)"
                " ON CONFLICT (folded) DO NOTHING",
                (name, folded(name)),
            )
            self.link.execute(
                "INSERT INTO seat (session_id, place, player_id, name, joined)"
                " SELECT ?, ?, id, ?, ? FROM player WHERE folded = ?",
                (number, place_, name, joined, folded(name)),
            )
        asked = (
            "SELECT coalesce(same_as, player.id), seat.name FROM seat JOIN player ON player.id = seat.player_id"
            " WHERE session_id = ? ORDER BY place"
        )
        sat: dict[int, list[str]] = {}
        for player, name in self.link.execute(asked, (number,)):
            sat.setdefault(player, []).append(name)
        if one := next((names for names in sat.values() if len(names) > 1), None):
            names = " and ".join(one)
            raise Trouble(f"{names} are kept as one player; `referee players unmerge` makes them two again", USAGE)

    def sum_up(self, session: Session) -> None:
        """Writes down who has joined, and how everybody stands."""
        over, hands, standings = results(session.referee)
        numbers = session.numbers
        if set(numbers) != set(session.referee.players):
            numbers = self._reseat(session)
        self.link.execute("UPDATE session SET over = ?, hands = ? WHERE id = ?", (over, hands, session.number))
        self.link.executemany(
            _RESULT,
            [(session.number, numbers[seat], *rest) for seat, *rest in standings],
        )

    def _reseat(self, session: Session) -> dict[Seat, int]:
        """Seats for those who have joined, as far as that counts, and results for nobody else."""
        number, joined = session.number, [one for one in session.referee.players if one not in session.players]
        self.link.execute("DELETE FROM result WHERE session_id = ?", (number,))
        self.link.execute("DELETE FROM seat WHERE session_id = ? AND joined", (number,))
        self._seat(number, joined, first=len(session.players) + 1, joined=True)
        return session.numbers


@contextmanager
def opened(path: Place | None = None, *, create: bool = False, clock: Clock = now) -> Iterator[Journal]:
    """The journal, for as long as it is needed; ``create`` begins one where there is none."""
    path = path or place()
    link = opening.connect(path, create=create)
    try:
        with database.in_a_sentence(path):
            yield Journal(link, path, clock)
    except (TypeError, ValueError) as error:
        if database.is_damaged(link):
            raise Trouble(f"{path} is damaged", DATABASE) from error
        raise
    finally:
        link.close()


def _fit(text: str, longest: int) -> None:
    """Raises ValueError for what is no name or title."""
    if len(text) > longest:
        raise ValueError(f"{text[:20]}… is too long: {longest} characters at most")
    if fault := unreadable(text):
        raise ValueError(f"{text!r}: {fault.message}")


def _fit_title(text: str) -> None:
    """Raises ValueError for what couldn't stand in the header of a record."""
    _fit(text, LONGEST_TITLE)
    if "\n" in text or text != text.strip():
        raise ValueError(f"{text!r} isn't one line without blanks around it")
    if text.startswith('"') or ('"' in text and "#" in text):
        raise ValueError(f"{text} can't begin with a quotation mark, nor have one beside #")
