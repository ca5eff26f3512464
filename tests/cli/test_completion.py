"""Shell completion, through bash, zsh and fish."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.games import find_game
from scoresheets.cli import run
from scoresheets.cli.commands import COMMANDS
from scoresheets.keeping import backups, groups
from scoresheets.keeping.journal import open_journal
from tests.cli.conftest import Command

Offered = Callable[[str], dict[str, str]]


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Oh Hell! with somebody whose name has a space, dealt; an earlier game of Gops is over."""
    path = tmp_path / "evening.db"
    with open_journal(path, create=True) as journal:
        journal.new("gops", ["Zoë", "Ben"]).end()
        session = journal.new("oh-hell", ["Ann", "Ben", "Mary Ann"], {"first-hand": "2"})
        session.say("deal Ann")
    monkeypatch.setenv("REFEREE_DB", str(path))
    return path


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Offered:
    """What fish is offered behind a line, with the remarks."""

    def offered(line: str) -> dict[str, str]:
        monkeypatch.setenv("_REFEREE_COMPLETE", "complete_fish")
        monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", f"referee {line}")
        capsys.readouterr()
        assert run([]) == 0
        out, err = capsys.readouterr()
        assert not err
        pairs = (row.partition("\t") for row in out.splitlines() if row)
        return {text: note for text, _, note in pairs}

    return offered


def test_commands_with_their_help(offered: Offered) -> None:
    assert offered("") == {name: command.help for name, command in COMMANDS.items()}
    assert list(offered("sta")) == ["standings"]
    assert {"--db", "--plain", "--version", "--help", "--install-completion"} <= set(offered("--"))
    assert list(offered("--plain sta")) == ["standings"]
    assert list(offered("players m")) == ["merge"]
    assert offered("nonsense ") == offered("players nonsense ") == {}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_options(evening: Path, offered: Offered, name: str) -> None:
    assert "--help" in offered(f"{name} --")


def test_options_that_were_given_are_not_offered_again(offered: Offered) -> None:
    assert {"--json", "--fix", "--quick"} <= set(offered("doctor "))
    again = offered("doctor --json ")
    assert "--fix" in again and "--json" not in again
    assert "--set" in offered("new gops Ann Ben --set prize=high --")  # as often as there are rules
    assert offered("doctor -- ") == {}


def test_games(offered: Offered) -> None:
    assert list(offered("new oh")) == ["oh-hell"]
    assert "gops" in offered("rules ")
    assert list(offered("standings --game oh-")) == ["oh-hell"]
    assert list(offered("standings --game=oh-")) == ["--game=oh-hell"]


def test_players_without_case_or_accents_and_each_once(evening: Path, offered: Offered) -> None:
    assert list(offered("new oh-hell ")) == ["Ann", "Ben", "Mary Ann", "Zoë"]
    assert list(offered("new oh-hell ann ZOE ")) == ["Ben", "Mary Ann"]
    assert list(offered("new oh-hell zo")) == ["Zoë"]
    assert list(offered("new oh-hell Ann 'mary")) == ["Mary Ann"]
    assert list(offered("new oh-hell Ann Dan --dealer ")) == ["Ann", "Dan"]
    assert list(offered("players merge zo")) == ["Zoë"]
    assert "Ann" in offered("players merge Zoë ")
    assert "Zoë" in offered("sessions --player ")


def test_groups_with_their_players(evening: Path, offered: Offered) -> None:
    with open_journal(evening) as journal:
        groups.remember(journal, "Tuesday", ["Zoë", "Ann", "Mary Ann"])
    assert offered("new oh-hell --group ") == {"Tuesday": "Zoë, Ann, Mary Ann"}
    assert list(offered("standings --group tue")) == ["Tuesday"]
    assert list(offered("standings --group zo")) == ["Zoë"]
    assert list(offered("players group t")) == ["Tuesday"]
    assert "Ben" in offered("players group Tuesday ")


def test_what_may_be_said_of_a_spreadsheet(evening: Path, offered: Offered) -> None:
    assert list(offered("import totals.csv --dates ")) == ["dmy", "mdy"]
    assert list(offered("import totals.csv --decimal c")) == ["comma"]
    assert list(offered("import totals.csv --game oh-")) == ["oh-hell"]


def test_house_rules_of_the_game(evening: Path, offered: Offered) -> None:
    offers = offered("new oh-hell Ann Ben Cat --set ")
    assert "first-hand=2" in offers and offers["first-hand=10"].endswith("(standard)")
    assert list(offered("new oh-hell Ann Ben Cat --set first-hand=17")) == ["first-hand=17"]
    names = {option.name for option in find_game("oh-hell").options}
    assert {text.partition("=")[0] for text in offered("whatif --set ")} == names  # of the game in play
    assert offered("new nonsense Ann Ben --set ") == {}


