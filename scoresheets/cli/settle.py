"""The command that settles: who pays whom over a session or a night."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any

import typer

from scoresheets.cli import console
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.look import Since, slug_of
from scoresheets.cli.options import Csv, Db, Json, Number, Plain
from scoresheets.cli.times import day, iso
from scoresheets.errors import NOTHING, USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.opening import is_there
from scoresheets.looking_back.settle import Bill, Payment, Played, in_kitty, in_words, shown, worths

Worth = Annotated[
    list[str] | None,
    typer.Option("--chip", metavar="GAME=AMOUNT", help="What a chip is worth in a game; otherwise 1."),
]

PAYMENTS: Listing[Payment] = Listing(
    Column("payer", str), Column("payee", str), Column("amount", str, value=lambda payment: shown(payment.amount))
)


def settle(
    session: Number = 0,
    since: Since = "",
    chip: Worth = None,
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Show who pays whom, in the fewest payments, for the chip games of a night or of one session.

    A night runs from noon to noon. Without a session, this is the latest night, or with `--since` every night from
    that day on. Chips without an owner stay in the kitty.
    """
    if not is_there(database.place()):
        raise CommandError("Nobody has played for chips.", NOTHING)
    try:
        worth = worths(chip or ())
        worth = {slug_of(game): value for game, value in worth.items()}
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None
    from scoresheets.looking_back.chips import played

    sessions, troubles = played(session=session, since=day(since))
    for trouble in troubles:
        console.tell(f"not settled: {trouble}")
    if not sessions:
        raise CommandError("Nobody has played for chips.", NOTHING)
    bill = Bill()
    for one in sessions:
        bill.take(one, worth.get(one.game, Fraction(1)))
    if json or csv:
        about = {"sessions": [_session(one) for one in sessions]}
        balance = {who: shown(amount) for who, amount in bill.balance.items()}
        PAYMENTS.out(bill.payments, json=json, csv=csv, about=about, beside={"balance": balance})
    else:
        for line in bill_lines(sessions, bill):
            console.say(line)


def bill_lines(sessions: list[Played], bill: Bill) -> Iterator[str]:
    """The bill in words: the games, what everybody has won or lost, the payments."""
    for played in sessions:
        state = "" if played.closed else ", still open"
        left = bill.kitties.get(played.number, 0)
        yield f"session {played.number}, {played.title or played.game}{state}" + (f"; {in_kitty(left)}" if left else "")
    won = (f"{who} {'+' if amount > 0 else ''}{shown(amount)}" for who, amount in bill.balance.items() if amount)
    yield ", ".join(won) or "Everybody is even."
    yield from (f"  {in_words(payment)}" for payment in bill.payments)


def _session(played: Played) -> dict[str, Any]:
    return {
        "number": played.number,
        "game": played.game,
        "opened": iso(played.opened),
        "accounts": dict(played.accounts),
    }
