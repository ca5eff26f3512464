"""When a game is over: after its only hand, after a number of hands, at a score, or only when the table stops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.game.game import Hand


def one_hand(hand: Hand) -> bool:
    """The game is a single hand."""
    return hand.number > 0


def no_end(hand: Hand) -> None:
    """Hands stand alone, and the table decides when to stop."""


def all_played(hand: Hand, due: int | None) -> bool:
    """Whether that many hands have been played, or more: the table may have agreed on a lower number later."""
    return due is not None and hand.number >= due


def hands_played(option: str = "hands") -> Callable[[Any], bool | None]:
    """The game ends after the number of hands set by the house. If there is none, the table decides when to stop."""

    def is_over(hand: Hand) -> bool | None:
        hands: int | None = hand.house[option]
        return None if hands is None else all_played(hand, hands)

    return is_over


def reached(option: str) -> Callable[[Any], bool]:
    """The game ends when somebody has as many points as the house says."""

    def is_over(hand: Hand) -> bool:
        return any(points >= hand.house[option] for points in hand.standing.balance.values())

    return is_over
