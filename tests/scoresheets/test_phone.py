"""The phone on the table: who may enter what, the outcome, and everything that somebody might try."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from html import unescape
from http import HTTPStatus
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest

from referee import find_game
from referee.language.reports import Report
from referee.table.certainty import UNFOUNDED
from scoresheets.display.phrases import to_confirm
from scoresheets.keeping.confirmations import ask_for, confirm_hand
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from scoresheets.looking_back.finished import unfinished
from scoresheets.web import app, serving
from scoresheets.web.addresses import SCOREKEEPER, WATCHER, Addresses, Role, TableSecret
from scoresheets.web.serving import Server, serve
from scoresheets.web.table import LiveTable
from scoresheets.web.views import EVENING
from scoresheets.web.watch import Watch
from tests.calls import WITH_CARDS
from tests.cli.conftest import Command
from tests.cli.conftest import referee as referee
from tests.evening import FIRST_HAND, again, oh_hell, reports_of
from tests.patience import PATIENCE
from tests.served import running
from tests.tapping import Sheets, Unfolded, filled_forms, tap, tap_hand

NASTY = "<script>alert(1)</script>"
BEN = Role("seat", "Ben")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


@pytest.fixture
def session(db: Path) -> Iterator[Session]:
    with oh_hell(db, "deal Ann", "upcard 7H") as session:
        yield session


@pytest.fixture(scope="module", autouse=True)
def client() -> Iterator[None]:
    """The connections of all phones."""
    with httpx.Client(timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0)) as Link.client:
        yield


class Link:
    """A phone's connection to a server."""

    client: ClassVar[httpx.Client]

    def __init__(self, origin: str) -> None:
        self.origin = origin

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.client.get(self.origin + path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.client.post(self.origin + path, **more)

    def put(self, path: str) -> httpx.Response:
        return self.client.put(self.origin + path)


class Phone:
    """A phone that has opened a page, like a browser without JavaScript."""

    def __init__(self, server: Server, role: Role, *, secret: bytes = b"") -> None:
        addresses = Addresses(True, secret) if secret else server.table.addresses
        assert addresses
        self.base = f"/{addresses.key(role)}/"
        self.origin = f"http://127.0.0.1:{server.port}"
        self.link = Link(self.origin)
        self.path = self.base
        self.text = ""

    def open(self, path: str = "") -> str:
        self.path = self.base + path
        answer = self.link.get(self.path)
        assert answer.status_code == 200, answer
        self.text = answer.text
        return self.answers

    @property
    def answers(self) -> str:
        """The visible text of the page."""
        inside = self.text.partition("<main>")[2]
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", inside)).split())

    @property
    def outcome(self) -> str:
        """What became of the last form: taken, refused, unfinished, asked, shown or trouble. Otherwise ""."""
        return next(iter(re.findall(r'id="said" class="(?:said )?(\w+)', self.text)), "")

    @property
    def rules(self) -> list[str]:
        """The rules that the page links to."""
        return re.findall(r"/rule/([\w-]+)\"", self.text)

    @property
    def offered(self) -> list[str]:
        """The reports that the page offers to enter."""
        return [unescape(report) for report in re.findall(r'name="report" value="([^"]+)"', self.text)]

    def about(self, *does: str) -> list[str]:
        """The lines and hands that the page's forms with exactly these buttons are about: ``line 3``, ``hand 1``."""
        fields = [dict(form.said) for form in Sheets(self.text).all if {*form.buttons.get("do", ())} == {*does}]
        return [f"hand {form['hand']}" if form["hand"] != "0" else f"line {form['of']}" for form in fields]

    @property
    def questions(self) -> list[str]:
        """What the player is asked to confirm."""
        return self.about("so", "not so")

    @property
    def contested(self) -> list[str]:
        """What a player says is wrong: what that player may withdraw, or the scorekeeper keep."""
        return self.about("so") + self.about("stands")

    @property
    def unconfirmed(self) -> list[str]:
        """The hands that nobody has confirmed yet."""
        return [hand for hands in re.findall(r'data-unconfirmed="([^"]+)"', self.text) for hand in hands.split()]

    @property
    def seen(self) -> str:
        return re.findall(r'name="seen" value="([^"]+)"', self.text)[0]

    def post(self, headers: dict[str, str] | None = None, **fields: str) -> httpx.Response:
        form = {"seen": self.seen} | fields if self.text else fields
        return self.link.post(f"{self.base}tell", data=form, headers={"Origin": self.origin} | (headers or {}))

    def send(self, filled: list[tuple[str, str]]) -> str:
        """Sends a filled-in form in place of its present values."""
        fields: dict[str, list[str]] = {"seen": [self.seen]}
        for name, value in filled:
            if name != "seen":
                fields.setdefault(name, []).append(value)
        answer = self.link.post(f"{self.base}tell", data=fields, headers={"Origin": self.origin})
        assert answer.status_code == 303, answer
        self.text = self.link.get(answer.headers["Location"].partition("#")[0]).text
        return self.answers

    def tell(self, line: str = "", **fields: str) -> str:
        """Fills in a form, follows its redirect, and returns the page."""
        if not self.text:
            self.open()
        answer = self.post(**({"line": line} if line else {}), **fields)
        assert answer.status_code == 303, answer
        self.text = self.link.get(answer.headers["Location"].partition("#")[0]).text
        return self.answers


@contextmanager
def table(db: Path, *, seats: bool = True, verify: bool = False, secret: bytes = b"") -> Iterator[Server]:
    addresses = Addresses(seats, secret) if secret else Addresses(seats)
    with serve(LiveTable(Watch(db), addresses, verify=verify), 0) as server, running(server):
        server.table.host = server.host
        yield server


# Telling


def test_the_scorekeeper_tells_and_reads_what_came_of_it(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        assert "Next: Ben bids." in phone.open()
        assert "Ben bids 1" in phone.tell("b 1")
        assert "Next: Cat bids." in phone.answers and "Ben 0 bid 1" in phone.answers
        assert "Cat bids 0 Ann bids 2" in phone.tell("0 2")
        phone.tell("trick QS 3S KS; trick AD 2H 4D")
        assert "Ann -10" in phone.answers and "Ann −10" in phone.answers
    with again(session.journal.path) as kept:
        assert reports_of(kept)[2:] == ["Ben bids 1", "Cat bids 0", "Ann bids 2", "trick QS 3S KS", "trick AD 2H 4D"]


def test_a_refusal_has_its_rule_its_proof_and_its_repairs(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        for line in ("1", "1", "1"):
            phone.tell(line)
        text = phone.tell("trick QS 3S QS")
        assert "one-pack" in text and 'value="trick QS 3S QS"' in phone.text
        repair = phone.offered[0]
        assert repair in phone.tell(report=repair) and reports_now(session)[-1] == repair
        phone.tell("undo", do="undo")
        assert phone.outcome == "taken"


def test_who_is_meant_is_asked_with_a_button_for_everybody(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        journal.new("crazy-eights", ["Ada", "Bo", "Cy", "Dee", "Eve"], {}).say("deal Ada")
    with table(db) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.tell("out")
        assert phone.outcome == "refused"
        assert sorted(phone.offered) == ["Ada out", "Bo out", "Cy out", "Dee out", "Eve out"]


def test_what_is_illegal_may_be_let_stand_and_what_is_behind_it_isnt_lost(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.tell("Ben bids 5; Cat bids 0")
        assert phone.outcome == "refused" and phone.rules == ["bid-range"]
        assert {*re.findall(r'name="rest" value="([^"]+)"', phone.text)} == {"Cat bids 0"}
        assert "[bid-range]" in phone.tell(report="~ Ben bids 5")
        assert reports_now(session)[-1] == "Ben bids 5"


def test_what_was_taken_of_a_line_isnt_told_again(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.tell("Ben bids 1; Cat bids 5; Ann bids 2")
        assert re.findall(r'id="line"[^>]* value="([^"]*)"', phone.text) == ["Cat bids 5; Ann bids 2"]
        assert reports_now(session)[-1] == "Ben bids 1"


def reports_now(session: Session) -> list[str]:
    session.catch_up()
    return reports_of(session)


def test_reports_are_taken_back_and_put_back(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.tell("1")
        assert "Undone: Ben bids 1 (line 3)" in phone.tell(do="undo")
        assert "Redone: Ben bids 1 (line 3)" in phone.tell(do="redo")
        assert reports_now(session)[-1] == "Ben bids 1"


def test_a_line_is_corrected_when_its_change_was_shown_and_a_reason_given(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.tell("1")
        phone.open("line/3")
        assert "line 3: Ben bids 1 → Ben bids 2" in phone.tell(do="correct", of="3", text="Ben bids 2")
        assert reports_now(session)[-1] == "Ben bids 1"
        phone.tell(do="correct", of="3", text="Ben bids 2", sure="sure")
        assert reports_now(session)[-1] == "Ben bids 1"  # without its reason
        phone.tell(do="correct", of="3", text="Ben bids 2", why="misheard", sure="sure")
        assert reports_now(session)[-1] == "Ben bids 2"
        phone.tell(do="correct", of="3", text="Ben bids 9", why="x", sure="sure")
        assert (phone.outcome, phone.rules) == ("refused", ["bid-range"])
        phone.tell(do="correct", of="3", text="", why="not said", strike="sure")
        assert reports_now(session) == ["deal Ann", "upcard 7H"]


def test_rules_why_and_disputes_are_a_tap_away(session: Session) -> None:
    for report in ("Ben bids 1", "Cat bids 1", "Ann bids 1", "trick QS 3S KS", "trick AD 2H 4D"):
        session.say(report)
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        assert "made: bid 1, took 1" in phone.open("why?of=Ann")
        assert "line 7" not in phone.open("why?of=hand+1") and 'href="' in phone.text
        assert "bid-order" in phone.open("rules")
        phone.open("rules?words=follow+suit")
        assert phone.rules[0] == "follow-suit"
        phone.open("rule/made-bid")
        assert f'href="{phone.base}line/' in phone.text
        assert UNFOUNDED in phone.open("line/3")
        assert "Ben bids 1" in phone.open("dispute?about=what+did+ben+bid%3F") and "Your decision" not in phone.answers
        assert UNFOUNDED in phone.open("dispute?about=6")
        assert "fine" in phone.tell(do="decide", about="6", words="fine", agreed="Ann") and phone.outcome == "taken"
        phone.open("sheet")
        assert f'href="{phone.base}why?of=hand+1"' in phone.text
        session.undo()
        assert "total" in phone.open("sheet") and f'href="{phone.base}why?of=hand' not in phone.text
        phone.open("line/99")
        assert 'class="said trouble"' in phone.text
        for nowhere in ("rule/nothing-like-it", "line/", "sheet/1", "nowhere", "..%2f", "line/1/2"):
            assert phone.link.get(phone.base + nowhere).status_code in (404, 200), nowhere


@pytest.mark.parametrize("page", EVENING)
def test_each_page_between_games_opens_and_is_linked(db: Path, page: str) -> None:
    with oh_hell(db, *FIRST_HAND) as session:
        session.end()
    with table(db) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open(page)
        linked = [phone.link.get(f"{phone.base}{other}").text for other in ("", "more")]
        assert any(f'href="{phone.base}{page}' in text for text in linked), f"no link to {page} from the table or More"


@pytest.mark.parametrize(
    ("page", "tab"),
    [("", ""), ("sheet", "sheet"), ("history", "history"), ("more", "more"), ("standings", "more"), ("rules", None)],
)
def test_a_page_marks_its_tab(session: Session, page: str, tab: str | None) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open(page)
        marked = re.findall(rf'href="{phone.base}([^"]*)" aria-current="page"', phone.text)
        assert marked == ([] if tab is None else [tab])


def test_a_session_is_opened_on_the_page(db: Path) -> None:
    with table(db) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        assert 'id="no-session"' in phone.text
        assert "Gops" in phone.tell(do="new", game="gops", players="Ann, Ben")
        assert phone.open("phones").count("http://") == 4
        assert "Ben · " in Phone(server, BEN).open()


def test_an_evening_goes_from_game_to_game(db: Path) -> None:
    """The same game with the seats turned, another game with other rules, and back to the one left open."""
    with open_journal(db, create=True) as journal:
        first = journal.new("tally", ["Anna Lena", "Ben", "Cat"], {"low-wins": "no"})
        first.say("scores 12 0 14")
        first.say("end")
    with table(db) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        assert 'value="again"' in phone.text
        phone.tell(do="again")
        with open_journal(db) as journal:
            session = journal.open_session()
            assert [*session.referee.seats] == ["Ben", "Cat", "Anna Lena"] and session.number == 2
            assert session.referee.in_force["low-wins"] == "no"
        assert "Wizard" in phone.open("start")
        phone.open("start?game=oh-hell")
        assert 'value="Anna Lena"' in phone.text and 'name="house.first-hand"' in phone.text
        phone.tell(do="new", game="oh-hell", player1="Cat", player2="Ben", player3="Dan", **{"house.first-hand": "3"})
        with open_journal(db) as journal:
            session = journal.open_session()
            assert (session.slug, session.house["first-hand"], session.number) == ("oh-hell", "3", 3)
        assert "Cat" in phone.open("standings") and "100%" in phone.answers
        phone.open("sessions")
        assert 'value="resume"' in phone.text
        phone.tell(do="resume", of="2")
        assert "Tally" in phone.open() and "Anna Lena" in phone.answers
        for page in ("settle", "history", "more"):
            phone.open(page)


def play_example(phone: Phone, server: Server, slug: str, **begun: str) -> dict[str, int]:
    """Begins a game and reports its example through open controls alone, as on a phone without scripts."""
    example = find_game(slug).example
    assert example
    house = {
        f"house.{name}": text for name, text in (part.split("=") for part in re.split(r",\s*", example.house) if part)
    }
    players = {f"player{number}": name for number, name in enumerate(example.players.split(), 1)}
    phone.open(f"start?game={slug}")
    phone.tell(do="new", game=slug, **house, **players, **begun)
    for text in (part.strip() for line in example.lines for part in line.split(";")):
        with server.table.watch.looking() as session:
            assert session
            referee = session.fresh()
        report = referee.vocabulary.read(text, referee.hand)
        shown = [sheet for sheet in Unfolded(phone.text).sheets if sheet.key]
        forms = filled_forms(report, referee, shown)
        assert forms, (slug, text)
        for filled in forms:
            phone.send(filled)
            assert 'class="said taken"' in phone.text, (slug, text, phone.answers)
    with server.table.watch.looking() as session:
        assert session
        return {str(side): points for side, points in session.referee.scores.items()}


@pytest.mark.parametrize("evening", [("gops", "whist", "oh-hell"), ("cash", "spades", "crazy-eights")])
def test_an_evening_of_three_games_needs_no_terminal(db: Path, evening: tuple[str, ...]) -> None:
    with table(db) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        assert 'class="games"' in phone.text
        for number, slug in enumerate(evening, 1):
            scores = play_example(phone, server, slug)
            example = find_game(slug).example
            assert example and ", ".join(f"{side} {points}" for side, points in scores.items()) == example.score
            phone.open("start")
            assert f"{number} ·" in phone.open("sessions")
    with open_journal(db) as journal:
        assert journal.numbers() == [1, 2, 3]


def test_rows_say_what_they_would_bring_and_the_last_one_follows(session: Session) -> None:
    for text in ("Ben bids 1", "Cat bids 0", "Ann bids 2"):
        session.say(text)

    def rows(**entered: str) -> list[tuple[str, str]]:
        return [("tell", "hand"), *((f"tricks.Takes:number/{who}/tricks", number) for who, number in entered.items())]

    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        before = reports_now(session)
        for entered, key in ((rows(Ben="0", Cat="0"), "fills"), (rows(Ben="0", Cat="0", Ann="2"), "scores"),
                          (rows(Ben="9"), "refused")):  # fmt: skip
            answer = phone.link.post(f"{phone.base}preview", data=dict(entered), headers={"Origin": phone.origin})
            assert [*answer.json()] == [key]
        watcher = Phone(server, WATCHER)
        assert phone.link.post(f"{watcher.base}preview", data={}, headers={"Origin": phone.origin}).status_code == 405
        assert phone.link.post(f"{phone.base}preview", data={}).status_code == 403
        assert reports_now(session) == before


def test_a_line_is_corrected_on_the_pad_it_was_entered_on(session: Session) -> None:
    session.say("Ben bids 1")
    session.say("Cat bids 0")
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open("line/3")
        pad = next(sheet for sheet in Sheets(phone.text).all if sheet.key == "oh_hell.Bids:number")
        report = session.referee.vocabulary.read("Ben bids 2", session.referee.hand)
        assert "Ben bids 1 → Ben bids 2" in phone.send(tap(report, [pad]))
        assert reports_now(session)[2] == "Ben bids 1"
        phone.open("line/3")
        phone.tell(note="clock stopped", about="3")
        assert reports_now(session)[-1] == "note line 3: clock stopped"


def test_a_phone_may_keep_the_page_among_its_apps(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        kept = phone.link.get(f"{phone.base}manifest.webmanifest").json()
        assert kept["start_url"] == phone.base
        assert phone.link.get(kept["icons"][0]["src"]).headers["Content-Type"] == "image/svg+xml"
        nobody = "/nobody-has-this-key-at-all"
        ended = phone.link.get(f"{nobody}/")
        assert ended.status_code == 404 and "<main>" in ended.text
        assert phone.link.get(f"{nobody}/icon.svg").status_code == 404


@pytest.mark.parametrize("slug", WITH_CARDS)
def test_a_page_with_a_pack_of_cards_is_light(db: Path, slug: str) -> None:
    players, lines = WITH_CARDS[slug]
    with open_journal(db, create=True) as journal, table(db) as server:
        session = journal.new(slug, players.split())
        assert all(session.say(text).ruling.accepted for text in lines)
        phone = Phone(server, SCOREKEEPER)
        packed = phone.link.get(phone.base, headers={"Accept-Encoding": "gzip"})
        assert packed.headers["Content-Encoding"] == "gzip" and packed.num_bytes_downloaded < 25_000
        assert packed.text.count('class="tap S card') >= 8


def test_a_tally_is_opened_when_it_is_known_who_wins(db: Path) -> None:
    with table(db) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.tell(do="new", game="tally", players="Ann, Ben", name="Rage")
        assert phone.outcome == "trouble" and 'id="no-session"' in phone.text
        phone.tell(do="new", game="tally", players="Ann, Ben", name="Rage", wins="yes")
        assert phone.outcome == "taken" and "<h1>Rage</h1>" in phone.text
    with again(db) as session:
        assert (session.played, session.referee.in_force["low-wins"]) == ("Rage", "yes")


def test_a_tally_of_a_well_known_game_is_opened_by_its_name(db: Path) -> None:
    with table(db) as server:
        assert "Hearts" in Phone(server, SCOREKEEPER).tell(do="new", game="tally", players="Ann, Ben", name="Hearts")
    with again(db) as session:
        assert session.referee.in_force["low-wins"] == "yes"


def test_it_goes_along_when_another_session_is_in_play(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        session.journal.new("gops", ["Dan", "Eve"])
        phone.tell("1")
        assert phone.outcome == "asked" and reports_now(session) == ["deal Ann", "upcard 7H"]
        assert "Gops" in phone.open()
        assert Phone(server, BEN).link.get(Phone(server, BEN).base).status_code == 404  # who doesn't sit there
        assert "Dan · " in Phone(server, Role("seat", "Dan")).open()


def test_a_hand_in_short_is_told_whole_or_not_at_all(session: Session) -> None:
    referee, reports = session.fresh(), list[Report]()
    for text in ("deal Ann", "upcard 7H", "Ben bids 2", "Cat bids 1", "Ann bids 2", "Ben takes 1", "Ann takes 1"):
        ruling = referee.hear(text)
        assert ruling.report and ruling.accepted
        reports.append(ruling.report)
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        filled = tap_hand(reports[2:], [sheet for sheet in Sheets(phone.text).all if sheet.key])
        bids = {"Ben": "0", "Cat": "1", "Ann": "0"}
        wrong = [
            (name, next((bid for seat, bid in bids.items() if "Bids" in name and f"/{seat}/" in name), value))
            for name, value in filled
        ]
        phone.send(wrong)
        assert phone.outcome == "refused" and phone.rules == ["dealer-must-overbid"]
        assert reports_now(session) == ["deal Ann", "upcard 7H"]
        let = re.findall(r'name="let" value="([^"]+)"', phone.text)
        assert let == ["Ann bids 0"]
        words = phone.send([*wrong, ("let", let[0])])
        assert phone.outcome == "taken" and len(reports_now(session)) == 7
        assert "Ann +" in words or "Ann -" in words


def test_a_form_that_is_not_filled_in_says_what_is_missing(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.tell(tell="oh_hell.Bids:number", **{"oh_hell.Bids/who": "Ben"})
        assert phone.outcome == "unfinished"
        phone.tell(tell="nonsense", x="1")
        assert phone.outcome == "unfinished"
        assert reports_now(session) == ["deal Ann", "upcard 7H"]


# Lines entered by others


def test_a_report_is_taken_beside_news_that_change_nothing_of_it(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        session.say("note clock stopped")
        assert "Ben bids 1" in phone.tell("1")
        session.note_refusal(session.referee.hear("Ben bids 7"), "Ben bids 7")
        assert "Cat bids 0" in phone.tell("0")


@pytest.mark.parametrize(
    ("meanwhile", "line", "saved"),
    [
        ("Ben bids 1", "1", 1),  # Cat is due now
        ("Ben bids 1", "Ben bids 1", 0),  # already entered
        ("Ben bids 2", "Ben bids 1", 0),  # a question whether to change it
        ("misdeal", "Ben bids 1", 0),  # a question whether to deal
        ("Ben bids 1", "misdeal", 1),
    ],
)
def test_a_report_is_asked_for_again_where_it_means_another_thing_now(
    session: Session, meanwhile: str, line: str, saved: int
) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        session.say(meanwhile)
        assert f"line 3: {meanwhile}" in phone.tell(line)
        assert (phone.outcome, phone.offered) == ("asked", [line])
        assert reports_now(session)[-1] == meanwhile
        phone.tell(report=line)  # with the news visible
        assert len(session.catch_up()) == saved


def test_a_report_is_asked_for_again_when_something_was_taken_back(session: Session) -> None:
    session.say("Ben bids 1")
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        session.undo()
        assert "undo 1" in phone.tell("Cat bids 1")
        phone.open()
        session.say("Ben bids 2")
        assert "line 5: Ben bids 2" in phone.tell(do="undo")
        assert reports_now(session)[-1] == "Ben bids 2"


def test_a_form_that_is_sent_twice_counts_once(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        for line in ("1", "1", "1", "Ben takes 1"):
            phone.tell(line)
        before = phone.text
        first = phone.tell("Ann takes 1")
        phone.text = before
        assert phone.tell("Ann takes 1") == first
        assert reports_now(session).count("Ann takes") == 1


def test_a_page_tells_once(session: Session) -> None:
    """If one form of a page has been accepted, another one asks first, even if it would mean the same."""
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        before = phone.text
        phone.tell("note clock stopped")
        phone.text = before
        phone.tell("Ben bids 1")
        assert (phone.outcome, phone.offered) == ("asked", ["Ben bids 1"])
        assert reports_now(session)[-1] == "note clock stopped"
        phone.tell(report="Ben bids 1")
        assert reports_now(session)[-1] == "Ben bids 1"


@pytest.mark.parametrize("role", [SCOREKEEPER, Role("seat", "Cat")], ids=["scorekeeper", "player"])
def test_take_back_names_its_line_and_takes_back_nothing_else(session: Session, role: Role) -> None:
    session.say("Ben bids 1")
    session.say("Cat bids 1")
    with table(session.journal.path) as server:
        phone = Phone(server, role)
        phone.open()
        form = phone.text.partition('value="undo"')[2].partition("</form>")[0]
        assert re.findall('name="of" value="([^"]+)"', form) == ["4"]
        assert "Undone: Cat bids 1 (line 4)" in phone.tell(do="undo", of="4")
        phone.tell(do="undo", of="4")  # with what the page has now
        assert reports_now(session)[-1] == "Ben bids 1"
        phone.tell(do="undo", of="2")
        assert reports_now(session)[-1] == "Ben bids 1"


def test_a_game_is_begun_once(db: Path) -> None:
    """Two phones start one at once, or one repeats it after the server has forgotten the form."""
    with table(db) as server:
        phone, other = Phone(server, SCOREKEEPER), Phone(server, SCOREKEEPER)
        phone.open()
        other.open()
        phone.tell(do="new", game="gops", players="Ann, Ben")
        other.tell(do="new", game="gops", players="Ann, Ben")
        assert other.outcome == "trouble"
    with open_journal(db) as journal:
        assert journal.numbers() == [1]


@pytest.mark.parametrize("fields", [{"players": "Anna Lena, Ben"}, {"player1": " Anna Lena ", "player3": "Ben"}])
def test_names_with_spaces_stay_whole(db: Path, fields: dict[str, str]) -> None:
    with table(db) as server:
        Phone(server, SCOREKEEPER).tell(do="new", game="gops", **fields)
    with again(db) as session:
        assert [*session.referee.seats] == ["Anna Lena", "Ben"]


def test_what_was_filled_in_stands_in_no_form_about_something_else(session: Session) -> None:
    form = {"tell": "oh_hell.Bids:number", "oh_hell.Bids/who": "Ben", "oh_hell.Bids/tricks": ""}

    def who(phone: Phone) -> list[tuple[str, str]]:
        sheets = [sheet for sheet in Sheets(phone.text).all if sheet.key == form["tell"]]
        return [pair for sheet in sheets for pair in sheet.said if pair[0] == "oh_hell.Bids/who"]

    def opened(phone: Phone, path: str) -> str:
        phone.open(path)
        return phone.outcome

    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        topic = next(dict(sheet.said)["topic"] for sheet in Sheets(phone.text).all if sheet.key == form["tell"])
        answer = phone.post(**form, topic=topic)
        path = answer.headers["Location"].partition("#")[0].removeprefix(phone.base)
        assert opened(phone, path) == "unfinished" and who(phone) == [("oh_hell.Bids/who", "Ben")]
        session.say("note clock stopped")
        assert opened(phone, path) == "unfinished" and who(phone) == [("oh_hell.Bids/who", "Ben")]
        session.say("Ben bids 1")
        assert opened(phone, path) == "" and who(phone) == [("oh_hell.Bids/who", "Cat")]


def test_two_phones_and_a_terminal_tell_at_once(db: Path) -> None:
    """Phones without JavaScript: each note arrives once. test_phone_pages.py has three hundred."""
    with oh_hell(db) as session, table(db) as server:
        each, failures = 20, list[BaseException]()

        def phone(name: str) -> None:
            try:
                page = Phone(server, SCOREKEEPER)
                for number in range(each):
                    line = f"note {name} {number}"
                    text = page.tell(line)
                    while page.outcome == "asked":
                        text = page.tell(report=line)
                    assert line in text, text
            except BaseException as failure:
                failures.append(failure)

        def terminal() -> None:
            lines = "".join(f"note terminal {number}\n" for number in range(each))
            words = [sys.executable, "-c", "from scoresheets.cli import main; main()", "say", "-", "--db", str(db)]
            ended = subprocess.run(words, input=lines, text=True, check=False, capture_output=True)
            if ended.returncode:
                failures.append(AssertionError(ended.stderr))

        telling = [threading.Thread(target=phone, args=(name,)) for name in ("kitchen", "sofa")]
        telling.append(threading.Thread(target=terminal))
        for thread in telling:
            thread.start()
        for thread in telling:
            thread.join()
        assert not failures, failures
        texts = [f"note {name} {number}" for name in ("kitchen", "sofa", "terminal") for number in range(each)]
        assert sorted(reports_now(session)) == sorted(texts)


def test_a_page_keeps_its_forms_while_another_program_writes(session: Session) -> None:
    path = session.journal.path
    with table(path) as server, closing(sqlite3.connect(path, isolation_level=None)) as other:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        session.journal.link.close()
        other.execute("BEGIN EXCLUSIVE")
        phone.open()
        assert 'role="alert"' in phone.text and 'id="line"' in phone.text
        other.execute("COMMIT")
        phone.open()
        assert 'role="alert"' not in phone.text and 'id="line"' in phone.text


# Players


def test_a_player_tells_what_that_seat_says_and_nothing_else(session: Session) -> None:
    with table(session.journal.path) as server:
        ben, cat = Phone(server, BEN), Phone(server, Role("seat", "Cat"))
        for line in ("Cat bids 1", "adjust Ben +100", "misdeal", "upcard 8H", "end", "~ Ben bids 5", "= Ann 0",
                     "trick QS 3S KS", "house made=5", "note hello", "Cat concedes"):  # fmt: skip
            ben.tell(line)
            assert ben.outcome == "trouble", line
        assert reports_now(session) == ["deal Ann", "upcard 7H"]
        assert "Ben bids 1" in ben.tell("bids 1")
        assert "Cat bids 0" in cat.tell("0")
        ben.open()
        ben.tell(do="undo")
        assert ben.outcome == "trouble"
        assert "Undone: Cat bids 0" in cat.tell(do="undo")
        for does in ("redo", "correct", "decide", "new"):
            ben.tell(do=does, of="1", game="gops", players="Ann, Ben")
            assert ben.outcome == "trouble", does


def test_a_player_tells_nothing_for_another_in_the_same_line(session: Session) -> None:
    with table(session.journal.path) as server:
        ben = Phone(server, BEN)
        ben.tell("Ben bids 1; Cat bids 1")
        assert ben.outcome == "trouble"
        assert reports_now(session) == ["deal Ann", "upcard 7H"]


def test_a_players_page_shows_nobody_elses_cards(db: Path) -> None:
    with oh_hell(db, "deal Ann 2", "Cat dealt QS AD", "Ben dealt 2C 3C") as session, table(db) as server:
        ben = Phone(server, BEN)
        assert "Cat dealt …" in ben.open() and "Ben dealt …" in ben.answers
        session.say("Ann dealt 9S 9D")
        session.undo()
        text = ben.tell("Ben bids 1")
        assert "undo 1" in text and "9S" not in text and "QS" not in text
        for path in ("line/1", "why", "dispute?about=2", "phones"):
            assert ben.link.get(ben.base + path).status_code == 404, path


def test_a_player_is_asked_whether_it_is_so(session: Session) -> None:
    with table(session.journal.path) as server:
        ben = Phone(server, BEN)
        session.say("Ben bids 1")
        assert "Ben bids 1" in ben.open() and ben.questions == ["line 3"]
        ben.tell(do="so", of="3")
        assert ben.outcome == "taken" and session.catch_up()[-1].kind == "confirm"
        ben.open()
        assert ben.questions == []
        session.undo()
        session.say("Ben bids 1")
        ben.open()
        assert ben.questions == ["line 6"]


def test_what_isnt_so_stands_on_the_scorekeepers_page_until_it_is_settled(session: Session) -> None:
    with table(session.journal.path) as server:
        keeper, ben, cat = (Phone(server, role) for role in (SCOREKEEPER, BEN, Role("seat", "Cat")))

        def contested() -> list[list[str]]:
            """What is contested on the pages of the scorekeeper, of Ben and of Cat."""
            for phone in (keeper, ben, cat):
                phone.open()
            return [phone.contested for phone in (keeper, ben, cat)]

        session.say("Ben bids 1")
        ben.open()
        ben.tell(do="not so", of="3")
        assert ben.questions == []
        assert contested() == [["line 3"], ["line 3"], []]
        assert 'value="undo"' in keeper.text.partition("contested")[2].partition("</section>")[0]
        assert reports_now(session)[-1] == "Ben bids 1"  # nothing in the game has changed
        ben.tell(do="so", of="3")
        assert contested() == [[], [], []]
        ben.tell(do="not so", of="3")
        session.say("Cat bids 1")
        assert contested() == [["line 3"], ["line 3"], []]
        section = keeper.text.partition("contested")[2].partition("</section>")[0]
        assert 'value="undo"' not in section and "/line/3" in section  # it isn't the last any more
        keeper.open("line/3")
        keeper.tell(do="correct", of="3", text="Ben bids 2", why="misheard", sure="sure")
        assert contested() == [[], [], []]
        assert "Ben bids 2" in ben.answers and ben.questions == ["line 3"]
        ben.tell(do="not so", of="3")
        keeper.tell(do="stands", seat="Ben", of="3", hand="0")
        assert keeper.outcome == "taken"
        assert contested() == [[], [], []]
        keeper.tell(do="stands", seat="Ben", of="3", hand="0")
        assert keeper.outcome == "trouble"  # nobody contests it any more
        ben.tell(do="stands", seat="Ben", of="3", hand="0")
        assert ben.outcome == "trouble"  # that is for the scorekeeper
        ben.tell(do="not so", of="9")
        assert ben.outcome == "trouble"  # there is no such line


def test_what_isnt_so_is_taken_back_where_it_was_told_last(session: Session) -> None:
    with table(session.journal.path) as server:
        keeper, ben = Phone(server, SCOREKEEPER), Phone(server, BEN)
        session.say("Ben bids 1")
        ben.open()
        ben.tell(do="not so", of="3")
        keeper.open()
        assert "Undone: Ben bids 1 (line 3)" in keeper.tell(do="undo")
        keeper.open()
        assert keeper.contested == [] and reports_now(session)[-1] == "upcard 7H"


def test_a_player_contests_nothing_that_was_told_of_others(db: Path) -> None:
    with oh_hell(db, "deal Ann 2", "Cat dealt QS AD") as session, table(db) as server:
        ben = Phone(server, BEN)
        ben.open()
        ben.tell(do="not so", of="2")
        assert ben.outcome == "trouble" and "QS" not in ben.text
        assert [entry.kind for entry in session.catch_up()] == []


def test_what_is_contested_is_read_in_the_log(session: Session, referee: Command) -> None:
    with table(session.journal.path) as server:
        ben, keeper = Phone(server, BEN), Phone(server, SCOREKEEPER)
        session.say("Ben bids 1")
        ben.open()
        ben.tell(do="not so", of="3")
        keeper.open()
        keeper.tell(do="stands", seat="Ben", of="3", hand="0")
    log = json.loads(referee("log", "1", "--json", "--db", str(session.journal.path)).out)
    assert [line["why"] for line in log["rows"] if line["kind"] == "confirm"] == ["not so", "stands"]
    assert referee("doctor", "--db", str(session.journal.path)).code == 0


def test_a_player_isnt_asked_about_what_that_page_told(session: Session) -> None:
    with table(session.journal.path) as server:
        ben = Phone(server, BEN)
        ben.tell("1")
        assert ben.outcome == "taken" and ben.questions == []


def test_a_hand_counts_when_another_player_has_confirmed_it(session: Session) -> None:
    with table(session.journal.path, verify=True) as server:
        keeper, ann, ben = (Phone(server, role) for role in (SCOREKEEPER, Role("seat", "Ann"), BEN))
        for line in ("1", "1", "1", "Ben takes 1", "Ann takes 1"):
            keeper.tell(line)
        watcher, shown = Phone(server, WATCHER), "Ann +10, Ben +10, Cat −10"
        for page in (keeper, watcher, ann, ben):
            page.open()
        assert keeper.unconfirmed == watcher.unconfirmed == ["1"]
        assert "hand 1" not in ann.questions  # whose report ended it
        assert "hand 1" in ben.questions and shown in ben.answers
        ann.tell(do="so", hand="1", shown=shown)
        assert ann.outcome == "trouble"
        ben.tell(do="so", hand="1", shown="Ann +20")
        assert ben.outcome == "trouble"
        ben.tell(do="not so", hand="1", shown=shown)
        assert shown in keeper.open() and keeper.contested == ["hand 1"]
        ben.open()
        assert "hand 1" not in ben.questions
        ben.tell(do="so", hand="1", shown=shown)
        keeper.open()
        assert keeper.unconfirmed == keeper.contested == []
        cat = Phone(server, Role("seat", "Cat"))
        cat.open()
        cat.tell(do="not so", hand="1", shown=shown)  # though Ben has confirmed it
        keeper.open()
        assert keeper.unconfirmed == ["1"]
        keeper.tell(do="stands", seat="Cat", hand="1")
        keeper.open()
        assert keeper.unconfirmed == []
        keeper.open("line/8")
        keeper.tell(do="correct", of="8", text="Cat takes 1", why="misheard", sure="sure")
        keeper.open()
        assert keeper.unconfirmed == ["1"]


def test_a_game_isnt_finished_before_its_hands_are_confirmed(db: Path, referee: Command) -> None:
    with oh_hell(db, house={"hands": "1"}) as session:
        ask_for(session)
        ask_for(session)
        assert [entry.kind for entry in session.entries] == ["confirm"]
        for report in ("deal Ann", "upcard 7H", "Ben bids 2", "Cat bids 1", "Ann bids 1", "Ben takes 2"):
            assert session.say(report).ruling.accepted
        assert session.referee.over
        session.end()
        assert session.unconfirmed == [1]
        assert "not confirmed" in referee("sessions", "--db", str(db)).out
        assert to_confirm([1]) in referee("show", "1", "--db", str(db)).out
        assert to_confirm([1]) in referee("board", "1", "--plain", "--db", str(db)).out
        assert unfinished(db) == {"oh-hell": 1}
        assert referee("doctor", "--db", str(db)).code == 0
        confirm_hand(session, 1, "Cat", "Ann −10, Ben +20, Cat −10")
        assert session.unconfirmed == []
        assert "not confirmed" not in referee("sessions", "--db", str(db)).out
        assert unfinished(db) == {}
        assert referee("doctor", "--db", str(db)).code == 0


# Access


def test_addresses_are_of_one_role_each_and_nobody_guesses_them(session: Session) -> None:
    with table(session.journal.path) as server, table(session.journal.path) as other:
        addresses = server.table.addresses
        assert addresses
        roles = server.table.roles()
        keys = {addresses.key(role) for role in roles}
        assert [role.kind for role in roles] == ["scorekeeper", "watcher", "seat", "seat", "seat"]
        assert len(keys) == 5 and all(len(key) == 24 for key in keys)
        assert repr(addresses.secret) not in repr(addresses)
        theirs = Phone(other, SCOREKEEPER)
        for path in (
            "/",
            "/now",
            "/events",
            "/tell",
            theirs.base,
            f"{theirs.base}events",
            "/scorekeeper/",
            "/%00/",
        ):
            assert Link.client.get(f"http://127.0.0.1:{server.port}{path}").status_code == 404, path
        for role in roles:
            page = Phone(server, role)
            page.open()
            assert re.findall(r"<title>(.*?)</title>", page.text)[0] in ("The table", "The board")
            assert not [key for key in keys if key in page.text and key not in page.base]


def test_without_seats_there_is_no_page_for_a_player(session: Session) -> None:
    with table(session.journal.path, seats=False) as server:
        ben = Phone(server, BEN)
        assert ben.link.get(ben.base).status_code == 404
        assert [role.kind for role in server.table.roles()] == ["scorekeeper", "watcher"]


def test_a_watcher_cant_tell(session: Session) -> None:
    with table(session.journal.path) as server:
        keeper, watcher = Phone(server, SCOREKEEPER), Phone(server, WATCHER)
        keeper.open()
        watcher.open()
        assert "<form" not in watcher.text and "Oh Hell!" in watcher.text
        answer = watcher.link.post(
            f"{watcher.base}tell", data={"seen": keeper.seen, "line": "1"}, headers={"Origin": watcher.origin}
        )
        assert answer.status_code == 405
        for path in ("line/1", "sheet", "rules", "phones", "dispute"):
            assert watcher.link.get(watcher.base + path).status_code == 404
        assert reports_now(session) == ["deal Ann", "upcard 7H"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1:{port}"},
        {"Origin": "http://localhost:{port}"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_page_from_elsewhere_cant_write(session: Session, headers: dict[str, str]) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        entered = {name: value.format(port=server.port) for name, value in headers.items()}
        assert phone.post(entered, line="1").status_code == 403
        without = phone.link.post(f"{phone.base}tell", data={"seen": phone.seen, "line": "1"})
        assert without.status_code == 403
        assert reports_now(session) == ["deal Ann", "upcard 7H"]


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"key": "nowhere"}, 404),
        ({"key": "watcher"}, 405),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Length": str(app.LONGEST_FORM * 2)}, 413),
    ],
)
def test_a_refused_form_hears_the_whole_refusal(session: Session, changed: dict[str, str], status: int) -> None:
    """A browser that is still sending when its connection is closed can miss the answer."""
    with table(session.journal.path) as server, connected(server) as browser:
        keys = {"watcher": Phone(server, WATCHER).base, "nowhere": "/nowhere/"}
        base = keys.get(changed.get("key", ""), Phone(server, SCOREKEEPER).base)
        headers = {
            "Host": f"127.0.0.1:{server.port}",
            "Origin": f"http://127.0.0.1:{server.port}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": "1000",
        } | {name: value for name, value in changed.items() if name != "key"}
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        browser.sendall(f"POST {base}tell HTTP/1.1\r\n{head}\r\n".encode())
        left = int(headers["Content-Length"])
        for size in (left // 2, left - left // 2 - 1, 1):
            time.sleep(0.05)
            browser.sendall(b"x" * size)
        answer = b"".join(iter(lambda: browser.recv(10_000), b"")).decode()
        assert answer.startswith(f"HTTP/1.1 {status} ") and answer.endswith(f"{HTTPStatus(status).phrase}\n")


def test_a_name_that_was_made_to_mean_this_machine_gets_nothing(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        assert phone.link.get(phone.base, headers={"Host": f"evil.example:{server.port}"}).status_code == 421
        phone.open()
        evil = {"Host": f"evil.example:{server.port}", "Origin": f"http://evil.example:{server.port}"}
        assert phone.post(evil, line="1").status_code == 421


def test_every_page_keeps_a_browser_safe_and_sets_no_cookie(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        answers = [phone.link.get(phone.base + path) for path in ("", "now", "sheet", "rules", "nowhere")]
        phone.open()
        for answer in (*answers, phone.post(line="1"), phone.link.put(phone.base)):
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'") and "frame-ancestors 'none'" in policy
            assert "unsafe" not in policy and "form-action 'self'" in policy
            assert answer.headers["Referrer-Policy"] == "same-origin"
            assert answer.headers["X-Frame-Options"] == "DENY"
            assert "Set-Cookie" not in answer.headers


def test_what_people_typed_is_only_text(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        journal.new("oh-hell", [NASTY, "'><img src onerror>", "Cat"], {"first-hand": "2"}, title=NASTY)
    with table(db) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.tell(f"note {NASTY} \u202e")
        phone.tell(f"Cat bids {NASTY}")
        phone.tell('"><b>')
        for path in ("", "line/1", "line/2", "sheet", "phones", "why?of=Cat", f"rules?words={NASTY}",
                     f"dispute?about={NASTY}", f"?after={NASTY}", "why?of=<b>"):  # fmt: skip
            phone.open(path)
            assert "<script>alert" not in phone.text and "<img" not in phone.text and "\u202e" not in phone.text, path
            assert "<b>" not in phone.text.replace("<b><bdi>", "").replace("<b>0", ""), path


@pytest.mark.parametrize(
    "form",
    [
        {"tell": "oh_hell.Bids:number:x", "oh_hell.Bids/who": "Ben", "oh_hell.Bids/tricks": "1"},
        {"tell": "oh_hell.Bids:number", "oh_hell.Bids/who": "Ben++Cat", "oh_hell.Bids/tricks": "1"},
        {
            "tell": "common_reports.Replaces:word",
            "common_reports.Replaces/who": '""',
            "common_reports.Replaces/whom": "Ben",
        },
    ],
)
def test_a_form_that_no_page_has_is_answered_in_a_sentence(session: Session, form: dict[str, str]) -> None:
    with table(session.journal.path) as server:
        text = Phone(server, SCOREKEEPER).tell(**form)
        assert "Next: " in text and "KeyError" not in text


def test_what_goes_wrong_in_telling_ends_no_evening(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """The typed text is still there, and the session is replayed."""
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        with monkeypatch.context() as broken:
            broken.setattr("scoresheets.web.telling.Hearing.tell", lambda *_: {}["nothing"])
            assert "KeyError" in phone.tell("Ben bids 1") and phone.outcome == "trouble"
        assert re.findall(r'id="line"[^>]* value="([^"]*)"', phone.text) == ["Ben bids 1"]
        assert "Ben bids 1" in phone.tell("Ben bids 1")
        assert reports_now(session)[-1] == "Ben bids 1"


def test_a_dispute_over_a_long_question_has_a_short_address(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        answer = phone.post(do="decide", about="ä" * 5000)
        assert answer.status_code == 303 and len(answer.headers["Location"]) < 8000
        phone.tell(do="decide", about="ä" * 5000)
        assert phone.outcome == "trouble"


@pytest.mark.parametrize(
    "seen", ["", "x", "1.2.3", "1.99999999999999999999999.x.y", "1.-2.x.y", "1.2.3.4.5", "9" * 500]
)
def test_a_form_that_is_none_of_ours_tells_nothing(session: Session, seen: str) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        assert phone.post(seen=seen, line="1").status_code == 303
        assert reports_now(session) == ["deal Ann", "upcard 7H"]


def test_forms_have_their_limits(session: Session) -> None:
    with table(session.journal.path) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        url, origin = f"{phone.base}tell", {"Origin": phone.origin}
        assert phone.post(line="note " + "x" * app.LONGEST_FORM).status_code == 413
        assert (
            phone.link.post(url, data={f"f{i}": "1" for i in range(app.MOST_FIELDS + 1)}, headers=origin).status_code
            == 400
        )
        assert phone.link.post(url, json={"line": "1"}, headers=origin).status_code == 415
        plain = origin | {"Content-Type": "text/plain"}
        assert phone.link.post(url, content=f"seen={phone.seen}&line=1", headers=plain).status_code == 415
        broken = origin | {"Content-Type": "application/x-www-form-urlencoded"}
        assert phone.link.post(url, content=b"line=\xff\xfe", headers=broken).status_code == 400
        assert phone.link.post(url, content=b"line=%ff%fe", headers=broken).status_code == 400
        phone.tell("note " + "x" * 10_100)
        assert phone.outcome in ("trouble", "refused")
        for long in ({"Cookie": "x" * app.LONGEST_HEAD}, {f"x{i}": "x" * 100 for i in range(200)}):
            assert phone.link.get(phone.base, headers=long).status_code == 431
        assert phone.link.get(f"{phone.base}?{'x' * app.LONGEST_HEAD}").status_code == 431
        assert reports_now(session) == ["deal Ann", "upcard 7H"]


def test_a_form_that_trickles_in_has_a_deadline(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PATIENCE", 0.3)
    with table(session.journal.path) as server, socket.create_connection(("127.0.0.1", server.port)) as slow:
        phone = Phone(server, SCOREKEEPER)
        head = (
            f"POST {phone.base}tell HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {phone.origin}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nline="
        )
        slow.settimeout(PATIENCE)
        with suppress(ConnectionError):  # on a loaded machine before anything is sent
            slow.sendall(head.encode())
            assert slow.recv(1000) == b""


def test_a_refusal_waits_for_nothing(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that announces a form and sends none gets the answer at once, as fast as anybody."""
    monkeypatch.setattr(serving, "PATIENCE", 600)
    with table(session.journal.path) as server, connected(server) as browser:
        browser.sendall(head(server, "POST", "/nowhere/tell", "Content-Length: 1000"))
        assert browser.recv(100).startswith(b"HTTP/1.1 403 ")
        (kept,) = server._uvicorn.server_state.connections
        assert isinstance(kept, serving.Patient) and kept.due
    monkeypatch.setattr(serving, "PATIENCE", 0.3)
    with table(session.journal.path) as server, connected(server) as browser, suppress(ConnectionError):
        browser.sendall(head(server, "POST", "/nowhere/tell", "Content-Length: 1000"))
        while browser.recv(100):
            pass


def test_whoever_takes_no_answer_is_given_up(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PATIENCE", 0.3)
    with table(session.journal.path) as server, connected(server) as browser, pytest.raises(ConnectionError):
        ask = head(server, "GET", f"{Phone(server, SCOREKEEPER).base}rules") * 100
        while True:
            browser.sendall(ask)


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_page_that_listens_and_talks_is_given_up_in_silence(
    session: Session, caplog: pytest.LogCaptureFixture, version: str
) -> None:
    with table(session.journal.path) as server, connected(server) as browser:
        path = f"{Phone(server, WATCHER).base}events"
        browser.sendall(head(server, "GET", path, "Connection: close").replace(b"1.1\r", f"{version}\r".encode(), 1))
        assert browser.recv(100).startswith(b"HTTP/1.1 200 ")
        browser.sendall(b"GET /\r\n\r\n")
        with suppress(ConnectionError):
            while browser.recv(1000):
                pass
        assert "Next: Ben bids." in Phone(server, SCOREKEEPER).open()
    assert caplog.records == []


def test_nobody_listens_who_only_asks_for_the_head(session: Session) -> None:
    with table(session.journal.path) as server, connected(server) as browser:
        path = f"{Phone(server, WATCHER).base}events"
        browser.sendall(head(server, "HEAD", path) + head(server, "HEAD", path, "Connection: close"))
        assert b"".join(iter(lambda: browser.recv(1000), b"")).count(b"HTTP/1.1 200 ") == 2


def test_those_who_listen_shut_nobody_out(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """If nobody is slow, the oldest listener is dropped, and polls again."""
    monkeypatch.setattr(serving, "GUESTS", 2)
    with table(session.journal.path) as server, connected(server) as first, connected(server) as second:
        for browser in (first, second):
            browser.sendall(head(server, "GET", f"{Phone(server, WATCHER).base}events"))
            assert browser.recv(100).startswith(b"HTTP/1.1 200 ")
        assert "Ben bids 1" in Phone(server, SCOREKEEPER).tell("1")


def connected(server: Server) -> socket.socket:
    """A browser's connection, with all the time that a loaded machine may take."""
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def head(server: Server, method: str, path: str, *headers: str) -> bytes:
    """A request without its body."""
    lines = f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers, "", ""
    return "\r\n".join(lines).encode()


def test_a_hundred_listening_pages_shut_nobody_out(session: Session) -> None:
    with table(session.journal.path) as server:
        ask = head(server, "GET", f"{Phone(server, WATCHER).base}events")
        listening = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(serving.GUESTS + 20)]
        try:
            for link in listening:
                link.sendall(ask)
            assert "Ben bids 1" in Phone(server, SCOREKEEPER).tell("1")
        finally:
            for link in listening:
                link.close()


# Served again


def test_a_server_that_was_killed_comes_back_at_the_same_addresses(session: Session) -> None:
    secret = b"x" * 32
    with table(session.journal.path, secret=secret) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.open()
        seen, text = phone.seen, phone.text
        phone.tell("1")
    with table(session.journal.path, secret=secret) as server:
        phone = Phone(server, SCOREKEEPER)
        phone.text = text  # its answer was lost, so it is sent again
        assert "line 3: Ben bids 1" in phone.tell("1", seen=seen)
        assert reports_now(session).count("Ben bids 1") == 1


def test_the_secret_is_kept_for_its_owner_alone_and_for_an_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    kept = TableSecret(tmp_path / "evening.db")
    assert kept.left() is None
    kept.keep(b"s" * 32, 8040)
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    assert kept.left() == (b"s" * 32, 8040)
    assert TableSecret(tmp_path / "other.db").left() is None
    kept.path.chmod(0o644)
    assert kept.left() is None
    kept.path.chmod(0o600)
    with monkeypatch.context() as later:
        later.setattr("scoresheets.web.addresses.time.time", lambda: kept.path.stat().st_mtime + 13 * 3600)
        assert kept.left() is None
    for nonsense in ("", "[]", '{"secret": "zz", "port": 1}', '{"secret": "00", "port": 8040}'):
        kept.path.write_text(nonsense)
        kept.path.chmod(0o600)
        assert kept.left() is None
    kept.path.unlink()
    kept.path.symlink_to(tmp_path / "elsewhere")
    assert kept.left() is None


# The command


@contextmanager
def command(db: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """`referee phone`, and the address that it prints for each role."""
    run = [sys.executable, "-c", "from scoresheets.cli import main; main()", "phone", *words]
    settings = os.environ | {"REFEREE_DB": str(db), "XDG_STATE_HOME": str(db.parent), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(run, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout
        lines = [running.stdout.readline() for _ in range(5 if "--seats" in words else 2)]
        try:
            yield running, dict(line.strip().split(": ", 1) for line in lines)
        finally:
            running.kill()


def test_the_command_prints_an_address_for_each_role_and_keeps_it_unless_told_otherwise(session: Session) -> None:
    db, everybody = session.journal.path, ["scorekeeper", "watcher", "Ann", "Ben", "Cat"]
    with command(db, "--port", "0", "--seats") as (running, killed):
        assert list(killed) == everybody
        assert "Next: Ben bids." in Link.client.get(killed["scorekeeper"]).text
        running.kill()
        running.wait()
    with command(db, "--seats") as (running, again_there):
        assert again_there == killed  # at the same port, with the same keys
        assert "Next: Ben bids." in Link.client.get(killed["Ben"]).text
        with command(db, "--seats") as (second, other):
            assert not {*other.values()} & {*killed.values()}  # beside one that still serves
            second.send_signal(signal.SIGTERM)
            second.communicate(timeout=PATIENCE)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
        assert (running.returncode, out) == (0, "") and "Traceback" not in err
        assert not [key for key in killed.values() if key in err]
    with command(db, "--seats") as (_, restarted):
        assert restarted == killed
        assert "Next: Ben bids." in Link.client.get(killed["Ben"]).text
    with command(db, "--seats", "--fresh") as (_, anew):
        keys = ({address.rsplit("/", 2)[1] for address in printed.values()} for printed in (anew, killed))
        assert not set.intersection(*keys)


def test_the_command_needs_no_session_and_no_file(db: Path) -> None:
    with command(db, "--port", "0") as (_, addresses):
        assert list(addresses) == ["scorekeeper", "watcher"]
        assert 'id="no-session"' in Link.client.get(addresses["scorekeeper"]).text


def test_results_are_confirmed_by_whoever_has_a_page(referee: Command) -> None:
    assert referee("phone", "--verify").code == 2


def test_nothing_of_it_is_imported_before_it_is_used() -> None:
    looked_for = "starlette", "uvicorn", "jinja2", "segno", "anyio", "scoresheets.web"
    code = f"import sys; from scoresheets.cli import run; run(['games']); run(['say']); " \
           f"print([name for name in {looked_for} if name in sys.modules])"  # fmt: skip
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.splitlines()[-1] == "[]"
