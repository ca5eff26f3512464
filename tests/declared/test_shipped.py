"""Every sheet that comes with referee: its records are valid and cover all columns, and its output is unchanged."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee import find_game
from referee.declared import sheet as declared
from referee.declared.shelf import SHEETS, shipped
from referee.game.common_reports import ANY_TIME
from referee.game.game import Game
from referee.language.reports import Vocabulary, shape
from referee.records.record import Judge
from referee.table.legal import legal
from referee.testing.often import times
from referee.testing.walker import Walker
from scoresheets.book.game_page import markdown, page, tables
from scoresheets.display import phrases
from scoresheets.display.sheets import sheet
from tests.tables import seated

RECORDS = Path(__file__).parent / "records"
SNAPSHOTS = Path(__file__).parent / "snapshots"
SLUGS = [offer.slug for offer in shipped()]
EVERY = [path for slug in SLUGS for path in sorted((RECORDS / slug).glob("*.record"))]


@cache
def judged(path: Path) -> Judge:
    with path.open(encoding="utf-8") as lines:
        return Judge().judge(lines)


@pytest.mark.every_case
@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_record_holds(path: Path) -> None:
    judge = judged(path)
    assert judge.header and judge.header.game == path.parent.name
    assert not judge.failures, "\n".join(f"{path}:{failure.line}: {failure}" for failure in judge.failures)
    assert not judge.warnings, judge.warnings


@pytest.mark.parametrize("path", sorted(SHEETS.glob("*.toml")), ids=lambda path: path.stem)
def test_a_shipped_sheet_is_sound(path: Path) -> None:
    """So that nobody needs to hold it against anything again."""
    text = path.read_text(encoding="utf-8")
    assert declared.read(text) == declared.saved_sheet(text)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_rule_is_kept_and_every_check_broken_in_some_record(slug: str) -> None:
    judges = [judged(path) for path in EVERY if path.parent.name == slug]
    assert judges, f"{slug} has no record"
    game = find_game(slug)
    broken = {rule for judge in judges for refusal in judge.refused for rule in refusal.ruling.rules}
    given = {line.rule for judge in judges if judge.referee for line in judge.referee.lines}
    for name, rule in game.rules.items():
        assert not rule.checks or name in broken | ends_a_hand(game), f"no record of {slug} breaks {name}"
        assert not rule.lines or name in given or not rule.amounts or name in broken, f"no record of {slug} has {name}"
    told = {type(entry.report) for judge in judges if judge.referee for entry in judge.referee.entries}
    verbs = {kind.verb for kind in told}
    assert not {kind.verb for kind in game.reports} - verbs - {"deal", "done"}, "a verb that no record tells"


def ends_a_hand(game: Any) -> set[str]:
    """Columns whose first report ends a hand: whoever has the only thing of a contract. Nothing can contradict it."""
    sheet = getattr(game, "declared", None)
    alone = [contract.columns[0] for contract in sheet.contract.values() if len(contract.columns) == 1] if sheet else []
    return {name for name in alone if isinstance(sheet.columns[name], declared.Who)}


@pytest.mark.parametrize("slug", SLUGS)
def test_the_example_holds(slug: str) -> None:
    if example := find_game(slug).example:
        judge = Judge().judge(example.record(slug))
        assert not judge.failures, judge.failures


@pytest.mark.parametrize("slug", SLUGS)
def test_every_variant_can_be_played(slug: str) -> None:
    from referee.rules.options import read_house

    game = find_game(slug)
    for variant in game.variants:
        assert any(game.can_play(players, read_house(variant.house)) for players in game.players), variant


@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_report_is_written_as_it_is_read(path: Path) -> None:
    referee = judged(path).referee
    assert referee
    vocabulary = Vocabulary((*referee.game.reports, *ANY_TIME))
    for entry in referee.entries:
        kind = type(entry.report)
        if kind in referee.game.reports:
            again = vocabulary.read(entry.report.text, referee.hand)
            assert again == entry.report and shape(kind).write(again) == entry.report.text


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(times(8)))
@pytest.mark.parametrize("slug", SLUGS)
def test_a_random_evening_holds_together(slug: str, seed: int) -> None:
    Walker(find_game(slug), seed).walk(120)


# How it looks


def drawn(path: Path, width: int) -> str:
    """The score sheet of a record on a screen of that width."""
    from io import StringIO

    from rich.console import Console

    referee = judged(path).referee
    assert referee
    out = StringIO()
    Console(file=out, width=width, no_color=True, legacy_windows=False).print(sheet(referee, plain=True))
    return re.sub(r"[ \t]+$", "", out.getvalue(), flags=re.MULTILINE)


def shown(slug: str) -> str:
    """The page of a game, and a sheet of every record at eighty columns and at forty."""
    game: Game[Any] = find_game(slug)
    parts = [markdown(page(tables(game)))]
    for path in EVERY:
        if path.parent.name == slug:
            parts += [f"{path.stem}, {width} columns\n\n{drawn(path, width)}" for width in (80, 40)]
    return "\n---\n".join(parts)


@pytest.mark.no_cover
@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_looks_as_it_did(slug: str) -> None:
    """`SNAPSHOTS=write pytest tests/declared` writes how it looks now."""
    path, now = SNAPSHOTS / f"{slug}.txt", shown(slug)
    if os.environ.get("SNAPSHOTS") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_text(now, encoding="utf-8", newline="\n")
    assert path.read_text(encoding="utf-8") == now


@pytest.mark.no_cover
@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_figure_is_cut(path: Path) -> None:
    referee = judged(path).referee
    assert referee
    for width in (40, 80):
        text = drawn(path, width)
        assert all(len(line) <= width for line in text.split("\n"))
        for points in referee.scores.values():
            assert str(points).replace("-", "−") in text or str(points) in text


def test_what_may_come_of_a_player_is_of_this_round_as_long_as_it_waits_for_that() -> None:
    """Two red threes are left to Ann in this round, and in the next one she may have four."""
    referee = seated("canasta", "Ann Ben", "Ben against 2", "Ann counts -15")
    texts = [report.text for reports in legal(referee)["Ann"].values() for report in reports]
    assert {text for text in texts if "against" in text} == {f"Ann against {number}" for number in range(3)}
    ruling = referee.hear("Ann against 4")
    assert not ruling.accepted and ruling.rules[0] == "against" and {"6", "4"} <= {*re.findall(r"\d+", ruling.message)}


def test_a_box_may_be_crossed_out() -> None:
    referee = seated("yahtzee", "Ann Ben")
    texts = {report.text for reports in legal(referee)["Ann"].values() for report in reports}
    assert {"Ann yahtzee 50", "Ann yahtzee 0", "Ann full-house 0", "Ann sixes 0", "Ann chance 0"} <= texts


def test_what_several_players_may_fill_is_named_once() -> None:
    """Each box waits for those who haven't filled it, and next is one clause for all of them."""
    referee = seated("yahtzee", "Ann Ben Cat Dan", "Ann fours 8", "Ben chance 20", "Cat twos 4", "Dan ones 2")
    assert referee.hear("Ann ones 1").accepted
    assert phrases.awaits(referee, besides=False) == "Next: Ben, Cat or Dan fills a box."
