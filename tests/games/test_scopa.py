"""Scopa: the possible piles, by every split of the pack."""

from __future__ import annotations

import random
from itertools import product

import pytest

from referee import Referee, find_game
from referee.games.scopa import Scopa, can_split, counted
from referee.rules.rule import Kind
from tests.models.scopa import BOOK

GAME = find_game("scopa")
SEATS = ["Ann", "Ben"]
Bests = tuple[int, int]  # the value of both players' best cards, 0 for none


PRIMIERA = dict(zip("76A5432JQK", (*BOOK["primiera-values"], 10, 10), strict=True))  # type: ignore[misc]


def splits_of_a_suit() -> dict[Bests, set[int]]:
    """How many cards the first player may have, by both best cards, for every split of a suit."""
    ranks = list(PRIMIERA.values())
    numbers: dict[Bests, set[int]] = {}
    for mask in range(1 << 10):
        mine = [worth for place, worth in enumerate(ranks) if mask >> place & 1]
        theirs = [worth for place, worth in enumerate(ranks) if not mask >> place & 1]
        numbers.setdefault((max(mine, default=0), max(theirs, default=0)), set()).add(len(mine))
    return numbers


def both(first: Bests, another: Bests) -> Bests:
    return first[0] and another[0] and first[0] + another[0], first[1] and another[1] and first[1] + another[1]


def together(sides: dict[Bests, set[int]], more: dict[Bests, set[int]]) -> dict[Bests, set[int]]:
    numbers: dict[Bests, set[int]] = {}
    for first, another in product(sides, more):
        numbers.setdefault(both(first, another), set()).update(a + b for a, b in product(sides[first], more[another]))
    return numbers


@pytest.fixture(scope="module")
def every_split() -> dict[tuple[int, int, int], set[tuple[int, int]]]:
    """The first player's cards and diamonds, by who has 7♦ and both primieras, for every split of the pack."""
    suit = splits_of_a_suit()
    sides = together(together(suit, suit), suit)
    splits: dict[tuple[int, int, int], set[tuple[int, int]]] = {}
    for diamonds, others in product(suit, sides):
        numbers = splits.setdefault((int(diamonds[0] == 21), *both(diamonds, others)), set())
        numbers.update((n + more, n) for n, more in product(suit[diamonds], sides[others]))
    return splits


@pytest.mark.no_cover
def test_whatever_is_told_of_two_piles_is_judged_as_by_every_split(
    every_split: dict[tuple[int, int, int], set[tuple[int, int]]],
) -> None:
    chance = random.Random(1)
    keys = [("Ann", "7D"), ("Ann", "primiera"), ("Ben", "primiera"), ("Ann", "cards"), ("Ann", "diamonds")]
    hand = Referee(GAME, SEATS).hand
    assert isinstance(hand, Scopa)
    real = sorted(every_split)
    for _ in range(250):
        first = chance.choice(real)
        split = (*first, *chance.choice(sorted(every_split[first])))
        entered = {place: split[place] for place in chance.sample(range(5), chance.randint(1, 5))}
        for place in entered:
            if chance.random() < 0.3:
                entered[place] = chance.choice([range(2), range(40, 86), range(86), range(42), range(12)][place])
        may_be = any(
            all((*bests, *numbers)[place] == number for place, number in entered.items())
            for bests in real
            if all(bests[place] == number for place, number in entered.items() if place < 3)
            for numbers in every_split[bests]
        )
        counts = {keys[place]: number for place, number in entered.items()}
        assert can_split(hand, counts, {}) is may_be, counts  # type: ignore[arg-type]


@pytest.mark.parametrize("values", ["21/18/16/15/14/13/12/10", "5/5/5/5/5/5/5/5", "1/9/9/30/2/2/40/7"])
def test_piles_as_they_really_are_can_be(values: str) -> None:
    """Any part of the pack, with random facts about it, in a house that counts everything."""
    chance = random.Random(values)
    hand = Referee(GAME, SEATS, {"napola": "1", "re-bello": "1", "primiera-values": values}).hand
    assert isinstance(hand, Scopa)
    for _ in range(200):
        cards = chance.sample([*hand.pack], 40)
        cut = chance.randint(0, 40)
        piles = dict(zip(hand.seats, (cards[:cut], cards[cut:]), strict=True))
        real = {(seat, what): n for seat in piles for what, n in counted(hand, piles[seat]).items()}
        entered = {key: real[key] for key in chance.sample([*real], chance.randint(1, 12))}
        assert can_split(hand, entered, {}), (entered, piles)


def test_a_pile_has_two_cards_for_every_sweep() -> None:
    referee = Referee(GAME, SEATS)
    for text in ("deal Ann", "Ann sweeps 3", "Ben sweeps 2"):
        assert referee.hear(text).accepted
    assert referee.hear("Ann holds 5 cards").rules == ("all-accounted",)
    assert referee.hear("Ann holds 37 cards").rules == ("all-accounted",)
    assert referee.hear("Ann holds 6 cards").accepted
    assert all(ruling.message for ruling in map(referee.hear, ("Ben holds 35 cards", "Ann sweeps 99")))


@pytest.mark.parametrize(
    ("game", "piles"),
    [
        ("scopa", "Ben holds most cards; Ann holds most diamonds 7D; Ben holds best primiera"),
        ("cassino", "Ann holds 27 cards 6 spades 2 aces; Ben holds 2S 10D"),
    ],
)
def test_sweeps_are_told_before_the_piles(game: str, piles: str) -> None:
    referee = Referee(find_game(game), SEATS)
    for text in ("deal Ann", *piles.split("; ")):
        assert referee.hear(text).accepted
    refused = referee.hear("Ann sweeps 2")
    assert refused.kind is Kind.IMPOSSIBLE and refused.rules == ("sweep",)
    assert referee.hear("Ann sweeps 0").accepted
