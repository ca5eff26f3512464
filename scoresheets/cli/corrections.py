"""What was told is put right: `referee undo`, `redo`, `fix` and `void`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from referee.language.reports import is_value
from referee.language.words import ParseError, quoted
from scoresheets.cli import console
from scoresheets.cli.answers import joined
from scoresheets.cli.options import Db, Plain, Words
from scoresheets.cli.table import where_it_stands
from scoresheets.display.changed import changes
from scoresheets.errors import FINE, USAGE, CommandError
from scoresheets.keeping import journal
from scoresheets.keeping.line_entry import parts
from scoresheets.keeping.session import Correction, Session, unreadable


def undo(
    count: Annotated[int, typer.Argument(metavar="[N]", show_default=False)] = 1, plain: Plain = False, db: Db = ""
) -> None:
    """Takes back the last reports."""
    with journal.opened() as kept:
        session = kept.open_session()
        taken_back = session.undo(count)
        with console.after_saving():
            for told in taken_back:
                console.say(f"takes back: {told.text} (line {told.line})")
            where_it_stands(session)


def redo(plain: Plain = False, db: Db = "") -> None:
    """Puts back what the last undo took."""
    with journal.opened() as kept:
        session = kept.open_session()
        put_back = session.redo()
        with console.after_saving():
            for told in put_back:
                console.say(f"puts back: {told.text} (line {told.line})")
            where_it_stands(session)


Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason; it is kept.", show_default=False)]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would change.")]


def fix(
    line: Annotated[int, typer.Argument(metavar="LINE")],
    report: Words,
    why: Why,
    dry_run: DryRun = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Corrects an earlier report; everything after it is judged again.

    Where a later report could no longer stand, correct that too: `fix 4 "Ben bids 2; 7 Cat bids 1; void 9" --why …`.
    """
    with journal.opened() as kept:
        session = kept.open_session()
        text = f"{line} {joined(report, session.referee)}"
        raise typer.Exit(change(session, filled_in(session, corrections(text)), why, dry_run, plain))


def void(
    line: Annotated[list[str], typer.Argument(metavar="LINE…", show_default=False)],
    why: Why,
    dry_run: DryRun = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Strikes out an earlier report; everything after it is judged again.

    `void session NUMBER` sets a whole session aside: it is kept and counts for nothing, until `resume` takes that back.
    """
    with journal.opened() as kept:
        if line[0] == "session":
            number = line[1] if len(line) == 2 else ""
            if not (number.isascii() and number.isdigit() and len(number) < 10):
                raise CommandError("a session is set aside as `void session NUMBER --why TEXT`", USAGE)
            set_aside(kept.session(int(number)), why, dry_run)
            return
        wanted = list(corrections("void " + " ".join(line)))
        raise typer.Exit(change(kept.open_session(), wanted, why, dry_run, plain))


def set_aside(session: Session, why: str, dry: bool) -> None:
    """Sets a session aside, and says what standings lose by that."""
    over, hands, standings, _ = session.results
    players = [f"{row.seat} (won)" if row.winner else str(row.seat) for row in standings]
    lost = f"a game of {session.slug}: {', '.join(players)}" if over and hands else "nothing, for it isn't finished"
    if dry:
        console.say(f"session {session.number} would be set aside; standings lose {lost}")
        return
    session.set_aside(why)
    with console.after_saving():
        console.say(f"session {session.number} is set aside; standings lose {lost}")
        console.say(f"  `referee resume {session.number}` takes it back")


_FIX = re.compile(r"(\d{1,9})\s+(~\s*)?(\S.*)")
_VOID = re.compile(r"void((?:\s+\d{1,9})+)", re.IGNORECASE)


def corrections(text: str) -> Iterator[Correction]:
    """``4 Ben bids 2; void 9``: what lines should have said."""
    if fault := unreadable(text):
        raise CommandError(fault.message, USAGE)
    try:
        typed_parts = [part.typed for part in parts(text)]
    except ParseError as error:
        raise CommandError(error.message, USAGE) from None
    for typed in typed_parts:
        if struck := _VOID.fullmatch(typed):
            yield from (Correction(line, None) for line in dict.fromkeys(map(int, struck[1].split())))
        elif match := _FIX.fullmatch(typed):
            yield Correction(int(match[1]), match[3], bool(match[2]), typed)
        else:
            raise CommandError(f"a correction is LINE REPORT or void LINE, not {typed!r}", USAGE)


def filled_in(session: Session, wanted: Iterable[Correction]) -> list[Correction]:
    """Corrections with who and the verb of the line where nothing but a number or a card was typed."""
    vocabulary, hand = session.referee.vocabulary, session.referee.hand
    told = {told.line: told.text for told in session.course.standing}
    whole = []
    for correction in wanted:
        text = correction.text
        if text and correction.line in told and all(is_value(word) for word in text.split()):
            report = vocabulary.read(told[correction.line], hand)
            text = " ".join(filter(None, (quoted(report.who) if report.who else "", report.verb, text)))
        whole.append(correction._replace(text=text))
    return whole


def change(session: Session, wanted: list[Correction], why: str, dry: bool, plain: bool) -> int:
    """Makes corrections and shows what they change."""
    if fault := unreadable(why):
        raise CommandError(fault.message, USAGE)
    if not why.strip():
        raise CommandError("a correction needs its reason: --why TEXT", USAGE)
    made = session.correct(wanted, why.strip(), dry=dry)
    if made.clash:
        told, ruling = made.clash
        console.ruling(ruling, made.after, where=f"line {told.line}", line=told.text, plain=plain, dry=dry)
        if told.line not in (lines := [correction.line for correction in wanted]):
            console.tell(f"correct line {told.line} in the same command: {also(wanted, lines, told.line)}")
        return console.exit_code(ruling)
    if dry:
        for line in changes(made):
            console.say(line)
        console.tell("nothing recorded")
        return FINE
    with console.after_saving():
        for line in changes(made):
            console.say(line)
        where_it_stands(session)
    return FINE


def also(wanted: list[Correction], lines: list[int], line: int) -> str:
    """How a further line is corrected in the same command."""
    if all(correction.text is None for correction in wanted):
        return f"void {' '.join(map(str, lines))} {line}"
    return f"add `; {line} REPORT` or `; void {line}`"
