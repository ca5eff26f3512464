"""Spreadsheets of past evenings: a row for each game, with its day and what everybody had in the end."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from referee.notation import folded
from scoresheets.catalogue import known_game
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.cells import NOTHING, Ask, Cell, days, matched, numbers
from scoresheets.keeping.only_totals import Evening, Played, face_to_face, game_called, spread

DELIMITERS = ",;\t|"
HEADINGS = {
    "date": ("date", "day", "datum", "tag"),
    "game": ("game", "spiel"),
    "place": ("place", "location", "where", "ort"),
    "winner": ("winner", "winners", "won", "sieger"),
    "note": ("note", "notes", "comment", "comments", "remark", "notiz"),
}
"""What a column is called that has no player's points."""

PARTNERS = re.compile(r"\s*[&+/]\s*")
"""What stands between two players who have a column together."""


@dataclass(frozen=True)
class Wishes:
    """What somebody says of a file beside what stands in it; ``names`` says who is meant, by folded names."""

    game: str = ""
    low_wins: bool | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    left_out: frozenset[str] = frozenset()
    dates: str = ""
    decimal: str = ""
    times: int = 1
    ask: Ask | None = None


class Sheet(NamedTuple):
    """A spreadsheet: the line that each row begins in, and its cells; the first row has the headings."""

    name: str
    rows: list[tuple[int, list[str]]]

    def cell(self, line: int, cells: Sequence[str], column: int) -> Cell:
        """A cell of a row, with where it stands: its line, its column and what that is called."""
        text = cells[column].strip() if column < len(cells) else ""
        heading = self.rows[0][1][column].strip() if column < len(self.rows[0][1]) else ""
        called = f" ({heading})" if heading and line != self.rows[0][0] else ""
        return Cell(text, f"{self.name}:{line}, column {column + 1}{called}")


def sheet(text: str, name: str) -> Sheet | None:
    """A text as a spreadsheet whose headings begin with a day's; None where it is none."""
    text = text.removeprefix("\ufeff")
    marked = re.match(r"sep=([^\r\n])\r?\n", text)  # as one spreadsheet tells another
    sheets = [_read(text, name, mark, bool(marked)) for mark in (marked[1] if marked else DELIMITERS)]
    told = [read for read in sheets if read.rows and "date" in _columns(read)]
    return max(told, key=lambda read: len(read.rows[0][1]), default=None)


def _read(text: str, name: str, delimiter: str, marked: bool) -> Sheet:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    told: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for cells in rows:
            if any(cell.strip() for cell in cells) and not (marked and begins == 1):
                told.append((begins, cells))
            begins = rows.line_num + 1
    except csv.Error as error:
        raise CommandError(f"{name}:{rows.line_num}: {error}", USAGE) from None
    return Sheet(name, told)


def _columns(sheet: Sheet) -> dict[str, int]:
    """The columns that have something else than a player's points."""
    columns: dict[str, int] = {}
    for number, heading in enumerate(sheet.rows[0][1]):
        for what, called in HEADINGS.items():
            if folded(heading.strip()) in called:
                columns.setdefault(what, number)
    return columns


# Evenings


def evenings(
    sheet: Sheet, wishes: Wishes, known: Mapping[str, str], low: Mapping[str, bool], now: datetime
) -> list[Evening]:
    """Every game of a spreadsheet, in its order; raises CommandError with the line and column of a mistake.

    ``known`` has the players by their folded names, and ``low`` of games whether the lowest total wins them.
    """
    columns = _columns(sheet)
    players, meant = _players(sheet, columns, wishes, known)
    opened = days([sheet.cell(*row, columns["date"]) for row in sheet.rows[1:]], wishes.dates, now, wishes.ask)
    told = [[(n, sheet.cell(*row, n)) for n in players] for row in sheet.rows[1:]]
    cells = [cell for row in told for _, cell in row if cell.text not in NOTHING]
    amounts = iter(numbers(cells, wishes.decimal, wishes.times, wishes.ask))
    read = []
    for (line, cells_of_row), day, row in zip(sheet.rows[1:], opened, told, strict=True):
        _check_length(sheet, line, cells_of_row)
        points = {players[n]: next(amounts) for n, cell in row if cell.text not in NOTHING}
        rest = {what: sheet.cell(line, cells_of_row, n) for what, n in columns.items()}
        if points:
            read.append(_evening(f"{sheet.name}:{line}", day, points, rest, meant, wishes, low))
    return spread(read)


def empty_lines(sheet: Sheet, evenings: Sequence[Evening]) -> list[int]:
    """The lines of rows in which nobody has a total."""
    told = {evening.where for evening in evenings}
    return [line for line, _ in sheet.rows[1:] if f"{sheet.name}:{line}" not in told]


