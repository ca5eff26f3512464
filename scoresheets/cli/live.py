"""The live table: a prompt that takes one report a line, completes it, and says how the table stands."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import typer

from scoresheets.cli import INTERRUPTED, complain, in_a_sentence, talk
from scoresheets.cli.completer import Completer
from scoresheets.cli.options import Db, Number, Plain
from scoresheets.cli.sitting import Sitting, obey, status
from scoresheets.cli.teller import stdin_lines
from scoresheets.display.plain import broken
from scoresheets.errors import FINE, NOTHING, CommandError
from scoresheets.keeping import journal
from scoresheets.keeping.journal import Journal
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyBindings

REMEMBERED = 200  # lines that the up arrow brings back
LEAVING = "Ctrl-D or `quit` leaves the table; the session stays open"


def table(session: Number = 0, plain: Plain = False, db: Db = "") -> None:
    """The live prompt: one report a line, in full or in short; `help` there says what else may be typed.

    Where stdin is no terminal it takes the same lines from there.
    """
    with journal.opened() as kept:
        sitting = Sitting(chosen(kept, session), plain=plain)
        code = at_the_prompt(sitting) if sys.stdin.isatty() and sys.stdout.isatty() else from_stdin(sitting)
    raise typer.Exit(code)


def chosen(kept: Journal, number: int) -> Session:
    """The session in play, or the one that is asked for, which is then in play."""
    if not number:
        return kept.open_session()
    session = kept.session(number)
    if session.ended:
        raise CommandError(f"session {number} has ended; `referee resume {number}` opens it again", NOTHING)
    if session.aside:
        raise CommandError(f"session {number} is set aside; `referee resume {number}` takes that back", NOTHING)
    if kept.in_play() != number:
        session.resume()
    return session


def from_stdin(sitting: Sitting) -> int:
    """Takes lines as `say -` does; the first exit code that isn't fine."""
    sitting.greet()
    codes = []
    for number, line in enumerate(stdin_lines(), 1):
        codes.append(sitting.hear(line, f"stdin:{number}"))
        if sitting.left:
            break
    return next((code for code in codes if code), FINE)


# In a terminal


def at_the_prompt(sitting: Sitting) -> int:
    """Prompts for lines until somebody leaves."""
    sitting.brief = True
    sitting.greet()
    talk.say("  `?` lists what may come, `help` the rest")
    prompt = Prompt(sitting)
    sitting.ask, sitting.obey = prompt.ask, obeyed
    with undisturbed():
        for line in prompt.lines():
            try:
                sitting.hear(line)
            except Exception as error:  # nobody should have to leave the table for it
                if os.environ.get("REFEREE_TRACEBACK"):
                    raise
                complain(*in_a_sentence(error))
        sitting.leave()
    return FINE


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C while a report is kept neither loses it nor leaves; at the prompt it is a key like others."""
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def obeyed(words: list[str]) -> int:
    """Another command, which Ctrl-C may break off."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return obey(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, before)


class Prompt:
    """The input line: its history, completion, the ghost of what may follow, and the line below."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.completer = Completer(sitting.session)
        self.status: list[str] = []  # found out once a line, not at every key
        self.session = self._session()

    def lines(self) -> Iterator[str]:
        """Every line that is typed, until somebody leaves."""
        while not self.sitting.left:
            self.sitting.news()
            if self.sitting.left:
                return
            self.completer.session = self.sitting.session
            self.completer.think()
            self.status = [*status(self.sitting.session)]
            try:
                yield self.session.prompt(default=self.sitting.restored)
            except EOFError:
                return

    def ask(self, question: str) -> str:
        """One line besides; nothing where it is refused."""
        from prompt_toolkit import prompt

        try:
            return prompt(question)
        except (EOFError, KeyboardInterrupt):
            return ""

    def _session(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.application import get_app
        from prompt_toolkit.auto_suggest import AutoSuggest, Suggestion
        from prompt_toolkit.buffer import Buffer
        from prompt_toolkit.completion import CompleteEvent, Completion
        from prompt_toolkit.completion import Completer as Completing
        from prompt_toolkit.document import Document
        from prompt_toolkit.history import InMemoryHistory
        from prompt_toolkit.output import ColorDepth

        known = self.completer

        class Words(Completing):
            def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
                line = document.text_before_cursor
                for offer in known.words(line):
                    yield Completion(offer.text, offer.start - len(line), display_meta=offer.note)

        class Ghost(AutoSuggest):
            def get_suggestion(self, buffer: Buffer, document: Document) -> Suggestion | None:
                ghost = known.ghost(document.text) if document.is_cursor_at_the_end else ""
                return Suggestion(ghost) if ghost else None

        told = [entry.typed for entry in self.sitting.session.entries if entry.kind == "report"]
        return PromptSession(
            message=lambda: f"{self.sitting.session.next_line}> ",
            placeholder=lambda: [("class:auto-suggestion", "" if get_app().is_done else known.awaited())],
            completer=Words(),
            complete_while_typing=False,
            auto_suggest=Ghost(),
            bottom_toolbar=self._below,
            key_bindings=self._keys(),
            history=InMemoryHistory(told[-REMEMBERED:]),
            color_depth=ColorDepth.DEPTH_1_BIT if self.sitting.plain else None,
        )

    def _below(self) -> str:
        from prompt_toolkit.application import get_app

        return "\n".join(fitted(self.status, get_app().output.get_size().columns))

    def _keys(self) -> KeyBindings:
        from prompt_toolkit.application import run_in_terminal
        from prompt_toolkit.key_binding import KeyBindings

        keys = KeyBindings()

        @keys.add("c-c")
        def clear(event: Any) -> None:
            """Clears the line, which the up arrow brings back; never leaves."""
            buffer = event.current_buffer
            if buffer.text.strip():
                buffer.append_to_history()
                buffer.reset()
            else:
                buffer.reset()
                _ = run_in_terminal(lambda: talk.say(LEAVING))

        return keys


def fitted(items: Iterable[str], width: int) -> list[str]:
    """Items side by side in as few lines as they need, each line with a margin; a long one goes on in the next line."""
    from prompt_toolkit.utils import get_cwidth

    lines: list[str] = []
    for item in items:
        if lines and get_cwidth(lines[-1]) + get_cwidth(item) + 4 <= width:
            lines[-1] += f" · {item}"
        else:
            lines += broken(f" {item}", width - 1)
    return lines


__all__ = ["Prompt", "table"]
