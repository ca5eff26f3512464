"""The pages of the phone in a real browser: entered by thumb, followed by everybody, safe whatever happens."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import axe_playwright_python
import pytest
from selenium.webdriver.support.select import Select

from referee.records.record import Judge
from referee.table.hands import Entry
from scoresheets.keeping.confirmations import contest
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from scoresheets.web.addresses import SCOREKEEPER, WATCHER, Addresses, Role
from scoresheets.web.serving import Server, serve
from scoresheets.web.table import LiveTable
from scoresheets.web.watch import Watch
from tests.browser import screen
from tests.evening import oh_hell, reports_of
from tests.served import running
from tests.share import EVERY
from tests.tables import WholeHand
from tests.thumb import PATIENCE, Thumb

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

PHONE, TABLET = (360, 640), (820, 1180)
RECORDS = Path(__file__).parents[1] / "records"
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
BEN = Role("seat", "Ben")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


@contextmanager
def table(db: Path, port: int = 0, secret: bytes = b"s" * 32, *, verify: bool = False) -> Iterator[Server]:
    with serve(LiveTable(Watch(db), Addresses(True, secret), verify=verify), port) as server, running(server):
        server.table.host = server.host
        yield server


def opened(chromium: WebDriver, server: Server, role: Role = SCOREKEEPER, size: tuple[int, int] = PHONE) -> Thumb:
    screen(chromium, size)
    return Thumb(chromium, server.table.address(role))


def now(session: Session) -> list[str]:
    session.catch_up()
    return reports_of(session)


TENS = ("10S", "10H", "10D", "10C")


@pytest.mark.parametrize(
    ("game", "players", "told"),
    [
        ("spider", ["Ann"], ["deal", f"upcard {' '.join((TENS * 3)[:8])} 9S 9H"]),
        ("one-eyed-jack", ["Ann", "Ben"], ["deal Ann", "Ben plays 10D on d9"]),
    ],
)
def test_a_board_fits_a_phone(chromium: WebDriver, db: Path, game: str, players: list[str], told: list[str]) -> None:
    with open_journal(db, create=True) as journal, table(db) as server:
        session = journal.new(game, players)
        for text in told:
            assert session.say(text).ruling.accepted, text
        opened(chromium, server)
        chromium.get(f"{server.table.address(SCOREKEEPER).rstrip('/')}/sheet")
        wide = "return [...document.querySelectorAll('.scroll')].map(at => at.scrollWidth - at.clientWidth)"
        assert not any(chromium.execute_script(wide))
        lines = "return [...document.querySelectorAll('.board td')].map(at => at.clientHeight)"
        assert len({*chromium.execute_script(lines)}) == 1  # no card is broken in two


# Entered by thumb


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_hand_in_short_takes_ten_taps_for_four_players(chromium: WebDriver, db: Path, size: tuple[int, int]) -> None:
    with open_journal(db, create=True) as journal, table(db) as server:
        session = journal.new("oh-hell", ["Ann", "Ben", "Cat", "Dan"], {"first-hand": "5"})
        texts = ["deal Ann", "Ben bids 2", "Cat bids 0", "Dan bids 1", "Ann bids 3", "Ben takes 2", "Dan takes 1",
                 "Ann takes 2"]  # fmt: skip
        with open_journal(db) as other:
            again = other.session(1).fresh()
            reports = []
            for text in texts:
                ruling = again.hear(text)
                assert ruling.report
                reports.append(ruling.report)
        server.table.watch.look()
        thumb = opened(chromium, server, size=size)
        thumb.enter_hand(reports)
        assert thumb.taps <= 10
        assert "Ben +20" in thumb.answer and "Dan 10" in thumb.said
        assert len(now(session)) == 8
        chromium.get("about:blank")


def test_the_last_row_fills_itself_in_and_the_button_says_what_it_brings(chromium: WebDriver, db: Path) -> None:
    bids = ("deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 0", "Ann bids 2")
    with oh_hell(db, *bids) as session, table(db) as server:
        thumb = opened(chromium, server)
        row = "#choices input[name='tricks.Takes:number/{}/tricks'][value='{}']"
        for who in ("Ben", "Cat"):
            thumb.press(row.format(who, 0), sends=False)
        thumb.until("document.querySelector(arguments[0]).checked", row.format("Ann", 2))
        thumb.until("document.querySelector('form[data-rows] .tell small')?.innerText.includes('Ann')")
        thumb.press("form[data-rows] > .tell")
        assert now(session)[-3:] == ["Ben takes 0", "Cat takes 0", "Ann takes 2"]
        chromium.get("about:blank")


WHOLE_HANDS = [
    ("samba/known", 1, PHONE, "Ida+Kim -620, Jon+Lou -235", {
        "Kim lays 4S on 2": "Kim lays 4S 4S on 2"}),
    ("reversis/mixed", 1, PHONE, "Ida -15, Jon 8, Kai -5, Lea -38", {
        "Jon holds 34": "Jon holds 35", "talon 7S 3D 2D 4C": "talon 7S 3D 2D 6C"}),
    ("reversis/numbers", 1, TABLET, "Ida -7, Jon -21, Kai -32, Lea 10", {
        "Lea holds 8": "Lea holds 7", "Jon holds 10": "Jon holds 11"}),
    ("piquet/declarations", 1, PHONE, "Ada 21, Bo 24", {
        "Bo declares trio J": "Bo declares trio K"}),
    ("piquet/declarations", 3, TABLET, "Ada 68, Bo 80", {
        "Ada discards 3": "Ada discards 5", "Ada declares trio Q": "Ada declares trio K"}),
    ("razz/full", 1, PHONE, "Ida -7, Jon -82, Kim 89", {
        "Ida bets 5": "Ida bets 10", "Kim raises": "Kim calls"}),
    ("razz/with-london", 1, TABLET, "Flo -25, Gil 25", {"Gil bets 1": "Gil bets 2", "Gil bets": "Gil checks"}),
    ("crazy-eights/cards", 1, PHONE, "Ida 0, Jon 1, Kim 0", {
        "Jon plays AD": "Jon plays JH", "Kim plays 10H": "Kim plays 2H"}),
    ("crazy-eights/points", 1, TABLET, "Ada 0, Bo 100, Cy 0", {}),
]  # fmt: skip
"""A hand of a record, the screen, the score after it, and a wrong entry at first."""


@pytest.mark.alike
@pytest.mark.parametrize(("record", "hand", "size", "scores", "slips"), WHOLE_HANDS,
                         ids=[f"{record}-{hand}" for record, hand, *_ in WHOLE_HANDS])  # fmt: skip
def test_a_whole_hand_is_told_by_thumb(
    chromium: WebDriver, db: Path, record: str, hand: int, size: tuple[int, int], scores: str, slips: dict[str, str]
) -> None:
    """A refusal is corrected by its repair, a wrong entry by its line. An overruled report is marked.

    Of each verb the first is entered by thumb, and of the others one in three, unless SHARE=1.
    """
    with before_hand(db, record, hand) as (session, entries), table(db) as server:
        number, slips = len(reports_of(session)), dict(slips)
        thumb = opened(chromium, server, size=size)
        verbs = set()
        for place, entry in enumerate(entries):
            report = entry.report
            session.catch_up()
            if place % EVERY and report.verb in verbs and not entry.marked and report.text not in slips:
                assert session.say(report.text).ruling.accepted
                continue
            verbs.add(report.verb)
            shows(thumb, len(session.entries))
            if entry.marked:  # nobody is offered what the rules refuse
                thumb.type(report.text)
                thumb.button(f"~ {report.text}")
            elif wrong := slips.pop(report.text, ""):
                session.catch_up()
                thumb.tell(session.referee.vocabulary.read(wrong, session.referee.hand))
                if not thumb.refused:
                    thumb.correct(wrong, report.text, "misheard")
                    continue
                if report.text in thumb.said.splitlines():
                    thumb.button(report.text)
                else:  # a number is nobody's guess
                    thumb.tell(report)
            else:
                thumb.tell(report)
            assert thumb.taken, (report.text, thumb.answer)
        session.catch_up()
        shows(thumb, len(session.entries))
        assert not slips
        assert now(session)[number:] == [entry.report.text for entry in entries]
        assert scores_of(session) == totals_on(chromium) == scores
        chromium.get("about:blank")


def shows(thumb: Thumb, line: int) -> None:
    """Waits until the page shows a line that others entered, if there is one."""
    if line:
        thumb.until("document.querySelector(arguments[0])", f".last a[href$='/line/{line}']")


CARD_BY_CARD = {
    "hearts": (1, {"passes", "plays"}),
    "euchre": (42, {"upcard", "calls", "alone", "discards", "plays"}),
    "skat": (0, {"declares", "discards", "plays"}),
}
"""A hand of a sheet, and what is entered in it besides cards."""


@pytest.mark.parametrize("slug", CARD_BY_CARD)
def test_a_hand_of_a_sheet_is_told_card_by_card_by_thumb(chromium: WebDriver, db: Path, slug: str) -> None:
    """Of each verb the first by thumb, and of the others one in three, unless SHARE=1."""
    seed, words = CARD_BY_CARD[slug]
    hand = WholeHand(slug, seed)
    assert words <= {word for text in hand.lines for word in text.split()}
    with open_journal(db, create=True) as journal, table(db) as server:
        session = journal.new(slug, hand.seats)
        thumb = opened(chromium, server)
        verbs = set()
        for number, text in enumerate(hand.lines):
            session.catch_up()
            report = session.referee.vocabulary.read(text, session.referee.hand)
            if number % EVERY and report.verb in verbs:
                session.say(text)
                continue
            verbs.add(report.verb)
            shows(thumb, number)
            thumb.tell(report)
            assert thumb.taken, (text, thumb.answer)
        shows(thumb, len(hand.lines))
        assert now(session) == hand.lines
        assert len(session.referee.hands) == 1 and scores_of(session) == totals_on(chromium)
        chromium.get("about:blank")


IN_SHORT = [
    ("samba/six-red-threes", 1, TABLET, "Ida+Kim 2280, Jon+Lou -100"),
    ("reversis/numbers", 3, PHONE, "Ida 4, Jon -87, Kai -28, Lea -4"),
    ("piquet/short", 5, PHONE, "Ida 92, Ole 292"),
    ("razz/totals", 1, TABLET, "Pia -3, Quin -15, Rob 27, Sue -6, Tom -3"),
]


@pytest.mark.parametrize(("record", "hand", "size", "scores"), IN_SHORT, ids=[record for record, *_ in IN_SHORT])
def test_a_hand_in_short_is_one_form_for_the_thumb(
    chromium: WebDriver, db: Path, record: str, hand: int, size: tuple[int, int], scores: str
) -> None:
    with before_hand(db, record, hand) as (session, entries), table(db) as server:
        number = len(reports_of(session))
        thumb = opened(chromium, server, size=size)
        thumb.enter_hand([entry.report for entry in entries])
        assert thumb.taken, thumb.answer
        assert sorted(now(session)[number:]) == sorted(entry.report.text for entry in entries)
        assert scores_of(session) == totals_on(chromium) == scores
        chromium.get("about:blank")


@contextmanager
def before_hand(db: Path, record: str, hand: int) -> Iterator[tuple[Session, list[Entry]]]:
    """A session of a record before one of its hands, and the record's reports of this hand."""
    judged = Judge().judge((RECORDS / f"{record}.record").read_text(encoding="utf-8").splitlines())
    assert judged.referee
    referee = judged.referee
    with open_journal(db, create=True) as journal:
        session = journal.new(
            referee.game.slug, [*referee.first_seats], {**referee.chosen}, dealer=referee.first_dealer
        )
        for before in itertools.chain.from_iterable(record.entries for record in referee.records[: hand - 1]):
            assert session.say(before.report.text, overrule=before.marked).ruling.accepted
        yield session, referee.records[hand - 1].entries


