"""What the referee lists as legal is what the rulebook allows, counted out in every way of going on."""

import importlib
from pathlib import Path

import pytest

from referee.games import games
from tests.counting import Count, judged, plain

MODULES = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith(("_", "test_")))
COUNTS: list[Count] = [count for name in MODULES for count in importlib.import_module(f"tests.counting.{name}").COUNTS]


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: f"{count.game}, {count.what}".replace(" ", "-"))
def test_referee_and_model_allow_the_same(count: Count) -> None:
    by_model, by_referee = plain(count.position, count.depth), judged(count)
    print(f"{count.game}, {count.what}: {by_model} by the model, {by_referee} by the referee")
    assert by_referee == by_model
    assert sum(by_model) > count.floor


def test_every_game_is_counted() -> None:
    assert {count.game for count in COUNTS} == set(games())
    assert all(len([one for one in COUNTS if one.game == game]) > 1 for game in games())
