"""Commands that undo and correct: `referee undo`, `redo`, `fix` and `void`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

import typer

from referee.game.game import Hand
from referee.language.reports import Report, is_value
from referee.language.words import ParseError, Seat, quoted
from referee.table.referee import Referee
from scoresheets.cli import console
from scoresheets.cli.answers import joined
from scoresheets.cli.meant_lines import Meant, counted_before, ended_again, hand_shown, meant_lines, row_corrected
from scoresheets.cli.options import Db, Plain, Words
from scoresheets.cli.table import show_where_we_are
from scoresheets.display.changed import changes
from scoresheets.errors import FINE, USAGE, CommandError
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.line_entry import parts
from scoresheets.keeping.session import Correction, Session, unreadable


def undo(
    count: Annotated[int, typer.Argument(metavar="[N]", show_default=False)] = 1, plain: Plain = False, db: Db = ""
) -> None:
    """Undo the last report, or the last N."""
    with open_journal() as journal:
        session = journal.open_session()
        taken_back = session.undo(count)
        with console.after_saving():
            for report in taken_back:
                console.say(f"Undone: {report.text} (line {report.line})")
            show_where_we_are(session)


def redo(plain: Plain = False, db: Db = "") -> None:
    """Redo what the last undo took back."""
    with open_journal() as journal:
        session = journal.open_session()
        put_back = session.redo()
        with console.after_saving():
            for report in put_back:
                console.say(f"Redone: {report.text} (line {report.line})")
            show_where_we_are(session)


Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason, for the log.", show_default=False)]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]


def fix(
    line: Annotated[str, typer.Argument(metavar="LINE")],
    report: Words,
    why: Why,
    dry_run: DryRun = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Correct an earlier report. Everything after it is judged again.

    If a later report is no longer allowed, correct it too: `fix 4 "Ben bids 2; 7 Cat bids 1; void 9" --why …`. Without
    a line number, `fix sue 3` makes Sue's last number 3. `fix hand 1 sue 3` does that in hand 1, and `fix last 3`
    changes the number in the last line.
    """
    with open_journal() as journal:
        session = journal.open_session()
        text = f"{line} {joined(report, session.referee)}"
        raise typer.Exit(change(session, filled_in(session, corrections(text, session)), why, dry_run, plain))


