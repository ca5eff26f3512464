"""How much is tried of what is drawn at random, and of many like it: all of it with SHARE=1."""

from __future__ import annotations

import os

SHARE = int(os.environ.get("SHARE", "1"))
"""One of SHARE cases with a seed is tried, starting with the first. The same goes for a game's records, if they are
applied to something other than the referee.
"""

GAMES = min(max(SHARE // 16, 1), 4)
"""One of GAMES games or records is tried, where a test does the same for each."""

EVERY = min(SHARE, 3)
"""The steps of an evening from one that is looked at to the next."""


def few(number: int, least: int) -> int:
    """The number of tries inside a test: one in SHARE, but ``least`` at the least."""
    return min(number, max(number // SHARE, least))
