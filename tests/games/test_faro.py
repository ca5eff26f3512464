"""Faro: every spot for a chip, and deals that were entered wrong and corrected."""

import pytest

from referee import Referee, find_game
from referee.testing.often import times
from referee.testing.telling import Retelling
from tests.models import model
from tests.models.faro import GROUPS, covered


@pytest.mark.parametrize("seed", range(times(6)))
def test_taken_back_or_corrected_the_chips_sum_to_nought(seed: int) -> None:
    """One report is changed or struck out. Everything after it is judged again, undone and redone."""
    telling = Retelling(model("faro"), seed, odd=0.3)
    telling.in_part(odds=0.5, known=0)
    chance, texts = telling.chance, telling.lines[1:]
    place = chance.randrange(len(texts))
    other = [chance.choice(texts), "misdeal", "limits 3 7", "turn K 2", "adjust Ann +3 found", f"~{texts[place]}"]
    texts[place : place + 1] = chance.choice([[], [chance.choice(other)]])
    referee = Referee(find_game("faro"), telling.table.seats, telling.referee.chosen)
    for text in texts:
        referee.hear(text.removeprefix("~"), overrule=text[:1] == "~" or chance.random() < 0.2)
        assert sum(referee.accounts.values()) == 0, telling.lines
    while referee.undo(chance.randint(1, 15)):
        assert sum(referee.accounts.values()) == 0, telling.lines
    assert not any(referee.accounts.values()), telling.lines


def test_as_many_places_as_the_layout_has() -> None:
    referee = Referee(find_game("faro"), ["Ann"])
    referee.hear("deal")
    for spot in GROUPS:
        text = f"bets 1 on {' '.join(spot)}"
        assert referee.hear(text).accepted == covered(spot), text
        assert len(spot) > 1 or not referee.hear(f"bets 1 on {' '.join([*spot, *spot])}").accepted
    assert referee.fact("up") == {"Ann": 77} == {"Ann": sum(map(covered, GROUPS))}


def test_a_line_in_which_two_cards_of_a_rank_fell_is_named_once() -> None:
    referee = Referee(find_game("faro"), ["Ann"])
    for text in ("deal", "upcard 9", "turn 9 9", "turn 9 A"):
        assert referee.hear(text).accepted
    assert [breach.proof for breach in referee.hear("turn 9 A").broken] == [(2, 3, 4)]
