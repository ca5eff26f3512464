"""Cards left outside melds, compared with the deadwood of OpenSpiel's gin rummy: thousands of random hands.

The differences:

HIGH_ACE    In gin an ace is only low. Tonk, whose rules `least_left` follows, has gin's values, but an ace may be low
            or high. OpenSpiel is asked for the rest after every choice of runs up to an ace.
ONE_THROWN  OpenSpiel discards a card if a hand has one more than gin deals. Tonk counts the hand as it is when
            somebody drops, so OpenSpiel deals eleven cards there. With a discard it is the best of eleven.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest
from pyspiel import gin_rummy

from referee.cards import SUITS, Card, Cards, Pack
from referee.kit.melds import LADDER, least_left
from referee.testing.often import times

HANDS = 500 * times(2)
WORTH = {"A": 1, "J": 10, "Q": 10, "K": 10} | {str(pips): pips for pips in range(2, 11)}
GIN = {size: gin_rummy.GinRummyUtils(13, 4, size) for size in (10, 11)}


def ours(hand: Cards) -> int:
    return least_left(hand, lambda card: WORTH[card.rank]).points


def deadwood(hand: Cards, size: int) -> int:
    """OpenSpiel's deadwood for a game that deals ``size`` cards."""
    names = [card.text.replace("10", "T") for card in hand]
    return GIN[size].min_deadwood([GIN[size].card_int(name[0] + name[1].lower()) for name in names])


def runs_to_the_ace(hand: Cards) -> Iterator[Cards]:
    """HIGH_ACE: runs that end above the king, at most one of a suit."""
    ends = []
    for suit in SUITS:
        down = [Card(rank, suit) for rank in LADDER[:0:-1]]  # ace, king … deuce
        held = len([*itertools.takewhile(hand.__contains__, down)])
        ends.append([(), *(tuple(down[:size]) for size in range(3, held + 1))])
    return (tuple(itertools.chain.from_iterable(chosen)) for chosen in itertools.product(*ends))


def theirs(hand: Cards) -> int:
    """OpenSpiel's deadwood, its aces allowed above the king."""
    rest = (tuple(card for card in hand if card not in run) for run in runs_to_the_ace(hand))
    return min(deadwood(left, 11) for left in rest)


def hands(size: int, seed: str) -> Iterator[Cards]:
    """Of the whole pack, of its upper half with the aces, and of two suits: where melds share cards."""
    luck = random.Random(seed)
    pack = list(Pack())
    high, suits = [card for card in pack if card.rank in ("A", *LADDER[6:])], [c for c in pack if c.suit in "SH"]
    for part in itertools.islice(itertools.cycle((pack, high, suits)), HANDS):
        yield tuple(luck.sample(part, size))


@pytest.mark.parametrize("size", [7, 10, 11])
def test_as_little_is_left_as_in_openspiel(size: int) -> None:
    for hand in hands(size, f"gin {size}"):
        assert ours(hand) == theirs(hand), " ".join(card.text for card in hand)


def test_with_one_thrown_away_as_little_is_left() -> None:
    """ONE_THROWN: without a run up to an ace both find the same card to throw."""
    low = (hand for hand in hands(11, "gin, thrown") if len([*runs_to_the_ace(hand)]) == 1)
    for hand in itertools.islice(low, HANDS // 4):
        eleven = (tuple(card for card in hand if card is not thrown) for thrown in hand)
        assert min(map(ours, eleven)) == deadwood(hand, 10), " ".join(card.text for card in hand)


def test_the_melds_that_are_named_are_melds_and_leave_that_much() -> None:
    for hand in hands(10, "gin, melds"):
        points, melds = least_left(hand, lambda card: WORTH[card.rank])
        laid = [card for meld in melds for card in meld]
        assert len(laid) == len({*laid}) and {*laid} <= {*hand}
        assert points == sum(WORTH[card.rank] for card in hand if card not in laid)
        assert all(theirs(meld) == 0 for meld in melds), melds
