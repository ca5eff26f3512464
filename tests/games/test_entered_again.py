"""A result entered again with another value was misreported: no player broke a rule."""

from pathlib import Path
from unittest.mock import patch

import pytest

from referee import Referee, Verdict, find_game
from referee.kit.evidence import Evidence
from referee.records.record import Judge
from referee.table.hand_run import HandRun

TOLD = [
    ("trash", ["deal", "Ann out"], "Ben out"),
    ("farmer", ["deal Ann", "Ann holds 16; Ben holds 15"], "Ben takes farm"),
    ("tonk", ["deal Ann", "Ben out"], "Ann out"),
    ("last-one", ["deal Ann 5", "Ann out; Ben holds 12"], "Ann holds 10D"),
    ("page-one", ["deal Ann", "Ann out"], "Ben holds 99"),
    ("page-one", ["deal Ann", "Ann out"], "Ann holds 1"),
    ("tetka", ["deal Ann", "Ann scores 5; Ben scores 4; Cat scores 0; Dan scores 0"], "Dan takes 99"),
]


@pytest.mark.parametrize(("slug", "told", "again"), TOLD, ids=[f"{slug}: {again}" for slug, _, again in TOLD])
def test_a_result_told_otherwise_is_impossible(slug: str, told: list[str], again: str) -> None:
    game = find_game(slug)
    referee = Referee(game, ["Ann", "Ben", "Cat", "Dan"][: max(2, game.players[0])])
    for line in told:
        for text in line.split("; "):
            assert referee.hear(text).accepted, text
    assert referee.last is not None and not referee.hand.dealer
    assert referee.hear(again).verdict is Verdict.IMPOSSIBLE


def test_a_hand_heard_again_is_not_counted_out_again() -> None:
    """Findings from its cards were made when they were entered."""
    record = Path(__file__).parents[1] / "records" / "funfzehnern" / "full.record"
    lines = record.read_text(encoding="utf-8").splitlines()
    judge = Judge().judge(lines)
    assert judge.referee
    run = max((kept.run for kept in judge.referee.records), key=lambda run: len(run.steps))
    with patch.object(Evidence, "charges", side_effect=AssertionError("counted out again")):
        again = run.again()
        again.restore()
    assert again.hand.findings == run.hand.findings and again.hand.scores == run.hand.scores
    assert (
        HandRun(run._fresh, run._look, run.steps).hand.findings == run.hand.findings
    )  # with nothing known from before
