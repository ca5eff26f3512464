"""What a player looks up first: what cards count and how they rank, the deal, targets, contracts, and an example.

Each game names these beside its rules and makes them by the functions, and from the numbers, that it judges by.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from referee import lazy
from referee.cards import Card, Cards, Pack, card, cards
from referee.words import Names

if TYPE_CHECKING:
    from referee.core import Game

Value = int | str | Sequence[str] | Sequence[int] | Mapping[str, int] | Mapping[str, str]
Shown = str | tuple[str, ...]
"""A line, or several."""


@lazy.dataclass(frozen=True)
class Table:
    """A table of so many players under the rules of a house, before anything is told."""

    game: Game[Any]
    players: int
    house: Mapping[str, Any]

    @property
    def pack(self) -> Pack:
        return self.game.pack_for(self.players, self.house)

    def hand(self, **facts: Any) -> Any:
        """A hand of the game at this table, for functions that ask one."""
        game, seats = self.game, [f"P{number}" for number in range(1, self.players + 1)]
        names = Names(seats, (*game.others, *game.accounts), game.has_partners(self.players, self.house))
        hand = game.hand(game, names.seats, self.house, game.standing(), names, self.pack)
        for name, fact in facts.items():
            setattr(hand, name, fact)
        return hand


class Glance:
    """Something to look up: its name, its value or how a table gives it, and the rules that it belongs to.

    ``show`` tells the value in words; else a number or a text is a line, amounts by name are one, and texts by name
    or in a row are a line each.
    """

    __slots__ = ("name", "rules", "show", "value")

    def __init__(
        self,
        name: str,
        value: Value | Callable[[Table], Value],
        *rules: Any,
        show: Callable[[Any], Shown] | None = None,
    ) -> None:
        self.name = name
        self.value = value
        self.rules = rules
        self.show = show or in_words

    def at(self, table: Table) -> Value:
        """The value at a table."""
        return self.value(table) if callable(self.value) else self.value

    def shown(self, table: Table) -> Shown:
        """The value at a table, as a line or several."""
        return self.show(self.at(table))


class Example(NamedTuple):
    """A small game in the short form: who plays, what is told, and how everybody stands then."""

    players: str
    told: tuple[str, ...]
    score: str
    house: str = ""

    def record(self, slug: str) -> list[str]:
        """The lines of its record."""
        head = [f"game: {slug}", f"players: {', '.join(self.players.split())}"]
        head += [f"house: {self.house}"] if self.house else []
        return [*head, *self.told, f"= {self.score}"]


def signed(number: int) -> str:
    return str(number).replace("-", "−")


def in_words(value: Value) -> Shown:
    if isinstance(value, int):
        return signed(value)
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        return tuple(map(str, value))
    if all(isinstance(amount, int) for amount in value.values()):
        return " · ".join(f"{name} = {signed(int(amount))}" for name, amount in value.items())
    return tuple(f"{name}: {text}" for name, text in value.items())


# What cards count


def card_values(count: Callable[[Card], int | None], *rules: Any, name: str = "card values") -> Glance:
    """What the cards of the pack count, by the function that counts them; None for those that don't."""

    def values(table: Table) -> dict[str, int]:
        return {card.text: points for card in table.pack if (points := count(card)) is not None}

    return Glance(name, values, *rules, show=by_points)


def by_points(values: Mapping[str, int]) -> str:
    """Cards with what they count, the dearest first: ``A = 11 · K Q J 10 = 10 · 9 to 2 = pips``."""
    by_rank: dict[str, dict[str, int]] = {}
    for text, points in values.items():
        one = card(text)
        by_rank.setdefault(one.rank, {})[one.pretty] = points
    others = {points for rank, some in by_rank.items() if not rank.isdigit() for points in some.values()}
    pips = [rank for rank, some in by_rank.items() if rank.isdigit() and {*some.values()} == {int(rank)} - others]
    pips = pips if len(pips) > 2 else []
    labels: dict[int, list[str]] = {}
    for rank, some in by_rank.items():
        same = len({*some.values()}) == 1
        for pretty, points in {} if rank in pips else some.items():
            labels.setdefault(points, []).append(rank if same else pretty)
    numbers = [rank for rank in by_rank if rank.isdigit()]
    shown = {
        points: f"{in_short(labels[points], numbers)} = {signed(points)}" for points in sorted(labels, reverse=True)
    }
    lines = list(shown.values())
    if pips:
        lines.insert(sum(points > max(map(int, pips)) for points in shown), f"{in_short(pips, numbers)} = pips")
    return " · ".join(lines)


def in_short(labels: Iterable[str], numbers: Iterable[str]) -> str:
    """Ranks or cards in a row, each once; four or more that follow on each other among the numbers as ``9 to 2``."""
    some, row = [*dict.fromkeys(labels)], sorted(numbers, key=int, reverse=True)
    found = [one for one in some if one not in row]
    for among, group in itertools.groupby(row, some.__contains__):
        ranks = [*group] if among else []
        found += [f"{ranks[0]} to {ranks[-1]}"] if len(ranks) > 3 else ranks
    return " ".join(found)


# How cards rank


def ranking(height: Callable[[Card], Any], *rules: Any, name: str = "rank of cards") -> Glance:
    """The ranks of the pack from the highest down, by the function that compares cards of a suit."""
    return Glance(
        name, lambda table: downward((one for one in table.pack if not one.is_joker), height), *rules, show=high_to_low
    )


def downward(some: Iterable[Card], height: Callable[[Card], Any]) -> list[str]:
    """Cards from the highest down: ranks, with a suit where they are of several."""
    by_height = sorted(some, key=height, reverse=True)
    twice = {one.rank for one in by_height if len({other.suit for other in by_height if other.rank == one.rank}) > 1}
    whole = len(twice) == len({one.rank for one in by_height if one.suit})  # every rank in every suit
    return [*dict.fromkeys(one.pretty if one.rank in twice and not whole else one.rank for one in by_height)]


def spaced(row: Iterable[object]) -> str:
    return " ".join(map(str, row))


def high_to_low(order: Sequence[str]) -> str:
    return f"{spaced(order)}, high to low"


def ace_in_runs(is_run: Callable[[Cards], object], *rules: Any, size: int = 3) -> Glance:
    """Where the ace stands in a run, by the function that knows one."""
    ladder = ("A", *(str(pips) for pips in range(2, 11)), "J", "Q", "K", "A", "2", "3")
    low, high, round_the_corner = (ladder[place : place + size] for place in (0, 14 - size, 15 - size))
    said: list[str] = []
    for ranks, where in ((low, "low"), (high, "high"), (round_the_corner, "round the corner")):
        if is_run(cards(" ".join(f"{rank}S" for rank in ranks))):
            said.append(f"{where} ({' '.join(ranks)})")
    return Glance("ace in runs", " or ".join(said), *rules)


# How many


def counted_down(sizes: Sequence[int]) -> str:
    """Sizes of hands from first to last: ``10, 9 … 1, then 2 … 10``."""
    least = sizes.index(min(sizes))
    parts = [sizes[: least + 1], sizes[least + 1 :]]
    return ", then ".join(_span(part) for part in parts if part)


def _span(sizes: Sequence[int]) -> str:
    few = [str(size) for size in sizes]
    return ", ".join(few) if len(few) < 4 else f"{few[0]}, {few[1]} … {few[-1]}"
