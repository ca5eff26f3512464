"""Exports are imported again without any change."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path

import pytest

from referee import find_game
from referee.games import ours
from referee.language.words import pieces
from referee.records.record import Judge
from scoresheets.errors import FINE, NOTHING, REFUSED, USAGE, CommandError
from scoresheets.keeping.cell_values import as_typed, harmless
from scoresheets.keeping.exports import FORMATS, record
from scoresheets.keeping.imports import keep, read, written
from scoresheets.keeping.journal import Bundle, Journal, open_journal
from scoresheets.keeping.session import Correction, Session
from tests.evening import FIRST_HAND, again, oh_hell, referee
from tests.tables import AtPlay

RECORDS = sorted(Path(__file__).parents[1].glob("records/*/*.record"))


class Clock:
    """A clock that advances by ten seconds and a bit each time."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 20, 19, 30, 1, 250, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=10, microseconds=1)
        return self.time


def session_of(kept: Journal, path: Path) -> Session:
    """A record in the journal, including its refused reports."""
    judge = Judge()
    session: Session | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if session is None:
            judge.feed(line)
            if judge.header is None or judge.referee is None:
                continue
            header = judge.header
            session = kept.new(
                header.game,
                header.players,
                header.house,
                title=header.others.get("title", ""),
                place=header.others.get("place", ""),
                dealer=header.others.get("dealer", ""),
            )
        for piece in pieces(line):
            if piece.mark != "=":
                session.say(piece.text, overrule=piece.overrule)
    assert session
    return session


def bundle(session: Session) -> Bundle:
    """All saved data of a session, for comparing it after an import."""
    return Bundle(
        session.slug, list(session.players), session.house_rows(), session.opened, session.edition, session.ended,
        session.title, session.place, session.dealer, session.seed, session.profile, session.entries, "it, session 1",
        session.chain,
    )  # fmt: skip


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_session_comes_back_the_same(tmp_path: Path, path: Path) -> None:
    with open_journal(tmp_path / "one.db", create=True, clock=Clock()) as journal:
        session = session_of(journal, path)
        if len(path.stem) % 2:
            session.end()
        text = record(session)
        (number,) = keep(journal, text, "it", again=True)
        back = journal.session(number)
        assert record(back) == text
        assert [(report.text, report.overrule) for report in back.course.standing] == [
            (report.text, report.overrule) for report in session.course.standing
        ]
        assert back.referee.scores == session.referee.scores
        for name in ("json", "csv"):
            assert read(FORMATS[name]([session]), "it", Clock()) == [bundle(session)], name
        if path == sorted(path.parent.iterdir())[0]:
            for name in ("md", "html"):
                assert written(FORMATS[name]([session])) == [text], name


@pytest.mark.parametrize("slug", ours())
def test_an_evening_with_corrections_comes_back_with_its_whole_journal(tmp_path: Path, slug: str) -> None:
    rng = random.Random(slug)
    walker = AtPlay(find_game(slug), rng.randrange(1000))
    walker.walk(25)
    with open_journal(tmp_path / "one.db", create=True, clock=Clock()) as journal:
        session = journal.new(slug, list(walker.referee.first_seats), walker.referee.chosen, title="=1+1 & <b>", seed=7)
        for entry in walker.referee.entries:
            session.say(entry.ruling.text, overrule=entry.overrule, typed=f"  {entry.ruling.text} ")
        session.say("nonsense, of course")
        session.undo(2)
        session.redo()
        session.undo()
        for report in rng.sample(session.course.standing, min(4, len(session.course.standing))):
            session.correct([Correction(report.line, None)], "said twice")
        whole = {name: FORMATS[name]([session]) for name in ("json", "csv")}
        for text in whole.values():
            assert read(text, "it", Clock()) == [bundle(session)]
        (number,) = keep(journal, whole[rng.choice(["json", "csv"])], "it", again=True)
        back = journal.session(number)
        assert bundle(back) == bundle(session)
        assert (back.title, back.seed) == ("=1+1 & <b>", 7)
        assert back.referee.lines == session.referee.lines


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_imported(tmp_path: Path, name: str) -> None:
    with oh_hell(tmp_path / "one.db", *FIRST_HAND) as session:
        session.end()
    assert referee(tmp_path / "one.db", "export", "1", "--format", name, "--out", str(tmp_path / "out")).code == FINE
    (file,) = (tmp_path / "out").iterdir()
    imported = referee(tmp_path / "two.db", "import", str(file), "--json")
    assert imported.code == FINE and len(json.loads(imported.out)["rows"]) == 1, "`referee import` reads every format"


