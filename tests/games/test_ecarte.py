"""Écarté: every mistake is found later, and nothing else."""

from __future__ import annotations

import random

import pytest

from referee import Referee, find_game
from referee.testing.telling import walks
from tests.models import ecarte as model
from tests.models import tried

NAMES = {"follow-suit": "revoke", "head-trick": "not-headed", "must-trump": "not-trumped"}


@pytest.mark.parametrize("dealt", [True, False])
@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int, dealt: bool) -> None:
    """Both hands are entered at the end, or never. In that case a fault may stay hidden."""
    chance, referee = random.Random(seed), Referee(find_game("ecarte"), ["Ann", "Ben"])
    steps, _ = next(walks(tried("ecarte").model, [seed]))
    first = next((number for number, step in enumerate(steps) if step.move.verb == "plays"), len(steps) - 1)
    texts, p = ["deal", *(step.move.text for step in steps[:first])], steps[first].position
    faults: set[tuple[str, str]] = set()
    while plays := [move for move in model.moves(p) if move.verb == "plays"]:
        wrong = [move for move in plays if {*move.breaks} & {*NAMES}] if not faults and chance.random() < 0.7 else []
        move = chance.choice(wrong or [move for move in plays if not move.breaks])
        faults |= {(NAMES[rule], move.who) for rule in move.breaks}
        texts.append(move.text)
        p = model.after(p, move)
    late = [f"{who} dealt {' '.join(cards)}" for who, cards in p.dealt.items()] if dealt else []
    findings: set[tuple[str, str]] = set()
    for text in (*texts, *late):
        ruling = referee.hear(text)
        if ruling.verdict == "illegal":  # cards drawn may prove it at once
            assert ruling.report
            findings |= {(NAMES[rule], str(ruling.report.who)) for rule in ruling.rules}
            ruling = referee.hear(text, overrule=True)
        assert ruling.accepted, (texts, ruling.message)
        findings |= {(finding.name, str(finding.who)) for finding in ruling.findings}
    if dealt:
        assert faults <= findings, texts
    assert {who for _, who in findings} <= {who for _, who in faults}, texts
