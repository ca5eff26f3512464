"""Handles forms: reports, undo, redo, corrections, confirmations and new sessions."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from scoresheets.display.changed import changes
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.confirmations import confirm_hand, confirm_line, contest, let_stand
from scoresheets.keeping.session import Correction, Session, unreadable
from scoresheets.web import evening
from scoresheets.web.addresses import Role
from scoresheets.web.filled import texts
from scoresheets.web.forms import TELL, TOPIC, Pick, Unfinished
from scoresheets.web.rows import whole_hand
from scoresheets.web.telling import Outcome, Seen, choose, preview, put_back, since, take_back, tell
from scoresheets.web.views import LONGEST_QUESTION, Phones

LONGEST_REASON, LONGEST_NAME = 1000, 100


class Form:
    """The fields of a form, in their order on the page. Looking up a name gives the last of its values."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self.pairs = list(pairs)
        self._last = dict(self.pairs)

    def __getitem__(self, name: str) -> str:
        return self._last.get(name, "")

    @property
    def typed(self) -> str:
        """The text that was typed into the form."""
        note = " ".join(self["note"].split())
        about = f"line {number_in(self['about'])}: " if number_in(self["about"]) else ""
        return self["line"] or self["report"] or (f"note {about}{note}" if note else "")

    @property
    def given(self) -> list[tuple[str, str]]:
        """The values filled in by tapping."""
        return [pair for pair in self.pairs if pair[0] not in OURS] if self[TELL] else []

    @property
    def where(self) -> str:
        """The name of the form."""
        return self[TELL] or ("line" if self["line"] else self["where"])

    @property
    def back(self) -> str:
        """The page with this form, and no other."""
        line = self["of"]
        if self["do"] == "new" and "player1" in self._last:
            return f"start?{urlencode({'game': self['game'][:LONGEST_NAME]})}"
        if self["do"] == "decide":
            return f"dispute?{urlencode({'about': self['about'][:LONGEST_QUESTION]})}"
        return f"line/{line}" if self["do"] == "correct" and number_in(line) else ""


OURS = ("seen", "do", "let", "where", "rest", "of", TOPIC)
"""Fields of every form that carry no report."""


def answer(table: Phones, role: Role, session: Session | None, page: Seen, form: Form, *, used: bool) -> Outcome:
    """Does what a form asks for. Raises CommandError if that isn't possible.

    A page is ``used`` if another form of it has been accepted.
    """
    does = form["do"] or "tell"
    if does == "new" and role.kind == "scorekeeper":
        if used or page.session != (session.number if session else 0):
            raise CommandError("this page shows another game. Open it again")
        return evening.begin(table.watch, session, form.pairs)
    if does == "resume" and role.kind == "scorekeeper":
        return evening.resume(table.watch, number_in(form["of"]))
    if session is None:
        raise CommandError("no session is open")
    if does == "again" and role.kind == "scorekeeper":
        if used or page.session != session.number:
            raise CommandError("this page shows another game. Open it again")
        return evening.again(table.watch, session)
    if role.seat and does in ("so", "not so"):
        return confirm(session, role.seat, form, does == "so")
    if session.ended:
        raise CommandError(
            f"Session {session.number} was closed. To continue it, run `referee resume {session.number}`."
        )
    if does == "tell":
        try:
            return tell(session, lines_of(form, session, role.seat), page, role.seat, used=used)
        except Unfinished as missing:
            return Outcome("unfinished", given=[*missing.given], said=[str(missing)] if str(missing) else [])
    if does == "undo":
        return take_back(session, page, role.seat, number_in(form["of"]))
    if role.kind == "scorekeeper" and does == "redo":
        return put_back(session, page)
    if role.kind == "scorekeeper" and does == "choose":
        return choose(session, page, form["report"], number_in(form["choice"]))
    if role.kind == "scorekeeper" and does == "correct":
        return correct(session, page, form)
    if role.kind == "scorekeeper" and does == "decide":
        return decide(session, page, form)
    if role.kind == "scorekeeper" and does == "stands":
        let_stand(session, form["seat"], number_in(form["hand"]), number_in(form["of"]))
        return Outcome("taken", said=["Kept as played."])
    raise CommandError("this page can't do that", USAGE)


def lines_of(form: Form, session: Session, seat: str) -> list[str]:
    """The lines that a form reports. Raises Unfinished if something is missing."""
    if not form[TELL]:
        return [form.typed]
    referee = session.referee
    who = next((name for name in referee.seats if name == seat), None)
    if seat and who is None:
        raise CommandError(f"{seat} is no longer in that seat")
    let = {value for name, value in form.pairs if name == "let"}
    return [f"~ {text}" if text in let else text for text in texts(form.given, referee, who)]


def previewed(session: Session | None, seat: str, form: Form) -> dict[str, Any]:
    """The effect of a form with rows: the scores, why it would be refused, and the row that follows from the rest."""
    if session is None or session.ended:
        return {}
    try:
        refused, moved = preview(session, lines_of(form, session, seat), seat)
    except (Unfinished, CommandError):
        return {}
    if refused:
        return {"refused": refused}
    if moved:
        return {"scores": " · ".join(f"{side} {points:+d}".replace("-", "−") for side, points in moved.items())}
    return {"fills": left_over(session, seat, form)}


