"""The command line under test, and tables to try it on."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode

import pytest

from scoresheets.cli import BUG, run
from scoresheets.cli.prompt_lines import Sitting
from scoresheets.errors import CommandError
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

FIRST_HAND = ("deal Ann 2", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 1", "trick QS 3S KS", "trick AD 2H 4D")
"""A hand of Oh Hell! with two cards each: Ann and Ben make their bids, Cat doesn't."""


def fails(code: int) -> Any:
    """Expects a `CommandError` with this exit code, as a context manager."""
    return pytest.raises(CommandError, check=lambda error: error.code == code)


class Said(NamedTuple):
    code: int
    out: str
    err: str


def address(db: Place) -> str:
    """The value of REFEREE_DB: a file's name, or the whole address of a server."""
    if isinstance(db, Path):
        return str(db)
    who = f"{quote(db.user, safe='')}:{quote(db.password, safe='')}"
    return f"postgresql+psycopg://{who}@{db.host}:{db.port}/{db.name}?{urlencode(db.options)}"


def referee(db: Place, *words: str, stdin: bytes = b"") -> Said:
    """Runs one command in this process."""
    out, err = io.StringIO(), io.StringIO()
    before, known = sys.stdin, os.environ.get("REFEREE_DB")
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8", errors="surrogateescape")
    os.environ["REFEREE_DB"] = address(db)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(list(words))
    finally:
        sys.stdin = before
        del os.environ["REFEREE_DB"]
        if known is not None:
            os.environ["REFEREE_DB"] = known
    assert "Traceback" not in err.getvalue()
    assert BUG not in err.getvalue(), err.getvalue()
    return Said(code, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def oh_hell(db: Place, *reports: str, house: dict[str, str] | None = None) -> Iterator[Session]:
    """A new session of two-card Oh Hell! with Ann, Ben and Cat, after these reports."""
    with open_journal(db, create=True) as journal:
        session = journal.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"} | (house or {}))
        for report in reports:
            assert session.say(report).ruling.accepted, report
        yield session


P = TypeVar("P", bound="Place")


def told_to(db: P, *reports: str, house: dict[str, str] | None = None) -> P:
    """Does the same and returns the path, without keeping the session open."""
    with oh_hell(db, *reports, house=house):
        return db


@contextlib.contextmanager
def again(db: Place, number: int = 1) -> Iterator[Session]:
    """A session as another process sees it."""
    with open_journal(db) as journal:
        yield journal.session(number)


def reports_of(session: Session) -> list[str]:
    """The reports that count."""
    return [entry.text for entry in session.course.standing]


__all__ = ["FIRST_HAND", "Journal", "Said", "address", "again", "oh_hell", "referee", "reports_of"]


def at_table(path: Path, slug: str, players: str, *lines: str) -> list[str]:
    """What is entered of a game after these lines. Every reason for a correction is left out."""
    return before_and_after(path, slug, players, lines)[1]


def before_and_after(path: Path, slug: str, players: str, lines: Sequence[str]) -> tuple[list[str], list[str]]:
    """What is entered of a game before the last of these lines, and after it."""
    entered: list[str] = []
    with open_journal(path / "table.db", create=True) as kept:
        sitting = Sitting(kept.new(slug, players.split()), brief=True, ask=lambda text: "")
        for line in lines:
            before = entered
            sitting.hear(line)
            entered = [report.text for report in sitting.session.course.standing]
            assert len(sitting.session.referee.entries) == len(entered), f"{line}: something is counted but not saved"
    return before, entered
