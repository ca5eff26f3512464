"""Applies lines from a page: compared with what the page had shown, applied as at the prompt, and answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from secrets import token_hex
from typing import TYPE_CHECKING, NamedTuple

from referee.game.asks import Macro
from referee.game.common_reports import ANY_TIME, Concedes, Deal, End, House, Joins, Leaves, Misdeal, Replaces
from referee.language.words import ParseError
from referee.table.rulings import Ruling
from scoresheets.display.board import openly
from scoresheets.display.changed import changes as changes_of
from scoresheets.display.phrases import ended
from scoresheets.display.reasons import line_in_words
from scoresheets.display.rulings import accepted, facts, overrulable, refusal, repairs
from scoresheets.errors import FINE, REFUSED, USAGE, CommandError
from scoresheets.keeping.line_entry import InShort, LineEntry, Part
from scoresheets.keeping.replay import JournalLine
from scoresheets.keeping.session import Session

if TYPE_CHECKING:
    from referee.records.record import Judge
    from scoresheets.keeping.again import AlreadyEntered

SHOWN = 12  # digits of a digest that a page sends back
OFFERED, MOST_OFFERED = 3, 8  # repairs; more if a name fits several players
NEWS = 6  # lines shown of those entered meanwhile
TURNING = (Deal, Misdeal, End, House, Joins, Leaves, Replaces, Concedes)
"""Reports that change the situation. Lines meant for before are asked about again; these come after all others."""


# The state of a page


class Seen(NamedTuple):
    """The journal as a page showed it, and the page's own id: a form sent twice is one."""

    session: int
    line: int
    digest: str
    page: str

    def __str__(self) -> str:
        return ".".join(map(str, self))


def seen(session: Session | None) -> str:
    """The state for a page that is made now."""
    if session is None:
        return str(Seen(0, 0, "", token_hex(8)))
    return str(Seen(session.number, session.next_line - 1, session.chain[-SHOWN:], token_hex(8)))


def read_seen(text: str) -> Seen:
    """The state sent by a page. Raises CommandError if no page of ours sends it."""
    number, line, digest, page = [*text.split("."), "", "", ""][:4]
    if text.count(".") != 3 or not (number + line).isascii() or not (number + line).isdigit() or len(text) > 80:
        raise CommandError("this page is out of date. Open it again", USAGE)
    return Seen(int(number or 0), int(line or 0), digest, page)


# Outcomes


@dataclass
class Suggestion:
    """A report that can be entered instead of one that was refused."""

    text: str
    overrule: bool = False

    @property
    def line(self) -> str:
        return f"~ {self.text}" if self.overrule else self.text


@dataclass
class Outcome:
    """The outcome of a form: taken, refused, unfinished, asked because of news, or in trouble."""

    kind: str
    told: str = ""
    where: str = ""  # the form with the report
    topic: str = ""  # the topic of that form
    given: list[tuple[str, str]] = field(default_factory=list)  # its values
    before: list[str] = field(default_factory=list)  # messages for the reports accepted before a refusal
    said: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)  # the lines of `said` that quote reports
    rules: list[str] = field(default_factory=list)
    proof: list[str] = field(default_factory=list)
    repairs: list[Suggestion] = field(default_factory=list)
    overrule: Suggestion | None = None
    choices: list[str] = field(default_factory=list)  # choices of a question about a correction
    again: str = ""  # the report in question
    unheard: str = ""
    lines: list[int] = field(default_factory=list)  # the journal's lines that were accepted
    news: list[str] = field(default_factory=list)
    chain: str = ""  # the journal's last digest after it

    @property
    def stays(self) -> bool:
        """Whether the text is put back into its field, because it wasn't accepted."""
        return self.kind != "taken"

    def leaves(self, rest: str) -> None:
        """Remembers the rest of the line after a report that was refused, to be entered once that is corrected."""
        self.unheard = "; ".join(filter(None, (self.unheard, rest)))
        if self.stays:
            self.told = "; ".join(filter(None, (self.told, rest)))


class OfSeat(LineEntry):
    """Applies only a player's own reports; all of them without a ``seat``."""

    seat = ""

    def _prepared(self, part: Part) -> Part:
        return self._own(part) if self.seat else part

    def _own(self, part: Part) -> Part:
        """A report of this player, with the name filled in. Raises CommandError for any other."""
        piece, referee = part.piece, self.session.referee
        if piece.mark or piece.overrule:
            raise CommandError("only the scorekeeper can enter that")
        try:
            report = referee.vocabulary.read(piece.text, referee.hand)
        except ParseError:
            return part
        if isinstance(report, (*ANY_TIME, Macro)) or report.speaker == "none":
            raise CommandError("only the scorekeeper can enter that")
        seat = next((seat for seat in referee.seats if seat == self.seat), None)
        if seat is None:
            raise CommandError(f"{self.seat} is no longer in that seat")
        if not report.who:
            report = replace(report, who=referee.hand.side(seat) if report.team else seat)
        elif report.who not in (seat, referee.hand.side(seat) if report.team else seat):
            raise CommandError(f"only {report.who} or the scorekeeper can enter that")
        return part._replace(piece=piece._replace(text=report.text))


