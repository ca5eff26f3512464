"""`referee rulings`: what the table decided before."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.own_rules import OwnRule, bare_name, is_own
from referee.own_rules import said as said_of_own
from scoresheets.catalogue import game_called
from scoresheets.cli import talk
from scoresheets.cli.options import Csv, Db, Json, Plain
from scoresheets.cli.otherwise import otherwise, show_otherwise, whatif_object
from scoresheets.cli.rule import slug_of
from scoresheets.cli.words import Leaf, group
from scoresheets.errors import NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping import database, journal
from scoresheets.keeping.opening import is_there

if TYPE_CHECKING:
    from referee.core import Game
    from scoresheets.disputes.adopting import Adoption
    from scoresheets.disputes.precedents import Precedent
    from scoresheets.keeping.journal import Journal
    from scoresheets.keeping.session import Session

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


# Adopting


@rulings.command("adopt", cls=Leaf)
def adopt(
    number: Annotated[int, typer.Argument(metavar="N")],
    as_: Annotated[
        str,
        typer.Option(
            "--as", metavar="OPTION=VALUE", help="A rule struck out, without=RULE, or a number.", show_default=False
        ),
    ] = "",
    as_words: Annotated[
        str, typer.Option("--as-words", metavar="TEXT", help="A rule in words.", show_default=False)
    ] = "",
    costs: Annotated[
        int, typer.Option("--costs", metavar="N", help="What breaking the rule in words costs.", show_default=False)
    ] = 0,
    id_: Annotated[
        str, typer.Option("--id", metavar="NAME", help="What the rule in words is called.", show_default=False)
    ] = "",
    house: Annotated[
        str, typer.Option("--house", metavar="NAME", help="The house that it goes into.", show_default=False)
    ] = "",
    now: Annotated[bool, typer.Option("--now", help="In the session in play too, from the next deal on.")] = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Makes a rule of the house of a ruling: a rule struck out, another number, or words with a price.

    At a terminal it asks which. It shows what the session in play would score by it, and writes it into the file of
    the house, so that every session binds which is opened with that house. `--now` has the one in play bound too, from
    the next deal on. What words cost is booked by `penalty WHO NAME`.
    """
    from scoresheets.disputes.adopting import house_of, write_down
    from scoresheets.disputes.precedents import adopt, find

    if as_ and as_words:
        raise CommandError("a ruling becomes one rule: --as, or --as-words", USAGE)
    with journal.opened() as kept:
        one = find(kept, number)
        if one.replaced_by:
            raise CommandError(f"ruling {number} was replaced by ruling {one.replaced_by}")
        game, session = game_called(one.game), _in_play(kept, one.game)
        if now and not session:
            raise CommandError(f"no session of {one.game} is in play", NOTHING)
        asks = not json and sys.stdin.isatty() and not (as_ or as_words)
        players = session.referee.players if session else ()
        wanted = _asked(game, one, players) if asks else _chosen(game, one, as_, as_words, costs, id_, players)
        chosen = house_of(kept, one, house)
        found = None
        if session and not is_own(wanted.name):
            found = otherwise(session, {wanted.name: wanted.beside(_by_now(session)).value})
            if not json:
                talk.say(f"what session {session.number} would score by it:")
                show_otherwise(found, plain)
        if asks and asked(f"write {wanted} into house {chosen}? [y/N]").lower() not in ("y", "yes"):
            raise CommandError(f"ruling {number} stays as it is", REFUSED)
        became = write_down(game, wanted, chosen)
        one = adopt(kept, number, became)
        if asks and session:
            now = asked(f"in session {session.number} too, from the next deal on? [y/N]").lower() in ("y", "yes")
        report = wanted.beside(_by_now(session)).report if session else ""
        said = session.say(report).ruling if session and now else None
    if json:
        told = {"whatif": whatif_object(found) if found else None, "report": report or None}
        talk.json_out({"schema": 1} | precedent_object(one) | told | {"in_play": bool(said and said.accepted)})
        return
    talk.say(f"ruling {one.number} is a rule of the house: {became}")
    if is_own(wanted.name):
        talk.say(f"  {next(said_of_own({wanted.name: wanted.value}))}")
        does = "books it" if OwnRule(wanted.value).costs else "notes it"
        talk.tell(f"`penalty WHO {bare_name(wanted.name)}` {does}")
    talk.tell("it binds every session that is opened with that house from now on")
    if session and said:
        talk.ruling(said, session.referee, plain=plain, line=report)
    elif session and (why := _kept_from(session, report)):
        talk.tell(f"session {session.number} goes on without it: {why}")
    elif session:
        talk.tell(f"`referee say {report}` lets it bind the session in play, from the next deal on")
    if said and not said.accepted:
        raise typer.Exit(REFUSED)


