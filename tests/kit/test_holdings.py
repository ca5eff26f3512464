"""Known cards, blind cards, and unnamed discards."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import Pack, Suit, card, cards
from referee.game.common_reports import Deal, Dealt, Note
from referee.game.game import Hand
from referee.kit.evidence import Part, Share, Void
from referee.kit.holdings import HeldHand, Holding, fresh, from_the_pack, held, take_up
from referee.language.reports import Blind, Text
from referee.rules.rule import Reason, Verdict
from tests.kit.tables import ANN, BEN, CAT, grounds, sit_down

TOLD = Deal(line=1)


def holding(known: str, blind: int = 0) -> Holding:
    hand = Holding()
    hand.gain(TOLD, *cards(known), blind=blind)
    return hand


def test_cards_come_and_go() -> None:
    hand = holding("AS KS ?2", 1)
    assert (len(hand), hand.blind, hand.whole) == (5, 3, False)
    hand.lose(*cards("AS 9D"))
    assert (len(hand), list(hand.known), hand.blind) == (3, [*cards("KS")], 2)
    assert hand.may_hold(*cards("QS")) and not holding("AS").may_hold(*cards("QS"))


def test_what_is_thrown_unnamed_may_have_been_known() -> None:
    hand = holding("AS KS QH")
    hand.throw_unnamed(1)
    assert (len(hand), hand.whole) == (2, False)
    assert hand.surely(lambda card: card.suit == "S") == [*cards("AS KS")]
    assert hand.surely(lambda card: card.suit == "H") == []
    hand.gain(TOLD, *cards("9D"), blind=1)
    assert hand.surely(lambda card: card.suit == "D") == [*cards("9D")]  # which came after that
    assert (len(hand), hand.least, hand.loose) == (4, 1, [*cards("AS KS QH")])
    hand.was_thrown(*cards("KS"))
    assert (len(hand), hand.loose, hand.least) == (4, [], 0)


def test_cards_played_unnamed_may_have_been_known() -> None:
    hand = holding("AS KS QH", 1)
    hand.play_unnamed(1)
    hand.play_unnamed(0)
    assert (len(hand), hand.whole, hand.untold) == (3, False, [(1, ())])
    assert hand.surely(lambda card: card.suit == "S") and not hand.surely(lambda card: card.suit == "H")
    hand.play_unnamed(3)
    assert (len(hand), hand.whole, [*hand.known]) == (0, True, [*cards("AS KS QH")])


def test_more_thrown_than_was_known() -> None:
    hand = holding("AS", 6)
    hand.throw_unnamed(3)
    assert (len(hand), hand.slack, hand.blind) == (4, 1, 4)
    hand.lose(*cards("AS"))  # so what was thrown were all blind cards
    assert (len(hand), hand.slack, hand.blind) == (3, 0, 3)


@given(st.integers(0, 6), st.integers(0, 6), st.lists(st.sampled_from(["lose", "throw", "gain"]), max_size=9))
def test_a_hand_always_counts_its_cards(known: int, blind: int, acts: list[str]) -> None:
    pack = list(Pack())
    hand = Holding()
    hand.gain(TOLD, *pack[:known], blind=blind)
    size, place = known + blind, known
    for act in acts:
        if act == "gain":
            hand.gain(TOLD, pack[place])
            size, place = size + 1, place + 1
        elif size and act == "throw":
            hand.throw_unnamed(1)
            size -= 1
        elif size:
            free = (card for card in hand.known if card not in hand.loose or len(hand.loose) > hand.least)
            hand.lose(next(free, pack[51]))
            size -= 1
        assert len(hand) == size
        assert hand.blind >= 0 and 0 <= hand.slack <= len(hand.known)


def test_a_hand_is_whole_when_every_card_is_known() -> None:
    assert holding("AS").whole and not holding("AS", 1).whole and Holding().whole
    hand = holding("AS KS")
    hand.slack = 1
    assert not hand.whole
    hand = holding("AS KS")
    hand.play_unnamed(1)
    assert not hand.whole
    hand.play_unnamed(-1)
    assert hand.played_unnamed == 1


def test_what_is_thrown_unnamed_may_all_be_blind() -> None:
    hand = holding("AS KS", 3)
    hand.throw_unnamed(2)
    assert (hand.slack, hand.least, len(hand)) == (2, 0, 3)
    hand.throw_unnamed(2)
    assert (hand.slack, hand.least, len(hand)) == (2, 1, 1)
    hand.kept_all()
    assert (hand.slack, hand.least) == (0, 0) and list(hand.known) == [*cards("AS KS")]


def test_it_turns_out_which_card_was_thrown_or_that_none_was() -> None:
    hand = holding("AS KS", 3)
    hand.throw_unnamed(2)
    hand.was_thrown(card("AS"))
    assert (list(hand.known), hand.slack, hand.least, hand.blind, len(hand)) == ([card("KS")], 1, 0, 3, 3)
    hand.was_thrown(card("KS"))
    assert (list(hand.known), hand.slack, hand.least) == ([], 0, 0)
    hand = holding("AS KS", 3)
    hand.throw_unnamed(2)
    hand.kept_all()
    assert (hand.slack, hand.least, hand.blind, len(hand)) == (0, 0, 1, 3)


def test_no_more_is_thrown_than_there_is() -> None:
    hand = holding("", 1)
    hand.throw_unnamed(3)
    assert (len(hand), hand.blind, hand.slack) == (0, 0, 0)


def test_cards_that_are_not_there_cannot_go() -> None:
    hand = holding("AS")
    hand.lose(card("KS"))
    assert (len(hand), hand.blind) == (1, 0)


def test_what_may_still_be_there_of_known_cards() -> None:
    hand = holding("AS KS QS JH", 2)
    hand.throw_unnamed(2)
    assert hand.surely(lambda held: held.suit == "S") == [*cards("AS KS QS")]
    hand.play_unnamed(1)
    assert hand.surely(lambda held: held.suit == "S") == []
    hand = holding("AS KS", 2)
    hand.throw_unnamed(1)
    hand.gain(TOLD, card("QH"))
    assert hand.surely(lambda held: held.rank in ("A", "Q")) == [*cards("AS QH")]  # the queen came after that


def test_a_hand_as_it_is_counted() -> None:
    out = [Void(ANN, Suit("H"), TOLD)]
    suit = lambda held: held.suit  # noqa: E731
    assert holding("", 3).share(suit, out) == Share([Part(3, {Suit("H")})])
    assert holding("", 3).share(suit, out, card("AS")) == Share([Part(2, {Suit("H")})])
    assert holding("AS KS QD", 2).share(suit) == Share([Part(5, set())], Counter(S=2, D=1))
    assert holding("AS KS QD", 2).share(suit, (), card("AS")) == Share([Part(4, set())], Counter(S=1, D=1))
    hand = holding("AS KS QD", 3)
    hand.throw_unnamed(2)
    hand.gain(TOLD, card("JC"))
    assert hand.share(suit, (), card("QD")) == Share([Part(4, set())], Counter(C=1), Counter(S=2), (0, 2))


def test_a_hand_is_counted_anew_when_a_card_comes_to_it_or_leaves_it() -> None:
    suit = {other: other.suit for other in Pack()}.__getitem__
    hand = holding("AS KS QD", 2)
    counted = hand.share(suit)
    assert hand.share(suit) is counted == Share([Part(5, set())], {"S": 2, "D": 1})  # type: ignore[dict-item]
    hand.lose(card("KS"))
    hand.gain(TOLD, card("JC"))  # as many cards as before
    assert hand.share(suit) == Share([Part(5, set())], {"S": 1, "D": 1, "C": 1})  # type: ignore[dict-item]
    hand.blind -= 1
    assert hand.share(suit).parts == [Part(4, set())]
    hand.play_unnamed(2)
    assert hand.share(suit).parts == [Part(2, set()), Part(2, set())]
    hand.throw_unnamed(1)
    assert (hand.share(suit).known, hand.share(suit).thrown) == ({}, (0, 1))


def test_a_part_played_untold_is_barred_what_the_player_seemed_out_of_before() -> None:
    """The diamonds came later, so the play that seemed to show a void isn't trusted."""
    hearts, diamonds = Void(ANN, Suit("H"), Deal(line=1)), Void(ANN, Suit("D"), Deal(line=2))
    later = Void(ANN, Suit("D"), Note(Text("later"), line=3))
    hand = holding("", 5)
    hand.play_unnamed(2, [hearts, diamonds])
    share = hand.share(lambda held: held.suit, [hearts, later])
    assert share == Share([Part(2, {Suit("H")}), Part(3, {Suit("H"), Suit("D")})])


