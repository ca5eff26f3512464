"""Columns for bonuses and penalties, boxes that are filled once, and bonuses at the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from referee.declared import sheet as declared
from referee.declared.column_reports import ColumnReport
from referee.declared.columns import ColumnAtWork, Numbers, Round, has, listed, one_or_more, times
from referee.game.asks import Asks, at
from referee.game.facts import Fact
from referee.game.findings import Line
from referee.game.game import Hand
from referee.kit.messages import lines
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.rule import Reason


class BonusAtWork(Numbers[declared.Bonus]):
    unit = "times"

    def sentence(self) -> str:
        does = "cost" if self.spec.kind == "penalty" else "score"
        often = ", at most {most:times} a " + self.of_sheet.unit
        often += f" for each {self.one_of} and {{total:times}} in all" if self.spec.total is not None else ""
        return f"{self.title[:1].upper()}{self.title[1:]} {does}{'' if self.plural else 's'} {{worth}}{often}."

    def make(self) -> None:
        self.single = self.report(
            ColumnReport,
            f"{self.one} {self.does}"
            + ", if they have a separate score" * (not self.spec.worth)
            + "; add the number if it is more than 1" * (self.spec.most != 1),
            parts={"number": (int, 1)},
        )
        self.check(self.single)(lambda hand, report: self.already(hand, report) or self.fault(hand, report))
        if self.spec.after:
            self.check(self.single)(self.too_early)
        self.offer(self.single, lambda hand, seat: self.possible(self.single, hand, seat))

    def too_early(self, hand: Round, report: Report) -> Reason | None:
        """Why it is too early: a box that must be filled first is empty or has 0. Otherwise None."""
        for name in self.spec.after:
            if not (filled := hand.standing.kept.get(f"{name} {report.who}")):
                box = self.titled(name)
                why = f"hasn't filled the {box} box yet" if filled is None else f"has 0 in the {box} box"
                return Reason(f"{report.who} {why}, so {self.title} {'don' if self.plural else 'doesn'}'t count")
        return None

    def beyond(self, hand: Round, seats: Mapping[Seat, int]) -> str:
        return self.together(hand, dict.fromkeys(seats, 1), ())

    def highest(self, hand: Any) -> int | None:
        total = self.number(hand, "total")
        return min(int(self.number(hand, "most")), 99 if total is None else int(total))

    def possible(self, kind: Any, hand: Round, seat: Seat) -> Iterator[Report]:
        most = int(self.number(hand, "most"))
        return (kind(number, who=seat) for number in range(1, min(most, 20) + 1))

    def entered_by(self, hand: Hand, report: Any) -> dict[Seat, int]:
        return {report.who: report.number}

    def in_play(self, house: Mapping[str, Any]) -> bool:
        return bool(self.of_house(house, "worth") and self.of_house(house, "most"))

    def amiss(self, hand: Hand, number: int) -> str:
        most = int(self.number(hand, "most"))
        if number < 1:
            return (
                f"there can't be {number} {self.title}" if self.plural else f"{self.title} can't count {number} times"
            )
        if number <= most:
            return ""
        if self.plural:
            return (
                f"{self.one} can have at most {one_or_more(most, self.title)} in a {self.of_sheet.unit}, not {number}"
            )
        return f"{self.title} counts at most {times(most)} a {self.of_sheet.unit}, not {number} times"

    def only(self, total: int) -> str:
        """How many of them there can be: ``there can be only 4 red threes in a round``."""
        if not total or not self.plural:
            return (
                f"{self.title} {'don' if self.plural else 'doesn'}'t count at this table"
                if not total
                else (f"{self.title} counts only {times(total)} in a {self.of_sheet.unit}")
            )
        return f"there can be only {one_or_more(total, self.title)} in a {self.of_sheet.unit}"

    def together(self, hand: Round, numbers: Mapping[Seat, int], left: Iterable[Seat]) -> str:
        total, number = self.number(hand, "total"), sum((self.having(hand) | dict(numbers)).values())
        if total is None or number <= total:
            return ""
        return f"{self.only(total)}, not {number}" + " times" * (not self.plural) if total else self.only(total)

    def no_more(self, hand: Round) -> str:
        total, entered = self.number(hand, "total"), hand.reports.get(self.name, {})
        if entered and total is not None and sum(hand.of(self.name).values()) >= total:
            have = f"{listed(entered)} already {has(*entered)} {'them' if self.plural else 'it'}"
            return f"{self.only(total)}, and {have}{lines(entered.values())}"
        return super().no_more(hand)

    def asks(self, hand: Round) -> Asks[Any]:
        if not self.untold(hand):
            return Asks()
        return hand.ask(lambda: self.untold(hand), self.single, aside=True)

    def now(self, hand: Round) -> str:
        numbers = hand.so_far(self.name)
        once = int(self.number(hand, "most")) == 1
        named = ", ".join(seat if once else f"{seat} {number}" for seat, number in numbers.items())
        return f"{self.title}: {named}" if named else ""

    def score(self, hand: Round) -> None:
        worth = int(self.number(hand, "worth")) * (-1 if self.spec.kind == "penalty" else 1)
        for seat, number in self.having(hand).items():
            if self.voided(hand, seat):
                continue
            because = "" if number == 1 else f"{number} {self.title}" if self.plural else f"{number} times"
            of = (self, *self.implied_by)
            reports = [report for column in of for report in hand.report_of(column.name, seat)]
            hand.book(seat, self.rule, worth * number, because, *reports[:1])


class BoxAtWork(Numbers[declared.Box]):
    """A box on each player's sheet. Each player fills one a round."""

    unit = "points"

    def sentence(self) -> str:
        if self.spec.values:
            return f"{self.title[:1].upper()}{self.title[1:]}: score {listed([*self.spec.values, 0], 'or')}."
        most = f" to {self.spec.most}" if self.spec.most is not None else " or more"
        nothing = ", or 0" if self.spec.least else ""
        steps = f", a multiple of {self.spec.step}" if self.spec.step != 1 else ""
        return f"{self.title[:1].upper()}{self.title[1:]}: score {self.spec.least}{most}{steps}{nothing}."

    def make(self) -> None:
        doc = f"a player fills the {self.title} box"
        self.single = self.report(ColumnReport, doc, parts={"number": (int,)}, as_said="fills a box", once_a_game=True)
        self.check(self.single)(lambda hand, report: self.filled(hand, report) or self.fault(hand, report))
        self.offer(self.single, lambda hand, seat: (self.single(n, who=seat) for n in self.some()))

    def some(self) -> list[int]:
        """The values of the box, and 0."""
        most = self.spec.least + 20 * self.spec.step if self.spec.most is None else self.spec.most
        values = self.spec.values or [*range(self.spec.least, most + 1, self.spec.step)[:60]]
        return [*values, *([0] if 0 not in values else [])]

    def highest(self, hand: Any) -> int | None:
        return max(self.spec.values, default=self.spec.most)

    def boxes(self, hand: Round) -> list[str]:
        return [column.name for column in hand.columns if isinstance(column, BoxAtWork)]

    def key(self, seat: Seat) -> str:
        return f"{self.name} {seat}"

    def filled(self, hand: Round, report: Report) -> Reason | None:
        """Why a box can't be filled: it is full, or the player has filled one this round. Otherwise None."""
        if self.key(report.who) in hand.standing.kept:
            had = hand.standing.kept[self.key(report.who)]
            return Reason(f"{report.who}'s {self.title} box is already filled, with {had}")
        for name in self.boxes(hand):
            if before := hand.reports.get(name, {}).get(report.who):
                return Reason(f"{report.who} has already filled a box this {self.of_sheet.unit} ({at(before)})", before)
        return None

    def amiss(self, hand: Hand, number: int) -> str:
        spec = self.spec
        if number == 0:
            return ""
        if spec.values and number not in spec.values:
            return f"{self.title} must be {listed([0, *spec.values], 'or')}, not {number}"
        if number < spec.least or (spec.most is not None and number > spec.most):
            return f"{self.title} must be {spec.least} to {spec.most}, not {number}"
        return f"{self.title} must be a multiple of {spec.step}, not {number}" if number % spec.step else ""

    def unfilled(self, hand: Round) -> tuple[Seat, ...]:
        """Players who haven't filled a box this round and have one left."""
        boxes = self.boxes(hand)
        return tuple(
            seat
            for seat in self.tellers(hand)
            if not any(seat in hand.reports.get(name, {}) for name in boxes)
            and any(f"{name} {seat}" not in hand.standing.kept for name in boxes)
        )

    def may_fill(self, hand: Round) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.unfilled(hand) if self.key(seat) not in hand.standing.kept)

    def needed(self, hand: Round) -> bool:
        return True

    def settled(self, hand: Round) -> bool:
        return not self.unfilled(hand)

    def lacks(self, hand: Round) -> str:
        untold = self.unfilled(hand)
        return f"{listed(untold)} {'hasn' if len(untold) == 1 else 'haven'}'t filled a box" if untold else ""

    def asks(self, hand: Round) -> Asks[Any]:
        return hand.ask(lambda: self.may_fill(hand), self.single) if self.may_fill(hand) else Asks()

    def score(self, hand: Round) -> None:
        for seat, number in hand.of(self.name).items():
            hand.standing.kept[self.key(seat)] = number
            hand.book(seat, self.rule, number, "" if number else "0 in this box", hand.reports[self.name][seat])


