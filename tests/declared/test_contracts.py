"""Another contract each round: Barbu, whose dealer chooses, and King, in which contracts come in order.

Barbu's contracts cost what Wikipedia's article on the game says, and the doubled deal is that of David Parlett's
Penguin Book of Card Games. King is that of Wikipedia for three players, in which every contract comes to 72.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee import Referee
from referee.declared.game import DeclaredGame, game_in
from referee.declared.sheet import BadSheet
from referee.language.words import Seat
from scoresheets.display.phrases import awaits
from tests.tables import seated

BARBU = """
name = "Barbu"
players = 4
deals = "stays"

[contract.no-tricks]
columns = ["tricks"]

[contract.no-hearts]
columns = ["hearts", "ace"]

[contract.no-queens]
columns = ["queens"]

[contract.barbu]
title = "no king of hearts"
columns = ["king"]

[contract.no-last]
title = "no last two tricks"
columns = ["next-to-last", "last"]

[contract.trumps]
columns = ["trump-tricks"]

[contract.dominoes]
columns = ["first", "second", "third"]

[column.doubles]
kind = "double"

[column.tricks]
kind = "count"
each = 2
total = 13
counts = "against"

[column.hearts]
kind = "count"
each = 2
total = 13
counts = "against"

[column.ace]
kind = "who"
title = "ace of hearts"
worth = 4
counts = "against"

[column.queens]
kind = "count"
each = 6
total = 4
counts = "against"

[column.king]
kind = "who"
title = "king of hearts"
worth = 20
counts = "against"

[column.next-to-last]
kind = "who"
title = "the trick before the last"
worth = 10
counts = "against"

[column.last]
kind = "who"
title = "last trick"
worth = 20
counts = "against"

[column.trump-tricks]
kind = "count"
each = 5
total = 13

[column.first]
kind = "who"
worth = 40
not-with = ["second", "third"]

[column.second]
kind = "who"
worth = 20
not-with = ["third"]

[column.third]
kind = "who"
worth = 5
"""

KING = (
    """
name = "King"
players = 3
contracts = "order"
"""
    + "".join(
        f"""
[contract.{name}]
columns = ["{name}"]
"""
        for name in ("tricks", "hearts", "men", "queens", "last", "king")
    )
    + "".join(
        f"""
[contract.{name}-again]
columns = ["{name}"]
reversed = true
"""
        for name in ("tricks", "hearts", "men", "queens", "last", "king")
    )
    + "".join(
        f"""
