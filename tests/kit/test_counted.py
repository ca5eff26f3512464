"""Hands from packs with several copies of a card: what is known, and why some cards can't be in one."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.cards import Pack, Rank, cards
from referee.game.common_reports import Deal, Dealt
from referee.kit.counted import (
    CountedHand,
    CountedHolding,
    as_dealt,
    can_have,
    fresh_deal,
    hand_sizes,
    holds_too,
    take_up,
    too_many,
)
from referee.language.reports import Blind, Report
from referee.rules.rule import Reason, Verdict
from tests.kit.tables import ANN, BEN, CAT, DAN, Grounds, grounds, sit_down

AH, KH, QH, JH = cards("AH KH QH JH")


def deal_at(line: int) -> Report:
    return Deal(line=line, who=ANN)


def dealt(text: str, line: int = 2) -> Dealt:
    return Dealt(Blind(cards(text)), who=ANN, line=line)


def table(packs: int = 2, **changes: object) -> CountedHand:
    """Three cards each from two packs of eight."""
    hand = sit_down(CountedHand, Pack("A K Q J", packs=packs, without="AC KC QC JC AD KD QD JD"), **changes)
    hand.deal_cards(3)
    return hand


# A fan


def test_a_fan_counts_its_cards() -> None:
    holding = CountedHolding(blind=1)
    assert (len(holding), holding.whole) == (1, False)
    holding.gain(deal_at(1), *cards("AH AH KH ?"))
    assert (len(holding), holding.blind, holding.known) == (5, 2, Counter({AH: 2, KH: 1}))
    assert CountedHolding().whole and len(CountedHolding()) == 0


def test_what_is_lost_was_known_or_comes_to_light() -> None:
    holding = CountedHolding(blind=3)
    holding.gain(deal_at(1), *cards("AH KH"))
    assert holding.lose(*cards("AH AH QH")) == [AH, QH]
    assert (holding.known, holding.blind) == (Counter({KH: 1}), 1)
    assert holding.lose(KH) == [] and holding.known == Counter()


def test_the_proof_of_a_fan_is_the_first_three_reports() -> None:
    holding = CountedHolding()
    first, second, third, fourth = map(deal_at, (1, 2, 3, 4))
    for report, named in ((first, "AH"), (first, "AS"), (second, "KH"), (third, "QH"), (fourth, "JH")):
        holding.gain(report, *cards(named))
    assert holding.proof == [first, second, third]
    holding.gain(fourth, AH)  # the last report that named it counts, even among equal reports
    assert holding.proof == [fourth, first, second]


# Holdings


def test_everybody_is_dealt_so_many_unseen() -> None:
    hand = table()
    assert [len(hand.holding(seat)) for seat in hand.seats] == [3] * 4 and hand.each == 3
    hand.holdings.clear()
    assert len(hand.holding(ANN)) == 0 and not hand.holdings
    assert sit_down(CountedHand).each == 0


def test_what_is_left_is_what_nobody_named() -> None:
    hand = table()
    assert hand.left(AH) == 2 and hand.left(cards("2H")[0]) == 0
    hand.tell(deal_at(1), AH)
    assert hand.left(AH) == 1


def test_what_may_be_held_is_known_or_among_the_blind() -> None:
    hand = table()
    hand.holdings[ANN] = CountedHolding(blind=1)
    hand.holdings[ANN].gain(deal_at(1), AH, AH, KH)
    hand.tell(deal_at(1), AH, AH, KH)
    assert +hand.may_hold(ANN) == Counter({AH: 2, KH: 2} | dict.fromkeys(cards("QH JH AS KS QS JS"), 1))
    assert list(hand.known(ANN)) == [AH, KH]
    assert {rank: hand.may_hold_of(ANN, Rank(rank)) for rank in "AKQ2"} == {"A": 3, "K": 2, "Q": 1, "2": 0}
    hand.holdings[ANN].blind = 9
    assert {rank: hand.may_hold_of(ANN, Rank(rank)) for rank in "AKQ2"} == {"A": 4, "K": 4, "Q": 4, "2": 0}


def test_cards_parted_with_are_told_where_they_were_not() -> None:
    hand = table()
    hand.holdings[ANN].gain(deal_at(1), AH)
    hand.tell(deal_at(1), AH)
    act = deal_at(2)
    hand.part_with(act, *cards("AH KH=D"))
    assert {card: [note.line for note in notes] for card, notes in hand.seen.items()} == {AH: [1], KH: [2]}
    assert (hand.holding(ANN).blind, len(hand.holding(ANN))) == (2, 2)


def test_a_hand_shown_is_known_whole() -> None:
    hand = table()
    hand.holdings[ANN] = CountedHolding(blind=2)
    hand.holdings[ANN].gain(deal_at(1), AH)
    hand.tell(deal_at(1), AH)
    hand.show(ANN, deal_at(2), cards("AH KH KH"))
    assert hand.holding(ANN).whole and hand.holding(ANN).known == Counter({AH: 1, KH: 2})
    assert [note.line for note in hand.holding(ANN).reports.values()] == [1, 2]
    assert (hand.left(AH), hand.left(KH), hand.left(QH)) == (1, 0, 2)


# Reasons


@pytest.mark.parametrize(
    ("packs", "seen", "named", "about", "proof"),
    [
        (2, "", "AH AH", None, []),
        (2, "AH", "AH", None, []),
        (2, "AH", "AH AH", "AH", [1]),
        (2, "AH AH", "AH", "AH", [1, 2]),
        (2, "", "KH AH AH AH", "AH", []),
        (2, "", "2H", "2H", []),
        (1, "AH", "AH", "AH", [1]),
        (1, "", "AH AH", "AH", []),
    ],
)
def test_there_are_only_so_many_of_a_card(
    packs: int, seen: str, named: str, about: str | None, proof: list[int]
) -> None:
    hand = table(packs)
    for line, card in enumerate(cards(seen), 1):
        hand.tell(deal_at(line), card)
    assert grounds(too_many(hand, Counter(cards(named)))) == ((about, proof) if about else None)


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("AH KH ?", None),
        ("AH KH QH", None),
        ("AH KH QH JH", (None, [])),
        ("AH AH QH", ("AH", [1])),
        ("QH JH", ("QH", [1])),
    ],
)
def test_cards_can_be_in_a_hand_that_has_room_for_them(named: str, why: Grounds | None) -> None:
    hand = table()
    hand.holdings[ANN] = CountedHolding(blind=1)
    hand.holdings[ANN].gain(deal_at(1), *cards("AH KH"))
    hand.tell(deal_at(1), *cards("AH KH"))
    natural = [card for card in cards(named) if card.rank != "?"]
    assert grounds(can_have(hand, ANN, natural)) == why


def test_cards_of_a_hand_may_lie_elsewhere() -> None:
    hand = table()
    hand.tell(deal_at(1), QH, QH)
    assert grounds(can_have(hand, ANN, [QH])) == ("QH", [1, 1])
    hand.holdings[ANN] = CountedHolding()
    assert grounds(can_have(hand, ANN, [QH])) == ("QH", [1, 1])
    few = can_have(hand, ANN, [KH])
    assert few and few.verdict is Verdict.ILLEGAL


def test_a_hand_that_was_larger_than_counted_takes_the_cards_from_the_stock() -> None:
    hand = table()
    hand.stock = 5
    hand.part_with(deal_at(1), *cards("AH KH QH JH"))
    assert (len(hand.holding(ANN)), hand.stock) == (0, 4)


# Cards entered as dealt


def test_as_many_are_told_as_were_dealt() -> None:
    hand = table()
    assert as_dealt(hand, dealt("AH AH ?")) == (None, None)
    many, there = as_dealt(hand, dealt("AH AH AH"))
    assert many is None and grounds(there) == ("AH", [])
    few, _ = as_dealt(hand, dealt("AH KH"))
    assert getattr(few, "verdict", None) is Verdict.ILLEGAL
    hand.stock = 1
    for text, verdict in (("AH KH QH JH", Verdict.ILLEGAL), ("AH KH QH JH 10H", Verdict.IMPOSSIBLE)):
        many, _ = as_dealt(hand, dealt(text))
        assert getattr(many, "verdict", None) is verdict
    many, there = as_dealt(hand, dealt("AH AH AH AH"))
    assert many and grounds(there) == ("AH", [])


def test_a_hand_of_another_size_leaves_another_stock() -> None:
    hand = table()
    hand.stock = 5
    take_up(hand, dealt("AH KH QH JH"))
    assert (len(hand.holding(ANN)), hand.stock) == (4, 4)


def test_cards_shown_may_be_more_than_were_counted() -> None:
    hand = table()
    shown = cards("AH KH QH JH")
    assert can_have(hand, ANN, shown) is not None
    assert can_have(hand, ANN, shown, sized=False) is None


def test_hands_are_counted() -> None:
    assert hand_sizes(table()) == {ANN: 3, BEN: 3, CAT: 3, DAN: 3}


def test_a_hand_that_is_known_to_have_other_cards() -> None:
    hand = table()
    hand.holding(ANN).gain(deal_at(4), AH, AH, KH)
    assert holds_too(hand, ANN, (KH, AH, AH, QH)) is None
    for known, left in (((KH, AH), AH), ((AH, AH), KH)):
        why = holds_too(hand, ANN, known)
        assert grounds(why) == (left.text, [4])
    assert holds_too(hand, BEN, ()) is None


def test_cards_that_nobody_has_named() -> None:
    hand = table()
    assert hand.unnamed == Counter(hand.pack.copies) and hand.unnamed.total() == 16
    hand.tell(deal_at(4), AH, AH, KH)
    assert +hand.unnamed == Counter(hand.pack.copies) - Counter([AH, AH, KH])


def test_nobody_is_dealt_cards_twice() -> None:
    hand = table()
    hand.dealt[ANN] = dealt("AH KH QH")
    for again in ("AH KH QH", "AH KH"):
        sized, fresh = as_dealt(hand, dealt(again, line=5))
        assert sized is None and grounds(fresh) == (None, [2])
    why = fresh_deal(hand, dealt("AH KH QH", line=5))
    assert isinstance(why, Reason) and why.reports == (hand.dealt[ANN],)


def test_cards_told_as_dealt_are_known() -> None:
    hand = table()
    take_up(hand, dealt("AH AH ?"))
    assert (hand.holding(ANN).known, hand.holding(ANN).blind) == (Counter({AH: 2}), 1)
    assert hand.left(AH) == 0 and list(hand.seen) == [AH]
    assert [held.blind for held in map(hand.holding, (BEN, CAT))] == [3, 3]
