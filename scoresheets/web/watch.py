"""The session that is served, with one reader or writer at a time."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from scoresheets.display.board import board, fragment, sentence
from scoresheets.errors import Busy, CommandError
from scoresheets.keeping import database, opening
from scoresheets.keeping.journal import Journal
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from scoresheets.keeping import places
    from scoresheets.keeping.database import Link
    from scoresheets.keeping.places import Place

WAIT = 0.3  # seconds that another program may lock the file while we read
PATIENCE = 3.0  # seconds while we write
NOBODY_PLAYS = "No session is open."


class Watch:
    """Follows a session: the one in play, or a chosen one.

    If the journal can't be read, the pages keep their last state, with a message at the top.
    """

    def __init__(self, path: Place, number: int = 0) -> None:
        self.path = path
        self.number = number
        self.session: Session | None = None
        self.said = ""  # the error
        self._lock = RLock()
        self._held = 0  # the number of nested ``with`` blocks
        self._link: Link | None = None
        self._seen: tuple[Any, ...] = ()
        self._shown = ""
        self._found = False  # whether the file ever existed

    @property
    def trouble(self) -> str:
        """The error in a sentence. "" if there is none, also if just no game is open."""
        return "" if self.said == NOBODY_PLAYS else self.said

    # Looking

    @contextmanager
    def looking(self, patience: float = WAIT) -> Iterator[Session | None]:
        """The session in its present state inside a ``with`` block. None if there is no session to follow.

        Waits up to ``patience`` seconds if another program has locked the file.
        """
        with self._lock:
            if not self._held:
                self._catch_up(patience)
            self._held += 1
            try:
                yield self.session
            finally:
                self._held -= 1

    def look(self) -> str:
        """The current content of the board."""
        with self.looking():
            if self.session:
                self._shown = fragment(board(self.session))
            elif not self.said:
                self.said = NOBODY_PLAYS
            return sentence(self.said, self._shown) if self.said else self._shown

    def version(self) -> str:
        """A text that changes whenever the session does."""
        with self.looking() as session:
            state = f"{session.number}.{session.ended}.{session.chain}" if session else ""
            return f"{state}.{self.said}"

    def _catch_up(self, patience: float) -> None:
        try:
            self._follow(patience)
            self.said = ""
        except FileNotFoundError as error:
            self.said = self.sentence(error) if self._found else ""  # nothing has been saved yet
            self.leave()
        except Busy as error:  # the session stays as it was, so that no page loses its forms
            self.said = self.sentence(error)
        except (CommandError, OSError) as error:
            self.said = self.sentence(error)
            self.leave()
        except Exception as error:  # an invalid session mustn't end the evening
            self.said = f"The session can't be shown: {type(error).__name__}"
            self.leave()

    def _follow(self, patience: float) -> None:
        with database.in_a_sentence(self.path):
            self._wait(patience)
            link, seen = self._file(self.path, patience) if isinstance(self.path, Path) else self._server(self.path)
            if seen == self._seen:
                return
            journal = Journal(link, self.path)
            number = self.number or journal.in_play() or journal.latest()
            if number is None:
                self.session = None
            elif self.session is None or self.session.number != number:
                self.session = journal.session(number)
            else:
                self.session.catch_up()
        self._seen = seen

    def _file(self, path: Path, patience: float) -> tuple[Link, tuple[Any, ...]]:
        """The link to the file, a new one if the file was replaced, and values that change when it is written to."""
        status = path.stat()
        place = (status.st_dev, status.st_ino)
        if self._link is None or self._seen[:2] not in ((), place):
            self.leave()
            self._link = opening.connect(path, patience=patience)
            self._found = True
        return self._link, (*place, *self._link.execute("PRAGMA data_version").fetchone())

    def _server(self, where: places.Server) -> tuple[Link, tuple[Any, ...]]:
        if self._link is None:
            self._link = opening.connect(where, patience=2)
        return self._link, self._link.execute("SELECT pg_current_snapshot()::text").fetchone()

    def _wait(self, seconds: float) -> None:
        """Sets how long another program may lock the file."""
        if isinstance(self._link, sqlite3.Connection):
            self._link.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    # Telling

    @contextmanager
    def telling(self) -> Iterator[Session | None]:
        """The session in its present state, for applying reports. Other pages wait meanwhile."""
        with self.looking(PATIENCE) as session:
            try:
                self._wait(PATIENCE)
                yield session
            finally:
                self._seen = self._seen[:2]  # our own writes aren't news
                with suppress(sqlite3.Error):
                    self._wait(WAIT)

    def begin(self, game: str, players: list[str], house: dict[str, str], profile: str, title: str = "") -> None:
        """Opens a session and follows it. Raises CommandError."""
        with self._lock:
            link = self._link or opening.connect(self.path, create=True)
            self._link, self._seen = link, ()
            self._wait(PATIENCE)
            Journal(link, self.path).new(game, players, house, profile=profile, title=title)

    @property
    def journal(self) -> Journal | None:
        """The journal. None if there is none yet."""
        return Journal(self._link, self.path) if self._link else None

    def resumed(self, number: int) -> Session:
        """Resumes a session and follows it. Raises CommandError."""
        with self._lock:
            if self.journal is None:
                raise CommandError("no games played yet")
            session = self.journal.session(number)
            session.resume()
            self._seen = ()
            return session

    def sentence(self, error: Exception) -> str:
        """The error in a sentence, without the path of the file."""
        if not isinstance(self.path, Path):
            return "The server with the saved games doesn't answer."
        if isinstance(error, FileNotFoundError):
            return "The file with the saved games is gone."
        text = error.message if isinstance(error, CommandError) else str(error)
        text = text.replace(str(self.path), "the file with the saved games")
        return f"{text[:1].upper()}{text[1:]}."

    def leave(self) -> None:
        """Closes the file. The next look replays the session."""
        self._seen, self.session = (), None
        if self._link:
            with suppress(sqlite3.Error):
                self._link.close()
        self._link = None

    def close(self) -> None:
        with self._lock:
            self.leave()
