"""Tëtka: the hand with a point less, conclusions from counting, and a hand entered twice."""

from referee import Referee, find_game

SEATS = ["Ann", "Ben", "Cat", "Dan"]


def test_a_hand_of_eight() -> None:
    """Nobody has the point for most tricks once the table continues. Until then it may still be entered."""
    lines = ["upcard 2H", "Ben takes 4 QS QC", "Cat takes 4 QD", "Dan takes 3 bum tetka last", "Ann takes 2 rank"]
    for closing, over in (("deal Ben", False), ("end", True)):
        referee = Referee(find_game("tetka"), SEATS)
        for line in ["deal Ann", *lines]:
            assert referee.hear(line).accepted, line
        assert referee.next() == ["Ben"]  # deals, unless somebody says who has the most
        assert referee.hear(closing).accepted
        assert dict(referee.scores) == {"Ann": 1, "Ben": 2, "Cat": 1, "Dan": 4}
        assert referee.over == over
        referee.undo()
        assert referee.hear("Cat takes most").accepted
        assert dict(referee.scores) == {"Ann": 1, "Ben": 2, "Cat": 2, "Dan": 4}


def test_what_counting_shows_rests_on_no_line() -> None:
    referee = Referee(find_game("tetka"), ["Ann", "Ben", "Cat", "Dan"])
    for text in ("deal Dan", "upcard 3D", "Ann takes 12", "Ben takes 1 last"):
        assert referee.hear(text).accepted
    ruling = referee.hear("Ben takes rank")
    assert ruling.rules and not any(breach.proof for breach in ruling.broken)
