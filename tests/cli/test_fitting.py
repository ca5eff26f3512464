"""Text is never cut off: every number, name and rule is complete in the output, however narrow the terminal."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from json import loads
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from referee import Referee, find_game
from referee.games import games, ours
from referee.table.objects import table_object
from referee.testing.walker import Walker
from scoresheets.cli import console
from scoresheets.cli.commands import COMMANDS
from scoresheets.display.fitting import blocks
from scoresheets.display.plain import broken
from scoresheets.display.sheets import sheet
from scoresheets.keeping.journal import open_journal
from tests.evening import referee as run_referee
from tests.share import SHARE
from tests.tables import NAMES, names, sizes, table

NARROWEST, WIDEST = 40, 200
SHAPES = ("oh-hell", "piquet", "samba", "indian-chief", "bridge-solitaire", "farmer", "one-eyed-jack")
"""A game of each shape of sheet, and one with a board."""


def drawn(shown: Any, width: int) -> list[str]:
    console = Console(width=width, markup=False, emoji=False, highlight=False, color_system=None)
    with console.capture() as caught:
        console.print(shown)
    return [line.rstrip() for line in caught.get().splitlines()]


def words(lines: list[str]) -> Counter[str]:
    """The words of some lines, without plus signs. The dealer's mark may touch the next word."""
    return Counter(re.sub(r"(?<!\S)[*●] ?|(?<!\S)\+(?=\d)|─+", "", " ".join(lines)).split())


def figures(referee: Referee) -> Counter[str]:
    """The totals and corrections that ``--json`` prints."""
    entered = table_object(referee)
    totals = [*entered["scores"].values(), *(line["points"] for line in entered["adjustments"])]
    return Counter(str(points) for points in totals if points)


@cache
def everything(slug: str, players: int) -> Counter[str]:
    """All words of a sheet with unlimited room."""
    return words(drawn(sheet(table(slug, players), plain=True), 5000))


def whole(slug: str, players: int, width: int, plain: bool) -> None:
    referee = table(slug, players)
    lines = drawn(sheet(referee, plain=plain), width)
    assert max(map(cell_len, lines)) <= width
    assert not everything(slug, players) - words(lines)
    assert not figures(referee) - words(lines)
    for name in referee.seats:
        assert any(name in line for line in lines), name


@pytest.mark.parametrize("slug", SHAPES)
def test_every_shape_of_sheet_is_whole_from_the_narrowest_to_the_widest(slug: str) -> None:
    for width in range(NARROWEST, WIDEST + 1, 7):
        whole(slug, sizes(slug)[-1], width, plain=width % 2 == 0)


@pytest.mark.parametrize("slug", ours())
def test_every_sheet_is_whole_however_many_play(slug: str) -> None:
    luck = random.Random(slug)
    for players in sizes(slug) if SHARE == 1 else {sizes(slug)[0], sizes(slug)[-1]}:
        for width in (NARROWEST, luck.randint(NARROWEST, WIDEST)):
            whole(slug, players, width, plain=luck.random() < 0.5)


# What `referee` lists

UMA, BART, MARIA, LI, DICEY, *_ = NAMES
HOUSE = "[oh-hell]\nfirst-hand = 7\n[farmer]\nante = 2\n[razz]\nante = 12\n"
EVENINGS = {
    "oh-hell": (
        [UMA, BART, MARIA, LI, DICEY], {"first-hand": "2"},
        ["deal", "upcard 7H", f"{BART} bids 1", f'"{MARIA}" bids 0', f"{LI} bids 0", f'"{DICEY}" bids 0',
         f"{UMA} bids 1", f"{UMA} bids 2", f"{BART} takes 2", f"adjust {UMA} +21 because the paper had it so"],
    ),
    "farmer": (
        [UMA, BART, MARIA, LI], {},
        ["deal", f"{BART} holds 12", f'"{MARIA}" holds 15', f"{LI} busts", f"{UMA} busts"],
    ),
    "piquet": (
        [BART, MARIA], {"hands": "1"},
        [f"deal {BART}", f'"{MARIA}" declares point 6', f'"{MARIA}" declares quint A', f'"{MARIA}" takes 7',
         f'"{MARIA}" declares pique', f"{BART} takes 5 last"],
    ),
    "samba": (names(4), {}, ["deal", f"{BART} scores 505 natural 1 mixed 1 out held 30", f"{UMA} scores 120 held 5"]),
}  # fmt: skip
LISTS = (
    "sessions", "standings", f"player {BART}", "records", "log 1", "log 3", f"why {UMA} --session 1",
    "why hand 1 --session 3", "why 7 --session 1", "players list", "settle", "board", "score", "show 1", "show 2",
    "show 3", "whatif --session 1 --set first-hand=3", f"reconcile --session 1 {UMA}=20 {BART}=-3", "config show",
    "doctor", "restore", "house list", "house show home", "house diff home book", "rulings list",
    "rulings show 1", "rule order", "games",
)  # fmt: skip
SHEETS = ("score", "show 1", "show 2", "show 3")
FIGURES = {"points", "played", "won", "amount", "score", "total", "ours", "paper", "sessions", "rule"}
UNSAID = {"name", "value", "house", "lines", "also", "remark", "verdict", "report", "points", "chips", "together",
          "won", "so", "5000", "longest"}  # fmt: skip
