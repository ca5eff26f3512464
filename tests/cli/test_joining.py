"""Players who join and leave between hands, as a table tells it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.game.common_reports import Joins, Leaves
from referee.language.reports import shape
from tests.cli.conftest import Command
from tests.evening import again, reports_of
from tests.evening import referee as piped

HAND = "deal Ann; Ben holds 12; Cat holds 16; Ann holds 15"


@pytest.fixture
def farmer(referee: Command) -> Command:
    assert referee("new", "farmer", "Ann", "Ben", "Cat").code == 0
    assert referee("say", HAND).code == 0
    return referee


def test_somebody_sits_down_and_somebody_gets_up(farmer: Command, tmp_path: Path) -> None:
    result = farmer("say", "Mary Ann", "joins", "after", "Ben")
    echo, seats = result.out.splitlines()[:2]
    assert echo == '"Mary Ann" joins after Ben' and seats.endswith(": Ann, Ben, Mary Ann, Cat")
    assert "Next: Ann deals." in farmer("say", "Cat leaves").out
    assert farmer("say", "deal; mary holds 9; ben holds 16; a holds 12").code == 0
    sheet = farmer("score").out
    assert "from hand 2 on: Ann, Ben, Mary Ann" in sheet
    assert sheet.index("Mary Ann   ") < sheet.index("Cat   ")
    assert "= 2\n" in farmer("why", "Cat").out
    told = json.loads(farmer("score", "--json").out)
    assert (told["players"], told["scores"]) == (
        ["Ann", "Ben", "Cat"],
        {"Ann": -2, "Ben": 1, "Mary Ann": -1, "Cat": 2},
    )
    with again(tmp_path / "evening.db") as session:
        assert reports_of(session)[4:6] == ['"Mary Ann" joins after Ben', "Cat leaves"]


def test_it_is_taken_back_and_put_right(farmer: Command) -> None:
    farmer("say", "Dan joins; Ben leaves; deal")
    assert "Undone: Ben leaves (line 6)" in farmer("undo", "2").out
    assert farmer("fix", "5", "Den joins", "--why", "misheard").code == 0
    assert "deal Den" in farmer("say", "Cat leaves; deal").out
    refused = farmer("void", "5", "--why", "never came")
    assert refused.code == 2 and "line 11" in refused.err
    farmer("undo", "1")
    assert farmer("void", "5", "--why", "never came").code == 0
    assert "Den" not in farmer("score").out


def test_nothing_is_kept_of_a_dry_run(farmer: Command) -> None:
    assert "Allowed: Dan joins" in farmer("say", "--dry-run", "Dan joins").out
    assert farmer("can", "Ben leaves").code == 0
    assert "Dan" not in farmer("score").out


def test_legal_has_it_between_hands(farmer: Command) -> None:
    assert f"{shape(Joins).usage} · {shape(Leaves).usage}" in " ".join(farmer("legal").out.split())
    farmer("say", "deal")
    assert "joins" not in farmer("legal").out


def test_refusals_say_why(farmer: Command) -> None:
    farmer("say", "deal; Dan joins")
    result = farmer("say", "Dan joins")
    assert result.code == 1
    cited, place, line, *_ = result.err.splitlines()
    assert cited.endswith(" [seats-settled]") and (place, line) == ("  hand 2, line 7", "    Dan joins")
    assert farmer("say", "Ann joins").code == 2
    assert "every game" in farmer("rule", "seats-settled").out
    farmer("new", "oh-hell", "Ann", "Ben", "Cat")
    assert farmer("say", "Ben leaves").code == 1
    assert "joins" not in farmer("rules", "oh-hell").out
    assert "WHO joins [after WHOM]" in " ".join(farmer("rules", "farmer").out.split())


def test_at_the_live_table(farmer: Command, tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    result = piped(
        db, "table", stdin=b'"Mary Ann" joins after Ben\nc leaves\nd\nm 16\nBen 3\na 9\n<\nAnn 12\nscore\nCat 9\n'
    )
    assert "Cat leaves" in result.out
    with again(db) as session:
        assert session.referee.scores == {"Ann": -2, "Ben": -2, "Mary Ann": 2, "Cat": 2}
        assert session.referee.dealer == "Mary Ann"


def test_everybody_is_settled(farmer: Command) -> None:
    farmer("say", "Dan joins; Cat leaves; deal; Ann holds 16; Ben holds 9; Dan holds 10")
    farmer("end")
    bill = farmer("settle").out
    assert {line.strip() for line in bill.splitlines()[-2:]} <= {"Ben pays Cat 2", "Dan pays Ann 1", "Ben pays Ann 1"}
    assert "Cat" in farmer("standings").out


def test_partners_are_named_where_they_stay_together(referee: Command) -> None:
    assert "against" in referee("new", "euchre", "Ann", "Ben", "Cat", "Dan").out
    referee("end")
    assert "against" not in referee("new", "euchre", "Ann", "Ben", "Cat", "Dan", "Eve").out
