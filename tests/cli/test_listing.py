"""A command's answer in rows: table, JSON and CSV from the same columns."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from scoresheets.cli.listing import Column, Listing
from tests.docs_schemas import schema


class Finish(NamedTuple):
    game: str
    player: str
    points: int
    with_whom: tuple[str, ...] = ()
    note: str | None = None


FINISHES: Listing[Finish] = Listing(
    Column("game", str, "game", once=True),
    Column("points", int, "points", cell=lambda row: f"{row.points:+d}", after="player"),
    Column("player", str, "player", lambda row: row.player.upper()),
    Column("with_whom", [str]),
    Column("note", str | None, "note", optional=True),
)
ROWS = [Finish("whist", "Ann", 3, ("Ben", "Cat")), Finish("whist", "Dan", -20), Finish("brag", "Ann", 1)]


def test_the_table_has_what_has_a_title_in_its_own_order(capsys: pytest.CaptureFixture[str]) -> None:
    FINISHES.out(ROWS, plain=True)
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["game", "player", "points"],
        ["whist", "ANN", "+3"],
        ["DAN", "-20"],
        ["brag", "ANN", "+1"],
    ]


def test_numbers_stand_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    FINISHES.out(ROWS, plain=True)
    assert len({len(line) for line in capsys.readouterr().out.splitlines()}) == 1


def test_an_optional_column_is_there_for_a_single_cell(capsys: pytest.CaptureFixture[str]) -> None:
    FINISHES.out([*ROWS, Finish("brag", "Ben", 0, note="late")], plain=True)
    assert "note" in capsys.readouterr().out


def test_json_has_every_column_and_what_the_rows_are_about(capsys: pytest.CaptureFixture[str]) -> None:
    FINISHES.out(ROWS[:1], json=True, about={"session": 7}, beside={"more": True})
    row = {"game": "whist", "points": 3, "player": "ANN", "with_whom": ["Ben", "Cat"], "note": None}
    assert list(json.loads(capsys.readouterr().out).items()) == [
        ("schema", 1), ("session", 7), ("rows", [row]), ("more", True)]  # fmt: skip


def test_csv_has_every_column_and_a_list_in_one_cell(capsys: pytest.CaptureFixture[str]) -> None:
    FINISHES.out(ROWS[:1], csv=True)
    assert capsys.readouterr().out == 'game,points,player,with_whom,note\nwhist,3,ANN,"Ben, Cat",\n'


def test_without_rows_the_table_gives_way_to_words_and_json_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    FINISHES.out([], nothing="no game")
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "no game\n")
    FINISHES.out([], json=True, nothing="no game")
    assert json.loads(capsys.readouterr().out)["rows"] == []


def test_columns_are_chosen_and_left_out_by_their_keys() -> None:
    assert [column.key for column in FINISHES.only("note", "game").columns] == ["game", "note"]
    assert [column.key for column in FINISHES.without("note", "game").columns] == ["points", "player", "with_whom"]


def test_each_type_has_its_schema() -> None:
    assert schema(int | None) == {"type": ["integer", "null"]}
    assert schema([str]) == {"type": "array", "items": {"type": "string"}}
    assert schema({str: float}) == {"type": "object", "additionalProperties": {"type": "number"}}
    assert schema({"yes", "no"}) == {"enum": ["no", "yes"]}
    assert schema((None, {"line": int})) == {
        "type": ["null", "object"],
        "properties": {"line": {"type": "integer"}},
        "required": ["line"],
        "additionalProperties": False,
    }
