"""The content of docs/*.md is true: shell output, records, code, tables and names match the program."""

from __future__ import annotations

import importlib
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee.games
from referee.cards import read_cards
from referee.game.common_reports import ANY_TIME, Deal
from referee.game.sources import GameSource, Origin
from referee.language.reports import METAVARS, shape
from referee.language.words import pieces
from referee.records.record import HEADERS, Judge, record_object
from referee.testing.tried import EVERY, Tried
from scoresheets.cli.commands import COMMANDS
from tests.docs_blocks import PAGES, ROOT, blocks, current, hands_typed

DOCS = ROOT / "docs"
RECORDS = ROOT / "tests" / "records"
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


# Shells and tables


@pytest.mark.no_cover
@pytest.mark.parametrize("page", PAGES, ids=named)
def test_page_shows_what_the_program_prints(page: Path) -> None:
    now = current(page)
    assert now.text == page.read_text(encoding="utf-8"), "python -m tests.docs_blocks --write writes it"
    for path, picture in now.pictures.items():
        assert path.read_text(encoding="utf-8") == picture, f"{path}: python -m tests.docs_blocks --write writes it"


def test_an_evening_takes_few_keys() -> None:
    """At most twelve for each player in games of bids and tricks. In every game a hand can be entered in one line."""
    hands = hands_typed()
    assert len({hand.game for hand in hands}) == 4
    for game in {hand.game for hand in hands}:
        assert min(len(hand.lines) for hand in hands if hand.game == game) == 1, game
    for hand in hands:
        if hand.game in ("Oh Hell!", "Hasenpfeffer"):
            assert hand.keys <= 12 * hand.players, hand


def test_the_tutorial_uses_what_it_promises() -> None:
    text = "".join(block.text for kind in ("table", "console") for block in blocks(DOCS / "tutorial.md", kind))
    for command in ("score", "can", "<", "fix", "void", "why", "log", "end", "standings"):
        assert re.search(rf"^(game|\d+)> {command}", text, re.MULTILINE), command
    assert "$ referee say" in text
    for word in ("Not allowed: ", "Kept as played: ", "Revoke: "):
        assert word in text
    assert "something is wrong" not in text


# Records


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "adding-a-game.md"], ids=named)
def test_records_hold(page: Path) -> None:
    for block in blocks(page, "record"):
        judge = Judge().judge(block.text.splitlines())
        assert not judge.failures, f"{page.name}:{block.line + judge.failures[0].line - 1}: {judge.failures[0]}"
        assert not judge.warnings


# The example game


