"""A player's games, the records of the table, ratings and charts, from finished games."""

from __future__ import annotations

import json
import re
import sys
from datetime import datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest

from scoresheets.errors import FINE, NOTHING, USAGE
from scoresheets.keeping import database
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.replay_cache import Peak
from scoresheets.keeping.results import comebacks
from scoresheets.looking_back.charts import Course, course_of, drawn, marks, svg
from scoresheets.looking_back.finished import Finished, finished, lowest_wins
from scoresheets.looking_back.history import career, feats
from scoresheets.looking_back.ratings import ratings
from scoresheets.looking_back.standings import overall, standings
from tests.evening import again, referee, told_to
from tests.scoresheets.test_standings import hands_stand_alone  # noqa: F401

EVENING = datetime(2026, 11, 20, 20).astimezone()


def low(_: Finished) -> bool:
    return False


def evening(kept: Journal, day: int, players: str, *hands: tuple[int, ...]) -> int:
    """Oh Hell! from one card up: each hand is a string of bids in seat order, and the first player takes all tricks."""
    kept.clock = lambda: EVENING + timedelta(days=day)
    names = players.split()
    session = kept.new("oh-hell", names, {"first-hand": str(len(hands))})
    for played, bids in enumerate(hands):
        size = len(hands) - played
        said = dict(zip(names, bids, strict=True))
        assert session.say(f"deal {size}").ruling.accepted
        for _ in names:
            who = session.referee.next()[0]
            assert session.say(f"{who} bids {said[who]}").ruling.accepted, f"{who} bids {said[who]}"
        assert session.say(f"{names[0]} takes {size}").ruling.accepted
    session.end()
    return session.number


@pytest.fixture
def db(shelf: Path) -> Path:
    path = shelf / "nights.db"
    with open_journal(path, create=True) as journal:
        evening(journal, 0, "Ann Ben Cat", (1, 0, 1))  # Ann 10, Ben 10, Cat -10
        evening(journal, 1, "Ann Ben Cat", (1, 1, 1))  # Ann 10, Ben -10, Cat -10
        evening(journal, 40, "Ben Ann Dan", (1, 1, 1))  # Ben 10, Ann -10, Dan -10
        evening(journal, 400, "Cat Ann Ben", (2, 0, 2), (2, 1, 0), (1, 1, 0))
    return path


def tallied(kept: Journal, day: int, low: str, *rounds: str) -> None:
    kept.clock = lambda: EVENING + timedelta(days=day)
    session = kept.new("tally", ["Ann", "Ben"], {"low-wins": low, "rounds": str(len(rounds))})
    for points in rounds:
        assert session.say(f"scores {points}").ruling.accepted
    session.end()


def test_the_fewest_points_are_the_best_where_the_house_says_so(tmp_path: Path) -> None:
    path = tmp_path / "tallies.db"
    with open_journal(path, create=True) as journal:
        tallied(journal, 0, "yes", "5 20", "1 9")
        tallied(journal, 1, "yes", "30 10")
        low_wins = lowest_wins(path)
        assert [low_wins(result) for result in finished(path)] == [True] * 4
        ann = career("Ann", low_wins, path)
        assert ann
        assert (ann.best["tally"], ann.worst["tally"]) == ((6, 1), (30, 2))
        widest = [feat for feat in feats(low_wins, path) if feat.what == "widest"]
        assert [(feat.who, feat.points) for feat in widest] == [("Ann", 23)]
        tallied(journal, 2, "no", "40 10")  # played the other way: what was best before isn't any more
        ann = career("Ann", lowest_wins(path), path)
        assert ann
        assert (ann.best["tally"], ann.worst["tally"]) == ((40, 3), (40, 3))


def test_partners_may_play_for_the_fewest_points_too(tmp_path: Path) -> None:
    path = tmp_path / "tallies.db"
    with open_journal(path, create=True) as journal:
        house = {"low-wins": "yes", "teams": "yes", "rounds": "1"}
        session = journal.new("tally", ["Ann", "Ben", "Cat", "Dan"], house)
        assert session.say("scores 5 20").ruling.accepted
        session.end()
        low_wins = lowest_wins(path)
        assert [low_wins(result) for result in finished(path)] == [True] * 4


# A player


