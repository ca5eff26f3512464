"""The commands at the table and for statistics, in normal use."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee import find_game
from scoresheets.keeping import database
from scoresheets.keeping.journal import open_journal
from tests.evening import FIRST_HAND, Said, again, reports_of
from tests.evening import referee as run_referee

Referee = Callable[..., Said]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "nights.db"


@pytest.fixture
def referee(db: Path, monkeypatch: pytest.MonkeyPatch) -> Referee:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")

    def referee(*words: str, stdin: str = "") -> Said:
        return run_referee(db, *words, stdin=stdin.encode())

    return referee


@pytest.fixture
def evening(referee: Referee) -> Referee:
    """A session of two-card Oh Hell! after one hand."""
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=2").code == 0
    assert referee("say", "; ".join(FIRST_HAND)).code == 0
    return referee


def rows(result: Said) -> list[dict[str, Any]]:
    listing = json.loads(result.out)
    assert listing["schema"] == 1
    listed: list[dict[str, Any]] = listing["rows"]
    return listed


# Opening


def test_new_prints_what_the_table_agrees_on(referee: Referee) -> None:
    result = referee(
        "new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=5", "--dealer", "ben", "--title", "Friday"
    )
    assert result.code == 0
    head, dealer, *changed, choices, how, following = result.out.splitlines()
    assert head == "Friday (session 1). Clockwise: Ann, Ben, Cat." and dealer == "Ben deals first."
    assert changed[0] == "House rules:" and changed[1].startswith("  first-hand=5 ") and "(standard: 10)" in changed[1]
    assert all(name in choices for name in ("sizes", "trump", "hook", "packs"))
    assert how.count("`") > 1 and following == "Next: Ben deals."


def test_where_nobody_deals_nobody_is_said_to_deal_first(referee: Referee) -> None:
    assert "deals" not in referee("new", "gops", "Ann", "Ben").out
    assert "dealer" not in referee("score").out
    assert "deals" not in referee("new", "pirate", "Ann", "Ben").out


def test_new_may_draw_seats_and_dealer_and_keeps_the_seed(referee: Referee, db: Path) -> None:
    from scoresheets.cli.table import drawn

    names = ["Ann", "Ben", "Cat", "Dan", "Eve"]
    assert referee("new", "oh-hell", *names, "--draw").code == 0
    with open_journal(db) as journal:
        session = journal.open_session()
        ((seed, dealer),) = journal.link.execute("SELECT seed, dealer FROM session").fetchall()
        assert sorted(session.players) == names
        assert dealer in names
        assert isinstance(seed, int)
    seats = {tuple(drawn(names, "")[0]) for _ in range(50)}
    assert len(seats) > 10
    assert {drawn(names, "Eve")[1] for _ in range(5)} == {"Eve"}


def test_new_closes_a_finished_game_and_leaves_an_unfinished_one_open(evening: Referee) -> None:
    evening("new", "oh-hell", "Ann", "Ben", "Cat")
    evening("say", "end")
    result = evening("new", "oh-hell", "Ann", "Ben", "Cat")
    assert "Saved session 2" in result.err
    assert [row["state"] for row in rows(evening("sessions", "--json"))] == ["open", "stopped early", "open"]


def test_what_new_can_not_open(referee: Referee) -> None:
    assert referee("new", "oh-hell", "Ann", "Ben").code == 2
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand").code == 2
    assert referee("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=0").code == 2
    result = referee("new", "oh-hel", "Ann", "Ben", "Cat")
    assert result.code == 4
    assert "oh-hell" in result.err
    assert referee("sessions").err == "No games saved yet.\n"


# Nothing open


def test_alone_it_shows_how_an_evening_starts(referee: Referee) -> None:
    result = referee()
    assert result.code == 0
    assert result.out.count("  referee ") == 3


def test_alone_it_shows_where_the_open_session_stands(evening: Referee) -> None:
    result = evening()
    assert result.code == 0
    assert "Ben deals" in result.out
    assert "Last entry: trick AD 2H 4D (line 7)" in result.out


@pytest.mark.parametrize(
    "words",
    [["score"], ["say", "deal"], ["can", "deal"], ["legal"], ["undo"], ["redo"], ["fix", "1", "deal", "--why", "x"],
     ["void", "1", "--why", "x"], ["end"], ["resume", "1"], ["show", "1"], ["log"], ["why"]],
)  # fmt: skip
def test_with_nothing_kept_commands_end_with_4(referee: Referee, db: Path, words: list[str]) -> None:
    assert referee(*words).code == 4
    assert not db.exists()
    with open_journal(db, create=True):
        assert referee(*words).code == 4


def test_with_nothing_kept_lists_are_empty(referee: Referee, db: Path) -> None:
    assert rows(referee("sessions", "--json")) == rows(referee("standings", "--json")) == []
    assert referee("standings").code == 0
    assert not db.exists()


# Telling


def test_say_answers_what_moved_and_what_comes_next(evening: Referee) -> None:
    result = evening("say", "deal", "Ben")
    assert (result.code, result.err) == (0, "") and result.out.startswith("deal Ben\n") and "Cat bids" in result.out


def test_say_takes_a_word_that_looks_like_an_option(evening: Referee, db: Path) -> None:
    assert evening("say", "adjust", "Ann", "-10").code == 0
    assert evening("say", "adjust", "Ann", "-3", "--dry-run").code == 0
    with again(db) as session:
        assert reports_of(session)[-1] == "adjust Ann -10"


def test_say_gives_a_name_its_quotes_back(referee: Referee, db: Path) -> None:
    referee("new", "oh-hell", "Mary Ann", "Ben", "Cat")
    assert referee("say", "deal", "mary ann").code == 0
    assert referee("say", "Ben bids 0; Cat bids 0").code == 0
    assert referee("say", "Mary Ann", "bids", "11").code == 0
    with again(db) as session:
        assert reports_of(session)[-1] == '"Mary Ann" bids 11'


def test_a_refusal_stops_the_line_and_is_shown_as_it_was_typed(evening: Referee, db: Path) -> None:
    result = evening("say", "deal Ben; Cat bids 0; ann bidz 9; Ann bids 1")
    assert result.code == 2
    assert "Cat bids 0" in result.out
    assert "    ann bidz 9\n        ^^^^" in result.err
    assert "hand 2, line 10" in result.err
    assert ": Ann bids 1\n" in result.err
    with again(db) as session:
        assert [entry.typed for entry in session.entries[-2:]] == ["deal Ben", "Cat bids 0"]


def test_dry_run_judges_several_reports_and_keeps_none(evening: Referee, db: Path) -> None:
    result = evening("say", "--dry-run", "deal Ben; Cat bids 0; Ann bids 9")
    assert result.code == 1
    assert "Allowed: Cat bids 0" in result.out
    assert "bid-range" in result.err
    with again(db) as session:
        assert len(session.entries) == len(FIRST_HAND)


def test_say_reads_lines_checks_and_refusals_from_stdin(evening: Referee, db: Path) -> None:
    lines = """\
