"""Settling: the fewest possible payments, and everybody even."""

from __future__ import annotations

import random
import time
from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest

from scoresheets.cli.history import period
from scoresheets.keeping import database
from scoresheets.looking_back.settle import evening_of, fewest, noon, shown, worths

NAMES = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon"]


def least_by_trying(amounts: list[int]) -> int:
    """The fewest payments: the first player settles with each of the others in turn."""
    left = [amount for amount in amounts if amount]
    if not left:
        return 0
    first, *rest = left
    fewest = len(left)
    for i, other in enumerate(rest):
        if first * other < 0:
            fewest = min(fewest, 1 + least_by_trying([*rest[:i], first + other, *rest[i + 1 :]]))
    return fewest


def balance(rng: random.Random, players: int, most: int) -> list[int]:
    amounts = [rng.randint(-most, most) for _ in range(players - 1)]
    return [*amounts, -sum(amounts)]


@pytest.mark.parametrize("seed", range(200))
def test_payments_are_the_fewest_and_make_everybody_even(seed: int) -> None:
    rng = random.Random(seed)
    amounts = balance(rng, rng.randint(2, 7), rng.choice([2, 5, 30]))
    left = {name: Fraction(amount) for name, amount in zip(NAMES, amounts, strict=False)}
    payments = fewest(left)
    assert len(payments) == least_by_trying(amounts), f"seed {seed}: {amounts}"
    for payer, payee, amount in payments:
        assert amount > 0, f"seed {seed}: {amounts}"
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values()), f"seed {seed}: {amounts}"


def test_many_people_are_made_even_too() -> None:
    rng = random.Random(1)
    amounts = balance(rng, 40, 1000)
    left = {f"Player {i}": Fraction(amount) for i, amount in enumerate(amounts)}
    payments = fewest(left)
    assert len(payments) < 40
    for payer, payee, amount in payments:
        left[payer] += amount
        left[payee] -= amount
    assert not any(left.values())


def test_nobody_pays_where_nobody_owes() -> None:
    assert fewest({"Ann": 0, "Ben": 0}) == []
    assert fewest({}) == []


@pytest.mark.parametrize(("amount", "text"), [("3", "3"), ("-5", "-5"), ("0.25", "0.25"), ("1/3", "1/3")])
def test_amounts_are_written_as_money(amount: str, text: str) -> None:
    assert shown(Fraction(amount)) == text


def test_what_a_chip_is_worth() -> None:
    assert worths(["razz=0.05", "faro=2"]) == {"razz": Fraction(1, 20), "faro": Fraction(2)}
    for word in ("razz", "razz=", "razz=x", "razz=-1", "razz=0", "razz=1/0", "razz=1e9"):
        with pytest.raises(ValueError, match="razz="):
            worths([word])


def test_a_night_goes_from_noon_to_noon() -> None:
    evening = datetime(2026, 11, 20, 21, 0).astimezone()
    late = datetime(2026, 11, 21, 2, 0).astimezone()
    assert evening_of(evening) == evening_of(late) == datetime(2026, 11, 20, 12, 0).astimezone()


@pytest.mark.parametrize("day", [date(2026, 4, 5), date(2026, 9, 27)])
def test_a_night_when_the_clocks_change_ends_at_noon(monkeypatch: pytest.MonkeyPatch, day: date) -> None:
    monkeypatch.setenv("TZ", "Pacific/Chatham")
    time.tzset()
    try:
        begun = noon(day - timedelta(days=1))
        monkeypatch.setattr(database, "now", lambda: begun + timedelta(hours=3))
        begin, end = period("", "", tonight=True)
        assert begin == begun and end == noon(day) and end - begun != timedelta(days=1)
        assert evening_of(end - timedelta(minutes=1)) == begun and evening_of(end) == end
    finally:
        monkeypatch.undo()
        time.tzset()
