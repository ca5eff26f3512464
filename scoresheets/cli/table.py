"""The commands at the table: opening a session, telling it what happens, putting right what was told."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.core import Breach, Macro
from referee.notation import NOBODY, Report, Seat, Unread, shape
from referee.objects import breach_object, table_object
from referee.record import read_house
from referee.reports import Adjust, Concedes, Dealt, End, House, Joins, Leaves, Misdeal, Note, Pays
from referee.rulings import doubts
from referee.table import Referee, Ruling
from scoresheets import database, journal, phrases
from scoresheets.cli import talk
from scoresheets.cli.options import Db, Json, Plain
from scoresheets.cli.teller import Part, Teller, joined, parts, said
from scoresheets.journal import Change, Correction, Journal, Session, Told
from scoresheets.results import by_hand
from scoresheets.trouble import FINE, USAGE, Trouble

if TYPE_CHECKING:
    pass

Words = Annotated[list[str], typer.Argument(metavar="REPORT…", show_default=False)]
Number = Annotated[int, typer.Argument(metavar="[SESSION]", show_default=False)]


# Opening, closing


def new(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    players: Annotated[list[str], typer.Argument(metavar="PLAYER…", show_default=False)],
    options: Annotated[
        list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="A house rule.", show_default=False)
    ] = None,
    house: Annotated[
        str,
        typer.Option(
            "--house", metavar="NAME", help="Whose rules are played: `referee house list`.", show_default=False
        ),
    ] = "",
    dealer: Annotated[str, typer.Option(metavar="WHO", help="Who deals first.")] = "",
    draw: Annotated[bool, typer.Option("--draw", help="Draw for seats and deal.")] = False,
    title: Annotated[str, typer.Option(metavar="TEXT", help="What the evening is called.")] = "",
    place: Annotated[str, typer.Option(metavar="TEXT", help="Where it is played.")] = "",
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Opens a session and prints the rules in force.

    Players are named clockwise. The house rules are kept with the session: those of a house, and what `--set` says
    beside them.
    """
    profile, chosen = agreed(game, len(players), house, options or ())
    seed = None
    if draw:
        players, dealer, seed = drawn(players, dealer)
    with journal.opened(create=True) as kept:
        if not (mine := database.own_session()):
            _close_finished(kept)
        session = kept.new(game, players, chosen, dealer=dealer, title=title, place=place, seed=seed, profile=profile)
        for line in contract(session):
            talk.say(line)
        if mine:
            talk.tell(f"REFEREE_SESSION still has reports go to session {mine}")


def agreed(game: str, players: int, house: str, options: Sequence[str]) -> tuple[str, dict[str, str]]:
    """The house that is played by, and the options that it and the table choose; raises Trouble."""
    from scoresheets import house as houses
    from scoresheets.config import setting

    try:
        chosen = read_house(", ".join(options))
    except ValueError as error:
        raise Trouble(str(error), USAGE) from None
    profile = house or setting("profile").value or houses.BOOK
    if profile.lower() == houses.BOOK:
        return "", chosen
    found, played = houses.read(profile), journal.game_called(game)
    if played.slug not in found.games:
        talk.tell(f"house {found.name} has no rules for {played.slug}, so the book's hold")
    return found.name, found.of(played, players if players in played.players else 0) | chosen


def drawn(players: Sequence[str], dealer: str) -> tuple[list[str], str, int]:
    """The players in seats that were drawn, a dealer, and the seed that the draw can be repeated with."""
    import random
    import secrets

    seed = secrets.randbelow(2**31)
    luck = random.Random(seed)
    seats = list(players)
    luck.shuffle(seats)
    return seats, dealer or luck.choice(seats), seed


def _close_finished(kept: Journal) -> None:
    """A finished game makes room for the next."""
    number = kept.in_play()
    if number is not None and (session := kept.session(number)).referee.over:
        session.end()
        talk.tell(f"session {number} is closed: {phrases.won(session.referee)}")


def contract(session: Session) -> Iterator[str]:
    """What the table agrees on: seats, dealer, and every rule in force, with those that differ from the book."""
    from scoresheets.house import digest

    referee = session.referee
    game = referee.game
    yield f"session {session.number}: {session.title or game.name}"
    seats = ", ".join(referee.seats)
    yield f"  {seats} (clockwise)" if not referee.names.teams else f"  {' against '.join(referee.hand.sides)}: {seats}"
    yield f"  {session.dealer or referee.dealer} deals first" + ("" if session.dealer else ", or whoever is named")
    house = f", house {session.profile}" if session.profile else ""
    yield f"  rules {digest(game, len(referee.seats), referee.in_force)}{house}"
    for option in game.options:
        value, book = referee.house[option.name], option.value(len(referee.seats))
        if value is None:
            continue
        differs = f" (the book: {'none' if book is None else book})" if value != book else ""
        yield f"  {option.name}={value}  {option.text}{differs}"
    yield phrases.awaits(referee)


