"""Past years from paper: spreadsheets of totals are imported, and count as evenings with totals only."""

from __future__ import annotations

import io
import json
import random
import time
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest

from referee.testing.often import times
from scoresheets.cli import run
from scoresheets.errors import FINE, NOTHING, REFUSED, USAGE
from scoresheets.keeping import journal, proof
from scoresheets.keeping.cell_values import Cell, days, numbers
from scoresheets.keeping.database import now
from scoresheets.keeping.journal import open_journal
from tests.cli.terminal import Terminal
from tests.evening import FIRST_HAND, Said, oh_hell, referee, told_to

TOTALS = """\
date,Ann,Ben,Cat
2006-01-13,62,40,13
2006-01-20,12,,55
2006-01-20,12,,55
2006-02-10,30,-5,30
"""


class Shelf:
    """A database, and a folder with files for it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = folder / "nights.db"

    def __call__(self, *words: str, stdin: str = "") -> Said:
        return referee(self.db, *words, stdin=stdin.encode())

    def file(self, text: str, name: str = "totals.csv") -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8", newline="")
        return str(path)

    def take_in(self, text: str, *words: str, name: str = "totals.csv") -> Said:
        """Imports a file. The output names it without its folder."""
        result = self("import", self.file(text, name), *words)
        return Said(result.code, result.out.replace(f"{self.folder}/", ""), result.err.replace(f"{self.folder}/", ""))

    def sessions(self) -> list[dict[str, object]]:
        rows: list[dict[str, object]] = json.loads(self("sessions", "--json").out)["rows"]
        return rows

    def scores(self) -> list[object]:
        return [row["scores"] for row in self.sessions()]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


# Complete imports


def test_totals_become_sessions_that_count_and_are_marked(shelf: Shelf) -> None:
    result = shelf.take_in(TOTALS, "--game", "Hearts", "--low-wins")
    assert (result.code, result.err) == (FINE, "")
    for number, game in enumerate((
        "2006-01-13 Hearts (Ann 62, Ben 40, Cat 13)", "2006-01-20 Hearts (Ann 12, Cat 55)",
        "2006-01-20 Hearts (Ann 12, Cat 55)", "2006-02-10 Hearts (Ann 30, Ben -5, Cat 30)",
    ), 1):  # fmt: skip
        assert f"session {number}: {game}" in result.out
    rows = json.loads(shelf("standings", "--json").out)["rows"]
    assert [(row["player"], row["played"], row["won"], row["points"], row["only_totals"]) for row in rows] == [
        ("Ben", 2, 1, 35, 2), ("Ann", 4, 2, 116, 4), ("Cat", 4, 1, 153, 4),
    ]  # fmt: skip
    assert {row["game"] for row in rows} == {"hearts"}
    assert "totals only" in shelf("standings").out.splitlines()[1]
    assert "totals only" in shelf("sessions").out and shelf.sessions()[0]["only_totals"] is True
    assert [row["winners"] for row in shelf.sessions()] == [["Cat"], ["Ann"], ["Ann"], ["Ben"]]
    sheet = shelf("show", "1").out
    assert "totals only" in sheet and "Cat wins!" in sheet and "total" in sheet
    assert "totals only" in shelf("player", "Ann").out
    career = json.loads(shelf("player", "Ann", "--json").out)["rows"][0]
    assert (career["best"], career["worst"]) == ({"points": 12, "session": 2}, {"points": 62, "session": 1})
    records = shelf("records").out
    assert "62        1†" in records and "† totals only" in records
    assert "Hearts: Ann, Ben, Cat" in shelf("chart", "1").out
    assert shelf("doctor").code == FINE


def test_the_same_again_adds_nothing_and_a_longer_file_only_what_is_new(shelf: Shelf) -> None:
    shelf.take_in(TOTALS, "--game", "Hearts", "--low-wins")
    for text in (TOTALS, TOTALS.replace("date,Ann,Ben,Cat", "date;Ann;Ben;Cat", 1).replace(",", ";")):
        result = shelf.take_in(text, "--game", "hearts")
        assert result.code == FINE and result.err.startswith("Skipped 4")
    longer = f"{TOTALS}2006-02-10,30,-5,30\n2006-03-01,1,2,3\n"
    result = shelf.take_in(longer, "--game", "Hearts")
    assert "2006-02-10 to 2006-03-01" in result.out
    assert "lowest" in result.out, "as it was kept before"
    assert len(shelf.sessions()) == 6
    assert shelf.take_in(longer, "--game", "Hearts", "--again").out.count("session ") == 6


def test_an_evening_that_was_told_live_is_the_same_evening(shelf: Shelf) -> None:
    with oh_hell(shelf.db, *FIRST_HAND) as session:
        for report in ("deal Ben", "Cat bids 0", "Ann bids 1", "Ben bids 1", "Cat takes 0", "Ann takes 1"):
            assert session.say(report).ruling.accepted, report
        session.end()
        scores, day = session.referee.scores, session.opened.astimezone()
    row = ",".join(map(str, scores.values()))
    result = shelf.take_in(f"date,{','.join(scores)}\n{day:%Y-%m-%d},{row}\n", "--game", "oh-hell")
    assert result.err.startswith("Skipped 1")


def test_a_dry_run_keeps_nothing_and_makes_no_file(shelf: Shelf) -> None:
    result = shelf.take_in(TOTALS, "--game", "Rage", "--dry-run")
    assert "2006-01-13 to 2006-02-10" in result.out and "Rage: 4 " in result.out
    assert result.err.startswith("Rage") and "--low-wins" in result.err
    assert not shelf.db.exists()
    result = shelf.take_in(TOTALS, "--game", "Hearts", "--dry-run", "--json")
    assert [row["session"] for row in json.loads(result.out)["rows"]] == [None] * 4
    shelf.take_in(TOTALS, "--game", "Hearts")
    assert shelf.take_in(TOTALS, "--game", "Hearts", "--dry-run").out == "Nothing new.\n"


def test_the_session_in_play_stays_in_play(shelf: Shelf) -> None:
    told_to(shelf.db, *FIRST_HAND)
    shelf.take_in(TOTALS, "--game", "Hearts")
    assert shelf("say", "note still here").code == FINE
    assert "Oh Hell" in shelf("score").out


def test_a_total_that_was_misread_is_put_right_like_any_report(shelf: Shelf) -> None:
    shelf.take_in(TOTALS, "--game", "Hearts", "--low-wins")
    shelf("resume", "1")
    assert "Cat 13 → 43" in shelf("fix", "1", "totals", "62", "40", "43", "--why", "misread").out
    assert shelf("end").code == FINE
    assert shelf.sessions()[0]["winners"] == ["Ben"]
    shelf("resume", "2")
    result = shelf("fix", "1", "totals", "1", "--why", "misread")
    assert result.code == USAGE and "Cat" in result.err
    assert shelf("doctor").code == FINE


# Cells


def test_a_german_file(shelf: Shelf) -> None:
    text = "\ufeffDatum;Spiel;Anna;Ben;Zoë;Ort;Notiz\n13.01.06;Doppelkopf;1,20;-0,60;-0,60;Zoës Küche;lang\n"
    assert shelf.take_in(text, "--dry-run").out.startswith("2006-01-13 Doppelkopf (Anna 1.2, Ben -0.6, Zoë -0.6)")
    result = shelf.take_in(text + "20.01.2006;Doppelkopf;1,25;-1,25;;;\n", "--times", "100")
    assert result.code == FINE
    assert shelf.scores() == [{"Anna": 120, "Ben": -60, "Zoë": -60}, {"Anna": 125, "Ben": -125}]
    assert [row["place"] for row in shelf.sessions()] == ["Zoës Küche", ""]
    assert "note lang" in shelf("log", "1").out
    assert "doppelkopf" in shelf("standings").out


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_any_mark_between_cells(shelf: Shelf, mark: str) -> None:
    assert shelf.take_in(TOTALS.replace(",", mark), "--game", "Hearts").code == FINE
    assert shelf.scores()[1] == {"Ann": 12, "Cat": 55}


def test_what_spreadsheets_put_around_it(shelf: Shelf) -> None:
    text = 'sep=;\r\n"Date";"Ann";"Ben";\r\n"2006-01-13";"1 250";"1.250";\r\n;;;\r\n2006-01-14;−5;"-";\r\n'
    result = shelf.take_in(text, "--game", "hearts", "--decimal", "comma")
    assert result.code == USAGE and "totals.csv:5: " in result.err and "--skip-bad" in result.err
    result = shelf.take_in(text.replace('"-"', "0"), "--game", "hearts", "--decimal", "comma")
    assert result.code == FINE, result.err
    assert shelf.scores() == [{"Ann": 1250, "Ben": 1250}, {"Ann": -5, "Ben": 0}]


def test_a_file_in_utf_16(shelf: Shelf) -> None:
    path = shelf.folder / "totals.txt"
    path.write_text("Datum\tAnn\tZoë\n13.1.2006\t1\t2\n", encoding="utf-16")
    assert shelf("import", str(path), "--game", "Skat").code == FINE
    assert shelf.scores() == [{"Ann": 1, "Zoë": 2}]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2006-01-13", "2006-01-13 12:00"), ("2006/1/13", "2006-01-13 12:00"), ("2006-01-13T20:30", "2006-01-13 20:30"),
        ("13.01.2006", "2006-01-13 12:00"), ("13.1.06", "2006-01-13 12:00"), ("1/13/2006", "2006-01-13 12:00"),
        ("13/01/2006 20:30", "2006-01-13 20:30"), ("13 Jan 2006", "2006-01-13 12:00"),
        ("Fri, 13 January 2006", "2006-01-13 12:00"), ("January 13, 2006", "2006-01-13 12:00"),
        ("Fr 13. März 1998", "1998-03-13 12:00"), ("13-Dez-1998", "1998-12-13 12:00"),
        ("05/05/2006", "2006-05-05 12:00"), ("13.01.87", "1987-01-13 12:00"),
    ],
)  # fmt: skip
def test_days_as_people_write_them(text: str, day: str) -> None:
    (entered,) = days([Cell(text, "here")], "", now(), None)
    assert f"{entered:%Y-%m-%d %H:%M}" == day


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("soon", "'soon' isn't a day. Write it as 2006-01-13 or 13.01.2006"),
        ("2006-02-30", "there is no date '2006-02-30'"),
        ("30/02/2006", "there is no date '30/02/2006' (2006-02-30, read as day/month/year)"),
        ("13 Foo 2006", "'Foo' isn't a month"),
        ("2999-01-01", "'2999-01-01' is in the future"),
        ("2006-01-13 25:00", "has no such time of day"),
        ("", "the day is missing. Write it as 2006-01-13 or 13.01.2006"),
        ("32/13/2006", "there is no date '32/13/2006'"),
        ("0206-01-13", "'0206-01-13' is before 1900"),
        ("2006-01-13T20:00+25:00", "'2006-01-13T20:00+25:00' isn't a day"),
        ("03/04/2006", "'03/04/2006' may be day/month/year or month/day/year. Add --dates dmy or --dates mdy"),
    ],
)
def test_days_that_are_none(shelf: Shelf, text: str, words: str) -> None:
    result = shelf.take_in(f"date,Ann,Ben\n2006-01-13,1,2\n{text},1,2\n", "--game", "Hearts")
    assert result.code == USAGE
    assert result.err.startswith("referee: totals.csv:3, column 1 (date): ") and words in result.err
    assert not shelf.db.exists() or shelf.sessions() == []


def test_which_comes_first_is_told_by_another_day_or_by_somebody(shelf: Shelf) -> None:
    first = "date,Ann,Ben\n03/04/2006,1,2\n"
    assert shelf.take_in(f"{first}25/12/2006,1,2\n", "--game", "Hearts").code == FINE
    assert shelf.take_in(first, "--game", "Skat", "--dates", "mdy").code == FINE
    days = [f"{datetime.fromisoformat(str(row['opened'])).astimezone():%Y-%m-%d}" for row in shelf.sessions()]
    assert days == ["2006-04-03", "2006-12-25", "2006-03-04"]
    result = shelf.take_in(f"{first}25/12/2006,1,2\n12/25/2006,1,2\n", "--game", "Hearts")
    assert "'25/12/2006' (totals.csv:3, column 1 (date))" in result.err and "'12/25/2006'" in result.err
    assert shelf.take_in(first, "--dates", "ymd").code == USAGE


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        (["1.250", "1.000.000"], [1250, 1_000_000]),
        (["1,250.00", "3,000"], [1250, 3000]),
        (["1.250,0", "-3"], [1250, -3]),
        (["+5", "− 7", "1 000", "1'000"], [5, -7, 1000, 1000]),
        (["0,000"], [0]),
    ],
)
def test_numbers_as_people_write_them(texts: list[str], whole: list[int]) -> None:
    assert numbers([Cell(text, "here") for text in texts], "", 1, None) == whole


@pytest.mark.parametrize(
    ("texts", "words"),
    [
        (["12x"], "'12x' isn't a number. Leave the cell empty for a player who didn't play"),
        (["=1+1"], "'=1+1' isn't a number"),
        (["1.2345"], "'1.2345' has more than 3 decimals"),
        (["1,250"], "'1,250' could have thousands or decimals. Add --decimal point or --decimal comma"),
        (["1,5", "1.5"], "has a decimal comma"),
        (["1.2.3"], "'1.2.3' isn't a number"),
        (["1.5", "12,34,5"], "'12,34,5' isn't a number"),
        (["1.5.", "3,"], "isn't a number"),
        (["٣"], "isn't a number"),
        (["9" * 30], "isn't a number"),
    ],
)
def test_numbers_that_are_none(shelf: Shelf, texts: list[str], words: str) -> None:
    rows = "".join(f'2006-01-13,"{text}",2\n' for text in texts)
    result = shelf.take_in(f"date,Ann,Ben\n{rows}", "--game", "Hearts")
    assert result.code == USAGE and words in result.err and "column 2 (Ann)" in result.err, result.err


# Names


def test_a_name_that_may_be_somebody_elses_is_asked_for(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf("players", "add", "Anna", "Ben", "Cat Miller")
    text = "date,Anne,BEN,Cat,Dan\n2006-01-13,1,2,3,4\n"
    result = shelf.take_in(text, "--game", "Hearts")
    assert (result.code, result.out) == (USAGE, "")
    anne, cat = result.err.splitlines()
    assert "totals.csv:1, column 2: " in anne and '--as "Anne=Anna"' in anne and '--as "Anne=Anne"' in anne
    assert "totals.csv:1, column 4: " in cat and '--as "Cat=Cat Miller"' in cat and '--as "Cat=Cat"' in cat
    result = shelf.take_in(text, "--game", "Hearts", "--as", "anne=Anna", "--as", "Cat=Cat")
    assert result.code == FINE
    assert shelf.scores() == [{"Anna": 1, "Ben": 2, "Cat": 3, "Dan": 4}]
    assert "Skipped 1" in shelf.take_in(text, "--game", "Hearts", "--as", "Anne=Anna").err


def test_two_who_would_be_one(shelf: Shelf) -> None:
    shelf("players", "add", "Anna")
    result = shelf.take_in("date,Anna,anna\n2006-01-13,1,2\n", "--game", "Hearts")
    assert result.code == USAGE and "totals.csv:1, column 3: " in result.err
    result = shelf.take_in("date,Anna,Anne\n2006-01-13,1,2\n", "--game", "Hearts", "--as", "Anne=Anna")
    assert result.code == USAGE and "column 3: " in result.err
    shelf.take_in("date,Anna,Anne\n2006-01-13,1,2\n", "--game", "Hearts")
    assert shelf.scores() == [{"Anna": 1, "Anne": 2}], "both have a column of their own"


def test_a_name_of_digits_is_no_name(shelf: Shelf) -> None:
    result = shelf.take_in("date,7,Ann\n2006-01-13,1,2\n", "--game", "Hearts")
    assert result.err.startswith("referee: totals.csv:1, column 2: ") and '`--as "7=NAME"`' in result.err
    assert shelf.take_in("date,7,Ann\n2006-01-13,1,2\n", "--game", "Hearts", "--as", "7=Sven").code == FINE
    assert '--as "Anne=Anna"' in shelf.take_in(TOTALS, "--as", "Anne").err


def test_a_merged_player_counts_for_whom_they_count(shelf: Shelf) -> None:
    shelf.take_in("date,Anny,Ben\n2006-01-13,1,2\n", "--game", "Hearts")
    shelf("players", "add", "Ann")
    shelf("players", "merge", "Anny", "Ann")
    result = shelf.take_in("date,Ann,Ben\n2006-01-13,1,2\n", "--game", "Hearts")
    assert "Skipped 1" in result.err


# Rows and columns with too little or too much


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("when,Ann\n", "totals.csv:1: there is no column called date. Begin the file with date,Ann,Ben,Cat"),
        ("date,game\n2006-01-13,Hearts\n", "totals.csv:1: no column is for a player"),
        ("date,Ann,Ben\n2006-01-13,1,2,3\n", "totals.csv:2, column 4: '3' is in a column without a heading"),
        ("date,Ann,Ben,game\n2006-01-13,1,2,\n", "totals.csv:2, column 4 (game) is empty"),
        ("date,Ann,Ben,game\n2006-01-13,1,2,!!\n", "totals.csv:2: '!!' isn't a name of a game"),
        ("date,Ann,Ben,game,winner\n2006-01-13,1,2,Hearts,Cat\n", "column 5 (winner): Cat has no total there"),
        ('date,Ann,"Ben\n2006-01-13,1,2\n', "totals.csv:"),
        ("date,A & B & C,D\n2006-01-13,1,2\n", "A & B & C are 3; partners are two"),
        ("date,A & B,A,game\n2006-01-13,1,2,Hearts\n", "totals.csv:2: A has two totals"),
        ("date,A & B,D,game\n2006-01-13,1,2,Hearts\n", "some have a total with a partner, and some alone"),
        ("date,Ann,game\n2006-01-13,1,Piquet\n", "only Ann has a total, and Piquet isn't for one player"),
        ("date,Ann,Ben,Cat,Dan,game\n2006-01-13,1,2,3,4,Samba\n", "Samba is played by partners, and these totals"),
    ],
)
def test_mistakes_are_told_with_their_place_and_nothing_is_kept(shelf: Shelf, text: str, words: str) -> None:
    result = shelf.take_in(text)
    assert (result.code, result.out) == (USAGE, "") and words in result.err, result.err
    assert not shelf.db.exists() or shelf.sessions() == []


def test_a_row_in_which_nobody_has_a_total_is_passed_over_and_told(shelf: Shelf) -> None:
    result = shelf.take_in("date,Ann,Ben\n2006-01-13,1,2\n2006-01-20,,-\n\n2006-01-27,3,4\n", "--game", "Hearts")
    assert result.err.startswith("skipped 1 play")
    assert shelf.scores() == [{"Ann": 1, "Ben": 2}, {"Ann": 3, "Ben": 4}]


def test_a_column_that_is_no_players_is_left_out(shelf: Shelf) -> None:
    text = "date,Ann,Ben,Sum\n2006-01-13,1,2,3\n"
    assert shelf.take_in(text, "--game", "Hearts", "--leave-out", "sum").code == FINE
    assert shelf.scores() == [{"Ann": 1, "Ben": 2}]


def test_a_winner_may_be_left_out_and_what_isn_t_there_is_told(shelf: Shelf) -> None:
    text = "date,Ann,Ben,winner\n2006-01-13,1,2,Ben\n"
    result = shelf.take_in(text, "--game", "Hearts", "--leave-out", "winner", "--leave-out", "Sum")
    assert result.code == FINE and " sum" in result.err
    assert "Ann wins!" in shelf("show", "1").out


def test_a_time_may_have_its_zone() -> None:
    texts = ("2006-01-13T20:30:00Z", "2006-01-13T21:30:00+01:00", "2006-01-13 22:30:00.5+0200")
    assert len({*days([Cell(text, "here") for text in texts], "", now(), None)}) == 1


def test_a_file_is_kept_whole_or_not_at_all(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shelf.take_in(f"{TOTALS}2006-02-11,1,2,x\n", "--game", "Hearts").code == USAGE
    assert not shelf.db.exists() or shelf.sessions() == []

    def stopped(self: journal.Journal, *args: object) -> object:
        raise KeyboardInterrupt

    shelf("players", "add", "Dan")
    kept = journal.Journal._take_in
    taken: list[object] = []

    def takes_two(self: journal.Journal, bundle: journal.Bundle) -> object:
        taken.append(bundle)
        return kept(self, bundle) if len(taken) < 3 else stopped(self)

    with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
        broken.setattr(journal.Journal, "_take_in", takes_two)
        with open_journal(shelf.db) as other:
            from scoresheets.keeping.past_evenings import keep, past
            from scoresheets.keeping.reading import Wishes

            told = past(TOTALS, "totals.csv", Wishes("Hearts"), other, now())
            assert told
            [*keep(other, told)]
    assert shelf.sessions() == [] and shelf("doctor").code == FINE


# Games


def test_partners_share_a_column_or_a_total(shelf: Shelf) -> None:
    text = "date,Ann & Cat,Ben & Dan,game\n2006-01-13,1200,800,Canasta\n2006-01-20,500,900,Samba\n"
    assert shelf.take_in(text).code == FINE
    text = "date,Ann,Ben,Cat,Dan\n2006-02-13,1200,800,1200,800\n"
    assert shelf.take_in(text, "--game", "samba").code == FINE
    assert shelf.scores() == [
        {"Ann+Cat": 1200, "Ben+Dan": 800}, {"Ann+Cat": 500, "Ben+Dan": 900}, {"Ann+Cat": 1200, "Ben+Dan": 800},
    ]  # fmt: skip
    rows = json.loads(shelf("standings", "--game", "samba", "--json").out)["rows"]
    assert {row["player"]: (row["won"], row["share"]) for row in rows} == dict.fromkeys(
        ("Ann", "Ben", "Cat", "Dan"), (1, 0.5)
    )
    assert "partner: Cat" in shelf("player", "Ann").out
    assert shelf.take_in(text, "--game", "samba").out == "Nothing new.\n"


def test_who_won_may_be_told_where_the_totals_dont(shelf: Shelf) -> None:
    text = "date,game,Ann,Ben,Zoe Ray,winner\n2006-01-13,Hearts,5,5,9,ben\n2006-01-20,Hearts,5,5,9,Ann & Zoe Ray\n"
    assert shelf.take_in(text).code == FINE
    assert [row["winners"] for row in shelf.sessions()] == [["Ben"], ["Ann", "Zoe Ray"]]
    assert shelf.take_in(text).out == "Nothing new.\n"


def test_ours_know_who_wins_and_are_the_same_game(shelf: Shelf) -> None:
    text = "date,game,Ann,Ben,Cat\n2006-01-13,Oh Hell!,5,50,9\n2006-01-20,reversis,5,-50,9\n"
    assert shelf.take_in(text).code == FINE
    assert [(row["game"], row["winners"]) for row in shelf.sessions()] == [
        ("oh-hell", ["Ben"]),
        ("reversis", ["Cat"]),
    ]
    assert shelf("standings", "--game", "Oh-Hell").code == FINE
    assert shelf("standings", "--game", "rage").code == NOTHING


def test_other_rules_leave_totals_alone(shelf: Shelf) -> None:
    shelf.take_in("date,Ann,Ben,Cat\n2006-01-13,5,50,9\n", "--game", "oh-hell")
    result = shelf("whatif", "--all", "--set", "made=5")
    assert result.code in (FINE, NOTHING) and "Traceback" not in result.err
    result = shelf("whatif", "--session", "1", "--set", "made=5")
    assert result.code != FINE


# Out again


@pytest.mark.parametrize("form", ["json", "csv"])
def test_they_go_out_whole_and_come_in_elsewhere(shelf: Shelf, tmp_path: Path, form: str) -> None:
    shelf.take_in(TOTALS, "--game", "Hearts", "--low-wins")
    written = shelf("export", "--all", "--format", form).out
    (tmp_path / "other").mkdir()
    other = Shelf(tmp_path / "other")
    assert other.take_in(written, name=f"all.{form}").code == FINE
    assert other.sessions() == shelf.sessions()
    assert other("export", "--all", "--format", form).out == written
    with open_journal(other.db) as kept:
        proof.examine_all(kept.link)
    assert other.take_in(written, name=f"all.{form}").code == REFUSED


def test_no_record_can_tell_them(shelf: Shelf) -> None:
    shelf.take_in(TOTALS, "--game", "Hearts")
    result = shelf("export", "1")
    assert (result.code, result.out) == (USAGE, "")
    assert "--format json, csv, rows" in result.err
    assert "| **total** | **62** | **40** | **13** |" in shelf("export", "1", "--format", "md").out
    assert "<th>total<th>62<th>40<th>13" in shelf("export", "1", "--format", "html").out


# Many


def test_twenty_years_of_evenings(shelf: Shelf) -> None:
    """3,000 should take less than a minute. This measures a tenth of them, without other load on the machine."""
    luck = random.Random(20261124)
    names = ("Ann", "Ben", "Cat", "Dan", "Eve")
    rows = [",".join(("date", "game", *names))]
    for i in range(300):
        points = [str(luck.randrange(-200, 500)) if luck.random() < 0.8 else "" for _ in names[2:]]
        game = luck.choice(("Hearts", "Skat", "oh-hell"))
        rows.append(f"{2006 + i // 15}-{1 + i % 12:02}-{1 + i % 28:02},{game},{i},{i + 1},{','.join(points)}")
    text = "\n".join(rows)
    begun = time.process_time()
    result = shelf.take_in(text)
    assert time.process_time() - begun < 6
    assert "2006-01-01 to 2025-" in result.out and result.out.count("\n") == 4
    assert sum(row["played"] for row in json.loads(shelf("standings", "--json").out)["rows"]) > 600
    assert shelf.take_in(text).err.startswith("Skipped 300")


def test_there_is_a_bar_on_a_terminal_and_nowhere_else(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is removed at the end, so its stream is checked."""

    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    days = "".join(f"2006-01-{day:02},1,2\n" for day in range(1, 31))
    path = shelf.file(f"date,Ann,Ben\n{days}")
    monkeypatch.setenv("REFEREE_DB", str(shelf.db))
    for stream, words in ((Screen(), []), (io.StringIO(), ["--again"])):
        monkeypatch.setattr("sys.stderr", stream)
        assert run(["import", path, "--game", "Skat", *words]) == FINE
        assert ("importing" in stream.getvalue()) is stream.isatty()


