"""A house's own rules in saved sessions: fixed with the session, exported and imported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoresheets.errors import REFUSED, USAGE
from scoresheets.keeping.exports import as_csv, as_html, as_json, as_markdown, record
from scoresheets.keeping.imports import keep
from tests.evening import FIRST_HAND, again, fails, oh_hell, reports_of

HABITS = {
    "rule.exposed-card": "5 An exposed card stays on the table; it's played first.",
    "rule.no-phones": "No phones.",
}
TOLD = (*FIRST_HAND, "penalty Ben exposed-card", 'house rule late = 3 "Who comes late, pays; always."', "deal Ben",
        "penalty Cat late", "penalty Ann no-phones")  # fmt: skip
SCORES = {"Ann": 10, "Ben": 5, "Cat": -13}


def test_they_are_frozen_with_the_session(shelf: Path) -> None:
    db = shelf / "evening.db"
    with oh_hell(db, *TOLD, house=HABITS) as session:
        assert session.referee.scores == SCORES
    with again(db) as session:
        assert session.house == {"first-hand": "2"} | HABITS
        assert session.referee.scores == SCORES and reports_of(session) == [*TOLD]
        assert [row for row in session.house_rows() if row[0].startswith("rule.")] == [
            (name, rule, True) for name, rule in HABITS.items()
        ]


@pytest.mark.parametrize("written", [as_json, as_csv, as_markdown, as_html, lambda nights: record(nights[0])])
def test_whatever_it_is_written_as_it_is_read_again(shelf: Path, written: object) -> None:
    with oh_hell(shelf / "evening.db", *TOLD, house=HABITS) as session:
        text = written([session])  # type: ignore[operator]
    with oh_hell(shelf / "other.db") as other:
        (number,) = keep(other.journal, text, "it")
        again = other.journal.session(number)
        assert again.referee.scores == SCORES
        assert {name: rule for name, rule in again.house.items() if name.startswith("rule.")} == HABITS
        with fails(REFUSED):
            keep(other.journal, text, "it")


@pytest.mark.parametrize(
    ("name", "words"), [("rule.follow-suit", "5 Follow."), ("rule.late", "5"), ("rule.Late", "5 Late.")]
)
def test_what_others_have_written_is_looked_at_as_well(shelf: Path, name: str, words: str) -> None:
    with oh_hell(shelf / "evening.db", "deal Ann") as session:
        told = json.loads(as_json([session]))
    told["sessions"][0]["house"].append({"name": name, "value": words, "chosen": True})
    with oh_hell(shelf / "other.db") as other, fails(USAGE):
        keep(other.journal, json.dumps(told), "it")
