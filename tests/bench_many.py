"""`make bench`: commands that read many sessions, on one core and on several. Calls and ratios count, not seconds.

`python -m tests.bench_many [SESSIONS]` makes that many sessions of some 150 reports, and runs every command that
replays them in a process of its own.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from referee import Referee, find_game
from referee.language.words import Seat
from referee.records.record import Header
from scoresheets.keeping import digests, proof, replay_cache
from scoresheets.keeping.database import stamp
from scoresheets.keeping.exports import as_json
from scoresheets.keeping.imports import digest, from_record
from scoresheets.keeping.journal import APPEND, Bundle, Journal, open_journal
from scoresheets.keeping.replay import chained
from scoresheets.keeping.replay_cache import SessionResult
from scoresheets.keeping.results import written

REPORTS = 150
PLAYERS = ["Ann", "Ben", "Cat", "Dan"]
KINDS = 25  # different sessions of each game; the others differ only in their day
BEGAN = datetime(2006, 1, 1, 20, tzinfo=UTC)


def record_of(slug: str, house: dict[str, str], seed: int) -> str:
    """A record of a finished game of about that many reports, in the short form."""
    chance = random.Random(seed)
    referee = Referee(find_game(slug), PLAYERS, house)
    lines: list[str] = []
    while len(lines) < REPORTS and not referee.over:
        for text in HANDS[slug](referee, chance):
            assert referee.hear(text).accepted, text
            lines.append(text)
    if not referee.over and referee.hear("end").accepted:
        lines.append("end")
    return "\n".join([Header(slug, PLAYERS, house, {}).text(), *lines]) + "\n"


def bids(referee: Referee, chance: random.Random) -> Iterator[str]:
    """A hand of Oh Hell! with bids and tricks."""
    yield "deal"
    left = referee.fact("size")
    last = left + 1  # so that the bids exceed the tricks
    for _ in PLAYERS[1:]:
        last -= (bid := chance.randint(0, min(2, left)) if last > 1 else 0)
        yield f"{referee.next()[0]} bids {bid}"
    yield f"{referee.next()[0]} bids {max(0, last)}"
    for who in PLAYERS[:3]:
        took = chance.randint(0, left)
        left -= took
        if took:
            yield f"{who} takes {took}"
    if left:
        yield f"Dan takes {left}"


def totals(referee: Referee, chance: random.Random) -> Iterator[str]:
    """A hand of Farmer in which everybody reports a hand value."""
    yield f"deal {referee.dealer}"
    for who, holds in zip(PLAYERS, chance.sample(range(8, 16), 4), strict=True):
        yield f"{who} holds {holds}"


def pots(referee: Referee, chance: random.Random) -> Iterator[str]:
    """A hand of Razz in numbers."""
    yield "deal"
    stake = 2 * chance.randint(1, 6)
    for who in PLAYERS[:3]:
        yield f"{who} bets {stake}"
    yield f"{PLAYERS[chance.randrange(3)]} takes pot"


def scores(referee: Referee, chance: random.Random) -> Iterator[str]:
    """A hand of 500 Rummy in numbers."""
    yield "deal"
    out = chance.choice(PLAYERS)
    for who in PLAYERS:
        yield f"{who} scores {5 * chance.randint(2, 12)} held {0 if who == out else 5 * chance.randint(1, 9)}"


HANDS = {"oh-hell": bids, "farmer": totals, "razz": pots, "500-rummy": scores}
HOUSES = {
    "oh-hell": {"sizes": "same", "first-hand": "5", "hands": "20"},
    "farmer": {},
    "razz": {},
    "500-rummy": {"target": "700"},
}


class Kind(NamedTuple):
    """A session that is copied many times: how it was opened, its reports, and its results."""

    bundle: Bundle
    comes_to: SessionResult


def kinds() -> list[Kind]:
    texts = [record_of(slug, HOUSES[slug], seed) for seed in range(KINDS) for slug in HANDS]
    bundles = [from_record(text, "bench", lambda: BEGAN) for text in texts]
    with tempfile.TemporaryDirectory() as folder, open_journal(Path(folder) / "kinds.db", create=True) as journal:
        numbers = [taken.number for taken in journal.take_in(bundles, digest, again=True)]
        return [Kind(bundle, replay_cache.hear(journal.session(number, heard=False)))
                for bundle, number in zip(bundles, numbers, strict=True)]  # fmt: skip


def filled(path: Path, kinds: list[Kind], sessions: int) -> list[tuple[str, Kind]]:
    """Makes sessions, one a day. Returns the end of each one's chain, and its kind."""
    made: list[tuple[str, Kind]] = []
    with open_journal(path, create=True) as journal:
        journal.link.execute("PRAGMA synchronous = OFF")
        journal.link.execute("BEGIN")
        for i in range(sessions):
            kind = kinds[i % len(kinds)]
            made.append((copied(journal, kind, BEGAN + timedelta(hours=17 * i)), kind))
        proof.write_book(journal.link, proof.book(journal.link)._replace(sessions=sessions, latest=sessions))
        journal.link.execute("COMMIT")
    return made


