"""A report from the shell gets the same answer with and without the command-line library."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scoresheets.cli import fast_say
from tests.evening import FIRST_HAND, Said, referee, told_to

SAID = [
    ("Cat bids 1",),
    ("Cat", "bids", "1"),
    ("Cat", "bids", "9"),
    ("Cat bids 0; Ann bids 1; Ben bids 5",),
    ("Cat bids 0", "--json"),
    ("--dry-run", "Cat bids 0"),
    ("--plain", "Cat", "bids", "0"),
    ("adjust", "Ann", "-10", "luck"),
    ("= Ann 10",),
    ("! Cat bids 99",),
    ("nonsense",),
    ("",),
    (" ",),
    (),
    ("-",),
    ("--help",),
    ("--strange", "Cat bids 1"),
    ("--", "Cat", "bids", "1"),
    ("note", "one", "--json"),
    ("note", "--db"),
    ("-x",),
    ("--json=1", "Cat bids 1"),
]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return told_to(tmp_path / "evening.db", *FIRST_HAND, "deal Ben")


@pytest.mark.parametrize("words", SAID, ids=" ".join)
@pytest.mark.parametrize("wish", ["", "0", "1", "no"])
def test_both_ways_answer_the_same(
    db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], wish: str
) -> None:
    monkeypatch.setenv("REFEREE_PLAIN", wish)
    other = shutil.copy(db, tmp_path / "other.db")
    quickly = piped(db, words)
    with monkeypatch.context() as without:
        without.setattr(fast_say, "say", lambda words: None)
        slowly = piped(Path(other), words)
    assert quickly == slowly
    assert piped(db, ("log",), "log", "--csv").out.count("\n") == piped(
        Path(other), ("log",), "log", "--csv"
    ).out.count("\n")


def piped(db: Path, words: tuple[str, ...], *command: str) -> Said:
    return referee(db, *(command or ("say", *words)), stdin=b"Cat bids 1\nAnn bids 1\n")


def test_the_file_may_be_named(db: Path, tmp_path: Path) -> None:
    for given in (("--db", str(db)), (f"--db={db}",)):
        assert referee(tmp_path / "none.db", "say", "note here", *given).code == 0
    told_to(tmp_path / "one more.db")
    assert referee(tmp_path / "none.db", "say", "note here").code == 4


def test_neither_typer_nor_rich_is_imported_for_a_report(db: Path) -> None:
    code = (
        "import os, sys\n"
        f"os.environ['REFEREE_DB'] = {str(db)!r}\n"
        "from scoresheets.cli import run\n"
        "assert run(['say', 'Cat bids 1; Ann bids 0']) == 0\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules} & {'typer', 'rich', 'sqlmodel', 'click'}))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == ""
