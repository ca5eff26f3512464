"""Replays a session's journal line by line: which reports count, with corrections applied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from scoresheets.errors import Unreplayable
from scoresheets.keeping.database import moment, place
from scoresheets.keeping.digests import digest, flag


class JournalLine(NamedTuple):
    """A line of the journal: see `scoresheets.keeping.models.Entry`."""

    number: int
    at: str
    kind: str
    text: str = ""
    typed: str = ""
    verdict: str = "accepted"
    overrule: bool = False
    rules: str = "[]"
    findings: str = "[]"
    message: str = ""
    why: str = ""
    target: int = 0
    moved: int = 0
    digest: str = ""

    @property
    def accepted(self) -> bool:
        return self.verdict == "accepted"

    @property
    def moment(self) -> datetime:
        return moment(self.at)

    @property
    def breaches(self) -> list[dict[str, Any]]:
        """Rule, message and lines of every broken rule."""
        return self._read(self.rules)

    @property
    def found(self) -> list[dict[str, Any]]:
        """Name, who, message and lines of every finding."""
        return self._read(self.findings)

    def _read(self, text: str) -> list[dict[str, Any]]:
        import json

        try:
            items: list[dict[str, Any]] = json.loads(text)
        except ValueError as error:
            raise Unreplayable(f"{place()} is damaged: line {self.number} makes no sense") from error
        return items


def after(before: str, entry: JournalLine) -> str:
    """The digest of a line after another digest, or after the root."""
    return digest(before, *entry[:6], flag(entry.overrule), *entry[7:13])


def chained(before: str, entries: Iterable[JournalLine]) -> Iterator[JournalLine]:
    """The lines with their digests."""
    for entry in entries:
        before = after(before, entry)
        yield entry._replace(digest=before)


def amiss(before: str, entries: Iterable[JournalLine], last: str, first: int = 1) -> str:
    """The first line that breaks the chain, in words. "" if the chain holds up to the last line."""
    number = first
    for number, entry in enumerate(entries, first):
        before = after(before, entry)
        if entry.number != number or entry.digest != before:
            return f"line {number}"
    return "" if before == last else f"line {number} or what follows it"


class JournalReport(NamedTuple):
    """A report that counts, with corrections applied, and its line."""

    line: int
    text: str
    overrule: bool = False
    void: bool = False


@dataclass
class Course:
    """The outcome of the journal: the reports that count, and those that a redo would restore.

    ``taken`` maps a line to the one that undid it, ``mended`` to what a correction did and its line.
    """

    reports: list[JournalReport] = field(default_factory=list)
    gone: list[list[JournalReport]] = field(default_factory=list)
    taken: dict[int, int] = field(default_factory=dict)
    mended: dict[int, tuple[str, int]] = field(default_factory=dict)

    def counts(self, line: int) -> bool:
        """Whether the report of a line counts, corrected or not."""
        at = self.find(line)
        return at is not None and not self.reports[at].void

    def fate(self, line: int) -> tuple[str, int] | None:
        """What happened to a report that doesn't count as it was entered, and in which line."""
        return ("taken back", self.taken[line]) if line in self.taken else self.mended.get(line)

    @property
    def standing(self) -> list[JournalReport]:
        return [report for report in self.reports if not report.void]

    def last(self, count: int) -> list[JournalReport]:
        """The last reports that count, the newest first."""
        return self.standing[-count:][::-1] if count > 0 else []

    def find(self, line: int) -> int | None:
        """The index in ``told`` of the report in a line."""
        return next((i for i, report in enumerate(self.reports) if report.line == line), None)

    def take(self, entry: JournalLine) -> None:
        """Adds one line of the journal."""
        if not entry.accepted:
            return
        if entry.kind == "undo":
            self._undo(entry)
        elif entry.kind == "redo":
            self.reports += (back := self.gone.pop())
            for report in back:
                self.taken.pop(report.line, None)
        elif entry.kind == "resume":
            if entry.target and (at := self.find(entry.target)) is not None:
                self.taken[entry.target] = entry.number
                del self.reports[at]
        elif entry.kind in ("fix", "void"):
            self.correct(entry.target, None if entry.kind == "void" else entry.text, entry.overrule)
            self.mended[entry.target] = "void" if entry.kind == "void" else "fixed", entry.number
            self.gone.clear()
        elif entry.text:  # a report, or the `end` that closed the session; confirmations have none
            self.reports.append(JournalReport(entry.number, entry.text, entry.overrule))
            self.gone.clear()

    def _undo(self, entry: JournalLine) -> None:
        going = self.last(entry.moved)
        first = self.find(going[-1].line) or 0
        self.gone.append(self.reports[first:])
        del self.reports[first:]
        for report in going:
            self.taken[report.line] = entry.number

    def correct(self, line: int, text: str | None, overrule: bool = False) -> None:
        """Replaces the text of a line, or strikes it out."""
        at = self.find(line)
        assert at is not None
        old = self.reports[at]
        self.reports[at] = (
            JournalReport(line, old.text, old.overrule, True) if text is None else JournalReport(line, text, overrule)
        )


def course(entries: Iterable[JournalLine]) -> Course:
    replayed = Course()
    for entry in entries:
        replayed.take(entry)
    return replayed
