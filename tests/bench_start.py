"""Whole commands, measured from outside: how long a user waits, as ratios to the unavoidable time.

P is a Python that does nothing, T imports Typer and Rich, F also imports SQLModel. All of them are started in turn, and
medians are compared. `hledger add`, `watson add`, `task add`, and the time that `ledger` and beancount take to read a
book are measured too, if they are installed.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from scoresheets.keeping import models, proof
from scoresheets.keeping.database import stamp
from scoresheets.keeping.journal import open_journal
from scoresheets.looking_back.standings import standings
from tests.evening import FIRST_HAND, told_to

ROUNDS = 15
RUN = [sys.executable, "-c", "from scoresheets.cli import main; main()"]
FLOORS = {
    "P": "pass",
    "T": "import typer, rich.console, rich.table",
    "F": "import typer, rich.console, rich.table, sqlmodel",
}


class Measured(NamedTuple):
    """A measurement: the command, the baseline, and the highest ratio allowed."""

    name: str
    words: list[str]
    floor: str
    target: float
    db: str = "small"


COMMANDS = [
    Measured("say", ["say", "note a remark"], "F", 0.10),
    Measured("say, among 100,000 reports", ["say", "note a remark"], "F", 0.10, "middle"),
    Measured("say, among a million reports", ["say", "note a remark"], "F", 0.10, "large"),
    Measured("undo", ["undo"], "F", 0.9),
    Measured("score", ["score"], "T", 2.5),
    Measured("score, among a million reports", ["score"], "T", 2.5, "large"),
    Measured("standings", ["standings"], "F", 0.9),
    Measured("standings --csv, 1,000 sessions", ["standings", "--csv"], "F", 0.9, "middle"),
    Measured("--help", ["--help"], "T", 2.0),
    Measured("check, 60 lines", ["check", "it.record"], "T", 1.5),
]


def large(path: Path, sessions: int = 10_000, reports: int = 100) -> None:
    """Fills a file with finished games at once: a million reports."""
    luck = random.Random(1)
    begun = datetime(2020, 1, 1, tzinfo=UTC)
    with open_journal(path, create=True) as journal, sqlite3.connect(path) as link:
        journal.link.close()
        link.executemany("INSERT INTO player (id, name, folded) VALUES (?, ?, ?)",
                         [(i, f"P{i}", f"p{i}") for i in range(1, 61)])  # fmt: skip
        for number in range(1, sessions + 1):
            when = stamp(begun + timedelta(hours=number))
            game = luck.choice(["oh-hell", "gops", "farmer", "spider"])
            link.execute(
                "INSERT INTO session (id, game, edition, title, place, dealer, opened, ended, taken_up, over, hands)"
                " VALUES (?, ?, 1, '', '', '', ?, ?, ?, 1, 5)", (number, game, when, when, number))  # fmt: skip
            for place, player in enumerate(luck.sample(range(1, 61), 4), 1):
                name = f"P{player}"
                link.execute("INSERT INTO seat (session_id, place, player_id, name) VALUES (?, ?, ?, ?)",
                             (number, place, player, name))  # fmt: skip
                link.execute(
                    "INSERT INTO result (session_id, player_id, side, score, place, winner, sharing)"
                    " VALUES (?, ?, ?, ?, ?, ?, 1)",
                    (number, player, name, luck.randrange(-50, 90), place, place == 1))  # fmt: skip
            link.executemany(
                "INSERT INTO entry (session_id, number, at, kind, text, typed, verdict, overrule, rules, findings,"
                " message, why, target, moved) VALUES (?, ?, ?, 'report', 'note', 'note', 'accepted', 0, '[]', '[]',"
                " '', '', 0, 0)",
                [(number, line, when) for line in range(1, reports + 1)])  # fmt: skip
        link.execute("DROP TRIGGER entry_is_never_changed")
        proof.begin(link)
        link.execute(next(trigger for trigger in models.TRIGGERS if "entry_is_never_changed" in trigger))
    link.close()


def evening(path: Path) -> None:
    """An open session in the file."""
    told_to(path, *FIRST_HAND, "deal Ben", "Cat bids 1")


def processes(folder: Path) -> dict[str, Callable[[], None]]:
    """The processes, started in turn."""
    evening(folder / "small.db")
    for name, sessions in (("middle", 1_000), ("large", 10_000)):
        large(folder / f"{name}.db", sessions)
        evening(folder / f"{name}.db")
    lines = ["game: oh-hell", "players: Ann, Ben, Cat", "house: first-hand=2", "", *FIRST_HAND]
    (folder / "it.record").write_text("\n".join([*lines, *["note more"] * (60 - len(lines))]) + "\n", encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def started(words: list[str], **environ: str) -> Callable[[], None]:
        def start() -> None:
            subprocess.run(words, cwd=folder, env=kept | environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                           check=True)  # fmt: skip

        return start

    runs = {name: started([sys.executable, "-c", code]) for name, code in FLOORS.items()}
    for command in COMMANDS:
        runs[command.name] = started([*RUN, *command.words], REFEREE_DB=str(folder / f"{command.db}.db"))
    runs["Tab"] = started(RUN, REFEREE_DB=str(folder / "small.db"), _REFEREE_COMPLETE="complete_bash",
                           COMP_WORDS="referee sa", COMP_CWORD="1")  # fmt: skip
    book = folder / "book.journal"
    book.write_text("2026-11-20 cards\n    a  1\n    b\n\n" * 10_000, encoding="utf-8")
    if shutil.which("ledger"):
        runs["ledger balance"] = started(["ledger", "-f", str(book), "balance"])
    if shutil.which("bean-check"):
        accounts = "".join(f"2026-01-01 open Assets:{name}\n" for name in "AB")
        entries = '2026-11-20 * "cards"\n  Assets:A  1 USD\n  Assets:B\n' * 10_000
        (folder / "book.beancount").write_text(accounts + entries, encoding="utf-8")
        runs["bean-check"] = started(["bean-check", "--no-cache", str(folder / "book.beancount")])
    if shutil.which("hledger"):
        runs["hledger add"] = started(["sh", "-c", f"printf '.\n' | hledger -f {book} add 2026-11-20 x a 1 b"])
    if shutil.which("watson"):
        frames = [
            [1_700_000_000 + i, 1_700_000_001 + i, "cards", f"{i:032x}", [], 1_700_000_001] for i in range(10_000)
        ]
        (folder / "watson").mkdir()
        (folder / "watson" / "frames").write_text(json.dumps(frames), encoding="utf-8")
        hour = ["--from", "2026-11-20 20:00", "--to", "2026-11-20 21:00"]
        runs["watson add"] = started(["watson", "add", *hour, "cards"], WATSON_DIR=str(folder / "watson"))
    if shutil.which("task"):
        (folder / "taskrc").write_text(f"data.location={folder}\nconfirmation=off\n", encoding="utf-8")
        runs["task add"] = started(["task", f"rc:{folder / 'taskrc'}", "add", "cards"])
    return runs


def measured(folder: Path) -> dict[str, float]:
    """Median seconds of each."""
    every = processes(folder)
    times: dict[str, list[float]] = {name: [] for name in every}
    for start in every.values():
        start()  # once, so that everything is compiled and in the cache
    for _ in range(ROUNDS):
        for name, start in every.items():
            begun = time.perf_counter()
            start()
            times[name].append(time.perf_counter() - begun)
    return {name: statistics.median(taken) for name, taken in times.items()}


def looked_back(folder: Path) -> float:
    """The time for standings as a ratio to reading their data with SQLite."""
    path = folder / "large.db"

    def bare() -> None:
        with sqlite3.connect(path) as link:
            link.execute("SELECT session_id, player_id, side, score, place, winner, sharing FROM result").fetchall()
        link.close()

    def of(work: Callable[[], object]) -> float:
        begun = time.perf_counter()
        work()
        return time.perf_counter() - begun

    standings(path)
    pairs = [(of(lambda: standings(path)), of(bare)) for _ in range(7)]
    return statistics.median(ours for ours, _ in pairs) / statistics.median(other for _, other in pairs)


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        times = measured(folder)
        floors = "  ".join(f"{floor} {times[floor] * 1000:.0f} ms" for floor in FLOORS)
        print(f"\nWhole commands, medians of {ROUNDS}: {floors}\n")
        print(f"{'command':34} {'ms':>6} {'ratio':>8}   target")
        rows = [(timed.name, timed.floor, timed.target) for timed in COMMANDS] + [("Tab", "T", 2.0)]
        for command, floor, target in rows:
            ratio = times[command] / times[floor]
            mark = "" if ratio <= target else "  <-- above"
            print(f"{command:34} {times[command] * 1000:6.0f} {ratio:6.2f} {floor}   {target} {floor}{mark}")
        for small, big in (("say", "say, among a million reports"), ("score", "score, among a million reports")):
            print(f"{big} ÷ of a few: {times[big] / times[small]:.2f} (target 1.15)")
        for peer in ("hledger add", "watson add", "task add"):
            if peer in times:
                print(f"say ÷ {peer}: {times['say'] / times[peer]:.2f} (target below 1)")
        for peer in ("ledger balance", "bean-check"):
            if peer in times:
                print(f"standings of 1,000 sessions ÷ {peer} of 10,000 entries: "
                      f"{times['standings --csv, 1,000 sessions'] / times[peer]:.2f}")  # fmt: skip
        print(f"standings over a million reports ÷ reading their summary: {looked_back(folder):.2f} (target 3)")


if __name__ == "__main__":
    main()
