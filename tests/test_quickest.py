"""The quickest line of every game, as the gray hint shows it: completed, it is accepted."""

from __future__ import annotations

import itertools

import pytest

from referee import Referee, find_game
from referee.entry.shorthand import Several, in_full
from referee.entry.suggestions import Form, forms
from referee.games import games, ours
from referee.rules.options import read_house
from tests.tables import seated

FOUR = ("Ann", "Ben", "Cat", "Dan")


def table(slug: str, *reports: str, players: tuple[str, ...] = FOUR) -> Referee:
    return seated(slug, players, *reports)


def shown(referee: Referee, count: int = 3) -> list[str]:
    return [form.text for form in itertools.islice(forms(referee), count)]


def form(referee: Referee, verb: str) -> Form:
    return next(form for form in forms(referee) if form.verb == verb)


@pytest.mark.parametrize("slug", games())
def test_the_quickest_line_filled_in_is_accepted(slug: str) -> None:
    """Throughout each example, the hint shows the example's next line, and anything it shows is accepted."""
    game = find_game(slug)
    players = game.example.players.split() if game.example else FOUR[: game.players[0]]
    referee = Referee(game, players, read_house(game.example.house if game.example else ""))
    lines = [report.strip() for line in (game.example.lines if game.example else ()) for report in line.split(";")]
    named: list[bool] = []
    for report in (*lines, ""):
        before = [entry.ruling.text for entry in referee.entries], dict(referee.scores), referee.next()
        quick = list(forms(referee))
        assert ([entry.ruling.text for entry in referee.entries], dict(referee.scores), referee.next()) == before
        for shape in quick:
            rulings = [referee.hear(text) for text in in_full(shape.sample, referee)]
            assert rulings and all(ruling.accepted for ruling in rulings), (shape.text, shape.sample)
            assert len(rulings) in (1, len(shape.blanks)), shape
            referee.undo(len(rulings))
        if not report:
            break
        awaited = {ask.verb.verb for _, ask in referee.asks()}
        ruling = referee.hear(report)
        assert ruling.accepted and ruling.report
        if slug in ours() and ruling.report.verb in awaited:  # the end and corrections are never due
            named.append(any(shape.verb == ruling.report.verb for shape in quick))
    assert all(named), [report for report, known in zip(lines, named, strict=False) if not known]


def test_bids_and_tricks_go_round_the_table() -> None:
    referee = table("oh-hell", "deal Ann")
    assert shown(referee, 1) == ["_ _ _ _  bids: Ben Cat Dan Ann"]
    referee = table("oh-hell", "deal Ann", "Ben bids 3", "Cat bids 3", "Dan bids 2", "Ann bids 4")
    assert shown(referee, 1) == ["_ _ _ _  tricks: Ben Cat Dan Ann"]
    referee.hear("Ben takes 3")
    assert form(table("oh-hell", "deal Ann", "Ben bids 3"), "bids").text == "_ _ _  bids: Cat Dan Ann"


def test_a_teams_numbers_have_their_keywords() -> None:
    quick = next(forms(table("samba", "deal Ann")))
    assert quick.text == "Ann+Cat scores _ natural _ samba _ mixed _ red _ held _"
    assert quick.filled("900", "1", "0", "1", "2", "0") == "Ann+Cat scores 900 natural 1 samba 0 mixed 1 red 2 held 0"


def test_what_a_pile_is_counted_by_is_named() -> None:
    referee = table("scopa", "deal", players=FOUR[:2])
    (quick,) = shown(referee, 1)
    assert quick == "Ann holds cards _ diamonds _ primiera _"
    assert [*in_full("Ann holds cards 24 diamonds 6 primiera 78", referee)] == [
        "Ann holds cards 24 diamonds 6 primiera 78"
    ]
    assert referee.hear("Ann holds cards 24 diamonds 6 primiera 78").text == "Ann holds 24 cards 6 diamonds primiera 78"
    assert shown(referee, 1) == ["Ben holds primiera _"]
    assert shown(table("cassino", "deal", players=FOUR[:2]), 1) == ["Ann holds cards _ spades _ aces _"]


def test_piquet_and_reversis_in_numbers_alone() -> None:
    referee = table("piquet", "deal", players=("Ann", "Ben"))
    assert shown(referee, 1) == ["scores _ _  scores: Ben Ann"]
    assert [referee.hear(text).text for text in in_full("sc 28 19", referee)] == ["Ben scores 28", "Ann scores 19"]
    assert {"talon _", "Ann holds _ in _"} <= set(shown(table("reversis", "deal Ann"), 5))


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("", "_ _ _ _  bids: Ben Cat Dan Ann"),
        ("1", " _ _ _  bids: Cat Dan Ann"),
        ("1 ", "_ _ _  bids: Cat Dan Ann"),
        ("1 0 2", " _  bids: Ann"),
        ("1 0 2 1", ""),
        ("1 0 2 1 4", ""),
    ],
)
def test_what_is_left_to_be_filled_in(line: str, rest: str) -> None:
    assert next(forms(table("oh-hell", "deal Ann"))).behind(line) == rest


@pytest.mark.parametrize(
    ("line", "rest", "tab"),
    [
        ("", "Ann+Cat scores _ natural _ samba _ mixed _ red _ held _", ("Ann+Cat scores ", 0)),
        ("An", "n+Cat scores _ natural _ samba _ mixed _ red _ held _", ("n+Cat scores ", 0)),
        ("ann scores ", "_ natural _ samba _ mixed _ red _ held _", ("", 0)),
        ("ann scores 900", " natural _ samba _ mixed _ red _ held _", (" natural ", 0)),
        ("ann scores 900 natural ", "_ samba _ mixed _ red _ held _", ("samba ", 8)),
        ("ann scores 900 red 2", " held _", (" held ", 0)),
        ("ann scores 900 red 2 held ", "_", ("", 5)),
        ("ben scores", "", ("", 0)),
    ],
)
def test_from_field_to_field(line: str, rest: str, tab: tuple[str, int]) -> None:
    quick = next(forms(table("samba", "deal Ann")))
    assert (quick.behind(line), quick.next_word(line)) == (rest, tab)


def test_a_bare_number_that_could_be_two_things_is_asked_about() -> None:
    """A 2 isn't taken for the talon of Reversis just because the talon has no player."""
    with pytest.raises(Several) as caught:
        next(in_full("2", table("reversis", "deal Ann")))
    assert {"holds 2", "talon 2"} <= set(caught.value.texts)


def test_a_verb_is_told_of_several() -> None:
    referee = table("fan-tan", "deal Ann", "Ben out")
    said = []
    for text in in_full("h 3 2 4", referee):
        said.append(text)
        assert referee.hear(text).accepted
    assert said == ["Ann holds 3", "Cat holds 2", "Dan holds 4"]
