"""Work grows linearly with the input, lines have a limit, and a pipe without a writer doesn't block."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

import pytest

from scoresheets.cli import import_export
from scoresheets.errors import DATABASE, FINE, NOTHING, REFUSED, USAGE
from scoresheets.keeping.readers import spreadsheets
from scoresheets.keeping.reading import Known, Wishes
from tests.evening import Said, fails, referee, told_to
from tests.patience import PATIENCE

NOW = datetime(2026, 11, 20, tzinfo=UTC)
MAIN = "from scoresheets.cli import main; main()"


def lines_run(work: Callable[[], object]) -> int:
    """How many lines of Python are gone through, those of a comprehension once for each thing in it."""
    lines = 0

    def trace(frame: FrameType, event: str, what: object) -> Callable[..., object]:
        nonlocal lines
        lines += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return lines


class Counted(str):
    """A heading that counts how often it is compared or looked up."""

    times = 0

    def __eq__(self, other: object) -> bool:
        Counted.times += 1
        return str.__eq__(self, other)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        Counted.times += 1
        return str.__hash__(self)


def name(number: int) -> str:
    """Names that aren't like one another."""
    return f"P{number:04d}x"


def table(columns: int, rows: int, winner: bool = False) -> str:
    head = ["date", "game", *["winner"] * winner, *map(name, range(columns))]
    lines = [",".join(["2026-01-01", "Rounds", *[name(0)] * winner, *map(str, range(columns, 0, -1))])] * rows
    return "\n".join([",".join(head), *lines]) + "\n"


def read(text: str) -> None:
    assert spreadsheets.plays(text, "it.csv", Wishes(), Known({}, {}, NOW)).evenings


@pytest.mark.parametrize("winner", [False, True])
def test_totals_of_many_columns(winner: bool) -> None:
    read(table(4, 2, winner))
    work = [lines_run(lambda columns=columns: read(table(columns, 4, winner))) for columns in (50, 100, 200)]
    assert work[2] - work[1] <= 2.2 * (work[1] - work[0]), work


def test_totals_of_many_rows() -> None:
    work = [lines_run(lambda rows=rows: read(table(4, rows))) for rows in (50, 100, 200)]
    assert work[2] - work[1] <= 2.2 * (work[1] - work[0]), work


def test_players_of_one_game_are_compared_with_themselves_only() -> None:
    compared = []
    for columns in (50, 100, 200):
        points = {(Counted(name(number)),): number for number in range(columns)}
        played = spreadsheets.called("Rounds", Wishes(), {})
        Counted.times = 0
        spreadsheets._seated(points, played)
        compared.append(Counted.times)
    assert compared[2] - compared[1] <= 2.2 * (compared[1] - compared[0]), compared


def test_more_columns_than_anybody_has_friends_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "it.csv"
    file.write_text(table(spreadsheets.MOST + 1, 1), encoding="utf-8")
    result = referee(tmp_path / "nights.db", "import", str(file))
    assert result.code == USAGE and f"{spreadsheets.MOST} at most" in result.err


# A line without end

BEGINS = ("", "{", '{"about": "', "session,game,", "date,Ann,Ben\n2026-01-01,", "<!doctype html>",
          "game: oh-hell\nplayers: Ann, Ben, Cat\n\nnote ")  # fmt: skip
SIZE = 100_000_000


class Endless:
    """What a pipe gives that never ends its line, and how much of it was asked for."""

    def __init__(self, begins: str) -> None:
        self.begins = begins.encode()
        self.given = 0

    def read(self, size: int) -> bytes:
        assert self.given <= SIZE, "it is read to its end"
        some = (self.begins if not self.given else b"").ljust(size, b"x")
        self.given += len(some)
        return some


@pytest.mark.parametrize("begins", BEGINS)
def test_an_import_without_a_line_end_is_refused_early(begins: str, monkeypatch: pytest.MonkeyPatch) -> None:
    endless = Endless(begins)
    monkeypatch.setattr("sys.stdin", type("", (), {"buffer": endless}))
    with fails(USAGE):
        import_export._read("-")
    assert endless.given <= import_export.LONGEST_LINE + 2 * import_export.PIECE < SIZE // 5


def test_a_long_file_with_line_ends_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_export, "PIECE", 7)
    monkeypatch.setattr(import_export, "LONGEST_LINE", 30)
    file = tmp_path / "it.txt"
    for end in ("\n", "\r\n", "\r"):
        text = end.join(["x" * 25] * 20) + end
        file.write_bytes(text.encode())
        assert import_export._read(str(file)) == text
    file.write_bytes(b"x" * 60)
    with pytest.raises(import_export.CommandError):
        import_export._read(str(file))


@pytest.mark.parametrize("words", [("check",), ("rules",)])
def test_a_file_without_a_line_end_takes_no_room(tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / ("it.toml" if words == ("rules",) else "it.record")
    with file.open("wb") as stream:
        stream.truncate(SIZE)  # a hundred million zeros, which take no room on the disk
    referee(tmp_path / "nights.db", *words, str(tmp_path / "nothing.toml"))
    tracemalloc.start()
    try:
        assert referee(tmp_path / "nights.db", *words, str(file)).code in (REFUSED, USAGE)
        assert tracemalloc.get_traced_memory()[1] < SIZE // 5
    finally:
        tracemalloc.stop()


# A pipe in the place of a file


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    if not hasattr(os, "mkfifo"):
        pytest.skip("there are no named pipes")
    os.mkfifo(tmp_path / "it.toml")
    return tmp_path / "it.toml"


def in_time(folder: Path, *words: str, stdin: str = "") -> Said:
    """A command that would wait for ever if it waited."""
    env = os.environ | {"REFEREE_DB": str(folder / "nights.db"), "REFEREE_CONFIG": str(folder / "config.toml")}
    done = subprocess.run(
        [sys.executable, "-c", MAIN, *words], env=env, input=stdin, capture_output=True, text=True, timeout=PATIENCE,
        cwd=folder, check=False,
    )  # fmt: skip
    return Said(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("import", "it.toml"), NOTHING),
        (("check", "it.toml"), USAGE),
        (("rules", "./it.toml"), USAGE),
        (("--db", "it.toml", "score"), DATABASE),
        (("--db", "it.toml", "new", "oh-hell", "Ann", "Ben", "Cat"), DATABASE),
        (("restore", "it.toml"), NOTHING),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_nobody_waits_for_a_pipe_that_nobody_writes_to(pipe: Path, words: tuple[str, ...], code: int) -> None:
    result = in_time(pipe.parent, *words)
    assert result.code == code and "Traceback" not in result.err, result


@pytest.mark.parametrize("place", ["config.toml", "houses/friday.toml", "houses/guesses.toml"])
def test_a_pipe_among_what_is_always_read_stops_nothing(pipe: Path, place: str) -> None:
    (pipe.parent / "houses").mkdir()
    pipe.rename(pipe.parent / place)
    for words in (("rules", "oh-hell"), ("sessions",), ("house", "list"), ("house", "show", "friday")):
        result = in_time(pipe.parent, *words)
        assert result.code in (FINE, USAGE, NOTHING, REFUSED) and "Traceback" not in result.err, (words, result)


def test_what_a_shell_passes_on_is_read(tmp_path: Path) -> None:
    db = told_to(tmp_path / "nights.db", "note one")
    (tmp_path / "it.json").write_text(referee(db, "export", "1", "--format", "json").out, encoding="utf-8")
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -c '{MAIN}' import <(cat it.json)"], cwd=tmp_path, capture_output=True,
        text=True, env=os.environ | {"REFEREE_DB": str(tmp_path / "other.db")}, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (FINE, "")
