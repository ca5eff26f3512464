"""A dispute in words, each line with its style: what is found, on what grounds, and what remedies come to."""

from __future__ import annotations

from referee.table.certainty import Certainty
from scoresheets.display.reasons import house_of
from scoresheets.display.rulings import Said
from scoresheets.disputes.cases import Case
from scoresheets.disputes.precedents import Precedent
from scoresheets.disputes.remedies import Remedy

SCORED = 8  # lines of the score that are shown


def finding(case: Case) -> Said:
    """The report in question, and how sure it is that it breaks a rule."""
    said: Said = []
    if case.position:
        return [(line, "bold") for line in case.position]
    if case.report:
        place = f"line {case.line}, hand {case.hand}: " if case.line else "nobody has reported: "
        status = "" if case.status in ("counts", "not told") else f" ({case.status})"
        said.append((f"{place}{case.report}{status}", "bold"))
    else:
        said.append((f"no report is in question: {case.question}", "bold"))
    said += [(f"  supposing {text}", "") for text in case.told]
    if case.message and not case.suspicion.of:
        said.append((f"  {case.message}", ""))
    texts = {entry.number: entry.text or entry.typed for entry in case.session.entries}
    for breach in dict.fromkeys(case.suspicion.of):
        style = "red" if case.certainty is Certainty.PROVEN else "yellow"
        said.append((f"  {case.certainty} [{breach.rule}]: {breach.why}", style))
        said += [
            (f"    line {line}: {texts[line]}", "") for line in breach.proof if line in texts and line != case.line
        ]
    if case.report and not case.suspicion.of:
        more = case.looked_at - 1
        others = f"the {more} others" if more > 1 else "another"
        nor = f", nor against {others} that may be meant" if more > 0 else ""
        by = f" [{case.asked_by}]" if case.asked_by else ""
        said.append((f"  {Certainty.NO_EVIDENCE}{by} against it{nor}", "green"))
    return said


def grounds(case: Case) -> Said:
    """The rules, what would decide it, and what else may be meant."""
    said: Said = []
    for rule in case.rules:
        house = f" (house: {', '.join(changed)})" if (changed := house_of(case.session.referee, rule.name)) else ""
        said.append((f"  [{rule.name}]{house} {rule.text}", ""))
    for line in case.scored[:SCORED]:
        because = f": {line.because}" if line.because else ""
        lines = f" (line{'s' if len(line.proof) > 1 else ''} {', '.join(map(str, line.proof))})" if line.proof else ""
        said.append((f"    hand {line.hand}: {line.who} {line.points:+d}, {line.category}{because}{lines}", ""))
    if len(case.scored) > SCORED:
        said.append((f"    … {len(case.scored)} lines in all: `referee why hand {case.hand}`", "dim"))
    said += nearest(case)
    said += [(f"  would decide it: {fact}", "yellow") for fact in case.missing]
    said += [
        (f"  may be meant too: line {doubted.line}, {doubted.text}: {doubted.certainty}", "dim")
        for doubted in case.others
    ]
    return said


def nearest(case: Case, *, numbered: bool = False) -> Said:
    """The rules that are nearest to a question which none answers."""
    if not case.which:
        return []
    named = "; the nearest:" if case.nearest else ""
    said: Said = [(f"  no rule of {case.session.game.name} answers it{named}", "yellow")]
    for number, rule in enumerate(case.nearest, 1):
        said.append((f"    {f'{number} ' if numbered else ''}[{rule.name}] {rule.text}", ""))
    return said


def said_before(case: Case, precedent: Precedent) -> str:
    if case.line and (precedent.session, precedent.line) == (case.session.number, case.line):
        return f"this was decided: ruling {precedent.number}, {precedent.verdict}"
    return precedent.in_short


def worked(case: Case, remedies: list[Remedy]) -> Said:
    """The score as it stands, and what each remedy makes of it."""
    said: Said = [("the score", "bold")]
    for number, remedy in enumerate(remedies):
        if remedy.clash:
            outcome = f"can't be: {remedy.clash}"
        elif number == 0:
            outcome = ", ".join(f"{who} {points}" for who, points in (remedy.scores or {}).items())
        else:
            outcome = remedy.moved or ("the same, for the hand goes on" if open_hand(case) else "the same")
        said.append((f"  {number or ' '} {remedy.does}: {outcome}", "dim" if remedy.clash else ""))
    if case.session.ended:
        number = case.session.number
        said.append((f"    session {number} has ended; `referee resume {number}` opens it again", "dim"))
    return said


def open_hand(case: Case) -> bool:
    """Whether the hand that it is about goes on, so that nothing of it is scored yet."""
    hand = case.session.referee.hand
    return bool(hand.dealer) and hand.number == case.hand
