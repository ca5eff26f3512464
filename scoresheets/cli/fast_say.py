"""`referee say` without the library that reads command lines: the same words, the same answer, many times as fast.

Whatever isn't plainly a report is left to that library, so nothing is said differently here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

FLAGS = ("--json", "--plain", "--dry-run")
FROM_START = "--from-start"
"""Of a report that changes a rule of the house: from the first hand on."""


def in_full(words: Sequence[str]) -> Sequence[str]:
    """A rule of the house changed for the session in play, ``house made=5``, as the report that it is."""
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
    from scoresheets.cli.answers import said

    if file:
        os.environ["REFEREE_DB"] = file
    plain = "--plain" in flags or (sys.stdout.isatty() and plainly())
    return said(report, dry="--dry-run" in flags, json="--json" in flags, plain=plain)


def plainly() -> bool:
    """Whether the settings ask for output without boxes and color."""
    from scoresheets.keeping.config import setting

    return setting("plain").value is True
