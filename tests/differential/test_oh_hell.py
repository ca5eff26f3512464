"""Oh Hell! beside OpenSpiel's oh_hell: random hands, every bid and every card that might be told is asked for.

Where the two differ:

DEALER_OVER  In the rulebook the dealer's bid takes the total above the tricks; OpenSpiel's dealer may stay below it
             too, and only may not make it even.  A dealer who stays below is refused here, and let stand.
FORCED_OVER  The same rule may ask the dealer for one more than there are tricks; OpenSpiel knows no such bid.
BONUS        A bid made is ten points a trick in the rulebook, and ten for a bid of nought.  OpenSpiel gives ten on
             top of so many points a trick: with ten a trick, ten too many for a bid of one or more.
"""

from __future__ import annotations

import random
import re

import pyspiel
import pytest

from referee import Referee, find_game
from referee.cards import Pack
from tests.differential.asking import SEATS, standing, tell, would_stand
from tests.often import times

GAMES = times(2)
TABLES = [(3, 10), (3, 1), (4, 7), (5, 4), (6, 8), (7, 2)]


def dealt(state: pyspiel.State) -> tuple[int, str, list[list[str]]]:
    """OpenSpiel's dealer, upcard and hands."""
    text = str(state)
    dealer, upcard = re.search(r"Dealer: (\d)", text), re.search(r"Trump: (..)", text)
    assert dealer and upcard
    hands = []
    for one in re.findall(r"Player: \d\n((?: +[CDSH]: .*\n)+)", text):
        hands.append([rank + suit for suit, ranks in re.findall(r"([CDSH]): (.*)", one) for rank in ranks.strip()])
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
    chosen = {"players": players, "num_tricks_fixed": size, "points_per_trick": 10, "off_bid_penalty": True}
    state = pyspiel.load_game("oh_hell", chosen).new_initial_state()
    while state.is_chance_node():
        state.apply_action(luck.choice(state.legal_actions()))
    seats = SEATS[:players]
    referee = Referee(find_game("oh-hell"), seats, {"first-hand": str(size)})
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
        over = {bid for bid in allowed if sum(bids.values()) + bid > size}
        if seat != seats[dealer]:
            assert stand == {f"{seat} bids {bid}" for bid in allowed}
        elif sum(bids.values()):
            assert stand == {f"{seat} bids {bid}" for bid in over}  # DEALER_OVER
        else:
            assert stand == {f"{seat} bids {size + 1}"}  # FORCED_OVER
        action = luck.choice(state.legal_actions())
        bids[seat] = int(state.action_to_string(state.current_player(), action))
        told = f"{seat} bids {bids[seat]}"
        if told in stand:
            tell(referee, told)
        else:
            assert {*would_stand(referee, told).rules} == {"dealer-must-overbid"}
            tell(referee, told, overrule=True)
        state.apply_action(action)

    # Tricks
    pack = [one.text.replace("10", "T") for one in Pack()]
    for _ in range(players * size):
        seat = seats[state.current_player()]
        assert referee.next() == [seat], "who leads, and so who took the trick before"
        allowed = {card(state, action) for action in state.legal_actions()}
        asked = pack if known and (players < 5 or luck.random() < 0.4) else [*allowed]
        assert standing(referee, (f"{seat} plays {one}" for one in asked)) == {f"{seat} plays {one}" for one in allowed}
        action = luck.choice(state.legal_actions())
        tell(referee, f"{seat} plays {card(state, action)}")
        state.apply_action(action)

    # Score
    assert state.is_terminal()
    won = re.search(r"Tricks Won: +(.*)", str(state))
    assert won
    taken = dict(zip(seats, map(int, won[1].split()), strict=True))
    bonus = {seat: 10 if bids[seat] and taken[seat] == bids[seat] else 0 for seat in seats}  # BONUS
    theirs = {seat: points - bonus[seat] for seat, points in zip(seats, state.returns(), strict=True)}
    assert referee.scores == theirs, (bids, taken)
