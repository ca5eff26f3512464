"""Known cards passed on face down are in one of two hands, a known number in each."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from referee.cards import Suit
from referee.kit.evidence import Heap, Part, Share, can_be_laid, counted

SUITS = [Suit("S"), Suit("H"), Suit("D")]


@pytest.mark.parametrize("seed", range(300))
def test_cards_passed_on_are_laid_as_trying_every_way_has_it(seed: int) -> None:
    """Ann's dealt cards are known. She passed some of them to Ben and got as many unknown ones."""
    chance = random.Random(seed)
    size, passed = chance.randint(2, 4), chance.randint(1, 2)
    ann = [chance.choice(SUITS) for _ in range(size)]
    unseen = [chance.choice(SUITS) for _ in range(chance.randint(size, size + 2))]
    barred = [{suit for suit in SUITS if chance.random() < 0.4} for _ in range(2)]
    shares = [
        Share([Part(size, barred[0])], {}, counted(ann), (passed, passed), passed_to=1),
        Share([Part(size, barred[1])]),
    ]
    heap = Heap(counted(unseen), len(unseen))

    def possible() -> bool:
        for gone in itertools.combinations(range(size), passed):
            kept = [suit for i, suit in enumerate(ann) if i not in gone]
            for left in itertools.combinations(range(len(unseen)), passed):
                came = [unseen[i] for i in left]
                rest = [suit for i, suit in enumerate(unseen) if i not in left]
                for own in itertools.combinations(rest, size - passed):
                    ben = [*own, *(ann[i] for i in gone)]
                    if barred[0].isdisjoint([*kept, *came]) and barred[1].isdisjoint(ben):
                        return True
        return False

    assert can_be_laid(shares, [heap]) is possible(), (Counter(ann), Counter(unseen), barred, passed)
