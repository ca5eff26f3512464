"""Gops compared with OpenSpiel's goofspiel: random games, with every possible bid of a player tested.

TIMES=10 plays ten times as many, here and in the other tests of this directory.

The differences:

LAST_PRIZE  OpenSpiel turns up the last prize and plays everybody's last card automatically. The rulebook continues
            until all thirteen prizes have been bid on, so here the thirteenth is entered like the others.
"""

from __future__ import annotations

import random
import re

import pyspiel
import pytest

from referee import Referee, find_game
from referee.cards import UPWARD
from referee.testing.often import times
from tests.differential.asking import SEATS, standing, tell

GAMES = times(2)  # of every size
EVERY = range(13)


def points(state: pyspiel.State) -> list[int]:
    """What everybody has by OpenSpiel's count."""
    match = re.search(r"^Points: (.*)$", str(state), re.MULTILINE)
    assert match
    return [int(number) for number in match[1].split()]


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_a_game_of_gops_goes_as_in_openspiel(players: int, seed: int) -> None:
    luck = random.Random(f"gops {players} {seed}")
    state = pyspiel.load_game("goofspiel", {"players": players, "returns_type": "total_points"}).new_initial_state()
    seats = SEATS[:players]
    referee = Referee(find_game("gops"), seats)
    left = {seat: {*EVERY} for seat in seats}
    prizes = {*EVERY}
    while prizes:
        # The prize
        last = state.is_terminal()  # LAST_PRIZE
        turned = luck.choice([*prizes] if last else state.legal_actions())
        assert last or {*state.legal_actions()} == prizes
        assert standing(referee, (f"upcard {rank}" for rank in UPWARD)) == {
            f"upcard {UPWARD[prize]}" for prize in prizes
        }
        tell(referee, f"upcard {UPWARD[turned]}")
        prizes.remove(turned)

        # The bids, in any order
        if not last:
            state.apply_action(turned)
            assert all({*state.legal_actions(player)} == left[seat] for player, seat in enumerate(seats))
        chosen = [luck.choice([*left[seat]] if last else state.legal_actions(i)) for i, seat in enumerate(seats)]
        for player in luck.sample(range(players), players):
            seat = seats[player]
            asked = {f"{seat} plays {rank}" for rank in UPWARD} if luck.random() < 3 / players else set()
            assert standing(referee, asked) == {f"{seat} plays {UPWARD[card]}" for card in left[seat]} & asked
            left[seat].remove(chosen[player])
            tell(referee, f"{seat} plays {UPWARD[chosen[player]]}")
            assert not standing(referee, asked), "a second bid for the same prize"
        if not last:
            state.apply_actions(chosen)
        if not state.is_terminal() or last:
            assert [referee.scores[seat] for seat in seats] == points(state), (seed, turned, chosen)
    assert referee.over
    assert [referee.scores[seat] for seat in seats] == state.returns()
    assert referee.winners() == [seat for seat in seats if referee.scores[seat] == max(state.returns())]
