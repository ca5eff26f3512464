"""Facts of every hand: who has had a turn, whose turn it is, and which report named a card."""

from __future__ import annotations

import pytest

from referee.cards import Rank, card, cards
from referee.game.common_reports import Deal
from referee.game.game import Hand
from referee.language.words import Seat
from tests.kit.tables import ANN, BEN, CAT, DAN, SEATS, sit_down


@pytest.mark.parametrize(("done", "left"), [([], SEATS), ([BEN], (ANN, CAT, DAN)), ([*SEATS], ())])
def test_who_is_left(done: list[Seat], left: tuple[Seat, ...]) -> None:
    assert sit_down(Hand).all_but(done) == sit_down(Hand).all_but(dict.fromkeys(done, 1)) == left


@pytest.mark.parametrize(
    ("done", "first", "next_one"),
    [
        ([], "", ANN),  # Dan deals
        ([], DAN, DAN),
        ([ANN, BEN], "", CAT),
        ([DAN], DAN, ANN),
        ([CAT], "", DAN),  # who acted out of turn
        ([CAT, DAN], DAN, ANN),
        ([ANN, CAT, BEN], "", DAN),
        ([*SEATS], "", None),
    ],
)
def test_who_is_next(done: list[Seat], first: str, next_one: Seat | None) -> None:
    awaited = (next_one,) if next_one else ()
    hand = sit_down(Hand)
    assert hand.next_behind(done, Seat(first)) == hand.next_behind(dict.fromkeys(done), Seat(first)) == awaited


@pytest.mark.parametrize(
    ("behind", "wanted", "answer"), [(ANN, [ANN, CAT], CAT), (ANN, [ANN], ANN), (DAN, SEATS, ANN), (BEN, [], "")]
)
def test_who_is_the_next_of_those_wanted(behind: Seat, wanted: list[Seat], answer: str) -> None:
    assert sit_down(Hand).next_matching(behind, lambda seat: seat in wanted) == answer


def test_what_told_a_card() -> None:
    hand = sit_down(Hand)
    first, second, third = (Deal(line=line) for line in (1, 2, 3))
    hand.tell(first, *cards("9S 9H"))
    hand.tell(second, card("9S"))
    hand.tell(third, card("KS"))
    assert hand.reports_of(Rank("9")) == [first, second, first] and hand.reports_of(Rank("2")) == []
    assert [report.line for report in hand.proof_of(cards("9S 2S KS"))] == [2, 3]
    assert [report.line for report in hand.reports_of(Rank("9"))] == [1, 2, 1]
