"""Telling a session what happens, line by line: the one way from what is typed to the journal, whoever types it.

How a ruling is answered is for others to say: on a terminal `scoresheets.cli.teller`, on a phone `scoresheets.web`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from referee.notation import ParseError, Piece, pieces
from referee.rules import Verdict
from referee.rulings import Ruling
from scoresheets.errors import FINE
from scoresheets.keeping.session import Session, unreadable

if TYPE_CHECKING:
    from referee.record import Judge
    from referee.shorthand import Several


class Part(NamedTuple):
    """One piece of a line, as it was typed, and the column in it where the report begins."""

    piece: Piece
    typed: str
    column: int


def parts(line: str) -> list[Part]:
    """The pieces of a line; raises ParseError where it can't be taken apart."""
    found_parts, end = [], 0
    for piece in pieces(line):
        start = end + len(line[end:]) - len(line[end:].lstrip("; \t"))
        end = piece.column - 1 + len(piece.text)
        found_parts.append(Part(piece, line[start:end], piece.column - start))
    return found_parts


class Telling(ABC):
    """Tells a session what is typed, line by line; how it is answered is left open.

    Where it is ``dry`` nothing is kept.
    """

    def __init__(self, session: Session, *, dry: bool = False) -> None:
        self.session = session
        self.dry = dry
        self.rehearsed = 0

    def tell(self, line: str, source: str = "") -> int:
        """Hears the reports of a line and answers each; the exit code of the first that is refused."""
        if fault := unreadable(line):
            return self._unread(line, fault, source, kept=False)
        try:
            told = parts(line)
        except ParseError as fault:
            return self._unread(line, fault, source, kept=True)
        for i, part in enumerate(told):
            if code := self._piece(part, source):
                if rest := told[i + 1 :]:
                    self._not_heard("; ".join(part.typed for part in rest))
                return code
        return FINE

    @abstractmethod
    def _answer(self, ruling: Ruling, typed: str, column: int, source: str, number: int) -> int:
        """Answers a ruling; ``number`` is the line of the journal it stands in, 0 for none.  The exit code."""

    @abstractmethod
    def _answer_check(self, part: Part, judge: Judge, source: str) -> int:
        """Answers `= Ann 20` and `! Ann bids 1`; the exit code."""

    @abstractmethod
    def _not_heard(self, rest: str) -> None:
        """Says what stands behind a report that was refused."""

    def _unread(self, line: str, fault: ParseError, source: str, *, kept: bool) -> int:
        """A line that can't be taken apart: it is answered, and kept where it is text at all."""
        ruling = Ruling(Verdict.UNCLEAR, line, message=fault.message, column=fault.column, width=fault.width)
        number = self.session.note_refusal(ruling, line).line if kept and not self.dry else 0
        return self._answer(ruling, line, 1, source, number)

    def _piece(self, part: Part, source: str) -> int:
        piece = part.piece
        if piece.mark:
            return self._checked(part, source)
        if self.dry:
            ruling = self._rehearse(part)
            self.rehearsed += 1
            return self._answer(ruling, part.typed, part.column, source, 0)
        heard = self.session.say(piece.text, overrule=piece.overrule, column=part.column, typed=part.typed)
        return self._answer(heard.ruling, part.typed, part.column, source, heard.line)

    def _rehearse(self, part: Part) -> Ruling:
        """The ruling on a report that isn't kept."""
        piece = part.piece
        return self.session.referee.hear(piece.text, line=self._next, overrule=piece.overrule, column=part.column)

    @property
    def _next(self) -> int:
        return self.session.next_line + self.rehearsed

    def _checked(self, part: Part, source: str) -> int:
        """Answers a check; a report told as one to be refused is kept where it is refused."""
        from referee.record import Judge

        judge = Judge()
        judge.referee = self.session.referee
        judge.latest = judge.referee.entries[-1].ruling if judge.referee.entries else None
        judge.line = self._next - 1
        judge.feed(part.typed)
        for refusal in judge.refused if not self.dry else ():
            self.session.note_refusal(refusal.ruling, part.typed)
        return self._answer_check(part, judge, source)


class InShort(Telling):
    """Tells also what is said in short."""

    def _piece(self, part: Part, source: str) -> int:
        from referee.shorthand import Several, read

        if part.piece.mark:
            return super()._piece(part, source)
        try:
            meant = read(part.piece.text, self.session.referee)
        except Several as several:
            return self._asks_which(part, several, source)
        if meant is None:
            return super()._piece(part, source)
        for i, text in enumerate(meant.reports(self.session.referee), 1):
            if code := super()._piece(_said_in_full(part, text), source):
                if meant.apart[i:]:
                    self._not_heard(" ".join(meant.apart[i:]))
                return code
        return FINE

    def _asks_which(self, part: Part, several: Several, source: str) -> int:
        ruling = Ruling(Verdict.UNCLEAR, part.piece.text, message=several.message, column=part.column,
                        width=several.width, instead=several.texts)  # fmt: skip
        number = 0 if self.dry else self.session.note_refusal(ruling, part.typed).line
        return self._answer(ruling, part.typed, part.column, source, number)


def _said_in_full(part: Part, text: str) -> Part:
    mark = "~ " if part.piece.overrule else ""
    return Part(part.piece._replace(text=text, column=len(mark) + 1), mark + text, len(mark) + 1)