def test_rules_to_strike_out_one_behind_the_other(evening: Path, offered: Offered) -> None:
    rules = find_game("oh-hell").rules
    offers = offered("new oh-hell Ann Ben Cat --set without=")
    assert offers["without=none"] == "standard" and offers["without=bid-range"] == rules["bid-range"].text
    assert "without=trick-count" not in offers
    further = offered("new oh-hell Ann Ben Cat --set without=bid-range+")
    assert "without=bid-range+lead-order" in further
    assert len(further) == len(offers) - 2
    assert list(offered("whatif --set without=bid-range+lea")) == ["without=bid-range+lead-order"]


def test_sessions_and_lines(evening: Path, offered: Offered) -> None:
    offers = offered("show ")
    assert list(offers) == ["2", "1"]
    assert offers["2"].startswith("oh-hell 20") and offers["2"].endswith("Ann, Ben, Mary Ann")
    assert list(offered("why --session ")) == ["2", "1"]
    assert offered("fix ") == {"1": "deal Ann"}
    assert list(offered("why ")) == ["Ann", "Ben", "Mary Ann", "hand", "1"]


def test_what_may_be_reported_now(evening: Path, offered: Offered) -> None:
    offers = offered("say ")
    assert offers["Ben"] == "next" and "bids" in offers and "Mary Ann" in offers
    assert "bids" in offered("say Ben ")
    assert set(offered("say Ben bids ")) == {"0", "1", "2"}
    assert offered("say 'Ben bi") == {"Ben bids": "WHO bids N"}
    assert list(offered("can Ben bid")) == ["bids"]
    with open_journal(evening) as journal:
        journal.open_session().say("Ben bids 1")
    assert "bids" in offered("say 'Mary Ann' ")


def test_rules_of_the_game_in_play_or_named(evening: Path, offered: Offered) -> None:
    assert [*offered("rule dealer-m")] == ["dealer-must-overbid"]
    assert "dealer-must-overbid" not in offered("rule --game gops ")


def test_what_else_there_is(evening: Path, offered: Offered) -> None:
    assert list(offered("config set ")) == ["plain", "profile", "database"]
    assert list(offered("config set plain ")) == ["true", "false"]
    assert "md" in offered("export 1 --format ")
    rest = {"record", "csv", "rows", "tidy", "md", "html", "bgstats"}
    assert set(offered("export 1 --format json,")) == {f"json,{name}" for name in rest}
    assert offered("restore ") == {}
    made = backups.back_up(evening)
    assert offered("restore ") == {"latest": made.name, made.name: ""}
    assert offered("check ") == {}  # the shell has the files


def test_another_file(evening: Path, offered: Offered, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    with open_journal(other, create=True) as journal:
        journal.new("gops", ["Eve", "Fay"])
    assert list(offered(f"--db {other} new oh-hell ")) == ["Eve", "Fay"]
    assert list(offered(f"new oh-hell --db {other} ")) == ["Eve", "Fay"]
    assert os.environ["REFEREE_DB"] == str(evening)
    assert offered("--db ") == {}


@pytest.mark.parametrize("what", ["nothing", "damaged", "older"])
def test_a_key_that_can_not_be_answered_is_quiet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, offered: Offered, what: str
) -> None:
    path = tmp_path / "nights.db"
    monkeypatch.setenv("REFEREE_DB", str(path))
    if what == "damaged":
        path.write_bytes(b"Dear diary" * 1000)
    elif what == "older":
        import sqlite3
        from contextlib import closing

        with closing(sqlite3.connect(path)) as link:
            old = Path(__file__).parents[1] / "scoresheets" / "schema_1.sql"
            link.executescript(old.read_text(encoding="utf-8"))
    before = path.read_bytes() if path.exists() else None
    for line in (
        "show ",
        "new oh-hell ",
        "say ",
        "why ",
        "fix ",
        "rule ",
        "restore ",
        "whatif --set ",
        "players merge ",
    ):
        assert offered(line) == {}, line
    assert (path.read_bytes() if path.exists() else None) == before
    assert [file.name for file in tmp_path.iterdir() if file.suffix == ".db"] == (
        [] if what == "nothing" else [path.name]
    )


def test_names_that_mean_something_to_a_shell_or_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], referee: Command
) -> None:
    name = "$(rm -rf) `x` it's [b] & ~"
    with open_journal(tmp_path / "evening.db", create=True) as journal:
        journal.new("gops", ["Ann", name])
    monkeypatch.setenv("_REFEREE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "referee\nnew\ngops\n$")
    monkeypatch.setenv("COMP_CWORD", "3")
    capsys.readouterr()
    run([])
    word = capsys.readouterr().out.rstrip("\n")
    done = subprocess.run(["bash", "-c", f"printf %s {word}"], capture_output=True, text=True, check=True)
    assert done.stdout == name


# The shells


@pytest.fixture
def bash(evening: Path, tmp_path: Path) -> Callable[..., list[str]]:
    """What bash itself makes of the words of a line, with the script that is installed."""
    program = tmp_path / "bin" / "referee"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c 'from scoresheets.cli import main; main()' \"$@\"\n")
    program.chmod(0o755)
    around = os.environ | {"PATH": f"{program.parent}:{os.environ['PATH']}", "PYTHONPATH": str(Path.cwd())}
    source = around | {"_REFEREE_COMPLETE": "source_bash"}
    script = subprocess.run([str(program)], env=source, capture_output=True, text=True, check=True).stdout

    def bash(*words: str) -> list[str]:
        code = (
            f"{script}\nCOMP_WORDS=(referee {shlex.join(words)})\nCOMP_CWORD={len(words)}\n"
            "_referee_completion referee\nprintf '%s\\n' \"${COMPREPLY[@]}\""
        )
        done = subprocess.run(["bash", "--norc", "-c", code], env=around, capture_output=True, text=True, check=True)
        assert not done.stderr
        return [word for word in done.stdout.split("\n") if word]

    return bash


