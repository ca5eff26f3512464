"""Rules that a house drops are shown struck through, in a readable line."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.console import Console

from referee import Referee, find_game
from scoresheets.display.board import board, fragment
from scoresheets.display.sheets import sheet
from scoresheets.keeping.journal import open_journal
from tests.cli.conftest import Command

STRUCK = ("--set", "without=dealer-must-overbid+lead-order")
SENTENCE = find_game("oh-hell").rules["dealer-must-overbid"].text


@pytest.fixture
def evening(referee: Command) -> Command:
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", *STRUCK, "--set", "first-hand=2").code == 0
    for report in ("deal Ann", "Ben bids 1", "Cat bids 1", "Ann bids 0", "takes 2 Ben"):
        referee("say", report)
    return referee


def test_the_contract_and_the_sheet_say_what_is_not_played(referee: Command) -> None:
    opened = referee("new", "oh-hell", "Ann", "Ben", "Cat", *STRUCK).out
    assert f"  not played: dealer-must-overbid  {SENTENCE}\n" in opened
    assert "without=" not in opened
    drawn = referee("score").out
    assert "not played: dealer-must-overbid, lead-order\n" in drawn
    assert "without=" not in drawn


def test_what_changes_in_mid_session_is_said_as_rules_that_come_and_go(evening: Command) -> None:
    assert evening("say", "house without=lead-order+bid-range, nought=5").code == 0
    text = "from hand 2 on: nought=5 (before: 10); not played: bid-range; played again: dealer-must-overbid"
    assert text in " ".join(evening("score").out.split())


def test_a_rule_and_the_page_of_the_game_say_so(evening: Command) -> None:
    text = " ".join(evening("rule", "dealer-must-overbid").out.split())
    assert f": {SENTENCE}" in text
    page = " ".join(evening("rules", "oh-hell", *STRUCK).out.split())
    assert page.count("dealer-must-overbid, lead-order") == 2
    assert SENTENCE in page
    assert f"~~{SENTENCE}~~" in evening("rules", "oh-hell", *STRUCK, "--markdown").out


def test_on_a_terminal_it_is_struck_through() -> None:
    table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"without": "lead-order"})
    for plain, text in ((False, "\x1b[9mlead-order\x1b[0m"), (True, "lead-order")):
        console = Console(width=80, force_terminal=True, color_system="standard", highlight=False)
        with console.capture() as caught:
            console.print(sheet(table, plain=plain))
        assert f"not played: {text}\n" in caught.get()


def test_the_board_says_so(evening: Command) -> None:
    with open_journal() as journal:
        page = fragment(board(journal.open_session()))
    assert "<s>dealer-must-overbid</s>, <s>lead-order</s></p>" in page


def test_the_leaflet_strikes_it_through(referee: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    (tmp_path / "houses").mkdir()
    (tmp_path / "houses" / "home.toml").write_text('[oh-hell]\nwithout = "dealer-must-overbid"\n', encoding="utf-8")
    printed = referee("house", "leaflet", "home")
    assert printed.code == 0, printed
    assert f"not played: {SENTENCE}" in printed.out
