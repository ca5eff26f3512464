"""Invalid sheets: every mistake is reported with its line and its remedy, and no other error occurs."""

from __future__ import annotations

import re
import tomllib
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import Referee
from referee.declared.game import game_in
from referee.declared.sheet import KINDS, BadSheet, Bounds, Mistake, Named, Play, Sheet, read
from referee.declared.shelf import SHEETS
from referee.testing.often import times
from referee.testing.walker import Walker
from scoresheets.book.game_page import sentence_at, tables
from tests.share import few

DOCS = Path(__file__).parents[2] / "docs" / "any-game.md"
SHIPPED = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SHEETS.glob("*.toml"))}


def mistakes(text: str) -> list[int]:
    """The lines with a mistake."""
    try:
        game_in(dedent(text).lstrip("\n"), "a")
    except BadSheet as bad:
        return [mistake.line for mistake in bad.mistakes]
    return []


def test_all_that_is_wrong_is_said_at_once() -> None:
    assert mistakes("""
        name = "Bad"
        players = "3-x"
        partner = true

        [column.hearts]
        kind = "cuont"

        [column.queen]
        kind = "who"
        worth = 13
        says = "It counts {wort}."

        [column.moon]
        kind = "all"
        of = ["quene"]
    """) == [2, 3, 6, 11, 15]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("kind = 3", [5]),
        ('kind = "count"\neach = "1"', [6]),
        ('kind = "count"\neach = true', [6]),
        ('kind = "count"\neach = 1.5', [6]),
        ('kind = "count"\neach = 1979-05-27', [6]),
        ('kind = "count"\neach = -1', [6]),
        ('kind = "count"\ntotal = { 3 = 4 }', [6]),
        ('kind = "count"\ntotal = { 3 = 4, 4 = 4, 9 = 1 }', [6]),
        ('kind = "count"\nverb = "deal"', [6]),
        ('kind = "count"\nsays = "{each:x!}"', [6]),
        ('kind = "count"\nsays = "{each.real}"', [6]),
        ('kind = "count"\nsays = "{each"', [6]),
        ('kind = "share"\nlost = 2\nsays = "It costs {lost:times}."', [7]),
        ('kind = "bid"\nof = "x"\nbags = 10\nsays = "{bags} count"', [6, 7, 8]),
        ('kind = "count"\nin-words = { eac = { N = "{N}" } }', [6]),
        ('kind = "count"\nin-words = { each = { 0 = "none" } }', [6]),
        ('kind = "count"\nin-words = { each = { few = "some", N = "{N}" } }', [6]),
        ('kind = "count"\nin-words = { each = { N = "{n}" } }', [6]),
        ('kind = "points"\nleast = 5\nmost = 3', [7]),
        ('kind = "box"\nvalues = [50]\nmost = 30', [6]),
        ('kind = "share"\nvalues = [9]\nleast = 18', [6]),
        ('kind = "points"\nstep = 0', [6]),
        ('kind = "points"\ntold = "al"', [6]),
        ('kind = "points"\nnamed = { "Gin!" = 3 }', [6]),
        ('kind = "points"\npaid-to = "a"', [6]),
        ('kind = "count"\ntotal = 13\ngrowing = 2', [7]),
        ('kind = "points"\nshared = true', [6]),
        ('kind = "bid"\nof = "x"\nbags = 10', [6, 7]),
        ('kind = "count"\ntotal = 4\nin-all = 5', [7]),
        ('kind = "share"\ntimes = { kontra = 0 }', [6]),
        ('kind = "share"\nnamed = { re = 5 }\ntimes = { re = 2 }', [7, 7]),
        ('kind = "share"\nparty = [4]', [6]),
        ('kind = "share"\nplaying = 1', [6]),
        ('kind = "contract"\nof = []', [6]),
        ('kind = "bonus"', [4]),
        ('kind = "minimum"', [4]),
        ('kind = "minimum"\nscores = { 0 = 5 }\nrounds = [5]', [6]),
        ('kind = "minimum"\nscores = { 9 = 5, 0 = 5 }', [6]),
        ('kind = "minimum"\nscores = { x = 5 }', [6]),
        ('kind = "minimum"\nbelow = 5\nrounds = [5]', [6]),
        ('kind = "minimum"\nrounds = [1, 2, 3, 4, 5, 6, 7, 8, 9]', [4]),
        ('kind = "minimum"\nrounds = [-1]', [4]),
        ('kind = "count"\namong = "b"', [6]),
        ('kind = "count"\namong = "b"\n[column.b]\nkind = "count"', [6]),
        ('kind = "count"\namong = "b"\ntotal = 4\n[column.b]\nkind = "count"\nin-all = 4', [6]),
        ('kind = "box"\nstep = -2', [6]),
        ('kind = "box"\nmost = 10000000', [6]),
        ('kind = "count"\nalso = ["a"]', [6]),
        ('kind = "bonus"\nworth = 1\nnot-with = ["b"]', [7]),
        ('kind = "bonus"\nworth = 1\nnot-with = ["a"]', [7]),
        ('kind = "bonus"\nworth = 1\nimplies = ["b"]\n[column.b]\nkind = "count"', [7]),
        ('kind = "reached"\nnot-with = ["b"]\nof = ["b"]\nat = 1\nworth = 1', [6, 6, 7]),
        ('kind = "who"\nworth = 1\nevery-round = true', [7]),
        ('kind = "bonus"\nworth = 1\nafter = ["b"]\n[column.b]\nkind = "count"', [7]),
        (
            'kind = "bonus"\nworth = 1\nnot-with = ["b"]\nimplies = ["b"]\n[column.b]\nkind = "bonus"\nworth = 1',
            [7],
        ),
        ('kind = "points"\nbeside = { b = { most = "1" } }', [6]),
        ('kind = "points"\nbeside = { b = { top = 1 } }', [6]),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gni = { most = 1 } }', [7]),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gin = { not-with = ["x"] } }', [7]),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gin = { party = 1 } }', [7]),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gin = { least = 3, most = 2 } }', [7]),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gin = { implis = [] } }', [7]),
        (
            'kind = "points"\nnamed = { a = 3, b = 3 }\nword = { a = { implies = ["b"], not-with = ["b"] } }',
            [7],
        ),
        ('kind = "share"\nnamed = { solo = 5 }\nword = { solo = { party = 2 } }', [7]),
        ('kind = "share"\nmultiples = { x = 3 }', [6]),
        ('kind = "share"\nmultiples = { 9 = 0 }', [6]),
        ('kind = "share"\nmultiples = [9]\noverbid = true', [7]),
        ('kind = "points"\nwhose = "eldest"', [6]),
        ('kind = "points"\ntotal = 9\nnamed = { total = 3 }', [7]),
    ],
)  # fmt: skip
def test_a_mistake_has_the_line_that_is_wrong(line: str, wrong: list[int]) -> None:
    assert mistakes(f'name = "A"\nplayers = "3-4"\n\n[column.a]\n{line}\n') == wrong


