"""Spider: the tableau on the screen, overruled moves, and the end."""

import random

import pytest

from referee import Referee, find_game
from referee.game.asks import Ask
from referee.game.game import Hand
from referee.games.spider import Draws, Upcard, tableau
from referee.language.reports import Report
from referee.language.words import NOBODY
from referee.testing.telling import walks
from referee.testing.walker import Walker
from tests.models import model, spider

SIGNS = str.maketrans("SHDC", "♠♥♦♣")


@pytest.mark.parametrize("seed", range(6))
def test_the_tableau_is_shown_and_left_alone_after_the_end(seed: int) -> None:
    steps, _ = next(walks(model("spider"), [seed]))
    referee = Referee(find_game("spider"), ["Ann"])
    assert referee.hear("deal").accepted
    for step in steps:
        if not step.position.bare:
            shown = [[cell for cell in column if cell][1:] for column in zip(*tableau(referee.hand), strict=True)]  # type: ignore[arg-type]
            columns = step.position.columns
            assert shown == [["▒▒"] * len(down) + [card.translate(SIGNS) for card in up] for down, up in columns]
        assert referee.hear(step.move.text).accepted
    assert referee.over
    for text in ("lays AS on 1", "upcard AS", "draws 9C", "takes 1", "deal"):
        assert "game-over" in referee.hear(text).rules


@pytest.mark.parametrize("seed", range(4))
def test_a_move_told_by_its_columns_is_the_only_one_there_is(seed: int) -> None:
    chance, referee, asked = random.Random(seed), Referee(find_game("spider"), ["Ann"]), 0
    steps, _ = next(walks(model("spider"), [seed]))
    assert referee.hear("deal").accepted
    for step in steps:
        columns = [up for _, up in step.position.columns]
        empty = [number for number, up in enumerate(columns, 1) if not up]
        places = [(source, target) for target in empty[:1] for source in range(1, len(columns) + 1)]
        places += [(chance.randint(1, len(columns)), chance.randint(1, len(columns)))]
        for source, target in places if not step.position.bare else ():
            moves = [*spider.fitting(step.position, columns[source - 1], columns[target - 1])]
            ruling = referee.can(f"{source} to {target}")
            assert ruling.accepted == (len(moves) == 1), (source, target, moves, ruling.message)
            if len(moves) > 1:
                asked += 1
                assert {text.split()[2] for text in ruling.instead} == {*moves}
        assert referee.hear(step.move.text).accepted
    assert asked or not seed, "there was never a choice"


class SpiderWalker(Walker):
    """Walks on a tableau. Ten new cards are too many to try, so they are random."""

    def some(self, hand: Hand, ask: Ask, others: bool = False) -> list[Report]:
        reports = super().some(hand, ask, others)
        if ask.verb in (Upcard, Draws) and (ask.verb is Draws or not hand.seen):
            for _ in range(3):
                cards = self.random.sample([*hand.unseen(), *hand.pack], 10)
                reports.append(ask.verb(tuple(cards), who=hand.seats[0] if ask.verb is Draws else NOBODY))
        return [report for report in reports if report.verb != "takes" or self.random.random() < 0.02]


@pytest.mark.parametrize("seed", range(8))
def test_a_random_evening_on_the_tableau(seed: int) -> None:
    SpiderWalker(find_game("spider"), seed).walk(120)
