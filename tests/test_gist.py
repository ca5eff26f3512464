"""The gist of sentences that say more than the referee knows the words of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee import Referee
from referee.entry.gist import gist, meanings
from scoresheets.catalogue import game_called
from tests.evening import at_table

FOUR = "Ann Ben Cat Dan"

BIDS = ["Ann bids 4", "Ben bids 3", "Cat bids 3", "Dan bids 0"]

WHOLE = [
    ("spades", FOUR, BIDS, "Hand's done: Ann took 5, Ben 3, Cat got 4 and Dan, bad luck, got landed with one",
     ["Ann tricks 5", "Ben tricks 3", "Cat tricks 4", "Dan tricks 1"]),
    ("spades", FOUR, [], "Third deal. Ann starts with 4, Ben has two, Cat five, and Dan says 1",
     ["Ann bids 4", "Ben bids 2", "Cat bids 5", "Dan bids 1"]),
    ("spades", FOUR, [], "Ann opens with five, Ben's got a two, Cat fancies 3, Dan 1",
     ["Ann bids 5", "Ben bids 2", "Cat bids 3", "Dan bids 1"]),
    ("canasta", FOUR, [], "Ben put down a natural canasta plus one mixed", ["Ben+Dan naturals", "Ben+Dan mixed"]),
    ("canasta", FOUR, ["Ben out"], "Ann has one mixed canasta and Cat turned up a red three",
     ["Ann+Cat mixed", "Ann+Cat threes 1"]),
    ("canasta", FOUR, ["Ben out"], "Ben and Dan put down two naturals, one mixed and one red three",
     ["Ben+Dan naturals 2", "Ben+Dan mixed", "Ben+Dan threes 1"]),
    ("hearts", FOUR, [], "Ann landed five hearts, Ben has the black lady and 2, Cat 6",
     ["Ann hearts 5", "Ben queen", "Ben hearts 2", "Cat hearts 6"]),
    ("yahtzee", FOUR, [], "Ann takes a zero in small straight and Ben three threes",
     ["Ann small-straight 0", "Ben threes 3"]),
    ("yahtzee", FOUR, [], "Cat has a full house, Dan fours with 4 of them", ["Cat full-house 25", "Dan fours 4"]),
    ("scopa", "Ann Ben", ["deal Ann"], "two scope for Ben and one for Ann", ["Ben sweeps 2", "Ann sweeps"]),
    ("scopa", "Ann Ben", ["deal Ann"], "Ann had 22 cards, Ben 18", ["Ann holds 22 cards", "Ben holds 18 cards"]),
    ("oh-hell", FOUR, ["deal Dan 10", "Ann bids 4", "Ben bids 3", "Cat bids 1", "Dan bids 3"],
     "so it wound up with Ann 4, Ben 2, Cat 1, Dan 3", ["Ann takes 4", "Ben takes 2", "Cat takes", "Dan takes 3"]),
    ("crazy-eights", "Ann Ben Cat", ["house points=winner"],
     "Ann deals, Ben goes out straight away. Cat holds 27, Ann 13",
     ["deal Ann", "Ben out", "Cat holds 27", "Ann holds 13"]),
    ("whist", FOUR, ["deal Dan"], "this round Ben and Dan made 9 tricks, no honors", ["Ben+Dan tricks 9"]),
    ("thirty-one", FOUR, [], "Ben draws from the deck and chucks back the 4 of hearts",
     ["deal Ann", "Ben draws", "Ben discards 4H"]),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "players", "before", "line", "reports"), WHOLE)
def test_each_fact_of_a_sentence_is_a_report(
    slug: str, players: str, before: list[str], line: str, reports: list[str]
) -> None:
    referee = table(slug, players, before)
    found = gist(line, referee)
    assert found.reports == reports and found.is_whole
    assert [entry.report.text for entry in referee.entries] == [*texts(before, slug, players)]


@pytest.mark.parametrize(
    ("slug", "players", "before", "line"),
    [
        ("spades", FOUR, BIDS, "no, Ann took 5 and Ben 3"),
        ("spades", FOUR, BIDS, "Ann took 5, Ben 3... sorry, Cat had 3"),
        ("spades", FOUR, BIDS, "who took 5, and who had 3?"),
        ("spades", FOUR, BIDS, "Ann moaned, then Ben moaned"),
        ("spades", FOUR, BIDS, "five here, and three there"),
        ("yahtzee", FOUR, [], "Ann goes for a yahtzee and fails"),
        ("gin-rummy", "Ann Ben", [], "Ann gin, Ben was stuck with 24"),
        ("razz", FOUR, ["deal Ann"], "upcards: Ben has a 4, Cat a 7, Dan a deuce"),
        ("cribbage", "Ann Ben", ["Ann pegs 2"], "Ben has a run of three and a fifteen, that's 5, and 4 in the crib"),
    ],
)
def test_nothing_is_offered_of_what_is_said_otherwise(slug: str, players: str, before: list[str], line: str) -> None:
    assert not gist(line, table(slug, players, before)).is_whole


def test_nothing_is_offered_of_a_sentence_with_too_many_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.entry.gist.MOST_PARTS", 3)
    *_, line, reports = WHOLE[0]
    assert len(reports) > 3 and not gist(line, table("spades", FOUR, BIDS)).reports


TAKEN = [*BIDS, "Ann tricks 4"]

ONE_FACT = [
    ("spades", FOUR, [], "Ann figures on three", ["Ann bids 3", "Ann tricks 3"]),
    ("spades", FOUR, BIDS, "poor old Cat managed just the one", ["Cat tricks 1"]),
    ("oh-hell", FOUR, ["deal Dan 10"], "okay, Ann is up first with 2", ["Ann bids 2"]),
    ("hearts", FOUR, [], "Dan hoovered up four hearts", ["Dan hearts 4"]),
    ("hearts", FOUR, [], "the queen went to Ben this time", ["Ben queen"]),
    ("hearts", FOUR, [], "Ann wound up with the queen of spades", ["Ann queen"]),
    ("canasta", FOUR, [], "Ben turned up a red three", ["Ben+Dan threes 1"]),
    ("canasta", FOUR, [], "Ann finished a natural canasta", ["Ann+Cat naturals"]),
    ("yahtzee", "Ann Ben", [], "Ann ended up with a full house", ["Ann full-house 25"]),
    ("yahtzee", "Ann Ben", [], "Ann chucked 23 in chance", ["Ann chance 23"]),
    ("yahtzee", "Ann Ben", [], "Ann landed a large straight", ["Ann large-straight 40"]),
    ("gin-rummy", "Ann Ben", [], "Ann came away with 14", ["Ann wins 14"]),
    ("scopa", "Ann Ben", ["deal Ann"], "Ben bagged 18 cards", ["Ben holds 18 cards"]),
    ("wizard", FOUR, [*["Ann bids 1", "Ben bids 0", "Cat bids 0", "Dan bids 1"]], "Cat snagged the trick",
     ["Cat tricks 1"]),
    ("spades", FOUR, TAKEN, "the hand before Ben ended up with 5", []),
    ("spades", FOUR, TAKEN, "Tess ended up with 5", []),
    ("spades", FOUR, TAKEN, "Ben beat Tess by 5", []),
    ("spades", FOUR, TAKEN, "no, Ben chalked up 5", []),
    ("spades", FOUR, TAKEN, "Ben never saw 5", []),
    ("spades", FOUR, [], "Ann bods 3", ["Ann bids 3"]),
    ("spades", FOUR, [], "Ann broke 2 glasses", []),
    ("canasta", FOUR, [], "the boys 620 and the girls 500", []),
    ("tally", "Ann Ben", [], "Ann is 3 behind Ben", []),
    ("tally", "Ann Ben", [], "Ann beat Ben by 3", []),
    ("tally", "Ann Ben", [], "Ann spotted Ben 3", []),
    ("tally", "Ann Ben", [], "Ann might get 3", []),
    ("tally", "Ann Ben", [], "Ann needs 3", []),
    ("tally", "Ann Ben", [], "Ann owes 3", []),
    ("gin-rummy", "Ann Ben", [], "Ben was lumbered with 14", []),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "players", "before", "line", "reports"), ONE_FACT)
def test_a_sentence_with_one_fact_means_each_report_that_has_all_of_it(
    slug: str, players: str, before: list[str], line: str, reports: list[str]
) -> None:
    assert meanings(line, table(slug, players, before)) == [[report] for report in reports]


def test_a_sentence_with_several_readings_asks_which(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert at_table(tmp_path, "spades", FOUR, "Ann figures on three", "2") == ["Ann tricks 3"]
    assert "Which one?\n  [1] Ann bids 3\n  [2] Ann tricks 3\n" in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("slug", "line", "answer"),
    [
        ("spades", "the wine cost 12", "I don't know 'wine'."),
        ("spades", "Hand's over and the lamp fell", "I don't know 'lamp'."),
        ("canasta", "the lamp fell over", "I don't know 'lamp'."),
        ("canasta", "the house was mixed 2", "I don't understand that."),
        ("wizard", "that's the end of the hand then", "I don't understand that."),
        ("spades", "Tess ended up with 5", "Nobody here is called Tess."),
    ],
)
def test_a_sentence_that_is_not_understood_names_what_is_next_and_how_to_type_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], slug: str, line: str, answer: str
) -> None:
    assert at_table(tmp_path, slug, FOUR, line) == []
    said = "".join(capsys.readouterr())
    assert said.startswith(f"{answer}\n") and "Did you mean" not in said and "Try" not in said
    assert re.search(r"\n  Next: .*[.] For example: `Ann[^`]* \d`\n", said)


@pytest.mark.parametrize(
    ("slug", "players", "line", "reports"),
    [
        ("tally", "Ann Ben Cat", "they all got 5", ["Ann scores 5", "Ben scores 5", "Cat scores 5"]),
        ("tally", "Ann Ben Cat", "they've all got 5", ["Ann scores 5", "Ben scores 5", "Cat scores 5"]),
        ("tally", "Ann Ben Cat", "they got 5 each", ["Ann scores 5", "Ben scores 5", "Cat scores 5"]),
        ("tally", "Ann Ben Cat", "they both got 5", []),
        ("tally", "Ann Ben Cat", "Ann 5 each", ["Ann scores 5"]),
        ("tally", "Ann Ben", "both of them 5", ["Ann scores 5", "Ben scores 5"]),
        ("tally", "Ann Ben Cat", "both Ann and Cat got 10", ["Ann scores 10", "Cat scores 10"]),
        ("tally", "Ann Ben Cat", "everybody except Cat scored 4", ["Ann scores 4", "Ben scores 4"]),
        ("tally", FOUR, "everybody but Cat and Dan got 4", ["Ann scores 4", "Ben scores 4"]),
        ("rummy", "Ann Ben Cat", "Ann out; both of them 12", ["Ann out", "Ben holds 12", "Cat holds 12"]),
        ("rummy", "Ann Ben Cat", "Ann out; the rest 12", ["Ann out", "Ben holds 12", "Cat holds 12"]),
        ("spades", FOUR, "Ann bids 4; Ben bids 3; both the others say 2",
         ["Ann bids 4", "Ben bids 3", "Cat bids 2", "Dan bids 2"]),
        ("cribbage", "Ann Ben", "deal Ann; they pegged 5 each", ["deal Ann", "Ann pegs 5", "Ben pegs 5"]),
        ("canasta", FOUR, "the ladies got 2 mixed canastas", []),
        ("canasta", FOUR, "Ann out; 620 in cards, one natural canasta and two red threes for Ann and Cat",
         ["Ann+Cat out", "Ann+Cat counts 620", "Ann+Cat naturals", "Ann+Cat threes 2"]),
        ("500-rummy", "Ann Ben Cat", "deal Ann; Ann 55 laid, 12 left in hand", ["deal Ann", "Ann scores 55 held 12"]),
        ("crazy-eights", "Ann Ben Cat", "deal Ann; Ben got rid of everything", ["deal Ann", "Ben out"]),
    ],
)  # fmt: skip
def test_what_several_players_did_alike_is_a_report_of_each(
    tmp_path: Path, slug: str, players: str, line: str, reports: list[str]
) -> None:
    assert at_table(tmp_path, slug, players, *line.split("; ")) == reports


def test_a_gist_is_entered_only_when_it_is_chosen(tmp_path: Path) -> None:
    line = "Cat has a full house, Dan fours with 4 of them"
    assert at_table(tmp_path, "yahtzee", FOUR, line) == []
    (tmp_path / "again").mkdir()
    assert at_table(tmp_path / "again", "yahtzee", FOUR, line, "1") == ["Cat full-house 25", "Dan fours 4"]


def table(slug: str, players: str, before: list[str]) -> Referee:
    referee = Referee(game_called(slug), players.split())
    for text in before:
        assert referee.hear(text).accepted, text
    return referee


def texts(before: list[str], slug: str, players: str) -> list[str]:
    return [entry.report.text for entry in table(slug, players, before).entries]
