"""The layout of a table in limited room, based on the measured widths of its cells.

Text is never cut off. If a table doesn't fit, it gets narrower gaps and its sentences are wrapped. If that is still too
wide, the columns of players are stacked in blocks, and a list without such columns is written row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from scoresheets.display.plain import visible

READABLE = 16  # characters in a line below which sentences aren't squeezed unless there is no other way
POINTS = 5  # characters for points if there is room


class Parts:
    """A list in one cell. Lines break between two parts, and within a part only if it is too long."""

    def __init__(self, parts: Iterable[Text], between: str = ", ") -> None:
        self.parts = list(parts)
        self.between = between

    def __bool__(self) -> bool:
        return any(self.parts)

    def pieces(self) -> list[Text]:
        """The parts, each with the separator after it."""
        after = self.between.rstrip()
        return [part + after if i < len(self.parts) else part for i, part in enumerate(self.parts, 1)]

    def lines(self, width: int) -> list[Text]:
        """The parts in lines, with as many in each as fit."""
        full: list[Text] = []
        for piece in self.pieces():
            if full and full[-1].cell_len + 1 + piece.cell_len <= width:
                full[-1].append(" ").append_text(piece)
            else:
                full.append(Text().append_text(piece))
        return full

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [piece.cell_len for piece in self.pieces()]
        return Measurement(max(widths, default=0), sum(widths) + max(0, len(widths) - 1))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from self.lines(options.max_width)

    def __str__(self) -> str:
        return " ".join(piece.plain for piece in self.pieces())


class Score(NamedTuple):
    """``● 3/4 -10 25``: a mark, the note beside the points, the points, and the score so far."""

    mark: Text
    beside: Text
    points: Text
    so_far: Text

    def text(self, close: bool = False, width: int = POINTS, total: int = 0) -> Text:
        """The score as one piece of text, with the points and the score so far padded to these widths."""
        before = self.mark + ("" if close or not self.mark else " ") + self.beside
        if not self.points:
            return before
        gap = max(1 if before else 0, width - self.points.cell_len)
        between = (1 if close else 2) + total - self.so_far.cell_len if total else 0
        return before + " " * gap + self.points + " " * between + self.so_far

    def __str__(self) -> str:
        return " ".join(part.plain for part in self if part)


Cell = Text | Parts | Score


@dataclass
class Column:
    """A column. If ``apart``, its neighbors may be in another block; if ``flows``, its text is wrapped at words."""

    name: Text
    right: bool = False
    flows: bool = False
    apart: bool = False
    least: int = 0
    cells: list[Cell] = field(default_factory=list)

    def set(self, close: bool) -> list[Text | Parts]:
        """The cells as text, with their points aligned."""
        scores = [cell for cell in self.cells if isinstance(cell, Score)]
        width = max((score.points.cell_len for score in scores), default=0) + 1 if close else POINTS
        total = max((score.so_far.cell_len for score in scores), default=0)
        return [cell.text(close, width, total) if isinstance(cell, Score) else cell for cell in self.cells]


class Fitted:
    """A table whose layout is chosen when its room is known."""

    def __init__(self, *, plain: bool = False, header: bool = True) -> None:
        self.plain = plain
        self.header = header
        self.columns: list[Column] = []
        self.ends: list[int] = []  # the rows with a line below
        self._known: dict[tuple[int, bool], Measurement] = {}  # of the cells in a column, close or not

    # The cells

    def column(
        self, name: Text, *, right: bool = False, flows: bool = False, apart: bool = False, least: int = 0
    ) -> None:
        self.columns.append(Column(name, right, flows, apart, least))

    def row(self, *cells: Cell | str) -> None:
        """Adds a row. Missing cells are empty."""
        self._known.clear()
        for i, column in enumerate(self.columns):
            cell = cells[i] if i < len(cells) else ""
            column.cells.append(Text(cell) if isinstance(cell, str) else cell)

    def section(self) -> None:
        """Adds a line below the last row."""
        if self.height:
            self.ends.append(self.height - 1)

    @property
    def height(self) -> int:
        return len(self.columns[0].cells) if self.columns else 0

    # Layout

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        every = list(range(len(self.columns)))
        used = [i for i in every if self.columns[i].apart or any(self.columns[i].cells)]
        room = options.max_width
        layouts = ((every, False, False), (used, True, False), (used, False, True), (used, True, True))
        for columns, close, squeezed in layouts:
            if widths := self._widths(columns, room, close=close, squeezed=squeezed):
                yield self._table(columns, widths, close)
                return
        if not any(column.apart for column in self.columns):
            yield from self._by_row(used)
            return
        for i, block in enumerate(self._blocks(room)):
            if i:
                yield Text()
            yield from self._block(block, room)

    def _block(self, block: list[int], room: int) -> Iterator[RenderableType]:
        """Some columns of players next to the first columns. If a single one has no room, its name is written above."""
        if widths := self._widths(block, room):
            yield self._table(block, widths)
        elif widths := self._widths(block, room, named=False):
            yield self.columns[block[-1]].name
            yield self._table(block, widths, named=False)
        else:
            yield from self._by_row(block)

    def _blocks(self, room: int) -> list[list[int]]:
        """Stacks the columns of players in blocks, each with the first columns."""
        first = [i for i, column in enumerate(self.columns) if not column.apart]
        players = [i for i, column in enumerate(self.columns) if column.apart]
        return blocks(first, players, lambda block: bool(self._widths(block, room)))

    def _widths(
        self, chosen: Sequence[int], room: int, *, close: bool = True, squeezed: bool = True, named: bool = True
    ) -> list[int]:
        """The widths of columns side by side, those with sentences ``squeezed``. Empty if there isn't enough room."""
        sizes = [self._sizes(i, close, named) for i in chosen]
        wanted = [size.maximum for size in sizes]
        between = self._between(close) * (len(chosen) - 1) + (0 if close or self._bare else 2)
        if sum(size.minimum if squeezed else size.maximum for size in sizes) + between > room:
            return []
        for _ in range(sum(wanted) + between - room):
            widest = max((i for i, size in enumerate(sizes) if wanted[i] > size.minimum), key=wanted.__getitem__)
            wanted[widest] -= 1
        return [self._needed(i, width) for i, width in zip(chosen, wanted, strict=True)]

    def _needed(self, i: int, width: int) -> int:
        """The width that a column of lists needs if its lines are broken at some width."""
        column = self.columns[i]
        lists = [cell for cell in column.cells if isinstance(cell, Parts)]
        if not lists or any(cell for cell in column.cells if not isinstance(cell, Parts)):
            return width
        broken = (line.cell_len for cell in lists for line in cell.lines(width))
        return min(width, max(column.name.cell_len, column.least, *broken, 1))

    def _sizes(self, i: int, close: bool, named: bool) -> Measurement:
        """The smallest and the full width of a column."""
        column = self.columns[i]
        title = _measured([column.name] if self.header and (named or not column.apart) else [])
        if (i, close) not in self._known:
            self._known[i, close] = _measured(column.set(close))
        cells = self._known[i, close]
        narrow = max(cells.minimum, min(cells.maximum, READABLE)) if column.flows else cells.maximum
        least = max(narrow, title.maximum if column.apart else title.minimum, 1)
        return Measurement(least, max(cells.maximum, title.maximum, column.least, 1))

    @property
    def _bare(self) -> bool:
        """Whether there is no line below the header."""
        return self.plain or not self.header

    def _between(self, close: bool) -> int:
        """The number of blanks between two columns."""
        return 1 if not self.header else 2 if close or self.plain else 3

    def _table(self, chosen: Sequence[int], widths: Sequence[int], close: bool = True, *, named: bool = True) -> Table:
        """Columns side by side in these widths. Unless ``named``, the player's name is written elsewhere."""
        padding = self._between(close) - (0 if self._bare else 1)
        table = Table(
            box=None if self._bare else box.SIMPLE_HEAD,
            show_header=self.header,
            show_edge=not close,
            pad_edge=False,
            padding=(0, padding, 0, 0) if close or self._bare else (0, 1),
            header_style="" if self.plain else "bold",
        )
        for i, width in zip(chosen, widths, strict=True):
            column = self.columns[i]
            table.add_column(
                column.name if named or not column.apart else "",
                justify="right" if column.right else "left",
                overflow="fold",
                width=width,
            )
        shown = [self.columns[i].set(close) for i in chosen]
        for row in range(self.height):
            table.add_row(*(cells[row] for cells in shown), end_section=row in self.ends)
        return table

    def _by_row(self, chosen: Sequence[int]) -> Iterator[RenderableType]:
        """Each row as a text of its own, with the column's name before each value. Empty cells are left out."""
        for row in range(self.height):
            pieces: list[Text] = []
            for i in chosen:
                cell = self.columns[i].cells[row]
                whole = Text(str(cell)) if isinstance(cell, Score) else cell
                parts = whole.pieces() if isinstance(whole, Parts) else [whole]
                if not any(parts):
                    continue
                if pieces:
                    pieces[-1] = pieces[-1] + " ·"
                name = self.columns[i].name.plain
                label = Text.assemble((f"{name} ", "" if self.plain else "dim")) if name else Text()
                pieces += [label + parts[0], *parts[1:]]
            yield Record(pieces)