# At a terminal


def test_what_is_unsure_is_asked_at_a_terminal(shelf: Shelf, tmp_path: Path) -> None:
    shelf.db = tmp_path / "evening.db"
    shelf("players", "add", "Anna", "Bea")
    path = shelf.file('date,Anne,Ben\n03/04/2006,1,2\n04/04/2006,"1,250",2\n')
    terminal = Terminal(tmp_path, 100, color=False)
    terminal.start(f"referee import {path} --game Skat")
    questions = (
        ("2 somebody new, called Anne", "9"),  # which none of the answers is, so that it asks again
        ("2 somebody new, called Anne", "1"),
        ("2 month/day/year", "2"),
        ("2 1250", "2"),
    )
    for number, (question, answer) in enumerate(questions, 1):
        asked = partial(lambda text, n: text in terminal.text and terminal.text.count("which:") == n, question, number)
        terminal.until(asked, question)
        assert terminal.process
        terminal.process.send(f"{answer}\r")
    terminal.until(lambda: terminal.process is None, "the end")
    assert "2006-03-04 to 2006-04-04" in terminal.text
    assert shelf.scores() == [{"Anna": 1, "Ben": 2}, {"Anna": 1250, "Ben": 2}]


# Rounds

ROUNDS = """\
date,game,round,Ann,Ben,Cat,dealer,note
2006-01-13,Hearts,1,12,0,14,Ben,
2006-01-13,Hearts,2,0,26,,Cat,the moon
2006-01-13,Hearts,1,5,5,16,Ann,
2006-01-14,Rage,1,-48,,24,,
2006-01-14,Rage,2,,72,,,
"""


