"""The interface of readers for files from other programs.

A reader is a module in `scoresheets.keeping.readers`. It has `READS`, a line that says what it reads; `reads`, which
recognizes its files; and `plays`, which returns their content.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple, Protocol

from referee.game.game import leaders
from referee.language.words import Seat
from scoresheets.book.well_known import fewest_win
from scoresheets.errors import CommandError
from scoresheets.keeping.cell_values import Ask, Cell, numbers, sure
from scoresheets.keeping.only_totals import Evening, Played, game_named


@dataclass(frozen=True)
class Wishes:
    """What the user says about a file in addition to its content; ``names`` maps folded names to players."""

    game: str = ""
    low_wins: bool | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    dates: str = ""
    decimal: str = ""
    times: int = 1
    day: str = ""  # for rows without a date
    chips: bool = False  # whether the scores are chips
    ask: Ask | None = None


class Known(NamedTuple):
    """Saved players by folded name, and for each game whether the fewest points win."""

    players: Mapping[str, str]
    low: Mapping[str, bool]
    now: datetime


class Skipped(NamedTuple):
    """A play that isn't saved, and why. A ``bad`` one has an error; any other has no result to save."""

    where: str
    why: str
    bad: bool = True

    def __str__(self) -> str:
        return f"{self.where}: {self.why}" if self.where else self.why


@dataclass
class Plays:
    """The content of a file: the plays to save, those that are skipped, and remarks.

    ``unsure`` has the names that the user must settle before anything is saved. ``says_who_wins`` is whether the file
    says for each game whether the most or the fewest points win.
    """

    evenings: list[Evening] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    unsure: CommandError | None = None
    says_who_wins: bool = False

    @property
    def bad(self) -> list[Skipped]:
        return [skipped for skipped in self.skipped if skipped.bad]


class Reader(Protocol):
    """A module that reads one kind of file."""

    READS: str

    def reads(self, text: str, name: str) -> bool:
        """Whether a text is of that kind, even if it has errors."""

    def plays(self, text: str, name: str, wishes: Wishes, known: Known) -> Plays:
        """Every play in it. Raises CommandError if the file can't be split into plays."""


def faults(troubles: Iterable[CommandError]) -> list[Skipped]:
    """The errors of a play, one by one. Each message begins with its place."""
    return [Skipped("", line) for trouble in troubles for line in trouble.lines]


def called(name: str, wishes: Wishes, low: Mapping[str, bool]) -> Played:
    """The game with that name. The user's option says who wins, else the earlier sessions. Raises ValueError."""
    played = game_named(name)
    low_wins = wishes.low_wins
    if low_wins is None:
        low_wins = not wishes.chips and low.get(played.slug, fewest_win(name) or False)
    return game_named(name, low_wins=low_wins, chips=wishes.chips)


class Score(NamedTuple):
    """A program's data about one player in a play. ``points`` is empty if only the winner is known."""

    player: str
    points: str
    won: bool


def play_of(
    scores: Sequence[Score], played: Played, day: datetime, wishes: Wishes, where: str, *, unscored: bool = False
) -> Evening:
    """A play from the scores and winners, with what was corrected in it. Raises CommandError.

    If a player has no points, each winner gets one point more than the others.
    """
    players = [score.player for score in scores]
    mended: list[str] = []
    if unscored or any(not score.points.strip() for score in scores):
        points = [int(score.won != played.lowest_wins) for score in scores]
    else:
        cells = [Cell(summed(score.points), f"{where}, {score.player}") for score in scores]
        points = [*map(sure, numbers(cells, ".", wishes.times, wishes.ask))]
        mended = [
            f"{cell.where}: {score.points!r} is read as {cell.text}"
            for cell, score in zip(cells, scores, strict=True)
            if cell.text != _plain(score.points) and not is_sum(score.points)
        ]
    won = [score.player for score in scores if score.won]
    best = leaders(dict(zip(map(Seat, players), points, strict=True)), played.lowest_wins)
    winners = tuple(won) if won and {*won} != {*best} else ()
    return Evening(played, day, tuple(players), tuple(points), winners, where=where, mended=tuple(mended))


LONGEST = 7 * 24 * 60  # minutes of a game; more is an error in a file


def minutes(told: object) -> int:
    """How many minutes a play took, by a file. 0 if it doesn't say so in a number that is possible."""
    text = str(told or "").partition(".")[0]
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 and int(text) <= LONGEST else 0


def apart(names: Sequence[str]) -> list[str]:
    """The same names, numbered if an anonymous player appears more than once."""
    before = [names[:i].count(name) for i, name in enumerate(names)]
    return [f"{name} {count + 1}" if count else name for name, count in zip(names, before, strict=True)]


def fit(name: str) -> str:
    """A name without characters that aren't allowed in names."""
    return " ".join(re.sub(r'[,;"=+#!]', " ", name).split())


_PART = r"\d+(?:\.\d+)?"
_SUM = re.compile(rf"[+-]?{_PART}(?:[+-]{_PART})+")


def _plain(text: str) -> str:
    return text.replace(" ", "").replace("−", "-")


def is_sum(text: str) -> bool:
    """Whether a score is a sum like ``12+8-3``."""
    return bool(_SUM.fullmatch(_plain(text)))


def summed(text: str) -> str:
    """A score in one number: a sum is added up, also with a plus behind it that adds nothing.

    A decimal comma becomes a point.

    >>> summed("86+84+"), summed("13,5"), summed("n/a")
    ('170', '13.5', 'n/a')
    """
    line = _plain(text).rstrip("+")
    if re.fullmatch(rf"[+-]?{_PART}(?:[+-]{_PART})*", line):
        return str(sum(map(Decimal, re.findall(rf"[+-]?{_PART}", line))))
    return line.replace(",", ".") if re.fullmatch(r"[+-]?\d+,\d\d?", line) else text.strip()
