"""`referee value`: what a bid or a declaration would score, and what is in the pots."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee.game.game import Outcome
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from referee.table.value import Pot, Value, pots
from referee.table.value import value as value_of
from scoresheets.cli import console
from scoresheets.cli.answers import joined
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.options import Db, Json, Plain
from scoresheets.errors import FINE
from scoresheets.keeping.journal import open_journal

Report = Annotated[list[str] | None, typer.Argument(metavar="[REPORT…]", show_default=False)]


def value(report: Report = None, json: Json = False, plain: Plain = False, db: Db = "") -> int:
    """Show what a bid or a declaration would score, by result. Alone: what is in the pots and who is in them.

    Points follow your house rules. Nothing is saved, and you can ask before it is the player's turn. The exit code is
    that of `referee can`.
    """
    with open_journal() as journal:
        referee = journal.open_session().referee
    return print_value(referee, joined(report, referee) if report else "", json=json, plain=plain)


def print_value(referee: Referee, text: str, *, json: bool = False, plain: bool = False) -> int:
    """Prints what a report would score. Without one, what is in the pots."""
    value = value_of(referee, text) if text else None
    if json:
        console.json_out(value_object(value, pots(referee)))
    elif value is None:
        _show_pots(pots(referee), plain)
    else:
        _show(value, referee, text, plain)
    return console.exit_code(value.ruling) if value else FINE


def value_object(value: Value | None, pots: list[Pot]) -> dict[str, Any]:
    return {
        "text": value.ruling.text if value else None,
        "verdict": str(value.ruling.verdict) if value else None,
        "message": value.ruling.message if value else None,
        "rows": [
            {"when": outcome.when, "points": dict(outcome.points), "rules": [rule.name for rule in outcome.rules]}
            for outcome in (value.outcomes if value else ())
        ],
        "pots": POTS.objects(pots),
    }


POTS: Listing[Pot] = Listing(
    Column("name", str, "pot"),
    Column("chips", int, "chips"),
    Column("who", [str], "in it", lambda pot: list(map(str, pot.contenders))),
)


def _show(value: Value, referee: Referee, text: str, plain: bool) -> None:
    ruling = value.ruling
    if ruling.accepted or value.outcomes:
        console.say(ruling.text)
        _show_outcomes(value.outcomes, ruling, plain)
    if value.outcomes and not ruling.accepted:
        console.tell(f"That would be refused now: {ruling.message}")
    elif not ruling.accepted:
        console.ruling(ruling, referee, line=text, plain=plain, dry=True)


def _show_outcomes(outcomes: tuple[Outcome, ...], ruling: Ruling, plain: bool) -> None:
    if not outcomes:
        console.say("  doesn't change the score")
        return
    sides = list(dict.fromkeys(side for outcome in outcomes for side in outcome.points))
    rows = [
        (outcome.when, *(_signed(outcome.points.get(side)) for side in sides),
         [rule.name for rule in outcome.rules])
        for outcome in outcomes
    ]  # fmt: skip
    console.show(console.table(("", *sides, "rules"), rows, numeric=sides, apart=sides, plain=plain), plain)


def _signed(points: int | None) -> str:
    return "" if points is None else f"{points:+d}" if points else "0"


def _show_pots(pots: list[Pot], plain: bool) -> None:
    if not pots:
        console.say("There is no pot. To see what a bid or a declaration is worth, type `value REPORT`.")
        return
    POTS.out(pots, plain=plain)
