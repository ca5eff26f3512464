"""The `referee` command: startup, exit, and error messages."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from scoresheets.errors import DATABASE, REFUSED, USAGE, CommandError

SELDOM = 100_000  # objects between two garbage collections; imports create many that stay
INTERRUPTED, UNHEARD = 130, 141  # the shell's codes for Ctrl-C, and for a closed pipe


def main() -> None:
    """Runs the command. Imports happen without garbage collection, and memory is left to the system at exit."""
    gc.set_threshold(SELDOM)
    open_what_is_closed()
    code = run(sys.argv[1:])
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            write_nowhere(stream)
    os._exit(code)


def run(words: Sequence[str]) -> int:
    """Runs one command and returns its exit code. Every error becomes a message."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A glyph the terminal lacks mustn't end the evening. Line buffering lets a reader see each line at once.
            stream.reconfigure(errors="replace", line_buffering=True)
    before = {name: os.environ.get(name) for name in ("REFEREE_DB", "REFEREE_PLAIN")}  # options can set them
    try:
        if (asked := os.environ.get("_REFEREE_COMPLETE", "")) in ("complete_bash", "complete_zsh", "complete_fish"):
            from scoresheets.cli.completion import answer

            return answer(asked.removeprefix("complete_"))
        from scoresheets.cli.fast_say import in_full, say

        words = in_full(words)
        if (code := say(words)) is None:
            from scoresheets.cli.dispatch import obey

            code = obey(words)
        sys.stdout.flush()
        return code
    except CommandError as trouble:
        return complain(trouble.lines, trouble.code)
    except BrokenPipeError:
        write_nowhere(sys.stdout, sys.stderr)
        return UNHEARD
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("REFEREE_TRACEBACK"):
            raise
        message, exit_code = in_a_sentence(error)
        return complain([message], exit_code)
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def complain(lines: Sequence[str], code: int) -> int:
    from scoresheets.display.plain import visible

    try:
        sys.stdout.flush()
    except OSError:
        write_nowhere(sys.stdout)
    try:
        for line in lines:
            print(f"referee: {visible(line)}", file=sys.stderr)
    except OSError:
        write_nowhere(sys.stderr)
    return code


BUG = "Sorry, that's a bug in referee"
"""How the message for an unexpected error begins."""


def in_a_sentence(error: Exception) -> tuple[str, int]:
    """The message for an unexpected error, and the exit code."""
    text = " ".join(str(error).split())
    if any(kind.__module__.partition(".")[0] in ("sqlite3", "sqlalchemy", "psycopg") for kind in type(error).__mro__):
        return f"the saved games can't be used: {text}", DATABASE
    if isinstance(error, UnicodeEncodeError):
        return f"{error.object!r} isn't UTF-8 text", USAGE
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else text, REFUSED
    bug = f"{BUG} ({type(error).__name__}: {text}). Nothing was lost."
    return f"{bug} For details, run it again with `REFEREE_TRACEBACK=1` set.", REFUSED


def open_what_is_closed() -> None:
    """Opens streams that the shell has closed (``>&-``) on the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 (open to the end)


def write_nowhere(*streams: TextIO) -> None:
    """Redirects streams to the null device after their reader has gone, or when the disk is full."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in streams:
        try:
            os.dup2(nowhere, stream.fileno())
        except (OSError, ValueError):
            continue
    os.close(nowhere)