@pytest.mark.parametrize("partners", ["3", "6", "1"])
def test_partners_are_at_a_table_of_so_many(partners: str) -> None:
    column = '[column.a]\nkind = "points"\n'
    assert mistakes(f'name = "A"\nplayers = "2-4"\npartners = {partners}\n{column}') == [3]
    assert read(f'name = "A"\nplayers = "2-4"\npartners = 4\n{column}')


def test_numbers_can_be_together() -> None:
    column = '[column.hearts]\nkind = "count"\ntotal = 13\nmost = 4\n'
    assert mistakes(f'name = "A"\nplayers = "3-4"\n{column}') == [3]
    assert read(f'name = "A"\nplayers = "4"\n{column}')


@pytest.mark.parametrize(
    ("house", "wrong"),
    [
        ("hearts=2", []),
        (
            "heart=2",
            [9],
        ),
        ("hearts 2", [9]),
        ("hearts=two", [9]),
        ("hearts-most=3", [9]),
    ],
)
def test_a_variant_can_be_played(house: str, wrong: list[int]) -> None:
    column = '[column.hearts]\nkind = "count"\ntotal = 13\nmost = 13\n'
    variant = f'[variant.other]\ntext = "Otherwise."\nhouse = "{house}"\n'
    assert mistakes(f'name = "A"\nplayers = "4"\n{column}{variant}') == wrong