[column.{name}]
kind = "count"
each = {72 // total}
total = {total}
counts = "against"
"""
        for name, total in {"tricks": 12, "hearts": 9, "men": 8, "queens": 4, "last": 2, "king": 1}.items()
    )
)

FOUR = ["Annie", "Benny", "Connie", "Denny"]
ROUNDS = {
    "no-tricks": (["tricks 5 4 3 1"], -26), "no-hearts": (["hearts 13 0 0 0", "Annie ace"], -30),
    "no-queens": (["queens 1 0 1 2"], -24), "barbu": (["Denny king"], -20),
    "no-last": (["Benny next-to-last", "Connie last"], -30), "trumps": (["trump-tricks 0 0 13 0"], 65),
    "dominoes": (["Annie first", "Benny second", "Connie third"], 65),
}  # fmt: skip


def game(text: str, name: str = "barbu") -> DeclaredGame:
    return game_in(text, name)


def table(text: str, *reports: str, players: Any = FOUR) -> Referee:
    referee = Referee(game(text), players)
    for report in reports:
        ruling = referee.hear(report)
        assert ruling.accepted, f"{report}: {ruling.message}"
    return referee


def test_seven_contracts_of_four_players_come_to_nothing() -> None:
    """Each player declares every contract once, in another order, and deals till they are all played."""
    referee, luck = table(BARBU), random.Random(1)
    for dealer in FOUR:
        names = luck.sample([*ROUNDS], len(ROUNDS))
        for played, name in enumerate(names):
            assert referee.dealer == dealer and referee.next() == [dealer] and not referee.over
            before = sum(referee.scores.values())
            if played:
                assert referee.hear(f"{dealer} declares {names[0]}").rules == ("contracts",)
            assert referee.hear(f"{dealer} declares {name}").accepted
            reports, total = ROUNDS[name]
            for report in reports:
                assert referee.hear(report).accepted, report
            assert sum(referee.scores.values()) - before == total
    assert referee.over and referee.standing.hands == 28 and sum(referee.scores.values()) == 0
    assert referee.winners() == [max(referee.scores, key=lambda seat: referee.scores[seat])]


def test_parletts_doubled_deal() -> None:
    """Benny has doubled everyone, Connie has doubled Annie, and Annie redoubled Connie, who is level with her."""
    lines = [f"Benny doubles {name}" for name in ("Annie", "Connie", "Denny")]
    referee = table(
        BARBU, "Annie declares no-queens", *lines, "Connie doubles Annie", "Annie redoubles Connie", "queens 1 0 1 2"
    )
    assert referee.scores == {"Annie": -12, "Benny": 24, "Connie": -12, "Denny": -24}


def test_what_was_redoubled_counts_twice() -> None:
    referee = table(BARBU, "Annie declares barbu", "Benny doubles Annie", "Annie redoubles Benny", "Benny king")
    assert referee.scores == {"Annie": 40, "Benny": -60, "Connie": 0, "Denny": 0}


@pytest.mark.parametrize(
    ("reports", "wrong", "rule"),
    [
        ([], "tricks 5 4 3 1", "contracts"),
        ([], "Benny declares barbu", "contracts"),
        (["Annie declares barbu"], "queens 1 0 1 2", "contracts"),
        (["Annie declares barbu"], "Annie declares trumps", "contracts"),
        (["Annie declares barbu"], "Annie redoubles Benny", "doubles"),
        (["Annie declares barbu", "Benny doubles Annie"], "Annie doubles Benny", "doubles"),
        (["Annie declares barbu", "Benny doubles Annie"], "Benny doubles Annie", "doubles"),
        (["Annie declares barbu"], "Benny doubles Benny", "doubles"),
    ],
)
def test_what_does_not_fit_the_contract(reports: list[str], wrong: str, rule: str) -> None:
    referee = table(BARBU, *reports)
    before = referee.scores, referee.next()
    ruling = referee.hear(wrong)
    assert not ruling.accepted and rule in ruling.rules, ruling.message
    assert (referee.scores, referee.next()) == before


def test_a_contract_is_taken_back() -> None:
    referee = table(BARBU, "Annie declares barbu", "Denny king", "Annie declares trumps")
    referee.undo(3)
    assert referee.hear("Annie declares barbu").accepted and not referee.scores["Denny"]
    assert {report.text for report in table(BARBU).legal("Annie", "declares")} == {
        f"Annie declares {name}" for name in ROUNDS
    }


@pytest.mark.parametrize("seed", range(10))
def test_twelve_deals_of_king_come_to_nothing(seed: int) -> None:
    luck, names = random.Random(seed), ["Ann", "Ben", "Cat"]
    referee, sums = table(KING, players=names), dict.fromkeys(names, 0)
    things = {"tricks": 12, "hearts": 9, "men": 8, "queens": 4, "last": 2, "king": 1}
    for sign in (-1, 1):
        for name, total in things.items():
            took = [luck.choice(names) for _ in range(total)]
            others = [other for other in ("hearts", "king") if other != name]
            if sign < 0:  # what was entered in the deal before may be entered again
                assert referee.hear(f"{others[-1]} 1 0 0").rules == ("contracts",)
            assert referee.hear(f"{name} {' '.join(str(took.count(who)) for who in names)}").accepted
            sums = {who: points + sign * 72 // total * took.count(who) for who, points in sums.items()}
            assert referee.scores == sums
    assert referee.over and not sum(referee.scores.values()) and referee.standing.hands == 12


def test_the_contract_is_shown() -> None:
    referee = table(BARBU, "Annie declares barbu")
    assert referee.hand.contract == "barbu"
    assert any(text.startswith("contract: ") for text in referee.game.now(referee.hand))
    king = table(KING, players=["Ann", "Ben", "Cat"])
    assert king.hand.contract == "tricks"
    assert "tricks, hearts" in king.rule_text("contracts") and "once" in referee.rule_text("contracts")


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (BARBU.replace('columns = ["king"]', 'columns = ["kings"]'), "kings"),
        (BARBU.replace('columns = ["king"]', "columns = []"), "columns"),
        (BARBU.replace('columns = ["king"]', 'columns = ["king"]\ntimes = 0'), "times"),
        (BARBU.replace('deals = "stays"', 'deals = "nobody"'), "deals"),
        (KING.replace('contracts = "order"', 'contracts = "order"\ndeals = "stays"'), "stays"),
        (KING + "[play]\n", "[play]"),
    ],
)
def test_a_sheet_with_mistakes_in_its_contracts(wrong: str, line: str) -> None:
    with pytest.raises(BadSheet, match=line.replace("[", r"\[")):
        game(wrong)


def test_a_player_without_contracts_deals_no_more() -> None:
    once = """
        name = "Once"
        players = 4
        contract.no-tricks.columns = ["tricks"]

        [column.tricks]
        kind = "count"
        each = 2
        total = 13
        counts = "against"
    """
    referee = table(once, "Annie declares no-tricks", "tricks 13 0 0 0", "deal Connie", "Connie declares no-tricks")
    assert referee.hear("tricks 0 13 0 0").accepted and referee.dealer == "Denny"
    assert not referee.hear("deal Annie").accepted
    assert referee.hear("Denny declares no-tricks").accepted and referee.hear("tricks 0 0 0 13").accepted
    assert referee.dealer == "Benny" and not referee.over
    assert referee.hear("Benny declares no-tricks").accepted and referee.hear("tricks 0 0 13 0").accepted
    assert referee.over and set(referee.scores.values()) == {-26}


def test_whoever_deals_declares() -> None:
    referee = table(BARBU, "deal Connie", "Connie declares trumps", "trump-tricks 13 0 0 0")
    assert referee.dealer == "Connie" and referee.scores[Seat("Annie")] == 65


def test_contracts_left_to_each() -> None:
    referee = table(BARBU, "Annie declares barbu", "Denny king")
    (left,) = (fact(referee.hand) for fact in referee.game.asked if "contracts left" in fact.words)
    assert "trumps" in left["Annie"] and "king of hearts" not in left["Annie"] and "king of hearts" in left["Benny"]


@pytest.mark.parametrize("reports", [["Annie declares barbu"], ["Annie declares no-hearts", "hearts 13 0 0 0"]])
def test_no_article_twice_in_what_is_next(reports: list[str]) -> None:
    shipped = seated("barbu", FOUR, *reports)
    assert "the the" not in awaits(shipped)
    assert "the the" not in awaits(seated("hearts", FOUR, "hearts 13 0 0 0"))
