"""Backhand: hands won in games with bets, and tables of any size."""

import pytest

from referee import Referee, find_game
from tests.tables import seated


def test_hands_won_are_counted_where_chips_are_bet() -> None:
    """The target counts hands, the winner has the chips. A hand that has begun is finished."""
    referee = Referee(find_game("backhand"), ["Ann", "Ben"], {"betting": "yes", "first-to": "2"})
    for reports in (["Ann bets 1", "Ben bets 1", "Ann wins", "Ben loses"], ["Ann bets 1", "Ben bets 9", "Ann wins"]):
        for text in ("deal", *reports):
            assert referee.hear(text).accepted, text
    assert not referee.over
    assert referee.hear("Ben wins").accepted
    assert referee.over
    assert referee.winners() == ["Ben"]
    referee.undo()
    assert not referee.over
    assert referee.accounts == {"Ann": 2, "Ben": -1, "bank": -1}


@pytest.mark.parametrize("players", [1, 2, 5, 8, 33, 40])
def test_a_pack_for_every_two_players(players: int) -> None:
    seats = [f"Player {number}" for number in range(players)]
    referee = Referee(find_game("backhand"), seats)
    packs = -(-players // 2)
    assert referee.fact("packs") == packs
    referee.hear("deal")
    for seat in seats[1 : packs + 1]:
        assert referee.hear(f'"{seat}" dealt QH 5H').accepted
    assert not referee.can(f'"{seats[0]}" dealt {"QH " * (packs + 1)}').accepted
    for seat in seats[1:] + seats[:1]:
        assert not referee.over
        assert referee.hear(f'"{seat}" loses').accepted
    assert referee.standing.hands == 1


def test_push_hands_may_go_as_high_as_a_goal_may() -> None:
    house = {"goal": "25", "court": "13", "push-from": "22", "push-to": "24"}
    referee = seated("backhand", "Ann Ben", "deal", "Ben dealt KC 10D", house=house)
    assert referee.hear("Ben backhands 2C").rules == ("push-hand",)
    assert referee.hear("Ben pushes KD KH").accepted
