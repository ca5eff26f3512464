"""Melds: what is a run, what could be melded, and what cards can count."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from referee.cards import RANKS, Card, cards
from referee.core import Note
from referee.kit.fans import Fan
from referee.kit.melds import alike, can_count, gaps, longer, one_rank, runs, span
from referee.notation import Text

LADDER = RANKS[::-1]  # from the deuce to the ace


@pytest.mark.parametrize(
    ("text", "missing"),
    [("5H 6H 7H", 0), ("7H 5H 6H", 0), ("5H 7H", 1), ("QH KH AH", 0), ("AH 2H", 11), ("5H 6D", None), ("5H 5H", None)],
)
def test_gaps_are_what_wild_cards_would_fill(text: str, missing: int | None) -> None:
    assert gaps(cards(text), LADDER) == missing


def test_a_rank_off_the_ladder_is_in_no_run() -> None:
    assert gaps(cards("2H 3H 4H"), LADDER[1:]) is None
    assert gaps((), LADDER) is None


def test_one_rank() -> None:
    assert one_rank(cards("5H 5D")) == "5"
    assert one_rank(cards("5H 6H")) is None
    assert one_rank(()) is None


def test_sets_of_every_size_with_every_choice_of_wild_cards() -> None:
    found = list(alike(cards("5H 5D"), [(), cards("JK")], range(2, 4)))
    assert found == [cards("5H JK"), cards("5H 5D"), cards("5H 5D JK")]


def test_runs_are_all_found_once() -> None:
    may = Counter(cards("5H 6H 7H 8H 7D 9H KS"))
    found = [set(run) for run in runs(may, LADDER, range(3, 6))]
    assert sorted(map(len, found)) == [3, 3, 3, 4, 4, 5]
    assert all(gaps(run, LADDER) == 0 for run in found)


def test_a_run_grows_at_both_ends_within_its_room() -> None:
    may = Counter(cards("4H 5H 9H 10H QH"))
    found = {frozenset(some) for some in longer(cards("6H 7H 8H"), may, LADDER, 3)}
    expected = ["5H", "4H 5H", "9H", "9H 10H", "5H 9H", "4H 5H 9H", "5H 9H 10H"]
    assert found == {frozenset(cards(text)) for text in expected}


@pytest.mark.parametrize("seed", range(30))
def test_counts_agree_with_trying_every_hand(seed: int) -> None:
    rng = random.Random(seed)
    pool = {value: rng.randint(0, 3) for value in (50, 20, 10, 5)}
    every = [value for value, number in pool.items() for _ in range(number)]
    first, second = rng.randint(0, 3), rng.randint(0, 3)
    sums: Counter[tuple[int, int]] = Counter()
    for one in combinations(range(len(every)), first):
        rest = [i for i in range(len(every)) if i not in one]
        for other in combinations(rest, second):
            sums[sum(every[i] for i in one), sum(every[i] for i in other)] += 1
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


def test_a_fan_knows_its_cards_as_often_as_they_are_there() -> None:
    told = Note(Text("told"))
    fan = Fan(blind=2)
    fan.gain(told, *cards("KH KH ?"))
    assert (len(fan), fan.blind, fan.whole) == (5, 3, False)
    assert fan.unnamed(cards("KH KH KH QS")) == Counter(cards("KH QS"))
    assert fan.lose(*cards("KH KH KH QS")) == list(cards("KH QS"))
    assert (len(fan), fan.known[Card("K", "H")]) == (1, 0)
    assert fan.proof == [told]