def open_boxes(hand: Round) -> dict[Seat, list[str]]:
    """The boxes that each player hasn't filled."""
    boxes = [column for column in hand.columns if isinstance(column, BoxAtWork)]
    filled = {(column.name, seat) for column in boxes for seat in hand.reports.get(column.name, {})}
    return {
        seat: [
            column.title
            for column in boxes
            if column.key(seat) not in hand.standing.kept and (column.name, seat) not in filled
        ]
        for seat in hand.seats
    }


OF_BOXES = (
    Fact(
        lambda hand: {seat: ", ".join(boxes) or "none" for seat, boxes in open_boxes(hand).items()},
        "box open", "box left", "box empty", "left fill", "left", "need fill", "open",
    ),
    Fact(
        lambda hand: {seat: len(boxes) for seat, boxes in open_boxes(hand).items()},
        "many box", "many box left", "many box open", "many left fill",
    ),
)  # fmt: skip
"""The boxes left, as players ask for them."""


class ReachedAtWork(ColumnAtWork[declared.Reached]):
    @property
    def asked(self) -> tuple[Fact, ...]:
        """How much each side still needs to reach it."""
        names = (self.title, self.title.split()[-1])
        return (
            Fact(self.missing_to, *(f"{ask} {name}" for name in names for ask in ("need", "left", "far", "short"))),
        )

    def missing_to(self, hand: Round) -> dict[Seat, int]:
        """The points that each side needs for it, 0 if it has them."""
        goal, kept = int(self.number(hand, "at")), hand.standing.kept
        now = dict.fromkeys(hand.sides, 0)
        for name in self.spec.of if not hand.finished else ():
            for seat, number in hand.of(name).items():
                now[hand.side(seat)] += number
        return {side: max(0, goal - kept.get(f"{self.name} sum {side}", 0) - now[side]) for side in hand.sides}

    def sentence(self) -> str:
        of = self.of_columns
        return f"If you have {{at}} or more in {of}, you score {{worth}} more, once."

    def in_play(self, house: Mapping[str, Any]) -> bool:
        return bool(self.of_house(house, "worth"))

    def after(self, hand: Round) -> None:
        kept = hand.standing.kept
        for side in hand.sides:
            key, sums = f"{self.name} {side}", f"{self.name} sum {side}"
            brought = sum(line.points for line in hand.lines if line.who == side and line.rule in self.spec.of)
            kept[sums] = kept.get(sums, 0) + brought
            if key not in kept and kept[sums] >= self.number(hand, "at"):
                kept[key] = 1
                hand.book(side, self.rule, int(self.number(hand, "worth")), f"{kept[sums]} reached")


