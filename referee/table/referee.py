"""The referee: judges reports one at a time, undoes them, and knows the state of the table.

How one report is judged is in `referee.table.rulings`, how a hand runs in `referee.table.hand_run`, how hands follow
one another in `referee.table.hands`, and late reports in `referee.table.late_reports`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from referee.game.asks import Macro, at
from referee.game.common_reports import ANY_TIME, Adjust, Dealt, House, Joins, Leaves, Note, Pays, Penalty, Replaces
from referee.game.findings import Breach, Finding, Line
from referee.game.game import Game, Hand, leaders
from referee.game.standing import Standing
from referee.language.reports import Report
from referee.language.words import Names, ParseError, Seat, Words, folded, quoted
from referee.rules.custom import Habit, own_rules
from referee.rules.rule import Reason, Verdict
from referee.table import legal
from referee.table.hands import Entry, Hands, illegal
from referee.table.late_reports import NO_NEWS, LateNews, News, no_more
from referee.table.rulings import (
    CORE_RULES,
    ORDER,
    OVER,
    SEATS,
    SETTLED,
    Refused,
    Ruling,
    breach,
    broken_by,
    doubts,
    refusal,
    refuse,
    unread,
)

ALREADY_ENTERED = "That changes nothing."
"""The message for a result that only repeats what was known."""


class Referee:
    """Judges the reports of one table, and knows the score.

    ``players`` sit clockwise. ``house`` has the options that the table chose, by name. ``dealer`` deals first, if
    given. Raises ValueError if the game can't be played that way: too many players, an unknown option.

    >>> from referee import Referee, find_game
    >>> table = Referee(find_game("gops"), ["Ann", "Ben"], {"ties": "split"})
    >>> for report in ("upcard 8", "Ann plays K", "Ben plays K"):
    ...     ruling = table.hear(report)
    >>> table.scores, table.over
    ({'Ann': 4, 'Ben': 4}, False)

    House rules in ``settled`` hold from the first hand on, whatever the table changes mid-game. ``formerly`` maps the
    folded names of former players to those who have their seats now.
    """

    game: Game[Any]
    house: Mapping[str, Any]

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[str],
        house: Mapping[str, object] | None = None,
        dealer: str = "",
        settled: Mapping[str, Any] | None = None,
        formerly: Mapping[str, Seat] | None = None,
    ) -> None:
        self.game = game
        self.first_dealer = dealer
        self._settled = settled or {}
        chosen = {name: "none" if value is None else str(value) for name, value in (house or {}).items()}
        self._restarts: list[tuple[LateNews, int]] = []  # the table before each full replay, with its number of entries
        self._sit_at(LateNews(Hands(game, players, chosen, dealer, formerly)))
        self.vocabulary = game.vocabulary_with_chips if self.chips else game.vocabulary

    def __repr__(self) -> str:
        return f"<Referee: {self.game.name}, {', '.join(self.seats)}, {len(self.entries)} reports>"

    def _sit_at(self, late: LateNews) -> None:
        """Continues with the hands of a table."""
        self._late = late
        self._hands = hands = late.hands
        self.records = hands.records  # including those that a misdeal made void
        self.first_seats, self.chosen = hands.first_seats, hands.chosen
        self.house, self.pack, self.chips = hands.house, hands.pack, hands.chips
        self.asks, self.awaited, self.doubts_at = hands.asks, hands.awaited, late.doubts_at

    # Hearing

    def hear(self, text: str | Report, *, line: int = 0, overrule: bool = False, column: int = 1) -> Ruling:
        """The ruling on one report, as people say it or as `legal` lists it. If it is accepted, it counts.

        ``line`` is its number, by default one more than the reports so far. ``overrule`` accepts what is illegal.
        """
        text = str(text)
        number = line or 1 + sum(len(record.entries) for record in self.records)
        try:
            report = self.vocabulary.read(text, self.records[-1].run.hand, column, number)
        except ParseError as error:
            return unread(text, error)
        return self.judge(report, overrule=overrule, column=column)

    def hear_again(self, text: str, *, line: int = 0, overrule: bool = False) -> Ruling:
        """Rules on a report that was accepted once. In earlier versions the next report closed a half-told round."""
        ruling = self.hear(text, line=line, overrule=overrule)
        if ruling.accepted or not self._hands.close_incomplete():
            return ruling
        closing = self.hear(text, line=line, overrule=overrule)
        if not closing.accepted:
            self._hands.reopen_incomplete()
        return closing if closing.accepted else ruling

    def can(self, text: str | Report, *, overrule: bool = False) -> Ruling:
        """The ruling on a report without entering it. ``doubts`` has the rules it may still break."""
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
        return ruling._replace(doubts=tuple(open_questions))

    def _doubts(self, report: Report) -> list[Breach]:
        for hand, ask in self.asks():
            if isinstance(report, ask.verb) and hand.lets_speak(ask, report.who):
                if not report.who and (seats := ask.seats()):
                    report = replace(report, who=seats[0])
                return doubts(hand, ask, report)
        return []

    def judge(self, report: Report, *, overrule: bool = False, column: int = 1, again: bool = False) -> Ruling:
        """The ruling on a report that has been parsed; ``again`` says that it was accepted before."""
        # Some reports replay the whole game: a rule changed from the first hand on, a seat taken over.
        if self._settled and isinstance(report, (House, Penalty)):
            try:
                report = self._as_settled(report)
            except ParseError as error:
                return unread(report.text, error)
        if isinstance(report, House) and report.amendment.from_start and self._was_otherwise(report):
            return self._start_anew(report)
        if isinstance(report, Replaces) and not again:
            return self._hand_over(report)
        hands, record = self._hands, self.records[-1]
        hand = record.run.hand
        if len(hand.seats) == 1 and not report.who and report.speaker != "none":
            report = replace(report, who=hand.seats[0])  # there is nobody else
        # Remember the current state, to go back to if the report is refused, and to see what is new if it isn't.
        run, steps = record.run, len(record.run.steps)
        booked, known = len(hand.lines), hand.findings[:]
        try:
            report, broken, news = self._take(report, overrule)
        except (ParseError, Refused) as refused:
            gone_on = run.passed or len(run.steps) > steps
            del hands.records[hands.records.index(record) + 1 :], run.steps[steps:]
            if gone_on:  # a coroutine can't step back, so the hand is replayed
                run.restore()
            if isinstance(refused, ParseError):
                return unread(report.text, refused, column)
            return refusal(report, refused.broken)
        # The hand may be another object by now (replayed with cards entered late), and another hand may have begun.
        before, hand, now = hand, record.run.hand, hands.records[-1]
        findings, lines = hand.findings, hand.lines[booked:]
        if known:
            findings = [finding for finding in findings if finding not in known]
        if isinstance(report, Dealt) and hand is not before:  # replayed: news can be anywhere
            findings, lines = [], list((Counter(hand.lines) - Counter(before.lines)).elements())
        elif now is not record:  # this report closed the hand before
            findings, lines = findings + now.run.hand.findings, lines + now.run.hand.lines
        elif isinstance(report, (House, Joins, Leaves)):  # has no results of its own
            findings, lines = [], []
        ruling = Ruling(
            Verdict.ACCEPTED,
            report=report,
            message=ALREADY_ENTERED if news.again or (hand.nothing_new and not isinstance(report, ANY_TIME)) else "",
            broken=tuple(broken),
            findings=tuple(dict.fromkeys((*news.findings, *findings))),
            withdrawn=tuple(news.withdrawn or (no_more(known, hand.findings) if known else ())),
            lines=tuple(lines),
        )
        now.marks.append(steps if now is record else len(now.carried))
        now.entries.append(Entry(report, ruling, bool(ruling.broken), overrule))
        hands.go_on()
        return ruling

    def _take(self, report: Report, overrule: bool) -> tuple[Report, list[Breach], News]:
        """Applies a report. Returns it in full, the breaches that the table keeps, and the news.

        Raises Refused or ParseError; the hand may then be left half advanced.
        """
        hands, run = self._hands, self.records[-1].run
        if run.hand.standing.ended and not isinstance(report, (Note, Adjust, Penalty, Pays)):
            raise illegal(OVER, "the game has ended")
        if isinstance(report, Dealt):
            return report, *self._late.dealt(report, overrule)
        if isinstance(report, ANY_TIME):
            return hands.take_any_time(report), [], NO_NEWS
        if not run.hand.dealer and (news := self._late.entered_again(report)):
            return report, [], news
        if run.asks.optional and hands.closed_by(report):
            hands.close()
            run = self.records[-1].run
        if isinstance(report, Macro):
            refuse(broken_by(run.hand, report, self.game.ruleset.checks_on(type(report))), report)
            broken: list[Breach] = []
            for part in self._parts(report):
                broken += run.hear(part, hands.waiting, overrule, named=True).broken
            return report, broken, NO_NEWS
        heard = run.hear(report, hands.waiting, overrule, named=False)
        return heard.report, heard.broken, NO_NEWS

    def _parts(self, macro: Macro) -> Iterator[Report]:
        """Yields the single reports of a macro, while the hand moves on."""
        run = self._hands.record.run
        for part in macro.parts(run.hand):
            if run.hand.finished:
                raise Refused(breach(ORDER, f"the hand was over before {part.text}", Verdict.IMPOSSIBLE))
            yield part

    def _as_settled(self, report: House | Penalty) -> Report:
        """A report adjusted to the rules that hold from the first hand on. Raises ParseError if one of them is gone."""
        if isinstance(report, House):
            return replace(report, amendment=report.amendment.over(self._settled))
        return replace(report, rule=Habit.read(Words(report.rule.name), self.hand))

    def _was_otherwise(self, report: House) -> bool:
        """Whether any of these rules ever had another value than this report sets from the first hand on."""
        amended = [dict(entry.report.amendment.values) for entry in self.entries if isinstance(entry.report, House)]
        return any(
            self.house.get(name) != value or any(said.get(name, value) != value for said in amended)
            for name, value in report.amendment.values
        )

    def _start_anew(self, report: House) -> Ruling:
        """The ruling on a change of rules that counts from the first hand on.

        All reports are replayed under the new rules. If one of them is refused then, nothing changes.
        """
        values = dict(report.amendment.values)
        chosen = self.chosen | {name: "none" if value is None else str(value) for name, value in values.items()}
        try:
            anew = Referee(self.game, self.first_seats, chosen, self.first_dealer, values, self._hands.formerly)
        except ValueError as error:
            return refusal(report, [breach(SETTLED, str(error))])
        if (
            self.game.has_partners(len(self.first_seats), anew.house) != bool(self.names.teams)
            or anew.chips != self.chips
        ):
            why = f"{report.amendment} would change the partners or what you play for, which can't change during a game"
            return refusal(report, [breach(SETTLED, why)])
        before = ", ".join(f"{side} {points}" for side, points in self.scores.items())
        return self._go_on_as(anew, report, f"the totals were {before}")

    def _hand_over(self, report: Replaces) -> Ruling:
        """The ruling on somebody taking over a seat, as if they had been there from the first hand on.

        Cards, score and partner stay with the seat, because all reports are replayed under the new name.
        """
        who, whom, before = report.who, report.whom, self._hands.formerly
        if not who:
            return unread(report.text, ParseError(f"who takes over {whom}'s seat?", 1, 1))
        if self.standing.over:
            return refusal(report, [breach(OVER, "the game is over")])
        if whom not in self.seats:
            why = f"{whom} has no seat to take over"
            return refusal(report, [breach(SEATS, why, Verdict.ILLEGAL)])
        if who in self.standing.heirs:
            return refusal(
                report, [breach(SEATS, f"{who} has a score from earlier: type `{quoted(who)} joins`", Verdict.ILLEGAL)]
            )
        formerly = {name: who if seat == whom else seat for name, seat in before.items()} | {folded(whom): who}
        formerly.pop(folded(who), None)
        seats = [who if seat == whom else seat for seat in self.first_seats]
        try:
            anew = Referee(self.game, seats, self.chosen, self.first_dealer, formerly=formerly)
        except ValueError as error:
            return unread(report.text, ParseError(str(error)))
        return self._go_on_as(anew, report)

    def _go_on_as(self, anew: Referee, report: House | Replaces, message: str = "") -> Ruling:
        """The ruling on a report, after replaying everything before it, and the report, at the table ``anew``.

        This table then becomes that one; `undo` can still go back. If a report is refused there, nothing changes.
        """
        for entry in (*self.entries, Entry(report, Ruling(Verdict.ACCEPTED, report.text), False)):
            entered = entry.report
            ruling = anew.judge(anew.called_now(entered), overrule=entry.marked, again=True)
            if not ruling.accepted:
                where = f"{at(entered)}, {entered.text}" if entered is not report else entered.text
                why = f"{where} would be refused: {ruling.message}"
                return refusal(report, [breach(SETTLED, Reason(why, entered))])
        self._restarts.append((self._late, len(self.entries)))
        self._sit_at(anew._late)
        said = ruling._replace(message=message, lines=(), findings=(), withdrawn=())
        entries = self.records[-1].entries
        entries[-1] = entries[-1]._replace(ruling=said)
        return said

    def called_now(self, report: Report) -> Report:
        """An earlier report, with the names of the players who have the seats now."""
        formerly = self._hands.formerly
        if not formerly or isinstance(report, Replaces):
            return report
        read = self.vocabulary.read(report.text, self.hand, line=report.line)
        return replace(read, who=formerly.get(folded(read.who), read.who)) if isinstance(read, Joins) else read

    @property
    def handed_over(self) -> list[tuple[int, Seat, Seat]]:
        """The seats that were taken over: the hand, the new player, and the former one."""
        return [
            (record.number, entry.report.who, entry.report.whom)
            for record in self.records
            for entry in record.entries
            if isinstance(entry.report, Replaces)
        ]

    def called_then(self, text: str, line: int) -> str:
        """A message about an earlier line, with the names of the players who had the seats then."""
        later = [entry.report for entry in self.entries if isinstance(entry.report, Replaces)]
        for report in reversed([report for report in later if report.line > line]):
            name = re.compile(rf'(?<!\w)"?{re.escape(report.who)}"?(?!\w)', re.IGNORECASE)
            text = name.sub(quoted(report.whom).replace("\\", r"\\"), text)
        return text

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Undoes at the end of the block what is applied inside.

        >>> from referee import Referee, find_game
        >>> table = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"])
        >>> with table.trial():
        ...     accepted = table.hear("deal Ann").accepted
        >>> accepted, len(table.entries)
        (True, 0)
        """
        before = len(self.entries)
        try:
            yield
        finally:
            if count := len(self.entries) - before:
                self.undo(count)

    def undo(self, count: int = 1) -> list[Entry]:
        """Undoes the last reports and returns them, newest first."""
        if self._restarts and count >= len(self.entries) - self._restarts[-1][1]:
            late, number = self._restarts.pop()
            anew = self.entries[number:][::-1]
            self._sit_at(late)
            return anew + (self.undo(count - len(anew)) if count > len(anew) else [])
        gone = self._hands.take_back(count)
        if any(isinstance(entry.report, ANY_TIME) for entry in gone):
            for entry in self._hands.reopen():
                self.judge(entry.report, overrule=entry.marked, again=True)
        elif gone:
            self._hands.shorten()
        return gone

    # The state of the table

    @property
    def hand(self) -> Hand:
        """The hand in progress, or the next if there is none."""
        return self.records[-1].run.hand

    @property
    def last(self) -> Hand | None:
        """The last finished hand, None if there is none yet."""
        record = self._hands.last
        return record.run.hand if record else None

    @property
    def entries_now(self) -> list[Entry]:
        """The entries of the hand in progress. If there is none, those of the last finished hand and since."""
        entries = self.records[-1].entries
        if self.playing or self.hand.dealer or (last := self._hands.last) is None:
            return entries
        return [*last.entries, *entries]

    @property
    def hands(self) -> list[Hand]:
        """The finished hands, and the one in progress."""
        return [hand for hand in self._judged if hand.finished or hand.dealer]

    @property
    def _judged(self) -> list[Hand]:
        """The finished hands, and the one in progress or the next."""
        every = [record.run.hand for record in self._hands.valid()][::-1]
        return [hand for hand in every if hand.finished or hand is self.hand]

    @property
    def standing(self) -> Standing:
        """The state of the game after the last finished hand."""
        standing: Standing = self.records[-1].run.hand.standing
        return standing

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.standing.over

    @property
    def broken_off(self) -> bool:
        """Whether the table stopped before the rules ended the game."""
        return self.standing.broken_off

    @property
    def entries(self) -> list[Entry]:
        """The accepted reports with their rulings, in the order they were entered."""
        return [entry for record in self.records for entry in record.entries]

    @property
    def findings(self) -> list[tuple[int, Finding]]:
        """Every finding that still holds, with the line number of the report that revealed it."""
        return self._late.findings

    def fact(self, name: str) -> Any:
        """The value of a fact by its name in ``game.facts``.

        Between hands it is about the last finished hand. Raises KeyError.
        """
        hand = self.hand if self.hand.dealer else (self.last or self.hand)
        if name not in self.game.facts:
            name = next((fact for fact in self.game.facts if fact.lower() == name.lower()), name)
        if name in self.game.facts:
            return self.game.facts[name](hand)
        if name == "hand":
            return hand.number
        if name in self.accounts and name not in self.seats:
            return self.accounts[name]
        raise KeyError(name)

    # Who is at the table

    @property
    def names(self) -> Names:
        """The names of the players at the table now."""
        return self.records[-1].run.hand.names

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players at the table now, clockwise."""
        return self.hand.seats

    @property
    def players(self) -> tuple[Seat, ...]:
        """Everybody who has played, including players who have left."""
        return (*self.seats, *self.standing.heirs)

    @property
    def sides(self) -> tuple[Seat, ...]:
        """Everybody who has a score: players or teams, including players who have left."""
        return (*self.hand.sides, *self.standing.heirs)

    @property
    def dealer(self) -> Seat:
        """Who deals the hand in progress, or the next if there is none."""
        return self.hand.dealer or self.standing.dealer or self.seats[0]

    # The score

    @property
    def lines(self) -> list[Line]:
        """Every line of the score that counts, in the order of the game."""
        return [line for hand in self._judged for line in hand.lines]

    def lines_by_hand(self) -> list[tuple[int, list[Line]]]:
        """The score lines by number of the hand, including later claims.

        Lines that belong to no hand are under 0. They come before the hand during which they were booked, or after its
        last line.
        """
        lines: dict[int, list[Line]] = {}
        for line in self.lines:
            lines.setdefault(line.hand, []).append(line)
        parts: list[tuple[int, list[Line]]] = []
        for hand in self._judged:
            last = max((i for i, line in enumerate(hand.lines) if line.hand == hand.number), default=len(hand.lines))
            parts.append((0, [line for line in hand.lines[:last] if not line.hand]))
            if hand.number in lines or hand.finished or hand.dealer:
                parts.append((hand.number, lines.pop(hand.number, [])))
            parts.append((0, [line for line in hand.lines[last:] if not line.hand]))
        parts += [(number, rest) for number, rest in lines.items() if number]
        return [(number, part) for number, part in parts if number or part]

    @property
    def scores(self) -> dict[Seat, int]:
        """The points of every side, or its net chips in a game whose score is chips."""
        return {side: self.standing.balance.get(side, 0) for side in self.sides}

    @property
    def accounts(self) -> dict[str, int]:
        """The net chips of every player and pot, adding up to zero. Empty in a game without chips."""
        return self._hands.accounts

    def hand_scores(self) -> dict[Seat, int]:
        """The points of each side that played in the last finished hand. Empty if there is none yet."""
        last = self.last
        if last is None:
            return {}
        scores = {side: 0 for side in last.sides if side not in last.sitting_out}
        for record in self._hands.valid():
            if record.number < last.number:
                break
            for line in record.run.hand.lines:
                if line.hand == last.number and line.who in scores:
                    scores[Seat(line.who)] += line.points
        return scores

    def winners(self) -> list[Seat]:
        """Who has won. Empty until the game is over, and if the table stopped early."""
        return [] if self.broken_off else self.ahead()

    def ahead(self) -> list[Seat]:
        """Who has the best score when the game stops, at its end or early. Empty before that."""
        if not self.over:
            return []
        conceded = self.standing.conceded
        best = self.game.winners(self.last or self.hand) if self.game.winners else None
        if best is None:
            still_in = {side: points for side, points in self.scores.items() if side not in conceded}
            best = leaders(still_in, self.game.low_wins(self.in_force))
        best = [side for side in best if side not in conceded]
        return [self.standing.tie] if self.standing.tie in best else best

    # What can be reported next

    def next(self) -> list[Seat]:
        """The players who are next to report something.

        Empty if nobody in particular is, for example for a card turned up.
        """
        return list(dict.fromkeys(seat for ask in self.awaited() for seat in ask.seats() or ()))

    def legal(self, who: str = "", verb: str = "") -> list[Report]:
        """The reports that would be accepted now from the players who are next, the likeliest first.

        ``who`` and ``verb`` select those of one player and one verb. Raises ValueError if there is no such player or
        verb.
        """
        if who not in ("", *self.seats, *self.sides):
            raise ValueError(f"nobody here is called {who}. The players: {', '.join(self.seats)}")
        if verb and not any(verb == form.kind.verb for forms in self.vocabulary.shapes.values() for form in forms):
            raise ValueError(f"{self.game.name} has no verb {verb!r}")
        return [
            report
            for seat, by_verb in legal.legal(self).items()
            for kind, reports in by_verb.items()
            for report in reports
            if who in ("", seat) and verb in ("", kind.verb)
        ]

    @property
    def playing(self) -> bool:
        """Whether a hand is in progress, so that a change of house rules waits for the next deal."""
        return self._hands.record.playing

    @property
    def whole(self) -> bool:
        """Whether the hand in progress can be closed now, by the first report of the next or by the end of the game."""
        return self._hands.whole

    # The rules of the house

    @property
    def in_force(self) -> Mapping[str, Any]:
        """The value of every option in the hand in progress, or in the next if there is none."""
        return self.hand.house_agreed

    def house_in(self, number: int) -> Mapping[str, Any]:
        """The house rules of a hand. If there is no such hand, those in force."""
        return next((hand.house_agreed for hand in self.hands if hand.number == number), self.in_force)

    def rule_text(self, rule: str, hand: int = 0) -> str:
        """The sentence of a rule by its id, as this table plays it now, or played it in a hand. Raises KeyError.

        It also has the rules that are cited in every game, such as ``game-over``, and the table's own.
        """
        house = self.house_in(hand)
        if own := own_rules(house).get(rule):
            return own.text
        return CORE_RULES.get(rule) or self.game.said(rule, len(self.seats), house)

    def amendments(self) -> list[tuple[int, dict[str, tuple[Any, Any]]]]:
        """The options that were changed mid-game: the first hand, and for each option its value before and since."""
        coming = self.hand.dealt_next
        houses = [(hand.number, hand.house_agreed) for hand in self.hands]
        amended: list[tuple[int, dict[str, tuple[Any, Any]]]] = []
        before: Mapping[str, Any] = self.house
        for number, house in (*houses, (coming, self._hands.house_at(self.standing))):
            if changed := {
                name: (before.get(name), value) for name, value in house.items() if value != before.get(name)
            }:
                amended.append((number, changed))
            before = house
        return amended


__all__ = ["Referee", "Ruling"]
