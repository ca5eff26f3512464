"""Environment variables and terminals (width, colors, locale) don't change any answer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.evening import told_to

COMMANDS = (
    "say Ben bids 1 --dry-run",
    "say Ben bids many --dry-run",
    "next",
    "legal --json",
    "score",
    "score --json",
    "log",
    "log --csv",
    "why bid-order",
    "standings",
    "standings --csv",
    "settle",
    "sessions --json",
    "rule bid-order --game oh-hell",
    "check no-such.record",
    "session",
)
ODD: dict[str, dict[str, str]] = {
    "narrow": {"COLUMNS": "33", "LINES": "5"},
    "colored": {"FORCE_COLOR": "1", "TERM": "xterm-256color"},
    "uncolored": {"NO_COLOR": "1", "FORCE_COLOR": "1"},
    "elsewhere": {"TZ": "Pacific/Chatham"},
    "ascii": {"LC_ALL": "C", "LANG": "C"},
    "developer": {"PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONDEVMODE": "1"},
}
COLORS = re.compile(r"\x1b\[[0-9;]*m")
DATES = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d|\b\d\d:\d\d\b")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("machine") / "nights.db"
    return told_to(path)


EACH_IN_A_CHILD = """
import os, sys
import scoresheets.cli.answers, scoresheets.cli.look, scoresheets.cli.rule, scoresheets.cli.table
import scoresheets.display.fitting, scoresheets.keeping.models
from referee.games import find_game
from scoresheets.cli import main

oh_hell = find_game("oh-hell")

def answer(number, command):
    for stream, name in ((1, "out"), (2, "err")):
        os.dup2(os.open(f"{number}.{name}", os.O_WRONLY | os.O_CREAT), stream)
    sys.argv[1:] = command.split()
    main()

for number, command in enumerate(sys.argv[1:]):
    child = os.fork() or answer(number, command)
    with open(f"{number}.code", "w") as code:
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=code)
"""


def answered(db: Path, folder: Path, **exported: str) -> list[tuple[int, str, str]]:
    """The answer to each of the commands. All are children of one process, which has imported what they need."""
    bare = {"HOME": str(db.parent), "PATH": os.environ["PATH"], "REFEREE_DB": str(db), "PYTHONPATH": os.getcwd()}
    folder.mkdir()
    words = [sys.executable, "-c", EACH_IN_A_CHILD, *COMMANDS]
    subprocess.run(words, stdin=subprocess.DEVNULL, cwd=folder, env=bare | exported, check=True)
    said = [
        [(folder / f"{n}.{name}").read_text("utf-8") for name in ("code", "out", "err")] for n in range(len(COMMANDS))
    ]
    return [(int(code), out, err) for code, out, err in said]


@pytest.fixture(scope="module")
def plainly(db: Path) -> list[tuple[int, str, str]]:
    """What a machine answers that exports nothing."""
    return answered(db, db.parent / "plain")


@pytest.mark.parametrize("odd", ODD)
def test_what_a_machine_exports_changes_no_answer(
    db: Path, plainly: list[tuple[int, str, str]], odd: str, tmp_path: Path
) -> None:
    others = []
    for command, (code, out, err), its in zip(COMMANDS, plainly, answered(db, tmp_path / odd, **ODD[odd]), strict=True):
        its_code, its_out, its_err = its
        if "--json" in command or "--csv" in command:
            same = its_out == out
        elif odd == "narrow":
            same = sorted(figures(its_out)) == sorted(figures(out))
        else:
            same = without_colors(its_out) == without_colors(out)
        if (
            not same
            or its_code != code
            or "".join(without_colors(its_err).split()) != "".join(without_colors(err).split())
        ):
            others.append((command, (code, out, err), its))
    assert not others


def without_colors(text: str) -> str:
    """The words, without colors; times of the day are those of the place."""
    return DATES.sub("then", COLORS.sub("", text))


def figures(text: str) -> list[str]:
    return re.findall(r"\d+", text)
