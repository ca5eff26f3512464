"""Late reports: those entered after their place in the hand, and what they prove or withdraw.

Dealt cards are applied right after the deal, in the hand in progress or in the one just finished. Results that are
entered again are checked against the finished hand, and are known from then on.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import NamedTuple

from referee.game.asks import at
from referee.game.common_reports import ANY_TIME, Deal, Dealt
from referee.game.findings import Breach, Finding, Offence
from referee.game.game import Hand
from referee.language.reports import Report
from referee.language.words import Ambiguous, Seat, either
from referee.rules.rule import Reason, Verdict
from referee.table.hand_run import HandRun, Step
from referee.table.hands import HandRecord, Hands, illegal
from referee.table.rulings import (
    ORDER,
    Refused,
    broken_by,
    doubts,
    enforced,
    foreign,
    in_question,
    is_fact,
    refuse,
    weigh,
)


class News(NamedTuple):
    """What a report reveals about earlier ones: new findings, and findings that no longer hold.

    ``again`` says that it only repeats what was known.
    """

    findings: Sequence[Finding] = ()
    withdrawn: Sequence[Finding] = ()
    again: bool = False


NO_NEWS = News()


@dataclass
class Repeated:
    """A finished hand with repeated results, and which of those are among its steps.

    ``unfinished`` is a run of the hand up to its last report, left over from an earlier attempt, if there is one.
    """

    run: HandRun
    results: list[Report]
    unfinished: HandRun | None = None


class Since(NamedTuple):
    """Everything reported about a finished hand since its end: cards, and results, with the hand after each of them."""

    hand: Hand
    dealt: list[Step]
    proven: frozenset[Offence]
    results: list[Report]
    repeated: list[Repeated]  # before the first result, and after each


class LateNews:
    """Applies late reports to the hands of one table."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        self._since: Since | None = None

    @property
    def findings(self) -> list[tuple[int, Finding]]:
        """Every finding that wasn't withdrawn, with the line of the report that revealed it."""
        standing: list[tuple[int, Finding]] = []
        for record in self.hands.records:
            for report, ruling, *_ in record.entries:
                if ruling.withdrawn:
                    gone = {finding.offences for finding in ruling.withdrawn}
                    standing = [kept for kept in standing if not kept[1].open or kept[1].offences not in gone]
                if ruling.findings:
                    standing += [(report.line, finding) for finding in ruling.findings]
        return standing

    # Cards entered late

    def dealt(self, report: Dealt, overrule: bool) -> tuple[list[Breach], News]:
        """Replays a hand with cards added after its deal. Returns the breaches that the table keeps, and the news.

        Raises Refused or ParseError if the cards are impossible.
        """
        hands, record = self.hands, self.hands.record
        if not report.who:
            raise Ambiguous("who had these cards?", 1, 1, hands.hand.seats)
        if Deal not in hands.game.reports:
            raise illegal(ORDER, "no cards are dealt in this game")
        if record.run.begun and self._right_behind_the_deal(record.run):
            return self._as_dealt(record.run, Step(report), overrule), NO_NEWS
        if record.run.begun:
            record.run, news = self._with_dealt(record, [Step(report)], overrule)
            return self._waived_breaches(record.run, report), news
        finished = next((earlier for earlier in reversed(hands.records[:-1]) if earlier.run.hand.finished), None)
        if finished is None:
            raise illegal(ORDER, "nothing has been dealt yet")
        hands.sat_there(finished.run.hand, report)
        if any(_agree(step.report, report) for step in (*finished.run.steps, *record.run.steps)):
            return [], NO_NEWS
        run, news = self._with_dealt(finished, [*record.run.dealt_before, Step(report)], overrule)
        for result in record.results:
            for clash in broken_by(run.hand, result, hands.game.ruleset.checks_again(type(result))):
                raise _clashing(result, clash)
        kept = self._waived_breaches(run, report)
        record.run.take(Step(report, let_stand=tuple(breach.rule for breach in kept)))
        return kept, news

    def _as_dealt(self, run: HandRun, step: Step, overrule: bool = False) -> list[Breach]:
        """Applies dealt cards to a hand. Returns the breaches that the table keeps; raises Refused for the others."""
        hand, report = run.hand, step.report
        against = broken_by(hand, report, self.hands.game.ruleset.checks_on_dealt)
        broken = [*foreign(hand, report), *enforced(hand, against)]
        refuse(_but_for(broken, step.let_stand), report, overrule)
        run.take(step._replace(let_stand=tuple(breach.rule for breach in broken)))
        return broken

    def _waived_breaches(self, run: HandRun, report: Dealt) -> list[Breach]:
        """The rules of a hand that its dealt cards break, and that the table waived."""
        step = next(step for step in run.steps if step.report is report)
        if not step.let_stand:
            return []
        before = run.again(itertools.takewhile(lambda other: other is not step, run.steps)).hand
        return broken_by(before, report, self.hands.game.ruleset.checks_on_dealt)

    def _right_behind_the_deal(self, run: HandRun) -> bool:
        """Whether nothing has happened since the deal, so that dealt cards need no replay."""
        last = run.steps[-1].report if run.steps else None
        return isinstance(last, (Deal, Dealt)) and not run.hand.findings and not self.hands.game.ruleset.checks_late

    def _with_dealt(self, record: HandRecord, dealt: list[Step], overrule: bool = False) -> tuple[HandRun, News]:
        """Replays a hand with late cards. Returns the new run and the news."""
        suspected = [finding for _, finding in self.findings if finding.open]
        try:
            run, findings = self._replayed_with(record, dealt, overrule)
        except Refused as refused:
            cited = {breach.rule for breach in refused.broken}
            late = broken_by(record.run.hand, dealt[-1].report, self.hands.game.ruleset.checks_late)
            raise Refused(*refused.broken, *(breach for breach in late if breach.rule not in cited)) from None
        of_hand = {entry.report.line for entry in record.entries}
        before = [finding for finding in suspected if finding.offences[0].line in of_hand]
        new = [finding for finding in findings if not finding.open or no_more([finding], suspected)]
        return run, News(new, no_more(before, run.hand.findings))

    def _replayed_with(
        self, record: HandRecord, dealt: list[Step], overrule: bool = False
    ) -> tuple[HandRun, list[Finding]]:
        """Replays a hand with late cards. Returns the new run and the findings that are new.

        If a rule of play turns out to be broken, that is a finding; if a fact clashes, Refused is raised. With
        ``overrule`` the table keeps whatever the last of these cards break.
        """
        # The cards belong right after the deal, and after cards that were entered there before.
        steps = record.run.steps
        if hands_out_unsaid(record.run):
            steps = [Step(Deal(who=record.run.hand.dealer)), *steps]
        behind = next((i for i, step in enumerate(steps) if isinstance(step.report, Deal)), -1) + 1
        while behind < len(steps) and isinstance(steps[behind].report, Dealt):
            behind += 1
        # Replay every step, now that more is known. What was proven before is passed on, so that it isn't found twice.
        known = self._known_offences(record)
        run = self.hands.run(record, proven=known)
        findings: list[Finding] = []
        for step in (*steps[:behind], *dealt, *steps[behind:]):
            findings += self._judged_again(run, step, overrule and step is dealt[-1])
        # Some rules compare the cards with the whole hand, so they are checked at its end.
        checks_late, entered_too_late = self.hands.game.ruleset.checks_late, self.hands.game.entered_too_late
        last = next(step for step in reversed(run.steps) if step.report is dealt[-1].report)
        refuse(_but_for(broken_by(run.hand, last.report, checks_late), last.let_stand), last.report, overrule)
        if entered_too_late and record.run.hand.finished:
            entered_too_late(record.run.hand, run.hand)
        findings += run.hand.findings
        new = [finding for finding in findings if not finding.proven or not known.issuperset(finding.proven)]
        # The game may find the same breach itself, in other words.
        return run, list({finding.proven or finding.offences: finding for finding in reversed(new)}.values())[::-1]

    def _judged_again(self, run: HandRun, step: Step, overrule: bool = False) -> list[Finding]:
        """Judges a step again in a hand that now has more facts.

        Returns the rules that it turns out to break, as findings.
        """
        report, hand, ruleset = step.report, run.hand, self.hands.game.ruleset
        if isinstance(report, ANY_TIME):
            if isinstance(report, Dealt) and run.begun:
                self._as_dealt(run, step, overrule)
            else:
                run.take(Step(report, let_stand=step.let_stand))
            return []
        if hand.finished:
            refuse(broken_by(hand, report, ruleset.checks_again(type(report))), report)
            return []
        place = run.find_place(type(report), report.who)
        _, broken, admitted, struck = weigh(run.hand, report, place, self.hands.waiting)
        facts = [breach for breach in broken if is_fact(hand, breach)]
        if grave := _but_for(facts, step.let_stand) if admitted else broken:
            raise _clashing(report, grave[0])
        run.send_at(place, report, tuple(dict.fromkeys((*step.let_stand, *struck))))
        return [self._turned_out(report, breach) for breach in broken if breach.rule not in step.let_stand]

    def _known_offences(self, record: HandRecord) -> frozenset[Offence]:
        """The offences proven in a hand so far, so that they are neither forgotten nor found twice."""
        now = self.hands.record
        entries = record.entries if record is now else [*record.entries, *now.entries]
        ruled = [finding for entry in entries for finding in entry.ruling.findings]
        return frozenset(offence for finding in (*ruled, *record.run.hand.findings) for offence in finding.proven)

    def _turned_out(self, report: Report, breach: Breach) -> Finding:
        """A finding for a report that turns out to break a rule, under the game's name for the breach."""
        rule = self.hands.game.rules.get(breach.rule)
        proof = tuple(dict.fromkeys((report.line, *breach.proof)))
        return Finding(rule.called if rule else breach.rule, (report.who,), f"{report.text}, but {breach.why}", proof)

    # Results entered again

    def entered_again(self, report: Report) -> News | None:
        """Applies a report between two hands that repeats a result of the hand just finished. Returns what it proves.

        None if it isn't such a report; raises Refused if it clashes.
        """
        hands = self.hands
        if isinstance(report, Deal) or (record := hands.last) is None:
            return None
        repeats = record.run.hand.enters_again(type(report)) and not hands.standing.over
        if not repeats and [ask for _, ask in hands.asks() if isinstance(report, ask.verb)]:
            return None
        checks = hands.game.ruleset.checks_again(type(report))
        if not checks:
            return None
        entries = itertools.dropwhile(lambda entry: not isinstance(entry.report, Deal), record.entries)
        if any(entry.overrule and entry.report == report for entry in entries):
            hands.record.results.append(report)
            return News(again=True)
        if not report.who and report.speaker != "none":
            seats = hands.hand.seats
            raise Ambiguous(f"who {in_question(report)}? {either(seats)}", 1, 1, seats)
        hands.sat_there(record.run.hand, report)
        known = self._hand_by_now(record)
        for hand in (record.run.hand, known):
            broken = [*foreign(hand, report), *broken_by(hand, report, checks)]
            if broken and repeats:
                why = (
                    f"hand {hand.number} was entered card by card: {broken[0].why}. For the next hand type `deal` first"
                )
                raise Refused(replace(broken[0], why=why, verdict=Verdict.UNCLEAR))
            if broken and hands.game.of_a_sheet:
                return None  # it belongs to another round
            refuse(broken, report)
        findings = self._hand_by_now(record, report).findings
        hands.record.results.append(report)
        return News([finding for finding in findings if finding not in known.findings], again=True)

    def _hand_by_now(self, record: HandRecord, *more: Report) -> Hand:
        """The hand just finished, with everything reported since, as far as that fits in before its last report."""
        coming = self.hands.record
        dealt, results = [*coming.run.dealt_before], [*coming.results, *more]
        if not dealt and not results:
            return record.run.hand
        since = self._since
        begun = record.run.hand, dealt, self._known_offences(record) if dealt else frozenset()
        if since is None or since.hand is not begun[0] or since[1:3] != begun[1:]:
            run = record.run.again(self._replayed_with(record, dealt)[0].steps) if dealt else record.run
            since = self._since = Since(*begun, [], [Repeated(run, [])])
        while (so_far := len(since.results)) and results[so_far - 1 : so_far] != since.results[-1:]:
            del since.results[-1], since.repeated[-1]
        for result in results[len(since.results) :]:
            since.repeated.append(_repeated(record.run, since.repeated[-1], result))
            since.results.append(result)
        hand = since.repeated[-1].run.hand
        hand.standing = self.hands.standing
        return hand

    # What may have been broken

    def doubts_at(self, line: int, dealt: Callable[[Hand, Seat], Dealt | None]) -> tuple[Breach, ...]:
        """The rules that the report of a line may break, by everything known now.

        ``dealt`` returns the cards a player is known to have been dealt. The hand is replayed with them.
        """
        doubted: dict[Breach, None] = {}
        for record in self.hands.records:
            steps = [step for step in record.run.steps if step.report.line == line]  # a macro has several
            for step in steps:
                if not isinstance(step.report, ANY_TIME):
                    known = dealt(record.run.hand, step.report.who) if step.report.who else None
                    doubted |= dict.fromkeys(self._doubts_of(record, step.report, known))
            if steps:
                break
        return tuple(doubted)

    def _doubts_of(self, record: HandRecord, report: Report, known: Dealt | None) -> list[Breach]:
        steps = record.run.steps
        if known:
            with suppress(Refused):
                steps = self._replayed_with(record, [Step(known)])[0].steps
        run = record.run.again(itertools.takewhile(lambda step: step.report is not report, steps))
        ask = run.find_place(type(report), report.who).ask
        return doubts(run.hand, ask, report) if ask else []


