"""Changes to data on a server are detected as in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from scoresheets.disputes import precedents
from scoresheets.disputes.precedents import Precedent
from scoresheets.errors import DATABASE, FINE
from scoresheets.keeping.journal import open_journal
from tests.evening import FIRST_HAND, again, oh_hell, referee
from tests.shelf import Corner

if TYPE_CHECKING:
    from scoresheets.keeping.places import Server
    from scoresheets.keeping.postgres import Wire

pytestmark = pytest.mark.postgres
TABLES = ("entry", "session", "seat", "house_rule", "player", "precedent", "result", "book")


@pytest.fixture
def db(corner: Corner) -> Server:
    place = corner / "nights.db"
    with oh_hell(place, *FIRST_HAND) as session:
        precedents.keep(session.journal, Precedent(session.journal.clock(), "oh-hell", "who deals?", verdict="Ann"))
    with open_journal(place) as journal:
        journal.new("gops", ["Dan", "Eve"])
    return place


@contextmanager
def unguarded(db: Server) -> Iterator[Wire]:
    """A connection without the triggers that guard the tables."""
    from scoresheets.keeping.postgres import Wire

    with closing(Wire(db)) as wire:
        for table in TABLES:
            wire.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        yield wire
        for table in TABLES:
            wire.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


COPIED = "at, kind, text, typed, verdict, overrule, rules, findings, message, why, target, moved, digest"
TAMPERED = {
    "edited": (["UPDATE entry SET text = 'Ann bids 0' WHERE number = 5"], "line 5"),
    "told at another time": (["UPDATE entry SET at = at + interval '1 microsecond' WHERE number = 5"], "line 5"),
    "dropped": (["DELETE FROM entry WHERE number = 5"], "line 5"),
    "dropped at the end": (["DELETE FROM entry WHERE number = 7"], "line 6"),
    "doubled": (
        [f"INSERT INTO entry (session_id, number, {COPIED}) SELECT 1, 8, {COPIED} FROM entry WHERE number = 7"],
        "line 8",
    ),
    "swapped": (
        ["UPDATE entry SET number = 99 WHERE number = 5", "UPDATE entry SET number = 5 WHERE number = 6",
         "UPDATE entry SET number = 6 WHERE number = 99"],
        "line 5",
    ),
    "the title": (["UPDATE session SET title = 'Friday' WHERE id = 1"], "session 1"),
    "who sat there": (["UPDATE seat SET name = 'Eve' WHERE session_id = 1 AND place = 2"], "session 1"),
    "a house rule": (["UPDATE house_rule SET value = '3' WHERE session_id = 1 AND name = 'first-hand'"], "the house"),
}  # fmt: skip


@pytest.mark.parametrize("how", TAMPERED)
def test_a_line_that_was_tampered_with_is_named(db: Server, how: str) -> None:
    statements, where = TAMPERED[how]
    with unguarded(db) as wire:
        for statement in statements:
            wire.execute(statement)
    for words in (["show", "1"], ["log", "1"], ["resume", "1"], ["doctor", "--quick"]):
        result = referee(db, *words)
        assert result.code == DATABASE, words
        assert "is damaged: " in result.out + result.err
    assert f"is damaged: {where}" in referee(db, "show", "1").err
    assert referee(db, "show", "2").code == FINE


@pytest.mark.parametrize(
    ("statement", "words", "where"),
    [
        ("UPDATE player SET name = 'Eva' WHERE id = 1", ["players", "list"], "player 1"),
        ("UPDATE precedent SET verdict = 'Ben'", ["rulings", "list"], "ruling 1"),
        ("DELETE FROM precedent", ["rulings", "list"], "the list of rulings"),
        ("UPDATE result SET score = 99 WHERE session_id = 1", ["standings"], "the result of session 1"),
        ("UPDATE book SET in_play = 1", ["score"], "the count of saved lines"),
    ],
)
def test_what_is_no_line_is_sealed(db: Server, statement: str, words: list[str], where: str) -> None:
    with unguarded(db) as wire:
        wire.execute(statement)
    result = referee(db, *words)
    assert (result.code, result.err) == (DATABASE, f"referee: {db} is damaged: {where} was changed or can't be read\n")


def test_a_session_has_one_chain_wherever_it_is_kept(db: Server, tmp_path: Path) -> None:
    with again(db) as session:
        chain = session.chain
    text = referee(db, "export", "1", "--format", "json").out
    assert json.loads(text)["sessions"][0]["chain"] == chain
    file = tmp_path / "nights.db"
    assert referee(file, "import", "-", stdin=text.encode()).code == FINE
    with again(file) as session:
        assert session.chain == chain
