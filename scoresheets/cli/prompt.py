"""The live table: a prompt that takes one report a line, completes it, and shows the score."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import typer

from referee.language.words import NOBODY
from scoresheets.catalogue import NoGame
from scoresheets.cli import INTERRUPTED, complain, console, in_a_sentence
from scoresheets.cli.answers import stdin_lines
from scoresheets.cli.completer import Completer
from scoresheets.cli.options import Db, Number, Plain
from scoresheets.cli.prompt_lines import Sitting, obey, status
from scoresheets.errors import FINE, NOTHING, CommandError, as_sentence
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.key_binding import KeyBindings

    from scoresheets.cli.next_game import Question

REMEMBERED = 200  # lines in the history
LEAVING = "To leave, press Ctrl-D or type `quit`. The session stays open."


def table(session: Number = 0, plain: Plain = False, db: Db = "") -> None:
    """Open the live prompt. Type one report a line (`Cat bids 1`), or just the numbers. `help` shows what else to type.

    If no session is open, it asks what you play and who plays. If stdin isn't a terminal, it reads the lines for an
    open session from there.
    """
    if console.at_a_terminal():
        raise typer.Exit(evening(session, plain))
    with open_journal() as journal:
        code = from_stdin(Sitting(chosen(journal, session), plain=plain))
    raise typer.Exit(code)


def chosen(journal: Journal, number: int) -> Session:
    """The session in play, or the one that is named, which is then in play."""
    if not number:
        return journal.open_session()
    session = journal.session(number)
    if session.ended:
        raise CommandError(f"Session {number} is closed. To continue it, run `referee resume {number}`.", NOTHING)
    if session.aside:
        raise CommandError(f"Session {number} is left out. To count it again, run `referee resume {number}`.", NOTHING)
    if journal.in_play() != number:
        session.resume()
    return session


def in_play(journal: Journal, number: int) -> Session | None:
    """The session to continue. None if its game isn't installed, unless that session was named."""
    try:
        return chosen(journal, number) if number or journal.in_play() else None
    except NoGame as error:
        if number:
            raise
        console.tell(as_sentence(error.message))
        return None


def from_stdin(sitting: Sitting) -> int:
    """Takes lines as `say -` does. Returns the first exit code other than 0."""
    sitting.greet()
    codes = []
    for number, line in enumerate(stdin_lines(), 1):
        codes.append(sitting.hear(line, f"stdin:{number}"))
        if sitting.left:
            break
    return next((code for code in codes if code), FINE)


# In a terminal


def evening(number: int = 0, plain: bool = False) -> int:
    """Plays one game after another until the user leaves: the session in play, then those the table chooses."""
    from scoresheets.cli.next_game import NextGame

    with open_journal(create=True) as journal, undisturbed():
        session, me, then = in_play(journal, number), NOBODY, ""
        while True:
            known = session is not None  # otherwise its rules have just been printed
            if session is None:
                between = NextGame(journal, questioned, obeyed, plain, me, then)
                session, me = between.session(), between.me
            if session is None:
                break
            sitting = Sitting(session, plain=plain, me=me if me in session.referee.players else NOBODY)
            at_the_prompt(sitting, greet=known)
            me, then = sitting.me or me, sitting.then
            if not (sitting.session.ended or sitting.session.aside):
                break
            session = None
    return FINE


def questioned(question: Question) -> str | None:
    """The answer to one question between games. Ctrl-C asks again, and Ctrl-D leaves."""
    from prompt_toolkit import prompt
    from prompt_toolkit.application import get_app
    from prompt_toolkit.completion import WordCompleter

    def below() -> str:
        return fitted(question.below, get_app().output.get_size().columns)

    while True:
        try:
            return prompt(
                question.prompt,
                placeholder=ghostly(lambda: question.default),
                completer=WordCompleter([*question.offers]),
                complete_while_typing=False,
                bottom_toolbar=below,
            )
        except KeyboardInterrupt:
            continue
        except EOFError:
            return None


def at_the_prompt(sitting: Sitting, *, greet: bool = True) -> int:
    """Reads and applies lines until the user leaves."""
    sitting.brief = True
    if greet:
        sitting.greet()
    console.say("  To see what to type next, press Enter. For all you can enter, type `?`; for the rest, `help`.")
    prompt = Prompt(sitting)
    sitting.ask, sitting.obey = prompt.ask, obeyed
    with undisturbed():
        for line in prompt.lines():
            try:
                sitting.hear(line)
            except Exception as error:  # a bug mustn't end the game
                if os.environ.get("REFEREE_TRACEBACK"):
                    raise
                message, code = in_a_sentence(error)
                complain([message], code)
        sitting.leave()
    return FINE


