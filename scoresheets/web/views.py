"""The content of the pages for scorekeepers and players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from markupsafe import Markup

from scoresheets.display.board import board, openly
from scoresheets.display.reasons import (
    asked_line,
    asked_lines,
    clock,
    house_of,
    line_in_words,
    remark,
    rule_text,
    score_row,
    summed,
    suspected,
)
from scoresheets.errors import CommandError
from scoresheets.keeping.confirmations import contested, is_so, may_confirm, result
from scoresheets.keeping.replay import JournalLine
from scoresheets.keeping.session import Session
from scoresheets.web import evening
from scoresheets.web.addresses import Role
from scoresheets.web.due import choices
from scoresheets.web.forms import Form, key_of
from scoresheets.web.telling import Outcome, seen
from scoresheets.web.watch import Watch

LAST = 6  # lines of the journal to show
MANY = 5  # places to show where a rule was applied
LONGEST_QUESTION = 500
PHONE = 23.5, 0.7  # the width of a phone for a sheet, in letter sizes, and the padding of a cell


class Phones(Protocol):
    """The part of the served table used here: see `scoresheets.web.table.Table`."""

    watch: Watch

    def roles(self) -> list[Role]: ...
    def address(self, role: Role) -> str: ...
    def entered_by(self, seat: str, session: Session, line: int) -> bool: ...


class View(NamedTuple):
    """A template and its values."""

    template: str
    content: dict[str, Any]


@dataclass
class Line:
    """A line of the journal on a page."""

    number: int
    at: str
    said: str
    gone: bool  # a report that never counted, or no longer does
    remark: str
    broken: list[str] = field(default_factory=list)


Asked = Mapping[str, str]
"""The query of a page's address."""


def view(
    table: Phones, role: Role, session: Session | None, what: str, asked: Asked, outcome: Outcome | None
) -> View | None:
    """The content of a page. None if there is no such page, or not for this role.

    A player's page never reveals another player's hand.
    """
    if what in ("", "now"):
        return at_the_table(table, role, session, outcome)
    about, _, name = what.partition("/")
    if about in EVENING and not name and role.kind == "scorekeeper":
        page = EVENING[about](table, session, asked)
        return View(page.template, page.content | {"outcome": outcome, "seen": seen(session)})
    if session is None:
        return None
    pages = {"sheet": sheet, "rules": rules, "rule": rule}
    if what == "history":
        return history(session, role, outcome)
    if what == "more":
        return more(role, session, outcome)
    if role.kind == "scorekeeper":
        pages |= {"line": line, "why": why, "dispute": dispute}
        if what == "phones":
            return phones(table)
    if about not in pages:
        return None
    try:
        shown = pages[about](session, name, asked)
    except CommandError as trouble:
        shown = View("trouble.html", {"said": trouble.message})
    return shown and View(shown.template, shown.content | {"outcome": outcome, "seen": seen(session)})


def at_the_table(table: Phones, role: Role, session: Session | None, outcome: Outcome | None) -> View:
    content: dict[str, Any] = {"seen": seen(session), "outcome": current(session, outcome), "session": session}
    if session is None:
        begins = evening.start(table.watch.path, table.watch.journal, None, {}) if not role.seat else None
        return View("nobody.html", content | {"start": begins})
    referee = session.referee
    seat = next((seat for seat in referee.seats if seat == role.seat), None) if role.seat else None
    report = referee.entries[-1].report if referee.entries else None
    outcome = current(session, outcome)
    given, topic = (outcome.given, outcome.topic) if outcome and outcome.stays else ([], "")
    forms = choices(referee, seat, given, topic) if not session.ended and (seat or not role.seat) else []
    at = outcome.where if outcome and outcome.stays else ""
    if at != "line" and not any(form.key == at and (form.given or not given) for form in forms):
        at = ""
    if outcome and outcome.kind == "unfinished" and topic and not at:
        outcome = None
    seen_now = board(session)
    if outcome and outcome.kind == "taken" and (seen_now.over or seen_now.closed):
        said = [text for text in outcome.said if text != seen_now.awaits]  # the page says that above
        outcome = replace(outcome, said=said if len(said) > 1 else [])
    content |= {
        "board": seen_now,
        "last": [] if role.seat else [line_of(session, entry) for entry in reversed(session.entries[-LAST:])],
        "outcome": outcome,
        "forms": forms,
        "question": next((form.question for form in forms[:1]), ""),
        "at": at,
        "so": questions(table, session, role.seat) if seat else [],
        "contested": [word for word in contested(session) if not role.seat or word.seat == role.seat],
        "last_line": report.line if report else 0,
        "last_told": report.text if report else "",
        "may_undo": report is not None and (not role.seat or report.who == role.seat),
        "may_redo": bool(session.course.gone) and not role.seat,
        "sits": seat is not None or not role.seat,
        "awaited": not role.seat or role.seat in referee.next(),
    }
    return View("table.html", content)


