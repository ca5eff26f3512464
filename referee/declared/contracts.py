"""Columns for bids, contracts, and games that parties win or lose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from referee.cards import Suit
from referee.declared import sheet as declared
from referee.declared.column_reports import ColumnReport, Terms, named_points
from referee.declared.columns import (
    ColumnAtWork,
    Numbers,
    Round,
    ToldOnce,
    few,
    least_and_most,
    listed,
    most_of_words,
    named,
    nearby,
    words_amiss,
    worth_of_terms,
)
from referee.declared.counted import CountAtWork
from referee.game.asks import Asks, at, bar
from referee.game.game import Fact, Hand, Outcome
from referee.language.reports import Report
from referee.language.words import NOBODY, Seat, quoted
from referee.rules.options import Option
from referee.rules.rule import Reason, Rule, Verdict, in_letters, judges

NIL_TRICKS = {
    "bags": "each trick you take is then a bag and scores {nil-over:score}, but doesn't help your partner's bid",
    "bid": "your tricks then count toward your partner's bid",
    "nothing": "your tricks then count for nothing",
}
"""What a rule says for each value of the option about a failed nil."""


BAGGED = {True: ("your side's", "your side reaches", "it loses"), False: ("your", "you reach", "you lose")}
"""Who has bags, with partners and without."""


class BidAtWork(Numbers[declared.Bid]):
    """Bids, with bags and bids of zero."""

    @property
    def thing(self) -> str:
        return self.of_sheet.columns[self.spec.of].title or self.spec.of.replace("-", " ")

    unit = thing

    @property
    def asked_of_all(self) -> str:
        return f"Who bids how many {self.unit}?"

    def sentence(self) -> str:
        spec, thing = self.spec, self.thing.removesuffix("s")
        whose = "Each player bids, and partners add up their bids" if self.of_sheet.partners else "Each player bids"
        made = [
            "{made}" if spec.made is not None else "",
            f"{{each}} per {thing} bid" if spec.each is not None else "",
            f"{{over}} per {thing} over" if spec.over is not None else "",
            f"{{taken}} per {thing} taken" if spec.taken is not None else "",
        ]
        missed = [
            "{missed}" if spec.missed is not None else "",
            f"{{lost}} per {thing} bid" if spec.lost is not None else "",
            f"{{amiss}} per {thing} you are off" if spec.amiss is not None else "",
        ]
        how = " exactly" if spec.makes == "exact" else ""
        brings = listed([part for part in made if part] or ["nothing"])
        costs = [part for part in missed if part]
        text = f"{whose}. If you make your bid{how}, you score {brings}."
        return f"{text} If you miss it, you lose {listed(costs)}." if costs else text

    def make(self) -> None:
        spec = self.spec
        parts = {"blind": (bool, False)} if spec.blind_nil is not None else {}
        self.make_numbers("a player's bid", "everybody's bids, in seating order", flag=parts, by_turns=True)
        self.offer(self.single, lambda hand, seat: self.possible(self.single, hand, seat))
        if spec.blind_nil is not None:
            self.check(self.single)(self.blind_fault)
        self.nil = self.bags = self.even = None
        if spec.nil is not None:
            blind = (
                " Blind nil, bid before you see your cards, is worth {blind-nil}." if spec.blind_nil is not None else ""
            )
            thing = self.thing.removesuffix("s")
            kept = f"Nil is a bid of zero. If you bid nil and take no {thing}s, you score {{nil}}.{blind}"
            kept += f" If you take a {thing}, you lose that much instead."
            over = f" Each {thing} you take then scores {{nil-over:score}}." if spec.nil_over is not None else ""
            if self.nil_choice:
                text = f"{kept} {{{self.nil_choice.name}}}."
                self.nil = self.written("nil", text, ("nil", "blind_nil"))
                self.nil.words[self.nil_choice.name] = NIL_TRICKS
                option = self.option("nil_over", spec.nil_over or 0)
                self.nil.amounts["nil-over"] = option
                self.nil.filled += (("nil-over", option.name),)
            else:
                text = f"{kept}{over}"
                self.nil = self.written("nil", text, ("nil", "blind_nil", "nil_over"))
        if spec.bags is not None:
            each, (whose, who, loses) = self.thing.removesuffix("s"), BAGGED[bool(self.of_sheet.partners)]
            text = (
                f"Each {each} over {whose} bid is a bag. Bags add up from hand to hand. Each time {who} {{bags:bag}},"
                f" {loses} {{bags-cost:point}}."
            )
            self.bags = self.written("bags", text, ("bags", "bags_cost"))
        if spec.uneven:
            even = Rule(f"The bids can't add up to the number of {self.thing}.", Verdict.ILLEGAL)
            self.rules[f"{self.name}-uneven"] = even
            judges(even, of=(self.single, self.row))(self.comes_out_even)

    @property
    def asked(self) -> tuple[Fact, ...]:
        """The number of overtricks each side has kept, and how many more cost it points, as facts."""
        if self.bags is None:
            return ()

        def kept(hand: Round) -> dict[Seat, int]:
            return {side: hand.standing.kept.get(f"{self.name} {side}", 0) for side in hand.sides}

        def left(hand: Round) -> dict[Seat, int]:
            return {side: int(self.number(hand, "bags")) - bags for side, bags in kept(hand).items()}

        return (
            Fact(kept, "bags"),
            Fact(left, "bags left", "bags till penalty", "bags til penalty", "bags until penalty"),
        )

    @property
    def nil_choice(self) -> Option | None:
        """What the tricks of a failed nil do, if partners bid together."""
        if self.spec.nil is None or not self.of_sheet.partners:
            return None
        text = "whether the tricks of a failed nil are bags, count toward the partner's bid, or count for nothing"
        return Option(f"{self.name}-nil-tricks", self.spec.nil_tricks, text, choices=tuple(NIL_TRICKS))

    @property
    def choices(self) -> tuple[Option, ...]:
        return (self.nil_choice,) if self.nil_choice else ()

    def possible(self, kind: Any, hand: Round, seat: Seat) -> Iterator[Report]:
        most = self.most(hand)
        return (kind(number, who=seat) for number in range(min(most, 40) + 1))

    def blind_fault(self, hand: Round, report: Any) -> str | None:
        return f"only a bid of 0 can be blind, not {report.number}" if report.blind and report.number else None

    def clash(self, players: int, house: Mapping[str, Any]) -> str:
        return least_and_most(self, house)

    def counted(self, hand: Round) -> CountAtWork:
        """The column the bids are compared with."""
        return next(
            column for column in hand.columns if isinstance(column, CountAtWork) and column.name == self.spec.of
        )

    def highest(self, hand: Any) -> int | None:
        most = self.most(hand)
        return None if most == declared.MOST else most

    def most(self, hand: Round) -> int:
        there = self.counted(hand).total(hand)
        own: int | None = self.number(hand, "most")
        return min(number for number in (there, own, declared.MOST) if number is not None)

    def amiss(self, hand: Hand, number: int) -> str:
        assert isinstance(hand, Round)
        least: int = self.number(hand, "least") or 0
        if self.nil and number == 0:
            return ""
        most = self.most(hand)
        if not least <= number <= most:
            return f"a bid must be {least} to {most}, not {number}"
        return ""

    def comes_out_even(self, hand: Round, report: Any) -> Reason | None:
        bids = hand.of(self.name) | self.entered_by(hand, report)
        if len(bids) < len(self.tellers(hand)) or sum(bids.values()) != self.counted(hand).total(hand):
            return None
        return Reason(
            f"the bids add up to {sum(bids.values())}, the number of {self.thing}",
            *hand.reports.get(self.name, {}).values(),
        )

    def needed(self, hand: Round) -> bool:
        return True

    def settled(self, hand: Round) -> bool:
        return not self.untold(hand)

    def lacks(self, hand: Round) -> str:
        untold = self.untold(hand)
        return f"{listed(untold)} {'hasn' if len(untold) == 1 else 'haven'}'t bid yet" if untold else ""

    def score(self, hand: Round) -> None:
        entered = hand.reports.get(self.name, {})
        of = hand.reports.get(self.spec.of, {})
        taken = hand.by_side(self.spec.of)
        nils = [seat for seat, bid in hand.of(self.name).items() if self.nil and bid == 0]
        for seat in nils:
            blind = bool(getattr(entered[seat], "blind", False))
            worth = self.number(hand, "blind_nil" if blind else "nil")
            took = hand.of(self.spec.of).get(seat, 0)
            proof = [entered[seat], *([of[seat]] if seat in of else [])]
            if self.nil:
                over = self.amount(hand, "nil_over") if self.nil_does(hand) == "bags" else 0
                points = took * over - worth if took else worth
                hand.book(seat, self.nil, points, f"took {took}" if took else "", *proof)
        for side in hand.parties:
            seats = [seat for seat in self.tellers(hand) if hand.side(seat) == side]
            does = self.nil_does(hand)
            if all(seat in nils for seat in seats):
                self.count_bags(hand, side, 0 if does == "nothing" else taken[side])
                continue
            bid = sum(hand.of(self.name)[seat] for seat in seats)
            beside = sum(hand.of(self.spec.of).get(seat, 0) for seat in seats if seat in nils)
            proof = [entered[seat] for seat in seats] + [
                report for seat, report in of.items() if hand.side(seat) == side
            ]
            if does != "bags":
                taken[side] -= beside if does == "nothing" else 0
                beside = 0
            self.hold(hand, side, bid, taken[side] - beside, beside, proof)

    def nil_does(self, hand: Round) -> str:
        """What the tricks of a failed nil do."""
        return str(hand.house[self.nil_choice.name]) if self.nil_choice else "bags"

    def hold(self, hand: Round, side: Seat, bid: int, took: int, beside: int, proof: list[Report]) -> None:
        """Scores a side's bid by the tricks it took. Tricks taken by a partner who bid zero are in ``beside``."""
        over, because = took - bid, f"bid {bid}, took {took}"
        if points := self.worth_of(hand, bid, took, beside):
            hand.book(side, self.rule, points, because, *dict.fromkeys(proof))
        if bags := max(over, 0) + beside:
            self.count_bags(hand, side, bags)

    def worth_of(self, hand: Round, bid: int, took: int, beside: int = 0) -> int:
        """The points for a bid, given the tricks taken."""
        over = took - bid
        points = self.amount(hand, "taken") * (took + beside)
        if over == 0 or (over > 0 and self.spec.makes != "exact"):
            return (
                points + self.amount(hand, "made") + self.amount(hand, "each") * bid + self.amount(hand, "over") * over
            )
        points -= self.amount(hand, "missed") + self.amount(hand, "lost") * bid
        return points - self.amount(hand, "amiss") * abs(over)

    def brings(self, hand: Round, report: Any) -> Iterator[Outcome]:
        """What a bid would score, together with the known bids of the partners."""
        total, side = self.counted(hand).total(hand), hand.side(report.who)
        if isinstance(report, self.row) or total is None:
            return
        if self.nil and report.number == 0:
            worth = int(self.number(hand, "blind_nil" if getattr(report, "blind", False) else "nil"))
            yield Outcome("takes none", {side: worth}, (self.nil,))
            over = self.amount(hand, "nil_over") if self.nil_does(hand) == "bags" else 0
            yield Outcome("takes 1", {side: over - worth}, (self.nil,))
            return
        bids = {seat: bid for seat, bid in hand.of(self.name).items() if hand.side(seat) == side}
        bid = sum({**bids, report.who: report.number}.values())
        takes = "take" if "+" in side else "takes"
        for took in sorted(range(total + 1), key=lambda took: abs(took - bid)):
            yield Outcome(f"{takes} {took}", {side: self.worth_of(hand, bid, took)}, (self.rule,))

    def count_bags(self, hand: Round, side: Seat, over: int) -> None:
        """Adds bags to those of earlier rounds, and subtracts their cost."""
        if self.bags is None:
            return
        kept, key = hand.standing.kept, f"{self.name} {side}"
        each = int(self.number(hand, "bags"))
        before = kept.get(key, 0)
        times, kept[key] = divmod(before + over, each)
        if times:
            cost = times * int(self.number(hand, "bags_cost"))
            hand.book(side, self.bags, -cost, f"{before} and {over} over")

    def now(self, hand: Round) -> str:
        return super().now(hand)


