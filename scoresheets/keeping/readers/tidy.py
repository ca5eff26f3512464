"""Spreadsheets with a row for each player: ``game,date,player,score``, or with the round instead of the date."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from referee.language.words import folded
from scoresheets.errors import USAGE, CommandError
from scoresheets.keeping.cell_values import NOTHING, Cell, matched, numbers
from scoresheets.keeping.readers.spreadsheets import (
    LONG,
    PARTNERS,
    ScoreRow,
    Sheet,
    columns_of,
    is_long,
    keep,
    moments,
    not_there,
    sheet,
)  # fmt: skip
from scoresheets.keeping.reading import Known, Plays, Wishes

READS = "a spreadsheet with a row for each player: game,date,player,score; with a column round for each round"

YES = ("1", "yes", "y", "true", "x", "won", "win", "ja")
NO = ("0", "no", "n", "false", "lost", "nein")


def reads(text: str, name: str) -> bool:
    """Whether a text is a table with columns for the player and the score."""
    try:
        read = sheet(text, name)
    except CommandError:
        return False
    return read is not None and is_long(read)


def plays(text: str, name: str, wishes: Wishes, known: Known) -> Plays:
    """Every game. Its rows may be anywhere in the file: a player's second row on one day begins another game."""
    read = sheet(text, name)
    assert read
    told = Plays(remarks=not_there(read, sorted(wishes.left_out)))
    columns = columns_of(read, wishes.left_out)
    long = columns_of(read, headings=LONG)
    names: dict[str, Cell] = {}
    for line, cells in read.rows[1:]:
        cell = read.cell(line, cells, long["player"])
        for each in filter(None, PARTNERS.split(cell.text)):
            names.setdefault(folded(each), Cell(each, cell.where))
    meant = {cell.text: cell.text for cell in names.values()}
    try:
        meant = matched([*names.values()], known.players, wishes.names, wishes.ask)
    except CommandError as trouble:
        told.unsure = trouble
    players = {spelling: meant[cell.text] for spelling, cell in names.items()}
    rows = _rows(read, columns, long, players, wishes, known.now)
    sides = [*dict.fromkeys(side for row in rows for side in row.points)]
    keep(told, rows, sides, "round" in columns, meant, wishes, known)
    return told


def _rows(
    read: Sheet,
    columns: Mapping[str, int],
    long: Mapping[str, int],
    players: Mapping[str, str],
    wishes: Wishes,
    now: datetime,
) -> list[ScoreRow]:
    """A row for each game or round, made of the rows of its players."""
    lines = [(each, day) for each, day in zip(read.rows[1:], moments(read, columns, wishes, now), strict=True)
             if read.cell(*each, long["score"]).text not in NOTHING]  # fmt: skip
    scores = [read.cell(*each, long["score"]) for each, _ in lines]
    games = [read.cell(*each, columns["game"]).text if "game" in columns else "" for each, _ in lines]
    amounts = numbers(scores, wishes.decimal, wishes.times, wishes.ask, [*map(folded, games)])
    rows: dict[tuple[str, ...], list[ScoreRow]] = {}
    for (each, day), points in zip(lines, amounts, strict=True):
        where = f"{read.name}:{each[0]}"
        rest = {what: read.cell(*each, column) for what, column in columns.items()}
        key = tuple(folded(rest[what].text) for what in ("date", "game", "session", "round") if what in rest)
        cell = read.cell(*each, long["player"])
        side = tuple(players[folded(name)] for name in PARTNERS.split(cell.text) if name)
        troubles = [trouble for trouble in (day, points) if isinstance(trouble, CommandError)]
        if not 1 <= len(side) <= 2:
            text = f"{cell.text} are {len(side)}; partners are two" if side else "nobody is named"
            troubles.append(CommandError(f"{cell.where}: {text}", USAGE))
        won = rest.pop("winner", None)
        of_game = rows.setdefault(key, [])
        at = next((i for i, row in enumerate(of_game) if side not in row.points), len(of_game))
        if at == len(of_game):
            of_game.append(ScoreRow(where, day if isinstance(day, datetime) else now, {}, rest))
        row = of_game[at]
        if won and folded(won.text) not in ("", *NO):
            names = cell.text if folded(won.text) in YES else won.text
            before = [row.rest["winner"].text] if "winner" in row.rest else []
            row = row._replace(rest={**row.rest, "winner": Cell(" & ".join([*before, names]), won.where)})
        known_points = {} if isinstance(points, CommandError) else {side: points}
        of_game[at] = row._replace(points={**row.points, **known_points}, troubles=(*row.troubles, *troubles))
    return [row for of_game in rows.values() for row in of_game]
