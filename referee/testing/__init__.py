"""The tests that every game gets, for games from other packages too.

    from referee.testing import every_test_of

    test_hearts = every_test_of(GAME, records=Path(__file__).parent / "records", model=hearts_model)

That line makes several hundred tests: random evenings; every record, and whether the records cover the whole game; its
rules page; its rules dropped one by one; and the game next to its model, entered card by card, in totals only and
mixed. TIMES=10 makes ten times as many random tries. `referee.testing.models` describes what a model needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

try:
    import pytest
except ModuleNotFoundError:
    raise ModuleNotFoundError("referee.testing needs pytest: pip install 'card-referee[testing]'") from None

for _room in ("modelled", "page", "playing", "recorded", "struck"):
    pytest.register_assert_rewrite(f"{__name__}.{_room}")

from referee.game.game import Game  # noqa: E402
from referee.testing import modelled, page, playing, recorded, struck  # noqa: E402, F401
from referee.testing.models import RANKS, SUITS, ModelTable, Move, added, pack, shuffled, without  # noqa: E402
from referee.testing.tried import EVERY, Check, Tried  # noqa: E402


def every_test_of(
    game: Game[Any], records: str | Path | Iterable[Path] = (), model: ModuleType | None = None
) -> Callable[..., None]:
    """A test function for a game. Save it under a name that begins with ``test_``.

    ``records`` is a folder of ``*.record`` files, or the files. ``model`` is the module with the plain model of the
    game.
    """
    files = sorted(Path(records).glob("*.record")) if isinstance(records, (str, Path)) else records
    _has_to_be_found(game)
    return every_test_of_each([Tried(game, files, model)])


def every_test_of_each(games: Iterable[Tried]) -> Callable[..., None]:
    """One test function for several games."""
    cases = [
        pytest.param(tried, check, given, id="-".join(filter(None, (tried.slug, check.name, _case_name(given)))))
        for tried in games
        for check in EVERY
        for given in check.cases(tried)
    ]

    def test(tried: Tried, check: Check, given: Any) -> None:
        check.of(tried, given)

    of_each_case: Callable[..., None] = pytest.mark.parametrize(("tried", "check", "given"), cases)(test)
    return of_each_case


def _case_name(given: Any) -> str:
    return given.stem if isinstance(given, Path) else "" if given is None else str(given)


def _has_to_be_found(game: Game[Any]) -> None:
    """Makes the game known by name, because records name their game, even if its package isn't installed yet."""
    from referee.game.sources import GameSource, Origin
    from referee.games import add_source, find_game, ours

    if game.slug in ours() and find_game(game.slug) is not game:
        raise ValueError(f"a game that comes with the referee is called {game.slug}, and would be played in its place")
    if game.slug not in ours():
        add_source(lambda: [GameSource(game.slug, Origin("tests", "its tests"), lambda: game)])


__all__ = ["RANKS", "SUITS", "ModelTable", "Move", "added", "every_test_of", "pack", "shuffled", "without"]
