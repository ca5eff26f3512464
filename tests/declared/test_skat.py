"""Skat's games in words: no game has more top trumps than its trumps, and a null has none."""

from __future__ import annotations

import pytest

from tests.tables import seated

NULLS = ("null", "null-hand", "null-ouvert", "null-hand-ouvert")
MOST = {"grand": 4, "clubs": 11, "spades": 11, "hearts": 11, "diamonds": 11, **dict.fromkeys(NULLS, 0), "ramsch": 0}
"""The most matadors of each game."""


@pytest.mark.parametrize("verb", ["wins", "loses"])
@pytest.mark.parametrize("way", ["with", "without"])
@pytest.mark.parametrize("name", MOST)
def test_no_game_has_more_matadors_than_trumps(name: str, way: str, verb: str) -> None:
    for number in range(1, 13):
        referee = seated("skat", "Ann Ben Cat")
        ruling = referee.hear(f"Ann {verb} {name} {way} {number}")
        assert ruling.accepted is (number <= MOST[name]), (name, number, ruling.message)
        if not ruling.accepted:
            assert ruling.rules == ("game",) and not any(referee.scores.values())


@pytest.mark.parametrize(
    "extra", ["hand", "schneider", "schneider-announced", "schwarz", "schwarz-announced", "ouvert"]
)
@pytest.mark.parametrize("name", [*NULLS, "ramsch", "48"])
def test_only_a_suit_or_a_grand_counts_a_factor(name: str, extra: str) -> None:
    assert seated("skat", "Ann Ben Cat").hear(f"Ann loses {name} {extra}").rules == ("game",)
