"""The referee: hears reports one at a time, rules on each, takes back and replays.

Only what stands reaches the hand's coroutine; how a report is judged is in `referee.rulings`, how a hand is
told in `referee.telling`, how hands follow one another in `referee.pages`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from referee.core import Breach, Finding, Hand, Macro, Offence, Reason, Verdict, at
from referee.notation import ParseError, Report, Seat, shape
from referee.pages import Entry, Page, Pages
from referee.reports import ANY_TIME, Adjust, Concedes, Deal, Dealt, End, House, Joins, Leaves, Misdeal, Note, Pays
from referee.rulings import (
    ORDER,
    OVER,
    SEATS,
    SETTLED,
    Refused,
    Ruling,
    breach,
    broken_by,
    doubts,
    foreign,
    refusal,
    refuse,
    unread,
    weigh,
)
from referee.telling import Step, Telling


class Taken(NamedTuple):
    """What was taken in of a report, with what the table lets stand, and what it shows of reports before it."""

    told: list[tuple[Report, list[Breach]]]
    found: Sequence[Finding] = ()
    withdrawn: Sequence[Finding] = ()


class Fitted(NamedTuple):
    """A finished hand with what was told of it since, and which of those reports are among its steps."""

    telling: Telling
    steps: list[Step]
    reports: list[Report]


class Since(NamedTuple):
    """What was told of a finished hand since, and the hand before the first of it and behind each."""

    begun: tuple[Telling, list[Report], frozenset[Offence]]  # the hand, cards told late, and what was proven
    told: list[Report]
    fitted: list[Fitted]


class Referee(Pages):
    """Hears one table's reports of one game.

    Raises ValueError where the game can't be played so: too many players, an unknown option.
    """

    _since: Since | None = None

    # Hearing

    def hear(self, text: str, *, line: int = 0, overrule: bool = False, column: int = 1) -> Ruling:
        """Rules on one report; what is accepted joins the record."""
        number = line or 1 + sum(len(page.entries) for page in self.pages)
        try:
            report = self.vocabulary.read(text, self.hand, column, number)
        except ParseError as error:
            return unread(text, error)
        return self.judge(report, overrule=overrule, column=column)

    def can(self, text: str, *, overrule: bool = False) -> Ruling:
        """The ruling on a report that isn't made, with what can't be told of it yet."""
        ruling = self.hear(text, overrule=overrule)
        if not ruling.accepted or ruling.report is None:
            return ruling
        self.undo()
        open_questions: list[Breach] = []
        parts = 0
        report = ruling.report
        for part in report.parts(self.hand) if isinstance(report, Macro) else (report,):
            open_questions += self._doubts(part)
            parts += self.judge(part, overrule=True).accepted
        self.undo(parts)
        return replace(ruling, doubts=tuple(open_questions))

    def _doubts(self, report: Report) -> list[Breach]:
        for hand, ask in self.asks():
            if isinstance(report, ask.verb) and ask.admits(report.who):
                if not report.who and (seats := ask.seats()):
                    report = replace(report, who=seats[0])
                return doubts(hand, ask, report)
        return []

    def judge(self, report: Report, *, overrule: bool = False, column: int = 1) -> Ruling:
        """Rules on a report that has been read."""
        if len(self.seats) == 1 and not report.who and report.speaker != "none":
            report = replace(report, who=self.seats[0])  # nobody else sits there
        page = self.page
        telling, sent, steps = page.telling, page.telling.sent, len(page.steps)
        lines, known = len(self.hand.lines), self.hand.findings[:]
        before = Counter(self.hand.lines) if isinstance(report, Dealt) else None
        try:
            told, late, withdrawn = self._take(report, overrule)
        except (ParseError, Refused) as refused:
            del self.pages[self.pages.index(page) + 1 :], page.steps[steps:]
            if page.telling is not telling or telling.sent != sent:
                self._restore(page)
            if isinstance(refused, ParseError):
                return unread(report.text, refused, column)
            return refusal(report, refused.broken)
        hands = [page.telling.hand, *([self.hand] if self.page is not page else [])]  # closed, and begun by this report
        found = [one for hand in hands for one in hand.findings if hand is not hands[0] or one not in known]
        booked = [*hands[0].lines[lines:], *(one for hand in hands[1:] for one in hand.lines)]
        if isinstance(report, (House, Joins, Leaves)) and self.page is page:  # nothing comes of it by itself
            found, booked = [], []
        if before is not None:  # heard right behind the deal, so that what is new may stand anywhere
            found, booked = [], list((Counter(self.hand.lines) - before).elements())
        if not isinstance(report, Macro):
            report = told[0][0]
        ruling = Ruling(
            Verdict.ACCEPTED,
            report.text,
            report,
            broken=tuple(breach for _, broken in told for breach in broken),
            findings=tuple(dict.fromkeys((*late, *found))),
            withdrawn=tuple(withdrawn or no_more(known, hands[0].findings)),
            lines=tuple(booked),
        )
        self.page.marks.append(steps if self.page is page else len(self.page.carried))
        self.page.entries.append(Entry(report, ruling, bool(ruling.broken)))
        self._turn_page(self.page)
        return ruling

    def _take(self, report: Report, overrule: bool) -> Taken:
        """Takes a report in, or raises Refused or ParseError; the page may be left half advanced."""
        if self.standing.ended and not isinstance(report, (Note, Adjust, Pays)):
            raise Refused(breach(OVER, "the game has ended", Verdict.ILLEGAL))
        page = self.page
        if isinstance(report, ANY_TIME):
            return self._any_time(report)
        if (again := self._told_again(report)) is not None:
            return Taken([(report, [])], again)
        if self._closes(report):
            self._close(page)
        if isinstance(report, Macro):
            refuse(broken_by(self.hand, report, self.game.ruleset.checks_on(type(report))), report)
            return Taken([self._hear_one(part, overrule, macro=True) for part in self._parts(report)])
        return Taken([self._hear_one(report, overrule)])

    def _parts(self, report: Macro) -> Iterator[Report]:
        """The single reports of a macro, while the hand goes on."""
        for part in report.parts(self.page.telling.hand):
            if self.page.telling.hand.finished:
                raise Refused(breach(ORDER, f"the hand was over before {part.text}", Verdict.IMPOSSIBLE))
            yield part

    def _hear_one(self, report: Report, overrule: bool, macro: bool = False) -> tuple[Report, list[Breach]]:
        """One report to the coroutine, with its speaker and cards filled in, and what the table lets stand."""
        page = self.page
        place = page.telling.find_ask(type(report), report.who)
        if place.gone_past:
            self._restore(page)
            place = page.telling.stand(place.skipped, type(report), report.who)
        filled, broken, admitted = weigh(page.telling.hand, report, place, self._waiting)
        named = macro or bool(report.who) or report.speaker == "none"
        if overrule and place.ask:
            broken += broken_by(page.telling.hand, filled, place.ask.checks, settled=True)
        refuse(broken, filled, overrule, admitted=admitted, named=named)
        let_stand = tuple(breach.rule for breach in broken)
        page.telling.send(filled, let_stand)
        page.steps.append(Step(filled, place.skipped, let_stand))
        return filled, broken

    def _told_again(self, report: Report) -> list[Finding] | None:
        """What a report proves that repeats what is known of the hand just finished.

        None where it is no such report; raises Refused where it clashes.
        """
        if self.hand.dealer or isinstance(report, Deal) or (last := self.last) is None:
            return None
        if any(isinstance(report, ask.verb) for _, ask in self.asks()):
            return None
        page = next(one for one in reversed(self.pages) if one.telling.hand is last)
        checks = self.game.ruleset.checks_again(type(report))
        if not checks:
            return None
        told = itertools.dropwhile(lambda entry: not isinstance(entry.report, Deal), page.entries)
        if any(entry.overrule and entry.report == report for entry in told):
            return []
        if not report.who and report.speaker != "none":
            raise ParseError(f"who {report.verb.split()[0]}? {' or '.join(self.seats)}", 1, 1, self.seats)
        self._sat_there(last, report)
        known = self._told_since(page)
        for hand in (last, known):
            refuse([*foreign(hand, report), *broken_by(hand, report, checks)], report)
        return [one for one in self._told_since(page, report).findings if one not in known.findings]

    def _told_late(self) -> list[Report]:
        """What was told of the hand just finished, since it was."""
        every = [entry.report for entry in self.page.entries if self.game.ruleset.checks_again(type(entry.report))]
        heard = {id(step.report) for step in self.page.steps}
        return [one for one in every if id(one) not in heard]

    def _told_since(self, page: Page, *more: Report) -> Hand:
        """The hand just finished with what was told of it since, as far as that fits in before its last report."""
        late: list[Report] = [step.report for step in self.page.steps if isinstance(step.report, Dealt)]
        told = [*self._told_late(), *more]
        if not late and not told:
            return page.telling.hand
        begun = page.telling, late, self._known_findings(page) if late else frozenset()
        since = self._since
        if since is None or since.begun != begun:
            steps = self._heard_with(page, late)[1] if late else page.steps
            telling = self._again(page, steps) if late else page.telling
            since = self._since = Since(begun, [], [Fitted(telling, steps, [])])
        while told[: len(since.told)] != since.told:
            del since.told[-1], since.fitted[-1]
        for report in told[len(since.told) :]:
            since.fitted.append(self._fitted(page, since.fitted[-1], report))
            since.told.append(report)
        hand = since.fitted[-1].telling.hand
        hand.standing = self.standing
        return hand

    def _fitted(self, page: Page, before: Fitted, report: Report) -> Fitted:
        """A finished hand with one more report told of it, before its last or in its place.

        The hand as it was where that isn't new, has no place there, or changes the score.
        """
        *earlier, last = before.steps
        if report in before.reports:
            return before
        telling = self._again(page, earlier)
        if not (step := self._taken_in(telling, report)):
            return before
        steps = [*earlier, step]
        if (behind := self._taken_in(telling, last.report, last.let_stand)) and self._ends_alike(telling, page):
            return Fitted(telling, [*steps, behind], [*before.reports, report])
        telling = self._again(page, steps)
        return Fitted(telling, steps, [*before.reports, report]) if self._ends_alike(telling, page) else before

    def _taken_in(self, telling: Telling, report: Report, let_stand: tuple[str, ...] | None = None) -> Step | None:
        """The step by which a hand takes in a report; None where that has no place or breaks more than it may."""
        place = telling.find_ask(type(report), report.who)
        if telling.hand.finished or place.ask is None or place.gone_past:
            return None
        filled, broken, admitted = weigh(telling.hand, report, place, lambda: "")
        rules = tuple(one.rule for one in broken)
        grave = any(one.verdict is not Verdict.ILLEGAL for one in broken)
        if not admitted or grave or (let_stand is not None and set(rules) - set(let_stand)):
            return None
        telling.send(filled, rules)
        return Step(filled, place.skipped, rules)

    def _ends_alike(self, telling: Telling, page: Page) -> bool:
        """Whether a hand told otherwise is finished too, and has the same score."""
        while telling.asks.optional:
            telling.send(None)
        return telling.hand.finished and telling.hand.scores == page.telling.hand.scores

    def _closes(self, report: Report) -> bool:
        """Whether a report that has no place in this hand closes it by opening the next."""
        asks = self.page.telling.asks
        waits = any(isinstance(report, ask.verb) for ask in asks.asks)
        if waits or not asks.optional or not self.page.telling.begun or not self.whole:
            return False
        numbers = [hand.number for hand, ask in self.asks() if isinstance(report, ask.verb)]
        return bool(numbers) and self.page.number not in numbers

    # Any time

    def _any_time(self, report: Report) -> Taken:
        page = self.page
        if isinstance(report, Dealt):
            return Taken([(report, [])], *self._dealt(report))
        if isinstance(report, (Joins, Leaves)):
            self._move(report)
            return Taken([(report, [])])
        if isinstance(report, Misdeal) and not page.telling.begun and not page.before.goes_on:
            raise Refused(breach(ORDER, "no hand is in progress", Verdict.ILLEGAL))
        if isinstance(report, Pays):
            if report.chips < 1 or report.who == report.whom:
                raise Refused(breach(ORDER, "a player pays another at least one chip", Verdict.ILLEGAL))
            if not report.who:
                raise ParseError("who pays?", 1, 1, self.seats)
        if isinstance(report, Concedes):
            if not report.who:
                if len(self.seats) > 1:
                    raise ParseError("who concedes?", 1, 1, self.seats)
                report = replace(report, who=self.seats[0])
            if self.over:
                raise Refused(breach(OVER, "the game is over", Verdict.ILLEGAL))
            if self.hand.side(report.who) in self.standing.conceded:
                raise Refused(breach(ORDER, f"{report.who} has conceded before", Verdict.ILLEGAL))
        if isinstance(report, House):
            self._amend(report)
        if not isinstance(report, (End, Misdeal)):
            page.telling.book(report)
            page.steps.append(Step(report, 0))
        if isinstance(report, House) and not self.playing:
            page.house = self._house(page.telling.hand.standing)
            page.telling = self._again(page)
            self._link()
        return Taken([(report, [])])

    def _amend(self, report: House) -> None:
        """Raises Refused where a rule of the house can't be another one from the next deal on."""
        if self.over:
            raise Refused(breach(OVER, "the game is over, so no deal comes any more", Verdict.ILLEGAL))
        standing, players = self.standing, len(self.seats)
        now = self._house(standing)
        then = {**now, **dict(report.amendment.values)}
        for name, value in report.amendment.values if standing.hands or self.playing else ():
            option = self.game.option(name)
            if option and option.fixed and value != now[name]:
                why = f"{name} can't be changed in mid-game: {option.fixed}"
                raise Refused(breach(SETTLED, why, Verdict.ILLEGAL))
        why = ""
        if self.game.has_partners(players, now) != self.game.has_partners(players, then):
            why = "who plays with whom was settled when the table sat down"
        elif self.game.moves_chips(now) != self.game.moves_chips(then):
            why = "whether chips are played for was settled when the table sat down"
        if why:
            raise Refused(breach(SETTLED, f"{report.amendment}: {why}", Verdict.ILLEGAL))

    def _move(self, report: Joins | Leaves) -> None:
        """Somebody sits down or gets up before the next deal; raises Refused or ParseError where that can't be."""
        if not self.game.open_table:
            raise self._not_so(f"{self.game.name} goes on among those who began it")
        if self.playing and self.whole:
            self._close(self.page)
        page, seats = self.page, self.seats
        if self.over:
            raise Refused(breach(OVER, "the game is over", Verdict.ILLEGAL))
        if self.playing:
            raise self._not_so(f"hand {page.number} is in progress")
        if told := next((step.report for step in page.steps if not isinstance(step.report, ANY_TIME)), None):
            raise self._not_so(Reason(f"hand {page.number} has begun with {told.text} ({at(told)})", told))
        if not report.who:
            raise ParseError(f"who {report.verb}?", 1, 1, seats if isinstance(report, Leaves) else ())
        if isinstance(report, Joins) and (fault := self._is_account(report.who)):
            raise ParseError(fault)
        then = self._moved(self.standing, (report,))
        players = len(then.seats)
        amended = {name: "none" if value is None else str(value) for name, value in then.amended.items()}
        try:
            if fault := self.game.too_few_or_many(players, self.chosen | amended):
                raise self._not_so(fault)
            self.game.house(players, self.chosen | amended)
        except ValueError as error:
            raise self._not_so(f"{report.text}: {error}") from None
        page.moves += (report,)
        page.house = self._house(then)
        page.steps.append(Step(report, 0))
        self._restore(page)

    def _not_so(self, why: str) -> Refused:
        return Refused(breach(SEATS, why, Verdict.ILLEGAL))

    def _sat_there(self, hand: Hand, report: Report) -> None:
        """Raises Refused where a report of an earlier hand names somebody who came later."""
        new = [seat for seat in self.seats if seat not in hand.seats]
        values = [report.who, *(getattr(report, one.field) for one in shape(type(report)).arguments)] if new else []
        named = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
        if strangers := [seat for seat in new if seat in named]:
            raise self._not_so(f"{strangers[0]} hadn't joined in hand {hand.number}")

    # Cards told late

    def _dealt(self, report: Dealt) -> tuple[list[Finding], list[Finding]]:
        """What is found and withdrawn by cards told as dealt: the hand is heard again with them behind the deal."""
        page = self.page
        if not report.who:
            raise ParseError("who was dealt these cards?", 1, 1, self.seats)
        if Deal not in self.game.reports:
            raise Refused(breach(ORDER, "nothing is dealt in this game", Verdict.ILLEGAL))
        late_for_last = not page.telling.begun
        if late_for_last:
            found = next((one for one in reversed(self.pages[:-1]) if one.telling.hand.finished), None)
            if found is None:
                raise Refused(breach(ORDER, "nothing has been dealt yet", Verdict.ILLEGAL))
            page = found
            self._sat_there(page.telling.hand, report)
        before = [*page.steps, *self.page.steps] if late_for_last else []
        if any(isinstance(one, Dealt) and _agree(one, report) for one, *_ in before):
            return [], []
        told_after = [step for step in self.page.steps if isinstance(step.report, Dealt)] if late_for_last else []
        suspected = [finding for _, finding in self.findings if finding.open]
        try:
            telling, steps, findings = self._heard_with(page, [*(step.report for step in told_after), report])
        except Refused as refused:
            cited = [one.rule for one in refused.broken]
            now = broken_by(page.telling.hand, report, self.game.ruleset.checks_late)
            raise Refused(*refused.broken, *(one for one in now if one.rule not in cited)) from None
        of_hand = {entry.report.line for entry in page.entries}
        withdrawn = no_more([one for one in suspected if one.offences[0].line in of_hand], telling.hand.findings)
        if late_for_last:
            for again in self._told_late():
                for clash in broken_by(telling.hand, again, self.game.ruleset.checks_again(type(again))):
                    raise _clashing(again, clash)
            self.page.steps.append(Step(report, 0))
        else:
            page.telling, page.steps, page.proven = telling, steps, telling.hand.proven
            self._link()
        return [one for one in findings if not one.open or no_more([one], suspected)], withdrawn

    def _heard_with(self, page: Page, dealt: list[Report]) -> tuple[Telling, list[Step], list[Finding]]:
        """A hand heard again with cards told right behind its deal.

        A rule of play that turns out broken is a finding; raises Refused where a fact clashes.
        """
        behind = next((i for i, step in enumerate(page.steps) if isinstance(step.report, Deal)), -1) + 1
        while behind < len(page.steps) and isinstance(page.steps[behind].report, Dealt):
            behind += 1
        steps = [*page.steps[:behind], *(Step(report, 0) for report in dealt), *page.steps[behind:]]
        known = self._known_findings(page)
        telling = self._telling(page.before, page.number, page.house, page.moves, known)
        heard: list[Step] = []
        findings: list[Finding] = []
        for report, _, let_stand, _ in steps:
            hand = telling.hand
            if isinstance(report, ANY_TIME):
                if isinstance(report, Dealt) and telling.begun:
                    refuse(
                        [*foreign(hand, report), *broken_by(hand, report, self.game.ruleset.checks_on_dealt)], report
                    )
                telling.book(report)
                heard.append(Step(report, 0))
                continue
            if hand.finished:
                refuse(broken_by(hand, report, self.game.ruleset.checks_again(type(report))), report)
                continue
            place = telling.find_ask(type(report), report.who)
            if place.gone_past:
                telling = self._telling(page.before, page.number, page.house, page.moves, known)
                for step in heard:
                    telling.apply(step)
                place = telling.stand(place.skipped, type(report), report.who)
            _, broken, admitted = weigh(telling.hand, report, place, self._waiting)
            if clash := next((one for one in broken if one.verdict is not Verdict.ILLEGAL or not admitted), None):
                raise _clashing(report, clash)
            findings += [self._proven(report, one) for one in broken if one.rule not in let_stand]
            telling.send(report, let_stand)
            heard.append(Step(report, place.skipped, let_stand))
        refuse(broken_by(telling.hand, dealt[-1], self.game.ruleset.checks_late), dealt[-1])
        if self.game.told_too_late and page.telling.hand.finished:
            self.game.told_too_late(page.telling.hand, telling.hand)
        found = [*findings, *telling.hand.findings]
        return telling, heard, [one for one in found if not one.proven or not known.issuperset(one.proven)]

    def _known_findings(self, page: Page) -> frozenset[Offence]:
        """What was proven in a hand so far, so that it is neither forgotten nor found twice."""
        entries = page.entries if page is self.page else [*page.entries, *self.page.entries]
        told = [one for entry in entries for one in entry.ruling.findings]
        return frozenset(offence for one in (*told, *page.telling.hand.findings) for offence in one.proven)

    def _proven(self, report: Report, broken: Breach) -> Finding:
        """What a report turns out to have broken, under the name that the game has for it."""
        rule = self.game.rules.get(broken.rule)
        name = rule.finding if rule and rule.finding else broken.rule
        lines = tuple(dict.fromkeys((report.line, *broken.lines)))
        return Finding(name, (report.who,), f"{report.text}: {broken.why}", lines)

    def doubts_at(self, line: int, dealt: Callable[[Hand, Seat], Dealt | None]) -> tuple[Breach, ...]:
        """What the report of a line may break for all that is known by now.

        ``dealt`` gives what a player is known to have been dealt in the hand, which is heard again with it.
        """
        page = next((one for one in self.pages if any(line == step.report.line for step in one.steps)), None)
        if page is None:
            return ()
        found: dict[Breach, None] = {}
        for step in page.steps:
            if step.report.line == line and not isinstance(step.report, ANY_TIME):  # several, of a macro
                found |= dict.fromkeys(self._doubts_of(page, step, dealt(page.telling.hand, step.report.who)))
        return tuple(found)

    def _doubts_of(self, page: Page, step: Step, known: Dealt | None) -> list[Breach]:
        steps = page.steps
        if known:
            with suppress(Refused):
                steps = self._heard_with(page, [known])[1]
        at_step = next(i for i, one in enumerate(steps) if one.report is step.report)
        telling = self._again(page, steps[:at_step])
        ask = telling.find_ask(type(step.report), step.report.who).ask
        return doubts(telling.hand, ask, step.report) if ask else []

    # Taking back

    def undo(self, count: int = 1) -> list[Entry]:
        """Takes back the last reports, newest first; those that went are returned."""
        gone: list[Entry] = []
        while len(gone) < count and (self.page.entries or len(self.pages) > 1):
            if not self.page.entries:
                self.pages.pop()
                continue
            gone.append(self.page.entries.pop())
        while self.page.closes_last and not self.page.entries:
            self.pages.pop()
        if any(isinstance(entry.report, ANY_TIME) for entry in gone):
            self._rehear(self.page)
        elif gone:
            self._shorten(self.page)
        return gone

    def _shorten(self, page: Page) -> None:
        """Back to where a page stood after its last entry, where what was taken back changed nothing before it."""
        if len(page.marks) > len(page.entries):
            del page.steps[page.marks[len(page.entries)] :], page.marks[len(page.entries) :]
        self._restore(page)

    def _rehear(self, page: Page) -> None:
        """Hears the reports of the last page again."""
        entries = page.entries
        self.pages.remove(page)
        self._open(page.before, page.number, page.carried)
        self.page.closes_last = page.closes_last
        for entry in entries:
            self.judge(entry.report, overrule=entry.overrule)


def _clashing(told: Report, clash: Breach) -> Refused:
    """That cards told late can't be, for what an earlier report told."""
    why = Reason(f"{told.text} ({at(told)}) couldn't be: {clash.why}", told)
    return Refused(replace(clash, why=str(why), verdict=Verdict.IMPOSSIBLE, lines=(told.line,)))


def no_more(open_before: Iterable[Finding], now: Iterable[Finding]) -> list[Finding]:
    """The findings that were open and say more, or less, than what is found now."""
    still = {one.offences for one in now}
    return [one for one in open_before if one.open and one.offences not in still]


def _agree(one: Dealt, other: Dealt) -> bool:
    return one.who == other.who and sorted(map(str, one.cards)) == sorted(map(str, other.cards))


__all__ = ["Referee", "Ruling"]
