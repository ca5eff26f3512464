"""A row of numbers is one report: if its length or its sum is wrong, none of it counts.

``1 2 7`` are everybody's tricks, in the order of the suggested line. If players speak in turn, as in bidding, a row may
stop before everybody has spoken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from itertools import islice
from typing import Any, NamedTuple

from referee.entry.shorthand import Meant, Several, in_order, read
from referee.game.asks import UNSAVED, Ask
from referee.game.common_reports import Replaces
from referee.game.game import Hand
from referee.language.reports import Report
from referee.language.words import Seat, Words, so_many
from referee.rules.rule import Verdict
from referee.table.legal import may_say
from referee.table.referee import Referee
from referee.table.rulings import Ruling


class Row(NamedTuple):
    """The reports that a row stands for, or the ruling that refuses all of it."""

    reports: tuple[Report, ...] = ()
    refusal: Ruling | None = None


def judged(referee: Referee, meant: Meant, text: str, *, overrule: bool = False, repair: bool = True) -> Row:
    """Judges a row that was typed as ``text``. The table doesn't change."""
    asked = next(((hand, ask) for hand, ask in referee.asks() if isinstance(meant.entered[0], ask.verb)), None)
    if asked is None:
        return Row((), refused(text, f"Nobody {meant.entered[0].verb} now."))
    hand, ask = asked
    if not _may_stop(ask, hand, meant.entered) and hand.left_of(ask.verb):
        if fault := _wrong_length(ask, meant, referee):
            return Row((), refused(text, fault))
        if fault := _wrong_sum(ask, hand, meant):
            refusal = _judged(referee, hand, ask, meant, text, overrule=False).refusal
            if refusal is None or refusal.verdict is not Verdict.ILLEGAL:
                return Row((), refused(text, fault))
            if not overrule:
                return Row((), refusal._replace(message=fault, column=1, width=len(text)))
    row = _judged(referee, hand, ask, meant, text, overrule)
    if row.refusal is None or not repair:
        return row
    instead = tuple(islice(_instead(referee, meant, text, row.refusal), OFFERED))
    return Row((), row.refusal._replace(instead=instead))


OFFERED = 3  # rows to offer in place of a refused one


def of_named(referee: Referee, reports: Sequence[Report]) -> str:
    """The row that named players' numbers make: ``tricks 2 0 1``. "" if somebody is missing, or no sum is known."""
    for hand, ask in referee.asks():
        if not isinstance(reports[0], ask.verb) or hand.left_of(ask.verb) is None or _may_stop(ask, hand, reports):
            continue
        numbers = {report.who: report.amount(hand) for report in reports}
        seats = in_order(ask, referee, count=len(reports))
        if {*numbers} == {*seats}:
            return " ".join((ask.verb.verb, *(str(numbers[seat]) for seat in seats)))
    return ""


def in_all(referee: Referee, reports: Sequence[Report]) -> tuple[Report, ...]:
    """What is left to report of everybody's numbers for the whole hand, if some of it is counted already.

    Empty if they aren't everybody's, or don't add up to the whole.
    """
    for hand, ask in referee.asks():
        left, known = hand.left_of(ask.verb), getattr(hand, "taken", None)
        if not isinstance(reports[0], ask.verb) or not left or not ask.verb.adds or not isinstance(known, dict):
            continue
        numbers = {report.who: report.amount(hand) or 0 for report in reports}
        before = {who: known.get(who, 0) for who in numbers}
        whole = left[0] + sum(before.values())
        if {*numbers} < {*known} or not any(before.values()) or sum(numbers.values()) != whole:
            return ()
        more = {report: numbers[report.who] - before[report.who] for report in reports}
        if min(more.values()) < 0:
            return ()
        return tuple(report.with_amount(hand, report.who, number) for report, number in more.items() if number)
    return ()


def too_many(referee: Referee, reports: Sequence[Report]) -> str:
    """Why the numbers of some players add up to more than is left, or an empty string."""
    for hand, ask in referee.asks():
        if isinstance(reports[0], ask.verb) and (left := hand.left_of(ask.verb)):
            total = sum(report.amount(hand) or 0 for report in reports)
            return _sum(total, *left, _some_counted(ask, hand)) if total > left[0] else ""
    return ""