class DoubleAtWork(ColumnAtWork[declared.Double]):
    """Bets between two players on who does better in the round."""

    single: Any
    again: Any

    def sentence(self) -> str:
        unit = self.of_sheet.unit
        return (
            f"Before the first card, you may double another player. After the {unit}, the one of you who scored better"
            " gets the difference from the other. If the player you doubled redoubles, it is twice the"
            " difference."
        )

    def make(self) -> None:
        self.single = self.report(ColumnReport, "a player doubles another", parts={"whom": (Seat,)})
        self.again = self.report(
            ColumnReport, "a player who was doubled redoubles", self.spec.redoubles, parts={"whom": (Seat,)}
        )
        self.check(self.single, self.again)(self.fault)

    @staticmethod
    def key(who: Seat, whom: Seat) -> Seat:
        return Seat(f"{who} {whom}")

    def fault(self, hand: Round, report: Any) -> Reason | str | None:
        entered, who, whom = hand.reports.get(self.name, {}), report.who, report.whom
        if who == whom:
            return f"{who} can't double {who}: name another player"
        if before := entered.get(self.key(who, whom)):
            return Reason(f"`{before.text}` is already entered ({at(before)})", before)
        doubled = entered.get(self.key(whom, who))
        if isinstance(report, self.again):
            return None if doubled else f"{whom} hasn't doubled {who}"
        return Reason(f"{whom} has doubled {who} ({at(doubled)}), so {who} redoubles", doubled) if doubled else None

    def no_more(self, hand: Round) -> str:
        if hand.contracts and not hand.contract:
            return "no contract has been declared yet"
        if hand.by_cards:
            return "the first card has been played"
        return super().no_more(hand)

    def asks(self, hand: Round) -> Asks[Any]:
        return hand.ask(hand.players, self.single, self.again, aside=True)

    def take(self, hand: Round, report: Any) -> None:
        hand.reports.setdefault(self.name, {})[self.key(report.who, report.whom)] = report

    def now(self, hand: Round) -> str:
        return ", ".join(report.text for report in hand.reports.get(self.name, {}).values())

    def after(self, hand: Round) -> None:
        scores = hand.scores
        for report in hand.reports.get(self.name, {}).values():
            who, whom = report.who, report.whom  # type: ignore[attr-defined]
            if difference := scores[who] - scores[whom]:
                because = f"{report.text}: {scores[who]} and {scores[whom]}"
                hand.enter(hand._line(who, self.rule, difference, because, (report,), "", None))
                hand.enter(hand._line(whom, self.rule, -difference, because, (report,), "", None))


