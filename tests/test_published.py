"""Published games are found by their entry points, and cost nothing if none are installed."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import referee.games
from referee import UnknownGame, find_game
from referee.game.sources import OURS, BrokenGame, GameSource, Origin
from referee.games import broken, clashes, games, is_game, origin, playable
from tests.installed import Installed, called, installed

__all__ = ["installed"]


def test_an_installed_game_is_found_and_says_where_it_comes_from(installed: Installed) -> None:
    installed.add("card-hearts", "hearts", hearts := called("hearts"))
    assert find_game("Hearts") is hearts
    assert "hearts" in games() and is_game("hearts") and hearts in playable()
    assert str(origin("hearts")) == "card-hearts 1.2"
    assert origin("piquet") == OURS
    assert not clashes() and not broken()


def test_a_name_of_ours_stays_ours_and_the_other_is_told(installed: Installed) -> None:
    installed.add("zz-cards", "hearts", called("hearts"))
    installed.add("aa-cards", "hearts", first := called("hearts"))
    installed.add("aa-cards", "piquet", called("piquet"))
    assert find_game("piquet").name == "Piquet"
    assert find_game("hearts") is first
    assert [(clash.slug, clash.played == OURS, str(clash.left_out)) for clash in clashes()] == [
        ("piquet", True, "aa-cards 1.2"),
        ("hearts", False, "zz-cards 1.2"),
    ]


@pytest.mark.parametrize(("name", "game"), [("hearts", "a text"), ("hearts", "oh-heart"), ("[red]", "[red]")])
def test_what_is_no_game_of_that_name_costs_itself(installed: Installed, name: str, game: str) -> None:
    installed.add("card-hearts", name, game if " " in game else called(game))
    installed.add("card-spades", "spades", spades := called("spades"))
    with pytest.raises(BrokenGame):
        find_game(name)
    assert [fault.slug for fault in broken()] == [name]
    assert name in games() and spades in playable() and len(playable()) == len(games()) - 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("import nowhere_at_all", "ModuleNotFoundError: No module named 'nowhere_at_all'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("raise ValueError('two\\n  lines')", "ValueError: two lines"),
        ("raise RuntimeError", "RuntimeError"),
        ("HEARTS = 1", "AttributeError: module 'broken_hearts' has no attribute 'GAME'"),
        ("(", "SyntaxError: '(' was never closed (broken_hearts.py, line 1)"),
    ],
)
def test_a_game_that_fails_to_import_costs_itself(
    installed: Installed, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    (tmp_path / "broken_hearts.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_hearts", raising=False)
    installed.add("card-hearts", "hearts", module="broken_hearts")
    (fault,) = broken()
    assert "broken_hearts:GAME" in fault.why and fault.why.endswith(why)
    assert len(playable()) == len(games()) - 1
    with pytest.raises(UnknownGame) as unknown:
        find_game("heartz")
    assert "hearts" in unknown.value.close


def test_another_source_is_asked_before_the_packages(installed: Installed) -> None:
    own, drawn = called("hearts"), Origin("sheet", "hearts.toml")
    installed.add("card-hearts", "hearts", called("hearts"))
    referee.games.add_source(source := lambda: [GameSource("hearts", drawn, lambda: own)])
    referee.games.add_source(source)
    assert find_game("hearts") is own and str(origin("hearts")) == "hearts.toml"
    assert [(clash.slug, str(clash.played), str(clash.left_out)) for clash in clashes()] == [
        ("hearts", "hearts.toml", "card-hearts 1.2")
    ]


def test_packages_are_not_asked_for_a_game_of_ours() -> None:
    code = (
        "import sys; from referee.games import find_game, is_game; find_game('oh-hell'); is_game('piquet');"
        "sys.exit('importlib.metadata' in sys.modules or 'referee.game.sources' in sys.modules)"
    )
    assert not subprocess.run([sys.executable, "-c", code]).returncode
