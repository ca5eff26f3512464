"""Remedies for a report in dispute, and the effect of each on the score."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.game.asks import Macro
from referee.language.reports import Report
from referee.language.words import quoted
from referee.rules.rule import Verdict
from referee.table.certainty import Certainty
from referee.table.referee import Referee
from referee.table.rulings import Ruling, cards_of
from scoresheets.disputes.cases import COUNTS, LET_STAND, NOT_TOLD, Case, hand_of
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.session import Correction, Session

ALTERNATIVES = 4  # alternatives to a report; if there are more, none is shown


@dataclass(frozen=True)
class Remedy:
    """A remedy and its effect on the score, or the line that rules it out.

    ``name`` is ``as it stands``, ``void``, ``fix``, ``stand`` or ``penalty``; ``does`` describes it.
    """

    name: str
    does: str
    scores: Mapping[str, int] | None = None
    moved: str = ""
    clash: str = ""
    corrections: tuple[Correction, ...] = ()


def effects(case: Case) -> list[Remedy]:
    """The present score, and the score if the report is void, corrected or accepted, or with a penalty."""
    session = case.session
    remedies = [Remedy("as it stands", "now", _scores(session.referee))]
    if session.ended:
        return remedies
    if case.accused:
        remedies.append(_reported_now(session, "penalty", f"penalty {quoted(case.accused)} {case.rules[0].name}"))
    if not case.report:
        return remedies
    if case.status in (COUNTS, LET_STAND):
        if case.certainty is not Certainty.NO_EVIDENCE:
            remedies += [_corrected(session, "fix", corrections) for corrections in alternatives(case)]
            remedies.append(_corrected(session, "void", (Correction(case.line, None),)))
    elif case.status in (str(Verdict.ILLEGAL), NOT_TOLD) and case.certainty is Certainty.PROVEN:
        remedies.append(_let_stand(case))
    return remedies


def _corrected(session: Session, name: str, corrections: tuple[Correction, ...]) -> Remedy:
    does = "; ".join(
        f"void line {correction.line}" if correction.text is None else f"line {correction.line}: {correction.text}"
        for correction in corrections
    )
    does = f"fix {does}" if name == "fix" else does
    change = session.correct(corrections, "", dry=True)
    if change.clash:
        report, ruling = change.clash
        clash = f"line {report.line}, {report.text}, would be refused: {_fact(ruling)}"
        return Remedy(name, does, clash=clash, corrections=corrections)
    scores = _scores(change.after)
    effect = moved(change.before.scores, scores)
    if change.after.standing.hands < change.before.standing.hands:
        effect = f"{effect or 'the same'}, and hand {change.after.hand.number} is unfinished"
    return Remedy(name, does, scores, effect, corrections=corrections)


def _let_stand(case: Case) -> Remedy:
    """Overrules the refusal of a report."""
    return _reported_now(case.session, "stand", f"~ {case.report}")


def _reported_now(session: Session, name: str, does: str) -> Remedy:
    """Makes a report now."""
    referee = session.referee
    before = _scores(referee)
    with referee.trial():
        ruling = referee.hear(does.removeprefix("~ "), line=session.next_line, overrule=does.startswith("~ "))
        after = _scores(referee)
    if not ruling.accepted:
        return Remedy(name, does, clash=_fact(ruling))
    return Remedy(name, does, after, moved(before, after))


def _fact(ruling: Ruling) -> str:
    """Why a report is refused, without what to enter instead."""
    return ruling.broken[0].fact if ruling.broken else ruling.message


def _scores(referee: Referee) -> dict[str, int]:
    return {str(side): points for side, points in referee.scores.items()}


def moved(before: Mapping[Any, int], after: Mapping[Any, int]) -> str:
    """The scores that change: ``Ann 20 → 0``."""
    names = dict.fromkeys((*before, *after))
    return ", ".join(f"{name} {before.get(name, 0)} → {after.get(name, 0)}" for name in names
                     if before.get(name, 0) != after.get(name, 0))  # fmt: skip


def alternatives(case: Case) -> list[tuple[Correction, ...]]:
    """Possible replacements for a line: the card that came to light later, or the few legal ones."""
    if case.certainty is not Certainty.PROVEN:
        return []
    return _swapped(case) or [(Correction(case.line, text),) for text in instead(case)]


def _swapped(case: Case) -> list[tuple[Correction, ...]]:
    """Swaps the card in question with the one that proves the breach."""
    referee, texts = case.session.referee, {report.line: report.text for report in case.session.course.standing}
    mine = _card_in(referee, case.line, case.who)
    swaps: dict[tuple[Correction, ...], None] = {}
    for line in (line for breach in case.suspicion.of for line in breach.proof if line > case.line):
        other = _card_in(referee, line, case.who)
        if mine and other and mine != other and {case.line, line} <= texts.keys():
            swapped = ((case.line, mine, other), (line, other, mine))
            both = tuple(Correction(at, re.sub(rf"\b{old}\b", new, texts[at])) for at, old, new in swapped)
            swaps[both] = None
    return [*swaps]


def _card_in(referee: Referee, line: int, who: str) -> str:
    """The only card of a player in a line, which may be a whole trick."""
    steps = [step.report for record in referee.records for step in record.run.steps if step.report.line == line]
    cards = [card.text for report in steps if report.who == who for card in cards_of(report)]
    return cards[0] if len(cards) == 1 else ""


def instead(case: Case) -> list[str]:
    """The legal reports of the same player and verb at that point, if there are few."""
    from referee.table.legal import legal

    session = case.session
    referee = session.fresh()
    mine: Report | None = None
    for told in session.course.standing:
        if told.line == case.line:
            mine = next((entry.report for entry in session.referee.entries if entry.report.line == told.line), None)
            break
        referee.hear(told.text, line=told.line, overrule=told.overrule)
    if mine is None or isinstance(mine, Macro):
        return []
    for text in (*_dealt_later(case), *case.told):
        referee.hear(text)
    reports = legal(referee).get(mine.who, {}).get(type(mine), [])
    texts = [report.text for report in reports if report.text != mine.text]
    return texts if len(texts) <= ALTERNATIVES else []


def _dealt_later(case: Case) -> Iterator[str]:
    """The reports of cards dealt that come after the line in question, in the same hand."""
    session = case.session
    for report in session.course.standing:
        if (
            report.line > case.line
            and re.search(r"\bdealt\b", report.text)
            and hand_of(session, report.line) == case.hand
        ):
            yield report.text


# Carrying out


def carry_out(case: Case, wanted: str, why: str = "") -> tuple[str, str]:
    """Carries out a remedy. Returns the decision in words and its effect on the score. Raises CommandError.

    ``wanted`` is the number of a remedy, or ``void``, ``fix REPORT``, ``stand``, ``adjust WHO N``, ``penalty WHO
    RULE``, ``note TEXT`` or ``nothing``. Facts entered to settle it become reports of the session.
    """
    session = case.session
    reason = why.strip() or f"dispute: {case.question or case.report}"
    verb, _, rest = wanted.strip().partition(" ")
    remedies = effects(case)
    before, does = _scores(session.referee), ""
    corrections: tuple[Correction, ...] = ()
    match verb.lower():
        case "nothing" | "0" if not rest:
            does = "no change"
        case "void" if not rest:
            corrections = (Correction(case.line, None),)
        case "fix" if rest.strip():
            corrections = (Correction(case.line, rest.strip()),)
        case "penalty" if rest.strip():
            does = f"penalty {rest.strip()}"
        case "fix" | "stand" | "penalty":
            chosen = [remedy for remedy in remedies if remedy.name == verb.lower()]
            if len(chosen) != 1:
                which = "; ".join(remedy.does for remedy in chosen) or "that can't be done here"
                raise CommandError(f"which? {which}" if chosen else which, USAGE)
            corrections, does = chosen[0].corrections, chosen[0].does
        case "adjust":
            does = f"adjust {rest.strip()}"
        case "note":
            does = f"note {rest.strip() or reason}"
        case number if number.isascii() and number.isdigit() and not rest and 0 < int(number[:9]) < len(remedies):
            corrections, does = remedies[int(number)].corrections, remedies[int(number)].does
        case _:
            forms = "void, fix REPORT, stand, adjust WHO N, penalty WHO RULE, note TEXT, nothing"
            most = len(remedies) - 1
            number = f", or a number from 1 to {most}" if most > 1 else ", or 1" if most else ""
            raise CommandError(f"{wanted!r} isn't one of {forms}{number}", USAGE)
    if corrections and case.status not in (COUNTS, LET_STAND):
        raise CommandError("that report doesn't count, so there is nothing to correct", USAGE)
    _tell(session, case.told)
    if corrections:
        does = _correct(session, corrections, reason)
    elif does.startswith("~ "):
        _tell(session, [does.removeprefix("~ ")], overrule=True)
    elif does.startswith("adjust "):
        _tell(session, [does if len(rest.split()) > 2 else f"{does} {reason}"])
    elif does.startswith(("note ", "penalty ")):
        _tell(session, [does])
    return does, moved(before, _scores(session.referee))


def _correct(session: Session, corrections: tuple[Correction, ...], why: str) -> str:
    change = session.correct(corrections, why)
    if change.clash:
        report, ruling = change.clash
        raise CommandError(f"line {report.line}, {report.text}, would be refused: {ruling.message}")
    return "; ".join(
        f"void line {new.line}, {old.text}" if new.void else f"fix line {new.line}, {old.text} → {new.text}"
        for old, new in change.lines
    )


def _tell(session: Session, texts: Sequence[str], *, overrule: bool = False) -> None:
    for text in texts:
        ruling = session.say(text, overrule=overrule).ruling
        if not ruling.accepted:
            raise CommandError(f"{text}: {ruling.message}")