def current(session: Session | None, outcome: Outcome | None) -> Outcome | None:
    """The outcome of the last form. Only that it was accepted, if something else has been entered since."""
    if session and outcome and outcome.kind == "taken" and outcome.chain != session.chain:
        return replace(outcome, said=outcome.taken)
    return outcome


class Question(NamedTuple):
    """A question to a player: is this right? It is about a hand's result, or a line."""

    text: str
    hand: int = 0
    line: int = 0
    shown: str = ""


def questions(table: Phones, session: Session, seat: str) -> list[Question]:
    """Questions to a player: results to confirm, and the last line that others entered in the player's name."""
    against = {word.hand for word in contested(session) if word.seat == seat}
    asked = [Question(f"Hand {hand}: {result(session, hand)}", hand, 0, result(session, hand))
             for hand in session.unconfirmed if hand not in against and may_confirm(session, hand, seat)]  # fmt: skip
    entries = session.referee.entries
    mine = next((entry for entry in reversed(entries) if entry.report.who == seat), None)
    if mine and not table.entered_by(seat, session, mine.report.line) and not is_so(session, mine.report.line, seat):
        asked.append(Question(mine.ruling.text, line=mine.report.line))
    return asked


def line_of(session: Session, entry: JournalLine) -> Line:
    gone = entry.kind == "report" and not session.course.counts(entry.number)
    return Line(entry.number, clock(entry.moment, session.opened), line_in_words(entry), gone, remark(session, entry),
                [breach["rule"] for breach in entry.breaches])  # fmt: skip


# The log, and links to other pages


def history(session: Session, role: Role, outcome: Outcome | None) -> View:
    """The log, newest first, by hand. A player sees only what is face up."""
    referee = session.referee
    heard = {entry.report.line: entry for entry in referee.entries}
    hand_of = {entry.report.line: hand.number for hand in referee.records for entry in hand.entries}
    hands: dict[int, list[Line]] = {}
    at = 0
    for entry in session.entries:
        at = hand_of.get(entry.number, at)
        if not role.seat:
            hands.setdefault(at, []).append(line_of(session, entry))
        elif entry.number in heard:
            hands.setdefault(at, []).append(Line(entry.number, "", openly(heard[entry.number], referee), False, ""))
    newest = [(number, [*reversed(lines)]) for number, lines in reversed(hands.items())]
    return View("history.html", {"hands": newest, "outcome": outcome, "seen": seen(session)})


def more(role: Role, session: Session, outcome: Outcome | None) -> View:
    """The pages without a tab."""
    pages = [("rules", "Rules")]
    if role.kind == "scorekeeper":
        pages += [
            ("dispute", "Ask, or dispute something"), ("why", "Where the points come from"),
            ("start", "Another game…"), ("sessions", "Past sessions"), ("standings", "Standings, head to head"),
            ("settle", "Who pays whom"), ("phones", "Phones: one more at the table"),
        ]  # fmt: skip
    return View("more.html", {"pages": pages, "outcome": outcome, "seen": seen(session)})


# Between games: what is next, and everybody's results


def start(table: Phones, session: Session | None, asked: Asked) -> View:
    try:
        begins = evening.start(table.watch.path, table.watch.journal, session, asked)
    except CommandError as trouble:
        return View("trouble.html", {"said": trouble.message})
    return View("start.html", {"start": begins})


def sessions(table: Phones, session: Session | None, asked: Asked) -> View:
    return View("sessions.html", {"sessions": evening.past(table.watch.path), "now": session.number if session else 0})


def standings(table: Phones, session: Session | None, asked: Asked) -> View:
    path = table.watch.path
    return View("standings.html", {"tables": evening.standings(path), "meetings": evening.meetings(path)})


def settle(table: Phones, session: Session | None, asked: Asked) -> View:
    bill, troubles = evening.bill(table.watch.path)
    return View("settle.html", {"bill": bill, "troubles": troubles})


EVENING = {"start": start, "sessions": sessions, "standings": standings, "settle": settle}
"""The scorekeeper's pages that don't need a session."""


# The score sheet


def sheet(session: Session, name: str, asked: Asked) -> View | None:
    from scoresheets.display.printing import filled, on_a_screen

    if name:
        return None
    drawn = filled(session)
    foot = [text for text in drawn.foot if " check " not in text]  # what proves a sheet is for paper
    content = {"sheet": drawn, "foot": foot, "hands": [hand for hand in session.referee.hands if hand.finished]}
    return View("sheet.html", content | {"blocks": on_a_screen(drawn.columns, *PHONE)})


# Rules


def rules(session: Session, name: str, asked: Asked) -> View | None:
    """The rules of the game in play: all of them, or those that match some words."""
    from scoresheets.book.rulebook import own_of, search

    referee, words = session.referee, asked.get("words", "")[:LONGEST_QUESTION]
    own = own_of(referee.in_force, session.game)
    if name:
        return None
    if words.strip():
        answer = search(words, session.slug, own=own)
        names = [rule.name for rule in (answer.found or answer.nearest)]
    else:
        names = [*session.game.rules, *(rule.name for rule in own)]
    return View("rules.html", {"words": words, "rules": [(name, rule_text(referee, name)) for name in names]})


