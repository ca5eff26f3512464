"""The shelf of backups: each database has its own, a damaged copy never replaces a sound one, and digests compare."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from scoresheets.errors import DATABASE, FINE, USAGE, CommandError
from scoresheets.keeping import backups, doctor, groups, opening, players
from scoresheets.keeping.digests import SHOWN
from scoresheets.keeping.journal import open_journal
from tests.cli.conftest import Command
from tests.evening import FIRST_HAND, again, reports_of, told_to


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return told_to(tmp_path / "evening.db", *FIRST_HAND)


def damage(path: Path) -> None:
    """Changes a page in the middle, which SQLite itself opens without a word."""
    whole = bytearray(path.read_bytes())
    whole[len(whole) // 2 : len(whole) // 2 + 200] = b"\xff" * 200
    path.write_bytes(bytes(whole))


def put_back(copy: Path, days: float) -> Path:
    """A copy of a backup, dated that many days ago."""
    made = datetime.now() - timedelta(days=days)
    old = copy.with_name(f"{copy.name.partition('.')[0]}.{made:%Y-%m-%d-%H%M%S}.db")
    shutil.copy(copy, old)
    os.utime(old, (made.timestamp(), made.timestamp()))
    return old


# What stays


def test_the_newest_stay_and_one_a_day_a_week_and_a_month(db: Path) -> None:
    first = backups.back_up(db)
    for days in range(1, 500):
        put_back(first, days)
    for minutes in range(1, 9):
        put_back(first, minutes / 24 / 60)
    newest = backups.back_up(db)
    kept = backups.copies(db)
    made = [datetime.fromtimestamp(copy.stat().st_mtime) for copy in kept]
    assert kept[0] == newest and len(kept) <= backups.NEWEST + sum(number for _, number in backups.EACH)
    for period, number in backups.EACH:
        assert len({day.strftime(period) for day in made}) >= number
    assert datetime.now() - made[-1] > timedelta(days=300)


def test_few_copies_all_stay(db: Path) -> None:
    for _ in range(backups.NEWEST):
        backups.back_up(db)
    assert len(backups.copies(db)) == backups.NEWEST


def test_ten_nights_of_copies_of_a_damaged_book_push_no_sound_one_off(db: Path, referee: Command) -> None:
    sound = backups.back_up(db)
    damage(db)
    for _ in range(10):
        ended = referee("backup")
        assert (ended.code, ended.out) == (DATABASE, "")
    assert sound.exists() and not backups.fault(sound)
    rows = json.loads(referee("restore", "--json").out)["rows"]
    assert [row["file"] for row in rows if not row["fault"]] == [str(sound)]
    assert referee("restore", "latest", "--yes").code == FINE
    with again(db) as session:
        assert reports_of(session) == list(FIRST_HAND)


def test_a_list_says_which_copies_are_sound(db: Path, referee: Command) -> None:
    sound, rotten = backups.back_up(db), backups.back_up(db)
    damage(rotten)
    state = {line.split()[0]: line.split()[-1] for line in referee("restore", "--plain").out.splitlines()[1:] if line}
    assert (state[sound.name], state[rotten.name]) == ("sound", "damaged")


def test_nothing_sound_is_said_and_nothing_is_replaced(db: Path, referee: Command) -> None:
    damage(backups.back_up(db))
    before = db.read_bytes()
    ended = referee("restore", "latest", "--yes")
    assert (ended.code, ended.out) == (DATABASE, "") and db.read_bytes() == before


# Whose copies they are


@pytest.fixture(params=[("cards.db", "cards.2025.db"), ("ev.db", "ev.sqlite"), ("a*.db", "ab.db")])
def two(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[tuple[Path, Path]]:
    """Two books in one folder whose names are alike."""
    one, other = (tmp_path / name for name in request.param)
    yield told_to(one, *FIRST_HAND), told_to(other, *FIRST_HAND[:3])


def test_each_book_has_its_own_copies(two: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    only = backups.back_up(one)
    for _ in range(12):
        backups.back_up(other)
    assert backups.copies(one) == [only] and only not in backups.copies(other)
    assert backups.find(one, "latest") == only
    for book, copies in ((one, 1), (other, backups.NEWEST)):
        assert len(backups.copies(book)) == copies
        backups.restore(book, backups.find(book, "latest"))
    with again(one) as session:
        assert reports_of(session) == list(FIRST_HAND)
    with again(other) as session:
        assert reports_of(session) == list(FIRST_HAND[:3])


def test_a_renamed_book_keeps_its_copies(db: Path) -> None:
    copy = backups.back_up(db)
    renamed = db.rename(db.with_name("nights.db"))
    assert backups.copies(renamed) == [copy]


def test_a_copy_of_another_book_is_called_so_before_it_replaces_one(db: Path, tmp_path: Path, referee: Command) -> None:
    other = told_to(tmp_path / "other.db", *FIRST_HAND)
    ended = referee("restore", str(other))
    backups.copy(db, tmp_path / "same.db")
    same = referee("restore", str(tmp_path / "same.db"))
    assert ended.code == same.code == USAGE
    assert ended.err.replace("other.db", "same.db") != same.err


def test_the_copy_of_a_lost_book_isnt_guessed(tmp_path: Path) -> None:
    for name in ("ev.db", "ev.sqlite"):
        backups.back_up(told_to(tmp_path / name, *FIRST_HAND))
    (tmp_path / "ev.db").unlink()
    with pytest.raises(CommandError) as trouble:
        backups.find(tmp_path / "ev.db", "latest")
    assert trouble.value.code == USAGE


# The digest of a book


def digest(db: Path) -> str:
    return backups.digest(db)


def test_a_copy_has_the_digest_of_the_book(db: Path, referee: Command) -> None:
    said = json.loads(referee("backup", "--json").out)
    assert said["digest"] == digest(db) == digest(backups.copies(db)[0]) and len(said["digest"]) == 2 * SHOWN
    verified = referee("sessions", "--verify")
    assert verified.code == FINE and digest(db)[-4:] in verified.out
    assert json.loads(referee("sessions", "--verify", "--json").out)["digest"] == digest(db)


def test_two_books_with_the_same_content_have_two_digests(tmp_path: Path) -> None:
    one, other = (told_to(tmp_path / name, *FIRST_HAND) for name in ("a.db", "b.db"))
    assert digest(one) != digest(other)


def test_whatever_is_added_changes_the_digest(db: Path) -> None:
    seen = {digest(db)}

    def changed() -> bool:
        seen.add(digest(db))
        return len(seen) == count + 1

    for count, change in enumerate(
        (
            lambda kept: kept.open_session().say("note so it goes"),
            lambda kept: players.add(kept, ["Zoe"]),
            lambda kept: players.rename(kept, "Zoe", "Zoë B"),
            lambda kept: groups.remember(kept, "tuesday", ["Ann", "Ben"]),
            lambda kept: groups.rename(kept, "tuesday", "friday"),
            lambda kept: kept.session(1).set_aside("a trial"),
        ),
        1,
    ):
        with open_journal(db) as journal:
            change(journal)  # type: ignore[no-untyped-call]
        assert changed(), count


# What the doctor holds to the journal


def edit(db: Path, *statements: str) -> None:
    """What somebody does who knows how seals are made: the triggers are taken off and put on again, all is resealed."""
    from scoresheets.keeping import proof
    from scoresheets.keeping.models import TRIGGERS

    with closing(opening.connect(db)) as link:
        assert isinstance(link, sqlite3.Connection)
        for trigger in TRIGGERS:
            link.execute(f"DROP TRIGGER {trigger.split()[2]}")
        for statement in statements:
            link.execute(statement)
        proof.begin(link)
        for trigger in TRIGGERS:
            link.execute(trigger)
        link.commit()


@pytest.mark.parametrize(
    ("statements", "what"),
    [
        (["UPDATE session SET ended = '2026-01-01 00:00:00.000000' WHERE id = 1"], "session"),
        (["UPDATE session SET aside = '2026-01-01 00:00:00.000000' WHERE id = 1"], "session"),
    ],
)
def test_closed_and_set_aside_are_what_the_journal_says(
    db: Path, referee: Command, statements: list[str], what: str
) -> None:
    assert referee("doctor").code == FINE
    edit(db, *statements)
    rows = json.loads(referee("doctor", "--json").out)["rows"]
    assert [row["state"] for row in rows if row["what"] == what and row["state"] == doctor.BROKEN] == [doctor.BROKEN]


def test_a_session_that_was_deleted_leaves_a_gap(db: Path, referee: Command) -> None:
    told_to(db, *FIRST_HAND)
    tables = ("entry", "seat", "result", "house_rule")
    edit(db, *(f"DELETE FROM {table} WHERE session_id = 1" for table in tables), "DELETE FROM session WHERE id = 1")
    rows = json.loads(referee("doctor", "--json").out)["rows"]
    assert next(row["state"] for row in rows if row["what"] == "sessions" and "1" in row["said"]) == doctor.WRONG


def test_a_trigger_of_somebody_else_is_found_and_taken_off(db: Path, referee: Command) -> None:
    with closing(sqlite3.connect(db)) as link:
        link.execute("CREATE TRIGGER theirs AFTER INSERT ON entry BEGIN UPDATE player SET name = 'X'; END")
    assert "theirs" in referee("doctor").out
    assert referee("doctor", "--fix").code == FINE
    assert "theirs" not in referee("doctor").out


# Players and groups are held to their seals


def test_a_player_renamed_by_hand_is_seated_by_no_group(db: Path, referee: Command) -> None:
    with open_journal(db) as journal:
        groups.remember(journal, "tuesday", ["Ann", "Ben", "Cat"])
    with closing(sqlite3.connect(db)) as link:
        link.execute("UPDATE player SET name = 'Bob', folded = 'bob' WHERE name = 'Ben'")
        link.commit()
    for words in (["players", "groups"], ["new", "oh-hell", "--group", "tuesday"], ["players", "list"],
                  ["players", "add", "Zoe"]):  # fmt: skip
        ended = referee(*words)
        assert (ended.code, ended.out) == (DATABASE, ""), words
