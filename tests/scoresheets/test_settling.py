"""Settling in every game for chips: from the data beside the journal, and exact to the last chip."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from referee import Referee, find_game
from referee.games import games
from referee.rules.options import read_house
from scoresheets.cli.table import close
from scoresheets.keeping import journal, results
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Session
from scoresheets.looking_back.chips import played
from scoresheets.looking_back.settle import KITTY, Bill
from tests.evening import referee
from tests.tables import AtPlay

NAMES = ["Ann", "Ben", "Cat", "Dan"]


class OfHouse(AtPlay):
    """A random evening with the rules of one house."""

    def __init__(self, slug: str, house: str) -> None:
        self.chosen = read_house(house)
        super().__init__(find_game(slug), 1, NAMES[: seats(slug, house)])

    def _house(self, game: Any, players: int) -> dict[str, str]:
        return self.chosen


def seats(slug: str, house: str) -> int:
    """The number of the four players who can play it, 0 if it isn't played for chips then."""
    game, chosen = find_game(slug), read_house(house)
    able = [n for n in (4, 3, 2, 1) if n in game.players and game.can_play(n, chosen)]
    return next((n for n in able if game.moves_chips(game.house(n, chosen))), 0)


def houses() -> Iterator[tuple[str, str]]:
    for slug in games():
        game = find_game(slug)
        ways = ["", *(variant.house for variant in game.variants)]
        ways += [f"{option.name}=yes" for option in game.options if option.name in ("betting", "chips")]
        if slug == "tonk":
            ways.append("stake=2")
        yield from ((slug, house) for house in dict.fromkeys(ways) if seats(slug, house))


HOUSES = list(houses())


def session_after_play(kept: journal.Journal, slug: str, house: str) -> Session:
    """A session after some play, with two chips moved into the kitty."""
    walker = OfHouse(slug, house)
    walker.walk(30)
    session = kept.new(slug, list(walker.referee.first_seats), read_house(house))
    for entry in walker.referee.entries:
        session.say(entry.ruling.text, overrule=entry.overrule)
    assert session.say(f"{session.referee.seats[0]} pays table 2").ruling.accepted
    return session


def test_every_game_for_chips_is_here() -> None:
    assert {slug for slug in games() if find_game(slug).chips} == {slug for slug, _ in HOUSES}


@pytest.mark.alike
@pytest.mark.parametrize(("slug", "house"), HOUSES, ids=lambda given: given or "standard")
def test_every_game_for_chips_is_settled_open_and_closed(tmp_path: Path, slug: str, house: str) -> None:
    db = tmp_path / "evening.db"
    with open_journal(db, create=True) as kept:
        session = session_after_play(kept, slug, house)
        for closed in (False, True):
            if closed:
                if session.game.of_a_sheet and session.referee.playing:
                    session.say("misdeal")  # an incomplete round can't be closed
                close(session, None, plain=True)
            bill = json.loads(referee(db, "settle", "--json").out)
            balance = {name: Fraction(amount) for name, amount in bill["balance"].items()}
            assert sum(balance.values()) == 0 and any(name.startswith(KITTY) for name in balance)
            for row in bill["rows"]:
                balance[row["payer"]] += Fraction(row["amount"])
                balance[row["payee"]] -= Fraction(row["amount"])
            assert not any(balance.values()), "everybody is even, and so are the bank and the kitty"
            (chips,) = (one["accounts"] for one in bill["sessions"])
            assert chips == results.accounts(session.referee)
            assert ("still open" in referee(db, "settle").out) == (not closed and not session.referee.over)


def test_nothing_is_replayed_to_settle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "evenings.db"
    with open_journal(db, create=True) as kept:
        for slug, house in (("razz", ""), ("thirty-one", ""), ("backhand", "betting=yes"), ("oh-hell", "")):
            kept.new(slug, NAMES, read_house(house))
    asked = queries(db, monkeypatch)
    with open_journal(db) as kept:
        for _ in range(40):
            kept.new("razz", NAMES).say("Ann pays Ben 3")
    assert queries(db, monkeypatch) == asked, "however many sessions there are"
    assert [one.game for one in played(db)[0]][:3] == ["razz", "thirty-one", "backhand"]


def queries(db: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The number of statements for settling, which replays nothing."""
    statements: list[str] = []
    connect = journal.opening.connect

    def traced(*given: Any, **how: Any) -> Any:
        link = connect(*given, **how)
        link.set_trace_callback(statements.append)
        return link

    def heard(*given: Any, **how: Any) -> Any:
        raise AssertionError("a session is replayed")

    with monkeypatch.context() as watched:
        watched.setattr(journal.opening, "connect", traced)
        watched.setattr(Referee, "hear", heard)
        bill = Bill()
        for one in played(db)[0]:
            bill.take(one)
    assert sum(bill.balance.values()) == 0
    return len(statements)


def test_what_was_played_before_chips_were_kept_is_replayed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "evenings.db"
    with open_journal(db, create=True) as kept:
        for slug, house in (("razz", ""), ("backhand", "betting=yes"), ("backhand", ""), ("tally", "chips=yes")):
            session = kept.new(slug, NAMES, read_house(house))
            if session.referee.chips:
                session.say("Ann pays Ben 3")
        forget(kept)
    numbers = [one.number for one in played(db)[0]]
    assert numbers == [1, 2, 4]
    queries(db, monkeypatch)
    assert played(db) == played(db) and [one.number for one in played(db)[0]] == numbers
    assert referee(db, "doctor").code == 0


def test_doctor_finds_no_fault_with_what_was_played_before(tmp_path: Path) -> None:
    db = tmp_path / "evenings.db"
    with open_journal(db, create=True) as kept:
        kept.new("razz", NAMES).say("Ann pays Ben 3")
        forget(kept)
    assert referee(db, "doctor").code == 0


def forget(kept: journal.Journal) -> None:
    """Turns sessions into old ones, without chips beside them."""
    for number in range(1, kept.session(1).journal.latest() + 1):  # type: ignore[operator]
        session = kept.session(number)
        kept.sum_up(session, session.results._replace(accounts={}))


def test_chips_that_were_changed_are_noticed(tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    with open_journal(db, create=True) as kept:
        kept.new("razz", NAMES).say("Ann pays Ben 3")
        kept.link.execute("UPDATE session SET accounts = 'Ann=-4, Ben=4'")
    result = referee(db, "settle")
    assert result.code == 5 and "the result of session 1 " in result.err


@pytest.mark.parametrize("opened", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC)])
@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "America/New_York"])
def test_a_night_at_an_end_of_the_calendar_is_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str, opened: datetime
) -> None:
    db = tmp_path / "evening.db"
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        with open_journal(db, create=True, clock=lambda: opened) as kept:
            kept.new("razz", NAMES).say("Ann pays Ben 3")
        for words in ((), ("1",), ("--since", "0001-01-01")):
            assert "Ann pays Ben 3" in referee(db, "settle", *words).out
    finally:
        monkeypatch.undo()
        time.tzset()
