"""The commands of a dispute: rules looked up, a ruling, and what the table decided before."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scoresheets import database, journal
from scoresheets.cli import talk
from scoresheets.cli.options import Csv, Db, Json, Plain
from scoresheets.cli.words import Leaf, group
from scoresheets.opening import is_there
from scoresheets.plain import visible
from scoresheets.rulebook import Applied, Found
from scoresheets.trouble import FINE, NOTHING, REFUSED, UNTOLD, USAGE, Trouble

if TYPE_CHECKING:
    from scoresheets.disputes import Case, Remedy
    from scoresheets.journal import Session
    from scoresheets.precedents import Precedent

# Rules looked up

WHOLE = 3  # rules that are shown with all that belongs to them
SCORED = 8  # lines of the score that are shown
MANY = 5  # places where a rule was applied that are shown


def rule(
    words: Annotated[list[str], typer.Argument(metavar="ID or WORDS…")],
    game: Annotated[str, typer.Option("--game", metavar="G", help="Only the rules of this game.")] = "",
    json: Json = False,
    csv: Csv = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Looks a rule up, by its id or else by words: what it says, an example, and where it was applied tonight.

    Of several the best come first, those of the game in play before the others. Where none is like that, the nearest
    two are shown; exit code 4.
    """
    from scoresheets.rulebook import search

    slug = slug_of(game)
    asked = " ".join(words)
    answer = search(asked, slug)
    found, nearest = list(answer.found), answer.nearest
    used: dict[tuple[str, str], list[Applied]] = {}
    if is_there(database.place()) and (found or nearest):
        playing, used = at_the_table(found or nearest)
        found.sort(key=lambda one: one.game != playing)
    if json:
        rows = [rule_object(one, used.get((one.game, one.name), ())) for one in found]
        near = {} if found else {"nearest": [rule_object(one, ()) for one in nearest]}
        talk.json_out({"schema": 1, "rows": rows} | near)
    elif csv:
        talk.csv_out(RULE_COLUMNS, ((one.game, one.name, one.text, one.breaking, one.finding) for one in found))
    if found:
        if not (json or csv):
            show_rules(found, used, plain)
        return
    where = f"of {nearest[0].game_name if nearest[0].game else slug}" if game else "of any game"
    if not (json or csv):
        show_rules(nearest, used, plain)
    raise Trouble(f"no rule {where} is called or says {asked!r}; the nearest: {names_of(nearest)}", NOTHING)


RULE_COLUMNS = ("game", "rule", "text", "breaking", "finding")


def names_of(rules: Iterable[Found]) -> str:
    return ", ".join(one.name for one in rules)


def slug_of(game: str) -> str:
    """A game as it is kept, without importing it where it is named so."""
    from referee.games import games

    return game if not game or game in games() else journal.game_called(game).slug


def at_the_table(rules: Iterable[Found]) -> tuple[str, dict[tuple[str, str], list[Applied]]]:
    """The game in play, and where rules were applied tonight."""
    from scoresheets.rulebook import applied, in_play, tonight

    names: dict[str, list[str]] = {}
    for one in rules:
        names.setdefault(one.game, []).append(one.name)
    used: dict[tuple[str, str], list[Applied]] = {}
    with journal.opened() as kept:
        playing = in_play(kept)
        for session in tonight(kept, names):
            for name, some in applied(session, names[session.slug]).items():
                used.setdefault((session.slug, name), []).extend(some)
    return playing, used


def rule_object(one: Found, used: Iterable[Applied]) -> dict[str, Any]:
    """A rule as ``--json`` prints it."""
    example = one.example
    return {
        "rule": one.name,
        "game": one.game or None,
        "text": one.text,
        "breaking": one.breaking,
        "finding": one.finding,
        "silent": one.silent,
        "reports": list(one.reports),
        "scores": [category for category, _ in one.scores],
        "options": [name for name, *_ in one.options],
        "example": example
        and {"told": list(example.told), "report": example.report, "verdict": example.verdict, "why": example.why},
        "tonight": [dict(zip(Applied._fields, place, strict=True)) for place in used],
    }


