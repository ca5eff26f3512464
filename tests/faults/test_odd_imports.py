"""What no export has written and somebody may hand in: one sentence each, the right code, and nothing of it is kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoresheets.errors import FINE, USAGE
from scoresheets.keeping import database, journal
from scoresheets.keeping.exports import as_json
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
    with journal.opened(tmp_path / "other.db") as kept:
        assert kept.numbers_since(database.BEGINNING) == []


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
    said = referee(tmp_path / "other.db", "import", str(tmp_path / "it.record"))
    assert said.code in (FINE, USAGE), said
    assert len(said.err.splitlines()) == (said.code != FINE)
