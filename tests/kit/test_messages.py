"""Messages shared by many games."""

from __future__ import annotations

import pytest

from referee.cards import cards
from referee.game.asks import UNSAVED
from referee.game.common_reports import Deal, Dealt
from referee.game.game import Hand
from referee.kit.messages import cards_of, doubt_in_words, entered_before, lines, named_twice, no_hands
from referee.language.reports import Blind, Report
from tests.kit.tables import ANN, BEN, Grounds, grounds, sit_down


@pytest.mark.parametrize(("number", "text"), [(0, "no cards"), (1, "1 card"), (2, "2 cards")])
def test_cards_are_counted(number: int, text: str) -> None:
    assert cards_of(number) == text


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ([], ""),
        ([Deal(line=4)], " (line 4)"),
        ([Deal(line=4), Deal(line=4), Deal(line=7)], " (lines 4 and 7)"),
        ([Deal(line=UNSAVED + 2)], " (this row)"),
    ],
)
def test_each_line_is_said_once(told: list[Report], text: str) -> None:
    assert lines(told) == text


@pytest.mark.parametrize(
    ("told", "why"),
    [("9D 8C 9D 8C", ("9D", [])), ("9D 8C", None), ("? 9D ?", None), ("9 9", None), ("", None)],
)
def test_a_card_is_named_once(told: str, why: Grounds | None) -> None:
    assert grounds(named_twice(cards(told))) == why


def test_cards_are_told_as_dealt_once() -> None:
    hand = sit_down(Hand)
    before = hand.dealt[ANN] = Dealt(Blind(tuple(cards("9D"))), who=ANN, line=3)
    why = entered_before(hand, Dealt(Blind(tuple(cards("8D"))), who=ANN, line=5))
    assert why is not None and why.reports == (before,)
    assert entered_before(hand, Dealt(Blind(tuple(cards("8D"))), who=BEN, line=5)) is None


def test_a_doubt_in_words() -> None:
    proof = Deal(line=3)
    why = doubt_in_words(ANN, "may hold the ace", proof)
    assert (why, why.reports) == ("Ann may hold the ace. To settle it, enter the cards Ann had: `Ann had …`", (proof,))
    assert not doubt_in_words(BEN, "may lack it").reports


def test_nobody_is_dealt_cards() -> None:
    refused = no_hands("they lie face up")
    assert refused(sit_down(Hand), Dealt(Blind(()), who=ANN)) == "they lie face up"