# A hand of holdings


def table() -> HeldHand:
    """Ann has the ace of spades and an unknown card; the king was played."""
    hand = sit_down(HeldHand, Pack("A K Q", without="AC KC QC AD KD QD"))
    hand.hold(ANN).gain(Deal(line=2), *cards("AS ?"))
    hand.hold(BEN).gain(Deal(line=2), blind=2)
    hand.tell(Note(Text("the king"), line=5), card("KS"))
    return hand


def test_what_is_known_of_whom() -> None:
    hand = table()
    assert (hand.known(ANN), hand.known(BEN), hand.known(CAT)) == ([card("AS")], [], [])
    assert CAT not in hand.holdings
    assert hand.holder(card("AS")) == (ANN, hand.hold(ANN).known[card("AS")]) and hand.holder(card("AH")) is None
    hand.tell(Note(Text("the ace"), line=6), card("AS"))
    assert hand.known(ANN) == []


def test_what_may_be_held() -> None:
    hand = table()
    assert hand.may_hold(ANN) == [*cards("AS QS AH KH QH")]
    assert hand.may_hold(BEN) == [*cards("QS AH KH QH")]
    assert hand.may_hold(CAT) == []
    hand.hold(ANN).blind = 0
    assert hand.may_hold(ANN) == [*cards("AS")]


