"""Settling from the shell: one session, a whole night, and what a chip is worth."""

from __future__ import annotations

import json
import time

import pytest

from tests.cli.conftest import Command


def test_a_night_of_two_games_is_settled_at_once(referee: Command) -> None:
    assert referee("settle").code == 4
    referee("new", "farmer", "Ann", "Ben")
    referee("say", "Ann pays Ben 3")
    referee("end")
    referee("new", "reversis", "Ben", "Ann", "Cat", "Dan")
    referee("say", "Ben pays Ann 1; Cat pays Ann 10")
    bill = json.loads(referee("settle", "--json").out)
    assert bill["schema"] == 1
    assert [session["game"] for session in bill["sessions"]] == ["farmer", "reversis"]
    assert bill["rows"] == [
        {"payer": "Cat", "payee": "Ann", "amount": "8"},
        {"payer": "Cat", "payee": "Ben", "amount": "2"},
    ]
    out = referee("settle", "--chip", "farmer=0.5").out
    assert "Cat pays Ann 9.5" in out
    assert "Cat pays Ben 0.5" in out
    assert "still open" in out


def test_one_session_is_settled_alone(referee: Command) -> None:
    referee("new", "farmer", "Ann", "Ben")
    referee("say", "Ann pays Ben 3")
    assert "Ann pays Ben 3" in referee("settle", "1").out
    assert referee("settle", "--csv", "1").out.splitlines() == ["payer,payee,amount", "Ann,Ben,3"]
    assert referee("settle", "--chip", "farmer").code == 2
    assert referee("settle", "--chip", "poker=2").code == 4


def test_where_no_chips_were_played_for_nothing_is_settled(referee: Command) -> None:
    referee("new", "oh-hell", "Ann", "Ben", "Cat")
    result = referee("settle")
    assert (result.code, result.out) == (4, "")


def test_a_pot_stays_in_the_kitty(referee: Command) -> None:
    referee("new", "reversis", "Ann", "Ben", "Cat", "Dan")
    assert referee("say", "deal Ann").code == 0
    bill = json.loads(referee("settle", "--json").out)
    assert bill["sessions"][0]["accounts"] == {"Ann": -10, "Ben": -5, "Cat": -5, "Dan": -5, "pot1": 25}
    kitty = "the kitty of session 1"
    assert bill["balance"] == {"Ann": "-10", "Ben": "-5", "Cat": "-5", "Dan": "-5", kitty: "25"}
    assert {row["payee"] for row in bill["rows"]} == {kitty}
    assert "25 chips" in referee("settle").out
    assert "25 chips" in referee("settle", "1").out


def test_a_kitty_pays_what_the_table_gave_away(referee: Command) -> None:
    referee("new", "faro", "Ann", "Ben")
    assert referee("say", "adjust Ann -5; adjust Ben +6").code == 0
    balance = {"Ann": "-5", "Ben": "6", "bank of session 1": "0", "the kitty of session 1": "-1"}
    assert json.loads(referee("settle", "--json").out)["balance"] == balance
    text = referee("end").out
    assert "1 chip comes out of the kitty" in text and "Ben takes 1 from the kitty" in text


def test_a_bank_is_somebody_and_is_paid(referee: Command) -> None:
    referee("new", "faro", "Ann", "Ben")
    assert referee("say", "Ann pays bank 5; Ben pays table 2").code == 0
    bill = json.loads(referee("settle", "--json").out)
    assert bill["balance"] == {"Ann": "-5", "Ben": "-2", "bank of session 1": "5", "the kitty of session 1": "2"}
    assert {tuple(row.values()) for row in bill["rows"]} == {
        ("Ann", "bank of session 1", "5"), ("Ben", "the kitty of session 1", "2")
    }  # fmt: skip


def test_one_person_of_two_names_is_settled_once(referee: Command) -> None:
    referee("new", "farmer", "Ann", "Ben")
    referee("say", "Ann pays Ben 3")
    referee("end")
    referee("new", "farmer", "Anna", "Ben")
    referee("say", "Anna pays Ben 1")
    assert referee("players", "merge", "Anna", "Ann").code == 0
    assert json.loads(referee("settle", "--json").out)["balance"] == {"Ann": "-4", "Ben": "4"}


@pytest.mark.parametrize("since", ["0001-01-01", "0001-01-02", "1969-12-31", "9999-12-31"])
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/New_York"])
def test_any_day_of_the_calendar_is_one_to_begin_with(
    referee: Command, monkeypatch: pytest.MonkeyPatch, since: str, zone: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        referee("new", "farmer", "Ann", "Ben")
        referee("say", "Ann pays Ben 3")
        assert referee("settle", "--since", since).code == (4 if since.startswith("9999") else 0)
        assert referee("standings", "--since", since).code == 0
        assert referee("sessions", "--since", since).code == 0
    finally:
        monkeypatch.undo()
        time.tzset()
