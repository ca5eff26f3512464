"""`referee say` without the command-line library: the same input and output, many times as fast.

Anything that isn't clearly a report is left to that library, so the result never differs.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

FLAGS = ("--json", "--plain", "--dry-run")
FROM_START = "--from-start"
"""Makes a change of house rules count from the first hand."""


def in_full(words: Sequence[str]) -> Sequence[str]:
    """A change of house rules in the session in play, ``house made=5``, as a report."""
    amends = len(words) > 1 and words[0] == "house" and ("=" in words[1] or (words[1] == "rule" and "=" in words))
    return ["say", *words] if amends else words


def say(words: Sequence[str]) -> int | None:
    """The exit code of `referee say …`. None if it is another command or uses other options."""
    if not words or words[0] != "say":
        return None
    flags: set[str] = set()
    report: list[str] = []
    file = ""
    rest = iter(words[1:])
    for word in rest:
        if word in FLAGS:
            flags.add(word)
        elif word == "--db":
            if (given := next(rest, None)) is None:
                return None
            file = given
        elif word.startswith("--db="):
            file = word.removeprefix("--db=")
        elif word.startswith("--") and word != FROM_START:
            return None
        else:
            report.append(word)
    if not report:
        return None
    from scoresheets.cli.answers import say

    if file:
        os.environ["REFEREE_DB"] = file
    plain = "--plain" in flags or (sys.stdout.isatty() and plainly())
    return say(report, dry="--dry-run" in flags, json="--json" in flags, plain=plain)


def plainly() -> bool:
    """Whether the settings ask for output without boxes and color."""
    from scoresheets.keeping.config import setting

    return setting("plain").value is True
