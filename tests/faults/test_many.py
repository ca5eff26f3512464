"""Many sessions of one game on one day: imported at the same cost each, in portions, and continued after a stop."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from scoresheets.errors import FINE, REFUSED
from scoresheets.keeping import database, imports, journal
from scoresheets.keeping.exports import as_json
from scoresheets.keeping.journal import open_journal
from tests.evening import again, oh_hell, referee
from tests.patience import PATIENCE


def nights(count: int, *, chains: bool = True) -> str:
    """An export of sessions on one evening, each with its own title and report."""
    with open_journal(Path("nights.db"), create=True) as kept:
        sessions = []
        for number in range(count):
            session = kept.new("oh-hell", ["Ann", "Ben", "Cat"], title=f"table {number}")
            session.say(f"note {number}")
            session.end()
            sessions.append(session)
        whole = json.loads(as_json(sessions))
    if not chains:
        for night in whole["sessions"]:
            for row in (night, *night["entries"]):
                row.pop("chain", None)
                row.pop("digest", None)
    return json.dumps(whole)


class Effort:
    """How often the file was asked, and sessions were heard."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = self.heard = 0
        hear, begin = journal.Session.__init__, database.open_file

        def heard(session: Any, kept: Any, number: int, **how: Any) -> None:
            self.heard += 1
            hear(session, kept, number, **how)

        def opened(*words: Any) -> sqlite3.Connection:
            link = begin(*words)
            link.set_trace_callback(self._count)
            return link

        monkeypatch.setattr(journal.Session, "__init__", heard)
        monkeypatch.setattr(database, "open_file", opened)

    def _count(self, asked: str) -> None:
        self.asked += 1

    def of(self, db: Path, text: str) -> tuple[int, int]:
        self.asked = self.heard = 0
        with open_journal(db, create=True) as kept:
            imports.keep(kept, text, "it")
        return self.asked, self.heard


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("chains", [True, False])
def test_twice_as_many_take_twice_as_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chains: bool) -> None:
    texts = {}
    for count in (20, 40):
        texts[count] = nights(count, chains=chains)
        Path("nights.db").unlink()
    monkeypatch.setattr(journal, "PORTION", 60)
    effort = Effort(monkeypatch)
    few, many = (effort.of(tmp_path / f"{count}.db", texts[count]) for count in (20, 40))
    assert (few[1], many[1]) == (20, 40)
    assert many[0] - few[0] <= 20 * few[0] / 20


def test_one_that_is_kept_as_it_was_played_is_found_and_each_heard_but_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = nights(12, chains=False)
    effort = Effort(monkeypatch)
    with open_journal(Path("nights.db")) as kept:
        assert [session.number for session in kept.take_in(imports.read(text, "it", kept.clock), imports.digest)] == [
            *range(1, 13)
        ]
        assert kept.numbers() == [*range(1, 13)]
    assert effort.heard == 24


def test_others_write_between_two_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text, db = nights(5), tmp_path / "other.db"
    monkeypatch.setattr(journal, "PORTION", 0)
    with oh_hell(db) as session:
        taken = session.journal.take_in(imports.read(text, "it", session.journal.clock), imports.digest)
        for number, imported in enumerate(taken):
            assert imported.session
            with again(db) as other:
                assert other.say(f"note after {number}").ruling.accepted
    with again(db) as session:
        assert len(session.entries) == 5
        assert session.journal.in_play() == 1


@pytest.mark.parametrize("chains", [True, False])
def test_an_import_that_was_stopped_goes_on_where_it_was(tmp_path: Path, chains: bool) -> None:
    text, db = nights(6, chains=chains), tmp_path / "other.db"
    with open_journal(db, create=True) as kept:
        begun = kept.take_in(imports.read(text, "it", kept.clock)[:3], imports.digest)
        assert [session.number for session in begun] == [1, 2, 3]
    (tmp_path / "it.json").write_text(text, encoding="utf-8")
    result = referee(db, "import", "it.json")
    assert result.code == FINE
    assert [line.split(":")[0] for line in result.out.splitlines()] == ["session 4", "session 5", "session 6"]
    assert result.err.startswith("Skipped 3")
    result = referee(db, "import", "it.json")
    assert result.code == REFUSED and "--again" in result.err
    assert len(json.loads(referee(db, "sessions", "--json").out)["rows"]) == 6


def test_one_that_can_not_be_kept_leaves_nothing_of_itself(tmp_path: Path) -> None:
    whole, db = json.loads(nights(4, chains=False)), tmp_path / "other.db"
    whole["sessions"][2]["entries"][0]["text"] = "Ann flies"
    (tmp_path / "it.json").write_text(json.dumps(whole), encoding="utf-8")
    result = referee(db, "import", "it.json")
    assert result.code != FINE
    assert "it.json, session 3: " in result.err
    assert referee(db, "doctor").code == FINE
    with open_journal(db) as kept:
        assert [session.title for session in map(kept.session, kept.numbers())] == [
            "table 0",
            "table 1",
        ]
    whole["sessions"][2]["entries"][0]["text"] = "note 2"
    (tmp_path / "it.json").write_text(json.dumps(whole), encoding="utf-8")
    assert len(referee(db, "import", "it.json").out.splitlines()) == 2


def test_a_bar_shows_how_far_it_is(tmp_path: Path) -> None:
    (tmp_path / "it.json").write_text(nights(30), encoding="utf-8")
    terminal = pexpect.spawn(
        "/bin/sh", ["-c", f'{sys.executable} -c "from scoresheets.cli import main; main()" import it.json > told'],
        env=os.environ | {"REFEREE_DB": str(tmp_path / "other.db"), "TERM": "xterm-256color"}, timeout=PATIENCE,
    )  # fmt: skip
    shown = terminal.read().decode()
    terminal.close()
    assert terminal.exitstatus == FINE, shown
    assert "importing" in shown and "%" in shown
    assert len((tmp_path / "told").read_text(encoding="utf-8").splitlines()) == 30
