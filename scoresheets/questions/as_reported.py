"""What happened, asked in the words of a report: ``who shot the moon``, ``did Bob go alone``."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator

from referee.declared.columns import Round
from referee.declared.counted import AllAtWork
from referee.entry.spoken.readings import ways
from referee.game.game import Hand
from referee.language.reports import Report
from referee.language.words import Seat, quoted
from scoresheets.questions.position import Known, Position, line, names

_WHO = re.compile(r" who (?:was it (?:that|who) |is it (?:that|who) |has |have |had |did |is |was )?(?P<did>.+)$")
_ANYBODY = re.compile(r" (?:did|has|have|had|was|is) (?:any|some)(?:one|body) (?P<did>.+)$")
_WHEN = re.compile(r" when (?:did|has|have|had|was|were) WHO (?P<did>.+)$")
_DID = re.compile(r" (?:did|has|have|had|was|is) WHO (?P<did>.+)$")
_TIME = re.compile(r"(?: (?:it|that|last|first|yet|ever|already|so far|tonight|today|this (?:game|evening)))+(?=\s*$)")
"""What a question says of time, behind what it asks."""

SURE = 1  # how much the words may differ from a report that nobody made
FAR = 3


def reported(at: Position) -> Known | None:
    """Who made a report, or whether anybody did, if the question parses as that report."""
    question = at.question
    if question.supposing or question.trick.which or question.hand.which in ("next", "after next"):
        return None
    plain = re.sub(r"\s+", " ", question.bare.replace(" not ", " ")).rstrip()
    anybody = _ANYBODY.match(plain)
    when = _WHEN.match(plain)
    match = anybody or when or (_DID.match(plain) if question.polar else _WHO.match(plain))
    if not match or "WHO" in match["did"]:
        return None
    named = bool((question.polar or when) and not anybody)
    seats = at.meant[:1] if named else tuple(at.current.seats[:1])
    if not seats:
        return None
    did = _TIME.sub("", match["did"])
    probes = list(_reports(at, f"{quoted(seats[0])} {did}"))
    at = dataclasses.replace(at)  # trying reports may have replaced the hand in progress
    for far, probe in probes:
        if at.hand is None:
            return at.no_such_hand()
        hands = [*_hands(at)]
        for hand in reversed(hands) if question.has("first") else hands:
            found = [who for who in _who(at, hand, probe) if not named or who in (*at.meant, *at.sides)]
            if found:
                of_hand = f" (hand {hand.number})" if hand is not at.hand or at.of_hand else ""
                shown = tuple(map(line, _lines(at, hand, probe)[-5:]))
                if when:
                    return Known(f"Hand {hand.number}", (hand.number,), shown)
                if named:
                    return Known("Yes" + of_hand, (), shown, True)
                if anybody:
                    return Known(f"Yes: {names(found)}{of_hand}", tuple(found), shown, True)
                return Known(f"{names(found)}{of_hand}", tuple(found), shown)
        if far <= SURE and question.past:
            if when:
                return Known("Never, so far.", ("never",))
            if named or anybody:
                return Known("No", (), (), False)
            return Known(f"Nobody{at.of_hand}." if at.earlier else "Nobody, so far.", ("nobody",))
    return None


def _reports(at: Position, words: str) -> Iterator[tuple[int, Report]]:
    """The reports that a sentence may stand for, nearest first."""
    for far, text in ways(words, at.referee):
        if far <= FAR and not text.startswith("?") and (report := at.referee.can(text).report) is not None:
            yield far, report


def _hands(at: Position) -> Iterator[Hand]:
    """The hand that is meant. If none is named, on a sheet also those before, the last first."""
    if at.hand is not None:
        yield at.hand
    if not at.question.hand.which:
        yield from (hand for hand in reversed(at.hands) if isinstance(hand, Round) and hand is not at.hand)


def _lines(at: Position, hand: Hand, probe: Report) -> list[Report]:
    record = next((record for record in reversed(at.referee.records) if record.run.hand is hand), None)
    return [entry.report for entry in record.entries if type(entry.report) is type(probe)] if record else []


def _who(at: Position, hand: Hand, probe: Report) -> list[Seat]:
    """Who made such a report in a hand, with everything that the question says."""
    if isinstance(hand, Round):
        column = next((column for column in hand.columns if getattr(column, "single", None) is type(probe)), None)
        if column is not None:
            if isinstance(column, AllAtWork):  # who has all of it needs no report that says so
                whole = all(part.settled(hand) for part in column.parts(hand))
                return [Seat(who)] if whole and (who := column.made_by(hand)) else []
            said = _contents(probe)
            number = said.pop("number", None)
            entered = hand.reports.get(column.name, {})
            return [
                who
                for who, amount in hand.of(column.name).items()
                if (amount == number if number is not None else amount or "number" not in fields_of(probe))
                and all(_contents(entered[who]).get(name) == value for name, value in said.items() if who in entered)
            ]
    wanted = _contents(probe)
    same = [
        report for report in _lines(at, hand, probe) if all(_contents(report).get(n) == v for n, v in wanted.items())
    ]
    return [Seat(who) for who in dict.fromkeys(report.who for report in same) if who]


def fields_of(report: Report) -> list[str]:
    """The names of what a report says besides who made it."""
    return [one.name for one in dataclasses.fields(report) if one.name not in ("who", "line")]


def _contents(report: Report) -> dict[str, object]:
    """The contents of a report besides its player."""
    said = {name: getattr(report, name) for name in fields_of(report)}
    return {
        name: value
        for name, value in said.items()
        if value is not None and value is not False and value not in ((), "")
    }


__all__ = ["reported"]