class Record(Parts):
    """A row as a text. What doesn't fit in its first line is indented below it."""

    def __init__(self, pieces: Iterable[Text]) -> None:
        super().__init__(pieces, "")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for i, line in enumerate(self.lines(options.max_width - 2)):
            yield Padding(line, (0, 0, 0, 2 if i else 0))


def _measured(cells: Sequence[Text | Parts]) -> Measurement:
    """The width of the widest word or part of some cells, and of the widest cell."""
    sizes = [Measurement.get(_ANYWHERE, _ANYWHERE.options, cell) for cell in cells if cell]
    return Measurement(
        max((size.minimum for size in sizes), default=0), max((size.maximum for size in sizes), default=0)
    )


_ANYWHERE = Console(width=100_000)
"""A console with unlimited room, for measuring."""


def blocks(first: list[int], apart: list[int], fits: Callable[[list[int]], bool]) -> list[list[int]]:
    """Splits columns into as few blocks as fit, each with the ``first`` ones, and balances the blocks if possible.

    A column that doesn't fit anywhere is a block of its own.
    """
    groups = [first] if not apart else []
    begun: list[int] = []
    for column in apart:
        if begun and not fits([*first, *begun, column]):
            groups.append([*first, *begun])
            begun = []
        begun.append(column)
    if begun:
        groups.append([*first, *begun])
    size, longer = divmod(len(apart), len(groups))
    ends = [size * i + min(i, longer) for i in range(len(groups) + 1)]
    alike = [[*first, *apart[begin:end]] for begin, end in pairwise(ends)]
    return alike if all(map(fits, alike)) else groups


def parts(texts: Iterable[object]) -> Parts:
    """A list of what people typed, or of anything else."""
    return Parts(Text(visible(str(text))) for text in texts)
