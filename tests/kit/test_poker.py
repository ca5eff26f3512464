"""Poker hands: what beats what, held against PokerKit."""

from __future__ import annotations

import os
import random
from itertools import combinations

import pytest
from pokerkit import Card as TheirCard
from pokerkit import RegularLowHand

from referee.cards import Card, Pack, cards
from referee.kit.poker import low

SHOWDOWNS = int(os.environ.get("SHOWDOWNS", "20000"))


def theirs(hand: list[Card]) -> tuple[TheirCard, ...]:
    return tuple(TheirCard.parse("".join(card.text[0].replace("1", "T") + card.suit.lower() for card in hand)))


def drawn(number: int, seed: int) -> list[list[Card]]:
    rng, pack = random.Random(seed), list(Pack())
    return [rng.sample(pack, 7) for _ in range(number)]


@pytest.mark.parametrize(
    ("seven", "named"),
    [
        ("5S 4S 3S 2S AS KD KH", "5-4-3-2-A"),  # a straight flush is nothing
        ("7H 6S 5S 3D 2C AH AD", "6-5-3-2-A"),
        ("10C JC QC KC AC AD AH", "K-Q-J-10-A"),
        ("KS KH KD QS QH JS JH", "Q-Q-J-J-K"),
        ("4D 4H 9C 9S KC KD QS", "4-4-K-Q-9"),
        ("8S 8H 8D 8C 3S 3H 3D", "3-3-3-8-8"),
        ("8S 8H 8D 8C 3S 3H KD", "8-8-3-3-K"),
        ("8S 8H 8D 8C 3S", "8-8-8-8-3"),
        ("8S 3S 3H", "3-3-8"),
        ("AS", "A"),
    ],
)
def test_a_low_is_named_from_the_top_matched_cards_first(seven: str, named: str) -> None:
    assert str(low(cards(seven))) == named


def test_fewer_matches_are_lower_and_then_the_ranks() -> None:
    lowest_first = [
        "5S 4S 3S 2S AS",
        "6S 4S 3S 2S AS",
        "KS QS JS 10S 9S",
        "AS AH 4S 3S 2S",
        "AS AH KS QS JS",
        "2S 2H 4S 3S AS",
        "2S 2H AS AH 3S",
        "KS KH QS QH JS",
        "AS AH AD 3S 2S",
        "AS AH AD 2S 2H",
        "KS KH KD AS AH",
        "AS AH AD AC 2S",
    ]
    lows = [low(cards(five)) for five in lowest_first]
    assert lows == sorted(lows) and len(set(lows)) == len(lows)


def test_hands_showing_are_compared_while_they_are_short() -> None:
    assert low(cards("QS")) < low(cards("KS"))
    assert low(cards("KS QS")) < low(cards("AS AH"))
    assert low(cards("4S 3S")) < low(cards("5S AS"))
    assert low(cards("4S 4H KS")) < low(cards("7S 7H AS"))


def test_every_order_is_pokerkits() -> None:
    """Over random hands of seven: equal where PokerKit has them equal, and lower where it has them lower."""
    of_ours: dict[object, int] = {}
    of_theirs: dict[int, object] = {}
    for hand in drawn(SHOWDOWNS, 7):
        five = combinations(theirs(hand), 5)
        place = min(RegularLowHand.lookup.get_entry(some).index for some in five)
        ours = low(hand)
        assert of_ours.setdefault(ours, place) == place, hand
        assert of_theirs.setdefault(place, ours) == ours, hand
    assert sorted(of_ours, key=of_ours.__getitem__) == sorted(of_ours)
