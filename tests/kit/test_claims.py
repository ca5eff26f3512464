"""A claim is compared with the truth that its game declares."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from referee import Verdict
from referee.game.common_reports import Deal
from referee.game.game import Hand
from referee.kit.claims import claims, claims_to_be, deals
from referee.language.reports import Report
from referee.language.words import Seat

ANN, BEN = Seat("Ann"), Seat("Ben")


class Takes(Report):
    tricks: int


class Out(Report):
    """somebody is out"""


def hand(**facts: Any) -> Any:
    there = SimpleNamespace(side=lambda seat: seat, house={"hand-size": 5}, **facts)
    there.wrong_deal = lambda deal, why: Hand.wrong_deal(there, deal, why)  # type: ignore[arg-type]
    return there


@pytest.mark.parametrize(
    ("count", "told", "good"),
    [
        (3, 3, True),
        (3, 4, False),
        (None, 4, True),
        (range(2, 5), 4, True),
        (range(2, 5), 5, False),
        (range(2, 3), 5, False),
        ((3, 1), 1, True),
        ((3, 1), 2, False),
    ],
)
def test_a_number_is_held_against_what_is_so(count: Any, told: int, good: bool) -> None:
    check = claims(Takes, "tricks", lambda hand, takes: count, "{who} took {}")
    answer = check(hand(), Takes(told, who=ANN))
    assert (answer is None) == good
    assert check.when == "again" and check.verbs({}) == (Takes,)
    assert answer is None or answer.verdict is Verdict.IMPOSSIBLE


def test_what_is_told_in_its_place_breaks_the_rule_itself() -> None:
    answer = claims(Takes, "tricks", lambda hand, takes: 3, when="now")(hand(), Takes(4, who=ANN))
    assert answer and answer.verdict is None


def test_the_line_that_proves_it_is_named() -> None:
    before = Takes(3, who=ANN, line=7)
    check = claims(Takes, "tricks", lambda hand, takes: 3, "{who} took {}", proof=lambda hand, takes: [before])
    answer = check(hand(), Takes(4, who=ANN))
    assert answer and answer.reports == (before,)


@pytest.mark.parametrize(
    ("seats", "good"),
    [
        (ANN, True),
        ([BEN, ANN], True),
        (BEN, False),
        ([BEN, BEN], False),
        ("", False),
        ((), False),
    ],
)
def test_who_did_it_is_held_against_those_who_did(seats: Any, good: bool) -> None:
    answer = claims_to_be(Out, lambda hand, out: seats, "was out first")(hand(), Out(who=ANN))
    assert (answer is None) == good


@pytest.mark.parametrize("size", ["hand-size", 5, lambda hand: 5])
def test_hands_have_one_size(size: Any) -> None:
    check = deals(size)
    assert check(hand(), Deal(5)) is None and check(hand(), Deal()) is None
    there = hand(pack=range(20), seats=(ANN, BEN))
    for number, verdict in ((1, "illegal"), (9, "illegal"), (10, "impossible"), (0, "impossible")):
        why: Any = check(there, Deal(number))
        assert why.verdict == verdict, number
    whole: Any = deals(size, whole=True)(there, Deal(6))
    assert whole.verdict is Verdict.IMPOSSIBLE and not deals(size, whole=True)(there, Deal(5))
