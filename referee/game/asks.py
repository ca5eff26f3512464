"""Asks: what a hand waits for, who may report it, and the checks that it must pass."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.rule import Check, Rule

Awaited = Seat | tuple[Seat, ...] | Callable[[], Seat | tuple[Seat, ...]] | None
"""A seat, several seats, a function that returns them, or None for nobody in particular."""


R = TypeVar("R", bound=Report, covariant=True)


S = TypeVar("S", bound=Report)


T = TypeVar("T", bound=Report)


UNSAVED = 10**9
"""The line number of the first line in a trial row. No journal has that many lines."""


def at(report: Report) -> str:
    """Returns where a report was entered, for a message: ``line 4``, or ``this row`` if it isn't saved yet."""
    return f"line {report.line}" if report.line < UNSAVED else "this row"


class Macro(Report):
    """A report that stands for several, told one after the other, all or nothing."""

    stands_for: ClassVar[type[Report]]

    def parts(self, hand: Any) -> Iterator[Report]:
        """Yields the reports, each made after the one before has been applied."""
        raise NotImplementedError


AS_SAID = {
    "out": "goes out", "dealt": "is dealt cards", "stuck": "is stuck", "good": "says good", "equal": "says equal",
    "penalty": "has a penalty", "trump": "names trumps",
}  # fmt: skip
"""How to say verbs that nobody says the way they are written."""


def does(kind: type[Report]) -> str:
    """The verb of a report in the third person, as players say it: ``deals``, ``goes out``."""
    if kind.as_said:
        return kind.as_said
    if kind.verb in AS_SAID and kind.speaker != "none":
        return AS_SAID[kind.verb]
    return kind.verb + "s" if kind.verb + "s" in kind.also else kind.verb


class Ask(NamedTuple):
    """One verb that can be reported next, who may report it, and the checks that it must pass."""

    verb: type[Report]
    awaited: Any  # a seat, several, None for anybody, or a function that returns them
    checks: tuple[Check[Any], ...]
    turn: Rule | None  # the rule that a report from another seat breaks
    aside: bool  # accepted, but nobody has to report it
    free: Any  # anybody may report it out of turn: a bool, or a function that returns one
    of_last: bool = False  # it is about the hand before, and is judged by that hand's house

    def admits(self, who: Seat) -> bool:
        """Whether ``who`` may report this without breaking the turn. A report without a player always may."""
        if not who:
            return True
        awaited = self.awaited() if callable(self.awaited) else self.awaited
        waited_for = awaited is None or (who == awaited if isinstance(awaited, str) else who in awaited)
        return waited_for or bool(self.free() if callable(self.free) else self.free)

    @property
    def does(self) -> str:
        """The verb in the third person, as players say it: ``deals``, ``goes out``."""
        return does(self.verb)

    def seats(self) -> tuple[Seat, ...] | None:
        awaited = self.awaited() if callable(self.awaited) else self.awaited
        return (Seat(awaited),) if isinstance(awaited, str) else awaited


class Asks(Generic[R]):
    """What the hand waits for. Awaiting it returns the report that arrives.

    ``bars`` are verbs that a rule refuses, each with the rule and the reason.
    """

    __slots__ = ("asks", "bars", "optional")

    def __init__(
        self,
        asks: tuple[Ask, ...] = (),
        bars: tuple[tuple[type[Report], Rule, str], ...] = (),
        optional: bool = False,
    ) -> None:
        self.asks = asks
        self.bars = bars
        self.optional = optional

    def __or__(self, other: Asks[S]) -> Asks[R | S]:
        return Asks(self.asks + other.asks, self.bars + other.bars, self.optional or other.optional)

    def maybe(self) -> Asks[R | Any]:
        """The same asks, but optional: the coroutine gets None if another report arrives, which its next ask judges."""
        return Asks(self.asks, self.bars, True)

    def __await__(self) -> Generator[Asks[R], R, R]:
        return (yield self)


NOTHING: Asks[Any] = Asks()


def bar(rule: Rule, why: str, *verbs: type[Report]) -> Asks[Any]:
    """Refuses verbs that aren't possible now, by a rule of the game. The table can't overrule that."""
    return Asks((), tuple([(verb, rule, why) for verb in verbs]))
