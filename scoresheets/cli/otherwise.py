"""The commands that ask how it would be otherwise: under other rules, or by the paper sheet."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from referee.record import read_house
from referee.table import Referee
from scoresheets.cli import talk
from scoresheets.cli.look import asked_side
from scoresheets.cli.options import Db, Json, Plain
from scoresheets.errors import FINE, REFUSED, USAGE, CommandError
from scoresheets.keeping import journal
from scoresheets.looking_back.reconcile import Reconciled
from scoresheets.looking_back.whatif import Otherwise

Which = Annotated[int, typer.Option("--session", metavar="N", help="Of that session.", show_default=False)]


def whatif(
    options: Annotated[
        list[str], typer.Option("--set", metavar="OPTION=VALUE", help="Another house rule.", show_default=False)
    ],
    session: Which = 0,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Scores the session again under other house rules. Nothing is recorded.

    Where a report couldn't stand under them, the score goes as far as that; exit code 1.
    """
    from scoresheets.looking_back.whatif import whatif

    with journal.opened() as kept:
        chosen = kept.session(session) if session else kept.open_session()
    try:
        other = read_house(", ".join(options))
        found = whatif(
            chosen.game, list(chosen.players), chosen.house, chosen.course.standing, other=other, dealer=chosen.dealer
        )
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None
    if json:
        talk.json_out({"schema": 1, "session": chosen.number} | whatif_object(found))
    else:
        _show_otherwise(found, plain)
    raise typer.Exit(REFUSED if found.clash else FINE)


def whatif_object(found: Otherwise) -> dict[str, Any]:
    clash = None
    if found.clash:
        told, ruling = found.clash
        clash = {"line": told.line, "text": told.text, "verdict": str(ruling.verdict),
                 "rules": list(ruling.rules), "message": ruling.message}  # fmt: skip
    return {
        "house": {name: str(value) for name, value in found.after.house.items() if found.before.house[name] != value},
        "rows": [{"hand": one.hand, "before": one.before, "after": one.after} for one in found.hands if one.parts],
        "before": {"scores": dict(found.before.scores), "over": found.before.over, "winners": found.before.winners()},
        "after": {"scores": dict(found.after.scores), "over": found.after.over, "winners": found.after.winners()},
        "winner_changes": found.winner_changes,
        "unheard": found.unheard,
        "clash": clash,
    }


def _show_otherwise(found: Otherwise, plain: bool) -> None:
    before, after = found.before, found.after
    changed = [f"{name}={value} (was {before.house[name]})" for name, value in after.house.items()
               if before.house[name] != value]  # fmt: skip
    talk.say(", ".join(changed) or "that is what was played by")
    sides = list(map(str, before.scores))
    rows: list[tuple[object, ...]] = [
        (one.hand or "", *(_arrow(one.before.get(side, 0), one.after.get(side, 0)) for side in sides))
        for one in found.hands
        if any(one.before.get(side, 0) != one.after.get(side, 0) for side in sides)
    ]
    rows.append(("total", *(_arrow(before.scores[side], after.scores[side]) for side in before.scores)))
    talk.show(talk.table(("hand", *sides), rows, numeric=("hand", *sides), apart=sides, plain=plain), plain)
    if found.clash:
        told, ruling = found.clash
        cited = f"[{ruling.rules[0]}]" if ruling.rules else ""
        talk.say(f"line {told.line}, {told.text}, couldn't stand: {ruling.verdict}{cited}: {ruling.message}")
        talk.say("scored as far as that")
    elif found.unheard:
        reports = "report comes" if found.unheard == 1 else "reports come"
        talk.say(f"the game ends earlier: {found.unheard} {reports} after it")
    if found.winner_changes:
        talk.say(f"{_leads(before)} → {_leads(after)}")
    else:
        talk.say(f"the winner is the same: {_leads(before)}" if before.over else "nobody has won, as before")


def _arrow(before: int, after: int) -> str:
    return f"{before} → {after}" if before != after else str(before)


def _leads(referee: Referee) -> str:
    some = referee.winners()
    return " and ".join(some) if some else "nobody has won"


# The paper sheet


def reconcile(
    paper: Annotated[list[str], typer.Argument(metavar="TOTALS…", show_default=False)],
    session: Which = 0,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Holds a paper sheet against the score: `"Ann=20 Ben=-10"` is the score of now.

    Several are the totals after the first hand, the second and so on. Prints the first hand where they part and the
    likeliest slips; exit code 1 where they part.
    """
    from scoresheets.looking_back.reconcile import reconcile

    with journal.opened() as kept:
        chosen = kept.session(session) if session else kept.open_session()
    try:
        found = reconcile(chosen.referee, [_totals(chosen.referee, text) for text in paper])
    except ValueError as error:
        raise CommandError(str(error), USAGE) from None
    if json:
        talk.json_out({"schema": 1, "session": chosen.number} | reconciled_object(found))
    else:
        _show_reconciled(found, plain)
    raise typer.Exit(REFUSED if found.parts else FINE)


_TOTAL = re.compile(r"""\s*("[^"]*"|[^=]+?)\s*=\s*([+-]?\d{1,9})\s*(?:,|(?=\s)|$)""")


def _totals(referee: Referee, text: str) -> dict[str, int]:
    """``Ann=20 Ben=-10``: whose total, and how much."""
    found: dict[str, int] = {}
    at = 0
    while at < len(text.rstrip()):
        one = _TOTAL.match(text, at)
        if one is None:
            raise CommandError(f"totals are written Ann=20 Ben=-10, not {text[at:].strip()!r}", USAGE)
        who = asked_side(referee, one[1].strip('"'))
        if who in found:
            raise CommandError(f"{who} is there twice", USAGE)
        found[who] = int(one[2])
        at = one.end()
    if not found:
        raise CommandError("totals are written Ann=20 Ben=-10", USAGE)
    return found


def reconciled_object(found: Reconciled) -> dict[str, Any]:
    rows = [{"hand": row.hand, "ours": row.ours, "paper": row.paper, "apart": row.apart} for row in found.rows]
    return {
        "rows": rows,
        "agrees": found.parts is None,
        "hand": found.parts.hand if found.parts else None,
        "slips": [{"hand": one.hand, "text": one.text} for one in found.slips],
    }


MANY = 5


def _show_reconciled(found: Reconciled, plain: bool) -> None:
    if found.parts is None:
        talk.say("the paper agrees")
        return
    row = found.parts
    sides = [who for who in row.ours if who in row.paper]
    shown = [(name, *(sums[who] for who in sides)) for name, sums in (("here", row.ours), ("paper", row.paper))]
    shown.append(("apart", *(f"{row.apart[who]:+d}" if who in row.apart else "" for who in sides)))
    talk.say(f"after hand {row.hand} they part" if row.hand else "they part")
    talk.show(talk.table(("", *sides), shown, numeric=sides, apart=sides, plain=plain), plain)
    for slip in found.slips[:MANY]:
        talk.say(f"  {slip.text}")
    if not found.slips:
        talk.say("  no single slip would explain that; totals after each hand would show where it begins")
