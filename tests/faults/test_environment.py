"""Environment variables and terminals (width, colors, locale) don't change any answer."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
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
    "rule bid-order",
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


def answered(db: Path, command: str, **exported: str) -> tuple[int, str, str]:
    bare = {"HOME": str(db.parent), "PATH": os.environ["PATH"], "REFEREE_DB": str(db)}
    done = subprocess.run(
        [sys.executable, "-c", "from scoresheets.cli import main; main()", *command.split()],
        capture_output=True, env=bare | {"PYTHONPATH": os.getcwd()} | exported, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@cache
def plainly(db: Path, command: str) -> tuple[int, str, str]:
    """What a machine answers that exports nothing."""
    return answered(db, command)


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_machine_exports_changes_no_answer(db: Path, command: str, odd: str) -> None:
    code, out, err = plainly(db, command)
    its_code, its_out, its_err = answered(db, command, **ODD[odd])
    assert its_code == code
    if "--json" in command or "--csv" in command:
        assert its_out == out
    elif odd == "narrow":
        assert sorted(figures(its_out)) == sorted(figures(out))
    else:
        assert without_colors(its_out) == without_colors(out)
    assert "".join(without_colors(its_err).split()) == "".join(without_colors(err).split())


def without_colors(text: str) -> str:
    """The words, without colors; times of the day are those of the place."""
    return DATES.sub("then", COLORS.sub("", text))


def figures(text: str) -> list[str]:
    return re.findall(r"\d+", text)