@pytest.mark.parametrize("players", ["9-4", "3-25", "0", "25", "many", "-3"])
def test_so_many_can_t_play(players: str) -> None:
    column = '[column.a]\nkind = "share"\nparty = [2]\n'
    assert mistakes(f'name = "A"\nplayers = "{players}"\n{column}') == [2]


def test_what_is_no_toml_has_its_line() -> None:
    assert mistakes('name = "A\n') == [1]
    assert mistakes('name = "A"\nname = "B"\n') == [2]
    assert mistakes('name = "A"\nplayers = two\n') == [2]
    assert mistakes("") == [1, 1, 1]  # no column, no name, no players


def test_the_rest_of_the_head_is_looked_at_whatever_the_players_are() -> None:
    head = 'name = "A"\nplayers = "four"\ntarget = 0\nrounds = -3\nedition = 0\n'
    assert mistakes(head + '[column.a]\nkind = "points"\n') == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("columns", "wrong"),
    [
        ('[column.target]\nkind = "who"\nworth = 3\n', [3]),
        ('[column.ends]\nkind = "points"\nverb = "scores"\n', [3]),
        (
            '[column.t]\nkind = "count"\ntotal = 7\n[column.t-total]\nkind = "all"\nof = ["t"]\n',
            [6],
        ),
        (
            '[column.t]\nkind = "count"\n[column.b]\nkind = "bid"\nof = "t"\nnil = 9\n'
            '[column.b-nil]\nkind = "bonus"\nworth = 1\n',
            [9],
        ),
    ],
)  # fmt: skip
def test_no_two_things_have_one_name_in_a_house(columns: str, wrong: list[int]) -> None:
    assert mistakes(f'name = "A"\nplayers = 4\n{columns}') == wrong


@pytest.mark.parametrize(
    ("column", "line"),
    [
        ('[column.a]\nkind = "count"\neach = 0\n', 3),
        ('[column.a]\nkind = "final"\nworth = 10\n', 3),
        ('[column.a]\nkind = "bonus"\nworth = 0\n', 3),
    ],
)
def test_something_of_a_round_can_be_told(column: str, line: int) -> None:
    assert mistakes(f'name = "A"\nplayers = 4\n{column}') == [line]


def test_a_house_leaves_something_to_be_told() -> None:
    game = game_in('name = "A"\nplayers = 4\n[column.a]\nkind = "bonus"\nworth = 5\n', "a")
    with pytest.raises(ValueError):
        Referee(game, ["Ann", "Ben", "Cat", "Dan"], {"a": "0"})


@pytest.mark.parametrize(
    ("example", "wrong"),
    [
        ({}, []),
        ({"players": "Ann Ben"}, [7]),
        ({"house": "hearts=two"}, [10]),
        ({"told": "hearts 5 5 5"}, [8]),
        ({"score": "Ann 5, Ben 5, Cat 4"}, [9]),
    ],
)  # fmt: skip
def test_an_example_is_so(example: dict[str, str], wrong: list[int]) -> None:
    given = {"players": "Ann Ben Cat", "told": "hearts 5 5 3", "score": "Ann 5, Ben 5, Cat 3", "house": "target=50"}
    shown = given | example
    lines = [f'{key} = ["{text}"]' if key == "told" else f'{key} = "{text}"' for key, text in shown.items()]
    column = '[column.hearts]\nkind = "count"\ntotal = 13\n'
    assert mistakes("\n".join(['name = "A"\nplayers = 3', column.strip(), "[example]", *lines])) == wrong


