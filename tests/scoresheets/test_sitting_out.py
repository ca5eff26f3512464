"""Five at a table for four: whoever sits out a hand has no place in its row, on its page and on the sheet."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from referee import Referee
from scoresheets.display.sheets.paper import Paper
from scoresheets.keeping.exports import as_rows, as_tidy, hands
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from scoresheets.web.due import choices
from scoresheets.web.rows import whole_hand
from tests.evening import again
from tests.tables import seated
from tests.tapping import Sheets, page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIVE = ["Ann", "Ben", "Cat", "Dan", "Eve"]
TALLY = {"playing": "4", "round-total": "0"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Session]:
    """Two hands of a tally for four of five: without Ann, who deals, and then without Dan."""
    with open_journal(tmp_path / "a.db", create=True) as journal:
        session = journal.new("tally", FIVE, TALLY)
        for report in ("3 3 -3 -3", "Dan sits out", "2 2 -2 -2"):
            assert session.say(report).ruling.accepted, report
        yield session


def test_the_sheet_has_no_number_of_a_player_who_sat_out(evening: Session) -> None:
    sides, rows, totals = hands(evening)
    assert sides == FIVE and totals == ["2", "5", "1", "-3", "-5"]
    assert rows == [["1", "", "3", "3", "-3", "-3"], ["2", "2", "2", "-2", "", "-2"]]


def test_a_spreadsheet_has_a_row_for_each_player_of_a_hand(evening: Session) -> None:
    rows = [*csv.DictReader(io.StringIO(as_tidy([evening])))]
    assert [(row["round"], row["player"]) for row in rows] == [
        *[("1", name) for name in ("Ben", "Cat", "Dan", "Eve")], *[("2", name) for name in ("Ann", "Ben", "Cat", "Eve")]
    ]  # fmt: skip
    first, second = csv.DictReader(io.StringIO(as_rows([evening])))
    assert (first["Ann"], first["Ann total"], second["Dan"], second["Dan total"]) == ("", "0", "", "-3")


def test_a_session_is_the_same_when_it_is_opened_again(evening: Session, tmp_path: Path) -> None:
    stood = evening.referee
    with again(tmp_path / "a.db") as session:
        assert session.referee.scores == stood.scores and session.referee.hands[1].sitting_out == ("Dan",)


def test_last_hands_points_are_those_of_its_players() -> None:
    referee = seated("tally", FIVE, "3 3 -3 -3", house=TALLY)
    assert referee.hand_scores() == {"Ben": 3, "Cat": 3, "Dan": -3, "Eve": -3}
    assert referee.dealer == "Ben" and referee.hand.sitting_out == ("Ben",)
    assert referee.next() == ["Ann", "Cat", "Dan", "Eve"]


@pytest.mark.parametrize(("slug", "house"), [("tally", TALLY), ("doppelkopf", {}), ("euchre", {}), ("schafkopf", {})])
def test_the_phone_asks_the_players_of_the_hand(slug: str, house: dict[str, str]) -> None:
    referee = seated(slug, FIVE, "Cat sits out", house=house)
    named = {part for form in whole_hand(referee) for row in form.groups for part in str(row).split() if part in FIVE}
    assert "Cat" not in named
    for report in referee.legal("Cat"):
        assert report.verb not in ("scores", "wins", "loses", "calls", "tricks", "declares"), report


def test_who_sits_out_can_be_tapped() -> None:
    referee = seated("euchre", FIVE)
    assert any("SitsOut" in sheet.key or "sits" in sheet.key for sheet in Sheets(page(choices(referee, None, ()))).all)


def test_partners_change_and_everyone_has_a_score() -> None:
    referee = seated("euchre", FIVE, "Ben calls", "tricks 5 0")
    assert referee.sides == tuple(FIVE) and referee.scores == {"Ann": 0, "Ben": 2, "Cat": 0, "Dan": 2, "Eve": 0}
    assert referee.hands[0].parties == ("Ben+Dan", "Cat+Eve")
    assert referee.hear("Ann calls").accepted and referee.hand.parties == ("Ann+Dan", "Cat+Eve")
    four = seated("euchre", FIVE[:4], "Ben calls", "tricks 0 5")
    assert four.scores == {"Ann+Cat": 0, "Ben+Dan": 2} and not four.hand.sitting_out


def test_the_next_dealer_can_join_when_a_fifth_player_comes() -> None:
    referee = seated("doppelkopf", FIVE[:4], "Ann+Ben wins 2", "Eve joins", "Cat+Eve wins 3")
    assert referee.scores == {"Ann": -1, "Ben": 2, "Cat": 1, "Dan": -5, "Eve": 3}
    assert referee.hands[1].sitting_out == ("Ben",)


def test_the_sheet_is_drawn_without_the_numbers_of_those_who_sat_out(evening: Session) -> None:
    paper = Paper(evening.referee)
    points = [[str(paper.cell(row, side).points) for side in paper.sides] for row in paper.hands]
    assert points == [["", "+3", "+3", "-3", "-3"], ["+2", "+2", "-2", "", "-2"]]


def test_a_miscounted_table_is_refused() -> None:
    with pytest.raises(ValueError):
        Referee(seated("tally", FIVE).game, FIVE, {"teams": "yes"})
    assert Referee(seated("tally", FIVE).game, FIVE, {"teams": "yes", "playing": "4"}).hand.regrouped
