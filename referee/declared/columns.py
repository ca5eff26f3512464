"""The state of a round, and what all kinds of columns share."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from referee.declared import sheet as declared
from referee.declared.column_reports import ColumnReport, NumberRow, Terms, reports_of
from referee.declared.sheet import Sheet
from referee.game.asks import NOTHING, Asks, at, bar
from referee.game.findings import Line
from referee.game.game import Fact, Hand, Outcome
from referee.game.standing import Standing
from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.options import Option
from referee.rules.rule import Reason, Rule, Verdict, in_letters, judges

S = TypeVar("S", bound=declared.Column)
Lone = TypeVar("Lone", declared.Who, declared.Contract)


# A round


@dataclass
class Totals(Standing):
    """State that is carried from round to round, in addition to the scores.

    ``kept`` has what accumulates, by column and side: overtricks, boxes. ``nothing`` names, by column, everybody who
    was left out of the round before because the rest added up. ``at_the_end`` has the lines that the end of a game
    added after the round ``end_of``, and ``games`` the games of a match: the round that ended each, who won it, and how
    many games it counts as. ``coming`` has the hands of bock rounds and of those that follow them, in order.
    ``by_cards`` says whether tricks of the round before were entered card by card.
    """

    kept: dict[str, int] = field(default_factory=dict)
    nothing: list[str] = field(default_factory=list)
    at_the_end: list[Line] = field(default_factory=list)
    end_of: int = 0
    games: list[tuple[int, Seat, int]] = field(default_factory=list)
    coming: list[str] = field(default_factory=list)
    by_cards: bool = False


@dataclass
class Round(Hand):
    """The state of a round: numbers by column and player, and their reports."""

    contract: str = ""  # of this round, if the sheet has contracts
    special: str = ""  # the kind of round that this hand is in, such as a bock round
    numbers: dict[str, dict[Seat, int]] = field(default_factory=dict)
    reports: dict[str, dict[Seat, Report]] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[ColumnAtWork[Any], ...]:
        """The columns in use with these house rules."""
        columns: tuple[ColumnAtWork[Any], ...] = self.game.columns  # type: ignore[attr-defined]
        contracts = self.contracts
        return tuple(
            column
            for column in columns
            if column.in_play(self.house)
            and not self.replaced(column)
            and not (contracts and contracts.amiss(self, column))
        )

    @property
    def contracts(self) -> Any:
        """The contracts of the sheet, None if it has none."""
        return self.game.contracts  # type: ignore[attr-defined]

    def book(self, who: str, rule: Rule, points: int, *because: Any, **more: Any) -> None:
        reversed_ = self.contract and self.contracts.sheet.contract[self.contract].reversed
        super().book(who, rule, -points if reversed_ else points, *because, **more)

    def replaced(self, column: ColumnAtWork[Any]) -> ColumnAtWork[Any] | None:
        """The column entered this round that excludes this one, or None."""
        replacing: tuple[ColumnAtWork[Any], ...] = column.replaced_by
        return next((other for other in replacing if any(other.having(self).values())), None)

    def of(self, name: str) -> dict[Seat, int]:
        return self.numbers.get(name, {})

    def report_of(self, name: str, seat: Seat) -> list[Report]:
        """The report of a column that names this player, as a list; empty if there is none."""
        entered = self.reports.get(name, {})
        return [entered[seat]] if seat in entered else []

    def by_side(self, name: str) -> dict[Seat, int]:
        """The numbers of a column by side. Players left out have zero."""
        sums = dict.fromkeys(self.parties, 0)
        for seat, number in self.of(name).items():
            sums[self.side(seat)] += number
        return sums

    @property
    def by_cards(self) -> bool:
        """Whether tricks of this round are entered card by card."""
        return False

    def begin(self) -> None:
        """Pairs up the players, and deals the cards if the sheet's play is refereed."""
        self.pair_up()
        if self.contracts and not self.contracts.declared:
            self.contract = self.contracts.in_order(self.number)

    def deal_again(self) -> None:
        """Does so again if others play than it seemed."""
        self.pair_up()

    def ask_column(self, column: ColumnAtWork[Any]) -> Asks[Any]:
        """The reports a column still accepts."""
        if self.contracts and (why := self.contracts.amiss(self, column)):
            return bar(self.contracts.rule, why, *column.kinds)
        if why := column.no_more(self):
            return bar(column.rule, why, *column.kinds)
        return column.asks(self)

    def ask_besides(self) -> Asks[Any]:
        """Reports accepted in addition to those of the columns."""
        return NOTHING

    def take(self, report: Any) -> None:
        """Applies a report to the round."""
        self.column_of(report).take(self, report)

    def so_far(self, name: str) -> dict[Seat, int]:
        """The known numbers of a column."""
        return self.of(name)

    def there_are(self, name: str) -> int | None:
        """The total of a column by the cards that are played, None without cards."""
        return None

    def keeps_sum_of(self, column: ColumnAtWork[Any]) -> bool:
        """Whether the table keeps numbers of a column that don't add up."""
        return any(
            column.rule.name in rules for report, rules in self.let_be.items() if isinstance(report, column.kinds)
        )

    def against_cards(self, column: ColumnAtWork[Any], numbers: Mapping[Seat, int]) -> str:
        """Why the cards that were played contradict these numbers, "" if they don't."""
        return ""

    def column_of(self, report: Report) -> ColumnAtWork[Any]:
        return next(column for column in self.columns if isinstance(report, column.kinds))

    def add(self, name: str, seat: Seat, number: int, report: Report) -> None:
        self.numbers.setdefault(name, {})[seat] = self.of(name).get(seat, 0) + number
        self.reports.setdefault(name, {})[seat] = report

    def column(self, kind: type[Report]) -> ColumnAtWork[Any] | None:
        """The column for this kind of report."""
        return next((column for column in self.columns if kind in column.kinds), None)

    def left_of(self, kind: type[Report]) -> tuple[int, str] | None:
        column = self.column(kind)
        total = column.all_entered(self) if isinstance(column, Numbers) else None
        if column is None or total is None:
            return None
        thing = "point" if isinstance(column.spec, declared.Points) else column.title.removesuffix("s")
        return total - sum(self.of(column.name).values()), thing

    def lacking(self) -> tuple[Rule, str] | None:
        """The first column that keeps the round open, and why."""
        if self.contracts and not self.contract:
            return self.contracts.rule, "no contract has been declared"
        return next(((column.rule, why) for column in self.columns if (why := column.lacks(self))), None)

    def incomplete_column(self) -> tuple[Rule, str] | None:
        """The first column that only `done` closes, because missing players may have zero, and why."""
        for column in self.columns:
            if missing := column.missing(self):
                return column.rule, f"{column.of_seats(missing)} {column.is_are} missing. To enter 0, type `done`"
        return None

    def left_out(self) -> list[str]:
        """What nobody has entered, so that it counts as zero: ``Ann's points``."""
        return [column.of_seats(missing) for column in self.columns if (missing := column.missing(self))]

    @property
    def adds_up(self) -> bool:
        """Whether all required columns are complete."""
        if self.contracts and not self.contract:
            return False
        columns = self.columns
        needed = [column for column in columns if column.needed(self)]
        closes = bool(needed) or any(map(self.replaced, self.game.columns))  # type: ignore[attr-defined]
        settled = all(column.settled(self) for column in needed)
        return closes and settled and not any(column.missing(self) for column in columns)


