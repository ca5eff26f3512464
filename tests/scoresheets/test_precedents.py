"""Decisions of a table: saved, found for similar cases, replaced, adopted."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from referee.games import find_game
from scoresheets.book import house
from scoresheets.disputes.adopting import Adoption, adopted, holds, house_of, in_words, option, quoted, ways, write_down
from scoresheets.disputes.precedents import Precedent, adopt, cited, find, keep, like, listed
from scoresheets.errors import NOTHING, REFUSED, USAGE, Damaged, StorageError
from scoresheets.keeping import proof
from scoresheets.keeping.journal import Journal
from scoresheets.keeping.session import Session
from tests.evening import fails, oh_hell

AT = datetime(2026, 11, 20, 21, 30, tzinfo=UTC)
FACTS = {"who": "Cat", "verb": "plays", "certainty": "PROVEN", "status": "counts"}


@pytest.fixture
def table(shelf: Path) -> Iterator[Session]:
    with oh_hell(shelf / "evening.db", "deal Ann 2") as session:
        yield session


def ruling(kept: Journal, question: str = "Cat revoked", **others: Any) -> Precedent:
    values: dict[str, Any] = {"rule": "follow-suit", "facts": FACTS, "verdict": "ten off", "certainty": "PROVEN"}
    return keep(kept, Precedent(at=AT, game="oh-hell", question=question, **(values | others)))


def test_a_ruling_is_kept_with_all_that_it_rests_on(table: Session) -> None:
    told = ruling(
        table.journal, session=1, line=1, options={"first-hand": 2}, effect="Cat 10 → 0", agreed="Ann", note="so"
    )
    assert told.number == 1
    assert find(table.journal, 1) == told
    assert listed(table.journal) == listed(table.journal, "oh-hell") == [told]
    assert listed(table.journal, "farmer") == []
    with fails(NOTHING):
        find(table.journal, 2)


def test_a_like_case_finds_it_and_another_does_not(table: Session) -> None:
    first = ruling(table.journal)
    bid = ruling(table.journal, "was the bid late?", rule="bid-order", facts={"who": "Ann", "verb": "bids"})
    same = like(table.journal, "oh-hell", ["follow-suit"], FACTS | {"who": "Ben"}, "Ben revoked")
    assert [like_case.precedent for like_case in same] == [first] and same[0].likeness == 1.0
    asked = like(table.journal, "oh-hell", ["bid-order"], {"verb": "bids", "who": "Cat"}, "may Cat bid so late?")
    assert [like_case.precedent for like_case in asked] == [bid]
    assert like(table.journal, "oh-hell", ["one-pack"], {"verb": "deal"}, "who shuffles?") == []
    assert like(table.journal, "farmer", ["follow-suit"], FACTS, "Cat revoked") == []


def test_where_no_rule_covers_a_case_the_words_decide(table: Session) -> None:
    beer = ruling(table.journal, "Ben spilled beer on the stub", rule="", facts={"certainty": "NO EVIDENCE"})
    assert (
        like(table.journal, "oh-hell", [], {"certainty": "NO EVIDENCE"}, "beer was spilled again")[0].precedent == beer
    )
    assert like(table.journal, "oh-hell", [], {"certainty": "NO EVIDENCE"}, "the dog ate a card") == []


def test_of_two_alike_the_adopted_one_holds_and_then_the_later(table: Session) -> None:
    first, second = ruling(table.journal), ruling(table.journal, verdict="nothing")
    holds = cited(table.journal, "oh-hell", ["bid-order", "follow-suit"])
    assert holds and holds.number == second.number
    assert not holds.adopted and holds.in_short.endswith("ruling 2, nothing")
    adopt(table.journal, first.number)
    holds = cited(table.journal, "oh-hell", ["follow-suit"])
    assert holds and holds.adopted and holds.in_short.endswith("ruling 1, ten off")
    assert cited(table.journal, "oh-hell", ["one-pack"]) is cited(table.journal, "oh-hell", []) is None


def test_a_ruling_replaces_another_and_nothing_is_changed(table: Session) -> None:
    first = ruling(table.journal)
    second = ruling(table.journal, verdict="twenty off", facts=FACTS | {"instead_of": 1})
    assert find(table.journal, 1).replaced_by == 2 and find(table.journal, 2).instead_of == 1
    assert [
        like_case.precedent for like_case in like(table.journal, "oh-hell", ["follow-suit"], FACTS, "Cat revoked")
    ] == [second]
    with fails(REFUSED):
        adopt(table.journal, first.number)
    with fails(NOTHING):
        ruling(table.journal, facts={"instead_of": 9})
    with fails(REFUSED):
        keep(table.journal, Precedent(at=AT, game="farmer", question="?", facts={"instead_of": 1}))
    assert len(listed(table.journal)) == 2


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("REFEREE_CONFIG", str(tmp_path / "config.toml"))
    house.begin("home", [find_game("oh-hell")], ["no-hook"])
    return "home"


def test_an_option_goes_into_the_house_and_a_rule_that_is_struck_joins_those_before(table: Session, home: str) -> None:
    precedent = ruling(table.journal, session=1)
    with fails(USAGE):
        house_of(table.journal, precedent)
    assert house_of(table.journal, precedent, home) == home
    assert write_down(table.game, option(table.game, "first-hand=3"), home) == "first-hand=3 in house home"
    struck = option(table.game, "without=follow-suit")
    assert write_down(table.game, struck, home) == "without=follow-suit in house home"
    assert house.read(home).games["oh-hell"] == {
        "first-hand": "3", "without": "dealer-must-overbid+follow-suit",
    }  # fmt: skip
    for wrong in ("first-hand", "tricks=3", "first-hand=99", "without=beer"):
        with fails(USAGE):
            option(table.game, wrong)


def test_words_go_into_the_house_with_their_price(table: Session, home: str) -> None:
    place = house.place(home)
    place.write_text(place.read_text() + "# the end\n")
    words = "An exposed card stays."
    became = write_down(table.game, in_words(table.game, words, 5, "exposed-card"), home)
    assert became == "rule exposed-card in house home"
    assert house.read(home).of(table.game)["rule.exposed-card"] == f"5 {words}"
    assert "# the end" in place.read_text()
    write_down(table.game, in_words(table.game, "It goes back.", 0, "exposed-card"), home)
    assert house.read(home).of(table.game)["rule.exposed-card"] == "It goes back."
    with fails(USAGE):
        in_words(table.game, "Words.", 5, "follow-suit")


def test_what_a_ruling_may_become(table: Session) -> None:
    may = ways(table.game, ruling(table.journal, "Cat revoked again", verdict="adjust Cat -10 for the revoke"))
    assert (may.without, may.numbers, may.name, may.costs) == ("follow-suit", [], "revoked", 10)
    may = ways(table.game, ruling(table.journal, "Ben spilled his beer", rule=""), ("Ann", "Ben"))
    assert (may.without, may.name, may.costs) == ("", "spilled-beer", 0)
    made = ways(table.game, ruling(table.journal, "?", rule="made-bid"))
    assert (made.without, made.numbers, made.name) == (
        "",
        ["trick=N", "square=N", "nought=N", "by-size=N", "made=N"],
        "ruling-3",
    )


@pytest.mark.parametrize(
    ("became", "in_force", "text"),
    [
        ("without=follow-suit in house home", {"without": "none"}, "enter `house without=follow-suit`."),
        (
            "without=follow-suit in house home",
            {"without": "lead-order"},
            "`house without=lead-order+follow-suit`",
        ),
        ("trick=5 in house home", {"trick": 10}, "from the next deal, enter `house trick=5`."),
        ("rule exposed in house home", {}, "run `referee new … --house home`."),
        ("rule exposed in house home", {"rule.exposed": "5 It stays."}, "enter `penalty WHO exposed`."),
        ("", {}, "run `referee rulings adopt 1 --as …`"),
    ],
)
def test_below_a_refusal_it_says_how_it_binds(table: Session, became: str, in_force: dict[str, Any], text: str) -> None:
    precedent = adopt(table.journal, ruling(table.journal).number, became)
    first, second = quoted(precedent, "Cat plays 2D", in_force)
    assert first == precedent.in_short and text in second
    if binds := adopted(precedent):
        assert holds(binds, in_force) == text.startswith("enter `penalty")


def test_what_holds_already_is_only_quoted(table: Session) -> None:
    precedent = adopt(table.journal, ruling(table.journal).number, "trick=5 in house home")
    assert [*quoted(precedent, "", {"trick": 5})] == [precedent.in_short]
    assert adopted(precedent) == Adoption("trick", "5")
    stands = ruling(table.journal, verdict="~ Cat plays 2D")
    assert [*quoted(stands, "Cat plays 2D", {})][1].endswith("enter `~ Cat plays 2D`.")


def test_a_damaged_ruling_is_said_in_a_sentence(table: Session) -> None:
    ruling(table.journal)
    where = "" if isinstance(table.journal.link, sqlite3.Connection) else " ON precedent"
    table.journal.link.execute(f"DROP TRIGGER precedent_is_only_adopted{where}")
    table.journal.link.execute("UPDATE precedent SET facts = '{'")
    with pytest.raises(Damaged):
        listed(table.journal)
    proof.seal_row(table.journal.link, "precedent", proof.RULING, 1)
    with pytest.raises(Damaged):
        listed(table.journal)


@pytest.mark.parametrize("change", ["DELETE FROM precedent", "UPDATE precedent SET note = 'other'"])
def test_a_ruling_is_neither_changed_nor_deleted(table: Session, change: str) -> None:
    ruling(table.journal)
    with pytest.raises((sqlite3.IntegrityError, StorageError)):
        table.journal.link.execute(change)
