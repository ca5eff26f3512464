"""A copy made by hand at any moment, or left by a kill: every acknowledged line is there, or an error says so (5).

Lines are entered at a table that is stopped at random moments. The disk then has what a kill would leave, and what a
user may copy by hand. Many of these moments are in the middle of a commit, when SQLite has the old pages in a file
beside the database. SHARE=1 flips 4,000 bits and cuts 3,000 times; SEED=N repeats a run.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from scoresheets.cores import unfollowed
from scoresheets.errors import DATABASE, FINE, CommandError
from scoresheets.keeping import backups, database, doctor, journal
from tests.evening import again, referee, reports_of, told_to
from tests.faults.test_database import as_nobody
from tests.faults.test_kill import TOO_MANY, accepted, start
from tests.share import few

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nobody can be stopped in the middle")

FLIPS, CUTS = few(4000, least=250), few(3000, least=200)
MOMENTS = 120
LINES = [f"adjust Ann +1 {i}" if i % 3 else f"note {'never mind ' * (i % 5)}{i}" for i in range(TOO_MANY)]
MAGIC = database.MAGIC


class Moment(NamedTuple):
    """The file and its journal at a moment, and how many lines were acknowledged by then."""

    acknowledged: int
    file: bytes
    journal: bytes

    @property
    def hot(self) -> bool:
        return self.journal.startswith(MAGIC)


@pytest.fixture(scope="module")
def seed() -> int:
    return int(os.environ.get("SEED") or random.SystemRandom().randrange(2**32))


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory, seed: int) -> list[Moment]:
    db = told_to(tmp_path_factory.mktemp("table") / "nights.db")
    small(db)
    beside = db.with_name("nights.db-journal")
    luck = random.Random(seed)
    found: list[Moment] = []
    child = start(db, "say", "-", lines=LINES)
    assert child.stdout
    heard = child.stdout.readline()
    os.set_blocking(child.stdout.fileno(), False)
    while len(found) < MOMENTS:
        time.sleep(luck.uniform(0, 0.004))
        child.send_signal(signal.SIGSTOP)
        _, status = os.waitpid(child.pid, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            break
        heard += child.stdout.read() or b""
        found.append(Moment(len(accepted(heard)), db.read_bytes(), beside.read_bytes() if beside.exists() else b""))
        child.send_signal(signal.SIGCONT)
    child.kill()
    child.stdout.close()
    child.wait()
    assert len(found) > MOMENTS // 2 and found[-1].acknowledged > 1
    return [*found, *spilled(db)]


def small(db: Path) -> None:
    """Small pages: a line takes many of them, and hardly a bit is of no account."""
    with closing(sqlite3.connect(db)) as link:
        link.execute("PRAGMA page_size = 512")
        link.execute("VACUUM")


def spilled(db: Path) -> Iterator[Moment]:
    """The same for a line so large that its pages are written before the commit, wherever the disk is too quick."""
    with again(db) as session:
        link, before = session.journal.link, len(reports_of(session))
        link.execute("PRAGMA cache_size = 1")
        for number in range(before, before + 3):
            with database.writing(link, db):
                session.say(LINES[number])
                found = Moment(number, db.read_bytes(), db.with_name(f"{db.name}-journal").read_bytes())
            yield found


def put(folder: Path, file: bytes, journal: bytes) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    db = folder / "nights.db"
    db.write_bytes(file)
    if journal:
        db.with_name("nights.db-journal").write_bytes(journal)
    return db


def found_in(db: Path) -> int:
    """The number of lines found, after checking their score; -1 if an error is reported.

    Fails unless they are the first lines that were entered.
    """
    how = doctor.Hearing(quick=False, fix=False, follow=unfollowed)
    if doctor.exit_code(doctor._file(db, how)) != FINE:
        return -1
    try:
        with again(db) as session:
            lines, score = reports_of(session), session.referee.scores["Ann"]
    except CommandError as trouble:
        assert trouble.code == DATABASE, trouble.message
        return -1
    assert lines == LINES[: len(lines)]
    assert score == sum(line.startswith("adjust") for line in lines)
    return len(lines)


def has_all(found: int, moment: Moment) -> bool:
    """Whether all acknowledged lines are found, and at most the one being entered."""
    return found in (moment.acknowledged, moment.acknowledged + 1)


def test_what_a_kill_leaves_has_every_acknowledged_line(moments: list[Moment], tmp_path: Path, seed: int) -> None:
    print(f"seed {seed}: {sum(moment.hot for moment in moments)} of {len(moments)} in the middle of a commit")
    assert any(moment.hot for moment in moments)
    for moment in moments:
        db = put(tmp_path / "left", moment.file, moment.journal)
        assert has_all(found_in(db), moment), f"seed {seed}, {moment.acknowledged} acknowledged"


def test_a_copy_of_the_file_alone_has_every_acknowledged_line_or_says_so(
    moments: list[Moment], tmp_path: Path, seed: int
) -> None:
    came: Counter[str] = Counter()
    for moment in moments:
        found = found_in(put(tmp_path / "copy", moment.file, b""))
        came["said" if found < 0 else "all"] += 1
        assert found < 0 or has_all(found, moment), f"seed {seed}, {moment.acknowledged} acknowledged, {found} found"
    print(f"seed {seed}: {came}")
    assert came["all"]


def test_a_copy_that_takes_its_time_has_every_acknowledged_line_or_says_so(tmp_path: Path, seed: int) -> None:
    """It copies page by page while lines are entered, so that some pages are older than others."""
    luck, came = random.Random(seed), Counter[str]()
    for turn in range(8):
        db = told_to(tmp_path / f"{turn}.db")
        small(db)
        child = start(db, "say", "-", lines=LINES)
        assert child.stdout
        answers, pages = 0, [b""] * (db.stat().st_size // 512)
        while answers < 3:
            answers += len(accepted(child.stdout.readline()))
        with db.open("rb") as stream:  # the child's locks are its own
            for page in luck.sample(range(len(pages)), len(pages)) if turn % 2 else range(len(pages)):
                time.sleep(luck.uniform(0, 0.002))
                stream.seek(page * 512)
                pages[page] = stream.read(512)
            pages.append(stream.read() if not turn % 2 else b"")
        child.kill()
        child.wait()
        child.stdout.close()
        found = found_in(put(tmp_path / "copy", b"".join(pages), b""))
        came["said" if found < 0 else "all"] += 1
        assert found < 0 or found >= answers, f"seed {seed}, turn {turn}: {found} of {answers}"
    print(f"seed {seed}: {came}")
    assert came["said"]


def test_a_journal_of_another_moment_takes_nothing_away(moments: list[Moment], tmp_path: Path, seed: int) -> None:
    """Unless it belongs to the very last line, copied while that was entered: then that line is missing."""
    luck = random.Random(seed)
    hot = [moment for moment in moments if moment.hot]
    came: Counter[str] = Counter()
    for _ in range(FLIPS // 4):
        moment, other = luck.choice(moments), luck.choice(hot)
        found = found_in(put(tmp_path / "mixed", moment.file, other.journal))
        came["said" if found < 0 else "all"] += 1
        where = f"seed {seed}: file after {moment.acknowledged}, journal after {other.acknowledged}: {found} found"
        number = moment.acknowledged
        assert found < 0 or found >= number or found == other.acknowledged == number - 1, where
    print(f"seed {seed}: {came}")
    assert came["said"]


def damaged(moment: Moment, luck: random.Random, cut: bool) -> tuple[bytes, bytes, str]:
    """The file or the journal with a bit turned over, or with its end cut off."""
    which = luck.randrange(2) if moment.hot else 0
    parts = [moment.file, moment.journal]
    at = luck.randrange(1, len(parts[which]))
    if cut:
        parts[which] = parts[which][:at]
        return parts[0], parts[1], f"{('file', 'journal')[which]} cut at {at}"
    bit = luck.randrange(8)
    changed = bytearray(parts[which])
    changed[at] ^= 1 << bit
    parts[which] = bytes(changed)
    return parts[0], parts[1], f"bit {bit} of byte {at} of the {('file', 'journal')[which]}"


@pytest.mark.parametrize(("what", "times"), [("flips", FLIPS), ("cuts", CUTS)])
def test_damage_after_a_kill_takes_nothing_away_in_silence(
    moments: list[Moment], tmp_path: Path, seed: int, what: str, times: int
) -> None:
    luck = random.Random(f"{seed} {what}")
    hot = [moment for moment in moments if moment.hot]
    came: Counter[str] = Counter()
    for _ in range(times):
        moment = luck.choice(hot if luck.random() < 0.7 else moments)
        *parts, where = damaged(moment, luck, what == "cuts")
        found = found_in(put(tmp_path / "damaged", *parts))
        came["said" if found < 0 else "harmless" if has_all(found, moment) else "silent"] += 1
        assert found < 0 or has_all(found, moment), f"seed {seed}: {where}: {found} of {moment.acknowledged}"
    print(f"seed {seed}: {times} {what}: {came}")
    assert came["said"]


# What an older referee left


@pytest.fixture
def logged(tmp_path: Path) -> Path:
    """A file and its write-ahead log, with every line in it, as a kill left them."""
    db, left = told_to(tmp_path / "told.db"), tmp_path / "left"
    left.mkdir()
    with closing(sqlite3.connect(db, isolation_level=None)) as link:
        link.execute("PRAGMA journal_mode = WAL")
        session = journal.Journal(link, db).session(1)
        for line in LINES[:5]:
            session.say(line)
        for ending in ("", "-wal"):
            shutil.copy(f"{db}{ending}", left / f"nights.db{ending}")
    assert (left / "nights.db-wal").stat().st_size > 0
    return left / "nights.db"


def test_a_file_with_a_log_is_brought_over_when_it_is_opened(logged: Path) -> None:
    with again(logged) as session:
        assert reports_of(session) == LINES[:5]
        assert session.say(LINES[5]).ruling.accepted
        assert found_in(put(logged.parent / "copy", logged.read_bytes(), b"")) == 6
    assert not database.beside(logged)
    with closing(sqlite3.connect(logged)) as link:
        assert link.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_file_that_an_older_referee_has_open_is_said_to_be_busy(
    logged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with closing(sqlite3.connect(logged, isolation_level=None)) as older:
        older.execute("SELECT count(*) FROM entry").fetchone()
        result = referee(logged, "score")
        assert result.code == DATABASE and "busy" in result.err
    with again(logged) as session:
        assert reports_of(session) == LINES[:5]


def test_a_log_beside_a_file_that_has_none_any_more_takes_nothing_away(logged: Path) -> None:
    log = logged.with_name("nights.db-wal")
    old = log.read_bytes()
    with again(logged) as session:
        assert session.say(LINES[5]).ruling.accepted
    log.write_bytes(old)  # as a service that copies files between two machines may do
    result = referee(logged, "score")
    assert result.code == DATABASE and str(log) in result.err
    log.rename(log.with_name("elsewhere"))
    assert found_in(logged) == 6


def test_a_folder_where_nobody_may_write_is_read_all_the_same(
    logged: Path, moments: list[Moment], seed: int, tmp_path: Path
) -> None:
    shut = Path("/tmp") / f"referee-shut-{os.getpid()}"  # pytest's own folders are for their owner alone
    hot = [(moment.file, moment.journal, moment.acknowledged) for moment in moments if moment.hot]
    books = [("-wal", logged.read_bytes(), logged.with_name("nights.db-wal").read_bytes(), 5)]
    books += [("-journal", *book) for book in random.Random(seed).sample(hot, min(3, len(hot)))]
    words = (("log",), ("export", "1"), ("sessions",), ("say", "note x"))
    for asked in words:
        referee(told_to(tmp_path / "other.db"), *asked)  # so that the child needs no module that it may not read
    for ending, file, left, acknowledged in books:
        db = put(shut, file, b"")
        db.with_name(db.name + ending).write_bytes(left)
        for path in shut.iterdir():
            path.chmod(0o444)
        shut.chmod(0o555)
        try:
            for asked in words[:-1]:
                code, text, _ = as_nobody(db, *asked)
                assert code == FINE, (asked, text)
            code, text, _ = as_nobody(db, "say", "note x")
            assert code == DATABASE and str(db) in text
            assert db.read_bytes() == file
            with closing(database._in_memory(db)) as link:
                kept = journal.Journal(link, db).session(1)
                assert len(reports_of(kept)) in (acknowledged, acknowledged + 1), f"seed {seed}"
        finally:
            shut.chmod(0o755)
            shutil.rmtree(shut)


# Putting right


def test_a_journal_that_does_not_belong_there_is_said_and_a_backup_puts_it_right(
    moments: list[Moment], tmp_path: Path
) -> None:
    first, *_, last = [moment for moment in moments if moment.hot]
    db = told_to(tmp_path / "nights.db", *LINES[:3])
    assert referee(db, "backup").code == FINE
    beside = db.with_name("nights.db-journal")
    beside.write_bytes((first if last.acknowledged == 3 else last).journal)
    before = db.read_bytes()
    for words in (["score"], ["say", "note x"], ["doctor"]):
        result = referee(db, *words)
        assert result.code == DATABASE and str(beside) in result.out + result.err, result
    assert db.read_bytes() == before
    assert referee(db, "restore", "latest", "--yes").code == FINE
    assert found_in(db) == 3
    assert [path.read_bytes() for path in backups.shelf(db).glob("*-journal")] == [last.journal]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="what a process has open is listed by Linux alone")
def test_files_that_are_looked_at_and_removed_are_closed(tmp_path: Path) -> None:
    def handles() -> int:
        return len(os.listdir("/proc/self/fd"))

    before = handles()
    for number in range(50):
        db = told_to(tmp_path / f"{number}.db")
        assert database.writes(db)
        db.unlink()
    assert handles() <= before + 2
