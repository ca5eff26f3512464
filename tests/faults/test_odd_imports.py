"""Invalid imports: one message each, the right exit code, and nothing is saved."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.testing.often import times
from scoresheets.errors import FINE, NOTHING, REFUSED, USAGE
from scoresheets.keeping.exports import as_csv, as_json
from scoresheets.keeping.journal import open_journal
from tests.evening import again, oh_hell, referee

HUGE = 10**30


@pytest.fixture
def whole(tmp_path: Path) -> dict[str, Any]:
    with oh_hell(tmp_path / "nights.db", "deal Ann 2", "note so it began") as session:
        night: dict[str, Any] = json.loads(as_json([session]))
    for row in (night["sessions"][0], *night["sessions"][0]["entries"]):
        row.pop("chain", None)
        row.pop("digest", None)
    return night


def imported(tmp_path: Path, text: str) -> Any:
    (tmp_path / "it.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    return referee(tmp_path / "other.db", "import", str(tmp_path / "it.json"))


ODD: dict[str, tuple[str, str, Any]] = {
    "edition": ("session", "edition", HUGE),
    "negative edition": ("session", "edition", -HUGE),
    "seed": ("session", "seed", HUGE),
    "endless number": ("session", "seed", int("9" * 4000)),
    "no number": ("session", "edition", float("nan")),
    "too much of a number": ("session", "edition", float("inf")),
    "line": ("line", "number", HUGE),
    "target": ("line", "target", HUGE),
    "moved": ("line", "moved", -HUGE),
    "title": ("session", "title", "a \ud800 in it"),
    "place": ("session", "place", "\udcff"),
    "profile": ("session", "profile", "\udcff"),
    "dealer": ("session", "dealer", "\ud800"),
    "players": ("session", "players", ["Ann", "Ben", "C\ud800"]),
    "game": ("session", "game", "\ud800"),
    "text": ("line", "text", "note \ud800"),
    "typed": ("line", "typed", "note \udcff"),
    "why": ("line", "why", "\ud800"),
    "message": ("line", "message", "\ud800"),
    "rules": ("line", "rules", [{"rule": "\ud800"}]),
    "chain": ("session", "chain", "\ud800"),
    "digest": ("line", "digest", "\ud800"),
    "before all days": ("session", "opened", "0001-01-01T00:00:00+14:00"),
    "after all days": ("session", "opened", "9999-12-31T23:59:59-14:00"),
    "a line before all days": ("line", "at", "0001-01-01T00:00:00+14:00"),
    "no day": ("session", "opened", "0000-00-00T00:00:00+00:00"),
    "a number for a day": ("session", "opened", HUGE),
    "a list for a line": ("line", "text", ["note"]),
    "no lines": ("session", "entries", {"a": 1}),
    "no players": ("session", "players", None),
}


@pytest.mark.parametrize("how", ODD)
def test_an_export_that_none_has_written(tmp_path: Path, whole: dict[str, Any], how: str) -> None:
    where, name, value = ODD[how]
    session = whole["sessions"][0]
    (session if where == "session" else session["entries"][1])[name] = value
    said = imported(tmp_path, json.dumps(whole))
    assert said.code == USAGE, said
    assert said.out == "" and len(said.err.splitlines()) == 1
    assert len(said.err) < 400
    assert "other.db" not in said.err
    with open_journal(tmp_path / "other.db") as journal:
        assert journal.numbers() == []


@pytest.mark.parametrize("day", ["0001-01-01", "0999-12-31", "9999-12-31"])
def test_the_first_and_the_last_day(tmp_path: Path, whole: dict[str, Any], day: str) -> None:
    session = whole["sessions"][0]
    for row, name in ((session, "opened"), *((line, "at") for line in session["entries"])):
        row[name] = f"{day}T12:00:00+00:00"
    said = imported(tmp_path, json.dumps(whole))
    assert said.code == FINE, said
    with again(tmp_path / "other.db") as kept:
        assert f"{kept.opened:%d.%m.}" == f"{day[8:]}.{day[5:7]}." and kept.opened.year == int(day[:4])
    for words in (["show", "1"], ["log", "1"], ["sessions"], ["export", "1"], ["standings"]):
        assert referee(tmp_path / "other.db", *words).code == FINE, words


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_a_record_of_the_first_and_the_last_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, day: str) -> None:
    record = f"game: oh-hell\nplayers: Ann, Ben, Cat\ndate: {day}\n\ndeal Ann\n"
    (tmp_path / "it.record").write_text(record, encoding="utf-8")
    result = referee(tmp_path / "other.db", "import", str(tmp_path / "it.record"))
    assert result.code in (FINE, USAGE), result
    assert len(result.err.splitlines()) == (result.code != FINE)


READERS = Path(__file__).parents[1] / "readers"
ODD_HANDS = [
    ("pokerstars/razz.txt", "($0.04/$0.08)", "($0/$0)"),
    ("pokerstars/razz.txt", "$0.04", "$0.0.4"),
    ("pokerstars/razz.txt", "$0.04", "$."),
    ("pokerstars/razz.txt", "2019/04/06", "2019/14/46"),
    ("pokerstars/razz.txt", "2019/04/06", "0001/01/01"),
    ("pokerstars/razz.txt", "20:15:00", "29:75:99"),
    ("phh/razz.phhs", "small_bet = ", "small_bet = 0 # "),
    ("phh/razz.phhs", "year = ", "year = 1 # "),
    ("phh/razz.phhs", "year = ", "year = 99999 # "),
]


@pytest.mark.parametrize(("path", "old", "new"), ODD_HANDS)
def test_a_hand_with_an_odd_amount_or_day_is_skipped_alone(tmp_path: Path, path: str, old: str, new: str) -> None:
    whole = (READERS / path).read_text(encoding="utf-8")
    assert old in whole
    for count in (1, -1):
        file = tmp_path / f"{count}.{path.rpartition('.')[2]}"
        file.write_text(whole.replace(old, new, count), encoding="utf-8")
        result = referee(tmp_path / f"{count}.db", "import", str(file), "--skip-bad")
        assert result.code in (FINE, USAGE), result
        assert count < 0 or result.code == FINE


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of each value in a document, as keys."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*path, key)
        yield from leaves(inner, (*path, key))


VALUES: tuple[Any, ...] = (None, [], {}, "", "x", -1, 1.5, True, HUGE, ["a"], {"a": 1}, "2026-02-30T00:00:00+00:00")


@pytest.mark.parametrize("seed", range(times(4)))
def test_any_value_of_an_export_may_be_another(tmp_path: Path, whole: dict[str, Any], seed: int) -> None:
    chance = random.Random(seed)
    for number in range(40):
        document = json.loads(json.dumps(whole))
        *path, key = chance.choice([*leaves(document)])
        holder = document
        for step in path:
            holder = holder[step]
        holder[key] = value = chance.choice(VALUES)
        said = imported(tmp_path, json.dumps(document))
        assert said.code in (FINE, REFUSED, USAGE, NOTHING), (seed, number, path, key, value, said)
        assert "REFEREE_TRACEBACK" not in said.err, (seed, number, path, key, value, said)


ROWS = {
    "a row too short": lambda row: row[:5],
    "a row too long": lambda row: [*row, "x", "y"],
    "a row without its last cell": lambda row: row[:-1],
    "a row of nothing": lambda row: [""],
    "a number that is none": lambda row: ["x1" if cell == "1" else cell for cell in row],
}


@pytest.mark.parametrize("how", ROWS)
def test_a_csv_with_an_odd_row_is_refused_with_its_line(tmp_path: Path, how: str) -> None:
    with oh_hell(tmp_path / "nights.db", "deal Ann 2", "note so it began") as session:
        rows = [*csv.reader(io.StringIO(as_csv([session])))]
    with (tmp_path / "it.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([rows[0], ROWS[how](rows[1]), *rows[2:]])
    result = referee(tmp_path / "other.db", "import", str(tmp_path / "it.csv"))
    assert (result.code, result.out) == (USAGE, ""), result
    assert f"{tmp_path / 'it.csv'}:" in result.err and "REFEREE_TRACEBACK" not in result.err


@pytest.mark.parametrize("name", ["it.csv", "it.tsv", "it.txt"])
def test_an_export_may_have_any_name(tmp_path: Path, whole: dict[str, Any], name: str) -> None:
    (tmp_path / name).write_text(json.dumps(whole), encoding="utf-8")
    assert referee(tmp_path / "other.db", "import", str(tmp_path / name)).code == FINE


@pytest.mark.parametrize("change", [("chain", "0" * 32), ("digest", "0" * 32)])
def test_a_file_that_was_changed_is_a_bad_file_and_no_damaged_book(tmp_path: Path, change: tuple[str, str]) -> None:
    with oh_hell(tmp_path / "nights.db", "deal Ann 2", "note so it began") as session:
        night = json.loads(as_json([session]))
    name, value = change
    (night["sessions"][0] if name == "chain" else night["sessions"][0]["entries"][0])[name] = value
    said = imported(tmp_path, json.dumps(night))
    assert (said.code, said.out) == (USAGE, "") and "it.json" in said.err
