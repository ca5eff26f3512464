"""How a session ends: played out, stopped early, given up; and what the command says of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scoresheets.looking_back.finished import unfinished
from scoresheets.looking_back.overview import sessions
from scoresheets.looking_back.standings import standings
from tests.cli.conftest import Command
from tests.cli.terminal import Terminal

HAND = "deal 1; Ben bids 1; Cat bids 0; Ann bids 1; Ann takes 1"


def state(referee: Command) -> dict[str, Any]:
    score: dict[str, Any] = json.loads(referee("score", "1", "--json").out)
    return score


def test_nobody_has_won_a_session_that_was_never_played(referee: Command, tmp_path: Path) -> None:
    referee("new", "razz", "Ann", "Ben")
    text = referee("end").out
    assert "no winner" in text and "have won" not in text
    score = state(referee)
    assert (score["over"], score["broken_off"], score["winners"]) == (True, True, [])
    assert standings(tmp_path / "evening.db") == [] and unfinished(tmp_path / "evening.db") == {}


def test_one_hand_of_nineteen_is_no_win(referee: Command, tmp_path: Path) -> None:
    referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=1")
    assert referee("say", HAND).code == 0
    referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=2")
    assert referee("say", "deal 2; Ben bids 1; Cat bids 0; Ann bids 2; Ann takes 1; Ben takes 1").code == 0
    result = referee("end")
    assert "1 hand: no winner" in result.out
    path = tmp_path / "evening.db"
    assert [kept.state for kept in sessions(path)][-1] == "stopped early"
    assert unfinished(path) == {"oh-hell": 1}
    assert json.loads(referee("standings", "--json").out)["unfinished"] == {"oh-hell": 1}


def test_where_the_rules_set_no_end_the_table_does(referee: Command, tmp_path: Path) -> None:
    referee("new", "farmer", "Ann", "Ben")
    assert referee("say", "deal Ann; Ann holds 15; Ben holds 12").code == 0
    text = referee("end").out
    assert "Ann wins!" in text and "Stopped early" not in text
    assert unfinished(tmp_path / "evening.db") == {} and len(standings(tmp_path / "evening.db")) == 2


def test_in_the_middle_of_a_hand_it_says_what_is_dropped(referee: Command) -> None:
    referee("new", "gops", "Vic", "Uma")
    assert referee("say", "upcard K; trick 7 9").code == 0
    texts = referee("end").out.splitlines()
    assert "Uma +13" in texts[0] and "`referee resume 1`" in " ".join(texts)
    assert referee("resume", "1").code == 0
    assert state(referee)["scores"] == {"Vic": 0, "Uma": 13}


def test_a_partie_that_was_broken_off_has_no_margin(referee: Command) -> None:
    referee("new", "piquet", "Ann", "Ben")
    assert referee("say", "deal Ann; Ben scores 40; Ann scores 20").code == 0
    assert "margin" not in referee("end").out
    assert "margin" not in state(referee)["facts"]


def test_a_concession_says_what_it_does(referee: Command) -> None:
    referee("new", "oh-hell", "Ann", "Ben", "Cat")
    assert referee("say", "Cat concedes").code == 0 and not state(referee)["over"]
    referee("new", "piquet", "Ann", "Ben")
    text = referee("say", "Ann concedes").out
    assert "Ann gives up" in text and "Ben wins!" in text


@pytest.mark.parametrize(("typed", "closed"), [("n", False), ("y", True)])
def test_at_a_terminal_it_asks(referee: Command, tmp_path: Path, typed: str, closed: bool) -> None:
    referee("new", "gops", "Vic", "Uma")
    assert referee("say", "upcard K; trick 7 9").code == 0
    terminal = Terminal(tmp_path, 80, color=False)
    terminal.start("referee end")
    terminal.until(lambda: "Stop the game? [y/N]" in terminal.text, "the question")
    terminal.leave(f"{typed}\r")
    assert (sessions(tmp_path / "evening.db")[0].state == "stopped early") is closed


def test_a_record_that_the_table_ended_is_taken_up_again(referee: Command, tmp_path: Path) -> None:
    """Even if there is a note after the end, or the end is entered like any report."""
    record = tmp_path / "friday.record"
    head = "game: oh-hell\nplayers: Ann, Ben, Cat\nhouse: hands=4, first-hand=2\n"
    lines = ["deal Ann", "upcard 7H", "Ben bids 1", "Cat bids 0", "Ann bids 2", "end"]
    for number, more in enumerate(([], ["note Cat had to leave"]), 1):
        record.write_text("\n".join([head, *lines, *more, ""]), encoding="utf-8")
        assert referee("import", str(record)).code == 0
        assert json.loads(referee("score", str(number), "--json").out)["over"]
        assert "Ben plays" in referee("resume", str(number)).out
        assert referee("say", "Ben takes 1; Ann takes 1").code == 0
        assert state(referee)["scores"] == {"Ann": -10, "Ben": 10, "Cat": 10}
        assert referee("end").code == 0 and referee("doctor").code == 0
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat").code == 0
    assert referee("say", "deal; end").code == 0 and referee("end").code == 0
    assert referee("resume", "3").code == 0 and referee("say", "upcard 7H").code == 0


def test_what_is_dropped_is_only_what_moved(referee: Command) -> None:
    referee("new", "fan-tan", "Ann", "Ben", "Cat")
    for line in ("deal", "Ben passes"):
        assert not referee("say", line).code
    lost = next(line for line in referee("end", "--yes").out.splitlines() if "Left out" in line)
    assert "+0" not in lost and "Ben -" in lost
