"""Razz: cases that are rare in random hands."""

import random
from dataclasses import replace
from itertools import combinations

import pytest

from referee import Referee, find_game
from referee.game.game import Table
from referee.kit.poker import LOWBALL, lowest
from referee.testing.telling import Model, Retelling
from scoresheets.looking_back.settle import of_table
from tests.models import razz


def test_a_bet_is_an_even_number() -> None:
    with pytest.raises(ValueError, match="bet"):
        Referee(find_game("razz"), ["Ann", "Bert"], {"bet": "3"})


def test_equal_hands_share_and_neither_takes_it_all() -> None:
    referee = Referee(find_game("razz"), ["Ann", "Ben", "Cat"])
    for line in (
        "deal Ann", "upcard 5S 5H KC", "Ann bets; calls; calls", "upcard 4S 4H 8C", "Ben checks; checks; checks",
        "upcard 3S 3H 9C", "Ben checks; checks; checks", "upcard 2S 2H 10C", "Ben checks; checks; checks",
        "Ben checks; checks; checks", "Ben shows AS QS QD", "Cat shows AH JS JD",
    ):  # fmt: skip
        assert all(referee.hear(part).accepted for part in line.split("; ")), line
    assert "best-low" in referee.hear("Ben takes pot").rules
    assert referee.hear("Cat+Ben takes pot").accepted
    assert referee.accounts == {"pot": 0, "kitty": 0, "Ann": -5, "Ben": 3, "Cat": 2}


@pytest.mark.parametrize("way", LOWBALL)
@pytest.mark.parametrize("seed", range(12))
def test_the_lowest_that_a_hand_can_be_is_that_of_all_cards_unseen(seed: int, way: str) -> None:
    chance, game = random.Random(seed), find_game("razz")
    hand = Table(game, 2, game.house(2, {"low": way})).hand()
    near = [card for card in hand.pack if card.suit in "SH" or card.rank in "A234567"]
    seen = chance.sample(near, 20)
    hand.up, hand.down, hand.seen = {"P1": seen[:4]}, {"P1": seen[4:5]}, {card: [None] for card in seen}
    for unknown in (1, 2):
        hand.seventh = ("P1",) * (unknown - 1)
        every = combinations(hand.unseen(), unknown)
        assert hand.at_best("P1") == min(lowest([*seen[:5], *more], way) for more in every)


def test_a_house_may_play_for_the_bring_in_alone() -> None:
    """Nobody antes. The player with the highest door card still brings in one."""
    referee = Referee(find_game("razz"), ["Ann", "Ben", "Cat"], {"ante": "0"})
    for report in ("deal Ann", "upcard 5S 5H KC", "Ann bets 2", "Ben calls", "Cat folds"):
        ruling = referee.hear(report)
        assert ruling.accepted, ruling.message
    assert referee.accounts == {"pot": 4, "kitty": 0, "Ann": -2, "Ben": -2, "Cat": 0}
    assert not [line for line in referee.lines if line.category == "ante"]


def test_a_player_who_is_all_in_with_the_ante_takes_no_pot_before_somebody_opens() -> None:
    """Ann and Ben have chips, so one of them brought in. Otherwise nobody could take the side pot of their antes."""
    referee = Referee(find_game("razz"), ["Ann", "Ben", "Cat"], {"ante": "3"})
    for report in ("Ann buys 9", "Ben buys 9", "Cat buys 1", "deal Ann"):
        assert referee.hear(report).accepted, report
    assert referee.hear("Cat takes pot").rules == ("put-in",)
    assert all(referee.hear(report).accepted for report in ("Ben bets 2", "Cat takes pot", "Ben takes pot"))
    assert referee.scores == {"Ann": -3, "Ben": 1, "Cat": 2}


@pytest.mark.parametrize(
    ("house", "kitty", "ben"),
    [
        ({}, 0, 30),
        ({"rake": "10"}, 5, 25),  # a tenth of 51, rounded down
        ({"rake": "10", "rake-cap": "3"}, 3, 27),
        ({"rake": "1"}, 0, 30),
    ],
)
def test_a_part_of_the_pot_goes_to_the_kitty(house: dict[str, str], kitty: int, ben: int) -> None:
    referee = Referee(find_game("razz"), ["Ann", "Ben", "Cat"], house)
    for report in ("deal Ann", "Ann bets 20", "Ben bets 20", "Cat bets 8", "Ben takes pot"):
        assert referee.hear(report).accepted, report
    assert referee.accounts["Ben"] == ben and referee.accounts.get("kitty", 0) == kitty
    assert [line.points for line in referee.lines if line.category == "rake"] == ([-kitty, kitty] if kitty else [])
    assert of_table(referee).get("the kitty", 0) == kitty


def test_the_kitty_takes_its_part_of_every_pot_up_to_the_cap() -> None:
    """Ann is all-in for 10 beside the ante: a main pot of 33, and 20 beside it. Then 3 and 2 are a tenth of each."""
    for cap, kitty, scores in ("none", 5, (19, -3, -21)), ("4", 4, (19, -2, -21)), ("2", 2, (20, -1, -21)):
        referee = Referee(find_game("razz"), ["Ann", "Ben", "Cat"], {"rake": "10", "rake-cap": cap})
        for report in (
            "deal Ann",
            "Ann bets 10 all-in",
            "Ben bets 20",
            "Cat bets 20",
            "Ann takes pot",
            "Ben takes pot",
        ):
            assert referee.hear(report).accepted, report
        assert referee.accounts["kitty"] == kitty
        assert tuple(referee.accounts[seat] for seat in ("Ann", "Ben", "Cat")) == scores


@pytest.mark.parametrize("seed", range(12))
def test_hands_with_short_stacks_go_as_in_the_model(seed: int) -> None:
    """Random house rules rarely have stacks for which some players are all-in and others continue to bet."""
    telling = Retelling(Model(find_game("razz"), razz), seed, odd=(0, 0.3, 0.7)[seed % 3])
    chosen = {**telling.chosen, "stack": str((6, 12, 20, 45)[seed % 4])}
    telling.table = replace(telling.table, house={**telling.table.house, "stack": int(chosen["stack"])})
    telling.chosen, telling.referee = chosen, Referee(telling.model.game, telling.table.seats, chosen)
    while telling.hands < 6 and not telling.over:
        if telling.hands % 2:
            telling.in_full()
        elif not telling.in_numbers(0.5, 0.5, at_once=bool(seed % 2)):
            telling.in_part(0.5, 0.5)
