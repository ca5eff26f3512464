"""The live table: input key by key or line by line, and the screen after it."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from pathlib import Path
from typing import NamedTuple

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from referee.games import find_game, games, ours
from referee.records.record import Judge
from scoresheets.cli import prompt
from scoresheets.cli.completer import Completer
from scoresheets.cli.prompt import LEAVING, Prompt, at_the_prompt, fitted, obeyed
from scoresheets.cli.prompt_lines import WORDS, Sitting, status
from scoresheets.errors import FINE, NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.replay import Course
from scoresheets.keeping.session import JudgedLine, Session
from tests.evening import FIRST_HAND, Said, again, referee, reports_of, told_to

FIVE = ["Ann", "Ben", "Cat", "Dan", "Eve"]
ENTER, CTRL_C, CTRL_D, TAB, BACK, RIGHT, ESC = "\r", "\x03", "\x04", "\t", "\x7f", "\x1b[C", "\x1b"
RECORDS = Path(__file__).parents[1] / "records"


@pytest.fixture(autouse=True)
def _plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("REFEREE_DB", str(tmp_path / "evening.db"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """Oh Hell! for five with five cards each, not yet dealt."""
    path = tmp_path / "evening.db"
    with open_journal(path, create=True) as journal:
        journal.new("oh-hell", FIVE, {"first-hand": "5"})
    return path


class Sat(NamedTuple):
    out: str
    err: str
    reports_in: list[str]


def sit(db: Path, keys: str, number: int = 0) -> Sat:
    """Sits at the live table, presses these keys, and gets up."""
    out, err = io.StringIO(), io.StringIO()
    with open_journal(db) as journal, create_pipe_input() as pipe, create_app_session(pipe, DummyOutput()):
        session = journal.session(number) if number else journal.open_session()
        pipe.send_text(keys + CTRL_C + CTRL_D)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            assert at_the_prompt(Sitting(session)) == FINE
        return Sat(out.getvalue(), err.getvalue(), reports_of(session))


def lines(db: Path, *typed: str) -> Said:
    """The same lines from a pipe."""
    return referee(db, "table", stdin="".join(f"{line}\n" for line in typed).encode())


def reports_in(db: Path) -> list[str]:
    with again(db) as session:
        return reports_of(session)


# Quicker than paper


def test_a_hand_of_five_players_takes_at_most_twelve_keys_a_player(db: Path) -> None:
    keys = ("d" + ENTER, "1 0 2 1 2" + ENTER, "1 0 2 1 1" + ENTER)
    assert sum(map(len, keys)) <= 12 * len(FIVE)
    sat = sit(db, "".join(keys))
    assert sat.reports_in == [
        "deal Ann", "Ben bids 1", "Cat bids 0", "Dan bids 2", "Eve bids 1", "Ann bids 2",
        "Ben takes", "Cat takes 0", "Dan takes 2", "Eve takes", "Ann takes",
    ]  # fmt: skip
    assert "total: Ann -10, Ben 10, Cat 10, Dan 20, Eve 10" in sat.out


def test_what_is_said_in_short_is_echoed_in_full(db: Path) -> None:
    result = lines(db, "d", "1", "c 0", "1+1", "c 3")
    assert [line for line in result.out.splitlines() if line.startswith(("deal", *FIVE))] == [
        "deal Ann",
        "Ben bids 1",
        "Cat bids 0",
        "Dan bids 2",
    ]
    assert "Cat bids 3" in result.err and result.code == REFUSED


def test_several_lines_and_pieces_at_once(db: Path) -> None:
    assert sit(db, "d; 1 0; 2" + ENTER).reports_in == ["deal Ann", "Ben bids 1", "Cat bids 0", "Dan bids 2"]


def test_what_stands_behind_a_refused_report_is_entered_once_that_is_settled(db: Path) -> None:
    result = lines(db, "d", "1 9 2 1; note thirsty")
    assert ": note thirsty" in result.err and reports_in(db) == ["deal Ann"]
    with again(db) as session:
        sitting = Sitting(session)
        sitting.hear("9 2 1; note thirsty")
        assert sitting.hear("Ben bids 2") == FINE
        assert sitting.restored == ""
        sitting.hear("9 1; note thirsty")
        assert sitting.offers[0].text == "5 1" and sitting.hear("~") == FINE
    assert reports_in(db) == ["deal Ann", "Ben bids 2", "Cat bids 9", "Dan bids 1", "note thirsty"]


# The keys


def test_ctrl_c_clears_the_line_and_keeps_it_for_the_up_arrow(db: Path) -> None:
    with again(db) as session, create_pipe_input() as pipe, create_app_session(pipe, DummyOutput()):
        prompt = Prompt(Sitting(session))
        pipe.send_text("deal Ann" + CTRL_C + "deal Ben" + ENTER)
        assert next(prompt.lines()) == "deal Ben"
        assert prompt.session.history.get_strings() == ["deal Ann", "deal Ben"]


def test_ctrl_c_never_leaves_and_ctrl_d_does(db: Path) -> None:
    sat = sit(db, CTRL_C * 3 + "d" + ENTER)
    assert sat.reports_in == ["deal Ann"]
    assert LEAVING in sat.out
    assert sat.out.endswith("To continue it, run `referee table`.\n")


def test_ctrl_c_while_a_report_is_kept_loses_nothing(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    say = Session.say

    def interrupted(self: Session, text: str, **words: object) -> JudgedLine:
        os.kill(os.getpid(), signal.SIGINT)
        heard = say(self, text, **words)  # type: ignore[arg-type]
        os.kill(os.getpid(), signal.SIGINT)
        return heard

    monkeypatch.setattr(Session, "say", interrupted)
    before = signal.getsignal(signal.SIGINT)
    assert sit(db, "d" + ENTER + "1" + ENTER).reports_in == ["deal Ann", "Ben bids 1"]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of this kind is not to be had")
def test_what_is_typed_before_the_prompt_is_back_isnt_shown_twice(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pty
    import termios

    def echoes() -> bool:
        return bool(termios.tcgetattr(0)[3] & termios.ECHO)

    shown: dict[str, bool] = {}

    def noted(self: Sitting, line: str, *_: object) -> int:
        shown[line] = echoes()
        shown["standings"] = obeyed([])
        return FINE

    monkeypatch.setattr(Sitting, "hear", noted)
    monkeypatch.setattr(prompt, "obey", lambda _: echoes())
    ours, theirs = pty.openpty()
    stdin = os.dup(0)
    os.dup2(theirs, 0)
    try:
        shown["before"] = echoes()
        sit(db, "d" + ENTER)
        shown["after"] = echoes()
    finally:
        os.dup2(stdin, 0)
        for end in (stdin, ours, theirs):
            os.close(end)
    assert shown == {"before": True, "d": False, "standings": True, "after": True}


def test_coming_back_shows_the_last_report_kept(db: Path) -> None:
    sit(db, "d" + ENTER + "1" + ENTER)
    assert "  Last entry: Ben bids 1 (line 2)\n" in sit(db, "").out
    with again(db) as session, create_pipe_input() as pipe, create_app_session(pipe, DummyOutput()):
        prompt = Prompt(Sitting(session))
        pipe.send_text("2" + ENTER)
        assert next(prompt.lines()) == "2"
        assert prompt.session.history.get_strings() == ["deal Ann", "Ben bids 1", "2"]


def test_a_line_that_answers_nothing_comes_back(db: Path) -> None:
    sat = sit(db, "d" + ENTER + "end" + ENTER + "Ben bids 2" + ENTER + ENTER)
    assert sat.reports_in == ["deal Ann", "Ben bids 2"]


def test_quit_leaves(db: Path) -> None:
    assert sit(db, "quit" + ENTER + "d" + ENTER).reports_in == []


def test_a_word_is_completed(db: Path) -> None:
    assert sit(db, "de" + TAB + ENTER + "Ben bi" + TAB + " 1" + ENTER).reports_in == ["deal Ann", "Ben bids 1"]


def test_nothing_typed_is_nothing_said(db: Path) -> None:
    sat = sit(db, ENTER + "  " + ENTER + "# a remark" + ENTER)
    assert sat.reports_in == [] and not sat.err


def test_enter_on_an_empty_line_shows_the_quickest_line(db: Path) -> None:
    with at(db, "d") as completer:
        assert completer.in_grey() == "Ben bids N"
        assert completer.next_form()
        assert completer.in_grey() == "_ _ _ _ _  bids: Ben Cat Dan Eve Ann"
        assert completer.ghost("1 0") == " _ _ _  bids: Dan Eve Ann"
        assert completer.next_form() and completer.next_form()  # the other lines, and again the first
        completer.no_form()
        assert completer.in_grey() == "Ben bids N" and completer.ghost("1 0") == ""
    assert sit(db, "d" + ENTER + ENTER + "1 0 2 1 2" + ENTER + ENTER + ENTER).reports_in[-1] == "Ann bids 2"


def test_tab_goes_from_field_to_field(tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    with open_journal(db, create=True) as journal:
        journal.new("samba", FIVE[:4])
    keys = "d" + ENTER + ENTER + TAB + "900" + TAB + "1" + TAB + TAB + "2" + TAB + "1" + RIGHT + "0" + ENTER
    assert sit(db, keys).reports_in == ["deal Ann", "Ann+Cat scores 900 natural 1 mixed 2 red 1"]


# Taking back


def test_what_is_taken_back_comes_back_into_the_line(db: Path) -> None:
    sat = sit(db, "d" + ENTER + "1 0" + ENTER + "<" + ENTER + BACK + "2" + ENTER)
    assert sat.reports_in == ["deal Ann", "Ben bids 1", "Cat bids 2"]
    assert "Undone: Cat bids 0 (line 3)\nUndone: Ben bids 1 (line 2)\n" in sat.out


def test_it_goes_on_back_while_the_line_is_not_touched(db: Path) -> None:
    sat = sit(db, "d" + ENTER + "1 0" + ENTER + "<" + ENTER + "<" + ENTER)
    assert sat.reports_in == []
    sat = sit(db, "deal Ann" + ENTER + "2" + ENTER + "<" + ENTER + " >" + ENTER)
    assert sat.reports_in == ["deal Ann", "Ben bids 2"]


def test_of_an_earlier_sitting_it_takes_back_one_report(db: Path) -> None:
    sit(db, "d" + ENTER + "1 0" + ENTER)
    assert sit(db, "<" + ENTER).reports_in == ["deal Ann", "Ben bids 1"]


def test_what_was_corrected_is_not_what_was_typed(db: Path) -> None:
    with again(db) as session:
        sitting = Sitting(session)
        for line in ("d", "1 0", "undo 1"):
            assert sitting.hear(line) == FINE
        assert sitting.hear("<") == FINE
        assert sitting.restored == "Ben bids 1"
        assert reports_of(session) == ["deal Ann"]


def test_what_was_let_stand_comes_back_with_its_mark(db: Path) -> None:
    with again(db) as session:
        sitting = Sitting(session)
        for line in ("d", "~ Cat 0", "<"):
            assert sitting.hear(line) == FINE
        assert sitting.restored == "~ Cat 0"
        sitting.hear(">")
        sitting.hear("<")
        assert sitting.restored == "~ Cat bids 0"


def test_back_and_forth_in_a_pipe(db: Path) -> None:
    result = lines(db, "d", "1 0", "<", ">", "undo 2", "redo", "<", "<", "<")
    assert result.code == REFUSED
    assert reports_in(db) == []


@pytest.mark.parametrize("line", ["undo x", "undo 0", "log 0", "< 2", "> 2", "score 1", "end now", "quit x"])
def test_what_makes_no_sense_behind_a_word_changes_nothing(db: Path, line: str) -> None:
    result = lines(db, "d", line, "1")
    assert result.code == USAGE
    assert reports_in(db) == ["deal Ann", "Ben bids 1"]


# After a refusal


def test_a_repair_is_taken_by_its_number(db: Path) -> None:
    sat = sit(db, "d" + ENTER + "1 1 1 1" + ENTER + "Ann bids 1" + ENTER + "2" + ENTER)
    assert sat.reports_in[-1] == "Ann bids 2"
    assert "Try: [2] Ann bids 2 · [3] Ann bids 3" in sat.err
    assert "[~] enter it anyway" in sat.err


def test_what_a_key_tells_is_what_stands_behind_it(db: Path) -> None:
    """A number that is a bid of its own never selects another repair."""
    with again(db) as session:
        sitting = Sitting(session)
        sitting.hear("d")
        sitting.hear("Bem bids 2")
        assert [offer.key for offer in sitting.offers] == ["2"]
        sitting.hear("Eve bids 1")
        for offer in sitting.offers:
            assert offer.key == "~" or offer.key.startswith("#") or offer.text.endswith(f" bids {offer.key}"), offer
            assert offer.key.isdigit() <= (offer.text == f"Ben bids {offer.key}")


def test_cards_are_repaired_by_their_place(db: Path) -> None:
    with again(db) as session:
        sitting = Sitting(session)
        for line in ("d", "upcard 7H", "1 1 1 1 2", "Ben plays KH"):
            assert sitting.hear(line) == FINE
        assert sitting.hear("Cat plays 11H") == USAGE
        assert sitting.offers and all(offer.key.startswith("#") or offer.key.isdigit() for offer in sitting.offers)
        assert sitting.hear("#1") == FINE
        assert reports_of(session)[-1] == sitting_told(sitting)


def sitting_told(sitting: Sitting) -> str:
    return sitting.session.course.standing[-1].text


def test_the_table_lets_it_stand_with_one_key(db: Path) -> None:
    sat = sit(db, "d" + ENTER + "Cat 1" + ENTER + "~" + ENTER)
    assert sat.reports_in == ["deal Ann", "Cat bids 1"]
    with again(db) as session:
        assert session.course.standing[-1].overrule


def test_what_is_impossible_cant_be_let_stand(db: Path) -> None:
    result = lines(db, "d", "upcard 7H", "1 1 1 1 2", "Ben plays 7H", "~")
    assert "[~]" not in result.err and result.code == REFUSED


def test_who_was_left_out_is_named_when_it_is_let_stand(db: Path) -> None:
    result = lines(db, "d", "1 1 1 1", "bids 0", "~")
    assert "[dealer-must-overbid]" in result.out
    assert reports_in(db)[-1] == "Ann bids 0"


def test_offers_are_gone_when_something_else_was_told(db: Path) -> None:
    result = lines(db, "d", "Cat bids 1", "Ben bids 1", "~")
    assert result.code == REFUSED and reports_in(db) == ["deal Ann", "Ben bids 1"]


def test_asking_in_between_keeps_the_offers(db: Path) -> None:
    lines(db, "d", "Cat bids 1", "rule bid-order", "why", "~")
    assert reports_in(db) == ["deal Ann", "Cat bids 1"]


def test_a_line_that_could_mean_two_offers_both(db: Path) -> None:
    result = lines(db, "d", "1", "b 2", "1")  # Cat is next
    assert "`b 2` could mean " in result.err
    assert "[1] Cat bids 2 · [2] Ben bids 2" in result.err
    assert reports_in(db)[-1] == "Cat bids 2"


# Other words


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("score", "Oh Hell! · session 1"),
        ("SCORE", "Oh Hell! · session 1"),
        ("why", "missed-bid"),
        ("why Cat", "Cat: −10"),
        ("why hand 1", "made-bid"),
        ("why 4", "line 4: Cat bids 1"),
        ("can Cat bids 1", "Allowed: Cat bids 1"),
        ("can 1 1", "Allowed: Ann bids 1"),
        ("legal", "upcard"),
        ("?", "upcard"),
        ("rule follow suit", "You must follow suit if you can"),
        ("rules", "take exactly that many"),
        ("log", "trick AD 2H 4D"),
        ("log 1", "deal Ben"),
        ("help", "fix LINE REPORT --why TEXT"),
    ],
)
def test_words_besides_reports(tmp_path: Path, line: str, text: str) -> None:
    db = told_to(tmp_path / "evening.db", *FIRST_HAND, "deal Ben")
    before = reports_in(db)
    answer = lines(db, line)
    assert (answer.code, text in answer.out) == (FINE, True), answer
    assert reports_in(db) == before
    assert answer == lines(db, line)  # and no trace is left of a question


def test_what_was_asked_is_not_told(db: Path) -> None:
    result = lines(db, "d", "can 1 2", "can 1 2 9", "1")
    assert "Allowed: Cat bids 2" in result.out and "[bid-range]" in result.err
    assert reports_in(db) == ["deal Ann", "Ben bids 1"]


def test_help_has_every_word(db: Path) -> None:
    with again(db) as session:
        sitting = Sitting(session)
        shown = lines(db, "help").out
        for word in WORDS:
            first = word.split()[0]
            assert first in shown and (first in "<>?" or sitting._word(first) is not None), word


def test_help_fits_a_screen(db: Path) -> None:
    shown = lines(db, "help").out.splitlines()
    at = next(i for i, line in enumerate(shown) if line.startswith("Type what happens"))
    assert len(shown[at:]) < 24 and max(map(len, shown[at:])) <= 80
    for word in ("dispute", "house", "penalty", "standings", "board", "phone"):
        assert any(word in line for line in shown[at:])


def test_a_question_is_answered_and_saved_nowhere(db: Path) -> None:
    result = lines(db, "d", "whose turn is it?", "who deals next", "score?", "did Ben bid", "1")
    assert reports_in(db) == ["deal Ann", "Ben bids 1"]
    assert "Ben" in result.out


def test_the_last_lines_of_the_log(db: Path) -> None:
    out = lines(db, "d", "1 0 2 1 2", "log 2").out
    log = out[out.index("remark") :]
    assert "Eve bids 1" in log and "Ann bids 2" in log and "Dan bids 2" not in log


def test_trouble_is_said_and_the_next_line_is_heard(db: Path) -> None:
    result = lines(db, "why hand 7", "rule", "can", "d")
    assert result.err.count("\n") == 3 and reports_in(db) == ["deal Ann"]


def test_a_verb_of_the_game_is_a_report_where_something_follows(tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    with open_journal(db, create=True) as journal:
        assert "score" in Sitting(journal.new("500-rummy", ["Ann", "Ben"])).session.referee.vocabulary.shapes
    assert "500 Rummy" in lines(db, "score").out
    assert "nothing follows" not in lines(db, "score 20").err


def test_houses_in_files_are_made_at_the_table(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    result = lines(db, "house nought=5", "house init home oh-hell --like no-hook", "house show home")
    assert result.code == FINE and "dealer-must-overbid" in result.out
    assert reports_in(db) == ["house nought=5"]


def test_a_player_may_be_called_like_a_word(tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    with open_journal(db, create=True) as journal:
        journal.new("oh-hell", ["Can", "Fix", "End"], {"first-hand": "2"})
    assert lines(db, "deal", "fix bids 1", "end 1", "can 1").code == FINE
    assert reports_in(db)[1:] == ["Fix bids 1", "End bids 1", "Can bids 1"]


def test_what_nobody_expected_doesnt_end_the_evening(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def score(self: Sitting, rest: str) -> None:
        raise RuntimeError("no ink")

    monkeypatch.setattr(Sitting, "_score", score)
    sat = sit(db, "score" + ENTER + "d" + ENTER)
    assert "RuntimeError: no ink" in sat.err
    assert sat.reports_in == ["deal Ann"]


# Corrections


def test_a_correction_shows_what_it_changes_and_asks_why(db: Path) -> None:
    sat = sit(db, "d" + ENTER + "1 0" + ENTER + "fix 2 Ben bids 2" + ENTER + "misheard" + ENTER)
    assert sat.reports_in == ["deal Ann", "Ben bids 2", "Cat bids 0"]
    assert "line 2: Ben bids 1 → Ben bids 2\n" in sat.out and sat.out.count("→") == 1
    with again(db) as session:
        assert session.entries[-1].why == "misheard"


@pytest.mark.parametrize("answer", [ESC, CTRL_C, CTRL_D])
def test_a_question_left_unanswered_leaves_all_as_it_was(db: Path, answer: str) -> None:
    sat = sit(db, "d" + ENTER + "1" + ENTER + "fix 2 Ben bids 2" + ENTER + answer + "0" + ENTER)
    assert sat.reports_in == ["deal Ann", "Ben bids 1", "Cat bids 0"]


def test_a_reason_may_be_left_empty(db: Path) -> None:
    sat = sit(db, "d" + ENTER + "1" + ENTER + "fix 2 Ben bids 2" + ENTER + ENTER + "0" + ENTER)
    assert sat.reports_in == ["deal Ann", "Ben bids 2", "Cat bids 0"]
    assert referee(db, "log").code == FINE


@pytest.mark.parametrize("line", ["1 0", "Cat bids 1; Dan bids 0", "c 1; 0", "1; d 0"])
def test_the_next_line_is_no_reason(db: Path, line: str) -> None:
    sat = sit(db, "d" + ENTER + "1" + ENTER + "fix 2 Ben bids 2" + ENTER + line + ENTER)
    assert sat.reports_in == ["deal Ann", "Ben bids 2", "Cat bids 1", "Dan bids 0"]
    with again(db) as session:
        assert [entry.why for entry in session.entries if entry.kind == "fix"] == [""]


def test_a_word_of_the_prompt_is_no_reason_either(db: Path) -> None:
    sat = sit(db, "d" + ENTER + "1 0" + ENTER + "fix 2 2" + ENTER + "<" + ENTER)
    assert sat.reports_in == ["deal Ann"] and "Undone: Ben bids 2" in sat.out


@pytest.mark.parametrize("why", ["I misheard", "no", "score wrong", "Ben said 2 before"])
def test_a_reason_in_plain_words_is_one(db: Path, why: str) -> None:
    sat = sit(db, "d" + ENTER + "1 0" + ENTER + "fix 2 2" + ENTER + why + ENTER)
    with again(db) as session:
        assert [entry.why for entry in session.entries if entry.kind == "fix"] == [why], sat.err


def test_of_a_line_only_the_number_or_the_card_may_be_corrected(db: Path) -> None:
    result = lines(db, "d", "1 0", "fix 2 2 --why misheard", "fix 3 10+5 --why no", "fix 3")
    assert reports_in(db)[1:] == ["Ben bids 2", "Cat bids 0"]
    assert "line 2: Ben bids 1 → Ben bids 2" in result.out and "[bid-range]" in result.err
    assert "`Cat bids 0`" in result.err and "`fix LINE REPORT --why TEXT`" in result.err
    assert referee(db, "fix", "2", "1", "--why", "after all").code == FINE
    assert reports_in(db)[1:] == ["Ben bids 1", "Cat bids 0"]


@pytest.mark.parametrize(
    ("game", "typed", "behind"),
    [
        ("fan-tan", ("d", "7H", "7C", "Ann out"), "3 4; Ben passes 2"),
        ("crazy-eights", ("d", "upcard 9H", "plays 9C", "Ann out"), ""),
    ],
)
def test_a_hand_that_was_told_card_by_card_ends_in_numbers_by_one_key(
    tmp_path: Path, game: str, typed: tuple[str, ...], behind: str
) -> None:
    with open_journal(tmp_path / "evening.db", create=True) as journal:
        session = journal.new(game, FIVE[:3])
        sitting = Sitting(session)
        for line in typed:
            sitting.hear(line)
        assert sitting.offers[0].text == "rest; Ann out"
        assert sitting.hear(sitting.offers[0].key) == FINE and sitting.hear(behind) == FINE
        assert session.referee.standing.hands == 1


def test_the_nearest_name_is_offered(db: Path) -> None:
    result = lines(db, "d", "Benn 2", "2", "Annna bids 2")
    assert "Benn" in result.err and "[2] Ben bids 2" in result.err
    assert reports_in(db)[-1] == "Ben bids 2"


def test_a_name_of_two_words_needs_no_quotes(tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    with open_journal(db, create=True) as journal:
        journal.new("oh-hell", ["Ben", "Mary Ann", "Cat"], {"first-hand": "2"})
    assert lines(db, "d", "mary ann 1", "Cat 0", "Ben bids 2", "adjust Mary Ann 5", "Mary Ann takes 1").code == FINE
    assert reports_in(db)[1:2] == ['"Mary Ann" bids 1'] and reports_in(db)[-1] == '"Mary Ann" takes'


def test_the_echo_counts_a_single_trick(db: Path) -> None:
    result = lines(db, "d", "1 0 2 1 2", "Ben", "Cat takes 2")
    assert "Ben takes 1\n" in result.out and reports_in(db)[-2] == "Ben takes"


def test_corrections_in_a_pipe_have_their_reason(db: Path) -> None:
    result = lines(db, "d", "1 0", 'fix 2 Ben bids 2 --why "misheard"', "void 3 --why=no", "fix 2 Ben bids 3", "fix x")
    assert reports_in(db) == ["deal Ann", "Ben bids 2"]
    assert "`fix 2 Ben bids 3 --why TEXT`" in result.err
    assert result.err.count("`fix LINE REPORT --why TEXT`") == 1


def test_a_correction_that_cant_be_is_shown_before_anybody_gives_a_reason(db: Path) -> None:
    keys = ("d", "1 1 1 1 2", "fix 2 Ben bids 0", "note not asked")
    sat = sit(db, "".join(key + ENTER for key in keys))
    assert sat.reports_in[1:] == ["Ben bids 1", *(f"{who} bids 1" for who in FIVE[2:]), "Ann bids 2", "note not asked"]
    assert " line 6 " in sat.err


# Others, and other sessions


def test_what_others_write_is_taken_in_before_each_line(db: Path) -> None:
    with again(db) as session:
        sitting = Sitting(session)
        sitting.hear("d")
        assert referee(db, "say", "Ben bids 1").code == FINE
        assert sitting.hear("0") == FINE  # Cat's, by now
        assert reports_of(session)[-2:] == ["Ben bids 1", "Cat bids 0"]
        assert referee(db, "undo").code == FINE
        assert sitting.hear("2") == FINE
        assert reports_of(session)[-1] == "Cat bids 2"


def test_what_others_write_is_said(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with again(db) as session:
        sitting = Sitting(session)
        referee(db, "say", "deal")
        sitting.hear("?")
        assert capsys.readouterr().out.startswith("Meanwhile, line 1: deal Ann\n")


def test_a_session_closed_elsewhere_is_left(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with again(db) as session:
        sitting = Sitting(session)
        referee(db, "end")
        assert sitting.hear("d") == FINE
        assert sitting.left
        assert "`referee resume 1`" in capsys.readouterr().out


def test_end_closes_and_leaves(db: Path) -> None:
    result = lines(db, "d", "end", "1")
    assert "Saved as session 1.\n" in result.out and result.code == FINE
    assert referee(db, "table").code == NOTHING
    ended = referee(db, "table", "1")
    assert ended.code == NOTHING and "`referee resume 1`" in ended.err


def test_another_session_is_taken_up(db: Path) -> None:
    with open_journal(db) as journal:
        journal.new("gops", ["Ann", "Ben"])
    assert referee(db, "table", "1", stdin=b"d\n").code == FINE
    assert "Oh Hell!" in referee(db, "score").out
    assert reports_in(db) == ["deal Ann"]


def test_the_next_game_begins_at_the_same_table(db: Path) -> None:
    sat = sit(db, "d" + ENTER + "end now" + ENTER + "new piquet Ann Ben" + ENTER + "d" + ENTER)
    assert "(session 2)" in sat.out and sat.reports_in == ["deal Ann"]
    assert "`referee table`" in sat.out.splitlines()[-1]
    with again(db, 2) as session:
        assert reports_of(session)


def test_any_other_command_may_be_typed(db: Path) -> None:
    result = lines(db, "sessions", "check nowhere.record", "sessions --frob", 'rule "')
    assert "oh-hell" in result.out and "nowhere.record" in result.err and "no option" in result.err
    assert result.code == NOTHING and reports_in(db) == []


def test_a_busy_database_is_said_and_the_line_may_be_told_again(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    say = Session.say
    busy = [True]

    def once(self: Session, text: str, **words: object) -> JudgedLine:
        if busy.pop() if busy else False:
            raise CommandError("the file is busy", 5)
        return say(self, text, **words)  # type: ignore[arg-type]

    monkeypatch.setattr(Session, "say", once)
    sat = sit(db, "d" + ENTER + "d" + ENTER)
    assert sat.err == "The file is busy.\n" and sat.reports_in == ["deal Ann"]


# A pipe


def test_a_pipe_ends_with_the_first_code_that_is_not_fine(db: Path) -> None:
    result = lines(db, "d", "Ben bids 9", "frob", "1")
    assert result.code == REFUSED and "stdin:2:1" in result.err and "stdin:3:1" in result.err
    assert reports_in(db) == ["deal Ann", "Ben bids 1"]


def test_a_pipe_gets_the_prompt_of_nobody(db: Path) -> None:
    code = "import sys; from scoresheets.cli import run; run(['table']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], input=b"d\n", capture_output=True, check=True,
                          env=os.environ | {"REFEREE_DB": str(db)})  # fmt: skip
    assert b"deal Ann" in done.stdout
    assert b"prompt_toolkit" not in done.stderr


def test_only_the_live_table_needs_the_prompt(db: Path) -> None:
    code = "import sys; from scoresheets.cli import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    for words in (["--help"], ["say", "deal"], ["score"], ["table", "--help"]):
        done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, check=True,
                              env=os.environ | {"REFEREE_DB": str(db)})  # fmt: skip
        assert b"prompt_toolkit" not in done.stderr, words


# Completion


@contextlib.contextmanager
def at(db: Path, *typed: str) -> Iterator[Completer]:
    """The completions after some lines, waiting for all of them, however slow the machine is."""
    with again(db) as session, unhurried():
        sitting = Sitting(session)
        for line in typed:
            assert sitting.hear(line) == FINE, line
        yield Completer(session)


@contextlib.contextmanager
def unhurried() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patience:
        for name in ("A_KEY", "BETWEEN"):
            patience.setattr(f"scoresheets.cli.completer.{name}", inf)
        yield


def words(completer: Completer, line: str) -> list[str]:
    return [word.text for word in completer.words(line)]


def test_who_is_next_and_what_is_awaited_come_first(db: Path) -> None:
    with at(db, "d") as completer:
        assert words(completer, "")[:2] == ["Ben", "bids"]
        assert words(completer, "b")[:2] == ["Ben", "bids"]
        assert words(completer, "Ben ")[0] == "bids"
        assert words(completer, "c")[:2] == ["concedes", "Cat"]
        assert words(completer, "sc") == ["score"]
        assert completer.awaited() == "Ben bids N"


@pytest.mark.parametrize("slug", games())
def test_every_game_says_what_is_due(slug: str, tmp_path: Path) -> None:
    """In its first hand, on a line that isn't too long."""
    game = find_game(slug)
    with open_journal(tmp_path / "table.db", create=True) as kept:
        completer = Completer(kept.new(slug, [f"P{number}" for number in range(1, game.players[0] + 1)]))
        assert 0 < len(completer.awaited()) < 120 and completer.next_form()


