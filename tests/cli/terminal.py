"""A terminal for tests: the command runs in it as for a user, and its screen can be saved as text."""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
from collections.abc import Callable
from itertools import groupby
from pathlib import Path

import pexpect
import pyte

from tests.patience import PATIENCE

ROWS = 32
SILENCE = 60  # seconds without output, after which a screen that isn't as expected stays so
GLANCE = 0.2  # seconds without output, when screens are written again


class Terminal:
    """One screen, on which one command after the other is run."""

    def __init__(self, folder: Path, columns: int, color: bool) -> None:
        self.screen = pyte.Screen(columns, ROWS)
        self.screen.write_process_input = self._answer
        self.stream = pyte.ByteStream(self.screen)
        self.rows = [""] * ROWS
        self.prompts = 0
        self.process: pexpect.spawn | None = None
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "VIRTUAL_ENV") if name in os.environ}
        self.environ = kept | {
            "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "LANG": "C.UTF-8",
            "TERM": "xterm-256color", "REFEREE_DB": str(folder / "evening.db"),
        } | ({} if color else {"NO_COLOR": "1"})  # fmt: skip
        self.color = color

    def _answer(self, text: str) -> None:
        """Answers like a terminal that is asked where the cursor is, as happens once a prompt."""
        self.prompts += 1
        assert self.process
        self.process.send(text)

    # Commands

    def run(self, line: str) -> None:
        """Runs a command up to its end."""
        self.start(line)
        self.until(lambda: self.process is None, f"the end of {line}")

    def sit(self, line: str) -> None:
        """Runs a command up to its first prompt."""
        self.start(line)
        self._until_asked(0)

    def start(self, line: str) -> None:
        assert self.process is None
        self.stream.feed(f"$ {line}\r\n".encode())
        program, *words = shlex.split(line)
        assert program == "referee"
        code = "from scoresheets.cli import main; main()"
        self.prompts = 0
        self.process = pexpect.spawn(
            sys.executable, ["-c", code, *words], dimensions=(ROWS, self.screen.columns), env=self.environ, timeout=None
        )  # fmt: skip
        self.process.delaybeforesend = None

    def kill(self) -> None:
        """As when the power goes."""
        assert self.process
        self.process.kill(signal.SIGKILL)
        self.until(lambda: self.process is None, "the end")
        self.stream.feed(b"\x1b[0m\x1b[J\r\nKilled\r\n")

    # Keys

    def press(self, keys: str, sees: str) -> None:
        """Presses keys and waits for what they bring to the screen."""
        assert self.process
        self.process.send(keys)
        self.until(lambda: sees in self.text, repr(sees))

    def type(self, *lines: str) -> None:
        """Types whole lines, each when the one before is answered."""
        for line in lines:
            assert self.process
            asked = self.prompts
            self.process.send(line + "\r")
            self._until_asked(asked)

    def leave(self, line: str) -> None:
        """Types the last line."""
        assert self.process
        self.process.send(line)
        self.until(lambda: self.process is None, "the end")

    # What is to be seen

    @property
    def text(self) -> str:
        """The screen, without blanks at the end of its lines."""
        return "\n".join(line.rstrip() for line in self.lines()).rstrip()

    def lines(self) -> list[str]:
        """The lines of the screen; only those are read again on which something was written."""
        for y in self.screen.dirty:
            row = self.screen.buffer[y]
            self.rows[y] = "".join([row[x].data for x in range(self.screen.columns)])
        self.screen.dirty.clear()
        return self.rows

    def _until_asked(self, asked: int) -> None:
        """Until there is another prompt, and the line below it."""

        def ready() -> bool:
            if self.prompts <= asked:
                return False
            lines, y = self.lines(), self.screen.cursor.y
            return re.match(r"(\d+|game|players)> ", lines[y]) is not None and bool("".join(lines[y + 1 :]).strip())

        self.until(ready, "a prompt")

    def until(self, seen: Callable[[], bool], what: str) -> None:
        """Reads what comes until something is to be seen."""
        while not seen():
            if not self._read(PATIENCE):
                raise AssertionError(f"{what} never came; there is\n{self.text}")

    def _read(self, patience: float) -> bool:
        """Takes in what comes; whether anything did."""
        if self.process is None:
            return False
        try:
            self.stream.feed(self.process.read_nonblocking(65536, patience))
        except pexpect.TIMEOUT:
            return False
        except pexpect.EOF:
            self.process.close()
            self.process = None
        return True

    def settled(self) -> str:
        """The screen when nothing more comes."""
        while self._read(GLANCE):
            pass
        return self.kept()

    def becomes(self, expected: str) -> str:
        """The screen once it is as expected, or when no more output comes."""
        while self.kept() != expected and self._read(SILENCE):
            pass
        return self.kept()

    def kept(self) -> str:
        """The screen as text, with the names of colors: ``<green>accepted</>``."""
        text = "\n".join(self._colored(y) for y in range(ROWS)).rstrip() if self.color else self.text
        return re.sub(r"\b[0-9a-f]{4}(?: [0-9a-f]{4}){3}\b", "7d20 c5e1 04b9 3f6a", text)  # another one at every time

    def _colored(self, y: int) -> str:
        row = self.screen.buffer[y]
        cells = [row[x] for x in range(self.screen.columns)]
        while cells and cells[-1].data.isspace() and not cells[-1].reverse:
            cells.pop()
        line = ""
        for style, alike in groupby(cells, key=_style):
            text = "".join(cell.data for cell in alike)
            line += f"<{style}>{text}</>" if style else text
        return line.rstrip()


def _style(cell: pyte.screens.Char) -> str:
    """How a cell looks, in words."""
    colors = [f"on {cell.bg}"] if cell.bg != "default" else []
    colors += [cell.fg] if cell.fg != "default" else []
    return " ".join([*colors, *(name for name in ("bold", "reverse", "underscore") if getattr(cell, name))])