def the_rest(referee: Referee, report: Report, text: str) -> tuple[Report, ...]:
    """Reads a full row as the numbers of the players who are still missing. Empty if it isn't one, or is refused."""
    each = report.one_by_one(referee.hand)
    lines = [seat for entry in referee.entries_now for seat in entry.report.amounts(referee.hand)
            if entry.report.of_kind == report.of_kind]  # fmt: skip
    if not each or not lines or any(other.who in lines for other in each):
        return ()
    seats = tuple(other.who for other in each)
    return judged(referee, Meant(tuple(each), seats[0], tuple(text.split()), seats), text).reports


def _judged(referee: Referee, hand: Hand, ask: Ask, meant: Meant, text: str, overrule: bool) -> Row:
    """Judges a row by entering its reports one after the other and undoing them all."""
    number, reports, may_stop = referee.hand.number, list[Report](), _may_stop(ask, hand, meant.entered)
    over, awaited = False, ask.seats() or ()
    with referee.trial():
        for report in meant.reports(referee):
            over = referee.hand.number != number or not referee.asks()
            waits = any(ask.verb is other.verb for _, other in referee.asks()) or (
                over and bool(hand.left_of(ask.verb))
            )
            ruling = (
                referee.hear(report, line=UNSAVED + len(reports), overrule=overrule) if waits or not reports else None
            )
            if ruling is None or (
                ruling.report and not may_stop and ruling.report.who in [each.who for each in reports]
            ):
                return Row((), refused(text, _length(len(meant.entered), reports)))
            if not ruling.accepted or ruling.report is None:
                return Row((), _of_part(text, ruling, meant, len(reports)))
            reports.append(ruling.report)
            if over and referee.hand.dealer:  # it would be the first report of the next hand
                return Row((), refused(text, _length(len(meant.entered), reports[:-1])))
        left = [] if may_stop else [*_left(referee, number, ask, reports, awaited)]
        return Row((), refused(text, _length(len(reports), [*reports, *left]))) if left else Row(tuple(reports))


def _left(
    referee: Referee, number: int, ask: Ask, reports: Sequence[Report], awaited: Sequence[Seat]
) -> Iterator[Report]:
    """Yields a report for each player who is missing from a row: who was due at first, is due now, or might be."""
    if referee.hand.number != number:
        return
    done = {report.who for report in reports}
    yield from (replace(reports[0], who=seat) for seat in awaited if seat not in done)
    done.update(awaited)
    asks = [(hand, other) for hand, other in referee.asks() if other.verb is ask.verb and hand.number == number]
    asks = [(hand, other) for hand, other in asks if not other.turn or other.seats() is None]
    for hand, other in [(hand, other) for hand, other in asks if not other.aside] or asks:
        seats = other.seats()
        for seat in (hand.parties if ask.verb.team else hand.players) if seats is None else seats:
            if seat not in done and may_say(hand, other, seat):
                done.add(seat)
                yield replace(reports[0], who=seat)


def _may_stop(ask: Ask, hand: Hand, reports: Sequence[Report]) -> bool:
    """Whether a row may end before everybody has spoken. It may if players speak in turn, or if it has cards."""
    return bool(ask.turn) or ask.verb.by_turns or any(report.amount(hand) is None for report in reports)


def _wrong_length(ask: Ask, meant: Meant, referee: Referee) -> str:
    """Why a row has too few or too many numbers, or an empty string."""
    seats = in_order(ask, referee, meant.first, len(meant.entered))
    if len(meant.entered) == len(seats):
        return ""
    return _length(len(meant.entered), [replace(meant.entered[0], who=seat) for seat in seats])


def _wrong_sum(ask: Ask, hand: Hand, meant: Meant) -> str:
    """Why the numbers of a row don't add up to what is left, or an empty string."""
    left, thing = hand.left_of(ask.verb) or (0, "")
    total = sum(report.amount(hand) or 0 for report in meant.entered)
    return "" if total == left else _sum(total, left, thing, _some_counted(ask, hand))


def _sum(total: int, left: int, thing: str, some_counted: bool = False) -> str:
    be, only = "is" if left == 1 else "are", "only " * (total > left)
    there = f"{only}{left} {be} left" if some_counted else f"there {be} {only}{left}"
    return f"that's {so_many(total, thing)}, but {there}"


def _some_counted(ask: Ask, hand: Hand) -> bool:
    """Whether some of what is counted has been entered, so that numbers are of the rest."""
    known = getattr(hand, "taken", None)
    return ask.verb.adds and isinstance(known, dict) and any(known.values())


def _length(count: int, needed: Sequence[Report]) -> str:
    """Says that a row is too short or too long for the players who need a number."""
    seats = [report.who for report in needed]
    *others, last = seats
    if not others:
        return f"Type 1 number, for {last}, not {count}."
    return f"Type {len(seats)} numbers, one each for {', '.join(others)} and {last}, not {count}."


