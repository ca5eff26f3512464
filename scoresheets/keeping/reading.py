"""What every reader of other people's files is given, and what it gives back.

A reader is a module in `scoresheets.keeping.readers`.  It has `READS`, a line that says what it reads; `reads`, which
says whether a file is for it; and `plays`, which gives all that is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, Protocol

from scoresheets.book.well_known import fewest_win
from scoresheets.errors import CommandError
from scoresheets.keeping.cells import Ask
from scoresheets.keeping.only_totals import Evening, Played, game_named


@dataclass(frozen=True)
class Wishes:
    """What somebody says of a file beside what stands in it; ``names`` says who is meant, by folded names."""

    game: str = ""
    low_wins: bool | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    dates: str = ""
    decimal: str = ""
    times: int = 1
    ask: Ask | None = None


class Known(NamedTuple):
    """What is saved already: players by their folded names, and of games whether the fewest points win."""

    players: Mapping[str, str]
    low: Mapping[str, bool]
    now: datetime


class Skipped(NamedTuple):
    """A play that isn't kept, and why; a ``bad`` one should have been, and any other has no result to keep."""

    where: str
    why: str
    bad: bool = True

    def __str__(self) -> str:
        return f"{self.where}: {self.why}" if self.where else self.why


@dataclass
class Plays:
    """What a file tells: the plays to keep, those that are skipped, and what else there is to say.

    ``unsure`` has the names that somebody must settle before anything is kept.
    """

    evenings: list[Evening] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    unsure: CommandError | None = None

    @property
    def bad(self) -> list[Skipped]:
        return [skipped for skipped in self.skipped if skipped.bad]


class Reader(Protocol):
    """A module that reads one kind of file."""

    READS: str

    def reads(self, text: str, name: str) -> bool:
        """Whether a text is of that kind; also where something is wrong in it."""

    def plays(self, text: str, name: str, wishes: Wishes, known: Known) -> Plays:
        """Every play in it; raises CommandError where no play can be told from another."""


def faults(troubles: Iterable[CommandError]) -> list[Skipped]:
    """What is wrong with a play, one fault after the other; each message begins with its place."""
    return [Skipped("", line) for trouble in troubles for line in trouble.lines]


def called(name: str, wishes: Wishes, low: Mapping[str, bool]) -> Played:
    """The game of that name, won as it was said, else as it was kept before; raises ValueError."""
    played = game_named(name)
    low_wins = wishes.low_wins
    if low_wins is None:
        low_wins = low.get(played.slug, fewest_win(name) or False)
    return game_named(name, low_wins=low_wins)
