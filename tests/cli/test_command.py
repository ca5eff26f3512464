"""The command itself: its exit codes, what it imports, and that nothing ends in a traceback."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from scoresheets.cli import commands, dispatch, run
from scoresheets.cli.commands import COMMANDS
from scoresheets.errors import DATABASE, NOTHING, REFUSED, USAGE, CommandError
from tests.cli.conftest import Command

RECORD = """\
game: oh-hell
players: Ann, Ben, Cat
house: first-hand=1

deal Ann
Ben bids 1; Cat bids 1
Ann bids 1
Cat takes
= winner Cat
"""


def shell(*words: str, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    code = "import sys; from scoresheets.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *words], input=stdin, capture_output=True, env=os.environ | environ, check=False
    )


def imported(*words: str) -> set[str]:
    """The modules that a command brings in."""
    code = "import sys; from scoresheets.cli import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=True)
    return set(done.stderr.decode().split())


def test_help_has_every_command_and_imports_none_of_them() -> None:
    done = shell("--help")
    assert done.returncode == 0
    listed = {line.split()[0] for line in done.stdout.decode().splitlines() if line.startswith("  ") and line.strip()}
    assert listed >= set(COMMANDS)
    modules = imported("--help")
    assert not modules & {"sqlmodel", "sqlalchemy", "sqlite3", "rich", "referee"}
    assert not modules & {command.module for command in COMMANDS.values()}


def test_check_imports_one_game_and_no_database(tmp_path: Path) -> None:
    file = tmp_path / "a.record"
    file.write_text(RECORD)
    modules = imported("check", str(file))
    assert not modules & {"sqlmodel", "sqlalchemy", "sqlite3"}
    assert {name for name in modules if name.startswith("referee.games.")} == {"referee.games.oh_hell"}
    assert not modules & {"pydantic", "rich"}  # it has nothing to say
    assert "referee.game.sources" not in modules, "no package is asked for a game of ours"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_says_what_it_does(referee: Command, name: str) -> None:
    ended = referee(name, "--help")
    assert ended.code == 0
    assert f"referee {name}" in ended.out


def test_an_unknown_command_is_usage_and_the_nearest_is_named(referee: Command) -> None:
    ended = referee("chekc", "x")
    assert ended.code == USAGE
    assert "'check'" in ended.err and not ended.out


@pytest.mark.parametrize("line", [("rules",), ("games", "--players", "many"), ("games", "--colour"), ("check",)])
def test_words_that_make_no_command_are_usage(referee: Command, line: tuple[str, ...]) -> None:
    ended = referee(*line)
    assert ended.code == USAGE
    assert ended.err.startswith("referee: ") and ended.err.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "runs"),
    [
        (("hearts", "Ann", "Ben", "Cat", "Dan"), "referee new hearts Ann Ben Cat Dan"),
        (("gin", "rummy", "Ann", "Ben"), "referee new gin-rummy Ann Ben"),
        (("start", "oh", "hell", "Ann", "Ben", "Cat"), "referee new oh-hell Ann Ben Cat"),
        (("play",), COMMANDS["new"].examples[0]),
        (("table", "hearts", "Ann"), "referee new hearts PLAYER…"),
        (("continue",), COMMANDS["resume"].examples[0]),
    ],
)
def test_another_word_for_a_command_names_what_to_run(referee: Command, line: tuple[str, ...], runs: str) -> None:
    result = referee(*line)
    assert result.code == USAGE and f"`{runs}`" in result.err


def test_other_words_are_for_commands_there_are() -> None:
    words = [word for others in commands.OTHER_WORDS.values() for word in others]
    assert set(commands.OTHER_WORDS) <= set(COMMANDS) and not set(words) & set(COMMANDS)
    assert len(set(words)) == len(words) and all(COMMANDS[name].examples for name in commands.OTHER_WORDS)


def test_help_of_a_command_is_its_help(referee: Command) -> None:
    assert referee("help", "new").out == referee("new", "--help").out
    assert referee("help").out == referee("--help").out


def test_a_game_of_several_words_needs_no_hyphen(referee: Command) -> None:
    assert referee("rules", "oh", "hell", "--json").out == referee("rules", "oh-hell", "--json").out
    assert referee("new", "500", "rummy", "Ann", "Ben", "--dealer", "Ben").code == 0
    assert json.loads(referee("score", "--json").out)["players"] == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (("resume",), "SESSION is missing. For example: `referee resume 1`"),
        (("players", "rename", "Cat"), "NEW is missing. For example: `referee players rename Cat Kate`"),
        (("house", "set"), "HOUSE is missing. For example: `referee house set home razz ante=2 cap=3`"),
    ],
)
def test_a_word_that_is_missing_is_named_with_an_example(referee: Command, line: tuple[str, ...], text: str) -> None:
    answer = referee(*line)
    assert answer.code == USAGE and text in answer.err


def test_a_number_is_a_number(referee: Command) -> None:
    assert referee("games", "--players", "many").code == USAGE
    assert referee("games", "--players", "2", "--json").out != referee("games", "--players", "4", "--json").out


def test_the_version_is_the_installed_one(referee: Command) -> None:
    from importlib.metadata import version

    assert referee("--version").out == version("card-referee") + "\n"


def test_a_word_with_a_hyphen_in_front_reaches_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[list[str]] = []

    def say(report: list[str], dry_run: bool = False) -> None:
        heard.append([*report, str(dry_run)])

    monkeypatch.setattr("scoresheets.cli.table.say", say)
    assert dispatch.obey(["say", "adjust", "Ann", "-10", "--late", "-x"]) == 0
    assert dispatch.obey(["say", "--dry-run", "adjust", "Ann", "-10"]) == 0
    assert heard == [["adjust", "Ann", "-10", "--late", "-x", "False"], ["adjust", "Ann", "-10", "True"]]


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (CommandError("no session is open", NOTHING), NOTHING, "referee: no session is open\n"),
        (sqlite3.OperationalError("database is locked"), DATABASE, "referee: the saved games can't be used: "),
        (sqlite3.DatabaseError("file is not a database"), DATABASE, "referee: the saved games can't be used: "),
        (PermissionError(13, "Permission denied", "a.db"), REFUSED, "referee: a.db: Permission denied\n"),
        (
            RuntimeError("one\ntwo [/x]"),
            REFUSED,
            "referee: Sorry, that's a bug in referee (RuntimeError: one two [/x])",
        ),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    referee: Command, monkeypatch: pytest.MonkeyPatch, error: Exception, code: int, text: str
) -> None:
    def games() -> None:
        raise error

    monkeypatch.setattr("scoresheets.cli.library.games", games)
    ended = referee("games")
    assert ended.code == code
    assert ended.err.startswith(text) and ended.err.count("\n") == 1 and not ended.out


def test_an_sqlalchemy_error_is_the_database(monkeypatch: pytest.MonkeyPatch, referee: Command) -> None:
    from sqlalchemy.exc import OperationalError

    def games() -> None:
        raise OperationalError("SELECT 1", {}, sqlite3.OperationalError("disk I/O error"))

    monkeypatch.setattr("scoresheets.cli.library.games", games)
    assert referee("games").code == DATABASE


def test_a_traceback_is_there_for_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    def games() -> None:
        raise RuntimeError

    monkeypatch.setattr("scoresheets.cli.library.games", games)
    monkeypatch.setenv("REFEREE_TRACEBACK", "1")
    with pytest.raises(RuntimeError):
        run(["games"])


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, referee: Command) -> None:
    def games() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("scoresheets.cli.library.games", games)
    ended = referee("games")
    assert ended.code == 128 + signal.SIGINT
    assert not ended.err.strip() and not ended.out.strip()


def test_a_reader_that_has_gone_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "a.record"
    file.write_text(RECORD + "Ben bids 9\n" * 5000)
    code = "from scoresheets.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "check", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() != 0


def test_a_terminal_without_the_glyphs_gets_others() -> None:
    done = shell("rules", "oh-hell", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and not done.stderr
    assert b"Ann ?10, Ben 10" in done.stdout


def test_options_leave_nothing_behind(referee: Command, tmp_path: Path) -> None:
    before = {name: os.environ.get(name) for name in ("REFEREE_DB", "REFEREE_PLAIN")}
    referee("--plain", "--db", str(tmp_path / "other.db"), "games")
    assert {name: os.environ.get(name) for name in before} == before


def test_plain_may_stand_before_the_command(referee: Command) -> None:
    assert referee("--plain", "games").out == referee("games", "--plain").out != referee("games").out


@pytest.mark.parametrize(("value", "plain"), [("1", True), ("yes", True), ("0", False), ("", False)])
def test_plain_may_be_wished_for_good(
    referee: Command, monkeypatch: pytest.MonkeyPatch, value: str, plain: bool
) -> None:
    monkeypatch.setenv("REFEREE_PLAIN", value)
    assert ("─" not in referee("games").out) == plain


def test_what_is_typed_never_moves_the_cursor(referee: Command) -> None:
    ended = referee("rules", "oh\x1b[2Jhell\u202e")
    assert ended.code == NOTHING
    assert "\x1b" not in ended.err and "\u202e" not in ended.err


def test_every_section_of_the_help_is_one_of_the_surface() -> None:
    assert {command.section for command in COMMANDS.values()} == {
        commands.TABLE,
        commands.DISPUTE,
        commands.BACK,
        commands.LIBRARY,
    }


def test_three_letters_inside_a_name_are_no_game(referee: Command) -> None:
    assert "No such command 'foo'" in referee("foo").err
    assert "referee new crazy-eights" in referee("eights").err