class ContractAtWork(ToldOnce[declared.Contract]):
    unit = "points"

    @property
    def asked(self) -> tuple[Fact, ...]:
        """Who plays the contract, as players ask."""
        return (Fact(lambda hand: next(iter(hand.of(self.name)), None), "maker", "declarer"),)

    def sentence(self) -> str:
        of = self.of_columns
        if self.spec.needs is not None:
            text = f"If you play the contract, you need {{needs}} {of}."
            text += "".join(f" With {number}, you score {worth}." for number, worth in self.spec.makes.items())
            text += "".join(f" With {number} alone, you score {worth}." for number, worth in self.spec.alone.items())
            loses = ["you lose {missed}" if self.spec.missed is not None else ""]
        else:
            bids = ["at least {least}" if self.spec.least is not None else ""]
            bids += ["at most {most}" if self.spec.most is not None else ""]
            bids += ["a multiple of {step}" if self.spec.step is not None else ""]
            how = ", ".join(part for part in bids if part)
            text = f"Bid {how}. " if how else ""
            text += f"You need as many {of} as you bid."
            lost = "{missed} are" if self.spec.missed is not None else "your bid is"
            loses = [f"you lose your {of}, and {lost} subtracted"]
        loses += ["the others get {others}" if self.spec.others is not None else ""]
        costs = [cost for cost in loses if cost]
        return text + (f" If you miss, {listed(costs)}." if costs else "")

    def make(self) -> None:
        parts: dict[str, Any] = {} if self.spec.needs is not None else {"number": (int,)}
        if self.of_sheet.play and self.of_sheet.play.trump == "maker":
            parts["suit"] = (Suit | None, None)
        if self.spec.alone:
            parts["alone"] = (bool, False)
        self.single = self.report(
            ColumnReport, f"a player {self.does}" if self.spec.needs is not None else "the highest bid", parts=parts
        )
        self.check(self.single)(self.fault)
        if self.spec.needs is None:
            self.offer(self.single, lambda hand, seat: (self.single(number, who=seat) for number in self.some(hand)))
        self.defending: type[ColumnReport] | None = None
        if self.spec.defended is not None:
            doc = f"a player plays alone against the side that {self.does}"
            self.defending = self.report(ColumnReport, doc, declared.DEFENDS, as_said="defends alone")
            self.check(self.defending)(self.not_against)

    def defenders(self, hand: Round) -> list[Report]:
        """The report of a player who defends alone, as a list; empty if nobody does."""
        return [*hand.reports.get(f"{self.name} {declared.DEFENDS}", {}).values()]

    def not_against(self, hand: Round, report: Report) -> Reason | None:
        before = [*hand.reports.get(self.name, {}).values(), *self.defenders(hand)]
        if len(before) > 1:
            return Reason(f"{before[-1].who} already defends alone ({at(before[-1])})", before[-1])
        if hand.side(before[0].who) == hand.side(report.who):
            return Reason(f"{report.who} is on the side of the contract ({at(before[0])})", before[0])
        return None

    def no_more(self, hand: Round) -> str:
        return "" if self.awaits_defender(hand) else super().no_more(hand)

    def awaits_defender(self, hand: Round) -> bool:
        """Whether a player may still defend alone: before the first card."""
        before = hand.reports.get(self.name) and not hand.by_cards
        return bool(self.amount(hand, "defended") and before and not self.defenders(hand))

    def asks(self, hand: Round) -> Asks[Any]:
        if self.defending and self.awaits_defender(hand):
            others = tuple(seat for seat in self.tellers(hand) if seat not in hand.reports[self.name])
            again = next(iter(hand.reports[self.name].items()))
            why = self.only_one(*again)
            return hand.ask(others, self.defending, aside=True, free=True) | bar(self.rule, why, self.single)
        asks = super().asks(hand)
        return (
            asks | bar(self.rule, "nobody has a contract to defend against", self.defending) if self.defending else asks
        )

    def clash(self, players: int, house: Mapping[str, Any]) -> str:
        return least_and_most(self, house)

    def only_one(self, seat: Seat, report: Report) -> str:
        return f"{seat} has the contract ({at(report)})"

    def some(self, hand: Round) -> list[int]:
        """Some of the possible bids."""
        return few(*(self.number(hand, key) for key in ("least", "most", "step"))) or [1]

    def fault(self, hand: Round, report: Any) -> str | None:
        number = getattr(report, "number", None)
        if number is None:
            return None
        least, most, step = (self.number(hand, key) for key in ("least", "most", "step"))
        if number < (least or 1):
            return f"a bid must be at least {least or 1}, not {number}"
        if most is not None and number > most:
            return f"a bid must be at most {most}, not {number}"
        return f"a bid must be a multiple of {step}, not {number}" if step and number % step else None

    def take(self, hand: Round, report: Any) -> None:
        if self.defending and isinstance(report, self.defending):
            hand.reports[f"{self.name} {declared.DEFENDS}"] = {report.who: report}
            return
        hand.add(self.name, report.who, getattr(report, "number", 0), report)

    def score(self, hand: Round) -> None:
        for seat, report in hand.reports.get(self.name, {}).items():
            side, needs = hand.side(seat), self.number(hand, "needs")
            bid, has = self.bid_and_has(hand, seat)
            called = f"{'needed' if needs is not None else 'bid'} {bid}"
            because = f"{called}, has {has}" if has >= bid else f"set, {called} but made only {has}"
            if has >= bid:
                if worth := self.worth_of(report, has):
                    hand.book(side, self.rule, worth, because, report)
                continue
            lost = bid if needs is None and self.spec.missed is None else self.number(hand, "missed") or 0
            if needs is None:
                own = (line for line in hand.lines if line.who == hand.scorer(seat) and line.rule in self.spec.of)
                if not_counted := sum(line.points for line in own):
                    lost += not_counted
                    because += f", and the {not_counted} don't count"
            if lost:
                hand.book(side, self.rule, -lost, because, report)
            if others := self.amount(hand, "defended" if self.defenders(hand) else "others"):
                for other in hand.parties:
                    if other != side:
                        hand.book(other, self.rule, others, because, report)

    def bid_and_has(self, hand: Round, seat: Seat) -> tuple[int, int]:
        """What a player of the contract needs, and what the side has that counts toward it."""
        needs, side = self.number(hand, "needs"), hand.side(seat)
        counting = [column for column in hand.columns if column.name in self.spec.of]
        has = sum(hand.by_side(column.name)[side] for column in counting if not column.voided(hand, side))
        return (hand.of(self.name)[seat] if needs is None else needs), has

    def worth_of(self, report: Any, has: int) -> int:
        """The points for a contract that is made with that many tricks."""
        return (self.spec.alone if getattr(report, "alone", False) else self.spec.makes).get(str(has), 0)

    def brings(self, hand: Round, report: Any) -> Iterator[Outcome]:
        """What a contract would score, if the number it needs is fixed and its tricks are counted."""
        needs, side = self.number(hand, "needs"), hand.side(report.who)
        counting = [column for column in hand.columns if column.name in self.spec.of]
        total = counting[0].total(hand) if len(counting) == 1 and isinstance(counting[0], CountAtWork) else None
        if needs is None or total is None:
            return
        takes = "take" if "+" in side else "takes"
        for has in (*range(needs, total + 1), *reversed(range(needs))):
            missed = self.amount(hand, "missed")
            others = self.amount(hand, "defended" if self.defenders(hand) else "others")
            made = {side: self.worth_of(report, has)}
            lost = {side: -missed} | {other: others for other in hand.parties if other != side}
            yield Outcome(f"{takes} {has}", made if has >= needs else lost, (self.rule,))

    def now(self, hand: Round) -> str:
        numbers = hand.of(self.name)
        calls = ((seat, numbers[seat], report) for seat, report in hand.reports.get(self.name, {}).items())
        return "".join(
            f"{self.title}: {seat}{f' {number}' if number else ''}{', alone' * getattr(report, 'alone', False)}"
            for seat, number, report in calls
        )


