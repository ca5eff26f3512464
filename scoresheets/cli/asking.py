"""`referee can` and `referee legal`: what may be reported now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import typer

from referee.core import Breach, Macro
from referee.notation import NOBODY, Report, Seat, shape
from referee.objects import breach_object
from referee.reports import Adjust, Concedes, Dealt, End, House, Joins, Leaves, Misdeal, Note, Pays
from referee.rulings import doubts
from referee.table import Referee, Ruling
from scoresheets import journal, phrases
from scoresheets.cli import talk
from scoresheets.cli.options import Db, Json, Plain, Words
from scoresheets.cli.teller import Part, Teller, joined


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