def test_every_kind_and_key_is_on_the_page() -> None:
    page = DOCS.read_text(encoding="utf-8")
    for name in (
        *KINDS,
        *(part.name for kind in (Sheet, Play, *KINDS.values(), Bounds, Named) for part in fields(kind)),
    ):
        assert f"`{name.replace('_', '-')}`" in page or f"`[{name}." in page or name == "column", name


# Texts and sizes


TEXTS = [
    "{each.here:>2000000000}",
    "{each.__class__.__init__.__globals__}",
    "{each!r:>99}",
    "{0}",
    "{each:>99}",
    "{",
    "}",
]


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_of_a_sheet_is_never_a_format_string(text: str) -> None:
    """Not even in a sheet saved with a session, which isn't validated again."""
    sheet = (
        f'name = "{text}"\nplayers = 4\nsummary = "{text}"\ntold = "{text}"\nsilent = ["{text}"]\nfamily = "{text}"\n'
        f'[column.a]\nkind = "count"\ntotal = 7\ntitle = "{text}"\ndoes = "{text}"\n'
        f'[column.b]\nkind = "bonus"\nworth = 10\ntitle = "{text}"\n'
        f'[column.c]\nkind = "final"\nworth = 3\ntitle = "{text}"\n[variant.v]\ntext = "{text}"\nhouse = "c=5"\n'
    )
    game = game_in(sheet, "a")
    assert text in game.rules["a"].text and text in game.rules["b"].text
    kept = game_in(sheet.replace("total = 7", f'total = 7\nsays = "{text} {{each}}"'), "a", sound=True)
    assert kept.rules["a"].text.startswith(f"{text} 1 ")
    players = ["Ann", "Ben", "Cat", "Dan"]
    referee = Referee(kept, players, {"a": "2"})
    assert not referee.hear("Ann a 9").accepted and not referee.hear("Ann b 9").accepted
    assert kept.said("a", 4, referee.house).startswith(f"{text} 2 (standard: 1)")


@pytest.mark.parametrize(
    "more",
    [
        "each = 0x" + "f" * 1900,
        "each = " + "9" * 1900,
        "each = " + "9" * 9000,
        "values = [\n" + "1,\n" * 3000 + "]",
        "values = " + "[\n" * 3000 + "]\n" * 3000,
        ".".join("abcdefgh") + " = 1",
        ".".join("a" * 900) + " = 1",
        ".".join("a" * 40_000) + " = 1",
        "k" * 70 + " = 1",
        'title = """' + "a\n" * 2000 + '"""',
        "".join(f"k{number} = 1\n" for number in range(2000)),
        "".join(f"[column.c{number}]\nkind = 'count'\n" for number in range(400)),
        "[example]\nplayers = 'Ann Ben Cat'\ntold = [\n" + "'a 7 0 0',\n" * 900 + "]\nscore = 'Ann 1'",
    ],
    ids=lambda more: f"{more[:12]!r}",
)
def test_nothing_in_a_sheet_is_without_bounds(more: str) -> None:
    with pytest.raises(BadSheet) as bad:
        game_in(f'name = "A"\nplayers = "3-4"\n[column.a]\nkind = "count"\ntotal = 7\n{more}\n', "a")
    assert bad.value.mistakes and len(str(bad.value)) < 100_000


# Any content


EXAMPLE = re.compile(r"^\[example\]\n(?:(?!\[).*\n)*", re.MULTILINE)
"""What would turn away every sheet with another number in it."""


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """A shipped sheet with something else in it: a key, a value, a line, or a letter."""
    text = EXAMPLE.sub("", SHIPPED[draw(st.sampled_from(sorted(SHIPPED)))])
    for _ in range(draw(st.integers(1, 3))):
        text = draw(st.sampled_from([other_value, other_line, other_letter]))(draw, text)
    return text


