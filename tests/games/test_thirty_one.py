"""Thirty-One: the count of three cards, and which counts are possible together."""

import itertools
import random

import pytest

from referee import Referee, Verdict, find_game
from referee.games._thirty_one import Counting, can_lie, counts, threes
from referee.testing.models import pack
from tests.models.thirty_one import count

NAMES = ["Ada", "Bob", "Cem", "Dov", "Eri"]


def test_a_hand_told_by_its_loser_says_nothing_of_the_stock() -> None:
    referee = Referee(find_game("thirty-one"), NAMES)
    for text in ("deal", "Bob scores -1"):
        assert referee.hear(text).accepted
    assert referee.fact("stock") is None


@pytest.mark.parametrize("how", [Counting(), Counting(best=True), Counting(alike=30.5), Counting(True, 30)])
def test_every_three_cards_count_what_they_count(how: Counting) -> None:
    values = sorted(counts(how).values())
    house = {"count": "best" if how.best else "suit", "three-of-a-kind": str(how.alike or "no")}
    assert values == sorted(count(three, house) for three in itertools.combinations(pack(), 3))
    assert sum(len(masks) for masks in threes(how).values()) == 22100


def some_lie(choices: list[list[int]]) -> bool:
    return any(
        sum(mask.bit_count() for mask in chosen) == sum(chosen).bit_count() for chosen in itertools.product(*choices)
    )


@pytest.mark.parametrize("seed", range(100))
def test_what_lies_there_together_is_found_as_by_trying_all(seed: int) -> None:
    chance = random.Random(seed)
    pool = [1 << bit for bit in range(chance.randint(6, 12))]
    triples = [sum(three) for three in itertools.combinations(pool, 3)]
    kinds = [chance.sample(triples, chance.randint(1, min(9, len(triples)))) for _ in range(3)]
    choices = [chance.choice(kinds) for _ in range(chance.randint(1, 4))]
    assert can_lie(choices) == some_lie(choices), f"seed {seed}"


@pytest.mark.parametrize(
    ("players", "told", "refused"),
    [
        (5, ["declares blitz"] * 4, "holds 30"),  # every ace and two tens of every suit
        (3, ["holds 2"], "holds 2"),  # there are four deuces
        (4, ["holds 3"] * 2, "holds 2"),
    ],
)
def test_counts_that_no_cards_can_make_together_are_refused(players: int, told: list[str], refused: str) -> None:
    referee = Referee(find_game("thirty-one"), NAMES[:players])
    for text in (
        "deal",
        f"{NAMES[players - 1]} knocks",
        *(f"{name} {report}" for name, report in zip(NAMES, told, strict=False)),
    ):
        assert referee.hear(text).accepted, text
    assert "hand-count" in referee.hear(f"{NAMES[len(told)]} {refused}").rules


def test_a_second_blitz_with_nobody_on_turn_asks_who() -> None:
    referee = Referee(find_game("thirty-one"), ["Ann", "Ben", "Cat"], {"without": "turn-order"})
    for text in ("deal Ann", "Ben takes", "Ben discards KS", "Cat draws QH", "Cat declares blitz AD QD JD"):
        assert referee.hear(text).accepted
    assert referee.hear("declares blitz AC KC QC").verdict is Verdict.UNCLEAR
