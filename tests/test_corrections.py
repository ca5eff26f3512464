"""A correction between hands can end the game like the end of a hand. Models and records check it in every game."""

from __future__ import annotations

import pytest

from referee import Referee, find_game


def table(slug: str, players: str, house: dict[str, str], *lines: str) -> Referee:
    """A table after all of these reports."""
    referee = Referee(find_game(slug), players.split(), house)
    tell(referee, *lines)
    return referee


def tell(referee: Referee, *lines: str) -> None:
    for line in lines:
        for text in line.split("; "):
            assert (ruling := referee.hear(text)).accepted, f"{text}: {ruling.message}"


LATE = {"rule.late": "30 Being late costs 30."}


def test_a_penalty_ends_the_game() -> None:
    referee = table("hearts", "Ann Ben Cat Dan", {"target": "30"} | LATE, "Ann hearts 13; Ben queen")
    assert not referee.over
    tell(referee, "penalty Cat late")
    assert referee.over and referee.winners() == ["Dan"]
    referee.undo()
    assert not referee.over


def test_chips_that_a_player_pays_are_a_correction_where_they_are_the_score() -> None:
    """No game of referee's ends by chips, so the end doesn't change."""
    referee = table("kabu", "Ann Ben", {"hands": "1"}, "deal Ann; Ann holds 9; Ben holds 5")
    assert referee.over and referee.winners() == ["Ann"]
    tell(referee, "Ann pays Ben 30")
    assert referee.over and referee.winners() == ["Ben"]


def test_in_mid_hand_it_waits_for_the_end_of_the_hand() -> None:
    referee = table("ecarte", "Ann Ben", {"target": "3"}, "deal Ann; adjust Ben +3")
    assert not referee.over
    tell(referee, "Ben proposes; Ben takes 5")
    assert referee.winners() == ["Ben"]


def test_a_hand_that_is_thrown_in_leaves_the_correction_which_ends_the_game() -> None:
    referee = table("ecarte", "Ann Ben", {"target": "3"}, "deal Ann; adjust Ben +3; misdeal")
    assert referee.winners() == ["Ben"]
    assert referee.hear("deal").rules == ("game-over", "game-point")


def test_before_the_first_hand_too() -> None:
    referee = table("last-one", "Ann Ben Cat", {}, "adjust Ann +250")
    assert referee.dealer == "Ben" and not referee.hear("Ann deals 5").accepted
    tell(referee, "adjust Cat +250")
    assert referee.winners() == ["Ben"]
    tell(referee, "adjust Ann -1; deal Ann 5")


@pytest.mark.parametrize("players", [2, 3])
def test_when_the_table_has_stopped_it_says_who_has_won(players: int) -> None:
    names = ["Ann", "Ben", "Cat"][:players]
    referee = table("tally", " ".join(names), {"target": "10"}, f"{' '.join('9' * players)}; end")
    assert referee.broken_off and not referee.winners()
    tell(referee, "adjust Ben +1")
    assert not referee.broken_off and referee.winners() == ["Ben"]
    tell(referee, "adjust Ben -1")
    assert referee.broken_off and not referee.winners() and referee.over


def test_somebody_who_has_just_joined_may_reach_the_target() -> None:
    referee = table("tally", "Ann Ben", {"target": "10"}, "4 5; Cat joins; adjust Cat +10")
    assert referee.winners() == ["Cat"]
    assert not referee.hear("Dan joins").accepted


def test_the_house_of_the_last_hand_says_what_ends_it() -> None:
    """A house rule changes from the next deal, and a correction belongs to the hand before."""
    referee = table("ecarte", "Ann Ben", {"target": "3"}, "deal Ann; Ben proposes; Ben takes 5; house target=5")
    tell(referee, "adjust Ben +1")
    assert referee.winners() == ["Ben"]


def test_cards_told_late_and_results_told_again_leave_the_correction() -> None:
    referee = table("oh-hell", "Ann Ben Cat", {"hands": "1", "first-hand": "1"}, "deal Ann; trump H")
    tell(referee, "Ben bids 1; Cat bids 0; Ann bids 1; Ben takes 1")
    assert not referee.over
    tell(referee, "adjust Cat +1")
    assert referee.winners() == ["Cat"]
    before = referee.over, referee.winners(), referee.scores
    tell(referee, "Ben takes 1; Ben dealt AH")
    assert (referee.over, referee.winners(), referee.scores) == before


def test_a_note_changes_nothing() -> None:
    referee = table("ecarte", "Ann Ben", {"target": "3"}, "deal Ann; Ben proposes; Ben takes 5; adjust Ben +1")
    for text in ("note well played", "end", "note good night"):
        tell(referee, text)
        assert referee.winners() == ["Ben"] and not referee.broken_off


def test_whoever_is_out_by_the_house_of_the_next_deal_does_not_deal_it() -> None:
    lines = "deal Ann 5; house limit=50", "Cat out; Ann holds 20; Ben holds 60"
    referee = table("last-one", "Ann Ben Cat", {}, *lines)
    assert not referee.over and referee.dealer == "Cat"
    tell(referee, "house limit=250")
    assert referee.dealer == "Ben"
