"""A paper sheet compared with the score."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from referee import Referee, find_game
from scoresheets.errors import FINE, NOTHING, REFUSED, USAGE
from scoresheets.looking_back.reconcile import reconcile, running
from tests.evening import FIRST_HAND, oh_hell, referee


def evening(hands: int = 4) -> Referee:
    """Oh Hell! in the short form, with different bids and tricks in each hand."""
    referee = Referee(find_game("oh-hell"), ["Ann", "Ben", "Cat"], {"first-hand": "6"})
    luck = random.Random(7)
    for hand in range(hands):
        size = 6 - hand
        assert referee.hear(f"deal {referee.dealer} {size}").accepted
        took = [0, 0, 0]
        for _ in range(size):
            took[luck.randrange(3)] += 1
        for _ in referee.seats:
            who = referee.next()[0]
            bid = took[referee.seats.index(who)] + luck.choice((0, 0, 1))
            if not referee.hear(f"{who} bids {bid}").accepted:
                assert referee.hear(f"{who} bids {bid + 1}").accepted
        for seat, tricks in zip(referee.seats, took, strict=True):
            if referee.hand.dealer:
                assert referee.hear(f"{seat} takes {tricks}").accepted
    return referee


def totals_of(referee: Referee, hand: int) -> dict[str, int]:
    return running(referee)[hand]


def test_running_totals_end_with_the_score() -> None:
    referee = evening()
    assert list(running(referee).values())[-1] == dict(referee.scores)


def test_a_paper_that_agrees() -> None:
    referee = evening()
    assert reconcile(referee, [referee.scores]).parts is None
    assert reconcile(referee, [running(referee)[hand] for hand in running(referee)]).parts is None


def test_a_correction_counts_from_where_it_was_made() -> None:
    referee = evening(2)
    first = dict(referee.scores)
    assert referee.hear("adjust Ben +7 found under the table").accepted
    now = dict(referee.scores)
    assert running(referee)[2] == now
    assert reconcile(referee, [now]).parts is None
    parted = reconcile(referee, [first])
    assert parted.slips[0][1:3] == (2, "left-out")
    referee = Referee(find_game("tally"), ["Ann", "Ben"])
    for text in ("scores 1 2", "adjust Ben +7", "scores 3 4"):
        assert referee.hear(text).accepted
    assert running(referee) == {1: {"Ann": 1, "Ben": 2}, 2: {"Ann": 4, "Ben": 13}}


@pytest.mark.parametrize("hand", [1, 2, 3, 4])
def test_a_hand_that_was_left_out_is_named(hand: int) -> None:
    referee = evening()
    before = totals_of(referee, hand - 1) if hand > 1 else dict.fromkeys(referee.scores, 0)
    brought = {who: n - before[who] for who, n in totals_of(referee, hand).items()}
    assert any(brought.values())
    paper = {who: n - brought[who] for who, n in referee.scores.items()}
    parted = reconcile(referee, [paper])
    assert parted.parts
    assert any((slip.hand, slip.kind) == (hand, "left-out") for slip in parted.slips)


@pytest.mark.parametrize("seed", range(40))
def test_the_first_hand_that_parts_is_found_among_several(seed: int) -> None:
    luck = random.Random(seed)
    referee = evening()
    rows = [dict(sums) for sums in running(referee).values()]
    wrong = luck.randrange(len(rows))
    who = luck.choice(list(rows[0]))
    for row in rows[wrong:]:
        row[who] += luck.choice((-20, 9, 10))
    parted = reconcile(referee, rows)
    assert parted.parts and parted.parts.hand == list(running(referee))[wrong], f"seed {seed}"


def test_what_was_likeliest_written_wrong() -> None:
    referee = evening()
    last = max(running(referee))
    before = totals_of(referee, last - 1)
    for who, total in referee.scores.items():
        points = total - before[who]
        if points:
            for kind, paper in (("sign", total - 2 * points), ("left-out", total - points)):
                slips = reconcile(referee, [{**referee.scores, who: paper}]).slips
                assert any((slip.hand, slip.kind) == (last, kind) and who in slip.text for slip in slips)
    who, total = max(referee.scores.items(), key=lambda pair: pair[1])
    assert total >= 10
    turned = int(str(total)[1] + str(total)[0] + str(total)[2:])
    assert turned == total or "digits" in [slip.kind for slip in reconcile(referee, [{who: turned}]).slips]


def test_more_hands_on_paper_than_were_told() -> None:
    referee = evening(1)
    with pytest.raises(ValueError):
        reconcile(referee, [referee.scores] * 3)


# The command


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "evening.db"
    with oh_hell(path, *FIRST_HAND) as session:
        assert session.referee.scores == {"Ann": 10, "Ben": 10, "Cat": -10}
    return path


def test_agreeing(db: Path) -> None:
    result = referee(db, "reconcile", "Ann=10 Ben=10, cat = -10")
    assert result == (FINE, "The paper agrees.\n", "")


def test_a_row_needs_no_quotes(db: Path) -> None:
    assert referee(db, "reconcile", "Ann=10", "Ben=10", "Cat=-10") == (FINE, "The paper agrees.\n", "")


def test_parting(db: Path) -> None:
    result = referee(db, "reconcile", "Ann=10 Ben=10 Cat=10", "--plain")
    assert result.code == REFUSED
    assert "hand 1" in result.out.splitlines()[0]
    assert any(line.startswith("  Cat's -10 of hand 1 ") for line in result.out.splitlines())
    parted = json.loads(referee(db, "reconcile", "Ann=10 Ben=10 Cat=10", "--json").out)
    assert (parted["agrees"], parted["hand"]) == (False, 1)
    assert parted["rows"][0]["apart"] == {"Cat": 20}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("Ann 10",), USAGE),
        (("Ann=10 Ann=10",), USAGE),
        (("Ann=ten",), USAGE),
        (("",), USAGE),
        (("Zoe=10",), NOTHING),
        (("Ann=1", "Ann=1", "Ann=1"), USAGE),
    ],
)
def test_what_is_no_row_of_totals(db: Path, words: tuple[str, ...], code: int) -> None:
    result = referee(db, "reconcile", *words)
    assert result.code == code and result.err
