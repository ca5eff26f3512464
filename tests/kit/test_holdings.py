"""Known cards, blind ones, and those thrown without a name."""

from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Pack, cards
from referee.core import Deal
from referee.kit.holdings import Holding

TOLD = Deal(line=1)


def holding(known: str, blind: int = 0) -> Holding:
    one = Holding()
    one.gain(TOLD, *cards(known), blind=blind)
    return one


def test_cards_come_and_go() -> None:
    one = holding("AS KS ?2", 1)
    assert (len(one), one.blind, one.whole) == (5, 3, False)
    one.lose(*cards("AS 9D"))
    assert (len(one), list(one.known), one.blind) == (3, [*cards("KS")], 2)
    assert one.may_hold(*cards("QS")) and not holding("AS").may_hold(*cards("QS"))


def test_what_is_thrown_unnamed_may_have_been_known() -> None:
    one = holding("AS KS QH")
    one.throw_unnamed(1)
    assert (len(one), one.whole) == (2, False)
    assert one.surely(lambda card: card.suit == "S") == [*cards("AS KS")]
    assert one.surely(lambda card: card.suit == "H") == []
    one.gain(TOLD, *cards("9D"), blind=1)
    assert one.surely(lambda card: card.suit == "D") == [*cards("9D")]  # which came after that
    assert (len(one), one.least, one.loose) == (4, 1, [*cards("AS KS QH")])
    one.was_thrown(*cards("KS"))
    assert (len(one), one.loose, one.least) == (4, [], 0)


def test_cards_played_unnamed_may_have_been_known() -> None:
    one = holding("AS KS QH", 1)
    one.play_unnamed(1, {})
    one.play_unnamed(0, {})
    assert (len(one), one.whole, one.untold) == (3, False, [(1, {})])
    assert one.surely(lambda card: card.suit == "S") and not one.surely(lambda card: card.suit == "H")
    one.play_unnamed(3, {})
    assert (len(one), one.whole, [*one.known]) == (0, True, [*cards("AS KS QH")])


def test_more_thrown_than_was_known() -> None:
    one = holding("AS", 6)
    one.throw_unnamed(3)
    assert (len(one), one.slack, one.blind) == (4, 1, 4)
    one.lose(*cards("AS"))  # so what was thrown were all blind cards
    assert (len(one), one.slack, one.blind) == (3, 0, 3)


@given(st.integers(0, 6), st.integers(0, 6), st.lists(st.sampled_from(["lose", "throw", "gain"]), max_size=9))
def test_a_hand_always_counts_its_cards(known: int, blind: int, acts: list[str]) -> None:
    pack = list(Pack())
    one = Holding()
    one.gain(TOLD, *pack[:known], blind=blind)
    size, place = known + blind, known
    for act in acts:
        if act == "gain":
            one.gain(TOLD, pack[place])
            size, place = size + 1, place + 1
        elif size and act == "throw":
            one.throw_unnamed(1)
            size -= 1
        elif size:
            there = (card for card in one.known if card not in one.loose or len(one.loose) > one.least)
            one.lose(next(there, pack[51]))
            size -= 1
        assert len(one) == size
        assert one.blind >= 0 and 0 <= one.slack <= len(one.known)
