"""The command that settles: who pays whom over a session or a night."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

import typer

from scoresheets.catalogue import game_called
from scoresheets.cli import talk
from scoresheets.cli.look import Since, day, iso
from scoresheets.cli.options import Csv, Db, Json, Number, Plain
from scoresheets.errors import NOTHING, USAGE, CommandError
from scoresheets.keeping import database, journal
from scoresheets.keeping.journal import Journal
from scoresheets.keeping.opening import is_there
from scoresheets.keeping.session import Session
from scoresheets.keeping.unheard import Unheard
from scoresheets.looking_back.settle import Bill, night_of, pots_shared, shown, worths

Worth = Annotated[
    list[str] | None,
    typer.Option("--chip", metavar="GAME=AMOUNT", help="What a chip of a game is worth; 1 if not said."),
]

COLUMNS = ("payer", "payee", "amount")


def settle(
    session: Number = 0,
    since: Since = "",
    chip: Worth = None,
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Who pays whom, in the fewest payments, over the chip games of the night, or of one session.

    A night is counted from noon to noon, and it is the latest unless a day is given.
    """
    if not is_there(database.place()):
        raise CommandError("no chips were played for", NOTHING)
    try:
        worth = worths(chip or ())
        worth = {game_called(game).slug: value for game, value in worth.items()}
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None
    bill = Bill()
    with journal.opened() as kept:
        sessions = [played for played in night(kept, session, since) if played.referee.chips]
        for played in sessions:
            bill.take(played.referee, worth.get(played.slug, Fraction(1)), f"{played.slug} {played.number}")
    if not sessions:
        raise CommandError("no chips were played for", NOTHING)
    rows = [
        dict(zip(COLUMNS, (payment.payer, payment.payee, shown(payment.amount)), strict=True))
        for payment in bill.payments
    ]
    if json:
        talk.json_out({"schema": 1, "sessions": [_session(played) for played in sessions], "rows": rows,
                       "balance": {who: shown(amount) for who, amount in bill.balance.items()}})  # fmt: skip
    elif csv:
        talk.csv_out(COLUMNS, ([*row.values()] for row in rows))
    else:
        for line in said(sessions, bill):
            talk.say(line)


def night(kept: Journal, session: int, since: str) -> Iterator[Session]:
    """The sessions to settle: one, those from a day on, or those of the latest night."""
    if session:
        yield kept.session(session)
        return
    latest = kept.latest()
    if latest is None:
        return
    begin = day(since) or night_of(kept.readable(latest).opened)
    for number in kept.numbers_since(begin):
        played = kept.readable(number)
        if isinstance(played, Unheard):
            talk.tell(f"not settled: {played.why}")
        elif not played.aside:
            yield played


def said(sessions: list[Session], bill: Bill) -> Iterator[str]:
    """The bill in words: the games, what everybody has won or lost, the payments."""
    for played in sessions:
        state = "" if played.ended or played.referee.over else ", still open"
        left = bill.shared.get(f"{played.slug} {played.number}", 0)
        yield f"session {played.number}, {played.title or played.slug}{state}" + (
            f"; {pots_shared(left)}" if left else ""
        )
    won = (f"{who} {'+' if amount > 0 else ''}{shown(amount)}" for who, amount in bill.balance.items() if amount)
    yield ", ".join(won) or "everybody is even"
    for payment in bill.payments:
        yield f"  {payment.payer} pays {payment.payee} {shown(payment.amount)}"


def _session(session: Session) -> dict[str, Any]:
    return {
        "number": session.number,
        "game": session.slug,
        "opened": iso(session.opened),
        "accounts": session.referee.accounts,
    }
