"""Hands that PokerKit writes in the PHH format are imported as sessions of Razz with the same score."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from pokerkit import FixedLimitRazz, HandHistory

from scoresheets.keeping.readers import reader_of
from scoresheets.keeping.reading import Known, Wishes
from tests.differential.test_razz_all_in import ALMOST_BY_ITSELF, ShortStacks


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 4, 6])
def test_what_pokerkit_writes_is_read(players: int, seed: int) -> None:
    night = ShortStacks(players, "careful", seed)
    known = Known({}, {}, datetime(2019, 4, 6, tzinfo=UTC))
    read = 0
    for hand in range(12):
        night.play(hand)
        if "MUCK_DEALT" in night.met:
            night.met.discard("MUCK_DEALT")
            continue
        game = FixedLimitRazz(ALMOST_BY_ITSELF, True, night.ante, night.least, night.bet, 2 * night.bet)
        text = HandHistory.from_game_state(game, night.state).dumps()
        reader = reader_of(text, "hand.phh")
        assert reader
        plays = reader.plays(text, "hand.phh", Wishes(), known)
        assert not plays.skipped, (plays.skipped, text)
        (evening,) = plays.evenings
        factor = 2 if night.bet % 2 else 1
        assert evening.points == tuple(chips * factor for chips in night.state.payoffs), text
        read += 1
    assert read
