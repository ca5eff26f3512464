"""Questions at many tables, answered from the position, by what is allowed, or from the rules. Nothing is saved."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scoresheets.book.wording import Named, Saying
from scoresheets.keeping.journal import open_journal
from scoresheets.questions.answer import Answer, answer
from scoresheets.questions.asking import is_question
from scoresheets.questions.facts import form
from scoresheets.questions.parse import parse
from scoresheets.questions.supposing import worlds
from tests.scoresheets.test_questions import questions, sat_down

ASKED = [
    question
    for name in ("asked.txt", "asked_sloppily.txt", "asked_in_a_hurry.txt", "asked_at_the_table.txt")
    for question in questions(Path(__file__).with_name(name))
]


@pytest.mark.parametrize(("table", "told"), sorted({(question.table, question.told) for question in ASKED}))
def test_questions_are_answered(tmp_path: Path, table: str, told: tuple[str, ...]) -> None:
    asked = [question for question in ASKED if (question.table, question.told) == (table, told)]
    with sat_down(tmp_path, table, told) as session:
        lines = len(session.entries)
        wrong = []
        for question in asked:
            given = answer(session, question.text).every
            wanted = question.answer.split(" && ")
            if len(given) != len(wanted) or not all(map(_fits, given, wanted)):
                wrong.append((question.text, question.answer, [(one.kind, one.first, one.rules) for one in given]))
        assert not wrong
        assert len(session.entries) == lines


def _fits(given: Answer, wanted: str) -> bool:
    """Whether an answer is of the kind that is wanted, and begins with the words or shows the rule."""
    kind, _, first = wanted.partition(" ")
    begins = re.match(rf"{re.escape(first)}(?!\w)", given.first)  # 1 isn't 10
    return given.kind == kind and bool(begins or first in given.rules)


def test_the_games_of_the_evening(tmp_path: Path) -> None:
    with open_journal(tmp_path / "nights.db", create=True) as journal:
        players = ["Ida", "Jon", "Kim", "Leo"]
        journal.new("skat", players[:3], {}).say("Jon wins hearts with 2")
        whist = journal.new("whist", players, {})
        whist.say("tricks 13 0")
        assert answer(whist, "what about skat?").first.startswith("Still open")
        assert answer(whist, "who won tonight").players == ("Ida", "Kim")
        assert len(answer(whist, "who won what tonight").shown) == 1
        assert answer(whist, "what about razz").first.startswith("Razz hasn't")
        assert answer(whist, "who won the last one").first.startswith("Ida+Kim")
        assert answer(whist, "what did we play before this?").first.startswith("Skat: still open")
        assert answer(whist, "did we finish the skat?").first.startswith("No")
        assert answer(whist, "is skat still going").first.startswith("Yes")


SURE = ("rule", "fact", "can")
"""The kinds of answers that say they answer."""


def test_a_question_about_rules_is_answered_by_its_rule_or_by_none(tmp_path: Path) -> None:
    asked = [*questions(Path(__file__).with_name("asked_rules.txt"))]
    right, wrong = 0, []
    for number, (table, lines) in enumerate(dict.fromkeys((question.table, question.told) for question in asked)):
        (folder := tmp_path / str(number)).mkdir()
        with sat_down(folder, table, tuple(filter(None, lines))) as session:
            for question in asked:
                if (question.table, question.told) != (table, lines):
                    continue
                given = answer(session, question.text)
                ids, *facts = question.answer.split(" | ")
                if given.kind not in SURE:
                    continue
                if {*ids.split()} & {*given.rules} or given.first.startswith(tuple(facts)):
                    right += 1
                else:
                    wrong.append((question.text, question.answer, given.first, given.rules))
    assert not wrong
    assert right >= 0.85 * len(asked)


def test_phrases_are_words_of_a_question_in_any_order() -> None:
    said = Saying(["may", "we", "knock", "on", "the", "first", "go"], {"may"})
    assert said.named("first turn knock").telling == 3  # a synonym fits
    assert said.named("knock second/first").telling == 2
    assert said.named("knock late") == said.named("first after") == Named()
    assert said.best(["knock", "may knock first"]).words == {"may", "knock", "first"}


@pytest.mark.parametrize(
    ("line", "asks"),
    [
        ("who deals?", True),
        ("who deals next", True),
        ("score?", True),
        ("can I bid 2", True),
        ("did Ann make it", True),
        ("Ann bids 2", False),
        ("2", False),
        ("?", False),
        ("Ann discards ?", False),
        ("trick QS 3S ?", False),
        ("~ Ann bids 0", False),
        ("if Ann bids 2, who leads", True),
        ("say Ben bids 1, who is next", True),
        ("say Ben bids 1", False),
        ("Ben needs how many", True),
        ("gap between Ben and Cat", True),
        ("trick QS 3S 4S", False),
        ("the rest to Cat", False),
    ],
)
def test_a_line_asks_or_reports(tmp_path: Path, line: str, asks: bool) -> None:
    with open_journal(tmp_path / "nights.db", create=True) as journal:
        referee = journal.new("oh-hell", ["Ann", "Ben", "Cat"], {}).referee
        assert is_question(line, referee) is asks


def test_a_name_is_no_asking_word(tmp_path: Path) -> None:
    with open_journal(tmp_path / "nights.db", create=True) as journal:
        referee = journal.new("oh-hell", ["May", "Will", "Cat"], {}).referee
        referee.hear("deal May")
        assert not is_question("Will bids 2", referee) and not is_question("will 2", referee)
        assert is_question("may May bid 2?", referee)
        assert parse("may May bid 2?", referee).seats == ["May"]


def test_a_supposition_is_taken_back_even_after_an_error(tmp_path: Path) -> None:
    with sat_down(tmp_path, "tally Kit Lee Mo", ("scores 4 9 2",)) as session:
        assert answer(session, "if Mo scores 20 who leads").first.startswith("Mo")
        with pytest.raises(RuntimeError):
            for _ in worlds(session.referee, "Mo scores 20"):
                raise RuntimeError
        assert (len(session.referee.entries), session.referee.scores["Mo"]) == (1, 2)


def test_a_form_takes_every_word_or_none() -> None:
    ask = form("who/WHO deal [next]")
    assert ask.fits(["who", "deal"]) and ask.fits(["deal", "who", "next"])
    assert not ask.fits(["who"]) and not ask.fits(["who", "deal", "cards"])
