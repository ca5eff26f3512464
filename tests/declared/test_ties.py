"""Who wins when several are level at the end of a tally or a sheet."""

from __future__ import annotations

import pytest

from referee import Referee
from tests.tables import seated

TARGET = {"target": "20"}


def level(**house: str) -> Referee:
    return seated("tally", "Ann Ben Cat", "20 20 5", house=TARGET | house)


def test_a_tie_is_shared_unless_the_table_decides_it() -> None:
    referee = level()
    assert referee.over and referee.winners() == ["Ann", "Ben"]
    assert referee.hear("Cat wins the tie").rules == ("ties",)
    assert referee.hear("Ben wins the tie").accepted and referee.winners() == ["Ben"]
    assert referee.hear("Ann wins the tie").accepted and referee.winners() == ["Ann"]
    referee.undo(2)
    assert referee.winners() == ["Ann", "Ben"]


def test_a_correction_takes_the_tie_away() -> None:
    referee = level()
    assert all(referee.hear(report).accepted for report in ("Ben wins the tie", "adjust Ann +1"))
    assert referee.winners() == ["Ann"]


@pytest.mark.parametrize("reports", [["20 19 5"], ["5 5 5"], []])
def test_without_a_tie_nobody_wins_one(reports: list[str]) -> None:
    referee = seated("tally", "Ann Ben Cat", *reports, house=TARGET)
    assert not referee.hear("Ann wins the tie").accepted and referee.winners() in ([], ["Ann"])


def test_a_table_may_play_on() -> None:
    referee = level(ties="play-on")
    assert not referee.over and referee.winners() == [] and referee.dealer == "Ben"
    assert referee.hear("3 3 30").accepted and referee.over and referee.winners() == ["Cat"]
    assert referee.hear("adjust Ann +12").accepted and not referee.over  # level again
    assert referee.hear("1 0 2").accepted and referee.winners() == ["Cat"]


def test_a_table_may_play_on_beyond_the_last_round() -> None:
    referee = seated("tally", "Ann Ben", "3 2", "2 3", house={"rounds": "2", "ties": "play-on"})
    assert not referee.over and referee.dealer == "Ann"
    assert referee.hear("1 0").accepted and referee.winners() == ["Ann"]


def test_sheets_have_ties_too() -> None:
    referee = seated("hearts", "Ann Ben Cat Dan", "hearts 13 0 0 0", "Ann queen", house={"target": "26"})
    assert referee.winners() == ["Ann"]
    referee = seated("hearts", "Ann Ben Cat Dan", "hearts 0 0 13 0", "Dan queen", house={"target": "13"})
    assert referee.winners() == ["Ann", "Ben"] and referee.hear("Ben wins the tie").accepted
    assert referee.winners() == ["Ben"]


def test_teams_win_a_tie() -> None:
    referee = seated("whist", "Ann Ben Cat Dan", house={"target": "1"})
    game = seated("tally", "Ann Ben Cat Dan", "20 20", house={**TARGET, "teams": "yes"})
    assert not referee.over and game.hear("Dan wins the tie").accepted and game.winners() == ["Ben+Dan"]


def test_a_verb_that_begins_alike_isnt_in_the_way() -> None:
    referee = seated("skat", "Ann Ben Cat", "Ann wins 24", "Ben wins 24", house={"rounds": "2"})
    assert referee.winners() == ["Ann", "Ben"] and referee.hear("Ben wins the tie").accepted
    assert referee.winners() == ["Ben"]
