"""A game under test, with its records and its model, and the checks that every game must pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from referee import Referee
from referee.game.game import Game
from referee.game.ruleset import WITHOUT
from referee.language.words import pieces
from referee.records.record import HEADERS, Judge
from referee.rules.options import Option
from referee.table.objects import facts_object
from referee.testing.often import times
from referee.testing.telling import Model


class Tried:
    """A game, the files of its records, and its model if it has one."""

    def __init__(self, game: Game[Any], records: Iterable[Path] = (), model: ModuleType | None = None) -> None:
        self.game = game
        self.slug = game.slug
        self.records = tuple(records)
        self.folder = self.records[0].parent if self.records else Path("records")
        self.the_model = Model(game, model) if model else None

    def __repr__(self) -> str:
        return self.slug

    @property
    def model(self) -> Model:
        assert self.the_model, f"{self.slug} has no model: `model=` names the module"
        return self.the_model

    @cached_property
    def judged(self) -> dict[Path, Judge]:
        """Each record, judged."""
        return {path: judged(path) for path in self.records}

    @cached_property
    def nights(self) -> tuple[PlayedRecord, ...]:
        """The content of each record."""
        return tuple(PlayedRecord(self.game, path) for path in self.records)

    @property
    def amounts(self) -> list[Option]:
        """The numbers of the game's rules."""
        names = {amount.name for rule in self.game.rules.values() for amount in rule.amounts.values()}
        return [option for option in self.game.options if option.name in names]

    @property
    def worded(self) -> list[Option]:
        """The options that sentences have words for: all except the one that drops rules."""
        return [option for option in self.game.options if option.name != WITHOUT]


def judged(path: Path) -> Judge:
    with path.open(encoding="utf-8") as lines:
        return Judge().judge(lines)


class PlayedRecord:
    """The reports of a record, with those that it says are refused."""

    def __init__(self, game: Game[Any], path: Path) -> None:
        self.game = game
        self.told: list[tuple[str, bool]] = []
        judge = Judge()
        for line in path.read_text(encoding="utf-8").splitlines():
            judge.feed(line)
            if judge.referee and line.partition(":")[0] not in HEADERS:
                told = (piece for piece in pieces(line) if piece.mark != "=" and piece.text)
                self.told += [(piece.text, piece.overrule) for piece in told]
        assert judge.header
        self.players, self.house = judge.header.players, judge.header.house
        self.dealer = judge.header.others.get("dealer", "")

    def table(self, **other: str) -> Referee:
        """The table before the first report, with other house rules."""
        return Referee(self.game, self.players, self.house | other, self.dealer)

    def under(self, **other: str) -> Iterator[Any]:
        """Yields the state of the table after each report, with other house rules."""
        try:
            referee = self.table(**other)
        except ValueError as error:
            yield str(error)
            return
        for text, overrule in self.told:
            ruling = referee.hear(text, overrule=overrule)
            stands = referee.scores, referee.accounts, referee.over, referee.dealer, [*referee.next()]
            yield ruling.verdict, ruling.rules, stands, facts_object(referee)

    @cached_property
    def as_entered(self) -> list[Any]:
        """The state of the table after each report."""
        return [*self.under()]

    def differs(self, **other: str) -> bool:
        """Whether any state is different with other house rules. The record is replayed only up to there."""
        return any(now != before for now, before in zip_longest(self.under(**other), self.as_entered))


# The checks for every game


class Check(NamedTuple):
    """A check of a game: a function of the game, and perhaps of a case: a seed, a record, the name of a number."""

    ask: Callable[..., None]
    given: Callable[[Tried], Iterable[Any]] | None = None
    random: bool = False
    modelled: bool = False

    @property
    def name(self) -> str:
        return self.ask.__name__.replace("_", "-")

    def cases(self, tried: Tried) -> list[Any]:
        """The cases of a game. Only None if the check needs nothing but the game."""
        if self.modelled and tried.the_model is None:
            return []
        return [None] if self.given is None else [*self.given(tried)]

    def of(self, tried: Tried, given: Any) -> None:
        """Runs the check; raises AssertionError."""
        self.ask(tried) if self.given is None else self.ask(tried, given)


Asks = Callable[..., None]
EVERY: list[Check] = []
"""All checks, in the order of the source."""


def always(ask: Asks) -> Asks:
    """Registers a check that needs nothing but the game."""
    EVERY.append(Check(ask))
    return ask


def at_random(count: int) -> Callable[[Asks], Asks]:
    """Registers a check that is tried with ``count`` seeds."""
    return _added(lambda ask: Check(ask, lambda tried: range(times(count)), random=True))


def of_each(given: Callable[[Tried], Iterable[Any]]) -> Callable[[Asks], Asks]:
    """Registers a check for each record, or for each of something else that a game has."""
    return _added(lambda ask: Check(ask, given))


def modelled(count: int = 0) -> Callable[[Asks], Asks]:
    """Registers a check that compares the game with its model, with ``count`` seeds if given."""
    seeds = (lambda tried: range(times(count))) if count else None
    return _added(lambda ask: Check(ask, seeds, random=bool(count), modelled=True))


def _added(made: Callable[[Asks], Check]) -> Callable[[Asks], Asks]:
    def asked(ask: Asks) -> Asks:
        EVERY.append(made(ask))
        return ask

    return asked