def test_only_legal_bids_are_offered(db: Path) -> None:
    with at(db, "d", "1 1 1 1") as completer:
        assert words(completer, "Ann bids ") == ["2", "3", "4", "5"]
        assert words(completer, "bids ") == ["2", "3", "4", "5"]
        assert words(completer, "Ann bids 3") == ["3"]
        assert words(completer, "note x; Ann bids ") == ["2", "3", "4", "5"]
        assert words(completer, 'note "x; Ann bids ') == []


def test_what_the_house_may_change_is_offered(db: Path) -> None:
    with at(db) as completer:
        assert words(completer, "house wit") == ["without="]
        assert {"first-hand=", "without="} <= set(words(completer, "house "))
        assert "without=bid-range" in words(completer, "house without=")
        assert words(completer, "house nought=5, without=bid-range+lead") == ["without=bid-range+lead-order"]
        assert words(completer, "note x; House trick=1")[-1] == "trick=11"
        assert completer.ghost("house without=bid-range+lead") == "-order"


def test_out_of_turn_is_offered_where_the_house_has_no_turns(db: Path) -> None:
    with at(db, "house without=bid-order", "d") as completer:
        assert words(completer, "Cat bids ")[:2] == ["0", "1"]
        assert completer.session.referee.can("Cat bids 1").accepted
    with at(db, "undo 2", "d") as completer:
        assert words(completer, "Cat bids ") == []


