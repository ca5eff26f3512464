"""Killed at any moment of any command that writes: the data is as acknowledged, and nothing is half done.

An evening is played once, and the data after every transaction is noted. Then, again and again, a child process
continues it somewhere and is killed: at one of its steps (a statement, some instructions of SQLite, a file flushed or
renamed), or after some microseconds. The data must be that of the last acknowledged transaction, or of the next one.

TIMES=20 kills 10,000 times.
"""

from __future__ import annotations

import gc
import importlib
import io
import os
import pkgutil
import random
import re
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import scoresheets
from referee.testing.often import times
from scoresheets.cli import run
from scoresheets.keeping import backups, database
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.results import results
from tests.share import few

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody can be killed in the middle")

KILLS = few(times(500), least=120)
TURNS = 10
FINE_STEPS = 20  # instructions of SQLite that make a step

RECORD = "game: oh-hell\nplayers: Ann, Dan, Eve\nhouse: first-hand=2\ndate: 2026-11-20\n\ndeal Ann 2\nDan bids 1\n"
LAST_RECORD = RECORD.replace("-20", "-21") + "Eve bids 1\n"

EVENING = (
    ("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=2"),
    ("say", "deal Ann 2; upcard 7H; Ben bids 1; Cat bids 1"),
    ("say", "Ann bids 0"),  # refused, and kept as that
    ("say", "~ Ann bids 0"),
    ("undo",),
    ("say", "-", "\n".join(("Ann bids 1", "trick QS 3S KS", "trick AD 2H 4D", "note all told"))),
    ("undo", "2"),
    ("redo",),
    ("fix", "4", "Cat", "bids", "2", "--why", "misheard"),
    ("void", "11", "--why", "said twice"),
    ("dispute", "line", "4", "--apply", "adjust Cat 5", "--why", "so agreed"),
    ("dispute", "how", "many", "cards", "to", "begin", "with?", "--decide", "three"),
    ("rulings", "adopt", "1", "--as-words", "Three it is.", "--costs", "5", "--id", "three", "--house", "home"),
    ("rulings", "adopt", "2", "--as", "first-hand=3", "--house", "home"),
    ("backup",),
    ("players", "add", "Kate", "Zoë"),
    ("players", "rename", "Kate", "Kay"),
    ("say", "deal Ben; adjust Ann -3 late"),
    ("end",),
    ("new", "put-and-take", "Ann", "Ben", "--title", "Chips"),
    ("say", "-", "\n".join(("deal Ann", "Ben puts 4", "stop", "note still there"))),
    ("say", "house rates=double"),
    ("players", "merge", "Kay", "Cat"),
    ("resume", "1"),
    ("undo",),
    ("players", "unmerge", "Kay"),
    ("import", "one.record"),
    ("import", "one.record", "two.record", "--again"),
    ("house", "set", "home", "oh-hell", "first-hand=5"),
    ("new", "gops", "Ann", "Zoë", "--house", "home"),
    ("restore", "latest", "--yes"),
    ("say", "note as it was"),
)
ANSWERS = {
    "say": r"\S", "dispute": "ruling ", "rulings": "ruling ", "undo": "session ", "import": "session ",
    "restore": "restored:",
}  # fmt: skip
"""The beginning of the line that acknowledges, as a regular expression, if it isn't the first line."""
ONE_BY_ONE = ("say", "import")
"""What acknowledges every transaction, not all in the end."""


@dataclass
class Moment:
    """Before a command of the evening: the folder at that time, and the data after each transaction of the command.

    ``steps`` and ``seconds`` are its number of steps and its time.
    """

    words: tuple[str, ...]
    folder: Path
    before: Any
    left: list[Any] = field(default_factory=list)
    steps: int = 0
    seconds: float = 0.0


def table_of(folder: Path) -> Any:
    """All data in a folder, except for times of day and digests of them."""
    tables: dict[str, Any] = {}
    db = folder / "nights.db"
    if db.exists():
        with closing(sqlite3.connect(db)) as link:
            for (name,) in link.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").fetchall():
                columns = [row[1] for row in link.execute(f"PRAGMA table_info({name})")]
                shown = (f"{column} IS NULL" if column in TIMES else column for column in columns)
                tables[name] = link.execute(f"SELECT {', '.join(shown)} FROM {name} ORDER BY 1, 2").fetchall()
    for house in (folder / "houses").glob("*.toml"):
        tables[house.name] = house.read_text(encoding="utf-8")
    return tables