VALUES = st.one_of(
    st.integers(-(10**9), 10**9), st.booleans(), st.text("abc{}!:\n #\"'é\x00", max_size=8), st.floats(),
    st.lists(st.integers(-5, 50), max_size=3), st.lists(st.text("abc", max_size=5), max_size=3),
    st.dictionaries(st.sampled_from(["3", "4", "a", ""]), st.integers(-3, 100), max_size=3),
    st.sampled_from(["hearts", "queen", "tricks", "count", "points", "all", "round", "bid", "3-6", "1-24", "x"]),
)  # fmt: skip


def other_value(draw: st.DrawFn, text: str) -> str:
    try:
        document = tomlkit.parse(text).unwrap()
        table = document
        while tables := [key for key, value in table.items() if isinstance(value, dict)]:
            if draw(st.booleans()):
                break
            table = table[draw(st.sampled_from(tables))]
        keys = [*table, *(part.name.replace("_", "-") for kind in (Sheet, *KINDS.values()) for part in fields(kind))]
        table[draw(st.sampled_from(keys))] = draw(VALUES)
        return tomlkit.dumps(document)
    except (tomlkit.exceptions.TOMLKitError, ValueError, AttributeError, TypeError):
        return text


def other_line(draw: st.DrawFn, text: str) -> str:
    lines = text.split("\n")
    at = draw(st.integers(0, len(lines) - 1))
    lines[at : at + draw(st.integers(0, 2))] = draw(st.lists(st.sampled_from(lines), max_size=2))
    return "\n".join(lines)


def other_letter(draw: st.DrawFn, text: str) -> str:
    at = draw(st.integers(0, max(len(text) - 1, 0)))
    return (
        text[:at] + draw(st.sampled_from(["", '"', "[", "]", "=", "9", "-", "\n", "#", "é", "\x07"])) + text[at + 1 :]
    )


@pytest.mark.no_cover
@settings(max_examples=few(times(150), least=40), deadline=None)
@given(spoilt(), st.integers(0, 1000))
def test_a_spoilt_sheet_says_where_or_is_played(text: str, seed: int) -> None:
    try:
        game = game_in(text, "spoilt")
    except BadSheet as error:
        last = text.count("\n") + 1
        for mistake in error.mistakes:
            assert isinstance(mistake, Mistake) and 1 <= mistake.line <= last and mistake.text
        return
    tomllib.loads(text)
    players = game.players[0]
    Referee(game, [f"P{number}" for number in range(players)])
    if players <= 8:
        Walker(game, seed).walk(12)


def test_numbers_of_a_sentence_are_said_in_the_words_of_the_sheet() -> None:
    """At its value and at any other, with the standard words beside a changed one."""
    text = 'name = "A"\nplayers = "3-4"\nunit = "hand"\nrounds = { 3 = 6, 4 = 8 }\n[column.a]\nkind = "count"\n'
    says = 'says = "An ace scores {each}."\nin-words.each = { 0 = "nothing", N = "{N:word} for you" }\n'
    game = game_in(f"{text}{says}", "a")
    standard = game.house(3, {})
    assert game.said("a", 3, standard) == "An ace scores one for you."
    assert game.said("a", 3, {**standard, "a": 0}) == "An ace scores nothing (standard: one for you)."
    assert sentence_at(game.rules["ends"], tables(game)) == "The game ends after 6 hands with 3 players, 8 with 4."
    assert game.said("ends", 3, {**standard, "target": 50}) == (
        "The game ends after the hand in which a score reaches 50 or after 6 hands (standard: after 6 hands)."
    )


def test_phrases_are_for_rules_that_the_sheet_has() -> None:
    text = 'name = "A"\nplayers = 3\n[column.points]\nkind = "points"\n[asked]\npoints = "what count"\n'
    assert game_in(text, "a").rules["points"].asked == "what count"
    assert mistakes(f'{text}point = "what count"\n') == [7]