class Hearing(InShort, OfSeat):
    """Applies a line and collects the outcome."""

    def __init__(
        self, session: Session, *, dry: bool = False, seat: str = "", answers: bool = True, together: bool = False
    ) -> None:
        super().__init__(session, dry=dry)
        self.seat = seat
        self.answers = answers
        self.corrects = not seat and not together
        self.rulings: list[Ruling] = []
        self.outcome = Outcome("taken")

    def _answer(self, ruling: Ruling, typed: str, column: int, source: str, number: int) -> int:
        self.rulings.append(ruling)
        if not self.answers:
            return FINE if ruling.accepted else REFUSED
        referee, outcome = self.session.referee, self.outcome
        if ruling.accepted:
            texts = [text.strip() for text, _ in accepted(ruling, referee, brief=True)]
            outcome.said += texts
            outcome.taken.append(texts[0])
            outcome.lines.append(number)
            return FINE
        outcome.kind, outcome.told = "refused", typed
        outcome.before, outcome.said = outcome.said, []
        outcome.said.append(refusal(ruling, referee))
        outcome.said += [f"Also: {ended(other.why)}" for other in ruling.broken[1:]
                         if (other.rule, other.why) != (ruling.broken[0].rule, ruling.broken[0].why)]  # fmt: skip
        outcome.rules = list(dict.fromkeys(ruling.rules))
        outcome.proof = [] if self.seat else facts(ruling, referee)
        most = max(OFFERED, min(len(ruling.instead), MOST_OFFERED))
        outcome.repairs = [Suggestion(text) for text in repairs(ruling, referee, typed, column, most)]
        if not self.seat and (text := overrulable(ruling, referee)):
            outcome.overrule = Suggestion(text, True)
        return REFUSED

    def _answer_again(self, again: AlreadyEntered, ruling: Ruling, part: Part) -> int:
        outcome = self.outcome
        if not again.choices:
            outcome.said.append(again.question)
            return FINE
        outcome.kind, outcome.told, outcome.again = "refused", part.typed, part.piece.text
        outcome.before, outcome.said = outcome.said, [again.question]
        outcome.choices = [choice.label for choice in again.choices]
        return REFUSED

    def _answer_check(self, part: Part, judge: Judge, source: str) -> int:
        failed = judge.failures[0] if judge.failures else None
        if failed is None:
            self.outcome.said.append(f"holds: {part.typed}")
            return FINE
        self.outcome.kind = "refused"
        self.outcome.said.append(f"{part.typed} is wrong: expected {failed.expected}, but it is {failed.actual}")
        return REFUSED

    def _show_ignored(self, rest: str, *, aside: bool = False) -> None:
        self.outcome.unheard += f"; {rest}" if self.outcome.unheard else rest

    def _show_aside(self, reason: str) -> None:
        self.outcome.said.append(reason)


# Telling


def tell(session: Session, lines: Sequence[str], page: Seen, seat: str = "", *, used: bool = False) -> Outcome:
    """Applies lines to a session, unless lines entered since the page was drawn change their meaning.

    Each page is good for one form: if it is ``used``, asks first. Several lines, such as those of a whole hand, are
    applied together or not at all.
    """
    text = "; ".join(lines)
    if not text.strip():
        return Outcome("trouble", said=["Nothing was entered."])
    with session.alone():
        if news := changes(session, page, lines, seat, used=used):
            return Outcome("asked", text, news=news)
        if len(lines) > 1:
            trial = _rehearse(session, lines, Hearing(session, dry=True, seat=seat))
            if trial.outcome.kind == "refused":
                trial.outcome.told, trial.outcome.repairs = text, []
                trial.outcome.said.append("Nothing was saved.")
                return trial.outcome
        hearing = Hearing(session, seat=seat, together=len(lines) > 1)
        for line in lines:
            if hearing.tell(line):
                break
    left = (hearing.outcome.told, hearing.outcome.unheard) if hearing.outcome.lines else (text,)
    hearing.outcome.told = "; ".join(filter(None, left))
    return hearing.outcome


def preview(session: Session, lines: Sequence[str], seat: str = "") -> tuple[str, dict[str, int]]:
    """The effect of lines if they were entered now: why they would be refused, and the points for each side."""
    referee = session.referee
    scores = dict(referee.scores)
    hearing = Hearing(session, dry=True, seat=seat)
    with referee.trial():
        for line in lines:
            if hearing.tell(line):
                return hearing.outcome.said[0], {}
        moved = {side: points - scores.get(side, 0) for side, points in referee.scores.items()}
        return "", {side: points for side, points in moved.items() if any(moved.values())}


