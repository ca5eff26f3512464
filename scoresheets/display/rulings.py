"""A ruling in words: what a report changed, or why it was refused, the lines that prove it, and what to type."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from referee.game.asks import Macro
from referee.game.common_reports import Concedes, House, Joins, Leaves, Penalty, Replaces
from referee.game.findings import Finding
from referee.kit.messages import together
from referee.language.reports import Report, shape
from referee.language.words import NOBODY, Seat, quoted
from referee.rules.rule import Kind, Verdict
from referee.table.referee import Referee
from referee.table.rulings import Ruling
from scoresheets.display import phrases

Said = list[tuple[str, str]]
"""Lines of text, each with its style."""


def accepted(
    ruling: Ruling,
    referee: Referee,
    *,
    dry: bool = False,
    asked: bool = False,
    brief: bool = False,
    more: bool = False,
    total: bool = True,
) -> Said:
    """The report in full, points, totals, findings, what the table keeps as played, and what is next.

    ``dry`` adds what can't be decided yet; ``asked`` answers a player who asks whether it is allowed; ``brief`` leaves
    out what is next; ``more`` says that another report of the same row follows, and without ``total`` one of those has
    the totals, which are of the whole row.
    """
    own = ruling.report.line if ruling.report else 0
    head = "" if not dry else "Can't say yet: " if ruling.doubts else "Allowed: "
    said: Said = [(head + echo(ruling), "yellow" if ruling.doubts else "green")]
    if isinstance(ruling.report, House) and ruling.report.amendment.from_start:
        said.append(("  Counts from the first hand.", ""))
        if ruling.message:
            said += [
                (f"  {phrases.sentence(ruling.message, referee.seats)}", ""),
                (f"  Now: {phrases.totals(referee)}", "bold"),
            ]
    elif isinstance(ruling.report, House):
        now = all(referee.in_force.get(name) == value for name, value in ruling.report.amendment.values)
        hand = referee.hand.number if now else referee.hand.dealt_next
        said.append((f"  Starts with hand {hand}.", ""))
    elif ruling.message:
        said.append((f"  {ruling.message}", ""))
    if isinstance(ruling.report, Penalty) and not ruling.lines:
        said.append((f"  Noted: {ruling.report.rule.rule.text}", ""))
    if isinstance(ruling.report, (Joins, Leaves, Replaces)) and not dry:
        said.append((f"  At the table, clockwise: {', '.join(referee.seats)}", ""))
    if isinstance(ruling.report, Concedes) and not dry:
        said.append((f"  {phrases.given_up(ruling.report.who, referee)}", ""))
    if referee.game.of_a_sheet and not dry:
        said += [(f"  Left out, so counted as 0: {text}.", "") for text in _left_out(ruling, referee)]
    said += [("  " + text, "") for text in phrases.moved(ruling.lines, referee.sides)]
    if ruling.lines and total:
        said.append((f"  total: {phrases.totals(referee)}", "bold"))
    for finding in ruling.findings:
        said.append((f"  {phrases.breach(finding.name)}: {with_lines(finding.why, finding.proof, own)}", "yellow"))
    for finding in ruling.withdrawn:
        said.append((f"  Cleared: no {found(finding)} after all", "dim"))
    for why, rules in reasons(ruling).items():
        proof = next(breach.proof for breach in ruling.broken if breach.why == why)
        said.append((f"  Kept as played: {with_lines(_fact(why, ruling), proof, own)} [{', '.join(rules)}]", "yellow"))
    for doubt in dict.fromkeys(ruling.doubts):
        said.append((f"  {with_lines(doubt.why, doubt.proof, own)} [{doubt.rule}]", "yellow"))
    if asked and not ruling.doubts and not ruling.broken:
        said.append(("  Nothing shows it would be wrong.", "dim"))
    if more:
        return said
    if brief and referee.over and not referee.hand.dealer:
        said.append((f"  {phrases.game_over(referee)}", "bold"))
    elif not dry and not brief:
        said += [(f"  {text}", "dim") for text in (phrases.now(referee), phrases.awaits(referee)) if text]
    return said


def reasons(ruling: Ruling) -> dict[str, list[str]]:
    """Every reason in the order of the broken rules, once, with the rules it breaks."""
    said: dict[str, list[str]] = {}
    for breach in ruling.broken:
        rules = said.setdefault(breach.why, [])
        if breach.rule not in rules:
            rules.append(breach.rule)
    if len(said) > 1:  # another reason says more
        said = {why: rules for why, rules in said.items() if not why.endswith("` isn't possible now")} or said
    return said


def _fact(why: str, ruling: Ruling) -> str:
    """A reason without what to type, which a report that was kept no longer needs."""
    then = next(breach.then for breach in ruling.broken if breach.why == why)
    return why.removesuffix(f". {then}") if then else why


def refusal(ruling: Ruling, referee: Referee) -> str:
    """Why a report was refused, as a sentence."""
    if ruling.kind is Kind.BROKEN_RULE and ruling.verdict is Verdict.ILLEGAL:
        return f"Not allowed: {phrases.ended(ruling.message)}"
    return phrases.sentence(ruling.message, referee.seats)


def echo(ruling: Ruling) -> str:
    """The report as understood, including a number that was left out: ``Tom takes 1``."""
    report = ruling.report
    counted = [argument for argument in shape(type(report)).positional[:1] if argument.kind is int] if report else []
    if not report or not counted or counted[0].default != 1 or getattr(report, counted[0].field) != 1:
        return ruling.text
    return f"{ruling.text} 1" if ruling.text.endswith(report.verb) else ruling.text


def found(finding: Finding) -> str:
    """A finding with its player: ``revoke by Ann``."""
    return phrases.breach_by(finding.name, finding.who)


def with_lines(why: str, lines: Sequence[int], own: int) -> str:
    """A sentence with the lines that prove it, except those it names and the report's ``own``."""
    named = {number for found in LINES.findall(why) for number in re.findall(r"\d+", found)}
    more = [str(line) for line in lines if line != own and str(line) not in named]
    if not more:
        return why
    fact, stop, rest = why.partition(". ")
    if before := re.search(rf" \({LINES.pattern}\)$", fact):
        fact, more = fact[: before.start()], [*re.findall(r"\d+", before[0]), *more]
    return f"{fact} (line{'s' if len(more) > 1 else ''} {together(more)}){stop}{rest}"


