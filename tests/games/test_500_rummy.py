"""500 Rummy: totals that hands can't have, by trying all unseen cards."""

import importlib
import itertools
import random

import pytest

from referee import Referee, find_game
from referee.language.words import Seat
from referee.table.legal import legal
from referee.testing.models import pack, shuffled

rummy = importlib.import_module("referee.games.500_rummy")  # a module name that an import statement can't spell
Holds, can_hold = rummy.Holds, rummy.can_hold
model = importlib.import_module("tests.models.500_rummy")


def value(card: str) -> int:
    return model.value(card, model.BOOK)  # type: ignore[no-any-return]


@pytest.mark.parametrize("without", ["none", "pile-use"])
def test_a_card_taken_from_the_pile_is_among_what_can_be_played(without: str) -> None:
    """It comes first, unless the house has dropped that."""
    table = Referee(find_game("500-rummy"), ["Ann", "Ben", "Cat"], {"without": without})
    for text in ("deal Ann", "upcard 5H", "Ben dealt 4H 6H 9S 9D 9C 3C 8S", "Ben takes 5H"):
        assert table.hear(text).accepted, text
    melds = legal(table, limit=1000)[Seat("Ben")][rummy.Melds]
    first = {"Ben melds 4H 5H 6H"}
    assert {report.text for report in melds} == first | ({"Ben melds 9S 9D 9C"} if without != "none" else set())


def test_a_hand_told_in_points_says_nothing_of_the_stock() -> None:
    table = Referee(find_game("500-rummy"), ["Ada", "Bob"])
    for text in ("deal", "Ada scores 50", "Bob scores 0 held 20"):
        assert table.hear(text).accepted
    assert [table.fact(name) for name in ("stock", "pile", "top", "melds", "cards")] == [None] * 5


@pytest.mark.parametrize("seed", range(12))
def test_points_are_refused_where_no_cards_make_them(seed: int) -> None:
    """At the end of the stock few unseen cards are left: every number is compared with every choice of them."""
    chance = random.Random(seed)
    cards = shuffled(pack(jokers=2), chance)
    hands = {"Ben": cards[:7], "Ann": cards[7:14]}
    referee = Referee(find_game("500-rummy"), ["Ann", "Ben"])
    texts = ["deal Ann", f"upcard {cards[14]}"]
    for card, turn in zip(cards[15:], itertools.cycle(hands), strict=False):
        texts += [f"{turn} draws", f"{turn} discards {card}"]
    hands[turn].append(card)
    for text in texts[:-1]:
        assert referee.hear(text).accepted, f"seed {seed}: {text}"

    def is_possible(seat: str, points: int) -> bool:
        return not any((can_hold(referee.hand, Holds(points, who=Seat(seat))) or {}).values())

    unseen = [card for hand in hands.values() for card in hand]
    first, other = chance.sample(["Ann", "Ben"], 2)
    could = {sum(map(value, chosen)) for chosen in itertools.combinations(unseen, len(hands[first]))}
    assert could == {points for points in range(130) if is_possible(first, points)}, f"seed {seed}"
    number = sum(map(value, hands[first]))
    assert referee.hear(f"{first} holds {number}").accepted
    rest = sum(map(value, unseen)) - number
    assert {rest} == {points for points in range(130) if is_possible(other, points)}, f"seed {seed}"
    cards = chance.sample(unseen, len(hands[other]))
    ruling = referee.hear(f"{other} holds {' '.join(cards)}")
    assert ruling.accepted == (sum(map(value, cards)) == rest), f"seed {seed}: {other} holds {cards}"
