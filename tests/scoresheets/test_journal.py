"""The journal saves every report, and undo and redo never lose one."""

from __future__ import annotations

import random
import sqlite3
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.games import find_game
from referee.language.words import pieces
from referee.records.record import Judge
from referee.rules.rule import Verdict
from referee.table.objects import table_object
from referee.table.referee import Referee
from scoresheets.errors import NOTHING, REFUSED, USAGE, CommandError, StorageError
from scoresheets.keeping import models
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.replay import Course, JournalLine
from scoresheets.keeping.session import Correction
from tests.evening import FIRST_HAND, again, fails, oh_hell, reports_of

RECORDS = sorted(Path(__file__).parent.parent.glob("records/*/*.record"))


@pytest.fixture
def db(shelf: Path) -> Path:
    return shelf / "nights.db"


# Telling


def test_a_report_is_kept_as_the_notation_writes_it_and_as_it_was_typed(db: Path) -> None:
    with oh_hell(db, "deal", "bids 1") as session:
        session.say("c bid 0", typed="  c bid 0")
    with again(db) as session:
        assert [entry.text for entry in session.entries] == ["deal Ann", "Ben bids 1", "Cat bids 0"]
        assert session.entries[2].typed == "  c bid 0"
        assert session.referee.next() == ["Ann"]


def test_a_refused_report_is_kept_with_its_reason_and_changes_nothing(db: Path) -> None:
    with oh_hell(db, "deal Ann 2", "Ben bids 1", "Cat bids 1") as session:
        before = table_object(session.referee)
        assert session.say("Ann bids 0").ruling.verdict is Verdict.ILLEGAL
        assert table_object(session.referee) == before
    with again(db) as session:
        illegal = session.entries[-1]
        assert (illegal.verdict, illegal.typed) == ("illegal", "Ann bids 0")
        assert illegal.breaches[0]["rule"] == "dealer-must-overbid"
        assert illegal.breaches[0]["lines"] == [2, 3]
        assert table_object(session.referee) == before


def test_an_unclear_line_is_not_saved_and_takes_no_number(db: Path) -> None:
    with oh_hell(db, "deal Ann 2", "Ben bids 1", "Cat bids 1") as session:
        before, entries = table_object(session.referee), [*session.entries]
        heard = session.say("Ann bidz 0")
        assert (heard.ruling.verdict, heard.line) == (Verdict.UNCLEAR, 0)
        assert session.note_refusal(heard.ruling, "! Ann bidz 0").line == 0
        assert (session.entries, table_object(session.referee)) == (entries, before)
        assert session.say("Ann bids 2").line == 4


def test_messages_name_the_lines_of_the_journal(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND[:5]) as session:
        session.say("trick QS 3S KS")
        assert "line 6" in session.say("plays QS").ruling.message


def test_what_the_table_lets_stand_is_let_stand_again(db: Path) -> None:
    with oh_hell(db, "deal Ann 2", "Ben bids 1", "Cat bids 1") as session:
        assert session.say("Ann bids 0", overrule=True).ruling.accepted
    with again(db) as session:
        assert session.entries[-1].breaches[0]["rule"] == "dealer-must-overbid"
        assert session.referee.entries[-1].overrule
        assert session.referee.next() == ["Ben"]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_record_told_to_the_journal_is_heard_again_the_same(tmp_path: Path, path: Path) -> None:
    db = tmp_path / "nights.db"
    judge = Judge().judge(path.read_text(encoding="utf-8").splitlines())
    assert judge.header and judge.referee
    with open_journal(db, create=True) as journal:
        header = judge.header
        session = journal.new(header.game, header.players, header.house, dealer=header.others.get("dealer", ""))
        for line in record_lines(path):
            for piece in pieces(line):
                if not piece.mark:
                    session.say(piece.text, overrule=piece.overrule)
    with again(db) as session:
        assert outcome(session.referee) == outcome(judge.referee)


