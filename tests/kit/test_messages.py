"""Messages shared by many games."""

from __future__ import annotations

import pytest

from referee.cards import cards
from referee.game.asks import UNSAVED
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Hand
from referee.kit.messages import cards_of, lines, named_twice, no_hands, told_before, would_tell
from referee.language.reports import Blind, Report
from tests.kit.tables import ANN, BEN, Grounds, grounds, sit_down


@pytest.mark.parametrize(("number", "said"), [(0, "no cards"), (1, "1 card"), (2, "2 cards")])
def test_cards_are_counted(number: int, said: str) -> None:
    assert cards_of(number) == said


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ([], ""),
        ([Deal(line=4)], " (line 4)"),
        ([Deal(line=4), Deal(line=4), Deal(line=7)], " (line 4, line 7)"),
        ([Deal(line=UNSAVED + 2)], " (this row)"),
    ],
)
def test_each_line_is_said_once(told: list[Report], said: str) -> None:
    assert lines(told) == said


@pytest.mark.parametrize(
    ("told", "why"),
    [("9D 8C 9D 8C", ("9D", [])), ("9D 8C", None), ("? 9D ?", None), ("9 9", None), ("", None)],
)
def test_a_card_is_named_once(told: str, why: Grounds | None) -> None:
    assert grounds(named_twice(cards(told))) == why


def test_cards_are_told_as_dealt_once() -> None:
    hand = sit_down(Hand)
    before = hand.dealt[ANN] = Dealt(Blind(tuple(cards("9D"))), who=ANN, line=3)
    why = told_before(hand, Dealt(Blind(tuple(cards("8D"))), who=ANN, line=5))
    assert why is not None and why.told == (before,)
    assert told_before(hand, Dealt(Blind(tuple(cards("8D"))), who=BEN, line=5)) is None


def test_what_would_tell() -> None:
    proof = Deal(line=3)
    why = would_tell(ANN, "may hold the ace", proof)
    assert (why, why.told) == ("Ann may hold the ace. To settle it, enter the cards Ann had: `Ann had …`", (proof,))
    assert not would_tell(BEN, "may lack it").told


def test_nobody_is_dealt_cards() -> None:
    refused = no_hands("all lie in the layout")
    assert refused(sit_down(Hand), Dealt(Blind(()), who=ANN)) == "all lie in the layout"
