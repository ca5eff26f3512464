"""Tables of many kinds, and every command that prints `--json` about them, to check the output against its schema."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from referee import find_game
from referee.testing.walker import Walker
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Correction
from tests.evening import FIRST_HAND, oh_hell, referee

OH_HELL = [
    ("score",), ("board",), ("say", "Cat bids 9"), ("say", "Cat bids nine"), ("say", "= Ann 10"),
    ("say", "= Ann 11"), ("say", "! Cat bids 9"), ("can", "Cat bids 9"), ("can", "Cat bids 1"), ("can", "bdis 1"),
    ("legal",), ("ask", "who deals next?"), ("ask", "what is a frobnicator worth?"), ("ask", "can Cat bid 1?"),
    ("value",), ("value", "Cat bids 9"), ("value", "Cat bids 1"),
    ("why",), ("why", "Ann"), ("why", "hand", "1"), ("why", "4"), ("why", "7"), ("why", "11"),
    ("rule", "follow"), ("rule", "dealer-must-overbid", "--game", "oh-hell"),
    ("whatif", "--set", "first-hand=2"), ("whatif", "--set", "first-hand=1"), ("whatif", "--like", "no-hook"),
    ("whatif", "--all", "--set", "ante=2"), ("whatif", "--all", "--set", "first-hand=1"),
    ("reconcile", "Ann=10"), ("reconcile", "Ann=-10 Cat=10"), ("sessions",), ("show", "1"), ("log",), ("log", "2"),
    ("standings",), ("standings", "--rating"), ("player", "Ann"), ("records",), ("records", "--hands"), ("chart",),
    ("settle",),
    ("settle", "2"), ("games",), ("rules", "oh-hell"), ("rules", "razz"), ("players", "list"),
    ("players", "groups"),
    ("house", "list"), ("doctor",), ("doctor", "--quick"),
    ("config", "show"), ("backup",), ("dispute", "was Ben's bid allowed"), ("dispute", "3"),
    ("dispute", "a spilt drink"),
    ("dispute", "a spilt drink", "--decide", "dealt again", "--agreed", "Ann, Ben"), ("rulings", "list"),
    ("rulings", "show", "1"),
    ("rulings", "adopt", "1", "--as-words", "No drinks here.", "--costs", "3", "--house", "home", "--now"),
    ("rulings", "adopt", "1", "--as", "trick=12", "--house", "home", "--now"), ("rule", "no drinks"),
    ("penalty", "Ben no-drinks-here"),
    ("house", "show", "home"), ("house", "diff", "home", "book"),
    ("restore", "latest", "--yes"), ("check", "good.record"), ("check", "bad.record"), ("import", "good.record"),
    ("import", "totals.csv", "--game", "Hearts", "--dry-run"), ("import", "totals.csv", "--game", "Hearts"),
]  # fmt: skip

EVERY = [("score",), ("legal",), ("value",), ("why",), ("log",), ("show", "1"), ("chart",), ("sessions",), ("board",),
         ("rule", "deal"), ("can", "note anything"), ("say", "nonsense"), ("standings",), ("records",)]  # fmt: skip


class Printed(NamedTuple):
    """A command, and the object it printed."""

    name: str
    words: tuple[str, ...]
    found: dict[str, Any]


def printed_of_an_evening(folder: Path) -> Iterator[Printed]:
    """The output of each command for an evening of Oh Hell!"""
    db = folder / "evening.db"
    with oh_hell(db, *FIRST_HAND, "deal Ben", "Cat bids 0", "note here") as session:
        session.say("Ben bids 9")
        session.say("Ben bids 0", overrule=True)
        session.correct([Correction(10, "note there")], "misheard")
        session.undo()
        chips = session.journal.new("put-and-take", ["Ann", "Ben"])
        for report in ("deal Ann", "Ben puts 4", "stop", "end"):
            chips.say(report)
        chips.end()
    (folder / "good.record").write_text("game: oh-hell\nplayers: Ann, Ben, Cat\n\ndeal Ann\n! Ann bids 99\n")
    (folder / "totals.csv").write_text("date,Ann,Ben\n2006-01-13,40,62\n")
    referee(db, "players", "group", "tuesday", "Ann", "Ben")
    (folder / "bad.record").write_text("game: oh-hell\nplayers: Ann, Ben, Cat\n\ndeal Ann\n= Ann 3\nAnn flies\n")
    referee(db, "house", "init", "home", "oh-hell")
    yield from _runs(folder, db, OH_HELL)


def printed_of_a_table(folder: Path, slug: str, reports: int) -> Iterator[Printed]:
    """The output of each command for a table of a game after that many reports, and some that were refused."""
    walker = Walker(find_game(slug), random.Random(slug).randrange(100))
    walker.walk(reports)
    path = folder / f"{slug}.db"
    with open_journal(path, create=True) as journal:
        session = journal.new(slug, list(walker.referee.first_seats), walker.referee.chosen)
        for entry in walker.referee.entries:
            session.say(entry.ruling.text, overrule=entry.overrule)
    yield from _runs(folder, path, EVERY)


def _runs(folder: Path, db: Path, runs: list[tuple[str, ...]]) -> Iterator[Printed]:
    for words in runs:
        placed = [str(folder / word) if word.endswith(".record") else word for word in words]
        result = referee(db, *placed, "--json")
        name = "-".join(words[:2]) if words[0] in ("players", "house", "rulings", "config") else words[0]
        for line in result.out.splitlines():
            yield Printed(name, words, json.loads(line))