def test_bash_which_takes_three_words_for_an_option_and_its_value(bash: Callable[..., list[str]]) -> None:
    new = ("new", "oh-hell", "Ann", "Ben", "Cat", "--set")
    assert bash("sta") == ["standings"]
    assert bash("new", "oh-hell", "Ann", "m") == ["Mary\\ Ann"]
    assert bash(*new, "first-hand", "=", "17") == ["17"]
    assert {"1", "10"} < set(bash(*new, "first-hand", "="))
    assert "first-hand=10" in bash(*new, "first")
    assert bash("standings", "--game", "=", "oh") == ["oh-hell"]
    assert bash(*new, "first-hand", "=", "2", "--dea") == ["--dealer"]
    assert bash("check", "") == []


def test_zsh(evening: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("_REFEREE_COMPLETE", "complete_zsh")
    for line, text in {
        "referee undo --j": "_files\n",
        "referee sta": f"""_arguments '*: :(("standings":"{COMMANDS["standings"].help}"))'\n""",
        "referee new oh-hell Ann m": """_arguments '*: :(("Mary Ann"))'\n""",
        "referee check ": "_files\n",
        "referee config set plain ": """_arguments '*: :(("true"\n"false"))'\n""",
    }.items():
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        assert run([]) == 0
        assert capsys.readouterr().out == text


def test_fish_asks_first_whether_there_is_anything(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_REFEREE_COMPLETE", "complete_fish")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "is-args")
    for line, code in {"referee sta": 0, "referee check ": 1}.items():
        monkeypatch.setenv("_TYPER_COMPLETE_ARGS", line)
        assert run([]) == code


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_that_is_installed_asks_so(shell: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from scoresheets.cli import main; main()"],
        env=os.environ | {"_REFEREE_COMPLETE": f"source_{shell}"}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert f"_REFEREE_COMPLETE=complete_{shell}" in done.stdout
    wanted = {"bash": ("COMP_WORDS", "COMP_CWORD"), "zsh": ("_TYPER_COMPLETE_ARGS",),
              "fish": ("_TYPER_COMPLETE_ARGS", "_TYPER_COMPLETE_FISH_ACTION")}[shell]  # fmt: skip
    assert all(name in done.stdout for name in wanted)


# How quick


def imported(line: str, db: Path) -> set[str]:
    code = "import sys; from scoresheets.cli import run; run([]); print(*sys.modules, file=sys.stderr)"
    around = os.environ | {"_REFEREE_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line, "REFEREE_DB": str(db)}
    done = subprocess.run([sys.executable, "-c", code], env=around, capture_output=True, text=True, check=True)
    return set(done.stderr.split())


def test_nothing_is_imported_but_what_the_answer_needs(evening: Path) -> None:
    assert not imported("referee sta", evening) & {"typer", "rich", "referee", "sqlite3"}
    heavy = {"sqlmodel", "sqlalchemy", "alembic", "pydantic", "prompt_toolkit", "rich.table"}
    for line in ("referee new oh", "referee new oh-hell ", "referee show ", "referee players merge ", "referee why "):
        modules = imported(line, evening)
        assert not modules & heavy, line
        assert not any(name.startswith("referee.games.") for name in modules), line
    modules = imported("referee new oh-hell Ann --set ", evening)
    assert {name for name in modules if name.startswith("referee.games.")} == {"referee.games.oh_hell"}


def test_variants_and_rules_of_the_houses_own(evening: Path, offered: Offered) -> None:
    assert [*offered("new oh-hell Ann Ben Cat --like no-h")] == ["no-hook"]
    assert "no-hook" in offered("house init home oh-hell --like ")
    assert "no-hook" in offered("house init oh-hell --like ")
    assert "no-hook" in offered("whatif --like ")  # of the game in play
    with open_journal(evening) as journal:
        text = "An exposed card stays."
        journal.new("oh-hell", ["Ann", "Ben", "Cat"], {"rule.exposed-card": f"5 {text}"})
    assert offered("rule exp") == {"exposed-card": text}
    assert "penalty" in offered("say ")
    assert set(offered("say penalty ")) == {"Ann", "Ben", "Cat"}
    assert offered("say penalty Ben ex") == {"exposed-card": ""}
    assert offered("penalty Ben ") == {"exposed-card": ""} and "Cat" in offered("penalty ")