# Columns

VERBS = frozenset((
    "asks", "bids", "calls", "claims", "counts", "declares", "draws", "goes", "holds", "keeps", "lays", "leads",
    "loses", "makes", "melds", "names", "opens", "passes", "pays", "pegs", "plays", "puts", "scores", "shows", "takes",
    "wins",
))  # fmt: skip
"""Verbs for what somebody does. Any other word names what somebody has."""


class ColumnAtWork(Generic[S]):
    """A column with its rules and kinds of report."""

    kinds: tuple[type[ColumnReport], ...] = ()

    def __init__(self, name: str, spec: S, of_sheet: Sheet) -> None:
        self.name = name
        self.spec = spec
        self.of_sheet = of_sheet
        self.title = spec.title or name.replace("-", " ")
        self.rules: dict[str, Rule] = {}
        self.rule = self.written("", spec.says or self.sentence(), self.rule_numbers())
        self.make()
        self.tied: list[Tie] = []
        self.replaced_by: tuple[ColumnAtWork[Any], ...] = ()
        self.implied_by: tuple[ColumnAtWork[Any], ...] = ()

    @property
    def asked(self) -> tuple[Fact, ...]:
        """Facts that players ask about, besides the numbers entered."""
        return ()

    @property
    def choices(self) -> tuple[Option, ...]:
        """The options of the column that are words, not numbers."""
        return ()

    def tie(self, columns: Mapping[str, ColumnAtWork[Any]]) -> None:
        """Links the columns that this one excludes, implies and bounds, and adds their checks."""
        spec = self.spec
        for other in columns.values():
            named = other.name in spec.not_with or self.name in other.spec.not_with
            if named or self.name in other.spec.beside or other.name in spec.beside:
                bounds = spec.beside.get(other.name), other.spec.beside.get(self.name)
                self.tied.append(Tie(other, named, *bounds))
        self.replaced_by = tuple(other for other in columns.values() if self.name in other.spec.instead_of)
        self.implied_by = tuple(other for other in columns.values() if self.name in other.spec.implies)
        self.implied = tuple(columns[name] for name in spec.implies)
        self.replaces = tuple(columns[name] for name in spec.instead_of)
        self.void_without = tuple(columns[name] for name in spec.counts_with)
        if self.kinds and (self.tied or self.replaces or self.implied):
            self.check(*self.kinds)(self.clashes)

    # Beside other columns

    def having(self, hand: Round) -> dict[Seat, int]:
        """The numbers in this column this round, entered or implied."""
        having = {seat: number for seat, number in hand.of(self.name).items() if number}
        for other in self.implied_by:
            if other.in_play(hand.house):
                having = dict.fromkeys(other.having(hand), 1) | having
        return having

    def tells(self, hand: Hand, report: Any) -> dict[Seat, int]:
        """The numbers that a report has for this column."""
        return dict.fromkeys(self.named_by(hand, report), 1)

    def clashes(self, hand: Round, report: Any) -> Reason | None:
        """Why a report contradicts other columns of the round, or None."""
        new = {seat: number for seat, number in self.tells(hand, report).items() if number}
        for seat, number in new.items():
            for tie in self.tied:
                if why := tie.clash(self, hand, seat, number):
                    return why
        for other in self.replaces if new else ():
            if (entered := hand.reports.get(other.name)) and other.in_play(hand.house):
                before = next(iter(entered.values()))
                return Reason(f"{self.title} can't be entered along with {other.title} ({at(before)})", before)
        for other in self.implied if new else ():
            if other.in_play(hand.house) and (fault := other.beyond(hand, new)):
                return Reason(f"{self.title} also means {other.title}: {fault}")
        return None

    def beyond(self, hand: Round, seats: Mapping[Seat, int]) -> str:
        """Why these players can't have this column in addition, or an empty string."""
        return ""

    def voided(self, hand: Round, side: Seat) -> bool:
        """Whether this column scores nothing for a side, because a required column is empty."""
        others = [other for other in self.void_without if other.in_play(hand.house)]
        return bool(others) and not any(same(hand, side, one) for other in others for one in other.having(hand))

    @property
    def by_side(self) -> bool:
        """Whether partners report together."""
        return bool(self.of_sheet.partners) and self.spec.by != "player"

    # Rules

    def written(self, more: str, text: str, keys: Iterable[str], lines: bool = True) -> Rule:
        """A rule of the column, with the numbers in its sentence."""
        given = self.spec.given()
        text = self.with_unsaid(text, keys, given)
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
    def with_unsaid(text: str, keys: Iterable[str], given: Mapping[str, Any]) -> str:
        """The sentence, with the numbers it doesn't mention added at the end."""
        dashed = [key.replace("_", "-") for key in keys if key in given and given[key] != "round"]
        left = [key for key in dashed if f"{{{key}" not in text]
        texts = [f"{key.replace('-', ' ')} {{{key}}}" for key in left]
        return f"{text.removesuffix('.')} ({', '.join(texts)})." if left else text

    def option(self, key: str, value: Any) -> Option:
        signed = isinstance(self.spec, declared.Points)
        least = -declared.MOST if signed and key in declared.SIGNED else 1 if key in ("step", "bags", "rummy") else 0
        words = self.spec.in_words.get(key.replace("_", "-"))
        return Option(self.spec.option(self.name, key), by_players(value), least=least, words=words)

    def titled(self, name: str) -> str:
        """The title of a column."""
        return self.of_sheet.columns[name].title or name.replace("-", " ")

    @property
    def of_columns(self) -> str:
        """The titles of the columns it depends on."""
        return listed(map(self.titled, self.spec.of))  # type: ignore[attr-defined]

    def rule_numbers(self) -> Iterable[str]:
        return self.spec.numbers_in_sentence

    def sentence(self) -> str:
        """The default sentence of the rule."""
        return self.title

    def make(self) -> None:
        """Creates the kinds of report, and adds checks to the rules."""

    def report(self, base: type[ColumnReport], doc: str, verb: str = "", **how: Any) -> type[ColumnReport]:
        """A class of reports for this column."""
        parts = how.pop("parts", {})
        verb = verb or self.verb
        if "number" in parts:
            how["limits"] = {"number": lambda hand, seat: self.highest(hand)}
        if self.by_side and how.get("speaker") != "none" and not how.get("several"):
            how["team"] = True
        if verb == self.verb:
            how = {"also": tuple(self.spec.also), "as_said": self.does, **how}
        kind = reports_of(self.name, base, verb, self.unit, doc, parts, **how)
        self.kinds = (*self.kinds, kind)
        return kind

    def highest(self, hand: Any) -> int | None:
        """The highest number that one player or side can have, None without a limit."""
        most: int | None = self.number(hand, "most") if hasattr(self.spec, "most") else None
        return most

    @staticmethod
    def offer(kind: Any, reports: Callable[[Any, Seat], Iterable[Report]]) -> None:
        """Sets the reports to offer of a kind."""
        kind.options = classmethod(lambda cls, hand, seat: reports(hand, seat))

    @property
    def verb(self) -> str:
        return self.spec.verb or self.name

    @property
    def does(self) -> str:
        """What a player does, in words: ``has hearts``, ``bids``."""
        return self.spec.does or (self.verb if self.verb in VERBS else f"has {self.title}")

    @property
    def unit(self) -> str:
        """What its numbers count."""
        return self.title

    @property
    def asked_of_all(self) -> str:
        """The question for everybody's numbers."""
        return f"Who {'took' if self.unit == 'tricks' else 'has'} how many {self.unit}?"

    @property
    def one_of(self) -> str:
        """Whose numbers they are: a player's or a side's."""
        return "side" if self.by_side else "player"

    @property
    def one(self) -> str:
        return f"a {self.one_of}"

    def check(self, *kinds: type[ColumnReport]) -> Callable[[Callable[[Any, Any], Any]], Any]:
        return judges(self.rule, of=kinds)

    def number(self, hand: Hand, key: str) -> Any:
        """A number of the column at this table, or None."""
        return self.of_house(hand.house, key)

    def of_house(self, house: Mapping[str, Any], key: str) -> Any:
        """A number of the column in these house rules, or None."""
        value = getattr(self.spec, key)
        return value if value is None or value == "round" else house[self.option_of(key)]

    def option_of(self, key: str) -> str:
        return self.spec.option(self.name, key)

    def clash(self, players: int, house: Mapping[str, Any]) -> str:
        """The numbers of these house rules that contradict each other, or an empty string."""
        return ""

    def numbers_due(self, players: int, house: Mapping[str, Any]) -> int:
        """How many numbers there are: one for each player, or one for each side."""
        players = min(players, self.of_sheet.seated or players)
        paired = self.by_side and self.of_sheet.partners in (True, players)
        return players // 2 if paired else players

    def amount(self, hand: Hand, key: str) -> int:
        """A number of the column at this table, or zero."""
        return int(self.number(hand, key) or 0)

    # A round

    def in_play(self, house: Mapping[str, Any]) -> bool:
        """Whether these house rules use the column."""
        return True

    def tellers(self, hand: Hand) -> tuple[Seat, ...]:
        """The players or sides who have numbers."""
        return hand.parties if self.by_side else hand.players

    def untold(self, hand: Round) -> tuple[Seat, ...]:
        done = hand.reports.get(self.name, {})
        return tuple(seat for seat in self.tellers(hand) if seat not in done)

    def needed(self, hand: Round) -> bool:
        """Whether a round needs it."""
        return False

    def settled(self, hand: Round) -> bool:
        """Whether it is complete."""
        return True

    def lacks(self, hand: Round) -> str:
        """Why the round can't be closed yet, or an empty string."""
        return ""

    def missing(self, hand: Round) -> tuple[Seat, ...]:
        """Players without a number, if others have one and it may be zero."""
        return self.tellers(hand) if self.spec.every_round and not hand.reports.get(self.name) else ()

    def no_more(self, hand: Round) -> str:
        """Why it accepts nothing more this round, or an empty string."""
        if not self.in_play(hand.house):
            return f"{self.title} {'aren' if self.plural else 'isn'}'t used at this table"
        if other := hand.replaced(self):
            return f"{other.title} {other.is_are} already entered, so {self.title} can't be"
        return ""

    def asks(self, hand: Round) -> Asks[Any]:
        return Asks()

    def take(self, hand: Round, report: Any) -> None:
        """Applies a report to the round."""

    def score(self, hand: Round) -> None:
        """Books the points of the round for this column."""

    def brings(self, hand: Round, report: Any) -> Iterator[Outcome]:
        """What a report would score, as far as that is known before the round is over."""
        return iter(())

    def after(self, hand: Round) -> None:
        """Books what depends on the scores of the round."""

    def now(self, hand: Round) -> str:
        """What has been entered for it, in words."""
        numbers = hand.so_far(self.name)
        return f"{self.title}: {', '.join(f'{seat} {number}' for seat, number in numbers.items())}" if numbers else ""

    # In words

    def named_by(self, hand: Hand, report: Report) -> list[Seat]:
        """The players or sides that a report names."""
        tellers = self.tellers(hand)
        seats = [report.who] if report.who in tellers else [Seat(seat) for seat in report.who.split("+")]
        return list(dict.fromkeys(seat if seat in tellers else hand.side(seat) for seat in seats))

    def already(self, hand: Round, report: Report) -> Reason | None:
        """Why a number can't be entered twice, or None."""
        for seat in self.named_by(hand, report):
            if before := hand.reports.get(self.name, {}).get(seat):
                return Reason(self.as_entered(seat, before), before)
        return None

    def as_entered(self, seat: Seat, report: Report) -> str:
        """Says that a player's number is already entered."""
        return f"{seat}'s {self.title} {self.is_are} already entered ({at(report)})"

    @property
    def the_title(self) -> str:
        """The title with its article: ``the queen of spades``."""
        return self.title if self.title.startswith("the ") else f"the {self.title}"

    @property
    def plural(self) -> bool:
        return re.split(" (?:in|left|laid|of) ", self.title)[0].endswith(("s", "men"))

    def of_seats(self, seats: Sequence[Seat]) -> str:
        """What these players have: ``Ann's points``, ``the points of Ann and Ben``."""
        return f"{seats[0]}'s {self.title}" if len(seats) == 1 else f"the {self.title} of {listed(seats)}"

    @property
    def is_are(self) -> str:
        return "are" if self.plural else "is"