def since(session: Session, page: Seen) -> list[JournalLine] | None:
    """The lines accepted since a page was drawn. None if the page showed another journal."""
    if page.session != session.number or page.line >= session.next_line:
        return None
    digest = session.entries[page.line - 1].digest if page.line else session.root
    return [entry for entry in session.entries[page.line :] if entry.accepted] if digest.endswith(page.digest) else None


def changes(session: Session, page: Seen, lines: Sequence[str], seat: str = "", *, used: bool = False) -> list[str]:
    """The lines entered since a page was drawn, if they may change the meaning of the new ones.

    The meaning is the same if the lines still parse to the same reports with the same verdicts, nobody has entered
    similar ones meanwhile, no report has changed the situation, and the page hasn't been used yet.
    """
    told = since(session, page)
    if told is None:
        return ["this page shows another game. Open it again"]
    if not told:
        return []
    news = news_of(session, told, seat)
    if used or any(entry.kind not in ("report", "confirm") for entry in told):
        return news
    reports = [entry for entry in told if entry.kind == "report"]
    with session.without(len(reports)):
        before = rehearsed(session, lines, seat)
    now = rehearsed(session, lines, seat)
    if [(ruling.verdict, ruling.text) for ruling in before] != [(ruling.verdict, ruling.text) for ruling in now]:
        return news
    by_line = {entry.report.line: entry.report for entry in session.referee.entries}
    fresh = [by_line[entry.number] for entry in reports if entry.number in by_line]
    mine = [ruling.report for ruling in now if ruling.report]
    if any(isinstance(report, TURNING) for report in (*fresh, *mine)):
        return news
    alike = {(report.who, report.verb) for report in fresh} & {(report.who, report.verb) for report in mine}
    return news if alike else []


def news_of(session: Session, told: Sequence[JournalLine], seat: str) -> list[str]:
    """Lines entered by others. For a player's page, without the cards that are face down for that player."""
    heard = {heard.report.line: heard for heard in session.referee.entries}
    texts = []
    for entry in told[-NEWS:]:
        known = heard.get(entry.number)
        if seat and entry.kind == "report" and (known is None or known.report.who != seat):
            texts.append(f"line {entry.number}: {openly(known, session.referee) if known else '…'}")
        else:
            texts.append(f"line {entry.number}: {line_in_words(entry)}")
    return texts


def rehearsed(session: Session, lines: Sequence[str], seat: str) -> list[Ruling]:
    """The rulings on lines without saving them. Raises CommandError if this seat may not enter them."""
    return _rehearse(session, lines, Hearing(session, dry=True, seat=seat, answers=False)).rulings


def _rehearse(session: Session, lines: Sequence[str], hearing: Hearing) -> Hearing:
    with session.referee.trial():
        for line in lines:
            if hearing.tell(line):
                break
    return hearing


def take_back(session: Session, page: Seen, seat: str = "", line: int = 0) -> Outcome:
    """Undoes the last report that the page showed, which the form names by its ``line``, and nothing else.

    A player's page undoes only the player's own reports.
    """
    with session.alone():
        if since(session, page) is not None and line and _gone(session, line):
            return Outcome("taken", said=[f"line {line} is already undone"])
        if told := since(session, page):
            return Outcome("asked", news=news_of(session, told, seat))
        if told is None:
            return Outcome("asked", news=["this page shows another game. Open it again"])
        last = session.referee.entries[-1].report if session.referee.entries else None
        if line and (last is None or last.line != line):
            raise CommandError(f"line {line} isn't the last report")
        if seat and (last is None or last.who != seat):
            raise CommandError(f"the last report isn't {seat}'s; only the scorekeeper can undo it")
        going = session.undo()
    return Outcome("taken", said=[f"Undone: {report.text} (line {report.line})" for report in going])


def _gone(session: Session, line: int) -> bool:
    """Whether a report was accepted once but doesn't count any more."""
    entered = any(entry.number == line and entry.accepted and entry.kind == "report" for entry in session.entries)
    return entered and not session.course.counts(line)


def choose(session: Session, page: Seen, text: str, chosen: int) -> Outcome:
    """Corrects what is in already, by one of the answers to a question."""
    from scoresheets.keeping import again

    with session.alone():
        if since(session, page) != []:
            return Outcome("asked", text, news=["something else was entered meanwhile. Is this still right?"])
        found = again.single(session, text, adds=False, counted=True) or again.row(session, text)
        found = again.merged(found, again.deals_first(session, text)) or again.in_points(session, text)
        if not found or chosen >= len(found.choices):
            raise CommandError("that can no longer be corrected")
        made = again.take(session, choice := found.choices[chosen])
    said = [*(changes_of(made) if made else ()), *choice.texts]
    return Outcome("taken", said=said or [choice.label])


def put_back(session: Session, page: Seen) -> Outcome:
    """Redoes what was undone last."""
    with session.alone():
        if since(session, page) != []:
            return Outcome("asked", news=["something else was entered meanwhile"])
        back = session.redo()
    return Outcome("taken", said=[f"Redone: {report.text} (line {report.line})" for report in back])