"""Names of columns, left out if a row has no value there, and the width of the terminal."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A file with an evening of several games, a dispute that was decided, a backup, and a house."""
    folder = tmp_path_factory.mktemp("evening")
    (folder / "houses").mkdir()
    (folder / "houses" / "home.toml").write_text(HOUSE, encoding="utf-8")
    with open_journal(folder / "evening.db", create=True) as journal:
        for slug, (players, house, reports) in EVENINGS.items():
            session = journal.new(slug, players, house)
            for report in reports:
                session.say(report)
            if slug != "samba":
                session.end()
    ended = run_referee(
        folder / "evening.db",
        "dispute",
        "5",
        "--session",
        "1",
        "--decide",
        "they all bid again",
        "--why",
        "it was late",
    )
    assert ended.code == 0, ended
    assert run_referee(folder / "evening.db", "backup").code == 0
    yield folder / "evening.db"


@pytest.mark.parametrize("command", LISTS)
def test_every_list_is_whole_at_every_width(evening: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", str(evening.parent / "config.toml"))

    def listed(width: int, *more: str) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(width))
        ended = run_referee(evening, *command.split(), *more)
        assert ended.out, ended
        return ended.out.splitlines()

    wide = listed(5000, "--plain")
    if command not in SHEETS:
        shown = {word.strip("[](),;:.+") for word in words(wide)}
        assert not set(counted(run_referee(evening, *command.split(), "--json").out)) - shown
    seated = [name for name in NAMES if any(name in line for line in wide)]
    rules = [word for word in words(wide) if re.fullmatch(r"\[?[a-z0-9]+(-[a-z0-9]+)+\]?", word)]
    for width in (NARROWEST, 57, 80, 100):
        for plain in ((), ("--plain",)):
            lines = listed(width, *plain)
            missing = set(words(wide) - words(lines)) - UNSAID
            assert not {word for word in missing if cell_len(word) < width - 2}, width
            for name in [*seated, *rules]:
                assert any(name in line for line in lines), (name, width)


def counted(json: str) -> Iterator[str]:
    """Figures and rules that ``--json`` prints, as lists show them."""

    def inside(value: Any, counts: bool) -> Iterator[str]:
        if isinstance(value, dict):
            for name, below in value.items():
                yield from inside(below, name in FIGURES)
        elif isinstance(value, list):
            for below in value:
                yield from inside(below, counts)
        elif counts and value not in (None, ""):
            yield str(value)

    return inside(loads(json), False)


# How it is laid out


def board_of(*seats: str, width: int = NARROWEST) -> list[str]:
    referee = Referee(find_game("indian-chief"), seats)
    return drawn(sheet(referee, plain=True), width)


def test_cells_stand_closer_before_anything_stands_below() -> None:
    referee = Referee(find_game("oh-hell"), ["Uma", "Ben", "Cat", "Dan", "Eve"], {"first-hand": "2"})
    bids = [f"{name} bids 0" for name in ("Ben", "Cat", "Dan", "Eve")]
    for report in ("deal", *bids, "Uma bids 3", "Ben takes 2"):
        assert referee.hear(report).accepted
    wide, closer, below = (drawn(sheet(referee, plain=True), width)[2:9] for width in (72, 62, 61))
    assert wide[:3] == [
        " hand  cards  trump         Uma       Ben       Cat       Dan       Eve",
        "    1      2         * 3/0  -30  0/2  -20  0/0   10  0/0   10  0/0   10",
        "total                       -30       -20        10        10        10",
    ]
    assert closer[:3] == [
        " hand  cards  trump       Uma      Ben     Cat     Dan     Eve",
        "    1      2         *3/0 -30  0/2 -20  0/0 10  0/0 10  0/0 10",
        "total                     -30      -20      10      10      10",
    ]
    assert below == [
        " hand  cards  trump       Uma      Ben",
        "    1      2         *3/0 -30  0/2 -20",
        "total                     -30      -20",
        "",
        " hand     Cat     Dan     Eve",
        "    1  0/0 10  0/0 10  0/0 10",
        "total      10      10      10",
    ]


