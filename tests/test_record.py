"""Records: headers, checks, refusals, and files that aren't records."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from referee.records.record import BadRecord, Header, Judge, numbered, record_object, split_names
from referee.rules.options import read_house

HEAD = ["game: oh-hell", "players: Ann, Ben, Cat", "house: first-hand=2"]
HAND = ["deal Ann", "upcard 7H", "Ben bids 1; Cat bids 1; Ann bids 1", "trick QS 3S KS", "trick AD 2H 4D"]


def judged(*lines: str) -> Judge:
    return Judge().judge([*HEAD, *lines])


def actual(*lines: str) -> list[tuple[int, int, str]]:
    return [(failure.line, failure.column, failure.actual) for failure in judged(*lines).failures]


@pytest.mark.parametrize(
    ("lines", "line", "column"),
    [
        ([], 1, 1),
        (["players: Ann, Ben"], 1, 1),
        (["game: oh-hell"], 1, 1),
        (["game: xyzzy", "players: Ann, Ben, Cat"], 1, 1),
        (["game: oh-hell", "players: Ann, Ben"], 2, 1),
        (["game: oh-hell", "players: Ann, Ben, ben"], 2, 1),
        (["game: oh-hell", "players: Ann, Ben, 12"], 2, 1),
        (["game: oh-hell", "players: Ann, Ben, Cat", "house: ante=3"], 3, 1),
        (["game: oh-hell", "players: Ann, Ben, Cat", "house: first-hand"], 3, 1),
        (["game: oh-hell", "players: Ann, Ben, Cat", "house: first-hand=2, first-hand=3"], 3, 1),
        (["game: oh-hell", "players: Ann, Ben, Cat", "house: first-hand=x"], 3, 1),
        (["game: oh-hell", "game: farmer", "players: A, B, C"], 2, 1),
        (["game: oh-hell", "players: Ann, Ben, Cat", "dealer: Zoe"], 3, 1),
        (["gaem: oh-hell", "players: Ann, Ben, Cat"], 1, 1),
        (["game: oh-hell", "players: Ann, Ben, Cat", "deal\x00"], 3, 5),
        (["game: oh-hell", "players: Ann, Ben, Cat", "de\x07al"], 3, 3),
        (["game: oh-hell", "players: Ann, Ben, Cat", "x" * 1_000_001], 3, 1000000),
    ],
)
def test_headers_that_will_not_do(lines: list[str], line: int, column: int) -> None:
    with pytest.raises(BadRecord) as caught:
        Judge().judge(lines)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_file_from_another_machine() -> None:
    text = (
        "\ufeffgame: oh-hell\r\nplayers: Ann, Ben, Cat # clockwise\r\n\r\n# a comment\r\ndeal Ann\r\n= dealer Ann\r\n"
    )
    judge = Judge().judge(numbered(line + b"\n" for line in text.encode().split(b"\n")))
    assert not judge.failures
    with pytest.raises(BadRecord) as bad:
        Judge().judge(numbered([b"game: oh-hell\n", b"players: Ann, Ben, \xff\n"]))
    assert bad.value.line == 2


def test_checks_that_hold() -> None:
    judge = judged(
        "= not over", "= next Ann", *HAND, "= Ann 10, Ben 10", "= hand Ann 10, Cat -10", "= hand 1", "= trump h",
        "= size 2", "= bids 3", "= dealer ben", "= next B", "= winner nobody", "= not over", '= "Ann" 10', "= A +10",
    )  # fmt: skip
    assert not judge.failures


@pytest.mark.parametrize(
    ("check", "value"),
    [
        ("= Ann 11", "Ann 10"),
        ("= hand Cat 0", "Cat -10"),
        ("= hand 2", "1"),
        ("= dealer Ann", "Ben"),
        ("= next Cat", "Ben"),
        ("= winner Ann", "nobody"),
        ("= over", "not over"),
        ("= trump S", "H"),
        ("= finding revoke Ben", "no finding"),
    ],
)
def test_checks_that_fail(check: str, value: str) -> None:
    assert actual(*HAND, check) == [(9, 3, value)]


@pytest.mark.parametrize(
    ("check", "column"),
    [
        ("= trumps H", 3),
        ("=", 2),
        ("= Ann", 3),
        ("= , Ann 3", 3),
        ("= Ann, Ben 3", 3),
        ("= next Zoe", 8),
        ("= over the hill", 8),
        ("= Ann+Ben 20", 3),
    ],
)
def test_checks_that_cannot_be_read(check: str, column: int) -> None:
    ((line, at, value),) = actual(*HAND, check)
    assert (line, at) == (9, column)
    assert value.startswith("unclear: ")


def test_names_stand_between_commas_quoted_or_not() -> None:
    head = ["game: oh-hell", "players: Mary Ann, Mary-Lou, Cat", "house: first-hand=2"]
    hand = ["deal Cat", '"Mary Ann" bids 1; Mary-Lou bids 0; Cat bids 2', "Cat takes 2"]
    checks = ["= Mary Ann -10, mary-lou 10, Cat 20", '= hand Mary Ann -10, "Mary-Lou" 10', "= next Mary Ann"]
    judge = Judge().judge([*head, *hand, *checks, "= dealer mary ann", '= "Mary Ann" -10'])
    assert not judge.failures
    assert [failure.actual for failure in Judge().judge([*head, "= dealer Mary-Lou"]).failures] == ["Mary Ann"]


def test_no_hand_yet() -> None:
    ((line, column, value),) = actual("= hand Ann 3")
    assert (line, column) == (4, 8) and value.startswith("unclear: ")


def test_refusals() -> None:
    judge = judged("deal Ann", "! Cat bids 1", "! [bid-order] Cat bids 1", "! [unclear] Ben bids x", "= next Ben")
    assert not judge.failures and not judge.warnings
    assert [refusal.line for refusal in judge.refused] == [5, 6, 7]


def test_refusals_that_do_not_hold() -> None:
    failures = actual("deal Ann", "! Ben bids 1", "= next Ben", "! [bid-range] Cat bids 1", "Cat bids 1", 'Ben bids "1')
    assert [(line, text.split(":")[0]) for line, _, text in failures] == [
        (5, "accepted"),
        (7, "illegal[bid-order]"),
        (8, "illegal[bid-order]"),
        (9, "unclear"),
    ]


def test_a_bare_refusal_of_what_is_only_unclear_draws_a_warning() -> None:
    judge = judged("deal Ann", "! Ben bid")
    assert not judge.failures
    assert [(warning.line, warning.column) for warning in judge.warnings] == [(5, 10)]


def test_a_failing_line_does_not_stop_the_others() -> None:
    failures = actual("deal Ann", "Ben plays 2C; Ben bids 1; Zoe bids 1; = next Cat")
    assert [(line, column) for line, column, _ in failures] == [(5, 1), (5, 27)]


def test_the_object_of_a_record() -> None:
    judge = judged(*HAND, "! Ann plays 2C", "~ deal Ann", "= Ann 0", "Ben takes")
    record = record_object(judge, "night.record")
    assert json.loads(json.dumps(record)) == record
    assert (record["file"], record["ok"], record["game"], record["reports"]) == ("night.record", False, "oh-hell", 8)
    assert record["scores"] == {"Ann": 10, "Ben": 10, "Cat": -10}
    assert [entry["rule"] for entry in record["refused"]] == ["trick-count"]
    assert [entry["rules"] for entry in record["overruled"]] == [["dealer-rotation"]]
    assert [entry["line"] for entry in record["failed"]] == [11, 12]
    assert record["hands"][0]["dealer"] == "Ann" and record["hands"][0]["scores"]["Cat"] == -10
    assert record["hands"][0]["lines"][0] | {"lines": []} == {
        "who": "Ann", "points": 10, "category": "made", "rule": "made-bid", "because": "bid 1, took 1", "lines": [],
    }  # fmt: skip


def test_headers_read_and_print_back() -> None:
    assert split_names('Ann, "Mary Ann" , Zoë') == ["Ann", "Mary Ann", "Zoë"]
    assert read_house(" first-hand = 2 , tie=share ") == {"first-hand": "2", "tie": "share"}
    header = Header("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"}, {"date": "2026-11-20"})
    judge = Judge().judge(header.text().splitlines())
    assert judge.header == header


def run(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_the_referee_needs_no_terminal_and_no_database() -> None:
    heavy = "{'rich', 'typer', 'sqlmodel', 'sqlalchemy', 'pydantic', 'asyncio', 'sqlite3', 'random', 'scoresheets'}"
    code = f"import sys, referee, referee.records.record, referee.table.legal; print({heavy} & set(sys.modules))"
    assert run(code) == "set()"


def test_only_the_game_that_is_played_is_imported() -> None:
    code = (
        "import sys; from referee import find_game; find_game('farmer'); print('referee.games.oh_hell' in sys.modules)"
    )
    assert run(code) == "False"


def test_nothing_imports_an_event_loop_or_a_clock() -> None:
    root = Path(__file__).parents[1] / "referee"
    for path in {*root.rglob("*.py")} - {*(root / "testing").iterdir()}:
        text = path.read_text(encoding="utf-8")
        for module in ("asyncio", "time", "datetime", "random", "scoresheets"):
            assert f"import {module}" not in text and f"from {module}" not in text, path


@pytest.mark.parametrize("name", ["+", "Ann+", "+Ann", "Ann++Ben"])
@pytest.mark.parametrize("line", ["= {}", "= {} 3", "= next {}", "= winner {}", "= finding revoke {}", "deal {}",
                                  "adjust {} +3", "{} bids 1"])  # fmt: skip
def test_a_lone_plus_is_nobody(line: str, name: str) -> None:
    text = line.format(name)
    judge = Judge().judge(["game: oh-hell", "players: Ann, Ben, Cat", "", text])
    assert judge.failures and "unclear" in judge.failures[0].actual, text


def test_a_ten_may_be_written_t_in_facts() -> None:
    judge = Judge().judge(["game: faro", "players: Ann, Ben", "", "deal Ann", "= case-T 4", "= case-10 4"])
    assert not judge.failures


SUSPECTED = [
    "game: funfzehnern", "players: Ann, Or, Cat", "house: out=D", "deal Cat", "trick 9H KH 10H", "trick QH JH 8H",
    "trick 7H QS AC", "Or dealt KH QH 7H 7C KC 8C 7S 8S",
]  # fmt: skip


@pytest.mark.parametrize(
    ("check", "text"),
    [
        ("revoke Ann or Cat", ""),
        ("revoke cat or ann", ""),
        ("revoke", ""),
        ("revoke Ann", "revoke Ann or Cat"),
        ("revoke Ann, Cat", "revoke Ann or Cat"),
        ("revoke Ann or Or", "revoke Ann or Cat"),
        ("revoke Ann or Or or Cat", "revoke Ann or Cat"),
        ("revoke Or or Cat", "revoke Ann or Cat"),
        ("revoke Or", "revoke Ann or Cat"),
        ("lead-revoke Ann or Cat", "revoke Ann or Cat"),
        ("revoke Ann or", "unclear: "),
        ("revoke Ann or Zoe", "unclear: "),
    ],
)
def test_a_finding_may_be_against_one_of_several(check: str, text: str) -> None:
    failures = Judge().judge([*SUSPECTED, f"= finding {check}"]).failures
    text = failures[0].actual + (failures[0].ruling.message if failures[0].ruling else "") if failures else ""
    assert text in text and bool(text) == bool(failures), text


def test_a_record_lists_the_findings_that_werent_withdrawn() -> None:
    lines = [*SUSPECTED, "trick 7C 9C QC", "trick 9S 7S KS"]
    (finding,) = record_object(Judge().judge(lines), "some.record")["findings"]
    assert (finding["line"], finding["name"], finding["who"], finding["suspects"]) == (
        8,
        "revoke",
        "Ann or Cat",
        ["Ann", "Cat"],
    )
    (finding,) = record_object(Judge().judge([*lines, "Cat plays AH"]), "some.record")["findings"]
    assert (finding["line"], finding["name"], finding["who"], finding["suspects"]) == (11, "revoke", "Cat", ["Cat"])
