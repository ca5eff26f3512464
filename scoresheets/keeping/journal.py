"""The journal: all sessions in the database. During a game, everything is written through it.

A session is its seats, the house rules it was opened with, and a log that is only appended to. See
`scoresheets.keeping.session` for how a session continues.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from time import monotonic, sleep
from typing import TYPE_CHECKING, NamedTuple

from referee.language.words import Seat, folded
from referee.table.referee import Referee
from scoresheets.catalogue import NoGame, game_called, game_of
from scoresheets.errors import NOTHING, USAGE, CommandError, Damaged, Unreplayable
from scoresheets.keeping import database, digests, opening, proof
from scoresheets.keeping.database import Clock, moment, now, place, stamp, writing
from scoresheets.keeping.replay import JournalLine, chained
from scoresheets.keeping.results import Results, written
from scoresheets.keeping.session import APPEND, Session, unreadable

if TYPE_CHECKING:
    from scoresheets.keeping.database import Link
    from scoresheets.keeping.places import Place

LONGEST_NAME = 60
LONGEST_TITLE = 200
LONGEST_VALUE = 1000
"""For the value of an option: it may drop all rules of a game."""

_NEXT_SESSION = "(SELECT coalesce(max(id), 0) + 1 FROM session)"
_STANDING = ("side", "score", "place", "winner", "sharing", "behind")
_RESULT = (
    f"INSERT INTO result (session_id, player_id, {', '.join(_STANDING)}) VALUES (?, ?{', ?' * len(_STANDING)})"
    f" ON CONFLICT (session_id, player_id) DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in _STANDING)}"
)
DAY = timedelta(days=1)
PORTION = 0.25  # seconds for which an import can block other writers
PAUSE = 3 * database.GAP  # seconds between two portions, so that other processes can write


Rules = list[tuple[str, str | None, bool]]


@dataclass
class Bundle:
    """A session from elsewhere: what it was opened with, and its journal line by line.

    ``house`` has each option with its value and whether it was chosen. ``where`` is its name in messages. ``chain`` is
    the digest of the last line, "" if there are no chains. ``sheet`` is the sheet that declares the game. ``stands``
    has the results and ``tells`` the digest of the content, if they are already known; then the session isn't replayed
    when it is saved.
    """

    game: str
    players: list[str]
    house: Rules
    opened: datetime
    edition: int
    ended: datetime | None = None
    title: str = ""
    place: str = ""
    dealer: str = ""
    seed: int | None = None
    profile: str = ""
    entries: list[JournalLine] = field(default_factory=list)
    where: str = ""
    chain: str = ""
    sheet: str = ""
    only_totals: bool = False
    stands: Results | None = None
    tells: str = ""


class Taken(NamedTuple):
    """The result for an imported session: its number, and the session unless it was saved already."""

    number: int
    session: Session | None = None


class Journal:
    """All the sessions of a file or server."""

    def __init__(self, link: Link, path: Place, clock: Clock = now) -> None:
        self.link = link
        self.path = path
        self.clock = clock

    def session(self, number: int, *, heard: bool = True) -> Session:
        """A session by its number, replayed if ``heard``. Raises CommandError if there is none."""
        return Session(self, number, heard=heard)

    def readable(self, number: int) -> Session:
        """A session for reading only. If its game can't be played, the saved data without it."""
        try:
            return self.session(number)
        except NoGame as error:
            from scoresheets.keeping.unreplayable import UnreplayableSession

            return UnreplayableSession(self, number, error.message)

    def in_play(self) -> int | None:
        """The number of the session in play, which gets the reports."""
        return proof.in_play(self.link)

    def latest(self) -> int | None:
        """The number of the session resumed last, ended or not."""
        return proof.book(self.link, self.path).latest or None

    def numbers(self) -> list[int]:
        """The numbers of all sessions."""
        proof.examine(self.link, self.path)
        return [int(row[0]) for row in self.link.execute("SELECT id FROM session ORDER BY id")]

    def numbers_since(self, moment: datetime) -> list[int]:
        """The numbers of the sessions opened since a moment."""
        proof.examine(self.link, self.path)
        asked = "SELECT id FROM session WHERE opened >= ? ORDER BY id"
        return [int(row[0]) for row in self.link.execute(asked, (database.stamp(moment),))]

    def open_session(self) -> Session:
        """The session in play. Raises CommandError if there is none."""
        if (number := self.in_play()) is None:
            if mine := database.own_session():
                text = f"session {mine} isn't open, and REFEREE_SESSION names it"
                raise CommandError(f"{text}. To continue it, run `referee resume {mine}`.", NOTHING)
            last = self.latest()
            again = f" To continue the last one, run `referee resume {last}`." if last else ""
            raise CommandError(f"No game is open. To start one, run `referee new GAME PLAYER…`.{again}", NOTHING)
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
        """Opens a session and fixes its house rules. Raises CommandError if the game can't be played that way."""
        game = game_called(slug)
        chosen = dict(house or {})
        try:
            for text in (*players, dealer):
                _fit(text, LONGEST_NAME)
            for text in chosen.values():
                _fit(text, LONGEST_VALUE)
            for text in (title, place):
                _fit_title(text)
            referee = Referee(game, [name.strip() for name in players], chosen, dealer)
        except ValueError as error:
            raise CommandError(str(error), USAGE) from error
        with writing(self.link, self.path):
            rules = [
                (name, None if value is None else str(value), name in chosen) for name, value in referee.house.items()
            ]
            number = self._open(referee, rules, dealer, title, place, seed, profile)
            session = self.session(number)
            self.sum_up(session)
        return session

    def _open(
        self,
        referee: Referee,
        rules: Rules,
        dealer: str,
        title: str,
        place: str,
        seed: int | None,
        profile: str,
    ) -> int:
        first = str(referee.names.whole(dealer)) if dealer else ""
        slug, edition, sheet = referee.game.slug, referee.game.edition, referee.game.sheet
        bundle = Bundle(slug, [], rules, self.clock(), edition, None, title, place, first, seed, profile, sheet=sheet)
        taken_up = "(SELECT coalesce(max(taken_up), 0) + 1 FROM session)"
        number = self._begin(bundle, referee.seats, taken_up)
        now = proof.book(self.link, self.path)
        proof.write_book(self.link, now._replace(sessions=now.sessions + 1, in_play=number, latest=number))
        return number

    def _begin(self, bundle: Bundle, seats: Sequence[Seat], taken_up: str = "0") -> int:
        """Inserts a session without lines, with its seats and its house rules. Returns its number."""
        opening = bundle.title, bundle.place, bundle.dealer, bundle.seed, bundle.profile, stamp(bundle.opened)
        declared = digests.declared(bundle.sheet, bundle.only_totals)
        root = digests.root(bundle.game, bundle.edition, seats, bundle.house, *opening, *declared)
        ended = stamp(bundle.ended) if bundle.ended else None
        opened = self.link.execute(
            "INSERT INTO session (id, game, edition, title, place, dealer, seed, profile, opened, ended, root, chain,"
            f" sheet, only_totals, taken_up, over, hands) VALUES ({_NEXT_SESSION}{', ?' * 13}, {taken_up}, FALSE, 0)"
            " RETURNING id",
            (bundle.game, bundle.edition, *opening, ended, root, root, bundle.sheet, bundle.only_totals),
        )
        number = int(opened.fetchone()[0])
        self._seat(number, seats)
        self._settle(number, bundle.house)
        proof.seal_session(self.link, number)
        return number

    @contextmanager
    def changing(self, number: int) -> Iterator[None]:
        """Seals the session after a change, and updates which session is in play."""
        proof.check_session(self.link, number, self.path)
        yield
        proof.seal_session(self.link, number)
        now = proof.book(self.link, self.path)
        in_play, latest = proof.next_in_play(self.link), proof.next_latest(self.link)
        if (in_play, latest) != (now.in_play, now.latest):
            proof.write_book(self.link, now._replace(in_play=in_play, latest=latest))

    def _settle(self, number: int, house: Iterable[tuple[str, str | None, bool]]) -> None:
        self.link.executemany(
            "INSERT INTO house_rule (session_id, name, value, chosen) VALUES (?, ?, ?, ?)",
            [(number, *rule) for rule in house],
        )

    def take_in(
        self, bundles: Iterable[Bundle], digest: Callable[[Session], str], *, again: bool = False
    ) -> Iterator[Taken]:
        """Saves sessions from elsewhere, each completely or not at all, and yields each one once it is saved.

        They are written in portions, so that other processes can write in between. Unfinished ones don't come into
        play. ``digest`` is equal for two sessions with the same content, which is saved only once unless ``again`` is
        set.
        """
        recognition = Recognition(self, digest)
        waiting = deque(bundles)
        while waiting:
            portion: list[Taken] = []
            trouble = None
            with writing(self.link, self.path):
                until = monotonic() + PORTION
                while waiting and not trouble and (not portion or monotonic() < until):
                    try:
                        portion.append(self._taken(waiting.popleft(), recognition, again))
                    except CommandError as error:
                        trouble = error
            yield from portion
            if trouble:
                raise trouble
            if waiting:
                sleep(PAUSE)

    def take_in_whole(self, bundles: Iterable[Bundle], digest: Callable[[Session], str]) -> Iterator[Taken]:
        """Saves all these sessions or none, and yields each. Doesn't check whether they are new."""
        with writing(self.link, self.path):
            for bundle in bundles:
                session = self._take_in(bundle)
                asked = "UPDATE session SET imported = ? WHERE id = ?"
                self.link.execute(asked, (bundle.tells or digest(session), session.number))
                proof.seal_session(self.link, session.number)
                yield Taken(session.number, session)

    def _taken(self, bundle: Bundle, recognition: Recognition, again: bool) -> Taken:
        """Inserts a session with everything that belongs to it, or nothing."""
        if not again and (number := recognition.by_chain(bundle.chain)):
            return Taken(number)
        self.link.execute("SAVEPOINT session")
        try:
            session = self._take_in(bundle)
            tells = bundle.tells or recognition.digest(session)
            number = None if again else recognition.by_content(session, tells)
            if number is None:
                with self.changing(session.number):
                    self.link.execute("UPDATE session SET imported = ? WHERE id = ?", (tells, session.number))
                recognition.add(session, tells)
        except BaseException:
            self.link.execute("ROLLBACK TO SAVEPOINT session")
            raise
        if number is not None:
            self.link.execute("ROLLBACK TO SAVEPOINT session")
            return Taken(number)
        self.link.execute("RELEASE SAVEPOINT session")
        return Taken(session.number, session)

    def _take_in(self, bundle: Bundle) -> Session:
        game = game_of(bundle.game, bundle.sheet, bundle.only_totals)
        try:
            book = game.house(len(bundle.players), {})
            house = {
                name: "none" if value is None else value
                for name, value, chosen in bundle.house
                if chosen and (value is not None or book.get(name) is not None)
            }
            referee = Referee(game, bundle.players, house, bundle.dealer)
            for text in (bundle.title, bundle.place, bundle.profile):
                _fit_title(text)
        except ValueError as error:
            raise CommandError(f"{bundle.where}: {error}", USAGE) from error
        number = self._begin(bundle, referee.seats)
        now = proof.book(self.link, self.path)
        proof.write_book(self.link, now._replace(sessions=now.sessions + 1, latest=now.latest or number))
        (chain,) = self.link.execute("SELECT chain FROM session WHERE id = ?", (number,)).fetchone()
        entries = [*chained(chain, bundle.entries)]
        _compare(bundle, entries)
        self.link.executemany(APPEND, [(number, *entry) for entry in entries])
        try:
            session = self.session(number, heard=not bundle.stands)
        except Unreplayable as trouble:  # the fault is in the file, not in the database
            raise CommandError(f"{bundle.where}: {trouble.message}", USAGE) from None
        self.sum_up(session, bundle.stands)
        if session.aside:
            session.lay_aside(session.aside)
        return session

    def _seat(self, number: int, seats: Iterable[Seat], *, first: int = 1, joined: bool = False) -> None:
        for place_, name in enumerate(seats, first):
            row = self.link.execute("SELECT id FROM player WHERE folded = ?", (folded(name),)).fetchone()
            player = row[0] if row else self.write_down(name)
            self.link.execute(
                "INSERT INTO seat (session_id, place, player_id, name, joined) VALUES (?, ?, ?, ?, ?)",
                (number, place_, player, name, joined),
            )
        asked = (
            "SELECT coalesce(same_as, player.id), seat.name FROM seat JOIN player ON player.id = seat.player_id"
            " WHERE session_id = ? ORDER BY place"
        )
        sat: dict[int, list[str]] = {}
        for player, name in self.link.execute(asked, (number,)):
            sat.setdefault(player, []).append(name)
        if same := next((names for names in sat.values() if len(names) > 1), None):
            names = " and ".join(same)
            raise CommandError(f"{names} count as one player. To separate them, run `referee players unmerge`", USAGE)

    def write_down(self, name: str) -> int:
        """Adds a player, and returns the new number."""
        asked = (
            "INSERT INTO player (id, name, folded) VALUES ((SELECT coalesce(max(id), 0) + 1 FROM player), ?, ?)"
            " RETURNING id"
        )
        number = int(self.link.execute(asked, (name, folded(name))).fetchone()[0])
        proof.seal_row(self.link, "player", proof.PLAYER, number)
        now = proof.book(self.link, self.path)
        proof.write_book(self.link, now._replace(players=now.players + 1))
        return number

    def sum_up(self, session: Session, stands: Results | None = None) -> None:
        """Saves who has joined or taken over a seat, and the results."""
        over, hands, standings, accounts = stands or session.results
        chips = written(accounts)
        numbers, players = session.numbers, [each.seat for each in standings]
        if {*numbers} - {*session.players} != {*players} - {*session.players}:
            numbers = self._reseat(session, players)
        rows = sorted((session.number, numbers[seat], *rest) for seat, *rest in standings)
        seal = digests.tally(over, hands, rows, chips)
        asked = "UPDATE session SET over = ?, hands = ?, accounts = ?, tally = ? WHERE id = ?"
        self.link.execute(asked, (over, hands, chips, seal, session.number))
        self.link.executemany(_RESULT, rows)

    def _reseat(self, session: Session, players: Sequence[Seat]) -> dict[Seat, int]:
        """Writes the seats of players who have joined. Results are for the players at the end."""
        number, joined = session.number, [player for player in players if player not in session.players]
        self.link.execute("DELETE FROM result WHERE session_id = ?", (number,))
        with self.changing(number):
            self.link.execute("DELETE FROM seat WHERE session_id = ? AND joined", (number,))
            self._seat(number, joined, first=len(session.players) + 1, joined=True)
        return session.numbers


