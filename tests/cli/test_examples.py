"""The examples below each command's help do what they promise."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from referee.records.record import Judge
from scoresheets.cli.commands import COMMANDS
from scoresheets.disputes.cases import consider, decided
from scoresheets.errors import FINE, REFUSED
from scoresheets.keeping import backups
from tests.evening import FIRST_HAND, oh_hell, referee

SECOND_HAND = ("deal Ben", "upcard 9D", "note a fresh pack")
"""Cat has the first bid; the last remark was taken back again."""

RECORD = "game: oh-hell\nplayers: Ann, Ben, Cat\nhouse: first-hand=2\n\ndeal Ann 2\n= next Ben\n"


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with Oh Hell! in the second hand, with Ann, Ben and Cat; chips played for before, and a record."""
    folder = tmp_path_factory.mktemp("laid")
    db = folder / "evening.db"
    words = {"rule.exposed-card": "5 An exposed card stays on the table."}
    with oh_hell(db, *FIRST_HAND, *SECOND_HAND, house=words) as session:
        session.undo()
        assert decided(consider(session, "may Cat look at the stub?"), "no", agreed="Ann, Ben, Cat").number == 1
        chips = session.journal.new("put-and-take", ["Ann", "Ben"])
        for report in ("deal Ann", "Ben puts 4", "stop", "end"):
            assert chips.say(report).ruling.accepted, report
        chips.end()
    backups.back_up(db)
    (folder / "evening.record").write_text(RECORD, encoding="utf-8")
    (folder / "totals.csv").write_text("date,Ann,Ben,Cat\n2006-01-13,40,62,13\n", encoding="utf-8")
    assert not Judge().judge(RECORD.splitlines()).failures
    (folder / "houses").mkdir()
    (folder / "houses" / "home.toml").write_text("[oh-hell]\nfirst-hand = 7\n", encoding="utf-8")
    return folder


@pytest.fixture
def table(laid: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A fresh copy of a table in the current folder."""
    shutil.copytree(laid, tmp_path, dirs_exist_ok=True)
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "evening.db"


EXAMPLES = [(name, example) for name, command in COMMANDS.items() for example in command.examples]


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_an_example_works(table: Path, name: str, example: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoresheets.web.serving.Server.run", lambda server: None)  # nobody presses Ctrl-C here
    monkeypatch.setenv("XDG_STATE_HOME", str(table.parent))
    program, *words = shlex.split(example)
    assert (program, words[0]) == ("referee", name)
    result = referee(table, *words)
    assert result.code in ((FINE, REFUSED) if name == "can" else (FINE,)), result
    assert result.out or name in ("can", "check")


@pytest.mark.parametrize("name", COMMANDS)
def test_help_ends_with_examples(table: Path, name: str) -> None:
    help = referee(table, name, "--help").out
    assert COMMANDS[name].examples, f"{name} has no example"
    assert re.sub(r"\s+", " ", help).endswith(" ".join(("For example:", *COMMANDS[name].examples)) + " ")