def refused(text: str, why: str) -> Ruling:
    """The ruling on a row that doesn't say what happened."""
    return Ruling(Verdict.UNCLEAR, text, message=why, column=1, width=len(text))


def _of_part(text: str, ruling: Ruling, meant: Meant, at: int) -> Ruling:
    """The ruling on a row with one report refused."""
    column, width = _place(text, meant, at)
    broken = tuple(
        replace(breach, proof=tuple(line for line in breach.proof if line < UNSAVED)) for breach in ruling.broken
    )
    return Ruling(ruling.verdict, text, broken=broken, message=ruling.message, column=column, width=width)


def _place(text: str, meant: Meant, at: int) -> tuple[int, int]:
    """Column and width of one number in a row; of the whole row if it contains sums or says a number once for all."""
    words = [word for word in Words(text).list if word.text != ","]
    numbers = words[len(words) - len(meant.apart) :]
    if not meant.apart or tuple(word.text for word in numbers) != meant.apart:
        return 1, len(text)
    return numbers[at].column, numbers[at].width


def _instead(referee: Referee, meant: Meant, text: str, refusal: Ruling) -> Iterator[str]:
    """Yields the row with another bid in place of the refused one, the closest first."""
    column, width = refusal.column, refusal.width
    bid = text[column - 1 : column - 1 + width]
    if meant.entered[0].verb != "bids" or not bid.isdigit() or not refusal.broken:
        return
    at = [_place(text, meant, i)[0] for i in range(len(meant.apart))].index(column)
    for number in sorted(range(MOST_BID + 1), key=lambda number: abs(number - int(bid))):
        reports = [*meant.entered]
        reports[at] = reports[at].with_amount(referee.hand, reports[at].who, number)
        if judged(referee, meant._replace(entered=tuple(reports)), text, repair=False).refusal is None:
            yield f"{text[: column - 1]}{number}{text[column - 1 + width :]}"


MOST_BID = 20  # the highest bid to try


# What was entered before


def typed_again(referee: Referee, text: str, count: int, of_kind: Any = None) -> tuple[Report, ...]:
    """Reads a row of ``count`` numbers as if its reports hadn't been entered yet. Empty if that doesn't work.

    If ``of_kind`` is given, only reports of that kind are considered.
    """
    entries = [*referee.entries_now]
    kinds = dict.fromkeys(entry.report.of_kind for entry in reversed(entries) if entry.report.amounts(referee.hand))
    for kind in [kind for kind in kinds if of_kind in (None, kind)]:
        at = [i for i, entry in enumerate(entries) if entry.report.of_kind == kind]
        for first in dict.fromkeys((*at[-count:][:1], at[0])):  # the start of the last row, or the first
            with without(referee, len(entries) - first):
                row = _row(referee, text)
            if row and not row.refusal and row.reports[0].of_kind == kind:
                return row.reports
    return ()


def _row(referee: Referee, text: str) -> Row | None:
    """A text as a row, in shorthand or in full. None if it isn't one."""
    try:
        meant = read(text, referee)
    except Several:
        return None
    if meant is not None:
        return judged(referee, meant, text) if len(meant.entered) > 1 else None
    ruling = referee.can(text)
    each = ruling.report.one_by_one(referee.hand) if ruling.accepted and ruling.report else []
    return Row(tuple(each)) if each else None


@contextmanager
def without(referee: Referee, count: int) -> Iterator[None]:
    """Undoes the last ``count`` reports for the time of the block, and replays them afterwards."""
    gone = referee.undo(count)
    try:
        yield
    finally:
        for entry in reversed(gone):
            referee.judge(entry.report, overrule=entry.marked, again=not isinstance(entry.report, Replaces))


def unchanged(referee: Referee, reports: Sequence[Report]) -> bool:
    """Whether reports would change nothing known about the hand, because all of them have already been entered."""
    with referee.trial():
        heard = [referee.hear(report.text).accepted for report in reports]
        then = known(referee)
    return all(heard) and then == known(referee)


def known(referee: Referee) -> dict[str, Any]:
    """Everything known about the hand, in a form to compare. The same report on another line makes no difference."""
    hand = referee.hand
    return {field.name: getattr(hand, field.name) for field in fields(hand) if field.compare}


__all__ = [
    "Row",
    "in_all",
    "judged",
    "of_named",
    "refused",
    "the_rest",
    "too_many",
    "typed_again",
    "unchanged",
    "without",
]
