"""Razz: what random hands hardly come to."""

import pytest

from referee import Referee, find_game


def test_a_bet_is_an_even_number() -> None:
    with pytest.raises(ValueError, match="bet"):
        Referee(find_game("razz"), ["Ann", "Bert"], {"bet": "3"})


def test_equal_hands_share_and_neither_takes_it_all() -> None:
    referee = Referee(find_game("razz"), ["Ann", "Ben", "Cat"])
    for line in (
        "deal Ann", "upcard 5S 5H KC", "Ann bets; calls; calls", "upcard 4S 4H 8C", "Ben checks; checks; checks",
        "upcard 3S 3H 9C", "Ben checks; checks; checks", "upcard 2S 2H 10C", "Ben checks; checks; checks",
        "Ben checks; checks; checks", "Ben shows AS QS QD", "Cat shows AH JS JD",
    ):  # fmt: skip
        assert all(referee.hear(part).accepted for part in line.split("; ")), line
    assert "best-low" in referee.hear("Ben takes pot").rules
    assert referee.hear("Cat+Ben takes pot").accepted
    assert referee.accounts == {"pot": 0, "Ann": -5, "Ben": 3, "Cat": 2}