def by_players(value: Any) -> Any:
    """A standard number, or a function of the number of players."""
    return (lambda players: value[str(players)]) if isinstance(value, Mapping) else value


def listed(words: Iterable[object], last: str = "and") -> str:
    """Words in a row: ``Ann, Ben and Cat``."""
    *others, end = map(str, words)
    return f"{', '.join(others)} {last} {end}" if others else end


def one_or_more(number: int, thing: str) -> str:
    """A number with a plural noun: ``1 heart``, ``5 hearts``."""
    return f"{number} {re.sub('s$', '', re.sub('men$', 'man', thing)) if abs(number) == 1 else thing}"


def times(number: int) -> str:
    """How often, in words: ``once``, ``four times``."""
    return "once" if number == 1 else f"{in_letters(number)} times"


def left_out(seats: Iterable[Seat]) -> str:
    """The players left out, in words."""
    seats = tuple(seats)
    return f". Missing: {listed(seats)}" if seats else ""


def has(*seats: Seat) -> str:
    """``has`` or ``have``. Partners have."""
    return "have" if len(seats) > 1 or "+" in seats[0] else "has"


PAST = {"goes": "went", "calls": "called", "bids": "bid", "declares": "declared", "takes": "took", "wins": "won"}
"""The past of verbs for what one player does."""