def left_over(session: Session, seat: str, form: Form) -> list[str]:
    """The name and the value of the one row that is left, if only one value ends the hand."""
    phrases = {name for name, value in form.given if value}
    for group in (group for whole in whole_hand(session.referee) for group in whole.groups):
        rows = [field for field in group.fields if isinstance(field, Pick)]
        empty = [field for field in rows if field.name not in phrases]
        if len(rows) < 2 or len(empty) != 1:
            continue
        fits = []
        for tap in empty[0].taps:
            filled = Form([*(pair for pair in form.pairs if pair[0] != empty[0].name), (empty[0].name, tap.value)])
            with suppress(Unfinished, CommandError):
                if preview(session, lines_of(filled, session, seat), seat)[1]:
                    fits.append(tap.value)
        if len(fits) == 1:
            return [empty[0].name, fits[0]]
    return []


def correct(session: Session, page: Seen, form: Form) -> Outcome:
    """Corrects a line or strikes it out. Shows the effect first, and does it once there is a reason."""
    number, text, why = form["of"], form["text"].strip(), form["why"].strip()
    if form[TELL]:
        text = tapped(session, form)
    for typed in (text, why):
        if fault := unreadable(typed):
            raise CommandError(fault.message, USAGE)
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise CommandError("which line do you want to correct?", USAGE)
    if len(why) > LONGEST_REASON:
        raise CommandError(f"a reason has {LONGEST_REASON} characters at most", USAGE)
    strikes, overrule = form["strike"] != "", text.startswith("~")
    sure = why != "" and "sure" in (form["sure"], form["strike"])
    if not (strikes or text):
        raise CommandError("what should the line say?", USAGE)
    wanted = [Correction(int(number), None if strikes else text.lstrip("~ "), overrule, text)]
    with session.alone():
        if since(session, page) != []:
            return Outcome("asked", text, news=["something else was entered meanwhile. Is this still right?"])
        made = session.correct(wanted, why, dry=not sure)
    if made.clash:
        line, ruling = made.clash
        return Outcome(
            "refused", text, said=[f"line {line.line}, {line.text}: {ruling.message}"], rules=[*ruling.rules]
        )
    if sure:
        return Outcome("taken", said=[*changes(made)])
    return Outcome("shown", text, said=["This is what it would change.", *changes(made)])


def tapped(session: Session, form: Form) -> str:
    """The correct text of a line, from the pad for its moment in the game. Raises CommandError."""
    later = sum(entry.report.line >= number_in(form["of"]) for entry in session.referee.entries)
    try:
        with session.without(later) as referee:
            return "; ".join(texts(form.given, referee))
    except Unfinished as missing:
        raise CommandError(str(missing), USAGE) from None


def decide(session: Session, page: Seen, form: Form) -> Outcome:
    """Carries out a decision in a dispute and saves it."""
    from scoresheets.disputes import cases
    from scoresheets.disputes.precedents import LONGEST
    from scoresheets.disputes.remedies import carry_out

    question, words, agreed, fact = (form[name].strip() for name in ("about", "words", "agreed", "fact"))
    for text in (question, words, agreed, fact):
        if fault := unreadable(text):
            raise CommandError(fault.message, USAGE)
        if len(text) > LONGEST:
            raise CommandError(f"{text[:20]}… is too long: {LONGEST} characters at most", USAGE)
    with session.alone():
        if since(session, page) != []:
            return Outcome("asked", news=["something else was entered meanwhile. Is this still right?"])
        case = cases.consider(session, question, [fact] if fact else [])
        does, effect = carry_out(case, form["apply"], words) if form["apply"] else ("", "")
        verdict = "; ".join(filter(None, (words, does)))
        if not verdict:
            raise CommandError("what did you decide? Type it in a few words", USAGE)
        ruling = cases.decided(case, verdict, effect=effect, agreed=agreed, note="", instead_of=None)
    phrase = f"ruling {ruling.number}: {ruling.verdict}" + (f" ({ruling.effect})" if ruling.effect else "")
    return Outcome("taken", said=[phrase])


def confirm(session: Session, seat: str, form: Form, so: bool) -> Outcome:
    """Confirms or contests a hand's result or a report for a player. The scorekeeper sees objections."""
    hand, line = number_in(form["hand"]), number_in(form["of"])
    about = f"hand {hand}" if hand else f"line {line}"
    if not so:
        contest(session, seat, hand=hand, line=0 if hand else line, shown=form["shown"])
        return Outcome("taken", said=[f"{seat} contests {about}: the scorekeeper sees it"])
    if hand:
        confirm_hand(session, hand, seat, form["shown"])
    else:
        confirm_line(session, line, seat)
    return Outcome("taken", said=[f"{seat} confirms {about}"])


def number_in(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0
