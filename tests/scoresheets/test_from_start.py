"""House rules changed from the first hand: scored again, saved in the journal, and undone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoresheets.errors import FINE, REFUSED
from scoresheets.keeping.exports import as_csv, as_json, record
from scoresheets.keeping.imports import keep
from scoresheets.keeping.session import Correction
from tests.evening import FIRST_HAND, again, oh_hell, referee, reports_of, told_to

NEW = "house trick=5 --from-start"
ANEW = {"Ann": 5, "Ben": 5, "Cat": -10}
BEFORE = {"Ann": 10, "Ben": 10, "Cat": -10}


def test_it_is_a_line_of_the_journal_with_the_old_totals(shelf: Path) -> None:
    db = shelf / "evening.db"
    with oh_hell(db, *FIRST_HAND) as session:
        heard = session.say(NEW)
        assert heard.line == 8 and heard.ruling.accepted
        assert session.referee.scores == ANEW
    with again(db) as session:
        assert session.referee.scores == ANEW
        assert session.referee.house["trick"] == 5 and session.house == {"first-hand": "2"}
        assert [entry.text for entry in session.entries] == [*FIRST_HAND, NEW]
        assert "Ann 10, Ben 10, Cat -10" in session.entries[-1].message


def test_undo_and_redo(shelf: Path) -> None:
    db = shelf / "evening.db"
    with oh_hell(db, *FIRST_HAND, NEW, "deal Ben", "Cat bids 0") as session:
        session.undo(2)
        assert session.referee.scores == ANEW
        assert [report.text for report in session.undo()] == [NEW]
        assert session.referee.scores == BEFORE and session.referee.in_force["trick"] == 10
        session.redo()
        assert session.referee.scores == ANEW
        session.redo()
        assert reports_of(session) == [*FIRST_HAND, NEW, "deal Ben", "Cat bids 0"]
    with again(db) as session:
        assert session.referee.scores == ANEW and session.referee.hand.number == 2


def test_corrections_reach_back_behind_it(shelf: Path) -> None:
    with oh_hell(shelf / "evening.db", *FIRST_HAND, NEW) as session:
        session.correct([Correction(3, "Ben bids 2")], "misheard")
        assert session.referee.scores == {"Ann": 5, "Ben": -10, "Cat": -10}
        changed = session.correct([Correction(8, "house trick=7 --from-start")], "misheard")
        assert [(old.lines[0].points, new.lines[0].points) for old, new in changed.rulings] == [(5, 7)]
        assert session.referee.scores == {"Ann": 7, "Ben": -10, "Cat": -10}
        session.correct([Correction(8, None)], "let it be as it was")
        assert session.referee.scores == {"Ann": 10, "Ben": -10, "Cat": -10}


def test_it_is_written_out_and_read_again(shelf: Path) -> None:
    db, other = shelf / "evening.db", shelf / "other.db"
    with oh_hell(db, *FIRST_HAND, NEW, "deal Ben") as session:
        texts = [record(session), as_json([session]), as_csv([session])]
    for text in texts:
        with oh_hell(other) as read_again:
            (number,) = keep(read_again.journal, text, "it", again=True)
            assert read_again.journal.session(number).referee.scores == ANEW
    assert f"= Ann 10, Ben 10, Cat -10\n{NEW}\n" in texts[0]


def test_what_if_asks_of_the_rules_as_they_are_now(shelf: Path) -> None:
    db = told_to(shelf / "evening.db", *FIRST_HAND, NEW)
    answer = json.loads(referee(db, "whatif", "--set", "trick=8", "--json").out)
    assert (answer["before"]["scores"], answer["after"]["scores"]) == (ANEW, {"Ann": 8, "Ben": 8, "Cat": -10})
    assert referee(db, "whatif", "--set", "trick=8").out.splitlines()[0] == "trick=8 (was 5)"


@pytest.mark.parametrize("words", [("say", NEW), ("say", *NEW.split()), tuple(NEW.split())])
def test_as_it_is_typed(tmp_path: Path, words: tuple[str, ...]) -> None:
    db = told_to(tmp_path / "evening.db", *FIRST_HAND)
    result = referee(db, *words)
    assert result.code == FINE
    assert "Ann 10, Ben 10, Cat -10" in result.out and "Ann 5, Ben 5, Cat -10" in result.out
    assert "Ann 10, Ben 10, Cat -10" in " ".join(referee(db, "log", "--plain").out.split())
    assert "trick=5 (standard: 10)" in referee(db, "score").out
    assert json.loads(referee(db, *words[:-1], "--json", words[-1]).out)["verdict"] == "accepted"
    assert json.loads(referee(db, "score", "--json").out)["house"]["trick"] == 5
    assert referee(db, "doctor").code == FINE


def test_a_report_that_could_not_stand_refuses_it(tmp_path: Path) -> None:
    db = told_to(tmp_path / "evening.db", *FIRST_HAND)
    result = referee(db, "house", "first-hand=3", "--from-start")
    assert result.code == REFUSED
    assert "[house-settled]\n" in result.err
    with again(db) as session:
        assert session.referee.scores == BEFORE


def test_at_the_prompt(tmp_path: Path) -> None:
    db = told_to(tmp_path / "evening.db", *FIRST_HAND)
    result = referee(db, "table", stdin=f"{NEW}\n<\nscore\n".encode())
    assert "Now: Ann 5, Ben 5, Cat -10" in result.out
    assert "Undone: house trick=5 --from-start (line 8)" in result.out
    with again(db) as session:
        assert session.referee.scores == BEFORE
