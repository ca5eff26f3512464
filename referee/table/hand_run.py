"""A hand in progress: its coroutine, the steps taken, and where a report fits in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from referee.game.asks import Asks
from referee.game.common_reports import (
    ANY_TIME,
    Adjust,
    Concedes,
    Deal,
    Dealt,
    End,
    House,
    Joins,
    Misdeal,
    Pays,
    Penalty,
    SitsOut,
)
from referee.game.findings import Line
from referee.game.game import NOTHING_KEPT, SITTING_OUT, Hand
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.rule import Rule, Verdict
from referee.table.rulings import Place, Refused, Weighed, breach, broken_by, refuse, weigh

TABLE = Seat("table")
"""The account on the other side of an adjustment in a chip game."""

OVERPAID = "overpaid"
"""The name of the finding if a player pays more chips than they have."""


class Step(NamedTuple):
    """One report as the coroutine got it, after ``skipped`` optional asks were passed over.

    ``stays`` has the score lines that remain when a hand is stopped early.
    """

    report: Report
    skipped: int = 0
    let_stand: tuple[str, ...] = ()
    stays: tuple[Line, ...] = ()


def apart(who: str, points: int, kind: str, because: str, report: Report, rule: str = "") -> Line:
    """A line of the score that belongs to no hand. ``rule`` is a rule of the house's own, if there is one."""
    return Line(who, points, kind, rule, because, 0, (report.line,))