# the second hand
deal Ben; upcard KC

Cat bids 1; Ann bids 1
! [bid-range] Ben bids 9
Ben bids 0                  # after a while
= Ann 10, Ben 10
= Ann 11
note she said; "nothing"
"""
    result = evening("say", "-", stdin=lines)
    assert result.code == 1
    assert "holds: ! [bid-range] Ben bids 9" in result.out
    assert "stdin:8: = Ann 11 " in result.err and "Ann 10" in result.err
    with again(db) as session:
        assert reports_of(session)[-2:] == ["Ben bids 0", 'note she said; "nothing"']
        refused = [entry for entry in session.entries if not entry.accepted]
        assert [entry.typed for entry in refused] == ["! [bid-range] Ben bids 9"]


def test_a_report_that_had_to_be_refused_and_is_not_is_not_kept(evening: Referee, db: Path) -> None:
    assert evening("say", "! deal Ben").code == 1
    with again(db) as session:
        assert len(session.entries) == len(FIRST_HAND)


def test_later_lines_of_stdin_are_heard_after_a_refusal(evening: Referee) -> None:
    result = evening("say", "-", stdin="deal Ann\ndeal Ben\nfoo\n")
    assert result.code == 1
    assert "deal Ben" in result.out
    assert "stdin:3:1" in result.err


def test_say_as_json_is_one_object_a_report(evening: Referee) -> None:
    result = evening("say", "deal Ben; Cat bids 9", "--json")
    accepted, refused = (json.loads(line) for line in result.out.splitlines())
    assert (accepted["verdict"], accepted["recorded"], accepted["line"], accepted["session"]) == (
        "accepted",
        True,
        8,
        1,
    )
    assert (refused["verdict"], refused["rule"], refused["recorded"]) == ("illegal", "bid-range", False)
    assert result.code == 1


def test_the_table_overrules(evening: Referee) -> None:
    assert evening("say", "deal Ben", "; Cat bids 9").code == 1
    result = evening("say", "~ Cat bids 9")
    assert result.code == 0
    assert "[bid-range]" in result.out
    (row,) = [row for row in rows(evening("log", "--json")) if row["overrule"]]
    assert (row["text"], row["broken"][0]["rule"]) == ("Cat bids 9", "bid-range")


# Asking


def test_can_tells_legal_illegal_unreadable_and_untold(evening: Referee, db: Path) -> None:
    assert evening("can", "deal", "Ben").code == 0
    assert evening("can", "deal", "Ann").code == 1
    assert evening("can", "dael", "Ann").code == 2
    evening("say", "deal Ben; Cat bids 0; Ann bids 0; Ben bids 2")
    result = evening("can", "plays", "QS")
    assert result.code == 3  # the upcard isn't known
    assert evening("can", "adjust", "Ann", "-10").code == 0
    with again(db) as session:
        assert len(session.entries) == len(FIRST_HAND) + 4


def test_legal_lists_what_can_says_is_legal(evening: Referee) -> None:
    evening("say", "deal Ben; upcard KC; Cat bids 0; Ann bids 0; Ben bids 2")
    (plays,) = [row for row in rows(evening("legal", "--json")) if row["verb"] == "plays"]
    assert plays["who"] == "Cat"
    assert len(plays["reports"]) == 51
    assert all(evening("can", report).code == 0 for report in plays["reports"][:3])
    shown = evening("legal").out
    assert "Next: Cat plays." in shown
    assert "Cat plays         any card but KC" in shown


def test_legal_gives_numbers_as_a_run_and_what_may_be_told_any_time(evening: Referee) -> None:
    evening("new", "oh-hell", "Ann", "Ben", "Cat", "--set", "first-hand=3")
    evening("say", "deal Ann; Ben bids 0; Cat bids 1; Ann bids 3; Ben takes 1")
    assert re.search(r"takes +0–2$", evening("legal").out, re.MULTILINE)
    evening("say", "Ben takes 1")
    assert re.search(r"takes +0 1$", evening("legal").out, re.MULTILINE)
    assert "At any time: note TEXT · adjust WHOM ±N [TEXT] · WHO dealt CARDS · misdeal" in evening("legal").out
    evening("say", "end")
    assert json.loads(evening("legal", "--json").out)["any_time"] == ["note TEXT", "adjust WHOM ±N [TEXT]"]


def test_legal_of_a_quoted_name(referee: Referee) -> None:
    referee("new", "oh-hell", "Ann", "Mary Ann", "[/x]", "--set", "first-hand=3")
    referee("say", "deal Ann")
    assert re.search(r"^ ?Mary Ann +bids +0–3$", referee("legal").out, re.MULTILINE)


@pytest.mark.parametrize("report", ["Ann plays 2H", "Cat draws", "hm"])
def test_a_report_that_means_nothing_now_takes_no_line_of_the_log(report: str, evening: Referee) -> None:
    before = evening("log").out
    assert evening("say", report).code
    assert evening("log").out == before


def test_the_log_shows_a_refused_report_as_it_was_typed(evening: Referee) -> None:
    assert evening("say", "~ Ben takes 2").code == 1
    assert " ~ Ben takes 2 " in evening("log").out
    assert "~ ~" not in evening("log").out


def test_a_report_that_breaks_a_rule_is_in_the_log(evening: Referee) -> None:
    assert evening("say", "deal Ben 5").code == 1
    assert "deal Ben 5" in evening("log").out


# Corrections


def test_undo_says_what_goes_and_redo_what_comes_back(evening: Referee) -> None:
    result = evening("undo", "2")
    assert result.out.splitlines()[:2] == ["Undone: trick AD 2H 4D (line 7)", "Undone: trick QS 3S KS (line 6)"]
    result = evening("redo")
    assert result.out.splitlines()[:2] == ["Redone: trick QS 3S KS (line 6)", "Redone: trick AD 2H 4D (line 7)"]
    assert evening("redo").code == 1
    assert evening("undo", "8").code == 1
    assert evening("undo", "0").code == 2


def test_fix_shows_old_and_new_later_rulings_and_totals(evening: Referee) -> None:
    preview = evening("fix", "5", "Ann", "bids", "2", "--why", "he said two", "--dry-run")
    assert preview.out.splitlines() == [
        "line 5: Ann bids 1 → Ann bids 2",
        "  line 7, trick AD 2H 4D: Ann +10, Ben +10, Cat -10 → Ann -10, Ben +10, Cat -10",
        "  hand 1: Ann 10 → -10",
        "  total: Ann 10 → -10",
    ]
    result = evening("fix", "5", "Ann", "bids", "2", "--why", "he said two")
    assert result.out.startswith(preview.out)
    assert result.code == 0
    assert rows(evening("log", "--json"))[-1]["why"] == "he said two"


def test_fix_is_refused_where_a_later_report_could_not_stand_unless_that_is_fixed_too(evening: Referee) -> None:
    result = evening("fix", "6", "trick QS 3S 4D", "--why", "wrong card")
    assert result.code == 1
    assert "[one-pack]" in result.err
    assert "line 7" in result.err
    assert "`; 7 REPORT`" in result.err and "`; void 7`" in result.err
    assert evening("fix", "6", "trick QS 3S 4D; void 7", "--why", "wrong card").code == 0
    assert "Ann bids" in evening("log").out


def test_fix_and_void_want_their_reason_and_a_line(evening: Referee) -> None:
    assert evening("fix", "5", "Ann bids 2").code == 2
    assert evening("fix", "5", "Ann bids 2", "--why", " ").code == 2
    assert evening("fix", "five", "Ann bids 2", "--why", "x").code == 2
    assert evening("fix", "5", 'Ann bids "2', "--why", "x").code == 2
    assert evening("fix", "5", "Ann bids 2; and more", "--why", "x").code == 2
    assert evening("fix", "50", "Ann bids 2", "--why", "x").code == 4
    assert evening("void", "x", "--why", "x").code == 2
    assert evening("void", "5", "--why", "a\x1b").code == 2


def test_void_names_the_command_that_strikes_out_the_later_line_too(evening: Referee) -> None:
    assert "type `void 3 4`" in evening("void", "3", "--why", "x").err
    assert evening("void", "3", "4", "--why", "x").err.endswith("`void 3 4 5`.\n")


def test_void_strikes_out_several_lines_at_once(evening: Referee, db: Path) -> None:
    evening("say", "adjust Ann +5; adjust Ben +5")
    assert evening("void", "8", "9", "--why", "not agreed").code == 0
    with again(db) as session:
        assert reports_of(session) == list(FIRST_HAND)


def test_end_and_resume(evening: Referee) -> None:
    result = evening("end")
    assert result.code == 0
    assert "session 1" in result.out and "1 hand: no winner" in result.out
    assert "`referee resume 1`" in result.out
    assert evening("say", "deal").code == 4
    result = evening("resume", "1")
    assert "Last entry: trick AD 2H 4D (line 7)" in result.out
    assert evening("say", "deal").code == 0
    assert evening("resume", "9").code == 4


def test_the_end_of_a_chip_game_says_who_pays_whom(referee: Referee) -> None:
    referee("new", "farmer", "Ann", "Ben")
    referee("say", "Ann pays Ben 3")
    assert "  Ann pays Ben 3" in referee("end").out.splitlines()


# Statistics


def test_the_log_has_every_report_verdict_correction_and_reason(evening: Referee) -> None:
    evening("say", "deal Ben; Cat bids 9")
    evening("undo")
    evening("fix", "5", "Ann", "bids", "2", "--why", "misheard")
    entries = rows(evening("log", "1", "--json"))
    assert [row["line"] for row in entries] == [*range(1, 12)]
    assert [row["kind"] for row in entries[7:]] == ["report", "report", "undo", "fix"]
    assert (entries[8]["verdict"], entries[8]["counts"]) == ("illegal", False)
    assert (entries[7]["became"], entries[7]["counts"]) == ({"what": "taken back", "line": 10}, False)
    assert (entries[4]["became"], entries[4]["counts"]) == ({"what": "fixed", "line": 11}, True)
    assert (entries[10]["why"], entries[10]["target"]) == ("misheard", 5)
    assert entries[0]["at"].endswith("Z")
    shown = evening("log").out
    for text in ("fix 5: Ann bids 2", "misheard", "taken back in line 10", "fixed in line 11", "illegal"):
        assert text in shown
    (header, *lines) = csv.reader(io.StringIO(evening("log", "--csv").out))
    assert header == list(entries[0])
    assert len(lines) == 11


def test_score_and_show_as_json_are_the_table(evening: Referee) -> None:
    score, show = (json.loads(evening(*words, "--json").out) for words in (["score"], ["show", "1"]))
    assert score == show
    assert (score["schema"], score["session"], score["game"]) == (1, 1, "oh-hell")
    assert score["scores"] == {"Ann": 10, "Ben": 10, "Cat": -10}
    assert [line["rule"] for line in score["hands"][0]["lines"]] == ["made-bid", "made-bid", "missed-bid"]


def test_score_of_another_session(evening: Referee) -> None:
    evening("new", "oh-hell", "Dan", "Eve", "Fay")
    assert "Dan" in evening("score").out
    assert "Ann" in evening("score", "1").out
    assert evening("score", "3").code == 4


def test_show_as_it_stood(evening: Referee) -> None:
    for when in ("2001-01-01", "2001-01-01 20:00"):
        shown = json.loads(evening("show", "1", "--at", when, "--json").out)
        assert (shown["reports"], shown["scores"]["Ann"]) == (0, 0)
    assert json.loads(evening("show", "1", "--at", "2101-01-01", "--json").out)["reports"] == len(FIRST_HAND)
    assert evening("show", "1", "--at", "nine").code == 2
    assert "Cat" in evening("show", "1", "--plain").out


def test_a_time_of_the_evening_may_be_after_midnight(monkeypatch: pytest.MonkeyPatch) -> None:
    from datetime import UTC, datetime

    from scoresheets.cli.times import moment

    opened = datetime(2026, 11, 20, 21).astimezone()
    assert moment("22:30", opened) == datetime(2026, 11, 20, 22, 30).astimezone()
    monkeypatch.setattr(database, "now", lambda: datetime(2026, 11, 30, tzinfo=UTC))
    assert moment("00:30", opened) == datetime(2026, 11, 21, 0, 30).astimezone()
    monkeypatch.setattr(database, "now", lambda: datetime(2026, 11, 20, 22).astimezone())
    assert moment("20:30", opened) == datetime(2026, 11, 20, 20, 30).astimezone()
    assert moment("2026-11-20T20:30:00+00:00", opened) == datetime(2026, 11, 20, 20, 30, tzinfo=UTC)


def test_why_a_line_a_player_and_a_hand(evening: Referee) -> None:
    evening("say", "adjust Ann -3 cake")
    of_ann = rows(evening("why", "ann", "--json"))
    assert [(row["hand"], row["points"], row["category"], row["rule"]) for row in of_ann] == [
        (1, 10, "made", "made-bid"),
        (0, -3, "adjust", ""),
    ]
    assert of_ann[0]["because"] == "bid 1, took 1"
    assert of_ann[0]["text"].startswith(find_game("oh-hell").rules["made-bid"].text.split(":")[0])
    assert "Ann: 10 − 3 = 7" in evening("why", "Ann").out
    assert [row["who"] for row in rows(evening("why", "5", "--json"))] == ["Ann"]
    assert [row["who"] for row in rows(evening("why", "line", "7", "--json"))] == ["Ann", "Ben", "Cat"]
    last, hand = rows(evening("why", "--json")), rows(evening("why", "hand", "--json"))
    assert rows(evening("why", "hand", "1", "--json")) == hand == last
    assert evening("why", "2").code == 0
    for words, code in ([["nobody"], 4], [["99"], 4], [["hand", "7"], 4], [["hand", "x"], 2], [["line", "x"], 4]):
        assert evening("why", *words).code == code, words


def test_why_a_refusal(evening: Referee) -> None:
    evening("say", "deal Ben; Cat bids 9")
    for words in ([], ["9"]):
        (row,) = rows(evening("why", *words, "--json"))
        assert (row["line"], row["verdict"], row["typed"]) == (9, "illegal", "Cat bids 9")
        assert row["broken"][0]["rule"] == "bid-range"
        assert row["broken"][0]["text"]
    shown = evening("why").out
    assert shown.count("[bid-range]") == 1


def test_why_marks_a_rule_that_an_option_changed(evening: Referee) -> None:
    evening("say", "deal Ben 2")
    (row,) = rows(evening("why", "--json"))
    assert row["broken"][0]["house"] == ["first-hand=2"]
    assert "(house: first-hand=2)" in evening("why").out
    evening("new", "oh-hell", "Ann", "Ben", "Cat")
    evening("say", "deal Ann 2")
    assert rows(evening("why", "--json"))[0]["broken"][0]["house"] == []


def test_sessions_and_standings_as_lists(evening: Referee) -> None:
    assert evening("say", "deal 1; Cat bids 1; Ann bids 1; Ben bids 1; Ann takes 1").code == 0
    assert evening("say", "deal 2; Ann bids 2; Ben bids 2; Cat bids 0; Ann takes 1; Ben takes 1; Cat takes 0").code == 0
    evening("end")
    evening("new", "oh-hell", "Dan", "Eve", "Fay", "--title", "Friday")
    listed = rows(evening("sessions", "--json"))
    assert [(row["number"], row["state"], row["winners"]) for row in listed] == [
        (1, "ended", ["Ann"]),
        (2, "open", []),
    ]
    assert [row["number"] for row in rows(evening("sessions", "--player", "dan", "--json"))] == [2]
    assert evening("sessions", "--since", "tomorrow").code == 2
    assert evening("sessions", "--game", "oh-hel").code == 4
    assert "Friday" in evening("sessions").out
    header, *lines = csv.reader(io.StringIO(evening("sessions", "--csv").out))
    assert (header[0], lines[0][-2]) == ("number", "Ann 10, Ben -10, Cat -10")

    standings = rows(evening("standings", "--json"))
    assert [(row["player"], row["won"], row["share"], row["points"]) for row in standings] == [
        ("Ann", 1, 1.0, 10), ("Ben", 0, 0.0, -10), ("Cat", 0, 0.0, -10),
    ]  # fmt: skip
    assert standings[0]["few"] is True
    assert standings[0]["chips"] is None
    assert "1*" in evening("standings").out
    assert rows(evening("standings", "--group", "Ann, Ben", "--json")) == []
    assert evening("standings", "--since", "2101-01-01").err == "No finished games match your search.\n"
    header, *lines = csv.reader(io.StringIO(evening("standings", "--csv").out))
    assert (header[:3], lines[0][:3]) == (["game", "player", "played"], ["oh-hell", "Ann", "1"])


def test_plain_has_no_boxes_and_no_color(evening: Referee) -> None:
    evening("end")
    for words in (["sessions"], ["standings"], ["log", "1"], ["show", "1"]):
        out = evening(*words, "--plain").out
        assert not set(out) & set("─│┌┐└┘━╇\x1b"), words


@pytest.mark.parametrize(
    ("words", "loaded"),
    [
        (["say", "note x"], False),
        (["can", "deal"], False),
        (["score"], False),
        (["undo"], False),
        (["standings"], True),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_only_what_looks_back_over_many_sessions_imports_sqlmodel(
    evening: Referee, db: Path, words: list[str], loaded: bool
) -> None:
    code = "import sys; from scoresheets.cli import run; run(sys.argv[1:]); sys.exit('sqlmodel' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code, *words], env=os.environ | {"REFEREE_DB": str(db)}, capture_output=True, check=False
    )
    assert done.returncode == loaded, done.stderr


def test_the_referee_knows_neither_terminal_nor_database() -> None:
    code = "import sys, referee; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert not {"sqlite3", "sqlmodel", "sqlalchemy", "rich", "typer", "scoresheets"} & set(done.stdout.split())
