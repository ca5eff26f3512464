"""The live table before and between games: answers to its questions, and lines typed in a game."""

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


class Asked:
    """Answers one question after the other, and remembers them; without an answer left somebody leaves."""

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