def test_a_career(db: Path) -> None:
    ann = career("ann", low, db)
    assert ann and ann.name == "Ann"
    row = ann.rows["oh-hell"]
    assert (row.played, row.won) == (4, 2)
    ben = ann.others["Ben"]
    assert (ben.ahead, ben.behind, ben.level, ben.games) == (1, 2, 1, 4)
    assert ann.rival and ann.rival.name == "Ben"
    assert ann.partner is None
    assert (ann.best["oh-hell"], ann.worst["oh-hell"]) == ((10, 1), (-10, 3))
    other = career("Ann", lambda _: True, db)
    assert other and (other.best["oh-hell"], other.worst["oh-hell"]) == ((-10, 3), (10, 1))
    assert career("Zoe", low, db) is None


def test_only_games_with_somebody(db: Path) -> None:
    ann = career("Ann", low, db, vs="dan")
    assert ann and ann.rows["oh-hell"].played == 1
    assert set(ann.others) == {"Ben", "Dan"}
    assert career("Cat", low, db, vs="Dan") is None


def test_partners_win_together(shelf: Path) -> None:
    path = shelf / "nights.db"
    with open_journal(path, create=True) as journal:
        session = journal.new("samba", ["Ann", "Ben", "Cat", "Dan"], {"target": "300"})
        for report in ("deal Ann", "Ann+Cat scores 300", "Ben+Dan scores 200"):
            assert session.say(report).ruling.accepted
    ann = career("Ann", low, path)
    assert ann and ann.partner
    assert (ann.partner.name, ann.partner.together, ann.partner.won_together) == ("Cat", 1, 1)
    assert ann.others["Ben"].games == 1


def gops(kept: Journal, day: int, *, winner: str, other: str) -> None:
    """A game of one hand between two players."""
    kept.clock = lambda: EVENING + timedelta(days=day)
    session = kept.new("gops", ["Ann", "Ben"])
    for report in (f"{winner} holds 44", f"{other} holds 36"):
        assert session.say(report).ruling.accepted
    session.end()


def finished_game(session: int, game: str, *scores: tuple[str, int]) -> list[Finished]:
    """A game that the best score has won."""
    best = max(points for _, points in scores)
    winners = [points for _, points in scores].count(best)
    return [
        Finished(session, game, who, who, points, 1 + (points < best), int(points == best), winners, 0)
        for who, points in scores
    ]


def test_games_of_every_kind_add_up_against_an_even_chance() -> None:
    games = [
        *finished_game(1, "oh-hell", ("Ann", 30), ("Ben", 10), ("Cat", 0), ("Dan", -20)),
        *finished_game(2, "samba", ("Ann", 10_000), ("Ben", 2_000)),
        *finished_game(3, "samba", ("Ann", 700), ("Ben", 9_000)),
        *finished_game(4, "oh-hell", ("Ben", 10), ("Cat", 10), ("Dan", 0), ("Ann", 0)),
    ]
    ann, ben, cat, dan = sorted(overall(games), key=lambda row: row.player)
    assert (ann.played, ann.won, len(ann.games), ann.streak, ann.longest) == (4, 2, 2, -2, 2)
    assert ann.above == pytest.approx((1 - 1 / 4) + (1 - 1 / 2) - 1 / 2 - 1 / 4)
    assert ben.above == pytest.approx(-1 / 4 - 1 / 2 + (1 - 1 / 2) + (1 / 2 - 1 / 4))
    assert (cat.share, cat.chance) == (1 / 4, 1 / 4)
    assert [row.player for row in overall(games)] == ["Ann", "Ben", "Cat", "Dan"]
    assert sum(row.above for row in (ann, ben, cat, dan)) == pytest.approx(0)


def test_partners_have_the_chance_of_their_side() -> None:
    pairs = [("Ann", "Ann+Cat", 300), ("Cat", "Ann+Cat", 300), ("Ben", "Ben+Dan", 200), ("Dan", "Ben+Dan", 200)]
    table = [Finished(1, "samba", who, side, points, 1, int(points == 300), 1, 0) for who, side, points in pairs]
    assert {row.player: row.above for row in overall(table)} == {"Ann": 0.5, "Cat": 0.5, "Ben": -0.5, "Dan": -0.5}


