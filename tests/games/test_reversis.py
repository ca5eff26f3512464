"""Reversis: which piles are possible, by brute force, and which cards an unnamed discard can be."""

import random
from itertools import pairwise, product

import pytest

from referee import Referee, find_game
from referee.games._reversis import Counts, Pile, can_lie


def by_trying(
    worth: tuple[int, ...], piles: tuple[Pile, ...], free: Counts, may_be_left: Counts, room: int, lack: int | None
) -> bool:
    """The same question by trying every card in every pile."""
    shares = [[split for split in product(range(n + 1), repeat=5) if sum(split) == n] for n in free]
    for laid in product(*shares):  # for aces, kings, queens and jacks: how many go to each pile, and to the talon
        out = [split[4] for split in laid]
        if sum(out) > room or any(n > most for n, most in zip(out, may_be_left, strict=True)):
            continue
        if lack not in (None, sum(n * each for n, each in zip(out, worth, strict=True))):
            continue
        least = 0
        for i, pile in enumerate(piles):
            if pile.lack not in (None, sum(split[i] * each for split, each in zip(laid, worth, strict=True))):
                break
            needed = max(pile.least, -(-(pile.has + sum(split[i] for split in laid)) // 4))
            if pile.tricks is not None and pile.tricks < needed:
                break
            least += needed if pile.tricks is None else pile.tricks
        else:
            if least == 11 or (least < 11 and any(pile.tricks is None for pile in piles)):
                return True
    return False


@pytest.mark.parametrize("seed", range(100))
def test_piles_that_can_be_are_those_that_trying_finds(seed: int) -> None:
    """Random cards, partly reported. Half of the time one number is wrong."""
    rng = random.Random(seed)
    free = Counts(*(rng.randint(0, 1) for _ in range(3)), rng.randint(0, 2))
    heaps: list[list[int]] = [[] for _ in range(5)]
    values = rng.choice([(4, 3, 2, 1), (4, 3, 2, 1), (1, 1, 5, 2), (3, 6, 9, 4)])
    for value, count in zip(values, free, strict=True):
        for _ in range(count):
            rng.choice(heaps).append(value)
    tricks = sorted(rng.randint(0, 11) for _ in range(3))
    piles = []
    for heap, took in zip(heaps, (b - a for a, b in pairwise([0, *tricks, 11])), strict=False):
        has = max(0, 4 * took - len(heap) - rng.randint(0, 4))
        number = None if rng.random() < 0.4 else took
        piles.append(Pile(rng.choice([None, sum(heap)]), has, rng.randint(0, took), number))
    room, lack = len(heaps[4]) + rng.randint(0, 1), rng.choice([None, sum(heaps[4])])
    if seed % 2:
        wrong = rng.randrange(4)
        piles[wrong] = piles[wrong]._replace(**rng.choice([{"lack": 2}, {"has": 14}, {"least": 3}, {"tricks": 2}]))
    possible, tried = (ask(values, (*piles,), free, free, room, lack) for ask in (can_lie, by_trying))
    assert possible == tried, f"seed {seed}: {piles}"
    left_over = Counts(*(rng.randint(0, n) for n in free))
    possible, tried = (ask(values, (*piles,), free, left_over, room, lack) for ask in (can_lie, by_trying))
    assert possible or not tried, f"seed {seed}"


def test_a_card_thrown_unnamed_may_have_been_one_of_four_honours() -> None:
    referee = Referee(find_game("reversis"), ["Ann", "Ben", "Cat", "Dan"])
    for text in ("deal Ann", "Cat dealt AS AH AD AC 345S 345D 8C", "Cat discards", "Ben plays 9S"):
        assert referee.hear(text).accepted
    assert not referee.hear("Cat plays AH").findings
