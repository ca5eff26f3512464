"""The whole pack dealt out."""

from __future__ import annotations

import pytest

from referee import Referee, find_game
from referee.game.game import Hand, Table
from referee.kit.dealing import DealtNumber, each_gets, sizes_dealt, uneven, wrong_size
from referee.language.words import NOBODY, Seat
from referee.rules.rule import Kind
from tests.kit.tables import ANN, BEN, CAT, DAN, grounds, sit_down


@pytest.mark.parametrize(
    ("cards", "told", "sizes"),
    [
        (52, {}, [13, 13, 13, 13]),
        (51, {}, [13, 13, 13, 12]),  # Dan dealt, and has the least
        (54, {}, [14, 14, 13, 13]),
        (54, {DAN: 14}, [14, 13, 13, 14]),
        (54, {ANN: 13}, [13, 14, 14, 13]),
        (54, {CAT: 14, DAN: 14}, [13, 13, 14, 14]),
    ],
)
def test_the_extra_cards_are_the_first_players(cards: int, told: dict[Seat, int], sizes: list[int]) -> None:
    by_seat = sizes_dealt(sit_down(Hand), cards, told)
    assert [by_seat[seat] for seat in (ANN, BEN, CAT, DAN)] == sizes and sum(sizes) == cards
    assert uneven(sit_down(Hand), cards, by_seat) is None


@pytest.mark.parametrize(
    ("cards", "size", "good"),
    [
        (54, None, True),
        (54, 13, True),
        (54, 14, True),
        (54, 12, False),
        (54, 15, False),
        (52, 13, True),
        (52, 14, False),
    ],
)
def test_hands_are_of_one_size_or_two(cards: int, size: int | None, good: bool) -> None:
    why = None if good else (size, [])
    assert grounds(wrong_size(sit_down(Hand), cards, size)) == why
    assert size is None or grounds(uneven(sit_down(Hand), cards, {CAT: size})) == why


def test_no_more_hands_are_larger_or_smaller_than_there_are() -> None:
    hand = sit_down(Hand)
    assert uneven(hand, 54, {ANN: 14, BEN: 14}) is None
    assert uneven(hand, 54, {ANN: 14, BEN: 14, CAT: 14}) is not None
    assert uneven(hand, 54, {ANN: 13, BEN: 13, CAT: 13}) is not None
    assert uneven(hand, 53, {ANN: 14, BEN: 14}) is not None
    assert uneven(hand, 54, {}) is None


def test_any_size_that_may_be_told() -> None:
    assert [report.cards for report in DealtNumber.options(sit_down(Hand), ANN)] == [12, 13, 14]
    assert {report.who for report in DealtNumber.options(sit_down(Hand), ANN)} - {NOBODY} == {ANN}


def test_what_everybody_gets_is_told_for_a_table() -> None:
    game = find_game("i-doubt-it")
    shown = {players: each_gets(0).shown(Table(game, players, game.house(players, {}))) for players in (4, 5)}
    assert shown == {4: "13", 5: "10 or 11"}
    assert each_gets(51, "even-deal").shown(Table(game, 4, game.house(4, {}))) == "12 or 13"
    assert each_gets(51, "even-deal").rules == ("even-deal",)


def test_one_hand_has_a_card_more() -> None:
    referee = Referee(find_game("i-doubt-it"), ["Ann", "Ben", "Cat"])
    for text in ("deal Ann", "Ben dealt 18", "Cat dealt 17"):
        assert referee.hear(text).accepted
    early = referee.can("Ann dealt 18")
    assert early.kind is Kind.IMPOSSIBLE and referee.can("Ann dealt 17").accepted, early.rules
