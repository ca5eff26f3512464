"""Runs the tests here and in CI, the same on Linux, macOS and Windows.

``python -m tests.run test`` runs every test, as `make test` does; ``--lowest`` uses the lowest versions of libraries
that pyproject.toml allows. The libraries are installed in an environment of their own first (`.venv`, `.venv-lowest`).
Only required environment variables and settings of the tests (SHARE, TIMES …) are passed on, because others can hide
faults.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
WINDOWS = os.name == "nt"
FOUND = ("HOME", "PATH") if not WINDOWS else (
    "PATH", "PATHEXT", "COMSPEC", "SYSTEMROOT", "SYSTEMDRIVE", "USERPROFILE", "LOCALAPPDATA", "APPDATA", "TEMP", "TMP",
)  # fmt: skip
ASKED = ("SHARE", "TIMES", "REFEREE_TEST_POSTGRES")
WORKERS = os.environ.get("WORKERS") or str((os.cpu_count() or 1) + 1)  # one more, for some tests wait for the disk

OUTSIDE = ("tests/cli", "tests/scoresheets", "tests/faults", "tests/test_docs.py", "tests/test_json.py")
"""Tests that depend on libraries and on the machine."""

JUDGING = (
    "tests/test_every_game.py", "tests/test_cards.py", "tests/test_hand.py", "tests/test_house.py",
    "tests/test_notation.py", "tests/test_own_rules.py", "tests/test_public.py",
    "tests/test_published.py", "tests/test_record.py", "tests/test_imports.py", "tests/test_ruleset.py",
    "tests/test_seats.py", "tests/test_shorthand.py", "tests/test_struck.py", "tests/test_table.py", "tests/games",
    "tests/kit", "tests/test_packages.py",
)  # fmt: skip
"""Rulings, and the published packages installed alone. These tests don't need a Unix terminal or another program."""

JUDGED = (
    *(str(path) for path in sorted(Path("tests").glob("test_*.py"))),
    "tests/kit",
    "tests/games",
    "tests/declared",
)
"""The tests of the referee alone, the only ones that coverage is measured in: tracing doubles their time."""

ODD = {
    "COLUMNS": "33", "NO_COLOR": "1", "FORCE_COLOR": "1", "TZ": "Pacific/Chatham", "LC_ALL": "C",
    "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1",
}  # fmt: skip
"""Variables that few machines export."""


class Place(NamedTuple):
    """An environment, and how to install it."""

    folder: Path
    extras: str
    lowest: bool

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if WINDOWS else "bin/python")

    @property
    def command(self) -> Path:
        return self.folder / ("Scripts/referee.exe" if WINDOWS else "bin/referee")

    def set_up(self) -> None:
        """Installs what is needed, unless pyproject.toml hasn't changed since the last time."""
        ready, wanted = self.folder / ".ready", {*self.extras.split(",")}
        if ready.exists() and ready.stat().st_mtime > (ROOT / "pyproject.toml").stat().st_mtime:
            if wanted <= {*ready.read_text(encoding="utf-8").split(",")}:
                return
            wanted |= {*ready.read_text(encoding="utf-8").split(",")} - {""}
        extras = ",".join(sorted(wanted))
        print(
            f"setting up {self.folder.name} with the libraries that are needed: about a minute",
            flush=True,
        )
        call(sys.executable, "-m", "venv", self.folder)
        install = [self.python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-e", f".[{extras}]"]
        if self.lowest:
            from tests.lowest import every_lowest

            held = self.folder / "lowest.txt"
            held.write_text("\n".join(every_lowest()) + "\n", encoding="utf-8")
            install += ["-c", held]
        call(*install)
        ready.write_text(extras, encoding="utf-8")

    def pytest(self, *words: str, **environ: str) -> None:
        parallel = ("-n", WORKERS, "--dist", "worksteal")
        call(self.python, "-m", "pytest", *parallel, *words, environ=alone(**environ))


def alone(**environ: str) -> dict[str, str]:
    """The environment variables of the tests."""
    kept = {name: os.environ[name] for name in (*FOUND, *ASKED) if name in os.environ}
    return {"SHARE": "64"} | kept | environ


def call(*words: str | Path, environ: dict[str, str] | None = None) -> None:
    """Runs a command and exits with its code unless that is 0."""
    ended = subprocess.run([*map(str, words)], cwd=ROOT, env=environ)
    if ended.returncode:
        sys.exit(ended.returncode)


def words() -> argparse.ArgumentParser:
    """The parser of the arguments."""
    parser = argparse.ArgumentParser(prog="python -m tests.run")
    tasks = ["venv", "lint", "types", "test", "coverage", "odd", "outside", "judging", "fresh", "night", "dist"]
    parser.add_argument("task", choices=tasks)
    parser.add_argument("--lowest", action="store_true", help="with the lowest versions of libraries that are allowed")
    return parser


def main() -> None:
    asked = words().parse_args()
    here = Place(ROOT / ".venv-lowest", "dev", True) if asked.lowest else Place(ROOT / ".venv", "dev,peers", False)
    if asked.task == "judging" and not asked.lowest:
        here = here._replace(extras="dev")  # other programs to compare with aren't available for every machine
    here.set_up()
    match asked.task:
        case "lint":
            call(here.python, "-m", "ruff", "check", ".")
            call(here.python, "-m", "ruff", "format", "--check", ".")
        case "types":
            call(here.python, "-m", "mypy")
        case "test":
            here.pytest()
        case "coverage":
            here.pytest(
                "-q", "-m", "not no_cover", "--cov", "--cov-report=term-missing:skip-covered", *JUDGED, SHARE="16"
            )
        case "odd":
            here.pytest("-q", *OUTSIDE, SHARE="40", **ODD)
        case "outside":  # pictures in docs/ are drawn by the newest Rich
            here.pytest("-q", *(path for path in OUTSIDE if path != "tests/test_docs.py"), SHARE="40")
        case "judging":
            here.pytest("-q", *JUDGING)
        case "fresh":
            seed = str(secrets.randbelow(10**9))
            print(f"seed: {seed}")
            here.pytest("-q", "-m", "hypothesis", "--hypothesis-profile=fresh", f"--hypothesis-seed={seed}")
        case "night":
            print("playing an evening in a scratch database", flush=True)
            with tempfile.TemporaryDirectory() as home:
                call(here.command, "demo", environ=alone(HOME=home, USERPROFILE=home, PYTHONUTF8="1"))
        case "dist":
            call(here.python, "-m", "build", "--no-isolation")


if __name__ == "__main__":
    main()
