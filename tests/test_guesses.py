"""Guesses at lines with words that nobody declared."""

from __future__ import annotations

import pytest

from referee import Referee, find_game
from referee.entry.guesses import guesses

THREE = "Ann Ben Cat"
FOUR = "Ann Ben Cat Dan"

GUESSED = [
    ("oh-hell", THREE, ["deal"], "ben's gotta take 4", ["Ben bids 4"]),
    ("oh-hell", THREE, ["deal"], "put ben down for 3", ["Ben bids 3"]),
    ("canasta", FOUR, [], "ann drew a red three", ["Ann+Cat threes 1"]),
    ("tally", THREE, [], "add 5 to ben", ["Ben scores 5"]),
    ("tally", THREE, [], "take 5 off ben", []),
    ("tally", THREE, [], "everybody sang 5", []),
    ("tally", THREE, [], "ben sang 5 of 7 songs", []),
    ("tally", THREE, [], "ben sang", []),
    ("tally", THREE, [], "who sang 5", []),
    ("yahtzee", "Ann Ben", [], "ben put 24 in chance", ["Ben chance 24"]),
]


@pytest.mark.parametrize(("slug", "players", "before", "line", "guessed"), GUESSED)
def test_a_line_with_unknown_words_is_guessed_only_if_the_rest_fits(
    slug: str, players: str, before: list[str], line: str, guessed: list[str]
) -> None:
    referee = Referee(find_game(slug), players.split())
    for text in before:
        assert referee.hear(text).accepted
    assert guesses(line, referee) == guessed
