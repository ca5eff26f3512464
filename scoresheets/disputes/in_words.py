"""A dispute in words, each line with its style: what was found, why, and the effect of each remedy."""

from __future__ import annotations

from referee.rules.rule import Verdict
from referee.table.certainty import UNFOUNDED, Certainty, graded
from scoresheets.book.rulebook import as_clause
from scoresheets.display.reasons import house_of
from scoresheets.display.rulings import Said
from scoresheets.disputes.cases import Case
from scoresheets.disputes.precedents import Precedent
from scoresheets.disputes.remedies import Remedy

SCORED = 8  # lines of the score to show


def finding(case: Case) -> Said:
    """The report in question, and how certain it is that it breaks a rule."""
    said: Said = []
    if case.position:
        return [(line, "bold") for line in case.position]
    if case.report:
        place = f"Line {case.line}, hand {case.hand}: " if case.line else "Not entered yet: "
        status = "" if case.status in ("counts", "not told") else f" ({case.status})"
        said.append((f"{place}{case.report}{status}", "bold"))
    else:
        said.append((f"That question isn't about one entry: {case.question}", "bold"))
    said += [(f"  If {as_clause(text)}:", "") for text in case.told]
    if case.message and not case.suspicion.of:
        said.append((f"  {case.message}", ""))
    texts = {entry.number: entry.text or entry.typed for entry in case.session.entries}
    for breach in dict.fromkeys(case.suspicion.of):
        style = "red" if case.certainty is Certainty.PROVEN else "yellow"
        fact = breach.fact[:1].upper() + breach.fact[1:]
        unread = case.status == Verdict.UNCLEAR  # nothing to prove: it wasn't understood
        text = f"{fact} [{breach.rule}]" if unread else graded(case.certainty, breach.fact, breach.rule)
        said.append((f"  {text}", style))
        said += [
            (f"    line {line}: {texts[line]}", "") for line in breach.proof if line in texts and line != case.line
        ]
    if case.report and not case.suspicion.of:
        more = case.looked_at - 1
        others = f" None in the {more} other {'entries' if more > 1 else 'entry'} you may mean." if more > 0 else ""
        by = f" [{case.asked_by}]" if case.asked_by else ""
        said.append((f"  {UNFOUNDED}{others}{by}", "green"))
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
    said += [(f"  To settle it, enter `{report}`.", "yellow") for report in case.missing]
    said += [(f"  You may also mean line {doubted.line}, {doubted.text}.", "dim") for doubted in case.others]
    return said


def nearest(case: Case, *, numbered: bool = False) -> Said:
    """The closest rules to a question that no rule answers."""
    if not case.which:
        return []
    game = case.session.game.name
    none = (
        f"No rule of {game} matches that exactly. The closest:" if case.nearest else f"The rules of {game} don't say."
    )
    said: Said = [(f"  {none}", "yellow")]
    for number, rule in enumerate(case.nearest, 1):
        said.append((f"    {f'{number} ' if numbered else ''}[{rule.name}] {rule.text}", ""))
    return said


def remark_before(case: Case, precedent: Precedent) -> str:
    if case.line and (precedent.session, precedent.line) == (case.session.number, case.line):
        return f"You decided this before: ruling {precedent.number}, {precedent.verdict}"
    return precedent.in_short


def worked(case: Case, remedies: list[Remedy]) -> Said:
    """The score now, and after each remedy."""
    said: Said = [("The score", "bold")]
    for number, remedy in enumerate(remedies):
        if remedy.clash:
            outcome = f"not possible: {remedy.clash}"
        elif number == 0:
            outcome = ", ".join(f"{who} {points}" for who, points in (remedy.scores or {}).items())
        else:
            outcome = remedy.moved or ("no change yet in this hand" if open_hand(case) else "no change")
        said.append((f"  {number or ' '} {remedy.does}: {outcome}", "dim" if remedy.clash else ""))
    if case.session.ended:
        number = case.session.number
        said.append((f"    Session {number} is closed. To continue it, run `referee resume {number}`.", "dim"))
    return said


def open_hand(case: Case) -> bool:
    """Whether the hand in question is unfinished, so nothing is scored yet."""
    hand = case.session.referee.hand
    return bool(hand.dealer) and hand.number == case.hand
