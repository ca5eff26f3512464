"""Players join and leave in mid-session: seats, results, the night's bill, exports and the doctor follow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import Verdict
from referee.table.objects import table_object
from scoresheets.display.sheets.paper import Paper
from scoresheets.errors import REFUSED, USAGE
from scoresheets.keeping import doctor, exports, imports, players
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.session import Correction, Session
from scoresheets.looking_back.overview import sessions
from scoresheets.looking_back.settle import of_table
from scoresheets.looking_back.standings import standings
from scoresheets.looking_back.whatif import whatif
from tests.evening import fails

FIRST = ("deal Ann", "Ben holds 12", "Cat holds 16", "Ann holds 15")
SECOND = ("Dan joins after Ann", "Cat leaves", "deal", "Dan holds 16", "Ben holds 12", "Ann holds 3")
SCORES = {"Ann": -2, "Dan": 2, "Ben": -2, "Cat": 2}


@pytest.fixture
def kept(shelf: Path) -> Iterator[Journal]:
    with open_journal(shelf / "evening.db", create=True) as journal:
        yield journal


def evening(kept: Journal, *reports: str) -> Session:
    session = kept.new("farmer", ["Ann", "Ben", "Cat"])
    for report in reports or (*FIRST, *SECOND):
        assert session.say(report).ruling.accepted, report
    return session


def seats(kept: Journal) -> list[tuple[str, bool]]:
    asked = "SELECT seat.name, joined FROM seat JOIN result USING (session_id, player_id) ORDER BY seat.place"
    rows = kept.link.execute(asked).fetchall()
    (results,) = kept.link.execute("SELECT count(*) FROM result").fetchone()
    (places,) = kept.link.execute("SELECT count(*) FROM seat").fetchone()
    assert results == places == len(rows)
    return [(name, bool(joined)) for name, joined in rows]


def test_another_process_finds_them_there(kept: Journal) -> None:
    session = evening(kept)
    again = kept.session(1)
    assert [*again.players] == [*session.players] == ["Ann", "Ben", "Cat"]
    assert again.referee.scores == session.referee.scores == SCORES
    assert seats(kept) == [("Ann", False), ("Ben", False), ("Cat", False), ("Dan", True)]
    assert again.then(again.entries[3].moment).seats


def test_two_who_write_in_turn_know_of_each_other(kept: Journal) -> None:
    first = evening(kept, *FIRST)
    with open_journal(kept.path) as other_kept:
        other = other_kept.session(1)
        assert other.say("Dan joins").ruling.accepted
        assert first.say("Eve joins").ruling.accepted
        assert other.say("deal").ruling.accepted
        assert other.referee.seats == ("Ann", "Ben", "Cat", "Dan", "Eve")
    assert [name for name, joined in seats(kept) if joined] == ["Dan", "Eve"]


def test_who_never_joined_after_all_has_neither_seat_nor_result(kept: Journal) -> None:
    session = evening(kept, *FIRST, "Dan joins")
    session.undo()
    assert seats(kept) == [("Ann", False), ("Ben", False), ("Cat", False)]
    session.redo()
    assert seats(kept)[-1] == ("Dan", True)
    session.correct([Correction(5, "Den joins after Ben")], "misheard")
    assert seats(kept)[-1] == ("Den", True)
    assert kept.session(1).referee.seats == ("Ann", "Ben", "Den", "Cat")
    session.correct([Correction(5, None)], "only looked in")
    assert [name for name, _ in seats(kept)] == ["Ann", "Ben", "Cat"]
    assert session.say("dan joins").ruling.accepted
    assert seats(kept)[-1] == ("dan", True)
    assert [player.name for player in players.everybody(kept) if player.sessions] == ["Ann", "Ben", "Cat", "Dan"]


def test_a_correction_that_would_leave_somebody_without_a_seat_changes_nothing(kept: Journal) -> None:
    session = evening(kept)
    clash = session.correct([Correction(5, None)], "never came").clash
    assert clash and (clash[0].line, clash[1].verdict) == (8, Verdict.UNCLEAR)
    assert session.referee.scores == SCORES
    assert seats(kept)[-1] == ("Dan", True)
    wanted = [Correction(6, "Ben leaves"), Correction(7, "deal Cat"), Correction(9, "Cat holds 12")]
    change = session.correct(wanted, "it was Ben who left")
    assert change.clash is None
    assert change.after.seats == ("Ann", "Dan", "Cat")
    assert kept.session(1).referee.scores == change.after.scores


def test_whoever_comes_back_has_one_seat(kept: Journal) -> None:
    session = evening(kept, *FIRST, "Ben leaves", "Dan joins", "Dan leaves", "dan joins", "BEN joins")
    assert session.referee.seats == ("Ann", "Cat", "Dan", "Ben")
    assert [name for name, _ in seats(kept)] == ["Ann", "Ben", "Cat", "Dan"]


def test_a_report_is_kept_with_whole_names(kept: Journal) -> None:
    session = evening(kept, '"Mary Ann" joins', "mary leaves", '"mary ann" joins after a', "b leave")
    lines = ['"Mary Ann" joins', '"Mary Ann" leaves', '"Mary Ann" joins after Ann', "Ben leaves"]
    assert [entry.text for entry in session.course.standing] == lines
    session.correct([Correction(2, "c leaves"), Correction(3, None)], "it was Cat")
    assert [entry.text for entry in session.course.standing][1] == "Cat leaves"
    assert kept.session(1).referee.seats == ("Ann", "Mary Ann")


def test_one_player_has_no_two_seats(kept: Journal) -> None:
    session = evening(kept, *FIRST)
    players.add(kept, ["Daniel"])
    players.merge(kept, "Daniel", "Ann")
    with fails(USAGE):
        session.say("Daniel joins")
    assert session.say("Dan joins").line == 5
    assert session.referee.seats == ("Ann", "Ben", "Cat", "Dan")
    with fails(REFUSED):
        players.merge(kept, "Dan", "Ben")


def test_everybody_counts_when_looking_back(kept: Journal) -> None:
    evening(kept, *FIRST, *SECOND).end()
    (session,) = sessions(kept.path)
    assert (session.players, session.scores) == (("Ann", "Ben", "Cat", "Dan"), SCORES)
    assert {row.player: (row.played, row.won) for row in standings(kept.path)} == {
        "Ann": (1, 0), "Ben": (1, 0), "Cat": (1, 1), "Dan": (1, 1),
    }  # fmt: skip
    assert sessions(kept.path, player="Dan") == [session]


def test_whoever_left_is_settled_with_the_others(kept: Journal) -> None:
    assert of_table(evening(kept).referee) == SCORES


def test_the_sheet_has_a_column_for_everybody(kept: Journal) -> None:
    paper = Paper(evening(kept).referee, plain=True)
    assert paper.sides == ("Ann", "Dan", "Ben", "Cat")
    cells = [[str(paper.cell(row, side)) for side in paper.sides] for row in paper.rows]
    assert cells == [["* 15 -1 -1", "", "12 -1 -1", "16 +2 2"], ["* 3 -1 -2", "16 +2 2", "12 -1 -2", ""]]
    assert "from hand 2 on: Ann, Dan, Ben" in [str(line) for line in paper.head("")]


@pytest.mark.parametrize("form", sorted({*exports.FORMATS} - {"rows", "tidy", "bgstats"}))
def test_a_session_comes_back_as_it_went_out(kept: Journal, shelf: Path, form: str) -> None:
    session = evening(kept, *FIRST, *SECOND, "adjust Cat -1", '"Mary Ann" joins', "Dan leaves", "deal")
    text = exports.FORMATS[form]([session])
    with open_journal(shelf / "other.db", create=True) as other:
        (number,) = imports.keep(other, text, f"night.{form}")
        again = other.session(number)
        entered, here = table_object(again.referee), table_object(session.referee)
        assert {key: entered[key] for key in ("players", "scores", "accounts", "hands", "dealer", "next")} == {
            key: here[key] for key in ("players", "scores", "accounts", "hands", "dealer", "next")
        }
        assert seats(other)[3:] == [("Mary Ann", True), ("Dan", True)]
        assert exports.record(again) == exports.record(session)


def test_other_rules_are_tried_with_the_same_players(kept: Journal) -> None:
    session = evening(kept)
    answer = whatif(session.game, list(session.players), {}, session.course.standing, other={"ante": "2"})
    assert (answer.clash, answer.after.scores) == (None, {name: 2 * points for name, points in SCORES.items()})


def test_the_doctor_finds_a_seat_that_was_lost(kept: Journal) -> None:
    def said() -> dict[str, str]:
        return {finding.what: finding.state for finding in doctor.examination(kept.path)}

    evening(kept)
    assert said()["chains"] == doctor.OK
    kept.link.execute("DELETE FROM seat WHERE joined")
    assert said()["chains"] == doctor.BROKEN
