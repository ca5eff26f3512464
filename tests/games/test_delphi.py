"""Delphi: what 51 guesses can leave."""

from referee import Referee, find_game


def test_token_counts_are_those_that_51_guesses_can_leave() -> None:
    """Compared with every sequence of right and wrong guesses, starting with one token and never below zero."""
    possible = {1}
    for _ in range(51):
        possible = {after for tokens in possible for after in (tokens + 1, max(0, tokens - 1))}
    referee = Referee(find_game("delphi"), ["Ann", "Ben", "Cat"])
    referee.hear("deal Ann")
    assert {n for n in range(-5, 60) if referee.can(f"Ben holds {n}").accepted} == possible
