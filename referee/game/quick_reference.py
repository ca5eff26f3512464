"""What a player looks up first: card values and ranking, the deal, targets, contracts, and an example.

Each game lists these next to its rules. They are made from the functions and numbers that judge the game.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.cards import Card, card, cards
from referee.game.game import Example, Glance, Shown, Table, signed

# What cards count


def card_values(count: Callable[[Card], int | None], *rules: Any, name: str = "card values") -> Glance:
    """What each card of the pack counts, by the function that counts them.

    That returns None for a card without a value.
    """

    def values(table: Table) -> dict[str, int]:
        return {card.text: points for card in table.pack if (points := count(card)) is not None}

    return Glance(name, values, *rules, show=by_points)


def by_points(values: Mapping[str, int]) -> str:
    """Cards with their values, highest value first: ``A = 11 · K Q J 10 = 10 · 9 to 2 = pips``."""
    by_rank: dict[str, dict[str, int]] = {}
    for text, points in values.items():
        counted = card(text)
        by_rank.setdefault(counted.rank, {})[counted.pretty] = points
    others = {points for rank, each in by_rank.items() if not rank.isdigit() for points in each.values()}
    pips = [rank for rank, each in by_rank.items() if rank.isdigit() and {*each.values()} == {int(rank)} - others]
    pips = pips if len(pips) > 2 else []
    labels: dict[int, list[str]] = {}
    for rank, each in by_rank.items():
        same = len({*each.values()}) == 1
        for pretty, points in {} if rank in pips else each.items():
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
    """Ranks or cards in a row, each once. Four or more ranks in a row among the numbers become ``9 to 2``."""
    words, row = [*dict.fromkeys(labels)], sorted(numbers, key=int, reverse=True)
    parts = [word for word in words if word not in row]
    for among, group in itertools.groupby(row, words.__contains__):
        ranks = [*group] if among else []
        parts += [f"{ranks[0]} to {ranks[-1]}"] if len(ranks) > 3 else ranks
    return (", " if any(" " in part for part in parts) else " ").join(parts)


# How cards rank


def ranking(height: Callable[[Card], Any], *rules: Any, name: str = "rank of cards") -> Glance:
    """The ranks of the pack from the highest down, by the function that compares cards of a suit."""
    return Glance(
        name,
        lambda table: downward((card for card in table.pack if not card.is_joker), height),
        *rules,
        show=high_to_low,
    )


def downward(cards: Iterable[Card], height: Callable[[Card], Any], suited: bool = False) -> list[str]:
    """Cards from the highest down: ranks, with a suit if different suits have different places. If ``suited``, all have
    a suit then.
    """
    by_height = sorted(cards, key=height, reverse=True)
    twice = {card.rank for card in by_height if len({other.suit for other in by_height if other.rank == card.rank}) > 1}
    whole = len(twice) == len({card.rank for card in by_height if card.suit})  # every rank in every suit
    return [
        *dict.fromkeys(
            card.pretty if (card.rank in twice or (suited and twice)) and not whole else card.rank for card in by_height
        )
    ]


def spaced(row: Iterable[object]) -> str:
    return " ".join(map(str, row))


def high_to_low(order: Sequence[str]) -> str:
    return f"{spaced(order)}, high to low"


def ace_in_runs(is_run: Callable[..., object], *rules: Any, size: int = 3, corner: str = "") -> Glance:
    """Whether the ace is high or low in a run, by the function that recognizes a run.

    ``corner`` names the option that lets a run go through the ace. The function is then called with True as well.
    """
    ladder = ("A", *(str(pips) for pips in range(2, 11)), "J", "Q", "K", "A", "2", "3")
    low, high, round_the_corner = (ladder[place : place + size] for place in (0, 14 - size, 15 - size))

    def said(table: Table) -> str:
        through = (True,) if corner and table.house[corner] == "yes" else ()
        places = ((low, "low"), (high, "high"), (round_the_corner, "round the corner"))
        return " or ".join(
            f"{where} ({' '.join(ranks)})"
            for ranks, where in places
            if is_run(cards(" ".join(f"{rank}S" for rank in ranks)), *through)
        )

    return Glance("ace in runs", said, *rules)


# How many


def counted_down(sizes: Sequence[int]) -> str:
    """Sizes of hands from first to last, with a part for each direction: ``10, 9 … 1, then 2, 3 … 10``."""
    ups = [after - before for before, after in itertools.pairwise(sizes)]
    turns = [
        0,
        *(at for at, (step, next_step) in enumerate(itertools.pairwise(ups), 2) if step * next_step < 0),
        len(sizes),
    ]
    return ", then ".join(_span(sizes[start:end]) for start, end in itertools.pairwise(turns))


def _span(sizes: Sequence[int]) -> str:
    few = [str(size) for size in sizes]
    return ", ".join(few) if len(few) < 4 else f"{few[0]}, {few[1]} … {few[-1]}"


__all__ = [
    "Example", "Glance", "Shown", "Table", "ace_in_runs", "by_points", "card_values", "counted_down", "downward",
    "high_to_low", "ranking", "signed", "spaced",
]  # fmt: skip
