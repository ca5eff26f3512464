"""A session: reports, undo, redo, corrections, closing and resuming, each an entry of its journal.

Its state is found by replaying the entries that count. Undo, redo, corrections, closing and resuming are entries of the
journal like reports.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from referee.game.common_reports import End
from referee.game.findings import Breach, Finding
from referee.game.game import Game, Hand
from referee.games import is_game
from referee.language.words import ParseError, Seat, so_many, text_fault
from referee.rules.rule import Kind, Verdict
from referee.table.objects import breach_object
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from scoresheets.catalogue import TALLY, NoGame, counts_as, game_of, name_in
from scoresheets.errors import NOTHING, USAGE, CommandError, Disconnected, Unreplayable
from scoresheets.keeping import database, digests, proof
from scoresheets.keeping.database import stamp, writing
from scoresheets.keeping.replay import Course, JournalLine, JournalReport, amiss, chained, course
from scoresheets.keeping.results import Results, results

if TYPE_CHECKING:
    from scoresheets.keeping.database import Clock, Link
    from scoresheets.keeping.places import Place

LONGEST_REPORT = 10_000  # characters

COUNTED = "end --count"
"""The line that closes a session if the table counts a game that stopped early."""

_COLUMNS = ", ".join(JournalLine._fields)
APPEND = f"INSERT INTO entry (session_id, {_COLUMNS}) VALUES (?{', ?' * len(JournalLine._fields)})"


def unreadable(text: str) -> ParseError | None:
    """Why a text can't be saved at all. None if it can."""
    if fault := text_fault(text):
        return fault
    if len(text) > LONGEST_REPORT:
        return ParseError(f"that is too long: a report has {LONGEST_REPORT} characters at most", LONGEST_REPORT)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return ParseError("this isn't UTF-8 text", error.start + 1)
    return None


NOT_SAVED = frozenset((Kind.UNREAD, Kind.AMBIGUOUS, Kind.NOT_DUE, Kind.GAME_OVER))
"""Refusals of lines that mean nothing at this point of the game: they take no number in the journal."""


class SessionJournal(Protocol):
    """The part of the journal that a session uses: see `scoresheets.keeping.journal.Journal`."""

    link: Link
    path: Place
    clock: Clock

    def changing(self, number: int) -> AbstractContextManager[None]: ...
    def session(self, number: int) -> Session: ...
    def in_play(self) -> int | None: ...
    def sum_up(self, session: Session, stands: Results | None = None) -> None: ...


class JudgedLine(NamedTuple):
    """A ruling and its line in the journal, 0 if it wasn't saved."""

    ruling: Ruling
    line: int


class Correction(NamedTuple):
    """The correct text of a line. None strikes it out."""

    line: int
    text: str | None
    overrule: bool = False
    typed: str = ""


@dataclass
class Change:
    """The effect of corrections: their lines, every later ruling, and the score.

    ``clash`` is the line that would no longer be accepted. If there is one, nothing was changed.
    """

    before: Referee
    after: Referee
    lines: list[tuple[JournalReport, JournalReport]] = field(default_factory=list)
    rulings: list[tuple[Ruling, Ruling]] = field(default_factory=list)
    clash: tuple[JournalReport, Ruling] | None = None


def played_by(game: Game[Any], players: int, rows: Iterable[tuple[str, str | None, bool]]) -> dict[str, str]:
    """The options to play by: those chosen, and those whose default has changed since."""
    default = game.house(players, {})
    rows = [(game.option_now(name), value, chosen) for name, value, chosen in rows]
    return {
        name: "none" if value is None else value
        for name, value, chosen in rows
        if (chosen and value is not None) or ((chosen or value is not None) and str(default.get(name)) != str(value))
    }