class HandRun:
    """One hand in progress: its facts, its coroutine with what that waits for, and the steps taken so far.

    ``fresh`` makes the hand as it is before the first report. ``look`` checks the score after each report before the
    deal.
    """

    hand: Hand
    met: Asks[Any]  # of the last report that was sent
    passed = 0  # optional asks since the last step

    _asks: Asks[Any]

    def __init__(
        self,
        fresh: Callable[[], Hand],
        look: Callable[[Hand], None],
        steps: Iterable[Step] = (),
        proofs: Mapping[Any, Any] = NOTHING_KEPT,
    ) -> None:
        self._fresh = fresh
        self._look = look
        self._begin(steps, proofs)

    def _begin(self, steps: Iterable[Step], proofs: Mapping[Any, Any]) -> None:
        self.hand = self._fresh()
        self.hand.proofs_before = proofs
        self.steps: list[Step] = []
        self.dealt_before: list[Step] = []  # late cards for the hand before, entered ahead of this one's deal
        self._play = self.hand.game.play(self.hand)
        self.send(None)
        self.passed = 0
        for step in steps:
            self.take(step)
        self.hand.proofs_before = NOTHING_KEPT

    def again(self, steps: Iterable[Step] | None = None) -> HandRun:
        """Runs the same hand again, up to now or only through these steps."""
        steps = self.steps if steps is None else [*steps]
        proofs = self.hand.proofs if steps == self.steps[: len(steps)] else NOTHING_KEPT
        return HandRun(self._fresh, self._look, steps, proofs)

    def restore(self) -> None:
        """Goes back to the state after the last step."""
        self._begin(self.steps, self.hand.proofs)

    @property
    def begun(self) -> bool:
        """Whether the hand has been dealt."""
        return bool(self.hand.dealer)

    @property
    def asks(self) -> Asks[Any]:
        """What the hand waits for."""
        hand = self.hand
        if hand.standing.over and not hand.dealer and hand.game.when_over:
            return hand.game.when_over(hand)
        return self._asks

    # Reports in their place

    def send(self, report: Report | None, let_stand: tuple[str, ...] = ()) -> None:
        """Sends the coroutine a report, or None to pass over an optional ask."""
        if report is None:
            self.passed += 1
        else:
            self.passed, self.met = 0, self.asks
            report = self.hand.with_copies(report)
        self.hand.let_stand, self.hand.worked_out, self.hand.nothing_new = let_stand, None, False
        if report is not None and let_stand:
            self.hand.let_be[report] = let_stand
        try:
            self._asks = self._play.send(report)
        except StopIteration:
            self.hand.finished = True
            self._asks = Asks()
            if self.hand.game.settle:
                self.hand.game.settle(self.hand, self.hand)
        self.hand.worked_out = {}

    def pass_over(self) -> None:
        """Passes over all optional asks that come next."""
        while self.asks.optional:
            self.send(None)

    def may_precede_last(self, kind: type[Report]) -> bool:
        """Whether a report of this kind may come before the last one, judging by what was asked for then."""
        last = self.steps[-1]
        if last.skipped or isinstance(last.report, ANY_TIME) or self.met.optional:
            return True
        return issubclass(kind, tuple([ask.verb for ask in self.met.asks]))

    def take(self, step: Step) -> None:
        """Takes a step that is known to be accepted."""
        if isinstance(step.report, ANY_TIME):
            self._book(step)
        else:
            for _ in range(step.skipped):
                self.send(None)
            self.send(step.report, step.let_stand)
        self._taken(step)

    def _taken(self, step: Step) -> None:
        self.steps.append(step)
        if not self.begun:
            self._look(self.hand)

    def hear(self, report: Report, waiting: Callable[[], str], overrule: bool, named: bool) -> Weighed:
        """Judges a report and sends it to the coroutine. With ``overrule`` the table waives the rules it breaks.

        An overruled report must be ``named``: the caller says whether its player was given some other way. Raises
        Refused or ParseError; some optional asks may then have been passed over.
        """
        self._refuse_if_out(report)
        place = self.find_place(type(report), report.who)
        weighed = weigh(self.hand, report, place, waiting)
        filled, broken, admitted, struck = weighed
        if overrule and place.ask:
            broken += broken_by(self.hand, filled, place.ask.checks, settled=True)
        if broken:
            named = named or bool(report.who) or report.speaker == "none"
            refuse(broken, filled, overrule, admitted=admitted, named=named)
            struck = (*[breach.rule for breach in broken], *struck)
        self.send_at(place, filled, struck)
        return weighed

    def _refuse_if_out(self, report: Report) -> None:
        """Raises Refused for a report of a player who sits out this hand, and can't be in it."""
        if self.hand.game.playing is None or isinstance(report, (Deal, SitsOut)):
            return
        if not any(isinstance(report, ask.verb) for ask in self.asks.asks):
            return
        if out := [seat for seat in self.hand.sitting_out if seat in report.who.split("+")]:
            rule = self.hand.game.rules[SITTING_OUT]
            raise Refused(breach(rule, f"{out[0]} sits out", Verdict.IMPOSSIBLE))

    def send_at(self, place: Place, report: Report, let_stand: tuple[str, ...] = ()) -> None:
        """Takes the step of a report at the place that was found for it."""
        self.send(report, let_stand)
        self._taken(Step(report, place.skipped, let_stand))

    def find_place(self, kind: type[Report], who: Seat) -> Place:
        """Finds the place for a report of ``kind`` by ``who``. The hand moves there, passing over optional asks.

        The best place is the first ask that admits ``who``. If there is none, it is the first ask for the verb, where
        the report is out of turn. If nothing asks for the verb either, the place has no ask, but the first bar, if any.
        """
        out_of_turn: Place | None = None
        barred: tuple[Rule, str] | None = None
        while True:
            place = self._place_here(kind, who)
            if place.admits:
                return place
            if place.ask and not out_of_turn:
                out_of_turn = place
            barred = barred or place.barred
            if not self.asks.optional:
                break
            self.send(None)
        # Nobody admits it. The coroutine now waits at the last ask, and can't step back.
        if out_of_turn is None:
            return Place(self.passed, None, barred)
        if out_of_turn.skipped == self.passed:
            return out_of_turn
        # The ask for the verb came earlier: replay the hand, and pass over only the asks before it.
        self.restore()
        for _ in range(out_of_turn.skipped):
            self.send(None)
        return self._place_here(kind, who)._replace(gone_back=True)

    def _place_here(self, kind: type[Report], who: Seat) -> Place:
        """The place for a report here: the ask that admits ``who``, or the first for the verb, and any bar."""
        best, admits = None, False
        for ask in self.asks.asks:
            if issubclass(kind, ask.verb):
                if admits := ask.admits(who):
                    best = ask
                    break
                best = best or ask
        for verb, rule, why in self.asks.bars:
            if issubclass(kind, verb) and self.hand.enforces(rule):
                return Place(self.passed, best, (rule, why), admits)
        return Place(self.passed, best, None, admits)

    # Any time

    def _book(self, step: Step) -> None:
        """Applies a report that never reaches the coroutine."""
        hand, report = self.hand, step.report
        hand.worked_out = None
        if isinstance(report, Dealt):
            if not self.begun:
                self.dealt_before.append(step)
                return
            hand.dealt[report.who] = report
            if hand.game.deal_out:
                hand.game.deal_out(hand, report)
        elif isinstance(report, Adjust):
            hand.enter(apart(hand.scorer(report.whom), report.points, "adjust", report.reason, report))
            if hand.chips is True:
                hand.enter(apart(TABLE, -report.points, "adjust", report.reason, report))
        elif isinstance(report, Penalty):
            self._penalize(report)
        elif isinstance(report, Pays):
            self._pay(report)
        elif isinstance(report, Joins):
            self._start(report)
        elif isinstance(report, Concedes):
            side = hand.scorer(report.who)
            if side not in hand.standing.conceded:
                hand.standing.conceded.append(side)
        elif isinstance(report, House):
            hand.standing.amended.update(report.amendment.values)
        elif isinstance(report, Misdeal):
            hand.standing.dealer = hand.standing.due = hand.standing.still_here(report.who)
            if self.begun:
                hand.dealer = report.who
        elif isinstance(report, End):
            self._end(step)

    def _pay(self, report: Pays) -> None:
        """Moves chips between two players. If the payer has too few, that is a finding."""
        hand, payer, payee = self.hand, report.who, report.whom
        if hand.chips is True:  # if chips are the score, partners share them
            payer, payee = hand.scorer(payer), hand.scorer(payee)
        hand.enter_chips(apart(payee, report.chips, "pays", f"from {report.who}", report))
        hand.enter_chips(apart(payer, -report.chips, "pays", f"to {report.whom}", report))
        left = hand.game.stack(hand, report.who) if hand.game.stack and report.who in hand.seats else None
        if left is not None and left < 0:
            has = max(0, left + report.chips)
            hand.find(OVERPAID, report.who, f"{report.who} can't pay {report.chips}: {report.who} has {has}", report)

    def _end(self, step: Step) -> None:
        """Ends the game, with the lines that stay of a hand that was begun."""
        hand = self.hand
        for line in step.stays:
            hand.lines.append(line)
            hand.standing.balance[line.who] = hand.standing.balance.get(line.who, 0) + line.points
        if hand.game.closing:
            hand.game.closing(hand)
        hand.standing.stop(len(hand.sides), hand.standing.over)

    def _start(self, report: Joins) -> None:
        """Books the points with which somebody begins who comes late."""
        hand, who, arriving = self.hand, report.who, self.hand.standing.arriving
        hand.standing.arriving = tuple(seat for seat in arriving if seat != who)
        scores = [hand.standing.balance.get(seat, 0) for seat in hand.seats if seat not in arriving]
        if report.at is None or not scores:
            return
        worst = max if hand.game.low_wins(hand.house) else min
        average = (2 * sum(scores) + len(scores)) // (2 * len(scores))
        points = report.at if isinstance(report.at, int) else worst(scores) if report.at == "last" else average
        because = "" if isinstance(report.at, int) else "the average" if report.at == "average" else "last place"
        hand.enter(apart(who, points - hand.standing.balance.get(who, 0), "late start", because, report))

    def _penalize(self, report: Penalty) -> None:
        """Books the price of a house's own rule: points off, or points added if the fewest win."""
        hand, (name, rule) = self.hand, (report.rule.name, report.rule.rule)
        if rule.costs:
            more = hand.game.low_wins(hand.house) and hand.chips is not True
            points = rule.costs if more else -rule.costs
            hand.enter(apart(hand.scorer(report.whom), points, Penalty.verb, rule.text, report, name))
            if hand.chips is True:
                hand.enter(apart(TABLE, -points, Penalty.verb, rule.text, report, name))
