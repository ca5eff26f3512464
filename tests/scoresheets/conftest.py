"""A browser for the tests of this folder, and a shelf: a folder, and a server if there is one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import shelf as server
from tests.browser import MISSING, browser
from tests.shelf import Corner

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver


@pytest.fixture(scope="session")
def window() -> Iterator[WebDriver]:
    if MISSING:
        pytest.skip(MISSING)
    with browser() as driver:
        yield driver


@pytest.fixture
def chromium(window: WebDriver) -> WebDriver:
    """A browser without anything left from the last test: neither its page nor its screen size."""
    window.get("about:blank")
    window.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    window.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    window.get_log("browser")
    return window


@pytest.fixture
def corner() -> Iterator[Corner]:
    """A private part of the server: ``corner / "nights.db"`` is a place there."""
    place = Corner()
    yield place
    place.clear()


@pytest.fixture(params=["file", pytest.param("server", marks=pytest.mark.postgres)])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Path | Corner:
    """The place of a test's sessions: ``shelf / "nights.db"`` is a file in a folder, or a place on the server."""
    place: Path | Corner = tmp_path if request.param == "file" else request.getfixturevalue("corner")
    return place


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if server.MISSING and (left_out := [item for item in items if item.get_closest_marker("postgres")]):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("postgres")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = [item for item in terminalreporter.stats.get("deselected", []) if item.get_closest_marker("postgres")]
    if server.MISSING and (left_out or config.getoption("numprocesses", None)):
        terminalreporter.write_line(server.MISSING)
