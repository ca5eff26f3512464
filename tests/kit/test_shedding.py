"""Shedding games: whose turn it is, which cards fit, and who could have played instead of drawing."""

from __future__ import annotations

import pytest

from referee import Referee, find_game
from referee.cards import Card, Pack, Suit, cards
from referee.game.game import Table
from referee.kit.shedding import (
    Draws,
    Effect,
    HeldBack,
    Passes,
    Plays,
    SheddingHand,
    could_play,
    effect_options,
    from_hand,
    may_have_to_play,
    misnamed,
    still_has_cards,
    suit_called,
    what_cards_do,
    where,
)
from referee.language.words import Names, Seat
from tests.kit.tables import grounds, sit_down

ANN, BEN, CAT, DAN = (Seat(name) for name in ("Ann", "Ben", "Cat", "Dan"))
SEATS = (ANN, BEN, CAT, DAN)


def table() -> SheddingHand:
    game = find_game("gops")
    hand = SheddingHand(
        game=game, seats=SEATS, house={"skip": "8"}, standing=Referee(game, list(SEATS)).standing,
        names=Names(list(SEATS), (), False), pack=Pack(),
    )  # fmt: skip
    hand.deal_out(7)
    hand.turn_up(Draws(line=1), Card("6", "H"))
    return hand


@pytest.mark.parametrize(
    ("playing", "direction", "seat", "steps", "who"),
    [
        (SEATS, 1, ANN, 1, BEN),
        (SEATS, -1, ANN, 1, DAN),
        (SEATS, 1, CAT, 2, ANN),
        ((ANN, CAT, DAN), 1, ANN, 1, CAT),
        ((ANN, CAT, DAN), -1, CAT, 1, ANN),
        ((ANN, CAT, DAN), 1, BEN, 1, CAT),  # from a seat that has dropped out
        ((ANN, CAT, DAN), -1, BEN, 1, ANN),
        ((ANN, CAT, DAN), 1, BEN, 2, DAN),
        ((ANN, BEN), -1, DAN, 1, BEN),  # past another
        ((ANN, BEN), 1, CAT, 1, ANN),
        ((ANN, CAT), -1, BEN, 1, ANN),
        ((ANN, CAT), -1, DAN, 2, ANN),
        ((), -1, ANN, 1, DAN),
        ((ANN, BEN), 1, ANN, 2, ANN),
    ],
)
def test_the_turn_goes_on_among_those_still_playing(
    playing: tuple[Seat, ...], direction: int, seat: Seat, steps: int, who: Seat
) -> None:
    hand = table()
    hand.playing, hand.direction = playing, direction
    assert hand.next_from(seat, steps) == who


def test_a_card_fits_by_suit_or_rank_or_the_suit_called() -> None:
    hand = table()
    assert [card.text for card in cards("9H 6C 9C") if hand.fits(card)] == ["9H", "6C"]
    hand.called = Suit("C")
    assert [card.text for card in cards("9H 6H 9C") if hand.fits(card)] == ["9C"]
    assert "9♥" in hand.why_not(Card("9", "H"))
    upcard, called, left = hand.where()
    assert "6♥" in upcard and "clubs" in called
    hand.reverse()
    hand.owed = 2
    *_, right, owed = hand.where()
    assert left != right and "2" in owed


def test_whoever_plays_more_fitting_cards_than_were_drawn_since_held_one_back() -> None:
    hand = table()
    draws = Draws(who=BEN, line=3)
    hand.hold_back(draws, 1)
    hand.bring_out(Plays(cards("9C"), who=BEN, line=4), Card("9", "C"))  # which wouldn't have fitted
    hand.bring_out(Plays(cards("9H"), who=BEN, line=5), Card("9", "H"))  # perhaps the card drawn
    assert not hand.findings
    hand.bring_out(Plays(cards("6C"), who=BEN, line=6), Card("6", "C"))
    (finding,) = hand.findings
    assert (finding.name, finding.who, finding.proof) == ("held-back", BEN, (3, 6))
    hand.bring_out(Plays(cards("JH"), who=BEN, line=7), Card("J", "H"))
    assert len(hand.findings) == 1


def test_cards_drawn_for_another_reason_prove_nothing() -> None:
    hand = table()
    hand.hold_back(Draws(who=BEN, line=3), 1)
    hand.gain_more(BEN, 1)
    for card in cards("9H 6C"):
        hand.bring_out(Plays((card,), who=BEN, line=5), card)
    assert not hand.findings


