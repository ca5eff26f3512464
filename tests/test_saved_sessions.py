"""Saved sessions are replayed to the same score, even after verbs, rules and options were renamed.

A journal has the words of its time: reports, names of options, and names of dropped rules. A renamed word needs
``also=`` with the old one, or old sessions are lost.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from referee import Referee, find_game
from referee.game.game import Game
from referee.game.ruleset import WITHOUT
from referee.games import ours
from referee.rules.rule import Kind
from scoresheets.keeping.exports import scores
from scoresheets.keeping.session import played_by
from tests.saved_sessions import SAVED, place, read, replayed

FILES = sorted(SAVED.glob("*.txt"))


@pytest.mark.every_case
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_saved_session_comes_to_the_same_score(path: Path) -> None:
    saved = read(path.read_text(encoding="utf-8"))
    game = find_game(saved.slug)
    for evening in saved.evenings:
        referee, refused = replayed(game, evening)
        if saved.edition == game.edition:
            assert not refused, f"a verb has another name? also= on its report keeps the old one: {refused}"
            assert scores(referee) == evening.stood
        else:  # a later edition may judge differently, but must know every word
            assert not [report for report in refused if report.endswith(f": {Kind.UNREAD}")]


@pytest.mark.every_case
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_rule_that_a_session_names_is_still_known(path: Path) -> None:
    saved = read(path.read_text(encoding="utf-8"))
    game = find_game(saved.slug)
    unknown = {*saved.rules} - {*game.rules} - {*game.ruleset.renamed}
    assert not unknown, f"{saved.slug} had {sorted(unknown)}: also= on the rule that is called otherwise keeps the name"


@pytest.mark.parametrize("slug", ours())
def test_the_edition_of_today_has_a_saved_session(slug: str) -> None:
    game = find_game(slug)
    assert place(game).exists(), f"`python -m tests.saved_sessions --write` saves one of {slug}, edition {game.edition}"
    told = {type(report) for report in reports(game)}
    assert {*game.verbs} <= told, f"it tells no {sorted(verb.__name__ for verb in {*game.verbs} - told)}"


def reports(game: Game[Any]) -> list[Any]:
    evenings = read(place(game).read_text(encoding="utf-8")).evenings
    return [entry.report for evening in evenings for entry in replayed(game, evening)[0].entries]


def test_a_saved_session_is_not_changed() -> None:
    text = FILES[0].read_text(encoding="utf-8")
    with pytest.raises(ValueError):
        read(text.replace("\n> ", "\n~ ", 1))


# A game with renamed words

TEXT = '''
"""High Card: whoever is named scores."""

from __future__ import annotations

from referee.play import Deal, Game, Hand, Pack, Report, Rule, illegal, impossible, number, worth


class Takes(Report):
    """a player has the highest card"""


async def play_hand(hand: Hand) -> None:
    await hand.deal()
    takes = await hand.ask(hand.seats, Takes)
    hand.book(takes.who, high, high(hand), "had the highest card")


dealer_rotation = illegal("The deal passes to the left.", turn=Deal)
one_pack = impossible("Every card is there once.", place=Takes)
high = worth("The highest card scores {each}.", lines="high", each=number(2))


def never(hand: Hand) -> bool:
    return False


GAME = Game(
    slug="high-card", name="High Card", summary="The highest card scores.", family="luck", players=range(2, 5),
    pack=Pack("A K Q J"), pack_rule=one_pack, hand=Hand, play=play_hand, over=never,
    verbs={Deal: "first", Takes: "then"},
)
'''
HOUSE = [("each", "3", True), ("without", "dealer-rotation", True)]


def renamed(monkeypatch: pytest.MonkeyPatch, *also: str) -> Game[Any]:
    """The game with another verb, rule and option, and the old names of the given ones."""
    verb = ', also=("takes",)' if "verb" in also else ""
    rule = ', also="dealer-rotation"' if "rule" in also else ""
    option = ', also="each"' if "option" in also else ""
    text = TEXT.replace("class Takes(Report):", f"class Wins(Report{verb}):").replace("Takes", "Wins")
    text = text.replace("dealer_rotation =", "deal_passes =").replace("turn=Deal)", f"turn=Deal{rule})")
    text = text.replace("{each}", "{points}").replace("each=number(2)", f"points=number(2{option})")
    module = ModuleType("high_card")
    monkeypatch.setitem(sys.modules, "high_card", module)
    exec(compile(text, "high_card.py", "exec", dont_inherit=True), vars(module))
    game: Game[Any] = module.GAME
    return game


def test_old_words_are_known_where_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    game = renamed(monkeypatch, "verb", "rule", "option")
    house = played_by(game, 2, HOUSE)
    assert house == {"points": "3", "without": "dealer-rotation"}
    referee = Referee(game, ["Ann", "Ben"], house)
    assert referee.house["points"] == 3 and referee.house[WITHOUT] == "deal-passes"
    assert referee.hear("deal Ann").accepted
    ruling = referee.hear("Ben takes")
    assert ruling.accepted and ruling.text == "Ben wins"
    assert scores(referee) == "Ann 0, Ben 3"
    assert referee.hear("house each=4, without=dealer-rotation").accepted


@pytest.mark.parametrize("missing", ["rule", "option"])
def test_an_old_name_of_a_rule_or_option_is_unknown_otherwise(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = renamed(monkeypatch, *{"verb", "rule", "option"} - {missing})
    with pytest.raises(ValueError, match="each" if missing == "option" else "dealer-rotation"):
        Referee(game, ["Ann", "Ben"], played_by(game, 2, HOUSE))


def test_an_old_verb_is_unread_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    referee = Referee(renamed(monkeypatch, "rule", "option"), ["Ann", "Ben"])
    referee.hear("deal Ann")
    assert referee.hear("Ben takes").kind is Kind.UNREAD


def test_the_old_name_of_a_rule_is_no_other_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT.replace("turn=Deal)", 'turn=Deal, also="high")')
    monkeypatch.setitem(sys.modules, "high_card", module := ModuleType("high_card"))
    with pytest.raises(TypeError, match="high-card"):
        exec(compile(text, "high_card.py", "exec", dont_inherit=True), vars(module))
