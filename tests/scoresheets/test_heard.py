"""Cached replays: which options took part, and how long a result stays valid."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from referee import Referee, find_game
from referee.games import games
from referee.records.record import Header
from referee.rules.options import read_house
from referee.testing.walker import Walker
from scoresheets.keeping import journal, replay_cache
from scoresheets.keeping.imports import from_record
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.replay import JournalReport
from scoresheets.keeping.replay_cache import EVERY, Peak, Proofs, SessionResult, Watched, code_of
from scoresheets.looking_back.whatif import under
from tests.evening import FIRST_HAND, again, oh_hell, referee, told_to

pytestmark = pytest.mark.usefixtures("steady_disk")

REPORTS = 60


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "heard.db"


# Which options took part


def rulings(referee: Referee, told: list[JournalReport]) -> list[Any]:
    """The results of reports: verdicts, breaches, findings, the score and the winners."""
    heard: list[Any] = []
    for report in told:
        ruling = referee.hear(report.text, line=report.line, overrule=report.overrule)
        heard.append((ruling.verdict, ruling.broken, ruling.findings, ruling.withdrawn, ruling.lines, ruling.message))
    return [*heard, referee.lines, referee.scores, referee.accounts, referee.over, referee.winners()]


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("slug", games())
def test_an_option_that_took_no_part_changes_nothing(tmp_path: Path, slug: str, seed: int) -> None:
    """Random house rules and reports, and another value of every option that wasn't looked up."""
    game = find_game(slug)
    walker = Walker(game, 9300 + seed)
    walker.walk(REPORTS)
    header = Header(slug, [*walker.referee.first_seats], walker.referee.chosen, {})
    lines = [("~ " if entry.marked else "") + entry.report.text for entry in walker.referee.entries]
    bundle = from_record("\n".join([header.text(), "", *lines]) + "\n", slug, journal.now)
    with open_journal(tmp_path / "nights.db", create=True) as kept:
        (taken,) = kept.take_in([bundle], lambda session: "")
        session = kept.session(taken.number, heard=False)
        reports, players, house = session.course.standing, [*session.players], session.house
        comes_to = replay_cache.hear(session)
    assert SessionResult.read(comes_to.text()) == comes_to
    assert comes_to.differences == ()
    before = rulings(Referee(game, players, house), reports)
    chance = random.Random(seed)
    idle = [option for option in game.options if not comes_to.depends_on([option.name])]
    for option in chance.sample(idle, min(8, len(idle))):
        other = {option.name: chance.choice(option.some(len(players)))}
        if not game.can_play(len(players), {**house, **other}):
            continue
        try:
            after = under(game, players, house, other)
        except ValueError:
            continue
        assert rulings(after, reports) == before, f"seed {seed}: {other} beside {house}"


@pytest.mark.no_cover
def test_some_options_take_part_in_the_example_of_every_game_and_not_all_of_them() -> None:
    for game in map(find_game, games()):
        if game.example:
            watching = replay_cache.Watching.of(game)
            table = Referee(watching, game.example.players.split(), read_house(game.example.house))
            assert all(table.hear(report.strip()).accepted for line in game.example.lines for report in line.split(";"))
            assert watching.looked_at and EVERY not in watching.looked_at, game.slug


@pytest.mark.parametrize("read", [
    lambda house: house["made"], lambda house: house.get("made"), lambda house: "made" in house,
])  # fmt: skip
def test_a_watched_house_notes_what_is_read(read: Any) -> None:
    looked_at: set[str] = set()
    read(Watched({"made": 5, "missed": 3}, looked_at))
    assert looked_at == {"made"}


@pytest.mark.parametrize("read", [
    dict, list, lambda house: {**house}, lambda house: house | {}, lambda house: {} | house, lambda house: house.copy(),
    lambda house: house == {}, lambda house: house != {}, lambda house: [*house.items()], lambda house: house.keys(),
    lambda house: {}.update(house), lambda house: [*house.values()],
])  # fmt: skip
def test_a_watched_house_that_is_read_as_a_whole_depends_on_everything(read: Any) -> None:
    looked_at: set[str] = set()
    read(Watched({"made": 5, "missed": 3}, looked_at))
    assert looked_at >= {EVERY} or looked_at == {"made", "missed"}