def test_cards_that_were_told_are_not_offered(db: Path) -> None:
    with at(db, "d", "upcard 7H", "1 1 1 1 2", "QS 3S") as completer:
        offered = words(completer, "Dan plays ")
        assert "KS" in offered and not {"7H", "QS", "3S"} & set(offered)
        assert sorted(words(completer, "Dan plays k")) == ["KC", "KD", "KH", "KS"]
        trick = words(completer, "trick AS KS ")
        assert "JS" in trick and not {"7H", "QS", "3S", "AS", "KS"} & set(trick)


def test_the_words_of_the_shell_are_understood_at_the_table(db: Path) -> None:
    result = lines(
        db, "referee say d", "say 1 0", "referee", "referee table", "referee log 1", "referee undo", "say 3; 1"
    )
    assert reports_in(db) == ["deal Ann", "Ben bids 1", "Cat bids 3", "Dan bids 1"]
    assert result.out.count("Last entry: Cat bids 0 (line 3)") == 2 and "Undone: Cat bids 0" in result.out
    assert not result.err


def test_a_misspelt_word_gets_the_nearest(db: Path) -> None:
    result = lines(db, "scroe", "standngs", "d", "Ben bods 1", "hlep")
    assert "Try: `score`\n" in result.err and "Try: `standings`\n" in result.err and "Try: `help`\n" in result.err


