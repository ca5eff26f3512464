"""The board: what the room sees, served only at its address."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from email.message import Message
from hashlib import sha256
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from select import select
from typing import TYPE_CHECKING, NamedTuple

import pytest

from referee.language.words import quoted
from scoresheets.display.board import board, fragment, page, sentence
from scoresheets.display.board import policy as still_policy
from scoresheets.errors import REFUSED
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from scoresheets.web import serving
from scoresheets.web.app import GLANCE
from scoresheets.web.pages import policy as served_policy
from scoresheets.web.serving import GUESTS, PORT, Server, serve
from scoresheets.web.table import LiveTable
from scoresheets.web.watch import Watch
from tests.browser import PHONE, TELEVISION, screen
from tests.cli.conftest import Command
from tests.cli.conftest import referee as referee
from tests.evening import FIRST_HAND, again, fails, oh_hell, told_to
from tests.patience import PATIENCE
from tests.served import running

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

NASTY = "<script>alert(1)</script>"
IMAGE = "'><img src onerror>&lt"


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "evening.db"


@pytest.fixture
def session(db: Path) -> Iterator[Session]:
    with oh_hell(db, *FIRST_HAND) as session:
        yield session


# Content


def test_the_board_has_totals_the_last_hand_and_who_is_next(session: Session) -> None:
    shown = board(session)
    assert [(side.name, side.score, side.moved) for side in shown.sides] == [
        ("Ann", 10, 10),
        ("Ben", 10, 10),
        ("Cat", -10, -10),
    ]
    assert [side.name for side in shown.sides if side.leads] == ["Ann", "Ben"]
    assert [side.name for side in shown.sides if side.deals] == ["Ben"]
    assert (shown.hand, shown.over, shown.closed, shown.awaits) == (1, False, False, "Next: Ben deals.")
    assert shown.last == ["trick AD 2H 4D", "trick QS 3S KS", "Ann bids 1", "Cat bids 1", "Ben bids 1"]
    session.say("deal Ben")
    session.say("upcard 9D")
    shown = board(session)
    assert (shown.hand, shown.now) == (2, "1 card · trump ♦")
    assert [side.name for side in shown.sides if side.awaited] == ["Cat"]


def test_who_bid_what_and_has_taken_what_stands_beside_each_player(db: Path) -> None:
    with oh_hell(db, "deal Ann", "upcard 7H", "Ben bids 1") as session:
        shown = board(session)
        assert {side.name: side.facts for side in shown.sides} == {"Ann": [], "Ben": ["bid 1"], "Cat": []}
        assert shown.now.startswith("2 cards")
        for report in ("Cat bids 0", "Ann bids 2", "trick QS 3S KS"):
            session.say(report)
        shown = board(session)
        assert [side.facts for side in shown.sides] == [
            ["bid 2", "1 trick"], ["bid 1", "0 tricks"], ["bid 0", "0 tricks"]]  # fmt: skip
        assert shown.now == "2 cards · trump ♥"  # not repeated, since it is next to each player
        assert '<span class="notes">bid 2 · 1 trick · deals</span>' in page(shown)
        assert shown.object()["sides"][0]["so_far"] == {"bid": {"Ann": 2}, "tricks": {"Ann": 1}}
        session.say("trick AD 2H 4D")
        assert not any(side.so_far for side in board(session).sides)  # that hand is over


@pytest.mark.parametrize(
    ("slug", "reports", "stands"),
    [
        ("hasenpfeffer", ["deal Ann", "Ben bids 3", "Cat passes"], [[], ["bid Ben 3"]]),
        ("spades", ["Ann bids 3; Ben bids 4; Cat bids 2"], [["bid Ann 3, Cat 2"], ["bid Ben 4"]]),
        ("samba", ["deal Ann", "Ben draws"], [["cards Ann 15, Cat 15"], ["cards Ben 16, Dan 15"]]),
        ("tetka", ["deal Ann", "upcard KD", "Ben takes 2"], [["0 tricks"], ["2 tricks"], ["0 tricks"], ["0 tricks"]]),
    ],
)
def test_partners_have_theirs_with_their_names(
    db: Path, slug: str, reports: list[str], stands: list[list[str]]
) -> None:
    with open_journal(db, create=True) as journal:
        session = journal.new(slug, ["Ann", "Ben", "Cat", "Dan"])
        for line in reports:
            for report in line.split("; "):
                assert session.say(report).ruling.accepted, report
        assert [side.facts for side in board(session).sides][: len(stands)] == stands


def test_nobody_leads_while_all_are_even(db: Path) -> None:
    with oh_hell(db) as session:
        assert not any(side.leads for side in board(session).sides)
        assert board(session).hand == 0 and "hand 0" not in page(board(session))


def test_the_lowest_score_leads_where_it_wins(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        session = journal.new("last-one", ["Ann", "Ben"])
        session.say("adjust Ann +5")
        assert [side.name for side in board(session).sides if side.leads] == ["Ben"]


def test_whoever_concedes_doesnt_lead(session: Session) -> None:
    session.say("Ann concedes")
    assert [(side.name, side.leads, side.conceded) for side in board(session).sides if side.leads or side.conceded] == [
        ("Ann", False, True),
        ("Ben", True, False),
    ]


def test_chips_and_pots_are_shown_where_they_are_played_for(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        session = journal.new("put-and-take", ["Ann", "Ben"])
        for report in ("deal Ann", "Ben puts 4"):
            assert session.say(report).ruling.accepted
        shown = board(session)
        assert {side.name: side.score for side in shown.sides} == {"Ann": 0, "Ben": -4}
        assert shown.pots == {"pot": 4}
        assert "<bdi>pot</bdi> <b>4</b>" in fragment(shown)
        assert "−4" in fragment(shown)


def test_chips_beside_the_score_stand_beside_it(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        session = journal.new("thirty-one", ["Ann", "Ben"])
        session.say("Ann pays Ben 3")
        assert [side.chips for side in board(session).sides] == [-3, 3]
        assert "+3 chips" in fragment(board(session))


def test_a_session_that_is_over_names_the_winner(session: Session) -> None:
    session.end()
    shown = board(session)
    assert (shown.over, shown.closed) == (True, True)
    assert [side.name for side in shown.sides if side.leads] == ["Ann", "Ben"]
    assert '<p class="won">' in fragment(shown)


def test_cards_that_lie_face_down_are_not_for_the_room(db: Path) -> None:
    with oh_hell(db, "deal Ann 2", "Ben dealt QS AD") as session:
        assert board(session).last == ["Ben dealt …", "deal Ann 2"]
    with open_journal(db) as journal:
        piquet = journal.new("piquet", ["Ann", "Ben"])
        for report in ("deal Ann", "Ben discards 7S 8S 7H", "Ben draws AS KS QS"):
            assert piquet.say(report).ruling.accepted, report
        assert board(piquet).last == ["Ben draws …", "Ben discards …", "deal Ann"]
        rummy = journal.new("tonk", ["Ann", "Ben"])
        for report in ("deal Ann", "Ben draws", "Ben discards 9H"):
            assert rummy.say(report).ruling.accepted, report
        assert board(rummy).last[0] == "Ben discards 9H"


def test_what_was_let_stand_is_marked(session: Session) -> None:
    session.say("deal Ben")
    session.say("upcard 9D")
    session.say("Ann bids 1", overrule=True)
    assert board(session).last[0] == "~ Ann bids 1"


# The page


def test_what_people_typed_is_only_text(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        session = journal.new("oh-hell", [NASTY, IMAGE, "Cat"], title="</title><b>&amp;")
        session.say(f"note \u202e{NASTY}")
        for text in (page(board(session)), sentence(NASTY, fragment(board(session)))):
            assert set(re.findall(r"<(\w+)", text)) <= {
                "html", "head", "meta", "title", "style", "body", "main", "header", "h1", "p", "bdi", "ul", "li",
                "span", "b", "footer", "ol",
            }  # fmt: skip
            assert "\u202e" not in text
            assert NASTY in unescape(text)


def test_the_page_needs_nothing_but_itself(session: Session) -> None:
    text = page(board(session))
    assert not re.findall(r"(?:src|href|url)\s*[=(]", text)
    assert "<script" not in text


def test_the_policy_takes_the_style_and_the_script_that_are_there(session: Session) -> None:
    def named(text: str) -> str:
        return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"

    with served(session.journal.path) as server:
        text = fetch(server).text.decode()
    for looked_at, policy in ((text, served_policy(tells=False)), (page(board(session)), still_policy())):
        (style,) = re.findall(r"<style>(.*?)</style>", looked_at, re.DOTALL)
        assert re.search(rf"style-src [^;]*{re.escape(named(style))}", policy)
        for script in re.findall(r"<script>(.*?)</script>", looked_at, re.DOTALL):
            assert f"script-src {named(script)};" in policy
        assert policy.startswith("default-src 'none';")
        assert "form-action 'none'" in policy
        assert "unsafe" not in policy


# Served


@contextmanager
def served(path: Path, number: int = 0, *, lan: bool = False) -> Iterator[Server]:
    with serve(LiveTable(Watch(path, number)), 0, lan=lan) as server, running(server):
        yield server


class Answer(NamedTuple):
    status: int
    headers: Message
    text: bytes


def fetch(server: Server, path: str = "/", method: str = "GET", **headers: str) -> Answer:
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as link:
        link.request(method, path, headers=headers)
        answer = link.getresponse()
        return Answer(answer.status, answer.headers, answer.read())


def now(server: Server) -> str:
    return fetch(server, "/now").text.decode()


def scores(server: Server) -> dict[str, str]:
    pairs = re.findall(r'<bdi>([^<]*)</bdi></span> <span class="score">([^<]*)', now(server))
    return {unescape(name): score for name, score in pairs}


def test_it_follows_what_is_told_taken_back_and_told_again(session: Session) -> None:
    with served(session.journal.path) as server:
        assert scores(server) == {"Ann": "10", "Ben": "10", "Cat": "−10"}
        session.say("adjust Cat +5")
        assert scores(server)["Cat"] == "−5"
        session.undo(2)
        assert scores(server) == {"Ann": "0", "Ben": "0", "Cat": "0"}
        session.redo()
        assert scores(server) == {"Ann": "10", "Ben": "10", "Cat": "−5"}
        assert "adjust Cat +5" in now(server)


def test_it_goes_along_when_another_session_is_in_play(session: Session) -> None:
    with served(session.journal.path) as server:
        assert "Oh Hell!" in now(server)
        other = session.journal.new("gops", ["Dan", "Eve"])
        assert scores(server) == {"Dan": "0", "Eve": "0"}
        other.end()
        assert "Oh Hell!" in now(server)
        session.end()
        assert "no winner" in now(server)
        assert "closed" in now(server)
        session.resume()
        assert "Next: Ben deals." in now(server)


def test_a_chosen_session_stays(session: Session) -> None:
    with served(session.journal.path, 1) as server:
        session.journal.new("gops", ["Dan", "Eve"])
        assert set(scores(server)) == {"Ann", "Ben", "Cat"}


def test_a_browser_that_has_seen_it_gets_nothing_new(session: Session) -> None:
    with served(session.journal.path) as server:
        tag = fetch(server, "/now").headers["ETag"]
        again = fetch(server, "/now", **{"If-None-Match": tag})
        assert (again.status, again.text) == (304, b"")
        session.say("adjust Cat +5")
        assert fetch(server, "/now", **{"If-None-Match": tag}).status == 200


@pytest.mark.parametrize("path", ["/", "/now", "/?x=1"])
def test_every_answer_has_the_headers_that_keep_a_browser_safe(session: Session, path: str) -> None:
    with served(session.journal.path) as server:
        for answer in (
            fetch(server, path),
            fetch(server, path, "HEAD"),
            fetch(server, "/x"),
            fetch(server, "/", "PUT"),
        ):
            assert answer.headers["Content-Security-Policy"] == served_policy(tells=False)
            assert "frame-ancestors 'none'" in served_policy(tells=False)
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "same-origin"
            assert answer.headers["Server"] == "referee"


def test_head_has_the_size_and_no_page(session: Session) -> None:
    with served(session.journal.path) as server:
        head, whole = fetch(server, "/now", "HEAD"), fetch(server, "/now")
        assert (head.status, head.text) == (200, b"")
        assert int(head.headers["Content-Length"]) == len(whole.text)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "NONSENSE"])
def test_nothing_can_be_done_there_but_look(session: Session, method: str) -> None:
    with served(session.journal.path) as server:
        answer = fetch(server, "/now", method)
        assert (answer.status, answer.headers["Allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize("path", ["/etc/passwd", "/../evening.db", "/now/", "/%2e%2e/", "now", "/index.html"])
def test_there_are_two_addresses_and_no_other(session: Session, path: str) -> None:
    with served(session.journal.path) as server:
        answer = fetch(server, path)
        assert answer.status == 404 and b"Oh Hell" not in answer.text and b"Ann" not in answer.text


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1:1",
        "127.0.0.1",
        "192.168.1.5:{port}",
        "localhost.evil:{port}",
        "",
    ],
)
def test_a_page_from_elsewhere_that_calls_itself_ours_gets_nothing(session: Session, host: str) -> None:
    with served(session.journal.path) as server:
        answer = fetch(server, "/now", Host=host.format(port=server.port))
        assert (answer.status, answer.text) == (421, b"Misdirected Request\n")


@pytest.mark.parametrize("host", ["localhost:{port}", "127.0.0.1:{port}", "[::1]:{port}", "LOCALHOST:{port}"])
def test_our_own_names_are_answered(session: Session, host: str) -> None:
    with served(session.journal.path) as server:
        assert fetch(server, "/now", Host=host.format(port=server.port)).status == 200


def test_in_the_network_our_number_and_our_name_are_answered(session: Session) -> None:
    with served(session.journal.path) as alone, served(session.journal.path, lan=True) as everybody:
        assert alone.socket.getsockname()[0] == "127.0.0.1"
        assert everybody.socket.getsockname()[0] == "0.0.0.0"
        for host, answered in (("192.168.1.5", True), (socket.gethostname(), True), ("evil.example", False)):
            assert everybody.answers_to(f"{host}:{everybody.port}") is answered, host
            assert alone.answers_to(f"{host}:{alone.port}") is False, host
        assert everybody.host.endswith(f":{everybody.port}")


def test_two_hosts_in_one_request_are_one_too_many(session: Session) -> None:
    with served(session.journal.path) as server, socket.create_connection(("127.0.0.1", server.port)) as link:
        link.sendall(f"GET /now HTTP/1.1\r\nHost: localhost:{server.port}\r\nHost: evil\r\n\r\n".encode())
        assert link.recv(100).startswith(b"HTTP/1.1 4")


@pytest.mark.parametrize(
    "line", [b"\x16\x03\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"GET /" + b"x" * 70_000]
)
def test_what_is_no_request_ends_that_browser_alone(session: Session, line: bytes) -> None:
    with served(session.journal.path) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as link, suppress(ConnectionError):
            link.sendall(line)  # the server may close the connection early
            link.recv(100)
        assert fetch(server, "/now").status == 200


def test_a_request_with_a_body_is_refused(session: Session) -> None:
    with served(session.journal.path) as server:
        assert fetch(server, "/now", **{"Content-Length": "7"}).status == 400


# Locked files


def test_a_file_that_is_gone_is_said_above_how_it_stood(session: Session, tmp_path: Path) -> None:
    path = session.journal.path
    with served(path) as server:
        assert scores(server)
        session.journal.link.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        path.rename(tmp_path / "elsewhere.db")
        for _look in range(2):
            assert 'class="trouble"' in now(server)
        assert set(scores(server)) == {"Ann", "Ben", "Cat"}
        assert str(tmp_path) not in now(server)
        (tmp_path / "elsewhere.db").rename(path)
        assert "trouble" not in now(server)
        session.say("adjust Cat +5")
        assert scores(server)["Cat"] == "−5"


def test_another_file_in_its_place_is_what_is_shown(session: Session, tmp_path: Path) -> None:
    path = session.journal.path
    with oh_hell(tmp_path / "other.db"), served(path) as server:
        assert scores(server)["Cat"] == "−10"
        (tmp_path / "other.db").replace(path)
        assert scores(server)["Cat"] == "0"


def test_a_busy_file_is_said_and_then_it_goes_on(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    told_to(db, *FIRST_HAND)
    with served(db) as server:
        assert scores(server)
        server.table.watch.close()
        alone = sqlite3.connect(db, isolation_level=None)
        alone.execute("PRAGMA locking_mode = EXCLUSIVE")
        alone.execute("BEGIN EXCLUSIVE")
        assert "is busy" in now(server)
        assert scores(server)["Ann"] == "10"
        assert str(db.parent) not in now(server)
        alone.execute("COMMIT")
        alone.close()
        assert "trouble" not in now(server)


def test_a_damaged_file_is_said(db: Path) -> None:
    db.write_bytes(b"no database at all" * 1000)
    with served(db) as server:
        assert "damaged" in now(server)


def test_before_anything_was_kept_it_says_so_and_then_shows_the_first_session(db: Path) -> None:
    with served(db) as server:
        assert 'class="trouble"' in now(server)
        with oh_hell(db):
            assert set(scores(server)) == {"Ann", "Ben", "Cat"}


# The command


def test_a_port_that_is_taken_is_said(db: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with fails(REFUSED):
            serve(LiveTable(Watch(db)), port)
        with fails(REFUSED):
            serve(LiveTable(Watch(db)), 70_000)


def test_the_usual_port_gives_way_where_it_is_taken(db: Path) -> None:
    with socket.socket() as taken:
        try:
            taken.bind(("127.0.0.1", PORT))
            taken.listen()
        except OSError:
            pass  # another process has taken it, which is fine too
        with serve(LiveTable(Watch(db)), None) as server:
            assert server.port != PORT


def test_board_prints_totals_json_and_pages(referee: Command, tmp_path: Path) -> None:
    assert referee("board").code == 4
    referee("new", "oh-hell", "Ann", "Ben", NASTY)
    plain = referee("board", "--plain")
    assert "Ann" in plain.out and "Next: Ann deals." in plain.out
    assert '"schema": 1' in referee("board", "--json").out
    file = tmp_path / "board.html"
    assert referee("board", "--html", str(file)).out == f"{file}\n"
    assert "&lt;script&gt;" in file.read_text(encoding="utf-8")
    assert referee("board", "--html", str(tmp_path / "no" / "where.html")).code == 5
    assert referee("board", "7").code == 4


@pytest.mark.parametrize("words", [("--port", "80"), ("--lan",), ("--serve", "--json"), ("--serve", "--html", "x")])
def test_board_refuses_what_makes_no_sense(referee: Command, words: tuple[str, ...]) -> None:
    assert referee("board", *words).code == 2


@pytest.mark.parametrize("lan", [False, True])
def test_the_command_serves_until_ctrl_c(db: Path, lan: bool) -> None:
    told_to(db, *FIRST_HAND)
    command = [
        sys.executable,
        "-c",
        "from scoresheets.cli import main; main()",
        "board",
        "--serve",
        "--port",
        "0",
        *["--lan"] * lan,
    ]
    settings = os.environ | {"REFEREE_DB": str(db), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout and running.stderr
        address = running.stdout.readline()
        port = int(address.rstrip("/\n").rpartition(":")[2])
        link = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        link.request("GET", "/now")
        assert "Cat" in link.getresponse().read().decode()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
        link.close()
    assert (running.returncode, out) == (0, "")
    assert "Traceback" not in err
    assert ("--lan" in err) is not lan


def test_a_phone_reads_the_address_from_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from scoresheets.cli.phone import _picture

    _picture("http://192.168.1.5:8040/", plain=False)
    assert capsys.readouterr().out == ""  # this is no terminal
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    _picture("http://192.168.1.5:8040/", plain=False)
    assert len(capsys.readouterr().out.splitlines()) > 10
    _picture("http://192.168.1.5:8040/", plain=True)
    assert capsys.readouterr().out == ""


# In a browser


def until(driver: WebDriver, script: str) -> float:
    """Waits until a script returns true. Returns the seconds."""
    begun = time.monotonic()
    while not driver.execute_script(f"return {script}"):
        assert time.monotonic() - begun < PATIENCE, driver.page_source
        time.sleep(0.02)
    return time.monotonic() - begun


def shown(driver: WebDriver) -> dict[str, str]:
    script = (
        "return [...document.querySelectorAll('.sides li')].map(one => [...one.children].map(cell => cell.textContent))"
    )
    return {name: score for name, score, _ in driver.execute_script(script)}


def test_the_page_changes_when_something_is_said(chromium: WebDriver, session: Session) -> None:
    with served(session.journal.path) as server:
        chromium.get(f"http://{server.host}/")
        assert shown(chromium) == {"Ann": "10", "Ben": "10", "Cat": "−10"}
        session.say("adjust Cat +5")
        until(chromium, "document.querySelector('.sides li:last-child .score').textContent === '−5'")
        assert chromium.title == "Oh Hell!: Ann 10, Ben 10, Cat -5"
        session.undo()
        until(chromium, "document.querySelector('.sides li:last-child .score').textContent === '−10'")
        session.journal.new("gops", ["Dan", "Eve"])
        until(chromium, "document.querySelector('h1').textContent === 'Gops'")
        assert shown(chromium) == {"Dan": "0", "Eve": "0"}
    until(chromium, "document.querySelector('.trouble')?.textContent.includes('no longer updated')")
    assert shown(chromium) == {"Dan": "0", "Eve": "0"}
    chromium.get_log("browser")  # of the server that was gone


def test_the_page_is_in_time(chromium: WebDriver, session: Session) -> None:
    """The page is notified at once, since the journal is checked several times a second."""
    assert GLANCE < 0.5
    with served(session.journal.path) as server:
        chromium.get(f"http://{server.host}/")
        for points in range(1, 6):
            session.say("adjust Cat +1")
            until(chromium, f"document.querySelector('li:last-child .score').textContent === '−{10 - points}'")
        asked = "performance.getEntriesByType('resource').filter(asked => asked.name.endsWith('/now')).length"
        assert chromium.execute_script(f"return {asked}") < 20  # it doesn't poll while nothing is new
    chromium.get_log("browser")


def test_a_browser_without_event_streams_asks_by_itself(chromium: WebDriver, session: Session) -> None:
    old = {"source": "delete window.EventSource"}
    script = chromium.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", old)["identifier"]
    try:
        with served(session.journal.path) as server:
            chromium.get(f"http://{server.host}/")
            session.say("adjust Cat +5")
            until(chromium, "document.querySelector('.sides li:last-child .score').textContent === '−5'")
            chromium.get("about:blank")
    finally:
        chromium.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
    chromium.get_log("browser")


def test_a_name_is_only_a_name(chromium: WebDriver, db: Path) -> None:
    with open_journal(db, create=True) as journal:
        session = journal.new("oh-hell", [NASTY, IMAGE, "Cat"], title=NASTY)
        session.say(f"note {NASTY}")
        with served(db) as server:
            chromium.get(f"http://{server.host}/")
            assert list(shown(chromium)) == [NASTY, IMAGE, "Cat"]
            assert chromium.execute_script("return document.querySelectorAll('main script, main img').length") == 0
            assert chromium.get_log("browser") == []
            chromium.get("about:blank")  # before the server goes that the page asks
        still = db.with_name("board.html")
        still.write_text(page(board(session)), encoding="utf-8")
        chromium.get(still.as_uri())
        assert next(iter(shown(chromium))) == NASTY
        assert chromium.get_log("browser") == []


@pytest.mark.parametrize("size", [PHONE, TELEVISION], ids=["phone", "television"])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("players", [2, 4, 7])
def test_it_fits_the_screen_and_can_be_read_from_afar(
    chromium: WebDriver, db: Path, size: tuple[int, int], dark: bool, players: int
) -> None:
    names = ["Ann-Katrin von und zu Hohenstein", "Ben", "Cat", "Dan", NASTY, "Fay", "Gus"]
    with open_journal(db, create=True) as journal:
        session = journal.new("piquet" if players == 2 else "oh-hell", names[:players])
        session.say("adjust Ben -1275")
        session.say("deal")
        for _ in range(players if players > 2 else 0):
            assert session.say(f"{quoted(session.referee.next()[0])} bids 3").ruling.accepted
        still = db.with_name("board.html")
        still.write_text(page(board(session)), encoding="utf-8")
    screen(chromium, size, dark=dark)
    chromium.get(still.as_uri())
    measured = chromium.execute_script(
        """
        const box = one => one.getBoundingClientRect(), all = what => [...document.querySelectorAll(what)];
        const within = (inner, outer) => inner.left >= outer.left && inner.right <= outer.right + 1
          && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
        const out = (cell, card) => box(cell).width && !within(box(cell), box(card));
        return {
          wide: document.documentElement.scrollWidth, high: document.documentElement.scrollHeight,
          cut: all(".sides li").filter(one => [...one.children].some(cell => out(cell, one)
            || cell.matches(".name") && cell.scrollHeight > 1.2 * cell.clientHeight)).map(one => one.textContent),
          digits: Math.min(...all(".score").map(one => parseFloat(getComputedStyle(one).fontSize))),
          ground: getComputedStyle(document.body).backgroundColor,
        }
        """
    )
    assert measured["wide"] <= size[0]
    assert measured["high"] <= size[1]
    assert measured["cut"] == []
    assert measured["digits"] >= (100 if size == TELEVISION else 40)
    assert (sum(map(int, re.findall(r"\d+", measured["ground"])[:3])) < 200) is dark


def test_the_last_session_is_shown_when_none_is_open(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND) as session:
        session.end()
    with again(db), served(db) as server:
        assert 'class="won"' in now(server)


def test_a_hundred_slow_browsers_shut_nobody_out(session: Session) -> None:
    with served(session.journal.path) as server:
        slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(GUESTS + 20)]
        answered = threading.Event()

        def trickle() -> None:
            while not answered.wait(0.5):
                for connection in slow:
                    with suppress(OSError):
                        connection.send(b"G")

        sending = threading.Thread(target=trickle)
        sending.start()
        try:
            assert "Oh Hell!" in now(server)
        finally:
            answered.set()
            sending.join()
            for connection in slow:
                connection.close()


def test_a_request_that_trickles_in_has_a_deadline(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "PATIENCE", 0.3)
    with served(session.journal.path) as server, socket.create_connection(("127.0.0.1", server.port)) as slow:
        slow.settimeout(PATIENCE)
        with suppress(OSError):
            slow.send(b"GET /now HTTP/1.1\r\n")
            for _ in range(1200):  # a byte now and then, never silent for as long as the deadline
                slow.send(b"X")
                time.sleep(0.05)
                if select([slow], [], [], 0)[0]:
                    break
        with suppress(ConnectionResetError):
            assert not slow.recv(1000)
