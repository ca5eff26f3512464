"""Spreadsheets of past evenings: a row for each game with the final totals, or a row for each round."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from referee.language.amounts import Part
from referee.language.words import folded
from scoresheets.catalogue import known_game
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.cell_values import NOTHING, Cell, as_typed, days, matched, numbers, sure, tried
from scoresheets.keeping.only_totals import Evening, Played, face_to_face, game_named, spread
from scoresheets.keeping.reading import Known, Plays, Skipped, Wishes, called, faults

READS = "a spreadsheet with a column for each player: date,Ann,Ben,Cat; with a column round a row is a round"

DELIMITERS = ",;\t|"
MOST = 1000  # columns of players
HEADINGS = {
    "date": ("date", "day", "datum", "tag"),
    "game": ("game", "spiel"),
    "place": ("place", "location", "where", "ort"),
    "winner": ("winner", "winners", "won", "sieger"),
    "note": ("note", "notes", "comment", "comments", "remark", "notiz"),
    "round": ("round", "hand", "runde"),
    "session": ("session",),
    "dealer": ("dealer", "geber"),
}
"""Headings of columns that don't have a player's points."""

LONG = {
    "player": ("player", "name", "spieler"),
    "score": ("score", "points", "total", "result", "punkte"),
}
"""The columns of a spreadsheet with a row for each player."""

PARTNERS = re.compile(r"\s*[&+/]\s*")
"""The separator between two players who share a column."""


class ScoreRow(NamedTuple):
    """A row: its day, its points, its other cells, and its errors."""

    where: str
    day: datetime
    points: Mapping[tuple[str, ...], int]
    rest: Mapping[str, Cell]
    troubles: tuple[CommandError, ...] = ()

    @property
    def game(self) -> tuple[datetime, str, str]:
        """The cells that rows of one game have in common."""
        name, session = (self.rest[what].text if what in self.rest else "" for what in ("game", "session"))
        return self.day, folded(name), session

    @property
    def round(self) -> int:
        """The number of the round. 0 if the row has none."""
        if "round" not in self.rest or not (cell := self.rest["round"]).text:
            return 0
        if not cell.text.isascii() or not cell.text.isdigit() or len(cell.text) > 6:
            raise CommandError(f"{cell.where}: {cell.text!r} isn't a round. Number the rounds 1, 2, 3", USAGE)
        return int(cell.text)

    @property
    def note(self) -> str:
        return " ".join(self.rest["note"].text.split()) if "note" in self.rest else ""


@dataclass
class Sheet:
    """A spreadsheet: the first line of each row, and its cells. The first row has the headings."""

    name: str
    rows: list[tuple[int, list[str]]]

    @cached_property
    def headings(self) -> list[str]:
        """The headings of the columns."""
        return [as_typed(heading.strip()) for heading in self.rows[0][1]]

    def cell(self, line: int, cells: Sequence[str], column: int) -> Cell:
        """A cell of a row, with its place: the line, the column and the column's heading."""
        text = as_typed(cells[column].strip()) if column < len(cells) else ""
        heading = self.headings[column] if column < len(self.headings) else ""
        called = f" ({heading})" if heading and line != self.rows[0][0] else ""
        return Cell(text, f"{self.name}:{line}, column {column + 1}{called}")


def sheet(text: str, name: str) -> Sheet | None:
    """A text as a spreadsheet with headings for a day, a game, a round or a player. None if it isn't one."""
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("{", "[", "<", "session,game,edition,")):
        return None
    text = text.removeprefix("\ufeff")
    marked = re.match(r"sep=([^\r\n])\r?\n", text)  # one spreadsheet program's sign for others
    begun = {mark: _read(text, name, mark, bool(marked), rows=1) for mark in (marked[1] if marked else DELIMITERS)}
    is_table = name.lower().endswith((".csv", ".tsv"))
    entered = {
        mark: ("date" in columns, len(read.headings)) for mark, read in begun.items()
        if read.rows and ((columns := columns_of(read)) or is_table) and (len(read.headings) > 1 or "date" in columns)
    }  # fmt: skip
    return _read(text, name, max(entered, key=entered.__getitem__), bool(marked)) if entered else None


def _read(text: str, name: str, delimiter: str, marked: bool, rows: int | None = None) -> Sheet:
    """Parses a text with a delimiter, completely or up to ``rows`` rows."""
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True)
    entered: list[tuple[int, list[str]]] = []
    begins = 1
    try:
        for cells in lines:
            if any(cell.strip() for cell in cells) and not (marked and begins == 1):
                entered.append((begins, cells))
            if len(entered) == rows:
                break
            begins = lines.line_num + 1
    except csv.Error as error:
        raise CommandError(f"{name}:{lines.line_num}: {error}", USAGE) from None
    return Sheet(name, entered)


