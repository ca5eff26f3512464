"""How often random tests are tried: TIMES=10 makes ten times as many tries."""

from __future__ import annotations

import os

TIMES = int(os.environ.get("TIMES", "1"))


def times(number: int) -> int:
    """The number of tries, multiplied by TIMES."""
    return number * TIMES
