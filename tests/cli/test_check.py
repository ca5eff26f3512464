"""`referee check`: silent if everything is as expected, otherwise a place, a caret and a proof."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from scoresheets.errors import FINE, NOTHING, REFUSED, USAGE
from tests.cli.conftest import Command
from tests.cli.test_command import RECORD, shell

HEAD = """\
game: oh-hell
players: Ann, Ben, Cat
house: first-hand=2
deal Ann
"""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "night.record"


def test_a_record_that_holds_is_passed_over_in_silence(referee: Command, record: Path) -> None:
    record.write_text(RECORD)
    assert referee("check", str(record), str(record)) == (FINE, "", "")


def test_a_refused_report_shows_rule_place_caret_proof_and_repair(referee: Command, record: Path) -> None:
    record.write_text(HEAD + "Ben bids 1; Cat bids 1\n  Ann bids 0   # too few\n")
    ended = referee("check", str(record))
    first, rest = ended.out.split("\n", 1)
    assert (ended.code, first.rpartition(" ")[2], ended.err) == (REFUSED, "[dealer-must-overbid]", "")
    assert (
        rest
        == f"""\
  {record}:6:12
      Ann bids 0   # too few
               ^
  line 5: Ben bids 1; Cat bids 1
  Try: Ann bids 1 · Ann bids 2
"""
    )


@pytest.mark.parametrize(
    ("line", "text", "column", "marked"),
    [
        ("Bne bids 1", "Nobody here is called Bne.", 1, "Bne"),
        ('upcard 7H; "Ben" bds 1', "I don't know 'bds'.", 18, "bds"),
        ("Ben bids 11H", "'11H' isn't a whole number.", 10, "11H"),
        ("Cat bids 1", "[bid-order]", 1, "Cat"),
        ("Ben bids 7", "[bid-range]", 10, "7"),
        ("upcard 7H; upcard 8H", "`upcard` isn't possible now.", 12, "upcard"),
        ("Ben dealt 7H 7H", "[one-pack]", 14, "7H"),
        ("Ben bids 0 1   # too many", "but not the '1' after it.", 12, "1"),
        ("bids   # how many?", "A number is missing: type `WHO bids N`.", 5, " "),
        ("upcard 7H; upcard 8H # twice", "`upcard` isn't possible now.", 12, "upcard"),
        ("Bén says nothing", "I don't know 'says'.", 5, "says"),
        ("# fine\n", "", 0, ""),
    ],
)
def test_the_caret_stands_under_the_word(
    referee: Command, record: Path, line: str, text: str, column: int, marked: str
) -> None:
    record.write_text(HEAD + line + "\n", encoding="utf-8")
    ended = referee("check", str(record))
    if not text:
        assert ended == (FINE, "", "")
        return
    first, where, shown, caret, *_ = ended.out.splitlines()
    assert text in first and where.strip() == f"{record}:5:{column}"
    assert shown[caret.index("^") : caret.rindex("^") + 1] == marked


@pytest.mark.parametrize(
    ("line", "tried"),
    [
        ("Bne bids 1", "Ben bids 1"),
        ("Ben bds 1; Cat bids 1", "Ben bids 1"),
        ("Cat bids 1", "Ben bids 1"),
        ("Ben bids 3", "Ben bids 2 · Ben bids 1 · Ben bids 0"),
        ("Ben bids 1; Cat bids 1; Ann bids 1; takes 1", "Ben takes 1 · Ann takes 1 · Cat takes 1"),
        ("Ben bids 1; Cat bids 1; Ann bids 1; upcard 2S; plays K", "plays KS · plays KH · plays KD"),
    ],
)
def test_what_would_do_is_named_the_nearest_first(referee: Command, record: Path, line: str, tried: str) -> None:
    record.write_text(HEAD + line + "\n")
    assert f"  Try: {tried}\n" in referee("check", str(record)).out


def test_repairs_name_no_card_that_nobody_has_told(referee: Command, record: Path) -> None:
    record.write_text(HEAD + "upcard 2S; Ben dealt 7H 8S; Ben bids 0; Cat bids 0; Ann bids 3; Ben plays 9H\n")
    out = referee("check", str(record)).out
    assert "  Try: Ben plays 7H · Ben plays 8S\n" in out


def test_repairs_take_no_card_more_often_than_it_was_told(referee: Command, record: Path) -> None:
    record.write_text(
        "game: samba\nplayers: Ann, Ben, Cat, Dan\ndeal Ann; upcard 5D\n"
        "Ben draws; discards 9C; Cat takes pile; Cat melds 9C 9D 9H\n"
    )
    out = referee("check", str(record)).out
    assert out.splitlines()[0].endswith("[opening-minimum]")
    assert "Try:" not in out  # nine nines would be a repair if they had been entered


def test_a_check_that_fails_shows_what_was_expected_and_what_is_so(referee: Command, record: Path) -> None:
    record.write_text(RECORD.replace("= winner Cat", "= Ann -10, Ben 20"))
    assert referee("check", str(record)) == (
        REFUSED,
        f"""\
failed: = Ann -10, Ben 20
  {record}:9:3
    = Ann -10, Ben 20
      ^
  expected: Ann -10, Ben 20
  actual:   Ben -10
