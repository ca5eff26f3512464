"""The hands of one table, one after the other: how each is opened and closed, and what can be reported next."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from referee.game.asks import Ask, Asks, Macro, at
from referee.game.common_reports import (
    ANY_TIME,
    Adjust,
    Concedes,
    Deal,
    End,
    House,
    Joins,
    Leaves,
    Misdeal,
    Note,
    Pays,
    Penalty,
)
from referee.game.findings import Offence
from referee.game.game import Game, Hand
from referee.game.standing import Standing
from referee.language.reports import Report, shape
from referee.language.words import Ambiguous, Names, ParseError, Seat, folded, quoted
from referee.rules.custom import is_own
from referee.rules.options import FROM_START
from referee.rules.rule import Reason, Rule, Verdict
from referee.table.hand_run import TABLE, HandRun, Step
from referee.table.legal import expected
from referee.table.next_report import clauses
from referee.table.rulings import ORDER, OVER, SEATS, SETTLED, Refused, Ruling, breach


class Entry(NamedTuple):
    """An accepted report with its ruling.

    ``overrule`` says whether it broke a rule and was kept as played, ``marked`` whether the table asked for that.

    >>> from referee import Referee, find_game
    >>> table = Referee(find_game("gops"), ["Ann", "Ben"])
    >>> ruling = table.hear("upcard 5")
    >>> [(entry.report.line, entry.report.text) for entry in table.entries]
    [(1, 'upcard 5D')]
    """

    report: Report
    ruling: Ruling
    overrule: bool
    marked: bool = False


@dataclass
class HandRecord:
    """The reports of one hand, from the end of the one before, with the standing to go back to."""

    before: Standing
    number: int
    house: Mapping[str, Any]  # the rules that the hand is dealt under
    carried: list[Step] = field(default_factory=list)  # steps that it takes over from a void hand
    moves: tuple[Joins | Leaves, ...] = ()  # who sat down or left before the deal
    last: Hand | None = None  # the hand finished before this one
    entries: list[Entry] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)  # the number of steps before each entry
    results: list[Report] = field(default_factory=list)  # entries that repeat results of the hand before
    closes_last: bool = False  # its first report closed the hand before, which could have continued
    run: HandRun = field(init=False)

    @property
    def playing(self) -> bool:
        """Whether the hand is under way: dealt, or played with the cards dealt for the one before."""
        return self.run.begun or self.before.goes_on


def _left_for_later(ask: Ask, hand: Hand, here: Sequence[Ask]) -> Ask | None:
    """An ask of the next hand without players whom the hand in play asks for the same. None if nobody is left."""
    same = [other for other in here if other.verb is ask.verb]
    if not same:
        return ask
    later = tuple([seat for seat in ask.seats() or hand.seats if not any(other.admits(seat) for other in same)])
    return ask._replace(awaited=later) if later and ask.verb.speaker != "none" else None


class Hands:
    """The hands of one table, one after the other, each with its record.

    ``formerly`` maps the folded names of former players to those who have their seats now. Raises ValueError if the
    game can't be played that way: too many players, an unknown option.
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[str],
        chosen: Mapping[str, str],
        dealer: str,
        formerly: Mapping[str, Seat] | None = None,
    ) -> None:
        if fault := game.too_few_or_many(len(players), chosen):
            raise ValueError(fault)
        self.game = game
        self.chosen = dict(chosen)
        self.house = game.house(len(players), self.chosen)
        self.pack = game.pack_for(len(players), self.house)
        self.formerly = dict(formerly or {})
        self.chips = game.moves_chips(self.house)
        partners = game.has_partners(len(players), self.house)
        names = Names(players, game.others, partners, (), self.formerly, self._accounts())
        self.first_seats = names.seats
        self._names: dict[tuple[tuple[Seat, ...], tuple[Seat, ...]], Names] = {(names.seats, ()): names}
        for seat in names.seats:
            if fault := self._is_account(seat):
                raise ValueError(fault)
        standing = game.standing()
        if dealer:
            if not (first := names.whole(dealer)):
                raise ValueError(f"nobody here is called {dealer}")
            standing.dealer = standing.due = first
        standing.balance.update({names.teams.get(seat, seat): 0 for seat in (*names.seats, *game.others)})
        if self.chips is True:
            standing.balance.update(dict.fromkeys(game.accounts, 0))
        elif self.chips:
            standing.purse.update(dict.fromkeys((*names.seats, *game.accounts), 0))
        self.records: list[HandRecord] = []
        self.open(standing, 1)

    @property
    def record(self) -> HandRecord:
        """The record of the hand in progress, or of the next one."""
        return self.records[-1]

    @property
    def hand(self) -> Hand:
        """The hand in progress, or the next one."""
        return self.records[-1].run.hand

    @property
    def standing(self) -> Standing:
        """The current state of the game."""
        standing: Standing = self.records[-1].run.hand.standing
        return standing

    def valid(self) -> Iterator[HandRecord]:
        """Yields the records from the last one back, skipping hands that a misdeal made void."""
        number = self.record.number + 1
        for record in reversed(self.records):
            if record.number < number:
                number = record.number
                yield record

    @property
    def last(self) -> HandRecord | None:
        """The record of the last finished hand. Its facts see the current standing."""
        for record in self.valid():
            if record is not self.record and record.run.hand.finished:
                record.run.hand.standing = self.standing
                return record
        return None

    @property
    def whole(self) -> bool:
        """Whether the hand in progress can be closed now, by the first report of the next or by the end of the game."""
        run = self.record.run
        if run.begun and run.asks.optional:
            run = run.again()
            run.pass_over()
        return run.begun and run.hand.finished

    # What can be reported next

    def ahead(self) -> Iterator[tuple[Hand, Asks[Any]]]:
        """Yields all optional asks and the first that isn't, with their hands, going on to the next hand if need be."""
        run = self.record.run
        yield run.hand, run.asks
        if run.asks.optional:
            yield from self._behind(run.again())

    def _behind(self, run: HandRun) -> Iterator[tuple[Hand, Asks[Any]]]:
        """Yields what follows each optional ask, with its hand.

        ``run`` itself advances through those asks: pass a copy, or restore it. An optional ask can be the last of a
        hand. Passing it over then ends the hand, and the next hand asks, unless the game is over.
        """
        number = self.record.number
        while run.asks.optional:
            run.send(None)  # passes it over
            if run.hand.finished:
                number += 1
                after = self._closed(run.hand)
                run = self.run(HandRecord(after, number, self._dealt_under(after), last=run.hand))
                if run.hand.standing.over:
                    return
            yield run.hand, run.asks

    def asks(self) -> list[tuple[Hand, Ask]]:
        """Every ask that can be met now, with the hand it belongs to."""
        if self.standing.ended:
            return []
        every: list[tuple[Hand, Ask]] = []
        here: list[Ask] = []
        for hand, asks in self.ahead():
            for ask in asks.asks:
                if hand.number == self.record.number:
                    here.append(ask)
                    every.append((hand, ask))
                elif left := _left_for_later(ask, hand, here):
                    every.append((hand, left))
        return [(hand, ask) for hand, ask in every if not (self.standing.over and issubclass(ask.verb, Deal))]

    def awaited(self) -> list[Ask]:
        """The asks that the table waits for: those of the first ask that isn't optional."""
        return [ask for _, ask in self._awaited()]

    def _awaited(self) -> list[tuple[Hand, Ask]]:
        if self.standing.over and not self.hand.dealer:
            return []
        *_, (hand, asks) = self.ahead()
        return [(hand, ask) for ask in asks.asks if not ask.aside]

    def waiting(self) -> str:
        """The reports that are due, in words; "" if there are none."""
        asked = [*expected(self._awaited())]
        due, others = clauses(asked)
        return ". Or ".join(due or others)

    # What can be reported at any time

    def take_any_time(self, report: Report) -> Report:
        """Applies a report that never reaches a coroutine, and returns it with its player filled in.

        Raises Refused or ParseError.
        """
        record, seats = self.record, self.hand.seats
        if self._stops(report) and (barred := self._no_end()):
            raise Refused(breach(*barred))
        if isinstance(report, (Joins, Leaves)):
            self._move(report)
            return report
        if isinstance(report, Misdeal) and not record.playing:
            if not self.game.deal_goes_unsaid:
                raise illegal(ORDER, "no hand is in progress")
            if self.standing.over:
                raise illegal(OVER, "the game is over")
        if isinstance(report, Pays):
            if report.chips < 1 or report.who == report.whom:
                raise illegal(ORDER, "a player pays another player, and at least 1 chip")
            if not report.who:
                raise Ambiguous("who pays?", 1, 1, seats)
        if isinstance(report, Concedes):
            if not report.who:
                if len(seats) > 1:
                    raise Ambiguous("who concedes?", 1, 1, seats)
                report = replace(report, who=seats[0])
            if self.standing.over:
                raise illegal(OVER, "the game is over")
            if self.hand.scorer(report.who) in self.standing.conceded:
                raise illegal(ORDER, f"{report.who} has already conceded")
        if isinstance(report, House):
            self._may_amend(report)
        if not isinstance(report, (End, Misdeal)):
            record.run.take(Step(report))
        if isinstance(report, House) and not (record.playing and self._deals_again):
            record.house = self.house_at(self.standing)
            record.run.restore()
        return report

    def _may_amend(self, report: House) -> None:
        """Raises Refused if these house rules can't change from the next deal on."""
        standing, players, values = self.standing, len(self.hand.seats), report.amendment.values
        if report.amendment.from_start:
            return  # it has been in force since the first hand
        if standing.over:
            raise illegal(OVER, "the game is over: there is no next deal")
        now = self.house_at(standing)
        then = {**now, **dict(values)}
        if fault := self.game.clashing(players, then):
            raise ParseError(fault, report.text.index(text := str(report.amendment)) + 1, len(text))
        held = all(now.get(name) == value or (is_own(name) and name not in now) for name, value in values)
        if self.record.playing and not held and not self._deals_again:
            anew = f"`{report.text} {FROM_START}`"
            raise illegal(SETTLED, f"this is the last deal. To rescore the game with that rule, type {anew}")
        for name, value in values if standing.hands or self.record.playing else ():
            option = self.game.option(name)
            if option and option.fixed and value != now[name]:
                raise illegal(SETTLED, f"{name} can't change during a game: {option.fixed}")
        if self.game.has_partners(players, now) != self.game.has_partners(players, then):
            raise illegal(
                SETTLED, f"{report.amendment} would change who plays with whom, which can't change during a game"
            )
        if self.game.moves_chips(now) != self.game.moves_chips(then):
            why = "would change whether you play for chips, which can't change during a game"
            raise illegal(SETTLED, f"{report.amendment} {why}")

    @property
    def _deals_again(self) -> bool:
        """Whether cards can be dealt again in this game."""
        return self.game.deals(self.hand.dealt_next, len(self.hand.seats), self.hand.house)

    def _move(self, report: Joins | Leaves) -> None:
        """Lets somebody sit down or leave before the next deal. Raises Refused or ParseError if that isn't possible."""
        if not self.game.open_table or self.hand.names.teams:
            name = report.who or self.hand.seats[-1]
            seat = name if name in self.hand.seats else self.hand.seats[-1]
            settled = f"nobody can join or leave {self.game.name} mid-game"
            swap, give_up = f"NAME for {quoted(seat)}", f"{quoted(seat)} concedes"
            raise illegal(SEATS, f"{settled}. To swap a player, type `{swap}`. To give up, type `{give_up}`")
        if self.record.playing and self.whole:
            self.close()
        record, seats = self.record, self.hand.seats
        if self.standing.over:
            raise illegal(OVER, "the game is over")
        if record.playing:
            why = f"hand {record.number} is in progress; players join and leave between hands"
            raise illegal(SEATS, f"{why}. Here, {barred[1]}" if (barred := self._no_end()) else why)
        if first := next((step.report for step in record.run.steps if not isinstance(step.report, ANY_TIME)), None):
            raise illegal(SEATS, Reason(f"hand {record.number} has already started ({at(first)}: {first.text})", first))
        if not report.who:
            raise Ambiguous(f"who {report.verb}?", 1, 1, seats if isinstance(report, Leaves) else ())
        if isinstance(report, Joins) and (fault := self._is_account(report.who)):
            raise ParseError(fault)
        if isinstance(report, Joins) and (heir := self.formerly.get(folded(report.who))):
            back = f"{quoted(report.who)} for {quoted(heir)}"
            raise illegal(SEATS, f"{heir} has taken over {report.who}'s seat. To give it back, type `{back}`")
        if isinstance(report, Joins) and report.at is not None:
            if self.chips:
                raise illegal(SEATS, f"you play for chips, so {report.who} begins with 0")
            if report.who in self.standing.heirs:
                raise illegal(SEATS, f"{report.who} has a score from earlier, and keeps it")
        if isinstance(report, Leaves) and len(seats) == 1:
            raise illegal(SEATS, f"{report.who} is the last player")
        then = self._moved(self.standing, (report,))
        players, chosen = len(then.seats), self._chosen(then)
        try:
            if fault := self.game.too_few_or_many(players, chosen):
                swap = f". To swap a player, type `NAME for {quoted(report.who)}`" if isinstance(report, Leaves) else ""
                raise illegal(SEATS, f"{fault}{swap}")
            self.game.house(players, chosen)
        except ValueError as error:
            raise illegal(SEATS, f"{report.text}: {error}") from None
        record.moves += (report,)
        record.house = self.house_at(then)
        record.run.take(Step(report))
        record.run.restore()

    def sat_there(self, hand: Hand, report: Report) -> None:
        """Raises Refused if a report of an earlier hand names somebody who came later."""
        new = [seat for seat in self.hand.seats if seat not in hand.seats]
        values = [report.who, *(getattr(report, part.field) for part in shape(type(report)).arguments)] if new else []
        named = [name for value in values for name in (value if isinstance(value, tuple) else (value,))]
        if strangers := [seat for seat in new if seat in named]:
            raise illegal(SEATS, f"{strangers[0]} wasn't playing in hand {hand.number}")

    def _is_account(self, name: str) -> str:
        """What is wrong with a name that belongs to an account; "" if it doesn't."""
        taken = folded(name) in map(folded, self._accounts())
        return f"{name} can't be a player's name in this game: it is an account" if taken else ""

    def _accounts(self) -> tuple[str, ...]:
        """The accounts besides the players', if the table plays for chips."""
        return (*self.game.accounts, TABLE) if self.chips else ()

    # The house and the seats of a hand

    def house_at(self, standing: Standing) -> Mapping[str, Any]:
        """The house rules with all changes so far, for the number of players in that standing."""
        players = len(standing.seats or self.first_seats)
        if players != len(self.first_seats):
            return self.game.house(players, self._chosen(standing))
        return {**self.house, **standing.amended} if standing.amended else self.house

    def _chosen(self, standing: Standing) -> dict[str, str]:
        """The options chosen so far, as text."""
        amended = {name: "none" if value is None else str(value) for name, value in standing.amended.items()}
        return self.chosen | amended

    def _dealt_under(self, before: Standing) -> Mapping[str, Any]:
        """The rules that a hand is dealt under. If no cards are dealt for it, those of the hand before."""
        return self.hand.house_agreed if before.goes_on and self.records else self.house_at(before)

    def _house_before(self, record: HandRecord) -> Mapping[str, Any]:
        """The rules of the hand before; empty for the first hand."""
        before = (other for other in self.valid() if other.number < record.number) if self.records else ()
        return next((other.run.hand.house for other in before), {})

    def _moved(self, standing: Standing, moves: Iterable[Joins | Leaves]) -> Standing:
        """The standing after players have sat down or left."""
        then = standing.snapshot()
        for move in moves:
            then.reseat(move, then.seats or self.first_seats)
            then.balance.setdefault(move.who, 0)
            if self.chips == "beside":
                then.purse.setdefault(move.who, 0)
        return then

    def _names_at(self, standing: Standing) -> Names:
        seats, heirs = standing.seats or self.first_seats, tuple(standing.heirs)
        if (seats, heirs) not in self._names:
            partners = self.game.has_partners(len(seats), self.house_at(standing))
            self._names[seats, heirs] = Names(seats, self.game.others, partners, heirs, self.formerly, self._accounts())
        return self._names[seats, heirs]

    # Opening and closing

    def open(self, before: Standing, number: int, carried: Sequence[Step] = (), last: Hand | None = None) -> HandRecord:
        """Begins the record of a hand, after the one finished ``last``."""
        moves = tuple(step.report for step in carried if isinstance(step.report, (Joins, Leaves)))
        house = self._dealt_under(self._moved(before, moves) if moves else before)
        for step in carried:
            if isinstance(step.report, House):
                house = {**house, **dict(step.report.amendment.values)}
        record = HandRecord(before, number, house, [*carried], moves, last)
        record.run = self.run(record, carried)
        self.records.append(record)
        return record

    def run(self, record: HandRecord, steps: Iterable[Step] = (), proven: frozenset[Offence] = frozenset()) -> HandRun:
        """Runs a hand from before its deal, with the offences proven earlier."""
        return HandRun(lambda: self._fresh(record, proven), lambda hand: self._look_again(record, hand), steps)

    def _fresh(self, record: HandRecord, proven: frozenset[Offence]) -> Hand:
        """A hand before its first report."""
        standing, house = self._moved(record.before, record.moves), record.house
        names = self._names_at(standing)
        hand: Hand = self.game.hand(
            game=self.game,
            seats=names.seats,
            house=house,
            last_house=self._house_before(record),
            standing=standing,
            names=names,
            pack=self.pack if house is self.house else self.game.pack_for(len(names.seats), house),
            number=record.number,
            proven=proven,
        )
        return hand

    def go_on(self) -> None:
        """Begins the next record if the hand in progress is finished, void or the last one."""
        record = self.records[-1]
        report, hand = record.entries[-1].report, record.run.hand
        stops = self._stops(report)
        if stops and self.whole:
            self.close()
            closed = self.records.pop()
            self.open(closed.before, closed.number, [Step(End(line=report.line))], closed.last)
        elif hand.finished:
            self.open(self._closed(hand), record.number + 1, last=hand)
        elif isinstance(report, Misdeal):
            void = [record]  # every hand that was played from this deal
            for earlier in self.valid():
                if void[-1].before.goes_on and earlier is not record:
                    void.append(earlier)
            steps = (step for each in reversed(void) for step in _outlasting(each))
            kept = [step for step in steps if not isinstance(step.report, Misdeal)]  # the last of these counts
            dealer = hand.dealer or hand.standing.dealer or hand.seats[0]
            again = Step(Misdeal(who=dealer, line=report.line))
            self.open(void[-1].before, void[-1].number, [*kept, again], void[-1].last)
        elif stops:
            stays = tuple(line for line in hand.lines if line.category in self.game.outlasts)
            end = Step(End(line=report.line), stays=stays)
            self.open(record.before.snapshot(), record.number, [*_outlasting(record), end], record.last)

    def _stops(self, report: Report) -> bool:
        """Whether this report ends the game, whatever the rules say."""
        conceded = isinstance(report, Concedes) and len(self.hand.sides) <= 2 and self.game.concession_ends
        return isinstance(report, End) or conceded

    def _no_end(self) -> tuple[Rule, str] | None:
        """The rule that forbids leaving the hand in progress as it is, and why."""
        return next(((rule, why) for verb, rule, why in self.record.run.asks.bars if verb is End), None)

    def close_incomplete(self) -> bool:
        """Closes a hand that can't be left as it is. In earlier versions any report after it did that."""
        if not self._no_end():
            return False
        self.record.run.send(None)
        self.open(self._closed(self.record.run.hand), self.record.number + 1).closes_last = True
        return True

    def reopen_incomplete(self) -> None:
        """Undoes `close_incomplete`."""
        self.records.pop()
        self.record.run.restore()

    def close(self) -> None:
        """Passes over what could still be reported of the hand in progress, and begins the next."""
        record = self.record
        record.run.pass_over()
        hand = record.run.hand
        self.open(self._closed(hand), record.number + 1, last=hand).closes_last = True

    def _closed(self, hand: Hand) -> Standing:
        """The standing after a hand."""
        standing: Standing = hand.standing.snapshot()
        assert not (self.chips and sum(self.accounts.values())), f"a hand of {self.game.slug} closes unbalanced"
        standing.hands += 1
        standing.due = hand.next_dealer or hand.after(hand.dealer)
        coming = copy.copy(hand)
        coming.standing, coming.house = standing, self._dealt_under(standing)
        standing.dealer = _deals(coming, standing.due)
        over = self.game.over(hand)
        standing.over, standing.endless = bool(over), over is None
        return standing

    def _look_again(self, record: HandRecord, hand: Hand) -> None:
        """Updates the standing before a deal: is the game over, who is out, who deals next?

        A correction between two hands counts as if it had been made at the end of the last one.
        """
        if record.before.goes_on:
            return
        standing, game = hand.standing, self.game
        last = copy.copy(record.last or hand)
        last.standing, last.seats, last.names = standing, hand.seats, hand.names
        last.number = record.last.number if record.last else 0
        if standing.ended:
            standing.stop(len(hand.sides), bool(game.over(last)))
            return
        if game.settle:
            game.settle(hand, last)
        over = game.over(last)
        standing.over, standing.endless = bool(over), over is None and record.last is not None
        if game.out:
            standing.dealer = _deals(hand, standing.due or hand.seats[0]) if hand.out_of_it else standing.due

    @property
    def accounts(self) -> dict[str, int]:
        """The chips in every account, adding up to zero. Empty if the table doesn't play for chips."""
        if self.chips == "beside":
            return dict(self.standing.purse)
        return dict(self.standing.balance) if self.chips else {}

    def closed_by(self, report: Report) -> bool:
        """Whether a report that doesn't fit in this hand closes it by opening the next one.

        If it fits after optional asks of this hand, it doesn't close the hand.
        """
        run = self.records[-1].run
        if not run.begun:
            return False

        def waits_for(hand: Hand, ask: Ask) -> bool:
            return isinstance(report, ask.verb) and (not report.who or hand.lets_speak(ask, report.who))

        for ask in run.asks.asks:
            if waits_for(run.hand, ask):
                return False
        if self.standing.over and isinstance(report, Deal):
            return False
        speaks, opens, here = False, False, self.record.number
        for hand, asks in self._behind(run):
            for ask in asks.asks:
                if hand.number == here and waits_for(hand, ask):
                    if ask.admits(report.who) and not isinstance(report, Macro):
                        return False
                    speaks = True
                opens = opens or (hand.number != here and isinstance(report, ask.verb))
        if speaks or not opens:
            run.restore()
        return opens and not speaks

    # Taking back

    def take_back(self, count: int) -> list[Entry]:
        """Removes the last entries, newest first, together with records that they began. Returns the entries."""
        gone: list[Entry] = []
        while len(gone) < count and (self.record.entries or len(self.records) > 1):
            if not self.record.entries:
                self.records.pop()
                continue
            gone.append(entry := self.record.entries.pop())
            if self.record.results and self.record.results[-1] is entry.report:
                self.record.results.pop()
        while self.record.closes_last and not self.record.entries:
            self.records.pop()
        return gone

    def shorten(self) -> None:
        """Goes back to the state after the last entry. Only valid if what was undone changed nothing before it."""
        record = self.record
        if len(record.marks) > len(record.entries):
            del record.run.steps[record.marks[len(record.entries)] :], record.marks[len(record.entries) :]
        record.run.restore()

    def reopen(self) -> list[Entry]:
        """Begins the record of the hand in progress again, and returns its entries, to be judged again."""
        record = self.records.pop()
        self.open(record.before, record.number, record.carried, record.last).closes_last = record.closes_last
        return record.entries


def _deals(hand: Hand, due: Seat) -> Seat:
    """Who deals a hand: the player whose turn it is to deal, or the next one who isn't out of the game."""
    out = hand.out_of_it
    return next(seat for seat in hand.around(due) if seat not in out) if out else due


def illegal(rule: Rule, why: str) -> Refused:
    """A `Refused` for breaking one of the rules of every game."""
    return Refused(breach(rule, why, Verdict.ILLEGAL))


def _outlasting(record: HandRecord) -> list[Step]:
    """The steps that remain when a hand is void: those before its deal, and those that don't belong to any hand."""
    steps = record.run.steps
    # it may have been played without a deal
    undealt = len(steps) if Deal in record.run.hand.game.reports and not record.playing else 0
    deal = next((i for i, step in enumerate(steps) if isinstance(step.report, Deal)), undealt)
    booked = (Adjust, Penalty, Pays, Note, Concedes, House)
    return [step for i, step in enumerate(steps) if i < deal or isinstance(step.report, booked)]
