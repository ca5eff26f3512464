"""Tonk: possible counts of hands, by trying."""

import itertools
import random
from collections.abc import Iterable

import pytest

from referee import Referee, find_game
from referee.cards import Cards, read_cards
from referee.games._tonk import Want, can_lie
from referee.testing.models import pack, shuffled, without
from tests.models.tonk import unmatched


def test_a_hand_told_in_numbers_says_nothing_of_the_stock() -> None:
    table = Referee(find_game("tonk"), ["Ada", "Bob"])
    for text in ("deal", "Ada out"):
        assert table.hear(text).accepted
    assert [table.fact(name) for name in ("stock", "top", "cards", "barred")] == [None] * 4


@pytest.mark.parametrize(
    ("told", "proof"),
    [
        ("Ada out", [(2,)]),
        ("Bob out", [(2,)]),
        ("Bob out tonk", []),
    ],
)
def test_told_again_a_hand_was_ended_as_it_was(told: str, proof: list[tuple[int, ...]]) -> None:
    table = Referee(find_game("tonk"), ["Ada", "Bob"])
    for text in ("deal", "Bob out tonk"):
        assert table.hear(text).accepted
    ruling = table.hear(told)
    assert ruling.accepted == (not proof) and [breach.proof for breach in ruling.broken] == proof


@pytest.mark.parametrize("seed", range(3))
def test_with_the_stock_gone_only_counts_that_can_be_are_taken(seed: int) -> None:
    """Ten cards are in two hands, some of them named when drawn. Every division of them is tried."""
    chance = random.Random(seed)
    cards = shuffled(pack(), chance)
    kept = {"Ada": cards[:5], "Bob": cards[5:10]}
    named = {seat: set(chance.sample(hand, chance.randint(0, 3))) for seat, hand in kept.items()}
    table = Referee(find_game("tonk"), ["Ada", "Bob"])
    assert table.hear("deal Bob").accepted and table.hear(f"upcard {cards[10]}").accepted
    for turn, discard in enumerate(cards[11:]):
        seat = ("Ada", "Bob")[turn % 2]
        drawn = kept[seat][turn // 2] if turn < 10 else ""
        assert table.hear(f"{seat} draws {drawn if drawn in named[seat] else ''}").accepted
        assert table.hear(f"{seat} discards {discard}").accepted
    splits = set()
    for hand in itertools.combinations(cards[:10], 5):
        if named["Ada"] <= set(hand) and not named["Bob"] & set(hand):
            splits.add((unmatched(hand), unmatched(without(cards[:10], hand))))
    for count in range(51):
        assert table.can(f"Ada holds {count}").accepted == (count in {ada for ada, _ in splits}), (seed, count)
    number = unmatched(tuple(kept["Ada"]))
    assert table.hear(f"Ada holds {number}").accepted
    for count in range(51):
        assert table.can(f"Bob holds {count}").accepted == ((number, count) in splits), (seed, number, count)


@pytest.mark.parametrize("seed", range(60))
def test_hands_lie_there_together_as_by_trying_all(seed: int) -> None:
    chance = random.Random(seed)
    suits = chance.sample("SHDC", 2)
    cards = chance.sample([card for card in pack() if card[-1] in suits], chance.randint(8, 11))
    sizes = chance.choice([(1, 2, 3), (2, 2, 2), (3, 4), (2, 3)])
    known = [frozenset(cards[:2]), frozenset(cards[2:3]), frozenset[str]()]
    pool = cards[3:]
    told = [chance.randint(0, 22) for _ in sizes]

    def some_lie(place: int, left: frozenset[str]) -> bool:
        return place == len(sizes) or any(
            unmatched((*known[place], *held)) == told[place] and some_lie(place + 1, left.difference(held))
            for held in itertools.combinations(sorted(left), sizes[place])
        )

    def read(texts: Iterable[str]) -> Cards:
        return tuple(card for text in texts for card in read_cards(text) or ())

    wants = [
        Want(frozenset(read(mine)), range(size, size + 1), left)
        for mine, size, left in zip(known, sizes, told, strict=False)
    ]
    assert can_lie(wants, read(pool)) == some_lie(0, frozenset(pool)), f"seed {seed}"