TIMES = ("at", "opened", "ended", "adopted", "digest", "root", "chain", "seal", "identity")


@contextmanager
def at_home(folder: Path) -> Iterator[None]:
    """Makes a folder the current one, with its database and config file."""
    names = {"REFEREE_DB": str(folder / "nights.db"), "REFEREE_CONFIG": str(folder / "config.toml")}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in names.items():
            patch.setenv(name, value)
        patch.chdir(folder)
        yield


def obey(words: tuple[str, ...]) -> int:
    """Runs a command; what follows a dash is what stdin has."""
    stdin = words[-1].encode() if "-" in words else b""
    before, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        return run([*words[:-1]] if stdin else [*words])
    finally:
        sys.stdin = before


@contextmanager
def every_step(one_more: Callable[..., Any]) -> Iterator[None]:
    """Calls at every step of whatever writes to the file."""
    open_file = database.open_file

    def traced(*words: Any) -> sqlite3.Connection:
        link = open_file(*words)
        link.set_trace_callback(one_more)
        link.set_progress_handler(lambda: one_more() and None, FINE_STEPS)
        return link

    def before(act: Callable[..., Any]) -> Callable[..., Any]:
        def acted(*words: Any, **options: Any) -> Any:
            one_more()
            return act(*words, **options)

        return acted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "open_file", traced)
        patch.setattr(backups, "_patience", lambda path: lambda *_: one_more())
        patch.setattr(os, "fsync", before(os.fsync))
        patch.setattr(Path, "replace", before(Path.replace))
        yield


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> list[Moment]:
    """The evening gone through once: before every command a moment."""
    room = tmp_path_factory.mktemp("evening")
    folder = room / "now"
    (folder / "houses").mkdir(parents=True)
    (folder / "houses" / "home.toml").write_text("[oh-hell]\nfirst-hand = 7\n", encoding="utf-8")
    (folder / "one.record").write_text(RECORD, encoding="utf-8")
    (folder / "two.record").write_text(LAST_RECORD, encoding="utf-8")
    for module in pkgutil.walk_packages(scoresheets.__path__, "scoresheets."):
        importlib.import_module(module.name)  # what is imported later would keep what is put in its place here
    moments = []
    for number, words in enumerate(EVENING):
        path = room / str(number)
        shutil.copytree(folder, path)
        moments.append(gone_through(Moment(words, path, table_of(folder)), folder))
    gc.freeze()  # what is there for good needn't be looked through in every child
    return moments


def gone_through(moment: Moment, folder: Path) -> Moment:
    """Runs the command of a moment, and notes its steps and the data after each."""
    with at_home(folder), pytest.MonkeyPatch.context() as patch:
        writing, replace = database.writing, Path.replace

        def note() -> None:
            if (now := table_of(folder)) != (moment.left[-1] if moment.left else moment.before):
                moment.left.append(now)

        @contextmanager
        def noted(*words: Any) -> Iterator[None]:
            with writing(*words):
                yield
            note()

        def replaced(path: Path, target: Path) -> Path:
            after = replace(path, target)
            note()
            return after

        def one_more(*_: object) -> None:
            moment.steps += 1

        for module in [module for module in sys.modules.values() if getattr(module, "writing", None) is writing]:
            patch.setattr(module, "writing", noted)
        patch.setattr(Path, "replace", replaced)
        with every_step(one_more):
            begun = time.perf_counter()
            code = obey(moment.words)
            moment.seconds = time.perf_counter() - begun
    assert code in (0, 1), moment.words
    note()
    return moment


