"""Pictures of the phone's pages for the documentation: ``python -m tests.phone_pictures`` draws them again.

They aren't compared in tests, since other browsers draw letters differently.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from scoresheets.web.addresses import SCOREKEEPER, WATCHER, Addresses, Role
from scoresheets.web.serving import serve
from scoresheets.web.table import LiveTable
from scoresheets.web.watch import Watch
from tests.browser import browser, picture, screen
from tests.evening import FIRST_HAND, oh_hell
from tests.served import running
from tests.thumb import Thumb

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
PHONE, TABLET = (360, 640), (820, 1180)


def refused(thumb: Thumb) -> None:
    thumb.type("Ann bids 9")
    thumb.driver.execute_script("document.querySelector('#said').scrollIntoView({block: 'center'})")


def whole_hand(thumb: Thumb) -> None:
    thumb.driver.execute_script("document.querySelector('[data-rows]').parentElement.scrollIntoView()")


PAGES: dict[str, tuple[Role, str, Callable[[Thumb], None] | None]] = {
    "table": (SCOREKEEPER, "", None),
    "whole-hand": (SCOREKEEPER, "", whole_hand),
    "refused": (SCOREKEEPER, "", refused),
    "line": (SCOREKEEPER, "line/6", None),
    "sheet": (SCOREKEEPER, "sheet", None),
    "rules": (SCOREKEEPER, "rules", None),
    "rule": (SCOREKEEPER, "rule/made-bid", None),
    "why": (SCOREKEEPER, "why?of=Ann", None),
    "dispute": (SCOREKEEPER, "dispute?about=6", None),
    "phones": (SCOREKEEPER, "phones", lambda thumb: thumb.press("details:nth-of-type(2) > summary", sends=False)),
    "player": (Role("seat", "Ben"), "", None),
    "watcher": (WATCHER, "", None),
}


def draw(where: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "evening.db"
        reports = (*FIRST_HAND, "deal Ben", "upcard 9D", "Cat bids 0")
        with oh_hell(db, *reports), browser() as driver:
            table = LiveTable(Watch(db), Addresses(True, b"a picture for the documentation."), verify=True)
            with serve(table, 0) as server, running(server):
                table.host = server.host
                for size, dark in ((PHONE, False), (PHONE, True), (TABLET, False)):
                    for name, (role, page, done) in PAGES.items():
                        if size == TABLET and name != "table":
                            continue
                        screen(driver, size, dark=dark)
                        thumb = Thumb(driver, table.address(role) + page)
                        if done:
                            done(thumb)
                        time.sleep(0.5)
                        kind = "-tablet" if size == TABLET else "-dark" if dark else ""
                        (where / f"phone-{name}{kind}.png").write_bytes(picture(driver))
                        driver.execute_script("sessionStorage.clear()")  # keep typed text out of the other pictures
                driver.get("about:blank")


if __name__ == "__main__":
    draw(PICTURES)