def _repeated(finished: HandRun, before: Repeated, result: Report) -> Repeated:
    """A finished hand with one more result in it, before its last report or in place of it.

    Returns ``before`` if the result is nothing new, doesn't fit there, or changes the score.
    """
    reports = [step.report for step in before.run.steps if type(step.report) is type(result)]
    if result in before.results or result in reports or not before.run.may_precede_last(type(result)):
        return before
    # Go back to before the last report, which ended the hand. Then apply the result, and the last report after it.
    *earlier, last = before.run.steps
    run, before.unfinished = before.unfinished or before.run.again(earlier), None
    if not _fits(run, result):
        before.unfinished = None if run.passed else run
        return before
    steps = [*run.steps]
    if _fits(run, last.report, last.let_stand) and _ends_alike(run, finished):
        return Repeated(run, [*before.results, result])
    # They don't both fit: the result may end the hand in place of the last report.
    if run.passed or len(run.steps) > len(steps):
        run = run.again(steps)
    return Repeated(run, [*before.results, result]) if _ends_alike(run, finished) else before


def hands_out_unsaid(run: HandRun) -> bool:
    """Whether a hand has begun without its deal being entered."""
    return run.begun and run.hand.game.deal_goes_unsaid and not any(isinstance(step.report, Deal) for step in run.steps)


