"""Grades a breach as proven, possible or unfounded."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from referee.cards import UNKNOWN, Card
from referee.game.common_reports import Dealt
from referee.game.findings import Breach
from referee.game.game import Hand
from referee.language.reports import Blind
from referee.language.words import Seat
from referee.table.referee import Referee
from referee.table.rulings import Ruling, cards_of


class Certainty(StrEnum):
    PROVEN = "PROVEN"
    POSSIBLE = "POSSIBLE"
    NO_EVIDENCE = "NO EVIDENCE"


class Suspicion(NamedTuple):
    """A grade, and the rules that may be broken, each with its proof or with what would settle it."""

    certainty: Certainty
    of: tuple[Breach, ...] = ()


def of(ruling: Ruling) -> Suspicion:
    """Grades a ruling. An accepted one is graded by its ``doubts``."""
    if ruling.broken:
        return Suspicion(Certainty.PROVEN, ruling.broken)
    doubted = tuple(dict.fromkeys(ruling.doubts))
    return Suspicion(Certainty.POSSIBLE if doubted else Certainty.NO_EVIDENCE, doubted)


def of_line(referee: Referee, line: int) -> Suspicion:
    """Grades the report of a line by everything known now."""
    entry = next((entry for entry in referee.entries if entry.report.line == line), None)
    if entry is None:
        return Suspicion(Certainty.NO_EVIDENCE)
    verdict, findings = entry.ruling.verdict, [finding for _, finding in referee.findings]
    breaches = [
        Breach(finding.name, finding.why, verdict, finding.proof, by=finding.suspects)
        for finding in findings
        for offence in finding.proven
        if offence.line == line
    ]
    if entry.ruling.broken or breaches:
        return Suspicion(Certainty.PROVEN, (*entry.ruling.broken, *breaches))
    suspected = [
        Breach(
            offence.name, finding.why, verdict, finding.proof,
            by=finding.suspects, then=finding.then, settles=finding.settles,
        )
        for finding in findings for offence in finding.offences if offence.line == line
    ]  # fmt: skip
    doubted = tuple(dict.fromkeys(suspected)) or referee.doubts_at(line, known_deal)
    return Suspicion(Certainty.POSSIBLE if doubted else Certainty.NO_EVIDENCE, doubted)


def known_deal(hand: Hand, seat: Seat) -> Dealt | None:
    """The cards a player was dealt as far as their plays show them, filled up with unknown cards to the hand's size.

    None if the deal was entered or cards were exchanged.
    """
    size = getattr(hand, "size", 0)
    entered = {report for reports in hand.seen.values() for report in reports if report.who == seat}
    if seat in hand.dealt or not size or len({type(report) for report in entered}) != 1:
        return None
    mine: list[Card] = [card for report in sorted(entered, key=lambda report: report.line) for card in cards_of(report)]
    if not mine or len(mine) > size:
        return None
    return Dealt(Blind((*mine, *[UNKNOWN] * (size - len(mine)))), who=seat)


def in_words(suspicion: Suspicion) -> Iterable[str]:
    """A suspicion in sentences: ``Can't say yet: Cat may have spades (line 4). … [follow-suit]``."""
    if not suspicion.of:
        yield UNFOUNDED
    for breach in suspicion.of:
        lines = f" (line {', '.join(map(str, breach.proof))})" if breach.proof else ""
        then = f". {breach.then}" if breach.then else ""
        yield graded(suspicion.certainty, f"{breach.fact}{lines}{then}", breach.rule)


UNFOUNDED = "No mistake found in the play so far."


def graded(certainty: Certainty, why: str, rule: str) -> str:
    """A breach with its grade in words."""
    grade = "Proven" if certainty is Certainty.PROVEN else "Can't say yet"
    return f"{grade}: {why} [{rule}]"
