"""Text that people typed, made fit for a terminal: nothing in it moves the cursor or turns the line around."""

from __future__ import annotations

import re

_UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """A text on one line, with every control character shown as one that isn't."""
    return _UNSEEN.sub(lambda found: " " if found[0] in "\t\n\r" else "\N{REPLACEMENT CHARACTER}", text)
