"""One hand while it is told: its coroutine, and where a report fits in."""

from __future__ import annotations

from typing import Any, NamedTuple

from referee.core import Asks, Hand, Line, Rule
from referee.notation import Report, Seat
from referee.reports import ANY_TIME, Adjust, Concedes, Dealt, End, House, Misdeal, Pays
from referee.rulings import Place

TABLE = Seat("table")
"""The account on the other side of an adjustment in a chip game."""


OVERPAID = "overpaid"
"""What is found where a player pays more chips than they have."""


class Step(NamedTuple):
    """One report as the coroutine got it, after so many optional asks were passed over.

    ``stays`` has the score lines of a hand broken off that outlast it.
    """

    report: Report
    skipped: int
    let_stand: tuple[str, ...] = ()
    stays: tuple[Line, ...] = ()


def apart(who: str, points: int, kind: str, because: str, report: Report) -> Line:
    """A line of the score that belongs to no hand, and rests on no rule."""
    return Line(who, points, kind, "", because, 0, (report.line,))


class Telling:
    """One hand while it is told: its facts, its coroutine, and what that waits for."""

    asks: Asks[Any]

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.sent = 0
        self._play = hand.game.play(hand)
        self.send(None)

    def send(self, report: Report | None, let_stand: tuple[str, ...] = ()) -> None:
        self.sent += 1
        self.hand.let_stand = let_stand
        try:
            self.asks = self._play.send(report)
        except StopIteration:
            self.hand.finished = True
            self.asks = Asks()

    @property
    def begun(self) -> bool:
        return bool(self.hand.dealer)

    def apply(self, step: Step) -> None:
        if isinstance(step.report, ANY_TIME):
            self.book(step.report, step.stays)
            return
        for _ in range(step.skipped):
            self.send(None)
        self.send(step.report, step.let_stand)

    def book(self, report: Report, stays: tuple[Line, ...] = ()) -> None:
        """Takes in what never reaches the coroutine."""
        hand = self.hand
        if isinstance(report, Dealt):
            if not self.begun:
                return  # it was said of the hand before
            hand.dealt[report.who] = report
            if hand.game.deal_out:
                hand.game.deal_out(hand, report)
        elif isinstance(report, Adjust):
            hand.enter(apart(hand.side(report.whom), report.points, "adjust", report.reason, report))
            if hand.chips is True:
                hand.enter(apart(TABLE, -report.points, "adjust", report.reason, report))
        elif isinstance(report, Pays):
            hand.enter_chips(apart(report.whom, report.chips, "pays", f"from {report.who}", report))
            hand.enter_chips(apart(report.who, -report.chips, "pays", f"to {report.whom}", report))
            if hand.game.stack and (left := hand.game.stack(hand, report.who)) < 0:
                has = max(0, left + report.chips)
                hand.find(OVERPAID, report.who, f"{report.who} pays {report.chips}, and has {has}", report)
        elif isinstance(report, Concedes):
            side = hand.side(report.who)
            if side not in hand.standing.conceded:
                hand.standing.conceded.append(side)
        elif isinstance(report, House):
            hand.standing.amended.update(report.amendment.values)
        elif isinstance(report, Misdeal):
            hand.standing.dealer = hand.standing.still_here(report.who)
            if self.begun:
                hand.dealer = report.who
        elif isinstance(report, End):
            for line in stays:
                hand.lines.append(line)
                hand.standing.balance[line.who] = hand.standing.balance.get(line.who, 0) + line.points
            if hand.game.closing:
                hand.game.closing(hand)
            standing = hand.standing
            given_away = len(standing.conceded) >= max(1, len(hand.sides) - 1)
            standing.broken_off = not (standing.over or standing.endless or given_away)
            standing.over = standing.ended = True

    def find_ask(self, kind: type[Report], who: Seat) -> Place:
        """Goes on, past optional asks, to the first that admits KIND from WHO.

        Where none waits for WHO, the first ask for the verb will do; where none waits for the verb, a bar.
        """
        skipped = 0
        near: Place | None = None
        barred: tuple[Rule, str] | None = None
        while True:
            place = self.stand(0, kind, who, before=skipped)
            if place.admits:
                return place
            if place.ask and not near:
                near = place
            barred = barred or place.barred
            if not self.asks.optional:
                break
            self.send(None)
            skipped += 1
        return near._replace(gone_past=near.skipped < skipped) if near else Place(skipped, None, barred)

    def stand(self, skipped: int, kind: type[Report], who: Seat, before: int = 0) -> Place:
        """Goes past so many optional asks, and sees what there waits for KIND, for WHO if anything does."""
        for _ in range(skipped):
            self.send(None)
        near, admits = None, False
        for ask in self.asks.asks:
            if issubclass(kind, ask.verb):
                if admits := ask.admits(who):
                    near = ask
                    break
                near = near or ask
        barred = next(((rule, why) for verb, rule, why in self.asks.bars if issubclass(kind, verb)), None)
        return Place(before + skipped, near, barred, admits)
