"""`referee players`: everybody who has played, and merges."""

from __future__ import annotations

import json
from datetime import UTC, timedelta
from pathlib import Path

import pytest

from scoresheets.errors import NOTHING, REFUSED, USAGE
from scoresheets.keeping.journal import open_journal
from scoresheets.looking_back.standings import standings
from tests.cli.conftest import Command, Ended
from tests.scoresheets.test_standings import EVENING, evening


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Ann, Ben and Cat on one evening, Anny, Ben and Dan on the next."""
    path = tmp_path / "evening.db"
    with open_journal(path, create=True) as journal:
        evening(journal, 0, "Ann Ben Cat", 1, 1, 1)
        evening(journal, 1, "Anny Ben Dan", 1, 1, 1)
    return path


def listed(referee: Command) -> dict[str, tuple[int, list[str]]]:
    ended = referee("players", "list", "--json")
    assert ended.code == 0
    listing = json.loads(ended.out)
    assert listing["schema"] == 1
    return {row["name"]: (row["sessions"], row["also"]) for row in listing["rows"]}


def refused(ended: Ended, code: int, text: str) -> None:
    assert ended.code == code
    assert text in ended.err and ended.err.count("\n") == 1
    assert not ended.out


def played(db: Path) -> dict[str, int]:
    return {row.player: row.played for row in standings(db)}


def test_everybody_who_has_played(db: Path, referee: Command) -> None:
    assert listed(referee) == {"Ann": (1, []), "Anny": (1, []), "Ben": (2, []), "Cat": (1, []), "Dan": (1, [])}
    lines = referee("players", "list", "--csv").out.splitlines()
    assert lines[0] == "number,name,sessions,last,also"
    assert lines[3].startswith(f"2,Ben,2,{(EVENING + timedelta(days=1)).astimezone(UTC):%Y-%m-%d}T")
    assert "Ben" in referee("players", "list", "--plain").out


def test_nobody_has_played_yet(referee: Command, tmp_path: Path) -> None:
    ended = referee("players", "list")
    assert (ended.code, ended.out) == (0, "") and ended.err
    assert json.loads(referee("players", "list", "--json").out) == {"schema": 1, "rows": []}
    assert not (tmp_path / "evening.db").exists()
    refused(referee("players", "rename", "Ann", "Bea"), NOTHING, "No games saved yet")


def test_players_may_be_written_down_before_they_play(referee: Command) -> None:
    assert referee("players", "add", "Eve", "Mary Ann").out == "added: Eve\nadded: Mary Ann\n"
    assert listed(referee) == {"Eve": (0, []), "Mary Ann": (0, [])}
    refused(referee("players", "add", "Fay", "eve"), REFUSED, "Eve already exists")
    assert set(listed(referee)) == {"Eve", "Mary Ann"}


@pytest.mark.parametrize("name", ["", "  ", "1234", "a,b", "a=b", "x" * 61, "a\x1b[2J", "a\nb"])
def test_what_is_no_name(db: Path, referee: Command, name: str) -> None:
    before = listed(referee)
    for words in (("add", name), ("rename", "Ann", name)):
        ended = referee("players", *words)
        assert ended.code == USAGE and "\x1b" not in ended.err and ended.err.count("\n") == 1
    assert listed(referee) == before


def test_a_player_gets_another_name(db: Path, referee: Command) -> None:
    assert referee("players", "rename", "ANN", "Anna").code == 0
    assert played(db) == {"Anna": 1, "Anny": 1, "Ben": 2, "Cat": 1, "Dan": 1}
    assert "Ann, Ben, Cat" in referee("sessions").out  # under the names of that night
    assert referee("sessions", "--player", "anna").out
    assert not referee("sessions", "--player", "ann").out
    assert referee("players", "rename", "anna", "ANNA").code == 0
    assert referee("players", "rename", "Anna", "Ann").code == 0
    assert "Ann" in played(db)


def test_a_name_is_given_to_one_player_only(db: Path, referee: Command) -> None:
    refused(
        referee("players", "rename", "Anny", "ann"),
        REFUSED,
        "Ann is another player. To merge them, run `referee players merge Anny Ann`",
    )
    refused(
        referee("players", "rename", "Ana", "Bea"), NOTHING, "nobody called Ana has played. Did you mean Dan or Ann?"
    )
    refused(referee("players", "rename", "Zora", "Bea"), NOTHING, "To list all players, run `referee players list`")


def test_two_who_are_one_count_as_one_until_that_is_taken_back(db: Path, referee: Command) -> None:
    before = listed(referee), played(db)
    ended = referee("players", "merge", "anny", "ann")
    assert ended.out == "Merged: Anny now counts as Ann (1 session).\n"
    assert ended.err == "To undo that, run `referee players unmerge Anny`.\n"
    assert listed(referee) == {"Ann": (2, ["Anny"]), "Ben": (2, []), "Cat": (1, []), "Dan": (1, [])}
    assert played(db) == {"Ann": 2, "Ben": 2, "Cat": 1, "Dan": 1}
    assert ["1", "Ann", "2", "2026-11-21", "Anny"] in [
        line.split() for line in referee("players", "list").out.splitlines()
    ]
    assert "Anny, Ben, Dan" in referee("sessions", "--player", "Ann").out
    ended = referee("players", "unmerge", "Anny")
    assert "Anny and Ann" in ended.out and "(1 session)" in ended.out
    assert (listed(referee), played(db)) == before


def test_who_sat_at_one_table_are_two(db: Path, referee: Command) -> None:
    refused(
        referee("players", "merge", "Ann", "Cat"),
        REFUSED,
        "Ann and Cat played together in session 1, so they are two people",
    )
    assert referee("players", "merge", "Anny", "Ann").code == 0
    refused(referee("players", "merge", "Ann", "Dan"), REFUSED, "Ann and Dan played together in session 2")
    refused(referee("players", "merge", "Dan", "Anny"), REFUSED, "Dan and Ann played together in session 2")
    assert played(db) == {"Ann": 2, "Ben": 2, "Cat": 1, "Dan": 1}


def test_nobody_is_merged_into_one_who_is_merged(db: Path, referee: Command) -> None:
    referee("players", "add", "Annie", "Nan", "Nancy")
    assert referee("players", "merge", "Anny", "Ann").code == 0
    assert referee("players", "merge", "Annie", "Anny").out == "Merged: Annie now counts as Ann (0 sessions).\n"
    assert referee("players", "merge", "Nan", "Nancy").code == 0
    ended = referee("players", "merge", "Nancy", "Annie")
    assert ended.out == "Merged: Nancy now counts as Ann, and Nan too (0 sessions).\n"
    assert listed(referee)["Ann"] == (2, ["Annie", "Anny", "Nan", "Nancy"])
    refused(referee("players", "merge", "Nan", "Ann"), REFUSED, "Nan already counts as Ann")
    refused(referee("players", "merge", "Ann", "Nan"), REFUSED, "Ann already counts as Ann")
    refused(referee("players", "merge", "Nan", "Cat"), REFUSED, "`referee players unmerge Nan` comes first")
    refused(referee("players", "unmerge", "Ann"), REFUSED, "Annie, Anny, Nan, Nancy can be unmerged from Ann")
    refused(referee("players", "unmerge", "Dan"), REFUSED, "Dan isn't merged")
    for name in ("Nan", "Nancy", "Annie", "Anny"):
        assert referee("players", "unmerge", name).code == 0
    assert played(db) == {"Ann": 1, "Anny": 1, "Ben": 2, "Cat": 1, "Dan": 1}


def test_one_player_has_one_seat(db: Path, referee: Command) -> None:
    referee("players", "merge", "Anny", "Ann")
    refused(
        referee("new", "oh-hell", "Ann", "Anny", "Ben"),
        USAGE,
        "Ann and Anny count as one player. To separate them, run `referee players unmerge`",
    )
    assert len(json.loads(referee("sessions", "--json").out)["rows"]) == 2
    referee("players", "unmerge", "Anny")
    assert referee("new", "oh-hell", "Ann", "Anny", "Ben").code == 0


def test_names_are_only_names(referee: Command) -> None:
    name = "[red]O'Neil ); DROP TABLE player"
    assert referee("players", "add", name).code == USAGE  # for the semicolon
    name = "[red]O'Neil) --"
    assert referee("players", "add", name).out == f"added: {name}\n"
    assert referee("players", "rename", name, "Neil %").code == 0
    assert name not in referee("players", "list").out
    referee("players", "add", name)
    assert "players merge 'Neil %' '[red]O'\"'\"'Neil) --'" in referee("players", "rename", "neil %", name).err
    assert name in referee("players", "list").out


def test_alone_the_noun_shows_its_commands(referee: Command) -> None:
    ended = referee("players")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == referee("players", "--help").out
    assert all(f"\n  {name} " in ended.out for name in ("list", "add", "rename", "merge", "unmerge"))
