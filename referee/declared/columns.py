"""The kinds of columns at work: what is told of each, what can't be, and what it brings.

A column is one rule (a few have a second or third), with its sentence and its numbers; its reports are classes of
their own.  What a column knows of a round lies in the round.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

from referee.core import NOTHING, Asks, Hand, Report, Seat, Standing, at
from referee.declared import sheet as declared
from referee.declared.sheet import Sheet
from referee.notation import Words, nearest
from referee.notation import terms as terms_of
from referee.options import Option
from referee.rules import Reason, Rule, Verdict, in_letters, judges

S = TypeVar("S", bound=declared.Column)


# What is told


class Row(tuple[int, ...]):
    """Numbers of everybody, in the order of the seats."""

    __slots__ = ()
    metavar = "N N …"

    def __str__(self) -> str:
        return " ".join(map(str, self))

    @staticmethod
    def read(words: Words, reader: Any) -> Row:
        """Two numbers or more to the end of the report; raises ParseError."""
        numbers = [sum(terms_of(words))]
        while words:
            if words.list[words.at].text == ",":
                words.take()
            numbers.append(sum(terms_of(words)))
        if len(numbers) < 2:
            raise words.unread("a row has a number for everybody")
        return Row(numbers)


class Terms(tuple[tuple[str, int], ...]):
    """What somebody has, in points and by name: ``50``, ``solo``, ``runners 3``; a bare number has no name."""

    __slots__ = ()
    named: ClassVar[tuple[str, ...]] = ()
    metavar = "N"

    def __str__(self) -> str:
        return " ".join(f"{name} {number}" if name and number != 1 else name or str(number) for name, number in self)

    @classmethod
    def read(cls, words: Words, reader: Any) -> Terms:
        """Numbers and names, each name with how many times where it isn't once; raises ParseError."""
        parts: list[tuple[str, int]] = []
        while word := words.next:
            name = word.text.lower()
            if word.quoted or name not in cls.named:
                if parts and not word.text.lstrip("+-").isdigit():
                    break
                if any(not said for said, _ in parts):
                    break
                try:
                    parts.append(("", sum(terms_of(words))))
                except ValueError:
                    known = f"; it is a number or {', '.join(cls.named)}"
                    raise words.unread(
                        f"{word.text} is worth nothing here{known}", nearest(name, cls.named, 2)
                    ) from None
                continue
            words.take()
            more = words.next
            times = int(words.take().text) if more and more.text.isdigit() and len(more.text) < 4 else 1
            parts.append((name, times))
        if not parts:
            raise words.unread(f"a number is missing here, or {' or '.join(cls.named)}", cls.named)
        return cls(parts)


class Told(Report):
    """Something of a round that a column takes."""

    column: ClassVar[str] = ""


class Done(Report, speaker="none"):
    """the round is told; whoever isn't named has nothing"""


def _reports(name: str, base: type[Told], verb: str, doc: str, parts: Mapping[str, Any], **how: Any) -> type[Told]:
    """A class of reports of its own for a column."""

    def body(space: dict[str, Any]) -> None:
        space["__module__"] = __name__
        space["__qualname__"] = verb.title().replace("-", "")
        space["__doc__"] = doc
        space["column"] = name
        space["__annotations__"] = {part: kind for part, (kind, *_) in parts.items()} | {"column": ClassVar[str]}
        for part, (kind, *default) in parts.items():
            if default:
                space[part] = field(default=default[0], kw_only=kind is bool)

    return types.new_class(verb.title().replace("-", ""), (base,), {"verb": verb, **how}, body)


# A round


@dataclass
class Totals(Standing):
    """What passes from round to round besides the scores.

    ``kept`` has what adds up by column and side: overtricks, boxes.  ``nothing`` names whoever was left out of the
    round before because the rest added up, by column.
    """

    kept: dict[str, int] = field(default_factory=dict)
    nothing: list[str] = field(default_factory=list)


@dataclass
class Round(Hand):
    """What has been told of a round: numbers by column and whoever told them, and the reports."""

    numbers: dict[str, dict[Seat, int]] = field(default_factory=dict)
    told: dict[str, dict[Seat, Report]] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[ColumnAtWork[Any], ...]:
        """Those that this house plays with."""
        columns: tuple[ColumnAtWork[Any], ...] = self.game.columns  # type: ignore[attr-defined]
        return tuple(column for column in columns if column.in_play(self))

    def of(self, name: str) -> dict[Seat, int]:
        return self.numbers.get(name, {})

    def by_side(self, name: str) -> dict[Seat, int]:
        """The numbers of a column by those who keep a score; who was left out has nothing."""
        sums = dict.fromkeys(self.sides, 0)
        for seat, number in self.of(name).items():
            sums[self.side(seat)] += number
        return sums

    def put(self, name: str, seat: Seat, number: int, report: Report) -> None:
        self.numbers.setdefault(name, {})[seat] = self.of(name).get(seat, 0) + number
        self.told.setdefault(name, {})[seat] = report

    def lacking(self) -> tuple[Rule, str] | None:
        """The first column that keeps the round from being closed, and why."""
        return next(((column.rule, why) for column in self.columns if (why := column.lacks(self))), None)

    @property
    def adds_up(self) -> bool:
        """Whether nothing is open any more of what has to be told."""
        needed = [column for column in self.columns if column.needed(self)]
        return bool(needed) and all(column.settled(self) for column in needed)


# Columns


