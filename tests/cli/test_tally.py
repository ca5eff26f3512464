"""A tally: who wins is known by its name or asked, and its name is its game in statistics."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoresheets.book.well_known import WINS, fewest_win
from scoresheets.catalogue import slug_in
from scoresheets.errors import NOTHING, USAGE
from scoresheets.keeping.journal import open_journal
from tests.cli.conftest import Command
from tests.tables import seated

README = Path(__file__).parents[2] / "README.md"


def winners(referee: Command) -> list[str]:
    referee("end")
    return list(json.loads(referee("sessions", "--json").out)["rows"][-1]["winners"])


def test_the_first_example_of_the_readme_names_the_winner(referee: Command) -> None:
    text = README.read_text(encoding="utf-8")
    command, line = re.findall(r"`referee (new tally [^`]+)`[^`]+`(\d[^`]+)`", text)[0]
    opened = referee(*shlex.split(command))
    assert opened.code == 0 and "fewest" in opened.err and "--high-wins" in opened.err
    assert referee("say", line).code == 0 and line == "12 0 14"
    assert winners(referee) == ["Ben"]


@pytest.mark.parametrize(
    ("name", "won"),
    [("Hearts", "Ben"), ("hearts", "Ben"), ("Golf", "Ben"), ("Cabo", "Ben"),
     ("Skyjo", "Ben"), ("6 nimmt!", "Ben"), ("Black Lady", "Ben"),
     ("Spades", "Cat"), ("Gin", "Cat"), ("Scrabble", "Cat"), ("Oh Hell!", "Cat"), ("Jass", "Cat")],
)  # fmt: skip
def test_a_name_that_most_people_know_says_who_wins(referee: Command, name: str, won: str) -> None:
    result = referee("new", "tally", "Ann", "Ben", "Cat", "--name", name)
    assert result.code == 0 and ("fewest" if won == "Ben" else "most") in result.err
    referee("say", "12 0 14")
    assert winners(referee) == [won]


@pytest.mark.parametrize("name", ["", "Rage", "Uno", "tally"])
def test_where_nobody_can_be_asked_it_has_to_be_said(referee: Command, name: str) -> None:
    named = ["--name", name] if name else []
    result = referee("new", "tally", "Ann", "Ben", "Cat", *named)
    assert result.code == USAGE and "--low-wins" in result.err and "--high-wins" in result.err
    assert json.loads(referee("sessions", "--json").out)["rows"] == [], "nothing was opened"


@pytest.mark.parametrize(
    ("how", "won"),
    [(["--low-wins"], "Ben"), (["--high-wins"], "Cat"), (["--set", "low-wins=yes"], "Ben"),
     (["--set", "low-wins=no"], "Cat"), (["--like", "low"], "Ben")],
)  # fmt: skip
@pytest.mark.parametrize("name", ["Rage", "Hearts", "Spades"])
def test_what_the_table_says_goes_before_the_name(referee: Command, name: str, how: list[str], won: str) -> None:
    result = referee("new", "tally", "Ann", "Ben", "Cat", "--name", name, *how)
    assert (result.code, result.err) == (0, "")
    referee("say", "12 0 14")
    assert winners(referee) == [won]


def test_chips_are_won_by_whoever_has_the_most(referee: Command) -> None:
    assert referee("new", "tally", "Ann", "Ben", "--name", "Poker", "--set", "chips=yes").code == 0
    referee("say", "5 -5")
    assert winners(referee) == ["Ann"]


def test_other_games_know_who_wins(referee: Command) -> None:
    assert referee("new", "gops", "Ann", "Ben", "--low-wins").code == USAGE


def test_what_was_said_once_holds_for_the_name(referee: Command) -> None:
    referee("new", "tally", "Ann", "Ben", "--name", "Rage", "--low-wins")
    result = referee("new", "tally", "Ann", "Ben", "--name", "rage")
    assert result.code == 0 and "last time" in result.err
    referee("say", "1 2")
    assert winners(referee) == ["Ann"]


def test_the_same_table_goes_on_by_its_name_and_another_name_is_another_game(referee: Command) -> None:
    referee("new", "tally", "Ann", "Ben", "--name", "Rage", "--low-wins")
    assert referee("new", "tally", "--same", "--title", "Monday").code == 0
    referee("say", "1 2")
    assert winners(referee) == ["Ben"]
    assert referee("new", "tally", "--same", "--name", "Spades").code == 0
    referee("say", "1 2")  # Ann sits first again
    assert winners(referee) == ["Ben"]
    assert referee("new", "tally", "--same", "--name", "Ligretto").code == USAGE
    games = [row["game"] for row in json.loads(referee("sessions", "--json").out)["rows"]]
    assert games == ["rage", "rage", "spades"]


def test_somebody_at_a_terminal_is_asked(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    answers: Iterator[str] = iter(["perhaps", "f"])
    questions: list[str] = []

    def prompt(question: str, **how: object) -> str:
        questions.append(question)
        return next(answers)

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.prompt", prompt)
    assert referee("new", "tally", "Ann", "Ben", "Cat", "--name", "Rage").code == 0
    assert len(questions) == 2 and "most" in questions[0] and "fewest" in questions[0]
    referee("say", "12 0 14")
    assert winners(referee) == ["Ben"]


def test_names_are_written_in_short_and_stand_in_one_list() -> None:
    assert all(slug_in(name) == name for name in WINS)
    assert fewest_win("Uno") is None and fewest_win("") is None and fewest_win("!?") is None


# Its name is its game


@pytest.fixture
def evening(referee: Command) -> Command:
    """Two games of Rage, one of Skyjo and one without a name, all on tallies, one of them on a special evening."""
    for options, points in (
        (("--name", "Rage", "--high-wins"), "10 20"),
        (("--name", "Rage", "--title", "Friday: late"), "30 5"),
        (("--name", "Skyjo"), "7 9"),
        (("--high-wins",), "1 2"),
    ):
        assert referee("new", "tally", "Ann", "Ben", "--set", "rounds=1", *options).code == 0
        assert referee("say", points).code == 0
        assert referee("end").code == 0
    return referee


def games(text: str) -> set[str]:
    return {row["game"] for row in json.loads(text)["rows"]}


@pytest.mark.parametrize("command", [("standings",), ("records",), ("sessions",), ("player", "Ann")])
def test_the_name_of_a_tally_is_its_game(evening: Command, command: tuple[str, ...]) -> None:
    assert games(evening(*command, "--json").out) == {"rage", "skyjo", "tally"}
    for wanted, found in (("Rage", "rage"), ("rage", "rage"), ("SKYJO", "skyjo"), ("tally", "tally")):
        assert games(evening(*command, "--game", wanted, "--json").out) == {found}
    assert evening(*command, "--game", "Ligretto").code == NOTHING


def test_each_name_has_its_own_figures(evening: Command) -> None:
    rows = {(row["game"], row["player"]): row for row in json.loads(evening("standings", "--json").out)["rows"]}
    assert (rows["rage", "Ann"]["played"], rows["rage", "Ann"]["won"], rows["rage", "Ann"]["points"]) == (2, 1, 40)
    assert (rows["skyjo", "Ann"]["played"], rows["skyjo", "Ann"]["won"]) == (1, 1)
    (ann,) = (row for row in json.loads(evening("standings", "--json").out)["overall"] if row["player"] == "Ann")
    assert ann["games"] == 3
    best = {row["game"]: row["best"]["points"] for row in json.loads(evening("player", "Ann", "--json").out)["rows"]}
    assert best == {"rage": 30, "skyjo": 7, "tally": 1}


def test_ratings_go_by_the_name(evening: Command) -> None:
    pytest.importorskip("openskill")
    rows = json.loads(evening("standings", "--rating", "--json").out)["rows"]
    rated = {(row["game"], row["player"]): row["rating"] for row in rows}
    assert rated["skyjo", "Ann"] > rated["skyjo", "Ben"] and rated["tally", "Ben"] > rated["tally", "Ann"]


def test_what_was_broken_off_goes_by_the_name(evening: Command) -> None:
    evening("new", "tally", "Ann", "Ben", "--name", "Skyjo", "--set", "rounds=2")
    evening("say", "1 2")
    evening("end", "--yes")
    assert json.loads(evening("standings", "--json").out)["unfinished"] == {"skyjo": 1}
    assert json.loads(evening("standings", "--game", "rage", "--json").out)["unfinished"] == {}


def test_totals_that_come_in_are_of_the_same_game(evening: Command, tmp_path: Path) -> None:
    file = tmp_path / "past.csv"
    file.write_text("date,game,Ann,Ben\n2006-01-13,Skyjo,5,6\n2006-01-14,Rage,5,6\n", encoding="utf-8")
    assert evening("import", str(file)).code == 0
    rows = {(row["game"], row["player"]): row for row in json.loads(evening("standings", "--json").out)["rows"]}
    assert (rows["skyjo", "Ann"]["played"], rows["skyjo", "Ann"]["won"]) == (2, 2)
    assert (rows["rage", "Ben"]["played"], rows["rage", "Ben"]["won"]) == (3, 2)


def test_a_tally_of_a_game_of_ours_counts_as_that(referee: Command) -> None:
    referee("new", "tally", "Ann", "Ben", "Cat", "--name", "Hearts", "--set", "rounds=1")
    referee("say", "12 0 14")
    (row,) = (row for row in json.loads(referee("standings", "--json").out)["rows"] if row["won"])
    assert (row["game"], row["player"]) == ("hearts", "Ben")
    assert json.loads(referee("whatif", "--all", "--set", "queen=20", "--json").out)["rows"] == []


def test_the_name_stands_on_the_board_and_on_paper(evening: Command, tmp_path: Path) -> None:
    board = json.loads(evening("board", "2", "--json").out)
    assert (board["game"], board["title"]) == ("Rage", "Friday: late")
    plays = json.loads(evening("export", "--all", "--format", "bgstats").out)
    assert [game["name"] for game in plays["games"]] == ["Rage", "Skyjo", "Tally"]
    assert [play["comments"] for play in plays["plays"]] == ["", "Friday: late", "", ""]
    rows = evening("export", "--all", "--format", "rows").out
    assert [line.split(",")[2] for line in rows.splitlines()[1:]] == ["Rage", "Rage", "Skyjo", "Tally"]
    assert evening("export", "3", "--format", "md").out.startswith("# Skyjo\n\nSkyjo ·")


def test_a_name_with_a_colon_is_one_name(referee: Command) -> None:
    referee("new", "tally", "Ann", "Ben", "--name", "Star Realms: Frontiers", "--title", "Friday", "--high-wins")
    (row,) = json.loads(referee("sessions", "--json").out)["rows"]
    assert row["game"] == "star-realms-frontiers"


def test_a_record_of_a_tally_keeps_its_name(evening: Command, tmp_path: Path) -> None:
    file = tmp_path / "night.record"
    file.write_text(evening("export", "2").out.replace("10 20", "11 20"), encoding="utf-8")
    assert evening("import", "--again", str(file)).code == 0
    assert games(evening("sessions", "--game", "Rage", "--json").out) == {"rage"}
    assert len(json.loads(evening("sessions", "--game", "Rage", "--json").out)["rows"]) == 3


def test_a_sheet_of_a_file_is_found_by_its_own_name(referee: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "thursday.toml"
    sheet.write_text(
        'name = "Our Rummy"\nplayers = "2-4"\nrounds = 1\n\n[column.points]\nkind = "points"\n', encoding="utf-8"
    )
    assert referee("new", str(sheet), "Ann", "Ben").code == 0
    assert referee("say", "Ann points 5; done").code == 0
    assert games(referee("sessions", "--json").out) == {"thursday"}
    assert games(referee("sessions", "--game", "our rummy", "--json").out) == {"thursday"}


def test_a_tally_is_won_as_it_was_before_where_nobody_chose(tmp_path: Path, referee: Command) -> None:
    """A session that was opened before anybody was asked."""
    with open_journal(tmp_path / "evening.db", create=True) as journal:
        journal.new("tally", ["Ann", "Ben"], title="Ligretto")
    assert "most" in referee("new", "tally", "Ann", "Ben", "--name", "Ligretto").err
    assert seated("tally", "Ann Ben", "1 2", "end").winners() == ["Ben"]