def test_rounds_become_tallies_with_running_totals(shelf: Shelf) -> None:
    result = shelf.take_in(ROUNDS)
    assert result.code == FINE
    assert result.out.splitlines()[:3] == [
        "session 1: 2006-01-13 Hearts (Ann 12, Ben 26, Cat 14), 2 rounds",
        "session 2: 2006-01-13 Hearts (Ann 5, Ben 5, Cat 16), 1 round",
        "session 3: 2006-01-14 Rage (Ann -48, Ben 72, Cat 24), 2 rounds",
    ]
    rows = shelf.sessions()
    assert [(row["game"], row["title"], row["hands"], row["winners"], row["only_totals"]) for row in rows] == [
        ("hearts", "Hearts", 2, ["Ann"], False), ("hearts", "Hearts", 1, ["Ann", "Ben"], False),
        ("rage", "Rage", 2, ["Ben"], False),
    ]  # fmt: skip
    totals = json.loads(shelf("chart", "1", "--json").out)["totals"]
    assert totals == {"Ann": [0, 12, 12], "Ben": [0, 0, 26], "Cat": [0, 14, 14]}
    assert "note the moon" in shelf("log", "1").out
    assert shelf("doctor").code == FINE
    assert shelf.take_in(ROUNDS).err.startswith("Skipped 3")


