"""Fifty-One: the score of five cards, and hands with a score, compared with every combination."""

import itertools
import random

import pytest

from referee.cards import Card, card
from referee.games._fifty_one import Lot, can_lie, hands, score
from referee.testing.often import times
from tests.models.fifty_one import count

SEEDS = times(30)
PACK = [rank + suit for suit in "SHDC" for rank in ("A", "K", "Q", "J", "10", *"98765432")]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_hand_scores_what_it_does_with_every_joker(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(15):
        four = chance.sample(PACK, 4)
        for hand in ([*four, "JK"], [*four, next(other for other in PACK if other not in four)]):
            assert score(map(card, hand)) == count(tuple(hand)), hand


def test_the_ends_of_the_range_and_all_between_can_be_scored() -> None:
    plain = frozenset(map(card, PACK))
    joker = frozenset((card("JK"),))
    able = [n for n in range(-40, 60) if any(hands(Lot(frozenset(), plain, n)))]
    assert able == list(range(-28, 52))
    assert [n for n in range(-14, 54) if any(hands(Lot(joker, plain | joker, n)))] == list(range(-12, 52))


@pytest.mark.parametrize("seed", range(SEEDS // 4))
def test_the_hands_of_a_score_are_those_that_trying_all_finds(seed: int) -> None:
    chance = random.Random(seed)
    pack = chance.sample([*PACK, *["JK"] * 8], 12)
    may = list(dict.fromkeys(pack))
    known = chance.sample(may, chance.randint(0, 4))
    every: dict[int, set[frozenset[Card]]] = {}
    for five in itertools.combinations(may, 5):
        if set(known) <= set(five):
            every.setdefault(count(five), set()).add(frozenset(map(card, five)))
    for total in range(-29, 53):
        listed = set(hands(Lot(frozenset(map(card, known)), frozenset(map(card, may)), total)))
        assert listed == every.get(total, set()), f"seed {seed}: {known} of {may} for {total}"


@pytest.mark.parametrize("seed", range(SEEDS // 4))
def test_hands_that_lie_there_together_are_found_as_by_trying_all(seed: int) -> None:
    """Two hands of five from eleven cards."""
    chance = random.Random(seed)
    may = frozenset(map(card, chance.sample([*PACK, "JK"], 11)))
    pairs = {
        (score(hand), score(other))
        for hand in itertools.combinations(may, 5)
        for other in itertools.combinations(may.difference(hand), 5)
    }
    for _ in range(10):
        first, second = chance.choice(sorted(pairs))[0], chance.choice(sorted(pairs))[1]
        lots = [Lot(frozenset(), may, first), Lot(frozenset(), may, second)]
        assert can_lie(lots) == ((first, second) in pairs), f"seed {seed}: {first}, {second}"
