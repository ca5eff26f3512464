"""Hasenpfeffer: revokes found later, and both rulings on defenders who reach ten."""

from __future__ import annotations

import random

import pytest

from referee import Referee, find_game
from referee.testing.telling import walks
from tests.models import hasenpfeffer as model
from tests.models import tried

SEATS = ["Ann", "Ben", "Cat", "Dan"]


@pytest.mark.parametrize("seed", range(80))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    """All hands are entered at the end. The bidder may have discarded the proof, if the discards weren't entered."""
    chance = random.Random(seed)
    steps = next(steps for steps, end in walks(tried("hasenpfeffer").model, range(seed, 999)) if end.bidder)
    referee = Referee(find_game("hasenpfeffer"), steps[0].position.table.seats)
    first = next(number for number, step in enumerate(steps) if step.position.stage == "play")
    said, p, guilty = [step.move for step in steps[:first]], steps[first].position, ""
    while legal := [move for move in model.moves(p) if not move.breaks]:
        wrong = [move for move in model.moves(p) if move.breaks == ("follow-suit",)] if not guilty else []
        move = chance.choice(wrong if wrong and chance.random() < 0.5 else legal)
        guilty = move.who if move.breaks else guilty
        said.append(move)
        p = model.after(p, move)
    lines = [f"{move.who} discards" if move.verb == "discards" else move.text for move in said]
    hands = [f"{seat} dealt {' '.join(cards)}" for seat, cards in p.dealt.items()]
    named: set[str] = set()
    for text in [f"deal {p.table.dealer}", *lines, *hands]:
        ruling = referee.hear(text)
        if "follow-suit" in ruling.rules and ruling.report:  # the cards seen prove it at once
            named.add(ruling.report.who)
            ruling = referee.hear(text, overrule=True)
        assert ruling.accepted, (seed, text, ruling.message)
        named |= {finding.who for finding in ruling.findings if len(finding.suspects) == 1}
    assert named <= {guilty}, seed
    assert named == {guilty} or guilty in ("", p.bidder), seed


def test_with_defenders_set_a_side_at_ten_goes_on_until_it_wins_another_way() -> None:
    """Both rulings on defenders who reach ten, with hands in numbers."""
    ten = "deal Ann; Ben bids 1; Ben takes 1; Ann takes 5; deal; Cat passes; Dan bids 1; Dan takes 1; Ann takes 5"
    for defenders, over in (("any", True), ("set", False)):
        referee = Referee(find_game("hasenpfeffer"), SEATS, {"defenders": defenders})
        for report in ten.split("; "):
            assert referee.hear(report).accepted, report
        assert dict(referee.scores) == {"Ann+Cat": 10, "Ben+Dan": 2}
        assert referee.over is over
    for report in ("deal", "Dan bids 6", "Ann takes 1", "Dan takes 5"):
        assert referee.hear(report).accepted, report
    assert referee.winners() == ["Ann+Cat"]


@pytest.mark.parametrize(("seats", "bidders"), [(SEATS, "Cat Ann Ben Dan"), ([*SEATS, "Eve"], "Cat Eve Ann Dan")])
def test_bidding_goes_on_behind_a_bid_out_of_turn_that_the_table_keeps(seats: list[str], bidders: str) -> None:
    """With five, the dealer sits out."""
    referee = Referee(find_game("hasenpfeffer"), seats)
    assert referee.hear("deal Ben").accepted
    for who, call in zip(bidders.split(), ("bids 3", "bids 4", "passes", "passes"), strict=True):
        early = who == bidders.split()[1]
        assert referee.hear(f"{who} {call}", overrule=early).accepted, who
