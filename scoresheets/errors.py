"""Errors for the user of a command, and the exit codes."""

from __future__ import annotations

from collections.abc import Sequence

FINE, REFUSED, USAGE, UNTOLD, NOTHING, DATABASE = range(6)


def as_sentence(message: str) -> str:
    """A message with a capital and a full stop. A first word that isn't plain, such as a file's name, is kept."""
    first = message.split(" ", 1)[0].rstrip(",:;")
    text = message[0].upper() + message[1:] if first.isalpha() else message
    return text if text.endswith((".", "!", "?", ":", "…")) else f"{text}."


class CommandError(Exception):
    """An error message for the user, in one sentence; ``code`` is the exit code.

    If there are several errors, ``lines`` has each of them.
    """

    def __init__(self, message: str, code: int = REFUSED, lines: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.lines = tuple(lines) or (message,)


class LeftFor(CommandError):
    """A command was typed instead of the answer to a question. The question ends, and the line is run."""

    def __init__(self, line: str) -> None:
        super().__init__(f"Nothing was decided. To go on, run `referee {line}`.", USAGE)
        self.line = line


class StorageError(CommandError):
    """The saved games can't be used, for a reason that none of the classes below has."""

    def __init__(self, message: str) -> None:
        super().__init__(message, DATABASE)


class Busy(StorageError):
    """Another process is writing. Trying again helps."""


class Disconnected(StorageError):
    """The file was moved or replaced while it was open, or the connection was lost. Opening it again helps."""


class Unconfirmed(StorageError):
    """The connection was lost while saving. Only the log shows whether the last entry was saved."""


class Unwritable(StorageError):
    """Nothing can be saved: no permission to write, or no room."""


class Damaged(StorageError):
    """Saved data was changed from outside, or can't be read. A backup can replace it."""


class Unreplayable(StorageError):
    """A journal that can't be replayed: its house rules, its players or one of its lines are invalid."""
