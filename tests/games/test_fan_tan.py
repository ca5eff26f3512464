"""Fan Tan: proofs from hands entered after the play."""

from collections import Counter
from dataclasses import replace

import pytest

from referee.testing.often import times
from referee.testing.telling import Retelling
from tests.models import model
from tests.models.fan_tan import Position


@pytest.mark.parametrize("seed", range(times(30)))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    telling, named = Retelling(model("fan-tan"), seed, 0), Counter[str]()
    steps, end = telling.model.hand(replace(telling.table, hand=2), telling.chance)
    assert isinstance(end, Position) and end.careless
    hands = [f"{seat} dealt {' '.join(cards)}" for seat, cards in end.hands.items()]
    for text in ["deal", *(step.move.text for step in steps), *hands]:
        ruling = telling.ruling_on(text)
        assert ruling.accepted, telling.lines
        named.update(finding.who for finding in ruling.findings if finding.name == "held-back")
        if text in hands:
            assert telling.referee.accounts == telling.model.score(end), "the pot is gone"
    assert named == Counter(who for who, fitting in end.passes if {*fitting} & {*end.hands[who]}), telling.lines
