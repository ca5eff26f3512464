"""A record keeps a rule only if a report was checked by it. A comment isn't enough if code can check it."""

from __future__ import annotations

from pathlib import Path

from referee import find_game
from referee.testing.asked import asked_in
from referee.testing.recorded import rules_tried
from referee.testing.tried import Tried

HEAD = "game: oh-hell\nplayers: Ann, Ben, Cat\nhouse: first-hand=1\n\n"


def rules_kept(path: Path, text: str) -> set[str]:
    path.write_text(HEAD + text, encoding="utf-8")
    return rules_tried(Tried(find_game("oh-hell"), [path]))[0]


def test_a_comment_proves_no_rule_that_a_check_judges(tmp_path: Path) -> None:
    rules = rules_kept(tmp_path / "one.record", "deal Ann 1  # keeps follow-suit, made-bid, trump-suit\n")
    assert not rules & {"follow-suit", "made-bid"}
    assert "trump-suit" in rules  # there is no code for it


def test_a_rule_is_kept_by_a_report_that_its_check_lets_pass(tmp_path: Path) -> None:
    rules = rules_kept(
        tmp_path / "one.record", "deal Ann 1\nupcard 8D\nBen bids 0\nCat bids 1\n! [bid-range] Ann bids 2\n"
    )
    assert {"bid-range", "bid-order", "hand-size"} <= rules
    assert not rules & {"lead-order", "made-bid"}


def test_checks_are_as_they_were_behind_it(tmp_path: Path) -> None:
    game = find_game("oh-hell")
    before = [check.judge for check in game.ruleset.checks]
    rules_kept(path := tmp_path / "one.record", "deal Ann 1\n")
    assert asked_in(game, path).kept and [check.judge for check in game.ruleset.checks] == before
