"""Printed sheets: the terminal's columns on one A4 page, with any text people type."""

from __future__ import annotations

import io
import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from unicodedata import normalize

import pytest
import typst
from pypdf import PdfReader

from referee import Referee, find_game
from referee.games import ours
from referee.records.record import Judge
from scoresheets.book.house import digest, understood
from scoresheets.catalogue import game_called
from scoresheets.display.leaflet import as_html as leaflet_page
from scoresheets.display.leaflet import as_text, chapters
from scoresheets.display.printing import Printed, as_html, as_pdf, blank, filled, of_table
from scoresheets.display.sheets import drawn
from scoresheets.display.sheets.paper import Paper
from scoresheets.keeping.digests import in_groups
from scoresheets.keeping.journal import Journal, open_journal
from scoresheets.keeping.session import Session
from tests.browser import printed
from tests.cli.conftest import Command
from tests.cli.conftest import referee as referee
from tests.evening import FIRST_HAND, told_to
from tests.tables import sizes, table

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "tests" / "records"
A4 = (595, 842)  # points
NASTY = "<script>alert(1)</script>"
SHAPES = ("oh-hell", "piquet", "samba", "indian-chief", "bridge-solitaire", "farmer", "one-eyed-jack")
"""A game for each layout of sheet, and one with a board."""


def played(kept: Journal, path: Path) -> Session:
    """A record saved as a session."""
    judge = Judge()
    judge.judge(path.read_text(encoding="utf-8").splitlines())
    assert judge.header and judge.referee
    session = kept.new(judge.header.game, judge.header.players, judge.header.house)
    for entry in judge.referee.entries:
        text = judge.referee.called_then(entry.ruling.text, entry.report.line)
        assert session.say(text, overrule=entry.overrule).ruling.accepted, text
    return session


@cache
def long_evening(hands: int) -> Printed:
    referee = Referee(find_game("farmer"), ["Bartholomew", "Catherine", "Dorothea", "Emmanuel"])
    for _ in range(hands):
        for report in (
            "deal Bartholomew",
            "Bartholomew busts",
            "Catherine busts",
            "Dorothea busts",
            "Emmanuel holds 14",
        ):
            assert referee.hear(report).accepted, report
    return of_table(referee, "a long evening")


@cache
def endless_evening() -> Printed:
    referee = Referee(find_game("piquet"), ["Ann", "Ben"], {"hands": "60"})
    for _ in range(60):
        assert referee.hear("deal").accepted
        elder, younger = referee.hand.eldest, referee.hand.dealer
        declared = ("declares point 6", "declares quint A", "takes 7", "declares pique")
        for report in (*(f"{elder} {declaration}" for declaration in declared), f"{younger} takes 5 last"):
            assert referee.hear(report).accepted, report
    return of_table(referee, "an endless evening")


def pages(pdf: bytes) -> list[str]:
    """The text of each page, after checking its paper size."""
    read = PdfReader(io.BytesIO(pdf))
    for page in read.pages:
        assert sorted((round(page.mediabox.width), round(page.mediabox.height))) == list(A4)
    return [normalize("NFKC", page.extract_text()) for page in read.pages]


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w+-]+", text))


@pytest.fixture
def kept(tmp_path: Path) -> Journal:
    with open_journal(tmp_path / "evening.db", create=True) as journal:
        yield journal  # type: ignore[misc]


# Content


@pytest.mark.parametrize("slug", SHAPES)
def test_the_columns_are_those_of_the_terminal(kept: Journal, slug: str) -> None:
    for path in sorted((RECORDS / slug).glob("*.record")):
        session = played(kept, path)
        table = drawn(Paper(session.referee))
        sheet = filled(session)
        assert sheet.columns.header == [column.name.plain for column in table.columns]
        assert len(sheet.columns.rows) == table.height
        for i, column in enumerate(table.columns):
            for row, cell in zip(sheet.columns.rows, column.cells, strict=True):
                assert f"{row[i].beside} {row[i].text} {row[i].so_far}".split() == str(cell).split()
        assert sorted(i for part in sheet.layout.parts for i in part) == list(range(table.height))
        for *above, total in zip(*sheet.columns.rows, strict=True):
            if slug in ("oh-hell", "farmer") and (so_far := [cell.so_far.strip() for cell in above if cell.so_far]):
                assert so_far[-1] == total.text


