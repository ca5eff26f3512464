"""Shedding: whose turn it is, what fits, and who could have played where they drew."""

from __future__ import annotations

import pytest

from referee import Referee, find_game
from referee.cards import Card, Pack, Suit, cards
from referee.core import Seat
from referee.kit.shedding import Draws, Plays, SheddingHand, effect_options
from referee.notation import Names

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
    assert hand.why_not(Card("9", "H")) == "clubs were called, and 9♥ isn't one of them"
    assert list(hand.where()) == ["upcard 6♥", "clubs called", "play to the left"]
    hand.reverse()
    hand.owed = 2
    assert list(hand.where())[2:] == ["play to the right", "2 to draw"]


def test_whoever_plays_more_fitting_cards_than_were_drawn_since_held_one_back() -> None:
    hand = table()
    draws = Draws(who=BEN, line=3)
    hand.hold_back(draws, 1)
    hand.bring_out(Plays(cards("9C"), who=BEN, line=4), Card("9", "C"))  # which wouldn't have fitted
    hand.bring_out(Plays(cards("9H"), who=BEN, line=5), Card("9", "H"))  # perhaps the card drawn
    assert not hand.findings
    hand.bring_out(Plays(cards("6C"), who=BEN, line=6), Card("6", "C"))
    (found,) = hand.findings
    assert (found.name, found.who, found.lines) == ("held-back", BEN, (3, 6))
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
    (skip,) = effect_options({"skip": "8"}, {"skip": "that skips the next player"}, {"skip": "eight-skips"})  # type: ignore[dict-item]
    assert (skip.name, skip.default, skip.rules, skip.read("J", 3)) == ("skip", "8", ("eight-skips",), "J")
    hand = table()
    assert hand.has(Card("8", "C"), "skip")
    assert not hand.has(Card("J", "C"), "skip")
