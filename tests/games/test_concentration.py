"""Concentration: cards entered by rank alone."""

from __future__ import annotations

import random
from itertools import product

import pytest

from referee import Referee, find_game


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("seed", range(60))
def test_a_rank_told_without_suits_is_refused_exactly_where_no_cards_fit(seed: int, packs: int) -> None:
    """Random turns with one rank, compared with every set of sevens that is possible."""
    chance = random.Random(seed)
    referee = Referee(find_game("concentration"), ["Ann", "Ben"], {"packs": str(packs)})
    referee.hear("deal")
    worlds: set[tuple[int, ...]] = {(packs,) * 4}  # possible numbers by suit
    for _ in range(6 * packs):
        cards = [chance.choice(["7", "7", "7S", "7H", "7D", "7C"]) for _ in range(chance.choice([1, 1, 2]))]
        after: set[tuple[int, ...]] = set()
        for world in worlds:
            for suits in product(*((card[1:] or "SHDC") for card in cards)):
                left = tuple(number - suits.count(suit) for number, suit in zip(world, "SHDC", strict=True))
                if min(left) >= 0:
                    after.add(left if len(cards) == 2 else world)
        text = f"{referee.next()[0]} flips {' '.join(cards)}{' KD' if len(cards) == 1 else ''}"
        ruling = referee.hear(text)
        assert ruling.accepted == bool(after), (seed, text, ruling.message)
        assert ruling.accepted or "one-pack" in ruling.rules
        worlds = after or worlds
