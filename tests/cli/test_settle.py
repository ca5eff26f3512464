"""Settling from the shell: one session, a whole night, and what a chip is worth."""

from __future__ import annotations

import json

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
    said = referee("settle")
    assert (said.code, said.err) == (4, "referee: no chips were played for\n")


def test_a_pot_that_is_left_is_shared_and_never_paid(referee: Command) -> None:
    referee("new", "reversis", "Ann", "Ben", "Cat", "Dan")
    assert referee("say", "deal Ann").code == 0
    state = json.loads(referee("score", "--json").out)["accounts"]
    assert state["pot1"] == 25 and state["Ann"] == -10
    open_still = referee("settle").out
    assert "pays pot" not in open_still and "25 chips left over, shared equally" in open_still
    balance = json.loads(referee("settle", "--json").out)["balance"]
    assert balance == {"Ann": "-4", "Ben": "2", "Cat": "1", "Dan": "1"}  # 25 is six each, one more to Ann's left
    assert "pot" not in json.loads(referee("settle", "--json").out)["balance"]


def test_a_bank_is_somebody_and_is_paid(referee: Command) -> None:
    referee("new", "faro", "Ann", "Ben")
    assert referee("say", "adjust Ann -5").code == 0
    assert json.loads(referee("settle", "--json").out)["balance"] == {"Ann": "-3", "Ben": "3", "bank (faro 1)": "0"}