def test_an_effect_is_a_house_option() -> None:
    (skip,) = effect_options({"skip": Effect("8", "eight-skips", "that skips the next player")})
    assert (skip.name, skip.default, skip.rules, skip.read("J", 3)) == ("skip", "8", ("eight-skips",), "J")
    hand = table()
    assert hand.has(Card("8", "C"), "skip")
    assert not hand.has(Card("J", "C"), "skip")


def test_what_a_card_is_held_to() -> None:
    hand = table()
    assert (hand.suit, hand.open, hand.to_play()) == ("H", False, "")
    assert "9♣" in (why := hand.why_not(Card("9", "C"))) and "6♥" in why
    hand.called = Suit("C")
    assert (hand.suit, hand.open) == ("C", False)
    hand.turn_up(None)
    assert (hand.suit, hand.open) == ("C", False)
    hand.called = None
    assert (hand.suit, hand.open) == (None, True)
    assert hand.fits(Card("9", "C")) and "6♥" not in hand.why_not(Card("9", "C"))
    assert len(list(where(hand))) == 2  # the upcard, and the direction
    hand.turn_up(Draws(line=1), cards("JK")[0])
    assert (hand.suit, hand.open) == (None, False)


class Eights(SheddingHand):
    """A hand whose eights call a suit."""

    def calls(self, card: Card) -> tuple[str, ...]:
        return ("S", "D") if card.rank == "8" else ()


def test_what_may_be_played() -> None:
    hand = sit_down(Eights, Pack("8 7", without="8C 7C 8D 7D"))
    hand.deal_out(1)
    hand.turn_up(None)
    assert [" ".join(card.text for card in play.cards) for play in Plays.options(hand, BEN)] == [
        "8S", "8S=S", "8S=D", "7S", "8H", "8H=S", "8H=D", "7H",
    ]  # fmt: skip
    assert {play.who for play in Plays.options(hand, BEN)} == {BEN}
    assert list(table().calls(Card("8", "S"))) == []


def test_a_card_that_fits_is_known() -> None:
    hand = table()
    hand.holdings[BEN].gain(Draws(line=1), *cards("9C 6S 9H"))
    assert hand.sure_fit(BEN) == Card("6", "S")
    assert hand.sure_fit(ANN) is None
    hand.turn_up(None)
    assert hand.sure_fit(BEN) is None


def test_a_hand_larger_than_what_does_not_fit_must_fit() -> None:
    """Three of these seven cards don't fit the six of hearts, so one of any four does."""
    hand = sit_down(SheddingHand, Pack("6 5 4", without="6C 5C 4C 5D 6D"))
    hand.deal_out(2)
    hand.turn_up(Draws(line=1), Card("6", "H"))
    others = [card for card in hand.pack if not hand.fits(card)]
    assert len(others) == 3
    for size, must in ((0, False), (2, False), (3, False), (4, True)):
        hand.holdings[BEN].blind = size
        assert hand.must_fit(BEN) is must, size
    hand.turn_up(None)
    assert not hand.must_fit(BEN)


def test_who_draws_before_an_upcard_that_nobody_told_holds_nothing_back() -> None:
    hand = table()
    hand.turn_up(None)
    hand.hold_back(Draws(who=BEN, line=3), 1)
    assert hand.waited == {BEN: []}
    hand = table()
    draws = Draws(who=BEN, line=3)
    hand.hold_back(draws, 2)
    hand.hold_back(Draws(who=BEN, line=4), 1)
    hand.hold_back(Draws(who=CAT, line=5), 1)
    assert [(wait.draws.line, wait.drawn, wait.played) for wait in hand.waited[BEN]] == [(3, 3, 0), (4, 1, 0)]
    assert hand.waited[BEN][0].legal == {card for card in Pack() if card.suit == "H" or card.rank == "6"}
    hand.gain_more(BEN, 2)
    hand.gain_more(DAN, 2)
    assert [wait.drawn for wait in hand.waited[BEN]] == [5, 3] and hand.waited[CAT][0].drawn == 1
    assert HeldBack(draws, frozenset(), 1).played == 0


def test_what_was_proven_before_is_not_held_back_again() -> None:
    hand = table()
    hand.proven = frozenset({("held-back", BEN, 3)})
    hand.hold_back(Draws(who=BEN, line=3), 1)
    assert hand.waited[BEN] == []
    hand.hold_back(Draws(who=BEN, line=4), 1)
    assert len(hand.waited[BEN]) == 1


