"""The referee: hears reports one at a time, rules on each, takes back and replays.

Only what stands reaches the hand's coroutine; how a report is judged is in `referee.rulings`, how a hand is
told in `referee.telling`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from referee.core import Ask, Asks, Breach, Finding, Game, Hand, Line, Macro, Standing, Verdict, Why, at, leaders
from referee.notation import Names, Report, Seat, Unread, Vocabulary, folded, shape
from referee.reports import ANY_TIME, Adjust, Concedes, Deal, Dealt, End, House, Joins, Leaves, Misdeal, Note, Pays
from referee.rulings import (
    CORE_RULES,
    ORDER,
    OVER,
    SEATS,
    SETTLED,
    Refused,
    Ruling,
    breach,
    broken_by,
    cards_of,
    doubts,
    foreign,
    refusal,
    refuse,
    unread,
    weigh,
)
from referee.telling import TABLE, Entry, Page, Step, Telling


class Referee:
    """Hears one table's reports of one game.

    Raises ValueError where the game can't be played so: too many players, an unknown option.
    """

    def __init__(
        self, game: Game[Any], players: Sequence[str], house: Mapping[str, str] | None = None, dealer: str = ""
    ) -> None:
        if fault := _too_few_or_many(game, len(players)):
            raise ValueError(fault)
        self.game = game
        self.chosen = dict(house or {})
        self.house = game.house(len(players), self.chosen)
        self.pack = game.pack_for(len(players), self.house)
        names = Names(players, game.others, game.has_partners(len(players), self.house))
        self.first_seats = names.seats
        self._names_for: dict[tuple[tuple[Seat, ...], tuple[Seat, ...]], Names] = {(names.seats, ()): names}
        self.chips = game.moves_chips(self.house)
        for seat in names.seats:
            if fault := self._is_account(seat):
                raise ValueError(fault)
        self.vocabulary = Vocabulary((*game.reports, *(kind for kind in ANY_TIME if self.chips or kind is not Pays)))
        standing = game.standing()
        if dealer:
            if not (first := names.whole(dealer)):
                raise ValueError(f"the dealer {dealer} isn't one of the players")
            standing.dealer = first
        standing.balance.update({names.teams.get(seat, seat): 0 for seat in (*names.seats, *game.others)})
        if self.chips is True:
            standing.balance.update(dict.fromkeys(game.accounts, 0))
        elif self.chips:
            standing.purse.update(dict.fromkeys((*names.seats, *game.accounts), 0))
        self.pages: list[Page] = []
        self._open(standing, 1, [])

    # Where the table stands

    @property
    def page(self) -> Page:
        return self.pages[-1]

    @property
    def hand(self) -> Hand:
        """The hand in progress, or the coming one."""
        return self.pages[-1].telling.hand

    @property
    def names(self) -> Names:
        """The names of those who sit there now."""
        return self.hand.names

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.hand.seats

    @property
    def players(self) -> tuple[Seat, ...]:
        """Everybody who has sat there: those who do now, and those who have left."""
        return (*self.seats, *self.standing.heirs)

    @property
    def sides(self) -> tuple[Seat, ...]:
        """Everybody who has a score: players or teams, whoever else the game knows, and those who have left."""
        return (*self.hand.sides, *self.standing.heirs)

    @property
    def last(self) -> Hand | None:
        """The hand finished before."""
        hands = (page.telling.hand for page in self._valid() if page is not self.page)
        return next((hand for hand in hands if hand.finished), None)

    @property
    def hands(self) -> list[Hand]:
        """The hands that were finished, and the one in progress."""
        every = [page.telling.hand for page in self._valid()][::-1]
        return [hand for hand in every if hand.finished or (hand is every[-1] and hand.dealer)]

    @property
    def standing(self) -> Standing:
        standing: Standing = self.hand.standing
        return standing

    @property
    def entries(self) -> list[Entry]:
        return [entry for page in self.pages for entry in page.entries]

    @property
    def lines(self) -> list[Line]:
        """Every line of the score that stands, in the order it was booked."""
        carried: list[Line] = []
        for page in [*self._valid()][::-1]:
            hand = page.telling.hand
            if hand.finished or page is self.page:
                carried += hand.lines
        return carried

    def _valid(self) -> Iterator[Page]:
        """The pages from the last one back, without those that a misdeal has taken back."""
        number = self.page.number + 1
        for page in reversed(self.pages):
            if page.number < number:
                number = page.number
                yield page

    @property
    def over(self) -> bool:
        return self.standing.over

    @property
    def scores(self) -> dict[Seat, int]:
        return {side: self.standing.balance.get(side, 0) for side in self.sides}

    @property
    def accounts(self) -> dict[str, int]:
        """Where chips are moved every account, summing to zero."""
        if self.chips == "beside":
            return dict(self.standing.purse)
        return dict(self.standing.balance) if self.chips else {}

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
        """A fact that the game names; between hands it is the finished hand's.  Raises KeyError."""
        hand = self.hand if self.hand.dealer else (self.last or self.hand)
        name = next((one for one in self.game.facts if one.lower() == name.lower()), name)
        if name in self.game.facts:
            return self.game.facts[name](hand)
        if name == "hand":
            return hand.number
        if name in self.accounts and name not in self.seats:
            return self.accounts[name]
        raise KeyError(name)

    # What may come next

    def _ahead(self) -> Iterator[tuple[Hand, Asks[Any]]]:
        """What is asked for now, through the optional asks to the first that isn't: the next hand's, if need be."""
        telling = self.page.telling
        yield telling.hand, telling.asks
        if not telling.asks.optional:
            return
        telling, number = self._again(self.page), self.page.number
        while telling.asks.optional:
            telling.send(None)
            if telling.hand.finished:
                number += 1
                telling = self._telling(closed := self._closed(telling.hand), number, self._ahead_house(closed))
                if telling.hand.standing.over:
                    return
            yield telling.hand, telling.asks

    def asks(self) -> list[tuple[Hand, Ask]]:
        """Every ask that may be met now, with the hand it looks at."""
        if self.standing.ended:
            return []
        found = [(hand, ask) for hand, asks in self._ahead() for ask in asks.asks]
        return [(hand, ask) for hand, ask in found if not (self.over and issubclass(ask.verb, Deal))]

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
        number = line or 1 + sum(len(page.entries) for page in self.pages)
        try:
            report = self.vocabulary.read(text, self.hand, column, number)
        except Unread as error:
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
        lines, findings = len(self.hand.lines), len(self.hand.findings)
        before = Counter(self.hand.lines) if isinstance(report, Dealt) else None
        try:
            told, late = self._take(report, overrule)
        except (Unread, Refused) as refused:
            del self.pages[self.pages.index(page) + 1 :], page.steps[steps:]
            if page.telling is not telling or telling.sent != sent:
                self._restore(page)
            if isinstance(refused, Unread):
                return unread(report.text, refused, column)
            return refusal(report, refused.broken)
        hands = [page.telling.hand, *([self.hand] if self.page is not page else [])]  # closed, and begun by this report
        found = [*hands[0].findings[findings:], *(one for hand in hands[1:] for one in hand.findings)]
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
            lines=tuple(booked),
        )
        self.page.marks.append(steps if self.page is page else len(self.page.carried))
        self.page.entries.append(Entry(report, ruling, bool(ruling.broken)))
        self._turn_page(self.page)
        return ruling

    def _take(self, report: Report, overrule: bool) -> tuple[list[tuple[Report, list[Breach]]], list[Finding]]:
        """Takes a report in, or raises Refused or Unread; the page may be left half advanced."""
        if self.standing.ended and not isinstance(report, (Note, Adjust, Pays)):
            raise Refused(breach(self.hand, OVER, "the game has ended", Verdict.ILLEGAL))
        page = self.page
        if isinstance(report, ANY_TIME):
            return self._any_time(report)
        if (again := self._told_again(report)) is not None:
            return [(report, [])], again
        if self._closes(report):
            self._close(page)
        if isinstance(report, Macro):
            refuse(broken_by(self.hand, report, report.checks), report)
            return [self._hear_one(part, overrule, macro=True) for part in self._parts(report)], []
        return [self._hear_one(report, overrule)], []

    def _parts(self, report: Macro) -> Iterator[Report]:
        """The single reports of a macro, while the hand goes on."""
        for part in report.parts(self.page.telling.hand):
            if self.page.telling.hand.finished:
                raise Refused(breach(self.hand, ORDER, f"the hand was over before {part.text}", Verdict.IMPOSSIBLE))
            yield part

    def _hear_one(self, report: Report, overrule: bool, macro: bool = False) -> tuple[Report, list[Breach]]:
        """One report to the coroutine, with its speaker and cards filled in, and what the table lets stand."""
        page = self.page
        place = page.telling.seek(type(report), report.who)
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

    def _waiting(self) -> str:
        """What is awaited, in words."""
        asks = self.awaited()
        verbs = " or ".join(dict.fromkeys(ask.does for ask in asks if not issubclass(ask.verb, Macro)))
        seats = " or ".join(dict.fromkeys(seat for ask in asks for seat in ask.seats() or ()))
        return f"{seats} {verbs} next".strip() if verbs else ""

    def _told_again(self, report: Report) -> list[Finding] | None:
        """What a report proves that repeats what is known of the hand just finished.

        None where it is no such report; raises Refused where it clashes.
        """
        if self.hand.dealer or isinstance(report, Deal) or (last := self.last) is None:
            return None
        if any(isinstance(report, ask.verb) for _, ask in self.asks()):
            return None
        page = next(one for one in self.pages if one.telling.hand is last)
        check = self.game.told_again.get(type(report))
        bars = self.page.telling.asks.bars if self.over and check is None else ()
        if any(isinstance(report, verb) for verb, *_ in bars):
            return None
        told = itertools.dropwhile(lambda entry: not isinstance(entry.report, Deal), page.entries)
        same = [entry for entry in told if entry.report == report]
        if same and (check is None or any(entry.overrule for entry in same)):
            return []
        if check is None:
            return None
        if not report.who and report.speaker != "none":
            raise Unread(f"who {report.verb.split()[0]}? {' or '.join(self.seats)}", 1, 1, self.seats)
        self._sat_there(last, report)
        refuse(broken_by(last, report, [check]), report)
        telling = self._again(page, page.steps[:-1])  # what would it have shown, told before the hand was over?
        place = telling.seek(type(report), report.who)
        if place.ask is None or place.gone_past or weigh(telling.hand, report, place, self._waiting)[1]:
            return []
        telling.send(report)
        return [one for one in telling.hand.findings if one not in last.findings]

    # Any time

    def _any_time(self, report: Report) -> tuple[list[tuple[Report, list[Breach]]], list[Finding]]:
        page = self.page
        if isinstance(report, Dealt):
            return [(report, [])], self._dealt(report)
        if isinstance(report, (Joins, Leaves)):
            self._move(report)
            return [(report, [])], []
        if isinstance(report, Misdeal) and not page.telling.begun and not page.before.goes_on:
            raise Refused(breach(self.hand, ORDER, "no hand is in progress", Verdict.ILLEGAL))
        if isinstance(report, Pays):
            if report.chips < 1 or report.who == report.whom:
                raise Refused(breach(self.hand, ORDER, "a player pays another at least one chip", Verdict.ILLEGAL))
            if not report.who:
                raise Unread("who pays?", 1, 1, self.seats)
        if isinstance(report, Concedes):
            if not report.who:
                if len(self.seats) > 1:
                    raise Unread("who concedes?", 1, 1, self.seats)
                report = replace(report, who=self.seats[0])
            if self.over:
                raise Refused(breach(self.hand, OVER, "the game is over", Verdict.ILLEGAL))
            if self.hand.side(report.who) in self.standing.conceded:
                raise Refused(breach(self.hand, ORDER, f"{report.who} has conceded before", Verdict.ILLEGAL))
        if isinstance(report, House):
            self._amend(report)
        if not isinstance(report, (End, Misdeal)):
            page.telling.book(report)
            page.steps.append(Step(report, 0))
        if isinstance(report, House) and not self.playing:
            page.house = self._house(page.telling.hand.standing)
            page.telling = self._again(page)
            self._link()
        return [(report, [])], []

    # The rules of the house

    @property
    def playing(self) -> bool:
        """Whether a deal is under way, and the rules it is played by with it."""
        return self.page.telling.begun or self.page.before.goes_on

    @property
    def in_force(self) -> Mapping[str, Any]:
        """The rules of the house in the hand in progress, else in the coming one."""
        return self.page.house

    def amendments(self) -> list[tuple[int, dict[str, tuple[Any, Any]]]]:
        """Which rules of the house were changed from which hand on, and from what to what."""
        coming = self.page.number + self.playing
        houses = [(hand.number, hand.house) for hand in self.hands] + [(coming, self._house(self.standing))]
        found: list[tuple[int, dict[str, tuple[Any, Any]]]] = []
        before: Mapping[str, Any] = self.house
        for number, house in houses:
            if changed := {name: (before[name], value) for name, value in house.items() if value != before[name]}:
                found.append((number, changed))
            before = house
        return found

    def house_in(self, number: int) -> Mapping[str, Any]:
        """The rules of the house that a hand was played by; those in force where there is no such hand."""
        return next((hand.house for hand in self.hands if hand.number == number), self.in_force)

    def _house(self, standing: Standing) -> Mapping[str, Any]:
        """The rules of the house as they were changed, among so many players."""
        players = len(standing.seats or self.first_seats)
        house = self.house if players == len(self.first_seats) else self.game.house(players, self.chosen)
        return {**house, **standing.amended} if standing.amended else house

    def _ahead_house(self, before: Standing) -> Mapping[str, Any]:
        """The rules that a hand is dealt under: the last one's, where no cards are dealt for it."""
        return self.pages[-1].house if before.goes_on and self.pages else self._house(before)

    def _amend(self, report: House) -> None:
        """Raises Refused where a rule of the house can't be another one from the next deal on."""
        if self.over:
            raise Refused(breach(self.hand, OVER, "the game is over, so no deal comes any more", Verdict.ILLEGAL))
        standing, players = self.standing, len(self.seats)
        now = self._house(standing)
        then = {**now, **dict(report.amendment.values)}
        for name, value in report.amendment.values if standing.hands or self.playing else ():
            option = self.game.option(name)
            if option and option.fixed and value != now[name]:
                why = f"{name} can't be changed in mid-game: {option.fixed}"
                raise Refused(breach(self.hand, SETTLED, why, Verdict.ILLEGAL))
        why = ""
        if self.game.has_partners(players, now) != self.game.has_partners(players, then):
            why = "who plays with whom was settled when the table sat down"
        elif self.game.moves_chips(now) != self.game.moves_chips(then):
            why = "whether chips are played for was settled when the table sat down"
        if why:
            raise Refused(breach(self.hand, SETTLED, f"{report.amendment}: {why}", Verdict.ILLEGAL))

    # Who sits there

    def _move(self, report: Joins | Leaves) -> None:
        """Somebody sits down or gets up before the next deal; raises Refused or Unread where that can't be."""
        if not self.game.open_table:
            raise self._not_so(f"{self.game.name} goes on among those who began it")
        if self.playing and self.whole:
            self._close(self.page)
        page, seats = self.page, self.seats
        if self.over:
            raise Refused(breach(self.hand, OVER, "the game is over", Verdict.ILLEGAL))
        if self.playing:
            raise self._not_so(f"hand {page.number} is in progress")
        if told := next((step.report for step in page.steps if not isinstance(step.report, ANY_TIME)), None):
            raise self._not_so(Why(f"hand {page.number} has begun with {told.text} ({at(told)})", told))
        if not report.who:
            raise Unread(f"who {report.verb}?", 1, 1, seats if isinstance(report, Leaves) else ())
        if isinstance(report, Joins) and (fault := self._is_account(report.who)):
            raise Unread(fault)
        then = self._moved(self.standing, (report,))
        players = len(then.seats)
        amended = {name: "none" if value is None else str(value) for name, value in then.amended.items()}
        if fault := _too_few_or_many(self.game, players):
            raise self._not_so(fault)
        try:
            self.game.house(players, self.chosen | amended)
        except ValueError as error:
            raise self._not_so(f"{report.text}: {error}") from None
        page.moves += (report,)
        page.house = self._house(then)
        page.steps.append(Step(report, 0))
        self._restore(page)

    def _not_so(self, why: str) -> Refused:
        return Refused(breach(self.hand, SEATS, why, Verdict.ILLEGAL))

    def _is_account(self, name: str) -> str:
        """What is wrong with a name that chips lie under already."""
        accounts = {folded(one) for one in (*self.game.accounts, TABLE)} if self.chips else set()
        return f"nobody can be called {name} here: that is an account of the game" if folded(name) in accounts else ""

    def _moved(self, standing: Standing, moves: Iterable[Joins | Leaves]) -> Standing:
        """How the game stands when players have sat down and got up."""
        then = standing.snapshot()
        for one in moves:
            then.reseat(one, then.seats or self.first_seats)
            then.balance.setdefault(one.who, 0)
            if self.chips == "beside":
                then.purse.setdefault(one.who, 0)
        return then

    def _names(self, standing: Standing) -> Names:
        who = standing.seats or self.first_seats, tuple(standing.heirs)
        if who not in self._names_for:
            partners = self.game.has_partners(len(who[0]), self._house(standing))
            self._names_for[who] = Names(who[0], self.game.others, partners, who[1])
        return self._names_for[who]

    def _sat_there(self, hand: Hand, report: Report) -> None:
        """Raises Refused where a report of an earlier hand names somebody who came later."""
        new = [seat for seat in self.seats if seat not in hand.seats]
        values = [report.who, *(getattr(report, one.field) for one in shape(type(report)).arguments)] if new else []
        named = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
        if strangers := [seat for seat in new if seat in named]:
            raise self._not_so(f"{strangers[0]} hadn't joined in hand {hand.number}")

    def _dealt(self, report: Dealt) -> list[Finding]:
        """Cards told as dealt: judged by hearing the hand again with them right behind the deal."""
        page = self.page
        if not report.who:
            raise Unread("who was dealt these cards?", 1, 1, self.seats)
        if Deal not in self.game.reports:
            raise Refused(breach(self.hand, ORDER, "nothing is dealt in this game", Verdict.ILLEGAL))
        late_for_last = not page.telling.begun
        if late_for_last:
            found = next((one for one in reversed(self.pages[:-1]) if one.telling.hand.finished), None)
            if found is None:
                raise Refused(breach(self.hand, ORDER, "nothing has been dealt yet", Verdict.ILLEGAL))
            page = found
            self._sat_there(page.telling.hand, report)
        before = [*page.steps, *self.page.steps] if late_for_last else []
        if any(isinstance(one, Dealt) and _agree(one, report) for one, *_ in before):
            return []
        told_after = [step for step in self.page.steps if isinstance(step.report, Dealt)] if late_for_last else []
        telling, steps, findings = self._heard_with(page, [*(step.report for step in told_after), report])
        if late_for_last:
            self.page.steps.append(Step(report, 0))
        else:
            page.telling, page.steps, page.proven = telling, steps, telling.hand.proven
            self._link()
        return findings

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
                    refuse([*foreign(hand, report), *broken_by(hand, report, self.game.dealt)], report)
                telling.book(report)
                heard.append(Step(report, 0))
                continue
            if hand.finished:
                again = self.game.told_again.get(type(report))
                refuse(broken_by(hand, report, [again] if again else []), report)
                continue
            place = telling.seek(type(report), report.who)
            if place.gone_past:
                telling = self._telling(page.before, page.number, page.house, page.moves, known)
                for step in heard:
                    telling.apply(step)
                place = telling.stand(place.skipped, type(report), report.who)
            _, broken, admitted = weigh(telling.hand, report, place, self._waiting)
            if clash := next((one for one in broken if one.verdict is not Verdict.ILLEGAL or not admitted), None):
                why = Why(f"{report.text} ({at(report)}) couldn't be: {clash.why}", report)
                raise Refused(breach(hand, clash.rule, why, Verdict.IMPOSSIBLE))
            findings += [self._proven(report, one) for one in broken if one.rule not in let_stand]
            telling.send(report, let_stand)
            rules = dict.fromkeys((*let_stand, *(one.rule for one in broken)))
            heard.append(Step(report, place.skipped, tuple(rules)))
        refuse(broken_by(telling.hand, dealt[-1], self.game.dealt_late), dealt[-1])
        found = [*findings, *telling.hand.findings]
        return telling, heard, [one for one in found if (one.name, one.who, *one.lines[:1]) not in known]

    def _known_findings(self, page: Page) -> frozenset[tuple[str, Seat, int]]:
        """What was found in a hand so far, so that it is neither forgotten nor found twice."""
        entries = page.entries if page is self.page else [*page.entries, *self.page.entries]
        told = [one for entry in entries for one in entry.ruling.findings]
        found = (*told, *page.telling.hand.findings)
        return frozenset((one.name, one.who, one.lines[0]) for one in found if one.lines)

    def _proven(self, report: Report, broken: Breach) -> Finding:
        """What a report turns out to have broken, under the name that the game has for it."""
        rule = self.game.rules.get(broken.rule)
        name = rule.finding if rule and rule.finding else broken.rule
        lines = tuple(dict.fromkeys((report.line, *broken.lines)))
        return Finding(name, report.who, f"{report.text}: {broken.why}", lines)

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
        ask = telling.seek(type(step.report), step.report.who).ask
        return doubts(telling.hand, ask, step.report) if ask else []

    # Pages

    def _telling(
        self,
        before: Standing,
        number: int,
        house: Mapping[str, Any],
        moves: tuple[Joins | Leaves, ...] = (),
        proven: frozenset[tuple[str, Seat, int]] = frozenset(),
    ) -> Telling:
        standing = self._moved(before, moves)
        names = self._names(standing)
        hand = self.game.hand(
            game=self.game,
            seats=names.seats,
            house=house,
            last_house=self._house(before),
            standing=standing,
            names=names,
            pack=self.pack if house is self.house else self.game.pack_for(len(names.seats), house),
            number=number,
            proven=proven,
        )
        return Telling(hand)

    def _open(self, before: Standing, number: int, carried: list[Step]) -> None:
        """Begins the page of a hand."""
        moves = tuple(step.report for step in carried if isinstance(step.report, (Joins, Leaves)))
        house = self._ahead_house(self._moved(before, moves) if moves else before)
        for step in carried:
            if isinstance(step.report, House):
                house = {**house, **dict(step.report.amendment.values)}
        telling = self._telling(before, number, house, moves)
        page = Page(before, number, carried, telling, house, moves, [*carried])
        for step in carried:
            telling.apply(step)
        self.pages.append(page)
        self._link()

    def _again(self, page: Page, steps: Sequence[Step] | None = None) -> Telling:
        """The hand told again up to where it stands, or only so many steps of it."""
        telling = self._telling(page.before, page.number, page.house, page.moves, page.proven)
        for step in page.steps if steps is None else steps:
            telling.apply(step)
        return telling

    def _restore(self, page: Page) -> None:
        """Back to where a hand stood before the report that is refused."""
        page.telling = self._again(page)
        self._link()

    def _link(self) -> None:
        """The finished hand's facts look at the standing as it is now."""
        if last := self.last:
            last.standing = self.standing

    def _turn_page(self, page: Page) -> None:
        """Begins the next hand's page where one is finished, void or the last."""
        report = page.entries[-1].report
        hand = page.telling.hand
        stops = isinstance(report, End) or self._gives_game_away(report)
        if stops and self.whole:
            self._close(page)
            closed = self.pages.pop()
            self._open(closed.before, closed.number, [Step(End(line=report.line), 0)])
        elif hand.finished:
            self._open(self._closed(hand), page.number + 1, [])
        elif isinstance(report, Misdeal):
            again = Step(Misdeal(who=self.dealer, line=report.line), 0)
            void = [page]  # every hand that was played from this deal
            for one in self._valid():
                if void[-1].before.goes_on and one is not page:
                    void.append(one)
            every = (step for one in reversed(void) for step in self._kept(one))
            kept = [step for step in every if not isinstance(step.report, Misdeal)]  # of these the last holds
            self._open(void[-1].before, void[-1].number, [*kept, again])
        elif stops:
            stays = tuple(line for line in hand.lines if line.category in self.game.outlasts)
            end = Step(End(line=report.line), 0, stays=stays)
            self._open(page.before.snapshot(), page.number, [*self._kept(page), end])

    def _closed(self, hand: Hand) -> Standing:
        """How the game stands after a hand."""
        standing: Standing = hand.standing.snapshot()
        assert not (self.chips and sum(self.accounts.values())), f"a hand of {self.game.slug} closes unbalanced"
        standing.hands += 1
        standing.dealer = hand.next_dealer or hand.after(hand.dealer)
        standing.over = standing.over or self.game.over(hand)
        return standing

    def _gives_game_away(self, report: Report) -> bool:
        return isinstance(report, Concedes) and len(self.hand.sides) <= 2 and self.game.concession_ends

    @property
    def whole(self) -> bool:
        """The hand in progress may be closed as it stands, by what opens the next or by the end."""
        telling = self.page.telling
        if telling.begun and telling.asks.optional:
            telling = self._again(self.page)
            while telling.asks.optional:
                telling.send(None)
        return telling.begun and telling.hand.finished

    def _closes(self, report: Report) -> bool:
        """Whether a report that has no place in this hand closes it by opening the next."""
        asks = self.page.telling.asks
        waits = any(isinstance(report, ask.verb) for ask in asks.asks)
        if waits or not asks.optional or not self.page.telling.begun or not self.whole:
            return False
        numbers = [hand.number for hand, ask in self.asks() if isinstance(report, ask.verb)]
        return bool(numbers) and self.page.number not in numbers

    def _close(self, page: Page) -> None:
        """Passes over what may still be told of a hand, and begins the next page."""
        while page.telling.asks.optional:
            page.telling.send(None)
        self._open(self._closed(page.telling.hand), page.number + 1, [])
        self.page.closes_last = True

    @staticmethod
    def _kept(page: Page) -> list[Step]:
        """What outlives a hand that is void: what came before its deal, and what was booked apart from it."""
        begun = page.telling.begun or page.before.goes_on  # it may have done without a deal
        never = len(page.steps) if Deal in page.telling.hand.game.reports and not begun else 0
        dealt = next((i for i, step in enumerate(page.steps) if isinstance(step.report, Deal)), never)
        apart = (Adjust, Pays, Note, Concedes, House)
        return [step for i, step in enumerate(page.steps) if i < dealt or isinstance(step.report, apart)]

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


def _too_few_or_many(game: Game[Any], players: int) -> str:
    few, most = game.players[0], game.players[-1]
    some = f"{few}" if few == most else f"{few} to {most}"
    return "" if players in game.players else f"{game.name} is for {some} players, not {players}"


def _agree(one: Dealt, other: Dealt) -> bool:
    return one.who == other.who and sorted(map(str, one.cards)) == sorted(map(str, other.cards))


__all__ = ["CORE_RULES", "ORDER", "OVER", "TABLE", "Entry", "Page", "Referee", "Ruling", "cards_of"]
