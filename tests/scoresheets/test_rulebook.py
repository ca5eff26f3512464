"""Search for rules: by id, by words, misspelled; the cached index, and the examples."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee import find_game
from referee.games import ours
from scoresheets.book import rulebook
from scoresheets.book.rulebook import EXAMPLES, NEAREST, every_rule, in_play, rules_of, search, tonight
from tests import rule_examples
from tests.evening import FIRST_HAND, oh_hell


def names(words: str, game: str = "") -> list[tuple[str, str]]:
    return [(rule.game, rule.name) for rule in search(words, game).found]


def test_an_id_is_found_whatever_way_it_is_written() -> None:
    assert names("dealer-must-overbid") == [("oh-hell", "dealer-must-overbid")]
    assert names("Farm Tie") == [("farmer", "farm-tie")]
    assert ("piquet", "follow-suit") in names("follow-suit")


@pytest.mark.parametrize(
    ("words", "game", "rule"),
    [
        ("who deals next?", "oh-hell", "dealer-rotation"),
        ("side pots", "", "side-pots"),
        ("holds suit led", "oh-hell", "follow-suit"),
        ("Ben revoked", "oh-hell", "follow-suit"),
        ("may he renege", "oh-hell", "follow-suit"),
        ("can the dealer bid so that it sums to the tricks", "oh-hell", "dealer-must-overbid"),
        ("bidding out of turn", "oh-hell", "bid-order"),
        ("folow siut", "oh-hell", "follow-suit"),
        ("dealer-rotatoin", "oh-hell", "dealer-rotation"),
    ],
)
def test_words_find_the_rule_first(words: str, game: str, rule: str) -> None:
    assert search(words, game).found[0].name == rule


def test_rules_of_every_game_are_found_by_its_id_and_by_its_sentence() -> None:
    for rule in [*every_rule()][::4]:
        assert rule in search(rule.name, rule.game).found
        assert rule.name in [other.name for other in search(rule.text, rule.game, most=20).found], rule.text


def test_where_nothing_matches_the_nearest_two_are_given() -> None:
    answer = search("spilled beer over everything", "oh-hell")
    assert not answer.found and len(answer.nearest) == NEAREST
    assert {rule.game for rule in answer.nearest} == {"oh-hell"}


@pytest.mark.parametrize(
    "words", ["", "?", '"', "a AND (", "NEAR(x", "rule_words : *", "💥", "x" * 5000, "' OR 1=1 --"]
)
def test_whatever_is_asked_is_no_query(words: str) -> None:
    answer = search(words)
    assert isinstance(answer.found, list) and (answer.found or len(answer.nearest) == NEAREST)


def test_a_rule_has_all_that_belongs_to_it() -> None:
    (size,) = rules_of("oh-hell", ["hand-size", "no-such-rule"])
    assert (size.breaking, size.finding, size.reports) == ("illegal", None, ("deal [WHO] [N]",))
    assert [name for name, _, _ in size.options] == ["first-hand", "sizes", "hands"]
    assert size.example and size.example.verdict == "illegal"
    (made,) = rules_of("oh-hell", ["made-bid"])
    assert made.breaking is None and made.scores == ("made",)
    assert [name for name, _, _ in made.options] == ["trick", "square", "nought", "by-size", "made"]


def test_what_the_book_leaves_open_and_what_all_games_share_are_found_too() -> None:
    assert search("the playoff is dealt by the next dealer", "oh-hell").found[0].name == "silent-2"
    assert search("house-settled", "oh-hell").found[0].game == ""


# The index


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_index_is_kept_and_not_made_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = names("follow suit")
    (path,) = cache.iterdir()

    def again() -> None:
        raise AssertionError("made again")

    monkeypatch.setattr(rulebook, "every_rule", again)
    assert names("follow suit") == first
    assert [*cache.iterdir()] == [path]


def test_another_state_of_the_games_makes_another_index_and_drops_the_old(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names("follow suit")
    (old,) = cache.iterdir()
    monkeypatch.setattr(rulebook, "_state", lambda: "12345678")
    names("follow suit")
    assert [path.name for path in cache.iterdir()] == ["rules-12345678.db"]
    assert not old.exists()


@pytest.mark.parametrize("wrong", [b"", b"no database at all", b"SQLite format 3\0" + b"\0" * 4000])
def test_a_damaged_index_is_made_again(cache: Path, wrong: bytes) -> None:
    first = names("follow suit")
    (path,) = cache.iterdir()
    path.write_bytes(wrong)
    assert names("follow suit") == first
    assert path.stat().st_size > 10_000


def test_where_nothing_can_be_kept_rules_are_found_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path / "file" / "cache"))
    assert names("farm tie") == [("farmer", "farm-tie")]


# Examples


def test_every_rule_has_an_example() -> None:
    shown = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    left_out = [(slug, name) for slug in ours() for name in find_game(slug).rules if name not in shown.get(slug, {})]
    assert len(left_out) <= 5, left_out  # a few are kept only in passing in a record


@pytest.mark.parametrize("slug", ["oh-hell", "farmer", "piquet"])
def test_examples_are_those_of_the_records(slug: str) -> None:
    shown = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    assert shown[slug] == rule_examples.examples(slug)


# Tonight


def test_where_a_rule_was_applied(tmp_path: Path) -> None:
    lines = FIRST_HAND[:4]
    with oh_hell(tmp_path / "a.db", *lines) as session:
        assert not session.say("Ann bids 0").ruling.accepted
        for text in FIRST_HAND[4:]:
            session.say(text)
        session.say("note undone")
        session.undo()
        applied = rulebook.applied(session, ["dealer-must-overbid", "made-bid", "follow-suit"])
        (refused,) = applied["dealer-must-overbid"]
        assert (refused.line, refused.hand, refused.text) == (5, 1, "Ann bids 0")
        assert refused.came.startswith("illegal: ")
        assert [line.came for line in applied["made-bid"]] == [
            "Ann +10, made: bid 1, took 1",
            "Ben +10, made: bid 1, took 1",
        ]
        assert applied["follow-suit"] == []
        assert in_play(session.journal) == "oh-hell"
        assert [listed.number for listed in tonight(session.journal, ["oh-hell", "farmer"])] == [1]
        assert tonight(session.journal, ["farmer"]) == []


def test_what_was_taken_back_was_not_applied(tmp_path: Path) -> None:
    with oh_hell(tmp_path / "a.db", "deal Ann 2", "upcard 7H") as session:
        assert session.say("Cat bids 1", overrule=True).ruling.accepted
        assert rulebook.applied(session, ["bid-order"])["bid-order"][0].came.startswith("let stand: ")
        session.undo()
        assert rulebook.applied(session, ["bid-order"])["bid-order"] == []
