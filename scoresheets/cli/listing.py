"""A command's answer in rows. The table on the screen, JSON, CSV and the JSON schema are made from its columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from scoresheets.cli import console

if TYPE_CHECKING:
    from rich.console import RenderableType

R = TypeVar("R")
EMPTY: Mapping[str, Any] = {}
NUMBERS = (int, float, int | None, float | None)


@dataclass(frozen=True)
class Column(Generic[R]):
    """A column: its key and type in JSON, its title in the table; one without a title isn't in the table.

    The value is the row's attribute of that name, unless a function finds it; the cells of table and CSV are the value,
    unless functions make them.  The type is for the schema: ``int | None``, ``[str]`` for a list, ``{"line": int}`` for
    an object, ``{str: int}`` for one with any keys, ``{"yes", "no"}`` for one of these words, ``(None, …)`` for null or
    what follows.
    """

    key: str
    type: Any
    title: str = ""
    value: Callable[[R], Any] | None = None
    cell: Callable[[R], object] | None = None
    csv: Callable[[R], object] | None = None
    after: str = ""  # the column to the left in the table, if not the one above
    right: bool = False  # aligned like numbers
    whole: bool = False  # each cell on one line
    once: bool = False  # empty below an equal cell
    optional: bool = False  # left out of the table if it is empty

    def of(self, row: R) -> Any:
        return self.value(row) if self.value else getattr(row, self.key)

    def in_csv(self, row: R) -> object:
        return flat(self.csv(row) if self.csv else self.of(row))

    def cells(self, rows: Sequence[R]) -> list[object]:
        """The cells in the table from the top; [] for an optional column without any text."""
        cells = [self.cell(row) if self.cell else self.of(row) for row in rows]
        if self.once:
            return ["" if cell == above else cell for cell, above in zip(cells, [None, *cells], strict=False)]
        return [] if self.optional and all(cell in ("", None) for cell in cells) else cells


class Listing(Generic[R]):
    """The columns of a command's answer, in the order of JSON and CSV."""

    def __init__(self, *columns: Column[R]) -> None:
        self.columns = columns

    def only(self, *keys: str) -> Listing[R]:
        return Listing(*(column for column in self.columns if column.key in keys))

    def without(self, *keys: str) -> Listing[R]:
        return Listing(*(column for column in self.columns if column.key not in keys))

    def out(
        self,
        rows: Sequence[R],
        *,
        json: bool = False,
        csv: bool = False,
        plain: bool = False,
        nothing: str = "",
        about: Mapping[str, Any] = EMPTY,
        beside: Mapping[str, Any] = EMPTY,
        paged: bool = False,
    ) -> None:
        """Prints rows as JSON, as CSV or as a table. If there are no rows, prints ``nothing`` instead of a table.

        In JSON, data ``about`` the rows comes before them, and data ``beside`` them after.
        """
        if json:
            console.json_out({**about, "rows": self.objects(rows), **beside})
        elif csv:
            cells = ([column.in_csv(row) for column in self.columns] for row in rows)
            console.csv_out([column.key for column in self.columns], cells)
        elif rows or not nothing:
            console.show(self._table(rows, plain), plain, paged=paged)
        else:
            console.tell(nothing)

    def object(self, row: R) -> dict[str, Any]:
        return {column.key: column.of(row) for column in self.columns}

    def objects(self, rows: Iterable[R]) -> list[dict[str, Any]]:
        return [self.object(row) for row in rows]

    def _table(self, rows: Sequence[R], plain: bool) -> RenderableType:
        columns = [column for column in self.columns if column.title]
        for column in [column for column in columns if column.after]:
            columns.remove(column)
            columns.insert(1 + [other.key for other in columns].index(column.after), column)
        drawn = [(column, cells) for column in columns if (cells := column.cells(rows)) or not column.optional]
        return console.table(
            [column.title for column, _ in drawn],
            zip(*(cells for _, cells in drawn), strict=True),
            numeric=[column.title for column, _ in drawn if column.right or column.type in NUMBERS],
            whole=[column.title for column, _ in drawn if column.whole],
            plain=plain,
        )


def flat(value: Any) -> Any:
    """A value in a single cell of CSV."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {amount}" for name, amount in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
