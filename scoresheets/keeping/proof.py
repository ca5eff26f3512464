"""Proof that saved data is whole: no change, loss or copy goes unnoticed.

The lines of a session are a chain: each has the digest of its content and of the line before, the first one of what the
session was opened with, and the session stores the last digest. Sessions, players and rulings are sealed: each has the
digest of its row and of the rows that belong to it. The book stores the number of each, and which session is in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from scoresheets.errors import Damaged
from scoresheets.keeping import database
from scoresheets.keeping.digests import Book, declared, digest, root, sealed, sealed_session, tally
from scoresheets.keeping.replay import JournalLine, amiss, chained

if TYPE_CHECKING:
    from scoresheets.keeping.database import Link
    from scoresheets.keeping.places import Place

LINE = "number, at, kind, text, typed, verdict, overrule, rules, findings, message, why, target, moved"
OPENING = (
    "id, game, edition, title, place, dealer, seed, opened, ended, taken_up, profile, imported, root, aside,"
    " sheet, only_totals"
)
SEAT = "session_id, place, player_id, name, joined"
RESULT = "session_id, player_id, side, score, place, winner, sharing, behind"
PLAYER = "id, name, folded, same_as"
GROUP = "id, name, folded"
MEMBER = "group_id, place, player_id"
RULING = (
    "id, at, session_id, line, game, question, facts, rule, options, verdict, certainty, effect, agreed, note,"
    " adopted, adopted_as"
)


# The row of the book


_BOOK = ", ".join(Book._fields)


def whole(link: Link, path: Place | None = None) -> str:
    """32 hexadecimal digits over all saved data. Two people who see the same digits have the same data.

    They cover the identity and the counts of the book, the chain and the seals of every session, and the seal of every
    player, ruling and group. Raises CommandError if any of it was changed or can't be read.
    """
    with database.reading(link):
        parts = [
            link.execute(f"SELECT id, {seals} FROM {table} ORDER BY id").fetchall()
            for table, seals in (
                ("session", "chain, seal, tally"), ("player", "seal"), ("precedent", "seal"), ("player_group", "seal"),
            )
        ]  # fmt: skip
        return digest(*book(link, path), *([tuple(row) for row in rows] for rows in parts))


def book(link: Link, path: Place | None = None) -> Book:
    """The row that counts everything saved. Raises CommandError if it was changed or can't be read."""
    rows = link.execute(f"SELECT {_BOOK}, seal FROM book").fetchall()
    if len(rows) != 1 or digest(*rows[0][:-1]) != rows[0][-1]:
        raise damaged(path, "the count of saved lines")
    return Book(*rows[0][:-1])


def write_book(link: Link, now: Book) -> None:
    marks = ", ".join(f"{name} = ?" for name in Book._fields)
    link.execute(f"UPDATE book SET {marks}, seal = ?", (*now, digest(*now)))


def in_play(link: Link) -> int | None:
    """The number of the session in play: the one resumed last that hasn't ended, or that of REFEREE_SESSION."""
    if not (mine := database.own_session()):
        return book(link).in_play or None
    check_session(link, mine)
    row = link.execute("SELECT id FROM session WHERE ended IS NULL AND aside IS NULL AND id = ?", (mine,)).fetchone()
    return int(row[0]) if row else None


def damaged(path: Place | None, what: str) -> Damaged:
    return Damaged(f"{path or database.place()} is damaged: {what} was changed or can't be read")


# Sealing


def seal_session(link: Link, number: int) -> None:
    """Seals a session in its state in this transaction."""
    link.execute("UPDATE session SET seal = ? WHERE id = ?", (_session_seal(link, number), number))


def check_session(link: Link, number: int, path: Place | None = None) -> None:
    """Raises CommandError if a session or its seats were changed."""
    with database.reading(link):
        row = link.execute("SELECT seal FROM session WHERE id = ?", (number,)).fetchone()
        if row and _session_seal(link, number) != row[0]:
            raise damaged(path, f"session {number}")


def _session_seal(link: Link, number: int) -> str:
    row = link.execute(f"SELECT {OPENING} FROM session WHERE id = ?", (number,)).fetchone()
    seats = link.execute(f"SELECT {SEAT} FROM seat WHERE session_id = ? ORDER BY place", (number,)).fetchall()
    return sealed_session(row, seats)


def seal_row(link: Link, table: str, columns: str, number: int) -> None:
    """Seals a player or a ruling in its state in this transaction."""
    row = link.execute(f"SELECT {columns} FROM {table} WHERE id = ?", (number,)).fetchone()
    link.execute(f"UPDATE {table} SET seal = ? WHERE id = ?", (sealed(row), number))


