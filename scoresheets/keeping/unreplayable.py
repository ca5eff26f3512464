"""A session whose game isn't installed or can't be played: its data can be read, but not replayed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.language.amounts import amount
from scoresheets.errors import NOTHING, CommandError
from scoresheets.keeping import proof
from scoresheets.keeping.replay import Course, JournalLine
from scoresheets.keeping.session import Session, SessionJournal


class LastResult(NamedTuple):
    """The results at the last replay."""

    over: bool
    hands: int
    scores: dict[str, int]
    winners: list[str]


class UnreplayableSession(Session):
    """Its lines, seats, house rules and last known result; ``why`` says why it can't be replayed."""

    def __init__(self, kept: SessionJournal, number: int, why: str) -> None:
        self.why = why
        super().__init__(kept, number)

    @property
    def name(self) -> str:
        return str(self.slug)

    @property
    def stood(self) -> LastResult:
        link, number = self.journal.link, self.number
        proof.check_session(link, number, self.journal.path)
        over, hands = link.execute("SELECT over, hands FROM session WHERE id = ?", (number,)).fetchone()
        asked = (
            "SELECT side, score, winner FROM result JOIN seat ON seat.session_id = result.session_id"
            " AND seat.player_id = result.player_id WHERE result.session_id = ? ORDER BY seat.place"
        )
        rows = link.execute(asked, (number,)).fetchall()
        scores = {side: amount(score) for side, score, _ in rows}
        return LastResult(bool(over), hands, scores, [*dict.fromkeys(side for side, _, winner in rows if winner)])

    def _sit_down(self, house: Iterable[tuple[str, str | None, bool]]) -> None:
        self.house = {name: value for name, value, chosen in house if chosen and value is not None}

    def _start(self) -> None:
        self.entries: list[JournalLine] = []
        self.chain = self.root
        self.course = Course()

    def _follow(self) -> None:
        """Does nothing: there is no game to replay."""

    def __getattr__(self, name: str) -> Any:
        """Raises CommandError for everything that only the game can answer."""
        if name.startswith("_") and name != "_referee":
            raise AttributeError(name)
        raise CommandError(self.why, NOTHING)
