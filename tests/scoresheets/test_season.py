"""All finished games under other rules: who would lead, who else would have won, and games that can't be scored."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scoresheets.errors import FINE, REFUSED, USAGE
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.players import merge
from tests.evening import referee

BEN_WINS = (
    "deal Ann; Ben bids 1; Cat bids 1; Ann bids 1; Ben takes 1; Cat takes 1",
    "deal Ben; Cat bids 0; Ann bids 1; Ben bids 1; Cat takes 0; Ann takes 0; Ben takes 1",
    "deal Cat; Ann bids 0; Ben bids 1; Cat bids 2; Ann takes 0; Ben takes 1; Cat takes 1",
)
"""Ben 30, Cat 10, Ann -10. With more for a bid of zero, Cat would win."""

ANN_WINS = (
    "deal Ann; Ben bids 1; Cat bids 1; Ann bids 1; Ben takes 1; Ann takes 1",
    "deal Ben; Cat bids 1; Ann bids 0; Ben bids 1; Cat takes 1",
    "deal Cat; Ann bids 1; Ben bids 1; Cat bids 1; Ann takes 1; Ben takes 1; Ann takes 1",
)
"""Ann 30, Ben 10, Cat -10. With more for a bid of zero, Ann would win by more."""


@pytest.fixture
def year(tmp_path: Path) -> Iterator[Path]:
    """Two finished games of Oh Hell! with two cards, an open one, and one of another game."""
    path = tmp_path / "year.db"
    days = iter(datetime(2026, month, 20, 21, tzinfo=UTC) for month in range(1, 13) for _ in range(100))
    with open_journal(path, create=True, clock=lambda: next(days)) as journal:
        for hands in (BEN_WINS, ANN_WINS, BEN_WINS[:1]):
            session = journal.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"})
            for report in "; ".join(hands).split(";"):
                assert session.say(report.strip()).ruling.accepted, report
            if session.referee.over:
                session.end()
        farmer = journal.new("put-and-take", ["Ann", "Ben"])
        for report in ("deal Ann", "Ben puts 4", "stop", "end"):
            farmer.say(report)
        farmer.end()
    yield path


def test_the_standings_stand_side_by_side(year: Path) -> None:
    result = referee(year, "whatif", "--all", "--set", "nought=50", "--plain")
    assert result.code == FINE
    lines = [" ".join(line.split()) for line in result.out.splitlines()]
    assert lines[0] == "game player played won share place points"
    assert lines[1:4] == [
        "oh-hell Ann 2 1 50% 2.0 → 1.5 20 → 100",
        "oh-hell Cat 2 0 → 1 0% → 50% 2.5 → 2.0 0 → 40",
        "oh-hell Ben 2 1 → 0 50% → 0% 1.5 → 2.0 40",
    ]
    assert any(line.startswith("oh-hell: Ann ") for line in lines)
    assert any("1 of 2 games" in line for line in lines)
    assert any(re.match("session 1, 2026-01-2[01]", line) and line.endswith("Ben → Cat") for line in lines)


def test_what_is_printed_for_programs(year: Path) -> None:
    season = json.loads(referee(year, "whatif", "--all", "--game", "oh-hell", "--set", "nought=50", "--json").out)
    assert season["house"] == {"nought": "50"} and season["like"] == []
    assert season["rows"][-1] == {
        "game": "oh-hell", "player": "Ben",
        "before": {"played": 2, "won": 1, "share": 0.5, "place": 1.5, "points": 40},
        "after": {"played": 2, "won": 0, "share": 0.0, "place": 2.0, "points": 40},
    }  # fmt: skip
    assert [(row["session"], row["before"], row["after"], row["changes"]) for row in season["sessions"]] == [
        (1, ["Ben"], ["Cat"], True),
        (2, ["Ann"], ["Ann"], False),
    ]
    rows = referee(year, "whatif", "--all", "--set", "nought=50", "--csv").out.splitlines()
    assert rows[0].startswith("game,player,played,won,share,place,points,played_then,won_then")
    assert "oh-hell,Ben,2,1,0.5,1.5,40,2,0,0.0,2.0,40" in rows


def test_before_is_what_the_standings_say(year: Path) -> None:
    season = json.loads(referee(year, "whatif", "--all", "--set", "nought=10", "--json").out)
    stand = json.loads(referee(year, "standings", "--game", "oh-hell", "--json").out)["rows"]
    wanted = {row["player"]: [row[name] for name in ("played", "won", "share", "place", "points")] for row in stand}
    assert {row["player"]: [*row["before"].values()] for row in season["rows"]} == wanted
    assert all(row["before"] == row["after"] for row in season["rows"])
    result = referee(year, "whatif", "--all", "--set", "nought=10")
    assert "oh-hell: Ben " in result.out and "0 of 2 games" in result.out


def test_what_cant_be_scored_so_counts_as_it_was_and_says_why(year: Path) -> None:
    result = referee(year, "whatif", "--all", "--set", "first-hand=3", "--plain")
    assert result.code == REFUSED
    assert "2 games " in result.out and "line 4, Ann bids 1" in result.out
    assert "oh-hell: Ben would still lead" in result.out
    season = json.loads(referee(year, "whatif", "--all", "--set", "first-hand=3", "--json").out)
    assert [row["after"] for row in season["sessions"]] == [None, None]
    assert all(row["before"] == row["after"] for row in season["rows"])


def test_a_time_a_variant_and_players_who_turned_out_to_be_one(year: Path) -> None:
    with open_journal(year) as journal:
        session = journal.new("oh-hell", ["Anna", "Ben", "Cat"], {"first-hand": "2"})
        for report in "; ".join(BEN_WINS).replace("Ann", "Anna").split(";"):
            session.say(report.strip())
        session.end()
        merge(journal, "Anna", "Ann")
    season = json.loads(referee(year, "whatif", "--all", "--like", "no-hook", "--set", "nought=50", "--json").out)
    assert {row["player"]: row["after"]["played"] for row in season["rows"]} == {"Ann": 3, "Ben": 3, "Cat": 3}
    assert season["like"] == ["no-hook"]
    season = json.loads(referee(year, "whatif", "--all", "--set", "nought=50", "--since", "2027-01-01", "--json").out)
    assert len(season["sessions"]) < 3


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--all",), "`whatif --set OPTION=VALUE`"),
        (("--all", "--set", "nought=1", "--session", "1"), "choose one: --all or --session"),
        (("--set", "nought=1", "--game", "oh-hell"), "--game and --since need --all"),
        (("--all", "--set", "cap=1", "--game", "oh-hell"), "oh-hell has no option or variant 'cap'"),
        (("--all", "--set", "nought=1", "--like", "royal"), "no game that was played has an option or variant 'royal'"),
        (("--all", "--set", "nought=-1"), "nought must be a whole number, not '-1'"),
        (("--all", "--set", "nought"), "name=value, not 'nought'"),
        (("--like", "royal"), "oh-hell has no variant 'royal'"),
    ],
)
def test_what_makes_no_sense_is_said(year: Path, words: tuple[str, ...], text: str) -> None:
    referee(year, "resume", "3")
    answer = referee(year, "whatif", *words)
    assert answer.code == USAGE and text in answer.err


def test_of_one_session_a_row_for_each_hand_and_player(year: Path) -> None:
    rows = referee(year, "whatif", "--session", "1", "--set", "nought=50", "--csv").out.splitlines()
    assert rows[0] == "hand,who,before,after" and "2,Cat,10,50" in rows
    result = referee(year, "whatif", "--session", "1", "--like", "no-hook")
    assert "without=dealer-must-overbid" in result.out


def test_nothing_kept(tmp_path: Path) -> None:
    result = referee(tmp_path / "none.db", "whatif", "--all", "--set", "nought=1")
    assert result.code == FINE and result.err
