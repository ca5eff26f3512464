"""One-Eyed Jack: drawing the board, and overruled cards on it."""

import pytest

from referee import Referee, find_game
from referee.games.one_eyed_jack import drawn_board
from referee.testing.telling import walks
from tests.models import model

SIGNS = str.maketrans("SHDC", "♠♥♦♣")


@pytest.mark.parametrize("seed", range(5))
def test_the_board_is_drawn_as_it_lies(seed: int) -> None:
    steps, _ = next(walks(model("one-eyed-jack"), [seed]))
    position = steps[-1].position
    referee = Referee(find_game("one-eyed-jack"), position.table.seats)
    for move in (*model("one-eyed-jack").opening(position), *(step.move for step in steps[:-1])):
        assert referee.hear(move.text).accepted
    head, *rows = drawn_board(referee.hand)  # type: ignore[arg-type]
    assert head == ("", *(f" {letter}" for letter in "abcdefghij"))
    for number, cells in enumerate(rows, 1):
        assert cells[0] == f"{number:>2}"
        for letter, cell in zip("abcdefghij", cells[1:], strict=True):
            owner, shown = (squares.get(f"{letter}{number}", "JK") for squares in (position.markers, position.shown))
            assert cell == (
                f"[{owner[0]}]" if owner != "JK" else shown if shown == "JK" else shown.translate(SIGNS)
            ).ljust(3)


def test_what_is_let_stand_replaces_a_marker_and_a_corner_counts_for_nothing() -> None:
    referee = Referee(find_game("one-eyed-jack"), ["Ann", "Ben"])
    for text in ("deal Ben", "Ann plays AS on b1", "~ Ben plays AH on b1", "~ Ann plays 2S on a1"):
        assert referee.hear(text.removeprefix("~ "), overrule=text[0] == "~").accepted
    assert referee.fact("markers") == 1
    assert referee.fact("at")["b1"] == "Ben"


def test_the_board_is_drawn_within_80_columns() -> None:
    for names in (["Ann", "Ben"], ["Ann", "Al", "Abe"], ["Ann", "Anna"], ["Ann", "Ben", "Cat", "Dan"]):
        referee = Referee(find_game("one-eyed-jack"), names)
        for text in (f"deal {names[-1]}", "plays AS on b1", "plays 2S on c1"):
            assert referee.hear(text).accepted
        rows = list(drawn_board(referee.hand))  # type: ignore[arg-type]
        widths = [max(len(row[column]) for row in rows) for column in range(11)]
        assert sum(widths) + 10 <= 80 and max(widths) <= 6
        assert rows[1][2].strip() != rows[1][3].strip()
