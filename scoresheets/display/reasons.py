"""The lines of a journal in words, and where points come from: the rules and the numbers behind them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from referee.game.common_reports import Penalty
from referee.game.findings import Line
from referee.game.game import struck_in
from referee.language.words import ParseError, Seat, Words
from referee.rules.custom import own_rules
from referee.table.objects import line_object
from referee.table.referee import Referee
from referee.table.rulings import CORE_RULES
from scoresheets.display.phrases import breach, breach_by, rule_in_words
from scoresheets.display.plain import unmarked
from scoresheets.errors import NOTHING, USAGE, CommandError
from scoresheets.keeping import database
from scoresheets.keeping.confirmations import NOT_SO, STANDS
from scoresheets.keeping.replay import JournalLine
from scoresheets.keeping.session import Session


def line_in_words(entry: JournalLine) -> str:
    """A line of the journal in words."""
    overruled = "~ " if entry.overrule else ""
    match entry.kind:
        case "report":
            return overruled + entry.text if entry.accepted else entry.typed
        case "undo" | "redo":
            return f"{entry.kind} {entry.moved}"
        case "fix":
            return f"fix {entry.target}: {overruled}{entry.text}"
        case "void":
            return f"void {entry.target}"
        case "aside":
            return "set aside"
        case "confirm" if entry.typed:
            about = f"line {entry.target}" if entry.target else f"hand {entry.moved}"
            says = {NOT_SO: f"{entry.typed} contests {about}", STANDS: f"{about} is kept, contested by {entry.typed}"}
            return says.get(entry.why, f"{entry.typed} confirms {about}")
        case "confirm":
            return "to be confirmed"
    return entry.kind


def verdict(entry: JournalLine) -> str:
    if entry.accepted and entry.kind == "report":
        return "let stand" if entry.breaches else "accepted"
    return "" if entry.accepted else entry.verdict


def remark(session: Session, entry: JournalLine) -> str:
    """Why it was refused or corrected, its findings, and what happened to it."""
    remarks = [f"[{breach['rule']}] {breach['message']}" for breach in entry.breaches]
    if not entry.accepted and (not remarks or entry.kind != "report"):
        remarks = [entry.message]
    fate = session.course.fate(entry.number)
    stand = _findings(session, entry) if entry.found else set()
    for finding in entry.found:
        holds = fate or (finding["name"], finding["who"]) in stand
        by = breach_by(finding["name"], finding["who"])
        remarks.append(f"{breach(finding['name'])}: {finding['message']}" if holds else f"{by}, no longer")
    if entry.accepted and entry.message:
        remarks.append(entry.message)
    if entry.why and entry.kind != "confirm":
        remarks.append(entry.why)
    if fate:
        remarks.append(f"{fate[0]} in line {fate[1]}")
    return "; ".join(dict.fromkeys(remarks))


def _findings(session: Session, entry: JournalLine) -> set[tuple[str, str]]:
    """The findings of a line that still hold. All of them if the session can't be replayed."""
    from scoresheets.keeping.unreplayable import UnreplayableSession

    if isinstance(session, UnreplayableSession):
        return {(finding["name"], finding["who"]) for finding in entry.found}
    return {(finding.name, finding.who) for line, finding in session.referee.findings if line == entry.number}


def suspected(session: Session, entry: JournalLine) -> Iterable[str]:
    """Whether a report may have broken a rule, as far as is known."""
    from referee.table import certainty

    if entry.text.startswith(f"{Penalty.verb} "):
        return ()  # for a rule that only the table judges by
    suspicion = certainty.of_line(session.referee, entry.number)
    named = {breach["rule"] for breach in entry.breaches}
    return () if entry.kind != "report" or named else certainty.in_words(suspicion)


