"""What is possible out of sight, compared with every possible world."""

from __future__ import annotations

import copy
import random
from collections import Counter
from itertools import combinations, product

import pytest

from referee import Referee, find_game
from referee.game.game import Hand
from referee.kit.worlds import cached_until_next, can_count, numbers_in, shares_of, span, sums_of
from tests.kit.tables import sit_down


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


@pytest.mark.parametrize("among", [1, 2, 4])
def test_a_number_is_shared_out_in_every_way(among: int) -> None:
    for number in range(5):
        every = [share for share in product(range(number + 1), repeat=among) if sum(share) == number]
        assert sorted(shares_of(number, among)) == every


def test_what_is_found_of_a_hand_is_kept_until_more_is_told() -> None:
    asked: list[Hand] = []

    @cached_until_next
    def told(hand: Hand, player: str = "anybody") -> int:
        asked.append(hand)
        return len(hand.seen)

    referee = Referee(find_game("tetka"), ["Ann", "Ben", "Cat", "Dan"])
    for text in ("deal Dan", "upcard 9S", "Ann plays AH"):
        assert referee.hear(text).accepted
    hand = referee.hand
    assert told(hand) == told(hand) == 1 and len(asked) == 1
    assert told(hand, "Ben") == 1 and len(asked) == 2  # another question
    assert not referee.hear("Ben plays AH").accepted
    assert told(hand) == 1 and len(asked) == 2  # a refusal gives no information
    assert referee.hear("Ben plays 2H").accepted
    assert told(hand) == 2 and len(asked) == 3
    assert told(copy.copy(hand)) == 2 and len(asked) == 4  # a copy is looked at because something in it is otherwise
    assert referee.hear("Cat dealt 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC").accepted
    assert told(referee.hand) == 2 and asked[-1] is referee.hand


def test_nothing_is_kept_of_a_hand_that_nobody_tells() -> None:
    asked: list[Hand] = []
    hand = sit_down(Hand)
    find = cached_until_next(asked.append)
    find(hand)
    find(hand)
    assert asked == [hand, hand] and not hand.worked_out
