"""The top of a game's page: how score is kept, and what players look up."""

from __future__ import annotations

import re
import textwrap

from referee.records.record import Judge
from referee.testing.tried import Tried, always

EVERY_PAGE = ("game", "players", "who has to leave", "pack", "scores")
"""What every page has at a glance, whatever the game."""


@always
def the_example_holds_and_its_score_is_as_shown(tried: Tried) -> None:
    game = tried.game
    assert game.short_form and game.example, f"GAME of {tried.slug} has a short_form, and an example=Example(…) in it"
    judge = Judge().judge(game.example.record(tried.slug))
    assert not judge.failures and not judge.warnings, judge.failures
    assert judge.referee
    shown = dict(re.findall(r"([\w+]+) (-?\d+)", game.example.score))
    assert {side: str(score) for side, score in judge.referee.scores.items()} == shown
    assert len(set(shown.values())) > 1 or len(shown) == 1, "a score that says nothing"
    wrong = game.example._replace(score=re.sub(r"-?\d+", "77", game.example.score))
    assert Judge().judge(wrong.record(tried.slug)).failures


@always
def keeping_score_tonight_takes_seven_lines_at_most(tried: Tried) -> None:
    game = tried.game
    assert game.example
    lines = [*textwrap.wrap(game.short_form, 80), *game.example.lines]
    assert len(lines) <= 7, f"short_form and the example of {tried.slug} are {len(lines)} lines"


@always
def glances_are_named_once_and_belong_to_rules(tried: Tried) -> None:
    game = tried.game
    names = [*EVERY_PAGE, *(glance.name for glance in game.at_a_glance)]
    assert len(names) == len(set(names)) and len(game.at_a_glance) >= 2
    assert not {rule for glance in game.at_a_glance for rule in glance.rules} - set(game.rules)