def test_players_stand_in_blocks_of_about_the_same_number() -> None:
    width = {1: 10, 2: 10, 3: 30, 4: 10, 5: 10}
    fits = lambda block: sum(width.get(column, 4) for column in block) <= 45  # noqa: E731
    assert blocks([0], [1, 2, 3, 4, 5], fits) == [[0, 1, 2], [0, 3, 4], [0, 5]]
    assert blocks([0], [1, 2, 4, 5], fits) == [[0, 1, 2, 4, 5]]
    assert blocks([], [3, 3, 1], fits) == [[3], [3, 1]]
    assert blocks([0], [], fits) == [[0]]


def test_a_name_that_has_no_room_in_its_column_stands_above_it() -> None:
    name = "Bartholomew-Alexander-Theodor"
    texts = board_of("Ann", name + "-Maria")
    assert name + "-Maria" in texts
    assert texts[texts.index(name + "-Maria") + 2] == "1 thief"


def test_a_name_wider_than_the_terminal_goes_on_in_the_next_line() -> None:
    name = "".join(chr(ord("A") + i % 26) for i in range(60))
    for width in (40, 59):
        assert name in "".join(board_of("Ann", name, width=width))


def test_partners_with_long_names_stand_below_one_another() -> None:
    referee = Referee(find_game("samba"), names(4))
    texts = drawn(sheet(referee, plain=True), NARROWEST)
    assert texts[1] == "hand   Uma+Maria Theresia"
    assert texts[4:6] == ["       Bartholomew-Alexand+", "hand       李小龍と仲間たち"]


def test_a_long_line_goes_on_between_words_by_the_room_that_letters_take() -> None:
    assert broken("  Next: 李小龍 or 仲間たち bids.", 20) == ["  Next: 李小龍 or", "  仲間たち bids."]
    assert broken("as it stands", 12) == ["as it stands"]
    assert broken("a-very-long-word-that-stays whole", 10) == ["a-very-long-word-that-stays", "whole"]


@pytest.mark.parametrize("command", ["", *COMMANDS, "house show", "players merge"])
def test_help_is_as_wide_as_the_terminal(command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = run_referee(tmp_path / "evening.db", *command.split(), "--help").out
    before, _, _ = text.partition("For example:")
    assert max(map(cell_len, before.splitlines())) <= 40
    assert not re.search(r"\w\.\.\.", text)


def test_in_a_row_by_itself_only_the_names_of_columns_are_dim() -> None:
    listed = console.table(("game", "remark"), [("oh-hell", "so long that it can't stand beside the game, whatever")])
    terminal = Console(width=20, force_terminal=True, color_system="standard", highlight=False)
    with terminal.capture() as caught:
        terminal.print(listed)
    assert caught.get().splitlines()[0].rstrip() == "\x1b[2mgame \x1b[0moh-hell ·"


LOOKING = (
    "score", "legal", "value", "why", "log", "sessions", "standings", "records", "player Ann", "settle", "chart",
    "chart --plain", "games", "rules oh-hell", "rules hearts", "rule bid", "house list", "players",
    "doctor --quick", "rulings", "--help", "new --help", "whatif --set made=5",
)  # fmt: skip


@pytest.mark.parametrize("columns", ["0", "1", "2", "3", "5"])
def test_no_terminal_is_too_narrow_to_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    db = tmp_path / "evening.db"
    with open_journal(db, create=True) as journal:
        session = journal.new("oh-hell", ["Ann", "Ben", "李小龍"], {"first-hand": "2"})
        for report in ("deal", "Ben bids 1", "李小龍 bids 0"):
            assert session.say(report).ruling.accepted
    monkeypatch.setenv("COLUMNS", columns)
    for words in LOOKING:
        assert run_referee(db, *words.split()).code in (0, 1, 3, 4), words


def test_what_can_be_typed_fits_the_narrowest_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every game. Reports that are only a verb have no example to be shortened to."""
    db = tmp_path / "evening.db"
    monkeypatch.setenv("COLUMNS", "2")
    for slug in games():
        walker = Walker(find_game(slug), 2)
        walker.walk(4)
        with open_journal(db, create=True) as journal:
            session = journal.new(slug, walker.referee.first_seats, walker.referee.chosen)
            for entry in walker.referee.entries:
                session.say(entry.ruling.text, overrule=entry.overrule)
        assert run_referee(db, "legal").code == 0, slug
