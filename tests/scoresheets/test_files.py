"""Files are written completely or not at all, whatever the disk does."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scoresheets import files
from scoresheets.errors import DATABASE, FINE, REFUSED, CommandError
from tests.evening import FIRST_HAND, told_to

MAIN = "from scoresheets.cli import main; main()"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return told_to(tmp_path / "nights.db", *FIRST_HAND)


def run(db: Path, *words: str, room: int | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command; with ``room`` files can't grow beyond that, as on a full disk."""

    def shut() -> None:
        if room is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (room, resource.RLIM_INFINITY))

    return subprocess.run(
        [sys.executable, "-c", MAIN, *words], env=os.environ | {"REFEREE_DB": str(db), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True, text=True, preexec_fn=shut, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        ("export", "1", "--out", "{out}"),
        ("export", "--all", "--format", "csv,json", "--out", "{out}"),
        ("chart", "1", "--svg", "{out}/chart.svg"),
        ("print", "1", "--html", "{out}/sheet.html"),
    ],
)
def test_a_full_disk_leaves_no_file_that_blocks_the_next_try(db: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    out = tmp_path / "out"
    out.mkdir()
    asked = [word.format(out=out) for word in words]
    full = run(db, *asked, room=10)
    assert full.returncode == DATABASE, full.stderr
    assert not [*out.iterdir()]
    again = run(db, *asked)
    assert again.returncode == FINE, again.stderr
    assert all(file.stat().st_size > 10 for file in out.iterdir())


def test_what_stood_there_stays_until_the_new_file_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "chart.svg"
    files.write(path, "old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CommandError) as trouble:
        files.write(path, "new")
    assert trouble.value.code == DATABASE
    assert path.read_text() == "old" and [*tmp_path.iterdir()] == [path]


def test_a_new_file_never_takes_the_place_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "1.record"
    monkeypatch.setattr(os, "fsync", lambda handle: path.write_text("theirs"))  # it comes up meanwhile
    with pytest.raises(CommandError) as trouble:
        files.write(path, "ours", new=True)
    assert trouble.value.code == REFUSED and path.read_text() == "theirs" and [*tmp_path.iterdir()] == [path]


def test_a_private_file_is_read_by_nobody_else(tmp_path: Path) -> None:
    files.write(tmp_path / "config.toml", "secret", private=True)
    assert (tmp_path / "config.toml").stat().st_mode & 0o777 == 0o600


def test_a_pipe_gets_what_is_written_and_stays_one(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    lines: list[str] = []
    reader = threading.Thread(target=lambda: lines.append((tmp_path / "pipe").read_text()))
    reader.start()
    files.write(tmp_path / "pipe", "a chart")
    reader.join()
    assert lines == ["a chart"] and (tmp_path / "pipe").is_fifo()


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("old")
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    files.write(tmp_path / "link.svg", "new")
    assert (tmp_path / "link.svg").is_symlink() and (tmp_path / "real.svg").read_text() == "new"


def test_a_chart_can_be_drawn_and_printed_as_json(db: Path, tmp_path: Path) -> None:
    done = run(db, "chart", "1", "--svg", str(tmp_path / "c.svg"), "--json")
    assert done.returncode == FINE and '"totals"' in done.stdout and (tmp_path / "c.svg").exists()
