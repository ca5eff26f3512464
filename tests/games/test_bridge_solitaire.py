"""Bridge Solitaire: revokes found later, proofs by counting, and sure tricks by the rulebook."""

from __future__ import annotations

import random

import pytest

from referee import Referee, find_game
from referee.cards import cards
from referee.games._bridge_solitaire import sure_tricks
from referee.testing.telling import walks
from tests.models import bridge_solitaire as model
from tests.models import tried

ANN = "Ann"


@pytest.mark.parametrize("seed", range(40))
def test_what_was_done_wrong_is_found_and_nothing_else(seed: int) -> None:
    chance, referee = random.Random(seed), Referee(find_game("bridge-solitaire"), [ANN])
    steps, _ = next(walks(tried("bridge-solitaire").model, [seed]))
    texts = ["deal", *(step.move.text for step in steps if step.move.verb in ("bids", "passes"))]
    p, guilty = next(step.position for step in steps if step.move.verb == "plays"), False
    while plays := [move for move in model.moves(p) if move.verb == "plays" and "?" not in move.words]:
        wrong = [move for move in plays if move.breaks == ("follow-suit",)] if not guilty else []
        move = chance.choice(wrong or [move for move in plays if not move.breaks])
        guilty, p = guilty or bool(wrong), model.after(p, move)
        texts.append(move.text)
    rulings = [referee.hear(text) for text in (*texts, f"dealt {' '.join(p.hand)}")]
    assert all(ruling.accepted for ruling in rulings), (texts, [ruling.message for ruling in rulings])
    names = {finding.name for ruling in rulings for finding in ruling.findings} - {"honours-held"}
    assert names == ({"revoke"} if guilty else set()), texts


TURNED = "5S-KS 2H-AH 9D-AD"  # 28 of the stock's cards; 2S 3S 4S 5D 6D 7D 8D lie face down


def table(*texts: str) -> Referee:
    """A hand of clubs against the house's clubs, with only the open cards known."""
    referee = Referee(find_game("bridge-solitaire"), [ANN])
    for text in ("deal", "upcard AKQJ109C 8765C 432D", "keeps AKQJ109C", "house bids 1C", "passes", *texts):
        ruling = referee.hear(text)
        assert ruling.accepted and not ruling.findings, f"{text}: {ruling.message} {ruling.findings}"
    return referee


def test_counting_proves_that_a_hand_nobody_told_must_follow() -> None:
    """Eight cards are unseen, five of them aren't spades, and seven are in the hand."""
    referee = table(f"trick AC {TURNED} 2C", "trick KC 3C", "trick QC 4C", "trick JC JK", "house plays AS")
    ruling = referee.can("plays 10C")
    assert ruling.rules == ("follow-suit",)
    assert referee.can("plays 4S").accepted
    assert "one-pack" in referee.can("plays 5H").rules


def test_counting_proves_a_revoke_as_soon_as_the_cards_are_seen() -> None:
    referee = table("trick AC JK", "house plays AS")
    assert [doubt.rule for doubt in referee.can("plays 9C").doubts] == ["follow-suit"]
    for text in ("plays 9C", "trick KC 2C"):
        ruling = referee.hear(text)
        assert ruling.accepted and not ruling.findings
    assert not referee.can("trick QC 5S-QS 2H-AH 9D-JD 3C").findings  # three cards fewer: the hand may hold them
    findings = referee.hear(f"trick QC {TURNED} 3C").findings
    assert [(finding.name, finding.who, finding.proof[0]) for finding in findings] == [("revoke", ANN, 8)]


@pytest.mark.parametrize(
    ("hand", "sure"),
    [
        ("AQ109D", 2),  # the rulebook's
        ("AKQJ108C Q87H 94S 3D JK", 6),
        ("AQ1032H 3D K43C A93S JK", 5),
        ("QJ10S", 1),
        ("KD", 0),
        ("K2D", 1),
    ],
)
def test_sure_tricks_are_those_of_the_rulebook(hand: str, sure: int) -> None:
    assert sure_tricks(cards(hand)) == sure
    if len(cards(hand)) == 13:
        referee = Referee(find_game("bridge-solitaire"), [ANN])
        assert referee.hear("deal").accepted
        assert referee.hear(f"dealt {hand}").accepted
        assert referee.fact("winning-tricks") == sure


def test_four_honours_may_be_worth_more_than_five() -> None:
    referee = Referee(find_game("bridge-solitaire"), [ANN], {"four-honours": "200"})
    assert all(referee.hear(text).accepted for text in ("deal", "house passes", "bids 2S", "claims honours 200"))
