"""Standings match the results of finished sessions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.kit.endings import no_end
from scoresheets.keeping import players
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.session import Correction
from scoresheets.looking_back.overview import sessions
from scoresheets.looking_back.standings import PlayerRecord, standings
from tests.evening import FIRST_HAND

EVENING = datetime(2026, 11, 20, 20).astimezone()


def evening(kept: Journal, day: int, players: str, *bids: int, close: bool = True) -> int:
    """One hand of one card with these bids, dealt by the first player. Ann takes the trick, and the table stops."""
    kept.clock = lambda: EVENING + timedelta(days=day)
    session = kept.new("oh-hell", players.split(), {"first-hand": "1"})
    first, *others = zip(session.players, bids, strict=True)
    for report in ["deal 1", *(f"{who} bids {bid}" for who, bid in (*others, first)), "Ann takes 1"]:
        assert session.say(report).ruling.accepted, report
    if close:
        session.end()
    return session.number


@pytest.fixture(autouse=True)
def hands_stand_alone() -> Iterator[None]:
    """Oh Hell! without an end of its own, so that a win can be shared."""
    from referee.games.oh_hell import GAME

    over = GAME.over
    object.__setattr__(GAME, "over", no_end)
    yield
    object.__setattr__(GAME, "over", over)


@pytest.fixture
def db(shelf: Path) -> Path:
    path = shelf / "nights.db"
    with open_journal(path, create=True) as journal:
        evening(journal, 0, "Ann Ben Cat", 1, 0, 1)  # Ann 10, Ben 10, Cat -10
        evening(journal, 1, "Ann Ben Cat", 1, 1, 1)  # Ann 10, Ben -10, Cat -10
        evening(journal, 2, "Ben Ann Dan", 1, 1, 1)  # Ben -10, Ann 10, Dan -10
    return path


def row(rows: list[PlayerRecord], player: str) -> PlayerRecord:
    return next(standing for standing in rows if standing.player == player)


def test_played_won_share_place_streak_and_points(db: Path) -> None:
    rows = standings(db)
    assert [standing.player for standing in rows] == ["Ann", "Ben", "Dan", "Cat"]
    ann, ben, dan, cat = rows
    assert (ann.played, ann.won, ann.streak, ann.points) == (3, 3, 3, 30)
    assert ann.share == pytest.approx((1 / 2 + 1 + 1) / 3)
    assert ann.place == 1
    assert (ben.played, ben.won, ben.streak, ben.points) == (3, 1, -2, -10)
    assert ben.share == pytest.approx(1 / 6)
    assert ben.place == pytest.approx((1 + 2 + 2) / 3)
    assert (cat.won, cat.streak, cat.place) == (0, -2, 2.5)
    assert (dan.played, dan.place) == (1, 2)
    assert all(standing.few and standing.game == "oh-hell" for standing in rows)


def test_five_games_are_no_longer_few(db: Path) -> None:
    with open_journal(db) as journal:
        evening(journal, 3, "Ann Ben Cat", 1, 1, 1)
        assert row(standings(db), "Ann").few
        evening(journal, 4, "Ann Ben Cat", 1, 1, 1)
    assert not row(standings(db), "Ann").few
    assert row(standings(db), "Dan").few


def test_a_game_that_goes_on_or_never_had_a_hand_is_not_counted(db: Path) -> None:
    before = standings(db)
    with open_journal(db) as journal:
        tied = evening(journal, 3, "Ann Ben Cat", 1, 0, 1, close=False)
        journal.new("oh-hell", ["Ann", "Ben", "Cat"]).end()
        assert standings(db) == before
        journal.session(tied).end()
        assert row(standings(db), "Ann").played == 4
        journal.session(tied).resume()
        assert standings(db) == before


def test_a_correction_afterwards_changes_the_standings(db: Path) -> None:
    with open_journal(db) as journal:
        session = journal.session(2)
        session.resume()
        assert session.correct([Correction(4, "Ann bids 0")], "he had bid nothing").clash is None
        session.end()
    ann = row(standings(db), "Ann")
    assert (ann.won, ann.points) == (3, 10)
    assert ann.share == pytest.approx((1 / 2 + 1 / 3 + 1) / 3)


def test_by_game_since_and_among_whom(db: Path) -> None:
    assert standings(db, game="piquet") == []
    assert [standing.player for standing in standings(db, since=EVENING + timedelta(days=2))] == ["Ann", "Ben", "Dan"]
    assert row(standings(db, group=["ann", "BEN", "cat"]), "Ann").played == 2
    assert row(standings(db, group=["Ann", "Ben", "Cat", "Dan"]), "Ann").played == 3
    assert standings(db, group=["Ann", "Ben"]) == []


def test_the_lowest_score_wins_where_the_game_says_so(shelf: Path) -> None:
    from referee.games.oh_hell import GAME

    with open_journal(shelf / "nights.db", create=True) as journal:
        object.__setattr__(GAME, "lowest_wins", True)
        try:
            evening(journal, 0, "Ann Ben Cat", 1, 1, 1)
        finally:
            object.__setattr__(GAME, "lowest_wins", False)
    rows = standings(shelf / "nights.db")
    assert [(standing.player, standing.won, standing.place) for standing in rows] == [
        ("Ben", 1, 1),
        ("Cat", 1, 1),
        ("Ann", 0, 3),
    ]


def test_who_concedes_stands_behind_the_winner(shelf: Path) -> None:
    with open_journal(shelf / "nights.db", create=True) as journal:
        session = journal.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"})
        for report in (*FIRST_HAND, "Ann concedes", "end"):
            assert session.say(report).ruling.accepted
    places = {standing.player: (standing.won, standing.place) for standing in standings(shelf / "nights.db")}
    assert places == {"Ben": (1, 1), "Ann": (0, 2), "Cat": (0, 3)}


def test_the_sessions_kept(db: Path) -> None:
    with open_journal(db) as journal:
        journal.new("oh-hell", ["Eve", "Fay", "Gil"], title="At Eve's")
    rows = sessions(db)
    assert [(session.number, session.state) for session in rows] == [
        (1, "ended"),
        (2, "ended"),
        (3, "ended"),
        (4, "open"),
    ]
    first = rows[0]
    assert (first.players, first.winners, first.hands) == (("Ann", "Ben", "Cat"), ("Ann", "Ben"), 1)
    assert first.scores == {"Ann": 10, "Ben": 10, "Cat": -10}
    assert first.opened == EVENING
    assert rows[3].title == "At Eve's"
    assert rows[3].winners == ()
    assert [session.number for session in sessions(db, player="DAN")] == [3]
    assert [session.number for session in sessions(db, since=EVENING + timedelta(days=1), player="ann")] == [2, 3]
    assert sessions(db, game="farmer") == []


def test_a_player_who_turned_out_to_be_another_counts_for_that_one(db: Path) -> None:
    with open_journal(db) as journal:
        evening(journal, 3, "Anny Ben Dan", 1, 1, 1)
        assert (row(standings(db), "Ann").played, row(standings(db), "Anny").played) == (3, 1)
        players.merge(journal, "Anny", "Ann")
    ann = row(standings(db), "Ann")
    assert (ann.played, ann.won, ann.streak, ann.points) == (4, 4, 4, 40)
    assert "Anny" not in {standing.player for standing in standings(db)}
    for name in ("anny", "ANN"):
        assert [session.number for session in sessions(db, player=name)] == [1, 2, 3, 4]
        assert row(standings(db, group=[name, "Ben", "Dan"]), "Ann").played == 2
    assert sessions(db)[3].players == ("Anny", "Ben", "Dan")