def void(
    line: Annotated[list[str], typer.Argument(metavar="LINE…", show_default=False)],
    why: Why,
    dry_run: DryRun = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Strike out an earlier report. Everything after it is judged again.

    `void session NUMBER` sets a whole session aside: it stays saved but doesn't count, until you `resume` it.
    """
    with open_journal() as journal:
        if line[0] == "session":
            number = line[1] if len(line) == 2 else ""
            if not (number.isascii() and number.isdigit() and len(number) < 10):
                raise CommandError("To leave a whole session out, type `void session NUMBER --why TEXT`.", USAGE)
            set_aside(journal.session(int(number)), why, dry_run)
            return
        session = journal.open_session()
        wanted = list(corrections("void " + " ".join(line), session))
        raise typer.Exit(change(session, wanted, why, dry_run, plain))


def set_aside(session: Session, why: str, dry: bool) -> None:
    """Sets a session aside, and prints how the standings change."""
    over, hands, standings, _ = session.results
    players = [f"{row.seat} (won)" if row.winner else str(row.seat) for row in standings]
    what = f"It was a game of {session.slug}: {', '.join(players)}."
    counted = what if over and hands else "It isn't finished, so the standings don't change."
    if dry:
        console.say(f"Session {session.number} would no longer count. {counted}")
        return
    session.set_aside(why)
    with console.after_saving():
        console.say(f"Session {session.number} no longer counts. {counted}")
        console.say(f"  To undo that, run `referee resume {session.number}`.")


_FIX = re.compile(r"(\d{1,9})\s+(~\s*)?(\S.*)")
_VOID = re.compile(r"void((?:\s+\d{1,9})+)", re.IGNORECASE)
_LAST_ROW = re.compile(r"last((?:\s+\d{1,9}){2,})", re.IGNORECASE)


def _of_lines(lines: Iterable[Meant], typed: str) -> Iterator[Correction]:
    return (Correction(line, text or None, typed=typed) for line, text in lines)


def _players_apart(session: Session, typed: str) -> list[str]:
    """A correction of numbers of several players as one for each: ``sue 4, dave 3``."""
    from referee.entry.spoken.clauses import values_named

    text = re.sub(r"^last\s+(?=[^\W\d])", "", typed, flags=re.IGNORECASE)
    values = values_named(text, session.referee)
    return [f"{quoted(who)} {value}" for who, value in values] if len(values) > 1 else [typed]


class NoCorrection(CommandError):
    """What was typed doesn't have the form of a correction."""


def corrections(text: str, session: Session) -> Iterator[Correction]:
    """``4 Ben bids 2; void 9``: the correct text of lines. A line can be named as in ``last`` or ``hand 1 sue 3``."""
    if fault := unreadable(text):
        raise CommandError(fault.message, USAGE)
    try:
        typed_parts = [part.typed for part in parts(text)]
    except ParseError as error:
        raise CommandError(error.message, USAGE) from None
    if len(typed_parts) == 1 and (again := ended_again(typed_parts[0], session.referee)):
        yield from _of_lines(again, typed_parts[0])
        return
    changed: dict[int, Report] = {}
    for typed in [each for part in typed_parts for each in _players_apart(session, part)]:
        if struck := _VOID.fullmatch(typed):
            yield from (Correction(line, None) for line in dict.fromkeys(map(int, struck[1].split())))
        elif match := _FIX.fullmatch(typed):
            yield Correction(int(match[1]), match[3], bool(match[2]), typed)
        elif (row := _LAST_ROW.fullmatch(typed)) and (again := row_corrected(row[1].split(), session.referee)):
            yield from _of_lines(again, typed)
        elif placed := _placed(session, typed, changed):
            yield placed
        else:
            raise NoCorrection(f"write a correction as LINE REPORT or void LINE, not {typed!r}", USAGE)


def as_correction(text: str, session: Session) -> str:
    """A line that corrects what is in, in the form of ``fix``. Empty for any other line."""
    found: list[str] = []
    for lines in meant_lines(text, session.referee, lambda words, in_doubt: _is_new(words, session, in_doubt)):
        fix = "; ".join(f"{line} {now}" if now else f"void {line}" for line, now in lines)
        if fix and not session.correct(filled_in(session, corrections(fix, session)), "", dry=True).clash:
            return fix
        found.append(fix)
    return next(iter(found), "")


def _is_new(text: str, session: Session, in_doubt: bool) -> bool:
    """Whether a line would be accepted as a report. If it could be several: ``in_doubt``."""
    from referee.entry.shorthand import Several, read

    try:
        meant = read(text, session.referee)
    except Several:
        return in_doubt
    return session.referee.can(meant.text if meant else text).accepted


def _placed(session: Session, typed: str, changed: dict[int, Report]) -> Correction | None:
    """A correction of the last report, or of a player's in this hand or another: ``last 3``, ``hand 1 sue 3``.

    ``changed`` holds the rows already changed by the same line, so that a row can be changed twice.
    """
    words = typed.split()
    strikes = words[0].lower() == "void"
    words = words[strikes:]
    if not words:
        return None
    referee = session.referee
    if words[0].lower() == "last":
        if not referee.entries or strikes is (len(words) > 1):
            return None
        last = referee.entries[-1].report
        if len(words) == 2 and words[1].isdecimal() and len(re.findall(r"(?<!\S)[+-]?\d+(?!\S)", last.text)) == 1:
            return Correction(last.line, re.sub(r"(?<!\S)[+-]?\d+(?!\S)", words[1], last.text), typed=typed)
        text = None if strikes else _in_full(referee, " ".join(words[1:]))
        return Correction(last.line, text, typed=typed)
    entries, hand = referee.entries_now, hand_shown(referee)
    if words[0].lower() == "hand" and words[1:] and words[1].isdigit():
        record = next((each for each in reversed(referee.records) if each.number == int(words[1])), None)
        if record is None:
            raise CommandError(f"there is no hand {words[1]}", USAGE)
        entries, hand, words = record.entries, record.run.hand, words[2:]
    if not words or not (who := _player(referee, words[0])):
        return None
    side = referee.names.teams.get(who, who)
    theirs = [(entry.report, amounts) for entry in entries
              if {who, side} & {entry.report.who, *(amounts := entry.report.amounts(hand))}]  # fmt: skip
    if not theirs:
        raise CommandError(f"nothing was entered for {who} in hand {hand.number}", USAGE)
    rest = " ".join(words[1:])
    if strikes or not rest:
        return Correction(theirs[-1][0].line, None, typed=typed) if strikes and not rest else None
    if rest.isdigit():
        if len(rest) > 9:
            raise CommandError("a number has at most 9 digits here", USAGE)
        numbered = [(report, amounts) for report, amounts in theirs if {who, side} & amounts.keys()]
        if not numbered:
            raise CommandError(f"no number was entered for {who} in hand {hand.number}", USAGE)
        report, amounts = numbered[-1]
        named = who if who in amounts else side
        others = counted_before(report, named, hand, referee)
        if int(rest) < others:
            raise CommandError(f"{who} has {others} besides line {report.line}: correct that line by its number", USAGE)
        now = changed.get(report.line, report).with_amount(hand, named, int(rest) - others)
        if now.text == report.text:
            raise CommandError(f"line {report.line} is already {report.text}", USAGE)
        changed[report.line] = now
        return Correction(report.line, now.text, typed=typed)
    text = _in_full(referee, typed.partition(words[0])[2].strip() if is_value(words[1]) else f"{quoted(who)} {rest}")
    same = [report for report, _ in theirs if text.split()[1:2] == report.text.split()[1:2]]
    old = same[-1] if same else _alike(referee, hand, text, [report for report, _ in theirs])
    if len(old.amounts(hand)) > 1 and _in_the_row(referee, hand, text, old) == text:
        raise CommandError(
            f"line {old.line}, {old.text}, has everybody's numbers. Correct it by its line number", USAGE
        )
    return Correction(old.line, text, typed=typed)


def _alike(referee: Referee, hand: Hand, text: str, reports: Sequence[Report]) -> Report:
    """The last report of the same kind as a text, otherwise the last one."""
    try:
        kind = referee.vocabulary.read(text, hand).of_kind
    except ParseError:
        return reports[-1]
    return next((report for report in reversed(reports) if report.of_kind == kind), reports[-1])


def _in_the_row(referee: Referee, hand: Hand, text: str, row: Report) -> str:
    """A player's number as a correction of the row that has it: ``bids 1 0 2``. Any other text as it is."""
    try:
        report = referee.vocabulary.read(text, hand)
    except ParseError:
        return text
    amounts = report.amounts(hand)
    if len(row.amounts(hand)) < 2 or len(amounts) != 1 or report.of_kind != row.of_kind:
        return text
    ((who, number),) = amounts.items()
    return row.with_amount(hand, who, number).text


def _player(referee: Referee, word: str) -> Seat | None:
    """The player with that name or prefix."""
    begun = referee.names.begins(word)
    return referee.names.whole(word) or (begun[0] if len(begun) == 1 else None)


def _in_full(referee: Referee, text: str) -> str:
    """A report in notation, if the text is an everyday way to say one. Otherwise the text itself."""
    from referee.entry.spoken.readings import ways

    for words in (text, *(way.text for way in ways(text, referee))):
        try:
            return referee.vocabulary.read(words, referee.hand).text
        except ParseError:
            continue
    return text


def filled_in(session: Session, wanted: Iterable[Correction]) -> list[Correction]:
    """Corrections with the player and the verb of the old line, if only a number or a card was typed.

    Raises CommandError if one changes nothing.
    """
    vocabulary, hand = session.referee.vocabulary, session.referee.hand
    told = {told.line: told.text for told in session.course.standing}
    whole = []
    for correction in wanted:
        text = correction.text
        words = text.split() if text else []
        named = len(words) > 1 and _player(session.referee, words[0])
        if text and correction.line in told and all(is_value(word) for word in words[bool(named) :]):
            report = vocabulary.read(told[correction.line], hand)
            if named and named == report.who:
                text = " ".join(words[1:])
            text = " ".join(filter(None, (quoted(report.who) if report.who else "", report.verb, text)))
        if text and correction.line in told:
            with suppress(ParseError):  # a player who joined in that line can't be read as joining now
                old = replace(vocabulary.read(told[correction.line], hand), line=correction.line)
                text = _in_the_row(session.referee, hand_shown(session.referee), text, old)
            if text == told[correction.line]:
                raise CommandError(f"line {correction.line} is already {text}", USAGE)
        whole.append(correction._replace(text=text))
    return whole


def change(session: Session, wanted: list[Correction], why: str, dry: bool, plain: bool) -> int:
    """Makes corrections and prints their effect."""
    if fault := unreadable(why):
        raise CommandError(fault.message, USAGE)
    if not why.strip():
        raise CommandError("Say why: --why TEXT", USAGE)
    made = session.correct(wanted, why.strip(), dry=dry)
    if made.clash:
        report, ruling = made.clash
        console.ruling(ruling, made.after, where=f"line {report.line}", line=report.text, plain=plain, dry=dry)
        if report.line not in (lines := [correction.line for correction in wanted]):
            console.tell(f"{also(wanted, lines, report.line)}.")
        return console.exit_code(ruling)
    if dry:
        for line in changes(made):
            console.say(line)
        console.tell("Nothing was saved.")
        return FINE
    with console.after_saving():
        for line in changes(made):
            console.say(line)
        show_where_we_are(session)
    return FINE


def also(wanted: list[Correction], lines: list[int], line: int) -> str:
    """How to correct another line in the same command."""
    if all(correction.text is None for correction in wanted):
        both = f"void {' '.join(map(str, lines))} {line}"
        return f"Without that, line {line} isn't possible. To strike it out too, type `{both}`"
    return f"To correct line {line} in the same command, add `; {line} REPORT` or `; void {line}`"
