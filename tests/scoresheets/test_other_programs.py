"""Other programs' data: BG Stats' export is imported and exported, and a spreadsheet gets a row for each hand."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from scoresheets.errors import FINE, USAGE
from scoresheets.keeping.cell_values import as_typed
from scoresheets.keeping.journal import open_journal
from tests.evening import FIRST_HAND, oh_hell
from tests.scoresheets.test_years_on_paper import Shelf

NAMES = ("Ann", "Ben", "Cat", "Dan")


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path)


def play(game: int, scores: str, winners: str = "", **more: Any) -> dict[str, Any]:
    """A play of a game, with the scores of Ann, Ben … and the winner; a dash means no score."""
    told = [
        {"playerRefId": i, "score": "" if score == "-" else score, "winner": NAMES[i - 1] in winners.split(),
         "newPlayer": False, "startPlayer": i == 1, "rank": 0, "seatOrder": 0}
        for i, score in enumerate(scores.split(), 1)
    ]  # fmt: skip
    return {"uuid": f"{game}-{scores}", "playDate": "2019-04-06 20:15:00", "gameRefId": game, "locationRefId": 0,
            "durationMin": 60, "ignored": False, "manualWinner": False, "usesTeams": False,
            "playerScores": told} | more  # fmt: skip


def export(*plays: dict[str, Any]) -> str:
    """An export of BG Stats, with some of its other data."""
    games = [("Hearts", {"highestWins": False}), ("Skat", {}), ("Pandemic", {"cooperative": True}),
             ("Mafia", {"noPoints": True}), ("Canasta", {"usesTeams": True})]  # fmt: skip
    return json.dumps({
        "challenges": [], "deletedObjects": [], "tags": [], "groups": [],
        "games": [{"id": i, "name": name, "highestWins": True, "noPoints": False, "cooperative": False,
                   "bggId": 0, "uuid": name} | more for i, (name, more) in enumerate(games, 1)],
        "players": [{"id": i, "name": name, "isAnonymous": False, "uuid": name} for i, name in enumerate(NAMES, 1)],
        "locations": [{"id": 1, "name": "Ann's", "uuid": "x"}],
        "plays": list(plays), "userInfo": {"meRefId": 1},
    })  # fmt: skip


# In


def test_plays_become_sessions_of_which_only_the_end_is_known(shelf: Shelf) -> None:
    second = play(2, "50+40-5 120 7", locationRefId=1, comments="long\nnight")
    text = export(play(1, "30 12 40"), second, play(2, "5 9", "Ann"))
    result = shelf.take_in(text, name="BGStatsExport.json")
    assert (result.code, result.err) == (FINE, "")
    assert shelf.scores() == [
        {"Ann": 30, "Ben": 12, "Cat": 40}, {"Ann": 85, "Ben": 120, "Cat": 7}, {"Ann": 5, "Ben": 9},
    ]  # fmt: skip
    rows = shelf.sessions()
    assert [row["winners"] for row in rows] == [["Ben"], ["Ben"], ["Ann"]]
    assert [(row["game"], row["place"]) for row in rows] == [("hearts", ""), ("skat", "Ann's"), ("skat", "")]
    assert [str(row["opened"])[:10] for row in rows] == ["2019-04-06"] * 3
    assert "note long night" in shelf("log", "2").out
    again = shelf.take_in(text, name="BGStatsExport.json")
    assert again.err.startswith("Skipped 3")


def test_plays_without_scores_say_who_won(shelf: Shelf) -> None:
    result = shelf.take_in(
        export(play(4, "- - -", "Ben"), play(1, "- 5 -", "Cat"), play(2, "- 0", "Ann Ben")), name="x.json"
    )
    assert result.code == FINE, result.err
    assert [row["winners"] for row in shelf.sessions()] == [["Ben"], ["Cat"], ["Ann", "Ben"]]


def test_plays_that_say_nothing_are_passed_over_and_told(shelf: Shelf) -> None:
    plays = [play(3, "1 1", "Ann Ben"), play(2, "1 2", ignored=True), play(4, "- -"), play(2, ""), play(2, "1 2")]
    result = shelf.take_in(export(*plays, play(3, "2 2")), name="x.json")
    assert [line.split()[1] for line in result.err.splitlines()] == ["2", "1", "1", "1"]
    assert shelf.scores() == [{"Ann": 1, "Ben": 2}]


def test_teams_of_two_are_partners(shelf: Shelf) -> None:
    entered = play(5, "900 500 900 500", "Ann Cat", usesTeams=True)
    for score, team in zip(entered["playerScores"], "ABAB", strict=True):
        score["team"] = team
    assert shelf.take_in(export(entered), name="x.json").code == FINE
    assert shelf.scores() == [{"Ann+Cat": 900, "Ben+Dan": 500}]


@pytest.mark.parametrize("teams", ["0", 0, "", "A"])
def test_a_tie_of_two_without_teams_is_no_partnership(shelf: Shelf, teams: str | int) -> None:
    entered = play(2, "7 7", "Ben", usesTeams=False, manualWinner=True)
    for score in entered["playerScores"]:
        score["team"] = teams
    assert shelf.take_in(export(entered), name="x.json").code == FINE
    assert shelf.scores() == [{"Ann": 7, "Ben": 7}]
    assert [row["winners"] for row in shelf.sessions()] == [["Ben"]]


def test_one_team_alone_is_no_partnership(shelf: Shelf) -> None:
    entered = play(2, "7 7", "Ben")
    for score in entered["playerScores"]:
        score["team"] = "0"
    assert shelf.take_in(export(entered), name="x.json").code == FINE
    assert shelf.scores() == [{"Ann": 7, "Ben": 7}]


def test_only_a_game_with_fractions_is_multiplied(shelf: Shelf) -> None:
    text = export(play(1, "26 104"), play(2, "13.5 14"), play(2, "8 9"))
    assert shelf.take_in(text, "--times", "10", name="x.json").code == FINE
    assert shelf.scores() == [{"Ann": 26, "Ben": 104}, {"Ann": 135, "Ben": 140}, {"Ann": 80, "Ben": 90}]


def test_only_a_game_with_fractions_is_multiplied_in_a_spreadsheet(shelf: Shelf) -> None:
    text = "date,game,Ann,Ben\n2024-01-05,Hearts,26,104\n2024-01-06,Agricola,13.5,14\n"
    assert shelf.take_in(text, "--times", "10").code == FINE
    assert shelf.scores() == [{"Ann": 26, "Ben": 104}, {"Ann": 135, "Ben": 140}]


def test_players_of_one_name_and_nobody_in_particular(shelf: Shelf) -> None:
    told = json.loads(export(play(2, "1 2 3"), play(2, "4 5")))
    told["players"][1]["name"] = "ann"
    told["players"][2] |= {"name": "Anonymous player", "isAnonymous": True}
    told["plays"][1]["playerScores"] += [{"playerRefId": 3, "score": "6"}, {"playerRefId": 3, "score": 7}]
    assert shelf.take_in(json.dumps(told), name="x.json").code == FINE
    assert shelf.scores() == [
        {"Ann": 1, "ann 2": 2, "Anonymous player": 3},
        {"Ann": 4, "ann 2": 5, "Anonymous player": 6, "Anonymous player 2": 7},
    ]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"playDate": "soon"}, "x.json, play 1, playDate: 'soon' isn't a day"),
        ({"gameRefId": 99}, "x.json, play 1: gameRefId is 99, and no game has that id"),
        ({"playerScores": [{"playerRefId": 77, "score": "1"}]},
         "x.json, play 1: playerRefId is 77, and no player has that id"),
        ({"playerScores": [{"score": "1"}]}, "x.json, play 1: playerScores.1.playerRefId: Field required"),
        ({"playerScores": [{"playerRefId": 1, "score": "1.2345"}, {"playerRefId": 2, "score": "2"}]},
         "x.json, play 1, Ann: '1.2345' has more than 3 decimals"),
        ({"playerScores": [{"playerRefId": 1, "score": "many"}, {"playerRefId": 2, "score": "2"}]},
         "x.json, play 1, Ann: 'many' isn't a number"),
    ],
)  # fmt: skip
def test_mistakes_are_told_with_their_play_and_nothing_is_kept(
    shelf: Shelf, change: dict[str, Any], words: str
) -> None:
    result = shelf.take_in(export(play(1, "1 2") | change, play(1, "3 4")), name="x.json")
    assert result.code == USAGE and words in result.err, result.err
    assert not shelf.db.exists() or shelf.sessions() == []


def test_a_name_that_may_be_somebodys_is_asked_for(shelf: Shelf) -> None:
    shelf("players", "add", "Annie")
    result = shelf.take_in(export(play(1, "1 2")), name="x.json")
    assert result.code == USAGE and '--as "Ann=Annie"' in result.err
    assert shelf.take_in(export(play(1, "1 2")), "--as", "Ann=Annie", name="x.json").code == FINE
    assert shelf.scores() == [{"Annie": 1, "Ben": 2}]


# Half points, long names, and errors in a play


def rows(shelf: Shelf, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(shelf(*words, "--json").out)["rows"]
    return found


def test_half_points_are_kept_as_they_are_written_and_whole_ones_stay_whole(shelf: Shelf) -> None:
    text = export(play(1, "26 104"), play(2, "13.5 14"), play(2, "0.1 0.2"), play(2, "0.2 0.1"))
    assert shelf.take_in(text, name="x.json").code == FINE
    assert shelf.scores() == [
        {"Ann": 26, "Ben": 104}, {"Ann": 13.5, "Ben": 14}, {"Ann": 0.1, "Ben": 0.2}, {"Ann": 0.2, "Ben": 0.1},
    ]  # fmt: skip
    skat = [row for row in rows(shelf, "standings") if row["game"] == "skat"]
    assert {row["player"]: row["points"] for row in skat} == {"Ann": 13.8, "Ben": 14.3}
    records = {row["what"]: row["points"] for row in rows(shelf, "records") if row["game"] == "skat"}
    assert (records["highest"], records["lowest"], records["closest"], records["widest"]) == (14, 0.1, 0.1, 0.5)
    best = {row["game"]: row["best"] for row in rows(shelf, "player", "Ann")}
    assert best["skat"] == {"points": 13.5, "session": 2}
    assert "13.5" in shelf("show", "2").out and "13.5" in shelf("board", "2").out
    assert "13.5,14,13.5,14" in shelf("export", "2", "--format", "rows").out
    written = json.loads(shelf("export", "2", "--format", "bgstats").out)
    assert [score["score"] for score in written["plays"][0]["playerScores"]] == ["13.5", "14"]
    assert shelf("doctor").code == FINE
    again = shelf.take_in(text, name="x.json")
    assert again.err.startswith("Skipped 4")


def test_a_half_point_is_put_right_like_any_report(shelf: Shelf) -> None:
    shelf.take_in(export(play(2, "13.5 14")), name="x.json")
    shelf("resume", "1")
    assert shelf("fix", "1", "totals", "14.25", "14", "--why", "misread").code == FINE
    shelf("end")
    assert shelf.scores() == [{"Ann": 14.25, "Ben": 14}]
    assert [row["winners"] for row in shelf.sessions()] == [["Ann"]]


def test_bg_stats_says_itself_whether_the_fewest_points_win(shelf: Shelf) -> None:
    told = json.loads(export(play(1, "3 4")))
    told["games"][0]["name"] = "Our Own Game"
    result = shelf.take_in(json.dumps(told), name="x.json")
    assert (result.code, result.err) == (FINE, "")
    assert [row["winners"] for row in shelf.sessions()] == [["Ann"]]


@pytest.mark.parametrize("form", ["json", "csv"])
def test_half_points_go_out_and_come_in_elsewhere(shelf: Shelf, tmp_path: Path, form: str) -> None:
    shelf.take_in(export(play(2, "13.5 14")), name="x.json")
    (tmp_path / "other").mkdir()
    other = Shelf(tmp_path / "other")
    assert other.take_in(shelf("export", "--all", "--format", form).out, name=f"x.{form}").code == FINE
    assert other.scores() == [{"Ann": 13.5, "Ben": 14}]


def test_a_name_of_any_length_is_the_name_of_a_game(shelf: Shelf) -> None:
    told = json.loads(export(play(2, "13 14")))
    told["games"][1]["name"] = name = "Agricola: All Creatures Big and Small – The Big Box with More Buildings " * 5
    assert shelf.take_in(json.dumps(told), name="x.json").code == FINE
    assert " ".join(name.split()) in " ".join(shelf("show", "1").out.split())
    shelf("export", "--all", "--format", "csv", "--out", str(shelf.folder / "out"))
    assert len([*(shelf.folder / "out").iterdir()]) == 1


@pytest.mark.parametrize(
    ("written", "points"), [("86+84+", 170), ("86+", 86), ("13,5", 13.5), (" 12 + 8.5 ", 20.5), ("−3", -3)]
)
def test_a_score_that_reads_in_one_way_is_mended_and_said(shelf: Shelf, written: str, points: float) -> None:
    text = export(play(2, "14 7"))
    text = text.replace('"score": "14"', f'"score": "{written}"')
    result = shelf.take_in(text, "--json", name="x.json")
    assert result.code == FINE, result.err
    assert shelf.scores() == [{"Ann": points, "Ben": 7}]
    mended = bool(json.loads(result.out)["rows"][0]["mended"])
    assert mended == (written in ("86+84+", "86+", "13,5")), "a sum is as BG Stats has it"


def test_every_fault_is_told_at_once_and_the_rest_is_kept_on_request(shelf: Shelf) -> None:
    told = json.loads(export(play(1, "1 2"), play(1, "x 2"), play(2, "3 4"), play(2, "5 6"), play(3, "1 1")))
    told["plays"][3]["playDate"] = "soon"
    told["plays"].append({"playDate": 7})
    dry = shelf.take_in(json.dumps(told), "--dry-run", "--json", name="x.json")
    found = json.loads(dry.out)
    assert dry.code == USAGE and len(found["rows"]) == 2
    assert sorted(play["bad"] for play in found["skipped"]) == [False, True, True, True]
    refused = shelf.take_in(json.dumps(told), name="x.json")
    assert refused.code == USAGE and shelf.sessions() == []
    for place in ("play 2, Ann", "play 4, playDate", "play 6"):
        assert place in refused.err and place in dry.err
    assert shelf.take_in(json.dumps(told), "--skip-bad", name="x.json").code == FINE
    assert shelf.scores() == [{"Ann": 1, "Ben": 2}, {"Ann": 3, "Ben": 4}]


def test_rows_of_a_spreadsheet_are_skipped_one_by_one_and_games_of_rounds_whole(shelf: Shelf) -> None:
    totals = "date,game,Ann,Ben\n2024-01-05,Hearts,26,x\nsoon,Hearts,1,2\n2024-01-06,Skat,13.5,14\n"
    result = shelf.take_in(totals)
    assert "totals.csv:2, column 4 (Ben)" in result.err and "totals.csv:3, column 1 (date)" in result.err
    assert shelf.take_in(totals, "--skip-bad").code == FINE
    rounds = "date,game,round,Ann,Ben\n2024-01-05,Rage,1,2,x\n2024-01-05,Rage,2,3,4\n2024-01-06,Rage,1,5,6\n"
    assert shelf.take_in(rounds, "--skip-bad").code == FINE
    halves = "date,game,round,Ann,Ben\n2024-01-08,Rage,1,2.5,1\n2024-01-08,Rage,2,3,4\n"
    assert json.loads(shelf.take_in(halves, "--json").out)["rows"][0]["mended"]
    assert shelf.scores() == [{"Ann": 13.5, "Ben": 14}, {"Ann": 5, "Ben": 6}, {"Ann": 5.5, "Ben": 5}]


# Money


MONEY = """\
date,game,Ann,Ben,Cat
2024-03-01,Poker,12.5,-7.5,-5
2024-03-01,Poker,20,-15,
2024-03-01,Poker,,-10,9.5
2024-03-01,Poker,0.1,0.2,-0.3
"""


def test_a_night_for_chips_that_doesnt_add_up_is_told_by_how_much_and_of_whom(shelf: Shelf) -> None:
    assert shelf.take_in(MONEY, "--dry-run").code == FINE, "without --chips they are points"
    result = shelf.take_in(MONEY, "--chips")
    assert result.code == USAGE and shelf.sessions() == []
    first, second, *_ = result.err.splitlines()
    assert "totals.csv:3: 5 " in first and first.endswith("Ann 20, Ben −15")
    assert "totals.csv:4: 0.5 " in second and second.endswith("Ben −10, Cat 9.5")
    rounds = "date,game,round,Ann,Ben\n2024-03-01,Poker,1,5,-5\n2024-03-01,Poker,2,5,-4\n"
    assert "totals.csv:3: 1 " in shelf.take_in(rounds, "--chips").err


def test_nights_for_chips_are_settled_to_the_last_tenth(shelf: Shelf, tmp_path: Path) -> None:
    assert shelf.take_in(MONEY, "--chips", "--skip-bad").code == FINE
    rounds = "date,game,round,Ann,Ben\n2024-03-01,Poker,1,5,-5\n2024-03-01,Poker,2,1,-1\n"
    assert shelf.take_in(rounds, "--chips").code == FINE
    settled = json.loads(shelf("settle", "--json").out)
    assert settled["balance"] == {"Ann": "18.6", "Ben": "-13.3", "Cat": "-5.3"}
    assert {(row["payer"], row["payee"], row["amount"]) for row in settled["rows"]} == {
        ("Ben", "Ann", "13.3"), ("Cat", "Ann", "5.3"),
    }  # fmt: skip
    assert shelf("doctor").code == FINE
    (tmp_path / "other").mkdir()
    other = Shelf(tmp_path / "other")
    other.take_in(shelf("export", "--all", "--format", "json").out, name="x.json")
    assert json.loads(other("settle", "--json").out)["balance"] == settled["balance"]


# Out


def told_live(shelf: Shelf) -> None:
    with oh_hell(shelf.db, *FIRST_HAND) as session:
        lines = (
            "adjust Ann -5 spilt",
            "deal Ben",
            "Cat bids 0",
            "Ann bids 1",
            "Ben bids 1",
            "Cat takes 0",
            "Ann takes 1",
        )
        for report in lines:
            assert session.say(report).ruling.accepted, report
        session.end()


def test_remarks_go_out_as_the_comment_of_a_play(shelf: Shelf) -> None:
    with oh_hell(shelf.db, *FIRST_HAND) as session:
        assert session.say("note Cat was late").ruling.accepted
        session.end()
    (told,) = json.loads(shelf("export", "1", "--format", "bgstats").out)["plays"]
    assert told["comments"] == "Cat was late"


def test_a_session_goes_out_as_a_play_and_is_known_when_it_comes_back(shelf: Shelf) -> None:
    with oh_hell(shelf.db, *FIRST_HAND) as session:
        session.end()
    written = json.loads(shelf("export", "1", "--format", "bgstats").out)
    assert [game["name"] for game in written["games"]] == ["Oh Hell!"] and written["games"][0]["highestWins"] is True
    assert [player["name"] for player in written["players"]] == ["Ann", "Ben", "Cat"]
    (told,) = written["plays"]
    assert [(score["playerRefId"], score["score"], score["rank"]) for score in told["playerScores"]] == [
        (1, "10", 1), (2, "10", 1), (3, "-10", 3),
    ]  # fmt: skip
    assert told["rounds"] == 1 and told["gameRefId"] == written["games"][0]["id"]
    assert shelf("export", "1", "--format", "bgstats").out == json.dumps(written, ensure_ascii=False, indent=1) + "\n"
    result = shelf.take_in(json.dumps(written), name="back.json")
    assert "Skipped 1" in result.err
    shelf("export", "--all", "--format", "bgstats,rows", "--out", str(shelf.folder / "out"))
    assert sorted(path.name for path in (shelf.folder / "out").iterdir()) == [
        "0001-oh-hell.bgsplay",
        "0001-oh-hell.rows.csv",
    ]


@pytest.mark.parametrize(("told", "minutes"), [(75, 75), ("90", 90), (0, 0), (None, 0), ("long", 0), (-5, 0), (1e9, 0)])
def test_how_long_a_play_took_goes_in_and_out(shelf: Shelf, told: object, minutes: int) -> None:
    assert shelf.take_in(export(play(1, "30 12 40", durationMin=told)), name="BGStatsExport.json").code == FINE
    (written,) = json.loads(shelf("export", "1", "--format", "bgstats").out)["plays"]
    assert written["durationMin"] == minutes


def test_totals_go_out_and_come_in_elsewhere(shelf: Shelf, tmp_path: Path) -> None:
    text = "date,Ann & Cat,Ben & Dan,game,winner\n2006-01-13,1200,800,Canasta,\n2006-01-20,700,700,Canasta,Ben & Dan\n"
    shelf.take_in(text)
    written = shelf("export", "--all", "--format", "bgstats").out
    assert [told["manualWinner"] for told in json.loads(written)["plays"]] == [False, True]
    (tmp_path / "other").mkdir()
    other = Shelf(tmp_path / "other")
    assert other.take_in(written, name="plays.json").code == FINE
    assert [(row["scores"], row["winners"]) for row in other.sessions()] == [
        ({"Ann+Cat": 1200, "Ben+Dan": 800}, ["Ann+Cat"]), ({"Ann+Cat": 700, "Ben+Dan": 700}, ["Ben+Dan"]),
    ]  # fmt: skip


def test_a_row_a_hand_with_running_totals(shelf: Shelf) -> None:
    told_live(shelf)
    shelf.take_in("date,Ann,Zoe\n2006-01-13,7,-3\n", "--game", "Hearts")
    rows = [*csv.DictReader(io.StringIO(shelf("export", "--all", "--format", "rows").out))]
    assert [*rows[0]] == [
        "date", "session", "game", "hand", "dealer", "Ann", "Ben", "Cat", "Zoe", "Ann total", "Ben total", "Cat total",
        "Zoe total",
    ]  # fmt: skip
    assert [(row["game"], row["hand"], row["dealer"]) for row in rows] == [
        ("Oh Hell!", "1", "Ann"), ("Oh Hell!", "", ""), ("Oh Hell!", "2", "Ben"), ("Hearts", "", ""),
    ]  # fmt: skip
    with open_journal(shelf.db) as journal:
        scores = journal.session(1).referee.scores
    assert {name: int(rows[2][f"{name} total"]) for name in scores} == dict(scores)
    assert (rows[1]["Ann"], rows[1]["Ann total"]) == ("-5", str(int(rows[0]["Ann total"]) - 5))
    assert rows[2]["Zoe"] == ""
    assert (rows[3]["Ann total"], rows[3]["Zoe total"], rows[3]["Ben"]) == ("7", "-3", "")


def test_no_cell_of_a_row_is_a_formula_and_names_stay_readable(shelf: Shelf) -> None:
    with open_journal(shelf.db, create=True) as journal:
        session = journal.new("gops", ["@SUM(A1)", "-Zoë"], title="=1+1")
        for report in ("@SUM(A1) holds 50", "-Zoë holds 41"):
            assert session.say(report).ruling.accepted, report
    text = shelf("export", "1", "--format", "rows").out
    assert text.startswith("\ufeffdate,")
    heading, row = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    assert heading[5:7] == ["'@SUM(A1)", "'-Zoë"] and row[5:7] == ["50", "41"]
    assert not any(cell.startswith(("=", "+", "@")) for cell in (*heading, *row))
    assert [as_typed(cell) for cell in heading[5:7]] == ["@SUM(A1)", "-Zoë"]


@pytest.mark.parametrize("day", ["1900-01-01", "1969-12-31", "1970-01-01", "2024-02-29"])
def test_every_session_goes_out_whatever_its_day(shelf: Shelf, day: str) -> None:
    assert shelf.take_in(f"date,game,Ann,Ben\n{day},Hearts,26,104\n").code == FINE
    written = shelf("export", "--all", "--format", "json").out
    before = shelf.sessions()
    assert len(json.loads(written)["sessions"]) == 1
    shelf.db.unlink()
    assert shelf.take_in(written, name="all.json").code == FINE
    assert shelf.sessions() == before
