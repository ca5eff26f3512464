"""What the referee lists as legal is what the rulebook allows, counted out in every way of going on."""

import importlib
import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games import games
from tests.counting import Count, judged, plain
from tests.models.telling import MODELS

MODULES = sorted(path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith(("_", "test_")))
COUNTS: list[Count] = [count for name in MODULES for count in importlib.import_module(f"tests.counting.{name}").COUNTS]


def numbered() -> Iterator[tuple[Count, int]]:
    """The positions of every game, of which two are always counted: both are its first."""
    for _, some in itertools.groupby(COUNTS, lambda count: count.game):
        yield from ((count, max(number - 1, 0)) for number, count in enumerate(some))


@pytest.mark.parametrize(
    ("count", "seed"),
    [pytest.param(*one, id=f"{one[0].game}, {one[0].what}".replace(" ", "-")) for one in numbered()],
)
def test_referee_and_model_allow_the_same(count: Count, seed: int) -> None:
    by_model, by_referee = plain(count.position, count.depth), judged(count)
    print(f"{count.game}, {count.what}: {by_model} by the model, {by_referee} by the referee")
    assert by_referee == by_model
    assert sum(by_model) > count.floor


def test_every_game_is_counted() -> None:
    assert {count.game for count in COUNTS} | {*MODELS} == set(games())
    assert all(len([one for one in COUNTS if one.game == game]) > 1 for game in {*games()} - {*MODELS})
