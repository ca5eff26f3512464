"""Sheets to print: a session's, or a blank one to be written by hand; on one A4 page wherever it can be done.

What stands on a sheet is read from the table that the terminal draws (`scoresheets.sheets`), cell by cell, so that the
two can't differ.  How large it is printed is reckoned here, once for a page and for a PDF.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from html import escape
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.core import Game
from referee.table import Referee
from scoresheets.digests import SHOWN
from scoresheets.house import digest
from scoresheets.plain import visible
from scoresheets.session import Session
from scoresheets.sheets import drawn, shape_of
from scoresheets.sheets.paper import Paper, shown

if TYPE_CHECKING:
    from rich.table import Table

WEB = Path(__file__).parent / "web"

A4 = (210.0, 297.0)  # millimetres
MARGIN = 12.0
WRITTEN = 7.4  # the height of a row to be written by hand
LARGEST, MIDDLING, SMALLEST = 11.0, 9.0, 6.0  # points, of what stands in the rows; where it takes pages the middle
POINT = 0.3528  # millimetres
BROAD = 0.62  # of a letter's size, its breadth on the whole
MANY_SIDES = 8  # so many fit on a page that stands upright
MOST_HANDS = 500
MOST_PARTS = 3  # beside each other, where the rows are many
GAP = 6.0  # between them
HEADING = 10  # letters of a name in one line, above a column
ONCE = ("boxes", "quadrants")
"""Shapes of sheets on which a whole game is filled in, whatever the number of hands."""

ROOM = {"cards": 6, "trump": 6, "made": 28}
"""Letters for which a blank sheet has room, in the columns that aren't for points."""


@dataclass
class Cell:
    text: str
    beside: str = ""  # what is written beside the points
    bold: bool = False
    indent: bool = False


@dataclass
class Columns:
    """A table as it is printed: which columns stand to the right, and after which rows a line ends something."""

    header: list[str]
    right: list[bool]
    rows: list[list[Cell]]
    ends: list[int]


@dataclass
class Layout:
    """How a sheet is laid out: millimetres, and the size of its letters in points."""

    wide: bool  # the page lies on its side
    size: float
    row: float
    parts: list[list[int]]  # the rows, in parts beside each other
    pages: int = 1  # about so many
    widths: list[float] = field(default_factory=list)  # of the columns, to each other


@dataclass
class Printed:
    """Everything that stands on a sheet."""

    title: str
    about: list[str]
    board: list[list[str]]
    columns: Columns
    foot: list[str]
    rules: list[str]
    blank: bool
    layout: Layout


# What stands on it


def filled(session: Session) -> Printed:
    """A session's sheet, as it stands."""
    where = [f"session {session.number}", session.title, session.place, f"{session.opened.astimezone():%Y-%m-%d}"]
    return of_table(session.referee, " · ".join(one for one in where if one), session.profile, session.chain)


def of_table(referee: Referee, where: str, profile: str = "", chain: str = "") -> Printed:
    """The sheet of a table as it stands; ``where`` says which, ``chain`` is the digest of its last line."""
    paper = Paper(referee)
    _, *house = (line.plain for line in paper.head(""))
    about = [where, *house]
    columns = _columns(drawn(paper))
    *foot, _ = (line.plain for line in paper.foot())
    if chain:
        foot.append(f"chain {chain[-SHOWN:]}")
    return _printed(paper, about, _board(paper), columns, foot, profile)


def blank(
    game: Game[Any],
    players: Sequence[str] = (),
    house: Mapping[str, str] | None = None,
    *,
    seats: int = 0,
    hands: int = 0,
    profile: str = "",
) -> Printed:
    """A sheet to be written by hand; raises ValueError where the game can't be played so.

    Without players it has room for their names, for so many ``seats``.
    """
    names = list(players) or [f"Player-{i}" for i in range(1, (seats or _usual(game)) + 1)]
    referee = Referee(game, names, house)
    paper = Paper(referee, blanks=hands or _hands(referee), nameless=not players)
    about = ["date ____________   place ________________________", *(line.plain for line in [*paper.head("")][1:])]
    columns = _columns(drawn(paper))
    return _printed(paper, about, _board(paper), columns, [], profile)


def _usual(game: Game[Any]) -> int:
    return min(max(4, game.players[0]), game.players[-1])