SIGN = {"for": 1, "against": -1, "not": 0}


class ToldOnce(ColumnAtWork[Lone]):
    """A column that only one player has in a round."""

    single: Any

    def needed(self, hand: Round) -> bool:
        return not self.spec.nobody

    def settled(self, hand: Round) -> bool:
        return bool(hand.reports.get(self.name))

    def lacks(self, hand: Round) -> str:
        return f"who {self.did}?" if self.needed(hand) and not self.settled(hand) else ""

    @property
    def did(self) -> str:
        """What a player did, in the past: ``went out``, ``called trump``. What somebody has doesn't change."""
        verb, *rest = self.does.split()
        return " ".join((PAST.get(verb, verb), *rest))

    def no_more(self, hand: Round) -> str:
        told = hand.reports.get(self.name, {}).items()
        return super().no_more(hand) or next((self.only_one(*entry) for entry in told), "")

    def only_one(self, seat: Seat, report: Report) -> str:
        """Says who has what only one player can have."""
        if self.does.startswith("has "):
            return f"{seat} {has(seat)} {self.the_title} ({at(report)}), and there is only one"
        return f"{seat} {self.did} ({at(report)}), and only one player can"

    def asks(self, hand: Round) -> Asks[Any]:
        return hand.ask(self.tellers(hand), self.single, aside=self.spec.nobody)


