"""Reports of a round: numbers in a row, named points, and report classes for each column."""

from __future__ import annotations

import types
from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from referee.language.reports import Report
from referee.language.reports import terms as terms_of
from referee.language.words import Seat, Words, either, nearest


class NumberRow(tuple[int, ...]):
    """Numbers for all players, in seating order."""

    __slots__ = ()
    metavar = "N N …"

    def __str__(self) -> str:
        return " ".join(map(str, self))

    @staticmethod
    def read(words: Words, reader: Any) -> NumberRow:
        """Parses two or more numbers to the end of the report. Raises ParseError."""
        numbers = [sum(terms_of(words))]
        while words:
            if words.list[words.at].text == ",":
                words.take()
            numbers.append(sum(terms_of(words)))
        if len(numbers) < 2:
            raise words.unread("type a number for each player")
        return NumberRow(numbers)


@dataclass(frozen=True)
class Terms:
    """Points, bare or named: ``50``, ``solo``, ``runners 3``. A bare number has no name."""

    parts: tuple[tuple[str, int], ...]

    named: ClassVar[tuple[str, ...]] = ()
    often: ClassVar[Mapping[str, str]] = {}  # how each name is written with its count
    most: ClassVar[Mapping[str, int]] = {}  # how often it can count, if that is limited
    counted: ClassVar[Container[str]] = ()  # names that are never written without their count
    metavar: ClassVar[str] = "N"

    def __str__(self) -> str:
        return " ".join(
            f"{name} {number}" if name and (number != 1 or name in self.counted) else name or str(number)
            for name, number in self.parts
        )

    @classmethod
    def counting(cls, hand: Any) -> dict[str, int]:
        """The names, as written around the number, and the most of each."""
        return {"{}": 99_999, **{name + cls.often[name]: cls.most.get(name, 999) for name in cls.named}}

    @classmethod
    def read(cls, words: Words, reader: Any) -> Terms:
        """Parses numbers and names, each name with a count if it isn't one. Raises ParseError."""
        parts: list[tuple[str, int]] = []
        while word := words.next:
            name = word.text.lower()
            if word.quoted or name not in cls.named:
                if parts and not word.text.lstrip("+-").isdigit():
                    break
                if any(not text for text, _ in parts):
                    break
                try:
                    parts.append(("", sum(terms_of(words))))
                except ValueError:
                    first, *others = cls.named
                    some = f"a word such as {first}" if len(cls.named) > SHOWN else either([first, *others])
                    close = nearest(name, cls.named, 2)
                    raise words.unread(f"{word.text!r} isn't a score: type a number or {some}", close) from None
                continue
            words.take()
            more = words.next
            times = int(words.take().text) if more and more.text.isdigit() and len(more.text) < 4 else 1
            parts.append((name, times))
        if not parts:
            raise words.unread("a number or a word is missing here", cls.named)
        return cls(tuple(parts))


class ColumnReport(Report):
    """A report for a column of the sheet."""

    column: ClassVar[str] = ""

    def amount(self, hand: Any) -> int | None:
        column = hand.column(type(self))
        said = getattr(self, "number", None)
        return None if said is None else column.value(hand, said) if hasattr(column, "value") else int(said)

    def one_by_one(self, hand: Any) -> list[Report]:
        numbers, column = getattr(self, "numbers", ()), hand.column(type(self))
        untold, everybody = column.untold(hand), column.tellers(hand)
        seats = untold if len(numbers) == len(untold) else everybody if len(numbers) == len(everybody) else ()
        return [column.single(number, who=seat) for seat, number in zip(seats, numbers, strict=False)]

    def with_amount(self, hand: Any, who: Seat, number: int) -> Report:
        if not hasattr(self, "numbers"):
            return super().with_amount(hand, who, number)
        everybody = hand.column(type(self)).tellers(hand)
        numbers = (number if seat == who else other for seat, other in zip(everybody, self.numbers, strict=True))
        changed: dict[str, Any] = {"numbers": NumberRow(numbers)}
        return replace(self, **changed)

    @property
    def of_kind(self) -> Any:
        return self.column

    def amounts(self, hand: Any) -> dict[Seat, int]:
        column = hand.column(type(self))
        entered: dict[Seat, int] = column.entered_by(hand, self) if hasattr(column, "entered_by") else {}
        return entered


SHOWN = 8  # words to list


class Done(Report, speaker="none", as_said="the end of the round"):
    """nothing more to enter; what is missing counts as zero"""


def reports_of(
    name: str, base: type[ColumnReport], verb: str, unit: str, doc: str, parts: Mapping[str, Any], **how: Any
) -> type[ColumnReport]:
    """A report class for a column, whose numbers are in this unit."""

    def body(space: dict[str, Any]) -> None:
        space["__module__"] = __name__
        space["__qualname__"] = verb.title().replace("-", "")
        space["__doc__"] = doc
        space["column"] = name
        space["__annotations__"] = {part: kind for part, (kind, *_) in parts.items()} | {"column": ClassVar[str]}
        for part, (kind, *default) in parts.items():
            if default:
                space[part] = field(default=default[0], kw_only=kind is bool or part.endswith("_"))

    labels = {"number": unit, "numbers": f"{unit} in a row, one for each", "whom": "other player"}
    how = {"labels": {part: label for part, label in labels.items() if part in parts}, **how}
    return types.new_class(verb.title().replace("-", ""), (base,), {"verb": verb, **how}, body)


def named_points(
    words: Mapping[str, int], most: Mapping[str, int], counted: Container[str] = (), unused: Container[str] = ()
) -> type[Terms]:
    """A type for the named points of a column. Some count ``most`` times; those that count once have no number, and
    those that are ``counted`` always have one. Those that are ``unused`` are understood, but not listed.
    """
    often = {name: "" if most.get(name) == 1 else " {}" for name in words}
    named = {
        "named": tuple(words),
        "often": often,
        "most": most,
        "counted": counted,
        "metavar": "|".join(("N", *(name for name in words if name not in unused))) + " …",
    }
    return type("Named", (Terms,), named)
