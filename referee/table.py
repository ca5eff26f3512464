"""The referee: hears reports one at a time, rules on each, takes back and replays.

A report is judged in stages: readable, its cards in this pack, admitted here, then every check of the ask
that admits it.  Only what stands reaches the hand's coroutine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from referee.cards import UNKNOWN, Card
from referee.core import (
    ANY_TIME,
    Adjust,
    Answer,
    Ask,
    Asks,
    Breach,
    Concedes,
    Deal,
    Dealt,
    End,
    Finding,
    Game,
    Hand,
    Line,
    Macro,
    Misdeal,
    Note,
    Pays,
    Standing,
    Verdict,
    Why,
    leaders,
)
from referee.notation import Names, Report, Seat, Unread, Vocabulary, folded, shape

ORDER = "order"
"""Cited where a report has no place and the game names no rule of its own."""

OVER = "game-over"

CORE_RULES = {
    ORDER: "Everything is reported in its place: the sheet says when.",
    OVER: "When the game is over nothing more is played.",
}

TABLE = Seat("table")
"""The account on the other side of an adjustment in a chip game."""


@dataclass(frozen=True)
class Ruling:
    """The referee's answer to one report.

    ``broken`` has every rule the report breaks (of an accepted one, what the table let stand); ``column`` and
    ``width`` say where an unclear text stops making sense and ``instead`` what would be understood there.
    """

    verdict: Verdict
    text: str
    report: Report | None = None
    broken: tuple[Breach, ...] = ()
    message: str = ""
    findings: tuple[Finding, ...] = ()
    lines: tuple[Line, ...] = ()
    column: int = 0
    width: int = 0
    instead: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        return self.verdict is Verdict.ACCEPTED

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(breach.rule for breach in self.broken)


class Step(NamedTuple):
    """One report as the coroutine got it, after so many optional asks were passed over."""

    report: Report
    skipped: int
    let_stand: tuple[str, ...] = ()


class Entry(NamedTuple):
    """An accepted report with its ruling."""

    report: Report
    ruling: Ruling
    overrule: bool


class Place(NamedTuple):
    """Where a report fits: how many optional asks stand before it, and the ask that admits it."""

    skipped: int
    ask: Ask | None
    barred: tuple[str, str] | None = None
    gone_past: bool = False  # looking for a better one


class Telling:
    """One hand while it is told: its facts, its coroutine, and what that waits for."""

    asks: Asks[Any]

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.sent = 0
        self._play = hand.game.play(hand)
        self.send(None)

    def send(self, report: Report | None) -> None:
        self.sent += 1
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
            self.book(step.report)
            return
        for _ in range(step.skipped):
            self.send(None)
        self.send(step.report)

    def book(self, report: Report) -> None:
        """Takes in what never reaches the coroutine."""
        hand = self.hand
        if isinstance(report, Dealt):
            if not self.begun:
                return  # it was said of the hand before
            hand.dealt[report.who] = report
            if hand.game.deal_out:
                hand.game.deal_out(hand, report)
        elif isinstance(report, Adjust):
            hand.score(report.whom, report.points, "adjust", "", report.reason, report, hand=0)
            if hand.game.chips:
                hand.score(TABLE, -report.points, "adjust", "", report.reason, report, hand=0)
        elif isinstance(report, Pays):
            hand.score(report.whom, report.chips, "pays", "", f"from {report.who}", report, hand=0)
            hand.score(report.who, -report.chips, "pays", "", f"to {report.whom}", report, hand=0)
        elif isinstance(report, Concedes):
            side = hand.side(report.who)
            if side not in hand.standing.conceded:
                hand.standing.conceded.append(side)
        elif isinstance(report, Misdeal):
            hand.standing.dealer = report.who
        elif isinstance(report, End):
            if hand.game.closing:
                hand.game.closing(hand)
            hand.standing.over = hand.standing.ended = True

    def seek(self, kind: type[Report], who: Seat) -> Place:
        """Goes on, past optional asks, to the first that admits KIND from WHO.

        Where none waits for WHO, the first ask for the verb will do; where none waits for the verb, a bar.
        """
        skipped = 0
        near: Place | None = None
        barred: tuple[str, str] | None = None
        while True:
            place = self.stand(0, kind, who)._replace(skipped=skipped)
            if place.ask and place.ask.admits(who):
                return place
            if place.ask and not near:
                near = place
            barred = barred or place.barred
            if not self.asks.optional:
                break
            self.send(None)
            skipped += 1
        return near._replace(gone_past=near.skipped < skipped) if near else Place(skipped, None, barred)

    def stand(self, skipped: int, kind: type[Report], who: Seat) -> Place:
        """Goes past so many optional asks, and sees what there waits for KIND, for WHO if anything does."""
        for _ in range(skipped):
            self.send(None)
        some = [ask for ask in self.asks.asks if issubclass(kind, ask.verb)]
        ask = next((one for one in some if one.admits(who)), some[0] if some else None)
        bars = ((rule, why) for verb, rule, why in self.asks.bars if issubclass(kind, verb))
        return Place(skipped, ask, next(bars, None))


@dataclass
class Segment:
    """The reports of one hand, from the end of the one before, with the standing to go back to."""

    before: Standing
    number: int
    carried: list[Step]
    telling: Telling
    steps: list[Step] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)


class Refused(Exception):
    """A report that can't stand."""

    def __init__(self, *broken: Breach) -> None:
        self.broken = broken