def killed(moment: Moment, folder: Path, luck: random.Random) -> tuple[bool, int]:
    """Takes the evening up in a child that is killed; whether it was, and how many transactions it acknowledged."""
    mine, theirs = os.pipe()
    step = luck.randint(1, moment.steps) if luck.random() < 0.6 else 0
    if (child := os.fork()) == 0:
        try:
            os.close(mine)
            os.dup2(theirs, 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            sys.stdout, sys.stderr = os.fdopen(1, "w", 1, "utf-8"), os.fdopen(2, "w", 1, "utf-8")  # said at once
            os.write(1, b"begun\n")
            with at_home(folder):
                in_so_many_steps(step, moment.words) if step else obey(moment.words)
            os._exit(0)
        finally:
            os._exit(99)
    os.close(theirs)
    with open(mine, "rb") as said:
        heard = said.readline()
        assert heard == b"begun\n"
        if not step:
            time.sleep(luck.uniform(0, min(1.5 * moment.seconds, 0.1)))
            os.kill(child, signal.SIGKILL)
        lines = said.read().decode().splitlines(keepends=True)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert status in (0, -signal.SIGKILL), (moment.words, status)
    answer = ANSWERS.get(moment.words[0], "")
    answers = sum(bool(re.match(answer, line)) and line.endswith("\n") for line in lines)
    if status == 0 or (answers and moment.words[0] not in ONE_BY_ONE):
        answers = len(moment.left)
    return status != 0, answers


def in_so_many_steps(step: int, words: tuple[str, ...]) -> None:
    """Runs a command that dies at its ``step``-th step."""
    left = step

    def one_more(*_: object) -> None:
        nonlocal left
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    with every_step(one_more):
        obey(words)


def faults(folder: Path) -> list[str]:
    """Errors in a file: damaged pages or rows, missing lines, summaries that don't match the journal."""
    db = folder / "nights.db"
    return torn(db) + amiss(db)


def torn(db: Path) -> list[str]:
    """Pages and rows that are wrong."""
    with closing(sqlite3.connect(db)) as link:
        wrongs = [str(row) for row in link.execute("PRAGMA integrity_check") if row != ("ok",)]
        wrongs += [str(row) for row in link.execute("PRAGMA foreign_key_check")]
    return wrongs


def amiss(db: Place) -> list[str]:
    """Lines of a journal missing, summaries that tell something else."""
    with open_journal(db) as journal:
        asked = "SELECT session_id FROM entry GROUP BY session_id HAVING max(number) <> count(*) OR min(number) <> 1"
        wrongs = [f"session {number} has a gap" for (number,) in journal.link.execute(asked)]
        for number, over, hands, ended in journal.link.execute("SELECT id, over, hands, ended FROM session").fetchall():
            session = journal.session(number)
            asked = ("SELECT player_id, side, score, place, winner, sharing, behind FROM result"
                     " WHERE session_id = ? ORDER BY player_id")  # fmt: skip
            rows = journal.link.execute(asked, (number,)).fetchall()
            now_over, now_hands, standings, _ = results(session.referee)
            told = sorted((session.players[seat], *rest) for seat, *rest in standings)
            closings = [entry.kind for entry in session.entries if entry.kind in ("end", "resume") and entry.accepted]
            if (over, hands, rows) != (now_over, now_hands, told):
                wrongs.append(
                    f"session {number} is summed up as {over, hands, rows}, and is {now_over, now_hands, told}"
                )
            if (ended is not None) != (closings[-1:] == ["end"]):
                wrongs.append(f"session {number} ended {ended}, and its journal says {closings}")
    return wrongs


@pytest.mark.parametrize("turn", range(TURNS))
def test_what_is_acknowledged_is_kept_and_nothing_is_half_done(
    evening: list[Moment], tmp_path: Path, turn: int
) -> None:
    seed = 20261122 + turn
    luck = random.Random(seed)
    died = 0
    folder = tmp_path / "now"
    sound: list[Any] = []  # tables with nothing amiss, which is a matter of what table_of finds and nothing else
    for kill in range(KILLS // TURNS):
        moment = evening[(turn + kill * TURNS) % len(evening)] if luck.random() < 0.5 else luck.choice(evening)
        shutil.copytree(moment.folder, folder)
        dead, answers = killed(moment, folder, luck)
        died += dead
        where = f"seed {seed}, kill {kill}, {' '.join(moment.words)}, {answers} acknowledged"
        states = [moment.before, *moment.left]
        tables = table_of(folder)
        could = states[answers : answers + 2] if moment.words[0] in ONE_BY_ONE else states[answers:]
        assert could, where
        assert tables in could, f"{where}: found what {states.index(tables) if tables in states else 'nobody'} left"
        if "entry" in tables:
            db = folder / "nights.db"
            assert not (wrong := torn(db) + ([] if tables in sound else amiss(db))), f"{where}: {wrong}"
            sound.append(tables)
            with open_journal(db):
                pass
        for copy in backups.copies(folder / "nights.db"):
            backups.examine(copy)
        shutil.rmtree(folder)
    assert died >= KILLS // TURNS // 4, f"seed {seed}: only {died} died"
