"""An evening at which chips are bought and cashed out."""

from __future__ import annotations

import random

import pytest

from referee import Referee, Verdict, find_game
from referee.kit.stakes import Buys
from referee.language.words import Seat
from referee.records.record import Judge
from scoresheets.looking_back.settle import of_table


def evening(*reports: str) -> Referee:
    referee = Referee(find_game("cash"), ["Ann", "Ben", "Cat"])
    for report in reports:
        assert referee.hear(report.lstrip("~"), overrule=report.startswith("~")).accepted, report
    return referee


def test_its_example_holds() -> None:
    game = find_game("cash")
    assert game.example
    assert not Judge().judge(game.example.record("cash")).failures


def test_what_is_cashed_out_less_what_was_bought_is_won() -> None:
    referee = evening("Ann buys 40", "Ben buys 40", "Ann buys 20", "rake 5", "Ann cashes out 95", "Ben cashes out 0")
    assert referee.scores == {"Ann": 35, "Ben": -40, "Cat": 0}
    assert referee.fact("table") == 0 and referee.fact("kitty") == 5
    assert of_table(referee) == {"Ann": 35, "Ben": -40, "Cat": 0, "bank": 0, "the kitty": 5}


def test_an_uneven_night_is_told_by_how_much() -> None:
    referee = evening("Ann buys 40", "Ben buys 40", "Ann cashes out 50")
    assert referee.hear("Ben cashes out 33").rules == ("cashing-out",)
    assert referee.hear("Ben cashes out 33", overrule=True).accepted
    assert referee.fact("table") == -3 and sum(referee.accounts.values()) == 0
    referee.hear("end")
    assert referee.winners() == ("Ann",) or list(referee.winners()) == ["Ann"]


@pytest.mark.parametrize(
    ("report", "rule"),
    [
        ("Ann buys 0", "buying"),
        ("rake 41", "kitty"),
        ("rake 0", "kitty"),
        ("Ann cashes out 41", "cashing-out"),
        ("Ann cashes out", "cashing-out"),
    ],
)
def test_what_cannot_be(report: str, rule: str) -> None:
    ruling = evening("Ann buys 40").hear(report)
    assert not ruling.accepted and ruling.rules == (rule,)
    assert (ruling.verdict is Verdict.UNCLEAR) == (report == "Ann cashes out")


def test_players_come_and_go() -> None:
    referee = evening("Ann buys 40", "Dan joins", "Dan buys 10", "Ann cashes out 50", "Ann leaves", "end")
    assert referee.scores["Dan"] == -10


@pytest.mark.parametrize("seed", range(20))
def test_no_chip_is_lost_and_undo_goes_back(seed: int) -> None:
    rng, referee = random.Random(seed), evening()
    for _ in range(30):
        before = dict(referee.accounts)
        who = rng.choice(["Ann", "Ben", "Cat"])
        verb = rng.choice([f"{who} buys", f"{who} cashes out", "rake"])
        ruling = referee.hear(f"{verb} {rng.randint(0, 60)}")
        assert sum(referee.accounts.values()) == 0
        if not ruling.accepted:
            assert referee.accounts == before
        elif rng.random() < 0.3:
            referee.undo()
            assert referee.accounts == before


def test_the_next_buys_as_much_as_the_last() -> None:
    referee = evening("Ann buys 40", "Ben buys 35")
    assert [report.chips for report in Buys.options(referee.hand, Seat("Cat"))] == [35]
    referee.undo()
    assert [report.chips for report in Buys.options(referee.hand, Seat("Cat"))] == [40]
