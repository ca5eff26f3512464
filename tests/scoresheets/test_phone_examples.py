"""The example of every game and sheet is entered by thumb in a real browser, with open controls alone.

`SHARE` picks some of them, each at one of the screen sizes. `SHARE=1` enters them all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee.language.reports import Report
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from scoresheets.web.addresses import SCOREKEEPER, Addresses
from scoresheets.web.serving import Server, serve
from scoresheets.web.table import LiveTable
from scoresheets.web.watch import Watch
from tests import taps
from tests.browser import screen
from tests.served import running
from tests.tapping import Unfolded, filled_forms
from tests.thumb import Thumb

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

SIZES = (360, 640), (390, 844), (820, 1180), (844, 390)
TRIES = 5  # as often as a person tries again if the file is busy


def drawn() -> Iterator[object]:
    """Every game with a screen size, and its place among the games."""
    luck = random.Random(1)
    for number, slug in enumerate(taps.told_games()):
        width, height = luck.choice(SIZES)
        yield pytest.param(slug, (width, height), number, id=f"{slug}-{width}x{height}")


@contextmanager
def served(db: Path) -> Iterator[Server]:
    with serve(LiveTable(Watch(db), Addresses(True, b"s" * 32)), 0) as server, running(server):
        server.table.host = server.host
        yield server


def enter(thumb: Thumb, session: Session, report: Report) -> None:
    """Enters a report with the open controls of the page, again if the file was busy."""
    for _ in range(TRIES):
        session.catch_up()
        forms = filled_forms(report, session.referee, Unfolded(thumb.page).sheets)
        assert len(forms) == 1, f"{report.text} needs {len(forms)} forms"
        before = thumb.taps
        thumb.send(forms[0])
        if thumb.taken:
            return
        assert thumb.driver.find_elements("css selector", "#said.trouble"), (report.text, thumb.answer)
        thumb.taps = before
    raise AssertionError(f"{report.text}: {thumb.answer}")


@pytest.mark.parametrize(("slug", "size", "seed"), [*drawn()])
def test_an_example_is_entered_by_thumb(
    chromium: WebDriver, tmp_path: Path, slug: str, size: tuple[int, int], seed: int
) -> None:
    players, house, _ = taps.begun(slug)
    whole = taps.table(slug)
    with open_journal(tmp_path / "evening.db", create=True) as journal, served(tmp_path / "evening.db") as server:
        session = journal.new(slug, players, house)
        server.table.watch.look()
        screen(chromium, size)
        thumb = Thumb(chromium, server.table.address(SCOREKEEPER))
        for report in taps.reports(slug):
            assert whole.hear(report.text).accepted
            session.catch_up()
            for part in taps.steps(session.referee, report):
                enter(thumb, session, part)
        session.catch_up()
        assert session.referee.scores == whole.scores
        assert thumb.taps <= taps.known()[slug]
        chromium.get("about:blank")


@pytest.mark.parametrize("slug", taps.told_games())
def test_no_example_takes_more_taps_than_it_did(slug: str) -> None:
    """`python -m tests.taps` writes down the number for a new game, or a smaller one."""
    assert slug in taps.known()
    assert taps.counted(slug)[1] <= taps.known()[slug]