def test_the_rules_in_force_stand_at_the_foot(kept: Journal) -> None:
    session = kept.new("oh-hell", ["Ann", "Ben", "Cat"], {"first-hand": "2"}, profile="home")
    sheet = filled(session)
    rules = digest(session.game, 3, session.referee.in_force)
    assert sheet.rules == [f"rule set {in_groups(rules)} · house home · first-hand=2"]
    assert "house rules: first-hand=2 (standard: 10)" in sheet.house


def test_a_blank_sheet_has_room_and_no_totals() -> None:
    sheet = blank(find_game("oh-hell"))
    assert sheet.columns.header == ["hand", "cards", "trump", "", "", "", ""]
    *hands, total = sheet.columns.rows
    assert [row[0].text for row in hands] == [str(i) for i in range(1, len(hands) + 1)]
    assert len(hands) == 19
    assert total[0].text == "total"
    assert not any(cell.text for row in sheet.columns.rows for cell in row[1:])
    assert sheet.layout.row >= 7


def test_a_blank_sheet_takes_names_seats_and_hands() -> None:
    game = find_game("oh-hell")
    assert blank(game, ["Ann", "Ben", "Cat"]).columns.header[3:] == ["Ann", "Ben", "Cat"]
    assert len(blank(game, seats=7).columns.header) == 10
    assert len(blank(game, hands=5).columns.rows) == 6
    assert len(blank(find_game("farmer")).columns.rows) > 20
    assert [row[1].text for row in blank(find_game("piquet")).columns.rows[:2]] == ["elder", "younger"]
    assert len(blank(find_game("piquet"), house={"hands": "4"}).columns.rows) == 10
    with pytest.raises(ValueError):
        blank(game, seats=12)


@pytest.mark.parametrize(
    ("slug", "seats", "house", "hands"),
    [
        ("oh-hell", 4, {}, 19), ("oh-hell", 7, {}, 13), ("oh-hell", 4, {"sizes": "down"}, 10),
        ("oh-hell", 5, {"hands": "12"}, 12), ("carioca", 4, {}, 7), ("carioca", 4, {"hands": "1-8"}, 8),
        ("delphi", 5, {}, 5), ("tetka", 4, {"orbits": "2"}, 8), ("funfzehnern", 4, {"hands": "80"}, 80),
        ("old-maid", 4, {"games": "5"}, 5), ("page-one", 3, {"games": "3"}, 3), ("wizard", 4, {}, 15),
    ],
)  # fmt: skip
def test_a_blank_sheet_has_as_many_rows_as_the_game_has_hands(
    slug: str, seats: int, house: dict[str, str], hands: int
) -> None:
    rows = blank(game_called(slug), seats=seats, house=house).columns.rows
    assert [row[0].text for row in rows] == [*map(str, range(1, hands + 1)), "total"]


def test_a_blank_sheet_of_a_game_without_a_known_end_is_full() -> None:
    piquet = find_game("piquet")
    assert len(blank(piquet).columns.rows) == 14  # two rows a hand, and two totals
    assert len(blank(piquet, house={"game": "points"}).columns.rows) > 20
    for slug in ("gops", "fifty-one", "thirty-one"):  # a hand is a game, or nobody knows how many there will be
        assert len(blank(find_game(slug)).columns.rows) > 20


def test_a_blank_sheet_has_the_pots_and_the_bonus_lines() -> None:
    assert blank(find_game("farmer")).columns.header[-1] == "farm"
    assert blank(find_game("reversis")).columns.header[-1] == "pot"
    rows = [row[0].text for row in blank(find_game("samba")).columns.rows]
    assert rows[1:8] == [*find_game("samba").score_lines, "hand"]
    rows = [row[1].text for row in blank(find_game("bridge-solitaire")).columns.rows]
    assert rows.index("above the line") < rows.index("below the line") < rows.index("total")


