"""Kabu: whether the cards of the pack allow everything that was reported."""

import itertools
import random
from collections import Counter

import pytest

from referee import Referee, Verdict, find_game
from referee.games.kabu import can_be_laid


@pytest.mark.parametrize("seed", range(60))
def test_laying_the_cards_left_agrees_with_trying_all(seed: int) -> None:
    """Few cards are left, so every layout can be tried."""
    dice = random.Random(seed)
    left = [0] * 10
    for _ in range(6):
        left[dice.randrange(10)] += 1
    wants = tuple(
        sorted((least, least + dice.choice([0, 0, 1]), dice.randrange(10)) for least in dice.choices([0, 1, 2], k=2))
    )
    stock = list(Counter(dict(enumerate(left))).elements())

    def tried(stock: list[int], wants: tuple[tuple[int, int, int], ...]) -> bool:
        if not wants:
            return True
        (least, most, score), *others = wants
        for count in range(least, most + 1):
            for chosen in itertools.combinations(stock, count):
                if sum(chosen) % 10 == score:
                    rest = Counter(stock)
                    rest.subtract(chosen)
                    if tried(list(rest.elements()), tuple(others)):
                        return True
        return False

    assert can_be_laid(tuple(left), wants) == tried(stock, wants), f"seed {seed}"


def test_two_hands_cannot_both_have_the_last_five() -> None:
    referee = Referee(find_game("kabu"), ["Ann", "Ben", "Cat", "Dan", "Eve"])
    for text in ("deal Eve", "Ann dealt 5S 5H", "Ben dealt AS 5D", "Cat dealt 2S AH", "Dan dealt 3S 10S"):
        assert referee.hear(text).accepted
    for text in ("Ann passes", "Ben passes", "Cat draws", "Dan draws", "Eve passes", "Cat passes", "Dan passes"):
        assert referee.hear(text).accepted
    assert referee.hear("Cat holds 8").accepted  # so the five of clubs is there
    assert referee.can("Dan holds 7").accepted
    ruling = referee.hear("Dan holds 8")
    assert ruling.verdict is Verdict.ILLEGAL and ruling.rules == ("hand-score",)
    assert referee.hear("Eve shows 5C 2D").rules == ("one-pack",)


@pytest.mark.parametrize("without", ["none", "pass-final"])
def test_after_rest_a_player_who_passed_may_have_drawn_if_that_is_allowed(without: str) -> None:
    referee = Referee(find_game("kabu"), ["Ann", "Ben", "Cat"], {"without": without})
    for text in ("deal Ann", "Ben dealt 10D 4S", "Ben passes", "rest"):
        assert referee.hear(text).accepted
    assert ("Ben" in referee.next()) == (without != "none")
    assert referee.hear("Ben holds 1").accepted == (without != "none")
