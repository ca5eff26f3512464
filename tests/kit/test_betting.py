"""Fixed-limit betting: whose turn it is, what is due, and when a round is over."""

from __future__ import annotations

import random

import pytest

from referee.game.common_reports import Note
from referee.kit.betting import (
    Act,
    Bets,
    Betting,
    BettingHand,
    Calls,
    Checks,
    Completes,
    Folds,
    Raises,
    acts,
    answers_the_bet,
    one_bet,
    under_the_cap,
)
from referee.language.reports import Report, Text
from referee.language.words import Seat
from referee.rules.rule import Reason, Verdict, illegal
from tests.kit.tables import ANN, BEN, CAT, DAN, Grounds, grounds, sit_down
from tests.kit.tables import SEATS as ALL


def note(text: str = "") -> Report:
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
    assert betting.put(BEN, betting.due, note()) == 4
    assert betting.to_act == (CAT, DAN, ANN) and betting.owes(ANN) == 4 and not betting.owes(BEN)
    betting.fold(CAT)
    assert betting.put(DAN, betting.due, note()) == 8
    assert betting.to_act == (ANN, BEN)
    assert betting.put(ANN, betting.stake, note()) == 8
    assert betting.put(BEN, betting.stake, note()) == 4
    assert betting.over and betting.seats == (ANN, BEN, DAN) and betting.raises == 1


def test_a_bring_in_is_completed_before_it_is_raised() -> None:
    betting = Betting(ALL, 4, bring_in=2, cap=1)
    assert betting.unopened and betting.incomplete
    betting.put(ANN, betting.bring_in, note())
    assert betting.incomplete and betting.due == 4
    betting.put(BEN, betting.due, note())
    assert not betting.raises and not betting.capped and betting.due == 8
    betting.put(CAT, betting.due, note())
    assert betting.raises == 1 and betting.capped


def test_the_last_one_in_ends_a_round() -> None:
    betting = Betting((ANN, BEN), 4)
    betting.fold(ANN)
    assert betting.over and betting.seats == (BEN,)


def test_play_goes_on_from_whoever_acted_out_of_turn() -> None:
    betting = Betting(ALL, 4)
    betting.stay(CAT)
    assert betting.to_act == (DAN, ANN, BEN)
    betting.put(ANN, 4, note())
    assert betting.to_act == (BEN, CAT, DAN)


def test_less_than_is_due_stays_less_where_the_table_lets_it_stand() -> None:
    betting = Betting((ANN, BEN), 4)
    betting.put(ANN, 4, note())
    betting.stay(BEN)
    assert betting.over and betting.owes(BEN) == 4


@pytest.mark.parametrize("seed", range(50))
def test_when_a_round_is_over_everybody_who_stays_has_put_in_the_same(seed: int) -> None:
    """Random play, compared with a plain count of who acted since the last raise."""
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
            chips[seat] += betting.put(seat, betting.due, note())
            had_turn = {seat}
        else:
            chips[seat] += betting.put(seat, betting.stake, note())
    if len(betting.seats) > 1:
        assert had_turn >= set(betting.seats), f"seed {seed}"
        assert {chips[seat] for seat in betting.seats} == {betting.stake}, f"seed {seed}"
    assert betting.cap is None or betting.raises <= betting.cap, f"seed {seed}"


# Legal acts


def table(bet: int = 4, bring_in: int = 0, cap: int | None = None) -> BettingHand:
    hand = sit_down(BettingHand)
    hand.staying = ALL
    hand.betting = Betting(ALL, bet, bring_in=bring_in, cap=cap)
    return hand


def test_before_a_round_nobody_is_to_act() -> None:
    hand = sit_down(BettingHand)
    assert hand.to_act() == () and hand.betting.over
    assert hand.betting == Betting((), 1, bring_in=0, stake=0, raises=0) and hand.betting.due == 1


def test_what_may_be_bet() -> None:
    hand = table()
    assert [(report.chips, report.who) for report in Bets.options(hand, BEN)] == [
        (chips, BEN) for chips in (None, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44)
    ]
    assert [report.chips for report in Bets.options(table(bring_in=3), BEN)][:4] == [None, 3, 6, 9]
    hand.betting.put(ANN, 4, note())
    assert [(report.chips, report.who) for report in Raises.options(hand, BEN)] == [(None, BEN), (8, BEN), (9, BEN)]


OPEN: Grounds = (None, [])
"""There is no bet to answer."""
SHUT: Grounds = (None, [2])
"""There is one, which was made in line 2."""


def test_whoever_folds_is_out_of_the_round_and_the_hand() -> None:
    hand, folds = table(), Folds(who=BEN, line=3)
    hand.give_up(folds)
    assert (hand.staying, hand.betting.seats, hand.to_act()) == ((ANN, CAT, DAN), (ANN, CAT, DAN), (CAT,))
    assert grounds(answers_the_bet(hand, Calls(who=ANN))) == OPEN
    for act in (Calls(who=BEN), Folds(who=BEN)):
        why = answers_the_bet(hand, act)
        assert isinstance(why, Reason) and why.verdict is Verdict.IMPOSSIBLE and why.reports == (folds,)


