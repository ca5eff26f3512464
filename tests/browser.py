"""Headless Chromium from Debian, for pages that are shown or printed."""

from __future__ import annotations

import base64
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
MISSING = "" if CHROMIUM and DRIVER else "Chromium isn't installed: apt-get install chromium chromium-driver"

PHONE, TELEVISION = (390, 844), (1920, 1080)
TRIES = 5


@contextmanager
def browser() -> Iterator[WebDriver]:
    """A browser, open inside a ``with`` block."""
    from selenium.webdriver import Chrome, ChromeOptions
    from selenium.webdriver.chrome.service import Service

    options = ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--no-proxy-server"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = Chrome(options, Service(str(DRIVER)))
    driver.set_script_timeout(240)  # seconds: a busy machine takes its time
    try:
        yield driver
    finally:
        driver.quit()


def screen(driver: WebDriver, size: tuple[int, int], *, dark: bool = False) -> None:
    """Sets the screen size, and light or dark mode."""
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < height}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    colors = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": colors})


def picture(driver: WebDriver) -> bytes:
    """The screen as PNG."""
    return base64.b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"])


def printed(driver: WebDriver, page: Path) -> bytes:
    """A page printed as PDF, in the paper size it asks for.

    On a busy machine Chromium sometimes answers "Printing failed", so it is asked again.
    """
    from selenium.common.exceptions import WebDriverException

    asked = {"preferCSSPageSize": True, "printBackground": True}
    for left in reversed(range(TRIES)):
        driver.get(page.absolute().as_uri())
        try:
            return base64.b64decode(driver.execute_cdp_cmd("Page.printToPDF", asked)["data"])
        except WebDriverException:
            if not left:
                raise
    raise AssertionError("nothing was tried")
