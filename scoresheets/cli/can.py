"""`referee can` and `referee legal`: which reports are possible now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from referee.game.asks import does
from referee.game.findings import Breach
from referee.language.reports import Report, shape
from referee.language.words import NOBODY, Seat, either
from referee.table.legal import at_any_time
from referee.table.objects import breach_object
from referee.table.referee import Referee
from referee.table.rulings import Ruling, doubts
from scoresheets.cli import console
from scoresheets.cli.answers import LineAnswers, joined
from scoresheets.cli.legal_screen import HEIGHT, Choice, Screen
from scoresheets.cli.options import Db, Json, Plain, Words
from scoresheets.display import phrases
from scoresheets.display.ranges import shortened, what
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.line_entry import Part


def can(report: Words, json: Json = False, plain: Plain = False, db: Db = "") -> None:
    """Check whether a report would be allowed now. Nothing is saved. Exit code 0 if it is, 1 if not, 3 if unknown."""
    with open_journal() as journal:
        session = journal.open_session()
        asked = Asker(session, dry=True, json=json, plain=plain)
        raise typer.Exit(asked.tell(joined(report, session.referee)))


FEW = 5
"""Choices to name one by one."""


class Asker(LineAnswers):
    """Asks instead of applying. Also answers that it can't be decided yet."""

    asks = True

    def _rehearse(self, part: Part) -> Ruling:
        doubts = self.referee.can(part.piece.text, overrule=part.piece.overrule).doubts
        return super()._rehearse(part)._replace(doubts=doubts)

    def _answer(self, ruling: Ruling, typed: str, column: int, source: str, number: int) -> int:
        super()._answer(ruling, typed, column, source, number)
        if not ruling.accepted and not self.json:
            legal = [self._in_words(*choice) for choice in self._legal(ruling)]
            console.tell(f"  Allowed instead: {' · '.join(legal)}" if legal else f"  {phrases.awaits(self.referee)}")
        return console.exit_code(ruling, asking=True)

    def _in_words(self, who: Seat, kind: type[Report], reports: list[Report]) -> str:
        """A player's choices: ``Ann bids 2 or 3``."""
        given = [argument for argument in map(what, reports) if argument]
        few = either(given) if 0 < len(given) <= FEW else shortened(reports, self.referee.pack).text
        return f"{who} {does(kind)} {few if len(given) == len(reports) else ''}".strip()

    def _instead(self, ruling: Ruling) -> dict[str, Any]:
        if ruling.accepted:
            return {"legal": []}
        return {"legal": [report.text for *_, reports in self._legal(ruling) for report in reports]}

    def _legal(self, ruling: Ruling) -> list[tuple[Seat, type[Report], list[Report]]]:
        """The legal reports of the same player with the same verb. If there are none, those of anybody that are due."""
        every = [(who, kind, reports) for who, kind, reports in may_come(self.referee) if reports]
        mine = ruling.report
        alike = [choice for choice in every if mine and choice[1] is type(mine) and choice[0] in (mine.who, NOBODY)]
        if alike or mine is None:
            return alike
        waited = {ask.verb for ask in self.referee.awaited()}
        return [choice for choice in every if choice[1] in waited]


def legal(json: Json = False, plain: Plain = False, db: Db = "") -> None:
    """List everything you can report now, by player and verb, with the cards if they are known."""
    with open_journal() as journal:
        referee = journal.open_session().referee
    list_legal(referee, json=json, plain=plain)


def list_legal(referee: Referee, *, json: bool = False, plain: bool = False, height: int = HEIGHT) -> None:
    """Prints the possible reports on one screen."""
    coming = list(may_come(referee))
    doubted = doubts_of(referee, coming)
    always = [shape(kind).usage for kind in at_any_time(referee, {kind.verb for _, kind, _ in coming})]
    if json:
        rows = [{"who": who, "verb": kind.verb, "form": shape(kind).usage,
                 "reports": None if reports is None else [report.text for report in reports],
                 "possible": {report.text: [breach_object(doubt) for doubt in doubted[report]]
                              for report in reports or () if report in doubted}}
                for who, kind, reports in coming]  # fmt: skip
        entered = {"next": list(referee.next()), "awaited": phrases.awaits(referee), "any_time": always}
        console.json_out({"rows": rows} | entered)
        return
    for line in Screen(referee, coming, doubted, always).lines(console.out(plain).width, height):
        console.say(line)


def doubts_of(
    referee: Referee, coming: list[tuple[Seat, type[Report], list[Report] | None]]
) -> dict[Report, list[Breach]]:
    """The rules that allowed reports may still break."""
    asks = [(hand, ask) for hand, ask in referee.asks() if any(getattr(check, "doubt", None) for check in ask.checks)]
    by_report: dict[Report, list[Breach]] = {}
    for who, kind, reports in coming:
        ask = next(
            ((hand, ask) for hand, ask in asks if issubclass(kind, ask.verb) and hand.lets_speak(ask, who)), None
        )
        for report in reports or () if ask else ():
            if ask and (open_questions := doubts(*ask, report)):
                by_report[report] = open_questions
    return by_report


def may_come(referee: Referee) -> Iterator[Choice]:
    """The possible reports by player, the likeliest first. None if only their form can be shown."""
    from referee.table.legal import choices

    return ((seat, kind, reports) for (seat, kind), reports in choices(referee.asks()).items())
