"""Lines in short: what they stand for, and what they are never taken for."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from referee import Referee, find_game
from referee.shorthand import Several, in_full

FIVE = ("Ann", "Ben", "Cat", "Dan", "Eve")


def table(*lines: str, game: str = "oh-hell", players: tuple[str, ...] = FIVE, **house: str) -> Referee:
    chosen: Mapping[str, str] = house or ({"first-hand": "5"} if game == "oh-hell" else {})
    referee = Referee(find_game(game), players, chosen)
    for line in lines:
        assert told(referee, line)[-1].startswith("accepted: "), line
    return referee


def told(referee: Referee, line: str) -> list[str]:
    """What a line in short comes to: the verdicts and the reports, up to the first that is refused."""
    said = []
    for text in in_full(line, referee):
        ruling = referee.hear(text)
        said.append(f"{ruling.verdict}: {text}")
        if not ruling.accepted:
            break
    return said


def test_a_whole_hand_in_three_lines() -> None:
    referee = table("d")
    assert told(referee, "1 0 2 1 2") == [
        "accepted: Ben bids 1",
        "accepted: Cat bids 0",
        "accepted: Dan bids 2",
        "accepted: Eve bids 1",
        "accepted: Ann bids 2",
    ]
    assert told(referee, "1, 0, 2, 1, 1") == [
        "accepted: Ben takes",
        "accepted: Cat takes 0",
        "accepted: Dan takes 2",
        "accepted: Eve takes",
        "accepted: Ann takes",
    ]
    assert dict(referee.scores) == {"Ann": -10, "Ben": 10, "Cat": 10, "Dan": 20, "Eve": 10}


@pytest.mark.parametrize("line", ["-10 45-20", "-10, 45 - 20", "-5-5 40+5 - 20"])
def test_sums_go_round_the_table(line: str) -> None:
    referee = table("deal Cat", "Ann scores 50 + 40", game="500-rummy", players=("Ann", "Ben", "Cat"))
    assert told(referee, line) == ["accepted: Ben scores 0 held 10", "accepted: Cat scores 45 held 20"]


@pytest.mark.parametrize(
    ("line", "reports"),
    [
        ("2", ["accepted: Ben bids 2"]),
        ("1+1", ["accepted: Ben bids 2"]),
        ("b 2", ["accepted: Ben bids 2"]),
        ("Ben 2", ["accepted: Ben bids 2"]),
        ("bi 2", ["accepted: Ben bids 2"]),
        ("be bi 2", ["accepted: Ben bids 2"]),
        ("c 2", ["illegal: Cat bids 2"]),
        ("9", ["illegal: Ben bids 9"]),
        ("1 9 1", ["accepted: Ben bids 1", "illegal: Cat bids 9"]),
        ("Ben bids 2", ["accepted: Ben bids 2"]),
        ("bids 2", ["accepted: bids 2"]),
        ("7h", ["accepted: upcard 7H"]),
        ("adj Ann 5", ["accepted: adjust Ann +5"]),
        ("Ben bidz 2", ["unclear: Ben bidz 2"]),
        ("zz", ["unclear: zz"]),
        ("h", ["unclear: h"]),  # no trump by a slip of the finger
        ("e", ["unclear: e"]),  # neither Eve nor the end
        ("mis", ["unclear: mis"]),
        ("en", ["unclear: en"]),
        ("ad Ann 5", ["unclear: ad Ann 5"]),
        ('"', ['unclear: "']),
    ],
)
def test_in_the_bidding(line: str, reports: list[str]) -> None:
    assert told(table("deal"), line) == reports


@pytest.mark.parametrize(
    ("line", "reports"),
    [
        ("QS 3S KS 4S 2S", ["accepted: trick QS 3S KS 4S 2S"]),
        ("QS3SKS4S2S", ["accepted: trick QS 3S KS 4S 2S"]),
        ("QS 3S", ["accepted: Ben plays QS", "accepted: Cat plays 3S"]),
        ("Ben QS", ["accepted: Ben plays QS"]),
        ("qs", ["accepted: Ben plays QS"]),
        ("Cat", ["accepted: Cat takes"]),
        ("c", ["accepted: Cat takes"]),
        ("Cat 2", ["accepted: Cat takes 2"]),
        ("ta 2", ["unclear: takes 2"]),  # whoever takes must be named
        ("2", ["unclear: takes 2"]),
        ("2 2 1", ["accepted: Ben takes 2", "accepted: Cat takes 2", "accepted: Dan takes"]),
        ("Cat 2 2 1", ["accepted: Cat takes 2", "accepted: Dan takes 2", "accepted: Eve takes"]),
        ("d", ["accepted: Dan takes"]),
    ],
)
def test_in_the_play(line: str, reports: list[str]) -> None:
    assert told(table("deal", "upcard 7H", "1 1 1 1 2"), line) == reports


def test_what_comes_too_late_deals_no_hand() -> None:
    referee = table("deal", "1 1 1 1 2", "1 1 1 1 1")
    for line in ("4", "1 1 1 1 1", "b", "Ben 4"):
        assert told(referee, line)[0].startswith("unclear: "), line
    assert told(referee, "d") == ["accepted: deal Ben"]


def test_the_whole_name_of_a_player_deals() -> None:
    assert told(table(), "Eve") == ["accepted: deal Eve"]


def test_what_could_be_two_is_asked() -> None:
    referee = table("deal", "1")  # Cat is next
    with pytest.raises(Several) as caught:
        told(referee, "b 1")
    assert set(caught.value.texts) == {"Ben bids 1", "Cat bids 1"}
    assert "b 1 could be " in caught.value.message


def test_of_two_verbs_the_one_that_is_allowed_is_meant() -> None:
    players = ("Ann", "Ben", "Cat", "Dan")
    referee = table("Ben turns 4C KD JS 6H", "deal", game="farmer", players=players)
    assert told(referee, "hits 9H") == ["accepted: hits 9H"]
    assert told(referee, "s") == ["accepted: Cat stays"]
    assert told(referee, "h") == ["accepted: Dan hits"]


def test_numerals_are_numbers_where_a_number_can_be_told() -> None:
    players = ("Ann", "Ben", "Cat", "Dan")
    referee = table("Ben turns 4C KD JS 6H", "deal", game="farmer", players=players)
    assert told(referee, "10 9 8 7") == [f"accepted: {report}" for report in
        ("Cat holds 10", "Dan holds 9", "Ann holds 8", "Ben holds 7")]  # fmt: skip


def test_where_only_ranks_matter_numerals_are_ranks() -> None:
    referee = table("deal", "upcard 7H", "1 1 1 1 2")
    assert told(referee, "AH 10H") == ["accepted: Ben plays AH", "accepted: Cat plays 10H"]


def test_a_card_beats_the_beginning_of_a_name() -> None:
    referee = table("deal", "upcard 7H", "1 1 4", players=("Astrid", "Ben", "Cat"))
    assert told(referee, "AS 2S") == ["accepted: Ben plays AS", "accepted: Cat plays 2S"]
    assert told(referee, "a KS") == ["accepted: Astrid plays KS"]


def test_names_with_blanks_are_quoted() -> None:
    players = ("Mary Ann", "Ben", "Cat")
    referee = table("deal", "1 1", players=players)
    assert told(referee, '"Mary Ann" 4') == ['accepted: "Mary Ann" bids 4']
