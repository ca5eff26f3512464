"""Carioca: the totals that hands can have, by trying."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from referee import Referee
from referee.testing.models import pack
from tests.models import carioca
from tests.tables import seated

PACK = pack(packs=2, jokers=2)


def value(card: str) -> int:
    return carioca.value(card, carioca.BOOK)


def counts(size: int, pool: list[str], exactly: bool = False) -> set[int]:
    """Every total that exactly ``size`` cards of a pool can count, or from one to ``size`` cards."""
    reach = {(0, 0)}
    for points, copies in Counter(map(value, pool)).items():
        reach |= {(n + k, total + k * points) for n, total in reach for k in range(1, min(copies, size - n) + 1)}
    return {total for n, total in reach if (n == size if exactly else n)}


def table(hands: str, *texts: str) -> Referee:
    return seated("carioca", "Ada Bob Cem", *texts, house={"hands": hands})


def is_accepted(referee: Referee, text: str) -> bool:
    accepted = referee.hear(text).accepted
    if accepted:
        referee.undo()
    return accepted


@pytest.mark.parametrize(("hands", "size", "most"), [("1-1", 11, 340), ("7-7", 12, 360)])
def test_what_one_hand_can_count(hands: str, size: int, most: int) -> None:
    can, referee = counts(size, PACK), table(hands, "deal Ada")
    assert max(can) == most and min(can) == 2
    for points in (*range(-1, 14), *range(most - 80, most + 3), 10**8):
        assert is_accepted(referee, f"Bob holds {points}") == (points in can), points


def test_what_a_hand_told_card_by_card_can_count() -> None:
    melded = ["AS", "AH", "AD", "2S", "3S", "4S", "5S", "2H", "3H", "JK", "5H"]
    lines = ["deal Ada", "upcard AC", "Cem draws JK", f"Cem dealt {' '.join(melded)}"]
    referee = table("6-6", *lines, "Cem melds AS AH AD, 2S-5S, 2H 3H JK 5H", "Cem discards JK")
    left = list((Counter(PACK) - Counter([*melded, "JK", "AC"])).elements())
    can = counts(11, left, exactly=True)
    for points in (*range(22, 40), *range(max(can) - 70, max(can) + 3)):
        assert is_accepted(referee, f"Bob holds {points}") == (points in can), points
    texts = left[:5] + left[-6:]
    assert referee.hear(f"Bob holds {' '.join(texts)}").accepted
    can = counts(11, list((Counter(left) - Counter(texts)).elements()), exactly=True)
    for points in (*range(22, 40), *range(max(can) - 70, max(can) + 3)):
        assert is_accepted(referee, f"Ada holds {points}") == (points in can), points


def both(size: int, first: int, other: int) -> bool:
    """Whether two hands can have these totals. Jokers and aces are scarce; there are enough tens and small cards."""

    def rest(points: int, jokers: int, aces: int) -> bool:
        left = points - 50 * jokers - 20 * aces
        return left == 0 or 2 <= left <= 10 * (size - jokers - aces)

    shares = itertools.product(range(5), range(9))
    return any(
        rest(first, jokers, aces)
        and any(rest(other, more, further) for more in range(5 - jokers) for further in range(9 - aces))
        for jokers, aces in shares
        if jokers + aces <= size
    )


@pytest.mark.parametrize(("hands", "size", "most"), [("2-2", 11, 460), ("7-7", 12, 480)])
def test_what_two_hands_can_count_together(hands: str, size: int, most: int) -> None:
    rng = random.Random(most)
    alone = counts(size, PACK)
    for _ in range(12):
        first = rng.choice([points for points in alone if points > 100])
        referee = table(hands, "deal Ada", "Bob out", f"Cem holds {first}")
        for other in (*range(most - first - 12, most - first + 3), rng.randint(2, most - first)):
            can = other in alone and both(size, first, other)
            assert is_accepted(referee, f"Ada holds {other}") == can, (first, other)
