"""*I*, *we* and *they* at the live table, and lines with words that nobody declared."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee import Referee, find_game
from scoresheets.cli.first_person import introduced, says_who, with_names
from scoresheets.cli.prompt_lines import Sitting
from scoresheets.keeping.journal import open_journal
from tests.evening import at_table
from tests.test_said_loosely import FOUR, THREE, fresh


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


def test_a_guess_is_entered_only_when_it_is_chosen(tmp_path: Path) -> None:
    lines = "d", "ben's gotta take 4"
    assert at_table(fresh(tmp_path), "oh-hell", THREE, *lines, "cat 2") == ["deal Ann"]
    assert at_table(tmp_path, "oh-hell", THREE, *lines, "yes") == ["deal Ann", "Ben bids 4"]


@pytest.mark.parametrize("what", ["x, ", "Ben 3, ", "Ann had 3 not 4, ", "everybody but ", "b3 ", "me and "])
def test_a_line_may_be_as_long_as_it_likes(what: str, tmp_path: Path) -> None:
    """Nothing is saved, and nothing breaks off: a person can't have meant hundreds of clauses."""
    assert at_table(tmp_path, "oh-hell", THREE, "I'm Ann", what * 400) == []


@pytest.mark.parametrize("line", ["oops ben had {} not 1", "oops cat took {}", "fix cat {}", "ben had 1 not {}"])
def test_a_number_of_thousands_of_digits_corrects_nothing(line: str, tmp_path: Path) -> None:
    before = "Ben 0 Cat 1 Ann 0", "Ben 1"
    told = at_table(fresh(tmp_path), "wizard", THREE, *before)
    assert at_table(tmp_path, "wizard", THREE, *before, line.format("9" * 5000)) == told


def test_nobody_is_called_me(tmp_path: Path) -> None:
    """A game that is asked for while another is open wants a name."""
    with open_journal(tmp_path / "table.db", create=True) as kept:
        sitting = Sitting(kept.new("oh-hell", THREE.split()), brief=True)
        sitting.hear("new piquet, me and Ben")
        assert sitting.session.slug == "oh-hell"


def test_who_types_can_be_said_again(tmp_path: Path) -> None:
    lines = "I'm Ben", "I'm Ann", "i got 4 hearts"
    assert at_table(tmp_path, "hearts", FOUR, *lines) == ["Ann hearts 4"]


def test_who_types_is_forgotten_in_a_game_without_them(tmp_path: Path) -> None:
    with open_journal(tmp_path / "table.db", create=True) as journal:
        sitting = Sitting(journal.new("hearts", FOUR.split()), me="Zoe")  # type: ignore[arg-type]
        for line in ("i got 4 hearts", "1"):
            sitting.hear(line)
        assert [report.text for report in sitting.session.course.standing] == ["Ann hearts 4"]


def test_what_we_play_is_a_house_rule(tmp_path: Path) -> None:
    lines = "I'm Ann", "we only play to 4000 at our house"
    assert at_table(tmp_path, "canasta", FOUR, *lines) == ["house target=4000"]
