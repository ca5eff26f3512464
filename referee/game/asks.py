"""Asks: what a hand waits for, who may report it, and the checks that it must pass."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from referee.language.reports import Report
from referee.language.words import Seat
from referee.rules.rule import Check, Rule

Awaited = Seat | tuple[Seat, ...] | Callable[[], Seat | tuple[Seat, ...]] | None
"""A seat, several, a function that tells them, or nobody in particular."""


R = TypeVar("R", bound=Report, covariant=True)


S = TypeVar("S", bound=Report)


T = TypeVar("T", bound=Report)


UNSAVED = 10**9
"""The number of the first line of a row that is only tried; no journal has so many."""


def at(report: Report) -> str:
    """Where a report was entered, for a message: ``line 4``, or ``this row`` of one that isn't saved yet."""
    return f"line {report.line}" if report.line < UNSAVED else "this row"


class Macro(Report):
    """A report that stands for several, told one after the other, all or nothing."""

    stands_for: ClassVar[type[Report]]

    def parts(self, hand: Any) -> Iterator[Report]:
        """The reports, each made when the one before has been heard."""
        raise NotImplementedError


AS_SAID = {
    "out": "goes out", "dealt": "is dealt cards", "stuck": "is stuck", "good": "says good", "equal": "says equal",
    "penalty": "has a penalty", "trump": "names trumps",
}  # fmt: skip
"""Verbs that nobody at a table says as they are written."""


class Ask(NamedTuple):
    """One verb that may come next, from whom, and what it is checked for."""

    verb: type[Report]
    awaited: Any  # a seat, several, None for anybody, or a function that tells
    checks: tuple[Check[Any], ...]
    turn: Rule | None  # the rule that another seat breaks
    aside: bool  # admitted, but nobody waits for it
    free: Any  # anybody may speak in place of those awaited: a bool, or a function that tells
    of_last: bool = False  # it is about the hand before, and is judged by that hand's house

    def admits(self, who: Seat) -> bool:
        """Whether WHO may speak here without breaking the turn; nobody named always may."""
        if not who:
            return True
        awaited = self.awaited() if callable(self.awaited) else self.awaited
        waited_for = awaited is None or (who == awaited if isinstance(awaited, str) else who in awaited)
        return waited_for or bool(self.free() if callable(self.free) else self.free)

    @property
    def does(self) -> str:
        """The verb as one says it of somebody: ``deals``, ``goes out``."""
        verb = self.verb.verb
        if self.verb.as_said:
            return self.verb.as_said
        if verb in AS_SAID and self.verb.speaker != "none":
            return AS_SAID[verb]
        return verb + "s" if verb + "s" in self.verb.also else verb

    def seats(self) -> tuple[Seat, ...] | None:
        awaited = self.awaited() if callable(self.awaited) else self.awaited
        return (Seat(awaited),) if isinstance(awaited, str) else awaited


class Asks(Generic[R]):
    """What the hand waits for; awaiting it gives the report that met it.

    ``bars`` are verbs that a rule refuses, and why.
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
        """Optional: where another report comes, the coroutine goes on with None and its next ask judges that."""
        return Asks(self.asks, self.bars, True)

    def __await__(self) -> Generator[Asks[R], R, R]:
        return (yield self)


NOTHING: Asks[Any] = Asks()


def bar(rule: Rule, why: str, *verbs: type[Report]) -> Asks[Any]:
    """Refuses with a rule of the game what has no place now; that can't be overruled."""
    return Asks((), tuple([(verb, rule, why) for verb in verbs]))