class Recognition:
    """Finds sessions that are already saved. The content of each is computed at most once."""

    def __init__(self, journal: Journal, digest: Callable[[Session], str]) -> None:
        self.journal = journal
        self.digest = digest
        self._chains: dict[str, int] = dict(journal.link.execute("SELECT chain, id FROM session").fetchall())
        self._days: dict[str, dict[date, list[int]]] = {}  # per game, sessions about which nothing else is known
        self._told: dict[tuple[str, str], list[tuple[datetime, int]]] = {}

    def by_chain(self, chain: str) -> int | None:
        return self._chains.get(chain)

    def by_content(self, session: Session, tells: str) -> int | None:
        """A session with the same content, of any origin and time. With totals only, played within a day."""
        asked = "SELECT id FROM session WHERE imported = ? AND game = ? AND id <> ?"
        if row := self.journal.link.execute(asked, (tells, session.slug, session.number)).fetchone():
            return int(row[0])
        if session.slug not in self._days:
            self._days[session.slug] = self._unknown(session)
        for days in (-1, 0, 1):
            with suppress(OverflowError):
                for number in self._days[session.slug].pop(session.opened.date() + timedelta(days), []):
                    other = self.journal.session(number)
                    self.add(other, self.digest(other))
        near = (number for opened, number in self._told.get((session.slug, tells), ()) if _near(opened, session.opened))
        return next(near, None)

    def _unknown(self, session: Session) -> dict[date, list[int]]:
        days: dict[date, list[int]] = {}
        asked = "SELECT id, opened FROM session WHERE game = ? AND id <> ?"
        for number, opened in self.journal.link.execute(asked, (session.slug, session.number)).fetchall():
            days.setdefault(moment(opened).date(), []).append(number)
        return days

    def add(self, session: Session, tells: str) -> None:
        self._chains[session.chain] = session.number
        self._told.setdefault((session.slug, tells), []).append((session.opened, session.number))