def _in_words(numbered: Sequence[str]) -> str:
    """How a game's worth can be typed, with the words that a number can follow."""
    numbers = f"; a number can follow {listed(map('`{}`'.format, numbered), 'or')}" if numbered else ""
    return f", as points or in words{numbers}"


class ShareAtWork(ColumnAtWork[declared.Share]):
    single: Any
    losing: Any
    words: Any
    losing_words: Any
    passing: type[ColumnReport] | None = None

    unit = "points"

    @property
    def verb(self) -> str:
        return self.spec.verb or "wins"

    def sentence(self) -> str:
        spec = self.spec
        if spec.zero_sum:
            parts = (
                f", {' to '.join(map(str, spec.weights))}, with the larger part for the taker" if spec.weights else ""
            )
            return f"The losers pay what the game is worth, and the winners share it{parts}.{self.words_for_it()}"
        won = "{won:times} the value of the game" + (" and {win} more" if spec.win is not None else "")
        lost = "{lost:times} the value" + (" and {loss} more" if spec.loss is not None else "")
        others = " Each of the others then scores {others}." if spec.others is not None else ""
        return f"If you win, you score {won}. If you lose, you lose {lost}.{others}{self.words_for_it()}"

    def words_for_it(self) -> str:
        """What named games are worth and what multiplies them, in words."""
        worth = [f" {word.capitalize()} is worth {{{word}}}." for word in self.spec.named]
        return "".join([*worth, *(f" With {word}, it counts {{{word}:times}}." for word in self.spec.times)])

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        rule = super().written(more, text, keys, lines)
        named(self, rule, self.spec.named)
        named(self, rule, self.spec.times, least=1)
        return rule

    def make(self) -> None:
        words = {**self.spec.named, **self.spec.times, **self.spec.factors, **dict.fromkeys(self.spec.notes, 1)}
        counted = {name for word in self.spec.word.values() for name in word.needs}
        most, lost = most_of_words(self.spec), {name for name, word in self.spec.word.items() if word.lost}
        self.losing_words = named_points(words, most, counted) if words else int
        self.words = named_points(words, most, counted, lost) if lost else self.losing_words
        several = max(self.spec.party) > 1 and not self.spec.weights
        beside: dict[str, Any] = {"with_": (Seat, NOBODY)} if self.spec.weights else {}
        who = "the players who" if several else "the player who"
        won, lost_worth = "and what the game was worth", "and what the game was worth"
        if self.spec.lost not in (None, 1):
            lost_worth = "and what the game would be worth if it were won"
        if words and not (self.spec.named or self.spec.factors):
            more = f"; add {listed(map('`{}`'.format, words), 'or')} if it applies"
            won, lost_worth = won + more, lost_worth + more
        elif words:
            numbered = [word for word in words if most.get(word) != 1]
            won += _in_words([word for word in numbered if word not in lost])
            lost_worth += _in_words(numbered)
        win, lose = ("win", "lose") if several else ("wins", "loses")
        self.single = self.report(
            ColumnReport, f"{who} {win}, {won}", parts={"number": (self.words,), **beside}, several=several
        )
        self.losing = self.report(
            ColumnReport,
            f"{who} {lose}, {lost_worth}",
            self.spec.loses,
            parts={"number": (self.losing_words,), **beside},
            several=several,
        )
        if self.spec.passed:
            self.passing = self.report(
                ColumnReport,
                "everybody passes, and nobody scores",
                self.spec.passed,
                speaker="none",
                as_said="all pass",
            )
        self.check(self.single, self.losing)(self.fault)
        judges(self.rule, of=(self.single, self.losing), when="again")(self.not_as_entered)
        for each in (self.single, self.losing):
            self.offer(each, partial(self.possible, each))

    def clash(self, players: int, house: Mapping[str, Any]) -> str:
        return least_and_most(self, house)

    def possible(self, kind: Any, hand: Round, seat: Seat) -> Iterator[Report]:
        words = self.losing_words if kind is self.losing else self.words
        return (kind(number, who=seat) for number in self.some(hand, words))

    def some(self, hand: Round, words: Any) -> list[Any]:
        """All possible values of a game, if they can be listed."""
        if words is not int:
            named = [(name, 1) for name in self.spec.named if not self.spec.factors]
            return [words((part,)) for part in (*named, *(("", number) for number in self.numbers(hand)))]
        return self.numbers(hand)

    def numbers(self, hand: Round) -> list[int]:
        """Some of the possible values of a game, or all of them if they can be listed."""
        if self.spec.values or self.spec.multiples:
            least = self.amount(hand, "least") or 1
            many = (base * times for base, top in self.spec.bases().items() for times in range(1, min(top, 19) + 1))
            return sorted({value for value in (*self.spec.values, *many) if value >= least})
        return few(self.number(hand, "least") or 1, self.number(hand, "most"), self.number(hand, "step"))

    def value(self, hand: Hand, terms: Any) -> int:
        return worth_of_terms(self, hand, terms) if isinstance(terms, Terms) else int(terms)

    def counts(self, hand: Round, terms: Any) -> int:
        """What a game counts in this hand, which is more in a bock round."""
        bock = hand.game.bock  # type: ignore[attr-defined]
        return self.value(hand, terms) * (bock.times(hand) if bock else 1)

    def fault(self, hand: Round, report: Any) -> str | None:
        party, sizes = self.party_of(report), self.spec.party
        if len({*party}) < len(party):
            return f"name {report.who} only once"
        if out := [seat for seat in party if seat in hand.sitting_out]:
            return f"{out[0]} sits out"
        if len(party) not in sizes and party:
            act = "wins or loses" if sizes == [1] else "win or lose together"
            return f"{listed([*map(in_letters, sizes)], 'or')} {act}, not {len(party)}"
        if len(party) >= len(hand.players):
            return "there must be a player on the other side"
        if self.spec.weights and (len(hand.players) - len(party)) % sum(self.spec.parts(len(party))):
            return f"{in_letters(len(party))} of {in_letters(len(hand.players))} can't share it evenly"
        if wrong := words_amiss(self, report.number, len(party)) or self.only_lost(report):
            return wrong
        worth, lost = self.value(hand, report.number), isinstance(report, self.losing)
        least, most, step = (self.number(hand, key) for key in ("least", "most", "step"))
        if self.spec.times and worth > declared.MOST:
            return f"a game can't be worth more than {declared.MOST:,}"
        if self.as_it_is(report.number):
            return None
        worth = self.value(hand, self.single_game(report.number))
        if worth < (least if least is not None else 1):
            return f"a game is worth at least {1 if least is None else least}, not {worth}"
        if most is not None and worth > most and not (lost and self.spec.overbid):
            return f"a game is worth at most {most}, not {worth}"
        if step and worth % step:
            return f"a game's worth must be a multiple of {step}, not {worth}"
        if (values := self.spec.values) or self.spec.multiples:
            if self.spec.can_be(worth, lost, most):
                return None
            of = self.spec.bases().items()
            every = [
                *values,
                *(base * often for base, top in of for often in range(1, min(top, worth // base + 1) + 1)),
            ]
            floor = least if least is not None else 1
            return f"a game can't be worth {worth}: {nearby(worth, [value for value in every if value >= floor])}"
        return None

    def only_lost(self, report: Any) -> Reason | None:
        """Why a game that was won can't have one of its words, or None."""
        parts = report.number.parts if isinstance(report.number, Terms) else ()
        words = [name for name, _ in parts if name in self.spec.word and self.spec.word[name].lost]
        if isinstance(report, self.losing) or not words:
            return None
        lost = f"{quoted(report.who)} {self.spec.loses} {report.number}"
        return Reason(f"{words[0]} is only for a lost game: if {report.who} lost, type `{lost}`", instead=(lost,))

    def as_it_is(self, terms: Any) -> bool:
        """Whether the points score as they are, however large, no matter who loses them."""
        parts = terms.parts if isinstance(terms, Terms) else ()
        return any(name in self.spec.word and self.spec.word[name].as_it_is for name, _ in parts)

    def single_game(self, terms: Any) -> Any:
        """A game without what multiplies it."""
        if not isinstance(terms, Terms):
            return terms
        return Terms(tuple(part for part in terms.parts if part[0] not in self.spec.times))

    def not_as_entered(self, hand: Round, report: Any) -> Reason | None:
        """Why a game that is entered again isn't the game of the round, or None."""
        for who, before in hand.reports.get(self.name, {}).items():
            named, again = self.party_of(before), self.party_of(report)
            party = named == again if self.spec.weights else {*named} == {*again}
            if (
                party
                and isinstance(before, type(report))
                and self.counts(hand, report.number) == hand.of(self.name)[who]
            ):
                return None
            return Reason(f"the game was '{before.text}' ({at(before)})", before)
        return None

    def needed(self, hand: Round) -> bool:
        return True

    def settled(self, hand: Round) -> bool:
        return bool(hand.reports.get(self.name))

    def lacks(self, hand: Round) -> str:
        return "" if self.settled(hand) else "enter the game first: who won or lost?"

    def no_more(self, hand: Round) -> str:
        told = hand.reports.get(self.name, {}).values()
        return super().no_more(hand) or next(
            (f"this {self.of_sheet.unit}'s game is already entered ({at(report)})" for report in told), ""
        )

    def asks(self, hand: Round) -> Asks[Any]:
        declared_by = getattr(getattr(hand, "declaration", None), "who", None)
        asks = hand.ask(declared_by, self.single, self.losing, free=True)
        return asks | hand.ask(None, self.passing, aside=True) if self.passing else asks

    def take(self, hand: Round, report: Any) -> None:
        if self.passing and isinstance(report, self.passing):
            hand.reports[self.name] = {Seat(""): report}
            return
        hand.add(self.name, report.who, self.counts(hand, report.number), report)

    def score(self, hand: Round) -> None:
        for who, report in hand.reports.get(self.name, {}).items():
            if not who:
                continue
            worth, lost = hand.of(self.name)[who], isinstance(report, self.losing)
            party = self.party_of(report)
            because = f"{listed(party)} {'lost' if lost else 'won'} {worth}{', bock' if hand.special == 'bock' else ''}"
            points_of = self.points_of(hand, party, worth, lost)
            if self.as_it_is(getattr(report, "number", 0)):
                points_of = dict.fromkeys(party, -worth if lost else worth)
            for seat, points in points_of.items():
                hand.book(seat, self.rule, points, because, report)

    @staticmethod
    def party_of(report: Any) -> list[Seat]:
        """The players who win or lose a game together, the one named first ahead."""
        partner = getattr(report, "with_", NOBODY)
        return [*map(Seat, report.who.split("+") if report.who else ()), *([partner] if partner else [])]

    def points_of(self, hand: Round, party: Sequence[Seat], worth: int, lost: bool) -> dict[Seat, int]:
        """What everybody scores for a game of this party.

        If the losers pay the winners and one side is larger, each of its members settles the value once; if both are
        equal, everybody does.
        """
        at_the_table = hand.players if self.spec.zero_sum else hand.seats
        others = [seat for seat in at_the_table if seat not in party]
        if self.spec.weights:
            sign, parts = -1 if lost else 1, self.spec.parts(len(party))
            whole = worth * len(others) // sum(parts)
            shares = {seat: sign * whole * part for seat, part in zip(party, parts, strict=True)}
            return shares | dict.fromkeys(others, -sign * worth)
        if self.spec.zero_sum:
            losers, winners = (party, others) if lost else (others, party)
            return dict.fromkeys(winners, worth * max(1, len(losers) // len(winners))) | dict.fromkeys(
                losers, -worth * max(1, len(winners) // len(losers))
            )
        points = self.amount(hand, "won") * worth + self.amount(hand, "win")
        if lost:
            points = -(self.amount(hand, "lost") * worth + self.amount(hand, "loss"))
        for_others = self.amount(hand, "others") if lost else 0
        return dict.fromkeys(party, points) | (dict.fromkeys(others, for_others) if for_others else {})

    def may_bring(self, hand: Round, who: Seat, text: str, number: Any, party: int = 1) -> Iterator[Outcome]:
        """What a game would score, won and lost. If ``party`` play together, only what ``who`` scores is known."""
        others = [seat for seat in hand.players if seat != who]
        for lost in (False, True):
            points = self.points_of(hand, [who, *others[: party - 1]], self.counts(hand, number), lost)
            known = points if party == 1 else {who: points[who]}
            yield Outcome(f"{self.spec.loses if lost else self.verb} {number}{text}", known, (self.rule,))

    def brings_by_name(self, hand: Round, who: Seat, name: str) -> Iterator[Outcome]:
        """What a named game would score, alone and with each single extra that counts on top."""
        word = self.spec.word
        party = (word[name].party if name in word else None) or min(self.spec.party)
        extras = [extra for extra, more in word.items() if more.on_top]
        for parts in ([(name, 1)], *([(name, 1), (extra, word[extra].least or 1)] for extra in extras)):
            yield from self.may_bring(hand, who, "", self.words(tuple(parts)), party)

    def now(self, hand: Round) -> str:
        return ""
