"""*I*, *we* and *they* at the live table, and lines with words that nobody declared."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import Referee, find_game
from referee.entry.guesses import guesses
from scoresheets.cli.first_person import introduced, says_who, with_names
from tests.cli.test_said_loosely import FOUR, THREE, fresh
from tests.evening import at_table


@pytest.mark.parametrize(
    ("text", "seat"),
    [
        ("I'm Ann", "Ann"), ("i am ann.", "Ann"), ("Hi, this is Ben", "Ben"), ("cat here", "Cat"), ("im ben", "Ben"),
        ("it's Ben", ""), ("I'm out", ""), ("Ann", ""), ("here", ""),
    ],
)  # fmt: skip
def test_a_player_says_who_types(text: str, seat: str) -> None:
    assert introduced(text, Referee(find_game("oh-hell"), THREE.split())) == seat


@pytest.mark.parametrize(
    ("slug", "line", "named"),
    [
        ("oh-hell", "i got 2, ben 3", "Ann got 2, ben 3"),
        ("oh-hell", "me and ben made it", "Ann and ben made it"),
        ("oh-hell", "I've got my bid", "Ann has got his bid"),
        ("oh-hell", "they got 2", "they got 2"),
        ("oh-hell", "my bid was 2", "Ann's bid was 2"),
        ("canasta", "they got 2", "Ben+Dan got 2"),
        ("oh-hell", "note I was late", "note I was late"),
        ("canasta", "we got 500, they 320", "Ann+Cat got 500, Ben+Dan 320"),
        ("canasta", "our red threes", "Ann+Cat red threes"),
    ],
)
def test_names_take_the_place_of_who_types(slug: str, line: str, named: str) -> None:
    players = (FOUR if slug == "canasta" else THREE).split()
    assert with_names(line, "Ann", Referee(find_game(slug), players)) == named  # type: ignore[arg-type]


def test_a_player_called_i_is_no_pronoun() -> None:
    assert not says_who("i 3", Referee(find_game("oh-hell"), ["I", "Ben", "Cat"]))


def test_the_table_asks_once_who_types(tmp_path: Path) -> None:
    lines = "i got 4 hearts", "1", "dan none", "me the queen"
    assert at_table(tmp_path, "hearts", FOUR, *lines) == ["Ann hearts 4", "Dan hearts 0", "Ann queen"]


def test_what_is_due_needs_no_name(tmp_path: Path) -> None:
    """*I* is whoever is next, as long as nobody has said who types."""
    assert at_table(tmp_path, "oh-hell", THREE, "d", "i'll go 3") == ["deal Ann", "Ben bids 3"]
    assert at_table(fresh(tmp_path), "oh-hell", THREE, "I'm Ann", "i dealt, hearts are trumps. ben 3") == [
        "deal Ann", "trump H", "Ben bids 3",
    ]  # fmt: skip


GUESSED = [
    ("oh-hell", THREE, ["deal"], "ben's gotta take 4", ["Ben bids 4"]),
    ("oh-hell", THREE, ["deal"], "put ben down for 3", ["Ben bids 3"]),
    ("canasta", FOUR, [], "ann drew a red three", ["Ann+Cat threes 1"]),
    ("tally", THREE, [], "add 5 to ben", ["Ben scores 5"]),
    ("tally", THREE, [], "take 5 off ben", []),
    ("tally", THREE, [], "everybody sang 5", []),
    ("tally", THREE, [], "ben sang 5 of 7 songs", []),
    ("tally", THREE, [], "ben sang", []),
    ("tally", THREE, [], "who sang 5", []),
    ("yahtzee", "Ann Ben", [], "ben put 24 in chance", ["Ben chance 24"]),
]


@pytest.mark.parametrize(("slug", "players", "before", "line", "guessed"), GUESSED)
def test_a_line_with_unknown_words_is_guessed_only_if_the_rest_fits(
    slug: str, players: str, before: list[str], line: str, guessed: list[str]
) -> None:
    referee = Referee(find_game(slug), players.split())
    for text in before:
        assert referee.hear(text).accepted
    assert guesses(line, referee) == guessed


def test_a_guess_is_entered_only_when_it_is_chosen(tmp_path: Path) -> None:
    lines = "d", "ben's gotta take 4"
    assert at_table(fresh(tmp_path), "oh-hell", THREE, *lines, "cat 2") == ["deal Ann"]
    assert at_table(tmp_path, "oh-hell", THREE, *lines, "yes") == ["deal Ann", "Ben bids 4"]


@pytest.mark.parametrize("what", ["x, ", "Ben 3, ", "Ann had 3 not 4, ", "everybody but ", "b3 ", "me and "])
def test_a_line_may_be_as_long_as_it_likes(what: str, tmp_path: Path) -> None:
    """Nothing is saved, and nothing breaks off: a person can't have meant hundreds of clauses."""
    assert at_table(tmp_path, "oh-hell", THREE, "I'm Ann", what * 400) == []
