"""A game that is tried: with its records and its model, and the checks that every game is put to."""

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
    def nights(self) -> tuple[Night, ...]:
        """What each record tells."""
        return tuple(Night(self.game, path) for path in self.records)

    @property
    def amounts(self) -> list[Option]:
        """The numbers of the game's rules."""
        names = {amount.name for rule in self.game.rules.values() for amount in rule.amounts.values()}
        return [option for option in self.game.options if option.name in names]

    @property
    def worded(self) -> list[Option]:
        """The options that sentences have words for: all but the one that strikes rules out."""
        return [option for option in self.game.options if option.name != WITHOUT]


def judged(path: Path) -> Judge:
    with path.open(encoding="utf-8") as lines:
        return Judge().judge(lines)


class Night:
    """What a record tells, with what it says is refused."""

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
        """The table before anything is told, by other rules of the house."""
        return Referee(self.game, self.players, self.house | other, self.dealer)

    def under(self, **other: str) -> Iterator[Any]:
        """How the table stands after each report, by other rules of the house."""
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
    def as_told(self) -> list[Any]:
        """How the table stood after each report."""
        return [*self.under()]

    def differs(self, **other: str) -> bool:
        """Whether something in it comes out otherwise by other rules; it is heard up to there."""
        return any(now != before for now, before in zip_longest(self.under(**other), self.as_told))


# What every game is put to


class Check(NamedTuple):
    """A check of a game: a function of the game, and of what it is given: a seed, a record, the name of a number."""

    ask: Callable[..., None]
    given: Callable[[Tried], Iterable[Any]] | None = None
    random: bool = False
    modelled: bool = False

    @property
    def name(self) -> str:
        return self.ask.__name__.replace("_", "-")

    def cases(self, tried: Tried) -> list[Any]:
        """What it is given of a game; None alone where that is nothing but the game."""
        if self.modelled and tried.the_model is None:
            return []
        return [None] if self.given is None else [*self.given(tried)]

    def of(self, tried: Tried, given: Any) -> None:
        """Asks it; raises AssertionError."""
        self.ask(tried) if self.given is None else self.ask(tried, given)


Asks = Callable[..., None]
EVERY: list[Check] = []
"""All of them, in the order in which they are written."""


def always(ask: Asks) -> Asks:
    """A check of the game as it is."""
    EVERY.append(Check(ask))
    return ask


def at_random(count: int) -> Callable[[Asks], Asks]:
    """A check by so many seeds."""
    return _added(lambda ask: Check(ask, lambda tried: range(times(count)), random=True))


def of_each(given: Callable[[Tried], Iterable[Any]]) -> Callable[[Asks], Asks]:
    """A check of each record, or of whatever else a game has several of."""
    return _added(lambda ask: Check(ask, given))


def modelled(count: int = 0) -> Callable[[Asks], Asks]:
    """A check of the game beside its model, by so many seeds if any."""
    seeds = (lambda tried: range(times(count))) if count else None
    return _added(lambda ask: Check(ask, seeds, random=bool(count), modelled=True))


def _added(made: Callable[[Asks], Check]) -> Callable[[Asks], Asks]:
    def asked(ask: Asks) -> Asks:
        EVERY.append(made(ask))
        return ask

    return asked
