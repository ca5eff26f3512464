"""Tables of any game with as many players as it seats, whose names are long, short, and in other scripts."""

from __future__ import annotations

from functools import cache

from referee import Referee, find_game
from referee.testing.walker import Walker

NAMES = ("Uma", "Bartholomew-Alexand", "Maria Theresia", "李小龍と仲間たち", "🎲🎲 Dicey", "Zoë X̌uo", "Gwendolyn", "Jo")
"""Long ones, short ones, with a blank, and some whose letters are twice as wide as others, or take no room at all."""


def names(count: int) -> list[str]:
    return [f"{name}{i // len(NAMES) or ''}" for i in range(count) for name in [NAMES[i % len(NAMES)]]]


def sizes(slug: str) -> list[int]:
    """The numbers of players that a game seats: all of them up to eight, of more the one in the middle and the most."""
    game = find_game(slug)
    seated = [n for n in game.players if Referee(game, names(n)).asks()]
    return [n for n in seated if n <= 8 or n in (seated[-1], seated[len(seated) // 2])]


def told_at(game: str, *reports: str, players: tuple[str, ...] = ("Ann", "Ben", "Cat")) -> Referee:
    """A table that has heard these reports."""
    referee = Referee(find_game(game), players)
    for report in reports:
        ruling = referee.hear(report)
        assert ruling.accepted, ruling.message
    return referee


@cache
def table(slug: str, players: int) -> Referee:
    """A table after some play, at which everybody's total is another, and some are large."""
    walker = Walker(find_game(slug), players, names(players))
    walker.walk(45)
    referee = walker.referee
    for i, seat in enumerate(referee.seats[:: players // 8 + 1]):
        referee.hear(f'adjust "{seat}" {"+-"[i % 2]}{i * i * 37 + 1} so that it is large')
    return referee
