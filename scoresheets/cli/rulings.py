"""`referee rulings`: earlier decisions of the table."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.rules.custom import OwnRule, bare_name, is_own
from referee.rules.custom import in_words as own_rules_in_words
from referee.rules.options import Scale
from scoresheets.catalogue import game_called
from scoresheets.cli import console
from scoresheets.cli.dispatch import Leaf, group
from scoresheets.cli.listing import Column, Listing
from scoresheets.cli.options import Csv, Db, Json, Plain
from scoresheets.cli.rule import slug_of
from scoresheets.cli.times import iso, local
from scoresheets.cli.whatif import otherwise, show_otherwise, whatif_object
from scoresheets.errors import NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.opening import is_there

if TYPE_CHECKING:
    from referee.game.game import Game
    from scoresheets.disputes.adopting import Adoption
    from scoresheets.disputes.precedents import Precedent
    from scoresheets.keeping.journal import Journal
    from scoresheets.keeping.session import Session

rulings = group()


@rulings.command("list", cls=Leaf)
def list_(
    game: Annotated[str, typer.Option("--game", metavar="G", help="Only this game.", show_default=False)] = "",
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """List what this table decided in its disputes."""
    from scoresheets.disputes.precedents import listed

    slug = slug_of(game)
    precedents: list[Precedent] = []
    if is_there(database.place()):
        with open_journal() as journal:
            precedents = listed(journal, slug)
    columns = RULINGS.without("facts", "options") if csv else RULINGS
    columns.out(precedents, json=json, csv=csv, plain=plain, nothing="No rulings yet.")


@rulings.command("show", cls=Leaf)
def show(
    number: Annotated[int, typer.Argument(metavar="N")], json: Json = False, plain: Plain = False, db: Db = ""
) -> None:
    """Show one ruling: its facts, the rule, the house rules and who agreed."""
    from scoresheets.disputes.precedents import find

    with open_journal() as journal:
        precedent = find(journal, number)
    if json:
        console.json_out(RULINGS.object(precedent))
        return
    console.lines_out([(line, "bold" if i == 0 else "") for i, line in enumerate(described(precedent))], plain)


def described(precedent: Precedent) -> Iterator[str]:
    """A ruling in words."""
    from scoresheets.book.rulebook import rules_of

    at_line = f", line {precedent.line}" if precedent.line else ""
    where = f", session {precedent.session}{at_line}" if precedent.session else ""
    yield f"ruling {precedent.number}: {precedent.question}"
    yield f"  {day(precedent)}, {precedent.game}{where}"
    facts = precedent.facts
    if facts.get("report"):
        yield f"  about: {facts['report']}"
    for line, text in facts.get("lines", {}).items():
        yield f"    line {line}: {text}"
    for text in facts.get("told", ()):
        yield f"    entered to settle it: {text}"
    for breach in facts.get("of", ()):
        yield f"  {precedent.certainty} [{breach['rule']}]: {breach['message']}"
    if not facts.get("of"):
        yield f"  {precedent.certainty}"
    for rule in rules_of(precedent.game, [precedent.rule] if precedent.rule else []):
        yield f"  [{rule.name}] {rule.text}"
    if not precedent.rule:
        yield "  the rules don't say"
    if precedent.options:
        values = {name: Scale(value) if isinstance(value, list) else value for name, value in precedent.options.items()}
        yield f"  house rules: {', '.join(f'{name}={value}' for name, value in values.items())}"
    yield f"  decided: {precedent.verdict}"
    for name, value in (("score", precedent.effect), ("agreed", precedent.agreed), ("because", precedent.note)):
        if value:
            yield f"  {name}: {value}"
    if precedent.instead_of:
        yield f"  replaces ruling {precedent.instead_of}"
    if held := state(precedent):
        yield f"  {held}"


# Adopting


@rulings.command("adopt", cls=Leaf)
def adopt(
    number: Annotated[int, typer.Argument(metavar="N")],
    as_: Annotated[
        str,
        typer.Option(
            "--as", metavar="OPTION=VALUE", help="Drop a rule (without=RULE) or change a number.", show_default=False
        ),
    ] = "",
    as_words: Annotated[
        str, typer.Option("--as-words", metavar="TEXT", help="A rule in your own words.", show_default=False)
    ] = "",
    costs: Annotated[
        int, typer.Option("--costs", metavar="N", help="Points that breaking it costs.", show_default=False)
    ] = 0,
    id_: Annotated[
        str, typer.Option("--id", metavar="NAME", help="A short name for the rule.", show_default=False)
    ] = "",
    house: Annotated[
        str, typer.Option("--house", metavar="NAME", help="The house to save it in.", show_default=False)
    ] = "",
    now: Annotated[bool, typer.Option("--now", help="Also in the open session, starting with the next deal.")] = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Turn a ruling into a house rule: drop a rule, change a number, or write your own rule with a price.

    At a terminal it asks which. It shows what the open session would score, and saves the rule in the house, so every
    new session with that house plays by it. With `--now` the open session does too, starting with the next deal.
    `penalty WHO NAME` charges the price.
    """
    from scoresheets.disputes.adopting import house_of, write_down
    from scoresheets.disputes.precedents import adopt, find

    if as_ and as_words:
        raise CommandError("choose one: --as or --as-words", USAGE)
    with open_journal() as journal:
        precedent = find(journal, number)
        if precedent.replaced_by:
            raise CommandError(f"Ruling {number} was replaced by ruling {precedent.replaced_by}.")
        game, session = game_called(precedent.game), _in_play(journal, precedent.game)
        if now and not session:
            raise CommandError(f"No session of {precedent.game} is open.", NOTHING)
        asks = not json and sys.stdin.isatty() and not (as_ or as_words)
        players = session.referee.players if session else ()
        wanted = (
            _asked(game, precedent, players) if asks else _chosen(game, precedent, as_, as_words, costs, id_, players)
        )
        chosen = house_of(journal, precedent, house)
        result = None
        if session and not is_own(wanted.name):
            result = otherwise(session, {wanted.name: wanted.beside(_by_now(session)).value})
            if not json:
                console.say(f"Session {session.number} would score:")
                show_otherwise(result, plain)
        if asks and asked(f"Save {wanted} in the house {chosen}? [y/N]").lower() not in ("y", "yes"):
            raise CommandError(f"Ruling {number} wasn't changed.", REFUSED)
        became = write_down(game, wanted, chosen)
        precedent = adopt(journal, number, became)
        if asks and session:
            now = asked(f"Also in session {session.number}, starting with the next deal? [y/N]").lower() in ("y", "yes")
        report = wanted.beside(_by_now(session)).report if session else ""
        said = session.say(report).ruling if session and now else None
    if json:
        entered = {"whatif": whatif_object(result) if result else None, "report": report or None}
        in_play = {"in_play": bool(said and said.accepted)}
        with console.after_saving():
            console.json_out(RULINGS.object(precedent) | entered | in_play)
        return
    _say_adopted(precedent, became, wanted)
    if session and said:
        console.ruling(said, session.referee, plain=plain, line=report)
    elif session and (why := _kept_from(session, report)):
        console.tell(f"Session {session.number} continues without it: {why}")
    elif session:
        console.tell(f"To use it in the open session, starting with the next deal, run `referee say {report}`.")
    if said and not said.accepted:
        raise typer.Exit(REFUSED)