def _near(when: datetime, other: datetime) -> bool:
    return abs(when - other) <= DAY


@contextmanager
def open_journal(path: Place | None = None, *, create: bool = False, clock: Clock = now) -> Iterator[Journal]:
    """The journal, open inside a ``with`` block. ``create`` makes a new one if there is none."""
    path = path or place()
    link = opening.connect(path, create=create)
    try:
        with database.in_a_sentence(path):
            yield Journal(link, path, clock)
    except (TypeError, ValueError) as error:
        if database.is_damaged(link):
            raise Damaged(f"{path} is damaged") from error
        raise
    finally:
        link.close()


def _compare(bundle: Bundle, entries: Sequence[JournalLine]) -> None:
    """Raises CommandError unless the lines saved are those of the export."""
    if not bundle.chain and not any(entry.digest for entry in bundle.entries):
        return  # from a version without chains
    for told, entry in zip(bundle.entries, entries, strict=True):
        if told.digest != entry.digest or told.number != entry.number:
            raise CommandError(f"{bundle.where} was changed: line {entry.number} differs from the export", USAGE)
    if entries and bundle.chain != entries[-1].digest:
        raise CommandError(f"{bundle.where} was changed: lines are missing after line {len(entries)}", USAGE)


def _fit(text: str, longest: int) -> None:
    """Raises ValueError for an invalid name or title."""
    if len(text) > longest:
        raise ValueError(f"{text[:20]}… is too long: {longest} characters at most")
    if fault := unreadable(text):
        raise ValueError(f"{text!r}: {fault.message}")


def _fit_title(text: str) -> None:
    """Raises ValueError for a title that the header of a record can't hold."""
    _fit(text, LONGEST_TITLE)
    if "\n" in text or text != text.strip():
        raise ValueError(f"{text!r} isn't one line without blanks around it")
    if text.startswith('"') or ('"' in text and "#" in text):
        raise ValueError(f"{text} can't begin with a quotation mark or have one next to #")
