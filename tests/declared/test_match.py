"""A match of several games: points go back to 0 after each, skunks count as more games, and the games decide."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee import Referee, table_object
from referee.declared.game import game_in
from referee.declared.sheet import BadSheet
from referee.game.common_reports import Deal
from referee.games import find_game
from scoresheets.display.board import _sides
from scoresheets.display.phrases import now
from scoresheets.looking_back.charts import course_of
from tests.tables import seated

RACE = """
name = "Race"
players = "2-4"
target = 100

[match.far]
below = 50
games = 2

[match.farther]
below = 20
games = 3

[column.points]
kind = "points"
told = "one"
"""


def race(*reports: str, players: str = "Ann Ben Cat", **house: str) -> Referee:
    return seated("race", players, *reports, game=game_in(RACE, "race"), house={"match": "4", **house})


@pytest.mark.parametrize("seed", range(20))
def test_a_match_played_through(seed: int) -> None:
    """A plain model: sums by player, back to 0 when one reaches 100, and how far the best of the others is behind."""
    luck, names = random.Random(seed), ["Ann", "Ben", "Cat"]
    referee, points, games = race(), dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    while max(games.values()) < 4:
        assert not referee.over and referee.scores == points and referee.fact("games") == games
        who, number = luck.choice(names), luck.randint(1, 60)
        assert referee.hear(f"{who} points {number}").accepted
        points[who] += number
        if points[who] >= 100:
            others = max(points[other] for other in names if other != who)
            games[who] += 3 if others < 20 else 2 if others < 50 else 1
            points = dict.fromkeys(names, 0)
    assert referee.over and referee.scores == games == referee.fact("games")
    assert referee.winners() == [max(games, key=lambda name: games[name])]
    referee.undo(len(referee.entries))
    assert not any(referee.scores.values()) and not any(referee.fact("games").values())


def test_a_game_taken_back() -> None:
    referee = race("Ann points 60", "Ann points 40")
    assert referee.fact("games") == {"Ann": 3, "Ben": 0, "Cat": 0} and not any(referee.scores.values())
    referee.undo()
    assert referee.scores["Ann"] == 60 and referee.fact("games")["Ann"] == 0


def test_a_correction_before_the_next_hand_is_of_the_game_that_ended() -> None:
    referee = race("Ann points 100", "adjust Ben 20")
    assert referee.fact("games")["Ann"] == 2 and not any(referee.scores.values())
    assert referee.hear("adjust Ann -1").accepted
    assert referee.fact("games")["Ann"] == 0 and referee.scores == {"Ann": 99, "Ben": 20, "Cat": 0}


def test_who_stops_early_has_the_games_as_the_score() -> None:
    referee = race("Ann points 100", "Ben points 30", "end")
    assert referee.scores == {"Ann": 3, "Ben": 0, "Cat": 0} and referee.broken_off


def test_lines_of_a_house() -> None:
    assert race("Ann points 100", far="none", farther="none").fact("games")["Ann"] == 1
    assert race("Ann points 100", farther="none").fact("games")["Ann"] == 2
    referee = race("Ben points 25", "Ann points 100", **{"far-below": "20"})
    assert referee.fact("games")["Ann"] == 1


@pytest.mark.parametrize("house", [{"target": "none"}, {"rounds": "9"}, {"floor": "-9"}])
def test_a_match_needs_games_to_a_target(house: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="match"):
        race(**house)


@pytest.mark.parametrize("house", [{"low-wins": "yes"}, {"chips": "yes"}, {}])
def test_a_tally_that_cannot_be_a_match(house: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="match"):
        seated("tally", "Ann Ben Cat", house={"match": "2", **({"target": "50"} | house if house else {})})


@pytest.mark.parametrize(
    "wrong",
    [
        RACE.replace("target = 100\n", ""),
        RACE.replace("target = 100\n", "target = 100\nrounds = 4\n"),
        RACE.replace("target = 100\n", 'target = 100\nwins = "low"\n'),
        RACE.replace("below = 50", "below = 0"),
        RACE.replace("games = 2", "games = 0"),
        RACE.replace("[match.far]", "[match.target]"),
        RACE.replace("[match.far]", "[match.points]"),
        RACE.replace("[match.far]", "[match.match]"),
        RACE.replace("below = 50\n", ""),
        RACE.replace("[match.far]", "[match.far]\nmore = 1"),
        RACE + '\n[column.box]\nkind = "box"\nvalues = [5]\n',
        RACE + '\n[column.games]\nkind = "bonus"\nworth = 5\n',
    ],
)
def test_a_sheet_with_mistakes_in_its_match(wrong: str) -> None:
    with pytest.raises(BadSheet):
        game_in(wrong, "race")


def test_both_scores_are_shown() -> None:
    """The games stand beside the points on the tiles, at the prompt and under the chart; at the end they are alone."""
    referee = race("Ann points 100", "Ben points 30")
    assert [(side.score, side.facts) for side in _sides(referee, False)] == [
        (0, ["3 games"]), (30, ["0 games"]), (0, ["0 games"]),
    ]  # fmt: skip
    assert "games: Ann 3, Ben 0, Cat 0" in now(referee)
    course = course_of(referee)
    assert course.totals["Ann"] == [0, 100, 0] and course.label("Ann") == "Ann 0, 3 games"
    assert table_object(referee)["facts"]["games"] == {"Ann": 3, "Ben": 0, "Cat": 0}
    assert referee.hear("Ann points 100").accepted and referee.over
    assert not any(side.facts for side in _sides(referee, True)) and referee.scores["Ann"] == 5


def test_no_match_has_no_games() -> None:
    referee = seated("cribbage", "Ann Ben", "Ben pegs 2")
    assert referee.fact("games") is None and "games" not in now(referee)


def test_bonuses_at_the_end_of_each_game() -> None:
    """In gin rummy, boxes count in the game in which they were won, and a shutout is one of that game."""
    referee = seated("gin-rummy", "Ann Ben", "Ann wins 90", "Ben wins 12", "Ann wins 30", house={"match": "2"})
    assert referee.fact("games") == {"Ann": 1, "Ben": 0}
    first = [(line.who, line.points) for line in referee.lines if line.rule == "game"]
    assert first == [("Ann", 100), ("Ann", 50), ("Ben", 25)]
    assert referee.hear("Ben wins 97").accepted and referee.hear("Ben wins 5").accepted
    assert [(line.who, line.points) for line in referee.lines if line.rule == "game"][3:] == [
        ("Ben", 100), ("Ben", 50), ("Ben", 100),
    ]  # fmt: skip
    assert referee.fact("games") == {"Ann": 1, "Ben": 1} and not any(referee.scores.values())


def test_each_hand_of_cribbage_but_the_first_begins_with_deal() -> None:
    assert "before each hand but the first" in find_game("cribbage").verbs[Deal]
    assert "needed only if" in find_game("gin-rummy").verbs[Deal]
