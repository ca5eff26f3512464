"""Behavior that follows from rules: the checks for a report, the rules cited, and what a house may change."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from referee.game.ruleset import Ruleset
from referee.language.reports import Report
from referee.rules.options import Option, Scale
from referee.rules.rule import Check, Reason, Rule, check, illegal, impossible, judges, number, worth


class Bids(Report):
    """a bid"""

    tricks: int


class Plays(Report):
    """a card"""


class Passes(Report):
    """nothing"""


@check(when="again")
def told_so(hand: Any, bids: Bids) -> str | None:
    return None


def low(hand: Any, bids: Bids) -> str | None:
    return "low" if bids.tricks < 0 else None


bid_order = illegal("Everybody bids once.", low, told_so, turn=Bids)


@illegal(place=Passes)
def bid_range(hand: Any, bids: Bids | Passes, *, most: int = 13) -> Reason | str | None:
    """Nobody bids more than {most}."""
    return None if isinstance(bids, Passes) or bids.tricks <= most else f"at most {most}"


one_pack = impossible("Every card is there once, {cards:word} each.", cards=number(5, "cards each", least=1, most=7))


@judges(one_pack, bid_range)
def joint(hand: Any, plays: Plays) -> dict[Rule, str | None]:
    return {one_pack: "told", bid_range: None}


@worth(lines=("made", "nought"))
def made_bid(hand: Any, tricks: int, *, trick: int = 10, steps: Any = (1, 2)) -> int:
    """A trick is worth {trick}, in steps of {steps}."""
    return trick * tricks + int(sum(steps))


TIE = Option("tie", "share", "what a tie does", (made_bid,), ("share", "play"))
RULES = Ruleset(globals(), (TIE,), range(2, 4))
TABLE = SimpleNamespace(house={"most": 13, "cards": 5, "trick": 10, "steps": Scale((1, 2))})


def test_a_choice_is_said_in_words_by_value() -> None:
    paid = worth(
        "The bank keeps {fee:chip}. If both are level, {tie}. {hands}.",
        fee=1,
        tie={"share": "they share the pot", "play": "they play for {fee:chip}"},
        hands={"none": "the table says when it ends", "N": "it ends after {N:word hand}"},
    )
    hands = Option("hands", None, "hands in a game")
    rules = Ruleset({"paid": paid}, (TIE.with_(rules=()), hands), range(2, 4))
    assert {option.name: option.rules for option in rules.options} == dict.fromkeys(("fee", "tie", "hands"), ("paid",))
    book = {"fee": 1, "tie": "share", "hands": None}
    text = "The bank keeps 1 chip. If both are level, they share the pot. The table says when it ends."
    assert paid.said(book, book) == paid.text == text
    assert paid.said({**book, "tie": "play", "fee": 3}, book) == (
        "The bank keeps 3 chips (standard: 1). If both are level, they play for 3 chips (standard: 1) (standard: they"
        " share the pot). The table says when it ends."
    )
    assert paid.said({**book, "hands": 1}, book).endswith(
        "It ends after one hand (standard: the table says when it ends)."
    )
    assert paid.said({**book, "tie": ["share", "play"]}, {**book, "tie": ["share", "play"]}).startswith(
        "The bank keeps 1 chip. If both are level, they share the pot or they play for 1 chip."
    )


def test_a_function_has_words_too() -> None:
    @worth(tie={"share": "shared", "play": "played for"})
    def pot(hand: Any, *, chips: int = 5) -> int:
        """A level pot of {chips} is {tie}."""
        return chips

    Ruleset({"pot": pot}, (TIE.with_(rules=()),), range(2, 4))
    assert pot.text == "A level pot of 5 is shared."
    assert pot(SimpleNamespace(house={"chips": 7, "tie": "play"})) == 7


def test_words_are_those_for_every_value() -> None:
    with pytest.raises(TypeError, match="tied"):
        Ruleset({"tied": worth("It is {tie}.", tie={"share": "shared", "draw": "drawn"})}, (TIE,), range(2, 4))


def test_a_rule_is_called_as_it_is_named_and_stands_where_it_is_written() -> None:
    assert [*RULES.rules] == ["bid-order", "bid-range", "one-pack", "made-bid"]
    assert RULES.rules["made-bid"] is made_bid and made_bid.breaking is None


def test_checks_find_their_verbs_and_keep_their_order() -> None:
    assert [hung.judge for hung in RULES.checks_on(Bids)] == [low, bid_range]
    assert RULES.checks_on(Plays) == (joint,)
    assert [hung.judge for hung in RULES.checks_on(Bids, (bid_range,))] == [bid_range]
    assert RULES.checks_on(Bids, (joint,)) == (joint,)
    assert [hung.rules for hung in RULES.checks_again(Bids)] == [(bid_order,)]
    assert not RULES.checks_again(Plays)


def test_what_is_cited_and_what_is_out_of_place() -> None:
    assert RULES.cited(Bids) == ("bid-order", "bid-range")
    assert RULES.cited(Plays) == ("one-pack", "bid-range")
    assert (RULES.turn_of(Bids), RULES.turn_of(Plays)) == (bid_order, None)
    assert (RULES.place_of(Bids), RULES.place_of(Plays), RULES.place_of(Passes)) == (bid_order, one_pack, bid_range)
    assert RULES.score_lines == {"made": ("made-bid",), "nought": ("made-bid",)}


def test_a_check_of_several_rules_answers_by_those_that_are_broken() -> None:
    assert joint(TABLE, Plays()) == {one_pack: "told"}
    assert not Check(lambda hand, report: {one_pack: None}, (one_pack,))(TABLE, Plays())
    ordered = Check(lambda hand, report: (None, "b", "c"), (one_pack, bid_range, bid_range))
    assert ordered(TABLE, Plays()) == {bid_range: "b"}


def test_a_rule_gets_the_numbers_of_the_house() -> None:
    assert bid_range(TABLE, Bids(14)) == "at most 13"
    assert bid_range(SimpleNamespace(house={"most": 20}), Bids(14)) is None
    assert made_bid(TABLE, 3) == 33
    assert made_bid(SimpleNamespace(house={"trick": 2, "steps": (0, 0)}), 3) == 6


def test_numbers_are_options_and_are_said() -> None:
    options = {option.name: option for option in RULES.options}
    assert [*options] == ["most", "cards", "trick", "steps", "tie", "without"]
    assert (options["cards"].text, options["cards"].in_words) == ("cards each", True)
    assert (options["trick"].text, options["trick"].in_words) == ("A trick is worth 10, in steps of 1/2", False)
    assert options["trick"].rules == ("made-bid",) == options["tie"].rules
    book = {option.name: option.value(2) for option in RULES.options}
    assert one_pack.text == "Every card is there once, five each."
    assert one_pack.said({**book, "cards": 6}, book) == "Every card is there once, six (standard: five) each."
    assert (
        made_bid.said({**book, "steps": Scale((0, 9))}, book) == "A trick is worth 10, in steps of 0/9 (standard: 1/2)."
    )
    assert options["steps"].read("0/9", 2) == (0, 9)
    for wrong in ("0", "1/2/3", "1/x", "-1/2"):
        with pytest.raises(ValueError, match="steps"):
            options["steps"].read(wrong, 2)


def test_a_number_that_depends_on_how_many_play_is_said_for_all_of_them() -> None:
    hand_size = illegal("Everybody has {cards} cards.", cards=number(lambda players: {2: 10}.get(players, 8)))
    Ruleset({"hand_size": hand_size}, (), range(2, 5))
    assert hand_size.text == "With 2 players, everybody has 10 cards. With 3–4 players, everybody has 8 cards."
    hand_size = illegal("Everybody has {cards} cards.", cards=number(lambda players: 12 - players))
    Ruleset({"hand_size": hand_size}, (), range(2, 5))
    assert hand_size.text == "Everybody has 10 cards with 2 players, 9 with 3 and 8 with 4."


@pytest.mark.parametrize(
    ("sentence", "number", "text"),
    [
        ("{n:card} each", 1, "1 card each"),
        ("{n:word card} each", 5, "five cards each"),
        ("paid {n:times}", 2, "paid twice"),
        ("paid {n:times}", 3, "paid three times"),
        ("paid {n:times}", 0, "paid zero times"),
        ("paid {n:times}", 1, "paid once (standard: twice)"),
    ],
)
def test_a_sentence_says_one_card_and_several_cards(sentence: str, number: int, text: str) -> None:
    rule = illegal(sentence, n=2)
    book = {"n": 2} if "standard" in text else {"n": number}
    assert rule.said({"n": number}, book) == text


def test_two_numbers_of_one_name_are_no_one_s() -> None:
    rules = {"one": illegal("At most {most}.", most=3), "other": illegal("At most {most}.", most=4)}
    with pytest.raises(TypeError, match="most"):
        Ruleset(rules, (), range(2, 4))


def test_a_check_that_says_no_report_is_an_error() -> None:
    def anything(hand: Any, report: Report) -> None: ...

    with pytest.raises(TypeError, match="anything"):
        Ruleset({"rule": illegal("Whatever.", anything)}, (), range(2, 3)).checks_on(Bids)
