"""`referee config`: permanent settings. The environment overrides them, and an option overrides both."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from scoresheets.errors import NOTHING, USAGE
from scoresheets.keeping import config, database
from tests.cli.conftest import Command
from tests.evening import fails


@pytest.fixture
def file() -> Path:
    return Path(os.environ["REFEREE_CONFIG"])


def rows(referee: Command) -> dict[str, tuple[object, str]]:
    settings = json.loads(referee("config", "show", "--json").out)
    assert settings["schema"] == 1
    return {row["name"]: (row["value"], row["source"]) for row in settings["rows"]}


def test_nothing_is_wished_at_first(referee: Command, file: Path, tmp_path: Path) -> None:
    assert rows(referee) == {
        "plain": (None, "default"),
        "profile": (None, "default"),
        "database": (str(tmp_path / "evening.db"), "environment"),
    }
    ended = referee("config", "show")
    assert ended.err == f"settings: {file} (none yet)\nhouses and sheets: {file.parent / 'houses'}\n"
    assert "REFEREE_DB" in ended.out
    assert not file.exists()


def test_a_wish_is_kept_and_taken_back(referee: Command, file: Path) -> None:
    boxes = referee("games").out
    assert referee("config", "set", "plain", "yes").out == "plain = true\n"
    assert rows(referee)["plain"] == (True, "config")
    plain = referee("games").out
    assert "─" in boxes and "─" not in plain
    assert referee("config", "unset", "plain").code == 0
    assert referee("games").out == boxes
    assert referee("config", "unset", "plain").code == 0


def test_alone_the_command_knows_the_wish_too(referee: Command) -> None:
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat").code == 0
    boxes = referee().out
    referee("config", "set", "plain", "true")
    assert referee().out == referee("--plain").out != boxes


def test_the_environment_beats_the_file(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = referee("games").out
    monkeypatch.setenv("REFEREE_PLAIN", "0")
    ended = referee("config", "set", "plain", "true")
    assert "REFEREE_PLAIN" in ended.err
    assert rows(referee)["plain"] == (False, "environment")
    assert referee("games").out == boxes
    monkeypatch.setenv("REFEREE_PROFILE", "Grandma's")
    referee("config", "set", "profile", "the club")
    assert rows(referee)["profile"] == ("Grandma's", "environment")


def test_the_file_that_sessions_are_kept_in(referee: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("REFEREE_DB")
    monkeypatch.chdir(tmp_path)
    wanted = tmp_path / "cards" / "club.db"
    assert referee("config", "set", "database", "cards/club.db").out == f"database = {wanted}\n"
    assert database.place() == wanted
    assert referee("score").code == NOTHING
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat").code == 0
    assert wanted.exists()
    assert referee("--db", str(tmp_path / "other.db"), "score").code == NOTHING
    referee("config", "unset", "database")
    assert database.place() != wanted


def test_what_else_stands_in_the_file_stays(referee: Command, file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text('# ours\nprofile = "Grandma\'s"  # since Easter\n', encoding="utf-8")
    referee("config", "set", "plain", "true")
    referee("house", "init", "club", "oh-hell")
    referee("config", "set", "profile", "club")
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# ours\nprofile = ") and "# since Easter" in text and "plain = true" in text
    assert rows(referee)["profile"] == ("club", "config")
    assert {path.name for path in file.parent.iterdir()} == {file.name, "houses"}


def test_a_profile_must_be_a_house(referee: Command, file: Path) -> None:
    ended = referee("config", "set", "profile", "nothere")
    assert ended.code == NOTHING and "nothere" in ended.err
    assert not file.exists()
    assert referee("config", "set", "profile", "standard").code == 0


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ('\nplain = "', "can't be read: unterminated string (at end of document)"),
        ("plain = 1", "plain is true or false, not 1"),
        ("database = false", "database is text in quotes, not False"),
        ('databse = "a.db"', "there is no setting 'databse'. The settings: plain, profile, database"),
        ("\x00", "can't be read: "),
        (b"plain = true # \xff", "can't be read: it isn't UTF-8 text"),
    ],
)
def test_a_file_that_makes_no_sense_is_one_sentence(
    referee: Command, file: Path, text: str | bytes, phrase: str
) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    for words in (("config", "show"), ("games",), ("config", "set", "plain", "true")):
        ended = referee(*words)
        assert ended.code == USAGE
        assert phrase in ended.err and str(file) in ended.err and ended.err.count("\n") == 1
    assert referee("games", "--plain").code == 0


@pytest.mark.parametrize(
    "words", [("set", "plain", "maybe"), ("set", "colour", "red"), ("unset", "colour"), ("set", "profile", " ")]
)
def test_what_can_not_be_wished(referee: Command, file: Path, words: tuple[str, ...]) -> None:
    ended = referee("config", *words)
    assert ended.code == USAGE and ended.err.count("\n") == 1
    assert not file.exists()


def test_a_file_that_can_not_be_written(file: Path) -> None:
    file.parent.mkdir(exist_ok=True)
    file.mkdir()
    try:
        with fails(USAGE):
            config.put("plain", "true")
    finally:
        file.rmdir()