class FinalAtWork(ColumnAtWork[declared.Final]):
    def sentence(self) -> str:
        spec = self.spec
        parts = ["the winner scores {worth}" if spec.worth is not None else ""]
        parts += [
            "each side scores {each-round} for each round in which it scored" if spec.each_round is not None else ""
        ]
        parts += ["the winner scores {shutout} more if the other side never scored" if spec.shutout is not None else ""]
        return f"When the game is over, {listed([part for part in parts if part] or ['nothing is added'])}."

    def after(self, hand: Round) -> None:
        kept = hand.standing.kept
        for side in hand.sides:
            key = f"{self.name} {side}"
            kept[key] = kept.get(key, 0) + (hand.scores[side] > 0)

    def at_the_end(self, hand: Round, winners: Sequence[Seat]) -> Iterator[Line]:
        """The lines that the end of the game adds after this round."""

        def line(side: Seat, points: int, because: str) -> Line:
            return Line(side, points, self.rule.lines[0], self.rule.name, because, hand.number)

        kept = hand.standing.kept
        worth, each, shutout = (self.amount(hand, key) for key in ("worth", "each_round", "shutout"))
        blank = all(not kept.get(f"{self.name} {side}", 0) for side in hand.sides if side not in winners)
        for side in hand.sides:
            rounds = kept.get(f"{self.name} {side}", 0)
            if side in winners and worth:
                yield line(side, worth, "won the game")
            if each and rounds:
                yield line(side, each * rounds, one_or_more(rounds, "rounds"))
            if side in winners and shutout and blank:
                yield line(side, shutout, "a shutout")