def _say_adopted(precedent: Precedent, became: str, wanted: Adoption) -> None:
    """Says what a ruling is now, and who plays by it."""
    with console.after_saving():
        console.say(f"Ruling {precedent.number} is now a house rule: {became}")
        if is_own(wanted.name):
            console.say(f"  {next(own_rules_in_words({wanted.name: wanted.value}))}")
    if is_own(wanted.name):
        does = "charges it" if OwnRule(wanted.value).costs else "notes it"
        console.tell(f"`penalty WHO {bare_name(wanted.name)}` {does}")
    console.tell("New sessions with that house play by it.")


def _in_play(journal: Journal, game: str) -> Session | None:
    """The session in play. None if it is of another game."""
    number = journal.in_play()
    session = journal.readable(number) if number else None
    return session if session and session.slug == game else None


def _kept_from(session: Session, report: str) -> str:
    """Why the session in play can't change its rules that way. "" if it can."""
    ruling = session.referee.can(report)
    return ruling.message if not ruling.accepted else ""


def _by_now(session: Session) -> Mapping[str, Any]:
    """The house rules, with changes for the next deal."""
    return {**session.referee.in_force, **session.referee.standing.amended}


def _chosen(
    game: Game[Any], precedent: Precedent, as_: str, as_words: str, costs: int, id_: str, players: Sequence[str]
) -> Adoption:
    """The house rule that the options make of a ruling. Raises CommandError with the possible ones."""
    from scoresheets.disputes.adopting import in_words, option, ways

    may = ways(game, precedent, players)
    if as_words:
        return in_words(game, as_words, costs, id_ or may.name)
    if costs or id_:
        raise CommandError("--costs and --id need --as-words TEXT", USAGE)
    if as_:
        return option(game, as_)
    choices = [f"--as without={may.without}"] if may.without else []
    choices += [f"--as {form}" for form in may.numbers]
    choices += [f"--as-words TEXT --costs {may.costs} --id {may.name}"]
    raise CommandError(f"choose one: {', or '.join(choices)}", USAGE)