@pytest.mark.parametrize(
    ("stake", "mine", "act", "why"),
    [
        (0, 0, Bets(who=BEN), None),
        (0, 0, Checks(who=BEN), None),
        (0, 0, Folds(who=BEN), None),
        (0, 0, Calls(who=BEN), OPEN),
        (0, 0, Raises(who=BEN), OPEN),
        (4, 0, Bets(who=BEN), SHUT),
        (4, 0, Checks(who=BEN), SHUT),
        (4, 3, Checks(who=BEN), SHUT),
        (4, 0, Folds(who=BEN), None),
        (4, 0, Calls(who=BEN), None),
        (4, 3, Calls(who=BEN), None),
        (4, 0, Raises(who=BEN), None),
        (4, 4, Checks(who=BEN), None),
        (4, 4, Bets(who=BEN), SHUT),
        (4, 4, Calls(who=BEN), OPEN),
    ],
)
def test_a_bet_is_answered(stake: int, mine: int, act: Act, why: Grounds | None) -> None:
    hand = table()
    if stake:
        hand.betting.put(ANN, stake, Bets(stake, who=ANN, line=2))
    hand.betting.stakes[BEN] = mine
    assert grounds(answers_the_bet(hand, act)) == why


def test_where_nobody_has_bet_there_is_nothing_to_answer() -> None:
    hand = table()
    hand.betting.stake = 4  # antes that weren't entered
    assert answers_the_bet(hand, Checks(who=BEN)) is None


def test_a_bring_in_may_be_bet_over() -> None:
    hand = table(bring_in=2)
    hand.betting.put(ANN, 2, Bets(2, who=ANN, line=2))
    assert answers_the_bet(hand, Bets(who=BEN)) is None
    assert grounds(answers_the_bet(hand, Checks(who=BEN))) == SHUT


@pytest.mark.parametrize(
    ("bring_in", "stake", "mine", "chips", "wrong", "verdict"),
    [
        (0, 0, 0, None, False, None),
        (0, 0, 0, 4, False, None),
        (0, 0, 0, 5, True, None),
        (0, 0, 0, 1, True, None),
        (0, 0, 0, 0, True, Verdict.IMPOSSIBLE),
        (0, 4, 0, 8, False, None),
        (0, 4, 0, 4, True, Verdict.IMPOSSIBLE),
        (0, 4, 3, 3, True, Verdict.IMPOSSIBLE),
        (0, 4, 0, 4000, True, None),
        (0, 4, 0, 4001, True, Verdict.IMPOSSIBLE),
        (2, 0, 0, 2, False, None),
        (2, 0, 0, 3, True, None),
        (2, 2, 0, 2, True, Verdict.IMPOSSIBLE),
        (2, 2, 0, 4, False, None),
    ],
)
def test_all_bets_are_of_one_size(
    bring_in: int, stake: int, mine: int, chips: int | None, wrong: bool, verdict: Verdict | None
) -> None:
    hand = table(bring_in=bring_in)
    if stake:
        hand.betting.put(ANN, stake, note())
    hand.betting.stakes[BEN] = mine
    answer = one_bet(hand, Bets(chips, who=BEN))
    assert grounds(answer) == ((chips, []) if wrong else None)
    assert answer is None or answer.verdict is verdict


@pytest.mark.parametrize(
    ("spread", "pot", "full", "many"),
    [
        (None, 10, 10, 40),
        (12, None, 12, 24),
    ],
)
def test_bets_up_to_a_most(spread: int | None, pot: int | None, full: int, many: int) -> None:
    """A raise is at most the pot after a call: ten and the first bet."""
    hand = table()
    hand.betting.spread, hand.betting.pot = spread, pot
    assert hand.betting.stakes_due(ANN) == [*range(4, full + 1)]
    hand.betting.put(ANN, hand.betting.most(ANN), note())
    assert hand.betting.most(BEN) == many
    assert grounds(one_bet(hand, Raises(2 * full - 1, who=BEN))) == (2 * full - 1, [])
    assert one_bet(hand, Raises(many, who=BEN)) is None
    assert grounds(one_bet(hand, Raises(many + 1, who=BEN))) == (many + 1, [])


def test_of_very_many_stakes_the_highest_is_there() -> None:
    betting = Betting(ALL, 4, pot=1000)
    assert betting.stakes_due(ANN) == [*range(4, 105), 1000]


def test_raises_are_capped() -> None:
    hand = table(cap=2)
    for stake in (4, 8, 12):
        assert under_the_cap(hand, Raises(who=BEN)) is None
        hand.betting.put(ANN, stake, note())
    assert under_the_cap(hand, Raises(who=BEN)) is not None
    hand.betting.cap = None
    assert under_the_cap(hand, Raises(who=BEN)) is None


def test_every_act_is_in_turn_and_answers_the_bet() -> None:
    hand, turn_order = table(), illegal("One after the other.")
    asks = acts(hand, turn_order).asks
    assert [ask.verb for ask in asks] == [Bets, Completes, Calls, Raises, Checks, Folds]
    assert all(ask.turn is turn_order and ask.seats() == (ANN,) for ask in asks)
