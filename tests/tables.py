"""Tables of any game with any number of players, with names that are long, short, or in other scripts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from referee import Referee, find_game
from referee.testing.breaches import Script
from referee.testing.walker import Walker

NAMES = ("Uma", "Bartholomew-Alexand", "Maria Theresia", "李小龍と仲間たち", "🎲🎲 Dicey", "Zoë X̌uo", "Gwendolyn", "Jo")
"""Long and short ones, one with a blank, and some with double-width or zero-width letters."""


def names(count: int) -> list[str]:
    return [f"{name}{i // len(NAMES) or ''}" for i in range(count) for name in [NAMES[i % len(NAMES)]]]


def sizes(slug: str) -> list[int]:
    """The numbers of players of a game: all of them up to eight; above that, the middle and the highest."""
    game = find_game(slug)
    able = [n for n in game.players if Referee(game, names(n)).asks()]
    return [n for n in able if n <= 8 or n in (able[-1], able[len(able) // 2])]


def seated(slug: str, players: str | Sequence[str], *reports: str, game: Any = None, **how: Any) -> Referee:
    """A table after these reports; ``~ `` marks one that the table overrules."""
    referee = Referee(game or find_game(slug), players.split() if isinstance(players, str) else players, **how)
    for report in reports:
        ruling = referee.hear(report.removeprefix("~ "), overrule=report.startswith("~ "))
        assert ruling.accepted, f"{report}: {ruling.message}"
    return referee


def entered_at(game: str, *reports: str, players: Sequence[str] = ("Ann", "Ben", "Cat"), **how: Any) -> Referee:
    """The same for three players, or others."""
    return seated(game, players, *reports, **how)


class AtPlay(Walker):
    """Plays like a walker. Subclasses compare each step with the one before."""

    def hear(self, text: str, overrule: bool = False) -> Any:
        self.lines.append(("~ " if overrule else "") + text)
        return self.referee.hear(text, overrule=overrule)

    def back_and_forth(self) -> None:
        """Undo and redo leave the state as it was."""


@cache
def table(slug: str, players: int) -> Referee:
    """A table after some play, with a different total for everybody, some of them large."""
    walker = AtPlay(find_game(slug), players, names(players))
    walker.walk(45)
    referee = walker.referee
    for i, seat in enumerate(referee.seats[:: players // 8 + 1]):
        referee.hear(f'adjust "{seat}" {"+-"[i % 2]}{i * i * 37 + 1} so that it is large')
    return referee


class WholeHand(Script):
    """A whole hand of a sheet, entered card by card, with its numbers and ``others`` that contradict them."""

    def __init__(self, slug: str, seed: int = 1) -> None:
        super().__init__(find_game(slug), seed, known=False)
        assert list(self.moments())[-1] == "end"
        self.numbers_again = list(self.numbers(self.plain))
        if self.ends_by_game:
            self.lines += self.numbers_again
        self.others = [other for text in self.numbers_again if (other := self.wrong(text)) != text]

    def wrong(self, text: str) -> str:
        """A report that contradicts one of the hand's numbers."""
        first, verb, *rest = text.split()
        if self.ends_by_game:
            return f"{first} {'loses' if verb == 'wins' else 'wins'} {' '.join(rest)}"
        if first not in self.seats:
            numbers = [int(number) for number in (verb, *rest)]
            row = [sum(numbers), *(0 for _ in rest)]
            return f"{first} {' '.join(map(str, row if row != numbers else reversed(row)))}"
        return f"{self.plain.after(first)} {verb}"