class ColumnAtWork(Generic[S]):
    """A column with its rules and reports."""

    kinds: tuple[type[Told], ...] = ()

    def __init__(self, name: str, spec: S, of_sheet: Sheet) -> None:
        self.name = name
        self.spec = spec
        self.of_sheet = of_sheet
        self.title = spec.title or name.replace("-", " ")
        self.rules: dict[str, Rule] = {}
        self.rule = self.written("", spec.says or self.sentence(), self.rule_numbers())
        self.make()

    @property
    def by_side(self) -> bool:
        """Whether partners are told together."""
        return self.of_sheet.partners and self.spec.by != "player"

    # Rules

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        """A rule of the column, with the numbers that its sentence has."""
        given = self.spec.given()
        text += self.unsaid(text, keys, given)
        amounts = {
            key.replace("_", "-"): self.option(key, given[key])
            for key in keys
            if key in given and given[key] != "round"
        }
        title = f"{self.title} {more}".strip()
        rule = Rule(text, Verdict.IMPOSSIBLE, lines=title if lines else (), amounts=amounts)
        self.rules[f"{self.name}-{more}" if more else self.name] = rule
        return rule

    @staticmethod
    def unsaid(text: str, keys: Iterable[str], given: Mapping[str, Any]) -> str:
        """The numbers that a sentence leaves out, to stand behind it."""
        dashed = [key.replace("_", "-") for key in keys if key in given and given[key] != "round"]
        left = [key for key in dashed if f"{{{key}" not in text]
        said = [f"{key.replace('-', ' ')} {{{key}}}" for key in left]
        return f" ({', '.join(said)})" if left else ""

    def option(self, key: str, value: Any) -> Option:
        signed = isinstance(self.spec, declared.Points)
        least = -declared.MOST if signed and key in declared.SIGNED else 1 if key in ("step", "bags") else 0
        return Option(self.spec.option(self.name, key), by_players(value), least=least)

    def rule_numbers(self) -> Iterable[str]:
        return self.spec.numbers

    def sentence(self) -> str:
        """What the rule says where the file doesn't."""
        return self.title

    def make(self) -> None:
        """Makes the reports, and hangs checks on the rule."""

    def report(self, base: type[Told], doc: str, verb: str = "", **how: Any) -> type[Told]:
        """A class of reports for this column."""
        parts = how.pop("parts", {})
        verb = verb or self.verb
        if self.by_side and how.get("speaker") != "none" and not how.get("several"):
            how["team"] = True
        kind = _reports(
            self.name, base, verb, doc, parts, also=tuple(self.spec.also) if verb == self.verb else (), **how
        )
        self.kinds = (*self.kinds, kind)
        return kind

    @staticmethod
    def offer(kind: Any, reports: Callable[[Any, Seat], Iterable[Report]]) -> None:
        """Says which reports of a kind somebody might make."""
        kind.options = classmethod(lambda cls, hand, seat: reports(hand, seat))

    @property
    def verb(self) -> str:
        return self.spec.verb or self.name

    def check(self, *kinds: type[Told]) -> Callable[[Callable[[Any, Any], Any]], Any]:
        return judges(self.rule, of=kinds)

    def number(self, hand: Hand, key: str) -> Any:
        """A number of the column as this table has it; None where it has none."""
        value = getattr(self.spec, key)
        return value if value in (None, "round") else hand.house[self.spec.option(self.name, key)]

    def amount(self, hand: Hand, key: str) -> int:
        """The same, nought where it has none."""
        return int(self.number(hand, key) or 0)

    # A round

    def in_play(self, hand: Hand) -> bool:
        return True

    def tellers(self, hand: Hand) -> tuple[Seat, ...]:
        """Whose numbers are told: players or sides."""
        return hand.sides if self.by_side else hand.seats

    def untold(self, hand: Round) -> tuple[Seat, ...]:
        done = hand.told.get(self.name, {})
        return tuple(seat for seat in self.tellers(hand) if seat not in done)

    def needed(self, hand: Round) -> bool:
        """Whether a round can't be without it."""
        return False

    def settled(self, hand: Round) -> bool:
        """Whether nothing more of it can come."""
        return True

    def lacks(self, hand: Round) -> str:
        """Why the round can't be closed yet, "" where it can."""
        return ""

    def asks(self, hand: Round) -> Asks[Any]:
        return Asks()

    def take(self, hand: Round, report: Any) -> None:
        """Takes a report into the round."""

    def score(self, hand: Round) -> None:
        """Books what the round brings by this column."""

    def after(self, hand: Round) -> None:
        """Books what follows from the scores of the round."""

    def now(self, hand: Round) -> str:
        """What has been told of it, in words."""
        numbers = hand.of(self.name)
        return f"{self.title}: {', '.join(f'{seat} {number}' for seat, number in numbers.items())}" if numbers else ""

    # In words

    def named_by(self, hand: Hand, report: Report) -> list[Seat]:
        """Those of whom a report tells."""
        tellers = self.tellers(hand)
        seats = [report.who] if report.who in tellers else [Seat(seat) for seat in report.who.split("+")]
        return list(dict.fromkeys(seat if seat in tellers else hand.side(seat) for seat in seats))

    def already(self, hand: Round, report: Report) -> Reason | None:
        """Why a number can't be told twice."""
        for seat in self.named_by(hand, report):
            if before := hand.told.get(self.name, {}).get(seat):
                return Reason(
                    f"{seat}'s {self.title} of this round {'are' if self.plural else 'is'} told ({at(before)})", before
                )
        return None

    @property
    def plural(self) -> bool:
        return self.title.endswith("s")


def by_players(value: Any) -> Any:
    """A number of the book, or the function of it that goes by the number of players."""
    return (lambda players: value[str(players)]) if isinstance(value, Mapping) else value


def listed(words: Iterable[object], last: str = "and") -> str:
    """Words in a row: ``Ann, Ben and Cat``."""
    *others, end = map(str, words)
    return f"{', '.join(others)} {last} {end}" if others else end


def one_or_more(number: int, thing: str) -> str:
    """A number with what there is so much of, whose name is in the plural: ``1 heart``, ``5 hearts``."""
    return f"{number} {thing.removesuffix('s') if abs(number) == 1 and thing.endswith('s') else thing}"


def times(number: int) -> str:
    """How often: ``once``, ``four times``."""
    return "once" if number == 1 else f"{in_letters(number)} times"


def left_out(seats: Iterable[Seat]) -> str:
    """Who is left out, in words."""
    seats = tuple(seats)
    return f"; {listed(seats)} {'is' if len(seats) == 1 else 'are'} left out" if seats else ""


SIGN = {"for": 1, "against": -1, "not": 0}