def is_long(sheet: Sheet) -> bool:
    """Whether it has a row for each player, with the name in a column."""
    return columns_of(sheet, headings=LONG).keys() >= LONG.keys()


def columns_of(
    sheet: Sheet, left_out: Container[str] = (), headings: Mapping[str, Sequence[str]] = HEADINGS
) -> dict[str, int]:
    """The columns with anything other than a player's points. Of those left out, only the date's."""
    columns: dict[str, int] = {}
    for number, heading in enumerate(sheet.headings):
        for what, names in headings.items():
            if folded(heading) in names and (what == "date" or folded(heading) not in left_out):
                columns.setdefault(what, number)
    return columns


# Evenings


def reads(text: str, name: str) -> bool:
    """Whether a text is a table with a column for each player."""
    try:
        read = sheet(text, name)
    except CommandError:
        return True
    return read is not None and not is_long(read)


def plays(text: str, name: str, wishes: Wishes, known: Known) -> Plays:
    """Every game of a spreadsheet, in its order. Raises CommandError if the first line has no usable headings.

    If there is a column for the round, each game is several rows, one for each round.
    """
    read = sheet(text, name)
    assert read
    told = Plays()
    columns = columns_of(read, wishes.left_out)
    players = _columns_of_players(read, columns, wishes)
    cells = _named(read, players)
    meant = {cell.text: cell.text for cell in cells}
    try:
        meant = matched(cells, known.players, wishes.names, wishes.ask)
    except CommandError as trouble:
        told.unsure = trouble
    sides = {number: tuple(meant[each] for each in names) for number, names in players.items()}
    rows = [*_rows(read, columns, sides, wishes, known.now)]
    told.skipped = [
        Skipped(f"{name}:{line}", "nobody has a total", bad=False)
        for row, (line, _) in zip(rows, read.rows[1:], strict=True) if not (row.points or row.troubles)
    ]  # fmt: skip
    told.remarks = not_there(read, sorted(wishes.left_out))
    rows = [row for row in rows if row.points or row.troubles]
    keep(told, rows, [*sides.values()], "round" in columns, meant, wishes, known)
    return told


def keep(
    told: Plays,
    rows: Sequence[ScoreRow],
    sides: Sequence[tuple[str, ...]],
    in_rounds: bool,
    meant: Mapping[str, str],
    wishes: Wishes,
    known: Known,
) -> None:
    """Adds the games of these rows. A game with an error is skipped."""
    for game in _games(rows) if in_rounds else ([row] for row in rows):
        try:
            if troubles := [trouble for row in game for trouble in row.troubles]:
                told.skipped += faults(troubles)
                continue
            evening = _evening(game, sides, meant, wishes, known.low)
        except CommandError as trouble:
            told.skipped += faults([trouble])
        else:
            told.evenings.append(evening)
            told.remarks += evening.remarks
    told.evenings = spread(told.evenings)


def moments(sheet: Sheet, columns: Mapping[str, int], wishes: Wishes, now: datetime) -> list[datetime | CommandError]:
    """When each row was played. Raises CommandError if neither a column nor ``wishes`` gives the date."""
    if "date" in columns:
        return days([sheet.cell(*row, columns["date"]) for row in sheet.rows[1:]], wishes.dates, now, wishes.ask)
    if not wishes.day:
        where = f"{sheet.name}:{sheet.rows[0][0]}"
        text = "there is no column called date. Begin the file with date,Ann,Ben,Cat, or add --date 2006-01-13"
        raise CommandError(f"{where}: {text}", USAGE)
    (day,) = days([Cell(wishes.day, "--date")], wishes.dates, now, wishes.ask)
    return [sure(day)] * (len(sheet.rows) - 1)


def _rows(
    sheet: Sheet, columns: Mapping[str, int], sides: Mapping[int, tuple[str, ...]], wishes: Wishes, now: datetime
) -> Iterator[ScoreRow]:
    """Every row below the first."""
    opened = moments(sheet, columns, wishes, now)
    told = [[(n, sheet.cell(*row, n)) for n in sides] for row in sheet.rows[1:]]
    cells = [cell for row in told for _, cell in row if cell.text not in NOTHING]
    named = [folded(sheet.cell(*row, columns["game"]).text) if "game" in columns else "" for row in sheet.rows[1:]]
    of_games = [game for game, row in zip(named, told, strict=True) for _, cell in row if cell.text not in NOTHING]
    amounts = iter(numbers(cells, wishes.decimal, wishes.times, wishes.ask, of_games))
    before = now
    for (line, cells_of_row), day, row in zip(sheet.rows[1:], opened, told, strict=True):
        scores = {sides[n]: next(amounts) for n, cell in row if cell.text not in NOTHING}
        told_of = [day, *scores.values(), tried(_check_length, sheet, line, cells_of_row)]
        before = day if isinstance(day, datetime) else before
        yield ScoreRow(
            f"{sheet.name}:{line}",
            before,
            {side: points for side, points in scores.items() if not isinstance(points, CommandError)},
            {what: sheet.cell(line, cells_of_row, n) for what, n in columns.items()},
            tuple(each for each in told_of if isinstance(each, CommandError)) if scores else (),
        )