def show_rules(rules: Iterable[Found], used: dict[tuple[str, str], list[Applied]], plain: bool) -> None:
    """Prints rules, the first ones with all that belongs to them, the others in a sentence."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    said: list[Any] = []
    for place, one in enumerate(rules):
        said.append(Text.assemble((one.name, "" if plain else "bold cyan"), f" · {one.game_name}"))
        lines = about(one, used.get((one.game, one.name), [])) if place < WHOLE else (one.text,)
        for line in lines:
            indent = len(line) - len(line.lstrip())
            said.append(Padding(Text(visible(line.strip())), (0, 0, 0, 2 + indent)))
    talk.show(Group(*said), plain)


def about(one: Found, used: list[Applied]) -> Iterator[str]:
    """All that belongs to a rule."""
    yield one.text
    if one.silent:
        yield "The book says nothing of it; this is how it is played here."
    if one.breaking:
        yield f"Breaking it is {one.breaking}" + (f", proven later a finding {one.finding}." if one.finding else ".")
    elif one.finding:
        yield f"It shows as a finding {one.finding}."
    if one.reports:
        yield f"It judges {', '.join(one.reports)}."
    if one.scores:
        worth = "; ".join(worth for _, worth in one.scores)
        yield f"It gives the score line {', '.join(name for name, _ in one.scores)}: {worth}."
    for name, text, default in one.options:
        yield f"The house rule {name} changes it: {text}, by default {default}."
    if one.example:
        yield f"For example: {str(one.example).replace('`', '')}"
    if used:
        yield "Tonight:"
    for place in used[-MANY:]:
        yield f"  {at(place)}: {': '.join(filter(None, (place.text, place.came)))}"
    if len(used) > MANY:
        yield f"  … {len(used)} times in all"


def at(place: Applied) -> str:
    where = [f"session {place.session}"]
    if place.hand:
        where.append(f"hand {place.hand}")
    if place.line:
        where.append(f"line {place.line}")
    return ", ".join(where)


# A dispute

Which = Annotated[int, typer.Option("--session", metavar="N", help="Of that session.", show_default=False)]


def dispute(
    words: Annotated[list[str] | None, typer.Argument(metavar="[LINE or REPORT or WORDS]", show_default=False)] = None,
    fact: Annotated[
        list[str] | None,
        typer.Option(
            "--fact", metavar="REPORT", help="What would decide it, as in `Cat dealt 4S`.", show_default=False
        ),
    ] = None,
    apply: Annotated[
        str,
        typer.Option(
            "--apply",
            metavar="REMEDY",
            help="void, fix REPORT, stand, adjust WHO N, note TEXT, nothing, or a number shown.",
            show_default=False,
        ),
    ] = "",
    decide: Annotated[
        str, typer.Option("--decide", metavar="TEXT", help="What the table decides, in words.", show_default=False)
    ] = "",
    agreed: Annotated[str, typer.Option("--agreed", metavar="NAMES", help="Who agreed.", show_default=False)] = "",
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason; it is kept.", show_default=False)] = "",
    instead_of: Annotated[
        int, typer.Option("--instead-of", metavar="N", help="It replaces that ruling.", show_default=False)
    ] = 0,
    session: Which = 0,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """A ruling on what is in dispute: a line, a report, or a question in plain words; alone, the last report.

    Says whether a breach is PROVEN, POSSIBLE until one fact is told, or there is NO EVIDENCE of it, by which rule, what
    the table decided before, and what it does to the score. What the table decides is kept; exit code 0 where nothing
    is wrong or it is decided, 1 where a breach is proven, 3 where a fact is missing or no rule covers it.
    """
    if strange := next((word for word in words or () if word.startswith("--")), ""):
        raise Trouble(f"there is no option {strange} (`referee dispute --help` has the options)", USAGE)
    for text in (*(fact or ()), apply, decide, agreed, why, *(words or ())):
        if fault := journal.unreadable(text):
            raise Trouble(fault.message, USAGE)
    with journal.opened() as kept:
        chosen = kept.session(session) if session else kept.open_session()
        guide = Guide(chosen, fact or [], json=json, plain=plain)
        raise typer.Exit(
            guide.rule_on(" ".join(words or ()), apply, decide, agreed=agreed, why=why, instead_of=instead_of)
        )


class Guide:
    """Leads through a dispute, and asks for nothing that can't change the answer."""

    def __init__(self, session: Session, facts: list[str], *, json: bool, plain: bool) -> None:
        self.session = session
        self.facts = facts
        self.json = json
        self.plain = plain
        self.asks = not json and sys.stdin.isatty()

    def rule_on(
        self, question: str, apply: str, decide: str, *, agreed: str = "", why: str = "", instead_of: int = 0
    ) -> int:
        from scoresheets import disputes

        if not question.strip() and self.asks:
            question = asked("what is in dispute? a line, a report, or plain words [Enter: the last report]")
        case = disputes.consider(self.session, question, self.facts)
        if not self.json:
            self.say(finding(case))
        case = self.settled(case)
        remedies, before = disputes.effects(case), disputes.before(case)
        if not self.json:
            self.say(grounds(case))
            self.say([(f"  {said_before(case, one.precedent)}", "yellow") for one in before[:1]])
            self.say(worked(case, remedies))
        if self.asks and not apply and not decide and case.report:
            apply, decide, agreed = self.decision(remedies, agreed)
        ruling = self.kept(case, apply, decide, agreed, why, instead_of) if apply or decide else None
        if self.json:
            told = case_object(case) | {"before": [precedent_object(one.precedent) for one in before]}
            told["effects"] = [remedy_object(one) for one in remedies]
            talk.json_out(told | {"decided": precedent_object(ruling) if ruling else None})
        elif ruling:
            talk.say(f"ruling {ruling.number}: {ruling.verdict}" + (f" ({ruling.effect})" if ruling.effect else ""))
        elif case.missing and not self.asks:
            talk.tell(f'`referee dispute … --fact "{case.missing[0]}"` judges it again')
        elif not case.covered and case.question:
            talk.tell('`referee dispute … --decide TEXT --agreed "Ann, Ben"` keeps what the table decides')
        return FINE if ruling else exit_code(case)

    def say(self, said: Iterable[tuple[str, str]]) -> None:
        talk.lines_out([*said], self.plain)

    def settled(self, case: Case) -> Case:
        """Asks for the fact that would tell, as long as one would and somebody knows it."""
        from scoresheets import disputes

        while self.asks and case.missing:
            fact = case.missing[0]
            begins = fact.removesuffix("…").strip()
            answer = asked(f"{fact}? [Enter: nobody knows]")
            if not answer:
                break
            told = answer if answer.lower().startswith(begins.lower()) or begins == fact else f"{begins} {answer}"
            try:
                case = disputes.consider(self.session, case.question or f"line {case.line}", [*case.told, told])
            except Trouble as trouble:
                talk.tell(visible(trouble.message))
                continue
            self.say(finding(case))
        return case

    def decision(self, remedies: list[Remedy], agreed: str) -> tuple[str, str, str]:
        """What the table does about it: a remedy or a decision in words, and who agreed."""
        numbers = f"1–{len(remedies) - 1}, " if len(remedies) > 2 else "1, " if len(remedies) > 1 else ""
        wanted = asked(f"what now? {numbers}adjust WHO N, nothing, or words to keep [Enter: no ruling]")
        if not wanted:
            return "", "", agreed
        agreed = agreed or asked("who agreed? [Enter: everybody]") or ", ".join(self.session.referee.seats)
        first = wanted.split()[0].lower()
        known = first.isdigit() or first in ("void", "fix", "stand", "adjust", "note", "nothing")
        return (wanted, "", agreed) if known else ("", wanted, agreed)

    def kept(self, case: Case, apply: str, decide: str, agreed: str, why: str, instead_of: int) -> Precedent:
        """Does what was decided and keeps it."""
        from scoresheets import disputes
        from scoresheets.precedents import LONGEST

        for text in (decide, agreed, why, case.question):
            if len(text) > LONGEST:
                raise Trouble(f"{text[:20]}… is too long: {LONGEST} characters at most", USAGE)
        does, effect = disputes.carry_out(case, apply, why) if apply else ("", "")
        verdict = "; ".join(filter(None, (decide.strip(), does)))
        if not verdict:
            raise Trouble("what is decided? --decide TEXT says it in words", USAGE)
        return disputes.decided(
            case, verdict, effect=effect, agreed=agreed.strip(), note=why.strip(), instead_of=instead_of or None
        )


