"""Whether a layout of the cards exists that matches all reports: one search for every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Spot = Any
"""Where cards come from, pass through or lie, under any hashable name: a hand, a pile, interchangeable cards."""

_END, _SPARE = object(), object()


class Layout:
    """Cards with their possible sources, and the places where they can lie.

    Cards that can lie in the same places are added together, and two equal cards count as two. Cards change hands
    through a spot that lets them pass (`let_pass`). A card that lies open and will be taken is added for that place
    only.

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
        """Adds cards at a spot, from which they move on. ``ways`` has how many of them can go to each next spot."""
        self._cards[spot] = self._cards.get(spot, 0) + cards
        self.let_pass(spot, ways)

    def let_pass(self, spot: Spot, ways: Mapping[Spot, int]) -> None:
        """Lets cards that reach a spot move on. ``ways`` has how many of them can go to each next spot."""
        ahead = self._ways.setdefault(spot, {})
        for target, most in ways.items():
            ahead[target] = ahead.get(target, 0) + most

    def place(self, spot: Spot, least: int, most: int | None = None) -> None:
        """Lets cards end at a spot: exactly ``least``, or up to ``most``."""
        self._needed += least
        self.let_pass(spot, {_END: least} if most is None else {_END: least, _SPARE: most - least})

    def is_possible(self) -> bool:
        """Whether all the cards can be placed, and all the places get the cards that they need."""
        # All places share only the cards that are left beyond their needs. So once every card has reached the _END,
        # every need is met too.
        left = sum(self._cards.values()) - self._needed
        ways = {spot: ahead.copy() for spot, ahead in self._ways.items()} | {_SPARE: {_END: left}}
        return left >= 0 and _can_flow(self._cards, ways)


def _can_flow(cards: Mapping[Spot, int], ways: dict[Spot, dict[Spot, int]]) -> bool:
    """Whether all these cards can flow from their spots to the _END. ``ways`` has the capacities, and is used up.

    The cards of a spot are sent along any open way. Cards sent earlier may be rerouted, so if some cards find no way,
    no other choice would have helped (a maximum flow by augmenting paths).
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
