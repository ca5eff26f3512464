"""Sheets to print: a session's, or a blank one to fill in by hand, on one A4 page if possible.

The content is read cell by cell from the table that the terminal draws (`scoresheets.display.sheets`), so that the two
can't differ. This module chooses the size of the letters and which players are side by side, once for a page and for a
PDF.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from html import escape
from math import ceil
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from referee.game.game import Game
from referee.game.ruleset import WITHOUT
from referee.rules.custom import in_words as own_rules_in_words
from referee.table.referee import Referee
from scoresheets.book.house import digest
from scoresheets.display.fitting import Cell as Drawn
from scoresheets.display.fitting import Column, Fitted, Parts, Score, blocks
from scoresheets.display.phrases import changes, other_rules, shown
from scoresheets.display.plain import unmarked, visible, with_strokes
from scoresheets.display.sheets import drawn, shape_of
from scoresheets.display.sheets.paper import Paper
from scoresheets.keeping import proof
from scoresheets.keeping.database import here
from scoresheets.keeping.digests import in_groups
from scoresheets.keeping.session import Session

WEB = Path(__file__).parent / "web"

A4 = (210.0, 297.0)  # millimetres
MARGIN = 12.0
WRITTEN = 7.4  # the height of a row for handwriting
LARGEST, MIDDLING, READABLE, SMALLEST = 11.0, 9.0, 8.0, 6.0
"""Font sizes of the rows in points: the second if there are several pages, below the third only to fit one page."""
POINT = 0.3528  # millimetres
BESIDE = 3.2  # millimeters of padding in a cell
MANY_SIDES = 8  # sides that fit on a portrait page
MOST_HANDS = 500
MOST_PARTS = 3  # side by side if there are many rows
GAP = 6.0  # between them
SETTING = 8.5  # points, for the text around the rows
BELOW = 4.0  # between stacked blocks of players
LIST = 31  # letters of a list in one line
ONCE = ("boxes", "quadrants")
"""Layouts of sheets for a whole game, whatever the number of hands."""

ROOM = {"cards": 3.7, "trump": 3.7, "made": 17.0}
"""Ems of room on a blank sheet, for columns without points."""


@dataclass
class Cell:
    text: str
    beside: str = ""  # the note beside the points
    so_far: str = ""  # the score so far, equally wide in every row
    bold: bool = False
    indent: bool = False


@dataclass
class Columns:
    """A table in print: its right-aligned columns, those that may be in other blocks, and the rows with a rule
    below.
    """

    header: list[str]
    right: list[bool]
    apart: list[bool]
    rows: list[list[Cell]]
    ends: list[int]


@dataclass
class Layout:
    """The layout of a sheet: millimeters, and the size of its letters in points."""

    wide: bool  # landscape
    size: float
    row: float
    parts: list[list[int]]  # the rows, in parts side by side
    widths: list[float]  # of the columns
    blocks: list[list[int]] = field(default_factory=list)  # the columns, in stacked blocks
    pages: int = 1  # approximately
    together: bool = False  # no block is broken over pages


@dataclass
class Printed:
    """The content of a sheet."""

    title: str
    about: list[str]
    house: list[str]  # the rules that differ from the standard ones, marked
    boards: list[list[list[str]]]
    columns: Columns
    foot: list[str]
    rules: list[str]
    blank: bool
    layout: Layout


# The content


def filled(session: Session) -> Printed:
    """The sheet of a session in its present state."""
    where = [f"session {session.number}", session.evening, session.place, f"{here(session.opened):%Y-%m-%d}"]
    checks = [f"log check {in_groups(session.chain)}", f"file check {in_groups(proof.whole(session.journal.link))}"]
    sheet = of_table(session.referee, " · ".join(part for part in where if part), session.profile, checks)
    return replace(sheet, title=session.played)


def of_table(referee: Referee, where: str, profile: str = "", checks: Sequence[str] = ()) -> Printed:
    """The sheet of a table in its present state. ``where`` names it, ``checks`` are digests for people to compare."""
    paper = Paper(referee)
    columns = _columns(drawn(paper))
    foot = [*(line.plain for line in paper.foot()), *checks]
    return _printed(paper, [where, *paper.seats()], _boards(paper), columns, foot, profile)


def blank(
    game: Game[Any],
    players: Sequence[str] = (),
    house: Mapping[str, str] | None = None,
    *,
    seats: int = 0,
    hands: int = 0,
    profile: str = "",
) -> Printed:
    """A sheet to fill in by hand. Raises ValueError if the game can't be played that way.

    Without players, it has blanks for the names of ``seats`` players.
    """
    names = list(players) or [f"Player-{i}" for i in range(1, (seats or _usual(game)) + 1)]
    referee = Referee(game, names, house)
    paper = Paper(referee, blanks=hands or _hands(referee, nameless=not players), nameless=not players)
    about = ["date ____________   place ________________________"]
    columns = _columns(drawn(paper))
    return _printed(paper, about, _boards(paper), columns, [*own_rules_in_words(referee.house)], profile)


def _usual(game: Game[Any]) -> int:
    return min(max(4, game.players[0]), game.players[-1])


def _hands(referee: Referee, *, nameless: bool) -> int:
    """The number of hands. If it isn't known, or a hand is the whole game, the number that fits on the sheet."""
    shape = shape_of(referee)
    if shape in ONCE:
        return 1
    due = referee.game.hands_at(len(referee.seats), referee.house)
    if due is not None and 1 < due <= MOST_HANDS:
        return due
    wide = _lies(referee)
    across, tall = _page(wide)
    columns = _columns(drawn(Paper(referee, blanks=1, nameless=nameless)))
    below = len(_blocks(columns, _widths(columns, READABLE, True), across))
    rows = int((tall - 44 + BELOW) / below / WRITTEN) - 2
    if shape == "teams":
        return 2 * max(1, rows // (len(referee.game.score_lines) + 3))
    return max(1, rows // 2 - 1 if shape == "duel" else rows)


def _columns(table: Fitted) -> Columns:
    """The cells of a drawn table."""
    cells = [_cells(column) for column in table.columns]
    return Columns(
        [_plain(column.name) for column in table.columns],
        [column.right for column in table.columns],
        [column.apart for column in table.columns],
        [[*row] for row in zip(*cells, strict=True)],
        table.ends,
    )


def _cells(column: Column) -> list[Cell]:
    broad = max((cell.so_far.cell_len for cell in column.cells if isinstance(cell, Score)), default=0)
    return [_cell(cell, broad) for cell in column.cells]


def _cell(drawn: Drawn, broad: int) -> Cell:
    """A cell, with ``broad`` characters for the score so far."""
    if isinstance(drawn, Score):
        beside = " ".join(part.plain for part in (drawn.mark, drawn.beside) if part)
        so_far = drawn.so_far.plain.rjust(broad, "\N{FIGURE SPACE}") if drawn.points else ""
        return Cell(drawn.points.plain, beside, so_far, "bold" in str(drawn.points.style))
    if isinstance(drawn, Parts):
        bold = any("bold" in str(part.style) for part in drawn.parts)
        return Cell("\n".join(line.plain for line in drawn.lines(LIST)), bold=bold)
    text = _plain(drawn)
    return Cell(text.strip(), bold="bold" in str(drawn.style), indent=text.startswith("  "))


def _plain(drawn: Any) -> str:
    return "\n".join(visible(line) for line in drawn.plain.split("\n"))


def _boards(paper: Paper) -> list[list[list[str]]]:
    """The cards on the table or the board, in pieces that fit the page."""
    boards = []
    across, _ = _page(_lies(paper.referee))
    for table in paper.board():
        columns = _columns(table)
        for block in _blocks(columns, _widths(columns, SETTING, False), across):
            boards.append([[row[i].text for i in block] for row in columns.rows])
    return boards


def _rules(referee: Referee, profile: str) -> list[str]:
    """The rules that differ from the standard ones, and the digest of all rules."""
    game, players = referee.game, len(referee.seats)
    changed = changes(referee.in_force, game.house(players, {}))
    values = ", ".join(f"{name}={shown(value)}" for name, (_, value) in changed.items() if name != WITHOUT)
    house = f"house {profile}" if profile else ""
    lines = (
        f"rule set {in_groups(digest(game, players, referee.in_force))}",
        house,
        values,
        unmarked(other_rules(game, changed)),
    )
    return [" · ".join(filter(None, lines))]


def _printed(
    paper: Paper, about: list[str], boards: list[list[list[str]]], columns: Columns, foot: list[str], profile: str
) -> Printed:
    house, rules = [*paper.house()], _rules(paper.referee, profile)
    layout = _layout(paper, [*about, *house], boards, columns, [*foot, *rules])
    if layout.pages > 1:
        foot = [*foot, "this sheet takes more than one page"]
    return Printed(paper.game.name, about, house, boards, columns, foot, rules, paper.blank, layout)


# Size


def _layout(paper: Paper, about: list[str], boards: list[list[list[str]]], columns: Columns, foot: list[str]) -> Layout:
    """The largest letters with which everything fits on one page, with as few blocks of players as are readable."""
    wide = _lies(paper.referee)
    across, tall = _page(wide)
    lines = sum(ceil(_ems(line) * SETTING * POINT / across) for line in (*about, *foot))
    tall -= 12 + 4.2 * lines + sum(5.2 * len(board) + 4 for board in boards)
    for least in (READABLE, SMALLEST):
        fitting = []
        for size in _sizes(LARGEST, least):
            widths = _widths(columns, size, paper.blank)
            for parts in range(1, MOST_PARTS + 1):
                room = (across - (parts - 1) * GAP) / parts
                layout = _in_parts(columns, parts, size, paper.blank, wide, widths, room)
                if _broadest(layout) <= room and _height(columns, layout, paper.blank) <= tall:
                    fitting.append(layout)
        if fitting:
            layout = min(fitting, key=lambda tried: (len(tried.blocks), -tried.size))
            if paper.blank:  # the rest is room for handwriting
                rows = len(layout.blocks) * max(map(len, layout.parts))
                layout.row = min(2 * WRITTEN, layout.row + (tall - _height(columns, layout, True)) / max(1, rows))
            return layout
    for size in _sizes(MIDDLING, SMALLEST):
        layout = _in_parts(columns, 1, size, paper.blank, wide, _widths(columns, size, paper.blank), across)
        if _broadest(layout) <= across:
            break
    height = _height(columns, layout, paper.blank)
    layout.pages = max(2, ceil(height / tall))
    layout.together = height / len(layout.blocks) <= tall
    return layout


def _sizes(largest: float, least: float) -> Iterator[float]:
    while largest >= least:
        yield largest
        largest -= 0.5


def _lies(referee: Referee) -> bool:
    """Whether the page is landscape."""
    return len(referee.sides) > MANY_SIDES


def _page(wide: bool) -> tuple[float, float]:
    """The room on a page, in width and height."""
    across, tall = (side - 2 * MARGIN for side in (A4[::-1] if wide else A4))
    return across, tall


def _blocks(columns: Columns, widths: list[float], room: float) -> list[list[int]]:
    first = [i for i, apart in enumerate(columns.apart) if not apart]
    players = [i for i, apart in enumerate(columns.apart) if apart]
    return blocks(first, players, lambda block: sum(widths[i] for i in block) <= room)


def on_a_screen(columns: Columns, room: float, around: float) -> list[list[int]]:
    """The columns stacked in blocks on a screen that is ``room`` letter heights wide.

    ``around`` is the padding of a cell in the same unit. Text next to points may move above them.
    """
    widths: list[float] = []
    for i, name in enumerate(columns.header):
        cells = [row[i] for row in columns.rows]
        lines = [(line, cell.bold) for cell in cells for line in (*cell.text.split("\n"), cell.beside)]
        heads = [(line, True) for line in name.split("\n")]
        widths.append(around + max(_ems(text, bold) for text, bold in (*heads, *lines)))
    return _blocks(columns, widths, room)


def _broadest(layout: Layout) -> float:
    return max(sum(layout.widths[i] for i in block) for block in layout.blocks)


def _in_parts(
    columns: Columns, parts: int, size: float, blank: bool, wide: bool, widths: list[float], room: float
) -> Layout:
    """The rows in parts of about the same height, never broken within a hand."""
    row = max(WRITTEN if blank else 0.0, size * POINT * 1.5)
    layout = Layout(wide, size, row, [[]], widths, _blocks(columns, widths, room))
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


def _height(columns: Columns, layout: Layout, blank: bool) -> float:
    """The height of all blocks."""
    lines = 1 + max((name.count("\n") for name in columns.header), default=0)
    heading = max(8.0 if blank else 0.0, layout.size * POINT * 1.5 * lines)
    rows = max(sum(_tall(columns, i, layout) for i in part) for part in layout.parts)
    return len(layout.blocks) * (heading + 1 + rows + BELOW) - BELOW


def _widths(columns: Columns, size: float, blank: bool) -> list[float]:
    """The width in millimeters of each column."""
    widths: list[float] = []
    for i, name in enumerate(columns.header):
        cells = [row[i] for row in columns.rows]
        needed = max(1.9, *(_ems(line, True) for line in name.split("\n")), *map(_cell_ems, cells), 0)
        if blank and not any(cell.text for cell in cells[: ceil(len(cells) / 2)]):
            needed = max(ROOM.get(name, 6.2 if len(columns.header) < 13 else 2.5), needed)
        widths.append(needed * size * POINT + BESIDE)
    return widths


def _cell_ems(cell: Cell) -> float:
    beside = _ems(cell.beside) + 0.6 if cell.beside else 0.0
    beside += _ems(cell.so_far, True) + 0.6 if cell.so_far else 0.0
    return beside + max(_ems(line, cell.bold) for line in cell.text.split("\n")) + (1.2 if cell.indent else 0)


NARROW, BROAD = frozenset(" .,:;!|'()[]ijlI"), frozenset("mwMWOQ@%&+=—→●…")


def _ems(text: str, bold: bool = False) -> float:
    """The approximate width of a text in ems, rather too large than too small."""
    ems = 0.0
    for letter in text:
        if (cells := cell_len(letter)) != 1:
            ems += 0.65 * cells
        elif letter in NARROW:
            ems += 0.4
        elif letter in BROAD:
            ems += 1.0
        else:
            ems += 0.75 if letter.isupper() else 0.62
    return ems * (1.1 if bold else 1)


# HTML


def as_html(sheet: Printed) -> str:
    style = f"{(WEB / 'sheet.css').read_text(encoding='utf-8')}{_measured(sheet)}"
    inside = [
        f"<h1>{_text(sheet.title)}</h1>",
        *(f'<p class="about">{_text(line)}</p>' for line in sheet.about),
        *(f'<p class="about">{with_strokes(line)}</p>' for line in sheet.house),
        *map(_html_board, sheet.boards),
        *(line for i in range(len(sheet.layout.blocks)) for line in _html_block(sheet, i)),
        "<footer>",
        *(f"<p>{_text(line)}</p>" for line in sheet.foot),
        *(f'<p class="rules">{_text(line)}</p>' for line in sheet.rules),
        "</footer>",
    ]
    return self_contained(sheet.title, style, inside, "blank" if sheet.blank else "filled")


def self_contained(title: str, style: str, inside: Sequence[str], kind: str = "") -> str:
    """A page without external resources or scripts."""
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
    widths = "".join(
        f".block{number} th:nth-child({i}) {{ width: {100 * layout.widths[column] / whole:.2f}% }}\n"
        for number, block in enumerate(layout.blocks)
        for whole in [sum(layout.widths[i] for i in block)]
        for i, column in enumerate(block, 1)
    )
    parts = len(layout.parts)
    across = f"repeat({parts}, minmax(0, 1fr)); min-width: {parts * _broadest(layout) + (parts - 1) * GAP:.2f}mm"
    return (
        f"@page {{ size: A4{' landscape' if layout.wide else ''}; margin: {MARGIN:g}mm }}\n"
        f".parts {{ grid-template-columns: {across}; font-size: {layout.size:g}pt }}\n"
        f"tbody tr {{ height: {layout.row:.2f}mm }}\n{'.parts { break-inside: avoid }' if layout.together else ''}\n"
        f"@media screen {{ body {{ max-width: {A4[layout.wide]:g}mm }} }}\n{widths}"
    )


def _html_board(board: list[list[str]]) -> str:
    rows = "".join(f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>" for row in board)
    return f'<table class="board">{rows}</table>'


def _html_block(sheet: Printed, number: int) -> Iterator[str]:
    yield f'<div class="parts block{number}">'
    for part in sheet.layout.parts:
        yield _html_part(sheet.columns, sheet.layout.blocks[number], part)
    yield "</div>"


def _html_part(columns: Columns, block: list[int], part: list[int]) -> str:
    head = "".join(f"<th{' class=right' if columns.right[i] else ''}>{_lines(columns.header[i])}</th>" for i in block)
    rows = []
    for row in part:
        cells = "".join(_html_cell(columns.rows[row][i], columns.right[i]) for i in block)
        rows.append(f"<tr{' class=end' if row in columns.ends else ''}>{cells}</tr>")
    return f'<table class="sheet"><thead><tr>{head}</tr></thead><tbody>\n{chr(10).join(rows)}\n</tbody></table>'


def _html_cell(cell: Cell, right: bool) -> str:
    kinds = " ".join(
        name for name, applies in (("right", right), ("bold", cell.bold), ("indent", cell.indent)) if applies
    )
    beside = f'<span class="beside">{_text(cell.beside)}</span> ' if cell.beside else ""
    kinds = f' class="{kinds}"' if kinds else ""
    so_far = f' <span class="so-far">{_text(cell.so_far)}</span>' if cell.so_far else ""
    return f"<td{kinds}>{beside}{_lines(cell.text)}{so_far}</td>"


def _lines(text: str) -> str:
    return "<br>".join(_text(line) for line in text.split("\n"))


def _text(text: str) -> str:
    return escape(visible(text))


# As PDF


def as_pdf(sheet: Printed) -> bytes:
    """The sheet as PDF. Raises ImportError if typst isn't installed.

    The content is passed as data beside the typst program, so that no text on it is run as code.
    """
    import json

    import typst

    program = (WEB / "sheet.typ").read_bytes()
    pdf = typst.compile(program, format="pdf", sys_inputs={"sheet": json.dumps(asdict(sheet))})
    assert isinstance(pdf, bytes)
    return pdf