def _fits(run: HandRun, report: Report, let_stand: tuple[str, ...] | None = None) -> bool:
    """Applies a report to a hand if it fits there and breaks only rules that were waived. Returns whether it did."""
    place = run.find_place(type(report), report.who)
    if run.hand.finished or place.ask is None or place.gone_back:
        return False
    filled, broken, admitted, struck = weigh(run.hand, report, place, lambda: "")
    rules = tuple(breach.rule for breach in broken)
    grave = any(is_fact(run.hand, breach) for breach in broken)
    if not admitted or grave or (let_stand is not None and set(rules) - set(let_stand)):
        return False
    run.send_at(place, filled, rules + struck)
    return True


def _ends_alike(run: HandRun, finished: HandRun) -> bool:
    """Whether a rearranged hand is finished too, and has the same score."""
    run.pass_over()
    return run.hand.finished and run.hand.scores == finished.hand.scores


def _but_for(broken: Iterable[Breach], let_stand: Sequence[str]) -> list[Breach]:
    """The breaches that the table hasn't waived."""
    return [breach for breach in broken if breach.verdict is not Verdict.ILLEGAL or breach.rule not in let_stand]


def _clashing(earlier: Report, clash: Breach) -> Refused:
    """A `Refused` for late cards that contradict an earlier report."""
    why = Reason(f"that contradicts `{earlier.text}` ({at(earlier)}): {clash.why}", earlier)
    return Refused(replace(clash, why=str(why), verdict=Verdict.IMPOSSIBLE, proof=(earlier.line,)))


def no_more(open_before: Iterable[Finding], now: Iterable[Finding]) -> list[Finding]:
    """The open findings that aren't among the current ones any more."""
    still = {finding.offences for finding in now}
    return [finding for finding in open_before if finding.open and finding.offences not in still]


def _agree(earlier: Report, report: Dealt) -> bool:
    """Whether two reports give the same cards to the same player."""
    if not isinstance(earlier, Dealt) or earlier.who != report.who:
        return False
    return sorted(map(str, earlier.cards)) == sorted(map(str, report.cards))
