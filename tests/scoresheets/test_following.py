"""Questions that follow another take from it what they leave out."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoresheets.questions.answer import answer
from tests.scoresheets.test_questions import sat_down

WIZARD = "wizard Ines Karl Lola"
ROUNDS = ("bids 1 0 1", "tricks 1 0 0", "bids 0 2 1", "tricks 0 1 1", "bids 2 0 1")
OH_HELL = "oh-hell Ines Karl Lola first-hand=4"
TRICKS = (
    "deal Ines", "upcard 7H", "Karl bids 1", "Lola bids 2", "Ines bids 2", "Karl plays 9S",
    "Lola plays QS", "Ines plays 4S",
    "Lola plays KC", "Ines plays 3C", "Karl plays 8C", "Lola plays 5D", "Ines plays AD", "Karl plays 2D",
)  # fmt: skip

CRIBBAGE = "cribbage Mara Nico"
PEGS = ("Nico pegs 3", "Nico shows 9", "Mara shows 4", "Mara crib 2", "deal", "Mara pegs 1")


@pytest.mark.parametrize(
    ("table", "told", "before", "text", "first"),
    [
        (WIZARD, ROUNDS, "what did Karl bid?", "and Ines?", "2"),
        (WIZARD, ROUNDS, "what did Karl bid?", "what about last round?", "2 (hand 2)"),
        (WIZARD, ROUNDS, "how many tricks did Ines take last round?", "and the one before?", "1 of 1 (hand 1)"),
        (WIZARD, ROUNDS, "who missed last round?", "what did he bid?", "2 (hand 2)"),
        (WIZARD, ROUNDS, "who is last?", "how far behind is he?", "40 points behind Ines"),
        (OH_HELL, TRICKS, "who won the last trick?", "and the one before?", "Lola, with K♣"),
        (OH_HELL, TRICKS, "who led to the second trick?", "and the first?", "Karl led 9♠"),
        (OH_HELL, TRICKS, "has the ace of diamonds been played?", "and the king?", "Not that the table knows"),
        (OH_HELL, TRICKS, "can Ines lead the two of hearts?", "and the nine of spades?", "No"),
        (OH_HELL, TRICKS, "can Ines lead the nine of spades?", "why not?", "9♠"),
        (OH_HELL, TRICKS, "how many tricks has Lola taken?", "how many does she need?", "0 more"),
        (OH_HELL, TRICKS, "who bid the most?", "with what?", "Karl 1, Lola 2, Ines 2"),
        (OH_HELL, TRICKS, "who led the ace of diamonds?", "has it been played?", "Yes"),
        (CRIBBAGE, PEGS, "how much did Nico get for pegging?", "and for the hand?", "9"),
    ],
)  # fmt: skip
def test_a_question_follows_another(
    tmp_path: Path, table: str, told: tuple[str, ...], before: str, text: str, first: str
) -> None:
    with sat_down(tmp_path, table, told) as session:
        asked = answer(session, before).asked
        given = answer(session, text, before=asked)
        assert given.first.startswith(first), (given.asked, given.first, given.shown)


def test_a_whole_question_follows_nothing(tmp_path: Path) -> None:
    with sat_down(tmp_path, WIZARD, ROUNDS) as session:
        for text in ("who deals?", "what did Ines bid?", "how many rounds are left?"):
            assert answer(session, text, before="what did Karl bid last round?").asked == text