def not_there(sheet: Sheet, left_out: Iterable[str]) -> list[str]:
    """Columns to leave out that don't exist, in words."""
    there = {folded(heading) for heading in sheet.headings}
    return [f"no column is called {name}, so there is nothing to ignore" for name in left_out if name not in there]


def _games(rows: Sequence[ScoreRow]) -> Iterator[list[ScoreRow]]:
    """The rounds of each game: of one day, name and session, with increasing numbers."""
    game: list[ScoreRow] = []
    last = 0
    for row in rows:
        number = row.round
        if game and (row.game != game[0].game or (number and number <= last)):
            yield game
            game, last = [], 0
        game.append(row)
        last = number or last
    if game:
        yield game


def _columns_of_players(sheet: Sheet, columns: Mapping[str, int], wishes: Wishes) -> dict[int, list[str]]:
    """The names in the heading of each column with points: one player's, or partners'."""
    line, headings = sheet.rows[0][0], sheet.headings
    passed_over = {folded(f"{heading} total") for heading in headings} | wishes.left_out
    others = {*columns.values()}
    names: dict[int, list[str]] = {}
    for number, heading in enumerate(headings):
        if number in others or not heading or folded(heading) in passed_over:
            continue
        names[number] = [name for name in PARTNERS.split(heading) if name]
        if len(names[number]) > 2:
            where = sheet.cell(line, headings, number).where
            raise CommandError(f"{where}: {heading} are {len(names[number])}; partners are two", USAGE)
    if len(names) > MOST:
        raise CommandError(
            f"{sheet.name}:{line}: {len(names)} columns are for players; there can be {MOST} at most", USAGE
        )
    if not names:
        raise CommandError(
            f"{sheet.name}:{line}: no column is for a player. Begin the file with date,Ann,Ben,Cat", USAGE
        )
    return names


def _named(sheet: Sheet, names: Mapping[int, list[str]]) -> list[Cell]:
    """Everybody who has a column, once each. A player may have one alone and another with a partner."""
    line, headings = sheet.rows[0]
    cells: list[Cell] = []
    named: set[str] = set()
    columns: set[tuple[str, ...]] = set()
    for number, side in names.items():
        same = tuple(map(folded, side))
        for name in side:
            if folded(name) not in named or same in columns:
                cells.append(Cell(name, sheet.cell(line, headings, number).where))
        named.update(same)
        columns.add(same)
    return cells


def _check_length(sheet: Sheet, line: int, cells: Sequence[str]) -> None:
    headings = sheet.headings
    for number, text in enumerate(cells):
        if text.strip() and (number >= len(headings) or not headings[number]):
            where = sheet.cell(line, cells, number).where
            raise CommandError(f"{where}: {text.strip()!r} is in a column without a heading", USAGE)


def _evening(
    rows: Sequence[ScoreRow],
    columns: Sequence[tuple[str, ...]],
    meant: Mapping[str, str],
    wishes: Wishes,
    low: Mapping[str, bool],
) -> Evening:
    """One game, from a single row or from a row for each round."""
    where, day, _, rest, _ = rows[0]
    sides = [side for side in columns if any(side in row.points for row in rows)]
    points = {side: sum(row.points.get(side, 0) for row in rows) for side in sides}
    named = rest["game"].text if "game" in rest else ""
    if not (named or wishes.game):
        column = f"{rest['game'].where} is empty" if "game" in rest else where
        text = "the game isn't named. Add --game NAME, or a column called game"
        raise CommandError(f"{column}: {text}" if "game" not in rest else f"{column}; {text}", USAGE)
    try:
        played = called(named or wishes.game, wishes, low)
        players, totals, played = _seated(points, played)
    except ValueError as error:
        raise CommandError(f"{where}: {error}", USAGE) from None
    won = [_winners(row.rest["winner"], players, meant) if "winner" in row.rest else () for row in rows]
    place = " ".join(rest["place"].text.split()) if "place" in rest else ""
    note = "; ".join(filter(None, (row.note for row in rows)))
    evening = Evening(played, day, players, totals, won[0], place, note, where)
    if not any(row.round for row in rows):
        return evening
    if any(isinstance(amount, Part) for row in rows for amount in row.points.values()):
        text = f"{where}: a round has decimals, so only the totals of this game are kept"
        return evening._replace(wheres=tuple(row.where for row in rows), mended=(text,))
    told = tuple(tuple(row.points.get(side, 0) for side in sides) for row in rows)
    late = [f"{where}: round {rows[0].round} begins a game here"] if rows[0].round > 1 else []
    remarks = (*late, *_otherwise(rows, won, points, sides, played.lowest_wins))
    return evening._replace(winners=(), rounds=told, wheres=tuple(row.where for row in rows), remarks=remarks)


