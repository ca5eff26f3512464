"""The command, run in this process: what it prints and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from scoresheets.cli import run


class Ended(NamedTuple):
    code: int
    out: str
    err: str


Command = Callable[..., Ended]


@pytest.fixture
def referee(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    monkeypatch.setenv("REFEREE_DB", str(tmp_path / "evening.db"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")

    def referee(*words: str) -> Ended:
        capsys.readouterr()
        code = run(words)
        return Ended(code, *capsys.readouterr())

    return referee