def end(plain: Plain = False, db: Db = "") -> None:
    """Closes the session; a game that isn't over stops here."""
    with journal.opened() as kept:
        session = kept.open_session()
        session.end()
        show_closed(session, plain)


def show_closed(session: Session, plain: bool) -> None:
    """The sheet of a session that has ended, and who pays whom."""
    draw(session, plain)
    talk.say(f"session {session.number} is closed")
    if session.referee.chips:
        from scoresheets.settle import fewest, shown

        for one in fewest(session.referee.accounts):
            talk.say(f"  {one.payer} pays {one.payee} {shown(one.amount)}")


def resume(
    session: Annotated[int, typer.Argument(metavar="SESSION")],
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Opens a closed session again, or goes back to one that is open."""
    with journal.opened() as kept:
        taken_up = kept.session(session)
        taken_up.resume()
        talk.say(f"session {taken_up.number}: {heading(taken_up)}")
        where_it_stands(taken_up)


def heading(session: Session) -> str:
    return f"{session.title or session.game.name} ({', '.join(session.players)})"


def where_it_stands(session: Session) -> None:
    """The last report kept, so that nobody wonders whether it arrived, the totals and what is awaited."""
    if session.course.standing:
        last = session.course.standing[-1]
        talk.say(f"  last: {last.text} (line {last.line})")
    talk.say(f"  {phrases.totals(session.referee)}")
    for text in (phrases.now(session.referee), phrases.awaits(session.referee)):
        if text:
            talk.say(f"  {text}")


# The sheet


def score(session: Number = 0, json: Json = False, plain: Plain = False, db: Db = "") -> None:
    """The score sheet, who deals and what is awaited."""
    with journal.opened() as kept:
        chosen = kept.session(session) if session else kept.open_session()
        show_sheet(chosen, chosen.referee, json=json, plain=plain)


def show_sheet(session: Session, referee: Referee, *, json: bool, plain: bool) -> None:
    """The sheet of a session as a referee has it."""
    if json:
        talk.json_out({"schema": 1, "session": session.number} | table_object(referee))
    else:
        draw(session, plain, referee)


def draw(session: Session, plain: bool, referee: Referee | None = None) -> None:
    from scoresheets.sheets import sheet

    title = f"session {session.number}" + (f": {session.title}" if session.title else "")
    talk.show(sheet(referee or session.referee, title=title, plain=plain), plain)


# Telling


def say(
    report: Words,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Record nothing.")] = False,
    json: Json = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Takes a report from the shell; several with `;` between them; with `-` one or more a line from stdin.

    What is recorded is on the disk before it is answered. Where a report is refused, the rest of its line isn't heard.
    """
    raise typer.Exit(said(report, dry=dry_run, json=json, plain=plain))


# Asking


def can(report: Words, json: Json = False, plain: Plain = False, db: Db = "") -> None:
    """Would this report be allowed now? Nothing is recorded. Exit code 0 legal, 1 not, 3 can't be told yet."""
    with journal.opened() as kept:
        session = kept.open_session()
        asked = Asker(session, dry=True, json=json, plain=plain)
        raise typer.Exit(asked.tell(joined(report, session.referee)))


class Asker(Teller):
    """Asks in place of telling: also what can't be told yet."""

    asks = True

    def _rehearse(self, part: Part) -> Ruling:
        doubts = self.session.referee.can(part.piece.text, overrule=part.piece.overrule).doubts
        return replace(super()._rehearse(part), doubts=doubts)

    def _answer(self, ruling: Ruling, typed: str, column: int, source: str, number: int) -> int:
        super()._answer(ruling, typed, column, source, number)
        if not ruling.accepted and not self.json:
            some = [f"{who} {kind.verb} {listed(found)}".strip() for who, kind, found in self._legal(ruling)]
            talk.tell(f"  would be legal: {' · '.join(some)}" if some else f"  {phrases.awaits(self.session.referee)}")
        return talk.exit_code(ruling, asking=True)

    def _instead(self, ruling: Ruling) -> dict[str, Any]:
        if ruling.accepted:
            return {"legal": []}
        return {"legal": [report.text for *_, found in self._legal(ruling) for report in found]}

    def _legal(self, ruling: Ruling) -> list[tuple[Seat, type[Report], list[Report]]]:
        """What the same player could say with the same verb, else what is awaited of anybody."""
        every = [(who, kind, found) for who, kind, found in may_come(self.session.referee) if found]
        mine = ruling.report
        alike = [one for one in every if mine and one[1] is type(mine) and one[0] in (mine.who, NOBODY)]
        if alike or mine is None:
            return alike
        waited = {ask.verb for ask in self.session.referee.awaited()}
        return [one for one in every if one[1] in waited]


def legal(json: Json = False, plain: Plain = False, db: Db = "") -> None:
    """Everything that may be reported now, by player and verb, with cards where they are known."""
    with journal.opened() as kept:
        referee = kept.open_session().referee
    list_legal(referee, json=json, plain=plain)


def list_legal(referee: Referee, *, json: bool = False, plain: bool = False) -> None:
    """Prints what may be reported now."""
    some = list(may_come(referee))
    always = [shape(kind).usage for kind in at_any_time(referee)]
    doubted = {
        report: found for *_, reports in some for report in reports or () if (found := doubts_of(referee, report))
    }
    if json:
        rows = [{"who": who, "verb": kind.verb, "form": shape(kind).usage,
                 "reports": None if found is None else [report.text for report in found],
                 "possible": {one.text: [breach_object(doubt) for doubt in doubted[one]]
                              for one in found or () if one in doubted}}
                for who, kind, found in some]  # fmt: skip
        told = {"next": list(referee.next()), "awaited": phrases.awaits(referee), "any_time": always}
        talk.json_out({"schema": 1, "rows": rows} | told)
        return
    shown = [(who, kind.verb, shape(kind).usage if found is None else listed(found)) for who, kind, found in some]
    if shown:
        talk.show(talk.table(("who", "verb", "what"), shown, plain=plain), plain)
    by_fact: dict[str, list[str]] = {}
    for report, found in doubted.items():
        by_fact.setdefault("; ".join(f"[{one.rule}] {one.why}" for one in found), []).append(report.text)
    for fact, texts in by_fact.items():
        talk.say(f"POSSIBLE breach: {', '.join(texts[:SHOWN])}{' …' if len(texts) > SHOWN else ''}: {fact}")
    talk.say(f"at any time: {' · '.join(always)}")
    talk.say(phrases.awaits(referee))


def doubts_of(referee: Referee, report: Report) -> list[Breach]:
    """What a report that would be allowed may still break."""
    asks = ((hand, ask) for hand, ask in referee.asks() if isinstance(report, ask.verb) and ask.admits(report.who))
    return next((doubts(hand, ask, report) for hand, ask in asks), [])


def may_come(referee: Referee) -> Iterator[tuple[Seat, type[Report], list[Report] | None]]:
    """Who may report what: the reports one by one, None where only their form can be given."""
    from referee.candidates import legal as legal_now
    from referee.candidates import speakers

    found = legal_now(referee)
    for seat, verbs in found.items():
        for kind, some in verbs.items():
            yield seat, kind, some
    for hand, ask in referee.asks():
        if issubclass(ask.verb, Macro) or "CARDS" not in shape(ask.verb).usage:
            continue
        for seat in speakers(ask, hand):
            if ask.verb not in found.get(seat, {}) and ask.verb.options(hand, seat) is None:
                yield seat, ask.verb, None


def at_any_time(referee: Referee) -> Iterator[type[Report]]:
    """What may be reported whatever else is awaited."""
    begun = bool(referee.hand.dealer)
    yield from (Note, Adjust)
    if referee.chips:
        yield Pays
    if not referee.standing.ended:
        if begun or referee.last:
            yield Dealt
        if begun:
            yield Misdeal
        if not referee.over:
            yield Concedes
            if referee.game.options:
                yield House
            if referee.game.open_table and not referee.playing:
                yield from (Joins, Leaves)
        yield End


SHOWN = 30


def listed(some: list[Report]) -> str:
    """The reports of one player and verb without these two: ``0–10``, ``AS KS``."""
    said = [what(report) for report in some]
    if all(text.isdigit() for text in said):
        said.sort(key=int)
        if len(said) > 2 and int(said[-1]) - int(said[0]) == len(said) - 1:
            return f"{said[0]}–{said[-1]}"
    joint = ", " if any(" " in text for text in said) else " "
    more = f" … {len(said)} in all" if len(said) > SHOWN else ""
    return joint.join(said[:SHOWN]) + more


def what(report: Report) -> str:
    """A report without player and verb; where the one number it takes may be left out, with that number."""
    arguments = shape(type(report)).arguments
    text = replace(report, who=NOBODY).text.removeprefix(report.verb).strip()
    if not text and len(arguments) == 1 and type(arguments[0].default) is int:
        return str(arguments[0].default)
    return text


# Putting right


def undo(
    count: Annotated[int, typer.Argument(metavar="[N]", show_default=False)] = 1, plain: Plain = False, db: Db = ""
) -> None:
    """Takes back the last reports."""

    def announce(going: list[Told]) -> None:
        for one in going:
            talk.say(f"takes back: {one.text} (line {one.line})")

    with journal.opened() as kept:
        session = kept.open_session()
        session.undo(count, announce)
        where_it_stands(session)


def redo(plain: Plain = False, db: Db = "") -> None:
    """Puts back what the last undo took."""
    with journal.opened() as kept:
        session = kept.open_session()
        for one in session.redo():
            talk.say(f"puts back: {one.text} (line {one.line})")
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
        raise typer.Exit(change(session, list(corrections(text)), why, dry_run, plain))


def void(
    line: Annotated[list[str], typer.Argument(metavar="LINE…", show_default=False)],
    why: Why,
    dry_run: DryRun = False,
    plain: Plain = False,
    db: Db = "",
) -> None:
    """Strikes out an earlier report; everything after it is judged again."""
    with journal.opened() as kept:
        wanted = list(corrections("void " + " ".join(line)))
        raise typer.Exit(change(kept.open_session(), wanted, why, dry_run, plain))


_FIX = re.compile(r"(\d{1,9})\s+(~\s*)?(\S.*)")
_VOID = re.compile(r"void((?:\s+\d{1,9})+)", re.IGNORECASE)


def corrections(text: str) -> Iterator[Correction]:
    """``4 Ben bids 2; void 9``: what lines should have said."""
    if fault := journal.unreadable(text):
        raise Trouble(fault.message, USAGE)
    try:
        some = [part.typed for part in parts(text)]
    except Unread as error:
        raise Trouble(error.message, USAGE) from None
    for typed in some:
        if struck := _VOID.fullmatch(typed):
            yield from (Correction(line, None) for line in dict.fromkeys(map(int, struck[1].split())))
        elif found := _FIX.fullmatch(typed):
            yield Correction(int(found[1]), found[3], bool(found[2]), typed)
        else:
            raise Trouble(f"a correction is LINE REPORT or void LINE, not {typed!r}", USAGE)


def change(session: Session, wanted: list[Correction], why: str, dry: bool, plain: bool) -> int:
    """Makes corrections and shows what they change."""
    if fault := journal.unreadable(why):
        raise Trouble(fault.message, USAGE)
    if not why.strip():
        raise Trouble("a correction needs its reason: --why TEXT", USAGE)
    made = session.correct(wanted, why.strip(), dry=dry)
    if made.clash:
        told, ruling = made.clash
        talk.ruling(ruling, made.after, where=f"line {told.line}", line=told.text, plain=plain, dry=dry)
        if told.line not in (lines := [one.line for one in wanted]):
            talk.tell(f"correct line {told.line} in the same command: {also(wanted, lines, told.line)}")
        return talk.exit_code(ruling)
    for line in changes(made):
        talk.say(line)
    if dry:
        talk.tell("nothing recorded")
    else:
        where_it_stands(session)
    return FINE


def also(wanted: list[Correction], lines: list[int], line: int) -> str:
    """How a further line is corrected in the same command."""
    if all(one.text is None for one in wanted):
        return f"void {' '.join(map(str, lines))} {line}"
    return f"add `; {line} REPORT` or `; void {line}`"


def changes(made: Change) -> Iterator[str]:
    """Old → new of the lines themselves, of every later ruling, of the hands and of the totals."""
    for old, new in made.lines:
        yield f"line {new.line}: {'(void)' if old.void else old.text} → {'(void)' if new.void else new.text}"
    for before, after in made.rulings:
        was, now = weighed(before), weighed(after)
        if was != now:
            yield f"  line {after.report.line if after.report else 0}, {after.text}: {was} → {now}"
    was_, now_ = by_hand(made.before.lines), by_hand(made.after.lines)
    for hand in sorted(was_.keys() | now_.keys()):
        if hand and (moved := differing(was_.get(hand, {}), now_.get(hand, {}))):
            yield f"  hand {hand}: {moved}"
    yield f"  total: {differing(made.before.scores, made.after.scores) or 'as before'}"


def weighed(ruling: Ruling) -> str:
    """What a ruling comes to, in a few words."""
    said = [f"let stand [{rule}]" for rule in dict.fromkeys(ruling.rules)]
    said += [f"finding {one.name} {one.who}" for one in ruling.findings]
    sums: dict[str, int] = {}
    for line in ruling.lines:
        sums[line.who] = sums.get(line.who, 0) + line.points
    said += [f"{who} {points:+d}" for who, points in sums.items()]
    return ", ".join(said) or "accepted"


def differing(before: dict[Any, int], after: dict[Any, int]) -> str:
    names = dict.fromkeys((*before, *after))
    moved = [(name, before.get(name, 0), after.get(name, 0)) for name in names]
    return ", ".join(f"{name} {was} → {now}" for name, was, now in moved if was != now)