def ghostly(text: Callable[[], str]) -> Any:
    """A gray text in the empty input line, which disappears when the line is entered."""
    from prompt_toolkit.application import get_app

    return lambda: [("class:auto-suggestion", "" if get_app().is_done else text())]


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keeps Ctrl-C from interrupting while a report is saved. At the prompt it is a key like any other.

    Keys typed meanwhile wait for the prompt and aren't echoed before.
    """
    before = signal.signal(signal.SIGINT, lambda *_: None)
    try:
        with echoing(False):
            yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def echoing(shown: bool, stdin: int = 0) -> Iterator[None]:
    """Sets whether the terminal echoes keys outside of the prompt."""
    if sys.platform == "win32" or not os.isatty(stdin):
        yield
        return
    import termios

    before = termios.tcgetattr(stdin)
    changed = [*before]
    changed[3] = changed[3] | termios.ECHO if shown else changed[3] & ~termios.ECHO
    termios.tcsetattr(stdin, termios.TCSANOW, changed)
    try:
        yield
    finally:
        termios.tcsetattr(stdin, termios.TCSANOW, before)


def obeyed(words: list[str]) -> int:
    """Runs another command. Ctrl-C may interrupt it, and it may ask questions."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with echoing(True):
            return obey(words)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        signal.signal(signal.SIGINT, before)


class Prompt:
    """The input line: history, completion, the gray hint, and the line below."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.completer = Completer(sitting.session)
        self.status: list[str] = []  # computed once a line, not at every key
        self.session = self._session()

    def lines(self) -> Iterator[str]:
        """Yields typed lines until the user leaves."""
        while not self.sitting.left:
            self.sitting.news()
            if self.sitting.left:
                return
            self.completer.session = self.sitting.session
            self.completer.think()
            self.status = [*status(self.sitting.session)]
            try:
                line = self.session.prompt(default=self.sitting.restored)
            except EOFError:
                return
            if line.strip() or not self.completer.next_form():
                self.completer.no_form()
                yield line

    def ask(self, question: str) -> str | None:
        """The answer to a question. None if the user refuses with Esc, Ctrl-C or Ctrl-D."""
        from prompt_toolkit import prompt
        from prompt_toolkit.key_binding import KeyBindings

        keys = KeyBindings()

        @keys.add("escape", eager=True)
        def leave(event: Any) -> None:
            """Leaves the question unanswered."""
            event.app.exit(exception=EOFError)

        try:
            return prompt(question, key_bindings=keys)
        except (EOFError, KeyboardInterrupt):
            return None

    def _session(self) -> PromptSession[str]:
        from prompt_toolkit import PromptSession
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

        lines = [entry.typed for entry in self.sitting.session.entries if entry.kind == "report"]
        return PromptSession(
            message=lambda: f"{self.sitting.session.next_line}> ",
            placeholder=ghostly(known.in_grey),
            completer=Words(),
            complete_while_typing=False,
            auto_suggest=Ghost(),
            bottom_toolbar=self._below,
            key_bindings=self._keys(),
            history=InMemoryHistory(lines[-REMEMBERED:]),
            color_depth=ColorDepth.DEPTH_1_BIT if self.sitting.plain else None,
        )

    def _below(self) -> str:
        from prompt_toolkit.application import get_app

        return fitted(self.status, get_app().output.get_size().columns)

    def _keys(self) -> KeyBindings:
        from prompt_toolkit.application import get_app, run_in_terminal
        from prompt_toolkit.filters import Condition
        from prompt_toolkit.key_binding import KeyBindings

        keys = KeyBindings()
        known = self.completer

        @Condition
        def filling_in() -> bool:
            buffer = get_app().current_buffer
            return buffer.document.is_cursor_at_the_end and known.next_field(buffer.text) != ("", 0)

        @Condition
        def in_a_form() -> bool:
            return bool(known.form and known.form.behind(get_app().current_buffer.text))

        @keys.add("tab", filter=filling_in)
        def next_field(event: Any) -> None:
            """Moves to the next field of the shortest line."""
            text, gone = known.next_field(event.current_buffer.text)
            event.current_buffer.delete_before_cursor(gone)
            event.current_buffer.insert_text(text)

        @keys.add("right", filter=in_a_form & ~filling_in)
        @keys.add("c-e", filter=in_a_form & ~filling_in)
        @keys.add("c-f", filter=in_a_form & ~filling_in)
        def stay(event: Any) -> None:
            """Ignores a key that would accept a hint."""

        for key in ("right", "c-e", "c-f"):
            keys.add(key, filter=filling_in)(next_field)

        @keys.add("c-c")
        def clear(event: Any) -> None:
            """Clears the line, which the up arrow restores. Never leaves."""
            buffer = event.current_buffer
            if buffer.text.strip():
                buffer.append_to_history()
                buffer.reset()
            else:
                buffer.reset()
                _ = run_in_terminal(echoing(False)(partial(console.say, LEAVING)))

        return keys


def fitted(items: Iterable[str], width: int) -> str:
    """Items side by side in one line, with a margin. Items that don't fit are left out."""
    from prompt_toolkit.utils import get_cwidth

    line = ""
    for item in items:
        longer = f"{line} · {item}" if line else f" {item}"
        if get_cwidth(longer) < width:
            line = longer
    return line


__all__ = ["Prompt", "table"]
