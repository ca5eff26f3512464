"""Whether cards can lie so that all that was told is true: one search that every game asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Spot = Any
"""Where cards come from, pass through or lie, by a name of the game's own: a hand, a pile, cards that are alike."""

_END, _SPARE = object(), object()


class Layout:
    """So many cards that come from somewhere, and the places where they can lie.

    Cards that can lie in the same places are put down together, two equal cards as two.  Cards change hands by way of
    a spot that lets them pass (`let_pass`); a card that lies open and will be taken is put down for one place only.

    Ann and Ben hold a card each, and the third card of the pack is left over:

    >>> layout = Layout()
    >>> for hand in ("Ann", "Ben", "left over"):
    ...     layout.place(hand, 1)
    >>> layout.put("spades", 2, {"Ben": 2, "left over": 2})  # Ann has no spade
    >>> layout.put("hearts", 1, {"Ann": 1, "Ben": 1, "left over": 1})
    >>> layout.is_possible()
    True
    >>> layout.place("Ann", 1)  # she has two
    >>> layout.is_possible()
    False
    """

    def __init__(self) -> None:
        self._cards: dict[Spot, int] = {}
        self._needed = 0
        self._ways: dict[Spot, dict[Spot, int]] = {_END: {}, _SPARE: {}}

    def put(self, spot: Spot, cards: int, ways: Mapping[Spot, int]) -> None:
        """So many cards are at a spot and go on from there; ``ways`` has how many of them can go to each next spot."""
        self._cards[spot] = self._cards.get(spot, 0) + cards
        self.let_pass(spot, ways)

    def let_pass(self, spot: Spot, ways: Mapping[Spot, int]) -> None:
        """Cards that come to a spot can go on from there; ``ways`` has how many of them to each next spot."""
        ahead = self._ways.setdefault(spot, {})
        for target, most in ways.items():
            ahead[target] = ahead.get(target, 0) + most

    def place(self, spot: Spot, least: int, most: int | None = None) -> None:
        """So many cards lie at a spot in the end: just ``least``, or up to ``most``."""
        self._needed += least
        self.let_pass(spot, {_END: least} if most is None else {_END: least, _SPARE: most - least})

    def is_possible(self) -> bool:
        """Whether all the cards can lie somewhere, and all the places get the cards that they need."""
        # Beyond what they need all places share just the cards that are left, so once every card has gone on to the
        # _END every need is met too.
        left = sum(self._cards.values()) - self._needed
        ways = {spot: ahead.copy() for spot, ahead in self._ways.items()} | {_SPARE: {_END: left}}
        return left >= 0 and _can_flow(self._cards, ways)


def _can_flow(cards: Mapping[Spot, int], ways: dict[Spot, dict[Spot, int]]) -> bool:
    """Whether all these cards can go from their spots to the _END; ``ways`` has how many can go on, and is used up.

    The cards of a spot are sent on by any way that is open.  Cards sent before may be sent back to take another way,
    so where some cards find none, no other choice would have helped (a maximum flow by augmenting paths).
    """
    for start, number in cards.items():
        while number:
            came = {start: start}
            ahead = [start]
            while ahead and _END not in came:
                here = ahead.pop()
                for target, room in ways.get(here, {}).items():
                    if room > 0 and target not in came:
                        came[target] = here
                        ahead.append(target)
            if _END not in came:
                return False
            way, target, sent = [], _END, number
            while target != start:
                here = came[target]
                way.append((here, target))
                sent, target = min(sent, ways[here][target]), here
            for here, target in way:
                ways[here][target] -= sent
                back = ways.setdefault(target, {})
                back[here] = back.get(here, 0) + sent
            number -= sent
    return True
