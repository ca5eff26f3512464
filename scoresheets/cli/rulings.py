"""`referee rulings`: what the table decided before."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoresheets.book.rulebook import Found
from scoresheets.cli import talk
from scoresheets.cli.options import Csv, Db, Json, Plain
from scoresheets.cli.rule import slug_of
from scoresheets.cli.words import Leaf, group
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping import database, journal
from scoresheets.keeping.opening import is_there

if TYPE_CHECKING:
    from scoresheets.disputes.precedents import Precedent

rulings = group()


@rulings.command("list", cls=Leaf)
def list_(
    game: Annotated[str, typer.Option("--game", metavar="G", help="Only of this game.", show_default=False)] = "",
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """What this table decided in its disputes."""
    from scoresheets.disputes.precedents import listed

    slug = slug_of(game)
    found: list[Precedent] = []
    if is_there(database.place()):
        with journal.opened() as kept:
            found = listed(kept, slug)
    rows = [precedent_object(one) for one in found]
    if json:
        talk.json_out({"schema": 1, "rows": rows})
    elif csv:
        columns = [name for name in RULING_COLUMNS if name not in ("facts", "options")]
        talk.csv_out(columns, ([row[name] for name in columns] for row in rows))
    elif found:
        header = ("no", "on", "game", "rule", "question", "decided")
        shown = [(one.number, day(one), one.game, one.rule, one.question, decision_of(one)) for one in found]
        talk.show(talk.table(header, shown, numeric=("no",), whole=("on",), plain=plain), plain)
    else:
        talk.tell("nothing has been decided yet")


@rulings.command("show", cls=Leaf)
def show(
    number: Annotated[int, typer.Argument(metavar="N")], json: Json = False, plain: Plain = False, db: Db = ""
) -> None:
    """One ruling with its facts, the rule, the house rules in force, and who agreed."""
    from scoresheets.disputes.precedents import find

    with journal.opened() as kept:
        one = find(kept, number)
    if json:
        talk.json_out({"schema": 1} | precedent_object(one))
        return
    talk.lines_out([(line, "bold" if i == 0 else "") for i, line in enumerate(described(one))], plain)


def described(one: Precedent) -> Iterator[str]:
    """A ruling in words."""
    from scoresheets.book.rulebook import rules_of

    where = f", session {one.session}" + (f", line {one.line}" if one.line else "") if one.session else ""
    yield f"ruling {one.number}: {one.question}"
    yield f"  {day(one)}, {one.game}{where}"
    facts = one.facts
    if facts.get("report"):
        yield f"  in question: {facts['report']}"
    for line, text in facts.get("lines", {}).items():
        yield f"    line {line}: {text}"
    for text in facts.get("told", ()):
        yield f"    told to settle it: {text}"
    for breach in facts.get("of", ()):
        yield f"  {one.certainty} [{breach['rule']}]: {breach['message']}"
    if not facts.get("of"):
        yield f"  {one.certainty}"
    for rule in rules_of(one.game, [one.rule] if one.rule else []):
        yield f"  [{rule.name}] {rule.text}"
    if not one.rule:
        yield "  no rule covers it"
    if one.options:
        yield f"  house rules: {', '.join(f'{name}={value}' for name, value in one.options.items())}"
    yield f"  decided: {one.verdict}"
    for name, value in (("score", one.effect), ("agreed", one.agreed), ("because", one.note)):
        if value:
            yield f"  {name}: {value}"
    if one.instead_of:
        yield f"  it replaces ruling {one.instead_of}"
    if held := state(one):
        yield f"  {held}"


@rulings.command("adopt", cls=Leaf)
def adopt(
    number: Annotated[int, typer.Argument(metavar="N")],
    as_: Annotated[
        str, typer.Option("--as", metavar="OPTION=VALUE", help="The house rule it becomes.", show_default=False)
    ] = "",
    house: Annotated[
        str, typer.Option("--house", metavar="NAME", help="The house that it goes into.", show_default=False)
    ] = "",
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Makes a ruling a rule of the house: an option of the game in its file, else words that are quoted from now on.

    Words are quoted below what they are about and change no ruling: the referee goes on judging by the book, and what
    the house allows is told with `~`. An option holds in sessions opened with that house from then on.
    """
    from scoresheets.book.rulebook import in_play
    from scoresheets.disputes.precedents import adopt, adopted_in, find

    with journal.opened() as kept:
        one = find(kept, number)
        became = adopted_in(kept, one, as_, house) if as_ else ""
        if house and not as_:
            raise CommandError("--house needs --as OPTION=VALUE: only an option of the game stands in a house", USAGE)
        one = adopt(kept, number, became)
        playing = in_play(kept) == one.game
    if json:
        talk.json_out({"schema": 1} | precedent_object(one))
        return
    talk.say(
        f"ruling {one.number} is a rule of the house" + (f": {became}" if became else ", and is quoted from now on")
    )
    if became:
        talk.tell("it holds in every session that is opened with that house from now on")
    else:
        talk.tell(
            "it changes no ruling: the referee goes on judging by the book, and what the house allows is told with ~"
        )
    if became and playing:
        talk.tell(f"`referee say house {as_}` lets it hold in the session in play, from the next deal on")
    options = [f"{name}=…" for rule in _rules(one) for name, *_ in rule.options]
    if not as_ and options:
        talk.tell(f"`referee rulings adopt {number} --as {options[0]}` would make it an option of {one.game}")


def _rules(one: Precedent) -> list[Found]:
    from scoresheets.book.rulebook import rules_of

    return rules_of(one.game, [one.rule] if one.rule else [])


def day(one: Precedent) -> str:
    return f"{database.here(one.at):%Y-%m-%d}"


def decision_of(one: Precedent) -> str:
    """What was decided, and what has become of it."""
    held = state(one)
    return f"{one.verdict} ({held})" if held else one.verdict


def state(one: Precedent) -> str:
    """Whether it is a rule of the house by now, or another has taken its place."""
    if one.replaced_by:
        return f"replaced by ruling {one.replaced_by}"
    if one.adopted:
        return f"a rule of the house: {one.adopted_as}" if one.adopted_as else "a rule of the house"
    return ""


RULING_COLUMNS = (
    "number", "at", "game", "session", "line", "question", "rule", "certainty", "verdict", "effect", "agreed", "note",
    "adopted", "adopted_as", "instead_of", "replaced_by", "facts", "options",
)  # fmt: skip


def precedent_object(one: Precedent) -> dict[str, Any]:
    """A ruling as ``--json`` prints it."""
    from scoresheets.cli.look import iso

    values = (one.number, iso(one.at), one.game, one.session, one.line or None, one.question, one.rule or None,
              one.certainty, one.verdict, one.effect, one.agreed, one.note, iso(one.adopted) if one.adopted else None,
              one.adopted_as or None, one.instead_of, one.replaced_by, dict(one.facts), dict(one.options))  # fmt: skip
    return dict(zip(RULING_COLUMNS, values, strict=True))