def _asked(game: Game[Any], precedent: Precedent, players: Sequence[str]) -> Adoption:
    """The house rule that the user makes of a ruling. Raises CommandError if the user gives no answer."""
    from scoresheets.disputes.adopting import in_words, option, ways

    may = ways(game, precedent, players)
    for line in described(precedent):
        console.tell(line)
    console.tell("What should the house rule be?")
    console.tell(f"  1 drop a rule: without={may.without}" if may.without else "  1 drop a rule")
    console.tell(f"  2 change a number: {', '.join(may.numbers)}" if may.numbers else "  2 change a number")
    console.tell("  3 your own words, with a price")
    match asked("1, 2 or 3 [Enter: change nothing]"):
        case "1":
            rule = asked(f"Which rule? [Enter: {may.without}]" if may.without else "Which rule?")
            return option(game, f"without={rule or may.without}")
        case "2":
            return option(game, asked(f"Which number? For example {(may.numbers or ['made=N'])[0]}"))
        case "3":
            text = asked(f"Which words? [Enter: {precedent.verdict}]") or precedent.verdict
            costs = asked(f"What does it cost? [Enter: {may.costs}]") or str(may.costs)
            if not (costs.isascii() and costs.isdigit() and len(costs) < 8):
                raise CommandError(f"the price must be a whole number, not {costs!r}", USAGE)
            return in_words(game, text, int(costs), asked(f"Its name? [Enter: {may.name}]") or may.name)
    raise CommandError(f"Ruling {precedent.number} wasn't changed.", REFUSED)


def day(precedent: Precedent) -> str:
    return local(precedent.at, "%Y-%m-%d")


def decision_of(precedent: Precedent) -> str:
    """The decision, and what has become of it."""
    held = state(precedent)
    return f"{precedent.verdict} ({held})" if held else precedent.verdict


def state(precedent: Precedent) -> str:
    """Whether it is a house rule by now, or was replaced by another."""
    if precedent.replaced_by:
        return f"replaced by ruling {precedent.replaced_by}"
    if precedent.adopted:
        return f"now a house rule: {precedent.adopted_as}" if precedent.adopted_as else "now a house rule"
    return ""


RULINGS: Listing[Precedent] = Listing(
    Column("number", int, "no"),
    Column("at", str, "on", lambda ruling: iso(ruling.at), day, whole=True),
    Column("game", str, "game"),
    Column("session", int | None),
    Column("line", int | None, value=lambda ruling: ruling.line or None),
    Column("question", str, "question"),
    Column("rule", str | None, "rule", lambda ruling: ruling.rule or None, after="game"),
    Column("certainty", {"PROVEN", "POSSIBLE", "NO EVIDENCE"}),
    Column("verdict", str, "decided", cell=decision_of),
    Column("effect", str),
    Column("agreed", str),
    Column("note", str),
    Column("adopted", str | None, value=lambda ruling: iso(ruling.adopted)),
    Column("adopted_as", str | None, value=lambda ruling: ruling.adopted_as or None),
    Column("instead_of", int | None),
    Column("replaced_by", int | None),
    Column("facts", {str: Any}, value=lambda ruling: dict(ruling.facts)),
    Column("options", {str: Any}, value=lambda ruling: dict(ruling.options)),
)


def asked(question: str) -> str:
    """The user's answer at the terminal. "" to leave."""
    sys.stdout.flush()
    print(f"{question} ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()
