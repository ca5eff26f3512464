"""Oh Hell! compared with OpenSpiel's oh_hell: random hands, with every possible bid and card tested.

OpenSpiel's dealer must not make the bids even, and a bid made scores ten more. The house plays the same way.
"""

from __future__ import annotations

import random
import re

import pyspiel
import pytest

from referee import Referee, find_game
from referee.cards import Pack
from referee.testing.often import times
from tests.differential.asking import SEATS, standing, tell

GAMES = times(2)
TABLES = [(3, 10), (3, 1), (4, 7), (5, 4), (6, 8), (7, 2)]


def dealt(state: pyspiel.State) -> tuple[int, str, list[list[str]]]:
    """OpenSpiel's dealer, upcard and hands."""
    text = str(state)
    dealer, upcard = re.search(r"Dealer: (\d)", text), re.search(r"Trump: (..)", text)
    assert dealer and upcard
    hands = []
    for cards_shown in re.findall(r"Player: \d\n((?: +[CDSH]: .*\n)+)", text):
        hands.append(
            [rank + suit for suit, ranks in re.findall(r"([CDSH]): (.*)", cards_shown) for rank in ranks.strip()]
        )
    return int(dealer[1]), upcard[1][::-1], hands


def card(state: pyspiel.State, action: int) -> str:
    """OpenSpiel writes the suit first."""
    text: str = state.action_to_string(state.current_player(), action)
    return text[::-1]


@pytest.mark.parametrize("known", [True, False], ids=["all dealt cards told", "none"])
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize(("players", "size"), TABLES)
def test_a_hand_of_oh_hell_goes_as_in_openspiel(players: int, size: int, seed: int, known: bool) -> None:
    luck = random.Random(f"oh hell {players} {size} {seed}")
    trick, penalty = luck.choice([1, 5, 10]), luck.random() < 0.5
    chosen = {"players": players, "num_tricks_fixed": size, "points_per_trick": trick, "off_bid_penalty": penalty}
    state = pyspiel.load_game("oh_hell", chosen).new_initial_state()
    while state.is_chance_node():
        state.apply_action(luck.choice(state.legal_actions()))
    seats = SEATS[:players]
    house = {"first-hand": size, "hook": "uneven", "trick": trick, "nought": 0, "made": 10}
    house |= {"missed": trick, "taken": 0} if penalty else {"missed": 0, "taken": trick}
    referee = Referee(find_game("oh-hell"), seats, {name: str(value) for name, value in house.items()})
    dealer, upcard, hands = dealt(state)
    tell(referee, f"deal {seats[dealer]}")
    tell(referee, f"upcard {upcard}")
    for seat, hand in zip(seats, hands, strict=True):
        assert len(hand) == size
        if known:
            tell(referee, f"{seat} dealt {' '.join(hand)}")

    # Bids
    bids: dict[str, int] = {}
    while len(bids) < players:
        seat = seats[state.current_player()]
        assert referee.next() == [seat]
        allowed = {int(state.action_to_string(state.current_player(), bid)) for bid in state.legal_actions()}
        stand = standing(referee, (f"{seat} bids {bid}" for bid in range(size + 2)))
        assert stand == {f"{seat} bids {bid}" for bid in allowed}
        action = luck.choice(state.legal_actions())
        bids[seat] = int(state.action_to_string(state.current_player(), action))
        tell(referee, f"{seat} bids {bids[seat]}")
        state.apply_action(action)

    # Tricks
    pack = [named.text.replace("10", "T") for named in Pack()]
    for _ in range(players * size):
        seat = seats[state.current_player()]
        assert referee.next() == [seat], "who leads, and so who took the trick before"
        allowed = {card(state, action) for action in state.legal_actions()}
        asked = pack if known and (players < 5 or luck.random() < 0.4) else [*allowed]
        assert standing(referee, (f"{seat} plays {named}" for named in asked)) == {
            f"{seat} plays {named}" for named in allowed
        }
        action = luck.choice(state.legal_actions())
        tell(referee, f"{seat} plays {card(state, action)}")
        state.apply_action(action)

    # Score
    assert state.is_terminal()
    assert referee.scores == dict(zip(seats, state.returns(), strict=True)), bids
