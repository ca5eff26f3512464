"""The page of a game, as `referee rules` shows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from referee.record import Judge
from referee.testing.tried import Tried, always

if TYPE_CHECKING:
    from scoresheets.book.game_page import Block

PARTS = [
    "Keeping score tonight", "At a glance", "Rules", "Where the book is silent", "Reports", "Reports of every game",
    "Score lines", "Variants", "House rules",
]  # fmt: skip


def blocks(tried: Tried) -> list[Block]:
    from scoresheets.book import game_page

    return game_page.page(game_page.tables(tried.game))


def drawn(parts: list[Block], width: int) -> list[str]:
    """The lines of a page on a terminal of that width."""
    from rich.console import Console

    from scoresheets.book import game_page

    console = Console(width=width, color_system=None, legacy_windows=False)
    with console.capture() as caught:
        console.print(game_page.shown(parts))
    return [line.rstrip() for line in caught.get().splitlines()]


@always
def a_page_has_its_parts_in_the_order_they_are_looked_for(tried: Tried) -> None:
    from scoresheets.book.game_page import Heading

    game = tried.game
    headings = [block.text for block in blocks(tried) if isinstance(block, Heading) and block.depth == 2]
    left_out = {"Where the book is silent": game.rulings, "Variants": game.variants, "House rules": game.options}
    assert headings == [part for part in PARTS if left_out.get(part, True)]


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
def keeping_score_tonight_takes_ten_lines_at_most(tried: Tried) -> None:
    lines = drawn(blocks(tried), 80)
    begins, ends = lines.index(PARTS[0]) + 1, lines.index(PARTS[1])
    assert len([line for line in lines[begins:ends] if line]) <= 10


@always
def glances_are_named_once_and_belong_to_rules(tried: Tried) -> None:
    from scoresheets.book import game_page

    game = tried.game
    names = [entry.name for entry in game_page.glances(game_page.tables(game))]
    assert len(names) == len(set(names)) and len(game.at_a_glance) >= 2
    assert not {rule for glance in game.at_a_glance for rule in glance.rules} - set(game.rules)
