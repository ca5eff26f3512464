"""`referee ask`: a question about the game in play, answered from the position and the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from scoresheets.cli import console
from scoresheets.cli.options import Db, Json, Plain
from scoresheets.display.plain import visible
from scoresheets.errors import FINE, UNTOLD, USAGE, CommandError
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session, unreadable

if TYPE_CHECKING:
    from scoresheets.questions.answer import Answer


def ask(
    words: Annotated[list[str], typer.Argument(metavar="QUESTION…", show_default=False)],
    session: Annotated[
        int, typer.Option("--session", metavar="N", help="Use session N, not the one in play.", show_default=False)
    ] = 0,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Answer a question about the game in play, with the rule or the lines that show it.

    Nothing is saved. Exit code 3 if neither the game so far nor the rules have the answer.
    """
    with open_journal() as journal:
        chosen = journal.session(session) if session else journal.open_session()
        given = print_answer(chosen, " ".join(words), json=json, plain=plain)
    raise typer.Exit(exit_code(given))


def exit_code(given: Answer) -> int:
    """The exit code for an answer: 3 if neither the game so far nor the rules say."""
    return UNTOLD if all(one.kind in ("silent", "unknown") for one in given.every) else FINE


def _told(given: Answer) -> dict[str, object]:
    """An answer as JSON has it."""
    return {"kind": given.kind, "answer": given.first, "shown": given.shown, "rules": given.rules}


def print_answer(
    session: Session,
    text: str,
    *,
    json: bool = False,
    plain: bool = False,
    settles: str | None = None,
    before: str = "",
) -> Answer:
    """Prints the answer to a question, and what ``settles`` it if the table may want a ruling. If "", it isn't said.

    ``before`` is the question before, in full, if this may follow it.
    """
    from scoresheets.questions.answer import answer

    if fault := unreadable(text):
        raise CommandError(fault.message, USAGE)
    given = answer(session, text, before=before)
    if json:
        told = [_told(one) for one in given.every]
        console.json_out({"question": text, **told[0], **({"also": told[1:]} if given.also else {})})
    else:
        for one in given.every:
            first, *shown = one.lines()
            console.lines_out([(visible(first), "bold"), *((visible(text), "") for text in shown)], plain)
        if settles != "" and any(one.settles for one in given.every):
            console.say(f"To settle a disagreement, {settles or f'run `referee dispute {text}`'}.")
    return given
