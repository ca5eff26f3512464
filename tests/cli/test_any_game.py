"""Games on a tally and on declared sheets, beside the others."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee import find_game
from referee.declared.shelf import SHEETS
from tests.cli.conftest import Command

HEARTS = SHEETS / "hearts.toml"

CLUB = """
name = "Club"
players = "2-4"
rounds = 2

[column.tricks]
kind = "count"
each = 2
total = 5
"""


@pytest.fixture
def houses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where houses lie, and sheets among them."""
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    folder = tmp_path / "houses"
    folder.mkdir()
    return folder


def test_an_evening_of_four_games_two_of_them_declared(referee: Command, houses: Path) -> None:
    opened = referee("new", "hearts", "Ann", "Ben", "Cat", "--set", "target=50", "--title", "friday")
    assert "friday (session 1)" in opened.out and "target=50" in opened.out
    assert referee("say", "hearts 5 3 5; Cat queen").code == 0
    refused = referee("say", "hearts 5 3 6")
    assert refused.code == 1 and "[hearts]\n" in refused.err
    assert "Try: hearts 4 3 6" in refused.err
    assert referee("fix", "1", "hearts 4 4 5", "--why", "misread").code == 0
    assert "Undone: Cat queen" in referee("undo").out
    assert "Redone: Cat queen" in referee("redo").out
    assert "Cat: 5 + 13 = 18" in referee("why", "Cat").out
    assert referee("say", "Ben moon; hearts 3 0 10; Ann queen").code == 0
    assert "Ben wins!" in referee("score").out

    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=2", "--set", "hands=1").code == 0
    assert referee("say", "deal; Ben bids 1; Cat bids 0; Ann bids 2; Ben takes 1; Ann takes 1").code == 0

    assert (
        "Poker (session 3)" in referee("new", "tally", "Ann", "Ben", "Cat", "--name", "Poker", "--set", "chips=yes").out
    )
    assert referee("say", "50+40-5 -85 0; Ann -20; Cat 20; done").code == 0
    off = referee("say", "10 10 10")
    assert off.code == 1 and "30 too many. [points]" in off.err
    assert referee("end").code == 0
    assert "Ben pays Ann 65" in referee("settle").out

    assert referee("new", "gops", "Ann", "Ben").code == 0
    assert referee("end", "--yes").code == 0

    rows = json.loads(referee("sessions", "--json").out)["rows"]
    games = {row["number"]: row["game"] for row in rows}
    assert games == {1: "hearts", 2: "oh-hell", 3: "poker", 4: "gops"}
    standings = {row["player"]: row for row in json.loads(referee("standings", "--json").out)["rows"]}
    assert {"Ann", "Ben", "Cat"} <= set(standings)
    assert referee("print", "1").code == 0 and referee("chart", "1").code == 0
    assert referee("whatif", "--session", "1", "--set", "queen=20").code == 0
    assert not referee("doctor").err