def test_somebody_may_be_called_as_the_shell_is(tmp_path: Path) -> None:
    with open_journal(tmp_path / "evening.db", create=True) as journal:
        journal.new("gops", ["Referee", "Ann"])
    assert "Referee holds 40" in lines(tmp_path / "evening.db", "referee holds 40").out


def test_words_besides_reports_are_completed(db: Path) -> None:
    with at(db, "d", "1") as completer:
        assert "Cat" in words(completer, "can C")
        assert words(completer, "can Cat bi") == ["bids"]
        assert words(completer, "why C") == ["Cat"]
        assert words(completer, "rule dealer-m") == ["dealer-must-overbid"]
        assert words(completer, "fix 2 ") == ["Ben bids 1"]
        assert words(completer, "fix 9 ") == words(completer, "void 2") == []


def test_the_ghost_shows_what_may_follow(db: Path) -> None:
    with at(db, "d") as completer:
        assert completer.ghost("B") == "en"
        assert completer.ghost("Ben ") == "bids"
        assert completer.ghost("Ben b") == "ids"
        assert completer.ghost("Ben bids ") == ""  # nobody's bid is guessed
        assert completer.ghost("") == completer.ghost("xyz") == completer.ghost('"') == ""


def test_the_form_that_is_shown_is_of_something_legal(tmp_path: Path) -> None:
    with open_journal(tmp_path / "evening.db", create=True) as journal:
        session = journal.new("razz", ["Ann", "Ben", "Cat"], dealer="Cat")
        sitting, completer = Sitting(session), Completer(session)
        for line in ("d", "JH 6H JD", "Ann bets 4"):
            sitting.hear(line)
        with unhurried():
            completer.think()
        assert completer.awaited().startswith("Ben calls")