@pytest.fixture
def slobberhannes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tried]:
    """The game on the page, with its records and its model."""
    page = DOCS / "adding-a-game.md"
    code = "\n\n".join(block.text for block in blocks(page, "python"))
    (tmp_path / "slobberhannes.py").write_text(code, encoding="utf-8")
    (tmp_path / "slobberhannes_model.py").write_text(blocks(page, "py")[0].text, encoding="utf-8")
    for number, block in enumerate(blocks(page, "record")):
        (tmp_path / f"{number}.record").write_text(block.text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    game = importlib.import_module("slobberhannes").GAME
    monkeypatch.setattr(referee.games, "SOURCES", [lambda: [GameSource(game.slug, Origin("page"), lambda: game)]])
    yield Tried(game, sorted(tmp_path.glob("*.record")), importlib.import_module("slobberhannes_model"))
    for module in ("slobberhannes", "slobberhannes_model"):
        del sys.modules[module]


@pytest.mark.no_cover
def test_the_game_on_the_page_is_whole(slobberhannes: Tried) -> None:
    assert len(slobberhannes.records) == 2
    assert [number.name for number in slobberhannes.amounts] == ["each", "more", "goal"]
    tried = [(check, case) for check in EVERY for case in check.cases(slobberhannes)[: 4 if check.random else None]]
    assert len(tried) > 50
    for check, case in tried:
        check.of(slobberhannes, case)


def test_the_game_on_the_page_is_none_that_is_there() -> None:
    assert not (ROOT / "referee" / "games" / "slobberhannes.py").exists()


# The grammar


def grammar() -> dict[str, str]:
    """The productions on the page as regular expressions."""
    bodies: dict[str, str] = {}
    for block in blocks(DOCS / "notation.md", "ebnf"):
        for name, body in re.findall(r"^(\w+)\s*= (.*?) ;$", block.text, re.MULTILINE | re.DOTALL):
            bodies[name] = body
    signs = {"{": "(?:", "}": ")*", "[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}

    def expanded(name: str, within: tuple[str, ...] = ()) -> str:
        assert name not in within, f"{name} is made of itself"
        pattern = ""
        for token in re.findall(r'"[^"]*"|\? .*? \?(?= |$|\n)|\w+|\S', bodies[name]):
            if token.startswith('"'):
                pattern += re.escape(token[1:-1])
            elif token.startswith("? "):
                pattern += f"(?:{token[2:-2]})"
            else:
                pattern += signs.get(token) or f"(?:{expanded(token, (*within, name))})"
        return pattern

    return {name: expanded(name) for name in bodies}


LINE = re.compile(grammar()["line"])
WORD_OF_CARDS = re.compile(grammar()["cards"], re.IGNORECASE)


def lines_of_records() -> list[str]:
    """Every line of the records, except headers."""
    lines = [
        line for path in sorted(RECORDS.glob("*/*.record")) for line in path.read_text(encoding="utf-8").splitlines()
    ]
    return [line for line in lines if not re.match(rf"({'|'.join(HEADERS)})\s*:", line)]


def test_every_line_of_our_records_is_one() -> None:
    lines = lines_of_records()
    assert len(lines) > 100
    assert [line for line in lines if not LINE.fullmatch(line)] == []


@pytest.mark.parametrize(
    "line",
    [
        'Ben bids "1',
        "! ! Ben bids 1",
        "= Ann 20; ~ ~ Ben bids 1",
        '! [bid-range] "',
        "=",
        ",",
    ],
)
def test_what_is_no_line(line: str) -> None:
    assert not LINE.fullmatch(line)


@pytest.mark.parametrize(
    "line",
    ["", "# all of it a comment; even \"", "Ben#s bids 1", 'note 5" nails; and # hearts', "; Ben bids 1;; # so",
     '! [a-b] ~ "Mary Ann"+Ben lays 4H-6H on 2', "~note x", '= "Mary Ann" 20, Ben -10'],
)  # fmt: skip
def test_what_is_a_line(line: str) -> None:
    assert LINE.fullmatch(line)
    list(pieces(line))


@given(st.text('Ab1;#"!=~[], \t-', max_size=12))
def test_a_line_of_the_grammar_can_be_taken_apart(line: str) -> None:
    if LINE.fullmatch(line):
        list(pieces(line))


@given(st.text("AKT1029sH♦=J?", max_size=6) | st.from_regex(r"(10|[AKT29])[sH♦]?-(10|[AKT29])[sH♦]", fullmatch=True))
def test_a_word_names_cards_as_the_grammar_says(word: str) -> None:
    if "-" not in word:
        assert bool(read_cards(word)) == bool(WORD_OF_CARDS.fullmatch(word))
    else:  # ranges are described in prose instead of the grammar
        assert not read_cards(word) or WORD_OF_CARDS.fullmatch(word)


# The notation's tables


def column(text: str, heading: str) -> list[str]:
    """The words in backquotes in the first column of the table with that heading."""
    table = text[text.index(heading) :].split("\n\n")[0]
    return [word for row in table.splitlines()[2:] for word in re.findall(r"`([^`]+)`", re.split(r"(?<!\\)\|", row)[1])]


def test_headers_are_those_that_are_read() -> None:
    assert set(column(NOTATION, "| header | value |")) == set(HEADERS)


ALWAYS = (Deal, *ANY_TIME)


def test_reports_of_every_game_are_there() -> None:
    verbs = [re.sub(r"\[.*?\]|[^a-z ]", "", form).split()[0] for form in column(NOTATION, "| report | says |")]
    assert sorted(verbs) == sorted(kind.verb for kind in ALWAYS)


def test_forms_are_explained() -> None:
    explained = set(column(NOTATION, "| in a form | stands for |"))
    assert set(METAVARS.values()) <= explained
    for kind in ALWAYS:
        for word in re.findall(r"[A-Z±]+", shape(kind).usage):
            assert word in explained


def paths(value: Any, path: str = "") -> set[str]:
    """Every key of an object, as named on the page. Objects by player or by name count as one."""
    keys = set()
    for key, part in value.items():
        keys.add(here := f"{path}{key}")
        if isinstance(part, dict) and key not in ("scores", "accounts", "house", "facts"):
            keys |= paths(part, f"{here}.")
        for entry in part if isinstance(part, list) else ():
            if isinstance(entry, dict):
                keys |= paths(entry, f"{here}[].")
    return keys


def test_every_key_of_the_object_is_explained() -> None:
    judge = Judge().judge(
        [
            "game: oh-hell", "players: Ann, Ben, Cat", "house: first-hand=1", "deal Ann", "~ Cat bids 0",
            "! Cat bids 1", "upcard 2C", "Ann bids 0; Ben bids 1", "Ben plays 5H; Cat plays 6S", "Cat dealt 7H",
            "Ann plays 9H", "Cat dealt 6S", "adjust Ann -5", "= Ann 20", "deal", "Cat dealt 7H",
            "Cat bids 0; Ann bids 0; Ben bids 2", "upcard KC", "Cat plays 7H", "deal",
        ]
    )  # fmt: skip
    whole = record_object(judge, "night.record")
    judge = Judge().judge(
        ["game: oh-hell", "players: Ann, Ben, Cat", "house: first-hand=2", "deal Ann", "upcard 2C",
         "Ben bids 0; Cat bids 0; Ann bids 3", "trick 5H 6S 7H", "Ann plays 9S", "Ben plays 2S", "Cat plays 8H"]
    )  # fmt: skip
    findings = record_object(judge, "night.record")
    amended = record_object(
        Judge().judge(["game: farmer", "players: Ann, Ben, Cat", "house ante=2", "deal Ann"]), "night.record"
    )
    assert findings["findings"] and whole["overruled"] and whole["failed"] and whole["adjustments"] and whole["refused"]
    every = paths(json.loads(json.dumps(whole))) | paths(findings) | paths(amended)
    assert set(column(NOTATION, "| key | is |")) == every


# Names in the pages


def test_every_page_is_reached_from_the_index() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_files_that_are_named_are_there(page: Path) -> None:
    for path in re.findall(r"`((?:referee|scoresheets|tests|docs)/[\w/.-]*)`", page.read_text(encoding="utf-8")):
        if "GAME" not in path:
            assert (ROOT / path).exists(), path


def test_the_tree_in_the_architecture_is_there() -> None:
    text = (DOCS / "architecture.md").read_text(encoding="utf-8").partition("# The referee")[0]
    tree = re.findall(r"^ {4}( *)([\w.]+/?) ", text, re.MULTILINE)
    assert len(tree) > 15
    folders = [ROOT]
    for indent, name in tree:
        path = folders[len(indent) // 2] / name
        assert path.exists(), name
        folders[len(indent) // 2 + 1 :] = [path]


def test_names_in_the_architecture_are_the_codes() -> None:
    """`Hand.meant` is an attribute, and `Segment` a class."""
    modules = [
        "referee.rules.rule",
        "referee.game.ruleset",
        "referee.game.game",
        "referee.table.referee",
        "referee.table.hand_run",
        "referee.table.hands",
        "referee.table.late_reports",
        "referee.language.reports",
        "referee.records.record",
        "referee.kit.holdings",
        "referee.kit.evidence",
        "referee.kit.layout",
    ]
    modules += [
        "referee.kit.counted",
        "referee.kit.stock",
        "referee.kit.tricks",
        "scoresheets.keeping.journal",
        "scoresheets.keeping.replay",
        "scoresheets.display.fitting",
        "scoresheets.keeping.models",
        "scoresheets.keeping.postgres",
        "scoresheets.web.forms",
        "scoresheets.keeping.session",
        "scoresheets.keeping.line_entry",
        "scoresheets.keeping.replay_cache",
        "scoresheets.web.app",
        "scoresheets.web.table",
        "scoresheets.web.telling",
        "scoresheets.web.watch",
    ]
    rooms = [vars(importlib.import_module(module)) for module in modules]
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    names = set(re.findall(r"`((?!None)[A-Z]\w*[a-z]\w*)(?:\.(\w+))?`", text))
    assert len(names) > 20
    for name, member in names:
        owners = [room[name] for room in rooms if name in room]
        assert owners, name
        parts = {part for owner in owners for part in (*dir(owner), *getattr(owner, "__dataclass_fields__", ()))}
        assert not member or member in parts, f"{name}.{member}"


def test_every_command_is_in_the_readme() -> None:
    commands = column((ROOT / "README.md").read_text(encoding="utf-8"), "| command | does |")
    missing = set(COMMANDS) - {command.split()[0] for command in commands}
    assert not missing, f"the table of commands in README.md has no {missing}"


def test_every_dependency_has_its_line() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dependencies = [
        *project["dependencies"],
        *(dependency for extra in project["optional-dependencies"].values() for dependency in extra),
    ]
    decisions = (DOCS / "decisions.md").read_text(encoding="utf-8")
    for dependency in dependencies:
        assert f"`{re.split('[<>=]', dependency)[0]}`" in decisions, dependency