def test_many_players_lie_on_their_side() -> None:
    assert not blank(find_game("faro"), seats=4).layout.wide
    assert blank(find_game("faro"), seats=10).layout.wide


def test_a_long_evening_is_printed_smaller_then_in_parts_then_on_more_pages() -> None:
    short, long = long_evening(20), long_evening(55)
    longer, endless = long_evening(90), endless_evening()
    assert short.layout.size > long.layout.size
    assert len(short.layout.parts) == len(long.layout.parts) == 1 < len(longer.layout.parts)
    assert short.layout.pages == long.layout.pages == longer.layout.pages == 1
    assert endless.layout.pages > 1
    assert "this sheet takes more than one page" in endless.foot
    assert "this sheet takes more than one page" not in long.foot


def test_parts_are_broken_between_hands() -> None:
    sheet = blank(find_game("samba"))
    assert len(sheet.layout.parts) == 2
    for part in sheet.layout.parts:
        assert re.match(r"\d+ · _+ deals", sheet.columns.rows[part[0]][0].text)


# What people typed


def nasty(kept: Journal) -> Session:
    names = [NASTY, "*x* $y$ `z` [w]", "@A\\b_c"]
    session = kept.new("oh-hell", names, title="</title><b>& #let x")
    session.say(f'adjust "{NASTY}" +5 </td><img src=x onerror=alert(2)> #panic("x")')
    return session


def test_what_people_typed_is_only_text_on_the_page(kept: Journal) -> None:
    text = as_html(filled(nasty(kept)))
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    tags = set(re.findall(r"<(\w+)", text))
    assert not tags & {"script", "img", "b", "a", "link", "iframe"}
    assert "default-src 'none'" in text


def test_what_people_typed_is_only_text_in_a_pdf(kept: Journal) -> None:
    (text,) = pages(as_pdf(filled(nasty(kept))))
    together = re.sub(r"\s", "", text)
    for typed in (NASTY, "*x*$y$`z`[w]", "@A\\b_c", '#panic("x")', "&#letx"):
        assert typed in together, typed