def test_nobody_is_above_chance_alone_or_where_nobody_has_won() -> None:
    alone = [Finished(1, "spider", "Ann", "Ann", 8, 1, 1, 1, 0)]
    nobody = [Finished(2, "gops", who, who, 0, 1, 0, 0, 0) for who in ("Ann", "Ben")]
    assert overall([*alone, *nobody]) == []


def test_standings_over_all_games(db: Path) -> None:
    with open_journal(db) as journal:
        gops(journal, 401, winner="Ben", other="Ann")
    result = referee(db, "standings", "--plain")
    assert "all games" in result.out and "above chance" in result.out
    rows = {row["player"]: row for row in json.loads(referee(db, "standings", "--json").out)["overall"]}
    assert rows["Ben"] == {
        "player": "Ben", "games": 2, "played": 5, "won": 3, "share": 0.5, "chance": 0.3667, "above": 0.6667,
        "above_each": 0.1333, "streak": 1, "few": False,
    }  # fmt: skip
    assert referee(db, "standings", "--overall", "--csv").out.startswith("player,games,played,won,share,chance,above")
    assert "oh-hell" not in referee(db, "standings", "--overall", "--plain").out
    assert "all games" not in referee(db, "standings", "--game", "gops", "--plain").out


def test_favourite_game_nemesis_averages_and_streaks(db: Path) -> None:
    with open_journal(db) as journal:
        for day in range(3):
            gops(journal, 401 + day, winner="Ben", other="Ann")
    ann = career("Ann", low, db)
    assert ann and ann.nemesis and ann.nemesis.name == "Ben"
    assert ann.favourite.game == "oh-hell"
    assert (ann.rows["oh-hell"].longest, ann.rows["oh-hell"].streak) == (2, -2)
    text = referee(db, "player", "Ann", "--plain").out
    for fact in ("oh-hell, 4 of 7", "nemesis: Ben, ahead in 71%", "2 of 7", "-1.3", "streak W2"):
        assert fact in text
    cat = career("Cat", low, db)
    assert cat and cat.nemesis is None  # met too seldom


# Records


def test_the_records_of_the_table(db: Path) -> None:
    assert [feat[1:5] for feat in feats(low, db)] == [
        ("highest", "Cat", 20, 4),
        ("lowest", "Cat", -10, 1),  # the first of several with that score
        ("closest", "Ann", 20, 2),
        ("widest", "Ann", 20, 2),
        ("comeback", "Cat", 20, 4),
        ("streak", "Ann", 2, 2),
        ("drought", "Cat", 2, 2),
    ]
    assert [feat.points for feat in feats(lambda _: True, db) if feat.what == "closest"] == []  # the highest have won


def test_the_best_and_the_worst_hand_of_a_year(db: Path) -> None:
    result = referee(db, "records", "--hands", "--csv")
    rows = [line.split(",") for line in result.out.splitlines() if "-hand" in line]
    assert rows == [
        ["oh-hell", "best-hand", "Cat", "20", "4", "False", "2"],
        ["oh-hell", "worst-hand", "Ben", "-20", "4", "False", "1"],
    ]
    assert "best hand (1)" in referee(db, "records", "--hands", "--season", "2026", "--plain").out
    assert "best hand" not in referee(db, "records").out
    fewest = {feat.what: feat for feat in feats(lambda _: True, db, peaks=lambda _: [(1, Peak("Ann", 2, 1), None)])}
    assert (fewest["best-hand"].who, fewest["best-hand"].points) == ("Ann", 2)


def test_a_comeback_is_the_most_that_the_winner_was_behind(db: Path) -> None:
    with again(db, 4) as session:
        behind = comebacks(session.referee)
        sums = course_of(session.referee).totals
    for side, totals in sums.items():
        most = max(max(course[i] for course in sums.values()) - totals[i] for i in range(1, len(totals)))
        assert behind[side] == most


# Ratings


def test_who_wins_is_rated_higher(db: Path) -> None:
    ratings = {standing.player: standing.rating for standing in standings(db, rated=True)}
    assert all(rating is not None for rating in ratings.values())
    assert ratings["Ann"] > ratings["Dan"]  # type: ignore[operator]


