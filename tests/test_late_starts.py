"""Who comes late begins at a number the table names."""

from __future__ import annotations

import pytest

from tests.tables import seated

THREE = ["Ann", "Ben", "Cat"]


@pytest.mark.parametrize(
    ("house", "joins", "begins"),
    [
        ({}, "Dan joins", 0),
        ({}, "Dan joins at 40", 40),
        ({}, "Dan joins at -5", -5),
        ({}, "Dan joins at average", 14),  # 41 among three
        ({}, "Dan joins at last", -7),
        ({"low-wins": "yes"}, "Dan joins at last", 30),
        ({}, "Dan joins after Ann at average", 14),
    ],
)
def test_a_player_begins_at_the_number_that_is_named(house: dict[str, str], joins: str, begins: int) -> None:
    referee = seated("tally", THREE, "30 18 -7", joins, house=house)
    assert referee.scores == {"Ann": 30, "Ben": 18, "Cat": -7, "Dan": begins}
    lines = [(line.who, line.points, line.hand) for line in referee.lines if line.category == "late start"]
    assert lines == ([("Dan", begins, 0)] if begins else [])
    for report in ("Ann 1", "Ben 1", "Cat 1", "Dan 1"):
        assert referee.hear(report).accepted
    assert referee.scores["Dan"] == begins + 1
    referee.undo(5)
    assert referee.scores == {"Ann": 30, "Ben": 18, "Cat": -7}


def test_an_average_is_rounded_and_isnt_that_of_others_who_arrive() -> None:
    referee = seated("tally", THREE, "30 18 -6", "Dan joins at average", "Eve joins at average", "Fay joins at last")
    assert referee.scores == {"Ann": 30, "Ben": 18, "Cat": -6, "Dan": 14, "Eve": 14, "Fay": -6}
    assert seated("tally", THREE[:2], "1 2", "Cat joins at average").scores["Cat"] == 2  # 1 1/2


def test_a_correction_before_counts() -> None:
    referee = seated("tally", THREE, "30 18 -6", "adjust Ann +30", "Dan joins at average")
    assert referee.scores["Dan"] == 24


@pytest.mark.parametrize(
    ("house", "reports", "joins"),
    [({"chips": "yes"}, ["3 -1 -2"], "Dan joins at 5"), ({}, ["1 2 3", "Cat leaves"], "Cat joins at average")],
)
def test_a_start_that_cannot_be_named(house: dict[str, str], reports: list[str], joins: str) -> None:
    referee = seated("tally", THREE, *reports, house=house)
    before = referee.scores
    assert referee.hear(joins).rules == ("seats-settled",) and referee.scores == before
    assert referee.hear(joins.split(" at ")[0]).accepted
