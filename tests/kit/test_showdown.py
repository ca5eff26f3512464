"""Hands entered at the end, as cards or as a number."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.cards import Pack, cards
from referee.game.common_reports import Deal
from referee.kit.counted import CountedHand
from referee.kit.showdown import TENS, Counted, by_value
from tests.kit.tables import ANN, BEN, sit_down

VALUES = {**TENS, "A": 1, "JK": 50}


class Holds(Counted):
    """what a hand counts"""


@pytest.mark.parametrize(
    ("told", "named", "counts"),
    [("AH KH", "AH KH", 11), ("10S JK=5H", "10S JK", 60), ("A K", "", 11), ("A KH", "", 11), (30, "", 30), (0, "", 0)],
)
def test_a_hand_is_told_in_cards_or_in_a_number(told: str | int, named: str, counts: int) -> None:
    holds = Holds(told if isinstance(told, int) else cards(told))
    assert holds.cards == (cards(named) if named else ())
    assert holds.counted(lambda held: sum(VALUES[card.rank] for card in held)) == counts


def test_every_number_may_be_told_and_the_cards_that_are_known() -> None:
    hand = sit_down(CountedHand)
    hand.deal_cards(2)
    assert Holds.each(hand, ANN, (3, 5)) == [Holds(3, who=ANN), Holds(5, who=ANN)]
    hand.holdings[ANN].blind = 0
    assert Holds.each(hand, ANN, range(0)) == []
    hand.holdings[ANN].gain(Deal(line=1), *cards("9H 9H"))
    assert Holds.each(hand, ANN, (18,)) == [Holds(18, who=ANN), Holds(cards("9H 9H"), who=ANN)]
    assert Holds.each(hand, BEN, ()) == []


def test_cards_are_counted_by_value() -> None:
    assert TENS.keys() == {*Pack().ranks} - {"A"}
    assert by_value(Pack(jokers=2).copies, VALUES) == {50: 2, 10: 16, 1: 4} | dict.fromkeys(range(2, 10), 4)
    assert by_value(Counter(cards("KH QH KH")), TENS) == {10: 3}