def test_nobody_is_better_for_winning_alone() -> None:
    alone = [Finished(1, "spider", "Ann", "Ann", 8, 1, True, 1, 0)]
    assert ratings(alone) == {}


def test_without_openskill_there_is_no_rating(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    result = referee(db, "standings", "--rating")
    assert result.code == USAGE and "card-referee[ratings]" in result.err
    assert referee(db, "standings").code == FINE


# Charts


def test_everybody_has_a_letter() -> None:
    assert marks(["Ann", "Anna", "Ben", "Zoë", "42 B"]) == {
        "Ann": "A",
        "Anna": "N",
        "Ben": "B",
        "Zoë": "Z",
        "42 B": "C",
    }


def lines_of(course: Course, width: int = 80, height: int = 16) -> list[str]:
    return ["".join(stroke.text for stroke in line) for line in drawn(course, width, height)]


def test_a_chart_has_every_total_at_its_height() -> None:
    course = Course([0, 1, 2], {"Ann": [0, 10, 30], "Ben": [0, 10, -10]})
    lines = lines_of(course, 40, 9)
    heights = {line.split(" ┤")[0].strip(): line.split("┤")[1].rstrip() for line in lines if "┤" in line}
    assert heights["30"].endswith("─A") and heights["-10"].endswith("━B")
    assert heights["0"].startswith("A")
    assert lines[-2].split() == ["0", "1", "2"]
    assert lines[-1] == "─A─ Ann 30   ━B━ Ben -10"


def test_a_line_goes_from_hand_to_hand_without_a_gap() -> None:
    course = Course([0, 1, 2, 3, 4], {"Ann": [0, 40, -20, -20, 70]})
    cells = {
        (row, column)
        for row, line in enumerate(drawn(course, 60))
        if line[0].text.endswith("┤")
        for column, stroke in enumerate(line)
        if stroke.side
    }
    reached = {min(cells, key=lambda cell: cell[1])}
    while more := {
        (row, column) for row, column in cells - reached
        if reached & {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
    }:  # fmt: skip
        reached |= more
    assert reached == cells


@pytest.mark.parametrize("width", [40, 80, 120])
def test_players_are_told_apart_without_color(width: int) -> None:
    """Even if their lines overlap, each has its letter and its end."""
    names = ["Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil"]
    course = Course(list(range(20)), {name: [10 * i for i in range(20)] for name in names})
    lines = lines_of(course, width)
    drawn_on = "".join(line.split("┤")[1] for line in lines if "┤" in line)
    ends = lines[0].rstrip()[-7:]
    assert ends == "ABCDEFG" and set(drawn_on) >= set(ends)
    assert all(drawn_on.count(letter) >= 2 for letter in ends)


@pytest.mark.parametrize("hands", [0, 1, 5, 60, 500])
def test_any_number_of_hands_fits(hands: int) -> None:
    course = Course(list(range(hands + 1)), {"Ann": list(range(hands + 1)), "Ben": [-7 * i for i in range(hands + 1)]})
    for width in (40, 80, 120):
        lines = lines_of(course, width)
        assert max(map(len, lines)) <= width and len(lines) <= 20
        assert f" Ben {-7 * hands}" in lines[-1]


def test_a_picture_is_xml_with_names_as_they_are() -> None:
    course = Course([0, 1, 2], {"<script>": [0, 1, 2], 'a&"b': [0, 2, 2]})
    tree = ElementTree.fromstring(svg(course, "</svg><b>"))
    texts = [element.text for element in tree.iter("{http://www.w3.org/2000/svg}text")]
    assert "<script> 2" in texts and 'a&"b 2' in texts and "</svg><b>" in texts
    assert {element.tag.split("}")[1] for element in tree.iter()} <= {
        "svg",
        "title",
        "rect",
        "text",
        "line",
        "polyline",
    }
    heights = [
        float(element.get("y", 0))
        for element in tree.iter("{http://www.w3.org/2000/svg}text")
        if element.text in texts[-2:]
    ]
    assert abs(heights[0] - heights[1]) >= 16  # the names don't overlap


# The commands


def test_player(db: Path) -> None:
    result = referee(db, "player", "ann", "--plain")
    assert result.code == FINE
    assert result.out.splitlines()[0] == "Ann"
    assert "rival: Ben, ahead in 2" in result.out
    assert "all games" not in result.out  # of a single game
    shown = json.loads(referee(db, "player", "Ann", "--vs", "Dan", "--json").out)
    assert (shown["schema"], shown["player"], shown["rows"][0]["played"]) == (1, "Ann", 1)
    assert shown["against"][0] == {
        "player": "Ben", "games": 1, "ahead": 0, "behind": 1, "level": 0, "together": 0, "won_together": 0,
    }  # fmt: skip
    nobody = referee(db, "player", "Zoe")
    assert nobody.code == NOTHING and "`referee players list`" in nobody.err
    assert " Dan or Ann" in referee(db, "player", "ann", "--vs", "Dann").err
    assert referee(db, "player", "Cat", "--vs", "Dan").code == NOTHING


def test_records(db: Path) -> None:
    result = referee(db, "records", "--plain")
    assert result.code == FINE and "highest score" in result.out and "biggest comeback" in result.out
    rows = json.loads(referee(db, "records", "--json").out)["rows"]
    assert {row["game"] for row in rows} == {"oh-hell"}
    assert referee(db, "records", "--csv").out.startswith("game,what,who,points,session,only_totals,hand\n")
    assert referee(db, "records", "--game", "gops").err == "No finished games match your search.\n"


@pytest.mark.parametrize(
    ("words", "played"),
    [
        (("--season", "2026"), 3),
        (("--season", "2026-11"), 2),
        (("--season", "2026-12"), 1),
        (("--season", "2027"), 1),
        (("--since", "2026-12-01"), 2),
        (("--group", "Ann,Ben,Cat"), 3),
        ((), 4),
    ],
)
def test_games_of_a_time(db: Path, words: tuple[str, ...], played: int) -> None:
    rows = json.loads(referee(db, "standings", "--json", *words).out)["rows"]
    assert next(row["played"] for row in rows if row["player"] == "Ann") == played


@pytest.mark.parametrize("season", ["26", "2026-13", "2026-00", "November", "2026-1", "9999"])
def test_what_is_no_season(db: Path, season: str) -> None:
    assert referee(db, "standings", "--season", season).code == USAGE
    assert referee(db, "standings", "--season", "2026", "--tonight").code == USAGE


def test_tonight(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "now", lambda: EVENING + timedelta(days=1, hours=6))
    rows = json.loads(referee(db, "standings", "--tonight", "--json").out)["rows"]
    assert {row["player"]: row["played"] for row in rows} == {"Ann": 1, "Ben": 1, "Cat": 1}
    monkeypatch.setattr(database, "now", lambda: EVENING + timedelta(days=2, hours=6))
    assert referee(db, "standings", "--tonight").err == "No finished games match your search.\n"


def test_chart(db: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    result = referee(db, "chart", "4")
    assert result.code == FINE
    assert result.out.splitlines()[0] == "Oh Hell!: Cat, Ann, Ben"
    assert max(map(len, result.out.splitlines())) <= 60
    assert "─C─ Cat 20   ━A━ Ann -10   ═B═ Ben 0" in result.out
    plain = referee(db, "chart", "4", "--plain").out.splitlines()
    assert [line.split() for line in (plain[1], plain[-1])] == [["hand", "Cat", "Ann", "Ben"], ["3", "20", "-10", "0"]]
    shown = json.loads(referee(db, "chart", "4", "--json").out)
    assert shown["hands"] == [0, 1, 2, 3] and set(shown["totals"]) == {"Cat", "Ann", "Ben"}
    file = tmp_path / "it.svg"
    assert referee(db, "chart", "4", "--svg", str(file)).out == f"{file}\n"
    assert re.match(r"<svg [^>]*viewBox", file.read_text(encoding="utf-8"))
    assert referee(db, "chart", "4", "--svg", str(tmp_path / "no" / "it.svg")).code == 5
    assert referee(db, "chart", "9").code == NOTHING


def test_nothing_kept(shelf: Path) -> None:
    db = shelf / "none.db"
    assert referee(db, "standings").err == "No finished games yet.\n"
    assert referee(db, "records").err == "No finished games yet.\n"
    assert referee(db, "player", "Ann").code == NOTHING
    told_to(db)
    assert referee(db, "records").err == "No finished games yet.\n"