# Spreadsheets, pages


@pytest.mark.parametrize(
    "text", ["=1+1", "@home", "-Ann", "+Ben", "'=x", "''-x", "Ann", "-10", "+3", "", "'tis", "\tx"]
)
def test_no_cell_is_a_formula(text: str) -> None:
    cell = harmless(text)
    assert as_typed(cell) == text
    assert not re.match(r"[=@\t]|[+-](?!\d+$)", cell)


def test_a_csv_has_names_as_they_are(shelf: Path) -> None:
    names = ["Zoë", "Mary Ann", "Ø'Neil"]
    with open_journal(shelf / "one.db", create=True) as journal:
        session = journal.new("oh-hell", names, {"first-hand": "2"}, title="=cmd|' /C calc'!A0")
        session.say("deal Zoë 2")
        rows = list(csv.DictReader(io.StringIO(FORMATS["csv"]([session]))))
    assert rows[0]["players"] == ", ".join(names)
    assert rows[0]["title"].startswith("'=cmd")
    assert (rows[0]["line"], rows[0]["text"]) == ("1", "deal Zoë 2")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.found.add(tag)


def test_a_page_shows_names_as_they_are(shelf: Path) -> None:
    with open_journal(shelf / "one.db", create=True) as journal:
        session = journal.new("gops", ["<script>alert(1)</script>", "a*b_c|d"], title="</pre><img src=x>")
        text, plain = FORMATS["html"]([session]), FORMATS["md"]([session])
        number = session.number
    tags = Tags()
    tags.feed(text)
    assert not tags.found & {"script", "img"}
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert r"a\*b\_c\|d" in plain
    for page in (text, plain):
        with open_journal(shelf / "one.db") as journal:
            (again,) = keep(journal, page, "it", again=True)
            assert journal.session(again).players.keys() == journal.session(number).players.keys()
            assert journal.session(again).title == "</pre><img src=x>"


@pytest.mark.parametrize("title", ["# 1; two # three", 'The "big" one', "it's 'that'", "a #", "a#b", "x: y", "="])
def test_titles_and_places_with_signs_of_the_notation(shelf: Path, title: str) -> None:
    with open_journal(shelf / "one.db", create=True) as journal:
        for bad in ('"a"', '"', 'one "two" #3', "a\nb", " a"):
            with pytest.raises(CommandError):
                journal.new("gops", ["Ann", "Ben"], title=bad)
        session = journal.new("gops", ["Ann", "Ben"], title=title, place="house: here")
        text = record(session)
    with open_journal(shelf / "two.db", create=True) as other:
        back = other.session(keep(other, text, "it")[0])
        assert (back.title, back.place) == (title, "house: here")
        assert record(back) == text


# The commands


@pytest.fixture
def db(shelf: Path) -> Path:
    path = shelf / "evening.db"
    with oh_hell(path, *FIRST_HAND) as session:
        session.journal.new("gops", ["Ann", "Ben"])
    return path


def test_out_and_in_again(db: Path, tmp_path: Path, shelf: Path) -> None:
    result = referee(db, "export", "1")
    assert result.code == FINE
    assert result.out.startswith("game: oh-hell\nplayers: Ann, Ben, Cat\nhouse: first-hand=2\ndate: ")
    assert result.out.endswith("trick AD 2H 4D\n= Ann 10, Ben 10, Cat -10\n")
    file = tmp_path / "out.record"
    file.write_text(result.out, encoding="utf-8")
    other = shelf / "other.db"
    kept = referee(other, "import", str(file))
    assert kept == (FINE, "session 1: Oh Hell! (Ann, Ben, Cat), 7 reports\n", "")
    assert referee(other, "export", "1").out == result.out
    twice = referee(other, "import", str(file))
    assert twice.code == REFUSED and "session 1" in twice.err
    assert referee(db, "import", str(file)).code == REFUSED  # already saved by the game itself
    assert referee(other, "import", "--again", str(file), "--json").code == FINE
    assert json.loads(referee(other, "sessions", "--json").out)["rows"][1]["number"] == 2


