"""Applies typed lines to a session and prints the answers. `say`, `can` and the live table share it.

Neither Typer nor Rich is imported here, so that a report from the shell is fast.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from referee.language.words import folded
from referee.rules.rule import Verdict
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from scoresheets.cli import console
from scoresheets.errors import FINE, REFUSED, USAGE, CommandError
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.line_entry import InShort, Part
from scoresheets.keeping.session import LONGEST_REPORT, Session

if TYPE_CHECKING:
    from referee.records.record import Judge
    from scoresheets.disputes.precedents import Precedent
    from scoresheets.keeping.again import AlreadyEntered


ASKING_FOR = ("who", "what", "how", "why", "when", "where", "which", "whose")
"""Words that no report begins with, so that a line is a question even without a question mark."""


def say(words: Sequence[str], *, dry: bool = False, json: bool = False, plain: bool = False) -> int:
    """Applies the words from the shell to the session in play; ``-`` is stdin. Returns the exit code."""
    with open_journal() as journal:
        teller = LineAnswers(journal.open_session(), dry=dry, json=json, plain=plain)
        if list(words) == ["-"]:
            codes = [teller.hears(line, f"stdin:{number}") for number, line in enumerate(stdin_lines(), 1)]
        else:
            line = joined(words, teller.session.referee)
            if not line.strip():
                raise CommandError("Type what happened, for example: referee say Ben bids 1", USAGE)
            codes = [teller.hears(line)]
    return next((code for code in codes if code), FINE)


def joined(words: Sequence[str], referee: Referee) -> str:
    """The words from the shell as a line. Names get back the quotes that the shell removed."""
    if len(words) == 1:
        return words[0]
    names = {folded(seat) for seat in referee.players}
    if words[1:2] in (["joins"], ["replaces"], ["for"]):
        names.add(folded(words[0]))
    return " ".join(f'"{word}"' if " " in word and folded(word) in names else word for word in words)


def stdin_lines() -> Iterator[str]:
    """Yields the lines of stdin. Lines that are too long are cut, but stay too long to be accepted."""
    stream = getattr(sys.stdin, "buffer", sys.stdin)
    most = 4 * LONGEST_REPORT + 4
    while raw := stream.readline(most):
        line = raw.decode("utf-8", errors="replace") if isinstance(raw, bytes) else raw
        rest = line
        while not rest.endswith("\n") and len(raw) == most and rest:
            raw = stream.readline(most)
            rest = raw.decode("utf-8", errors="replace") if isinstance(raw, bytes) else raw
        yield line.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").rstrip("\r\n")


class LineAnswers(InShort):
    """Applies typed lines to a session and prints the answers."""

    adds = True
    asks = False  # asks whether a report would be allowed, and how certain that is

    def __init__(self, session: Session, *, dry: bool = False, json: bool = False, plain: bool = False) -> None:
        super().__init__(session, dry=dry)
        self.json = json
        self.plain = plain
        self.asked = ""  # the last question, in full, which another may follow and a dispute continue

    def hears(self, line: str, source: str = "") -> int:
        """Applies a line, or answers it if it is a question. Returns the exit code."""
        first = line.split()[0].lower() if line.split() else ""
        asks = first in ASKING_FOR or line.rstrip().endswith("?")
        if not asks or first in ("note", "notes"):
            return self.tell(line, source)
        from scoresheets.questions.asking import is_question

        if is_question(line, self.referee):
            from scoresheets.cli.ask import exit_code, print_answer

            given = print_answer(self.session, line.strip(), json=self.json, plain=self.plain, before=self.asked)
            self.asked = given.asked
            return exit_code(given)
        return self.tell(line, source)

    def _show_ignored(self, rest: str, *, aside: bool = False) -> None:
        """Prints the rest of the line after a report that was refused."""
        console.tell(f"Ignored the rest of the line: {rest}")

    def _show_aside(self, reason: str) -> None:
        """Prints why a part of a line isn't entered."""
        console.say(reason)

    def _answer(self, ruling: Ruling, typed: str, column: int, source: str, number: int) -> int:
        """Prints a ruling. ``number`` is its line in the journal, 0 if it isn't saved.

        If it can't be printed, it is saved anyway, and the reports after it are applied.
        """
        with console.after_saving():
            self._print(ruling, typed, column, source, number)
        return console.exit_code(ruling)

    def _print(self, ruling: Ruling, typed: str, column: int, source: str, number: int) -> None:
        referee = self.referee
        if self.json:
            entered = console.ruling_object(ruling, referee, recorded=ruling.accepted and not self.dry, asked=self.asks)
            before = self._before(ruling)
            entered |= {"session": self.session.number, "line": number, "precedent": before.number if before else None}
            console.json_out(entered | self._instead(ruling))
            sys.stdout.flush()
        else:
            where = place(
                referee,
                f"{source}:{ruling.column or 1}" if source else f"line {number or self._next - bool(self.rehearsed)}",
            )
            console.ruling(
                ruling, referee, where=where, line=typed, column=column, plain=self.plain, dry=self.dry,
                asked=self.asks, more=self.follows, total=not self.scored_later, partly=self.saved > 0,
            )  # fmt: skip
            self._say_before(ruling)

    def _answer_again(self, again: AlreadyEntered, ruling: Ruling, part: Part) -> int:
        lines = [choice.command for choice in again.choices]
        if self.json:
            entered = console.ruling_object(ruling, self.referee, recorded=False) | {"try": lines}
            console.json_out(
                entered | {"session": self.session.number, "line": 0, "precedent": None} | self._instead(ruling)
            )
        elif again.choices:
            console.tell(again.question)
            for choice, line in zip(again.choices, lines, strict=True):
                console.tell(f"  {f'{choice.label}: run' if len(lines) > 1 else 'If so, run'} `{line}`.")
            console.tell(console.nothing_saved(self.saved > 0))
        else:
            console.say(again.question)
        return console.exit_code(ruling)

    def _before(self, ruling: Ruling) -> Precedent | None:
        """Earlier rulings of this table about the rule that was broken."""
        if ruling.accepted or not ruling.rules:
            return None
        from scoresheets.disputes.precedents import cited

        return cited(self.session.journal, self.session.slug, ruling.rules)

    def _say_before(self, ruling: Ruling) -> None:
        if before := self._before(ruling):
            report = ruling.text if ruling.verdict is Verdict.ILLEGAL else ""
            from scoresheets.disputes.adopting import quoted

            for text in quoted(before, report, self.referee.in_force):
                console.tell(f"  {text}")

    def _instead(self, ruling: Ruling) -> dict[str, Any]:
        """Alternatives to a report, for a user who asks."""
        return {}

    def _answer_check(self, part: Part, judge: Judge, source: str) -> int:
        failed = judge.failures[0] if judge.failures else None
        if self.json:
            held = {"session": self.session.number, "text": part.typed, "holds": failed is None}
            console.json_out(held | ({"expected": failed.expected, "actual": failed.actual} if failed else {}))
        elif failed:
            where = f"{source}: " if source else ""
            console.tell(f"{where}{part.typed} is wrong: expected {failed.expected}, but it is {failed.actual}")
        else:
            refused = f": {judge.refused[0].ruling.message}" if judge.refused else ""
            console.say(f"holds: {part.typed}{refused}")
        return REFUSED if failed else FINE


def place(referee: Referee, where: str) -> str:
    return f"hand {referee.hand.number}, {where}" if referee.hand.dealer else where