def seal_group(link: Link, number: int) -> None:
    """Seals a group and its members in their state in this transaction."""
    row = link.execute(f"SELECT {GROUP} FROM player_group WHERE id = ?", (number,)).fetchone()
    asked = f"SELECT {MEMBER} FROM group_member WHERE group_id = ? ORDER BY place"
    seal = sealed(row, link.execute(asked, (number,)).fetchall())
    link.execute("UPDATE player_group SET seal = ? WHERE id = ?", (seal, number))


# Everything


def examine(link: Link, path: Place | None = None) -> None:
    """Raises CommandError if a session, a seat, a player or a result was changed, can't be read, or is missing."""
    for number in stale(link, path):
        raise damaged(path, f"the result of session {number}")


def examine_all(link: Link, path: Place | None = None) -> None:
    """Raises CommandError if any saved data, to the last line, was changed or can't be read."""
    examine(link, path)
    rulings(link, path)
    groups(link, path)
    for (number,) in link.execute("SELECT id FROM session ORDER BY id").fetchall():
        check_lines(link, number, path)


PORTION = 200  # sessions checked in one transaction, which blocks commits


def portions(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    """Splits sessions into portions, so that a long check doesn't block other processes."""
    return (numbers[i : i + PORTION] for i in range(0, len(numbers), PORTION))


def stale(link: Link, path: Place | None = None) -> list[int]:
    """The sessions whose results were changed. Raises CommandError if anything else was."""
    with database.reading(link):
        kept = book(link, path)
        numbers = [number for (number,) in link.execute("SELECT id FROM session ORDER BY id").fetchall()]
        _rows(link, "player", PLAYER, kept.players, path)
        last = numbers[-1] if numbers else 0
        beyond = [link.execute(f"SELECT 1 FROM {table} WHERE session_id > ? LIMIT 1", (last,)).fetchone()
                  for table in ("seat", "result")]  # fmt: skip
    for table in ("session", "seat", "player", "result"):
        if fault := database.fault_in(link, table):
            raise Damaged(f"{path or database.place()} is damaged: {fault}")
    found: list[int] = []
    before = -1
    for some in portions(numbers):
        with database.reading(link):
            found += _stale(link, before, some[-1], path)
        before = some[-1]
    if len(numbers) != kept.sessions or any(beyond):
        raise damaged(path, "the list of sessions")
    return found


def check_lines(link: Link, number: int, path: Place | None = None) -> None:
    """Raises CommandError unless the chain of a session holds, from what it was opened with to its last line."""
    with database.reading(link):
        first, last = link.execute("SELECT root, chain FROM session WHERE id = ?", (number,)).fetchone()
        if _root(link, number) != first:
            raise damaged(path, f"what session {number} was opened with")
        if fault := amiss(first, _lines(link, number), last):
            raise damaged(path, f"{fault} of session {number}")


def _root(link: Link, number: int) -> str:
    opening = "game, edition, title, place, dealer, seed, profile, opened, sheet, only_totals"
    asked = f"SELECT {opening} FROM session WHERE id = ?"
    game, edition, *more, sheet, only_totals = link.execute(asked, (number,)).fetchone()
    asked = "SELECT name FROM seat WHERE session_id = ? AND NOT joined ORDER BY place"
    players = [name for (name,) in link.execute(asked, (number,)).fetchall()]
    house = link.execute("SELECT name, value, chosen FROM house_rule WHERE session_id = ?", (number,)).fetchall()
    return root(game, edition, players, house, *more, *declared(sheet, only_totals))


def _lines(link: Link, number: int) -> list[JournalLine]:
    asked = f"SELECT {LINE}, digest FROM entry WHERE session_id = ? ORDER BY number"
    return [JournalLine(*row) for row in link.execute(asked, (number,)).fetchall()]


def players(link: Link, path: Place | None = None) -> list[Any]:
    """Every player: number, name, folded name, target of a merge. Raises CommandError for damaged or missing ones."""
    return _rows(link, "player", PLAYER, book(link, path).players, path)


def rulings(link: Link, path: Place | None = None) -> list[Any]:
    """Every ruling. Raises CommandError if one was changed, can't be read, or is missing."""
    return _rows(link, "precedent", RULING, book(link, path).rulings, path)


def groups(link: Link, path: Place | None = None) -> list[tuple[int, str, list[int]]]:
    """Every group by name: number, name, players in order. Raises CommandError if one was changed."""
    members = _by_number(link.execute(f"SELECT {MEMBER} FROM group_member ORDER BY group_id, place"))
    rows = link.execute(f"SELECT {GROUP}, seal FROM player_group ORDER BY folded").fetchall()
    kept = []
    for number, name, spelling, seal in rows:
        belonging = members.pop(number, [])
        if sealed((number, name, spelling), belonging) != seal:
            raise damaged(path, f"group {name}")
        kept.append((number, name, [player for _, _, player in belonging]))
    if len(rows) != book(link, path).groups or members:
        raise damaged(path, "the list of groups")
    return kept


def _rows(link: Link, table: str, columns: str, count: int, path: Place | None) -> list[Any]:
    rows = link.execute(f"SELECT {columns}, seal FROM {table} ORDER BY id").fetchall()
    what = {"precedent": "ruling"}.get(table, table)
    for row in rows:
        if sealed(row[:-1]) != row[-1]:
            raise damaged(path, f"{what} {row[0]}")
    if len(rows) != count:
        raise damaged(path, f"the list of {what}s")
    return [row[:-1] for row in rows]


def _stale(link: Link, before: int, last: int, path: Place | None) -> Iterator[int]:
    """The sessions in a range whose results were changed.

    Raises CommandError if more than that is wrong.
    """
    among = before, last
    which = "WHERE session_id > ? AND session_id <= ?"
    seats = _by_number(link.execute(f"SELECT {SEAT} FROM seat {which} ORDER BY session_id, place", among))
    asked = f"SELECT {RESULT} FROM result {which} ORDER BY session_id, player_id"
    results = _by_number(link.execute(asked, among))
    asked = f"SELECT {OPENING}, seal, over, hands, accounts, tally FROM session WHERE id > ? AND id <= ? ORDER BY id"
    for number, *row, seal, over, hands, accounts, told in link.execute(asked, among).fetchall():
        if sealed_session((number, *row), seats.pop(number, ())) != seal:
            raise damaged(path, f"session {number}")
        if sealed((over, hands, accounts) if accounts else (over, hands), results.pop(number, ())) != told:
            yield number
    if seats or results:
        raise damaged(path, "the list of sessions")


def _by_number(rows: Iterable[Sequence[Any]]) -> dict[int, list[Sequence[Any]]]:
    return {number: [*of_session] for number, of_session in groupby(rows, itemgetter(0))}


# First seals


def begin(link: Link) -> None:
    """Makes the chains and seals of all saved data in its present state."""
    numbers = [number for (number,) in link.execute("SELECT id FROM session ORDER BY id").fetchall()]
    for number in numbers:
        first = _root(link, number)
        lines = [*chained(first, _lines(link, number))]
        last = lines[-1].digest if lines else first
        rows = [(line.digest, number, line.number) for line in lines]
        link.executemany("UPDATE entry SET digest = ? WHERE session_id = ? AND number = ?", rows)
        asked = f"SELECT {RESULT} FROM result WHERE session_id = ? ORDER BY player_id"
        results = link.execute(asked, (number,)).fetchall()
        asked = "SELECT over, hands, accounts FROM session WHERE id = ?"
        over, hands, accounts = link.execute(asked, (number,)).fetchone()
        text = tally(over, hands, results, accounts)
        link.execute("UPDATE session SET root = ?, chain = ?, tally = ? WHERE id = ?", (first, last, text, number))
        seal_session(link, number)
    counts: list[int] = []
    for table, columns in (("player", PLAYER), ("precedent", RULING)):
        rows = link.execute(f"SELECT {columns} FROM {table} ORDER BY id").fetchall()
        link.executemany(f"UPDATE {table} SET seal = ? WHERE id = ?", [(sealed(row), row[0]) for row in rows])
        counts.append(len(rows))
    groups = [number for (number,) in link.execute("SELECT id FROM player_group").fetchall()]
    for number in groups:
        seal_group(link, number)
    (mine,) = link.execute("SELECT identity FROM book").fetchone()
    now = Book(len(numbers), counts[0], counts[1], next_in_play(link), next_latest(link), len(groups), mine)
    write_book(link, now)


def next_in_play(link: Link) -> int:
    """The session resumed last among those that haven't ended. 0 if there is none."""
    asked = "SELECT id FROM session WHERE ended IS NULL AND aside IS NULL ORDER BY taken_up DESC, id DESC LIMIT 1"
    row = link.execute(asked).fetchone()
    return int(row[0]) if row else 0


def next_latest(link: Link) -> int:
    row = link.execute("SELECT id FROM session ORDER BY taken_up DESC, id DESC LIMIT 1").fetchone()
    return int(row[0]) if row else 0