def test_all_sessions_in_one_file(db: Path, shelf: Path) -> None:
    assert referee(db, "export", "--all").code == USAGE  # a record is one session
    for name in ("json", "csv", "md", "html"):
        text = referee(db, "export", "--all", "--format", name).out
        other = shelf / f"{name}.db"
        result = referee(other, "import", "-", stdin=text.encode())
        assert result.code == FINE, result
        assert len(result.out.splitlines()) == 2
        assert referee(other, "export", "1").out == referee(db, "export", "1").out


def test_files_in_a_folder(db: Path, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    result = referee(db, "export", "--all", "--format", "record,json", "--out", str(folder))
    assert result.code == FINE
    names = ["0001-oh-hell.json", "0001-oh-hell.record", "0002-gops.json", "0002-gops.record"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert referee(db, "export", "--all", "--out", str(folder)).code == REFUSED  # files are never overwritten
    assert referee(db, "export", "--format", "pdf").code == USAGE
    assert referee(db, "export", "--format", "json,csv").code == USAGE


def test_an_import_leaves_what_is_in_play(db: Path, shelf: Path) -> None:
    other = shelf / "other.db"
    with oh_hell(other, "deal Ann 2", "Ben bids 1"):
        text = referee(other, "export", "1").out
    assert referee(db, "import", "-", stdin=text.encode()).code == FINE
    with open_journal(db) as journal:
        assert journal.in_play() == 2
        assert journal.session(3).referee.next() == ["Cat"]


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", USAGE, "the header 'game' is missing"),
        ("game: oh-hell\nplayers: Ann, Ben, Cat\n\nAnn flies\n", REFUSED, "it:4:5: "),
        ("game: oh-hell\nplayers: Ann, Ben, Cat\n\n= Ann 3\n", REFUSED, "it:4:3: "),
        ("game: oh-hell\nplayers: Ann, Ben, Cat\ndate: today\n\ndeal\n", USAGE, "type the date as 2026-11-20"),
        ("{", USAGE, "it can't be read"),
        ('{"schema": 2, "sessions": []}', USAGE, "referee export"),
        ('{"schema": 1, "sessions": [{}]}', USAGE, "'game' is missing"),
        ("session,game,\n1,gops,\n", USAGE, "it has no column"),
        ("<html></html>", USAGE, "it has no record"),
    ],
)
def test_what_can_not_be_read_leaves_nothing_behind(shelf: Path, text: str, code: int, words: str) -> None:
    with open_journal(shelf / "one.db", create=True) as journal:
        with pytest.raises(CommandError) as trouble:
            keep(journal, text, "it")
        assert words in trouble.value.message and trouble.value.code == code
        assert journal.numbers() == []


def test_a_journal_that_makes_no_sense_is_kept_not_even_in_part(tmp_path: Path, shelf: Path, db: Path) -> None:
    whole = json.loads(referee(db, "export", "--all", "--format", "json").out)
    whole["sessions"][1]["entries"] = [{**whole["sessions"][0]["entries"][0], "text": "Ann flies"}]
    other = shelf / "other.db"
    result = referee(other, "import", "-", stdin=json.dumps(whole).encode())
    assert result.code != FINE and "session 2" in result.err and "1 session before it" in result.err
    assert [row["number"] for row in json.loads(referee(other, "sessions", "--json").out)["rows"]] == [1]
    for entry in (whole["sessions"][0]["entries"][3], {"number": "x"}):
        whole["sessions"][1]["entries"] = [entry]
        assert referee(other, "import", "-", stdin=json.dumps(whole).encode()).code != FINE
    assert referee(other, "import", str(tmp_path / "nowhere")).code == NOTHING
    with again(db) as session:
        assert session.referee.scores