def asked_line(session: Session, words: list[str]) -> JournalLine | None:
    """The line of the journal that the words mean, if any. Without words the last line, if it was refused."""
    number = ""
    if len(words) == 1 and words[0].isascii() and words[0].isdigit():
        number = words[0]
    elif len(words) == 2 and words[0].lower() == "line":
        number = words[1]
    if not words:
        last = session.entries[-1] if session.entries else None
        return last if last and not last.accepted else None
    if not number:
        return None
    if not number.isdigit() or not 1 <= int(number[:9]) < session.next_line:
        raise CommandError(
            f"session {session.number} has no line {number}. To list its lines, run `referee log`", NOTHING
        )
    return session.entries[int(number[:9]) - 1]


def asked_lines(session: Session, words: list[str], entry: JournalLine | None) -> Iterator[Line]:
    """The lines of the score in question."""
    referee = session.referee
    if entry:
        number = entry.number
        brought = {line for heard in referee.entries if heard.report.line == number for line in heard.ruling.lines}
        return (line for line in referee.lines if line in brought or number in line.proof)
    if not words or words[0].lower() == "hand":
        hand = asked_hand(referee, words[1:])
        return (line for line in referee.lines if line.hand == hand)
    side = asked_side(referee, " ".join(words))
    return (line for line in referee.lines if line.who == side)


def asked_hand(referee: Referee, words: list[str]) -> int:
    """The number of a hand. Without words, the last finished one."""
    if not words:
        return referee.last.number if referee.last else referee.hand.number
    if len(words) > 1 or not words[0].isascii() or not words[0].isdigit():
        raise CommandError(f"name a hand by its number, as in `why hand 2`, not {' '.join(words)!r}", USAGE)
    number = int(words[0][:9])
    if number not in {hand.number for hand in referee.hands}:
        raise CommandError(f"there is no hand {number} yet", NOTHING)
    return number


def asked_side(referee: Referee, name: str) -> str:
    """The player, team or account with that name."""
    if name in referee.accounts or name in referee.sides:
        return name
    words = Words(f'"{name}"' if " " in name and '"' not in name else name)
    try:
        group = referee.names.ever.group(words, words.take())
    except ParseError as error:
        raise CommandError(error.message, NOTHING) from None
    sides = {referee.hand.side(Seat(seat)) for seat in group}
    if len(sides) != 1:
        raise CommandError(f"{' and '.join(group)} don't share a score", NOTHING)
    return sides.pop()


def score_row(referee: Referee, line: Line) -> dict[str, Any]:
    """A line of the score with its hand, the text of its rule, and the options that changed it."""
    row = {"hand": line.hand} | line_object(line)
    text = unmarked(rule_text(referee, line.rule, line.hand))
    return row | {"text": text, "house": house_of(referee, line.rule, line.hand)}


def rule_text(referee: Referee, rule: str, hand: int = 0) -> str:
    """The text of a rule in a hand. If it wasn't in force then, its present text, marked."""
    if own := own_rules(referee.house_in(hand)).get(rule):
        return own.text
    if rule not in referee.game.rules:
        return CORE_RULES.get(rule, "")
    return rule_in_words(referee.game, rule, len(referee.seats), referee.house_in(hand))


def house_of(referee: Referee, rule: str, hand: int = 0) -> list[str]:
    """The options that changed a rule in a hand, or now. Also that it was dropped."""
    players, house = len(referee.seats), referee.house_in(hand)
    return ["not played"] * (rule in struck_in(house)) + [
        f"{option.name}={'none' if house[option.name] is None else house[option.name]}"
        for option in referee.game.options
        if rule in option.rules and house[option.name] != option.value(players)
    ]


def summed(points: list[int]) -> str:
    """``10 − 20 + 5 = −5``."""
    if len(points) == 1:
        return f"{points[0]}".replace("-", "−")
    first, *rest = points
    terms = f"{first}" + "".join(f" {'+' if amount >= 0 else '−'} {abs(amount)}" for amount in rest)
    return f"{terms} = {sum(points)}".replace("-", "−")


def clock(when: datetime, opened: datetime) -> str:
    """A time on the evening. On another day, with the date."""
    then = database.here(when)
    return f"{then:%H:%M}" if then.date() == database.here(opened).date() else f"{then:%Y-%m-%d %H:%M}"
