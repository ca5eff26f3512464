"""How often the tests try what they try at random: TIMES=10 tries ten times as much."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("TIMES", "1"))


def times(number: int) -> int:
    """So many, or as many times more as somebody wants."""
    return number * TIMES