def test_a_winner_beside_the_rounds_is_who_has_the_best_of_them_or_is_said_not_to_be(shelf: Shelf) -> None:
    """In each round or in the game. In Hearts the fewest points are the best."""
    rounds = "date,game,round,Ann,Ben,winner\n2006-01-13,Hearts,1,3,4,Ann\n2006-01-13,Hearts,2,5,1,{}\n"
    for number, agrees in enumerate(("Ben", "", "ben"), 1):
        text = rounds.format(agrees).replace("-13", f"-1{number}")
        assert shelf.take_in(text).err == "" and shelf.sessions()[-1]["winners"] == ["Ben"]
    result = shelf.take_in(rounds.format("Ann").replace("-13", "-19"))
    assert result.code == FINE and result.err.startswith("totals.csv:3, column 6 (winner): Ann")
    assert "Gus" in shelf.take_in(rounds.format("Gus").replace("-13", "-20")).err


def test_a_tally_that_came_in_goes_on_like_one_that_was_told(shelf: Shelf) -> None:
    shelf.take_in(ROUNDS)
    assert shelf("resume", "2").code == FINE
    assert shelf("say", "3 3 20").code == FINE
    assert json.loads(shelf("score", "--json").out)["scores"] == {"Ann": 8, "Ben": 8, "Cat": 36}


