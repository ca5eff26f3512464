"""How sure it is that a report breaks a rule: proven, possible until one fact is told, or without evidence."""

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
    """How sure a breach is, and the rules it would be of, each with its lines or with the fact that would tell."""

    certainty: Certainty
    of: tuple[Breach, ...] = ()


def of(ruling: Ruling) -> Suspicion:
    """How sure it is that a report breaks a rule; of one that stands its doubts were asked for."""
    if ruling.broken:
        return Suspicion(Certainty.PROVEN, ruling.broken)
    doubted = tuple(dict.fromkeys(ruling.doubts))
    return Suspicion(Certainty.POSSIBLE if doubted else Certainty.NO_EVIDENCE, doubted)


def of_line(referee: Referee, line: int) -> Suspicion:
    """How sure it is, for all that is known by now, that the report of a line broke a rule."""
    entry = next((entry for entry in referee.entries if entry.report.line == line), None)
    if entry is None:
        return Suspicion(Certainty.NO_EVIDENCE)
    verdict, findings = entry.ruling.verdict, [finding for _, finding in referee.findings]
    breaches = [
        Breach(finding.name, finding.why, verdict, finding.proof)
        for finding in findings
        for offence in finding.proven
        if offence.line == line
    ]
    if entry.ruling.broken or breaches:
        return Suspicion(Certainty.PROVEN, (*entry.ruling.broken, *breaches))
    either = [(offence.name, finding) for finding in findings for offence in finding.offences if offence.line == line]
    suspected = tuple(dict.fromkeys(Breach(name, finding.why, verdict, finding.proof) for name, finding in either))
    doubted = suspected or referee.doubts_at(line, known_deal)
    return Suspicion(Certainty.POSSIBLE if doubted else Certainty.NO_EVIDENCE, doubted)


def known_deal(hand: Hand, seat: Seat) -> Dealt | None:
    """What a player was dealt as far as the cards they played tell; None where it was told, or cards were changed.

    Cards that nobody named fill it up to the size of the hand.
    """
    size = getattr(hand, "size", 0)
    told = {report for reports in hand.seen.values() for report in reports if report.who == seat}
    if seat in hand.dealt or not size or len({type(report) for report in told}) != 1:
        return None
    mine: list[Card] = [card for report in sorted(told, key=lambda report: report.line) for card in cards_of(report)]
    if not mine or len(mine) > size:
        return None
    return Dealt(Blind((*mine, *[UNKNOWN] * (size - len(mine)))), who=seat)


def in_words(suspicion: Suspicion) -> Iterable[str]:
    """A suspicion for the table to read: ``POSSIBLE [follow-suit]: …``."""
    if not suspicion.of:
        yield f"{suspicion.certainty} of a breach"
    for breach in suspicion.of:
        lines = f" (line {', '.join(map(str, breach.proof))})" if breach.proof else ""
        yield f"{suspicion.certainty} [{breach.rule}]: {breach.why}{lines}"
