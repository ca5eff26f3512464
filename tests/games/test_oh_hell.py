"""Oh Hell!: mistakes are found, and the dealer's legal bids."""

import random

import pytest

from referee import Referee, find_game
from referee.games.oh_hell import Bids
from referee.table.legal import legal
from referee.testing.models import ModelTable
from tests.models import oh_hell


@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    """Only real revokes are found, and if all hands are entered at the end, every one of them."""
    chance = random.Random(seed)
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat", "Dan"], {"first-hand": "6"})
    house = {**oh_hell.BOOK, "first-hand": 6}
    position = oh_hell.deal(ModelTable(("Ann", "Ben", "Cat", "Dan"), house, "Ann"), chance)
    said = [move.text for move in oh_hell.opening(position)]
    guilty = set()
    while moves := [*oh_hell.moves(position)]:
        revokes = [move for move in moves if move.breaks == ("follow-suit",)]
        move = chance.choice(
            revokes if chance.random() < 0.1 and revokes else [move for move in moves if not move.breaks]
        )
        guilty |= {move.who} if move.breaks else set()
        said.append(move.text)
        position = oh_hell.after(position, move)
    shown = [f"{seat} dealt {' '.join(cards)}" for seat, cards in oh_hell.dealt(position).items()]
    for told, text in enumerate([*said, *shown]):
        ruling = referee.hear(text)
        assert ruling.accepted, (seed, said[:told], text)
        assert {finding.who for finding in ruling.findings if finding.name == "revoke"} <= guilty, (
            seed,
            said[:told],
            text,
        )
    named = {finding.who for _, finding in referee.findings if finding.name == "revoke"}
    assert named == guilty, (seed, said)


def test_one_card_each_under_the_rule_of_the_dealer_has_five_auctions() -> None:
    """Three players, one card: the dealer must take the total above one."""
    accepted = 0
    for first in (0, 1, 2):
        for second in (0, 1, 2):
            for third in (0, 1, 2, 3):
                referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": "1"})
                reports = ["deal Ann", f"Ben bids {first}", f"Cat bids {second}", f"Ann bids {third}"]
                accepted += all(referee.hear(report).accepted for report in reports)
    assert accepted == 5  # 0 0 2, 0 1 1, 1 0 1, 1 1 0, 1 1 1


@pytest.mark.parametrize("size", [1, 10, 17])
def test_the_dealer_is_offered_every_bid_above_the_tricks(size: int) -> None:
    """If nobody has bid, that is one more than the number of tricks, however large the hand."""
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": str(size)})
    for text in ("deal Ann", "Ben bids 0", "Cat bids 0"):
        assert referee.hear(text).accepted
    bids = [report.text for report in legal(referee)["Ann"][Bids]]
    assert bids == [f"Ann bids {size + 1}"]
    assert referee.hear(bids[0]).accepted


def test_everybody_else_is_offered_as_many_as_there_are_tricks() -> None:
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": "17"})
    assert referee.hear("deal Ann").accepted
    assert [report.text for report in legal(referee)["Ben"][Bids]] == [f"Ben bids {n}" for n in range(18)]
