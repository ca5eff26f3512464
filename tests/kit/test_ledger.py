"""Chips: every chip that a player gets comes from an account."""

from __future__ import annotations

import pytest

from referee.game.common_reports import Deal
from referee.game.game import Hand
from referee.kit.ledger import collect, holds, pay, share
from referee.rules.rule import Rule, worth
from tests.kit.tables import ANN, BEN, CAT, DAN, sit_down

FIRST, SECOND = Deal(line=3), Deal(line=5)


def called(name: str, line: str) -> Rule:
    rule = worth("What is paid.", lines=line)
    rule.name = name
    return rule


ante_rule, claim_rule = called("ante-rule", "ante"), called("claim-rule", "claim")
fine_rule, points_rule = called("fine-rule", "fine"), called("points-rule", "points")
split_rule = called("split-rule", "split")


def booked(hand: Hand) -> list[tuple[str, int]]:
    return [(line.who, line.points) for line in (*hand.lines, *hand.moves)]


def table(chips: object = True) -> Hand:
    return sit_down(Hand, chips=chips, accounts=("pot",))


def test_what_one_pays_another_gets() -> None:
    hand = table()
    pay(hand, ANN, "pot", 3, ante_rule, "everybody antes", FIRST, SECOND)
    assert booked(hand) == [(ANN, -3), ("pot", 3)]
    for line in hand.lines:
        assert (line.category, line.rule, line.because) == ("ante", "ante-rule", "everybody antes")
        assert (line.proof, line.hand) == ((3, 5), 4)
    assert hand.standing.balance == {ANN: -3, "pot": 3} and not hand.standing.purse


def test_a_payment_may_belong_to_a_hand_before_and_need_no_words() -> None:
    hand = table()
    pay(hand, ANN, BEN, 3, claim_rule, belongs_to=2)
    assert [(line.hand, line.because, line.proof) for line in hand.lines] == [(2, "", ())] * 2


@pytest.mark.parametrize(("payer", "payee", "chips"), [(ANN, BEN, 0), (ANN, ANN, 3)])
def test_nothing_is_booked_where_nothing_moves(payer: str, payee: str, chips: int) -> None:
    hand = table()
    pay(hand, payer, payee, chips, ante_rule)
    assert booked(hand) == []


def test_everybody_pays_but_who_gets_it() -> None:
    hand = table()
    collect(hand, (ANN, BEN, CAT), BEN, 2, fine_rule, "a late card", FIRST)
    assert booked(hand) == [(ANN, -2), (BEN, 2), (CAT, -2), (BEN, 2)]
    assert {(line.because, line.proof) for line in hand.lines} == {("a late card", (3,))}
    collect(hand, (DAN,), BEN, 2, fine_rule)
    assert [(line.who, line.points, line.because) for line in hand.lines[4:]] == [(DAN, -2, ""), (BEN, 2, "")]


@pytest.mark.parametrize(
    ("pot", "shares"),
    [(7, {ANN: 3, BEN: 2, CAT: 2}), (8, {ANN: 3, BEN: 3, CAT: 2}), (9, {ANN: 3, BEN: 3, CAT: 3}), (0, {}),
     (2, {ANN: 1, BEN: 1})],
)  # fmt: skip
def test_odd_chips_go_to_the_first(pot: int, shares: dict[str, int]) -> None:
    hand = table()
    pay(hand, DAN, "pot", pot, ante_rule)
    hand.lines.clear()
    share(hand, "pot", (ANN, BEN, CAT), split_rule)
    assert {who: chips for who, chips in booked(hand) if who != "pot"} == shares
    assert holds(hand, "pot") == 0 and {line.because for line in hand.lines} <= {""}


def test_chips_beside_the_score_lie_in_the_purse() -> None:
    hand = table("beside")
    hand.book(ANN, points_rule, 40)
    pay(hand, ANN, "pot", 5, ante_rule)
    assert hand.standing.balance == {ANN: 40} and hand.standing.purse == {ANN: -5, "pot": 5}
    assert (holds(hand, ANN), holds(hand, "pot"), holds(hand, BEN)) == (-5, 5, 0)
    share(hand, "pot", (BEN, CAT), split_rule)
    assert hand.standing.purse == {ANN: -5, "pot": 0, BEN: 3, CAT: 2}


def test_nobody_has_anything_at_first() -> None:
    assert holds(table(), "pot") == 0
