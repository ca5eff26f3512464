import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.cards import (
    JOKER,
    RANKS,
    SUITS,
    UNKNOWN,
    Card,
    Pack,
    card,
    cards,
    listed,
    read_cards,
    read_suit,
    those_named,
)

ANY = st.builds(Card, st.sampled_from(RANKS), st.sampled_from(SUITS))


@given(ANY)
def test_a_card_reads_back(drawn: Card) -> None:
    assert card(drawn.text) is drawn
    assert card(drawn.text.lower()) is drawn
    assert card(drawn.pretty) is drawn
    assert copy.deepcopy(drawn) is copy.copy(drawn) is pickle.loads(pickle.dumps(drawn)) is drawn


@given(st.lists(ANY, min_size=1, max_size=9))
def test_ranks_may_share_a_suit(drawn: list[Card]) -> None:
    assert list(cards(" ".join(card.text for card in drawn))) == drawn
    assert list(cards("".join(card.text for card in drawn))) == drawn


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("AKT8c Q8h", "AC KC 10C 8C QH 8H"),
        ("10d", "10D"),
        ("TD", "10D"),
        ("A♠", "AS"),
        ("AQ107h", "AH QH 10H 7H"),
        ("4H-8H", "4H 5H 6H 7H 8H"),
        ("KH-10H", "KH QH JH 10H"),
        ("AH-4H", "AH 2H 3H 4H"),
        ("QH-AH", "QH KH AH"),
        ("8H-AH", "8H 9H 10H JH QH KH AH"),
        ("jk", "JK"),
        ("JKs", "JS KS"),
        ("JK JK", "JK JK"),
        ("7", "7"),
    ],
)
def test_words(text: str, meant: str) -> None:
    assert " ".join(card.text for card in cards(text)) == meant


@pytest.mark.parametrize(
    ("ace", "text", "meant"),
    [("low", "8S-AS", "8S 7S 6S 5S 4S 3S 2S AS"), ("high", "AH-JH", "AH KH QH JH"), ("low", "JS-AS", "")],
)
def test_a_range_knows_where_the_ace_is(ace: str, text: str, meant: str) -> None:
    read = read_cards(text, Pack(ace=ace)) or ()
    if meant:
        assert " ".join(card.text for card in read) == meant
    else:
        assert len(read) == 11


def test_a_range_skips_ranks_that_are_not_in_the_pack() -> None:
    reversis = Pack("A K Q J 9 8 7 6 5 4 3 2")
    assert read_cards("8H-QH", reversis) == cards("8H 9H JH QH")
    assert read_cards("10H-QH", reversis) is None


@pytest.mark.parametrize(
    "word", ["11H", "1H", "QX", "Q", "", "=", "QH=", "QH=X", "4H-8S", "4H-4H", "JKJKx", "?x", "??"]
)
def test_no_cards(word: str) -> None:
    read = read_cards(word)
    assert read is None or read[0].is_bare


def test_what_a_card_stands_for() -> None:
    wild = card("JK=7H")
    assert (wild.face, wild.says, wild.text) == (JOKER, "7H", "JK=7H")
    assert card("2C=7h").face is card("2C")
    assert card("8H=d").says == "D"
    assert card("J=1").says == "A"
    assert card("JK=7").says == "7"


def test_unnamed_cards() -> None:
    assert read_cards("?") == (UNKNOWN,)
    assert read_cards("?3") == (UNKNOWN,) * 3


def test_a_card_stays_what_it_is() -> None:
    with pytest.raises(AttributeError):
        card("QH").rank = "K"
    with pytest.raises(ValueError):
        cards("QH 11H")


def test_packs() -> None:
    assert len(Pack()) == 52
    assert len(Pack(packs=3, jokers=6)) == 162
    farmer = Pack("A K Q J 10 9 7 6 5 4 3 2", without="6S 6D 6C")
    assert len(farmer) == len(list(farmer)) == 45
    assert card("6H") in farmer and card("6S") not in farmer


def test_for_messages() -> None:
    assert listed(cards("9H")) == "9♥"
    assert listed(cards("9H KC 2S")) == "9♥, K♣ and 2♠"
    assert listed([]) == "no card"
    assert card("JK").pretty == "JK"


@pytest.mark.parametrize(("word", "suit"), [("H", "H"), ("hearts", "H"), ("Heart", "H"), ("♣", "C"), ("x", None)])
def test_suits(word: str, suit: str | None) -> None:
    assert read_suit(word) == suit


def test_those_named_are_all_but_the_unknown_ones() -> None:
    assert those_named(cards("? 9D ?2 8 JK")) == [*cards("9D 8"), JOKER]
    assert those_named(()) == []


def test_copies_that_are_told_apart_are_written_alike() -> None:
    pack = Pack("A K", packs=2, without="KH", apart=True)
    first, second = Card("A", "S"), Card("A", "S", copy=1)
    assert (len(pack), len([*pack])) == (14, 14)
    assert first in pack and second in pack and Card("K", "H", copy=1) not in pack
    assert first is not second and first.text == second.text and second.face is first is first.face
    assert pickle.loads(pickle.dumps(second)) is second and copy.deepcopy(second) is second