def test_a_row_a_hand_goes_out_and_comes_in_elsewhere(shelf: Shelf, tmp_path: Path) -> None:
    shelf.take_in(ROUNDS)
    shelf.take_in("date,Ann & Cat,Ben & Dan,round,game\n2007-01-13,5,0,1,Canasta\n2007-01-13,0,7,2,Canasta\n")
    shelf.take_in(TOTALS, "--game", "Skat")
    written = shelf("export", "--all", "--format", "rows").out
    (tmp_path / "other").mkdir()
    other = Shelf(tmp_path / "other")
    result = other.take_in(written, "--low-wins")
    assert result.code == FINE, result.err
    wanted = [("title", "scores", "only_totals", "hands")]
    assert [[row[name] for name in wanted[0]] for row in other.sessions()] == [
        [row[name] for name in wanted[0]] for row in shelf.sessions()
    ]
    assert other("export", "--all", "--format", "rows").out == written
    assert shelf.take_in(written).out == "Nothing new.\n"


def test_a_round_that_comes_again_begins_another_game_and_is_told(shelf: Shelf) -> None:
    rows = [f"2006-01-13,Rage,{number},1,2" for number in (1, 2, 2, 3, 1, 2)]
    result = shelf.take_in("\n".join(["date,game,round,Ann,Ben", *rows, ""]))
    assert (
        result.err.startswith("totals.csv:4: round 2 begins a game here\n") and result.err.count("begins a game") == 1
    )
    assert len(shelf.sessions()) == 3


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("2006-01-13,Hearts,one,1,2,3,,", "column 3 (round): 'one' isn't a round. Number the rounds 1, 2, 3"),
        ("2006-01-13,Hearts,1,1,2,x,,", "totals.csv:2, column 6 (Cat): 'x' isn't a number"),
        ("2006-01-13,Hearts,1,1,2,1000000000,,", "'1000000000' is too much: a score has nine digits at most"),
    ],
)
def test_a_mistake_in_a_round_is_told_with_its_place(shelf: Shelf, row: str, words: str) -> None:
    result = shelf.take_in(f"{ROUNDS.splitlines()[0]}\n{row}\n")
    assert result.code == USAGE and words in result.err, result.err
    assert not shelf.db.exists() or shelf.sessions() == []


# Random input

SEED = 20261124
MARKS = "0123456789,;\t|\"'\n\r=+-−./ :&#éΩ\u202eabAn\x00\\"


def test_a_file_with_anything_in_it_is_kept_or_told_what_is_wrong(shelf: Shelf) -> None:
    luck = random.Random(SEED)
    print(f"seed {SEED}")
    lines = [*ROUNDS.replace("Rage", "Samba").splitlines(), '13/01/2006,Piquet,,1 000,"1,250",,Ann,']
    words = [[], ["--game", "Skat"], ["--times", "100"], ["--dates", "dmy"], ["--dry-run"]]
    kept = 0
    for _ in range(times(40)):
        text = [*"\n".join([lines[0], *luck.sample(lines[1:], luck.randrange(1, 3))])]
        for _ in range(luck.randrange(4)):
            text.insert(luck.randrange(len(text)), luck.choice(MARKS))
            del text[luck.randrange(len(text))]
        result = shelf.take_in("".join(text), *luck.choice(words))
        assert result.code in (FINE, USAGE, REFUSED), result
        now_kept = len(shelf.sessions())
        assert result.code == FINE or (now_kept == kept and result.err), result
        kept = now_kept
    assert kept > 3
    assert shelf("doctor", "--quick").code == FINE
