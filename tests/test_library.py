"""The referee as a Python library: its page, its examples, and its conveniences."""

from __future__ import annotations

import doctest
import json
import re

import pytest

import referee
from referee import Kind, Referee, Rule, Verdict, find_game, table_object
from tests.docs_blocks import EXAMPLES, ROOT, blocks
from tests.library import members

PAGE = ROOT / "docs" / "library.md"
SEATS = ["Ann", "Ben", "Cat"]


def table(**house: object) -> Referee:
    """Oh Hell! with two cards each, Ann to bid last."""
    chosen = {"first-hand": 2} | {name.replace("_", "-"): value for name, value in house.items()}
    judging = Referee(find_game("oh-hell"), SEATS, chosen)
    for text in ("deal Ann", "Ben bids 1", "Cat bids 1"):
        assert judging.hear(text).accepted
    return judging


# The page and the examples, whose output test_docs.py checks


def test_every_example_is_shown_with_what_it_prints() -> None:
    shown = re.findall(r"^\$ python (\S+)$", (EXAMPLES / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(shown) == sorted(path.name for path in EXAMPLES.glob("*.py"))
    assert len(shown) >= 5


@pytest.mark.parametrize("page", [ROOT / "README.md", PAGE])
def test_the_page_asks_the_library(page: object) -> None:
    asked = "".join(block.text for block in blocks(page, "pycon"))  # type: ignore[arg-type]
    assert "from referee import Referee" in asked
    assert ".legal(" in asked


def test_every_verdict_and_kind_is_explained() -> None:
    explained = re.findall(r"^\| `([A-Z_]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {*explained} == {member.name for member in (*Verdict, *Kind)}


# The names; test_docs.py fails if a signature on the page changes


@pytest.mark.parametrize("name", referee.__all__)
def test_the_example_of_a_public_name_runs(name: str) -> None:
    (test,) = doctest.DocTestFinder(recurse=False).find(getattr(referee, name), name)
    assert test.examples, f"{name} is public and has no example"
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("name", referee.__all__)
def test_a_public_name_is_listed_with_its_members(name: str) -> None:
    listed = re.search(
        rf"^### {name}\n(.*?)(?=^### |^<!-- )", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert listed
    for member in members(name):
        assert re.search(rf"`{member}[`:(]", listed[1]), f"{name}.{member}: python -m tests.docs_blocks --write"


# Convenience


def test_every_public_name_is_there() -> None:
    assert sorted(referee.__all__) == referee.__all__
    assert all(getattr(referee, name) for name in referee.__all__)
    with pytest.raises(AttributeError):
        referee.nothing  # noqa: B018


def test_options_may_be_numbers_as_the_house_has_them() -> None:
    first = table(hands=None, missed=5)
    assert (first.house["first-hand"], first.house["missed"], first.house["hands"]) == (2, 5, None)
    assert Referee(first.game, SEATS, first.house).house == first.house


def test_a_ruling_is_printed_in_a_line() -> None:
    judging = table()
    refused = judging.hear("Ann bids 0")
    assert str(refused) == f"illegal[dealer-must-overbid]: {refused.message}"
    unread = judging.hear("Ann bidz 0")
    assert str(unread) == f"unclear: {unread.message}"
    assert str(judging.hear("Ann bids 2")) == "accepted: Ann bids 2"
    assert repr(judging) == "<Referee: Oh Hell!, Ann, Ben, Cat, 4 reports>"


def test_what_is_legal_is_a_list_of_reports_that_are_accepted() -> None:
    judging = table()
    legal = judging.legal("Ann")
    assert [report.text for report in legal] == ["Ann bids 1", "Ann bids 2"]
    assert judging.legal("Ann", "bids") == judging.legal(verb="bids") == legal
    assert {report.verb for report in judging.legal()} == {"bids", "upcard", "trump"}
    assert judging.legal("Ben") == judging.legal(verb="plays") == []
    for report in legal:
        assert judging.can(report).accepted
        assert judging.hear(report).text == report.text
        judging.undo()


def test_a_name_or_verb_that_nobody_knows_is_no_empty_list() -> None:
    with pytest.raises(ValueError, match="Dora"):
        table().legal("Dora")
    with pytest.raises(ValueError, match="deals"):
        table().legal(verb="deals")
    partners = Referee(find_game("hasenpfeffer"), [*SEATS, "Dan"])
    assert partners.legal(partners.sides[0]) == []


def test_the_sentence_of_every_rule_that_is_cited_is_as_the_table_plays_it() -> None:
    standard, other = table(), table(made=5)
    assert standard.rule_text("follow-suit") == standard.game.rules["follow-suit"].text
    assert standard.rule_text("made-bid") != other.rule_text("made-bid")
    assert other.rule_text("made-bid") == other.game.said("made-bid", 3, other.house)
    other.hear("end")
    (cited,) = other.hear("Ann bids 2").rules
    assert cited == "game-over" and other.rule_text(cited)
    own = table()
    words = "An exposed card costs five"
    assert own.hear(f'house rule exposed-card = 5 "{words}"').accepted
    assert own.hear("misdeal").accepted and own.hear("deal").accepted
    assert own.rule_text("exposed-card") == words
    with pytest.raises(KeyError):
        own.rule_text("nothing")


def test_a_rule_that_scores_and_names_no_line_says_so() -> None:
    with pytest.raises(TypeError, match="lines="):
        table().hand.book("Ann", Rule("The highest throw gets a point."), 1, "threw 6")


def test_a_game_is_shown_by_its_name() -> None:
    assert repr(find_game("Oh Hell")) == "<game oh-hell>"


@pytest.mark.parametrize("text", ["", "9X", "9H 8S"])
def test_a_text_that_is_no_single_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        referee.card(text)


def test_a_table_is_an_object_for_json() -> None:
    judging = table()
    assert json.loads(json.dumps(table_object(judging)))["scores"] == {"Ann": 0, "Ben": 0, "Cat": 0}
