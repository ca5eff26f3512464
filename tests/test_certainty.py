"""How certain a breach is: proven, possible until one more fact is known, or without evidence."""

from __future__ import annotations

from referee import Referee, find_game
from referee.table.certainty import UNFOUNDED, Certainty, in_words, of, of_line
from tests.tables import entered_at

TOLD = ["deal Ann 3", "upcard 7H", "Ben bids 1", "Cat bids 1", "Ann bids 2"]


def table(*lines: str) -> Referee:
    return entered_at("oh-hell", *TOLD, *lines, house={"first-hand": "3"})


def test_a_play_off_suit_is_possible_until_the_hand_is_told() -> None:
    referee = table("Ben plays QS")
    suspicion = of(referee.can("Cat plays 2D"))
    assert suspicion.certainty is Certainty.POSSIBLE
    assert "`Cat had …`" in suspicion.of[0].why
    assert of(referee.can("Cat plays 2S")).certainty is Certainty.NO_EVIDENCE
    referee.hear("Cat dealt 2D 3D 4S")
    proven = of(referee.can("Cat plays 2D"))
    assert (proven.certainty, proven.of[0].rule) == (Certainty.PROVEN, "follow-suit")


def test_a_line_that_was_possible_is_settled_by_what_came_later() -> None:
    referee = table("Ben plays QS", "Cat plays 2D")
    line = len(referee.entries)
    assert of_line(referee, line).certainty is Certainty.POSSIBLE
    for text in ("Ann plays KS", "trick 2H 3H 4D", "trick 5D 6D 9C"):
        assert referee.hear(text).accepted, text
    assert of_line(referee, line).certainty is Certainty.NO_EVIDENCE  # all three cards are known, and none is a spade


def test_a_line_is_proven_by_the_card_that_came_to_light() -> None:
    referee = table("Ben plays QS", "Cat plays 2D")
    line = len(referee.entries)
    for text in ("Ann plays KS", "Ann plays 2H", "Ben plays 3H", "Cat plays 4S"):
        assert referee.hear(text).accepted, text
    suspicion = of_line(referee, line)
    assert suspicion.certainty is Certainty.PROVEN
    assert suspicion.of[0].proof == (line, line + 4)
    assert next(iter(in_words(suspicion))).endswith(" [revoke]")


def test_a_line_let_stand_is_proven_and_a_bid_has_nothing_against_it() -> None:
    referee = table("Ben plays QS", "Cat dealt 2D 3D 4S")
    assert referee.hear("Cat plays 2D", overrule=True).accepted
    assert of_line(referee, len(referee.entries)).certainty is Certainty.PROVEN
    assert list(in_words(of_line(referee, 3))) == [UNFOUNDED]
    assert of_line(referee, 99).certainty is Certainty.NO_EVIDENCE


def test_every_card_of_a_trick_told_in_one_line_is_looked_at() -> None:
    referee = table("trick QS KS 2D")
    suspicion = of_line(referee, len(referee.entries))
    assert suspicion.certainty is Certainty.POSSIBLE
    assert [reason.rule for reason in suspicion.of] == ["follow-suit"] and "`Ann had …`" in suspicion.of[0].why


def test_a_line_that_nobody_speaks_has_no_evidence() -> None:
    referee = Referee(find_game("piquet"), ["Ann", "Ben"])
    for text in ("deal Ann", "Ben discards 5", "Ann discards 2", "talon KH"):
        assert referee.hear(text).accepted, text
    assert of_line(referee, 4).certainty is Certainty.NO_EVIDENCE  # every card was dealt to somebody
