"""Groups: players who sit down together, by a name or as the last time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoresheets.errors import DATABASE, FINE, NOTHING, REFUSED, USAGE
from scoresheets.keeping.journal import open_journal
from tests.cli.conftest import Command, Ended


def refused(ended: Ended, code: int, text: str) -> None:
    assert (ended.code, ended.out) == (code, "")
    assert text in ended.err and ended.err.count("\n") == 1


def seats(referee: Command) -> list[str]:
    players: list[str] = json.loads(referee("score", "--json").out)["players"]
    return players


def house(referee: Command) -> dict[str, object]:
    rules: dict[str, object] = json.loads(referee("score", "--json").out)["house"]
    return rules


def test_a_group_is_remembered_when_it_first_sits_down(referee: Command) -> None:
    ended = referee("new", "gops", "--group", "Tuesday", "Ann", "Ben", "Cat Miller")
    assert (ended.code, ended.err) == (FINE, "Saved group Tuesday: Ann, Ben, Cat Miller\n")
    assert referee("new", "oh-hell", "--group", "tuesday").code == FINE
    assert seats(referee) == ["Ann", "Ben", "Cat Miller"]
    assert referee("new", "oh-hell", "--group", "tuesday", "Ben", "Cat Miller", "ann").err == "", (
        "the same, otherwise seated"
    )
    assert seats(referee) == ["Ben", "Cat Miller", "ann"]
    refused(
        referee("new", "gops", "--group", "tuesday", "Ann", "Dan"),
        REFUSED, "Tuesday is Ann, Ben, Cat Miller",
    )  # fmt: skip
    refused(
        referee("new", "gops", "--group", "thursday"), NOTHING, "no group is called thursday; did you mean Tuesday?"
    )


def test_a_game_that_is_not_opened_remembers_nobody(referee: Command) -> None:
    assert referee("new", "oh-hell", "--group", "two", "Ann", "Ben").code == USAGE
    assert json.loads(referee("players", "groups", "--json").out)["rows"] == []
    refused(referee("new", "nope", "--group", "two", "Ann", "Ben"), NOTHING, "there is no game called 'nope'")


def test_groups_are_made_listed_renamed_and_dropped(referee: Command) -> None:
    assert referee("players", "groups").err == (
        "No groups yet. To save one, run `referee players group NAME PLAYER…`.\n"
    )
    referee("players", "add", "Ann", "Ben")
    ended = referee("players", "group", "tuesday", "Ben", "Ann", "Cat")
    assert "tuesday: Ben, Ann, Cat" in ended.out and ended.err.startswith("Cat ")
    assert referee("players", "group", "TUESDAY", "Ann", "Ben").out == "Saved group tuesday: Ann, Ben\n"
    assert referee("players", "group", "Tuesday").out == "tuesday: Ann, Ben\n"
    referee("players", "group", "all", "Ann", "Ben", "Cat")
    assert referee("players", "groups", "--csv").out == 'name,players\nall,"Ann, Ben, Cat"\ntuesday,"Ann, Ben"\n'
    assert "tuesday" in referee("players", "groups").out
    assert referee("players", "group", "tuesday", "--rename", "Wed").code == FINE
    assert referee("players", "group", "wed", "--drop").out == "dropped: Wed (Ann, Ben)\n"
    refused(referee("players", "group", "wed"), NOTHING, "no group is called wed")
    assert [row["name"] for row in json.loads(referee("players", "list", "--json").out)["rows"]] == [
        "Ann",
        "Ben",
        "Cat",
    ]
    assert referee("doctor").code == FINE


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (("Ann", "Ben", "Cat"), REFUSED, "Ann is a player, so no group can be called that"),
        (("x", "ann", "Ann"), USAGE, "ann, Ann: nobody can be in a group twice"),
        (("x", "Ann", "Anny"), USAGE, "Ann, Anny: nobody can be in a group twice"),
        (("x", "Ann", "7"), USAGE, "a name needs a letter, not only digits: 7"),
        (("x,y", "Ann"), USAGE, "a name can't contain ','"),
        (("all", "--rename", "Ben"), REFUSED, "Ben is a player"),
        (("all", "--rename", "some"), REFUSED, "some is another group"),
        (("all", "Ann", "--drop"), USAGE, "choose one: players, --rename or --drop"),
        (("none", "--drop"), NOTHING, "no group is called none"),
    ],
)
def test_what_can_be_no_group(referee: Command, words: tuple[str, ...], code: int, text: str) -> None:
    referee("players", "add", "Ann", "Ben", "Anny")
    referee("players", "merge", "Anny", "Ann")
    referee("players", "group", "all", "Ann", "Ben")
    referee("players", "group", "some", "Ben")
    before = referee("players", "groups", "--json").out
    refused(referee("players", "group", *words), code, text)
    assert referee("players", "groups", "--json").out == before


def test_whoever_is_renamed_or_merged_stays_in_the_group(referee: Command) -> None:
    referee("players", "group", "all", "Ann", "Bob")
    referee("players", "rename", "Bob", "Robert")
    referee("players", "add", "Anna")
    referee("players", "merge", "Ann", "Anna")
    assert referee("players", "group", "all").out == "all: Anna, Robert\n"


def test_standings_and_records_of_a_group(referee: Command, tmp_path: Path) -> None:
    (tmp_path / "totals.csv").write_text("date,Ann,Ben,Cat\n2006-01-13,1,2,\n2006-01-14,3,4,5\n")
    referee("import", str(tmp_path / "totals.csv"), "--game", "Hearts")
    referee("players", "group", "two", "Ben", "Ann")
    rows = json.loads(referee("standings", "--group", "two", "--json").out)["rows"]
    assert {(row["player"], row["played"]) for row in rows} == {("Ann", 1), ("Ben", 1)}
    rows = json.loads(referee("standings", "--group", "two,Cat", "--json").out)["rows"]
    assert {(row["player"], row["played"]) for row in rows} == {("Ann", 2), ("Ben", 2), ("Cat", 1)}
    assert {row["session"] for row in json.loads(referee("records", "--group", "Two", "--json").out)["rows"]} == {1}


# As the last time


def test_the_last_table_once_more_turned_by_one(referee: Command) -> None:
    refused(referee("new", "gops", "--same"), NOTHING, "No games saved yet.")
    refused(
        referee("new", "gops"), USAGE, "Who's playing? Name the players clockwise, as in `referee new gops PLAYER…`"
    )
    referee("new", "oh-hell", "Ann", "Ben", "Cat", "Dan", "--set", "first-hand=5")
    referee("new", "oh-hell", "--same")
    assert seats(referee) == ["Ben", "Cat", "Dan", "Ann"]
    assert house(referee)["first-hand"] == 5
    referee("new", "oh-hell", "--same", "--set", "first-hand=4")
    assert (seats(referee), house(referee)["first-hand"]) == (["Cat", "Dan", "Ann", "Ben"], 4)
    referee("new", "samba", "--same")
    assert seats(referee) == ["Dan", "Ann", "Ben", "Cat"]
    refused(
        referee("new", "gops", "--same", "Ann"),
        USAGE,
        "--same uses the players of session 4: don't name any.",
    )
    refused(referee("new", "gops", "--same", "--group", "x"), USAGE, "--same uses the players of session 4")


def test_the_same_house_for_another_game(referee: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    referee("house", "init", "home", "oh-hell", "gops")
    referee("house", "set", "home", "gops", "ties=split")
    referee("new", "oh-hell", "Ann", "Ben", "Cat", "--house", "home")
    ended = referee("new", "gops", "--same")
    assert "home" in ended.out
    assert house(referee)["ties"] == "split"


def test_the_same_tally_is_of_the_same_game(referee: Command) -> None:
    referee("new", "tally", "Ann", "Ben", "Cat", "--name", "Rage", "--set", "low-wins=yes")
    assert "Rage (session 2)" in referee("new", "tally", "--same").out
    assert house(referee)["low-wins"] == "yes"
    assert "Skyjo (session 3)" in referee("new", "tally", "--same", "--name", "Skyjo").out


def test_who_has_joined_and_left_is_the_table(referee: Command) -> None:
    referee("new", "fan-tan", "Ann", "Ben", "Cat")
    for report in ("Dan joins", "Ben leaves"):
        assert referee("say", report).code == FINE, report
    referee("new", "gops", "--same")
    assert seats(referee) == ["Cat", "Dan", "Ann"]


def test_a_group_that_was_changed_by_hand_is_noticed(referee: Command, tmp_path: Path) -> None:
    referee("players", "group", "all", "Ann", "Ben")
    with open_journal(tmp_path / "evening.db") as journal:
        journal.link.execute("DELETE FROM group_member WHERE place = 2")
    ended = referee("players", "groups")
    assert ended.code == DATABASE and "group all " in ended.err
    assert referee("doctor").code != FINE
    with open_journal(tmp_path / "evening.db") as journal:
        journal.link.execute("DELETE FROM group_member")
        journal.link.execute("DELETE FROM player_group")
    assert referee("new", "gops", "--group", "all").code == DATABASE
