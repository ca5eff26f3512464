"""Columns for what players have: points, things that are counted, one particular thing, or all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar, cast

from referee.declared import sheet as declared
from referee.declared.column_reports import ColumnReport, Terms, named_points
from referee.declared.columns import (
    SIGN,
    ColumnAtWork,
    Numbers,
    Round,
    ToldOnce,
    dealing,
    difference,
    few,
    least_and_most,
    left_out,
    listed,
    most_of_words,
    named,
    nearby,
    one_or_more,
    words_amiss,
    worth_of_terms,
    wrong_number,
)
from referee.game.asks import Asks, at
from referee.game.game import Fact, Hand
from referee.language.reports import Report
from referee.language.words import Seat, quoted
from referee.rules.options import Option
from referee.rules.rule import Reason, Rule, judges, miscounted


def still_open(hand: Round) -> Iterator[ColumnAtWork[Any]]:
    """The columns that still need a number."""
    return (column for column in hand.columns if not column.settled(hand))


class CountAtWork(Numbers[declared.Count]):
    def sentence(self) -> str:
        total = (
            ""
            if self.spec.total is None
            else (f", {'as many as the number of the round' if self.spec.total == 'round' else '{total} in all'}")
        )
        if self.spec.counts == "not" or (self.spec.each == 0 and not self.spec.worth):
            nothing = "" if self.spec.counts == "not" else ". Each one scores {each:score}"
            return f"Enter each player's {self.title}{total}{nothing}."
        loses = "cost" if self.spec.counts == "against" else "score"
        beyond = " beyond {beyond}" if self.spec.beyond is not None else ""
        beyond += ", {most} at most" if self.spec.most is not None else ""
        beyond += ", {in-all} in all" if self.spec.in_all is not None else ""
        beyond += f". They count among the {self.titled(self.spec.among)}" if self.spec.among else ""
        each = f"{self.title[:1].upper()}{self.title[1:]} {loses} {{each}} each{total}{beyond}."
        return each + "".join(
            f" {number} of them together {loses} {worth}." for number, worth in self.spec.worth.items()
        )

    def make(self) -> None:
        what = re.sub("^(takes|has) ", "", self.does) if " " in self.does else self.title
        what = re.sub("^last ", "of the last ", what)
        self.make_numbers(
            f"how many {what} {self.one} {self.got}",
            f"how many {what} each {self.one_of} {self.got}, in seating order",
        )
        self.offer(self.single, lambda hand, seat: self.possible(self.single, hand, seat))
        self.entered_again()

    @property
    def got(self) -> str:
        """How players came to have them: they *took* cards and tricks."""
        return "took" if self.spec.cards or self.does.startswith("takes ") else "has"

    def clash(self, players: int, house: Mapping[str, Any]) -> str:
        most, total = self.of_house(house, "most"), self.of_house(house, "total")
        if isinstance(total, int) and most is not None and most * self.numbers_due(players, house) < total:
            return f"{self.option_of('total')}={total} can't be reached with {self.option_of('most')}={most}"
        return ""

    def possible(self, kind: Any, hand: Round, seat: Seat) -> Iterator[Report]:
        most = self.most(hand)
        total = self.total(hand)
        count = sum(sum(hand.of(column.name).values()) for column in (self, *self.beside(hand)))
        most = min(most, (self.there(hand) if total is None else total) - count)
        return (kind(number, who=seat) for number in range(min(most, 60) + 1))

    def in_play(self, house: Mapping[str, Any]) -> bool:
        counts = self.used or self.spec.counts == "not" or bool(self.spec.worth) or self.of_house(house, "each") != 0
        return bool(counts) and self.of_house(house, "most") != 0

    @property
    def used(self) -> bool:
        """Whether another column uses this one."""
        return any(
            self.name in getattr(other, "of", ()) and not isinstance(other, declared.All)
            if not isinstance(other, declared.Bid)
            else other.of == self.name
            for other in self.of_sheet.columns.values()
        )

    def most(self, hand: Hand) -> int:
        most: int | None = self.number(hand, "most")
        return declared.MOST if most is None else most

    def there(self, hand: Hand) -> int:
        """The most there can be, entered or not."""
        there: int | None = self.whole(hand).number(hand, "in_all")
        return declared.MOST if there is None else there

    def whole(self, hand: Hand) -> CountAtWork:
        """The column with the number of these things."""
        columns: tuple[ColumnAtWork[Any], ...] = hand.game.columns  # type: ignore[attr-defined]
        whole = next((column for column in columns if column.name == self.spec.among), self)
        assert isinstance(whole, CountAtWork)
        return whole

    def beside(self, hand: Round) -> list[CountAtWork]:
        """The other columns that count the same things."""
        counts = (column for column in hand.columns if isinstance(column, CountAtWork) and column is not self)
        return [column for column in counts if column.whole(hand) is self.whole(hand)]

    def highest(self, hand: Any) -> int | None:
        total = self.total(hand)
        most = min(self.most(hand), self.there(hand) if total is None else total)
        return None if most == declared.MOST else most

    def total(self, hand: Hand) -> int | None:
        if isinstance(hand, Round) and (there := hand.there_are(self.name)) is not None:
            return there
        total: Any = self.number(hand, "total")
        if total != "round":
            return cast("int | None", total)
        growing: int | None = self.number(hand, "growing")
        return 1 + (hand.number - 1) * (1 if growing is None else growing)

    def amiss(self, hand: Hand, number: int) -> str:
        if number < 0:
            return f"there can't be {number} {self.title}"
        if number > (most := self.most(hand)):
            return f"{number} {self.title} are too many: the most is {most}"
        return ""

    def together(self, hand: Round, numbers: Mapping[Seat, int], left: Iterable[Seat]) -> str:
        total, count = self.total(hand), sum(numbers.values())
        there = self.there(hand) if total is None else total
        elsewhere = {column: number for column in self.beside(hand) if (number := sum(hand.of(column.name).values()))}
        if count and (together := count + sum(elsewhere.values())) > there and elsewhere:
            both = [one_or_more(number, column.title) for column, number in {self: count, **elsewhere}.items()]
            return miscounted(f"{listed(both)} make {together}, and there {'is' if there == 1 else 'are'} only {there}")
        if count == there or (count < there and (total is None or tuple(left))):
            return ""
        text = f"there {'is' if there == 1 else 'are'} {'only ' * (count > there)}{there}"
        if count < there:
            return miscounted(f"that's only {one_or_more(count, self.title)}, but {text}")
        return miscounted(f"that's {one_or_more(count, self.title)}, but {text}")

    def needed(self, hand: Round) -> bool:
        return self.total(hand) is not None

    def settled(self, hand: Round) -> bool:
        if hand.keeps_sum_of(self):
            return not self.untold(hand)
        total = self.total(hand)
        return total is None or sum(hand.of(self.name).values()) == total

    def lacks(self, hand: Round) -> str:
        total, number = self.total(hand), sum(hand.of(self.name).values())
        if total is None or number == total or hand.keeps_sum_of(self):
            return ""
        only = f"only {number} of {one_or_more(total, self.title)} {'is' if number == 1 else 'are'} entered"
        return (only if number else f"{one_or_more(total, self.title)} must be entered") + left_out(self.untold(hand))

    def asks(self, hand: Round) -> Asks[Any]:
        early = any(isinstance(bids.spec, declared.Bid) and bids.spec.of == self.name for bids in still_open(hand))
        return self.ask_for(hand, self.untold, aside=early or not self.needed(hand) or self.settled(hand))

    def missing(self, hand: Round) -> tuple[Seat, ...]:
        if hand.keeps_sum_of(self):
            return self.untold(hand)
        if not self.spec.every_round or self.number(hand, "in_all") is None:
            return super().missing(hand)
        return self.untold(hand) if sum(hand.of(self.name).values()) < self.there(hand) else ()

    def worth_of(self, hand: Hand, number: int) -> int:
        if (worth := self.spec.worth.get(str(number))) is not None:
            return worth
        beyond: int = self.number(hand, "beyond") or 0
        return int(self.number(hand, "each")) * max(0, number - beyond)

    def whole_worth(self, hand: Hand) -> int:
        """What all of them are worth."""
        return SIGN[self.spec.counts] * self.worth_of(hand, self.total(hand) or 0)

    def score(self, hand: Round) -> None:
        if self.spec.counts == "not":
            return
        entered = hand.reports.get(self.name, {})
        for seat, number in hand.of(self.name).items():
            if (points := self.worth_of(hand, number)) and not self.voided(hand, seat):
                text = one_or_more(number, self.title)
                hand.book(seat, self.rule, SIGN[self.spec.counts] * points, text, entered[seat])


class PointsAtWork(Numbers[declared.Points]):
    verbless: ClassVar[bool] = False
    group: Any = None

    @property
    def unit(self) -> str:
        return "points in hand" if self.verb == "holds" else "points"

    @property
    def asked_of_all(self) -> str:
        return f"How many {self.unit} does each {self.one_of} have?"

    def sentence(self) -> str:
        title = f"Enter {self.title}"
        text = {
            "all": f"{title} for each player",
            "one": f"{title} for the one player who has them",
            "any": f"{title} for every player who has them",
            "once": f"{title} once a {self.of_sheet.unit} for every player who has them",
            "often": f"{title} whenever a player gets them",
        }[self.spec.told]
        text += ", {total} in all" if self.spec.total is not None else ""
        text += ", at least {least}" if self.spec.least is not None else ""
        text += ", at most {most}" if self.spec.most is not None else ""
        text += ", a multiple of {step}" if self.spec.step is not None else ""
        if self.spec.named:
            text += "".join(f". {word.capitalize()} is worth {{{word}}}" for word in self.spec.named)
        if self.spec.paid_to:
            text += f". All of them go to the player with {self.titled(self.spec.paid_to)}"
        return text + "."

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        rule = super().written(more, text, keys, lines)
        named(self, rule, self.spec.named)
        return rule

    def make(self) -> None:
        kind: Any = named_points(self.spec.named, most_of_words(self.spec)) if self.spec.named else int
        together = self.spec.told in ("all", "any")
        whose = "the dealer" if self.spec.whose else self.one
        self.make_numbers(
            (
                f"the player who {self.does}, and the {self.title}"
                if self.spec.told == "one"
                else f"{whose}'s {self.title}"
            )
            + (f"; add {listed(map('`{}`'.format, self.spec.named), 'or')} if it applies" if self.spec.named else ""),
            f"each {self.one_of}'s {self.title}, in seating order" if together else "",
            kind,
            verbless=self.verbless,
        )
        self.offer(self.single, lambda hand, seat: (self.single(number, who=seat) for number in self.some(hand, kind)))
        if together and not self.by_side:
            doc = f"the same {self.title} for several players; type a + between their names, as in `Ann+Ben`"
            self.group = self.report(ColumnReport, doc, parts={"number": (kind,)}, several=True, verbless=self.verbless)
            self.check(self.group)(lambda hand, report: self.already(hand, report) or self.fault(hand, report))
            self.offer(self.group, lambda hand, seat: ())
        if self.spec.told != "often":
            self.entered_again()

    @property
    def of_several(self) -> tuple[type[ColumnReport], ...]:
        return (self.group, self.row) if self.group else (self.row,)

    def some(self, hand: Round, kind: Any) -> list[Any]:
        """Some of the numbers a player may have."""
        if self.spec.named:
            return [kind((part,)) for part in (*((name, 1) for name in self.spec.named), ("", 0), ("", 10))]
        if self.spec.values:
            return self.spec.values
        least, most, step = self.least(hand), self.number(hand, "most"), self.number(hand, "step")
        total = self.total(hand)
        if total is None:
            return few(least, most, step)
        left, others = total - sum(hand.of(self.name).values()), max(len(self.wanted(hand)) - 1, 0)
        lowest = least if most is None else max(left - most * others, least or 0)
        highest = left - max(least or 0, 0) * others
        numbers = few(lowest, highest if most is None else min(most, highest), step)
        return [*numbers, *([left] if left not in numbers else [])]

    def value(self, hand: Hand, terms: Any) -> int:
        return worth_of_terms(self, hand, terms) if isinstance(terms, Terms) else int(terms)

    @property
    def asked(self) -> tuple[Fact, ...]:
        """What players ask about points of the dealer, such as the crib."""
        if self.spec.whose != "dealer":
            return ()
        return (
            Fact(lambda hand: hand.dealer or None, f"whose {self.name}", f"who have {self.name}"),
            Fact(
                lambda hand: hand.next_dealer or (hand.after(hand.dealer) if hand.dealer else None),
                f"whose {self.name} next",
                f"who have {self.name} next",
            ),
        )

    def tellers(self, hand: Hand) -> tuple[Seat, ...]:
        return (hand.side(dealing(hand)),) if self.spec.whose == "dealer" else super().tellers(hand)

    def fault(self, hand: Round, report: Any) -> str | None:
        return words_amiss(self, report.number) or super().fault(hand, report)

    def row_fault(self, hand: Round, report: Any) -> str | None:
        wrong = (wrong_number(self.spec.number, number) for number in report.numbers)
        return next(filter(None, wrong), None) or super().row_fault(hand, report)

    def highest(self, hand: Any) -> int | None:
        if self.spec.values:
            return max(self.spec.values)
        most, least = super().highest(hand), self.least(hand)
        return most if most is not None or least is None or least < 0 else self.total(hand)

    def total(self, hand: Hand) -> int | None:
        total: int | None = self.number(hand, "total")
        return total

    def least(self, hand: Hand) -> int | None:
        least: int | None = self.number(hand, "least")
        return least

    def clash(self, players: int, house: Mapping[str, Any]) -> str:
        least, most, total, step = (self.of_house(house, key) for key in ("least", "most", "total", "step"))
        name, step = self.option_of, step or 1
        if wrong := least_and_most(self, house):
            return wrong
        lowest = None if least is None else least + -least % step
        highest = None if most is None else most - most % step
        if lowest is not None and highest is not None and lowest > highest:
            return f"{name('least')}={least} to {name('most')}={most} has no multiple of {name('step')}={step}"
        if total is None:
            return ""
        if total % step:
            return f"{name('total')}={total} isn't a multiple of {name('step')}={step}"
        many = self.numbers_due(players, house)
        if lowest is not None and lowest * many > total:
            return f"{name('total')}={total} can't be reached with {name('least')}={least} for {players} players"
        if highest is not None and highest * many < total:
            return f"{name('total')}={total} can't be reached with {name('most')}={most} for {players} players"
        return ""

    def shares(self, hand: Hand) -> bool:
        """Whether players without a number share the rest of the total."""
        return self.spec.shared and self.total(hand) is not None

    def shared(self, hand: Round) -> bool:
        """Whether they share it in this round. They don't if the table keeps numbers that don't add up."""
        return self.shares(hand) and not hand.keeps_sum_of(self)

    def all_entered(self, hand: Hand) -> int | None:
        return None if self.spec.paid_to else self.total(hand)

    def winner(self, hand: Round) -> Seat | None:
        """The player who gets what the others have, or None."""
        return next(iter(hand.of(self.spec.paid_to)), None) if self.spec.paid_to else None

    def amiss(self, hand: Hand, number: int) -> str:
        least, most, step = self.least(hand), self.number(hand, "most"), self.number(hand, "step")
        values = self.spec.values
        if least is not None and number < least and not (self.spec.paid_to and number == 0):
            return f"{number} is too little: the least is {least}"
        if most is not None and number > most:
            return f"{number} is too much: the most is {most}"
        if values and number not in values:
            return f"{number} isn't possible: {nearby(number, values)}"
        if number in self.spec.never:
            return f"the {self.title} can never be {number}"
        if step and number % step:
            return f"{self.title} must be a multiple of {step}, not {number}"
        return ""

    def together(self, hand: Round, numbers: Mapping[Seat, int], left: Iterable[Seat]) -> str:
        if (winner := self.winner(hand)) and numbers.get(winner):
            return f"{winner} gets the others' {self.title}, so {winner}'s own must be 0, not {numbers[winner]}"
        total, count, left = self.total(hand), sum(numbers.values()), tuple(left)
        if self.spec.paid_to and not left and all(numbers.values()):
            return f"one player gets the others' {self.title}, so one number must be 0"
        if self.spec.paid_to and (self.least(hand) or 0) > 0:
            without = [seat for seat, number in numbers.items() if not number and seat != winner]
            if without[0 if winner else 1 :]:
                who = listed(without if winner else without[:2])
                if winner:
                    return f"{winner} has no {self.title}, so {who} must have some"
                return f"{who} have no {self.title}, and only one player can have none"
        if total is None or count == total:
            return ""
        if left and self.shared(hand):
            rest = total - count
            uneven = f"{listed(left)} can't share the remaining {rest} evenly"
            return miscounted(uneven) if rest % len(left) else ""
        if left:
            least, most = self.least(hand), self.number(hand, "most")
            lowest = None if least is None else count + least * len(left)
            highest = None if most is None else count + most * len(left)
            if lowest is not None and lowest > total and not least:
                return miscounted(f"that adds up to {count}, not {total}: {count - total} too many")
            if (lowest is not None and lowest > total) or (highest is not None and highest < total):
                return miscounted(f"that adds up to {count}, so the {self.of_sheet.unit} can't add up to {total}")
            return ""
        return miscounted(f"that adds up to {count}, not {total}: {difference(count, total)}")

    def needed(self, hand: Round) -> bool:
        instead = self.spec.instead_of and hand.reports.get(self.name)
        return self.spec.told in ("all", "one") or bool(instead)

    def wanted(self, hand: Round) -> tuple[Seat, ...]:
        """Players without a number, except the one who gets what the others have."""
        winner = self.winner(hand)
        return tuple(seat for seat in self.untold(hand) if seat != winner)

    def settled(self, hand: Round) -> bool:
        if self.spec.paid_to and not self.winner(hand):
            return False
        if not hand.reports.get(self.name):
            return False
        total, least = self.total(hand), self.least(hand)
        if self.spec.told == "one" or not self.wanted(hand):
            return True
        if self.shared(hand):  # with nothing to share, a player with 0 sits out, and more numbers may follow
            return bool(total or any(hand.of(self.name).values()))
        none_below = total is not None and (total > 0 if least is None else least >= 0)
        return (none_below or len(self.wanted(hand)) == 1) and sum(hand.of(self.name).values()) == total

    def lacks(self, hand: Round) -> str:
        if not self.needed(hand):
            return ""
        if not hand.reports.get(self.name):
            return f"the {self.title} {self.is_are} missing"
        if self.spec.paid_to and (left := self.wanted(hand)):
            return f"{self.of_seats(left)} {self.is_are} missing"
        total, number = self.total(hand), sum(hand.of(self.name).values())
        if total is None or number == total or self.shared(hand) or hand.keeps_sum_of(self):
            return ""
        off = f"{difference(number, total)}{left_out(self.wanted(hand))}"
        return f"that adds up to {number}, not {total}: {off}"

    def missing(self, hand: Round) -> tuple[Seat, ...]:
        entered = hand.reports.get(self.name)
        if entered and self.spec.told == "once":
            return self.untold(hand)
        return self.wanted(hand) if entered and self.needed(hand) and not self.settled(hand) else super().missing(hand)

    def asks(self, hand: Round) -> Asks[Any]:
        if self.spec.told in ("one", "once", "often"):
            seats = self.untold(hand) if self.spec.told == "once" else self.tellers(hand)
            return hand.ask(seats, self.single, free=True)
        return self.ask_for(hand, self.untold, aside=self.spec.told == "any")

    def no_more(self, hand: Round) -> str:
        entered = hand.reports.get(self.name, {}).items() if self.spec.told == "one" else ()
        return super().no_more(hand) or next((self.as_entered(seat, report) for seat, report in entered), "")

    def already(self, hand: Round, report: Report) -> Reason | None:
        named_by = self.entered_by(hand, report)
        if self.spec.whose == "dealer" and (wrong := [one for one in named_by if one not in self.tellers(hand)]):
            return Reason(f"{dealing(hand)} deals, so the {self.title} is {dealing(hand)}'s, not {wrong[0]}'s")
        if self.spec.told == "often":
            return None
        if self.spec.told == "once" and all(hand.of(self.name).get(seat) == n for seat, n in named_by.items()):
            return None  # entered again
        return super().already(hand, report)

    def take(self, hand: Round, report: Any) -> None:
        if self.spec.told == "once" and not set(self.untold(hand)).issuperset(self.entered_by(hand, report)):
            return  # entered again
        super().take(hand, report)
        if self.spec.told in ("once", "often"):
            for seat, number in self.entered_by(hand, report).items():
                if number:
                    hand.book(seat, self.rule, SIGN[self.spec.counts] * number, "", report)

    def score(self, hand: Round) -> None:
        if self.spec.told in ("once", "often") or self.spec.counts == "not":
            return
        numbers, entered = dict(hand.of(self.name)), hand.reports.get(self.name, {})
        last = next(reversed(entered.values())) if entered else None
        if self.shared(hand) and (rest := self.wanted(hand)):
            share = ((self.total(hand) or 0) - sum(numbers.values())) // len(rest)
            numbers |= dict.fromkeys(rest, share)
        if winner := self.winner(hand):
            paid_to = next(column for column in hand.columns if column.name == self.spec.paid_to)
            factor = paid_to.factor(hand) if isinstance(paid_to, WhoAtWork) else 1
            paid_by = {seat: number for seat, number in numbers.items() if seat != winner and number}
            numbers = {winner: factor * sum(paid_by.values())}
        for seat, number in numbers.items():
            if number and not self.voided(hand, seat):
                report = entered.get(seat) or last
                because = listed([f"{who} {has}" for who, has in paid_by.items()]) if winner else by_name(report)
                hand.book(seat, self.rule, SIGN[self.spec.counts] * number, because, *([report] if report else []))


def by_name(report: Report | None) -> str:
    """The named points of a report, as entered: ``5 and gin``. "" if there are none."""
    terms = getattr(report, "number", None)
    if not isinstance(terms, Terms) or not any(name for name, _ in terms.parts):
        return ""
    return listed([str(replace(terms, parts=(part,))) for part in terms.parts])


class WhoAtWork(ToldOnce[declared.Who]):
    @property
    def does(self) -> str:
        return super().does.replace(f"has {self.title}", f"has {self.the_title}")

    def sentence(self) -> str:
        counts = "costs" if self.spec.counts == "against" else "scores"
        one = "At most one player" if self.spec.nobody else "Exactly one player"
        return f"{self.title[:1].upper()}{self.title[1:]} {counts} {{worth}}. {one} has it."

    def make(self) -> None:
        parts = {} if self.spec.rummy is None else {"rummy": (bool, False)}
        does = self.did if self.does.startswith(("takes ", "goes ")) else self.does
        rummy = "; add `rummy` if the whole hand was laid down in one turn" if parts else ""
        self.single = self.report(ColumnReport, f"{self.one} {does}{rummy}", parts=parts)
        self.check(self.single)(self.pays)
        if parts:
            self.check(self.single)(self.rummy_counts)
        judges(self.rule, of=self.single, when="again")(self.not_as_entered)

    def not_as_entered(self, hand: Round, report: Report) -> str | None:
        had = hand.reports.get(self.name, {})
        return None if hand.side(report.who) in map(hand.side, had) else f"{report.who} didn't have {self.the_title}"

    def rummy_counts(self, hand: Round, report: Any) -> Reason | None:
        if not report.rummy or self.number(hand, "rummy") != 1:
            return None
        out = f"{quoted(report.who)} {self.verb}"
        return miscounted(f"going rummy scores nothing extra at this table: type `{out}`", instead=(out,))

    def factor(self, hand: Round) -> int:
        """What multiplies the points that the others pay."""
        rummy = any(getattr(report, "rummy", False) for report in hand.reports.get(self.name, {}).values())
        return int(self.number(hand, "rummy")) if rummy else 1

    def pays(self, hand: Round, report: Report) -> Reason | str | None:
        if why := hand.against_cards(self, dict.fromkeys(self.named_by(hand, report), 1)):
            return why
        paid = (column for column in hand.columns if getattr(column.spec, "paid_to", "") == self.name)
        for column in paid:
            if number := hand.of(column.name).get(report.who):
                before = hand.reports[column.name][report.who]
                left = one_or_more(number, column.title)
                why = f"{report.who} still has {left} ({at(before)}), so {report.who} can't have {self.the_title}"
                return Reason(why, before)
        return None

    def in_play(self, house: Mapping[str, Any]) -> bool:
        return self.of_house(house, "worth") != 0 or any(
            getattr(other, "paid_to", "") == self.name for other in self.of_sheet.columns.values()
        )

    def take(self, hand: Round, report: Report) -> None:
        hand.add(self.name, report.who, 1, report)

    def whole_worth(self, hand: Hand) -> int:
        return SIGN[self.spec.counts] * int(self.number(hand, "worth"))

    def score(self, hand: Round) -> None:
        for seat, report in hand.reports.get(self.name, {}).items():
            if (points := self.whole_worth(hand)) and not self.voided(hand, seat):
                hand.book(seat, self.rule, points, "", report)

    def now(self, hand: Round) -> str:
        return "".join(f"{self.title}: {seat}" for seat in hand.of(self.name))


class AllAtWork(ColumnAtWork[declared.All]):
    single: Any

    def sentence(self) -> str:
        return f"If you have all of the {self.of_columns}, {self.turned}."

    @property
    def turned(self) -> str:
        """The placeholder for the effect in the sentence."""
        return f"{{{self.name}}}"

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        if self.turned not in text:
            text = f"{text.removesuffix('.')}: {self.turned}."
        rule = super().written(more, text, keys, lines)
        rule.words[self.name] = {
            "others": "every other player gets all of those points, and you get none",
            "own": "your score goes down by those points instead",
            "choice": "you choose whether every other player gets those points or your own score goes down by them",
            "no": "the points count as usual",
        }
        words = (
            f"what happens if a player {self.does} – the others get the points, that player's score goes"
            " down, that player chooses, or nothing special happens"
        )
        self.choice = Option(self.name, self.spec.turns, words, choices=tuple(rule.words[self.name]))
        return rule

    @property
    def choices(self) -> tuple[Option, ...]:
        return (self.choice,)

    def make(self) -> None:
        doc = f"{self.one} {self.does}; if that player may choose, add `own` to lower the player's own score"
        self.single = self.report(ColumnReport, doc, parts={"own": (bool, False)})
        self.check(self.single)(self.others_have)
        judges(self.rule, of=self.single, when="again")(self.not_as_entered)

    def chosen(self, hand: Round) -> bool:
        """Whether the player who has all of it chooses what happens."""
        return bool(hand.house[self.name] == "choice")

    def needed(self, hand: Round) -> bool:
        return self.chosen(hand) and self.made_by(hand) is not None

    def settled(self, hand: Round) -> bool:
        return not self.needed(hand) or bool(hand.reports.get(self.name))

    def lacks(self, hand: Round) -> str:
        who = self.made_by(hand)
        if who is None or self.settled(hand):
            return ""
        plain = f"{quoted(who)} {self.verb}"
        return f"{who} chooses: type `{plain}` or `{plain} own`"

    def not_as_entered(self, hand: Round, report: Report) -> str | None:
        return (
            None
            if self.made_by(hand) == hand.side(report.who)
            else f"{report.who} didn't have all of {self.of_columns}"
        )

    def parts(self, hand: Round) -> list[Any]:
        return [column for column in hand.columns if column.name in self.spec.of]

    def in_play(self, house: Mapping[str, Any]) -> bool:
        return bool(house[self.name] != "no")

    def others_have(self, hand: Round, report: Any) -> Reason | str | None:
        if report.own and hand.house[self.name] not in ("choice", "own"):
            plain = f"{quoted(report.who)} {self.verb}"
            return Reason(f"{report.who} can't choose at this table: type `{plain}`", instead=(plain,))
        for part in self.parts(hand):
            for seat, number in hand.so_far(part.name).items():
                if number and hand.side(seat) != hand.side(report.who):
                    before = hand.report_of(part.name, seat)
                    text = one_or_more(number, part.title) if isinstance(part, CountAtWork) else part.the_title
                    where = f" ({at(before[0])})" if before else ""
                    return Reason(f"{seat} has {text}{where}, so {report.who} can't have them all", *before)
                total = part.total(hand) if isinstance(part, CountAtWork) else 1
                if number and number != total and (reports := hand.report_of(part.name, seat)):
                    return Reason(f"{seat} has only {number} of the {total} {part.title} ({at(reports[0])})", *reports)
        return None

    def no_more(self, hand: Round) -> str:
        parts = self.parts(hand)
        if why := super().no_more(hand):
            return why
        done = (
            f"all {listed(part.title for part in parts)} have been entered"
            if parts
            else f"{self.title} has nothing to turn"
        )
        return done if self.settled(hand) and all(part.settled(hand) for part in parts) else ""

    def asks(self, hand: Round) -> Asks[Any]:
        return hand.ask(self.tellers(hand), self.single, aside=True)

    def take(self, hand: Round, report: Report) -> None:
        """Enters every column of it at once, and what its player chose."""
        if self.chosen(hand):
            hand.reports[self.name] = {report.who: report}
        for part in self.parts(hand):
            number = part.total(hand) if isinstance(part, CountAtWork) else 1
            if not hand.of(part.name).get(report.who):
                hand.add(part.name, report.who, number or 0, report)

    def made_by(self, hand: Round) -> Seat | None:
        """The player who has all of it, or None."""
        parts = self.parts(hand)
        holders = set()
        for part in parts:
            having = [side for side, number in hand.by_side(part.name).items() if number]
            if len(having) != 1 or hand.keeps_sum_of(part):
                return None
            holders.update(having)
        return holders.pop() if len(holders) == 1 else None

    def score(self, hand: Round) -> None:
        if (winner := self.made_by(hand)) is None:
            return
        worth = sum(part.whole_worth(hand) for part in self.parts(hand))
        entered = dict.fromkeys(report for part in self.parts(hand) for report in hand.reports[part.name].values())
        because = f"{winner} took everything"
        choices = [*hand.reports.get(self.name, {}).values()]
        if hand.house[self.name] == "own" or any(getattr(choice, "own", False) for choice in choices):
            hand.book(winner, self.rule, -worth, because, *entered)
        else:
            for side in hand.parties:
                if side != winner:
                    hand.book(side, self.rule, worth, because, *entered)

    def now(self, hand: Round) -> str:
        return ""
