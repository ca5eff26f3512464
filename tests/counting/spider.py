"""Spider: moves in the tableau.  Where a card is laid bare the table waits for it, so nothing goes on from there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tests.counting import Count, pack

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def above(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


@dataclass(frozen=True)
class Tableau:
    """Columns from the left: how many cards lie face down, and the open ones; a bare one awaits its card."""

    columns: tuple[tuple[int, tuple[str, ...]], ...]

    def moves(self) -> Iterator[tuple[str, Tableau]]:
        if any(down and not up for down, up in self.columns):
            return
        lying = [card for _, up in self.columns for card in up]
        for i, (_, up) in enumerate(self.columns):
            for at in range(len(up) - 1, -1, -1):
                unit = up[at:]
                if any(one[-1] != two[-1] or above(one) != above(two) + 1 for one, two in pairwise(unit)):
                    break
                start = f" from {i + 1}" if lying.count(unit[0]) > 1 else ""
                for j, (_, end) in enumerate(self.columns):
                    if j != i and (not end or above(end[-1]) == above(unit[0]) + 1):
                        yield f"Ann lays {unit[0]} on {j + 1}{start}", self.moved(i, at, j)

    def moved(self, i: int, at: int, j: int) -> Tableau:
        columns = list(self.columns)
        columns[j] = (columns[j][0], columns[j][1] + columns[i][1][at:])
        columns[i] = (columns[i][0], columns[i][1][:at])
        down, up = columns[j]
        if [card[:-1] for card in up[-13:]] == list(RANKS[::-1]) and len({card[-1] for card in up[-13:]}) == 1:
            columns[j] = (down, up[:-13])
        return Tableau(tuple(columns))


def tableau(seed: int, steps: int, depth: int, floor: int, what: str, suits: str = "SHDC") -> Count:
    """After so many moves of a real deal; with few SUITS at the front of the pack there are more units."""
    dice = random.Random(seed)
    cards = pack(packs=2)
    dice.shuffle(cards)
    cards.sort(key=lambda card: card[-1] not in suits)
    start = Tableau(tuple((5 if i < 4 else 4, (cards[i],)) for i in range(10)))
    opening = ["deal", f"upcard {' '.join(cards[:10])}"]
    cards, stock = cards[10:54], cards[54:]
    for _ in range(steps):
        moves = [*start.moves()]
        baring = [move for move in moves if any(down and not up for down, up in move[1].columns)]
        if not baring and all(up for _, up in start.columns) and stock:
            opening.append(f"draws {' '.join(stock[:10])}")
            start = Tableau(tuple((down, (*up, stock.pop(0))) for down, up in start.columns))
            continue
        line, start = dice.choice(baring or moves)
        opening.append(line)
        for i, (down, up) in enumerate(start.columns):
            if down and not up:
                opening.append(f"upcard {cards[0]}")
                start = Tableau((*start.columns[:i], (down - 1, (cards.pop(0),)), *start.columns[i + 1 :]))
    verbs = frozenset({"lays"})  # neither the cards laid bare nor deals from the stock: those are anybody's guess
    return Count("spider", ("Ann",), tuple(opening), start, depth, verbs, floor, what)


COUNTS = (
    tableau(1, 0, 2, 5, "the first moves"),
    tableau(2, 7, 2, 50, "after seven moves"),
    tableau(4, 10, 2, 50, "few suits", "S"),
    tableau(0, 22, 1, 10, "a sequence is gone", "S"),
    tableau(7, 22, 1, 25, "an empty column", "S"),
)
