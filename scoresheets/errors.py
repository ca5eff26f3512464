"""What can go wrong for whoever uses the command, and the exit code it ends with."""

from __future__ import annotations

from collections.abc import Sequence

FINE, REFUSED, USAGE, UNTOLD, NOTHING, DATABASE = range(6)


class CommandError(Exception):
    """Something the person at the keyboard should know, in one sentence; ``code`` is the exit code.

    Where it is several things, ``lines`` has each for itself.
    """

    def __init__(self, message: str, code: int = REFUSED, lines: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.lines = tuple(lines) or (message,)


class LeftFor(CommandError):
    """A command was typed where a question waited for its answer: the question is left for that line."""

    def __init__(self, line: str) -> None:
        super().__init__(f"Nothing was decided. To go on, run `referee {line}`.", USAGE)
        self.line = line


class Unreplayable(CommandError):
    """A journal that can't be replayed: its house, its players or one of its lines makes no sense."""

    def __init__(self, message: str) -> None:
        super().__init__(message, DATABASE)