class Session:
    """One session of the journal. If ``heard``, it is replayed at once, otherwise when somebody asks for a replay."""

    def __init__(self, kept: SessionJournal, number: int, *, heard: bool = True) -> None:
        self.journal = kept
        self.number = number
        with database.reading(kept.link):
            self._read()
            self._start()
            rows, chain = self._rows()
        self._go_on(rows, chain, heard)

    def _read(self) -> None:
        """Reads what was fixed when the session was opened, and whether it has ended.

        ``players`` are those at the start. The referee knows who has joined and left since.
        """
        link, number = self.journal.link, self.number
        row = link.execute(f"SELECT {proof.OPENING}, seal FROM session WHERE id = ?", (number,)).fetchone()
        if row is None:
            if number <= proof.book(link, self.journal.path).sessions:
                raise proof.damaged(self.journal.path, f"session {number}")
            raise CommandError(f"there is no session {number}. To list them, run `referee sessions`", NOTHING)
        seats = link.execute(f"SELECT {proof.SEAT} FROM seat WHERE session_id = ? ORDER BY place", (number,)).fetchall()
        if digests.sealed_session(row[:-1], seats) != row[-1]:
            raise proof.damaged(self.journal.path, f"session {number}")
        self.slug, self.edition, self.title, self.place, self.dealer, self.seed = row[1:7]
        self.opened = database.moment(row[7])
        self.ended = database.moment(row[8]) if row[8] else None
        self.profile, self.root = row[10], row[12]
        self.sheet, self.only_totals = row[14], bool(row[15])
        self.players = {Seat(name): player for _, _, player, name, joined in seats if not joined}
        house = self.house_rows()
        opening = self.title, self.place, self.dealer, self.seed, self.profile, row[7]
        declared = digests.declared(self.sheet, self.only_totals)
        if digests.root(self.slug, self.edition, self.players, house, *opening, *declared) != self.root:
            raise proof.damaged(self.journal.path, f"the house rules of session {number}")
        self._sit_down(house)

    def _sit_down(self, house: Iterable[tuple[str, str | None, bool]]) -> None:
        """Sets the game and its options."""
        try:
            self.game = game_of(self.slug, self.sheet, self.only_totals)
        except NoGame as error:
            why = error.message if is_game(self.slug) else f"its game, {self.slug}, isn't installed here"
            read = f"You can still use `referee log {self.number}`, `show` and `export`"
            raise NoGame(f"session {self.number} can't be replayed: {why}. {read}", error.code) from error
        self.house = played_by(self.game, len(self.players), house)

    @property
    def name(self) -> str:
        """The name of the game."""
        return self.game.name

    @property
    def played(self) -> str:
        """The name of the game. For a tally, of the game that is tallied, if its title has one."""
        return (self.slug == TALLY and name_in(self.title)) or self.name

    @property
    def evening(self) -> str:
        """The title of the evening. For a tally, without the name of its game."""
        return str(self.title.removeprefix(self.played).removeprefix(": ") if self.slug == TALLY else self.title)

    @property
    def counts_as(self) -> str:
        """The slug of the game that it counts as in statistics."""
        return counts_as(self.slug, self.title)

    def _start(self) -> None:
        self.entries: list[JournalLine] = []
        self.chain = self.root
        self.course = Course()
        self.referee = self._referee()
        self._heard: list[JournalReport] = []
        self._stood: Results | None = None
        self._stale = False

    def _referee(self) -> Referee:
        try:
            return Referee(self.game, list(self.players), self.house, self.dealer)
        except ValueError as error:
            raise Unreplayable(f"session {self.number} can no longer be played: {error}") from error

    # Reading

    @property
    def numbers(self) -> dict[Seat, int]:
        """Everybody who has sat there, with the number of the player."""
        asked = "SELECT name, player_id FROM seat WHERE session_id = ? ORDER BY place"
        return {Seat(name): player for name, player in self.journal.link.execute(asked, (self.number,))}

    @property
    def next_line(self) -> int:
        return self.entries[-1].number + 1 if self.entries else 1

    def _catch_up(self) -> None:
        """Reads lines that others have written since."""
        if self._stale:
            self._start()
        self._go_on(*self._rows())

    def _rows(self) -> tuple[list[JournalLine], str]:
        """The lines that haven't been read yet, and the last digest."""
        columns = ", ".join(f"entry.{name}" for name in JournalLine._fields)
        asked = (
            f"SELECT session.chain, {columns} FROM session LEFT JOIN entry ON session_id = session.id AND number >= ?"
            " WHERE session.id = ? ORDER BY number"
        )
        rows = self.journal.link.execute(asked, (self.next_line, self.number)).fetchall()
        if not rows:
            raise proof.damaged(self.journal.path, f"session {self.number}")
        return [JournalLine(*row[1:]) for row in rows if row[1] is not None], rows[0][0]

    def _go_on(self, rows: list[JournalLine], chain: str, heard: bool = True) -> None:
        if fault := amiss(self.chain, rows, chain, self.next_line):
            self._stale = True
            if chain in (self.root, *(entry.digest for entry in self.entries)):
                raise self._set_back(chain)
            raise proof.damaged(self.journal.path, f"{fault} of session {self.number}")
        self.chain = chain
        for entry in rows:
            try:
                self.course.take(entry)
            except (AssertionError, IndexError) as error:
                where = f"line {entry.number} of session {self.number}"
                raise Unreplayable(f"{self.journal.path} is damaged: {where} makes no sense") from error
            self.entries.append(entry)
        if rows and heard:
            self._stood = None
            self._follow()

    def _set_back(self, chain: str) -> Disconnected:
        """The error when the file was replaced by an older copy."""
        last = next((entry.number for entry in self.entries if entry.digest == chain), 0)
        lost = f"line {last + 1}" if last + 2 == self.next_line else f"lines {last + 1} to {self.next_line - 1}"
        missing = f"Missing: {lost} of session {self.number}"
        text = f"{self.journal.path} was replaced by an older copy. {missing}. Enter again what should count."
        return Disconnected(text)

    def catch_up(self) -> list[JournalLine]:
        """Reads lines that others have written since, and returns them."""
        known = self.next_line
        with database.in_a_sentence(self.journal.path):
            asked = "SELECT ended FROM session WHERE id = ?"
            (ended,) = self.journal.link.execute(asked, (self.number,)).fetchone()
            self.ended = database.moment(ended) if ended else None
            self._catch_up()
        return [entry for entry in self.entries if entry.number >= known]

    def _follow(self) -> None:
        """Brings the referee up to date with the entries that count."""
        due = self.course.standing
        same = 0
        for old, new in zip(self._heard, due, strict=False):
            if old != new:
                break
            same += 1
        self.referee.undo(len(self._heard) - same)
        del self._heard[same:]
        for report in due[same:]:
            self._judge_again(self.referee, report)
            self._heard.append(report)

    def _judge_again(self, referee: Referee, report: JournalReport) -> Ruling:
        ruling = referee.hear_again(report.text, line=report.line, overrule=report.overrule)
        if not ruling.accepted and self._outgrown and not referee.playing:
            # In a hand that was over it changed nothing. A ruleset that now refuses it keeps it as a remark.
            referee.hear(f"note {report.text}", line=report.line)
        elif not ruling.accepted:
            newer = f" (saved under edition {self.edition}, this is {self.game.edition})" if self._outgrown else ""
            where = f"line {report.line}, {report.text}"
            raise Unreplayable(f"session {self.number} can't be replayed{newer}: {where}: {ruling.message}")
        return ruling

    @property
    def _outgrown(self) -> bool:
        return bool(self.edition != self.game.edition)

    def house_rows(self) -> list[tuple[str, str | None, bool]]:
        """Every house rule: its name, its value when the session was opened, and whether it was chosen."""
        asked = "SELECT name, value, chosen FROM house_rule WHERE session_id = ? ORDER BY name"
        rows = self.journal.link.execute(asked, (self.number,))
        return [(name, value, bool(chosen)) for name, value, chosen in rows]

    def fresh(self) -> Referee:
        """A new referee for this table, without reports."""
        return self._referee()

    def then(self, moment: datetime) -> Referee:
        """The table at a moment: after the last line entered by then, even if a clock was set back."""
        number = max((entry.number for entry in self.entries if entry.moment <= moment), default=0)
        return self._as_of(self.entries[:number])

    def as_it_is(self) -> Referee:
        """A new referee for this table, after only the reports that count."""
        return self._as_of(self.entries)

    def _as_of(self, entries: Iterable[JournalLine]) -> Referee:
        referee = self._referee()
        for report in course(entries).standing:
            self._judge_again(referee, report)
        return referee

    def replayed_reports(self) -> Iterator[tuple[JournalLine, Ruling]]:
        """Replays the journal line by line and yields every report with its ruling now."""
        entries = [*self.entries]
        self._start()
        corrected = False  # reports corrected together may only be valid together
        for entry in entries:
            if corrected and entry.kind == "report":
                self._follow()
            corrected = entry.kind != "report"
            self.entries.append(entry)
            self.chain = entry.digest
            self.course.take(entry)
            if corrected:
                continue
            if entry.accepted:
                report = self.course.reports[-1]
                yield entry, self._judge_again(self.referee, report)
                self._heard.append(report)
            else:
                ruling = self.referee.hear(entry.text, line=entry.number, overrule=entry.overrule)
                if ruling.accepted:
                    self.referee.undo(1)
                yield entry, ruling
        self._follow()

    # Writing

    @contextmanager
    def _writing(self, *, closed: bool = False) -> Iterator[None]:
        """Opens a write transaction for an entry. It is saved completely or not at all."""
        try:
            with writing(self.journal.link, self.journal.path):
                asked = "SELECT ended FROM session WHERE id = ?"
                (ended,) = self.journal.link.execute(asked, (self.number,)).fetchone()
                self.ended = database.moment(ended) if ended else None
                if self.ended and not closed:
                    raise CommandError(
                        f"Session {self.number} is closed. To continue it, run `referee resume {self.number}`.", NOTHING
                    )
                self._catch_up()
                if self.aside and not closed:
                    raise CommandError(
                        f"session {self.number} is left out. To count it again, run `referee resume {self.number}`",
                        NOTHING,
                    )
                before = self._stood or self.results
                yield
                self._stood = self.results
                if self._stood != before:
                    self.journal.sum_up(self)
        except BaseException:
            self._stale = True
            raise

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Blocks other writers for the whole ``with`` block. Everything in it is saved, or nothing."""
        try:
            with writing(self.journal.link, self.journal.path):
                self._catch_up()
                yield
        except BaseException:
            self._stale = True
            raise

    @contextmanager
    def without(self, count: int) -> Iterator[Referee]:
        """The referee without the last ``count`` reports. Undo whatever you try on it."""
        self.referee.undo(count)
        del self._heard[len(self._heard) - count :]
        try:
            yield self.referee
        finally:
            self._follow()

    @property
    def results(self) -> Results:
        """Everybody's results. A game isn't finished until every hand is confirmed that must be."""
        found = results(self.referee, counted=self.counted)
        return found._replace(over=found.over and not self.unconfirmed)

    @property
    def counted(self) -> bool:
        """Whether the table stopped early and counts the score at that time."""
        closing = next((entry for entry in reversed(self.entries) if entry.kind in ("end", "resume")), None)
        return closing is not None and closing.typed == COUNTED

    @property
    def unconfirmed(self) -> list[int]:
        """The finished hands that another player must still confirm."""
        if not any(entry.kind == "confirm" for entry in self.entries):
            return []
        from scoresheets.keeping.confirmations import unconfirmed

        return unconfirmed(self)

    def _append(self, kind: str, **columns: Any) -> JournalLine:
        (entry,) = chained(self.chain, [JournalLine(self.next_line, stamp(self.journal.clock()), kind, **columns)])
        self.journal.link.execute(APPEND, (self.number, *entry))
        self.chain = entry.digest
        self.entries.append(entry)
        self.course.take(entry)
        return entry

    def say(self, text: str, *, overrule: bool = False, column: int = 1, typed: str = "") -> JudgedLine:
        """Applies a report and saves it, even if it breaks a rule. One that isn't possible now isn't saved."""
        with self._writing():
            line, hand = self.next_line, self.referee.hand
            ruling = self.referee.hear(text, line=line, overrule=overrule, column=column)
            if ruling.kind in NOT_SAVED:
                return JudgedLine(ruling, 0)
            row = ruled(ruling) | {"text": self._lasting(ruling, text, hand)}
            self._append("report", overrule=overrule, typed=typed or text, **row)
            if ruling.accepted:
                self._heard.append(self.course.reports[-1])
        return JudgedLine(ruling, line)

    def _lasting(self, ruling: Ruling, text: str, hand: Hand) -> str:
        """A report in notation. As it was typed if that can't be parsed, as with a player called Deal.

        ``hand`` is the hand it was made in, with the players at that time.
        """
        if ruling.text == text:
            return text
        try:
            again = self.referee.vocabulary.read(ruling.text, hand)
        except ParseError:
            return text
        return ruling.text if again == ruling.report else text

    def note_refusal(self, ruling: Ruling, typed: str) -> JudgedLine:
        """Saves a report that was marked as refused, unless it is unclear."""
        if ruling.verdict is Verdict.UNCLEAR:
            return JudgedLine(ruling, 0)
        with self._writing():
            line = self._append("report", typed=typed, **ruled(ruling)).number
        return JudgedLine(ruling, line)

    def confirm(self, *, message: str, typed: str = "", target: int = 0, moved: int = 0, why: str = "") -> None:
        """Saves a confirmation or an objection (`scoresheets.keeping.confirmations`). The game doesn't change."""
        with self._writing(closed=True):
            self._append("confirm", message=message, typed=typed, target=target, moved=moved, why=why)

    def undo(self, count: int = 1) -> list[JournalReport]:
        """Undoes the last reports and returns them, newest first."""
        with self._writing():
            going = self.course.last(count)
            if count < 1:
                raise CommandError(f"you can undo 1 report or more, not {count}", USAGE)
            if len(going) < count:
                left = f"only {so_many(len(going), 'report')} can be undone, not {count}"
                raise CommandError(left if going else "there is nothing to undo")
            self._append("undo", moved=count)
            self._follow()
        return going

    def redo(self) -> list[JournalReport]:
        """Redoes what the last undo took back."""
        with self._writing():
            if not self.course.gone:
                raise CommandError("nothing has been undone since the last entry, so there is nothing to redo")
            back = [report for report in self.course.gone[-1] if not report.void]
            self._append("redo", moved=len(back))
            self._follow()
        return back

    def correct(self, corrections: Sequence[Correction], why: str, *, dry: bool = False) -> Change:
        """Corrects earlier lines and replays everything after them, completely or not at all."""
        with self._writing():
            change = self._changed(corrections)
            if dry:
                return change
            fixed = {new.line: new for _, new in change.lines}
            verdict = ruled(change.clash[1]) if change.clash else {}
            for correction in corrections:
                kind = "void" if correction.text is None else "fix"
                new = fixed.get(correction.line)
                text = new.text if new and correction.text is not None else correction.text or ""
                row = {
                    "text": text,
                    "typed": correction.typed,
                    "overrule": correction.overrule,
                    "why": why,
                    "target": correction.line,
                }
                if change.clash:
                    row |= {**verdict, "text": text, "message": _at(*change.clash)}
                self._append(kind, **row)
            if not change.clash:
                self.referee, self._heard = change.after, self.course.standing
        return change

    def _changed(self, corrections: Sequence[Correction]) -> Change:
        """The session with corrections applied, replayed from the start."""
        wanted = Course([*self.course.reports])
        for correction in corrections:
            if (at := wanted.find(correction.line)) is None:
                raise CommandError(self._no_such_line(correction.line), NOTHING)
            if correction.text is None and wanted.reports[at].void:
                raise CommandError(f"line {correction.line} is already void")
            text = correction.text and self.referee.called_then(correction.text, correction.line)
            wanted.correct(correction.line, text, correction.overrule)
        fixed = {correction.line for correction in corrections}
        change = Change(self.referee, self._referee())
        for old, new in zip(self.course.reports, wanted.reports, strict=True):
            if new.void:
                if not old.void:
                    change.lines.append((old, new))
                continue
            hand = change.after.hand
            ruling = change.after.hear(new.text, line=new.line, overrule=new.overrule)
            if not ruling.accepted:
                change.clash = new, ruling
                break
            if new.line in fixed:
                change.lines.append((old, JournalReport(new.line, self._lasting(ruling, new.text, hand), new.overrule)))
        was, now = (
            {entry.report.line: entry.ruling for entry in referee.entries} for referee in (change.before, change.after)
        )
        for line in (line for line in now if line in was and line not in fixed):
            if _weight(was[line]) != _weight(now[line]):
                change.rulings.append((was[line], now[line]))
        return change

    def _no_such_line(self, line: int) -> str:
        if line in self.course.taken:
            return f"line {line} was undone in line {self.course.taken[line]}, so there is nothing to correct"
        if 1 <= line < self.next_line:
            kind = self.entries[line - 1].kind
            return (
                f"line {line} was refused and never counted, so there is nothing to void or correct"
                if kind == "report"
                else f"line {line} isn't a report"
            )
        return f"session {self.number} has no line {line}. To list its lines, run `referee log`"

    @property
    def unplayed(self) -> bool:
        """Whether closing the session now would stop the game early."""
        if self.referee.over or not self.referee.hear(End.verb, line=self.next_line).accepted:
            return False
        broken_off = self.referee.broken_off
        self.referee.undo(1)
        return broken_off

    def end(self, *, count: bool = False) -> None:
        """Closes the session. If the game isn't over, it stops early; ``count`` makes the present score count."""
        with self._writing():
            self._close(count)

    def _close(self, count: bool = False) -> None:
        line = self.next_line
        row = {}
        if not self.referee.over:
            ruling = self.referee.hear(End.verb, line=line)
            if not ruling.accepted:
                raise CommandError(f"the game can't end here: {ruling.message}")
            row = ruled(ruling) | ({"typed": COUNTED} if count else {})
        self._append("end", **row)
        self._heard = self.course.standing
        self.ended = self.journal.clock()
        with self.journal.changing(self.number):
            self.journal.link.execute("UPDATE session SET ended = ? WHERE id = ?", (stamp(self.ended), self.number))

    @property
    def aside(self) -> JournalLine | None:
        """The line that set the session aside, if it still is."""
        last = next((entry for entry in reversed(self.entries) if entry.kind in ("aside", "resume")), None)
        return last if last and last.kind == "aside" else None

    def set_aside(self, why: str) -> None:
        """Sets the session aside: it is saved but counts for nothing."""
        with self._writing(closed=True):
            if self.aside:
                raise CommandError(f"session {self.number} is already left out")
            self.lay_aside(self._append("aside", why=why))

    def lay_aside(self, line: JournalLine | None) -> None:
        """Updates the row of the session after it was set aside or resumed."""
        with self.journal.changing(self.number):
            asked = "UPDATE session SET aside = ? WHERE id = ?"
            self.journal.link.execute(asked, (line.at if line else None, self.number))

    def resume(self) -> None:
        """Resumes the session: undoes that it was set aside, or else that it was closed.

        If closing it stopped the game early, that is undone too.
        """
        with self._writing(closed=True):
            if line := self.aside:
                self._append("resume", target=line.number)
                self.lay_aside(None)
                if self.ended:
                    return
            elif self.ended:
                closing = next(entry for entry in reversed(self.entries) if entry.kind == "end")
                stopped = (
                    report.line for report in reversed(self.course.reports) if report.text == End.verb
                )  # by a report
                self._append("resume", target=closing.number if closing.text else next(stopped, 0))
                self._follow()
            self.ended = None
            with self.journal.changing(self.number):
                self.journal.link.execute(
                    "UPDATE session SET ended = NULL, taken_up = (SELECT max(taken_up) + 1 FROM session) WHERE id = ?",
                    (self.number,),
                )


def ruled(ruling: Ruling) -> dict[str, Any]:
    """A ruling in the form of a journal entry."""
    return {
        "text": ruling.text,
        "verdict": str(ruling.verdict),
        "rules": _json([breach_object(breach) for breach in ruling.broken]),
        "findings": _json([
            {"name": finding.name, "who": finding.who, "message": finding.why, "lines": finding.proof}
            for finding in ruling.findings
        ]),
        "message": ruling.message,
    }  # fmt: skip


def _json(value: list[dict[str, Any]]) -> str:
    if not value:
        return "[]"
    import json

    return json.dumps(value, ensure_ascii=False)


def _weight(ruling: Ruling) -> tuple[tuple[Breach, ...], tuple[Finding, ...], list[tuple[str, int]]]:
    """The essence of a ruling, for comparing two on the same report."""
    return ruling.broken, ruling.findings, [(line.who, line.points) for line in ruling.lines]


def _at(report: JournalReport, ruling: Ruling) -> str:
    return f"line {report.line}, {report.text}: {ruling.message}"