@pytest.mark.parametrize("report", ["house missed=3", "Dan joins", "Ben leaves"])
def test_of_a_table_that_changed_in_mid_game_everything_takes_part(tmp_path: Path, report: str) -> None:
    with oh_hell(tmp_path / "nights.db", *FIRST_HAND) as session:
        kept = session.journal
        before = replay_cache.hear(kept.session(1, heard=False))
        assert before.depends_on(["made"]) and not before.depends_on(["playoff"])
        assert before.best == Peak("Ann", 10, 1) and before.worst == Peak("Cat", -10, 1)
        if session.say(report).ruling.accepted:
            assert replay_cache.hear(kept.session(1, heard=False)).depends_on(["playoff"])


# Cached results


def unheard(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sessions that are replayed from now on."""
    numbers: list[int] = []
    hear = replay_cache._hear

    def noting(kept: journal.Journal, number: int) -> replay_cache.Came:
        numbers.append(number)
        return hear(kept, number)

    monkeypatch.setattr(replay_cache, "_hear", noting)
    return numbers


def test_what_is_proven_is_not_heard_again(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "nights.db"
    for _ in range(2):
        told_to(db, *FIRST_HAND)
    first = referee(db, "doctor").out
    numbers = unheard(monkeypatch)
    assert referee(db, "doctor").out == first and numbers == []
    with again(db, 2) as session:
        session.resume() if session.ended else session.say("deal Ben")
    referee(db, "doctor")
    assert numbers == [2]


def test_another_rule_is_heard_anew(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = told_to(tmp_path / "nights.db", *FIRST_HAND)
    referee(db, "doctor")
    numbers = unheard(monkeypatch)
    monkeypatch.setattr(replay_cache, "code_of", lambda slug: "another")
    referee(db, "doctor")
    assert numbers == [1]
    with sqlite3.connect(cache) as link:
        assert link.execute("SELECT code FROM heard").fetchall() == [("another",)]  # the old one is gone


def test_the_digest_of_the_code_is_that_of_the_games_own_files_and_of_the_shared_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import referee as house

    copied = tmp_path / "referee"
    shutil.copytree(Path(house.__file__).parent, copied, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(house, "__file__", str(copied / "__init__.py"))
    try:
        before = {slug: (code_of.cache_clear(), code_of(slug))[1] for slug in ("piquet", "gops")}
        for file, changed in (("games/_piquet.py", {"piquet"}), ("kit/tricks.py", {"piquet", "gops"}),
                              ("game/game.py", {"piquet", "gops"}), ("games/gops.py", {"gops"})):  # fmt: skip
            text = (copied / file).read_text(encoding="utf-8")
            (copied / file).write_text(f"{text}# another\n", encoding="utf-8")
            code_of.cache_clear()
            assert {slug for slug in before if code_of(slug) != before[slug]} == changed
            (copied / file).write_text(text, encoding="utf-8")
    finally:
        code_of.cache_clear()


@pytest.mark.parametrize("spoilt", ["UPDATE heard SET told = replace(told, '10', '90')", "DROP TABLE heard"])
def test_proofs_that_were_changed_are_none(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch, spoilt: str
) -> None:
    db = told_to(tmp_path / "nights.db", *FIRST_HAND)
    first = referee(db, "doctor").out
    with sqlite3.connect(cache) as link:
        link.execute(spoilt)
    link.close()
    numbers = unheard(monkeypatch)
    assert referee(db, "doctor").out == first and numbers == [1]


def test_where_nothing_can_be_kept_everything_is_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path / "file" / "cache"))
    db = told_to(tmp_path / "nights.db", *FIRST_HAND)
    first = referee(db, "doctor").out
    numbers = unheard(monkeypatch)
    assert referee(db, "doctor").out == first and numbers == [1]
    with Proofs() as proofs:
        assert not proofs.found()
