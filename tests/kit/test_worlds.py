"""What can be where nobody looked, against every way in which it may be."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, product

import pytest

from referee.kit.worlds import END, can_count, can_flow, numbers_in, span, sums_of


@pytest.mark.parametrize("seed", range(30))
def test_sums_agree_with_adding_up_every_choice(seed: int) -> None:
    rng = random.Random(seed)
    values = tuple(rng.randint(0, 12) for _ in range(rng.randint(0, 8)))
    most = rng.randint(0, 9)
    sums = sums_of(values, most)
    assert len(sums) == most + 1
    for number, totals in enumerate(sums):
        assert numbers_in(totals) == sorted({sum(chosen) for chosen in combinations(values, number)}), (
            f"{values}, {number}"
        )


@pytest.mark.parametrize("seed", range(30))
def test_counts_agree_with_trying_every_hand(seed: int) -> None:
    rng = random.Random(seed)
    pool = {value: rng.randint(0, 3) for value in (50, 20, 10, 5)}
    every = [value for value, number in pool.items() for _ in range(number)]
    first, second = rng.randint(0, 3), rng.randint(0, 3)
    sums: Counter[tuple[int, int]] = Counter()
    for places in combinations(range(len(every)), first):
        rest = [i for i in range(len(every)) if i not in places]
        for other in combinations(rest, second):
            sums[sum(every[i] for i in places), sum(every[i] for i in other)] += 1
    for mine in range(0, 160, 5):
        for theirs in range(0, 160, 5):
            can = can_count(pool, (first, mine), (second, theirs))
            assert can == ((mine, theirs) in sums), f"seed {seed}: {pool}, {first} for {mine}, {second} for {theirs}"
    for theirs in {theirs for _, theirs in sums}:
        beside = [mine for mine, other in sums if other == theirs]
        assert span(pool, first, (second, theirs)) == (min(beside), max(beside)), f"seed {seed}: {pool}"


def test_no_hand_is_larger_than_the_pool() -> None:
    assert span({5: 2}, 3) is None
    assert span({5: 2, 10: 1}, 1, (2, 25)) is None
    assert span({}, 0) == (0, 0)


@pytest.mark.parametrize("seed", range(30))
def test_cards_flow_where_every_cut_lets_them_through(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        places = [END, *range(rng.randint(1, 5))]
        arcs = {here: {target: rng.randint(0, 3) for target in places if rng.random() < 0.6} for here in places}
        cards = {place: rng.randint(0, 3) for place in places[1:] if rng.random() < 0.5}
        through = True
        for sides in product((True, False), repeat=len(places) - 1):
            near = {place for place, side in zip(places[1:], sides, strict=True) if side}
            out = sum(room for here in near for target, room in arcs[here].items() if target not in near)
            through &= sum(number for place, number in cards.items() if place in near) <= out
        before = f"seed {seed}: {cards}, {arcs}"
        assert can_flow(cards, arcs) == through, before
