"""Settings of the tests: how many seeds are tried, what is traced, and no config file of the user."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import hypothesis
import pytest

import referee.games
from tests.share import GAMES, SHARE, few

for shown in ("COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "PYTHONUNBUFFERED"):
    # Tests that compare output set the width and the colors themselves, before any library checks.
    os.environ.pop(shown, None)

SLOW = [hypothesis.HealthCheck.too_slow]  # reports the machine, not the test
hypothesis.settings.register_profile(
    "same", derandomize=True, deadline=None, max_examples=few(100, least=50), suppress_health_check=SLOW
)
hypothesis.settings.register_profile(
    "fresh", deadline=None, print_blob=True, max_examples=500, suppress_health_check=SLOW
)
hypothesis.settings.load_profile("same")
"""Every run draws the same examples, however slow the machine is. `make fresh` draws others."""

referee.games.SOURCES.remove(referee.games._published)  # games installed by the user aren't tested

HERE = Path(__file__).parent
JUDGING = {HERE, HERE / "kit", HERE / "games", HERE / "declared"}
"""The tests of the referee alone, the only ones that coverage is measured in."""


def pytest_report_header() -> str:
    if SHARE == 1:
        return "cases: every one"
    return f"cases: one in {SHARE} of those with a seed, one in {GAMES} of games and records (SHARE=1 for every one)"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    out = {item for item in items if number(item) % SHARE} | {*thinned(items)}
    if out:
        config.hook.pytest_deselected(items=[item for item in items if item in out])
        items[:] = [item for item in items if item not in out]
    for item in items:
        drawn = is_random(item) or any(case(item).get(name) for name in ("seed", "part", "start"))
        if drawn or item.path.parent not in JUDGING:
            item.add_marker("no_cover")


def thinned(items: list[pytest.Item]) -> Iterator[pytest.Item]:
    """Yields the cases that are left out of tests that do the same for each game or record.

    One of GAMES of them is tried, and all of those marked ``every_case``. Each test begins with another case.
    """
    seen = Counter[str]()
    for item in items:
        drawn = is_random(item) and not number(item)
        if drawn or is_for_each_game(item):
            name = case(item)["check"].name if drawn else item.nodeid.partition("[")[0]
            if (seen[name] + crc32(name.encode())) % GAMES:
                yield item
            seen[name] += 1


def is_for_each_game(item: pytest.Item) -> bool:
    """Whether the cases of a test differ only in the game, the record or the seed, or are marked as ``alike``."""
    params = case(item)
    alike = params.keys() <= {"slug", "path", "seed"} and params.keys() != {"seed"}
    return (
        bool(params) and bool(alike or item.get_closest_marker("alike")) and not item.get_closest_marker("every_case")
    )


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Workers of xdist trace once: pytest-cov begins twice in them, and ``no_cover`` would end only one of the two."""
    cov = session.config.pluginmanager.getplugin("_cov")
    if cov and cov.cov_controller and hasattr(session.config, "workerinput"):
        cov.cov_controller.cov.stop()


def number(item: pytest.Item) -> int:
    """Which of many like it a case is."""
    params = case(item)
    if is_random(item):
        return int(params["given"])
    if isinstance(path := params.get("path"), Path) and path.suffix == ".record" and item.path.parent not in JUDGING:
        return places(path.parent)[path]
    return int(params.get("seed", 0))


@cache
def places(folder: Path) -> dict[Path, int]:
    """The records of a folder, each with its place among them."""
    return {path: place for place, path in enumerate(sorted(folder.glob("*.record")))}


def is_random(item: pytest.Item) -> bool:
    """Whether a test is one of the random checks that every game gets."""
    return bool(getattr(case(item).get("check"), "random", False))


def case(item: pytest.Item) -> dict[str, Any]:
    """The parameters of a test."""
    return item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}


@pytest.fixture(autouse=True)
def _no_wishes(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    for name in ("REFEREE_DB", "REFEREE_DATABASE", "REFEREE_SESSION", "REFEREE_PLAIN", "REFEREE_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path_factory.getbasetemp() / "wishes" / "config.toml"
    file.unlink(missing_ok=True)
    monkeypatch.setenv("REFEREE_CONFIG", str(file))
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
    return file


@pytest.fixture
def steady_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk whose free space stays the same, for what compares two answers of `doctor`."""
    usage = shutil.disk_usage("/")
    monkeypatch.setattr("shutil.disk_usage", lambda path: usage)
