"""`python -m tests.bench_table`: what somebody at the open table waits for, and what a long record takes in memory.

A line typed is measured to its durable commit, beside a bare insert of such a row into SQLite with the same care for
the disk.  `undo`, `can` and `legal` are asked in the longest hand of each game's records, `legal` for the first time,
and again wherever that hand may stand: the time of a core, for nothing waits there.
"""

from __future__ import annotations

import gc
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from referee.games import ours as games
from referee.records.record import Judge
from referee.table.legal import legal
from referee.table.referee import Referee
from scoresheets.cli import SELDOM
from scoresheets.keeping.journal import open_journal
from tests.calls import RECORDS, WITH_CARDS, calls_a_page

ROUNDS = 300
PLAYS = ("deal Ann", "Ben bids 1", "Cat bids 0", "Ann bids 2", "Ben takes 0", "Cat takes 1", "Ann takes 1")
FILE_MB = 2


def took(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def worked(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def times_of_saving(folder: Path) -> tuple[float, float]:
    """Median seconds of a report in an open session, and of a bare insert, taken in turn."""
    bare = sqlite3.connect(folder / "bare.db", isolation_level=None)
    bare.executescript("PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL;")
    columns = "session INT, number INT, at, kind, text, typed, verdict, rules, PRIMARY KEY (session, number)"
    bare.execute(f"CREATE TABLE entry ({columns})")

    def insert(number: int) -> None:
        bare.execute("BEGIN IMMEDIATE")
        bare.execute("INSERT INTO entry VALUES (1, ?, 'now', 'report', 'Ann bids 2', 'a 2', 'accepted', '[]')",
                     (number,))  # fmt: skip
        bare.execute("COMMIT")

    ours, theirs = [], []
    with open_journal(folder / "nights.db", create=True) as book:
        session = book.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"})
        for number in range(ROUNDS):
            report = PLAYS[number % len(PLAYS)]
            if report == PLAYS[0] and session.referee.over:
                session = book.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"})
            line = report if session.referee.standing.hands == 0 else "note the rest of the evening"
            ours.append(took(partial(session.say, line)))
            theirs.append(took(partial(insert, number)))
    bare.close()
    return statistics.median(ours), statistics.median(theirs)


def asked(slug: str) -> dict[str, float]:
    """Seconds that each question takes in the longest hand of a game's records, at its last report."""
    texts = [path.read_text(encoding="utf-8").splitlines() for path in sorted((RECORDS / slug).glob("*.record"))]
    longest = max(texts, key=lambda lines: max((len(record.entries) for record in table(lines).records), default=0))
    referee = table(longest)
    record = max(referee.records, key=lambda times_of_saving: len(times_of_saving.entries))
    behind = sum(len(later.entries) for later in referee.records[referee.records.index(record) + 1 :])
    referee.undo(behind + 1)  # the hand, before its last report
    last = record.entries[-1].ruling.text if record.entries else "note"
    times = {"legal": worked(lambda: legal(referee)), "can": worked(lambda: referee.can(last))}
    times["undo"] = worked(referee.undo)
    anywhere = times["legal"]
    while referee.hand.dealer and referee.records[-1].entries:
        anywhere = max(anywhere, min(worked(lambda: legal(referee)) for _ in range(2)))
        referee.undo()
    return times | {"legal anywhere in it": anywhere}


def table(lines: list[str]) -> Referee:
    referee = Judge().judge(lines).referee
    assert referee
    return referee


def memory(folder: Path) -> tuple[float, float]:
    """Megabytes that `check` takes for a short record and for one of megabytes, hand after hand."""
    head = "game: farmer\nplayers: Ann, Ben, Cat\ndeal Ann\n"
    hand = "Ben holds 14; Cat holds 12; Ann busts\nnote " + "x" * 900 + "\ndeal\n"
    sizes = []
    for name, times in (("short", 10), ("long", FILE_MB * 1_000_000 // len(hand))):
        file = folder / f"{name}.record"
        file.write_text(head + hand * times, encoding="utf-8")
        code = f"from scoresheets.cli import run; run(['check', {str(file)!r}])"
        peak = "import resource, sys; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
        ran = subprocess.run([sys.executable, "-c", f"{code}\n{peak}"], check=True, capture_output=True, text=True)
        sizes.append(int(ran.stderr.split()[-1]) / 1000)
    return sizes[0], sizes[1]


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ours, bare = times_of_saving(folder)
        print(f"\na line in the open table, to its durable commit: {ours * 1000:.2f} ms")
        print(f"the same ÷ a bare insert: {ours / bare:.1f} (target 3)")
        short, long = memory(folder)
        print(f"check of a record of {FILE_MB} MB: {long:.0f} MB at most, of a short one {short:.0f} MB "
              f"({long / short:.2f} times as much)")  # fmt: skip
    print("\nthe phone's page with the whole pack, in calls:")
    print(", ".join(f"{slug} {calls_a_page(slug):,}" for slug in WITH_CARDS))
    gc.set_threshold(SELDOM)  # as the command does
    slow = {slug: asked(slug) for slug in games()}
    print("\nin the longest hand of a game's records, the slowest (target 20 ms):")
    for what in ("legal", "legal anywhere in it", "can", "undo"):
        worst = sorted(slow, key=lambda slug: -slow[slug][what])[:4]
        print(f"{what:20}", ", ".join(f"{slug} {slow[slug][what] * 1000:.1f} ms" for slug in worst))


if __name__ == "__main__":
    main()