def test_a_browser_takes_the_style_and_nothing_else(chromium: WebDriver, kept: Journal, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(as_html(filled(nasty(kept))), encoding="utf-8")
    chromium.get(file.as_uri())
    assert chromium.get_log("browser") == []
    assert (
        chromium.execute_script("return getComputedStyle(document.querySelector('.sheet')).borderCollapse")
        == "collapse"
    )
    assert chromium.execute_script("return document.querySelector('th:nth-child(4)').textContent") == NASTY


# One page


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("slug", ours())
def test_a_blank_sheet_is_one_page(slug: str, seed: int) -> None:
    """For the most players, the fewest, and without a number."""
    players = find_game(slug).players
    sheet = blank(find_game(slug), seats=(players[-1], players[0], 0)[seed])
    assert sheet.layout.pages == 1
    (text,) = pages(as_pdf(sheet))
    assert sheet.rules[0].split(" · ")[0] in text


@pytest.mark.parametrize("slug", SHAPES)
def test_what_a_browser_prints_is_one_page_with_everything_on_it(
    chromium: WebDriver, kept: Journal, tmp_path: Path, slug: str
) -> None:
    file = tmp_path / "sheet.html"
    sheets = [filled(played(kept, path)) for path in sorted((RECORDS / slug).glob("*.record"))]
    for sheet in (blank(find_game(slug)), *sheets):
        file.write_text(as_html(sheet), encoding="utf-8")
        (text,) = pages(printed(chromium, file))
        assert everything(sheet) <= words(text)
        assert not cut(chromium)


def everything(sheet: Printed) -> set[str]:
    return {word for row in sheet.columns.rows for cell in row for word in words(f"{cell.beside} {cell.text}")} | words(
        " ".join((sheet.title, *sheet.foot, *sheet.rules))
    )


def cut(driver: WebDriver) -> list[str]:
    """The cells whose text is cut off."""
    script = """return [...document.querySelectorAll('.sheet td, .sheet th')]
      .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""
    cells: list[str] = driver.execute_script(script)
    return cells


def test_a_long_evening_fits_in_a_browser_too(chromium: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    for hands in (20, 55, 90):
        file.write_text(as_html(long_evening(hands)), encoding="utf-8")
        assert len(pages(printed(chromium, file))) == 1
        assert not cut(chromium)
    sheet = endless_evening()
    file.write_text(as_html(sheet), encoding="utf-8")
    assert len(pages(printed(chromium, file))) > 1
    assert len(pages(as_pdf(sheet))) > 1


def test_seven_long_names_stay_readable(chromium: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    sheet = blank(find_game("oh-hell"), [f"Bartholomew-{letter}" for letter in "abcdefg"])
    file.write_text(as_html(sheet), encoding="utf-8")
    (text,) = pages(printed(chromium, file))
    assert "Bartholomew-g" in re.sub(r"\s", "", text)
    assert not cut(chromium)
    assert sheet.layout.size >= 7


# However many play


def crowded(slug: str, *, most: bool = True) -> tuple[Printed, list[str]]:
    """The sheet for the most or fewest players of a game, with long names."""
    referee = table(slug, sizes(slug)[-1 if most else 0])
    return of_table(referee, "a crowd"), [name for name in referee.first_seats if name.isascii()]


def measured(sheet: Printed) -> list[tuple[float, float]]:
    """The width that each column needs in typst and the width it has, in millimeters."""
    columns = sheet.columns
    texts = [
        [(line, True) for line in name.split("\n")]
        + [(" ".join(filter(None, (cell.beside, line))), cell.bold) for cell in cells for line in cell.text.split("\n")]
        for name, cells in zip(columns.header, zip(*columns.rows, strict=True), strict=True)
    ]
    program = """
    #let texts = json(bytes(sys.inputs.texts))
    #let width(size, line) = measure(text(
      size * 1pt, font: "Libertinus Serif", weight: if line.at(1) { "bold" } else { "regular" }, line.at(0),
    )).width.mm()
    #context [#metadata(texts.lines.map(lines => calc.max(..lines.map(line => width(texts.size, line))))) <widths>]
    """
    text = json.dumps({"size": sheet.layout.size, "lines": texts})
    widths = json.loads(typst.query(program.encode(), "<widths>", field="value", one=True, sys_inputs={"texts": text}))
    return list(zip(widths, sheet.layout.widths, strict=True))


@pytest.mark.parametrize("slug", ours())
def test_nothing_is_cut_in_a_pdf_however_many_play(slug: str) -> None:
    for most in (False, True):
        sheet, seated = crowded(slug, most=most)
        across = (297 if sheet.layout.wide else 210) - 24
        assert all(sum(sheet.layout.widths[i] for i in block) <= across for block in sheet.layout.blocks)
        assert all(needed <= given - 2 for needed, given in measured(sheet))
    text = "\n".join(pages(as_pdf(sheet)))
    assert not [name for name in seated if name not in text]
    assert {word for word in everything(sheet) if word.isascii()} <= words(text)


@pytest.mark.parametrize("slug", [*SHAPES, "concentration", "gops"])
def test_nothing_is_cut_in_a_browser_however_many_play(chromium: WebDriver, tmp_path: Path, slug: str) -> None:
    file = tmp_path / "sheet.html"
    sheet, seated = crowded(slug)
    file.write_text(as_html(sheet), encoding="utf-8")
    text = "\n".join(pages(printed(chromium, file)))
    assert not [name for name in seated if name not in text]
    assert {word for word in everything(sheet) if word.isascii()} <= words(text)
    assert not cut(chromium)
    assert not chromium.execute_script("""return [...document.querySelectorAll('table')]
      .filter(one => one.offsetWidth > one.parentElement.clientWidth + 1).length""")


def test_names_as_long_as_they_may_be_are_whole(chromium: WebDriver, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    seated = [letter * 60 for letter in "AWMiö"]
    for sheet in (blank(find_game("oh-hell"), seated), blank(find_game("samba"), seated[:4])):
        file.write_text(as_html(sheet), encoding="utf-8")
        for text in ("\n".join(pages(printed(chromium, file))), "\n".join(pages(as_pdf(sheet)))):
            assert all(name in text for name in seated[: 4 if "Samba" in sheet.title else 5])
        assert not cut(chromium)


# The command


def test_print_writes_pages_and_pdfs(referee: Command, tmp_path: Path) -> None:
    told_to(tmp_path / "evening.db", *FIRST_HAND)
    page, pdf = tmp_path / "sheet.html", tmp_path / "sheet.pdf"
    assert referee("print", "1", "--html", str(page), "--pdf", str(pdf)).code == 0
    assert "Cat" in page.read_text(encoding="utf-8")
    assert "Cat" in pages(pdf.read_bytes())[0]
    assert referee("print", "oh-hell", "Zoë", "Ben", "Cat", "--set", "first-hand=2", "--html", str(page)).code == 0
    assert "Zoë" in page.read_text(encoding="utf-8")
    assert "first-hand=2" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "code", "text"),
    [
        (("print", "no-game"), 4, "no-game"),
        (("print", "7"), 4, "No games saved yet"),
        (("print", "piquet", "Ann", "Ben", "Cat"), 2, "is for 2 players"),
        (("print", "oh-hell", "--players", "40"), 2, "is for 3 to 10 players"),
        (("print", "oh-hell", "--set", "first-hand=99"), 2, "first-hand"),
        (("print", "oh-hell", "--hands", "-1"), 2, "hands"),
        (("print", "oh-hell", "--hands", "100000"), 2, "1 to 500 hands"),
        (("print", "1", "--hands", "3"), 2, "its own players and hands"),
        (("print", "oh-hell", "--html", "/no/where/x.html"), 5, "can't be written"),
        (("house", "leaflet", "nobody"), 4, "there are no house rules called nobody"),
    ],
)
def test_print_says_what_is_wrong(referee: Command, words: tuple[str, ...], code: int, text: str) -> None:
    ended = referee(*words)
    assert (ended.code, text in ended.err) == (code, True), ended


def test_without_typst_a_browser_is_named(referee: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    ended = referee("print", "oh-hell", "--pdf", "sheet.pdf")
    assert (ended.code, "card-referee[pdf]" in ended.err) == (2, True)


# The leaflet

HOUSE = understood("home", Path("home.toml"), f'about = "{NASTY}"\n[oh-hell]\nfirst-hand = 7\n[razz]\nante = 2\n')


def test_the_leaflet_says_what_differs_and_what_to_say() -> None:
    text = "\n".join(as_text(HOUSE, chapters(HOUSE, [find_game("oh-hell")])))
    assert "first-hand=7 (standard: 10" in text
    assert "[WHO] bids N" in text or "WHO bids N" in text
    assert f"rule set {digest(find_game('oh-hell'), 3, find_game('oh-hell').house(3, {'first-hand': '7'}))}" in text
    assert "standard rules" in "\n".join(as_text(HOUSE, chapters(HOUSE, [find_game("piquet")])))


@pytest.mark.parametrize(
    "slugs", [("oh-hell",), ("oh-hell", "razz"), ("samba", "piquet", "crates", "reversis", "cassino")]
)
def test_the_leaflet_is_one_page(chromium: WebDriver, tmp_path: Path, slugs: tuple[str, ...]) -> None:
    file = tmp_path / "leaflet.html"
    file.write_text(leaflet_page(HOUSE, chapters(HOUSE, [find_game(slug) for slug in slugs])), encoding="utf-8")
    (text,) = pages(printed(chromium, file))
    assert NASTY in text
    for slug in slugs:
        assert find_game(slug).name in text
    assert "At the table" in text
    assert chromium.get_log("browser") == []


def test_rules_that_are_not_played_are_struck_through(kept: Journal) -> None:
    session = kept.new("oh-hell", ["Ann", "Ben", "Cat"], {"without": "lead-order+bid-range"})
    sheet = filled(session)
    assert '<p class="about">not played: <s>bid-range</s>, <s>lead-order</s></p>' in as_html(sheet)
    assert sheet.rules[0].endswith(": bid-range, lead-order")
    assert "without=" not in as_html(sheet)
    assert as_pdf(sheet).startswith(b"%PDF")
