"""Indian Chief: the points of melds, compared with every choice of cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, product

import pytest

from referee import Referee, find_game
from referee.cards import cards
from referee.game.game import Table
from referee.games.indian_chief import best_chief, doctors_cards, possible, values
from referee.testing.models import RANKS, pack
from tests.models.indian_chief import BOOK, poker, value

TABLE = Table(find_game("indian-chief"), 2, find_game("indian-chief").house(2, {}))
SEATS = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal"]


def worth(card: str) -> int:
    return value(card, BOOK)


def best(seven: list[str]) -> int:
    splits = (set(five) for five in combinations(range(7), 5))
    return max(
        5 + 5 * poker([seven[i] for i in five]) + sum(worth(seven[i]) for i in range(7) if i not in five) % 10
        for five in splits
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("packs", [1, 2])
def test_the_best_chief_is_the_best_of_all_splits(packs: int) -> None:
    rng = random.Random(packs)
    every = pack(packs=packs)
    for number in range(1500):
        narrow = every if number % 2 else [card for card in every if card[:-1] in ("A", "5", "K") or card[-1] == "S"]
        seven = rng.sample(narrow, 7)
        assert best_chief(cards(" ".join(seven)), range(5, 51, 5), values(TABLE)) == best(seven), seven


@pytest.mark.parametrize("players", [3, 4])
def test_points_are_possible_where_some_cards_bring_them(players: int) -> None:
    """Compared with sums over every choice of values, and with poker and Baccarat hands from the remaining cards."""
    points = possible(Referee(find_game("indian-chief"), SEATS[:players]).hand)  # type: ignore[arg-type]
    packs = 1 if players < 4 else 2
    pool = Counter(worth(rank + "S") for rank in RANKS)
    four = {n: copies * 4 * packs for n, copies in pool.items()}

    def sums(size: int, copies: dict[int, int]) -> set[int]:
        choices = combinations_with_replacement(copies, size)
        return {sum(choice) for choice in choices if all(choice.count(n) <= copies[n] for n in choice)}

    assert set(points["thief"]) == sums(1, four)
    assert set(points["rich"]) == {-total for total in sums(5, four)}
    spades = {n: copies * packs for n, copies in pool.items()}
    assert set(points["poor"]) == {0}.union(*(sums(size, spades) for size in (1, 2, 3)))
    assert set(points["lawyer"]) == {0, 25} and 25 in sums(4, four)
    matches = {2 * (4 * packs - 1) * 2, 2 * (4 * packs - 2)}
    assert set(points["beggar"]) == set(range(0, max(matches) + 1, 2))
    assert set(points["doctor"]) == {10 * number for number in range(7)}
    kinds = [5, 10, 15, 20, 25, 30, 35, 40, 45, *([50] if packs == 2 else [])]
    assert set(points["chief"]) == {kind + two for kind, two in product(kinds, range(10))}


def test_a_doctor_may_have_its_ace_and_heart_in_one() -> None:
    assert doctors_cards(cards("AH 2S 3S 4S 5S 6S"), None) == 5
    assert doctors_cards(cards("AH 2S 3S 4S 5S 6S"), "H") == 1  # type: ignore[arg-type]
    assert doctors_cards(cards("AH 2S 3S 4S 5S 6S"), "D") == 0  # type: ignore[arg-type]
    assert doctors_cards(cards("AS 2S 3S 4S 5S 6S"), None) == 0
    assert doctors_cards(cards("AH 2S 3S 4S 5S 5D"), None) == 0


def test_a_meld_of_more_cards_than_were_dealt_leaves_none() -> None:
    referee = Referee(find_game("indian-chief"), ["Ann", "Ben"])
    assert referee.hear("deal Ann 2", overrule=True).accepted
    assert referee.hear("Ben scores -42 rich").rules == ("held-cards",)
    assert referee.hear("Ben scores -42 rich", overrule=True).accepted
    assert {seat: len(holding) for seat, holding in referee.hand.holdings.items()} == {"Ann": 2, "Ben": 0}
    assert referee.hear("Ann scores 4 beggar").accepted
