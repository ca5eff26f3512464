"""The `referee` command: its words, how it ends, and what it says when something is wrong.

A command is the function of its name in the module that `COMMANDS` gives; the module is imported when the
command is used, so that help and the library need neither the database nor every game.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

from scoresheets.trouble import DATABASE, REFUSED, Trouble

INTERRUPTED, UNHEARD = 130, 141  # as the shell counts them: Ctrl-C, and a reader that has gone


class Command(NamedTuple):
    """Where a command is written and its line of help; with ``reports`` a word like ``-10`` is no option."""

    module: str
    help: str
    section: str
    reports: bool = False


TABLE, DISPUTE, BACK, LIBRARY = "At the table", "A dispute", "Looking back", "Library"

COMMANDS = {
    "new": Command("scoresheets.cli.table", "opens a session and prints the rules in force", TABLE),
    "say": Command("scoresheets.cli.table", "takes a report from the shell", TABLE, True),
    "score": Command("scoresheets.cli.table", "the score sheet, who deals and what is awaited", TABLE),
    "undo": Command("scoresheets.cli.table", "takes back the last reports", TABLE),
    "redo": Command("scoresheets.cli.table", "puts back what was taken back", TABLE),
    "fix": Command("scoresheets.cli.table", "corrects an earlier report", TABLE, True),
    "void": Command("scoresheets.cli.table", "strikes out an earlier report", TABLE),
    "end": Command("scoresheets.cli.table", "closes the session", TABLE),
    "resume": Command("scoresheets.cli.table", "opens a closed session again", TABLE),
    "can": Command("scoresheets.cli.table", "would this report be allowed now?", DISPUTE, True),
    "legal": Command("scoresheets.cli.table", "everything that may be reported now", DISPUTE),
    "why": Command("scoresheets.cli.look", "how points or a refusal came about", DISPUTE),
    "rule": Command("scoresheets.cli.library", "looks a rule up, by its id or by words", DISPUTE),
    "sessions": Command("scoresheets.cli.look", "the sessions kept", BACK),
    "show": Command("scoresheets.cli.look", "the score sheet of a session", BACK),
    "log": Command("scoresheets.cli.look", "every report of a session, with its verdict", BACK),
    "standings": Command("scoresheets.cli.look", "who has played and won how much", BACK),
    "settle": Command("scoresheets.cli.chips", "who pays whom, in the fewest payments", BACK),
    "games": Command("scoresheets.cli.library", "the games", LIBRARY),
    "rules": Command("scoresheets.cli.library", "how a game is played, reported and scored", LIBRARY),
    "check": Command("scoresheets.cli.library", "judges record files; says nothing when all hold", LIBRARY),
    "demo": Command("scoresheets.cli.evening", "a whole evening in a scratch database", LIBRARY),
}


def main() -> None:
    sys.exit(run(sys.argv[1:]))


def run(words: Sequence[str]) -> int:
    """Runs one command and gives its exit code; whatever goes wrong is said in a sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a glyph the terminal lacks mustn't end the evening
    before = {name: os.environ.get(name) for name in ("REFEREE_DB", "REFEREE_PLAIN")}  # options may set them
    try:
        from scoresheets.cli.words import obey

        code = obey(words)
        sys.stdout.flush()
        return code
    except Trouble as trouble:
        return complain(trouble.message, trouble.code)
    except BrokenPipeError:
        leave_quietly()
        return UNHEARD
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("REFEREE_TRACEBACK"):
            raise
        return complain(*in_a_sentence(error))
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def complain(message: str, code: int) -> int:
    from scoresheets.cli.plain import visible

    try:
        sys.stdout.flush()
        print(f"referee: {visible(message)}", file=sys.stderr)
    except BrokenPipeError:
        leave_quietly()
    return code


def in_a_sentence(error: Exception) -> tuple[str, int]:
    """What to say of an error that nobody expected, and the exit code."""
    said = " ".join(str(error).split())
    if any(kind.__module__.partition(".")[0] in ("sqlite3", "sqlalchemy") for kind in type(error).__mro__):
        return f"the database can't be used: {said}", DATABASE
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else said, REFUSED
    return f"something is wrong here ({type(error).__name__}: {said}); REFEREE_TRACEBACK=1 shows where", REFUSED


def leave_quietly() -> None:
    """Nobody reads any more: what is still to be written goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError):
            continue
