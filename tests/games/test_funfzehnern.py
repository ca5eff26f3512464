"""Fünfzehnern: conclusions from the hands that were entered."""

from referee import Referee, find_game

SEATS = ["Ann", "Ben", "Cat", "Dan"]


def test_a_zwang_calls_exactly_one_ace() -> None:
    """If three hands are known, the fourth must have the ace."""
    referee = Referee(find_game("funfzehnern"), SEATS)
    for text in (
        "deal Dan",
        "Ann dealt KQ987s KQJh",
        "Ben dealt J10s A109h A109d",
        "Dan dealt 87h KQJ87d 7c",
        "Ann declares zwang",
        "Ann plays QS",
        "Ben plays 10S",
    ):
        assert referee.hear(text).accepted, text
    assert "zwang-answer" in referee.hear("Cat plays AC").rules
    assert referee.hear("Cat plays AS").accepted
