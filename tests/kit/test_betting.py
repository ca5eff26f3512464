"""Betting between fixed limits: who is to act, what is due, and when a round is over."""

from __future__ import annotations

import random

import pytest

from referee.core import Note, Report
from referee.kit.betting import Betting
from referee.notation import Seat, Text

ANN, BEN, CAT, DAN = (Seat(name) for name in ("Ann", "Ben", "Cat", "Dan"))
ALL = (ANN, BEN, CAT, DAN)


def said(text: str = "") -> Report:
    return Note(Text(text))


def test_a_round_in_which_all_check_is_over_when_everybody_has() -> None:
    betting = Betting(ALL, 4)
    for seat in ALL:
        assert betting.to_act[0] == seat and not betting.over
        betting.stay(seat)
    assert betting.over and betting.stake == 0


def test_a_bet_is_answered_by_everybody_else_and_a_raise_again() -> None:
    betting = Betting(ALL, 4)
    betting.stay(ANN)
    assert betting.put(BEN, betting.due, said()) == 4
    assert betting.to_act == (CAT, DAN, ANN) and betting.owes(ANN) == 4 and not betting.owes(BEN)
    betting.fold(CAT)
    assert betting.put(DAN, betting.due, said()) == 8
    assert betting.to_act == (ANN, BEN)
    assert betting.put(ANN, betting.stake, said()) == 8
    assert betting.put(BEN, betting.stake, said()) == 4
    assert betting.over and betting.seats == (ANN, BEN, DAN) and betting.raises == 1


def test_a_bring_in_is_completed_before_it_is_raised() -> None:
    betting = Betting(ALL, 4, bring_in=2, cap=1)
    assert betting.unopened and betting.incomplete
    betting.put(ANN, betting.bring_in, said())
    assert betting.incomplete and betting.due == 4
    betting.put(BEN, betting.due, said())
    assert not betting.raises and not betting.capped and betting.due == 8
    betting.put(CAT, betting.due, said())
    assert betting.raises == 1 and betting.capped


def test_the_last_one_in_ends_a_round() -> None:
    betting = Betting((ANN, BEN), 4)
    betting.fold(ANN)
    assert betting.over and betting.seats == (BEN,)


def test_play_goes_on_from_whoever_acted_out_of_turn() -> None:
    betting = Betting(ALL, 4)
    betting.stay(CAT)
    assert betting.to_act == (DAN, ANN, BEN)
    betting.put(ANN, 4, said())
    assert betting.to_act == (BEN, CAT, DAN)


def test_less_than_is_due_stays_less_where_the_table_lets_it_stand() -> None:
    betting = Betting((ANN, BEN), 4)
    betting.put(ANN, 4, said())
    betting.stay(BEN)
    assert betting.over and betting.owes(BEN) == 4


@pytest.mark.parametrize("seed", range(50))
def test_when_a_round_is_over_everybody_who_stays_has_put_in_the_same(seed: int) -> None:
    """Played at random, beside a plain count of who acted since the last raise."""
    rng = random.Random(seed)
    seats = ALL[: rng.randint(2, 4)]
    betting = Betting(seats, 4, bring_in=rng.choice([0, 2]), cap=rng.choice([None, 1, 3]))
    had_turn: set[Seat] = set()
    chips = dict.fromkeys(seats, 0)
    order = list(seats)
    while not betting.over:
        seat = betting.to_act[0]
        assert seat == order[0], f"seed {seed}"
        order.append(order.pop(0))
        had_turn.add(seat)
        move = rng.choice(["raise", "call", "call", "fold"])
        if move == "fold" and len(betting.seats) > 1:
            betting.fold(seat)
            order.remove(seat)
        elif move == "raise" and not betting.capped and betting.stake < 60:
            chips[seat] += betting.put(seat, betting.due, said())
            had_turn = {seat}
        else:
            chips[seat] += betting.put(seat, betting.stake, said())
    if len(betting.seats) > 1:
        assert had_turn >= set(betting.seats), f"seed {seed}"
        assert {chips[seat] for seat in betting.seats} == {betting.stake}, f"seed {seed}"
    assert betting.cap is None or betting.raises <= betting.cap, f"seed {seed}"
