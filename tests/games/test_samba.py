"""Samba: the end of the stock, taking the pile, and turns that can always be finished."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from referee import Referee, find_game
from referee.cards import cards
from referee.game.game import Table
from referee.games.samba import Meld, Samba, Scores, tally
from referee.language.reports import Report
from referee.language.words import Seat
from referee.table.legal import legal
from referee.testing.often import times
from tests.tables import seated
from tests.test_repairs import moments

RECORD = Path(__file__).parents[1] / "records" / "samba" / "known.record"
SEATS = ["Ann", "Ben", "Cat", "Dan"]
LADDER = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def table_after(*lines: str) -> Referee:
    """A table after these reports, several to a line."""
    return seated("samba", SEATS, "deal Ann", *(part for line in lines for part in line.split("; ")))


def until_the_stock_has(left: int) -> Referee:
    referee = table_after("upcard JK")
    cards = [rank + suit for rank in LADDER for suit in "SHDC" if rank + suit != "KD"] * 3
    while referee.fact("stock") > left:
        who = referee.next()[0]
        assert referee.hear(f"{who} draws").accepted
        assert referee.hear(f"{who} discards {cards.pop()}").accepted
    return referee


def test_when_a_hand_is_over_its_numbers_may_come() -> None:
    """The totals listed are those on the table among thousands, with all that can be left in the hands."""
    for referee, piece in moments(RECORD):
        if piece.text == "Lou holds 155":
            coming = legal(referee, 60)
            held = {report.held for report in coming[Seat("Jon+Lou")][Scores] if isinstance(report, Scores)}
            assert len(held) > 10 and held == {*range(min(held), max(held) + 1, 5)}
            assert all(referee.can(report.text).accepted for report in coming[Seat("Jon+Lou")][Scores])
            return
    raise AssertionError("the record tells that of Lou")


def test_cards_of_the_pile_are_no_pair_for_its_top() -> None:
    referee = table_after(
        "upcard 9S; Ben dealt QS QH QD QC JK 4S 5S 5H 6S 6H 7S 7H 8S 8H 9H",
        "Ben draws 10S; Ben melds QS QH QD QC JK; Ben discards 4S",
        "Cat draws; Cat discards QH; Dan draws; Dan discards QD; Ann draws; Ann discards QC; Ben takes pile",
    )
    assert referee.hear("Ben melds QH QD QC").rules == ("pile-use",)
    assert referee.hear("Ben lays QC on 1").accepted


def test_a_red_three_that_nothing_replaces_was_the_last_card_of_the_stock() -> None:
    referee = until_the_stock_has(1)
    who = referee.next()[0]
    assert referee.hear(f"{who} draws").accepted
    assert referee.hear(f"{who} declares 3H").accepted
    assert referee.hear(f"{who} discards KD").rules == ("last-red-three",)
    assert referee.hear(f"{who} stops").accepted


def test_a_red_three_replaced_by_the_last_card_ends_nothing() -> None:
    referee = until_the_stock_has(2)
    who = referee.next()[0]
    assert referee.hear(f"{who} draws").accepted
    assert referee.hear(f"{who} declares 3H").accepted
    assert referee.hear(f"{who} stops").rules == ("stock-out",)
    assert referee.hear(f"{who} discards KD").accepted


def test_a_red_three_that_is_the_only_card_is_laid_out_and_replaced() -> None:
    referee = Referee(find_game("samba"), SEATS, {"hand-size": "1"})
    for text in (
        "deal Ann",
        "Ben dealt 3H",
        "upcard 9S",
        "Ben declares 3H draws 8C",
        "Ben draws KD",
        "Ben discards 8C",
    ):
        assert referee.hear(text).accepted, text
    assert referee.fact("cards")["Ben"] == 1


def test_two_red_threes_of_which_the_stock_replaces_one() -> None:
    referee = until_the_stock_has(2)
    who = referee.next()[0]
    assert referee.hear(f"{who} draws").accepted
    assert referee.hear(f"{who} declares 3H 3D").accepted
    assert referee.hear(f"{who} discards KD").rules == ("last-red-three",)


def test_an_older_red_three_ends_nothing_where_the_last_card_is_named() -> None:
    referee = until_the_stock_has(1)
    who = referee.next()[0]
    assert referee.hear(f"{who} draws KD").accepted
    assert referee.hear(f"{who} declares 3H").accepted
    assert referee.hear(f"{who} discards KD").accepted


def test_what_nobody_has_told_leaves_the_pile_in_doubt() -> None:
    referee = table_after("upcard 9S")
    doubts = referee.can("Ben takes pile").doubts
    assert [doubt.rule for doubt in doubts] == ["pile-use"]
    assert "Ben had" in doubts[0].why
    assert referee.hear("Ben dealt 9H 9D 4S 4D 5S 5D 6S 6D 7S 7D 8S 8D 10S 10D JS").accepted
    assert not referee.can("Ben takes pile").doubts
    frozen = table_after("upcard 9S", "Ben draws; discards JK; Cat draws; discards 4H")
    assert {doubt.rule for doubt in frozen.can("Dan takes pile").doubts} == {"frozen-pile", "pile-use"}


def test_a_pile_that_goes_back_keeps_the_red_three_laid_out_meanwhile() -> None:
    referee = table_after("upcard 3H", "Ben draws; discards KD", "Cat takes pile; declares 3H")
    assert referee.fact("cards")["Cat"] == 17
    assert referee.hear("penalty upcard").accepted
    assert (referee.fact("pile"), referee.fact("cards")["Cat"], referee.fact("frozen")) == (1, 16, "no")
    assert referee.hear("Cat draws").accepted


def test_an_upcard_nobody_told_was_the_red_three_where_the_hand_has_no_other_card_unnamed() -> None:
    referee = Referee(find_game("samba"), SEATS, {"hand-size": "3"})
    lines = (
        "deal Ann",
        "Cat dealt QH QS 4H",
        "Ben draws",
        "Ben discards QC",
        "Cat takes pile",
        "Cat declares 3H draws 4C",
    )
    for text in (*lines, "penalty upcard"):
        assert referee.hear(text).accepted, text
    assert (referee.fact("pile"), referee.fact("cards")["Cat"]) == (1, 4)
    assert "three-packs" in referee.hear("Cat discards 5C").rules


def test_an_upcard_nobody_told_may_be_anything() -> None:
    referee = table_after("Ben draws; discards KD", "Cat takes pile; melds KD KH KS, AS AD AH; discards 4S")
    assert referee.fact("cards")["Cat"] == 10
    first = table_after()
    assert first.hear("Ben takes pile").rules == ("pile-use",)
    assert first.fact("top") is None


def test_the_lay_off_that_fills_the_second_meld_of_seven_is_listed() -> None:
    referee = Referee(find_game("samba"), SEATS)
    for report in (
        "deal Ann", "Ben dealt KS KS KH KH KD 2H JK 4C 5C 6C 7C 8C 9C 10C 3S", "upcard QH",
        "Ben draws QD", "Ben discards QD", "Cat draws", "Cat discards QS", "Dan draws", "Dan discards QC",
        "Ann draws", "Ann discards KS", "Ben takes pile",
        "Ben melds KS KS KS KH KH KD, 4C 5C 6C 7C 8C 9C, QH QD QS QC", "Ben lays JK on 1", "Ben lays 2H on 3",
    ):  # fmt: skip
        assert referee.hear(report).accepted, report
    listed = [report.text for by_verb in legal(referee).values() for reports in by_verb.values() for report in reports]
    assert "Ben lays 10C on 2" in listed  # with a 3♠ left, which may go then
    assert referee.hear("Ben lays 10C on 2").accepted


FEW_RANKS = "KC QH QD QC 9S 9D 9H 9C AS AH AD 5S 5H 5C 8S 8D 8C 2S 2H JK 7H 7C 7D 3H"


def acts(referee: Referee) -> list[Report]:
    """Everything the player to act can do, except asking."""
    hand = referee.hand
    assert isinstance(hand, Samba)
    every = legal(referee, limit=10_000).get(hand.turn.who, {})
    return [report for kind, reports in every.items() if kind.verb not in ("asks", "penalty") for report in reports]


def can_end(referee: Referee) -> bool:
    """Whether the turn can be finished in some way."""
    hand = referee.hand
    assert isinstance(hand, Samba)
    who = hand.turn.who
    for report in sorted(acts(referee), key=lambda report: report.verb not in ("discards", "stops")):
        assert referee.hear(report.text).accepted
        after = referee.hand
        assert isinstance(after, Samba)
        ended = after.turn.who != who or after.ended or can_end(referee)
        referee.undo()
        if ended:
            return True
    return False


@pytest.mark.parametrize("seed", range(times(24)))
def test_whatever_is_melded_the_turn_can_be_ended(seed: int) -> None:
    chance = random.Random(seed)
    referee = table_after("upcard 6D", "Ben draws; melds KS KH KD KS KH KD, QS QH QC QS, 9S 9H 9C; discards 4C")
    *dealt, drawn = chance.sample(FEW_RANKS.split(), 16)
    for text in ("Cat draws", "Cat discards 4D", f"Dan dealt {' '.join(dealt)}", f"Dan draws {drawn}"):
        assert referee.hear(text).accepted, text
    if chance.random() < 0.5:
        referee.hear("Dan asks")
        referee.hear(chance.choice(["Ben answers no", "Ben answers yes"]))
    while melds := [report for report in acts(referee) if report.verb in ("melds", "lays", "joins")]:
        assert referee.hear(chance.choice(melds).text).accepted
        hand = referee.hand
        assert isinstance(hand, Samba)
        if hand.ended:
            return
        assert len(hand.holding(Seat("Dan"))) > 3 or can_end(referee), [entry.ruling.text for entry in referee.entries]


def test_a_meld_of_seven_counts_once_whatever_the_table_let_stand() -> None:
    """Two sets of different rank, joined by overruling, are a mixed canasta but not also a samba."""
    table = Table(find_game("samba"), 4, find_game("samba").house(4, {}))
    joined = Meld(1, Seat("P1+P3"), cards("7D 7D 7C 7C JK 6S 6S"), [], 7)
    made = tally(table.hand(melds=[joined]), Seat("P1+P3"))
    assert (made.natural, made.samba, made.mixed, made.sevens) == (0, 0, 1, 1)
