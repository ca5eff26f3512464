"""Cards left in hands: what they count, what is known about them, and which totals are impossible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from referee.cards import PIPS, cards
from referee.game.common_reports import Dealt
from referee.kit.going_out import Out
from referee.kit.left_over import Holds, LeftOver, can_be_left, is_entered_rightly, out_once
from referee.language.words import Seat
from referee.rules.rule import Reason, Verdict
from tests.kit.tables import ANN, BEN, CAT, DAN, SEATS, sit_down


@dataclass
class Pips(LeftOver):
    """Cards count their pips, an ace one. Some are free."""

    free: int = 0

    @property
    def values(self) -> Mapping[str, int]:
        return {**PIPS, "K": 10, "Q": 10, "J": 10}

    @property
    def free_cards(self) -> int:
        return self.free


def table(free: int = 0, *, begun: bool = True) -> Pips:
    """Ann is out; Ben has two kings and a card more, Cat two unknown cards, Dan three."""
    hand = sit_down(Pips)
    hand.playing, hand.free, hand.begun = SEATS, free, begun
    hand.deal_out(3)
    hand.holding(BEN).blind = 1
    report = Dealt(cards("KS KH"), who=BEN, line=2)
    hand.holding(BEN).gain(report, *report.cards)
    hand.tell(report, *report.cards)
    hand.holding(CAT).blind = 2
    hand.holding(ANN).blind = 0
    hand.run_out(ANN)
    return hand


def test_cards_count_unless_they_are_few() -> None:
    assert table().count(cards("KS 3S")) == 13
    assert table(free=1).count(cards("KS 3S")) == 13
    assert table(free=2).count(cards("KS 3S")) == 0


def test_whose_cards_are_wanted() -> None:
    hand = table()
    assert (hand.points(ANN), hand.points(BEN), hand.to_hold()) == (0, None, (BEN,))
    hand.hear(Holds(25, who=BEN))
    assert (hand.points(BEN), hand.totals_entered(), hand.to_hold()) == (25, {BEN: 25}, (CAT,))
    hand.hear(Holds(cards("2S 3S"), who=CAT))
    assert (hand.points(CAT), hand.said(CAT), hand.to_hold()) == (5, "2♠ and 3♠", (DAN,))
    assert table(free=2).to_hold() == (BEN,)
    assert table(free=3).to_hold() == ()


@pytest.mark.parametrize(
    ("who", "what", "rightly"),
    [
        (ANN, 0, True),
        (ANN, 5, False),
        (BEN, 20, False),  # there is a third card
        (BEN, 21, True),
        (BEN, 30, True),
        (BEN, 31, False),
        (CAT, 20, True),
        (CAT, 21, False),
        (CAT, 1, False),
        (CAT, cards("2S 3S"), True),
        (CAT, cards("2S"), False),
        (DAN, 3, True),  # three aces
        (DAN, 2, False),
    ],
)
def test_so_many_cards_count_so_much(who: Seat, what: int, rightly: bool) -> None:
    why, elsewhere = is_entered_rightly(table(), Holds(what, who=who))
    assert (why is None, elsewhere) == (rightly, None)


def test_hands_are_left_together() -> None:
    hand = table()
    assert is_entered_rightly(hand, Holds(cards("KS 2S"), who=CAT))[1]  # Ben has that king
    hand.hear(Holds(2, who=CAT))
    assert not can_be_left(hand, Holds(3, who=DAN))  # five aces
    assert can_be_left(hand, Holds(4, who=DAN))


@pytest.mark.parametrize(("free", "points", "may"), [(0, 0, False), (1, 0, True), (0, 1, True), (1, 1, False)])
def test_where_only_the_winner_was_told(free: int, points: int, may: bool) -> None:
    hand = table(free, begun=False)
    assert hand.loose and hand.points(BEN) is None
    assert can_be_left(hand, Holds(points, who=BEN)) == may
    assert (f"Ben holds {points}" in {holds.text for holds in Holds.options(hand, BEN)}) == may


def test_one_is_out() -> None:
    answer = out_once(table(), Out(who=BEN))
    assert isinstance(answer, Reason) and answer.verdict is Verdict.IMPOSSIBLE
    assert out_once(table(), Out(who=ANN)) is None
