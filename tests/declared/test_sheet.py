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
from referee.declared.game import UNTOLD, game_in
from referee.declared.sheet import KINDS, BadSheet, Bounds, Mistake, Named, Play, Sheet, read
from referee.declared.shelf import SHEETS
from referee.testing.often import times
from referee.testing.walker import Walker
from scoresheets.book.game_page import sentence_at, tables

DOCS = Path(__file__).parents[2] / "docs" / "any-game.md"
SHIPPED = {path.stem: path.read_text(encoding="utf-8") for path in sorted(SHEETS.glob("*.toml"))}


def mistakes(text: str) -> list[str]:
    """The errors in a text, with their lines."""
    try:
        game_in(dedent(text).lstrip("\n"), "a")
    except BadSheet as bad:
        return [f"{mistake.line}: {mistake.text}" for mistake in bad.mistakes]
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
    """) == [
        '2: players must be a number or a range, as in "3-6", not \'3-x\'',
        "3: a sheet can't have 'partner'; did you mean partners?",
        "6: there is no kind 'cuont'; did you mean count?",
        "11: the column has no number 'wort'; did you mean worth?",
        "15: there is no other column 'quene'; did you mean queen?",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("kind = 3", "there is no kind 3"),
        ('kind = "count"\neach = "1"', "each must be a whole number, not '1'"),
        ('kind = "count"\neach = true', "each must be a whole number, not True"),
        ('kind = "count"\neach = 1.5', "each must be a whole number, not 1.5"),
        ('kind = "count"\neach = 1979-05-27', "each must be a whole number"),
        ('kind = "count"\neach = -1', "each must be 0 to 1000000, not -1"),
        ('kind = "count"\ntotal = { 3 = 4 }', "total needs a number for 4 players"),
        ('kind = "count"\ntotal = { 3 = 4, 4 = 4, 9 = 1 }', "total has a number for 9 players"),
        ('kind = "count"\nverb = "deal"', "every game uses deal"),
        ('kind = "count"\nsays = "{each:x!}"', "isn't valid. Write"),
        ('kind = "count"\nsays = "{each.real}"', "the column has no number 'each.real'"),
        ('kind = "count"\nsays = "{each"', "write a number in a sentence in braces"),
        ('kind = "share"\nlost = 2\nsays = "It costs {lost:times}."', "the column has no number 'lost'"),
        ('kind = "bid"\nof = "x"\nbags = 10\nsays = "{bags} count"', "the column has no number 'bags'"),
        ('kind = "count"\nin-words = { eac = { N = "{N}" } }', "the column has no number 'eac'; did you mean each?"),
        ('kind = "count"\nin-words = { each = { 0 = "none" } }', "each needs words for any number"),
        ('kind = "count"\nin-words = { each = { few = "some", N = "{N}" } }', "for a number or N, not for 'few'"),
        ('kind = "count"\nin-words = { each = { N = "{n}" } }', "the column has no number 'n'"),
        ('kind = "points"\nleast = 5\nmost = 3', "most, 3, is below least, 5"),
        ('kind = "box"\nvalues = [50]\nmost = 30', "the value 50 is above most, 30"),
        ('kind = "share"\nvalues = [9]\nleast = 18', "the value 9 is below least, 18"),
        ('kind = "points"\nstep = 0', "step must be 1 or more"),
        ('kind = "points"\ntold = "al"', "told must be \"all\", \"one\", \"any\", \"once\" or \"often\", not"),
        ('kind = "points"\nnamed = { "Gin!" = 3 }', "a word has lowercase letters and dashes, not 'Gin!'"),
        ('kind = "points"\npaid-to = "a"', "there is no other column 'a'"),
        ('kind = "count"\ntotal = 13\ngrowing = 2', 'growing needs total = "round"'),
        ('kind = "points"\nshared = true', "shared needs a total"),
        ('kind = "bid"\nof = "x"\nbags = 10', "bags and bags-cost go together"),
        ('kind = "count"\ntotal = 4\nin-all = 5', "use total or in-all, not both"),
        ('kind = "share"\ntimes = { kontra = 0 }', "kontra must multiply by 1 or more, not 0"),
        ('kind = "share"\nnamed = { re = 5 }\ntimes = { re = 2 }', "re is in named and in times"),
        ('kind = "share"\nparty = [4]', "party must list sizes from 1 to 3 players"),
        ('kind = "share"\nplaying = 1', "playing must be more players than a party, and at most 4, not 1"),
        ('kind = "contract"\nof = []', "of must name the columns that make the contract"),
        ('kind = "bonus"', "worth is missing in a"),
        ('kind = "minimum"', "a minimum needs scores or rounds, and not both"),
        ('kind = "minimum"\nscores = { 0 = 5 }\nrounds = [5]', "a minimum needs scores or rounds, and not both"),
        ('kind = "minimum"\nscores = { 9 = 5, 0 = 5 }', "list the scores from the lowest up"),
        ('kind = "minimum"\nscores = { x = 5 }', "scores must be numbers"),
        ('kind = "minimum"\nbelow = 5\nrounds = [5]', "below needs scores"),
        ('kind = "minimum"\nrounds = [1, 2, 3, 4, 5, 6, 7, 8, 9]', "a minimum can have 8 steps at most"),
        ('kind = "minimum"\nrounds = [-1]', "a minimum must be 0 to"),
        ('kind = "count"\namong = "b"', "there is no other column 'b'"),
        ('kind = "count"\namong = "b"\n[column.b]\nkind = "count"', "b needs in-all, the number of both together"),
        ('kind = "count"\namong = "b"\ntotal = 4\n[column.b]\nkind = "count"\nin-all = 4', "b sets the number"),
        ('kind = "box"\nstep = -2', "step must be 1 or more"),
        ('kind = "box"\nmost = 10000000', "most must be -1000000 to 1000000, not 10000000"),
        ('kind = "count"\nalso = ["a"]', "a already uses the verb a"),
        ('kind = "bonus"\nworth = 1\nnot-with = ["b"]', "there is no other column 'b'"),
        ('kind = "bonus"\nworth = 1\nnot-with = ["a"]', "there is no other column 'a'"),
        ('kind = "bonus"\nworth = 1\nimplies = ["b"]\n[column.b]\nkind = "count"', "b is a count column, but implies"),
        ('kind = "reached"\nnot-with = ["b"]\nof = ["b"]\nat = 1\nworth = 1', "a reached column can't have not-with"),
        ('kind = "who"\nworth = 1\nevery-round = true', "a who column can't have every-round"),
        ('kind = "bonus"\nworth = 1\nafter = ["b"]\n[column.b]\nkind = "count"', "a count column, but after needs"),
        (
            'kind = "bonus"\nworth = 1\nnot-with = ["b"]\nimplies = ["b"]\n[column.b]\nkind = "bonus"\nworth = 1',
            "a needs b and excludes it",
        ),
        ('kind = "points"\nbeside = { b = { most = "1" } }', "beside must be"),
        ('kind = "points"\nbeside = { b = { top = 1 } }', "beside can't have 'top'"),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gni = { most = 1 } }', "named 'gni'; did you mean gin?"),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gin = { not-with = ["x"] } }', "no points are named 'x'"),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gin = { party = 1 } }', "only the words of a share column"),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gin = { least = 3, most = 2 } }', "gin can be entered only"),
        ('kind = "points"\nnamed = { gin = 3 }\nword = { gin = { implis = [] } }', "word can't have 'implis'"),
        (
            'kind = "points"\nnamed = { a = 3, b = 3 }\nword = { a = { implies = ["b"], not-with = ["b"] } }',
            "a can't both imply and exclude the same name",
        ),
        ('kind = "share"\nnamed = { solo = 5 }\nword = { solo = { party = 2 } }', "party can't be 2"),
        ('kind = "share"\nmultiples = { x = 3 }', "multiples must be a list of numbers, or a table"),
        ('kind = "share"\nmultiples = { 9 = 0 }', "multiples must be 2 or more"),
        ('kind = "share"\nmultiples = [9]\noverbid = true', "overbid needs most"),
        ('kind = "points"\nwhose = "eldest"', "whose must be"),
        ('kind = "points"\ntotal = 9\nnamed = { total = 3 }', "two house rules would be called a-total. Rename one"),
    ],
)  # fmt: skip
def test_what_would_be_right(line: str, text: str) -> None:
    lines = mistakes(f'name = "A"\nplayers = "3-4"\n\n[column.a]\n{line}\n')
    assert any(text in mistake for mistake in lines), lines
    assert all(4 <= int(mistake.partition(":")[0]) <= 8 for mistake in lines), lines


@pytest.mark.parametrize("partners", ["3", "6", "1"])
def test_partners_are_at_a_table_of_so_many(partners: str) -> None:
    column = '[column.a]\nkind = "points"\n'
    lines = mistakes(f'name = "A"\nplayers = "2-4"\npartners = {partners}\n{column}')
    assert lines == [
        f"3: partners must be true, or the number of players that makes teams, even and among 2-4, not {partners}"
    ]
    assert read(f'name = "A"\nplayers = "2-4"\npartners = 4\n{column}')


def test_numbers_can_be_together() -> None:
    column = '[column.hearts]\nkind = "count"\ntotal = 13\nmost = 4\n'
    assert mistakes(f'name = "A"\nplayers = "3-4"\n{column}') == [
        "3: hearts-total=13 can't be reached with hearts-most=4"
    ]
    assert read(f'name = "A"\nplayers = "4"\n{column}')


@pytest.mark.parametrize(
    ("house", "text"),
    [
        ("hearts=2", ""),
        (
            "heart=2",
            "A has no house rule 'heart'. Its house rules: hearts, hearts-total, hearts-most, target, rounds, floor,"
            " ties",
        ),
        ("hearts 2", "write an option as name=value, not 'hearts 2'"),
        ("hearts=two", "hearts must be a whole number, not 'two'"),
        ("hearts-most=3", "hearts-total=13 can't be reached with hearts-most=3"),
    ],
)
def test_a_variant_can_be_played(house: str, text: str) -> None:
    column = '[column.hearts]\nkind = "count"\ntotal = 13\nmost = 13\n'
    variant = f'[variant.other]\ntext = "Otherwise."\nhouse = "{house}"\n'
    lines = mistakes(f'name = "A"\nplayers = "4"\n{column}{variant}')
    assert lines == ([f"9: {text}"] if text else [])


@pytest.mark.parametrize("players", ["9-4", "3-25", "0", "25", "many", "-3"])
def test_so_many_can_t_play(players: str) -> None:
    column = '[column.a]\nkind = "share"\nparty = [2]\n'
    lines = mistakes(f'name = "A"\nplayers = "{players}"\n{column}')
    assert lines == [f"2: players must be a number or a range, as in \"3-6\", not '{players}'"]


def test_what_is_no_toml_has_its_line() -> None:
    assert mistakes('name = "A\n') == ["1: this isn't TOML: illegal character '\\n'"]
    assert mistakes('name = "A"\nname = "B"\n') == ["2: this isn't TOML: the same name has two values in one table"]
    assert mistakes('name = "A"\nplayers = two\n')[0].startswith("2: this isn't TOML: a value must be a number, text")
    no_column = "1: a sheet needs at least one column. Start it with a line [column.NAME]"
    assert mistakes("") == [no_column, "1: name is missing", "1: players is missing"]


def test_the_rest_of_the_head_is_looked_at_whatever_the_players_are() -> None:
    head = 'name = "A"\nplayers = "four"\ntarget = 0\nrounds = -3\nedition = 0\n'
    assert [text.partition(": ")[0] for text in mistakes(head + '[column.a]\nkind = "points"\n')] == list("2345")


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        ('[column.target]\nkind = "who"\nworth = 3\n', "3: two house rules would be called target, in the sheet"),
        ('[column.ends]\nkind = "points"\nverb = "scores"\n', "3: two house rules would be called ends, in the sheet"),
        (
            '[column.t]\nkind = "count"\ntotal = 7\n[column.t-total]\nkind = "all"\nof = ["t"]\n',
            "6: two house rules would be called t-total, in t and in t-total. Rename one",
        ),
        (
            '[column.t]\nkind = "count"\n[column.b]\nkind = "bid"\nof = "t"\nnil = 9\n'
            '[column.b-nil]\nkind = "bonus"\nworth = 1\n',
            "9: two house rules would be called b-nil, in b and in b-nil. Rename one",
        ),
    ],
)  # fmt: skip
def test_no_two_things_have_one_name_in_a_house(columns: str, text: str) -> None:
    lines = mistakes(f'name = "A"\nplayers = 4\n{columns}')
    assert len(lines) == 1 and lines[0].startswith(text), lines


@pytest.mark.parametrize(
    ("column", "line"),
    [
        ('[column.a]\nkind = "count"\neach = 0\n', 3),
        ('[column.a]\nkind = "final"\nworth = 10\n', 3),
        ('[column.a]\nkind = "bonus"\nworth = 0\n', 3),
    ],
)
def test_something_of_a_round_can_be_told(column: str, line: int) -> None:
    assert mistakes(f'name = "A"\nplayers = 4\n{column}') == [f"{line}: {UNTOLD}"]


def test_a_house_leaves_something_to_be_told() -> None:
    game = game_in('name = "A"\nplayers = 4\n[column.a]\nkind = "bonus"\nworth = 5\n', "a")
    with pytest.raises(ValueError, match="a round needs a column"):
        Referee(game, ["Ann", "Ben", "Cat", "Dan"], {"a": "0"})


@pytest.mark.parametrize(
    ("example", "texts"),
    [
        ({}, []),
        ({"players": "Ann Ben"}, ["7: the example can't be played: A is for 3 players, not 2"]),
        ({"house": "hearts=two"}, ["10: the example can't be played: hearts must be a whole number, not 'two'"]),
        ({"told": "hearts 5 5 5"}, ["8: the example is wrong: hearts 5 5 5: illegal[hearts]: that's 15 hearts, but"
                                    " there are only 13"]),
        ({"score": "Ann 5, Ben 5, Cat 4"}, ["9: the example is wrong: it adds up to Cat 3"]),
    ],
)  # fmt: skip
def test_an_example_is_so(example: dict[str, str], texts: list[str]) -> None:
    given = {"players": "Ann Ben Cat", "told": "hearts 5 5 3", "score": "Ann 5, Ben 5, Cat 3", "house": "target=50"}
    shown = given | example
    lines = [f'{key} = ["{text}"]' if key == "told" else f'{key} = "{text}"' for key, text in shown.items()]
    column = '[column.hearts]\nkind = "count"\ntotal = 13\n'
    assert mistakes("\n".join(['name = "A"\nplayers = 3', column.strip(), "[example]", *lines])) == texts


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
    lines = mistakes(f'name = "A"\nplayers = "3-4"\n[column.a]\nkind = "count"\ntotal = 7\n{more}\n')
    assert lines and len("".join(lines)) < 100_000, lines[:3]


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
@settings(max_examples=times(150), deadline=None)
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
    with pytest.raises(BadSheet, match="7: there is no rule point: the rules are points, ends"):
        game_in(f'{text}point = "what count"\n', "a")
