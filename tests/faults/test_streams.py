"""Input and output of the command: answers come at once, to any reader, with any stream closed by the shell."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from tests.evening import again, reports_of, told_to
from tests.patience import PATIENCE

REFEREE = [sys.executable, "-c", "from scoresheets.cli import main; main()"]
UNHEARD = 141


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return told_to(tmp_path / "nights.db")


def environment(db: Path) -> dict[str, str]:
    """Nothing but what a fresh machine has."""
    return {"HOME": str(db.parent), "PATH": os.environ["PATH"], "REFEREE_DB": str(db), "PYTHONPATH": os.getcwd()}


@contextmanager
def listening(db: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A command that reads lines one by one."""
    with subprocess.Popen(
        [*REFEREE, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=environment(db),
    ) as child:  # fmt: skip
        end = Timer(PATIENCE, child.kill)
        end.start()
        try:
            yield child
        finally:
            end.cancel()


def answer(child: subprocess.Popen[str], told: str, expected: str) -> str:
    """All output up to the expected text, after entering one line."""
    assert child.stdin and child.stdout
    child.stdin.write(told)
    child.stdin.flush()
    text = ""
    while expected not in text and (line := child.stdout.readline()):
        text += line
    assert expected in text
    return text


@pytest.mark.parametrize("words", ["say -", "say - --json", "table"])
def test_a_report_is_answered_before_the_next_is_told(db: Path, words: str) -> None:
    with listening(db, *words.split()) as child:
        for report in ("note early", "deal Ann 2", "note late"):
            answer(child, f"{report}\n", report)
            with again(db) as session:
                assert reports_of(session)[-1] == report


def test_what_fails_in_a_record_is_said_before_its_end(tmp_path: Path) -> None:
    with listening(tmp_path / "nights.db", "check", "-") as child:
        answer(child, "game: oh-hell\nplayers: Ann, Ben, Cat\n\ndeal Ann 2\n= Ann 20\n", "Ann 20")


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_report_is_kept_whatever_the_shell_has_closed(db: Path, closed: str) -> None:
    for number, report in enumerate(("deal Ann 2", "upcard 7H"), 1):
        command = subprocess.list2cmdline([*REFEREE[:2]]) + f' "$0" say {report} {closed}'
        assert subprocess.run(["sh", "-c", command, REFEREE[2]], env=environment(db), check=False).returncode == 0
        with again(db) as session:
            assert len(reports_of(session)) == number


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "code"), [("sessions", 0), ("score", 0), ("say Ben flies", 2), ("show 7", 4)])
def test_a_command_ends_as_ever_whatever_the_shell_has_closed(db: Path, words: str, code: int, closed: str) -> None:
    command = subprocess.list2cmdline([*REFEREE[:2]]) + f' "$0" {words} {closed}'
    assert subprocess.run(["sh", "-c", command, REFEREE[2]], env=environment(db), check=False).returncode == code


@pytest.mark.parametrize(
    "words",
    ["say note late", "undo", "score", "score --json", "sessions", "log 1", "export 1", "games", "rules samba", "legal",
     "why", "--help", "doctor", "print samba"],
)  # fmt: skip
def test_a_reader_that_has_gone_is_one_code_everywhere(db: Path, words: str) -> None:
    told_to(db, "deal Ann 2")
    mine, theirs = os.pipe()
    os.close(mine)
    try:
        done = subprocess.run(
            [*REFEREE, *words.split()], stdout=theirs, stderr=subprocess.PIPE, env=environment(db), check=False
        )
    finally:
        os.close(theirs)
    assert (done.returncode, done.stderr) == (UNHEARD, b"")
