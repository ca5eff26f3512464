"""Double taps on the phone: each line is entered once, and a second tap never lands on another button."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from scoresheets.web.addresses import SCOREKEEPER, Addresses
from scoresheets.web.serving import Server, serve
from scoresheets.web.table import LiveTable
from scoresheets.web.watch import Watch
from tests.browser import screen
from tests.served import running
from tests.thumb import POINT, Thumb

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

PHONE = (390, 844)
BIDS = ("deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 1")


@contextmanager
def table(db: Path) -> Iterator[Server]:
    with serve(LiveTable(Watch(db), Addresses(True, b"s" * 32)), 0) as server, running(server):
        server.table.host = server.host
        yield server


def opened(chromium: WebDriver, server: Server) -> Thumb:
    screen(chromium, PHONE)
    return Thumb(chromium, server.table.address(SCOREKEEPER))


class Finger:
    """A thumb whose taps have their own timestamps, however slow the machine is."""

    def __init__(self, thumb: Thumb, first: str, then: str) -> None:
        self.driver = thumb.driver
        self.thumb = thumb
        self.first, self.then = first, then
        thumb.wait()
        self.began = time.time()

    def tap(self, what: str, after: float = 0.0) -> None:
        """Taps the present element, at a time ``after`` seconds from the start."""
        x, y = self.driver.execute_script(POINT, self.driver.find_element("xpath", what))[1:]
        where = {"x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": self.began + after}
        for event in ("mousePressed", "mouseReleased"):
            self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", where | {"type": event})

    def told(self) -> None:
        """Waits until everything that was entered has arrived."""
        self.thumb.until("sessionStorage.getItem('sent') === null")


def button(form: str, label: str) -> str:
    return f"//form[input[@name='tell' and starts-with(@value, {form!r})]]//button[normalize-space()={label!r}]"


TAKE_BACK = "//button[contains(@class, 'undoes')]"
SPOTS = {
    "report": ("ecarte", "Nan Oto", {}, ["deal Nan", "upcard K"],
               button("ecarte.Proposes", "Oto proposes"), button("ecarte.Refuses", "Nan refuses")),
    "card": ("oh-hell", "Ann Ben Cat", {"first-hand": "2"}, BIDS, button("tricks.Plays", "Q♠"),
             button("tricks.Plays", "J♠")),
    "number": ("oh-hell", "Ann Ben Cat", {"first-hand": "2"}, BIDS[:2], button("oh_hell.Bids", "1"),
               button("oh_hell.Bids", "1")),
    "take back": ("oh-hell", "Ann Ben Cat", {"first-hand": "2"}, BIDS, TAKE_BACK, TAKE_BACK),
}  # fmt: skip
"""A game, its players, its house rules, its reports, the spot to tap, and what the next page may show there."""

INTERVALS = 0.05, 0.15, 0.3


@pytest.fixture(params=SPOTS.values(), ids=SPOTS.keys())
def spot(chromium: WebDriver, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Session, Finger]]:
    """A thumb over a button, in the middle of an evening, on a page that has already been used."""
    slug, players, house, told, first, then = request.param
    db = tmp_path / "evening.db"
    with open_journal(db, create=True) as journal, table(db) as server:
        session = journal.new(slug, players.split(), house)
        for text in (*told, "note the clock is stopped"):
            assert session.say(text).ruling.accepted, text
        server.table.watch.look()
        thumb = opened(chromium, server)
        thumb.press(".undoes")
        yield session, Finger(thumb, first, then)
        chromium.get("about:blank")


def changed(session: Session) -> int:
    """The number of new lines in the journal since the last call."""
    return len([entry for entry in session.catch_up() if entry.accepted])


@pytest.mark.parametrize("interval", INTERVALS)
def test_a_second_tap_on_what_has_just_changed_tells_nothing(spot: tuple[Session, Finger], interval: float) -> None:
    """It comes when the page shows what is next, within the time of a double tap. A later tap is accepted."""
    session, finger = spot
    session.catch_up()
    finger.tap(finger.first)
    finger.told()
    finger.tap(finger.then, interval)
    finger.told()
    assert changed(session) == 1
    finger.thumb.wait()
    finger.tap(finger.then, time.time() - finger.began)
    finger.told()
    assert changed(session) == 1


HELD = """
    const sends = window.fetch;
    window.fetch = async (...asked) => {
        const answer = await sends(...asked);
        if (asked[1].method === "POST") await new Promise((go) => { window.arrives = go; });
        return answer;
    };
"""
"""Delays the answer to a form until it is released."""


def test_a_second_tap_while_the_first_is_on_its_way_tells_nothing(spot: tuple[Session, Finger]) -> None:
    session, finger = spot
    session.catch_up()
    finger.driver.execute_script(HELD)
    finger.tap(finger.first)
    finger.thumb.until("!!window.arrives")
    for interval in INTERVALS:
        finger.tap(finger.first, interval)
    finger.driver.execute_script("window.arrives()")
    finger.told()
    assert changed(session) == 1
