"""Chips are never created: in every game for chips all accounts sum to zero, after any undo or correction."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from referee import find_game
from referee.games import ours
from scoresheets.errors import CommandError
from scoresheets.keeping.journal import open_journal
from scoresheets.keeping.session import Correction, Session
from tests.shelf import Corner
from tests.tables import AtPlay

if TYPE_CHECKING:
    from scoresheets.keeping.places import Place

BETTING = {"backhand": {"betting": "yes"}}
CHIP_GAMES = [slug for slug in ours() if find_game(slug).chips]


def check_accounts(session: Session) -> None:
    accounts = session.referee.accounts
    assert accounts and not sum(accounts.values()), f"{session.game.slug}: {accounts}"


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", CHIP_GAMES)
def test_no_chip_is_lost_in_an_evening_with_corrections(tmp_path: Path, slug: str, seed: int) -> None:
    evening(tmp_path / "evening.db", slug, seed)


@pytest.mark.postgres
@pytest.mark.parametrize("slug", CHIP_GAMES[:2])
def test_no_chip_is_lost_on_a_server(corner: Corner, slug: str) -> None:
    evening(corner / "evening.db", slug, 1)


def evening(db: Place, slug: str, seed: int) -> None:
    rng = random.Random(seed)
    walker = AtPlay(find_game(slug), seed)
    house = walker.referee.chosen | BETTING.get(slug, {})
    if slug == "tonk":
        house["stake"] = "2"
    walker.walk(60)
    with open_journal(db, create=True) as kept:
        session = kept.new(slug, list(walker.referee.first_seats), house)
        for entry in walker.referee.entries:
            session.say(entry.ruling.text, overrule=entry.overrule)
            check_accounts(session)
        for _ in range(12):
            standing = session.course.standing
            match rng.choice(["undo", "redo", "void", "fix"]):
                case "undo" if standing:
                    session.undo(rng.randint(1, min(3, len(standing))))
                case "redo" if session.course.gone:
                    session.redo()
                case what if standing:
                    line = rng.choice(standing)
                    other = rng.choice(standing)
                    text = None if what == "void" else other.text
                    try:
                        session.correct([Correction(line.line, text, other.overrule)], "a slip")
                    except (CommandError, ValueError):
                        continue  # what comes after it would be impossible
            check_accounts(session)
