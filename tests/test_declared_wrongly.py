"""A wrong declaration of a game fails at once, with a message that names the game, the rule and the remedy."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from referee.game.game import Game, Hand
from referee.games import broken
from tests.installed import Installed, installed

__all__ = ["installed"]

TEXT = '''
"""High Card: one card each, and the highest scores."""

from __future__ import annotations

from referee.play import Card, Deal, Game, Glance, Hand, Pack, Report, illegal, impossible, judges, unjudged, worth


class Plays(Report):
    """a card"""

    card: Card


class Passes(Report):
    """nothing"""


async def play_hand(hand: Hand) -> None:
    await hand.deal()


dealer_rotation = illegal("The deal passes to the left.", turn=Deal)


@impossible
def one_pack(hand: Hand, plays: Plays) -> str | None:
    """Every card is there once."""
    return None


each_card = worth("A card scores {each}.", lines="card", each=1)
shown = unjudged("Cards are shown to everybody.")
high = worth("Higher cards are higher.")


@worth
def game_end(hand: Hand) -> bool:
    """The game ends after a hand."""
    return True

# more

GAME = Game(
    slug="high-card",
    name="High Card",
    summary="The highest card scores.",
    family="luck",
    players=range(2, 5),
    pack=Pack("A K Q J", ace="high"),
    pack_rule=one_pack,
    hand=Hand,
    play=play_hand,
    over=game_end,
    verbs={Deal: "first", Plays: "after the deal"},
    at_a_glance=(Glance("cards each", 1, high),),
)
'''


def declared(text: str, monkeypatch: pytest.MonkeyPatch) -> Game[Hand]:
    module = ModuleType("high_card")
    monkeypatch.setitem(sys.modules, "high_card", module)
    exec(compile(text, "high_card.py", "exec", dont_inherit=True), vars(module))
    return module.GAME


def test_a_game_in_which_all_hangs_together_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = declared(TEXT, monkeypatch).rules
    assert [*rules] == ["dealer-rotation", "one-pack", "each-card", "shown", "high", "game-end"]


WRONG = {
    "no annotation": ("def one_pack(hand: Hand, plays)", ["one_pack", "def one_pack(hand, report: Verb)"]),
    "no report": ("def one_pack(hand: Hand)", ["one_pack", "def one_pack(hand, report: Verb)"]),
    "misspelt": ("def one_pack(hand: Hand, plays: Playz)", ["one_pack", "plays: Playz"]),
    "half misspelt": ("def one_pack(hand: Hand, plays: Plays | Passez)", ["one_pack", "Plays | Passez"]),
    "no verb": ("def one_pack(hand: Hand, plays: Card)", ["one_pack", "plays: Card"]),
    "another's verb": ("def one_pack(hand: Hand, plays: Passes)", ["one-pack", "Passes", "verbs"]),
}
"""Replacements for the signature of a check, and what the message names."""


@pytest.mark.parametrize("signature", WRONG)
def test_a_check_says_which_verbs_it_judges(signature: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written, named = WRONG[signature]
    text = TEXT.replace("def one_pack(hand: Hand, plays: Plays)", written)
    with pytest.raises(TypeError) as error:
        declared(text, monkeypatch)
    assert all(part in str(error.value) for part in ["high-card", *named]), error.value


IDLE = {
    "turn": ('illegal("Players pass in turn.", turn=Passes)', ["turn=Passes", "verbs"]),
    "place": ('illegal("Nobody passes.", place=Passes)', ["place=Passes", "verbs"]),
    "turn in words": ('illegal("Players pass in turn.", turn="passes")', ["turn='passes'", "verbs"]),
    "illegal": ('illegal("Nobody passes.")', ["check", "turn=", "unjudged"]),
    "worth": ('worth("The pile is shuffled.")', ["lines=", "unjudged"]),
}
"""A further rule, and what the message names."""


@pytest.mark.parametrize("rule", IDLE)
def test_a_rule_is_cited_by_something_the_game_has(rule: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written, named = IDLE[rule]
    with pytest.raises(TypeError) as error:
        declared(TEXT.replace("# more", f"further_rule = {written}"), monkeypatch)
    assert all(part in str(error.value) for part in ["high-card", "further-rule", *named]), error.value


def test_all_faults_are_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT.replace("# more", 'one = worth("One.")\ntwo = illegal("Two.")\nthree = illegal("Three.", turn=Passes)')
    with pytest.raises(TypeError) as error:
        declared(text, monkeypatch)
    assert all(part in str(error.value) for part in ("on one, two:", "three has turn=Passes"))


def test_what_the_rules_themselves_find_names_the_game_too(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT.replace("# more", 'dear_card = worth("An ace scores {each}.", each=4)')
    with pytest.raises(TypeError, match="each"):
        declared(text, monkeypatch)


def test_a_published_game_is_listed_as_broken_with_what_to_write(
    installed: Installed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "high_card.py").write_text(TEXT.replace("# more", 'further_rule = worth("More.")'), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "high_card", raising=False)
    installed.add("card-high", "high-card", module="high_card")
    (fault,) = broken()
    assert fault.slug == "high-card" and "further-rule" in fault.why and "unjudged" in fault.why
