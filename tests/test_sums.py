"""Wherever a report has a number, you can enter a sum, and its value is saved."""

from __future__ import annotations

import re
import typing
from functools import cache
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import Referee, find_game
from referee.cards import Card, Cards, Rank, Suit
from referee.game.common_reports import ANY_TIME, Joins
from referee.games import ours
from referee.language.reports import Argument, Blind, Groups, Less, Signed, Text, metavar, shape
from referee.language.words import ParseError, Seat, Seats
from referee.testing.often import times
from referee.testing.walker import NAMES

SAID: dict[Any, str] = {
    Card: "7H", Cards: "7H", Blind: "7H", Groups: "7H", Rank: "7", Suit: "H", Seat: NAMES[0],
    Seats: f"{NAMES[0]}+{NAMES[1]}", Text: "something",
}  # fmt: skip
OF_A_GAME = {"ITEMS": "7H", "SPOT": "7", "RANK RANK RANK": "7 6 5", "C C C C C C C C C C": "7H " * 10, "BID": "1H",
             "WHO … or all": "all", "SQUARE": "a1", "EXPRESSION or none": "none"}  # fmt: skip


def numbers(kind: Any) -> list[Any]:
    """The numeric parts of a field's type."""
    if kind in (int, Signed):
        return [kind]
    return [number for part in typing.get_args(kind) if not isinstance(kind, str) for number in numbers(part)]


def sample(argument: Argument) -> str:
    """A possible text for a field."""
    if argument.kind is bool:
        return argument.name
    kind = argument.kind
    if typing.get_origin(kind) is typing.Annotated:
        kind = typing.get_args(kind)[0]
    words = SAID.get(kind) or OF_A_GAME.get(metavar(kind)) or ""
    if typing.get_origin(kind) is Literal:
        words = typing.get_args(kind)[0]
    if not words:
        words = "1" if numbers(kind) else sample(argument._replace(kind=typing.get_args(kind)[0], keyword=False))
    return f"{argument.name} {words}" if argument.keyword else words


def with_number(kind: Any, field: str, number: str) -> str:
    """A report of a kind with a number in a field, and everything else that is required."""
    form = shape(kind)
    who = "Zoe" if kind is Joins else NAMES[0]
    words = [kind.verb] if kind.speaker == "none" else [who, kind.verb]
    for argument in form.arguments:
        if argument.field == field:
            words.append(f"{argument.name} {number}" if argument.keyword else number)
        elif not argument.optional:
            words.append(sample(argument))
    return " ".join(words)


CHIPS = "farmer"  # a game that has every report possible at any time
FIELDS = [
    (slug, kind, argument.field)
    for slug in ours()
    for kind in (*find_game(slug).reports, *ANY_TIME)
    for argument in shape(kind).arguments
    if numbers(argument.kind) and (kind not in ANY_TIME or slug == CHIPS)
]


@st.composite
def sums(draw: st.DrawFn, blanks: bool) -> str:
    """Sums of up to five numbers with plus and minus, which aren't negative."""
    terms = draw(st.lists(st.integers(0, 99_999), min_size=2, max_size=5))
    text, total = str(terms[0]), terms[0]
    for term in terms[1:]:
        sign = draw(st.sampled_from("+-")) if term <= total else "+"
        total += term if sign == "+" else -term
        between = " " if blanks and draw(st.booleans()) else ""
        text += f"{between}{sign}{between}{term}"
    return text


@cache
def table(slug: str) -> Referee:
    return Referee(find_game(slug), NAMES[: find_game(slug).players[0]])


def a_number(text: str) -> int:
    return sum(int(term) for term in re.findall(r"[+-]?[0-9]+", text.replace(" ", "")))


@pytest.mark.alike
@pytest.mark.parametrize(("slug", "kind", "field"), FIELDS, ids=lambda part: getattr(part, "__name__", part))
@settings(max_examples=times(8))
@given(data=st.data())
def test_a_sum_is_told_as_its_number(slug: str, kind: Any, field: str, data: st.DataObject) -> None:
    referee, argument = table(slug), next(part for part in shape(kind).arguments if part.field == field)
    text = data.draw(sums(blanks=Signed not in numbers(argument.kind)))
    report: Any = referee.vocabulary.read(with_number(kind, field, text), referee.hand)
    told = getattr(report, field)
    if any(isinstance(part, Less) for part in typing.get_args(argument.kind)):
        told -= report.held
    assert told == a_number(text)
    assert referee.vocabulary.read(report.text, referee.hand) == report


@pytest.mark.parametrize(
    ("slug", "text", "kept"),
    [
        ("500-rummy", "scores -10", "scores 0 held 10"),
        ("500-rummy", "scores 15-25", "scores 15 held 25"),
        ("500-rummy", "scores 45 + 30 - 5 - 10", "scores 75 held 15"),
        ("samba", "scores 50+40", "Ann+Cat scores 90"),
        ("samba", "scores 50+40-5 mixed 1", "Ann+Cat scores 85 mixed 1"),
        ("500-rummy", "scores 30-5 held 10", "scores 25 held 10"),
        ("scopa", "holds 12+12 cards 3 + 2 diamonds primiera 21+21+18+16", "Ann holds 24 cards 5 diamonds primiera 76"),
        ("cassino", "holds 20+7 cards 10-3 spades", "Ann holds 27 cards 7 spades"),
    ],
)
def test_sums_of_what_is_counted(slug: str, text: str, kept: str) -> None:
    referee = Referee(find_game(slug), NAMES[: find_game(slug).players[0]])
    assert referee.vocabulary.read(f"Ann {text}", referee.hand).text == (kept if "Ann" in kept else f"Ann {kept}")


@pytest.mark.parametrize("text", ["scores 999999999+1", "scores 1+-2", "scores 5 -3", "scores 1-"])
def test_what_is_no_sum(text: str) -> None:
    with pytest.raises(ParseError):
        table("500-rummy").vocabulary.read(f"Ann {text}", table("500-rummy").hand)


def test_a_long_sum_is_read() -> None:
    report = table("oh-hell").vocabulary.read("Ann bids " + "1+" * 100_000 + "1", table("oh-hell").hand)
    assert report.text == "Ann bids 100001"