class Numbers(ColumnAtWork[S]):
    """A column with a number for each player."""

    single: Any
    row: Any = ()  # a kind of report, if there is one

    def make_numbers(
        self, doc: str, row_doc: str, kind: Any = int, flag: Mapping[str, Any] | None = None, **how: Any
    ) -> None:
        self.single = self.report(ColumnReport, doc, parts={"number": (kind,), **(flag or {})}, **how)
        self.check(self.single)(lambda hand, report: self.already(hand, report) or self.fault(hand, report))
        if not row_doc:
            return
        self.single.of_all = self.asked_of_all
        verbless = how.get("verbless", False)
        self.row = self.report(
            ColumnReport, row_doc, parts={"numbers": (NumberRow,)}, speaker="none", verbless=verbless
        )
        self.offer(self.row, lambda hand, seat: ())
        self.check(self.row)(self.row_fault)

    def value(self, hand: Hand, said: Any) -> int:
        return int(said)

    def tells(self, hand: Hand, report: Any) -> dict[Seat, int]:
        return self.entered_by(hand, report)

    def entered_by(self, hand: Hand, report: Any) -> dict[Seat, int]:
        """The numbers in a report."""
        if isinstance(report, self.row):
            return dict(zip(self.tellers(hand), report.numbers, strict=False))
        return dict.fromkeys(self.named_by(hand, report), self.value(hand, report.number))

    def total(self, hand: Hand) -> int | None:
        """The total of the numbers, or None if it isn't known."""
        return None

    def all_entered(self, hand: Hand) -> int | None:
        """The total, if there must be a number for each player."""
        return self.total(hand)

    def amiss(self, hand: Hand, number: int) -> str:
        """Why a player can't have this number, or an empty string."""
        return ""

    def together(self, hand: Round, numbers: Mapping[Seat, int], left: Iterable[Seat]) -> str:
        """Why these can't be all numbers, with zero for the players left out."""
        return ""

    def fault(self, hand: Round, report: Any) -> str | None:
        new = self.entered_by(hand, report)
        for number in dict.fromkeys(new.values()):
            if why := self.amiss(hand, number):
                return why
        left = [seat for seat in self.untold(hand) if seat not in new]
        numbers = hand.of(self.name) | new
        return hand.against_cards(self, numbers) or self.together(hand, numbers, left) or None

    def row_fault(self, hand: Round, report: Any) -> str | None:
        tellers = self.tellers(hand)
        if (count := len(report.numbers)) != len(tellers):
            beyond = left_out(tellers[count:]) if count < len(tellers) else ""
            return f"type {len(tellers)} numbers, one each for {listed(tellers)}, not {count}{beyond}"
        if entered := hand.reports.get(self.name):
            seat, before = next(iter(entered.items()))
            return Reason(f"{seat}'s number has been entered ({at(before)}), so enter the others one by one", before)
        for number in dict.fromkeys(report.numbers):
            if why := self.amiss(hand, number):
                return why
        numbers = dict(zip(tellers, report.numbers, strict=True))
        return hand.against_cards(self, numbers) or self.together(hand, numbers, ()) or None

    def entered_again(self) -> None:
        """Accepts the numbers of the last round again if they agree."""
        judges(self.rule, of=self.kinds, when="again")(self.not_as_entered)

    def not_as_entered(self, hand: Round, report: Any) -> str | None:
        tellers, before = self.tellers(hand), hand.of(self.name)
        if isinstance(report, self.row) and len(report.numbers) != len(tellers):
            return f"type {len(tellers)} numbers, not {len(report.numbers)}"
        for seat, number in self.entered_by(hand, report).items():
            if (was := before.get(seat, 0)) != number:
                return Reason(
                    f"{seat} had {one_or_more(was, self.title)}, not {number}", *hand.report_of(self.name, seat)
                )
        return None

    def asks(self, hand: Round) -> Asks[Any]:
        return self.ask_for(hand, self.untold)

    def ask_for(self, hand: Round, wanted: Callable[[Round], tuple[Seat, ...]], aside: bool = False) -> Asks[Any]:
        """Asks for the missing numbers, one by one, several at once or all in a row."""
        single = (
            hand.ask(lambda: self.voices(hand, wanted(hand)), self.single, aside=aside) if wanted(hand) else NOTHING
        )
        return single | hand.ask(None, *self.of_several, aside=True)

    def voices(self, hand: Round, wanted: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The players named with a number."""
        return wanted

    @property
    def of_several(self) -> tuple[type[ColumnReport], ...]:
        """The kinds of report with numbers for several players."""
        return (self.row,)

    def take(self, hand: Round, report: Any) -> None:
        for seat, number in self.entered_by(hand, report).items():
            hand.add(self.name, seat, number, report)


class Tie(NamedTuple):
    """A link between two columns: one player can't have both in a round, or only with certain numbers."""

    other: ColumnAtWork[Any]
    apart: bool
    here: declared.Bounds | None  # for the column that has the tie
    there: declared.Bounds | None

    def clash(self, column: ColumnAtWork[Any], hand: Round, seat: Seat, number: int) -> Reason | None:
        """Why a player can't have this number, given the other column. Otherwise None."""
        other = self.other
        if not (other.in_play(hand.house) and column.in_play(hand.house)):
            return None
        for whose, had in other.having(hand).items():
            if not same(hand, seat, whose):
                continue
            before = hand.report_of(other.name, whose)
            text = f"{whose} {has(whose)} {other.title}{f' ({at(before[0])})' if before else ''}"
            if self.apart:
                return Reason(f"{text}, so {whose} can't have {column.title} too", *before)
            if self.here and (wanted := self.here.amiss(number)):
                return Reason(f"{text}, so {column.title} must be {wanted}, not {number}", *before)
            if self.there and (wanted := self.there.amiss(had)):
                both = f"with {column.title}, {other.title} must be {wanted}"
                return Reason(f"{both}, and {text.replace(other.title, str(had), 1)}", *before)
        return None


def dealing(hand: Hand) -> Seat:
    """The dealer of the round, named or not."""
    return hand.dealer or hand.standing.dealer or hand.seats[0]


def same(hand: Round, one: Seat, other: Seat) -> bool:
    """Whether two names are the same player, or a player and that player's side."""
    return one == other or hand.side(one) == other or one == hand.side(other)


def named(column: ColumnAtWork[Any], rule: Rule, words: Mapping[str, int], least: int = -declared.MOST) -> None:
    """Adds the values of named points to a rule, as house rules."""
    for word, number in words.items():
        option = Option(f"{column.name}-{word}", number, least=least, words=column.spec.in_words.get(word))
        rule.amounts[word] = option
        rule.words |= {word: option.words} if option.words else {}
        rule.filled += ((word, option.name),)


def worth_of_terms(column: ColumnAtWork[Any], hand: Hand, terms: Terms) -> int:
    """The total of named points, with multipliers."""
    times, factors = getattr(column.spec, "times", {}), getattr(column.spec, "factors", {})
    noted = getattr(column.spec, "notes", ())
    terms = Terms(tuple(part for part in terms.parts if part[0] not in noted))
    lines = {name for name, _ in terms.parts}
    implied = (more for name in lines for more in implied_words(column, name) if more not in lines)
    parts = (*terms.parts, *((name, 1) for name in dict.fromkeys(implied)))
    each = {name: hand.house[f"{column.name}-{name}"] if name else 1 for name, _ in parts if name not in factors}
    worth = sum(number * each[name] for name, number in parts if name not in times and name not in factors)
    worth *= 1 + sum(number * factors[name] for name, number in parts if name in factors)
    return int(worth * math.prod(each[name] ** min(number, OFTEN) for name, number in parts if name in times))


def implied_words(column: ColumnAtWork[Any], name: str, *before: str) -> Iterator[str]:
    """The words that a word implies, directly or indirectly."""
    for more in column.spec.word[name].implies if name in column.spec.word else ():
        if more not in before:
            yield more
            yield from implied_words(column, more, name, *before)


def most_of_words(spec: declared.Points | declared.Share) -> dict[str, int]:
    """How often named points can count, if that is limited."""
    limits = {name: word.most for name, word in spec.word.items() if word.most is not None}
    return dict.fromkeys(getattr(spec, "notes", ()), 1) | limits


def words_amiss(column: ColumnAtWork[Any], terms: Any, party: int = 0) -> str:
    """Why these named points can't be together for a ``party`` of this size, or an empty string."""
    if not isinstance(terms, Terms):
        return wrong_number(column.spec.number, terms)
    entered: dict[str, int] = {}
    for name, number in terms.parts:
        entered[name] = entered.get(name, 0) + number
    words, factors = column.spec.word, getattr(column.spec, "times", {})
    base = entered.pop("") if "" in entered else None
    implied = {more for name in entered for more in implied_words(column, name)}
    for name, often in entered.items():
        if not (word := words.get(name)):
            continue
        if not (word.least or 1) <= often <= (word.most or declared.MOST):
            least, most = word.least or 1, word.most
            wanted = f"{least} or more" if not most else f"{least} to {most}" if most > least else str(least)
            if (most or 2) > 1:
                return f"{name} can't be {often}: type {wanted}"
            return f"{name} counts only once, so it takes no number"
        if word.party is not None and party and word.party != party:
            return f"{name} is played by {in_letters(word.party)}, not {in_letters(party)}"
        apart = [other for other in word.not_with if other in entered]
        if wrong := apart or [other for other in word.not_with if other in implied]:
            if (both := f"{name}-{wrong[0]}") in column.spec.named:
                return f"{name} with {wrong[0]} is one word: type `{both}`"
            return f"{name} and {wrong[0]} can't go together"
        if word.needs and not any(other in entered for other in word.needs):
            return f"{name} needs {listed(word.needs, 'or')} and a number, for example `{name} {word.needs[0]} 1`"
        for other, beside in word.beside.items():
            if other in entered and (wanted := beside.amiss(entered[other])):
                return f"{name} and {other} {entered[other]} can't go together: {other} must be {wanted}"
    adding, noted = getattr(column.spec, "factors", {}), getattr(column.spec, "notes", ())
    if base is not None and (counted := [name for name in entered if name in adding]):
        return f"{base} is the whole value: leave out {listed(counted)}, or type the game instead of {base}"
    if adding or any(word.on_top for word in words.values()):
        games = [name for name in entered if name not in factors and not (name in words and words[name].on_top)]
        games = [name for name in games if name not in adding and name not in noted]
        games += [str(base)] if base is not None else []
        if len(games) != 1:
            return f"name only one game, not {listed(games)}" if games else f"name the game too, not only {terms}"
    bounds = [words[name].number for name in entered if name in words and words[name].number]
    return wrong_number(bounds[0] if bounds else column.spec.number, base or 0)


def wrong_number(bounds: declared.Bounds | None, number: Any) -> str:
    """Why a number doesn't fit its words, or an empty string."""
    wanted = bounds.amiss(int(number)) if bounds else ""
    return f"{number} isn't possible: it must be {wanted}" if wanted else ""


OFTEN = 20  # the most times that a game can be doubled


def difference(number: int, total: int) -> str:
    """How much a sum is off, in words."""
    return (
        f"{total - number} {'is' if total - number == 1 else 'are'} missing"
        if number < total
        else f"{number - total} too many"
    )


def nearby(number: int, values: Iterable[int]) -> str:
    """The nearest possible values, in words."""
    below = [value for value in values if value < number]
    above = [value for value in values if value > number]
    near = [*([max(below)] if below else []), *([min(above)] if above else [])]
    return f"the nearest {'is' if len(near) == 1 else 'are'} {listed(near)}" if near else "no number is near it"


def few(least: int | None, most: int | None, step: int | None) -> list[int]:
    """The numbers from least to most, or the first of them if there are too many."""
    least, step = max(least or 0, 0), step or 1
    first = least + -least % step
    if most is None or most > first + LISTED * step:
        return [*range(first, first + FEW * step, step)]
    return [*range(first, most + 1, step)] or [most - most % step]


LISTED, FEW = 300, 14  # the most numbers of a column to list in full, and how many to list if there are more


def least_and_most(column: ColumnAtWork[Any], house: Mapping[str, Any]) -> str:
    """Says if the least in these house rules is above the most."""
    least, most = column.of_house(house, "least"), column.of_house(house, "most")
    if None in (least, most) or least <= most:
        return ""
    return f"{column.option_of('least')}={least} is above {column.option_of('most')}={most}"
