"""A card night in a real terminal: three games, two disputes, a late correction, and a power cut.

The screens are saved in `screens/`; `make screens` updates them. Look at the difference.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.evening import again

if sys.platform == "win32":
    pytest.skip("a terminal of this kind is not to be had", allow_module_level=True)

from tests.cli.terminal import Terminal

SCREENS = Path(__file__).parent / "screens"
WRITE = bool(os.environ.get("REFEREE_WRITE_SCREENS"))
HEAD = "=== "

CTRL_C, TAB, UP, BACK = "\x03", "\t", "\x1b[A", "\x7f"


class Screens:
    """The screens of one evening, each under its title."""

    def __init__(self, terminal: Terminal, file: Path) -> None:
        self.terminal = terminal
        self.file = file
        self.known = {} if WRITE else self._read()
        self.shown: dict[str, str] = {}

    def _read(self) -> dict[str, str]:
        parts = self.file.read_text(encoding="utf-8").split(f"\n{HEAD}")
        return {title: text.rstrip("\n") for title, _, text in (part.partition("\n") for part in parts)}

    def keep(self, title: str) -> None:
        """Saves the present screen, or compares it with the saved one."""
        if WRITE:
            self.shown[title] = self.terminal.settled()
            return
        expected = self.known[title]
        self.shown[title] = self.terminal.becomes(expected)
        assert self.shown[title] == expected, f"{self.file.name}, {title}: `make screens` writes it as it is now"

    def finish(self) -> None:
        """All the screens there are have been seen."""
        if WRITE:
            text = f"\n{HEAD}".join(f"{title}\n{screen}\n" for title, screen in self.shown.items())
            self.file.write_text(text, encoding="utf-8", newline="\n")
        assert WRITE or list(self.known) == list(self.shown)


@pytest.mark.parametrize(
    ("columns", "color", "seed"),
    [(80, True, 0), (120, False, 0), (80, False, 1), (120, True, 1)],
    ids=["80-color", "120-plain", "80-plain", "120-color"],
)
def test_a_card_night(tmp_path: Path, columns: int, color: bool, seed: int) -> None:
    terminal = Terminal(tmp_path, columns, color)
    screens = Screens(terminal, SCREENS / f"evening-{columns}{'-color' if color else ''}.txt")
    try:
        oh_hell(terminal, screens)
        piquet(terminal, screens)
        razz(terminal, screens)
    finally:
        if terminal.process:
            terminal.process.close(force=True)
    screens.finish()
    db = tmp_path / "evening.db"
    with again(db, 1) as first:
        assert dict(first.referee.scores) == {"Ann": -10, "Ben": 70, "Cat": 40}
        assert [entry.text for entry in first.course.standing if entry.overrule] == ["Ben bids 1"]
        assert [entry.why for entry in first.entries if entry.kind == "fix"] == ["illegible"] * 2
    with again(db, 2) as second:
        assert dict(second.referee.scores) == {"Ann": 9, "Ben": 64}
    with again(db, 3) as third:
        assert third.referee.accounts == {"Ann": -5, "Ben": 10, "Cat": -5, "kitty": 0, "pot": 0}


def oh_hell(terminal: Terminal, screens: Screens) -> None:
    """By the numbers: a dealer underbids and is let, and two bids of the first hand are put right in the sixth."""
    terminal.run("referee new oh-hell Ann Ben Cat --set first-hand=4")
    terminal.sit("referee table")
    screens.keep("sitting down")
    terminal.type("d")
    terminal.press("Ben ", "Ben bids")
    screens.keep("a ghost of what may follow")
    terminal.press(TAB, "concedes")
    screens.keep("what may follow")
    terminal.press(CTRL_C, "2> Ben bids N")
    terminal.type("1 2 2", "1 1 2")
    screens.keep("a hand by the numbers")
    terminal.type("d", "1 1", "1", "why", "rule dealer-must-overbid")
    screens.keep("the dealer must overbid")
    terminal.type("~", "1 1 1")
    screens.keep("and is let")
    terminal.press("d; 0 1 1", "> d; 0 1 1")
    terminal.press(CTRL_C, "> deal Cat [N]")
    terminal.press(CTRL_C, "To leave")
    terminal.press(UP, "> d; 0 1 1")
    terminal.type("", "<")
    screens.keep("taken back to be corrected")
    terminal.type(BACK + "2", "0 1 1", "d", "0 1 1", "0 1 0", "d", "1 1 1", "1 0 1", "d", "1 1 2")
    terminal.type("fix 3 Cat bids 1", "score")
    screens.keep("one bid can't be put right alone")
    terminal.press("fix 3 Cat bids 1; 4 Ann bids 3\r", "Why?")
    screens.keep("what a correction changes")
    terminal.type("illegible", "1 1 1", "d", "1 2 2", "1 2 1", "score")
    screens.keep("a winner")


def piquet(terminal: Terminal, screens: Screens) -> None:
    """At the same table; the power goes in mid-hand, and what isn't possible can't be let stand."""
    terminal.type("new piquet Ann Ben", "d", "Ben declares point 5; Ann good", "Ben declares quart A", "Ben takes 7")
    screens.keep("elder has seven tricks")
    terminal.press("Ann takes 5 la", "5 la")
    terminal.kill()
    terminal.sit("referee table")
    screens.keep("after the power went")
    terminal.type("Ann takes 6", "can Ann takes 5", "why", "can Ann declares pique")
    screens.keep("six tricks and seven")
    terminal.type("Ben declares pique", "Ann takes 5 last", "score")
    screens.keep("thirty and more")
    terminal.type("end")
    screens.keep("piquet is over")


def razz(terminal: Terminal, screens: Screens) -> None:
    """Card by card and for chips, with verbs and names begun only; nobody has gone back to the shell."""
    terminal.type("razz Ann Ben Cat --dealer Cat", "d", "JH 6H JD", "Ben bets 2")
    screens.keep("who brings it in")
    terminal.type("?", "can Ann bets 4", "Ann bets 2", "Ben raises 6")
    screens.keep("how much is raised")
    terminal.type("1", "ca", "Ann ca", "6S 7D 8H", "bets", "f", "f")
    screens.keep("the last one in")
    terminal.type("end")
    screens.keep("chips to settle")
    terminal.type("standings")
    screens.keep("the evening")
    terminal.leave("quit\r")