def copied(kept: Journal, kind: Kind, opened: datetime) -> str:
    """A copy of a session on another day, with its results. Returns the digest that ends its chain."""
    like, (over, hands, standings, accounts) = kind.bundle, kind.comes_to.stands
    entries = [entry._replace(at=stamp(opened)) for entry in like.entries]
    bundle = Bundle(like.game, like.players, like.house, opened, like.edition, opened, entries=entries)
    number = kept._begin(bundle, [Seat(name) for name in like.players])
    (chain,) = kept.link.execute("SELECT chain FROM session WHERE id = ?", (number,)).fetchone()
    lines = [*chained(chain, entries)]
    kept.link.executemany(APPEND, [(number, *entry) for entry in lines])
    rows = [(number, player, *rest) for player, (_, *rest) in enumerate(standings, 1)]
    kept.link.executemany(f"INSERT INTO result ({proof.RESULT}) VALUES (?{', ?' * 7})", rows)
    chips = written(accounts)
    entered = over, hands, chips, digests.tally(over, hands, rows, chips)
    kept.link.execute(
        "UPDATE session SET over = ?, hands = ?, accounts = ?, tally = ? WHERE id = ?", (*entered, number)
    )
    return lines[-1].digest


def run(db: Path, cache: Path, cores: int, *words: str) -> tuple[float, float, int]:
    """Seconds that a command takes, in total for its processes, and the megabytes of the largest one."""
    environment = {**os.environ, "REFEREE_DB": str(db), "REFEREE_CACHE": str(cache), "REFEREE_CORES": str(cores)}
    code = (
        "import resource, subprocess, sys; done = subprocess.run(sys.argv[1:], capture_output=True, text=True);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(done.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024); print(done.stderr)"
    )
    start = time.monotonic()
    command = [sys.executable, "-c", code, str(Path(sys.executable).with_name("referee")), *words]
    text = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    took = time.monotonic() - start
    ended, used, memory = text.split("\n", 1)[0].split()
    assert ended in ("0", "1"), text
    return took, float(used), int(memory)


WHATIF = ("whatif", "--all", "--plain", "--set")
EVERYWHERE = ("missed=5", "--set", "goal=16", "--set", "ante=2", "--set", "target=600")
FIRST = (
    ("doctor, the first time, one core", 1, ("doctor",)),
    ("doctor, the first time, two cores", 2, ("doctor",)),
)
LATER = (
    ("doctor, the second time", 2, ("doctor",)),
    ("doctor --quick", 2, ("doctor", "--quick")),
    ("whatif --all, a rule that took no part", 2, (*WHATIF, "big-bet=6")),
    ("whatif --all, a rule of every hand of a quarter, one core", 1, (*WHATIF, "missed=5")),
    ("whatif --all, a rule of every hand of a quarter, two cores", 2, (*WHATIF, "missed=5")),
    ("whatif --all, a rule of every hand of all, one core", 1, (*WHATIF, *EVERYWHERE)),
    ("whatif --all, a rule of every hand of all, two cores", 2, (*WHATIF, *EVERYWHERE)),
    ("standings", 2, ("standings",)),
)
YEARS = 10_000
"""Sessions of which only the data beside their journals is read, so that one line for each is enough."""
SUMMARIES = (
    ("standings", 1, ("standings",)),
    ("settle, at most twice that", 1, ("settle", "--since", "2006-01-01")),
    ("records", 1, ("records",)),
)


def main() -> None:
    sessions = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    every = kinds()
    print(f"{'':60} {'seconds':>8} {'of cores':>9} {'MB':>5}")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, count, rows in (("few.db", sessions // 20, FIRST), ("many.db", sessions, LATER)):
            db, cache = folder / name, folder / "cache"
            os.environ["REFEREE_CACHE"] = str(cache)
            made = filled(db, every, count)
            reports = sum(len(kind.bundle.entries) for _, kind in made)
            print(f"{count} sessions, {reports} reports, {db.stat().st_size / 1e6:.0f} MB")
            if rows is LATER:
                with replay_cache.Proofs() as proofs:
                    for chain, kind in made:
                        proofs.keep(chain, kind.bundle.game, kind.comes_to)
            for what, cores, words in rows:
                if rows is FIRST:
                    (cache / "heard.db").unlink(missing_ok=True)
                measured(what, db, cache, cores, *words)
            if rows is FIRST:
                for part in (count // 2, count):
                    export(db, folder / f"{part}.json", part)
                for part, cores in ((count // 2, 1), (count, 1), (count, 2)):
                    what = f"import of {part} sessions, {'one core' if cores == 1 else 'two cores'}"
                    into = folder / f"{part} {cores}.db"
                    measured(what, into, cache, cores, "import", str(folder / f"{part}.json"))
        in_brief = [kind._replace(bundle=replace(kind.bundle, entries=kind.bundle.entries[:1])) for kind in every]
        filled(folder / "years.db", in_brief, YEARS)
        print(f"{YEARS} sessions, of which nothing is replayed")
        for what, cores, words in SUMMARIES:
            measured(what, folder / "years.db", folder / "cache", cores, *words)


def export(db: Path, file: Path, sessions: int) -> None:
    """Exports the first sessions as `referee export` does."""
    with open_journal(db) as journal:
        file.write_text(as_json([journal.session(number, heard=False) for number in range(1, sessions + 1)]))


def measured(what: str, db: Path, cache: Path, cores: int, *words: str) -> None:
    took, used, memory = run(db, cache, cores, *words)
    print(f"{what:60} {took:8.1f} {used:9.1f} {memory:5}", flush=True)


if __name__ == "__main__":
    main()
