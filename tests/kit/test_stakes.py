"""Table stakes: side pots, what nobody called, and chips bought and cashed out."""

from __future__ import annotations

import itertools
import random

import pytest

from referee import Referee, find_game
from referee.kit.stakes import Pot, pots, pots_in_words, uncalled
from tests.kit.tables import ANN, BEN, CAT, DAN
from tests.kit.tables import SEATS as ALL


def test_without_all_in_there_is_one_pot() -> None:
    assert pots({ANN: 8, BEN: 3, CAT: 8}, [ANN, CAT], []) == [Pot(19, (ANN, CAT))]
    assert pots_in_words([Pot(19, (ANN, CAT))], 19) == ["pot 19"]


def test_each_all_in_stake_makes_a_pot() -> None:
    paid = {ANN: 10, BEN: 2, CAT: 10, DAN: 6}
    found = pots(paid, ALL, [BEN, DAN])
    assert found == [Pot(8, ALL), Pot(12, (ANN, CAT, DAN)), Pot(8, (ANN, CAT))]
    assert pots_in_words(found, 28)[1:] == ["side pot 1 12: Ann, Cat, Dan", "side pot 2 8: Ann, Cat"]


def test_a_pot_that_nobody_can_win_any_more_joins_the_one_before() -> None:
    assert pots({ANN: 10, BEN: 2, CAT: 10}, [BEN], [BEN]) == [Pot(22, (BEN,))]


@pytest.mark.parametrize(
    ("paid", "staying", "all_in", "back"),
    [
        ({ANN: 8, BEN: 3}, [ANN, BEN], [BEN], (ANN, 5)),
        ({ANN: 8, BEN: 3, CAT: 8}, [ANN, BEN], [BEN], None),  # Cat called, and folded later
        ({ANN: 8, BEN: 3, CAT: 5}, [ANN], [], (ANN, 3)),
        ({ANN: 8, BEN: 3}, [ANN, BEN], [], None),  # the table lets Ben stay for less
        ({ANN: 3, BEN: 8}, [ANN], [], None),
        ({}, [], [], None),
    ],
)
def test_what_nobody_can_call_goes_back(paid: dict, staying: list, all_in: list, back: tuple | None) -> None:
    assert uncalled(paid, staying, all_in) == back


@pytest.mark.parametrize("seed", range(40))
def test_pots_hold_every_chip_once_and_ever_fewer_players(seed: int) -> None:
    rng = random.Random(seed)
    paid = {seat: rng.randint(0, 20) for seat in ALL}
    staying = [seat for seat in ALL if rng.random() < 0.8] or [ANN]
    all_in = [seat for seat in staying if rng.random() < 0.5]
    found = pots(paid, staying, all_in)
    assert sum(pot.chips for pot in found) == sum(paid.values())
    assert all({*more.seats} < {*fewer.seats} for fewer, more in itertools.pairwise(found))


def test_chips_that_are_bought_are_no_win() -> None:
    referee = Referee(find_game("razz"), ["Ann", "Ben"], {"stack": "10"})
    for report in ("Ann buys 5", "Ben cashes out 4", "deal", "Ann takes pot"):
        assert referee.hear(report).accepted == (report != "Ann takes pot"), report
    assert referee.fact("stack") == {"Ann": 14, "Ben": 5}
    assert referee.scores == {"Ann": -1, "Ben": -1}


def test_after_a_short_all_in_raise_nobody_who_has_called_raises_again() -> None:
    referee = Referee(find_game("razz"), ["Ann", "Ben", "Cat"], {"bet": "10"})
    reports = ("deal Ann", "upcard KH 2S 3C", "Ben bets 10", "Cat raises 14 all-in", "Ann raises 20")
    assert all(referee.hear(report).accepted for report in reports)  # to the full bet that Cat was short of
    referee = Referee(find_game("razz"), ["Ann", "Ben", "Cat"], {"bet": "10"})
    reports = ("deal Ann", "upcard KH 2S 3C", "Ben bets 10", "Cat calls", "Ann raises 14 all-in")
    assert all(referee.hear(report).accepted for report in reports)
    assert referee.hear("Ben raises 24").rules == ("betting",)
    assert referee.hear("Ben calls").accepted
