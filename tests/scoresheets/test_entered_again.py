"""The numbers of a hand that was entered card by card, typed again: with `say`, at the live table and on the phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from scoresheets.errors import FINE
from scoresheets.keeping.journal import open_journal
from scoresheets.web.addresses import SCOREKEEPER
from tests.evening import again, referee, reports_of
from tests.patience import PATIENCE
from tests.scoresheets.test_phone import Link, Phone, table
from tests.tables import WholeHand


def by_say(db: Path, line: str) -> bool:
    return referee(db, "say", line).code == FINE


def at_the_table(db: Path, line: str) -> bool:
    return referee(db, "table", stdin=f"{line}\n".encode()).code == FINE


def on_the_phone(db: Path, line: str) -> bool:
    with table(db) as server, httpx.Client(timeout=PATIENCE) as Link.client:
        phone = Phone(server, SCOREKEEPER)
        phone.tell(line)
        return "taken" in phone.text.partition('id="said"')[2].partition(">")[0]


@pytest.mark.parametrize("enter", [by_say, at_the_table, on_the_phone])
@pytest.mark.alike
@pytest.mark.parametrize("slug", ["hearts", "spades", "whist", "euchre", "skat", "schafkopf", "doppelkopf"])
def test_they_are_never_another_hand(slug: str, enter: Callable[[Path, str], bool], tmp_path: Path) -> None:
    db, hand = tmp_path / "evening.db", WholeHand(slug)
    with open_journal(db, create=True) as journal:
        session = journal.new(slug, hand.seats)
        for text in hand.lines:
            assert session.say(text).ruling.accepted, text
        scores = dict(session.referee.scores)
    for text in hand.numbers_again:
        assert enter(db, text), text
    for text in hand.others:
        assert not enter(db, text), text
    with again(db) as session:
        assert reports_of(session)[: len(hand.lines)] == hand.lines
        assert (len(session.referee.hands), session.referee.scores) == (1, scores)


def test_other_cards_are_no_correction_of_those_taken_before(tmp_path: Path) -> None:
    db = tmp_path / "evening.db"
    assert referee(db, "new", "concentration", "Ann", "Ben", "Cat").code == FINE
    for line in ("deal", "Ben takes 2H 2D", "Ben flips AS 2C"):
        assert referee(db, "say", line).code == FINE
    refused = referee(db, "say", "Ben takes 8D 8D")
    assert refused.code != FINE and "Change it" not in refused.out + refused.err
