"""Dingo: hunts without known discards, dingoes kept back, and the possible piles."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from referee import Referee, find_game
from referee.testing.telling import walks
from tests.models import dingo as model
from tests.models import tried

SEATS = ["Ann", "Ben", "Cat", "Dan"]


@pytest.mark.parametrize("seed", range(60))
def test_a_dingo_kept_back_forfeits_the_game(seed: int) -> None:
    """Only the hunts are reported, and nobody plays that dingo. It is shown at the end."""
    chance, referee = random.Random(seed), Referee(find_game("dingo"), SEATS)
    steps, _ = next(walks(tried("dingo").model, [seed]))
    p = next(step.position for step in steps if step.position.moved == 28)
    hearts = [card for cards in p.held.values() for card in cards if card[-1] == "H" and card != "AH"]
    kept = chance.choice([*hearts[:6], ""])
    guilty = p.holder(kept) if kept else ""
    p = model.skipped(replace(p, gone=(*p.gone, kept)))
    referee.hear("deal")
    while legal := [move for move in model.moves(p) if not move.breaks and move.who]:
        move = chance.choice(legal)
        hunt = move.words[:-1] if move.words[-1:] == "H" else model.UPWARD[min(p.hunt, 12)]
        passed = model.UPWARD.index(hunt) - model.UPWARD.index(str(referee.fact("hunt")))
        for text in [*["passes"] * passed, move.text]:
            ruling = referee.hear(text)
            assert ruling.accepted and not ruling.findings, (seed, text, ruling.message, ruling.findings)
        p = model.after(p, move)
    if kept:
        named = [(finding.name, finding.who) for finding in referee.hear(f"{guilty} shows {kept}").findings]
        assert ("red-card-forfeit", guilty) in named and {who for _, who in named} <= {guilty, ""}, (seed, named)
    referee.hear("end")
    assert dict(referee.scores) == model.score(p), seed
    able, kept_back = {*SEATS} - {guilty}, model.onward(p)
    assert {*referee.winners()} == model.ahead(model.ahead(able, kept_back.scores), kept_back.kept), seed


def test_the_piles_that_thirteen_hunts_can_bring() -> None:
    """By calculation: at most 83, at most 22 against, and not both."""
    for total, against, possible in ((83, 0, True), (84, 0, False), (0, 22, True), (0, 23, False), (66, 5, False)):
        referee = Referee(find_game("dingo"), SEATS)
        lines = ["deal Ann", f"Ann scores {against} penalty", "Ann scores 0", "Ben scores 0", "Cat scores 0"]
        assert all(referee.hear(text).accepted for text in [*lines, f"Dan scores {total}"]) is possible
