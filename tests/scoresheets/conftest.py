"""A browser for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser import MISSING, browser

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver


@pytest.fixture(scope="session")
def chromium() -> Iterator[WebDriver]:
    if MISSING:
        pytest.skip(MISSING)
    with browser() as driver:
        yield driver
