"""Requests of people who keep score, each typed as at the table."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path

import httpx
import pytest

from scoresheets.errors import FINE, REFUSED
from scoresheets.web.addresses import WATCHER, Addresses
from scoresheets.web.serving import serve
from scoresheets.web.table import LiveTable as Shown
from scoresheets.web.watch import Watch
from tests.evening import Said, referee
from tests.served import running


class Table:
    """A table of three: lines for its prompt, and the answers."""

    def __init__(self, db: Path) -> None:
        self.db = db

    def opens(self, *words: str) -> Said:
        """A session with these words behind `new`."""
        return referee(self.db, "new", *words)

    def types(self, *lines: str) -> str:
        """Types lines, and reads all that is answered."""
        result = referee(self.db, "table", stdin="".join(f"{line}\n" for line in lines).encode())
        return result.out + result.err

    def asks(self, *words: str) -> str:
        """Another command."""
        result = referee(self.db, *words)
        assert result.code in (FINE, REFUSED), result
        return result.out + result.err


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    return Table(tmp_path / "evening.db")


@pytest.fixture
def evening(table: Table) -> Table:
    """Oh Hell! with two cards each, after the first hand: Ann -10, Ben 10, Cat 10."""
    table.opens("oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=2")
    assert "total: Ann -10, Ben 10, Cat 10" in table.types("d", "1 0 2", "1 0 1")
    return table


def test_a_question_follows_the_one_before(evening: Table) -> None:
    answers = evening.types("what did Ben bid in the first hand?", "and Cat?", "who is last?", "why?")
    assert "1 (hand 1)" in answers and "0 (hand 1)" in answers
    assert "Bid 2, took 1" in answers


def test_a_question_about_another_session(evening: Table) -> None:
    evening.opens("oh-hell", "Dan", "Eve", "Flo", "--set", "first-hand=2")
    assert "Dan" in evening.asks("ask", "what is the score?")
    assert "Ann" in evening.asks("ask", "what is the score?", "--session", "1")


def finished(table: Table, winner: str = "Ann") -> None:
    """A finished game of three hands; the winner makes every bid."""
    table.opens("gops", "Ann", "Ben")
    loser = "Ben" if winner == "Ann" else "Ann"
    table.types(f"{winner} holds 61", f"{loser} holds 30", "end")


def test_1_i_hit_the_wrong_key_take_it_back(evening: Table) -> None:
    text = evening.types("d", "1", "<", "0")
    assert "Undone: Cat bids 1" in text and "Cat bids 0" in text
    assert "Redone: " in evening.types("undo", "redo")


def test_2_a_score_three_hands_ago_was_wrong_fix_it_without_starting_over(evening: Table) -> None:
    text = evening.types("d", "2", "fix 3 Cat bids 1 --why misheard")
    assert "line 3: Cat bids 0 → Cat bids 1" in text and "hand 1: Cat 10 → -10" in text


def test_3_who_changed_that_and_why(evening: Table) -> None:
    evening.types("fix 3 Cat bids 1 --why misheard")
    log = evening.asks("log")
    assert "Cat bids 0" in log and "misheard" in log


def test_4_we_play_it_otherwise(table: Table) -> None:
    result = table.opens(
        "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=2", "--set", "without=dealer-must-overbid"
    )
    assert "dealer-must-overbid" in result.out
    assert "Ann bids 0" in table.types("d", "1 1 0")


def test_5_nobody_shall_say_later_that_we_agreed_on_something_else(table: Table) -> None:
    text = table.opens("oh-hell", "Ann", "Ben", "Cat", "--set", "made=5").out
    assert all(name in text for name in ("made=5", "sizes", "trump", "hook", "packs"))
    assert "(standard: 0)" in table.asks("score")


def test_6_a_rule_of_our_own_with_its_price(evening: Table) -> None:
    own = "Whoever looks at the phone pays."
    text = evening.types(f"house rule phone = 5 {own}", "d", "penalty Ben phone")
    assert f"Ben -5  penalty: {own}" in text


def test_7_it_should_notice_what_cant_be(evening: Table) -> None:
    text = evening.types("d", "0 0 2", "Cat takes 3")
    assert "[trick-count]" in text


def test_8_bids_first_and_the_tricks_when_the_hand_is_over(evening: Table) -> None:
    text = evening.types("d", "0 0 2", "Ben 1")
    assert "Ben bids 2" in text and "Ben -10  missed: bid 2, took 1" in text


def test_9_only_who_won_and_with_how_many_points(table: Table) -> None:
    table.opens("gops", "Ann", "Ben")
    assert "Ann wins!" in table.types("Ann holds 61", "Ben holds 30")


def test_10_each_hand_has_its_contract(table: Table) -> None:
    table.opens("carioca", "Ann", "Ben")
    text = table.types("d", "Ann out", "Ben holds 35", "d")
    assert "contract: two trios" in text
    assert text.index("contract: two trios") < text.rindex("contract: ")


def test_11_all_later_totals_are_reckoned_anew(evening: Table) -> None:
    evening.types("d", "0 0 2", "Ben 1", "fix 5 Ben takes 0; 7 Ann takes 2 --why misheard")
    assert json.loads(evening.asks("score", "--json"))["scores"] == {"Ann": 30, "Ben": -20, "Cat": 20}


def test_12_why_have_i_minus_ten(evening: Table) -> None:
    text = evening.asks("why", "Ann")
    assert "bid 2, took 1" in text and "[missed-bid]" in text


def test_13_a_refusal_says_what_is_wrong_and_what_would_do(evening: Table) -> None:
    text = evening.types("d", "0 0 1")
    assert "[dealer-must-overbid]" in text
    assert "[1] 0 0 2 · [~] " in text  # a row counts whole or not at all


def test_14_what_does_the_rule_say(evening: Table) -> None:
    assert "follow-suit" in evening.types("rule follow suit")


def test_15_what_would_that_bid_bring(evening: Table) -> None:
    assert re.search(r"takes 1 +\+10 +made-bid", evening.types("d", "value 1"))


def test_16_how_would_it_stand_if_we_had_scored_otherwise(evening: Table) -> None:
    text = evening.asks("whatif", "--set", "missed=0")
    assert "Ann" in text and "-10 → 0" in text


def test_17_whose_turn_is_it(evening: Table) -> None:
    assert "Next: Cat bids." in evening.types("d")
    assert "Next: Ann bids." in evening.types("1")


def test_18_who_sits_where_and_who_deals(table: Table) -> None:
    text = table.opens("oh-hell", "Ann", "Ben", "Cat", "--dealer", "Cat").out
    assert "Clockwise: Ann, Ben, Cat." in text and "Cat deals first" in text
    assert "deal Cat" in table.types("d")


def test_19_dan_comes_late_and_ann_leaves_early(table: Table) -> None:
    table.opens("farmer", "Ann", "Ben", "Cat")
    text = table.types("deal Ann", "16 15 14", "Dan joins after Ann", "Ann leaves")
    assert ": Ann, Dan, Ben, Cat\n" in text and ": Dan, Ben, Cat\n" in text


def test_20_who_beats_whom(table: Table) -> None:
    finished(table, "Ann")
    finished(table, "Ann")
    finished(table, "Ben")
    text = table.asks("player", "Ann", "--vs", "Ben")
    assert re.search(r"Ben +2 +1 +0", text), text


def test_21_who_leads_the_year(table: Table) -> None:
    finished(table, "Ann")
    text = table.asks("standings")
    assert text.index("Ann") < text.index("Ben") and "100%" in text


def test_22_a_spreadsheet_and_a_copy(evening: Table, tmp_path: Path) -> None:
    assert evening.asks("log", "--csv").splitlines()[0].startswith("line")
    copy = tmp_path / "copy.db"
    evening.asks("backup", str(copy))
    assert copy.exists()


def test_23_our_plays_go_to_bg_stats_and_those_kept_there_come_here(table: Table, tmp_path: Path) -> None:
    finished(table, "Ann")
    play = tmp_path / "gops.bgsplay"
    play.write_text(table.asks("export", "1", "--format", "bgstats"), encoding="utf-8")
    assert "Skipped 1" in table.asks("import", str(play))
    elsewhere = Table(tmp_path / "elsewhere.db")
    elsewhere.asks("import", str(play))
    assert "Ann" in (standings := elsewhere.asks("standings")) and "totals only" in standings


def test_24_the_room_sees_the_score_on_a_second_screen(evening: Table, tmp_path: Path) -> None:
    page = tmp_path / "board.html"
    evening.asks("board", "--html", str(page))
    assert "Ann" in page.read_text(encoding="utf-8") and "-10" in page.read_text(encoding="utf-8").replace("−", "-")
    addresses = Addresses()
    with serve(Shown(Watch(evening.db), addresses), 0) as server, running(server):
        server.table.host = server.host
        board = f"http://127.0.0.1:{server.port}/{addresses.key(WATCHER)}/"
        assert "Next: Ben deals." in seen_on(board)
        evening.types("d", "0 1")  # at the table's own screen
        assert "Next: Ben bids." in (seen := seen_on(board)) and "total bid 1 for 1 trick" in seen


def seen_on(address: str) -> str:
    """What can be read on a page."""
    page = httpx.get(address).text.partition("<body")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_25_anna_and_ann_are_the_same(table: Table) -> None:
    finished(table, "Ann")
    table.opens("gops", "Anna", "Ben")
    table.types("Anna holds 61", "Ben holds 30", "end")
    table.asks("players", "merge", "Anna", "Ann")
    assert "Anna" not in table.asks("standings")
