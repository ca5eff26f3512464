"""When a game is over."""

from __future__ import annotations

import pytest

from referee.game.game import Hand
from referee.kit.endings import hands_played, no_end, one_hand, reached
from tests.kit.tables import ANN, BEN, sit_down


def table(**house: int | None) -> Hand:
    hand = sit_down(Hand)
    hand.house = house
    return hand


def test_one_hand_is_enough_or_never() -> None:
    assert one_hand(table()) and not no_end(table())


@pytest.mark.parametrize(("hands", "over"), [(3, True), (4, True), (5, False), (None, None)])
def test_hands_are_counted(hands: int | None, over: bool | None) -> None:
    """The hand is the fourth."""
    assert hands_played()(table(hands=hands)) is over
    assert hands_played("games")(table(games=hands)) is over


@pytest.mark.parametrize(("points", "over"), [({}, False), ({ANN: 10, BEN: 11}, False), ({ANN: 3, BEN: 12}, True),
                                              ({ANN: 13}, True)])  # fmt: skip
def test_points_are_counted(points: dict[str, int], over: bool) -> None:
    hand = table(target=12)
    hand.standing.balance = points
    assert reached("target")(hand) is over