@pytest.mark.parametrize(
    ("named", "to", "about", "lines"),
    [
        ("? ? QS AH", BEN, None, []),
        ("QS AH QS", BEN, "QS", []),
        ("KS", BEN, "KS", [5]),
        ("AH AS", BEN, "AS", [2]),
        ("AS", None, "AS", [2]),
        ("AS", ANN, None, []),
    ],
)
def test_a_card_is_told_once_and_lies_in_one_hand(
    named: str, to: str | None, about: str | None, lines: list[int]
) -> None:
    answer = fresh(table(), *cards(named), to=to)  # type: ignore[arg-type]
    assert grounds(answer) == ((about, lines) if about else None)


def test_a_card_told_several_times_was_told_last() -> None:
    hand = table()
    hand.tell(Note(Text("again"), line=7), card("KS"))
    why = fresh(hand, card("KS"))
    assert grounds(why) == ("KS", [7])
    assert fresh(sit_down(Hand), card("KS")) is None


def parted(hand: HeldHand, text: str, seat: str = ANN) -> str | None:
    return held(hand, seat, *cards(text))  # type: ignore[arg-type]


def test_what_a_hand_may_have_parted_with() -> None:
    hand = table()
    assert parted(hand, "AS ?") is None and parted(hand, "AS QH") is None and parted(hand, "QH") is None
    assert grounds(parted(hand, "AS", BEN)) == ("AS", [2])
    assert parted(hand, "QS AH KH", CAT) is None  # nobody knows what Cat has
    assert grounds(parted(hand, "AS QH AH")) == (None, [])
    assert grounds(parted(hand, "QH AH")) == ("QH", [2])
    hand.holdings[ANN] = Holding()
    hand.hold(ANN).gain(Deal(line=3), *cards("AS QS"))
    assert grounds(parted(hand, "QH")) == ("QH", [3])


def test_cards_dealt_are_a_proof_too() -> None:
    hand = table()
    hand.holdings[ANN] = Holding(blind=1)
    assert grounds(parted(hand, "QH AH")) == (None, [])
    hand.holdings[ANN] = Holding()
    assert grounds(parted(hand, "QH")) == (None, [])
    hand.holdings[ANN] = Holding(blind=1, known={card("AS"): Deal(line=4)})
    hand.dealt[ANN] = Dealt(Blind(cards("AS ?")), who=ANN, line=3)
    assert grounds(parted(hand, "QH AH")) == ("QH", [4, 3])


def test_of_cards_some_of_which_were_thrown_not_all_can_be_there() -> None:
    hand = table()
    own = hand.holdings[ANN] = Holding()
    own.gain(Deal(line=2), *cards("AS QS AH KH"))
    own.throw_unnamed(2)
    own.gain(Deal(line=3), card("QH"))
    assert (own.least, len(own)) == (2, 3)
    assert parted(hand, "AS QS QH") is None
    assert grounds(parted(hand, "AS QS AH")) == ("AS", [2])
    assert parted(hand, "QH AS QS") is None


# Cards entered as dealt


def dealt(text: str, seat: str = ANN) -> Dealt:
    return Dealt(Blind(cards(text)), who=seat, line=8)  # type: ignore[arg-type]


def test_cards_told_as_dealt_are_as_many_as_there_are_and_told_once() -> None:
    hand = table()
    hand.holdings[ANN] = Holding(blind=2)
    assert from_the_pack(hand, dealt("AS QS")) is None and from_the_pack(hand, dealt("AS ?")) is None
    for cards_told, verdict in (("AS QS QH", Verdict.ILLEGAL), ("AS", Verdict.ILLEGAL)):
        why = from_the_pack(hand, dealt(cards_told))
        assert isinstance(why, Reason) and why.verdict is verdict
    hand.holdings[BEN] = Holding(blind=len(hand.pack) - 2)
    why = from_the_pack(hand, dealt("AS"))
    assert isinstance(why, Reason) and why.verdict is Verdict.IMPOSSIBLE, "every card is in a hand"
    hand.holdings[BEN] = Holding()
    assert grounds(from_the_pack(hand, dealt("AS KS"))) == ("KS", [5])
    hand.dealt[ANN] = dealt("AS QS")
    answer = from_the_pack(hand, dealt("AS QH QS"))
    assert isinstance(answer, Reason) and answer.reports == (hand.dealt[ANN],)


def test_cards_told_as_dealt_are_taken_up() -> None:
    hand = table()
    take_up(hand, dealt("QS ?"))
    assert list(hand.hold(ANN).known) == [card("QS")] and hand.hold(ANN).blind == 1
    assert hand.hold(ANN).known[card("QS")].line == 8 and len(hand.hold(BEN)) == 2