def rule(session: Session, name: str, asked: Asked) -> View | None:
    """One rule as it is in force, with an example and the places where it was applied."""
    from scoresheets.book.rulebook import applied, own_of, rules_of

    known = [*rules_of(session.slug, [name]), *own_of(session.referee.in_force, session.game)]
    found = next((rule for rule in known if rule.name == name), None)
    text = rule_text(session.referee, name)
    if found is None and not text:
        return None
    used = applied(session, [name])[name] if found else []
    content = {"name": name, "text": text or (found.text if found else ""), "rule": found, "used": used[-MANY:]}
    return View("rule.html", content | {"house": house_of(session.referee, name)})


# A line, and where points come from


def line(session: Session, name: str, asked: Asked) -> View | None:
    """One line of the journal: its result, its proof, and what can be done about it."""
    entry = asked_line(session, [name]) if name else None
    if entry is None:
        return None
    shown = line_of(session, entry)
    texts = {other.number: line_in_words(other) for other in session.entries}
    proof = dict.fromkeys(number for breach in entry.breaches for number in breach["lines"] if number in texts)
    points = [score_row(session.referee, row) for row in asked_lines(session, [name], entry)] if entry.accepted else []
    content = {
        "line": shown,
        "told": [report for report in session.course.standing if report.line == entry.number],
        "suspected": [text.strip() for text in suspected(session, entry)],
        "proof": [(number, texts[number]) for number in proof],
        "points": points,
        "report": entry.kind == "report",
        "closed": session.ended is not None,
        "forms": anew(session, entry.number),
    }
    return View("line.html", content)


def anew(session: Session, number: int) -> list[Form]:
    """Forms for correcting a report by tapping."""
    entries = session.referee.entries
    found = next((entry.report for entry in entries if entry.report.line == number), None)
    if found is None or session.ended:
        return []
    with session.without(sum(entry.report.line >= number for entry in entries)) as referee:
        forms = [form for form in choices(referee) if form.key.partition(":")[0] == key_of(type(found))]
    mine = (("do", "correct"), ("of", str(number)))
    return [replace(form, place="now", hidden=(*form.hidden, *mine)) for form in forms]


def why(session: Session, name: str, asked: Asked) -> View | None:
    """Where a player's points, or those of a hand, come from."""
    of = asked.get("of", "").split()
    rows = [score_row(session.referee, row) for row in asked_lines(session, of, None)]
    sums = [
        (who, summed([row["points"] for row in rows if row["who"] == who]))
        for who in dict.fromkeys(row["who"] for row in rows)
    ]
    return None if name else View("why.html", {"of": " ".join(of), "points": rows, "sums": sums})


# A dispute


def dispute(session: Session, name: str, asked: Asked) -> View | None:
    """The answer to a question, or the case for a line, a report or an accusation, with its remedies."""
    from scoresheets.disputes import cases, in_words
    from scoresheets.disputes.remedies import effects
    from scoresheets.questions.answer import answer, is_question

    question = asked.get("about", "").strip()[:LONGEST_QUESTION]
    if name:
        return None
    if not question:
        return View("dispute.html", {"question": "", "case": None, "answer": None})
    plain = not (asked.get("fact") or asked.get("rule") or asked.get("settle"))
    if plain and is_question(question, session.referee):
        before = asked.get("before", "").strip()[:LONGEST_QUESTION]
        given = answer(session, question, before=before)
        return View("dispute.html", {"question": question, "case": None, "answer": given})
    fact = asked.get("fact", "").strip()
    case = cases.consider(session, question, [fact] if fact else [], asked.get("rule", ""))
    remedies = effects(case)
    content = {
        "question": question,
        "fact": fact,
        "case": case,
        "answer": None,
        "finding": [text.strip() for text, _ in in_words.finding(case)],
        "grounds": [text.strip() for text, _ in in_words.grounds(case)],
        "before": [in_words.remark_before(case, like.precedent) for like in cases.before(case)[:1]],
        "worked": [text.strip() for text, _ in in_words.worked(case, remedies)],
        "remedies": [(number, remedy) for number, remedy in enumerate(remedies) if number and not remedy.clash],
        "players": ", ".join(session.referee.seats),
        "closed": session.ended is not None,
    }
    return View("dispute.html", content)


# Pages for others


def phones(table: Phones) -> View:
    """The address of every role with its QR code, for players who can't see the terminal."""
    import segno

    made = []
    for role in table.roles():
        address = table.address(role)
        picture = segno.make(address, micro=False).svg_inline(scale=5, border=2, dark="#000", light="#fff")
        made.append((role.seat or role.kind, address, Markup(picture)))
    return View("phones.html", {"phones": made})
