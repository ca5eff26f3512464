"""A session under other rules: every option of every game, and the output."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from referee import Referee, find_game
from referee.game.game import Game
from referee.games import ours
from referee.language.words import pieces
from referee.records.record import Header, Judge
from referee.rules.options import Option
from scoresheets.errors import FINE, NOTHING, REFUSED, USAGE
from scoresheets.keeping.replay import JournalReport
from scoresheets.keeping.results import by_hand
from scoresheets.looking_back.whatif import whatif
from tests.evening import FIRST_HAND, again, oh_hell, referee, told_to

RECORDS = Path(__file__).parents[1] / "records"
OPTIONS = [(slug, option.name) for slug in ours() for option in find_game(slug).options]


def told_in(path: Path) -> tuple[Header, list[JournalReport]]:
    """A record's header, and the reports that count."""
    judge = Judge()
    reports: list[JournalReport] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        judge.feed(line)
        if judge.header and judge.referee and judge.referee.entries:
            reports += [
                JournalReport(judge.line, piece.text, piece.overrule)
                for piece in pieces(line)
                if piece.mark == "" and piece.text
            ]
    assert judge.header
    return judge.header, reports


def other_value(game: Game[Any], option: Option, header: Header, value: str, luck: random.Random) -> str:
    """Another value that these players can use with the rest of their house rules; "" if there is none."""
    players = len(header.players)
    left = [candidate for candidate in option.some(players) if candidate != value]
    while left:
        candidate = left.pop(luck.randrange(len(left)))
        try:
            game.house(players, {**header.house, option.name: candidate})
        except ValueError:
            continue
        return candidate
    return ""


@pytest.mark.alike
@pytest.mark.parametrize(("slug", "name", "seed"), [(*option, seed) for seed, option in enumerate(3 * OPTIONS)])
def test_every_option_scores_again_or_says_what_stands_no_longer(slug: str, name: str, seed: int) -> None:
    luck = random.Random(f"{slug} {name} {seed}")
    game = find_game(slug)
    option = next(choice for choice in game.options if choice.name == name)
    records = sorted((RECORDS / slug).glob("*.record"))
    for record in luck.sample(records, len(records)):
        header, told = told_in(record)
        dealer = header.others.get("dealer", "")
        book = Referee(game, header.players, header.house, dealer)
        value = "none" if (chosen := book.house[name]) is None else str(chosen)
        if other := other_value(game, option, header, value, luck):
            break
    told = [
        JournalReport(report.line, book.hear(report.text, overrule=report.overrule).text, report.overrule)
        for report in told
    ]  # in full
    change = whatif(game, header.players, header.house, told, other={name: other}, dealer=dealer)
    assert change.before.house[name] != change.after.house[name]
    fresh = Referee(game, header.players, {**header.house, name: other}, dealer, {name: change.after.house[name]})
    heard = 0
    for report in told:
        if not fresh.hear(report.text, line=report.line, overrule=report.overrule).accepted:
            break
        heard += 1
    assert change.after.scores == fresh.scores and change.after.accounts == fresh.accounts
    if change.clash:
        assert change.clash[0] == told[heard]
        assert change.clash[1].message
    elif not change.unheard:
        assert heard == len(told)
    assert {hand.hand: hand.after for hand in change.hands if hand.after} == {
        hand: points for hand, points in by_hand(fresh.lines).items() if points
    }
    table = change.before
    before, reports = dict(table.scores), len(table.entries)
    ruling = table.hear(f"house {name}={other} --from-start")
    if not ruling.accepted:
        other_terms = (table.chips, table.names.teams) != (change.after.chips, change.after.names.teams)
        assert change.clash or change.unheard or table.standing.ended or option.fixed or other_terms, ruling.message
        assert dict(table.scores) == before and len(table.entries) == reports
        return
    assert not change.clash and not change.unheard
    assert table.scores == change.after.scores and table.accounts == change.after.accounts
    assert by_hand(table.lines) == by_hand(fresh.lines)
    table.undo()
    assert dict(table.scores) == before and len(table.entries) == reports


def test_old_and_new_stand_side_by_side(tmp_path: Path) -> None:
    db = told_to(tmp_path / "evening.db", *FIRST_HAND)
    result = referee(db, "whatif", "--set", "first-hand=3", "--plain")
    assert result.code == REFUSED
    assert result.out.splitlines()[0] == "first-hand=3 (was 2)"
    assert "[hand-size]" in result.out
    with again(db) as session:
        assert len(session.entries) == len(FIRST_HAND)  # nothing was recorded


def test_what_no_option_is_or_can_be_is_refused(tmp_path: Path) -> None:
    db = told_to(tmp_path / "evening.db", *FIRST_HAND)
    assert referee(db, "whatif", "--set", "tricks=3").code == USAGE
    assert referee(db, "whatif", "--set", "first-hand").code == USAGE
    assert referee(db, "whatif", "--set", "first-hand=99").code == USAGE
    assert referee(db, "whatif").code == USAGE
    assert referee(db, "whatif", "--set", "first-hand=3", "--session", "7").code == NOTHING


def test_a_game_that_ends_earlier_says_what_comes_after_it(tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    header, reports = told_in(RECORDS / "ecarte" / "full.record")
    with oh_hell(db) as session:
        session.end()
        ecarte = session.journal.new("ecarte", header.players, header.house)
        for report in reports:
            assert ecarte.say(report.text, overrule=report.overrule).ruling.accepted
        assert ecarte.referee.scores
    result = referee(db, "whatif", "--set", "target=1", "--plain")
    answer = json.loads(referee(db, "whatif", "--set", "target=1", "--json").out)
    assert result.code == FINE
    assert answer["unheard"] and answer["after"]["over"] and answer["after"]["winners"]
    assert f"{answer['unheard']} reports" in result.out
    winners = " and ".join(answer["after"]["winners"])
    before = " and ".join(answer["before"]["winners"])
    assert answer["winner_changes"] and result.out.splitlines()[-1] == f"{before} → {winners}"


def test_as_json(tmp_path: Path) -> None:
    db = told_to(tmp_path / "evening.db", *FIRST_HAND)
    result = referee(db, "whatif", "--set", "first-hand=2", "--json")
    answer = json.loads(result.out)
    assert result.code == FINE
    assert (answer["schema"], answer["session"], answer["rows"], answer["clash"]) == (1, 1, [], None)
    assert answer["before"] == answer["after"]