""",
        "",
    )


def test_a_report_that_stands_though_it_should_be_refused_fails(referee: Command, record: Path) -> None:
    record.write_text(HEAD + "! [bid-range] Ben bids 1\n! [bid-order] Ben bids 9\n")
    out = referee("check", str(record)).out
    assert "expected: refused [bid-range]\n  actual:   accepted\n" in out
    assert "expected: refused [bid-order]\n  actual:   illegal[bid-range]: " in out


def test_a_bare_refusal_that_is_only_unclear_is_warned_of(referee: Command, record: Path) -> None:
    record.write_text(HEAD + "! Ben bdis 1\n")
    ended = referee("check", str(record))
    assert (ended.code, ended.out) == (FINE, "")
    assert ended.err.startswith(f"warning: {record}:5:7: Ben bdis 1")


def test_failures_are_judged_where_they_stand_in_the_line(referee: Command, record: Path) -> None:
    record.write_text(HEAD + "Ben bids 1; Cat bids 1; Ann bids 0; Ann bids 1; Ann takes 2\n")
    out = referee("check", str(record)).out
    assert "Try: Ann bids 1 · Ann bids 2" in out and f"{record}:5:34" in out


@pytest.mark.parametrize(
    ("content", "line", "column"),
    [
        (b"", 1, 1),
        (b"deal Ann\n", 1, 1),
        (b"game: oh-hell\nplayers: Ann, Ben\ndeal\n", 2, 1),
        (b"game: oh-hel\nplayers: Ann, Ben, Cat\n", 1, 1),
        (b"game: oh-hell\nplayers: Ann, Ben, Cat\nhouse: fast=1\n", 3, 1),
        (b"\x7fELF\x02\x01\x01\x00\x00", 1, 1),
        (HEAD.encode() + b"Ben bids 1\nnote caf\xc3", 6, 9),
        (HEAD.encode() + b"Ben bids \x1b[31m1\n", 5, 10),
    ],
)
def test_a_file_that_is_no_record_is_an_error_with_its_place(
    referee: Command, record: Path, content: bytes, line: int, column: int
) -> None:
    record.write_bytes(content)
    ended = referee("check", str(record))
    assert ended.code == REFUSED
    first, where, *_ = ended.out.splitlines()
    assert first.startswith("unclear: ")
    assert where == f"  {record}:{line}:{column}"
    judged = json.loads(referee("check", "--json", str(record)).out)
    assert (judged["ok"], judged["failed"][-1]["line"]) == (False, line)


def test_lines_may_end_as_on_windows_and_begin_with_a_mark(referee: Command, record: Path) -> None:
    record.write_bytes(b"\xef\xbb\xbf" + RECORD.replace("\n", "\r\n").encode())
    assert referee("check", str(record)) == (FINE, "", "")
    record.write_bytes(b"\xef\xbb\xbf" + (HEAD + "Ben bids 9\n").replace("\n", "\r\n").encode())
    assert f"{record}:5:10\n    Ben bids 9\n             ^\n" in referee("check", str(record)).out


def test_of_a_long_line_only_the_part_around_the_word_is_shown(referee: Command, record: Path) -> None:
    record.write_text(HEAD + "note " + "x" * 200_000 + "\nBen bids 1" + "; " * 100_000 + "Cat bdis 1\n")
    ended = referee("check", str(record))
    assert ended.code == REFUSED
    _, where, shown, caret, tried = ended.out.splitlines()
    assert where == f"  {record}:6:200015"
    assert len(shown) < 120 and shown[caret.index("^") : caret.rindex("^") + 1] == "bdis"
    assert tried == "  Try: Cat bids 1"


def test_a_line_without_end_is_refused_and_not_read_to_its_end(referee: Command, record: Path) -> None:
    record.write_text(HEAD + "x" * 3_000_000)
    ended = referee("check", str(record))
    assert ended.code == REFUSED and "too long" in ended.out and len(ended.out) < 1000


def test_files_that_are_not_there_or_can_t_be_read(referee: Command, tmp_path: Path, record: Path) -> None:
    record.write_text(RECORD)
    missing = referee("check", str(tmp_path / "no.record"), str(record))
    assert missing.code == NOTHING and missing.err.count("\n") == 1 and not missing.out
    folder = referee("check", str(tmp_path))
    assert folder.code == USAGE and str(tmp_path) in folder.err and not folder.out
    assert referee("check", "a\0b").code == USAGE
    judged = json.loads(referee("check", "--json", str(tmp_path / "no.record")).out)
    assert judged["ok"] is False and "No such file" in judged["failed"][0]["actual"]


def test_stdin_is_a_file_too() -> None:
    held = shell("check", "-", stdin=RECORD.encode())
    assert (held.returncode, held.stdout, held.stderr) == (FINE, b"", b"")
    failed = shell("check", "-", stdin=(HEAD + "Ben bids 9\n").encode())
    assert failed.returncode == REFUSED and b"  -:5:10\n" in failed.stdout


def test_stdin_stays_open(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(RECORD.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert referee("check", "-").code == FINE
    assert not stdin.buffer.closed


def test_json_is_one_object_a_file(referee: Command, record: Path, tmp_path: Path) -> None:
    record.write_text(RECORD + "! [game-over] deal\n")
    other = tmp_path / "other.record"
    other.write_text(HEAD + "Ben bids 9\n")
    ended = referee("check", "--json", str(record), str(other))
    assert ended.code == REFUSED and not ended.err
    first, second = map(json.loads, ended.out.splitlines())
    assert first["schema"] == 1 and first["file"] == str(record) and first["ok"] is True and not first["failed"]
    assert first["scores"] == {"Ann": -10, "Ben": -10, "Cat": 10} and first["winners"] == ["Cat"]
    assert [refusal["rule"] for refusal in first["refused"]] == ["game-over"]
    assert second["ok"] is False
    assert {key: second["failed"][0][key] for key in ("line", "column", "text", "expected")} == {
        "line": 5, "column": 1, "text": "Ben bids 9", "expected": "accepted",
    }  # fmt: skip
