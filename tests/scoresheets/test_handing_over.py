"""A player takes over a seat with its score: seats, results, exports and the doctor follow."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.table.objects import table_object
from scoresheets.cli.look import who_then
from scoresheets.display.phrases import handed_over
from scoresheets.display.reasons import score_row
from scoresheets.display.sheets.paper import Paper
from scoresheets.keeping import doctor, exports, imports
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.session import Correction, Session
from scoresheets.looking_back.overview import sessions
from scoresheets.looking_back.standings import standings
from scoresheets.looking_back.whatif import whatif

FIRST = ("deal Ann", "Ben scores 90 red 1 held 210", "Ann scores 700")
SECOND = ("Eve for Ben", "deal", "Eve scores 120 natural 1", "Ann scores 60")


@pytest.fixture
def kept(shelf: Path) -> Iterator[Journal]:
    with open_journal(shelf / "evening.db", create=True) as journal:
        yield journal


def evening(kept: Journal, *reports: str) -> Session:
    session = kept.new("samba", ["Ann", "Ben", "Cat", "Dan"], {"target": "750"})
    for report in reports or (*FIRST, *SECOND):
        assert session.say(report).ruling.accepted, report
    return session


def results(kept: Journal) -> dict[str, int]:
    asked = "SELECT seat.name, score FROM seat JOIN result USING (session_id, player_id) ORDER BY seat.place"
    return dict(kept.link.execute(asked).fetchall())


def states(kept: Journal) -> set[str]:
    return {finding.state for finding in doctor.examination(kept.path)}


def test_the_score_belongs_to_whoever_sits_there_in_the_end(kept: Journal) -> None:
    session = evening(kept)
    assert session.referee.scores == {"Ann+Cat": 760, "Eve+Dan": 400}
    assert results(kept) == {"Ann": 760, "Cat": 760, "Dan": 400, "Eve": 400}
    assert kept.session(1).referee.scores == session.referee.scores
    assert session.referee.winners() == ["Ann+Cat"]
    assert {row.player: row.played for row in standings(kept.path)} == {"Ann": 1, "Cat": 1, "Dan": 1, "Eve": 1}
    (listed,) = sessions(kept.path)
    assert (listed.players, listed.scores) == (("Ann", "Cat", "Dan", "Eve"), session.referee.scores)
    assert doctor.BROKEN not in states(kept)


def test_what_is_taken_back_or_put_right_gives_the_seat_back(kept: Journal) -> None:
    session = evening(kept, *FIRST, "Eve for Ben")
    assert "Eve" in results(kept)
    session.undo()
    assert results(kept) == dict.fromkeys(("Ann", "Cat"), 700) | dict.fromkeys(("Ben", "Dan"), -220)
    session.redo()
    session.correct([Correction(4, "Fay for Dan")], "it was Dan who left")
    assert [*results(kept)] == ["Ann", "Ben", "Cat", "Fay"]
    assert session.say("Dan for Fay").ruling.accepted
    assert [*results(kept)] == ["Ann", "Ben", "Cat", "Dan"]
    assert doctor.BROKEN not in states(kept)


def test_an_earlier_line_is_put_right_by_either_name(kept: Journal) -> None:
    session = evening(kept)
    for text in ("Eve scores 190 red 1 held 210", "eve+Dan scores 290 red 1 held 210", "Ben scores 90 red 1 held 210"):
        change = session.correct([Correction(2, text)], "misheard")
        assert change.clash is None
        assert session.course.standing[1].text == text.replace("Eve", "Ben").replace("eve+Dan", "Ben+Dan").replace(
            "Ben scores", "Ben+Dan scores"
        )
    assert session.referee.scores == {"Ann+Cat": 760, "Eve+Dan": 400}
    assert kept.session(1).referee.scores == session.referee.scores


def test_the_sheet_says_who_sat_there_from_when_on(kept: Journal) -> None:
    paper = Paper(evening(kept).referee, plain=True)
    assert any("Eve replaces Ben" in str(line) for line in paper.head(""))


@pytest.mark.parametrize("form", sorted({*exports.FORMATS} - {"rows", "tidy", "bgstats"}))
def test_a_session_comes_back_as_it_went_out(kept: Journal, shelf: Path, form: str) -> None:
    session = evening(kept)
    text = exports.FORMATS[form]([session])
    with open_journal(shelf / "other.db", create=True) as other:
        (number,) = imports.keep(other, text, f"night.{form}")
        again = other.session(number)
        assert table_object(again.referee) == table_object(session.referee)
        assert exports.record(again) == exports.record(session)
        assert results(other) == results(kept)


def test_other_programs_get_who_sits_there(kept: Journal) -> None:
    session = evening(kept)
    document = json.loads(exports.FORMATS["bgstats"]([session]))
    assert [player["name"] for player in document["players"]] == ["Ann", "Eve", "Cat", "Dan"]


def test_other_rules_are_tried_with_the_same_players(kept: Journal) -> None:
    session = evening(kept)
    answer = whatif(session.game, list(session.players), {}, session.course.standing, other={"natural": "600"})
    assert answer.clash is None
    assert answer.after.scores["Eve+Dan"] == session.referee.scores["Eve+Dan"] + 100  # type: ignore[index]


def test_earlier_points_are_shown_as_those_of_the_player_who_sat_there(kept: Journal) -> None:
    session = evening(kept)
    rows = [score_row(session.referee, line) for line in session.referee.lines if line.who == "Eve+Dan"]
    entered = {(row["hand"], who_then(session.referee, row)) for row in rows}
    assert entered == {(1, "Ben+Dan"), (2, "Eve+Dan")}
    (over,) = handed_over(session.referee)
    assert "hand 2" in over and "Eve replaces Ben" in over