def record_lines(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    heads = ("game", "players", "house", "date", "title", "place", "dealer")
    return [line for line in lines if line.partition(":")[0].strip().lower() not in heads]


def outcome(referee: Referee) -> dict[str, object]:
    """The state of a table without line numbers."""

    def bare(value: object) -> object:
        if isinstance(value, dict):
            return {
                name: bare(part) for name, part in value.items() if name not in ("line", "lines", "message", "because")
            }
        return [bare(part) for part in value] if isinstance(value, list) else value

    table = table_object(referee)
    hands = [{**hand, "lines": [bare(line) for line in hand["lines"]]} for hand in table["hands"]]
    return {name: bare(value) for name, value in table.items()} | {"hands": hands}


def test_players_may_be_called_like_verbs(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        session = journal.new("oh-hell", ["Ann", "Deal", "Bids"], {"first-hand": "2"})
        for report in ("Ann deals 2", "Deal bids 1", "Bids bids 1", "Ann bids 1", "takes 1", "bids takes 1"):
            session.say(report)
        assert len(reports_of(session)) >= 4
        session.correct([Correction(4, "Ann bids 2")], "?")
    with again(db) as other:
        assert table_object(other.referee) == table_object(session.referee)


# Undo


def test_undo_and_redo_at_any_depth(db: Path) -> None:
    reports = [*FIRST_HAND, "deal Ben 1", "upcard KC", "Cat bids 1"]
    with oh_hell(db) as session:
        tables = [table_object(session.referee)]
        for report in reports:
            session.say(report)
            tables.append(table_object(session.referee))
        for depth in range(1, len(reports) + 1):
            session.undo(depth)
            assert table_object(session.referee) == tables[-1 - depth]
            with again(db) as other:
                assert table_object(other.referee) == tables[-1 - depth]
            session.redo()
            assert table_object(session.referee) == tables[-1]


def test_undos_are_put_back_one_by_one_in_reverse(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND[:5]) as session:
        session.undo(2)
        session.undo()
        assert reports_of(session) == ["deal Ann 2", "upcard 7H"]
        assert [report.text for report in session.redo()] == ["Ben bids 1"]
        assert [report.text for report in session.redo()] == ["Cat bids 1", "Ann bids 1"]
        with pytest.raises(CommandError) as trouble:
            session.redo()
        assert trouble.value.code == REFUSED
        assert reports_of(session) == list(FIRST_HAND[:5])


def test_nothing_is_put_back_once_something_new_was_told(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND[:4]) as session:
        session.undo()
        session.say("Cat bids 7")  # refused, so it isn't new
        session.redo()
        session.undo()
        session.say("Cat bids 0")
        with fails(REFUSED):
            session.redo()


def test_undo_says_what_is_gone_and_never_takes_more_than_there_is(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND[:3]) as session:
        assert [report.text for report in session.undo()] == ["Ben bids 1"]
        with fails(REFUSED):
            session.undo(3)
        with fails(USAGE):
            session.undo(0)
        session.undo(2)
        with fails(REFUSED):
            session.undo()
        assert session.referee.entries == []


# Corrections


def test_a_fix_is_worked_in_where_it_belongs_and_everything_after_is_judged_again(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND) as session:
        change = session.correct([Correction(5, "bids 2", typed="5 bids 2")], "he said two")
        assert [(old.text, new.text) for old, new in change.lines] == [("Ann bids 1", "Ann bids 2")]
        assert [after.text for _, after in change.rulings] == ["trick AD 2H 4D"]
        assert (change.before.scores["Ann"], change.after.scores["Ann"]) == (10, -10)
        assert session.referee.scores == {"Ann": -10, "Ben": 10, "Cat": -10}
    with again(db) as session:
        assert session.referee.scores == {"Ann": -10, "Ben": 10, "Cat": -10}
        entry = session.entries[-1]
        assert (entry.kind, entry.target, entry.text, entry.why) == ("fix", 5, "Ann bids 2", "he said two")
        assert session.entries[4].text == "Ann bids 1"
        assert session.course.fate(5) == ("fixed", 8)


def test_a_fix_that_leaves_a_later_report_impossible_changes_nothing_unless_that_is_fixed_too(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND) as session:
        before = table_object(session.referee)
        change = session.correct([Correction(6, "trick QS 3S 4D", typed="6 trick QS 3S 4D")], "wrong card")
        assert change.clash and change.clash[0].line == 7
        assert change.clash[1].verdict is Verdict.IMPOSSIBLE
        assert table_object(session.referee) == before
        assert (session.entries[-1].kind, session.entries[-1].verdict) == ("fix", "impossible")

        both = [Correction(6, "trick QS 3S 4D"), Correction(7, "trick 5H AD KS")]
        assert session.correct(both, "wrong card").clash is None
        assert reports_of(session)[-2:] == ["trick QS 3S 4D", "trick 5H AD KS"]
    with again(db) as session:
        assert session.referee.scores == {"Ann": -10, "Ben": -10, "Cat": -10}


def test_a_preview_keeps_nothing(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND) as session:
        change = session.correct([Correction(5, "Ann bids 2")], "?", dry=True)
        assert change.after.scores["Ann"] == -10
        assert session.referee.scores["Ann"] == 10
        session.say("note still there")
        assert len(session.entries) == 8


def test_a_fix_may_let_stand_what_is_illegal(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND) as session:
        assert session.correct([Correction(5, "Ann bids 0")], "so she said").clash
        assert session.correct([Correction(5, "Ann bids 0", overrule=True)], "so she said").clash is None
    with again(db) as session:
        assert session.referee.scores["Ann"] == -10
        assert session.referee.entries[4].overrule


def test_void_strikes_a_line_out_and_a_fix_brings_it_back(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND, "adjust Ann +5 cake") as session:
        session.correct([Correction(8, None)], "no cake")
        assert session.referee.scores["Ann"] == 10
        with fails(REFUSED):
            session.correct([Correction(8, None)], "no cake")
        session.correct([Correction(8, "adjust Ann +3 cake")], "some cake")
        assert session.referee.scores["Ann"] == 13
    with again(db) as session:
        assert session.referee.scores["Ann"] == 13


def test_void_is_refused_where_what_comes_after_needs_the_line(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND) as session:
        change = session.correct([Correction(3, None)], "?")
        assert change.clash and change.clash[0].line == 4
        assert reports_of(session) == list(FIRST_HAND)


def test_undo_passes_over_void_lines_and_redo_brings_them_back_void(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND, "adjust Ann +5", "note hm") as session:
        session.correct([Correction(8, None)], "?")
        session.undo(2)
        assert reports_of(session) == list(FIRST_HAND[:6])
        session.redo()
        assert reports_of(session) == [*FIRST_HAND, "note hm"]
        assert session.referee.scores["Ann"] == 10


@pytest.mark.parametrize(
    "line", [0, pytest.param(3, id="refused"), pytest.param(5, id="undone"), pytest.param(6, id="no report"), 99]
)
def test_only_a_report_that_counts_can_be_corrected(db: Path, line: int) -> None:
    with oh_hell(db, *FIRST_HAND[:2]) as session:
        session.say("Ben bids 9")
        session.say("Ben bids 1")
        session.say("Cat bids 1")
        session.undo()
        with fails(NOTHING):
            session.correct([Correction(line, None)], "?")
        assert reports_of(session) == [*FIRST_HAND[:2], "Ben bids 1"]


def test_any_order_of_telling_and_putting_right_is_heard_again_the_same(db: Path) -> None:
    luck = random.Random(7)
    with oh_hell(db, *FIRST_HAND[:2]) as session:
        for turn in range(150):
            act = luck.choice(["say", "say", "say", "undo", "redo", "fix", "void"])
            try:
                if act == "say":
                    lines = [
                        "bids 0",
                        "bids 1",
                        "bids 2",
                        f"adjust Ben +{turn}",
                        "note x",
                        "plays QS",
                        "deal",
                        "takes 1",
                    ]
                    session.say(luck.choice(lines), overrule=luck.random() < 0.1)
                elif act in ("undo", "redo"):
                    session.undo(luck.randint(1, 3)) if act == "undo" else session.redo()
                else:
                    line = luck.randint(1, session.next_line)
                    text = None if act == "void" else luck.choice(["note y", "adjust Cat -1", "bids 1"])
                    session.correct([Correction(line, text)], "random")
            except CommandError:
                pass
            if turn % 10 == 0:
                with again(db) as other:
                    assert other.course == session.course
                    assert table_object(other.referee) == table_object(session.referee)


# Append-only


def test_a_line_of_the_journal_can_neither_be_changed_nor_deleted_nor_replaced(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND) as session:
        link, rows = session.journal.link, "SELECT * FROM entry"
        before = link.execute(rows).fetchall()
        alone = ("TRUNCATE entry", "INSERT INTO entry SELECT * FROM entry WHERE number = 5")
        if isinstance(link, sqlite3.Connection):
            alone = (
                "INSERT OR REPLACE INTO entry SELECT * FROM entry WHERE number = 5",
                "UPDATE OR REPLACE entry SET number = 5 WHERE number = 6",
            )
        for statement in (
            "UPDATE entry SET text = 'Ann bids 9' WHERE number = 5",
            "UPDATE entry SET number = 99 WHERE number = 5",
            "DELETE FROM entry WHERE number = 5",
            "DELETE FROM entry",
            *alone,
        ):
            with pytest.raises((sqlite3.IntegrityError, StorageError)):
                link.execute(statement)
        assert link.execute(rows).fetchall() == before


def test_the_models_define_the_lines_that_the_journal_writes() -> None:
    assert ("session_id", *JournalLine._fields) == tuple(models.Entry.model_fields)
    assert [field.name for field in fields(Course)] == ["reports", "gone", "taken", "mended"]


# Opening and closing


def test_house_rules_are_frozen_with_the_session(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_journal(db, create=True) as journal:
        journal.new("oh-hell", ["Ann", "Ben", "Cat"])
        rows = journal.link.execute("SELECT name, value, chosen FROM house_rule").fetchall()
        assert {name: value for name, value, chosen in rows if not chosen} == {
            name: value if value is None else str(value) for name, value in find_game("oh-hell").house(3, {}).items()
        }
    from referee.games import oh_hell as game

    option = game.GAME.options[0]
    before = option.default
    object.__setattr__(option, "default", 4)
    try:
        with again(db) as session:
            assert session.referee.house["first-hand"] == 10
    finally:
        object.__setattr__(option, "default", before)


def test_a_session_that_closes_in_mid_game_ends_it_and_goes_on_when_it_is_opened_again(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND, "deal Ben 1") as session:
        session.end()
        assert session.referee.over
        with fails(NOTHING):
            session.say("upcard KC")
        assert session.journal.in_play() is None
    with again(db) as session:
        session.resume()
        assert not session.referee.over
        assert session.say("upcard KC").ruling.accepted
        assert session.journal.in_play() == 1
        assert [entry.kind for entry in session.entries][-3:] == ["end", "resume", "report"]


def test_a_finished_game_closes_as_it_is(db: Path) -> None:
    with oh_hell(db, "adjust Ann +1", *FIRST_HAND, house={"hands": "1"}) as session:
        session.end()
        assert session.entries[-1].text == ""
        session.resume()
        assert session.referee.over
        session.undo()
        assert not session.referee.over


def test_a_game_that_a_report_has_ended_goes_on_when_it_is_resumed(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND, "end", "note Cat had to leave") as session:
        session.end()
        assert session.entries[-1].text == ""
        session.resume()
        assert not session.referee.over and session.course.taken == {len(FIRST_HAND) + 1: len(session.entries)}


def test_of_the_open_sessions_the_last_taken_up_is_in_play(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        with fails(NOTHING):
            journal.open_session()
        first, second = (journal.new("oh-hell", ["Ann", "Ben", "Cat"]) for _ in range(2))
        assert journal.open_session().number == second.number == 2
        first.resume()
        assert journal.open_session().number == 1
        first.end()
        assert journal.open_session().number == 2


@pytest.mark.parametrize(
    ("game", "players", "house", "dealer", "code"),
    [
        ("oh-hell", ["Ann", "Ben"], {}, "", USAGE),
        ("oh-hell", ["Ann", "Ben", "ann"], {}, "", USAGE),
        ("oh-hell", ["Ann", "Ben", "1234"], {}, "", USAGE),
        ("oh-hell", ["Ann", "Ben", "x" * 200_000], {}, "", USAGE),
        ("oh-hell", ["Ann", "Ben", "a\x1bb"], {}, "", USAGE),
        ("oh-hell", ["Ann", "Ben", "a\udce4"], {}, "", USAGE),
        ("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "99"}, "", USAGE),
        ("oh-hell", ["Ann", "Ben", "Cat"], {"last-hand": "9"}, "", USAGE),
        ("oh-hell", ["Ann", "Ben", "Cat"], {}, "Dan", USAGE),
        ("oh-hello", ["Ann", "Ben", "Cat"], {}, "", NOTHING),
    ],
)
def test_what_can_not_be_opened(
    db: Path, game: str, players: list[str], house: dict[str, str], dealer: str, code: int
) -> None:
    with open_journal(db, create=True) as journal:
        with pytest.raises(CommandError) as trouble:
            journal.new(game, players, house, dealer=dealer)
        assert trouble.value.code == code
        assert journal.latest() is None


def test_a_player_is_the_same_with_or_without_accents(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        journal.new("oh-hell", ["Zoë", "Ben", "Cat"])
        session = journal.new("oh-hell", ["zoe", "Dan", "Cat"])
        assert [*session.players] == ["zoe", "Dan", "Cat"]
        assert [name for (name,) in journal.link.execute("SELECT name FROM player ORDER BY id")] == [
            "Zoë", "Ben", "Cat", "Dan",
        ]  # fmt: skip


def test_the_table_as_it_stood_at_a_moment(db: Path) -> None:
    tick = iter(range(1000))
    evening = datetime(2026, 11, 20, 20, tzinfo=UTC)
    with open_journal(db, create=True, clock=lambda: evening + timedelta(minutes=next(tick))) as journal:
        session = journal.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"})
        for report in FIRST_HAND:
            session.say(report)
        session.correct([Correction(5, "Ann bids 2")], "?")
        assert session.opened == evening
        assert session.entries[0].moment == evening + timedelta(minutes=1)
        assert session.then(evening).entries == []
        assert len(session.then(evening + timedelta(minutes=3)).entries) == 3
        assert session.then(evening + timedelta(minutes=7)).scores["Ann"] == 10
        assert session.then(evening + timedelta(minutes=9)).scores["Ann"] == -10


# Two at one table


def test_what_another_process_told_is_taken_in_before_anything_is_judged(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND[:2]) as mine, again(db) as theirs:
        assert theirs.say("Ben bids 1").line == 3
        assert mine.say("Ben bids 1").ruling.verdict is Verdict.ILLEGAL
        assert mine.say("Cat bids 1").line == 5
        theirs.undo()
        assert mine.say("Cat bids 0").ruling.accepted
        assert reports_of(mine) == ["deal Ann 2", "upcard 7H", "Ben bids 1", "Cat bids 0"]


def test_a_fault_while_writing_leaves_everything_as_it_was(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with oh_hell(db, *FIRST_HAND[:6]) as session:
        with monkeypatch.context() as broken:
            broken.setattr("scoresheets.keeping.session.ruled", lambda ruling: {"message": object()})
            with pytest.raises(CommandError):
                session.say("trick AD 2H 4D")
        assert reports_of(session) == list(FIRST_HAND[:6])
        assert session.say("trick AD 2H 4D").line == 7
        assert session.referee.scores == {"Ann": 10, "Ben": 10, "Cat": -10}


def test_the_journal_can_be_heard_line_by_line_as_it_was_told(db: Path) -> None:
    with oh_hell(db, *FIRST_HAND[:4]) as session:
        session.say("Ann bids 0")
        session.say("Ann bids 0", overrule=True)
        session.undo(2)
        session.redo()
        session.say("trick QS 3S KS")
        session.correct([Correction(6, "Ann bids 1")], "?")
        session.correct([Correction(9, "trick QS QS KS")], "?")
        session.say("trick AD 2H 4D")
        session.end()
        before = table_object(session.referee)
        heard = [(entry.number, str(ruling.verdict)) for entry, ruling in session.replayed_reports()]
        assert heard == [(entry.number, entry.verdict) for entry in session.entries if entry.kind == "report"]
        assert [verdict for _, verdict in heard[4:6]] == ["illegal", "accepted"]
        assert table_object(session.referee) == before
        assert session.course == again_course(db)


def again_course(db: Path) -> object:
    with again(db) as other:
        return other.course


# Rules of the house, changed in mid-session


def test_an_amendment_is_corrected_struck_out_and_taken_back_like_any_report(db: Path) -> None:
    with open_journal(db, create=True) as journal:
        session = journal.new("farmer", ["Ann", "Ben"], profile="home")
        for report in ("deal Ann", "house ante=4", "Ben holds 12", "Ann holds 9", "deal"):
            assert session.say(report).ruling.accepted
        assert session.referee.fact("farm") == 8 + 2  # the winner left the first antes there
        assert session.correct([Correction(2, "house ante=5")], "misheard").after.fact("farm") == 12
        assert session.referee.last and session.referee.last.house["ante"] == 1
        clash = session.correct([Correction(2, "house ante=none")], "no").clash
        assert clash and clash[1].verdict == "unclear"
        assert session.correct([Correction(2, None)], "never agreed").after.fact("farm") == 4
        session.undo(2)
        assert session.redo()
    with open_journal(db) as journal:
        again = journal.session(1)
        assert (again.profile, again.house, again.referee.fact("farm")) == ("home", {}, 4)
        assert again.say("house ante=9").ruling.accepted
        assert again.then(again.entries[4].moment).standing.amended == {"ante": 4}