def scores_of(session: Session) -> str:
    return ", ".join(f"{side} {score}" for side, score in session.referee.scores.items())


def totals_on(chromium: WebDriver) -> str:
    """The score on the page."""
    shown = chromium.execute_script("return [...document.querySelectorAll('.totals a')].map(at => at.innerText)")
    return ", ".join(" ".join(side.split()) for side in shown).replace("\u2212", "-")


def test_a_refusal_stands_where_the_button_was_and_is_repaired(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 0") as session, table(db) as server:
        thumb = opened(chromium, server)
        thumb.type("Ann bids 1")
        assert (
            "Not allowed" in thumb.answer and chromium.find_element("id", "line").get_property("value") == "Ann bids 1"
        )
        box = "document.querySelector(arguments[0]).getBoundingClientRect()"
        assert chromium.execute_script(f"return {box}.bottom <= {box.replace('0', '1')}.top + 1", "#said", "#line")
        assert not chromium.find_elements("css selector", "#said details[open]")
        repair = chromium.find_element("css selector", "#said .row button").text
        thumb.button(repair)
        assert now(session)[-1] == repair
        assert chromium.find_element("id", "line").get_property("value") == ""
        thumb.press(".undoes")
        thumb.type("Ann bids 1")
        thumb.press("#said details summary", sends=False)
        thumb.button("~ Ann bids 1")
        assert now(session)[-1] == "Ann bids 1"
        chromium.get("about:blank")


def test_of_a_line_that_is_refused_what_is_left_stays(chromium: WebDriver, db: Path) -> None:
    """The accepted part isn't entered again, and the rest is there after the correction."""
    with oh_hell(db, "deal Ann", "upcard 7H") as session, table(db) as server:
        thumb = opened(chromium, server)
        typed = "return document.querySelector('#line').value"
        thumb.type("Ben bids 1; Cat bids 5; Ann bids 2; note all in")
        assert chromium.execute_script(typed) == "Cat bids 5; Ann bids 2; note all in"
        assert chromium.find_element("css selector", "#said.refused .rules").text == "bid-range"
        assert thumb.answer.startswith("Ben bids 1")
        thumb.button("Cat bids 2")
        assert "Ann bids 2; note all in" in thumb.answer
        assert chromium.execute_script(typed) == "Ann bids 2; note all in"
        thumb.press(".undoes")
        thumb.go("More", "Rules")
        thumb.until("document.querySelector('#words')")
        thumb.touch(chromium.find_element("link text", "← The table"))
        thumb.until("document.querySelector('#line')?.value === 'Ann bids 2; note all in'")
        thumb.tell(session.referee.vocabulary.read("Cat bids 2", session.referee.hand))
        assert thumb.answer.startswith("Cat bids 2")
        thumb.press("#words button")
        assert now(session)[-3:] == ["Cat bids 2", "Ann bids 2", "note all in"]
        assert chromium.execute_script(typed) == ""
        chromium.get("about:blank")


def test_a_tapped_card_that_is_refused_says_so_in_its_form(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 1", "Ben plays QS",
                 "Cat dealt 3S 5D") as session, table(db) as server:  # fmt: skip
        thumb = opened(chromium, server)
        report = session.referee.vocabulary.read("Cat plays 5D", session.referee.hand)
        thumb.tell(report)
        assert "follow-suit" in thumb.answer
        assert "line 7: Cat dealt 3S 5D" in thumb.answer
        assert chromium.find_elements("css selector", "#choices #said")
        chromium.get("about:blank")


def test_a_line_is_corrected_by_tapping_it(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H", "Ben bids 1") as session, table(db) as server:
        thumb = opened(chromium, server)
        thumb.touch(chromium.find_element("partial link text", "Ben bids 1"))
        thumb.until("document.querySelector('#text')")
        field = chromium.find_element("id", "text")
        field.clear()
        field.send_keys("Ben bids 2")
        thumb.button("Show what changes")
        assert "Ben bids 1 → Ben bids 2" in thumb.answer and now(session)[-1] == "Ben bids 1"
        chromium.find_element("id", "why").send_keys("misheard")
        thumb.button("Correct it")
        assert now(session)[-1] == "Ben bids 2"
        chromium.get("about:blank")


def test_a_game_is_begun_with_a_name_in_each_field(chromium: WebDriver, db: Path) -> None:
    with table(db) as server:
        thumb = opened(chromium, server)
        looked_at(chromium, "no session", PHONE)
        thumb.go("Gops")
        looked_at(chromium, "who plays", PHONE)
        for number, name in enumerate(("Anna Lena", "Ben"), 1):
            chromium.find_element("id", f"player{number}").send_keys(name)
        thumb.button("Begin")
        with open_journal(db) as journal:
            assert [*journal.session(1).referee.seats] == ["Anna Lena", "Ben"]
        chromium.get("about:blank")


def test_a_game_that_cant_begin_yet_leaves_what_was_filled_in(chromium: WebDriver, db: Path) -> None:
    """Who wins a tally without a name has to be said: the names stay, and the sentence stands above them."""
    with table(db) as server:
        thumb = opened(chromium, server)
        thumb.go("Tally (any other game)")
        for number, name in enumerate(("Anna Lena", "Ben"), 1):
            chromium.find_element("id", f"player{number}").send_keys(name)
        thumb.button("Begin")
        assert thumb.answer and not thumb.taken
        assert chromium.find_element("id", "player1").get_property("value") == "Anna Lena"
        Select(chromium.find_element("id", "wins")).select_by_value("no")
        thumb.button("Begin")
        with open_journal(db) as journal:
            assert [*journal.session(1).referee.seats] == ["Anna Lena", "Ben"]
        chromium.get("about:blank")


# Everybody follows, and nothing is lost


def test_pages_follow_what_others_tell(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H") as session, table(db) as server:
        for role in (SCOREKEEPER, BEN, WATCHER):
            thumb = opened(chromium, server, role)
            session.say("adjust Cat +7")
            thumb.until("document.querySelector('main').innerText.replace('\\n', ' ').match(/Cat\\s*7/)")
            session.undo()
            thumb.until("document.querySelector('main').innerText.match(/Cat\\s*0/)")
        chromium.get("about:blank")


HELD = """
    const sends = window.fetch;
    window.fetch = async (...asked) => {
        const answer = await sends(...asked);
        if (asked[1].method === "POST") await new Promise((go) => { window.arrives = go; });
        return answer;
    };
"""
"""Delays the answer to a form until it is released."""


def test_what_is_told_while_a_form_is_on_its_way_is_shown_behind_it(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H") as session, table(db) as server:
        thumb = opened(chromium, server)
        chromium.execute_script(HELD)
        chromium.find_element("id", "line").send_keys("Ben bids 1\n")
        thumb.until("!!window.arrives")
        session.say("note the clock is stopped")
        time.sleep(1)  # the page has news long before; should it come later, there is nothing to be shown behind
        chromium.execute_script("window.arrives()")
        thumb.until("document.querySelector('#said')")
        thumb.until("document.querySelector('.last').innerText.includes('the clock is stopped')")
        chromium.get("about:blank")


def test_what_was_typed_is_still_there(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H") as session, table(db) as server:
        thumb = opened(chromium, server)
        typed = "return document.querySelector('#line').value"
        chromium.find_element("id", "line").send_keys("Ben bi")
        session.say("note the clock is stopped")  # the page changes under the thumb
        thumb.until("document.querySelector('main').innerText.includes('the clock is stopped')")
        assert chromium.execute_script(typed) == "Ben bi"
        assert chromium.switch_to.active_element.get_attribute("id") == "line"
        chromium.refresh()
        thumb.until("document.querySelector('#line').value === 'Ben bi'")
        thumb.go("More", "Rules")
        thumb.until("document.querySelector('#words')")
        chromium.back()
        chromium.back()
        thumb.until("document.querySelector('#line')?.value === 'Ben bi'")
        chromium.find_element("id", "line").send_keys("ds 1")
        thumb.press("#words button")
        assert now(session)[-1] == "Ben bids 1"
        assert chromium.execute_script(typed) == ""
        chromium.get("about:blank")


def test_a_form_that_is_begun_stays_as_it_is_while_others_tell(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H") as session, table(db) as server:
        thumb = opened(chromium, server)
        radio = "input[type=radio][name*='Bids'][name*='/Cat/'][value='1']"
        thumb.press(radio, sends=False)
        session.say("note the clock is stopped")
        thumb.until("document.querySelector('main').innerText.includes('the clock is stopped')")
        assert chromium.find_element("css selector", radio).is_selected()
        chromium.refresh()
        thumb.until("document.querySelector(arguments[0]).checked", radio)
        chromium.get("about:blank")


@pytest.mark.parametrize("meanwhile", ["Ben bids 1", "misdeal"])
def test_a_form_that_is_begun_is_made_anew_when_it_is_about_something_else(
    chromium: WebDriver, db: Path, meanwhile: str
) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H") as session, table(db) as server:
        thumb = opened(chromium, server)
        form = "//form[input[@name='tell' and @value='oh_hell.Bids:number']]"
        thumb.touch(chromium.find_element("xpath", f"({form}//summary)[last()]"))
        thumb.touch(chromium.find_element("xpath", f"{form}//input[@type='radio' and @value='Ann']/.."))
        assert chromium.find_element("xpath", f"{form}//input[@value='Ann']").is_selected()
        session.say(meanwhile)
        thumb.until("document.querySelector('.last').innerText.includes(arguments[0])", meanwhile)
        for _ in "again", "after it was loaded again":
            heads = [at.get_attribute("value") for at in chromium.find_elements("xpath", f"{form}//input[@checked]")]
            given = [at.get_attribute("value") for at in chromium.find_elements("css selector", "input[type=radio]")
                     if at.get_attribute("name") == "oh_hell.Bids/who" and at.is_selected()]  # fmt: skip
            assert heads == (["Cat"] if meanwhile == "Ben bids 1" else [])
            assert {*given} <= {"Cat"}
            chromium.refresh()
            thumb.until("!!window.referee?.rests && document.querySelector('#choices')")
        chromium.get("about:blank")


def test_what_was_filled_in_and_refused_comes_back_in_no_other_form(chromium: WebDriver, db: Path) -> None:
    with open_journal(db, create=True) as journal, table(db) as server:
        session = journal.new("piquet", ["Ada", "Bo"], {})
        session.say("deal Ada")
        thumb = opened(chromium, server)
        thumb.tell(session.referee.vocabulary.read("Bo discards 7", session.referee.hand))
        assert thumb.refused
        value = "return document.querySelector(`input[value='${arguments[0]}']`).form.elements[arguments[1]].value"
        assert chromium.execute_script(value, "piquet.Discards:cards", "piquet.Discards/cards") == ""
        thumb.tell(session.referee.vocabulary.read("Bo discards 5", session.referee.hand))
        assert now(session)[-1] == "Bo discards 5"
        assert "7" not in chromium.execute_script("return [...document.querySelectorAll('#choices input[type=text], "
                                                  "#choices input[type=number]')].map(at => at.value)")  # fmt: skip
        chromium.get("about:blank")


def test_the_server_is_killed_and_started_again_in_mid_hand(chromium: WebDriver, db: Path) -> None:
    """Lines entered meanwhile are stored on the phone, sent when the table is reached again, and count once."""
    with oh_hell(db, "deal Ann", "upcard 7H") as session:
        with table(db) as server:
            thumb = opened(chromium, server)
            thumb.type("Ben bids 1")
        thumb.until("document.querySelector('#trouble')")
        field = chromium.find_element("id", "line")
        field.send_keys("Cat bids 0\n")
        thumb.until("!!document.querySelector('#trouble button')")
        chromium.refresh()  # which a phone does when it wakes up: the browser has no page, and comes back to it
        assert now(session)[-1] == "Ben bids 1"
        with table(db, server.port) as server:
            chromium.get(server.table.address(SCOREKEEPER))
            thumb.until("document.querySelector('#said')?.innerText.includes('Cat bids 0')")
            assert now(session)[-1] == "Cat bids 0" and now(session).count("Cat bids 0") == 1
            thumb.type("Ann bids 2")
            assert now(session)[-1] == "Ann bids 2"
            chromium.get("about:blank")
    chromium.get_log("browser")


HOLDS_BACK = """
    const real = window.fetch;
    window.fetch = async (address, ...more) => {
        const found = await real(address, ...more);
        if (!String(address).includes("/now")) return found;
        document.body.dataset.held = "1";
        await new Promise(resolve => { window.letGo = resolve; });
        return found;
    };
    document.addEventListener("let go", () => { window.fetch = real; window.letGo(); });
"""
"""Holds back what the page is told about the table, as a slow network does, until it is let go."""


def test_an_answer_that_comes_late_doesnt_undo_what_was_sent_since(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H") as session, table(db) as server:
        thumb = opened(chromium, server)
        chromium.execute_script(HOLDS_BACK)
        session.say("note the clock is stopped")
        thumb.until("document.body.dataset.held")
        thumb.type("Ben bids 1")
        swaps = "window.swaps = []; new MutationObserver(() => window.swaps.push(document.querySelector('#said')" \
                "?.innerText ?? '')).observe(document.querySelector('main'), {childList: true});" \
                "document.dispatchEvent(new Event('let go'));"  # fmt: skip
        chromium.execute_script(swaps)
        session.say("note and goes on")
        thumb.until("document.querySelector('main').innerText.includes('and goes on')")
        seen = chromium.execute_script("return window.swaps")
        assert seen and all("Ben bids 1" in said for said in seen)
        chromium.get("about:blank")


TELLS_ON = """
    const [name, each] = arguments;
    let told = 0, waits = "";
    const next = () => {
        const said = document.querySelector("#said")?.innerText ?? "";
        const yes = [...document.querySelectorAll("#said button")].find(at => at.textContent === "Yes, enter it");
        const line = document.querySelector("#line");
        if (!line || waits && location.href === waits) return;
        if (yes) { waits = location.href; yes.form.requestSubmit(yes); return; }
        const again = document.querySelector("#said.trouble");  // the file was busy: the table says it again
        if (!again && told && !said.includes(`${name} buys ${told}`)) return;
        if (!again && told === each) { document.body.dataset.done = "1"; return; }
        if (!again) document.body.dataset.told = told += 1;
        waits = location.href;
        line.value = `${name} buys ${told}`;
        line.form.requestSubmit();
    };
    new MutationObserver(() => setTimeout(next)).observe(document.querySelector("main"), {childList: true});
    next();
"""
"""Enters reports one by one in the form of the page, as soon as the page shows that the last was accepted."""


def test_two_phones_in_a_browser_and_a_terminal_tell_at_once(chromium: WebDriver, db: Path) -> None:
    """Ninety reports: each arrives once, for its player."""
    each, names = 30, ("Ann", "Ben")
    with open_journal(db, create=True) as journal, table(db) as server:
        session = journal.new("cash", [*names, "Cat"])
        first = chromium.current_window_handle
        try:
            for place, name in enumerate(names):
                if place:
                    chromium.switch_to.new_window("window")
                opened(chromium, server)
                chromium.execute_script(TELLS_ON, name, each)
            words = [sys.executable, "-c", "from scoresheets.cli import main; main()", "say", "-", "--db", str(db)]
            lines = "".join(f"Cat buys {number}\n" for number in range(1, each + 1))
            subprocess.run(words, input=lines, text=True, check=True, capture_output=True)
            for handle in chromium.window_handles:
                chromium.switch_to.window(handle)
                told, since = "", time.monotonic()
                while not chromium.execute_script("return document.body.dataset.done"):
                    if (last := chromium.execute_script("return document.body.dataset.told")) != told:
                        told, since = last, time.monotonic()
                    assert time.monotonic() - since < PATIENCE, chromium.execute_script(
                        "return location.href + '\\n' + document.querySelector('main').innerText"
                    )
                    time.sleep(0.1)
        finally:
            for handle in chromium.window_handles:
                if handle != first:
                    chromium.switch_to.window(handle)
                    chromium.close()
            chromium.switch_to.window(first)
            chromium.get("about:blank")
        texts = [f"{name} buys {number}" for name in (*names, "Cat") for number in range(1, each + 1)]
        assert sorted(now(session)) == sorted(texts)
        assert set(session.referee.scores.values()) == {-sum(range(1, each + 1))}


def test_a_double_tap_counts_once(chromium: WebDriver, db: Path) -> None:
    reports = ("deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 1")
    with oh_hell(db, *reports) as session, table(db) as server:
        thumb = opened(chromium, server)
        thumb.driver.execute_script(
            "const line = document.querySelector('#line'); line.value = 'Ben takes 1';"
            "for (let i = 0; i < 3; i++) line.form.requestSubmit()"
        )
        thumb.until("document.querySelector('#said')")
        time.sleep(0.3)
        assert now(session).count("Ben takes") == 1
        chromium.get("about:blank")


def test_without_scripts_forms_are_taken(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H") as session, table(db) as server:
        chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        try:
            screen(chromium, PHONE)
            chromium.get(server.table.address(SCOREKEEPER))
            chromium.find_element("id", "line").send_keys("Ben bids 1\n")
            begun = time.monotonic()
            while "Ben bids 1" not in chromium.page_source:
                assert time.monotonic() - begun < PATIENCE
            assert now(session)[-1] == "Ben bids 1"
            chromium.get(server.table.address(WATCHER))
            assert 'http-equiv="refresh"' in chromium.page_source
        finally:
            chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
            chromium.get("about:blank")


# Appearance


LOOKS = {
    "small": (PHONE, False),
    "dark": ((390, 844), True),
    "tablet": (TABLET, False),
    "on its side": ((740, 360), True),
}


@pytest.mark.parametrize(("size", "dark"), LOOKS.values(), ids=LOOKS)
def test_everybody_can_read_and_reach_everything(
    chromium: WebDriver, db: Path, size: tuple[int, int], dark: bool
) -> None:
    """No finding of axe, nothing beyond the edge, and nothing too small for a thumb.

    axe looks at every page of the smallest screen and of the dark one; of the others at one in three, unless SHARE=1.
    """
    reports = ("deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 1", "trick QS 3S KS", "trick AD 2H 4D",
               "deal Ben", "upcard 9D", "Cat bids 0")  # fmt: skip
    with oh_hell(db, *reports) as session, table(db, verify=True) as server:
        session.note_refusal(session.referee.hear("Ann bids 9"), "Ann bids 9")
        for seat, line in (("Cat", 10), ("Ben", 3)):
            contest(session, seat, line=line)
        thumb = opened(chromium, server, size=size)
        screen(chromium, size, dark=dark)
        pages = [(SCOREKEEPER, page) for page in ("", "sheet", "rules", "rule/made-bid", "line/6", "why?of=Ann",
                                                  "dispute?about=6", "phones", "history", "more", "start",
                                                  "start?game=wizard", "sessions", "standings", "settle")]  # fmt: skip
        pages += [(BEN, ""), (BEN, "sheet"), (WATCHER, "")]
        for number, (role, page) in enumerate(pages):
            chromium.get(server.table.address(role) + page)
            if role == SCOREKEEPER and not page:
                thumb.type("Ann bids 9")
                chromium.execute_script("document.querySelectorAll('details').forEach(at => { at.open = true })")
            thorough = dark or size == PHONE or number % EVERY == 0
            looked_at(chromium, f"{role.kind} {page}", size, thorough=thorough)
        chromium.get("about:blank")


@pytest.mark.parametrize(
    ("record", "hand", "most", "size"),
    [("samba/full", 1, 9, PHONE), ("piquet/declarations", 3, 0, PHONE), ("razz/full", 1, 9, TABLET)],
)
def test_the_forms_of_other_games_are_read_and_reached_as_well(
    chromium: WebDriver, db: Path, record: str, hand: int, most: int, size: tuple[int, int]
) -> None:
    with before_hand(db, record, hand) as (session, entries), table(db) as server:
        for entry in entries[:most]:
            session.say(entry.report.text)
        opened(chromium, server, size=size)
        chromium.execute_script("document.querySelectorAll('details').forEach(at => { at.open = true })")
        looked_at(chromium, record, size)
        chromium.get("about:blank")


@pytest.mark.parametrize(("size", "parts"), [(PHONE, 2), (TABLET, 1)], ids=["phone", "tablet"])
def test_a_sheet_of_many_players_stands_in_blocks_on_a_phone(
    chromium: WebDriver, db: Path, size: tuple[int, int], parts: int
) -> None:
    with before_hand(db, "razz/seven", 3) as (session, _), table(db) as server:
        opened(chromium, server, size=size)
        chromium.get(server.table.address(SCOREKEEPER) + "sheet")
        shown, names = chromium.execute_script(
            "const shown = [...document.querySelectorAll('.scroll')].filter(at => at.clientWidth);"
            "return [shown.map(at => at.scrollWidth - at.clientWidth), shown.map(at => at.innerText).join(' ')]"
        )
        assert shown == [0] * parts
        assert all(names.count(f"{seat}\t") + names.count(f"{seat}\n") == 1 for seat in session.referee.seats), names
        chromium.get("about:blank")


def looked_at(chromium: WebDriver, page: str, size: tuple[int, int], *, thorough: bool = True) -> None:
    """Fails if anything is too wide or too small, and, if ``thorough``, if axe finds anything."""
    if thorough:
        assert found_by_axe(chromium) == [], page
    assert chromium.execute_script("return document.documentElement.scrollWidth") <= size[0], page
    beyond = "return !!document.querySelector('.pane') && document.documentElement.scrollHeight - innerHeight"
    assert not chromium.execute_script(beyond), page  # only the pane scrolls
    small = chromium.execute_script(
        "return [...document.querySelectorAll('button, select, summary, input[type=text], a.button')].filter(at => {"
        " const box = at.getBoundingClientRect(); return box.width && (box.height < 43 || box.width < 43)"
        "}).map(at => at.outerHTML.slice(0, 120))"
    )
    assert small == [], page


def found_by_axe(chromium: WebDriver) -> list[object]:
    chromium.execute_script(AXE)  # injected by the driver, which no policy of the page keeps out
    found: list[object] = chromium.execute_async_script(
        "const done = arguments[arguments.length - 1]; axe.run(document, {resultTypes: ['violations']}).then(result =>"
        " done(result.violations.map(one => [one.impact, one.id, one.nodes.map(node => node.html.slice(0, 200))])))"
    )
    return found


def test_the_title_and_the_history_tell_nobody_the_address(chromium: WebDriver, db: Path) -> None:
    with oh_hell(db, "deal Ann") as session, table(db) as server:
        opened(chromium, server)
        assert session.number == 1
        key = re.findall(r"/([^/]{20,})/", server.table.address(SCOREKEEPER))[0]
        assert key not in chromium.title
        assert chromium.get_cookies() == []
        assert chromium.get_log("browser") == []
        chromium.get("about:blank")


# On a phone that lies on the table

LOCK = """
    window.locks = [];
    Object.defineProperty(navigator, "wakeLock", {value: {request: async (what) => {
        const lock = {what, released: false, release: async () => { lock.released = true; }};
        window.locks.push(lock);
        return lock;
    }}});
"""
"""A lock of the screen that tells whether it is on."""
LIT = "window.locks.filter(lock => lock.what === 'screen' && !lock.released).length === {}"


def test_the_screen_stays_on_while_something_is_asked(chromium: WebDriver, db: Path) -> None:
    injected = chromium.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LOCK})
    try:
        with oh_hell(db, "deal Ann", "upcard 7H") as session, table(db) as server:
            thumb = opened(chromium, server)
            thumb.until(LIT.format(1))
            thumb.type("Ben bids 1")
            thumb.until(LIT.format(1))
            session.catch_up()
            session.say("end")
            thumb.until("!document.querySelector('[data-asks]')")
            thumb.until(LIT.format(0))
            thumb = opened(chromium, server, WATCHER)
            assert chromium.execute_script("return window.locks.length") == 0
            session.resume()
            thumb = opened(chromium, server, BEN)  # Cat is to bid, and Ben is asked whether his bid is right
            thumb.until(LIT.format(1))
            thumb.button("Yes")
            thumb.until(LIT.format(0))
    finally:
        chromium.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", injected)
        chromium.get("about:blank")


def test_the_focus_goes_to_what_is_asked(chromium: WebDriver, db: Path) -> None:
    """After a tap it is on the question, and while somebody types it stays there."""
    with oh_hell(db, "deal Ann", "upcard 7H"), table(db) as server:
        thumb = opened(chromium, server)
        focus = "document.activeElement.id === arguments[0]"
        thumb.press("#choices button[name='oh_hell.Bids/tricks'][value='1']")
        thumb.until(focus, "asked")
        assert "Cat" in chromium.execute_script("return document.activeElement.innerText")
        chromium.switch_to.active_element.send_keys("\t")
        assert chromium.execute_script("return !!document.activeElement.closest('#choices')")
        thumb.type("Cat bids 1")
        thumb.until("document.querySelector('#asked').innerText.includes('Ann')")
        thumb.until(focus, "line")
        chromium.get("about:blank")


LARGE = """
    const shown = document.querySelector('.pane').getBoundingClientRect(), wide = document.documentElement.clientWidth;
    const placed = at => at.getBoundingClientRect(), box = placed(document.querySelector('#choices form button[name]'));
    const pad = box.top >= shown.top - 1 && box.bottom <= shown.bottom + 1 && box.left >= 0 && box.right <= wide + 1;
    const read = '.seats a, .next, .hint, .undo button, .tabs a, #choices button, #choices h2';
    const cut = [...document.querySelectorAll(read)]
        .filter(at => placed(at).width > 1 && at.scrollWidth > at.clientWidth + 1);
    return [pad, cut.map(at => at.outerHTML.slice(0, 120)), document.documentElement.scrollWidth - wide,
            placed(document.querySelector('.tabs')).bottom];
"""


@pytest.mark.parametrize("size", [PHONE, (390, 844), (844, 390)], ids=["small", "phone", "on its side"])
def test_large_letters_leave_the_pad_on_the_screen(chromium: WebDriver, db: Path, size: tuple[int, int]) -> None:
    """With letters twice as large the first button of what is asked is on the screen, and nothing is cut off."""
    with oh_hell(db, "deal Ann", "upcard 7H"), table(db) as server:
        opened(chromium, server, size=size)
        chromium.execute_script("document.documentElement.style.fontSize = '200%'")
        pad, cut, beyond, tabs = chromium.execute_script(LARGE)
        assert pad and cut == [] and beyond <= 0 and tabs <= size[1] + 1
        chromium.get("about:blank")
