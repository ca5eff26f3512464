"""Invalid input through the real command line gets a verdict or a clear message, and changes nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.table.objects import table_object
from tests.evening import again, referee, reports_of, told_to

DEALT = ("deal Ann 10", "upcard 7H")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    path = tmp_path / "nights.db"
    from scoresheets.keeping.journal import open_journal

    with open_journal(path, create=True) as journal:
        session = journal.new("oh-hell", ["Ann", "Ben", "[/x]", "Zoë 🂡"])
        for report in DEALT:
            session.say(report)
    return path


def shell(db: Path, *words: str | bytes, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    code = "from scoresheets.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", code, *words], input=stdin, capture_output=True, check=False,
        env=os.environ | {"REFEREE_DB": str(db), "PYTHONUTF8": "1"},
    )  # fmt: skip


def state(db: Path) -> tuple[list[str], object]:
    with again(db) as session:
        return reports_of(session), table_object(session.referee)


@pytest.mark.parametrize(
    ("report", "code"),
    [
        ("Dora bids 1", 2),  # nobody is called so
        ("upcard 11H", 2),  # no card
        ("Ben dealt AS AS", 1),
        ("Ben dealt AH AS AD AC AH KS KH KD KC QS", 1),  # five aces
        ("Ann bids 1", 1),  # out of turn
        ("Ben bids 1 2 3 4 5 6 7", 1),  # a row of bids with an impossible one
        ("Ben bids 99999999999999999999", 2),
        ("Ben bids", 2),
        ('Ben bids "', 2),
        ("[bold]Ben[/bold] bids 1", 2),
        ("<script>alert(1)</script>", 2),
        ("🂡🂢🂣 bids 1", 2),
        ("; ; ;", 0),
        ("'; DROP TABLE entry; --", 2),
        ("Ben bids 1\x1b[2J", 2),
        ("Ben\x00bids 1", 2),
        ("x" * 200_000, 2),
        ("note " + "x" * 200_000, 2),
        ("Ben dealt " + "AS " * 60_000, 2),
        ("=", 1),
        ("~", 2),
        ("= no such fact", 1),
        ("~ note", 2),
    ],
    ids=lambda value: ascii(value)[:40] if isinstance(value, str) else None,
)
def test_what_can_not_stand(db: Path, report: str, code: int) -> None:
    before = state(db)
    for stdin in (False, True):
        done = referee(db, "say", "-", stdin=report.encode()) if stdin else referee(db, "say", report)
        assert done.code == code, done
        assert "\x1b[2J" not in done.out + done.err
        assert len(done.out + done.err) < 5_000
        assert state(db) == before


def test_a_refusal_names_line_and_column_of_what_was_piped_in(db: Path) -> None:
    done = referee(db, "say", "-", stdin=b"Ben bids 1\n[/x] bids 2; Zoe bidz 3\n")
    assert "stdin:2:5" in done.err
    assert "    Zoe bidz 3\n        ^^^^" in done.err


def test_windows_line_ends_a_byte_order_mark_and_no_last_line_end(db: Path) -> None:
    done = referee(db, "say", "-", stdin=b"\xef\xbb\xbfBen bids 1\r\n[/x] bids 2\r\n\r\nzoe bids 0")
    assert done.code == 0
    assert state(db)[0] == [*DEALT, "Ben bids 1", "[/x] bids 2", '"Zoë 🂡" bids 0'] or state(db)[0][-1].endswith(
        "bids 0"
    )


def test_binary_on_stdin(db: Path) -> None:
    before = state(db)
    for noise in (bytes(range(256)) * 40, b"\xff\xfe" + "Ben bids 1".encode("utf-16-le"), b"\x00" * 100_000):
        done = referee(db, "say", "-", stdin=noise)
        assert done.code == 2
        assert state(db) == before


def test_a_line_without_end_is_read_in_bounded_memory_and_the_next_one_heard(db: Path) -> None:
    done = referee(db, "say", "-", stdin=b"y" * 3_000_000 + b"\nBen bids 1\n")
    assert done.code == 2
    assert "too long" in done.err
    assert len(done.err) < 2_000
    assert state(db)[0] == [*DEALT, "Ben bids 1"]


def test_names_are_shown_as_they_are(db: Path) -> None:
    referee(db, "say", "Ben bids 1")
    done = referee(db, "say", '"[/x]" bids 2')
    assert done.code == 0
    assert "[/x]" in done.out
    for words in (["score"], ["log"], ["legal"], ["sessions"], ["why", "[/x]"], []):
        done = referee(db, *words)
        assert done.code == 0, words
    assert "[/x]" in referee(db, "score").out
    assert "Zoë 🂡" in referee(db, "score").out


def test_signs_that_turn_the_line_around_are_kept_but_never_printed(db: Path) -> None:
    done = referee(db, "say", "note \u202egnirts")
    assert done.code == 0
    assert state(db)[0][-1] == "note \u202egnirts"
    assert all("\u202e" not in referee(db, *words).out for words in (["log"], ["score"], []))


@pytest.mark.parametrize("name", ["[red]Ann", "a;b", 'a"b', "a=b", "", " ", "a\nb", "\x1b[2J", "7", "+", "😀" * 100])
def test_names_that_can_not_be_kept(tmp_path: Path, name: str) -> None:
    done = referee(tmp_path / "nights.db", "new", "oh-hell", "Ann", "Ben", name)
    if name == "[red]Ann":
        assert done.code == 0
        assert "[red]Ann" in done.out
    else:
        assert done.code == 2
        assert "\x1b" not in done.err


def test_bytes_that_are_no_text_among_the_words(db: Path) -> None:
    before = state(db)
    done = shell(db, "say", b"note caf\xe9")
    assert done.returncode == 2
    assert b"n't UTF-8 text" in done.stderr
    assert shell(db, "new", "oh-hell", "Ann", "Ben", b"C\xe9").returncode == 2
    assert state(db) == before


def test_the_journal_keeps_no_line_that_wasnt_understood(db: Path) -> None:
    for report in ("Ben bidz 1", 'Ben "bids 1', "Ben bids \x07", "z" * 200_000):
        assert referee(db, "say", report).code == 2
    with again(db) as session:
        assert all(entry.accepted for entry in session.entries)


def test_a_reader_that_has_gone_loses_nothing(db: Path) -> None:
    code = "from scoresheets.cli import main; main()"
    lines = "".join(f"note {i}\n" for i in range(300)).encode()
    child = subprocess.Popen(
        [sys.executable, "-c", code, "say", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"REFEREE_DB": str(db)},
    )  # fmt: skip
    assert child.stdin and child.stdout and child.stderr
    child.stdout.close()
    try:
        child.stdin.write(lines)
        child.stdin.close()
    except BrokenPipeError:
        pass
    assert b"Traceback" not in child.stderr.read()
    child.stderr.close()
    child.wait()
    with again(db) as session:
        texts = [text for text in reports_of(session) if text.startswith("note")]
        assert texts == [f"note {i}" for i in range(len(texts))]


def test_an_evening_goes_on_after_everything(tmp_path: Path) -> None:
    db = told_to(tmp_path / "nights.db", "deal Ann 2")
    for report in ("Ben bids 9", "x" * 20_000, "Ben bids \x00"):
        referee(db, "say", report)
    assert referee(db, "say", "Ben bids 1").code == 0
