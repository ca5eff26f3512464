"""Poker hands: which hand wins, compared with PokerKit."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from pokerkit import Card as TheirCard
from pokerkit import RegularLowHand, StandardHighHand, StandardLowHand

from referee.cards import Card, Pack, cards
from referee.kit.poker import high, low, lowest
from referee.testing.often import times

SHOWDOWNS = times(20_000)


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


@pytest.mark.no_cover
@pytest.mark.parametrize(("seed", "number"), [(8, SHOWDOWNS // 5), (7, SHOWDOWNS)])
def test_every_order_is_pokerkits(seed: int, number: int) -> None:
    """For random hands of seven: equal if PokerKit has them equal, and lower if it has them lower."""
    of_ours: dict[object, int] = {}
    of_theirs: dict[int, object] = {}
    for hand in drawn(number, seed):
        five = combinations(theirs(hand), 5)
        place = min(RegularLowHand.lookup.get_entry(choice).index for choice in five)
        ours = low(hand)
        assert of_ours.setdefault(ours, place) == place, hand
        assert of_theirs.setdefault(place, ours) == ours, hand
    assert sorted(of_ours, key=of_ours.__getitem__) == sorted(of_ours)


@pytest.mark.no_cover
def test_deuce_to_seven_is_pokerkits() -> None:
    hands = [(lowest(hand, "deuce-to-seven"), hand) for hand in drawn(SHOWDOWNS // 20, 12)]
    entry = StandardLowHand.lookup.get_entry
    places = {worth: min(entry(five).index for five in combinations(theirs(hand), 5)) for worth, hand in hands}
    assert sorted(places, key=places.__getitem__) == sorted(places)
    assert len(set(places.values())) == len(places)


@pytest.mark.parametrize(
    ("seven", "to_six", "to_seven"),
    [
        ("5S 4S 3S 2H AD KD KH", "K-4-3-2-A", "K-5-4-3-2"),  # low, the ace makes a straight
        ("6S 4S 3S 2S AS", "6-4-3-2-A-flush", "A-6-4-3-2-flush"),
        ("7S 6H 5S 4S 3S", "7-6-5-4-3-straight", "7-6-5-4-3-straight"),
        ("7S 6S 5S 4S 3S", "7-6-5-4-3-straight-flush", "7-6-5-4-3-straight-flush"),
        ("AS KH QS JS 10S", "K-Q-J-10-A", "A-K-Q-J-10-straight"),
        ("AS AH 2S 3S 4S", "A-A-4-3-2", "A-A-4-3-2"),
        ("5S 4S 3S", "5-4-3", "5-4-3"),
    ],
)
def test_straights_and_flushes_may_spoil_a_hand(seven: str, to_six: str, to_seven: str) -> None:
    assert str(lowest(cards(seven), "ace-to-six")) == to_six
    assert str(lowest(cards(seven), "deuce-to-seven")) == to_seven


@pytest.mark.parametrize(
    ("five", "named"),
    [
        ("9S 9S 9H 9D 9C", "five of a kind"),  # of two packs
        ("10S JS QS KS AS", "straight flush"),
        ("AD 2D 3D 4D 5D", "straight flush"),
        ("9S 9S 9H 9H 2C", "four of a kind"),
        ("9S 9S 9H 2C 2C", "full house"),
        ("9S 9S 4S 4S KS", "flush"),  # two pair besides
        ("QS KS AS 2S 3S", "flush"),  # no straight goes around the corner
        ("10S JS QS KS AH", "straight"),
        ("AS 2S 3S 4S 5H", "straight"),
        ("9S 9S 9S 4D KH", "three of a kind"),
        ("9S 9S 4S 4S KD", "two pair"),
        ("9S 9S 4S 3S KD", "pair"),
        ("QS KS AS 2S 3H", "high card"),
    ],
)
def test_five_cards_count_as_their_best(five: str, named: str) -> None:
    assert str(high(cards(five))) == named


def test_every_high_is_pokerkits() -> None:
    hands = [hand[:5] for hand in drawn(SHOWDOWNS // 4, 11)]
    rng = random.Random(12)
    for _ in range(SHOWDOWNS // 10):  # rare hands: five of a suit, or of a few ranks
        suit, ranks = rng.choice("SHDC"), rng.sample("AKQJT98765432", 3)
        narrow = [card for card in Pack() if card.suit == suit or card.text[0].replace("1", "T") in ranks]
        hands.append(rng.sample([card for card in narrow if rng.random() < 0.5 or card.suit == suit], 5))
    for hand in hands:
        label = StandardHighHand.lookup.get_entry(theirs(hand)).label.value
        assert str(high(hand)) == label.lower().replace("one pair", "pair"), hand
    assert len({high(hand) for hand in hands}) == 9
