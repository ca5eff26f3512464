"""`void session N`: a session opened by mistake is set aside; it is saved but doesn't count."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoresheets.keeping.journal import open_journal
from scoresheets.looking_back.overview import sessions
from scoresheets.looking_back.standings import standings
from tests.cli.conftest import Command

HAND = "deal 1; Ben bids 1; Cat bids 1; Ann bids 1; Ann takes 1"


@pytest.fixture
def played(referee: Command) -> Command:
    """A game that Ann has won, closed, and one that is in play."""
    referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=1")
    assert referee("say", HAND).code == 0
    referee("end")
    referee("new", "oh-hell", "Ann", "Ben", "Cat")
    assert referee("say", "deal Ann").code == 0
    return referee


def states(folder: Path) -> list[str]:
    return [kept.state for kept in sessions(folder / "evening.db")]


def test_it_counts_for_nothing_until_that_is_taken_back(played: Command, tmp_path: Path) -> None:
    path = tmp_path / "evening.db"
    before = standings(path)
    assert before
    result = played("void", "session", "1", "--why", "a rehearsal")
    assert result.code == 0 and "oh-hell: Ann (won), Ben, Cat" in result.out
    assert "`referee resume 1`" in result.out
    assert standings(path) == [] and states(tmp_path) == ["set aside", "open"]
    log = json.loads(played("log", "1", "--json").out)["rows"]
    assert (log[-1]["kind"], log[-1]["why"]) == ("aside", "a rehearsal")
    assert "set aside" in played("log", "1").out
    assert played("void", "session", "1", "--why", "again").code == 1
    assert played("resume", "1").code == 0
    assert standings(path) == before and states(tmp_path) == ["ended", "open"]


def test_nothing_is_told_to_it(played: Command, tmp_path: Path) -> None:
    assert played("void", "session", "2", "--why", "the wrong game").code == 0
    result = played("say", "Ben bids 1")
    assert result.code == 4 and states(tmp_path) == ["ended", "set aside"]
    result = played("table", "2")
    assert result.code == 4 and "`referee resume 2`" in result.err
    assert "Next: Ben bids." in played("resume", "2").out
    assert played("say", "Ben bids 1").code == 0 and states(tmp_path) == ["ended", "open"]


def test_it_is_not_settled(referee: Command) -> None:
    referee("new", "farmer", "Ann", "Ben")
    assert referee("say", "Ann pays Ben 3").code == 0
    assert referee("void", "session", "1", "--why", "a rehearsal").code == 0
    assert referee("settle").code == 4


def test_what_no_session_is(played: Command) -> None:
    for words in (["session"], ["session", "x"], ["session", "1", "2"]):
        result = played("void", *words, "--why", "x")
        assert result.code == 2 and "void session NUMBER --why TEXT" in result.err
    assert played("void", "session", "9", "--why", "x").code == 4


def test_tried_dry_it_changes_nothing(played: Command, tmp_path: Path) -> None:
    tried = played("void", "session", "1", "--why", "x", "--dry-run")
    assert "oh-hell: Ann (won), Ben, Cat" in tried.out
    assert states(tmp_path) == ["ended", "open"]


def test_it_is_written_out_and_taken_in_as_it_is(played: Command, tmp_path: Path) -> None:
    played("void", "session", "1", "--why", "a rehearsal")
    out = tmp_path / "out"
    assert played("export", "1", "--format", "json", "--out", str(out)).code == 0
    (file,) = out.glob("*.json")
    assert played("import", str(file), "--again").code == 0
    assert states(tmp_path) == ["set aside", "open", "set aside"]
    with open_journal(tmp_path / "evening.db") as journal:
        assert journal.session(3).aside


def test_doctor_finds_it_well(played: Command) -> None:
    played("void", "session", "1", "--why", "a rehearsal")
    assert played("doctor").code == 0
