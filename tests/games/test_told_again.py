"""A result that is told again and isn't so was misreported: nobody broke a rule by it."""

import pytest

from referee import Referee, Verdict, find_game

TOLD = [
    ("trash", ["deal", "Ann out"], "Ben out"),
    ("farmer", ["deal Ann", "Ann holds 16; Ben holds 15"], "Ben takes farm"),
    ("tonk", ["deal Ann", "Ben out"], "Ann out"),
]


@pytest.mark.parametrize(("slug", "told", "again"), TOLD, ids=[slug for slug, *_ in TOLD])
def test_a_result_told_otherwise_is_impossible(slug: str, told: list[str], again: str) -> None:
    referee = Referee(find_game(slug), ["Ann", "Ben"])
    for line in told:
        for text in line.split("; "):
            assert referee.hear(text).accepted, text
    assert referee.last is not None and not referee.hand.dealer
    assert referee.hear(again).verdict is Verdict.IMPOSSIBLE