def _players(
    sheet: Sheet, columns: Mapping[str, int], wishes: Wishes, known: Mapping[str, str]
) -> tuple[dict[int, tuple[str, ...]], dict[str, str]]:
    """Whose points stand in which column, one player's or partners', and who is meant by each name."""
    line, headings = sheet.rows[0]
    names: dict[int, list[str]] = {}
    for number, heading in enumerate(headings):
        if number in columns.values() or not heading.strip() or folded(heading.strip()) in wishes.left_out:
            continue
        names[number] = [name for name in PARTNERS.split(heading.strip()) if name]
        if len(names[number]) > 2:
            where = sheet.cell(line, headings, number).where
            raise CommandError(f"{where}: {heading.strip()} are {len(names[number])}; partners are two", USAGE)
    if not names:
        raise CommandError(f"{sheet.name}:{line}: no column is a player's; a file begins date,Ann,Ben,Cat", USAGE)
    cells = [Cell(name, sheet.cell(line, headings, number).where) for number in names for name in names[number]]
    meant = matched(cells, known, wishes.names, wishes.ask)
    return {number: tuple(meant[name] for name in names[number]) for number in names}, meant


def _check_length(sheet: Sheet, line: int, cells: Sequence[str]) -> None:
    headings = sheet.rows[0][1]
    for number, text in enumerate(cells):
        if text.strip() and (number >= len(headings) or not headings[number].strip()):
            where = sheet.cell(line, cells, number).where
            raise CommandError(
                f"{where}: {text.strip()!r} stands in a column that has no name in the first line", USAGE
            )


def _evening(
    where: str,
    day: datetime,
    points: Mapping[tuple[str, ...], int],
    rest: Mapping[str, Cell],
    meant: Mapping[str, str],
    wishes: Wishes,
    low: Mapping[str, bool],
) -> Evening:
    named = rest["game"].text if "game" in rest else ""
    if not (named or wishes.game):
        column = f"{rest['game'].where} is empty" if "game" in rest else where
        said = "which game it was isn't said: --game NAME says it, or a column called game"
        raise CommandError(f"{column}: {said}" if "game" not in rest else f"{column}; {said}", USAGE)
    try:
        played = called(named or wishes.game, wishes, low)
        players, totals, played = _seated(points, played)
    except ValueError as error:
        raise CommandError(f"{where}: {error}", USAGE) from None
    winners = _winners(rest["winner"], players, meant) if "winner" in rest and rest["winner"].text else ()
    place, note = (" ".join(rest[what].text.split()) if what in rest else "" for what in ("place", "note"))
    return Evening(played, day, players, totals, winners, place, note, where)


def called(name: str, wishes: Wishes, low: Mapping[str, bool]) -> Played:
    """The game of that name, won as it was said, else as it was kept before; raises ValueError."""
    played = game_called(name)
    low_wins = low.get(played.slug, False) if wishes.low_wins is None else wishes.low_wins
    return game_called(name, low_wins=low_wins)


def _seated(points: Mapping[tuple[str, ...], int], played: Played) -> tuple[tuple[str, ...], tuple[int, ...], Played]:
    """Who sat there, what every side had, and the game as they played it; raises ValueError."""
    players = [player for side in points for player in side]
    if len(players) == 1 and not _is_for_one(played.slug):
        raise ValueError(f"only {players[0]} has a total, and {played.name} isn't for one alone")
    pairs = [side for side in points if len(side) == 2]
    if not pairs and _has_partners(played.slug, len(players)):
        points = _paired(points, played)
    elif not pairs:
        return tuple(players), tuple(points.values()), played
    elif len(pairs) != len(points):
        raise ValueError("some have a total with a partner, and some alone")
    partners = game_called(played.name, low_wins=played.lowest_wins, partners=True)
    return face_to_face([*points]), tuple(points.values()), partners


def _is_for_one(slug: str) -> bool:
    game = known_game(slug)
    return bool(game and game.players[0] == 1)


def _has_partners(slug: str, players: int) -> bool:
    game = known_game(slug)
    return bool(game and players in game.players and game.has_partners(players, game.house(players, {})))


def _paired(points: Mapping[tuple[str, ...], int], played: Played) -> dict[tuple[str, ...], int]:
    """Partners are who had the same; raises ValueError where that doesn't tell."""
    ranked = sorted(points.items(), key=lambda entry: entry[1])
    pairs = {tuple(side[0] for side, _ in same): total for total, same in _by_total(ranked)}
    if any(len(pair) != 2 for pair in pairs):
        names = ", ".join(f"{side[0]} {total}" for side, total in points.items())
        said = f"{played.name} is played by partners, and these totals don't say who they are: {names}"
        raise ValueError(f"{said}; they share a column, as in Ann & Ben")
    order = [player for side in points for player in side]
    return dict(sorted(pairs.items(), key=lambda entry: order.index(entry[0][0])))


def _by_total(
    ranked: Sequence[tuple[tuple[str, ...], int]],
) -> Iterator[tuple[int, list[tuple[tuple[str, ...], int]]]]:
    for total, same in groupby(ranked, lambda entry: entry[1]):
        yield total, [*same]


def _winners(cell: Cell, players: Sequence[str], meant: Mapping[str, str]) -> tuple[str, ...]:
    by_name = {folded(name): player for name, player in meant.items() if player in players}
    by_name |= {folded(player): player for player in players}
    winners = []
    for name in re.split(r"\s*[&+/,;]\s*", cell.text):
        if folded(name) not in by_name:
            raise CommandError(f"{cell.where}: {name or 'nobody'} has no total there, so it can't be the winner", USAGE)
        winners.append(by_name[folded(name)])
    return tuple(winners)
