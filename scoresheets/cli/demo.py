"""A whole evening in a temporary database: recorded tables are judged, saved and shown."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.games import is_game
from referee.language.words import pieces
from referee.records.record import Judge
from scoresheets.cli import console
from scoresheets.cli.options import Plain
from scoresheets.display.rulings import Said, accepted
from scoresheets.errors import CommandError
from scoresheets.keeping import journal
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session

RECORDS = Path(__file__).parents[1] / "demo"
TABLES = ("oh-hell", "piquet", "farmer", "samba", "reversis")
"""The games of the evening, in order."""


def demo(plain: Plain = False) -> None:
    """Play a recorded card night in a temporary database, and show its score sheets and standings."""
    from scoresheets.cli.history import STANDINGS
    from scoresheets.display.sheets import sheet
    from scoresheets.looking_back.standings import standings

    with TemporaryDirectory(prefix="referee-") as scratch:
        path = Path(scratch) / "evening.db"
        with open_journal(path, create=True, clock=Clock(datetime(2026, 11, 20, 19, 30, tzinfo=UTC))) as kept:
            for slug in TABLES:
                if is_game(slug):
                    with (RECORDS / f"{slug}.record").open(encoding="utf-8") as lines:
                        session, said = play(kept, lines)
                    console.lines_out([*said, ("", "")], plain)
                    title = f"session {session.number}: {session.title}"
                    console.show(sheet(session.referee, title=title, plain=plain), plain)
                    console.lines_out([("", "")], plain)
        console.lines_out([("The evening", "bold")], plain)
        STANDINGS.out(standings(path), plain=plain)


class Clock:
    """A clock that advances by 15 seconds each time."""

    def __init__(self, start: datetime) -> None:
        self.time = start

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=15)
        return self.time


def play(kept: journal.Journal, lines: Iterable[str]) -> tuple[Session, Said]:
    """Saves a recorded table as a session, and prints what was refused, overruled or found."""
    judge = Judge()
    session: Session | None = None
    said: Said = []
    for line in lines:
        judge.feed(line)
        if judge.header is None:
            continue
        if session is None:
            header = judge.header
            session = kept.new(header.game, header.players, header.house, title=header.others.get("title", ""))
            said.append((f"{session.game.name}: {', '.join(session.players)}", "bold"))
        for piece in pieces(line):
            if piece.mark != "=":
                ruling = session.say(piece.text, overrule=piece.overrule).ruling
                if not ruling.accepted:
                    said += console.refused(ruling, session.referee, line=piece.text)
                elif ruling.findings or ruling.broken:
                    said += accepted(ruling, session.referee)
    if session is None or judge.failures:
        raise CommandError(f"a record of the demo doesn't hold: {judge.failures[:1]}")
    session.end()
    return session, said
