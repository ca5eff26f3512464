"""What players type before, between and after games: questions, names, the next game, and going on with an open one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

import pytest

from scoresheets.cli import prompt
from scoresheets.cli.next_game import NextGame, Question
from scoresheets.cli.prompt_lines import Sitting
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from scoresheets.looking_back.overview import sessions


@pytest.fixture
def db(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "evening.db"
    monkeypatch.setenv("REFEREE_DB", str(path))
    monkeypatch.setenv("COLUMNS", "80")
    return path


@pytest.fixture
def evening(db: Path) -> Path:
    """Hearts is over, Spades, Piquet and Whist are open, and Razz was stopped."""
    with open_journal(db, create=True) as journal:
        hearts = journal.new("hearts", ["Ann", "Ben", "Cat", "Dan"], {"target": "20"})
        hearts.say("hearts 13 0 0 0")
        hearts.say("Ann queen")
        hearts.end()
        journal.new("spades", ["Ann", "Ben", "Cat", "Dan"])
        journal.new("piquet", ["Ann", "Cat"])
        journal.new("whist", ["Ann", "Ben", "Cat", "Dan"]).say("tricks 9 4")
        journal.new("razz", ["Ann", "Ben", "Cat"]).end()
    return db


class Asked:
    """Answers one question after the other, and remembers them. Without an answer left, somebody leaves."""

    def __init__(self, *lines: str) -> None:
        self.lines = iter(lines)
        self.questions: list[Question] = []

    def __call__(self, question: Question) -> str | None:
        self.questions.append(question)
        return next(self.lines, None)


def opened(db: Path, *lines: str) -> tuple[Session | None, list[Question]]:
    asked = Asked(*lines)
    with open_journal(db, create=True) as journal:
        return NextGame(journal, asked, prompt.obeyed, plain=True).session(), asked.questions


class Sits(Protocol):
    def __call__(self, slug: str, players: str, *lines: str) -> Sitting: ...


@pytest.fixture
def sits(db: Path) -> Iterator[Sits]:
    """Somebody who has typed lines at a table."""
    with ExitStack() as open_:

        def sitting(slug: str, players: str, *lines: str) -> Sitting:
            journal = open_.enter_context(open_journal(db, create=True))
            found = Sitting(journal.new(slug, players.split()), brief=True)
            for line in lines:
                found.hear(line)
            return found

        yield sitting


ABOUT_GAMES = [
    ("which games are still unfinished?", "Spades (session 2), Piquet (session 3)"),
    ("what games are open", "Spades (session 2), Piquet (session 3)"),
    ("are there any unfinished games?", "Whist (session 4)"),
    ("is the spades still open?", "Yes"),
    ("did we finish the hearts game?", "Yes"),
    ("is whist finished?", "No"),
    ("did we finish the piquet?", "No"),
    ("who won at hearts tonight?", "Ann won"),
    ("who won the hearts game?", "Ann won"),
    ("how did hearts go?", "Ann won"),
    ("what's the score in whist?", "Ann+Cat"),
    ("who is winning at whist?", "Ann+Cat"),
    ("what happened to the razz?", "Stopped early"),
    ("how many players can do piquet?", "2 players"),
    ("how many can play spades?", "4 players"),
    ("can three of us play piquet?", "No"),
    ("can you play razz with 5?", "Yes"),
    ("is wizard good for 4 players?", "Yes"),
    ("what games can we play with four?", "hearts"),
    ("what can four of us play?", "spades"),
    ("which games are for 2?", "piquet"),
    ("what did we play tonight?", "Hearts"),
    ("what have we played so far?", "Hearts"),
    ("how many games have we played?", "5"),
    ("who won the most games tonight?", "Ann"),
    ("who's winning overall tonight?", "Ann, 1 game"),
    ("who has won the most games?", "Ann, 1 game"),
    ("have we played skat?", "No"),
    ("do we lose the spades score if we leave it open?", "No"),
    ("is everything saved if we stop now?", "Yes"),
    ("who played in the piquet?", "Ann and Cat"),
]


@pytest.mark.parametrize(("line", "answer"), ABOUT_GAMES)
def test_a_question_about_games_is_answered_between_games(
    evening: Path, line: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opened(evening, line)[0] is None
    assert answer in "".join(capsys.readouterr())
    session, questions = opened(evening, "samba", line)
    assert session is None and [question.prompt for question in questions][:3] == ["game> ", "players> ", "players> "]
    assert answer in "".join(capsys.readouterr())
    assert len(sessions(evening)) == 5


@pytest.mark.parametrize(("line", "answer"), ABOUT_GAMES)
def test_the_same_question_is_answered_at_the_table(
    evening: Path, sits: Sits, line: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = sits("gops", "Ann Ben")
    capsys.readouterr()
    sitting.hear(line)
    answer = {"5": "6"}.get(answer, answer)
    assert answer in "".join(capsys.readouterr()) and not sitting.offers and not sitting.left


@pytest.mark.parametrize(
    ("slug", "line", "answer"),
    [
        ("gops", "what did we play before this?", "Razz"),
        ("gops", "who won the game before this one?", "stopped early"),
        ("hearts", "what was the last game?", "Razz"),
    ],
)
def test_the_game_before_is_known(
    evening: Path, sits: Sits, slug: str, line: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = sits(slug, "Ann Ben Cat" if slug == "hearts" else "Ann Ben")
    capsys.readouterr()
    sitting.hear(line)
    assert answer in capsys.readouterr().out


def test_a_question_about_the_present_game_is_no_question_about_others(
    sits: Sits, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = sits("hearts", "Ann Ben Cat Dan", "hearts 5 5 3 0", "Ann queen")
    for line in ("who is winning?", "who won hearts?", "how many hearts did Ann take?", "what can we play?"):
        capsys.readouterr()
        sitting.hear(line)
        assert "tonight" not in capsys.readouterr().out


GOES_ON = [
    ("back to the spades please", 2),
    ("let's go on with spades", 2),
    ("resume spades", 2),
    ("spades 2, carry on with it", 2),
    ("continue the piquet", 3),
    ("can we go back to piquet now?", 3),
    ("ok, let's pick up the piquet again", 3),
    ("carry on with game 2", 2),
    ("resume session 3", 3),
    ("finish the spades game", 2),
    ("return to Piquet", 3),
    ("reopen the razz", 5),
]


@pytest.mark.parametrize(("line", "number"), GOES_ON)
def test_an_open_game_is_gone_on_with_by_its_name(evening: Path, sits: Sits, line: str, number: int) -> None:
    session, questions = opened(evening, line)
    assert session and session.number == number and len(questions) == 1
    session, _ = opened(evening, "samba", line)
    assert session and session.number == number
    sitting = sits("gops", "Ann Ben", line)
    assert sitting.session.number == number and not sitting.left
    assert len(sessions(evening)) == 6


@pytest.mark.parametrize("line", ["back to the canasta", "continue skat", "carry on with session 77"])
def test_a_game_that_isn_t_open_isn_t_begun(
    evening: Path, sits: Sits, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert opened(evening, line)[0] is None
    assert "session" in capsys.readouterr().err.lower()
    sitting = sits("gops", "Ann Ben", line)
    assert sitting.session.slug == "gops" and not sitting.offers and len(sessions(evening)) == 6


@pytest.mark.parametrize("line", ["back to the game", "carry on", "continue", "let's go on"])
def test_the_only_open_game_is_gone_on_with(db: Path, line: str) -> None:
    with open_journal(db, create=True) as journal:
        journal.new("spades", ["Ann", "Ben", "Cat", "Dan"])
    session, _ = opened(db, line)
    assert session and session.number == 1


def test_the_open_games_are_listed_before_the_next_one(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    opened(evening)
    assert "Spades (session 2), Piquet (session 3), Whist (session 4)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        "that was a question, not names",
        "winning to the please",
        "ann ben and the others",
        "let me see",
        "we need to think",
        "spades",
        "ann, ben and spades",
        "no idea yet",
    ],
)  # fmt: skip
def test_words_of_sentences_are_no_names(db: Path, line: str) -> None:
    assert opened(db, "gops", line, "quit", "quit")[0] is None
    assert opened(db, f"gops {line}", "quit", "quit")[0] is None
    assert not sessions(db)


@pytest.mark.parametrize(("answer", "count"), [("y", 3), ("n", 2)])
def test_a_common_word_is_a_name_if_the_user_says_so(db: Path, answer: str, count: int) -> None:
    session, questions = opened(db, "razz", "ann jack tim", answer, "ann tim")
    assert session and len(session.players) == count
    assert [question.prompt for question in questions][:3] == ["game> ", "players> ", "y/N> "]
    session, questions = opened(db, "razz", "ann tim")
    assert session and len(questions) == 2


@pytest.mark.parametrize(
    "line", ["Will May Jack", "will, may and Art", "ann ben cat", "Sue and The Boss", "with ann, ben please"]
)
def test_names_are_names(db: Path, line: str) -> None:
    session, _ = opened(db, "gops", line, "y")
    assert session and 2 <= len(session.players) <= 3


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("why do you need my name?", "score sheet"),
        ("what for", "score sheet"),
        ("who won?", "Ann won"),
    ],
)
def test_a_question_is_no_name(db: Path, question: str, answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "won" in question:
        with open_journal(db, create=True) as journal:
            hearts = journal.new("hearts", ["Ann", "Ben", "Cat", "Dan"], {"target": "20"})
            hearts.say("hearts 13 0 0 0")
            hearts.say("Ann queen")
            hearts.end()
    session, questions = opened(db, "gops me and Ben", question, "Tom")
    assert session and [*session.players] == ["Tom", "Ben"]
    assert [question.prompt for question in questions] == ["game> ", "name> ", "name> "]
    assert answer in "".join(capsys.readouterr())


def test_a_question_behind_the_next_game_is_answered(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session, questions = opened(db, "let's play spades. what do I need to do?", "Ann Ben Cat Dan")
    assert session and [question.prompt for question in questions] == ["game> ", "players> "]
    assert "Spades is for 4 players" in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    "line",
    ["keep score of Bimbo", "keep the score for Bimbo, Ann and Ben", "can you keep track of Bimbo with Ann and Ben?"],
)
def test_the_score_of_any_game_is_kept(db: Path, line: str) -> None:
    session, _ = opened(db, line, *([] if "Ann" in line else ["Ann Ben"]), "most")
    assert session and (session.slug, session.title, [*session.players]) == ("tally", "Bimbo", ["Ann", "Ben"])


def test_keeping_the_score_of_a_known_game_begins_it(db: Path) -> None:
    session, _ = opened(db, "keep score of hearts", "Ann Ben Cat Dan")
    assert session and session.slug == "hearts"
