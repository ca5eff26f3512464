"""Questions collected beside the repository, if there are any: nearly all are answered or said not to be in the rules.

The file is named by ``REFEREE_QUESTIONS``, or is ``shared/questions.md`` beside the checkout. It has a position under
each heading, and questions in tables or between dots, with answers in the next cell or in brackets.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from scoresheets.questions.answer import answer
from tests.scoresheets.test_questions import Question, sat_down

BESIDE = Path(__file__).parents[3] / "shared" / "questions.md"
PATH = Path(os.environ.get("REFEREE_QUESTIONS", BESIDE))
SHARE = 0.95
"""Of the questions, those that must be understood, and those that mustn't get another fact than the answer."""

_TABLE = re.compile(r"`new ([^`]+)`; `([^`]+)`")
_SHORT = re.compile(r"(?:yes|no|−?\d+|[A-Z][a-z]+|spades|hearts|diamonds|clubs)\b")
_ASKED = re.compile(r"^(?P<text>.*?)\?\s*!?\s*(?:\((?P<answer>[^)]*)\))?$")


def collected(text: str) -> Iterator[Question]:
    """Yields the questions of a page; their answer is "" if none is given."""
    table, told = "", tuple[str, ...]()
    for line in text.splitlines():
        if found := _TABLE.search(line):
            table = found[1].replace("--set ", "")
            told = tuple(report.strip() for report in found[2].split(";"))
            line = line[found.end() :].lstrip(": ")
        if line.startswith("| ") and "?" in line and table:
            asked, answers = (cell.strip() for cell in line.strip("| ").split(" | ")[:2])
            texts, given = asked.split(" / "), answers.split(" / ")
            said = given if len(given) == len(texts) else [""] * len(texts)
        elif "?" in line and table:
            texts, said = line.split(" · "), [""] * (line.count(" · ") + 1)
        else:
            continue
        for each, answer_ in zip(texts, said, strict=True):
            if texts[0].startswith("how many") and not re.match(r"(?:how|who|what|when|why)\b", each):
                continue  # the rest of the first
            if match := _ASKED.match(each.replace("!", "").strip()):
                yield Question(table, told, match["text"].strip(), match["answer"] or answer_)


def test_questions_collected_elsewhere_are_answered(tmp_path: Path) -> None:
    asked = [*collected(PATH.read_text(encoding="utf-8"))] if PATH.is_file() else []
    unclear: list[str] = []
    wrong: list[tuple[str, str, str]] = []
    for number, (table, told) in enumerate(dict.fromkeys((one.table, one.told) for one in asked)):
        (folder := tmp_path / str(number)).mkdir()
        with sat_down(folder, table, told) as session:
            for one in (one for one in asked if (one.table, one.told) == (table, told)):
                given = answer(session, one.text)
                whole = " ".join(given.lines()).lower()
                if given.kind == "unknown":
                    unclear.append(one.text)
                elif given.kind == "fact" and (short := _SHORT.match(one.answer)) and short[0].lower() not in whole:
                    wrong.append((one.text, one.answer, given.first))
    assert len(unclear) <= (1 - SHARE) * len(asked), unclear
    assert len(wrong) <= (1 - SHARE) * len(asked), wrong
