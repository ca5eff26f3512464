"""Put and Take: findings if a hand is entered late, and all results of a round."""

import itertools
import random
from collections import Counter

import pytest

from referee import Referee, Verdict, find_game
from referee.games.put_and_take import any_totals
from referee.testing.models import pack
from tests.models.put_and_take import BOOK


@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    """A player pays too little for a card, or pays for one that isn't in the hand. Ten ranks are turned up."""
    dice, referee, cards = random.Random(seed), Referee(find_game("put-and-take"), ["Ann", "Ben", "Cat"]), pack()
    rates = (*BOOK["rising"], *BOOK["rising"])  # type: ignore[misc]
    while True:
        dice.shuffle(cards)
        hand, turned = cards[:5], cards[5:15]
        counts = [sum(card[:-1] == upcard[:-1] for card in hand) for upcard in turned]
        if len({card[:-1] for card in turned}) == 10 and sum(counts) < 5:
            break
    wrong, number = dice.randrange(10), dice.randint(0, 10)

    def found(text: str) -> list[str]:
        ruling = referee.hear(text)
        assert ruling.accepted, (seed, text, ruling.message)
        return [finding.name for finding in ruling.findings]

    assert not found("deal Ann")
    for card, upcard in enumerate(turned):
        assert not found(f"upcard {upcard}")
        if number > card and (paid := counts[card] + (card == wrong) * (-1 if counts[card] else 1)):
            assert not found(f"Ben {'puts' if card < 5 else 'takes'} {paid * rates[card]}")
        if number == card:
            assert found(f"Ben dealt {' '.join(hand)}") == ["wrong-payment"] * (wrong < number), seed
    if number == 10 and wrong < 9:
        assert not found("stop")
        before = referee.accounts
        assert found(f"Ben dealt {' '.join(hand)}") == ["wrong-payment"], seed
        assert referee.accounts == before


@pytest.mark.parametrize(("house", "most"), [("rising", 29), ("double", 72)])
def test_the_totals_of_a_round_are_those_of_real_cards(house: str, most: int) -> None:
    """Every way to hold five cards and to turn up five, by rank."""
    real, rates = set(), BOOK[house]
    assert isinstance(rates, tuple)
    held = itertools.combinations_with_replacement(range(5), 5)
    for shape in {tuple(sorted(Counter(ranks).values())) for ranks in held} - {(5,)}:
        hand = dict(enumerate(shape))
        for turned in itertools.product(range(len(shape) + 1), repeat=5):
            if all(turned.count(rank) + count <= 4 for rank, count in hand.items()):
                real.add(sum(rate * hand.get(rank, 0) for rate, rank in zip(rates, turned, strict=True)))
    assert real == any_totals(rates, 5)
    assert max(real) == most


def test_a_line_of_the_score_names_the_hand_that_proves_it() -> None:
    referee = Referee(find_game("put-and-take"), ["Ann", "Ben"])
    for text in ("deal Ann", "Ben dealt 7H 7C QS 4D 2C", "upcard 7S"):
        assert referee.hear(text).accepted
    line = referee.lines[0]
    assert (line.who, line.points, line.category, line.proof) == ("Ben", -2, "put", (3, 2))
    ruling = referee.hear("Ben puts 2")
    assert ruling.verdict is Verdict.ILLEGAL and ruling.broken[0].proof == (2,)


def test_an_amount_that_the_table_kept_is_no_finding_later() -> None:
    """Five matches, then the turn of a rank without any left; the hands are entered at the end."""
    referee = Referee(find_game("put-and-take"), ["Ann", "Ben", "Cat"])
    for text in ("deal Ann", "upcard 7S", "~ Ben puts 5", "upcard 8S", "~ Cat puts 3"):
        ruling = referee.hear(text.removeprefix("~ "), overrule=text.startswith("~"))
        assert ruling.accepted and not ruling.findings and bool(ruling.broken) == text.startswith("~")
    assert referee.accounts["pot"] == 8
    for text in ("upcard 9S", "Ben dealt 2C 3C 4C 5C 6C", "Cat dealt 8C 2D 3D 4D 5D"):
        assert not referee.hear(text).findings