def _otherwise(
    rows: Sequence[ScoreRow],
    won: Sequence[tuple[str, ...]],
    totals: Mapping[tuple[str, ...], int],
    sides: Sequence[tuple[str, ...]],
    low: bool,
) -> Iterator[str]:
    """Describes a named winner without the best score, in the round or in the game, as a tally needs it."""

    def best(points: Mapping[tuple[str, ...], int]) -> set[str]:
        most = (min if low else max)(points.get(side, 0) for side in sides)
        return {player for side in sides if points.get(side, 0) == most for player in side}

    in_the_end = best(totals)
    for row, named in zip(rows, won, strict=True):
        if named and not (set(named) <= best(row.points) or set(named) <= in_the_end):
            ahead = " and ".join(player for side in sides for player in side if player in in_the_end)
            text = f"{' and '.join(named)} is named as the winner, but the totals of the rounds say {ahead}"
            yield f"{row.rest['winner'].where}: {text}"


def _seated(points: Mapping[tuple[str, ...], int], played: Played) -> tuple[tuple[str, ...], tuple[int, ...], Played]:
    """The players, the total of each side, and the game in that form. Raises ValueError."""
    players = [player for side in points for player in side]
    if twice := [player for player, times in Counter(players).items() if times > 1]:
        raise ValueError(f"{twice[0]} has two totals")
    if len(players) == 1 and not _is_for_one(played.slug):
        raise ValueError(f"only {players[0]} has a total, and {played.name} isn't for one player")
    pairs = [side for side in points if len(side) == 2]
    if not pairs and _has_partners(played.slug, len(players)):
        points = _paired(points, played)
    elif not pairs:
        return tuple(players), tuple(points.values()), played
    elif len(pairs) != len(points):
        raise ValueError("some have a total with a partner, and some alone")
    partners = game_named(played.name, low_wins=played.lowest_wins, partners=True, chips=played.chips)
    return face_to_face([*points]), tuple(points.values()), partners


def _is_for_one(slug: str) -> bool:
    game = known_game(slug)
    return bool(game and game.players[0] == 1)


def _has_partners(slug: str, players: int) -> bool:
    game = known_game(slug)
    return bool(game and players in game.players and game.has_partners(players, game.house(players, {})))


def _paired(points: Mapping[tuple[str, ...], int], played: Played) -> dict[tuple[str, ...], int]:
    """Pairs players with equal totals as partners. Raises ValueError if that isn't unique."""
    ranked = sorted(points.items(), key=lambda entry: entry[1])
    pairs = {tuple(side[0] for side, _ in same): total for total, same in _by_total(ranked)}
    if any(len(pair) != 2 for pair in pairs):
        names = ", ".join(f"{side[0]} {total}" for side, total in points.items())
        text = f"{played.name} is played by partners, and these totals don't say who they are: {names}"
        raise ValueError(f"{text}. Give partners one column, as in Ann & Ben")
    order = {player: number for number, side in enumerate(points) for player in side}
    return dict(sorted(pairs.items(), key=lambda entry: order[entry[0][0]]))


def _by_total(
    ranked: Sequence[tuple[tuple[str, ...], int]],
) -> Iterator[tuple[int, list[tuple[tuple[str, ...], int]]]]:
    for total, same in groupby(ranked, lambda entry: entry[1]):
        yield total, [*same]


def _winners(cell: Cell, players: Sequence[str], meant: Mapping[str, str]) -> tuple[str, ...]:
    if not cell.text:
        return ()
    seated = {*players}
    by_name = {folded(name): player for name, player in meant.items() if player in seated}
    by_name |= {folded(player): player for player in players}
    winners = []
    for name in re.split(r"\s*[&+/,;]\s*", cell.text):
        if folded(name) not in by_name:
            raise CommandError(f"{cell.where}: {name or 'nobody'} has no total there, so it can't be the winner", USAGE)
        winners.append(by_name[folded(name)])
    return tuple(winners)
