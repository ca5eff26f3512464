"""Facts of a game as players ask for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class Fact:
    """A fact of a hand, with the words that players use for it. Calling it with a hand returns the value.

    Each of the ``words`` is a name for it: ``"points to open", "minimum"``. These facts are listed in `Game.asked`,
    next to the facts that records name, which are asked for by name. ``by_number`` is set if it depends only on the
    number of the hand, and so is known for hands to come. In `Game.facts`, the words say on the game's page
    what the fact is.

    >>> Fact(len, "cards in hand").words
    ('cards in hand',)
    """

    __slots__ = ("by_number", "value", "words")

    def __init__(self, value: Callable[[Any], Any], *words: str, by_number: bool = False) -> None:
        self.value = value
        self.words = words
        self.by_number = by_number

    def __call__(self, hand: Any) -> Any:
        return self.value(hand)


__all__ = ["Fact"]
