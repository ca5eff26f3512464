"""A dispute at the table: rules looked up, rulings, and what was decided before."""

from __future__ import annotations

import json
from typing import Any

from referee import find_game
from scoresheets.rulebook import FOUND
from scoresheets.trouble import FINE, NOTHING, REFUSED
from tests.cli.conftest import Command

# Rules looked up


def rows(referee: Command, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(referee("rule", "--json", *words).out)["rows"]
    return found


def ids(referee: Command, *words: str) -> list[tuple[str, str]]:
    return [(row["game"], row["rule"]) for row in rows(referee, *words)]


def test_a_rule_is_found_by_its_id(referee: Command) -> None:
    assert ids(referee, "dealer-must-overbid") == [("oh-hell", "dealer-must-overbid")]
    out = referee("rule", "dealer-must-overbid").out
    text = find_game("oh-hell").rules["dealer-must-overbid"].text
    assert out.startswith("dealer-must-overbid · Oh Hell!\n") and text in " ".join(out.split())
    assert "Breaking it is illegal." in out and "It judges WHO bids N." in out
    assert "For example: " in out


def test_a_rule_is_found_by_words_best_first(referee: Command) -> None:
    assert ids(referee, "who", "deals", "next?", "--game", "oh-hell")[0] == ("oh-hell", "dealer-rotation")
    assert ids(referee, "side", "pots")[0] == ("farmer", "side-pot")
    assert len(ids(referee, "card")) <= FOUND


def test_a_rule_says_which_house_rule_changes_it(referee: Command) -> None:
    out = " ".join(referee("rule", "hand-size", "--game", "oh-hell").out.split())
    assert "The house rule first-hand changes it: cards in the first hand, by default 10 for 3–5 players" in out
    (row,) = rows(referee, "made-bid", "--game", "oh-hell")
    assert (row["breaking"], row["scores"], row["options"]) == (None, ["made"], [])


def test_no_such_rule(referee: Command) -> None:
    ended = referee("rule", "xyzzy")
    assert ended.code == NOTHING and "xyzzy" in ended.err and ended.out.count(" · ") == 2
    told = referee("rule", "xyzzy", "--json")
    assert told.code == NOTHING and json.loads(told.out)["rows"] == []
    assert len(json.loads(told.out)["nearest"]) == 2
    assert referee("rule", "follow-suit", "--game", "nothing").code == NOTHING


def deal(referee: Command) -> None:
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=2").code == FINE
    assert referee("say", "deal Ann; upcard 7H; Ben bids 1; Cat bids 1").code == FINE


def test_a_rule_says_where_it_was_applied_tonight(referee: Command) -> None:
    deal(referee)
    assert referee("say", "Ann", "bids", "0").code == REFUSED
    out = " ".join(referee("rule", "dealer-must-overbid").out.split())
    assert "Tonight: session 1, hand 1, line 5: Ann bids 0: illegal: 0 makes 2 in all" in out
    (row,) = rows(referee, "dealer-must-overbid")
    assert [(one["session"], one["line"], one["hand"]) for one in row["tonight"]] == [(1, 5, 1)]


def test_rules_of_the_game_in_play_come_first(referee: Command) -> None:
    assert ids(referee, "follow-suit")[0][0] != "oh-hell"
    deal(referee)
    assert ids(referee, "follow-suit")[0][0] == "oh-hell"


def test_what_was_typed_is_shown_as_it_was_typed(referee: Command) -> None:
    deal(referee)
    assert referee("say", "Ann bids [red]9").code != FINE
    assert referee("say", "Ann bids 9 # [bold]").code == REFUSED
    assert "Ann bids 9" in referee("rule", "bid-range", "--game", "oh-hell").out