def test_a_session_keeps_its_sheet(referee: Command, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(CLUB, encoding="utf-8")
    assert "Club (session 1)" in referee("new", str(mine), "Ann", "Ben").out
    assert referee("say", "tricks 3 2").code == 0
    mine.write_text(CLUB.replace("each = 2", "each = 7").replace("total = 5", "total = 9"), encoding="utf-8")
    assert "Ann 6, Ben 4" in referee("say", "note still the same").out or "6" in referee("score").out
    mine.unlink()
    assert "total: Ann 8, Ben 12" in referee("say", "tricks 1 4").out
    whole = referee("export", "1", "--format", "json").out
    assert json.loads(whole)["sessions"][0]["sheet"] == CLUB

    path = tmp_path / "kept.json"
    path.write_text(whole, encoding="utf-8")
    assert "Club" in referee("import", str(path), "--again").out
    assert json.loads(referee("score", "2", "--json").out)["scores"] == {"Ann": 8, "Ben": 12}


def test_a_table_may_do_without_what_ends_the_game_in_the_book(referee: Command, tmp_path: Path) -> None:
    """Spades at a table where nobody loses at 200 below zero."""
    opened = referee("new", "spades", "Ann", "Ben", "Cat", "Dan", "--set", "floor=none")
    assert "floor=none" in opened.out and "(standard: -200)" in opened.out
    assert referee("say", "bids 13 0 0 3; tricks 3 4 4 2; bids 13 0 0 3; tricks 3 4 4 2").code == 0
    score = json.loads(referee("score", "--json").out)
    assert min(score["scores"].values()) < -200 and not score["over"]
    for way in ("record", "json"):
        path = tmp_path / f"kept.{way}"
        path.write_text(referee("export", "1", "--format", way).out, encoding="utf-8")
        assert "floor=none" in path.read_text(encoding="utf-8") or way == "json"
        taken = json.loads(referee("import", str(path), "--again", "--json").out)["rows"][0]
        assert not json.loads(referee("score", str(taken["session"]), "--json").out)["over"]
    text = find_game("spades").said("ends", 4, {**find_game("spades").house(4, {}), "floor": None})
    changed, _, standard = text.partition("(standard: ")
    assert "500" in changed and "−200" not in changed and "−200" in standard


def test_a_sheet_among_the_houses_is_found_by_its_name(referee: Command, houses: Path) -> None:
    shutil.copy(HEARTS, houses / "hearts.toml")
    text = HEARTS.read_text(encoding="utf-8").replace("worth = 13", "worth = 25")
    (houses / "hearts.toml").write_text(text, encoding="utf-8")
    (houses / "club.toml").write_text(CLUB, encoding="utf-8")
    (houses / "ours.toml").write_text("[club]\nrounds = 3\n", encoding="utf-8")
    rows = {row["game"]: row for row in json.loads(referee("games", "--json").out)["rows"]}
    assert "club" in rows and rows["hearts"]["name"] == "Hearts"
    assert rows["hearts"]["from"].endswith("hearts.toml") and rows["skat"]["from"] == "declared"
    listed = referee("games", "--family", "sheet")
    assert "hearts" in listed.out and not listed.err
    assert "25 points" in referee("rules", "hearts").out
    assert [row["house"] for row in json.loads(referee("house", "list", "--json").out)["rows"]] == ["ours"]
    assert "ours" in referee("new", "club", "Ann", "Ben", "--house", "ours").out
    shown = referee("house", "show", "club")
    assert shown.code == 2 and "club" in shown.err


def test_the_same_table_without_its_sheet_is_told_so(referee: Command, tmp_path: Path) -> None:
    (mine := tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
    assert referee("new", str(mine), "Ann", "Ben").code == 0
    result = referee("new", "club", "--same")
    assert result.code == 4 and "club" in result.err
    assert "Ben, Ann" in referee("new", str(mine), "--same").out
    assert "`referee new tally PLAYER… --name poker`" in referee("new", "poker", "--same").err


def test_a_record_has_its_sheet_beside_it(referee: Command, tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
    record = tmp_path / "friday.record"
    record.write_text("game: club\nplayers: Ann, Ben\n\ntricks 3 2\n! [tricks] tricks 3 3\n= Ann 6, Ben 4\n", "utf-8")
    assert referee("check", str(record)).code == 0
    assert "Club (Ann, Ben)" in referee("import", str(record)).out
    assert json.loads(referee("export", "1", "--format", "json").out)["sessions"][0]["sheet"] == CLUB
    (tmp_path / "club.toml").write_text(CLUB.replace("count", "cuont"), encoding="utf-8")
    judged = referee("check", str(record))
    assert judged.code == 1 and "line 7" in judged.out and "'cuont'" in judged.out
    record.write_text("game: ../club.toml\nplayers: Ann, Ben\n", encoding="utf-8")
    assert "'../club'" in referee("check", str(record)).out


def test_a_sheet_is_looked_at_and_printed_before_it_is_played(referee: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "club.toml"
    sheet.write_text(CLUB, encoding="utf-8")
    page = referee("rules", str(sheet), "--players", "3")
    assert page.code == 0 and page.out.startswith("Club\n\nAt a glance\n") and "Tricks score 2 each" in page.out
    printed = referee("print", str(sheet), "Ann", "Ben")
    assert printed.code == 0 and "<title>Club</title>" in printed.out and "Ann" in printed.out


def test_what_is_wrong_in_a_sheet_is_said_line_by_line(referee: Command, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(CLUB.replace("2-4", "2-x").replace("count", "cuont"), encoding="utf-8")
    result = referee("new", str(bad), "Ann", "Ben")
    assert result.code == 2
    assert [line.partition("bad.toml:")[2].split(": ")[0] for line in result.err.splitlines()] == ["3", "7"]
    assert referee("new", str(tmp_path / "none.toml"), "Ann", "Ben").code == 4
    raw = tmp_path / "raw.toml"
    raw.write_bytes(b"\xff\xfe")
    assert "raw.toml:1: " in referee("new", str(raw), "Ann").err


def test_a_broken_sheet_costs_itself(referee: Command, houses: Path) -> None:
    (houses / "club.toml").write_text(CLUB.replace("count", "cuont"), encoding="utf-8")
    assert "line 7" in referee("games").err
    result = referee("new", "club", "Ann", "Ben")
    assert result.code == 2 and "club.toml:7: " in result.err and "tally" not in result.err
    assert (found := referee("doctor", "--quick")).code == 1 and "club.toml" in found.out
    assert referee("new", "hearts", "Ann", "Ben", "Cat").code == 0


def test_all_who_are_even_have_won(referee: Command) -> None:
    referee("new", "tally", "Ann", "Ben", "Cat", "--set", "rounds=1", "--high-wins")
    assert "Ann, Ben and Cat tie!\n" in referee("say", "5 5 5").out


def test_an_unknown_game_may_be_kept_on_a_tally(referee: Command) -> None:
    result = referee("new", "poker", "Ann", "Ben")
    assert result.code == 4 and "`referee new tally PLAYER… --name poker`" in result.err
    assert "hearts" in referee("new", "heart", "Ann", "Ben").err


def test_nothing_heavy_is_imported_to_hear_a_declared_game(referee: Command, tmp_path: Path) -> None:
    assert referee("new", "spades", "Ann", "Ben", "Cat", "Dan").code == 0
    code = (
        "import sys; from scoresheets.cli import run; run(['say', 'bids', '3', '3', '3', '3']);"
        " print(sorted({name.partition('.')[0] for name in sys.modules} & {'pydantic', 'tomlkit', 'typer', 'rich'}))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "bid: Ann 3, Ben 3, Cat 3, Dan 3" in said.stdout and said.stdout.splitlines()[-1] == "[]"