def _hands(referee: Referee) -> int:
    """How many hands there will be, or as many as fit on the sheet."""
    agreed = referee.house.get("hands")
    if isinstance(agreed, int) and 0 < agreed <= 60:
        return agreed
    shape = shape_of(referee)
    if shape in ONCE:
        return 1
    tall = A4[not _lies(referee)] - 2 * MARGIN
    names = ceil(max(map(len, referee.players)) / HEADING)
    rows = int((tall - 44 - 4 * names) / WRITTEN) - 2
    if shape == "teams":
        return 2 * max(1, rows // (len(referee.game.categories) + 3))
    return rows // 2 - 1 if shape == "duel" else rows


def _columns(table: Table) -> Columns:
    """A drawn table, read cell by cell."""
    cells = [[*column.cells] for column in table.columns]
    rows = [[_cell(cells[i][row]) for i in range(len(cells))] for row in range(len(table.rows))]
    ends = [i for i, row in enumerate(table.rows) if row.end_section]
    right = [column.justify == "right" for column in table.columns]
    columns = Columns([_plain(column.header) for column in table.columns], right, rows, ends)
    for row in rows:
        for cell, to_right in zip(row, right, strict=True):
            if to_right and (found := re.fullmatch(r"(\S.*?) +([+-]?\d+)", cell.text)):
                cell.beside, cell.text = found[1], found[2]
    return columns


def _cell(drawn: Any) -> Cell:
    text = _plain(drawn)
    return Cell(text.strip(), bold="bold" in str(getattr(drawn, "style", "")), indent=text.startswith("  "))


def _plain(drawn: Any) -> str:
    return "\n".join(visible(line) for line in str(getattr(drawn, "plain", drawn)).split("\n"))


def _board(paper: Paper) -> list[list[str]]:
    """What lies on the table, or what it is laid out on."""
    found: list[list[str]] = []
    for table in paper.board():
        rows = _columns(table).rows
        found += [[cell.text for cell in row] for row in rows]
    return found


def _rules(referee: Referee, profile: str) -> list[str]:
    """Every rule of the house in force, and what they come to."""
    game, players = referee.game, len(referee.seats)
    house = f" · house {profile}" if profile else ""
    values = ((option, referee.in_force[option.name]) for option in game.options)
    told = ", ".join(f"{option.name}={shown(value)}" for option, value in values)
    return [f"rules {digest(game, players, referee.in_force)}{house}{' · ' if told else ''}{told}"]


def _printed(
    paper: Paper, about: list[str], board: list[list[str]], columns: Columns, foot: list[str], profile: str
) -> Printed:
    rules = _rules(paper.referee, profile)
    layout = _layout(paper, about, board, columns, [*foot, *rules])
    if layout.pages > 1:
        foot = [*foot, "this sheet takes more than one page"]
    return Printed(paper.game.name, about, board, columns, foot, rules, paper.blank, layout)


# How large it is


def _layout(paper: Paper, about: list[str], board: list[list[str]], columns: Columns, foot: list[str]) -> Layout:
    """The largest letters with which all of it stands on one page."""
    wide = _lies(paper.referee)
    across, tall = (side - 2 * MARGIN for side in (A4[::-1] if wide else A4))
    lines = sum(ceil(len(line) * 8 * POINT * BROAD / across) for line in (*about, *foot))
    tall -= 12 + 4.2 * lines + 5.2 * len(board) + (4 if board else 0)
    size = LARGEST
    while size >= SMALLEST:
        for parts in range(1, MOST_PARTS + 1):
            layout = _in_parts(columns, parts, size, paper.blank, wide)
            height = max(_height(columns, part, layout, paper.blank) for part in layout.parts)
            if height <= tall and parts * _breadth(layout) + (parts - 1) * GAP <= across:
                if paper.blank:  # whatever is left is room to write in
                    most = max(map(len, layout.parts))
                    layout.row = min(2 * WRITTEN, layout.row + (tall - height) / max(1, most))
                return layout
        size -= 0.5
    size = MIDDLING
    while size > SMALLEST and _breadth(_in_parts(columns, 1, size, paper.blank, wide)) > across:
        size -= 0.5
    layout = _in_parts(columns, 1, size, paper.blank, wide)
    layout.pages = ceil(_height(columns, layout.parts[0], layout, paper.blank) / tall)
    return layout


def _lies(referee: Referee) -> bool:
    """Whether the page lies on its side."""
    return len(referee.sides) > MANY_SIDES


def _in_parts(columns: Columns, parts: int, size: float, blank: bool, wide: bool) -> Layout:
    """The rows in parts of about the same height, none of them broken in the middle of a hand."""
    row = max(WRITTEN if blank else 0.0, size * POINT * 1.5)
    layout = Layout(wide, size, row, [[]], widths=_widths(columns, blank))
    whole = sum(_tall(columns, i, layout) for i in range(len(columns.rows)))
    so_far = 0.0
    for i in range(len(columns.rows)):
        begins = bool(columns.rows[i][0].text) and not columns.rows[i][0].indent
        if layout.parts[-1] and begins and so_far >= whole * len(layout.parts) / parts - layout.row / 2:
            layout.parts.append([])
        layout.parts[-1].append(i)
        so_far += _tall(columns, i, layout)
    return layout


def _tall(columns: Columns, row: int, layout: Layout) -> float:
    lines = max(cell.text.count("\n") for cell in columns.rows[row])
    return layout.row + lines * layout.size * POINT * 1.25


def _height(columns: Columns, part: list[int], layout: Layout, blank: bool) -> float:
    lines = max((ceil(len(name) / HEADING) for name in columns.header), default=1)
    heading = max(8.0 if blank else 0.0, layout.size * POINT * 1.5 * max(1, lines))
    return heading + 1 + sum(_tall(columns, i, layout) for i in part)


def _widths(columns: Columns, blank: bool) -> list[float]:
    """The letters that each column needs, or has room for."""
    found: list[float] = []
    for i, name in enumerate(columns.header):
        cells = [row[i] for row in columns.rows]
        needed = max(3, min(len(name), HEADING), *map(_letters, cells), 0)
        if blank and not any(cell.text for cell in cells[: ceil(len(cells) / 2)]):
            needed = max(ROOM.get(name, 10 if len(columns.header) < 13 else 4), needed)
        found.append(needed)
    return found


def _letters(cell: Cell) -> int:
    beside = len(cell.beside) + 1 if cell.beside else 0
    return beside + max(map(len, cell.text.split("\n"))) + (2 if cell.indent else 0)


def _breadth(layout: Layout) -> float:
    return sum(letters * layout.size * POINT * BROAD + 3.2 for letters in layout.widths)


# As a page


def as_html(sheet: Printed) -> str:
    style = f"{(WEB / 'sheet.css').read_text(encoding='utf-8')}{_measured(sheet)}"
    inside = [
        f"<h1>{_text(sheet.title)}</h1>",
        *(f'<p class="about">{_text(line)}</p>' for line in sheet.about),
        *_html_board(sheet.board),
        '<div class="parts">',
        *(_html_part(sheet.columns, part) for part in sheet.layout.parts),
        "</div>",
        "<footer>",
        *(f"<p>{_text(line)}</p>" for line in sheet.foot),
        *(f'<p class="rules">{_text(line)}</p>' for line in sheet.rules),
        "</footer>",
    ]
    return self_contained(sheet.title, style, inside, "blank" if sheet.blank else "filled")


def self_contained(title: str, style: str, inside: Sequence[str], kind: str = "") -> str:
    """A page that takes nothing from elsewhere, and runs nothing."""
    style = f"\n{style}"
    named = b64encode(sha256(style.encode()).digest()).decode()
    return "\n".join([
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{named}'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{_text(title)}</title>",
        f"<style>{style}</style>",
        "</head>",
        f'<body class="{kind}">' if kind else "<body>",
        *inside,
        "</body>",
        "</html>\n",
    ])  # fmt: skip


def _measured(sheet: Printed) -> str:
    layout = sheet.layout
    whole = sum(layout.widths) or 1
    widths = "".join(
        f"th:nth-child({i}) {{ width: {100 * one / whole:.2f}% }}\n" for i, one in enumerate(layout.widths, 1)
    )
    across = f"repeat({len(layout.parts)}, minmax(0, 1fr))"
    return (
        f"@page {{ size: A4{' landscape' if layout.wide else ''}; margin: {MARGIN:g}mm }}\n"
        f".parts {{ grid-template-columns: {across}; font-size: {layout.size:g}pt }}\n"
        f"tbody tr {{ height: {layout.row:.2f}mm }}\n"
        f"@media screen {{ body {{ max-width: {A4[layout.wide]:g}mm }} }}\n{widths}"
    )


def _html_board(board: list[list[str]]) -> Iterator[str]:
    if board:
        rows = "".join(f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>" for row in board)
        yield f'<table class="board">{rows}</table>'


def _html_part(columns: Columns, part: list[int]) -> str:
    right = [" class=right" if one else "" for one in columns.right]
    head = "".join(f"<th{to}>{_text(name)}</th>" for name, to in zip(columns.header, right, strict=True))
    rows = []
    for i in part:
        cells = "".join(_html_cell(cell, columns.right[j]) for j, cell in enumerate(columns.rows[i]))
        rows.append(f"<tr{' class=end' if i in columns.ends else ''}>{cells}</tr>")
    return f'<table class="sheet"><thead><tr>{head}</tr></thead><tbody>\n{chr(10).join(rows)}\n</tbody></table>'


def _html_cell(cell: Cell, right: bool) -> str:
    kinds = " ".join(name for name, so in (("right", right), ("bold", cell.bold), ("indent", cell.indent)) if so)
    beside = f'<span class="beside">{_text(cell.beside)}</span> ' if cell.beside else ""
    text = "<br>".join(_text(line) for line in cell.text.split("\n"))
    kinds = f' class="{kinds}"' if kinds else ""
    return f"<td{kinds}>{beside}{text}</td>"


def _text(text: str) -> str:
    return escape(visible(text))


# As PDF


def as_pdf(sheet: Printed) -> bytes:
    """The sheet as PDF; raises ImportError where typst isn't installed.

    The sheet is handed over beside the program that sets it, so that nothing on it is ever read as one.
    """
    import json

    import typst

    program = (WEB / "sheet.typ").read_bytes()
    found = typst.compile(program, format="pdf", sys_inputs={"sheet": json.dumps(asdict(sheet))})
    assert isinstance(found, bytes)
    return found
