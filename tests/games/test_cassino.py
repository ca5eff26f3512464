"""Cassino: the possible piles, by every split of the pack, and builds without a card to take them."""

import random
from itertools import product

import pytest

from referee import Referee, find_game
from referee.games.cassino import splits
from referee.testing.models import pack
from tests.models.cassino import counts


def every_split() -> set[tuple[int, int, int, int, int]]:
    """Cards, spades, aces, 2♠ and 10♦ of every part of the pack, from how many of each kind it has."""
    parts = set()
    for little, ace, spades, aces, big, rest in product(range(2), range(2), range(12), range(4), range(2), range(36)):
        total = little + ace + spades + aces + big + rest
        parts.add((total, little + ace + spades, ace + aces, little, big))
    return parts


EVERY = every_split()
KINDS = ("cards", "spades", "aces", "2S", "10D")


@pytest.mark.parametrize("seed", range(30))
def test_splits_are_all_there_are(seed: int) -> None:
    rng = random.Random(seed)
    limits = dict(zip(KINDS, (54, 14, 5, 1, 1), strict=True))
    for _ in range(5):
        entered = {kind: rng.randint(0, limits[kind]) for kind in KINDS if rng.random() < 0.6}
        if entered.get("cards") and rng.random() < 0.5:
            entered["cards"] = rng.choice([0, 1, 2, 13, 14, 38, 39, 40, 50, 51, 52])
        allowed = {
            split for split in EVERY if all(split[KINDS.index(kind)] == number for kind, number in entered.items())
        }
        assert {tuple(pile[kind] for kind in KINDS) for pile in splits(entered)} == allowed, entered


def test_parts_of_a_real_pack_are_among_the_splits() -> None:
    rng = random.Random(1)
    for _ in range(300):
        pile = rng.sample(pack(), rng.randint(0, 52))
        has = counts(tuple(pile))
        assert tuple(has[kind] for kind in KINDS) in EVERY
        assert has in [{**split, "JS": split["JS"]} for split in splits(has, jack=True)]


@pytest.mark.parametrize("late", [False, True])
def test_a_build_that_nothing_backs_comes_to_light(late: bool) -> None:
    referee = Referee(find_game("cassino"), ["Ann", "Ben"])
    for text in ("deal Ann", "upcard 6D QH 2C JD", "Ben builds 9 on 6D with 3S", "Ann trails 4C"):
        assert referee.hear(text).accepted
    if late:
        ruling = referee.hear("Ben dealt 3S KC KD 7H")
    else:
        for text in ("Ben trails KC", "Ann captures with KD", "Ben trails KS", "Ann trails 7C", "Ben trails AS"):
            ruling = referee.hear(text)
            assert ruling.accepted and not ruling.findings
        ruling = referee.hear("Ann captures with KH")
    assert [(finding.name, finding.who) for finding in ruling.findings] == [("unbacked-build", "Ben")]