class Referee:
    """Hears one table's reports of one game.

    Raises ValueError where the game can't be played so: too many players, an unknown option.
    """

    def __init__(
        self, game: Game[Any], players: Sequence[str], house: Mapping[str, str] | None = None, dealer: str = ""
    ) -> None:
        if len(players) not in game.players:
            few, most = game.players[0], game.players[-1]
            some = f"{few}" if few == most else f"{few} to {most}"
            raise ValueError(f"{game.name} is for {some} players, not {len(players)}")
        self.game = game
        self.chosen = dict(house or {})
        self.house = game.house(len(players), self.chosen)
        self.pack = game.pack_for(len(players), self.house)
        self.names = Names(players, partners=game.has_partners(len(players), self.house))
        self.seats = self.names.seats
        if taken := {folded(name) for name in (*game.accounts, *([TABLE] if game.chips else []))} & set(
            map(folded, self.seats)
        ):
            raise ValueError(f"nobody can be called {taken.pop()} here: that is an account of the game")
        self.vocabulary = Vocabulary((*game.reports, *(kind for kind in ANY_TIME if game.chips or kind is not Pays)))
        standing = game.standing()
        if dealer:
            if not (seat := self.names.whole(dealer)):
                raise ValueError(f"the dealer {dealer} isn't one of the players")
            standing.dealer = seat
        self.segments: list[Segment] = []
        self._open(standing, 1, [])
        standing.balance.update(dict.fromkeys(self.hand.sides, 0))
        self.segments.clear()
        self._open(standing, 1, [])

    # Where the table stands

    @property
    def segment(self) -> Segment:
        return self.segments[-1]

    @property
    def hand(self) -> Hand:
        """The hand in progress, or the coming one."""
        return self.segments[-1].telling.hand

    @property
    def last(self) -> Hand | None:
        """The hand finished before."""
        hands = (segment.telling.hand for segment in reversed(self.segments[:-1]))
        return next((hand for hand in hands if hand.finished), None)

    @property
    def hands(self) -> list[Hand]:
        """The hands that were finished, and the one in progress."""
        every = [segment.telling.hand for segment in self.segments]
        return [hand for hand in every if hand.finished or (hand is every[-1] and hand.dealer)]

    @property
    def standing(self) -> Standing:
        standing: Standing = self.hand.standing
        return standing

    @property
    def entries(self) -> list[Entry]:
        return [entry for segment in self.segments for entry in segment.entries]

    @property
    def lines(self) -> list[Line]:
        """Every line of the score that stands, in the order it was booked."""
        carried: list[Line] = []
        for segment in self.segments:
            hand = segment.telling.hand
            if hand.finished or segment is self.segment:
                carried += hand.lines
        return carried

    @property
    def over(self) -> bool:
        return self.standing.over

    @property
    def scores(self) -> dict[Seat, int]:
        return {side: self.standing.balance.get(side, 0) for side in self.hand.sides}

    @property
    def accounts(self) -> dict[str, int]:
        """In chip games every account, summing to zero."""
        return dict(self.standing.balance) if self.game.chips else {}

    def hand_scores(self) -> dict[Seat, int]:
        """What the last finished hand brought each side, later claims included."""
        last = self.last
        if last is None:
            return {}
        found = dict.fromkeys(last.sides, 0)
        for line in self.lines:
            if line.hand == last.number and line.who in found:
                found[Seat(line.who)] += line.points
        return found

    def winners(self) -> list[Seat]:
        """Who has won; nobody before the game is over."""
        if not self.over:
            return []
        if self.game.winners:
            won = list(self.game.winners(self.last or self.hand))
        else:
            still_in = {side: n for side, n in self.scores.items() if side not in self.standing.conceded}
            won = leaders(still_in, self.game.lowest_wins)
        return [side for side in won if side not in self.standing.conceded]

    @property
    def dealer(self) -> Seat:
        """Who deals the hand in progress, else the next."""
        return self.hand.dealer or self.standing.dealer or self.seats[0]

    def fact(self, name: str) -> Any:
        """A fact that the sheet names; between hands it is the finished hand's.  Raises KeyError."""
        hand = self.hand if self.hand.dealer else (self.last or self.hand)
        if name in self.game.facts:
            return self.game.facts[name](hand)
        if self.game.chips and name in self.standing.balance and name not in self.seats:
            return self.standing.balance[name]
        raise KeyError(name)

    # What may come next

    def _ahead(self) -> Iterator[tuple[Hand, Asks[Any]]]:
        """What is asked for now, through the optional asks to the first that isn't."""
        telling = self.segment.telling
        yield telling.hand, telling.asks
        if telling.asks.optional:
            telling = self._again(self.segment)
            while telling.asks.optional and not telling.hand.finished:
                telling.send(None)
                yield telling.hand, telling.asks

    def asks(self) -> list[tuple[Hand, Ask]]:
        """Every ask that may be met now, with the hand it looks at."""
        if self.standing.ended:
            return []
        found = [(hand, ask) for hand, asks in self._ahead() for ask in asks.asks]
        return [(hand, ask) for hand, ask in found if not (self.over and ask.verb is Deal)]

    def awaited(self) -> list[Ask]:
        """The asks that the table waits for: those of the first ask that isn't optional."""
        if self.over and not self.hand.dealer:
            return []
        *_, (_, asks) = self._ahead()
        return [ask for ask in asks.asks if not ask.aside]

    def next(self) -> list[Seat]:
        """Whose report is awaited."""
        seats = (ask.seats() or () for ask in self.awaited())
        return list(dict.fromkeys(seat for some in seats for seat in some))

    # Hearing

    def hear(self, text: str, *, line: int = 0, overrule: bool = False, column: int = 1) -> Ruling:
        """Rules on one report; what is accepted joins the record."""
        try:
            report = self.vocabulary.read(text, self.hand, column, line or len(self.entries) + 1)
        except Unread as error:
            return self._unread(text, error)
        return self.judge(report, overrule=overrule, column=column)

    def can(self, text: str, *, overrule: bool = False) -> Ruling:
        """The ruling on a report that isn't made."""
        ruling = self.hear(text, overrule=overrule)
        if ruling.accepted:
            self.undo()
        return ruling

    def judge(self, report: Report, *, overrule: bool = False, column: int = 1) -> Ruling:
        """Rules on a report that has been read."""
        segment = self.segment
        telling, sent, steps = segment.telling, segment.telling.sent, len(segment.steps)
        lines, findings = len(self.hand.lines), len(self.hand.findings)
        try:
            told, late = self._take(report, overrule)
        except (Unread, Refused) as refused:
            del segment.steps[steps:]
            if segment.telling is not telling or telling.sent != sent:
                self._restore(segment)
            if isinstance(refused, Unread):
                return self._unread(report.text, refused, column)
            return self._refusal(report, refused.broken)
        hand = segment.telling.hand
        if not isinstance(report, Macro):
            report = told[0][0]
        ruling = Ruling(
            Verdict.ACCEPTED,
            report.text,
            report,
            broken=tuple(breach for _, broken in told for breach in broken),
            findings=tuple(dict.fromkeys((*late, *hand.findings[findings:]))),
            lines=tuple(hand.lines[lines:]),
        )
        segment.entries.append(Entry(report, ruling, bool(ruling.broken)))
        self._turn_page(segment)
        return ruling

    def _take(self, report: Report, overrule: bool) -> tuple[list[tuple[Report, list[Breach]]], list[Finding]]:
        """Takes a report in, or raises Refused or Unread; the segment may be left half advanced."""
        if self.standing.ended and not isinstance(report, (Note, Adjust, Pays)):
            raise Refused(self._breach(OVER, "the game has ended", Verdict.ILLEGAL))
        segment = self.segment
        if isinstance(report, ANY_TIME):
            return self._any_time(report)
        if (again := self._told_again(report)) is not None:
            return [(report, [])], again
        if isinstance(report, Macro):
            self._refuse(self._breaches(segment.telling.hand, report, report.checks), report, False)
            return [self._hear_one(part, overrule, macro=True) for part in self._parts(report)], []
        return [self._hear_one(report, overrule)], []

    def _parts(self, report: Macro) -> Iterator[Report]:
        """The single reports of a macro, while the hand goes on."""
        for part in report.parts(self.segment.telling.hand):
            if self.segment.telling.hand.finished:
                raise Refused(self._breach(ORDER, f"the hand was over before {part.text}", Verdict.IMPOSSIBLE))
            yield part

    def _hear_one(self, report: Report, overrule: bool, macro: bool = False) -> tuple[Report, list[Breach]]:
        """One report to the coroutine, with its speaker and cards filled in, and what the table lets stand."""
        segment = self.segment
        place = segment.telling.seek(type(report), report.who)
        if place.gone_past:
            self._restore(segment)
            place = segment.telling.stand(place.skipped, type(report), report.who)
        filled, broken, admitted = self._weigh(segment.telling.hand, report, place)
        named = macro or bool(report.who) or report.speaker == "none"
        self._refuse(broken, filled, overrule, admitted=admitted, named=named)
        segment.telling.send(filled)
        segment.steps.append(Step(filled, place.skipped, tuple(breach.rule for breach in broken)))
        return filled, broken

    def _weigh(self, hand: Hand, report: Report, place: Place) -> tuple[Report, list[Breach], bool]:
        """A report with its speaker and cards filled in, every rule it breaks, and whether it has a place at all."""
        ask = place.ask
        if ask is None:
            return report, [self._no_place(report, place), *self._foreign(report)], False
        if isinstance(report, Deal) and hand.standing.over:
            return report, [self._breach(OVER, "the game is over", Verdict.ILLEGAL)], False
        if not report.who and report.speaker != "none":
            report = replace(report, who=self._speaker(report, ask.seats()))
        if not report.bare:
            report = self._named(hand, report)
        broken = self._foreign(report)
        found = self._breaches(hand, report, ask.checks)
        if ask.admits(report.who):
            return report, list(dict.fromkeys((*broken, *found))), True
        impossible = [one for one in found if one.verdict is Verdict.IMPOSSIBLE]
        if not ask.turn:
            return report, [self._no_place(report, place), *broken, *impossible], False
        turn = self._breach(ask.turn, self._not_next(report, ask.seats() or ()))
        return report, list(dict.fromkeys((turn, *broken, *impossible))), True

    def breaches(self, hand: Hand, ask: Ask, report: Report) -> list[Breach]:
        """Every rule that a report would break where an ask admits it; nothing is told by asking."""
        foreign = self._foreign(report)
        if not ask.admits(report.who) and ask.turn:
            foreign.append(self._breach(ask.turn, self._not_next(report, ask.seats() or ())))
        return foreign + self._breaches(hand, report, ask.checks)

    def _speaker(self, report: Report, seats: tuple[Seat, ...] | None) -> Seat:
        """The only player who can make a report without WHO; raises Unread."""
        if seats is not None and len(seats) == 1:
            return seats[0]
        some = seats or self.seats
        raise Unread(f"who {report.verb.split()[0]}? {' or '.join(some)}", 1, 1, some)

    def _named(self, hand: Hand, report: Report) -> Report:
        """A report with its bare ranks read as the cards they can mean; raises Unread."""

        def card(value: Card) -> Card:
            if not value.is_bare or value.says:
                return value
            some = hand.meant(report, value.rank)
            if len(some) == 1:
                return some[0]
            texts = [one.text for one in some]
            said = f"{value} could be {' or '.join(texts)}" if some else f"no {value} is left to be told"
            raise Unread(said, 1, 1, texts)

        def named(value: Any) -> Any:
            if isinstance(value, Card):
                return card(value)
            return tuple(named(one) for one in value) if isinstance(value, tuple) else value

        if not any(one.is_bare for one in cards_of(report)):
            return report
        values = {one.field: named(getattr(report, one.field)) for one in shape(type(report)).arguments}
        return replace(report, **values)

    def _foreign(self, report: Report) -> list[Breach]:
        """Cards that aren't in this pack."""
        return [
            self._breach(self.game.pack_rule, f"there is no {one.pretty} in this pack", Verdict.IMPOSSIBLE)
            for one in dict.fromkeys(cards_of(report))
            if one.face not in self.pack and one is not UNKNOWN and not one.is_bare
        ]

    def _breaches(self, hand: Hand, report: Report, checks: Iterable[Any]) -> list[Breach]:
        found: list[Breach] = []
        for check in checks:
            answer: Answer = check(hand, report)
            if not answer:
                continue
            if isinstance(answer, str):
                answer = {check.rules[0] if getattr(check, "rules", ()) else ORDER: answer}
            for rule, why in answer.items():
                if why:
                    found.append(self._breach(rule, why))
        return found

    def _breach(self, rule: str, why: str, verdict: Verdict | None = None) -> Breach:
        own = why.verdict if isinstance(why, Why) else None
        told = why.told if isinstance(why, Why) else ()
        known = self.game.rules.get(rule)
        default = known.breaking if known else None
        verdict = own or verdict or default or Verdict.ILLEGAL
        return Breach(rule, str(why), verdict, tuple(dict.fromkeys(report.line for report in told)))

    def _no_place(self, report: Report, place: Place) -> Breach:
        if place.barred:
            return self._breach(*place.barred)
        rules = self.game.reports[type(report)].rules if type(report) in self.game.reports else ()
        return self._breach(rules[0] if rules else ORDER, self._not_now(report), Verdict.ILLEGAL)

    def _not_now(self, report: Report) -> str:
        awaited = self._waiting()
        said = shape(type(report)).words[0]
        return f"{said} has no place here: {awaited}" if awaited else f"{said} has no place here"

    def _not_next(self, report: Report, seats: Sequence[Seat]) -> str:
        return f"{report.who} isn't next, {' or '.join(seats)} is"

    def _waiting(self) -> str:
        """What is awaited, in words."""
        asks = self.awaited()
        verbs = " or ".join(dict.fromkeys(ask.verb.verb for ask in asks if not issubclass(ask.verb, Macro)))
        seats = " or ".join(dict.fromkeys(seat for ask in asks for seat in ask.seats() or ()))
        return f"{seats} {verbs} next".strip() if verbs else ""

    def _refuse(
        self, broken: list[Breach], report: Report, overrule: bool, *, admitted: bool = True, named: bool = True
    ) -> None:
        """Raises Refused unless nothing is broken, or the table lets it stand and may."""
        if not broken:
            return
        if overrule and admitted and all(one.verdict is Verdict.ILLEGAL and one.rule != OVER for one in broken):
            if named:
                return
            raise Unread(f"an overruled report names its player: ~ {report.text}")
        raise Refused(*broken)

    def _told_again(self, report: Report) -> list[Finding] | None:
        """What a report proves that repeats what is known of the hand just finished.

        None where it is no such report; raises Refused where it clashes.
        """
        last = self.last
        if last is None or self.hand.dealer or any(isinstance(report, ask.verb) for _, ask in self.asks()):
            return None
        page = next(one for one in self.segments if one.telling.hand is last)
        if any(entry.report == report for entry in page.entries):
            return []
        if (check := self.game.told_again.get(type(report))) is None:
            return None
        self._refuse(self._breaches(last, report, [check]), report, False)
        telling = self._again(page, page.steps[:-1])  # what would it have shown, told before the hand was over?
        place = telling.seek(type(report), report.who)
        if place.ask is None or place.gone_past or self._weigh(telling.hand, report, place)[1]:
            return []
        telling.send(report)
        return [one for one in telling.hand.findings if one not in last.findings]

    # Any time

    def _any_time(self, report: Report) -> tuple[list[tuple[Report, list[Breach]]], list[Finding]]:
        segment = self.segment
        if isinstance(report, Dealt):
            return [(report, [])], self._dealt(report)
        if isinstance(report, Misdeal) and not segment.telling.begun:
            raise Refused(self._breach(ORDER, "no hand is in progress", Verdict.ILLEGAL))
        if isinstance(report, Pays):
            if report.chips < 1 or report.who == report.whom:
                raise Refused(self._breach(ORDER, "a player pays another at least one chip", Verdict.ILLEGAL))
            if not report.who:
                raise Unread("who pays?", 1, 1, self.seats)
        if isinstance(report, Concedes):
            if not report.who:
                if len(self.seats) > 1:
                    raise Unread("who concedes?", 1, 1, self.seats)
                report = replace(report, who=self.seats[0])
            if self.over:
                raise Refused(self._breach(OVER, "the game is over", Verdict.ILLEGAL))
            if self.hand.side(report.who) in self.standing.conceded:
                raise Refused(self._breach(ORDER, f"{report.who} has conceded before", Verdict.ILLEGAL))
        if not isinstance(report, (End, Misdeal)):
            segment.telling.book(report)
            segment.steps.append(Step(report, 0))
        return [(report, [])], []

    def _dealt(self, report: Dealt) -> list[Finding]:
        """Cards told as dealt: judged by hearing the hand again with them right behind the deal."""
        segment = self.segment
        if not report.who:
            raise Unread("who was dealt these cards?", 1, 1, self.seats)
        late_for_last = not segment.telling.begun
        if late_for_last:
            found = next((one for one in reversed(self.segments[:-1]) if one.telling.hand.finished), None)
            if found is None:
                raise Refused(self._breach(ORDER, "nothing has been dealt yet", Verdict.ILLEGAL))
            segment = found
            before = [*segment.steps, *self.segment.steps]
            if any(isinstance(one, Dealt) and _agree(one, report) for one, *_ in before):
                return []
        told_after = [step for step in self.segment.steps if isinstance(step.report, Dealt)] if late_for_last else []
        telling, steps, findings = self._heard_with(segment, [*(step.report for step in told_after), report])
        if late_for_last:
            self.segment.steps.append(Step(report, 0))
        else:
            segment.telling, segment.steps = telling, steps
            self._link()
        return findings

    def _heard_with(self, segment: Segment, dealt: list[Report]) -> tuple[Telling, list[Step], list[Finding]]:
        """A hand heard again with cards told right behind its deal; raises Refused where a fact clashes."""
        steps = [*segment.steps]
        behind = next(i for i, step in enumerate(steps) if isinstance(step.report, Deal)) + 1
        while behind < len(steps) and isinstance(steps[behind].report, Dealt):
            behind += 1
        steps[behind:behind] = [Step(report, 0) for report in dealt]
        telling = self._telling(segment.before, segment.number)
        heard: list[Step] = []
        findings: list[Finding] = []
        before = {*segment.telling.hand.findings}
        for report, _, let_stand in steps:
            new = report is dealt[-1]
            if isinstance(report, ANY_TIME):
                if isinstance(report, Dealt) and telling.begun:
                    fresh = [*self._foreign(report), *self._breaches(telling.hand, report, self.game.dealt)]
                    if fresh:
                        raise Refused(*fresh)
                telling.book(report)
                heard.append(Step(report, 0))
                continue
            if telling.hand.finished:
                again = self.game.told_again.get(type(report))
                self._refuse(self._breaches(telling.hand, report, [again] if again else []), report, False)
                continue
            place = telling.seek(type(report), report.who)
            if place.gone_past:
                telling = self._telling(segment.before, segment.number)
                for step in heard:
                    telling.apply(step)
                place = telling.stand(place.skipped, type(report), report.who)
            if place.ask is None:
                why = f"{dealt[-1].text} clashes with {report.text} (line {report.line})"
                raise Refused(self._breach(self.game.pack_rule, Why(why, report), Verdict.IMPOSSIBLE))
            _, broken, _ = self._weigh(telling.hand, report, place)
            for breach in broken:
                if breach.verdict is Verdict.IMPOSSIBLE:
                    why = f"{report.text} (line {report.line}) couldn't be: {breach.why}"
                    raise Refused(self._breach(breach.rule, Why(why, report), Verdict.IMPOSSIBLE))
                if breach.rule not in let_stand and not new:
                    rule = self.game.rules.get(breach.rule)
                    name = rule.finding if rule and rule.finding else breach.rule
                    lines = tuple(dict.fromkeys((report.line, *breach.lines)))
                    findings.append(Finding(name, report.who, f"{report.text}: {breach.why}", lines))
            telling.send(report)
            heard.append(Step(report, place.skipped, tuple(dict.fromkeys((*let_stand, *(b.rule for b in broken))))))
        findings += [one for one in telling.hand.findings if one not in before]
        known = {(one.name, one.who, one.lines[:1]) for one in before}
        return telling, heard, [one for one in findings if (one.name, one.who, one.lines[:1]) not in known]

    # Pages

    def _telling(self, before: Standing, number: int) -> Telling:
        hand = self.game.hand(
            game=self.game,
            seats=self.seats,
            house=self.house,
            standing=before.snapshot(),
            names=self.names,
            pack=self.pack,
            number=number,
        )
        return Telling(hand)

    def _open(self, before: Standing, number: int, carried: list[Step]) -> None:
        """Begins the page of a hand."""
        telling = self._telling(before, number)
        segment = Segment(before, number, carried, telling, [*carried])
        for step in carried:
            telling.apply(step)
        self.segments.append(segment)
        self._link()

    def _again(self, segment: Segment, steps: Sequence[Step] | None = None) -> Telling:
        """The hand told again up to where it stands, or only so many steps of it."""
        telling = self._telling(segment.before, segment.number)
        for step in segment.steps if steps is None else steps:
            telling.apply(step)
        return telling

    def _restore(self, segment: Segment) -> None:
        """Back to where a hand stood before the report that is refused."""
        segment.telling = self._again(segment)
        self._link()

    def _link(self) -> None:
        """The finished hand's facts look at the standing as it is now."""
        if last := self.last:
            last.standing = self.standing

    def _turn_page(self, segment: Segment) -> None:
        """Begins the next hand's page where one is finished, void or the last."""
        report = segment.entries[-1].report
        hand = segment.telling.hand
        if hand.finished:
            standing = hand.standing
            standing.hands += 1
            standing.dealer = hand.next_dealer or hand.after(hand.dealer)
            standing.over = standing.over or self.game.over(hand)
            self._open(standing.snapshot(), segment.number + 1, [])
        elif isinstance(report, Misdeal):
            again = Step(Misdeal(who=hand.dealer, line=report.line), 0)
            self._open(segment.before, segment.number, [*self._kept(segment), again])
        elif isinstance(report, End) or (isinstance(report, Concedes) and len(hand.sides) == 2):
            end = Step(End(line=report.line), 0)
            self._open(segment.before.snapshot(), segment.number, [*self._kept(segment), end])

    @staticmethod
    def _kept(segment: Segment) -> list[Step]:
        """What outlives a hand that is void: what came before its deal, and what was booked apart from it."""
        dealt = next((i for i, step in enumerate(segment.steps) if isinstance(step.report, Deal)), len(segment.steps))
        apart = (Adjust, Pays, Note, Concedes)
        return [step for i, step in enumerate(segment.steps) if i < dealt or isinstance(step.report, apart)]

    # Taking back

    def undo(self, count: int = 1) -> list[Entry]:
        """Takes back the last reports, newest first; those that went are returned."""
        gone: list[Entry] = []
        while len(gone) < count and (self.segment.entries or len(self.segments) > 1):
            if not self.segment.entries:
                self.segments.pop()
                continue
            gone.append(self.segment.entries.pop())
        if gone:
            self._rehear(self.segment)
        return gone

    def _rehear(self, segment: Segment) -> None:
        """Hears the reports of the last page again."""
        entries = segment.entries
        self.segments.remove(segment)
        self._open(segment.before, segment.number, segment.carried)
        for entry in entries:
            self.judge(entry.report, overrule=entry.overrule)

    # Refusals

    def _refusal(self, report: Report, broken: Sequence[Breach]) -> Ruling:
        order = (Verdict.IMPOSSIBLE, Verdict.ILLEGAL, Verdict.UNCLEAR)
        worst = min((one.verdict for one in broken), key=order.index)
        cited = tuple(sorted(broken, key=lambda one: order.index(one.verdict)))
        return Ruling(worst, report.text, report, cited, cited[0].why)

    def _unread(self, text: str, error: Unread, column: int = 0) -> Ruling:
        place = column + error.column - 1 if column else error.column
        return Ruling(
            Verdict.UNCLEAR, text, message=error.message, column=place, width=error.width, instead=error.instead
        )


def _agree(one: Dealt, other: Dealt) -> bool:
    return one.who == other.who and sorted(map(str, one.cards)) == sorted(map(str, other.cards))


def cards_of(report: Report) -> Iterator[Card]:
    """Every card a report names."""
    for argument in shape(type(report)).arguments:
        value = getattr(report, argument.field)
        if isinstance(value, Card):
            yield value
        elif isinstance(value, tuple):
            for one in value:
                if isinstance(one, Card):
                    yield one
                elif isinstance(one, tuple):
                    yield from (card for card in one if isinstance(card, Card))
