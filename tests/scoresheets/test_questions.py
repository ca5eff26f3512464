"""Questions in plain words at many tables: the rule that answers each, and how certain the answer is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from scoresheets.disputes.cases import Case, consider
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session

TOLD = 2  # rules that may be quoted, one of them the right one, if a question isn't about a report


class Question(NamedTuple):
    """A question, its table, the reports made there, and the expected answer."""

    table: str
    told: tuple[str, ...]
    text: str
    answer: str


def questions(path: Path) -> Iterator[Question]:
    table, entered = "", ()
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            table = line.strip("[]")
        elif line.startswith(">"):
            entered = tuple(text.strip() for text in line.removeprefix(">").split(";"))
        elif " -> " in line and not line.startswith("#"):
            yield Question(table, entered, *line.split(" -> "))


ASKED = [
    question
    for name in ("questions.txt", "questions_2.txt", "questions_3.txt", "questions_4.txt", "questions_5.txt")
    for question in questions(Path(__file__).with_name(name))
]


@contextmanager
def sat_down(folder: Path, table: str, told: tuple[str, ...]) -> Iterator[Session]:
    """A session with these reports, some of which were refused."""
    game, *words = table.split()
    house = dict(word.split("=") for word in words if "=" in word)
    with open_journal(folder / "evening.db", create=True) as journal:
        session = journal.new(game, [word for word in words if "=" not in word], house)
        for text in told:
            session.say(text)
        yield session


def answered(case: Case) -> str:
    """The answer, in the form of the table of questions."""
    if case.position:
        return f"fact {'; '.join(case.position)}"
    if case.which:
        return "which"
    if not case.report:
        return f"rule {' '.join(case.cited[:TOLD])}"
    return f"{case.certainty} {case.cited[0]} @{case.line}"


def fits(answer: str, wanted: str) -> bool:
    """Whether an answer is the expected one: one of several rules, and a report's line if it is given."""
    if wanted.startswith("rule "):
        return answer.startswith("rule ") and wanted.removeprefix("rule ") in answer.split()
    return answer == wanted or answer.split(" @")[0] == wanted


def test_the_table_of_questions_is_broad() -> None:
    assert len(ASKED) >= 60 and len({question.table.split()[0] for question in ASKED}) >= 20


@pytest.mark.parametrize("question", ASKED, ids=[f"{question.table.split()[0]}: {question.text}" for question in ASKED])
def test_a_question_is_answered_by_its_rule(tmp_path: Path, question: Question) -> None:
    with sat_down(tmp_path, question.table, question.told) as session:
        lines = len(session.entries)
        case = consider(session, question.text)
        answer = answered(case)
        if question.answer.startswith("fact "):
            assert answer.startswith("fact ")
            assert re.search(rf"\b{re.escape(question.answer.removeprefix('fact '))}\b", answer, re.IGNORECASE), answer
        else:
            assert fits(answer, question.answer), answer
        if case.which:
            assert case.nearest and all(rule.text for rule in case.nearest)
        called = {rule.name for rule in case.rules} | {rule.finding for rule in case.rules}
        assert {breach.rule for breach in case.suspicion.of} <= called
        assert len(session.entries) == lines
