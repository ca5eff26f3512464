"""Where cards can be, compared with every possible layout."""

from __future__ import annotations

import random
from itertools import product

import pytest

from referee.kit.layout import Layout


@pytest.mark.parametrize("seed", range(30))
def test_cards_flow_where_every_cut_lets_them_through(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        places = ["end", *range(rng.randint(1, 5))]
        ways = {here: {target: rng.randint(0, 3) for target in places if rng.random() < 0.6} for here in places}
        cards = {place: rng.randint(0, 3) for place in places[1:] if rng.random() < 0.5}
        through = True
        for sides in product((True, False), repeat=len(places) - 1):
            near = {place for place, side in zip(places[1:], sides, strict=True) if side}
            out = sum(room for here in near for target, room in ways[here].items() if target not in near)
            through &= sum(number for place, number in cards.items() if place in near) <= out
        layout = Layout()
        layout.place("end", 0, sum(cards.values()))
        for here in places[1:]:
            layout.put(here, cards.get(here, 0), ways[here])
        assert layout.is_possible() == through, f"seed {seed}: {cards}, {ways}"


@pytest.mark.parametrize("seed", range(30))
def test_places_get_what_they_need_and_no_more_than_they_have_room_for(seed: int) -> None:
    """Including equal cards."""
    rng = random.Random(seed)
    for _ in range(20):
        needs = {place: (least := rng.randint(0, 2), least + rng.randint(0, 2)) for place in ("Ann", "Ben", "pile")}
        cards = [rng.choice("SSHHD") for _ in range(rng.randint(0, 6))]
        may_be = {suit: [place for place in needs if rng.random() < 0.7] for suit in "SHD"}
        layout = Layout()
        for place, (least, most) in needs.items():
            layout.place(place, least, most)
        for suit in cards:
            layout.put(suit, 1, dict.fromkeys(may_be[suit], 1))
        some_way = any(
            all(least <= way.count(place) <= most for place, (least, most) in needs.items())
            for way in product(*(may_be[suit] for suit in cards))
        )
        assert layout.is_possible() == some_way, f"seed {seed}: {cards}, {may_be}, {needs}"
        assert layout.is_possible() == some_way, "asking changes nothing"


def test_a_card_that_lies_open_and_will_be_taken_is_for_one_hand() -> None:
    """One card of four is in the stock at the end, so Ann has three, including the one that was face up."""
    for size in (2, 3, 4):
        layout = Layout()
        layout.put("open", 1, {"Ann": 1})
        layout.put("others", 3, {"Ann": 3, "stock": 3})
        layout.place("Ann", size)
        layout.place("stock", 1)
        assert layout.is_possible() == (size == 3)


@pytest.mark.parametrize("drew", [1, 2, 3])
def test_a_hand_that_draws_between_tricks_may_lack_a_suit_only_before(drew: int) -> None:
    """Ann had two hearts and no spade, then drew some cards: two of the three spades are hers."""
    layout = Layout()
    layout.put("spades", 2, {"Ann drew": 2})
    layout.put("other spade", 1, {"Ann drew": 1, "stock": 1})
    layout.put("hearts", 3, {"Ann before": 3, "Ann drew": 3, "stock": 3})
    layout.place("Ann before", 2)
    layout.place("Ann drew", drew)
    layout.place("stock", 4 - drew)
    assert layout.is_possible() == (drew >= 2)


@pytest.mark.parametrize("passed", [0, 1, 2, 3])
def test_no_more_cards_go_from_hand_to_hand_than_were_passed(passed: int) -> None:
    """Ann had the four spades and passes some on; Ben now has two of them."""
    layout = Layout()
    layout.put("Ann's", 4, {"Ann": 4, "passed on": passed})
    layout.let_pass("passed on", {"Ben": passed})
    layout.place("Ann", 0, 4)
    layout.place("Ben", 2)
    assert layout.is_possible() == (passed >= 2)