def asked(question: str) -> str:
    """What somebody at the terminal answers; nothing where they leave."""
    sys.stdout.flush()
    print(f"{question} ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip()


def exit_code(case: Case) -> int:
    from referee.certainty import Certainty

    if case.certainty is Certainty.PROVEN:
        return REFUSED
    return UNTOLD if case.certainty is Certainty.POSSIBLE or not case.covered else FINE


Said = list[tuple[str, str]]


def finding(case: Case) -> Said:
    """The report in question, and how sure it is that it breaks a rule."""
    from referee.certainty import Certainty

    said: Said = []
    if case.report:
        place = f"line {case.line}, hand {case.hand}: " if case.line else "nobody has reported: "
        status = "" if case.status in ("counts", "not told") else f" ({case.status})"
        said.append((f"{place}{case.report}{status}", "bold"))
    else:
        said.append((f"no report is in question: {case.question}", "bold"))
    said += [(f"  supposing {text}", "") for text in case.told]
    if case.message and not case.suspicion.of:
        said.append((f"  {case.message}", ""))
    texts = {one.number: one.text or one.typed for one in case.session.entries}
    for breach in dict.fromkeys(case.suspicion.of):
        style = "red" if case.certainty is Certainty.PROVEN else "yellow"
        said.append((f"  {case.certainty} [{breach.rule}]: {breach.why}", style))
        said += [
            (f"    line {line}: {texts[line]}", "") for line in breach.lines if line in texts and line != case.line
        ]
    if case.report and not case.suspicion.of:
        more = case.looked_at - 1
        others = f"the {more} others" if more > 1 else "another"
        nor = f", nor against {others} that may be meant" if more > 0 else ""
        said.append((f"  {Certainty.NO_EVIDENCE} against it{nor}", "green"))
    return said


def grounds(case: Case) -> Said:
    """The rules, what would decide it, and what else may be meant."""
    from scoresheets.cli.look import house_of

    said: Said = []
    for one in case.rules:
        house = f" (house: {', '.join(changed)})" if (changed := house_of(case.session.referee, one.name)) else ""
        said.append((f"  [{one.name}]{house} {one.text}", ""))
    for line in case.scored[:SCORED]:
        because = f": {line.because}" if line.because else ""
        lines = f" (line{'s' if len(line.lines) > 1 else ''} {', '.join(map(str, line.lines))})" if line.lines else ""
        said.append((f"    hand {line.hand}: {line.who} {line.points:+d}, {line.category}{because}{lines}", ""))
    if len(case.scored) > SCORED:
        said.append((f"    … {len(case.scored)} lines in all: `referee why hand {case.hand}`", "dim"))
    if not case.covered:
        nearest = "; the nearest:" if case.nearest else ""
        said.append((f"  no rule of {case.session.game.name} covers it{nearest}", "yellow"))
        said += [(f"    [{one.name}] {one.text}", "") for one in case.nearest]
    said += [(f"  would decide it: {fact}", "yellow") for fact in case.missing]
    said += [(f"  may be meant too: line {one.line}, {one.text}: {one.certainty}", "dim") for one in case.others]
    return said


def said_before(case: Case, one: Precedent) -> str:
    if case.line and (one.session, one.line) == (case.session.number, case.line):
        return f"this was decided: ruling {one.number}, {one.verdict}"
    return one.in_short


def worked(case: Case, remedies: list[Remedy]) -> Said:
    """The score as it stands, and what each remedy makes of it."""
    said: Said = [("the score", "bold")]
    for number, one in enumerate(remedies):
        if one.clash:
            outcome = f"can't be: {one.clash}"
        elif number == 0:
            outcome = ", ".join(f"{who} {points}" for who, points in (one.scores or {}).items())
        else:
            outcome = one.moved or ("the same, for the hand goes on" if open_hand(case) else "the same")
        said.append((f"  {number or ' '} {one.does}: {outcome}", "dim" if one.clash else ""))
    if case.session.ended:
        number = case.session.number
        said.append((f"    session {number} has ended; `referee resume {number}` opens it again", "dim"))
    return said


def open_hand(case: Case) -> bool:
    """Whether the hand that it is about goes on, so that nothing of it is scored yet."""
    hand = case.session.referee.hand
    return bool(hand.dealer) and hand.number == case.hand


def case_object(case: Case) -> dict[str, Any]:
    """A case as ``--json`` prints it."""
    from referee.objects import breach_object, line_object

    return {
        "schema": 1,
        "session": case.session.number,
        "question": case.question,
        "line": case.line or None,
        "hand": case.hand or None,
        "report": case.report or None,
        "who": case.who or None,
        "status": case.status or None,
        "message": case.message,
        "certainty": str(case.certainty),
        "of": [breach_object(one) for one in dict.fromkeys(case.suspicion.of)],
        "missing": case.missing,
        "told": list(case.told),
        "covered": case.covered,
        "rules": [rule_object(one, ()) for one in case.rules],
        "nearest": [rule_object(one, ()) for one in case.nearest],
        "scored": [{"hand": line.hand} | line_object(line) for line in case.scored],
        "others": [{"line": one.line, "text": one.text, "certainty": str(one.certainty)} for one in case.others],
    }


def remedy_object(one: Remedy) -> dict[str, Any]:
    scores = None if one.scores is None else dict(one.scores)
    return {"remedy": one.name, "does": one.does, "scores": scores, "moved": one.moved, "clash": one.clash or None}


# What was decided before

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
    from scoresheets.precedents import listed

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
        drawn: Any = talk.table(header, shown, numeric=("no",), plain=plain)
        for column in drawn.columns[:2]:
            column.no_wrap = True
        talk.show(drawn, plain)
    else:
        talk.tell("nothing has been decided yet")


@rulings.command("show", cls=Leaf)
def show(
    number: Annotated[int, typer.Argument(metavar="N")], json: Json = False, plain: Plain = False, db: Db = ""
) -> None:
    """One ruling with its facts, the rule, the house rules in force, and who agreed."""
    from scoresheets.precedents import find

    with journal.opened() as kept:
        one = find(kept, number)
    if json:
        talk.json_out({"schema": 1} | precedent_object(one))
        return
    talk.lines_out([(line, "bold" if i == 0 else "") for i, line in enumerate(described(one))], plain)


def described(one: Precedent) -> Iterator[str]:
    """A ruling in words."""
    from scoresheets.rulebook import rules_of

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
    """Makes a ruling a rule of the house: an option of the game in its file, else one that is cited from now on."""
    from scoresheets.precedents import adopt, adopted_in, find
    from scoresheets.rulebook import in_play

    with journal.opened() as kept:
        one = find(kept, number)
        became = adopted_in(kept, one, as_, house) if as_ else ""
        if house and not as_:
            raise Trouble("--house needs --as OPTION=VALUE: only an option of the game stands in a house", USAGE)
        one = adopt(kept, number, became)
        playing = in_play(kept) == one.game
    if json:
        talk.json_out({"schema": 1} | precedent_object(one))
        return
    talk.say(
        f"ruling {one.number} is a rule of the house" + (f": {became}" if became else ", and is cited from now on")
    )
    if became and playing:
        talk.tell(f"`referee say house {as_}` lets it hold in the session in play, from the next deal on")
    options = [f"{name}=…" for rule in _rules(one) for name, *_ in rule.options]
    if not as_ and options:
        talk.tell(f"`referee rulings adopt {number} --as {options[0]}` would make it an option of {one.game}")


def _rules(one: Precedent) -> list[Found]:
    from scoresheets.rulebook import rules_of

    return rules_of(one.game, [one.rule] if one.rule else [])


def day(one: Precedent) -> str:
    return f"{one.at.astimezone():%Y-%m-%d}"


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