LINES = re.compile(r"\blines? \d+(?:(?:, | and )\d+)*")
"""Lines named in a sentence: ``line 4``, ``lines 4, 7 and 9``."""


REPORT = re.compile(r"""(?:"[^"\n]*"|[^";#]|(?<=[^\s;])\#)*""")


def facts(ruling: Ruling, referee: Referee) -> list[str]:
    """The reports that prove a refusal, with their lines."""
    wanted = dict.fromkeys(line for breach in ruling.broken for line in breach.proof)
    return [f"line {line}: {text}" for line in sorted(wanted) if (text := text_of_line(referee, line))]


def _left_out(ruling: Ruling, referee: Referee) -> list[str]:
    """What `done` counts as zero, because nobody entered it."""
    from referee.declared.column_reports import Done
    from referee.declared.columns import Round

    last = referee.last
    return last.left_out() if ruling.lines and isinstance(ruling.report, Done) and isinstance(last, Round) else []


def text_of_line(referee: Referee, line: int) -> str:
    """The reports that were accepted in a line."""
    lines: list[str] = []
    for record in reversed(referee.records):
        lines = [entry.ruling.text for entry in record.entries if entry.report.line == line] + lines
        if record.entries and record.entries[0].report.line < line:
            break
    return "; ".join(lines)


def repairs(ruling: Ruling, referee: Referee, line: str = "", column: int = 1, most: int = 3) -> list[str]:
    """Up to ``most`` lines that would be accepted instead, best first."""
    from referee.entry.repairs import repairs

    if ruling.report is None and ruling.broken:  # a row, with rows that would be accepted
        return [*ruling.instead][:most]
    typed = REPORT.match(line, column - 1) if line else None
    in_numbers = _in_numbers(ruling, referee)
    fixes = repairs(referee, ruling, typed[0] if typed else ruling.text, column, most - len(in_numbers))
    found = [*in_numbers, *fixes] if ruling.kind is Kind.NOT_DUE else [*fixes, *in_numbers]
    return found or (_meant_by(ruling, referee) if ruling.verdict is Verdict.UNCLEAR and not ruling.report else [])


def _meant_by(ruling: Ruling, referee: Referee) -> list[str]:
    """What a line that can't be parsed may mean: with the nearest name for a misspelled one, or as a guess."""
    from referee.entry.guesses import guesses
    from referee.entry.repairs import LONGEST
    from referee.entry.shorthand import Several, asks_more, in_full
    from referee.entry.spoken.words import LONGEST as MOST_WORDS

    if len(ruling.text) > LONGEST or len(ruling.text.split()) > MOST_WORDS:
        return []
    rest = ruling.text.partition(" ")[2]
    names = [name for name in ruling.instead if ruling.column and referee.names.whole(name)]
    texts: list[str] = []
    for line in (f"{quoted(name)} {rest}" for name in names):
        with suppress(Several):
            texts += [text for text in islice(in_full(line, referee), 1) if referee.can(text).accepted]
    return texts or ([] if asks_more(ruling.text, referee) else guesses(ruling.text, referee))


def _in_numbers(ruling: Ruling, referee: Referee) -> list[str]:
    """The word for entering the rest of the hand in numbers, with its report. None if that is refused too."""
    from referee.kit.rest import Rest

    asks = [ask for _, ask in referee.asks()]
    waited_for = any(isinstance(ruling.report, ask.verb) and not ask.aside for ask in asks)
    may_rest = any(ask.verb is Rest for ask in asks)
    out_of_turn = any(ask.turn and ask.turn.name in ruling.rules for ask in asks)
    if ruling.report is None or not may_rest or waited_for or out_of_turn:
        return []
    with referee.trial():
        fits = referee.hear(Rest.verb).accepted and referee.can(ruling.text).accepted
    return [f"{Rest.verb}; {ruling.text}"] if fits else []


def overrulable(ruling: Ruling, referee: Referee) -> str:
    """The refused report in notation if the table may overrule the refusal, otherwise ""."""
    report = ruling.report
    if any(breach.verdict is not Verdict.ILLEGAL for breach in ruling.broken):
        return ""
    if report is None:
        return ruling.text if ruling.broken and _row_may_be_kept(ruling.text, referee) else ""
    named = _named(report, referee)
    return named.text if referee.can(named.text, overrule=True).accepted else ""


def _row_may_be_kept(text: str, referee: Referee) -> bool:
    """Whether the table may overrule the refusal of a whole row."""
    from referee.entry.rows import judged
    from referee.entry.shorthand import read

    meant = read(text, referee)
    return meant is not None and judged(referee, meant, text, overrule=True).refusal is None


def _named(report: Report, referee: Referee) -> Report:
    """The report with its player filled in, if it is clear who is meant."""
    if report.who or report.speaker == "none" or isinstance(report, Macro):
        return report
    seats: set[Seat] = {seat for _, ask in referee.asks() if isinstance(report, ask.verb) for seat in ask.seats() or ()}
    return replace(report, who=seats.pop() if len(seats) == 1 else NOBODY)