@pytest.mark.parametrize("line", ["1 1 1 1 9", "can I bid 3?", "what if Ben bids 2"])
def test_what_was_only_tried_is_not_known(db: Path, line: str) -> None:
    with at(db, "d") as completer:
        assert completer.awaited() == "Ben bids N"
        Sitting(completer.session).hear(line)
        assert completer.awaited() == "Ben bids N"


def test_what_was_told_meanwhile_is_known(db: Path) -> None:
    with at(db) as completer:
        assert completer.awaited() == "deal Ann [N]"
        Sitting(completer.session).hear("d")
        assert completer.awaited() == "Ben bids N"
        completer.session.undo()
        assert completer.awaited() == "deal Ann [N]"


CALLS_A_KEY = 60_000  # of functions: some twenty milliseconds


def calls(work: Callable[[], object]) -> int:
    """How many functions of ours are called for something; counted, since time depends on who else is at work."""
    count = 0

    def profile(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def test_a_key_is_answered_at_once_in_every_game() -> None:
    slow: list[tuple[int, str, str]] = []
    pressed = 0
    for slug in ours():
        judge = Judge()
        record = max((RECORDS / slug).glob("*.record"), key=lambda path: path.stat().st_size)
        for number, line in enumerate(record.read_text(encoding="utf-8").splitlines()[:60]):
            judge.feed(line)
            if judge.referee is None or number % 20:
                continue
            completer = Completer(Standing(judge))  # type: ignore[arg-type]
            completer.think()
            who = (*judge.referee.next(), *judge.referee.seats)[0]
            verbs = [*dict.fromkeys(ask.verb for _, ask in completer.choices.asks)][:4]
            lines = [f"{who} {kind.verb} " for kind in verbs]
            for typed in dict.fromkeys(text[:end] for text in lines for end in range(1, len(text) + 1)):
                spent = calls(partial(completer.ghost, typed))
                pressed += 1
                if spent > CALLS_A_KEY:
                    slow.append((spent, slug, typed))
    assert pressed > 1500
    assert not slow, sorted(slow)[-10:]


class Standing:
    """A session as far as completion looks at it."""

    def __init__(self, judge: Judge) -> None:
        assert judge.referee
        self.referee = judge.referee
        self.game, self.title = judge.referee.game, ""
        self.next_line = judge.line
        self.course = Course()


# The line below


def test_the_line_below_has_what_everybody_asks(db: Path) -> None:
    with again(db) as session:
        assert list(status(session)) == [
            "Next: Ann deals", "Ann 0, Ben 0, Cat 0, Dan 0, Eve 0", "0 hands played", "Oh Hell!",
        ]  # fmt: skip
        sitting = Sitting(session)
        for line in ("d", "upcard 7H", "1 1 1 1 2"):
            sitting.hear(line)
        assert list(status(session)) == [
            "Next: Ben plays", "5 cards", "tricks Ben 0 of 1, Cat 0 of 1, Dan 0 of 1, Eve 0 of 1, Ann 0 of 2",
            "trump ♥", "Ben deals next", "Ann 0, Ben 0, Cat 0, Dan 0, Eve 0", "hand 1, Ann dealt", "Oh Hell!",
        ]  # fmt: skip


def test_the_line_below_has_what_is_bid_and_what_is_left(db: Path) -> None:
    with again(db) as session:
        sitting = Sitting(session)
        for line in ("d", "1 1"):
            sitting.hear(line)
        assert list(status(session))[:3] == ["Next: Dan bids", "5 cards", "total bid 2 for 5 tricks"]
        sitting.hear("4 2")
        assert list(status(session))[2] == "total bid 8 for 5 tricks"


def test_the_line_below_has_what_sides_must_open_with_and_the_pot(tmp_path: Path) -> None:
    with open_journal(tmp_path / "evening.db", create=True) as journal:
        samba = journal.new("samba", FIVE[:4])
        samba.say("deal")
        assert "to open: Ann+Cat 50, Ben+Dan 50" in status(samba)
        razz = journal.new("razz", FIVE[:3])
        razz.say("deal")
        assert [item for item in status(razz) if item.startswith("pot")] == ["pot 3"]


def test_what_doesnt_fit_the_line_is_left_out_whole() -> None:
    assert fitted(["one", "two", "three"], 40) == " one · two · three"
    assert fitted(["one", "two", "three"], 14) == " one · two"
    assert fitted(["longer than the line", "two"], 13) == " two"
    assert fitted(["Ann", "longer than the line", "X"], 14) == " Ann · X"


def test_the_line_below_is_one_line_in_every_game() -> None:
    for slug in ours():
        judge = Judge()
        record = min(RECORDS.joinpath(slug).glob("*.record"))
        for number, line in enumerate(record.read_text(encoding="utf-8").splitlines()[:40]):
            judge.feed(line)
            if judge.referee and number % 8 == 0:
                items = [*status(Standing(judge))]  # type: ignore[arg-type]
                for width in (40, 60, 80, 120):
                    shown = fitted(items, width)
                    assert len(shown) < width and "\n" not in shown
                assert fitted(items, 120).startswith(f" {items[0]}"), items


def test_the_prompt_has_the_line_that_is_next(db: Path) -> None:
    with again(db) as session, create_pipe_input() as pipe, create_app_session(pipe, DummyOutput()):
        prompt = Prompt(Sitting(session))
        message = prompt.session.message
        assert callable(message) and message() == "1> "
        session.say("deal")
        assert message() == "2> "


def test_every_game_can_be_sat_down_to(tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    with open_journal(db, create=True) as journal:
        for slug in ours():
            game = find_game(slug)
            session = journal.new(slug, [*FIVE, "Fay", "Gus"][: game.players[0]])
            completer = Completer(session)
            completer.think()
            assert completer.awaited() and completer.words("")
            assert len(list(status(session))) >= 4
