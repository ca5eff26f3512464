"""Melds and what they are worth."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.declared.columns import Round
from scoresheets.questions.facts import asked
from scoresheets.questions.position import Known, Position, after_verb, cards_of, line, names, polar


@asked(
    "many WHO meld/open [point with for card worth all]",
    "many/what WHO put/go down [point card worth with]",
    "what WHO open/meld [with]",
    "many first meld [WHO worth point]",
    "what WHO down [card board]",
    "many point WHO lay/down/board [down board]",
    "what/many WHO meld worth [point]",
)
def melded(at: Position) -> Known | None:
    """What a side melded, and what the cards are worth."""
    question = at.question
    if not at.meant or question.has("card") or question.hand.which in ("next", "after next"):
        return None
    if isinstance(at.hand, Round):
        return None  # its melds are numbers
    values = at.glance("card values")
    who = {*at.meant, *at.sides, *(seat for seat in at.current.seats if at.current.side(seat) in at.sides)}
    reports = [report for report in at.reports if report.verb in ("melds", "opens") and report.who in who]
    if question.has("open", "first") and reports:
        reports = [report for report in reports if report.who == reports[0].who][:1]
    if not reports or not isinstance(values, Mapping):
        return (
            None
            if not any(kind.verb == "melds" for kind in at.referee.game.reports)
            else Known("Nothing, so far.", (0, "nothing"))
        )
    cards = [card for report in reports for card in cards_of(report)]
    pretty = " ".join(card.pretty for card in cards)
    if not question.has("many", "worth"):
        return Known(pretty, tuple(cards), tuple(map(line, reports)))
    worth = sum(int(values.get(card.text, values.get(card.rank, 0))) for card in cards)
    return Known(f"{worth}: {pretty}", (worth,), tuple(map(line, reports)))


@asked("WHO open/meld [first]", "WHO need open/meld", "who open [first]", "who meld first", "who need open",
       "WHO lay/put down [anything]",
       "WHO lay/put anything [down]", "WHO meld anything")  # fmt: skip
def opened(at: Position) -> Known | None:
    """Whether a side has melded, or which sides have."""
    if not any(kind.verb == "melds" for kind in at.referee.game.reports) or not (at.sides or at.question.has("who")):
        return None
    sides = {at.played.side(report.who): line(report) for report in reversed(at.reports) if report.verb == "melds"}
    negated = at.question.negated is not at.question.has("need")
    if at.question.polar:
        done = [sides[side] for side in at.sides if side in sides]
        return polar(bool(done) is not at.question.has("need"), *done)
    found = [side for side in at.played.sides if (side in sides) is not negated]
    return Known(names(found) if found else "Nobody, so far.", tuple(found) or ("nobody",), tuple(sides.values()))


@asked(
    "many/who RANK meld/down/board/put [WHO have lie card card]", "RANK meld/down/board/put [WHO have lie down]",
    "who meld/put RANK [down board]", "many/who RANK [WHO have card]",
)  # fmt: skip
def melded_rank(at: Position) -> Known | None:
    """The cards of a rank in the melds on the table, and who laid them."""
    laid = getattr(at.played, "melds", None)
    if not isinstance(laid, list) or not at.question.ranks or at.question.hand.which:
        return None
    if re.search(r"\b(?:in|deck|pack|hold|worth|need|make)\b", at.question.plain):
        return None
    ranks, who = {*at.question.ranks}, {*at.meant, *at.sides}
    found = [
        (report, [card for card in cards_of(report) if card.rank in ranks])
        for report in at.reports
        if report.verb in ("melds", "lays", "opens") and (not who or {report.who, at.played.side(report.who)} & who)
    ]
    found = [(report, cards) for report, cards in found if cards]
    shown = tuple(line(report) for report, _ in found[-5:])
    if at.question.has("many"):
        count = sum(len(cards) for _, cards in found)
        return Known(str(count), (count,), shown)
    if at.question.polar:
        return polar(bool(found), *shown)
    seats = tuple(dict.fromkeys(report.who for report, _ in found))
    return Known(names(seats) if seats else "Nobody", seats or ("nobody",), shown)


@asked("many meld [WHO have board lie on]", "what meld [WHO lie have there board]", "who meld/open [have]")
def melds(at: Position) -> Known | None:
    """The melds on the table."""
    laid = getattr(at.played, "melds", None)
    if not isinstance(laid, list) or at.question.hand.which not in ("", "this"):
        return None
    reports = [report for report in at.reports if report.verb in ("melds", "lays", "opens")]
    mine = [report for report in reports if not at.meant or report.who in at.meant]
    count = len([report for report in mine if report.verb != "lays"])
    if at.question.has("many"):
        return Known(str(count), (count,), tuple(map(line, mine[-5:])))
    if at.question.has("who"):
        who = tuple(dict.fromkeys(report.who for report in mine))
        return Known(names(who) if who else "Nobody", who or ("nobody",), tuple(map(line, mine[-5:])))
    return Known("; ".join(after_verb(report) for report in mine) or "None", (), tuple(map(line, mine[-5:])))
