"""Going out: who has won, and entering it again."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from referee.game.game import Hand
from referee.kit.going_out import Out, has_won, score_won
from referee.language.words import NOBODY, Seat
from referee.rules.rule import Reason, Verdict, illegal
from tests.kit.tables import ANN, BEN, sit_down


@dataclass
class Won(Hand):
    winner: Seat = NOBODY


def test_the_winner_has_one() -> None:
    hand = sit_down(Won)
    hand.winner = BEN
    empty_hand = illegal("Whoever is first without cards has won.", lines="won")
    empty_hand.name = "empty-hand"
    score_won(hand, Out(who=BEN, line=9), empty_hand)
    (line,) = hand.lines
    assert (line.who, line.points, line.category, line.rule) == (BEN, 1, "won", "empty-hand")
    assert line.proof == (9,)


@pytest.mark.parametrize(("who", "good"), [(BEN, True), (ANN, False)])
def test_only_the_winner_is_told_again(who: Seat, good: bool) -> None:
    hand = sit_down(Won)
    hand.winner = BEN
    answer = has_won(hand, Out(who=who))
    assert (answer is None) == good
    assert answer is None or (isinstance(answer, Reason) and answer.verdict is Verdict.IMPOSSIBLE)