def _in_play(kept: Journal, game: str) -> Session | None:
    """The session in play, where it is of that game."""
    number = kept.in_play()
    session = kept.session(number) if number else None
    return session if session and session.slug == game else None


def _kept_from(session: Session, report: str) -> str:
    """Why the session in play can't change so; "" where it can."""
    ruling = session.referee.hear(report)
    if ruling.accepted:
        session.referee.undo()
    return ruling.message if not ruling.accepted else ""


def _by_now(session: Session) -> Mapping[str, Any]:
    """The rules of the house, with what was changed for the next deal."""
    return {**session.referee.in_force, **session.referee.standing.amended}


def _chosen(
    game: Game[Any], one: Precedent, as_: str, as_words: str, costs: int, id_: str, players: Sequence[str]
) -> Adoption:
    """What the ruling is to become, as it was typed; raises CommandError with what it may be."""
    from scoresheets.disputes.adopting import in_words, option, ways

    may = ways(game, one, players)
    if as_words:
        return in_words(game, as_words, costs, id_ or may.name)
    if costs or id_:
        raise CommandError("--costs and --id belong to a rule in words: --as-words TEXT", USAGE)
    if as_:
        return option(game, as_)
    some = [f"--as without={may.without}"] if may.without else []
    some += [f"--as {form}" for form in may.numbers]
    some += [f"--as-words TEXT --costs {may.costs} --id {may.name}"]
    raise CommandError(f"what shall it be? {', or '.join(some)}", USAGE)


def _asked(game: Game[Any], one: Precedent, players: Sequence[str]) -> Adoption:
    """What the ruling is to become, as somebody at the terminal says; raises CommandError where nobody does."""
    from scoresheets.disputes.adopting import in_words, option, ways

    may = ways(game, one, players)
    for line in described(one):
        talk.tell(line)
    talk.tell("what shall it be?")
    talk.tell(f"  1 a rule struck out: without={may.without}" if may.without else "  1 a rule struck out")
    talk.tell(f"  2 another number: {', '.join(may.numbers)}" if may.numbers else "  2 another number")
    talk.tell("  3 words, with a price")
    match asked("1, 2 or 3 [Enter: it stays as it is]"):
        case "1":
            rule = asked(f"without which rule? [Enter: {may.without}]" if may.without else "without which rule?")
            return option(game, f"without={rule or may.without}")
        case "2":
            return option(game, asked(f"which? as in {(may.numbers or ['made=N'])[0]}"))
        case "3":
            text = asked(f"which words? [Enter: {one.verdict}]") or one.verdict
            costs = asked(f"what does it cost? [Enter: {may.costs}]") or str(may.costs)
            if not (costs.isascii() and costs.isdigit() and len(costs) < 8):
                raise CommandError(f"a price is a whole number, not {costs!r}", USAGE)
            return in_words(game, text, int(costs), asked(f"its name? [Enter: {may.name}]") or may.name)
    raise CommandError(f"ruling {one.number} stays as it is", REFUSED)


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


def asked(question: str) -> str:
    """What somebody at the terminal answers; nothing where they leave."""
    sys.stdout.flush()
    print(f"{question} ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()
