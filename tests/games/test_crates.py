"""Crates: the points that a number of cards can count, compared with every hand."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from referee import find_game
from referee.cards import Card
from referee.game.game import Table
from referee.games._crates import by_kind, count, kinds, least_threes
from referee.testing.models import pack
from tests.models.crates import BOOK, points
from tests.tables import entered_at

COUNTS = Table(find_game("crates"), 2, find_game("crates").house(2, {})).hand().counts
HOUSE = BOOK | {"partners": "no"}


@pytest.mark.parametrize("seed", range(25))
def test_totals_of_known_and_unknown_cards_against_every_hand(seed: int) -> None:
    chance = random.Random(seed)
    pool = [Card(card[:-1], card[-1]) for card in chance.sample(pack(), 12)]
    known = pool[: chance.randint(0, 3)]
    pool = pool[len(known) :]
    size = len(known) + chance.randint(0 if known else 1, 4)
    fewest: dict[int, int] = {}
    for more in itertools.combinations(pool, size - len(known)):
        cards = (*known, *more)
        total, threes = points(HOUSE, [card.text for card in cards]), sum(card.rank == "3" for card in cards)
        assert count(cards, COUNTS) == total, f"seed {seed}: {cards}"
        fewest[total] = min(fewest.get(total, 9), threes)
    bounds = by_kind(Counter(known), COUNTS), by_kind(Counter([*known, *pool]), COUNTS), range(size, size + 1)
    for total in range(-260, 520):
        assert least_threes(total, *bounds, COUNTS) == fewest.get(total), f"seed {seed}: {total} of {size} cards"


def test_totals_of_so_many_cards_of_the_whole_pack() -> None:
    """Every multiset of ranks, with one rank for each value."""
    whole = by_kind(Counter(Card(card[:-1], card[-1]) for card in pack()), COUNTS)
    ranks = dict(zip(("3", "5", "10", "2", "4", "K", "A", "8"), whole, strict=True))
    assert len(ranks) == len({*kinds(COUNTS).values()}) + 1
    for size in range(1, 6):
        several = itertools.combinations_with_replacement(ranks, size)
        hands = (cards for cards in several if all(cards.count(rank) <= number for rank, number in ranks.items()))
        every = {points(HOUSE, [f"{rank}S" for rank in cards]) for cards in hands}
        sizes, least = range(size, size + 1), (0,) * len(whole)
        totals = {n for n in range(-300, 300) if least_threes(n, least, whole, sizes, COUNTS) is not None}
        assert totals == every, f"{size} cards: {sorted(totals ^ every)}"


def test_a_joker_in_what_somebody_holds_is_refused() -> None:
    referee = entered_at("crates", "deal", "Ben out")
    for report in ("Ann holds JK", "Ann holds 5H JK"):
        assert referee.hear(report).rules[0] == "one-pack"