class Numbers(ColumnAtWork[S]):
    """A column in which everybody has a number."""

    single: Any
    row: Any

    def make_numbers(
        self, doc: str, row_doc: str, kind: Any = int, flag: Mapping[str, Any] | None = None, **how: Any
    ) -> None:
        self.single = self.report(Told, doc, parts={"number": (kind,), **(flag or {})}, **how)
        verbless = how.get("verbless", False)
        self.row = self.report(Told, row_doc, parts={"numbers": (Row,)}, speaker="none", verbless=verbless)
        self.offer(self.row, lambda hand, seat: ())
        self.check(self.single)(lambda hand, report: self.already(hand, report) or self.fault(hand, report))
        self.check(self.row)(self.row_fault)

    def value(self, hand: Hand, said: Any) -> int:
        return int(said)

    def told_by(self, hand: Hand, report: Any) -> dict[Seat, int]:
        """The numbers that a report tells."""
        if isinstance(report, self.row):
            return dict(zip(self.tellers(hand), report.numbers, strict=False))
        return dict.fromkeys(self.named_by(hand, report), self.value(hand, report.number))

    def total(self, hand: Hand) -> int | None:
        """What the numbers come to in all, where that is known."""
        return None

    def amiss(self, hand: Hand, number: int) -> str:
        """Why nobody can have this number."""
        return ""

    def together(self, hand: Round, numbers: Mapping[Seat, int], left: Iterable[Seat]) -> str:
        """Why all numbers can't be these, with those who aren't among them."""
        return ""

    def fault(self, hand: Round, report: Any) -> str | None:
        new = self.told_by(hand, report)
        for number in dict.fromkeys(new.values()):
            if why := self.amiss(hand, number):
                return why
        left = [seat for seat in self.untold(hand) if seat not in new]
        return self.together(hand, hand.of(self.name) | new, left) or None

    def row_fault(self, hand: Round, report: Any) -> str | None:
        tellers = self.tellers(hand)
        if (count := len(report.numbers)) != len(tellers):
            beyond = left_out(tellers[count:]) if count < len(tellers) else ""
            return f"a row has {len(tellers)} numbers here, one for each of {listed(tellers)}, not {count}{beyond}"
        if told := hand.told.get(self.name):
            seat, before = next(iter(told.items()))
            return Reason(f"{seat}'s number is told ({at(before)}), so the others are told one by one", before)
        for number in dict.fromkeys(report.numbers):
            if why := self.amiss(hand, number):
                return why
        return self.together(hand, dict(zip(tellers, report.numbers, strict=True)), ()) or None

    def asks(self, hand: Round) -> Asks[Any]:
        return self.ask_for(hand, self.untold)

    def ask_for(self, hand: Round, wanted: Callable[[Round], tuple[Seat, ...]], aside: bool = False) -> Asks[Any]:
        """Asks for the numbers of those who are wanted, one by one, several at once or all in a row."""
        single = (
            hand.ask(lambda: self.voices(hand, wanted(hand)), self.single, aside=aside) if wanted(hand) else NOTHING
        )
        return single | hand.ask(None, *self.of_several, aside=True)

    def voices(self, hand: Round, wanted: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Of whom it is told that these have a number."""
        return wanted

    @property
    def of_several(self) -> tuple[type[Told], ...]:
        """The reports that tell the numbers of several at once."""
        return (self.row,)

    def take(self, hand: Round, report: Any) -> None:
        for seat, number in self.told_by(hand, report).items():
            hand.put(self.name, seat, number, report)


class CountAtWork(Numbers[declared.Count]):
    def sentence(self) -> str:
        total = (
            ""
            if self.spec.total is None
            else (
                f", {'as many in all as the number of the round' if self.spec.total == 'round' else '{total} in all'}"
            )
        )
        if self.spec.counts == "not" or (self.spec.each == 0 and not self.spec.worth):
            return f"{self.title[:1].upper()}{self.title[1:]} are counted{total}."
        loses = "cost" if self.spec.counts == "against" else "count"
        beyond = " beyond {beyond}" if self.spec.beyond is not None else ""
        each = f"{self.title[:1].upper()}{self.title[1:]} {loses} {{each}} each{beyond}{total}"
        return each + "".join(f"; {number} of them {worth}" for number, worth in self.spec.worth.items()) + "."

    def make(self) -> None:
        self.make_numbers(
            f"how many {self.title} a player has", f"how many {self.title} everybody has, in the order of the seats"
        )
        self.offer(self.single, lambda hand, seat: self.possible(self.single, hand, seat))

    def possible(self, kind: Any, hand: Round, seat: Seat) -> Iterator[Report]:
        most = self.most(hand)
        total = self.total(hand)
        if total is not None:
            most = min(most, total - sum(hand.of(self.name).values()))
        return (kind(number, who=seat) for number in range(min(most, 60) + 1))

    def in_play(self, hand: Hand) -> bool:
        return self.used or self.spec.counts == "not" or bool(self.spec.worth) or self.number(hand, "each") != 0

    @property
    def used(self) -> bool:
        """Whether another column reckons with it."""
        return any(
            self.name in getattr(other, "of", ()) and not isinstance(other, declared.All)
            if not isinstance(other, declared.Bid)
            else other.of == self.name
            for other in self.of_sheet.columns.values()
        )

    def most(self, hand: Hand) -> int:
        most: int | None = self.number(hand, "most")
        return declared.MOST if most is None else most

    def total(self, hand: Hand) -> int | None:
        total: Any = self.number(hand, "total")
        return hand.number if total == "round" else total

    def amiss(self, hand: Hand, number: int) -> str:
        if number < 0:
            return f"{self.title} are counted, and {number} is below nought"
        if number > (most := self.most(hand)):
            return f"{one_or_more(number, self.title)} told, and nobody has more than {most}"
        return ""

    def together(self, hand: Round, numbers: Mapping[Seat, int], left: Iterable[Seat]) -> str:
        total, told = self.total(hand), sum(numbers.values())
        if total is None or told == total or (told < total and tuple(left)):
            return ""
        there = f"there {'is' if total == 1 else 'are'} {total}"
        if told < total:
            return f"only {one_or_more(told, self.title)} {'is' if told == 1 else 'are'} told, and {there}"
        return f"{one_or_more(told, self.title)} are told, and {there}"

    def needed(self, hand: Round) -> bool:
        return self.total(hand) is not None

    def settled(self, hand: Round) -> bool:
        total = self.total(hand)
        return total is None or sum(hand.of(self.name).values()) == total

    def lacks(self, hand: Round) -> str:
        total, told = self.total(hand), sum(hand.of(self.name).values())
        if total is None or told == total:
            return ""
        of = f"{told} of {one_or_more(total, self.title)} {'is' if told == 1 else 'are'} told"
        return f"{of}, {total - told} {'is' if total - told == 1 else 'are'} missing{left_out(self.untold(hand))}"

    def asks(self, hand: Round) -> Asks[Any]:
        return self.ask_for(hand, self.untold, aside=not self.needed(hand) or self.settled(hand))

    def worth_of(self, hand: Hand, number: int) -> int:
        if (worth := self.spec.worth.get(str(number))) is not None:
            return worth
        beyond: int = self.number(hand, "beyond") or 0
        return int(self.number(hand, "each")) * max(0, number - beyond)

    def whole_worth(self, hand: Hand) -> int:
        """What all of it is worth."""
        return SIGN[self.spec.counts] * self.worth_of(hand, self.total(hand) or 0)

    def score(self, hand: Round) -> None:
        if self.spec.counts == "not":
            return
        told = hand.told.get(self.name, {})
        for seat, number in hand.of(self.name).items():
            if points := self.worth_of(hand, number):
                said = one_or_more(number, self.title)
                hand.book(seat, self.rule, SIGN[self.spec.counts] * points, said, told[seat])


class PointsAtWork(Numbers[declared.Points]):
    verbless: ClassVar[bool] = False
    group: Any = None

    def sentence(self) -> str:
        title = f"{self.title[:1].upper()}{self.title[1:]}"
        said = {
            "all": f"{title} are told as everybody has them",
            "one": f"{title} are told of the one player who has them",
            "any": f"{title} are told of whoever has them",
            "often": f"{title} are told as they come",
        }[self.spec.told]
        said += ", {total} in all" if self.spec.total is not None else ""
        said += ", {least} at least" if self.spec.least is not None else ""
        said += ", {most} at most" if self.spec.most is not None else ""
        said += ", in steps of {step}" if self.spec.step is not None else ""
        if self.spec.named:
            said += "".join(f"; {word} is {{{word}}}" for word in self.spec.named)
        if self.spec.paid_to:
            said += f"; all of them go to whoever has {self.spec.paid_to.replace('-', ' ')}"
        return said + "."

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        rule = super().written(more, text, keys, lines)
        named(self, rule, self.spec.named)
        return rule

    def make(self) -> None:
        kind: Any = terms(self.spec.named) if self.spec.named else int
        self.make_numbers(
            f"the {self.title} of a player",
            f"the {self.title} of everybody, in the order of the seats",
            kind,
            verbless=self.verbless,
        )
        self.offer(self.single, lambda hand, seat: (self.single(number, who=seat) for number in self.some(hand, kind)))
        if not self.by_side:
            doc = f"the {self.title} of several players, the same of each"
            self.group = self.report(Told, doc, parts={"number": (kind,)}, several=True, verbless=self.verbless)
            self.check(self.group)(lambda hand, report: self.already(hand, report) or self.fault(hand, report))
            self.offer(self.group, lambda hand, seat: ())

    @property
    def of_several(self) -> tuple[type[Told], ...]:
        return (self.group, self.row) if self.group else (self.row,)

    def some(self, hand: Round, kind: Any) -> list[Any]:
        """A few of the numbers that somebody may have."""
        if self.spec.named:
            return [kind(((name, 1),)) for name in self.spec.named]
        if self.spec.values:
            return self.spec.values
        numbers = few(self.least(hand), self.number(hand, "most"), self.number(hand, "step"))
        total = self.total(hand)
        left = None if total is None else total - sum(hand.of(self.name).values())
        return [*numbers, *([left] if left is not None and left not in numbers else [])]

    def value(self, hand: Hand, said: Any) -> int:
        return worth_of_terms(self, hand, said) if isinstance(said, Terms) else int(said)

    def total(self, hand: Hand) -> int | None:
        total: int | None = self.number(hand, "total")
        return total

    def least(self, hand: Hand) -> int | None:
        least: int | None = self.number(hand, "least")
        return least

    def shared(self, hand: Hand) -> bool:
        """Whether what is left of the total is shared among those who aren't told."""
        return self.spec.shared and self.total(hand) is not None

    def winner(self, hand: Round) -> Seat | None:
        """Who gets what the others have, where somebody does and it is known."""
        return next(iter(hand.of(self.spec.paid_to)), None) if self.spec.paid_to else None

    def amiss(self, hand: Hand, number: int) -> str:
        least, most, step = self.least(hand), self.number(hand, "most"), self.number(hand, "step")
        values = self.spec.values
        if least is not None and number < least:
            return f"{number} is below {least}, the least there is"
        if most is not None and number > most:
            return f"{number} is above {most}, the most there is"
        if values and number not in values:
            return f"{number} can't be: {nearby(number, values)}"
        if number in self.spec.never:
            return f"{number} can't be: no such number comes of {self.title}"
        if step and number % step:
            return f"{number} can't be: {self.title} go in steps of {step}"
        return ""

    def together(self, hand: Round, numbers: Mapping[Seat, int], left: Iterable[Seat]) -> str:
        if (winner := self.winner(hand)) and numbers.get(winner):
            return f"{winner} has {self.spec.paid_to.replace('-', ' ')}, and can't have {numbers[winner]} besides"
        total, told, left = self.total(hand), sum(numbers.values()), tuple(left)
        if total is None or told == total:
            return ""
        if left and self.shared(hand):
            rest = total - told
            return "" if rest % len(left) == 0 else f"{rest} can't be shared by {len(left)}"
        if left:
            least, most = self.least(hand), self.number(hand, "most")
            lowest = None if least is None else told + least * len(left)
            highest = None if most is None else told + most * len(left)
            if lowest is not None and lowest > total:
                return (
                    f"these come to {told}, and a round to {total}: {told - total} too many"
                    if not least
                    else (f"these come to {told}, so the round can't come to {total}")
                )
            return (
                f"these come to {told}, so the round can't come to {total}"
                if highest is not None and highest < total
                else ""
            )
        return f"these come to {told}, and a round to {total}: {difference(told, total)}"

    def needed(self, hand: Round) -> bool:
        return self.spec.told in ("all", "one")

    def wanted(self, hand: Round) -> tuple[Seat, ...]:
        """Who hasn't been told, without whoever gets what the others have."""
        winner = self.winner(hand)
        return tuple(seat for seat in self.untold(hand) if seat != winner)

    def settled(self, hand: Round) -> bool:
        if self.spec.paid_to and not self.winner(hand):
            return False
        if not hand.told.get(self.name):
            return False
        total, least = self.total(hand), self.least(hand)
        if self.spec.told == "one" or self.shared(hand) or not self.wanted(hand):
            return True
        none_below = total is not None and (total > 0 if least is None else least >= 0)
        return none_below and sum(hand.of(self.name).values()) == total

    def lacks(self, hand: Round) -> str:
        if not self.needed(hand):
            return ""
        if not hand.told.get(self.name):
            return f"no {self.title} are told"
        total, told = self.total(hand), sum(hand.of(self.name).values())
        if total is None or told == total or self.shared(hand):
            return ""
        return f"these come to {told}, and a round to {total}: {difference(told, total)}{left_out(self.wanted(hand))}"

    def asks(self, hand: Round) -> Asks[Any]:
        if self.spec.told == "one" and hand.told.get(self.name):
            return Asks()
        if self.spec.told == "often":
            return hand.ask(self.tellers(hand), self.single)
        if self.spec.told == "one":
            return hand.ask(self.tellers(hand), self.single)
        return self.ask_for(hand, self.wanted, aside=self.spec.told == "any")

    def already(self, hand: Round, report: Report) -> Reason | None:
        return None if self.spec.told == "often" else super().already(hand, report)

    def take(self, hand: Round, report: Any) -> None:
        super().take(hand, report)
        if self.spec.told == "often":
            for seat, number in self.told_by(hand, report).items():
                if number:
                    hand.book(seat, self.rule, SIGN[self.spec.counts] * number, "", report)

    def score(self, hand: Round) -> None:
        if self.spec.told == "often" or self.spec.counts == "not":
            return
        numbers, told = dict(hand.of(self.name)), hand.told.get(self.name, {})
        last = next(reversed(told.values())) if told else None
        if self.shared(hand) and (rest := self.wanted(hand)):
            share = ((self.total(hand) or 0) - sum(numbers.values())) // len(rest)
            numbers |= dict.fromkeys(rest, share)
        if winner := self.winner(hand):
            numbers = {winner: sum(number for seat, number in numbers.items() if seat != winner)}
        for seat, number in numbers.items():
            if number:
                report = told.get(seat) or last
                hand.book(seat, self.rule, SIGN[self.spec.counts] * number, "", *([report] if report else []))


def terms(words: Mapping[str, int]) -> type[Terms]:
    """A kind of words for a column that has names for points."""
    return type("Named", (Terms,), {"named": tuple(words), "metavar": f"N|{'|'.join(words)}", "__slots__": ()})


def named(column: ColumnAtWork[Any], rule: Rule, words: Mapping[str, int]) -> None:
    """Adds the worth of names to a rule, as numbers of the house."""
    for word, number in words.items():
        option = Option(f"{column.name}-{word}", number, least=-declared.MOST)
        rule.amounts[word] = option
        rule.filled += ((word, option.name),)


def worth_of_terms(column: ColumnAtWork[Any], hand: Hand, said: Terms) -> int:
    return sum(number * (hand.house[f"{column.name}-{name}"] if name else 1) for name, number in said)


def difference(told: int, total: int) -> str:
    """How far a sum is off, in words."""
    return (
        f"{total - told} {'is' if total - told == 1 else 'are'} missing" if told < total else f"{told - total} too many"
    )


def nearby(number: int, values: Iterable[int]) -> str:
    """The values around one that isn't among them."""
    below = [value for value in values if value < number]
    above = [value for value in values if value > number]
    near = [*([max(below)] if below else []), *([min(above)] if above else [])]
    return f"{listed(near, 'or')} can" if near else "there is none like it"


def few(least: int | None, most: int | None, step: int | None) -> list[int]:
    """Some of the numbers from the least on."""
    least, step = least or 0, step or 1
    first = least + -least % step
    upward = [number for number in range(first, first + 14 * step, step) if most is None or number <= most]
    return upward or [(most or 0) - (most or 0) % step]


class WhoAtWork(ColumnAtWork[declared.Who]):
    single: Any

    def sentence(self) -> str:
        counts = "costs" if self.spec.counts == "against" else "counts"
        one = "one player at most" if self.spec.nobody else "exactly one player"
        return f"{self.title[:1].upper()}{self.title[1:]} {counts} {{worth}}, and {one} has it."

    def make(self) -> None:
        self.single = self.report(Told, f"a player has {self.title}")
        self.check(self.single)(self.twice)

    def twice(self, hand: Round, report: Report) -> Reason | None:
        for seat, before in hand.told.get(self.name, {}).items():
            return Reason(f"{seat} has {self.title} ({at(before)}), and it is there once", before)
        return None

    def in_play(self, hand: Hand) -> bool:
        return self.number(hand, "worth") != 0 or any(
            getattr(other, "paid_to", "") == self.name for other in self.of_sheet.columns.values()
        )

    def needed(self, hand: Round) -> bool:
        return not self.spec.nobody

    def settled(self, hand: Round) -> bool:
        return bool(hand.told.get(self.name))

    def lacks(self, hand: Round) -> str:
        return f"nobody is told to have {self.title}" if self.needed(hand) and not self.settled(hand) else ""

    def asks(self, hand: Round) -> Asks[Any]:
        return Asks() if self.settled(hand) else hand.ask(self.tellers(hand), self.single, aside=self.spec.nobody)

    def take(self, hand: Round, report: Report) -> None:
        hand.put(self.name, report.who, 1, report)

    def whole_worth(self, hand: Hand) -> int:
        return SIGN[self.spec.counts] * int(self.number(hand, "worth"))

    def score(self, hand: Round) -> None:
        for seat, report in hand.told.get(self.name, {}).items():
            if points := self.whole_worth(hand):
                hand.book(seat, self.rule, points, "", report)

    def now(self, hand: Round) -> str:
        return "".join(f"{self.title}: {seat}" for seat in hand.of(self.name))


class AllAtWork(ColumnAtWork[declared.All]):
    single: Any

    def sentence(self) -> str:
        of = listed(name.replace("-", " ") for name in self.spec.of)
        return (
            f"Whoever has all of {of} turns it round: all others get what that counts, or it is taken off the one who"
            " has it."
        )

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        rule = super().written(more, text, keys, lines)
        choices = ("others", "own", "no")
        said = f"what {self.title} does: the others get it, it is taken off one's own, or nothing"
        self.choice = Option(self.name, self.spec.turns, said, (rule,), choices=choices)
        return rule

    def make(self) -> None:
        self.single = self.report(
            Told, f"a player has all of {listed(name.replace('-', ' ') for name in self.spec.of)}"
        )
        self.check(self.single)(self.clash)

    def parts(self, hand: Round) -> list[Any]:
        return [column for column in hand.columns if column.name in self.spec.of]

    def in_play(self, hand: Hand) -> bool:
        return bool(hand.house[self.name] != "no")

    def clash(self, hand: Round, report: Report) -> Reason | None:
        for part in self.parts(hand):
            for seat, number in hand.of(part.name).items():
                if number and hand.side(seat) != hand.side(report.who):
                    before = hand.told[part.name][seat]
                    said = one_or_more(number, part.title) if isinstance(part, CountAtWork) else part.title
                    return Reason(f"{seat} has {said} ({at(before)}), so {report.who} hasn't all", before)
                total = part.total(hand) if isinstance(part, CountAtWork) else 1
                if number and number != total:
                    before = hand.told[part.name][seat]
                    return Reason(f"{seat} has {number} of {total} {part.title} ({at(before)})", before)
        return None

    def asks(self, hand: Round) -> Asks[Any]:
        open_still = [part for part in self.parts(hand) if not part.settled(hand)]
        return hand.ask(self.tellers(hand), self.single, aside=True) if open_still else Asks()

    def take(self, hand: Round, report: Report) -> None:
        """Tells every column of it at once."""
        for part in self.parts(hand):
            number = part.total(hand) if isinstance(part, CountAtWork) else 1
            if not hand.of(part.name).get(report.who):
                hand.put(part.name, report.who, number or 0, report)

    def made_by(self, hand: Round) -> Seat | None:
        """Whoever has all of it."""
        parts = self.parts(hand)
        holders = set()
        for part in parts:
            having = [side for side, number in hand.by_side(part.name).items() if number]
            if len(having) != 1:
                return None
            holders.update(having)
        return holders.pop() if len(holders) == 1 else None

    def score(self, hand: Round) -> None:
        if (winner := self.made_by(hand)) is None:
            return
        worth = sum(part.whole_worth(hand) for part in self.parts(hand))
        told = dict.fromkeys(report for part in self.parts(hand) for report in hand.told[part.name].values())
        because = f"{winner} has all"
        if hand.house[self.name] == "own":
            hand.book(winner, self.rule, -worth, because, *told)
        else:
            for side in hand.sides:
                if side != winner:
                    hand.book(side, self.rule, worth, because, *told)

    def now(self, hand: Round) -> str:
        return ""


class BidAtWork(Numbers[declared.Bid]):
    """Bids, the contracts that come of them, overtricks that add up, and bids of nought."""

    def rule_numbers(self) -> Iterable[str]:
        return ("made", "each", "over", "missed", "lost", "amiss", "taken", "least", "most")

    @property
    def thing(self) -> str:
        return self.of_sheet.columns[self.spec.of].title or self.spec.of.replace("-", " ")

    def sentence(self) -> str:
        spec, thing = self.spec, self.thing.removesuffix("s")
        whose = "partners' bids count together" if self.of_sheet.partners else "everybody bids"
        made = [
            "{made}" if spec.made is not None else "",
            f"{{each}} for each {thing} bid" if spec.each is not None else "",
            f"{{over}} for each {thing} over" if spec.over is not None else "",
            f"{{taken}} for each {thing} taken" if spec.taken is not None else "",
        ]
        missed = [
            "{missed}" if spec.missed is not None else "",
            f"{{lost}} for each {thing} bid" if spec.lost is not None else "",
            f"{{amiss}} for each {thing} amiss" if spec.amiss is not None else "",
        ]
        how = "exactly made" if spec.makes == "exact" else "made"
        brings = listed([part for part in made if part] or ["nothing"])
        costs = [part for part in missed if part]
        said = f"{whose[:1].upper()}{whose[1:]}: a bid that is {how} brings {brings}"
        return f"{said}; one that is missed costs {listed(costs)}." if costs else f"{said}."

    def make(self) -> None:
        spec = self.spec
        parts = {"blind": (bool, False)} if spec.blind_nil is not None else {}
        self.make_numbers("what a player bids", "everybody's bids, in the order of the seats", flag=parts)
        self.offer(self.single, lambda hand, seat: self.possible(self.single, hand, seat))
        self.nil = self.bags = self.even = None
        if spec.nil is not None:
            blind = ", {blind-nil} where it was bid blind" if spec.blind_nil is not None else ""
            thing = self.thing.removesuffix("s")
            kept = f"A bid of nought brings {{nil}} to whoever takes no {thing}{blind}"
            text = f"{kept}, and costs as much where one is taken."
            self.nil = self.written("nil", text, ("nil", "blind_nil"))
        if spec.bags is not None:
            text = f"Every {{bags}} {self.thing} over the bids, added up from round to round, cost {{bags-cost}}."
            self.bags = self.written("bags", text, ("bags", "bags_cost"))
        if spec.uneven:
            even = Rule(f"The bids don't come to as many as there are {self.thing}.", Verdict.ILLEGAL)
            self.rules[f"{self.name}-uneven"] = even
            judges(even, of=(self.single, self.row))(self.comes_out_even)

    def possible(self, kind: Any, hand: Round, seat: Seat) -> Iterator[Report]:
        most = self.most(hand)
        return (kind(number, who=seat) for number in range(min(most, 40) + 1))

    def counted(self, hand: Round) -> CountAtWork:
        """The column that the bids are held to."""
        return next(
            column for column in hand.columns if isinstance(column, CountAtWork) and column.name == self.spec.of
        )

    def most(self, hand: Round) -> int:
        there = self.counted(hand).total(hand)
        own: int | None = self.number(hand, "most")
        return min(number for number in (there, own, declared.MOST) if number is not None)

    def amiss(self, hand: Hand, number: int) -> str:
        assert isinstance(hand, Round)
        least: int = self.number(hand, "least") or 0
        if self.nil and number == 0:
            return ""
        if not least <= number <= (most := self.most(hand)):
            return f"a bid is {least} to {most} here, not {number}"
        return ""

    def comes_out_even(self, hand: Round, report: Any) -> Reason | None:
        bids = hand.of(self.name) | self.told_by(hand, report)
        if len(bids) < len(self.tellers(hand)) or sum(bids.values()) != self.counted(hand).total(hand):
            return None
        return Reason(
            f"the bids come to {sum(bids.values())}, as many as there are {self.thing}",
            *hand.told.get(self.name, {}).values(),
        )

    def needed(self, hand: Round) -> bool:
        return True

    def settled(self, hand: Round) -> bool:
        return not self.untold(hand)

    def lacks(self, hand: Round) -> str:
        untold = self.untold(hand)
        return f"{listed(untold)} {'has' if len(untold) == 1 else 'have'} no bid" if untold else ""

    def score(self, hand: Round) -> None:
        told = hand.told.get(self.name, {})
        of = hand.told.get(self.spec.of, {})
        taken = hand.by_side(self.spec.of)
        nils = [seat for seat, bid in hand.of(self.name).items() if self.nil and bid == 0]
        for seat in nils:
            blind = bool(getattr(told[seat], "blind", False))
            worth = self.number(hand, "blind_nil" if blind else "nil")
            took = hand.of(self.spec.of).get(seat, 0)
            proof = [told[seat], *([of[seat]] if seat in of else [])]
            if self.nil:
                hand.book(seat, self.nil, -worth if took else worth, f"took {took}" if took else "", *proof)
        for side in hand.sides:
            seats = [seat for seat in self.tellers(hand) if hand.side(seat) == side]
            if all(seat in nils for seat in seats):
                self.count_bags(hand, side, taken[side])
                continue
            bid = sum(hand.of(self.name)[seat] for seat in seats)
            proof = [told[seat] for seat in seats] + [report for seat, report in of.items() if hand.side(seat) == side]
            self.hold(hand, side, bid, taken[side], proof)

    def hold(self, hand: Round, side: Seat, bid: int, took: int, proof: list[Report]) -> None:
        """Holds a side's bid to what it took."""
        exact = self.spec.makes == "exact"
        over, because = took - bid, f"bid {bid}, took {took}"
        points = self.amount(hand, "taken") * took
        if over == 0 or (over > 0 and not exact):
            points += self.amount(hand, "made") + self.amount(hand, "each") * bid + self.amount(hand, "over") * over
        else:
            points -= self.amount(hand, "missed") + self.amount(hand, "lost") * bid
            points -= self.amount(hand, "amiss") * abs(over)
        if points:
            hand.book(side, self.rule, points, because, *dict.fromkeys(proof))
        if over > 0:
            self.count_bags(hand, side, over)

    def count_bags(self, hand: Round, side: Seat, over: int) -> None:
        """Adds overtricks to those of the rounds before, and takes off what they cost."""
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


class ContractAtWork(ColumnAtWork[declared.Contract]):
    single: Any

    def sentence(self) -> str:
        of = listed(name.replace("-", " ") for name in self.spec.of)
        if self.spec.needs is not None:
            said = f"Whoever undertakes it needs {{needs}} of {of}"
            said += "".join(f"; {number} bring {worth}" for number, worth in self.spec.makes.items())
            said += "".join(f"; {number} alone {worth}" for number, worth in self.spec.alone.items())
        else:
            said = f"Whoever bids needs as many of {of} as were bid, or loses them"
        if self.spec.missed is not None:
            said += ", and {missed} where it is missed"
        elif self.spec.needs is None:
            said += ", and the bid is taken off"
        return said + ("; the others get {others} then." if self.spec.others is not None else ".")

    def make(self) -> None:
        parts: dict[str, Any] = {} if self.spec.needs is not None else {"number": (int,)}
        if self.spec.alone:
            parts["alone"] = (bool, False)
        self.single = self.report(Told, "a player undertakes the contract", parts=parts)
        self.check(self.single)(self.fault)
        if self.spec.needs is None:
            self.offer(self.single, lambda hand, seat: (self.single(number, who=seat) for number in self.some(hand)))

    def some(self, hand: Round) -> list[int]:
        """A few of the bids there may be."""
        return few(*(self.number(hand, key) for key in ("least", "most", "step"))) or [1]

    def fault(self, hand: Round, report: Any) -> str | None:
        for seat, before in hand.told.get(self.name, {}).items():
            return Reason(f"{seat} has the contract of this round ({at(before)})", before)
        number = getattr(report, "number", None)
        if number is None:
            return None
        least, most, step = (self.number(hand, key) for key in ("least", "most", "step"))
        if number < (least or 1):
            return f"a bid is {least or 1} at least, not {number}"
        if most is not None and number > most:
            return f"a bid is {most} at most, not {number}"
        return f"a bid goes in steps of {step}, and {number} doesn't" if step and number % step else None

    def needed(self, hand: Round) -> bool:
        return not self.spec.nobody

    def settled(self, hand: Round) -> bool:
        return bool(hand.told.get(self.name))

    def lacks(self, hand: Round) -> str:
        return f"nobody is told to have {self.title}" if self.needed(hand) and not self.settled(hand) else ""

    def asks(self, hand: Round) -> Asks[Any]:
        return Asks() if self.settled(hand) else hand.ask(self.tellers(hand), self.single, aside=self.spec.nobody)

    def take(self, hand: Round, report: Any) -> None:
        hand.put(self.name, report.who, getattr(report, "number", 0), report)

    def score(self, hand: Round) -> None:
        for seat, report in hand.told.get(self.name, {}).items():
            side = hand.side(seat)
            needs = self.number(hand, "needs")
            bid = hand.of(self.name)[seat] if needs is None else needs
            has = sum(hand.by_side(name)[side] for name in self.spec.of)
            made, alone = has >= bid, bool(getattr(report, "alone", False))
            because = f"{'needed' if needs is not None else 'bid'} {bid}, has {has}"
            if made:
                worth = (self.spec.alone if alone else self.spec.makes).get(str(has), 0)
                if worth:
                    hand.book(side, self.rule, worth, because, report)
                continue
            lost = bid if needs is None and self.spec.missed is None else self.number(hand, "missed") or 0
            if needs is None:
                lost += sum(line.points for line in hand.lines if line.who == side and line.rule in self.spec.of)
            if lost:
                hand.book(side, self.rule, -lost, because, report)
            if others := self.amount(hand, "others"):
                for other in hand.sides:
                    if other != side:
                        hand.book(other, self.rule, others, because, report)

    def now(self, hand: Round) -> str:
        numbers = hand.of(self.name)
        return "".join(f"{self.title}: {seat}{f' {number}' if number else ''}" for seat, number in numbers.items())


class ShareAtWork(ColumnAtWork[declared.Share]):
    single: Any
    losing: Any
    words: Any
    passing: type[Told] | None = None

    @property
    def verb(self) -> str:
        return self.spec.verb or "wins"

    def sentence(self) -> str:
        spec = self.spec
        if spec.zero_sum:
            return "Those who lose pay what the game is worth, and those who win share it."
        won = "{won:times} what the game is worth" + (" and {win} more" if spec.win is not None else "")
        lost = "{lost:times} that" + (" and {loss} more" if spec.loss is not None else "")
        others = "; each of the others then gets {others}" if spec.others is not None else ""
        return f"Whoever wins gets {won}, and whoever loses has {lost} taken off{others}."

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        rule = super().written(more, text, keys, lines)
        named(self, rule, self.spec.named)
        return rule

    def make(self) -> None:
        kind = self.words = terms(self.spec.named) if self.spec.named else int
        several = max(self.spec.party) > 1
        who = "players win" if several else "a player wins"
        self.single = self.report(
            Told, f"{who} a game that is worth so much", parts={"number": (kind,)}, several=several
        )
        lose = who.replace("win", "lose")
        self.losing = self.report(
            Told, f"{lose} a game that is worth so much", self.spec.loses, parts={"number": (kind,)}, several=several
        )
        if self.spec.passed:
            self.passing = self.report(Told, "nobody plays, and nobody gets anything", self.spec.passed, speaker="none")
        self.check(self.single, self.losing)(self.fault)
        for each in (self.single, self.losing):
            self.offer(each, partial(self.possible, each))

    def possible(self, kind: Any, hand: Round, seat: Seat) -> Iterator[Report]:
        return (kind(number, who=seat) for number in self.some(hand))

    def some(self, hand: Round) -> list[Any]:
        """What a game may be worth, as far as it can be listed."""
        if self.spec.named:
            return [self.words(((name, 1),)) for name in self.spec.named]
        if values := self.spec.values or self.spec.multiples:
            least = self.amount(hand, "least") or 1
            many = (base * number for base in self.spec.multiples for number in range(1, 20))
            return sorted({value for value in (*self.spec.values, *many) if value >= least}) if values else []
        return few(self.number(hand, "least") or 1, self.number(hand, "most"), self.number(hand, "step"))

    def value(self, hand: Hand, said: Any) -> int:
        return worth_of_terms(self, hand, said) if isinstance(said, Terms) else int(said)

    def fault(self, hand: Round, report: Any) -> str | None:
        party, sizes = report.who.split("+") if report.who else [], self.spec.party
        if len(party) not in sizes and party:
            act = "wins or loses" if sizes == [1] else "win or lose together"
            return f"{listed([*map(in_letters, sizes)], 'or')} {act}, not {len(party)}"
        if len(party) >= len(hand.seats):
            return "nobody is left on the other side"
        dealer = hand.dealer or hand.standing.dealer or hand.seats[0]
        if self.spec.playing and len(hand.seats) > self.spec.playing and dealer in party:
            return f"{dealer} deals and sits out"
        worth = self.value(hand, report.number)
        least, most, step = (self.number(hand, key) for key in ("least", "most", "step"))
        if worth < (least if least is not None else 1):
            return f"a game is worth {1 if least is None else least} at least, not {worth}"
        if most is not None and worth > most:
            return f"a game is worth {most} at most, not {worth}"
        if step and worth % step:
            return f"a game's worth goes in steps of {step}, and {worth} doesn't"
        if (values := self.spec.values) or self.spec.multiples:
            if worth in values or any(worth % base == 0 for base in self.spec.multiples):
                return None
            every = [*values, *(base * times for base in self.spec.multiples for times in range(1, worth // base + 2))]
            floor = least if least is not None else 1
            return f"no game is worth {worth}: {nearby(worth, [value for value in every if value >= floor])}"
        return None

    def needed(self, hand: Round) -> bool:
        return True

    def settled(self, hand: Round) -> bool:
        return bool(hand.told.get(self.name))

    def lacks(self, hand: Round) -> str:
        return "" if self.settled(hand) else "nobody is told to win or lose"

    def asks(self, hand: Round) -> Asks[Any]:
        if self.settled(hand):
            return Asks()
        asks = hand.ask(None, self.single, self.losing)
        return asks | hand.ask(None, self.passing, aside=True) if self.passing else asks

    def take(self, hand: Round, report: Any) -> None:
        if self.passing and isinstance(report, self.passing):
            hand.told[self.name] = {Seat(""): report}
            return
        hand.put(self.name, report.who, self.value(hand, report.number), report)

    def score(self, hand: Round) -> None:
        for who, report in hand.told.get(self.name, {}).items():
            if not who:
                continue
            worth, lost = hand.of(self.name)[who], isinstance(report, self.losing)
            party = [Seat(seat) for seat in who.split("+")]
            others = [seat for seat in hand.seats if seat not in party]
            because = f"{listed(party)} {'lost' if lost else 'won'} {worth}"
            if self.spec.zero_sum:
                losers, winners = (party, others) if lost else (others, party)
                self._pay(hand, losers, winners, worth, because, report)
                continue
            points = self.amount(hand, "won") * worth + self.amount(hand, "win")
            if lost:
                points = -(self.amount(hand, "lost") * worth + self.amount(hand, "loss"))
            for seat in party:
                hand.book(seat, self.rule, points, because, report)
            for seat in others if lost and self.amount(hand, "others") else ():
                hand.book(seat, self.rule, self.amount(hand, "others"), because, report)

    def _pay(
        self, hand: Round, losers: list[Seat], winners: list[Seat], worth: int, because: str, report: Report
    ) -> None:
        """The smaller party settles with each of the larger; of two as large everybody has the worth itself."""
        each_winner = worth * max(1, len(losers) // len(winners))
        each_loser = worth * max(1, len(winners) // len(losers))
        for seat in winners:
            hand.book(seat, self.rule, each_winner, because, report)
        for seat in losers:
            hand.book(seat, self.rule, -each_loser, because, report)

    def now(self, hand: Round) -> str:
        return ""


class BonusAtWork(Numbers[declared.Bonus]):
    def sentence(self) -> str:
        costs = "costs" if self.spec.kind == "penalty" else "brings"
        most = "" if self.spec.most == 1 else ", {most:times} a round at most"
        total = "" if self.spec.total is None else ", {total:times} in all"
        return f"{self.title[:1].upper()}{self.title[1:]} {costs} {{worth}}{most}{total}."

    def make(self) -> None:
        self.single = self.report(Told, f"a player has {self.title}, so many times", parts={"number": (int, 1)})
        self.check(self.single)(lambda hand, report: self.already(hand, report) or self.fault(hand, report))
        self.offer(self.single, lambda hand, seat: self.possible(self.single, hand, seat))

    def possible(self, kind: Any, hand: Round, seat: Seat) -> Iterator[Report]:
        most = int(self.number(hand, "most"))
        return (kind(number, who=seat) for number in range(1, min(most, 20) + 1))

    def told_by(self, hand: Hand, report: Any) -> dict[Seat, int]:
        return {report.who: report.number}

    def in_play(self, hand: Hand) -> bool:
        return bool(self.number(hand, "worth") and self.number(hand, "most"))

    def amiss(self, hand: Hand, number: int) -> str:
        most = int(self.number(hand, "most"))
        return (
            ""
            if 1 <= number <= most
            else f"{self.title} comes 1 to {most} times in a round, not {number}"
            if most > 1
            else (f"{self.title} comes once in a round, not {number} times")
        )

    def together(self, hand: Round, numbers: Mapping[Seat, int], left: Iterable[Seat]) -> str:
        total, told = self.number(hand, "total"), sum(numbers.values())
        if total is None or told <= total:
            return ""
        return f"{self.title} would be told {told} times, and comes {times(total)} in a round"

    def asks(self, hand: Round) -> Asks[Any]:
        total = self.number(hand, "total")
        if not self.untold(hand) or (total is not None and sum(hand.of(self.name).values()) >= total):
            return Asks()
        return hand.ask(lambda: self.untold(hand), self.single, aside=True)

    def score(self, hand: Round) -> None:
        worth = int(self.number(hand, "worth")) * (-1 if self.spec.kind == "penalty" else 1)
        for seat, number in hand.of(self.name).items():
            because = "" if number == 1 else f"{number} times"
            hand.book(seat, self.rule, worth * number, because, hand.told[self.name][seat])


class BoxAtWork(Numbers[declared.Box]):
    """A box on everybody's sheet; in each round everybody fills one."""

    def sentence(self) -> str:
        if self.spec.values:
            return f"{self.title[:1].upper()}{self.title[1:]}: {listed(self.spec.values, 'or')}."
        most = f" to {self.spec.most}" if self.spec.most is not None else " or more"
        steps = f", in steps of {self.spec.step}" if self.spec.step != 1 else ""
        return f"{self.title[:1].upper()}{self.title[1:]}: {self.spec.least}{most}{steps}."

    def make(self) -> None:
        self.single = self.report(Told, f"a player fills the box {self.title}", parts={"number": (int,)})
        self.check(self.single)(lambda hand, report: self.filled(hand, report) or self.fault(hand, report))
        self.offer(self.single, lambda hand, seat: (self.single(n, who=seat) for n in self.some()))

    def some(self) -> list[int]:
        """Values of the box."""
        if self.spec.values:
            return self.spec.values
        most = self.spec.least + 20 * self.spec.step if self.spec.most is None else self.spec.most
        return [*range(self.spec.least, most + 1, self.spec.step)][:60] + ([0] if self.spec.least > 0 else [])

    def boxes(self, hand: Round) -> list[str]:
        return [column.name for column in hand.columns if isinstance(column, BoxAtWork)]

    def key(self, seat: Seat) -> str:
        return f"{self.name} {seat}"

    def filled(self, hand: Round, report: Report) -> Reason | None:
        """Why a box can't be filled: it is full, or the player has filled another in this round."""
        if self.key(report.who) in hand.standing.kept:
            return Reason(f"{report.who} has filled {self.title} with {hand.standing.kept[self.key(report.who)]}")
        for name in self.boxes(hand):
            if before := hand.told.get(name, {}).get(report.who):
                return Reason(f"{report.who} has filled a box in this round ({at(before)})", before)
        return None

    def amiss(self, hand: Hand, number: int) -> str:
        spec = self.spec
        if number == 0:
            return ""  # crossed out
        if spec.values and number not in spec.values:
            return f"{self.title} is {listed(spec.values, 'or')}, not {number}"
        if number < spec.least or (spec.most is not None and number > spec.most):
            return f"{self.title} is {spec.least} to {spec.most}, not {number}"
        return f"{self.title} goes in steps of {spec.step}, and {number} doesn't" if number % spec.step else ""

    def unfilled(self, hand: Round) -> tuple[Seat, ...]:
        """Who has filled no box in this round, and has one left."""
        boxes = self.boxes(hand)
        return tuple(
            seat
            for seat in self.tellers(hand)
            if not any(seat in hand.told.get(name, {}) for name in boxes)
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
        return f"{listed(untold)} {'has' if len(untold) == 1 else 'have'} filled no box" if untold else ""

    def asks(self, hand: Round) -> Asks[Any]:
        return hand.ask(lambda: self.may_fill(hand), self.single) if self.may_fill(hand) else Asks()

    def score(self, hand: Round) -> None:
        for seat, number in hand.of(self.name).items():
            hand.standing.kept[self.key(seat)] = number
            hand.book(seat, self.rule, number, "" if number else "crossed out", hand.told[self.name][seat])


class ReachedAtWork(ColumnAtWork[declared.Reached]):
    def sentence(self) -> str:
        of = listed(name.replace("-", " ") for name in self.spec.of)
        return f"{{worth}} more, once, to whoever has {{at}} in {of}."

    def in_play(self, hand: Hand) -> bool:
        return bool(self.number(hand, "worth"))

    def after(self, hand: Round) -> None:
        kept = hand.standing.kept
        for side in hand.sides:
            key, sums = f"{self.name} {side}", f"{self.name} sum {side}"
            brought = sum(line.points for line in hand.lines if line.who == side and line.rule in self.spec.of)
            kept[sums] = kept.get(sums, 0) + brought
            if key not in kept and kept[sums] >= self.number(hand, "at"):
                kept[key] = 1
                hand.book(side, self.rule, int(self.number(hand, "worth")), f"{kept[sums]} reached")


class FinalAtWork(ColumnAtWork[declared.Final]):
    def sentence(self) -> str:
        spec = self.spec
        parts = ["{worth} to whoever has won" if spec.worth is not None else ""]
        parts += ["{each-round} for each round that brought points" if spec.each_round is not None else ""]
        parts += ["{shutout} more where the other side never had any" if spec.shutout is not None else ""]
        return f"When the game is over: {listed([part for part in parts if part] or ['nothing more'])}."

    def after(self, hand: Round) -> None:
        kept = hand.standing.kept
        for side in hand.sides:
            key = f"{self.name} {side}"
            kept[key] = kept.get(key, 0) + (sum(line.points for line in hand.lines if line.who == side) > 0)

    def at_the_end(self, hand: Round, winners: Iterable[Seat]) -> None:
        """Books what the end of the game brings."""
        kept, winners = hand.standing.kept, tuple(winners)
        worth, each, shutout = (self.amount(hand, key) for key in ("worth", "each_round", "shutout"))
        blank = all(not kept.get(f"{self.name} {side}", 0) for side in hand.sides if side not in winners)
        for side in hand.sides:
            rounds = kept.get(f"{self.name} {side}", 0)
            if side in winners and worth:
                hand.book(side, self.rule, worth, "won the game")
            if each and rounds:
                hand.book(side, self.rule, each * rounds, f"{rounds} rounds")
            if side in winners and shutout and blank:
                hand.book(side, self.rule, shutout, "a shutout")


AT_WORK: dict[type[declared.Column], type[ColumnAtWork[Any]]] = {
    declared.Points: PointsAtWork,
    declared.Count: CountAtWork,
    declared.Who: WhoAtWork,
    declared.All: AllAtWork,
    declared.Bid: BidAtWork,
    declared.Contract: ContractAtWork,
    declared.Share: ShareAtWork,
    declared.Bonus: BonusAtWork,
    declared.Box: BoxAtWork,
    declared.Reached: ReachedAtWork,
    declared.Final: FinalAtWork,
}
