"""Farmer: possible totals, if each hand has an unseen card."""

import itertools
from collections import Counter

from referee import Referee, find_game
from referee.testing.models import pack

UP = {"Ben": "10C 4D", "Ann": "AS AH AD AC"}


def worth(card: str) -> int:
    return {"A": 1, "K": 10, "Q": 10, "J": 10}.get(card[:-1]) or int(card[:-1])


def test_totals_are_those_that_the_cards_left_can_make() -> None:
    """There is one six, so only one hand can have it, and no ace is left."""
    referee = Referee(find_game("farmer"), ["Ann", "Ben"])
    for line in ("deal Ann", *(f"{seat} hits {cards}; {seat} stays" for seat, cards in UP.items())):
        assert all(referee.hear(part).accepted for part in line.split("; ")), line
    seen = " ".join(UP.values()).split()
    left = Counter(worth(card) for card in pack() if card not in seen and (card == "6H" or card[0] not in "68"))
    lies = [down for down in itertools.product(left, repeat=len(UP)) if Counter(down) <= left]
    up = [sum(map(worth, cards.split())) for cards in UP.values()]
    for number in range(len(UP)):
        for before in {down[:number] for down in lies}:
            for seat, value, lying in zip(UP, before, up, strict=False):
                assert referee.hear(f"{seat} holds {lying + value}").accepted
            possible = {up[number] + down[number] for down in lies if down[:number] == before}
            allowed = {total for total in range(2, 40) if referee.can(f"{[*UP][number]} holds {total}").accepted}
            assert allowed == possible, before
            referee.undo(number)


def test_a_hand_of_many_unseen_cards_may_count_what_they_can() -> None:
    referee = Referee(find_game("farmer"), ["Ann", "Ben"])
    for text in ("deal Ann", *["Ben hits"] * 6, "Ben stays", "Ann hits", "Ann stays"):
        referee.hear(text)
    assert not referee.hear("Ben holds 71").accepted  # seven cards of ten at most
    ruling = referee.hear("Ben holds 57")
    assert ruling.accepted and [finding.name for finding in ruling.findings] == ["drew-after-bust"]
