"""Rules of the house that the table changes in mid-session: from the next deal on, and never what was played."""

from __future__ import annotations

from typing import Any

import pytest

from referee.core import Game
from referee.games import find_game, games
from tests.walker import Walker

WITH_OPTIONS = [slug for slug in games() if find_game(slug).options]


class Amending(Walker):
    """Changes its mind between hands, and sometimes within one."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        super().__init__(game, seed)
        self.amended = 0

    def step(self, step: int) -> None:
        between = not self.referee.hand.dealer
        if not self.referee.over and self.random.random() < (0.8 if between else 0.05):
            before = self.referee.standing.snapshot(), [dict(hand.house) for hand in self.referee.hands]
            text = f"house {self.amendment()}"
            if self.hear(text).accepted:
                self.amended += 1
                self.referee.undo()
                undone = self.referee.standing.snapshot(), [dict(hand.house) for hand in self.referee.hands]
                assert undone == before, self.astray(f"{text} isn't undone")
                self.hear(text)
                played = [dict(hand.house) for hand in self.referee.hands if hand.finished]
                assert played == before[1][: len(played)], self.astray(f"{text} reaches back")
        super().step(step)


@pytest.mark.parametrize("slug", WITH_OPTIONS)
def test_every_game_goes_on_by_other_rules(slug: str) -> None:
    amended = 0
    for seed in range(4):
        walker = Amending(find_game(slug), 7000 + seed)
        walker.walk(100)
        amended += walker.amended
        told = [entry.report.text for entry in walker.referee.entries]
        assert all(
            walker.referee.vocabulary.read(text, walker.referee.hand).text == text for text in told if "house" in text
        )
    assert amended, f"{slug}: nothing could be amended"