def test_a_card_that_calls_counts_as_itself() -> None:
    hand = table()
    hand.hold_back(Draws(who=BEN, line=3), 0)
    hand.bring_out(Plays(cards("8H=D"), who=BEN, line=4), cards("8H=D")[0])
    (finding,) = hand.findings
    assert (finding.name, finding.who, finding.proof) == ("held-back", BEN, (3, 4))
    assert hand.waited[BEN] == []


def test_every_draw_is_looked_at_when_a_card_comes_out() -> None:
    hand = table()
    hand.hold_back(Draws(who=BEN, line=3), 0)
    hand.called = Suit("C")
    hand.hold_back(Draws(who=BEN, line=4), 0)
    hand.bring_out(Plays(cards("9C"), who=BEN, line=5), Card("9", "C"))
    assert [finding.proof for finding in hand.findings] == [(4, 5)]
    assert [wait.draws.line for wait in hand.waited[BEN]] == [3]
    hand.bring_out(Plays(cards("9H"), who=CAT, line=6), Card("9", "H"))
    assert len(hand.findings) == 1


# Checks


def test_whoever_holds_a_card_that_fits_must_play() -> None:
    hand = table()
    hand.holdings[BEN].gain(Draws(line=2), *cards("9C 6S"))
    assert grounds(could_play(hand, BEN)) == (None, [2])
    assert could_play(hand, ANN) is None


def test_whoever_may_hold_one_may_have_to_play() -> None:
    hand = sit_down(SheddingHand, Pack("6 5", without="6C 5C 6D 5H"))  # which leaves 6S, 5S and 5D
    hand.deal_out(1)
    hand.turn_up(Draws(line=1), Card("6", "H"))
    assert "6♠" in str(may_have_to_play(hand, BEN))
    hand.turn_up(None)
    assert may_have_to_play(hand, BEN) is None
    hand.turn_up(Draws(line=1), Card("6", "H"))
    hand.tell(Draws(line=2), Card("6", "S"))
    assert may_have_to_play(hand, BEN) is None


@pytest.mark.parametrize(("text", "suit"), [("8H=D", "D"), ("8H", "H"), ("8H=9C", "H")])
def test_a_card_calls_a_suit_or_its_own(text: str, suit: str) -> None:
    assert suit_called(cards(text)[0]) == suit


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("8H=S", None),
        ("8H=D", None),
        ("7H", None),
        ("7H=S", "7H=S"),
        ("8H=C", "8H=C"),
        ("8H=9C", "8H=9C"),
        ("8H", "8H"),
    ],
)
def test_a_card_names_a_suit_that_it_may(text: str, about: str | None) -> None:
    hand, why = sit_down(Eights), (about, []) if about else None
    assert grounds(misnamed(hand, cards(text)[0])) == why
    assert grounds(misnamed(hand, cards(text)[0], needed=False)) == (why if "=" in text else None)


class Eight(SheddingHand):
    """A hand whose hearts call another suit, and all others spades."""

    def calls(self, card: Card) -> tuple[str, ...]:
        return ("S", "D", "C") if card.suit == "H" else ("S",)


@pytest.mark.parametrize("text", ["8H=H", "8C=H", "8C=D"])
def test_a_card_may_name_some_suits_only(text: str) -> None:
    assert grounds(misnamed(sit_down(Eight), cards(text)[0])) == (text, [])
    assert misnamed(sit_down(Eight), cards("8H=D")[0]) is None


def test_nobody_is_out_with_cards() -> None:
    hand = table()
    assert still_has_cards(hand, Passes(who=BEN)) is None
    hand.begun = True
    assert still_has_cards(hand, Passes(who=BEN)) is not None
    hand.holdings[BEN].blind = 0
    assert still_has_cards(hand, Passes(who=BEN)) is None


def test_a_card_is_played_from_the_hand_it_may_be_in() -> None:
    hand = table()
    assert from_hand(hand, Plays(cards("9H"), who=BEN)) is None
    assert grounds(from_hand(hand, Plays(cards("6H"), who=BEN))) == ("6H", [1])
    assert from_hand(hand, Plays(cards("6H"), who=Seat("Eve"))) is None


def test_what_cards_do_at_a_table() -> None:
    effects = {"wild": Effect("8", "eight-wild", "that is wild"), "skip": Effect("J", "jack", "that skips")}
    told = what_cards_do(effects)
    assert told.shown(Table(find_game("gops"), 2, {"wild": "9", "skip": "J"})) == (
        "9: the card that is wild",
        "J: the card that skips",
    )
    assert told.rules == ("eight-wild", "jack")
